"""P9, P10: chests and treasure cards."""

from __future__ import annotations

from tests.rules.paso.play import make_table

ROUTES = {"pieces": ["0 s2 b1 b2", "1 s2 c2 c3"], "ships": {0: "b2", 1: "c3"}}
AHEAD = {"pieces": ["0 u1 a1", "1 u1 c3"], "ships": {0: "a1", 1: "c3"}}


def parse_hand(words: str) -> dict[int, str]:
    return {0: words}


# ---------------------------------------------------------------- P9 chests
def test_p9_a_chest_in_sight():
    t = make_table(chests="b1", deck="rob").play("0 advance b1 u1")
    assert t.find_player(0).hand == ["rob"]
    assert "Ana draws a treasure." in t.announced
    assert t.private_texts == {0: ["You draw Theft."], 1: []}
    t = make_table(chests="b1", pieces=["ice b1"]).play("0 advance b1 u1")
    assert t.find_player(0).hand == []


def test_p9_1_several_chests_in_the_order_of_the_way():
    t = make_table(chests="b1 c3", deck="water rob").play("0 advance c3 s3-b1-b2")
    assert t.find_player(0).hand == ["rob", "water"]


def test_p9_2_a_chest_found_again():
    lying = {"chests": "b1", "pieces": ["0 u1 b1", "0 u1 b2"], "ships": {0: "b2"}}
    t = make_table(**lying).play("0 recover b1", "1 advance b1 u1")
    assert len(t.find_player(1).hand) == 1
    once = {"rulings": {"chest_reusable": False}}
    t = make_table(chests="b1", points=9, changes=once).play(
        "0 advance b1 u1", "0 advance b2 u1", "0 recover b1", "0 end"
    )
    t.play("1 advance b1 u1")
    assert (len(t.find_player(0).hand), len(t.find_player(1).hand)) == (1, 0)


def test_p9_3_the_discards_become_the_deck():
    t = make_table(chests="b1", deck="", discards="rob swap turn").play("0 advance b1 u1")
    assert len(t.find_player(0).hand) == 1
    assert (len(t.state.deck), t.state.discards) == (2, [])
    t = make_table(chests="b1", deck="").play("0 advance b1 u1")
    assert t.find_player(0).hand == []
    assert "Ana draws a treasure." not in t.announced


def test_p9_4_hands_are_hidden():
    t = make_table(hands={0: "rob swap", 1: "turn"}, discards="extra")
    assert t.build_view(0).hand == ("rob", "swap")
    assert t.build_view(1).hand == ("turn",)
    assert t.build_view(None).hand == ()
    assert [player.hand for player in t.build_view(None).players] == [2, 1]
    assert t.build_view(None).discards == ("extra",)


# ---------------------------------------------------------------- P10 cards
def test_p10_a_card_without_a_target_cannot_be_played():
    t = make_table(hands=parse_hand("rob"))
    assert t.read_refusal("0 card rob p2") == "No opponent holds a card (P10.1, P10.9)."
    t = make_table(
        hands=parse_hand("eliminate"),
        reserve={
            seat: dict.fromkeys(["s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1", "x1"], 0) for seat in (0, 1)
        },
    )
    assert t.asked_seats() == [0]
    assert t.read_refusal("0 card eliminate p1") == "There is no token that could be removed (P10.5)."


def test_p10_1_overboard():
    t = make_table(3, hands={0: "discard", 2: "swap"})
    assert t.list_words("0 card discard") == ["p3"]
    t.play("0 card discard p3")
    assert (t.find_player(2).hand, t.state.discards) == ([], ["discard", "swap"])
    assert t.announced[-1] == "Cléo discards Swapped charts."
    assert t.barrier


def test_p10_2_silence():
    t = make_table(3, hands={0: "silence", 1: "extra"}).play("0 card silence p2", "0 end")
    assert t.read_refusal("1 card extra") == "You play no cards in this turn (P10.2)."
    t.play("1 end")
    assert not t.find_player(1).silenced


