"""The possible targets of treasure cards: hexes, tiles, tokens and players (P10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.games.paso.components import TreasureEffect
from engine.games.paso.hexes import Passage
from engine.games.paso.reasons import explain_no_exact_price
from engine.games.paso.rules import TurnOptions
from engine.games.paso.ship_movement import Way
from engine.kernel.text import Seat, Text, say


def list_opponents(turn: TurnOptions) -> list[Seat]:
    """Return all other seats, also the partner (P13.5), in the order of turns."""
    seats = len(turn.state.players)
    return [(turn.seat + n) % seats for n in range(1, seats)]


def list_card_holders(turn: TurnOptions) -> list[Seat]:
    """Return the opponents with cards in hand (P10.1, P10.9)."""
    return [seat for seat in list_opponents(turn) if turn.state.players[seat].hand]


def list_token_holders(turn: TurnOptions) -> list[Seat]:
    """Return the players with tokens in their reserve (P10.5)."""
    return [seat for seat, player in enumerate(turn.state.players) if any(player.reserve)]


def list_open_tokens(turn: TurnOptions, seat: Seat | None) -> list[int]:
    """Return the tokens on the board with nothing on them, of one player or of all (P10.5, P10.11)."""
    return turn.board.list_open_tokens(seat)


def list_bare_hexes(turn: TurnOptions) -> list[int]:
    """Return the hexes with a tile and nothing on it (P10.6, P10.14)."""
    return [hex_ for hex_ in range(len(turn.passage.names)) if turn.board.is_bare(hex_)]


def list_bare_tiles(turn: TurnOptions) -> list[int]:
    """Return the indices of the tiles with nothing on them (P10.8, P10.13)."""
    return [n for n in range(len(turn.state.laid)) if turn.board.is_tile_bare(n)]


def list_swap_partners(turn: TurnOptions, tile: int) -> list[int]:
    """Return the bare tiles that a bare tile can be swapped with (P10.13)."""
    slots = turn.passage.slots
    return [other for other in list_bare_tiles(turn) if other != tile and len(slots[other]) == len(slots[tile])]


def list_swappable_tiles(turn: TurnOptions) -> list[int]:
    """Return the bare tiles for which there is another bare tile of the same size (P10.13)."""
    slots = turn.passage.slots
    bare_tiles = list_bare_tiles(turn)
    sizes = Counter([len(slots[tile]) for tile in bare_tiles])
    return [tile for tile in bare_tiles if sizes[len(slots[tile])] > 1]


def _has_swappable_tiles(turn: TurnOptions) -> bool:
    slots = turn.passage.slots
    sizes: set[int] = set()
    for tile in reversed(range(len(turn.state.laid))):  # tiles ahead of all ships are bare most often
        if turn.board.is_tile_bare(tile):
            if len(slots[tile]) in sizes:
                return True
            sizes.add(len(slots[tile]))
    return False


def find_free_ways(turn: TurnOptions) -> dict[int, list[Way]]:
    """Return the tokens that Catch up can lay, by the hex where the ship ends; the price must match exactly (P10.12)."""
    found: dict[int, list[Way]] = {}
    for way in _generate_free_ways(turn):
        found.setdefault(way.path[-1], []).append(way)
    return found


def _generate_free_ways(turn: TurnOptions) -> Iterator[Way]:
    price = turn.components.effects.catch_up
    for way in turn.movement.generate_token_ways(turn.position, turn.player.reserve, price):
        if way.price == price:
            yield way


def explain_unplayable(turn: TurnOptions, effect: TreasureEffect) -> Text | None:
    """Explain why a card in hand cannot be played now (P10); None if it can."""
    why_not = turn.explain_no_cards()
    if why_not is not None:
        return why_not
    explain = _EXPLANATIONS.get(effect)
    return None if explain is None else explain(turn)


def _explain_no_card_holder(turn: TurnOptions) -> Text | None:
    if list_card_holders(turn):
        return None
    return say("No opponent holds a card (P10.1, P10.9).")


def _explain_no_victim(turn: TurnOptions) -> Text | None:
    if list_token_holders(turn) or list_open_tokens(turn, None):
        return None
    return say("There is no token that could be removed (P10.5).")


def _explain_no_iceberg(turn: TurnOptions) -> Text | None:
    if not turn.state.icebergs:
        return say("No iceberg is left in the supply (P6.3).")
    return _explain_no_bare_hex(turn)


def _explain_no_water(turn: TurnOptions) -> Text | None:
    if not turn.state.waters:
        return say("No water is left in the supply (P10.14).")
    return _explain_no_bare_hex(turn)


def _explain_no_bare_hex(turn: TurnOptions) -> Text | None:
    if any(map(turn.board.is_bare, range(len(turn.passage.names)))):
        return None
    return say("No hex is bare (P10).")


def _explain_no_bare_tile(turn: TurnOptions) -> Text | None:
    if any(map(turn.board.is_tile_bare, range(len(turn.state.laid)))):
        return None
    return say("No tile is bare (P10.8).")


def _explain_no_own_token(turn: TurnOptions) -> Text | None:
    if list_open_tokens(turn, turn.seat):
        return None
    return say("None of your tokens on the board lies open (P10.11).")


def _explain_no_catching_up(turn: TurnOptions) -> Text | None:
    if not turn.game_box.is_alone_behind(turn.state, turn.seat):
        return say("You are not alone behind all others (P10.12).")
    if next(_generate_free_ways(turn), None) is not None:
        return None
    return explain_no_exact_price(turn.components.effects.catch_up)


def _explain_no_swap(turn: TurnOptions) -> Text | None:
    if _has_swappable_tiles(turn):
        return None
    return say("There are no two bare tiles of the same size (P10.13).")


_EXPLANATIONS: Final[dict[TreasureEffect, Callable[[TurnOptions], Text | None]]] = {
    "discard": _explain_no_card_holder,
    "eliminate": _explain_no_victim,
    "iceberg": _explain_no_iceberg,
    "turn": _explain_no_bare_tile,
    "rob": _explain_no_card_holder,
    "return": _explain_no_own_token,
    "catch-up": _explain_no_catching_up,
    "swap": _explain_no_swap,
    "water": _explain_no_water,
}
"""The check of each card that can be unplayable for its own reason."""


def map_token_words(turn: TurnOptions, tokens: Sequence[int]) -> dict[str, int]:
    """Map words of moves to tokens on the board: the last hex, with a number if several tokens end there."""
    found: dict[str, int] = {}
    ends: dict[str, int] = {}
    for n in tokens:
        name = turn.board.pieces[n].hexes[-1]
        same = ends[name] = ends.get(name, 0) + 1
        found[f"{name}-{same}" if same > 1 else name] = n
    return found


def map_tile_words(passage: Passage, tiles: Sequence[int]) -> dict[str, int]:
    """Map words of moves to tiles on the board: the first hex."""
    return {passage.names[passage.slots[tile][0]]: tile for tile in tiles}


def map_card_words(hand: Sequence[TreasureEffect]) -> dict[str, int]:
    """Map words of moves to the cards of a hand: the effect, with a number for the second and third of a kind."""
    found: dict[str, int] = {}
    for n, effect in enumerate(hand):
        same = hand[:n].count(effect)
        found[f"{effect}-{same + 1}" if same else effect] = n
    return found
