"""The 55 edge cases that the rules of La Aventura del Paso del Noroeste were written for; a test has the number of its case."""

from __future__ import annotations

import pytest

from tests.rules.paso.play import make_table, start_table


def find_ends(advances: dict[str, int], kind: str = "") -> set[str]:
    """Find the last hexes of the advances, of one kind or of all."""
    return {way.split()[-1] for way in advances if way.startswith(kind)}


def test_edge_01_tokens_never_overhang():
    t = make_table(pieces=["0 u1 d24"], ships={0: "d24"})
    assert t.list_advances(), "sideways and back it goes"
    for way in t.list_advances():
        assert all(hex_[0] in "abcd" and 1 <= int(hex_[1:]) <= 24 for hex_ in way.split()[1:])
    assert "“e24” is not a choice here" in t.read_refusal("0 advance e24 u1")


def test_edge_02_exit_with_fresh_waters_only():
    t = make_table(
        pieces=["0 s2 c23 c24", "1 x1 c23"], ships={0: "c24", 1: "c23"}, raiding={1: 0}, points=0, moved=True, to_move=1
    )
    t.play("1 fresh", "1 advance b24 u1", "1 exit")
    assert t.result is not None
    assert t.result.winners == (1,)


def test_edge_03_no_point_left_on_row_24():
    t = make_table(pieces=["0 u1 c23"], ships={0: "c23"}, points=1).play("0 advance c24 u1")
    assert t.result is None
    assert t.state.to_move == 1
    t.play("1 end", "0 exit")
    assert t.reason == "Ana is the first through the Northwest Passage."


def test_edge_04_the_exit_costs_hudson_too():
    t = make_table(pieces=["0 u1 c24", "0 u1 b24"], ships={0: "c24"}, points=0, characters={0: "hudson"})
    assert t.read_refusal("0 exit") == "That takes 1 point; you have 0 points (P12)."


def test_edge_05_sideways_and_back():
    t = make_table(land="b4", pieces=["0 u1 b5", "0 u1 c4"], ships={0: "b5"})
    ways = t.list_advances()
    assert (ways["u1 c5"], ways["u1 b4"]) == (1, 2)
    assert "c4" not in find_ends(ways, "u1")
    t = make_table(pieces=["0 s2 b4 b5"], ships={0: "b5"})
    assert t.list_advances()["walk b4"] == 1
    t.play("0 advance back walk-b4")
    assert (t.find_player(0).ship, t.state.points) == ("b4", 3)


def test_edge_06_never_back_before_row_1():
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"})
    assert all(hex_[1:] != "0" for hex_ in find_ends(t.list_advances()))
    assert "back" not in t.list_words("0 advance")


def test_edge_07_four_waters_take_the_whole_turn():
    t = make_table()
    assert t.list_advances()["s4 b1 b2 c3 c4"] == 4
    t.play("0 advance c4 s4-b1-b2-c3")
    assert t.state.to_move == 1, "nothing is left to do, so the turn has ended"
    assert t.count_reserve(0, "s4") == 0


def test_edge_08_points_cannot_be_borrowed():
    t = make_table(snow="b1", points=2, ships={})
    assert "b1" not in find_ends(t.list_advances())
    assert t.read_refusal("0 advance b1 u1") == "Entering it takes 3 points; you have 2 points (P4.1)."


def test_edge_09_over_several_ships_in_a_row():
    t = make_table(
        3,
        pieces=["0 s4 c1 c2 d3 d4", "1 x1 d3", "0 u1 e5", "2 x1 c2"],
        ships={0: "d4", 1: "d3", 2: "c2"},
        raiding={1: 0, 2: 0},
        to_move=2,
    )
    ways = t.list_advances()
    assert ways["s4 d3 d4 e5 e6"] == 4
    assert ways["s3 d3 d4 e5"] == 3, "it ends on a route, free of ships"
    assert "s2 d3 d4" not in ways
    t.play("2 advance e5 s3-d3-d4")
    assert t.find_player(2).raiding == 0


