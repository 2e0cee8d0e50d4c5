"""The rules of docs/fair-play.md, played as a spiteful player would: who wins a rating without playing for it?"""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from engine.host.model.table import Table
from engine.host.service.people.ratings import INITIAL_RATING
from engine.host.service.people.statistics import compute_ratings, find_best_scores
from engine.host.service.play.substitutes import RatedGameError
from engine.host.service.seat_checks import StaleControlsError
from engine.host.store import entries
from engine.host.store.history import finished_tables
from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel import registry
from engine.kernel.script import ScoreLine
from engine.kernel.text import UserError, say
from engine.players.computer_levels import LEVELS
from engine.rulebook import load_fair_play
from tests.host.finished_games import build_finished_table
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
    play_round,
    play_safely,
    play_to_end,
)
from tests.move_services import InlineMoveService, let_them_move


@pytest.fixture
async def trio(service: ServiceHarness) -> ServiceHarness:
    """Start a rated game of Ana, Ben and Cy with 24 hours a move, on a host with computers."""
    service.move_service = InlineMoveService()
    await service.restart()
    await start_table(service, (BEN, "Ben"), (CY, "Cy"))
    return service


async def start_table(service: ServiceHarness, *guests: tuple[int, str]) -> Table:
    tables = service.tables
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in guests:
        await tables.lobby.join(table.id, user, name)
    await tables.proposals.set_pace(table.id, ANA, 24)
    return await tables.lobby.start(table.id, ANA)


async def load_table(service: ServiceHarness) -> Table:
    return await service.tables.find_channel_table(CHANNEL, live_only=False)


async def finish_game(service: ServiceHarness) -> Table:
    """Play safe moves and computers' moves until the game is over for good."""
    while (table := await load_table(service)).status == "running":
        if await let_them_move(service.tables):
            continue
        await play_safely(service.tables, (await list_waiting_users(service.tables, table.id))[0])
    service.advance_clock(days=3)
    await confirm_all_finished(service.tables, table.id)
    return await load_table(service)


async def load_ratings(service: ServiceHarness) -> dict[str, int]:
    return {one.name: one.rating for one in await service.tables.statistics.rank_players(GUILD)}


async def load_win_counts(service: ServiceHarness) -> dict[str, int]:
    return {one.name: one.win_count for one in await service.tables.statistics.rank_players(GUILD)}


async def wait_until_only_cy_is_late(service: ServiceHarness, table_id: int) -> None:
    """Let Ana and Ben answer until only Cy is asked, and let Cy's time run out."""
    while set(await list_waiting_users(service.tables, table_id)) != {CY}:
        await play_safely(
            service.tables, next(u for u in await list_waiting_users(service.tables, table_id) if u != CY)
        )
    service.advance_clock(hours=49)


async def vote_for_computer(service: ServiceHarness) -> None:
    """Let Ana and Ben vote that a computer plays for Cy, who is late."""
    table_id = (await load_table(service)).id
    await wait_until_only_cy_is_late(service, table_id)
    vote = await service.tables.votes.open(table_id, ANA, 2)
    for user in (ANA, BEN):
        vote = await service.tables.votes.cast(table_id, user, vote.id, "computer")
    assert vote.state == "computer"


async def resign(service: ServiceHarness) -> None:
    await service.tables.moves.resign((await load_table(service)).id, CY)


async def drop_by_vote(service: ServiceHarness) -> None:
    table_id = (await load_table(service)).id
    await wait_until_only_cy_is_late(service, table_id)
    vote = await service.tables.votes.open(table_id, ANA, 2)
    for user in (ANA, BEN):
        vote = await service.tables.votes.cast(table_id, user, vote.id, "drop")


async def hand_on(service: ServiceHarness) -> None:
    tables, table_id = service.tables, (await load_table(service)).id
    offer = await tables.handover.offer_seat(table_id, CY, DEE, "Dee")
    await tables.handover.accept_offer(table_id, DEE, "Dee", 2, offer.revision)


async def forget(service: ServiceHarness) -> None:
    await service.tables.erasure.erase(CY)


