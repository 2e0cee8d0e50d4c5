"""The process that draws: the same pictures as the bot itself, replaced when it dies or hangs, and gone when the bot is."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from cogs.pictures import process
from cogs.pictures.easel import Easel
from cogs.pictures.order import Order, draw, received, sent
from cogs.pictures.picture_service import ASIDE, PictureService
from cogs.pictures.priority import NICE
from cogs.pictures.process import HOPELESS, PATIENCE, PainterProcess, Undrawn, beside
from cogs.words.languages import Languages
from engine.environment import STORE_URL, TOKEN
from engine.ops.config import Pictures
from engine.workers.process import PROJECT_FOLDER, WorkerLostError
from render.kit.cache import DEFAULT_CACHE_MB, painter_caches
from tests.images import finales, golden, moments
from tests.process.hourglass import DEAD, HUNG, KILLED, RIDDLES, Hourglass, within

SLUGS = sorted(golden.BOARDS)
NAMED = [f"{slug}-{name}" for slug in SLUGS for name in (*golden.BOARDS[slug], *golden.HANDS[slug])]
STANDS_IN = """
import asyncio
from cogs.pictures.process import PainterProcess
async def main():
    painter = PainterProcess(8)
    print((await painter._present()).pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
"""A bot that does nothing but hold a painter."""


@asynccontextmanager
async def painter(glass: Hourglass, **changes: object) -> AsyncIterator[PainterProcess]:
    made = PainterProcess(DEFAULT_CACHE_MB, pause=glass.pause, **changes)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def order(n: int = 0) -> Order:
    return Order("board", "northwest", moments.renamed(moments.recorded("northwest-all-home")[n], 3), "day")


def gone(number: int) -> bool:
    """Whether a process comes to its end, also one that nobody has started here."""
    try:
        watched = os.pidfd_open(number)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], 60)[0])
    finally:
        os.close(watched)


# ---------------------------------------------------------------- what is sent
@pytest.mark.parametrize("name", NAMED)
def test_a_moment_arrives_as_it_was_sent(name: str) -> None:
    made = Order("board", name.partition("-")[0], moments.named(name), "night")
    assert repr(received(sent(made, "es"))) == repr((made, "es")).replace("(Order", "Received(order=Order").replace(
        " 'es')", " language='es')"
    )


@pytest.mark.parametrize("name", [f"{slug}-{names[0]}" for slug, names in finales.SHOWN.items()])
def test_the_end_of_a_game_arrives_as_it_was_sent(name: str) -> None:
    end = finales.finale(name)
    made = Order("poster", end.game, end, "day")
    assert repr(received(sent(made, "en")).order) == repr(made)


@pytest.mark.slow
async def test_it_draws_what_the_bot_itself_would() -> None:
    languages = Languages()
    async with painter(Hourglass()) as made:
        for slug in SLUGS:
            marked = [one() for one in golden.BOARDS[slug].values()]
            chosen = next((one for one in marked if one.prompt is not None), next(one for one in marked if one.marks))
            wanted = [Order("board", slug, chosen, "night")]
            if golden.HANDS[slug]:
                wanted.append(Order("hand", slug, next(iter(golden.HANDS[slug].values()))(), "day"))
            if slug == "northwest":
                told = moments.recorded("northwest-all-home")[1]
                assert told.before
                end = finales.finale("northwest-there-and-back")
                wanted += [Order("moving", slug, told, "day"), Order("crop", slug, chosen, "contrast")]
                wanted.append(Order("poster", slug, end, "day"))
            for one, code in zip(wanted, ("es", "en", "es", "en", "es"), strict=False):
                drawn = await within(made.draw(one, code))
                assert drawn is not None
                assert drawn == draw(one, languages.of(code)), (slug, one.what)


# ---------------------------------------------------------------- who draws
async def test_it_stands_behind_and_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (TOKEN, STORE_URL):
        monkeypatch.setenv(name, "not.for.others")
    async with painter(Hourglass()) as made:
        assert made.worker is None
        drawn = await within(made.draw(order(), "en"))
        assert drawn == draw(order(), Languages().english)
        worker = made.worker
        assert worker is not None
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= NICE
        if sys.platform == "linux":
            told = Path(f"/proc/{worker.pid}")
            assert b"not.for.others" not in (told / "environ").read_bytes()
            command = (told / "cmdline").read_text().split("\0")[1:-1]
            assert command == ["-m", "cogs.pictures.painter", str(DEFAULT_CACHE_MB)]


async def test_one_that_is_killed_is_replaced_and_all_is_drawn() -> None:
    async with painter(Hourglass()) as made:
        await within(made.draw(order(), "en"))
        first = made.worker
        assert first is not None
        os.kill(first.pid, signal.SIGSTOP)
        both = asyncio.gather(made.draw(order(), "en"), made.draw(order(1), "en"))
        await asyncio.sleep(0)
        os.kill(first.pid, signal.SIGKILL)
        assert await within(both) == [draw(order(n), Languages().english) for n in (0, 1)]
        assert made.worker not in (None, first)
        assert gone(first.pid)


