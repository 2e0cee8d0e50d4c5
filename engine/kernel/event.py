"""What a turn script announces, and how it rolls dice and shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional, TypeVar

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.text import Seat, Text

T = TypeVar("T")


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. `to` lists the seats that may know of it; None means everybody."""

    text: Text
    to: Optional[tuple[Seat, ...]] = None


class Effects:
    """The only way of a turn script to affect anything except its own state.

    `tick` is the number of moves made so far. `barrier_count` counts the dice rolls and reveals of the move: a player alone may
    not undo past them.
    """

    __slots__ = ("_used_labels", "barrier_count", "dice", "events", "tick")

    def __init__(self, seed: str | Dice, tick: int) -> None:
        self.dice = Dice(seed) if isinstance(seed, str) else seed
        self._used_labels: set[tuple[int, str]] = set()
        self.tick = tick
        self.events: list[Event] = []
        self.barrier_count = 0

    def begin_move(self) -> None:
        """Forget the events and rolls of the last move."""
        self.events, self.barrier_count = [], 0
        self._used_labels.clear()

    def announce(self, text: Text, seat: Seat | None = None) -> None:
        """Announce something, to everybody or to one seat."""
        self.events.append(Event(text, None if seat is None else (seat,)))

    def reveal(self, text: Text, seat: Seat | None = None) -> None:
        """Announce something hidden until now. Undoing past it needs everybody's consent."""
        self.announce(text, seat)
        self.barrier_count += 1

    def roll_below(self, upper_bound: int, label: str) -> int:
        """Return a number from 0 to `upper_bound` - 1. Raises RuntimeError if the move has used the label already."""
        self._claim_label(label)
        return self.dice.roll_below(upper_bound, self.tick, label)

    def shuffle(self, items: Sequence[T], label: str) -> list[T]:
        """Return the items in random order. Raises RuntimeError if the move has used the label already."""
        self._claim_label(label)
        return self.dice.shuffle(items, self.tick, label)

    def _claim_label(self, label: str) -> None:
        if label.rpartition("/")[2].isdigit():  # the single rolls of a shuffle are called "label/3"
            raise ValueError(f"a dice label must not end in a number: {label!r}")
        key = (self.tick, label)
        if key in self._used_labels:
            raise RuntimeError(f"the dice label {label!r} is used twice in one move: both rolls would be equal")
        self._used_labels.add(key)
        self.barrier_count += 1
