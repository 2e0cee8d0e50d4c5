"""The container file, the systemd unit, the locks and the hooks name parts of the program that exist."""

from __future__ import annotations

import configparser
import re
import tomllib
from pathlib import Path

from engine.environment import TOKEN
from engine.ops.config import Config
from engine.ops.takeover import START_SUCCESSOR

ROOT = Path(__file__).parents[1]
DEPLOY_FOLDER = ROOT / "docs" / "deploy"


def test_the_container_holds_what_the_bot_needs() -> None:
    text = (DEPLOY_FOLDER / "Containerfile").read_text()
    lines = [line.split() for line in text.splitlines() if line.startswith("COPY")]
    (lock,) = re.findall(r"^ARG LOCK=(\S+)$", text, re.MULTILINE)
    copied = {name.replace("${LOCK}", lock) for line in lines for name in line[1:-1]}
    assert copied == {"bot.py", "LICENSE", "cogs", "docs/fair-play.md", "engine", "render", "requirements-server.lock"}
    assert all((ROOT / name).exists() for name in copied)
    assert "--require-hashes" in text
    assert text.index("USER overwinter") < text.index("ENTRYPOINT")
    assert TOKEN in text
    assert '"/app/bot.py", "--discord"]' in text
    assert Config().store.path in text


def test_the_unit_starts_the_bot_as_nobody_else() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY_FOLDER / "overwinter.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bot.py --discord")
    assert service["User"] not in ("", "root")
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert int(service["TimeoutStopSec"]) > 10
    assert START_SUCCESSOR is not None
    assert service["ExecReload"] == f"/bin/kill -{START_SUCCESSOR.name.removeprefix('SIG')} $MAINPID"
    assert service["NotifyAccess"] == "main", "the end of the former process does not stop the service"
    assert service["Restart"] == "on-failure", "one that has lost its shards comes back to stand by"


def load_locked_versions(name: str) -> dict[str, str]:
    """Return the version of each package in a lock."""
    text = (ROOT / name).read_text()
    found = dict(re.findall(r"^([\w.-]+)(?:\[[\w, ]+\])?==([\w.]+)", text, re.MULTILINE))
    assert text.count("--hash=sha256:") >= len(found) > 0
    assert "://" not in text, "no address of a registry"
    return found


def test_the_locks_agree_and_hold_what_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    server, local, everything = map(
        load_locked_versions, ("requirements-server.lock", "requirements-run.lock", "requirements.lock")
    )
    postgres = load_locked_versions("requirements-postgres.lock")
    assert server.items() < local.items() < everything.items()
    assert postgres.items() - server.items() == {("asyncpg", postgres["asyncpg"])}
    assert postgres.items() < everything.items()
    assert not {"simcord", "asyncpg"} & server.keys()
    pinned = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for requirement in pinned:
        name, version = re.fullmatch(r"([\w.-]+)(?:\[[\w,]+\])?==([\w.]+)(?:; .*)?", requirement).groups()  # type: ignore[union-attr]
        assert everything[name.lower().replace(".", "-")] == version


def test_hooks_and_workflow_run_what_make_runs() -> None:
    make, hooks = (ROOT / "Makefile").read_text(), (ROOT / ".pre-commit-config.yaml").read_text()
    for tool in ("ruff check", "ruff format --check", "mypy", "lint-imports"):
        assert f"$(BIN)/{tool}" in make
        assert f".venv/bin/{tool}" in hooks
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text()
    assert "run: make test\n" in workflow
    build = (ROOT / ".ci" / "run").read_text()
    assert "\nmake test\n" in build
    assert build.endswith("exec make browser\n")
    lowest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    assert re.findall(r'"(3\.\d+)"', workflow)[0] == lowest
