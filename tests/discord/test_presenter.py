"""Any menu as screens: every move can be reached, nothing is too long, and a press never changes its meaning."""

from __future__ import annotations

import msgspec
import pytest

from cogs.interactions import custom_ids
from cogs.messages.choices import CHOICE_LETTERS
from cogs.messages.completion import list_completions
from cogs.messages.layout import build_button
from cogs.messages.panel import count_shortcut_room, explain_buttons
from cogs.messages.presenter import (
    MAX_QUESTION_SCREENS,
    MAX_QUESTIONS_KEPT,
    MoveScreen,
    ScreenCache,
    add_shortcuts,
    build_offers,
    build_screen,
    list_one_press_moves,
)
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option, Words, list_moves, sample_move
from engine.kernel.text import IllegalMoveError, Text, say, write_plain_text
from tests.programs.presses.count import count_presses


def build_menu(name: str, *words: str, next_menus: dict[str, Menu] | None = None, lo: int = 1, hi: int = 1) -> Menu:
    options = tuple(Option(word, say(word.capitalize())) for word in words)
    return Menu(name, say("Which {what}?", what=name), options, (next_menus or {}).get, lo, hi)


WIDE_MENU = build_menu("cell", *(f"c{n}" for n in range(140)))
LONE_MENU = build_menu("cell", "c7", next_menus={"c7": build_menu("turn", "r0", "r1")})
CARDS_MENU = build_menu("cards", "ra", "rb", "gc", "yd", lo=2, hi=3)
ROOT_MENU = build_menu(
    "verb", "place-tile", "discard-cards", "draw", "look", "pass",
    next_menus={
        "place-tile": build_menu("tile", "tile-1", "tile-2", next_menus={"tile-1": WIDE_MENU, "tile-2": LONE_MENU}),
        "discard-cards": CARDS_MENU,
        "draw": build_menu("from", "deck"),
    },
)  # fmt: skip


@pytest.mark.parametrize("move", [move for n, move in enumerate(list_moves(ROOT_MENU)) if n % 7 == 0 or n > 135])
def test_every_move_can_be_pressed(move: Words) -> None:
    assert count_presses(ROOT_MENU, move, lambda _: False) <= 4
    assert count_presses(ROOT_MENU, move, lambda _: True) <= 3


def test_a_screen_is_made_once_for_a_question_and_tells_the_same() -> None:
    screens = ScreenCache()
    for words in ((), ("place-tile",), ("place-tile", "tile-2"), ("place-tile",)):
        assert build_screen(ROOT_MENU, words, known_screens=screens.find_screens("now")) == build_screen(
            ROOT_MENU, words
        )
        assert build_offers(ROOT_MENU, words, known_screens=screens.find_screens("now")) is build_offers(
            ROOT_MENU, words, known_screens=screens.find_screens("now")
        )
    assert not screens.find_screens("afterwards")


def test_only_so_many_screens_are_kept() -> None:
    screens = ScreenCache()
    for word in WIDE_MENU.open_words:
        build_offers(ROOT_MENU, ("place-tile", "tile-1", word), known_screens=screens.find_screens(0))
    assert len(screens.find_screens(0)) <= MAX_QUESTION_SCREENS
    for question in range(MAX_QUESTIONS_KEPT):
        assert not screens.find_screens(question + 1)
    assert not screens.find_screens(0)


def test_a_lone_option_is_taken_silently() -> None:
    step = build_screen(ROOT_MENU, ("place-tile", "tile-2"))
    assert step.prefix == ("place-tile", "tile-2", "c7")
    assert [choice.words[-1] for choice in step.choices] == ["r0", "r1"]


def test_several_options_of_which_all_are_needed_are_taken_silently() -> None:
    three = build_menu("cards", "ra", "rb", "gc", lo=3, hi=3)
    root = build_menu("verb", "discard", "pass", next_menus={"discard": three})
    step = build_screen(root, ("discard",))
    assert step.is_complete
    assert step.prefix == ("discard", "ra+rb+gc")
    assert [write_plain_text(choice.label) for choice in build_screen(root).choices] == ["Discard: Ra, Rb, Gc", "Pass"]


def test_small_menus_below_a_small_menu_are_shown_at_once() -> None:
    root = build_menu("verb", "take", "pass", next_menus={"take": build_menu("n", "1", "2", "3")})
    step = build_screen(root)
    assert [block.kind for block in step.blocks] == ["buttons"]
    assert [choice.words for choice in step.choices] == [("take", "1"), ("take", "2"), ("take", "3"), ("pass",)]
    assert list_one_press_moves(step) == {choice.words for choice in step.choices}


