"""Looking without changing anything: /board, /log, /rules, and the buttons of the same names."""

from __future__ import annotations

import discord
import msgspec
from discord import app_commands

from cogs import ids
from cogs.client import Overwinter
from cogs.layout import button, message, rows, select
from cogs.limits import AUTOCOMPLETE_CHOICES, SELECT_OPTIONS, SELECT_TEXT, fit
from cogs.lobby import require_posting
from cogs.lobby_post import lobby_message
from cogs.press import Press
from cogs.table_cog import TableCog
from cogs.words import Reader
from engine.host.table import Table
from engine.kernel.registry import AnyGame
from engine.kernel.rulebook import Rule, rules
from engine.kernel.text import Refusal, say

Choices = list[app_commands.Choice[str]]
PAGE = 15
"""Log lines on one page."""
RULES_TEXT = 3500
"""Characters of rules in one message."""


class Look(TableCog):
    """Everything one may look at."""

    async def cog_load(self) -> None:
        """Answer the buttons."""
        self.bot.presses |= {
            "board": self._board_pressed,
            "log": self._log_pressed,
            "rules": self._rules_pressed,
            "rule": self._rule_chosen,
        }

    # ------------------------------------------------------------- commands
    @app_commands.command(description="See the board of this channel's game")
    @app_commands.describe(
        who="Show it to you alone, or post it again for everybody",
        view="The whole board, or the part round your own pieces, larger",
    )
    @app_commands.choices(
        who=[app_commands.Choice(name="only me", value="me"), app_commands.Choice(name="everybody", value="everybody")],
        view=[app_commands.Choice(name="whole", value="whole"), app_commands.Choice(name="mine", value="mine")],
    )
    async def board(self, interaction: discord.Interaction, who: str = "me", view: str = "whole") -> None:
        """The board as this person sees it, or a new board post."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        if who == "everybody":
            require_posting(interaction)
            await interaction.response.defer(ephemeral=True)
            await self.posts.repost(table.id)
            await interaction.followup.send(Reader()(say("Posted.")), ephemeral=True)
        else:
            await self._show_board(interaction, table, mine=view == "mine")

    @app_commands.command(description="What has happened at this channel's table")
    async def log(self, interaction: discord.Interaction) -> None:
        """The newest page of the log."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        await interaction.response.send_message(view=await self._log(table, interaction.user.id, 0), ephemeral=True)

    @app_commands.command(description="The numbered rules of a game")
    @app_commands.describe(rule="A number or a word to look for", game="Which game; this channel's if left out")
    async def rules(self, interaction: discord.Interaction, rule: str = "", game: str = "") -> None:
        """One rule with its details, or the table of contents."""
        chosen = await self._game(interaction, game)
        view = _one_rule(chosen, rule) if rule else _contents(chosen)
        await interaction.response.send_message(view=view, ephemeral=True)

    @rules.autocomplete("rule")
    async def _rule_names(self, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            game = await self._game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        found = [
            rule
            for rule in rules(game.slug)
            if typed.casefold() in f"{rule.number} {rule.heading} {rule.text}".casefold()
        ]
        return [
            app_commands.Choice(name=fit(f"{rule.number} {_bare(rule.text)}", SELECT_TEXT), value=rule.number)
            for rule in found[:AUTOCOMPLETE_CHOICES]
        ]

    @rules.autocomplete("game")
    async def _game_names(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [
            app_commands.Choice(name=game.title, value=game.slug)
            for game in self.bot.shelf.games()
            if typed.casefold() in f"{game.slug} {game.title}".casefold()
        ][:AUTOCOMPLETE_CHOICES]

    # -------------------------------------------------------------- buttons
    async def _board_pressed(self, press: Press) -> None:
        await self._show_board(press.interaction, await self.tables.table(press.table))

    async def _log_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        view = await self._log(table, press.interaction.user.id, int(press.rest or 0))
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _rules_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        await press.interaction.response.send_message(view=_contents(self.bot.shelf.game(table.game)), ephemeral=True)

    async def _rule_chosen(self, press: Press) -> None:
        view = _section(self.bot.shelf.game(press.rest), int(press.values[0]))
        await press.interaction.response.edit_message(view=view)

    # ---------------------------------------------------------------- parts
    async def _show_board(self, interaction: discord.Interaction, table: Table, *, mine: bool = False) -> None:
        sight = await self.tables.sight(table.id, table.seat_of(interaction.user.id))
        if sight.view is None:
            view = lobby_message(table, self.bot.shelf.game(table.game))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        studio = self.bot.studio
        picture = await (studio.crop(sight) if mine else studio.board(sight))
        read = Reader(table)
        recent = "\n".join(f"- {read(line.text)}" for line in sight.recent)
        await interaction.response.send_message(
            view=message(recent, picture), files=[picture.file()] if picture else [], ephemeral=True
        )

    async def _log(self, table: Table, user: int, page: int) -> discord.ui.LayoutView:
        read = Reader()
        lines = await self.tables.log(table.id, table.seat_of(user))
        last = max(0, (len(lines) - 1) // PAGE)
        page = min(max(page, 0), last)
        shown = lines[max(0, len(lines) - (page + 1) * PAGE) : len(lines) - page * PAGE]
        texts = [f"<t:{line.at}:R> {Reader(table.as_of(line.seq))(line.text)}" for line in shown] or [
            read(say("Nothing has happened yet."))
        ]
        turning = []
        if page < last:
            turning.append(button(read(say("Older")), ids.button("log", table.id, 0, str(page + 1))))
        if page > 0:
            turning.append(button(read(say("Newer")), ids.button("log", table.id, 0, str(page - 1))))
        return message("\n".join(texts), *rows(turning))

    async def _game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        if slug:
            return self.bot.shelf.game(slug)
        try:
            return self.bot.shelf.game(
                (await self.tables.in_channel(interaction.channel_id or 0, live_only=False)).game
            )
        except Refusal:
            games = self.bot.shelf.games()
            if len(games) == 1:
                return games[0]
            raise Refusal(
                say("There is no table in this channel. Say which game’s rules you want: /rules game:")
            ) from None


def house_parts(game: AnyGame) -> list[str]:
    """The groups of components that no rule text prints: found elsewhere, inferred or designed here."""
    groups = msgspec.structs.asdict(game.components)
    return [f"{name} ({held.source})" for name, held in groups.items() if getattr(held, "source", "rules") != "rules"]


def _headings(game: AnyGame) -> list[str]:
    return list(dict.fromkeys(rule.heading for rule in rules(game.slug)))


def _contents(game: AnyGame) -> discord.ui.LayoutView:
    read = Reader()
    listed = rules(game.slug)
    texts = [f"### {game.title}"]
    for heading in _headings(game):
        numbers = [rule.number for rule in listed if rule.heading == heading]
        texts.append(read(say("**{heading}** {first}–{last}", heading=heading, first=numbers[0], last=numbers[-1])))
    own = house_parts(game)
    if own:
        texts.append(
            "-# "
            + read(
                say(
                    "No rule text prints these parts, so they are our own or found elsewhere: {parts}.", parts=list(own)
                )
            )
        )
    return message("\n".join(texts), _section_select(game))


def _section(game: AnyGame, number: int) -> discord.ui.LayoutView:
    heading = _headings(game)[number]
    return _page([rule for rule in rules(game.slug) if rule.heading == heading], heading, game)


def _one_rule(game: AnyGame, wanted: str) -> discord.ui.LayoutView:
    listed = rules(game.slug)
    number = wanted.strip().upper()
    found = [rule for rule in listed if rule.number == number or rule.number.startswith(f"{number}.")]
    found = found or [rule for rule in listed if wanted.strip().casefold() in f"{rule.heading} {rule.text}".casefold()]
    if not found:
        raise Refusal(say("No rule says “{wanted}”. /rules without a word shows the contents.", wanted=wanted[:40]))
    return _page(found, found[0].heading, game)


def _page(shown: list[Rule], heading: str, game: AnyGame) -> discord.ui.LayoutView:
    text = "\n".join(f"**{rule.number}** {rule.text}" for rule in shown)
    return message(f"### {game.title}: {heading}", fit(text, RULES_TEXT), _section_select(game))


def _section_select(game: AnyGame) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    headings = list(enumerate(_headings(game)))[:SELECT_OPTIONS]
    chapters = [(str(i), heading) for i, heading in headings]
    return select(ids.select("rule", 0, 0, game.slug), Reader()(say("Read a chapter")), chapters)


def _bare(text: str) -> str:
    return text.replace("*", "").replace("`", "")


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(Look(bot))
