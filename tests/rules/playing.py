"""Play for the tests of every game's rules: a position, moves as lines of text, and queries of the legal moves.

Each game's `play.py` makes positions, names the seats and reads the board.
"""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import Generic, Self, TypeVar

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Option, follow_words
from engine.kernel.position import Position, Situation, play_move, resolve_situation
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import IllegalMoveError, write_text

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=msgspec.Struct)


def load_changed_game(kind: type[G], *changes: tuple[str, str]) -> G:
    """Load a game with its own components, some of them changed."""
    slug = kind.meta.slug
    page = resources.files(f"engine.games.{slug}").joinpath("components.toml").read_text("utf-8")
    for old, new in changes:
        assert old in page
        page = page.replace(old, new)
    loaded = registry.load_game(slug, page)
    assert isinstance(loaded, kind)
    return loaded


class Playing(Generic[G, S]):
    """A position that moves are played on. No move may change `inventory`, the count of all pieces."""

    names = ("Ana", "Ben", "Cléo", "Dai")

    def __init__(self, position: Position[S], rules: G, seed: str = "seed") -> None:
        self.position = position
        self.rules = rules
        self.seed = seed
        self.inventory = Counter(rules.count_pieces(position.base))
        self.barrier = False

    def parse_seat(self, who: str) -> int:
        """Parse the seat at the start of a line."""
        return int(who)

    def record_events(self, events: tuple[Event, ...]) -> None:
        """Record the events of a move in the form that the game's tests need."""

    # -------------------------------------------------------------- playing
    def play(self, *lines: str) -> Self:
        """Play each line as a move: the seat, then the words."""
        for line in lines:
            who, *words = line.split()
            played = play_move(self.rules, self.position, self.seed, self.parse_seat(who), tuple(words))
            self.position = played.position
            assert Counter(self.rules.count_pieces(self.state)) == self.inventory, self
            self.record_events(played.events)
            self.barrier = played.is_barrier
        return self

    def read_refusal(self, line: str) -> str:
        """Return the sentence that refuses a move."""
        who, *words = line.split()
        with pytest.raises(IllegalMoveError) as no:
            play_move(self.rules, self.position, self.seed, self.parse_seat(who), tuple(words))
        return write_text(no.value.text, self.names)

    # -------------------------------------------------------------- legal moves
    def menu(self, line: str) -> Menu | None:
        """Return the menu after a seat and some words, None if the move is complete.

        Every menu on the way must list the words of its options, because some menus know the words before they make
        the options (`LazyOptions`).
        """
        who, *words = line.split()
        first = self.now.build_menu(self.parse_seat(who))
        for so_far in range(len(words) + 1):
            level = follow_words(first, words[:so_far])
            assert level is None or list(level.open_words) == [option.word for option in level.list_open_options()], (
                level
            )
        return level

    def list_words(self, line: str) -> list[str]:
        """List the words that may follow; none if the move is complete."""
        menu = self.menu(line)
        return [option.word for option in menu.list_open_options()] if menu else []

    def options(self, line: str) -> dict[str, Option]:
        """Return all options that may follow, by word, including refused ones."""
        menu = self.menu(line)
        return {option.word: option for option in menu.options} if menu else {}

    def read_labels(self, line: str) -> dict[str, str]:
        """Return the labels of the legal words and the reasons against the others."""
        return {word: write_text(one.why_not or one.label, self.names) for word, one in self.options(line).items()}

    def list_spots(self, line: str) -> dict[str, str]:
        """Return the spots of the legal words on the board."""
        return {word: one.spot for word, one in self.options(line).items() if one.why_not is None}

    # -------------------------------------------------------------- state
    @property
    def now(self) -> Situation[S]:
        return resolve_situation(self.rules, self.position, self.seed)

    @property
    def state(self) -> S:
        return self.now.state

    @property
    def result(self) -> GameResult | None:
        return self.now.result

    @property
    def reason(self) -> str:
        assert self.result is not None, self
        return write_text(self.result.reason, self.names)