def test_up_to_fifteen_choices_are_buttons_and_more_a_select() -> None:
    for n, kind in ((15, "buttons"), (16, "select")):
        (block,) = build_screen(build_menu("cell", *(f"c{i}" for i in range(n)))).blocks
        assert block.kind == kind


def test_verbs_stand_beside_a_list_of_what_each_can_be_done_with() -> None:
    cells = build_menu("cell", *(f"c{n}" for n in range(20)))
    step = build_screen(build_menu("verb", "sail", "rest", "drive", "pass", next_menus={"sail": cells, "drive": cells}))
    assert [(block.kind, write_plain_text(block.label), len(block.choices)) for block in step.blocks] == [
        ("select", "Sail", 20),
        ("buttons", "Which verb?", 2),
        ("select", "Drive", 20),
    ], "what comes first in the menu stands at the top"
    assert step.choices[-1].words == ("drive", "c19")


def test_two_questions_of_few_answers_are_one_list_of_pairs() -> None:
    ends = build_menu("to", "x", "y", "z")
    starts = ("a", "b", "c", "d", "e", "f", "g", "h")
    root = build_menu(
        "verb", "move", "pass", next_menus={"move": build_menu("from", *starts, next_menus=dict.fromkeys(starts, ends))}
    )
    for step in (build_screen(root), build_screen(root, ("move",))):
        (pairs,) = [block for block in step.blocks if block.kind == "select"]
        assert len(pairs.choices) == 24
        assert pairs.choices[4].words == ("move", "b", "y")
        assert write_plain_text(pairs.choices[4].label) == "B: Y"
        assert all(choice.is_complete for choice in pairs.choices)


def build_moving_menu(next_menu: dict[str, Menu]) -> Menu:
    """Build a move from one of two places to one of two others; then a new list starts."""
    new = msgspec.structs.replace(build_menu("verb", "sail", "stop", next_menus=next_menu), starts_screen=True)
    ends = build_menu("to", "x", "y", next_menus=dict.fromkeys("xy", new))
    return build_menu(
        "verb",
        "move",
        "draw",
        "pass",
        next_menus={"move": build_menu("from", "a", "b", next_menus=dict.fromkeys("ab", ends))},
    )


def test_what_begins_something_new_is_asked_for_itself() -> None:
    far = build_moving_menu({"sail": build_menu("cell", *(f"c{n}" for n in range(40)))})
    assert [choice.words[-1] for choice in build_screen(far, ("move", "a")).choices] == ["x", "y"]


def test_a_few_lists_ask_for_what_is_new_too_where_they_then_decide_everything() -> None:
    step = build_screen(build_moving_menu({}), ("move", "a"))
    assert [choice.words[2:] for choice in step.choices] == [(end, verb) for end in "xy" for verb in ("sail", "stop")]
    assert all(choice.is_complete for choice in step.choices)
    near = build_screen(build_moving_menu({"sail": build_menu("cell", *(f"c{n}" for n in range(20)))}), ("move", "a"))
    assert [(block.kind, len(block.choices)) for block in near.blocks] == [("select", 25), ("select", 17)]
    assert all(choice.is_complete for choice in near.choices)
    assert write_plain_text(near.blocks[1].label) == "Y: Sail › C4 … Y: Stop", "the question stands above them"


def test_what_each_verb_decides_by_itself_stays_with_its_verb() -> None:
    root = build_menu("verb", "sail", "rest", next_menus={"sail": build_menu("cell", *(f"c{n}" for n in range(40)))})
    step = build_screen(build_menu("card", "k1", "k2", next_menus={"k1": root}), ("k1",))
    assert [block.kind for block in step.blocks] == ["select", "select", "buttons"]
    assert [write_plain_text(block.label) for block in step.blocks[:2]] == ["Sail: C0 … C24", "Sail: C25 … C39"]


def test_a_list_that_is_too_long_for_one_select_fills_several() -> None:
    step = build_screen(build_menu("cell", *(f"c{n}" for n in range(60))))
    assert [(block.kind, len(block.choices)) for block in step.blocks] == [
        ("select", 25),
        ("select", 25),
        ("select", 10),
    ]


def test_a_choice_that_leaves_nothing_open_is_a_whole_move() -> None:
    draw = next(choice for choice in build_screen(ROOT_MENU).choices if choice.words[0] == "draw")
    assert draw.words == ("draw", "deck")
    assert draw.is_complete


