"""The evaluators' moves in positions where a good player would not hesitate."""

from __future__ import annotations

import pytest

from engine.games.amundsen.evaluator import Evaluator as Race
from engine.games.amundsen.state import HeldCard, State
from engine.games.expanse import actions, fleets, influence, influence_removal
from engine.games.expanse.evaluator import RATED_PROMPTS
from engine.games.expanse.evaluator import Evaluator as Politics
from engine.games.expanse.payouts import CUBE_POINTS, compute_margin
from engine.kernel.dice import Dice
from engine.kernel.text import Text
from engine.players.computer_levels import Budget, choose_move
from tests.rules.amundsen.play import load_game, make_table
from tests.rules.expanse.play import PlayedTable
from tests.rules.expanse.play import make_table as system
from tests.rules.northwest.play import make_table as arctic
from tests.rules.paso.play import make_table as passage


def far_ahead(deck: int) -> State:
    """Return a state with Amundsen two spaces from the last one and Scott far behind. `deck` is the size of the second deck."""
    state = make_table(amundsen="ra ya", scott="gc", spaces=(9, 4), row="ga ra rb").state
    state.shuffles = 1
    cards = state.deck
    state.discards += cards[deck:]
    state.deck = cards[:deck]
    return state


def test_in_the_race_the_lead_is_worth_less_the_sooner_the_rival_can_let_both_freeze() -> None:
    evaluator = Race(load_game())
    many, few, none = (evaluator.value(far_ahead(deck), 0) for deck in (40, 12, 0))
    assert many > 0.7
    assert many > few > none
    ready = far_ahead(0)
    ready.explorers["amundsen"].space = 11
    ready.explorers["amundsen"].hand = [HeldCard(card) for card in ("ra", "ya", "ga", "bc")]
    assert evaluator.value(ready, 0) > none


def test_in_the_passage_a_crew_that_the_ice_holds_goes_for_a_find_by_sled() -> None:
    """The ship lies in a channel that is frozen from the fourth to the seventh round, with a find on the next tile."""
    channel = [f"x c{column} j0000" for column in range(14, 8, -1)]
    t = arctic(placed=[*channel, "c7 100/000 franklin"], ships={0: "c9"}, round=5)
    dice = Dice("winter")
    while t.state.round < 7 and not t.find_expedition(0).tokens:
        seat = t.asked_seats()[0]
        words = ("pass",) if seat else choose_move("mate", t.rules, t.position, "seed", seat, dice)
        t.play(" ".join((str(seat), *words)))
    assert t.find_expedition(0).tokens == {"franklin": 1}
    assert t.find_expedition(0).ship == "c9"


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
@pytest.mark.parametrize("hand", ["", "extra extra extra extra extra"], ids=["no cards", "cards to discard"])
def test_in_the_paso_nobody_walks_to_and_fro_on_a_route_that_costs_nothing(hand: str, level: str) -> None:
    """Hudson has no action point left: after any move of his he discards what he has too much, and it is Ben's turn."""
    route = ["0 s4 b1 b2 b3 b4", "1 u1 d1"]
    for n in range(6):
        t = passage(
            characters={0: "hudson"},
            pieces=route,
            ships={0: "b4", 1: "d1"},
            points=0,
            moved=True,
            hands={0: hand},
            cards=0,
        )
        assert "advance" in t.list_words("0")
        dice = Dice(f"walks {n}")
        for _ in range(1 + bool(hand)):
            t.play(" ".join(("0", *choose_move(level, t.rules, t.position, "seed", 0, dice, Budget(max_playouts=12)))))
        assert t.state.to_move == 1


# ---------------------------------------------------------------- The Expanse
LEADS = "luna un 3; africa un 3; eurasia un 3; ceres mcr; thoth pg"


def ahead(t: PlayedTable, faction: str = "un") -> float:
    return compute_margin(t.rules.board, t.state, t.parse_seat(faction))


def test_in_the_expanse_a_scoring_turn_counts_while_it_is_under_way() -> None:
    """A Scoring turn under way is no longer a future one, and has not paid yet. The leader must not lose value by starting it."""
    t = system(track="score", influence=LEADS, holder="mcr", fleets="mars mcr r")
    before, theirs = ahead(t), ahead(t, "pg")
    t.play("un take 1")
    assert t.state.phase == "scoring"
    assert ahead(t) > before
    assert ahead(t, "pg") < theirs
    t.play("un bonus belt")
    elsewhere = ahead(t)
    t = system(track="score", influence=LEADS, holder="mcr", fleets="mars mcr r").play("un take 1", "un bonus inner")
    assert ahead(t) > elsewhere, "the Bonus Sector is known"


def test_in_the_expanse_a_firm_lead_is_better_than_a_narrow_one() -> None:
    narrow, firm, firmer = (ahead(system(influence=f"luna mcr 4; luna un {n}; thoth pg")) for n in (5, 6, 9))
    assert firm - narrow > 1.2 * CUBE_POINTS, "the cube itself is not all"
    assert firmer - firm < 3 * (firm - narrow), "the more it is, the less does one more say"


def test_in_the_expanse_one_inclines_to_what_pays() -> None:
    t = system(
        track="drummer score",
        move="un",
        fleets="earth un f; jupiter un f",
        influence="luna mcr; europa mcr 6; thoth un",
    )
    politics = Politics(t.rules)

    def weights(line: str) -> dict[str, float]:
        menu = t.menu(line)
        assert menu is not None
        return dict(zip(menu.open_words, politics.move_priors(t.state, 0, menu), strict=True))

    bases = weights("un take 1 points place")
    assert bases["luna"] > bases["europa"]
    again = weights("un take 1 points place eurasia place")
    assert again["eurasia"] < bases["eurasia"], "one is there already"
    ways = weights("un take 1 points move jupiter")
    assert ways["eros"] > ways["tycho"], "there is nothing to win there"


def test_every_question_of_the_expanse_that_is_weighed_is_asked() -> None:
    asked = {
        text.template
        for module in (actions, fleets, influence, influence_removal)
        for text in vars(module).values()
        if isinstance(text, Text)
    }
    assert set(RATED_PROMPTS) <= asked
