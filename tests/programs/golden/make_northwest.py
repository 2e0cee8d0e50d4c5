"""Writes the golden records of Expedition: Northwest Passage: `python -m tests.programs.golden.make_northwest`.

The same games come out every time.

Every game is played by a simple policy: out to the west while there is time, then back, taking what lies on the way; a verb is
thrown for by weight. Seeds are tried in order until a game ends as wanted.
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
from engine.kernel.position import Move, Run, digest, start
from engine.kernel.script import Result, settle
from tests.programs.golden.show import ending as ending_of

HERE = Path(__file__).parents[2] / "golden" / "northwest"
ARROW = ("b15", "c15")

Weights = Mapping[str, int]
BOLD: Weights = {
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
SLEDDING: Weights = {**BOLD, "transfer": 12}
STEADY: Weights = {**BOLD, "move": 20, "place": 60}
RACING: Weights = {"move": 4_000, "place": 500, "draw": 60, "refresh": 2, "end": 100_000}

Ending = Callable[[State, Result, Sequence[Move]], bool]


def round_ten(state: State, _: Result, log: Sequence[Move]) -> bool:
    """The time is over, with nobody back."""
    return not any(one.home for one in state.expeditions) and len(log) > 100


def all_home(state: State, _: Result, log: Sequence[Move]) -> bool:
    """Everybody is back before round 10."""
    return all(one.home for one in state.expeditions) and state.round < 10 and len(log) > 100


def shipless(state: State, _: Result, __: Sequence[Move]) -> bool:
    """Somebody comes back with the sled, the ship still out with crew."""
    return any(
        one.home and one.ship not in ARROW and one.ship_available + one.ship_resting > 0 for one in state.expeditions
    )


def sledless(state: State, _: Result, __: Sequence[Move]) -> bool:
    """Somebody comes back with the ship, the sled still out."""
    return any(one.home and one.sled and one.sled.split("-")[0] not in ARROW for one in state.expeditions)


def thaw(state: State, _: Result, __: Sequence[Move]) -> bool:
    """Somebody loses a sled with several crewmen in a thaw."""
    return any(one.sled_lost and one.lost > 1 for one in state.expeditions)


def tie_broken(state: State, result: Result, __: Sequence[Move]) -> bool:
    """Equal points; who was back first wins."""
    return "tied" in result.reason.template and state.round == 10


def shared(_: State, result: Result, __: Sequence[Move]) -> bool:
    """Equal points, and nobody of them is back."""
    return len(result.winners) > 1


def there_and_back(state: State, _: Result, __: Sequence[Move]) -> bool:
    """The whole way: the Passage found, islands mapped, and home."""
    return any(one.passage and one.home and one.tokens.get("cartography") for one in state.expeditions)


def gap_chosen(_: State, __: Result, log: Sequence[Move]) -> bool:
    """A player has to choose the small tile that closes a gap."""
    return any(move.words[0] == "fill" for move in log)


def camp_chosen(_: State, __: Result, log: Sequence[Move]) -> bool:
    """A player has to choose where the sled goes when the ice melts."""
    return any(move.words[0] == "camp" and len(move.words) == 2 for move in log)


def mainland(state: State, _: Result, __: Sequence[Move]) -> bool:
    """Somebody maps four islands."""
    return max(one.tokens.get("cartography", 0) for one in state.expeditions) >= 4


COAST = {"mainland": "coast"}
"""Land of the printed tiles is no island: the default before rules said that it counts."""

GAMES: Mapping[str, tuple[int, Mapping[str, str], Weights, int, Ending]] = {
    # players, options, policy, the round in which they turn for home
    "round-ten": (3, COAST, BOLD, 11, round_ten),
    "all-home": (2, {}, BOLD, 4, all_home),
    "ship-left-behind": (3, COAST, SLEDDING, 6, shipless),
    "sled-left-behind": (2, {}, SLEDDING, 6, sledless),
    "lost-in-the-thaw": (4, COAST, SLEDDING, 7, thaw),
    "tie-broken": (4, {}, STEADY, 5, tie_broken),
    "shared": (2, COAST, STEADY, 11, shared),
    "there-and-back": (2, {}, RACING, 7, there_and_back),
    "gap-chosen": (4, {}, STEADY, 8, gap_chosen),
    "camp-chosen": (2, COAST, SLEDDING, 9, camp_chosen),
    "mainland-counts": (3, {}, STEADY, 8, mainland),
}


def main() -> None:
    """Write every record."""
    game = registry.load("northwest")
    assert isinstance(game, Northwest)
    HERE.mkdir(exist_ok=True)
    for name, (seats, options, weights, turn, ending) in GAMES.items():
        for n in count(1):
            seed = f"{name}-{n}"
            made, state, result = played(game, seats, seed, settle(game.settings, options), weights, turn)
            if ending(state, result, made.moves):
                break
        ends = f"; ends: {ending_of(result)}\n"
        (HERE / f"{name}.record").write_text(ends + record.dump(made), "utf-8")


def played(
    game: Northwest, seats: int, seed: str, options: dict[str, str], weights: Weights, turn: int
) -> tuple[record.Record, State, Result]:
    """A game from its beginning to its end."""
    run: Run[State] = Run(game, start(game, seats, options, seed).position, seed)
    dice, log = Dice(f"{seed}/player"), list[Move]()
    while run.now.ask:
        seat = min(run.now.ask)
        words = _choose(run.menu(seat), run.state, weights, turn, dice, len(log))
        run.play(seat, words)
        log.append(Move(seat, words, digest(run.position, seed)))
    assert run.result is not None
    made = record.Record(
        game.slug, game.rules_version, record.components_digest(game), seats, options, seed, tuple(log)
    )
    return made, run.state, run.result


def _choose(menu: Menu, state: State, weights: Weights, turn: int, dice: Dice, tick: int) -> Words:
    homeward = state.round >= turn
    at: Menu | None = menu
    words: list[str] = []
    while at is not None:
        options = at.open()
        worth = [_weight(at, option, state, weights, homeward) for option in options]
        throw, i = dice.below(sum(worth), tick, str(len(words))), 0
        while throw >= worth[i]:
            throw, i = throw - worth[i], i + 1
        words.append(options[i].word)
        at = at.then(words[-1])
    return tuple(words)


def _weight(at: Menu, option: Option, state: State, weights: Weights, homeward: bool) -> int:
    """How much a policy likes an option: verbs by their weight, places by how far west or, homeward, how far east they lie.

    Moving is liked if it leads on, and placing if the ship could go on there.
    """
    if at.name == "verb":
        weight = weights.get(option.word, 1)
        if option.word == "move" and not homeward and not _leads_on(at.then("move"), state):
            return 1
        return weight
    if at.name == "with":
        return 6 if option.word == "ship" else 4
    if at.name == "tile" and option.word[0] == "l":
        return 1 << 2 * (
            6 - int(option.word[1:]).bit_count()
        )  # the number of a tile is its pattern: open water leads on
    if at.name != "where":
        return 2
    if option.word in ARROW:
        return 1 << 40 if homeward else 1
    return 1 << 2 * (15 + _way(option.word) * (-1 if homeward else 1))


def _way(cell: str) -> int:
    """How far on the way from Greenland to the Passage a cell lies: west, and a little south."""
    return (ord(cell[0]) - ord("a")) // 2 + 10 - int(cell[1:])


def _leads_on(move: Menu | None, state: State) -> bool:
    """Whether the ship or the sled could go further on its way."""
    me = state.expeditions[state.to_move]
    found = False
    for vehicle, cell in (("ship", me.ship), ("sled", me.sled.split("-")[0])):
        where = move.then(vehicle) if move and vehicle in [option.word for option in move.open()] else None
        found |= any(_way(option.word) > _way(cell) for option in where.open()) if where else False
    return found


if __name__ == "__main__":
    main()
