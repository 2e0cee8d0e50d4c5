"""P1, P2: the setup of the table, the choice of characters, and the passage."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.paso.components import TOKEN_KINDS
from engine.kernel.position import begin_game
from engine.kernel.script import complete_options
from engine.kernel.text import UserError
from tests.rules.paso.play import load_game, make_table, start_table


def test_p1_the_first_past_the_last_row_wins():
    t = make_table(pieces=["0 u1 c24"], ships={0: "c24"}).play("0 exit")
    assert t.result is not None
    assert t.result.winners == (0,)


def test_p1_1_twenty_eight_tokens_and_a_ship():
    for seats in (2, 3, 4):
        for player in start_table(seats).state.players:
            counted = dict(zip(TOKEN_KINDS, player.reserve, strict=True))
            assert counted == {
                "s4": 1, "l4": 1, "j4": 1, "z4": 1, "n4": 1, "s3": 4, "c3": 3, "s2": 5, "u1": 5, "x1": 6,
            }  # fmt: skip
            assert sum(player.reserve) == 28


def test_p1_2_two_characters_one_kept_all_shown_at_once():
    t = start_table(3)
    offers = [list(player.offer) for player in t.state.players]
    assert len({card for offer in offers for card in offer}) == 6
    assert t.asked_seats() == [0, 1, 2]
    assert [seen.word for seen in t.build_view(1).offers] == offers[1]
    assert t.build_view(None).offers == ()
    t.play(f"2 choose {offers[2][1]}", f"0 choose {offers[0][0]}")
    assert all(player.character is None for player in t.build_view(0).players)
    assert t.announced == []
    t.play(f"1 choose {offers[1][0]}")
    assert [player.character for player in t.state.players] == [offers[0][0], offers[1][0], offers[2][1]]
    assert len(t.state.roster[0]) == 11
    assert set(t.state.roster[0]) >= {offers[0][1], offers[1][1], offers[2][0]}
    assert t.barrier


def test_p1_2_what_is_chosen_is_a_secret():
    assert start_table(2).now.build_menu(0).is_secret


@pytest.mark.parametrize(("seats", "cards"), [(2, 30), (3, 45), (4, 60)])
def test_p1_3_treasures_by_number_of_players(seats: int, cards: int):
    deck = start_table(seats).state.deck
    assert len(deck) == cards
    assert set(Counter(deck).values()) == {cards // 15}


@pytest.mark.parametrize(("seats", "piles"), [(2, (20, 0, 0)), (3, (20, 20, 0)), (4, (20, 20, 20))])
def test_p1_4_scenario_tiles(seats: int, piles: tuple[int, int, int]):
    state = start_table(seats).state
    assert (len(state.four), len(state.left), len(state.right)) == piles
    kinds = Counter(tile[0] for tile in (*state.laid, *state.four, *state.left, *state.right))
    assert kinds == {2: {"a": 24}, 3: {"a": 24, "b": 24}, 4: {"a": 24, "b": 24, "c": 24}}[seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p1_5_four_rows_either_way_round(seats: int):
    assert start_table(seats).build_view().laid == 4
    laid = [tile for n in range(8) for tile in start_table(seats, f"seed-{n}").state.laid]
    turned = sum(tile.endswith("r") for tile in laid)
    assert 0.3 < turned / len(laid) < 0.7


def test_p1_6_the_common_supply():
    view = start_table(2).build_view()
    assert (view.icebergs, view.waters) == (10, 10)


def test_p1_7_the_first_by_lot_then_round_the_table():
    assert {start_table(3, f"seed-{n}").state.first for n in range(20)} == {0, 1, 2}
    t = make_table(3, to_move=1).play("1 end", "2 end", "0 end")
    assert t.state.to_move == 1


def test_p1_8_ships_before_row_1():
    view = start_table(2).build_view()
    assert [(player.ship, player.row) for player in view.players] == [(None, 0), (None, 0)]
    assert view.pieces == ()
    assert {way.split()[1] for way in make_table().list_advances()} == {"a1", "b1", "c1", "d1"}


@pytest.mark.parametrize(("gift", "cards"), [("no", 0), ("yes", 1)])
def test_p1_9_a_treasure_for_the_second_player(gift: str, cards: int):
    t = start_table(2, gift=gift)
    for seat in (0, 1):
        t.play(f"{seat} choose {t.find_player(seat).offer[0]}")
    assert len(t.find_player(1 - t.state.first).hand) == cards
    assert t.find_player(t.state.first).hand == []
    more = start_table(3, gift="yes")
    for seat in (0, 1, 2):
        more.play(f"{seat} choose {more.find_player(seat).offer[0]}")
    assert not any(player.hand for player in more.state.players)


def test_p2_rows_shifted_by_half_a_hex():
    passage = load_game().game_box.passages[2]
    near = {passage.names[hex_] for hex_ in passage.neighbours[passage.hex_by_name["b3"]]}
    assert near == {"a3", "c3", "a4", "b4", "a2", "b2"}
    near = {passage.names[hex_] for hex_ in passage.neighbours[passage.hex_by_name["b4"]]}
    assert near == {"a4", "c4", "b5", "c5", "b3", "c3"}
    assert passage.last_row == 24


def test_p2_1_two_players_four_wide():
    assert (make_table(2).build_view().columns, len(make_table(2).build_view().hexes)) == ("abcd", 96)


def test_p2_2_three_players_six_wide():
    view = make_table(3).build_view()
    assert (view.columns, len(view.hexes)) == ("abcdef", 144)
    assert [tile.hexes for tile in view.tiles[:4]] == [
        ("b1", "c1", "d1", "e1"),
        ("b2", "c2", "d2", "e2"),
        ("a1", "a2"),
        ("f1", "f2"),
    ]
    assert len(make_table(3, laid=5).build_view().hexes) == 28
    t = make_table(3, laid=4).play("0 advance b1 u1")
    assert (t.build_view().laid, len(t.build_view().hexes)) == (5, 28)
    t.play("0 advance b2 u1")
    assert (t.build_view().laid, len(t.build_view().hexes)) == (6, 36)


def test_p2_3_four_players_eight_wide():
    view = make_table(4).build_view()
    assert (view.columns, len(view.hexes), len(view.tiles)) == ("abcdefgh", 192, 72)
    assert [tile.hexes for tile in view.tiles[:3]] == [("c1", "d1", "e1", "f1"), ("a1", "b1"), ("g1", "h1")]


def test_teams_need_four():
    with pytest.raises(UserError, match="four players"):
        begin_game(load_game(), 3, complete_options(load_game().settings, {"mode": "teams"}), "seed")


def test_every_hex_has_a_way_ahead():
    for passage in load_game().game_box.passages.values():
        for hex_, around in enumerate(passage.neighbours):
            ahead = [other for other in around if other >= 0 and passage.rows[other] == passage.rows[hex_] + 1]
            assert ahead or passage.rows[hex_] == 24
