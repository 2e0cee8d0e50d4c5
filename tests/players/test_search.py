"""Properties of all searches: the budget counts playouts, and successive halving distributes them among the root moves."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.players.evaluator import load_evaluator
from engine.players.greedy import RankedMove
from engine.players.observation import Observation
from engine.players.playout import Line
from engine.players.search import FIRST_SEARCH_WORLD, HalvingSearch
from engine.players.search_factory import create_search


def create_opening_search(slug: str, root_count: int) -> tuple[HalvingSearch, list[RankedMove]]:
    """Create the search of a game's first decision with at least this many moves, and its root moves."""
    game = registry.load_game(slug)
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), "search").position, "search")
    while True:
        seat = min(run.situation.questions)
        words = list(islice(generate_moves(run.build_menu(seat)), root_count))
        if len(words) == root_count:
            break
        run.play(seat, words[0])
    search = create_search(Observation(game, run.position, "search", seat), load_evaluator(game), Dice("search"))
    return search, [RankedMove(move, 0.5, 1) for move in words]


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_every_search_shares_playouts_out_by_halving(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search, root_moves = create_opening_search(slug, 4)
    worlds_by_move: dict[Words, list[int]] = {move.words: [] for move in root_moves}

    def score_playout(world_number: int, line: Line) -> float:
        (root_move,) = line
        worlds_by_move[root_move].append(world_number)
        return -list(worlds_by_move).index(root_move) / 10

    monkeypatch.setattr(search, "score_playout", score_playout)
    ranked = search.rank(root_moves, 16, 30.0)
    assert [move.words for move in ranked] == [move.words for move in root_moves]
    counts = [len(worlds) for worlds in worlds_by_move.values()]
    assert counts == [6, 6, 2, 2], "16 playouts: two worlds for four moves, then four for the better two"
    first, second, *_ = worlds_by_move.values()
    assert first == second == list(range(FIRST_SEARCH_WORLD, FIRST_SEARCH_WORLD + 6)), "the same worlds for all"


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_every_search_tries_each_root_move_in_time_or_stops(slug: str) -> None:
    search, root_moves = create_opening_search(slug, 3)
    in_time = search.rank(root_moves, 1, 30.0)
    assert Counter(move.words for move in in_time) == Counter(move.words for move in root_moves)
    assert len({move.mean for move in in_time}) > 1
    too_late = create_opening_search(slug, 3)[0].rank(root_moves, 1000, 0.0)
    assert [move.words for move in too_late] == [move.words for move in root_moves]
    assert [move.mean for move in too_late] == pytest.approx([0.5] * 3)
