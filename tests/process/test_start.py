"""Starts that must fail: one sentence on standard error, exit code 1, no traceback."""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from engine import __version__
from engine.host.store.drivers.opening import open_store
from engine.ops.logs import JsonLogFormatter, PlainLogFormatter
from tests.process.fake_discord import FakeDiscord, FakePerson
from tests.process.program import BOT_FILE, BotProcess

DATABASE_FILE = Path("data", "local.db")
OWNER_PERSON = FakePerson(1000, "Owner")
"""The owner of the application."""


async def run_refused(
    folder: Path, *arguments: str, start: Callable[..., Awaitable[BotProcess]] = BotProcess.fork, **options: object
) -> str:
    async with await start(folder, *arguments, **options) as program:
        code = await program.await_end()
    assert (code, program.stdout_text) == (1, "")
    lines = program.stderr_text.splitlines(keepends=True)
    *before, sentence = [line for line in lines if "Others on this machine can read" not in line]
    assert all(f"overwinter: Overwinter {__version__}, Python" in line for line in before), program.stderr_text
    assert len(before) <= 1, program.stderr_text
    return sentence


async def test_the_version_is_told_and_nothing_started(tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--version") as program:
        assert await program.await_end() == 0
    assert program.stdout_text == f"Overwinter {__version__}\n"
    assert program.stderr_text == ""
    assert not (tmp_path / DATABASE_FILE).parent.exists(), "nothing was begun"


async def test_the_log_begins_with_the_version_and_has_what_a_library_warns_of(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(
        "import atexit, warnings\natexit.register(warnings.warn, 'nobody waited', RuntimeWarning)\n"
    )
    (tmp_path / "config.toml").write_text('[log]\nformat = "json"\n')
    write_newer_file(tmp_path)
    async with await BotProcess.start(tmp_path, env={"PYTHONPATH": str(hooks)}) as program:
        assert await program.await_end() == 1
    lines = program.stderr_text.splitlines()
    first, line = json.loads(lines[0]), json.loads(lines[-1])
    assert first["message"].startswith(f"Overwinter {__version__}, Python 3.")
    assert (line["level"], line["logger"]) == ("warning", "py.warnings")
    assert "RuntimeWarning: nobody waited" in line["message"]


def write_newer_file(folder: Path) -> None:
    """Write a database that stops the start after the log has begun."""
    (folder / DATABASE_FILE).parent.mkdir()
    make_newer(folder / DATABASE_FILE)


async def test_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[discord]\ntokn = "MTIz.abc"\n')
    sentence = await run_refused(tmp_path)
    assert sentence == "config.toml: [discord] tokn: there is no such setting; did you mean token?\n"


async def test_a_missing_file(tmp_path: Path) -> None:
    assert "my.toml: there is no such file." in await run_refused(tmp_path, "--config", "my.toml")


def make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA user_version=99")


def damage_file(file: Path) -> None:
    file.write_bytes(b"This is a letter, not a database. " * 100)


def replace_by_folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (make_newer, "was written by a newer Overwinter"),
        (damage_file, "is damaged or not a database"),
        (replace_by_folder, "cannot be opened"),
    ],
)
async def test_a_database_that_cannot_be_used(tmp_path: Path, spoil: Callable[[Path], None], words: str) -> None:
    (tmp_path / DATABASE_FILE).parent.mkdir()
    spoil(tmp_path / DATABASE_FILE)
    sentence = await run_refused(tmp_path)
    assert sentence.startswith(f"{DATABASE_FILE} ")
    assert words in sentence


async def test_a_database_in_use(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).parent.mkdir()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE, isolation_level=None)) as other:
        other.execute("CREATE TABLE t(x)")
        other.execute("BEGIN EXCLUSIVE")
        assert "is locked by another program" in await run_refused(tmp_path)


async def test_a_database_that_may_not_be_written(tmp_path: Path) -> None:
    file = tmp_path / DATABASE_FILE
    file.parent.mkdir()
    sqlite3.connect(file).execute("CREATE TABLE t(x)").connection.close()
    file.chmod(0o444)
    file.parent.chmod(0o555)
    try:
        assert "cannot be written" in await run_refused(tmp_path, start=BotProcess.start, preexec=drop_root_override)
    finally:
        file.parent.chmod(0o755)


