"""What happens when a ship advances or raids and when a treasure is drawn or played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from engine.games.paso import menus, treasures
from engine.games.paso.board import Board
from engine.games.paso.card_menus import parse_seat
from engine.games.paso.components import TEAM_SIDES, TOKEN_KINDS, TreasureEffect
from engine.games.paso.names import format_points as points_name
from engine.games.paso.names import name_card, name_token
from engine.games.paso.rules import RAID_KIND, GameBox, TurnOptions
from engine.games.paso.ship_movement import WALK_KIND, Way, update_leave_hexes
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.way_menus import find_way
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, Text, count, say


# ---------------------------------------------------------------- P1.5, P4.6 rows
def discover_rows(box: GameBox, state: State, out: Effects) -> list[int]:
    """New rows until enough lie open ahead of the foremost ship. Returns the places of the new tiles."""
    passage, board = box.find_passage(state), box.components.board
    wanted = min(board.rows, max(box.list_rows(state)) + board.visible)
    if len(state.laid) >= passage.laid_by_row[wanted]:
        return []
    new = list(range(len(state.laid), passage.laid_by_row[wanted]))
    laid = passage.laid_by_row.index(len(state.laid))
    piles = {"four": state.four, "left": state.left, "right": state.right}
    for place in new:
        tile = piles[passage.piles[place]].pop()
        state.laid.append(tile + "r" if out.roll_below(2, f"lay/{tile}") else tile)
    out.reveal(
        say("Row {row} comes into sight.", row=wanted)
        if wanted - laid == 1
        else say("Rows {first} to {last} come into sight.", first=laid + 1, last=wanted)
    )
    return new


# ---------------------------------------------------------------- P9 treasures
def draw_treasure(state: State, seat: Seat, out: Effects) -> bool:
    """One treasure from the deck, which the discards refill (P9.3); False when there is none."""
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
    """The finder draws, then those who live on what others find (P9, P11.6, P11.13)."""
    if turn.has_ability("water-chests") or turn.has_ability("shore-chests"):
        return
    if not draw_treasure(turn.state, turn.seat, out):
        return
    for seat in treasures.list_opponents(turn):
        player = turn.state.players[seat]
        if turn.game_box.has_ability(player, "water-chests" if terrain == "W" else "shore-chests"):
            draw_treasure(turn.state, seat, out)


# ---------------------------------------------------------------- pieces
def name_piece(piece: Piece) -> Text:
    """A progress token in a sentence."""
    return name_token(next(kind for kind in TOKEN_KINDS if kind == piece.kind))


def return_token(player: Player, piece: Piece) -> None:
    """A token of a player back into the reserve."""
    player.reserve[_find_kind_index(piece)] += 1


def _find_kind_index(piece: Piece) -> int:
    return next(n for n, kind in enumerate(TOKEN_KINDS) if kind == piece.kind)


def place_special_tile(state: State, kind: Literal["ice", "water"], hex_: str) -> None:
    """A special tile of the supply on a hex."""
    if kind == "ice":
        state.icebergs -= 1
    else:
        state.waters -= 1
    state.pieces.append(Piece(-1, kind, (hex_,)))


# ---------------------------------------------------------------- P4 advance
def advance(turn: TurnOptions, destination: str, way_word: str, out: Effects) -> TurnScript[None]:
    """An advance that is paid for in points."""
    way = find_way(turn.ways, turn.passage, destination, way_word)
    turn.state.points -= way.price
    yield from _carry_out_advance(turn, way, out)


def _carry_out_advance(turn: TurnOptions, way: Way, out: Effects) -> TurnScript[None]:
    state, me, board = turn.state, turn.player, turn.board
    path = tuple([turn.passage.names[hex_] for hex_ in way.path])
    if way.kind == WALK_KIND:
        out.announce(
            say(
                "{seat} sails to {hex}: {price}.",
                seat=SeatMention(turn.seat),
                hex=path[-1],
                price=points_name(way.price),
            )
        )
    else:
        me.reserve[way.kind] -= 1
        state.pieces.append(Piece(turn.seat, TOKEN_KINDS[way.kind], path))
        out.announce(
            say(
                "{seat} lays {token} over {path}: {price}.",
                seat=SeatMention(turn.seat),
                token=name_token(TOKEN_KINDS[way.kind]),
                path=list(path),
                price=points_name(way.price),
            )
        )
    _move_ship(turn, way, path)
    state.advanced = True
    if way.kind != WALK_KIND:
        for hex_ in way.path:  # P9.1
            chest = board.find_chest(hex_)
            if chest:
                _open_chest(turn, board.land.terrain[hex_], out)
                if not turn.components.rulings.chest_reusable:
                    state.spent.append(chest)
        _gain_opening_bonus(turn, board, way, out)
    yield from _discover_ahead(turn, out)


def _discover_ahead(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    """New rows after the ship has moved, of which Cook may turn a tile (P4.6, P11.10)."""
    new = discover_rows(turn.game_box, turn.state, out)
    if new and turn.has_ability("turns"):
        words = yield from ask_one(turn.seat, partial(menus.build_new_tile_menu, turn.passage, new))
        if words[0] == "turn":
            _turn_tile(turn, words[1], out)


def _move_ship(turn: TurnOptions, way: Way, path: Sequence[str]) -> None:
    """The ship at the far end, and what it leaves behind it (P4, P6.1, P7.2)."""
    me = turn.player
    me.behind = path[-2] if len(path) > 1 else me.ship
    me.ship = path[-1]
    me.raiding = way.raiding
    me.left = [turn.passage.names[hex_] if hex_ >= 0 else "" for hex_ in way.leave_hexes]
    turn.state.moved = True


def _gain_opening_bonus(turn: TurnOptions, board: Board, way: Way, out: Effects) -> None:
    """Points for the ice and snow that a token has opened (P11.1, P11.8)."""
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
    """A raid token on another player's route, and the ship on it."""
    state, me, target = turn.state, turn.player, turn.passage.hex_by_name[hex_]
    owner = turn.raid_targets[target][0] if chosen_owner is None else chosen_owner
    price = turn.game_box.compute_raid_price(state, owner)
    state.points -= price
    me.reserve[RAID_KIND] -= 1
    state.pieces.append(Piece(turn.seat, "x1", (hex_,)))
    out.announce(
        say(
            "{seat} raids {other} on {hex}: {price}.",
            seat=SeatMention(turn.seat),
            other=SeatMention(owner),
            hex=hex_,
            price=points_name(price),
        )
    )
    left = update_leave_hexes(turn.position.hex, turn.position.raiding, owner, turn.position.leave_hexes)
    _move_ship(turn, Way(RAID_KIND, (target,), price, owner, left), (hex_,))
    if turn.has_ability("raider"):  # P11.5
        draw_treasure(state, turn.seat, out)
    if turn.game_box.has_ability(state.players[owner], "raided"):  # P11.11
        draw_treasure(state, owner, out)
    yield from _discover_ahead(turn, out)


