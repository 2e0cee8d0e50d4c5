"""Nobody escapes a vote by a new pace, a vacation, or a move and its undo."""

from __future__ import annotations

from datetime import date

import pytest

from engine.host.model.pace import MAX_ABSENCE_DAYS, MAX_VACATION_DAYS, VACATION_WINDOW_DAYS, UserSchedule
from engine.host.model.votes import PROPOSAL_TIMEOUT_S
from engine.host.service.seat_checks import StaleControlsError
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
    agree_on_pace,
    find_walker,
    list_order_words,
    play_bid,
    play_to_end,
)

HOUR_S = 3600


async def load_table(service: ServiceHarness) -> int:
    return (await service.tables.find_channel_table(CHANNEL)).id


async def compute_hours_left(service: ServiceHarness, seat: int) -> float | None:
    """Return the hours that a seat has left for its move."""
    clocks = (await service.tables.snapshots.take_snapshot(await load_table(service), None)).seat_waits
    (end,) = (clock.ends_at for clock in clocks if clock.seat == seat)
    return None if end is None else (end - service.now.timestamp()) / HOUR_S


@pytest.fixture
async def late_trio(paced_trio: ServiceHarness) -> ServiceHarness:
    """Start a table where Ana and Ben have bid and Cy's 24 hours are over."""
    await play_bid(paced_trio.tables, ANA)
    await play_bid(paced_trio.tables, BEN)
    paced_trio.advance_clock(hours=24)
    return paced_trio


# -------------------------------------------------------------- pace
async def test_a_pace_needs_two_and_counts_from_the_next_question(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    paced_trio.advance_clock(hours=20)
    motion = await paced_trio.tables.proposals.set_pace(table_id, ANA, 12)
    assert motion is not None
    assert (motion.state, motion.waiting_seats) == ("open", (1, 2))
    assert (await paced_trio.tables.load_table(table_id)).pace_h == 24, "one alone sets nothing"
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)).state == "carried"
    assert (await paced_trio.tables.load_table(table_id)).pace_h == 12
    assert await compute_hours_left(paced_trio, 2) == 4, "what was asked before keeps its time"
    log = await paced_trio.tables.history.load_log(table_id, None)
    assert write_plain_text(log[-1].text) == "seat 1, seat 2 set the pace from the next question on: 12 hours a move."
    for user in (BEN, CY):
        await play_bid(paced_trio.tables, user)
    assert await compute_hours_left(paced_trio, [ANA, BEN, CY].index(await find_walker(paced_trio.tables))) == 12
    with pytest.raises(StaleControlsError, match="settled"):
        await paced_trio.tables.proposals.answer_proposal(table_id, CY, motion.id, agrees=True)


async def test_who_is_late_gets_no_time_by_a_pace(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    with pytest.raises(UserError, match="Your time for this move is over"):
        await late_trio.tables.proposals.set_pace(table_id, CY, 168)
    motion = await late_trio.tables.proposals.set_pace(table_id, ANA, 168)
    assert motion is not None
    assert motion.waiting_seats == (1,), "nobody waits for Cy"
    with pytest.raises(UserError, match="Your time for this move is over"):
        await late_trio.tables.proposals.answer_proposal(table_id, CY, motion.id, agrees=True)
    await late_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)
    assert await late_trio.tables.votes.list_late_seats(table_id, ANA) == [2], "time that is over stays over"


async def test_a_pace_nobody_else_wants(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    motion = await paced_trio.tables.proposals.set_pace(table_id, ANA, 12)
    assert motion is not None
    with pytest.raises(UserError, match="asked for another pace"):
        await paced_trio.tables.proposals.set_pace(table_id, BEN, 48)
    again = await paced_trio.tables.proposals.set_pace(table_id, BEN, 12)
    assert again is not None
    assert again.id == motion.id, "asked twice, it is the same question"
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=False)).state == "open"
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, CY, motion.id, agrees=False)).state == "refused"
    with pytest.raises(UserError, match="called already"):
        await paced_trio.tables.proposals.set_pace(table_id, ANA, 48)
    paced_trio.advance_clock(hours=4)
    other = await paced_trio.tables.proposals.set_pace(table_id, ANA, 48)
    assert other is not None
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, ANA, other.id, agrees=False)).state == "void", (
        "taken back"
    )
    with pytest.raises(UserError, match="pace already"):
        await paced_trio.tables.proposals.set_pace(table_id, ANA, 24)


