"""The data of a table. It does not hold the seed, so printing a Table cannot reveal it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Optional

import msgspec

from engine.kernel.menu import Words
from engine.kernel.script import GameResult, Setting
from engine.kernel.text import Seat, SeatMention, Text, UserError, say

TableStatus = Literal["lobby", "running", "finished", "closed"]
EntryKind = Literal["origin", "move", "auto", "computer", "undo", "resign", "note", "replace"]
"""A `move` is a player's, a `computer` a computer's, an `auto` was forced or ordered. A `note` announces something
and changes no position. A `replace` gives a seat to another player or to a computer."""


NO_USER = 0
"""The user of a seat that nobody has taken, or that a computer has. Ids below it are erased users."""
EARLY_LEAVING = "early"
"""The words of an entry by which a player left before everybody had finished a turn."""
ERASED_NAME = "Somebody"
"""The stored name of an erased user; readers and painters translate it."""


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
"""Settings that the lobby of every game has, apart from the game's own."""
WORTH_SETTINGS = ("rated", "hints")
"""Those that decide what a game is worth."""
HINT_USED = "asked"
"""A key stored with these settings: "yes" once somebody asked the captain in a solo game."""


class SeatAssignment(msgspec.Struct, frozen=True):
    """A seat at the table and its player. `left_revision` is the entry that resigned the seat (`has_left`).

    `computer_level` is the level of the computer that plays the seat, "" if none does. With NO_USER as its user the
    seat is the computer's own. Otherwise the computer plays for a user who is away or has resigned. Without a
    computer, a resigned seat is played by safe moves. `must_confirm`: an option that decides what the game is worth has
    changed since the player joined, and the game waits until they press Start. In a new channel no clock of the seat starts
    until its player comes there, or before `clock_held_until`.
    """

    seat: Seat
    user_id: int
    name: str
    has_left: bool = False
    left_revision: int = 0
    computer_level: str = ""
    must_confirm: bool = False
    clock_held_until: Optional[int] = None

    @property
    def is_computer(self) -> bool:
        """Whether the seat belongs to a computer."""
        return self.user_id == NO_USER and self.computer_level != ""

    @property
    def is_substituted(self) -> bool:
        """Whether a computer plays until the seat's user is back."""
        return self.computer_level != "" and self.user_id > NO_USER and not self.has_left


class PastSeatHolder(msgspec.Struct, frozen=True):
    """A user, or a computer of `computer_level`, who held a seat until the entry `until_revision` gave it to the next one."""

    seat: Seat
    until_revision: int
    user_id: int
    name: str
    computer_level: str = ""


