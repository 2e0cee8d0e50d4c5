"""Nobody gets out of a vote: not by a new pace, not by vacations, not by moving and taking back."""

from __future__ import annotations

from datetime import date

import pytest

from engine.host.model.pace import AWAY, BUDGET, WINDOW, Person
from engine.host.model.votes import PATIENCE
from engine.host.service.play.live import Late
from engine.kernel.text import Refusal, plain, write
from engine.ops import doctor
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    DEE,
    GUILD,
    NEVER,
    Inn,
    agree_on_pace,
    bid,
    finish,
    walker,
)

HOUR = 3600


async def the_table(inn: Inn) -> int:
    return (await inn.tables.in_channel(CHANNEL)).id


async def hours_left(inn: Inn, seat: int) -> float | None:
    """Hours that a seat has left for its move."""
    clocks = (await inn.tables.snapshots.take(await the_table(inn), None)).clocks
    (end,) = (clock.ends for clock in clocks if clock.seat == seat)
    return None if end is None else (end - inn.now.timestamp()) / HOUR


@pytest.fixture
async def late(trio: Inn) -> Inn:
    """Ana and Ben have bid, Cy has not, and his 24 hours are over."""
    await bid(trio.tables, ANA)
    await bid(trio.tables, BEN)
    trio.later(hours=24)
    return trio


# -------------------------------------------------------------- pace
async def test_a_pace_needs_two_and_counts_from_the_next_question(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    trio.later(hours=20)
    motion = await trio.tables.motions.set_pace(table_id, ANA, 12)
    assert motion is not None
    assert (motion.state, motion.waits_for) == ("open", (1, 2))
    assert (await trio.tables.table(table_id)).pace == 24, "one alone sets nothing"
    assert (await trio.tables.motions.answer(table_id, BEN, motion.id, agree=True)).state == "carried"
    assert (await trio.tables.table(table_id)).pace == 12
    assert await hours_left(trio, 2) == 4, "what was asked before keeps its time"
    log = await trio.tables.history.log(table_id, None)
    assert plain(log[-1].text) == "seat 1, seat 2 set the pace from the next question on: 12 hours a move."
    for user in (BEN, CY):
        await bid(trio.tables, user)
    assert await hours_left(trio, [ANA, BEN, CY].index(await walker(trio.tables))) == 12
    with pytest.raises(Late, match="settled"):
        await trio.tables.motions.answer(table_id, CY, motion.id, agree=True)


async def test_who_is_late_gets_no_time_by_a_pace(late: Inn) -> None:
    table_id = await the_table(late)
    with pytest.raises(Refusal, match="Your time for this move is over"):
        await late.tables.motions.set_pace(table_id, CY, 168)
    motion = await late.tables.motions.set_pace(table_id, ANA, 168)
    assert motion is not None
    assert motion.waits_for == (1,), "nobody waits for Cy"
    with pytest.raises(Refusal, match="Your time for this move is over"):
        await late.tables.motions.answer(table_id, CY, motion.id, agree=True)
    await late.tables.motions.answer(table_id, BEN, motion.id, agree=True)
    assert await late.tables.votes.late_seats(table_id, ANA) == [2], "time that is over stays over"


async def test_a_pace_nobody_else_wants(trio: Inn) -> None:
    table_id = await the_table(trio)
    motion = await trio.tables.motions.set_pace(table_id, ANA, 12)
    assert motion is not None
    with pytest.raises(Refusal, match="asked for another pace"):
        await trio.tables.motions.set_pace(table_id, BEN, 48)
    again = await trio.tables.motions.set_pace(table_id, BEN, 12)
    assert again is not None
    assert again.id == motion.id, "asked twice, it is the same question"
    assert (await trio.tables.motions.answer(table_id, BEN, motion.id, agree=False)).state == "open"
    assert (await trio.tables.motions.answer(table_id, CY, motion.id, agree=False)).state == "refused"
    other = await trio.tables.motions.set_pace(table_id, ANA, 48)
    assert other is not None
    assert (await trio.tables.motions.answer(table_id, ANA, other.id, agree=False)).state == "void", "taken back"
    with pytest.raises(Refusal, match="pace already"):
        await trio.tables.motions.set_pace(table_id, ANA, 24)


async def test_a_motion_runs_out(trio: Inn) -> None:
    table_id = await the_table(trio)
    motion = await trio.tables.motions.set_pace(table_id, ANA, 12)
    assert motion is not None
    await trio.tables.motions.posted(motion, CHANNEL, 5)
    trio.later(seconds=PATIENCE)
    assert (await trio.tables.reminders.agenda()).expire
    with pytest.raises(Late, match="run out"):
        await trio.tables.motions.answer(table_id, BEN, motion.id, agree=True)
    await trio.tables.motions.expire()
    assert await trio.tables.motions.to_show() == [motion.id]
    assert not (await trio.tables.reminders.agenda()).expire


# -------------------------------------------------------------- vacation
async def test_vacation_is_a_budget(inn: Inn) -> None:
    """21 days in any 90: the window moves with the days."""
    people = inn.tables.people
    await people.set_vacation(ANA, date(2026, 1, 1), date(2026, 1, 15))
    inn.later(days=40)
    with pytest.raises(
        Refusal, match=rf"{WINDOW} days {BUDGET} can be vacation, and you have 6 of them left.*/replace"
    ):
        await people.set_vacation(ANA, date(2026, 2, 20), date(2026, 2, 26))
    person = await people.set_vacation(ANA, date(2026, 2, 20), date(2026, 2, 25))
    assert person.left(int(inn.now.timestamp())) == 0
    inn.later(days=50)
    assert (await people.set_vacation(ANA, date(2026, 4, 10), date(2026, 4, 24))).left(int(inn.now.timestamp())) == 0


async def test_days_that_were_taken_count_as_taken_and_stay_off(trio: Inn) -> None:
    people = trio.tables.people
    await people.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 20))
    trio.later(days=5)
    person = await people.end_vacation(CY)
    assert person.left(int(trio.now.timestamp())) == BUDGET - 5
    assert await hours_left(trio, 2) == 24, "coming back early makes nobody late"
    await people.set_vacation(CY, date(2026, 1, 6), date(2026, 1, 7))
    await people.end_vacation(CY)
    assert person.left(int(trio.now.timestamp())) == BUDGET - 5, "what was not taken is not counted"


