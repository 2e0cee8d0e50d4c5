"""/rules shows rules by number or by word, in pages; /why says what cannot be done now."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, SELECT_OPTIONS, SELECT_TEXT, fit
from cogs.interactions.press import Press, numbered, parted
from cogs.messages.layout import button, message, rows, select
from cogs.messages.presenter import BlockedOption, refused
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.host.model.table import Table
from engine.kernel.menu import Menu, Words
from engine.kernel.registry import AnyGame
from engine.kernel.text import Refusal, Text, say
from engine.ops.owner_files import house_parts
from engine.ops.rule_pages import rules
from engine.ops.rule_search import cited, found
from engine.rulebook import Rule, told_in

PAGE = 3000
"""Characters of rules on one page."""
PART = "part"
"""The context in which the catalogues hold the names of groups of components."""
NAMED = 4
"""Choices that are named beside one reason; the rest are counted."""


class Rules(TableCog):
    """The rules, and why a choice is refused."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(self, {"rules": self._contents_pressed})
        self.bot.presses.register(self, {"why": self._why_pressed}, who="player")
        self.bot.presses.register(self, {"rule": self._chapter_chosen, "page": self._page_turned}, anywhere=True)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="The numbered rules of a game")
    @app_commands.describe(rule="A number or a word to look for", game="Which game; this channel's if left out")
    @ANYWHERE
    async def rules(self, interaction: discord.Interaction, rule: str = "", game: str = "") -> None:
        """Show one rule with its details, all rules that contain a word, or the contents."""
        chosen = await self._game(interaction, game)
        language = await self.bot.locales.to_person(interaction)
        view = _searched(chosen, rule.strip(), 0, language) if rule.strip() else _contents(chosen, language)
        await interaction.response.send_message(view=view, ephemeral=True)

    @rules.autocomplete("rule")
    async def _rule_names(self, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            game = await self._game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        listed = rules(game, (await self.bot.locales.to_person(interaction)).code)
        return [
            app_commands.Choice(
                name=fit(f"{rule.number} · {rule.heading} · {_bare(rule.text)}", SELECT_TEXT), value=rule.number
            )
            for rule in (found(listed, typed) if typed.strip() else listed)[:AUTOCOMPLETE_CHOICES]
        ]

    @rules.autocomplete("game")
    async def _game_names(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [app_commands.Choice(name=game.title, value=game.slug) for game in self.games_like(typed)]

    @app_commands.command(description="What you cannot do now, and why, with the rules that say so")
    @ANYWHERE
    async def why(self, interaction: discord.Interaction) -> None:
        """Show everything that the present decision refuses."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        table, _, root = await self.tables.moves.menu(table.id, interaction.user.id)
        await interaction.response.send_message(
            view=_reasons(
                self.bot.catalogue.game(table.game), table, root, await self.bot.locales.to_person(interaction)
            ),
            ephemeral=True,
        )

    # -------------------------------------------------------------- buttons
    async def _contents_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        language = await self.bot.locales.to_person(press.interaction)
        view = _contents(self.bot.catalogue.game(table.game), language)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _chapter_chosen(self, press: Press) -> None:
        game = self.bot.catalogue.game(press.rest)
        language = await self.bot.locales.to_person(press.interaction)
        await press.interaction.response.edit_message(view=_chapter(game, press.chosen_number, 0, language))

    async def _page_turned(self, press: Press) -> None:
        slug, number, what = parted(press.rest, 3)
        page = numbered(number)
        game = self.bot.catalogue.game(slug)
        kind, _, wanted = what.partition("=")
        language = await self.bot.locales.to_person(press.interaction)
        view = (
            _chapter(game, numbered(wanted), page, language) if kind == "c" else _searched(game, wanted, page, language)
        )
        await press.interaction.response.edit_message(view=view)

    async def _why_pressed(self, press: Press) -> None:
        table, _, root = await self.tables.moves.menu(press.table, press.interaction.user.id)
        # An outdated button explains the present decision.
        words = custom_ids.unpack(root, press.rest) if press.rev == table.asked else ()
        language = await self.bot.locales.to_person(press.interaction)
        view = _reasons(self.bot.catalogue.game(table.game), table, root, language, words)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    # ---------------------------------------------------------------- parts
    async def _game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        if slug:
            return self.bot.catalogue.named(slug)
        try:
            return self.bot.catalogue.game(
                (await self.tables.in_channel(interaction.channel_id or 0, live_only=False)).game
            )
        except Refusal:
            games = self.bot.catalogue.games()
            if len(games) == 1:
                return games[0]
            raise Refusal(
                say("There is no table in this channel. Say which game’s rules you want: /rules game:")
            ) from None


# ------------------------------------------------------------------- reading
def pages(shown: Sequence[Rule]) -> list[list[Rule]]:
    """The rules in pages that fit a message; no rule is split."""
    parted: list[list[Rule]] = [[]]
    room = PAGE
    for rule in shown:
        size = len(_line(rule))
        if size > room and parted[-1]:
            parted.append([])
            room = PAGE
        parted[-1].append(rule)
        room -= size
    return parted


def _line(rule: Rule) -> str:
    return fit(f"**{rule.number}** {rule.text}", PAGE)


def _headings(game: AnyGame, language: Language) -> list[str]:
    return list(dict.fromkeys(rule.heading for rule in rules(game, language.code)))


def _contents(game: AnyGame, language: Language) -> discord.ui.LayoutView:
    fmt = TextFormatter(translate=language)
    listed = rules(game, language.code)
    if not listed:
        raise Refusal(
            say("The rules of {game} are not written down here yet. Ask somebody who plays it.", game=game.title)
        )
    texts = [f"### {game.title}"]
    for heading in _headings(game, language):
        numbers = [rule.number for rule in listed if rule.heading == heading]
        span = numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        texts.append(fmt(say("**{heading}** {numbers}", heading=heading, numbers=span)))
    sources = {"found": say("found elsewhere"), "inferred": say("inferred"), "house": say("our own")}
    own: list[Text] = [
        say("{part} ({sources})", part=language.name(PART, name), sources=[sources[source] for source in given])
        for name, given in house_parts(game.components).items()
    ]
    if own:
        texts.append("-# " + fmt(say("No rule text prints all of these parts: {parts}.", parts=list(own))))
    if not told_in(game.slug, language.code):
        texts.append("-# " + fmt(say("These rules are not translated yet: you read them in English.")))
    return message("\n".join(texts), _chapter_select(game, language))


def _chapter(game: AnyGame, number: int, page: int, language: Language) -> discord.ui.LayoutView:
    headings = _headings(game, language)
    heading = headings[min(max(number, 0), len(headings) - 1)]
    shown = [rule for rule in rules(game, language.code) if rule.heading == heading]
    return _paged(game, heading, shown, f"c={number}", page, language)


def _searched(game: AnyGame, wanted: str, page: int, language: Language) -> discord.ui.LayoutView:
    shown = found(rules(game, language.code), wanted)
    if not shown:
        raise Refusal(say("No rule says “{wanted}”. /rules without a word shows the contents.", wanted=wanted[:40]))
    headings = {rule.heading for rule in shown}
    title = headings.pop() if len(headings) == 1 else f"“{fit(wanted, 40)}”"
    return _paged(game, title, shown, f"w={wanted}", page, language)


def _paged(
    game: AnyGame, title: str, shown: Sequence[Rule], what: str, page: int, language: Language
) -> discord.ui.LayoutView:
    fmt = TextFormatter(translate=language)
    parted = pages(shown)
    page = min(max(page, 0), len(parted) - 1)

    def turn(to: int) -> str:
        head = f"{game.slug}:{to}:"
        # The typed text may be too long for the id: a shortened one finds more rules rather than fewer.
        return custom_ids.button("page", 0, 0, (head + what)[: custom_ids.room("page", 0, 0)])

    turning = []
    if page > 0:
        turning.append(button(fmt(say("Page before")), turn(page - 1)))
    if page < len(parted) - 1:
        turning.append(button(fmt(say("Next page")), turn(page + 1)))
    return message(
        f"### {game.title}: {title}",
        "\n".join(_line(rule) for rule in parted[page]),
        fmt(say("-# Page {page} of {n}", page=page + 1, n=len(parted))) if len(parted) > 1 else "",
        *rows(turning),
        _chapter_select(game, language),
    )


def _chapter_select(game: AnyGame, language: Language) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    headings = list(enumerate(_headings(game, language)))[:SELECT_OPTIONS]
    chapters = [(str(i), heading) for i, heading in headings]
    return select(
        custom_ids.select("rule", 0, 0, game.slug), TextFormatter(translate=language)(say("Read a chapter")), chapters
    )


def _bare(text: str) -> str:
    return text.replace("*", "").replace("`", "")


# ------------------------------------------------------------------ reasons
def _reasons(game: AnyGame, table: Table, root: Menu, language: Language, prefix: Words = ()) -> discord.ui.LayoutView:
    """What cannot be chosen from here, each reason once, and the rules that the reasons cite."""
    fmt = TextFormatter(table, translate=language)
    nos = refused(root, prefix)
    if not nos:
        return message(fmt(say("Nothing is ruled out now: you may choose anything that you are offered.")))
    by_reason: dict[str, list[str]] = {}
    for no in nos:
        by_reason.setdefault(fmt(no.why), []).append(_name(no, table, len(prefix), language))
    lines: list[str] = []
    for why, names in by_reason.items():
        more = [fmt(say("{n} more", n=len(names) - NAMED))] if len(names) > NAMED else []
        lines.append(f"- **{', '.join([*names[:NAMED], *more])}**: {why}")
    quoted = [f"> {_line(rule)}" for rule in cited(" ".join(by_reason), rules(game, language.code))]
    return message(fmt(say("### What you cannot do now")), "\n".join(lines), "\n".join(quoted))


def _name(no: BlockedOption, table: Table, skipped: int, language: Language) -> str:
    return " › ".join(plain_label(label, table, language) for label in no.path[skipped:])


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Rules(bot))
