"""A person who has done everything is forgotten: neither their id nor their name is anywhere in the file."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest

from engine.host.model.table import NOBODY, Table
from engine.host.service.people.erasure import ERASED
from engine.host.service.tables import Tables
from engine.host.store import people
from engine.host.store.database import Store, StoreError
from engine.host.store.past import archive
from engine.host.store.past.archive import Wish
from engine.kernel.record import dump
from engine.kernel.text import plain
from engine.ops import doctor
from tests.host.harness import BEN, CHANNEL, CY, DEE, GUILD, Inn, agree_on_pace, over_for_good
from tests.host.traces import NAME, ZEB, traces

NAMES = {ZEB: NAME, BEN: "Ben", CY: "Cy", DEE: "Dee"}
PRESS = 1_290_000_000_000_000_000
"""Interactions are numbered from here on."""


async def table_of(inn: Inn, channel: int, *people: int, start: bool = True, pace: int = 0) -> Table:
    first, *others = people
    table = await inn.tables.lobby.open(GUILD, channel, first, NAMES[first], "toy", {"weather": "no"})
    for user in others:
        await inn.tables.lobby.join(table.id, user, NAMES[user])
    await inn.tables.motions.set_pace(table.id, first, pace)
    return await inn.tables.lobby.start(table.id, first) if start else await inn.tables.table(table.id)


async def move(tables: Tables, table_id: int, user: int) -> None:
    _, seat, menu = await tables.moves.menu(table_id, user)
    words = tables.catalogue.game("toy").stall(seat, menu)
    rev = (await tables.table(table_id)).rev
    await tables.moves.play(table_id, user, words, interaction=PRESS + 1000 * table_id + rev)


async def play_out(tables: Tables, table_id: int) -> Table:
    while (table := await tables.table(table_id)).status == "running":
        (seat, *_) = (await tables.snapshots.take(table_id, None)).waiting
        await move(tables, table_id, table.user_of(seat))
    await over_for_good(tables, table_id)
    return table


@pytest.fixture
async def life(inn: Inn) -> dict[str, int]:
    """Zebulon has done everything one can do here. Tables by what they are."""
    tables, channels = inn.tables, iter(range(CHANNEL, CHANNEL + 100))
    tables.settings.languages = {"en": "English"}

    async def new(*people: int, start: bool = True, pace: int = 0) -> int:
        return (await table_of(inn, next(channels), *people, start=start, pace=pace)).id

    await tables.archive.watch(GUILD, ZEB, ["toy"])
    made = {"finished": await new(ZEB, BEN, CY)}
    await play_out(tables, made["finished"])
    made["rematch"] = (await tables.lobby.rematch(made["finished"], ZEB, NAME)).id
    next(channels)
    made["resigned"] = await new(BEN, ZEB, CY)
    await tables.moves.resign(made["resigned"], ZEB, interaction=PRESS + 1)
    made["duel"] = await new(ZEB, BEN)
    made["running"] = await new(BEN, ZEB, CY)
    await agree_on_pace(tables, made["running"], ZEB, BEN, 24)
    for user in (BEN, ZEB):
        await move(tables, made["running"], user)
    await tables.notes.write(made["running"], ZEB, f"{NAME} goes north.")
    await tables.reminders.wish_early_word(made["running"], ZEB)
    await tables.undo.take_back(made["running"], ZEB, interaction=PRESS + 2)
    await tables.orders.leave(made["running"], ZEB, ("pass", "1"))
    made["handed"] = await new(ZEB, CY, BEN)
    offer = await tables.handover.offer(made["handed"], ZEB, DEE, "Dee")
    await tables.handover.take(made["handed"], DEE, "Dee", 0, offer.rev, interaction=PRESS + 3)
    made["offered"] = await new(CY, BEN, DEE)
    await tables.handover.offer(made["offered"], CY, ZEB, NAME)
    made["voted"] = await new(CY, BEN, DEE, pace=12)
    for user in (CY, BEN):
        await move(tables, made["voted"], user)
    made["closed"] = await new(ZEB, BEN)
    await tables.lobby.close(made["closed"], ZEB, moderator=True)
    made["invited"] = await new(BEN, start=False)
    await tables.lobby.invite(made["invited"], BEN, ZEB)
    made["alone"] = await new(ZEB, start=False)
    made["opened"] = await new(ZEB, BEN, start=False)
    text = f"; {NAME} sent this\n{dump(await tables.history.record(made['finished']))}"
    made["imported"] = (await tables.lobby.open_record(GUILD, next(channels), ZEB, NAME, text)).id
    await tables.settings.choose("person", ZEB, "tone", "night")
    await tables.settings.choose("person", ZEB, "statistics", "no")
    await tables.people.set_hours(ZEB, zone="Europe/Madrid", quiet=(60, 120), weekends=True)
    await tables.people.set_vacation(ZEB, date(2026, 1, 2), date(2026, 1, 5))
    inn.later(hours=13)
    vote = await tables.votes.open(made["voted"], CY, 2, heir=(ZEB, NAME))
    await tables.votes.cast(made["voted"], CY, vote.id, "hand")
    await tables.reminders.due_notices()
    await tables.context.write(lambda tx: archive.wish(tx, Wish(made["finished"], ZEB, 1)))
    return made


async def forgotten(inn: Inn) -> None:
    await inn.tables.erasure.erase(ZEB)
    await inn.tables.erasure.vacuum()


@pytest.mark.usefixtures("life")
async def test_everything_was_there(inn: Inn) -> None:
    """Else the next test could not fail."""
    found = traces(inn.path)
    assert {"name in the rows", "digits in the rows"} <= set(found)
    if inn.store.path:
        assert any(one.startswith("integer in bot.db") for one in found)
        assert any(one.startswith("varint in bot.db") for one in found)
    for name in (
        "seats",
        "past_seat_holders",
        "seat_offers",
        "votes",
        "user_schedules",
        "user_settings",
        "notes",
        "invitations",
        "entries",
        "analyses",
    ):
        rows = [tuple(row) for row in await inn.store.all(f"SELECT * FROM {name}")]  # noqa: S608
        assert any(ZEB in row for row in rows), name
    assert await inn.store.all("SELECT * FROM standing_orders")
    assert await inn.store.all("SELECT * FROM early_notice_requests")


@pytest.mark.usefixtures("life")
async def test_nothing_of_a_person_is_left_in_the_file(inn: Inn) -> None:
    await forgotten(inn)
    assert traces(inn.path) == []
    await inn.restart()
    assert traces(inn.path) == []


@pytest.mark.usefixtures("life")
async def test_every_table_still_leads_where_it_led(inn: Inn) -> None:
    await forgotten(inn)
    assert {report.verdict for report in doctor.examine(inn.path)} == {"same"}


async def test_finished_games_are_read_by_the_others(inn: Inn, life: dict[str, int]) -> None:
    before = [plain(line.text) for line in await inn.tables.history.log(life["finished"], 1)]
    result = (await inn.tables.table(life["finished"])).result
    await forgotten(inn)
    table = await inn.tables.table(life["finished"])
    assert table.names == ("Somebody", "Ben", "Cy")
    assert table.user_of(0) < NOBODY
    assert table.result == result
    assert [plain(line.text) for line in await inn.tables.history.log(life["finished"], 1)] == before


async def test_running_games_go_on_without_them(inn: Inn, life: dict[str, int]) -> None:
    await forgotten(inn)
    duel = await inn.tables.table(life["duel"])
    assert duel.status == "finished"
    assert duel.result is not None
    assert duel.result.winners == (1,)
    table = await inn.tables.table(life["running"])
    assert table.seats[1].left
    assert table.status == "running"
    assert (await play_out(inn.tables, table.id)).status == "finished"
    assert (await play_out(inn.tables, life["handed"])).status == "finished"
    assert {report.verdict for report in doctor.examine(inn.path)} == {"same"}


async def test_who_had_the_seat_before_is_somebody(inn: Inn, life: dict[str, int]) -> None:
    await forgotten(inn)
    table = await inn.tables.table(life["handed"])
    assert table.names[0] == "Dee"
    assert table.as_of(1).names[0] == "Somebody"


async def test_lobbies_are_left(inn: Inn, life: dict[str, int]) -> None:
    await forgotten(inn)
    assert (await inn.tables.table(life["alone"])).status == "closed"
    assert (await inn.tables.table(life["imported"])).status == "closed"
    opened = await inn.tables.table(life["opened"])
    assert (opened.names, opened.opened_by) == (("Ben",), BEN)


async def test_a_vote_goes_on_without_the_friend_who_is_gone(inn: Inn, life: dict[str, int]) -> None:
    await forgotten(inn)
    ((_, number),) = await inn.tables.votes.open_votes()
    vote = await inn.tables.votes.vote(number)
    assert "hand" not in vote.choices
    assert vote.ballots == {}
    assert (await inn.tables.votes.cast(life["voted"], CY, number, "drop")).state == "open"
    assert (await inn.tables.votes.cast(life["voted"], BEN, number, "drop")).state == "drop"
    assert await inn.tables.handover.offer_of(life["offered"], 0) is None


async def test_the_others_keep_their_ratings(inn: Inn) -> None:
    for channel in range(CHANNEL, CHANNEL + 4):
        table = await table_of(inn, channel, *((ZEB, BEN) if channel % 2 else (ZEB, CY)))
        await play_out(inn.tables, table.id)
    before = {one.name: one.rating for one in await inn.tables.statistics.leaderboard(GUILD)}
    await forgotten(inn)
    after = {one.name: one.rating for one in await inn.tables.statistics.leaderboard(GUILD)}
    assert after == {name: rating for name, rating in before.items() if name != NAME}


async def test_two_who_are_forgotten_stay_two(inn: Inn) -> None:
    table = await table_of(inn, CHANNEL, ZEB, BEN, CY)
    await inn.tables.erasure.erase(ZEB)
    await inn.tables.erasure.erase(BEN)
    first, second, third = (await inn.tables.table(table.id)).seats
    assert len({first.user, second.user, third.user}) == 3
    assert max(first.user, second.user) < NOBODY < third.user


@pytest.mark.usefixtures("life")
async def test_who_comes_back_begins_anew(inn: Inn) -> None:
    await forgotten(inn)
    assert (await inn.tables.people.person(ZEB)).zone == "UTC"
    assert (await inn.tables.settings.chosen("person", ZEB)).values["tone"] == "day"
    table = await table_of(inn, 999, ZEB, BEN)
    assert table.seat_of(ZEB) == 0
    assert await inn.tables.people.running_tables_of(ZEB) == [table.id]


async def test_asking_twice_finds_nothing(inn: Inn, life: dict[str, int]) -> None:
    first = await inn.tables.erasure.erase(ZEB)
    assert set(first.running) == {life["duel"], life["running"]}
    assert set(first.lobbies) == {life[name] for name in ("rematch", "alone", "opened", "imported")}
    again = await inn.tables.erasure.erase(ZEB)
    assert (again.running, again.lobbies) == ((), ())


@pytest.mark.usefixtures("life")
async def test_the_rows_of_a_person_are_gone_at_once(inn: Inn) -> None:
    await inn.tables.erasure.erase(ZEB)
    assert not [found for found in traces(inn.path) if found.endswith("in the rows")]


def at_four(inn: Inn) -> int:
    """Return the last backup hour, four in the morning."""
    hour = inn.now.replace(hour=4, minute=0, second=0, microsecond=0)
    return int((hour if hour <= inn.now else hour - timedelta(days=1)).timestamp())


async def test_a_vacuum_is_due_at_the_first_backup_hour_after_an_erasure(inn: Inn) -> None:
    erasure = inn.tables.erasure
    assert await erasure.find_overdue_vacuum(at_four(inn)) is None
    await erasure.erase(ZEB)
    erased_at = int(inn.now.timestamp())
    assert await erasure.find_overdue_vacuum(at_four(inn)) is None
    inn.later(hours=24)
    assert await erasure.find_overdue_vacuum(at_four(inn)) == erased_at
    await erasure.erase(BEN)
    await inn.restart()
    assert await inn.tables.erasure.find_overdue_vacuum(at_four(inn)) == erased_at, "the first erasure counts"
    await inn.tables.erasure.vacuum()
    assert await inn.tables.erasure.find_overdue_vacuum(at_four(inn)) is None
    inn.later(hours=24)
    assert await inn.tables.erasure.find_overdue_vacuum(at_four(inn)) is None, "nothing was erased since"


async def test_an_erasure_dated_by_a_wrong_clock_holds_up_no_vacuum(inn: Inn) -> None:
    inn.later(hours=24 * 365)
    await inn.tables.erasure.erase(ZEB)
    inn.later(hours=-24 * 365)
    assert await inn.tables.erasure.find_overdue_vacuum(at_four(inn)) is not None


@pytest.mark.usefixtures("life")
async def test_a_vacuum_that_fails_is_still_owed_after_a_restart(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Store) -> None:
        raise StoreError("no room", full=True)

    await inn.tables.erasure.erase(ZEB)
    with monkeypatch.context() as full:
        full.setattr(type(inn.store), "vacuum", fail)
        with pytest.raises(StoreError):
            await inn.tables.erasure.vacuum()
    await inn.restart()
    assert await inn.store.fact(ERASED) is not None
    await inn.tables.erasure.vacuum()
    assert traces(inn.path) == []
    assert await inn.store.fact(ERASED) is None


@pytest.mark.usefixtures("life")
async def test_an_erasure_right_after_the_vacuum_is_wiped_by_the_next(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    vacuum = type(inn.store).vacuum

    async def erase_afterwards(store: Store) -> None:
        await vacuum(store)
        monkeypatch.undo()
        await inn.tables.erasure.erase(ZEB)

    monkeypatch.setattr(type(inn.store), "vacuum", erase_afterwards)
    await inn.tables.erasure.erase(DEE)
    await inn.tables.erasure.vacuum()
    assert await inn.store.fact(ERASED) is not None
    await inn.tables.erasure.vacuum()
    assert await inn.store.fact(ERASED) is None
    assert traces(inn.path) == []


@pytest.mark.usefixtures("life")
async def test_what_somebody_has_done_since_the_first_look_is_found_too(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, looks = people.active_at, iter([True])

    async def before(store: Store, user: int) -> list[int]:
        return [] if next(looks, False) else await look(store, user)

    monkeypatch.setattr(people, "active_at", before)
    await forgotten(inn)
    assert traces(inn.path) == []


@pytest.mark.sqlite
async def test_moves_wait_for_a_vacuum(inn: Inn, life: dict[str, int]) -> None:
    await inn.tables.erasure.erase(ZEB)
    vacuum = asyncio.create_task(inn.tables.erasure.vacuum())
    assert (await play_out(inn.tables, life["running"])).status == "finished"
    await vacuum
    assert traces(inn.path) == []
    assert {report.verdict for report in doctor.examine(inn.path)} == {"same"}
