"""Events and the pieces with their own rules: Battleships, Scrap Ships, the Rocinante, and an empty supply of influence."""

from __future__ import annotations

import pytest

from engine.kernel.menu import Menu
from tests.rules.expanse.play import load_game, make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


def list_words(menu: Menu | None, max_menus: int = 400) -> set[str]:
    """List the words of a move's menus, at most `max_menus` of them."""
    waiting, found = [menu] if menu else [], set[str]()
    for _ in range(max_menus):
        if waiting:
            at = waiting.pop(0)
            found |= {option.word for option in at.list_open_options()}
            waiting += [
                deeper for option in at.list_open_options() if (deeper := at.next_menu(option.word)) is not None
            ]
    return found


# ---------------------------------------------------------------- the Rocinante
@pytest.mark.parametrize("card", ["nauvoo", "yao", "draper", "ambush", "yvgeny", "stealth", "security", "weapons"])
@pytest.mark.parametrize("owner", ["un", "mcr", "opa", "pg"])
def test_no_event_can_remove_the_rocinante(card: str, owner: str):
    fleets = f"eros {owner} r; eros un f; eros mcr b; eros opa f; eros pg ffff"
    who = load_game().board.cards[card].factions[-1]
    menu = make_table(4, track=card, fleets=fleets, influence="", move=who).menu(f"{who} take 1 event")
    found = list_words(menu)
    assert found & {"un-f", "mcr-b", "opa-f"}, "fleets beside it can go"
    assert not {word for word in found if word.endswith("-r")}


def test_the_rocinante_moves_with_a_group_and_alone():
    t = make_table(4, track="burn", fleets="earth un fr", influence="")
    assert t.list_words("un take 1 event earth") == ["fr", "f", "r"]
    t.play("un take 1 event earth fr jupiter")
    assert t.write_fleets("jupiter") == "un fr"


def test_draper_can_bring_the_rocinante():
    t = make_table(4, track="draper", fleets="saturn opa f; earth un r", influence="").play(
        "un take 1 event saturn earth"
    )
    assert t.write_fleets("saturn") == "un r"


def test_the_rocinante_gives_orbital_control_to_events():
    t = make_table(4, track="blockade-mars", fleets="mars un r", influence="londres mcr").play(
        "un take 1 event mariner londres"
    )
    assert t.write_influence("londres") == ""


# ---------------------------------------------------------------- Battleships
def test_two_removals_of_one_event_may_go_to_one_battleship():
    t = make_table(4, track="security", fleets="eros pg ffff; eros mcr b; vesta opa r", influence="", move="pg")
    t.play("pg take 1 event eros eros")
    assert t.write_fleets("eros") == "pg ffff"
    assert t.fleets_off_map("mcr") == "bbfff", "it returns at full strength"


def test_one_removal_turns_a_battleship_over_and_the_next_event_removes_it():
    t = make_table(4, track="yvgeny nauvoo", fleets="eros un f; eros mcr b; vesta opa r", influence="", move="opa")
    t.play("opa take 2 event eros mcr-b")
    assert t.write_fleets("eros") == "un f, mcr h"
    t.play("pg take 1 points done", "opa event decline", "un event event eros")
    assert t.write_fleets("eros") == "un f"


def test_a_battleship_that_is_turned_over_is_as_strong_as_a_fleet():
    for mcr, un_controls in (("b", False), ("h", False), ("", True)):
        fleets = "mars un f; vesta opa r" + (f"; mars mcr {mcr}" if mcr else "")
        t = make_table(4, track="blockade-mars", fleets=fleets, influence="londres pg")
        assert bool(t.list_words("un take 1 event mariner")) is un_controls
    t = make_table(4, track="blockade-mars", fleets="mars un ff; mars mcr h; vesta opa r", influence="londres pg")
    assert t.list_words("un take 1 event mariner") == ["mariner", "londres", "stop"], "two fleets against one"


def test_yao_may_turn_its_own_battleship_over_as_one_of_the_fleets_given():
    t = make_table(4, track="yao", fleets="eros mcr b; eros un fff; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event eros mcr-b mcr-h stop")
    assert t.write_fleets("eros") == ""
    assert t.fleets_off_map("mcr") == "bbfff"


