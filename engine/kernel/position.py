"""A game at rest as plain data, and the four pure functions over it: start, now, play, replay.

A position is the state at the start of the turn and the answers given since. Running the turn again leads to whatever
is asked in the middle of it, so a position can stand for any decision, even one that several seats still owe.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.event import Effects, Event
from engine.kernel.freeze import frozen, thawed
from engine.kernel.menu import Menu, Words, canon
from engine.kernel.script import Ask, Game, Result, S, Script, V
from engine.kernel.text import Illegal, Seat, plain, say

G = TypeVar("G", bound=msgspec.Struct)


SETUP = -1
"""The tick of rolls made before the first turn."""
SPARED = 31
"""Moves at most that a run makes between resting points that it keeps."""


class Position(msgspec.Struct, Generic[G], frozen=True):
    """`base` is the state at the last resting point, `tick` the number of moves before it, `answers` the moves since."""

    base: G
    tick: int = 0
    answers: tuple[tuple[Seat, Words], ...] = ()

    @property
    def moves(self) -> int:
        """Moves made since the game began."""
        return self.tick + len(self.answers)


class Now(msgspec.Struct, Generic[G], frozen=True, gc=False):
    """What a position means: the state in the middle of the turn and who owes an answer. Derived, never stored.

    `asked` is the number of moves that had been made when the current question was put. It stays the same while other
    seats answer that question.
    """

    state: G
    ask: Ask
    asked: int
    result: Result | None

    def menu(self, seat: Seat) -> Menu:
        """The decision this seat owes. Raises Illegal when it owes none."""
        thunk = self.ask.get(seat)
        if thunk is None:
            raise Illegal(say("The game is over.") if self.result else say("It is not your turn."))
        return thunk()


class Played(msgspec.Struct, Generic[G], frozen=True):
    """A move that was made: what happened, what the position after it means, and whether chance or a reveal keeps a
    player from undoing it alone. `then` is the run, the resting point it had kept, and the moves before this turn and in all."""

    now: Now[G]
    events: tuple[Event, ...]
    barrier: bool
    then: tuple[Run[G], Kept, int, int]

    @property
    def position(self) -> Position[G]:
        """The position after the move."""
        run, kept, tick, moves = self.then
        kept = run.resting(kept, tick)
        return Position(thawed(type(self.now.state), kept.base), tick, tuple(kept.moves[: moves - tick]))


class Move(msgspec.Struct, frozen=True):
    """A line of a record: who, what, and (optionally) the digest of the position after it."""

    seat: Seat
    words: Words
    digest: str = ""


class Replay(msgspec.Struct, Generic[G], frozen=True):
    """How far a log could be played. `stopped_at` is the index of the first move that failed, None when there was none."""

    position: Position[G]
    events: tuple[Event, ...]
    stopped_at: int | None = None
    why: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A resting point of a run: the state as bytes, the number of moves before it, and those since, also of later turns."""

    base: bytes
    tick: int
    moves: list[tuple[Seat, Words]]


