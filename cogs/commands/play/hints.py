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
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    format_bar,
)
from cogs.pictures.picture_service import Picture, PicturePreferences, create_files, list_pictures
from engine.host.service.history.analyses import list_option_labels
from engine.host.service.play.hints import SeatHints
from engine.kernel.menu import Menu, Words, generate_levels
from engine.kernel.text import Text, say
from engine.players.hints import Hint, Standing
from render.kit.scene import load_painter

HINT_LETTERS = "ABC"
BAR_BLOCKS = 10
"""Blocks of the bar before a move."""
CHANCE_STEP_PERCENT = 5
"""Chances are shown in such steps: the estimates are no finer."""


class HintCommands(TableCog):
    """The button for hints."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.press_handlers.register(self, {"hint": self._on_hints}, audience="player")

    async def _on_hints(self, press: Press) -> None:
        view, pictures = await deferral.await_or_defer(press.interaction, self._build_hints(press))
        await deferral.send_answer(press.interaction, view, create_files(*pictures))

    async def _build_hints(self, press: Press) -> tuple[discord.ui.LayoutView, list[Picture]]:
        """Build the message with the hints and its pictures, or the question that comes before the first hint of a counted game."""
        seat_hints = await self.tables.hints.request_hints(
            press.table_id, press.interaction.user.id, press.revision, accepts_uncounted=press.rest == "yes"
        )
        if seat_hints is None:
            return await self._build_confirmation(press), []
        language = await self.bot.locales.find_person_language(press.interaction)
        fmt = TextFormatter(seat_hints.table, translate=language)
        preferences = await self.load_preferences(press.interaction)
        pictures = await self._draw_pictures(seat_hints, language, preferences)
        reversible_moves = await self.tables.moves.list_reversible(
            press.table_id, press.interaction.user.id, [hint.words for hint in seat_hints.hints]
        )
        lines: list[str] = []
        buttons: list[Button] = []
        for letter, hint in zip(HINT_LETTERS, seat_hints.hints, strict=False):
            lines.append(describe_hint(letter, hint, seat_hints.menu, fmt))
            style = GREEN_STYLE if hint.words in reversible_moves else BLUE_STYLE
            buttons.append(build_button(letter, _build_step_id(seat_hints, hint.words), style))
        explanation = say(
            "Chances are the captain’s estimates, from what you can know; moves about equal are ones that it cannot tell apart. "
            "Green plays that move at once, blue asks first."
        )
        view = build_message(
            f"### {fmt(say('What the captain would do'))}",
            "\n".join(lines),
            *preferences.arrange_pictures(*pictures),
            f"-# {fmt(explanation)}",
            *build_button_rows(buttons),
        )
        return view, pictures

    async def _build_confirmation(self, press: Press) -> discord.ui.LayoutView:
        """Build the question whether to ask the captain in a game that then counts no more."""
        fmt = await self.create_private_formatter(press.interaction)
        warning = say("A game in which the captain was asked does not count on {/stats}. Ask all the same?")
        confirm_id = custom_ids.build_button_id("hint", press.table_id, press.revision, "yes")
        button = build_button(fmt(say("Ask the captain")), confirm_id, BLUE_STYLE)
        return build_message(fmt(warning), *build_button_rows([button]))

    async def _draw_pictures(
        self, seat_hints: SeatHints, language: Language, preferences: PicturePreferences
    ) -> list[Picture]:
        """Draw the board with the letters, and the hand if there are letters on it."""
        snapshot = await self.tables.snapshots.take_snapshot(seat_hints.table.id, seat_hints.seat)
        painter, service = load_painter(seat_hints.table.game), self.bot.picture_service
        letters_in_hand: dict[str, str] = {}
        letters_on_board: dict[str, str] = {}
        for spot, letter in assign_letters(seat_hints).items():
            if painter.find_picture(spot) == "board":
                letters_on_board[spot] = letter
            else:
                letters_in_hand[spot] = letter
        pictures: list[Picture | None] = []
        if letters_in_hand:
            pictures.append(await service.draw_hand(snapshot, language, preferences.tone, letters_in_hand))
        if letters_on_board or not letters_in_hand:
            draw = service.draw_board if preferences.shows_whole_board else service.draw_crop
            pictures.append(await draw(snapshot, language, preferences.tone, letters_on_board))
        return list_pictures(*pictures)


def _build_step_id(seat_hints: SeatHints, words: Words) -> str:
    """Build the id of the button that leads to a move on the panel."""
    table = seat_hints.table
    free_chars = custom_ids.count_free_chars("step", table.id, table.asked_revision)
    path = custom_ids.pack_path(seat_hints.menu, words, free_chars)
    return custom_ids.build_button_id("step", table.id, table.asked_revision, path)


def describe_hint(letter: str, hint: Hint, menu: Menu, fmt: TextFormatter) -> str:
    """Describe a move: its letter, its chance as a bar, how it compares, its path and its reason."""
    bar = format_bar(round(hint.value * BAR_BLOCKS), BAR_BLOCKS)
    path = fmt.format_path(list_option_labels(menu, hint.words))
    chance = say("about {n} %", n=CHANCE_STEP_PERCENT * round(100 * hint.value / CHANCE_STEP_PERCENT))
    line = f"**{letter}** {bar} {fmt(chance)}, {fmt(describe_standing(hint.standing))} · {path}"
    if hint.reason is None:
        return line
    return f"{line}\n-# {fmt(hint.reason)}"


def describe_standing(standing: Standing) -> Text:
    """Describe how a move compares with the others."""
    texts: dict[Standing, Text] = {
        "best": say("clearly best"),
        "equal": say("about equal"),
        "only": say("the only choice"),
        "behind": say("clearly worse"),
    }
    return texts[standing]


def assign_letters(seat_hints: SeatHints) -> dict[str, str]:
    """Assign the letters of the moves to spots. A spot that belongs to several moves keeps the first letter."""
    letter_by_spot: dict[str, str] = {}
    for letter, hint in zip(HINT_LETTERS, seat_hints.hints, strict=False):
        for spot in list_spots(seat_hints.menu, hint.words):
            letter_by_spot.setdefault(spot, letter)
    return letter_by_spot


def list_spots(menu: Menu, words: Words) -> Sequence[str]:
    """List the spots of the options that make up a complete move."""
    spots: list[str] = []
    for _, picked in generate_levels(menu, words):
        for option in picked:
            spots += option.spots
    return spots


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(HintCommands(bot))
