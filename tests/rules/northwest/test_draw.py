"""N4: drawing and refreshing."""

from __future__ import annotations

from engine.games.northwest.names import name_tile
from engine.kernel.text import write_plain_text
from tests.rules.northwest.play import make_table

FOUR_TILES = "l00 l01 l02 l03"


def test_n4_a_large_or_a_small_tile():
    t = make_table(market=FOUR_TILES)
    assert t.list_words("0 draw") == [*FOUR_TILES.split(), "s0", "s1", "s2", "s3", "s4", "s5"]
    t.play("0 draw l02 ship")
    assert t.find_expedition(0).hand == ["l02"]
    t = make_table(market=FOUR_TILES).play("0 draw s3 ship", "0 draw s3 ship", "0 draw s3 ship")
    assert t.find_expedition(0).hand == ["s3", "s3", "s3"], "a reserve of any size"
    assert t.state.piles == [2, 8, 8, 1, 8, 2]
    assert t.describe_crew(0) == "2/5 0/0"
    t = make_table(piles="2 0 8 4 8 2")
    assert t.read_refusal("0 draw s1 ship") == "This pile is empty (N4)."
    assert make_table(market="", bag="", piles="2 0 8 4 8 2").list_words("0 draw") == ["s0", "s2", "s3", "s4", "s5"]
    assert make_table(market="l00", bag="", piles="0 0 0 0 0 0").list_words("0 draw") == ["l00"]
    assert (
        make_table(market="", bag="", piles="0 0 0 0 0 0").read_refusal("0 draw")
        == "There is no tile left to draw (N4)."
    )


def test_n4_1_what_is_taken_is_replaced():
    t = make_table(market=FOUR_TILES, bag="l40 l41").play("0 draw l01 ship")
    assert t.state.market == ["l00", "l02", "l03", "l40"]
    assert t.announced == ["Ana draws tile L01 with a Franklin site.", "New on offer: tile L40."]
    assert t.barrier, "a tile has been seen"
    t = make_table(market=FOUR_TILES, bag="").play("0 draw l01 ship")
    assert t.state.market == ["l00", "l02", "l03"]
    assert not t.barrier
    assert not make_table(market=FOUR_TILES).play("0 draw s1 ship").barrier


def test_n4_2_refresh_and_draw():
    t = make_table(market=FOUR_TILES, bag="l40 l41 l42 l43 l44 l45").play("0 refresh ship")
    assert t.describe_crew(0) == "5/2 0/0"
    assert t.state.market == ["l40", "l41", "l42", "l43"]
    assert sorted(t.state.bag) == ["l00", "l01", "l02", "l03", "l44", "l45"]
    assert t.barrier
    assert t.asked_seats() == [0]
    assert t.list_words("0") == ["draw"], "the draw is a must"
    assert t.list_words("0 draw") == ["l40", "l41", "l42", "l43", "s0", "s1", "s2", "s3", "s4", "s5"]
    t.play("0 draw l43")
    assert t.describe_crew(0) == "5/2 0/0", "it is paid for"
    assert len(t.state.market) == 4
    assert t.state.acted == 1
    assert make_table(market=FOUR_TILES).play("0 refresh ship", "0 draw s4").find_expedition(0).hand == ["s4"]


def test_n4_2_old_tiles_go_anywhere_into_the_bag():
    bag = "l40 l41 l42 l43 l44 l45"
    ends = {
        make_table(market=FOUR_TILES, bag=bag, seed=f"seed-{n}").play("0 refresh ship").state.bag[-1] for n in range(60)
    }
    assert ends == {"l00", "l01", "l02", "l03", "l44"}, "any of the four, or what was next before"


def test_n4_3_with_few_left_in_the_bag():
    t = make_table(market=FOUR_TILES, bag="l40 l41").play("0 refresh ship")
    assert t.state.market[:2] == ["l40", "l41"]
    assert len(t.state.market) == 4
    assert sorted([*t.state.market, *t.state.bag]) == ["l00", "l01", "l02", "l03", "l40", "l41"]
    assert (
        make_table(market=FOUR_TILES, bag="").read_refusal("0 refresh")
        == "The bag is empty: the same tiles would come again (N4.3)."
    )


def test_n4_a_tile_is_called_by_what_is_on_it():
    said = [write_plain_text(name_tile("l31", symbol)) for symbol in ("", "cairn", "inuit")]
    assert said == ["tile L31", "tile L31 with a cairn", "tile L31 with an Inuit"]
