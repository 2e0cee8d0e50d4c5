"""Any menu as screens: every move can be reached, nothing is too long, and a press never means something else."""

from __future__ import annotations

import pytest

from cogs.interactions import custom_ids, limits
from cogs.messages.presenter import complete, screen
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option, Words, moves, sample
from engine.kernel.text import Illegal, Text, plain, say


def menu(name: str, *words: str, then: dict[str, Menu] | None = None, lo: int = 1, hi: int = 1) -> Menu:
    options = tuple(Option(word, say(word.capitalize())) for word in words)
    return Menu(name, say("Which {what}?", what=name), options, (then or {}).get, lo, hi)


WIDE = menu("cell", *(f"c{n}" for n in range(140)))
LONE = menu("cell", "c7", then={"c7": menu("turn", "r0", "r1")})
CARDS = menu("cards", "ra", "rb", "gc", "yd", lo=2, hi=3)
ROOT = menu(
    "verb", "place-tile", "discard-cards", "draw", "look", "pass",
    then={
        "place-tile": menu("tile", "tile-1", "tile-2", then={"tile-1": WIDE, "tile-2": LONE}),
        "discard-cards": CARDS,
        "draw": menu("from", "deck"),
    },
)  # fmt: skip


def press_to(root: Menu, move: Words) -> int:
    """Reach a move the way a person does; returns the presses it takes."""
    at: Words = ()
    group: int | None = None
    for presses in range(20):
        step = screen(root, at, group)
        assert len(step.choices) <= limits.SELECT_OPTIONS
        if step.kind == "done":
            assert step.prefix == move
            return presses
        if step.kind == "subset":
            at, group = (*step.prefix, move[len(step.prefix)]), None
        elif step.kind == "groups":
            group = next(
                n for n in range(len(step.choices))
                if any(move[: len(c.words)] == c.words for c in screen(root, at, n).choices)
            )  # fmt: skip
        else:
            at, group = next(c.words for c in step.choices if move[: len(c.words)] == c.words), None
    raise AssertionError("too many presses")


@pytest.mark.parametrize("move", [move for n, move in enumerate(moves(ROOT)) if n % 7 == 0 or n > 135])
def test_every_move_can_be_pressed(move: Words) -> None:
    assert press_to(ROOT, move) <= 5


def test_a_lone_option_is_taken_silently() -> None:
    step = screen(ROOT, ("place-tile", "tile-2"))
    assert step.prefix == ("place-tile", "tile-2", "c7")
    assert [choice.words[-1] for choice in step.choices] == ["r0", "r1"]


def test_small_menus_below_a_small_menu_are_shown_at_once() -> None:
    root = menu("verb", "take", "pass", then={"take": menu("n", "1", "2", "3")})
    step = screen(root)
    assert step.kind == "buttons"
    assert [choice.words for choice in step.choices] == [("take", "1"), ("take", "2"), ("take", "3"), ("pass",)]
    assert all(choice.done for choice in step.choices)


def test_a_choice_that_leaves_nothing_open_is_a_whole_move() -> None:
    draw = next(choice for choice in screen(ROOT).choices if choice.words[0] == "draw")
    assert draw.words == ("draw", "deck")
    assert draw.done


def test_every_choice_of_a_select_has_a_word_of_its_own() -> None:
    draws = {f"t{n}": menu("with", "ship") for n in range(8)}
    step = screen(menu("tile", *draws, then=draws))
    assert step.kind == "select"
    assert [choice.words[len(step.prefix)] for choice in step.choices] == list(draws)
    assert {choice.words[-1] for choice in step.choices} == {"ship"}, "the only way on is taken along"


def test_back_goes_to_the_last_real_choice() -> None:
    assert screen(ROOT).back is None
    assert screen(ROOT, ("place-tile",)).back == ()
    assert screen(ROOT, ("place-tile", "tile-2")).back == ("place-tile",)
    assert screen(ROOT, ("place-tile", "tile-2", "c7", "r1")).back == ("place-tile", "tile-2", "c7")
    assert screen(ROOT, ("discard-cards", "ra+rb")).back == ("discard-cards",)


def test_refused_options_come_with_their_reason() -> None:
    options = (Option("a", say("A")), Option("b", say("B")), Option("c", say("C"), why_not=say("no ink")))
    step = screen(Menu("x", say("?"), options))
    assert [plain(option.why_not or say("")) for option in step.refused] == ["no ink"]
    assert len(step.choices) == 2
    with pytest.raises(Illegal, match="no ink"):
        screen(Menu("x", say("?"), options), ("c",))


def test_places_get_letters_in_order() -> None:
    options = (Option("a", say("A"), spot="s1"), Option("b", say("B")), Option("c", say("C"), spot="s2"))
    assert [choice.letter for choice in screen(Menu("x", say("?"), options)).choices] == ["A", "", "B"]


def test_a_place_that_two_choices_share_marks_neither() -> None:
    way = Menu("to", say("?"), (Option("x", say("X"), spot="s2"),))
    options = (Option("a", say("A"), spot="s1"), Option("b", say("B"), spot="s1"), Option("c", say("C"), spot="s1"))
    choices = screen(Menu("m", say("?"), options, {"b": way}.get)).choices
    assert [(choice.letter, choice.spots) for choice in choices] == [("", ()), ("A", ("s2",)), ("", ())]
    assert plain(choices[1].label) == "B: X"


@pytest.mark.parametrize("seed", range(40))
def test_a_packed_path_is_itself_again(seed: int) -> None:
    dice = Dice(f"pack {seed}")
    count = iter(range(100))
    words = sample(ROOT, lambda n: dice.below(n, next(count), "word"))
    for room in (84, 20):
        assert custom_ids.unpack(ROOT, custom_ids.pack(ROOT, words, room)) == words


def test_numbers_that_mean_other_words_now_are_refused() -> None:
    packed = custom_ids.pack(ROOT, ("place-tile", "tile-1", "c100"), 20)
    assert packed.startswith("#")
    other = menu(
        "verb",
        "place-tile",
        then={"place-tile": menu("tile", "tile-1", then={"tile-1": menu("cell", *(f"d{n}" for n in range(140)))})},
    )
    with pytest.raises(Illegal, match="earlier turn"):
        custom_ids.unpack(other, packed)
    with pytest.raises(Illegal, match="earlier turn"):
        custom_ids.unpack(menu("verb", "pass"), packed)


@pytest.mark.parametrize("move", [("pass",), ("place-tile", "tile-1", "c139"), ("discard-cards", "ra+gc")])
def test_autocomplete_leads_to_every_move(move: Words) -> None:
    def label(text: Text) -> str:
        return plain(text)

    for n in range(1, len(move) + 1):
        typed = " ".join(move[:n])
        offers = complete(ROOT, typed, label)
        assert len(offers) <= 25
        assert typed in [value for _, value in offers]
    assert complete(ROOT, "fly away", label) == []
