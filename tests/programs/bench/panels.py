"""How many presses a turn takes in games of sensible play: counted, not timed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import registry
from tests.programs.bench.row import Row
from tests.programs.presses.count import AIMS, counted

GAMES = 2


def rows() -> Iterator[Row]:
    """The presses of a turn and of a decision, beside what they should be."""
    for slug in registry.slugs():
        if slug not in AIMS:
            continue
        found, (middle, most) = counted(slug, GAMES), AIMS[slug]
        for name, ours, aim in (
            ("turn, median", found.turn(0.5), middle),
            ("turn, 90 %", found.turn(0.9), most),
            ("decision, median", found.decision(0.5), 2),
            ("decision, 95 %", found.decision(0.95), 3),
        ):
            yield Row(f"presses a {name}, {slug} | aim", ours, aim, "presses", ours / aim, "at most 1")
