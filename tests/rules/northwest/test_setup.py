"""N1: the setup of the table, and the first tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kernel.position import begin_game, decode_position, encode_position, play_move
from engine.kernel.script import complete_options
from engine.kernel.text import write_text
from tests.rules.northwest.play import PLAYER_NAMES, PlayedTable, load_game, make_table


def start_table(seats: int, seed: str = "setup") -> PlayedTable:
    rules = load_game()
    return PlayedTable(begin_game(rules, seats, complete_options(rules.settings, {}), seed).position, rules, seed)


def draft_first_tiles(seats: int, seed: str = "setup") -> PlayedTable:
    t = start_table(seats, seed)
    for _ in range(seats):
        seat = t.asked_seats()[0]
        t.play(f"{seat} draw {t.list_words(f'{seat} draw')[0]}")
    return t


def test_n1_the_most_points_win():
    t = make_table(round=10, points={0: 3, 1: 4}, ships={0: "b15", 1: "b15"}).play("0 pass", "1 pass")
    assert t.result.winners == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_n1_1_ships_on_the_arrow_with_seven_available_and_the_sled_aboard(seats: int):
    t = start_table(seats)
    for seat in range(seats):
        assert t.describe_crew(seat) == "7/0 0/0"
        assert t.find_expedition(seat).ship == "b15"
        assert t.find_visible_expedition(seat).sled.state == "aboard"
        assert t.build_view().laid_tiles[t.find_visible_expedition(seat).ship.tile_index].tile == "greenland"


def test_n1_2_six_piles_of_small_tiles():
    t = start_table(2)
    assert [(pile.tile, pile.rows, pile.tiles_left) for pile in t.build_view().piles] == [
        ("s0", "00/00", 2),
        ("s1", "10/00", 8),
        ("s2", "11/00", 8),
        ("s3", "10/01", 4),
        ("s4", "11/10", 8),
        ("s5", "11/11", 2),
    ]
    assert sum(t.state.piles) == 32


def test_n1_3_sixty_four_large_tiles_four_of_them_open():
    t = start_table(3)
    assert (len(t.state.market), len(t.state.bag)) == (4, 60)
    assert Counter([*t.state.market, *t.state.bag]) == Counter(f"l{n:02}" for n in range(64))
    assert start_table(3, "another").state.market != t.state.market


@pytest.mark.parametrize(
    ("seats", "passage", "greenland"), [(2, [10, 3], [6]), (3, [13, 7, 3], [7, 3]), (4, [15, 10, 6, 3], [10, 6, 3])]
)
def test_n1_4_tokens_at_the_arrows(seats: int, passage: list[int], greenland: list[int]):
    t = start_table(seats)
    assert t.state.passage_tokens == passage
    assert t.state.greenland_tokens == greenland


def test_n1_5_the_sun_on_its_first_position_and_two_cairns():
    seen = start_table(2).build_view()
    assert (seen.sun.round, seen.sun.position, seen.sun.frozen_rows) == (1, 1, 2)
    cairns = [
        (tile.tile, tile.symbol, tile.symbol_cell, tile.has_token, tile.points)
        for tile in seen.laid_tiles
        if tile.has_token
    ]
    assert cairns == [("cape", "cairn", (13, 0), True, 2), ("continent", "cairn", (1, 9), True, 6)]


def test_n1_6_the_order_is_drawn():
    orders = {tuple(start_table(3, f"seed-{n}").state.order) for n in range(60)}
    assert len(orders) == 6


def test_n1_7_the_last_player_takes_the_first_tile():
    t = start_table(3)
    order, offered = t.state.order, list(t.state.market)
    assert t.asked_seats() == [order[-1]]
    assert t.list_words(f"{order[-1]} draw") == offered, "large tiles only"
    t.play(f"{order[-1]} draw {offered[2]}")
    assert t.find_expedition(order[-1]).hand == [offered[2]]
    assert len(t.state.market) == 4, "it is replaced at once"
    assert t.barrier
    assert t.asked_seats() == [order[1]]
    t = draft_first_tiles(3)
    assert t.state.round == 1
    assert t.asked_seats() == [order[0]], "the first player begins round 1"
    assert [len(me.hand) for me in t.state.expeditions] == [1, 1, 1]
    assert len(t.state.bag) == 57


def test_n1_8_everything_lies_open_but_the_bag():
    t = draft_first_tiles(2)
    views = [t.build_view(seat) for seat in (None, 0, 1)]
    assert views[0].expeditions == views[1].expeditions == views[2].expeditions
    assert [tile.tile for tile in t.build_view(0).expeditions[1].hand] == t.find_expedition(1).hand
    dealt = t.rules.resample_state(t.state, 0, lambda tiles: tiles[::-1])
    assert dealt.bag == t.state.bag[::-1]
    assert t.rules.build_view(dealt, 0) == t.rules.build_view(t.state, 0)
    dealt.bag = t.state.bag
    assert dealt == t.state


def test_positions_survive_storage_in_the_draft():
    t = start_table(2)
    assert decode_position(t.rules, encode_position(t.position)) == t.position


def test_the_order_is_announced():
    rules = load_game()
    told = [
        write_text(event.text, PLAYER_NAMES)
        for event in begin_game(rules, 2, complete_options(rules.settings, {}), "setup").events
    ]
    assert told[0] in (
        "Turn order: Ana, Ben. The last one chooses the first tile.",
        "Turn order: Ben, Ana. The last one chooses the first tile.",
    )
    assert told[1].startswith("New on offer: tile L")


def test_the_last_choice_begins_round_one():
    t = start_table(2)
    first, last = t.state.order
    t.play(f"{last} draw {t.state.market[0]}")
    played = play_move(t.rules, t.position, t.seed, first, ("draw", t.state.market[0]))
    assert write_text(played.events[-1].text, PLAYER_NAMES) == f"Round 1 begins: {PLAYER_NAMES[first]} moves first."
