"""A table keeps the cards and boards it was started with: with an owner's file, after that is gone, after ours has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.drivers.opening import open_store
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from engine.kernel.record import dump
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn

SLUGS = [slug for slug in registry.slugs() if registry.own_components(slug)]
MOVES = 12


def theirs(slug: str) -> Mapping[str, str]:
    """An owner's file: ours, with something in it copied from the box."""
    ours = registry.own_components(slug)
    source = next(one for one in ("house", "inferred", "found", "rules") if f'source = "{one}"' in ours)
    return {slug: ours.replace(f'source = "{source}"', 'source = "printed"', 1)}


async def reopened(inn: Inn, components: Mapping[str, str]) -> Tables:
    await inn.store.close()
    inn.store = await open_store(inn.path)
    inn.tables = Tables(inn.store, Catalogue(components), lambda: inn.now, lambda: "owner")
    return inn.tables


async def played(tables: Tables, slug: str, channel: int = CHANNEL) -> int:
    """A table some moves after its beginning."""
    game = tables.catalogue.game(slug)
    table = await tables.lobby.open(GUILD, channel, ANA, "Ana", slug, {})
    people = (ANA, BEN, CY, DEE)[: max(game.seats)]
    for user in people[1:]:
        await tables.lobby.join(table.id, user, str(user))
    await tables.lobby.start(table.id, ANA)
    await moved(tables, table.id, MOVES)
    return table.id


async def moved(tables: Tables, table_id: int, moves: int) -> None:
    luck = Dice("moves of the test")
    for n in range(moves):
        snapshot = await tables.snapshots.take(table_id, None)
        if not snapshot.waiting:
            return
        user = snapshot.table.user_of(snapshot.waiting[0])
        _, _, menu = await tables.moves.menu(table_id, user)
        rolls = count()
        words = sample(menu, lambda below, n=n, rolls=rolls: luck.below(below, n, str(next(rolls))))
        await tables.moves.play(table_id, user, words)


async def ended(tables: Tables, table_id: int) -> str:
    """The record of the table, after everybody but one has given up."""
    table = await tables.table(table_id)
    for person in table.seats[1:]:
        if (await tables.table(table_id)).status == "running":
            await tables.moves.resign(table_id, person.user)
    assert (await tables.table(table_id)).status == "finished"
    return dump(await tables.history.record(table_id))


@pytest.fixture
async def inn(tmp_path: Path) -> AsyncIterator[Inn]:
    home = Inn(tmp_path / "bot.db")
    await home.open()
    yield home
    await home.store.close()


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_table_outlives_the_file_it_was_started_with(inn: Inn, slug: str) -> None:
    tables = await reopened(inn, theirs(slug))
    table_id = await played(tables, slug)
    tables = await reopened(inn, {})
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]
    await moved(tables, table_id, 2)
    await taken_back(tables, table_id)
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]
    text = await ended(tables, table_id)
    copy = await tables.lobby.open_record(GUILD, CHANNEL + 1, ANA, "Ana", text)
    assert copy.options == (await tables.table(table_id)).options


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_table_outlives_a_change_of_our_own_values(inn: Inn, slug: str) -> None:
    """What is ours today is an owner's file tomorrow, which is the same to a table: its components are not the new ones."""
    tables = await reopened(inn, {})
    table_id = await played(tables, slug)
    tables = await reopened(inn, theirs(slug))
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]
    await moved(tables, table_id, 2)
    await taken_back(tables, table_id)
    text = await ended(tables, table_id)
    await tables.lobby.open_record(GUILD, CHANNEL + 1, ANA, "Ana", text)
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]


async def taken_back(tables: Tables, table_id: int) -> None:
    """The newest move of a player, by agreement of all where that is needed."""
    record = await tables.history.record(table_id)
    users = [person.user for person in (await tables.table(table_id)).seats]
    mover = next(move.seat for move in reversed(record.moves) if move.words != ("?",))
    request = await tables.undo.take_back(table_id, users[mover])
    for user in users if request is not None else ():
        if user != users[mover]:
            assert request is not None
            await tables.undo.answer(table_id, user, request.rev, agree=True)
    assert len((await tables.history.record(table_id)).moves) < len(record.moves)
