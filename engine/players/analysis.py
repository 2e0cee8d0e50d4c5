"""What a finished game looked like to a computer player, move by move: who stood how well, what was chosen, what luck did.

The chance of a seat is what the game's own judgement makes of the position some moves later, averaged over playouts in worlds that
look the same to that seat (cut short as in the search: Lorentz, "Amazons discover Monte-Carlo", 2008), and shared out so that the
chances of all add up to one. Judged at once, in three mates' games of The Expanse, chances said less of the winner than an even
share does (Brier score 0.80, against 0.66 after nine moves) and jumped twice as far from move to move.

Before each move a look one move ahead tells what the seat could have had; the same look at the move it made, with all cards and
dice still to fall, tells what it chose, and the position as it became tells what luck made of that. So what a move brings is split
into choice and luck as in the "luck adjusted" results of backgammon and in DIVAT and AIVAT for poker (Billings and Kan, "A tool for
the direct assessment of poker decisions", 2006; Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction
technique for agent evaluation in imperfect information games", 2018). All is measured with the same judgement, so its mistakes are
in all of it.

The moments that seem to have decided most are looked at a second time with the captain's search (`engine/players/search.py`).
Everything is counted in worlds and iterations: the same game and the same dice give the same analysis on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result
from engine.kernel.text import Seat
from engine.players import greedy
from engine.players.crew import Budget
from engine.players.judgement import Evaluator, load_evaluator
from engine.players.outlook import Observation
from engine.players.search_factory import candidate_limit, create_search
from engine.players.tree_search import PlayoutWorld

WORLDS = 6
"""So many worlds a move is judged in that is compared with another."""
LOOK = 3
"""So many worlds the look one move ahead sees, as a mate's."""
APART = 1000
"""The number of the first world in which two moves are compared: not those in which one of them was found to be the best."""
PLAYOUTS = 5
"""One part in so many of a captain's playouts is what a position gets, all its seats together."""
CHANCES = "chances"
"""What a game calls the number that is parted so, where a captain's own playouts are of another kind."""
LEAST = 3
"""So many playouts a seat gets at least."""
ROUNDS = 2
"""A playout has so many moves of each seat, and at least the game's own horizon."""
CLOSER = 9
"""So many moments are looked at a second time, to find the turning points among them."""
TURNING = 3
"""So many turning points a game has at most."""
LEVEL = "captain"
"""Who looks at the turning points."""
WIDE = 8
"""So many moves are searched there, as a captain does."""
SPACED = 25
"""Two turning points are at least a part of the game apart: one in so many moves."""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the log. `number` moves had been made before it; `seat` answered `played`.

    `chances` are those of all seats before it, from 0 to 1, and add up to 1 over those who win apart. The other three are the
    mover's own: `could` with the best move that was found, `best`; `did` with the move made, before any card or die; `came`
    after it.
    `thrown`: cards, dice or something hidden had a say; else `came` is `did`. `forced`: there was nothing to choose.
    """

    number: int
    seat: Seat
    played: Words
    chances: tuple[float, ...]
    best: Words
    could: float
    did: float
    came: float
    thrown: bool = False
    forced: bool = False

    @property
    def choice(self) -> float:
        """What the choice brought, 0 at best."""
        return self.did - self.could

    @property
    def luck(self) -> float:
        """What luck brought or took."""
        return self.came - self.did


class Fortune(msgspec.Struct, frozen=True):
    """What a seat's choices cost it over the game, and what luck brought it: sums of chances, which can be more than 1."""

    choices: float
    luck: float


class Analysis(msgspec.Struct, frozen=True):
    """A whole game: every move, the chances at the end (the victory, shared), and the turning points, in the order of play."""

    moments: tuple[Moment, ...]
    final: tuple[float, ...]
    turning: tuple[Moment, ...] = ()

    def fortune(self, seat: Seat) -> Fortune:
        """What a seat's choices and luck came to."""
        own = [moment for moment in self.moments if moment.seat == seat]
        return Fortune(round(sum(one.choice for one in own), 4), round(sum(one.luck for one in own), 4))

    def after(self, moment: Moment) -> tuple[float, ...]:
        """The chances after a moment."""
        at = moment.number - self.moments[0].number + 1
        return self.moments[at].chances if at < len(self.moments) else self.final

    def throws(self, seat: Seat) -> tuple[Moment, ...]:
        """Where luck had most to say for a seat, the greatest first."""
        own = [moment for moment in self.moments if moment.seat == seat and moment.thrown]
        return tuple(sorted(own, key=lambda one: (-abs(one.luck), one.number)))


def studied(
    game: AnyGame, position: Position[Any], seed: str, seats: int, moves: Sequence[tuple[Seat, Words]], dice: Dice
) -> tuple[Moment, ...]:
    """The moments of a stretch of a log that begins at this position. Raises Illegal where the log does not play."""
    return _moments(game, position, seed, seats, moves, dice, None)


def searched(
    game: AnyGame,
    position: Position[Any],
    seed: str,
    seats: int,
    moves: Sequence[tuple[Seat, Words]],
    dice: Dice,
    budget: Budget,
) -> tuple[Moment, ...]:
    """The same, the captain looking at every one of them; `budget` as for a player."""
    return _moments(game, position, seed, seats, moves, dice, budget)


