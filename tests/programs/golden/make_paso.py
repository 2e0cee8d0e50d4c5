"""Write the golden records of La Aventura del Paso del Noroeste: `python -m tests.programs.golden.make_paso`.

The same games come out every time.

Every game is played by a simple policy: on to the north as far as the points go, by raids where the way is blocked; the
dice choose a verb by weight. Seeds are tried in order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from engine.games.paso.game import Paso
from engine.games.paso.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.position import GameRun, Move, begin_game, compute_digest
from engine.kernel.script import GameResult, complete_options
from tests.programs.golden.show import describe_ending as ending_of

RECORDS_FOLDER = Path(__file__).parents[2] / "golden" / "paso"

Weights = Mapping[str, int]
BOLD_WEIGHTS: Weights = {
    "exit": 10_000,
    "advance": 60,
    "raid": 25,
    "fresh": 60,
    "card": 20,
    "drop": 1,
    "recover": 1,
    "end": 2,
    "turn": 3,
}
FIERCE_WEIGHTS: Weights = {**BOLD_WEIGHTS, "raid": 80, "drop": 15}
LAZY_WEIGHTS: Weights = {**BOLD_WEIGHTS, "end": 2_000}
IDLE_WEIGHTS: Weights = {**BOLD_WEIGHTS, "end": 5_000_000}
STRAYING_WEIGHTS: Weights = {
    "exit": 1,
    "advance": 2,
    "raid": 2,
    "fresh": 2,
    "card": 4,
    "drop": 2,
    "recover": 2,
    "end": 1,
    "turn": 1,
}

EndCondition = Callable[[State, GameResult, Sequence[Move]], bool]


def is_through(state: State, _: GameResult, log: Sequence[Move]) -> bool:
    """Whether a player is through, after raids, treasures and Fresh Waters."""
    verbs = {move.words[0] for move in log}
    return any(one.exited for one in state.players) and verbs >= {"advance", "raid", "card", "fresh"}


def is_tied_behind(state: State, result: GameResult, _: Sequence[Move]) -> bool:
    """Whether a player is through, and two others are in the same row."""
    return any(one.exited for one in state.players) and any(len(tie) > 1 for tie in result.ranking)


def ends_on_fresh_waters(state: State, _: GameResult, log: Sequence[Move]) -> bool:
    """Whether the last move before the exit uses Fresh Waters."""
    return any(one.exited for one in state.players) and "fresh" in [move.words[0] for move in log[-3:]]


def is_win_of_sirs(state: State, result: GameResult, log: Sequence[Move]) -> bool:
    """Whether the Sirs win."""
    return is_through(state, result, log) and list(result.winners) == state.sirs


def is_win_of_explorers(state: State, result: GameResult, log: Sequence[Move]) -> bool:
    """Whether the Explorers win."""
    return is_through(state, result, log) and list(result.winners) != state.sirs


def is_stalled_with_leader(state: State, result: GameResult, log: Sequence[Move]) -> bool:
    """Whether nobody can go on, and one player is ahead."""
    return not any(one.exited for one in state.players) and len(result.winners) == 1 and len(log) > 20


def is_shared(state: State, result: GameResult, _: Sequence[Move]) -> bool:
    """Whether nobody can go on, and several players are in front."""
    return not any(one.exited for one in state.players) and 1 < len(result.winners) < len(state.players)


def is_never_started(_: State, result: GameResult, log: Sequence[Move]) -> bool:
    """Whether nobody ever moves: all share."""
    return len(result.winners) == 4 and all(move.words[0] in {"choose", "end"} for move in log)


def has_leading_team(state: State, result: GameResult, log: Sequence[Move]) -> bool:
    """Whether nobody can go on, and one side is ahead."""
    return not any(one.exited for one in state.players) and len(result.winners) == 2 and len(log) > 20


def has_rare_events(state: State, _: GameResult, log: Sequence[Move]) -> bool:
    """Whether nearly every card is played, the discards become the deck, and tokens are taken back and icebergs dropped."""
    played = [move.words[1] for move in log if move.words[0] == "card"]
    verbs = {move.words[0] for move in log}
    return (
        len(set(played)) >= 13 and len(played) > len(state.discards) and verbs >= {"recover", "drop", "discard", "raid"}
    )


GAME_CASES: Mapping[str, tuple[int, Mapping[str, str], Weights, EndCondition]] = {
    "two-through": (2, {}, BOLD_WEIGHTS, is_through),
    "three-through": (3, {}, BOLD_WEIGHTS, is_through),
    "four-through": (4, {}, FIERCE_WEIGHTS, is_through),
    "tied-behind": (4, {}, BOLD_WEIGHTS, is_tied_behind),
    "out-on-fresh-waters": (3, {}, FIERCE_WEIGHTS, ends_on_fresh_waters),
    "sirs-win": (4, {"mode": "teams"}, FIERCE_WEIGHTS, is_win_of_sirs),
    "explorers-win": (4, {"mode": "teams"}, BOLD_WEIGHTS, is_win_of_explorers),
    "ships-lie-still": (2, {}, LAZY_WEIGHTS, is_stalled_with_leader),
    "shared-in-front": (3, {}, LAZY_WEIGHTS, is_shared),
    "never-begun": (4, {}, IDLE_WEIGHTS, is_never_started),
    "sides-lie-still": (4, {"mode": "teams"}, LAZY_WEIGHTS, has_leading_team),
    "fresh-waters-instead": (4, {"fresh": "instead"}, FIERCE_WEIGHTS, is_through),
    "gift": (2, {"gift": "yes"}, BOLD_WEIGHTS, is_through),
    "odds-and-ends": (3, {}, STRAYING_WEIGHTS, has_rare_events),
}


def main() -> None:
    """Write every record."""
    game = registry.load_game("paso")
    assert isinstance(game, Paso)
    RECORDS_FOLDER.mkdir(exist_ok=True)
    for name, (seats, options, weights, ending) in GAME_CASES.items():
        for n in count(1):
            seed = f"{name}-{n}"
            made, state, result = play_game(game, seats, seed, complete_options(game.settings, options), weights)
            if ending(state, result, made.moves):
                break
        ends = f"; ends: {ending_of(result)}\n"
        (RECORDS_FOLDER / f"{name}.record").write_text(ends + record.format_record(made), "utf-8")


def play_game(
    game: Paso, seats: int, seed: str, options: dict[str, str], weights: Weights
) -> tuple[record.GameRecord, State, GameResult]:
    """Play a game from its beginning to its end."""
    run: GameRun[State] = GameRun(game, begin_game(game, seats, options, seed).position, seed)
    dice, log = Dice(f"{seed}/player"), list[Move]()
    while run.situation.questions:
        seat = min(run.situation.questions)
        words = _choose_move(run.build_menu(seat), run.state, weights, dice, len(log))
        run.play(seat, words)
        log.append(Move(seat, words, compute_digest(run.position, seed)))
    assert run.result is not None
    made = record.GameRecord(
        game.slug, game.rules_version, record.compute_components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run.state, run.result


def _choose_move(menu: Menu, state: State, weights: Weights, dice: Dice, tick: int) -> Words:
    row = int(state.players[state.to_move].ship[1:] or 0)
    at: Menu | None = menu
    words: list[str] = []
    while at is not None:
        options = at.list_open_options()
        if at.max_picks > 1:
            words.append("+".join(option.word for option in options[: at.min_picks]))
        else:
            worth = [
                _compute_weight(at, option, row, weights, straying=weights is STRAYING_WEIGHTS) for option in options
            ]
            throw, i = dice.roll_below(sum(worth), tick, str(len(words))), 0
            while throw >= worth[i]:
                throw, i = throw - worth[i], i + 1
            words.append(options[i].word)
        at = at.next_menu(words[-1])
    return tuple(words)


def _compute_weight(menu: Menu, option: Option, row: int, weights: Weights, *, straying: bool) -> int:
    """Compute how much a policy likes an option: verbs by weight, places by how far north they lie."""
    if menu.name == "verb":
        if option.word in {"advance", "raid"} and not straying and not _can_continue(menu.next_menu(option.word), row):
            return 1
        return weights.get(option.word, 1)
    if menu.name == "to":
        return 1 if option.word == "back" else 1 << 3 * max(0, int(option.word[1:]) - row)
    return 1


def _can_continue(target_row: Menu | None, row: int) -> bool:
    """Whether the ship could reach a row further north."""
    return target_row is not None and any(
        option.word != "back" and int(option.word[1:]) > row for option in target_row.list_open_options()
    )


if __name__ == "__main__":
    main()
