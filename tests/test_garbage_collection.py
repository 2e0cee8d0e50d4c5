"""Every process that plays collects garbage less often than Python's default."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.garbage_collection import GC_THRESHOLDS

ROOT = Path(__file__).parents[1]
COUNTING_PROGRAM = """
import atexit, gc, runpy, sys
atexit.register(lambda: print(gc.get_threshold()))
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
"""A program that prints its thresholds at its end."""


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize("program", ["bot", "cogs.pictures.render_worker", "engine.workers.player_process"])
def test_a_process_that_plays_looks_rarely(program: str, taken_port: int, tmp_path: Path) -> None:
    arguments = {"bot": ["--local", "--port", str(taken_port)], "cogs.pictures.render_worker": ["8"]}.get(program, [])
    ended = subprocess.run(
        [sys.executable, "-c", COUNTING_PROGRAM, program, *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.splitlines()[-1:] == [str(GC_THRESHOLDS)], ended.stderr
