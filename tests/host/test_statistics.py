"""What is remembered of finished games."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.host.model.table import Seated
from engine.host.service.people.statistics import START, bests, career, standings
from engine.host.store.past.results import Finished
from engine.kernel.script import Result, ScoreLine
from engine.kernel.text import Refusal, plain, say
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn, finish

NAMES = {ANA: "Ana", BEN: "Ben", CY: "Cy"}


def game(*places: tuple[int, ...], users: tuple[int, ...] = (ANA, BEN), at: int = 0, **more: object) -> Finished:
    """A finished game: the seats by place, best first."""
    seats = tuple(Seated(seat, user, NAMES.get(user, str(user))) for seat, user in enumerate(users))
    return Finished(at, "toy", seats, msgspec.structs.replace(Result(places[0], places, say("Over.")), **more), at)


def points(**by_seat: int) -> dict[int, tuple[ScoreLine, ...]]:
    return {int(seat[1:]): (ScoreLine(say("Steps"), n - 1), ScoreLine(say("Luck"), 1)) for seat, n in by_seat.items()}


def rows(**by_seat: int) -> dict[int, tuple[ScoreLine, ...]]:
    return {int(seat[1:]): (ScoreLine(say("Row reached"), n),) for seat, n in by_seat.items()}


def test_a_win_raises_and_a_loss_lowers() -> None:
    first, second = standings([game((0,), (1,))])
    assert (first.name, first.games, first.wins) == ("Ana", 1, 1)
    assert (second.name, second.games, second.wins) == ("Ben", 1, 0)
    assert first.rating > START > second.rating


def test_a_draw_leaves_both_equal() -> None:
    first, second = standings([game((0, 1))])
    assert first.rating == second.rating
    assert first.wins == second.wins == 1


def test_a_win_against_the_better_one_counts_more() -> None:
    strong = [game((0,), (1,), at=k) for k in range(6)]

    def rating(tables: list[Finished], name: str) -> int:
        return next(one.rating for one in standings(tables) if one.name == name)

    upset = rating([*strong, game((1,), (0,), at=7)], "Ben") - rating(strong, "Ben")
    usual = rating([*strong, game((0,), (1,), at=7)], "Ana") - rating(strong, "Ana")
    assert upset > usual > 0


def test_those_who_play_as_one_side_rise_together() -> None:
    four = (ANA, BEN, CY, 14)
    found = {one.user: one.rating for one in standings([game((0, 2), (1, 3), users=four, sides=((0, 2), (1, 3)))])}
    assert found[ANA] == found[CY] > found[BEN] == found[14]


def test_the_widest_win_is_kept() -> None:
    tables = [
        game((0,), (1,), at=1, scores=points(s0=9, s1=7)),
        game((0,), (1,), at=2, scores=points(s0=12, s1=4)),
        game((1,), (0,), at=3, scores=points(s0=3, s1=8)),
    ]
    assert {one.name: one.margin for one in standings(tables)} == {"Ana": 8, "Ben": 5}
    alone = game((0, 1), scores=points(s0=9, s1=9))
    assert [one.margin for one in standings([alone])] == [0, 0], "nobody was behind"


def test_the_first_to_do_best_keeps_the_record() -> None:
    tables = [
        game((0,), (1,), at=1, scores=points(s0=9, s1=7), highlights={1: (ScoreLine(say("Largest island"), 5),)}),
        game((1,), (0,), at=2, scores=points(s0=2, s1=9), highlights={0: (ScoreLine(say("Largest island"), 5),)}),
    ]
    found = [(one.label.template, one.points, one.name, one.at) for one in bests(tables)]
    assert found == [
        ("Points in all", 9, "Ana", 1),
        ("Steps", 8, "Ana", 1),
        ("Luck", 1, "Ana", 1),
        ("Largest island", 5, "Ben", 1),
    ]
    assert {one.name for one in bests(tables, frozenset({ANA}))} == {"Ben"}


def test_a_sheet_of_one_line_is_no_sum_of_points() -> None:
    """The row that a ship has reached stands there once, and a lead of rows is no lead in points."""
    tables = [game((0,), (1,), scores=rows(s0=25, s1=12))]
    assert [(one.label.template, one.points, one.name) for one in bests(tables)] == [("Row reached", 25, "Ana")]
    assert [one.margin for one in standings(tables)] == [0, 0]


def test_somebodys_way_is_told_game_by_game() -> None:
    roles = {0: say("Amundsen"), 1: say("Scott")}
    tables = [
        msgspec.structs.replace(one, result=msgspec.structs.replace(one.result, roles=roles))
        for one in (game((0,), (1,), at=1), game((0,), (1,), at=2), game((1,), (0,), at=3))
    ]
    way = career(tables, ANA)
    assert way.ratings[-1] == next(one.rating for one in standings(tables) if one.user == ANA)
    assert way.ratings[0] < way.ratings[1] > way.ratings[2]
    assert [(plain(one.name), one.games, one.wins) for one in way.sides] == [("Amundsen", 3, 2)]
    assert [(plain(one.name), one.games, one.wins, one.theirs) for one in way.friends] == [("Ben", 3, 2, 1)]
    assert career(tables, ANA, frozenset({BEN})).friends == (), "who has left the statistics is nobody's friend there"
    assert career(tables, CY).ratings == ()


@given(st.lists(st.permutations([0, 1, 2]), min_size=1, max_size=12))
def test_every_order_of_places_gives_everybody_a_place(orders: list[list[int]]) -> None:
    tables = [game(*((seat,) for seat in order), users=(ANA, BEN, CY), at=k) for k, order in enumerate(orders)]
    found = standings(tables)
    assert sorted(one.user for one in found) == [ANA, BEN, CY]
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)
    assert sum(one.wins for one in found) == len(orders)


async def test_a_finished_table_counts_on_its_server(camp: Inn) -> None:
    await finish(camp.tables)
    found = await camp.tables.statistics.leaderboard(GUILD)
    assert {one.name for one in found} == {"Ana", "Ben"}
    assert await camp.tables.statistics.leaderboard(GUILD, "toy") == found
    assert await camp.tables.statistics.leaderboard(GUILD + 1) == []
    assert [slug for slug, _ in await camp.tables.statistics.played(GUILD, ANA)] == ["toy"]
    assert await camp.tables.statistics.played(GUILD, CY) == []
    assert (await camp.tables.statistics.best(GUILD))[0].points > 0


async def test_an_unrated_table_does_not_count(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {"weather": "no"})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    assert (await inn.tables.lobby.set_option(table.id, ANA, "rated", "no")).house["rated"] == "no"
    await inn.tables.lobby.start(table.id, ANA)
    await finish(inn.tables)
    assert await inn.tables.statistics.leaderboard(GUILD) == []


async def test_who_has_left_the_statistics_is_not_shown(camp: Inn) -> None:
    await finish(camp.tables)
    await camp.tables.settings.choose("person", ANA, "statistics", "no")
    assert [one.name for one in await camp.tables.statistics.leaderboard(GUILD)] == ["Ben"]
    assert "Ana" not in {one.name for one in await camp.tables.statistics.best(GUILD)}
    with pytest.raises(Refusal, match="left the statistics"):
        await camp.tables.statistics.played(GUILD, ANA)
    await camp.tables.settings.choose("person", ANA, "statistics", "yes")
    assert len(await camp.tables.statistics.leaderboard(GUILD)) == 2


async def test_a_table_for_invited_friends(inn: Inn) -> None:
    table = await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})
    await inn.tables.lobby.set_option(table.id, ANA, "joining", "invited")
    with pytest.raises(Refusal, match="for invited friends"):
        await inn.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="no seat"):
        await inn.tables.lobby.invite(table.id, CY, BEN)
    await inn.tables.lobby.invite(table.id, ANA, BEN)
    await inn.restart()
    assert (await inn.tables.lobby.join(table.id, BEN, "Ben")).seat_of(BEN) == 1
    with pytest.raises(Refusal, match="seat already"):
        await inn.tables.lobby.invite(table.id, ANA, BEN)
    with pytest.raises(Refusal, match="“nobody” is not a value of “joining”"):
        await inn.tables.lobby.set_option(table.id, ANA, "joining", "nobody")
