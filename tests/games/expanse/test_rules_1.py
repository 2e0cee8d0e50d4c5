"""Games that were played under rules version 1, with the components of that time, still give the same results."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.games.expanse.game import Expanse
from engine.kernel import registry
from engine.kernel.position import Position, replay_moves, resolve_situation
from engine.kernel.record import build_opening, compute_components_digest, parse_record
from engine.kernel.script import restore_options

RULES_1_DIR = Path(__file__).parent / "rules_1"
RULES_1_RECORDS = sorted(RULES_1_DIR.glob("*.record"))


def load_rules_1() -> Expanse:
    """Load the current game with the former components."""
    found = registry.load_game("expanse", (RULES_1_DIR / "components.toml").read_bytes())
    assert isinstance(found, Expanse)
    return found


@pytest.mark.parametrize("file", RULES_1_RECORDS, ids=lambda file: file.stem)
def test_a_record_replays_to_every_digest(file: Path) -> None:
    game, record = load_rules_1(), parse_record(file.read_text("utf-8"))
    assert record.rules_version == 1 < game.rules_version
    assert record.components_digest == compute_components_digest(game)
    assert all(move.digest for move in record.moves)
    told = replay_moves(game, build_opening(game, record), record.seed, record.moves)
    assert (told.stopped_at, told.failure_reason) == (None, "")
    assert any("builds" in event.text.template for event in told.events), "free fleets have come home unasked"
    assert resolve_situation(game, told.position, record.seed).result is not None


def test_a_table_goes_on_as_its_people_were_told() -> None:
    """Its state has no answer to a newer question, so fleets are built automatically as before."""
    game, record = load_rules_1(), parse_record(RULES_1_RECORDS[0].read_text("utf-8"))
    told = replay_moves(game, build_opening(game, record), record.seed, record.moves[:60])
    raw = msgspec.to_builtins(told.position.base)
    assert "free-fleet" not in raw["options"]
    base = msgspec.convert(game.upgrade_state(raw, 1), game.state_type)
    rest = replay_moves(game, Position(base, told.position.tick, told.position.answers), record.seed, record.moves[60:])
    assert rest.stopped_at is None


def test_a_lobby_from_then_begins_with_what_it_showed() -> None:
    assert restore_options(load_rules_1().settings, {"factions": "choose"}) == {
        "factions": "choose",
        "free-fleet": "strongest",
    }
