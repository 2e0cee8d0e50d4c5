"""What may be done, and if not, why not: in the order of RULES.md. Nothing here changes the state."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final

from engine.games.paso.board import Board, Land, TileFace
from engine.games.paso.components import TOKEN_KINDS, Ability, Character, Components
from engine.games.paso.hexes import COLUMNS_BY_SEATS, Passage, create_passage
from engine.games.paso.lazy_property import lazy_property
from engine.games.paso.names import format_points as points_name
from engine.games.paso.ship_movement import UNKNOWN_HEX_PRICE, ShipMovement, ShipPosition, Way
from engine.games.paso.state import Player, State, Tile
from engine.kernel.text import Seat, SeatMention, Text, say

RAID_KIND: Final = TOKEN_KINDS.index("x1")
_MAX_CACHED_BOARDS: Final = 4
"""Boards with pieces that are remembered, to be carried on."""


class GameBox:
    """The game as it comes out of the box: components, the passage for each number of players, and the faces of the tiles."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.passages = {
            seats: create_passage(seats, components.board.rows, components.shapes.list_travels())
            for seats in COLUMNS_BY_SEATS
        }
        self.characters = {card.word: card for card in components.characters.cards}
        self.faces: dict[Tile, TileFace] = {}
        for letter, tiles in (
            ("a", components.tiles.four),
            ("b", components.tiles.two),
            ("c", components.tiles.two_for_four),
        ):
            self.faces.update({f"{letter}{n}": _parse_face(f"{letter}{n}", tile) for n, tile in enumerate(tiles, 1)})
        self._faces_as_laid = {**self.faces, **{f"{tile}r": face[::-1] for tile, face in self.faces.items()}}
        costs, abilities = components.costs, components.abilities
        terrain = {"W": costs.water, "L": costs.land, "S": costs.snow, "I": costs.iceberg, "": UNKNOWN_HEX_PRICE}
        self.terrain_prices: dict[Ability | None, dict[str, int]] = {
            None: terrain,
            "snow": {**terrain, "S": abilities.snow},  # P11.2
            "iceberg": {**terrain, "I": abilities.iceberg},  # P11.9
        }
        """What entering a hex costs by the letter of its terrain, for those abilities that change it."""
        self._boards: tuple[Board, ...] = ()

    def find_passage(self, state: State) -> Passage:
        """The geometry of a table."""
        return self.passages[len(state.players)]

    def find_board(self, state: State) -> Board:
        """The board of a table."""
        ground = self.find_passage(state)
        numbers = ground.hex_by_name
        ships = {numbers[player.ship]: seat for seat, player in enumerate(state.players) if player.ship}
        known = self._boards
        for n, board in enumerate(known):
            if board.passage is ground:
                now = board.derive(state.laid, state.spent, state.pieces, ships)
                if now is not None:
                    if now is not known[0]:
                        self._boards = (now, *known[:n], *known[n + 1 :])
                    return now
        land = Land(ground, self._faces_as_laid, state.laid, state.spent)  # P9.2
        now = Board(ground, land, state.pieces, ships, ice_breaks=self.components.rulings.iceberg_breaks_route)
        self._boards = (now, *known[: _MAX_CACHED_BOARDS - 1])
        return now

    def create_movement(self, board: Board, seat: Seat, ship_hex: int | None, ability: Ability | None) -> ShipMovement:
        """A seat's ship, which is at a hex, on the board, with the prices of its character."""
        route = self.components.costs.route
        own = 0 if ability == "own-route" else route  # P11.12
        return ShipMovement(
            board, seat, ship_hex, self.terrain_prices.get(ability, self.terrain_prices[None]), own, route
        )

    def find_row(self, state: State, seat: Seat) -> int:
        """The row of a ship: 0 before the first, one more than there are past the last."""
        return self.list_rows(state)[seat]

    def list_rows(self, state: State) -> list[int]:
        """The rows of all ships, by seat."""
        row, past = self.find_passage(state).row_by_name, self.components.board.rows + 1
        return [past if player.exited else row[player.ship] for player in state.players]

    def is_alone_in_front(self, state: State, seat: Seat) -> bool:
        """Whether a ship is ahead of all others (P10)."""
        rows = self.list_rows(state)
        return rows[seat] == max(rows) and rows.count(rows[seat]) == 1

    def is_alone_behind(self, state: State, seat: Seat) -> bool:
        """Whether a ship is behind all others (P10)."""
        rows = self.list_rows(state)
        return rows[seat] == min(rows) and rows.count(rows[seat]) == 1

    def find_ability(self, player: Player) -> Ability | None:
        """What a player's character can do; None without one."""
        return self.characters[player.character].ability if player.character else None

    def has_ability(self, player: Player, ability: Ability) -> bool:
        """Whether a player's character has an ability."""
        return self.find_ability(player) == ability

    def find_character(self, word: str) -> Character:
        """A character card by its word."""
        return self.characters[word]

    def compute_raid_price(self, state: State, owner: Seat) -> int:
        """What a raid on a player's route takes from the player to move: its price (P7), and one point less afterwards if any is
        left (P11.4)."""
        price = self.components.costs.raid
        guarded = self.has_ability(state.players[owner], "guarded")
        return price + (min(self.components.abilities.raided, max(0, state.points - price)) if guarded else 0)

    def count_turn_points(self, player: Player) -> int:
        """The action points of a player's turn before losses (P3, P11.7)."""
        return self.components.turn.points + (
            self.components.abilities.points if self.has_ability(player, "bold") else 0
        )


