"""Make a table of Expedition: Northwest Passage in any position, and play on it with lines of text.

    t = make_table(placed=["c13 000/000"], ships={0: "c13"}, hands={0: "l01 s2"})
    t.play("0 place s2 c12 f90 ship")
    assert t.find_expedition(0).hand == ["l01"]

A placed tile is its first cell and its corners ("c13 000/000"; "c13 011/001 strait" with a symbol), for which a tile of the box is
chosen, or the words of a placement ("l07 c12 f90"). Crew is written "5/2 0/0": available and resting in the column of the ship,
then of the sled. The default is round 2, when nothing is frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec

from engine.games.northwest.board import GAP_TILE
from engine.games.northwest.build_view import build_view
from engine.games.northwest.game import Northwest
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.state import Expedition, Kind, State
from engine.games.northwest.view import View, VisibleExpedition
from engine.kernel.event import Event
from engine.kernel.position import Position, begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import write_text
from tests.rules.playing import Playing, load_changed_game

PLAYER_NAMES = ("Ana", "Ben", "Cléo", "Dai")
GAME_SEED = "seed"


@cache
def load_game(*changes: tuple[str, str]) -> Northwest:
    """Load the game with its own components, some of them changed."""
    return load_changed_game(Northwest, *changes)


class PlayedTable(Playing[Northwest, State]):
    """A position that moves are played on; printing it shows the board."""

    announced: Sequence[str] = ()

    def record_events(self, events: tuple[Event, ...]) -> None:
        self.announced = [write_text(event.text, PLAYER_NAMES) for event in events]

    def asked_seats(self) -> list[int]:
        """List the seats that owe an answer."""
        return sorted(self.now.questions)

    @property
    def box(self) -> GameBox:
        return self.rules.game_box

    def find_expedition(self, seat: int) -> Expedition:
        return self.state.expeditions[seat]

    def describe_crew(self, seat: int) -> str:
        """Describe a crew in the form of `make_table`."""
        me = self.find_expedition(seat)
        return f"{me.ship_available}/{me.ship_resting} {me.sled_available}/{me.sled_resting}"

    def find_score(self, seat: int) -> dict[str, int]:
        """Find the lines of a seat's score that are not 0."""
        return {line.item: line.points for line in self.find_visible_expedition(seat).score if line.points}

    def find_visible_expedition(self, seat: int) -> VisibleExpedition:
        return self.build_view().expeditions[seat]

    def build_view(self, seat: int | None = None) -> View:
        return build_view(self.box, self.state, seat)

    def describe_corners(self, cell: str) -> str:
        """Describe a cell's corners in the order nw, ne, sw, se."""
        return self.box.find_board(self.state).describe_corners(self.box.grid.cell_numbers[cell])

    def __repr__(self) -> str:
        return draw_corners(self.box, self.state) + "\n" + msgspec.json.format(msgspec.json.encode(self.state)).decode()


def draw_corners(box: GameBox, state: State) -> str:
    """Draw the corners of the board: # land, ~ sea, . unknown."""
    board, grid = box.find_board(state), box.grid
    rows: list[str] = []
    for j in range(grid.rows + 1):
        row = ""
        for number in range(j * grid.stride, j * grid.stride + grid.columns + 1):
            if not board.known_corners >> number & 1:
                row += "."
            else:
                row += "#" if board.land_corners >> number & 1 else "~"
        rows.append(row)
    return "\n".join(rows)


def build_placement(box: GameBox, used: list[str], corners: str) -> str:
    """Build the words of a placement from a cell and the corners there.

    Raises:
        LookupError: No tile is left with these corners.
    """
    cell, rows, *symbol = corners.split()
    if cell in box.pieces or cell == GAP_TILE:
        return corners
    free = [piece for tile, piece in box.pieces.items() if tile[0] == "s" or tile not in used]
    candidates = sorted(free, key=lambda piece: piece.symbol)
    if symbol:
        candidates = [piece for piece in free if piece.symbol == symbol[0]]
    for piece in candidates:
        for rotation, lay in piece.lays.items():
            if "/".join(lay.rows) == rows:
                return f"{piece.tile} {cell} {rotation}"
    raise LookupError(f"no tile is left that shows {corners}")


