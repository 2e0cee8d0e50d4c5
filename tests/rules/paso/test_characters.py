"""P11: the abilities of the characters."""

from __future__ import annotations

from tests.rules.paso.play import load_game, make_table


def test_p11_every_ability_is_somebodys():
    cards = load_game().components.characters.cards
    assert len(cards) == len({card.ability for card in cards}) == 14


def test_p11_1_a_point_for_ice_and_snow():
    t = make_table(characters={0: "parry"}, iceberg="b1", snow="b2", points=7).play("0 advance b2 s2-b1")
    assert t.state.points == 2
    assert t.announced[1] == "Ana gains 2 action points for what the route has opened."
    passing = {"pieces": ["1 s3 b1 b2 b3", "0 x1 b2"], "ships": {0: "b2", 1: "b3"}, "raiding": {0: 1}}
    t = make_table(characters={0: "parry"}, snow="b3 b4", points=6, **passing).play("0 advance b4 s2-b3")
    assert t.announced[1] == "Ana gains 1 action point for what the route has opened.", "Ben has opened b3"
    assert t.state.points == 6 - 4 + 1
    t = make_table(characters={0: "parry"}, snow="b1", points=2)
    assert "u1 b1" not in t.list_advances(), "the bonus does not help to pay for the same token"


def test_p11_2_snow_for_two():
    assert make_table(characters={0: "rae"}, snow="b1").list_advances()["u1 b1"] == 2


def test_p11_3_icebergs_dropped_for_two():
    t = make_table(characters={0: "clark-ross"}, pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}, points=2)
    assert t.play("0 drop").state.icebergs == 9


def test_p11_4_who_raids_mcclure_has_a_point_less():
    lying = {"pieces": ["0 s2 b1 b2", "1 u1 a1"], "ships": {0: "b2", 1: "a1"}, "to_move": 1}
    t = make_table(characters={0: "mcclure"}, **lying, hands={1: "extra"})
    assert t.read_labels("1")["raid"] == "Raid (3 points)"
    assert t.play("1 raid b1").state.points == 1
    assert t.announced == ["Ben raids Ana on b1: 3 points."]
    t = make_table(characters={0: "mcclure"}, **lying, hands={1: "extra"}, points=2)
    assert t.read_labels("1")["raid"] == "Raid (2 points)"
    assert t.play("1 raid b1").state.points == 0, "no point is left that could be lost"
    t = make_table(characters={0: "mcclure"}, **lying, hands={1: "extra"}, points=1)
    assert t.read_refusal("1 raid b1") == "That takes 2 points; you have 1 point (P7)."
    t = make_table(characters={1: "mcclure"}, **lying, hands={1: "extra"})
    assert t.play("1 raid b1").state.points == 2, "his own raids are as anybody’s"


def test_p11_5_frobisher_draws_for_his_raids():
    t = make_table(characters={1: "frobisher"}, pieces=["0 s2 b1 b2", "1 u1 a1"], ships={0: "b2", 1: "a1"}, to_move=1)
    assert len(t.play("1 raid b1").find_player(1).hand) == 1


def test_p11_6_gilbert_draws_when_others_find_on_water():
    t = make_table(3, characters={1: "gilbert"}, chests="b1 c1 d1", land="c1", deck="rob swap turn water").play(
        "0 advance b1 u1"
    )
    assert [player.hand for player in t.state.players] == [["water"], ["turn"], []]
    t.play("0 advance c1 u1", "0 end")
    assert [len(player.hand) for player in t.state.players] == [2, 1, 0]
    t.play("1 advance d1 u1")
    assert len(t.find_player(1).hand) == 1, "no draws of his own"


def test_p11_7_franklin_has_five_points_and_no_cards():
    t = make_table(characters={0: "franklin"}, hands={0: "extra"}).play("0 end", "1 end")
    assert t.state.points == 5
    assert t.read_refusal("0 card extra") == "Your character plays no cards (P11.7)."


def test_p11_8_two_points_for_icebergs():
    t = make_table(characters={0: "davis"}, iceberg="b1", snow="b2").play("0 advance b1 u1")
    assert t.state.points == 2
    t = make_table(characters={0: "davis"}, snow="b1").play("0 advance b1 u1")
    assert t.state.points == 1


def test_p11_9_icebergs_for_three():
    assert make_table(characters={0: "john-ross"}, iceberg="b1").list_advances()["u1 b1"] == 3


def test_p11_10_cook_may_turn_a_new_tile():
    t = make_table(laid=4, land="a5", characters={0: "cook"}).play("0 advance b1 u1")
    assert t.list_words("0 turn") == ["a5"]
    seen = t.find_terrain("a5")
    t.play("0 turn a5")
    assert {seen, t.find_terrain("a5")} == {"land", "water"}
    assert t.announced == ["Ana turns the tile at a5 round."]
    t = make_table(laid=4, characters={1: "cook"}).play("0 advance b1 u1")
    assert t.list_words("0")[0] == "advance"


