"""The headline of a finished game: found in its result and in who was ahead when."""

from __future__ import annotations

from collections.abc import Sequence
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
    if not winners:
        return HeadlineFact("nobody", None, None)
    final = find_final_points(finale)
    winner = max(winners, key=lambda seat: final[seat])
    others = _list_others(finale)
    if not others:
        return HeadlineFact("shared", winner, None)
    rival = max(others, key=lambda seat: final[seat])
    by = final[winner] - final[rival]
    if set(others).issubset(finale.left_seats):
        return HeadlineFact("left", winner, rival, max(by, 0))
    if len(winners) > 1 and not finale.result.sides:
        return HeadlineFact("shared", winner, rival, by)
    if len(finale.pages) >= MIN_STORY_PAGES and finale.pages[0].points and by > 0:
        return _classify_lead(finale, winner, rival, by)
    if 0 <= by <= 1 and final[winner] > 3:
        return HeadlineFact("close", winner, rival, by)
    return HeadlineFact("won", winner, rival, by)


def _classify_lead(finale: Finale, winner: Seat, rival: Seat, final_lead: int) -> HeadlineFact:
    """Classify how the winner came to be ahead of the rival by `final_lead`."""
    others = _list_others(finale)
    leads = _list_leads(finale, others)
    count = len(leads)
    late = count - max(2, count // 12)
    for k in range(count - 2, max(0, late - 1) - 1, -1):
        if leads[k] < 0:
            points = finale.pages[k].points
            passed = max(others, key=lambda seat: points[seat])
            return HeadlineFact("overtaken", winner, passed, final_lead)
    most = 1
    for page in finale.pages:
        most = max(most, *page.points, -min(page.points))
    if final_lead <= max(1, most // 20):
        return HeadlineFact("close", winner, rival, final_lead)
    if _has_come_back(finale, winner):
        return HeadlineFact("comeback", winner, rival, final_lead)
    if min(leads[count // 4 :]) > 0:
        return HeadlineFact("led", winner, rival, final_lead)
    if final_lead * 10 >= most * 3:
        return HeadlineFact("runaway", winner, rival, final_lead)
    return HeadlineFact("won", winner, rival, final_lead)


def _list_others(finale: Finale) -> list[Seat]:
    """List the seats that have not won."""
    return [seat for seat in range(len(finale.scene.names)) if seat not in finale.result.winners]


def _list_leads(finale: Finale, others: Sequence[Seat]) -> list[int]:
    """List by how much the best winner was ahead of the best of the others, page by page."""
    leads: list[int] = []
    for page in finale.pages:
        winners_best = max(page.points[seat] for seat in finale.result.winners)
        leads.append(winners_best - max(page.points[seat] for seat in others))
    return leads


def _has_come_back(finale: Finale, winner: Seat) -> bool:
    """Return whether people saw the winner last and far behind when half of the game was over."""
    seen = [page.shown_points or page.points for page in finale.pages]
    most = max((max(row, default=0) for row in seen), default=0)
    gap = max(3, most // 5)
    for row in seen[len(seen) // 2 : len(seen) * 9 // 10]:
        if row[winner] == min(row) and max(row) - row[winner] >= gap:
            return True
    return False


def find_final_points(finale: Finale) -> tuple[int, ...]:
    """Return the points of every seat: by the last page, else by the score sheets."""
    if finale.pages and finale.pages[-1].points:
        return finale.pages[-1].points
    return tuple(_sum_score(finale, seat) for seat in range(len(finale.scene.names)))


def _sum_score(finale: Finale, seat: Seat) -> int:
    """Return the points of a seat by its score sheet."""
    return sum(line.points for line in finale.result.scores.get(seat, ()))


def rank_totals(finale: Finale) -> list[tuple[int, Seat, int]]:
    """Return place (1 is the best, ties share it), seat and points, in the order of the ranking."""
    final = find_final_points(finale)
    found: list[tuple[int, Seat, int]] = []
    for tied in finale.result.ranking:
        place = len(found) + 1
        for seat in tied:
            points = final[seat]
            if len(finale.result.scores.get(seat, ())) > 1:
                points = _sum_score(finale, seat)
            found.append((place, seat, points))
    return found
