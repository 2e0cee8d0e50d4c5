"""The panel: one player's private picture and controls, made from a snapshot and a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.limits import MAX_COMPONENTS, MAX_ROW_BUTTONS, shorten
from cogs.messages.choices import Choice
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_select,
)
from cogs.messages.lists import ChoiceBlock, count_parts
from cogs.messages.presenter import MAX_SHORTCUTS, MoveScreen, list_one_press_moves
from cogs.pictures.picture_service import Picture, PicturePreferences, PictureService
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say
from render.kit.scene import Prompt, load_painter

MAX_WHISPERS = 3
MAX_NOTE_CHARS = 600
"""The length of a note in the panel."""
MAX_REASONS_SHOWN = 2
"""Up to this many refused choices are shown with their reasons; beyond that there is "Why not?"."""


class ActionSet(msgspec.Struct, frozen=True):
    """The actions of a menu's controls, and the label of the last button.

    `several` is the action of a list from which several answers are picked, `ends` of a move that ends the game. `before` is
    put before the words in every custom id.
    """

    whole: str
    step: str
    pick: str
    group: str
    last_label: Text
    why: str = ""
    ends: str = ""
    before: str = ""
    several: str = ""


MOVE_ACTIONS = ActionSet("play", "step", "pick", "group", say("Play it"), "why", "end", several="many")
ORDER_ACTIONS = ActionSet("order", "ostep", "opick", "ogroup", say("Leave this order"))


class ControlOptions(msgspec.Struct, frozen=True):
    """The behaviour of a step's controls.

    `free_moves` are whole moves that are played without a confirmation. `ends_game`: the complete move ends the game.
    `extra_buttons` are added below the first step.
    """

    actions: ActionSet = MOVE_ACTIONS
    free_moves: Collection[Words] = ()
    ends_game: bool = False
    extra_buttons: Sequence[Button] = ()


class PanelTexts(msgspec.Struct, frozen=True):
    """The texts of a panel around its question: a notice above it, the events of the move so far, and the viewer's note."""

    notice: Text | None = None
    preview: Sequence[Text] = ()
    note: str = ""


PanelMessage = tuple[ui.LayoutView, list[Picture]]
"""A panel with its pictures."""


async def build_panel(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
    panel_texts: PanelTexts,
    options: ControlOptions,
) -> PanelMessage:
    """Build the message for one step of a move, and the pictures to attach."""
    table = snapshot.table
    fmt = TextFormatter(table, translate=language)
    is_overrun = picture_service.is_overrun
    pictures = [] if is_overrun else await _draw_pictures(picture_service, snapshot, screen, language, preferences)
    lines = _format_question(table, screen, language, panel_texts.preview)
    if is_overrun:
        missing = say("There is too much to draw just now, so the picture is left out; the board is in the channel.")
        lines.append(f"-# {fmt(missing)}")
    if screen.shortcuts:
        lines.append(_format_shortcuts(screen, TextFormatter(table, translate=language, is_bold=False)))
    view = build_message(
        fmt(panel_texts.notice) if panel_texts.notice else "",
        format_whispers(snapshot, fmt),
        "\n".join(lines),
        format_note(panel_texts.note, fmt),
        *pictures,
        *build_controls(table, root, screen, language, options),
    )
    return view, pictures


def _format_question(table: Table, screen: MoveScreen, language: Language, preview: Sequence[Text]) -> list[str]:
    """Format the way so far, its events, the question, and what cannot be chosen."""
    fmt = TextFormatter(table, translate=language)
    lines = []
    if screen.path:
        plain = TextFormatter(table, translate=language, is_bold=False)
        lines.append("**" + " › ".join(plain(label) for label in screen.path) + "**")
    lines += [fmt(event) for event in preview]
    lines.append(fmt(screen.prompt))
    if len(screen.refused_options) <= MAX_REASONS_SHOWN:
        for option in screen.refused_options:
            reason = option.why_not or say("not now")
            lines.append(f"-# {fmt(say('Not now: {option}. {why}', option=option.label, why=reason))}")
    explanation = explain_buttons(screen)
    if explanation is not None:
        lines.append(f"-# {fmt(explanation)}")
    return lines


