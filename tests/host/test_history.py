"""Looking back: pages and numbers of the log, which post showed what, and every moment as a spectator saw it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from engine.host.model.table import Post
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.text import Refusal, plain
from tests.host.any_game import Room, begun, moved, opened_room
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, finish, walker


@pytest.fixture
async def room(where: Path | str) -> AsyncIterator[Room]:
    async with opened_room(where) as made:
        yield made


# ------------------------------------------------------------------ the log
async def test_pages_hold_every_line_once(camp: Inn) -> None:
    table_id = await finish(camp.tables)
    whole = await camp.tables.history.log(table_id, None)
    end: int | None = None
    pages: list[list[str]] = []
    while end != 0:
        page = await camp.tables.history.log_page(table_id, None, 5, end)
        assert page.total == len(whole)
        pages.insert(0, [plain(one.line.text) for one in page.lines])
        end = page.first
    assert list(chain.from_iterable(pages)) == [plain(line.text) for line in whole]
    assert {len(page) for page in pages[1:]} == {5}


async def test_a_page_out_of_reach_is_the_nearest(camp: Inn) -> None:
    table_id = await finish(camp.tables)
    total = (await camp.tables.history.log_page(table_id, None, 5)).total
    assert (await camp.tables.history.log_page(table_id, None, 5, total + 99)).first == total - 5
    assert len((await camp.tables.history.log_page(table_id, None, 5, -3)).lines) == 1


async def test_what_was_taken_back_is_marked_and_loses_its_number(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.undo.take_back(table.id, BEN)
    await camp.tables.undo.answer(table.id, ANA, (await camp.tables.table(table.id)).rev, agree=True)
    await bid(camp.tables, BEN, 1)
    await camp.tables.moves.play(table.id, await walker(camp.tables), ("rest",))
    page = await camp.tables.history.log_page(table.id, None, 100)
    bids = [line for line in page.lines if "bids" in plain(line.line.text)]
    assert [line.undone for line in bids] == [True, True, False, False]
    assert [line.move for line in bids] == [None, None, 2, 2], "both bids are told with the second"
    (taken,) = [line for line in page.lines if "takes back" in plain(line.line.text)]
    assert not taken.undone
    assert taken.move is None
    assert plain(taken.line.text) == "Everybody agrees, and seat 2 takes back: a hidden choice."


async def test_a_line_leads_to_the_first_post_that_showed_it(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.snapshots.posted(table.id, Post(table.rev, CHANNEL, 500, (0, 1)))
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)
    rev = (await camp.tables.table(table.id)).rev
    await camp.tables.snapshots.posted(table.id, Post(rev, CHANNEL, 600, (0,)))
    tables = await camp.restart()
    await tables.moves.play(table.id, await walker(tables), ("rest",))
    page = await tables.history.log_page(table.id, None, 100)
    found = {line.line.seq: line.shown.message if line.shown else None for line in page.lines}
    assert found[table.rev] == 500
    assert found[rev] == 600
    assert found[max(found)] is None, "not shown yet"


# ------------------------------------------------------------------ moments
@pytest.mark.parametrize("slug", registry.slugs())
async def test_every_moment_is_what_a_spectator_saw_then(room: Room, slug: str) -> None:
    tables, luck = room.tables, Dice(f"moments {slug}")
    table_id = await begun(tables, slug)
    seen = {}
    for n in range(15):
        snapshot = await tables.snapshots.take(table_id, None)
        if not snapshot.waiting:
            break
        replay = await tables.history.replay(table_id)
        recent = tuple(line.text for line in snapshot.recent)
        seen[replay.last] = (msgspec.json.encode(snapshot.view), snapshot.waiting, recent)
        await moved(tables, table_id, luck, n)
    replay = await tables.history.replay(table_id)
    assert replay.first == 0
    compared = 0
    for frame in replay.frames(range(replay.last + 1)):
        if frame.move in seen:
            view, waiting, recent = seen[frame.move]
            assert msgspec.json.encode(frame.view) == view
            assert frame.waiting == waiting
            assert recent[len(recent) - len(frame.recent) :] == frame.recent
            compared += 1
    assert compared == len(seen) >= 3


async def test_the_last_moment_of_a_finished_game_knows_why_it_is_over(camp: Inn) -> None:
    table_id = await finish(camp.tables)
    replay = await camp.tables.history.replay(table_id)
    (last,) = replay.frames({replay.last})
    result = (await camp.tables.table(table_id)).result
    assert result is not None
    assert (last.reason, last.waiting) == (result.reason, ())
    assert "seed" not in repr(replay)


async def test_a_game_given_up_ends_with_who_is_left(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.moves.resign(table.id, BEN)
    (last,) = (await camp.tables.history.replay(table.id)).frames({0})
    assert last.reason is not None
    assert plain(last.reason) == "seat 1 is the last one in the game."
    assert last.waiting == ()


async def test_a_log_that_no_longer_plays_is_shown_as_far_as_it_goes(camp: Inn) -> None:
    table_id = await finish(camp.tables)
    await camp.store.write(lambda at: at.run("UPDATE entries SET words = 'fly' WHERE seq = 4"))
    replay = await camp.tables.history.replay(table_id)
    shown: list[int] = []
    with pytest.raises(Refusal, match=r"up to move \d+ only"):
        shown.extend(frame.move for frame in replay.frames(range(replay.last + 1)))
    assert 0 < len(shown) < replay.last


async def test_there_is_nothing_to_show_in_a_lobby(inn: Inn) -> None:
    table = await inn.tables.lobby.open(1, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="nothing to show"):
        await inn.tables.history.replay(table.id)
    assert (await inn.tables.history.log_page(table.id, None, 5)).total == 0
