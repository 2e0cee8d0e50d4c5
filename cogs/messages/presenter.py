"""Present any menu as screens of buttons and selects within Discord's limits.

It knows no Discord and no game. Up to 15 choices become buttons, up to 25 a select, up to 100 several selects, more are
grouped. Steps are combined while they fit, and steps without a decision are skipped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from typing import Optional

import msgspec

from cogs.interactions.custom_ids import describe_outdated
from cogs.messages.blocks import build_blocks, build_group
from cogs.messages.choices import CHOICE_LETTERS, Choice, assign_letters, join_labels
from cogs.messages.lists import ChoiceBlock
from engine.kernel.menu import Menu, Option, Words, follow_words
from engine.kernel.text import IllegalMoveError, Text, say

MAX_MENUS_SEARCHED = 40
"""The menus that are searched for refused options."""
MAX_SHORTCUTS = 3
"""The shortcuts on a first screen, to moves that take three presses or more without one."""
MAX_QUESTIONS_KEPT, MAX_QUESTION_SCREENS = 48, 32
"""The cached questions, and the cached screens of one question: usually it has one or two, of 3 to 75 kB each."""


class Shortcut(msgspec.Struct, frozen=True):
    """A whole move at one press.

    `label` is the label of the choice that it begins with, and `path` has the labels of all its steps. `letter` marks it and
    its places.
    """

    words: Words
    label: Text
    path: tuple[Text, ...]
    letter: str


class MoveScreen(msgspec.Struct, frozen=True):
    """One step of making a move. Without blocks the move is complete.

    `prefix` has the words so far (silent steps included), `path` their labels. `refused_options` cannot be chosen now.
    `back_prefix` is the prefix of the step before, None on the first screen. `spots` are the places of what has been
    chosen so far, `marks` the letters of the places that can be chosen and of the shortcuts.
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
        buttons = (choice for block in self.blocks if block.kind == "buttons" for choice in block.choices)
        return tuple(choice.words for choice in buttons if choice.is_complete)


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


def build_screen(
    root: Menu, prefix: Words = (), group: int | None = None, known_screens: ScreensByPrefix | None = None
) -> MoveScreen:
    """Build the screen for a prefix of a move. `known_screens` are cached screens of the same menu.

    Raises IllegalMoveError if the menu does not offer the prefix.
    """
    known_screens = {} if known_screens is None else known_screens
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
    is_first_screen = not prefix
    path = _list_labels(root, prefix)
    menu = follow_words(root, prefix)
    refused: list[Option] = []
    while menu is not None:
        open_options = menu.list_open_options()
        is_forced = bool(open_options) and len(open_options) == menu.min_picks
        if is_first_screen or len(open_options) != menu.min_picks:
            refused += [option for option in menu.options if option.why_not is not None]
        has_refused_picks = menu.max_picks > 1 and len(menu.options) != len(open_options)
        if not is_forced or (is_first_screen and has_refused_picks):
            break
        prefix = (*prefix, "+".join(option.word for option in open_options))
        path = (*path, _format_picks(open_options))
        menu = menu.next_menu(prefix[-1])
    if menu is None:
        return MoveScreen(prefix, path, say("Play it?"))
    if group is None:
        blocks = build_blocks(menu, prefix, is_first_screen=is_first_screen)
    else:
        blocks = build_group(menu, prefix, group, is_first_screen=is_first_screen)
    lettered, marks = assign_letters([block.choices for block in blocks])
    blocks = [msgspec.structs.replace(block, choices=choices) for block, choices in zip(blocks, lettered, strict=True)]
    return MoveScreen(prefix, path, menu.prompt, tuple(blocks), tuple(refused), marks=marks)


def list_one_press_moves(step: MoveScreen) -> frozenset[Words]:
    """Return the whole moves that a first step offers as buttons, each played by one press since its label says it all."""
    return frozenset(step.whole_moves if step.back_prefix is None else ())


def add_shortcuts(
    root: Menu,
    step: MoveScreen,
    likely: Sequence[Words],
    max_shortcuts: int = MAX_SHORTCUTS,
    known_screens: ScreensByPrefix | None = None,
) -> MoveScreen:
    """Add shortcuts to the likeliest of some whole moves, unless two presses or less are enough for them.

    Each shortcut begins with a choice of its own; if all begin with the same one, there are two. They are in the order
    of the menu, so that none looks better than another.
    """
    if len(step.marks) >= len(CHOICE_LETTERS):
        return step
    moves_by_choice: dict[Words, list[Words]] = {}
    labels: dict[Words, Text] = {}
    known_screens = {} if known_screens is None else known_screens
    for words in likely:
        if len(moves_by_choice) >= max_shortcuts:
            break
        choice = _find_long_way(root, step, words, known_screens)
        if choice is not None:
            moves_by_choice.setdefault(choice.words, []).append(words)
            labels[words] = _find_first_label(root, step, choice)
    chosen = [moves[0] for moves in moves_by_choice.values()]
    if len(moves_by_choice) == 1:
        (moves,) = moves_by_choice.values()
        chosen = moves[: min(max_shortcuts, MAX_SHORTCUTS - 1)]
    chosen.sort(key=lambda words: _find_menu_order(root, words))
    free_letters = [letter for letter in CHOICE_LETTERS if letter not in step.marks.values()]
    shortcuts = []
    marks = dict(step.marks)
    for words, letter in zip(chosen, free_letters, strict=False):
        for spot in sorted(set(_list_spots(root, words)) - step.marks.keys()):
            marks[spot] = marks.get(spot, "") + letter
        shortcuts.append(Shortcut(words, labels[words], _list_labels(root, words), letter))
    return msgspec.structs.replace(step, shortcuts=tuple(shortcuts), marks=marks)


