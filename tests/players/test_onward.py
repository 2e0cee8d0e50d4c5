"""Playing on for whole turns: how far a playout goes, what counts at its end, and that it works in the middle of a turn."""

from __future__ import annotations

import math
from typing import Any

import pytest

from engine.games.expanse.judgement import EARLY, LATE, LOOKS, NEAR, TURNS, Judgement
from engine.games.expanse.state import SCORE, State
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, moves
from engine.players import onward, search
from engine.players.crew import Budget, choose
from engine.players.greedy import Tried
from engine.players.outlook import Outlook
from tests.rules.expanse.play import Table, game, table

DONE: Words = ("take", "1", "points", "done")
LUNA: Words = ("take", "1", "points", "place", "luna", "done")
"""A card for nothing, and one influence on Luna by it."""


class Watching(Judgement):
    """Plays so many turns on, likes influence on Luna only at their end, and remembers where playouts ended."""

    def __init__(self, turns: int) -> None:
        super().__init__(game())
        self.turns = turns
        self.ends: list[State] = []

    def course(self, state: State) -> tuple[int, int, int]:
        return self.turns, 2, 60

    def value(self, state: State, seat: int) -> float:
        return 0.5

    def lead(self, state: State, seat: int) -> float:
        self.ends.append(state)
        return float(state.sides[seat].cubes.get("luna", 0))


def near_the_end(seats: int = 3) -> Table:
    """Two more cards, and then the sixth SCORE card."""
    t = table(seats, used=["inner", "inner", "belt", "belt", "outer"])
    deck = t.position.base.deck
    t.position.base.box, t.position.base.deck = deck[1:-2], [SCORE, *deck[-2:]]
    return t


def outlook(t: Table) -> Outlook:
    return Outlook(t.rules, t.position, "seed", 0)


def searched(t: Table, judgement: Judgement, *first: Words, iterations: int = 60) -> list[Tried]:
    looked_at = [Tried(words, 0.5, 1) for words in first]
    return search.searched(outlook(t), judgement, Dice("onward"), looked_at, iterations, 30)


@pytest.mark.parametrize("turns", [1, 3, 7])
def test_a_playout_goes_on_for_so_many_turns(turns: int) -> None:
    t, judgement = table(3), Watching(turns)
    searched(t, judgement, DONE)
    assert {end.turn - t.state.turn for end in judgement.ends} == {turns}


def test_whoever_is_in_a_hurry_plays_on_no_farther_than_the_budget() -> None:
    t, judgement = table(3), Watching(7)
    searched(t, judgement, DONE, LUNA, iterations=2)
    assert {end.turn - t.state.turn for end in judgement.ends} == {2}
    assert len(judgement.ends) == 2


def test_near_the_end_moves_are_played_on_to_it() -> None:
    t, judgement = near_the_end(), Watching(20)
    searched(t, judgement, DONE)
    assert {end.phase for end in judgement.ends} == {"over"}


def test_the_captain_of_the_expanse_thinks_longer_near_the_end() -> None:
    t, judgement = table(3), Judgement(game())
    state = t.state
    assert len(state.deck) > NEAR
    assert judgement.course(state) == (TURNS[3], LOOKS, EARLY)
    state.deck = state.deck[:NEAR]
    assert judgement.course(state) == (TURNS[3], LOOKS, LATE)


def test_what_playouts_lead_to_counts_more_than_the_look() -> None:
    """And what is told of a move is a chance: leads are averaged, with the look as so many more of them."""
    t, judgement = table(3), Watching(1)
    best, other = searched(t, judgement, DONE, LUNA)
    assert (best.words, other.words) == (LUNA, DONE)
    assert len(judgement.ends) % 2 == 0
    n = len(judgement.ends) / 2
    lead = table(3).play("un " + " ".join(LUNA)).cubes("un", "luna")
    assert best.mean == pytest.approx(1 / (1 + math.exp(-lead * n / (n + onward.TRUST))))


def test_a_game_that_is_over_is_judged_by_how_far_ahead_a_seat_is() -> None:
    judgement, leads = Judgement(game()), list[float]()
    for mine in (30, 50, 70):
        state = table(3, cp={"un": mine, "mcr": 49, "opa": 49}).state
        state.phase = "over"
        for side in state.sides:
            side.earned = [0]
        leads.append(judgement.lead(state, 0))
        assert judgement.value(state, 0) == (mine > 49)
    assert leads == sorted(leads)
    assert leads[0] < leads[1] < leads[2]


def test_the_same_dice_say_the_same_of_moves_and_others_something_else() -> None:
    t, judgement = table(3), Judgement(game())
    looked_at = [Tried(words, 0.5, 1) for words in (DONE, LUNA)]

    def told(seed: str) -> list[Any]:
        found = search.searched(outlook(t), judgement, Dice(seed), looked_at, 8, 30)
        return [(one.words, one.mean) for one in found]

    assert told("one") == told("one") != told("other")


def test_a_captain_plays_on_in_the_middle_of_a_turn() -> None:
    """The MCR is offered the Event of a card that the UN used for its points."""
    t = near_the_end()
    for words in moves(t.menu("un") or t.now.menu(0)):
        t = near_the_end().play("un " + " ".join(words))
        if t.state.phase == "offer":
            break
    seat = min(t.now.ask)
    words = choose("captain", t.rules, t.position, "seed", seat, Dice("offer"), Budget(iterations=8))
    assert words in list(moves(t.now.menu(seat)))
