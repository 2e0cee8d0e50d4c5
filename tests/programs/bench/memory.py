"""Measure the bot's memory: the real process when Discord is ready, and with full painters' caches; the sum of all
processes, including the one that draws.

`python -m tests.programs.bench.memory --limit 64` draws with another `[pictures] memory`, `--processes 0` in threads of
the bot.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.process.fake_discord import FakeDiscord
from tests.process.program import BotProcess
from tests.programs.bench.row import BenchRow

READY_MAX_MB, PLATEAU_MAX_MB = 90, 250
"""The goals, in megabytes."""
TABLES_PER_GAME, LAP_COUNT, MOVES_BETWEEN_LAPS = 12, 4, 5
"""Tables of each game, the number of drawings of each, and moves between two drawings."""


def measure_memory_mb(*processes: int | str) -> tuple[float, float]:
    """Measure the megabytes of some processes: resident, and their proportional share of shared memory."""
    found = [_read_memory(process) for process in processes]
    return sum(resident for resident, _ in found), sum(share for _, share in found)


def _read_memory(process: int | str) -> tuple[float, float]:
    found = dict.fromkeys(("Rss", "Pss"), 0.0)
    for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]:
        name, _, rest = line.partition(":")
        if name in found:
            found[name] = int(rest.split()[0]) / 1024
    return found["Rss"], found["Pss"]


async def _measure_ready() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with (
            FakeDiscord() as discord,
            await BotProcess.start(folder, env=discord.build_environment(folder)) as bot,
        ):
            await discord.await_connected()
            found = measure_memory_mb(bot.process_id)
            bot.kill()
            await bot.await_end()
    return found


async def measure_drawing(limit: int | None, processes: int) -> None:
    """Draw a dozen tables of each game in rotation, with every kind of picture. Return the memory after each lap."""
    import cogs.client  # noqa: F401 - what a bot holds besides
    from cogs.i18n.languages import LanguageRegistry
    from cogs.pictures.picture_service import PictureService
    from cogs.pictures.render_process import RenderProcess
    from cogs.pictures.render_request import RenderRequest
    from engine.kernel import registry
    from render.kit.cache import DEFAULT_CACHE_MB
    from tests.programs.bench.pictures import BenchGame

    megabytes = DEFAULT_CACHE_MB if limit is None else limit
    painter = RenderProcess(megabytes) if processes else None
    service, language = PictureService(megabytes, painter), LanguageRegistry().english

    def told(step: str) -> None:
        beside = painter.worker if painter else None
        print(step, *measure_memory_mb("self", *([] if beside is None else [beside.pid])), flush=True)

    told("imported")
    tables = [(slug, BenchGame(slug, n)) for n in range(TABLES_PER_GAME) for slug in registry.list_slugs()]
    told("tables")
    for lap in range(LAP_COUNT):
        for slug, table in tables:
            shown = table.build_scene()
            await asyncio.gather(
                *(
                    service.render(RenderRequest(what, slug, shown, "day"), language)
                    for what in ("board", "crop", "hand")
                )
            )
            table.play_moves(MOVES_BETWEEN_LAPS)
        told(f"lap {lap + 1}")
    await service.close()


def measure_warm_process(limit: int | None = None, processes: int = 1) -> dict[str, tuple[float, float]]:
    """Measure megabytes after each step, in a process of its own."""
    asked = ["--limit", str(limit)] if limit is not None else []
    command = [sys.executable, "-m", "tests.programs.bench.memory", "--draw", "--processes", str(processes), *asked]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found = (line.rsplit(" ", 2) for line in ran.stdout.splitlines())
    return {name: (float(resident), float(share)) for name, resident, share in found}


def measure_rows() -> Iterator[BenchRow]:
    """Return the resident megabytes, with the goals."""
    ready = asyncio.run(_measure_ready())[0]
    yield BenchRow("memory at READY | aim", ready, READY_MAX_MB, "MB", ready / READY_MAX_MB, "at most 1")
    steps = measure_warm_process()
    most = max(resident for resident, _ in steps.values())
    yield BenchRow("memory, all painters warm | aim", most, PLATEAU_MAX_MB, "MB", most / PLATEAU_MAX_MB, "at most 1")


def main() -> None:
    """Print every step."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--limit", type=int, default=None, help="[pictures] memory, in megabytes")
    parser.add_argument("--processes", type=int, default=1, choices=(0, 1))
    parser.add_argument("--draw", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.draw:
        asyncio.run(measure_drawing(asked.limit, asked.processes))
        return
    steps = {"at READY": asyncio.run(_measure_ready()), **measure_warm_process(asked.limit, asked.processes)}
    for name, (resident, share) in steps.items():
        print(f"{name:<12} {resident:6.1f} MB resident, {share:6.1f} MB its share")


if __name__ == "__main__":
    main()
