"""What the host knows of a table, as plain data. The seed is not in here: nothing that prints a Table can leak it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Optional

import msgspec

from engine.kernel.menu import Words
from engine.kernel.script import Result, Setting
from engine.kernel.text import Seat, Text, say

Status = Literal["lobby", "running", "finished", "closed"]
Kind = Literal["origin", "move", "auto", "computer", "undo", "resign", "note", "replace"]
"""A `move` is a person's, a `crew` a computer's, an `auto` nobody's in particular. A `note` tells the table something and changes
no position; a `replace` gives a seat to another person."""


NOBODY = 0
"""The user of a seat that nobody has taken: only at tables opened from a record. Below it are people who were erased."""
SOMEBODY = "Somebody"
"""The stored name of a person who was erased; readers and painters write it in their own language."""


HOUSE = (
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
ASKED = "asked"
"""What else is kept with those choices: "yes" once the captain was asked in a game alone."""


class Seated(msgspec.Struct, frozen=True):
    """A seat at the table and its person. `left`: resigned; `left_rev` is the entry by which, so that who left later is known.

    `level`: a computer of this level plays the seat, "" where none does. With NOBODY as its user the seat is the computer's own;
    else it plays for a person who is away, or has given up. A seat that was given up without one is played by safe moves.
    """

    seat: Seat
    user: int
    name: str
    left: bool = False
    left_rev: int = 0
    level: str = ""

    @property
    def own(self) -> bool:
        """Whether the seat belongs to a computer."""
        return self.user == NOBODY and self.level != ""

    @property
    def stands_in(self) -> bool:
        """Whether a computer plays until the seat's person is back."""
        return self.level != "" and self.user > NOBODY and not self.left


class PastHolder(msgspec.Struct, frozen=True):
    """Who had a seat, or with a `level` what computer played it; the entry `until` gave it to the next one."""

    seat: Seat
    until: int
    user: int
    name: str
    level: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table in a channel. `rev` counts every change, `asked` is the revision at which the present question was put.

    `rematch_of` is the table whose people play again, `imported` a game that began elsewhere, as a record, and `stops_short` one
    whose record ends before the game does.
    `house` holds a value for each of HOUSE. `parent` is the channel that the table's thread belongs to. Until `sealed_until` the
    end of a finished game can be taken back, so seed and hands stay closed (None: they are open); `ended_at` is when it ended.
    """

    id: int
    guild: int
    channel: int
    game: str
    rules_version: int
    options: dict[str, str]
    status: Status
    rev: int
    asked: int
    opened_by: int
    opened_at: int
    seats: tuple[Seated, ...] = ()
    result: Optional[Result] = None
    rematch_of: Optional[int] = None
    imported: bool = False
    stops_short: bool = False
    pace: int = 0
    past: tuple[PastHolder, ...] = ()
    parent: Optional[int] = None
    sealed_until: Optional[int] = None
    ended_at: Optional[int] = None

    def as_of(self, seq: int) -> Table:
        """The table with the people who had its seats at an earlier entry."""
        if not self.past:
            return self
        then = {held.seat: held for held in sorted(self.past, key=lambda held: -held.until) if held.until > seq}
        seats = tuple(
            msgspec.structs.replace(
                person, user=then[person.seat].user, name=then[person.seat].name, level=then[person.seat].level
            )
            if person.seat in then
            else person
            for person in self.seats
        )
        return msgspec.structs.replace(self, seats=seats)

    house: dict[str, str] = {}

    @property
    def live(self) -> bool:
        """Whether the table holds its channel."""
        return self.status in ("lobby", "running")

    def sealed(self, now: int) -> bool:
        """Whether the game is over, but its end may still be taken back, so that nothing hidden is told."""
        return self.status == "finished" and self.sealed_until is not None and self.sealed_until > now

    @property
    def hints(self) -> bool:
        """Whether all who began the game have agreed that the captain may be asked."""
        return self.house.get("hints") == "yes"

    @property
    def aided(self) -> bool:
        """Whether the captain may be asked here, or has been in a game alone: then the game counts nowhere."""
        return self.hints or self.house.get(ASKED) == "yes"

    @property
    def played(self) -> tuple[Seated, ...]:
        """Those who have a seat and can be reached: not who was erased, nor a seat that nobody took."""
        return tuple(person for person in self.seats if person.user > NOBODY)

    @property
    def staying(self) -> tuple[Seated, ...]:
        """The people who have not given up, those for whom a computer plays included."""
        return tuple(person for person in self.played if not person.left)

    @property
    def playing(self) -> tuple[Seated, ...]:
        """The people who play: who has not given up, and for whom no computer plays."""
        return tuple(person for person in self.staying if not person.level)

    @property
    def crewed(self) -> bool:
        """Whether a computer has, or has had, a seat of its own: then the game counts among no people."""
        held = any(held.user == NOBODY and held.level for held in self.past)
        return held or any(person.own for person in self.seats)

    @property
    def computers_only(self) -> bool:
        """Whether nobody but computers has ever sat here."""
        return bool(self.seats) and all(person.own for person in self.seats)

    def user_at(self, seat: Seat) -> int | None:
        """The person to call about a seat, None where a computer plays it or nobody does."""
        person = self.seats[seat]
        return person.user if person.user > NOBODY and not person.level else None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(person.name for person in self.seats)

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a person who still plays, None for everybody else."""
        return next((person.seat for person in self.seats if person.user == user and not person.left), None)

    def user_of(self, seat: Seat) -> int:
        """The person on a seat."""
        return self.seats[seat].user


