"""Seats that a computer plays for a person: the others win nothing by it, and the person is asked for nothing meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.host.model.table import Table
from engine.host.service.play.live import Covered
from engine.host.store import entries
from engine.kernel.text import Refusal
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def duo(inn: Inn) -> Inn:
    """Ana and Ben at a running table with 24 hours a move, and Ben's seat is played by a computer."""
    return await begun(inn, (BEN, "Ben"))


@pytest.fixture
async def trio(inn: Inn) -> Inn:
    """Ana, Cy and Ben at such a table."""
    return await begun(inn, (CY, "Cy"), (BEN, "Ben"))


async def begun(inn: Inn, *others: tuple[int, str]) -> Inn:
    inn.move_service = InlineMoveService()
    await inn.restart()
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in others:
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.motions.set_pace(table.id, ANA, 24)
    await inn.tables.lobby.start(table.id, ANA)
    await inn.tables.crew.stand_in(table.id, BEN)
    return inn


async def here(inn: Inn) -> Table:
    return await inn.tables.in_channel(CHANNEL, live_only=False)


async def play(inn: Inn, user: int) -> None:
    table, seat, menu = await inn.tables.moves.menu((await here(inn)).id, user)
    await inn.tables.moves.play(table.id, user, inn.tables.catalogue.game("toy").stall(seat, menu))


async def test_nobody_ends_a_friends_game_while_a_computer_plays_for_them(duo: Inn) -> None:
    table = await here(duo)
    with pytest.raises(Refusal, match="closed by all who play it"):
        await duo.tables.lobby.close(table.id, ANA)
    motion = await duo.tables.motions.close(table.id, ANA)
    assert (motion.state, motion.waits_for) == ("open", (1,))
    assert (await duo.tables.motions.answer(table.id, BEN, motion.id, agree=True)).state == "carried"
    assert (await here(duo)).status == "closed"


async def test_who_has_given_up_is_not_asked(trio: Inn) -> None:
    table = await here(trio)
    await trio.tables.moves.resign(table.id, CY)
    motion = await trio.tables.motions.close(table.id, ANA)
    assert motion.waits_for == (2,)


async def test_what_a_computer_plays_for_a_friend_is_a_friends_answer(tmp_path: Path) -> None:
    """Or one could look at it, and choose again."""
    home = Inn(tmp_path / "bot.db")
    home.move_service = InlineMoveService()
    tables = await home.open()
    table_id = (await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "northwest", {})).id
    await tables.lobby.join(table_id, BEN, "Ben")
    await tables.lobby.start(table_id, ANA)
    await tables.crew.stand_in(table_id, BEN, "cadet")
    shown = True
    while shown:
        await let_them_move(tables)
        _, seat, menu = await tables.moves.menu(table_id, ANA)
        await tables.moves.play(table_id, ANA, tables.catalogue.game("northwest").stall(seat, menu))
        answers = await let_them_move(tables)
        shown = not answers or any(one.barrier for one in (await entries.entries(home.store, table_id))[-1 - answers :])
    with pytest.raises(Refusal, match="nobody else is here to agree"):
        await tables.undo.take_back(table_id, ANA)
    await tables.crew.back(table_id, BEN)
    assert await tables.undo.take_back(table_id, ANA) is not None, "now Ben is asked"
    await home.store.close()


async def test_nothing_waits_for_whom_a_computer_plays(trio: Inn) -> None:
    (mine,) = await trio.tables.people.my_tables(BEN)
    assert (mine.mine, mine.asks) == (False, ())
    (hers,) = await trio.tables.people.my_tables(ANA)
    assert hers.mine
    await let_them_move(trio.tables)
    await play(trio, ANA)
    trio.later(hours=50)
    vote = await trio.tables.votes.open((await here(trio)).id, ANA, 1)
    assert vote.electorate == (0,)
    with pytest.raises(Covered):
        await trio.tables.votes.cast(vote.table, BEN, vote.id, "wait")
    (mine,) = await trio.tables.people.my_tables(BEN)
    assert (mine.mine, mine.asks) == (False, ())
    await trio.tables.crew.back(vote.table, BEN)
    (mine,) = await trio.tables.people.my_tables(BEN)
    assert mine.asks == ("vote",)
