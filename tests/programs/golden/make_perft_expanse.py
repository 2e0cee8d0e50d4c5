"""Writes the perft numbers of The Expanse Board Game: `python -m tests.programs.golden.make_perft_expanse`.

A turn with Action Points has millions of ways, so the positions are what lies between: Events that are offered or under way, event
steps, fleets that come home, the final scoring. They are taken from games of the policy that draws the golden records, each kind
once for every number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.commands import perft
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import moves
from engine.kernel.position import Move, Position, Run, start
from engine.kernel.record import line
from engine.kernel.script import settle
from tests.programs.golden.make_expanse import choose

FILE = Path(__file__).parents[2] / "perft" / "expanse.toml"
HEAD = """\
# Numbers of move sequences in The Expanse Board Game, by position; see test_perft.py. Written by
# `python -m tests.programs.golden.make_perft_expanse`.
"""
GAMES = 16
"""Games that are looked through for each number of players."""
FEWEST, MOST, WHOLE = 6, 2_500, 6_000
"""A position has at least and at most so many moves, and so many sequences in all."""
DEEPEST = 3
OFFERS = 7
"""Offers of different cards for each number of players."""


def kind(state: State, run: Run[State]) -> str:
    """What is asked in a position that is worth counting, "" else."""
    asked = next(iter(run.ask.values()))().options[0].word
    if state.phase == "offer":
        return f"offer-{state.offer}"
    if state.phase in ("scoring", "final", "fleets"):
        return f"{state.phase}{'-choose' if asked == 'choose' and state.phase != 'fleets' else ''}"
    return f"choose-{state.offer}" if asked == "choose" else ""


def found(game: Expanse, seats: int) -> Iterator[str]:
    """The tables of a file for a number of players."""
    begun = start(game, seats, settle(game.settings, {}), f"perft-{seats}-1").position
    yield _table(f"start-{seats}", seats, f"perft-{seats}-1", [], _nodes(game, begun, f"perft-{seats}-1"))
    met: set[str] = set()
    for n in range(1, GAMES + 1):
        seed = f"perft-{seats}-{n}"
        for log, position in _game(game, seats, seed):
            run: Run[State] = Run(game, position, seed)
            what = kind(run.state, run) if run.ask else ""
            full = what.startswith("offer") and sum(one.startswith("offer") for one in met) >= OFFERS
            if not what or what in met or full:
                continue
            if FEWEST <= len(list(islice(moves(run.menu(min(run.ask))), MOST + 1))) <= MOST or what == "fleets":
                met.add(what)
                yield _table(f"{what}-{seats}", seats, seed, log, _nodes(game, position, seed))


def _game(game: Expanse, seats: int, seed: str) -> Iterator[tuple[list[Move], Position[State]]]:
    dice, log = Dice(f"{seed}/player"), list[Move]()
    run: Run[State] = Run(game, start(game, seats, settle(game.settings, {}), seed).position, seed)
    while run.ask:
        seat = min(run.ask)
        log.append(Move(seat, choose(run.menu(seat), dice, len(log))))
        position = run.play(seat, log[-1].words).position
        yield list(log), position


def _nodes(game: Expanse, position: Position[State], seed: str) -> list[int]:
    nodes: list[int] = []
    while len(nodes) < DEEPEST and (not nodes or nodes[-1] * 40 < WHOLE):
        run: Run[State] = Run(game, position, seed)
        if nodes and run.state.phase not in ("factions", "fleets") and nodes[-1] > 12:
            break
        count = perft(game, position, seed, len(nodes) + 1) if _small(game, position, seed, len(nodes)) else 0
        if not count:
            break
        nodes.append(count)
    return nodes


def _small(game: Expanse, position: Position[State], seed: str, depth: int) -> bool:
    """Whether there are few enough moves in every position so deep."""
    run: Run[State] = Run(game, position, seed)
    if not run.ask:
        return False
    seat = min(run.ask)
    below = list(islice(moves(run.menu(seat)), MOST + 1))
    if len(below) > MOST:
        return False
    if not depth:
        return True
    for words in below:
        after: Run[State] = Run(game, position, seed)
        if not _small(game, after.play(seat, words).position, seed, depth - 1):
            return False
    return True


def _table(name: str, seats: int, seed: str, log: list[Move], nodes: list[int]) -> str:
    played = "".join(f"{line(move)}\n" for move in log)
    lines = f'moves = """\n{played}"""\n' if log else ""
    return f'\n[{name}]\nseats = {seats}\nseed = "{seed}"\n{lines}nodes = {nodes}\n'


def main() -> None:
    """Write the file."""
    game = registry.load("expanse")
    assert isinstance(game, Expanse)
    FILE.write_text(HEAD + "".join(table for seats in (2, 3, 4) for table in found(game, seats)), "utf-8")


if __name__ == "__main__":
    main()
