"""A question of a seat as plain data, for a computer player in another process: it holds what the seat may know, and nothing else.

It contains neither the table's seed nor its true position. At the start of a turn, everything the seat cannot know is resampled. In
the middle of a turn the script has to run again up to the question, and needs the rolls of the turn: those are included, and what
was shuffled or lies hidden is resampled as far as it is still hidden. What was shown in this turn stays as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Optional, TypeVar

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, Position, decode_position, encode_position
from engine.kernel.registry import AnyGame
from engine.kernel.state_codec import copy_state
from engine.kernel.text import IllegalMoveError, Seat, write_plain_text

T = TypeVar("T")
MAX_RESAMPLES = 8
"""How often a turn is resampled to find one in which the seat has seen and heard the same."""


class SeatQuestion(msgspec.Struct, frozen=True):
    """A position that looks to `seat` like the table's, as JSON, and the rolls of its turn by "tick/label".

    The roll of a shuffle is the new order of the indices.
    """

    seat: Seat
    position: str
    rolls: dict[str, tuple[int, ...]] = {}


class ReplayDice(Dice):
    """Dice that repeat the rolls of a turn. Raises KeyError for any other roll."""

    __slots__ = ("_rolls",)

    def __init__(self, rolls: dict[str, tuple[int, ...]]) -> None:
        super().__init__("")
        self._rolls = rolls

    def roll_below(self, upper_bound: int, tick: int, label: str) -> int:  # noqa: ARG002
        """Return the recorded roll."""
        return self._rolls[f"{tick}/{label}"][0]

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """Return the items in the recorded order."""
        return [items[n] for n in self._rolls[f"{tick}/{label}"]]


class RecordingDice(Dice):
    """The dice of a table that record their rolls, and of a shuffle also the items in their former order."""

    __slots__ = ("items", "rolls")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.rolls: dict[str, tuple[int, ...]] = {}
        self.items: dict[str, tuple[bytes, ...]] = {}

    def roll_below(self, upper_bound: int, tick: int, label: str) -> int:
        """Roll and record."""
        number = super().roll_below(upper_bound, tick, label)
        self.rolls[f"{tick}/{label}"] = (number,)
        return number

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """Shuffle and record."""
        order = Dice.shuffle(Dice(self.seed), range(len(items)), tick, label)
        self.rolls[f"{tick}/{label}"] = tuple(order)
        self.items[f"{tick}/{label}"] = tuple(map(_identify, items))
        return [items[n] for n in order]


def create_question(game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice) -> SeatQuestion | None:
    """Create the question that a seat owes an answer to, resampled with these dice.

    Return None if no other sample was found that fits what the seat has seen in this turn, so that nothing may be told of it.
    Raises Illegal if the seat owes no answer.
    """
    table: GameRun[Any] = GameRun(game, position, seed)
    table.build_menu(seat)
    answers = position.answers[: table.asked_at_move - position.tick]  # later ones are other seats' to this question
    if not answers:
        base = game.resample_state(position.base, seat, _Resampler(dice, position.move_count, 0).shuffle)
        return SeatQuestion(seat, encode_position(Position(base, position.tick)).decode())
    recording = RecordingDice(seed)
    turn: GameRun[Any] = GameRun(game, Position(position.base, position.tick), recording)
    news = [_play_and_listen(turn, mover, words, seat) for mover, words in answers]
    hidden = _count_hidden(game, turn.state, seat)
    for attempt in range(MAX_RESAMPLES):
        resampler = _Resampler(dice, position.move_count, attempt)
        base = _resample_base(game, position, seat, resampler, hidden)
        rolls = _resample_rolls(recording, resampler, hidden)
        sample: GameRun[Any] = GameRun(game, Position(base, position.tick), ReplayDice(rolls))
        try:
            sample_news = [_play_and_listen(sample, mover, words, seat) for mover, words in answers]
        except (IllegalMoveError, KeyError):
            continue
        if sample_news == news and _looks_same(game, sample, turn, seat):
            return SeatQuestion(seat, encode_position(sample.position).decode(), rolls)
    return None


def restore_position(game: AnyGame, question: SeatQuestion) -> tuple[Position[Any], Dice]:
    """Return the position of a question, and the dice to run its turn with."""
    return decode_position(game, question.position), ReplayDice(question.rolls)


class _Resampler:
    """Shuffles with keyed dice, the same for the same number of moves and attempt."""

    def __init__(self, dice: Dice, moves: int, attempt: int) -> None:
        self._dice = dice
        self._moves = moves
        self._attempt = attempt
        self._shuffles = 0

    def shuffle(self, pool: list[T]) -> list[T]:
        """Return all items in another order."""
        self._shuffles += 1
        return self._dice.shuffle(pool, self._moves, f"afresh {self._attempt} {self._shuffles} shuffle")

    def shuffle_free(
        self, pool: Sequence[T], free: Iterable[bytes], kinds: Optional[Sequence[bytes]] = None
    ) -> list[T]:
        """Shuffle the items of a free kind among their own places; the others stay. `kinds` says what each item is."""
        kinds = kinds or list(map(_identify, pool))
        free = frozenset(free)
        places = [n for n, kind in enumerate(kinds) if kind in free]
        shuffled = self.shuffle([pool[n] for n in places])
        result = list(pool)
        for place, item in zip(places, shuffled, strict=True):
            result[place] = item
        return result


def _resample_base(
    game: AnyGame, position: Position[Any], seat: Seat, resampler: _Resampler, hidden: Counter[bytes]
) -> Any:  # noqa: ANN401 - each game has its own state
    """Resample the state at the start of the turn, as far as it is still hidden at the question."""
    base = copy_state(position.base)
    free = {kind for kind, count in _count_hidden(game, base, seat).items() if hidden[kind] >= count}
    game.resample_hidden(base, seat, partial(resampler.shuffle_free, free=free))
    return base


def _resample_rolls(
    recording: RecordingDice, resampler: _Resampler, hidden: Counter[bytes]
) -> dict[str, tuple[int, ...]]:
    """Resample the shuffles of the turn, as far as their items are still hidden at the question."""
    rolls = dict(recording.rolls)
    for label, items in recording.items.items():
        order = recording.rolls[label]
        free = {kind for kind, count in Counter(items).items() if hidden[kind] >= count}
        rolls[label] = tuple(resampler.shuffle_free(order, free, [items[n] for n in order]))
    return rolls


def _looks_same(game: AnyGame, sample: GameRun[Any], turn: GameRun[Any], seat: Seat) -> bool:
    """Return whether the seat sees no difference between the two runs."""
    if sample.questions.keys() != turn.questions.keys():
        return False
    return bool(game.build_view(sample.state, seat) == game.build_view(turn.state, seat))


def _count_hidden(game: AnyGame, state: Any, seat: Seat) -> Counter[bytes]:  # noqa: ANN401 - each game has its own state
    """Count all that the seat cannot know, by kind."""
    counts: Counter[bytes] = Counter()

    def count_pool(pool: list[Any]) -> list[Any]:
        counts.update(map(_identify, pool))
        return list(pool)

    game.resample_hidden(copy_state(state), seat, count_pool)
    return counts


def _identify(item: object) -> bytes:
    return msgspec.json.encode(item)


def _play_and_listen(run: GameRun[Any], mover: Seat, words: tuple[str, ...], seat: Seat) -> list[str]:
    """Play a move and return what the seat is told of it."""
    events = run.play(mover, words).events
    return [write_plain_text(event.text) for event in events if event.to is None or seat in event.to]