async def test_a_proposal_expires(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    motion = await paced_trio.tables.proposals.set_pace(table_id, ANA, 12)
    assert motion is not None
    await paced_trio.tables.proposals.record_post(motion, CHANNEL, 5)
    paced_trio.advance_clock(seconds=PROPOSAL_TIMEOUT_S)
    assert motion.id in [item.subject_id for item in await paced_trio.tables.outbox.list_due()]
    with pytest.raises(StaleControlsError, match="run out"):
        await paced_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)
    assert (await paced_trio.tables.proposals.expire_proposal(motion.id)).state == "void"


# -------------------------------------------------------------- vacation
async def test_vacation_is_a_budget(service: ServiceHarness) -> None:
    """21 days in any 90: the window moves with the days."""
    people = service.tables.schedules
    await people.set_vacation(ANA, date(2026, 1, 1), date(2026, 1, 15))
    service.advance_clock(days=40)
    with pytest.raises(
        UserError,
        match=rf"{VACATION_WINDOW_DAYS} days {MAX_VACATION_DAYS} can be vacation, and you have 6 of them left.*/replace",
    ):
        await people.set_vacation(ANA, date(2026, 2, 20), date(2026, 2, 26))
    person = await people.set_vacation(ANA, date(2026, 2, 20), date(2026, 2, 25))
    assert person.count_vacation_days_left(int(service.now.timestamp())) == 0
    service.advance_clock(days=50)
    assert (await people.set_vacation(ANA, date(2026, 4, 10), date(2026, 4, 24))).count_vacation_days_left(
        int(service.now.timestamp())
    ) == 0


async def test_days_that_were_taken_count_as_taken_and_stay_off(paced_trio: ServiceHarness) -> None:
    people = paced_trio.tables.schedules
    await people.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 20))
    paced_trio.advance_clock(days=5)
    person = await people.end_vacation(CY)
    assert person.count_vacation_days_left(int(paced_trio.now.timestamp())) == MAX_VACATION_DAYS - 5
    assert await compute_hours_left(paced_trio, 2) == 24, "coming back early makes nobody late"
    await people.set_vacation(CY, date(2026, 1, 6), date(2026, 1, 7))
    await people.end_vacation(CY)
    assert person.count_vacation_days_left(int(paced_trio.now.timestamp())) == MAX_VACATION_DAYS - 5, (
        "what was not taken is not counted"
    )


async def test_a_vacation_does_not_bring_time_back(paced_trio: ServiceHarness) -> None:
    """Cy's time ends at midnight. At noon he takes a vacation from that day on."""
    paced_trio.advance_clock(hours=36)
    await paced_trio.tables.schedules.set_vacation(CY, date(2026, 1, 2), date(2026, 1, 12))
    assert 2 in await paced_trio.tables.votes.list_late_seats(await load_table(paced_trio), ANA)
    await paced_trio.tables.schedules.set_hours(CY, time_zone="Pacific/Honolulu", has_weekends_off=True)
    assert 2 in await paced_trio.tables.votes.list_late_seats(await load_table(paced_trio), ANA)


async def test_after_long_days_off_in_one_stretch_there_can_be_a_vote(service: ServiceHarness) -> None:
    """Earlier programs allowed a vacation of this length."""
    first = int(service.now.timestamp())
    gone = UserSchedule(CY, vacation=(date(2026, 1, 1), date(2026, 12, 31)))
    assert gone.find_long_absence(first) == first + MAX_ABSENCE_DAYS * 24 * HOUR_S
    assert gone.find_long_absence(first + 200 * 24 * HOUR_S) == first + 200 * 24 * HOUR_S + 24 * HOUR_S
    assert UserSchedule(CY, vacation=(date(2026, 1, 1), date(2026, 1, 29))).find_long_absence(first) is None
    assert UserSchedule(CY, has_weekends_off=True).find_long_absence(first) is None


