"""The examples of the published rules with the standard components, each under its own name.

Five worked examples of placements and raids on water are checked move by move.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rules.paso.play import PlayedTable, load_game, make_table, start_table


def begin_race(seats: int, seed: str) -> PlayedTable:
    """Begin a standard game and choose the captains: those on offer that change neither prices nor tiles nor points."""
    t = start_table(seats, seed)
    dear = {"snow", "iceberg", "opens", "icebreaker", "own-route", "turns", "bold"}
    while t.state.phase == "choose":
        seat = t.asked_seats()[0]
        offer = sorted(t.find_player(seat).offer, key=lambda word: t.game_box.find_character(word).ability in dear)
        t.play(f"{seat} choose {offer[0]}")
    return t


# ---------------------------------------------------------------- the examples of the rules
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_example_advance_two_waters_and_a_land(seats: int):
    """The token of three that fits the way is best. Smaller tokens reach the same place with the same points and more tokens."""
    t = begin_race(seats, "two waters and a land")
    me, terrain = t.state.to_move, {seen.name: seen.printed_terrain for seen in t.build_view().hexes}
    ways = [
        way.split()
        for way, price in t.list_advances().items()
        if way.startswith(("s3", "c3"))
        and sorted(terrain[hex_] for hex_ in way.split()[1:]) == ["land", "water", "water"]
        and price == 4
    ]
    assert ways, "the first rows of this game have such a way"
    for kind, *path in ways:
        at_once = PlayedTable(t.position, t.rules, t.seed).play(f"{me} advance {path[2]} {kind}-{path[0]}-{path[1]}")
        one_by_one = PlayedTable(t.position, t.rules, t.seed)
        for n, hex_ in enumerate(path):
            behind = n and int(hex_[1:]) < int(path[n - 1][1:])
            one_by_one.play(f"{me} advance back u1-{hex_}" if behind else f"{me} advance {hex_} u1")
        for played in (at_once, one_by_one):
            assert played.find_player(me).ship == path[2]
            assert played.state.points == 0 or played.state.to_move != me, "four points, and all are spent"
        assert (sum(at_once.find_player(me).reserve), sum(one_by_one.find_player(me).reserve)) == (27, 25)


@pytest.mark.parametrize(("seats", "width"), [(2, 4), (3, 6), (4, 8)], ids=["two", "three", "four"])
def test_example_set_up_four_rows_as_pictured(seats: int, width: int):
    """Rows are as wide as pictured, and every other row is shifted the other way."""
    view = start_table(seats, "as pictured").build_view()
    assert view.laid == 4
    rows = {row: [seen.name for seen in view.hexes if seen.row == row] for row in range(1, 5)}
    assert [len(hexes) for hexes in rows.values()] == [width] * 4
    passage = load_game().game_box.passages[seats]
    for row, above in pairwise(sorted(rows)):
        first, last = (passage.hex_by_name[f"{column}{row}"] for column in (view.columns[0], view.columns[-1]))
        up = {passage.rows[hex_] for hex_ in passage.neighbours[first] if hex_ >= 0}
        assert above in up
        jutting = first if row % 2 else last
        ahead = [hex_ for hex_ in passage.neighbours[jutting] if hex_ >= 0 and passage.rows[hex_] == above]
        assert len(ahead) == 1, "the end that juts out has one hex ahead of it only"


def test_example_set_up_three_players_side_tiles_after_two_of_four():
    """With an odd number of tiles of four, the last row has no sides until the next tiles come."""
    t = begin_race(3, "side tiles")
    passage = t.game_box.find_passage(t.state)
    odd_rows = 0
    for _ in range(200):
        laid = t.build_view().laid
        sizes = [len(passage.slots[n]) for n in range(len(t.state.laid))]
        assert (sizes.count(4), sizes.count(2)) == (laid, 2 * (laid // 2))
        odd_rows += laid % 2
        if laid == 24:
            break
        seat = t.asked_seats()[0]
        advances = t.list_advances() if "advance" in t.list_words(str(seat)) else {}
        rows = {way: int(way.split()[-1][1:]) for way in advances if not way.startswith("walk")}
        best = max(rows, key=lambda way: rows[way], default=None)
        here = int(t.find_player(seat).ship[1:] or 0)
        if t.list_words(str(seat))[:1] == ["turn"]:
            t.play(f"{seat} keep")
        elif t.list_words(str(seat))[:1] == ["discard"]:
            t.play(f"{seat} " + " ".join(t.rules.safe_move(seat, t.now.build_menu(seat))))
        elif best and rows[best] > here:
            kind, *path = best.split()
            t.play(f"{seat} advance {path[-1]} {'-'.join((kind, *path[:-1]))}")
        else:
            t.play(f"{seat} end")
    assert odd_rows > 3


def test_example_advance_over_the_ship_of_an_opponent():
    """No two ships share a hex, so a token of two or more must not end on the other ship."""
    t = begin_race(2, "over a ship 1")
    one, other = t.state.to_move, 1 - t.state.to_move
    _, first, last = min(way.split() for way in t.list_advances() if way.startswith("s2") and way.endswith("2"))
    t.play(f"{one} advance {last} s2-{first}", f"{one} end", f"{other} raid {first}")
    over = [way.split() for way in t.list_advances() if last in way.split()[1:]]
    assert over
    assert all(kind[1] in "234" and path[-1] != last for kind, *path in over)
    assert t.read_refusal(f"{other} advance {last} u1").endswith("(P4.5).")
    kind, *path = over[0]
    t.play(f"{other} advance {path[-1]} {'-'.join((kind, *path[:-1]))}")
    assert (t.find_player(other).ship, t.find_player(one).ship) == (path[-1], last)


# ---------------------------------------------------------------- worked examples
ROUTE = ["0 s3 c1 c2 d3"]


def test_example_1_a_curve_to_the_left_or_a_straight_three():
    t = make_table(land="b3")
    ways = t.list_advances()
    assert ways["c3 b1 b2 b3"] == 4
    assert ways["s3 b1 b2 c3"] == 3
    assert "s3 b1 b2 b3" not in ways
    assert "c3 b1 b2 c3" not in ways
    assert t.play("0 advance b3 c3-b1-b2").find_player(0).ship == "b3"
    assert t.state.points == 0 or t.state.to_move == 1


def test_example_2_raid_and_fresh_waters():
    t = make_table(pieces=[*ROUTE, "1 s2 b1 b2"], ships={0: "d3", 1: "b2"}, to_move=1, fresh="instead")
    assert t.list_words("1 raid") == ["c2", "c1"]
    assert t.read_labels("1 raid")["c2"] == "c2, route of Ana"
    t.play("1 raid c2")
    assert t.state.points == 2
    t.play("1 fresh")
    assert (t.state.points, t.state.fresh) == (2, True)
    over = {way.split()[-1] for way in t.list_advances() if way.startswith("s2 d3")}
    assert over == {"c4", "d4", "c3", "d2"}
    assert "u1 d3" not in t.list_advances()
    assert "walk d3" not in t.list_advances()


def test_example_3_no_passing_over_a_ship_beside_its_route():
    t = make_table(pieces=[*ROUTE, "1 u1 c3"], ships={0: "d3", 1: "c3"}, to_move=1)
    assert not [way for way in t.list_advances() if "d3" in way.split()]


def test_example_4_back_where_the_route_was_left():
    t = make_table(pieces=[*ROUTE, "0 u1 d4", "1 x1 c2"], ships={0: "d4", 1: "c2"}, raiding={1: 0}, to_move=1)
    t.play("1 advance d3 walk", "1 advance c3 u1")
    assert t.state.points == 2
    assert t.find_player(1).left[0] == "d3"
    assert t.list_advances()["walk d3"] == 1
    assert "walk d3" in {f"{way} {to}" for to in ("d3",) for way in t.list_words(f"1 advance {to}")}
    t.play("1 advance d3 walk")
    assert (t.state.points, t.find_player(1).raiding) == (1, 0)


def test_example_5_an_iceberg_behind():
    t = make_table(pieces=["0 s2 d3 d4", "0 u1 d5", "1 u1 c3"], ships={0: "d5", 1: "c3"}, behind={0: "d4"})
    t.play("0 drop")
    seen = next(hex_ for hex_ in t.build_view().hexes if hex_.name == "d4")
    assert (seen.terrain, seen.owners) == ("iceberg", ())
    t = make_table(pieces=["0 s2 d3 d4", "0 u1 d5", "ice d4", "1 u1 c4"], ships={0: "d5", 1: "c4"}, to_move=1)
    assert t.list_advances()["u1 d4"] == 4
    t = make_table(pieces=["0 s2 d3 d4", "0 u1 d5", "ice d4"], ships={0: "d5"})
    assert "recover" not in t.list_words("0")
