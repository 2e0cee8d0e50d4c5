"""The rules of rating, F1 to F9 of docs/fair-play.md, as one game after the other is rated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

from openskill.models import PlackettLuce, PlackettLuceRating

from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel.text import Seat

INITIAL_RATING, POINTS_PER_SKILL = 1000, 40
"""The rating of a newcomer, and the points of one step of skill. A rating is mu - 3 sigma, a lower bound that a
player's skill exceeds with a probability of 99.9 % (Weng and Lin 2011, the Plackett-Luce model)."""


class RatingLadder:
    """The skills of players, updated by one game after the other."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._skills: dict[int, PlackettLuceRating] = defaultdict(self._model.rating)

    def compute_rating(self, user_id: int) -> int:
        """Compute the rating of a user after the games so far."""
        return INITIAL_RATING + round(POINTS_PER_SKILL * self._skills[user_id].ordinal())

    def rate_game(self, table: FinishedTable) -> None:
        """Update the skills by a game. Players of one side rise and fall together, but a player who has left loses alone."""
        left_seats = {person.seat for person in table.seats if person.has_left}
        if not table.result.winners and not left_seats:
            return
        users = {person.seat: person.user_id for person in table.seats}
        sides = table.result.sides or tuple((seat,) for seat in users)
        places = [_find_side_place(table, side, left_seats) for side in sides]
        new_skills = self._rate_sides(sides, users, places)
        for index, side in enumerate(sides):
            leavers = left_seats.intersection(side)
            if not leavers:
                continue
            # As if their whole side had come last, while a partner keeps the place of the side.
            lost_places = [*places[:index], _find_last_place(table), *places[index + 1 :]]
            skills_after_loss = self._rate_sides(sides, users, lost_places)
            new_skills.update({seat: skills_after_loss[seat] for seat in leavers})
        for seat, skill in new_skills.items():
            if seat in left_seats and skill.ordinal() > self._skills[users[seat]].ordinal():
                continue  # a draw with others who have left is no success
            self._skills[users[seat]] = skill

    def _rate_sides(
        self, sides: Sequence[Sequence[Seat]], users: dict[Seat, int], places: Sequence[int]
    ) -> dict[Seat, PlackettLuceRating]:
        """Return the skill of every seat after a game that ended in these places, the lowest number first."""
        teams: list[list[PlackettLuceRating]] = []
        for side in sides:
            teams.append([self._skills[users[seat]] for seat in side])
        rated_teams = self._model.rate(teams, ranks=[float(place) for place in places])
        new_skills: dict[Seat, PlackettLuceRating] = {}
        for side, skills in zip(sides, rated_teams, strict=True):
            new_skills.update(zip(side, skills, strict=True))
        return new_skills


def find_rated_winners(table: FinishedTable) -> frozenset[Seat]:
    """Return the seats whose players have won: the best of those who stayed, nobody if the game has no winner."""
    if not table.result.winners:
        return frozenset()
    seats_by_place: dict[int, list[Seat]] = {}
    for person in table.seats:
        if person.has_left:
            continue
        seats_by_place.setdefault(_find_place(table, person.seat), []).append(person.seat)
    if not seats_by_place:
        return frozenset()
    winners = frozenset(chain(*seats_by_place.values())).intersection(table.result.winners)
    return winners or frozenset(seats_by_place[min(seats_by_place)])


def _find_side_place(table: FinishedTable, side: Sequence[Seat], left_seats: set[Seat]) -> int:
    """Return the place of a side by those who stayed; the last one if all have left."""
    return min((_find_place(table, seat) for seat in side if seat not in left_seats), default=_find_last_place(table))


def _find_last_place(table: FinishedTable) -> int:
    """Return the place of those who have left, which is below all others."""
    return len(table.result.ranking)


def _find_place(table: FinishedTable, seat: Seat) -> int:
    """Return the place of a seat from 0, in a game without a winner 0 for everybody."""
    if not table.result.winners:
        return 0
    for place, tied_seats in enumerate(table.result.ranking):
        if seat in tied_seats:
            return place
    raise ValueError(f"the ranking has no seat {seat}")
