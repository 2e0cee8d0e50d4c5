"""Write the golden records of Expedition: Northwest Passage: `python -m tests.programs.golden.make_northwest`.

The same games come out every time.

Every game is played by a simple policy: out to the west while there is time, then back, with finds on the way; the dice
choose a verb by weight. Seeds are tried in order until a game ends as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path

from engine.games.northwest.game import Northwest
from engine.games.northwest.state import State
from engine.kernel import record, registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.position import GameRun, Move, begin_game, compute_digest
from engine.kernel.script import GameResult, complete_options
from tests.programs.golden.show import describe_ending as ending_of

RECORDS_FOLDER = Path(__file__).parents[2] / "golden" / "northwest"
ARROW_CELLS = ("b15", "c15")

Weights = Mapping[str, int]
BOLD_WEIGHTS: Weights = {
    "discover": 90,
    "explore": 90,
    "place": 40,
    "move": 40,
    "draw": 16,
    "transfer": 2,
    "refresh": 2,
    "end": 12,
    "pass": 1,
}
SLEDDING_WEIGHTS: Weights = {**BOLD_WEIGHTS, "transfer": 12}
STEADY_WEIGHTS: Weights = {**BOLD_WEIGHTS, "move": 20, "place": 60}
RACING_WEIGHTS: Weights = {"move": 4_000, "place": 500, "draw": 60, "refresh": 2, "end": 100_000}

EndCondition = Callable[[State, GameResult, Sequence[Move]], bool]


def is_out_of_time(state: State, _: GameResult, log: Sequence[Move]) -> bool:
    """Whether time has run out with nobody back."""
    return not any(one.home for one in state.expeditions) and len(log) > 100


def is_everybody_home(state: State, _: GameResult, log: Sequence[Move]) -> bool:
    """Whether everybody is back before round 10."""
    return all(one.home for one in state.expeditions) and state.round < 10 and len(log) > 100


def is_ship_left(state: State, _: GameResult, __: Sequence[Move]) -> bool:
    """Whether an expedition comes back with the sled and leaves the ship out with crew."""
    return any(
        one.home and one.ship not in ARROW_CELLS and one.ship_available + one.ship_resting > 0
        for one in state.expeditions
    )


def is_sled_left(state: State, _: GameResult, __: Sequence[Move]) -> bool:
    """Whether an expedition comes back with the ship and leaves the sled out."""
    return any(one.home and one.sled and one.sled.split("-")[0] not in ARROW_CELLS for one in state.expeditions)


def has_thaw_loss(state: State, _: GameResult, __: Sequence[Move]) -> bool:
    """Whether a player loses a sled with several crewmen in a thaw."""
    return any(one.sled_lost and one.lost > 1 for one in state.expeditions)


def is_tie_broken(state: State, result: GameResult, __: Sequence[Move]) -> bool:
    """Whether points are equal and the first player back wins."""
    return "tied" in result.reason.template and state.round == 10


def is_shared(_: State, result: GameResult, __: Sequence[Move]) -> bool:
    """Whether points are equal and none of these players is back."""
    return len(result.winners) > 1


def is_passage_found(state: State, _: GameResult, __: Sequence[Move]) -> bool:
    """Whether an expedition has found the Passage, mapped islands and come home."""
    return any(one.passage and one.home and one.tokens.get("cartography") for one in state.expeditions)


def has_gap_choice(_: State, __: GameResult, log: Sequence[Move]) -> bool:
    """Whether a player has to choose the small tile that closes a gap."""
    return any(move.words[0] == "fill" for move in log)


def has_camp_choice(_: State, __: GameResult, log: Sequence[Move]) -> bool:
    """Whether a player has to choose where the sled goes when the ice melts."""
    return any(move.words[0] == "camp" and len(move.words) == 2 for move in log)


def has_four_islands(state: State, _: GameResult, __: Sequence[Move]) -> bool:
    """Whether a player maps four islands."""
    return max(one.tokens.get("cartography", 0) for one in state.expeditions) >= 4


COAST_OPTION = {"mainland": "coast"}
"""Land of the printed tiles is no island: the default before the rules stated that it counts."""

GAME_CASES: Mapping[str, tuple[int, Mapping[str, str], Weights, int, EndCondition]] = {
    # players, options, policy, the round in which they turn for home
    "round-ten": (3, COAST_OPTION, BOLD_WEIGHTS, 11, is_out_of_time),
    "all-home": (2, {}, BOLD_WEIGHTS, 4, is_everybody_home),
    "ship-left-behind": (3, COAST_OPTION, SLEDDING_WEIGHTS, 6, is_ship_left),
    "sled-left-behind": (2, {}, SLEDDING_WEIGHTS, 6, is_sled_left),
    "lost-in-the-thaw": (4, COAST_OPTION, SLEDDING_WEIGHTS, 7, has_thaw_loss),
    "tie-broken": (4, {}, STEADY_WEIGHTS, 5, is_tie_broken),
    "shared": (2, COAST_OPTION, STEADY_WEIGHTS, 11, is_shared),
    "there-and-back": (2, {}, RACING_WEIGHTS, 7, is_passage_found),
    "gap-chosen": (4, {}, STEADY_WEIGHTS, 8, has_gap_choice),
    "camp-chosen": (2, COAST_OPTION, SLEDDING_WEIGHTS, 9, has_camp_choice),
    "mainland-counts": (3, {}, STEADY_WEIGHTS, 8, has_four_islands),
}


def main() -> None:
    """Write every record."""
    game = registry.load_game("northwest")
    assert isinstance(game, Northwest)
    RECORDS_FOLDER.mkdir(exist_ok=True)
    for name, (seats, options, weights, turn, ending) in GAME_CASES.items():
        for n in count(1):
            seed = f"{name}-{n}"
            made, state, result = play_game(game, seats, seed, complete_options(game.settings, options), weights, turn)
            if ending(state, result, made.moves):
                break
        ends = f"; ends: {ending_of(result)}\n"
        (RECORDS_FOLDER / f"{name}.record").write_text(ends + record.format_record(made), "utf-8")


def play_game(
    game: Northwest, seats: int, seed: str, options: dict[str, str], weights: Weights, turn: int
) -> tuple[record.GameRecord, State, GameResult]:
    """Play a game from its beginning to its end."""
    run: GameRun[State] = GameRun(game, begin_game(game, seats, options, seed).position, seed)
    dice, log = Dice(f"{seed}/player"), list[Move]()
    while run.situation.questions:
        seat = min(run.situation.questions)
        words = _choose_move(run.build_menu(seat), run.state, weights, turn, dice, len(log))
        run.play(seat, words)
        log.append(Move(seat, words, compute_digest(run.position, seed)))
    assert run.result is not None
    made = record.GameRecord(
        game.slug, game.rules_version, record.compute_components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run.state, run.result


def _choose_move(menu: Menu, state: State, weights: Weights, turn: int, dice: Dice, tick: int) -> Words:
    homeward = state.round >= turn
    at: Menu | None = menu
    words: list[str] = []
    while at is not None:
        options = at.list_open_options()
        worth = [_compute_weight(at, option, state, weights, homeward) for option in options]
        throw, i = dice.roll_below(sum(worth), tick, str(len(words))), 0
        while throw >= worth[i]:
            throw, i = throw - worth[i], i + 1
        words.append(options[i].word)
        at = at.next_menu(words[-1])
    return tuple(words)


def _compute_weight(menu: Menu, option: Option, state: State, weights: Weights, homeward: bool) -> int:
    """Compute how much a policy likes an option: verbs by weight, places by their distance west or, homeward, east.

    A move gets more if it leads on, and a tile if the ship could go on there.
    """
    if menu.name == "verb":
        weight = weights.get(option.word, 1)
        if option.word == "move" and not homeward and not _can_continue(menu.next_menu("move"), state):
            return 1
        return weight
    if menu.name == "with":
        return 6 if option.word == "ship" else 4
    if menu.name == "tile" and option.word[0] == "l":
        return 1 << 2 * (
            6 - int(option.word[1:]).bit_count()
        )  # the number of a tile is its pattern: open water leads on
    if menu.name != "where":
        return 2
    if option.word in ARROW_CELLS:
        return 1 << 40 if homeward else 1
    return 1 << 2 * (15 + _measure_progress(option.word) * (-1 if homeward else 1))


def _measure_progress(cell: str) -> int:
    """Measure how far a cell lies on the way from Greenland to the Passage: west, and a little south."""
    return (ord(cell[0]) - ord("a")) // 2 + 10 - int(cell[1:])


def _can_continue(move: Menu | None, state: State) -> bool:
    """Whether the ship or the sled can go further on its way."""
    me = state.expeditions[state.to_move]
    found = False
    for vehicle, cell in (("ship", me.ship), ("sled", me.sled.split("-")[0])):
        where = (
            move.next_menu(vehicle)
            if move and vehicle in [option.word for option in move.list_open_options()]
            else None
        )
        found |= (
            any(_measure_progress(option.word) > _measure_progress(cell) for option in where.list_open_options())
            if where
            else False
        )
    return found


if __name__ == "__main__":
    main()
