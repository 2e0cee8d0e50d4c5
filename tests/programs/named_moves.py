"""Play games on behind what an analysis names, to see whether it was as bad or as good, or turned the game, as it says.

    python -m tests.programs.named_moves play paso --levels mate,cadet --games 12 out/named/paso.jsonl
    python -m tests.programs.named_moves rows out/named/*.jsonl          a file is called SLUG.jsonl or SLUG-….jsonl

`play` plays games between two levels and analyses them in both looks. From every mistake and good move that a player would read of,
mates then play the game to its end, once behind the line that was played and once behind the other one, in worlds that look the
same to the mover. For every turning point they do so before and after the round in which the curve turns, in worlds of the seat
whose chance it tells. This is the rollout by which backgammon players check an analysis (Tesauro and Galperin, "On-line policy
improvement using Monte-Carlo search", 1996). An analysis has no time for it: it looks some moves ahead by random moves. A file goes
on where it ends. `rows` prints the tables of docs/players.md. Answers in the middle of a move are left out, since no world can
be copied there.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

from engine.commands import start_game
from engine.garbage_collection import reduce_collections
from engine.host.service.history.analyses import SECOND_LOOKS
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import (
    MIN_BLUNDER,
    MIN_MISTAKE,
    Analysis,
    Moment,
    StudyDepth,
    Turn,
    share_victory,
)
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.analysis.round_average import average_rounds
from engine.players.arena import assign_levels, play_moves
from engine.players.computer_levels import LEVELS
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from engine.players.playout import Line, Playout
from tests.players.played_games import Played

LEVEL = "mate"
"""Who plays on."""
GRADES = {
    "mistakes": (MIN_MISTAKE, MIN_BLUNDER),
    "blunders": (MIN_BLUNDER, math.inf),
    "good moves": (-math.inf, 0.0),
}
"""The gains of the other line from which on, and below which, a named move belongs to each row."""
TURNING_POINTS = "turning points"


class JudgedMove(msgspec.Struct, frozen=True):
    """A move that an analysis named: its gain there, and how much more of the victory the other line brought in each world.

    Of a turning point `gain` is how much the curve changed, and `differences` are how much more of the victory the seat got after
    the round than before it, both with the sign turned if its chance fell.
    """

    game: int
    number: int
    gain: float
    differences: tuple[float, ...] = ()
    is_turning_point: bool = False

    @property
    def played_gain(self) -> float:
        """How much better the other line, or the position after the round, was when mates played on, from -1 to 1."""
        return fmean(self.differences)


# ---------------------------------------------------------------- games
def play_computers(game: AnyGame, level_by_seat: Sequence[str], seed: str) -> Played:
    """Play a game of computers from a seed, and keep its moves."""
    seats = len(level_by_seat)
    run: GameRun[Any] = GameRun(game, start_game(game, seats, {}, seed).position, seed)
    positions: list[Position[Any]] = []
    log: list[tuple[Seat, Words]] = []
    for move in play_moves(run, level_by_seat, seed):
        positions.append(run.position)
        log.append((move.seat, move.words))
    assert run.result is not None
    return Played(game, seed, seats, tuple(positions), tuple(log), run.result)


def analyse_game(played: Played) -> Analysis:
    """Look at all moves, and twice at some, as `/analysis` does."""
    final, dice = share_victory(played.result, played.seats), Dice(f"{played.seed}/analysis")

    def look(first: int, depth: StudyDepth) -> tuple[Moment, ...]:
        moves = played.log[first:]
        return analyse_moves(played.game, played.positions[first], played.seed, played.seats, moves, dice, depth)

    moments = list(look(0, StudyDepth()))
    looked = set[int]()
    for _ in range(SECOND_LOOKS):
        plan = average_rounds(moments, final).plan_second_look()
        for index in plan.keys() - looked:
            estimate = moments[index].without_comparison
            depth = msgspec.structs.replace(plan[index], estimate=estimate, max_moves=1)
            moments[index : index + 1] = look(index, depth)
        looked |= plan.keys()
    return average_rounds(moments, final)


def list_named_moves(analysis: Analysis) -> list[Moment]:
    """List the mistakes and good moves of all seats that players read of."""
    named: list[Moment] = []
    for seat in range(len(analysis.final)):
        named += [*analysis.list_worst_moves(seat), *analysis.list_best_moves(seat)]
    return [moment for moment in sorted(named, key=lambda moment: moment.number) if not moment.is_answer]


def judge_move(
    observation: Observation, other_line: Line, own_line: Line, seats: int, worlds: int, dice: Dice
) -> tuple[float, ...]:
    """Return for each world how much more of the victory the mover gets behind the other line than behind its own."""
    differences: list[float] = []
    for world in range(worlds):
        other, own = (_play_out(observation, line, seats, world, dice) for line in (other_line, own_line))
        differences.append(other - own)
    return tuple(differences)


def _play_out(observation: Observation, line: Line, seats: int, world: int, dice: Dice) -> float:
    """Return the mover's share of the victory if mates play on behind a line, as far as that is legal in this world."""
    playout = Playout(observation, load_evaluator(observation.game), dice, world)
    if line:
        playout.make_line(observation.seat, line)
    for _ in play_moves(playout.run, [LEVEL] * seats, playout.run.out.dice.seed):
        pass
    assert playout.run.result is not None
    return share_victory(playout.run.result, seats)[observation.seat]


