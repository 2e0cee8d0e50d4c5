"""What the games' judgements say of positions that a good player would not think twice about."""

from __future__ import annotations

import pytest

from engine.games.amundsen.judgement import Judgement as Race
from engine.games.amundsen.state import Held, State
from engine.kernel.dice import Dice
from engine.players.crew import Budget, choose
from tests.rules.amundsen.play import game, table
from tests.rules.northwest.play import table as arctic
from tests.rules.paso.play import table as passage


def far_ahead(deck: int) -> State:
    """Amundsen two spaces from the last one, Scott far behind; so many cards are left in the second deck."""
    state = table(amundsen="ra ya", scott="gc", spaces=(9, 4), row="ga ra rb").state
    state.shuffles = 1
    cards = state.deck
    state.discards += cards[deck:]
    state.deck = cards[:deck]
    return state


def test_in_the_race_the_lead_is_worth_less_the_sooner_the_rival_can_let_both_freeze() -> None:
    judgement = Race(game())
    many, few, none = (judgement.value(far_ahead(deck), 0) for deck in (40, 12, 0))
    assert many > 0.7
    assert many > few > none
    ready = far_ahead(0)
    ready.explorers["amundsen"].space = 11
    ready.explorers["amundsen"].hand = [Held(card) for card in ("ra", "ya", "ga", "bc")]
    assert judgement.value(ready, 0) > none


def test_in_the_passage_a_crew_that_the_ice_holds_goes_for_a_find_by_sled() -> None:
    """The ship lies in a channel that is frozen from the fourth to the seventh round, with a find on the next tile."""
    channel = [f"x c{column} j0000" for column in range(14, 8, -1)]
    t = arctic(placed=[*channel, "c7 100/000 franklin"], ships={0: "c9"}, round=5)
    dice = Dice("winter")
    while t.state.round < 7 and not t.me(0).tokens:
        seat = t.asked()[0]
        words = ("pass",) if seat else choose("mate", t.rules, t.position, "seed", seat, dice)
        t.play(" ".join((str(seat), *words)))
    assert t.me(0).tokens == {"franklin": 1}
    assert t.me(0).ship == "c9"


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
def test_in_the_paso_nobody_walks_to_and_fro_on_a_route_that_costs_nothing(level: str) -> None:
    """Hudson has no action point left; whatever he does the next one will be Ben's turn."""
    route = ["0 s4 b1 b2 b3 b4", "1 u1 d1"]
    for n in range(6):
        t = passage(characters={0: "hudson"}, pieces=route, ships={0: "b4", 1: "d1"}, points=0, moved=True)
        assert "advance" in t.offers("0")
        dice = Dice(f"walks {n}")
        t.play(" ".join(("0", *choose(level, t.rules, t.position, "seed", 0, dice, Budget(iterations=12)))))
        assert t.state.to_move == 1
