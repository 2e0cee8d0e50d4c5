"""Playouts in which every seat answers with the move that is best right behind it, for games with few moves in a decision.

All moves of a decision are compared, so a playout is a line of sensible moves: in 1911 four of them tell more than hundreds of
playouts of drawn moves (docs/players.md). This is rollout policy improvement with a one-ply policy: Tesauro and Galperin, "On-line
policy improvement using Monte-Carlo search", 1996.
"""

from __future__ import annotations

from itertools import islice

from engine.kernel.menu import generate_moves
from engine.players.playout import CompleteMovePlayout, Line
from engine.players.search import HalvingSearch

MAX_COMPARED_MOVES = 60
"""How many moves of a decision are compared."""


class ReplySearch(HalvingSearch):
    """Rank root moves by the best replies to them, `Evaluator.horizon` moves of all seats deep."""

    def score_playout(self, world_number: int, line: Line) -> float:
        """Return the seat's value after the replies, from 0 to 1."""
        own_seat = self._observation.seat
        playout = CompleteMovePlayout(self._observation, self._evaluator, self._dice, world_number)
        playout.make_line(own_seat, line)
        for _ in range(self._evaluator.horizon):
            if not playout.run.questions:
                break
            seat = playout.next_seat()
            moves = list(islice(generate_moves(playout.run.build_menu(seat)), MAX_COMPARED_MOVES))
            playout.make_best_move(seat, moves)
        return playout.evaluate(own_seat)
