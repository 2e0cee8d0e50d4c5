"""A seat, its computer player and its hints use only what the seat knows, and the checks find leaks that are planted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE_CARD
from engine.games.paso.game import Paso
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, Position, decode_position, encode_position
from engine.kernel.registry import AnyGame
from engine.kernel.script import Game, ShuffleFunction
from engine.players import hints, question
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import (
    Evaluator,
    PlanEvaluator,
    RolloutEvaluator,
    find_race_evaluator,
    load_evaluator,
)
from engine.players.observation import Observation
from tests.game_cases import list_game_cases
from tests.players import secrecy_checks
from tests.players.resampled_worlds import EquivalentTables, generate_equivalent_tables
from tests.rules.amundsen.play import PlayedTable, load_game, make_table

SLUGS_WITH_HIDDEN_STATE = [
    slug
    for slug in registry.list_slugs()
    if registry.load_game(slug).kind.has_chance or registry.load_game(slug).kind.has_simultaneous_moves
]
QUESTION_COUNT = 400
"""The number of questions for each game, over all numbers of seats."""
STRIDES = [16, pytest.param(1, marks=pytest.mark.soak)]
"""`make test` asks one question in this number, and some of those that come within a turn."""
MIN_QUESTIONS_WITHIN_TURN = 10
MAX_SEEDS_TRIED = 60


class QuickEvaluator:
    """An evaluator with few moves and a short horizon, to save time."""

    def __init__(self, game: AnyGame) -> None:
        self._all = load_evaluator(game)
        self.horizon, self.replies, self.candidates = 2, 2, 2
        self.playouts = {"captain": 2}
        self.analysis_depth = lambda _: (2, 2, 2)
        self.is_race = self._all.is_race
        race_evaluator = find_race_evaluator(self._all)
        if race_evaluator is not None:
            self.measure_win_distance = race_evaluator.measure_win_distance
        self.search_candidates, self.computer_names = 2, self._all.computer_names
        self.value, self.move_priors, self.follows = self._all.value, self._all.move_priors, self._all.follows
        self.naive_value = self._all.naive_value
        self.name_gains, self.resources = self._all.name_gains, self._all.resources
        self.nobody_chance, self.is_side_choice = self._all.nobody_chance, self._all.is_side_choice
        self.value_sharpness = self._all.value_sharpness
        self.search_kind = self._all.search_kind
        if self.search_kind == "plan":
            plan = cast("PlanEvaluator", self._all)
            self.actions, self.looks, self.idle, self.rivals, self.alone = 2, 2, plan.idle, plan.rivals, plan.alone
        if self.search_kind == "rollout":
            rollout = cast("RolloutEvaluator", self._all)
            self.rollout_depth, self.lead = lambda _: (2, 2, 2), rollout.lead


def collect_equivalent_tables(game: AnyGame, seat_count: int) -> list[EquivalentTables]:
    """Collect questions from the openings and from the whole of random games."""
    found: list[EquivalentTables] = []
    max_questions = QUESTION_COUNT // len(list(game.seat_counts))
    for number in range(100):
        found += generate_equivalent_tables(game, seat_count, f"pairs-{number}", 600)
        if len(found) >= max_questions:
            break
    return found[:max_questions]


def list_tables(slug: str, question_count: int = 60) -> tuple[AnyGame, list[EquivalentTables]]:
    """List the first questions of a random game with the fewest seats, and of one with the most."""
    game = registry.load_game(slug)
    found: list[EquivalentTables] = []
    for seat_count in sorted({min(game.seat_counts), max(game.seat_counts)}):
        found += generate_equivalent_tables(game, seat_count, "first questions", question_count)
    if slug == "paso":
        found += generate_equivalent_tables(game, 4, "teams", 20, {"mode": "teams"})
    return game, found


def play_ahead(
    game: AnyGame, evaluator: Evaluator, table: tuple[Any, str], pair: EquivalentTables, number: int
) -> list[bytes]:
    """Describe a sampled world of the seat, before and after four moves in it."""
    run: GameRun[Any] = Observation(game, *table, pair.seat).world(Dice("ahead"), number)
    moves = create_random_stream(Dice("ahead"), number, "moves")
    states = [msgspec.json.encode(run.state)]
    for _ in range(4):
        if not run.questions:
            break
        seat = min(run.situation.questions)
        run.play(seat, draw_move(evaluator, run.state, seat, run.build_menu(seat), moves))
        states.append(msgspec.json.encode(run.state))
    return states


@pytest.mark.slow
@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=SLUGS_WITH_HIDDEN_STATE))
def test_what_a_seat_cannot_know_changes_no_choice(slug: str, stride: int) -> None:
    game = registry.load_game(slug)
    evaluator = QuickEvaluator(game)
    different = within_turn = 0
    all_pairs = [pair for seats in game.seat_counts for pair in collect_equivalent_tables(game, seats)]
    pairs = all_pairs[::stride] + [pair for pair in all_pairs if pair.table[0].answers][:MIN_QUESTIONS_WITHIN_TURN]
    secrecy_checks.check_views(game, pairs)
    secrecy_checks.check_resampling(game, pairs)
    for number, pair in enumerate(pairs):
        dice = Dice(f"secrecy/{number}")
        worlds = [play_ahead(game, evaluator, table, pair, number) for table in pair.tables]
        assert worlds[0] == worlds[1], (pair.table[0].answers, pair.seat)
        chosen = [
            CAPTAIN.choose_move(Observation(game, *table, pair.seat), evaluator, Budget(), dice)
            for table in pair.tables
        ]
        assert chosen[0] == chosen[1], (pair.table[0].answers, pair.seat)
        different += pair.are_different
        within_turn += bool(pair.table[0].answers)
    assert different > len(pairs) / 3
    assert within_turn > 0


@pytest.mark.parametrize("slug", SLUGS_WITH_HIDDEN_STATE)
def test_a_world_keeps_what_the_seat_sees_and_the_table_as_it_is(slug: str) -> None:
    game = registry.load_game(slug)
    seats = min(game.seat_counts)
    different = 0
    for pair in generate_equivalent_tables(game, seats, "keeps", 60):
        position, seed = pair.table
        before = msgspec.json.encode(position)
        observation = Observation(game, position, seed, pair.seat)
        worlds = [observation.world(Dice("keeps"), n) for n in range(3)]
        here: GameRun[Any] = GameRun(game, position, seed)
        for world in worlds:
            if here.position.move_count == observation.moves:
                assert game.build_view(world.state, pair.seat) == game.build_view(here.state, pair.seat)
            assert world.build_menu(pair.seat).options == here.build_menu(pair.seat).options
            assert game.count_pieces(world.state) == game.count_pieces(here.state)
        different += len({msgspec.json.encode(world.state) for world in worlds}) > 1
        assert msgspec.json.encode(position) == before
    assert different > 10


@pytest.mark.parametrize("slug", SLUGS_WITH_HIDDEN_STATE)
def test_resampling_worlds_and_questions_keep_nothing_of_the_true_deal(slug: str) -> None:
    game, pairs = list_tables(slug)
    assert sum(pair.are_different for pair in pairs) > 30
    secrecy_checks.check_views(game, pairs)
    secrecy_checks.check_resampling(game, pairs)
    secrecy_checks.check_worlds(game, pairs)
    secrecy_checks.check_questions(game, pairs)


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=SLUGS_WITH_HIDDEN_STATE))
def test_what_a_seat_cannot_know_changes_no_hint(slug: str) -> None:
    game, pairs = list_tables(slug, 40)
    secrecy_checks.check_hints(game, pairs[::12])


def test_a_question_does_not_tell_the_order_of_a_shuffle_in_this_turn() -> None:
    """The deck is empty, Good Weather draws from the shuffled discards, and its player is asked what to do."""
    t, seeds = make_reshuffled_table()
    secrecy_checks.check_shuffle_is_hidden(t.rules, t.position, 0, seeds)


def make_reshuffled_table() -> tuple[PlayedTable, list[str]]:
    """Return a table after a reshuffle, and seeds with which the same card is drawn from decks of different orders."""
    state = make_table(amundsen="gw ra", scott="ya", row="ga rb yc").state
    state.deck, state.discards = ["rd", "bd"], ["rs", "bx", "yd", "gh"]
    t = PlayedTable(Position(state, 10), load_game(), "seed")
    t.play("amundsen take 2 gw", "amundsen effect weather")
    hand, seeds = GameRun(t.rules, t.position, t.seed).state.explorers["amundsen"].hand, list[str]()
    for number in range(MAX_SEEDS_TRIED):
        run = GameRun(t.rules, t.position, f"reshuffle {number}")
        if run.state.explorers["amundsen"].hand == hand:
            seeds.append(f"reshuffle {number}")
    assert len({" ".join(GameRun(t.rules, t.position, seed).state.deck) for seed in seeds}) > 3
    return t, seeds


# ---------------------------------------------------------------- planted leaks
Resample = Callable[[Any, Any, Any, ShuffleFunction], None]


def keep_fourth_stack(game: Paso, state: Any, seat: int | None, shuffle: ShuffleFunction) -> None:
    four = state.four.copy()
    RESAMPLE_PASO(game, state, seat, shuffle)
    state.four[:] = four


def keep_box(game: Expanse, state: Any, seat: int | None, shuffle: ShuffleFunction) -> None:
    """Resample the deck, but leave the cards of the box in the box."""
    box, state.box = state.box, []
    RESAMPLE_EXPANSE(game, state, seat, shuffle)
    state.box = shuffle(box)


def keep_score_cards(game: Expanse, state: Any, seat: int | None, shuffle: ShuffleFunction) -> None:
    places = [index for index, card in enumerate(state.deck) if card == SCORE_CARD]
    RESAMPLE_EXPANSE(game, state, seat, shuffle)
    cards = [card for card in state.deck if card != SCORE_CARD]
    for index in places:
        cards.insert(index, SCORE_CARD)
    state.deck[:] = cards


RESAMPLE_PASO: Resample = cast("Any", Paso.resample_hidden)
RESAMPLE_EXPANSE: Resample = cast("Any", Expanse.resample_hidden)


@pytest.mark.parametrize("check", [secrecy_checks.check_resampling, secrecy_checks.check_worlds])
@pytest.mark.parametrize(
    ("game_type", "leak"), [(Paso, keep_fourth_stack), (Expanse, keep_box), (Expanse, keep_score_cards)]
)
def test_a_leak_in_resampling_is_caught(
    monkeypatch: pytest.MonkeyPatch, game_type: type[Game[Any, Any]], leak: Resample, check: Callable[..., None]
) -> None:
    game, pairs = list_tables(game_type.meta.slug, 20)
    check(game, pairs)
    monkeypatch.setattr(game_type, "resample_hidden", leak)
    with pytest.raises(AssertionError, match="seat"):
        check(game, pairs)


@pytest.mark.parametrize("slug", SLUGS_WITH_HIDDEN_STATE)
def test_resampling_that_does_nothing_is_caught(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    game, pairs = list_tables(slug, 20)
    monkeypatch.setattr(type(game), "resample_hidden", Game.resample_hidden)
    for check in (secrecy_checks.check_resampling, secrecy_checks.check_worlds, secrecy_checks.check_questions):
        with pytest.raises(AssertionError, match="seat"):
            check(game, pairs)


def test_a_question_with_the_true_order_of_a_shuffle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    t, seeds = make_reshuffled_table()
    monkeypatch.setattr(question, "_resample_rolls", lambda turn, *_: dict(turn.dice.rolls))
    with pytest.raises(AssertionError, match="reshuffle"):
        secrecy_checks.check_shuffle_is_hidden(t.rules, t.position, 0, seeds)


def test_a_question_with_the_answers_of_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the Paso all players choose a character at the same time."""
    create_question = question.create_question

    def leak(game: AnyGame, position: Position[Any], seed: str, seat: int, dice: Dice) -> object:
        asked = create_question(game, position, seed, seat, dice)
        assert asked is not None
        known = decode_position(game, asked.position)
        told = encode_position(msgspec.structs.replace(known, answers=position.answers)).decode()
        return msgspec.structs.replace(asked, position=told)

    game, pairs = list_tables("paso", 4)
    pending = [pair for pair in pairs if pair.table[0].answers != pair.other_table[0].answers]
    assert pending
    secrecy_checks.check_questions(game, pending)
    monkeypatch.setattr(question, "create_question", leak)
    with pytest.raises(AssertionError, match="seat"):
        secrecy_checks.check_questions(game, pending)


class TrueObservation(Observation):
    """An observation whose worlds are the true table."""

    def world(self, dice: Dice, number: int) -> GameRun[Any]:
        return self._table.clone()


@pytest.mark.parametrize("slug", SLUGS_WITH_HIDDEN_STATE)
def test_hints_from_the_true_table_are_caught(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    game, pairs = list_tables(slug, 40)
    monkeypatch.setattr(hints, "Observation", TrueObservation)
    with pytest.raises(AssertionError, match="seat"):
        secrecy_checks.check_hints(game, pairs[::2])
