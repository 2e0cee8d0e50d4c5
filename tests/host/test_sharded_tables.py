"""Two processes on one store: automatic actions are done by the process that serves the table's server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.table_services import TableServices
from engine.host.store.database import Transaction
from tests.host.harness import ANA, BEN, ServiceHarness
from tests.move_services import InlineMoveService

FIRST_SHARD, SECOND_SHARD = ShardRange.parse("0/2"), ShardRange.parse("1/2")
FIRST_SHARD_GUILD, SECOND_SHARD_GUILD, DIRECT_MESSAGE_GUILD = 200, 200 + (1 << 22), -900
"""Servers on the first and the second of two shards, and direct messages, which are on the first shard."""


class ShardedHarness(ServiceHarness):
    """A store with a running table on each of the three servers, and the tables of two processes."""

    async def open_tables(self) -> None:
        self.move_service = InlineMoveService()
        self.tables = self.create_services(ALL_SHARDS)
        self.ids = []
        for guild in (FIRST_SHARD_GUILD, SECOND_SHARD_GUILD, DIRECT_MESSAGE_GUILD):
            table = await self.tables.lobby.open(guild, abs(guild) + 1, ANA, "Ana", "toy", {"weather": "no"})
            await self.tables.lobby.set_option(table.id, ANA, "rated", "no")
            await self.tables.lobby.join(table.id, BEN, "Ben")
            await self.tables.proposals.set_pace(table.id, ANA, 24)
            await self.tables.lobby.start(table.id, ANA)
            self.ids.append(table.id)
        self.even, self.odd, self.letters = self.ids

    def create_services(self, share: ShardRange) -> TableServices:
        return TableServices(
            self.store,
            GameCatalogue(),
            lambda: self.now,
            lambda: "seed",
            move_service=self.move_service,
            shard_range=share,
        )

    async def insert_for_each_table(self, sql: str, *values: int) -> None:
        """Write a row for every table; the table's id is its first parameter."""

        async def work(tx: Transaction) -> None:
            for table_id in self.ids:
                await tx.execute(sql, table_id, *values)

        await self.store.write(work)


@pytest.fixture
async def sharded_service(service: ServiceHarness) -> ShardedHarness:
    home = ShardedHarness(service.path)
    home.store = service.store
    await home.open_tables()
    return home


async def list_message_tables(tables: TableServices) -> list[int]:
    return [item.table_id for item in await tables.outbox.list_due()]


async def list_analysis_tables(tables: TableServices) -> list[int]:
    return [wish.table_id for wish in await tables.analyses.list_demands()]


async def list_computer_tables(tables: TableServices) -> list[int]:
    return [owed.table_id for owed, _ in await tables.computer_moves.list_pending_moves() if owed.seat == 0]


INSERT_MESSAGE = "INSERT INTO outbox (table_id, kind, created_at, due_at, state) VALUES (?, 'full', 1, {})"
DUE_DEADLINE = "UPDATE turn_deadlines SET due_at = 1 WHERE seat = 0 AND table_id = ?"


@pytest.mark.parametrize(
    ("what", "sql"),
    [
        (list_message_tables, DUE_DEADLINE),
        (list_message_tables, INSERT_MESSAGE.format("1, 'due'")),
        (list_message_tables, INSERT_MESSAGE.format("NULL, 'open'")),
        (list_analysis_tables, "INSERT INTO analyses VALUES (?1, ?1, 1, NULL)"),
        (list_computer_tables, "UPDATE seats SET computer_level = 'mate' WHERE seat = 0 AND table_id = ?"),
        (lambda tables: tables.snapshots.list_unposted(), "UPDATE tables SET revision = revision WHERE id = ?"),
        (lambda tables: tables.list_live_tables(), "UPDATE tables SET revision = revision WHERE id = ?"),
    ],
)
async def test_each_process_finds_its_own_tables(
    sharded_service: ShardedHarness, what: Callable[[TableServices], Awaitable[list[int]]], sql: str
) -> None:
    await sharded_service.insert_for_each_table(sql)
    assert await what(sharded_service.create_services(FIRST_SHARD)) == [sharded_service.even, sharded_service.letters]
    assert await what(sharded_service.create_services(SECOND_SHARD)) == [sharded_service.odd]
    assert sorted(await what(sharded_service.create_services(ALL_SHARDS))) == sharded_service.ids


