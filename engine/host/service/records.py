"""A game that began elsewhere: its text record is checked move by move before anything is written."""

from __future__ import annotations

import asyncio

import msgspec

from engine.host.service.context import Context
from engine.host.service.live import resignation
from engine.host.store import archive
from engine.host.store.entries import NewEntry
from engine.kernel import position as kernel
from engine.kernel.menu import forced, secret
from engine.kernel.position import Move, Position, Run
from engine.kernel.record import BadRecord, Record, line_of, parse
from engine.kernel.registry import AnyGame
from engine.kernel.script import restored
from engine.kernel.text import Refusal, Seat, Text, say

LARGEST = 256 * 1024
"""Characters of a record that can be opened."""
LONGEST = 5_000
"""Moves of a record that can be opened."""


class Checked(msgspec.Struct, frozen=True):
    """A record that plays: its entries from the deal on, the position they lead to, and whether the game is over there."""

    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    over: bool


class Beginning(msgspec.Struct, frozen=True):
    """How a table begins: the game with its components (digest and JSON), its seed, the first entries and where they lead.
    `over`: the game has come to its end there. `gone` are the seats that were given up on the way."""

    game: AnyGame
    components: tuple[str, str]
    seed: str
    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    over: bool = False
    gone: frozenset[Seat] = frozenset()


class Records:
    """Reading records: nothing is written here."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._one_at_a_time = asyncio.Lock()

    async def read(self, text: str) -> tuple[Record, Beginning]:
        """A record, and how a table goes on from its end. Raises Refusal, naming the line, for a text that is not a record
        or does not play."""
        record, game, components = await self._game(text)
        # In a thread: a long game must not hold up the other tables.
        async with self._one_at_a_time:
            checked = await asyncio.to_thread(check, game, record, text)
        gone = frozenset(seat for _, seat in record.resigned)
        return record, Beginning(game, components, record.seed, checked.entries, checked.position, checked.over, gone)

    async def beginning(self, table_id: int) -> Beginning | None:
        """How a table that was opened from a record begins; None for a table of our own. Raises Refusal."""
        text = await archive.record(self._context.store, table_id)
        return None if text is None else (await self.read(text))[1]

    async def _game(self, text: str) -> tuple[Record, AnyGame, tuple[str, str]]:
        """The record, the game, and its components: their digest and JSON. Raises Refusal."""
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
        game = self._context.catalogue.game(record.game)
        if record.components == self._context.catalogue.digest(game.slug):
            return record, game, (record.components, self._context.catalogue.data(game.slug))
        data = await archive.components(self._context.store, record.components, game.slug)
        if data is None:
            raise Refusal(
                say(
                    "This game was played with other cards or another board than there are here, so it cannot be opened."
                )
            )
        old = self._context.catalogue.as_started(game.slug, record.components, data)
        return record, old, (record.components, data)


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
