"""Any menu as screens: every move can be reached, nothing is too long, and a press never changes its meaning."""

from __future__ import annotations

import msgspec
import pytest

from cogs.interactions import custom_ids
from cogs.messages.blocks import MAX_BUTTONS, MAX_CONTROLS, ChoiceBlock, count_controls
from cogs.messages.choices import Choice
from cogs.messages.completion import list_completions
from cogs.messages.presenter import (
    MAX_QUESTION_SCREENS,
    MAX_QUESTIONS_KEPT,
    MoveScreen,
    ScreenCache,
    add_shortcuts,
    asks_before,
    build_offers,
    build_screen,
    show_places,
)
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option, Words, generate_moves, sample_move
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


@pytest.mark.parametrize("move", [move for n, move in enumerate(generate_moves(ROOT_MENU)) if n % 7 == 0 or n > 135])
def test_every_move_can_be_pressed(move: Words) -> None:
    assert count_presses(ROOT_MENU, move, lambda _: False).presses <= 5
    assert count_presses(ROOT_MENU, move, lambda _: True).presses <= 4


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


def test_a_small_menu_behind_a_verb_is_shown_at_once() -> None:
    root = build_menu("verb", "take", "pass", next_menus={"take": build_menu("n", "1", "2", "3")})
    step = build_screen(root)
    assert [block.kind for block in step.blocks] == ["buttons"]
    assert [choice.words for choice in step.choices] == [("take", "1"), ("take", "2"), ("take", "3"), ("pass",)]
    assert step.whole_moves == tuple(choice.words for choice in step.choices)


def test_a_few_choices_are_buttons_and_more_a_select() -> None:
    for n, kind in ((MAX_BUTTONS, "buttons"), (MAX_BUTTONS + 1, "select")):
        (block,) = build_screen(build_menu("cell", *(f"c{i}" for i in range(n)))).blocks
        assert block.kind == kind


def test_the_first_kind_of_move_is_a_list_and_the_others_are_buttons() -> None:
    cells = build_menu("cell", *(f"c{n}" for n in range(20)))
    root = build_menu("verb", "sail", "rest", "drive", "pass", next_menus={"sail": cells, "drive": cells})
    step = build_screen(root)
    assert [(block.kind, write_plain_text(block.label), len(block.choices)) for block in step.blocks] == [
        ("select", "Sail", 20),
        ("buttons", "Which verb?", 3),
    ]
    assert step.choices[-2].words == ("drive",)
    assert [block.kind for block in build_screen(root, ("drive",)).blocks] == ["select"]


def test_rare_kinds_of_move_are_a_list() -> None:
    step = build_screen(build_menu("verb", *(f"do{n}" for n in range(9)), next_menus={"do0": WIDE_MENU}))
    assert [(block.kind, len(block.choices)) for block in step.blocks] == [("buttons", 4), ("select", 5)]
    assert count_controls(step.blocks) < MAX_CONTROLS


def test_what_ends_the_turn_comes_last_and_says_what_is_lost() -> None:
    end = Option("end", say("End"), ends_turn=True, loses=say("2 points"))
    ways = build_menu("to", "x", "y")
    step = build_screen(Menu("verb", say("?"), (end, Option("sail", say("Sail"))), {"sail": ways}.get))
    assert [block.kind for block in step.blocks] == ["buttons", "endings"]
    assert step.blocks[-1].choices[0].loses == say("2 points")
    assert build_screen(Menu("verb", say("?"), (end, Option("sail", say("Sail")))), ("end",)).loses == say("2 points")


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


def build_price_menu(*card_names: str) -> Menu:
    """Build a menu whose only payment is these cards."""
    price = Option("+".join(card_names), say("{cards}", cards=list(card_names)), is_price=True)
    payment = Menu("with", say("With?"), (price,))
    distance = Menu("spaces", say("How far?"), (Option("1", say("space 11 (yellow)")),), lambda _: payment)
    options = (Option("advance", say("Advance")), Option("rest", say("Rest")))
    return Menu("do", say("What?"), options, {"advance": distance}.get)


def test_a_label_says_what_is_spent_if_it_has_space_for_one_thing_only() -> None:
    labels = [write_plain_text(choice.label) for choice in build_screen(build_price_menu("yellow Crevasse")).choices]
    assert labels == ["Advance: yellow Crevasse", "Rest"]


