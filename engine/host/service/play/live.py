"""A table ready to play: who may act on it, a move as an entry of its log, and what then happens by itself. Nothing is read or
written here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import ref

import msgspec

from engine.host.model.table import Kind, PastHolder, Seated, Table, game_over
from engine.host.store.entries import NewEntry
from engine.host.store.orders import Order
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canon, forced, secret
from engine.kernel.position import Now, Played, Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result
from engine.kernel.text import Illegal, Refusal, Seat, Text, Who, count, say
from engine.turns import Begun, begun

NOBODY = -1
"""No seat."""


class Late(Refusal):
    """A press on controls that belong to an earlier question: nothing is done, the fresh controls are shown."""


class Loaded(msgspec.Struct, frozen=True):
    """A table ready to play: never leaves the host. `turns` are its newest turns, None until somebody asks for them, and `fresh`
    those that have begun since, to be joined to them when somebody does; `free` is the seat that has moved last and could take that
    back alone, NOBODY where there is none, None until somebody moves."""

    table: Table
    game: AnyGame
    seed: str
    position: Position[Any] | None = None
    now: Now[Any] | None = None
    turns: tuple[Begun, ...] | None = None
    fresh: tuple[Begun, ...] = ()
    free: Seat | None = None
    menus: dict[Seat, ref[Menu]] = msgspec.field(default_factory=dict)

    def menu(self, seat: Seat) -> Menu:
        """The decision that a seat owes. Whoever shows it and then has a word of it played holds it meanwhile, so that what was
        made of it need not be made again. Raises Illegal when the seat owes none."""
        assert self.now is not None
        made = self.menus.get(seat)
        menu = made() if made is not None else None
        if menu is None:
            menu = self.now.menu(seat)
            self.menus[seat] = ref(menu)
        return menu

    @property
    def turns_known(self) -> tuple[Begun, ...] | None:
        """The newest turns but for the fresh ones, if they are at hand; before the first move there are none."""
        return () if self.position is not None and not self.position.moves else self.turns

    def run(self) -> Run[Any]:
        """The position brought to life, to be played on: a run of its own, so that this one stays as it is."""
        assert self.position is not None
        return Run(self.game, self.position, self.seed)


def freed(before: Seat | None, new: Sequence[NewEntry]) -> Seat | None:
    """Who has moved last and could take that back alone, after some more entries."""
    for entry in new:
        if entry.barrier or entry.seat is None or (entry.kind not in ("move", "computer") and entry.seat != before):
            before = NOBODY
        elif entry.kind == "move":
            before = entry.seat
    return before


class Ahead(msgspec.Struct, frozen=True):
    """How a game has gone on: the entries to write, the result if it is over, and the orders that are still left."""

    entries: tuple[NewEntry, ...]
    result: Result | None
    orders: tuple[Order, ...]


def seated(table: Table, user: int) -> Seat:
    """A person's seat. Raises Refusal for somebody who has none."""
    seat = table.seat_of(user)
    if seat is None:
        if table.status == "lobby":
            raise Refusal(say("You have no seat at this table yet. Press Join first."))
        raise Refusal(
            say("You are not in this game. /board shows it to you; /play in another channel or thread opens a new one.")
        )
    return seat


def with_others(table: Table, user: int) -> bool:
    """Whether others play at a running table who can be asked now: no computer plays for them."""
    return any(person.user != user for person in table.playing)


def asks_others(table: Table, user: int) -> bool:
    """Whether others have a seat at a running table, who are asked before it is closed, also when a computer plays for them."""
    return any(person.user != user for person in table.staying)


def require_opener(table: Table, user: int) -> None:
    """Raise Refusal for somebody who would change how a table plays that others have joined, and has not opened it."""
    if user != table.opened_by and len(table.played) > 1:
        raise Refusal(
            say(
                "Others have joined, so only the person who opened the table changes how it plays. Tell them what you wish."
            )
        )


