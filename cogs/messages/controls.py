"""The buttons and selects of one screen of a menu, and the row of small buttons below them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Optional

import discord
import msgspec
from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.limits import shorten
from cogs.messages.blocks import ChoiceBlock
from cogs.messages.choices import Choice
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    GREY_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_select,
)
from cogs.messages.presenter import MoveScreen, Shortcut
from cogs.messages.screen_size import MAX_PANEL_LABEL_CHARS, ScreenSize, count_button_rows
from engine.host.model.table import Table
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say

END_MARK = "!"
"""The mark before the words of a control whose move is followed by the end of the turn."""
MAX_PAIRED_MOVES = 3
"""Up to this many whole moves have a second button that also ends the turn; more have a switch."""


class ActionSet(msgspec.Struct, frozen=True):
    """The actions of a menu's controls, and the label of the last button.

    `several` is the action of a list from which several answers are picked, `asked` of a move that its player was asked about.
    `before` is put before the words in every custom id.
    """

    whole: str
    step: str
    pick: str
    group: str
    last_label: Text
    asked: str = ""
    before: str = ""
    several: str = ""


MOVE_ACTIONS = ActionSet("play", "step", "pick", "group", say("Play it"), "end", several="many")
ORDER_ACTIONS = ActionSet("order", "ostep", "opick", "ogroup", say("Leave this order"), several="omany")


class ControlOptions(msgspec.Struct, frozen=True):
    """The behaviour of a screen's controls.

    `free_moves` are whole moves that are played without a confirmation. `ends_game`: the complete move ends the game.
    `can_end_turn`: the turn may be ended after a move, and `ends_turn`: it is ended after the moves of this screen's lists.
    `one_press_moves` are played by their button, since its label says all. `small_buttons` are added to the row below the
    controls; the `spare_button` of them is left out if they do not fit one row on a phone.
    """

    actions: ActionSet = MOVE_ACTIONS
    free_moves: Collection[Words] = ()
    ends_game: bool = False
    can_end_turn: bool = False
    ends_turn: bool = False
    one_press_moves: Collection[Words] = ()
    small_buttons: Sequence[Button] = ()
    spare_button: Optional[Button] = None


class ScreenControls(msgspec.Struct, frozen=True):
    """The controls of a screen: rows of buttons and selects, and the small buttons."""

    rows: list[ui.ActionRow[Any]]
    small_buttons: list[Button]

    @property
    def all_rows(self) -> list[ui.ActionRow[Any]]:
        """All rows, from top to bottom."""
        return [*self.rows, *build_button_rows(self.small_buttons)]

    def count_rows(self, size: ScreenSize) -> int:
        """Count the rows that the controls take on a screen, where buttons stand side by side as far as they fit."""
        return sum(count_row_height(row, size) for row in self.rows)


def has_pairs(screen: MoveScreen) -> bool:
    """Return whether there is space for a second button for each move. A first screen with an end of the turn needs none."""
    if screen.back_prefix is None and any(block.kind == "endings" for block in screen.blocks):
        return False
    are_buttons = all(block.kind in ("buttons", "endings") for block in screen.blocks)
    controls = len(screen.choices) + len(screen.whole_moves) + len(screen.shortcuts)
    return are_buttons and bool(screen.whole_moves) and controls <= 2 * MAX_PAIRED_MOVES


def count_row_height(row: ui.ActionRow[Any], size: ScreenSize) -> int:
    """Count the rows on a screen that a row of a message takes."""
    buttons = [part for part in row.children if isinstance(part, ui.Button)]
    if not buttons:
        return 1
    return count_button_rows(buttons, size)


def build_controls(
    table: Table,
    root: Menu,
    screen: MoveScreen,
    language: Language,
    options: ControlOptions | None = None,
) -> ScreenControls:
    """Build the buttons and selects of one screen."""
    return _ControlBuilder(table, root, screen, language, options or ControlOptions()).build()


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
        self._mark = ""
        if options.ends_turn:
            self._mark = END_MARK

    def build(self) -> ScreenControls:
        """Build the rows of the choices, the likely moves and the last buttons."""
        rows: list[ui.ActionRow[Any]] = []
        select_counts = Counter[Words]()
        has_pairs = self._has_pairs()
        for block in self._screen.blocks:
            if block.kind == "buttons":
                rows += build_button_rows(self._build_choice_buttons(block, has_pairs=has_pairs))
            elif block.kind != "endings":
                rows.append(self._build_select(block, select_counts[block.prefix]))
                select_counts[block.prefix] += 1
        rows += build_button_rows([*self._build_shortcut_buttons(), *self._build_endings()])
        rows += build_button_rows(self._build_play_buttons())
        return ScreenControls(rows, self._build_small_buttons(has_pairs=has_pairs))

    def _has_pairs(self) -> bool:
        """Return whether each whole move of the screen also has a button that ends the turn after it.

        Such buttons are told apart by letters: several moves without letters have a switch instead.
        """
        if not self._options.can_end_turn or self._options.ends_turn:
            return False
        if len(self._screen.choices) > 1 and not all(choice.letter for choice in self._screen.choices):
            return False
        return has_pairs(self._screen)

    def _build_choice_buttons(self, block: ChoiceBlock, *, has_pairs: bool) -> list[Button]:
        buttons = []
        for choice, text in zip(block.choices, self._format_labels(block.choices), strict=True):
            action = self._find_action(choice.words)
            custom_id = self._build_button_id(action, choice.words, self._mark)
            buttons.append(build_button(text, custom_id, self._find_style(choice.words)))
            if has_pairs and choice.is_complete:
                label = self._fmt(say("{what}, end my turn", what=choice.letter or say("The same")))
                custom_id = self._build_button_id(self._actions.step, choice.words, END_MARK)
                buttons.append(build_button(label, custom_id, self._find_style(choice.words)))
        return buttons

    def _find_action(self, words: Words) -> str:
        """Return the action of a button: to play the words at once, or to go on to the next step."""
        if words in self._options.one_press_moves:
            return self._actions.whole
        return self._actions.step

    def _build_shortcut_buttons(self) -> list[Button]:
        buttons = []
        shortcuts = self._screen.shortcuts
        for shortcut, text in zip(shortcuts, self._format_labels(shortcuts), strict=True):
            action = self._find_action(shortcut.words)
            custom_id = self._build_button_id(action, shortcut.words, self._mark, is_shortcut=True)
            buttons.append(build_button(text, custom_id, self._find_style(shortcut.words)))
        return buttons

    def _build_endings(self) -> list[Button]:
        """Build the grey buttons that end the turn. Each says what is lost."""
        buttons = []
        for block in self._screen.blocks:
            if block.kind != "endings":
                continue
            for choice in block.choices:
                label = choice.label
                if choice.loses is not None:
                    label = say("{what}, {loss} unused", what=label, loss=choice.loses)
                action = self._find_action(choice.words)
                custom_id = self._build_button_id(action, choice.words)
                buttons.append(build_button(self._format_text(label, ""), custom_id, GREY_STYLE))
        return buttons

    def _build_play_buttons(self) -> list[Button]:
        """Build the buttons that play a complete move."""
        if not self._screen.is_complete:
            return []
        actions, options = self._actions, self._options
        action = actions.asked or actions.whole
        label, style = actions.last_label, GREEN_STYLE
        if options.ends_turn:
            label = say("Play it, end my turn")
        if self._screen.loses is not None:
            style = GREY_STYLE
        buttons = [
            build_button(self._fmt(label), self._build_button_id(action, self._screen.prefix, self._mark), style)
        ]
        if options.can_end_turn and not options.ends_turn and not options.ends_game:
            custom_id = self._build_button_id(action, self._screen.prefix, END_MARK)
            buttons.append(build_button(self._fmt(say("Play it, end my turn")), custom_id, style))
        return buttons

    def _build_small_buttons(self, *, has_pairs: bool) -> list[Button]:
        """Build "Back", the switch for the end of the turn, and the buttons that the caller adds."""
        screen, step = self._screen, self._actions.step
        buttons = []
        if screen.back_prefix is not None:
            custom_id = self._build_button_id(step, screen.back_prefix, self._mark, is_back=True)
            buttons.append(build_button(self._fmt(say("Back")), custom_id))
        has_moves = any(choice.is_complete for choice in screen.choices) and not screen.is_complete
        if self._options.can_end_turn and has_moves and not has_pairs and screen.back_prefix is not None:
            label, mark = say("… and end my turn"), END_MARK
            if self._mark:
                label, mark = say("… and go on"), ""
            buttons.append(build_button(self._fmt(label), self._build_button_id(step, screen.prefix, mark)))
        buttons += self._options.small_buttons
        if count_button_rows(buttons, is_small=True) > 1:
            return [button for button in buttons if button is not self._options.spare_button]
        return buttons

    def _build_select(self, block: ChoiceBlock, nth: int) -> ui.ActionRow[Any]:
        """Build a select, the nth one of its prefix. The value of a choice is its words after the prefix."""
        table = self._table
        action = {"groups": self._actions.group, "several": self._actions.several}.get(block.kind, self._actions.pick)
        before = self._actions.before + self._mark
        max_chars = custom_ids.count_free_chars(action, table.id, table.asked_revision)
        max_chars -= len(custom_ids.make_nth_path("", nth)) + len(before)
        packed = custom_ids.make_nth_path(custom_ids.pack_path(self._root, block.prefix, max_chars), nth)
        options: list[tuple[str, str]] = []
        for choice, label in zip(block.choices, self._format_labels(block.choices), strict=True):
            words = choice.words[len(block.prefix) : len(choice.words) - choice.silent_steps]
            options.append((" ".join(words), label))
        return build_select(
            custom_ids.build_select_id(action, table.id, table.asked_revision, before + packed),
            self._format_placeholder(block),
            options,
            block.min_picks,
            block.max_picks,
        )

    def _format_placeholder(self, block: ChoiceBlock) -> str:
        """Format the label of a list. The screen's question, if it is too long, is not repeated; a number of picks is not cut."""
        ending = ""
        if block.kind == "several" and block.max_picks > 1:
            ending = f" {self._fmt(say('(up to {n})', n=block.max_picks))}"
        max_chars = MAX_PANEL_LABEL_CHARS - len(ending)
        text = format_plain_label(block.label, self._table, self._language)
        if len(text) > max_chars and block.label == self._screen.prompt:
            text = self._fmt(say("Choose"))
        return shorten(text, max_chars) + ending

    def _build_button_id(
        self, action: str, words: Words, mark: str = "", *, is_shortcut: bool = False, is_back: bool = False
    ) -> str:
        """Build a custom id. A shortcut and "Back" may have the words of another button, so each has a mark of its own."""
        table, before = self._table, self._actions.before + mark
        nth = 0
        if is_shortcut:
            nth = 1
        elif is_back:
            nth = 2
        after = custom_ids.make_nth_path("", nth)
        max_chars = custom_ids.count_free_chars(action, table.id, table.asked_revision) - len(before) - len(after)
        packed = custom_ids.pack_path(self._root, words, max_chars)
        return custom_ids.build_button_id(action, table.id, table.asked_revision, before + packed + after)

    def _find_style(self, words: Words) -> discord.ButtonStyle:
        if words in self._options.free_moves:
            return GREEN_STYLE
        return BLUE_STYLE

    def _format_labels(self, choices: Sequence[Choice | Shortcut]) -> list[str]:
        """Format the labels of a list or of buttons.

        Labels that would be cut to the same text lose their first words instead, and if that is the same too, the words that they
        have in common.
        """
        labels = [self._format_label(choice) for choice in choices]
        for group in _group_equal_labels(labels):
            for n in group:
                labels[n] = self._format_end(choices[n])
        for group in _group_equal_labels(labels):
            for n, label in zip(group, self._format_differences([choices[n] for n in group]), strict=True):
                labels[n] = label
        return labels

    def _format_label(self, choice: Choice | Shortcut) -> str:
        """Format a label. Of a name and its explanation that are too long, the name is left: half of a sentence helps nobody."""
        text = format_plain_label(choice.label, self._table, self._language)
        if isinstance(choice, Choice) and choice.steps == 1:
            letter = f"{choice.letter} · " if choice.letter else ""
            name = text.rpartition(": ")[0]
            max_chars = MAX_PANEL_LABEL_CHARS - len(letter)
            if len(text) > max_chars >= len(name) > 0:
                return letter + name
        return self._format_text(choice.label, choice.letter)

    def _format_end(self, choice: Choice | Shortcut) -> str:
        """Format as many of a label's last words as fit."""
        start = "…"
        if choice.letter:
            start = f"{choice.letter} · …"
        words = format_plain_label(choice.label, self._table, self._language).split()
        while len(words) > 1 and len(start) + len(" ".join(words)) > MAX_PANEL_LABEL_CHARS:
            words.pop(0)
        return shorten(start + " ".join(words), MAX_PANEL_LABEL_CHARS)

    def _format_differences(self, choices: Sequence[Choice | Shortcut]) -> list[str]:
        """Format labels from the first word in which they differ."""
        texts = [format_plain_label(choice.label, self._table, self._language).split() for choice in choices]
        first = 0
        while min(map(len, texts)) > first + 1 and len({words[first] for words in texts}) == 1:
            first += 1
        labels: list[str] = []
        for choice, words in zip(choices, texts, strict=True):
            start = f"{choice.letter} · …" if choice.letter else "…"
            labels.append(shorten(start + " ".join(words[first:]), MAX_PANEL_LABEL_CHARS))
        return labels

    def _format_text(self, label: Text, letter: str) -> str:
        """Format a label with its letter in the space of a button on a phone."""
        text = format_plain_label(label, self._table, self._language)
        if letter:
            text = f"{letter} · {text}"
        return shorten(text, MAX_PANEL_LABEL_CHARS)


def _group_equal_labels(labels: Sequence[str]) -> list[list[int]]:
    """List the indices of labels that are the same, a group for each label that occurs twice."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for n, label in enumerate(labels):
        groups[label].append(n)
    return [group for group in groups.values() if len(group) > 1]
