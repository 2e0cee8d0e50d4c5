"""The geometry of the board against the oracle, a slow chart of quarters: on random boards and in random games.

Every board is asked everything (`at_rest`): where each tile of a hand may lie and why it may not, where ship and sled may go, where
the sled may be taken out, and what the sun will do; then a tile is laid, and its gaps and islands must be the right ones.
"""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from tests.games.northwest import compare
from tests.games.northwest.compare import GAME_SEED, ComparedGame, load_compared_game

RANDOM_SEEDS = st.integers(0, 2**32 - 1)


def lay_random_board(compared: ComparedGame, tiles: int, seed: int, rounds: int = 3) -> Counter[str]:
    """A random board, tile after tile, with ships, sleds, ice and hands strewn anew over it each time; counts what came up."""
    seen: Counter[str] = Counter()
    luck = random.Random(seed)  # noqa: S311
    bias = luck.choice(
        [1, 0, -1]
    )  # boards with much land, where ways are narrow, and with much sea, where ice gives way
    state = compare.start_empty_table(compared, luck)
    for _ in range(tiles):
        chart = compared.build_chart(state)
        compare.scatter_pieces(compared, chart, state, luck)
        run = GameRun(compared.game, Position(state), GAME_SEED)
        found = compare.compare_actions(compared, chart, state, run.build_menu(0))
        seen["boards"] += 1
        seen.update(found.seen_cases)
        if luck.random() < 0.5:
            seen.update(compare.compare_sun_step(compared, chart, state, luck))
        if found.placements:
            words = max(
                luck.choices(found.placements, k=4), key=lambda words: bias * _count_land_quarters(compared, words)
            )
            seen.update(compare.compare_placement(compared, run, words, luck))
            state = run.situation.state
    chart = compared.build_chart(state)
    for in_round in luck.sample(range(1, 10), rounds):
        seen.update(compare.compare_movement(compared, chart, state, in_round))
    return seen


def _count_land_quarters(compared: ComparedGame, words: Words) -> int:
    """How many quarters of land a placement shows."""
    return sum(land for _, land in compared.tiles.faces[words[1]][words[3]].quarters)


@settings(max_examples=24)
@given(tiles=st.integers(1, 24), seed=RANDOM_SEEDS)
def test_small_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("small"), tiles, seed)


@settings(max_examples=24)
@given(tiles=st.integers(1, 30), seed=RANDOM_SEEDS)
def test_narrow_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("narrow"), tiles, seed)


@settings(max_examples=10)
@given(tiles=st.integers(1, 60), seed=RANDOM_SEEDS)
def test_whole_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("whole"), tiles, seed)


def test_the_random_boards_come_to_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(18):
        seen += lay_random_board(load_compared_game("small" if seed % 2 else "narrow"), 30, seed, rounds=9)
    wanted = {
        "N5.1",
        "N5.2",
        "N5.3",
        "gaps",
        "jokers",
        "virtual",
        "choices",
        "islands",
        "several islands",
        "several arrivals",
        "held",
        "safe",
        "moved",
        "choice",
        "lost",
    }
    assert wanted <= set(seen), wanted - set(seen)