# ---------------------------------------------------------------- P10 treasure cards
def play_card(turn: TurnOptions, effect: TreasureEffect, targets: Sequence[str], out: Effects) -> TurnScript[None]:
    """A treasure card from the hand, and what it does."""
    state, me = turn.state, turn.player
    catch_up = treasures.find_free_ways(turn) if effect == "catch-up" else {}
    me.hand.remove(effect)
    state.discards.append(effect)
    state.cards -= 1
    out.announce(say("{seat} plays {card}.", seat=SeatMention(turn.seat), card=name_card(effect)))
    effects = turn.components.effects
    match effect:
        case "discard" | "rob":
            _take_random_card(turn, effect, parse_seat(targets[0]), out)
        case "silence":  # P10.2
            state.players[parse_seat(targets[0])].silenced = True
            out.announce(say("{seat} will play no cards in the next turn.", seat=SeatMention(parse_seat(targets[0]))))
        case "two-more":  # P10.3
            state.cards += effects.cards
        case "shield":  # P10.4
            me.shielded = True
        case "eliminate":
            _eliminate_token(turn, targets, out)
        case "iceberg" | "water":  # P10.6, P10.14
            place_special_tile(state, "ice" if effect == "iceberg" else "water", targets[0])
            out.announce(
                say("An iceberg lies on {hex}.", hex=targets[0])
                if effect == "iceberg"
                else say("Open water lies on {hex}.", hex=targets[0])
            )
        case "slow":
            _slow_player(turn, parse_seat(targets[0]), out)
        case "turn":  # P10.8
            _turn_tile(turn, targets[0], out)
        case "redraw":
            _redraw_character(turn, parse_seat(targets[0]), out)
        case "return":  # P10.11
            piece = state.pieces.pop(
                treasures.map_token_words(turn, treasures.list_open_tokens(turn, turn.seat))[targets[0]]
            )
            return_token(me, piece)
            out.announce(say("{token} from {hexes} comes back.", token=name_piece(piece), hexes=list(piece.hexes)))
        case "catch-up":  # P10.12
            way = find_way(catch_up, turn.passage, targets[0], targets[1])
            yield from _carry_out_advance(turn, replace(way, price=0), out)
        case "swap":
            _swap_tiles(turn, targets[0], targets[1], targets[2], out)
        case "extra":  # P10.15
            behind = turn.game_box.is_alone_behind(state, turn.seat)
            gain = effects.extra_last if behind else effects.extra
            state.points += gain
            out.announce(
                count(
                    "{seat} gains {n} action point.",
                    "{seat} gains {n} action points.",
                    gain,
                    seat=SeatMention(turn.seat),
                )
            )


