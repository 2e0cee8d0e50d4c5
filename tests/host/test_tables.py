"""Tables as people use them: sitting down, moving once and only once, restarts in mid-decision, who sees what."""

from __future__ import annotations

import asyncio
import sqlite3
from threading import Event
from typing import Any

import msgspec
import pytest

from engine.host.model.table import Post
from engine.host.service.play.live import Late
from engine.host.service.tables import Tables
from engine.host.store.drivers.postgres import PostgresTransaction
from engine.host.store.drivers.sqlite import SqliteTransaction
from engine.kernel.position import replay, start
from engine.kernel.record import dump, parse
from engine.kernel.registry import load
from engine.kernel.script import settle
from engine.kernel.text import Illegal, Refusal, plain
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn, bid, finish, walker


# -------------------------------------------------------------- what is kept
@pytest.mark.parametrize("times", [1, 3])
async def test_a_move_whose_caller_is_gone_counts_all_the_same(
    camp: Inn, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """An interaction may be given up while the disk still writes, more than once: who writes next waits for it."""
    in_thread = camp.store.path is not None
    kind = SqliteTransaction if in_thread else PostgresTransaction
    table, run, writing, given_up = await camp.tables.in_channel(CHANNEL), kind.run, Event(), Event()

    async def noticed(tx: Any, sql: str, *values: Any) -> int:
        writing.set()
        if in_thread:  # SQLite's
            assert given_up.wait(60)
        else:
            await asyncio.to_thread(given_up.wait, 60)
        return await run(tx, sql, *values)

    monkeypatch.setattr(kind, "run", noticed)
    going = asyncio.create_task(bid(camp.tables, ANA))
    await asyncio.to_thread(writing.wait, 60)
    for _ in range(times):
        going.cancel()
        await asyncio.sleep(0)
    after = asyncio.create_task(camp.store.set_fact("after", "it"))
    given_up.set()
    with pytest.raises(asyncio.CancelledError):
        await going
    await after
    assert not camp.store.writing
    assert (await camp.tables.snapshots.take(table.id, None)).waiting == (1,)
    await bid(camp.tables, BEN)
    await camp.restart()
    assert len((await camp.tables.history.record(table.id)).moves) == 2


async def test_a_question_is_made_once_for_who_looks_and_plays(camp: Inn) -> None:
    """But no longer kept than somebody holds it, and never beyond its moment."""
    table = await camp.tables.in_channel(CHANNEL)
    _, _, ana = await camp.tables.moves.menu(table.id, ANA)
    _, _, ben = await camp.tables.moves.menu(table.id, BEN)
    assert (await camp.tables.moves.menu(table.id, ANA))[2] is ana
    assert (await camp.tables.panels.look(table.id, BEN, 1)).menu is ben is not ana
    await bid(camp.tables, ANA)
    with pytest.raises(Refusal, match="not your turn"):
        await camp.tables.moves.menu(table.id, ANA)
    assert (await camp.tables.moves.menu(table.id, BEN))[2] is not ben, "Ana’s answer may have changed it"
    del ana, ben
    live = await camp.tables.context.load(table.id)
    assert all(menu() is None for menu in live.menus.values())


async def test_what_was_read_while_it_changed_is_not_kept(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow reader comes back with a position from before the move. Other tables' moves are nothing to it."""
    here, context = await camp.tables.in_channel(CHANNEL), camp.tables.context
    other = await camp.tables.lobby.open(GUILD, CHANNEL + 1, ANA, "Ana", "toy", {})
    stored, has_read, go_on = context.stored, asyncio.Event(), asyncio.Event()

    async def slow(table_id: int) -> Any:
        row = await stored(table_id)
        if table_id == here.id and not has_read.is_set():
            has_read.set()
            await go_on.wait()
        return row

    monkeypatch.setattr(context, "stored", slow)
    context.forget(here.id)
    reading = asyncio.create_task(context.load(here.id))
    await has_read.wait()
    await camp.tables.lobby.join(other.id, BEN, "Ben")
    await bid(camp.tables, ANA)
    go_on.set()
    assert (await reading).table.rev < (await context.load(here.id)).table.rev

    has_read.clear()
    go_on.clear()
    context.forget(here.id)
    reading = asyncio.create_task(context.load(here.id))
    await has_read.wait()
    await camp.tables.lobby.close(other.id, ANA)
    go_on.set()
    assert await reading is await context.load(here.id), "it need not be read again"


# ------------------------------------------------------------------ the lobby
async def test_one_live_table_a_channel(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="already a table in this channel"):
        await inn.tables.lobby.open(GUILD, CHANNEL, BEN, "Ben", "toy", {})
    await inn.tables.lobby.open(GUILD, CHANNEL + 1, BEN, "Ben", "toy", {})
    await inn.tables.lobby.close(table.id, ANA)
    await inn.tables.lobby.open(GUILD, CHANNEL, BEN, "Ben", "toy", {})


async def test_unknown_games_and_options_are_named(inn: Inn) -> None:
    with pytest.raises(Refusal, match="no game called “chess”"):
        await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "chess", {})
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="no option “wether”"):
        await inn.tables.lobby.set_option(table.id, ANA, "wether", "no")
    with pytest.raises(Refusal, match="“maybe” is not a value"):
        await inn.tables.lobby.set_option(table.id, ANA, "weather", "maybe")
    with pytest.raises(Refusal, match="no seat at this table yet"):
        await inn.tables.lobby.set_option(table.id, BEN, "weather", "no")
    assert (await inn.tables.lobby.set_option(table.id, ANA, "weather", "no")).options["weather"] == "no"