def _moments(
    game: AnyGame,
    position: Position[Any],
    seed: str,
    seats: int,
    moves: Sequence[tuple[Seat, Words]],
    dice: Dice,
    budget: Budget | None,
) -> tuple[Moment, ...]:
    run: Run[Any] = Run(game, position, seed)
    judgement = load_evaluator(game)
    found: list[Moment] = []
    for seat, words in moves:
        look = _Look(game, judgement, run.position, seed, seats, dice)
        chances, whole = look.chances()
        best, could, did, forced = look.choice(seat, words, budget)
        played = run.play(seat, words)
        after = did
        if played.barrier:
            after = _Look(game, judgement, run.position, seed, seats, dice).after(run, seat)
        shares = (_share(could, whole), _share(did, whole), _share(after, whole))
        number = run.position.moves - 1
        found.append(Moment(number, seat, words, chances, best, *shares, thrown=played.barrier, forced=forced))
    return tuple(found)


def victory(result: Result, seats: int) -> tuple[float, ...]:
    """The chances when all is over: winners who won apart share the victory, a side wins it together."""
    sides = [side for side in result.sides if set(side) & set(result.winners)]
    parts = len(sides) or len(result.winners) or 1
    return tuple(round(1 / parts, 4) if seat in result.winners else 0.0 for seat in range(seats))


def turning_points(moments: Sequence[Moment], many: int = TURNING) -> tuple[int, ...]:
    """The indices of the moments that decided most, in the order of play: where a seat gave most away by its choice, or luck gave
    or took most."""
    spaced = max(2, len(moments) // SPACED)
    chosen: list[int] = []
    for n in sorted(range(len(moments)), key=lambda n: (-_weight(moments[n]), n)):
        if len(chosen) == many or not _weight(moments[n]):
            break
        if all(abs(n - other) >= spaced for other in chosen):
            chosen.append(n)
    return tuple(sorted(chosen))


def _weight(moment: Moment) -> float:
    return max(-moment.choice, abs(moment.luck))


def _share(value: float, whole: float) -> float:
    return round(min(1.0, max(0.0, value / whole)), 4)


class _Look:
    """A position as each of its seats sees it."""

    def __init__(
        self, game: AnyGame, judgement: Evaluator, position: Position[Any], seed: str, seats: int, dice: Dice
    ) -> None:
        self._judgement, self._dice = judgement, dice
        self._outlooks = [Observation(game, position, seed, seat) for seat in range(seats)]
        self._sides = game.sides(Run(game, position, seed).state) or tuple((seat,) for seat in range(seats))

    def chances(self) -> tuple[tuple[float, ...], float]:
        """What all seats think of their chances, made to add up to one, and what they added up to before."""
        values = [self._chance(outlook) for outlook in self._outlooks]
        for side in self._sides:
            together = sum(values[seat] for seat in side) / len(side)
            for seat in side:
                values[seat] = together
        whole = sum(values[side[0]] for side in self._sides) or 1.0
        return tuple(_share(value, whole) for value in values), whole

    def after(self, run: Run[Any], seat: Seat) -> float:
        """What a seat thinks of its position, with the answers that belong to its move."""
        outlook = self._outlooks[seat]
        if seat in run.now.ask and self._judgement.follows(run.menu(seat)):
            best = greedy.rank_moves(outlook, self._judgement, self._dice, LOOK)[0].words
            return greedy.compared(outlook, self._judgement, self._dice, [best], APART, WORLDS)[0].mean
        worlds = (outlook.world(self._dice, APART + n) for n in range(WORLDS))
        return sum(self._judgement.value(world.state, seat) for world in worlds) / WORLDS

    def choice(self, seat: Seat, words: Words, budget: Budget | None) -> tuple[Words, float, float, bool]:
        """The best move that is found, what it is worth, what the move made is worth, and whether there was no other.

        With a budget the captain searches, and the move made takes part."""
        outlook, judgement, dice = self._outlooks[seat], self._judgement, self._dice
        found = greedy.rank_moves(
            outlook, judgement, dice, LOOK, None if budget is None else candidate_limit(judgement)
        )
        if budget is None or len(found) == 1:
            moves = list(dict.fromkeys((found[0].words, words)))
            tried = greedy.compared(outlook, judgement, dice, moves, APART, WORLDS)
        else:
            tried = found[:WIDE]
            if all(one.words != words for one in tried):
                tried += greedy.compared(outlook, judgement, dice, [words], 0, LOOK)
            most = judgement.iterations.get(LEVEL, 0)
            most = most if budget.iterations is None else min(most, budget.iterations)
            if most:
                tried = create_search(outlook, judgement, dice).rank(tried, most, budget.seconds)
        best, did = tried[0], next(one for one in tried if one.words == words)
        if did.mean >= best.mean:
            best = did
        return best.words, best.mean, did.mean, len(found) == 1

    def _chance(self, outlook: Observation) -> float:
        """What a seat may expect of the position, by playouts."""
        judgement, seats = self._judgement, len(self._outlooks)
        most = judgement.iterations.get(CHANCES, judgement.iterations.get(LEVEL, 0))
        playouts = max(LEAST, most // (PLAYOUTS * seats))
        total = 0.0
        for n in range(playouts):
            world = PlayoutWorld(outlook, judgement, self._dice, n)
            for _ in range(max(judgement.horizon, ROUNDS * seats)):
                if not world.run.ask:
                    break
                seat = world.next_seat()
                world.run.push(seat, world.propose_move(seat))
            total += judgement.value(world.run.state, outlook.seat)
        return total / playouts
