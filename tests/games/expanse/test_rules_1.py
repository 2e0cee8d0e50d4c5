"""Games that were played under rules version 1, with the house data of that time, are still the same games."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.games.expanse.game import Expanse
from engine.kernel import registry
from engine.kernel.position import Position, now, replay
from engine.kernel.record import components_digest, opening, parse
from engine.kernel.script import restored

THEN = Path(__file__).parent / "rules_1"
RECORDS = sorted(THEN.glob("*.record"))


def rules() -> Expanse:
    """The game of today with the components of then."""
    found = registry.load("expanse", (THEN / "components.toml").read_bytes())
    assert isinstance(found, Expanse)
    return found


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_replays_to_every_digest(file: Path) -> None:
    game, record = rules(), parse(file.read_text("utf-8"))
    assert record.rules == 1 < game.rules_version
    assert record.components == components_digest(game)
    assert all(move.digest for move in record.moves)
    told = replay(game, opening(game, record), record.seed, record.moves)
    assert (told.stopped_at, told.why) == (None, "")
    assert any("builds" in event.text.template for event in told.events), "free fleets have come home unasked"
    assert now(game, told.position, record.seed).result is not None


def test_a_table_goes_on_as_its_people_were_told() -> None:
    """It stores no answer to a question that nobody was asked when it began: fleets keep coming by themselves."""
    game, record = rules(), parse(RECORDS[0].read_text("utf-8"))
    told = replay(game, opening(game, record), record.seed, record.moves[:60])
    raw = msgspec.to_builtins(told.position.base)
    assert "free-fleet" not in raw["options"]
    base = msgspec.convert(game.upgrade(raw, 1), game.state_type)
    rest = replay(game, Position(base, told.position.tick, told.position.answers), record.seed, record.moves[60:])
    assert rest.stopped_at is None


def test_a_lobby_from_then_begins_with_what_it_showed() -> None:
    assert restored(rules().settings, {"factions": "choose"}) == {"factions": "choose", "free-fleet": "strongest"}