class Run(Generic[G]):
    """A position brought to life: its turn script, advanced to the question it waits at.

    `play` continues from there without running the turn again, which is the fast way through many moves; a state taken
    from an earlier `now` changes with it. Where positions must stay apart, use the functions below, which are pure. In place of
    a seed it takes dice that know what was rolled.

    `tick` is the number of moves before this turn. Keeping a resting point takes as long as a simple move, so the longer nobody
    asks for a position, the fewer are `kept`; to one that was not, the moves are played again. The first that a new run comes
    to is always kept: in the turn before, its state may have been changed from outside (`Game.resample_hidden`).
    """

    __slots__ = ("ask", "asked", "game", "got", "kept", "menus", "out", "result", "script", "spare", "state", "tick")

    def __init__(self, game: Game[Any, Any], position: Position[G], seed: str | Dice) -> None:
        self.game, self.spare = game, 0
        self._resume(Effects(seed, position.tick), type(position.base), frozen(position.base), position.answers)

    def _resume(self, out: Effects, kind: type[G], base: bytes, answers: Iterable[tuple[Seat, Words]]) -> None:
        """Run on from a resting point to where these answers lead. `out` belongs to this run."""
        self.out = out
        self.kept = Kept(base, out.tick, [])
        self.got: dict[Seat, Words] = {}
        self.menus: dict[Seat, Menu] = {}
        self.result: Result | None = None
        self.state = thawed(kind, base)
        self.script = _turns(self.game, self.state, out)
        self._begin(keep=True)
        for seat, words in answers:
            self._answer(seat, words)

    def _again(self, kept: Kept, made: int, spare: int) -> Run[G]:
        twin = object.__new__(type(self))
        twin.game, twin.spare = self.game, spare
        twin._resume(Effects(self.out.dice, kept.tick), type(self.state), kept.base, kept.moves[:made])
        return twin

    def resting(self, kept: Kept, tick: int) -> Kept:
        """The resting point after so many moves, from one that was kept before it."""
        self.spare, made = 0, tick - kept.tick
        return Kept(self._again(kept, made, made).kept.base, tick, kept.moves[made:]) if made else kept

    def clone(self) -> Run[G]:
        """The same question in a run of its own: what is played in one does not show in the other."""
        self.kept = self.resting(self.kept, self.tick)
        return self._again(self.kept, len(self.kept.moves), 0)

    @property
    def answers(self) -> list[tuple[Seat, Words]]:
        """The moves of this turn."""
        return self.kept.moves[self.tick - self.kept.tick :]

    def menu(self, seat: Seat) -> Menu:
        """The decision this seat owes, built once. Raises Illegal when it owes none."""
        made = self.menus.get(seat)
        if made is None:
            thunk = None if seat in self.got else self.ask.get(seat)
            made = self.menus[seat] = thunk() if thunk is not None else self.now.menu(seat)
        return made

    def play(self, seat: Seat, words: Words) -> Played[G]:
        """Make a move. Raises Illegal, in which case nothing has changed."""
        self.push(seat, canon(self.menu(seat), words))
        return self.made()

    def made(self) -> Played[G]:
        """The move that was made last."""
        out = self.out
        return Played(self.now, tuple(out.events), out.barriers > 0, (self, self.kept, self.tick, out.tick))

    def push(self, seat: Seat, words: Words) -> None:
        """Make a move that is known to be one of the seat's, in canonical spelling: nothing is checked and no menu made."""
        self.out.begin_move()
        self._answer(seat, words)

    def _begin(self, *, keep: bool) -> None:
        """Run turns from a resting point until one asks something or the game is over. `keep` the last one before that."""
        self.tick = self.asked = tick = self.out.tick
        while not (ask := next(self.script, None)):
            if ask is None:
                self.result = self.game.result(self.state)
                break
            if keep:
                self.kept = Kept(frozen(self.state), tick, [])
        self.ask: Ask = ask or {}

    def _answer(self, seat: Seat, words: Words) -> None:
        """Record an answer that the menu has accepted, and continue when it was the last one owed."""
        got, asked, out = self.got, self.ask, self.out
        self.kept.moves.append((seat, words))
        got[seat] = words
        self.menus.pop(seat, None)
        out.tick += 1
        if len(got) < len(asked) or self.result is not None:
            return
        self.got = {}
        # In the order of the question, not of the answers.
        ask = self.script.send(got if len(got) == 1 else {seat: got[seat] for seat in asked})
        if ask:
            self.ask, self.asked = ask, out.tick
            return
        keep = out.tick - self.kept.tick >= self.spare
        if keep:
            self.spare = min(2 * self.spare + 1, SPARED)
            self.kept = Kept(frozen(self.state), out.tick, [])
        self._begin(keep=keep)

    @property
    def now(self) -> Now[G]:
        """What the position means."""
        ask = {seat: menu for seat, menu in self.ask.items() if seat not in self.got} if self.got else self.ask
        return Now(self.state, ask, self.asked, self.result)

    @property
    def position(self) -> Position[G]:
        """The position as data."""
        self.kept = self.resting(self.kept, self.tick)
        return Position(thawed(type(self.state), self.kept.base), self.tick, tuple(self.kept.moves))


def _turns(game: Game[S, V], state: S, out: Effects) -> Script[None]:
    """Turn after turn until the game is over; at every resting point between them nobody is asked."""
    while game.result(state) is None:
        yield from game.turn(state, out)
        yield {}


def start(game: Game[S, V], seats: int, options: dict[str, str], seed: str) -> Played[S]:
    """A new game, set up and run to its first question. `options` must be complete (see `script.settle`)."""
    out = Effects(seed, SETUP)
    laid_out = Position(game.setup(seats, options, out))
    run = Run(game, laid_out, seed)
    return Played(run.now, events=(*out.events, *run.out.events), barrier=True, then=run.made().then)


def now(game: Game[S, V], position: Position[S], seed: str) -> Now[S]:
    """What the position means."""
    return Run(game, position, seed).now


def play(game: Game[S, V], position: Position[S], seed: str, seat: Seat, words: Words) -> Played[S]:
    """The position after a move; the one given is untouched. Raises Illegal with a sentence for the player."""
    return Run(game, position, seed).play(seat, words)


def replay(game: Game[S, V], origin: Position[S], seed: str, log: Iterable[Move]) -> Replay[S]:
    """Play a log from an origin, and check the digests it carries."""
    run, position = Run(game, origin, seed), origin
    events: list[Event] = []
    for n, move in enumerate(log):
        try:
            played = run.play(move.seat, move.words)
        except Illegal as no:
            return Replay(position, tuple(events), n, plain(no.text))
        if move.digest and digest(played.position, seed) != move.digest:
            return Replay(position, tuple(events), n, "the position after it is not the recorded one")
        position = played.position
        events.extend(played.events)
    return Replay(position, tuple(events))


def encode(position: Position[Any]) -> bytes:
    """The position as JSON. Dictionaries keep their order, as in a running turn; a state must not hold sets, which have none."""
    return msgspec.json.encode(position)


def decode(game: Game[S, V], raw: bytes | str) -> Position[S]:
    """A position from its JSON. Raises msgspec.ValidationError, with the path, when it does not fit the game's state."""
    return cast("Position[S]", _json(game.state_type).decode(raw))


def digest(position: Position[Any] | bytes, seed: str) -> str:
    """Eight hex digits that tell positions apart, also by their JSON. Keyed with the seed, so that nobody guesses hidden cards."""
    data = position if isinstance(position, bytes) else encode(position)
    return hashlib.blake2b(data, key=seed.encode()[:64], digest_size=4).hexdigest()


@cache
def _json(state_type: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast("Any", Position)[state_type])