def make_table(
    seats: int = 2,
    *,
    placed: Iterable[str] = (),
    taken: Iterable[str] = (),
    hands: Mapping[int, str] | None = None,
    ships: Mapping[int, str] | None = None,
    sleds: Mapping[int, str] | None = None,
    crew: Mapping[int, str] | None = None,
    market: str | None = None,
    bag: str | None = None,
    piles: str | None = None,
    tokens: Mapping[int, Mapping[str, int]] | None = None,
    order: Iterable[int] | None = None,
    passed: Iterable[int] = (),
    to_move: int = 0,
    acted: int = 0,
    round: int = 2,  # noqa: A002 - the rule book's word
    cartography: int = 20,
    passage: Mapping[int, int] | None = None,
    home: Mapping[int, tuple[int, int | None]] | None = None,
    lost: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    rules: Northwest | None = None,
    seed: str = GAME_SEED,
    **options: str,
) -> PlayedTable:
    """Make a table in the middle of a game.

    `home` is the place of return and the token by seat, `lost` the crewmen lost with a sled, `points` the points for finds.
    All other tiles are in the bag.
    """
    rules = rules or load_game()
    box = rules.game_box
    state = begin_game(rules, seats, complete_options(rules.settings, options), seed).position.base
    used = (
        [tile for hand in (hands or {}).values() for tile in hand.split()]
        + (market or "").split()
        + (bag or "").split()
    )
    on_board: list[str] = []
    for what in placed:
        on_board.append(build_placement(box, used, what))
        used.append(on_board[-1].split()[0])
    _check_matching(box, on_board)
    assert len({tile for tile in used if tile[0] == "l"}) == sum(tile[0] == "l" for tile in used), (
        f"a tile lies twice: {used}"
    )
    rest = [tile for tile in box.pieces if tile[0] == "l" and tile not in used]
    state.market = market.split() if market is not None else [rest.pop(0) for _ in range(4)]
    state.bag = bag.split()[::-1] if bag is not None else rest
    state.placed, state.taken = on_board, list(taken)
    if piles is not None:
        state.piles = [int(n) for n in piles.split()]
    state.order = list(order) if order is not None else list(range(seats))
    state.passed, state.to_move, state.acted, state.round = list(passed), to_move, acted, round
    state.cartography = cartography
    for seat, me in enumerate(state.expeditions):
        me.hand = (hands or {}).get(seat, "").split()
        me.ship = _find_first_cell(box, on_board, (ships or {}).get(seat, "b15"))
        me.sled = (sleds or {}).get(seat, "")
        ship, sled = (crew or {}).get(seat, "7/0 0/0" if not me.sled else "4/0 3/0").split()
        me.ship_available, me.ship_resting = map(int, ship.split("/"))
        me.sled_available, me.sled_resting = map(int, sled.split("/"))
        me.tokens = msgspec.convert((tokens or {}).get(seat, {}), dict[Kind, int])
        me.trail = (points or {}).get(seat, 0)
        if seat in (passage or {}):
            me.passage = (passage or {})[seat]
            state.passage_tokens.remove(me.passage)
        if seat in (home or {}):
            me.home, me.greenland = (home or {})[seat]
            if me.greenland is not None:
                state.greenland_tokens.remove(me.greenland)
        if seat in (lost or {}):
            me.lost, me.sled_lost = (lost or {})[seat], True
    state.order = [seat for seat in state.order if not state.expeditions[seat].home]
    return PlayedTable(Position(state), rules, seed)


def _find_first_cell(box: GameBox, on_board: list[str], cell: str) -> str:
    return box.name_tile_cell(box.boards.build_board(tuple(on_board)).find_tile(box.grid.cell_numbers[cell]))


def _check_matching(box: GameBox, on_board: list[str]) -> None:
    """Check that the tiles of a test's board lie side by side and match."""
    for n, words in enumerate(on_board):
        ground, new = box.boards.build_board(tuple(on_board[:n])), box.boards.build_placed_tile(words)
        assert not ground.filled_cells & new.mask, f"{words} lies on another tile"
        assert ground.fits_corners(new.lay, new.cells[0]), f"{words} does not match"


def build_wall(*more: str) -> list[str]:
    """Build land from the north edge to the east edge round Greenland, with one hole at the south-east of c12."""
    return [
        "x a12 j0101",
        "x b12 j0101",
        "x e12 j0101",
        "x f13 j1100",
        "x f14 j1100",
        "x f15 j1100",
        "c14 00/00",
        *more,
    ]
