"""Write the perft numbers of The Expanse Board Game: `python -m tests.programs.golden.make_perft_expanse`.

A turn with Action Points has millions of ways, so the positions are those between such turns: offered or running
Events, event steps, fleets that come home, the final scoring. They come from games of the policy for the golden
records, each kind once for every number of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from engine.commands import count_sequences
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import generate_moves
from engine.kernel.position import GameRun, Move, Position, begin_game
from engine.kernel.record import format_move
from engine.kernel.script import complete_options
from tests.programs.golden.make_expanse import choose_move

PERFT_FILE = Path(__file__).parents[2] / "perft" / "expanse.toml"
FILE_HEADER = """\
# Numbers of move sequences in The Expanse Board Game, by position; see test_perft.py. Written by
# `python -m tests.programs.golden.make_perft_expanse`.
"""
GAMES_PER_SEAT_COUNT = 16
"""Games to search for each number of players."""
MIN_MOVES, MAX_MOVES, MAX_SEQUENCES = 6, 2_500, 6_000
"""Bounds for the moves of a position, and the most sequences in all."""
MAX_DEPTH = 3
OFFERS_PER_SEAT_COUNT = 7
"""Offers of different cards for each number of players."""


def classify_position(state: State, run: GameRun[State]) -> str:
    """Return the kind of question in a position that is worth counting, "" for any other position."""
    asked = next(iter(run.questions.values()))().options[0].word
    if state.phase == "offer":
        return f"offer-{state.offer}"
    if state.phase in ("scoring", "final", "fleets"):
        return f"{state.phase}{'-choose' if asked == 'choose' and state.phase != 'fleets' else ''}"
    return f"choose-{state.offer}" if asked == "choose" else ""


def find_tables(game: Expanse, seats: int) -> Iterator[str]:
    """Yield the tables of a file for a number of players."""
    begun = begin_game(game, seats, complete_options(game.settings, {}), f"perft-{seats}-1").position
    yield _format_table(f"start-{seats}", seats, f"perft-{seats}-1", [], _count_nodes(game, begun, f"perft-{seats}-1"))
    met: set[str] = set()
    for n in range(1, GAMES_PER_SEAT_COUNT + 1):
        seed = f"perft-{seats}-{n}"
        for log, position in _search_game(game, seats, seed):
            run: GameRun[State] = GameRun(game, position, seed)
            what = classify_position(run.state, run) if run.questions else ""
            full = what.startswith("offer") and sum(one.startswith("offer") for one in met) >= OFFERS_PER_SEAT_COUNT
            if not what or what in met or full:
                continue
            if (
                MIN_MOVES
                <= len(list(islice(generate_moves(run.build_menu(min(run.questions))), MAX_MOVES + 1)))
                <= MAX_MOVES
                or what == "fleets"
            ):
                met.add(what)
                yield _format_table(f"{what}-{seats}", seats, seed, log, _count_nodes(game, position, seed))


def _search_game(game: Expanse, seats: int, seed: str) -> Iterator[tuple[list[Move], Position[State]]]:
    dice, log = Dice(f"{seed}/player"), list[Move]()
    run: GameRun[State] = GameRun(
        game, begin_game(game, seats, complete_options(game.settings, {}), seed).position, seed
    )
    while run.questions:
        seat = min(run.questions)
        log.append(Move(seat, choose_move(run.build_menu(seat), dice, len(log))))
        position = run.play(seat, log[-1].words).position
        yield list(log), position


def _count_nodes(game: Expanse, position: Position[State], seed: str) -> list[int]:
    nodes: list[int] = []
    while len(nodes) < MAX_DEPTH and (not nodes or nodes[-1] * 40 < MAX_SEQUENCES):
        run: GameRun[State] = GameRun(game, position, seed)
        if nodes and run.state.phase not in ("factions", "fleets") and nodes[-1] > 12:
            break
        count = (
            count_sequences(game, position, seed, len(nodes) + 1) if _is_small(game, position, seed, len(nodes)) else 0
        )
        if not count:
            break
        nodes.append(count)
    return nodes


def _is_small(game: Expanse, position: Position[State], seed: str, depth: int) -> bool:
    """Whether every position down to this depth has few enough moves."""
    run: GameRun[State] = GameRun(game, position, seed)
    if not run.questions:
        return False
    seat = min(run.questions)
    below = list(islice(generate_moves(run.build_menu(seat)), MAX_MOVES + 1))
    if len(below) > MAX_MOVES:
        return False
    if not depth:
        return True
    for words in below:
        after: GameRun[State] = GameRun(game, position, seed)
        if not _is_small(game, after.play(seat, words).position, seed, depth - 1):
            return False
    return True


def _format_table(name: str, seats: int, seed: str, log: list[Move], nodes: list[int]) -> str:
    played = "".join(f"{format_move(move)}\n" for move in log)
    lines = f'moves = """\n{played}"""\n' if log else ""
    return f'\n[{name}]\nseats = {seats}\nseed = "{seed}"\n{lines}nodes = {nodes}\n'


def main() -> None:
    """Write the file."""
    game = registry.load_game("expanse")
    assert isinstance(game, Expanse)
    PERFT_FILE.write_text(
        FILE_HEADER + "".join(table for seats in (2, 3, 4) for table in find_tables(game, seats)), "utf-8"
    )


if __name__ == "__main__":
    main()
