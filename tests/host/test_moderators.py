"""Moderators at a table: who plays there acts only with the consent of all others, and every act is named and listed."""

from __future__ import annotations

import pytest

from engine.host.model.votes import Proposal
from engine.host.service.moderation import InvolvedModeratorError
from engine.host.store import entries
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, ServiceHarness, play_bid


async def find_table_id(service: ServiceHarness) -> int:
    return (await service.tables.find_channel_table(CHANNEL)).id


async def play_round(service: ServiceHarness) -> int:
    """Let all bid, which shows the bids, and return the table's id."""
    for user in (ANA, BEN, CY):
        await play_bid(service.tables, user)
    return await find_table_id(service)


async def list_lines(service: ServiceHarness, table_id: int) -> list[str]:
    return [write_plain_text(line.text) for line in await service.tables.history.load_log(table_id, None)]


async def rewind(service: ServiceHarness, table_id: int, user: int, move: int) -> None:
    revision = (await service.tables.load_table(table_id)).revision
    await service.tables.rewind.carry_out(table_id, user, move, revision)


async def agree(service: ServiceHarness, proposal: Proposal, *users: int) -> str:
    """Let users agree, and return the state of the proposal."""
    for user in users:
        proposal = await service.tables.proposals.answer_proposal(proposal.table_id, user, proposal.id, agrees=True)
    return proposal.state


# ------------------------------------------------------------------ who plays
async def test_a_moderator_who_plays_takes_nothing_back_alone(paced_trio: ServiceHarness) -> None:
    table_id = await play_round(paced_trio)
    with pytest.raises(InvolvedModeratorError):
        await rewind(paced_trio, table_id, ANA, 0)
    proposal = await paced_trio.tables.proposals.propose_rewind(table_id, ANA, 1)
    assert await agree(paced_trio, proposal, BEN) == "open"
    paced_trio.advance_clock(hours=47)
    assert await agree(paced_trio, proposal, CY) == "carried", "it also waits for those who are late"
    table = await paced_trio.tables.load_table(table_id)
    assert table.table_options["rated"] == "yes", "everybody has agreed"
    assert len((await paced_trio.tables.history.build_record(table_id)).moves) == 1
    assert "Everybody agrees, and the table goes back to the board after move 1" in "\n".join(
        await list_lines(paced_trio, table_id)
    )
    assert await paced_trio.tables.admin.list_moderator_acts() == []
    assert [report.verdict for report in doctor.check_tables(paced_trio.path)] == ["same"]


async def test_one_refusal_is_enough(paced_trio: ServiceHarness) -> None:
    table_id = await play_round(paced_trio)
    proposal = await paced_trio.tables.proposals.propose_rewind(table_id, ANA, 0)
    await agree(paced_trio, proposal, BEN)
    refused = await paced_trio.tables.proposals.answer_proposal(table_id, CY, proposal.id, agrees=False)
    assert refused.state == "refused"
    assert len((await paced_trio.tables.history.build_record(table_id)).moves) == 3


async def test_a_moderator_who_plays_closes_nothing_alone(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    with pytest.raises(UserError, match="closed by all who play"):
        await paced_trio.tables.lobby.close(table_id, ANA, is_moderator=True)
    assert (await paced_trio.tables.load_table(table_id)).status == "running"


async def test_a_moderator_who_was_dropped_asks_for_the_seat(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await paced_trio.tables.moves.resign(table_id, CY)
    for player in (CY, BEN):
        with pytest.raises(InvolvedModeratorError):
            await paced_trio.tables.handover.reinstate_player(table_id, CY, player)
    proposal = await paced_trio.tables.proposals.propose_reinstatement(table_id, CY, CY)
    assert await agree(paced_trio, proposal, ANA) == "open"
    assert (await paced_trio.tables.load_table(table_id)).find_seat(CY) is None
    assert await agree(paced_trio, proposal, BEN) == "carried"
    assert (await paced_trio.tables.load_table(table_id)).find_seat(CY) == 2


async def test_who_has_handed_the_seat_on_does_nothing_at_the_table(paced_trio: ServiceHarness) -> None:
    table_id = await play_round(paced_trio)
    offer = await paced_trio.tables.handover.offer_seat(table_id, CY, DEE, "Dee")
    await paced_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 2, offer.revision)
    with pytest.raises(InvolvedModeratorError):
        await rewind(paced_trio, table_id, CY, 0)
    with pytest.raises(InvolvedModeratorError):
        await paced_trio.tables.proposals.propose_rewind(table_id, CY, 0)
    with pytest.raises(UserError, match="closed by all who play"):
        await paced_trio.tables.lobby.close(table_id, CY, is_moderator=True)
    with pytest.raises(InvolvedModeratorError):
        await paced_trio.tables.handover.assign_seat(table_id, 2, 99, "Eve", moderator_id=CY)


# ------------------------------------------------------------------ who does not
async def test_a_rewind_past_what_was_shown_ends_the_rating(paced_trio: ServiceHarness) -> None:
    table_id = await play_round(paced_trio)
    await rewind(paced_trio, table_id, DEE, 1)
    assert (await paced_trio.tables.load_table(table_id)).table_options["rated"] == "no"
    await paced_trio.restart()
    assert (await paced_trio.tables.load_table(table_id)).table_options["rated"] == "no"
    assert (await list_lines(paced_trio, table_id))[-2:] == [
        f"<@{DEE}>, a moderator, takes the table back to the board after move 1: 2 moves are undone.",
        "Something that was shown is taken back, so this game counts in no statistics.",
    ]


async def test_a_rewind_of_secret_bids_keeps_the_rating(paced_trio: ServiceHarness) -> None:
    await play_bid(paced_trio.tables, ANA)
    await play_bid(paced_trio.tables, BEN)
    table_id = await find_table_id(paced_trio)
    assert not any(entry.is_barrier for entry in (await entries.load_entries(paced_trio.store, table_id))[1:])
    await rewind(paced_trio, table_id, DEE, 1)
    assert (await paced_trio.tables.load_table(table_id)).table_options["rated"] == "yes"


async def test_every_act_is_named_and_listed(paced_trio: ServiceHarness) -> None:
    tables, table_id = paced_trio.tables, await play_round(paced_trio)
    await rewind(paced_trio, table_id, DEE, 2)
    await tables.moves.resign(table_id, CY)
    await tables.handover.reinstate_player(table_id, CY, DEE)
    await tables.handover.assign_seat(table_id, 2, 99, "Eve", moderator_id=DEE)
    await tables.lobby.close(table_id, DEE, is_moderator=True)
    acts = [(act.kind, act.number, act.user_id, act.channel_id) for act in await tables.admin.list_moderator_acts()]
    assert acts == [
        ("close", 0, DEE, CHANNEL),
        ("assign", 3, DEE, CHANNEL),
        ("reinstate", 3, DEE, CHANNEL),
        ("rewind", 2, DEE, CHANNEL),
    ]
    named = [line for line in await list_lines(paced_trio, table_id) if f"<@{DEE}>" in line]
    assert [line.partition(", ")[2] for line in named] == [
        "a moderator, takes the table back to the board after move 2: 1 move is undone.",
        "a moderator, gives seat 3 the seat again.",
        "who looks after this bot, gives the seat of seat 3 to somebody else.",
        "a moderator, has closed the table: the game is abandoned, without a result.",
    ]
    await tables.erasure.erase(DEE)
    assert not [line for line in await list_lines(paced_trio, table_id) if f"<@{DEE}>" in line]
    assert all(act.user_id < 0 for act in await tables.admin.list_moderator_acts())