async def test_a_vacation_does_not_bring_time_back(trio: Inn) -> None:
    """Cy's time ends at midnight; at noon he says that he is away, from that day on."""
    trio.later(hours=36)
    await trio.tables.people.set_vacation(CY, date(2026, 1, 2), date(2026, 1, 12))
    assert 2 in await trio.tables.votes.late_seats(await the_table(trio), ANA)
    await trio.tables.people.set_hours(CY, zone="Pacific/Honolulu", weekends=True)
    assert 2 in await trio.tables.votes.late_seats(await the_table(trio), ANA)


async def test_after_long_days_off_in_one_stretch_there_can_be_a_vote(inn: Inn) -> None:
    """A vacation as long as earlier programs allowed."""
    first = int(inn.now.timestamp())
    gone = Person(CY, away=(date(2026, 1, 1), date(2026, 12, 31)))
    assert gone.gone_long(first) == first + AWAY * 24 * HOUR
    assert gone.gone_long(first + 200 * 24 * HOUR) == first + 200 * 24 * HOUR + 24 * HOUR
    assert Person(CY, away=(date(2026, 1, 1), date(2026, 1, 29))).gone_long(first) is None
    assert Person(CY, weekends=True).gone_long(first) is None


async def test_a_year_away_from_before_the_budget(trio: Inn) -> None:
    await trio.store.write(
        lambda at: at.run(
            "INSERT INTO user_schedules (user_id, vacation_first_date, vacation_last_date) VALUES (?, '2026-01-01', '2026-12-31')",
            CY,
        )
    )
    table_id = await the_table(trio)
    trio.later(days=29)
    assert 2 not in await trio.tables.votes.late_seats(table_id, ANA)
    trio.later(days=1)
    assert 2 in await trio.tables.votes.late_seats(table_id, ANA)


