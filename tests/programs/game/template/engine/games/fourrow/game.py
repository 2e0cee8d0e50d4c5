"""The game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.fourrow import flow, rules
from engine.games.fourrow.components import Components
from engine.games.fourrow.meta import META
from engine.games.fourrow.state import State
from engine.games.fourrow.view import View, build_view
from engine.kernel.event import Effects
from engine.kernel.script import Game, GameResult, TurnScript
from engine.kernel.text import Seat, SeatMention, say


class Fourrow(Game[State, View]):
    """Four in a Row with one set of components. Nothing is hidden and nothing can be said in advance: the defaults do."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:  # noqa: ARG002 - always two, and no dice
        """Set up an empty grid."""
        return flow.set_up_table(self.components, int(options["goal"]))

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """One disc."""
        return flow.play_turn(self.components.grid, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Return the winner by enough discs in a row (F3.1), or both seats if the grid is full (F3.2)."""
        if state.row:
            winner = 1 - state.to_move
            reason = say("{winner} has {n} in a row.", winner=SeatMention(winner), n=len(state.row))
            return GameResult((winner,), ((winner,), (state.to_move,)), reason)
        if rules.is_over(state):
            return GameResult((0, 1), ((0, 1),), say("The grid is full and nobody has {n} in a row.", n=state.goal))
        return None

    def build_view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - all see the same
        """Build the view of the grid, the same for everybody."""
        return build_view(self.components.grid, state)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Every disc, in the grid or yet to be dropped."""
        lying = [seat for column in state.columns for seat in column]
        return {f"discs of {seat}": left + lying.count(seat) for seat, left in enumerate(state.left)}
