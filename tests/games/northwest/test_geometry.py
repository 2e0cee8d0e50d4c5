"""The engine's geometry compared with the board oracle, on random boards and in random games.

Each board is compared in full: the placements of each tile of a hand and the reasons against others, the moves of
ship and sled, the places to take out the sled, and the effect of the sun. Then a tile is laid, and its gaps and
islands are compared.
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
    """Lay a random board tile by tile, with new positions of ships, sleds, ice and hands after each, and count the cases."""
    seen: Counter[str] = Counter()
    luck = random.Random(seed)  # noqa: S311
    bias = luck.choice(
        [1, 0, -1]
    )  # boards with much land, where ways are narrow, and boards with much sea, where ice melts
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
    """Count the quarters of land in a placement."""
    return sum(land for _, land in compared.tiles.faces[words[1]][words[3]].quarters)


@settings(max_examples=2)
@given(tiles=st.integers(1, 24), seed=RANDOM_SEEDS)
def test_small_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("small"), tiles, seed)


@settings(max_examples=2)
@given(tiles=st.integers(1, 30), seed=RANDOM_SEEDS)
def test_narrow_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("narrow"), tiles, seed)


@settings(max_examples=1)
@given(tiles=st.integers(1, 60), seed=RANDOM_SEEDS)
def test_whole_boards(tiles: int, seed: int) -> None:
    lay_random_board(load_compared_game("whole"), tiles, seed)


def test_the_random_boards_come_to_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(8, 13):
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
