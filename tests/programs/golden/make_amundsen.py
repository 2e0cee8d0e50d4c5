"""Write the golden records of Amundsen vs Scott: `python -m tests.programs.golden.make_amundsen`.

The same games come out every time.

Every game is played by a simple policy: it takes the first verb of its list that the menu offers, and now and then any
move. Seeds are tried in order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from engine.games.amundsen.game import Amundsen
from engine.games.amundsen.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, sample_move
from engine.kernel.position import Move, Situation, begin_game, compute_digest, play_move, resolve_situation
from engine.kernel.script import complete_options
from engine.kernel.text import Seat
from tests.programs.golden.show import describe_ending as ending_of

RECORDS_FOLDER = Path(__file__).parents[2] / "golden" / "amundsen"
ANSWER_VERBS = ("choose", "weather", "effect", "discard")
ATTACK_VERBS = ("equipment", "blizzard", "crevasse")
RACE_VERBS = (*ANSWER_VERBS, "pole", "return", *ATTACK_VERBS, "advance", "compass", "take", "freeze")
HOARD_VERBS = (*ANSWER_VERBS, *ATTACK_VERBS, "take", "freeze", "return", "advance", "compass")
DENY_VERBS = (*ANSWER_VERBS, *ATTACK_VERBS, "take", "return", "advance", "compass")
"""Like HOARD, but this policy never gives up: the game ends only when no action is possible."""

EndCondition = Callable[[State, Sequence[Move]], bool]


def reach_pole(side: str) -> EndCondition:
    """Return a condition: a side reaches the Pole."""
    return lambda state, _: state.ended == "pole" and state.to_move == side


def is_declared(state: State, log: Sequence[Move]) -> bool:
    """Whether the game froze by a declaration."""
    return state.ended == "frozen" and log[-1].words == ("freeze",)


def is_stuck(state: State, log: Sequence[Move]) -> bool:
    """Whether the game froze because no action is possible."""
    return state.ended == "frozen" and log[-1].words != ("freeze",)


GAME_CASES: Mapping[str, tuple[Mapping[str, str], Sequence[str], EndCondition]] = {
    "amundsen-at-the-pole": ({}, RACE_VERBS, reach_pole("amundsen")),
    "scott-at-the-pole": ({}, RACE_VERBS, reach_pole("scott")),
    "frozen-by-declaration": ({}, HOARD_VERBS, is_declared),
    "frozen-with-nothing-left": ({}, DENY_VERBS, is_stuck),
    "patrons-and-six": ({"patrons": "yes", "row": "6", "explorers": "random"}, RACE_VERBS, reach_pole("scott")),
    "open-deck": ({"open-deck": "yes", "wild-at-pole": "no"}, RACE_VERBS, reach_pole("amundsen")),
}


def main() -> None:
    """Write every record."""
    game = registry.load_game("amundsen")
    assert isinstance(game, Amundsen)
    RECORDS_FOLDER.mkdir(exist_ok=True)
    for name, (options, verbs, ending) in GAME_CASES.items():
        for n in count(1):
            made, state = _play_game(game, f"{name}-{n}", complete_options(game.settings, options), verbs)
            if ending(state, made.moves):
                break
        ends = f"; ends: {ending_of(game.find_result(state))}\n"
        (RECORDS_FOLDER / f"{name}.record").write_text(ends + record.format_record(made), "utf-8")


def _play_game(
    game: Amundsen, seed: str, options: dict[str, str], verbs: Sequence[str]
) -> tuple[record.GameRecord, State]:
    position, dice = begin_game(game, 2, options, seed).position, Dice(f"{seed}/player")
    log: list[Move] = []
    here = resolve_situation(game, position, seed)
    while here.questions:
        seat = min(here.questions)
        words = _choose_move(game, here, seat, verbs, dice, position.move_count)
        position = play_move(game, position, seed, seat, words).position
        log.append(Move(seat, words, compute_digest(position, seed)))
        here = resolve_situation(game, position, seed)
    return record.GameRecord(
        game.slug, game.rules_version, record.compute_components_digest(game), 2, options, seed, tuple(log)
    ), here.state


def _choose_move(
    game: Amundsen, situation: Situation[State], seat: Seat, verbs: Sequence[str], dice: Dice, tick: int
) -> Words:
    menu = situation.build_menu(seat)
    if dice.roll_below(8, tick, "whim") == 0:
        level = count()
        words = sample_move(menu, lambda n: dice.roll_below(n, tick, f"whim/{next(level)}"))
        if words[0] in verbs:
            return words
    open_verbs = [
        option.word
        for option in menu.list_open_options()
        if option.word != "compass" or _count_steps(situation.state, option.spot)
    ]
    verb = next((verb for verb in verbs if verb in open_verbs), "")
    return (verb, *_choose_best(menu.next_menu(verb))) if verb else game.safe_move(seat, menu)


def _count_steps(state: State, spot: str) -> bool:
    return int(spot.rsplit("-", 1)[1]) > state.explorers[state.to_move].space


def _choose_best(menu: Menu | None) -> Words:
    """Choose the furthest space, two cards rather than one, the first of everything else."""
    words: list[str] = []
    while menu is not None:
        options = [option.word for option in menu.list_open_options()]
        if menu.max_picks > 1:
            word = "+".join(options[: menu.min_picks])
        elif menu.name == "spaces":
            word = options[-1]
        else:
            word = "2" if menu.name == "cards" and "2" in options else options[0]
        words.append(word)
        menu = menu.next_menu(word)
    return tuple(words)


if __name__ == "__main__":
    main()