def _find_long_way(root: Menu, step: MoveScreen, words: Words, known_screens: ScreensByPrefix) -> Choice | None:
    """Return the choice with which a move begins, None if two presses are enough for it or it begins in a subset."""
    leading = find_leading_choice(_drop_usual_lists(step), words)
    if leading is None:
        return None
    block, choice = leading
    if choice.is_complete or block.kind == "subset":
        return None
    second_step = build_offers(root, choice.words, known_screens=known_screens)
    if second_step.is_complete:
        return None
    second_leading = find_leading_choice(second_step, words)
    if second_leading is not None and second_leading[1].is_complete:
        return None
    return choice


def _drop_usual_lists(step: MoveScreen) -> MoveScreen:
    """Return the screen without the lists that repeat choices behind other choices."""
    return msgspec.structs.replace(step, blocks=tuple(block for block in step.blocks if not block.is_usual))


def _find_first_label(root: Menu, step: MoveScreen, choice: Choice) -> Text:
    """Return the label of all steps of a choice, also of steps that its list has in its heading."""
    words = choice.words[: len(choice.words) - choice.silent_steps]
    return join_labels(_list_labels(root, words)[len(step.prefix) :])


def _find_menu_order(root: Menu, words: Words) -> list[list[int]]:
    """Return a sort key: the positions of a move's options in the menus."""
    positions: list[list[int]] = []
    menu: Menu | None = root
    for word in words:
        if menu is None:
            break
        picks = set(word.split("+")) if menu.max_picks > 1 else {word}
        positions.append([n for n, option in enumerate(menu.options) if option.word in picks])
        menu = menu.next_menu(word)
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


# -------------------------------------------------------------------- refused
class BlockedOption(msgspec.Struct, frozen=True):
    """An option that cannot be chosen now, with the reason. `path` has the labels that lead to it, and its own."""

    path: tuple[Text, ...]
    reason: Text


def list_refused(root: Menu, prefix: Words = ()) -> list[BlockedOption]:
    """List the refused options from this prefix on, nearest first.

    Searches two levels and at most MAX_MENUS_SEARCHED menus: deeper down the same reasons repeat for every choice.
    Raises IllegalMoveError if the menu does not offer the prefix.
    """
    blocked: list[BlockedOption] = []
    level: list[tuple[tuple[Text, ...], Menu | None]] = [(_list_labels(root, prefix), follow_words(root, prefix))]
    menus_searched = 0
    for _ in range(2):
        next_level: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or menus_searched >= MAX_MENUS_SEARCHED:
                continue
            menus_searched += 1
            blocked += [
                BlockedOption((*path, option.label), option.why_not)
                for option in menu.options
                if option.why_not is not None
            ]
            if menu.max_picks > 1:
                continue
            next_level += [
                ((*path, option.label), menu.next_menu(option.word))
                for option in menu.list_open_options()[:MAX_MENUS_SEARCHED]
            ]
        level = next_level
    return blocked


# ----------------------------------------------------------------------- path
def _format_picks(picked: Sequence[Option]) -> Text:
    if len(picked) == 1:
        return picked[0].label
    return say("{choices}", choices=[option.label for option in picked])


def _list_labels(root: Menu, words: Words) -> tuple[Text, ...]:
    return tuple(_format_picks(step) for step in _list_steps(root, words))


def _list_steps(root: Menu, words: Words) -> Iterator[list[Option]]:
    """Yield the options picked at each level of a move so far."""
    menu: Menu | None = root
    for word in words:
        if menu is None:
            break
        canonical = menu.canonicalize(word)
        picked = set(canonical.split("+")) if menu.max_picks > 1 else {canonical}
        yield [option for option in menu.options if option.word in picked]
        menu = menu.next_menu(canonical)


def _list_spots(root: Menu, words: Words) -> list[str]:
    """List the places of the options picked in a move so far."""
    return [option.spot for picked in _list_steps(root, words) for option in picked if option.spot]


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
    for step in _list_screens(root, words, known_screens):
        back_prefix = step.prefix
    return back_prefix


def _list_screens(root: Menu, words: Words, known_screens: ScreensByPrefix) -> Iterator[MoveScreen]:
    """Yield the screens on the way to the one for `words`."""
    prefix: Words = ()
    while True:
        step = build_offers(root, prefix, known_screens=known_screens)
        if len(step.prefix) >= len(words):
            return
        yield step
        # A pick from a list of a later screen has the same way back as one on that screen.
        leading = find_leading_choice(_drop_usual_lists(step), words)
        if leading is None:
            prefix = words[: len(step.prefix) + 1]
        elif leading[0].kind == "subset":
            prefix = words[: len(leading[0].prefix) + 1]
        else:
            prefix = leading[1].words
