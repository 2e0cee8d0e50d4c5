"""The effects of advances, raids and treasure cards on the state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from engine.games.paso import menus, treasures
from engine.games.paso.board import Board
from engine.games.paso.card_menus import parse_seat
from engine.games.paso.components import TEAM_SIDES, TOKEN_KINDS, Ability, TreasureEffect
from engine.games.paso.game_box import GameBox
from engine.games.paso.names import format_points, name_card, name_token
from engine.games.paso.rules import RAID_KIND, TurnOptions
from engine.games.paso.ship_movement import WALK_KIND, Way, update_leave_hexes
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.way_menus import find_way
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, Text, count, say


# ---------------------------------------------------------------- P1.5, P4.6 rows
def discover_rows(box: GameBox, state: State, out: Effects) -> list[int]:
    """Lay new rows until enough lie open ahead of the foremost ship. Returns the indices of the new tiles."""
    passage, board = box.find_passage(state), box.components.board
    last_row = min(board.rows, max(box.list_rows(state)) + board.visible)
    if len(state.laid) >= passage.laid_by_row[last_row]:
        return []
    new_tiles = list(range(len(state.laid), passage.laid_by_row[last_row]))
    first_row = passage.laid_by_row.index(len(state.laid)) + 1
    piles = {"four": state.four, "left": state.left, "right": state.right}
    for index in new_tiles:
        tile = piles[passage.piles[index]].pop()
        if out.roll_below(2, f"lay/{tile}"):
            tile += "r"
        state.laid.append(tile)
    if first_row == last_row:
        out.reveal(say("Row {row} comes into sight.", row=last_row))
    else:
        out.reveal(say("Rows {first} to {last} come into sight.", first=first_row, last=last_row))
    return new_tiles


# ---------------------------------------------------------------- P9 treasures
def draw_treasure(state: State, seat: Seat, out: Effects) -> bool:
    """Draw a treasure from the deck, refilled from the discards (P9.3). Returns False if there is none."""
    if not state.deck:
        if not state.discards:
            return False
        state.deck, state.discards = out.shuffle(state.discards, "deck"), []
    card = state.deck.pop()
    state.players[seat].hand.append(card)
    out.announce(say("{seat} draws a treasure.", seat=SeatMention(seat)))
    out.reveal(say("You draw {card}.", card=name_card(card)), seat)
    return True


def _open_chest(turn: TurnOptions, terrain: str, out: Effects) -> None:
    """Draw a treasure for the finder, then for players who draw when others find one (P9, P11.6, P11.13)."""
    if turn.has_ability("water-chests") or turn.has_ability("shore-chests"):
        return
    if not draw_treasure(turn.state, turn.seat, out):
        return
    drawing_ability: Ability = "water-chests" if terrain == "W" else "shore-chests"
    for seat in treasures.list_opponents(turn):
        if turn.game_box.has_ability(turn.state.players[seat], drawing_ability):
            draw_treasure(turn.state, seat, out)


# ---------------------------------------------------------------- pieces
def name_piece(piece: Piece) -> Text:
    """Return the name of a progress token."""
    return name_token(TOKEN_KINDS[_find_kind_index(piece.kind)])


def return_token(player: Player, piece: Piece) -> None:
    """Return a token to its player's reserve."""
    player.reserve[_find_kind_index(piece.kind)] += 1


def _find_kind_index(kind: str) -> int:
    return next(n for n, token_kind in enumerate(TOKEN_KINDS) if token_kind == kind)


def place_special_tile(state: State, kind: Literal["ice", "water"], hex_: str) -> None:
    """Place a special tile of the supply on a hex."""
    if kind == "ice":
        state.icebergs -= 1
    else:
        state.waters -= 1
    state.pieces.append(Piece(-1, kind, (hex_,)))


# ---------------------------------------------------------------- P4 advance
def advance(turn: TurnOptions, destination: str, way_word: str, out: Effects) -> TurnScript[None]:
    """Advance the ship, for action points."""
    way = find_way(turn.ways, turn.passage, destination, way_word)
    turn.state.points -= way.price
    yield from _carry_out_advance(turn, way, out)