class Entry(msgspec.Struct, frozen=True):
    """A line of a table's log. `words` are a move's words, or the seq that stands again after an undo."""

    seq: int
    kind: Kind
    seat: Optional[Seat]
    words: str
    digest: str
    barrier: bool
    secret: bool
    user: Optional[int]
    at: int

    @property
    def is_move(self) -> bool:
        """Whether it is a move of the game, whoever made it."""
        return self.kind in ("move", "auto", "computer")


class Line(msgspec.Struct, frozen=True):
    """Something that was announced with entry `seq`; `seats` may read it, None is everybody."""

    seq: int
    at: int
    text: Text
    seats: Optional[tuple[Seat, ...]] = None


class Post(msgspec.Struct, frozen=True):
    """The newest board post of a table and the revision it shows."""

    rev: int
    channel: int
    message: int
    waiting: tuple[Seat, ...]


IDLE, GRACE = 7 * 24 * 3600, 3 * 24 * 3600
"""Seconds after which a lobby that nobody has touched asks whether it is still wanted, and then until it closes by itself."""
CALLED_AFTER = 60
"""Seconds after which the opener of a full lobby is called: whoever starts at once needs no word."""
REOPENED = 48 * 3600
"""Seconds in which the end of a game can be taken back; until then what was hidden stays so."""
PATIENCE = 48 * 3600
"""Seconds in which a wish to take back can be answered."""


class UndoRequest(msgspec.Struct, frozen=True):
    """A wish to take back moves, waiting for the others until `expires`; void once the table has gone past `rev`."""

    rev: int
    seat: Seat
    target: int
    agreed: tuple[Seat, ...]
    asked_at: int

    @property
    def expires(self) -> int:
        """When it is void, in unix seconds."""
        return self.asked_at + PATIENCE


class Waiting(msgspec.Struct, frozen=True):
    """How long a seat has been asked: since when, when its time is over (None: no limit), when its person is back from a
    vacation (None: not away), and whether they are not to be called now: quiet hours or a day off."""

    seat: Seat
    since: int
    ends: Optional[int] = None
    back: Optional[int] = None
    asleep: bool = False


class Before(msgspec.Struct, frozen=True):
    """What a viewer could see just before a turn of this seat."""

    seat: Seat
    view: Any


class TableSnapshot(msgspec.Struct, frozen=True):
    """All that one viewer (None: a spectator) may be shown of a table: the only thing that leaves the host for a picture.

    `view` is None in the lobby. `waiting` are the seats that owe an answer. `news` are the lines since the last board
    post, `movers` the seats that have moved since then, `recent` the last few public lines, `whispers` the viewer's
    private ones since its last move. `draft` are the words of a move in the making, when the view already shows it,
    `clocks` how long those who owe an answer have been asked, `post` the newest board post, `before` what the same viewer
    could see before each of the latest turns, oldest first (see `engine.turns.since`), `turn_of` the seat that has begun the turn
    that is under way, None between two turns, `trails` where the pieces had been by the beginning of the newest turn.
    """

    table: Table
    viewer: Optional[Seat]
    view: Any
    waiting: tuple[Seat, ...]
    news: tuple[Line, ...]
    recent: tuple[Line, ...]
    whispers: tuple[Line, ...]
    undo: Optional[UndoRequest] = None
    movers: tuple[Seat, ...] = ()
    clocks: tuple[Waiting, ...] = ()
    draft: Words = ()
    post: Optional[Post] = None
    before: tuple[Before, ...] = ()
    turn_of: Optional[Seat] = None
    trails: Mapping[str, tuple[str, ...]] = {}


Ask = Literal["undo", "vote", "motion", "offer"]
"""What may wait for somebody besides a move: a wish to take back, a vote about a seat, a motion, a seat held out to them."""


class MyTable(msgspec.Struct, frozen=True):
    """A table of somebody's, as a list shows it. `waiting` are the names of those who owe an answer, `mine` whether the
    person is one of them, `since` when (in a lobby: when it was opened), `message` the board post, or the question that waits
    for them, `asks` what else waits for them, `computers` those of `waiting` that are computers."""

    id: int
    guild: int
    game: str
    channel: int
    running: bool
    mine: bool
    waiting: tuple[str, ...]
    since: int
    message: Optional[int] = None
    asks: tuple[Ask, ...] = ()
    computers: tuple[str, ...] = ()


def place(guild: int, channel: int) -> Text:
    """Where a table stands, as Discord writes it: it has no name for a conversation with one person."""
    return say("{channel}", channel=f"<#{channel}>") if guild > 0 else say("direct messages")


def game_over() -> Text:
    """What a late mover reads."""
    return say("This game is over. /play starts a new one.")
