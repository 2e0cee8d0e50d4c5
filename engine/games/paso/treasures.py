"""What treasure cards can be played on: hexes, tiles, tokens and players (P10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.games.paso.components import TreasureEffect
from engine.games.paso.hexes import Passage
from engine.games.paso.rules import TurnOptions, explain_no_exact_price
from engine.games.paso.ship_movement import Way
from engine.kernel.text import Seat, Text, say


def list_opponents(turn: TurnOptions) -> list[Seat]:
    """Everybody else, the partner too (P13.5), in the order of turns."""
    seats = len(turn.state.players)
    return [(turn.seat + n) % seats for n in range(1, seats)]


def list_card_holders(turn: TurnOptions) -> list[Seat]:
    """Opponents who hold cards (P10.1, P10.9)."""
    return [seat for seat in list_opponents(turn) if turn.state.players[seat].hand]


def list_token_holders(turn: TurnOptions) -> list[Seat]:
    """All who have tokens in their reserve (P10.5)."""
    return [seat for seat, player in enumerate(turn.state.players) if any(player.reserve)]


def list_open_tokens(turn: TurnOptions, seat: Seat | None) -> list[int]:
    """Tokens on the board with nothing on them, of one player or of all (P10.5, P10.11)."""
    return turn.board.list_open_tokens(seat)


def list_bare_hexes(turn: TurnOptions) -> list[int]:
    """Hexes with nothing on them (P10.6, P10.14)."""
    return [hex_ for hex_ in range(len(turn.passage.names)) if turn.board.is_bare(hex_)]


def _has_bare_hex(turn: TurnOptions) -> bool:
    return any(map(turn.board.is_bare, range(len(turn.passage.names))))


def list_bare_tiles(turn: TurnOptions) -> list[int]:
    """Tiles on the board with nothing on them, by their place (P10.8, P10.13)."""
    return [n for n in range(len(turn.state.laid)) if turn.board.is_tile_bare(n)]


def list_swap_partners(turn: TurnOptions, tile: int) -> list[int]:
    """The bare tiles that a bare tile can change places with (P10.13)."""
    slots = turn.passage.slots
    return [other for other in list_bare_tiles(turn) if other != tile and len(slots[other]) == len(slots[tile])]


def list_swappable_tiles(turn: TurnOptions) -> list[int]:
    """The bare tiles of which there is another one of the same size (P10.13)."""
    slots = turn.passage.slots
    bare = list_bare_tiles(turn)
    sizes = Counter([len(slots[tile]) for tile in bare])
    return [tile for tile in bare if sizes[len(slots[tile])] > 1]


def _has_swappable_tiles(turn: TurnOptions) -> bool:
    slots = turn.passage.slots
    sizes: set[int] = set()
    for tile in reversed(range(len(turn.state.laid))):  # the tiles ahead of all ships lie bare most often
        if turn.board.is_tile_bare(tile):
            if len(slots[tile]) in sizes:
                return True
            sizes.add(len(slots[tile]))
    return False


def find_free_ways(turn: TurnOptions) -> dict[int, list[Way]]:
    """The tokens that Catch up can lay, each of the price that the card tells, by the hex where the ship ends (P10.12)."""
    found: dict[int, list[Way]] = {}
    for way in _generate_free_ways(turn):
        found.setdefault(way.path[-1], []).append(way)
    return found


def _generate_free_ways(turn: TurnOptions) -> Iterator[Way]:
    price = turn.components.effects.catch_up
    return (
        way
        for way in turn.movement.generate_token_ways(turn.position, turn.player.reserve, price)
        if way.price == price
    )


def explain_unplayable(turn: TurnOptions, effect: TreasureEffect) -> Text | None:
    """Why a card in hand cannot be played now (P10)."""
    why = turn.explain_no_cards()
    if why is not None:
        return why
    match effect:
        case "discard" | "rob":
            return None if list_card_holders(turn) else say("No opponent holds a card (P10.1, P10.9).")
        case "eliminate":
            found = bool(list_token_holders(turn) or list_open_tokens(turn, None))
            return None if found else say("There is no token that could be removed (P10.5).")
        case "iceberg":
            if not turn.state.icebergs:
                return say("No iceberg is left in the supply (P6.3).")
            return None if _has_bare_hex(turn) else _NO_BARE_HEX
        case "water":
            if not turn.state.waters:
                return say("No water is left in the supply (P10.14).")
            return None if _has_bare_hex(turn) else _NO_BARE_HEX
        case "turn":
            found = any(map(turn.board.is_tile_bare, range(len(turn.state.laid))))
            return None if found else say("No tile is bare (P10.8).")
        case "return":
            return (
                None
                if list_open_tokens(turn, turn.seat)
                else say("None of your tokens on the board lies open (P10.11).")
            )
        case "catch-up":
            if not turn.game_box.is_alone_behind(turn.state, turn.seat):
                return say("You are not alone behind all others (P10.12).")
            return None if any(_generate_free_ways(turn)) else explain_no_exact_price(turn.components.effects.catch_up)
        case "swap":
            return None if _has_swappable_tiles(turn) else say("There are no two bare tiles of the same size (P10.13).")
        case _:
            return None


_NO_BARE_HEX: Final = say("No hex is bare (P10).")


def map_token_words(turn: TurnOptions, tokens: Sequence[int]) -> dict[str, int]:
    """Tokens on the board by the words that moves use: the last hex, and a number behind it where several end there."""
    found: dict[str, int] = {}
    ends: dict[str, int] = {}
    for n in tokens:
        name = turn.board.pieces[n].hexes[-1]
        same = ends[name] = ends.get(name, 0) + 1
        found[f"{name}-{same}" if same > 1 else name] = n
    return found


def map_tile_words(passage: Passage, tiles: Sequence[int]) -> dict[str, int]:
    """Tiles on the board by the words that moves use: the first hex."""
    return {passage.names[passage.slots[tile][0]]: tile for tile in tiles}


def map_card_words(hand: Sequence[TreasureEffect]) -> dict[str, int]:
    """The cards of a hand by the words that moves use: the effect, and a number behind it for the second and third of a kind."""
    found: dict[str, int] = {}
    for n, effect in enumerate(hand):
        same = hand[:n].count(effect)
        found[f"{effect}-{same + 1}" if same else effect] = n
    return found
