"""What was begun under earlier rules goes on with the options it was begun with."""

from __future__ import annotations

import msgspec

from engine.kernel.position import decode, encode
from engine.kernel.record import opening, parse
from engine.kernel.script import restored, settle
from tests.rules.paso.play import Table, game, table

BEHIND = {"pieces": ["0 s3 b1 b2 b3", "1 x1 b2"], "ships": {0: "b3", 1: "b2"}, "raiding": {1: 0}, "to_move": 1}
RECORD = """game paso
rules 1
components 4f141239
seats 2
options gift=no mode=alone
seed two-through-1

0 choose frobisher
"""


def test_fresh_waters_come_on_top_at_new_tables_only():
    settings = game().meta.settings
    assert settle(settings, {})["fresh"] == "added"
    assert restored(settings, {})["fresh"] == "instead"
    assert restored(settings, {"fresh": "added"})["fresh"] == "added"


def test_a_record_that_says_nothing_of_fresh_waters_was_played_without_the_rest():
    assert opening(game(), parse(RECORD)).base.options == {"fresh": "instead", "gift": "no", "mode": "alone"}


def test_a_position_of_the_first_rules_goes_on_as_it_was_begun():
    for stored, points in (("instead", 2), ("added", 5)):
        begun = table(**BEHIND, moved=True, points=3, fresh=stored)
        raw = msgspec.json.decode(encode(begun.position))
        raw["base"] = begun.rules.upgrade(raw["base"], 1)
        position = decode(begun.rules, msgspec.json.encode(raw))
        assert Table(position, begun.rules).play("1 fresh").state.points == points
    bare = game().upgrade({"options": {"gift": "yes"}}, 1)
    assert bare["options"] == {"fresh": "instead", "gift": "yes", "mode": "alone"}
    assert game().upgrade({"options": {}}, 2) == {"options": {}}
