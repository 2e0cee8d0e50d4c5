"""Present any menu as screens of buttons and selects within Discord's limits.

It knows no Discord and no game. A screen asks one question: a few choices are buttons, more are a select, several selects or
groups. Steps without a decision are skipped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import Optional

import msgspec

from cogs.interactions.custom_ids import describe_outdated
from cogs.messages.blocks import MAX_CONTROLS, ChoiceBlock, build_blocks, build_group, count_controls
from cogs.messages.choices import (
    CHOICE_LETTERS,
    MAX_LABEL_CHARS,
    Choice,
    add_silent_labels,
    assign_letters,
    follow_forced_steps,
    join_labels,
)
from engine.kernel.menu import Menu, Option, Words, follow_words, generate_levels
from engine.kernel.text import IllegalMoveError, Text, say, write_plain_text

MAX_SHORTCUTS = 2
"""The likely whole moves on a first screen, which take two presses or more without a button of their own."""
MAX_QUESTIONS_KEPT, MAX_QUESTION_SCREENS = 48, 32
"""The cached questions, and the cached screens of one question: usually it has one or two, of 3 to 75 kB each."""


class Shortcut(msgspec.Struct, frozen=True):
    """A whole move at one press. `letter` marks it and its places."""

    words: Words
    label: Text
    letter: str


class MoveScreen(msgspec.Struct, frozen=True):
    """One step of making a move. Without blocks the move is complete.

    `prefix` has the words so far (silent steps included), `path` their labels. `refused_options` cannot be chosen now.
    `back_prefix` is the prefix of the step before, None on the first screen. `spots` are the places of what has been
    chosen so far, `marks` the letters of the places that can be chosen and of the shortcuts. `loses` says what a complete move
    gives up.
    """

    prefix: Words
    path: tuple[Text, ...]
    prompt: Text
    blocks: tuple[ChoiceBlock, ...] = ()
    refused_options: tuple[Option, ...] = ()
    back_prefix: Optional[Words] = None
    spots: tuple[str, ...] = ()
    marks: dict[str, str] = {}
    shortcuts: tuple[Shortcut, ...] = ()
    loses: Optional[Text] = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to choose."""
        return not self.blocks

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices in the order in which they are shown."""
        return tuple(choice for block in self.blocks for choice in block.choices)

    @property
    def whole_moves(self) -> tuple[Words, ...]:
        """The whole moves among the choices that are buttons, without the shortcuts."""
        return self._list_whole_moves("buttons", "endings")

    @property
    def coloured_moves(self) -> tuple[Words, ...]:
        """The whole moves whose buttons are green if they play at once. An end is always grey."""
        return (*self._list_whole_moves("buttons"), *(shortcut.words for shortcut in self.shortcuts))

    def _list_whole_moves(self, *kinds: str) -> tuple[Words, ...]:
        blocks = [block for block in self.blocks if block.kind in kinds]
        return tuple(choice.words for block in blocks for choice in block.choices if choice.is_complete)


ScreensByPrefix = dict[tuple[Words, int | None], MoveScreen]
"""Cached screens of a menu, by the arguments of `build_offers`."""


class ScreenCache:
    """The screens of the newest questions, so that going back or looking again does not build them again."""

    def __init__(self) -> None:
        self._screens_by_question: OrderedDict[Hashable, ScreensByPrefix] = OrderedDict()

    def find_screens(self, question: Hashable) -> ScreensByPrefix:
        """Return the cached screens of a question. Its key must change with its menus."""
        screens = self._screens_by_question.setdefault(question, {})
        self._screens_by_question.move_to_end(question)
        while len(self._screens_by_question) > MAX_QUESTIONS_KEPT:
            self._screens_by_question.popitem(last=False)
        return screens


def show_places(screen: MoveScreen, is_shown: Callable[[str], bool]) -> MoveScreen:
    """Return the screen with letters only for the places that its picture shows, from A without gaps."""
    marks = {spot: letter for spot, letter in screen.marks.items() if is_shown(spot)}
    if len(marks) == len(screen.marks):
        return screen
    used = sorted({letter for letter in marks.values() if letter})
    letters = dict(zip(used, CHOICE_LETTERS, strict=False))

    def replace_letters(old: str, shown: Collection[str]) -> str:
        return "›".join(letters[letter] for letter in old.split("›") if letter in shown and letter in letters)

    blocks = []
    for block in screen.blocks:
        choices = []
        for choice in block.choices:
            shown = {marks[spot] for spot in choice.spots if spot in marks}  # another choice may show the same letter
            choices.append(msgspec.structs.replace(choice, letter=replace_letters(choice.letter, shown)))
        blocks.append(msgspec.structs.replace(block, choices=tuple(choices)))
    shortcuts = [msgspec.structs.replace(cut, letter=replace_letters(cut.letter, used)) for cut in screen.shortcuts]
    return msgspec.structs.replace(
        screen,
        blocks=tuple(blocks),
        shortcuts=tuple(shortcuts),
        marks={spot: letters.get(letter, "") for spot, letter in marks.items()},
    )


def build_screen(
    root: Menu, prefix: Words = (), group: int | None = None, known_screens: ScreensByPrefix | None = None
) -> MoveScreen:
    """Build the screen for a prefix of a move. `known_screens` are cached screens of the same menu.

    Raises IllegalMoveError if the menu does not offer the prefix.
    """
    if known_screens is None:
        known_screens = {}
    screen = build_offers(root, prefix, group, known_screens)
    back_prefix = _find_back_prefix(root, prefix, known_screens) if group is None else prefix
    return msgspec.structs.replace(screen, back_prefix=back_prefix, spots=tuple(_list_spots(root, screen.prefix)))


def build_offers(
    root: Menu, prefix: Words, group: int | None = None, known_screens: ScreensByPrefix | None = None
) -> MoveScreen:
    """Build the screen without `back_prefix` and `spots`, which cost more than the rest. Raises IllegalMoveError."""
    if known_screens is None:
        return _build_offers(root, prefix, group)
    screen = known_screens.get((prefix, group))
    if screen is None:
        if len(known_screens) >= MAX_QUESTION_SCREENS:
            known_screens.clear()
        screen = known_screens[prefix, group] = _build_offers(root, prefix, group)
    return screen


def _build_offers(root: Menu, prefix: Words, group: int | None) -> MoveScreen:
    steps = follow_forced_steps(root, prefix)
    path = (*list_labels(root, prefix), *[_format_picks(picked) for picked in steps.picked])
    if steps.menu is None:
        return MoveScreen(steps.words, path, say("Play it?"), loses=_find_loss(root, steps.words))
    if group is None:
        blocks = build_blocks(steps.menu, steps.words, is_first=not prefix)
    else:
        blocks = build_group(steps.menu, steps.words, group)
    paired = [index for index, block in enumerate(blocks) if block.kind == "several"]
    lettered, marks = assign_letters([block.choices for block in blocks], paired)
    blocks = [msgspec.structs.replace(block, choices=choices) for block, choices in zip(blocks, lettered, strict=True)]
    return MoveScreen(steps.words, path, steps.menu.prompt, tuple(blocks), tuple(steps.refused), marks=marks)


def _find_loss(root: Menu, words: Words) -> Text | None:
    """Return what a move gives up first, None if it gives nothing up."""
    for picked in _generate_steps(root, words):
        for option in picked:
            if option.loses is not None:
                return option.loses
    return None


def list_one_press_moves(step: MoveScreen) -> frozenset[Words]:
    """Return the whole moves that a first screen offers as buttons: the label says all, so one press may play them.

    A move that gives something up is asked about if its player cannot take it back alone.
    """
    if step.back_prefix is not None:
        return frozenset()
    losing = {choice.words for choice in step.choices if choice.loses is not None}
    return frozenset([*step.whole_moves, *(shortcut.words for shortcut in step.shortcuts)]) - losing


def add_shortcuts(root: Menu, step: MoveScreen, likely: Sequence[Words]) -> MoveScreen:
    """Add buttons for the likeliest of some whole moves, as far as there is space and a short label says all of the move.

    A move that has a button already is left out. They are in the order of the menu, so that none looks better than another.
    """
    room = min(MAX_SHORTCUTS, MAX_CONTROLS - count_controls(step.blocks))
    labels: dict[Words, Text] = {}
    for words in likely:
        label = _build_move_label(root, words)
        if len(labels) < room and label is not None and _needs_shortcut(step, words):
            labels[words] = label
    free_letters = iter(CHOICE_LETTERS[len(set(step.marks.values())) :])
    shortcuts = []
    marks = dict(step.marks)
    for words in sorted(labels, key=lambda words: _find_menu_order(root, words)):
        spots = list(dict.fromkeys(_list_spots(root, words)))
        letter = "›".join(marks[spot] for spot in spots if spot in marks)
        if spots and not letter:
            letter = next(free_letters, "")
            marks.update(dict.fromkeys(spots, letter))
        if len(letter) + len(write_plain_text(labels[words])) > MAX_LABEL_CHARS + 1:
            letter = letter.partition("›")[0]  # the label says the rest
        shortcuts.append(Shortcut(words, labels[words], letter))
    return msgspec.structs.replace(step, shortcuts=tuple(shortcuts), marks=marks)


def _needs_shortcut(step: MoveScreen, words: Words) -> bool:
    """Return whether no button of the screen is the whole move."""
    leading = find_leading_choice(step, words)
    return leading is not None and leading[0].kind != "subset" and words not in step.whole_moves


def _build_move_label(root: Menu, words: Words) -> Text | None:
    """Return the label of the decisions in a move, None if it is too long for a button."""
    joined = join_labels(
        [_format_picks(picked) for picked, is_forced in _generate_decisions(root, words) if not is_forced]
    )
    if len(write_plain_text(joined)) > MAX_LABEL_CHARS:
        return None
    return joined


def _generate_decisions(root: Menu, words: Words) -> Iterator[tuple[list[Option], bool]]:
    """Yield the options picked at each level of a move, and whether there was nothing to choose after the first level."""
    menu: Menu | None = root
    for level, (word, picked) in enumerate(zip(words, _generate_steps(root, words), strict=True)):
        assert menu is not None
        yield picked, level > 0 and len(menu.open_words) == menu.min_picks
        menu = menu.next_menu(word)


def _find_menu_order(root: Menu, words: Words) -> list[list[int]]:
    """Return a sort key: the positions of a move's options in the menus."""
    positions: list[list[int]] = []
    for menu, picked in generate_levels(root, words):
        options = list(menu.options)
        positions.append([options.index(option) for option in picked])
    return positions


