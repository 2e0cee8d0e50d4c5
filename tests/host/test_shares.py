"""Two processes on one store: what is to be done by itself is done by the one that serves the table's server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.model.share import EVERYTHING, Share
from engine.host.service.tables import Tables
from engine.host.store.database import Transaction
from tests.host.harness import ANA, BEN, Inn
from tests.move_services import InlineMoveService

FIRST, SECOND = Share.parse("0/2"), Share.parse("1/2")
EVEN, ODD, LETTERS = 200, 200 + (1 << 22), -900
"""Servers on the first and the second of two shards, and a conversation with one person, which is on the first."""


class House(Inn):
    """A store with a running table on each of the three servers, and the tables as each of two processes has them."""

    async def fill(self) -> None:
        self.move_service = InlineMoveService()
        self.tables = self.of(EVERYTHING)
        self.ids = []
        for guild in (EVEN, ODD, LETTERS):
            table = await self.tables.lobby.open(guild, abs(guild) + 1, ANA, "Ana", "toy", {"weather": "no"})
            await self.tables.lobby.join(table.id, BEN, "Ben")
            await self.tables.motions.set_pace(table.id, ANA, 24)
            await self.tables.lobby.start(table.id, ANA)
            self.ids.append(table.id)
        self.even, self.odd, self.letters = self.ids

    def of(self, share: Share) -> Tables:
        return Tables(
            self.store, Catalogue(), lambda: self.now, lambda: "seed", move_service=self.move_service, share=share
        )

    async def at_each(self, sql: str, *values: int) -> None:
        """Write a row for every table; its id comes first."""

        async def work(tx: Transaction) -> None:
            for table_id in self.ids:
                await tx.run(sql, table_id, *values)

        await self.store.write(work)


@pytest.fixture
async def house(inn: Inn) -> House:
    home = House(inn.path)
    home.store = inn.store
    await home.fill()
    return home


async def reminders(tables: Tables) -> list[int]:
    return [notice.table for notice in await tables.reminders.due_notices()]


async def questions(tables: Tables) -> list[int]:
    return [question.table for question in await tables.undo.due_questions()]


async def votes_to_count(tables: Tables) -> list[int]:
    return [table_id for table_id, _ in await tables.votes.open_votes()]


async def votes_to_show(tables: Tables) -> list[int]:
    return [(await tables.votes.vote(vote)).table for vote in await tables.votes.to_show()]


async def motions_to_show(tables: Tables) -> list[int]:
    return [(await tables.motions.motion(motion)).table for motion in await tables.motions.to_show()]


async def motions_that_run_out(tables: Tables) -> list[int]:
    await tables.motions.expire()
    rows = await tables.store.all("SELECT table_id FROM proposals WHERE state = 'void' ORDER BY table_id")
    await tables.store.write(lambda tx: tx.run("UPDATE proposals SET state = 'open'"))
    return [row["table_id"] for row in rows]


async def errands(tables: Tables) -> list[int]:
    return [errand.table for errand in await tables.errands.due()]


async def analyses(tables: Tables) -> list[int]:
    return [wish.table for wish in await tables.analyses.waiting()]


async def computers(tables: Tables) -> list[int]:
    return [owed.table for owed, _ in await tables.crew.owed() if owed.seat == 0]


VOTE = "INSERT INTO votes (table_id, seat, asked_revision, opened_at, state, channel_id, message_id) VALUES (?, 0, 0, 0, {}, 1, 1)"
UNDO_REQUEST = (
    "INSERT INTO undo_requests (table_id, revision, valid_revision, seat, target_seq, agreed_seats, asked_at, state, due_at) "
    "VALUES (?, 0, 0, 0, 0, '[]', 0, 'due', 1)"
)
MOTION = (
    "INSERT INTO proposals (table_id, kind, pace_h, seat, opened_at, agreed_seats, refused_seats, state, channel_id, message_id) "
    "VALUES (?, 'pace', 1, 0, 0, '[]', '[]', {}, 1, 1)"
)


@pytest.mark.parametrize(
    ("what", "sql"),
    [
        (reminders, "UPDATE turn_deadlines SET due_at = 1 WHERE seat = 0 AND table_id = ?"),
        (
            questions,
            UNDO_REQUEST,
        ),
        (votes_to_count, VOTE.format("'open'")),
        (votes_to_show, VOTE.format("'wait'")),
        (motions_to_show, MOTION.format("'carried'")),
        (motions_that_run_out, MOTION.format("'open'")),
        (errands, "INSERT INTO announcements (table_id, kind, created_at, due_at) VALUES (?, 'full', 1, 1)"),
        (analyses, "INSERT INTO analyses VALUES (?1, ?1, 1, NULL)"),
        (computers, "UPDATE seats SET computer_level = 'mate' WHERE seat = 0 AND table_id = ?"),
        (lambda tables: tables.snapshots.unposted(), "UPDATE tables SET revision = revision WHERE id = ?"),
        (lambda tables: tables.live_tables(), "UPDATE tables SET revision = revision WHERE id = ?"),
    ],
)
async def test_each_finds_its_own(house: House, what: Callable[[Tables], Awaitable[list[int]]], sql: str) -> None:
    await house.at_each(sql)
    assert await what(house.of(FIRST)) == [house.even, house.letters]
    assert await what(house.of(SECOND)) == [house.odd]
    assert sorted(await what(house.of(EVERYTHING))) == house.ids


async def seen(tables: Tables) -> dict[str, Any]:
    agenda = await tables.reminders.agenda()
    return {name: getattr(agenda, name) for name in agenda.__struct_fields__}


async def test_the_agenda_holds_nothing_of_the_others(house: House) -> None:
    """For every kind of thing that may be due: one at the odd server's table is a reason to act there alone."""
    quiet = await seen(house.of(FIRST))
    for sql in (
        "UPDATE turn_deadlines SET due_at = 1 WHERE table_id = ?",
        "INSERT INTO reminders (table_id, seat, asked_revision, kind, created_at, due_at) VALUES (?, 0, 0, 'remind', 1, 1)",
        UNDO_REQUEST,
        "INSERT INTO announcements (table_id, kind, created_at, due_at) VALUES (?, 'full', 1, 1)",
        VOTE.format("'open'"),
        MOTION.format("'carried'"),
        MOTION.format("'open'"),
    ):
        await house.store.write(lambda tx, sql=sql: tx.run(sql, house.odd))
        assert await seen(house.of(FIRST)) == quiet
    busy = await seen(house.of(SECOND))
    assert all(busy[name] for name in ("count", "due", "ask", "show", "expire", "errand", "open", "next"))