def test_every_choice_of_a_select_has_a_word_of_its_own() -> None:
    draws = {f"t{n}": build_menu("with", "ship") for n in range(18)}
    step = build_screen(build_menu("tile", *draws, next_menus=draws))
    assert [block.kind for block in step.blocks] == ["select"]
    assert [choice.words[len(step.prefix)] for choice in step.choices] == list(draws)
    assert {choice.words[-1] for choice in step.choices} == {"ship"}, "the only way on is taken along"


def test_back_goes_to_the_last_real_choice() -> None:
    assert build_screen(ROOT_MENU).back_prefix is None
    assert build_screen(ROOT_MENU, ("place-tile",)).back_prefix == ()
    assert build_screen(ROOT_MENU, ("place-tile", "tile-2")).back_prefix == ()
    assert build_screen(ROOT_MENU, ("place-tile", "tile-2", "c7", "r1")).back_prefix == ("place-tile", "tile-2", "c7")
    assert build_screen(ROOT_MENU, ("place-tile", "tile-1", "c9")).back_prefix == ("place-tile", "tile-1")
    assert build_screen(ROOT_MENU, ("discard-cards", "ra+rb")).back_prefix == (), (
        "the cards are picked beside the verbs"
    )


def test_refused_options_come_with_their_reason() -> None:
    options = (Option("a", say("A")), Option("b", say("B")), Option("c", say("C"), why_not=say("no ink")))
    step = build_screen(Menu("x", say("?"), options))
    assert [write_plain_text(option.why_not or say("")) for option in step.refused_options] == ["no ink"]
    assert len(step.choices) == 2
    with pytest.raises(IllegalMoveError, match="no ink"):
        build_screen(Menu("x", say("?"), options), ("c",))


def test_places_get_letters_in_order() -> None:
    options = (Option("a", say("A"), spot="s1"), Option("b", say("B")), Option("c", say("C"), spot="s2"))
    assert [choice.letter for choice in build_screen(Menu("x", say("?"), options)).choices] == ["A", "", "B"]


def test_a_place_that_two_choices_share_marks_neither() -> None:
    way = Menu("to", say("?"), (Option("x", say("X"), spot="s2"),))
    options = (Option("a", say("A"), spot="s1"), Option("b", say("B"), spot="s1"), Option("c", say("C"), spot="s1"))
    choices = build_screen(Menu("m", say("?"), options, {"b": way}.get)).choices
    assert [(choice.letter, choice.spots) for choice in choices] == [("", ()), ("A", ("s2",)), ("", ())]
    assert write_plain_text(choices[1].label) == "B: X"


@pytest.mark.parametrize("seed", range(40))
def test_a_packed_path_is_itself_again(seed: int) -> None:
    dice = Dice(f"pack {seed}")
    count = iter(range(100))
    words = sample_move(ROOT_MENU, lambda n: dice.roll_below(n, next(count), "word"))
    for room in (84, 20):
        assert custom_ids.unpack_path(ROOT_MENU, custom_ids.pack_path(ROOT_MENU, words, room)) == words


def test_a_list_of_pairs_letters_its_places() -> None:
    ends = Menu("to", say("?"), (Option("x", say("X"), spot="s1"), Option("y", say("Y"), spot="s3")))
    starts = (Option("a", say("A"), spot="s1"), Option("b", say("B"), spot="s2"))
    step = build_screen(Menu("from", say("?"), starts, lambda _: ends))
    assert [choice.letter for choice in step.choices] == ["A", "A›B", "C›A", "C›B"]
    assert step.marks == {"s1": "A", "s3": "B", "s2": "C"}


def test_numbers_that_mean_other_words_now_are_refused() -> None:
    packed = custom_ids.pack_path(ROOT_MENU, ("place-tile", "tile-1", "c100"), 20)
    assert packed.startswith("#")
    other = build_menu(
        "verb",
        "place-tile",
        next_menus={
            "place-tile": build_menu(
                "tile", "tile-1", next_menus={"tile-1": build_menu("cell", *(f"d{n}" for n in range(140)))}
            )
        },
    )
    with pytest.raises(IllegalMoveError, match="earlier turn"):
        custom_ids.unpack_path(other, packed)
    with pytest.raises(IllegalMoveError, match="earlier turn"):
        custom_ids.unpack_path(build_menu("verb", "pass"), packed)


@pytest.mark.parametrize("move", [("pass",), ("place-tile", "tile-1", "c139"), ("discard-cards", "ra+gc")])
def test_autocomplete_leads_to_every_move(move: Words) -> None:
    def label(text: Text) -> str:
        return write_plain_text(text)

    for n in range(1, len(move) + 1):
        typed = " ".join(move[:n])
        offers = list_completions(ROOT_MENU, typed, label)
        assert len(offers) <= 25
        assert typed in [value for _, value in offers]
    assert list_completions(ROOT_MENU, "fly away", label) == []


