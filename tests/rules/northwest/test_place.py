"""N5: the placement of tiles, and the gaps that it closes."""

from __future__ import annotations

from engine.games.northwest import travel
from tests.rules.northwest.play import PlayedTable, build_wall, load_game, make_table

SHIP_ON_C13 = {"placed": ["c13 000/000"], "ships": {0: "c13"}}


def test_n5_a_tile_of_the_reserve_on_empty_cells():
    t = make_table(hands={0: "l00 s0 l63"})
    assert t.list_words("0 place") == ["l00", "s0"]
    assert t.list_words("0 place l00") == ["c13", "c14"], "west to east on c13 and c14, north to south on c14 and d14"
    assert t.list_words("0 place s0") == ["c14"]
    assert t.list_words("0 place l00 c13") == ["f0"], "all rotations of it look the same"
    assert t.list_words("0 place l00 c14") == ["f90"]
    t.play("0 place l00 c14 f90 ship")
    assert t.describe_crew(0) == "6/1 0/0"
    assert t.find_expedition(0).hand == ["s0", "l63"]
    assert t.state.placed == ["l00 c14 f90"]
    assert t.announced == ["Ana places tile L00 on c14, d14."]
    assert [cell.name for cell in t.build_view().cells if t.build_view().laid_tiles[cell.tile_index].tile == "l00"] == [
        "c14",
        "d14",
    ]
    assert make_table().read_refusal("0 place") == "You have no tile in your reserve (N5)."


def test_n5_either_side_of_a_large_tile_no_joker_of_a_small_one():
    t = make_table(hands={0: "l25 s1"}, **SHIP_ON_C13)
    piece = t.box.pieces["l25"]
    assert {rotation[0] for rotation in piece.lays} == {"f", "b"}
    assert piece.lays["f0"].rows == ("011", "001")
    assert piece.lays["b0"].rows == ("110", "100")
    ways = {rotation for cell in t.list_words("0 place l25") for rotation in t.list_words(f"0 place l25 {cell}")}
    assert {"f", "b"} == {rotation[0] for rotation in ways}
    assert all(
        rotation[0] == "f" for cell in t.list_words("0 place s1") for rotation in t.list_words(f"0 place s1 {cell}")
    )


def test_n5_rotations_are_clockwise():
    lays = make_table().box.pieces["l03"].lays
    assert lays["f0"].rows == ("000", "011")
    assert lays["f90"].rows == ("00", "10", "10")
    assert lays["f180"].rows == ("110", "000")
    assert lays["f270"].rows == ("01", "01", "00")
    assert lays["b0"].rows == ("000", "110")
    small = make_table().box.pieces["s1"].lays
    assert [lay.rows for lay in small.values()] == [("10", "00"), ("01", "00"), ("00", "01"), ("00", "10")]


def test_n5_spots_show_places_and_ways():
    t = make_table(hands={0: "s1 l00"})
    assert t.list_spots("0 place") == {"s1": "tile-0", "l00": "tile-1"}
    assert t.list_spots("0 place l00") == {"c13": "c13", "c14": "c14"}
    assert t.list_spots("0 place l00 c14") == {"f90": "rotation-l00-c14-f90"}
    assert t.read_labels("0 place l00 c14") == {"f90": "N–S, all sea"}


def test_n5_1_beside_the_tile_of_the_acting_vehicle():
    t = make_table(placed=["c13 000/000", "d14 00/00"], ships={0: "c13"}, hands={0: "s0"})
    assert t.list_words("0 place s0") == ["b13", "c12", "d13"], "not beside the other tiles"
    t = make_table(placed=["c13 000/000"], ships={0: "c13"}, sleds={0: "a14-ne"}, hands={0: "s0"})
    assert t.list_words("0 place s0") == ["a13", "b13", "c12", "d13", "d14"]
    assert t.list_words("0 place s0 a13 f0") == ["sled"]
    assert (
        t.read_labels("0 place s0 a13 f0")["ship"] == "It would not lie side by side with the tile of your ship (N5.1)."
    )
    assert t.list_words("0 place s0 c12 f0") == ["ship"]
    t.play("0 place s0 a13 f0 sled")
    assert t.describe_crew(0) == "4/0 2/1"


