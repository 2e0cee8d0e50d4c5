"""The language of positions and tasks, in which lessons, puzzles and examples of rules are written as data.

It knows no game. `engine/learning` loads and plays what is written in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Optional

import msgspec

from engine.kernel.menu import Words
from engine.kernel.text import Seat, Text, TranslatedName

Task = Literal["look", "choose", "play", "find", "best", "free"]
"""A task: read and go on, make a move of a kind, make one move, make a move that reaches a goal, reach a goal by any moves before
another seat is to move, or play on as you like."""


class Goal(msgspec.Struct, frozen=True):
    """A condition that a game names for tasks, such as "pole-reached".

    `measure(before, after, seat)` compares the states before and after the moves of a seat: True, or a number that is to be at
    least the target of the task. `missed` says why a move that does not reach the goal is no answer. `describe(target)` says what
    a puzzle asks for; goals without it are for lessons only.
    """

    name: str
    missed: Text
    measure: Callable[[Any, Any, Seat], int]
    describe: Optional[Callable[[int], Text]] = None


class PositionSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position: a game with a fixed seed, recorded moves, and changes of the state.

    `moves` are lines as in a record, "0 take 1". `layout` maps paths in the state after the moves to new values,
    `"players.0.points" = 4`; the moves must then end between two turns.
    """

    seed: str = "lesson"
    seats: int = 2
    options: dict[str, str] = {}
    moves: tuple[str, ...] = ()
    layout: dict[str, Any] = {}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of a chapter.

    `text` is one or two sentences, `rules` the numbers of the rules behind it, `spots` the places to point at. `moves` are the
    model answer, one move a line. `choose` accepts every move that begins like one of `accept`, `find` every move that reaches
    `goal`, and `best` all moves that do so to the measure `target`. `wrong` maps the beginning of a wrong move ("take 2") to the
    reason, and `hint` says what to try instead. After the model answer `done` is shown, and the others play `replies`, lines as
    in a record. `position` lays out a new position for this step; by default it continues the step before.
    """

    text: TranslatedName
    task: Task = "look"
    rules: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    goal: str = ""
    target: int = 1
    hint: TranslatedName = ""
    done: TranslatedName = ""
    wrong: dict[str, TranslatedName] = {}
    replies: tuple[str, ...] = ()
    position: Optional[PositionSource] = None

    @property
    def model_moves(self) -> list[Words]:
        """The moves of the model answer."""
        return [tuple(line.split()) for line in self.moves]


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter: its position, the seat of the learner, and its steps."""

    title: TranslatedName
    steps: tuple[Step, ...]
    position: PositionSource = PositionSource()
    seat: Seat = 0


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a game's `lessons.toml`."""

    chapters: tuple[Chapter, ...]


class PuzzleGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game between computer players in which puzzles were found: its seed and its moves, lines as in a record."""

    seed: str
    moves: tuple[str, ...]
    seats: int = 2


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle: the position after some moves of a game, the seat to move, and the best of its turn.

    `target` is the highest measure of the goal that any line reaches, `moves` a line that does so, one move a line.
    """

    game: str
    after: int
    seat: Seat
    goal: str
    target: int
    moves: tuple[str, ...]


class PuzzleCollection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a game's `puzzles.toml`."""

    games: dict[str, PuzzleGame]
    puzzles: tuple[Puzzle, ...]

    def build_lesson(self) -> Lesson:
        """Return the puzzles as a lesson, each as a chapter with one step."""
        return Lesson(tuple(map(self._build_chapter, self.puzzles)))

    def _build_chapter(self, puzzle: Puzzle) -> Chapter:
        game = self.games[puzzle.game]
        step = Step(text="", task="best", goal=puzzle.goal, target=puzzle.target, moves=puzzle.moves)
        position = PositionSource(seed=game.seed, seats=game.seats, moves=game.moves[: puzzle.after])
        return Chapter(title="", steps=(step,), position=position, seat=puzzle.seat)
