"""Games that began under earlier rules continue with the options they began with."""

from __future__ import annotations

import msgspec

from engine.kernel.position import decode_position, encode_position
from engine.kernel.record import build_opening, parse_record
from engine.kernel.script import complete_options, restore_options
from tests.rules.paso.play import PlayedTable, load_game, make_table

SHIP_BEHIND = {"pieces": ["0 s3 b1 b2 b3", "1 x1 b2"], "ships": {0: "b3", 1: "b2"}, "raiding": {1: 0}, "to_move": 1}
RULES_1_RECORD = """game paso
rules 1
components 4f141239
seats 2
options gift=no mode=alone
seed two-through-1

0 choose frobisher
"""


def test_fresh_waters_come_on_top_at_new_tables_only():
    settings = load_game().meta.settings
    assert complete_options(settings, {})["fresh"] == "added"
    assert restore_options(settings, {})["fresh"] == "instead"
    assert restore_options(settings, {"fresh": "added"})["fresh"] == "added"


def test_a_record_that_says_nothing_of_fresh_waters_was_played_without_the_rest():
    assert build_opening(load_game(), parse_record(RULES_1_RECORD)).base.options == {
        "fresh": "instead",
        "gift": "no",
        "mode": "alone",
    }


def test_a_position_of_the_first_rules_goes_on_as_it_was_begun():
    for stored, points in (("instead", 2), ("added", 5)):
        begun = make_table(**SHIP_BEHIND, moved=True, points=3, fresh=stored)
        raw = msgspec.json.decode(encode_position(begun.position))
        raw["base"] = begun.rules.upgrade_state(raw["base"], 1)
        position = decode_position(begun.rules, msgspec.json.encode(raw))
        assert PlayedTable(position, begun.rules).play("1 fresh").state.points == points
    bare = load_game().upgrade_state({"options": {"gift": "yes"}}, 1)
    assert bare["options"] == {"fresh": "instead", "gift": "yes", "mode": "alone"}
    assert load_game().upgrade_state({"options": {}}, 2) == {"options": {}}
