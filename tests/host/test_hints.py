"""Hints: where they are given, that games with hints do not count, and that they use only the seat's own question."""

from __future__ import annotations

import asyncio
from typing import cast

import msgspec
import pytest

from engine.host.model.table import Table
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.menu import follow_words
from engine.kernel.text import UserError
from engine.players.hints import MAX_HINTS
from engine.workers.requests import HintRequest
from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness, play_to_end
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def computer_service(service: ServiceHarness) -> ServiceHarness:
    """Start a host with computer players."""
    service.move_service = InlineMoveService()
    await service.restart()
    return service


def move_service(harness: ServiceHarness) -> InlineMoveService:
    return cast("InlineMoveService", harness.move_service)


async def start_solo(service: ServiceHarness, channel: int = CHANNEL) -> Table:
    """Start a table of Ana against one computer; Ana is to move."""
    table = await service.tables.computer_seats.start_solo(GUILD, channel, ANA, "Ana", "toy", "cadet")
    await let_them_move(service.tables)
    return await service.tables.load_table(table.id)


async def start_table(service: ServiceHarness, channel: int = CHANNEL, **options: str) -> Table:
    """Start a table of Ana and Ben."""
    table = await service.tables.lobby.open(GUILD, channel, ANA, "Ana", "toy", {"weather": "no"})
    for name, value in options.items():
        await service.tables.lobby.set_option(table.id, ANA, name, value)
    await service.tables.lobby.join(table.id, BEN, "Ben")
    return await service.tables.lobby.start(table.id, ANA)


async def play_solo_to_end(service: ServiceHarness, table: Table) -> None:
    """Play the first option for Ana, and the computers' moves, until the end is confirmed."""
    while (await service.tables.load_table(table.id)).status == "running":
        await let_them_move(service.tables)
        if (await service.tables.load_table(table.id)).status == "running":
            _, seat, menu = await service.tables.moves.load_menu(table.id, ANA)
            await service.tables.moves.play(
                table.id, ANA, service.tables.catalogue.load_game("toy").safe_move(seat, menu)
            )
    await service.tables.finish_confirmation.confirm_finish(table.id, ANA)


async def test_alone_one_is_told_that_it_counts_no_more_and_then_what_a_captain_would_do(
    computer_service: ServiceHarness,
) -> None:
    table = await start_solo(computer_service)
    assert computer_service.tables.hints.offers_hints(table)
    assert await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision) is None
    assert not [job for job in move_service(computer_service).requests if isinstance(job, HintRequest)]
    assert not (await computer_service.tables.load_table(table.id)).is_aided
    found = await computer_service.tables.hints.request_hints(
        table.id, ANA, table.asked_revision, accepts_uncounted=True
    )
    assert found is not None
    assert 1 <= len(found.hints) <= MAX_HINTS
    assert all(follow_words(found.menu, hint.words) is None for hint in found.hints), "whole moves"
    await computer_service.restart()
    assert (await computer_service.tables.load_table(table.id)).is_aided
    again = await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision)
    assert again is not None
    assert again.hints == found.hints, "the same question, the same answer"


@pytest.mark.parametrize("asked", [False, True])
async def test_a_game_alone_counts_unless_the_captain_was_asked(
    computer_service: ServiceHarness, *, asked: bool
) -> None:
    table = await start_solo(computer_service)
    if asked:
        await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)
    await play_solo_to_end(computer_service, table)
    assert bool(await computer_service.tables.statistics.list_computer_scores(GUILD, ANA)) != asked
    again = await computer_service.tables.lobby.open_rematch(table.id, ANA, "Ana")
    assert not again.is_aided, "the next one may count"
    await computer_service.tables.lobby.set_option(again.id, ANA, "joining", "everybody")


async def test_who_joins_a_game_alone_has_agreed_to_no_hints(computer_service: ServiceHarness) -> None:
    """A hint taken in a solo game does not allow hints to both players after another person joins."""
    table = await start_solo(computer_service)
    await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)
    await computer_service.tables.lobby.invite(table.id, ANA, BEN)
    table = await computer_service.tables.computer_seats.replace_computer(table.id, BEN, "Ben")
    assert not computer_service.tables.hints.offers_hints(table)
    with pytest.raises(UserError, match="all agreed"):
        await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)


async def test_friends_have_no_hints(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service)
    assert not computer_service.tables.hints.offers_hints(table)
    with pytest.raises(UserError, match="all agreed"):
        await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)