# ------------------------------------------------------------------ who plays
async def test_f2_no_computer_plays_for_a_person_in_a_game_that_counts(trio: ServiceHarness) -> None:
    table_id = (await load_table(trio)).id
    for level in LEVELS:
        with pytest.raises(RatedGameError):
            await trio.tables.substitutes.substitute(table_id, CY, level)
    trio.advance_clock(hours=23)
    await trio.tables.schedules.set_vacation(CY, date(2026, 1, 1), date(2026, 1, 9), substitute_level="captain")
    assert await trio.tables.substitutes.update_substitutes() == []
    trio.advance_clock(days=5)
    assert await trio.tables.votes.list_late_seats(table_id, ANA) == [1], "the vacation stops Cy's clock"
    assert (await trio.tables.schedules.load_substitute_level(CY)) == "captain", "elsewhere it plays"


async def test_f1_a_game_with_hints_or_computers_does_not_count(service: ServiceHarness) -> None:
    service.move_service = InlineMoveService()
    tables = await service.restart()
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    assert table.is_rated
    assert not (await tables.lobby.set_option(table.id, ANA, "hints", "yes")).is_rated
    await tables.lobby.set_option(table.id, ANA, "hints", "no")
    assert not (await tables.computer_seats.add(table.id, ANA, "cadet")).is_rated
    imported = msgspec.structs.replace(table, is_imported=True)
    assert not imported.is_rated


async def test_f3_a_game_stops_counting_if_everybody_presses(trio: ServiceHarness) -> None:
    """Who is late must agree too: silence counts as no."""
    table_id = (await load_table(trio)).id
    await play_safely(trio.tables, ANA)
    trio.advance_clock(hours=30)
    asked = await trio.tables.proposals.propose_unrated(table_id, BEN)
    assert (asked.state, asked.waiting_seats) == ("open", (0, 2))
    asked = await trio.tables.proposals.answer_proposal(table_id, ANA, asked.id, agrees=True)
    assert (asked.state, asked.waiting_seats) == ("open", (2,))
    asked = await trio.tables.proposals.answer_proposal(table_id, CY, asked.id, agrees=True)
    assert asked.state == "carried"
    await trio.tables.substitutes.substitute(table_id, CY, "captain")
    await trio.tables.schedules.set_vacation(BEN, date(2026, 1, 2), date(2026, 1, 9), substitute_level="cadet")
    assert await trio.tables.substitutes.update_substitutes() == [table_id]
    with pytest.raises(UserError, match="counts in no rating"):
        await trio.tables.proposals.propose_unrated(table_id, ANA)
    await trio.restart()
    assert not (await load_table(trio)).is_rated


async def test_f3_silence_and_one_no_keep_a_game_counting(trio: ServiceHarness) -> None:
    tables, table_id = trio.tables, (await load_table(trio)).id
    asked = await tables.proposals.propose_unrated(table_id, BEN)
    await tables.proposals.answer_proposal(table_id, ANA, asked.id, agrees=True)
    trio.advance_clock(hours=48)
    with pytest.raises(StaleControlsError):
        await tables.proposals.answer_proposal(table_id, CY, asked.id, agrees=True)
    asked = await tables.proposals.propose_unrated(table_id, BEN)
    assert (await tables.proposals.answer_proposal(table_id, CY, asked.id, agrees=False)).state == "refused"
    assert (await load_table(trio)).is_rated


async def test_f3_who_was_replaced_by_a_vote_still_holds_the_seat(trio: ServiceHarness) -> None:
    """Ana and Ben vote Cy away, and cannot then agree without Cy that the game counts no more."""
    await play_round(trio.tables)
    await vote_for_computer(trio)
    assert await let_them_move(trio.tables)
    tables, table_id = trio.tables, (await load_table(trio)).id
    asked = await tables.proposals.propose_unrated(table_id, ANA)
    asked = await tables.proposals.answer_proposal(table_id, BEN, asked.id, agrees=True)
    assert (asked.state, asked.waiting_seats) == ("open", (2,))


