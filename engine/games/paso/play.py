"""What happens when a ship advances or raids and when a treasure is drawn or played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from msgspec.structs import replace

from engine.games.paso import menus, treasures
from engine.games.paso.board import Board
from engine.games.paso.cards import seat_of
from engine.games.paso.components import KINDS, SIDES, Effect
from engine.games.paso.names import card_name, token_name
from engine.games.paso.names import points as points_name
from engine.games.paso.rules import RAID, Box, Turn
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.voyage import WALK, Way, behind
from engine.games.paso.ways import way_of
from engine.kernel.event import Effects
from engine.kernel.script import Script, one
from engine.kernel.text import Seat, Text, Who, count, say


# ---------------------------------------------------------------- P1.5, P4.6 rows
def discover(box: Box, state: State, out: Effects) -> list[int]:
    """New rows until enough lie open ahead of the foremost ship. Returns the places of the new tiles."""
    passage, board = box.passage(state), box.components.board
    wanted = min(board.rows, max(box.rows(state)) + board.visible)
    if len(state.laid) >= passage.laid_by_row[wanted]:
        return []
    new = list(range(len(state.laid), passage.laid_by_row[wanted]))
    laid = passage.laid_by_row.index(len(state.laid))
    piles = {"four": state.four, "left": state.left, "right": state.right}
    for place in new:
        tile = piles[passage.piles[place]].pop()
        state.laid.append(tile + "r" if out.below(2, f"lay/{tile}") else tile)
    out.reveal(
        say("Row {row} comes into sight.", row=wanted)
        if wanted - laid == 1
        else say("Rows {first} to {last} come into sight.", first=laid + 1, last=wanted)
    )
    return new


# ---------------------------------------------------------------- P9 treasures
def draw(state: State, seat: Seat, out: Effects) -> bool:
    """One treasure from the deck, which the discards refill (P9.3); False when there is none."""
    if not state.deck:
        if not state.discards:
            return False
        state.deck, state.discards = out.shuffled(state.discards, "deck"), []
    card = state.deck.pop()
    state.players[seat].hand.append(card)
    out.tell(say("{seat} draws a treasure.", seat=Who(seat)))
    out.reveal(say("You draw {card}.", card=card_name(card)), seat)
    return True


def _open_chest(at: Turn, terrain: str, out: Effects) -> None:
    """The finder draws, then those who live on what others find (P9, P11.6, P11.13)."""
    if at.can("water-chests") or at.can("shore-chests"):
        return
    if not draw(at.state, at.seat, out):
        return
    for seat in treasures.opponents(at):
        player = at.state.players[seat]
        if at.box.can(player, "water-chests" if terrain == "W" else "shore-chests"):
            draw(at.state, seat, out)


# ---------------------------------------------------------------- pieces
def piece_name(piece: Piece) -> Text:
    """A progress token in a sentence."""
    return token_name(next(kind for kind in KINDS if kind == piece.kind))


def put_back(player: Player, piece: Piece) -> None:
    """A token of a player back into the reserve."""
    player.reserve[_number(piece)] += 1


def _number(piece: Piece) -> int:
    return next(n for n, kind in enumerate(KINDS) if kind == piece.kind)


def put(state: State, kind: Literal["ice", "water"], hex_: str) -> None:
    """A special tile of the supply on a hex."""
    if kind == "ice":
        state.icebergs -= 1
    else:
        state.waters -= 1
    state.pieces.append(Piece(-1, kind, (hex_,)))


# ---------------------------------------------------------------- P4 advance
def advance(at: Turn, to: str, with_: str, out: Effects) -> Script[None]:
    """An advance that is paid for in points."""
    way = way_of(at.ways, at.passage, to, with_)
    at.state.points -= way.price
    yield from _advance(at, way, out)


def _advance(at: Turn, way: Way, out: Effects) -> Script[None]:
    state, me, board = at.state, at.me, at.board
    path = tuple([at.passage.names[hex_] for hex_ in way.path])
    if way.kind == WALK:
        out.tell(say("{seat} sails to {hex}: {price}.", seat=Who(at.seat), hex=path[-1], price=points_name(way.price)))
    else:
        me.reserve[way.kind] -= 1
        state.pieces.append(Piece(at.seat, KINDS[way.kind], path))
        out.tell(
            say(
                "{seat} lays {token} over {path}: {price}.",
                seat=Who(at.seat),
                token=token_name(KINDS[way.kind]),
                path=list(path),
                price=points_name(way.price),
            )
        )
    _sail(at, way, path)
    state.advanced = True
    if way.kind != WALK:
        for hex_ in way.path:  # P9.1
            chest = board.chest(hex_)
            if chest:
                _open_chest(at, board.land.terrain[hex_], out)
                if not at.components.rulings.chest_reusable:
                    state.spent.append(chest)
        _bonus(at, board, way, out)
    yield from _look_ahead(at, out)


def _look_ahead(at: Turn, out: Effects) -> Script[None]:
    """New rows after the ship has moved, of which Cook may turn a tile (P4.6, P11.10)."""
    new = discover(at.box, at.state, out)
    if new and at.can("turns"):
        words = yield from one(at.seat, partial(menus.new_tiles, at.passage, new))
        if words[0] == "turn":
            _turn_tile(at, words[1], out)


def _sail(at: Turn, way: Way, path: Sequence[str]) -> None:
    """The ship at the far end, and what it leaves behind it (P4, P6.1, P7.2)."""
    me = at.me
    me.behind = path[-2] if len(path) > 1 else me.ship
    me.ship = path[-1]
    me.raiding = way.raiding
    me.left = [at.passage.names[hex_] if hex_ >= 0 else "" for hex_ in way.left]
    at.state.moved = True


def _bonus(at: Turn, board: Board, way: Way, out: Effects) -> None:
    """Points for the ice and snow that a token has opened (P11.1, P11.8)."""
    if at.ability not in ("opens", "icebreaker"):
        return
    opened = [board.ground[hex_] for hex_ in way.path if hex_ not in board.routes]
    abilities = at.components.abilities
    gain = abilities.opened_ice * opened.count("I")
    if at.can("opens"):
        gain = abilities.opened * (opened.count("I") + opened.count("S"))
    if gain:
        at.state.points += gain
        out.tell(
            count(
                "{seat} gains {n} action point for what the route has opened.",
                "{seat} gains {n} action points for what the route has opened.",
                gain,
                seat=Who(at.seat),
            )
        )


# ---------------------------------------------------------------- P7 raid
def raid(at: Turn, hex_: str, whose: Seat | None, out: Effects) -> Script[None]:
    """A raid token on another player's route, and the ship on it."""
    state, me, target = at.state, at.me, at.passage.numbers[hex_]
    owner = at.raids[target][0] if whose is None else whose
    price = at.box.raid_price(state, owner)
    state.points -= price
    me.reserve[RAID] -= 1
    state.pieces.append(Piece(at.seat, "x1", (hex_,)))
    out.tell(
        say(
            "{seat} raids {other} on {hex}: {price}.",
            seat=Who(at.seat),
            other=Who(owner),
            hex=hex_,
            price=points_name(price),
        )
    )
    left = behind(at.stand.at, at.stand.raiding, owner, at.stand.left)
    _sail(at, Way(RAID, (target,), price, owner, left), (hex_,))
    if at.can("raider"):  # P11.5
        draw(state, at.seat, out)
    if at.box.can(state.players[owner], "raided"):  # P11.11
        draw(state, owner, out)
    yield from _look_ahead(at, out)


