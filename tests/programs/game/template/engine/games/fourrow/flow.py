"""In what order things happen: a turn as the rules tell it."""

from __future__ import annotations

from functools import partial

from engine.games.fourrow import menus, rules
from engine.games.fourrow.components import Components, Grid
from engine.games.fourrow.state import State
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, say


def set_up_table(components: Components, goal: int) -> State:
    """Set up an empty grid and give all discs to their owners (F1)."""
    return State(goal, [[] for _ in components.grid.letters], [components.discs.each] * 2)


def play_turn(grid: Grid, state: State, out: Effects) -> TurnScript[None]:
    """One disc (F2), and perhaps the end (F3.1)."""
    seat = state.to_move
    _, letter = yield from ask_one(seat, partial(menus.build_drop_menu, grid, state))
    column = grid.letters.index(letter)
    state.columns[column].append(seat)
    state.left[seat] -= 1
    state.newest = rules.name_cell(grid, column, len(state.columns[column]) - 1)
    state.row = rules.find_row_through(grid, state, state.newest)
    state.to_move = 1 - seat
    out.announce(say("{seat} drops a disc on {cell}.", seat=SeatMention(seat), cell=state.newest.upper()))
