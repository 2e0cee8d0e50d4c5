"""A question of a seat as plain data, for a computer player in another process: it holds what the seat may know, and nothing else.

It contains neither the table's seed nor its true position. At the start of a turn, everything the seat cannot know is resampled. In
the middle of a turn the script has to run again up to the question, and needs the answers and rolls of the turn. Secret answers of
other seats, shuffles and hidden things are resampled as far as they are still hidden. What was shown in this turn stays as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Optional, TypeVar

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves, passes_secret_menu
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


class _SamplingDice(ReplayDice):
    """Dice that repeat the rolls of a turn, roll every other one themselves, and record all that were needed."""

    __slots__ = ("_fresh_dice", "used")

    def __init__(self, rolls: dict[str, tuple[int, ...]], fresh_dice: Dice) -> None:
        super().__init__(rolls)
        self._fresh_dice = fresh_dice
        self.used: dict[str, tuple[int, ...]] = {}

    def roll_below(self, upper_bound: int, tick: int, label: str) -> int:
        """Repeat or make a roll, and record it."""
        key = f"{tick}/{label}"
        roll = self._rolls.get(key) or (self._fresh_dice.roll_below(upper_bound, tick, label),)
        self.used[key] = roll
        return roll[0]

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """Repeat or make a shuffle, and record it."""
        key = f"{tick}/{label}"
        order = self._rolls.get(key) or tuple(self._fresh_dice.shuffle(range(len(items)), tick, label))
        self.used[key] = order
        return [items[n] for n in order]


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
    turn = _record_turn(game, position, seed, seat, answers)
    hidden = _count_hidden(game, turn.run.state, seat)
    for attempt in range(MAX_RESAMPLES):
        resampler = _Resampler(dice, position.move_count, attempt)
        base = _resample_base(game, position, seat, resampler, hidden)
        rolls = _SamplingDice(_resample_rolls(turn, resampler, hidden), resampler.create_dice())
        sample: GameRun[Any] = GameRun(game, Position(base, position.tick), rolls)
        try:
            news = [
                _play_and_listen(sample, mover, resampler.pick_answer(alike_answers), seat)
                for mover, alike_answers in turn.answers
            ]
        except (IllegalMoveError, KeyError):
            continue
        if news == turn.news and _looks_same(game, sample, turn.run, seat):
            return SeatQuestion(seat, encode_position(sample.position).decode(), rolls.used)
    return None


def replay_turn(game: AnyGame, position: Position[Any], seed: str) -> Dice:
    """Return dice that know the rolls of the current turn only, so that a search in this process does not get the seed."""
    recording = RecordingDice(seed)
    GameRun(game, position, recording)
    return ReplayDice(recording.rolls)


def restore_position(game: AnyGame, question: SeatQuestion) -> tuple[Position[Any], Dice]:
    """Return the position of a question, and the dice to run its turn with."""
    return decode_position(game, question.position), ReplayDice(question.rolls)


class _RecordedTurn(msgspec.Struct, frozen=True):
    """A turn up to the question, as a seat has followed it.

    `answers` lists each mover with the moves that the seat cannot tell from the one made: one, unless the answer was secret.
    `secret_rolls` are the keys of rolls made for a secret answer, and `news` is what the seat was told after each answer.
    """

    run: GameRun[Any]
    dice: RecordingDice
    answers: list[tuple[Seat, list[Words]]]
    secret_rolls: frozenset[str]
    news: list[list[str]]


def _record_turn(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, answers: Sequence[tuple[Seat, Words]]
) -> _RecordedTurn:
    """Play the turn again, and list the moves that the seat cannot tell from the secret answers of others."""
    dice = RecordingDice(seed)
    run: GameRun[Any] = GameRun(game, Position(position.base, position.tick), dice)
    alike_answers: list[tuple[Seat, list[Words]]] = []
    secret_rolls: set[str] = set()
    news: list[list[str]] = []
    for mover, words in answers:
        menu = run.build_menu(mover)
        if mover == seat or not passes_secret_menu(menu, words):
            alike_answers.append((mover, [words]))
            news.append(_play_and_listen(run, mover, words, seat))
            continue
        before, known_rolls = run.clone(), set(dice.rolls)
        before.out.dice = Dice(seed)  # so that moves which were not made record no rolls
        news.append(_play_and_listen(run, mover, words, seat))
        secret_rolls |= dice.rolls.keys() - known_rolls - dice.items.keys()
        looks_same = partial(_does_answer_look_same, before, run, mover, seat, news[-1])
        alike_answers.append((mover, list(filter(looks_same, generate_moves(menu)))))
    return _RecordedTurn(run, dice, alike_answers, frozenset(secret_rolls), news)


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

    def create_dice(self) -> Dice:
        """Create dice for the rolls that the turn itself did not make, or made in secret."""
        return Dice(f"fresh/{self._dice.roll_below(2**64, self._moves, f'rolls {self._attempt}')}")

    def pick_answer(self, alike_answers: Sequence[Words]) -> Words:
        """Pick one of the answers that look alike; each attempt picks the next of them in a shuffled order."""
        if len(alike_answers) == 1:
            return alike_answers[0]
        order = self._dice.shuffle(alike_answers, self._moves, "secret answers")
        return order[self._attempt % len(order)]

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


def _resample_rolls(turn: _RecordedTurn, resampler: _Resampler, hidden: Counter[bytes]) -> dict[str, tuple[int, ...]]:
    """Resample the shuffles of the turn, as far as their items are still hidden at the question; omit secret rolls."""
    rolls = {key: roll for key, roll in turn.dice.rolls.items() if key not in turn.secret_rolls}
    for label, items in turn.dice.items.items():
        order = turn.dice.rolls[label]
        free = {kind for kind, count in Counter(items).items() if hidden[kind] >= count}
        rolls[label] = tuple(resampler.shuffle_free(order, free, [items[n] for n in order]))
    return rolls


def _looks_same(game: AnyGame, sample: GameRun[Any], turn: GameRun[Any], seat: Seat) -> bool:
    """Return whether the seat sees no difference between the two runs."""
    if sample.questions.keys() != turn.questions.keys():
        return False
    return bool(game.build_view(sample.state, seat) == game.build_view(turn.state, seat))


def _does_answer_look_same(
    before: GameRun[Any], after: GameRun[Any], mover: Seat, seat: Seat, news: list[str], words: Words
) -> bool:
    """Return whether the seat cannot tell this answer of another seat from the one that was made."""
    other = before.clone()
    return _play_and_listen(other, mover, words, seat) == news and _looks_same(before.game, other, after, seat)


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
