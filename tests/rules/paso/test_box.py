"""P14: the contents of the box, and of an owner's file."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from engine.games.paso.components import TREASURE_EFFECTS
from engine.kernel import registry
from tests.rules.paso.play import load_game, make_table

COMPONENTS_TEXT = resources.files("engine.games.paso").joinpath("components.toml").read_text("utf-8")


def test_p14_what_is_ours_is_marked():
    parts = load_game().components
    assert {name: getattr(parts, name).source for name in parts.__struct_fields__} == {
        "board": "rules",
        "costs": "rules",
        "turn": "rules",
        "fresh": "rules",
        "tokens": "rules",
        "shapes": "inferred",
        "supply": "rules",
        "tiles": "house",
        "treasures": "inferred",
        "effects": "rules",
        "abilities": "rules",
        "characters": "house",
        "rulings": "house",
    }
    single = {name: getattr(parts, name).sources for name in parts.__struct_fields__}
    assert {name: sources for name, sources in single.items() if sources} == {"costs": {"exit": "found"}}
    assert (parts.costs.find_source("exit"), parts.costs.find_source("raid")) == ("found", "rules")


def test_the_tiles_are_mixed_as_measured():
    tiles = load_game().components.tiles
    assert Counter("".join(tiles.four).replace("*", "")) == {"W": 38, "L": 31, "S": 17, "I": 10}
    assert "".join(tiles.four).count("*") == 22
    assert Counter("".join(tiles.two).replace("*", "")) == {"W": 18, "L": 15, "S": 10, "I": 5}
    assert tiles.two == tiles.two_for_four
    assert not any("I*" in tile for tile in (*tiles.four, *tiles.two)), "no chests on icebergs"


def test_seven_sirs_and_seven_explorers():
    assert Counter(card.side for card in load_game().components.characters.cards) == {"sirs": 7, "explorers": 7}
    assert [
        sum(load_game().components.treasures.count_copies(effect, n) for effect in TREASURE_EFFECTS) for n in (2, 3, 4)
    ] == [30, 45, 60]


def test_p14_1_fresh_waters_may_need_an_advance_without_a_raid():
    lying = {"pieces": ["0 s3 b1 b2 b3", "1 u1 a2"], "ships": {0: "b3", 1: "a2"}, "to_move": 1}
    strict = {"rulings": {"fresh_needs_plain_advance": True}}
    t = make_table(**lying, changes=strict).play("1 raid b2")
    assert t.read_refusal("1 fresh") == "Your ship has not advanced in this turn (P8.2)."
    t.play("1 advance back walk-b1", "1 advance b2 walk")
    assert "fresh" in t.list_words("1")


def test_p14_1_an_iceberg_may_leave_the_route_a_route():
    lying = {"pieces": ["0 s2 b1 b2", "ice b1", "1 u1 a1"], "ships": {0: "b2", 1: "a1"}}
    kept = {"rulings": {"iceberg_breaks_route": False}}
    assert make_table(**lying, changes=kept).list_advances()["walk b1"] == 4
    t = make_table(**lying, changes=kept, to_move=1)
    assert "u1 b1" not in t.list_advances()
    assert t.list_words("1 raid") == ["b1"]
    t.play("1 raid b1", "1 end")
    assert next(hex_ for hex_ in t.build_view().hexes if hex_.name == "b1").terrain == "water", "a token lies on it"
    t = make_table(pieces=["0 s2 b1 b2", "ice b1", "water b1"], ships={0: "b2"}, changes=kept)
    assert next(hex_ for hex_ in t.build_view().hexes if hex_.name == "b1").terrain == "water", "open water lies on it"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"WW*WL"', '"WW*WLL"', "a tile of 4 hexes looks like"),
        ('"WW*WL", ', "", "24 tiles of each of the three groups"),
        ('s4 = ["ss"]', 's4 = ["s"]', "the turns of s4 are 2 of the letters s, l, r"),
        ("rows = 24", "rows = 23", "an even number of rows"),
        ('{ exit = "found" }', '{ way-out = "found" }', "costs.sources: there is no value 'way-out' in this group"),
        ('{ exit = "found" }', '{ exit = "guessed" }', "Invalid enum value 'guessed'"),
        ("visible = 4", "visible = 3", "an even number of rows lies open"),
        ("raid = 2", "raid = 0", "every action but the exit costs a point at least"),
        ("pass_rounds = 3", "pass_rounds = 0", "one round without a move, or more"),
        ('word = "rae"', 'word = "davis"', "two characters have the same word"),
        ('word = "rae"', 'word = "John Rae"', "small letters, digits and hyphens only"),
        ('ability = "snow", side = "explorers"', 'ability = "swim", side = "explorers"', "Invalid enum value 'swim'"),
    ],
)
def test_wrong_components_are_refused_with_the_reason(old: str, new: str, why: str):
    assert old in COMPONENTS_TEXT
    with pytest.raises(registry.ComponentsError, match=why):
        registry.load_game("paso", COMPONENTS_TEXT.replace(old, new, 1))


def test_each_side_needs_four_characters():
    with pytest.raises(registry.ComponentsError, match="each side needs four characters"):
        registry.load_game("paso", COMPONENTS_TEXT.replace('side = "sirs"', 'side = "explorers"'))