def test_n5_1_a_sled_aboard_is_beside_nothing_even_where_placing_takes_nobody():
    t = make_table(placed=["x e8 j0000"], ships={0: "e8"}, hands={0: "s0"}, rules=load_game(("place = 1", "place = 0")))
    assert t.list_words("0 place s0") == ["d8", "e7", "e9", "f8"]
    assert (
        t.read_labels("0 place s0 d8 f0")["sled"] == "It would not lie side by side with the tile of your sled (N5.1)."
    )


def test_n5_1_no_room():
    around = ["b14 01/00", "c14 00/00", "d15 01/00"]
    t = make_table(placed=around, hands={0: "s0"})
    assert t.read_refusal("0 place") == "There is no room for it beside your ship (N5.1)."


def test_n5_2_matching_side_by_side():
    t = make_table(hands={0: "l63 s5"})
    why = "No way round do its land and sea match the tiles beside your ship, diagonals included (N5.2)."
    assert t.read_refusal("0 place") == why
    t = make_table(hands={0: "s1 l63"})
    assert t.read_labels("0 place")["l63"] == why
    assert t.list_words("0 place s1 b14") == ["f90"], "land only in the north-east, at the cape"
    assert "d15" in t.list_words("0 place s1")


def test_n5_2_matching_diagonally():
    t = make_table(placed=["c13 000/000", "x e12 j0100"], ships={0: "c13"}, hands={0: "s0 s1"})
    assert t.describe_corners("d13") == "001?"
    assert "d13" not in t.list_words("0 place s0"), (
        "at its south-western corner lies land, on a tile that it only touches there"
    )
    assert t.list_words("0 place s1 d13") == ["f270"]


def test_n5_3_a_sea_path_must_stay_possible():
    t = make_table(placed=build_wall(), ships={0: "c14"}, hands={0: "s2"})
    assert t.list_words("0 place s2") == ["d14"], "on c13, land in the west would close the hole"
    assert "c13" in make_table(placed=build_wall()[1:], ships={0: "c14"}, hands={0: "s2"}).list_words("0 place s2")
    assert make_table(placed=build_wall(), ships={0: "c14"}, hands={0: "s1"}).list_words("0 place s1 c13") == ["f0"]
    t = make_table(placed=build_wall("d14 00/00"), ships={0: "c14"}, hands={0: "s2"})
    assert t.read_refusal("0 place") == "Wherever it fits it would close the last sea path to the Passage (N5.3)."


def test_n5_3_ice_does_not_close_a_path():
    t = make_table(placed=["c13 000/000"], ships={0: "c13"}, hands={0: "s0"}, round=5)
    assert "c12" in t.list_words("0 place s0")


def test_n5_4_a_symbol_gets_its_token():
    t = make_table(hands={0: "l01"}, **SHIP_ON_C13)
    before = t.build_view().tokens
    assert t.box.pieces["l01"].lays["f0"].symbol_at == 1
    t.play("0 place l01 d13 f0 ship")
    tile = t.build_view().laid_tiles[-1]
    assert (tile.symbol, tile.symbol_cell, tile.has_token, tile.points) == ("franklin", (13, 3), True, 1)
    assert t.announced == ["Ana places tile L01 on d13, d14: a Franklin site token lies at d14."]
    after = t.build_view().tokens
    assert (before.bag["franklin"], before.board["franklin"]) == (10, 0)
    assert (after.bag["franklin"], after.board["franklin"]) == (9, 1)


def test_n5_4_the_symbol_turns_with_its_tile():
    lays = make_table().box.pieces["l01"].lays
    assert {rotation: lay.symbol_at > 0 for rotation, lay in lays.items()} == {
        "f0": True,
        "f90": True,
        "f180": False,
        "f270": False,
        "b0": False,
        "b90": False,
        "b180": True,
        "b270": True,
    }
    assert [lay.rows[-1][-1] == "1" for rotation, lay in lays.items() if rotation in ("f0", "b0")] == [True, False]


TILES_AROUND_D14 = ["c13 000/000", "d13 00/00", "x d15 j0100", "x e13 j0000"]


