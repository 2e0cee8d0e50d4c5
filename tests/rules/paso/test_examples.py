"""The five worked examples of placing and raiding, each checked move by move."""

from __future__ import annotations

from tests.rules.paso.play import table

ROUTE = ["0 s3 c1 c2 d3"]


def test_example_1_a_curve_to_the_left_or_a_straight_three():
    t = table(land="b3")
    ways = t.advances()
    assert ways["c3 b1 b2 b3"] == 4
    assert ways["s3 b1 b2 c3"] == 3
    assert "s3 b1 b2 b3" not in ways
    assert "c3 b1 b2 c3" not in ways
    assert t.play("0 advance b3 c3-b1-b2").me(0).ship == "b3"
    assert t.state.points == 0 or t.state.to_move == 1


def test_example_2_raid_and_fresh_waters():
    t = table(pieces=[*ROUTE, "1 s2 b1 b2"], ships={0: "d3", 1: "b2"}, to_move=1)
    assert t.offers("1 raid") == ["c2", "c1"]
    assert t.shows("1 raid")["c2"] == "c2, on the route of Ana: 2 points"
    t.play("1 raid c2")
    assert t.state.points == 2
    t.play("1 fresh")
    assert (t.state.points, t.state.fresh) == (2, True)
    over = {way.split()[-1] for way in t.advances() if way.startswith("s2 d3")}
    assert over == {"c4", "d4", "c3", "d2"}
    assert "u1 d3" not in t.advances()
    assert "walk d3" not in t.advances()


def test_example_3_no_passing_over_a_ship_beside_its_route():
    t = table(pieces=[*ROUTE, "1 u1 c3"], ships={0: "d3", 1: "c3"}, to_move=1)
    assert not [way for way in t.advances() if "d3" in way.split()]


def test_example_4_back_where_the_route_was_left():
    t = table(pieces=[*ROUTE, "0 u1 d4", "1 x1 c2"], ships={0: "d4", 1: "c2"}, raiding={1: 0}, to_move=1)
    t.play("1 advance d3 walk", "1 advance c3 u1")
    assert t.state.points == 2
    assert t.me(1).left[0] == "d3"
    assert t.advances()["walk d3"] == 1
    assert "walk d3" in {f"{way} {to}" for to in ("d3",) for way in t.offers(f"1 advance {to}")}
    t.play("1 advance d3 walk")
    assert (t.state.points, t.me(1).raiding) == (1, 0)


def test_example_5_an_iceberg_behind():
    t = table(pieces=["0 s2 d3 d4", "0 u1 d5", "1 u1 c3"], ships={0: "d5", 1: "c3"}, behind={0: "d4"})
    t.play("0 drop")
    seen = next(hex_ for hex_ in t.view().hexes if hex_.name == "d4")
    assert (seen.terrain, seen.owners) == ("iceberg", ())
    t = table(pieces=["0 s2 d3 d4", "0 u1 d5", "ice d4", "1 u1 c4"], ships={0: "d5", 1: "c4"}, to_move=1)
    assert t.advances()["u1 d4"] == 4
    t = table(pieces=["0 s2 d3 d4", "0 u1 d5", "ice d4"], ships={0: "d5"})
    assert "recover" not in t.offers("0")
