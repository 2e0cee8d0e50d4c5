"""Writes the golden records of La Aventura del Paso del Noroeste: `python -m tests.programs.golden.make_paso`.

The same games come out every time.

Every game is played by a simple policy: on to the north as far as the points go, by raids where the way is walled; a verb is thrown
for by weight. Seeds are tried in order until a game ends as wanted.
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
from engine.kernel.position import Move, Run, digest, start
from engine.kernel.script import Result, settle
from tests.programs.golden.show import ending as ending_of

HERE = Path(__file__).parents[2] / "golden" / "paso"

Weights = Mapping[str, int]
BOLD: Weights = {
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
FIERCE: Weights = {**BOLD, "raid": 80, "drop": 15}
LAZY: Weights = {**BOLD, "end": 2_000}
IDLE: Weights = {**BOLD, "end": 5_000_000}
STRAYING: Weights = {
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

Ending = Callable[[State, Result, Sequence[Move]], bool]


def through(state: State, _: Result, log: Sequence[Move]) -> bool:
    """Somebody is through, after raids, treasures and Fresh Waters."""
    verbs = {move.words[0] for move in log}
    return any(one.exited for one in state.players) and verbs >= {"advance", "raid", "card", "fresh"}


def tied_behind(state: State, result: Result, _: Sequence[Move]) -> bool:
    """Somebody is through, and two of the others are in the same row."""
    return any(one.exited for one in state.players) and any(len(tie) > 1 for tie in result.ranking)


def on_fresh_waters(state: State, _: Result, log: Sequence[Move]) -> bool:
    """The last move but the exit uses Fresh Waters."""
    return any(one.exited for one in state.players) and "fresh" in [move.words[0] for move in log[-3:]]


def for_the_sirs(state: State, result: Result, log: Sequence[Move]) -> bool:
    """The Sirs win."""
    return through(state, result, log) and list(result.winners) == state.sirs


def for_the_explorers(state: State, result: Result, log: Sequence[Move]) -> bool:
    """The Explorers win."""
    return through(state, result, log) and list(result.winners) != state.sirs


def still(state: State, result: Result, log: Sequence[Move]) -> bool:
    """Nobody moves any more, and one is ahead."""
    return not any(one.exited for one in state.players) and len(result.winners) == 1 and len(log) > 20


def shared(state: State, result: Result, _: Sequence[Move]) -> bool:
    """Nobody moves any more, and several are in front."""
    return not any(one.exited for one in state.players) and 1 < len(result.winners) < len(state.players)


def never_begun(_: State, result: Result, log: Sequence[Move]) -> bool:
    """Nobody ever moves: all share."""
    return len(result.winners) == 4 and all(move.words[0] in {"choose", "end"} for move in log)


def sides_still(state: State, result: Result, log: Sequence[Move]) -> bool:
    """Nobody moves any more, and one side is ahead."""
    return not any(one.exited for one in state.players) and len(result.winners) == 2 and len(log) > 20


def odds_and_ends(state: State, _: Result, log: Sequence[Move]) -> bool:
    """Nearly every card is played, the discards become the deck, and tokens are taken back and icebergs dropped."""
    played = [move.words[1] for move in log if move.words[0] == "card"]
    verbs = {move.words[0] for move in log}
    return (
        len(set(played)) >= 13 and len(played) > len(state.discards) and verbs >= {"recover", "drop", "discard", "raid"}
    )


GAMES: Mapping[str, tuple[int, Mapping[str, str], Weights, Ending]] = {
    "two-through": (2, {}, BOLD, through),
    "three-through": (3, {}, BOLD, through),
    "four-through": (4, {}, FIERCE, through),
    "tied-behind": (4, {}, BOLD, tied_behind),
    "out-on-fresh-waters": (3, {}, FIERCE, on_fresh_waters),
    "sirs-win": (4, {"mode": "teams"}, FIERCE, for_the_sirs),
    "explorers-win": (4, {"mode": "teams"}, BOLD, for_the_explorers),
    "ships-lie-still": (2, {}, LAZY, still),
    "shared-in-front": (3, {}, LAZY, shared),
    "never-begun": (4, {}, IDLE, never_begun),
    "sides-lie-still": (4, {"mode": "teams"}, LAZY, sides_still),
    "fresh-waters-instead": (4, {"fresh": "instead"}, FIERCE, through),
    "gift": (2, {"gift": "yes"}, BOLD, through),
    "odds-and-ends": (3, {}, STRAYING, odds_and_ends),
}


def main() -> None:
    """Write every record."""
    game = registry.load("paso")
    assert isinstance(game, Paso)
    HERE.mkdir(exist_ok=True)
    for name, (seats, options, weights, ending) in GAMES.items():
        for n in count(1):
            seed = f"{name}-{n}"
            made, state, result = played(game, seats, seed, settle(game.settings, options), weights)
            if ending(state, result, made.moves):
                break
        ends = f"; ends: {ending_of(result)}\n"
        (HERE / f"{name}.record").write_text(ends + record.dump(made), "utf-8")


def played(
    game: Paso, seats: int, seed: str, options: dict[str, str], weights: Weights
) -> tuple[record.Record, State, Result]:
    """A game from its beginning to its end."""
    run: Run[State] = Run(game, start(game, seats, options, seed).position, seed)
    dice, log = Dice(f"{seed}/player"), list[Move]()
    while run.now.ask:
        seat = min(run.now.ask)
        words = _choose(run.menu(seat), run.state, weights, dice, len(log))
        run.play(seat, words)
        log.append(Move(seat, words, digest(run.position, seed)))
    assert run.result is not None
    made = record.Record(
        game.slug, game.rules_version, record.components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run.state, run.result


def _choose(menu: Menu, state: State, weights: Weights, dice: Dice, tick: int) -> Words:
    row = int(state.players[state.to_move].ship[1:] or 0)
    at: Menu | None = menu
    words: list[str] = []
    while at is not None:
        options = at.open()
        if at.hi > 1:
            words.append("+".join(option.word for option in options[: at.lo]))
        else:
            worth = [_weight(at, option, row, weights, straying=weights is STRAYING) for option in options]
            throw, i = dice.below(sum(worth), tick, str(len(words))), 0
            while throw >= worth[i]:
                throw, i = throw - worth[i], i + 1
            words.append(options[i].word)
        at = at.then(words[-1])
    return tuple(words)


def _weight(at: Menu, option: Option, row: int, weights: Weights, *, straying: bool) -> int:
    """How much a policy likes an option: verbs by their weight, places by how far north they lie."""
    if at.name == "verb":
        if option.word in {"advance", "raid"} and not straying and not _leads_on(at.then(option.word), row):
            return 1
        return weights.get(option.word, 1)
    if at.name == "to":
        return 1 if option.word == "back" else 1 << 3 * max(0, int(option.word[1:]) - row)
    return 1


def _leads_on(to: Menu | None, row: int) -> bool:
    """Whether the ship could come to a row further north."""
    return to is not None and any(option.word != "back" and int(option.word[1:]) > row for option in to.open())


if __name__ == "__main__":
    main()
