"""Playouts in which every seat answers with the move that is best right behind it, for games with few moves in a decision.

All moves of a decision are compared, so a playout is a line of sensible moves: in 1911 four of them tell more than hundreds of
playouts of drawn moves (docs/players.md). This is rollout policy improvement with a one-ply policy: Tesauro and Galperin, "On-line
policy improvement using Monte-Carlo search", 1996.
"""

from __future__ import annotations

from engine.players.evaluator import ReplyEvaluator
from engine.players.playout import CompleteMovePlayout, Line
from engine.players.search import HalvingSearch


class ReplySearch(HalvingSearch):
    """Rank root moves by the best replies to them, `ReplyEvaluator.horizon` moves of all seats deep."""

    _evaluator: ReplyEvaluator

    def score_playout(self, world_number: int, line: Line) -> float:
        """Return the seat's value after the replies, from 0 to 1."""
        own_seat = self._observation.seat
        playout = CompleteMovePlayout(self._observation, self._evaluator, self._dice, world_number)
        playout.make_line(own_seat, line)
        playout.play_on(self._evaluator.horizon, None)
        return playout.evaluate(own_seat)
