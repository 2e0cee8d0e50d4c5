"""The order of drawing: people before boards, boards one at a time and in their state at the time of drawing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.pictures import background, picture_service, render_queue
from cogs.pictures.picture_service import PictureService
from cogs.pictures.render_queue import RenderQueue
from cogs.pictures.render_request import RenderRequest
from engine.kernel.menu import sample_move
from engine.ops.config import PicturesConfig
from tests.discord.fake_server import ANSWER_TIMEOUT_S, FakeServer


class ManualRenderQueue:
    """A queue whose pictures finish on command. `started_names` are the pictures that have been begun."""

    def __init__(self) -> None:
        self.render_queue = RenderQueue()
        self.started_names: list[str] = []
        self._started_events = threading.Condition()
        self._finish_events: dict[str, threading.Event] = {}
        self._requests: dict[str, asyncio.Task[str]] = {}

    async def request_picture(self, name: str, *, posted: bool = False) -> asyncio.Task[str]:
        """Request a picture."""
        self._finish_events[name] = threading.Event()
        self._requests[name] = asyncio.create_task(self.render_queue.draw(self._draw_picture, name, posted=posted))
        await asyncio.sleep(0)
        return self._requests[name]

    async def finish_picture(self, name: str) -> None:
        """Finish this picture, and let the queue begin the next one."""
        self._finish_events[name].set()
        assert await self._requests[name] == name

    async def check_started(self, *names: str) -> None:
        """Check that these pictures have been begun, and no others."""

        def wait() -> None:
            with self._started_events:
                self._started_events.wait_for(lambda: len(self.started_names) >= len(names), ANSWER_TIMEOUT_S)

        await asyncio.to_thread(wait)
        assert self.started_names == list(names)

    def finish_all(self) -> None:
        """Let all pictures finish."""
        for event in self._finish_events.values():
            event.set()

    def _draw_picture(self, name: str) -> str:
        with self._started_events:
            self.started_names.append(name)
            self._started_events.notify_all()
        assert self._finish_events[name].wait(ANSWER_TIMEOUT_S)
        return name


@pytest.fixture
def manual_queue() -> Iterator[ManualRenderQueue]:
    made = ManualRenderQueue()
    yield made
    made.finish_all()
    made.render_queue.close()


async def test_people_are_drawn_for_before_boards(manual_queue: ManualRenderQueue) -> None:
    await manual_queue.request_picture("ana")
    await manual_queue.check_started("ana")
    await manual_queue.request_picture("ben")
    await manual_queue.check_started("ana", "ben")
    await manual_queue.request_picture("board", posted=True)
    await manual_queue.request_picture("cy")
    await manual_queue.request_picture("dee")
    assert manual_queue.render_queue.waiting_count == 3
    await manual_queue.finish_picture("ana")
    await manual_queue.check_started("ana", "ben", "cy")
    await manual_queue.finish_picture("ben")
    await manual_queue.check_started("ana", "ben", "cy", "dee")
    await manual_queue.finish_picture("cy")
    await manual_queue.check_started("ana", "ben", "cy", "dee", "board")
    assert manual_queue.render_queue.waiting_count == 0


async def test_due_boards_count_as_load_before_their_pictures_are_asked_for() -> None:
    """Hundreds of tables wait for their look-up, a few at a time, so the queue of pictures itself is never long."""
    service, let_go = PictureService(PicturesConfig().memory), asyncio.Event()

    async def made_up() -> None:
        async with service.render_queue.hold_board_slot():
            await let_go.wait()

    boards = [asyncio.create_task(made_up()) for _ in range(picture_service.RUSHED_FROM_WAITING - 1)]
    await asyncio.sleep(0)
    assert not service.is_rushed
    boards.append(asyncio.create_task(made_up()))
    await asyncio.sleep(0)
    assert service.is_rushed
    assert service.waiting_count == 0
    assert not service.is_overrun, "whoever chooses is drawn for first"
    boards.pop().cancel()
    await asyncio.sleep(0)
    assert not service.is_rushed
    let_go.set()
    await asyncio.gather(*boards, return_exceptions=True)
    assert service.render_queue.backlog == 0
    await service.close()


async def test_people_choose_without_pictures_where_boards_come_too_late() -> None:
    """People choose by the board in the channel; on a slow machine, a shorter queue already has this effect."""
    now = 100.0
    service = PictureService(PicturesConfig().memory)
    service.render_queue = RenderQueue(boards=2, clock=lambda: now)
    made = [asyncio.Event() for _ in range(2 * picture_service.RUSHED_FROM_WAITING)]

    async def made_up(one: asyncio.Event) -> None:
        async with service.render_queue.hold_board_slot():
            await one.wait()

    boards = [asyncio.create_task(made_up(one)) for one in made[:2]]
    await asyncio.sleep(0)
    now += 10 * picture_service.OVERRUN_DELAY_S
    assert not service.is_overrun, "two that take their time are no rush"
    boards += [asyncio.create_task(made_up(one)) for one in made[2:]]
    await asyncio.sleep(0)
    assert service.is_overrun
    for one, board in zip(made[:2], boards[:2], strict=True):
        one.set()
        await board
    assert not service.is_overrun, "those that are due have just come"
    now += 2 * picture_service.OVERRUN_DELAY_S
    assert service.is_overrun
    for board in boards[-picture_service.RUSHED_FROM_WAITING - 1 :]:
        board.cancel()
    await asyncio.gather(*boards[-picture_service.RUSHED_FROM_WAITING - 1 :], return_exceptions=True)
    assert not service.is_overrun, "it is no rush any more"
    for one in made:
        one.set()
    await asyncio.gather(*boards, return_exceptions=True)
    assert service.render_queue.board_delay_s == 0
    await service.close()


async def test_for_somebody_who_has_gone_nothing_is_drawn(manual_queue: ManualRenderQueue) -> None:
    await manual_queue.request_picture("ana")
    await manual_queue.check_started("ana")
    await manual_queue.request_picture("ben")
    gone, stays = await manual_queue.request_picture("cy"), await manual_queue.request_picture("dee")
    gone.cancel()
    await manual_queue.check_started("ana", "ben")
    await manual_queue.finish_picture("ana")
    await manual_queue.check_started("ana", "ben", "dee")
    await manual_queue.finish_picture("dee")
    await manual_queue.finish_picture("ben")
    assert gone.cancelled()
    assert stays.done()
    await manual_queue.request_picture("eve")
    await manual_queue.finish_picture("eve")


async def test_a_picture_that_fails_leaves_its_thread_to_others(manual_queue: ManualRenderQueue) -> None:
    def spilt(_: str) -> str:
        raise OSError("the ink")

    for _ in range(3):
        with pytest.raises(OSError, match="the ink"):
            await manual_queue.render_queue.draw(spilt, "board")
    manual_queue.finish_all()
    await manual_queue.request_picture("ana")
    await manual_queue.finish_picture("ana")


async def test_freed_memory_is_given_back_now_and_then(
    manual_queue: ManualRenderQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[int]()
    monkeypatch.setattr(render_queue, "trim_memory", lambda: given.append(1))
    for _ in range(2 * render_queue.TRIM_INTERVAL_PICTURES):
        await manual_queue.render_queue.draw(str)
    manual_queue.render_queue.threads.shutdown()
    assert len(given) == 2
    background.trim_memory()  # on any system


async def test_whoever_waits_when_it_closes_is_let_go(manual_queue: ManualRenderQueue) -> None:
    for name in ("ana", "ben"):
        await manual_queue.request_picture(name)
    await manual_queue.check_started("ana", "ben")
    waits = await manual_queue.request_picture("cy")
    manual_queue.render_queue.close()
    with pytest.raises(asyncio.CancelledError):
        await waits


async def test_a_board_shows_all_that_happened_while_it_waited(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three moves while the board slot is taken give one board, drawn in its final state."""
    paint, drawn = picture_service.render_picture, list[Any]()

    def noted(order: RenderRequest, *how: Any) -> Any:
        drawn.append(order)
        return paint(order, *how)

    monkeypatch.setattr(picture_service, "render_picture", noted)
    table, tables = await race.load_table(), race.bot.tables
    async with race.bot.picture_service.render_queue.hold_board_slot():
        for _ in range(3):
            snapshot = await tables.snapshots.take_snapshot(table.id, None)
            user = table.find_seat_user(snapshot.waiting_seats[0])
            _, _, menu = await tables.moves.load_menu(table.id, user)
            await tables.moves.play(table.id, user, sample_move(menu, lambda _: 0))
            race.bot.board_posts.request_post(table.id)
    await race.bot.board_posts.drain(ANSWER_TIMEOUT_S)
    newest = await tables.snapshots.take_snapshot(table.id, None)
    assert [order.kind for order in drawn] == ["board"]
    assert drawn[0].subject.view == newest.view
    assert newest.post is not None
    assert newest.post.revision == newest.table.revision