def test_p10_3_two_more_cards():
    t = make_table(hands=parse_hand("two-more extra extra rob")).play("0 card two-more", "0 card extra", "0 card extra")
    assert t.state.points == 6
    assert t.read_refusal("0 card rob p2") == "You have played your card for this turn (P3.1)."


def test_p10_4_shield():
    t = make_table(pieces=["0 s2 b1 b2", "0 u1 b3", "1 u1 c2"], ships={0: "b3", 1: "c2"}, hands=parse_hand("shield"))
    t.play("0 card shield", "0 end")
    assert t.read_refusal("1 raid b2") == "Ana cannot be raided before their next turn (P10.4)."
    t.play("1 end", "0 end")
    assert "b2" in t.list_words("1 raid")
    on_it = make_table(
        pieces=["0 s3 b1 b2 b3", "1 x1 b1"], ships={0: "b3", 1: "b1"}, raiding={1: 0}, hands=parse_hand("shield")
    ).play("0 card shield", "0 end")
    assert on_it.list_advances()["walk b2"] == 1


def test_p10_5_wreck():
    t = make_table(pieces=["1 s2 b1 b2", "1 u1 b3"], ships={1: "b3"}, hands=parse_hand("eliminate"))
    assert t.list_words("0 card eliminate") == ["p1", "p2", "b2"]
    t.play("0 card eliminate b2")
    assert t.pieces == ["1 u1 b3"]
    assert t.count_reserve(1, "s2") == 4
    assert t.build_view().players[1].removed["s2"] == 1
    t = make_table(hands=parse_hand("eliminate"))
    assert "x1" in t.list_words("0 card eliminate p2")
    t.play("0 card eliminate p2 x1")
    assert (t.count_reserve(1, "x1"), t.build_view().players[1].removed["x1"]) == (5, 1)
    assert t.announced[-1] == "Ben loses a token for good: raid token."


def test_p10_6_iceberg():
    t = make_table(**ROUTES, hands=parse_hand("iceberg"), chests="a1")
    offers = t.list_words("0 card iceberg")
    assert "a1" in offers
    assert not {"b1", "b2", "c2", "c3"} & set(offers)
    t.play("0 card iceberg a1")
    seen = t.build_view().hexes[0]
    assert (seen.name, seen.terrain, seen.printed_terrain, seen.has_chest) == ("a1", "iceberg", "water", False)
    assert t.state.icebergs == 9


def test_p10_7_headwind():
    t = make_table(hands=parse_hand("slow")).play("0 card slow p2", "0 end")
    assert t.state.points == 3
    t = make_table(**AHEAD, hands=parse_hand("slow")).play("0 card slow p2", "0 end")
    assert t.state.points == 2, "alone in front"
    assert t.announced[-1] == "Ben has 2 action points in this turn."


def test_p10_8_turning_chart():
    t = make_table(**ROUTES, land="a4", hands=parse_hand("turn"))
    assert "a1" not in t.list_words("0 card turn"), "a token lies on that tile"
    t.play("0 card turn a4")
    assert (t.find_terrain("a4"), t.find_terrain("d4")) == ("water", "land")
    assert t.state.laid[3] == "a4r"


def test_p10_9_theft():
    t = make_table(hands={0: "rob", 1: "swap"}).play("0 card rob p2")
    assert (t.find_player(0).hand, t.find_player(1).hand) == (["swap"], [])
    assert t.private_texts == {0: ["You take Swapped charts."], 1: ["You lose Swapped charts."]}
    assert "Swapped" not in "".join(t.announced)


def test_p10_10_change_of_command():
    seen = set()
    for n in range(40):
        t = make_table(hands=parse_hand("redraw"), characters={0: "rae", 1: "hudson"}, seed=str(n)).play(
            "0 card redraw p2"
        )
        assert len({t.find_player(1).character, *t.state.roster[0]}) == 13
        assert t.announced[-1] == f"Ben sails with {t.game_box.find_character(t.find_player(1).character).name} now."
        assert t.barrier, "it cannot be drawn again"
        seen.add(t.find_player(1).character)
    assert "hudson" in seen, "the same may come again"
    assert "rae" not in seen
    assert len(seen) > 6
    t = make_table(4, sirs=[0, 2], hands=parse_hand("redraw"), characters={0: "parry", 1: "rae"}).play(
        "0 card redraw p2"
    )
    assert t.game_box.find_character(t.find_player(1).character).side == "explorers"


