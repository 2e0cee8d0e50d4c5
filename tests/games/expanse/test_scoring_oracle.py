"""The scoring pays what the oracle pays, on thousands of thrown boards."""

from __future__ import annotations

import random

import pytest

from engine.games.expanse import scoring
from engine.games.expanse.state import State
from tests.games.expanse.oracle import control, places, strength
from tests.rules.expanse.play import table

KINDS = {"un": "f", "mcr": "bhf", "opa": "fs", "pg": "f"}


def thrown(state: State, luck: random.Random) -> None:
    """Influence and fleets anywhere, few enough for ties to be common."""
    for side in state.sides:
        side.cubes = {base: n for base in BASES if (n := luck.choice((0, 0, 1, 1, 2, 3)))}
        side.fleets = {
            orbital: fleets
            for orbital in ORBITALS
            if (fleets := "".join(luck.choices(KINDS[side.faction], k=luck.choice((0, 0, 1, 1, 2)))))
        }


BASES = ("luna", "africa", "mariner", "eros", "tycho", "europa", "io", "rhea", "titan", "rings")
ORBITALS = ("earth", "mars", "eros", "tycho", "jupiter", "saturn")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("used", [(), ("belt",)])
def test_every_base_pays_what_the_rule_book_says(seats: int, used: tuple[str, ...]) -> None:
    luck = random.Random(f"{seats}{used}")  # noqa: S311 - boards to look at, no secrets
    t = table(seats, used=used)
    state, board = t.state, t.rules.board
    for _ in range(300):
        thrown(state, luck)
        state.bonus = luck.choice(("inner", "belt", "outer"))
        state.phase = luck.choice(("scoring", "final"))
        for base in board.places("any", seats):
            held = {side.faction: side.cubes.get(base, 0) for side in state.sides}
            orbital = board.orbital[base]
            leader = control({side.faction: strength(side.fleets.get(orbital, "")) for side in state.sides})
            counted = {who: n + (who == leader) if n else 0 for who, n in held.items()}
            in_bonus = board.sector[orbital] == state.bonus
            chart = (
                (5, 3, 1) if state.phase == "final" else ((3, 1, 0) if used else (2, 1, 0)) if in_bonus else (1, 0, 0)
            )
            expected = places(counted, chart)
            most = [who for who, n in counted.items() if n and n == max(counted.values())]
            if len(most) == 1 and board.resource[base] in board.critical(state, most[0]):
                expected[most[0]] = expected.get(most[0], 0) + 1
            assert scoring.pays(board, state, base) == expected, (base, counted, chart)
