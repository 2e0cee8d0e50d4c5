"""A game that began elsewhere: a text record becomes a table here, checked move by move before anything is written."""

from __future__ import annotations

import asyncio

import msgspec

from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.model.table import HOUSE, NOBODY, Seated, Table
from engine.host.service.context import Loaded, Seeds, new_seed, resignation, seated
from engine.host.service.lobby import Lobby
from engine.host.store import archive, tables
from engine.host.store.database import Store, Transaction
from engine.host.store.tables import NewEntry
from engine.kernel import position as kernel
from engine.kernel.menu import forced, secret
from engine.kernel.position import Move, Position, Run
from engine.kernel.record import BadRecord, Record, dump, line_of, parse
from engine.kernel.registry import AnyGame
from engine.kernel.script import restored, settle
from engine.kernel.text import Refusal, Seat, Text, Who, say, write

LARGEST = 256 * 1024
"""Characters of a record that can be opened."""
LONGEST = 5_000
"""Moves of a record that can be opened."""


class Checked(msgspec.Struct, frozen=True):
    """A record that plays: its entries from the deal on, the position they lead to, and whether the game is over there."""

    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    over: bool


class Imports(Lobby):
    """The lobby of a game with a past: every seat is there from the beginning, and people choose theirs."""

    def __init__(self, store: Store, catalogue: Catalogue, clock: Clock, seeds: Seeds = new_seed) -> None:
        super().__init__(store, catalogue, clock, seeds)
        self._one_at_a_time = asyncio.Lock()

    async def open_record(self, guild: int, channel: int, user: int, name: str, text: str) -> Table:
        """Open a table for a record and give its opener the first seat; `start` begins it where the record ends.

        Raises Refusal, naming the line, for a text that is not a record or does not play; channel taken.
        """
        record, (game, digest, data) = await self._game(text)
        await self._checked(game, record, text)
        options = restored(game.settings, record.options)
        people = [Seated(0, user, name), *(_free(seat) for seat in range(1, record.seats))]

        async def also(tx: Transaction, table_id: int) -> None:
            await tables.keep_components(tx, game.slug, (digest, data))
            await tables.set_table(tx, table_id, seed=record.seed, components=digest)
            # Written anew: what else stands in a text, a friend's name in a comment, is not ours to keep.
            await archive.save_record(tx, table_id, dump(record))

        return await self._opened(guild, channel, user, game.slug, options, settle(HOUSE, {}), people, also)

    async def sit(self, table_id: int, user: int, name: str, seat: Seat) -> Table:
        """Take a certain free seat of a game from a record, leaving one's own. Raises Refusal."""
        async with self._lobby(table_id) as table:
            if not table.imported or not 0 <= seat < len(table.seats):
                raise Refusal(say("Seats can be chosen at tables that were opened from a record. Press Join."))
            if table.seats[seat].user not in (NOBODY, user):
                raise Refusal(say("{seat} sits there already. Choose a free seat.", seat=Who(seat)))
            if table.seat_of(user) is None:
                await self._require_invitation(table, user)
            people = [_free(person.seat) if person.user == user else person for person in table.seats]
            people[seat] = Seated(seat, user, name)
            return await self._reseat(table, people)

    async def join(self, table_id: int, user: int, name: str) -> Table:
        """Sit down; on the first free seat of a game from a record. Raises Refusal."""
        table = await self.table(table_id)
        if not table.imported or table.seat_of(user) is not None:
            return await super().join(table_id, user, name)
        seat = next((person.seat for person in table.seats if person.user == NOBODY), None)
        if seat is None:
            raise Refusal(
                say(
                    "All {n} seats are taken. /play in another channel or thread opens a new table.", n=len(table.seats)
                )
            )
        return await self.sit(table_id, user, name, seat)

    async def leave(self, table_id: int, user: int) -> Table:
        """Get up before the game begins; the last one to leave closes the table. Raises Refusal."""
        table = await self.table(table_id)
        if not table.imported or table.status != "lobby" or table.seat_of(user) is None:
            return await super().leave(table_id, user)
        async with self._lobby(table_id) as table:
            people = [_free(person.seat) if person.user == user else person for person in table.seats]
            left = [person.user for person in people if person.user != NOBODY]
            if not left:
                return await self._end(table, "closed")
            return await self._reseat(table, people, opened_by=left[0] if table.opened_by == user else None)

    async def set_option(self, table_id: int, user: int, name: str, value: str) -> Table:
        """Change an option before the game begins. Raises Refusal; in a game from a record for all but who may join."""
        if name != "joining" and (await self.table(table_id)).imported:
            raise Refusal(say("This game comes from a record, and its options with it."))
        return await super().set_option(table_id, user, name, value)

    async def start(self, table_id: int, user: int) -> Table:
        """Begin the game; one from a record goes on where the record ends. Raises Refusal."""
        text = await archive.record(self.store, table_id)
        if text is None:
            return await super().start(table_id, user)
        record, (game, digest, data) = await self._game(text)
        checked = await self._checked(game, record, text)
        async with self._lobby(table_id) as table:
            seated(table, user)
            gone = {seat for _, seat in record.resigned}
            free = [p.seat + 1 for p in table.seats if p.user == NOBODY and p.seat not in gone]
            if free and not checked.over:
                raise Refusal(
                    say(
                        "The game goes on from here, so every seat needs somebody. Still free: {seats}.",
                        seats=list(free),
                    )
                )
            people = tuple(msgspec.structs.replace(p, left=p.seat in gone) for p in table.seats)
            live = Loaded(msgspec.structs.replace(table, seats=people), game, record.seed, checked.position)

            async def work(tx: Transaction) -> None:
                await tables.keep_components(tx, game.slug, (digest, data))
                await tables.set_table(
                    tx, table_id, status="running", rules_version=game.rules_version, components=digest
                )
                for seat in gone:
                    await tables.leave_seat(tx, table_id, seat, self._time())
                await self._advance(tx, live, list(checked.entries), checked.position, user)

            await self._write(work)
        return await self.table(table_id)

    async def _game(self, text: str) -> tuple[Record, tuple[AnyGame, str, str]]:
        """The record, and the game with its components, their digest and JSON. Raises Refusal."""
        if len(text) > LARGEST:
            raise Refusal(say("This file is too large for a record. /record gives one."))
        try:
            record = parse(text)
        except BadRecord as bad:
            raise _refused(str(bad)) from None
        if record.sealed:
            raise Refusal(
                say(
                    "This record is of a game that goes on: its seed and its secret moves are sealed until the end. "
                    "Take the record again when the game is over."
                )
            )
        if record.origin:
            raise Refusal(
                say(
                    "The rules were corrected in the middle of this game, so its record has no beginning to check. "
                    "It can be read, and replayed on the command line, but not opened as a table."
                )
            )
        if len(record.moves) > LONGEST:
            raise Refusal(say("This record has more than {n} moves, too many to open.", n=LONGEST))
        game = self.catalogue.game(record.game)
        if record.components == self.catalogue.digest(game.slug):
            return record, (game, record.components, self.catalogue.data(game.slug))
        data = await archive.components(self.store, record.components, game.slug)
        if data is None:
            raise Refusal(
                say(
                    "This game was played with other cards or another board than there are here, so it cannot be opened."
                )
            )
        return record, (self.catalogue.as_started(game.slug, record.components, data), record.components, data)

    async def _checked(self, game: AnyGame, record: Record, text: str) -> Checked:
        """Play it in a thread: a long game must not hold up the other tables. Raises Refusal with the line that fails."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(check, game, record, text)


def check(game: AnyGame, record: Record, text: str) -> Checked:
    """Play a record from its deal. Raises Refusal with the line that fails and why."""
    if record.seats not in game.seats:
        raise _refused(f"{game.title} is not for {record.seats} players")
    begun = kernel.start(game, record.seats, restored(game.settings, record.options), record.seed)
    data = kernel.encode(begun.position).decode()
    entries = [
        NewEntry("origin", None, "", kernel.digest(begun.position, record.seed), begun.events, barrier=True, data=data)
    ]
    run = Run(game, begun.position, record.seed)
    left: set[Seat] = set()
    for n, move in enumerate(record.moves):
        entries += _resignations(run, record, n, left)
        if len(left) >= record.seats - 1 > 0:
            raise _at(text, n, say("the game was over before it"))
        try:
            entries.append(_entry(run, move, record.seed, left))
        except Refusal as no:
            raise _at(
                text, n, no.text if record.rules == game.rules_version else _other_rules(no.text, record, game)
            ) from None
    entries += _resignations(run, record, len(record.moves), left)
    return Checked(tuple(entries), run.position, run.result is not None or len(left) == record.seats - 1)


def _entry(run: Run[msgspec.Struct], move: Move, seed: str, left: set[Seat]) -> NewEntry:
    menu = run.menu(move.seat)
    by_itself = move.seat in left or forced(menu) == move.words
    played = run.play(move.seat, move.words)
    found = kernel.digest(played.position, seed)
    if move.digest not in ("", found):
        raise Refusal(say("The position after it is not the recorded one."))
    words = " ".join(move.words)
    return NewEntry(
        "auto" if by_itself else "move",
        move.seat,
        words,
        found,
        played.events,
        played.barrier,
        secret(menu, move.words),
    )


def _resignations(run: Run[msgspec.Struct], record: Record, n: int, left: set[Seat]) -> list[NewEntry]:
    """Who gave up after n moves."""
    gone = [seat for before, seat in record.resigned if before == n]
    if not left.isdisjoint(gone) or not all(0 <= seat < record.seats for seat in gone):
        raise _refused("a seat gives up that is not in the game")
    left.update(gone)
    return [resignation(seat, kernel.digest(run.position, record.seed)) for seat in gone]


def _free(seat: Seat) -> Seated:
    return Seated(seat, NOBODY, write(say("Player {number}", number=seat + 1), ()))


def _refused(reason: str) -> Refusal:
    return Refusal(say("This file cannot be opened as a game: {reason}. /record gives one that can.", reason=reason))


def _other_rules(why: Text, record: Record, game: AnyGame) -> Text:
    return say(
        "{why} (It was played under rules {then}, these are {now}.)",
        why=why,
        then=record.rules,
        now=game.rules_version,
    )


def _at(text: str, n: int, why: Text) -> Refusal:
    number, line = line_of(text, n)
    return Refusal(
        say("Line {line} of this record, “{move}”, does not play: {why}", line=number, move=line[:60], why=why)
    )
