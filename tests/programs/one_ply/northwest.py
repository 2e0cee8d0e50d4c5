"""What a position of Expedition: Northwest Passage is worth to a seat."""

from __future__ import annotations

from engine.games.northwest import scoring
from engine.games.northwest.game import Northwest
from engine.games.northwest.state import State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.one_ply.player import Judge

CREW, TILE, ENOUGH, PLACED, WEST, HOME, BACK = 0.3, 0.8, 3, 0.5, 0.35, 1.2, 4
"""A crewman who is not yet tired, a tile in hand up to so many, a tile on the board, a column to the west while there is time,
and a column away from home in the last rounds."""


def value(game: AnyGame, state: State, seat: Seat) -> float:
    """Points if nothing were lost, with what helps to make more of them; on the way back what the way home still takes."""
    assert isinstance(game, Northwest)
    me, parts, box = state.expeditions[seat], game.components, game.box
    lines = scoring.scores(parts, state, box.arrow)
    points = [sum(n for what, n in one.items() if what != "losses" or state.ended) for one in lines]
    others = [n for other, n in enumerate(points) if other != seat]
    worth = float(points[seat]) - max(others, default=0) / 3
    worth += (
        CREW * (me.ship_available + me.sled_available) + TILE * min(len(me.hand), ENOUGH) + PLACED * len(state.placed)
    )
    west = box.grid.columns - box.grid.xy(box.grid.numbers[me.ship])[0]
    returning = state.round > parts.expedition.rounds - BACK
    return worth - (HOME if returning else -WEST) * west


JUDGE = Judge(value)
