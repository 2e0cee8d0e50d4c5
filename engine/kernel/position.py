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
from engine.kernel.menu import Menu, Words, canonicalize_move
from engine.kernel.script import Game, GameResult, Questions, S, TurnScript, V
from engine.kernel.state_codec import decode_state, encode_state
from engine.kernel.text import IllegalMoveError, Seat, say, write_plain_text

G = TypeVar("G", bound=msgspec.Struct)


SETUP_TICK = -1
"""The tick of rolls made before the first turn."""


class Position(msgspec.Struct, Generic[G], frozen=True):
    """`base` is the state at the last resting point, `tick` the number of moves before it, `answers` the moves since."""

    base: G
    tick: int = 0
    answers: tuple[tuple[Seat, Words], ...] = ()

    @property
    def move_count(self) -> int:
        """Moves made since the game began."""
        return self.tick + len(self.answers)


class Situation(msgspec.Struct, Generic[G], frozen=True, gc=False):
    """What a position means: the state in the middle of the turn and who owes an answer. Derived, never stored.

    `asked_at_move` is the number of moves that had been made when the current question was put. It stays the same while other
    seats answer that question.
    """

    state: G
    questions: Questions
    asked_at_move: int
    result: GameResult | None

    def build_menu(self, seat: Seat) -> Menu:
        """The decision this seat owes. Raises Illegal when it owes none."""
        thunk = self.questions.get(seat)
        if thunk is None:
            raise IllegalMoveError(say("The game is over.") if self.result else say("It is not your turn."))
        return thunk()


class MoveResult(msgspec.Struct, Generic[G], frozen=True):
    """A move that was made: its events, what the position after it means, and whether it is a barrier for undo.

    `is_barrier` is set if chance or a reveal keeps a player from undoing the move alone. `base` is the encoded state at the
    last resting point, `tick` the number of moves before it, and `answers` the moves since.
    """

    situation: Situation[G]
    events: tuple[Event, ...]
    is_barrier: bool
    base: bytes
    tick: int
    answers: tuple[tuple[Seat, Words], ...]

    @property
    def position(self) -> Position[G]:
        """The position after the move."""
        return Position(decode_state(type(self.situation.state), self.base), self.tick, self.answers)


class Move(msgspec.Struct, frozen=True):
    """A line of a record: who, what, and (optionally) the digest of the position after it."""

    seat: Seat
    words: Words
    digest: str = ""


class ReplayResult(msgspec.Struct, Generic[G], frozen=True):
    """How far a log could be played. `stopped_at` is the index of the first move that failed, None when there was none."""

    position: Position[G]
    events: tuple[Event, ...]
    stopped_at: int | None = None
    failure_reason: str = ""


class GameRun(Generic[G]):
    """A position brought to life: its turn script, advanced to the question it waits at.

    `play_move` continues from there without running the turn again, which is the fast way through many moves. A state taken
    from an earlier `situation` changes with the run. Where positions must stay apart, use the functions below, which are pure.
    In place of a seed, a run accepts dice that record what was rolled.

    `base` is the encoded state at the last resting point, `tick` the number of moves before it, and `answers` the moves
    since. `current_answers` holds the answers to the current question while other seats still owe theirs.
    """

    __slots__ = (
        "answers",
        "asked_at_move",
        "base",
        "current_answers",
        "game",
        "menus",
        "out",
        "questions",
        "result",
        "script",
        "state",
        "tick",
    )

    def __init__(self, game: Game[Any, Any], position: Position[G], seed: str | Dice) -> None:
        out = Effects(seed, position.tick)
        self._resume(game, out, type(position.base), encode_state(position.base), position.answers)

    def _resume(
        self,
        game: Game[Any, Any],
        out: Effects,
        state_type: type[G],
        base: bytes,
        answers: Iterable[tuple[Seat, Words]],
    ) -> None:
        """Run the turn that begins at `base` up to the question that follows `answers`. The run owns `out`."""
        self.game, self.out = game, out
        self.current_answers: dict[Seat, Words] = {}
        self.menus: dict[Seat, Menu] = {}
        self.result: GameResult | None = None
        self.state = decode_state(state_type, base)
        self.script = _run_turns(game, self.state, out)
        self._begin_turn(base)
        for seat, words in answers:
            self._answer(seat, words)

    def clone(self) -> GameRun[G]:
        """Return the same question in a run of its own: a move in one run does not show in the other."""
        twin = object.__new__(type(self))
        twin._resume(self.game, Effects(self.out.dice, self.tick), type(self.state), self.base, self.answers)
        return twin

    def build_menu(self, seat: Seat) -> Menu:
        """Return the decision this seat owes, built once. Raises Illegal if it owes none."""
        made = self.menus.get(seat)
        if made is None:
            thunk = None if seat in self.current_answers else self.questions.get(seat)
            made = self.menus[seat] = thunk() if thunk is not None else self.situation.build_menu(seat)
        return made

    def play(self, seat: Seat, words: Words) -> MoveResult[G]:
        """Make a move. Raises Illegal, in which case nothing has changed."""
        self.push(seat, canonicalize_move(self.build_menu(seat), words))
        return self.build_move_result()

    def build_move_result(self) -> MoveResult[G]:
        """Return the move that was made last."""
        out = self.out
        return MoveResult(
            self.situation, tuple(out.events), out.barrier_count > 0, self.base, self.tick, tuple(self.answers)
        )

    def push(self, seat: Seat, words: Words) -> None:
        """Make a legal move in canonical spelling. It is not checked, and no menu is built for it."""
        self.out.begin_move()
        self._answer(seat, words)

    def _begin_turn(self, base: bytes) -> None:
        """Run turns from the resting point `base` until one asks something or the game is over."""
        while True:
            self.base, self.tick, self.answers = base, self.out.tick, list[tuple[Seat, Words]]()
            ask = next(self.script, None)
            if ask is None:
                self.result = self.game.find_result(self.state)
            if ask is None or ask:
                break
            base = encode_state(self.state)
        self.questions: Questions = ask or {}
        self.asked_at_move = self.tick

    def _answer(self, seat: Seat, words: Words) -> None:
        """Record an answer that the menu has accepted, and continue if it was the last one owed."""
        got, asked, out = self.current_answers, self.questions, self.out
        self.answers.append((seat, words))
        got[seat] = words
        self.menus.pop(seat, None)
        out.tick += 1
        if len(got) < len(asked) or self.result is not None:
            return
        self.current_answers = {}
        # In the order of the question, not of the answers.
        ask = self.script.send(got if len(got) == 1 else {seat: got[seat] for seat in asked})
        if ask:
            self.questions, self.asked_at_move = ask, out.tick
        else:
            self._begin_turn(encode_state(self.state))

    @property
    def situation(self) -> Situation[G]:
        """What the position means."""
        ask = (
            {seat: menu for seat, menu in self.questions.items() if seat not in self.current_answers}
            if self.current_answers
            else self.questions
        )
        return Situation(self.state, ask, self.asked_at_move, self.result)

    @property
    def position(self) -> Position[G]:
        """The position as data."""
        return Position(decode_state(type(self.state), self.base), self.tick, tuple(self.answers))


