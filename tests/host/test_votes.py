"""Votes about a player who does not move, and seats that change hands."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from engine.host.model.votes import Vote, find_decision
from engine.host.service.seat_checks import StaleControlsError
from engine.host.service.table_services import TableServices
from engine.kernel.text import UserError, write_plain_text, write_text
from engine.ops import doctor
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    DEE,
    GUILD,
    PASS_UNTIL_ROUND_END,
    ServiceHarness,
    list_order_words,
    list_waiting_users,
    play_bid,
    play_to_end,
)

EVE_ID = 15


@pytest.fixture
async def late_trio(paced_trio: ServiceHarness) -> ServiceHarness:
    """Start a table where Ana and Ben have bid and Cy's 24 hours are over."""
    await play_bid(paced_trio.tables, ANA)
    await play_bid(paced_trio.tables, BEN)
    paced_trio.advance_clock(hours=24)
    return paced_trio


async def open_vote(service: ServiceHarness, user: int = ANA, seat: int = 2, **choice: object) -> Vote:
    table = await service.tables.find_channel_table(CHANNEL)
    return await service.tables.votes.open(table.id, user, seat, **choice)  # type: ignore[arg-type]


async def list_log_names(tables: TableServices, table_id: int) -> list[str]:
    """List the lines of the public log with the names of their time."""
    table = await tables.load_table(table_id)
    return [
        write_text(line.text, table.with_holders_at(line.seq).player_names)
        for line in await tables.history.load_log(table_id, None)
    ]


# -------------------------------------------------------------- counting
def test_more_than_half_decide() -> None:
    assert find_decision((0, 1, 2), {0: "stall", 1: "stall"}) == "stall"
    assert find_decision((0, 1, 2), {0: "stall"}) is None
    assert find_decision((0, 1), {0: "drop"}) is None, "half is not a majority"
    assert find_decision((0, 1), {0: "drop", 1: "stall"}) == "wait", "all have spoken and do not agree"
    assert find_decision((0,), {0: "drop"}) == "drop"
    assert find_decision((0, 1), {0: "drop"}, breaks_ties=True) is None
    assert find_decision((0, 1), {0: "drop", 1: "wait"}, breaks_ties=True) == "drop"
    assert find_decision((0, 1), {0: "drop", 1: "stall"}, breaks_ties=True) == "stall", "the milder of two"
    assert find_decision((0, 1, 2), {0: "drop", 1: "stall", 2: "wait"}, breaks_ties=True) == "wait", "no tie"
    assert find_decision((0, 1), {0: "drop", 2: "drop"}) is None, "whoever has left does not count"


# -------------------------------------------------------------- start of a vote
async def test_no_vote_before_the_time_is_over(paced_trio: ServiceHarness) -> None:
    await play_bid(paced_trio.tables, ANA)
    paced_trio.advance_clock(hours=22.5)
    with pytest.raises(UserError, match="seat 3 has time yet: a vote is possible in 2 hours"):
        await open_vote(paced_trio)
    paced_trio.advance_clock(hours=1.5)
    assert (await open_vote(paced_trio)).electorate == (0, 1)


async def test_without_a_pace_a_vote_needs_a_long_silence_and_all_the_others(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    running_table.advance_clock(days=13.9)
    with pytest.raises(UserError, match=r"all the time it needs: a vote about seat 2 is possible .* after 14 days"):
        await open_vote(running_table, ANA, 1)
    running_table.advance_clock(days=0.1)
    assert (await open_vote(running_table, ANA, 1)).needs_everybody


async def test_one_person_alone_decides_after_twice_the_time(paced_duo: ServiceHarness) -> None:
    camp = paced_duo
    table_id = (await camp.tables.find_channel_table(CHANNEL)).id
    await play_bid(camp.tables, ANA)
    camp.advance_clock(hours=47.5)
    with pytest.raises(UserError, match="possible in 1 hour"):
        await open_vote(camp, ANA, 1)
    camp.advance_clock(hours=0.5)
    vote = await open_vote(camp, ANA, 1)
    vote = await camp.tables.votes.cast(table_id, ANA, vote.id, "stall")
    assert vote.state == "stall"
    assert (await camp.tables.load_table(table_id)).status == "running"


async def test_somebody_on_vacation_is_not_late(paced_trio: ServiceHarness) -> None:
    paced_trio.advance_clock(hours=12)
    await paced_trio.tables.schedules.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 9))
    paced_trio.advance_clock(days=8)
    with pytest.raises(UserError, match="possible in 24 hours"):
        await open_vote(paced_trio)