def _take_random_card(turn: TurnOptions, effect: TreasureEffect, seat: Seat, out: Effects) -> None:
    """A card at random out of a hand: onto the discards (P10.1) or into the own hand (P10.9)."""
    hand = turn.state.players[seat].hand
    lost = hand.pop(out.roll_below(len(hand), effect))
    if effect == "discard":
        turn.state.discards.append(lost)
        out.reveal(say("{seat} discards {card}.", seat=SeatMention(seat), card=name_card(lost)))
        return
    turn.player.hand.append(lost)
    out.announce(say("{seat} takes a card from {other}.", seat=SeatMention(turn.seat), other=SeatMention(seat)))
    out.reveal(say("You take {card}.", card=name_card(lost)), turn.seat)
    out.reveal(say("You lose {card}.", card=name_card(lost)), seat)


def _eliminate_token(turn: TurnOptions, targets: Sequence[str], out: Effects) -> None:
    """A token out of the game (P10.5)."""
    state = turn.state
    if targets[0][0] == "p":
        seat, kind = parse_seat(targets[0]), next(n for n, kind in enumerate(TOKEN_KINDS) if kind == targets[1])
        state.players[seat].reserve[kind] -= 1
        name = name_token(TOKEN_KINDS[kind])
    else:
        piece = state.pieces.pop(treasures.map_token_words(turn, treasures.list_open_tokens(turn, None))[targets[0]])
        seat, kind, name = piece.owner, _find_kind_index(piece), name_piece(piece)
    state.players[seat].removed[kind] += 1
    out.announce(say("{seat} loses a token for good: {token}.", seat=SeatMention(seat), token=name))


def _slow_player(turn: TurnOptions, seat: Seat, out: Effects) -> None:
    """Points less in the next turn; several add up (P10.7)."""
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
    """A tile turned by 180 degrees."""
    return tile[:-1] if tile[-1] == "r" else tile + "r"


def _swap_tiles(turn: TurnOptions, word: str, other_word: str, turns: str, out: Effects) -> None:
    """Two tiles change places; each may be turned as well (P10.13)."""
    laid = turn.state.laid
    a, b = turn.find_tile(word), turn.find_tile(other_word)
    first = rotate_tile(laid[a]) if turns in {"first", "both"} else laid[a]
    second = rotate_tile(laid[b]) if turns in {"second", "both"} else laid[b]
    laid[a], laid[b] = second, first
    out.announce(
        say("{seat} exchanges the tiles at {one} and {other}.", seat=SeatMention(turn.seat), one=word, other=other_word)
    )


def _redraw_character(turn: TurnOptions, seat: Seat, out: Effects) -> None:
    """A character back into the deck, which is shuffled, and a new one (P10.10)."""
    state, player = turn.state, turn.state.players[seat]
    n = TEAM_SIDES.index(turn.game_box.find_character(player.character).side) if state.sirs else 0
    state.roster[n] = out.shuffle([*state.roster[n], player.character], "roster")
    player.character = state.roster[n].pop()
    out.reveal(
        say(
            "{seat} sails with {name} now.",
            seat=SeatMention(seat),
            name=turn.game_box.find_character(player.character).name,
        )
    )
