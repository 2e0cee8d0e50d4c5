"""Tables in use: taking seats, moving exactly once, restarts in the middle of a decision, and private information."""

from __future__ import annotations

import asyncio
import sqlite3
from threading import Event
from typing import Any

import msgspec
import pytest

from engine.host.model.table import BoardPost
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.postgres import PostgresTransaction
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.kernel.position import begin_game, replay_moves
from engine.kernel.record import format_record, parse_record
from engine.kernel.registry import load_game
from engine.kernel.script import complete_options
from engine.kernel.text import IllegalMoveError, UserError, write_plain_text
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, ServiceHarness, find_walker, play_bid, play_to_end


# -------------------------------------------------------------- cache
@pytest.mark.parametrize("times", [1, 3])
async def test_a_move_whose_caller_is_gone_counts_all_the_same(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """An interaction may be cancelled during the write, more than once. The next writer waits for it."""
    in_thread = running_table.store.path is not None
    kind = SqliteTransaction if in_thread else PostgresTransaction
    table, run, writing, given_up = (
        await running_table.tables.find_channel_table(CHANNEL),
        kind.execute,
        Event(),
        Event(),
    )

    async def noticed(tx: Any, sql: str, *values: Any) -> int:
        writing.set()
        if in_thread:  # SQLite's
            assert given_up.wait(60)
        else:
            await asyncio.to_thread(given_up.wait, 60)
        return await run(tx, sql, *values)

    monkeypatch.setattr(kind, "execute", noticed)
    going = asyncio.create_task(play_bid(running_table.tables, ANA))
    await asyncio.to_thread(writing.wait, 60)
    for _ in range(times):
        going.cancel()
        await asyncio.sleep(0)
    after = asyncio.create_task(running_table.store.set_fact("after", "it"))
    given_up.set()
    with pytest.raises(asyncio.CancelledError):
        await going
    await after
    assert not running_table.store.writes_in_progress
    assert (await running_table.tables.snapshots.take_snapshot(table.id, None)).waiting_seats == (1,)
    await play_bid(running_table.tables, BEN)
    await running_table.restart()
    assert len((await running_table.tables.history.build_record(table.id)).moves) == 2


async def test_a_question_is_made_once_for_who_looks_and_plays(running_table: ServiceHarness) -> None:
    """It is kept only while in use, and only for its own moment."""
    table = await running_table.tables.find_channel_table(CHANNEL)
    _, _, ana = await running_table.tables.moves.load_menu(table.id, ANA)
    _, _, ben = await running_table.tables.moves.load_menu(table.id, BEN)
    assert (await running_table.tables.moves.load_menu(table.id, ANA))[2] is ana
    assert (await running_table.tables.panels.load_panel(table.id, BEN, 1)).menu is ben is not ana
    await play_bid(running_table.tables, ANA)
    with pytest.raises(UserError, match="not your turn"):
        await running_table.tables.moves.load_menu(table.id, ANA)
    assert (await running_table.tables.moves.load_menu(table.id, BEN))[2] is not ben, "Ana’s answer may have changed it"
    del ana, ben
    live = await running_table.tables.context.load_playable(table.id)
    assert all(menu() is None for menu in live.menu_refs.values())


async def test_what_was_read_while_it_changed_is_not_kept(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow read may return a position from before the move. Moves of other tables do not matter."""
    here, context = await running_table.tables.find_channel_table(CHANNEL), running_table.tables.context
    other = await running_table.tables.lobby.open(GUILD, CHANNEL + 1, ANA, "Ana", "toy", {})
    stored, has_read, go_on = context.load_stored, asyncio.Event(), asyncio.Event()

    async def slow(table_id: int) -> Any:
        row = await stored(table_id)
        if table_id == here.id and not has_read.is_set():
            has_read.set()
            await go_on.wait()
        return row

    monkeypatch.setattr(context, "load_stored", slow)
    context.drop_cached(here.id)
    reading = asyncio.create_task(context.load_playable(here.id))
    await has_read.wait()
    await running_table.tables.lobby.join(other.id, BEN, "Ben")
    await play_bid(running_table.tables, ANA)
    go_on.set()
    assert (await reading).table.revision < (await context.load_playable(here.id)).table.revision

    has_read.clear()
    go_on.clear()
    context.drop_cached(here.id)
    reading = asyncio.create_task(context.load_playable(here.id))
    await has_read.wait()
    await running_table.tables.lobby.close(other.id, ANA)
    go_on.set()
    assert await reading is await context.load_playable(here.id), "it need not be read again"


# ------------------------------------------------------------------ the lobby
async def test_one_live_table_a_channel(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="already a table in this channel"):
        await service.tables.lobby.open(GUILD, CHANNEL, BEN, "Ben", "toy", {})
    await service.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    await service.tables.lobby.close(table.id, ANA)
    await service.tables.lobby.open(GUILD, CHANNEL, BEN, "Ben", "toy", {})


async def test_unknown_games_and_options_are_named(service: ServiceHarness) -> None:
    with pytest.raises(UserError, match="no game called “chess”"):
        await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "chess", {})
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="no option “wether”"):
        await service.tables.lobby.set_option(table.id, ANA, "wether", "no")
    with pytest.raises(UserError, match="“maybe” is not a value"):
        await service.tables.lobby.set_option(table.id, ANA, "weather", "maybe")
    with pytest.raises(UserError, match="no seat at this table yet"):
        await service.tables.lobby.set_option(table.id, BEN, "weather", "no")
    assert (await service.tables.lobby.set_option(table.id, ANA, "weather", "no")).options["weather"] == "no"


async def test_seats_fill_and_empty(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="already have a seat"):
        await service.tables.lobby.join(table.id, ANA, "Ana")
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (DEE, "Dee")):
        table = await service.tables.lobby.join(table.id, user, name)
    with pytest.raises(UserError, match="All 4 seats are taken"):
        await service.tables.lobby.join(table.id, 99, "Eve")
    table = await service.tables.lobby.leave(table.id, ANA)
    assert [(p.seat, p.name) for p in table.seats] == [(0, "Ben"), (1, "Cy"), (2, "Dee")]
    assert table.opened_by == BEN
    with pytest.raises(UserError, match="no seat at this table"):
        await service.tables.lobby.leave(table.id, ANA)


async def test_the_last_one_to_leave_closes_the_table(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    assert (await service.tables.lobby.leave(table.id, ANA)).status == "closed"
    with pytest.raises(UserError, match="no table in this channel"):
        await service.tables.find_channel_table(CHANNEL)


async def test_a_start_needs_enough_players_and_one_of_them(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="needs 2 players; 1 so far"):
        await service.tables.lobby.start(table.id, ANA)
    await service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="no seat"):
        await service.tables.lobby.start(table.id, CY)
    assert (await service.tables.lobby.start(table.id, BEN)).status == "running"
    for change in (
        service.tables.lobby.start(table.id, ANA),
        service.tables.lobby.join(table.id, CY, "Cy"),
        service.tables.lobby.leave(table.id, ANA),
    ):
        with pytest.raises(UserError, match="has begun"):
            await change


async def test_only_the_opener_or_a_moderator_closes_a_lobby(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="Only the person who opened"):
        await service.tables.lobby.close(table.id, BEN)
    assert (await service.tables.lobby.close(table.id, ANA)).status == "closed"


async def test_a_running_game_is_not_closed_by_one_player(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    for user in (ANA, BEN):
        with pytest.raises(UserError, match="closed by all who play it"):
            await running_table.tables.lobby.close(table.id, user)
    assert (await running_table.tables.lobby.close(table.id, 99, is_moderator=True)).status == "closed"
    with pytest.raises(UserError, match="over"):
        await bid_ignoring_errors(running_table.tables, table.id)


async def bid_ignoring_errors(tables: TableServices, table_id: int) -> None:
    await tables.moves.play(table_id, ANA, ("bid", "f1"))


# ------------------------------------------------------------------ moves
async def test_two_people_answer_the_same_question_in_any_order(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    asked = table.asked_revision
    await play_bid(running_table.tables, BEN, asked=asked)
    half = await running_table.tables.find_channel_table(CHANNEL)
    assert half.asked_revision == asked, "Ana's controls must stay good while Ben answers"
    assert (await running_table.tables.snapshots.take_snapshot(table.id, None)).waiting_seats == (0,)
    await play_bid(running_table.tables, ANA, asked=asked)
    assert (await running_table.tables.find_channel_table(CHANNEL)).asked_revision > asked


async def test_a_double_click_moves_once(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    _, _, menu = await running_table.tables.moves.load_menu(table.id, ANA)
    words = ("bid", menu.next_menu("bid").options[0].word)  # type: ignore[union-attr]
    done = await asyncio.gather(
        running_table.tables.moves.play(table.id, ANA, words, asked_revision=table.asked_revision, interaction_id=1),
        running_table.tables.moves.play(table.id, ANA, words, asked_revision=table.asked_revision, interaction_id=2),
        return_exceptions=True,
    )
    assert [isinstance(one, StaleControlsError) for one in done] == [False, True]
    assert len((await running_table.tables.history.build_record(table.id)).moves) == 1


async def test_the_same_interaction_twice_moves_once(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA, interaction=7)
    table = await running_table.tables.find_channel_table(CHANNEL)
    again = await running_table.tables.moves.play(table.id, ANA, ("bid", "whatever"), interaction_id=7)
    assert again.revision == table.revision


async def test_an_interaction_of_an_earlier_turn_moves_nothing_though_it_would_be_legal_again(
    running_table: ServiceHarness,
) -> None:
    await play_bid(running_table.tables, ANA, interaction=7)
    await play_bid(running_table.tables, BEN)
    user = await find_walker(running_table.tables)
    before = await running_table.tables.moves.play(
        (await running_table.tables.find_channel_table(CHANNEL)).id, user, ("rest",)
    )
    await play_bid(running_table.tables, ANA, interaction=7)
    assert (await running_table.tables.find_channel_table(CHANNEL)).revision == before.revision
    tables = await running_table.restart()
    assert (await tables.find_channel_table(CHANNEL)).revision == before.revision
    assert (await tables.snapshots.take_snapshot(before.id, None)).waiting_seats == (0, 1), "the bid is still owed"
    await play_bid(tables, ANA, interaction=8)
    assert (await tables.snapshots.take_snapshot(before.id, None)).waiting_seats == (1,)


async def test_controls_of_an_earlier_question_are_late(running_table: ServiceHarness) -> None:
    old = (await running_table.tables.find_channel_table(CHANNEL)).asked_revision
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    user = await find_walker(running_table.tables)
    table = await running_table.tables.find_channel_table(CHANNEL)
    with pytest.raises(StaleControlsError, match="earlier turn"):
        await running_table.tables.moves.play(table.id, user, ("rest",), asked_revision=old)
    with pytest.raises(StaleControlsError, match="not your turn"):
        await running_table.tables.moves.play(table.id, BEN if user == ANA else ANA, ("rest",))
    with pytest.raises(UserError, match="not in this game"):
        await running_table.tables.moves.play(table.id, CY, ("rest",))
    with pytest.raises(IllegalMoveError, match="“fly” is not a choice"):
        await running_table.tables.moves.play(table.id, user, ("fly",))
    assert (await running_table.tables.find_channel_table(CHANNEL)).revision == table.revision


async def test_a_restart_in_mid_decision_changes_nothing(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    table = await running_table.tables.find_channel_table(CHANNEL)
    before = [
        msgspec.json.encode(await running_table.tables.snapshots.take_snapshot(table.id, seat)) for seat in (0, 1, None)
    ]
    tables = await running_table.restart()
    assert [
        msgspec.json.encode(await tables.snapshots.take_snapshot(table.id, seat)) for seat in (0, 1, None)
    ] == before
    await play_bid(tables, BEN)
    assert len((await tables.history.build_record(table.id)).moves) >= 2


async def test_a_disk_that_refuses_loses_nothing_and_says_so(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)

    async def full(tx: Any, *_: object) -> None:
        if running_table.store.path:
            raise sqlite3.OperationalError("database or disk is full")
        await tx.execute("DO $$ BEGIN RAISE disk_full; END $$")

    monkeypatch.setattr("engine.host.store.tables.save_position", full)
    with pytest.raises(UserError, match="disk is full"):
        await play_bid(running_table.tables, ANA)
    monkeypatch.undo()
    monkeypatch.setattr("engine.kernel.registry.GAMES_PACKAGE", "tests.kernel.games")
    assert (await running_table.tables.find_channel_table(CHANNEL)).revision == table.revision
    assert not (await running_table.tables.history.build_record(table.id)).moves
    await play_bid(running_table.tables, ANA)


# ------------------------------------------------------------------ the end


async def test_a_game_ends_with_its_result_and_seed(running_table: ServiceHarness) -> None:
    table_id = (await running_table.tables.find_channel_table(CHANNEL)).id
    promise = await running_table.tables.snapshots.load_seed(table_id)
    assert promise.startswith("sha256:")
    assert await play_to_end(running_table.tables) == table_id
    table = await running_table.tables.load_table(table_id)
    assert table.status == "finished"
    assert table.result is not None
    assert write_plain_text(table.result.reason) == write_plain_text(
        (await running_table.tables.history.load_log(table_id, None))[-1].text
    )
    assert await running_table.tables.snapshots.load_seed(table_id) == "seed-1"
    with pytest.raises(UserError, match="This game is over"):
        await running_table.tables.find_channel_table(CHANNEL)
    assert (await running_table.tables.find_channel_table(CHANNEL, live_only=False)).id == table_id


async def test_the_record_of_a_finished_game_replays(running_table: ServiceHarness) -> None:
    record = parse_record(
        format_record(await running_table.tables.history.build_record(await play_to_end(running_table.tables)))
    )
    game = load_game("toy")
    origin = begin_game(game, record.seat_count, complete_options(game.settings, record.options), record.seed).position
    assert replay_moves(game, origin, record.seed, record.moves).stopped_at is None


async def test_the_record_of_a_running_game_keeps_its_secrets(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    record = await running_table.tables.history.build_record(
        (await running_table.tables.find_channel_table(CHANNEL)).id
    )
    assert record.seed.startswith("sha256:")
    assert [move.words for move in record.moves] == [("?",)]
    assert not record.moves[0].digest
    assert "seed-1" not in format_record(record)


async def test_the_doctor_finds_every_table_the_same(running_table: ServiceHarness) -> None:
    await play_to_end(running_table.tables)
    other = await running_table.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await running_table.tables.lobby.join(other.id, BEN, "Ben")
    await running_table.tables.lobby.start(other.id, ANA)
    await play_bid(running_table.tables, BEN)
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same", "same"]


async def test_the_doctor_finds_a_changed_log(running_table: ServiceHarness) -> None:
    await play_to_end(running_table.tables)
    await running_table.store.write(
        lambda at: at.execute("UPDATE entries SET words = 'rest' WHERE words LIKE 'bid %' AND seq = 4")
    )
    (report,) = doctor.check_tables(running_table.path)
    assert (report.verdict, report.failed_seq) == ("refuses", 4)


async def test_two_players_one_gives_up(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    table = await running_table.tables.moves.resign(table.id, BEN, interaction_id=5)
    assert table.status == "finished"
    assert table.result is not None
    assert table.result.winners == (0,)
    assert (await running_table.tables.moves.resign(table.id, BEN, interaction_id=5)).revision == table.revision


async def test_three_players_one_gives_up_and_the_seat_goes_on(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.lobby.join(table.id, CY, "Cy")
    await service.tables.lobby.start(table.id, ANA)
    table = await service.tables.moves.resign(table.id, BEN)
    assert table.status == "running"
    assert 1 not in (await service.tables.snapshots.take_snapshot(table.id, None)).waiting_seats
    with pytest.raises(UserError, match="not in this game"):
        await service.tables.moves.load_menu(table.id, BEN)
    await play_to_end(service.tables)
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]


# ------------------------------------------------------------------ posts
async def test_what_has_not_been_shown_is_known_after_a_restart(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    assert await running_table.tables.snapshots.list_unposted() == [table.id]
    await running_table.tables.snapshots.record_post(table.id, BoardPost(table.revision, CHANNEL, 555, (0, 1)))
    assert await running_table.tables.snapshots.list_unposted() == []
    await play_bid(running_table.tables, ANA)
    tables = await running_table.restart()
    assert await tables.snapshots.list_unposted() == [table.id]
    await tables.snapshots.record_post(table.id, BoardPost(table.revision - 1, CHANNEL, 444, ()))
    post = await tables.snapshots.load_post(table.id)
    assert post is not None
    assert post.message_id == 555, "an older post does not replace a newer one"


# ------------------------------------------------------------------ secrets
async def test_private_lines_reach_their_seat_only(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    hers = [write_plain_text(line.text) for line in await running_table.tables.history.load_log(table.id, 0)]
    his = [write_plain_text(line.text) for line in await running_table.tables.history.load_log(table.id, 1)]
    public = [write_plain_text(line.text) for line in await running_table.tables.history.load_log(table.id, None)]
    assert any("You hold" in line for line in hers)
    assert hers != his
    assert not any("You hold" in line for line in public)
    assert [
        write_plain_text(line.text)
        for line in (await running_table.tables.snapshots.take_snapshot(table.id, 0)).private_lines
    ] == [x for x in hers if "You hold" in x]
    assert not (await running_table.tables.snapshots.take_snapshot(table.id, None)).private_lines


async def test_a_guest_who_was_taken_off_a_table_needs_an_invitation(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.lobby.remove_user(table.id, ANA, BEN)
    with pytest.raises(UserError, match="taken off this table"):
        await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.lobby.invite(table.id, ANA, BEN)
    assert len((await service.tables.lobby.join(table.id, BEN, "Ben")).seats) == 2