@pytest.mark.parametrize("option", ["rated", "hints"])
async def test_f4_who_had_joined_is_asked_again_when_the_games_worth_changes(
    service: ServiceHarness, option: str
) -> None:
    """The opener makes a game worthless after the others have joined, and starts it at once."""
    lobby = service.tables.lobby
    table = await lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await lobby.join(table.id, user, name)
    value = "no" if option == "rated" else "yes"
    table = await lobby.set_option(table.id, ANA, option, value)
    assert [person.must_confirm for person in table.seats] == [False, True, True]
    await lobby.leave(table.id, CY)
    await lobby.join(table.id, CY, "Cy")  # with the new value before his eyes
    await lobby.join(table.id, DEE, "Dee")
    await service.restart()
    for user in (ANA, DEE, ANA):
        with pytest.raises(UserError, match="must press Start, too"):
            await service.tables.lobby.start(table.id, user)
    table = await service.tables.lobby.start(table.id, BEN)
    assert table.status == "running"
    assert not any(person.must_confirm for person in table.seats)


async def test_f4_who_had_joined_is_asked_again_when_a_computer_makes_the_game_unrated(
    service: ServiceHarness,
) -> None:
    service.move_service = InlineMoveService()
    tables = await service.restart()
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await tables.lobby.join(table.id, BEN, "Ben")
    table = await tables.computer_seats.add(table.id, ANA, "cadet")
    assert [person.must_confirm for person in table.seats] == [False, True, False]
    with pytest.raises(UserError, match="must press Start, too"):
        await tables.lobby.start(table.id, ANA)
    table = await tables.computer_seats.remove(table.id, ANA, 2)
    assert [person.must_confirm for person in table.seats] == [False, True]
    assert (await tables.lobby.start(table.id, BEN)).status == "running"


async def test_f4_several_press_start_one_after_the_other(service: ServiceHarness) -> None:
    lobby = service.tables.lobby
    table = await lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    for user, name in ((BEN, "Ben"), (CY, "Cy")):
        await lobby.join(table.id, user, name)
    await lobby.set_option(table.id, ANA, "weather", "yes")
    await lobby.set_option(table.id, ANA, "rated", "yes")
    assert not any(person.must_confirm for person in (await load_table(service)).seats), "nothing has changed"
    await lobby.set_option(table.id, ANA, "rated", "no")
    with pytest.raises(UserError, match="seat 3 must press Start"):
        await lobby.start(table.id, BEN)
    assert [person.must_confirm for person in (await load_table(service)).seats] == [False, False, True]
    assert (await lobby.start(table.id, CY)).status == "running"


# ------------------------------------------------------------------ leaving
LEAVINGS = {"resign": resign, "drop": drop_by_vote, "computer": vote_for_computer, "hand on": hand_on}


@pytest.mark.parametrize("leaving", LEAVINGS)
async def test_f5_who_resigns_or_is_dropped_or_replaced_or_hands_on_is_last(trio: ServiceHarness, leaving: str) -> None:
    """Somebody else may win in the seat: its first player has lost."""
    await play_round(trio.tables)
    await LEAVINGS[leaving](trio)
    await finish_game(trio)
    ratings = await load_ratings(trio)
    assert list(ratings)[-1] == "Cy"
    assert sorted(ratings) == ["Ana", "Ben", "Cy"], "a seat counts for nobody who took it over"
    assert ratings["Cy"] < 1000
    assert (await load_win_counts(trio))["Cy"] == 0


@pytest.mark.parametrize("leaving", LEAVINGS)
async def test_no_order_of_who_has_left_answers_for_the_seat(trio: ServiceHarness, leaving: str) -> None:
    await play_round(trio.tables)
    table_id = (await load_table(trio)).id
    for user in (BEN, CY):
        await trio.tables.orders.add_order(table_id, user, ("shown-yes", "game"))
    await LEAVINGS[leaving](trio)
    rows = await trio.store.fetch_all("SELECT seat FROM standing_orders")
    assert [row["seat"] for row in rows] == [1]


async def test_f5_who_forgets_everything_cannot_rob_the_others_of_their_win(trio: ServiceHarness) -> None:
    await play_round(trio.tables)
    await forget(trio)
    await finish_game(trio)
    ratings = await load_ratings(trio)
    assert sorted(ratings) == ["Ana", "Ben"]
    assert max(ratings.values()) > 1000


