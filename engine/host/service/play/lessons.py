"""Lessons, puzzles and practice games: a person's place in one, and what they see there.

They have no table. The moves since a step began are in the custom ids, so only the place is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Optional

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment, Table, TableSnapshot, ViewBeforeTurn
from engine.host.service.history.mistakes import Mistakes
from engine.host.service.play.practice import PracticeGames
from engine.host.service.play.tryout import MoveReader, return_words
from engine.host.service.service_context import ServiceContext
from engine.host.store import lesson_progress
from engine.host.store.lesson_progress import LessonProgress
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, Text, UserError, say
from engine.learning.course import MISTAKES, PRACTICE, PUZZLES, Course, LessonPlace, load_course
from engine.learning.examples import RuleExample
from engine.learning.positions import play_moves
from engine.learning.verdicts import Verdict
from engine.players.evaluator import load_evaluator

MAX_TABLE_DIGITS = 18
"""Digits of the highest number of a table that the store can hold."""
SCRIPTED_LEVEL = "cadet"
"""The level that the scripted opponents bear, so that their names are marked as computers'."""


class Learner(msgspec.Struct, frozen=True):
    """The person who takes a lesson."""

    user_id: int
    name: str


class LessonMoment(msgspec.Struct, frozen=True):
    """A step of a lesson after some moves: what the learner sees, what was announced to them, and the judgement.

    `menu` is the learner's next decision, None if others are to move or the game is over; then `result` is how it ended. `verdict`
    is None before the first move.
    """

    snapshot: TableSnapshot
    menu: Optional[Menu]
    announced_lines: tuple[Text, ...]
    verdict: Optional[Verdict] = None
    result: Optional[GameResult] = None


class Lessons:
    """The lessons of all games, and the places of people in them."""

    def __init__(self, context: ServiceContext, practice_games: PracticeGames, mistakes: Mistakes) -> None:
        self._context = context
        self._practice_games = practice_games
        self._mistakes = mistakes

    def list_games(self, ending: str = "") -> tuple[AnyGame, ...]:
        """List the games that have a lesson, or with the ending `PUZZLES` those that have puzzles."""
        games = self._context.catalogue.list_games()
        return tuple(game for game in games if load_course(f"{game.slug}{ending}") is not None)

    async def load_course(self, key: str, user_id: int) -> Course:
        """Load the lesson or the puzzles of a game, or what was made for a person. Raises UserError if there is none."""
        if key == PRACTICE:
            return await self._practice_games.load_course(user_id)
        table_number = key.removeprefix(MISTAKES)
        if table_number != key and table_number.isdecimal() and len(table_number) <= MAX_TABLE_DIGITS:
            return await self._mistakes.load_course(int(table_number), user_id)
        game = self._context.catalogue.load_game(key.removesuffix(PUZZLES))
        course = load_course(key)
        if course is not None:
            return course
        if key.endswith(PUZZLES):
            raise UserError(say("{game} has no puzzles yet. {/solo} plays it against the computer.", game=game.title))
        raise UserError(
            say("{game} has no lesson yet. {/rules} has its rules, and {/solo} a game to try them in.", game=game.title)
        )

    async def load_place(self, course: Course, user_id: int) -> LessonPlace:
        """Return where a person is in a lesson.

        It is the beginning for a new learner, after the last step, and if the lesson has become shorter. A practice game is at its
        last step.
        """
        if course.is_practice:
            return course.list_places()[-1]
        progress = await lesson_progress.load_progress(self._context.store, user_id, course.key)
        if progress is None:
            return LessonPlace()
        place = LessonPlace(progress.chapter, progress.step)
        return place if course.has_place(place) and not course.is_end(place) else LessonPlace()

    async def save_place(self, course: Course, user_id: int, place: LessonPlace) -> None:
        """Store where a person is in a lesson. A practice game stores its moves."""
        if course.is_practice:
            return
        progress = LessonProgress(place.chapter, place.step)
        await self._context.write(lambda tx: lesson_progress.save_progress(tx, user_id, course.key, progress))

    def play(
        self, course: Course, place: LessonPlace, learner: Learner, moves: Sequence[MoveReader], draft: Words = ()
    ) -> LessonMoment:
        """Return a step after some moves, and the words of an unfinished one.

        Raises IllegalMoveError for a move that is not offered.
        """
        run, seat = course.create_run(place), course.find_chapter(place).seat
        events: Sequence[Event] = course.open_step(place).events
        played: list[Words] = []
        for read_move in moves:
            words = read_move(run.build_menu(seat))
            played.append(words)
            events = play_moves(run, seat, [words])
        verdict = course.judge(place, played, run) if played else None
        menu = run.build_menu(seat) if seat in run.situation.questions else None
        state = _find_draft_state(menu, draft) or run.state
        announced = tuple(event.text for event in events if event.to is None or seat in event.to)
        draft_words = _name_moment(course, place, played, draft)
        snapshot = _build_snapshot(course, place, learner, run)
        snapshot = snapshot.show_draft(course.game.build_view(state, seat), draft_words)
        return LessonMoment(snapshot, menu, announced, verdict, run.result)

    def show_example(self, example: RuleExample, reader: Learner) -> tuple[TableSnapshot, TableSnapshot]:
        """Return what the seat of an example of a rule sees before and after the move."""
        course, place = example
        moves: list[MoveReader] = [partial(return_words, words) for words in course.find_step(place).model_moves]
        before, after = self.play(course, place, reader, []), self.play(course, place, reader, moves)
        return before.snapshot, msgspec.structs.replace(after.snapshot, waiting_seats=())

    def film_line(
        self, course: Course, place: LessonPlace, learner: Learner, moves: Sequence[MoveReader]
    ) -> LessonMoment:
        """Return a step after some moves, with the view before each of them as an earlier view, for a film of the line."""
        run, seat = course.create_run(place), course.find_chapter(place).seat
        views: list[ViewBeforeTurn] = []
        for read_move in moves:
            words = read_move(run.build_menu(seat))
            views.append(ViewBeforeTurn(seat, course.game.build_view(run.clone().state, seat)))
            play_moves(run, seat, [words])
        moment = self.play(course, place, learner, moves)
        snapshot = msgspec.structs.replace(moment.snapshot, earlier_views=tuple(views), waiting_seats=())
        return msgspec.structs.replace(moment, snapshot=snapshot)