async def test_a_vacation_does_not_begin_before_it_is_said(late_trio: ServiceHarness) -> None:
    await late_trio.tables.schedules.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 9))
    assert (await open_vote(late_trio)).state == "open", "his time was over when he said so"


async def test_somebody_who_left_the_server_can_be_voted_about_at_once(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    vote = await open_vote(running_table, ANA, 1, has_left_guild=True)
    assert (await running_table.tables.votes.cast(vote.table_id, ANA, vote.id, "drop")).state == "drop"
    assert (await running_table.tables.load_table(vote.table_id)).status == "finished"


async def test_about_whom_a_vote_may_be(late_trio: ServiceHarness) -> None:
    assert await late_trio.tables.votes.list_late_seats(1, ANA) == [2]
    assert await late_trio.tables.votes.list_late_seats(1, CY) == []
    for user, seat in ((CY, 2), (ANA, 1), (ANA, 0)):
        with pytest.raises(UserError, match="somebody else who owes a move"):
            await open_vote(late_trio, user, seat)
    with pytest.raises(UserError, match="not in this game"):
        await open_vote(late_trio, DEE)


async def test_one_vote_at_a_time(paced_trio: ServiceHarness) -> None:
    paced_trio.advance_clock(hours=24)
    first = await open_vote(paced_trio, ANA, 2)
    assert (await open_vote(paced_trio, BEN, 2)).id == first.id
    with pytest.raises(UserError, match="vote about seat 3 already"):
        await open_vote(paced_trio, ANA, 1)


# -------------------------------------------------------------- results
async def test_a_safe_move_by_vote(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    vote = await late_trio.tables.votes.cast(1, ANA, vote.id, "stall")
    assert vote.state == "open"
    vote = await late_trio.tables.votes.cast(1, BEN, vote.id, "stall")
    assert vote.state == "stall"
    assert any("By a vote, a safe move is played for Cy" in line for line in await list_log_names(late_trio.tables, 1))
    assert not any(person.has_left for person in (await late_trio.tables.load_table(1)).seats)
    assert [report.verdict for report in doctor.check_tables(late_trio.path)] == ["same"]


async def test_a_seat_dropped_by_vote_goes_on_to_the_end(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    for user in (ANA, BEN):
        vote = await late_trio.tables.votes.cast(1, user, vote.id, "drop")
    assert vote.state == "drop"
    assert [person.has_left for person in (await late_trio.tables.load_table(1)).seats] == [False, False, True]
    assert CY not in await list_waiting_users(late_trio.tables, 1)
    await play_to_end(late_trio.tables)
    assert [report.verdict for report in doctor.check_tables(late_trio.path)] == ["same"]


async def test_a_vote_to_wait_rests_for_a_while(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.cast(1, ANA, vote.id, "wait")
    assert (await late_trio.tables.votes.cast(1, BEN, vote.id, "wait")).state == "wait"
    late_trio.advance_clock(hours=23)
    with pytest.raises(UserError, match=r"voted to wait\. It can vote again in 1 hour"):
        await open_vote(late_trio)
    late_trio.advance_clock(hours=1)
    assert (await open_vote(late_trio)).state == "open"


async def vote_to_wait(service: ServiceHarness) -> None:
    """Let Ana vote to drop Cy's seat, and Ben, an ally of Cy, to wait."""
    vote = await open_vote(service)
    await service.tables.votes.cast(1, ANA, vote.id, "drop")
    assert (await service.tables.votes.cast(1, BEN, vote.id, "wait")).state == "wait"


async def test_an_ally_blocks_a_vote_once_but_not_after_seven_further_days(late_trio: ServiceHarness) -> None:
    await vote_to_wait(late_trio)
    late_trio.advance_clock(days=6.9)
    await vote_to_wait(late_trio)
    late_trio.advance_clock(days=1)
    vote = await open_vote(late_trio)
    assert vote.breaks_ties
    assert (await late_trio.tables.votes.cast(1, ANA, vote.id, "drop")).state == "open", "Ben may still vote"
    assert (await late_trio.tables.votes.cast(1, BEN, vote.id, "wait")).state == "drop"


async def test_without_a_pace_an_ally_does_not_block_for_ever_either(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.lobby.start(table.id, ANA)
    await play_bid(service.tables, ANA)
    await play_bid(service.tables, BEN)
    service.advance_clock(days=14)
    await vote_to_wait(service)
    service.advance_clock(days=7)
    vote = await open_vote(service)
    assert (vote.needs_everybody, vote.breaks_ties) == (False, True)
    await service.tables.votes.cast(1, ANA, vote.id, "drop")
    assert (await service.tables.votes.cast(1, BEN, vote.id, "wait")).state == "drop"


async def test_days_off_are_no_further_days_of_silence(late_trio: ServiceHarness) -> None:
    await vote_to_wait(late_trio)
    await late_trio.tables.schedules.set_vacation(CY, date(2026, 1, 3), date(2026, 1, 5))
    late_trio.advance_clock(days=9.9)
    assert not (await open_vote(late_trio)).breaks_ties


async def test_a_vote_in_which_nobody_decides_ends_after_48_hours(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    late_trio.advance_clock(hours=47.9)
    assert (await late_trio.tables.votes.recount(1, vote.id)).state == "open"
    late_trio.advance_clock(hours=0.1)
    assert (await late_trio.tables.votes.recount(1, vote.id)).state == "wait"


async def test_who_comes_back_to_the_server_has_a_day_once_a_game(running_table: ServiceHarness) -> None:
    await play_bid(running_table.tables, ANA)
    vote = await open_vote(running_table, ANA, 1, has_left_guild=True)
    vote = await running_table.tables.votes.cast(1, ANA, vote.id, "drop", has_left_guild=False)
    assert vote.state == "open", "Ben is back"
    running_table.advance_clock(hours=23.9)
    assert (await running_table.tables.votes.recount(1, vote.id)).state == "open"
    await play_bid(running_table.tables, BEN)
    walker = (await list_waiting_users(running_table.tables, 1))[0]
    other, seat = (BEN, 0) if walker == ANA else (ANA, 1)
    with pytest.raises(UserError, match="was and is back" if seat else "all the time it needs"):
        await open_vote(running_table, other, seat, has_left_guild=False)
    running_table.advance_clock(hours=0.1)
    assert (await open_vote(running_table, other, seat, has_left_guild=True)).state == "open"


async def test_a_ballot_can_be_changed_until_it_decides(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.cast(1, ANA, vote.id, "drop")
    vote = await late_trio.tables.votes.cast(1, ANA, vote.id, "stall")
    assert vote.ballots == {0: "stall"}
    await late_trio.tables.votes.cast(1, BEN, vote.id, "stall")
    with pytest.raises(StaleControlsError, match="vote is over"):
        await late_trio.tables.votes.cast(1, BEN, vote.id, "drop")


async def test_two_presses_at_once_carry_it_out_once(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.cast(1, ANA, vote.id, "stall")
    before = len((await late_trio.tables.history.build_record(1)).moves)
    done = await asyncio.gather(
        late_trio.tables.votes.cast(1, BEN, vote.id, "stall", interaction_id=1),
        late_trio.tables.votes.cast(1, BEN, vote.id, "stall", interaction_id=2),
        return_exceptions=True,
    )
    assert [isinstance(one, StaleControlsError) for one in done] == [False, True]
    assert len((await late_trio.tables.history.build_record(1)).moves) - before == 1


async def test_the_players_own_move_makes_the_vote_void(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.record_post(vote, CHANNEL, 77)
    await late_trio.tables.votes.cast(1, ANA, vote.id, "drop")
    await play_bid(late_trio.tables, CY)
    with pytest.raises(StaleControlsError, match="vote is over"):
        await late_trio.tables.votes.cast(1, BEN, vote.id, "drop")
    (item,) = [item for item in await late_trio.tables.outbox.list_due() if item.kind == "vote"]
    assert item.subject_id == vote.id
    shown = await late_trio.tables.votes.load_vote(vote.id)
    assert (shown.state, shown.message_id) == ("void", 77)
    assert not any(person.has_left for person in (await late_trio.tables.load_table(1)).seats)


async def test_who_has_no_vote(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    with pytest.raises(UserError, match="your own seat"):
        await late_trio.tables.votes.cast(1, CY, vote.id, "wait")
    with pytest.raises(UserError, match="not in this game"):
        await late_trio.tables.votes.cast(1, DEE, vote.id, "drop")
    with pytest.raises(UserError, match="Nobody is named"):
        await late_trio.tables.votes.cast(1, ANA, vote.id, "hand")
    with pytest.raises(UserError, match="vote is gone"):
        await late_trio.tables.votes.cast(1, ANA, 99, "drop")


async def test_a_voter_who_leaves_decides_nothing_and_hinders_nobody(service: ServiceHarness) -> None:
    """Of the three other players one votes for a safe move, one for waiting, and the third resigns."""
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (DEE, "Dee")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.proposals.set_pace(table.id, ANA, 12)
    await service.tables.lobby.start(table.id, ANA)
    for user in (ANA, BEN, CY):
        await play_bid(service.tables, user)
    service.advance_clock(hours=12)
    vote = await open_vote(service, ANA, 3)
    await service.tables.votes.cast(table.id, ANA, vote.id, "stall")
    await service.tables.votes.cast(table.id, CY, vote.id, "drop")
    await service.tables.moves.resign(table.id, CY)
    await service.tables.votes.recount(table.id, vote.id)
    vote = await service.tables.votes.load_vote(vote.id)
    assert (vote.state, vote.electorate) == ("open", (0, 1)), "one of two is no majority"
    await service.tables.moves.resign(table.id, BEN)
    tables = await service.restart()
    (item,) = [item for item in await tables.outbox.list_due() if item.kind == "vote"]
    assert (item.subject_id, item.state) == (vote.id, "open")
    await tables.votes.recount(table.id, vote.id)
    assert (await tables.votes.load_vote(vote.id)).state == "stall", "Ana is all that is left of the voters"
    await tables.votes.recount(table.id, vote.id)
    assert [report.verdict for report in doctor.check_tables(service.path)] == ["same"]


async def test_a_vote_survives_a_restart(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.cast(1, ANA, vote.id, "stall")
    tables = await late_trio.restart()
    assert (await tables.votes.cast(1, BEN, vote.id, "stall")).state == "stall"


# -------------------------------------------------------------- changing hands
async def test_a_seat_is_handed_to_a_friend_and_the_history_kept(late_trio: ServiceHarness) -> None:
    await late_trio.tables.orders.add_order(1, BEN, PASS_UNTIL_ROUND_END)
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    table = await late_trio.tables.handover.accept_offer(1, DEE, "Dee", offer.seat, offer.revision, interaction_id=9)
    assert table.player_names == ("Ana", "Dee", "Cy")
    assert table.find_seat(BEN) is None
    assert table.find_seat(DEE) == 1
    assert [(held.seat, held.user_id, held.name) for held in table.past_holders] == [(1, BEN, "Ben")]
    assert (await list_log_names(late_trio.tables, 1))[-2:] == ["Ben hands the seat on.", "Dee plays on in that seat."]
    assert await list_order_words(late_trio.tables, 1, DEE) == [], "orders are private, also from the next one"
    again = await late_trio.tables.handover.accept_offer(1, DEE, "Dee", offer.seat, offer.revision, interaction_id=9)
    assert again.revision == table.revision
    users = {
        entry["user_id"]
        for entry in await late_trio.store.fetch_all("SELECT user_id FROM entries WHERE seat = 1 AND kind = 'move'")
    }
    assert users == {BEN}, "who played what stays written"
    assert [report.verdict for report in doctor.check_tables(late_trio.path)] == ["same"]


async def test_the_newcomers_time_begins_when_they_sit_down(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio, successor=(DEE, "Dee"))
    await late_trio.tables.votes.cast(1, ANA, vote.id, "hand")
    assert (await late_trio.tables.votes.cast(1, BEN, vote.id, "hand")).state == "hand"
    offer = await late_trio.tables.handover.find_offer(1, 2)
    assert offer is not None
    assert (offer.successor_id, offer.vote_id) == (DEE, vote.id)
    late_trio.advance_clock(hours=5)
    await late_trio.tables.handover.accept_offer(1, DEE, "Dee", 2, offer.revision)
    (clock,) = (await late_trio.tables.snapshots.take_snapshot(1, None)).seat_waits
    assert clock.asked_at == int(late_trio.now.timestamp())
    with pytest.raises(UserError, match="time yet"):
        await open_vote(late_trio)
    await play_bid(late_trio.tables, DEE)


async def test_the_players_move_makes_an_offer_by_vote_void_but_not_ones_own(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio, successor=(DEE, "Dee"))
    for user in (ANA, BEN):
        await late_trio.tables.votes.cast(1, user, vote.id, "hand")
    voted = await late_trio.tables.handover.find_offer(1, 2)
    own = await late_trio.tables.handover.offer_seat(1, BEN, EVE_ID, "Eve")
    assert voted is not None
    await play_bid(late_trio.tables, CY)
    with pytest.raises(StaleControlsError, match="no longer stands"):
        await late_trio.tables.handover.accept_offer(1, DEE, "Dee", 2, voted.revision)
    await late_trio.tables.handover.accept_offer(1, EVE_ID, "Eve", own.seat, own.revision)


async def test_who_may_take_a_seat(late_trio: ServiceHarness) -> None:
    with pytest.raises(UserError, match="seen another hand"):
        await late_trio.tables.handover.offer_seat(1, BEN, ANA, "Ana")
    with pytest.raises(UserError, match="theirs already"):
        await late_trio.tables.handover.offer_seat(1, BEN, BEN, "Ben")
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    with pytest.raises(UserError, match="held out to somebody else"):
        await late_trio.tables.handover.accept_offer(1, EVE_ID, "Eve", offer.seat, offer.revision)
    await late_trio.tables.handover.offer_seat(1, BEN, EVE_ID, "Eve")
    with pytest.raises(UserError, match="held out to somebody else"):
        await late_trio.tables.handover.accept_offer(1, DEE, "Dee", offer.seat, offer.revision)
    await late_trio.tables.handover.accept_offer(1, EVE_ID, "Eve", offer.seat, offer.revision)
    with pytest.raises(UserError, match="seen another hand"):
        await late_trio.tables.handover.offer_seat(1, ANA, BEN, "Ben")
    back = await late_trio.tables.handover.offer_seat(1, EVE_ID, BEN, "Ben")
    table = await late_trio.tables.handover.accept_offer(1, BEN, "Ben", 1, back.revision)
    assert table.player_names == ("Ana", "Ben", "Cy"), "one's own hand back is fine"
    assert (await list_log_names(late_trio.tables, 1))[-4:] == [
        "Ben hands the seat on.",
        "Eve plays on in that seat.",
        "Eve hands the seat on.",
        "Ben plays on in that seat.",
    ]


async def test_an_offer_is_declined_or_withdrawn(late_trio: ServiceHarness) -> None:
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    with pytest.raises(UserError, match="offered to"):
        await late_trio.tables.handover.decline_offer(1, ANA, 1, offer.revision)
    await late_trio.tables.handover.decline_offer(1, DEE, 1, offer.revision)
    with pytest.raises(StaleControlsError, match="no longer stands"):
        await late_trio.tables.handover.accept_offer(1, DEE, "Dee", 1, offer.revision)
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    await late_trio.tables.handover.decline_offer(1, BEN, 1, offer.revision)
    assert await late_trio.tables.handover.find_offer(1, 1) is None


async def test_a_voter_whose_seat_changes_hands_votes_anew(late_trio: ServiceHarness) -> None:
    vote = await open_vote(late_trio)
    await late_trio.tables.votes.cast(1, BEN, vote.id, "drop")
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(1, DEE, "Dee", 1, offer.revision)
    assert (await late_trio.tables.votes.load_vote(vote.id)).ballots == {}
    await late_trio.tables.votes.cast(1, ANA, vote.id, "stall")
    assert (await late_trio.tables.votes.cast(1, DEE, vote.id, "stall")).state == "stall"


async def test_before_the_game_friends_just_change_places(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="press Leave"):
        await service.tables.handover.offer_seat(table.id, ANA, BEN, "Ben")


async def test_a_handed_over_seat_can_be_taken_back_as_before(late_trio: ServiceHarness) -> None:
    """Undo belongs to seats: the new player may undo the seat's last move if all agree."""
    offer = await late_trio.tables.handover.offer_seat(1, BEN, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(1, DEE, "Dee", 1, offer.revision)
    await late_trio.tables.undo.take_back(1, DEE)
    assert DEE in await list_waiting_users(late_trio.tables, 1)
    assert (
        write_plain_text((await late_trio.tables.history.load_log(1, None))[-1].text)
        == "seat 2 takes back: a hidden choice."
    )
