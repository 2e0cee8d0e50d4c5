"""The greedy player of `tests.programs.one_ply`: it sees one move ahead, and what that move asks of others."""

from __future__ import annotations

from itertools import islice

from engine.games.expanse.state import State
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, moves
from engine.kernel.position import play
from tests.programs.one_ply import expanse
from tests.programs.one_ply.player import Effort, Judge, choose
from tests.rules.expanse.play import Table, table

PLAYED = Judge(expanse.value, expanse.part)
"""The same without the quick way."""
FIVE = ("inner", "inner", "belt", "belt", "outer")


def chosen(t: Table, luck: str = "luck", judge: Judge = expanse.JUDGE) -> Words:
    seat = min(t.now.ask)
    return choose(t.rules, t.position, t.seed, seat, judge, Dice(luck), Effort(thrown=20, improved=20))


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
    assert chosen(t, judge=PLAYED) == ("event", "event", "un")


def test_the_quick_way_sees_what_playing_shows():
    t = table(4, track="nauvoo drummer slingshot riot helix", move="mcr")
    tree = expanse.ahead(t.rules, t.state, t.now.menu(1), 1)
    assert tree is not None
    for words in islice(moves(tree.menu), 0, 400, 13):
        after = tree.after(words)
        assert isinstance(after, State)
        played = play(t.rules, t.position, t.seed, 1, words).now.state
        for mine, theirs in zip(after.sides, played.sides, strict=True):
            assert (mine.cp, mine.cubes, mine.fleets, mine.kept) == (
                theirs.cp,
                theirs.cubes,
                theirs.fleets,
                theirs.kept,
            )