def _run_turns(game: Game[S, V], state: S, out: Effects) -> TurnScript[None]:
    """Turn after turn until the game is over; at every resting point between them nobody is asked."""
    while game.find_result(state) is None:
        yield from game.play_turn(state, out)
        yield {}


def begin_game(game: Game[S, V], seat_count: int, options: dict[str, str], seed: str) -> MoveResult[S]:
    """A new game, set up and run to its first question. `options` must be complete (see `script.complete_options`)."""
    out = Effects(seed, SETUP_TICK)
    laid_out = Position(game.set_up_table(seat_count, options, out))
    run = GameRun(game, laid_out, seed)
    return msgspec.structs.replace(run.build_move_result(), events=(*out.events, *run.out.events), is_barrier=True)


def resolve_situation(game: Game[S, V], position: Position[S], seed: str) -> Situation[S]:
    """What the position means."""
    return GameRun(game, position, seed).situation


def play_move(game: Game[S, V], position: Position[S], seed: str, seat: Seat, words: Words) -> MoveResult[S]:
    """The position after a move; the one given is untouched. Raises Illegal with a sentence for the player."""
    return GameRun(game, position, seed).play(seat, words)


def replay_moves(game: Game[S, V], origin: Position[S], seed: str, log: Iterable[Move]) -> ReplayResult[S]:
    """Play a log from an origin, and check the digests it carries."""
    run, position = GameRun(game, origin, seed), origin
    events: list[Event] = []
    for n, move in enumerate(log):
        try:
            played = run.play(move.seat, move.words)
        except IllegalMoveError as no:
            return ReplayResult(position, tuple(events), n, write_plain_text(no.text))
        if move.digest and compute_digest(played.position, seed) != move.digest:
            return ReplayResult(position, tuple(events), n, "the position after it is not the recorded one")
        position = played.position
        events.extend(played.events)
    return ReplayResult(position, tuple(events))


def encode_position(position: Position[Any]) -> bytes:
    """The position as JSON. Dictionaries keep their order, as in a running turn; a state must not hold sets, which have none."""
    return msgspec.json.encode(position)


def decode_position(game: Game[S, V], encoded: bytes | str) -> Position[S]:
    """A position from its JSON. Raises msgspec.ValidationError, with the path, when it does not fit the game's state."""
    return cast("Position[S]", _build_json_decoder(game.state_type).decode(encoded))


def compute_digest(position: Position[Any] | bytes, seed: str) -> str:
    """Eight hex digits that tell positions apart, also by their JSON. Keyed with the seed, so that nobody guesses hidden cards."""
    data = position if isinstance(position, bytes) else encode_position(position)
    return hashlib.blake2b(data, key=seed.encode()[:64], digest_size=4).hexdigest()


@cache
def _build_json_decoder(state_type: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast("Any", Position)[state_type])
