"""Starts that must not succeed: one sentence on standard error, exit code 1, no trace."""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from engine import __version__
from engine.ops.logs import Readable, Structured
from tests.process.fake_discord import FakeDiscord, Person
from tests.process.program import BOT, Program

DATABASE = Path("data", "local.db")
OWNER = Person(1000, "Owner")
"""To whom the application belongs."""


async def refused(folder: Path, *arguments: str, **options: object) -> str:
    async with await Program.start(folder, *arguments, **options) as program:  # type: ignore[arg-type]
        code = await program.end()
    assert (code, program.out) == (1, "")
    lines = program.err.splitlines(keepends=True)
    *before, sentence = [line for line in lines if "Others on this machine can read" not in line]
    assert all(f"overwinter: Overwinter {__version__}, Python" in line for line in before), program.err
    assert len(before) <= 1, program.err
    return sentence


async def test_the_version_is_told_and_nothing_started(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--version") as program:
        assert await program.end() == 0
    assert program.out == f"Overwinter {__version__}\n"
    assert program.err == ""
    assert not (tmp_path / DATABASE).parent.exists(), "nothing was begun"


async def test_the_log_begins_with_the_version(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[log]\nformat = "json"\n')
    newer_file(tmp_path)
    async with await Program.start(tmp_path) as program:
        assert await program.end() == 1
    assert json.loads(program.err.splitlines()[0])["message"].startswith(f"Overwinter {__version__}, Python 3.")


async def test_what_a_library_warns_of_is_a_line_of_the_log(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(
        "import atexit, warnings\natexit.register(warnings.warn, 'nobody waited', RuntimeWarning)\n"
    )
    (tmp_path / "config.toml").write_text('[log]\nformat = "json"\n')
    newer_file(tmp_path)
    async with await Program.start(tmp_path, env={"PYTHONPATH": str(hooks)}) as program:
        assert await program.end() == 1
    line = json.loads(program.err.splitlines()[-1])
    assert (line["level"], line["logger"]) == ("warning", "py.warnings")
    assert "RuntimeWarning: nobody waited" in line["message"]


def newer_file(folder: Path) -> None:
    """A database that stops the start, after the log has begun."""
    (folder / DATABASE).parent.mkdir()
    newer(folder / DATABASE)


async def test_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[discord]\ntokn = "MTIz.abc"\n')
    sentence = await refused(tmp_path)
    assert sentence == "config.toml: [discord] tokn: there is no such setting; did you mean token?\n"


async def test_a_missing_file(tmp_path: Path) -> None:
    assert "my.toml: there is no such file." in await refused(tmp_path, "--config", "my.toml")


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA user_version=99")


def damaged(file: Path) -> None:
    file.write_bytes(b"This is a letter, not a database. " * 100)


def a_folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (newer, "was written by a newer Overwinter"),
        (damaged, "is damaged or not a database"),
        (a_folder, "cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_used(tmp_path: Path, spoil: Callable[[Path], None], words: str) -> None:
    (tmp_path / DATABASE).parent.mkdir()
    spoil(tmp_path / DATABASE)
    sentence = await refused(tmp_path)
    assert sentence.startswith(f"{DATABASE} ")
    assert words in sentence


async def test_a_database_in_use(tmp_path: Path) -> None:
    (tmp_path / DATABASE).parent.mkdir()
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("CREATE TABLE t(x)")
        other.execute("BEGIN EXCLUSIVE")
        assert "is locked by another program" in await refused(tmp_path)


async def test_a_database_that_may_not_be_written(tmp_path: Path) -> None:
    file = tmp_path / DATABASE
    file.parent.mkdir()
    sqlite3.connect(file).execute("CREATE TABLE t(x)").connection.close()
    file.chmod(0o444)
    file.parent.chmod(0o555)
    try:
        assert "cannot be written" in await refused(tmp_path, before=bow_to_permissions)
    finally:
        file.parent.chmod(0o755)


def bow_to_permissions() -> None:
    """Permissions do not bind root: give up its right to override them (PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) in the new process."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


async def test_without_simcord_there_is_no_local_table(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text("import sys\nsys.modules['simcord'] = None\n")
    sentence = await refused(tmp_path, env={"PYTHONPATH": str(hooks)})
    assert "pip install --require-hashes -r requirements-run.lock" in sentence


async def test_without_its_packages_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    """`python3 bot.py` with a Python that has only itself."""
    alone = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-S",
        str(BOT),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await alone.communicate()
    assert alone.returncode == 1
    assert out == b""
    assert re.fullmatch(r"Overwinter needs the package \w+: say `make run`, which [^\n]+\n", err.decode()), err


@pytest.mark.parametrize("style", [Readable, Structured])
def test_no_line_of_the_log_holds_the_token(style: type[Readable]) -> None:
    try:
        raise ValueError("header Bot MTIz.abc")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "with %s", ("MTIz.abc",), sys.exc_info())
    line = style("MTIz.abc").format(record)
    assert line.count("[token]") >= 2
    assert "MTIz" not in line


def test_no_line_of_the_log_holds_the_token_of_an_interaction() -> None:
    where = "https://discord.com/api/v10/webhooks/12345/aW50-er.action_x?wait=true"
    record = logging.LogRecord("x", logging.WARNING, "", 1, "POST %s was slow", (where,), None)
    assert (
        Readable("")
        .format(record)
        .endswith("POST https://discord.com/api/v10/webhooks/12345/[token]?wait=true was slow")
    )


def test_a_structured_log_is_one_object_a_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("overwinter", logging.ERROR, "", 1, "incident %s\n", ("ab12",), sys.exc_info())
    record.facts = {"incident": "ab12"}
    line = Structured("").format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"], read["incident"]) == (
        "error",
        "overwinter",
        "incident ab12\n",
        "ab12",
    )
    assert datetime.fromisoformat(read["at"]).tzinfo is not None
    assert "ValueError: two" in read["trace"]


async def test_a_refused_token(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        discord.fail("GET", "/users/@me", 401)
        async with await Program.start(tmp_path, env=discord.environment(tmp_path)) as program:
            assert await program.end() == 1
    assert "Discord refused the token." in program.err
    assert "Traceback" not in program.err
    assert "not.a.token" not in program.err


async def test_a_second_one_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        here = discord.environment(tmp_path)
        async with await Program.start(tmp_path, env=here):
            await discord.connected()
            async with await Program.start(tmp_path, env=here) as second:
                assert await second.end() == 1
    assert "is in use by another Overwinter. Stop the other one" in second.err.splitlines()[-1]
    assert "Traceback" not in second.err


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
async def test_what_it_writes_is_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[discord]\ntoken = "not.a.token"\n')
    (tmp_path / "config.toml").chmod(0o644)
    async with FakeDiscord() as discord:
        env = discord.environment(tmp_path)
        async with await Program.start(tmp_path, env=env, before=open_handed) as program:
            await discord.connected()
            await discord.response(await discord.slash(OWNER, "admin backup"))
            data = tmp_path / "data"
            rights = {file: oct(file.stat().st_mode & 0o777) for file in (data, *data.rglob("*"))}
    assert {file.suffix for file in rights} >= {".db", ".db-wal", ".lock"}
    assert len([file for file in rights if file.parent.name == "backups"]) > 0
    assert {file.name: mode for file, mode in rights.items() if mode not in ("0o600", "0o700")} == {}
    assert "config.toml holds the bot's token and others on this machine can read it" in program.err


def open_handed() -> None:
    os.umask(0o022)


@pytest.mark.slow
async def test_told_to_be_on_discord_it_opens_no_local_table(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--discord") as bot:
        assert await bot.end() == 1
    assert "There is no token for Discord" in bot.err
    assert "Traceback" not in bot.err, bot.err
    assert not os.listdir(tmp_path), "and no file is made"  # noqa: PTH208 - quick, and nothing runs beside it
