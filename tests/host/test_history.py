"""History: pages and numbers of the log, the posts of a moment, and every moment as a spectator saw it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from engine.host.model.table import BoardPost
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.text import UserError, write_plain_text
from tests.host.any_game import AnyGameService, open_service, play_random_move, start_table
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, find_walker, play_bid, play_to_end


@pytest.fixture
async def any_game_service(store_address: Path | str) -> AsyncIterator[AnyGameService]:
    async with open_service(store_address) as made:
        yield made


# ------------------------------------------------------------------ the log
async def test_pages_hold_every_line_once(running_table: ServiceHarness) -> None:
    table_id = await play_to_end(running_table.tables)
    whole = await running_table.tables.history.load_log(table_id, None)
    end: int | None = None
    pages: list[list[str]] = []
    while end != 0:
        page = await running_table.tables.history.load_log_page(table_id, None, 5, end)
        assert page.line_count == len(whole)
        pages.insert(0, [write_plain_text(one.line.text) for one in page.lines])
        end = page.lines_before
    assert list(chain.from_iterable(pages)) == [write_plain_text(line.text) for line in whole]
    assert {len(page) for page in pages[1:]} == {5}


async def test_a_page_out_of_reach_is_the_nearest(running_table: ServiceHarness) -> None:
    table_id = await play_to_end(running_table.tables)
    total = (await running_table.tables.history.load_log_page(table_id, None, 5)).line_count
    assert (await running_table.tables.history.load_log_page(table_id, None, 5, total + 99)).lines_before == total - 5
    assert len((await running_table.tables.history.load_log_page(table_id, None, 5, -3)).lines) == 1


async def test_what_was_taken_back_is_marked_and_loses_its_number(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.undo.take_back(table.id, BEN)
    await running_table.tables.undo.answer(
        table.id, ANA, (await running_table.tables.load_table(table.id)).revision, agrees=True
    )
    await play_bid(running_table.tables, BEN, 1)
    await running_table.tables.moves.play(table.id, await find_walker(running_table.tables), ("rest",))
    page = await running_table.tables.history.load_log_page(table.id, None, 100)
    bids = [line for line in page.lines if "bids" in write_plain_text(line.line.text)]
    assert [line.was_undone for line in bids] == [True, True, False, False]
    assert [line.move_number for line in bids] == [None, None, 2, 2], "both bids are told with the second"
    (taken,) = [line for line in page.lines if "takes back" in write_plain_text(line.line.text)]
    assert not taken.was_undone
    assert taken.move_number is None
    assert write_plain_text(taken.line.text) == "Everybody agrees, and seat 2 takes back: a hidden choice."


async def test_a_line_leads_to_the_first_post_that_showed_it(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.snapshots.record_post(table.id, BoardPost(table.revision, CHANNEL, 500, (0, 1)))
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)
    rev = (await running_table.tables.load_table(table.id)).revision
    await running_table.tables.snapshots.record_post(table.id, BoardPost(rev, CHANNEL, 600, (0,)))
    tables = await running_table.restart()
    await tables.moves.play(table.id, await find_walker(tables), ("rest",))
    page = await tables.history.load_log_page(table.id, None, 100)
    found = {line.line.seq: line.post.message_id if line.post else None for line in page.lines}
    assert found[table.revision] == 500
    assert found[rev] == 600
    assert found[max(found)] is None, "not shown yet"


# ------------------------------------------------------------------ moments
@pytest.mark.parametrize("slug", registry.list_slugs())
async def test_every_moment_is_what_a_spectator_saw_then(any_game_service: AnyGameService, slug: str) -> None:
    tables, luck = any_game_service.tables, Dice(f"moments {slug}")
    table_id = await start_table(tables, slug)
    seen = {}
    for n in range(15):
        snapshot = await tables.snapshots.take_snapshot(table_id, None)
        if not snapshot.waiting_seats:
            break
        replay = await tables.history.load_replay(table_id)
        recent = tuple(line.text for line in snapshot.recent_lines)
        seen[replay.last] = (msgspec.json.encode(snapshot.view), snapshot.waiting_seats, recent)
        await play_random_move(tables, table_id, luck, n)
    replay = await tables.history.load_replay(table_id)
    assert replay.first == 0
    compared = 0
    for frame in replay.build_frames(range(replay.last + 1)):
        if frame.move_number in seen:
            view, waiting, recent = seen[frame.move_number]
            assert msgspec.json.encode(frame.view) == view
            assert frame.waiting_seats == waiting
            assert recent[len(recent) - len(frame.recent_lines) :] == frame.recent_lines
            compared += 1
    assert compared == len(seen) >= 3


async def test_the_last_moment_of_a_finished_game_knows_why_it_is_over(running_table: ServiceHarness) -> None:
    table_id = await play_to_end(running_table.tables)
    replay = await running_table.tables.history.load_replay(table_id)
    (last,) = replay.build_frames({replay.last})
    result = (await running_table.tables.load_table(table_id)).result
    assert result is not None
    assert (last.reason, last.waiting_seats) == (result.reason, ())
    assert "seed" not in repr(replay)


async def test_a_game_given_up_ends_with_who_is_left(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.moves.resign(table.id, BEN)
    (last,) = (await running_table.tables.history.load_replay(table.id)).build_frames({0})
    assert last.reason is not None
    assert write_plain_text(last.reason) == "seat 1 is the last one in the game."
    assert last.waiting_seats == ()


async def test_a_log_that_no_longer_plays_is_shown_as_far_as_it_goes(running_table: ServiceHarness) -> None:
    table_id = await play_to_end(running_table.tables)
    await running_table.store.write(lambda at: at.execute("UPDATE entries SET words = 'fly' WHERE seq = 4"))
    replay = await running_table.tables.history.load_replay(table_id)
    shown: list[int] = []
    with pytest.raises(UserError, match=r"up to move \d+ only"):
        shown.extend(frame.move_number for frame in replay.build_frames(range(replay.last + 1)))
    assert 0 < len(shown) < replay.last


async def test_there_is_nothing_to_show_in_a_lobby(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(1, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="nothing to show"):
        await service.tables.history.load_replay(table.id)
    assert (await service.tables.history.load_log_page(table.id, None, 5)).line_count == 0
