"""The queries and writes of the services, tested directly: both databases give the same answers."""

from __future__ import annotations

from typing import Any

from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import BoardPost, UndoRequest
from engine.host.store import (
    board_posts,
    computer_turns,
    entries,
    outbox,
    proposals,
    snapshot_lines,
    tables,
    undo_requests,
    user_data,
    votes,
)
from engine.host.store.history import finished_tables, past_tables, table_archive
from engine.host.store.users import user_schedules, user_tables
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_bid, play_to_end


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
    (counted,) = await finished_tables.list_rated_tables(store, GUILD, None)
    assert counted.move_count == len((await running_table.tables.history.build_record(table_id)).moves)
    assert [one.id for one in await finished_tables.list_rated_tables(store, GUILD, "toy")] == [table_id]
    assert await finished_tables.list_rated_tables(store, GUILD, "none") == []
    assert await finished_tables.list_computer_tables(store, GUILD) == []
    assert await computer_turns.count_moves(store, table_id) == counted.move_count
    assert list((await entries.count_moves_by_origin(store, table_id)).values()) == [0]


async def test_a_message_is_sent_once_and_recovered(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await store.write(lambda tx: outbox.add_message(tx, table_id, "opened", 5, 50, ANA))
    await store.write(lambda tx: outbox.add_message(tx, table_id, "opened", 6, 60, ANA))
    assert await outbox.list_subjects(store, table_id, "opened") == [ANA]
    for share in (ALL_SHARDS, ShardRange(0, 0, 2)):
        (item,) = await outbox.list_due(store, share, 60)
        assert (item.kind, item.subject_id, item.created_at, item.was_tried) == ("opened", ANA, 6, False)
    assert await outbox.list_due(store, ShardRange(1, 1, 2), 60) == []
    assert await store.write(lambda tx: outbox.begin_attempt(tx, item.id, 900))
    assert await outbox.list_due(store, ALL_SHARDS, 899) == [], "not while it may be under way"
    await store.write(lambda tx: outbox.repair_times(tx, ALL_SHARDS, 70))
    assert [(one.attempts, one.was_tried) for one in await outbox.list_due(store, ALL_SHARDS, 70)] == [(1, True)]
    await store.write(lambda tx: outbox.postpone(tx, item.id, 80))
    assert [(one.attempts, one.was_tried) for one in await outbox.list_due(store, ALL_SHARDS, 80)] == [(0, False)]
    assert await store.write(lambda tx: outbox.delete_message(tx, item.id))
    assert not await store.write(lambda tx: outbox.delete_message(tx, item.id))
    assert not await store.write(lambda tx: outbox.begin_attempt(tx, item.id, 900))


async def test_a_clock_that_was_ahead_keeps_the_delay_of_a_message(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await store.write(lambda tx: outbox.add_message(tx, table_id, "seals", 10**9, 10**9 + 48))
    await store.write(lambda tx: outbox.add_message(tx, table_id, "idle", 100, 900))
    await store.write(lambda tx: outbox.repair_times(tx, ALL_SHARDS, 200))
    rows = await store.fetch_all("SELECT kind, created_at, due_at FROM outbox ORDER BY kind")
    assert [tuple(row) for row in rows] == [("idle", 100, 900), ("seals", 200, 248)]


async def test_an_undo_request_is_put_to_the_others_once(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    await play_bid(running_table.tables, ANA)
    rev = (await running_table.tables.load_table(table_id)).revision
    await store.write(lambda tx: undo_requests.save_request(tx, table_id, UndoRequest(rev, 0, 1, (0, 1), 40)))
    (item,) = await outbox.list_due(store, ALL_SHARDS, 60)
    await store.write(lambda tx: undo_requests.remove_agreement(tx, table_id, 1))
    wish = await undo_requests.load_request(store, table_id, rev)
    assert wish is not None
    assert wish.agreed_seats == (0,)
    await store.write(lambda tx: undo_requests.retry_question(tx, table_id, 70))
    assert await outbox.list_due(store, ALL_SHARDS, 70) == [item], "it is due already"
    await store.write(lambda tx: outbox.delete_message(tx, item.id))
    await store.write(lambda tx: undo_requests.retry_question(tx, table_id, 70))
    assert [one.kind for one in await outbox.list_due(store, ALL_SHARDS, 70)] == ["undo"], "it could not be sent"
    await store.write(lambda tx: undo_requests.save_message(tx, table_id, 2**60))
    assert await store.write(lambda tx: undo_requests.expire_request(tx, table_id, 2**60))
    assert not await store.write(lambda tx: undo_requests.expire_request(tx, table_id, 2**60))


async def test_what_a_message_shows_is_noted(running_table: ServiceHarness) -> None:
    store, (table_id,) = running_table.store, await tables.list_live_tables(running_table.store, ALL_SHARDS)
    newest = BoardPost(2, CHANNEL, 2**62, (0, 1))
    for one in (newest, BoardPost(1, CHANNEL, 7, ())):
        await store.write(lambda tx, one=one: board_posts.save_post(tx, table_id, one))
    assert await board_posts.load_post(store, table_id) == newest
    assert [one.revision for one in await board_posts.list_posted_revisions(store, table_id)] == [1, 2]
    assert (await snapshot_lines.load_table_context(store, table_id, 2, None)).post == newest
    empty = snapshot_lines.TableContext(None, None, None, (), ())
    assert await snapshot_lines.load_table_context(store, 99, 2, None) == empty
    await store.write(lambda tx: tables.drop_pending_posts(tx, table_id))
    assert await board_posts.list_unposted(store, ALL_SHARDS) == []
    asked = await store.write(lambda tx: proposals.insert_proposal(tx, table_id, "pace", 24, 0, 5))
    await store.write(lambda tx: proposals.save_message(tx, asked, CHANNEL, 2**60))
    await store.write(lambda tx: proposals.void_seat_proposals(tx, table_id, 1))
    await store.write(lambda tx: proposals.set_state(tx, asked, "carried"))
    stored_proposal = await proposals.load_proposal(store, asked)
    assert stored_proposal is not None
    assert (stored_proposal.state, stored_proposal.message_id) == ("carried", 2**60)
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
    await store.write(lambda tx: user_schedules.set_substitute(tx, ANA, "mate"))
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
    await store.write(lambda tx: tables.add_invitation(tx, table_id, CY, is_removed=True))
    assert await tables.is_invited(store, table_id, CY) is False
    assert await tables.is_invited(store, table_id, ANA) is None
    assert [one.id for one in await user_tables.list_user_tables(store, ANA, 5)] == [table_id]
