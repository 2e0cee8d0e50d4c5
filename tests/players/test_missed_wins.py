"""The check for missed wins finds what there is, and mates miss nothing in a small sample; `make soak` has the large one."""

from __future__ import annotations

from engine.kernel import registry
from tests.players.winning_positions import FRESH, RAID
from tests.programs.missed_wins import WinCount, count_missed_wins, find_certain_win, load_bound
from tests.rules.paso.play import make_table

SAMPLE_GAMES = 2


def test_the_check_finds_a_win_of_one_turn_and_none_without_points() -> None:
    for position in (FRESH, RAID):
        t = make_table(**position)
        line = find_certain_win(t.rules, t.position, "seed", 0, load_bound(t.rules), set())
        assert line is not None
        assert {words[0] for words in line} == {"raid", "advance", "fresh", "exit"}
        t = make_table(**position, points=1)
        assert find_certain_win(t.rules, t.position, "seed", 0, load_bound(t.rules), set()) is None


def test_a_win_by_luck_is_not_counted() -> None:
    """Ana lacks the point for the exit, and “Rob” may bring her an Extra point or not."""
    for hand, is_certain in (("two-more extra", True), ("two-more rob", False)):
        t = make_table(ships={0: "b24", 1: "b5"}, points=0, hands={0: hand, 1: "extra silence"})
        found = find_certain_win(t.rules, t.position, "seed", 0, load_bound(t.rules), set())
        assert (found is not None) == is_certain


def test_mates_of_1911_miss_no_win_and_random_players_do() -> None:
    game, mates, random_players = registry.load_game("amundsen"), WinCount(), WinCount()
    for number in range(SAMPLE_GAMES):
        count_missed_wins(game, "mate", 2, f"sample-{number}", mates)
    assert mates.searched > 0
    assert mates.missed == []
    for number in range(SAMPLE_GAMES):
        count_missed_wins(game, "random", 2, f"sample-{number}", random_players)
    assert random_players.missed
