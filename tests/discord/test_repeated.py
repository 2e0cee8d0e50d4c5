"""A repeated question in a move: the content of its lists, and the move that several picks make."""

from __future__ import annotations

from functools import partial

import pytest

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.lists import MAX_CHOICE_PARTS, MAX_PICK_SELECTS, ChoiceBlock, count_parts, fits_screen
from cogs.messages.presenter import MoveScreen, add_shortcuts, build_screen, resolve_picks
from engine.kernel.menu import Menu, Option, Word, Words
from engine.kernel.text import say, write_plain_text
from tests.programs.presses.count import count_presses


def options(words: list[str]) -> tuple[Option, ...]:
    return tuple(Option(word, say(word.capitalize()), spot=f"at-{word}") for word in words)


def journey(points: int, here: str = "a", cubes: int = 9, taken: tuple[str, ...] = ()) -> Menu:
    """Build a menu with `points` for walking to one of the places a to d or for leaving a cube here.

    A player without cubes takes one from x, y or z, from each place only once.
    """

    def after(here: str, cubes: int, taken: tuple[str, ...]) -> Menu | None:
        return journey(points - 1, here, cubes, taken) if points > 1 else None

    def leave(_: Word) -> Menu | None:
        if cubes:
            return after(here, cubes - 1, taken)
        left = tuple(Option(word, say(f"From {word.upper()}")) for word in "xyz" if word not in taken)
        return Menu(
            "from", say("From where?"), left, lambda word: after(here, 0, (*taken, word)), is_interchangeable=True
        )

    ends = options([place for place in "abcd" if place != here])
    below = {
        "walk": Menu("to", say("Where to?"), ends, lambda to: after(to, cubes, taken)),
        "leave": Menu("on", say("Where?"), options([here]), leave),
    }
    verbs = tuple(Option(word, say(word.capitalize())) for word in ("walk", "leave", "stop"))
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


def lists(step: MoveScreen) -> list[ChoiceBlock]:
    return [block for block in step.blocks if block.kind == "several"]


def told(block: ChoiceBlock) -> list[tuple[str, str]]:
    start = len(block.prefix)
    return [
        (write_plain_text(one.label), " ".join(one.words[start : len(one.words) - one.silent_steps]))
        for one in block.choices
    ]


def test_a_list_holds_what_only_another_of_its_picks_makes_possible() -> None:
    (block,) = lists(build_screen(quay(2)))
    assert told(block)[:2] == [("Walk: B", "walk b"), ("Walk: C", "walk c")]
    assert ("Leave: A1", "leave a1") in told(block)
    assert ("Leave: C2, after another pick", "leave c2") in told(block)
    assert resolve_picks(quay(2), (), ("leave c2", "walk c")) == (("walk", "c", "leave", "c2"), [])
    words, left = resolve_picks(quay(2), (), ("leave c2", "walk b"))
    assert words == ("walk", "b")
    assert [write_plain_text(one) for one in left] == ["Leave: C2, after another pick"]
    assert count_presses(quay(2), ("walk", "c", "leave", "c2"), lambda _: True) == 1


def quay(points: int, here: str = "a") -> Menu:
    """Build a menu with `points` for walking to another place, or for leaving a cube at one of the two quays of the place."""

    def then(verb: Word, word: Word) -> Menu | None:
        return quay(points - 1, word if verb == "walk" else here) if points > 1 else None

    below = {
        "walk": Menu("to", say("Where to?"), options([one for one in "abc" if one != here]), partial(then, "walk")),
        "leave": Menu("on", say("On what?"), options([f"{here}1", f"{here}2"]), partial(then, "leave")),
    }
    verbs = tuple(Option(word, say(word.capitalize())) for word in below)
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


def test_what_ends_the_move_by_itself_stands_in_a_list_once() -> None:
    (block,) = lists(build_screen(harbour(2)))
    values = [value for _, value in told(block)]
    assert values.count("drop") == 1
    assert len(set(values)) == len(values), "Discord refuses the message otherwise"


