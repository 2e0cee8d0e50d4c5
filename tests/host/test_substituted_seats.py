"""Seats that a computer plays for a person: they give the others no advantage, and the person is asked nothing meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.host.model.table import Table
from engine.host.service.seat_checks import SubstitutedError
from engine.host.store import entries
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def paced_duo(service: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana and Ben with 24 hours a move; a computer plays Ben's seat."""
    return await start_table(service, (BEN, "Ben"))


@pytest.fixture
async def paced_trio(service: ServiceHarness) -> ServiceHarness:
    """Start such a table of Ana, Cy and Ben."""
    return await start_table(service, (CY, "Cy"), (BEN, "Ben"))


async def start_table(service: ServiceHarness, *other_users: tuple[int, str]) -> ServiceHarness:
    service.move_service = InlineMoveService()
    await service.restart()
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await service.tables.lobby.set_option(table.id, ANA, "rated", "no")
    for user, name in other_users:
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.proposals.set_pace(table.id, ANA, 24)
    await service.tables.lobby.start(table.id, ANA)
    await service.tables.substitutes.substitute(table.id, BEN)
    return service


async def find_table(service: ServiceHarness) -> Table:
    return await service.tables.find_channel_table(CHANNEL, live_only=False)


async def play_first_option(service: ServiceHarness, user: int) -> None:
    table, seat, menu = await service.tables.moves.load_menu((await find_table(service)).id, user)
    await service.tables.moves.play(table.id, user, service.tables.catalogue.load_game("toy").safe_move(seat, menu))


async def test_nobody_ends_a_friends_game_while_a_computer_plays_for_them(paced_duo: ServiceHarness) -> None:
    table = await find_table(paced_duo)
    with pytest.raises(UserError, match="closed by all who play it"):
        await paced_duo.tables.lobby.close(table.id, ANA)
    motion = await paced_duo.tables.proposals.propose_close(table.id, ANA)
    assert (motion.state, motion.waiting_seats) == ("open", (1,))
    assert (await paced_duo.tables.proposals.answer_proposal(table.id, BEN, motion.id, agrees=True)).state == "carried"
    assert (await find_table(paced_duo)).status == "closed"


async def test_who_has_given_up_is_not_asked(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.moves.resign(table.id, CY)
    motion = await paced_trio.tables.proposals.propose_close(table.id, ANA)
    assert motion.waiting_seats == (2,)


async def test_a_substitutes_move_needs_consent_to_undo(tmp_path: Path) -> None:
    """Otherwise the player could look at the move and choose another."""
    home = ServiceHarness(tmp_path / "bot.db")
    home.move_service = InlineMoveService()
    tables = await home.open()
    table_id = (await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "northwest", {})).id
    await tables.lobby.set_option(table_id, ANA, "rated", "no")
    await tables.lobby.join(table_id, BEN, "Ben")
    await tables.lobby.start(table_id, ANA)
    await tables.substitutes.substitute(table_id, BEN, "cadet")
    shown = True
    while shown:
        await let_them_move(tables)
        _, seat, menu = await tables.moves.load_menu(table_id, ANA)
        await tables.moves.play(table_id, ANA, tables.catalogue.load_game("northwest").safe_move(seat, menu))
        answers = await let_them_move(tables)
        shown = not answers or any(
            one.is_barrier for one in (await entries.load_entries(home.store, table_id))[-1 - answers :]
        )
    with pytest.raises(UserError, match="nobody else is here to agree"):
        await tables.undo.take_back(table_id, ANA)
    await tables.substitutes.end_substitution(table_id, BEN)
    assert await tables.undo.take_back(table_id, ANA) is not None, "now Ben is asked"
    await home.store.close()


async def test_nothing_waits_for_a_substituted_player(paced_trio: ServiceHarness) -> None:
    (mine,) = await paced_trio.tables.schedules.list_user_tables(BEN)
    assert (mine.is_waiting_for_user, mine.pending_requests) == (False, ())
    (hers,) = await paced_trio.tables.schedules.list_user_tables(ANA)
    assert hers.is_waiting_for_user
    await let_them_move(paced_trio.tables)
    await play_first_option(paced_trio, ANA)
    paced_trio.advance_clock(hours=50)
    vote = await paced_trio.tables.votes.open((await find_table(paced_trio)).id, ANA, 1)
    assert vote.electorate == (0,)
    with pytest.raises(SubstitutedError):
        await paced_trio.tables.votes.cast(vote.table_id, BEN, vote.id, "wait")
    (mine,) = await paced_trio.tables.schedules.list_user_tables(BEN)
    assert (mine.is_waiting_for_user, mine.pending_requests) == (False, ())
    await paced_trio.tables.substitutes.end_substitution(vote.table_id, BEN)
    (mine,) = await paced_trio.tables.schedules.list_user_tables(BEN)
    assert mine.pending_requests == ("vote",)