def playing(table: Table, user: int) -> Seat:
    """A person's seat in a running game. Raises Refusal."""
    if table.status == "lobby":
        raise Refusal(say("The game has not begun. Press Start when everybody has joined."))
    if not table.live:
        raise Refusal(game_over())
    return seated(table, user)


class Covered(Refusal):
    """A computer plays for the person until they take their seat again."""

    def __init__(self) -> None:
        super().__init__(
            say("A computer plays for you until you are back. Press “Take my seat again”, then it is your move.")
        )


def require_here(table: Table, seat: Seat) -> None:
    """Raise Covered where a computer plays the seat for its person."""
    if table.seats[seat].stands_in:
        raise Covered


def current(live: Loaded, seat: Seat, asked: int | None) -> None:
    """Raise Late when the seat owes nothing, or `asked` is an earlier question than the present one."""
    assert live.now is not None
    if asked is not None and asked != live.table.asked:
        raise Late(say("Those buttons are from an earlier turn; here is how things stand now."))
    if seat not in live.now.ask:
        waiting: list[Any] = [Who(other) for other in sorted(live.now.ask)]
        raise Late(
            count(
                "It is not your turn: {waiting} is to move. You will be called.",
                "It is not your turn: {waiting} are to move. You will be called.",
                len(waiting),
                waiting=waiting,
            )
        )


def played(
    run: Run[Any],
    kind: Kind,
    seat: Seat,
    words: Words,
    seed: str,
    at: Position[Any] | None = None,
    menu: Menu | None = None,
) -> tuple[NewEntry, Played[Any]]:
    """A move as an entry; `run` has made it. `at` is the position before it, and `menu` what the seat owes, if they are at hand.
    Raises Illegal, and then it has not."""
    menu = menu or run.menu(seat)
    spelled = canon(menu, words)
    hidden = secret(menu, spelled)
    begins = begun(run, seat, at)
    run.push(seat, spelled)
    made = run.made()
    after = made.position
    data = kernel.encode(after)
    entry = NewEntry(
        kind,
        seat,
        " ".join(words),
        kernel.digest(data, seed),
        made.events,
        made.barrier,
        hidden,
        begins=begins,
        after=after,
        position=data,
    )
    return entry, made


def resignation(seat: Seat, digest: str, told: Text | None = None) -> NewEntry:
    """Nobody plays a seat from now on; `digest` is of the position, which stays the same."""
    told = told or say("{seat} gives up.", seat=Who(seat))
    return NewEntry("resign", seat, "resign", digest, (Event(told),), barrier=True)


def go_on(live: Loaded, run: Run[Any], new: Sequence[NewEntry], orders: Sequence[Order]) -> Ahead:
    """What happens by itself after `new`, with which `run` has come to where it is: forced moves, empty seats, standing
    orders, the end. `run` makes these moves."""
    done, left = list(new), {person.seat for person in live.table.seats if person.left and not person.level}
    while True:
        result = run.result or given_up(live.game, run.state, live.table.seats)
        orders = [
            order
            for order in orders
            if result is None and order.seat not in left and not live.game.lapsed(run.state, order.seat, order.words)
        ]
        if result is not None:
            if done:
                done[-1] = msgspec.structs.replace(done[-1], events=(*done[-1].events, Event(result.reason)))
            return Ahead(tuple(done), result, ())
        step = _by_itself(live.game, run, left)
        if step is not None:
            done.append(played(run, "auto", *step, live.seed)[0])
            continue
        step = _ordered(live.game, run, orders)
        if step is None:
            return Ahead(tuple(done), None, tuple(orders))
        answer = _called(run.menu(step[0]), step[1])
        done.append(_by_order(played(run, "auto", *step, live.seed)[0], step[0], answer))