async def test_one_that_hangs_is_replaced_and_all_is_drawn() -> None:
    glass = Hourglass()
    async with painter(glass) as made:
        await within(made.draw(order(), "en"))
        first = made.worker
        assert first is not None
        os.kill(first.pid, signal.SIGSTOP)
        again = asyncio.create_task(made.draw(order(), "en"))
        for _, end in glass.running:  # of the first picture, over by now
            end.cancel()
        await glass.turn(PATIENCE)
        assert await within(again) == draw(order(), Languages().english)
        assert gone(first.pid)


@pytest.mark.parametrize("command", [HUNG, DEAD, RIDDLES])
async def test_after_two_painters_the_bot_draws_by_itself(command: tuple[str, ...]) -> None:
    glass, easel = Hourglass(), Easel()
    async with painter(glass, command=command) as made:
        drawing = asyncio.create_task(
            easel.draw(lambda: None, elsewhere=lambda: made.draw(order(), "en"))  # type: ignore[arg-type,return-value]
        )
        if command is HUNG:
            await glass.turn(PATIENCE)
            await glass.turn(PATIENCE)
        assert await within(drawing) is None
        assert made.worker is None
    easel.close()


async def test_of_what_two_painters_have_died_the_bot_does_not_die_as_well() -> None:
    easel = Easel()
    async with painter(Hourglass(), command=KILLED) as made:
        for _ in range(HOPELESS + 1):
            drawing = easel.draw(pytest.fail, "here", elsewhere=lambda: made.draw(order(), "en"))
            with pytest.raises(Undrawn):
                await within(drawing)
        assert not made.hopeless
    easel.close()


async def test_painters_that_die_of_everything_are_not_started_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = list[object](), process.WorkerProcess.start

    async def counted(command: tuple[str, ...]) -> process.WorkerProcess:
        started.append(command)
        return await start(command)

    monkeypatch.setattr(process.WorkerProcess, "start", counted)
    async with painter(Hourglass(), command=DEAD) as made:
        for _ in range(HOPELESS + 2):
            with pytest.raises(WorkerLostError):
                await within(made.draw(order(), "en"))
        assert made.hopeless
        assert len(started) == HOPELESS * process.TRIES


async def test_what_cannot_be_drawn_is_told_without_what_it_holds() -> None:
    secret = msgspec.structs.replace(order().of, view={"a hand": "husky"})
    async with painter(Hourglass()) as made:
        with pytest.raises(Undrawn, match="compose") as told:
            await within(made.draw(Order("board", "northwest", secret, "day"), "en"))
        assert "husky" not in str(told.value)
        first = made.worker
        await within(made.draw(order(), "en"))
        assert made.worker is first


# ---------------------------------------------------------------- how it ends
async def test_it_is_gone_when_the_bot_closes_in_the_middle_of_a_picture() -> None:
    service = PictureService(DEFAULT_CACHE_MB, PainterProcess(DEFAULT_CACHE_MB))
    assert service.process is not None
    worker = await service.process._present()
    drawing = asyncio.create_task(service.process.draw(order(), "en"))
    await asyncio.sleep(0)
    await within(service.close())
    assert gone(worker.pid)
    with pytest.raises(asyncio.CancelledError):
        await drawing
    assert service.process.worker is None, "no other one is started"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process of others ends")
async def test_it_ends_when_the_bot_is_killed() -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STANDS_IN, cwd=PROJECT_FOLDER, stdout=asyncio.subprocess.PIPE
    )
    assert bot.stdout is not None
    number = int(await asyncio.wait_for(bot.stdout.readline(), 60))
    os.kill(number, 0)
    bot.kill()
    await bot.wait()
    assert await asyncio.to_thread(gone, number)


# ---------------------------------------------------------------- who has one
def test_there_is_one_where_there_are_two_cores_and_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, wanted, found in ((1, 1, False), (2, 1, True), (2, 0, False)):
        monkeypatch.setattr(process, "cores", lambda cores=cores: cores)
        assert (beside(Pictures(processes=wanted)) is not None) == found


def test_a_bot_with_a_painter_beside_it_keeps_little_itself() -> None:
    try:
        for beside_it, room in ((PainterProcess(DEFAULT_CACHE_MB), ASIDE), (None, DEFAULT_CACHE_MB)):
            service = PictureService(DEFAULT_CACHE_MB, beside_it)
            assert painter_caches().max_mb == room
            service.easel.close()
    finally:
        painter_caches().resize(DEFAULT_CACHE_MB)