def _carry_out_advance(turn: TurnOptions, way: Way, out: Effects) -> TurnScript[None]:
    path = tuple([turn.passage.names[hex_] for hex_ in way.path])
    if way.kind == WALK_KIND:
        out.announce(
            say(
                "{seat} sails to {hex}: {price}.",
                seat=SeatMention(turn.seat),
                hex=path[-1],
                price=format_points(way.price),
            )
        )
        _move_ship(turn, way, path)
        turn.state.advanced = True
    else:
        _lay_token(turn, way, path, out)
    yield from _discover_ahead(turn, out)


def _lay_token(turn: TurnOptions, way: Way, path: tuple[str, ...], out: Effects) -> None:
    """Lay a token, move the ship along it, open the chests on it and gain the opening bonus."""
    state, board, kind = turn.state, turn.board, TOKEN_KINDS[way.kind]
    turn.player.reserve[way.kind] -= 1
    state.pieces.append(Piece(turn.seat, kind, path))
    out.announce(
        say(
            "{seat} lays {token} over {path}: {price}.",
            seat=SeatMention(turn.seat),
            token=name_token(kind),
            path=list(path),
            price=format_points(way.price),
        )
    )
    _move_ship(turn, way, path)
    state.advanced = True
    for hex_ in way.path:  # P9.1
        chest = board.find_chest(hex_)
        if chest:
            _open_chest(turn, board.land.terrain[hex_], out)
            if not turn.components.rulings.chest_reusable:
                state.spent.append(chest)
    _gain_opening_bonus(turn, board, way, out)


