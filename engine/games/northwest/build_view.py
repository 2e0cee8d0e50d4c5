"""The view made from the state. Nothing but the order of the bag is hidden, so every seat sees the same (N1.8)."""

from __future__ import annotations

from typing import Final, Literal, cast

from engine.games.northwest import scoring, travel
from engine.games.northwest.board import PlacedTile as OnBoard
from engine.games.northwest.board import TileBoard
from engine.games.northwest.components import FIND_KINDS, MAJORITY_KINDS
from engine.games.northwest.grid import CORNER_NAMES, list_bits
from engine.games.northwest.rules import GameBox
from engine.games.northwest.state import SET_KINDS, Expedition, Kind, State, Tile, Vehicle
from engine.games.northwest.tiles import TilePiece
from engine.games.northwest.view import (
    Corner,
    CrewColumn,
    LaidTile,
    MajorityPlace,
    Quadrant,
    SunStep,
    TileLie,
    View,
    VisibleArea,
    VisibleCell,
    VisibleExpedition,
    VisibleMajority,
    VisiblePile,
    VisibleScoreLine,
    VisibleShip,
    VisibleSled,
    VisibleTile,
    VisibleTokens,
)
from engine.kernel.text import Seat

_CORNER_NAMES: Final = cast("tuple[Corner, ...]", CORNER_NAMES)
_FIND_KINDS: Final = cast("tuple[Kind, ...]", FIND_KINDS)


def build_view(box: GameBox, state: State, seat: Seat | None) -> View:
    """All that this seat may know; None is a spectator."""
    parts, grid, ground = box.components, box.grid, box.find_board(state)
    laid = tuple(_build_laid_tile(box, state, tile) for tile in ground.placed_tiles)
    now = max(state.round, 1)
    sun = [
        SunStep(n, (n - 1) % len(parts.sun.frozen_rows) + 1, box.count_frozen_rows(n))
        for n in range(1, parts.expedition.rounds + 1)
    ]
    lines = scoring.compute_scores(parts, state, box.arrow_cells)
    totals = [sum(one.values()) for one in lines]
    return View(
        viewer=seat,
        columns=grid.columns,
        rows=grid.rows,
        zones=tuple(scoring.find_multiplier(parts, x) for x in range(grid.columns)),
        cells=_build_cells(box, ground, box.find_frozen_cells(state.round)),
        laid_tiles=laid,
        greenland=laid[0].cells,
        passage=laid[1].cells,
        expeditions=tuple(_build_expedition(box, state, ground, n, lines[n]) for n in range(len(state.expeditions))),
        market=tuple(_build_tile(box, tile) for tile in state.market),
        piles=tuple(VisiblePile(f"s{n}", parts.tiles.small[n].rows, left) for n, left in enumerate(state.piles)),
        bag=len(state.bag),
        tokens=_count_tokens(box, state, laid),
        cartography=state.cartography,
        island_points=parts.islands.points,
        majorities=tuple(_build_majority(box, state, kind) for kind in MAJORITY_KINDS),
        sun=sun[now - 1],
        suns=tuple(sun[now:]),
        arch=parts.sun.frozen_rows,
        rounds=parts.expedition.rounds,
        order=tuple(state.order),
        next_order=tuple(state.passed),
        to_move=state.to_move,
        acted=state.acted,
        surcharge=parts.costs.further if state.acted else 0,
        options=dict(state.options),
        is_drafting=state.round == 0,
        ended=state.ended,
        winners=scoring.rank_players(state, totals)[0] if state.ended else (),
    )


# ---------------------------------------------------------------- the board
def _build_laid_tile(box: GameBox, state: State, tile: OnBoard) -> LaidTile:
    kind = cast("Literal['large', 'small', 'joker', 'printed', 'gap']", tile.kind)
    cells = tuple(box.grid.find_coordinates(cell) for cell in tile.cells)
    rows = "/".join(tile.lay.rows)
    if not tile.symbol:
        return LaidTile(tile.tile, kind, tile.lay.rotation, rows, cells)
    at, token = box.grid.find_coordinates(tile.symbol_cell), tile.tile not in state.taken
    pays = scoring.compute_find_points(box.components, tile.symbol, at[0]) if token else 0
    return LaidTile(tile.tile, kind, tile.lay.rotation, rows, cells, tile.symbol, at, token, pays)


def _build_cells(box: GameBox, board: TileBoard, frozen: int) -> tuple[VisibleCell, ...]:
    shown = board.visible_cells.get(frozen)
    if shown is None:
        found: list[VisibleCell] = []
        for cell in list_bits(board.filled_cells):
            x, y = box.grid.find_coordinates(cell)
            nw, ne, sw, se = (bool(board.land_corners >> cell + offset & 1) for offset in box.grid.offset)
            ice = bool(frozen >> cell & 1)
            found.append(VisibleCell(x, y, box.grid.cell_names[cell], board.tile_by_cell[cell], (nw, ne, sw, se), ice))
        shown = board.visible_cells[frozen] = tuple(found)
    return shown