def make_closing_table(**given: object) -> PlayedTable:
    return make_table(placed=TILES_AROUND_D14, ships={0: "e13"}, hands={0: "s0"}, **given).play(
        "0 place s0 e14 f0 ship"
    )


def test_n5_5_a_gap_is_filled_with_the_matching_tile():
    t = make_closing_table()
    assert t.state.placed[-2:] == ["s0 e14 f0", "s0 d14 f0"]
    assert t.state.piles == [1, 8, 8, 4, 8, 2]
    assert t.announced == ["Ana places small tile S0 on e14.", "The gap at d14 is closed with small tile S0."]
    assert t.describe_crew(0) == "6/1 0/0", "for nothing"
    assert t.build_view().laid_tiles[-1].kind == "small"


def test_n5_5_the_edge_of_the_board_closes_too():
    t = make_table(placed=["x a3 j0000", "x b2 j0000"], ships={0: "b2"}, hands={0: "s0"}).play("0 place s0 b1 f0 ship")
    assert "gap" not in " ".join(t.announced), "a1 and a2 are two cells"
    t = make_table(placed=["x a1 j0100", "x a3 j1000", "x b3 j0000"], ships={0: "b3"}, hands={0: "s0"}).play(
        "0 place s0 b2 f0 ship"
    )
    assert t.state.placed[-1] == "s2 a2 f0"


def test_n5_6_another_small_tile_as_a_joker():
    t = make_closing_table(piles="0 1 0 0 2 0")
    assert t.asked_seats() == [0]
    assert t.list_words("0") == ["fill"]
    assert t.list_words("0 fill") == ["s1", "s4"]
    t.play("0 fill s4")
    assert t.state.placed[-1] == "s4 d14 j0000"
    assert t.state.piles == [0, 1, 0, 0, 1, 0]
    assert t.announced == ["The gap at d14 is closed with small tile S4 as a joker."]
    tile = t.build_view().laid_tiles[-1]
    assert (tile.kind, tile.rows) == ("joker", "00/00")
    t = make_closing_table(piles="0 0 0 0 2 0")
    assert t.state.placed[-1] == "s4 d14 j0000", "without a choice nobody is asked"


def test_n5_6_two_designs_fit_at_a_corner_of_the_board():
    given = {"placed": ["x a2 j0000", "x b2 j0000"], "ships": {0: "b2"}, "hands": {0: "s0"}}
    t = make_table(**given).play("0 place s0 b1 f0 ship")
    assert t.list_words("0 fill") == ["s0", "s1"]
    t.play("0 fill s1")
    assert t.describe_corners("a1") == "1000"
    t = make_table(**given, piles="0 8 8 4 8 2").play("0 place s0 b1 f0 ship")
    assert t.state.placed[-1] == "s1 a1 f0", "the one that is left matches as well"


def test_n5_7_without_small_tiles_the_gap_closes_nevertheless():
    t = make_closing_table(piles="0 0 0 0 0 0")
    assert t.state.placed[-1] == "x d14 j0000"
    assert t.announced[-1] == "The gap at d14 is closed; no small tile is left for it."
    assert t.build_view().laid_tiles[-1].kind == "gap"
    assert set(t.list_words("0 move ship")) == {"e14", "d13"}


def test_n5_8_sea_reaches_across_a_cell_land_does_not():
    t = make_table(placed=["x e8 j1001"], ships={0: "e8"})
    tile = t.box.find_board(t.state).placed_tiles[-1]
    assert [len(area) for area in travel.list_areas(t.box.find_board(t.state), tile, 0)] == [1, 1]
    t = make_table(
        placed=["x e8 j1001", "x d8 j0010", "x e9 j0010", "x e7 j0100", "x f8 j0100"],
        ships={0: "e9"},
        sleds={0: "e7-ne"},
    )
    assert t.list_words("0 move ship") == ["e8"]
    t.play("0 move ship e8")
    assert set(t.list_words("0 move ship")) == {"d8", "e7", "e9", "f8"}, "through the channel to the other side"
    t.play("0 end", "1 pass", "0 move sled e8")
    assert t.find_expedition(0).sled == "e8-nw"
    t.play("0 end")
    assert set(t.list_words("0 move sled")) == {"d8", "e7"}, "not over the water to e9 and f8"
