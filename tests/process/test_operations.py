"""docs/operations.md: its commands do what it says; also the files that set up a server."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.host.store.drivers.opening import open_store
from engine.ops.config import Config
from tests.process.program import BOT_FILE

ROOT = BOT_FILE.parent
OPERATIONS_PAGE = (ROOT / "docs/operations.md").read_text("utf-8")
PAGE_COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", OPERATIONS_PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
DATABASE_FILE = Path("data/overwinter.db")
BACKUP_FILE = Path("data/backups/overwinter-20261121-040000.db")
EXPECTED_OUTPUT = {
    "--version": (0, r"Overwinter \d+\.\d+"),
    "--discord": (1, "There is no token for Discord"),
    "health": (1, "No bot runs on this database"),
    "doctor": (0, ""),
    "restore": (0, "Start the bot"),
    "move-store": (0, "every table replays as before"),
}


async def create_server_folder(folder: Path) -> None:
    """Create the folder of a server with a database and a backup."""
    (folder / BACKUP_FILE.parent).mkdir(parents=True)
    async with await open_store(folder / DATABASE_FILE) as store:
        await store.write_backup(folder / BACKUP_FILE)


@pytest.mark.parametrize("command", PAGE_COMMANDS)
async def test_every_command_of_the_page_does_what_it_says(tmp_path: Path, command: str) -> None:
    await create_server_folder(tmp_path)
    name, *arguments = shlex.split(command)
    assert name == "python"
    if arguments[0] == "bot.py":
        arguments[0] = str(BOT_FILE)
    code, said = EXPECTED_OUTPUT[next(word for word in arguments if word in EXPECTED_OUTPUT)]
    clean = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: ASYNC221 - nothing else is going on
        [sys.executable, *arguments], cwd=tmp_path, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert re.search(said, done.stdout + done.stderr)
    assert "Traceback" not in done.stderr


def test_the_page_has_a_command_for_everything_it_promises() -> None:
    assert {word for command in PAGE_COMMANDS for word in command.split() if word in EXPECTED_OUTPUT} == {
        *EXPECTED_OUTPUT
    }


def test_make_install_lays_out_a_service(tmp_path: Path) -> None:
    """The install goes to another root, in which the packages exist already."""
    make = shutil.which("make")
    assert make is not None
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(sys.executable)
    (venv / ".server").touch()
    arguments = ["install", f"DESTDIR={tmp_path}/root", f"VENV={venv}"]
    subprocess.run([make, *arguments], cwd=ROOT, check=True, capture_output=True)
    unit = (tmp_path / "root/etc/systemd/system/overwinter.service").read_text()
    assert f"ExecStart={venv}/bin/python {ROOT}/bot.py --discord" in unit
    assert "/opt/overwinter/bot.py" not in unit
    token = tmp_path / "root/etc/overwinter.token"
    assert token.stat().st_mode & 0o777 == 0o600
    token.write_text("kept")
    subprocess.run([make, *arguments], cwd=ROOT, check=True, capture_output=True)
    assert token.read_text() == "kept", "a second time it leaves the token alone"


def test_the_image_takes_what_the_bot_needs_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    recipe = (ROOT / "docs/deploy/Containerfile").read_text()
    copied = {word for line in re.findall(r"^COPY (.+) \S+$", recipe, re.MULTILINE) for word in line.split()}
    locks = {"requirements-server.lock", "requirements-postgres.lock"}
    assert copied - {"${LOCK}"} == let_in - locks
    assert locks < let_in
    assert "USER overwinter" in recipe
    assert "python -m engine health" in recipe


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_the_service_is_locked_in() -> None:
    """At most 3 of 10, by systemd's own count."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=30", ROOT / "docs/deploy/overwinter.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-200:]


def test_the_page_names_settings_that_there_are() -> None:
    example = tomllib.loads((ROOT / "config.example.toml").read_text())
    for section, key in re.findall(r"`\[(\w+)\] (\w+)", OPERATIONS_PAGE):
        assert key in example[section]
    assert hasattr(Config(), "metrics")
