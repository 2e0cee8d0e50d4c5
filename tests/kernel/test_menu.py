"""Menus: one object for legality, enumeration, sampling and forced moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import Dice
from engine.kernel.menu import (
    LazyOptions,
    Menu,
    Option,
    Words,
    canonicalize_move,
    find_forced_move,
    follow_words,
    generate_moves,
    passes_secret_menu,
    sample_move,
)
from engine.kernel.text import IllegalMoveError, say


def build_menu(
    *words: str,
    name: str = "which",
    lo: int = 1,
    hi: int = 1,
    hidden: bool = False,
    then: Callable[[str], Menu | None] = lambda _: None,
) -> Menu:
    """Build a menu of these words; a word that begins with "!" is refused."""
    options = tuple(
        Option(
            word.lstrip("!"),
            say("Take {word}", word=word),
            why_not=say("Not {word} today.", word=word.lstrip("!")) if word.startswith("!") else None,
        )
        for word in words
    )
    return Menu(name, say("Which one?"), options, then, min_picks=lo, max_picks=hi, is_secret=hidden)


CARGO_MENU = build_menu("dog", "sled", "!tent", "crew", name="cargo", hi=2)
SHIP_MENU = build_menu(
    "load",
    "sail",
    "!sink",
    name="verb",
    then={"load": CARGO_MENU, "sail": build_menu("north", "south", name="where")}.get,
)


def test_moves_are_listed_in_menu_order() -> None:
    assert list(generate_moves(SHIP_MENU)) == [
        ("load", "dog"),
        ("load", "sled"),
        ("load", "crew"),
        ("load", "dog+sled"),
        ("load", "dog+crew"),
        ("load", "sled+crew"),
        ("sail", "north"),
        ("sail", "south"),
    ]


@pytest.mark.parametrize(
    ("typed", "spelled"),
    [
        (("load", "crew+dog"), ("load", "dog+crew")),
        (("load", "sled"), ("load", "sled")),
        (("sail", "north"), ("sail", "north")),
    ],
)
def test_a_pick_of_several_has_one_spelling(typed: Words, spelled: Words) -> None:
    assert canonicalize_move(SHIP_MENU, typed) == spelled


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ((), "That move is not finished. Which one?"),
        (("load",), "That move is not finished. Which one?"),
        (("fly",), "“fly” is not a choice here. Which one? (load, sail)"),
        (("sink",), "Not sink today."),
        (("load", "dog+tent"), "Not tent today."),
        (("load", "dog+bear"), "“bear” is not a choice here. Which one? (dog, sled, crew)"),
        (("load", "dog+dog"), "“dog+dog” is not a choice here. Which one? (dog, sled, crew)"),
        (("load", "dog+sled+crew"), "Choose 1 to 2 of these, not 3."),
        (("load", ""), "“” is not a choice here. Which one? (dog, sled, crew)"),
        (("load", "dog+"), "“” is not a choice here. Which one? (dog, sled, crew)"),
        (("sail", "north", "fast"), "“fast” is one word too many: the move is complete before it."),
        (("x" * 200,), "“xxxxxxxxxxxxxxxxxxxxxxxx” is not a choice here. Which one? (load, sail)"),
    ],
)
def test_an_option_that_is_not_offered_is_refused_with_a_reason(typed: Words, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as no:
        canonicalize_move(SHIP_MENU, typed)
    assert str(no.value) == sentence


def test_too_few_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="Choose 2 to 3 of these, not 1"):
        canonicalize_move(build_menu("a", "b", "c", lo=2, hi=3), ("a",))


def test_a_long_list_of_choices_is_cut() -> None:
    with pytest.raises(IllegalMoveError, match=r"\(c0, c1, c2, c3, c4, c5, c6, c7, …\)"):
        canonicalize_move(build_menu(*(f"c{n}" for n in range(30))), ("d",))


def test_walk_follows_a_prefix() -> None:
    assert follow_words(SHIP_MENU, ()) is SHIP_MENU
    assert follow_words(SHIP_MENU, ("load",)) is CARGO_MENU
    assert follow_words(SHIP_MENU, ("sail", "south")) is None
    with pytest.raises(IllegalMoveError, match="one word too many"):
        follow_words(SHIP_MENU, ("sail", "south", "fast"))
    with pytest.raises(IllegalMoveError, match="not a choice"):
        follow_words(SHIP_MENU, ("sail", "up"))


def test_menus_below_are_made_when_they_are_reached() -> None:
    made: list[str] = []

    def below(word: str) -> None:
        made.append(word)

    menu = build_menu("a", "b", "c", then=below)
    menu.canonicalize("b")
    assert made == []
    canonicalize_move(menu, ("b",))
    assert made == ["b"]


@st.composite
def build_menus(draw: st.DrawFn, depth: int = 2) -> Menu:
    words = draw(st.lists(st.text("abcxyz0189", min_size=1, max_size=3), min_size=1, max_size=5, unique=True))
    shut = draw(st.sets(st.sampled_from(words), max_size=len(words) - 1))
    hi = draw(st.integers(1, 3))
    lo = draw(st.integers(1, min(hi, len(words) - len(shut))))
    if lo == 1 and hi == 1 and depth:
        below = {word: draw(st.none() | build_menus(depth=depth - 1)) for word in words}
        return build_menu(*(f"!{word}" if word in shut else word for word in words), then=below.get)
    return build_menu(*(f"!{word}" if word in shut else word for word in words), lo=lo, hi=hi)


@given(build_menus(), st.text())
def test_samples_are_among_the_moves_and_moves_are_canonical(menu: Menu, seed: str) -> None:
    every = list(generate_moves(menu))
    assert len(set(every)) == len(every)
    assert all(canonicalize_move(menu, words) == words for words in every)
    dice, label = Dice(seed), count()
    assert sample_move(menu, lambda n: dice.roll_below(n, 0, str(next(label)))) in every


def test_sampling_reaches_every_move() -> None:
    dice, label = Dice("reach"), count()
    found = Counter(sample_move(SHIP_MENU, lambda n: dice.roll_below(n, 0, str(next(label)))) for _ in range(400))
    assert set(found) == set(generate_moves(SHIP_MENU))


@given(build_menus())
def test_forced_is_the_only_move(menu: Menu) -> None:
    every = list(generate_moves(menu))
    assert find_forced_move(menu) == (every[0] if len(every) == 1 else None)


def test_a_secret_is_never_forced() -> None:
    assert find_forced_move(build_menu("bid", then={"bid": build_menu("c1")}.get)) == ("bid", "c1")
    assert find_forced_move(build_menu("bid", then={"bid": build_menu("c1", hidden=True)}.get)) is None
    assert find_forced_move(build_menu("c1", hidden=True)) is None


def test_all_of_a_pick_may_be_forced() -> None:
    assert find_forced_move(build_menu("a", "b", lo=2, hi=2)) == ("a+b",)
    assert find_forced_move(build_menu("a", "!b", lo=1, hi=2)) == ("a",)
    assert find_forced_move(build_menu("a", "b", lo=1, hi=2)) is None


def test_secret_knows_which_moves_are_their_seats_own_business() -> None:
    menu = build_menu("bid", "pass", then={"bid": build_menu("c1", "c2", hidden=True)}.get)
    assert passes_secret_menu(menu, ("bid", "c1"))
    assert not passes_secret_menu(menu, ("pass",))


def test_options_are_made_only_for_who_looks_at_them() -> None:
    looks = count()
    shown = tuple(CARGO_MENU.options)

    def make() -> tuple[Option, ...]:
        next(looks)
        return shown

    lazy = Menu("cargo", say("Which one?"), LazyOptions(["dog", "sled", "crew"], make), max_picks=2)
    assert list(generate_moves(lazy)) == list(generate_moves(CARGO_MENU))
    assert canonicalize_move(lazy, ("crew+dog",)) == ("dog+crew",)
    assert sample_move(lazy, lambda _: 0) == ("crew",)
    assert next(looks) == 0
    with pytest.raises(IllegalMoveError, match=r"Not tent today\."):
        lazy.canonicalize("tent")
    assert (lazy.options, len(lazy.options), lazy.options[2].word) == (CARGO_MENU.options, 4, "tent")
    assert next(looks) == 2