class LostMovesError(UserError):
    """Raised for a change of a table whose last moves the store has lost."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "The bot’s store has lost the last moves of this game, so nothing is played now. Decide together in the message "
                "about it: go on from the board that is left, or close the game."
            )
        )


class Table(msgspec.Struct, frozen=True):
    """A table in a channel.

    `revision` counts every change; `asked_revision` is the revision that asked the current question. This table is a
    rematch of `rematch_of`. `is_imported`: the game began elsewhere and was opened from a record; `is_incomplete`:
    that record ends before the game does. `table_options` holds a value for each of TABLE_SETTINGS.
    `parent_channel_id` is the channel of the table's thread. The end of a finished game can be taken back until
    `seals_open_at`, so seed and hands stay hidden until then (None: they are open). `computer_moves` counts a computer's moves
    in each seat that it played, once the table is no longer live. The channel was deleted at `channel_lost_at` (None: it
    exists). Discord shows `lost_revision`, but the store has lost the moves up to it (None: it has them all).
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
    table_options: dict[str, str] = {}
    computer_moves: dict[Seat, int] = {}
    channel_lost_at: Optional[int] = None
    lost_revision: Optional[int] = None

    def with_holders_at(self, seq: int) -> Table:
        """Return the table with the players who had its seats at an earlier entry."""
        if not self.past_holders:
            return self
        seats = list(self.seats)
        for holder in sorted(self.past_holders, key=lambda holder: -holder.until_revision):
            if holder.until_revision > seq:
                seats[holder.seat] = msgspec.structs.replace(
                    seats[holder.seat],
                    user_id=holder.user_id,
                    name=holder.name,
                    computer_level=holder.computer_level,
                )
        return msgspec.structs.replace(self, seats=tuple(seats))

    @property
    def is_live(self) -> bool:
        """Whether the table occupies its channel."""
        return self.status in ("lobby", "running")

    @property
    def is_sealed(self) -> bool:
        """Whether the game is over but its end can still be taken back, so that hidden information stays hidden.

        No clock decides this: a wrong one must not show what is hidden. `FinishConfirmation` opens the seals.
        """
        return self.status == "finished" and self.seals_open_at is not None

    @property
    def allows_hints(self) -> bool:
        """Whether all players agreed at the start to hints by the captain."""
        return self.table_options.get("hints") == "yes"

    @property
    def is_aided(self) -> bool:
        """Whether hints are allowed, or one was given in a solo game; such a game counts nowhere."""
        return self.allows_hints or self.table_options.get(HINT_USED) == "yes"

    @property
    def is_rated(self) -> bool:
        """Whether the result changes ratings: not in a game from a record, with hints, or with a seat of a computer's own."""
        is_wanted = self.table_options.get("rated") == "yes"
        return is_wanted and not (self.is_aided or self.is_imported or self.has_computer_seats)

    @property
    def reachable_players(self) -> tuple[SeatAssignment, ...]:
        """The users with a seat who can be mentioned: not erased ones, no free seats."""
        return tuple(person for person in self.seats if person.user_id > NO_USER)

    @property
    def remaining_players(self) -> tuple[SeatAssignment, ...]:
        """The users who have not resigned, including those for whom a computer plays."""
        return tuple(person for person in self.reachable_players if not person.has_left)

    @property
    def active_players(self) -> tuple[SeatAssignment, ...]:
        """The users who play themselves: not resigned, and no computer plays for them."""
        return tuple(person for person in self.remaining_players if not person.computer_level)

    @property
    def has_computer_seats(self) -> bool:
        """Whether a computer has, or had, a seat of its own, so that the game does not count as one between people."""
        if any(person.is_computer for person in self.seats):
            return True
        return any(holder.user_id == NO_USER and holder.computer_level for holder in self.past_holders)

    @property
    def has_only_computers(self) -> bool:
        """Whether only computers have ever had seats."""
        return bool(self.seats) and all(person.is_computer for person in self.seats)

    def find_user_to_call(self, seat: Seat) -> int | None:
        """Return the user to mention about a seat, None if a computer or nobody plays it."""
        person = self.seats[seat]
        if person.user_id <= NO_USER or person.computer_level:
            return None
        return person.user_id

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(person.name for person in self.seats)

    def find_seat(self, user_id: int) -> Seat | None:
        """Return the seat of a user who still plays, None for others."""
        for person in self.seats:
            if person.user_id == user_id and not person.has_left:
                return person.seat
        return None

    def find_seat_user(self, seat: Seat) -> int:
        """Return the user of a seat."""
        return self.seats[seat].user_id


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of a table's log. `words` are a move's words, the `seq` to which an undo goes back, or EARLY_LEAVING."""

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
        """Whether it is a move of the game, by a player, a computer or the program."""
        return self.kind in ("move", "auto", "computer")


class AnnouncedLine(msgspec.Struct, frozen=True):
    """A line that was announced with entry `seq`; `seats` may read it, None means everybody."""

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
"""Seconds after which an unused lobby asks whether it is still wanted, and from then until it closes."""
FULL_LOBBY_CALL_S = 60
"""Seconds after which the opener of a full lobby is called; the delay spares openers who start at once."""
END_UNDO_S = 48 * 3600
"""Seconds in which the end of a game can be taken back; hidden information stays hidden until then."""
UNDO_REQUEST_S = 48 * 3600
"""Seconds in which an undo request can be answered."""


class UndoRequest(msgspec.Struct, frozen=True):
    """A request to take back moves, open until `expires_at`. It is void once the table's revision passes `revision`."""

    revision: int
    seat: Seat
    target_seq: int
    agreed_seats: tuple[Seat, ...]
    asked_at: int

    @property
    def expires_at(self) -> int:
        """When the request becomes void, in unix seconds."""
        return self.asked_at + UNDO_REQUEST_S


