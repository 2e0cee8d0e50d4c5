"""bot.py as a process: a test starts it, reads its output and sends it signals."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from tests.process.forked_process import ForkedProcess

BOT_FILE = Path(__file__).parents[2] / "bot.py"
REMOVED_VARIABLES = ("DISCORD_TOKEN", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""Environment variables of this machine that the bot under test does not get."""
PROCESS_TIMEOUT_S = 60.0
"""The time that a process gets for one step, also on a busy machine. Only a failing test waits that long."""


def _build_environment(changes: Mapping[str, str] | None) -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key not in REMOVED_VARIABLES} | dict(changes or {})


def list_children(process: int) -> list[int]:
    """List the processes that a process has started. Linux only."""
    children: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        children += [int(child) for child in file.read_text().split()]
    return children


class BotProcess:
    """A running bot.py. Use `async with`: at the end it is killed if it still runs."""

    def __init__(self, process: asyncio.subprocess.Process | ForkedProcess) -> None:
        self._process = process
        self.stdout_text = ""
        self.stderr_text = ""
        self._output_changed = asyncio.Condition()
        self._readers = [asyncio.create_task(self._read_stdout()), asyncio.create_task(self._read_stderr())]

    @classmethod
    async def start(
        cls,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        preexec: Callable[[], None] | None = None,
    ) -> Self:
        """Start the command line of bot.py with `folder` as working directory, and without this machine's own settings.

        `preexec` is called in the new process before it runs bot.py.
        """
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                str(BOT_FILE),
                *arguments,
                cwd=folder,
                env=_build_environment(env),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                preexec_fn=preexec,
            )
        )

    @classmethod
    async def fork(cls, folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Self:
        """Start bot.py as `start` does, in a process that has imported it already: this takes a third of the time."""
        return cls(await ForkedProcess.start(BOT_FILE, folder, arguments, _build_environment(env)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self.await_end()

    async def await_output(self, pattern: str) -> str:
        """Wait until standard output matches the pattern, and return the match."""
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
        """Wait until the log contains a text."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S), self._output_changed:
            await self._output_changed.wait_for(
                lambda: text in self.stderr_text or all(task.done() for task in self._readers)
            )
        assert text in self.stderr_text, self.stderr_text

    @property
    def process_id(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def child_processes(self) -> list[int]:
        """The ids of the processes that work for the bot."""
        return list_children(self.process_id)

    @property
    def exit_code(self) -> int | None:
        """The exit code, None while the process runs."""
        return self._process.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self._process.kill()

    async def await_exit(self, timeout_s: float = PROCESS_TIMEOUT_S) -> int:
        """Wait for the exit of the process, and return its code. A process that it has started may go on and write more."""
        async with asyncio.timeout(timeout_s):
            while self.exit_code is None:  # noqa: ASYNC110 - asyncio also waits for the end of the output
                await asyncio.sleep(0.05)
        return self.exit_code

    async def await_end(self) -> int:
        """Wait for the end of the process and of its output, and return the exit code."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            code = await self._process.wait()
            await asyncio.gather(*self._readers)
        return code

    async def _read_stdout(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.stdout_text += line.decode()
            await self._notify_readers()
        await self._notify_readers()

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            self.stderr_text += line.decode()
            await self._notify_readers()
        await self._notify_readers()

    async def _notify_readers(self) -> None:
        async with self._output_changed:
            self._output_changed.notify_all()
