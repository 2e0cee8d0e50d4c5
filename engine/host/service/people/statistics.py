"""Ratings, wins, best scores and careers of a server's players, computed from the results of rated tables.

Nothing is stored, so an erased user disappears from the statistics, too.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from engine.host.service.service_context import ServiceContext
from engine.host.store import user_data
from engine.host.store.history import finished_tables
from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text, UserError, say
from engine.players.computer_levels import LEVELS

INITIAL_RATING, POINTS_PER_SKILL = 1000, 40
"""The rating of a newcomer, and the points of one step of skill. A rating is mu - 3 sigma, a lower bound that a
player's skill exceeds with a probability of 99.9 % (Weng and Lin 2011, the Plackett-Luce model)."""


class PlayerRating(msgspec.Struct, frozen=True):
    """A user's rating on one server, in one game or in all. `best_margin` is the widest win in points."""

    user_id: int
    name: str
    game_count: int
    win_count: int
    rating: int
    best_margin: int = 0


class BestScore(msgspec.Struct, frozen=True):
    """The best anybody has reached: a line of the score sheet, a total, or a highlight."""

    game: str
    label: Text
    points: int
    user_id: int
    name: str
    achieved_at: int


class ComputerScore(msgspec.Struct, frozen=True):
    """Games and wins of people against computers of a level; `fewest_moves` is the length of the fastest win (None: no win)."""

    game: str
    level: str
    game_count: int
    win_count: int
    fewest_moves: int | None


class WinTally(msgspec.Struct, frozen=True):
    """Games and wins with something: a side, or a friend at the same table. `opponent_wins` are the games the friend won."""

    name: Text
    game_count: int
    win_count: int
    opponent_wins: int = 0


class Career(msgspec.Struct, frozen=True):
    """A user's ratings after each of their games, oldest first, and wins by side and by friend, most games first."""

    ratings: tuple[int, ...]
    sides: tuple[WinTally, ...]
    friends: tuple[WinTally, ...]


class Statistics:
    """The statistics of a server."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def rank_players(self, guild_id: int, game: str | None = None) -> list[PlayerRating]:
        """Return the rating of everybody with a rated game on a server, best first; of one game or of all."""
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, game, self._context.now())
        hidden = await user_data.list_unlisted(self._context.store)
        return await asyncio.to_thread(lambda: [one for one in compute_ratings(tables) if one.user_id not in hidden])

    async def list_best_scores(self, guild_id: int, game: str | None = None) -> list[BestScore]:
        """Return the best scores on a server, of one game or of all."""
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, game, self._context.now())
        hidden = await user_data.list_unlisted(self._context.store)
        return await asyncio.to_thread(lambda: find_best_scores(tables, hidden))

    async def list_computer_scores(self, guild_id: int, user_id: int | None = None) -> list[ComputerScore]:
        """Count a server's games against computers, by game and level, of all users or of one."""
        tables = await finished_tables.list_computer_tables(self._context.store, guild_id, self._context.now())
        return count_computer_wins(tables, user_id)

    async def list_player_ratings(self, guild_id: int, user_id: int) -> list[tuple[str, PlayerRating]]:
        """Return a user's rating in every game played on a server, with its slug. Raises UserError if the user is hidden."""
        if user_id in await user_data.list_unlisted(self._context.store):
            raise UserError(say("This person has left the statistics."))
        found: list[tuple[str, PlayerRating]] = []
        for game in self._context.catalogue.list_games():
            standing = next(
                (one for one in await self.rank_players(guild_id, game.slug) if one.user_id == user_id), None
            )
            if standing is not None:
                found.append((game.slug, standing))
        return found

    async def build_career(self, guild_id: int, user_id: int) -> Career:
        """Return a user's career in all games of a server. Raises UserError if the user is hidden."""
        hidden = await user_data.list_unlisted(self._context.store)
        if user_id in hidden:
            raise UserError(say("This person has left the statistics."))
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, None, self._context.now())
        return await asyncio.to_thread(compute_career, tables, user_id, hidden)