def without(table: Table, seat: Seat, level: str = "") -> Table:
    """A table of which a seat has been given up by its next entry; a computer of this level plays on, "": safe moves."""
    rev = table.rev + 1
    after = with_level(table, seat, level, rev) if level else table
    gone = msgspec.structs.replace(after.seats[seat], left=True, left_rev=rev)
    return msgspec.structs.replace(
        after, seats=tuple(gone if person.seat == seat else person for person in after.seats)
    )


def with_level(table: Table, seat: Seat, level: str, rev: int) -> Table:
    """A table at which a computer of this level plays a seat since entry `rev`, "": its person."""
    was = table.seats[seat]
    now = msgspec.structs.replace(was, level=level)
    held = PastHolder(seat, rev, was.user, was.name, was.level)
    return msgspec.structs.replace(
        table,
        seats=tuple(now if person.seat == seat else person for person in table.seats),
        past=(*table.past, held),
    )


def given_up(game: AnyGame, state: msgspec.Struct, seats: Sequence[Seated]) -> Result | None:
    """The end that comes of giving up, None while there is a game: one player is left, or one side, or nobody but computers.
    Whoever left later ranks before those who left earlier; a side wins or loses as one, and has left with the last of its seats."""
    gone = {person.seat: person.left_rev for person in seats if person.left}
    if not gone:
        return None
    sides = game.sides(state) or tuple((person.seat,) for person in seats)
    there = [side for side in sides if not gone.keys() >= {*side}]
    deserted = all(person.left or person.own for person in seats)
    if len(there) != 1 and not deserted:
        return None
    others = sorted((side for side in sides if side not in there), key=lambda side: -max(gone[seat] for seat in side))
    left = tuple(seat for side in there for seat in side)
    winners: list[Any] = [Who(seat) for seat in left]
    reason = (
        say("{seats} are left, and no person plays any more.", seats=winners)
        if len(there) > 1
        else say("{seats} are the last side in the game.", seats=winners)
        if game.sides(state)
        else say("{seat} is the last one in the game.", seat=winners[0])
    )
    return Result(left, (left, *others), reason, sides=game.sides(state))


def _by_itself(game: AnyGame, run: Run[Any], left: set[Seat]) -> tuple[Seat, Words] | None:
    """A move that needs nobody: of a seat that was given up, or the only one there is."""
    for seat in sorted(run.now.ask):
        menu = run.menu(seat)
        words = game.stall(seat, menu) if seat in left else forced(menu)
        if words is not None:
            return seat, words
    return None


def _ordered(game: AnyGame, run: Run[Any], orders: Sequence[Order]) -> tuple[Seat, Words] | None:
    """A move that somebody has left word for."""
    for seat in sorted({order.seat for order in orders} & run.now.ask.keys()):
        words = obeyed(game, run, seat, orders)
        if words is not None:
            return seat, words
    return None


def obeyed(game: AnyGame, run: Run[Any], seat: Seat, left: Sequence[Order]) -> Words | None:
    """What the seat's orders answer to the present question; None when they have no legal answer: the player is asked."""
    menu = run.menu(seat)
    for order in left:
        answer = game.obey(run.state, seat, order.words, menu) if order.seat == seat else None
        if answer is not None:
            try:
                return canon(menu, answer)
            except Illegal:
                continue
    return None


def _called(menu: Menu, words: Words) -> list[Text]:
    """What the player would have chosen last to answer so."""
    level: Menu | None = menu
    labels: list[Text] = []
    for word in words:
        assert level is not None
        picks = word.split("+")
        labels = [option.label for option in level.options if option.word in (picks if level.hi > 1 else [word])]
        level = level.then(word)
    return labels


def _by_order(entry: NewEntry, seat: Seat, answer: Sequence[Text]) -> NewEntry:
    """The answer of an order. Like a move of the player's own it is not taken back by somebody else alone; only its seat
    reads that it was an order."""
    told = Event(say("Your standing order has answered for you: “{answer}”.", answer=[*answer]), (seat,))
    return msgspec.structs.replace(entry, events=(*entry.events, told), barrier=True)
