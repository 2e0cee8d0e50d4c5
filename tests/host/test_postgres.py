"""The store in PostgreSQL: opened, migrated by one process at a time, shared by several, and safe after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.host.store import outbox
from engine.host.store.database import ConstraintError, Reader, StoreError, TableChangedError, Transaction
from engine.host.store.drivers import postgres
from engine.host.store.drivers.opening import open_snapshot, open_store
from engine.host.store.drivers.postgres import PostgresStore
from engine.host.store.drivers.postgres_dialect import translate_script, translate_sql
from engine.host.store.drivers.schema import find_newest_version, list_table_names
from engine.kernel import registry
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness, play_bid
from tests.host.next_version import NEXT_VERSION_SCRIPT, add_migration
from tests.postgres import PostgresServer
from tests.store_internals import get_postgres_address, get_postgres_writer, replace_postgres_writer


@pytest.fixture
async def address(postgres_server: PostgresServer) -> str:
    return await postgres_server.empty_database()


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    async with await PostgresStore.connect(address) as opened:
        yield opened


async def drop_connections(store: PostgresStore) -> None:
    """Drop the connections of a store from outside."""
    mine: Any = await asyncpg.connect(get_postgres_address(store))
    try:
        await mine.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = 'overwinter'"
        )
    finally:
        await mine.close()


# ------------------------------------------------------------------ opening
async def test_postgres_a_new_database_gets_todays_schema_once(postgres_server: PostgresServer) -> None:
    """The schema is created once, even if several processes start at the same moment."""
    new = await postgres_server.create_database()
    opened = await asyncio.gather(*(open_store(new) for _ in range(3)))
    try:
        rows = await opened[0].fetch_all("SELECT version FROM schema_version")
        assert [row["version"] for row in rows] == [find_newest_version()]
        names = await opened[0].fetch_all(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        assert {row[0] for row in names} == {"schema_version", *list_table_names()}
    finally:
        for one in opened:
            await one.close()


async def test_postgres_a_newer_database_is_refused(postgres_server: PostgresServer) -> None:
    new = await postgres_server.create_database()
    async with await open_store(new) as store:
        await store.write(lambda tx: tx.execute("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreError, match="newer Overwinter"):
        await open_store(new)


async def test_postgres_a_failing_migration_leaves_the_old_schema(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, today = await postgres_server.create_database(), find_newest_version()
    await (await open_store(new)).close()
    with monkeypatch.context() as broken:
        add_migration(broken, "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);")
        with pytest.raises(StoreError, match="nowhere"):
            await open_store(new)
    async with await open_store(new) as store:
        assert (await store.fetch_all("SELECT version FROM schema_version"))[0][0] == today
        assert (await store.fetch_all("SELECT to_regclass('half') AS found"))[0]["found"] is None


async def test_postgres_a_database_is_migrated_to_the_next_version(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, today = await postgres_server.create_database(), find_newest_version()
    async with await open_store(new) as store:
        await store.set_fact("ship", "Fram")
    add_migration(monkeypatch, NEXT_VERSION_SCRIPT)
    async with await open_store(new) as store:
        assert (await store.fetch_all("SELECT version FROM schema_version"))[0][0] == today + 1
        assert await store.load_fact("ship") == "Fram"
        sql = "INSERT INTO depots (name) VALUES (?)"
        assert [await store.write(lambda tx: tx.insert(sql, "80° S")) for _ in range(2)] == [1, 2]
        assert [row["name"] for row in await store.fetch_all("SELECT name FROM depots")] == ["80° S"] * 2


async def read_everything(address: str) -> dict[str, list[str]]:
    """Return the rows of every table, with the schema's version and the functions."""
    connection: Any = await asyncpg.connect(address)
    try:
        return {
            name: sorted(map(repr, await connection.fetch(f"SELECT * FROM {name}")))  # noqa: S608 - our own tables
            for name in ("schema_version", *list_table_names())
        }
    finally:
        await connection.close()