def read_step(step: MoveScreen) -> list[tuple[str, str]]:
    return [(cut.letter, " ".join(cut.words)) for cut in step.shortcuts]


def build_journey_menu() -> Menu:
    """Build three ways, each of three steps with a place, and a short one."""
    last = build_menu("with", "ship", "sled", "dogs", "kayak", "skis", "boots", *(f"raft{n}" for n in range(10)))
    ends = Menu(
        "to", say("?"), tuple(Option(word, say(word.upper()), spot=f"to-{word}") for word in "vwxyz"), lambda _: last
    )
    starts = tuple(Option(f"p{n}", say(f"P{n}"), spot=f"s{n}") for n in range(20))
    way = Menu("from", say("?"), starts, lambda _: ends)
    options = tuple(Option(word, say(word.capitalize())) for word in ("sail", "drive", "walk", "rest"))
    return Menu("verb", say("?"), options, {"sail": way, "drive": way, "walk": way}.get)


def test_shortcuts_are_whole_moves_by_several_ways_in_the_order_of_the_menu() -> None:
    root = build_journey_menu()
    likely = ("rest", "walk p3 x sled", "walk p3 y sled", "sail p1 y ship", "drive p2 x ship", "sail p2 y ship")
    step = add_shortcuts(root, build_screen(root), [tuple(one.split()) for one in likely])
    free = [letter for letter in CHOICE_LETTERS if letter not in build_screen(root).marks.values()]
    assert [cut.letter for cut in step.shortcuts] == free[: len(step.shortcuts)]
    assert [cut.words[0] for cut in step.shortcuts] == ["sail", "drive", "walk"], "not as likely as they are"
    assert [write_plain_text(label) for label in step.shortcuts[0].path] == ["Sail", "P1", "Y", "Ship"]
    assert [write_plain_text(cut.label) for cut in step.shortcuts] == ["Sail: P1", "Drive: P2", "Walk: P3"], (
        "also where a list says the verb"
    )


def test_what_the_colours_of_shortcuts_mean_is_told_where_all_else_is_in_lists() -> None:
    root = build_journey_menu()
    plain_step = build_screen(root)
    lists = tuple(block for block in plain_step.blocks if block.kind != "buttons")
    step = msgspec.structs.replace(add_shortcuts(root, plain_step, [("sail", "p1", "y", "ship")]), blocks=lists)
    assert lists
    assert step.shortcuts
    told_too, alone = explain_buttons(step), explain_buttons(msgspec.structs.replace(step, shortcuts=()))
    assert told_too is not None
    assert alone is not None
    assert write_plain_text(told_too) == f"Green plays at once, blue asks more. {write_plain_text(alone)}"


@pytest.mark.parametrize(("others", "most"), [(5, 3), (18, 3), (19, 2), (20, 1), (25, 0)])
def test_there_are_only_as_many_shortcuts_as_have_room_beside_all_else(others: int, most: int) -> None:
    step = build_screen(build_journey_menu())
    assert count_shortcut_room(step, [build_button("…", f"b{n}") for n in range(others)], texts=3) == most
    likely = [("sail", "p1", "y", "ship"), ("drive", "p2", "x", "sled"), ("walk", "p3", "z", "dogs")]
    assert len(add_shortcuts(build_journey_menu(), step, likely, most).shortcuts) == most


def test_a_place_of_two_shortcuts_has_both_letters_and_one_that_is_lettered_keeps_its_own() -> None:
    root = build_journey_menu()
    bare = build_screen(root)
    step = add_shortcuts(root, bare, [("sail", "p1", "x", "ship"), ("drive", "p1", "x", "sled")])
    one, other = (cut.letter for cut in step.shortcuts)
    assert step.marks["to-x"] == one + other
    assert "s1" in bare.marks
    assert {spot: step.marks[spot] for spot in bare.marks} == bare.marks


def test_short_moves_have_no_shortcut_and_one_way_has_two() -> None:
    root = build_journey_menu()
    assert read_step(add_shortcuts(root, build_screen(root), [("rest",)])) == []
    assert (
        read_step(
            add_shortcuts(ROOT_MENU, build_screen(ROOT_MENU), [("place-tile", "tile-2", "c7", "r0"), ("draw", "deck")])
        )
        == []
    )
    only = [("sail", "p5", "x", word) for word in ("skis", "dogs", "ship")]
    assert [cut.words[3] for cut in add_shortcuts(root, build_screen(root), only).shortcuts] == ["dogs", "skis"]