# ---------------------------------------------------------------- P10 treasure cards
def card(at: Turn, effect: Effect, on: Sequence[str], out: Effects) -> Script[None]:
    """A treasure card from the hand, and what it does."""
    state, me = at.state, at.me
    catch_up = treasures.free_ways(at) if effect == "catch-up" else {}
    me.hand.remove(effect)
    state.discards.append(effect)
    state.cards -= 1
    out.tell(say("{seat} plays {card}.", seat=Who(at.seat), card=card_name(effect)))
    effects = at.components.effects
    match effect:
        case "discard" | "rob":
            _lose_card(at, effect, seat_of(on[0]), out)
        case "silence":  # P10.2
            state.players[seat_of(on[0])].silenced = True
            out.tell(say("{seat} will play no cards in the next turn.", seat=Who(seat_of(on[0]))))
        case "two-more":  # P10.3
            state.cards += effects.cards
        case "shield":  # P10.4
            me.shielded = True
        case "eliminate":
            _eliminate(at, on, out)
        case "iceberg" | "water":  # P10.6, P10.14
            put(state, "ice" if effect == "iceberg" else "water", on[0])
            out.tell(
                say("An iceberg lies on {hex}.", hex=on[0])
                if effect == "iceberg"
                else say("Open water lies on {hex}.", hex=on[0])
            )
        case "slow":
            _slow(at, seat_of(on[0]), out)
        case "turn":  # P10.8
            _turn_tile(at, on[0], out)
        case "redraw":
            _redraw(at, seat_of(on[0]), out)
        case "return":  # P10.11
            piece = state.pieces.pop(treasures.token_words(at, treasures.open_tokens(at, at.seat))[on[0]])
            put_back(me, piece)
            out.tell(say("{token} from {hexes} comes back.", token=piece_name(piece), hexes=list(piece.hexes)))
        case "catch-up":  # P10.12
            way = way_of(catch_up, at.passage, on[0], on[1])
            yield from _advance(at, replace(way, price=0), out)
        case "swap":
            _swap(at, on[0], on[1], on[2], out)
        case "extra":  # P10.15
            behind = at.box.alone_behind(state, at.seat)
            gain = effects.extra_last if behind else effects.extra
            state.points += gain
            out.tell(
                count("{seat} gains {n} action point.", "{seat} gains {n} action points.", gain, seat=Who(at.seat))
            )


