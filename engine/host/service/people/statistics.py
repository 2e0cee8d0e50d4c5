"""Ratings, wins, best scores and careers of a server's players, computed from the results of rated tables.

Nothing is stored, so an erased user disappears from the statistics, too. `ratings` has the rules of rating.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from engine.host.service.people.ratings import RatingLadder, find_rated_winners
from engine.host.service.service_context import ServiceContext
from engine.host.store import user_data
from engine.host.store.history import finished_tables
from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text, UserError, say
from engine.players.computer_levels import LEVELS


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


class SubstitutedGames(msgspec.Struct, frozen=True):
    """The games in which a computer moved for a person, and its moves there."""

    game: str
    game_count: int
    move_count: int


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
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, game)
        hidden_users = await user_data.list_unlisted(self._context.store)
        ratings = await asyncio.to_thread(compute_ratings, tables)
        return [rating for rating in ratings if rating.user_id not in hidden_users]

    async def list_best_scores(self, guild_id: int, game: str | None = None) -> list[BestScore]:
        """Return the best scores on a server, of one game or of all."""
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, game)
        hidden_users = await user_data.list_unlisted(self._context.store)
        return await asyncio.to_thread(find_best_scores, tables, hidden_users)

    async def list_computer_scores(self, guild_id: int, user_id: int | None = None) -> list[ComputerScore]:
        """Count a server's games against computers, by game and level, of all users or of one."""
        tables = await finished_tables.list_computer_tables(self._context.store, guild_id)
        return count_computer_wins(tables, user_id)

    async def list_substituted_games(self, guild_id: int, user_id: int) -> list[SubstitutedGames]:
        """Count the finished games in which a computer moved for a user, whether they count or not."""
        rows = await finished_tables.count_substituted_games(self._context.store, guild_id, user_id)
        return [SubstitutedGames(*row) for row in rows]

    async def list_player_ratings(self, guild_id: int, user_id: int) -> list[tuple[str, PlayerRating]]:
        """Return a user's rating in every game played on a server, with its slug. Raises UserError if the user is hidden."""
        await self._require_listed(user_id)
        ratings: list[tuple[str, PlayerRating]] = []
        for game in self._context.catalogue.list_games():
            ranking = await self.rank_players(guild_id, game.slug)
            own_rating = None
            for rating in ranking:
                if rating.user_id == user_id:
                    own_rating = rating
                    break
            if own_rating is not None:
                ratings.append((game.slug, own_rating))
        return ratings

    async def build_career(self, guild_id: int, user_id: int) -> Career:
        """Return a user's career in all games of a server. Raises UserError if the user is hidden."""
        hidden_users = await self._require_listed(user_id)
        tables = await finished_tables.list_rated_tables(self._context.store, guild_id, None)
        return await asyncio.to_thread(compute_career, tables, user_id, hidden_users)

    async def _require_listed(self, user_id: int) -> frozenset[int]:
        """Return the users who are hidden from the statistics. Raises UserError if the user is one of them."""
        hidden_users = await user_data.list_unlisted(self._context.store)
        if user_id in hidden_users:
            raise UserError(say("This person has left the statistics."))
        return hidden_users


def compute_career(tables: Sequence[FinishedTable], user_id: int, hidden_users: frozenset[int] = frozenset()) -> Career:
    """Compute a user's career from tables in the order of their ends. Hidden and erased users count as no friends."""
    ladder = RatingLadder()
    ratings: list[int] = []
    sides: dict[str, WinTally] = {}
    friends: dict[int, WinTally] = {}
    for table in tables:
        if table.was_left_early:
            continue
        ladder.rate_game(table)
        own_seat = None
        for person in table.seats:
            if person.user_id == user_id:
                own_seat = person.seat
                break
        if own_seat is None:
            continue
        ratings.append(ladder.compute_rating(user_id))
        winners = find_rated_winners(table)
        is_win = own_seat in winners
        role = table.result.roles.get(own_seat)
        if role is not None:
            key = f"{table.game} {msgspec.json.encode(role).decode()}"
            sides[key] = _add_game(sides.get(key, WinTally(role, 0, 0)), is_win=is_win)
        for other in table.seats:
            if other.user_id <= 0 or other.user_id == user_id or other.user_id in hidden_users:
                continue
            tally = friends.get(other.user_id, WinTally(Text(""), 0, 0))
            tally = msgspec.structs.replace(tally, name=say("{name}", name=other.name))
            friends[other.user_id] = _add_game(tally, is_win=is_win, is_opponent_win=other.seat in winners)
    return Career(tuple(ratings), _sort_by_games(sides.values()), _sort_by_games(friends.values()))


def _sort_by_games(tallies: Iterable[WinTally]) -> tuple[WinTally, ...]:
    return tuple(sorted(tallies, key=lambda tally: (-tally.game_count, -tally.win_count)))


def _add_game(tally: WinTally, *, is_win: bool, is_opponent_win: bool = False) -> WinTally:
    return WinTally(tally.name, tally.game_count + 1, tally.win_count + is_win, tally.opponent_wins + is_opponent_win)