def resolve_picks(root: Menu, prefix: Words, values: Sequence[str]) -> tuple[Words, list[Text]]:
    """Resolve the picks from a list into the words of a move, in the order that its game chooses.

    Return the words, and the labels of the picks that are impossible with the others. Raises IllegalMoveError for a pick that
    the list does not hold.
    """
    menu = follow_words(root, prefix)
    if menu is None or menu.build_pick_lists is None:
        raise IllegalMoveError(describe_outdated())
    pick_lists = menu.build_pick_lists(menu)
    labels = {pick.words: pick.label for pick_list in pick_lists.lists for pick in pick_list.picks}
    chosen = {tuple(value.split()) for value in values}
    if not chosen <= labels.keys():
        raise IllegalMoveError(describe_outdated())
    words, impossible = pick_lists.arrange([pick for pick in labels if pick in chosen])
    return (*prefix, *words), [labels[pick] for pick in impossible]


# ----------------------------------------------------------------- confirmation
def ends_turn_only(root: Menu, words: Words) -> bool:
    """Return whether a move does nothing but end the turn."""
    return any(option.ends_turn and words == (option.word,) for option in root.options)


def asks_before(root: Menu, words: Words, confirmation: str, *, ends_turn: bool = False) -> bool:
    """Return whether the panel asks before a move that its player could take back, by the player's setting.

    `ends_turn`: the move is followed by the end of the turn.
    """
    if confirmation in ("each", "never"):
        return confirmation == "each"
    if any(option.loses_score for picked in _generate_steps(root, words) for option in picked):
        return True
    if _hides_price(root, words):
        return True
    return confirmation == "turn" and (ends_turn or ends_turn_only(root, words))


