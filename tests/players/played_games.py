"""Recorded games that can be examined from any move on."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.record import parse_record
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult, restore_options
from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import Moment, StudyDepth
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.analysis.turn_lines import MAX_FURTHER_MOVES
from tests.golden_records import read_record

DICE = Dice("analysis")
ENDS = {
    "amundsen": "scott-at-the-pole",
    "expanse": "three-clear",
    "northwest": "all-home",
    "paso": "two-through",
}
"""A record of each game."""


class Played(msgspec.Struct, frozen=True):
    """A recorded game that can be examined from any move on."""

    game: AnyGame
    seed: str
    seats: int
    positions: tuple[Position[Any], ...]
    log: tuple[tuple[Seat, Words], ...]
    result: GameResult

    def studied(self, first: int, last: int) -> tuple[Moment, ...]:
        """Return the moments of some moves."""
        moves, depth = self.log[first : last + MAX_FURTHER_MOVES], StudyDepth(max_moves=last - first)
        return analyse_moves(self.game, self.positions[first], self.seed, self.seats, moves, DICE, depth)


def played(slug: str, name: str = "") -> Played:
    """Play a record of the game, the one in `ENDS` unless another is named."""
    record, game = parse_record(read_record(slug, name or ENDS[slug]).decode()), registry.load_game(slug)
    begun = begin_game(game, record.seat_count, restore_options(game.settings, record.options), record.seed).position
    run: GameRun[Any] = GameRun(game, begun, record.seed)
    positions = []
    for move in record.moves:
        positions.append(run.position)
        run.play(move.seat, move.words)
    assert run.result is not None
    log = tuple((move.seat, move.words) for move in record.moves)
    return Played(game, record.seed, record.seat_count, tuple(positions), log, run.result)