async def test_seats_fill_and_empty(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="already have a seat"):
        await inn.tables.lobby.join(table.id, ANA, "Ana")
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (DEE, "Dee")):
        table = await inn.tables.lobby.join(table.id, user, name)
    with pytest.raises(Refusal, match="All 4 seats are taken"):
        await inn.tables.lobby.join(table.id, 99, "Eve")
    table = await inn.tables.lobby.leave(table.id, ANA)
    assert [(p.seat, p.name) for p in table.seats] == [(0, "Ben"), (1, "Cy"), (2, "Dee")]
    assert table.opened_by == BEN
    with pytest.raises(Refusal, match="no seat at this table"):
        await inn.tables.lobby.leave(table.id, ANA)


async def test_the_last_one_to_leave_closes_the_table(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    assert (await inn.tables.lobby.leave(table.id, ANA)).status == "closed"
    with pytest.raises(Refusal, match="no table in this channel"):
        await inn.tables.in_channel(CHANNEL)


async def test_a_start_needs_enough_players_and_one_of_them(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="needs 2 players; 1 so far"):
        await inn.tables.lobby.start(table.id, ANA)
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="no seat"):
        await inn.tables.lobby.start(table.id, CY)
    assert (await inn.tables.lobby.start(table.id, BEN)).status == "running"
    for change in (
        inn.tables.lobby.start(table.id, ANA),
        inn.tables.lobby.join(table.id, CY, "Cy"),
        inn.tables.lobby.leave(table.id, ANA),
    ):
        with pytest.raises(Refusal, match="has begun"):
            await change


async def test_only_the_opener_or_a_moderator_closes_a_lobby(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="Only the person who opened"):
        await inn.tables.lobby.close(table.id, BEN)
    assert (await inn.tables.lobby.close(table.id, ANA)).status == "closed"


