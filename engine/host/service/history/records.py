"""Text records of games that began elsewhere: each move is checked before anything is written."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment
from engine.host.service.live_game import build_replacement, build_resignation, find_resignation_result
from engine.host.service.service_context import ServiceContext
from engine.host.store.entries import NewEntry
from engine.host.store.history import table_archive
from engine.kernel import position as kernel
from engine.kernel.menu import find_forced_move, passes_secret_menu
from engine.kernel.position import GameRun, Move, Position
from engine.kernel.record import GameRecord, RecordError, SeatChange, find_move_line, parse_record
from engine.kernel.registry import AnyGame
from engine.kernel.script import restore_options
from engine.kernel.text import Seat, Text, UserError, say

MAX_RECORD_CHARS = 256 * 1024
"""Characters of a record that can be opened."""
MAX_RECORD_LINES = 8_000
"""Lines of such a record, comments included."""
MAX_RECORD_MOVES = 5_000
"""Moves of such a record."""
MAX_SEAT_CHANGES = 500
"""Resignations and handovers in such a record."""
SEED_PATTERN = re.compile("[0-9a-z-]{1,64}")
"""The seeds of tables are 32 hex digits, the seeds of recorded test games short names. A seed is printed when the game is over."""


class CheckedRecord(msgspec.Struct, frozen=True):
    """A legal record: its entries from the deal on, and the position they lead to. `left_seats` were resigned and not
    taken again."""

    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    is_over: bool
    left_seats: frozenset[Seat]


class TableStart(msgspec.Struct, frozen=True):
    """The start of a table: the game with its components (digest and JSON), its seed, the first entries and their position.

    `is_over`: the game has ended there. `left_seats` are the seats that nobody plays any more.
    """

    game: AnyGame
    components: tuple[str, str]
    seed: str
    entries: tuple[NewEntry, ...]
    position: Position[msgspec.Struct]
    is_over: bool = False
    left_seats: frozenset[Seat] = frozenset()


class Records:
    """The reader of records. It writes nothing."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._read_lock = asyncio.Lock()

    async def read_record(self, text: str) -> tuple[GameRecord, TableStart]:
        """Return a record and the table start at its end. Raises UserError, naming the line, if it is no record or illegal."""
        record, game, components = await self._parse_game(text)
        # In a thread: a long game must not hold up the other tables.
        async with self._read_lock:
            checked = await asyncio.to_thread(check_record, game, record, text)
        return record, TableStart(
            game, components, record.seed, checked.entries, checked.position, checked.is_over, checked.left_seats
        )

    async def load_start(self, table_id: int) -> TableStart | None:
        """Return the start of a table that was opened from a record, None for other tables. Raises UserError."""
        text = await table_archive.load_record(self._context.store, table_id)
        if text is None:
            return None
        _, start = await self.read_record(text)
        return start

    async def _parse_game(self, text: str) -> tuple[GameRecord, AnyGame, tuple[str, str]]:
        """Return the record, the game, and the digest and JSON of its components. Raises UserError."""
        if len(text) > MAX_RECORD_CHARS:
            raise UserError(say("This file is too large for a record. {/record} gives one."))
        if len(text.splitlines()) > MAX_RECORD_LINES:
            raise UserError(say("This record has more than {n} lines, too many to open.", n=MAX_RECORD_LINES))
        try:
            record = parse_record(text)
        except RecordError as bad:
            raise _explain_refusal(bad.text) from None
        if record.is_sealed:
            raise UserError(
                say(
                    "This record is of a game that goes on: its seed and its secret moves are sealed until the end. "
                    "Take the record again when the game is over."
                )
            )
        if record.origin:
            raise UserError(
                say(
                    "The rules were corrected in the middle of this game, so its record has no beginning to check. "
                    "It can be read, and replayed on the command line, but not opened as a table."
                )
            )
        if len(record.moves) > MAX_RECORD_MOVES:
            raise UserError(say("This record has more than {n} moves, too many to open.", n=MAX_RECORD_MOVES))
        if len(record.changes) > MAX_SEAT_CHANGES:
            raise UserError(
                say("In this record seats change hands more than {n} times, too often to open it.", n=MAX_SEAT_CHANGES)
            )
        if not SEED_PATTERN.fullmatch(record.seed):
            raise _explain_refusal(say("its seed is not made of at most 64 small letters, digits and hyphens"))
        game = self._context.catalogue.load_game(record.game)
        if record.components_digest == self._context.catalogue.components_digest(game.slug):
            return record, game, (record.components_digest, self._context.catalogue.components_json(game.slug))
        data = await table_archive.load_components(self._context.store, record.components_digest, game.slug)
        if data is None:
            raise UserError(
                say(
                    "This game was played with other cards or another board than there are here, so it cannot be opened."
                )
            )
        old = self._context.catalogue.restore_game(game.slug, record.components_digest, data)
        return record, old, (record.components_digest, data)


