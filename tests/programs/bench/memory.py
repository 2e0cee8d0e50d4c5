"""How much memory the bot holds: the real process when Discord is ready, and with everything that painters keep; all processes
together, the one that draws among them.

`python -m tests.programs.bench.memory --limit 64` draws with another `[pictures] memory`, `--processes 0` in threads of the bot.
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
from tests.process.program import Program
from tests.programs.bench.row import Row

READY, PLATEAU = 90, 250
"""Megabytes that we want to hold at most."""
TABLES, LAPS, BETWEEN = 12, 4, 5
"""Tables of each game, how often each is drawn, and moves between."""


def held(*processes: int | str) -> tuple[float, float]:
    """Megabytes of some processes: resident, and their proportional share of what they have in common with others."""
    found = [_held(process) for process in processes]
    return sum(resident for resident, _ in found), sum(share for _, share in found)


def _held(process: int | str) -> tuple[float, float]:
    found = dict.fromkeys(("Rss", "Pss"), 0.0)
    for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()[1:]:
        name, _, rest = line.partition(":")
        if name in found:
            found[name] = int(rest.split()[0]) / 1024
    return found["Rss"], found["Pss"]


async def _ready() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with FakeDiscord() as discord, await Program.start(folder, env=discord.environment(folder)) as bot:
            await discord.connected()
            found = held(bot.number)
            bot.kill()
            await bot.end()
    return found


async def draw(limit: int | None, processes: int) -> None:
    """Draw a dozen tables of each game in rotation, everything that people look at, and say after each lap what is held."""
    import cogs.client  # noqa: F401 - what a bot holds besides
    from cogs.pictures.order import Order
    from cogs.pictures.picture_service import PictureService
    from cogs.pictures.process import PainterProcess
    from cogs.words.languages import Languages
    from engine.kernel import registry
    from render.kit.cache import DEFAULT_CACHE_MB
    from tests.programs.bench.pictures import Table

    megabytes = DEFAULT_CACHE_MB if limit is None else limit
    painter = PainterProcess(megabytes) if processes else None
    service, language = PictureService(megabytes, painter), Languages().english

    def told(step: str) -> None:
        beside = painter.worker if painter else None
        print(step, *held("self", *([] if beside is None else [beside.pid])), flush=True)

    told("imported")
    tables = [(slug, Table(slug, n)) for n in range(TABLES) for slug in registry.slugs()]
    told("tables")
    for lap in range(LAPS):
        for slug, table in tables:
            shown = table.scene()
            await asyncio.gather(
                *(service.paint(Order(what, slug, shown, "day"), language) for what in ("board", "crop", "hand"))
            )
            table.go_on(BETWEEN)
        told(f"lap {lap + 1}")
    await service.close()


def warm(limit: int | None = None, processes: int = 1) -> dict[str, tuple[float, float]]:
    """Megabytes by what had been done, in a process of its own."""
    asked = ["--limit", str(limit)] if limit is not None else []
    command = [sys.executable, "-m", "tests.programs.bench.memory", "--draw", "--processes", str(processes), *asked]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    found = (line.rsplit(" ", 2) for line in ran.stdout.splitlines())
    return {name: (float(resident), float(share)) for name, resident, share in found}


def rows() -> Iterator[Row]:
    """Resident megabytes beside what we want."""
    ready = asyncio.run(_ready())[0]
    yield Row("memory at READY | aim", ready, READY, "MB", ready / READY, "at most 1")
    steps = warm()
    most = max(resident for resident, _ in steps.values())
    yield Row("memory, all painters warm | aim", most, PLATEAU, "MB", most / PLATEAU, "at most 1")


def main() -> None:
    """Tell every step."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--limit", type=int, default=None, help="[pictures] memory, in megabytes")
    parser.add_argument("--processes", type=int, default=1, choices=(0, 1))
    parser.add_argument("--draw", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.draw:
        asyncio.run(draw(asked.limit, asked.processes))
        return
    steps = {"at READY": asyncio.run(_ready()), **warm(asked.limit, asked.processes)}
    for name, (resident, share) in steps.items():
        print(f"{name:<12} {resident:6.1f} MB resident, {share:6.1f} MB its share")


if __name__ == "__main__":
    main()
