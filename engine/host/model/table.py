"""What the host knows of a table, as plain data. The seed is not in here: nothing that prints a Table can leak it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Optional

import msgspec

from engine.kernel.menu import Words
from engine.kernel.script import GameResult, Setting
from engine.kernel.text import Seat, Text, say

TableStatus = Literal["lobby", "running", "finished", "closed"]
EntryKind = Literal["origin", "move", "auto", "computer", "undo", "resign", "note", "replace"]
"""A `move` is a person's, a `crew` a computer's, an `auto` nobody's in particular. A `note` tells the table something and changes
no position; a `replace` gives a seat to another person."""


NO_USER = 0
"""The user of a seat that nobody has taken: only at tables opened from a record. Below it are people who were erased."""
ERASED_NAME = "Somebody"
"""The stored name of a person who was erased; readers and painters write it in their own language."""


TABLE_SETTINGS = (
    Setting("rated", say("Statistics"), {"yes": say("This game counts"), "no": say("This game does not count")}),
    Setting(
        "joining", say("Who may join"), {"everybody": say("Everybody here"), "invited": say("Only who is invited")}
    ),
    Setting(
        "hints",
        say("Hints by the captain"),
        {"no": say("No hints"), "yes": say("Whoever is to move may ask, and it does not count")},
    ),
)
"""What can be chosen in the lobby of every game, besides the game's own settings."""
HINT_USED = "asked"
"""What else is kept with those choices: "yes" once the captain was asked in a game alone."""


class SeatAssignment(msgspec.Struct, frozen=True):
    """A seat at the table and its person. `has_left`: resigned; `left_revision` is the entry by which, so that who left
    later is known.

    `computer_level`: a computer of this level plays the seat, "" where none does. With NOBODY as its user the seat is
    the computer's own;
    else it plays for a person who is away, or has given up. A seat that was given up without one is played by safe moves.
    """

    seat: Seat
    user_id: int
    name: str
    has_left: bool = False
    left_revision: int = 0
    computer_level: str = ""

    @property
    def is_computer(self) -> bool:
        """Whether the seat belongs to a computer."""
        return self.user_id == NO_USER and self.computer_level != ""

    @property
    def is_substituted(self) -> bool:
        """Whether a computer plays until the seat's person is back."""
        return self.computer_level != "" and self.user_id > NO_USER and not self.has_left


