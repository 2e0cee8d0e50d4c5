"""The game as it comes out of the box, and questions about a state that do not depend on the player to move."""

from __future__ import annotations

from typing import Final

from engine.games.paso.board import Board, Land, TileFace
from engine.games.paso.components import Ability, Character, Components
from engine.games.paso.hexes import COLUMNS_BY_SEATS, Passage, create_passage
from engine.games.paso.ship_movement import UNKNOWN_HEX_PRICE, ShipMovement
from engine.games.paso.state import Player, State, Tile
from engine.kernel.text import Seat

_MAX_CACHED_BOARDS: Final = 4
"""The number of recent boards that are kept: of the position that a search goes on from, and of those behind its last moves."""


class GameBox:
    """The components with what is computed from them: the passages and the faces of the tiles."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.passages: dict[int, Passage] = {}
        for seats in COLUMNS_BY_SEATS:
            self.passages[seats] = create_passage(seats, components.board.rows, components.shapes.list_travels())
        self.characters = {card.word: card for card in components.characters.cards}
        self.faces: dict[Tile, TileFace] = {}
        self._faces_as_laid: dict[Tile, TileFace] = {}
        tiles = components.tiles
        for letter, group in (("a", tiles.four), ("b", tiles.two), ("c", tiles.two_for_four)):
            for n, printed_letters in enumerate(group, 1):
                self._add_face(f"{letter}{n}", printed_letters)
        costs, abilities = components.costs, components.abilities
        terrain = {"W": costs.water, "L": costs.land, "S": costs.snow, "I": costs.iceberg, "": UNKNOWN_HEX_PRICE}
        self.terrain_prices: dict[Ability | None, dict[str, int]] = {
            None: terrain,
            "snow": {**terrain, "S": abilities.snow},  # P11.2
            "iceberg": {**terrain, "I": abilities.iceberg},  # P11.9
        }
        """The price of entering a hex by the letter of its terrain, for the abilities that change it."""
        self._boards: tuple[Board, ...] = ()

    def _add_face(self, tile: Tile, printed_letters: str) -> None:
        face = _parse_face(tile, printed_letters)
        self.faces[tile] = self._faces_as_laid[tile] = face
        self._faces_as_laid[f"{tile}r"] = face[::-1]

    def find_passage(self, state: State) -> Passage:
        """Return the passage for the number of players."""
        return self.passages[len(state.players)]

    def find_board(self, state: State) -> Board:
        """Return the board of a state: a recent one, or one derived from a recent one where possible."""
        passage = self.find_passage(state)
        hex_by_name = passage.hex_by_name
        ships = {hex_by_name[player.ship]: seat for seat, player in enumerate(state.players) if player.ship}
        position = state.laid, state.spent, state.pieces, ships
        near = [board for board in self._boards if board.passage is passage]
        found = next((board for board in near if board.shows(*position)), None)
        found = found or next(filter(None, (board.derive(*position) for board in near)), None)
        if found is None:
            land = Land(passage, self._faces_as_laid, state.laid, state.spent)  # P9.2
            breaks_route = self.components.rulings.iceberg_breaks_route
            found = Board(passage, land, state.pieces, ships, ice_breaks=breaks_route)
        others = [board for board in self._boards if board is not found]
        self._boards = (found, *others[: _MAX_CACHED_BOARDS - 1])
        return found

    def create_movement(self, board: Board, seat: Seat, ship_hex: int | None, ability: Ability | None) -> ShipMovement:
        """Create the movement rules for a seat's ship, with the prices of its character."""
        route_price = self.components.costs.route
        own_route_price = 0 if ability == "own-route" else route_price  # P11.12
        terrain_prices = self.terrain_prices.get(ability, self.terrain_prices[None])
        return ShipMovement(board, seat, ship_hex, terrain_prices, own_route_price, route_price)

    def find_row(self, state: State, seat: Seat) -> int:
        """Return the row of a ship: 0 before the first row, the number of rows plus one past the last."""
        return self.list_rows(state)[seat]

    def list_rows(self, state: State) -> list[int]:
        """Return the rows of all ships, by seat."""
        row, past = self.find_passage(state).row_by_name, self.components.board.rows + 1
        return [past if player.exited else row[player.ship] for player in state.players]

    def is_alone_in_front(self, state: State, seat: Seat) -> bool:
        """Check whether a ship is ahead of all others (P10)."""
        rows = self.list_rows(state)
        return rows[seat] == max(rows) and rows.count(rows[seat]) == 1

    def is_alone_behind(self, state: State, seat: Seat) -> bool:
        """Check whether a ship is behind all others (P10)."""
        rows = self.list_rows(state)
        return rows[seat] == min(rows) and rows.count(rows[seat]) == 1

    def find_ability(self, player: Player) -> Ability | None:
        """Return the ability of a player's character; None without a character."""
        return self.characters[player.character].ability if player.character else None

    def has_ability(self, player: Player, ability: Ability) -> bool:
        """Check whether a player's character has an ability."""
        return self.find_ability(player) == ability

    def find_character(self, word: str) -> Character:
        """Return the character card with this word."""
        return self.characters[word]

    def compute_raid_price(self, state: State, owner: Seat) -> int:
        """Return the points that a raid on a player's route takes from the player to move (P7).

        With P11.4 a raid takes one more point afterwards, if any is left.
        """
        price = self.components.costs.raid
        if not self.has_ability(state.players[owner], "guarded"):
            return price
        return price + min(self.components.abilities.raided, max(0, state.points - price))

    def count_turn_points(self, player: Player) -> int:
        """Return the action points of a player's turn before losses (P3, P11.7)."""
        points = self.components.turn.points
        if self.has_ability(player, "bold"):
            points += self.components.abilities.points
        return points


def _parse_face(tile: Tile, printed_letters: str) -> TileFace:
    """Parse the printed face of a tile: a letter for each hex, with "*" after the letter of a hex with a chest."""
    hexes: list[tuple[str, str]] = []
    for letter in printed_letters:
        if letter == "*":
            hexes[-1] = (hexes[-1][0], f"{tile}-{len(hexes)}")
        else:
            hexes.append((letter, ""))
    return tuple(hexes)
