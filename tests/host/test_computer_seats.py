"""Computer players at a table: their seats, their moves, their effect on statistics, and seats that they play for a person."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import cast

import msgspec
import pytest

from engine.host.model.table import NO_USER, Table
from engine.host.service.lobby.limits import MAX_SOLO_GAMES
from engine.host.service.play import computer_moves as module
from engine.host.service.play.computer_moves import BUSY_QUEUE_LENGTH, UNATTENDED_MOVE_INTERVAL_S
from engine.host.service.play.computer_seats import MAX_WATCHED_TABLES
from engine.host.service.seat_checks import SubstitutedError
from engine.host.store import entries
from engine.kernel.dice import compute_commitment
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from engine.players import circles
from engine.workers.requests import UnansweredError
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    DEE,
    GUILD,
    ServiceHarness,
    confirm_all_finished,
    list_waiting_users,
)
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def computer_service(service: ServiceHarness) -> ServiceHarness:
    """Start a host with computer players."""
    service.move_service = InlineMoveService()
    await service.restart()
    return service


@pytest.fixture
async def solo_table(computer_service: ServiceHarness) -> ServiceHarness:
    """Start a table of Ana against one computer."""
    await computer_service.tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "toy", "captain")
    return computer_service


@pytest.fixture
async def paced_trio(computer_service: ServiceHarness) -> ServiceHarness:
    """Start an unrated table of Ana, Ben and Cy with 24 hours a move: all owe a secret bid."""
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await computer_service.tables.lobby.set_option(table.id, ANA, "rated", "no")
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await computer_service.tables.lobby.join(table.id, user, name)
    await computer_service.tables.proposals.set_pace(table.id, ANA, 24)
    await computer_service.tables.lobby.start(table.id, ANA)
    return computer_service


def move_service(harness: ServiceHarness) -> InlineMoveService:
    return cast("InlineMoveService", harness.move_service)


async def find_table(service: ServiceHarness) -> Table:
    return await service.tables.find_channel_table(CHANNEL, live_only=False)


async def list_entry_kinds(service: ServiceHarness) -> list[str]:
    return [entry.kind for entry in await entries.load_entries(service.store, (await find_table(service)).id)]


async def test_a_computer_gets_neither_the_seed_nor_dice_that_players_can_compute(solo_table: ServiceHarness) -> None:
    await play_first_option(solo_table, ANA)
    await let_them_move(solo_table.tables)
    seed = (await solo_table.tables.context.load_playable((await find_table(solo_table)).id)).seed
    requests = move_service(solo_table).requests
    assert requests
    for request in requests:
        assert request.dice != compute_commitment(seed)
        assert f'"{seed}"' not in msgspec.json.encode(request).decode()


async def play_first_option(service: ServiceHarness, user: int) -> Table:
    """Play the first option."""
    table, seat, menu = await service.tables.moves.load_menu((await find_table(service)).id, user)
    return await service.tables.moves.play(
        table.id, user, service.tables.catalogue.load_game("toy").safe_move(seat, menu)
    )


async def play_to_end(service: ServiceHarness, user: int = ANA) -> Table:
    while (table := await find_table(service)).status == "running":
        await let_them_move(service.tables)
        if user in await list_waiting_users(service.tables, table.id):
            await play_first_option(service, user)
    return table


async def load_texts(service: ServiceHarness, viewer: int | None = None) -> list[str]:
    return [
        write_plain_text(line.text)
        for line in await entries.load_lines(service.store, (await find_table(service)).id, viewer)
    ]


# ------------------------------------------------------------------ in the lobby
async def test_a_computer_takes_a_seat_with_a_name_of_its_own(computer_service: ServiceHarness) -> None:
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await computer_service.tables.computer_seats.add(table.id, ANA, "mate")
    table = await computer_service.tables.computer_seats.add(table.id, ANA, "captain")
    assert [(person.user_id, person.computer_level) for person in table.seats] == [
        (ANA, ""),
        (NO_USER, "mate"),
        (NO_USER, "captain"),
    ]
    assert len({person.name for person in table.seats}) == 3
    assert table.has_computer_seats
    assert [person.user_id for person in table.reachable_players] == [ANA]


async def test_only_who_sits_adds_one_and_only_the_opener_takes_it_away(computer_service: ServiceHarness) -> None:
    computer_seats = computer_service.tables.computer_seats
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    with pytest.raises(UserError, match="no seat"):
        await computer_seats.add(table.id, BEN, "mate")
    with pytest.raises(UserError, match="levels"):
        await computer_seats.add(table.id, ANA, "random")
    await computer_seats.add(table.id, ANA, "mate")
    await computer_service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="Only the person who opened"):
        await computer_seats.remove(table.id, BEN, 1)
    with pytest.raises(UserError, match="No computer"):
        await computer_seats.remove(table.id, ANA, 2)
    table = await computer_seats.remove(table.id, ANA, 1)
    assert [person.user_id for person in table.seats] == [ANA, BEN]


async def test_the_last_person_to_leave_closes_a_lobby_with_computers(computer_service: ServiceHarness) -> None:
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await computer_service.tables.computer_seats.add(table.id, ANA, "mate")
    assert (await computer_service.tables.lobby.leave(table.id, ANA)).status == "closed"


async def test_without_a_move_service_there_are_no_computers(running_table: ServiceHarness) -> None:
    with pytest.raises(UserError, match="do not play here"):
        await running_table.tables.computer_seats.start_solo(GUILD, 7, ANA, "Ana", "toy", "mate")
    assert await running_table.tables.computer_moves.list_pending_moves() == []


# ---------------------------------------------------------------------- moves of computers
async def test_a_solo_game_goes_to_its_end_and_plays_again_from_its_log(solo_table: ServiceHarness) -> None:
    table = await play_to_end(solo_table)
    assert table.status == "finished"
    assert table.result is not None
    assert {"move", "computer"} <= set(await list_entry_kinds(solo_table))
    assert [report.verdict for report in doctor.check_tables(solo_table.path)] == ["same"]


async def test_a_move_service_is_told_neither_seed_nor_what_the_others_have_bid(solo_table: ServiceHarness) -> None:
    await play_to_end(solo_table)
    seed = (await solo_table.tables.context.load_stored((await find_table(solo_table)).id)).seed
    assert len(move_service(solo_table).requests) > 3
    assert all(seed not in str(job) for job in move_service(solo_table).requests)


async def test_a_pending_move_is_found_after_a_restart(solo_table: ServiceHarness) -> None:
    (owed, _), *_ = await solo_table.tables.computer_moves.list_pending_moves()
    await solo_table.restart()
    assert [one for one, _ in await solo_table.tables.computer_moves.list_pending_moves()] == [owed]
    assert await let_them_move(solo_table.tables) > 0
    assert await solo_table.tables.computer_moves.list_pending_moves() == []


async def test_an_outdated_move_result_changes_nothing(solo_table: ServiceHarness) -> None:
    computer_moves, table = solo_table.tables.computer_moves, await find_table(solo_table)
    (owed, _), *_ = await computer_moves.list_pending_moves()
    words = await computer_moves.choose_move(owed)
    assert words is not None
    assert await computer_moves.play_move(owed, words) is not None
    before = await list_entry_kinds(solo_table)
    assert await computer_moves.play_move(owed, words) is None
    assert await computer_moves.play_safe_move(owed) is None
    assert await list_entry_kinds(solo_table) == before
    await solo_table.tables.lobby.close(table.id, ANA)
    assert await computer_moves.choose_move(owed) is None


async def test_a_repeated_question_is_answered(solo_table: ServiceHarness) -> None:
    """A moderator has renewed the table's buttons. The seat keeps its clock, and with it an older question."""
    await solo_table.tables.admin.drop_controls((await find_table(solo_table)).id)
    ((owed, _),) = await solo_table.tables.computer_moves.list_pending_moves()
    words = await solo_table.tables.computer_moves.choose_move(owed)
    assert words is not None
    assert await solo_table.tables.computer_moves.play_move(owed, words) is not None