def harbour(points: int) -> Menu:
    """Build a menu with `points` for walking, or for dropping the one thing there is, which ends the move."""

    def then(_: Word) -> Menu | None:
        return harbour(points - 1) if points > 1 else None

    below = {
        "walk": Menu("to", say("Where to?"), options(["b", "c"]), then),
        "drop": Menu("what", say("What?"), options(["barrel"])),
    }
    verbs = tuple(Option(word, say(word.capitalize())) for word in below)
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


@pytest.mark.parametrize("picks", [("leave a2", "walk b"), ("walk b", "leave a2")])
def test_picks_are_put_into_an_order_in_which_all_are_possible(picks: tuple[str, ...]) -> None:
    assert resolve_picks(quay(3), (), picks) == (("leave", "a2", "walk", "b"), [])
    assert resolve_picks(quay(3), (), (*picks, "leave b1")) == (("leave", "a2", "walk", "b", "leave", "b1"), [])


def test_what_is_asked_between_two_picks_is_picked_with_them() -> None:
    (rich,) = lists(build_screen(journey(3, cubes=3)))
    assert (rich.hi, [value for _, value in told(rich) if value.startswith("&")]) == (3, []), "there are cubes enough"
    poor = journey(3, cubes=0)
    (block,) = lists(build_screen(poor))
    assert [label for label, value in told(block) if value.startswith("&")] == ["From X", "From Y", "From Z"]
    assert block.hi == 6
    assert "up to 3" in write_plain_text(block.label)
    assert resolve_picks(poor, (), ("leave", "& z", "walk b")) == (("walk", "b", "leave", "b", "z"), [])
    words, left = resolve_picks(poor, (), ("& z",))
    assert (words, [write_plain_text(one) for one in left]) == ((), ["From Z"]), "an answer to what is not asked"
    words, left = resolve_picks(poor, (), ("leave",))
    assert (words, left) == (("leave", "a"), [])
    assert write_plain_text(build_screen(poor, words).prompt) == "From where?", "who has not said it is asked"


def fleet(points: int, groups: int, places: int) -> Menu:
    """Build a menu with `points` for moving a group from one place to another, or for leaving one of five things."""

    def on(_: Word) -> Menu | None:
        return fleet(points - 1, groups, places) if points > 1 else None

    ends = Menu("to", say("Where to?"), options([f"e{n}" for n in range(places)]), on)
    kinds = Menu("group", say("Who?"), tuple(Option(f"g{n}", say(f"G{n}")) for n in range(groups)), lambda _: ends)
    starts = Menu("from", say("From where?"), options(["s0", "s1", "s2"]), lambda _: kinds)
    things = Menu("thing", say("Which?"), options([f"t{n}" for n in range(5)]), on)
    verbs = tuple(Option(word, say(word.capitalize())) for word in ("move", "leave", "done"))
    below = {"move": starts, "leave": things}
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


@pytest.mark.parametrize(("groups", "places"), [(2, 3), (3, 5), (4, 6), (6, 7), (9, 9)])
def test_every_answer_stands_in_a_list_or_is_reached_by_its_first_steps(groups: int, places: int) -> None:
    root = fleet(2, groups, places)
    step = build_screen(root)
    assert fits_screen(step.blocks)
    for block in lists(step):
        values = [value for _, value in told(block)]
        assert len(values) == len(set(values)) <= MAX_SELECT_OPTIONS
    for n in range(groups):
        move = ("move", "s1", f"g{n}", f"e{places - 1}", "done")
        assert count_presses(root, move, lambda _: True) <= 4
        assert count_presses(root, ("leave", "t4", *move[:4]), lambda _: True) <= 4