class PastSeatHolder(msgspec.Struct, frozen=True):
    """Who had a seat, or with a `computer_level` what computer played it; the entry `until_revision` gave it to the next one."""

    seat: Seat
    until_revision: int
    user_id: int
    name: str
    computer_level: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table in a channel. `revision` counts every change, `asked_revision` is the revision at which the present question was put.

    `rematch_of` is the table whose people play again, `is_imported` a game that began elsewhere, as a record, and
    `is_incomplete` one
    whose record ends before the game does.
    `table_options` holds a value for each of HOUSE. `parent_channel_id` is the channel that the table's thread belongs
    to. Until `seals_open_at` the
    end of a finished game can be taken back, so seed and hands stay closed (None: they are open); `ended_at` is when it ended.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    rules_version: int
    options: dict[str, str]
    status: TableStatus
    revision: int
    asked_revision: int
    opened_by: int
    opened_at: int
    seats: tuple[SeatAssignment, ...] = ()
    result: Optional[GameResult] = None
    rematch_of: Optional[int] = None
    is_imported: bool = False
    is_incomplete: bool = False
    pace_h: int = 0
    past_holders: tuple[PastSeatHolder, ...] = ()
    parent_channel_id: Optional[int] = None
    seals_open_at: Optional[int] = None
    ended_at: Optional[int] = None

    def with_holders_at(self, seq: int) -> Table:
        """The table with the people who had its seats at an earlier entry."""
        if not self.past_holders:
            return self
        then = {
            held.seat: held
            for held in sorted(self.past_holders, key=lambda held: -held.until_revision)
            if held.until_revision > seq
        }
        seats = tuple(
            msgspec.structs.replace(
                person,
                user_id=then[person.seat].user_id,
                name=then[person.seat].name,
                computer_level=then[person.seat].computer_level,
            )
            if person.seat in then
            else person
            for person in self.seats
        )
        return msgspec.structs.replace(self, seats=seats)

    table_options: dict[str, str] = {}

    @property
    def is_live(self) -> bool:
        """Whether the table holds its channel."""
        return self.status in ("lobby", "running")

    def is_sealed(self, now: int) -> bool:
        """Whether the game is over, but its end may still be taken back, so that nothing hidden is told."""
        return self.status == "finished" and self.seals_open_at is not None and self.seals_open_at > now

    @property
    def allows_hints(self) -> bool:
        """Whether all who began the game have agreed that the captain may be asked."""
        return self.table_options.get("hints") == "yes"

    @property
    def is_aided(self) -> bool:
        """Whether the captain may be asked here, or has been in a game alone: then the game counts nowhere."""
        return self.allows_hints or self.table_options.get(HINT_USED) == "yes"

    @property
    def reachable_players(self) -> tuple[SeatAssignment, ...]:
        """Those who have a seat and can be reached: not who was erased, nor a seat that nobody took."""
        return tuple(person for person in self.seats if person.user_id > NO_USER)

    @property
    def remaining_players(self) -> tuple[SeatAssignment, ...]:
        """The people who have not given up, those for whom a computer plays included."""
        return tuple(person for person in self.reachable_players if not person.has_left)

    @property
    def active_players(self) -> tuple[SeatAssignment, ...]:
        """The people who play: who has not given up, and for whom no computer plays."""
        return tuple(person for person in self.remaining_players if not person.computer_level)

    @property
    def has_computer_seats(self) -> bool:
        """Whether a computer has, or has had, a seat of its own: then the game counts among no people."""
        held = any(held.user_id == NO_USER and held.computer_level for held in self.past_holders)
        return held or any(person.is_computer for person in self.seats)

    @property
    def has_only_computers(self) -> bool:
        """Whether nobody but computers has ever sat here."""
        return bool(self.seats) and all(person.is_computer for person in self.seats)

    def find_user_to_call(self, seat: Seat) -> int | None:
        """The person to call about a seat, None where a computer plays it or nobody does."""
        person = self.seats[seat]
        return person.user_id if person.user_id > NO_USER and not person.computer_level else None

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(person.name for person in self.seats)

    def find_seat(self, user_id: int) -> Seat | None:
        """The seat of a person who still plays, None for everybody else."""
        return next((person.seat for person in self.seats if person.user_id == user_id and not person.has_left), None)

    def find_seat_user(self, seat: Seat) -> int:
        """The person on a seat."""
        return self.seats[seat].user_id


class LogEntry(msgspec.Struct, frozen=True):
    """A line of a table's log. `words` are a move's words, or the seq that stands again after an undo."""

    seq: int
    kind: EntryKind
    seat: Optional[Seat]
    words: str
    digest: str
    is_barrier: bool
    is_secret: bool
    user_id: Optional[int]
    written_at: int

    @property
    def is_move(self) -> bool:
        """Whether it is a move of the game, whoever made it."""
        return self.kind in ("move", "auto", "computer")


class AnnouncedLine(msgspec.Struct, frozen=True):
    """Something that was announced with entry `seq`; `seats` may read it, None is everybody."""

    seq: int
    written_at: int
    text: Text
    seats: Optional[tuple[Seat, ...]] = None


class BoardPost(msgspec.Struct, frozen=True):
    """The newest board post of a table and the revision it shows."""

    revision: int
    channel_id: int
    message_id: int
    waiting_seats: tuple[Seat, ...]


LOBBY_IDLE_S, LOBBY_GRACE_S = 7 * 24 * 3600, 3 * 24 * 3600
"""Seconds after which a lobby that nobody has touched asks whether it is still wanted, and then until it closes by itself."""
FULL_LOBBY_CALL_S = 60
"""Seconds after which the opener of a full lobby is called: whoever starts at once needs no word."""
END_UNDO_S = 48 * 3600
"""Seconds in which the end of a game can be taken back; until then what was hidden stays so."""
UNDO_REQUEST_S = 48 * 3600
"""Seconds in which a wish to take back can be answered."""