@pytest.mark.parametrize("has_moved", [True, False])
async def test_f6_who_is_back_before_anybody_moved_for_the_seat_has_not_left(
    trio: ServiceHarness, *, has_moved: bool
) -> None:
    await play_round(trio.tables)
    table_id = (await load_table(trio)).id
    await vote_for_computer(trio)
    if has_moved:
        assert await let_them_move(trio.tables)
    await trio.tables.substitutes.end_substitution(table_id, CY)
    await resign(trio)
    await trio.tables.handover.reinstate_player(table_id, CY, 99)
    await finish_game(trio)
    (counted,) = await list_tables(trio)
    assert counted.seats[2].has_left == has_moved


async def list_tables(service: ServiceHarness) -> list[FinishedTable]:
    return await finished_tables.list_rated_tables(service.store, GUILD, None)


async def test_f6_a_seat_that_comes_back_after_a_friends_moves_is_lost(trio: ServiceHarness) -> None:
    """Cy lets a stronger friend play the hard part, and takes the seat back for the win."""
    await play_round(trio.tables)
    await hand_on(trio)
    tables, table_id = trio.tables, (await load_table(trio)).id
    while DEE not in await list_waiting_users(tables, table_id):
        await play_safely(trio.tables, (await list_waiting_users(tables, table_id))[0])
    await play_safely(trio.tables, DEE)
    offer = await tables.handover.offer_seat(table_id, DEE, CY, "Cy")
    await tables.handover.accept_offer(table_id, CY, "Cy", 2, offer.revision)
    await finish_game(trio)
    (counted,) = await list_tables(trio)
    assert [person.has_left for person in counted.seats] == [False, False, True]
    assert list(await load_ratings(trio))[-1] == "Cy"


async def test_f7_several_who_left_share_the_last_place(trio: ServiceHarness) -> None:
    await play_round(trio.tables)
    await resign(trio)
    await trio.tables.moves.resign((await load_table(trio)).id, BEN)
    assert (await load_table(trio)).status == "finished"
    ratings = await load_ratings(trio)
    assert ratings["Ana"] > 1000 > ratings["Ben"] == ratings["Cy"]


@pytest.mark.parametrize("left_seats", [(0, 1, 2), (1, 2)])
def test_f7_nobody_gains_by_leaving(left_seats: tuple[int, ...]) -> None:
    """Cy is new and shares the last place with Ben, who is strong."""
    before = [build_finished_table((0,), (1,), users=(BEN, DEE)) for _ in range(5)]
    game = build_finished_table((0,), (1, 2), users=(ANA, BEN, CY), left_seats=left_seats)
    ratings = rate(*before, game)
    assert ratings[CY] == 1000
    assert ratings[BEN] < rate(*before)[BEN]
    assert (ratings[ANA] > 1000) == (0 not in left_seats)


async def test_f7_a_loser_cannot_rob_the_winner_by_resigning(service: ServiceHarness) -> None:
    await start_table(service, (BEN, "Ben"))
    await play_round(service.tables)
    await service.tables.moves.resign((await load_table(service)).id, BEN)
    ratings = await load_ratings(service)
    assert ratings["Ana"] > 1000 > ratings["Ben"]


def rate(*tables: FinishedTable) -> dict[int, int]:
    return {one.user_id: one.rating for one in compute_ratings(tables)}


def test_f8_in_a_team_a_leaver_loses_alone() -> None:
    four, sides = (ANA, BEN, CY, DEE), ((0, 2), (1, 3))
    won = build_finished_table((0, 2), (1, 3), users=four, sides=sides)
    with_leaver = build_finished_table((0, 2), (1, 3), users=four, sides=sides, left_seats=(2,))
    whole, left = rate(won), rate(with_leaver)
    assert {user: left[user] for user in (ANA, BEN, DEE)} == {user: whole[user] for user in (ANA, BEN, DEE)}
    assert left[CY] == whole[DEE] < 1000, "as if the team had lost"
    assert {one.user_id: one.win_count for one in compute_ratings([with_leaver])} == {ANA: 1, BEN: 0, CY: 0, DEE: 0}