def _parse_face(word: Tile, printed_letters: str) -> TileFace:
    letters = printed_letters.replace("*", "")
    starred = [printed_letters[at + 1 : at + 2] == "*" for at, letter in enumerate(printed_letters) if letter != "*"]
    return tuple(
        (letter, f"{word}-{place}" if chest else "")
        for place, (letter, chest) in enumerate(zip(letters, starred, strict=True), 1)
    )


class TurnOptions:
    """One action of a player's turn, looked at for what may be done. `seat` is the player to move."""

    def __init__(self, box: GameBox, state: State) -> None:
        self.game_box, self.state = box, state
        self.components = box.components
        self.seat = state.to_move
        self.player: Player = state.players[state.to_move]
        self.board = box.find_board(state)
        self.passage = self.board.passage
        self.ability = box.find_ability(self.player)
        numbers, ship = self.passage.hex_by_name, self.player.ship
        at = numbers[ship] if ship else None
        self.row = self.passage.row_by_name[ship]
        self.position = ShipPosition(at, self.player.raiding, tuple(map(numbers.__getitem__, self.player.left)))
        self.movement = box.create_movement(self.board, self.seat, at, self.ability)

    def has_ability(self, ability: Ability) -> bool:
        """Whether the player's character has an ability."""
        return self.ability == ability

    def find_tile(self, word: str) -> int:
        """The place of the tile that a hex belongs to, also of one that this very action has laid."""
        return self.passage.tile_by_hex[self.passage.hex_by_name[word]]

    # ------------------------------------------------------------ P4 advance
    @lazy_property
    def ways(self) -> dict[int, list[Way]]:
        """Every advance that can be paid, by the hex where the ship ends: the steps first, then the tokens, larger ones first."""
        points = self.state.points
        if not points and self.movement.own_route_price:
            return {}
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
        """Whether there is any way at all; quicker than to find them all."""
        points = self.state.points
        if not points and self.movement.own_route_price:
            return False
        at = self.position
        for _, price, _ in self.movement.generate_steps(at.hex, at.raiding, at.leave_hexes):
            if price <= points:
                return True
        return next(self.movement.generate_token_ways(at, self.player.reserve, points), None) is not None

    def explain_no_advance(self) -> Text | None:
        """Why the ship cannot advance."""
        if self.can_advance:
            return None
        return (
            _NO_POINTS if not self.state.points else say("Nothing you have left leads anywhere for your points (P4).")
        )

    @lazy_property
    def adjacent_hexes(self) -> frozenset[int]:
        """The hexes beside the ship."""
        return frozenset(self.movement.list_next_hexes(self.position))

    def explain_no_destination(self, hex_: int, exact_price: int | None = None) -> Text:
        """Why no advance ends on a hex, or none with a token that costs exactly so much (P10.12)."""
        other = self.board.ships.get(hex_)
        if other is not None and other != self.seat:
            return _explain_occupied(other)
        adjacent = hex_ in self.adjacent_hexes
        price = self.movement.find_price(hex_, self.position.raiding)
        if price is None:
            owner = self.board.routes[hex_][-1]
            raid = self.game_box.compute_raid_price(self.state, owner)
            return _explain_route(owner, raid) if adjacent else _explain_distant_route(owner)
        if exact_price is not None:
            return explain_no_exact_price(exact_price)
        if adjacent and price > self.state.points:
            return _explain_entry_price(price, self.state.points)
        return _explain_no_token(self.state.points)

    # ------------------------------------------------------------ P5 recover
    @lazy_property
    def recoverable_tokens(self) -> list[int]:
        """Own tokens that lie open; where nothing else can be done, those that bear no ship (P5.1, P5.2)."""
        return self.board.list_open_tokens(self.seat) or self.salvageable_tokens

    @lazy_property
    def salvageable_tokens(self) -> list[int]:
        """Own tokens that bear no ship, if nothing else can be done while none lies open (P5.2)."""
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
        """Whether any token can still be laid in this turn, from here or after some steps (P5.2)."""
        points = self.state.points
        walked = ((way.end_position, points - way.price) for way in self.movement.generate_walks(self.position, points))
        for stand, left in chain([(self.position, points)], walked):
            if next(self.movement.generate_token_ways(stand, self.player.reserve, left), None) is not None:
                return True
            if self.find_raid_targets(stand, left):
                return True
        return False

    def explain_no_recovery(self) -> Text | None:
        """Why no token can be taken back."""
        price = self.components.costs.recover
        if self.state.fresh:
            return _ONLY_ADVANCE
        if self.state.points < price:
            return _explain_few_points("P5", price, self.state.points)
        return None if self.recoverable_tokens else say("None of your tokens on the board lies open (P5.1).")

    # ------------------------------------------------------------ P6 drop iceberg
    @property
    def drop_price(self) -> int:
        """What dropping an iceberg costs (P6, P11.3)."""
        return self.components.abilities.drop if self.has_ability("drops") else self.components.costs.drop

    @property
    def can_drop(self) -> bool:
        """Whether an iceberg can be dropped behind the ship."""
        state, behind = self.state, self.player.behind
        if not behind or state.fresh or not state.icebergs or state.points < self.drop_price:
            return False
        hex_ = self.passage.hex_by_name[behind]
        return self.seat in self.board.routes.get(hex_, ()) and hex_ not in self.board.ships

    def explain_no_drop(self) -> Text | None:
        """Why no iceberg can be dropped behind the ship (P6.1, P6.3)."""
        if self.state.fresh:
            return _ONLY_ADVANCE
        if self.state.points < self.drop_price:
            return _explain_few_points("P6", self.drop_price, self.state.points)
        if not self.state.icebergs:
            return say("No iceberg is left in the supply (P6.3).")
        if not self.player.behind:
            return say("Your ship has come from no other hex yet (P6.1).")
        behind = self.passage.hex_by_name[self.player.behind]
        if self.seat not in self.board.routes.get(behind, ()):
            return say("The hex behind your ship is not on your route (P6.1).")
        return say("There is a ship on the hex behind yours (P6.1).") if behind in self.board.ships else None

    # ------------------------------------------------------------ P7 raid
    @lazy_property
    def raid_targets(self) -> dict[int, list[Seat]]:
        """The hexes that can be raided now, each with the players whose route it can be entered by."""
        return {} if self.state.fresh else self.find_raid_targets(self.position, self.state.points)

    def find_raid_targets(self, position: ShipPosition, points: int) -> dict[int, list[Seat]]:
        """The same from another place with so many points."""
        found: dict[int, list[Seat]] = {}
        if not self.player.reserve[RAID_KIND] or points < self.components.costs.raid:
            return found
        for hex_, owner in self.movement.list_raidable_hexes(position):
            if self.explain_not_raided(owner, points) is None:
                found.setdefault(hex_, []).append(owner)
        return found

    def explain_not_raided(self, owner: Seat, points: int) -> Text | None:
        """Why a player cannot be raided (P7, P10.4)."""
        if self.state.players[owner].shielded:
            return _explain_shield(owner)
        price = self.components.costs.raid
        return _explain_few_points("P7", price, points) if points < price else None

    def explain_no_raid(self) -> Text | None:
        """Why nobody can be raided."""
        if self.raid_targets:
            return None
        if self.state.fresh:
            return _ONLY_ADVANCE
        if not self.player.reserve[RAID_KIND]:
            return say("You have no raid token left (P7).")
        near = self.movement.list_raidable_hexes(self.position)
        if not near:
            return say("Your ship is not beside another player’s route (P7).")
        return self.explain_not_raided(near[0][1], self.state.points)

    # ------------------------------------------------------------ P8 fresh waters
    @lazy_property
    def fresh_points(self) -> int:
        """The points that Fresh Waters give now, 0 where they cannot be used (P8 to P8.2, P11.14)."""
        state, me = self.state, self.player
        moved = state.advanced if self.components.rulings.fresh_needs_plain_advance else state.moved
        if state.fresh or not moved or me.raiding is None or self.position.hex is None:
            return 0
        ahead = state.players[me.raiding].ship
        if not ahead:
            return 0
        rows = self.passage.row_by_name[ahead] - self.row
        distance = self.passage.measure_distance(self.position.hex, self.passage.hex_by_name[ahead])
        if distance == 1 and rows == 1:
            return self.components.fresh.points
        return (
            self.components.abilities.far_fresh if distance == 2 and rows > 0 and self.has_ability("far-fresh") else 0
        )

    def explain_no_fresh(self) -> Text | None:
        """Why Fresh Waters cannot be used."""
        if self.fresh_points:
            return None
        if self.state.fresh:
            return say("Fresh Waters can be used once in a turn (P8.2).")
        if not (self.state.advanced if self.components.rulings.fresh_needs_plain_advance else self.state.moved):
            return say("Your ship has not advanced in this turn (P8.2).")
        return say("Your ship is not on a player’s route, directly behind their ship and one row below (P8).")

    # ------------------------------------------------------------ P12 the exit
    @property
    def is_at_last_row(self) -> bool:
        """Whether only the exit lies ahead."""
        return self.row == self.passage.last_row

    @property
    def can_exit(self) -> bool:
        """Whether the ship can sail past the last row."""
        return self.row == self.passage.last_row and self.state.points >= self.components.costs.exit

    def explain_no_exit(self) -> Text | None:
        """Why the ship cannot sail past the last row."""
        if not self.is_at_last_row:
            return say("Your ship is not on the last row (P12).")
        price = self.components.costs.exit
        return _explain_few_points("P12", price, self.state.points) if self.state.points < price else None

    # ------------------------------------------------------------ P3 the turn
    def explain_no_cards(self) -> Text | None:
        """Why the player plays no card, whatever it is: all that others know too (P3.1)."""
        if self.has_ability("bold"):
            return say("Your character plays no cards (P11.7).")
        if self.player.silenced:
            return say("You play no cards in this turn (P10.2).")
        if self.state.fresh:
            return _ONLY_ADVANCE
        if not self.state.cards:
            return _CARD_PLAYED
        return None if self.player.hand else _NO_TREASURE

    @lazy_property
    def can_act(self) -> bool:
        """Whether anything but a card can be done; everybody can see that."""
        if self.can_exit or self.can_advance:
            return True
        if self.state.fresh:
            return False
        return bool(self.raid_targets or self.fresh_points) or self.can_recover or self.can_drop