class SeatWait(msgspec.Struct, frozen=True):
    """How long a seat has owed an answer.

    `asked_revision` is the table's revision that put the question, `ends_at` when its time is over (None: no limit), `back_at`
    when its user returns from a vacation (None: not away). `is_asleep`: the user must not be called now.
    """

    seat: Seat
    asked_at: int
    asked_revision: int
    ends_at: Optional[int] = None
    back_at: Optional[int] = None
    is_asleep: bool = False


class ViewBeforeTurn(msgspec.Struct, frozen=True):
    """A viewer's view just before a turn of this seat."""

    seat: Seat
    view: Any


class TableSnapshot(msgspec.Struct, frozen=True):
    """All that one viewer (None: a spectator) may see of a table: the only data that leaves the host for a picture.

    `view` is None in the lobby. `waiting_seats` owe an answer, and `seat_waits` says since when. `new_lines` and `moved_seats` are
    the lines and the seats that moved since the last board post (`post`), and `undone_seats` those whose moves others have taken
    back since then. `first_board_id` is the message with the game's first board, None before it. `recent_lines` are the last few
    public lines, `private_lines` the viewer's own since its last move. `draft_words` are the words of an unfinished move that
    `view` already shows. `earlier_views` are the viewer's views before each of the latest turns, oldest first (see
    `engine.turn_log.list_turns_since`). `turn_seat` is the seat whose turn is under way, None between two turns. `trails` are the
    pieces' places before the newest turn.
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
    undone_seats: tuple[Seat, ...] = ()
    seat_waits: tuple[SeatWait, ...] = ()
    draft_words: Words = ()
    post: Optional[BoardPost] = None
    first_board_id: Optional[int] = None
    earlier_views: tuple[ViewBeforeTurn, ...] = ()
    turn_seat: Optional[Seat] = None
    trails: Mapping[str, tuple[str, ...]] = {}

    def show_draft(self, view: Any, draft_words: Words) -> TableSnapshot:  # noqa: ANN401 - each game has its own views
        """Return the snapshot with moves of the viewer that are not stored; `view` shows them.

        They are a turn of the viewer, or else they would be told as part of the turn before.
        """
        earlier_views = self.earlier_views
        if self.viewer is not None and earlier_views and earlier_views[-1].seat != self.viewer and view != self.view:
            earlier_views = (*earlier_views, ViewBeforeTurn(self.viewer, self.view))
        return msgspec.structs.replace(self, view=view, draft_words=draft_words, earlier_views=earlier_views)


PendingRequestKind = Literal["undo", "vote", "motion", "offer"]
"""What may wait for a user apart from a move: an undo request, a vote about a seat, a proposal, an offered seat."""


class UserTable(msgspec.Struct, frozen=True):
    """A table of a user, as a list shows it.

    `waiting_names` are the players who owe an answer, `computer_names` the computers among them.
    `waiting_since_at` is when they were asked, in a lobby when it was opened. `message_id` is the board post, or the
    question that waits for the user.
    """

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


def mention_people(people: Iterable[SeatAssignment]) -> list[SeatMention]:
    """Return a mention of the seat of each person."""
    return [SeatMention(person.seat) for person in people]


def format_place(guild_id: int, channel_id: int) -> Text:
    """Describe where a table is: its channel, or direct messages, for which Discord has no name."""
    if guild_id <= 0:
        return say("direct messages")
    return say("{channel}", channel=f"<#{channel_id}>")


def explain_game_over() -> Text:
    """Explain to a late player that the game is over."""
    return say("This game is over. {/play} starts a new one.")
