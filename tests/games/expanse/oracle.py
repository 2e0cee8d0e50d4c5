"""Scoring a second time, from the rule book alone and as plainly as possible: the oracle the engine is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def places(influence: Mapping[str, int], points: Sequence[int]) -> dict[str, int]:
    """Points by player: `influence` with Orbital Control counted in, `points` for 1st, 2nd and 3rd place."""
    present = {who: n for who, n in influence.items() if n > 0}
    got: dict[str, int] = {}
    for who, n in present.items():
        place = 1 + sum(other > n for other in present.values())
        tied = sum(other == n for other in present.values()) > 1
        if tied:
            place += 1
        if place <= 3 and points[place - 1]:
            got[who] = points[place - 1]
    return got


def control(strengths: Mapping[str, float]) -> str | None:
    """Who has Orbital Control: the greatest strength alone."""
    best = max(strengths.values(), default=0)
    leaders = [who for who, strength in strengths.items() if strength == best and strength > 0]
    return leaders[0] if len(leaders) == 1 else None


def strength(fleets: str) -> float:
    """As the rule book counts it: Battleships 2, Scrap Ships a half, all others 1."""
    return sum({"b": 2.0, "s": 0.5}.get(fleet, 1.0) for fleet in fleets)
