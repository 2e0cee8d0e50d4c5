"""Looking without changing anything: /board, /log, /rules, and the buttons of the same names."""

from __future__ import annotations

import discord
import msgspec
from discord import app_commands

from cogs import ids
from cogs.client import Overwinter
from cogs.languages import Language
from cogs.layout import message, select
from cogs.limits import AUTOCOMPLETE_CHOICES, SELECT_OPTIONS, SELECT_TEXT, fit
from cogs.lobby import require_posting
from cogs.lobby_post import lobby_message
from cogs.log_page import PAGE, log_message
from cogs.press import Press
from cogs.table_cog import TableCog
from cogs.words import Reader
from engine.host.table import Table
from engine.kernel.registry import AnyGame
from engine.kernel.rulebook import Rule, rules, told_in
from engine.kernel.text import Refusal, Text, say

Choices = list[app_commands.Choice[str]]
RULES_TEXT = 3500
"""Characters of rules in one message."""
PART = "part"
"""The context in which the catalogues hold the names of groups of components."""


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
            read = await self.alone(interaction)
            await interaction.followup.send(read(say("Posted.")), ephemeral=True)
        else:
            await self._show_board(interaction, table, mine=view == "mine")

    @app_commands.command(description="What has happened at this channel's table")
    async def log(self, interaction: discord.Interaction) -> None:
        """The newest page of the log."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        await interaction.response.send_message(view=await self._log(interaction, table, None), ephemeral=True)

    @app_commands.command(description="The numbered rules of a game")
    @app_commands.describe(rule="A number or a word to look for", game="Which game; this channel's if left out")
    async def rules(self, interaction: discord.Interaction, rule: str = "", game: str = "") -> None:
        """One rule with its details, or the table of contents."""
        chosen = await self._game(interaction, game)
        language = await self.bot.speech.to_person(interaction)
        view = _one_rule(chosen, rule, language) if rule else _contents(chosen, language)
        await interaction.response.send_message(view=view, ephemeral=True)

    @rules.autocomplete("rule")
    async def _rule_names(self, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            game = await self._game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        language = await self.bot.speech.to_person(interaction)
        found = [
            rule
            for rule in rules(game.slug, language.code)
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
        view = await self._log(press.interaction, table, int(press.rest) if press.rest else None)
        if press.rest:
            await press.interaction.response.edit_message(view=view)
        else:
            await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _rules_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        language = await self.bot.speech.to_person(press.interaction)
        view = _contents(self.bot.shelf.game(table.game), language)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _rule_chosen(self, press: Press) -> None:
        language = await self.bot.speech.to_person(press.interaction)
        view = _section(self.bot.shelf.game(press.rest), int(press.values[0]), language)
        await press.interaction.response.edit_message(view=view)

    # ---------------------------------------------------------------- parts
    async def _show_board(self, interaction: discord.Interaction, table: Table, *, mine: bool = False) -> None:
        language = await self.bot.speech.to_person(interaction)
        sight = await self.tables.sight(table.id, table.seat_of(interaction.user.id))
        if sight.view is None:
            view = lobby_message(table, self.bot.shelf.game(table.game), language)
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        studio = self.bot.studio
        picture = await (studio.crop(sight, language) if mine else studio.board(sight, language))
        read = Reader(table, translate=language)
        recent = "\n".join(f"- {read(line.text)}" for line in sight.recent)
        await interaction.response.send_message(
            view=message(recent, picture), files=[picture.file()] if picture else [], ephemeral=True
        )

    async def _log(self, interaction: discord.Interaction, table: Table, end: int | None) -> discord.ui.LayoutView:
        page = await self.tables.log_page(table.id, table.seat_of(interaction.user.id), PAGE, end)
        return log_message(table, page, await self.alone(interaction, table))

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


def house_parts(game: AnyGame) -> dict[str, str]:
    """The groups of components that no rule text prints, and their source: found elsewhere, inferred or designed here."""
    groups = msgspec.structs.asdict(game.components)
    sources = {name: getattr(held, "source", "rules") for name, held in groups.items()}
    return {name: source for name, source in sources.items() if source != "rules"}


def _headings(game: AnyGame, language: Language) -> list[str]:
    return list(dict.fromkeys(rule.heading for rule in rules(game.slug, language.code)))


def _contents(game: AnyGame, language: Language) -> discord.ui.LayoutView:
    read = Reader(translate=language)
    listed = rules(game.slug, language.code)
    texts = [f"### {game.title}"]
    for heading in _headings(game, language):
        numbers = [rule.number for rule in listed if rule.heading == heading]
        texts.append(read(say("**{heading}** {first}–{last}", heading=heading, first=numbers[0], last=numbers[-1])))
    sources = {"found": say("found elsewhere"), "inferred": say("inferred"), "house": say("our own")}
    own: list[Text] = [
        say("{part} ({source})", part=language.name(PART, name), source=sources[source])
        for name, source in house_parts(game).items()
    ]
    if own:
        texts.append("-# " + read(say("No rule text prints these parts: {parts}.", parts=list(own))))
    if not told_in(game.slug, language.code):
        texts.append("-# " + read(say("These rules are not translated yet: you read them in English.")))
    return message("\n".join(texts), _section_select(game, language))


def _section(game: AnyGame, number: int, language: Language) -> discord.ui.LayoutView:
    heading = _headings(game, language)[number]
    return _page([rule for rule in rules(game.slug, language.code) if rule.heading == heading], heading, game, language)


def _one_rule(game: AnyGame, wanted: str, language: Language) -> discord.ui.LayoutView:
    listed = rules(game.slug, language.code)
    number = wanted.strip().upper()
    found = [rule for rule in listed if rule.number == number or rule.number.startswith(f"{number}.")]
    found = found or [rule for rule in listed if wanted.strip().casefold() in f"{rule.heading} {rule.text}".casefold()]
    if not found:
        raise Refusal(say("No rule says “{wanted}”. /rules without a word shows the contents.", wanted=wanted[:40]))
    return _page(found, found[0].heading, game, language)


def _page(shown: list[Rule], heading: str, game: AnyGame, language: Language) -> discord.ui.LayoutView:
    text = "\n".join(f"**{rule.number}** {rule.text}" for rule in shown)
    return message(f"### {game.title}: {heading}", fit(text, RULES_TEXT), _section_select(game, language))


def _section_select(game: AnyGame, language: Language) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    headings = list(enumerate(_headings(game, language)))[:SELECT_OPTIONS]
    chapters = [(str(i), heading) for i, heading in headings]
    return select(ids.select("rule", 0, 0, game.slug), Reader(translate=language)(say("Read a chapter")), chapters)


def _bare(text: str) -> str:
    return text.replace("*", "").replace("`", "")


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(Look(bot))