def _discover_ahead(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    """Lay new rows after the ship has moved; Cook may turn one of the new tiles (P4.6, P11.10)."""
    new_tiles = discover_rows(turn.game_box, turn.state, out)
    if new_tiles and turn.has_ability("turns"):
        words = yield from ask_one(turn.seat, partial(menus.build_new_tile_menu, turn.passage, new_tiles))
        if words[0] == "turn":
            _turn_tile(turn, words[1], out)


def _move_ship(turn: TurnOptions, way: Way, path: Sequence[str]) -> None:
    """Move the ship to the end of a path, and remember the hexes that it has left (P4, P6.1, P7.2)."""
    player = turn.player
    player.behind = path[-2] if len(path) > 1 else player.ship
    player.ship = path[-1]
    player.raiding = way.raiding
    player.left = [turn.passage.names[hex_] if hex_ >= 0 else "" for hex_ in way.leave_hexes]
    turn.state.moved = True


def _gain_opening_bonus(turn: TurnOptions, board: Board, way: Way, out: Effects) -> None:
    """Give the points for the ice and snow that a token has opened (P11.1, P11.8)."""
    if turn.ability not in ("opens", "icebreaker"):
        return
    opened = [board.ground[hex_] for hex_ in way.path if hex_ not in board.routes]
    abilities = turn.components.abilities
    gain = abilities.opened_ice * opened.count("I")
    if turn.has_ability("opens"):
        gain = abilities.opened * (opened.count("I") + opened.count("S"))
    if gain:
        turn.state.points += gain
        out.announce(
            count(
                "{seat} gains {n} action point for what the route has opened.",
                "{seat} gains {n} action points for what the route has opened.",
                gain,
                seat=SeatMention(turn.seat),
            )
        )


# ---------------------------------------------------------------- P7 raid
def raid(turn: TurnOptions, hex_: str, chosen_owner: Seat | None, out: Effects) -> TurnScript[None]:
    """Lay a raid token on another player's route, and move the ship onto it."""
    state, player, target = turn.state, turn.player, turn.passage.hex_by_name[hex_]
    owner = turn.raid_targets[target][0] if chosen_owner is None else chosen_owner
    price = turn.game_box.compute_raid_price(state, owner)
    state.points -= price
    player.reserve[RAID_KIND] -= 1
    state.pieces.append(Piece(turn.seat, "x1", (hex_,)))
    out.announce(
        say(
            "{seat} raids {other} on {hex}: {price}.",
            seat=SeatMention(turn.seat),
            other=SeatMention(owner),
            hex=hex_,
            price=format_points(price),
        )
    )
    position = turn.position
    leave_hexes = update_leave_hexes(position.hex, position.raiding, owner, position.leave_hexes)
    _move_ship(turn, Way(RAID_KIND, (target,), price, owner, leave_hexes), (hex_,))
    if turn.has_ability("raider"):  # P11.5
        draw_treasure(state, turn.seat, out)
    if turn.game_box.has_ability(state.players[owner], "raided"):  # P11.11
        draw_treasure(state, owner, out)
    yield from _discover_ahead(turn, out)


# ---------------------------------------------------------------- P10 treasure cards
def play_card(turn: TurnOptions, effect: TreasureEffect, targets: Sequence[str], out: Effects) -> TurnScript[None]:
    """Play a treasure card from the hand."""
    state = turn.state
    free_ways = treasures.find_free_ways(turn) if effect == "catch-up" else {}  # before the state changes
    turn.player.hand.remove(effect)
    state.discards.append(effect)
    state.cards -= 1
    out.announce(say("{seat} plays {card}.", seat=SeatMention(turn.seat), card=name_card(effect)))
    if effect == "catch-up":  # P10.12
        way = find_way(free_ways, turn.passage, targets[0], targets[1])
        yield from _carry_out_advance(turn, replace(way, price=0), out)
    elif effect in {"iceberg", "water", "turn", "return", "swap", "eliminate"}:
        _change_board(turn, effect, targets, out)
    else:
        _change_players(turn, effect, targets, out)


def _change_board(turn: TurnOptions, effect: TreasureEffect, targets: Sequence[str], out: Effects) -> None:
    """Carry out a card that changes tiles or tokens."""
    match effect:
        case "eliminate":
            _eliminate_token(turn, targets, out)
        case "iceberg":  # P10.6
            place_special_tile(turn.state, "ice", targets[0])
            out.announce(say("An iceberg lies on {hex}.", hex=targets[0]))
        case "water":  # P10.14
            place_special_tile(turn.state, "water", targets[0])
            out.announce(say("Open water lies on {hex}.", hex=targets[0]))
        case "turn":  # P10.8
            _turn_tile(turn, targets[0], out)
        case "return":  # P10.11
            tokens = treasures.map_token_words(turn, treasures.list_open_tokens(turn, turn.seat))
            piece = turn.state.pieces.pop(tokens[targets[0]])
            return_token(turn.player, piece)
            out.announce(say("{token} from {hexes} comes back.", token=name_piece(piece), hexes=list(piece.hexes)))
        case "swap":
            _swap_tiles(turn, targets[0], targets[1], targets[2], out)


def _change_players(turn: TurnOptions, effect: TreasureEffect, targets: Sequence[str], out: Effects) -> None:
    """Carry out a card that changes hands, points, characters or what a player may do."""
    match effect:
        case "discard" | "rob":
            _take_random_card(turn, effect, parse_seat(targets[0]), out)
        case "silence":  # P10.2
            seat = parse_seat(targets[0])
            turn.state.players[seat].silenced = True
            out.announce(say("{seat} will play no cards in the next turn.", seat=SeatMention(seat)))
        case "two-more":  # P10.3
            turn.state.cards += turn.components.effects.cards
        case "shield":  # P10.4
            turn.player.shielded = True
        case "slow":
            _slow_player(turn, parse_seat(targets[0]), out)
        case "redraw":
            _redraw_character(turn, parse_seat(targets[0]), out)
        case "extra":
            _gain_extra_points(turn, out)


def _gain_extra_points(turn: TurnOptions, out: Effects) -> None:
    """Give the player points, and more to one who is alone behind (P10.15)."""
    effects = turn.components.effects
    is_behind = turn.game_box.is_alone_behind(turn.state, turn.seat)
    gain = effects.extra_last if is_behind else effects.extra
    turn.state.points += gain
    out.announce(
        count("{seat} gains {n} action point.", "{seat} gains {n} action points.", gain, seat=SeatMention(turn.seat))
    )


def _take_random_card(turn: TurnOptions, effect: TreasureEffect, seat: Seat, out: Effects) -> None:
    """Take a random card out of a hand: onto the discards (P10.1) or into the player's own hand (P10.9)."""
    hand = turn.state.players[seat].hand
    lost = hand.pop(out.roll_below(len(hand), effect))
    if effect == "discard":
        turn.state.discards.append(lost)
        turn.state.players[seat].discarded.append(lost)
        out.reveal(say("{seat} discards {card}.", seat=SeatMention(seat), card=name_card(lost)))
        return
    turn.player.hand.append(lost)
    out.announce(say("{seat} takes a card from {other}.", seat=SeatMention(turn.seat), other=SeatMention(seat)))
    out.reveal(say("You take {card}.", card=name_card(lost)), turn.seat)
    out.reveal(say("You lose {card}.", card=name_card(lost)), seat)


def _eliminate_token(turn: TurnOptions, targets: Sequence[str], out: Effects) -> None:
    """Remove a token from the game (P10.5)."""
    state = turn.state
    if targets[0][0] == "p":
        seat, kind_index = parse_seat(targets[0]), _find_kind_index(targets[1])
        state.players[seat].reserve[kind_index] -= 1
    else:
        tokens = treasures.map_token_words(turn, treasures.list_open_tokens(turn, None))
        piece = state.pieces.pop(tokens[targets[0]])
        seat, kind_index = piece.owner, _find_kind_index(piece.kind)
    state.players[seat].removed[kind_index] += 1
    name = name_token(TOKEN_KINDS[kind_index])
    out.announce(say("{seat} loses a token for good: {token}.", seat=SeatMention(seat), token=name))


def _slow_player(turn: TurnOptions, seat: Seat, out: Effects) -> None:
    """Take points from a player's next turn; several cards add up (P10.7)."""
    effects = turn.components.effects
    loss = effects.slow_leader if turn.game_box.is_alone_in_front(turn.state, seat) else effects.slow
    turn.state.players[seat].slowed += loss
    out.announce(
        count(
            "{seat} will have {n} action point less in the next turn.",
            "{seat} will have {n} action points less in the next turn.",
            loss,
            seat=SeatMention(seat),
        )
    )


def _turn_tile(turn: TurnOptions, word: str, out: Effects) -> None:
    laid, tile = turn.state.laid, turn.find_tile(word)
    laid[tile] = rotate_tile(laid[tile])
    out.announce(say("{seat} turns the tile at {hex} round.", seat=SeatMention(turn.seat), hex=word))


def rotate_tile(tile: str) -> str:
    """Turn a tile by 180 degrees."""
    if tile[-1] == "r":
        return tile[:-1]
    return tile + "r"


def _swap_tiles(turn: TurnOptions, first_word: str, second_word: str, rotated: str, out: Effects) -> None:
    """Swap two tiles, and turn the tiles named by `rotated`: "none", "first", "second" or "both" (P10.13)."""
    laid = turn.state.laid
    first_index, second_index = turn.find_tile(first_word), turn.find_tile(second_word)
    first_tile, second_tile = laid[first_index], laid[second_index]
    if rotated in {"first", "both"}:
        first_tile = rotate_tile(first_tile)
    if rotated in {"second", "both"}:
        second_tile = rotate_tile(second_tile)
    laid[first_index], laid[second_index] = second_tile, first_tile
    out.announce(
        say(
            "{seat} exchanges the tiles at {one} and {other}.",
            seat=SeatMention(turn.seat),
            one=first_word,
            other=second_word,
        )
    )


def _redraw_character(turn: TurnOptions, seat: Seat, out: Effects) -> None:
    """Shuffle a player's character into the deck, and draw a new one (P10.10)."""
    state, player = turn.state, turn.state.players[seat]
    deck_index = TEAM_SIDES.index(turn.game_box.find_character(player.character).side) if state.sirs else 0
    deck = out.shuffle([*state.roster[deck_index], player.character], "roster")
    player.character = deck.pop()
    state.roster[deck_index] = deck
    out.reveal(
        say(
            "{seat} sails with {name} now.",
            seat=SeatMention(seat),
            name=turn.game_box.find_character(player.character).name,
        )
    )