def _hides_price(root: Menu, words: Words) -> bool:
    """Return whether a move spends something without a choice, and its label has no space to say so."""
    labels: list[Text] = []
    silent_labels: list[Text] = []
    has_price = False
    for picked, is_forced in _generate_decisions(root, words):
        if is_forced:
            has_price = has_price or any(option.is_price for option in picked)
            silent_labels.append(_format_picks(picked))
        else:
            labels.append(_format_picks(picked))
    return has_price and add_silent_labels(labels, silent_labels) is None


# ----------------------------------------------------------------------- path
def _format_picks(picked: Sequence[Option]) -> Text:
    if len(picked) == 1:
        return picked[0].label
    return say("{choices}", choices=[option.label for option in picked])


def list_labels(root: Menu, words: Words) -> tuple[Text, ...]:
    """Return the labels of a move, one for each level."""
    return tuple(_format_picks(step) for step in _generate_steps(root, words))


def _generate_steps(root: Menu, words: Words) -> Iterator[list[Option]]:
    """Yield the options picked at each level of a move so far."""
    menu: Menu | None = root
    for word in words:
        if menu is None:
            break
        canonical = menu.canonicalize(word)
        picks = menu.split_pick(canonical)
        yield [option for option in menu.options if option.word in picks]
        menu = menu.next_menu(canonical)