def _lose_card(at: Turn, effect: Effect, seat: Seat, out: Effects) -> None:
    """A card at random out of a hand: onto the discards (P10.1) or into the own hand (P10.9)."""
    hand = at.state.players[seat].hand
    lost = hand.pop(out.below(len(hand), effect))
    if effect == "discard":
        at.state.discards.append(lost)
        out.reveal(say("{seat} discards {card}.", seat=Who(seat), card=card_name(lost)))
        return
    at.me.hand.append(lost)
    out.tell(say("{seat} takes a card from {other}.", seat=Who(at.seat), other=Who(seat)))
    out.reveal(say("You take {card}.", card=card_name(lost)), at.seat)
    out.reveal(say("You lose {card}.", card=card_name(lost)), seat)


def _eliminate(at: Turn, on: Sequence[str], out: Effects) -> None:
    """A token out of the game (P10.5)."""
    state = at.state
    if on[0][0] == "p":
        seat, kind = seat_of(on[0]), next(n for n, kind in enumerate(KINDS) if kind == on[1])
        state.players[seat].reserve[kind] -= 1
        name = token_name(KINDS[kind])
    else:
        piece = state.pieces.pop(treasures.token_words(at, treasures.open_tokens(at, None))[on[0]])
        seat, kind, name = piece.owner, _number(piece), piece_name(piece)
    state.players[seat].removed[kind] += 1
    out.tell(say("{seat} loses a token for good: {token}.", seat=Who(seat), token=name))


def _slow(at: Turn, seat: Seat, out: Effects) -> None:
    """Points less in the next turn; several add up (P10.7)."""
    effects = at.components.effects
    loss = effects.slow_leader if at.box.alone_in_front(at.state, seat) else effects.slow
    at.state.players[seat].slowed += loss
    out.tell(
        count(
            "{seat} will have {n} action point less in the next turn.",
            "{seat} will have {n} action points less in the next turn.",
            loss,
            seat=Who(seat),
        )
    )


def _turn_tile(at: Turn, word: str, out: Effects) -> None:
    laid, tile = at.state.laid, at.passage_tile(word)
    laid[tile] = turned(laid[tile])
    out.tell(say("{seat} turns the tile at {hex} round.", seat=Who(at.seat), hex=word))


def turned(tile: str) -> str:
    """A tile turned by 180 degrees."""
    return tile[:-1] if tile[-1] == "r" else tile + "r"


def _swap(at: Turn, one: str, other: str, turns: str, out: Effects) -> None:
    """Two tiles change places; each may be turned as well (P10.13)."""
    laid = at.state.laid
    a, b = at.passage_tile(one), at.passage_tile(other)
    first = turned(laid[a]) if turns in {"first", "both"} else laid[a]
    second = turned(laid[b]) if turns in {"second", "both"} else laid[b]
    laid[a], laid[b] = second, first
    out.tell(say("{seat} exchanges the tiles at {one} and {other}.", seat=Who(at.seat), one=one, other=other))


def _redraw(at: Turn, seat: Seat, out: Effects) -> None:
    """A character back into the deck, which is shuffled, and a new one (P10.10)."""
    state, player = at.state, at.state.players[seat]
    n = SIDES.index(at.box.character(player.character).side) if state.sirs else 0
    state.roster[n] = out.shuffled([*state.roster[n], player.character], "roster")
    player.character = state.roster[n].pop()
    out.reveal(say("{seat} sails with {name} now.", seat=Who(seat), name=at.box.character(player.character).name))
