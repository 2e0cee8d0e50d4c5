"""Lessons: loads a game's `lessons.toml`, lays out the position of each step, and judges the learner's moves."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Literal, NamedTuple, Optional

import msgspec

from engine.kernel import registry
from engine.kernel.event import Event
from engine.kernel.lesson import Chapter, Goal, Lesson, PositionSource, Step
from engine.kernel.menu import Words, find_forced_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.kernel.text import Seat, Text
from engine.turn_log import TurnStart, find_turn_start, join_turns, list_turns_since


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


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of the moves since a step began: it is done, more moves are needed, or the last one is no answer.

    `reason` says why a move is wrong; `is_generic` if nothing was written for its kind. `is_model`: the moves lead where the
    model answer leads.
    """

    kind: Literal["done", "more", "wrong"]
    reason: Optional[Text] = None
    is_generic: bool = False
    is_model: bool = False


class Course:
    """A game's lesson. It is played with the game's own components, whatever an owner has put in their place."""

    def __init__(self, game: AnyGame, lesson: Lesson, version: int) -> None:
        self.game, self.lesson, self.version = game, lesson, version
        self._opened_steps: dict[LessonPlace, StepPosition] = {}

    def find_chapter(self, place: LessonPlace) -> Chapter:
        """Return the chapter of a place."""
        return self.lesson.chapters[place.chapter]

    def find_step(self, place: LessonPlace) -> Step:
        """Return the step of a place."""
        return self.find_chapter(place).steps[place.step]

    def find_source(self, place: LessonPlace) -> PositionSource:
        """Return the position that a step continues."""
        return _find_source(self.find_chapter(place), place.step)[0]

    def has_place(self, place: LessonPlace) -> bool:
        """Return whether the lesson has such a step."""
        chapters = self.lesson.chapters
        return 0 <= place.chapter < len(chapters) and 0 <= place.step < len(chapters[place.chapter].steps)

    def list_places(self) -> list[LessonPlace]:
        """List all steps in order."""
        chapters = enumerate(self.lesson.chapters)
        return [LessonPlace(number, step) for number, chapter in chapters for step in range(len(chapter.steps))]

    def find_neighbour(self, place: LessonPlace, distance: int) -> LessonPlace | None:
        """Return the step that is `distance` steps away, None beyond the ends."""
        places = self.list_places()
        index = places.index(place) + distance
        return places[index] if 0 <= index < len(places) else None

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
        chapter, step = self.find_chapter(place), self.find_step(place)
        if _is_answered(step, moves, self.create_run(place), after, self._find_goal(step), chapter.seat):
            model = play_model(self, place)
            return Verdict("done", is_model=model.position == after.position)
        is_on_the_way = step.task != "play" or list(moves) == step.model_moves[: len(moves)]
        if is_on_the_way and len(moves) < len(step.moves) and chapter.seat in after.questions:
            return Verdict("more")
        written = _find_written_reason(step, moves[-1])
        if written is not None:
            return Verdict("wrong", written)
        goal = self._find_goal(step)
        if goal is not None:
            return Verdict("wrong", goal.missed)
        return Verdict("wrong", is_generic=True)

    def _find_goal(self, step: Step) -> Goal | None:
        return next((goal for goal in self.game.goals if goal.name == step.goal), None)


def load_course(slug: str) -> Course | None:
    """Load a game's lesson, None for a game without one.

    Raises:
        msgspec.ValidationError: The file does not fit `Lesson`.
    """
    return _load_course(registry.GAMES_PACKAGE, slug)


@lru_cache(maxsize=64)
def _load_course(package: str, slug: str) -> Course | None:
    file = resources.files(f"{package}.{slug}").joinpath("lessons.toml")
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    game = registry.load_game(slug)
    digest = hashlib.sha256(f"{game.rules_version} {text}".encode()).hexdigest()
    return Course(game, msgspec.toml.decode(text, type=Lesson), int(digest[:5], 16))


def play_moves(run: GameRun[Any], seat: Seat, moves: Sequence[Words]) -> list[Event]:
    """Play moves of a seat, and after each the answers that leave it no choice. Return the events.

    Raises IllegalMoveError for a move that is not offered.
    """
    events: list[Event] = []
    for move in moves:
        words: Words | None = move
        while words is not None:
            events += run.play(seat, words).events
            words = find_forced_move(run.build_menu(seat)) if seat in run.situation.questions else None
    return events


def play_model(course: Course, place: LessonPlace) -> GameRun[Any]:
    """Return the run after the model answer of a step."""
    run = course.create_run(place)
    play_moves(run, course.find_chapter(place).seat, course.find_step(place).model_moves)
    return run


def build_position(game: AnyGame, source: PositionSource) -> Position[Any]:
    """Build the position that `source` describes.

    Raises IllegalMoveError for a move that is not possible, and msgspec.ValidationError for a layout that does not fit the state.
    """
    options = complete_options(game.settings, source.options)
    opening = begin_game(game, source.seats, options, source.seed).position
    run: GameRun[Any] = GameRun(game, opening, source.seed)
    for line in source.moves:
        seat, words = parse_line(line)
        run.play(seat, words)
    if not source.layout:
        return run.position
    if run.answers:
        raise ValueError(f"a layout needs a position between two turns, not after {source.moves[-1]!r}")
    state = msgspec.to_builtins(run.position.base)
    for path, value in source.layout.items():
        _lay_value(state, path, value)
    return Position(msgspec.convert(state, game.state_type), run.tick)


def parse_line(line: str) -> tuple[Seat, Words]:
    """Parse a line of a record: a seat and the words of its move."""
    seat, *words = line.split()
    return int(seat), tuple(words)


def _lay_value(state: Any, path: str, value: Any) -> None:  # noqa: ANN401 - the state as plain data
    *parents, last = path.split(".")
    place = state
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


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
    run: GameRun[Any] = GameRun(course.game, build_position(course.game, source), source.seed)
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


def _is_answered(
    step: Step, moves: Sequence[Words], before: GameRun[Any], after: GameRun[Any], goal: Goal | None, seat: Seat
) -> bool:
    """Return whether the moves are an answer to the task of a step."""
    if step.task in ("find", "best"):
        return goal is not None and goal.measure(before.state, after.state, seat) >= step.target
    if step.task == "choose":
        return len(moves) == len(step.moves) and _begins_like(moves[-1], step.accept)
    if len(moves) != len(step.moves):
        return False
    play_moves(before, seat, step.model_moves)
    return list(moves) == step.model_moves or before.position == after.position


def _begins_like(words: Words, beginnings: Sequence[str]) -> bool:
    return any(words[: len(beginning.split())] == tuple(beginning.split()) for beginning in beginnings)


def _find_written_reason(step: Step, words: Words) -> Text | None:
    """Return the reason for the longest beginning that fits a wrong move."""
    fitting = [beginning for beginning in step.wrong if _begins_like(words, [beginning])]
    if not fitting:
        return None
    return Text(step.wrong[max(fitting, key=len)])
