"""What may be done, and if not, why not: in the order of RULES.md. Nothing here changes the state."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final

from engine.games.paso.board import Board, Face, Land
from engine.games.paso.components import KINDS, Ability, Character, Components
from engine.games.paso.hexes import WIDTH, Passage, passage
from engine.games.paso.kept import kept
from engine.games.paso.names import points as points_name
from engine.games.paso.state import Player, State, Tile
from engine.games.paso.voyage import UNKNOWN, Sailor, Stand, Way
from engine.kernel.text import Seat, Text, Who, say

RAID: Final = KINDS.index("x1")
_BOARDS: Final = 4
"""Boards with pieces that are remembered, to be carried on."""


class Box:
    """The game as it comes out of the box: components, the passage for each number of players, and the faces of the tiles."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.passages = {seats: passage(seats, components.board.rows, components.shapes.travels()) for seats in WIDTH}
        self.characters = {card.word: card for card in components.characters.cards}
        self.faces: dict[Tile, Face] = {}
        for letter, tiles in (
            ("a", components.tiles.four),
            ("b", components.tiles.two),
            ("c", components.tiles.two_for_four),
        ):
            self.faces.update({f"{letter}{n}": _face(f"{letter}{n}", tile) for n, tile in enumerate(tiles, 1)})
        self._lying = {**self.faces, **{f"{tile}r": face[::-1] for tile, face in self.faces.items()}}
        costs, abilities = components.costs, components.abilities
        terrain = {"W": costs.water, "L": costs.land, "S": costs.snow, "I": costs.iceberg, "": UNKNOWN}
        self.terrain: dict[Ability | None, dict[str, int]] = {
            None: terrain,
            "snow": {**terrain, "S": abilities.snow},  # P11.2
            "iceberg": {**terrain, "I": abilities.iceberg},  # P11.9
        }
        """What entering a hex costs by the letter of its terrain, for those abilities that change it."""
        self._boards: tuple[Board, ...] = ()

    def passage(self, state: State) -> Passage:
        """The geometry of a table."""
        return self.passages[len(state.players)]

    def board(self, state: State) -> Board:
        """The board of a table."""
        ground = self.passage(state)
        numbers = ground.numbers
        ships = {numbers[player.ship]: seat for seat, player in enumerate(state.players) if player.ship}
        known = self._boards
        for n, board in enumerate(known):
            if board.passage is ground:
                now = board.carried_on(state.laid, state.spent, state.pieces, ships)
                if now is not None:
                    if now is not known[0]:
                        self._boards = (now, *known[:n], *known[n + 1 :])
                    return now
        land = Land(ground, self._lying, state.laid, state.spent)  # P9.2
        now = Board(ground, land, state.pieces, ships, ice_breaks=self.components.rulings.iceberg_breaks_route)
        self._boards = (now, *known[: _BOARDS - 1])
        return now

    def sailor(self, board: Board, seat: Seat, at: int | None, ability: Ability | None) -> Sailor:
        """A seat's ship, which is at a hex, on the board, with the prices of its character."""
        route = self.components.costs.route
        own = 0 if ability == "own-route" else route  # P11.12
        return Sailor(board, seat, at, self.terrain.get(ability, self.terrain[None]), own, route)

    def row(self, state: State, seat: Seat) -> int:
        """The row of a ship: 0 before the first, one more than there are past the last."""
        return self.rows(state)[seat]

    def rows(self, state: State) -> list[int]:
        """The rows of all ships, by seat."""
        row, past = self.passage(state).row_by_name, self.components.board.rows + 1
        return [past if player.exited else row[player.ship] for player in state.players]

    def alone_in_front(self, state: State, seat: Seat) -> bool:
        """Whether a ship is ahead of all others (P10)."""
        rows = self.rows(state)
        return rows[seat] == max(rows) and rows.count(rows[seat]) == 1

    def alone_behind(self, state: State, seat: Seat) -> bool:
        """Whether a ship is behind all others (P10)."""
        rows = self.rows(state)
        return rows[seat] == min(rows) and rows.count(rows[seat]) == 1

    def ability(self, player: Player) -> Ability | None:
        """What a player's character can do; None without one."""
        return self.characters[player.character].ability if player.character else None

    def can(self, player: Player, ability: Ability) -> bool:
        """Whether a player's character has an ability."""
        return self.ability(player) == ability

    def character(self, word: str) -> Character:
        """A character card by its word."""
        return self.characters[word]

    def raid_price(self, state: State, owner: Seat) -> int:
        """What a raid on a player's route takes from the player to move: its price (P7), and one point less afterwards if any is
        left (P11.4)."""
        price = self.components.costs.raid
        guarded = self.can(state.players[owner], "guarded")
        return price + (min(self.components.abilities.raided, max(0, state.points - price)) if guarded else 0)

    def points(self, player: Player) -> int:
        """The action points of a player's turn before losses (P3, P11.7)."""
        return self.components.turn.points + (self.components.abilities.points if self.can(player, "bold") else 0)


