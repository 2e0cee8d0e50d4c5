"""Hints: where they are given, that such games count nowhere, and that nothing but the seat's own question is thought about."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import pytest

from engine.host.model.table import Table
from engine.host.service.play.live import Late
from engine.kernel.menu import walk
from engine.kernel.text import Refusal
from engine.players.hints import MAX_HINTS
from engine.workers.requests import HintRequest
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, Inn, finish
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def crewed(inn: Inn) -> Inn:
    """A host at which computers think."""
    inn.move_service = InlineMoveService()
    await inn.restart()
    return inn


def move_service(inn: Inn) -> InlineMoveService:
    return cast("InlineMoveService", inn.move_service)


async def solo(inn: Inn, channel: int = CHANNEL) -> Table:
    """Ana alone against one computer, hers the move."""
    table = await inn.tables.crew.solo(GUILD, channel, ANA, "Ana", "toy", "cadet")
    await let_them_move(inn.tables)
    return await inn.tables.table(table.id)


async def friends(inn: Inn, channel: int = CHANNEL, **options: str) -> Table:
    """Ana and Ben at a running table."""
    table = await inn.tables.lobby.open(GUILD, channel, ANA, "Ana", "toy", {"weather": "no"})
    for name, value in options.items():
        await inn.tables.lobby.set_option(table.id, ANA, name, value)
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    return await inn.tables.lobby.start(table.id, ANA)


async def play_out(inn: Inn, table: Table) -> None:
    """Ana plays what is offered first, and computers think, until the game is over for good."""
    while (await inn.tables.table(table.id)).status == "running":
        await let_them_move(inn.tables)
        if (await inn.tables.table(table.id)).status == "running":
            _, seat, menu = await inn.tables.moves.menu(table.id, ANA)
            await inn.tables.moves.play(table.id, ANA, inn.tables.catalogue.game("toy").stall(seat, menu))
    await inn.tables.ending.over(table.id, ANA)


async def test_alone_one_is_told_that_it_counts_no_more_and_then_what_a_captain_would_do(crewed: Inn) -> None:
    table = await solo(crewed)
    assert crewed.tables.hints.given(table)
    assert await crewed.tables.hints.ask(table.id, ANA, table.asked) is None
    assert not [job for job in move_service(crewed).requests if isinstance(job, HintRequest)]
    assert not (await crewed.tables.table(table.id)).aided
    found = await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)
    assert found is not None
    assert 1 <= len(found.hints) <= MAX_HINTS
    assert all(walk(found.menu, hint.words) is None for hint in found.hints), "whole moves"
    await crewed.restart()
    assert (await crewed.tables.table(table.id)).aided
    again = await crewed.tables.hints.ask(table.id, ANA, table.asked)
    assert again is not None
    assert again.hints == found.hints, "the same question, the same answer"


@pytest.mark.parametrize("asked", [False, True])
async def test_a_game_alone_counts_unless_the_captain_was_asked(crewed: Inn, *, asked: bool) -> None:
    table = await solo(crewed)
    if asked:
        await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)
    await play_out(crewed, table)
    assert bool(await crewed.tables.statistics.against_computers(GUILD, ANA)) != asked
    again = await crewed.tables.lobby.rematch(table.id, ANA, "Ana")
    assert not again.aided, "the next one may count"
    await crewed.tables.lobby.set_option(again.id, ANA, "joining", "everybody")


async def test_who_joins_a_game_alone_has_agreed_to_no_hints(crewed: Inn) -> None:
    """That its person has asked the captain once does not mean that both may from now on."""
    table = await solo(crewed)
    await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)
    await crewed.tables.lobby.invite(table.id, ANA, BEN)
    table = await crewed.tables.crew.take_over(table.id, BEN, "Ben")
    assert not crewed.tables.hints.given(table)
    with pytest.raises(Refusal, match="all agreed"):
        await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)


async def test_friends_have_no_hints(crewed: Inn) -> None:
    table = await friends(crewed)
    assert not crewed.tables.hints.given(table)
    with pytest.raises(Refusal, match="all agreed"):
        await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)


@pytest.mark.parametrize("hints", ["no", "yes"])
async def test_where_all_agreed_to_hints_the_game_counts_for_nobody(crewed: Inn, hints: str) -> None:
    table = await friends(crewed, hints=hints)
    if hints == "yes":
        for user in (ANA, BEN):
            found = await crewed.tables.hints.ask(table.id, user, table.asked)
            assert found is not None
            assert found.seat == table.seat_of(user)
    await finish(crewed.tables)
    assert bool(await crewed.tables.statistics.leaderboard(GUILD, "toy")) == (hints == "no")


async def test_pressed_fifty_times_the_captain_thinks_once(crewed: Inn) -> None:
    table = await solo(crewed)
    move_service(crewed).hold()
    move_service(crewed).requested.clear()
    asking = [
        asyncio.create_task(crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)) for _ in range(50)
    ]
    await move_service(crewed).requested.wait()
    asking[0].cancel()
    move_service(crewed).release()
    found = await asyncio.gather(*asking[1:])
    assert all(one is not None and one.hints == found[-1].hints for one in found)
    await crewed.tables.hints.ask(table.id, ANA, table.asked)
    assert len([job for job in move_service(crewed).requests if isinstance(job, HintRequest)]) == 1


async def test_an_earlier_question_is_not_answered(crewed: Inn) -> None:
    table = await solo(crewed)
    with pytest.raises(Late):
        await crewed.tables.hints.ask(table.id, ANA, table.asked - 1, uncounted=True)


async def test_who_cannot_think_says_so_and_without_computers_there_are_none(crewed: Inn) -> None:
    table = await solo(crewed)
    move_service(crewed).fails = True
    with pytest.raises(Refusal, match="Ask again"):
        await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)
    move_service(crewed).fails = False
    assert await crewed.tables.hints.ask(table.id, ANA, table.asked), "what failed is not kept"
    crewed.move_service = None
    await crewed.restart()
    assert not crewed.tables.hints.given(await crewed.tables.table(table.id))


async def test_neither_the_seed_nor_another_table_is_thought_about(crewed: Inn) -> None:
    """Whatever lies hidden in another game of the same people, what is asked is the same, and holds no seed."""
    asked: list[str] = []
    for n, seed in enumerate(("fish", "fowl")):
        crewed.tables.context.seeds = lambda: "hoosh"
        table = await solo(crewed, CHANNEL + 10 * n)
        crewed.tables.context.seeds = lambda seed=seed: seed
        other = await friends(crewed, CHANNEL + 10 * n + 1)
        assert other.status == "running"
        crewed.tables.context.seeds = lambda: "afresh"
        move_service(crewed).requests.clear()
        await crewed.tables.hints.ask(table.id, ANA, table.asked, uncounted=True)
        (job,) = move_service(crewed).requests
        assert not {"hoosh", seed} & set(repr(job).replace("'", " ").split())
        asked.append(repr(job))
    assert asked[0] == asked[1]


async def test_no_captain_is_asked_about_a_game_whose_end_can_be_taken_back(crewed: Inn) -> None:
    table = await friends(crewed, hints="yes")
    await crewed.tables.hints.ask(table.id, ANA, table.asked)
    table = await crewed.tables.table(await finish(crewed.tables, sealed=True))
    assert table.sealed_until is not None
    move_service(crewed).requests.clear()
    for asked in (table.asked - 1, table.asked):
        with pytest.raises(Refusal):
            await crewed.tables.hints.ask(table.id, ANA, asked)
    assert not move_service(crewed).requests


async def test_a_table_from_before_there_were_hints_has_none(camp: Inn) -> None:
    (row,) = await camp.store.all("SELECT id, table_options FROM tables")
    house = msgspec.json.decode(row["table_options"], type=dict[str, str])
    del house["hints"]
    sql = "UPDATE tables SET table_options = ? WHERE id = ?"
    await camp.tables.context.write(lambda tx: tx.run(sql, msgspec.json.encode(house).decode(), row["id"]))
    tables = await camp.restart()
    assert (await tables.table(row["id"])).house["hints"] == "no"
    await finish(tables)
    assert await tables.statistics.leaderboard(GUILD, "toy")