async def test_the_next_moment_is_that_of_the_own_tables(sharded_service: ShardedHarness) -> None:
    quiet = (await sharded_service.create_services(FIRST_SHARD).outbox.find_due_moments()).next_due_at
    for sql in (DUE_DEADLINE, INSERT_MESSAGE.format("1, 'due'")):
        await sharded_service.store.write(lambda tx, sql=sql: tx.execute(sql, sharded_service.odd))
        assert (await sharded_service.create_services(FIRST_SHARD).outbox.find_due_moments()).next_due_at == quiet
        assert (await sharded_service.create_services(SECOND_SHARD).outbox.find_due_moments()).next_due_at == 1


async def test_a_start_looks_after_what_its_own_process_left(sharded_service: ShardedHarness) -> None:
    await sharded_service.insert_for_each_table(
        "INSERT INTO outbox (table_id, kind, created_at, due_at, state) VALUES (?, 'call', 1, 9999999999, 'trying')"
    )
    await sharded_service.create_services(SECOND_SHARD).outbox.repair_times()
    rows = await sharded_service.store.fetch_all("SELECT table_id FROM outbox WHERE due_at < 9999999999")
    assert [row["table_id"] for row in rows] == [sharded_service.odd]


async def test_servers_that_are_gone_are_those_of_the_own_shards(sharded_service: ShardedHarness) -> None:
    await sharded_service.create_services(SECOND_SHARD).departures.sync_guilds([])
    assert [
        row["guild_id"] for row in await sharded_service.store.fetch_all("SELECT guild_id FROM departed_guilds")
    ] == [SECOND_SHARD_GUILD]
    await sharded_service.create_services(FIRST_SHARD).departures.sync_guilds([FIRST_SHARD_GUILD])
    assert [
        row["guild_id"] for row in await sharded_service.store.fetch_all("SELECT guild_id FROM departed_guilds")
    ] == [SECOND_SHARD_GUILD], "not its to take back"
    sharded_service.advance_clock(days=31)
    assert await sharded_service.create_services(FIRST_SHARD).departures.end_departed_tables() == []
    assert await sharded_service.create_services(SECOND_SHARD).departures.end_departed_tables() == [sharded_service.odd]


async def test_counts_of_all_processes_add_up(sharded_service: ShardedHarness) -> None:
    assert await sharded_service.create_services(FIRST_SHARD).admin.count_tables() == {"running": 2}
    assert await sharded_service.create_services(SECOND_SHARD).admin.count_tables() == {"running": 1}


async def test_who_comes_back_from_a_vacation_gets_their_seat_on_every_server(sharded_service: ShardedHarness) -> None:
    """The first process that sees the return must not forget the seats that the other one has to return."""
    first, second = sharded_service.create_services(FIRST_SHARD), sharded_service.create_services(SECOND_SHARD)
    today = date(2026, 1, 1)
    await first.schedules.set_vacation(ANA, today, today + timedelta(days=2), substitute_level="mate")
    second.context.drop_cached(sharded_service.odd)  # its process receives the change
    assert await first.substitutes.update_substitutes() == [sharded_service.even, sharded_service.letters]
    assert await second.substitutes.update_substitutes() == [sharded_service.odd]
    sharded_service.advance_clock(days=4)
    assert await first.substitutes.update_substitutes() == [sharded_service.even, sharded_service.letters]
    assert await second.schedules.load_substitute_level(ANA) == "mate"
    assert await second.substitutes.update_substitutes() == [sharded_service.odd]
    assert await second.schedules.load_substitute_level(ANA) is None
    rows = await sharded_service.store.fetch_all("SELECT computer_level FROM seats WHERE seat = 0")
    assert [row["computer_level"] for row in rows] == [None, None, None]
