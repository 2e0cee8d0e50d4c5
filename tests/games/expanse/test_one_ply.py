"""The greedy player of `tests.programs.one_ply`: it sees one move ahead, and what that move asks of others."""

from __future__ import annotations

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from tests.programs.one_ply import expanse
from tests.programs.one_ply.player import Effort, Judge, choose
from tests.rules.expanse.play import Table, table

JUDGE = Judge(expanse.value, expanse.part)
FIVE = ("inner", "inner", "belt", "belt", "outer")


def chosen(t: Table, luck: str = "luck") -> Words:
    seat = min(t.now.ask)
    return choose(t.rules, t.position, t.seed, seat, JUDGE, Dice(luck), Effort(thrown=20, improved=20))


def last_move(**changes: object) -> Table:
    """The UN moves, then the sixth SCORE card comes and all bases are scored."""
    usual = {
        "track": "slingshot",
        "deck": "score",
        "used": FIVE,
        "fleets": "earth un f; eros mcr r",
        "influence": "eurasia mcr",
    }
    return table(2, **{**usual, **changes})


def test_it_takes_the_points_that_it_can_reach():
    t = last_move()
    words = chosen(t)
    t.play(f"un {' '.join(words)}")
    assert t.base("eurasia").control == "un" or t.base("africa").control == "un"


def test_the_same_luck_chooses_the_same_move():
    assert chosen(table(4), "a") == chosen(table(4), "a")


def test_it_counts_what_others_have_to_give_up():
    """Slingshot Racing takes influence of the UN, which says which: both would let the MCR lead, and the answer is still owed."""
    influence = "titan un; titan mcr; rhea un; rhea mcr"
    t = table(2, track="slingshot", fleets="eros un r", influence=influence).play("un take 1 points done")
    assert chosen(t) == ("event", "event", "un")
