"""A game at rest as plain data, and four pure functions over it: begin, resolve, play, replay.

A position is the state at the start of the turn and the answers given since. Running the turn again leads to the question in
the middle of it, so a position can stand for any decision, also one that several seats still owe.
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
    """A game at rest. `base` is the state at the last resting point, `tick` the number of moves before it, `answers` the moves
    since."""

    base: G
    tick: int = 0
    answers: tuple[tuple[Seat, Words], ...] = ()

    @property
    def move_count(self) -> int:
        """The number of moves made since the game began."""
        return self.tick + len(self.answers)


class Situation(msgspec.Struct, Generic[G], frozen=True, gc=False):
    """The meaning of a position: the state in the middle of the turn and the seats that owe an answer. Derived, never stored.

    `asked_at_move` is the number of moves made before the current question. It stays the same while other seats answer that
    question.
    """

    state: G
    questions: Questions
    asked_at_move: int
    result: GameResult | None

    def build_menu(self, seat: Seat) -> Menu:
        """Return the decision this seat owes. Raises IllegalMoveError if it owes none."""
        thunk = self.questions.get(seat)
        if thunk is not None:
            return thunk()
        if self.result:
            raise IllegalMoveError(say("The game is over."))
        raise IllegalMoveError(say("It is not your turn."))


class MoveResult(msgspec.Struct, Generic[G], frozen=True):
    """A move that was made: its events, the situation after it, and whether it is a barrier for undo.

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
    """A move in a record: seat, words, and (optionally) the digest of the position after it."""

    seat: Seat
    words: Words
    digest: str = ""


class ReplayResult(msgspec.Struct, Generic[G], frozen=True):
    """The part of a log that could be played. `stopped_at` is the index of the first move that failed, None if none did."""

    position: Position[G]
    events: tuple[Event, ...]
    stopped_at: int | None = None
    failure_reason: str = ""


class GameRun(Generic[G]):
    """A running position: its turn script, advanced to the question it waits at.

    `play` continues from there without running the turn again, which is the fast way through many moves. A state taken from an
    earlier `situation` changes with the run. Where positions must stay apart, use the functions below, which are pure. In place
    of a seed, a run accepts dice that record each roll.

    `base` is the encoded state at the last resting point, `tick` the number of moves before it, and `answers` the moves since.
    `current_answers` holds the answers to the current question while other seats still owe theirs.
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
        """Return the same question in an independent run: a move in one does not show in the other."""
        clone = object.__new__(type(self))
        clone._resume(self.game, Effects(self.out.dice, self.tick), type(self.state), self.base, self.answers)
        return clone

    def build_menu(self, seat: Seat) -> Menu:
        """Return the decision this seat owes, built once. Raises IllegalMoveError if it owes none."""
        menu = self.menus.get(seat)
        if menu is None:
            thunk = None if seat in self.current_answers else self.questions.get(seat)
            menu = self.menus[seat] = thunk() if thunk is not None else self.situation.build_menu(seat)
        return menu

    def play(self, seat: Seat, words: Words) -> MoveResult[G]:
        """Make a move. Raises IllegalMoveError, and then nothing has changed."""
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
            self.base, self.tick = base, self.out.tick
            self.answers: list[tuple[Seat, Words]] = []
            questions = next(self.script, None)
            if questions is None:
                self.result = self.game.find_result(self.state)
                break
            if questions:
                break
            base = encode_state(self.state)
        self.questions: Questions = questions or {}
        self.asked_at_move = self.tick

    def _answer(self, seat: Seat, words: Words) -> None:
        """Record an answer that the menu has accepted, and continue if it was the last one owed."""
        given, asked, out = self.current_answers, self.questions, self.out
        self.answers.append((seat, words))
        given[seat] = words
        self.menus.pop(seat, None)
        out.tick += 1
        if len(given) < len(asked) or self.result is not None:
            return
        self.current_answers = {}
        # In the order of the question, not of the answers.
        questions = self.script.send(given if len(given) == 1 else {seat: given[seat] for seat in asked})
        if questions:
            self.questions, self.asked_at_move = questions, out.tick
        else:
            self._begin_turn(encode_state(self.state))

    @property
    def situation(self) -> Situation[G]:
        """The situation at the current question."""
        questions = self.questions
        if self.current_answers:
            questions = {seat: thunk for seat, thunk in questions.items() if seat not in self.current_answers}
        return Situation(self.state, questions, self.asked_at_move, self.result)

    @property
    def position(self) -> Position[G]:
        """The position as data."""
        return Position(decode_state(type(self.state), self.base), self.tick, tuple(self.answers))


def _run_turns(game: Game[S, V], state: S, out: Effects) -> TurnScript[None]:
    """Yield the questions of turn after turn until the game is over, and an empty question at every resting point."""
    while game.find_result(state) is None:
        yield from game.play_turn(state, out)
        yield {}


def begin_game(game: Game[S, V], seat_count: int, options: dict[str, str], seed: str) -> MoveResult[S]:
    """Set up a new game and run it to its first question. `options` must be complete (see `script.complete_options`)."""
    out = Effects(seed, SETUP_TICK)
    opening = Position(game.set_up_table(seat_count, options, out))
    run = GameRun(game, opening, seed)
    return msgspec.structs.replace(run.build_move_result(), events=(*out.events, *run.out.events), is_barrier=True)


def resolve_situation(game: Game[S, V], position: Position[S], seed: str) -> Situation[S]:
    """Return the situation of a position."""
    return GameRun(game, position, seed).situation


def play_move(game: Game[S, V], position: Position[S], seed: str, seat: Seat, words: Words) -> MoveResult[S]:
    """Return the result of a move, without changing `position`. Raises IllegalMoveError with a sentence for the player."""
    return GameRun(game, position, seed).play(seat, words)


def replay_moves(game: Game[S, V], origin: Position[S], seed: str, log: Iterable[Move]) -> ReplayResult[S]:
    """Play a log from an origin, and check the digests it carries."""
    run, position = GameRun(game, origin, seed), origin
    events: list[Event] = []
    for index, move in enumerate(log):
        try:
            result = run.play(move.seat, move.words)
        except IllegalMoveError as error:
            return ReplayResult(position, tuple(events), index, write_plain_text(error.text))
        if move.digest and compute_digest(result.position, seed) != move.digest:
            return ReplayResult(position, tuple(events), index, "the position after it is not the recorded one")
        position = result.position
        events.extend(result.events)
    return ReplayResult(position, tuple(events))


def encode_position(position: Position[Any]) -> bytes:
    """Return the position as JSON.

    Dictionaries keep their order, as in a running turn; a state must not hold sets, which have none.
    """
    return msgspec.json.encode(position)


def decode_position(game: Game[S, V], encoded: bytes | str) -> Position[S]:
    """Return the position that `encode_position` encoded.

    Raises msgspec.ValidationError, with the path, if it does not fit the game's state.
    """
    return cast("Position[S]", _build_json_decoder(game.state_type).decode(encoded))


def compute_digest(position: Position[Any] | bytes, seed: str) -> str:
    """Return eight hex digits that tell positions, or their JSON, apart.

    The hash is keyed with the seed, so that nobody can find hidden cards by trying.
    """
    data = position if isinstance(position, bytes) else encode_position(position)
    return hashlib.blake2b(data, key=seed.encode()[:64], digest_size=4).hexdigest()


@cache
def _build_json_decoder(state_type: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast("Any", Position)[state_type])