def test_p11_10_cook_turns_the_tile_that_he_chooses():
    """With four players three tiles are new at once, each with its own hexes; their orientation is random."""
    ends = {"c5": "c5 f5", "a5": "a5 b5", "g5": "g5 h5"}
    for chosen in ends:
        t = make_table(4, laid=4, land="c5 a5 g5", snow="f5 b5 h5", characters={0: "cook"}).play("0 advance d1 u1")
        assert t.list_words("0 turn") == list(ends)
        before = {tile: [t.find_terrain(hex_) for hex_ in hexes.split()] for tile, hexes in ends.items()}
        t.play(f"0 turn {chosen}")
        before[chosen].reverse()
        assert {tile: [t.find_terrain(hex_) for hex_ in hexes.split()] for tile, hexes in ends.items()} == before


def test_p11_10_cook_with_three_players_turns_a_tile_over_two_rows():
    ends = {"b6": "b6 e6", "a5": "a5 a6", "f5": "f5 f6"}
    lying = {"laid": 5, "land": "b6 a5 f5", "snow": "e6 a6 f6", "pieces": ["0 u1 b1"], "ships": {0: "b1"}}
    for chosen in ends:
        t = make_table(3, **lying, characters={0: "cook"}).play("0 advance b2 u1")
        assert t.list_words("0 turn") == list(ends)
        before = {tile: [t.find_terrain(hex_) for hex_ in hexes.split()] for tile, hexes in ends.items()}
        t.play(f"0 turn {chosen}")
        before[chosen].reverse()
        assert {tile: [t.find_terrain(hex_) for hex_ in hexes.split()] for tile, hexes in ends.items()} == before


def test_p11_10_cook_may_turn_a_tile_that_his_raid_has_added():
    lying = {"laid": 7, "pieces": ["0 s2 b4 c3", "1 u1 b3"], "ships": {0: "c3", 1: "b3"}, "to_move": 1}
    t = make_table(**lying, characters={1: "cook"}).play("1 raid b4")
    assert t.list_words("1") == ["turn", "keep"]
    assert t.list_words("1 turn") == ["a8"]
    before = t.state.laid[7]
    assert t.play("1 turn a8").state.laid[7] != before
    assert make_table(**lying, characters={0: "cook"}).play("1 raid b4").list_words("1")[0] == "advance"


def test_p11_11_baffin_draws_when_raided():
    t = make_table(characters={0: "baffin"}, pieces=["0 s2 b1 b2", "1 u1 a1"], ships={0: "b2", 1: "a1"}, to_move=1)
    assert len(t.play("1 raid b1").find_player(0).hand) == 1


def test_p11_12_hudson_sails_his_own_routes_for_nothing():
    t = make_table(characters={0: "hudson"}, pieces=["0 s4 b1 b2 b3 b4"], ships={0: "b4"}, points=0)
    assert t.list_advances() == {"walk b3": 0, "walk b3 b2": 0, "walk b3 b2 b1": 0}
    t.play("0 advance back walk-b1")
    assert (t.find_player(0).ship, t.state.points) == ("b1", 0)
    t = make_table(
        characters={0: "hudson"}, pieces=["0 s4 b1 b2 b3 b4", "1 x1 b3"], ships={0: "b2", 1: "b3"}, raiding={1: 0}
    )
    assert t.list_advances()["s2 b3 b4"] == 0, "passing over a ship costs him nothing either"


def test_p11_13_cabot_draws_when_others_find_on_land_or_snow():
    t = make_table(3, characters={2: "cabot"}, chests="b1 c1 d1", land="c1", snow="d1", points=9)
    t.play("0 advance b1 u1")
    assert len(t.find_player(2).hand) == 0
    t.play("0 advance c1 u1", "0 advance d1 u1")
    assert [len(player.hand) for player in t.state.players] == [3, 0, 2]


def test_p11_14_amundsen_uses_fresh_waters_from_further_behind():
    lying = {
        "pieces": ["0 s4 b1 b2 b3 b4", "1 x1 b2"],
        "ships": {0: "b4", 1: "b2"},
        "raiding": {1: 0},
        "to_move": 1,
        "moved": True,
        "points": 0,
    }
    t = make_table(**lying, characters={1: "amundsen"}).play("1 fresh")
    assert t.state.points == 3
    near = {**lying, "ships": {0: "b3", 1: "b2"}}
    assert make_table(**near, characters={1: "amundsen"}).play("1 fresh").state.points == 2
    assert make_table(**lying).asked_seats() == [0], "nobody else can"
