"""What a position of The Expanse Board Game is worth to a seat."""

from __future__ import annotations

from engine.games.expanse import flow, menus
from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE, Base, State
from engine.games.expanse.steps import Choice, Step, Work
from engine.kernel.menu import Menu
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from tests.programs.one_ply.player import ANSWERS, Judge, Tree

KEPT = 0.8
FLEET = 0.25
CUBE = 0.12
ROCINANTE = 0.5
NEXT, LATER, LAST = 0.7, 0.25, 0.45
"""How much of a Scoring turn counts before it comes: the next one, those behind it, the final one. The final one counts in full
once it is the next."""


def part(menu: Menu) -> bool:
    """Whether a question belongs to what somebody has just done: which influence goes, which fleet comes home."""
    return menu.options[0].word == "choose"


def ahead(game: AnyGame, state: State, menu: Menu, seat: Seat) -> Tree | None:
    """A turn, an Event that is offered or the event step, on the tree of its own steps: nothing hidden is looked at, and every
    step is made only once."""
    assert isinstance(game, Expanse)
    work = Work(game.board, state, seat).fork()
    verb = menu.options[0].word
    if verb == "take":
        root = menus.Turn(work)
        return Tree(root.menu(), lambda words: _answered(game, flow.follow(root.below(words[0]), words[1:]), seat))
    if verb not in ("event", "scoring"):
        return None
    step = menus.offer(work) if verb == "event" else menus.scoring(work)
    if not isinstance(step, Choice):
        return None
    return Tree(menus.as_move(step, verb), lambda words: _answered(game, flow.follow(step, words[1:]), seat))


def _answered(game: Expanse, step: Step, seat: Seat) -> State:
    """The state once the others have said what a move asks of them, each what is best for itself."""
    while isinstance(step, Choice) and step.seat != seat:
        asked = step
        words = [option.word for option in asked.options if option.why_not is None][:ANSWERS]
        best = max(words, key=lambda word: value(game, asked.go(word).work.state, asked.seat))
        step = asked.go(best)
    return step.work.state


def value(game: AnyGame, state: State, seat: Seat) -> float:
    """The seat's prospects, less those of the others: half by their mean, half by the best of them."""
    assert isinstance(game, Expanse)
    if len(state.sides) < state.seats:
        return 0.0
    worth = _worth(game.board, state)
    mine = worth.pop(state.sides[seat].faction)
    return mine - (sum(worth.values()) / len(worth) + max(worth.values())) / 2


def _worth(board: Board, state: State) -> dict[Faction, float]:
    if state.phase == "over":
        return {side.faction: float(side.cp) for side in state.sides}
    bonus, normal, final = _chart(board, state)
    worth = [bonus[n] + normal[n] + final[n] for n in range(3)]
    more = _weight(state) * board.components.scoring.critical
    weight, found = board.weight(state), dict[Faction, float]()
    held: dict[Base, dict[Faction, int]] = {}
    for side in state.sides:
        cubes = 0
        for base, n in side.cubes.items():
            held.setdefault(base, {})[side.faction] = n
            cubes += n
        for base, n in side.diplomats.items():
            here = held.setdefault(base, {})
            here[side.faction] = here.get(side.faction, 0) + n * weight
            cubes += n * weight
        fleets = "".join(side.fleets.values())
        found[side.faction] = (
            side.cp
            + KEPT * len(side.kept)
            + FLEET * board.strength(fleets) / 2
            + CUBE * cubes
            + ROCINANTE * ("r" in fleets)
        )
    tokens = {base for side in state.sides for base in side.samples}
    for base, totals in held.items():
        if base in tokens or len(totals) > 1:
            totals = board.totals(state, base)  # noqa: PLW2901 - with Orbital Control and tokens
        places: list[tuple[Faction, ...]]
        if len(set(totals.values())) == len(totals):
            places = [(one,) for one in sorted(totals, key=lambda one: -totals[one])]
        else:
            places = board.placing(state, base)
        for points, factions in zip(worth, places, strict=False):
            for faction in factions:
                found[faction] += points
        first = places[0]
        if first and board.resource[base] in board.critical(state, first[0]):
            found[first[0]] += more
    return found


def _weight(state: State) -> float:
    """How many Scoring turns a lead lasts for, about."""
    ahead = _ahead(state)
    return (NEXT + LATER * (ahead - 1) + LAST) if ahead else 1.0


def _ahead(state: State) -> int:
    """How many Scoring turns may come before the final one."""
    return max(0, state.deck.count(SCORE) - 1) + state.track.count(SCORE)


def _chart(board: Board, state: State) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """What the three places on a base will be worth: as a third of a Bonus Sector, else, and at the end."""
    scoring, ahead = board.components.scoring, _ahead(state)
    weights = [NEXT, *[LATER] * 4][:ahead]
    rows = scoring.bonus[len(state.used) :]
    bonus = [sum(w * row[n] / 3 for w, row in zip(weights, rows, strict=False)) for n in range(3)]
    normal = [sum(weights) * 2 / 3 * scoring.normal[n] for n in range(3)]
    last = LAST if ahead else 1.0
    return tuple(bonus), tuple(normal), tuple(last * n for n in scoring.final)


JUDGE = Judge(value, part, ahead)
