"""bot.py as a process: started, read, signalled."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

BOT_FILE = Path(__file__).parents[2] / "bot.py"
REMOVED_VARIABLES = ("DISCORD_TOKEN", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""Settings of this machine that a bot of the tests does without."""
PROCESS_TIMEOUT_S = 60.0
"""Seconds for a process to say or do what it should, on a busy machine too. Only what would never come takes so long."""


def list_children(process: int) -> list[int]:
    """The processes that a process has started; Linux only."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(one) for told in tasks for one in told.read_text().split()]


class BotProcess:
    """A running bot.py. Use `async with`: it is killed at the end if it still runs."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.stdout_text = ""
        self.stderr_text = ""
        self._output_changed = asyncio.Condition()
        self._readers = [asyncio.create_task(self._read_stream(name)) for name in ("stdout_text", "stderr_text")]

    @classmethod
    async def start(
        cls,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        preexec: Callable[[], None] | None = None,
    ) -> Self:
        """Start it with `folder` as working directory, and none of this machine's own settings.

        `preexec` is called in the new process before it becomes bot.py.
        """
        clean = {key: value for key, value in os.environ.items() if key not in REMOVED_VARIABLES}
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                str(BOT_FILE),
                *arguments,
                cwd=folder,
                env=clean | dict(env or {}),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=preexec,
            )
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self.await_end()

    async def await_output(self, pattern: str) -> str:
        """Wait until it has printed something that matches; returns the match."""
        try:
            async with asyncio.timeout(PROCESS_TIMEOUT_S), self._output_changed:
                await self._output_changed.wait_for(
                    lambda: re.search(pattern, self.stdout_text) or all(task.done() for task in self._readers)
                )
        except TimeoutError:
            pass
        found = re.search(pattern, self.stdout_text)
        assert found, f"it did not print {pattern!r} but:\n{self.stdout_text}\n{self.stderr_text}"
        return found[0]

    async def await_log(self, text: str) -> None:
        """Wait until its log holds a text."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S), self._output_changed:
            await self._output_changed.wait_for(
                lambda: text in self.stderr_text or all(task.done() for task in self._readers)
            )
        assert text in self.stderr_text, self.stderr_text

    @property
    def process_id(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def child_processes(self) -> list[int]:
        """The processes that work for it."""
        return list_children(self.process_id)

    @property
    def exit_code(self) -> int | None:
        """Its exit code, None while it runs."""
        return self._process.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        self._process.kill()

    async def await_end(self) -> int:
        """Wait for its end; returns the exit code."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            code = await self._process.wait()
            await asyncio.gather(*self._readers)
        return code

    async def _read_stream(self, name: str) -> None:
        stream = self._process.stdout if name == "stdout_text" else self._process.stderr
        assert stream is not None
        async for line in stream:
            setattr(self, name, getattr(self, name) + line.decode())
            async with self._output_changed:
                self._output_changed.notify_all()
        async with self._output_changed:
            self._output_changed.notify_all()
