"""Hints: the captain's best moves with a reason, and no information that the seat cannot have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, begin_game
from engine.kernel.record import encode_components
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, say, write_plain_text
from engine.players.computer_levels import CAPTAIN, Budget, choose_move
from engine.players.evaluator import has_evaluator, load_evaluator
from engine.players.hints import MAX_HINTS, find_hints, rank_scores
from engine.players.observation import Observation
from engine.players.question import create_question
from engine.workers.requests import HintRequest, Reply, answer_request, find_requested_hints
from tests.game_cases import list_game_cases
from tests.kernel.toy_game import TOY_COMPONENTS, ToyGame
from tests.players.winning_positions import BEN_NEXT, FRESH
from tests.rules.paso.play import make_table

FAST = Budget(max_playouts=8)
DICE = Dice("hints")
EVALUATED_SLUGS = [slug for slug in registry.list_slugs() if has_evaluator(registry.load_game(slug))]


def opening(slug: str, moves: int) -> GameRun[Any]:
    """Return a run of the game after some moves of beginners."""
    game = registry.load_game(slug)
    run: GameRun[Any] = GameRun(
        game, begin_game(game, 2, complete_options(game.settings, {}), "hints").position, "hints"
    )
    for _ in range(moves):
        seat = min(run.situation.questions)
        run.play(seat, choose_move("greenhand", game, run.position, "hints", seat, DICE))
    return run


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_the_same_dice_give_the_same_moves_best_first(slug: str) -> None:
    run = opening(slug, 6)
    seat = min(run.situation.questions)
    found = find_hints(run.game, run.position, "hints", seat, DICE, FAST)
    assert found == find_hints(run.game, run.position, "hints", seat, DICE, FAST)
    assert 1 <= len(found) <= MAX_HINTS
    assert len({one.words for one in found}) == len(found)
    assert [one.value for one in found] == sorted([one.value for one in found], reverse=True)
    for one in found:
        assert 0 <= one.value <= 1
        GameRun(run.game, run.position, "hints").play(seat, one.words)


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=EVALUATED_SLUGS))
def test_a_reason_is_a_gain_in_the_words_of_the_game(slug: str) -> None:
    told: set[str] = set()
    for moves in (6, 9, 12):
        run = opening(slug, moves)
        seat = min(run.situation.questions)
        found = find_hints(run.game, run.position, "hints", seat, DICE, FAST)
        told.update(write_plain_text(one.reason) for one in found if one.reason is not None)
    assert told
    assert not [reason for reason in told if "−" in reason or "-" in reason]


@pytest.mark.parametrize("moves", [4, 8])
def test_orders_of_the_same_placements_are_one_hint(moves: int) -> None:
    """Influence on Africa and then on Eurasia is the same as on Eurasia and then on Africa."""
    run = opening("expanse", moves)
    seat = min(run.situation.questions)

    def count_positions(words: list[Words]) -> int:
        positions: set[bytes] = set()
        for move in words:
            after = GameRun(run.game, run.position, "hints")
            after.push(seat, move)
            positions.add(msgspec.json.encode(after.state, order="sorted"))
        return len(positions)

    observation = Observation(run.game, run.position, "hints", seat)
    ranked = CAPTAIN.rank_candidates(observation, load_evaluator(run.game), FAST, DICE)
    assert count_positions([one.words for one in ranked]) < len(ranked), "the captain proposes several orders"
    found = find_hints(run.game, run.position, "hints", seat, DICE, FAST)
    assert count_positions([one.words for one in found]) == len(found) == MAX_HINTS


def test_moves_are_told_apart_only_as_far_as_the_comparison_allows() -> None:
    luck = [0.1 * (n % 5) for n in range(20)]
    scores = {
        ("good",): [0.6 + one for one in luck],
        ("as good",): [0.59 + 0.1 * (n % 2) + luck[n - 1] for n in range(20)],
        ("worse",): [0.4 + one for one in luck],
    }
    ranked = rank_scores(scores)
    assert [(words[0], standing) for words, _, standing in ranked] == [
        ("as good", "equal"), ("good", "equal"), ("worse", "behind")
    ]  # fmt: skip
    assert ranked[0][1] == ranked[1][1] > ranked[2][1], "equal moves have the same chance"
    del scores["as good",]
    assert [standing for _, _, standing in rank_scores(scores)] == ["best", "behind"]
    few = {words: values[:3] for words, values in scores.items()}
    assert [standing for _, _, standing in rank_scores(few)] == ["equal", "equal"], "three worlds tell nothing apart"
    assert rank_scores({("x",): [0.5]}) == [(("x",), 0.5, "only")]


def test_a_certain_win_is_the_only_hint() -> None:
    """The playouts of the search do not see a win in six moves: the captain finds it in another search, and so must its advice."""
    table = make_table(**FRESH)
    (hint,) = find_hints(table.rules, table.position, "hints", 0, DICE, FAST)
    assert (hint.words, hint.value, hint.standing) == (("raid", "b21"), 1.0, "best")
    assert hint.reason is not None
    assert write_plain_text(hint.reason) == "wins within this turn"


def test_a_move_that_lets_the_next_seat_win_is_no_hint() -> None:
    """The playouts of the search do not see the win, and once called the end of the turn as good as the Shield that bars it."""
    table = make_table(**BEN_NEXT, hands={0: "silence shield"})
    (hint,) = find_hints(table.rules, table.position, "hints", 0, DICE, FAST)
    assert (hint.words, hint.standing) == (("card", "shield"), "best")
    assert hint.reason is not None
    assert hint.reason == say("keeps {seat} from a win in the next turn", seat=SeatMention(1))


def test_nothing_is_called_good_if_the_next_seat_wins_in_any_case() -> None:
    table = make_table(**BEN_NEXT, hands={0: "silence"})
    hints = find_hints(table.rules, table.position, "hints", 0, DICE, FAST)
    assert len(hints) == 2
    for hint in hints:
        assert hint.value <= 0.05
        assert hint.reason == say("{seat} seems to win in the next turn", seat=SeatMention(1))


def test_a_game_without_an_evaluator_gives_no_reasons() -> None:
    toy = ToyGame(TOY_COMPONENTS)
    position = begin_game(toy, 2, complete_options(toy.settings, {}), "hints").position
    found = find_hints(toy, position, "hints", 0, DICE, FAST)
    assert found
    assert {one.reason for one in found} == {None}


def test_a_worker_answers_the_same() -> None:
    run = opening("northwest", 6)
    seat = min(run.situation.questions)
    put = create_question(run.game, run.position, "hints", seat, Dice("afresh"))
    assert put is not None
    job = HintRequest("northwest", encode_components(run.game).decode(), put, "dice", max_playouts=8)
    over_the_wire = msgspec.json.decode(msgspec.json.encode(answer_request(job)), type=Reply)
    assert over_the_wire.hints == find_requested_hints(job)
    other = create_question(run.game, run.position, "hints", seat, Dice("afresh again"))
    assert other is not None
    assert find_requested_hints(msgspec.structs.replace(job, question=other)) == find_requested_hints(job), (
        "however it was dealt"
    )
