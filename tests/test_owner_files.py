"""The check of an owner's file: it renders the rules, plays games, and refuses lists that the rules or a game cannot have."""

from __future__ import annotations

import pytest

from engine import rulebook
from engine.kernel import registry
from engine.ops import owner_files, rule_pages
from engine.players import arena
from tests.game_cases import list_game_cases


def change_file(slug: str, *changes: tuple[str, str]) -> str:
    text = registry.own_components(slug)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def read_rule(slug: str, text: str, number: str, language: str = "en") -> str:
    rules = rule_pages.load_rules(registry.load_game(slug, text), language)
    return next(rule.text for rule in rules if rule.number == number)


@pytest.mark.parametrize("slug", list_game_cases("expanse"))
def test_our_own_file_fits(slug: str) -> None:
    assert owner_files.find_problems(slug, registry.own_components(slug).encode()) == []


@pytest.mark.parametrize(
    ("slug", "change", "number", "claims"),
    [
        (
            "expanse",
            ("prices = [0, 1, 1, 2, 2]", "prices = [0, 1, 2, 3]"),
            "E2.1",
            ("The 4 spaces cost 0, 1, 2 and 3 CP.", "Los 4 espacios cuestan 0, 1, 2 y 3 PC."),
        ),
        (
            "expanse",
            ("prices = [0, 1, 1, 2, 2]", "prices = [0, 1, 1, 2, 2, 3]"),
            "E1.9",
            ("6 cards lie open", "hay 6 cartas a la vista"),
        ),
        (
            "northwest",
            ("points = [1, 2, 4, 6, 8, 10]", "points = [1, 2, 4, 6, 8]"),
            "N6.1",
            ("1, 2, 4, 6 or 8 points for an island of 2, 3, 4, 5 or 6 and", "1, 2, 4, 6 y 8 puntos"),
        ),
        ("expanse", ("2 = 10, 3 = 10, 4 = 13", "2 = 10, 3 = 9, 4 = 13"), "E1.8", ("9 with three", "9 con tres")),
        ("paso", ("exit = 1", "exit = 2"), "P12", ("past it for 2 points", "por 2 puntos")),
    ],
)
def test_the_rules_tell_a_list_by_its_length(
    slug: str, change: tuple[str, str], number: str, claims: tuple[str, str]
) -> None:
    text = change_file(slug, change)
    assert owner_files.find_problems(slug, text.encode()) == []
    for language, claim in zip(("en", "es"), claims, strict=True):
        assert claim in read_rule(slug, text, number, language)


@pytest.mark.parametrize(
    ("slug", "change", "reason"),
    [
        ("expanse", ("prices = [0, 1, 1, 2, 2]", "prices = [0, 1]"), "3 to 6 spaces"),
        ("expanse", ("score = 2", "score = 5"), "sixth SCORE card"),
        ("expanse", ('ceres = "f", jupiter = "f", saturn = "f" }', 'ceres = "f" }'), "5 fleets"),
        ("expanse", ("bonus = [[2, 1, 0], ", "bonus = ["), "five Scoring turns"),
        ("northwest", ("points = [12, 8, 4]", "points = [12, 8]"), "length 3"),
        ("northwest", ("3 = [13, 7, 3]", "3 = [13, 7]"), "with 3 players 3 tokens"),
        ("northwest", ("points = [1, 2, 4, 6, 8, 10]", "points = []"), "islands of 2 tiles"),
    ],
)
def test_a_list_that_the_game_cannot_have_is_refused(slug: str, change: tuple[str, str], reason: str) -> None:
    problems = owner_files.find_problems(slug, change_file(slug, change).encode())
    assert any(reason in found for _, found in problems), problems


def test_a_file_with_which_a_game_stops_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise IndexError("pop from empty list")

    monkeypatch.setattr(arena, "play_game", stop)
    problems = owner_files.find_problems("amundsen", registry.own_components("amundsen").encode())
    assert problems == [("", "a random game with 2 players stops: IndexError: pop from empty list")]


def test_a_file_that_breaks_the_rules_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    page = rulebook.load_page("amundsen").replace("sum(deck)", "sum(pile)")
    monkeypatch.setattr(rulebook, "load_page", lambda *_: page)
    problems = owner_files.find_problems("amundsen", registry.own_components("amundsen").encode())
    assert [reason for _, reason in problems] == [
        f"the rules in the language “{language}” name 'pile', which the file does not have" for language in ("en", "es")
    ]
