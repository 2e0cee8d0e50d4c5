"""Analyses of finished games: closed as long as the end can be taken back, made once, kept, and made again after a kill."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from engine.host.model.table import REOPENED, Table
from engine.host.service.past.analyses import STRETCH
from engine.host.service.tables import Tables
from engine.host.store.past import archive
from engine.host.store.past.archive import Wish
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from engine.kernel.text import Refusal, plain
from engine.players import analysis
from engine.players.analysis import MAX_TURNING_POINTS
from engine.workers.requests import AnalysisRequest, UnansweredError
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn, finish, taken_back
from tests.move_services import InlineMoveService
from tests.recorded import recorded

AMUNDSEN = "frozen-by-declaration"


@pytest.fixture
async def lounge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    """A host with all games, at which computers look at games in a hurry."""
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    home = Inn(tmp_path / "bot.db")
    home.move_service = InlineMoveService()
    await home.open()
    yield home
    await home.store.close()


def move_service(inn: Inn) -> InlineMoveService:
    return cast("InlineMoveService", inn.move_service)


async def over(inn: Inn, channel: int = CHANNEL, *, slug: str = "amundsen", name: str = AMUNDSEN) -> Table:
    """A game that is over for good, opened from its record."""
    table = await inn.tables.lobby.open_record(GUILD, channel, ANA, "Ana", recorded(slug, name).decode())
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    return await inn.tables.lobby.start(table.id, ANA)


async def begin(tables: Tables, channel: int) -> Table:
    """Start a game of two in a channel."""
    table = await tables.lobby.open(GUILD, channel, ANA, "Ana", "amundsen", {})
    await tables.lobby.join(table.id, BEN, "Ben")
    return await tables.lobby.start(table.id, ANA)


async def play_out(tables: Tables, table: Table) -> Table:
    """Play random moves to the end of the game."""
    dice, n = Dice(f"table {table.id}"), count()
    while table.status == "running":
        user = table.user_of((await tables.snapshots.clocks(table.id))[0].seat)
        _, _, menu = await tables.moves.menu(table.id, user)
        words = sample(menu, lambda k: dice.below(k, next(n), "pick"))
        await tables.moves.play(table.id, user, words)
        table = await tables.table(table.id)
    return table


def silent(_done: int, _of: int) -> None:
    """Nobody watches."""


async def made(tables: Tables, table: Table, user: int = ANA) -> None:
    await tables.analyses.make(await tables.analyses.ask(table.id, user), silent)


async def test_a_game_is_looked_at_once_and_kept(lounge: Inn) -> None:
    table = await over(lounge)
    assert await lounge.tables.analyses.kept(table.id) is None
    steps: list[tuple[int, int]] = []
    await lounge.tables.analyses.make(
        await lounge.tables.analyses.ask(table.id, ANA), lambda done, of: steps.append((done, of))
    )
    found = await lounge.tables.analyses.kept(table.id)
    assert found is not None
    last = (await lounge.tables.history.replay(table.id)).last
    assert len(found.analysis.moments) == last
    assert found.analysis.final == (0.0, 0.0), "both froze"
    assert 0 < len(found.turning) <= MAX_TURNING_POINTS
    assert all(told.played and told.best for told in found.turning)
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert {of for _, of in steps} == {-(-last // STRETCH) + analysis.MAX_DEEP_MOMENTS}
    assert not await lounge.tables.analyses.waiting()
    tables = await lounge.restart()
    assert await tables.analyses.kept(table.id) == found
    studies = len(move_service(lounge).requests)
    with pytest.raises(Refusal, match="Ask once more"):
        await tables.analyses.ask(table.id, ANA)
    assert len(move_service(lounge).requests) == studies


async def test_two_games_alike_are_looked_at_alike(lounge: Inn) -> None:
    tables = [await over(lounge, CHANNEL + n) for n in range(2)]
    for table in tables:
        await made(lounge.tables, table)
    one, other = [await lounge.tables.analyses.kept(table.id) for table in tables]
    assert one is not None
    assert other is not None
    assert one.analysis == other.analysis


async def test_nothing_is_told_before_the_game_is_over_for_good(lounge: Inn) -> None:
    table = await begin(lounge.tables, CHANNEL)
    for look in (lounge.tables.analyses.kept(table.id), lounge.tables.analyses.ask(table.id, ANA)):
        with pytest.raises(Refusal, match="when it is over"):
            await look
    table = await play_out(lounge.tables, table)
    assert table.sealed_until is not None
    for look in (lounge.tables.analyses.kept(table.id), lounge.tables.analyses.ask(table.id, ANA)):
        with pytest.raises(Refusal, match="can be taken back until <t:"):
            await look
    lounge.later(seconds=REOPENED)
    assert await lounge.tables.analyses.ask(table.id, ANA)
    closed = await begin(lounge.tables, CHANNEL + 1)
    await lounge.tables.lobby.close(closed.id, ANA, moderator=True)
    with pytest.raises(Refusal, match="closed without a result"):
        await lounge.tables.analyses.ask(closed.id, ANA)


async def test_what_was_under_way_when_the_bot_was_killed_is_made_again(lounge: Inn) -> None:
    table = await over(lounge)
    wish = await lounge.tables.analyses.ask(table.id, ANA)
    move_service(lounge).hold()
    making = asyncio.create_task(lounge.tables.analyses.make(wish, silent))
    await asyncio.sleep(0)
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    move_service(lounge).release()
    tables = await lounge.restart()
    assert await tables.analyses.waiting() == [wish]
    await tables.analyses.make(wish, silent)
    assert await tables.analyses.kept(table.id) is not None
    assert await tables.analyses.waiting() == []


async def test_a_person_waits_for_one_at_a_time_and_others_join(lounge: Inn) -> None:
    first, second = [await over(lounge, CHANNEL + n) for n in range(2)]
    wish = await lounge.tables.analyses.ask(first.id, ANA)
    assert await lounge.tables.analyses.ask(first.id, ANA) == wish, "asked again it is the same one"
    assert await lounge.tables.analyses.ask(first.id, BEN) == wish, "and for others too"
    with pytest.raises(Refusal) as no:
        await lounge.tables.analyses.ask(second.id, ANA)
    assert f"<#{CHANNEL}> is still being made" in plain(no.value.text)
    assert await lounge.tables.analyses.ask(second.id, BEN) == Wish(second.id, BEN, lounge.tables.context.time())
    await lounge.tables.analyses.make(wish, silent)
    with pytest.raises(Refusal, match="Ask once more"):
        await lounge.tables.analyses.ask(first.id, ANA)


async def test_when_nobody_can_think_nobody_waits_any_more(lounge: Inn) -> None:
    table = await over(lounge)
    move_service(lounge).fails = True
    with pytest.raises(UnansweredError):
        await made(lounge.tables, table)
    assert await lounge.tables.analyses.waiting() == []
    move_service(lounge).fails = False
    await made(lounge.tables, table)
    assert await lounge.tables.analyses.kept(table.id) is not None


async def test_it_is_forgotten_when_the_end_is_taken_back(camp: Inn) -> None:
    table = await camp.tables.table(await finish(camp.tables, sealed=True))
    await camp.tables.context.write(lambda tx: archive.wish(tx, Wish(table.id, CY, 1)))
    await camp.tables.context.write(lambda tx: archive.save_analysis(tx, table.id, "{}"))
    await taken_back(camp.tables, table)
    assert (await camp.tables.table(table.id)).status == "running"
    assert await camp.store.all("SELECT * FROM analyses") == []


async def test_a_game_that_nobody_can_judge_and_a_house_without_computers_say_so(camp: Inn) -> None:
    table = await finish(camp.tables)
    with pytest.raises(Refusal, match="Computers do not play here"):
        await camp.tables.analyses.ask(table, ANA)
    camp.move_service = InlineMoveService()
    await camp.restart()
    with pytest.raises(Refusal, match="learned to judge"):
        await camp.tables.analyses.ask(table, ANA)


async def test_of_a_running_game_of_the_same_people_nothing_is_thought_about(lounge: Inn) -> None:
    """Whatever lies hidden there, what is asked about the finished game is the same."""
    asked: list[list[str]] = []
    for seed in ("one", "other"):
        lounge.tables.context.seeds = lambda seed=seed: seed
        running = await begin(lounge.tables, CHANNEL + len(asked) + 5)
        table = await over(lounge, CHANNEL + len(asked))
        await made(lounge.tables, table)
        asked.append([repr(job) for job in move_service(lounge).requests])
        assert all(isinstance(job, AnalysisRequest) and job.seed != seed for job in move_service(lounge).requests)
        move_service(lounge).requests.clear()
        assert running.status == "running"
    assert asked[0] == asked[1]