def compute_ratings(tables: Sequence[FinishedTable]) -> list[PlayerRating]:
    """Compute everybody's rating, best first, from tables in the order of their ends."""
    ladder = RatingLadder()
    records: dict[int, PlayerRating] = {}
    for table in tables:
        if table.was_left_early:
            continue
        ladder.rate_game(table)
        winners = find_rated_winners(table)
        margin = _compute_margin(table)
        for person in table.seats:
            record = records.get(person.user_id, PlayerRating(person.user_id, "", 0, 0, 0))
            record = msgspec.structs.replace(record, name=person.name, game_count=record.game_count + 1)
            if person.seat in winners:
                record = msgspec.structs.replace(
                    record, win_count=record.win_count + 1, best_margin=max(record.best_margin, margin)
                )
            records[person.user_id] = record
    ratings: list[PlayerRating] = []
    for user_id, record in records.items():
        if user_id > 0:  # neither erased users nor computers
            ratings.append(msgspec.structs.replace(record, rating=ladder.compute_rating(user_id)))
    return sorted(
        ratings, key=lambda record: (-record.rating, -record.win_count, record.name.casefold(), record.user_id)
    )


def count_computer_wins(tables: Iterable[FinishedTable], user_id: int | None = None) -> list[ComputerScore]:
    """Count the games of people (or one of them) against each computer level of each game, weakest level first.

    A person beats a level by winning a game that none of its computers wins. A game does not count for people for whose
    seat somebody else moved, nor for the level of a computer whose seat a person has taken.
    """
    scores: dict[tuple[str, int], ComputerScore] = {}
    for table in tables:
        people = _list_counted_seats(table, user_id)
        if not people:
            continue
        winners = {*table.result.winners}
        is_won = not winners.isdisjoint(people)
        seats_by_level: dict[str, list[Seat]] = defaultdict(list)
        for person in table.seats:
            if person.is_computer and not person.has_left:
                seats_by_level[person.computer_level].append(person.seat)
        for level, computers in seats_by_level.items():
            key = (table.game, LEVELS.index(level) if level in LEVELS else len(LEVELS))
            score = scores.get(key, ComputerScore(table.game, level, 0, 0, None))
            scores[key] = _add_computer_game(score, table.move_count, is_win=is_won and winners.isdisjoint(computers))
    return [scores[key] for key in sorted(scores)]


def _list_counted_seats(table: FinishedTable, user_id: int | None) -> list[Seat]:
    """List the seats of people (or of one user) for whom the game counts."""
    return [
        person.seat
        for person in table.seats
        if user_id in (None, person.user_id) and person.user_id > 0 and not person.has_left
    ]


def _add_computer_game(score: ComputerScore, move_count: int, *, is_win: bool) -> ComputerScore:
    if not is_win:
        return msgspec.structs.replace(score, game_count=score.game_count + 1)
    fewest_moves = move_count
    if score.fewest_moves is not None:
        fewest_moves = min(move_count, score.fewest_moves)
    return ComputerScore(score.game, score.level, score.game_count + 1, score.win_count + 1, fewest_moves)


def _compute_margin(table: FinishedTable) -> int:
    """Compute the winners' lead over the next player in points; 0 in a game without points, or if everybody won.

    A sheet of a single line is no sum of points: it counts what the line says, such as rows. A seat that was left gives no lead.
    """
    winners = find_rated_winners(table)
    winning_totals: list[int] = []
    other_totals: list[int] = []
    for person in table.seats:
        lines = table.result.scores.get(person.seat, ())
        if len(lines) <= 1 or person.has_left:
            continue
        total = sum(line.points for line in lines)
        if person.seat in winners:
            winning_totals.append(total)
        else:
            other_totals.append(total)
    if not other_totals or not winning_totals:
        return 0
    return max(winning_totals) - max(other_totals)


def find_best_scores(tables: Iterable[FinishedTable], hidden_users: frozenset[int] = frozenset()) -> list[BestScore]:
    """Find the best scores of every game, totals first; the first to reach a number keeps it.

    The points of a seat that was left are nobody's.
    """
    best_scores: dict[tuple[str, str], BestScore] = {}
    for table in tables:
        for person in table.seats:
            if person.user_id in hidden_users or person.user_id <= 0 or person.has_left:
                continue
            for label, points in _list_scores(table.result, person.seat):
                key = (table.game, label.template)
                best_points = 0
                if key in best_scores:
                    best_points = best_scores[key].points
                if points > best_points:
                    best_scores[key] = BestScore(table.game, label, points, person.user_id, person.name, table.ended_at)
    return sorted(best_scores.values(), key=lambda score: (score.game, score.label.template != "Points in all"))


def _list_scores(result: GameResult, seat: Seat) -> list[tuple[Text, int]]:
    """List the total, the lines of the score sheet and the highlights of a seat, with their points."""
    lines = result.scores.get(seat, ())
    scores: list[tuple[Text, int]] = []
    if len(lines) > 1:
        scores.append((say("Points in all"), sum(line.points for line in lines)))
    for line in (*lines, *result.highlights.get(seat, ())):
        scores.append((line.label, line.points))
    return scores
