""" "What would the captain do?": three moves with letters on the board, how good each looks and why; for the one who asks alone."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import BLUE, GREEN, button, message, rows
from cogs.pictures.picture_service import Picture, preferences_of
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine.host.service.past.analyses import labels
from engine.host.service.play.hints import Advised
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from engine.players.hints import Hint
from render.kit.scene import painter

LETTERS = "ABC"
BAR = 10
"""Blocks of the bar beside a move."""


class Hints(TableCog):
    """Asking the captain."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.presses.register(self, {"hint": self._pressed}, who="player")

    async def _pressed(self, press: Press) -> None:
        view, pictures = await deferral.in_time(press.interaction, self._composed(press))
        await deferral.send(press.interaction, view, [picture.file() for picture in pictures])

    async def _composed(self, press: Press) -> tuple[discord.ui.LayoutView, list[Picture]]:
        user = press.interaction.user.id
        advised = await self.tables.hints.ask(press.table, user, press.rev, uncounted=press.rest == "yes")
        if advised is None:
            fmt = await self.private_formatter(press.interaction)
            warning = say("A game in which the captain was asked does not count on /stats. Ask all the same?")
            sure = button(fmt(say("Ask the captain")), custom_ids.button("hint", press.table, press.rev, "yes"), BLUE)
            return message(fmt(warning), *rows([sure])), []
        language = await self.bot.locales.to_person(press.interaction)
        fmt = TextFormatter(advised.table, translate=language)
        pictures = await self._pictures(press.interaction, advised, language)
        lines = [told(letter, hint, advised.menu, fmt) for letter, hint in zip(LETTERS, advised.hints, strict=False)]
        free = await self.tables.moves.free(press.table, user, [hint.words for hint in advised.hints])
        buttons = [
            button(letter, _step(advised, hint.words), GREEN if hint.words in free else BLUE)
            for letter, hint in zip(LETTERS, advised.hints, strict=False)
        ]
        how = say(
            "Chances are the captain’s estimates, from what you can know. Green plays that move at once, blue asks first."
        )
        head = f"### {fmt(say('What the captain would do'))}"
        return message(head, "\n".join(lines), *pictures, f"-# {fmt(how)}", *rows(buttons)), pictures

    async def _pictures(self, interaction: discord.Interaction, advised: Advised, language: Language) -> list[Picture]:
        """The board with the letters, and the hand where letters are on it."""
        snapshot = await self.tables.snapshots.take(advised.table.id, advised.seat)
        preferences = preferences_of((await self.tables.settings.chosen("person", interaction.user.id)).values)
        marks = marked(advised)
        artist, service = painter(advised.table.game), self.bot.picture_service
        in_hand = {spot: letter for spot, letter in marks.items() if artist.on_hand(spot)}
        on_board = {spot: letter for spot, letter in marks.items() if spot not in in_hand}
        board = service.board if preferences.whole else service.crop
        drawn = [await service.hand(snapshot, language, preferences.tone, in_hand)] if in_hand else []
        if on_board or not in_hand:
            drawn.append(await board(snapshot, language, preferences.tone, on_board))
        return [picture for picture in drawn if picture is not None]


def _step(advised: Advised, words: Words) -> str:
    table, root = advised.table, advised.menu
    return custom_ids.button(
        "step", table.id, table.asked, custom_ids.pack(root, words, custom_ids.room("step", table.id, table.asked))
    )


def told(letter: str, hint: Hint, menu: Menu, fmt: TextFormatter) -> str:
    """A move with its bar, and why."""
    full = round(hint.value * BAR)
    bar = "▰" * full + "▱" * (BAR - full)
    path = " › ".join(fmt(label) for label in labels(menu, hint.words))
    line = f"**{letter}** {bar} {round(100 * hint.value)} % · {path}"
    return line if hint.what is None else f"{line}\n-# {fmt(why(hint.what, hint.tenths))}"


def why(what: Text, tenths: int) -> Text:
    """What a move changes most, in tenths of what that is counted in."""
    n = f"{tenths / 10:+.1f}".removesuffix(".0").replace("-", "−")
    return say("{what}: {n}", what=what, n=n)


def marked(advised: Advised) -> dict[str, str]:
    """The letters on the board: each move has its own places, those that an earlier one has stay with that."""
    marks: dict[str, str] = {}
    for letter, hint in zip(LETTERS, advised.hints, strict=False):
        for spot in spots(advised.menu, hint.words):
            marks.setdefault(spot, letter)
    return marks


def spots(menu: Menu, words: Words) -> Sequence[str]:
    """The places of the choices of a complete move."""
    found: list[str] = []
    level: Menu | None = menu
    for word in words:
        if level is None:
            break
        picked = {word, *word.split("+")}
        found += [option.spot for option in level.options if option.word in picked and option.spot]
        level = level.then(word)
    return found


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Hints(bot))
