"""The process that draws: the same pictures as in the bot's process, a replacement when it dies or hangs, and its end
with the bot.
"""

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

from cogs.i18n.languages import LanguageRegistry
from cogs.pictures import render_process
from cogs.pictures.background import BACKGROUND_NICENESS
from cogs.pictures.picture_service import OWN_CACHE_MB, PictureService
from cogs.pictures.render_process import (
    MAX_FAILED_REQUESTS,
    RENDER_TIMEOUT_S,
    RenderProcess,
    RenderUnavailableError,
    create_configured_process,
)
from cogs.pictures.render_queue import RenderQueue
from cogs.pictures.render_request import DecodedRequest, RenderRequest, decode_request, encode_request, render_picture
from engine.environment import STORE_URL, TOKEN
from engine.ops.config import PicturesConfig
from engine.workers.process import PROJECT_FOLDER, WorkerLostError
from render.kit.cache import DEFAULT_CACHE_MB, painter_caches
from tests.images import finales, golden, moments
from tests.process.manual_clock import (
    DEAD_COMMAND,
    GARBLED_COMMAND,
    HUNG_COMMAND,
    KILLED_COMMAND,
    ManualClock,
    await_in_time,
)

SLUGS = sorted(golden.BOARD_SCENES)
SCENE_NAMES = [f"{slug}-{name}" for slug in SLUGS for name in (*golden.BOARD_SCENES[slug], *golden.HAND_SCENES[slug])]
MINIMAL_BOT_CODE = """
import asyncio
from cogs.pictures.render_process import RenderProcess
async def main():
    painter = RenderProcess(8)
    print((await painter.ensure_worker()).pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
"""A bot that only holds a painter."""


@asynccontextmanager
async def create_render_process(glass: ManualClock, **changes: object) -> AsyncIterator[RenderProcess]:
    made = RenderProcess(DEFAULT_CACHE_MB, pause=glass.sleep, **changes)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def build_render_request(scene_index: int = 0) -> RenderRequest:
    return RenderRequest(
        "board", "northwest", moments.rename_players(moments.replay_scenes("northwest-all-home")[scene_index], 3), "day"
    )


def has_ended(process_id: int) -> bool:
    """Wait for the end of a process, even one that this process has not started. Return whether it ended."""
    try:
        watched = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], 60)[0])
    finally:
        os.close(watched)


# ---------------------------------------------------------------- requests
@pytest.mark.parametrize("name", SCENE_NAMES)
def test_a_scene_arrives_unchanged(name: str) -> None:
    made = RenderRequest("board", name.partition("-")[0], moments.find_scene(name), "night")
    assert repr(decode_request(encode_request(made, "es"))) == repr(DecodedRequest(made, "es"))


@pytest.mark.parametrize("name", [f"{slug}-{names[0]}" for slug, names in finales.POSTER_RECORDS.items()])
def test_a_final_scene_arrives_unchanged(name: str) -> None:
    end = finales.load_finale(name)
    made = RenderRequest("poster", end.game, end, "day")
    assert repr(decode_request(encode_request(made, "en")).request) == repr(made)


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [slug if slug == "northwest" else pytest.param(slug, marks=pytest.mark.soak) for slug in SLUGS]
)
async def test_the_render_process_draws_the_same_pictures(slug: str) -> None:
    languages = LanguageRegistry()
    marked = [one() for one in golden.BOARD_SCENES[slug].values()]
    chosen = next((one for one in marked if one.prompt is not None), next(one for one in marked if one.marks))
    wanted = [RenderRequest("board", slug, chosen, "night")]
    if golden.HAND_SCENES[slug]:
        wanted.append(RenderRequest("hand", slug, next(iter(golden.HAND_SCENES[slug].values()))(), "day"))
    if slug == "northwest":
        told = moments.replay_scenes("northwest-all-home")[1]
        assert told.earlier_views
        end = finales.load_finale("northwest-there-and-back")
        wanted += [RenderRequest("moving", slug, told, "day"), RenderRequest("crop", slug, chosen, "contrast")]
        wanted.append(RenderRequest("poster", slug, end, "day"))
    async with create_render_process(ManualClock()) as made:
        for one, code in zip(wanted, ("es", "en", "es", "en", "es"), strict=False):
            drawn = await await_in_time(made.draw(one, code))
            assert drawn is not None
            assert drawn == render_picture(one, languages.find_language(code)), (slug, one.kind)


# ---------------------------------------------------------------- who draws
async def test_the_render_process_has_low_priority_no_token_and_reveals_nothing_in_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (TOKEN, STORE_URL):
        monkeypatch.setenv(name, "not.for.others")
    async with create_render_process(ManualClock()) as made:
        assert made.worker is None
        drawn = await await_in_time(made.draw(build_render_request(), "en"))
        assert drawn == render_picture(build_render_request(), LanguageRegistry().english)
        worker = made.worker
        assert worker is not None
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= BACKGROUND_NICENESS
        if sys.platform == "linux":
            folder = Path(f"/proc/{worker.pid}")
            assert b"not.for.others" not in (folder / "environ").read_bytes()
            command = (folder / "cmdline").read_text().split("\0")[1:-1]
            assert command == ["-m", "cogs.pictures.render_worker", str(DEFAULT_CACHE_MB)]
        secret = msgspec.structs.replace(build_render_request().subject, view={"a hand": "husky"})
        with pytest.raises(RenderUnavailableError, match="compose") as told:
            await await_in_time(made.draw(RenderRequest("board", "northwest", secret, "day"), "en"))
        assert "husky" not in str(told.value)
        await await_in_time(made.draw(build_render_request(), "en"))
        assert made.worker is worker


async def test_a_killed_render_process_is_replaced() -> None:
    async with create_render_process(ManualClock()) as made:
        await await_in_time(made.draw(build_render_request(), "en"))
        first = made.worker
        assert first is not None
        os.kill(first.pid, signal.SIGSTOP)
        both = asyncio.gather(made.draw(build_render_request(), "en"), made.draw(build_render_request(1), "en"))
        await asyncio.sleep(0)
        os.kill(first.pid, signal.SIGKILL)
        assert await await_in_time(both) == [
            render_picture(build_render_request(n), LanguageRegistry().english) for n in (0, 1)
        ]
        assert made.worker not in (None, first)
        assert has_ended(first.pid)
        assert made.failure == ""
        assert made.worker is not None
        os.kill(made.worker.pid, signal.SIGKILL)
        with pytest.raises(WorkerLostError):
            await await_in_time(made.worker.ask(b""))
        assert made.failure == "The process that draws pictures has died; the next picture starts another one."


async def test_a_hanging_render_process_is_replaced() -> None:
    glass = ManualClock()
    async with create_render_process(glass) as made:
        await await_in_time(made.draw(build_render_request(), "en"))
        first = made.worker
        assert first is not None
        os.kill(first.pid, signal.SIGSTOP)
        again = asyncio.create_task(made.draw(build_render_request(), "en"))
        for _, end in glass.pauses:  # of the first picture, over by now
            end.cancel()
        await glass.finish_pause(RENDER_TIMEOUT_S)
        assert await await_in_time(again) == render_picture(build_render_request(), LanguageRegistry().english)
        assert has_ended(first.pid)


@pytest.mark.parametrize("command", [HUNG_COMMAND, DEAD_COMMAND, GARBLED_COMMAND])
async def test_after_two_failures_the_bot_draws_itself(command: tuple[str, ...]) -> None:
    glass, queue = ManualClock(), RenderQueue()
    async with create_render_process(glass, command=command) as made:
        drawing = asyncio.create_task(
            queue.draw(lambda: None, elsewhere=lambda: made.draw(build_render_request(), "en"))  # type: ignore[arg-type,return-value]
        )
        if command is HUNG_COMMAND:
            await glass.finish_pause(RENDER_TIMEOUT_S)
            await glass.finish_pause(RENDER_TIMEOUT_S)
        assert await await_in_time(drawing) is None
        assert made.worker is None
    queue.close()


async def test_a_fatal_picture_does_not_kill_the_bot() -> None:
    queue = RenderQueue()
    async with create_render_process(ManualClock(), command=KILLED_COMMAND) as made:
        for _ in range(MAX_FAILED_REQUESTS + 1):
            drawing = queue.draw(pytest.fail, "here", elsewhere=lambda: made.draw(build_render_request(), "en"))
            with pytest.raises(RenderUnavailableError):
                await await_in_time(drawing)
        assert not made.is_hopeless
    queue.close()


async def test_a_render_process_that_always_fails_is_not_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = list[object](), render_process.WorkerProcess.start

    async def counted(command: tuple[str, ...]) -> render_process.WorkerProcess:
        started.append(command)
        return await start(command)

    monkeypatch.setattr(render_process.WorkerProcess, "start", counted)
    async with create_render_process(ManualClock(), command=DEAD_COMMAND) as made:
        for _ in range(MAX_FAILED_REQUESTS + 2):
            with pytest.raises(WorkerLostError):
                await await_in_time(made.draw(build_render_request(), "en"))
        assert made.is_hopeless
        assert "keeps dying; the bot draws them itself" in made.failure
        assert len(started) == MAX_FAILED_REQUESTS * render_process.MAX_RENDER_TRIES


# ---------------------------------------------------------------- how it ends
async def test_closing_the_bot_ends_a_busy_render_process() -> None:
    service = PictureService(DEFAULT_CACHE_MB, RenderProcess(DEFAULT_CACHE_MB))
    assert service.render_process is not None
    worker = await service.render_process.ensure_worker()
    drawing = asyncio.create_task(service.render_process.draw(build_render_request(), "en"))
    await asyncio.sleep(0)
    await await_in_time(service.close())
    assert has_ended(worker.pid)
    with pytest.raises(asyncio.CancelledError):
        await drawing
    assert service.render_process.worker is None, "no other one is started"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process of others ends")
async def test_killing_the_bot_ends_the_render_process() -> None:
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", MINIMAL_BOT_CODE, cwd=PROJECT_FOLDER, stdout=asyncio.subprocess.PIPE
    )
    assert bot.stdout is not None
    number = int(await asyncio.wait_for(bot.stdout.readline(), 60))
    os.kill(number, 0)
    bot.kill()
    await bot.wait()
    assert await asyncio.to_thread(has_ended, number)


# ---------------------------------------------------------------- which bots have one
def test_a_render_process_needs_two_cores_and_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, wanted, found in ((1, 1, False), (2, 1, True), (2, 0, False)):
        monkeypatch.setattr(render_process, "count_cores", lambda cores=cores: cores)
        assert (create_configured_process(PicturesConfig(processes=wanted)) is not None) == found


def test_a_bot_with_a_render_process_has_a_small_cache() -> None:
    try:
        for beside_it, room in ((RenderProcess(DEFAULT_CACHE_MB), OWN_CACHE_MB), (None, DEFAULT_CACHE_MB)):
            service = PictureService(DEFAULT_CACHE_MB, beside_it)
            assert painter_caches().max_mb == room
            service.render_queue.close()
    finally:
        painter_caches().resize(DEFAULT_CACHE_MB)