def test_edge_10_an_opponent_on_my_own_route():
    t = make_table(pieces=["0 s4 b1 b2 c3 c4", "1 x1 c3"], ships={0: "b2", 1: "c3"}, raiding={1: 0})
    ways = t.list_advances()
    assert "walk c3" not in ways
    assert "walk c4" not in ways, "he is in the way"
    assert ways["s2 c3 c4"] == 2, "at the price of the own route"
    assert t.read_refusal("0 advance c3 walk").startswith("Ben’s ship is there: pass over it")


def test_edge_11_a_ship_on_a_third_players_route():
    pieces = ["1 s3 c2 d3 d4", "2 x1 d3", "0 u1 d2"]
    t = make_table(3, pieces=pieces, ships={0: "d2", 1: "d4", 2: "d3"}, raiding={2: 1})
    assert not [way for way in t.list_advances() if "d3" in way.split()]
    t.play("0 raid c2")
    assert [way for way in t.list_advances() if way.startswith("s2 d3")]


def test_edge_12_no_raid_where_my_own_token_lies():
    t = make_table(pieces=["0 s2 b1 b2", "1 x1 b2"], ships={0: "c3", 1: "b1"}, raiding={1: 0}, to_move=1)
    assert "raid" not in t.list_words("1")
    assert t.list_advances()["walk b2"] == 1


def test_edge_13_from_one_route_onto_another():
    t = make_table(
        3,
        pieces=["0 s2 c2 c3", "1 s2 d2 d3", "2 x1 c2"],
        ships={0: "c3", 1: "d3", 2: "c2"},
        raiding={2: 0},
        to_move=2,
    )
    t.play("2 raid d2")
    assert (t.find_player(2).raiding, t.find_player(2).left[0], t.state.points) == (1, "c2", 2)
    assert t.list_advances()["walk c2"] == 1


def test_edge_14_no_raid_token_and_a_sealed_row():
    wall = ["0 s4 a3 b3 c3 d3"]
    t = make_table(pieces=[*wall, "0 u1 d4", "1 u1 b2"], ships={0: "d4", 1: "b2"}, reserve={1: {"x1": 0}}, to_move=1)
    assert t.read_refusal("1 raid") == "You have no raid token left (P7)."
    assert all(int(hex_[1:]) < 3 for hex_ in find_ends(t.list_advances()))
    t = make_table(
        pieces=[*wall, "0 u1 d4", "1 x1 c1", "1 u1 b2"], ships={0: "d4", 1: "b2"}, reserve={1: {"x1": 0}}, to_move=1
    )
    assert t.play("1 recover c1").count_reserve(1, "x1") == 1


def test_edge_15_the_token_under_a_raider_cannot_be_taken_back():
    t = make_table(pieces=["0 s2 b1 b2", "0 u1 c3", "1 x1 b1"], ships={0: "c3", 1: "b1"}, raiding={1: 0})
    assert "recover" not in t.list_words("0")


def test_edge_16_the_token_ahead_of_a_raider():
    t = make_table(pieces=["0 u1 b1", "0 s2 b2 b3", "0 u1 b4", "1 x1 b1"], ships={0: "b4", 1: "b1"}, raiding={1: 0})
    t.play("0 recover b3")
    assert t.state.to_move == 1
    assert t.list_advances()["u1 b2"] == 1
    assert "walk b2" not in t.list_advances()


def test_edge_17_a_leave_point_that_is_no_route_any_more():
    t = make_table(pieces=["0 u1 c5", "1 u1 b2"], ships={0: "c5", 1: "b2"}, left={(1, 0): "c3"}, to_move=1, land="c3")
    assert t.list_advances()["u1 c3"] == 2
    assert "walk c3" not in t.list_advances()


def test_edge_18_a_gap_in_a_route():
    t = make_table(pieces=["0 u1 b1", "0 s2 b2 b3", "0 u1 b4"], ships={0: "b4"})
    t.play("0 recover b3")
    assert t.pieces == ["0 u1 b1", "0 u1 b4"]