# -------------------------------------------------------------- no pace
async def silent_trio(inn: Inn) -> int:
    """Three at a table without a pace; Cy alone owes a bid."""
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.lobby.start(table.id, ANA)
    for user in (ANA, BEN):
        await bid(inn.tables, user)
    return table.id


async def test_after_a_long_silence_all_the_others_decide_together(inn: Inn) -> None:
    table_id = await silent_trio(inn)
    await inn.tables.people.set_vacation(CY, date(2026, 1, 3), date(2026, 1, 5))
    inn.later(days=16.9)
    with pytest.raises(Refusal, match="14 days of silence"):
        await inn.tables.votes.open(table_id, ANA, 2)
    inn.later(days=0.1)
    vote = await inn.tables.votes.open(table_id, ANA, 2)
    assert vote.need == 2
    assert (await inn.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    assert (await inn.tables.votes.cast(table_id, BEN, vote.id, "drop")).state == "drop"


# -------------------------------------------------------------- undo and clocks
async def test_moving_and_taking_back_is_no_way_out(late: Inn) -> None:
    """Cy is late and voted about: the same bid, made and taken back, leaves clock and vote as they were."""
    table_id = await the_table(late)
    vote = await late.tables.votes.open(table_id, ANA, 2)
    await late.tables.votes.posted(vote, CHANNEL, 77)
    await late.tables.votes.cast(table_id, ANA, vote.id, "drop")
    for _ in range(3):
        await bid(late.tables, CY)
        request = await late.tables.undo.take_back(table_id, CY)
        assert request is not None
        for user in (ANA, BEN):
            await late.tables.undo.answer(table_id, user, request.rev, agree=True)
        late.later(hours=1)
    now = await late.tables.votes.vote(vote.id)
    assert (now.state, now.ballots, now.message) == ("open", {0: "drop"}, 77)
    assert (await late.tables.votes.cast(table_id, BEN, vote.id, "drop")).state == "drop"
    assert [report.verdict for report in doctor.examine(late.path)] == ["same"]


async def test_whoever_owes_the_same_answer_keeps_clock_and_vote(late: Inn) -> None:
    """Ben takes his bid back while Cy is late and voted about: "Cy's move came first" would be a lie."""
    table_id = await the_table(late)
    vote = await late.tables.votes.open(table_id, ANA, 2)
    await late.tables.votes.cast(table_id, BEN, vote.id, "stall")
    assert await late.tables.undo.take_back(table_id, BEN) is None
    assert (await late.tables.votes.vote(vote.id)).state == "open"
    assert await hours_left(late, 2) == 0
    assert await hours_left(late, 1) == 24, "Ben had moved at once"
    (due,) = [n for n in await late.tables.reminders.due_notices() if n.seat == 2]
    assert await late.tables.reminders.trying(due), "his reminder is still about his bid"


async def test_the_undoers_own_clock_goes_on_where_it_stood(trio: Inn) -> None:
    table_id = await the_table(trio)
    trio.later(hours=10)
    await bid(trio.tables, ANA)
    for _ in range(2):
        trio.later(hours=3)
        await trio.tables.undo.take_back(table_id, ANA)
        assert await hours_left(trio, 0) == 14, "ten hours were hers, the rest was not"
        await bid(trio.tables, ANA)


async def test_a_clock_is_not_inherited(late: Inn) -> None:
    """Dee has Cy's seat, and takes back what he played when he was late: her time begins anew."""
    table_id = await the_table(late)
    await bid(late.tables, CY)
    offer = await late.tables.handover.offer(table_id, CY, DEE, "Dee")
    await late.tables.handover.take(table_id, DEE, "Dee", 2, offer.rev)
    request = await late.tables.undo.take_back(table_id, DEE)
    assert request is not None
    for user in (ANA, BEN):
        await late.tables.undo.answer(table_id, user, request.rev, agree=True)
    assert await hours_left(late, 2) == 24


async def test_what_is_no_move_does_not_void_a_wish(late: Inn) -> None:
    """A pace, a vacation, a seat that changes hands: the question to the others stands."""
    table_id = await the_table(late)
    await bid(late.tables, CY)
    request = await late.tables.undo.take_back(table_id, CY)
    assert request is not None
    await agree_on_pace(late.tables, table_id, ANA, BEN, 48)
    await late.tables.people.set_vacation(ANA, date(2026, 2, 1), date(2026, 2, 3))
    assert await late.tables.undo.answer(table_id, BEN, request.rev, agree=True) is False
    offer = await late.tables.handover.offer(table_id, BEN, DEE, "Dee")
    await late.tables.handover.take(table_id, DEE, "Dee", 1, offer.rev)
    now = await late.tables.undo.request(table_id)
    assert now is not None
    assert now.agreed == (2,), "Dee has not been asked yet"
    shown = (await late.tables.snapshots.take(table_id, None)).undo
    assert shown == now
    assert await late.tables.undo.answer(table_id, ANA, request.rev, agree=True) is False
    assert await late.tables.undo.answer(table_id, DEE, request.rev, agree=True) is True
    page = await late.tables.history.log_page(table_id, None, 50)
    struck = [plain(line.line.text) for line in page.lines if line.undone]
    assert not [text for text in struck if "pace" in text or "away" in text or "hands the seat" in text]


async def test_the_preview_names_who_sat_there_then(late: Inn) -> None:
    table_id = await the_table(late)
    await bid(late.tables, CY)
    offer = await late.tables.handover.offer(table_id, BEN, DEE, "Dee")
    await late.tables.handover.take(table_id, DEE, "Dee", 1, offer.rev)
    told = await late.tables.undo.retraction(table_id, ANA)
    table = await late.tables.table(table_id)
    moves = [write(line.text, table.as_of(line.seq).names) for line in told.moves]
    assert "Ben" in moves[1], "it was Ben's bid"
    assert "Dee" not in "".join(moves)


# -------------------------------------------------------------- undo and orders
async def test_an_order_survives_an_undo_that_does_not_touch_it(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    await trio.tables.orders.leave(table_id, ANA, NEVER)
    await trio.tables.undo.take_back(table_id, ANA)
    assert await trio.tables.orders.of(table_id, ANA) == [NEVER]
    assert "standing order" not in plain((await trio.tables.history.log(table_id, 0))[-1].text)


async def test_an_order_that_has_answered_goes_with_what_it_answered(trio: Inn) -> None:
    table_id = await the_table(trio)
    for user in (ANA, BEN, CY):
        await bid(trio.tables, user)
    who = await walker(trio.tables)
    first, second = (user for user in (ANA, BEN, CY) if user != who)
    seat = [ANA, BEN, CY].index(first)
    await trio.tables.orders.leave(table_id, first, NEVER)
    await trio.tables.moves.play(table_id, who, ("walk", "south", "1"))
    request = await trio.tables.undo.take_back(table_id, first)
    assert request is not None
    for user in (who, second):
        await trio.tables.undo.answer(table_id, user, request.rev, agree=True)
    assert await trio.tables.orders.of(table_id, first) == []
    own = [plain(line.text) for line in await trio.tables.history.log(table_id, seat)]
    others = [plain(line.text) for line in await trio.tables.history.log(table_id, None)]
    assert [text for text in own if "Your standing order “pass 1” went with it" in text]
    assert not [text for text in others if "standing order" in text], "nobody else reads of it"


# -------------------------------------------------------------- closing a running game
async def test_a_running_game_is_closed_by_all_who_play(trio: Inn) -> None:
    table_id = await the_table(trio)
    motion = await trio.tables.motions.close(table_id, ANA)
    assert (await trio.tables.motions.answer(table_id, BEN, motion.id, agree=True)).state == "open"
    assert (await trio.tables.motions.answer(table_id, CY, motion.id, agree=True)).state == "carried"
    table = await trio.tables.table(table_id)
    assert (table.status, table.result) == ("closed", None)
    assert plain((await trio.tables.history.log(table_id, None))[-1].text).endswith("abandoned, without a result.")
    assert await trio.tables.reminders.next_due() is None


async def test_one_no_keeps_the_game_going(trio: Inn) -> None:
    table_id = await the_table(trio)
    motion = await trio.tables.motions.close(table_id, ANA)
    assert (await trio.tables.motions.answer(table_id, CY, motion.id, agree=False)).state == "refused"
    assert (await trio.tables.table(table_id)).status == "running"


async def test_who_is_late_keeps_nobody_at_a_table(late: Inn) -> None:
    table_id = await the_table(late)
    motion = await late.tables.motions.close(table_id, ANA)
    assert (await late.tables.motions.answer(table_id, BEN, motion.id, agree=True)).state == "carried"


async def test_one_alone_closes_after_twice_the_time(duo: Inn) -> None:
    table_id = await the_table(duo)
    await bid(duo.tables, ANA)
    duo.later(hours=30)
    assert (await duo.tables.motions.close(table_id, ANA)).waits_for == (1,)
    duo.later(hours=18)
    motion = await duo.tables.motions.close(table_id, ANA)
    assert (await duo.tables.motions.answer(table_id, ANA, motion.id, agree=True)).state == "carried"


async def test_a_moderator_closes_and_it_is_written_down(camp: Inn) -> None:
    table_id = await the_table(camp)
    await camp.tables.lobby.close(table_id, 99, moderator=True)
    told = plain((await camp.tables.history.log(table_id, None))[-1].text)
    assert told == "A moderator has closed the table: the game is abandoned, without a result."


async def test_the_end_of_a_game_ends_what_was_moved(camp: Inn) -> None:
    motion = await camp.tables.motions.close(await the_table(camp), ANA)
    await finish(camp.tables)
    assert (await camp.tables.motions.motion(motion.id)).state == "void"


# -------------------------------------------------------------- more than one absent
async def test_with_two_of_three_absent_the_third_decides_after_twice_the_time(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    trio.later(hours=24)
    vote = await trio.tables.votes.open(table_id, ANA, 2)
    assert (await trio.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open", "one alone waits longer"
    assert (await trio.tables.reminders.agenda()).next is not None
    trio.later(hours=23.9)
    assert (await trio.tables.votes.recount(table_id, vote.id)).state == "open"
    trio.later(hours=0.1)
    assert (await trio.tables.votes.recount(table_id, vote.id)).state == "drop", "nobody waits for Ben, who is late too"
    second = await trio.tables.votes.open(table_id, ANA, 1)
    assert (await trio.tables.votes.cast(table_id, ANA, second.id, "drop")).state == "drop"
    assert (await trio.tables.table(table_id)).status == "finished"


async def test_a_voter_who_owes_nothing_and_says_nothing_holds_up_no_vote(late: Inn) -> None:
    table_id = await the_table(late)
    vote = await late.tables.votes.open(table_id, ANA, 2)
    assert (await late.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    late.later(hours=23.9)
    assert (await late.tables.votes.recount(table_id, vote.id)).state == "open", "Ben has a move's time to vote"
    late.later(hours=0.1)
    assert (await late.tables.votes.recount(table_id, vote.id)).state == "drop", (
        "after twice the time nobody waits for Ben"
    )


async def test_however_late_it_is_everybody_has_a_moves_time_to_vote(late: Inn) -> None:
    table_id = await the_table(late)
    late.later(days=9)
    vote = await late.tables.votes.open(table_id, ANA, 2)
    assert (await late.tables.votes.cast(table_id, ANA, vote.id, "drop")).state == "open"
    (row,) = await late.store.all("SELECT recount_at FROM votes")
    assert row["recount_at"] - int(late.now.timestamp()) == 24 * HOUR
    late.later(hours=23.9)
    assert (await late.tables.votes.recount(table_id, vote.id)).state == "open"
    late.later(hours=0.1)
    assert (await late.tables.votes.recount(table_id, vote.id)).state == "drop"


async def test_the_moment_at_which_it_can_be_decided_is_on_the_agenda(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    trio.later(hours=24)
    await trio.store.write(lambda at: at.run("UPDATE turn_deadlines SET due_at = NULL"))
    await trio.tables.votes.open(table_id, ANA, 2)
    then = (await trio.tables.reminders.agenda()).next
    assert then is not None
    assert then - int(trio.now.timestamp()) == 24 * HOUR


async def test_a_voter_who_is_late_may_still_vote(trio: Inn) -> None:
    table_id = await the_table(trio)
    await bid(trio.tables, ANA)
    trio.later(hours=24)
    vote = await trio.tables.votes.open(table_id, ANA, 2)
    await trio.tables.votes.cast(table_id, ANA, vote.id, "stall")
    assert (await trio.tables.votes.cast(table_id, BEN, vote.id, "stall")).state == "stall"


async def test_without_a_pace_the_last_one_present_decides_after_twice_the_silence(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.lobby.start(table.id, ANA)
    await bid(inn.tables, ANA)
    inn.later(days=14)
    vote = await inn.tables.votes.open(table.id, ANA, 2)
    assert (await inn.tables.votes.cast(table.id, ANA, vote.id, "drop")).state == "open"
    inn.later(days=14)
    assert (await inn.tables.votes.recount(table.id, vote.id)).state == "drop"


# -------------------------------------------------------------- heirs
async def test_an_heir_is_named_once_in_an_open_vote(late: Inn) -> None:
    table_id = await the_table(late)
    vote = await late.tables.votes.open(table_id, ANA, 2)
    assert "hand" not in vote.choices
    with pytest.raises(Refusal, match="your own seat"):
        await late.tables.votes.open(table_id, CY, 2, heir=(DEE, "Dee"))
    with pytest.raises(Refusal, match="seen another hand"):
        await late.tables.votes.open(table_id, BEN, 2, heir=(ANA, "Ana"))
    named = await late.tables.votes.open(table_id, BEN, 2, heir=(DEE, "Dee"))
    assert (named.id, named.heir) == (vote.id, DEE)
    assert "hand" in named.choices
    with pytest.raises(Refusal, match="named in this vote already"):
        await late.tables.votes.open(table_id, ANA, 2, heir=(15, "Eve"))


async def test_an_heir_who_has_taken_another_seat_is_named_no_more(late: Inn) -> None:
    """Dee takes Ben's seat while the vote would hand her Cy's: she knows another hand."""
    table_id = await the_table(late)
    vote = await late.tables.votes.open(table_id, ANA, 2, heir=(DEE, "Dee"))
    await late.tables.votes.cast(table_id, ANA, vote.id, "hand")
    offer = await late.tables.handover.offer(table_id, BEN, DEE, "Dee")
    await late.tables.handover.take(table_id, DEE, "Dee", 1, offer.rev)
    vote = await late.tables.votes.cast(table_id, DEE, vote.id, "hand")
    assert (vote.state, vote.heir, vote.ballots) == ("open", None, {})
    assert await late.tables.handover.offer_of(table_id, 2) is None
