"""The evaluators' moves in positions where a good player would not hesitate."""

from __future__ import annotations

import pytest

from engine.games.amundsen.evaluator import Evaluator as AmundsenEvaluator
from engine.games.amundsen.state import HeldCard, State
from engine.games.expanse import actions, fleets, influence, influence_removal
from engine.games.expanse.evaluator import RATED_PROMPTS
from engine.games.expanse.evaluator import Evaluator as ExpanseEvaluator
from engine.games.expanse.payouts import CUBE_POINTS, compute_margin
from engine.games.expanse.state import SCORE_CARD
from engine.games.northwest.evaluator import Evaluator as NorthwestEvaluator
from engine.kernel.dice import Dice
from engine.kernel.state_codec import copy_state
from engine.kernel.text import Text, write_plain_text, write_text
from engine.players.computer_levels import Budget, choose_move
from tests.rules.amundsen.play import load_game
from tests.rules.amundsen.play import make_table as make_amundsen_table
from tests.rules.expanse.play import PlayedTable
from tests.rules.expanse.play import make_table as make_expanse_table
from tests.rules.northwest.play import make_table as make_northwest_table
from tests.rules.paso.play import PlayedTable as PasoTable
from tests.rules.paso.play import make_table as make_paso_table


def create_far_lead(deck_size: int) -> State:
    """Return a state with Amundsen two spaces from the last one, Scott far behind, and `deck_size` cards in the second deck."""
    state = make_amundsen_table(amundsen="ra ya", scott="gc", spaces=(9, 4), row="ga ra rb").state
    # Both can freeze once the second deck is used up (rule A2.4), so its size is the time that is left.
    state.shuffles = 1
    cards = state.deck
    state.discards += cards[deck_size:]
    state.deck = cards[:deck_size]
    return state


def test_amundsen_lead_is_worth_less_the_sooner_the_rival_can_let_both_freeze() -> None:
    evaluator = AmundsenEvaluator(load_game())
    many_cards, few_cards, no_cards = (evaluator.value(create_far_lead(size), 0) for size in (40, 12, 0))
    assert many_cards > 0.7
    assert many_cards > few_cards > no_cards
    ready = create_far_lead(0)
    ready.explorers["amundsen"].space = 11
    ready.explorers["amundsen"].hand = [HeldCard(card) for card in ("ra", "ya", "ga", "bc")]
    assert evaluator.value(ready, 0) > no_cards


def test_northwest_crew_that_the_ice_holds_goes_for_a_find_by_sled() -> None:
    """The ship lies in a channel that is frozen from the fourth to the seventh round, with a find on the next tile."""
    channel = [f"x c{column} j0000" for column in range(14, 8, -1)]
    t = make_northwest_table(placed=[*channel, "c7 100/000 franklin"], ships={0: "c9"}, round=5)
    dice = Dice("winter")
    while t.state.round < 7 and not t.find_expedition(0).tokens:
        seat = t.asked_seats()[0]
        words = choose_move("mate", t.rules, t.position, "seed", seat, dice) if seat == 0 else ("pass",)
        t.play(" ".join((str(seat), *words)))
    assert t.find_expedition(0).tokens == {"franklin": 1}
    assert t.find_expedition(0).ship == "c9"


def test_northwest_return_saves_the_expedition_and_a_move_towards_it_nothing_yet() -> None:
    """The score of an expedition that is not back has its loss, so the return was told as "Lost and abandoned: 16 points more"."""
    t = make_northwest_table(round=9, placed=["c13 000/000"], ships={0: "c13", 1: "c13"})
    before = copy_state(t.state)
    t.play("0 move ship b15")
    gains = NorthwestEvaluator(t.rules).name_gains(before, t.state, 0)
    assert [write_plain_text(text) for text, _ in gains] == [
        "Return to Greenland: 6 points more",
        "brings the expedition home",
    ]