def test_edge_19_a_token_partly_covered():
    t = make_table(pieces=["0 s2 b2 b3", "1 x1 b2", "0 u1 c4"], ships={0: "c4", 1: "a1"}, hands={0: "eliminate return"})
    assert "recover" not in t.list_words("0")
    assert "b3" not in t.list_words("0 card eliminate")
    assert t.read_refusal("0 card return b3") == "None of your tokens on the board lies open (P10.11)."


def test_edge_20_a_token_with_only_my_ship_on_it():
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"})
    assert t.read_refusal("0 recover b1") == "None of your tokens on the board lies open (P5.1)."


def test_edge_21_no_hex_of_mine_behind():
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"})
    assert t.read_refusal("0 drop") == "Your ship has come from no other hex yet (P6.1)."
    t = make_table(pieces=["0 u1 b3", "1 u1 b2"], ships={0: "b3"}, behind={0: "b2"})
    assert t.read_refusal("0 drop") == "The hex behind your ship is not on your route (P6.1)."


def test_edge_22_an_iceberg_on_my_token_over_an_enemy_route():
    t = make_table(pieces=["1 s3 b1 b2 c3", "0 x1 b2", "0 u1 b3"], ships={0: "b3", 1: "c3"}, behind={0: "b2"})
    t.play("0 drop")
    seen = next(hex_ for hex_ in t.build_view().hexes if hex_.name == "b2")
    assert (seen.owners, seen.terrain) == ((), "iceberg")


def test_edge_23_not_twice_on_the_same_hex():
    t = make_table(pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}, characters={0: "clark-ross"}).play(
        "0 drop"
    )
    assert t.state.points == 2
    assert t.read_refusal("0 drop") == "The hex behind your ship is not on your route (P6.1)."


def test_edge_24_empty_supplies():
    t = make_table(
        pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}, icebergs=0, waters=0, hands={0: "iceberg water"}
    )
    assert t.read_refusal("0 drop") == "No iceberg is left in the supply (P6.3)."
    assert t.read_refusal("0 card iceberg a1") == "None of your treasures can be played now (P10)."
    t = make_table(icebergs=0, waters=0, hands={0: "iceberg water extra"})
    assert t.read_refusal("0 card iceberg a1") == "No iceberg is left in the supply (P6.3)."
    assert t.read_refusal("0 card water a1") == "No water is left in the supply (P10.14)."


def test_edge_25_an_iceberg_on_a_leave_point():
    t = make_table(
        pieces=["0 s2 b2 b3", "0 u1 b4", "ice b3", "1 u1 c3"],
        ships={0: "b4", 1: "c3"},
        left={(1, 0): "b3"},
        to_move=1,
    )
    assert t.list_advances()["u1 b3"] == 4
    assert "walk b3" not in t.list_advances()


@pytest.mark.parametrize(("character", "gain"), [("davis", 2), ("parry", 1)])
def test_edge_26_dropped_icebergs_count_as_icebergs(character: str, gain: int):
    t = make_table(pieces=["ice b1"], characters={0: character}).play("0 advance b1 u1")
    assert t.state.points == gain


def test_edge_27_no_bonus_on_the_own_route_over_snow():
    t = make_table(snow="b2", pieces=["0 s2 b1 b2"], ships={0: "b1"}, characters={0: "parry"})
    assert t.list_advances()["walk b2"] == 1
    assert t.play("0 advance b2 walk").state.points == 3


def test_edge_28_a_chest_under_a_special_tile():
    t = make_table(chests="b1", pieces=["water b1"]).play("0 advance b1 u1")
    assert t.find_player(0).hand == []


def test_edge_29_no_chest_by_raids_and_steps():
    t = make_table(chests="b1 b2", pieces=["1 s2 b1 b2", "1 u1 b3"], ships={1: "b3"}).play(
        "0 raid b1", "0 advance b2 walk"
    )
    assert t.find_player(0).hand == []