def test_a_price_that_no_label_has_space_for_is_asked_about() -> None:
    cheap, dear = build_price_menu("yellow Crevasse"), build_price_menu("yellow Crevasse", "red Dog", "blue Dog")
    assert not asks_before(cheap, ("advance", "1", "yellow Crevasse"), "turn")
    assert asks_before(dear, ("advance", "1", "yellow Crevasse+red Dog+blue Dog"), "turn")
    assert not asks_before(dear, ("advance", "1", "yellow Crevasse+red Dog+blue Dog"), "never")


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
    assert build_screen(ROOT_MENU, ("discard-cards", "ra+rb")).back_prefix == ("discard-cards",)


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


def read_shortcuts(step: MoveScreen) -> list[tuple[str, str, str]]:
    return [(cut.letter, " ".join(cut.words), write_plain_text(cut.label)) for cut in step.shortcuts]


def test_likely_moves_have_buttons_in_the_order_of_the_menu() -> None:
    root = build_journey_menu()
    likely = ("rest", "walk p3 x sled", "drive p2 x ship", "sail p2 y ship")
    step = add_shortcuts(root, build_screen(root), [tuple(one.split()) for one in likely])
    assert [words.split()[0] for _, words, _ in read_shortcuts(step)] == ["drive", "walk"]
    assert read_shortcuts(step)[0][2] == "Drive: P2 › X › Ship"
    assert count_controls(step.blocks) + len(step.shortcuts) <= MAX_CONTROLS


def test_a_place_of_a_likely_move_that_has_a_letter_keeps_it() -> None:
    root = build_journey_menu()
    bare = build_screen(root)
    step = add_shortcuts(root, bare, [("drive", "p1", "x", "ship")])
    assert {spot: step.marks[spot] for spot in bare.marks} == bare.marks


def test_a_likely_move_with_a_long_name_has_no_button() -> None:
    root = build_menu("verb", "x" * 40, "rest", next_menus={"x" * 40: build_menu("to", "a", "b")})
    assert add_shortcuts(root, build_screen(root), [("x" * 40, "a")]).shortcuts == ()


def test_a_question_about_a_changed_position_has_a_screen_of_its_own() -> None:
    changed = msgspec.structs.replace(build_menu("verb", "sail", "stop"), starts_screen=True)
    root = build_menu("from", "a", "b", next_menus=dict.fromkeys("ab", changed))
    assert [choice.words for choice in build_screen(root).choices] == [("a",), ("b",)]


def test_letters_are_only_for_places_that_the_picture_shows() -> None:
    options = tuple(Option(word, say(word), spot=spot) for word, spot in (("a", "h1"), ("b", "s1"), ("c", "s2")))
    step = show_places(build_screen(Menu("x", say("?"), options)), lambda spot: spot.startswith("s"))
    assert [choice.letter for choice in step.choices] == ["", "A", "B"]
    assert step.marks == {"s1": "A", "s2": "B"}


def test_a_letter_that_the_picture_shows_for_another_choice_is_left_out() -> None:
    """To advance marks a space and the card that pays; to discard that card is another move, and the crop has no cards."""
    take = Choice(("take",), say("take"), letter="A", spots=("h1",))
    advance = Choice(("advance",), say("advance"), letter="A", spots=("s1", "h1"))
    blocks = [ChoiceBlock("buttons", (), say("?"), (choice,)) for choice in (take, advance)]
    whole = MoveScreen((), (), say("?"), tuple(blocks), marks={"s1": "A", "h1": "A"})
    assert [choice.letter for choice in whole.choices] == ["A", "A"]
    assert [choice.letter for choice in show_places(whole, lambda spot: spot == "s1").choices] == ["", "A"]


def test_choices_of_several_places_have_letters_for_those_that_differ() -> None:
    def list_letters(*spots: str) -> list[str]:
        options = tuple(Option(f"pay-{n}", say("{spot}", spot=spot), spot=spot) for n, spot in enumerate(spots))
        return [choice.letter for choice in build_screen(Menu("x", say("?"), options)).choices]

    assert list_letters("h0 h1", "h0 h2") == ["A", "B"]
    assert list_letters("h0 h1", "h0 h2", "h1 h2") == ["A›B", "A›C", "B›C"]