def compute_career(tables: Sequence[FinishedTable], user_id: int, hidden_users: frozenset[int] = frozenset()) -> Career:
    """Compute a user's career from tables in the order of their ends. Hidden and erased users count as no friends."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = defaultdict(model.rating)
    found: list[int] = []
    sides: dict[str, WinTally] = {}
    friends: dict[int, WinTally] = {}
    for table in tables:
        users = {person.seat: person.user_id for person in table.seats}
        _update_ratings(model, ratings, users, table.result)
        mine = next((person for person in table.seats if person.user_id == user_id), None)
        if mine is None:
            continue
        found.append(INITIAL_RATING + round(POINTS_PER_SKILL * ratings[user_id].ordinal()))
        won = mine.seat in table.result.winners
        if (role := table.result.roles.get(mine.seat)) is not None:
            key = f"{table.game} {msgspec.json.encode(role).decode()}"
            sides[key] = _add_game(sides.get(key, WinTally(role, 0, 0)), is_win=won)
        for other in table.seats:
            if other.user_id <= 0 or other.user_id == user_id or other.user_id in hidden_users:
                continue
            was = friends.get(other.user_id, WinTally(Text(""), 0, 0))
            named = msgspec.structs.replace(was, name=say("{name}", name=other.name))
            friends[other.user_id] = _add_game(named, is_win=won, is_opponent_win=other.seat in table.result.winners)

    def most(tallies: dict[Any, WinTally]) -> tuple[WinTally, ...]:
        return tuple(sorted(tallies.values(), key=lambda one: (-one.game_count, -one.win_count)))

    return Career(tuple(found), most(sides), most(friends))


def _add_game(tally: WinTally, *, is_win: bool, is_opponent_win: bool = False) -> WinTally:
    return WinTally(tally.name, tally.game_count + 1, tally.win_count + is_win, tally.opponent_wins + is_opponent_win)


def compute_ratings(tables: Sequence[FinishedTable]) -> list[PlayerRating]:
    """Compute everybody's rating, best first, from tables in the order of their ends."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = defaultdict(model.rating)
    games: dict[int, int] = defaultdict(int)
    wins: dict[int, int] = defaultdict(int)
    margins: dict[int, int] = defaultdict(int)
    names: dict[int, str] = {}
    for table in tables:
        users = {person.seat: person.user_id for person in table.seats}
        _update_ratings(model, ratings, users, table.result)
        wide = _compute_margin(table.result)
        for person in table.seats:
            names[person.user_id] = person.name
            games[person.user_id] += 1
            if person.seat in table.result.winners:
                wins[person.user_id] += 1
                margins[person.user_id] = max(margins[person.user_id], wide)
    found = [
        PlayerRating(
            user,
            name,
            games[user],
            wins[user],
            INITIAL_RATING + round(POINTS_PER_SKILL * ratings[user].ordinal()),
            margins[user],
        )
        for user, name in names.items()
        if user > 0
    ]
    return sorted(found, key=lambda one: (-one.rating, -one.win_count, one.name.casefold(), one.user_id))


def count_computer_wins(tables: Iterable[FinishedTable], user_id: int | None = None) -> list[ComputerScore]:
    """Count the games of people (or one of them) against each computer level of each game, weakest level first.

    A person beats a level by winning a game that none of its computers wins. A game does not count for people whose
    seat a computer played.
    """
    found: dict[tuple[str, int], ComputerScore] = {}
    for table in tables:
        here = [
            person
            for person in table.seats
            if person.user_id > 0 and not person.has_left and person.seat not in table.substituted_seats
        ]
        people = [person.seat for person in here if user_id in (None, person.user_id)]
        levels: dict[str, list[Seat]] = defaultdict(list)
        for person in table.seats:
            if person.is_computer:
                levels[person.computer_level].append(person.seat)
        if not people:
            continue
        won = bool({*people} & {*table.result.winners})
        for level, theirs in levels.items():
            key = (table.game, LEVELS.index(level) if level in LEVELS else len(LEVELS))
            was = found.get(key, ComputerScore(table.game, level, 0, 0, None))
            fell = won and not {*theirs} & {*table.result.winners}
            fastest = (
                was.fewest_moves
                if not fell
                else table.move_count
                if was.fewest_moves is None
                else min(was.fewest_moves, table.move_count)
            )
            found[key] = ComputerScore(table.game, level, was.game_count + 1, was.win_count + fell, fastest)
    return [found[key] for key in sorted(found)]


def _update_ratings(
    model: PlackettLuce, ratings: dict[int, PlackettLuceRating], users: dict[Seat, int], result: GameResult
) -> None:
    """Update the ratings by one game; players of one side rise and fall together."""
    sides = result.sides or tuple((seat,) for seat in users)
    places = {seat: place for place, tied in enumerate(result.ranking) for seat in tied}
    after = model.rate(
        [[ratings[users[seat]] for seat in side] for side in sides],
        ranks=[min(places[seat] for seat in side) for side in sides],
    )
    for side, rated in zip(sides, after, strict=True):
        for seat, rating in zip(side, rated, strict=True):
            ratings[users[seat]] = rating


def _compute_margin(result: GameResult) -> int:
    """Compute the winners' lead over the next player in points; 0 in a game without points, or if everybody won.

    A sheet of a single line is no sum of points: it counts what the line says, such as rows.
    """
    totals = {seat: sum(line.points for line in lines) for seat, lines in result.scores.items() if len(lines) > 1}
    others = [total for seat, total in totals.items() if seat not in result.winners]
    return max((totals[seat] for seat in result.winners if seat in totals), default=0) - max(others) if others else 0


def find_best_scores(tables: Iterable[FinishedTable], hidden_users: frozenset[int] = frozenset()) -> list[BestScore]:
    """Find the best scores of every game, totals first; the first to reach a number keeps it."""
    found: dict[tuple[str, str], BestScore] = {}
    for table in tables:
        for person in table.seats:
            if person.user_id in hidden_users or person.user_id <= 0:
                continue
            lines = table.result.scores.get(person.seat, ())
            counted = [(line.label, line.points) for line in [*lines, *table.result.highlights.get(person.seat, ())]]
            if len(lines) > 1:
                counted.insert(0, (say("Points in all"), sum(line.points for line in lines)))
            for label, points in counted:
                key = (table.game, label.template)
                if points > 0 and (key not in found or points > found[key].points):
                    found[key] = BestScore(table.game, label, points, person.user_id, person.name, table.ended_at)
    return sorted(found.values(), key=lambda one: (one.game, one.label.template != "Points in all"))
