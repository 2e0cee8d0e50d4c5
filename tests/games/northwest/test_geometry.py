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
from engine.kernel.position import Position, Run
from tests.games.northwest import compare
from tests.games.northwest.compare import SEED, Box, box

SEEDS = st.integers(0, 2**32 - 1)


def lay(of: Box, tiles: int, seed: int, rounds: int = 3) -> Counter[str]:
    """A random board, tile after tile, with ships, sleds, ice and hands strewn anew over it each time; counts what came up."""
    seen: Counter[str] = Counter()
    luck = random.Random(seed)  # noqa: S311
    bias = luck.choice(
        [1, 0, -1]
    )  # boards with much land, where ways are narrow, and with much sea, where ice gives way
    state = compare.begin(of, luck)
    for _ in range(tiles):
        chart = of.chart(state)
        compare.scatter(of, chart, state, luck)
        run = Run(of.game, Position(state), SEED)
        found = compare.at_rest(of, chart, state, run.menu(0))
        seen["boards"] += 1
        seen.update(found.seen)
        if luck.random() < 0.5:
            seen.update(compare.sun(of, chart, state, luck))
        if found.placements:
            words = max(luck.choices(found.placements, k=4), key=lambda words: bias * _land(of, words))
            seen.update(compare.place(of, run, words, luck))
            state = run.now.state
    chart = of.chart(state)
    for in_round in luck.sample(range(1, 10), rounds):
        seen.update(compare.everywhere(of, chart, state, in_round))
    return seen


def _land(of: Box, words: Words) -> int:
    """How many quarters of land a placement shows."""
    return sum(land for _, land in of.tiles.faces[words[1]][words[3]].quarters)


@settings(max_examples=24)
@given(tiles=st.integers(1, 24), seed=SEEDS)
def test_small_boards(tiles: int, seed: int) -> None:
    lay(box("small"), tiles, seed)


@settings(max_examples=24)
@given(tiles=st.integers(1, 30), seed=SEEDS)
def test_narrow_boards(tiles: int, seed: int) -> None:
    lay(box("narrow"), tiles, seed)


@settings(max_examples=10)
@given(tiles=st.integers(1, 60), seed=SEEDS)
def test_whole_boards(tiles: int, seed: int) -> None:
    lay(box("whole"), tiles, seed)


def test_the_random_boards_come_to_everything() -> None:
    seen: Counter[str] = Counter()
    for seed in range(18):
        seen += lay(box("small" if seed % 2 else "narrow"), 30, seed, rounds=9)
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
