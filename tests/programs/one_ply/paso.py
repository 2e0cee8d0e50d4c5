"""What a position of La Aventura del Paso del Noroeste is worth to a seat."""

from __future__ import annotations

from engine.games.paso.game import Paso
from engine.games.paso.state import State
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.one_ply.player import Judge

ROW, CARD, TOKEN, POINT, WON = 2.0, 0.8, 0.25, 0.1, 100.0


def value(game: AnyGame, state: State, seat: Seat) -> float:
    """Rows covered, with treasures, tokens and points to go on with, less the rows of the foremost of the others."""
    assert isinstance(game, Paso)
    me, rows = state.players[seat], game.box.rows(state)
    others = [row for other, row in enumerate(rows) if other != seat]
    left = state.points if state.to_move == seat else 0
    worth = ROW * (rows[seat] - max(others) / 2) + CARD * len(me.hand) + TOKEN * sum(me.reserve) + POINT * left
    return worth + WON * me.exited


JUDGE = Judge(value)
