"""How many presses sensible play takes, counted without Discord on the screens that the panel shows."""

from __future__ import annotations

import pytest

from tests.programs.presses.count import AIMS, DECISION, counted


@pytest.mark.slow
@pytest.mark.parametrize("slug", AIMS)
def test_a_move_takes_two_or_three_presses(slug: str) -> None:
    found, (middle, most) = counted(slug, 1, shortcuts=False), AIMS[slug]
    assert len(found.turns) > 30
    assert found.turn(0.5) <= middle
    assert found.turn(0.9) <= most
    assert found.decision(0.5) <= DECISION[0]
    assert found.decision(0.95) <= DECISION[1]
