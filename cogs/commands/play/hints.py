"""The button "What would the captain do?": up to three moves with letters on the board, their chances and reasons. Only the
person who presses sees them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.client import Overwinter
from cogs.commands.cog import TableCog
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids, deferral
from cogs.interactions.press import Press
from cogs.messages.layout import BLUE_STYLE, GREEN_STYLE, build_button, build_button_rows, build_message
from cogs.pictures.picture_service import Picture, PicturePreferences
from engine.host.service.history.analyses import list_labels
from engine.host.service.play.hints import SeatHints
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from engine.players.hints import Hint, Standing
from render.kit.scene import load_painter

HINT_LETTERS = "ABC"
BAR_BLOCKS = 10
"""Blocks of the bar before a move."""
CHANCE_STEP = 5
"""Chances are shown in steps of this many hundredths: the estimates are no finer."""


class HintCommands(TableCog):
    """The button for hints."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(self, {"hint": self._on_hints}, audience="player")

    async def _on_hints(self, press: Press) -> None:
        view, pictures = await deferral.await_or_defer(press.interaction, self._build_hints(press))
        await deferral.send_answer(press.interaction, view, [picture.create_file() for picture in pictures])

    async def _build_hints(self, press: Press) -> tuple[discord.ui.LayoutView, list[Picture]]:
        user = press.interaction.user.id
        advised = await self.tables.hints.request_hints(
            press.table_id, user, press.revision, accepts_uncounted=press.rest == "yes"
        )
        if advised is None:
            fmt = await self.create_private_formatter(press.interaction)
            warning = say("A game in which the captain was asked does not count on {/stats}. Ask all the same?")
            sure = build_button(
                fmt(say("Ask the captain")),
                custom_ids.build_button_id("hint", press.table_id, press.revision, "yes"),
                BLUE_STYLE,
            )
            return build_message(fmt(warning), *build_button_rows([sure])), []
        language = await self.bot.locales.find_person_language(press.interaction)
        fmt = TextFormatter(advised.table, translate=language)
        preferences = await self.load_preferences(press.interaction)
        pictures = await self._draw_pictures(advised, language, preferences)
        lines = [
            describe_hint(letter, hint, advised.menu, fmt)
            for letter, hint in zip(HINT_LETTERS, advised.hints, strict=False)
        ]
        free = await self.tables.moves.list_reversible(press.table_id, user, [hint.words for hint in advised.hints])
        buttons = [
            build_button(letter, _build_step(advised, hint.words), GREEN_STYLE if hint.words in free else BLUE_STYLE)
            for letter, hint in zip(HINT_LETTERS, advised.hints, strict=False)
        ]
        how = say(
            "Chances are the captain’s estimates, from what you can know; moves about equal are ones that it cannot tell apart. "
            "Green plays that move at once, blue asks first."
        )
        head = f"### {fmt(say('What the captain would do'))}"
        shown = preferences.arrange_pictures(*pictures)
        return build_message(head, "\n".join(lines), *shown, f"-# {fmt(how)}", *build_button_rows(buttons)), pictures

    async def _draw_pictures(
        self, advised: SeatHints, language: Language, preferences: PicturePreferences
    ) -> list[Picture]:
        """Draw the board with the letters, and the hand if there are letters on it."""
        snapshot = await self.tables.snapshots.take_snapshot(advised.table.id, advised.seat)
        marks = assign_letters(advised)
        artist, service = load_painter(advised.table.game), self.bot.picture_service
        in_hand = {spot: letter for spot, letter in marks.items() if artist.find_picture(spot) != "board"}
        on_board = {spot: letter for spot, letter in marks.items() if spot not in in_hand}
        board = service.draw_board if preferences.shows_whole_board else service.draw_crop
        drawn = [await service.draw_hand(snapshot, language, preferences.tone, in_hand)] if in_hand else []
        if on_board or not in_hand:
            drawn.append(await board(snapshot, language, preferences.tone, on_board))
        return [picture for picture in drawn if picture is not None]


def _build_step(advised: SeatHints, words: Words) -> str:
    table, root = advised.table, advised.menu
    return custom_ids.build_button_id(
        "step",
        table.id,
        table.asked_revision,
        custom_ids.pack_path(root, words, custom_ids.count_free_chars("step", table.id, table.asked_revision)),
    )


def describe_hint(letter: str, hint: Hint, menu: Menu, fmt: TextFormatter) -> str:
    """Describe a move: its letter, its chance as a bar, how it compares, its path and its reason."""
    full = round(hint.value * BAR_BLOCKS)
    bar = "▰" * full + "▱" * (BAR_BLOCKS - full)
    path = " › ".join(fmt(label) for label in list_labels(menu, hint.words))
    chance = say("about {n} %", n=CHANCE_STEP * round(100 * hint.value / CHANCE_STEP))
    line = f"**{letter}** {bar} {fmt(chance)}, {fmt(describe_standing(hint.standing))} · {path}"
    return line if hint.reason is None else f"{line}\n-# {fmt(hint.reason)}"


def describe_standing(standing: Standing) -> Text:
    """Describe how a move compares with the others."""
    texts: dict[Standing, Text] = {
        "best": say("clearly best"),
        "equal": say("about equal"),
        "only": say("the only choice"),
        "behind": say("clearly worse"),
    }
    return texts[standing]


def assign_letters(advised: SeatHints) -> dict[str, str]:
    """Assign the letters to places on the board. A place that belongs to several moves keeps the first letter."""
    marks: dict[str, str] = {}
    for letter, hint in zip(HINT_LETTERS, advised.hints, strict=False):
        for spot in list_spots(advised.menu, hint.words):
            marks.setdefault(spot, letter)
    return marks


def list_spots(menu: Menu, words: Words) -> Sequence[str]:
    """List the places of the choices of a complete move."""
    spots: list[str] = []
    current: Menu | None = menu
    for word in words:
        if current is None:
            break
        picks = {word, *word.split("+")}
        spots += [spot for option in current.options if option.word in picks for spot in option.spots]
        current = current.next_menu(word)
    return spots


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(HintCommands(bot))
