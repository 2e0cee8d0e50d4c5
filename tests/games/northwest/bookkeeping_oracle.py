"""An independent implementation of crew, tokens, turns and points from RULES.md: payments, effects of actions, the winner.

A table is a plain dictionary, the stored state as JSON. The board oracle answers questions about the board. It uses
nothing of the engine, only the numbers of components.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.northwest.board_oracle import GREENLAND_TILE, PASSAGE_TILE, OracleBoard

TableState = dict[str, Any]
Move = tuple[str, ...]
SYMBOL_LETTERS = {"C": "cairn", "I": "inuit", "F": "franklin", "S": "strait", ".": ""}
SET_KINDS = ("inuit", "cairn", "franklin", "strait", "cartography")
EXPLORE_KINDS, DISCOVER_KINDS = ("franklin", "strait"), ("inuit", "cairn")


class BookkeepingOracle:
    """The accounts of a table, for a box with these numbers."""

    def __init__(self, data: Mapping[str, Any], table: TableState, chart: OracleBoard) -> None:
        self.data, self.table, self.chart = data, table, chart

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table["expeditions"][self.table["to_move"]]
        return found

    # ------------------------------------------------------------ payment (N2.2, N2.3)
    def compute_price(self, action: str) -> int:
        cost: int = self.data["costs"][action]
        return cost + (self.data["costs"]["further"] if self.table["acted"] else 0)

    def list_payers(self, action: str) -> list[str]:
        return [one for one in ("ship", "sled") if self.me[f"{one}_available"] >= self.compute_price(action)]

    def pay_crew(self, action: str, vehicle: str) -> None:
        price = self.compute_price(action)
        assert self.me[f"{vehicle}_available"] >= price
        self.me[f"{vehicle}_available"] -= price
        self.me[f"{vehicle}_resting"] += price

    # ------------------------------------------------------------ tiles and finds (N5.4, N9, N10.1)
    def name_tile(self, tile: int) -> str:
        """Name a tile of the board as the accounts do: a printed one by its name."""
        if tile < self.chart.printed:
            name: str = self.data["board"]["printed"][tile]["name"]
            return name
        placed: str = self.table["placed"][tile - self.chart.printed]
        return placed.split(maxsplit=1)[0]

    def find_token(self, tile: int) -> str:
        """Find the kind of token on a tile, "" without one."""
        word = self.name_tile(tile)
        if word in self.table["taken"]:
            return ""
        if tile < self.chart.printed:
            printed: str = self.data["board"]["printed"][tile].get("symbol", "")
            return printed
        return SYMBOL_LETTERS[self.data["tiles"]["large"][int(word[1:])][6]] if word[0] == "l" else ""

    def find_multiplier(self, tile: int) -> int:
        """Find the factor of the points for a find on a tile."""
        symbol = self.chart.laid[tile].symbol
        assert symbol
        columns = [zone["multiplier"] for zone in self.data["board"]["zones"] for _ in range(zone["columns"])]
        times: int = columns[symbol[0]]
        return times

    def find_tile_under(self, vehicle: str, expedition: Mapping[str, Any] | None = None) -> int | None:
        """Find the tile under a player's vehicle, None for a sled that is not out."""
        name = (expedition or self.me)[vehicle].split("-")[0]
        return self.chart.find_tile(name) if name else None

    # ------------------------------------------------------------ legal moves
    def list_moves(self) -> set[Move]:
        """List the legal draws, refreshes, finds, transfers, ends and passes. The board oracle lists moves and placements."""
        table = self.table
        found: set[Move] = {("pass",)}
        if table["acted"]:
            found.add(("end",))
        tiles = [*table["market"], *(f"s{n}" for n, left in enumerate(table["piles"]) if left)]
        found |= {("draw", tile, vehicle) for tile in tiles for vehicle in self.list_payers("draw")}
        if table["bag"]:
            found |= {("refresh", vehicle) for vehicle in self.list_payers("refresh")}
        for verb, kinds in (("explore", EXPLORE_KINDS), ("discover", DISCOVER_KINDS)):
            for vehicle in self.list_payers(verb):
                at = self.find_tile_under(vehicle)
                if at is not None and self.find_token(at) in kinds:
                    found.add((verb, vehicle))
        return found | self.list_transfers()

    def list_transfers(self) -> set[Move]:
        """List the possible numbers of available and resting crewmen with the sled afterwards (N8 to N8.4)."""
        me = self.me
        ship, sled = self.find_tile_under("ship"), self.find_tile_under("sled")
        assert ship is not None
        rows: list[int] = self.data["sun"]["frozen_rows"]
        bears = self.chart.list_areas(ship, rows[(self.table["round"] - 1) % len(rows)])
        if me["sled_lost"] or (sled is not None and sled != ship) or (sled is None and not bears):
            return set()
        payers = self.list_payers("transfer")
        if not payers:
            return set()
        there = {"ship": 0, "sled": 0, payers[0]: self.compute_price("transfer")}
        now = (me["sled_available"] - there["sled"], me["sled_resting"] + there["sled"])
        available = me["ship_available"] + me["sled_available"] - self.compute_price("transfer")
        resting = me["ship_resting"] + me["sled_resting"] + self.compute_price("transfer")
        ways = {(a, r) for a in range(available + 1) for r in range(resting + 1)} - {now}
        return {("transfer", str(a), str(r)) for a, r in ways}

    # ------------------------------------------------------------ effects
    def perform_move(self, move: Move) -> None:
        """Make a move up to the next question. New tiles from the bag are unknown."""
        verb, table, me = move[0], self.table, self.me
        if verb in ("end", "pass"):
            if verb == "pass":
                self.rest_crew()
            self.find_next_player()
            return
        getattr(self, f"_{verb}")(*move[1:])
        table["acted"] += 1
        if me["home"]:
            self.find_next_player()
        elif not me["ship_available"] + me["sled_available"]:  # N2.6
            self.rest_crew()
            self.find_next_player()

    def _draw(self, tile: str, vehicle: str) -> None:
        self.pay_crew("draw", vehicle)
        self.add_to_reserve(self.table["to_move"], tile)

    def add_to_reserve(self, seat: int, tile: str) -> None:
        """Put a tile into the reserve (N4)."""
        self.table["expeditions"][seat]["hand"].append(tile)
        if tile[0] == "s":
            self.table["piles"][int(tile[1])] -= 1

    def _refresh(self, vehicle: str) -> None:
        """Refresh the tiles on offer (N4.2). The draw that follows is another question."""
        self.pay_crew("refresh", vehicle)

    def _place(self, tile: str, _where: str, _rotation: str, vehicle: str) -> None:
        self.pay_crew("place", vehicle)
        self.me["hand"].remove(tile)

    def _move(self, vehicle: str, where: str, *_land: str) -> None:
        """Move a vehicle (N7, N10.2 to N10.5). The board oracle finds the land that a sled stands on."""
        self.pay_crew("move", vehicle)
        me, table, tile = self.me, self.table, self.chart.find_tile(where)
        me[vehicle] = where
        if tile == PASSAGE_TILE and me["passage"] is None and table["passage_tokens"]:
            me["passage"] = max(table["passage_tokens"])
            table["passage_tokens"].remove(me["passage"])
        if tile == GREENLAND_TILE:
            me["home"] = sum(1 for one in table["expeditions"] if one["home"]) + 1
            if table["greenland_tokens"]:
                me["greenland"] = max(table["greenland_tokens"])
                table["greenland_tokens"].remove(me["greenland"])

    def _transfer(self, available: str, resting: str, *_land: str) -> None:
        """Transfer crew: the ship's crew pays if it can, then the crews are set to the new numbers (N8)."""
        self.pay_crew("transfer", self.list_payers("transfer")[0])
        me = self.me
        for state, number in (("available", int(available)), ("resting", int(resting))):
            everybody = me[f"ship_{state}"] + me[f"sled_{state}"]
            me[f"sled_{state}"], me[f"ship_{state}"] = number, everybody - number
        me["sled"] = "" if not int(available) + int(resting) else me["sled"] or me["ship"]

    def _explore(self, vehicle: str) -> None:
        self._find("explore", vehicle, 1)

    def _discover(self, vehicle: str) -> None:
        self._find("discover", vehicle, 2)

    def _find(self, verb: str, vehicle: str, worth: int) -> None:
        self.pay_crew(verb, vehicle)
        tile = self.find_tile_under(vehicle)
        assert tile is not None
        kind = self.find_token(tile)
        self.me["tokens"][kind] = self.me["tokens"].get(kind, 0) + 1
        self.me["trail"] += worth * self.find_multiplier(tile)
        self.table["taken"].append(self.name_tile(tile))

    def rest_crew(self) -> None:
        """Rest the crew and take a place in the next round (N2.5, N2.7)."""
        for vehicle in ("ship", "sled"):
            self.me[f"{vehicle}_resting"] += self.me[f"{vehicle}_available"]
            self.me[f"{vehicle}_available"] = 0
        self.table["passed"].append(self.table["to_move"])

    def find_next_player(self) -> None:
        """Find the next player who has not passed, or end the round (N2.1, N11)."""
        table = self.table
        table["acted"] = 0
        before = table["order"]
        home = [seat for seat, one in enumerate(table["expeditions"]) if one["home"]]
        table["order"] = [seat for seat in before if seat not in home]
        if len(home) == len(table["expeditions"]):
            table["ended"] = True
            return
        circle = before * 2
        at = circle.index(table["to_move"])
        follow = [
            seat for seat in circle[at + 1 : at + 1 + len(before)] if seat not in home and seat not in table["passed"]
        ]
        if follow:
            table["to_move"] = follow[0]
            if not self.me["ship_available"] + self.me["sled_available"]:  # the player has lost all crew
                self.rest_crew()
                self.find_next_player()
        elif table["round"] == self.data["expedition"]["rounds"]:
            table["ended"] = True
        else:
            self.end_round()

    def end_round(self) -> None:
        """End the round: the sun moves and the crew wakes; the board oracle finds the fate of sleds and their crew (N3, N3.7)."""
        table = self.table
        rows = self.data["sun"]["frozen_rows"]
        after = rows[table["round"] % len(rows)]
        table["round"] += 1
        for one in table["expeditions"]:
            tile = None if one["home"] else self.find_tile_under("sled", one)
            if tile is not None and not self.chart.list_areas(tile, after):  # N3.6
                one["lost"] = one["sled_available"] + one["sled_resting"]
                one["sled"], one["sled_lost"], one["sled_available"], one["sled_resting"] = "", True, 0, 0
            for vehicle in ("ship", "sled"):
                one[f"{vehicle}_available"] += one[f"{vehicle}_resting"]
                one[f"{vehicle}_resting"] = 0
        table["order"] = [seat for seat in table["passed"] if not table["expeditions"][seat]["home"]]
        table["passed"], table["to_move"] = [], table["order"][0]
        if not self.me["ship_available"] + self.me["sled_available"]:
            self.rest_crew()
            self.find_next_player()

    # ------------------------------------------------------------ scoring: N6, N10 and N11
    def compute_scores(self) -> list[dict[str, int]]:
        """Compute every line of every score, as if the game ended now."""
        found = []
        for one in self.table["expeditions"]:
            sets = min(one["tokens"].get(kind, 0) for kind in SET_KINDS)
            found.append(
                {
                    "finds": one["trail"],
                    "islands": one["islands"],
                    "passage": one["passage"] or 0,
                    "greenland": one["greenland"] or 0,
                    "sets": 6 * sets,
                    "losses": self.compute_losses(one),
                }
            )
        for kind in ("franklin", "strait", "cartography"):
            for line, points in zip(found, self.rank_majority(kind), strict=True):
                line[kind] = points
        return found

    def compute_losses(self, expedition: Mapping[str, Any]) -> int:
        """Compute the losses: two points for every crewman who is not back, two for the ship (N11.5 to N11.7)."""
        points: int = -2 * expedition["lost"]
        ship_is_back = self.find_tile_under("ship", expedition) == GREENLAND_TILE
        sled = self.find_tile_under("sled", expedition)
        sled_is_back = ship_is_back if sled is None else sled == GREENLAND_TILE
        if not ship_is_back:
            points -= 2 + 2 * (expedition["ship_available"] + expedition["ship_resting"])
        if not sled_is_back:
            points -= 2 * (expedition["sled_available"] + expedition["sled_resting"])
        return points

    def rank_majority(self, kind: str) -> list[int]:
        """Rank the tokens of a kind: equal players share the last of their places (N11.1 to N11.3)."""
        pays: list[int] = self.data[kind]["points"]
        counts = [one["tokens"].get(kind, 0) for one in self.table["expeditions"]]
        points, filled = [0] * len(counts), 0
        for number in sorted(set(counts) - {0}, reverse=True):
            group = [seat for seat, count in enumerate(counts) if count == number]
            filled += len(group)
            for seat in group:
                points[seat] = pays[filled - 1] if filled <= len(pays) else 0
        return points

    def rank_players(self) -> list[set[int]]:
        """Rank the players by points, then by their return.

        Tied players who are still out share a place after the others (N11.8).
        """
        totals = [sum(lines.values()) for lines in self.compute_scores()]
        homes = [one["home"] for one in self.table["expeditions"]]
        found = []
        for total in sorted(set(totals), reverse=True):
            tied = [seat for seat, points in enumerate(totals) if points == total]
            found += [{seat} for seat in sorted((seat for seat in tied if homes[seat]), key=lambda seat: homes[seat])]
            out = {seat for seat in tied if not homes[seat]}
            found += [out] if out else []
        return found
