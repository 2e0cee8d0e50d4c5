"""How good a position of an expedition is, in points; for computer players and analyses.

Coming home is the largest term: how many actions a crew can spare is counted over the rounds to come, each with its own ice. A
spare action has a price, and what lies within reach of ship or sled counts what it pays less the actions that it takes. Then what
has been scored, what majorities and sets would pay now, what the reserve could chart, and a pull towards the Passage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.northwest import scoring
from engine.games.northwest.ahead import Ahead, Spot, Target, camp_of, sides_of
from engine.games.northwest.coasts import Coasts
from engine.games.northwest.components import MAJORITIES
from engine.games.northwest.game import Northwest
from engine.games.northwest.grid import bits
from engine.games.northwest.ground import Ground, Laid
from engine.games.northwest.rules import Box
from engine.games.northwest.state import FIVE, Expedition, State
from engine.games.northwest.tiles import Piece
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, Text, say

SPREAD: Final = 8.0
"""So many points ahead are worth one unit of log-odds."""
OTHERS: Final = 0.5
"""How much the others' points count beside the own ones."""
PAR: Final = 40
"""The points of an expedition that does neither well nor badly."""
USUAL: Final = 18
"""What others may still find and chart at the beginning, which is not looked at."""
PLENTY: Final = 45
"""So many actions to spare are enough for all of it."""
ACTION: Final = 0.4
"""Points that a crewman's action to come will bring, while there is time to come home."""
HURRY: Final = 0.5
"""Points that a further action in a turn has to bring beyond what it takes: it could be the first of the next turn."""
LYING: Final = 0.8
"""What a find within reach counts of its worth. Where it is as much as the find itself, taking it is put off."""
FADES: Final = 0.82
"""What is left of that with every action that it takes."""
DETOUR: Final = 0.1
"""What every action costs that going there takes from those to spare."""
CLOSE: Final = 5
"""Steps from which a rival is near."""
RIVAL: Final = 0.6
"""What is left of it for every rival who is nearer."""
NEXT: Final = 0.15
"""What the next best find counts beside the one before; if all counted alike, a ship would stay in their midst."""
SAFE: Final = 3
"""So many actions to spare make the way home safe."""
TIME: Final = 25
"""With fewer actions to spare than these, what could still be charted and sailed to loses its worth."""
TILE: Final = 0.1
"""A tile in the reserve that fits nowhere."""
FIRST: Final = 0.6
"""What the best tile of a reserve counts of what laying it would bring."""
ENOUGH: Final = 4
"""So many tiles a reserve needs."""
HOARD: Final = 0.3
"""What a tile too many in the reserve costs: the bag is for all, and the action was for nothing."""
ROAM: Final = 4
"""So many moves the crew goes to chart something."""
WAITS: Final = 0.8
"""What is left of a find, and of a place where a tile could be laid, with every round until the ship can come there."""
HELD: Final = 6
"""So many tiles of a reserve are looked at, the newest."""
SECOND: Final = 0.35
"""What the next best tile counts beside the one before."""
SYMBOL: Final = 0.5
"""What the symbol on such a tile counts of its worth."""
PULL: Final = 0.95
"""How much of the next token at the Passage counts when the ship stands before it."""
DRAWN: Final = 0.94
"""What is left of that for every action on the way."""
VOYAGE: Final = 0.25
"""What every action costs that going there and back takes from those to spare. As a step on the way takes two of them, it would
else look worse than drawing one more tile."""
GAP: Final = 1.6
"""Actions that a cell without a tile takes on the way to the Passage."""
BACK: Final = 1.3
"""Actions on the way there and back for every one there, where the way back is charted."""
UNHURRIED: Final = 8
"""So many actions beyond these make it sure that there is time."""
STUCK: Final = 1.0
"""Points that a round costs in which the ice holds the ship where it is."""
REACH: Final = 0.6
"""A step nearer to the Passage of the open sea that the ship can sail to."""
FARTHEST: Final = 24
"""Steps to the Passage that count for nothing."""
SOUTH: Final = 0.6
"""The same for a row further south, away from the ice, before the winter."""
CHART: Final = 0.1
"""A tile laid."""
CLOSES: Final = 0.7
"""What closing an island counts when a tile of the reserve would do it."""
SHORES: Final = 0.15
"""What an island that one more tile could close counts of its points; each unknown corner more halves it."""
MAJORITY: Final = 0.8
"""What majorities and sets count in the last round of what they would pay then."""
EARLY: Final = 0.4
"""What is left of that at the beginning; the rest is what tokens bring on average."""
TOKEN: Final = {"inuit": 1.0, "cairn": 1.0, "franklin": 2.5, "strait": 2.0, "cartography": 1.5}
"""What a token brings on average towards majorities and sets, besides its points."""
ADRIFT: Final = 0.85
"""How sure it is that a sled is lost that cannot come back before its ice melts."""


