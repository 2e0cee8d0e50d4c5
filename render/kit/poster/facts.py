"""The headline of a finished game: found in its result and in who was ahead when."""

from __future__ import annotations

from typing import Literal, NamedTuple, Optional

from engine.kernel.text import Seat
from render.kit.poster import Finale

FactKind = Literal["nobody", "left", "shared", "overtaken", "close", "comeback", "runaway", "led", "won"]
MIN_STORY_PAGES = 6
"""A game with fewer pages than this has no story of who was ahead."""


class HeadlineFact(NamedTuple):
    """The story of a game: its kind, the first winner, the best of the others (None if there is none), and the lead."""

    kind: FactKind
    winner: Optional[Seat]
    rival: Optional[Seat]
    lead: int = 0


def find_headline_fact(finale: Finale) -> HeadlineFact:
    """Find the fact for the headline."""
    winners = finale.result.winners
    seats = range(len(finale.scene.names))
    if not winners:
        return HeadlineFact("nobody", None, None)
    final = find_final_points(finale)
    winner = max(winners, key=lambda seat: final[seat])
    others = [seat for seat in seats if seat not in winners]
    if not others:
        return HeadlineFact("shared", winner, None)
    rival = max(others, key=lambda seat: final[seat])
    by = final[winner] - final[rival]
    if all(seat in finale.left_seats for seat in others):
        return HeadlineFact("left", winner, rival, max(by, 0))
    if len(winners) > 1 and not finale.result.sides:
        return HeadlineFact("shared", winner, rival, by)
    if len(finale.pages) >= MIN_STORY_PAGES and finale.pages[0].points and by > 0:
        return _classify_lead(finale, winner, rival, by)
    return HeadlineFact("close" if 0 <= by <= 1 and final[winner] > 3 else "won", winner, rival, by)


def _classify_lead(finale: Finale, winner: Seat, rival: Seat, final_lead: int) -> HeadlineFact:
    """Classify how the winner came to be ahead of the rival by `final_lead`."""
    winners = finale.result.winners
    others = [seat for seat in range(len(finale.scene.names)) if seat not in winners]
    ahead = [
        max(page.points[seat] for seat in winners) - max(page.points[seat] for seat in others) for page in finale.pages
    ]
    count = len(ahead)
    whole = max(abs(value) for page in finale.pages for value in page.points) or 1
    late = count - max(2, count // 12)
    behind = [k for k in range(max(0, late - 1), count - 1) if ahead[k] < 0]
    if behind:
        passed = max(others, key=lambda seat: finale.pages[behind[-1]].points[seat])
        return HeadlineFact("overtaken", winner, passed, final_lead)
    if final_lead <= max(1, whole // 20):
        return HeadlineFact("close", winner, rival, final_lead)
    if _has_come_back(finale, winner):
        return HeadlineFact("comeback", winner, rival, final_lead)
    if all(lead > 0 for lead in ahead[count // 4 :]):
        return HeadlineFact("led", winner, rival, final_lead)
    return HeadlineFact("runaway" if final_lead * 10 >= whole * 3 else "won", winner, rival, final_lead)


def _has_come_back(finale: Finale, winner: Seat) -> bool:
    """Return whether people saw the winner last and far behind when half of the game was over."""
    seen = [page.shown_points or page.points for page in finale.pages]
    gap = max(3, max((value for row in seen for value in row), default=0) // 5)
    late = seen[len(seen) // 2 : len(seen) * 9 // 10]
    return any(row[winner] == min(row) and max(row) - row[winner] >= gap for row in late)


def find_final_points(finale: Finale) -> tuple[int, ...]:
    """Return the points of every seat: by the last page, else by the score sheets."""
    if finale.pages and finale.pages[-1].points:
        return finale.pages[-1].points
    return tuple(
        sum(line.points for line in finale.result.scores.get(seat, ())) for seat in range(len(finale.scene.names))
    )


def rank_totals(finale: Finale) -> list[tuple[int, Seat, int]]:
    """Return place (1 is the best, ties share it), seat and points, in the order of the ranking."""
    final = find_final_points(finale)
    found: list[tuple[int, Seat, int]] = []
    for tied in finale.result.ranking:
        place = len(found) + 1
        for seat in tied:
            lines = finale.result.scores.get(seat, ())
            found.append((place, seat, sum(line.points for line in lines) if len(lines) > 1 else final[seat]))
    return found
