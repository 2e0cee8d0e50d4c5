"""A table keeps its components when an owner's file is removed and when the built-in ones change."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.service.table_services import TableServices
from engine.host.store.drivers.opening import open_store
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from engine.kernel.record import format_record
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, ServiceHarness

SLUGS = [slug for slug in registry.list_slugs() if registry.own_components(slug)]
MOVE_COUNT = 12


def write_owner_file(slug: str) -> Mapping[str, str]:
    """Return an owner's file: the built-in one with some values copied from the box."""
    ours = registry.own_components(slug)
    source = next(one for one in ("house", "inferred", "found", "rules") if f'source = "{one}"' in ours)
    return {slug: ours.replace(f'source = "{source}"', 'source = "printed"', 1)}


async def reopen_tables(service: ServiceHarness, components: Mapping[str, str]) -> TableServices:
    await service.store.close()
    service.store = await open_store(service.path)
    service.tables = TableServices(service.store, GameCatalogue(components), lambda: service.now, lambda: "owner")
    return service.tables


async def start_played_table(tables: TableServices, slug: str, channel: int = CHANNEL) -> int:
    """Start a table, play some moves, and return its id."""
    game = tables.catalogue.load_game(slug)
    table = await tables.lobby.open(GUILD, channel, ANA, "Ana", slug, {})
    people = (ANA, BEN, CY, DEE)[: max(game.seat_counts)]
    for user in people[1:]:
        await tables.lobby.join(table.id, user, str(user))
    await tables.lobby.start(table.id, ANA)
    await play_moves(tables, table.id, MOVE_COUNT)
    return table.id


async def play_moves(tables: TableServices, table_id: int, moves: int) -> None:
    luck = Dice("moves of the test")
    for n in range(moves):
        snapshot = await tables.snapshots.take_snapshot(table_id, None)
        if not snapshot.waiting_seats:
            return
        user = snapshot.table.find_seat_user(snapshot.waiting_seats[0])
        _, _, menu = await tables.moves.load_menu(table_id, user)
        rolls = count()
        words = sample_move(menu, lambda below, n=n, rolls=rolls: luck.roll_below(below, n, str(next(rolls))))
        await tables.moves.play(table_id, user, words)


async def resign_all_but_one(tables: TableServices, table_id: int) -> str:
    """Resign for all players but one, and return the table's record."""
    table = await tables.load_table(table_id)
    for person in table.seats[1:]:
        if (await tables.load_table(table_id)).status == "running":
            await tables.moves.resign(table_id, person.user_id)
    assert (await tables.load_table(table_id)).status == "finished"
    return format_record(await tables.history.build_record(table_id))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServiceHarness]:
    home = ServiceHarness(tmp_path / "bot.db")
    await home.open()
    yield home
    await home.store.close()


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_table_outlives_the_file_it_was_started_with(service: ServiceHarness, slug: str) -> None:
    tables = await reopen_tables(service, write_owner_file(slug))
    table_id = await start_played_table(tables, slug)
    tables = await reopen_tables(service, {})
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]
    await play_moves(tables, table_id, 2)
    await undo_last_move(tables, table_id)
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]
    text = await resign_all_but_one(tables, table_id)
    copy = await tables.lobby.open_record(GUILD, CHANNEL + 1, ANA, "Ana", text)
    assert copy.options == (await tables.load_table(table_id)).options


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_table_outlives_a_change_of_our_own_values(service: ServiceHarness, slug: str) -> None:
    """The table keeps the built-in components from its start when an owner's file replaces them."""
    tables = await reopen_tables(service, {})
    table_id = await start_played_table(tables, slug)
    tables = await reopen_tables(service, write_owner_file(slug))
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]
    await play_moves(tables, table_id, 2)
    await undo_last_move(tables, table_id)
    text = await resign_all_but_one(tables, table_id)
    await tables.lobby.open_record(GUILD, CHANNEL + 1, ANA, "Ana", text)
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]


async def undo_last_move(tables: TableServices, table_id: int) -> None:
    """Undo the newest move of a player, with the agreement of all if that is necessary."""
    record = await tables.history.build_record(table_id)
    users = [person.user_id for person in (await tables.load_table(table_id)).seats]
    mover = next(move.seat for move in reversed(record.moves) if move.words != ("?",))
    request = await tables.undo.take_back(table_id, users[mover])
    for user in users if request is not None else ():
        if user != users[mover]:
            assert request is not None
            await tables.undo.answer(table_id, user, request.revision, agrees=True)
    assert len((await tables.history.build_record(table_id)).moves) < len(record.moves)
