"""Practice games: a finished game played on alone from any of its moves, in one row, and nothing of a running game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import msgspec
import pytest

from engine.host.model.table import END_UNDO_S, Table
from engine.host.service.play.lessons import Learner, LessonMoment
from engine.host.service.play.practice import PracticeStart
from engine.host.store import lesson_progress
from engine.kernel.menu import Menu, Words
from engine.kernel.text import UserError, write_plain_text
from engine.learning.course import PRACTICE, Course
from engine.workers.requests import MoveRequest
from tests.host.harness import ANA, BEN, CHANNEL, CY, ServiceHarness
from tests.host.real_games import import_finished_game, play_out, start_game
from tests.move_services import InlineMoveService


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServiceHarness]:
    """Start a host with all games and with computers."""
    harness = ServiceHarness(tmp_path / "bot.db")
    harness.move_service = InlineMoveService()
    await harness.open()
    yield harness
    await harness.store.close()


def start_at(table: Table, move: int, seat: int = 0, *, is_fresh: bool = False) -> PracticeStart:
    return PracticeStart(table.id, move, seat, "cadet", is_fresh)


async def look(service: ServiceHarness, course: Course) -> LessonMoment:
    """Return what a person sees of a practice game now."""
    place = await service.tables.lessons.load_place(course, CY)
    return service.tables.lessons.play(course, place, Learner(CY, "Cy"), [])


async def play_first_option(service: ServiceHarness, course: Course) -> Course:
    """Make the first move of the menu."""
    menu = (await look(service, course)).menu
    assert menu is not None
    words = course.game.safe_move(course.lesson.chapters[0].seat, menu)
    return await service.tables.practice_games.play(CY, course.version, words)


async def test_a_finished_game_is_played_on_to_its_end(service: ServiceHarness) -> None:
    table = await import_finished_game(service, name="amundsen-at-the-pole")
    practice_games = service.tables.practice_games
    last = (await service.tables.history.load_replay(table.id)).last
    course = await practice_games.begin(CY, start_at(table, last - 9, seat=1))
    moment = await look(service, course)
    assert moment.menu is not None
    assert moment.snapshot.viewer == 1
    for _ in range(200):
        course = await play_first_option(service, course)
        tables = service.tables
        assert (await tables.lessons.load_course(PRACTICE, CY)).version == course.version, "it is kept"
        moment = await look(service, course)
        if moment.menu is None:
            break
    assert moment.result is not None
    assert (await service.tables.load_table(table.id)) == table, "the finished game itself stays as it is"
    assert await service.tables.list_live_tables() == [], "and no table was opened"


async def test_it_survives_a_restart_and_an_earlier_press_changes_nothing(service: ServiceHarness) -> None:
    table = await import_finished_game(service)
    first = await service.tables.practice_games.begin(CY, start_at(table, 4))
    second = await play_first_option(service, first)
    assert second.version != first.version
    tables = await service.restart()
    assert (await tables.lessons.load_course(PRACTICE, CY)).version == second.version
    menu = (await look(service, second)).menu
    assert menu is not None
    again = await tables.practice_games.play(CY, first.version, course_move(second, menu))
    assert again.version == second.version
    begun_again = await tables.practice_games.begin_again(CY)
    assert begun_again.version == first.version


def course_move(course: Course, menu: Menu) -> Words:
    """Return a legal move of the person."""
    return course.game.safe_move(course.lesson.chapters[0].seat, menu)


async def test_hidden_things_are_as_they_were_or_dealt_afresh(service: ServiceHarness) -> None:
    table = await import_finished_game(service)
    positions: list[str] = []
    views: list[object] = []
    for is_fresh in (False, True, True):
        course = await service.tables.practice_games.begin(CY, start_at(table, 12, is_fresh=is_fresh))
        stored = await lesson_progress.load_practice(service.store, CY)
        assert stored is not None
        positions.append(stored.position)
        assert course.source is not None
        position = course.source.positions[0]
        views.append(course.game.build_view(position.base, 0))
    assert len(set(positions)) == 3
    assert views[0] == views[1] == views[2], "the seat sees no difference"


async def test_a_computer_that_fails_is_asked_the_next_time(service: ServiceHarness) -> None:
    table = await import_finished_game(service)
    move_service = cast("InlineMoveService", service.move_service)
    move_service.fails = True
    for seat in (0, 1):
        course = await service.tables.practice_games.begin(CY, start_at(table, 0, seat=seat))
        moment = await look(service, course)
        if moment.menu is None:
            break
    assert moment.menu is None
    assert moment.result is None
    move_service.fails = False
    course = await service.tables.practice_games.let_others_move(CY)
    assert (await look(service, course)).menu is not None


async def test_computers_get_no_more_than_their_seats_may_know(service: ServiceHarness) -> None:
    """The position that a computer is asked about is a resampled one, without the seed."""
    table = await import_finished_game(service)
    move_service = cast("InlineMoveService", service.move_service)
    course = await service.tables.practice_games.begin(CY, start_at(table, 2))
    for _ in range(3):
        course = await play_first_option(service, course)
    seed = (await service.tables.context.load_stored(table.id)).seed
    asked = [request for request in move_service.requests if isinstance(request, MoveRequest)]
    assert asked
    assert all(seed not in msgspec.json.encode(request).decode() for request in asked)


async def test_nothing_of_a_game_that_may_go_on_is_reached(service: ServiceHarness) -> None:
    practice_games = service.tables.practice_games
    running = await start_game(service.tables, CHANNEL)
    with pytest.raises(UserError, match="when it is over"):
        await practice_games.begin(CY, start_at(running, 0))
    sealed = await play_out(service.tables, running)
    for is_fresh in (False, True):
        with pytest.raises(UserError, match="can be taken back until"):
            await practice_games.begin(CY, start_at(sealed, 0, is_fresh=is_fresh))
    service.advance_clock(seconds=END_UNDO_S)
    await service.tables.finish_confirmation.open_seals(sealed.id, is_second_look=True)
    course = await practice_games.begin(CY, start_at(sealed, 0))
    assert course.is_practice
    await service.tables.context.write(
        lambda tx: tx.execute("UPDATE tables SET status = 'running' WHERE id = ?", sealed.id), sealed.id
    )
    for reached in (
        practice_games.load_course(CY),
        practice_games.let_others_move(CY),
        practice_games.play(CY, course.version, ("take", "1")),
        practice_games.begin_again(CY),
    ):
        with pytest.raises(UserError, match="when it is over"):
            await reached


async def test_what_cannot_be_played_on_is_explained(service: ServiceHarness) -> None:
    table = await import_finished_game(service)
    practice_games = service.tables.practice_games
    last = (await service.tables.history.load_replay(table.id)).last
    for start, reason in (
        (start_at(table, last), "was over after this move"),
        (start_at(table, last + 1), "has no such move"),
        (start_at(table, 0, seat=7), "no such seat"),
        (msgspec.structs.replace(start_at(table, 0), level="random"), "no such seat or level"),
    ):
        with pytest.raises(UserError) as raised:
            await practice_games.begin(CY, start)
        assert reason in write_plain_text(raised.value.text)
    with pytest.raises(UserError, match="play no practice game"):
        await practice_games.load_course(BEN)
    service.move_service = None
    tables = await service.restart()
    with pytest.raises(UserError, match="Computers do not play here"):
        await tables.practice_games.begin(ANA, start_at(table, 0))
