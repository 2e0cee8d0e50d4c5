"""Playouts of the best replies: their depth, their dice, and a start in the middle of a turn."""

from __future__ import annotations

from engine.games.amundsen.evaluator import Evaluator
from engine.games.amundsen.state import State
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.players.computer_levels import Budget, choose_move
from engine.players.observation import Observation
from engine.players.reply_search import ReplySearch
from engine.players.search import FIRST_SEARCH_WORLD
from tests.rules.amundsen.play import PlayedTable, load_game, make_table

ATTACK: Words = ("blizzard", "rb+yb")
TAKE: Words = ("take", "1")


def before_the_pole() -> PlayedTable:
    """Return a table on which Scott wins by his next turn, unless Amundsen plays two Blizzards."""
    return make_table(amundsen="rb yb ga", scott="ra gc ba ya", spaces=(5, 11), row="ga ra rh")


def score(t: PlayedTable, words: Words, horizon: int, world: int = FIRST_SEARCH_WORLD) -> float:
    evaluator = Evaluator(load_game())
    evaluator.horizon = horizon
    return ReplySearch(Observation(t.rules, t.position, "seed", 0), evaluator, Dice("reply")).score_playout(
        world, (words,)
    )


def test_a_playout_sees_that_the_rival_wins_next() -> None:
    t = before_the_pole()
    assert score(t, TAKE, 0) > 0
    for horizon in (1, 4):
        assert score(t, TAKE, horizon) == 0
        assert score(t, ATTACK, horizon) > 0


class Watching(Evaluator):
    """An evaluator that looks no reply ahead, and remembers the position it evaluated last."""

    horizon = 0
    last: State

    def value(self, state: State, seat: int) -> float:
        self.last = state
        return super().value(state, seat)


def test_questions_of_a_move_are_answered_before_it_counts() -> None:
    """The discarded Drop Supplies takes Scott’s only card, and it is his turn then."""
    t, evaluator = make_table(amundsen="ra rs", scott="gc", spaces=(5, 5), row="ga ra ba"), Watching(load_game())
    search = ReplySearch(Observation(t.rules, t.position, "seed", 0), evaluator, Dice("reply"))
    search.score_playout(FIRST_SEARCH_WORLD, (("take", "2", "rs"),))
    assert evaluator.last.to_move == "scott"
    assert evaluator.last.explorers["scott"].hand == []


def test_the_same_dice_say_the_same_of_a_move_and_others_something_else() -> None:
    t = make_table(amundsen="ra ya", scott="gc", spaces=(3, 4))
    said = [score(t, TAKE, 4, FIRST_SEARCH_WORLD + n) for n in (0, 0, 1, 2)]
    assert said[0] == said[1]
    assert len(set(said)) > 1


def test_a_captain_answers_in_the_middle_of_a_turn() -> None:
    t = make_table(amundsen="rs ya", scott="gc", spaces=(3, 4)).play("amundsen take 2 rs")
    words = choose_move("captain", t.rules, t.position, "seed", 0, Dice("middle"), Budget(max_playouts=4))
    assert words in list(generate_moves(t.now.build_menu(0)))
    assert words[0] == "effect"
