"""An invented next version of the schema, for tests of migrations."""

from __future__ import annotations

import pytest

from engine.host.store.drivers import schema

NEXT_VERSION_SCRIPT = "CREATE TABLE depots (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;"


def add_migration(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Add one more numbered migration script."""
    scripts = {**schema.load_migrations(), schema.find_newest_version() + 1: script}
    monkeypatch.setattr(schema, "load_migrations", lambda: scripts)