def test_northwest_lead_says_more_the_later_it_is() -> None:
    tables = [
        make_northwest_table(round=2),
        make_northwest_table(round=8),
        make_northwest_table(round=8, home={1: (1, None)}),
    ]
    early, late, last = (NorthwestEvaluator(t.rules).value_sharpness(t.state) for t in tables)
    assert early < 1 < late < last


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
@pytest.mark.parametrize("hand", ["", "extra extra extra extra extra"], ids=["no cards", "cards to discard"])
def test_paso_player_does_not_walk_to_and_fro_on_a_route_that_costs_nothing(hand: str, level: str) -> None:
    """Hudson has no action point left. After any move he discards the cards over the limit, and the turn passes to seat 1."""
    route = ["0 s4 b1 b2 b3 b4", "1 u1 d1"]
    for n in range(6):
        t = make_paso_table(
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
        move_count = 2 if hand else 1  # the discard is a move
        for _ in range(move_count):
            words = choose_move(level, t.rules, t.position, "seed", 0, dice, Budget(max_playouts=12))
            t.play(" ".join(("0", *words)))
        assert t.state.to_move == 1


def play_turn(t: PasoTable, level: str) -> None:
    """Let seat 0 of the Paso play its turn."""
    dice = Dice("turn")
    while t.state.to_move == 0:
        words = choose_move(level, t.rules, t.position, "seed", 0, dice, Budget(max_playouts=12))
        t.play(" ".join(("0", *words)))


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
def test_paso_player_sails_along_a_free_route_to_go_on_at_its_end(level: str) -> None:
    """A step that costs nothing seems to gain nothing, so Hudson once lay where he was, turn after turn."""
    t = make_paso_table(characters={0: "hudson"}, pieces=["0 s4 b1 b2 b3 b4", "1 u1 d1"], ships={0: "b1", 1: "d1"})
    play_turn(t, level)
    assert t.build_view().players[0].row > 4


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
def test_paso_player_that_cannot_advance_takes_a_token_back(level: str) -> None:
    """Every token in reserve is too long for the snow ahead. Two such ships once sailed to and fro for ever."""
    snow = " ".join(f"{column}{row}" for row in range(1, 25) for column in "abcd")
    t = make_paso_table(
        snow=snow,
        pieces=["0 u1 b1", "0 u1 b2", "0 u1 c2", "0 u1 d2", "0 u1 c1", "1 u1 d1"],
        ships={0: "b2", 1: "d1"},
        moved=True,
    )
    play_turn(t, level)
    assert t.count_reserve(0, "u1") == 1


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
def test_paso_player_whose_way_is_barred_by_a_ship_does_not_walk_to_and_fro(level: str) -> None:
    """Ben's ship lies where a raid would lead on, and may lie there for long, so Ana does better to take a token back."""
    t = make_paso_table(
        iceberg=" ".join(f"{column}{row}" for row in range(1, 25) for column in "abcd"),
        pieces=["0 u1 b1", "0 u1 b2", "0 u1 b3", "0 u1 b4", "1 s2 c5 c6"],
        ships={0: "b4", 1: "c5"},
        moved=True,
    )
    play_turn(t, level)
    assert t.find_player(0).ship == "b4"
    assert t.count_reserve(0, "u1") == 2


@pytest.mark.parametrize("level", ["cadet", "mate"])
def test_paso_player_that_looks_one_move_ahead_and_can_gain_nothing_more_ends_its_turn(level: str) -> None:
    """Two points do not pay for the snow ahead. To walk back and forth with them has the same value, and takes two moves more."""
    t = make_paso_table(
        snow=" ".join(f"{column}{row}" for row in (5, 6) for column in "abcd"),
        pieces=["0 s4 b1 b2 b3 b4", "1 s4 d1 d2 d3 d4"],
        ships={0: "b4", 1: "d4"},
        points=2,
        moved=True,
    )
    assert choose_move(level, t.rules, t.position, "seed", 0, Dice("turn")) == ("end",)


# ---------------------------------------------------------------- The Expanse
INFLUENCE = "luna un 3; africa un 3; eurasia un 3; ceres mcr; thoth pg"


def compute_lead(t: PlayedTable, faction: str = "un") -> float:
    """Return the points that the evaluator expects of a faction, less those that it expects of its rivals."""
    return compute_margin(t.rules.board, t.state, t.parse_seat(faction))


def test_expanse_scoring_turn_counts_while_it_is_under_way() -> None:
    """A Scoring turn under way is no longer a future one, and has not paid yet. The leader must not lose value by starting it."""
    t = make_expanse_table(track="score", influence=INFLUENCE, holder="mcr", fleets="mars mcr r")
    before, theirs = compute_lead(t), compute_lead(t, "pg")
    t.play("un take 1")
    assert t.state.phase == "scoring"
    assert compute_lead(t) > before
    assert compute_lead(t, "pg") < theirs
    t.play("un bonus belt")
    with_belt_bonus = compute_lead(t)
    t = make_expanse_table(track="score", influence=INFLUENCE, holder="mcr", fleets="mars mcr r").play(
        "un take 1", "un bonus inner"
    )
    assert compute_lead(t) > with_belt_bonus, "the Bonus Sector is known"


@pytest.mark.parametrize(
    ("influence", "reasons"),
    [
        ("luna un 2; vesta mcr 1", ["makes all bases pay: 1 point more than anyone else gets"]),
        ("luna un 2; eurasia un 1; vesta mcr 1", ["makes all bases pay: 4 points more than anyone else gets"]),
        ("vesta mcr 2", []),
    ],
)
def test_expanse_score_card_is_taken_for_what_the_bases_pay(influence: str, reasons: list[str]) -> None:
    """With the Inner Planets as Bonus Sector Luna pays the UN 2 points and Eurasia 3 (Food is critical), Vesta pays the MCR 1."""
    t = make_expanse_table(track="score", influence=influence)
    before = t.state
    t.play("un take 1")
    told = [write_plain_text(text) for text, _ in ExpanseEvaluator(t.rules).name_gains(before, t.state, 0)]
    assert told == reasons


@pytest.mark.parametrize(("scores_left", "points"), [(2, "2 points"), (1, "6 points")])
def test_expanse_base_is_taken_for_what_the_next_scoring_pays(scores_left: int, points: str) -> None:
    """The final scoring pays a first place 5 points (E13.4), a Scoring turn 1 outside the Bonus Sector (E8.1).

    Food is critical, which pays another one (E8.5).
    """
    t = make_expanse_table(influence="vesta mcr 1")
    before, after = t.state, copy_state(t.state)
    for state in (before, after):
        state.track = [card for card in state.track if card != SCORE_CARD]
        state.deck = [SCORE_CARD] * scores_left + [card for card in state.deck if card != SCORE_CARD]
    after.sides[t.parse_seat("un")].cubes["vesta"] = 2
    told = [write_plain_text(text) for text, _ in ExpanseEvaluator(t.rules).name_gains(before, after, 0)]
    assert f"{points} more at the next scoring" in told[0]


def test_expanse_bases_that_are_taken_from_one_rival_are_one_reason() -> None:
    t = make_expanse_table(influence="thoth mcr 1; eros mcr 1; tycho pg 1")
    after = copy_state(t.state)
    for base in ("thoth", "eros", "ceres"):
        after.sides[t.parse_seat("un")].cubes[base] = 2
    told = [
        write_plain_text(text) for text, _ in ExpanseEvaluator(t.rules).name_gains(t.state, after, t.parse_seat("un"))
    ]
    assert any(text.startswith("takes Eros, Thoth from ") for text in told), told
    assert any(text.startswith("a better place on Ceres: ") for text in told), told


def test_expanse_firm_lead_is_better_than_a_narrow_one() -> None:
    narrow, firm, firmer = (
        compute_lead(make_expanse_table(influence=f"luna mcr 4; luna un {n}; thoth pg")) for n in (5, 6, 9)
    )
    assert firm - narrow > 1.2 * CUBE_POINTS, "the lead is worth more than the cube itself"
    assert firmer - firm < 3 * (firm - narrow), "each further cube adds less"


def test_expanse_lead_lasts_only_near_the_end() -> None:
    t = make_expanse_table()
    evaluator, state = ExpanseEvaluator(t.rules), t.state
    sharpnesses = []
    for cards in (20, 15, 5, 0):
        state.deck = state.deck[:cards]
        sharpnesses.append(evaluator.value_sharpness(state))
    assert sharpnesses == [0.1, 0.25, 0.75, 1.0]


def test_expanse_priors_prefer_moves_that_gain_something() -> None:
    t = make_expanse_table(
        track="drummer score",
        move="un",
        fleets="earth un f; jupiter un f",
        influence="luna mcr; europa mcr 6; thoth un",
    )
    evaluator = ExpanseEvaluator(t.rules)

    def list_priors(line: str) -> dict[str, float]:
        menu = t.menu(line)
        assert menu is not None
        return dict(zip(menu.open_words, evaluator.move_priors(t.state, 0, menu), strict=True))

    first_cube = list_priors("un take 1 points place")
    assert first_cube["luna"] > first_cube["europa"]
    second_cube = list_priors("un take 1 points place eurasia place")
    assert second_cube["eurasia"] < first_cube["eurasia"], "one cube is there already"
    targets = list_priors("un take 1 points move jupiter")
    assert targets["eros"] > targets["tycho"], "there is nothing to win at Tycho"


def test_expanse_prompts_with_priors_exist_in_the_game() -> None:
    prompts = {
        text.template
        for module in (actions, fleets, influence, influence_removal)
        for text in vars(module).values()
        if isinstance(text, Text)
    }
    assert set(RATED_PROMPTS) <= prompts


@pytest.mark.parametrize(
    ("row", "reasons"),
    [
        ("gd rd co", {"takes a Compass"}),
        ("gd rd rs", {"takes Drop Supplies", "takes cards for the way to the Pole"}),
        (
            "gd rd ya",
            {"takes cards for the way to the Pole", "takes a card that Ben needs on the way to the Pole"},
        ),
    ],
)
def test_amundsen_card_is_taken_for_what_it_is_good_for(row: str, reasons: set[str]) -> None:
    """Ben holds a red card and no yellow one."""
    t = make_amundsen_table(amundsen="yb yc", scott="ra", spaces=(5, 8), row=row)
    before = copy_state(t.state)
    t.play("amundsen take 1")
    gains = AmundsenEvaluator(load_game()).name_gains(before, t.state, 0)
    assert {write_text(text, ["Ana", "Ben"]) for text, _ in gains} == reasons
