"""Build the view of a seat from the state. Only the order of the bag is hidden, so every seat sees the same (N1.8)."""

from __future__ import annotations

from typing import Final, Literal, cast

from engine.games.northwest import scoring, travel
from engine.games.northwest.board import PlacedTile, TileBoard
from engine.games.northwest.components import FIND_KINDS, MAJORITY_KINDS
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.grid import CORNER_NAMES, Quarter, generate_bits
from engine.games.northwest.state import SET_KINDS, Expedition, Kind, State, Tile, Vehicle
from engine.games.northwest.tiles import TileLay, TilePiece
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
    """Build the view of a seat, or of a spectator if `seat` is None."""
    parts, grid, ground = box.components, box.grid, box.find_board(state)
    laid = tuple(_build_laid_tile(box, state, tile) for tile in ground.placed_tiles)
    now = max(state.round, 1)
    sun = [_build_sun_step(box, n) for n in range(1, parts.expedition.rounds + 1)]
    scores = scoring.compute_scores(parts, state, box.arrow_cells)
    winners: tuple[int, ...] = ()
    if state.ended:
        winners = scoring.rank_players(state, [sum(score.values()) for score in scores])[0]
    return View(
        viewer=seat,
        columns=grid.columns,
        rows=grid.rows,
        zones=tuple(scoring.find_multiplier(parts, x) for x in range(grid.columns)),
        cells=_build_cells(box, ground, box.find_frozen_cells(state.round)),
        laid_tiles=laid,
        greenland=laid[0].cells,
        passage=laid[1].cells,
        expeditions=tuple(_build_expedition(box, state, ground, n, score) for n, score in enumerate(scores)),
        market=tuple(build_tile(box, tile) for tile in state.market),
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
        winners=winners,
    )


def _build_sun_step(box: GameBox, round_number: int) -> SunStep:
    positions = len(box.components.sun.frozen_rows)
    return SunStep(round_number, (round_number - 1) % positions + 1, box.count_frozen_rows(round_number))


# ---------------------------------------------------------------- the board
def _build_laid_tile(box: GameBox, state: State, tile: PlacedTile) -> LaidTile:
    kind = cast("Literal['large', 'small', 'joker', 'printed', 'gap']", tile.kind)
    cells = tuple(box.grid.find_coordinates(cell) for cell in tile.cells)
    rows = "/".join(tile.lay.rows)
    if not tile.symbol:
        return LaidTile(tile.tile, kind, tile.lay.rotation, rows, cells)
    symbol_cell, has_token = box.grid.find_coordinates(tile.symbol_cell), tile.tile not in state.taken
    points = scoring.compute_find_points(box.components, tile.symbol, symbol_cell[0]) if has_token else 0
    return LaidTile(tile.tile, kind, tile.lay.rotation, rows, cells, tile.symbol, symbol_cell, has_token, points)


def _build_cells(box: GameBox, board: TileBoard, frozen: int) -> tuple[VisibleCell, ...]:
    cells = board.visible_cells.get(frozen)
    if cells is None:
        cells = tuple(_build_cell(box, board, cell, frozen) for cell in generate_bits(board.filled_cells))
        board.visible_cells[frozen] = cells
    return cells


def _build_cell(box: GameBox, board: TileBoard, cell: int, frozen: int) -> VisibleCell:
    x, y = box.grid.find_coordinates(cell)
    nw, ne, sw, se = (bool(board.land_corners >> cell + offset & 1) for offset in box.grid.offset)
    is_frozen = bool(frozen >> cell & 1)
    return VisibleCell(x, y, box.grid.cell_names[cell], board.tile_by_cell[cell], (nw, ne, sw, se), is_frozen)


def build_tile(box: GameBox, tile: Tile) -> VisibleTile:
    """Build a tile as everybody sees it."""
    visible = box.visible_tiles.get(tile)
    if visible is None:
        visible = box.visible_tiles[tile] = _build_visible_tile(box.pieces[tile])
    return visible


