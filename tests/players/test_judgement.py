"""What the games' judgements say of positions that a good player would not think twice about."""

from __future__ import annotations

from engine.games.amundsen.judgement import Judgement as Race
from engine.games.amundsen.state import Held, State
from tests.rules.amundsen.play import game, table


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