async def test_a_year_away_from_before_the_budget(paced_trio: ServiceHarness) -> None:
    await paced_trio.store.write(
        lambda at: at.execute(
            "INSERT INTO user_schedules (user_id, vacation_first_date, vacation_last_date) VALUES (?, '2026-01-01', '2026-12-31')",
            CY,
        )
    )
    table_id = await load_table(paced_trio)
    paced_trio.advance_clock(days=29)
    assert 2 not in await paced_trio.tables.votes.list_late_seats(table_id, ANA)
    paced_trio.advance_clock(days=1)
    assert 2 in await paced_trio.tables.votes.list_late_seats(table_id, ANA)


# -------------------------------------------------------------- no pace
async def silent_trio(service: ServiceHarness) -> int:
    """Start a table of three without a pace, where only Cy owes a bid."""
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.lobby.start(table.id, ANA)
    for user in (ANA, BEN):
        await play_bid(service.tables, user)
    return table.id


async def test_after_a_long_silence_all_the_others_decide_together(service: ServiceHarness) -> None:
    table_id = await silent_trio(service)
    await service.tables.schedules.set_vacation(CY, date(2026, 1, 3), date(2026, 1, 5))
    service.advance_clock(days=16.9)
    with pytest.raises(UserError, match="14 days of silence"):
        await service.tables.votes.open(table_id, ANA, 2)
    service.advance_clock(days=0.1)
    vote = await service.tables.votes.open(table_id, ANA, 2)
    assert vote.ballots_needed == 2
    assert (await service.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    assert (await service.tables.votes.cast(table_id, BEN, vote.id, "drop")).state == "drop"


# -------------------------------------------------------------- undo and clocks
async def test_moving_and_taking_back_is_no_way_out(late_trio: ServiceHarness) -> None:
    """Cy is late and has a vote against him: the same bid, made and undone, leaves clock and vote unchanged."""
    table_id = await load_table(late_trio)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2)
    await late_trio.tables.votes.record_post(vote, CHANNEL, 77)
    await late_trio.tables.votes.cast(table_id, ANA, vote.id, "drop")
    for _ in range(3):
        await play_bid(late_trio.tables, CY)
        request = await late_trio.tables.undo.take_back(table_id, CY)
        assert request is not None
        for user in (ANA, BEN):
            await late_trio.tables.undo.answer(table_id, user, request.revision, agrees=True)
        late_trio.advance_clock(hours=1)
    now = await late_trio.tables.votes.load_vote(vote.id)
    assert (now.state, now.ballots, now.message_id) == ("open", {0: "drop"}, 77)
    assert (await late_trio.tables.votes.cast(table_id, BEN, vote.id, "drop")).state == "drop"
    assert [report.verdict for report in doctor.check_tables(late_trio.path)] == ["same"]


async def test_whoever_owes_the_same_answer_keeps_clock_and_vote(late_trio: ServiceHarness) -> None:
    """Ben undoes his bid while Cy is late and has a vote against him: "Cy's move came first" would be false."""
    table_id = await load_table(late_trio)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2)
    await late_trio.tables.votes.cast(table_id, BEN, vote.id, "stall")
    assert await late_trio.tables.undo.take_back(table_id, BEN) is None
    assert (await late_trio.tables.votes.load_vote(vote.id)).state == "open"
    assert await compute_hours_left(late_trio, 2) == 0
    assert await compute_hours_left(late_trio, 1) == 24, "Ben had moved at once"
    (due,) = [
        item for item in await late_trio.tables.outbox.list_due() if item.kind == "remind" and item.subject_id == 2
    ]
    assert await late_trio.tables.outbox.begin_attempt(due), "his reminder is still about his bid"