@pytest.mark.parametrize("version", [1, 11])
async def test_postgres_a_database_of_an_unreleased_program_is_refused_and_left_unchanged(
    postgres_server: PostgresServer, version: int
) -> None:
    old = await postgres_server.create_database()
    async with await open_store(old) as store:
        await store.set_fact("ship", "Fram")
        await store.write(
            lambda tx: tx.execute("UPDATE schema_version SET version = ?, functions = 'earlier'", version)
        )
    before = await read_everything(old)
    sentence = f"earlier, unreleased Overwinter \\(schema {version}\\).*left it unchanged"
    with pytest.raises(StoreError, match=sentence):
        await open_store(old)
    with pytest.raises(StoreError, match=sentence), open_snapshot(old):
        pass
    assert await read_everything(old) == before


async def test_postgres_whatever_is_in_the_way_is_told_without_the_password(postgres_server: PostgresServer) -> None:
    for where, sentence in (
        ("postgresql://ana:crevasse@127.0.0.1:1/overwinter", r"127\.0\.0\.1/overwinter cannot be reached"),
        (
            postgres_server.build_address("nowhere").replace("postgres:@", "postgres:crevasse@"),
            "nowhere does not exist",
        ),
    ):
        with pytest.raises(StoreError, match=sentence) as told:
            await open_store(where)
        assert "crevasse" not in str(told.value)


# ------------------------------------------------------------------ reading and writing
async def test_postgres_a_failing_transaction_leaves_nothing_behind(store: PostgresStore) -> None:
    async def half(tx: Transaction) -> None:
        await tx.set_fact("ship", "Fram")
        raise RuntimeError("the plug is pulled")

    with pytest.raises(RuntimeError):
        await store.write(half)
    assert await store.load_fact("ship") is None
    with pytest.raises(ConstraintError):
        await store.write(lambda tx: tx.execute("INSERT INTO log_lines VALUES (99, 1, 0, NULL, '{}')"))
    with pytest.raises(StoreError, match="nowhere"):
        await store.write(lambda tx: tx.execute("DELETE FROM nowhere"))
    await store.set_fact("ship", "Terra Nova")
    assert await store.load_fact("ship") == "Terra Nova"


async def test_postgres_a_read_sees_one_moment(store: PostgresStore) -> None:
    async def twice(at: Reader) -> list[object]:
        before = await at.fetch_first("SELECT value FROM facts WHERE name = 'ship'")
        await store.set_fact("ship", "Fram")
        return [before, await at.fetch_first("SELECT value FROM facts WHERE name = 'ship'")]

    assert await store.read(twice) == [None, None]
    assert await store.load_fact("ship") == "Fram"


async def test_postgres_what_reads_cannot_write(store: PostgresStore) -> None:
    with pytest.raises(StoreError, match="can only be read"):
        await store.fetch_all("INSERT INTO facts VALUES ('ship', 'Fram')")


async def test_postgres_a_transaction_tells_the_earliest_that_falls_due(store: PostgresStore) -> None:
    async def work(tx: Transaction) -> int:
        table = (
            "INSERT INTO tables (guild_id, channel_id, game, rules_version, components_digest, options, seed, status, "
            "opened_by, opened_at)"
        )
        await tx.execute("INSERT INTO components VALUES ('d', 'toy', '{}')")
        made = await tx.insert(f"{table} VALUES (1, 2, 'toy', 1, 'd', '{{}}', 's', 'lobby', 3, 4)")
        for due in (90, 70, 80):
            await outbox.add_message(tx, made, "idle", 0, due, due)
        return made

    table_id = await store.write(work)
    assert store.due_times.take_earliest() == 70
    assert store.due_times.take_earliest() is None
    await store.set_fact("ship", "Fram")
    assert store.due_times.take_earliest() is None, "the moment belonged to the transaction before"
    sql = "UPDATE outbox SET due_at = 60 WHERE table_id = ? AND subject_id = 80"
    await store.write(lambda tx: tx.execute(sql, table_id))
    assert store.due_times.take_earliest() == 60


async def test_postgres_vacuum_and_backup_are_the_servers(store: PostgresStore) -> None:
    await store.vacuum()
    assert await store.measure_size() > 1_000_000
    with pytest.raises(StoreError, match="pg_dump"):
        await store.write_backup("copy.db")


# ------------------------------------------------------------------ connections that break
async def test_postgres_a_lost_connection_is_replaced(store: PostgresStore) -> None:
    await store.set_fact("ship", "Fram")
    await drop_connections(store)
    assert await store.load_fact("ship") == "Fram"
    await store.set_fact("ship", "Terra Nova")
    assert await store.load_fact("ship") == "Terra Nova"