def _find_draft_state(menu: Menu | None, draft: Words) -> Any:  # noqa: ANN401 - each game has its own states
    """Return the state after the words of an unfinished move, None if it looks the same."""
    level = follow_words(menu, draft) if menu is not None and draft else None
    return level.preview_state() if level is not None and level.preview_state is not None else None


def _name_moment(course: Course, place: LessonPlace, played: Sequence[Words], draft: Words) -> Words:
    """Return words that no other moment of a lesson has, by which its pictures are cached."""
    moves = ["+".join(move) for move in played]
    return ("lesson", course.key, f"{place.chapter}.{place.step}", *moves, *draft)


def _build_snapshot(course: Course, place: LessonPlace, learner: Learner, run: GameRun[Any]) -> TableSnapshot:
    """Build what the learner may see at the beginning of a step, as at a table with the number 0; `run` is to move now."""
    chapter, game = course.find_chapter(place), course.game
    seat_count = course.find_source(place).seats
    opened = course.open_step(place)
    table = Table(
        id=0,
        guild_id=0,
        channel_id=0,
        game=game.slug,
        rules_version=game.rules_version,
        options={},
        status="running",
        revision=course.version,
        asked_revision=course.version,
        opened_by=learner.user_id,
        opened_at=0,
        seats=_assign_seats(course, chapter.seat, seat_count, learner),
    )
    earlier_views = tuple(ViewBeforeTurn(turn.seat, game.build_view(turn.state, chapter.seat)) for turn in opened.turns)
    trails = opened.turns[-1].trails if opened.turns else {}
    return TableSnapshot(
        table,
        chapter.seat,
        game.build_view(course.create_run(place).state, chapter.seat),
        tuple(sorted(run.questions)),
        (),
        (),
        (),
        earlier_views=earlier_views,
        turn_seat=chapter.seat,
        trails=trails,
    )


def _assign_seats(course: Course, own_seat: Seat, seat_count: int, learner: Learner) -> tuple[SeatAssignment, ...]:
    names = load_evaluator(course.game).computer_names
    level = SCRIPTED_LEVEL if course.source is None else course.source.level
    seats = [
        SeatAssignment(seat, NO_USER, names[seat % len(names)], computer_level=level) for seat in range(seat_count)
    ]
    seats[own_seat] = SeatAssignment(own_seat, learner.user_id, learner.name)
    return tuple(seats)