class UndoRequest(msgspec.Struct, frozen=True):
    """A wish to take back moves, waiting for the others until `expires_at`; void once the table has gone past `revision`."""

    revision: int
    seat: Seat
    target_seq: int
    agreed_seats: tuple[Seat, ...]
    asked_at: int

    @property
    def expires_at(self) -> int:
        """When it is void, in unix seconds."""
        return self.asked_at + UNDO_REQUEST_S


class SeatWait(msgspec.Struct, frozen=True):
    """How long a seat has been asked: since when, when its time is over (None: no limit), when its person is back from a
    vacation (None: not away), and whether they are not to be called now: quiet hours or a day off."""

    seat: Seat
    asked_at: int
    ends_at: Optional[int] = None
    back_at: Optional[int] = None
    is_asleep: bool = False


class ViewBeforeTurn(msgspec.Struct, frozen=True):
    """What a viewer could see just before a turn of this seat."""

    seat: Seat
    view: Any


class TableSnapshot(msgspec.Struct, frozen=True):
    """All that one viewer (None: a spectator) may be shown of a table: the only thing that leaves the host for a picture.

    `view` is None in the lobby. `waiting_seats` are the seats that owe an answer. `new_lines` are the lines since the last board
    post, `moved_seats` the seats that have moved since then, `recent_lines` the last few public lines, `private_lines` the viewer's
    private ones since its last move. `draft_words` are the words of a move in the making, when the view already shows it,
    `seat_waits` how long those who owe an answer have been asked, `post` the newest board post, `earlier_views` what
    the same viewer
    could see before each of the latest turns, oldest first (see `engine.turn_log.since`), `turn_seat` the seat that has
    begun the turn
    that is under way, None between two turns, `trails` where the pieces had been by the beginning of the newest turn.
    """

    table: Table
    viewer: Optional[Seat]
    view: Any
    waiting_seats: tuple[Seat, ...]
    new_lines: tuple[AnnouncedLine, ...]
    recent_lines: tuple[AnnouncedLine, ...]
    private_lines: tuple[AnnouncedLine, ...]
    undo_request: Optional[UndoRequest] = None
    moved_seats: tuple[Seat, ...] = ()
    seat_waits: tuple[SeatWait, ...] = ()
    draft_words: Words = ()
    post: Optional[BoardPost] = None
    earlier_views: tuple[ViewBeforeTurn, ...] = ()
    turn_seat: Optional[Seat] = None
    trails: Mapping[str, tuple[str, ...]] = {}


PendingRequestKind = Literal["undo", "vote", "motion", "offer"]
"""What may wait for somebody besides a move: a wish to take back, a vote about a seat, a motion, a seat held out to them."""


class UserTable(msgspec.Struct, frozen=True):
    """A table of somebody's, as a list shows it. `waiting_names` are the names of those who owe an answer,
    `is_waiting_for_user` whether the
    person is one of them, `waiting_since_at` when (in a lobby: when it was opened), `message_id` the board post, or the
    question that waits
    for them, `pending_requests` what else waits for them, `computer_names` those of `waiting_names` that are computers."""

    id: int
    guild_id: int
    game: str
    channel_id: int
    is_running: bool
    is_waiting_for_user: bool
    waiting_names: tuple[str, ...]
    waiting_since_at: int
    message_id: Optional[int] = None
    pending_requests: tuple[PendingRequestKind, ...] = ()
    computer_names: tuple[str, ...] = ()


def format_place(guild_id: int, channel_id: int) -> Text:
    """Where a table stands, as Discord writes it: it has no name for a conversation with one person."""
    return say("{channel}", channel=f"<#{channel_id}>") if guild_id > 0 else say("direct messages")


def explain_game_over() -> Text:
    """What a late mover reads."""
    return say("This game is over. /play starts a new one.")
