"""The headline of a finished game: found in its result and in who was ahead when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Optional

from engine.kernel.text import Seat
from render.kit.poster import Finale

FactKind = Literal[
    "nobody",  # nobody has won
    "left",  # all others have given up
    "shared",
    "overtaken",  # the winner passed the rival at the very end
    "close",
    "comeback",  # the winner was last and far behind in the second half
    "runaway",
    "led",  # the winner was ahead from the first quarter on
    "won",
]
MIN_STORY_PAGES = 6
"""A game with fewer pages than this has no story of who was ahead."""
MIN_CLOSE_POINTS = 4
"""A game with fewer points than this for the winner is not called close."""


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
    lead = final[winner] - final[rival]
    if set(others).issubset(finale.left_seats):
        return HeadlineFact("left", winner, rival, max(lead, 0))
    if len(winners) > 1 and not finale.result.sides:
        return HeadlineFact("shared", winner, rival, lead)
    if len(finale.pages) >= MIN_STORY_PAGES and finale.pages[0].points and lead > 0:
        return _classify_lead(finale, winner, rival, lead)
    if 0 <= lead <= 1 and final[winner] >= MIN_CLOSE_POINTS:
        return HeadlineFact("close", winner, rival, lead)
    return HeadlineFact("won", winner, rival, lead)


def _classify_lead(finale: Finale, winner: Seat, rival: Seat, final_lead: int) -> HeadlineFact:
    """Classify how the winner came to be ahead of the rival by `final_lead`."""
    leads = _list_leads(finale, _list_others(finale))
    passed = _find_overtaken_seat(finale, leads)
    if passed is not None:
        return HeadlineFact("overtaken", winner, passed, final_lead)
    scale = 1  # the points furthest from 0 in the whole game
    for page in finale.pages:
        scale = max(scale, *page.points, -min(page.points))
    kind: FactKind = "won"
    if final_lead <= max(1, scale // 20):
        kind = "close"
    elif _has_come_back(finale, winner):
        kind = "comeback"
    elif min(leads[len(leads) // 4 :]) > 0:
        kind = "led"
    elif 10 * final_lead >= 3 * scale:
        kind = "runaway"
    return HeadlineFact(kind, winner, rival, final_lead)


def _find_overtaken_seat(finale: Finale, leads: Sequence[int]) -> Seat | None:
    """Return the seat that was ahead of all winners on one of the last pages (a twelfth, at least two), None if there is none."""
    last_pages = max(2, len(leads) // 12)
    for k in range(len(leads) - 2, max(0, len(leads) - last_pages - 1) - 1, -1):
        if leads[k] < 0:
            points = finale.pages[k].points
            return max(_list_others(finale), key=lambda seat: points[seat])
    return None


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
    shown_points = [page.shown_points or page.points for page in finale.pages]
    most_points = max((max(points, default=0) for points in shown_points), default=0)
    wide_gap = max(3, most_points // 5)
    for points in shown_points[len(shown_points) // 2 : len(shown_points) * 9 // 10]:
        if points[winner] == min(points) and max(points) - points[winner] >= wide_gap:
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
    """Return (place, seat, points) in the order of the ranking. Place 1 is the best; ties share a place.

    The points are the sum of a seat's score sheet if that has several lines, so that picture and sheet agree.
    """
    final = find_final_points(finale)
    ranked: list[tuple[int, Seat, int]] = []
    for tied_seats in finale.result.ranking:
        place = len(ranked) + 1
        for seat in tied_seats:
            points = final[seat]
            if len(finale.result.scores.get(seat, ())) > 1:
                points = _sum_score(finale, seat)
            ranked.append((place, seat, points))
    return ranked
