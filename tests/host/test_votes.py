"""Votes about somebody who does not move, and seats that change hands."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from engine.host.model.votes import Vote, decided
from engine.host.service.play.live import Late
from engine.host.service.tables import Tables
from engine.kernel.text import Refusal, plain, write
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, NEVER, Inn, bid, finish, waiting

EVE = 15


@pytest.fixture
async def late(trio: Inn) -> Inn:
    """Ana and Ben have bid, Cy has not, and his 24 hours are over."""
    await bid(trio.tables, ANA)
    await bid(trio.tables, BEN)
    trio.later(hours=24)
    return trio


async def opened(inn: Inn, user: int = ANA, seat: int = 2, **how: object) -> Vote:
    table = await inn.tables.in_channel(CHANNEL)
    return await inn.tables.votes.open(table.id, user, seat, **how)  # type: ignore[arg-type]


async def names(tables: Tables, table_id: int) -> list[str]:
    """The public log, each line with the names of its time."""
    table = await tables.table(table_id)
    return [write(line.text, table.as_of(line.seq).names) for line in await tables.history.log(table_id, None)]


# -------------------------------------------------------------- counting
def test_more_than_half_decide() -> None:
    assert decided((0, 1, 2), {0: "stall", 1: "stall"}) == "stall"
    assert decided((0, 1, 2), {0: "stall"}) is None
    assert decided((0, 1), {0: "drop"}) is None, "half is not a majority"
    assert decided((0, 1), {0: "drop", 1: "stall"}) == "wait", "all have spoken and do not agree"
    assert decided((0,), {0: "drop"}) == "drop"
    assert decided((0, 1), {0: "drop", 2: "drop"}) is None, "whoever has left does not count"


# -------------------------------------------------------------- when
async def test_no_vote_before_the_time_is_over(trio: Inn) -> None:
    await bid(trio.tables, ANA)
    trio.later(hours=22.5)
    with pytest.raises(Refusal, match="seat 3 has time yet: a vote is possible in 2 hours"):
        await opened(trio)
    trio.later(hours=1.5)
    assert (await opened(trio)).electorate == (0, 1)


async def test_without_a_pace_a_vote_needs_a_long_silence_and_all_the_others(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    camp.later(days=13.9)
    with pytest.raises(Refusal, match=r"all the time it needs: a vote about seat 2 is possible .* after 14 days"):
        await opened(camp, ANA, 1)
    camp.later(days=0.1)
    assert (await opened(camp, ANA, 1)).together


async def test_one_person_alone_decides_after_twice_the_time(duo: Inn) -> None:
    camp = duo
    table_id = (await camp.tables.in_channel(CHANNEL)).id
    await bid(camp.tables, ANA)
    camp.later(hours=47.5)
    with pytest.raises(Refusal, match="possible in 1 hour"):
        await opened(camp, ANA, 1)
    camp.later(hours=0.5)
    vote = await opened(camp, ANA, 1)
    vote = await camp.tables.votes.cast(table_id, ANA, vote.id, "stall")
    assert vote.state == "stall"
    assert (await camp.tables.table(table_id)).status == "running"


async def test_somebody_on_vacation_is_not_late(trio: Inn) -> None:
    trio.later(hours=12)
    await trio.tables.people.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 9))
    trio.later(days=8)
    with pytest.raises(Refusal, match="possible in 36 hours"):
        await opened(trio)


async def test_a_vacation_does_not_begin_before_it_is_said(late: Inn) -> None:
    await late.tables.people.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 9))
    assert (await opened(late)).state == "open", "his time was over when he said so"


async def test_somebody_who_left_the_server_can_be_voted_about_at_once(camp: Inn) -> None:
    await bid(camp.tables, ANA)
    vote = await opened(camp, ANA, 1, gone=True)
    assert (await camp.tables.votes.cast(vote.table, ANA, vote.id, "drop")).state == "drop"
    assert (await camp.tables.table(vote.table)).status == "finished"


async def test_about_whom_a_vote_may_be(late: Inn) -> None:
    assert await late.tables.votes.late_seats(1, ANA) == [2]
    assert await late.tables.votes.late_seats(1, CY) == []
    for user, seat in ((CY, 2), (ANA, 1), (ANA, 0)):
        with pytest.raises(Refusal, match="somebody else who owes a move"):
            await opened(late, user, seat)
    with pytest.raises(Refusal, match="not in this game"):
        await opened(late, DEE)


async def test_one_vote_at_a_time(trio: Inn) -> None:
    trio.later(hours=24)
    first = await opened(trio, ANA, 2)
    assert (await opened(trio, BEN, 2)).id == first.id
    with pytest.raises(Refusal, match="vote about seat 3 already"):
        await opened(trio, ANA, 1)


# -------------------------------------------------------------- what comes of it
async def test_a_safe_move_by_vote(late: Inn) -> None:
    vote = await opened(late)
    vote = await late.tables.votes.cast(1, ANA, vote.id, "stall")
    assert vote.state == "open"
    vote = await late.tables.votes.cast(1, BEN, vote.id, "stall")
    assert vote.state == "stall"
    assert any("By a vote, a safe move is played for Cy" in line for line in await names(late.tables, 1))
    assert not any(person.left for person in (await late.tables.table(1)).seats)
    assert [report.verdict for report in doctor.examine(late.path)] == ["same"]


async def test_a_seat_dropped_by_vote_goes_on_to_the_end(late: Inn) -> None:
    vote = await opened(late)
    for user in (ANA, BEN):
        vote = await late.tables.votes.cast(1, user, vote.id, "drop")
    assert vote.state == "drop"
    assert [person.left for person in (await late.tables.table(1)).seats] == [False, False, True]
    assert CY not in await waiting(late.tables, 1)
    await finish(late.tables)
    assert [report.verdict for report in doctor.examine(late.path)] == ["same"]


async def test_a_vote_to_wait_rests_for_a_while(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.cast(1, ANA, vote.id, "wait")
    assert (await late.tables.votes.cast(1, BEN, vote.id, "wait")).state == "wait"
    late.later(hours=23)
    with pytest.raises(Refusal, match=r"voted to wait\. It can vote again in 1 hour"):
        await opened(late)
    late.later(hours=1)
    assert (await opened(late)).state == "open"


async def test_a_ballot_can_be_changed_until_it_decides(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.cast(1, ANA, vote.id, "drop")
    vote = await late.tables.votes.cast(1, ANA, vote.id, "stall")
    assert vote.ballots == {0: "stall"}
    await late.tables.votes.cast(1, BEN, vote.id, "stall")
    with pytest.raises(Late, match="vote is over"):
        await late.tables.votes.cast(1, BEN, vote.id, "drop")


async def test_two_presses_at_once_carry_it_out_once(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.cast(1, ANA, vote.id, "stall")
    before = len((await late.tables.history.record(1)).moves)
    done = await asyncio.gather(
        late.tables.votes.cast(1, BEN, vote.id, "stall", interaction=1),
        late.tables.votes.cast(1, BEN, vote.id, "stall", interaction=2),
        return_exceptions=True,
    )
    assert [isinstance(one, Late) for one in done] == [False, True]
    assert len((await late.tables.history.record(1)).moves) - before == 1


async def test_the_players_own_move_makes_the_vote_void(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.posted(vote, CHANNEL, 77)
    await late.tables.votes.cast(1, ANA, vote.id, "drop")
    await bid(late.tables, CY)
    with pytest.raises(Late, match="vote is over"):
        await late.tables.votes.cast(1, BEN, vote.id, "drop")
    assert await late.tables.votes.to_show() == [vote.id]
    shown = await late.tables.votes.vote(vote.id)
    assert (shown.state, shown.message) == ("void", 77)
    await late.tables.votes.shown(shown)
    assert await late.tables.votes.to_show() == []
    assert not any(person.left for person in (await late.tables.table(1)).seats)


async def test_who_has_no_vote(late: Inn) -> None:
    vote = await opened(late)
    with pytest.raises(Refusal, match="your own seat"):
        await late.tables.votes.cast(1, CY, vote.id, "wait")
    with pytest.raises(Refusal, match="not in this game"):
        await late.tables.votes.cast(1, DEE, vote.id, "drop")
    with pytest.raises(Refusal, match="Nobody is named"):
        await late.tables.votes.cast(1, ANA, vote.id, "hand")
    with pytest.raises(Refusal, match="vote is gone"):
        await late.tables.votes.cast(1, ANA, 99, "drop")


async def test_a_voter_who_leaves_decides_nothing_and_hinders_nobody(inn: Inn) -> None:
    """Four players: of the three others one votes for a safe move, one for waiting, and the third gives up."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy"), (DEE, "Dee")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.motions.set_pace(table.id, ANA, 12)
    await inn.tables.lobby.start(table.id, ANA)
    for user in (ANA, BEN, CY):
        await bid(inn.tables, user)
    inn.later(hours=12)
    vote = await opened(inn, ANA, 3)
    await inn.tables.votes.cast(table.id, ANA, vote.id, "stall")
    await inn.tables.votes.cast(table.id, CY, vote.id, "drop")
    await inn.tables.moves.resign(table.id, CY)
    await inn.tables.votes.recount(table.id, vote.id)
    vote = await inn.tables.votes.vote(vote.id)
    assert (vote.state, vote.electorate) == ("open", (0, 1)), "one of two is no majority"
    await inn.tables.moves.resign(table.id, BEN)
    tables = await inn.restart()
    assert await tables.votes.open_votes() == [(table.id, vote.id)]
    await tables.votes.recount(table.id, vote.id)
    assert (await tables.votes.vote(vote.id)).state == "stall", "Ana is all that is left of the voters"
    assert await tables.votes.open_votes() == []
    await tables.votes.recount(table.id, vote.id)
    assert [report.verdict for report in doctor.examine(inn.path)] == ["same"]


