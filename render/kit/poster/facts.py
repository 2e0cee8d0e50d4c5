"""What made a game worth telling: read from its result and from who was ahead when."""

from __future__ import annotations

from typing import Literal, NamedTuple, Optional

from engine.kernel.text import Seat
from render.kit.poster import Finale

Kind = Literal["nobody", "left", "shared", "overtaken", "close", "comeback", "runaway", "led", "won"]
SHORT = 6
"""A game with fewer pages than this has no story of who was ahead."""


class Fact(NamedTuple):
    """The story of a game: its kind, the first winner and the best of the others (None: there is none), and by how much."""

    kind: Kind
    winner: Optional[Seat]
    rival: Optional[Seat]
    by: int = 0


def fact(of: Finale) -> Fact:
    """What to put into the headline."""
    winners = of.result.winners
    seats = range(len(of.scene.names))
    if not winners:
        return Fact("nobody", None, None)
    final = final_points(of)
    winner = max(winners, key=lambda seat: final[seat])
    others = [seat for seat in seats if seat not in winners]
    if not others:
        return Fact("shared", winner, None)
    rival = max(others, key=lambda seat: final[seat])
    by = final[winner] - final[rival]
    if all(seat in of.left for seat in others):
        return Fact("left", winner, rival, max(by, 0))
    if len(winners) > 1 and not of.result.sides:
        return Fact("shared", winner, rival, by)
    if len(of.pages) >= SHORT and of.pages[0].points and by > 0:
        return _course(of, winner, rival, by)
    return Fact("close" if 0 <= by <= 1 and final[winner] > 3 else "won", winner, rival, by)


def _course(of: Finale, winner: Seat, rival: Seat, by: int) -> Fact:
    """How the winner came to be ahead of the rival by so much."""
    winners = of.result.winners
    others = [seat for seat in range(len(of.scene.names)) if seat not in winners]
    ahead = [
        max(page.points[seat] for seat in winners) - max(page.points[seat] for seat in others) for page in of.pages
    ]
    count = len(ahead)
    whole = max(abs(value) for page in of.pages for value in page.points) or 1
    late = count - max(2, count // 12)
    behind = [k for k in range(max(0, late - 1), count - 1) if ahead[k] < 0]
    if behind:
        passed = max(others, key=lambda seat: of.pages[behind[-1]].points[seat])
        return Fact("overtaken", winner, passed, by)
    if by <= max(1, whole // 20):
        return Fact("close", winner, rival, by)
    if _came_back(of, winner):
        return Fact("comeback", winner, rival, by)
    if all(lead > 0 for lead in ahead[count // 4 :]):
        return Fact("led", winner, rival, by)
    return Fact("runaway" if by * 10 >= whole * 3 else "won", winner, rival, by)


def _came_back(of: Finale, winner: Seat) -> bool:
    """Whether people saw the winner last and far behind when half of the game was over."""
    seen = [page.shown or page.points for page in of.pages]
    gap = max(3, max((value for row in seen for value in row), default=0) // 5)
    late = seen[len(seen) // 2 : len(seen) * 9 // 10]
    return any(row[winner] == min(row) and max(row) - row[winner] >= gap for row in late)


def final_points(of: Finale) -> tuple[int, ...]:
    """How far every seat came: by the last page, else by the score sheets."""
    if of.pages and of.pages[-1].points:
        return of.pages[-1].points
    return tuple(sum(line.points for line in of.result.scores.get(seat, ())) for seat in range(len(of.scene.names)))


def totals(of: Finale) -> list[tuple[int, Seat, int]]:
    """Place (1 is the best, ties share it), seat and points, in the order of the ranking."""
    final = final_points(of)
    found: list[tuple[int, Seat, int]] = []
    for tied in of.result.ranking:
        place = len(found) + 1
        for seat in tied:
            lines = of.result.scores.get(seat, ())
            found.append((place, seat, sum(line.points for line in lines) if len(lines) > 1 else final[seat]))
    return found
