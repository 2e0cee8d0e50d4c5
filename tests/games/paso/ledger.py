"""The second half of the oracle: a ledger of a player's turn, written from RULES.md alone.

It lists what may be done and what follows. It uses the state and the components, but none of the engine's rules. A
ledger entry is a plain dictionary; `apply_move` fills in only the lines that a move is bound to change, apart from
chance: the number of cards in a hand, not the cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.paso.components import TOKEN_KINDS, Components, TokenKind
from engine.games.paso.state import Piece, State
from tests.games.paso.oracle import Hex, SlowOracle, format_hex, list_neighbours, parse_hex

Words = tuple[str, ...]


def parse_kind(name: str) -> TokenKind:
    return next(kind for kind in TOKEN_KINDS if kind == name)


class MoveLedger:
    """One moment of a player's turn."""

    def __init__(self, parts: Components, state: State) -> None:
        self.parts, self.state, self.seat = parts, state, state.to_move
        self.me, self.slow = state.players[state.to_move], SlowOracle(parts, state)
        self.other_seats = [n for n in range(len(state.players)) if n != self.seat]

    # ------------------------------------------------------------ looking
    def has_ability(self, seat: int, ability: str) -> bool:
        name = self.state.players[seat].character
        return any(card.word == name and card.ability == ability for card in self.parts.characters.cards)

    def find_row(self, seat: int) -> int:
        ship = self.state.players[seat].ship
        return int(ship[1:]) if ship else 0

    def list_pieces_on(self, hex_: str) -> list[int]:
        return [n for n, piece in enumerate(self.state.pieces) if hex_ in piece.hexes]

    def find_ship_on(self, hex_: str) -> int | None:
        return next((n for n, player in enumerate(self.state.players) if player.ship == hex_), None)

    def is_bare(self, hex_: str) -> bool:
        """Check that neither piece nor ship lies on a hex (P10)."""
        return not self.list_pieces_on(hex_) and self.find_ship_on(hex_) is None

    def list_open_tokens(self, owner: int | None = None) -> list[int]:
        """List the tokens with neither piece nor ship on any of their hexes (P5.1)."""
        return [
            n
            for n, piece in enumerate(self.state.pieces)
            if piece.owner >= 0
            and owner in {None, piece.owner}
            and all(max(self.list_pieces_on(hex_)) == n and self.find_ship_on(hex_) is None for hex_ in piece.hexes)
        ]

    def list_tiles(self) -> list[list[str]]:
        """List the hexes of every tile that lies open, in the order of laying (P2.1 to P2.3)."""
        seats, found, row = len(self.state.players), list[list[str]](), 0
        while len(found) < len(self.state.laid):
            row += 1
            found.append([format_hex((seats - 2 + n, row)) for n in range(4)])
            if seats == 4:
                found += [[format_hex((0, row)), format_hex((1, row))], [format_hex((6, row)), format_hex((7, row))]]
            if seats == 3 and row % 2 == 0:
                found += [[format_hex((x, row - 1)), format_hex((x, row))] for x in (0, 5)]
        return found

    def has_chest(self, hex_: str) -> bool:
        """Check whether a chest is in sight on a hex (P9)."""
        if self.list_pieces_on(hex_):
            return False
        piles = {"a": self.parts.tiles.four, "b": self.parts.tiles.two, "c": self.parts.tiles.two_for_four}
        for hexes, tile in zip(self.list_tiles(), self.state.laid, strict=True):
            if hex_ in hexes:
                printed = piles[tile[0]][int(tile[1:].removesuffix("r")) - 1]
                marked = [printed[n + 1 : n + 2] == "*" for n, sign in enumerate(printed) if sign != "*"]
                at = hexes.index(hex_)
                return marked[len(marked) - 1 - at if tile.endswith("r") else at]
        return False

    def find_terrain_letter(self, hex_: Hex) -> str:
        """Return the open terrain of a hex, "" on a route."""
        if self.slow.list_owners_in_sight(hex_):
            return ""
        on_top = self.list_pieces_on(format_hex(hex_))
        if on_top:
            return "I" if self.state.pieces[on_top[-1]].kind == "ice" else "W"
        return self.slow.printed_letters[hex_]

    def is_alone(self, seat: int, *, is_last: bool) -> bool:
        """Check whether a ship is at least a row away from all others (P10)."""
        rows = [self.find_row(n) for n in range(len(self.state.players)) if n != seat]
        return all(self.find_row(seat) < row if is_last else self.find_row(seat) > row for row in rows)

    # ------------------------------------------------------------ legal moves
    def list_moves(self) -> set[Words]:
        """List every move that the rules allow, as the log spells it."""
        found = {*self._list_advances(), ("end",)}
        if self.find_row(self.seat) == self.parts.board.rows and self.state.points >= self.parts.costs.exit:
            found.add(("exit",))
        if self.state.fresh:  # P8.1
            return found
        found.update(self._list_raids())
        if self.find_fresh_points():
            found.add(("fresh",))
        found.update(("recover", name) for name in self._list_recoverable())
        behind, drop = self.me.behind, self._find_drop_price()
        may_drop = behind and self.state.points >= drop and self.state.icebergs and self.find_ship_on(behind) is None
        if may_drop and self.seat in self.slow.list_owners_in_sight(parse_hex(behind)):
            found.add(("drop",))
        if self.state.cards and not self.me.silenced and not self.has_ability(self.seat, "bold"):  # P3.1, P10.2, P11.7
            for card in sorted(set(self.me.hand)):
                found.update(("card", card, *on) for on in self._list_targets(card))
        return found

    def _find_drop_price(self) -> int:
        return self.parts.abilities.drop if self.has_ability(self.seat, "drops") else self.parts.costs.drop

    def _format_move(self, verb: Words, path: list[str], kind: str) -> Words:
        way = "walk" if kind == "walk" else "-".join((kind, *path[:-1]))
        back = int(path[-1][1:]) < self.find_row(self.seat)
        return (*verb, "back", f"{way}-{path[-1]}") if back else (*verb, path[-1], way)

    def _list_advances(self) -> Iterator[Words]:
        for found in self.slow.list_advances():
            yield self._format_move(("advance",), [*found.path], found.kind)
        for hex_ in self.slow.find_walks():
            yield self._format_move(("advance",), [hex_], "walk")

    def _list_raids(self) -> Iterator[Words]:
        raids = self.slow.list_raids()
        for hex_ in {hex_ for hex_, _ in raids}:
            owners = sorted(owner for at, owner in raids if at == hex_)
            yield from [("raid", hex_, f"p{o + 1}") for o in owners] if len(owners) > 1 else [("raid", hex_)]

    def find_fresh_points(self) -> int:
        """Return the points of Fresh Waters (P8, P8.2, P11.14)."""
        if not self.state.moved or self.me.raiding is None or not self.me.ship:
            return 0
        ahead = self.state.players[self.me.raiding].ship
        rows = int(ahead[1:]) - self.find_row(self.seat) if ahead else 0
        if rows < 1:
            return 0
        near = list_neighbours(parse_hex(self.me.ship), self.slow.width, self.slow.rows)
        if parse_hex(ahead) in near:
            return self.parts.fresh.points if rows == 1 else 0
        further = {hex_ for at in near for hex_ in list_neighbours(at, self.slow.width, self.slow.rows)}
        return (
            self.parts.abilities.far_fresh
            if parse_hex(ahead) in further and self.has_ability(self.seat, "far-fresh")
            else 0
        )

    def _name_tokens(self, tokens: list[int]) -> dict[str, int]:
        """Name tokens by their last hex; the second and third that end there have a number."""
        found: dict[str, int] = {}
        for n in tokens:
            name, more = self.state.pieces[n].hexes[-1], 1
            while (name if more == 1 else f"{name}-{more}") in found:
                more += 1
            found[name if more == 1 else f"{name}-{more}"] = n
        return found

    def _list_recoverable(self) -> dict[str, int]:
        """List the tokens that can be taken back (P5, P5.1), also if no token can be laid after any steps (P5.2)."""
        if self.state.points < self.parts.costs.recover:
            return {}
        tokens = self.list_open_tokens(self.seat)
        if not tokens and self.find_row(self.seat) < self.parts.board.rows and not self.slow.can_lay_token():
            tokens = [
                n
                for n, piece in enumerate(self.state.pieces)
                if piece.owner == self.seat and all(self.find_ship_on(hex_) is None for hex_ in piece.hexes)
            ]
        return self._name_tokens(tokens)

    def _list_targets(self, card: str) -> Iterator[Words]:
        """List the targets of a treasure (P10.1 to P10.15)."""
        players = self.state.players
        match card:
            case "discard" | "rob":
                yield from ((f"p{n + 1}",) for n in self.other_seats if players[n].hand)
            case "silence" | "slow":
                yield from ((f"p{n + 1}",) for n in self.other_seats)
            case "redraw":
                yield from ((f"p{n + 1}",) for n in range(len(players)))
            case "eliminate":
                yield from ((name,) for name in self._name_tokens(self.list_open_tokens()))
                for n, player in enumerate(players):
                    yield from (
                        (f"p{n + 1}", kind) for kind, left in zip(TOKEN_KINDS, player.reserve, strict=True) if left
                    )
            case "return":
                yield from ((name,) for name in self._name_tokens(self.list_open_tokens(self.seat)))
            case "catch-up":
                price = self.parts.effects.catch_up
                if self.is_alone(self.seat, is_last=True):
                    for found in self.slow.list_advances(price):
                        if found.price == price:
                            yield self._format_move((), [*found.path], found.kind)
            case "iceberg" | "water" | "turn" | "swap":
                yield from self._list_places(card)
            case _:
                yield ()

    def _list_places(self, card: str) -> Iterator[Words]:
        """List the hexes and tiles that cards can be played on (P10.6, P10.8, P10.13, P10.14)."""
        tiles = self.list_tiles()
        free = [hexes for hexes in tiles if all(map(self.is_bare, hexes))]
        if card == "turn":
            yield from ((hexes[0],) for hexes in free)
        elif card == "swap":
            for one in free:
                for other in free:
                    if one != other and len(one) == len(other):
                        yield from ((one[0], other[0], how) for how in ("none", "first", "second", "both"))
        elif self.state.icebergs if card == "iceberg" else self.state.waters:
            yield from ((hex_,) for hexes in tiles for hex_ in hexes if self.is_bare(hex_))

    # ------------------------------------------------------------ effects
    def apply_move(self, words: Words) -> dict[str, Any]:
        """Note the lines of the ledger that a move decides.

        Lines of the seat to move are named as in `State` and `Player`.
        """
        state, me = self.state, self.me
        note: dict[str, Any] = {
            "points": state.points,
            "cards": state.cards,
            "hands": [len(player.hand) for player in state.players],
            "pieces": [*state.pieces],
            "reserve": [*me.reserve],
            "ship": me.ship,
            "supply": (state.icebergs, state.waters),
            "stock": len(state.deck) + len(state.discards),
            "rows": [self.find_row(n) for n in range(len(state.players))],
            "tiles": [*state.laid],
        }
        match words:
            case ("advance", to, way):
                self._record_advance(note, to, way, is_free=False)
            case ("raid", hex_, *whose):
                self._record_raid(note, hex_, int(whose[0][1:]) - 1 if whose else None)
            case ("fresh",):
                note["points"] = self.find_fresh_points() + (state.points if state.options["fresh"] == "added" else 0)
            case ("recover", name):
                note["points"] -= self.parts.costs.recover
                self._record_recovery(note, self._list_recoverable()[name])
            case ("drop",):
                note["points"] -= self._find_drop_price()
                note["pieces"].append(Piece(-1, "ice", (me.behind,)))
                note["supply"] = (state.icebergs - 1, state.waters)
            case ("exit",):
                note["ship"], note["rows"][self.seat] = "", self.parts.board.rows + 1
                note["points"] -= self.parts.costs.exit
            case ("card", card, *on):
                note["cards"] -= 1
                note["hands"][self.seat] -= 1
                note["stock"] += 1
                self._record_card(note, card, on)
            case _:
                pass
        board = self.parts.board
        laid = len([hexes for hexes in self.list_tiles() if len(hexes) == 4])
        note["laid"] = max(laid, min(board.rows, max(note["rows"]) + board.visible))  # P4.6
        return note

    def _record_ship_move(self, note: dict[str, Any], end: str) -> None:
        note["ship"], note["rows"][self.seat] = end, int(end[1:])

    def _record_advance(self, note: dict[str, Any], destination: str, way: str, *, is_free: bool) -> None:
        if destination == "back":
            way, _, destination = way.rpartition("-")
        if way == "walk":
            note["points"] -= self.slow.find_walks()[destination]
            self._record_ship_move(note, destination)
            return
        kind, *path = way.split("-")
        path.append(destination)
        laid = next(found for found in self.slow.fitting_advances if (found.kind, found.path) == (kind, tuple(path)))
        note["points"] -= 0 if is_free else laid.price
        note["raiding"] = laid.raiding
        note["reserve"][TOKEN_KINDS.index(parse_kind(kind))] -= 1
        note["pieces"].append(Piece(self.seat, parse_kind(kind), tuple(path)))
        note["behind"] = path[-2] if len(path) > 1 else self.me.ship
        self._record_ship_move(note, destination)
        opened = [self.find_terrain_letter(parse_hex(hex_)) for hex_ in path]
        if self.has_ability(self.seat, "opens"):  # P11.1
            note["points"] += self.parts.abilities.opened * (opened.count("I") + opened.count("S"))
        if self.has_ability(self.seat, "icebreaker"):  # P11.8
            note["points"] += self.parts.abilities.opened_ice * opened.count("I")
        if not (self.has_ability(self.seat, "water-chests") or self.has_ability(self.seat, "shore-chests")):
            for hex_ in path:
                if self.has_chest(hex_) and self._record_draw(note, self.seat):
                    at_sea = self.slow.printed_letters[parse_hex(hex_)] == "W"
                    for other in self.other_seats:
                        if self.has_ability(other, "water-chests" if at_sea else "shore-chests"):  # P11.6, P11.13
                            self._record_draw(note, other)

    def _record_draw(self, note: dict[str, Any], seat: int) -> bool:
        """Note a drawn treasure (P9.3)."""
        if not note["stock"]:
            return False
        note["stock"] -= 1
        note["hands"][seat] += 1
        return True

    def _record_raid(self, note: dict[str, Any], hex_: str, chosen_owner: int | None) -> None:
        """Note a raid (P7, P11.4, P11.5, P11.11)."""
        owner = next(o for at, o in self.slow.list_raids() if at == hex_) if chosen_owner is None else chosen_owner
        note["points"] -= self.parts.costs.raid
        if self.has_ability(owner, "guarded"):
            note["points"] = max(0, note["points"] - self.parts.abilities.raided)
        note["reserve"][TOKEN_KINDS.index("x1")] -= 1
        note["pieces"].append(Piece(self.seat, "x1", (hex_,)))
        note["behind"], note["raiding"] = self.me.ship, owner
        self._record_ship_move(note, hex_)
        if self.has_ability(self.seat, "raider"):
            self._record_draw(note, self.seat)
        if self.has_ability(owner, "raided"):
            self._record_draw(note, owner)

    def _record_recovery(self, note: dict[str, Any], n: int) -> None:
        note["reserve"][TOKEN_KINDS.index(parse_kind(note["pieces"].pop(n).kind))] += 1

    def _record_card(self, note: dict[str, Any], card: str, targets: list[str]) -> None:
        effects, state = self.parts.effects, self.state
        match card:
            case "discard":
                note["hands"][int(targets[0][1:]) - 1] -= 1
                note["stock"] += 1
            case "rob":
                note["hands"][int(targets[0][1:]) - 1] -= 1
                note["hands"][self.seat] += 1
            case "two-more":
                note["cards"] += effects.cards
            case "eliminate":
                if targets[0][0] != "p":
                    note["pieces"].pop(self._name_tokens(self.list_open_tokens())[targets[0]])
                elif int(targets[0][1:]) - 1 == self.seat:
                    note["reserve"][TOKEN_KINDS.index(parse_kind(targets[1]))] -= 1
            case "iceberg" | "water":
                ice = card == "iceberg"
                note["pieces"].append(Piece(-1, "ice" if ice else "water", (targets[0],)))
                note["supply"] = (state.icebergs - ice, state.waters - (not ice))
            case "return":
                self._record_recovery(note, self._name_tokens(self.list_open_tokens(self.seat))[targets[0]])
            case "catch-up":
                self._record_advance(note, targets[0], targets[1], is_free=True)
            case "extra":
                note["points"] += effects.extra_last if self.is_alone(self.seat, is_last=True) else effects.extra
            case "turn" | "swap":
                self._change_tiles(note["tiles"], targets)
            case _:
                pass

    def _change_tiles(self, laid: list[str], targets: list[str]) -> None:
        """Turn one tile, or swap two and turn each if wanted (P10.8, P10.13)."""

        def turned(tile: str) -> str:
            return tile.removesuffix("r") if tile.endswith("r") else f"{tile}r"

        places = [[hexes[0] for hexes in self.list_tiles()].index(hex_) for hex_ in targets[:2]]
        if len(places) == 1:
            laid[places[0]] = turned(laid[places[0]])
            return
        one, other = (laid[place] for place in places)
        laid[places[1]] = turned(one) if targets[2] in {"first", "both"} else one
        laid[places[0]] = turned(other) if targets[2] in {"second", "both"} else other

    def list_card_effects(self, words: Words) -> dict[int, dict[str, Any]]:
        """List the effects of cards on others: points, cards they may not play, tokens of their reserve (P10.2, P10.5, P10.7)."""
        match words:
            case ("card", "slow", whom):
                seat = int(whom[1:]) - 1
                loss = self.parts.effects.slow_leader if self.is_alone(seat, is_last=False) else self.parts.effects.slow
                return {seat: {"slowed": self.state.players[seat].slowed + loss}}
            case ("card", "silence", whom):
                return {int(whom[1:]) - 1: {"silenced": True}}
            case ("card", "shield"):
                return {self.seat: {"shielded": True}}
            case ("card", "eliminate", whom, kind):
                seat, at = int(whom[1:]) - 1, TOKEN_KINDS.index(parse_kind(kind))
                reserve = [*self.state.players[seat].reserve]
                reserve[at] -= 1
                return {seat: {"reserve": reserve}}
            case _:
                return {}

    def rank_seats(self) -> list[set[int]]:
        """Rank the seats when the race is over (P12.1, P12.2, P13.6)."""
        reached = {n: 25 if player.exited else self.find_row(n) for n, player in enumerate(self.state.players)}
        if not self.state.sirs:
            return [{n for n in reached if reached[n] == row} for row in sorted({*reached.values()}, reverse=True)]
        sides = [{*self.state.sirs}, {n for n in reached if n not in self.state.sirs}]
        best = [max(reached[n] for n in side) for side in sides]
        if best[0] == best[1]:
            return [sides[0] | sides[1]]
        return sides if best[0] > best[1] else sides[::-1]