def check_record(game: AnyGame, record: GameRecord, text: str) -> CheckedRecord:
    """Replay a record from its deal. Raises UserError with the line that fails and the reason."""
    if record.seat_count not in game.seat_counts:
        raise _explain_refusal(say("{title} is not for {n} players", title=game.title, n=record.seat_count))
    options = restore_options(game.settings, record.options)
    deal = kernel.begin_game(game, record.seat_count, options, record.seed)
    position_json = kernel.encode_position(deal.position).decode()
    digest = kernel.compute_digest(deal.position, record.seed)
    entries = [NewEntry("origin", None, "", digest, deal.events, is_barrier=True, origin_json=position_json)]
    run = GameRun(game, deal.position, record.seed)
    left_seats: set[Seat] = set()
    changes: dict[int, list[SeatChange]] = defaultdict(list)
    for change in record.changes:
        changes[change.moves_before].append(change)
    for index, move in enumerate(record.moves):
        entries += _apply_seat_changes(run, record, changes[index], left_seats)
        if _is_over(run, record, left_seats) and run.result is None:
            raise _explain_line(text, index, _explain_moves_after_end())
        try:
            entries.append(_build_entry(run, move, record.seed, left_seats))
        except UserError as error:
            reason = error.text
            if record.rules_version != game.rules_version:
                reason = _explain_other_rules(reason, record, game)
            raise _explain_line(text, index, reason) from None
    entries += _apply_seat_changes(run, record, changes[len(record.moves)], left_seats)
    seats = []
    for seat in range(record.seat_count):
        seats.append(SeatAssignment(seat, NO_USER, "", seat in left_seats))
    is_over = _is_over(run, record, left_seats) or find_resignation_result(game, run.state, seats) is not None
    return CheckedRecord(tuple(entries), run.position, is_over, frozenset(left_seats))


def _is_over(run: GameRun[msgspec.Struct], record: GameRecord, left_seats: set[Seat]) -> bool:
    """Return whether the game has ended, or at most one player is left.

    Earlier programs played on after a side had resigned, and such records are accepted.
    """
    if run.result is not None:
        return True
    return bool(left_seats) and len(left_seats) >= record.seat_count - 1


def _build_entry(run: GameRun[msgspec.Struct], move: Move, seed: str, left_seats: set[Seat]) -> NewEntry:
    menu = run.build_menu(move.seat)
    is_automatic = move.seat in left_seats or find_forced_move(menu) == move.words
    played = run.play(move.seat, move.words)
    digest = kernel.compute_digest(played.position, seed)
    if move.digest not in ("", digest):
        raise UserError(say("The position after it is not the recorded one."))
    return NewEntry(
        "auto" if is_automatic else "move",
        move.seat,
        " ".join(move.words),
        digest,
        played.events,
        played.is_barrier,
        passes_secret_menu(menu, move.words),
    )


def _apply_seat_changes(
    run: GameRun[msgspec.Struct], record: GameRecord, changes: Sequence[SeatChange], left_seats: set[Seat]
) -> list[NewEntry]:
    """Apply the resignations and handovers between two moves, and update `left_seats`. Return their entries."""
    entries: list[NewEntry] = []
    digest = ""
    for change in changes:
        if _is_over(run, record, left_seats):
            raise _explain_refusal(_explain_moves_after_end())
        if not 0 <= change.seat < record.seat_count or (change.kind == "resign" and change.seat in left_seats):
            raise _explain_refusal(say("a seat gives up, or is handed on, that is not in the game"))
        digest = digest or kernel.compute_digest(run.position, record.seed)
        if change.kind == "resign":
            left_seats.add(change.seat)
            entries.append(build_resignation(change.seat, digest))
        else:
            left_seats.discard(change.seat)
            entries += build_replacement(change.seat, digest)
    return entries


def _explain_moves_after_end() -> Text:
    return say("the game was over before it")


def _explain_refusal(reason: Text) -> UserError:
    return UserError(
        say("This file cannot be opened as a game: {reason}. {/record} gives one that can.", reason=reason)
    )


def _explain_other_rules(reason: Text, record: GameRecord, game: AnyGame) -> Text:
    return say(
        "{why} (It was played under rules {then}, these are {now}.)",
        why=reason,
        then=record.rules_version,
        now=game.rules_version,
    )


def _explain_line(text: str, line_number: int, reason: Text) -> UserError:
    number, line = find_move_line(text, line_number)
    return UserError(
        say("Line {line} of this record, “{move}”, does not play: {why}", line=number, move=line[:60], why=reason)
    )