def count_shortcut_room(screen: MoveScreen, extra_buttons: Sequence[Button], texts: int) -> int:
    """Count the shortcuts that a first step can have within Discord's limit, with `texts` texts and two pictures."""
    last_row_buttons = len(extra_buttons) + bool(screen.refused_options)
    last_rows = -(-last_row_buttons // MAX_ROW_BUTTONS)
    others = 1 + texts + 2 + count_parts(screen.blocks) + last_row_buttons + last_rows
    return max(0, min(MAX_SHORTCUTS, MAX_COMPONENTS - others - 1))


async def _draw_pictures(
    picture_service: PictureService,
    snapshot: TableSnapshot,
    screen: MoveScreen,
    language: Language,
    preferences: PicturePreferences,
) -> list[Picture]:
    """Draw the hand and the board as far as they matter for the step.

    The hand is drawn if choices are in it, and at the first step unless much is to be drawn; the board if choices are on it or a
    draft changes it.
    """
    hand_marks, board_marks = _separate_marks(snapshot, screen)
    pictures: list[Picture | None] = []
    is_first_step = screen.back_prefix is None
    has_marks = bool(hand_marks or board_marks)
    prompt = None
    if has_marks and not screen.is_complete:
        prompt = Prompt(screen.prompt, screen.path, screen.spots)
    if hand_marks or not has_marks or (is_first_step and not picture_service.is_rushed):
        pictures.append(await picture_service.draw_hand(snapshot, language, preferences.tone, hand_marks, prompt))
    if board_marks or snapshot.draft_words or not any(pictures):
        if preferences.shows_whole_board:
            board = await picture_service.draw_board(
                snapshot, language, preferences.tone, board_marks, prompt, moving=preferences.is_animated
            )
        else:
            board = await picture_service.draw_crop(snapshot, language, preferences.tone, board_marks, prompt)
        pictures.append(board)
    return [picture for picture in pictures if picture is not None]


def _separate_marks(snapshot: TableSnapshot, screen: MoveScreen) -> tuple[dict[str, str], dict[str, str]]:
    """Return the letters of the places in the hand and on the board. A draft's places on the board have no letter."""
    painter = load_painter(snapshot.table.game)
    marks = screen.marks
    if screen.is_complete and snapshot.draft_words:
        marks = {spot: "" for spot in screen.spots if not painter.is_on_hand(spot)}
    hand_marks: dict[str, str] = {}
    board_marks: dict[str, str] = {}
    for spot, letter in marks.items():
        target = hand_marks if painter.is_on_hand(spot) else board_marks
        target[spot] = letter
    return hand_marks, board_marks


def format_whispers(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """Format the latest lines that only this viewer was told."""
    return "\n".join(f"> {fmt(line.text)}" for line in snapshot.private_lines[-MAX_WHISPERS:])


def format_note(note: str, fmt: TextFormatter) -> str:
    """Format the viewer's own note."""
    if not note:
        return ""
    quoted = "\n".join(f"> {line}" for line in shorten(note, MAX_NOTE_CHARS).splitlines())
    return f"-# {fmt(say('Your note; /note changes it'))}\n{quoted}"


def explain_buttons(screen: MoveScreen) -> Text | None:
    """Explain the colours of a step's buttons and when a list plays. Return None if there is nothing to choose."""
    kinds = {block.kind for block in screen.blocks}
    has_buttons = bool(screen.shortcuts) or "buttons" in kinds
    has_lists = bool(kinds - {"buttons"})
    if "several" in kinds:
        if has_buttons:
            return say(
                "Green plays at once, blue asks more. Pick up to as many as a list says: they are done in its order, or in one "
                "that works, at once if you can take that back."
            )
        return say(
            "Pick up to as many as a list says: they are done in its order, or in one that works, at once if you can take that "
            "back."
        )
    if has_buttons and has_lists:
        return say("Green plays at once, blue asks more. A list plays at once what you can take back.")
    if has_buttons:
        return say("Green plays at once, blue asks more.")
    if has_lists:
        return say("A list plays at once what you can take back.")
    return None


def _format_shortcuts(screen: MoveScreen, fmt: TextFormatter) -> str:
    """Format the moves that the shortcuts play, a line each."""
    lines = [f"-# {fmt(say('Shortcuts to moves that come to mind first. They are no advice:'))}"]
    for shortcut in screen.shortcuts:
        path = " › ".join(fmt(label) for label in shortcut.path)
        lines.append(f"**{shortcut.letter}** · {path}")
    return "\n".join(lines)


def describe_no_room(omitted: Sequence[Text]) -> Text:
    """Describe the picks that were impossible after the others."""
    return say("This is not possible with the rest: {what}. Nothing is played yet; go on from here.", what=omitted)


# ---------------------------------------------------------------- controls
def build_controls(
    table: Table,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    options: ControlOptions | None = None,
) -> list[ui.ActionRow[Any]]:
    """Build the buttons and selects of one step."""
    return _ControlBuilder(table, root, screen, language, options or ControlOptions()).build_rows()


class _ControlBuilder:
    """Builds the controls of one screen of a menu."""

    def __init__(
        self, table: Table, root: Menu, screen: MoveScreen, language: Language, options: ControlOptions
    ) -> None:
        self._table = table
        self._root = root
        self._screen = screen
        self._language = language
        self._options = options
        self._actions = options.actions
        self._fmt = TextFormatter(table, translate=language)

    def build_rows(self) -> list[ui.ActionRow[Any]]:
        """Build the rows of the choices, the shortcuts and the last buttons."""
        rows: list[ui.ActionRow[Any]] = []
        select_counts = Counter[Words]()
        for block in self._screen.blocks:
            if block.kind == "buttons":
                rows += build_button_rows(self._build_choice_buttons(block))
            else:
                rows.append(self._build_select(block, select_counts[block.prefix]))
                select_counts[block.prefix] += 1
        rows += build_button_rows(self._build_shortcut_buttons())
        return rows + build_button_rows(self._build_last_buttons())

    def _build_choice_buttons(self, block: ChoiceBlock) -> list[Button]:
        # A whole move at the first step takes one press, since its label says it all.
        one_press_moves = list_one_press_moves(self._screen)
        buttons = []
        for choice in block.choices:
            action = self._actions.whole if choice.words in one_press_moves else self._actions.step
            custom_id = self._build_button_id(action, choice.words)
            buttons.append(build_button(self._format_label(choice), custom_id, self._find_style(choice.words)))
        return buttons

    def _build_shortcut_buttons(self) -> list[Button]:
        buttons = []
        for shortcut in self._screen.shortcuts:
            label = say("Play {letter}: {what}", letter=shortcut.letter, what=shortcut.label)
            custom_id = self._build_button_id(self._actions.step, shortcut.words)
            text = format_plain_label(label, self._table, self._language)
            buttons.append(build_button(text, custom_id, self._find_style(shortcut.words)))
        return buttons

    def _build_last_buttons(self) -> list[Button]:
        """Build the button that plays a complete move, "Back", "Why not?" and, at the first step, the extra buttons."""
        screen, actions = self._screen, self._actions
        is_first_step = screen.back_prefix is None
        buttons = []
        if screen.is_complete:
            action = actions.ends if self._options.ends_game else actions.whole
            custom_id = self._build_button_id(action, screen.prefix)
            buttons.append(build_button(self._fmt(actions.last_label), custom_id, GREEN_STYLE))
        if screen.back_prefix is not None:
            custom_id = self._build_button_id(actions.step, screen.back_prefix)
            buttons.append(build_button(self._fmt(say("Back")), custom_id))
        if screen.refused_options and actions.why:
            custom_id = self._build_button_id(actions.why, () if is_first_step else screen.prefix)
            buttons.append(build_button(self._fmt(say("Why not?")), custom_id))
        if is_first_step:
            buttons += self._options.extra_buttons
        return buttons

    def _build_select(self, block: ChoiceBlock, nth: int) -> ui.ActionRow[Any]:
        """Build a select, the nth one of its prefix. The value of a choice is its words after the prefix."""
        table = self._table
        action = {"groups": self._actions.group, "several": self._actions.several}.get(block.kind, self._actions.pick)
        max_chars = custom_ids.count_free_chars(action, table.id, table.asked_revision)
        max_chars -= len(custom_ids.make_nth_path("", nth)) + len(self._actions.before)
        packed = custom_ids.make_nth_path(custom_ids.pack_path(self._root, block.prefix, max_chars), nth)
        options = []
        for choice in block.choices:
            words = choice.words[len(block.prefix) : len(choice.words) - choice.silent_steps]
            options.append((" ".join(words), self._format_label(choice)))
        return build_select(
            custom_ids.build_select_id(action, table.id, table.asked_revision, self._actions.before + packed),
            format_plain_label(block.label, table, self._language),
            options,
            block.lo,
            block.hi,
        )

    def _build_button_id(self, action: str, words: Words) -> str:
        table, before = self._table, self._actions.before
        max_chars = custom_ids.count_free_chars(action, table.id, table.asked_revision) - len(before)
        packed = custom_ids.pack_path(self._root, words, max_chars)
        return custom_ids.build_button_id(action, table.id, table.asked_revision, before + packed)

    def _find_style(self, words: Words) -> discord.ButtonStyle:
        return GREEN_STYLE if words in self._options.free_moves else BLUE_STYLE

    def _format_label(self, choice: Choice) -> str:
        text = format_plain_label(choice.label, self._table, self._language)
        return f"{choice.letter} · {text}" if choice.letter else text