async def test_a_running_game_is_not_closed_by_one_player(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    for user in (ANA, BEN):
        with pytest.raises(Refusal, match="closed by all who play it"):
            await camp.tables.lobby.close(table.id, user)
    assert (await camp.tables.lobby.close(table.id, BEN, moderator=True)).status == "closed"
    with pytest.raises(Refusal, match="over"):
        await bid_anyway(camp.tables, table.id)


async def bid_anyway(tables: Tables, table_id: int) -> None:
    await tables.moves.play(table_id, ANA, ("bid", "f1"))


# ------------------------------------------------------------------ moves
async def test_two_people_answer_the_same_question_in_any_order(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    asked = table.asked
    await bid(camp.tables, BEN, asked=asked)
    half = await camp.tables.in_channel(CHANNEL)
    assert half.asked == asked, "Ana's controls must stay good while Ben answers"
    assert (await camp.tables.snapshots.take(table.id, None)).waiting == (0,)
    await bid(camp.tables, ANA, asked=asked)
    assert (await camp.tables.in_channel(CHANNEL)).asked > asked


async def test_a_double_click_moves_once(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    _, _, menu = await camp.tables.moves.menu(table.id, ANA)
    words = ("bid", menu.then("bid").options[0].word)  # type: ignore[union-attr]
    done = await asyncio.gather(
        camp.tables.moves.play(table.id, ANA, words, asked=table.asked, interaction=1),
        camp.tables.moves.play(table.id, ANA, words, asked=table.asked, interaction=2),
        return_exceptions=True,
    )
    assert [isinstance(one, Late) for one in done] == [False, True]
    assert len((await camp.tables.history.record(table.id)).moves) == 1


async def test_the_same_interaction_twice_moves_once(camp: Inn) -> None:
    await bid(camp.tables, ANA, interaction=7)
    table = await camp.tables.in_channel(CHANNEL)
    again = await camp.tables.moves.play(table.id, ANA, ("bid", "whatever"), interaction=7)
    assert again.rev == table.rev


async def test_an_interaction_of_an_earlier_turn_moves_nothing_though_it_would_be_legal_again(camp: Inn) -> None:
    await bid(camp.tables, ANA, interaction=7)
    await bid(camp.tables, BEN)
    user = await walker(camp.tables)
    before = await camp.tables.moves.play((await camp.tables.in_channel(CHANNEL)).id, user, ("rest",))
    await bid(camp.tables, ANA, interaction=7)
    assert (await camp.tables.in_channel(CHANNEL)).rev == before.rev
    tables = await camp.restart()
    assert (await tables.in_channel(CHANNEL)).rev == before.rev
    assert (await tables.snapshots.take(before.id, None)).waiting == (0, 1), "the bid is still owed"
    await bid(tables, ANA, interaction=8)
    assert (await tables.snapshots.take(before.id, None)).waiting == (1,)


async def test_controls_of_an_earlier_question_are_late(camp: Inn) -> None:
    old = (await camp.tables.in_channel(CHANNEL)).asked
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    user = await walker(camp.tables)
    table = await camp.tables.in_channel(CHANNEL)
    with pytest.raises(Late, match="earlier turn"):
        await camp.tables.moves.play(table.id, user, ("rest",), asked=old)
    with pytest.raises(Late, match="not your turn"):
        await camp.tables.moves.play(table.id, BEN if user == ANA else ANA, ("rest",))
    with pytest.raises(Refusal, match="not in this game"):
        await camp.tables.moves.play(table.id, CY, ("rest",))
    with pytest.raises(Illegal, match="“fly” is not a choice"):
        await camp.tables.moves.play(table.id, user, ("fly",))
    assert (await camp.tables.in_channel(CHANNEL)).rev == table.rev


async def test_a_restart_in_mid_decision_changes_nothing(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    table = await camp.tables.in_channel(CHANNEL)
    before = [msgspec.json.encode(await camp.tables.snapshots.take(table.id, seat)) for seat in (0, 1, None)]
    tables = await camp.restart()
    assert [msgspec.json.encode(await tables.snapshots.take(table.id, seat)) for seat in (0, 1, None)] == before
    await bid(tables, BEN)
    assert len((await tables.history.record(table.id)).moves) >= 2


async def test_a_disk_that_refuses_loses_nothing_and_says_so(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await camp.tables.in_channel(CHANNEL)

    async def full(tx: Any, *_: object) -> None:
        if camp.store.path:
            raise sqlite3.OperationalError("database or disk is full")
        await tx.run("DO $$ BEGIN RAISE disk_full; END $$")

    monkeypatch.setattr("engine.host.store.tables.save_position", full)
    with pytest.raises(Refusal, match="disk is full"):
        await bid(camp.tables, ANA)
    monkeypatch.undo()
    monkeypatch.setattr("engine.kernel.registry.HOME", "tests.kernel.games")
    assert (await camp.tables.in_channel(CHANNEL)).rev == table.rev
    assert not (await camp.tables.history.record(table.id)).moves
    await bid(camp.tables, ANA)


# ------------------------------------------------------------------ the end


async def test_a_game_ends_with_its_result_and_seed(camp: Inn) -> None:
    table_id = (await camp.tables.in_channel(CHANNEL)).id
    promise = await camp.tables.snapshots.seed(table_id)
    assert promise.startswith("sha256:")
    assert await finish(camp.tables) == table_id
    table = await camp.tables.table(table_id)
    assert table.status == "finished"
    assert table.result is not None
    assert plain(table.result.reason) == plain((await camp.tables.history.log(table_id, None))[-1].text)
    assert await camp.tables.snapshots.seed(table_id) == "seed-1"
    with pytest.raises(Refusal, match="This game is over"):
        await camp.tables.in_channel(CHANNEL)
    assert (await camp.tables.in_channel(CHANNEL, live_only=False)).id == table_id


async def test_the_record_of_a_finished_game_replays(camp: Inn) -> None:
    record = parse(dump(await camp.tables.history.record(await finish(camp.tables))))
    game = load("toy")
    origin = start(game, record.seats, settle(game.settings, record.options), record.seed).position
    assert replay(game, origin, record.seed, record.moves).stopped_at is None


async def test_the_record_of_a_running_game_keeps_its_secrets(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    record = await camp.tables.history.record((await camp.tables.in_channel(CHANNEL)).id)
    assert record.seed.startswith("sha256:")
    assert [move.words for move in record.moves] == [("?",)]
    assert not record.moves[0].digest
    assert "seed-1" not in dump(record)


async def test_the_doctor_finds_every_table_the_same(camp: Inn) -> None:
    await finish(camp.tables)
    other = await camp.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await camp.tables.lobby.join(other.id, BEN, "Ben")
    await camp.tables.lobby.start(other.id, ANA)
    await bid(camp.tables, BEN)
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same", "same"]


async def test_the_doctor_finds_a_changed_log(camp: Inn) -> None:
    await finish(camp.tables)
    await camp.store.write(lambda at: at.run("UPDATE entries SET words = 'rest' WHERE words LIKE 'bid %' AND seq = 4"))
    (report,) = doctor.examine(camp.path)
    assert (report.verdict, report.at) == ("refuses", 4)


async def test_two_players_one_gives_up(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    table = await camp.tables.moves.resign(table.id, BEN, interaction=5)
    assert table.status == "finished"
    assert table.result is not None
    assert table.result.winners == (0,)
    assert (await camp.tables.moves.resign(table.id, BEN, interaction=5)).rev == table.rev


async def test_three_players_one_gives_up_and_the_seat_goes_on(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    await inn.tables.lobby.join(table.id, CY, "Cy")
    await inn.tables.lobby.start(table.id, ANA)
    table = await inn.tables.moves.resign(table.id, BEN)
    assert table.status == "running"
    assert 1 not in (await inn.tables.snapshots.take(table.id, None)).waiting
    with pytest.raises(Refusal, match="not in this game"):
        await inn.tables.moves.menu(table.id, BEN)
    await finish(inn.tables)
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]


# ------------------------------------------------------------------ posts
async def test_what_has_not_been_shown_is_known_after_a_restart(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    assert await camp.tables.snapshots.unposted() == [table.id]
    await camp.tables.snapshots.posted(table.id, Post(table.rev, CHANNEL, 555, (0, 1)))
    assert await camp.tables.snapshots.unposted() == []
    await bid(camp.tables, ANA)
    tables = await camp.restart()
    assert await tables.snapshots.unposted() == [table.id]
    await tables.snapshots.posted(table.id, Post(table.rev - 1, CHANNEL, 444, ()))
    post = await tables.snapshots.post(table.id)
    assert post is not None
    assert post.message == 555, "an older post does not replace a newer one"


# ------------------------------------------------------------------ secrets
async def test_private_lines_reach_their_seat_only(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    hers = [plain(line.text) for line in await camp.tables.history.log(table.id, 0)]
    his = [plain(line.text) for line in await camp.tables.history.log(table.id, 1)]
    public = [plain(line.text) for line in await camp.tables.history.log(table.id, None)]
    assert any("You hold" in line for line in hers)
    assert hers != his
    assert not any("You hold" in line for line in public)
    assert [plain(line.text) for line in (await camp.tables.snapshots.take(table.id, 0)).whispers] == [
        x for x in hers if "You hold" in x
    ]
    assert not (await camp.tables.snapshots.take(table.id, None)).whispers