async def test_the_undoers_own_clock_goes_on_where_it_stood(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    paced_trio.advance_clock(hours=10)
    await play_bid(paced_trio.tables, ANA)
    for _ in range(2):
        paced_trio.advance_clock(hours=3)
        await paced_trio.tables.undo.take_back(table_id, ANA)
        assert await compute_hours_left(paced_trio, 0) == 14, "ten hours were hers, the rest was not"
        await play_bid(paced_trio.tables, ANA)


async def test_a_clock_is_not_inherited(late_trio: ServiceHarness) -> None:
    """Dee takes Cy's seat and undoes the move that he played late: her time starts from the beginning."""
    table_id = await load_table(late_trio)
    await play_bid(late_trio.tables, CY)
    offer = await late_trio.tables.handover.offer_seat(table_id, CY, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 2, offer.revision)
    request = await late_trio.tables.undo.take_back(table_id, DEE)
    assert request is not None
    for user in (ANA, BEN):
        await late_trio.tables.undo.answer(table_id, user, request.revision, agrees=True)
    assert await compute_hours_left(late_trio, 2) == 24


async def test_entries_other_than_moves_keep_an_undo_request(late_trio: ServiceHarness) -> None:
    """A pace, a vacation and a new player on a seat keep the question to the others."""
    table_id = await load_table(late_trio)
    await play_bid(late_trio.tables, CY)
    request = await late_trio.tables.undo.take_back(table_id, CY)
    assert request is not None
    await agree_on_pace(late_trio.tables, table_id, ANA, BEN, 48)
    await late_trio.tables.schedules.set_vacation(ANA, date(2026, 2, 1), date(2026, 2, 3))
    assert await late_trio.tables.undo.answer(table_id, BEN, request.revision, agrees=True) is False
    offer = await late_trio.tables.handover.offer_seat(table_id, BEN, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 1, offer.revision)
    now = await late_trio.tables.undo.load_request(table_id)
    assert now is not None
    assert now.agreed_seats == (2,), "Dee has not been asked yet"
    shown = (await late_trio.tables.snapshots.take_snapshot(table_id, None)).undo_request
    assert shown == now
    assert await late_trio.tables.undo.answer(table_id, ANA, request.revision, agrees=True) is False
    assert await late_trio.tables.undo.answer(table_id, DEE, request.revision, agrees=True) is True
    page = await late_trio.tables.history.load_log_page(table_id, None, 50)
    struck = [write_plain_text(line.line.text) for line in page.lines if line.was_undone]
    assert not [text for text in struck if "pace" in text or "away" in text or "hands the seat" in text]


async def test_the_preview_names_who_sat_there_then(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    await play_bid(late_trio.tables, CY)
    offer = await late_trio.tables.handover.offer_seat(table_id, BEN, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 1, offer.revision)
    told = await late_trio.tables.undo.preview_undo(table_id, ANA)
    table = await late_trio.tables.load_table(table_id)
    moves = [write_text(line.text, table.with_holders_at(line.seq).player_names) for line in told.moves]
    assert "Ben" in moves[1], "it was Ben's bid"
    assert "Dee" not in "".join(moves)


# -------------------------------------------------------------- undo and orders
async def test_an_order_survives_an_undo_that_does_not_touch_it(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    await paced_trio.tables.orders.add_order(table_id, ANA, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.undo.take_back(table_id, ANA)
    assert await list_order_words(paced_trio.tables, table_id, ANA) == [PASS_UNTIL_ROUND_END]
    assert "standing order" not in write_plain_text((await paced_trio.tables.history.load_log(table_id, 0))[-1].text)


async def test_an_order_that_has_answered_goes_with_what_it_answered(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    for user in (ANA, BEN, CY):
        await play_bid(paced_trio.tables, user)
    who = await find_walker(paced_trio.tables)
    first, second = (user for user in (ANA, BEN, CY) if user != who)
    seat = [ANA, BEN, CY].index(first)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.play(table_id, who, ("walk", "south", "1"))
    request = await paced_trio.tables.undo.take_back(table_id, first)
    assert request is not None
    for user in (who, second):
        await paced_trio.tables.undo.answer(table_id, user, request.revision, agrees=True)
    assert await list_order_words(paced_trio.tables, table_id, first) == []
    own = [write_plain_text(line.text) for line in await paced_trio.tables.history.load_log(table_id, seat)]
    others = [write_plain_text(line.text) for line in await paced_trio.tables.history.load_log(table_id, None)]
    assert [text for text in own if "Your standing order “whistle-no 1” went with it" in text]
    assert not [text for text in others if "standing order" in text], "nobody else reads of it"


# -------------------------------------------------------------- closing a running game
async def test_a_running_game_is_closed_by_all_who_play(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    motion = await paced_trio.tables.proposals.propose_close(table_id, ANA)
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)).state == "open"
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, CY, motion.id, agrees=True)).state == "carried"
    table = await paced_trio.tables.load_table(table_id)
    assert (table.status, table.result) == ("closed", None)
    assert write_plain_text((await paced_trio.tables.history.load_log(table_id, None))[-1].text).endswith(
        "abandoned, without a result."
    )
    assert [item.kind for item in await paced_trio.tables.outbox.list_due()] == ["proposal"], "its outcome is shown"


async def test_a_proposal_does_not_wait_for_who_has_left_the_server(paced_trio: ServiceHarness) -> None:
    table_id, proposals = await load_table(paced_trio), paced_trio.tables.proposals
    motion = await proposals.propose_close(table_id, ANA)
    excused = await proposals.excuse_seats(motion.id, [2])
    assert (excused.state, excused.waiting_seats) == ("open", (1,))
    assert (await proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)).state == "carried"


async def test_who_is_left_alone_on_the_server_sets_the_pace(paced_trio: ServiceHarness) -> None:
    table_id, proposals = await load_table(paced_trio), paced_trio.tables.proposals
    motion = await proposals.set_pace(table_id, ANA, 48)
    assert motion is not None
    assert (await proposals.excuse_seats(motion.id, [1, 2])).state == "carried"
    assert (await paced_trio.tables.load_table(table_id)).pace_h == 48


async def test_one_no_keeps_the_game_going(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    motion = await paced_trio.tables.proposals.propose_close(table_id, ANA)
    assert (await paced_trio.tables.proposals.answer_proposal(table_id, CY, motion.id, agrees=False)).state == "refused"
    assert (await paced_trio.tables.load_table(table_id)).status == "running"


async def test_who_is_late_keeps_nobody_at_a_table(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    motion = await late_trio.tables.proposals.propose_close(table_id, ANA)
    assert (await late_trio.tables.proposals.answer_proposal(table_id, BEN, motion.id, agrees=True)).state == "carried"


async def test_one_alone_closes_after_twice_the_time(paced_duo: ServiceHarness) -> None:
    table_id = await load_table(paced_duo)
    await play_bid(paced_duo.tables, ANA)
    paced_duo.advance_clock(hours=30)
    assert (await paced_duo.tables.proposals.propose_close(table_id, ANA)).waiting_seats == (1,)
    paced_duo.advance_clock(hours=18)
    motion = await paced_duo.tables.proposals.propose_close(table_id, ANA)
    assert (await paced_duo.tables.proposals.answer_proposal(table_id, ANA, motion.id, agrees=True)).state == "carried"


async def test_a_moderator_closes_and_it_is_written_down(running_table: ServiceHarness) -> None:
    table_id = await load_table(running_table)
    await running_table.tables.lobby.close(table_id, 99, is_moderator=True)
    told = write_plain_text((await running_table.tables.history.load_log(table_id, None))[-1].text)
    assert told == "<@99>, a moderator, has closed the table: the game is abandoned, without a result."


async def test_the_end_of_a_game_voids_proposals(running_table: ServiceHarness) -> None:
    motion = await running_table.tables.proposals.propose_close(await load_table(running_table), ANA)
    await play_to_end(running_table.tables)
    assert (await running_table.tables.proposals.load_proposal(motion.id)).state == "void"


# -------------------------------------------------------------- several absent players
async def test_with_two_of_three_absent_the_third_decides_after_twice_the_time(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    paced_trio.advance_clock(hours=24)
    vote = await paced_trio.tables.votes.open(table_id, ANA, 2)
    assert (await paced_trio.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open", (
        "one alone waits longer"
    )
    assert (await paced_trio.tables.outbox.find_due_moments()).next_due_at is not None
    paced_trio.advance_clock(hours=23.9)
    assert (await paced_trio.tables.votes.recount(table_id, vote.id)).state == "open"
    paced_trio.advance_clock(hours=0.1)
    assert (await paced_trio.tables.votes.recount(table_id, vote.id)).state == "drop", (
        "nobody waits for Ben, who is late too"
    )
    second = await paced_trio.tables.votes.open(table_id, ANA, 1)
    assert (await paced_trio.tables.votes.cast(table_id, ANA, second.id, "drop")).state == "drop"
    assert (await paced_trio.tables.load_table(table_id)).status == "finished"


async def test_a_voter_who_owes_nothing_and_says_nothing_holds_up_no_vote(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2)
    assert (await late_trio.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    late_trio.advance_clock(hours=47.9)
    assert (await late_trio.tables.votes.recount(table_id, vote.id)).state == "open", "Ben has two days to vote"
    late_trio.advance_clock(hours=0.1)
    assert (await late_trio.tables.votes.recount(table_id, vote.id)).state == "drop", "nobody waits for Ben any more"


async def test_however_late_it_is_everybody_has_two_days_to_vote(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    late_trio.advance_clock(days=9)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2)
    assert (await late_trio.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    (row,) = await late_trio.store.fetch_all("SELECT due_at FROM outbox WHERE kind = 'vote'")
    assert row["due_at"] - int(late_trio.now.timestamp()) == 48 * HOUR_S
    late_trio.advance_clock(hours=47.9)
    assert (await late_trio.tables.votes.recount(table_id, vote.id)).state == "open"
    late_trio.advance_clock(hours=0.1)
    assert (await late_trio.tables.votes.recount(table_id, vote.id)).state == "drop"


async def test_the_recount_time_is_among_the_due_items(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    paced_trio.advance_clock(hours=24)
    await paced_trio.store.write(lambda at: at.execute("UPDATE turn_deadlines SET due_at = NULL"))
    await paced_trio.tables.votes.open(table_id, ANA, 2)
    then = (await paced_trio.tables.outbox.find_due_moments()).next_due_at
    assert then is not None
    assert then - int(paced_trio.now.timestamp()) == 24 * HOUR_S


async def test_a_voter_who_is_late_may_still_vote(paced_trio: ServiceHarness) -> None:
    table_id = await load_table(paced_trio)
    await play_bid(paced_trio.tables, ANA)
    paced_trio.advance_clock(hours=24)
    vote = await paced_trio.tables.votes.open(table_id, ANA, 2)
    await paced_trio.tables.votes.cast(table_id, ANA, vote.id, "stall")
    assert (await paced_trio.tables.votes.cast(table_id, BEN, vote.id, "stall")).state == "stall"


async def test_without_a_pace_the_last_one_present_decides_after_twice_the_silence(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.lobby.start(table.id, ANA)
    await play_bid(service.tables, ANA)
    service.advance_clock(days=14)
    vote = await service.tables.votes.open(table.id, ANA, 2)
    assert (await service.tables.votes.cast(table.id, ANA, vote.id, "drop")).state == "open"
    service.advance_clock(days=2)
    assert (await service.tables.votes.recount(table.id, vote.id)).state == "wait", "it is too early for one alone"
    service.advance_clock(days=12)
    vote = await service.tables.votes.open(table.id, ANA, 2)
    assert (await service.tables.votes.cast(table.id, ANA, vote.id, "drop")).state == "drop"


# -------------------------------------------------------------- successors
async def test_a_successor_is_named_once_in_an_open_vote(late_trio: ServiceHarness) -> None:
    table_id = await load_table(late_trio)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2)
    assert "hand" not in vote.choices
    with pytest.raises(UserError, match="your own seat"):
        await late_trio.tables.votes.open(table_id, CY, 2, successor=(DEE, "Dee"))
    with pytest.raises(UserError, match="seen another hand"):
        await late_trio.tables.votes.open(table_id, BEN, 2, successor=(ANA, "Ana"))
    named = await late_trio.tables.votes.open(table_id, BEN, 2, successor=(DEE, "Dee"))
    assert (named.id, named.successor_id) == (vote.id, DEE)
    assert "hand" in named.choices
    with pytest.raises(UserError, match="named in this vote already"):
        await late_trio.tables.votes.open(table_id, ANA, 2, successor=(15, "Eve"))


async def test_a_successor_with_another_seat_is_removed_from_the_vote(late_trio: ServiceHarness) -> None:
    """Dee takes Ben's seat, so she knows his hand when the vote would give her Cy's."""
    table_id = await load_table(late_trio)
    vote = await late_trio.tables.votes.open(table_id, ANA, 2, successor=(DEE, "Dee"))
    await late_trio.tables.votes.cast(table_id, ANA, vote.id, "hand")
    offer = await late_trio.tables.handover.offer_seat(table_id, BEN, DEE, "Dee")
    await late_trio.tables.handover.accept_offer(table_id, DEE, "Dee", 1, offer.revision)
    vote = await late_trio.tables.votes.cast(table_id, DEE, vote.id, "hand")
    assert (vote.state, vote.successor_id, vote.ballots) == ("open", None, {})
    assert await late_trio.tables.handover.find_offer(table_id, 2) is None