def test_edge_30_gilbert_lays_over_a_chest():
    t = make_table(3, chests="b1", characters={0: "gilbert", 1: "cabot"}).play("0 advance b1 u1")
    assert [player.hand for player in t.state.players] == [[], [], []]
    assert not t.build_view().hexes[t.game_box.passages[3].hex_by_name["b1"]].has_chest


def test_edge_31_gilbert_and_cabot_together():
    t = make_table(4, chests="b1 c1", land="c1", characters={1: "gilbert", 2: "cabot"}, points=8)
    t.play("0 advance b1 u1")
    assert [len(player.hand) for player in t.state.players] == [1, 1, 0, 0]
    t.play("0 advance c1 u1")
    assert [len(player.hand) for player in t.state.players] == [2, 1, 1, 0]


def test_edge_32_a_hand_over_three():
    t = make_table(chests="b1", hands={0: "extra extra iceberg"}, deck="rob").play("0 advance b1 u1")
    assert len(t.find_player(0).hand) == 4
    t.play("0 end")
    assert t.asked_seats() == [0]
    t.play("0 discard extra-2")
    assert t.find_player(0).hand == ["extra", "iceberg", "rob"]
    assert t.state.to_move == 1


def test_edge_33_two_more_cards_with_nothing_else_in_hand():
    t = make_table(hands={0: "two-more"}).play("0 card two-more")
    assert t.state.cards == 2
    t = make_table(hands={0: "two-more two-more"}).play("0 card two-more", "0 card two-more")
    assert t.state.cards == 3


def test_edge_34_a_silenced_player():
    t = make_table(chests="b1", hands={0: "silence", 1: "two-more extra iceberg"}, deck="water")
    t.play("0 card silence p2", "0 end")
    assert t.read_refusal("1 card two-more") == "You play no cards in this turn (P10.2)."
    t.play("1 advance b1 u1", "1 end", "1 discard water", "0 end")
    assert "card" in t.list_words("1")


def test_edge_35_effects_on_a_turn_in_which_nobody_plays():
    t = make_table(hands={0: "slow"}).play("0 card slow p2", "0 end")
    assert t.state.points == 3
    menu = t.now.build_menu(1)
    t.play("1 " + " ".join(t.rules.safe_move(1, menu)), "0 end")
    assert (t.state.points, t.find_player(1).slowed) == (4, 0)


def test_edge_36_headwind_adds_up():
    t = make_table(hands={0: "two-more slow slow", 1: "extra"}).play(
        "0 card two-more", "0 card slow p2", "0 card slow p2"
    )
    assert t.find_player(1).slowed == 2
    t = make_table(hands={0: "two-more slow slow", 1: "extra"}, ships={1: "b3"}, pieces=["1 u1 b3"])
    t.play("0 card two-more", "0 card slow p2", "0 card slow p2", "0 end")
    assert t.state.points == 0
    assert t.announced[-1] == "Ben has 0 action points in this turn."
    t.play("1 card extra")
    assert t.state.points == 1


def test_edge_37_nobody_is_alone_at_the_start():
    t = make_table(hands={0: "catch-up extra"})
    assert t.read_refusal("0 card catch-up a1 u1") == "You are not alone behind all others (P10.12)."
    assert t.play("0 card extra").state.points == 5


def test_edge_38_alone_behind_is_looked_at_when_the_card_is_played():
    t = make_table(hands={0: "extra"}, ships={0: "a1", 1: "c3"}, pieces=["0 u1 a1", "1 u1 c3"])
    t.play("0 advance a3 s2-a2")
    assert t.play("0 card extra").state.points == 3, "not behind any more"
    t = make_table(hands={0: "extra"}, ships={0: "a1", 1: "c3"}, pieces=["0 u1 a1", "1 u1 c3"])
    assert t.play("0 card extra").state.points == 6


