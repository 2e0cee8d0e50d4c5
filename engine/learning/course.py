"""Courses: load a game's `lessons.toml` and `puzzles.toml`, lay out the position of each step, and judge the learner's moves."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple, Optional

import msgspec

from engine.kernel import registry
from engine.kernel.event import Event
from engine.kernel.lesson import Chapter, Goal, Lesson, PositionSource, PuzzleCollection, Step
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Text
from engine.learning.positions import build_position, parse_line, play_moves
from engine.learning.verdicts import Answer, Verdict, judge_answer
from engine.turn_log import TurnStart, find_turn_start, join_turns, list_turns_since

PUZZLES, EXAMPLES = "-puzzles", "-examples"
"""The ends of the keys of courses that consist of puzzles, or of examples of rules."""
MISTAKES, PRACTICE = "mistakes-", "practice"
"""The beginning of the keys of courses from a player's own mistakes, and the key of everybody's own practice game."""
FILE_BY_ENDING = {PUZZLES: "puzzles.toml", EXAMPLES: "rule_examples.toml"}


class LessonPlace(NamedTuple):
    """A place in a lesson: the chapter and the step, from 0."""

    chapter: int = 0
    step: int = 0


class StepPosition(msgspec.Struct, frozen=True):
    """The position at which a step begins.

    `turns` are the turns since the learner's last one, and `events` what the others have announced in them.
    """

    position: Position[Any]
    turns: tuple[TurnStart, ...] = ()
    events: tuple[Event, ...] = ()


class GameSource(msgspec.Struct, frozen=True):
    """Positions of a real game, one for each chapter of a course, with what each asks for in words.

    `level` is the level of the computers that play the other seats.
    """

    positions: tuple[Position[Any], ...]
    tasks: tuple[Text, ...]
    level: str


class Course:
    """A game's lesson, or puzzles, each as a chapter of one step, or a person's practice game.

    A lesson is played with the game's own components, whatever an owner has put in their place. `key` names the course in custom
    ids and in the store. `source` has the positions of a course that a real game made.
    """

    def __init__(
        self, game: AnyGame, lesson: Lesson, version: int, key: str, source: Optional[GameSource] = None
    ) -> None:
        self.game, self.lesson, self.version, self.key, self.source = game, lesson, version, key, source
        self._opened_steps: dict[LessonPlace, StepPosition] = {}

    @property
    def has_puzzles(self) -> bool:
        """Whether it consists of puzzles."""
        return self.key.endswith(PUZZLES) or self.has_mistakes

    @property
    def has_mistakes(self) -> bool:
        """Whether its puzzles are a player's own mistakes."""
        return self.key.startswith(MISTAKES)

    @property
    def is_practice(self) -> bool:
        """Whether it is a person's practice game."""
        return self.key == PRACTICE

    def find_chapter(self, place: LessonPlace) -> Chapter:
        """Return the chapter of a place."""
        return self.lesson.chapters[place.chapter]

    def find_step(self, place: LessonPlace) -> Step:
        """Return the step of a place."""
        return self.find_chapter(place).steps[place.step]

    def find_source(self, place: LessonPlace) -> PositionSource:
        """Return the position that a step continues."""
        return _find_source(self.find_chapter(place), place.step)[0]

    def find_goal(self, place: LessonPlace) -> Goal | None:
        """Return the goal of a step, None if its task names none."""
        name = self.find_step(place).goal
        return next((goal for goal in self.game.goals if goal.name == name), None)

    def describe_task(self, place: LessonPlace) -> Text:
        """Describe what a puzzle or a practice game asks for."""
        if self.source is not None:
            return self.source.tasks[place.chapter]
        goal = self.find_goal(place)
        assert goal is not None
        assert goal.describe is not None
        return goal.describe(self.find_step(place).target)

    def has_place(self, place: LessonPlace) -> bool:
        """Return whether the lesson has such a step."""
        return place in self.list_places()

    def list_places(self) -> list[LessonPlace]:
        """List all steps in order."""
        chapters = enumerate(self.lesson.chapters)
        return [LessonPlace(number, step) for number, chapter in chapters for step in range(len(chapter.steps))]

    def find_neighbour(self, place: LessonPlace, distance: int) -> LessonPlace | None:
        """Return the step that is `distance` steps away, None beyond the ends."""
        places = self.list_places()
        index = places.index(place) + distance
        return places[index] if 0 <= index < len(places) else None

    def is_end(self, place: LessonPlace) -> bool:
        """Return whether a place is the last step of a lesson. Puzzles go round, so they have no end."""
        return not (self.has_puzzles or self.is_practice) and self.find_neighbour(place, 1) is None

    def open_step(self, place: LessonPlace) -> StepPosition:
        """Return the position at which a step begins."""
        if place not in self._opened_steps:
            self._opened_steps[place] = _open_step(self, place)
        return self._opened_steps[place]

    def create_run(self, place: LessonPlace) -> GameRun[Any]:
        """Return a new run at the beginning of a step."""
        return GameRun(self.game, self.open_step(place).position, self.find_source(place).seed)

    def judge(self, place: LessonPlace, moves: Sequence[Words], after: GameRun[Any]) -> Verdict:
        """Judge the moves since a step began; `after` is the run after them."""
        seat, model = self.find_chapter(place).seat, play_model(self, place)
        answer = Answer(seat, tuple(moves), self.create_run(place), after, model)
        return judge_answer(self.find_step(place), self.find_goal(place), answer)