# ---------------------------------------------------------------- Scrap Ships
@pytest.mark.parametrize(
    ("fleets", "control"),
    [
        ("earth opa s", True),
        ("earth opa s; earth un f", False),
        ("earth opa ss; earth un f", False),
        ("earth opa fs; earth un f", True),
    ],
)
def test_a_scrap_ship_is_half_as_strong_as_a_fleet(fleets: str, control: bool):
    t = make_table(4, track="blockade-earth", fleets=f"{fleets}; vesta mcr r", influence="luna pg", move="opa")
    assert ("luna" in t.list_words("opa take 1 event africa")) is control


def test_scrap_ships_are_fleets_for_events():
    t = make_table(4, track="patrol", fleets="eros opa s; vesta mcr r", influence="", move="opa")
    t.play("opa take 1 event eros jupiter io")
    assert (t.write_fleets("jupiter"), t.write_influence("io")) == ("opa s", "opa 1")
    t = make_table(4, track="yvgeny", fleets="eros opa s; eros un f; vesta mcr r", influence="").play(
        "un take 1 event eros"
    )
    assert "Opal loses a Scrap Ship at Eros." in t.list_announced()


# ---------------------------------------------------------------- no influence left
def test_influence_comes_from_anywhere_on_the_map_when_none_is_left():
    t = make_table(
        4, track="degraff", fleets=ROCINANTE_AWAY, influence="eros mcr; titan mcr 3", move="mcr", short=("mcr",)
    )
    assert t.write_prompt("mcr take 1 event").startswith("You have no influence left")
    t.play("mcr take 1 event eros titan titan")
    assert t.find_side("mcr").cubes == {"eurasia": 1, "africa": 1, "luna": 1, "titan": 1}


def test_the_last_cube_is_placed_before_others_are_moved():
    t = make_table(4, track="terraforming", fleets=ROCINANTE_AWAY, influence="eros mcr 16", move="mcr").play(
        "mcr take 1 event eros"
    )
    assert t.find_side("mcr").cubes == {"eros": 15, "mariner": 1, "londres": 1}
    assert t.supply("mcr") == 0


def test_action_points_from_an_event_move_influence_too():
    t = make_table(
        4, track="drummer", fleets="earth mcr f; vesta opa r", influence="eros mcr", move="mcr", short=("mcr",)
    )
    t.play("mcr take 1 event place luna eros")
    assert t.find_side("mcr").cubes == {"luna": 1}


def test_what_an_event_removes_can_be_placed_by_the_same_event():
    t = make_table(4, track="deimos", fleets=ROCINANTE_AWAY, influence="mariner un; eros un", short=("un",)).play(
        "un take 1 event luna"
    )
    assert t.find_side("un").cubes == {"eros": 1, "luna": 1}, "the one from Mariner Valley lies beside the map now"


# ---------------------------------------------------------------- as much of an Event as possible
@pytest.mark.parametrize(
    "card", ["slingshot", "manifest", "nauvoo", "yvgeny", "razorback", "dresden", "ceasefire", "deimos"]
)
def test_what_is_not_up_to_or_may_cannot_be_stopped(card: str):
    fleets = "eros un f; eros mcr f; eros opa f; eros pg f; vesta opa r"
    influence = "luna un; luna mcr; luna opa; titan mcr; titan opa; mariner pg; mariner opa"
    who = load_game().board.cards[card].factions[0]
    t = make_table(4, track=card, fleets=fleets, influence=influence, move=who)
    assert not {"stop", "none", "pass"} & list_words(t.menu(f"{who} take 1 event"))


@pytest.mark.parametrize("card", [word for word, card in load_game().board.cards.items() if 2 in card.sets])
def test_with_two_players_no_event_reaches_a_closed_base(card: str):
    who = load_game().board.cards[card].factions[0]
    t = make_table(
        2,
        track=card,
        fleets="earth un f; jupiter mcr b; vesta un r",
        influence="africa un; titan mcr; eros un",
        move=who,
    )
    menu = t.menu(f"{who} take 1")
    spots = {option.spot for option in _list_options(menu)}
    assert not spots & {"base-luna", "base-vesta", "base-io", "base-rings"}


def _list_options(menu: Menu | None) -> list:
    waiting, found = [menu] if menu else [], []
    for _ in range(120):
        if waiting:
            at = waiting.pop(0)
            found += at.list_open_options()
            waiting += [
                deeper for option in at.list_open_options() if (deeper := at.next_menu(option.word)) is not None
            ]
    return found
