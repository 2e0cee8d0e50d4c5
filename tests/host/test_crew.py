"""Computers at the table: their seats, their moves, what they count for, and seats that they play for somebody."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import cast

import pytest

from engine.host.model.table import NOBODY, Table
from engine.host.service.play import crew as module
from engine.host.service.play.crew import PACE, QUEUE, WATCHED
from engine.host.service.play.limits import SOLO
from engine.host.service.play.live import Covered
from engine.host.store import entries
from engine.kernel.text import Refusal, plain
from engine.ops import doctor
from engine.players import circles
from engine.workers.requests import UnansweredError
from tests.host.harness import ANA, BEN, CHANNEL, CY, DEE, GUILD, Inn, over_for_good, waiting
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def crewed(inn: Inn) -> Inn:
    """A host at which computers play."""
    inn.move_service = InlineMoveService()
    await inn.restart()
    return inn


@pytest.fixture
async def solo(crewed: Inn) -> Inn:
    """Ana against one computer."""
    await crewed.tables.crew.solo(GUILD, CHANNEL, ANA, "Ana", "toy", "captain")
    return crewed


@pytest.fixture
async def trio(crewed: Inn) -> Inn:
    """Ana, Ben and Cy at a running table with 24 hours a move: all owe a secret bid."""
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await crewed.tables.lobby.join(table.id, user, name)
    await crewed.tables.motions.set_pace(table.id, ANA, 24)
    await crewed.tables.lobby.start(table.id, ANA)
    return crewed


def move_service(inn: Inn) -> InlineMoveService:
    return cast("InlineMoveService", inn.move_service)


async def here(inn: Inn) -> Table:
    return await inn.tables.in_channel(CHANNEL, live_only=False)


async def kinds(inn: Inn) -> list[str]:
    return [entry.kind for entry in await entries.entries(inn.store, (await here(inn)).id)]


async def move(inn: Inn, user: int) -> Table:
    """Play the first thing offered."""
    table, seat, menu = await inn.tables.moves.menu((await here(inn)).id, user)
    return await inn.tables.moves.play(table.id, user, inn.tables.catalogue.game("toy").stall(seat, menu))


async def to_the_end(inn: Inn, user: int = ANA) -> Table:
    while (table := await here(inn)).status == "running":
        await let_them_move(inn.tables)
        if user in await waiting(inn.tables, table.id):
            await move(inn, user)
    return table


async def lines(inn: Inn, viewer: int | None = None) -> list[str]:
    return [plain(line.text) for line in await entries.lines(inn.store, (await here(inn)).id, viewer)]


# ------------------------------------------------------------------ in the lobby
async def test_a_computer_takes_a_seat_with_a_name_of_its_own(crewed: Inn) -> None:
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await crewed.tables.crew.add(table.id, ANA, "mate")
    table = await crewed.tables.crew.add(table.id, ANA, "captain")
    assert [(person.user, person.level) for person in table.seats] == [(ANA, ""), (NOBODY, "mate"), (NOBODY, "captain")]
    assert len({person.name for person in table.seats}) == 3
    assert table.crewed
    assert [person.user for person in table.played] == [ANA]


async def test_only_who_sits_adds_one_and_only_the_opener_takes_it_away(crewed: Inn) -> None:
    crew = crewed.tables.crew
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(Refusal, match="no seat"):
        await crew.add(table.id, BEN, "mate")
    with pytest.raises(Refusal, match="levels"):
        await crew.add(table.id, ANA, "random")
    await crew.add(table.id, ANA, "mate")
    await crewed.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="Only the person who opened"):
        await crew.remove(table.id, BEN, 1)
    with pytest.raises(Refusal, match="No computer"):
        await crew.remove(table.id, ANA, 2)
    table = await crew.remove(table.id, ANA, 1)
    assert [person.user for person in table.seats] == [ANA, BEN]


async def test_the_last_person_to_leave_closes_a_lobby_with_computers(crewed: Inn) -> None:
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await crewed.tables.crew.add(table.id, ANA, "mate")
    assert (await crewed.tables.lobby.leave(table.id, ANA)).status == "closed"


async def test_without_a_move_service_there_are_no_computers(camp: Inn) -> None:
    with pytest.raises(Refusal, match="do not play here"):
        await camp.tables.crew.solo(GUILD, 7, ANA, "Ana", "toy", "mate")
    assert await camp.tables.crew.owed() == []


# ---------------------------------------------------------------------- their moves
async def test_a_solo_game_goes_to_its_end_and_plays_again_from_its_log(solo: Inn) -> None:
    table = await to_the_end(solo)
    assert table.status == "finished"
    assert table.result is not None
    assert {"move", "computer"} <= set(await kinds(solo))
    assert [report.verdict for report in doctor.examine(solo.path)] == ["same"]


async def test_a_move_service_is_told_neither_seed_nor_what_the_others_have_bid(solo: Inn) -> None:
    await to_the_end(solo)
    seed = (await solo.tables.context.stored((await here(solo)).id)).seed
    assert len(move_service(solo).requests) > 3
    assert all(seed not in str(job) for job in move_service(solo).requests)


async def test_a_move_that_is_owed_is_found_again_after_a_restart(solo: Inn) -> None:
    (owed, _), *_ = await solo.tables.crew.owed()
    await solo.restart()
    assert [one for one, _ in await solo.tables.crew.owed()] == [owed]
    assert await let_them_move(solo.tables) > 0
    assert await solo.tables.crew.owed() == []


async def test_a_thought_that_was_overtaken_changes_nothing(solo: Inn) -> None:
    crew, table = solo.tables.crew, await here(solo)
    (owed, _), *_ = await crew.owed()
    words = await crew.think(owed)
    assert words is not None
    assert await crew.play(owed, words) is not None
    before = await kinds(solo)
    assert await crew.play(owed, words) is None
    assert await crew.stall(owed) is None
    assert await kinds(solo) == before
    await solo.tables.lobby.close(table.id, ANA)
    assert await crew.think(owed) is None


async def test_a_question_that_was_put_anew_is_answered_all_the_same(solo: Inn) -> None:
    """A moderator has made the table's buttons new; whoever owes an answer keeps their clock, and with it an older question."""
    await solo.tables.admin.drop_controls((await here(solo)).id)
    ((owed, _),) = await solo.tables.crew.owed()
    words = await solo.tables.crew.think(owed)
    assert words is not None
    assert await solo.tables.crew.play(owed, words) is not None


