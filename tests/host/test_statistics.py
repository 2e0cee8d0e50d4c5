"""The statistics of finished games."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.host.service.people.ratings import INITIAL_RATING
from engine.host.service.people.statistics import compute_career, compute_ratings, find_best_scores
from engine.host.store.history.finished_tables import FinishedTable
from engine.kernel.script import ScoreLine
from engine.kernel.text import UserError, say, write_plain_text
from tests.host.finished_games import build_finished_table
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness, play_to_end


def build_point_sheet(**by_seat: int) -> dict[int, tuple[ScoreLine, ...]]:
    return {int(seat[1:]): (ScoreLine(say("Steps"), n - 1), ScoreLine(say("Luck"), 1)) for seat, n in by_seat.items()}


def build_row_sheet(**by_seat: int) -> dict[int, tuple[ScoreLine, ...]]:
    return {int(seat[1:]): (ScoreLine(say("Row reached"), n),) for seat, n in by_seat.items()}


def test_a_win_raises_and_a_loss_lowers() -> None:
    first, second = compute_ratings([build_finished_table((0,), (1,))])
    assert (first.name, first.game_count, first.win_count) == ("Ana", 1, 1)
    assert (second.name, second.game_count, second.win_count) == ("Ben", 1, 0)
    assert first.rating > INITIAL_RATING > second.rating


def test_a_draw_leaves_both_equal() -> None:
    first, second = compute_ratings([build_finished_table((0, 1))])
    assert first.rating == second.rating
    assert first.win_count == second.win_count == 1


def test_a_win_against_the_better_one_counts_more() -> None:
    strong = [build_finished_table((0,), (1,), ended_at=k) for k in range(6)]

    def rating(tables: list[FinishedTable], name: str) -> int:
        return next(one.rating for one in compute_ratings(tables) if one.name == name)

    upset = rating([*strong, build_finished_table((1,), (0,), ended_at=7)], "Ben") - rating(strong, "Ben")
    usual = rating([*strong, build_finished_table((0,), (1,), ended_at=7)], "Ana") - rating(strong, "Ana")
    assert upset > usual > 0


def test_those_who_play_as_one_side_rise_together() -> None:
    four = (ANA, BEN, CY, 14)
    found = {
        one.user_id: one.rating
        for one in compute_ratings([build_finished_table((0, 2), (1, 3), users=four, sides=((0, 2), (1, 3)))])
    }
    assert found[ANA] == found[CY] > found[BEN] == found[14]


def test_the_widest_win_is_kept() -> None:
    tables = [
        build_finished_table((0,), (1,), ended_at=1, scores=build_point_sheet(s0=9, s1=7)),
        build_finished_table((0,), (1,), ended_at=2, scores=build_point_sheet(s0=12, s1=4)),
        build_finished_table((1,), (0,), ended_at=3, scores=build_point_sheet(s0=3, s1=8)),
    ]
    assert {one.name: one.best_margin for one in compute_ratings(tables)} == {"Ana": 8, "Ben": 5}
    alone = build_finished_table((0, 1), scores=build_point_sheet(s0=9, s1=9))
    assert [one.best_margin for one in compute_ratings([alone])] == [0, 0], "nobody was behind"


def test_the_first_to_do_best_keeps_the_record() -> None:
    tables = [
        build_finished_table(
            (0,),
            (1,),
            ended_at=1,
            scores=build_point_sheet(s0=9, s1=7),
            highlights={1: (ScoreLine(say("Largest island"), 5),)},
        ),
        build_finished_table(
            (1,),
            (0,),
            ended_at=2,
            scores=build_point_sheet(s0=2, s1=9),
            highlights={0: (ScoreLine(say("Largest island"), 5),)},
        ),
    ]
    found = [(one.label.template, one.points, one.name, one.achieved_at) for one in find_best_scores(tables)]
    assert found == [
        ("Points in all", 9, "Ana", 1),
        ("Steps", 8, "Ana", 1),
        ("Luck", 1, "Ana", 1),
        ("Largest island", 5, "Ben", 1),
    ]
    assert {one.name for one in find_best_scores(tables, frozenset({ANA}))} == {"Ben"}


def test_a_sheet_of_one_line_is_no_sum_of_points() -> None:
    """The row that a ship has reached appears once, and a lead of rows is not a lead in points."""
    tables = [build_finished_table((0,), (1,), scores=build_row_sheet(s0=25, s1=12))]
    assert [(one.label.template, one.points, one.name) for one in find_best_scores(tables)] == [
        ("Row reached", 25, "Ana")
    ]
    assert [one.best_margin for one in compute_ratings(tables)] == [0, 0]


def test_somebodys_way_is_told_game_by_game() -> None:
    roles = {0: say("Amundsen"), 1: say("Scott")}
    tables = [
        msgspec.structs.replace(one, result=msgspec.structs.replace(one.result, roles=roles))
        for one in (
            build_finished_table((0,), (1,), ended_at=1),
            build_finished_table((0,), (1,), ended_at=2),
            build_finished_table((1,), (0,), ended_at=3),
        )
    ]
    way = compute_career(tables, ANA)
    assert way.ratings[-1] == next(one.rating for one in compute_ratings(tables) if one.user_id == ANA)
    assert way.ratings[0] < way.ratings[1] > way.ratings[2]
    assert [(write_plain_text(one.name), one.game_count, one.win_count) for one in way.sides] == [("Amundsen", 3, 2)]
    assert [(write_plain_text(one.name), one.game_count, one.win_count, one.opponent_wins) for one in way.friends] == [
        ("Ben", 3, 2, 1)
    ]
    assert compute_career(tables, ANA, frozenset({BEN})).friends == (), (
        "who has left the statistics is nobody's friend there"
    )
    assert compute_career(tables, CY).ratings == ()


@given(st.lists(st.permutations([0, 1, 2]), min_size=1, max_size=12))
def test_every_order_of_places_gives_everybody_a_place(orders: list[list[int]]) -> None:
    tables = [
        build_finished_table(*((seat,) for seat in order), users=(ANA, BEN, CY), ended_at=k)
        for k, order in enumerate(orders)
    ]
    found = compute_ratings(tables)
    assert sorted(one.user_id for one in found) == [ANA, BEN, CY]
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)
    assert sum(one.win_count for one in found) == len(orders)


async def test_a_finished_table_counts_on_its_server(running_table: ServiceHarness) -> None:
    await play_to_end(running_table.tables)
    found = await running_table.tables.statistics.rank_players(GUILD)
    assert {one.name for one in found} == {"Ana", "Ben"}
    assert await running_table.tables.statistics.rank_players(GUILD, "toy") == found
    assert await running_table.tables.statistics.rank_players(GUILD + 1) == []
    assert [slug for slug, _ in await running_table.tables.statistics.list_player_ratings(GUILD, ANA)] == ["toy"]
    assert await running_table.tables.statistics.list_player_ratings(GUILD, CY) == []
    assert (await running_table.tables.statistics.list_best_scores(GUILD))[0].points > 0


async def test_an_unrated_table_does_not_count(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    assert (await service.tables.lobby.set_option(table.id, ANA, "rated", "no")).table_options["rated"] == "no"
    await service.tables.lobby.join(table.id, BEN, "Ben")
    await service.tables.lobby.start(table.id, ANA)
    await play_to_end(service.tables)
    assert await service.tables.statistics.rank_players(GUILD) == []


async def test_who_has_left_the_statistics_is_not_shown(running_table: ServiceHarness) -> None:
    await play_to_end(running_table.tables)
    await running_table.tables.settings.save_setting("person", ANA, "statistics", "no")
    assert [one.name for one in await running_table.tables.statistics.rank_players(GUILD)] == ["Ben"]
    assert "Ana" not in {one.name for one in await running_table.tables.statistics.list_best_scores(GUILD)}
    with pytest.raises(UserError, match="left the statistics"):
        await running_table.tables.statistics.list_player_ratings(GUILD, ANA)
    await running_table.tables.settings.save_setting("person", ANA, "statistics", "yes")
    assert len(await running_table.tables.statistics.rank_players(GUILD)) == 2


async def test_a_table_for_invited_friends(service: ServiceHarness) -> None:
    table = await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await service.tables.lobby.set_option(table.id, ANA, "joining", "invited")
    with pytest.raises(UserError, match="for invited friends"):
        await service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="no seat"):
        await service.tables.lobby.invite(table.id, CY, BEN)
    await service.tables.lobby.invite(table.id, ANA, BEN)
    await service.restart()
    assert (await service.tables.lobby.join(table.id, BEN, "Ben")).find_seat(BEN) == 1
    with pytest.raises(UserError, match="seat already"):
        await service.tables.lobby.invite(table.id, ANA, BEN)
    with pytest.raises(UserError, match="“nobody” is not a value of “joining”"):
        await service.tables.lobby.set_option(table.id, ANA, "joining", "nobody")