def load_course(key: str) -> Course | None:
    """Load a game's lesson by its slug, or its puzzles or examples by the slug with their ending; None for a game without.

    Raises:
        msgspec.ValidationError: The file does not fit.
    """
    return _load_course(registry.GAMES_PACKAGE, key)


@lru_cache(maxsize=64)
def _load_course(package: str, key: str) -> Course | None:
    ending = next((ending for ending in FILE_BY_ENDING if key.endswith(ending)), "")
    slug = key.removesuffix(ending)
    file = resources.files(f"{package}.{slug}").joinpath(FILE_BY_ENDING.get(ending, "lessons.toml"))
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    game = registry.load_game(slug)
    digest = hashlib.sha256(f"{game.rules_version} {text}".encode()).hexdigest()
    return Course(game, _decode_lesson(text, has_puzzles=key.endswith(PUZZLES)), int(digest[:5], 16), key)


def _decode_lesson(text: str, *, has_puzzles: bool) -> Lesson:
    if not has_puzzles:
        return msgspec.toml.decode(text, type=Lesson)
    return msgspec.toml.decode(text, type=PuzzleCollection).build_lesson()


def play_model(course: Course, place: LessonPlace) -> GameRun[Any]:
    """Return the run after the model answer of a step."""
    run = course.create_run(place)
    play_moves(run, course.find_chapter(place).seat, course.find_step(place).model_moves)
    return run


def _find_source(chapter: Chapter, step: int) -> tuple[PositionSource, int]:
    """Return the newest position that is laid out up to a step, and the step that begins with it."""
    for number in range(step, -1, -1):
        own = chapter.steps[number].position
        if own is not None:
            return own, number
    return chapter.position, 0


def _open_step(course: Course, place: LessonPlace) -> StepPosition:
    chapter = course.find_chapter(place)
    source, first = _find_source(chapter, place.step)
    position = build_position(course.game, source) if course.source is None else course.source.positions[place.chapter]
    run: GameRun[Any] = GameRun(course.game, position, source.seed)
    turns: list[TurnStart | None] = []
    events: list[Event] = []
    for step in chapter.steps[first : place.step]:
        if step.moves:
            turns.append(find_turn_start(run, chapter.seat))
            play_moves(run, chapter.seat, step.model_moves)
        events = []
        for line in step.replies:
            seat, words = parse_line(line)
            turns.append(find_turn_start(run, seat))
            events += run.play(seat, words).events
    shown = list_turns_since(join_turns(course.game, turns), chapter.seat, tuple(run.questions), source.seats)
    return StepPosition(run.position, shown, tuple(events))