def test_edge_39_catch_up_has_all_the_consequences_of_an_advance():
    t = make_table(
        laid=4,
        chests="a2",
        hands={0: "catch-up"},
        characters={0: "cook"},
        ships={0: "", 1: "c3"},
        pieces=["1 u1 c3"],
        deck="rob",
    )
    t.play("0 card catch-up a3 c3-a1-a2")
    assert t.find_player(0).hand == ["rob"]
    assert (t.state.points, t.build_view().laid) == (4, 7)
    assert t.list_words("0") == ["turn", "keep"]
    t = make_table(hands={0: "catch-up"}, ships={0: "c23", 1: "a24"}, pieces=["0 u1 c23", "1 u1 a24"], snow="c24")
    t.play("0 card catch-up c24 u1")
    assert "exit" in t.list_words("0")


def test_edge_40_only_tiles_in_sight():
    t = make_table(laid=4, hands={0: "turn swap"})
    assert t.list_words("0 card turn") == ["a1", "a2", "a3", "a4"]
    assert t.list_words("0 card swap a1") == ["a2", "a3", "a4"]


def test_edge_41_turning_a_side_tile():
    t = make_table(3, land="a1", hands={0: "turn"})
    assert (t.find_terrain("a1"), t.find_terrain("a2")) == ("land", "water")
    t.play("0 card turn a1")
    assert (t.find_terrain("a1"), t.find_terrain("a2")) == ("water", "land")


def test_edge_42_swapping_side_tiles():
    t = make_table(4, land="a1 g2", snow="h2", hands={0: "swap"})
    assert "c1" not in t.list_words("0 card swap a1")
    assert "g2" in t.list_words("0 card swap a1")
    t.play("0 card swap a1 g2 none")
    assert [t.find_terrain(hex_) for hex_ in ("a1", "b1", "g2", "h2")] == ["land", "snow", "land", "water"]
    t = make_table(4, land="a1 g2", snow="h2", hands={0: "swap"}).play("0 card swap a1 g2 both")
    assert [t.find_terrain(hex_) for hex_ in ("a1", "b1", "g2", "h2")] == ["snow", "land", "water", "land"]


def test_edge_43_franklin_leaves_with_points_granted():
    t = make_table(hands={1: "redraw"}, characters={0: "franklin", 1: "rae"}, to_move=0).play("0 end")
    t.play("1 card redraw p1", "1 end")
    assert t.find_player(0).character not in ("", "franklin")
    t = make_table(hands={0: "redraw"}, characters={0: "rae"}, points=5).play("0 card redraw p1")
    assert t.state.points == 5


def test_edge_44_the_deck_of_characters_is_never_empty():
    t = start_table(4)
    t.play(*(f"{seat} choose {t.find_player(seat).offer[0]}" for seat in range(4)))
    assert sum(map(len, t.state.roster)) == 10
    t = start_table(4, mode="teams")
    while t.state.phase == "choose":
        seat = t.asked_seats()[0]
        t.play(f"{seat} choose {t.list_words(f'{seat} choose')[0]}")
    assert [len(cards) for cards in t.state.roster] == [5, 5]


def test_edge_45_no_rows_beyond_24():
    t = make_table(laid=24, pieces=["0 u1 c22"], ships={0: "c22"}).play("0 advance c23 u1")
    assert t.build_view().laid == 24
    assert not t.barrier


def test_edge_46_the_choice_of_cook_may_be_declined():
    t = make_table(laid=4, characters={0: "cook"}).play("0 advance b1 u1")
    assert t.list_words("0") == ["turn", "keep"]
    before = t.state.laid
    assert t.play("0 keep").state.laid == before
    assert "advance" in t.list_words("0")


def test_edge_47_behind_him_from_the_start():
    pieces = ["0 s3 b1 b2 b3", "1 x1 b2", "1 u1 a2"]
    t = make_table(pieces=pieces, ships={0: "b3", 1: "b2"}, raiding={1: 0}, to_move=1)
    assert t.read_refusal("1 fresh") == "Your ship has not advanced in this turn (P8.2)."
    t.play("1 advance back walk-b1", "1 advance b2 walk")
    assert t.state.points == 2
    assert t.play("1 fresh").state.points == 4