@pytest.mark.parametrize("hints", ["no", "yes"])
async def test_where_all_agreed_to_hints_the_game_counts_for_nobody(
    computer_service: ServiceHarness, hints: str
) -> None:
    table = await start_table(computer_service, hints=hints)
    if hints == "yes":
        for user in (ANA, BEN):
            found = await computer_service.tables.hints.request_hints(table.id, user, table.asked_revision)
            assert found is not None
            assert found.seat == table.find_seat(user)
    await play_to_end(computer_service.tables)
    assert bool(await computer_service.tables.statistics.rank_players(GUILD, "toy")) == (hints == "no")


async def test_fifty_presses_compute_hints_once(computer_service: ServiceHarness) -> None:
    table = await start_solo(computer_service)
    move_service(computer_service).hold()
    move_service(computer_service).requested.clear()
    asking = [
        asyncio.create_task(
            computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)
        )
        for _ in range(50)
    ]
    await move_service(computer_service).requested.wait()
    asking[0].cancel()
    move_service(computer_service).release()
    found = await asyncio.gather(*asking[1:])
    assert all(one is not None and one.hints == found[-1].hints for one in found)
    await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision)
    assert len([job for job in move_service(computer_service).requests if isinstance(job, HintRequest)]) == 1


async def test_an_earlier_question_is_not_answered(computer_service: ServiceHarness) -> None:
    table = await start_solo(computer_service)
    with pytest.raises(StaleControlsError):
        await computer_service.tables.hints.request_hints(
            table.id, ANA, table.asked_revision - 1, accepts_uncounted=True
        )


async def test_failed_hints_and_missing_computers_are_explained(computer_service: ServiceHarness) -> None:
    table = await start_solo(computer_service)
    move_service(computer_service).fails = True
    with pytest.raises(UserError, match="Ask again"):
        await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)
    move_service(computer_service).fails = False
    assert await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision), (
        "what failed is not kept"
    )
    computer_service.move_service = None
    await computer_service.restart()
    assert not computer_service.tables.hints.offers_hints(await computer_service.tables.load_table(table.id))


async def test_hints_use_neither_the_seed_nor_another_table(computer_service: ServiceHarness) -> None:
    """Hidden information of another game of the same people changes no request, and no request has a seed."""
    asked: list[str] = []
    for n, seed in enumerate(("fish", "fowl")):
        computer_service.tables.context.seeds = lambda: "hoosh"
        table = await start_solo(computer_service, CHANNEL + 10 * n)
        computer_service.tables.context.seeds = lambda seed=seed: seed
        other = await start_table(computer_service, CHANNEL + 10 * n + 1)
        assert other.status == "running"
        computer_service.tables.context.seeds = lambda: "afresh"
        move_service(computer_service).requests.clear()
        await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision, accepts_uncounted=True)
        (job,) = move_service(computer_service).requests
        assert not {"hoosh", seed} & set(repr(job).replace("'", " ").split())
        asked.append(repr(job))
    assert asked[0] == asked[1]


async def test_no_captain_is_asked_about_a_game_whose_end_can_be_taken_back(computer_service: ServiceHarness) -> None:
    table = await start_table(computer_service, hints="yes")
    await computer_service.tables.hints.request_hints(table.id, ANA, table.asked_revision)
    table = await computer_service.tables.load_table(await play_to_end(computer_service.tables, stays_sealed=True))
    assert table.seals_open_at is not None
    move_service(computer_service).requests.clear()
    for asked in (table.asked_revision - 1, table.asked_revision):
        with pytest.raises(UserError):
            await computer_service.tables.hints.request_hints(table.id, ANA, asked)
    assert not move_service(computer_service).requests


async def test_a_table_from_before_there_were_hints_has_none(running_table: ServiceHarness) -> None:
    (row,) = await running_table.store.fetch_all("SELECT id, table_options FROM tables")
    house = msgspec.json.decode(row["table_options"], type=dict[str, str])
    del house["hints"]
    sql = "UPDATE tables SET table_options = ? WHERE id = ?"
    await running_table.tables.context.write(lambda tx: tx.execute(sql, msgspec.json.encode(house).decode(), row["id"]))
    tables = await running_table.restart()
    assert (await tables.load_table(row["id"])).table_options["hints"] == "no"
    await play_to_end(tables)
    assert await tables.statistics.rank_players(GUILD, "toy")