def drop_root_override() -> None:
    """Permissions do not bind root: give up its right to override them (PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) in the new process."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


async def test_without_simcord_there_is_no_local_table(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text("import sys\nsys.modules['simcord'] = None\n")
    sentence = await run_refused(tmp_path, start=BotProcess.start, env={"PYTHONPATH": str(hooks)})
    assert "pip install --require-hashes -r requirements-run.lock" in sentence


async def test_without_its_packages_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    """The test runs `python3 bot.py` with a Python that has no packages."""
    alone = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-S",
        str(BOT_FILE),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await alone.communicate()
    assert alone.returncode == 1
    assert out == b""
    assert re.fullmatch(r"Overwinter needs the package \w+: say `make run`, which [^\n]+\n", err.decode()), err


@pytest.mark.parametrize("style", [PlainLogFormatter, JsonLogFormatter])
def test_no_line_of_the_log_holds_the_token(style: type[PlainLogFormatter]) -> None:
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
        PlainLogFormatter("")
        .format(record)
        .endswith("POST https://discord.com/api/v10/webhooks/12345/[token]?wait=true was slow")
    )


def test_a_structured_log_is_one_object_a_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("overwinter", logging.ERROR, "", 1, "incident %s\n", ("ab12",), sys.exc_info())
    record.facts = {"incident": "ab12"}
    line = JsonLogFormatter("").format(record)
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
        discord.fail_requests("GET", "/users/@me", 401)
        async with await BotProcess.start(tmp_path, env=discord.build_environment(tmp_path)) as program:
            assert await program.await_end() == 1
    assert "Discord refused the token." in program.stderr_text
    assert "Traceback" not in program.stderr_text
    assert "not.a.token" not in program.stderr_text


async def test_a_second_one_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        here = discord.build_environment(tmp_path)
        async with await BotProcess.fork(tmp_path, env=here):
            await discord.await_connected()
            async with await BotProcess.fork(tmp_path, env=here) as second:
                assert await second.await_end() == 1
    assert "is in use by another Overwinter. Stop the other one" in second.stderr_text.splitlines()[-1]
    assert "Traceback" not in second.stderr_text


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
async def test_what_it_writes_is_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[discord]\ntoken = "not.a.token"\n')
    (tmp_path / "config.toml").chmod(0o644)
    async with FakeDiscord() as discord:
        env = discord.build_environment(tmp_path)
        async with await BotProcess.start(tmp_path, env=env, preexec=set_open_umask) as program:
            await discord.await_connected()
            await discord.await_response(await discord.run_command(OWNER_PERSON, "admin backup"))
            data = tmp_path / "data"
            rights = {file: oct(file.stat().st_mode & 0o777) for file in (data, *data.rglob("*"))}
    assert {file.suffix for file in rights} >= {".db", ".db-wal", ".lock"}
    assert len([file for file in rights if file.parent.name == "backups"]) > 0
    assert {file.name: mode for file, mode in rights.items() if mode not in ("0o600", "0o700")} == {}
    assert "config.toml holds the bot's token and others on this machine can read it" in program.stderr_text


def set_open_umask() -> None:
    os.umask(0o022)


@pytest.mark.slow
async def test_told_to_be_on_discord_it_opens_no_local_table(tmp_path: Path) -> None:
    async with await BotProcess.fork(tmp_path, "--discord") as bot:
        assert await bot.await_end() == 1
    assert "There is no token for Discord" in bot.stderr_text
    assert "Traceback" not in bot.stderr_text, bot.stderr_text
    assert not os.listdir(tmp_path), "and no file is made"  # noqa: PTH208 - quick, and no other task runs


async def test_a_damaged_page_names_the_newest_good_backup(tmp_path: Path) -> None:
    """The pages are checked after a run that did not end in order: so is the first start of any file."""
    database = tmp_path / DATABASE_FILE
    backups = database.parent / "backups"
    backups.mkdir(parents=True)
    async with await open_store(database) as store:
        await store.write_backup(backups / f"{database.stem}-20260101-040000.db")
    (backups / f"{database.stem}-20260102-040000.db").write_bytes(b"damaged, too")
    with database.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xff" * 4096)
    sentence = await run_refused(tmp_path)
    assert "is damaged or not a database" in sentence
    assert "The newest good backup is of 2026-01-01 04:00 UTC" in sentence
    assert f"python -m engine restore {Path(DATABASE_FILE).parent / 'backups'}" in sentence
