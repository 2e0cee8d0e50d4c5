"""The view made from the state. Nothing but the order of the bag is hidden, so every seat sees the same (N1.8)."""

from __future__ import annotations

from typing import Final, Literal, cast

from engine.games.northwest import scoring, travel
from engine.games.northwest.components import KINDS, MAJORITIES
from engine.games.northwest.grid import CORNERS, bits
from engine.games.northwest.ground import Ground
from engine.games.northwest.ground import Laid as OnBoard
from engine.games.northwest.rules import Box
from engine.games.northwest.state import FIVE, Expedition, Kind, State, Tile, Vehicle
from engine.games.northwest.tiles import Piece
from engine.games.northwest.view import (
    Area,
    Column,
    Corner,
    Freeze,
    Laid,
    Lie,
    Line,
    Pile,
    Place,
    Quadrant,
    Seen,
    SeenCell,
    SeenMajority,
    SeenShip,
    SeenSled,
    SeenTile,
    Tokens,
    View,
)
from engine.kernel.text import Seat

_CORNERS: Final = cast("tuple[Corner, ...]", CORNERS)
_KINDS: Final = cast("tuple[Kind, ...]", KINDS)


def view(box: Box, state: State, seat: Seat | None) -> View:
    """All that this seat may know; None is a spectator."""
    parts, grid, ground = box.components, box.grid, box.ground(state)
    laid = tuple(_laid(box, state, tile) for tile in ground.laid)
    now = max(state.round, 1)
    sun = [
        Freeze(n, (n - 1) % len(parts.sun.frozen_rows) + 1, box.frozen_rows(n))
        for n in range(1, parts.expedition.rounds + 1)
    ]
    lines = scoring.scores(parts, state, box.arrow)
    totals = [sum(one.values()) for one in lines]
    return View(
        viewer=seat,
        columns=grid.columns,
        rows=grid.rows,
        zones=tuple(scoring.zone(parts, x) for x in range(grid.columns)),
        cells=_cells(box, ground, box.frozen(state.round)),
        laid=laid,
        greenland=laid[0].cells,
        passage=laid[1].cells,
        expeditions=tuple(_expedition(box, state, ground, n, lines[n]) for n in range(len(state.expeditions))),
        market=tuple(_tile(box, tile) for tile in state.market),
        piles=tuple(Pile(f"s{n}", parts.tiles.small[n].rows, left) for n, left in enumerate(state.piles)),
        bag=len(state.bag),
        tokens=_tokens(box, state, laid),
        cartography=state.cartography,
        island_points=parts.islands.points,
        majorities=tuple(_majority(box, state, kind) for kind in MAJORITIES),
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
        drafting=state.round == 0,
        ended=state.ended,
        winners=scoring.ranking(state, totals)[0] if state.ended else (),
    )


# ---------------------------------------------------------------- the board
def _laid(box: Box, state: State, tile: OnBoard) -> Laid:
    kind = cast("Literal['large', 'small', 'joker', 'printed', 'gap']", tile.kind)
    cells = tuple(box.grid.xy(cell) for cell in tile.cells)
    rows = "/".join(tile.lay.rows)
    if not tile.symbol:
        return Laid(tile.tile, kind, tile.lay.rotation, rows, cells)
    at, token = box.grid.xy(tile.symbol_cell), tile.tile not in state.taken
    pays = scoring.find(box.components, tile.symbol, at[0]) if token else 0
    return Laid(tile.tile, kind, tile.lay.rotation, rows, cells, tile.symbol, at, token, pays)


def _cells(box: Box, ground: Ground, frozen: int) -> tuple[SeenCell, ...]:
    shown = ground.shown.get(frozen)
    if shown is None:
        found: list[SeenCell] = []
        for cell in bits(ground.filled):
            x, y = box.grid.xy(cell)
            nw, ne, sw, se = (bool(ground.land >> cell + offset & 1) for offset in box.grid.offset)
            ice = bool(frozen >> cell & 1)
            found.append(SeenCell(x, y, box.grid.names[cell], ground.at[cell], (nw, ne, sw, se), ice))
        shown = ground.shown[frozen] = tuple(found)
    return shown


