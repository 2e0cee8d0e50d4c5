"""The container file and the systemd unit fit the program: whoever renames a part is told here."""

from __future__ import annotations

import configparser
from pathlib import Path

from engine.ops.config import TOKEN, Config

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "docs" / "deploy"


def test_the_container_holds_what_the_bot_needs() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    lines = [line.split() for line in text.splitlines() if line.startswith("COPY")]
    copied = {name for line in lines for name in line[1:-1]}
    assert copied == {"bot.py", "LICENSE", "cogs", "engine", "render", "requirements-run.lock"}
    assert all((ROOT / name).exists() for name in copied)
    assert "--require-hashes" in text
    assert text.index("USER overwinter") < text.index("ENTRYPOINT")
    assert TOKEN in text
    assert Config().store.path in text


def test_the_unit_starts_the_bot_as_nobody_else() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "overwinter.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/bot.py")
    assert service["User"] not in ("", "root")
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert int(service["TimeoutStopSec"]) > 10
