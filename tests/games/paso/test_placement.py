"""Tokens, steps and raids compared with the oracle, which tries all paths, on random tables.

Differences are judged by the rules.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games.paso.components import TOKEN_KINDS
from engine.kernel.dice import Dice
from tests.games.paso import oracle
from tests.games.paso.compare import compare_state, create_random_state
from tests.rules.paso.play import load_game

MAX_TABLES = 60


@pytest.mark.slow
@settings(max_examples=MAX_TABLES, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.integers(0, 10**9))
def test_a_table_hypothesis_thinks_of(seed: int) -> None:
    compare_state(load_game(), create_random_state(load_game(), Dice(str(seed))))


def test_every_token_in_every_direction() -> None:
    """On open water each token lies in all its directions, and a ship travels it from both ends."""
    passage = load_game().game_box.passages[4]
    directions = {"s4": 3, "l4": 6, "j4": 6, "z4": 3, "n4": 3, "s3": 3, "c3": 6, "s2": 3, "u1": 1}
    lies: dict[str, set[frozenset[oracle.Hex]]] = {kind: set() for kind in oracle.KIND_ORDER}
    travelled: Counter[str] = Counter()
    start = passage.hex_by_name["d12"]
    todo = [((start,), passage.paths[start])]
    while todo:
        path, branch = todo.pop()
        for number in branch.kinds:
            kind, hexes = TOKEN_KINDS[number], tuple(oracle.parse_hex(passage.names[hex_]) for hex_ in path)
            assert kind in oracle.list_kinds(hexes)
            lies[kind].add(oracle.shift_to_corner(tuple(map(oracle.convert_to_axial, hexes))))
            travelled[kind] += 1
        todo += [((*path, further.hex), further) for further in branch.next_branches]
    assert {kind: len(found) for kind, found in lies.items()} == directions
    assert travelled == {"s4": 6, "l4": 12, "j4": 12, "z4": 6, "n4": 6, "s3": 6, "c3": 12, "s2": 6, "u1": 1}
