"""What friends remember of finished games: who plays, who wins and by how much, ratings, and the best of everything.

Nothing of this is stored. It is worked out from the results of a server's rated tables each time somebody asks, so a person
who is taken out of the tables is out of the statistics too.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from engine.host.service.context import Context
from engine.host.store import people
from engine.host.store.past import results
from engine.host.store.past.results import Finished
from engine.kernel.script import Result
from engine.kernel.text import Refusal, Seat, Text, say
from engine.players.computer_levels import LEVELS

START, STEP = 1000, 40
"""The rating of a newcomer, and the points of one step of skill. A rating is what a player is worth at least, with three parts
in four thousand of doubt left: mu - 3 sigma (Weng and Lin 2011, the Plackett-Luce model)."""


class Standing(msgspec.Struct, frozen=True):
    """One person on one server: in one game, or in all of them. `margin` is the widest win in points."""

    user: int
    name: str
    games: int
    wins: int
    rating: int
    margin: int = 0


class Best(msgspec.Struct, frozen=True):
    """The best anybody has done in something: a line of the score sheet, the whole of it, or a feat."""

    game: str
    label: Text
    points: int
    user: int
    name: str
    at: int


class AgainstComputers(msgspec.Struct, frozen=True):
    """How people have done against computers of a level in a game: of so many `games` they have `beaten` them in how many, the
    fastest after `moves` moves of all (None: never)."""

    game: str
    level: str
    games: int
    beaten: int
    moves: int | None


class Tally(msgspec.Struct, frozen=True):
    """Games and wins with something: a side, or a friend at the same table. `theirs` are the games that the friend has won."""

    name: Text
    games: int
    wins: int
    theirs: int = 0


class Career(msgspec.Struct, frozen=True):
    """One person's way: the rating after each of their games, oldest first, wins by side and by friend, most games first."""

    ratings: tuple[int, ...]
    sides: tuple[Tally, ...]
    friends: tuple[Tally, ...]


class Statistics:
    """Looking back."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def leaderboard(self, guild: int, game: str | None = None) -> list[Standing]:
        """Everybody with a rated game on a server, best rating first; of one game or of all."""
        tables = await results.finished(self._context.store, guild, game, self._context.time())
        hidden = await people.unlisted(self._context.store)
        return await asyncio.to_thread(lambda: [one for one in standings(tables) if one.user not in hidden])

    async def best(self, guild: int, game: str | None = None) -> list[Best]:
        """The best of everything that is counted, of one game or of all."""
        tables = await results.finished(self._context.store, guild, game, self._context.time())
        hidden = await people.unlisted(self._context.store)
        return await asyncio.to_thread(lambda: bests(tables, hidden))

    async def against_computers(self, guild: int, user: int | None = None) -> list[AgainstComputers]:
        """How the people of a server, or one of them, have done against computers, by game and level. It counts nowhere else."""
        tables = await results.against_computers(self._context.store, guild, self._context.time())
        return beaten(tables, user)

    async def played(self, guild: int, user: int) -> list[tuple[str, Standing]]:
        """One person's standing in every game that they have played on a server. Raises Refusal: unlisted."""
        if user in await people.unlisted(self._context.store):
            raise Refusal(say("This person has left the statistics."))
        found: list[tuple[str, Standing]] = []
        for game in self._context.catalogue.games():
            standing = next((one for one in await self.leaderboard(guild, game.slug) if one.user == user), None)
            if standing is not None:
                found.append((game.slug, standing))
        return found

    async def career(self, guild: int, user: int) -> Career:
        """One person's way through all games of a server. Raises Refusal: unlisted."""
        hidden = await people.unlisted(self._context.store)
        if user in hidden:
            raise Refusal(say("This person has left the statistics."))
        tables = await results.finished(self._context.store, guild, None, self._context.time())
        return await asyncio.to_thread(career, tables, user, hidden)


