"""Build the `View` of a state for one seat or a spectator, and rank the ships."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.paso.board import Board, BoardView
from engine.games.paso.components import TEAM_SIDES, TOKEN_KINDS, Costs
from engine.games.paso.game_box import GameBox
from engine.games.paso.rules import TurnOptions
from engine.games.paso.state import State
from engine.games.paso.view import Terrain, View, VisibleCharacter, VisibleHex, VisiblePiece, VisiblePlayer, VisibleTile
from engine.kernel.text import Seat

_TERRAIN_NAMES: Final[dict[str, Terrain]] = {"W": "water", "L": "land", "S": "snow", "I": "iceberg"}
_TILE_SIZES: Final = {"a": 4, "b": 2, "c": 2}
"""The number of hexes of a tile, by the first letter of its word."""


def rank_players(box: GameBox, state: State) -> list[tuple[Seat, ...]]:
    """Rank the seats by row, the foremost first; seats that tie share a place.

    In the team game, rank the sides by their foremost ship (P13.6).
    """
    rows = box.list_rows(state)
    if state.sirs:
        return _rank_sides(state, rows)
    seats_by_row: dict[int, list[Seat]] = {}
    for seat, row in enumerate(rows):
        seats_by_row.setdefault(row, []).append(seat)
    return [tuple(seats_by_row[row]) for row in sorted(seats_by_row, reverse=True)]


def _rank_sides(state: State, rows: list[int]) -> list[tuple[Seat, ...]]:
    sirs = tuple(state.sirs)
    explorers = tuple([seat for seat in range(len(rows)) if seat not in sirs])
    sirs_row, explorers_row = max([rows[seat] for seat in sirs]), max([rows[seat] for seat in explorers])
    if sirs_row == explorers_row:
        return [tuple(range(len(rows)))]
    if sirs_row > explorers_row:
        return [sirs, explorers]
    return [explorers, sirs]


def build_view(box: GameBox, state: State, seat: Seat | None) -> View:
    """Build the table as one seat sees it; None is a spectator."""
    passage, racing = box.find_passage(state), state.phase == "race"
    turn = TurnOptions(box, state)
    rows = box.list_rows(state)
    front_row = max(rows)
    leaders: list[Seat] = []
    behind: list[int] = []
    for other, row in enumerate(rows):
        if row == front_row:
            leaders.append(other)
        else:
            behind.append(row)
    laid = passage.laid_by_row.index(len(state.laid))
    offers, chosen = _list_offers(box, state, seat)
    if turn.board.cached_view is None:
        turn.board.cached_view = _build_board_view(turn.board, len(state.laid))
    hexes, tiles, pieces = turn.board.cached_view
    return View(
        viewer=seat,
        columns=passage.columns,
        rows=passage.last_row,
        laid=laid,
        hexes=hexes,
        tiles=tiles,
        pieces=pieces,
        window=(max(1, min(*rows, passage.last_row) - 1), laid),
        tiles_left=_count_tiles_left(state),
        players=tuple([_build_player(box, state, other, rows) for other in range(len(rows))]),
        to_move=state.to_move,
        first=state.first,
        turn=state.turn,
        points=state.points,
        cards=state.cards,
        moved=state.moved,
        fresh=state.fresh,
        fresh_offer=turn.fresh_points if racing else 0,
        leaders=tuple(leaders),
        lead=front_row - max(behind) if behind else 0,
        hand=() if seat is None else tuple(state.players[seat].hand),
        offers=offers,
        chosen=chosen,
        discards=tuple(state.discards),
        deck=len(state.deck),
        characters=sum(map(len, state.roster)),
        icebergs=state.icebergs,
        waters=state.waters,
        prices=_map_prices(turn.components.costs),
        teams=bool(state.sirs),
        options=dict(state.options),
        phase=state.phase,
        winners=rank_players(box, state)[0] if state.phase == "over" else (),
    )


def _count_tiles_left(state: State) -> dict[int, int]:
    """Count the tiles that are not laid, by their number of hexes."""
    counts: dict[int, int] = {}
    for tile in (*state.four, *state.left, *state.right):
        size = _TILE_SIZES[tile[0]]
        counts[size] = counts.get(size, 0) + 1
    return counts


def _map_prices(costs: Costs) -> dict[str, int]:
    return {
        "water": costs.water,
        "land": costs.land,
        "snow": costs.snow,
        "iceberg": costs.iceberg,
        "raid": costs.raid,
        "recover": costs.recover,
        "drop": costs.drop,
    }


def _build_board_view(board: Board, tile_count: int) -> BoardView:
    """Build the parts of a view that are the same for every viewer."""
    passage, land = board.passage, board.land
    piece_indices = {id(piece): n for n, piece in enumerate(board.pieces)}
    if land.visible_bare_hexes is None:
        land.visible_bare_hexes = {}
        for hex_, printed in enumerate(land.terrain):
            if printed:
                land.visible_bare_hexes[hex_] = _build_bare_hex(board, hex_)
    hexes: list[VisibleHex] = []
    for hex_, bare_hex in land.visible_bare_hexes.items():
        if hex_ not in board.stacks and hex_ not in board.ships:
            hexes.append(bare_hex)
            continue
        hexes.append(
            replace(
                bare_hex,
                terrain=_TERRAIN_NAMES["I" if hex_ in board.iced_hexes else board.ground[hex_]],
                owners=tuple(dict.fromkeys(board.routes.get(hex_, ()))),
                has_chest=bool(board.find_chest(hex_)),
                stack=tuple([piece_indices[id(piece)] for piece in board.stacks.get(hex_, ())]),
                ship=board.ships.get(hex_),
            )
        )
    tiles: list[VisibleTile] = []
    for n, slots in enumerate(passage.slots[:tile_count]):
        tiles.append(VisibleTile(tuple([passage.names[hex_] for hex_ in slots]), board.is_tile_bare(n)))
    return tuple(hexes), tuple(tiles), _build_pieces(board)


def _build_bare_hex(board: Board, hex_: int) -> VisibleHex:
    """Build a hex on which nothing lies."""
    passage, land = board.passage, board.land
    terrain = _TERRAIN_NAMES[land.terrain[hex_]]
    return VisibleHex(
        passage.names[hex_],
        hex_ % passage.width,
        passage.rows[hex_],
        passage.tile_by_hex[hex_],
        printed_terrain=terrain,
        terrain=terrain,
        has_chest=bool(land.chests[hex_]),
    )


def _build_pieces(board: Board) -> tuple[VisiblePiece, ...]:
    top_pieces = set(board.top_pieces)
    special_tiles: dict[str, int] = {}
    for n, piece in enumerate(board.pieces):
        if piece.owner < 0:
            special_tiles.update(dict.fromkeys(piece.hexes, n))
    pieces: list[VisiblePiece] = []
    for n, piece in enumerate(board.pieces):
        owner = piece.owner if piece.owner >= 0 else None
        is_open = n in top_pieces and not board.bears_ship(n)
        covered_hexes = tuple([name for name in piece.hexes if special_tiles.get(name, n) > n])
        pieces.append(VisiblePiece(piece.kind, owner, piece.hexes, is_open, covered_hexes))
    return tuple(pieces)


def _build_player(box: GameBox, state: State, seat: Seat, rows: list[int]) -> VisiblePlayer:
    player = state.players[seat]
    side = TEAM_SIDES[seat not in state.sirs] if state.sirs else None
    return VisiblePlayer(
        seat=seat,
        ship=player.ship or None,
        row=rows[seat],
        raiding=player.raiding,
        leave_hexes={owner: hex_ for owner, hex_ in enumerate(player.left) if hex_},
        character=_build_character(box, player.character) if player.character else None,
        side=side,
        reserve=dict(zip(TOKEN_KINDS, player.reserve, strict=True)),
        removed=dict(zip(TOKEN_KINDS, player.removed, strict=True)),
        hand=len(player.hand),
        silenced=player.silenced,
        shielded=player.shielded,
        slowed=player.slowed,
        points=box.count_turn_points(player),
        place=1 + sum(row > rows[seat] for row in rows),
        discarded=tuple(player.discarded),
    )


def _build_character(box: GameBox, word: str) -> VisibleCharacter:
    card = box.find_character(word)
    return VisibleCharacter(card.word, card.name, card.ability, card.side)


def _list_offers(box: GameBox, state: State, seat: Seat | None) -> tuple[tuple[VisibleCharacter, ...], dict[int, int]]:
    """Return the characters on offer to the viewer, and those that the viewer's pair has chosen (P13.2)."""
    if seat is None:
        return (), {}
    pair = [seat]
    if state.sirs:
        pair = [other for other in range(len(state.players)) if (other in state.sirs) == (seat in state.sirs)]
    chosen: dict[int, int] = {}
    for other in pair:
        offer_index = state.players[other].picked
        if offer_index is not None:
            chosen[other] = offer_index
    offer = state.players[pair[0]].offer
    return tuple([_build_character(box, word) for word in offer]), chosen