REMEMBERED: Final = 128
"""Boards whose ways are remembered, and what tokens would pay."""
Tokens = tuple[int, ...]
"""How many of each kind each expedition has."""


class Evaluator:
    """What a good player of Expedition: Northwest Passage knows.

    A captain looks `actions` of its own actions ahead (`plan_search.py`); `horizon` and `replies` are for the analysis of a
    finished game.
    """

    search_kind: Final = "plan"
    analysis_playouts = 80
    horizon = 8
    replies = 2
    candidates = 40
    search_candidates = 40
    blur = 0.3
    computer_names = ("Parry", "Rae", "Beechey", "Hood", "Back", "Lyon")
    actions = 3
    looks = 5
    idle = ("end", "pass")

    def __init__(self, game: Northwest) -> None:
        self.playouts = {"captain": 48}
        self._game = game
        self._box: Box = game.box
        self._sides = sides_of(game.box)
        self._boards: dict[tuple[tuple[str, ...], int], Ahead] = {}
        self._more: dict[tuple[Seat, int, Tokens], dict[str, float]] = {}
        self._pays: dict[Tokens, tuple[int, ...]] = {}

    def value(self, state: State, seat: Seat) -> float:
        """From the points that all may expect."""
        worth = self.alone(state, seat, self.rivals(state, seat))
        result = self._game.result(state)
        if result is None:
            return worth
        return (worth + (1 / len(result.winners) if seat in result.winners else 0.0)) / 2

    def rivals(self, state: State, seat: Seat) -> float:
        """How many points the others may expect, so far as they count for a seat."""
        points = [self._points(state, other, seat) for other in range(len(state.expeditions)) if other != seat]
        return OTHERS * (sum(points) / len(points) + max(points)) / 2

    def alone(self, state: State, seat: Seat, rivals: float) -> float:
        """From the seat's own points, were those of the others as given."""
        mine = self._points(state, seat, seat)
        return 1 / (1 + math.exp(-(mine - rivals - PAR * (1 - OTHERS)) / SPREAD))

    def explain(self, state: State, seat: Seat) -> tuple[tuple[Text, float], ...]:
        """The lines of the score as they would be now, and what is still to come."""
        lines = scoring.scores(self._box.components, state, self._box.arrow)[seat]
        told = [(scoring.line_name(what), float(points)) for what, points in lines.items() if what != "losses"]
        ahead = self._points(state, seat, seat) - sum(points for _, points in told)
        return (*told, (say("What is still to come, and the way home"), ahead))

    def _points(self, state: State, n: Seat, seat: Seat) -> float:
        """Points that expedition n may expect; what lies within its reach is looked at if it is that of `seat` only."""
        components, one = self._box.components, state.expeditions[n]
        if state.ended:
            return float(sum(scoring.scores(components, state, self._box.arrow)[n].values()))
        settled = self._settled(state)
        total = scoring.track(one) + settled * self._soft(state)[n]
        total += sum([(1 - settled) * TOKEN[kind] * had for kind, had in one.tokens.items()])
        if one.home:
            return total + scoring.losses(components, one, self._box.arrow)
        ahead = self._ahead(state)
        total += self._way_home(state, ahead, one)
        if n == seat:
            return total + sum(self._prospects(state, ahead, seat).values())
        return total + USUAL * min(1.0, ahead.spare(one) / PLENTY)

    def _soft(self, state: State) -> tuple[int, ...]:
        """What majorities and sets would pay now, by seat."""
        key = _tokens(state)
        if key not in self._pays:
            if len(self._pays) >= REMEMBERED:
                self._pays.clear()
            lines = scoring.scores(self._box.components, state, self._box.arrow)
            self._pays[key] = tuple(
                [line["franklin"] + line["strait"] + line["cartography"] + line["sets"] for line in lines]
            )
        return self._pays[key]

    def _settled(self, state: State) -> float:
        """What majorities and sets count of what they would pay now."""
        return MAJORITY * (EARLY + (1 - EARLY) * state.round / self._box.components.expedition.rounds)

    def _brings(self, state: State, seat: Seat) -> dict[str, float]:
        """What one more token of each kind would bring an expedition, besides its points."""
        key = seat, state.round, _tokens(state)
        found = self._more.get(key)
        if found is None:
            if len(self._more) >= REMEMBERED:
                self._more.clear()
            found = self._more[key] = self._one_more(state, seat)
        return found

    def _one_more(self, state: State, seat: Seat) -> dict[str, float]:
        components, settled = self._box.components, self._settled(state)
        found: dict[str, float] = {}
        for kind in FIVE:
            one = state.expeditions[seat]
            now = components.finds.set_of_five * scoring.sets(one)
            had = one.tokens.get(kind, 0)
            pays = getattr(components, kind).points if kind in MAJORITIES else ()
            counts = [other.tokens.get(kind, 0) for other in state.expeditions]
            now += scoring.majority(counts, pays)[seat][1]
            counts[seat] += 1
            then = scoring.majority(counts, pays)[seat][1]
            then += components.finds.set_of_five * min(
                had + 1 if other == kind else one.tokens.get(other, 0) for other in FIVE
            )
            found[kind] = settled * (then - now) + (1 - settled) * TOKEN[kind]
        return found

    def _ahead(self, state: State) -> Ahead:
        key = (tuple(state.placed), max(1, state.round))
        if key not in self._boards:
            if len(self._boards) >= REMEMBERED:
                self._boards.clear()
            self._boards[key] = Ahead(self._box, self._box.ground(state), key[1], self._sides)
        return self._boards[key]

    def _way_home(self, state: State, ahead: Ahead, one: Expedition) -> float:
        """What coming home is worth, less what would be lost out there, and the actions that can be spared."""
        numbers = self._box.components.finds
        sled = one.sled_available + one.sled_resting
        worth = float(numbers.lost_crewman * one.lost)
        if one.sled and ahead.back_aboard(one) < 0:
            worth += ADRIFT * numbers.lost_crewman * sled
        spare = ahead.spare(one)
        home = _home(spare)
        stake = numbers.lost_crewman * (one.ship_available + one.ship_resting + sled) + numbers.lost_ship
        token = sum(state.greenland_tokens) / max(1, sum(not other.home for other in state.expeditions))
        return worth + home * token + (1 - home) * stake + ACTION * max(0, spare)

    def _prospects(self, state: State, ahead: Ahead, seat: Seat) -> dict[str, float]:
        """What an expedition that is not home may still find and chart."""
        one, ground, grid = state.expeditions[seat], ahead.ground, self._box.grid
        spare = ahead.spare(one)
        home, time = _home(spare), min(1.0, max(0, spare) / TIME)
        brings = self._brings(state, seat)
        tile = ground.tile_on(grid.numbers[one.ship])
        exits = ahead.exits(ground.at[tile.cells[0]])
        gap = min((ahead.steps[cell] for cell in exits), default=FARTHEST)
        need = min((moves + GAP * ahead.steps[cell] for cell, moves in exits.items()), default=GAP * FARTHEST)
        south = max((grid.xy(cell)[1] for cell in exits), default=0)
        shores = self._shores(ahead.coasts, brings)
        winter = sum(
            all(ahead.ice[n] >> cell & 1 for cell in tile.cells) for n in range(ahead.now + 1, ahead.rounds + 1)
        )
        return {
            "turn": -HURRY if state.to_move == seat and state.acted > 1 else 0.0,
            "reach": time * REACH * (FARTHEST - need / GAP),
            "south": SOUTH * min(8, south) * min(4, max(0, 7 - ahead.now)) / 4,
            "reserve": time
            * (
                TILE * min(3, len(one.hand))
                - HOARD * max(0, len(one.hand) - ENOUGH)
                + self._charts(ahead, one, gap, brings, shores)
            ),
            "finds": home * self._lying(state, ahead, seat, brings, max(0, spare)),
            "passage": home * self._pull(ahead, need, state, one, spare),
            "winter": -STUCK * winter,
            "islands": min(time * 3, home) * self._near_shores(ahead, tile, shores),
        }

    def _pull(self, ahead: Ahead, need: float, state: State, one: Expedition, spare: int) -> float:
        """The token at the Passage, as far as there is time for the way there and back."""
        if one.passage is not None or not state.passage_tokens:
            return 0.0
        ways = [(need, BACK * need)]
        if ahead.goal in (by_sled := ahead.by_sled(one)):
            ways.append(by_sled[ahead.goal])
        return max(
            min(1.0, max(0.0, (spare - takes) / UNHURRIED))
            * max(0.0, PULL * max(state.passage_tokens) * float(DRAWN**moves) - VOYAGE * takes)
            for moves, takes in ways
        )

    def _lying(self, state: State, ahead: Ahead, seat: Seat, brings: Mapping[str, float], spare: int) -> float:
        """What finds within reach of ship or sled are worth: the best ones, while there is time. A second one of a kind brings what
        tokens bring on average, or the first would be left lying for both."""
        targets = self._targets(state, ahead)
        one = state.expeditions[seat]
        if not targets:
            return 0.0
        apart = 1 if one.sled else 0  # the ship has to come back to its sled
        by_ship = {
            tile: (way.moves, way.takes + apart * way.moves, WAITS ** (way.round - ahead.now))
            for tile, way in ahead.reached(one).items()
        }
        by_sled = ahead.by_sled(one)
        ship_crew, sled_crew = one.ship_available + one.ship_resting, one.sled_available + one.sled_resting
        rivals = [
            self._box.grid.xy(self._box.grid.numbers[other.ship])
            for n, other in enumerate(state.expeditions)
            if n != seat and not other.home
        ]
        x, y = self._box.grid.xy(self._box.grid.numbers[one.ship])
        found: list[tuple[float, float, int, str]] = []
        for tile, kind, points, cost in targets:
            ways = [by_ship[tile]] if tile in by_ship and ship_crew >= cost else []
            if tile in by_sled and (sled_crew >= cost or not one.sled):
                ways.append((*by_sled[tile], 1.0))
            ways = [way for way in ways if way[1] + cost <= spare]
            if not ways:
                continue
            to_x, to_y = self._box.grid.xy(ahead.ground.laid[tile].cells[0])
            mine = abs(x - to_x) + abs(y - to_y)
            nearer = sum(abs(there_x - to_x) + abs(there_y - to_y) < min(mine, CLOSE) for there_x, there_y in rivals)
            close, worth = LYING * RIVAL**nearer, points + brings[kind]
            found.append(
                max(
                    (
                        (sure := close * FADES ** (moves + cost) * waits) * worth - DETOUR * takes,
                        sure,
                        takes + cost,
                        kind,
                    )
                    for moves, takes, waits in ways
                )
            )
        total, weight, again = 0.0, 1.0, 1 - self._settled(state)
        counted: set[str] = set()
        for counts, sure, all_in, kind in sorted(found, reverse=True)[:6]:
            if all_in <= spare and counts > 0:
                total += weight * (
                    counts if kind not in counted else counts - sure * (brings[kind] - again * TOKEN[kind])
                )
                counted.add(kind)
                spare -= all_in
                weight *= NEXT
        return total

    def _charts(
        self, ahead: Ahead, one: Expedition, goal: int, brings: Mapping[str, float], shores: Sequence[float]
    ) -> float:
        """What the best tiles of a reserve are worth beside the tiles that ship or sled can come to."""
        if not one.hand:
            return 0.0
        near, rooms = self._near(ahead, one)
        ship = ahead.ground.at[self._box.grid.numbers[one.ship]]
        found: list[float] = []
        for held in dict.fromkeys(one.hand[-HELD:]):
            piece, best = self._box.pieces[held], 0.0
            token = brings[piece.symbol] if piece.symbol else 0.0
            key = held, ship, token, brings["cartography"], rooms[0]
            if key not in ahead.spots:
                ahead.spots[key] = self._spots(ahead, piece, rooms, ship, goal, token, shores)
            for cell, other, worth in ahead.spots[key]:
                if worth <= best:  # no weight is above 1
                    break
                weight = max(near.get(cell, 0.0), near.get(other, 0.0))
                best = max(best, worth * weight)
            found.append(best)
        found.sort(reverse=True)
        return FIRST * sum([worth * SECOND**n for n, worth in enumerate(found[:3])])

    def _near(self, ahead: Ahead, one: Expedition) -> tuple[dict[int, float], dict[int, int]]:
        """The empty cells beside tiles that ship or sled can come to, and what is left of a tile laid there by then; by the span
        of a tile the cells on which it can begin there."""
        camp = camp_of(one)
        if camp not in ahead.near:
            ground, there = ahead.ground, dict[int, float]()
            for tile, way in ahead.reached(one).items():
                if way.moves <= ROAM:
                    there[tile] = FADES**way.moves * WAITS ** (way.round - ahead.now)
            for tile, (moves, _) in ahead.by_sled(one).items():
                if moves <= ROAM:
                    there[tile] = max(FADES**moves, there.get(tile, 0.0))
            near: dict[int, float] = {}
            for tile, weight in there.items():
                for cell in bits(ground.beside(ground.laid[tile])):
                    near[cell] = max(weight, near.get(cell, 0.0))
            ahead.near[camp] = near, ground.rooms(sum(1 << cell for cell in near))
        return ahead.near[camp]

    def _spots(
        self,
        ahead: Ahead,
        piece: Piece,
        rooms: Mapping[int, int],
        ship: int,
        goal: int,
        token: float,
        shores: Sequence[float],
    ) -> list[Spot]:
        """Where a tile could lie, and what it would chart there, the best way round; the best place first."""
        components, sea = self._box.components, ahead.exits(ship)
        found: dict[tuple[int, int], float] = {}
        for lay in piece.different:
            for cell in bits(ahead.ground.fitting(lay) & rooms[lay.span]):
                other = cell + lay.span
                worth = CHART
                if cell in sea or other in sea:
                    worth += REACH * max(0, goal - ahead.leads_to(lay, cell))
                if piece.symbol:
                    column, _ = self._box.grid.xy(cell + lay.symbol_at)
                    worth += SYMBOL * (scoring.find(components, piece.symbol, column) + token)
                if closed := ahead.coasts.closed_by(lay, cell):
                    worth += CLOSES * sum([shores[n] for n in closed])
                if worth > found.get((cell, other), 0.0):
                    found[cell, other] = worth
        spots = [(cell, other, worth) for (cell, other), worth in found.items()]
        spots.sort(key=_worth, reverse=True)
        return spots

    def _shores(self, coasts: Coasts, brings: Mapping[str, float]) -> list[float]:
        """What closing each of the open lands would bring."""
        components, token = self._box.components, brings["cartography"]
        return [scoring.island(components, shore.tiles + 1) + token for shore in coasts.open]

    def _near_shores(self, ahead: Ahead, tile: Laid, shores: Sequence[float]) -> float:
        """What the land that is nearest to being closed beside a ship's tile counts."""
        beside = ahead.ground.beside(tile)
        near = (
            points * 0.5 ** (shore.cells.bit_count() - 1)
            for shore, points in zip(ahead.coasts.open, shores, strict=True)
            if shore.cells & beside
        )
        return SHORES * max(near, default=0.0)

    def _targets(self, state: State, ahead: Ahead) -> list[Target]:
        """Finds that nobody has taken."""
        if ahead.finds is None:
            ahead.finds = self._finds(ahead.ground)
        taken, laid = state.taken, ahead.ground.laid
        return [one for one in ahead.finds if laid[one[0]].tile not in taken]

    def _finds(self, ground: Ground) -> list[Target]:
        """All finds of a board."""
        components, grid = self._box.components, self._box.grid
        costs = {"inuit": components.costs.discover, "cairn": components.costs.discover}
        return [
            (
                n,
                tile.symbol,
                scoring.find(components, tile.symbol, grid.xy(tile.symbol_cell)[0]),
                costs.get(tile.symbol, components.costs.explore),
            )
            for n, tile in enumerate(ground.laid)
            if tile.symbol
        ]

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ARG002
        """One action a turn, finds before all else."""
        words = menu.picks
        if menu.name == "verb":
            return [_FURTHER.get(word, 0.6) if state.acted else _VERBS.get(word, 1.0) for word in words]
        return [1.0] * len(words)

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Closing a gap, moving the sled off the ice and drawing after a refresh belong to the action before."""
        return menu.picks[0] in ("fill", "camp") or (len(menu.picks) == 1 and menu.picks[0] == "draw")


def _worth(spot: Spot) -> float:
    return spot[2]


def _tokens(state: State) -> Tokens:
    return tuple([one.tokens.get(kind, 0) for one in state.expeditions for kind in FIVE])


def _home(spare: int) -> float:
    """How sure it is that an expedition comes home."""
    return 0.0 if spare < 0 else min(1.0, (spare + 1) / (SAFE + 1))


_VERBS: Final = {
    "draw": 1.5,
    "refresh": 0.15,
    "place": 4.0,
    "move": 3.0,
    "transfer": 0.05,
    "explore": 8.0,
    "discover": 8.0,
    "pass": 0.1,
}
_FURTHER: Final = {"end": 12.0, "explore": 2.0, "discover": 2.0, "pass": 0.02, "transfer": 0.02, "refresh": 0.05}