async def test_computers_among_themselves_take_their_time(solo_table: ServiceHarness) -> None:
    """Without people, a game would be over in a minute and would keep its machine busy."""
    assert {then for _, then in await solo_table.tables.computer_moves.list_pending_moves()} == {0}
    await solo_table.tables.substitutes.substitute((await find_table(solo_table)).id, ANA)
    owed = await solo_table.tables.computer_moves.list_pending_moves()
    assert owed
    assert all(then == one.asked_at + UNATTENDED_MOVE_INTERVAL_S for one, then in owed)


async def test_a_computer_that_goes_round_in_circles_plays_a_safe_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the Paso a ship moves along its own route for free, and back: a turn of two thousand moves has occurred."""
    monkeypatch.setattr(circles, "MAX_MOVES_IN_ROW", 2)
    home = ServiceHarness(tmp_path / "bot.db")
    home.move_service = InlineMoveService(level="cadet")
    tables = await home.open()
    table_id = (await tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "paso", "cadet")).id
    game, rows = tables.catalogue.load_game("paso"), list[int]()
    while len(rows) < 20 or (2 not in rows and len(rows) < 100):
        owed = await tables.computer_moves.list_pending_moves()
        if not owed:
            _, seat, menu = await tables.moves.load_menu(table_id, ANA)
            await tables.moves.play(table_id, ANA, game.safe_move(seat, menu))
            continue
        one, run = owed[0][0], (await tables.context.load_playable(table_id)).create_run()
        rows.append(await entries.count_moves_in_row(home.store, table_id, one.seat))
        words = await tables.computer_moves.choose_move(one)
        assert words is not None
        safe = game.safe_move(one.seat, run.build_menu(one.seat))
        await tables.computer_moves.play_move(one, words)
        made = [entry.words for entry in await entries.load_entries(home.store, table_id) if entry.kind == "computer"]
        assert made[-1] == " ".join(safe if rows[-1] in (2, 4) else words)
    await home.store.close()
    assert 2 in rows
    assert max(rows) <= 4, "the turn has ended"


async def test_a_failed_search_plays_a_safe_move_and_announces_it(solo_table: ServiceHarness) -> None:
    move_service(solo_table).fails = True
    (owed, _), *_ = await solo_table.tables.computer_moves.list_pending_moves()
    with pytest.raises(UnansweredError):
        await solo_table.tables.computer_moves.choose_move(owed)
    await solo_table.tables.computer_moves.play_safe_move(owed)
    assert any("could not think this through" in line for line in await load_texts(solo_table))
    assert (await list_entry_kinds(solo_table))[-1] == "computer"


async def test_an_illegal_move_result_is_rejected(solo_table: ServiceHarness) -> None:
    (owed, _), *_ = await solo_table.tables.computer_moves.list_pending_moves()
    with pytest.raises(UnansweredError):
        await solo_table.tables.computer_moves.play_move(owed, ("nonsense",))


async def test_a_game_without_end_is_closed(solo_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_GAME_MOVES", 0)
    await let_them_move(solo_table.tables)
    assert (await find_table(solo_table)).status == "closed"
    assert "no end in sight" in (await load_texts(solo_table))[-1]


async def test_a_long_queue_makes_a_turn_wait(solo_table: ServiceHarness) -> None:
    (owed, _), *_ = await solo_table.tables.computer_moves.list_pending_moves()
    assert not solo_table.tables.computer_moves.must_wait(owed)
    move_service(solo_table).queue_length = BUSY_QUEUE_LENGTH
    assert solo_table.tables.computer_moves.must_wait(owed)


# --------------------------------------------------------------------------- limits
async def test_a_person_has_at_most_three_games_alone(computer_service: ServiceHarness) -> None:
    for n in range(MAX_SOLO_GAMES):
        await computer_service.tables.computer_seats.start_solo(GUILD, n, ANA, "Ana", "toy", "cadet")
    with pytest.raises(UserError, match="alone against computers already"):
        await computer_service.tables.computer_seats.start_solo(GUILD, 50, ANA, "Ana", "toy", "cadet")
    await computer_service.tables.computer_seats.start_solo(GUILD, 51, BEN, "Ben", "toy", "cadet")
    await computer_service.tables.lobby.close((await computer_service.tables.find_channel_table(0)).id, ANA)
    await computer_service.tables.computer_seats.start_solo(GUILD, 50, ANA, "Ana", "toy", "cadet")


async def test_a_fourth_game_alone_begins_in_no_other_way_either(computer_service: ServiceHarness) -> None:
    """The limit holds for a lobby, for a rematch, and for four games at once."""
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await computer_service.tables.computer_seats.add(table.id, ANA, "cadet")
    four = [
        computer_service.tables.computer_seats.start_solo(GUILD, n, ANA, "Ana", "toy", "cadet")
        for n in range(MAX_SOLO_GAMES + 1)
    ]
    begun = await asyncio.gather(*four, return_exceptions=True)
    refused = [one for one in begun if isinstance(one, UserError)]
    assert ["alone against computers already" in str(one) for one in refused] == [True]
    assert len(await computer_service.tables.context.list_live_tables()) == MAX_SOLO_GAMES + 1, (
        "no lobby is left of the fourth"
    )
    with pytest.raises(UserError, match="alone against computers already"):
        await computer_service.tables.lobby.start(table.id, ANA)
    await computer_service.tables.lobby.join(table.id, BEN, "Ben")
    assert (await computer_service.tables.lobby.start(table.id, ANA)).status == "running", (
        "with a friend it is no game alone"
    )


async def test_a_server_has_at_most_two_tables_of_computers(computer_service: ServiceHarness) -> None:
    for n in range(MAX_WATCHED_TABLES):
        await computer_service.tables.computer_seats.start_watched(GUILD, n, ANA, "toy", "cadet")
    with pytest.raises(UserError, match="Watch those"):
        await computer_service.tables.computer_seats.start_watched(GUILD, 50, BEN, "toy", "cadet")
    await computer_service.tables.computer_seats.start_watched(GUILD + 1, 51, BEN, "toy", "cadet")


async def test_people_who_watch_at_the_same_time_share_the_limit(computer_service: ServiceHarness) -> None:
    start = computer_service.tables.computer_seats.start_watched
    results = await asyncio.gather(
        *(start(GUILD, channel, ANA, "toy", "cadet") for channel in range(8)), return_exceptions=True
    )
    assert sum(isinstance(result, UserError) for result in results) == 8 - MAX_WATCHED_TABLES, results


async def test_the_number_of_seats_fits_the_game(computer_service: ServiceHarness) -> None:
    table = await computer_service.tables.computer_seats.start_solo(GUILD, 1, ANA, "Ana", "toy", "mate", 3)
    assert len(table.seats) == 3
    with pytest.raises(UserError, match="is played by"):
        await computer_service.tables.computer_seats.start_solo(GUILD, 2, ANA, "Ana", "toy", "mate", 9)


async def test_a_table_that_is_watched_moves_at_a_pace_and_its_opener_closes_it(
    computer_service: ServiceHarness,
) -> None:
    table = await computer_service.tables.computer_seats.start_watched(GUILD, CHANNEL, ANA, "toy", "cadet")
    ((owed, then),) = await computer_service.tables.computer_moves.list_pending_moves()
    assert (owed.is_unattended, then) == (True, owed.asked_at + UNATTENDED_MOVE_INTERVAL_S)
    with pytest.raises(UserError):
        await computer_service.tables.lobby.close(table.id, BEN)
    assert (await computer_service.tables.lobby.close(table.id, ANA)).status == "closed"


async def test_a_table_that_is_watched_ends_by_itself(computer_service: ServiceHarness) -> None:
    await computer_service.tables.computer_seats.start_watched(GUILD, CHANNEL, ANA, "toy", "cadet")
    await let_them_move(computer_service.tables)
    table = await find_table(computer_service)
    assert table.status == "finished"
    assert table.seals_open_at is None, "nobody could say that it is over"


# --------------------------------------------------------------------- undo
async def test_ones_own_move_goes_back_with_the_answers_of_computers(tmp_path: Path) -> None:
    """A move that showed nothing is undone together with the computers' answers. Otherwise it stands, because nobody can agree."""
    home = ServiceHarness(tmp_path / "bot.db")
    home.move_service = InlineMoveService(level="cadet")
    tables = await home.open()
    table_id = (await tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "northwest", "captain")).id
    taken, stands = False, False
    for _ in range(40):
        await let_them_move(tables)
        _, seat, menu = await tables.moves.load_menu(table_id, ANA)
        before = await tables.snapshots.take_snapshot(table_id, None)
        await tables.moves.play(table_id, ANA, tables.catalogue.load_game("northwest").safe_move(seat, menu))
        answers = await let_them_move(tables)
        shown = any(one.is_barrier for one in (await entries.load_entries(home.store, table_id))[-1 - answers :])
        if answers and shown and not stands:
            with pytest.raises(UserError, match="nobody else is here to agree"):
                await tables.undo.take_back(table_id, ANA)
            stands = True
        elif answers and not shown and not taken:
            assert await tables.undo.take_back(table_id, ANA) is None
            after = await tables.snapshots.take_snapshot(table_id, None)
            assert (after.view, after.waiting_seats) == (before.view, before.waiting_seats)
            taken = True
        if taken and stands:
            break
    await home.store.close()
    assert (taken, stands) == (True, True)