async def test_computers_among_themselves_take_their_time(solo: Inn) -> None:
    """Where nobody else plays any more a game would be over in a minute, and its machine busy with nothing else."""
    assert {then for _, then in await solo.tables.crew.owed()} == {0}
    await solo.tables.crew.stand_in((await here(solo)).id, ANA)
    owed = await solo.tables.crew.owed()
    assert owed
    assert all(then == one.since + PACE for one, then in owed)


async def test_a_computer_that_goes_round_in_circles_plays_a_safe_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the Paso a ship sails along its own route for nothing, and back: a turn of two thousand moves was seen."""
    monkeypatch.setattr(circles, "MAX_MOVES_IN_ROW", 2)
    home = Inn(tmp_path / "bot.db")
    home.move_service = InlineMoveService(level="cadet")
    tables = await home.open()
    table_id = (await tables.crew.solo(GUILD, CHANNEL, ANA, "Ana", "paso", "cadet")).id
    game, rows = tables.catalogue.game("paso"), list[int]()
    while len(rows) < 20:
        owed = await tables.crew.owed()
        if not owed:
            _, seat, menu = await tables.moves.menu(table_id, ANA)
            await tables.moves.play(table_id, ANA, game.stall(seat, menu))
            continue
        one, run = owed[0][0], (await tables.context.load(table_id)).run()
        rows.append(await entries.in_a_row(home.store, table_id, one.seat))
        words = await tables.crew.think(one)
        assert words is not None
        safe = game.stall(one.seat, run.menu(one.seat))
        await tables.crew.play(one, words)
        made = [entry.words for entry in await entries.entries(home.store, table_id) if entry.kind == "computer"]
        assert made[-1] == " ".join(safe if rows[-1] in (2, 4) else words)
    await home.store.close()
    assert 2 in rows
    assert max(rows) <= 4, "the turn has ended"


async def test_who_cannot_think_plays_a_safe_move_and_the_table_is_told(solo: Inn) -> None:
    move_service(solo).fails = True
    (owed, _), *_ = await solo.tables.crew.owed()
    with pytest.raises(UnansweredError):
        await solo.tables.crew.think(owed)
    await solo.tables.crew.stall(owed)
    assert any("could not think this through" in line for line in await lines(solo))
    assert (await kinds(solo))[-1] == "computer"


async def test_an_illegal_thought_is_none(solo: Inn) -> None:
    (owed, _), *_ = await solo.tables.crew.owed()
    with pytest.raises(UnansweredError):
        await solo.tables.crew.play(owed, ("nonsense",))


async def test_a_game_without_end_is_closed(solo: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_GAME_MOVES", 0)
    await let_them_move(solo.tables)
    assert (await here(solo)).status == "closed"
    assert "no end in sight" in (await lines(solo))[-1]


async def test_many_before_one_make_a_turn_wait(solo: Inn) -> None:
    (owed, _), *_ = await solo.tables.crew.owed()
    assert not solo.tables.crew.waits(owed)
    move_service(solo).queue_length = QUEUE
    assert solo.tables.crew.waits(owed)


# --------------------------------------------------------------------------- limits
async def test_a_person_has_at_most_three_games_alone(crewed: Inn) -> None:
    for n in range(SOLO):
        await crewed.tables.crew.solo(GUILD, n, ANA, "Ana", "toy", "cadet")
    with pytest.raises(Refusal, match="alone against computers already"):
        await crewed.tables.crew.solo(GUILD, 50, ANA, "Ana", "toy", "cadet")
    await crewed.tables.crew.solo(GUILD, 51, BEN, "Ben", "toy", "cadet")
    await crewed.tables.lobby.close((await crewed.tables.in_channel(0)).id, ANA)
    await crewed.tables.crew.solo(GUILD, 50, ANA, "Ana", "toy", "cadet")


async def test_a_fourth_game_alone_begins_in_no_other_way_either(crewed: Inn) -> None:
    """Neither from a lobby, nor as a rematch, nor when four are asked for at once."""
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await crewed.tables.crew.add(table.id, ANA, "cadet")
    four = [crewed.tables.crew.solo(GUILD, n, ANA, "Ana", "toy", "cadet") for n in range(SOLO + 1)]
    begun = await asyncio.gather(*four, return_exceptions=True)
    refused = [one for one in begun if isinstance(one, Refusal)]
    assert ["alone against computers already" in str(one) for one in refused] == [True]
    assert len(await crewed.tables.context.live_tables()) == SOLO + 1, "no lobby is left of the fourth"
    with pytest.raises(Refusal, match="alone against computers already"):
        await crewed.tables.lobby.start(table.id, ANA)
    await crewed.tables.lobby.join(table.id, BEN, "Ben")
    assert (await crewed.tables.lobby.start(table.id, ANA)).status == "running", "with a friend it is no game alone"


async def test_a_server_has_at_most_two_tables_of_computers(crewed: Inn) -> None:
    for n in range(WATCHED):
        await crewed.tables.crew.watch(GUILD, n, ANA, "toy", "cadet")
    with pytest.raises(Refusal, match="Watch those"):
        await crewed.tables.crew.watch(GUILD, 50, BEN, "toy", "cadet")
    await crewed.tables.crew.watch(GUILD + 1, 51, BEN, "toy", "cadet")


async def test_the_number_of_seats_fits_the_game(crewed: Inn) -> None:
    table = await crewed.tables.crew.solo(GUILD, 1, ANA, "Ana", "toy", "mate", 3)
    assert len(table.seats) == 3
    with pytest.raises(Refusal, match="is played by"):
        await crewed.tables.crew.solo(GUILD, 2, ANA, "Ana", "toy", "mate", 9)


async def test_a_table_that_is_watched_moves_at_a_pace_and_its_opener_closes_it(crewed: Inn) -> None:
    table = await crewed.tables.crew.watch(GUILD, CHANNEL, ANA, "toy", "cadet")
    ((owed, then),) = await crewed.tables.crew.owed()
    assert (owed.alone, then) == (True, owed.since + PACE)
    with pytest.raises(Refusal):
        await crewed.tables.lobby.close(table.id, BEN)
    assert (await crewed.tables.lobby.close(table.id, ANA)).status == "closed"


async def test_a_table_that_is_watched_ends_by_itself(crewed: Inn) -> None:
    await crewed.tables.crew.watch(GUILD, CHANNEL, ANA, "toy", "cadet")
    await let_them_move(crewed.tables)
    table = await here(crewed)
    assert table.status == "finished"
    assert table.sealed_until is None, "nobody could say that it is over"


# --------------------------------------------------------------------- taking back
async def test_ones_own_move_goes_back_with_the_answers_of_computers(tmp_path: Path) -> None:
    """Where nothing was shown; else it stands, since nobody is there to agree."""
    home = Inn(tmp_path / "bot.db")
    home.move_service = InlineMoveService(level="cadet")
    tables = await home.open()
    table_id = (await tables.crew.solo(GUILD, CHANNEL, ANA, "Ana", "northwest", "captain")).id
    taken, stands = False, False
    for _ in range(40):
        await let_them_move(tables)
        _, seat, menu = await tables.moves.menu(table_id, ANA)
        before = await tables.snapshots.take(table_id, None)
        await tables.moves.play(table_id, ANA, tables.catalogue.game("northwest").stall(seat, menu))
        answers = await let_them_move(tables)
        shown = any(one.barrier for one in (await entries.entries(home.store, table_id))[-1 - answers :])
        if answers and shown and not stands:
            with pytest.raises(Refusal, match="nobody else is here to agree"):
                await tables.undo.take_back(table_id, ANA)
            stands = True
        elif answers and not shown and not taken:
            assert await tables.undo.take_back(table_id, ANA) is None
            after = await tables.snapshots.take(table_id, None)
            assert (after.view, after.waiting) == (before.view, before.waiting)
            taken = True
        if taken and stands:
            break
    await home.store.close()
    assert (taken, stands) == (True, True)


# ------------------------------------------------------------------- giving up, rematch
async def test_who_gives_up_alone_loses_to_the_computers(crewed: Inn) -> None:
    table = await crewed.tables.crew.solo(GUILD, CHANNEL, ANA, "Ana", "toy", "mate", 3)
    table = await crewed.tables.moves.resign(table.id, ANA)
    assert table.status == "finished"
    assert table.result is not None
    assert table.result.winners == (1, 2)
    assert "no person plays any more" in (await lines(crewed))[-1]


async def test_a_seat_that_is_given_up_is_played_by_a_mate(trio: Inn) -> None:
    table = await here(trio)
    table = await trio.tables.moves.resign(table.id, CY)
    assert (table.seats[2].left, table.seats[2].level, table.crewed) == (True, "mate", False)
    assert await let_them_move(trio.tables) > 0
    assert "computer" in await kinds(trio)
    await trio.tables.handover.reinstate(table.id, CY)
    table = await here(trio)
    assert (table.seats[2].left, table.seats[2].level) == (False, "")
    assert [held.level for held in table.past] == ["", "mate"]


async def test_a_rematch_has_the_same_computers(solo: Inn) -> None:
    table = await to_the_end(solo)
    await over_for_good(solo.tables, table.id)
    names = {person.name for person in table.seats}
    again = await solo.tables.lobby.rematch(table.id, ANA, "Ana")
    assert {person.name for person in again.seats} == names
    assert [person.own for person in again.seats] != [person.own for person in table.seats]


# --------------------------------------------------------------------- stand-ins
async def test_a_computer_plays_until_somebody_is_back_who_then_reads_what_happened(trio: Inn) -> None:
    table = await here(trio)
    await trio.tables.crew.stand_in(table.id, CY)
    assert (await here(trio)).seats[2].stands_in
    with pytest.raises(Covered):
        await trio.tables.moves.menu(table.id, CY)
    assert await let_them_move(trio.tables) == 1
    for user in (ANA, BEN):
        await move(trio, user)
    made = 1 + await let_them_move(trio.tables)
    back = await trio.tables.crew.back(table.id, CY, interaction=77)
    assert (back.seat, back.moves) == (2, made)
    assert "bids" in " ".join(plain(line.text) for line in back.lines) or back.lines
    assert not back.table.seats[2].level
    assert (await trio.tables.crew.back(table.id, CY, interaction=77)).moves == made
    with pytest.raises(Refusal, match="no computer plays for you"):
        await trio.tables.crew.back(table.id, CY)


async def test_standing_in_and_coming_back_wins_no_time(trio: Inn) -> None:
    """Nor does it end a vote: whoever is late could keep the others waiting with two presses a day."""
    table = await here(trio)
    for user in (ANA, BEN):
        await move(trio, user)
    trio.later(hours=49)
    before = await trio.tables.votes.late_seats(table.id, ANA)
    vote = await trio.tables.votes.open(table.id, ANA, 2)
    (since,) = [clock.since for clock in await trio.tables.snapshots.clocks(table.id)]
    await trio.tables.crew.stand_in(table.id, CY)
    await trio.tables.crew.back(table.id, CY)
    assert [clock.since for clock in await trio.tables.snapshots.clocks(table.id)] == [since]
    assert await trio.tables.votes.late_seats(table.id, ANA) == before == [2]
    assert (await trio.tables.votes.vote(vote.id)).state == "open"


async def test_a_move_of_the_computer_ends_a_vote_as_ones_own_does(trio: Inn) -> None:
    table = await here(trio)
    for user in (ANA, BEN):
        await move(trio, user)
    trio.later(hours=49)
    vote = await trio.tables.votes.open(table.id, ANA, 2)
    await trio.tables.crew.stand_in(table.id, CY)
    assert await let_them_move(trio.tables)
    assert (await trio.tables.votes.vote(vote.id)).state == "void"


async def test_nobody_wins_a_rated_game_by_a_captains_hand(trio: Inn) -> None:
    table = await here(trio)
    assert table.house["rated"] == "yes"
    await trio.tables.crew.stand_in(table.id, CY, "captain")
    assert (await here(trio)).seats[2].level == "mate"
    await trio.tables.crew.back(table.id, CY)
    await trio.tables.crew.stand_in(table.id, CY, "cadet")
    assert (await here(trio)).seats[2].level == "cadet"


async def test_nobody_is_called_for_a_seat_that_a_computer_plays(trio: Inn) -> None:
    table = await here(trio)
    await trio.tables.crew.stand_in(table.id, CY)
    table = await here(trio)
    assert (table.user_at(2), table.user_at(0)) == (None, ANA)
    trio.later(days=30)
    assert {notice.seat for notice in await trio.tables.reminders.due_notices()} == {0, 1}


async def test_a_computer_is_nobody_to_mention(solo: Inn) -> None:
    """Discord refuses a message that mentions nobody's number."""
    assert await solo.tables.settings.to_call([NOBODY, -7, ANA]) == [ANA]


