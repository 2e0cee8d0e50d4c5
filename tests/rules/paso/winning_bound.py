"""Say which positions of the Paso cannot win before another player is to move, by the rules alone."""

from __future__ import annotations

from engine.games.paso.game import Paso
from engine.games.paso.state import State

MAX_FRESH_POINTS = 3
"""The points of Fresh Waters, by the best character (P8, P11)."""
MAX_CARD_STEPS = 3
"""The hexes that one treasure can bring: Catch up lays a token of this price (P10.12); the others bring fewer points."""
MORE_CARDS = 2
"""The further treasures that “Two more” allows (P10.3)."""


def may_win_this_turn(game: Paso, state: State, seat: int) -> bool:
    """Return False if the ship is too far away: a hex costs a point at least, unless it is Hudson’s own route (P11.12).

    Points for ice and snow that a token opens are less than these hexes cost, so such a hex costs a point at least too.
    """
    if state.phase != "race" or state.to_move != seat:
        return False
    components, player = game.game_box.components, state.players[seat]
    hexes = [player.ship]
    if game.game_box.has_ability(player, "own-route"):
        hexes += [hex_ for piece in state.pieces if piece.owner == seat for hex_ in piece.hexes]
    row = max([int(hex_[1:] or 0) for hex_ in hexes])
    needed = components.board.rows - row + components.costs.exit
    cards = min(len(player.hand), state.cards + MORE_CARDS * player.hand.count("two-more"))
    return needed <= state.points + MAX_FRESH_POINTS * (not state.fresh) + MAX_CARD_STEPS * cards