async def test_a_start_looks_after_what_its_own_process_left(house: House) -> None:
    await house.at_each(
        "INSERT INTO reminders (table_id, seat, asked_revision, kind, created_at, due_at, state) "
        "VALUES (?, 0, 0, 'call', 1, 9999999999, 'trying')"
    )
    await house.of(SECOND).reminders.recover_pending()
    rows = await house.store.all("SELECT table_id FROM reminders WHERE due_at < 9999999999")
    assert [row["table_id"] for row in rows] == [house.odd]


async def test_servers_that_are_gone_are_those_of_the_own_shards(house: House) -> None:
    await house.of(SECOND).departures.found([])
    assert [row["guild_id"] for row in await house.store.all("SELECT guild_id FROM departed_guilds")] == [ODD]
    await house.of(FIRST).departures.found([EVEN])
    assert [row["guild_id"] for row in await house.store.all("SELECT guild_id FROM departed_guilds")] == [ODD], (
        "not its to take back"
    )
    house.later(days=31)
    assert await house.of(FIRST).departures.end_old() == []
    assert await house.of(SECOND).departures.end_old() == [house.odd]


async def test_counts_of_all_processes_add_up(house: House) -> None:
    assert await house.of(FIRST).admin.by_status() == {"running": 2}
    assert await house.of(SECOND).admin.by_status() == {"running": 1}


async def test_who_comes_back_from_a_vacation_gets_their_seat_on_every_server(house: House) -> None:
    """Whichever process sees it first must not forget that the other has seats to give back."""
    first, second = house.of(FIRST), house.of(SECOND)
    today = date(2026, 1, 1)
    await first.people.set_vacation(ANA, today, today + timedelta(days=2), cover="mate")
    second.context.forget(house.odd)  # its process hears of the change
    assert await first.crew.keep_covers() == [house.even, house.letters]
    assert await second.crew.keep_covers() == [house.odd]
    house.later(days=4)
    assert await first.crew.keep_covers() == [house.even, house.letters]
    assert await second.people.cover(ANA) == "mate"
    assert await second.crew.keep_covers() == [house.odd]
    assert await second.people.cover(ANA) is None
    rows = await house.store.all("SELECT computer_level FROM seats WHERE seat = 0")
    assert [row["computer_level"] for row in rows] == [None, None, None]
