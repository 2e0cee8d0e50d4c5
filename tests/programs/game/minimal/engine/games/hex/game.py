"""The rules of Hex, without any of the parts that a game may leave out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engine.games.hex.view import COLUMNS, SIZE, View
from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu, Option
from engine.kernel.script import Game, GameMeta, GameResult, TurnScript, Verb, ask_one
from engine.kernel.text import Seat, SeatMention, say

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class State(msgspec.Struct):
    """`stones` holds the seat whose stone lies on a cell: seat 0 connects left and right, seat 1 bottom and top."""

    stones: dict[str, int] = {}
    to_move: int = 0
    newest: str = ""


class Hex(Game[State, View]):
    """Hex for two players."""

    meta = GameMeta(
        slug="hex",
        title="Hex",
        blurb=say("Connect your two edges of the board before the other player connects theirs."),
        kind=GameKind(),
        rules_version=1,
        seat_counts=range(2, 3),
        settings=(),
        verbs=(Verb("place", say("Place a stone"), ("column", "row")),),
    )
    state_type = State

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:  # noqa: ARG002
        """Return an empty board."""
        return State()

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """Place one stone."""
        seat = state.to_move
        _, column, row = yield from ask_one(seat, lambda: ask_cell(state))
        state.newest = column + row
        state.stones[state.newest] = seat
        state.to_move = 1 - seat
        out.announce(say("{seat} places a stone on {cell}.", seat=SeatMention(seat), cell=state.newest.upper()))

    def find_result(self, state: State) -> GameResult | None:
        """Return the end of the game once a player has connected both edges."""
        seat = 1 - state.to_move
        if not is_connected(state, seat):
            return None
        return GameResult((seat,), ((seat,), (1 - seat,)), say("{seat} connects both edges.", seat=SeatMention(seat)))

    def build_view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002
        """Return the board, which is the same for everybody."""
        winner = 1 - state.to_move
        return View(dict(state.stones), state.to_move, state.newest, winner if is_connected(state, winner) else None)


def ask_cell(state: State) -> Menu:
    """Ask for a free cell: its column, then its row."""
    columns = tuple(
        Option(column, say("Column {column}", column=column.upper()), spot=f"column-{column}")
        for column in COLUMNS
        if any(f"{column}{row}" not in state.stones for row in range(1, SIZE + 1))
    )
    return Menu(
        "verb",
        say("Where do you place a stone?"),
        (Option("place", say("Place a stone")),),
        lambda _: Menu("column", say("In which column?"), columns, lambda column: ask_row(state, column)),
    )


def ask_row(state: State, column: str) -> Menu:
    """Ask for the row of a free cell in a column."""
    rows = tuple(
        Option(str(row), say("Row {row}", row=row), spot=f"{column}{row}")
        for row in range(1, SIZE + 1)
        if f"{column}{row}" not in state.stones
    )
    return Menu("row", say("In which row?"), rows)


def is_connected(state: State, seat: Seat) -> bool:
    """Return whether a seat's stones connect its two edges."""
    own = {place(cell) for cell, owner in state.stones.items() if owner == seat}
    reached = [cell for cell in own if cell[seat] == 0]
    for cell in reached:
        reached += [near for near in around(cell) if near in own and near not in reached]
    return any(cell[seat] == SIZE - 1 for cell in reached)


def place(cell: str) -> tuple[int, int]:
    """Return the column and the row of a cell, counted from 0."""
    return COLUMNS.index(cell[0]), int(cell[1:]) - 1


def around(cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the neighbours of a cell, also those off the board."""
    for across, up in NEIGHBOURS:
        yield cell[0] + across, cell[1] + up