async def test_a_vote_lets_a_computer_play_for_who_is_late(trio: Inn) -> None:
    table = await here(trio)
    for user in (ANA, BEN):
        await move(trio, user)
    trio.later(hours=30)
    vote = await trio.tables.votes.open(table.id, ANA, 2)
    assert "computer" in vote.choices
    for user in (ANA, BEN):
        vote = await trio.tables.votes.cast(table.id, user, vote.id, "computer")
    assert vote.state == "computer"
    assert (await here(trio)).seats[2].stands_in
    assert await let_them_move(trio.tables) > 0
    await trio.tables.crew.back(table.id, CY)
    assert (await here(trio)).seat_of(CY) == 2


async def test_a_vote_offers_no_computer_where_there_are_none(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await inn.tables.lobby.join(table.id, user, name)
    await inn.tables.motions.set_pace(table.id, ANA, 24)
    await inn.tables.lobby.start(table.id, ANA)
    inn.later(hours=30)
    assert "computer" not in (await inn.tables.votes.open(table.id, ANA, 2)).choices


async def test_a_computer_plays_through_a_vacation_and_gives_the_seat_back(trio: Inn) -> None:
    table = await here(trio)
    await trio.tables.people.set_vacation(CY, date(2026, 1, 3), date(2026, 1, 5), cover="captain")
    assert await trio.tables.crew.keep_covers() == []
    trio.later(days=3)
    assert await trio.tables.crew.keep_covers() == [table.id]
    assert (await here(trio)).seats[2].level == "mate", "in a rated game no captain stands in"
    assert await trio.tables.crew.keep_covers() == []
    trio.later(days=3)
    assert await trio.tables.crew.keep_covers() == [table.id]
    assert not (await here(trio)).seats[2].level
    trio.later(days=300)
    await trio.tables.people.set_vacation(CY, date(2026, 11, 8), date(2026, 11, 9))
    assert await trio.tables.crew.keep_covers() == []


async def test_who_comes_back_early_keeps_the_seat_for_the_rest_of_the_vacation(trio: Inn) -> None:
    table = await here(trio)
    await trio.tables.people.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 5), cover="mate")
    await trio.tables.crew.keep_covers()
    await trio.tables.crew.back(table.id, CY)
    assert await trio.tables.crew.keep_covers() == []
    assert not (await here(trio)).seats[2].level


