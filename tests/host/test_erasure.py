"""The erasure of a person with every kind of data: neither the id nor the name remains in the file."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from functools import partial

import pytest

from engine.host.model.table import NO_USER, Table
from engine.host.service.erasure import ERASED
from engine.host.service.table_services import TableServices
from engine.host.store import lesson_progress, outbox, turn_deadlines, user_data
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.drivers.opening import open_snapshot
from engine.host.store.drivers.schema import list_table_names
from engine.host.store.history import table_archive
from engine.host.store.history.table_archive import AnalysisDemand
from engine.host.store.lesson_progress import LessonProgress, PracticeGame
from engine.host.store.maintenance.personal_data import load_personal_rows
from engine.kernel.record import format_record
from engine.kernel.text import write_plain_text
from engine.ops import doctor
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    DEE,
    GUILD,
    ServiceHarness,
    agree_on_pace,
    confirm_all_finished,
    play_bid,
)
from tests.host.personal_traces import ZEB_ID, ZEB_NAME, find_traces

USER_NAMES = {ZEB_ID: ZEB_NAME, BEN: "Ben", CY: "Cy", DEE: "Dee"}
FIRST_INTERACTION_ID = 1_290_000_000_000_000_000
"""The first id of the interactions, which are numbered."""


async def create_table(service: ServiceHarness, channel: int, *people: int, start: bool = True, pace: int = 0) -> Table:
    first, *others = people
    table = await service.tables.lobby.open(GUILD, channel, first, USER_NAMES[first], "toy", {"weather": "no"})
    for user in others:
        await service.tables.lobby.join(table.id, user, USER_NAMES[user])
    await service.tables.proposals.set_pace(table.id, first, pace)
    return await service.tables.lobby.start(table.id, first) if start else await service.tables.load_table(table.id)


async def play_move(tables: TableServices, table_id: int, user: int) -> None:
    _, seat, menu = await tables.moves.load_menu(table_id, user)
    words = tables.catalogue.load_game("toy").safe_move(seat, menu)
    rev = (await tables.load_table(table_id)).revision
    await tables.moves.play(table_id, user, words, interaction_id=FIRST_INTERACTION_ID + 1000 * table_id + rev)


async def play_to_end(tables: TableServices, table_id: int) -> Table:
    while (table := await tables.load_table(table_id)).status == "running":
        (seat, *_) = (await tables.snapshots.take_snapshot(table_id, None)).waiting_seats
        await play_move(tables, table_id, table.find_seat_user(seat))
    await confirm_all_finished(tables, table_id)
    return table


@pytest.fixture
async def eventful_tables(service: ServiceHarness) -> dict[str, int]:
    """Let Zebulon do everything that a user can do, and return the tables by their role in the test."""
    tables, channels = service.tables, iter(range(CHANNEL, CHANNEL + 100))
    tables.settings.languages = {"en": "English"}

    async def new(*people: int, start: bool = True, pace: int = 0) -> int:
        return (await create_table(service, next(channels), *people, start=start, pace=pace)).id

    await tables.archive.subscribe(GUILD, ZEB_ID, ["toy"])
    made = {"finished": await new(ZEB_ID, BEN, CY)}
    await play_to_end(tables, made["finished"])
    made["rematch"] = (await tables.lobby.open_rematch(made["finished"], ZEB_ID, ZEB_NAME)).id
    next(channels)
    made["resigned"] = await new(BEN, ZEB_ID, CY)
    await tables.moves.resign(made["resigned"], ZEB_ID, interaction_id=FIRST_INTERACTION_ID + 1)
    made["duel"] = await new(ZEB_ID, BEN)
    made["running"] = await new(BEN, ZEB_ID, CY)
    await agree_on_pace(tables, made["running"], ZEB_ID, BEN, 24)
    for user in (BEN, ZEB_ID):
        await play_move(tables, made["running"], user)
    await tables.notes.save_note(made["running"], ZEB_ID, f"{ZEB_NAME} goes north.")
    await tables.reminders.set_early_notice(made["running"], ZEB_ID)
    await tables.undo.take_back(made["running"], ZEB_ID, interaction_id=FIRST_INTERACTION_ID + 2)
    await tables.orders.add_order(made["running"], ZEB_ID, ("whistle-no", "1"))
    made["handed"] = await new(ZEB_ID, CY, BEN)
    offer = await tables.handover.offer_seat(made["handed"], ZEB_ID, DEE, "Dee")
    await tables.handover.accept_offer(
        made["handed"], DEE, "Dee", 0, offer.revision, interaction_id=FIRST_INTERACTION_ID + 3
    )
    made["offered"] = await new(CY, BEN, DEE)
    await tables.handover.offer_seat(made["offered"], CY, ZEB_ID, ZEB_NAME)
    made["voted"] = await new(CY, BEN, DEE, pace=12)
    for user in (CY, BEN):
        await play_move(tables, made["voted"], user)
    made["closed"] = await new(CY, BEN)
    await tables.lobby.close(made["closed"], ZEB_ID, is_moderator=True)
    made["lost"] = await new(CY, ZEB_ID)
    await tables.channels.mark_lost(made["lost"])
    made["invited"] = await new(BEN, start=False)
    await tables.lobby.invite(made["invited"], BEN, ZEB_ID)
    await tables.context.write(lambda tx: turn_deadlines.mark_returned(tx, made["duel"], 0, 5))
    made["alone"] = await new(ZEB_ID, start=False)
    made["opened"] = await new(ZEB_ID, BEN, start=False)
    text = f"; {ZEB_NAME} sent this\n{format_record(await tables.history.build_record(made['finished']))}"
    made["imported"] = (await tables.lobby.open_record(GUILD, next(channels), ZEB_ID, ZEB_NAME, text)).id
    await tables.settings.save_setting("person", ZEB_ID, "tone", "night")
    await tables.settings.save_setting("person", ZEB_ID, "statistics", "no")
    await tables.schedules.set_hours(ZEB_ID, time_zone="Europe/Madrid", quiet_minutes=(60, 120), has_weekends_off=True)
    await tables.schedules.set_vacation(ZEB_ID, date(2026, 1, 2), date(2026, 1, 5))
    service.advance_clock(hours=13)
    vote = await tables.votes.open(made["voted"], CY, 2, successor=(ZEB_ID, ZEB_NAME))
    await tables.votes.cast(made["voted"], CY, vote.id, "hand")
    await tables.outbox.list_due()
    await tables.context.write(lambda tx: outbox.add_call(tx, made["voted"], ZEB_ID, 1, 10**10, None))
    await tables.context.write(lambda tx: table_archive.save_demand(tx, AnalysisDemand(made["finished"], ZEB_ID, 1)))
    await tables.context.write(partial(learn, made["finished"]))
    return made


async def learn(table_id: int, tx: Transaction) -> None:
    """Let Zebulon take a lesson, have a question explained, and play on from a finished game."""
    await lesson_progress.save_progress(tx, ZEB_ID, "toy", LessonProgress(chapter=0, step=1))
    await lesson_progress.save_explained_question(tx, ZEB_ID, "toy", "verb")
    practice = PracticeGame(table_id, 0, 0, "cadet", is_fresh=True, seed="secret", position="{}")
    await lesson_progress.save_practice(tx, ZEB_ID, practice)


async def erase_user(service: ServiceHarness) -> None:
    await service.tables.erasure.erase(ZEB_ID)
    await service.tables.erasure.vacuum()


@pytest.mark.usefixtures("eventful_tables")
async def test_the_erased_data_existed_before(service: ServiceHarness) -> None:
    """Otherwise the next test could not fail."""
    found = find_traces(service.path)
    assert {"name in the rows", "digits in the rows"} <= set(found)
    if service.store.path:
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
        "moderator_acts",
        "lesson_progress",
        "practice_games",
        "explained_questions",
        "vote_pauses",
    ):
        rows = [tuple(row) for row in await service.store.fetch_all(f"SELECT * FROM {name}")]  # noqa: S608
        assert any(ZEB_ID in row for row in rows), name
    assert await service.store.fetch_all("SELECT * FROM standing_orders")
    assert await service.store.fetch_all("SELECT * FROM early_notice_requests")


@pytest.mark.usefixtures("eventful_tables")
async def test_a_person_reads_all_that_the_store_holds_of_them(service: ServiceHarness) -> None:
    """Every row that holds the id, and every row about an own seat that the erasure deletes."""
    held = await load_personal_rows(service.store, ZEB_ID)
    with open_snapshot(service.path) as ask:
        for name in list_table_names():
            rows = [row for row in ask(f"SELECT * FROM {name}") if str(ZEB_ID) in str(tuple(row))]  # noqa: S608
            assert len(held.get(name, ())) >= len(rows), name
            assert bool(rows) <= (str(ZEB_ID) in str(held.get(name))), name
    assert {row["words"] for row in held["standing_orders"]} == {"whistle-no 1"}
    assert held["early_notice_requests"]
    assert held["turn_deadlines"]
    assert ZEB_NAME in str(held)


async def test_the_data_of_a_person_tell_nothing_hidden(
    service: ServiceHarness, eventful_tables: dict[str, int]
) -> None:
    held = str(await load_personal_rows(service.store, ZEB_ID))
    seeds = await service.store.fetch_all("SELECT seed, id FROM tables")
    assert not [row["id"] for row in seeds if row["seed"] in held]
    digests = await service.store.fetch_all("SELECT digest FROM entries WHERE table_id = ?", eventful_tables["running"])
    assert not [row["digest"] for row in digests if row["digest"] in held], "a position can be guessed from its digest"
    await service.tables.notes.save_note(eventful_tables["running"], BEN, "Ben's own plan")
    await service.tables.orders.add_order(eventful_tables["running"], BEN, ("whistle-no", "2"))
    held_now = str(await load_personal_rows(service.store, ZEB_ID))
    assert "Ben's own plan" not in held_now
    assert "pass 2" not in held_now


@pytest.mark.usefixtures("eventful_tables")
async def test_nothing_of_a_person_is_left_in_the_file(service: ServiceHarness) -> None:
    await erase_user(service)
    assert find_traces(service.path) == []
    await service.restart()
    assert find_traces(service.path) == []


@pytest.mark.usefixtures("eventful_tables")
async def test_every_table_still_leads_where_it_led(service: ServiceHarness) -> None:
    await erase_user(service)
    assert {report.verdict for report in doctor.check_tables(service.path)} == {"same"}


async def test_finished_games_are_read_by_the_others(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    before = [
        write_plain_text(line.text) for line in await service.tables.history.load_log(eventful_tables["finished"], 1)
    ]
    result = (await service.tables.load_table(eventful_tables["finished"])).result
    await erase_user(service)
    table = await service.tables.load_table(eventful_tables["finished"])
    assert table.player_names == ("Somebody", "Ben", "Cy")
    assert table.find_seat_user(0) < NO_USER
    assert table.result == result
    assert [
        write_plain_text(line.text) for line in await service.tables.history.load_log(eventful_tables["finished"], 1)
    ] == before


async def test_running_games_go_on_without_them(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    await erase_user(service)
    duel = await service.tables.load_table(eventful_tables["duel"])
    assert duel.status == "finished"
    assert duel.result is not None
    assert duel.result.winners == (1,)
    table = await service.tables.load_table(eventful_tables["running"])
    assert table.seats[1].has_left
    assert table.status == "running"
    assert (await play_to_end(service.tables, table.id)).status == "finished"
    assert (await play_to_end(service.tables, eventful_tables["handed"])).status == "finished"
    assert {report.verdict for report in doctor.check_tables(service.path)} == {"same"}


async def test_who_had_the_seat_before_is_somebody(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    await erase_user(service)
    table = await service.tables.load_table(eventful_tables["handed"])
    assert table.player_names[0] == "Dee"
    assert table.with_holders_at(1).player_names[0] == "Somebody"


async def test_lobbies_are_left(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    await erase_user(service)
    assert (await service.tables.load_table(eventful_tables["alone"])).status == "closed"
    assert (await service.tables.load_table(eventful_tables["imported"])).status == "closed"
    opened = await service.tables.load_table(eventful_tables["opened"])
    assert (opened.player_names, opened.opened_by) == (("Ben",), BEN)


async def test_a_vote_goes_on_without_the_friend_who_is_gone(
    service: ServiceHarness, eventful_tables: dict[str, int]
) -> None:
    await erase_user(service)
    (number,) = [item.subject_id for item in await service.tables.outbox.list_due() if item.kind == "vote"]
    vote = await service.tables.votes.load_vote(number)
    assert "hand" not in vote.choices
    assert vote.ballots == {}
    assert (await service.tables.votes.cast(eventful_tables["voted"], CY, number, "drop")).state == "open"
    assert (await service.tables.votes.cast(eventful_tables["voted"], BEN, number, "drop")).state == "drop"
    assert await service.tables.handover.find_offer(eventful_tables["offered"], 0) is None


async def test_the_others_keep_their_ratings(service: ServiceHarness) -> None:
    for channel in range(CHANNEL, CHANNEL + 4):
        table = await create_table(service, channel, *((ZEB_ID, BEN) if channel % 2 else (ZEB_ID, CY)))
        await play_to_end(service.tables, table.id)
    before = {one.name: one.rating for one in await service.tables.statistics.rank_players(GUILD)}
    await erase_user(service)
    after = {one.name: one.rating for one in await service.tables.statistics.rank_players(GUILD)}
    assert after == {name: rating for name, rating in before.items() if name != ZEB_NAME}


async def test_two_who_are_forgotten_stay_two(service: ServiceHarness) -> None:
    table = await create_table(service, CHANNEL, ZEB_ID, BEN, CY)
    await service.tables.erasure.erase(ZEB_ID)
    await service.tables.erasure.erase(BEN)
    first, second, third = (await service.tables.load_table(table.id)).seats
    assert len({first.user_id, second.user_id, third.user_id}) == 3
    assert max(first.user_id, second.user_id) < NO_USER < third.user_id


@pytest.mark.usefixtures("eventful_tables")
async def test_a_returning_user_starts_without_history(service: ServiceHarness) -> None:
    await erase_user(service)
    assert (await service.tables.schedules.load_schedule(ZEB_ID)).time_zone == "UTC"
    assert (await service.tables.settings.load_settings("person", ZEB_ID)).values["tone"] == "day"
    table = await create_table(service, 999, ZEB_ID, BEN)
    assert table.find_seat(ZEB_ID) == 0
    assert await service.tables.schedules.list_running_tables(ZEB_ID) == [table.id]


async def test_asking_twice_finds_nothing(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    first = await service.tables.erasure.erase(ZEB_ID)
    assert set(first.running_ids) == {eventful_tables[name] for name in ("duel", "running", "lost")}
    assert set(first.lobby_ids) == {eventful_tables[name] for name in ("rematch", "alone", "opened", "imported")}
    again = await service.tables.erasure.erase(ZEB_ID)
    assert (again.running_ids, again.lobby_ids) == ((), ())


@pytest.mark.usefixtures("eventful_tables")
async def test_the_rows_of_a_person_are_gone_at_once(service: ServiceHarness) -> None:
    await service.tables.erasure.erase(ZEB_ID)
    assert not [found for found in find_traces(service.path) if found.endswith("in the rows")]


def at_four(harness: ServiceHarness) -> int:
    """Return the last backup hour, four in the morning."""
    hour = harness.now.replace(hour=4, minute=0, second=0, microsecond=0)
    return int((hour if hour <= harness.now else hour - timedelta(days=1)).timestamp())


async def test_a_vacuum_is_due_at_the_first_backup_hour_after_an_erasure(service: ServiceHarness) -> None:
    erasure = service.tables.erasure
    assert await erasure.find_overdue_vacuum(at_four(service)) is None
    await erasure.erase(ZEB_ID)
    erased_at = int(service.now.timestamp())
    assert await erasure.find_overdue_vacuum(at_four(service)) is None
    service.advance_clock(hours=24)
    assert await erasure.find_overdue_vacuum(at_four(service)) == erased_at
    await erasure.erase(BEN)
    await service.restart()
    assert await service.tables.erasure.find_overdue_vacuum(at_four(service)) == erased_at, "the first erasure counts"
    await service.tables.erasure.vacuum()
    assert await service.tables.erasure.find_overdue_vacuum(at_four(service)) is None
    service.advance_clock(hours=24)
    assert await service.tables.erasure.find_overdue_vacuum(at_four(service)) is None, "nothing was erased since"


async def test_an_erasure_dated_by_a_wrong_clock_holds_up_no_vacuum(service: ServiceHarness) -> None:
    service.advance_clock(hours=24 * 365)
    await service.tables.erasure.erase(ZEB_ID)
    service.advance_clock(hours=-24 * 365)
    assert await service.tables.erasure.find_overdue_vacuum(at_four(service)) is not None


@pytest.mark.usefixtures("eventful_tables")
async def test_a_vacuum_that_fails_is_still_owed_after_a_restart(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: Store) -> None:
        raise StoreError("no room", is_disk_full=True)

    await service.tables.erasure.erase(ZEB_ID)
    with monkeypatch.context() as full:
        full.setattr(type(service.store), "vacuum", fail)
        with pytest.raises(StoreError):
            await service.tables.erasure.vacuum()
    await service.restart()
    assert await service.store.load_fact(ERASED) is not None
    await service.tables.erasure.vacuum()
    assert find_traces(service.path) == []
    assert await service.store.load_fact(ERASED) is None


@pytest.mark.usefixtures("eventful_tables")
async def test_an_erasure_right_after_the_vacuum_is_wiped_by_the_next(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    vacuum = type(service.store).vacuum

    async def erase_afterwards(store: Store) -> None:
        await vacuum(store)
        monkeypatch.undo()
        await service.tables.erasure.erase(ZEB_ID)

    monkeypatch.setattr(type(service.store), "vacuum", erase_afterwards)
    await service.tables.erasure.erase(DEE)
    await service.tables.erasure.vacuum()
    assert await service.store.load_fact(ERASED) is not None
    await service.tables.erasure.vacuum()
    assert await service.store.load_fact(ERASED) is None
    assert find_traces(service.path) == []


@pytest.mark.usefixtures("eventful_tables")
async def test_moves_made_during_erasure_are_erased_too(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, looks = user_data.list_user_tables, iter([True])

    async def before(store: Store, user: int) -> list[int]:
        return [] if next(looks, False) else await look(store, user)

    monkeypatch.setattr(user_data, "list_user_tables", before)
    await erase_user(service)
    assert find_traces(service.path) == []


@pytest.mark.sqlite
async def test_moves_wait_for_a_vacuum(service: ServiceHarness, eventful_tables: dict[str, int]) -> None:
    await service.tables.erasure.erase(ZEB_ID)
    vacuum = asyncio.create_task(service.tables.erasure.vacuum())
    assert (await play_to_end(service.tables, eventful_tables["running"])).status == "finished"
    await vacuum
    assert find_traces(service.path) == []
    assert {report.verdict for report in doctor.check_tables(service.path)} == {"same"}


@pytest.mark.parametrize("missing_count", [1, 50])
async def test_a_table_that_has_lost_moves_is_left_too(paced_trio: ServiceHarness, missing_count: int) -> None:
    tables = paced_trio.tables
    lost_revision = (await tables.load_table(1)).revision + missing_count
    await tables.lost_moves.check_revision(1, lost_revision)
    await tables.erasure.erase(CY)
    table = await tables.load_table(1)
    assert (table.seats[2].has_left, table.is_rated) == (True, False)
    assert (table.lost_revision or 0) >= lost_revision, "the others have not decided yet"
    proposal = await tables.proposals.propose_resumption(1, ANA)
    await tables.proposals.answer_proposal(1, BEN, proposal.id, agrees=True)
    assert (await tables.load_table(1)).revision > lost_revision, "no button of the lost time is current"
    await play_bid(tables, BEN)
