"""A game that began elsewhere: its text record is checked move by move before anything is written."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from engine.host.model.table import NOBODY, Seated
from engine.host.service.context import Context
from engine.host.service.play.live import given_up, resignation
from engine.host.service.time.handover import passed_on
from engine.host.store.entries import NewEntry
from engine.host.store.past import archive
from engine.kernel import position as kernel
from engine.kernel.menu import forced, secret
from engine.kernel.position import Move, Position, Run
from engine.kernel.record import BadRecord, Change, Record, line_of, parse
from engine.kernel.registry import AnyGame
from engine.kernel.script import restored
from engine.kernel.text import Refusal, Seat, Text, say

LARGEST = 256 * 1024
"""Characters of a record that can be opened."""
LINES = 8_000
"""Lines of it, comments included."""
LONGEST = 5_000
"""Moves of it."""
CHANGES = 500
"""Seats given up or handed on in it."""
SEED = re.compile("[0-9a-z-]{1,64}")
"""Ours are 32 hex digits, those of our recorded games short names. A seed is printed when the game is over."""


class Checked(msgspec.Struct, frozen=True):
    """A record that plays: its entries from the deal on, the position they lead to, whether the game is over there, and the
    seats that were given up and not taken again."""

    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    over: bool
    gone: frozenset[Seat]


class Beginning(msgspec.Struct, frozen=True):
    """How a table begins: the game with its components (digest and JSON), its seed, the first entries and where they lead.
    `over`: the game has come to its end there. `gone` are the seats that nobody plays any more."""

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
        return record, Beginning(
            game, components, record.seed, checked.entries, checked.position, checked.over, checked.gone
        )

    async def beginning(self, table_id: int) -> Beginning | None:
        """How a table that was opened from a record begins; None for a table of our own. Raises Refusal."""
        text = await archive.record(self._context.store, table_id)
        return None if text is None else (await self.read(text))[1]

    async def _game(self, text: str) -> tuple[Record, AnyGame, tuple[str, str]]:
        """The record, the game, and its components: their digest and JSON. Raises Refusal."""
        if len(text) > LARGEST:
            raise Refusal(say("This file is too large for a record. /record gives one."))
        if len(text.splitlines()) > LINES:
            raise Refusal(say("This record has more than {n} lines, too many to open.", n=LINES))
        try:
            record = parse(text)
        except BadRecord as bad:
            raise _refused(bad.text) from None
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
        if len(record.changes) > CHANGES:
            raise Refusal(
                say("In this record seats change hands more than {n} times, too often to open it.", n=CHANGES)
            )
        if not SEED.fullmatch(record.seed):
            raise _refused(say("its seed is not made of at most 64 small letters, digits and hyphens"))
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
        raise _refused(say("{title} is not for {n} players", title=game.title, n=record.seats))
    begun = kernel.start(game, record.seats, restored(game.settings, record.options), record.seed)
    data = kernel.encode(begun.position).decode()
    entries = [
        NewEntry("origin", None, "", kernel.digest(begun.position, record.seed), begun.events, barrier=True, data=data)
    ]
    run = Run(game, begun.position, record.seed)
    left: set[Seat] = set()
    changes: dict[int, list[Change]] = defaultdict(list)
    for change in record.changes:
        changes[change.before].append(change)
    for n, move in enumerate(record.moves):
        entries += _changed(run, record, changes[n], left)
        if _over(run, record, left) and run.result is None:
            raise _at(text, n, _over_before())
        try:
            entries.append(_entry(run, move, record.seed, left))
        except Refusal as no:
            raise _at(
                text, n, no.text if record.rules == game.rules_version else _other_rules(no.text, record, game)
            ) from None
    entries += _changed(run, record, changes[len(record.moves)], left)
    people = [Seated(seat, NOBODY, "", seat in left) for seat in range(record.seats)]
    over = _over(run, record, left) or given_up(game, run.state, people) is not None
    return Checked(tuple(entries), run.position, over, frozenset(left))


def _over(run: Run[msgspec.Struct], record: Record, left: set[Seat]) -> bool:
    """Whether the game has come to its end, or only one is left to play it. What was played on after a side had given up is from
    an earlier program, and is read."""
    return run.result is not None or (bool(left) and len(left) >= record.seats - 1)


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


def _changed(run: Run[msgspec.Struct], record: Record, changes: Sequence[Change], left: set[Seat]) -> list[NewEntry]:
    """Seats that are given up or handed on between two moves; `left`, those that nobody plays, is changed along with them."""
    entries: list[NewEntry] = []
    digest = ""
    for change in changes:
        if _over(run, record, left):
            raise _refused(_over_before())
        if not 0 <= change.seat < record.seats or (change.kind == "resign" and change.seat in left):
            raise _refused(say("a seat gives up, or is handed on, that is not in the game"))
        digest = digest or kernel.digest(run.position, record.seed)
        if change.kind == "resign":
            left.add(change.seat)
            entries.append(resignation(change.seat, digest))
        else:
            left.discard(change.seat)
            entries += passed_on(change.seat, digest)
    return entries


def _over_before() -> Text:
    return say("the game was over before it")


def _refused(reason: Text) -> Refusal:
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
