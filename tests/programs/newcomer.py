"""How long a newcomer waits: seconds from a fresh clone to the first move of a game, with a browser at the local table.

python -m tests.programs.newcomer [--game amundsen] [--warm]     one JSON object; --warm lets pip use its cache
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from engine.kernel import registry
from tests.browser.browser_player import PROJECT_FOLDER, BrowserPlayer, start_browser

URL_PATTERN = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
PRIVATE_SETTINGS = ("DISCORD_TOKEN", "PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS")
"""Settings of this machine that a newcomer does not have."""


async def measure_steps(game: str, *, warm: bool) -> dict[str, float]:
    """Measure the seconds from the beginning to the end of each step. Raises RuntimeError when `make run` ends early."""
    done: dict[str, float] = {}
    began = time.monotonic()

    def note(step: str) -> None:
        done[step] = round(time.monotonic() - began, 1)

    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder, "overwinter")
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(PROJECT_FOLDER), str(here)], check=True)  # noqa: ASYNC221
        note("cloned")
        clean = {key: value for key, value in os.environ.items() if key not in PRIVATE_SETTINGS}
        bot = await asyncio.create_subprocess_exec(
            "make",
            "run",
            "ARGS=--port 0",
            cwd=here,
            env=clean if warm else clean | {"PIP_NO_CACHE_DIR": "1"},
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            url = await _await_address(bot)
            note("address printed")
            async with start_browser() as chromium:
                seat = await BrowserPlayer.open_page(chromium, url, 1280)
                note("page open")
                await seat.press_button(registry.load_game(game).title)
                await seat.play_as("Ben")
                await seat.press_button("Join")
                await seat.play_as("Ana")
                await seat.press_button("Start")
                note("game begun")
                await seat.play_one_move()
                note("first move")
        finally:
            os.killpg(bot.pid, signal.SIGTERM)
            await bot.wait()
    return done


async def _await_address(bot: asyncio.subprocess.Process) -> str:
    assert bot.stdout is not None
    async for line in bot.stdout:
        if found := URL_PATTERN.search(line.decode()):
            return found[0]
    raise RuntimeError("make run has ended without an address")


def main() -> None:
    """Measure once and print the result."""
    parser = argparse.ArgumentParser(description="Seconds from a fresh clone to the first move.")
    parser.add_argument("--game", default="amundsen", choices=registry.list_slugs())
    parser.add_argument("--warm", action="store_true", help="let pip use its cache")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    done = asyncio.run(measure_steps(asked.game, warm=asked.warm))
    print(json.dumps({"game": asked.game, "warm": asked.warm, "load": round(load, 1), "seconds": done}))


if __name__ == "__main__":
    main()