# --------------------------------------------------------- a person for a computer
async def test_an_invited_friend_takes_the_seat_of_a_computer(solo: Inn) -> None:
    table = await here(solo)
    await let_them_move(solo.tables)
    with pytest.raises(Refusal, match="invite"):
        await solo.tables.crew.take_over(table.id, BEN, "Ben")
    await solo.tables.lobby.invite(table.id, ANA, BEN)
    table = await solo.tables.crew.take_over(table.id, BEN, "Ben")
    assert [(person.user, person.level) for person in table.seats] == [(ANA, ""), (BEN, "")]
    assert table.crewed
    assert table.as_of(0).seats[1].own
    with pytest.raises(Refusal):
        await solo.tables.crew.take_over(table.id, DEE, "Dee")


# ------------------------------------------------------------------------ statistics
@pytest.mark.parametrize("back", [True, False])
async def test_nobody_beats_a_computer_by_a_computers_hand(solo: Inn, *, back: bool) -> None:
    table = await here(solo)
    await solo.tables.crew.stand_in(table.id, ANA, "captain")
    while "computer" not in await kinds(solo):
        ((owed, _),) = await solo.tables.crew.owed()
        await solo.tables.crew.play(owed, await solo.tables.crew.think(owed))
    if back:
        await solo.tables.crew.back(table.id, ANA)
    table = await to_the_end(solo)
    await over_for_good(solo.tables, table.id)
    assert await solo.tables.statistics.against_computers(GUILD, ANA) == []
    assert await solo.tables.statistics.against_computers(GUILD) == []


async def test_games_with_computers_do_not_count_among_people(crewed: Inn) -> None:
    table = await crewed.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await crewed.tables.lobby.join(table.id, BEN, "Ben")
    await crewed.tables.crew.add(table.id, ANA, "mate")
    await crewed.tables.lobby.start(table.id, ANA)
    while (table := await here(crewed)).status == "running":
        await let_them_move(crewed.tables)
        for user in await waiting(crewed.tables, table.id):
            if user:
                await move(crewed, user)
    await over_for_good(crewed.tables, table.id)
    assert await crewed.tables.statistics.leaderboard(GUILD) == []
    assert await crewed.tables.statistics.best(GUILD) == []
    found = await crewed.tables.statistics.against_computers(GUILD)
    assert [(one.game, one.level, one.games) for one in found] == [("toy", "mate", 1)]
    result = table.result
    assert result is not None
    beaten = not {2} & set(result.winners) and bool(result.winners)
    assert found[0].beaten == int(beaten)
    assert (found[0].moves is not None) == beaten
