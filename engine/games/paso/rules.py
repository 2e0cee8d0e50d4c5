"""The options of the player to move, and the reasons for what cannot be done, in the order of RULES.md.

Nothing here changes the state.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from engine.games.paso import reasons
from engine.games.paso.components import TOKEN_KINDS, Ability
from engine.games.paso.game_box import GameBox
from engine.games.paso.lazy_property import lazy_property
from engine.games.paso.ship_movement import ShipPosition, Way
from engine.games.paso.state import Player, State
from engine.kernel.text import Seat, Text, say

RAID_KIND: Final = TOKEN_KINDS.index("x1")
"""The index of the raid token in `TOKEN_KINDS`."""


class TurnOptions:
    """What the player to move may do with the next action. `seat` is this player."""

    def __init__(self, box: GameBox, state: State) -> None:
        self.game_box, self.state = box, state
        self.components = box.components
        self.seat = state.to_move
        self.player: Player = state.players[state.to_move]
        self.board = box.find_board(state)
        self.passage = self.board.passage
        self.ability = box.find_ability(self.player)
        hex_by_name, ship = self.passage.hex_by_name, self.player.ship
        ship_hex = hex_by_name[ship] if ship else None
        self.row = self.passage.row_by_name[ship]
        leave_hexes = tuple(map(hex_by_name.__getitem__, self.player.left))
        self.position = ShipPosition(ship_hex, self.player.raiding, leave_hexes)
        self.movement = box.create_movement(self.board, self.seat, ship_hex, self.ability)

    def has_ability(self, ability: Ability) -> bool:
        """Check whether the player's character has an ability."""
        return self.ability == ability

    def find_tile(self, word: str) -> int:
        """Return the index of the tile of a hex, also of a tile that this action has just laid."""
        return self.passage.tile_by_hex[self.passage.hex_by_name[word]]

    # ------------------------------------------------------------ P4 advance
    @lazy_property
    def ways(self) -> dict[int, list[Way]]:
        """Affordable advances by the hex where the ship ends: steps first, then tokens, larger ones first.

        The board keeps the last ones: a search makes one move after another from the same position.
        """
        points = self.state.points
        if not points and self.movement.own_route_price:
            return {}
        key = self.seat, self.ability, self.position, points, tuple(self.player.reserve)
        if self.board.cached_ways is None or self.board.cached_ways[0] != key:
            self.board.cached_ways = key, self._list_ways()
        return self.board.cached_ways[1]

    def _list_ways(self) -> dict[int, list[Way]]:
        points = self.state.points
        found = {hex_: [way] for hex_, way in self.movement.find_cheapest_walks(self.position, points).items()}
        for way in self.movement.generate_token_ways(self.position, self.player.reserve, points):
            end = way.path[-1]
            if end in found:
                found[end].append(way)
            else:
                found[end] = [way]
        return found

    @lazy_property
    def can_advance(self) -> bool:
        """Whether any advance is affordable; quicker than to list all `ways`."""
        points = self.state.points
        if not points and self.movement.own_route_price:
            return False
        position = self.position
        for _, price, _ in self.movement.generate_steps(position.hex, position.raiding, position.leave_hexes):
            if price <= points:
                return True
        return next(self.movement.generate_token_ways(position, self.player.reserve, points), None) is not None

    def explain_no_advance(self) -> Text | None:
        """Explain why the ship cannot advance; None if it can."""
        if self.can_advance:
            return None
        if not self.state.points:
            return reasons.NO_POINTS
        return say("Nothing you have left leads anywhere for your points (P4).")

    @lazy_property
    def adjacent_hexes(self) -> frozenset[int]:
        """Hexes with a tile next to the ship."""
        return frozenset(self.movement.list_next_hexes(self.position))

    def explain_no_destination(self, hex_: int, exact_price: int | None = None) -> Text:
        """Explain why no advance ends on a hex; with `exact_price`, why no token of this price does (P10.12)."""
        ship_seat = self.board.ships.get(hex_)
        if ship_seat is not None and ship_seat != self.seat:
            return reasons.explain_occupied(ship_seat)
        is_adjacent = hex_ in self.adjacent_hexes
        price = self.movement.find_price(hex_, self.position.raiding)
        if price is None:
            owner = self.board.routes[hex_][-1]
            if not is_adjacent:
                return reasons.explain_distant_route(owner)
            return reasons.explain_route(owner, self.game_box.compute_raid_price(self.state, owner))
        if exact_price is not None:
            return reasons.explain_no_exact_price(exact_price)
        if is_adjacent and price > self.state.points:
            return reasons.explain_entry_price(price, self.state.points)
        return reasons.explain_no_token(self.state.points)

    # ------------------------------------------------------------ P5 recover
    @lazy_property
    def recoverable_tokens(self) -> list[int]:
        """Own tokens that lie open; if nothing else can be done, own tokens without a ship on them (P5.1, P5.2)."""
        return self.board.list_open_tokens(self.seat) or self.salvageable_tokens

    @lazy_property
    def salvageable_tokens(self) -> list[int]:
        """Own tokens without a ship on them, if nothing else can be done and none lies open (P5.2)."""
        if not self.components.rulings.salvage or self.is_at_last_row:
            return []
        board, seat = self.board, self.seat
        spare = [n for n, piece in enumerate(board.pieces) if piece.owner == seat and not board.bears_ship(n)]
        return spare if spare and not self.can_lay_anything() else []

    @property
    def can_recover(self) -> bool:
        """Whether any token can be taken back."""
        if self.state.fresh or self.state.points < self.components.costs.recover:
            return False
        board = self.board
        for n in reversed(board.top_pieces):  # the newest lies open most often
            if board.pieces[n].owner == self.seat and not board.bears_ship(n):
                return True
        return bool(self.salvageable_tokens)

    def can_lay_anything(self) -> bool:
        """Check whether any token can still be laid in this turn, from here or after some steps (P5.2)."""
        points = self.state.points
        walked = ((way.end_position, points - way.price) for way in self.movement.generate_walks(self.position, points))
        for stand, left in chain([(self.position, points)], walked):
            if next(self.movement.generate_token_ways(stand, self.player.reserve, left), None) is not None:
                return True
            if self.find_raid_targets(stand, left):
                return True
        return False

    def explain_no_recovery(self) -> Text | None:
        """Explain why no token can be taken back; None if one can."""
        price = self.components.costs.recover
        if self.state.fresh:
            return reasons.ONLY_ADVANCE
        if self.state.points < price:
            return reasons.explain_few_points("P5", price, self.state.points)
        if self.recoverable_tokens:
            return None
        return say("None of your tokens on the board lies open (P5.1).")

    # ------------------------------------------------------------ P6 drop iceberg
    @property
    def drop_price(self) -> int:
        """The price of dropping an iceberg (P6, P11.3)."""
        return self.components.abilities.drop if self.has_ability("drops") else self.components.costs.drop

    @property
    def can_drop(self) -> bool:
        """Whether an iceberg can be dropped behind the ship."""
        return self.explain_no_drop() is None

    def explain_no_drop(self) -> Text | None:
        """Explain why no iceberg can be dropped behind the ship (P6.1, P6.3); None if one can."""
        if self.state.fresh:
            return reasons.ONLY_ADVANCE
        if self.state.points < self.drop_price:
            return reasons.explain_few_points("P6", self.drop_price, self.state.points)
        if not self.state.icebergs:
            return reasons.NO_ICEBERG
        if not self.player.behind:
            return reasons.NOTHING_BEHIND
        behind = self.passage.hex_by_name[self.player.behind]
        if self.seat not in self.board.routes.get(behind, ()):
            return reasons.NO_ROUTE_BEHIND
        if behind in self.board.ships:
            return reasons.SHIP_BEHIND
        return None

    # ------------------------------------------------------------ P7 raid
    @lazy_property
    def raid_targets(self) -> dict[int, list[Seat]]:
        """Hexes that can be raided now, each with the owners of the routes it can be entered by."""
        if self.state.fresh:
            return {}
        return self.find_raid_targets(self.position, self.state.points)

    def find_raid_targets(self, position: ShipPosition, points: int) -> dict[int, list[Seat]]:
        """Return the `raid_targets` from another position with a number of points."""
        found: dict[int, list[Seat]] = {}
        if not self.player.reserve[RAID_KIND] or points < self.components.costs.raid:
            return found
        for hex_, owner in self.movement.list_raidable_hexes(position):
            if self.explain_not_raided(owner, points) is None:
                found.setdefault(hex_, []).append(owner)
        return found

    def explain_not_raided(self, owner: Seat, points: int) -> Text | None:
        """Explain why a player cannot be raided (P7, P10.4); None if the player can."""
        if self.state.players[owner].shielded:
            return reasons.explain_shield(owner)
        price = self.components.costs.raid
        if points < price:
            return reasons.explain_few_points("P7", price, points)
        return None

    def explain_no_raid(self) -> Text | None:
        """Explain why nobody can be raided; None if somebody can."""
        if self.raid_targets:
            return None
        if self.state.fresh:
            return reasons.ONLY_ADVANCE
        if not self.player.reserve[RAID_KIND]:
            return say("You have no raid token left (P7).")
        near = self.movement.list_raidable_hexes(self.position)
        if not near:
            return say("Your ship is not beside another player’s route (P7).")
        return self.explain_not_raided(near[0][1], self.state.points)

    # ------------------------------------------------------------ P8 fresh waters
    @lazy_property
    def fresh_points(self) -> int:
        """Points that Fresh Waters give now, 0 if they cannot be used (P8 to P8.2, P11.14)."""
        raided_seat = self.player.raiding
        if self.state.fresh or not self._has_moved_for_fresh() or raided_seat is None or self.position.hex is None:
            return 0
        ahead = self.state.players[raided_seat].ship
        if not ahead:
            return 0
        row_distance = self.passage.row_by_name[ahead] - self.row
        distance = self.passage.measure_distance(self.position.hex, self.passage.hex_by_name[ahead])
        if distance == 1 and row_distance == 1:
            return self.components.fresh.points
        if distance == 2 and row_distance > 0 and self.has_ability("far-fresh"):
            return self.components.abilities.far_fresh
        return 0

    def _has_moved_for_fresh(self) -> bool:
        """Check whether the ship has moved in this turn in a way that allows Fresh Waters (P8.2)."""
        if self.components.rulings.fresh_needs_plain_advance:
            return self.state.advanced
        return self.state.moved

    def explain_no_fresh(self) -> Text | None:
        """Explain why Fresh Waters cannot be used; None if they can."""
        if self.fresh_points:
            return None
        if self.state.fresh:
            return say("Fresh Waters can be used once in a turn (P8.2).")
        if not self._has_moved_for_fresh():
            return say("Your ship has not advanced in this turn (P8.2).")
        return say("Your ship is not on a player’s route, directly behind their ship and one row below (P8).")

    # ------------------------------------------------------------ P12 the exit
    @property
    def is_at_last_row(self) -> bool:
        """Whether only the exit lies ahead of the ship."""
        return self.row == self.passage.last_row

    @property
    def can_exit(self) -> bool:
        """Whether the ship can sail past the last row."""
        return self.explain_no_exit() is None

    def explain_no_exit(self) -> Text | None:
        """Explain why the ship cannot sail past the last row; None if it can."""
        if not self.is_at_last_row:
            return reasons.NOT_ON_LAST_ROW
        price = self.components.costs.exit
        if self.state.points < price:
            return reasons.explain_few_points("P12", price, self.state.points)
        return None

    # ------------------------------------------------------------ P3 the turn
    def explain_no_cards(self) -> Text | None:
        """Explain why the player can play no card at all, using public information only (P3.1); None if a card may be
        played.
        """
        if self.has_ability("bold"):
            return say("Your character plays no cards (P11.7).")
        if self.player.silenced:
            return say("You play no cards in this turn (P10.2).")
        if self.state.fresh:
            return reasons.ONLY_ADVANCE
        if not self.state.cards:
            return reasons.CARD_PLAYED
        return None if self.player.hand else reasons.NO_TREASURE

    @lazy_property
    def can_act(self) -> bool:
        """Whether any action other than a card is possible; all players can see this."""
        if self.can_exit or self.can_advance:
            return True
        if self.state.fresh:
            return False
        return bool(self.raid_targets or self.fresh_points) or self.can_recover or self.can_drop