def test_what_can_be_done_in_few_ways_stands_below_every_list_of_what_can_be_done_in_many() -> None:
    root = fleet(2, 2, 5)
    found = lists(build_screen(root))
    assert len(found) > 1
    for block in found:
        assert {"leave t0", "leave t4", "done"} <= {value for _, value in told(block)}
    one: Words = ("move", "s2", "g0", "e4")
    assert count_presses(root, (*one, "leave", "t3"), lambda _: True) == 1
    assert count_presses(root, ("leave", "t3", *one), lambda _: True) <= 2
    firsts = [value for _, value in told(found[0]) if value.startswith("move")]
    assert {value.split()[2] for value in firsts} == {"g0"}, "the first of each pair of places comes first"


def test_lists_of_one_verb_are_about_as_long_as_each_other() -> None:
    found = [block for block in lists(build_screen(fleet(2, 4, 6))) if "other ways" in write_plain_text(block.label)]
    assert [len(block.choices) for block in found] == [24, 24, 24]


def test_what_one_list_can_hold_is_not_parted_by_its_places() -> None:
    first, second = lists(build_screen(fleet(2, 2, 4)))
    assert [value for _, value in told(first)][:3] == ["move s0 g0 e0", "move s0 g0 e1", "move s0 g0 e2"]
    assert "other ways" not in write_plain_text(first.label)
    assert "other ways" not in write_plain_text(second.label)
    assert [len(block.choices) for block in (first, second)] == [23, 23]


def test_what_only_another_pick_makes_possible_comes_before_the_same_twice() -> None:
    values = [value for block in lists(build_screen(market(2))) for _, value in told(block)]
    assert {"buy a0 buy a0", "buy b0"} <= {*values}
    crowded = [value for block in lists(build_screen(market(2, 12))) for _, value in told(block)]
    assert "buy b0" in crowded
    assert "buy a0 buy a0" not in crowded


def market(points: int, stalls: int = 3, here: str = "a") -> Menu:
    """Build a menu with `points` for buying at one of the stalls of a place, or for going to the other."""

    def then(verb: Word, word: Word) -> Menu | None:
        return market(points - 1, stalls, word if verb == "go" else here) if points > 1 else None

    below = {
        "buy": Menu("what", say("What?"), options([f"{here}{n}" for n in range(stalls)]), partial(then, "buy")),
        "go": Menu("to", say("Where to?"), options([one for one in "ab" if one != here]), partial(then, "go")),
    }
    verbs = tuple(Option(word, say(word.capitalize())) for word in below)
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


def track(points: int = 3, cards: int = 3) -> Menu:
    """Build a menu of cards. Each gives points for a `journey`, or an event."""

    def use(_: Word) -> Menu:
        return Menu("use", say("For what?"), options(["points", "event"]), {"points": journey(points)}.get)

    held = tuple(Option(f"k{n}", say(f"Card {n}"), spot=f"card-{n}") for n in range(cards))
    return Menu("card", say("Which card?"), held, use)


def test_what_is_done_most_is_picked_beside_the_card() -> None:
    step = build_screen(track())
    assert [write_plain_text(block.label) for block in lists(step)] == [f"Card {n}: Points (up to 3)" for n in range(3)]
    move = ("k1", "points", "walk", "b", "walk", "c", "leave", "c")
    assert count_presses(track(), move, lambda _: True) == 1
    assert count_presses(track(), move, lambda _: False) == 2, "what cannot be taken back is shown before it is played"
    assert resolve_picks(track(), ("k1", "points"), ("walk b",)) == (("k1", "points", "walk", "b"), [])
    assert not any(choice.letter for block in lists(step) for choice in block.choices), "the letters are the cards'"


def test_back_from_a_list_beside_the_card_leads_to_all_that_its_points_can_do() -> None:
    assert build_screen(track(), ("k1", "points", "walk", "b")).back_prefix == ("k1", "points")
    assert build_screen(track(), ("k1", "points")).back_prefix == ()


