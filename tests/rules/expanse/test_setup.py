"""E1: the setup of the table."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.expanse.state import SCORE_CARD
from tests.rules.expanse.play import PlayedTable, are_same, make_table, start_table


def choose_factions(seats: int, seed: str = "seed") -> PlayedTable:
    """Start a game in which the seats have chosen the factions in the order of the mats."""
    t = start_table(seats, seed)
    for seat, word in enumerate(("un", "mcr", "opa", "pg")[:seats]):
        assert sorted(t.now.questions) == [seat]
        t.play(f"{word} faction {word}")
    return t


def test_e1_e1_1_two_play_un_against_mcr_three_without_protogen():
    for seats, factions in ((2, "un mcr"), (3, "un mcr opa"), (4, "un mcr opa pg")):
        assert list_factions(choose_factions(seats)) == factions.split()


def list_factions(table: PlayedTable) -> list[str]:
    return [side.faction for side in table.state.sides]


def test_e1_2_everybody_chooses_in_seat_order_from_what_is_left():
    t = start_table(3)
    assert t.list_words("un faction") == ["un", "mcr", "opa"]
    t.play("un faction opa")
    assert t.list_words("mcr faction") == ["un", "mcr"]
    assert [side.faction for side in t.build_view(None).sides] == ["opa"]


def test_e1_2_the_dice_choose():
    dealt = {tuple(list_factions(start_table(4, seed, factions="random"))) for seed in "abcdefgh"}
    assert len(dealt) > 1
    assert all(sorted(one) == ["mcr", "opa", "pg", "un"] for one in dealt)


def test_e1_3_the_pieces_stand_as_the_mats_show():
    t = choose_factions(4)
    assert t.write_fleets("mars") == "mcr bb" + ("r" if t.state.holder == 1 else "")
    assert t.write_influence("africa") == "un 1"
    for faction, cubes in (("un", 14), ("mcr", 17), ("opa", 17), ("pg", 17)):
        side = t.find_side(faction)
        assert side.supply + sum(side.cubes.values()) == cubes
        assert len("".join(side.fleets.values()).replace("r", "")) == 5
    assert t.find_side("un").diplomats_left == 3
    assert t.fleets_off_map("opa") == "ss"


def test_e1_4_the_first_player_is_drawn_and_the_last_is_highest_in_initiative():
    firsts = {choose_factions(4, seed).state.first for seed in "abcdefghijkl"}
    assert len(firsts) > 2
    t = choose_factions(4)
    first = t.state.first
    assert t.state.active == first
    order = [(first + n) % 4 for n in range(4)]
    assert t.state.initiative == [t.state.sides[seat].faction for seat in reversed(order)]
    assert choose_factions(2).state.initiative == []


def test_e1_4_play_goes_on_clockwise():
    t = make_table(3, move="opa")
    for who in ("opa", "un", "mcr", "opa"):
        assert t.asked_factions() == [who]
        t.play(f"{who} take 1 points done")
        while t.asked_factions() and t.state.phase == "offer":
            t.play(f"{t.asked_factions()[0]} event decline")


def test_e1_5_the_last_player_has_the_rocinante_at_home():
    t = choose_factions(4)
    last = (t.state.first + 3) % 4
    assert t.state.holder == last
    home = t.build_view(None).sides[last].home
    assert "r" in t.state.sides[last].fleets[home]
    assert t.build_view(None).rocinante == home


def test_e1_6_everybody_begins_with_10_cp():
    assert [side.cp for side in choose_factions(4).state.sides] == [10] * 4


@pytest.mark.parametrize(("seats", "cards", "used"), [(2, 30, 30), (3, 44, 35), (4, 52, 44)])
def test_e1_7_e1_8_the_deck(seats: int, cards: int, used: int):
    """No card is dealt before the factions are chosen."""
    state = start_table(seats).state
    assert len([card for card in state.deck if card != SCORE_CARD]) == used
    assert len(state.deck) + len(state.box) == cards + 6
    assert len(set(state.deck + state.box)) == cards + 1
    size = len(state.deck) // 3 if seats == 2 else (len(state.deck) - 5) // 3
    piles = [state.deck[n : n + size] for n in range(0, 3 * size, size)]
    assert [pile.count(SCORE_CARD) for pile in piles] == [2, 2, 2]
    assert state.deck[3 * size :].count(SCORE_CARD) == 0
    assert len(state.deck[3 * size :]) == (0 if seats == 2 else 5)


def test_e1_9_five_cards_lie_open():
    t = choose_factions(4)
    assert len(t.state.track) == 5
    assert SCORE_CARD not in t.state.track, "no SCORE card is among the first five"
    assert t.build_view(None).deck == 45


def test_e1_10_four_bases_are_out_of_play_with_two():
    t = choose_factions(2)
    closed = {base.word for base in t.build_view(None).bases if not base.is_open}
    assert closed == {"luna", "vesta", "io", "rings"}
    t = make_table(2, fleets="earth un f; mars mcr f", influence="", track="drummer")
    assert t.list_words("un take 1 points place") == ["eurasia", "africa"]


def test_e1_11_the_map():
    view = make_table(4).build_view(None)
    assert len(view.bases) == 16
    assert len(view.orbitals) == 9
    assert view.bands == ("inner", "belt", "jupiter", "saturn")
    assert {one.word: one.sector for one in view.orbitals} == {
        "earth": "inner",
        "mars": "inner",
        **dict.fromkeys(("ceres", "tycho", "eros", "thoth", "vesta"), "belt"),
        "jupiter": "outer",
        "saturn": "outer",
    }


def test_e1_12_a_view_tells_nothing_of_the_deck_the_box_and_the_bonus_sector():
    t = make_table(4, track="score", kept={"mcr": "drummer"}).play("un take 1", "un bonus belt")
    for seat, who in ((None, None), (0, "un"), (1, "mcr")):
        dealt = [t.rules.resample_state(t.state, seat, shuffle) for shuffle in (lambda held: held[::-1], sorted)]
        assert all(are_same(t.rules.build_view(other, seat), t.build_view(who)) for other in dealt)
        assert any(other.deck != t.state.deck for other in dealt)
        assert all(Counter(t.rules.count_pieces(other)) == Counter(t.rules.count_pieces(t.state)) for other in dealt)
        moved = {other.bonus for other in dealt}
        assert moved == {"belt"} if who == "un" else moved != {"belt"}
    assert t.build_view("un").bonus == "belt"
    assert t.build_view("mcr").bonus is None
    assert t.build_view(None).sealed