async def test_a_vote_survives_a_restart(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.cast(1, ANA, vote.id, "stall")
    tables = await late.restart()
    assert (await tables.votes.cast(1, BEN, vote.id, "stall")).state == "stall"


# -------------------------------------------------------------- changing hands
async def test_a_seat_is_handed_to_a_friend_and_the_history_kept(late: Inn) -> None:
    await late.tables.orders.leave(1, BEN, NEVER)
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    table = await late.tables.handover.take(1, DEE, "Dee", offer.seat, offer.rev, interaction=9)
    assert table.names == ("Ana", "Dee", "Cy")
    assert table.seat_of(BEN) is None
    assert table.seat_of(DEE) == 1
    assert [(held.seat, held.user, held.name) for held in table.past] == [(1, BEN, "Ben")]
    assert (await names(late.tables, 1))[-2:] == ["Ben hands the seat on.", "Dee plays on in that seat."]
    assert await late.tables.orders.of(1, DEE) == [], "orders are private, also from the next one"
    again = await late.tables.handover.take(1, DEE, "Dee", offer.seat, offer.rev, interaction=9)
    assert again.rev == table.rev
    users = {
        entry["user_id"]
        for entry in await late.store.all("SELECT user_id FROM entries WHERE seat = 1 AND kind = 'move'")
    }
    assert users == {BEN}, "who played what stays written"
    assert [report.verdict for report in doctor.examine(late.path)] == ["same"]


async def test_the_newcomers_time_begins_when_they_sit_down(late: Inn) -> None:
    vote = await opened(late, heir=(DEE, "Dee"))
    await late.tables.votes.cast(1, ANA, vote.id, "hand")
    assert (await late.tables.votes.cast(1, BEN, vote.id, "hand")).state == "hand"
    offer = await late.tables.handover.offer_of(1, 2)
    assert offer is not None
    assert (offer.heir, offer.vote) == (DEE, vote.id)
    late.later(hours=5)
    await late.tables.handover.take(1, DEE, "Dee", 2, offer.rev)
    (clock,) = (await late.tables.snapshots.take(1, None)).clocks
    assert clock.since == int(late.now.timestamp())
    with pytest.raises(Refusal, match="time yet"):
        await opened(late)
    await bid(late.tables, DEE)


async def test_the_players_move_makes_an_offer_by_vote_void_but_not_ones_own(late: Inn) -> None:
    vote = await opened(late, heir=(DEE, "Dee"))
    for user in (ANA, BEN):
        await late.tables.votes.cast(1, user, vote.id, "hand")
    voted = await late.tables.handover.offer_of(1, 2)
    own = await late.tables.handover.offer(1, BEN, EVE, "Eve")
    assert voted is not None
    await bid(late.tables, CY)
    with pytest.raises(Late, match="no longer stands"):
        await late.tables.handover.take(1, DEE, "Dee", 2, voted.rev)
    await late.tables.handover.take(1, EVE, "Eve", own.seat, own.rev)


async def test_who_may_take_a_seat(late: Inn) -> None:
    with pytest.raises(Refusal, match="seen another hand"):
        await late.tables.handover.offer(1, BEN, ANA, "Ana")
    with pytest.raises(Refusal, match="theirs already"):
        await late.tables.handover.offer(1, BEN, BEN, "Ben")
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    with pytest.raises(Refusal, match="held out to somebody else"):
        await late.tables.handover.take(1, EVE, "Eve", offer.seat, offer.rev)
    await late.tables.handover.offer(1, BEN, EVE, "Eve")
    with pytest.raises(Refusal, match="held out to somebody else"):
        await late.tables.handover.take(1, DEE, "Dee", offer.seat, offer.rev)
    await late.tables.handover.take(1, EVE, "Eve", offer.seat, offer.rev)
    with pytest.raises(Refusal, match="seen another hand"):
        await late.tables.handover.offer(1, ANA, BEN, "Ben")
    back = await late.tables.handover.offer(1, EVE, BEN, "Ben")
    table = await late.tables.handover.take(1, BEN, "Ben", 1, back.rev)
    assert table.names == ("Ana", "Ben", "Cy"), "one's own hand back is fine"
    assert (await names(late.tables, 1))[-4:] == [
        "Ben hands the seat on.",
        "Eve plays on in that seat.",
        "Eve hands the seat on.",
        "Ben plays on in that seat.",
    ]


async def test_an_offer_is_declined_or_withdrawn(late: Inn) -> None:
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    with pytest.raises(Refusal, match="offered to"):
        await late.tables.handover.decline(1, ANA, 1, offer.rev)
    await late.tables.handover.decline(1, DEE, 1, offer.rev)
    with pytest.raises(Late, match="no longer stands"):
        await late.tables.handover.take(1, DEE, "Dee", 1, offer.rev)
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    await late.tables.handover.decline(1, BEN, 1, offer.rev)
    assert await late.tables.handover.offer_of(1, 1) is None


async def test_a_voter_whose_seat_changes_hands_votes_anew(late: Inn) -> None:
    vote = await opened(late)
    await late.tables.votes.cast(1, BEN, vote.id, "drop")
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    await late.tables.handover.take(1, DEE, "Dee", 1, offer.rev)
    assert (await late.tables.votes.vote(vote.id)).ballots == {}
    await late.tables.votes.cast(1, ANA, vote.id, "stall")
    assert (await late.tables.votes.cast(1, DEE, vote.id, "stall")).state == "stall"


async def test_before_the_game_friends_just_change_places(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="press Leave"):
        await inn.tables.handover.offer(table.id, ANA, BEN, "Ben")


async def test_a_handed_over_seat_can_be_taken_back_as_before(late: Inn) -> None:
    """Undo looks at seats: the newcomer may take back what the seat has just played, if all agree."""
    offer = await late.tables.handover.offer(1, BEN, DEE, "Dee")
    await late.tables.handover.take(1, DEE, "Dee", 1, offer.rev)
    await late.tables.undo.take_back(1, DEE)
    assert DEE in await waiting(late.tables, 1)
    assert plain((await late.tables.history.log(1, None))[-1].text) == "seat 2 takes back: a hidden choice."