def _tile(box: Box, tile: Tile) -> SeenTile:
    found = box.shown.get(tile)
    if found is None:
        found = box.shown[tile] = _face(box.pieces[tile])
    return found


def _face(piece: Piece) -> SeenTile:
    lies = tuple(
        Lie(lay.rotation, "/".join(lay.rows), None if lay.symbol_at < 0 else int(lay.symbol_at > 0))
        for lay in piece.different
    )
    if piece.tile[0] == "s":
        return SeenTile(piece.tile, "small", "", "", lies)
    return SeenTile(piece.tile, "large", piece.symbol, "/".join(piece.lays["b0"].rows), lies)


def _tokens(box: Box, state: State, laid: tuple[Laid, ...]) -> Tokens:
    board = {kind: sum(tile.token and tile.symbol == kind for tile in laid) for kind in _KINDS}
    bag = {
        kind: getattr(box.components.tokens, kind)
        - board[kind]
        - sum(one.tokens.get(kind, 0) for one in state.expeditions)
        for kind in _KINDS
    }
    return Tokens(bag, board, tuple(state.passage_tokens), tuple(state.greenland_tokens))


# ---------------------------------------------------------------- the expeditions
def _expedition(box: Box, state: State, ground: Ground, seat: Seat, lines: dict[scoring.What, int]) -> Seen:
    me = state.expeditions[seat]
    crew: dict[Vehicle, Column] = {
        "ship": Column(me.ship_available, me.ship_resting),
        "sled": Column(me.sled_available, me.sled_resting),
    }
    return Seen(
        seat=seat,
        ship=_ship(box, state, ground, me),
        sled=_sled(box, state, ground, me),
        crew=crew,
        lost=me.lost,
        hand=tuple(_tile(box, tile) for tile in me.hand),
        tokens={kind: me.tokens.get(kind, 0) for kind in FIVE},
        sets=scoring.sets(me),
        passage=me.passage,
        greenland=me.greenland,
        home=me.home,
        passed=seat in state.passed,
        track=scoring.track(me),
        score=tuple(Line(what, points) for what, points in lines.items()),
        total=sum(lines.values()),
    )


def _next(box: Box, state: State, me: Expedition) -> int | None:
    return None if me.home or state.ended else box.next_frozen(state)


def _ship(box: Box, state: State, ground: Ground, me: Expedition) -> SeenShip:
    tile = ground.tile_on(box.grid.numbers[me.ship])
    water = travel.water(ground, tile, box.frozen(state.round))
    later = _next(box, state, me)
    return SeenShip(
        on=ground.at[tile.cells[0]],
        cells=tuple(box.grid.xy(cell) for cell in tile.cells),
        water=tuple(_quadrant(box, quarter) for quarter in water),
        held=not water,
        held_next=None if later is None else not travel.water(ground, tile, later),
    )


def _sled(box: Box, state: State, ground: Ground, me: Expedition) -> SeenSled:
    if not me.sled:
        return SeenSled("lost" if me.sled_lost else "aboard")
    quarter = travel.quarter_named(ground, me.sled)
    area = travel.area_of(ground, me.sled, box.frozen(state.round)) or (quarter,)
    later = _next(box, state, me)
    return SeenSled(
        "out",
        ground.at[quarter[0]],
        Area(me.sled, tuple(_quadrant(box, one) for one in area)),
        None if later is None else box.fate(ground, area, later),
    )


def _quadrant(box: Box, quarter: travel.Quarter) -> Quadrant:
    x, y = box.grid.xy(quarter[0])
    return x, y, _CORNERS[quarter[1]]


def _majority(box: Box, state: State, kind: Literal["franklin", "strait", "cartography"]) -> SeenMajority:
    paid = scoring.majorities(box.components, state, kind)
    places = [Place(seat, one.tokens.get(kind, 0), *paid[seat]) for seat, one in enumerate(state.expeditions)]
    return SeenMajority(
        kind, getattr(box.components, kind).points, tuple(sorted(places, key=lambda place: -place.tokens))
    )
