"""An invented next version of the schema, to test migrations with."""

from __future__ import annotations

import pytest

from engine.host.store.drivers import schema

NEXT = "CREATE TABLE depots (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;"


def add_migration(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let the program know one more numbered script."""
    scripts = {**schema.load_migrations(), schema.newest_version() + 1: script}
    monkeypatch.setattr(schema, "load_migrations", lambda: scripts)