async def test_postgres_a_server_that_hangs_is_not_waited_for_twice(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user waits at most three seconds for an answer."""
    monkeypatch.setattr(postgres, "SERVER_TIMEOUT_S", 0.2)
    asked: list[str] = []
    async with await PostgresStore.connect(address) as store, serve_silence() as where:
        monkeypatch.setattr(store, "_address", where)

        async def silent(sql: str, *_: object) -> Any:
            asked.append(sql)
            raise TimeoutError

        line = get_postgres_writer(store)
        monkeypatch.setattr(type(line), "execute", lambda _, sql, *_values: silent(sql))
        with pytest.raises(StoreError, match="cannot be reached"):
            await store.set_fact("ship", "Fram")
        assert len(asked) == 1
        with pytest.raises(StoreError, match="cannot be reached"):
            await store.set_fact("ship", "Fram")
        with pytest.raises(StoreError, match="cannot be reached"):
            await store.fetch_all("SELECT pg_sleep(60)")
        monkeypatch.undo()
        await store.set_fact("ship", "Terra Nova")
        assert await store.load_fact("ship") == "Terra Nova"


@asynccontextmanager
async def serve_silence() -> AsyncIterator[str]:
    """Serve a database address that accepts connections and never answers."""

    async def nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held.append(writer)

    held: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(nothing, "127.0.0.1", 0)
    try:
        yield f"postgresql://ana@127.0.0.1:{server.sockets[0].getsockname()[1]}/overwinter"
    finally:
        for writer in held:
            writer.close()
        server.close()


async def test_postgres_a_connection_lost_in_a_transaction_leaves_nothing(store: PostgresStore) -> None:
    async def cut(tx: Transaction) -> None:
        await tx.set_fact("ship", "Fram")
        await drop_connections(store)
        await tx.set_fact("captain", "Nansen")

    with pytest.raises(StoreError):
        await store.write(cut)
    assert await store.load_fact("ship") is None
    await store.set_fact("ship", "Terra Nova")
    assert await store.load_fact("ship") == "Terra Nova"


def break_at_commit(store: PostgresStore, *, arrived: bool) -> None:
    """Break the connection at the commit: before the server receives it, or before its answer arrives."""
    line = get_postgres_writer(store)
    execute = line.execute

    async def broken(sql: str, *values: Any) -> Any:
        if sql == "COMMIT":
            if arrived:
                await execute(sql)
            raise ConnectionResetError("the line is dead")
        return await execute(sql, *values)

    class Line:
        def __getattr__(self, name: str) -> Any:
            return broken if name == "execute" else getattr(line, name)

    replace_postgres_writer(store, Line())


@pytest.mark.parametrize("arrived", [True, False])
async def test_postgres_what_came_of_a_commit_is_asked_when_its_answer_is_lost(
    store: PostgresStore, arrived: bool
) -> None:
    told: list[object] = []
    break_at_commit(store, arrived=arrived)
    writing = store.write(lambda tx: tx.set_fact("ship", "Fram"), told.append)
    if arrived:
        await writing
        assert told == [None], "it is committed, and told to be"
    else:
        with pytest.raises(StoreError) as refused:
            await writing
        assert not refused.value.is_outcome_unknown
    assert (await store.load_fact("ship") == "Fram") == arrived


async def test_postgres_a_commit_that_nobody_can_be_asked_about_is_unknown(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(_address: str) -> Any:
        raise ConnectionRefusedError("no server")

    break_at_commit(store, arrived=True)
    with monkeypatch.context() as patched:
        patched.setattr(postgres, "open_connection", nobody)
        patched.setattr(postgres, "COMMIT_CHECK_DELAYS_S", (0, 0))
        with pytest.raises(StoreError) as refused:
            await store.write(lambda tx: tx.set_fact("ship", "Fram"))
    assert refused.value.is_outcome_unknown
    await store.set_fact("captain", "Nansen")
    assert await store.load_fact("ship") == "Fram"


async def test_postgres_an_unknown_commit_is_played_once_however_often_it_is_tried(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has written the move, the player reads that this is uncertain and presses again."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    harness = ServiceHarness(address)
    tables = await harness.open()
    try:
        table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
        await tables.lobby.join(table.id, BEN, "Ben")
        await tables.lobby.start(table.id, ANA)
        assert isinstance(harness.store, PostgresStore)
        with monkeypatch.context() as patched:
            break_at_commit(harness.store, arrived=True)
            patched.setattr(PostgresStore, "_was_committed", report_unknown)
            with pytest.raises(Exception, match="not sure"):
                await play_bid(tables, ANA)
        with pytest.raises(StaleControlsError, match="not your turn"):
            await play_bid(tables, ANA)
        assert len((await tables.history.build_record(table.id)).moves) == 1
    finally:
        await harness.store.close()


async def report_unknown(_store: PostgresStore, _number: str) -> bool:
    raise StoreError("nobody could be asked", is_outcome_unknown=True)


# ------------------------------------------------------------------ several processes
async def test_postgres_the_second_change_of_a_row_is_refused(store: PostgresStore, address: str) -> None:
    await store.set_fact("ship", "Fram")
    async with await open_store(address) as other:

        async def late(tx: Transaction) -> None:
            await tx.fetch_first("SELECT value FROM facts WHERE name = 'ship'")
            await other.set_fact("ship", "Terra Nova")
            await tx.set_fact("ship", "Discovery")

        with pytest.raises(TableChangedError):
            await store.write(late, may_repeat=False)
        assert await store.load_fact("ship") == "Terra Nova"


async def test_postgres_what_may_be_repeated_is_run_again_on_what_the_other_has_left(
    store: PostgresStore, address: str
) -> None:
    await store.set_fact("depots", "1")
    async with await open_store(address) as other:
        seen: list[str] = []

        async def one_more(tx: Transaction) -> None:
            row = await tx.fetch_first("SELECT value FROM facts WHERE name = 'depots'")
            assert row is not None
            if not seen:
                await other.set_fact("depots", "2")
            seen.append(row["value"])
            await tx.set_fact("depots", str(int(row["value"]) + 1))

        await store.write(one_more)
        assert (seen, await store.load_fact("depots")) == (["1", "2"], "3")


async def test_postgres_two_processes_never_play_a_move_twice(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both processes serve the table, and both play each turn at once until the end of a round."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    first, second = ServiceHarness(address), ServiceHarness(address)
    one, two = await first.open(), await second.open()
    try:
        table = await one.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
        await one.lobby.join(table.id, BEN, "Ben")
        await one.lobby.start(table.id, ANA)
        for turn in range(12):
            before = len((await one.history.build_record(table.id)).moves)
            (seat, *_) = (await one.snapshots.take_snapshot(table.id, None)).waiting_seats
            await two.load_table(table.id)
            outcomes = await asyncio.gather(
                *(play_safe_move(tables, table.id, seat) for tables in (one, two)), return_exceptions=True
            )
            assert sorted(type(one).__name__ for one in outcomes) == ["NoneType", "StaleControlsError"], turn
            for harness in (first, second):
                harness.tables.context.drop_cached(table.id)
            after = (await one.history.build_record(table.id)).moves
            assert len(after) > before
        fresh = TableServices(second.store, GameCatalogue(), lambda: second.now)
        assert (await fresh.history.build_record(table.id)).moves == after
    finally:
        await first.store.close()
        await second.store.close()


async def play_safe_move(tables: TableServices, table_id: int, seat: int) -> None:
    """Play a seat's safe move."""
    table = await tables.load_table(table_id)
    _, _, menu = await tables.moves.load_menu(table_id, table.find_seat_user(seat))
    await tables.moves.play(
        table_id, table.find_seat_user(seat), tables.catalogue.load_game("toy").safe_move(seat, menu)
    )


# ------------------------------------------------------------------ the language
def test_postgres_statements_are_translated() -> None:
    assert translate_sql("SELECT user_id FROM seats WHERE seat = ? AND name = ?") == (
        "SELECT user_id FROM seats WHERE seat = $1 AND name = $2"
    )
    assert translate_sql("SELECT ?2, ?1, json_group_array(json_array(a, b))") == (
        "SELECT $2, $1, json_group_array(json_build_array(a, b))"
    )
    assert translate_script(
        "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT, WITHOUT ROWID; -- why"
    ) == ('CREATE TABLE a (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name TEXT COLLATE "C"); ')