def test_p10_11_salvaged_token():
    t = make_table(pieces=["0 s2 b1 b2", "0 u1 b3", "1 u1 d1"], ships={0: "b3", 1: ""}, hands=parse_hand("return"))
    assert t.list_words("0 card return") == ["b2"]
    t.play("0 card return b2")
    assert (t.count_reserve(0, "s2"), t.state.points) == (5, 4)


def test_p10_12_catch_up():
    t = make_table(**AHEAD, hands=parse_hand("catch-up"), land="a2")
    t.play("0 card catch-up b3 s2-a2")
    assert (t.find_player(0).ship, t.state.points) == ("b3", 4)
    assert t.announced[-1] == "Ana lays two over a2, b3: 0 points."
    t = make_table(
        **{**AHEAD, "ships": {0: "a1", 1: "c1"}, "pieces": ["0 u1 a1", "1 u1 c1"]}, hands=parse_hand("catch-up")
    )
    assert t.read_refusal("0 card catch-up a2 u1") == "You are not alone behind all others (P10.12)."
    t = make_table(**AHEAD, hands=parse_hand("catch-up"), reserve={0: {"s3": 0, "c3": 0}})
    assert t.read_refusal("0 card catch-up a4 s3-a2-a3") == "No token that you have left costs 3 points there (P10.12)."


def test_p10_12_a_token_that_costs_three_points_no_more_and_no_less():
    t = make_table(**AHEAD, hands=parse_hand("catch-up"), land="a2", snow="b1", points=0)
    ways = {f"{to} {way}" for to in t.list_words("0 card catch-up") for way in t.list_words(f"0 card catch-up {to}")}
    assert {"b3 s2-a2", "b1 u1"} <= ways
    assert not {"a2 u1", "b2 s2-b1", "b4 s3-a2-b3"} & ways, "two points, and four"
    assert not [way for way in ways if way.split()[-1].startswith("x1")]
    assert t.read_refusal("0 card catch-up a2 u1") == "No token that you have left costs 3 points there (P10.12)."
    t = make_table(**AHEAD, hands=parse_hand("catch-up"), snow="b1", land="a2", characters={0: "rae"})
    assert "b1" not in t.list_words("0 card catch-up"), "two points for him"


def test_p10_13_swapped_charts():
    t = make_table(land="a3", snow="b4", hands=parse_hand("swap")).play("0 card swap a3 a4 none")
    assert [t.find_terrain(hex_) for hex_ in ("a3", "b3", "a4", "b4")] == ["water", "snow", "land", "water"]
    t = make_table(land="a3", snow="b4", hands=parse_hand("swap")).play("0 card swap a3 a4 first")
    assert [t.find_terrain(hex_) for hex_ in ("b3", "a4", "d4")] == ["snow", "water", "land"]
    t = make_table(land="a3", snow="b4", hands=parse_hand("swap")).play("0 card swap a3 a4 both")
    assert [t.find_terrain(hex_) for hex_ in ("c3", "b3", "d4")] == ["snow", "water", "land"]


def test_p10_14_open_water():
    t = make_table(iceberg="a1", chests="a1", hands=parse_hand("water")).play("0 card water a1")
    seen = t.build_view().hexes[0]
    assert (seen.terrain, seen.printed_terrain, seen.has_chest) == ("water", "iceberg", False)
    assert t.state.waters == 9
    assert t.list_advances()["u1 a1"] == 1


def test_p10_15_tailwind():
    assert make_table(hands=parse_hand("extra")).play("0 card extra").state.points == 5
    assert make_table(**AHEAD, hands=parse_hand("extra")).play("0 card extra").state.points == 6