def _list_spots(root: Menu, words: Words) -> list[str]:
    """List the places of the options picked in a move so far."""
    return [spot for picked in _generate_steps(root, words) for option in picked for spot in option.spots]


def find_leading_choice(step: MoveScreen, words: Words) -> tuple[ChoiceBlock, Choice] | None:
    """Return the choice that leads furthest towards a move, and its block.

    Of a subset it may be any picked choice. Return None if the way leads through a group that is not on the screen.
    """
    found: tuple[ChoiceBlock, Choice] | None = None
    best_rank = (0, False)
    for block in step.blocks:
        if block.kind == "groups" or words[: len(block.prefix)] != block.prefix:
            continue
        for choice in block.choices:
            rank = len(choice.words), block.kind == "buttons"
            if (found is None or rank > best_rank) and choice.is_alone and _leads_to(block, choice, words):
                found, best_rank = (block, choice), rank
    return found


def _leads_to(block: ChoiceBlock, choice: Choice, words: Words) -> bool:
    """Return whether a choice is on the way to a move. The move may end within the choice's silent steps."""
    if block.kind == "subset" and len(words) > len(block.prefix):
        return choice.words[-1] in words[len(block.prefix)].split("+")
    if len(words) < len(choice.words) - choice.silent_steps:
        return False
    return words[: len(choice.words)] == choice.words[: len(words)]


def _find_back_prefix(root: Menu, words: Words, known_screens: ScreensByPrefix) -> Words | None:
    """Return the prefix of the screen before the one for `words`: the last step with a decision."""
    back_prefix: Words | None = None
    for step in _generate_screens(root, words, known_screens):
        back_prefix = step.prefix
    return back_prefix


def _generate_screens(root: Menu, words: Words, known_screens: ScreensByPrefix) -> Iterator[MoveScreen]:
    """Yield the screens on the way to the one for `words`."""
    prefix: Words = ()
    while True:
        step = build_offers(root, prefix, known_screens=known_screens)
        if len(step.prefix) >= len(words):
            return
        yield step
        leading = find_leading_choice(step, words)
        if leading is None:
            prefix = words[: len(step.prefix) + 1]
        elif leading[0].kind == "subset":
            prefix = words[: len(leading[0].prefix) + 1]
        else:
            prefix = leading[1].words
