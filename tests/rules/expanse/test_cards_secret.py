"""The Bonus Sector stays secret: to all others a Scoring turn looks the same with each of the three."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engine.kernel.answer_rules import build_order_menu
from engine.kernel.menu import Menu
from engine.kernel.text import write_text
from tests.rules.expanse.play import PLAYER_NAMES, PlayedTable, make_table

SECTORS = ("inner", "belt", "outer")
ALL_VIEWERS = ("un", "mcr", "opa", "pg", None)


def choose_sector(sector: str, *lines: str) -> PlayedTable:
    """Let the OPA take a SCORE card and choose a sector, then play these moves."""
    t = make_table(
        4,
        track="score cotyar",
        kept={"un": "kenzo" if "kenzo" in " ".join(lines) else "cotyar", "pg": "hybrid", "mcr": "nauvoo"},
        fleets="earth un f; vesta pg r; eros mcr f",
        influence="luna un; eros mcr; titan pg",
        used=("inner",),
        move="opa",
    )
    return t.play("opa take 1", f"opa bonus {sector}", *lines)


def list_readable_texts(menu: Menu | None, max_menus: int = 150) -> list[str]:
    """List all texts in the menus of a decision, at most `max_menus` of them."""
    waiting, found = [menu] if menu else [], []
    for _ in range(max_menus):
        if waiting:
            at = waiting.pop(0)
            found += [at.name, write_text(at.prompt, PLAYER_NAMES)]
            for option in at.options:
                found += [option.word, write_text(option.label, PLAYER_NAMES), option.spot, str(option.why_not)]
                deeper = at.next_menu(option.word) if option.why_not is None else None
                waiting += [deeper] if deeper is not None else []
    return found


def list_known(table: PlayedTable, who: str | None, announced: Sequence[str] = ()) -> bytes:
    """Encode everything that a viewer may know at this moment."""
    decisions = [list_readable_texts(table.menu(one)) for one in table.asked_factions() if one == who or one != "opa"]
    orders = build_order_menu(table.rules.list_rules(table.state, table.parse_seat(who), None), None) if who else None
    private = table.list_announced(who) if who else []
    return msgspec.json.encode(
        [
            table.build_view(who),
            table.list_announced(),
            private,
            decisions,
            list_readable_texts(orders),
            table.asked_factions(),
            *announced,
        ]
    )


@pytest.mark.parametrize("who", ["un", "mcr", "pg", None])
@pytest.mark.parametrize(
    "lines", [(), ("pg scoring pass",), ("pg scoring hybrid luna",), ("pg scoring crew-holden io",)]
)
def test_the_sector_changes_nothing_for_those_who_do_not_know_it(who: str | None, lines: tuple[str, ...]):
    assert len({list_known(choose_sector(sector, *lines), who) for sector in SECTORS}) == 1


@pytest.mark.parametrize("who", ["mcr", "pg", None])
@pytest.mark.parametrize("look", ["cotyar", "kenzo cotyar"])
def test_what_cotyar_shows_is_shown_to_its_player_alone(who: str | None, look: str):
    lines = ("pg scoring pass", f"un scoring {look}", "un choose place luna done")
    for n in (2, 3):
        assert len({list_known(choose_sector(sector, *lines[:n]), who) for sector in SECTORS}) == 1


@pytest.mark.parametrize("look", ["cotyar", "kenzo cotyar"])
def test_a_player_who_looks_is_told_once(look: str):
    names = {"inner": "Inner Planets", "belt": "The Belt", "outer": "Outer Planets"}
    for sector in SECTORS:
        t = choose_sector(sector, "pg scoring pass", f"un scoring {look}")
        assert t.list_announced("un") == [f"The Bonus Sector is {names[sector]}."]
        assert all(t.list_announced(other) == [] for other in ("mcr", "opa", "pg"))
        assert not any(names[sector] in text for text in t.list_announced())
        assert t.barrier, "it cannot be taken back"


def test_the_two_who_know_see_it_and_the_others_a_marker_face_down():
    t = choose_sector("outer", "pg scoring pass", "un scoring cotyar")
    assert [t.build_view(who).bonus for who in ALL_VIEWERS] == ["outer", None, "outer", None, None]
    assert all(t.build_view(who).sealed for who in ALL_VIEWERS)
    assert [row.sector for row in t.build_view(None).chart] == ["inner", None, None, None, None]
    assert [sector.left for sector in t.build_view(None).sectors] == [1, 2, 2]


def test_it_is_shown_to_all_when_the_bases_are_scored_and_then_forgotten():
    t = choose_sector("outer", "pg scoring pass", "un scoring cotyar", "un choose done", "mcr scoring pass")
    assert "The Bonus Sector is Outer Planets." in t.list_announced()
    assert (t.state.bonus, t.state.knows) == ("", [])
    assert not t.build_view("un").sealed


def test_the_choice_is_marked_as_secret_for_the_host():
    t = make_table(4, track="score", move="opa").play("opa take 1")
    menu = t.menu("opa bonus")
    assert menu is not None
    assert menu.is_secret
    assert menu.max_picks == 1


def test_resampling_redraws_it_for_those_who_do_not_know_it():
    t = choose_sector("outer")
    for who, same in (("opa", True), ("un", False), (None, False)):
        drawn = t.rules.resample_state(t.state, t.parse_seat(who) if who else None, lambda held: held)
        assert (drawn.bonus == "outer") is same
