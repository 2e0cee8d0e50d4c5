"""Copies from one kind of store to the other and back: every row, every id and every game stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import run_command
from engine.host.store.database import StoreError
from engine.host.store.drivers.opening import open_snapshot, open_store
from engine.host.store.maintenance.store_copy import copy_store, list_copied_tables
from engine.kernel import registry
from engine.ops import doctor
from engine.ops.move_store import move_store
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness, play_bid, play_to_end
from tests.migrated_file import write_migrated_file
from tests.postgres import PostgresServer


async def fill_store(store_address: Path | str) -> None:
    """Fill a store with a finished game, a running one, and a deleted table whose id is not used again."""
    harness = ServiceHarness(store_address)
    tables = await harness.open()
    try:
        table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
        await tables.lobby.join(table.id, BEN, "Ben “O’Hara”, c/o\nÑuñoa")
        await tables.proposals.set_pace(table.id, ANA, 24)
        await tables.lobby.start(table.id, ANA)
        await play_to_end(tables)
        again = await tables.lobby.open_rematch(table.id, ANA, "Ana")
        await tables.lobby.join(again.id, BEN, "Ben")
        await tables.lobby.start(again.id, ANA)
        await play_bid(tables, BEN)
        await tables.settings.save_setting("person", ANA, "statistics", "no")
        gone = await tables.lobby.open(GUILD, CHANNEL + 1, ANA, "Ana", "toy", {})
        await harness.store.write(lambda tx: tx.execute("DELETE FROM tables WHERE id = ?", gone.id))
    finally:
        await harness.store.close()


def load_rows(store_address: Path | str) -> dict[str, set[str]]:
    with open_snapshot(store_address) as ask:
        return {
            name: {repr(sorted(zip(row.keys(), row, strict=True))) for row in ask(f"SELECT * FROM {name}")}  # noqa: S608
            for name in list_copied_tables()
        }


async def test_postgres_a_store_goes_there_and_back(
    tmp_path: Path, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    file, back, there = tmp_path / "bot.db", tmp_path / "back.db", await postgres_server.create_database()
    write_migrated_file(file)
    await fill_store(file)
    before = load_rows(file)
    assert before["tables"]
    assert before["log_lines"]
    for source, target in ((file, there), (there, back)):
        assert await move_store(source, target) == (sum(len(one) for one in before.values()), [])
        assert load_rows(target) == before
        assert load_rows(source) == before
        assert {report.verdict for report in doctor.check_tables(target)} == {"same"}
    for where in (there, back):
        harness = ServiceHarness(where)
        tables = await harness.open()
        try:
            await play_bid(tables, ANA)
            opened = await tables.lobby.open(GUILD, CHANNEL + 1, ANA, "Ana", "toy", {})
            assert opened.id == 4, "the third table is gone, and with it its number"
        finally:
            await harness.store.close()


async def test_postgres_a_store_that_is_not_empty_is_not_copied_to(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    there = await postgres_server.create_database()
    write_migrated_file(tmp_path / "bot.db")
    async with await open_store(there) as store:
        await store.set_fact("ship", "Fram")
    with pytest.raises(StoreError, match="not empty"):
        await move_store(tmp_path / "bot.db", there)
    async with await open_store(there) as store:
        assert await store.load_fact("ship") == "Fram"


async def test_postgres_a_row_that_is_lost_on_the_way_is_noticed(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    write_migrated_file(tmp_path / "bot.db")
    async with await open_store(tmp_path / "bot.db") as store:
        await store.set_fact("ship", "Fram")
    there = await postgres_server.create_database()
    async with await open_store(there) as store:
        await store.write(lambda tx: tx.execute("CREATE RULE lost AS ON INSERT TO facts DO INSTEAD NOTHING"))
    with pytest.raises(StoreError, match="rows of facts are not the same"):
        await copy_store(tmp_path / "bot.db", there)


async def test_a_store_is_not_moved_while_a_bot_runs_on_it(tmp_path: Path) -> None:
    from engine.host.store.file_lock import FileLock

    write_migrated_file(tmp_path / "bot.db")
    running = FileLock(tmp_path / "bot.db")
    try:
        with pytest.raises(StoreError, match="in use"):
            await move_store(tmp_path / "bot.db", tmp_path / "new.db")
    finally:
        running.release()
    with pytest.raises(StoreError, match="not there"):
        await move_store(tmp_path / "nowhere.db", tmp_path / "new.db")


def test_postgres_the_command_moves_and_the_doctor_looks(
    tmp_path: Path, postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    write_migrated_file(tmp_path / "bot.db")
    assert run_command(["move-store", str(tmp_path / "bot.db"), str(tmp_path / "new.db")]) == 0
    assert "0 rows were copied and compared" in capsys.readouterr().out
    assert run_command(["doctor", str(tmp_path / "new.db")]) == 0
    assert run_command(["doctor", postgres_server.build_address("nowhere")]) == 2
    assert "nowhere does not exist" in capsys.readouterr().err
    assert run_command(["move-store", str(tmp_path / "bot.db"), "postgresql://ana@127.0.0.1:1/b"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