def test_f8_a_team_that_has_left_does_not_win_by_its_computers() -> None:
    table = build_finished_table((0, 2), (1, 3), users=(ANA, BEN, CY, DEE), sides=((0, 2), (1, 3)), left_seats=(0, 2))
    ratings = rate(table)
    assert ratings[BEN] == ratings[DEE] > 1000 > ratings[ANA] == ratings[CY]


def test_f9_those_who_stayed_are_ranked_among_themselves() -> None:
    table = build_finished_table((2,), (1,), (0,), users=(ANA, BEN, CY), left_seats=(2,))
    assert rate(table) == rate(build_finished_table((1,), (0,), (2,), users=(ANA, BEN, CY)))
    assert {one.name: one.win_count for one in compute_ratings([table])} == {"Ana": 0, "Ben": 1, "Cy": 0}


def test_f10_the_points_of_a_seat_that_was_left_are_nobodys() -> None:
    points = {0: (ScoreLine(say("Steps"), 3),), 1: (ScoreLine(say("Steps"), 9),)}
    table = build_finished_table((1,), (0,), scores=points, left_seats=(1,))
    assert [(one.points, one.name) for one in find_best_scores([table])] == [(3, "Ana")]
    assert [one.best_margin for one in compute_ratings([table])] == [0, 0]


def test_f12_a_rating_begins_at_1000_and_a_win_raises_it_by_more_against_better_players() -> None:
    assert INITIAL_RATING == 1000
    better = [build_finished_table((1,), (0,), users=(BEN, ANA)) for _ in range(5)]
    against_better = rate(*better, build_finished_table((0,), (1,), users=(CY, ANA)))
    against_worse = rate(*better, build_finished_table((0,), (1,), users=(CY, BEN)))
    assert against_better[CY] > against_worse[CY] > 1000
    assert against_better[ANA] < rate(*better)[ANA]


async def test_f12_a_game_that_is_final_late_changes_no_rating_before_it(service: ServiceHarness) -> None:
    """Ben keeps a lost game open until two later ones are final: it is rated after them."""
    tables, ratings = service.tables, []
    await start_table(service, (BEN, "Ben"))
    late_id = await play_to_end(tables, stays_sealed=True)
    for guest in ((CY, "Cy"), (DEE, "Dee")):
        await start_table(service, guest)
        await finish_game(service)
        ratings.append((await tables.statistics.build_career(GUILD, ANA)).ratings)
    service.advance_clock(days=9)
    await service.restart()
    assert (await service.tables.statistics.build_career(GUILD, ANA)).ratings == ratings[-1], "nobody has looked yet"
    await service.tables.finish_confirmation.open_seals(late_id, is_second_look=True)
    ratings.append((await service.tables.statistics.build_career(GUILD, ANA)).ratings)
    assert [len(known) for known in ratings] == [1, 2, 3]
    # Each later list of ratings begins with the earlier one.
    assert [known[:-1] for known in ratings] == [(), *ratings[:-1]]


def test_f13_without_a_winner_ratings_stay() -> None:
    frozen = msgspec.structs.replace(build_finished_table((0, 1)).result, winners=())
    table = msgspec.structs.replace(build_finished_table((0, 1)), result=frozen)
    assert rate(table) == {ANA: 1000, BEN: 1000}
    won = build_finished_table((0,), (1,))
    assert rate(won, table) == rate(won)


def test_f13_who_leaves_a_game_that_nobody_wins_has_lost() -> None:
    frozen = msgspec.structs.replace(build_finished_table((0, 1)).result, winners=())
    table = msgspec.structs.replace(build_finished_table((0, 1), left_seats=(1,)), result=frozen)
    assert rate(table)[ANA] > 1000 > rate(table)[BEN]


@pytest.mark.parametrize("leaving", LEAVINGS)
async def test_f11_nobody_is_rated_if_somebody_leaves_before_all_have_finished_a_turn(
    trio: ServiceHarness, leaving: str
) -> None:
    await LEAVINGS[leaving](trio)
    await finish_game(trio)
    assert await load_ratings(trio) == {}
    assert (await trio.tables.statistics.build_career(GUILD, ANA)).ratings == ()