# ---------------------------------------------------------------- reasons, made once each
_ONLY_ADVANCE: Final = say("After Fresh Waters you can only advance (P8.1).")
_NO_TREASURE: Final = say("You hold no treasure: they lie in chests (P9).")
_CARD_PLAYED: Final = say("You have played your card for this turn (P3.1).")
_NO_POINTS: Final = say("You have no action points left (P3).")


@cache
def _explain_occupied(seat: Seat) -> Text:
    return say(
        "{seat}’s ship is there: pass over it with a longer token, on a route that is open to you (P4.5).",
        seat=SeatMention(seat),
    )


@cache
def _explain_route(owner: Seat, price: int) -> Text:
    return say(
        "That hex is on {seat}’s route: raid it for {points}, or go round (P4.4).",
        seat=SeatMention(owner),
        points=points_name(price),
    )


@cache
def _explain_distant_route(owner: Seat) -> Text:
    return say(
        "That hex is on {seat}’s route: come beside it and raid it, or go round (P4.4).", seat=SeatMention(owner)
    )


@cache
def _explain_entry_price(price: int, points: int) -> Text:
    return say(
        "Entering it takes {price}; you have {points} (P4.1).", price=points_name(price), points=points_name(points)
    )


@cache
def _explain_few_points(rule: str, price: int, points: int) -> Text:
    return say(
        "That takes {price}; you have {points} ({rule}).",
        price=points_name(price),
        points=points_name(points),
        rule=rule,
    )


@cache
def _explain_no_token(points: int) -> Text:
    return say("No token that you have left ends there for {points} (P4.2).", points=points_name(points))


@cache
def explain_no_exact_price(price: int) -> Text:
    """No token fits that costs exactly so much."""
    return say("No token that you have left costs {price} there (P10.12).", price=points_name(price))


@cache
def _explain_shield(owner: Seat) -> Text:
    return say("{seat} cannot be raided before their next turn (P10.4).", seat=SeatMention(owner))