def _build_visible_tile(piece: TilePiece) -> VisibleTile:
    lies = tuple(_build_lie(lay) for lay in piece.different_lays)
    if piece.tile[0] == "s":
        return VisibleTile(piece.tile, "small", "", "", lies)
    return VisibleTile(piece.tile, "large", piece.symbol, "/".join(piece.lays["b0"].rows), lies)


def _build_lie(lay: TileLay) -> TileLie:
    symbol_at = None if lay.symbol_at < 0 else int(lay.symbol_at > 0)
    return TileLie(lay.rotation, "/".join(lay.rows), symbol_at)


def _count_tokens(box: GameBox, state: State, laid: tuple[LaidTile, ...]) -> VisibleTokens:
    board: dict[Kind, int] = {}
    bag: dict[Kind, int] = {}
    for kind in _FIND_KINDS:
        board[kind] = sum(tile.has_token and tile.symbol == kind for tile in laid)
        won = sum(expedition.tokens.get(kind, 0) for expedition in state.expeditions)
        bag[kind] = getattr(box.components.tokens, kind) - board[kind] - won
    return VisibleTokens(bag, board, tuple(state.passage_tokens), tuple(state.greenland_tokens))


# ---------------------------------------------------------------- the expeditions
def _build_expedition(
    box: GameBox, state: State, board: TileBoard, seat: Seat, score: dict[scoring.ScoreItem, int]
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
        hand=tuple(build_tile(box, tile) for tile in me.hand),
        tokens={kind: me.tokens.get(kind, 0) for kind in SET_KINDS},
        sets=scoring.count_sets(me),
        passage=me.passage,
        greenland=me.greenland,
        home=me.home,
        has_passed=seat in state.passed,
        track_points=scoring.compute_track_points(me),
        score=tuple(VisibleScoreLine(item, points) for item, points in score.items()),
        total=sum(score.values()),
    )


def _find_next_ice(box: GameBox, state: State, me: Expedition) -> int | None:
    """Find the frozen cells of the next round; None if they do not concern the expedition any more."""
    return None if me.home or state.ended else box.find_next_frozen_cells(state)


def _build_ship(box: GameBox, state: State, board: TileBoard, me: Expedition) -> VisibleShip:
    tile = board.find_tile(box.grid.cell_numbers[me.ship])
    water = travel.find_water(board, tile, box.find_frozen_cells(state.round))
    next_ice = _find_next_ice(box, state, me)
    return VisibleShip(
        tile_index=board.tile_by_cell[tile.cells[0]],
        cells=tuple(box.grid.find_coordinates(cell) for cell in tile.cells),
        water=tuple(_build_quadrant(box, quarter) for quarter in water),
        is_held=not water,
        will_be_held=None if next_ice is None else not travel.find_water(board, tile, next_ice),
    )


def _build_sled(box: GameBox, state: State, board: TileBoard, me: Expedition) -> VisibleSled:
    if not me.sled:
        return VisibleSled("lost" if me.sled_lost else "aboard")
    quarter = travel.parse_quarter(board, me.sled)
    area = travel.find_area(board, me.sled, box.find_frozen_cells(state.round)) or (quarter,)
    next_ice = _find_next_ice(box, state, me)
    return VisibleSled(
        "out",
        board.tile_by_cell[quarter[0]],
        VisibleArea(me.sled, tuple(_build_quadrant(box, part) for part in area)),
        None if next_ice is None else box.find_sled_fate(board, area, next_ice),
    )


def _build_quadrant(box: GameBox, quarter: Quarter) -> Quadrant:
    x, y = box.grid.find_coordinates(quarter[0])
    return x, y, _CORNER_NAMES[quarter[1]]


def _build_majority(box: GameBox, state: State, kind: Literal["franklin", "strait", "cartography"]) -> VisibleMajority:
    places: list[MajorityPlace] = []
    for seat, (place, points) in enumerate(scoring.rank_seats_by_tokens(box.components, state, kind)):
        places.append(MajorityPlace(seat, state.expeditions[seat].tokens.get(kind, 0), place, points))
    places.sort(key=lambda place: -place.tokens)
    return VisibleMajority(kind, getattr(box.components, kind).points, tuple(places))