async def test_f11_an_early_leaving_that_did_not_last_changes_nothing(trio: ServiceHarness) -> None:
    """Otherwise a moderator's friend could make a game worthless at its start and lose nothing later."""
    await resign(trio)
    await trio.tables.handover.reinstate_player((await load_table(trio)).id, CY, 99)
    await play_round(trio.tables)
    await resign(trio)
    await finish_game(trio)
    assert list(await load_ratings(trio))[-1] == "Cy"


async def test_f11_a_move_without_a_choice_is_no_turn(service: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot gives Ben the faction that Ana has left. If she resigns then, he has won without a decision."""
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "engine.games")
    tables = await service.restart()
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "expanse", {})
    await tables.lobby.join(table.id, BEN, "Ben")
    table = await tables.lobby.start(table.id, ANA)
    await play_safely(tables, ANA)
    log = await entries.load_entries(service.store, table.id)
    assert [(entry.kind, entry.seat) for entry in log] == [("origin", None), ("move", 0), ("auto", 1)]
    await tables.moves.resign(table.id, ANA)
    service.advance_clock(days=3)
    await confirm_all_finished(tables, table.id)
    assert await load_ratings(service) == {}


# ------------------------------------------------------------------ what everybody sees
async def test_f14_moves_of_computers_are_counted_by_seat(trio: ServiceHarness) -> None:
    await play_round(trio.tables)
    await resign(trio)
    while not (made := await let_them_move(trio.tables)):
        await play_safely(trio.tables, (await list_waiting_users(trio.tables, (await load_table(trio)).id))[0])
    assert (await load_table(trio)).computer_moves == {}, "they are told at the end"
    table = await finish_game(trio)
    kinds = [entry.kind for entry in await entries.load_entries(trio.store, table.id)]
    assert table.computer_moves == {2: kinds.count("computer")}
    assert kinds.count("computer") >= made
    (helped,) = await trio.tables.statistics.list_substituted_games(GUILD, CY)
    assert (helped.game, helped.game_count, helped.move_count) == ("toy", 1, kinds.count("computer"))
    assert await trio.tables.statistics.list_substituted_games(GUILD, ANA) == []
    await trio.restart()
    assert (await load_table(trio)).computer_moves == table.computer_moves


async def test_f14_moves_that_were_taken_back_are_not_counted(service: ServiceHarness) -> None:
    service.move_service = InlineMoveService()
    tables = await service.restart()
    table_id = (await tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "toy", "cadet")).id
    await tables.lobby.close(table_id, ANA)
    assert (await tables.load_table(table_id)).computer_moves == {}
    table_id = (await tables.computer_seats.start_solo(GUILD, CHANNEL, ANA, "Ana", "toy", "cadet")).id
    await play_safely(service.tables, ANA)
    assert await let_them_move(tables)
    plan = await tables.rewind.plan(table_id, 0)
    await tables.rewind.carry_out(table_id, ANA, 0, plan.revision)
    await tables.lobby.close(table_id, ANA)
    assert (await tables.load_table(table_id)).computer_moves == {}


def test_f15_the_page_says_that_help_from_outside_cannot_be_detected() -> None:
    assert "outside cannot be detected" in load_fair_play()[-1].text


def test_every_rule_of_fair_play_has_a_test() -> None:
    numbers = [rule.number for rule in load_fair_play()]
    assert numbers == [f"F{n + 1}" for n in range(len(numbers))]
    for number in numbers:
        assert any(name.startswith(f"test_{number.lower()}_") for name in globals()), number


async def test_a_closed_game_is_in_the_list_of_games_that_are_over(trio: ServiceHarness) -> None:
    table_id = (await load_table(trio)).id
    assert await trio.tables.archive.list_over(GUILD) == []
    await trio.tables.lobby.close(table_id, 99, is_moderator=True)
    assert [(one.id, one.result) for one in await trio.tables.archive.list_over(GUILD)] == [(table_id, None)]
    lobby = await trio.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await trio.tables.lobby.close(lobby.id, ANA)
    assert [one.id for one in await trio.tables.archive.list_over(GUILD)] == [table_id], "no game had begun there"
