"""The queries and writes of the services, tested directly: both databases give the same answers."""

from __future__ import annotations

from typing import Any

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import BoardPost, UndoRequest
from engine.host.store import (
    announcements,
    board_posts,
    computer_turns,
    entries,
    proposals,
    reminders,
    snapshot_lines,
    tables,
    turn_deadlines,
    undo_requests,
    user_data,
    user_tables,
    votes,
)
from engine.host.store.announcements import Announcement
from engine.host.store.history import finished_tables, past_tables, table_archive
from engine.host.store.undo_requests import UndoQuestion
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_bid, play_to_end

FAR_FUTURE = 10**10


async def test_started_and_live_tables_are_listed(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await running_table.tables.lobby.open(GUILD, CHANNEL + 1, CY, "Cy", "toy", {})
    asked: list[dict[str, Any]] = [
        {}, {"channel_id": CHANNEL}, {"user_id": BEN}, {"game": "toy"}, {"channel_id": CHANNEL, "user_id": ANA, "game": "toy"},
    ]  # fmt: skip
    for how in asked:
        assert [one.id for one in await past_tables.list_started_tables(store, GUILD, only_over=False, **how)] == [
            table_id
        ]
        assert await past_tables.list_started_tables(store, GUILD, only_over=True, **how) == []
    for nobody in ({"channel_id": 1}, {"user_id": CY}, {"game": "none"}):
        assert await past_tables.list_started_tables(store, GUILD, only_over=False, **nobody) == []
    assert [one.status for one in await past_tables.list_live_tables(store, GUILD)] == ["lobby", "running"]
    await play_to_end(running_table.tables)
    (ended,) = await past_tables.list_started_tables(store, GUILD, only_over=True)
    assert ended.user_ids == {ANA, BEN}
    assert ended.result is not None
    assert ended.seats == (await running_table.tables.load_table(table_id)).seats
    (counted,) = await finished_tables.list_rated_tables(store, GUILD, None, FAR_FUTURE)
    assert counted.move_count == len((await running_table.tables.history.build_record(table_id)).moves)
    assert [one.id for one in await finished_tables.list_rated_tables(store, GUILD, "toy", FAR_FUTURE)] == [table_id]
    assert await finished_tables.list_rated_tables(store, GUILD, "none", FAR_FUTURE) == []
    assert await finished_tables.list_computer_tables(store, GUILD, FAR_FUTURE) == []
    assert await computer_turns.count_moves(store, table_id) == counted.move_count
    assert list((await entries.count_moves_by_origin(store, table_id)).values()) == [0]


async def test_announcements_are_sent_once_and_recovered(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await store.write(lambda tx: announcements.schedule_announcement(tx, table_id, "opened", 5, 50, subject_id=ANA))
    await store.write(lambda tx: announcements.schedule_announcement(tx, table_id, "opened", 6, 60, subject_id=ANA))
    assert await announcements.list_subjects(store, table_id, "opened") == [ANA]
    for share in (ALL_SHARDS, ShardRange(0, 0, 2)):
        assert await announcements.list_due(store, share, 60) == [Announcement(table_id, "opened", ANA, 6, 0)]
    assert await announcements.list_due(store, ShardRange(1, 1, 2), 60) == []
    (errand,) = await announcements.list_due(store, ALL_SHARDS, 60)
    assert await store.write(lambda tx: announcements.begin_attempt(tx, errand, 900))
    await store.write(lambda tx: announcements.recover_attempts(tx, ALL_SHARDS, 70))
    assert [one.attempts for one in await announcements.list_due(store, ALL_SHARDS, 70)] == [1]
    await store.write(lambda tx: announcements.finish_announcement(tx, errand))
    assert not await store.write(lambda tx: announcements.is_pending(tx, errand))


async def test_an_undo_request_is_put_to_the_others_once(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await play_bid(running_table.tables, ANA)
    rev = (await running_table.tables.load_table(table_id)).revision
    await store.write(lambda tx: undo_requests.save_request(tx, table_id, UndoRequest(rev, 0, 1, (0, 1), 40)))
    question = UndoQuestion(table_id, rev, 0, 40, was_tried=False, attempts=0)
    assert await store.write(lambda tx: undo_requests.is_current(tx, question, 50))
    await store.write(lambda tx: undo_requests.set_retry(tx, question, 99))
    await store.write(lambda tx: undo_requests.recover_attempts(tx, ALL_SHARDS, 60))
    (waiting,) = await undo_requests.list_due(store, ALL_SHARDS, 60)
    assert (waiting.was_tried, waiting.attempts) == (True, 1)
    await store.write(lambda tx: undo_requests.remove_agreement(tx, table_id, 1))
    wish = await undo_requests.load_request(store, table_id, rev)
    assert wish is not None
    assert wish.agreed_seats == (0,)
    await store.write(lambda tx: undo_requests.record_outcome(tx, question, "failed"))
    await store.write(lambda tx: undo_requests.retry_question(tx, table_id, 70))
    await store.write(lambda tx: undo_requests.record_outcome(tx, question, "sent", 2**60))
    assert await store.write(lambda tx: undo_requests.expire_request(tx, table_id, 2**60))
    assert not await store.write(lambda tx: undo_requests.is_current(tx, question, 50))


async def test_what_a_message_shows_is_noted(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    newest = BoardPost(2, CHANNEL, 2**62, (0, 1))
    for one in (newest, BoardPost(1, CHANNEL, 7, ())):
        await store.write(lambda tx, one=one: board_posts.save_post(tx, table_id, one))
    assert await board_posts.load_post(store, table_id) == newest
    assert [one.revision for one in await board_posts.list_posted_revisions(store, table_id)] == [1, 2]
    assert (await snapshot_lines.load_table_context(store, table_id, 2, None)).post == newest
    assert await snapshot_lines.load_table_context(store, 99, 2, None) == snapshot_lines.TableContext(None, None, ())
    await store.write(lambda tx: tables.drop_pending_posts(tx, table_id))
    assert await board_posts.list_unposted(store, ALL_SHARDS) == []
    asked = await store.write(lambda tx: proposals.insert_proposal(tx, table_id, "pace", 24, 0, 5))
    await store.write(lambda tx: proposals.save_message(tx, asked, CHANNEL, 2**60))
    await store.write(lambda tx: proposals.void_seat_proposals(tx, table_id, 1))
    await store.write(lambda tx: proposals.set_state(tx, asked, "carried"))
    assert await proposals.list_to_show(store, ALL_SHARDS) == [asked]
    await store.write(lambda tx: proposals.save_shown(tx, asked, "carried"))
    assert await proposals.list_to_show(store, ALL_SHARDS) == []
    vote = await store.write(lambda tx: votes.insert_vote(tx, table_id, 0, 1, (CY, "Cy"), 5))
    for choice in ("wait", "hand"):
        await store.write(lambda tx, choice=choice: votes.cast_ballot(tx, vote, 1, choice))
    stored = await votes.load_vote(store, vote)
    assert stored is not None
    assert stored.ballots == {1: "hand"}


async def test_what_people_and_servers_want_is_kept(running_table: ServiceHarness) -> None:
    store = running_table.store
    await store.write(lambda tx: user_data.save_subscriptions(tx, GUILD, ANA, frozenset({"toy", "paso"})))
    assert await user_data.list_subscriptions(store, GUILD, ANA) == {"toy", "paso"}
    assert await store.write(lambda tx: user_data.list_subscribers(tx, GUILD, "paso")) == [ANA]
    await store.write(lambda tx: user_data.save_forum(tx, GUILD, 2**61))
    assert await user_data.load_forum(store, GUILD) == 2**61
    await store.write(lambda tx: user_data.save_forum(tx, GUILD, None))
    assert not await store.fetch_all("SELECT * FROM guild_settings")
    for value in ("no", "yes", None):
        await store.write(lambda tx, value=value: user_data.save_setting(tx, "person", ANA, "statistics", value))
        assert await user_data.list_unlisted(store) == ({ANA} if value == "no" else set())
    assert not await store.fetch_all("SELECT * FROM user_settings")
    await store.write(lambda tx: turn_deadlines.set_substitute(tx, ANA, "mate"))
    assert await computer_turns.list_substitute_levels(store) == [(ANA, "mate")]


async def test_what_is_kept_beside_the_log_is_found(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    assert await table_archive.load_record(store, table_id) is None
    (row,) = await store.fetch_all("SELECT digest, data FROM components")
    assert await table_archive.load_components(store, row["digest"], "toy") == row["data"]
    await store.write(lambda tx: table_archive.save_note(tx, table_id, ANA, "they bluff"))
    assert await table_archive.load_note(store, table_id, ANA) == "they bluff"
    await store.write(lambda tx: table_archive.save_demand(tx, table_archive.AnalysisDemand(table_id, ANA, 5)))
    await store.write(lambda tx: table_archive.save_analysis(tx, table_id, "{}"))
    assert await table_archive.load_analysis(store, table_id) == "{}"
    assert await table_archive.list_demands(store) == []
    await store.write(lambda tx: tables.add_invitation(tx, table_id, CY))
    assert await tables.is_invited(store, table_id, CY)
    await store.write(lambda tx: tables.delete_invitation(tx, table_id, CY))
    assert not await tables.is_invited(store, table_id, CY)
    asked = (await running_table.tables.load_table(table_id)).asked_revision
    for _ in range(2):
        await store.write(lambda tx: reminders.schedule_call(tx, table_id, 0, asked, 5, 50))
    assert len(await store.fetch_all("SELECT * FROM reminders WHERE kind = 'call'")) == 1
    assert [one.id for one in await user_tables.list_user_tables(store, ANA, 5)] == [table_id]
