"""The Bonus Sector stays secret: a Scoring turn looks the same with each of the three to whoever does not know which it is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engine.kernel.menu import Menu
from engine.kernel.text import write
from tests.rules.expanse.play import NAMES, Table, table

SECTORS = ("inner", "belt", "outer")
EVERYBODY = ("un", "mcr", "opa", "pg", None)


def chosen(sector: str, *lines: str) -> Table:
    """The OPA has taken a SCORE card and chosen; then these moves."""
    t = table(
        4,
        track="score cotyar",
        kept={"un": "kenzo" if "kenzo" in " ".join(lines) else "cotyar", "pg": "hybrid", "mcr": "nauvoo"},
        fleets="earth un f; vesta pg r; eros mcr f",
        influence="luna un; eros mcr; titan pg",
        used=("inner",),
        move="opa",
    )
    return t.play("opa take 1", f"opa bonus {sector}", *lines)


def written(menu: Menu | None, most: int = 150) -> list[str]:
    """All that somebody can read in a decision, as far as so many menus go."""
    waiting, found = [menu] if menu else [], []
    for _ in range(most):
        if waiting:
            at = waiting.pop(0)
            found += [at.name, write(at.prompt, NAMES)]
            for option in at.options:
                found += [option.word, write(option.label, NAMES), option.spot, str(option.why_not)]
                deeper = at.then(option.word) if option.why_not is None else None
                waiting += [deeper] if deeper is not None else []
    return found


def known_to(t: Table, who: str | None, told: Sequence[str] = ()) -> bytes:
    """All that somebody may know at this moment."""
    decisions = [written(t.menu(one)) for one in t.asked() if one == who or one != "opa"]
    orders = t.rules.orders(t.state, t.seat(who)) if who else None
    private = t.news(who) if who else []
    return msgspec.json.encode([t.seen(who), t.news(), private, decisions, written(orders), t.asked(), *told])


@pytest.mark.parametrize("who", ["un", "mcr", "pg", None])
@pytest.mark.parametrize(
    "lines", [(), ("pg scoring pass",), ("pg scoring hybrid luna",), ("pg scoring crew-holden io",)]
)
def test_whoever_does_not_know_the_sector_sees_no_difference(who: str | None, lines: tuple[str, ...]):
    assert len({known_to(chosen(sector, *lines), who) for sector in SECTORS}) == 1


@pytest.mark.parametrize("who", ["mcr", "pg", None])
@pytest.mark.parametrize("look", ["cotyar", "kenzo cotyar"])
def test_what_cotyar_shows_is_shown_to_its_player_alone(who: str | None, look: str):
    lines = ("pg scoring pass", f"un scoring {look}", "un choose place luna done")
    for n in (2, 3):
        assert len({known_to(chosen(sector, *lines[:n]), who) for sector in SECTORS}) == 1


@pytest.mark.parametrize("look", ["cotyar", "kenzo cotyar"])
def test_whoever_looks_is_told_once(look: str):
    names = {"inner": "Inner Planets", "belt": "The Belt", "outer": "Outer Planets"}
    for sector in SECTORS:
        t = chosen(sector, "pg scoring pass", f"un scoring {look}")
        assert t.news("un") == [f"The Bonus Sector is {names[sector]}."]
        assert all(t.news(other) == [] for other in ("mcr", "opa", "pg"))
        assert not any(names[sector] in text for text in t.news())
        assert t.barrier, "it cannot be taken back"


def test_the_two_who_know_see_it_and_the_others_a_marker_face_down():
    t = chosen("outer", "pg scoring pass", "un scoring cotyar")
    assert [t.seen(who).bonus for who in EVERYBODY] == ["outer", None, "outer", None, None]
    assert all(t.seen(who).sealed for who in EVERYBODY)
    assert [row.sector for row in t.seen(None).chart] == ["inner", None, None, None, None]
    assert [sector.left for sector in t.seen(None).sectors] == [1, 2, 2]


def test_it_is_shown_to_all_when_the_bases_are_scored_and_then_forgotten():
    t = chosen("outer", "pg scoring pass", "un scoring cotyar", "un choose done", "mcr scoring pass")
    assert "The Bonus Sector is Outer Planets." in t.news()
    assert (t.state.bonus, t.state.knows) == ("", [])
    assert not t.seen("un").sealed


def test_the_choice_is_marked_as_secret_for_the_host():
    t = table(4, track="score", move="opa").play("opa take 1")
    menu = t.menu("opa bonus")
    assert menu is not None
    assert menu.secret
    assert menu.hi == 1


def test_chance_draws_it_anew_for_those_who_do_not_know_it():
    t = chosen("outer")
    for who, same in (("opa", True), ("un", False), (None, False)):
        drawn = t.rules.resample(t.state, t.seat(who) if who else None, lambda held: held)
        assert (drawn.bonus == "outer") is same
