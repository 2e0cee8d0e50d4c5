"""The registry of games, owners' components, and the numbered rules."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from engine import rulebook
from engine.kernel import registry
from engine.kernel.script import NoComponents
from engine.rulebook import Rule
from tests.kernel.toy_game import TOY_COMPONENTS, Cards, Components, ToyGame

CUSTOM_COMPONENTS = """
[cards]
source = "rules"
suits = "abcd"
ranks = 7
"""


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the real games of the registry with the toy game."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    monkeypatch.setattr(rulebook, "GAMES_PACKAGE", "tests.kernel.games")


def test_the_packages_are_the_games() -> None:
    assert registry.list_slugs() == ("toy",)
    assert isinstance(registry.load_game("toy"), ToyGame)
    assert registry.load_game("toy").components == TOY_COMPONENTS


@pytest.mark.parametrize("own", [CUSTOM_COMPONENTS, CUSTOM_COMPONENTS.encode()])
def test_an_owners_components_take_the_place_of_ours(own: str | bytes) -> None:
    assert registry.load_game("toy", own).components == Components(Cards("rules", "abcd", 7))


def test_stored_components_make_the_same_game() -> None:
    game = registry.load_game("toy", CUSTOM_COMPONENTS)
    assert registry.reload_game("toy", msgspec.json.encode(game.components)).components == game.components


def test_unknown_slug_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="chess"):
        registry.load_game("chess")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("ranks = 7", "ranks = 'seven'", r"Expected `int`, got `str` - at `\$\.cards\.ranks`"),
        ("ranks = 7", "ranks = 3", r"a suit needs 5 ranks - at `\$\.cards`"),
        ("ranks = 7", "", "missing required field `ranks`"),
        ("ranks = 7", "ranks = 7\nwild = 2", "unknown field `wild`"),
        ("[cards]", "[cards", "(?i)expected"),
    ],
)
def test_components_that_do_not_fit_name_key_and_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(registry.ComponentsError, match=reason):
        registry.load_game("toy", CUSTOM_COMPONENTS.replace(old, new))


@pytest.mark.parametrize("own", ["", b"", b"\xff\xfe"])
def test_wrong_components_are_refused(own: str | bytes) -> None:
    with pytest.raises(registry.ComponentsError):
        registry.load_game("toy", own)


def test_rules_run_from_their_number_to_the_next_or_a_heading() -> None:
    assert rulebook.load_rules("toy") == (
        Rule("T1", "A round is a dawn, a bid and a walk.", "The round"),
        Rule(
            "T1.1",
            "At dawn everybody draws up to three cards. This line belongs to T1.1, as rules may have paragraphs.",
            "The round",
        ),
        Rule("T2", "The game ends at the camp. Not a rule: T2.1 stands inside a line.", "The end"),
    )


def test_rules_are_read_in_a_language_that_has_its_page() -> None:
    assert rulebook.load_rules("toy", "es")[0] == Rule(
        "T1", "Una ronda es un amanecer, una puja y un paseo.", "La ronda"
    )
    assert rulebook.load_rules("toy", "fr") == rulebook.load_rules("toy")
    assert [rulebook.has_page("toy", language) for language in ("en", "es", "fr")] == [True, True, False]


def test_a_game_without_components_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    package = import_module("tests.kernel.games.toy")
    monkeypatch.delattr(package, "Components")
    monkeypatch.setattr(package, "load", lambda components: components)
    assert registry.load_game("toy", "") == registry.reload_game("toy", b"{}") == NoComponents()
    with pytest.raises(registry.ComponentsError, match="unknown field `cards`"):
        registry.load_game("toy", CUSTOM_COMPONENTS)


def test_a_folder_without_files_has_no_rules_and_no_components(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "GAMES_PACKAGE", "tests.kernel")
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel")
    assert registry.own_components("games") == ""
    assert rulebook.load_page("games") == ""
    assert rulebook.load_rules("games", "es") == ()
    assert rulebook.has_page("games", "en")