def test_a_shortcut_is_called_by_its_card_and_not_by_the_first_of_its_picks() -> None:
    move = ("k1", "points", "walk", "b", "walk", "c", "leave", "c")
    (cut,) = add_shortcuts(track(), build_screen(track()), [move]).shortcuts
    assert write_plain_text(cut.label) == "Card 1: Points"


def beside(cards: int, groups: int, places: int) -> list[ChoiceBlock]:
    """List the blocks of a menu of cards, each for two points of a `fleet`."""
    points = Menu("use", say("For what?"), options(["points"]), lambda _: fleet(2, groups, places))
    root = Menu("card", say("Which card?"), options([f"k{n}" for n in range(cards)]), lambda _: points)
    return [block for block in build_screen(root).blocks if block.is_usual]


def test_a_list_says_also_what_follows_its_card_by_itself() -> None:
    assert {write_plain_text(block.label)[: len("K0: Points")] for block in beside(2, 2, 5)} == {
        "K0: Points",
        "K1: Points",
    }


def test_what_is_done_less_is_picked_beside_the_card_too_where_there_is_room() -> None:
    assert [block.prefix[0] for block in beside(2, 4, 6)] == ["k0", "k0", "k0", "k1", "k1", "k1"], "first for each"
    four = beside(4, 4, 6)
    assert [block.prefix[0] for block in four] == ["k0", "k0", "k1", "k1", "k2", "k3"]
    names = [write_plain_text(block.label) for block in four]
    assert len(set(names)) == len(names), "two lists of a card say what they hold"
    assert names[-1] == "K3: Points (up to 2)"


def test_lists_beside_cards_leave_room_for_all_else_on_a_panel() -> None:
    for cards in range(1, 8):
        blocks = build_screen(track(cards=cards)).blocks
        assert count_parts(blocks) <= MAX_CHOICE_PARTS
        assert len(lists(build_screen(track(cards=cards)))) == min(
            cards, MAX_PICK_SELECTS, (MAX_CHOICE_PARTS - count_parts(blocks[:1])) // 2
        )


def test_what_is_asked_only_after_some_picks_is_picked_with_them() -> None:
    (block,) = lists(build_screen(journey(3, cubes=1)))
    assert [label for label, value in told(block) if value.startswith("&")] == ["From X", "From Y", "From Z"]
    assert block.hi == 6
    picks = ("leave a leave a", "walk b", "& y")
    assert resolve_picks(journey(3, cubes=1), (), picks) == (("leave", "a", "leave", "a", "y", "walk", "b"), [])
    words, left = resolve_picks(journey(3, cubes=2), (), picks)
    assert words == ("leave", "a", "leave", "a", "walk", "b")
    assert [write_plain_text(one) for one in left] == ["From Y"], "nobody was asked"


def ferry(points: int, here: str = "a") -> Menu:
    """Build a menu with `points` for going to b or c, or for leaving a cube: at a and b also at the quay k, at c only there."""

    def go(to: Word) -> Menu | None:
        return ferry(points - 1, to) if points > 1 else None

    def leave(_: Word) -> Menu | None:
        return ferry(points - 1, here) if points > 1 else None

    below = {
        "go": Menu("to", say("Where to?"), options([one for one in "bc" if one != here]), go),
        "leave": Menu("on", say("Where?"), options(["c"] if here == "c" else [here, "k"]), leave),
    }
    verbs = tuple(Option(word, say(word.capitalize())) for word in ("go", "leave", "stop"))
    return Menu(
        "verb", say("{n} points: what?", n=points), verbs, below.get, starts_new_list=True, max_repeats=points - 1
    )


def test_what_follows_by_itself_only_behind_another_pick_is_told_and_picked_in_full() -> None:
    (block,) = lists(build_screen(ferry(3)))
    later = {value: label for label, value in told(block) if "after another pick" in label}
    assert later["leave c"] == "Leave: C, after another pick"
    assert "leave" not in later, "at a or b that would ask where"
    assert resolve_picks(ferry(3), (), ("go c", "leave c")) == (("go", "c", "leave", "c"), [])
