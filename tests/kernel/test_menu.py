"""Menus: one object for legality, enumeration, sampling and what is forced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import Dice
from engine.kernel.menu import Lazy, Menu, Option, Words, canon, forced, moves, sample, secret, walk
from engine.kernel.text import Illegal, say


def pick(
    *words: str,
    name: str = "which",
    lo: int = 1,
    hi: int = 1,
    hidden: bool = False,
    then: Callable[[str], Menu | None] = lambda _: None,
) -> Menu:
    """A menu of these words; one that begins with "!" is refused."""
    options = tuple(
        Option(
            word.lstrip("!"),
            say("Take {word}", word=word),
            why_not=say("Not {word} today.", word=word.lstrip("!")) if word.startswith("!") else None,
        )
        for word in words
    )
    return Menu(name, say("Which one?"), options, then, lo=lo, hi=hi, secret=hidden)


CARGO = pick("dog", "sled", "!tent", "crew", name="cargo", hi=2)
SHIP = pick(
    "load", "sail", "!sink", name="verb", then={"load": CARGO, "sail": pick("north", "south", name="where")}.get
)


def test_moves_are_listed_in_menu_order() -> None:
    assert list(moves(SHIP)) == [
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
    assert canon(SHIP, typed) == spelled


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
def test_what_is_not_offered_is_refused_with_a_reason(typed: Words, sentence: str) -> None:
    with pytest.raises(Illegal) as no:
        canon(SHIP, typed)
    assert str(no.value) == sentence


def test_too_few_are_refused() -> None:
    with pytest.raises(Illegal, match="Choose 2 to 3 of these, not 1"):
        canon(pick("a", "b", "c", lo=2, hi=3), ("a",))


def test_a_long_list_of_choices_is_cut() -> None:
    with pytest.raises(Illegal, match=r"\(c0, c1, c2, c3, c4, c5, c6, c7, …\)"):
        canon(pick(*(f"c{n}" for n in range(30))), ("d",))


def test_walk_follows_a_prefix() -> None:
    assert walk(SHIP, ()) is SHIP
    assert walk(SHIP, ("load",)) is CARGO
    assert walk(SHIP, ("sail", "south")) is None
    with pytest.raises(Illegal, match="one word too many"):
        walk(SHIP, ("sail", "south", "fast"))
    with pytest.raises(Illegal, match="not a choice"):
        walk(SHIP, ("sail", "up"))


def test_menus_below_are_made_when_they_are_reached() -> None:
    made: list[str] = []

    def below(word: str) -> None:
        made.append(word)

    menu = pick("a", "b", "c", then=below)
    menu.canon("b")
    assert made == []
    canon(menu, ("b",))
    assert made == ["b"]


@st.composite
def menus(draw: st.DrawFn, depth: int = 2) -> Menu:
    words = draw(st.lists(st.text("abcxyz0189", min_size=1, max_size=3), min_size=1, max_size=5, unique=True))
    shut = draw(st.sets(st.sampled_from(words), max_size=len(words) - 1))
    hi = draw(st.integers(1, 3))
    lo = draw(st.integers(1, min(hi, len(words) - len(shut))))
    if lo == 1 and hi == 1 and depth:
        below = {word: draw(st.none() | menus(depth=depth - 1)) for word in words}
        return pick(*(f"!{word}" if word in shut else word for word in words), then=below.get)
    return pick(*(f"!{word}" if word in shut else word for word in words), lo=lo, hi=hi)


@given(menus(), st.text())
def test_samples_are_among_the_moves_and_moves_are_canonical(menu: Menu, seed: str) -> None:
    every = list(moves(menu))
    assert len(set(every)) == len(every)
    assert all(canon(menu, words) == words for words in every)
    dice, label = Dice(seed), count()
    assert sample(menu, lambda n: dice.below(n, 0, str(next(label)))) in every


def test_sampling_reaches_every_move() -> None:
    dice, label = Dice("reach"), count()
    found = Counter(sample(SHIP, lambda n: dice.below(n, 0, str(next(label)))) for _ in range(400))
    assert set(found) == set(moves(SHIP))


@given(menus())
def test_forced_is_the_only_move(menu: Menu) -> None:
    every = list(moves(menu))
    assert forced(menu) == (every[0] if len(every) == 1 else None)


def test_a_secret_is_never_forced() -> None:
    assert forced(pick("bid", then={"bid": pick("c1")}.get)) == ("bid", "c1")
    assert forced(pick("bid", then={"bid": pick("c1", hidden=True)}.get)) is None
    assert forced(pick("c1", hidden=True)) is None


def test_all_of_a_pick_may_be_forced() -> None:
    assert forced(pick("a", "b", lo=2, hi=2)) == ("a+b",)
    assert forced(pick("a", "!b", lo=1, hi=2)) == ("a",)
    assert forced(pick("a", "b", lo=1, hi=2)) is None


def test_secret_knows_which_moves_are_their_seats_own_business() -> None:
    menu = pick("bid", "pass", then={"bid": pick("c1", "c2", hidden=True)}.get)
    assert secret(menu, ("bid", "c1"))
    assert not secret(menu, ("pass",))


def test_options_are_made_only_for_who_looks_at_them() -> None:
    looks = count()
    shown = tuple(CARGO.options)

    def make() -> tuple[Option, ...]:
        next(looks)
        return shown

    lazy = Menu("cargo", say("Which one?"), Lazy(["dog", "sled", "crew"], make), hi=2)
    assert list(moves(lazy)) == list(moves(CARGO))
    assert canon(lazy, ("crew+dog",)) == ("dog+crew",)
    assert sample(lazy, lambda _: 0) == ("crew",)
    assert next(looks) == 0
    with pytest.raises(Illegal, match=r"Not tent today\."):
        lazy.canon("tent")
    assert (lazy.options, len(lazy.options), lazy.options[2].word) == (CARGO.options, 4, "tent")
    assert next(looks) == 2