def test_edge_48_fresh_waters_once_only():
    t = make_table(
        3,
        pieces=["0 s3 c1 c2 d3", "1 s2 c4 d5", "2 x1 c2"],
        ships={0: "d3", 1: "d5", 2: "c2"},
        raiding={2: 0},
        moved=True,
        to_move=2,
        points=0,
    )
    t.play("2 fresh")
    assert t.read_refusal("2 fresh") == "Fresh Waters can be used once in a turn (P8.2)."
    t.play("2 advance d4 s2-d3")
    assert t.state.to_move == 0, "the turn has ended"


def test_edge_49_no_card_during_fresh_waters():
    t = make_table(
        pieces=["0 s3 b1 b2 b3", "1 x1 b2"],
        ships={0: "b3", 1: "b2"},
        raiding={1: 0},
        moved=True,
        to_move=1,
        hands={1: "extra"},
    )
    t.play("1 fresh")
    assert t.read_refusal("1 card extra") == "After Fresh Waters you can only advance (P8.1)."


def test_edge_50_unused_points_of_fresh_waters_are_lost():
    t = make_table(pieces=["0 s3 b1 b2 b3", "1 x1 b2"], ships={0: "b3", 1: "b2"}, raiding={1: 0}, moved=True, to_move=1)
    t.play("1 fresh", "1 end", "0 end")
    assert t.state.points == 4


def test_edge_51_raided_by_the_partner():
    t = make_table(
        4,
        sirs=[0, 2],
        pieces=["0 s2 c2 c3"],
        ships={0: "c3", 2: "b2"},
        characters={0: "mcclure"},
        to_move=2,
    )
    assert t.play("2 raid c2").state.points == 1


def test_edge_52_undo_up_to_what_was_revealed():
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"}, chests="b3")
    assert not t.play("0 advance b2 u1").barrier
    assert t.play("0 advance b3 u1").barrier, "a treasure was drawn"
    assert make_table(laid=4).play("0 advance b1 u1").barrier, "a row came into sight"
    assert make_table(hands={0: "rob", 1: "extra"}).play("0 card rob p2").barrier
    assert not make_table(pieces=["1 u1 b2", "1 u1 b3"], ships={0: "b1", 1: "b3"}).play("0 raid b2").barrier


def test_edge_53_the_outer_hexes_of_an_odd_row():
    t = make_table(3, laid=5, pieces=["0 u1 b4"], ships={0: "b4"}, points=4)
    assert "a5" not in {hex_.name for hex_ in t.build_view().hexes}
    assert "a5" not in find_ends(t.list_advances())
    t = make_table(3, laid=6, pieces=["0 u1 b4"], ships={0: "b4"}, points=4)
    assert "a5" in find_ends(t.list_advances())


def test_edge_54_one_hex_two_routes():
    pieces = ["0 s3 c1 c2 d3", "1 x1 c2", "0 u1 d4"]
    t = make_table(3, pieces=pieces, ships={0: "d4", 1: "c1", 2: "b2"}, to_move=2)
    assert t.list_words("2 raid c2") == ["p1", "p2"]
    t.play("2 raid c2 p2")
    assert t.find_player(2).raiding == 1
    assert "walk d3" not in t.list_advances(), "that hex is Ana’s alone"
    t = make_table(3, pieces=pieces, ships={0: "d4", 1: "c1", 2: "b2"}, to_move=2).play("2 raid c2 p1")
    assert t.list_advances()["walk d3"] == 1


def test_edge_55_the_game_stops_at_the_first_exit():
    t = make_table(pieces=["0 u1 c24", "1 u1 b24"], ships={0: "c24", 1: "b24"}).play("0 exit")
    assert t.asked_seats() == []
    assert t.result is not None
    assert t.result.ranking == ((0,), (1,))