def career(tables: Sequence[Finished], user: int, hidden: frozenset[int] = frozenset()) -> Career:
    """One person's way through `tables`, in the order in which they ended. Who is hidden or was erased is nobody's friend."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = defaultdict(model.rating)
    found: list[int] = []
    sides: dict[str, Tally] = {}
    friends: dict[int, Tally] = {}
    for table in tables:
        users = {person.seat: person.user for person in table.seats}
        _rate(model, ratings, users, table.result)
        mine = next((person for person in table.seats if person.user == user), None)
        if mine is None:
            continue
        found.append(START + round(STEP * ratings[user].ordinal()))
        won = mine.seat in table.result.winners
        if (role := table.result.roles.get(mine.seat)) is not None:
            key = f"{table.game} {msgspec.json.encode(role).decode()}"
            sides[key] = _one_more(sides.get(key, Tally(role, 0, 0)), won=won)
        for other in table.seats:
            if other.user <= 0 or other.user == user or other.user in hidden:
                continue
            was = friends.get(other.user, Tally(Text(""), 0, 0))
            named = msgspec.structs.replace(was, name=say("{name}", name=other.name))
            friends[other.user] = _one_more(named, won=won, theirs=other.seat in table.result.winners)

    def most(tallies: dict[Any, Tally]) -> tuple[Tally, ...]:
        return tuple(sorted(tallies.values(), key=lambda one: (-one.games, -one.wins)))

    return Career(tuple(found), most(sides), most(friends))


def _one_more(tally: Tally, *, won: bool, theirs: bool = False) -> Tally:
    return Tally(tally.name, tally.games + 1, tally.wins + won, tally.theirs + theirs)


def standings(tables: Sequence[Finished]) -> list[Standing]:
    """Everybody's figures, best rating first. `tables` in the order in which they ended."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = defaultdict(model.rating)
    games: dict[int, int] = defaultdict(int)
    wins: dict[int, int] = defaultdict(int)
    margins: dict[int, int] = defaultdict(int)
    names: dict[int, str] = {}
    for table in tables:
        users = {person.seat: person.user for person in table.seats}
        _rate(model, ratings, users, table.result)
        wide = _margin(table.result)
        for person in table.seats:
            names[person.user] = person.name
            games[person.user] += 1
            if person.seat in table.result.winners:
                wins[person.user] += 1
                margins[person.user] = max(margins[person.user], wide)
    found = [
        Standing(
            user,
            name,
            games[user],
            wins[user],
            START + round(STEP * ratings[user].ordinal()),
            margins[user],
        )
        for user, name in names.items()
        if user > 0
    ]
    return sorted(found, key=lambda one: (-one.rating, -one.wins, one.name.casefold(), one.user))


def beaten(tables: Iterable[Finished], user: int | None = None) -> list[AgainstComputers]:
    """Each level of each game that people (or one of them) have played against, the weakest first. A level is beaten by a person
    who wins where none of its computers does; for whom a computer has played, they have not played against it."""
    found: dict[tuple[str, int], AgainstComputers] = {}
    for table in tables:
        here = [
            person for person in table.seats if person.user > 0 and not person.left and person.seat not in table.helped
        ]
        people = [person.seat for person in here if user in (None, person.user)]
        levels: dict[str, list[Seat]] = defaultdict(list)
        for person in table.seats:
            if person.own:
                levels[person.level].append(person.seat)
        if not people:
            continue
        won = bool({*people} & {*table.result.winners})
        for level, theirs in levels.items():
            key = (table.game, LEVELS.index(level) if level in LEVELS else len(LEVELS))
            was = found.get(key, AgainstComputers(table.game, level, 0, 0, None))
            fell = won and not {*theirs} & {*table.result.winners}
            fastest = was.moves if not fell else table.moves if was.moves is None else min(was.moves, table.moves)
            found[key] = AgainstComputers(table.game, level, was.games + 1, was.beaten + fell, fastest)
    return [found[key] for key in sorted(found)]


def _rate(model: PlackettLuce, ratings: dict[int, PlackettLuceRating], users: dict[Seat, int], result: Result) -> None:
    """One game's effect on the ratings of its players; those who played as one side rise and fall together."""
    sides = result.sides or tuple((seat,) for seat in users)
    places = {seat: place for place, tied in enumerate(result.ranking) for seat in tied}
    after = model.rate(
        [[ratings[users[seat]] for seat in side] for side in sides],
        ranks=[min(places[seat] for seat in side) for side in sides],
    )
    for side, rated in zip(sides, after, strict=True):
        for seat, rating in zip(side, rated, strict=True):
            ratings[users[seat]] = rating


def _margin(result: Result) -> int:
    """By how many points the winners were ahead of the next; 0 where a game has no points or everybody won. A sheet of a single
    line is no sum of points: it counts what the line says, such as rows."""
    totals = {seat: sum(line.points for line in lines) for seat, lines in result.scores.items() if len(lines) > 1}
    others = [total for seat, total in totals.items() if seat not in result.winners]
    return max((totals[seat] for seat in result.winners if seat in totals), default=0) - max(others) if others else 0


def bests(tables: Iterable[Finished], hidden: frozenset[int] = frozenset()) -> list[Best]:
    """The best of every game, whole scores first; the first to reach a number keeps it."""
    found: dict[tuple[str, str], Best] = {}
    for table in tables:
        for person in table.seats:
            if person.user in hidden or person.user <= 0:
                continue
            lines = table.result.scores.get(person.seat, ())
            counted = [(line.label, line.points) for line in [*lines, *table.result.highlights.get(person.seat, ())]]
            if len(lines) > 1:
                counted.insert(0, (say("Points in all"), sum(line.points for line in lines)))
            for label, points in counted:
                key = (table.game, label.template)
                if points > 0 and (key not in found or points > found[key].points):
                    found[key] = Best(table.game, label, points, person.user, person.name, table.at)
    return sorted(found.values(), key=lambda one: (one.game, one.label.template != "Points in all"))
