"""Writes the golden records of Amundsen vs Scott: `python -m tests.programs.golden.make_amundsen`.

The same games come out every time.

Every game is played by a simple policy: it takes the first verb of its list that the menu offers, and now and then any move.
Seeds are tried in order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, sample
from engine.kernel.position import Move, Now, digest, now, play, start
from engine.kernel.script import settle
from engine.kernel.text import Seat
from tests.programs.golden.show import ending as ending_of

HERE = Path(__file__).parents[2] / "golden" / "amundsen"
ANSWERS = ("choose", "weather", "effect", "discard")
ATTACKS = ("equipment", "blizzard", "crevasse")
RACE = (*ANSWERS, "pole", "return", *ATTACKS, "advance", "compass", "take", "freeze")
HOARD = (*ANSWERS, *ATTACKS, "take", "freeze", "return", "advance", "compass")
DENY = (*ANSWERS, *ATTACKS, "take", "return", "advance", "compass")
"""As HOARD, but never gives up: the game ends only when nothing can be done any more."""

Ending = Callable[[State, Sequence[Move]], bool]


def pole(side: str) -> Ending:
    """Somebody reaches the Pole."""
    return lambda state, _: state.ended == "pole" and state.to_move == side


def declared(state: State, log: Sequence[Move]) -> bool:
    """Frozen by a declaration."""
    return state.ended == "frozen" and log[-1].words == ("freeze",)


def stuck(state: State, log: Sequence[Move]) -> bool:
    """Frozen because nothing can be done any more."""
    return state.ended == "frozen" and log[-1].words != ("freeze",)


GAMES: Mapping[str, tuple[Mapping[str, str], Sequence[str], Ending]] = {
    "amundsen-at-the-pole": ({}, RACE, pole("amundsen")),
    "scott-at-the-pole": ({}, RACE, pole("scott")),
    "frozen-by-declaration": ({}, HOARD, declared),
    "frozen-with-nothing-left": ({}, DENY, stuck),
    "patrons-and-six": ({"patrons": "yes", "row": "6", "explorers": "random"}, RACE, pole("scott")),
    "open-deck": ({"open-deck": "yes", "wild-at-pole": "no"}, RACE, pole("amundsen")),
}


def main() -> None:
    """Write every record."""
    game = registry.load("amundsen")
    assert isinstance(game, Amundsen)
    HERE.mkdir(exist_ok=True)
    for name, (options, verbs, ending) in GAMES.items():
        for n in count(1):
            made, state = _game(game, f"{name}-{n}", settle(game.settings, options), verbs)
            if ending(state, made.moves):
                break
        ends = f"; ends: {ending_of(game.result(state))}\n"
        (HERE / f"{name}.record").write_text(ends + record.dump(made), "utf-8")


def _game(game: Amundsen, seed: str, options: dict[str, str], verbs: Sequence[str]) -> tuple[record.Record, State]:
    position, dice = start(game, 2, options, seed).position, Dice(f"{seed}/player")
    log: list[Move] = []
    here = now(game, position, seed)
    while here.ask:
        seat = min(here.ask)
        words = _choose(game, here, seat, verbs, dice, position.moves)
        position = play(game, position, seed, seat, words).position
        log.append(Move(seat, words, digest(position, seed)))
        here = now(game, position, seed)
    return record.Record(
        game.slug, game.rules_version, record.components_digest(game), 2, options, seed, tuple(log)
    ), here.state


def _choose(game: Amundsen, here: Now[State], seat: Seat, verbs: Sequence[str], dice: Dice, tick: int) -> Words:
    menu = here.menu(seat)
    if dice.below(8, tick, "whim") == 0:
        level = count()
        words = sample(menu, lambda n: dice.below(n, tick, f"whim/{next(level)}"))
        if words[0] in verbs:
            return words
    open_verbs = [
        option.word for option in menu.open() if option.word != "compass" or _forward(here.state, option.spot)
    ]
    verb = next((verb for verb in verbs if verb in open_verbs), "")
    return (verb, *_best(menu.then(verb))) if verb else game.stall(seat, menu)


def _forward(state: State, spot: str) -> bool:
    return int(spot.rsplit("-", 1)[1]) > state.explorers[state.to_move].space


def _best(menu: Menu | None) -> Words:
    """The furthest space, two cards rather than one, the first of everything else."""
    words: list[str] = []
    while menu is not None:
        options = [option.word for option in menu.open()]
        if menu.hi > 1:
            word = "+".join(options[: menu.lo])
        elif menu.name == "spaces":
            word = options[-1]
        else:
            word = "2" if menu.name == "cards" and "2" in options else options[0]
        words.append(word)
        menu = menu.then(word)
    return tuple(words)


if __name__ == "__main__":
    main()