def _face(word: Tile, printed: str) -> Face:
    letters = printed.replace("*", "")
    starred = [printed[at + 1 : at + 2] == "*" for at, letter in enumerate(printed) if letter != "*"]
    return tuple(
        (letter, f"{word}-{place}" if chest else "")
        for place, (letter, chest) in enumerate(zip(letters, starred, strict=True), 1)
    )


class Turn:
    """One action of a player's turn, looked at for what may be done. `seat` is the player to move."""

    def __init__(self, box: Box, state: State) -> None:
        self.box, self.state = box, state
        self.components = box.components
        self.seat = state.to_move
        self.me: Player = state.players[state.to_move]
        self.board = box.board(state)
        self.passage = self.board.passage
        self.ability = box.ability(self.me)
        numbers, ship = self.passage.numbers, self.me.ship
        at = numbers[ship] if ship else None
        self.row = self.passage.row_by_name[ship]
        self.stand = Stand(at, self.me.raiding, tuple(map(numbers.__getitem__, self.me.left)))
        self.sailor = box.sailor(self.board, self.seat, at, self.ability)

    def can(self, ability: Ability) -> bool:
        """Whether the player's character has an ability."""
        return self.ability == ability

    def passage_tile(self, word: str) -> int:
        """The place of the tile that a hex belongs to, also of one that this very action has laid."""
        return self.passage.tile_at[self.passage.numbers[word]]

    # ------------------------------------------------------------ P4 advance
    @kept
    def ways(self) -> dict[int, list[Way]]:
        """Every advance that can be paid, by the hex where the ship ends: the steps first, then the tokens, larger ones first."""
        points = self.state.points
        if not points and self.sailor.own:
            return {}
        found = {hex_: [way] for hex_, way in self.sailor.walks(self.stand, points).items()}
        for way in self.sailor.tokens(self.stand, self.me.reserve, points):
            end = way.path[-1]
            if end in found:
                found[end].append(way)
            else:
                found[end] = [way]
        return found

    @kept
    def may_advance(self) -> bool:
        """Whether there is any way at all; quicker than to find them all."""
        points = self.state.points
        if not points and self.sailor.own:
            return False
        at = self.stand
        for _, price, _ in self.sailor.steps(at.at, at.raiding, at.left):
            if price <= points:
                return True
        return next(self.sailor.tokens(at, self.me.reserve, points), None) is not None

    def why_no_advance(self) -> Text | None:
        """Why the ship cannot advance."""
        if self.may_advance:
            return None
        return (
            _NO_POINTS if not self.state.points else say("Nothing you have left leads anywhere for your points (P4).")
        )

    @kept
    def around(self) -> frozenset[int]:
        """The hexes beside the ship."""
        return frozenset(self.sailor.beside(self.stand))

    def why_not_to(self, hex_: int, worth: int | None = None) -> Text:
        """Why no advance ends on a hex, or none with a token that costs exactly so much (P10.12)."""
        other = self.board.ships.get(hex_)
        if other is not None and other != self.seat:
            return _ship_there(other)
        adjacent = hex_ in self.around
        price = self.sailor.price(hex_, self.stand.raiding)
        if price is None:
            owner = self.board.routes[hex_][-1]
            raid = self.box.raid_price(self.state, owner)
            return _on_route(owner, raid) if adjacent else _on_route_further(owner)
        if worth is not None:
            return none_worth(worth)
        if adjacent and price > self.state.points:
            return _too_dear(price, self.state.points)
        return _no_token(self.state.points)

    # ------------------------------------------------------------ P5 recover
    @kept
    def recoverable(self) -> list[int]:
        """Own tokens that lie open; where nothing else can be done, those that bear no ship (P5.1, P5.2)."""
        return self.board.open_tokens(self.seat) or self.salvageable

    @kept
    def salvageable(self) -> list[int]:
        """Own tokens that bear no ship, if nothing else can be done while none lies open (P5.2)."""
        if not self.components.rulings.salvage or self.at_last_row:
            return []
        board, seat = self.board, self.seat
        spare = [n for n, piece in enumerate(board.pieces) if piece.owner == seat and not board.bears_ship(n)]
        return spare if spare and not self.can_lay_anything() else []

    @property
    def may_recover(self) -> bool:
        """Whether any token can be taken back."""
        if self.state.fresh or self.state.points < self.components.costs.recover:
            return False
        board = self.board
        for n in reversed(board.tops):  # the newest lies open most often
            if board.pieces[n].owner == self.seat and not board.bears_ship(n):
                return True
        return bool(self.salvageable)

    def can_lay_anything(self) -> bool:
        """Whether any token can still be laid in this turn, from here or after some steps (P5.2)."""
        points = self.state.points
        walked = ((way.stand, points - way.price) for way in self.sailor.strolls(self.stand, points))
        for stand, left in chain([(self.stand, points)], walked):
            if next(self.sailor.tokens(stand, self.me.reserve, left), None) is not None:
                return True
            if self.raids_from(stand, left):
                return True
        return False

    def why_no_recovery(self) -> Text | None:
        """Why no token can be taken back."""
        price = self.components.costs.recover
        if self.state.fresh:
            return _FRESH
        if self.state.points < price:
            return _too_few("P5", price, self.state.points)
        return None if self.recoverable else say("None of your tokens on the board lies open (P5.1).")

    # ------------------------------------------------------------ P6 drop iceberg
    @property
    def drop_price(self) -> int:
        """What dropping an iceberg costs (P6, P11.3)."""
        return self.components.abilities.drop if self.can("drops") else self.components.costs.drop

    @property
    def may_drop(self) -> bool:
        """Whether an iceberg can be dropped behind the ship."""
        state, behind = self.state, self.me.behind
        if not behind or state.fresh or not state.icebergs or state.points < self.drop_price:
            return False
        hex_ = self.passage.numbers[behind]
        return self.seat in self.board.routes.get(hex_, ()) and hex_ not in self.board.ships

    def why_no_drop(self) -> Text | None:
        """Why no iceberg can be dropped behind the ship (P6.1, P6.3)."""
        if self.state.fresh:
            return _FRESH
        if self.state.points < self.drop_price:
            return _too_few("P6", self.drop_price, self.state.points)
        if not self.state.icebergs:
            return say("No iceberg is left in the supply (P6.3).")
        if not self.me.behind:
            return say("Your ship has come from no other hex yet (P6.1).")
        behind = self.passage.numbers[self.me.behind]
        if self.seat not in self.board.routes.get(behind, ()):
            return say("The hex behind your ship is not on your route (P6.1).")
        return say("There is a ship on the hex behind yours (P6.1).") if behind in self.board.ships else None

    # ------------------------------------------------------------ P7 raid
    @kept
    def raids(self) -> dict[int, list[Seat]]:
        """The hexes that can be raided now, each with the players whose route it can be entered by."""
        return {} if self.state.fresh else self.raids_from(self.stand, self.state.points)

    def raids_from(self, stand: Stand, points: int) -> dict[int, list[Seat]]:
        """The same from another place with so many points."""
        found: dict[int, list[Seat]] = {}
        if not self.me.reserve[RAID] or points < self.components.costs.raid:
            return found
        for hex_, owner in self.sailor.raidable(stand):
            if self.why_not_raided(owner, points) is None:
                found.setdefault(hex_, []).append(owner)
        return found

    def why_not_raided(self, owner: Seat, points: int) -> Text | None:
        """Why a player cannot be raided (P7, P10.4)."""
        if self.state.players[owner].shielded:
            return _shielded(owner)
        price = self.components.costs.raid
        return _too_few("P7", price, points) if points < price else None

    def why_no_raid(self) -> Text | None:
        """Why nobody can be raided."""
        if self.raids:
            return None
        if self.state.fresh:
            return _FRESH
        if not self.me.reserve[RAID]:
            return say("You have no raid token left (P7).")
        near = self.sailor.raidable(self.stand)
        if not near:
            return say("Your ship is not beside another player’s route (P7).")
        return self.why_not_raided(near[0][1], self.state.points)

    # ------------------------------------------------------------ P8 fresh waters
    @kept
    def fresh_points(self) -> int:
        """The points that Fresh Waters give now, 0 where they cannot be used (P8 to P8.2, P11.14)."""
        state, me = self.state, self.me
        moved = state.advanced if self.components.rulings.fresh_needs_plain_advance else state.moved
        if state.fresh or not moved or me.raiding is None or self.stand.at is None:
            return 0
        ahead = state.players[me.raiding].ship
        if not ahead:
            return 0
        rows = self.passage.row_by_name[ahead] - self.row
        distance = self.passage.distance(self.stand.at, self.passage.numbers[ahead])
        if distance == 1 and rows == 1:
            return self.components.fresh.points
        return self.components.abilities.far_fresh if distance == 2 and rows > 0 and self.can("far-fresh") else 0

    def why_no_fresh(self) -> Text | None:
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
    def at_last_row(self) -> bool:
        """Whether only the exit lies ahead."""
        return self.row == self.passage.last_row

    @property
    def may_exit(self) -> bool:
        """Whether the ship can sail past the last row."""
        return self.row == self.passage.last_row and self.state.points >= self.components.costs.exit

    def why_no_exit(self) -> Text | None:
        """Why the ship cannot sail past the last row."""
        if not self.at_last_row:
            return say("Your ship is not on the last row (P12).")
        price = self.components.costs.exit
        return _too_few("P12", price, self.state.points) if self.state.points < price else None

    # ------------------------------------------------------------ P3 the turn
    def why_no_cards(self) -> Text | None:
        """Why the player plays no card, whatever it is: all that others know too (P3.1)."""
        if self.can("bold"):
            return say("Your character plays no cards (P11.7).")
        if self.me.silenced:
            return say("You play no cards in this turn (P10.2).")
        if self.state.fresh:
            return _FRESH
        if not self.state.cards:
            return _CARD_PLAYED
        return None if self.me.hand else _NO_TREASURE

    @kept
    def may_act(self) -> bool:
        """Whether anything but a card can be done; everybody can see that."""
        if self.may_exit or self.may_advance:
            return True
        if self.state.fresh:
            return False
        return bool(self.raids or self.fresh_points) or self.may_recover or self.may_drop