def _build_tile(box: GameBox, tile: Tile) -> VisibleTile:
    found = box.visible_tiles.get(tile)
    if found is None:
        found = box.visible_tiles[tile] = _build_face(box.pieces[tile])
    return found


def _build_face(piece: TilePiece) -> VisibleTile:
    lies = tuple(
        TileLie(lay.rotation, "/".join(lay.rows), None if lay.symbol_at < 0 else int(lay.symbol_at > 0))
        for lay in piece.different_lays
    )
    if piece.tile[0] == "s":
        return VisibleTile(piece.tile, "small", "", "", lies)
    return VisibleTile(piece.tile, "large", piece.symbol, "/".join(piece.lays["b0"].rows), lies)


def _count_tokens(box: GameBox, state: State, laid: tuple[LaidTile, ...]) -> VisibleTokens:
    board = {kind: sum(tile.has_token and tile.symbol == kind for tile in laid) for kind in _FIND_KINDS}
    bag = {
        kind: getattr(box.components.tokens, kind)
        - board[kind]
        - sum(one.tokens.get(kind, 0) for one in state.expeditions)
        for kind in _FIND_KINDS
    }
    return VisibleTokens(bag, board, tuple(state.passage_tokens), tuple(state.greenland_tokens))


# ---------------------------------------------------------------- the expeditions
def _build_expedition(
    box: GameBox, state: State, board: TileBoard, seat: Seat, lines: dict[scoring.ScoreItem, int]
) -> VisibleExpedition:
    me = state.expeditions[seat]
    crew: dict[Vehicle, CrewColumn] = {
        "ship": CrewColumn(me.ship_available, me.ship_resting),
        "sled": CrewColumn(me.sled_available, me.sled_resting),
    }
    return VisibleExpedition(
        seat=seat,
        ship=_build_ship(box, state, board, me),
        sled=_build_sled(box, state, board, me),
        crew=crew,
        lost_crewmen=me.lost,
        hand=tuple(_build_tile(box, tile) for tile in me.hand),
        tokens={kind: me.tokens.get(kind, 0) for kind in SET_KINDS},
        sets=scoring.count_sets(me),
        passage=me.passage,
        greenland=me.greenland,
        home=me.home,
        has_passed=seat in state.passed,
        track_points=scoring.compute_track_points(me),
        score=tuple(VisibleScoreLine(what, points) for what, points in lines.items()),
        total=sum(lines.values()),
    )


def _predict_sled(box: GameBox, state: State, me: Expedition) -> int | None:
    return None if me.home or state.ended else box.find_next_frozen_cells(state)


def _build_ship(box: GameBox, state: State, board: TileBoard, me: Expedition) -> VisibleShip:
    tile = board.find_tile(box.grid.cell_numbers[me.ship])
    water = travel.find_water(board, tile, box.find_frozen_cells(state.round))
    later = _predict_sled(box, state, me)
    return VisibleShip(
        tile_index=board.tile_by_cell[tile.cells[0]],
        cells=tuple(box.grid.find_coordinates(cell) for cell in tile.cells),
        water=tuple(_build_quadrant(box, quarter) for quarter in water),
        is_held=not water,
        will_be_held=None if later is None else not travel.find_water(board, tile, later),
    )


def _build_sled(box: GameBox, state: State, board: TileBoard, me: Expedition) -> VisibleSled:
    if not me.sled:
        return VisibleSled("lost" if me.sled_lost else "aboard")
    quarter = travel.parse_quarter(board, me.sled)
    area = travel.find_area(board, me.sled, box.find_frozen_cells(state.round)) or (quarter,)
    later = _predict_sled(box, state, me)
    return VisibleSled(
        "out",
        board.tile_by_cell[quarter[0]],
        VisibleArea(me.sled, tuple(_build_quadrant(box, one) for one in area)),
        None if later is None else box.find_sled_fate(board, area, later),
    )


def _build_quadrant(box: GameBox, quarter: travel.Quarter) -> Quadrant:
    x, y = box.grid.find_coordinates(quarter[0])
    return x, y, _CORNER_NAMES[quarter[1]]


def _build_majority(box: GameBox, state: State, kind: Literal["franklin", "strait", "cartography"]) -> VisibleMajority:
    paid = scoring.rank_seats(box.components, state, kind)
    places = [MajorityPlace(seat, one.tokens.get(kind, 0), *paid[seat]) for seat, one in enumerate(state.expeditions)]
    return VisibleMajority(
        kind, getattr(box.components, kind).points, tuple(sorted(places, key=lambda place: -place.tokens))
    )
