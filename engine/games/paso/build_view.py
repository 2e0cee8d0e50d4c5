"""The table as one seat, or a spectator, sees it: the state made into a `View`; and how the race stands."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.paso.board import Board, BoardView
from engine.games.paso.components import TEAM_SIDES, TOKEN_KINDS, Costs
from engine.games.paso.rules import GameBox, TurnOptions
from engine.games.paso.state import State
from engine.games.paso.view import Terrain, View, VisibleCharacter, VisibleHex, VisiblePiece, VisiblePlayer, VisibleTile
from engine.kernel.text import Seat

_TERRAIN_NAMES: Final[dict[str, Terrain]] = {"W": "water", "L": "land", "S": "snow", "I": "iceberg"}


def rank_players(box: GameBox, state: State) -> list[tuple[Seat, ...]]:
    """Seats by row, the foremost first, ties together; in the team game by side, each as far as its foremost ship (P13.6)."""
    rows = box.list_rows(state)
    if not state.sirs:
        return [
            tuple([seat for seat, reached in enumerate(rows) if reached == row])
            for row in sorted(set(rows), reverse=True)
        ]
    sirs = tuple(state.sirs)
    others = tuple([seat for seat in range(len(rows)) if seat not in sirs])
    best = [max(rows[seat] for seat in side) for side in (sirs, others)]
    if best[0] == best[1]:
        return [tuple(range(len(rows)))]
    return [sirs, others] if best[0] > best[1] else [others, sirs]


def build_view(box: GameBox, state: State, seat: Seat | None) -> View:
    """All that this seat may know; None is a spectator."""
    passage, racing = box.find_passage(state), state.phase == "race"
    turn = TurnOptions(box, state)
    rows = box.list_rows(state)
    leaders = tuple([one for one, row in enumerate(rows) if row == max(rows)])
    behind = [row for row in rows if row < max(rows)]
    laid = passage.laid_by_row.index(len(state.laid))
    offers, chosen = _list_offers(box, state, seat)
    size = {"a": 4, "b": 2, "c": 2}
    left: dict[int, int] = {}
    for tile in (*state.four, *state.left, *state.right):
        left[size[tile[0]]] = left.get(size[tile[0]], 0) + 1
    hexes, tiles, pieces = turn.board.cached_view = turn.board.cached_view or _build_board_view(
        turn.board, len(state.laid)
    )
    return View(
        viewer=seat,
        columns=passage.columns,
        rows=passage.last_row,
        laid=laid,
        hexes=hexes,
        tiles=tiles,
        pieces=pieces,
        window=(max(1, min(*rows, passage.last_row) - 1), laid),
        tiles_left=left,
        players=tuple([_build_player(box, state, one, rows) for one in range(len(rows))]),
        to_move=state.to_move,
        first=state.first,
        turn=state.turn,
        points=state.points,
        cards=state.cards,
        moved=state.moved,
        fresh=state.fresh,
        fresh_offer=turn.fresh_points if racing else 0,
        leaders=leaders,
        lead=max(rows) - max(behind) if behind else 0,
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
    """What lies where, which is the same for everybody."""
    passage, land = board.passage, board.land
    place = {id(piece): n for n, piece in enumerate(board.pieces)}
    bare = land.visible_bare_hexes = land.visible_bare_hexes or {
        hex_: _build_bare_hex(board, hex_) for hex_, printed in enumerate(land.terrain) if printed
    }
    hexes = [
        one
        if hex_ not in board.stacks and hex_ not in board.ships
        else replace(
            one,
            terrain=_TERRAIN_NAMES["I" if hex_ in board.iced_hexes else board.ground[hex_]],
            owners=tuple(dict.fromkeys(board.routes.get(hex_, ()))),
            has_chest=bool(board.find_chest(hex_)),
            stack=tuple([place[id(piece)] for piece in board.stacks.get(hex_, ())]),
            ship=board.ships.get(hex_),
        )
        for hex_, one in bare.items()
    ]
    tiles = [
        VisibleTile(tuple([passage.names[hex_] for hex_ in slots]), board.is_tile_bare(n))
        for n, slots in enumerate(passage.slots[:tile_count])
    ]
    return tuple(hexes), tuple(tiles), _build_pieces(board)


def _build_bare_hex(board: Board, hex_: int) -> VisibleHex:
    """A hex on which nothing lies."""
    passage, land = board.passage, board.land
    terrain = _TERRAIN_NAMES[land.terrain[hex_]]
    at = hex_ % passage.width, passage.rows[hex_], passage.tile_by_hex[hex_]
    return VisibleHex(
        passage.names[hex_], *at, printed_terrain=terrain, terrain=terrain, has_chest=bool(land.chests[hex_])
    )


def _build_pieces(board: Board) -> tuple[VisiblePiece, ...]:
    tops, special = set(board.top_pieces), dict[str, int]()
    for n, piece in enumerate(board.pieces):
        if piece.owner < 0:
            special.update(dict.fromkeys(piece.hexes, n))
    return tuple(
        [
            VisiblePiece(
                piece.kind,
                piece.owner if piece.owner >= 0 else None,
                piece.hexes,
                n in tops and not board.bears_ship(n),
                tuple([name for name in piece.hexes if special.get(name, n) > n]),
            )
            for n, piece in enumerate(board.pieces)
        ]
    )


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
    )


def _build_character(box: GameBox, word: str) -> VisibleCharacter:
    card = box.find_character(word)
    return VisibleCharacter(card.word, card.name, card.ability, card.side)


def _list_offers(box: GameBox, state: State, seat: Seat | None) -> tuple[tuple[VisibleCharacter, ...], dict[int, int]]:
    """The characters that the viewer may choose from, and what the viewer's pair has chosen of them (P13.2)."""
    if seat is None:
        return (), {}
    pair = [seat]
    if state.sirs:
        pair = [other for other in range(len(state.players)) if (other in state.sirs) == (seat in state.sirs)]
    offer = state.players[pair[0]].offer
    chosen = {other: picked for other in pair if (picked := state.players[other].picked) is not None}
    return tuple([_build_character(box, word) for word in offer]), chosen