# ------------------------------------------------------------------- resignation, rematch
async def test_who_gives_up_alone_loses_to_the_computers(computer_service: ServiceHarness) -> None:
    table = await computer_service.tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "toy", "mate", 3)
    table = await computer_service.tables.moves.resign(table.id, ANA)
    assert table.status == "finished"
    assert table.result is not None
    assert table.result.winners == (1, 2)
    assert "no person plays any more" in (await load_texts(computer_service))[-1]


async def test_a_seat_that_is_given_up_is_played_by_a_mate(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    table = await paced_trio.tables.moves.resign(table.id, CY)
    assert (table.seats[2].has_left, table.seats[2].computer_level, table.has_computer_seats) == (True, "mate", False)
    assert await let_them_move(paced_trio.tables) > 0
    assert "computer" in await list_entry_kinds(paced_trio)
    await paced_trio.tables.handover.reinstate_player(table.id, CY, DEE)
    table = await find_table(paced_trio)
    assert (table.seats[2].has_left, table.seats[2].computer_level) == (False, "")
    assert [held.computer_level for held in table.past_holders] == ["", "mate"]


async def test_a_computer_plays_as_well_as_before_when_its_player_gives_up(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.substitutes.substitute(table.id, CY, "captain")
    table = await paced_trio.tables.moves.resign(table.id, CY)
    assert (table.seats[2].has_left, table.seats[2].computer_level) == (True, "captain")
    await paced_trio.restart()
    assert (await find_table(paced_trio)).seats[2].computer_level == "captain"


async def test_a_rematch_has_the_same_computers(solo_table: ServiceHarness) -> None:
    table = await play_to_end(solo_table)
    await confirm_all_finished(solo_table.tables, table.id)
    names = {person.name for person in table.seats}
    again = await solo_table.tables.lobby.open_rematch(table.id, ANA, "Ana")
    assert {person.name for person in again.seats} == names
    assert [person.is_computer for person in again.seats] != [person.is_computer for person in table.seats]


# --------------------------------------------------------------------- substitutes
async def test_a_computer_plays_until_somebody_is_back_who_then_reads_what_happened(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.substitutes.substitute(table.id, CY)
    assert (await find_table(paced_trio)).seats[2].is_substituted
    with pytest.raises(SubstitutedError):
        await paced_trio.tables.moves.load_menu(table.id, CY)
    assert await let_them_move(paced_trio.tables) == 1
    for user in (ANA, BEN):
        await play_first_option(paced_trio, user)
    made = 1 + await let_them_move(paced_trio.tables)
    back = await paced_trio.tables.substitutes.end_substitution(table.id, CY, interaction_id=77)
    assert (back.seat, back.move_count) == (2, made)
    assert "bids" in " ".join(write_plain_text(line.text) for line in back.lines) or back.lines
    assert not back.table.seats[2].computer_level
    assert (await paced_trio.tables.substitutes.end_substitution(table.id, CY, interaction_id=77)).move_count == made
    with pytest.raises(UserError, match="no computer plays for you"):
        await paced_trio.tables.substitutes.end_substitution(table.id, CY)


async def test_substitution_and_return_win_no_time(paced_trio: ServiceHarness) -> None:
    """It does not end a vote either: a late player could otherwise keep the others waiting with two presses a day."""
    table = await find_table(paced_trio)
    for user in (ANA, BEN):
        await play_first_option(paced_trio, user)
    paced_trio.advance_clock(hours=49)
    before = await paced_trio.tables.votes.list_late_seats(table.id, ANA)
    vote = await paced_trio.tables.votes.open(table.id, ANA, 2)
    (since,) = [clock.asked_at for clock in await paced_trio.tables.snapshots.load_seat_waits(table.id)]
    await paced_trio.tables.substitutes.substitute(table.id, CY)
    await paced_trio.tables.substitutes.end_substitution(table.id, CY)
    assert [clock.asked_at for clock in await paced_trio.tables.snapshots.load_seat_waits(table.id)] == [since]
    assert await paced_trio.tables.votes.list_late_seats(table.id, ANA) == before == [2]
    assert (await paced_trio.tables.votes.load_vote(vote.id)).state == "open"


async def test_a_move_of_the_computer_ends_a_vote_as_ones_own_does(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    for user in (ANA, BEN):
        await play_first_option(paced_trio, user)
    paced_trio.advance_clock(hours=49)
    vote = await paced_trio.tables.votes.open(table.id, ANA, 2)
    await paced_trio.tables.substitutes.substitute(table.id, CY)
    assert await let_them_move(paced_trio.tables)
    assert (await paced_trio.tables.votes.load_vote(vote.id)).state == "void"


async def test_nobody_is_called_for_a_seat_that_a_computer_plays(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.substitutes.substitute(table.id, CY)
    table = await find_table(paced_trio)
    assert (table.find_user_to_call(2), table.find_user_to_call(0)) == (None, ANA)
    paced_trio.advance_clock(days=30)
    assert {item.subject_id for item in await paced_trio.tables.outbox.list_due()} == {0, 1}


async def test_a_computer_is_nobody_to_mention(solo_table: ServiceHarness) -> None:
    """Discord refuses a message that mentions a user id of nobody."""
    assert await solo_table.tables.settings.list_users_to_call([NO_USER, -7, ANA]) == [ANA]


async def test_a_vote_lets_a_computer_play_for_who_is_late(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    for user in (ANA, BEN):
        await play_first_option(paced_trio, user)
    paced_trio.advance_clock(hours=30)
    vote = await paced_trio.tables.votes.open(table.id, ANA, 2)
    assert "computer" in vote.choices
    for user in (ANA, BEN):
        vote = await paced_trio.tables.votes.cast(table.id, user, vote.id, "computer")
    assert vote.state == "computer"
    assert (await find_table(paced_trio)).seats[2].is_substituted
    assert await let_them_move(paced_trio.tables) > 0
    await paced_trio.tables.substitutes.end_substitution(table.id, CY)
    assert (await find_table(paced_trio)).find_seat(CY) == 2


async def test_a_vote_offers_no_computer_where_there_are_none(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await service.tables.lobby.join(table.id, user, name)
    await service.tables.proposals.set_pace(table.id, ANA, 24)
    await service.tables.lobby.start(table.id, ANA)
    service.advance_clock(hours=30)
    assert "computer" not in (await service.tables.votes.open(table.id, ANA, 2)).choices


async def test_a_computer_plays_through_a_vacation_and_gives_the_seat_back(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.schedules.set_vacation(CY, date(2026, 1, 3), date(2026, 1, 5), substitute_level="captain")
    assert await paced_trio.tables.substitutes.update_substitutes() == []
    paced_trio.advance_clock(days=3)
    assert await paced_trio.tables.substitutes.update_substitutes() == [table.id]
    assert (await find_table(paced_trio)).seats[2].computer_level == "captain"
    assert await paced_trio.tables.substitutes.update_substitutes() == []
    paced_trio.advance_clock(days=3)
    assert await paced_trio.tables.substitutes.update_substitutes() == [table.id]
    assert not (await find_table(paced_trio)).seats[2].computer_level
    paced_trio.advance_clock(days=300)
    await paced_trio.tables.schedules.set_vacation(CY, date(2026, 11, 8), date(2026, 11, 9))
    assert await paced_trio.tables.substitutes.update_substitutes() == []


async def test_who_comes_back_early_keeps_the_seat_for_the_rest_of_the_vacation(paced_trio: ServiceHarness) -> None:
    table = await find_table(paced_trio)
    await paced_trio.tables.schedules.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 5), substitute_level="mate")
    await paced_trio.tables.substitutes.update_substitutes()
    await paced_trio.tables.substitutes.end_substitution(table.id, CY)
    assert await paced_trio.tables.substitutes.update_substitutes() == []
    assert not (await find_table(paced_trio)).seats[2].computer_level


# --------------------------------------------------------- a person replaces a computer
async def test_an_invited_friend_takes_the_seat_of_a_computer(solo_table: ServiceHarness) -> None:
    table = await find_table(solo_table)
    await let_them_move(solo_table.tables)
    with pytest.raises(UserError, match="invite"):
        await solo_table.tables.computer_seats.replace_computer(table.id, BEN, "Ben")
    await solo_table.tables.lobby.invite(table.id, ANA, BEN)
    table = await solo_table.tables.computer_seats.replace_computer(table.id, BEN, "Ben")
    assert [(person.user_id, person.computer_level) for person in table.seats] == [(ANA, ""), (BEN, "")]
    assert table.has_computer_seats
    assert table.with_holders_at(0).seats[1].is_computer
    with pytest.raises(UserError):
        await solo_table.tables.computer_seats.replace_computer(table.id, DEE, "Dee")


# ------------------------------------------------------------------------ statistics
@pytest.mark.parametrize("back", [True, False])
async def test_nobody_beats_a_computer_by_a_computers_hand(solo_table: ServiceHarness, *, back: bool) -> None:
    table = await find_table(solo_table)
    await solo_table.tables.substitutes.substitute(table.id, ANA, "captain")
    while "computer" not in await list_entry_kinds(solo_table):
        ((owed, _),) = await solo_table.tables.computer_moves.list_pending_moves()
        await solo_table.tables.computer_moves.play_move(owed, await solo_table.tables.computer_moves.choose_move(owed))
    if back:
        await solo_table.tables.substitutes.end_substitution(table.id, ANA)
    table = await play_to_end(solo_table)
    await confirm_all_finished(solo_table.tables, table.id)
    assert await solo_table.tables.statistics.list_computer_scores(GUILD, ANA) == []
    assert await solo_table.tables.statistics.list_computer_scores(GUILD) == []


async def test_games_with_computers_do_not_count_among_people(computer_service: ServiceHarness) -> None:
    table = await computer_service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await computer_service.tables.lobby.join(table.id, BEN, "Ben")
    await computer_service.tables.computer_seats.add(table.id, ANA, "mate")
    await computer_service.tables.lobby.start(table.id, BEN)  # what the game is worth has changed since he joined
    while (table := await find_table(computer_service)).status == "running":
        await let_them_move(computer_service.tables)
        for user in await list_waiting_users(computer_service.tables, table.id):
            if user:
                await play_first_option(computer_service, user)
    await confirm_all_finished(computer_service.tables, table.id)
    assert await computer_service.tables.statistics.rank_players(GUILD) == []
    assert await computer_service.tables.statistics.list_best_scores(GUILD) == []
    found = await computer_service.tables.statistics.list_computer_scores(GUILD)
    assert [(one.game, one.level, one.game_count) for one in found] == [("toy", "mate", 1)]
    result = table.result
    assert result is not None
    beaten = not {2} & set(result.winners) and bool(result.winners)
    assert found[0].win_count == int(beaten)
    assert (found[0].fewest_moves is not None) == beaten
