"""Who draws next: people before boards, boards one at a time and as they stand when their turn has come."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.pictures import easel, picture_service, priority
from cogs.pictures.easel import Easel
from cogs.pictures.order import Order
from cogs.pictures.picture_service import PictureService
from engine.kernel.menu import sample
from engine.ops.config import Pictures
from tests.discord.hut import PATIENCE, Hut


class Studio:
    """An easel whose pictures are finished when they may be; `begun` are those at which somebody has begun to draw."""

    def __init__(self) -> None:
        self.easel = Easel()
        self.begun: list[str] = []
        self._came = threading.Condition()
        self._may: dict[str, threading.Event] = {}
        self._asked: dict[str, asyncio.Task[str]] = {}

    async def ask(self, name: str, *, posted: bool = False) -> asyncio.Task[str]:
        """Somebody wants a picture."""
        self._may[name] = threading.Event()
        self._asked[name] = asyncio.create_task(self.easel.draw(self._draw, name, posted=posted))
        await asyncio.sleep(0)
        return self._asked[name]

    async def finish(self, name: str) -> None:
        """It is finished, and the next one is begun."""
        self._may[name].set()
        assert await self._asked[name] == name

    async def has_begun(self, *names: str) -> None:
        """These have been begun, and no other."""

        def wait() -> None:
            with self._came:
                self._came.wait_for(lambda: len(self.begun) >= len(names), PATIENCE)

        await asyncio.to_thread(wait)
        assert self.begun == list(names)

    def free(self) -> None:
        """All may be finished."""
        for event in self._may.values():
            event.set()

    def _draw(self, name: str) -> str:
        with self._came:
            self.begun.append(name)
            self._came.notify_all()
        assert self._may[name].wait(PATIENCE)
        return name


@pytest.fixture
def studio() -> Iterator[Studio]:
    made = Studio()
    yield made
    made.free()
    made.easel.close()


async def test_people_are_drawn_for_before_boards(studio: Studio) -> None:
    await studio.ask("ana")
    await studio.has_begun("ana")
    await studio.ask("ben")
    await studio.has_begun("ana", "ben")
    await studio.ask("board", posted=True)
    await studio.ask("cy")
    await studio.ask("dee")
    assert studio.easel.waiting == 3
    await studio.finish("ana")
    await studio.has_begun("ana", "ben", "cy")
    await studio.finish("ben")
    await studio.has_begun("ana", "ben", "cy", "dee")
    await studio.finish("cy")
    await studio.has_begun("ana", "ben", "cy", "dee", "board")
    assert studio.easel.waiting == 0


async def test_boards_that_are_due_are_a_rush_before_their_pictures_are_asked_for() -> None:
    """Hundreds of tables wait to be looked up, a few at a time, so the line of pictures itself is never long."""
    service, let_go = PictureService(Pictures().memory), asyncio.Event()

    async def made_up() -> None:
        async with service.easel.turn():
            await let_go.wait()

    boards = [asyncio.create_task(made_up()) for _ in range(picture_service.LONG - 1)]
    await asyncio.sleep(0)
    assert not service.rushed
    boards.append(asyncio.create_task(made_up()))
    await asyncio.sleep(0)
    assert service.rushed
    assert service.waiting == 0
    assert not service.overrun, "whoever chooses is drawn for first"
    boards.pop().cancel()
    await asyncio.sleep(0)
    assert not service.rushed
    let_go.set()
    await asyncio.gather(*boards, return_exceptions=True)
    assert service.easel.behind == 0
    await service.close()


async def test_people_choose_without_pictures_where_boards_come_too_late() -> None:
    """They choose by the board in the channel, and on a slow machine that is late with fewer of them."""
    now = 100.0
    service = PictureService(Pictures().memory)
    service.easel = Easel(boards=2, clock=lambda: now)
    made = [asyncio.Event() for _ in range(2 * picture_service.LONG)]

    async def made_up(one: asyncio.Event) -> None:
        async with service.easel.turn():
            await one.wait()

    boards = [asyncio.create_task(made_up(one)) for one in made[:2]]
    await asyncio.sleep(0)
    now += 10 * picture_service.LATE
    assert not service.overrun, "two that take their time are no rush"
    boards += [asyncio.create_task(made_up(one)) for one in made[2:]]
    await asyncio.sleep(0)
    assert service.overrun
    for one, board in zip(made[:2], boards[:2], strict=True):
        one.set()
        await board
    assert not service.overrun, "those that are due have just come"
    now += 2 * picture_service.LATE
    assert service.overrun
    for board in boards[-picture_service.LONG - 1 :]:
        board.cancel()
    await asyncio.gather(*boards[-picture_service.LONG - 1 :], return_exceptions=True)
    assert not service.overrun, "it is no rush any more"
    for one in made:
        one.set()
    await asyncio.gather(*boards, return_exceptions=True)
    assert service.easel.late == 0
    await service.close()


async def test_for_somebody_who_has_gone_nothing_is_drawn(studio: Studio) -> None:
    await studio.ask("ana")
    await studio.has_begun("ana")
    await studio.ask("ben")
    gone, stays = await studio.ask("cy"), await studio.ask("dee")
    gone.cancel()
    await studio.has_begun("ana", "ben")
    await studio.finish("ana")
    await studio.has_begun("ana", "ben", "dee")
    await studio.finish("dee")
    await studio.finish("ben")
    assert gone.cancelled()
    assert stays.done()
    await studio.ask("eve")
    await studio.finish("eve")


async def test_a_picture_that_fails_leaves_its_thread_to_others(studio: Studio) -> None:
    def spilt(_: str) -> str:
        raise OSError("the ink")

    for _ in range(3):
        with pytest.raises(OSError, match="the ink"):
            await studio.easel.draw(spilt, "board")
    studio.free()
    await studio.ask("ana")
    await studio.finish("ana")


async def test_freed_memory_is_given_back_now_and_then(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[int]()
    monkeypatch.setattr(easel, "give_back", lambda: given.append(1))
    for _ in range(2 * easel.TIDY):
        await studio.easel.draw(str)
    studio.easel._threads.shutdown()
    assert len(given) == 2
    priority.give_back()  # whatever the system


async def test_whoever_waits_when_it_closes_is_let_go(studio: Studio) -> None:
    for name in ("ana", "ben"):
        await studio.ask(name)
    await studio.has_begun("ana", "ben")
    waits = await studio.ask("cy")
    studio.easel.close()
    with pytest.raises(asyncio.CancelledError):
        await waits


async def test_a_board_shows_all_that_happened_while_it_waited(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three moves while the easel is taken are one board, drawn as it stands in the end."""
    paint, drawn = picture_service.draw, list[Any]()

    def noted(order: Order, *how: Any) -> Any:
        drawn.append(order)
        return paint(order, *how)

    monkeypatch.setattr(picture_service, "draw", noted)
    table, tables = await race.table(), race.bot.tables
    async with race.bot.picture_service.easel.turn():
        for _ in range(3):
            snapshot = await tables.snapshots.take(table.id, None)
            user = table.user_of(snapshot.waiting[0])
            _, _, menu = await tables.moves.menu(table.id, user)
            await tables.moves.play(table.id, user, sample(menu, lambda _: 0))
            race.bot.posts.poke(table.id)
    await race.bot.posts.drain(PATIENCE)
    newest = await tables.snapshots.take(table.id, None)
    assert [order.what for order in drawn] == ["board"]
    assert drawn[0].of.view == newest.view
    assert newest.post is not None
    assert newest.post.rev == newest.table.rev