def _judge_moment(played: Played, moment: Moment, worlds: int) -> tuple[float, ...]:
    """Return for each world how much better the other line was than how the turn went on."""
    index = moment.number - played.positions[0].move_count
    same_turn = takewhile(lambda move: move[0] == moment.seat, played.log[index:])
    own_line = tuple(words for _, words in same_turn)
    observation = Observation(played.game, played.positions[index], played.seed, moment.seat)
    return judge_move(observation, moment.other_line, own_line, played.seats, worlds, Dice(f"{played.seed}/named"))


def judge_turn(played: Played, turn: Turn, worlds: int) -> tuple[float, ...]:
    """Return for each world how much more of the victory the seat gets after a turn of the curve, or less if its chance fell."""
    before, after = (_play_from(played, turn.seat, point, worlds) for point in (turn.first, turn.last))
    sign = math.copysign(1.0, turn.change)
    return tuple(sign * (late - early) for early, late in zip(before, after, strict=True))


def _play_from(played: Played, seat: Seat, point: int, worlds: int) -> list[float]:
    """Return the seat's share of the victory in each world if mates play on from a point of the curve."""
    if point == len(played.positions):
        return [share_victory(played.result, played.seats)[seat]] * worlds
    observation = Observation(played.game, played.positions[point], played.seed, seat)
    return [_play_out(observation, (), played.seats, world, Dice(f"{played.seed}/named")) for world in range(worlds)]


def _judge_analysis(played: Played, analysis: Analysis, game: int, worlds: int) -> Iterator[JudgedMove]:
    """Judge the named moves and the turning points of an analysis."""
    for moment in list_named_moves(analysis):
        yield JudgedMove(game, moment.number, moment.gain, _judge_moment(played, moment, worlds))
    for index, turn in sorted(analysis.find_turns().items()):
        differences = judge_turn(played, turn, worlds)
        yield JudgedMove(game, analysis.moments[index].number, abs(turn.change), differences, is_turning_point=True)


def judge_games(
    slug: str, levels: Sequence[str], seats: int, games: int, first: int, worlds: int, seed: str, file: Path
) -> None:
    """Judge the named moves and turning points of games, and append them to a file. Games that it has are not played again."""
    game = registry.load_game(slug)
    known = {one.game for one in read_moves(file)} if file.exists() else set[int]()
    file.parent.mkdir(parents=True, exist_ok=True)
    for number in sorted(set(range(first, first + games)) - known):
        played = play_computers(game, assign_levels(levels, seats, number), f"{seed}-{number}")
        judged = [JudgedMove(number, -1, 0.0)]  # a game in which nothing is named has been judged, too
        judged += _judge_analysis(played, analyse_game(played), number, worlds)
        with file.open("ab") as opened:
            opened.write(b"".join(msgspec.json.encode(one) + b"\n" for one in judged))


def read_moves(file: Path) -> list[JudgedMove]:
    """Read the lines of a file."""
    return [msgspec.json.decode(line, type=JudgedMove) for line in file.read_bytes().splitlines()]


# ---------------------------------------------------------------- rows
def format_rows(files: Sequence[Path]) -> Iterator[str]:
    """Yield a line of Markdown for each file and grade, and for all files together."""
    yield "| game | games | named | moves | told | played out | standard error | agree |"
    yield "|---" * 8 + "|"
    every: list[JudgedMove] = []
    for file in files:
        lines = read_moves(file)
        moves = [one for one in lines if one.differences]
        every += moves
        games = len({one.game for one in lines})
        yield from _format_grades(f"{file.stem.partition('-')[0]} | {games}", moves)
    yield from _format_grades("all | ", every)


def _format_grades(title: str, judged: Sequence[JudgedMove]) -> Iterator[str]:
    """Yield a row for each grade of moves, and one for turning points."""
    moves = [one for one in judged if not one.is_turning_point]
    for grade, (low, high) in GRADES.items():
        yield from _format_row(title, grade, [one for one in moves if low <= one.gain < high])
    yield from _format_row(title, TURNING_POINTS, [one for one in judged if one.is_turning_point])


def _format_row(title: str, grade: str, named: Sequence[JudgedMove]) -> Iterator[str]:
    """Yield a row if there is more than one move to tell of."""
    if len(named) < 2:
        return
    played = [one.played_gain for one in named]
    error = stdev(played) / math.sqrt(len(played))
    agree = sum((gain > 0) == (one.gain > 0) for one, gain in zip(named, played, strict=True) if gain)
    decided = sum(gain != 0 for gain in played)
    told = fmean(one.gain for one in named)
    yield f"| {title} | {grade} | {len(named)} | {told:+.0%} | {fmean(played):+.0%} | {error:.0%} | {agree} of {decided} |"


def main() -> None:
    """Judge games, or print what files of them say."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.named_moves", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play")
    play.add_argument("slug", choices=registry.list_slugs())
    play.add_argument("file", type=Path)
    play.add_argument("--levels", default="mate,cadet", help=f"of {', '.join(LEVELS)}")
    play.add_argument("--seats", type=int, default=2)
    play.add_argument("--games", type=int, default=10)
    play.add_argument("--first", type=int, default=0, help="the number of the first game")
    play.add_argument("--worlds", type=int, default=20)
    play.add_argument("--seed", default="named")
    rows = commands.add_parser("rows")
    rows.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    reduce_collections()
    if given.command == "play":
        levels = given.levels.split(",")
        judge_games(given.slug, levels, given.seats, given.games, given.first, given.worlds, given.seed, given.file)
    else:
        print("\n".join(format_rows(given.files)))


if __name__ == "__main__":
    main()
