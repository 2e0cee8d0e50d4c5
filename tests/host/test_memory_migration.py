"""A file from before there was a memory: its posts are linked, and an open wish to take back runs out like any other."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.host.model.table import PATIENCE
from engine.host.store import posts, tables, wishes
from engine.host.store.database import Store, Transaction, migrations
from engine.host.store.past import archive


async def test_what_an_older_program_wrote_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = migrations()[0]
    monkeypatch.setattr("engine.host.store.drivers.sqlite.migrations", lambda: [first])

    async def written(tx: Transaction) -> None:
        asked = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
        await tx.run("INSERT INTO components VALUES ('d', 'toy', '{}')")
        await tx.run(
            "INSERT INTO tables (guild, channel, game, rules_version, components, options, seed, status, rev, opened_by, "
            "opened_at) VALUES (1, 2, 'toy', 1, 'd', '{}', 's', 'running', 5, 11, 0)"
        )
        await tx.run("INSERT INTO entries VALUES (1, 5, 'move', 0, 'rest', '', 1, 0, 11, ?, NULL, NULL)", asked)
        await tx.run("INSERT INTO posts VALUES (1, 5, 2, 777, '[0]')")
        await tx.run("INSERT INTO undo_requests VALUES (1, 5, 0, 4, '[0]')")

    async with await Store.open(tmp_path / "bot.db") as old:
        await old.write(written)
    monkeypatch.undo()
    async with await Store.open(tmp_path / "bot.db") as store:
        assert await posts.shown(store, 1) == [posts.Shown(5, 2, 777)]
        request = await wishes.request(store, 1, 5)
        assert request is not None
        assert request.expires == int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()) + PATIENCE
        stored = await tables.stored(store, 1)
        assert stored is not None
        assert (stored.table.rematch_of, stored.table.imported) == (None, False)
        assert await archive.note(store, 1, 11) == ""
