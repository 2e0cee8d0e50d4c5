"""bot.py as a process: started, read, signalled."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

BOT = Path(__file__).parents[2] / "bot.py"
OURS = ("DISCORD_TOKEN", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""Settings of this machine that a bot of the tests does without."""
PATIENCE = 60.0
"""Seconds for a process to say or do what it should, on a busy machine too. Only what would never come takes so long."""


def children(process: int) -> list[int]:
    """The processes that a process has started; Linux only."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(one) for told in tasks for one in told.read_text().split()]


class Program:
    """A running bot.py. Use `async with`: it is killed at the end if it still runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.out = ""
        self.err = ""
        self._said = asyncio.Condition()
        self._reading = [asyncio.create_task(self._read("out")), asyncio.create_task(self._read("err"))]

    @classmethod
    async def start(
        cls,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> Self:
        """Start it with `folder` as working directory, and none of this machine's own settings.

        `before` is called in the new process before it becomes bot.py.
        """
        clean = {key: value for key, value in os.environ.items() if key not in OURS}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                str(BOT),
                *arguments,
                cwd=folder,
                env=clean | dict(env or {}),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=before,
            )
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self.end()

    async def says(self, pattern: str) -> str:
        """Wait until it has printed something that matches; returns the match."""
        try:
            async with asyncio.timeout(PATIENCE), self._said:
                await self._said.wait_for(
                    lambda: re.search(pattern, self.out) or all(task.done() for task in self._reading)
                )
        except TimeoutError:
            pass
        found = re.search(pattern, self.out)
        assert found, f"it did not print {pattern!r} but:\n{self.out}\n{self.err}"
        return found[0]

    async def logs(self, text: str) -> None:
        """Wait until its log holds a text."""
        async with asyncio.timeout(PATIENCE), self._said:
            await self._said.wait_for(lambda: text in self.err or all(task.done() for task in self._reading))
        assert text in self.err, self.err

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def beside(self) -> list[int]:
        """The processes that work for it."""
        return children(self.number)

    @property
    def ended(self) -> int | None:
        """Its exit code, None while it runs."""
        return self._process.returncode

    def signal(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self._process.kill()

    async def end(self) -> int:
        """Wait for its end; returns the exit code."""
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
            await asyncio.gather(*self._reading)
        return code

    async def _read(self, name: str) -> None:
        stream = self._process.stdout if name == "out" else self._process.stderr
        assert stream is not None
        async for line in stream:
            setattr(self, name, getattr(self, name) + line.decode())
            async with self._said:
                self._said.notify_all()
        async with self._said:
            self._said.notify_all()
