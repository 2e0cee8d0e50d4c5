"""Processes that run bot.py without a start of Python: a fork server has imported the bot, which is most of each start.

The part of `asyncio.subprocess.Process` that a test needs of such a process.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Self

POLL_INTERVAL_S = 0.02


def run_bot(
    bot_file: Path,
    folder: Path,
    arguments: Sequence[str],
    env: Mapping[str, str],
    stdout: Connection,
    stderr: Connection,
) -> None:
    """Do in a new process what `python bot.py` does, with its folder, environment, output and `sitecustomize`."""
    for number, pipe in ((1, stdout), (2, stderr)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = [str(bot_file), *arguments]
    sys.orig_argv = [sys.executable, *sys.argv]
    sys.path[:0] = [str(bot_file.parent), *filter(None, [env.get("PYTHONPATH")])]
    if "PYTHONPATH" in env:
        sys.modules.pop("sitecustomize", None)
        importlib.import_module("sitecustomize")
    sys.exit(importlib.import_module("bot").main(arguments))


class ForkedProcess:
    """A process that runs bot.py."""

    def __init__(self, process: ForkServerProcess, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader) -> None:
        assert process.pid is not None
        self._process = process
        self.pid, self.stdout, self.stderr = process.pid, stdout, stderr

    @classmethod
    async def start(cls, bot_file: Path, folder: Path, arguments: Sequence[str], env: Mapping[str, str]) -> Self:
        """Start the process, and the fork server if this is the first one."""
        context: ForkServerContext = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.process.imported_bot"])
        outputs = [context.Pipe(duplex=False) for _ in range(2)]
        writers = [writer for _, writer in outputs]
        process = context.Process(target=run_bot, args=(bot_file, folder, arguments, env, *writers))
        process.start()
        for writer in writers:
            writer.close()
        stdout, stderr = [await _open_reader(reader) for reader, _ in outputs]
        return cls(process, stdout, stderr)

    @property
    def returncode(self) -> int | None:
        """The exit code, None while the process runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for the end of the process, and return its exit code."""
        while self.returncode is None:  # noqa: ASYNC110 - the operating system tells the fork server, not this loop
            await asyncio.sleep(POLL_INTERVAL_S)
        return self.returncode


async def _open_reader(pipe: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    file = os.fdopen(os.dup(pipe.fileno()), "rb")
    pipe.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader
