"""Write the golden records of The Expanse Board Game: `python -m tests.programs.golden.make_expanse`.

The same games come out every time.

Every game is played by a simple policy: it prefers to spend its points, and mostly takes offers. Seeds are tried in
order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

from engine.games.expanse.game import Expanse
from engine.games.expanse.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words
from engine.kernel.position import GameRun, Move, begin_game, compute_digest
from engine.kernel.script import GameResult, complete_options
from tests.programs.golden.show import describe_ending as ending_of

RECORDS_FOLDER = Path(__file__).parents[2] / "golden" / "expanse"
RELUCTANT_WORDS = frozenset({"done", "decline", "pass", "stop", "none", "no", "leave"})
"""Words that end something. If the dice choose one of them, they choose again."""

EndCondition = Callable[[State, GameResult], bool]


def _list_cp(state: State, result: GameResult) -> list[int]:
    """List the CP in the order of the ranking."""
    return [state.sides[seat].cp for tie in result.ranking for seat in tie]


def has_no_ties(state: State, result: GameResult) -> bool:
    """Whether nobody is tied."""
    return len(set(_list_cp(state, result))) == state.seats and len(state.used) == 5


def has_few_scorings(state: State, result: GameResult) -> bool:
    """Whether SCORE cards were left on the Track: fewer than five Scoring turns."""
    return len(state.used) < 5 and has_clear_winner(state, result)


def has_clear_winner(state: State, result: GameResult) -> bool:
    """Whether one player has the most CP."""
    first, second, *_ = _list_cp(state, result)
    return first > second


def is_tied_among(n: int) -> EndCondition:
    """Return a condition: exactly `n` share the most CP."""
    return lambda state, result: _list_cp(state, result).count(max(_list_cp(state, result))) == n


def is_tied_behind(state: State, result: GameResult) -> bool:
    """Whether the first place is clear and two behind it are tied."""
    cp = _list_cp(state, result)
    return cp[0] > cp[1] and len(set(cp)) < len(cp)


GAME_CASES: Mapping[str, tuple[int, Mapping[str, str], EndCondition]] = {
    "two-clear": (2, {}, has_no_ties),
    "two-few-scorings": (2, {"factions": "random"}, has_few_scorings),
    "two-tied-rocinante": (2, {}, is_tied_among(2)),
    "three-clear": (3, {}, has_no_ties),
    "three-tied-initiative": (3, {}, is_tied_among(2)),
    "three-tied-behind": (3, {"factions": "random"}, is_tied_behind),
    "four-clear": (4, {}, has_no_ties),
    "four-few-scorings": (4, {}, has_few_scorings),
    "four-tied-initiative": (4, {"factions": "random"}, is_tied_among(2)),
    "four-tied-behind": (4, {}, is_tied_behind),
}


def main() -> None:
    """Write every record."""
    game = registry.load_game("expanse")
    assert isinstance(game, Expanse)
    RECORDS_FOLDER.mkdir(exist_ok=True)
    for name, (seats, options, ending) in GAME_CASES.items():
        for n in count(1):
            made, run = _play_game(game, seats, f"{name}-{n}", complete_options(game.settings, options))
            if run.result is not None and ending(run.state, run.result):
                break
        ends = f"; ends: {ending_of(run.result)}\n"
        (RECORDS_FOLDER / f"{name}.record").write_text(ends + record.format_record(made), "utf-8")


def _play_game(
    game: Expanse, seats: int, seed: str, options: dict[str, str]
) -> tuple[record.GameRecord, GameRun[State]]:
    dice = Dice(f"{seed}/player")
    run: GameRun[State] = GameRun(game, begin_game(game, seats, options, seed).position, seed)
    log: list[Move] = []
    while run.questions:
        seat = min(run.situation.questions)
        words = choose_move(run.build_menu(seat), dice, len(log))
        position = run.play(seat, words).position
        log.append(Move(seat, words, compute_digest(position, seed)))
    made = record.GameRecord(
        game.slug, game.rules_version, record.compute_components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run


def choose_move(menu: Menu, dice: Dice, tick: int) -> Words:
    """Choose a move by the policy."""
    words: list[str] = []
    at: Menu | None = menu
    while at is not None:
        names = [option.word for option in at.list_open_options()]
        label = f"{len(words)}"
        word = names[dice.roll_below(len(names), tick, f"{label}/first")]
        if word in RELUCTANT_WORDS:
            word = names[dice.roll_below(len(names), tick, f"{label}/second")]
        words.append(word)
        at = at.next_menu(word)
    return tuple(words)


if __name__ == "__main__":
    main()