# ---------------------------------------------------------------- reasons, made once each
_FRESH: Final = say("After Fresh Waters you can only advance (P8.1).")
_NO_TREASURE: Final = say("You hold no treasure: they lie in chests (P9).")
_CARD_PLAYED: Final = say("You have played your card for this turn (P3.1).")
_NO_POINTS: Final = say("You have no action points left (P3).")


@cache
def _ship_there(other: Seat) -> Text:
    return say(
        "{seat}’s ship is there: pass over it with a longer token, on a route that is open to you (P4.5).",
        seat=Who(other),
    )


@cache
def _on_route(owner: Seat, price: int) -> Text:
    return say(
        "That hex is on {seat}’s route: raid it for {points}, or go round (P4.4).",
        seat=Who(owner),
        points=points_name(price),
    )


@cache
def _on_route_further(owner: Seat) -> Text:
    return say("That hex is on {seat}’s route: come beside it and raid it, or go round (P4.4).", seat=Who(owner))


@cache
def _too_dear(price: int, points: int) -> Text:
    return say(
        "Entering it takes {price}; you have {points} (P4.1).", price=points_name(price), points=points_name(points)
    )


@cache
def _too_few(rule: str, price: int, points: int) -> Text:
    return say(
        "That takes {price}; you have {points} ({rule}).",
        price=points_name(price),
        points=points_name(points),
        rule=rule,
    )


@cache
def _no_token(points: int) -> Text:
    return say("No token that you have left ends there for {points} (P4.2).", points=points_name(points))


@cache
def none_worth(price: int) -> Text:
    """No token fits that costs exactly so much."""
    return say("No token that you have left costs {price} there (P10.12).", price=points_name(price))


@cache
def _shielded(owner: Seat) -> Text:
    return say("{seat} cannot be raided before their next turn (P10.4).", seat=Who(owner))
