"""The levels of the computer players: the same dice give the same move, and the stronger level wins.

Playouts limit them, not time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.__main__ import run_command
from engine.arena_command import MIN_GAMES
from engine.games.northwest.state import State as NorthwestState
from engine.games.paso.state import State as PasoState
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words, generate_moves
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.players import arena, circles
from engine.players.computer_levels import CADET, COMPUTER_PLAYERS, GREENHAND, Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation
from tests.game_cases import list_game_cases
from tests.kernel.toy_game import TOY_COMPONENTS, ToyGame
from tests.programs.arena_rows import format_equal_rows, format_rows
from tests.rules.amundsen.play import make_table
from tests.rules.expanse.play import make_table as make_expanse_table
from tests.rules.northwest.play import make_table as make_northwest_table
from tests.rules.paso.play import make_table as make_paso_table

FAST = Budget(max_playouts=2)


@pytest.mark.parametrize("slug", list_game_cases("northwest"))
@pytest.mark.parametrize("level", list(COMPUTER_PLAYERS))
def test_the_same_dice_choose_the_same_move(slug: str, level: str) -> None:
    game = registry.load_game(slug)
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), "same").position, "same")
    for _ in range(6):
        seat = min(run.situation.questions)
        chosen = [
            choose_move(level, game, run.position, "same", seat, Dice("dice"), Budget(max_playouts=5)) for _ in range(2)
        ]
        assert chosen[0] == chosen[1]
        run.play(seat, chosen[0])


def test_other_dice_may_choose_another_move() -> None:
    game = registry.load_game("amundsen")
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), "other").position, "other")
    chosen = {choose_move("random", game, run.position, "other", 0, Dice(f"dice {n}")) for n in range(20)}
    assert len(chosen) > 1


def test_a_greenhand_thinks_of_two_moves_only() -> None:
    game = registry.load_game("paso")
    run = GameRun(game, begin_game(game, 2, complete_options(game.settings, {}), "green").position, "green")
    while run.state.phase == "choose":
        seat = min(run.situation.questions)
        run.play(seat, next(generate_moves(run.build_menu(seat))))
    seat = min(run.situation.questions)
    evaluator = load_evaluator(game)
    observation = Observation(game, run.position, "green", seat)
    thought_of = [len(GREENHAND.rank_candidates(observation, evaluator, Dice(f"dice {n}"))) for n in range(5)]
    assert 1 <= max(thought_of) <= 2
    assert len(CADET.rank_candidates(observation, evaluator, Dice("dice"))) > 2


def test_a_cadet_of_1911_runs_its_own_race_and_a_mate_stops_the_rival() -> None:
    """Scott wins by his next turn, unless Amundsen plays two Blizzards."""
    t = make_table(amundsen="rb yb ga", scott="ra gc ba ya", spaces=(5, 11), row="ga ra rh")
    for level, attacks in (("cadet", False), ("mate", True)):
        words = choose_move(level, t.rules, t.position, "seed", 0, Dice("race"))
        assert (words[0] == "blizzard") == attacks


def test_a_cadet_sees_no_progress_of_the_others() -> None:
    for table in (make_northwest_table(), make_paso_table(ships={0: "b4", 1: "d1"}), make_expanse_table()):
        evaluator, state = load_evaluator(table.rules), table.state
        value, naive_value = (rate(state, 0) for rate in (evaluator.value, evaluator.naive_value))
        if isinstance(state, NorthwestState):
            state.expeditions[1].passage = 10
        elif isinstance(state, PasoState):
            state.players[1].ship = "d8"
        else:
            state.sides[1].cp += 12
        assert evaluator.value(state, 0) < value
        assert evaluator.naive_value(state, 0) == naive_value


def test_a_cadet_of_the_passage_forgets_the_way_home() -> None:
    """In the last round a ship at a find is too far from Greenland."""
    channel = [f"x c{column} j0000" for column in range(14, 8, -1)]
    near, far = (
        make_northwest_table(placed=[*channel, "c7 100/000 franklin"], ships={0: ship}, round=10)
        for ship in ("c13", "c9")
    )
    evaluator = load_evaluator(near.rules)
    assert evaluator.value(far.state, 0) < evaluator.value(near.state, 0) / 2
    assert evaluator.naive_value(far.state, 0) > evaluator.naive_value(near.state, 0) * 0.8


# ---------------------------------------------------------------- a fast arena: docs/players.md has the measurements
@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "levels", "games", "least"),
    [
        ("amundsen", ("mate", "random"), 6, 0.6),
        ("amundsen", ("captain", "random"), 1, 0.5),
        pytest.param("expanse", ("mate", "random"), 2, 0.5, marks=pytest.mark.soak),
        pytest.param("northwest", ("mate", "random"), 2, 0.5, marks=pytest.mark.soak),
        pytest.param("paso", ("mate", "random"), 2, 0.5, marks=pytest.mark.soak),
    ],
)
def test_the_stronger_level_wins(slug: str, levels: tuple[str, str], games: int, least: float) -> None:
    game = registry.load_game(slug)
    options = complete_options(game.settings, {})
    found = [arena.play_game(game, levels, 2, n, "fast", options, FAST) for n in range(games)]
    assert arena.score_games(found).strength >= least


@pytest.mark.parametrize(("level", "guarded"), [("cadet", True), ("random", False)])
def test_a_computer_that_goes_round_in_circles_plays_a_safe_move(
    monkeypatch: pytest.MonkeyPatch, level: str, guarded: bool
) -> None:
    """In the Paso a ship moves along its own route for free, and back, so two such players would never end a game."""
    game, row, last, safe = registry.load_game("paso"), 0, -1, list[bool]()
    monkeypatch.setattr(circles, "MAX_MOVES_IN_ROW", 2)
    play = GameRun.play

    def watched(run: GameRun[Any], seat: int, words: Words) -> object:
        nonlocal row, last
        row, last = row + 1 if seat == last else 0, seat
        if row in (2, 4):
            safe.append(words == game.safe_move(seat, run.build_menu(seat)))
        return play(run, seat, words)

    monkeypatch.setattr(GameRun, "play", watched)
    arena.play_game(game, (level, level), 2, 0, "circles", complete_options(game.settings, {}))
    assert safe
    assert all(safe) == guarded


def test_computers_that_wait_for_each_other_draw_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mate plays much the same move in one position; late in a game that does not end it draws some of its moves."""
    t = make_paso_table(ships={0: "b4", 1: "d1"}, pieces=["0 s4 b1 b2 b3 b4", "1 u1 d1"])
    calm = {choose_move("mate", t.rules, t.position, "seed", 0, Dice(f"calm {n}")) for n in range(8)}
    monkeypatch.setattr(circles, "MAX_SENSIBLE_MOVES", 0)
    drawn = {choose_move("mate", t.rules, t.position, "seed", 0, Dice(f"calm {n}")) for n in range(8)}
    assert len(drawn) > len(calm)


# ---------------------------------------------------------------- figures
def game_won(number: int, winners: tuple[int, ...], seats: int = 2) -> arena.ArenaGame:
    levels = arena.assign_levels(("captain", "mate"), seats, number)
    return arena.ArenaGame(f"x-{number}", levels, winners, (3,) * seats, ("",) * seats, 10, "", (1, 2, 3))


def test_a_share_is_counted_in_whatever_seat_it_was_won() -> None:
    found = arena.score_games([game_won(0, (0,)), game_won(1, (1,)), game_won(2, (1,)), game_won(3, ())])
    assert (found.share, found.nobody, found.games) == (0.625, 1, 4)
    assert found.levels == ("captain", "mate")


def test_an_even_split_is_one_half_for_any_number_of_seats() -> None:
    assert arena.to_two_seat_strength(0.25, 4) == pytest.approx(0.5)
    assert arena.to_two_seat_strength(1 / 3, 3) == pytest.approx(0.5)
    assert [arena.to_two_seat_strength(0.5, 4, 2), arena.to_two_seat_strength(2 / 3, 3, 2)] == pytest.approx([0.5, 0.5])
    assert arena.score_games([game_won(n, (n % 4, (n + 1) % 4), 4) for n in range(4)]).share == 0.5


def test_wilson_knows_how_little_few_games_say() -> None:
    assert arena.wilson_interval(65, 100) == pytest.approx((0.5525, 0.7364), abs=0.0001)
    assert arena.wilson_interval(0, 0) == (0.0, 1.0)
    assert not arena.is_conclusive(arena.score_games([game_won(0, (0,))]))
    assert arena.is_conclusive(arena.score_games([game_won(n, (n % 2,)) for n in range(20)]))


def test_a_game_keeps_the_lines_of_the_score_and_the_turns() -> None:
    expedition, race = registry.load_game("northwest"), registry.load_game("amundsen")
    one = arena.play_game(expedition, ("random", "random"), 2, 0, "kept", complete_options(expedition.settings, {}))
    assert tuple(sum(lines.values()) for lines in one.lines) == one.points
    assert any(one.lines)
    one = arena.play_game(race, ("random", "random"), 2, 0, "kept", complete_options(race.settings, {}))
    assert abs(one.turns[0] - one.turns[1]) <= 1
    assert one.moves / 2 < sum(one.turns) <= one.moves


def test_rows_tell_games_among_equals_by_sides_and_lines(tmp_path: Path) -> None:
    def file(name: str, *found: arena.ArenaGame) -> Path:
        path = tmp_path / name
        path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in found))
        return path

    level = arena.ArenaGame(
        "x-0", ("mate", "mate"), (1,), (4, 6), ("Earth", "Mars"), 9, "", (1, 2), (3, 4), ({}, {"Finds": 6})
    )
    other = msgspec.structs.replace(level, seed="x-1", winners=(), turns=(7, 7))
    over = file("paso-captain,mate-2.jsonl", game_won(0, (0,)), game_won(1, (1,)))
    equal = file("expanse-mate,mate-2.jsonl", level, other)
    _, _, row = format_rows([over, equal])
    assert row.startswith("| paso | 2 | captain over mate | 2 (few) | 100% |")
    _, _, row = format_equal_rows([over, equal])
    assert "| mates | 2 (few) | 1 | 5.0 | median 4, 4 to 4 |" in row
    assert "| Earth 0% (0% to 66%), Mars 50% (9% to 91%) | Finds 3.0 (50%) |" in row


# ---------------------------------------------------------------- the command
def asked(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    code = run_command(["arena", *command.split()])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_series_goes_on_where_its_file_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, whole = tmp_path / "games", tmp_path / "whole"
    command = "amundsen --players random,random --seats 2 --seed s --resume"
    asked(capsys, f"{command} {file} --games 2")
    kept = file.read_text("utf-8")
    _, resumed, _ = asked(capsys, f"{command} {file} --games 4")
    _, at_once, _ = asked(capsys, f"{command} {whole} --games 4")
    assert file.read_text("utf-8").startswith(kept)
    assert [json.loads(line)["winners"] for line in file.read_text("utf-8").splitlines()] == [
        json.loads(line)["winners"] for line in whole.read_text("utf-8").splitlines()
    ]
    assert json.loads(resumed)["games"] == 4
    assert json.loads(resumed)["strength"] == json.loads(at_once)["strength"]


def test_it_stops_when_it_is_sure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The mate wins all games but one in ten."""

    def play_game(_game: object, levels: tuple[str, ...], _seats: int, number: int, *_: object) -> arena.ArenaGame:
        game = game_won(number, (number % 2 if number % 10 else 1 - number % 2,))
        return msgspec.structs.replace(game, levels=arena.assign_levels(levels, 2, number))

    monkeypatch.setattr(arena, "play_game", play_game)
    _, out, _ = asked(capsys, "amundsen --players mate,random --seats 2 --seed s --games 99 --until-sure")
    assert MIN_GAMES <= json.loads(out)["games"] < 40
    _, out, _ = asked(capsys, "amundsen --players mate,random --seats 2 --seed s --games 99")
    assert json.loads(out)["games"] == 99


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("amundsen --players mate,bosun --seats 2 --seed s", "Name 2 to 2 levels"),
        ("amundsen --players mate --seats 2 --seed s", "Name 2 to 2 levels"),
        ("amundsen --players mate,random --seats 3 --seed s", "is for 2 players, not 3"),
        ("amundsen --players mate,random --seats 2 --seed s --games 0", "no games"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], command: str, why: str) -> None:
    code, out, err = asked(capsys, command)
    assert (code, out) == (2, "")
    assert why in err


def test_a_file_of_another_series_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games"
    asked(capsys, f"amundsen --players random,random --seats 2 --seed s --games 1 --resume {file}")
    kept = file.read_text("utf-8")
    code, _, err = asked(capsys, f"amundsen --players mate,random --seats 2 --seed s --games 2 --resume {file}")
    assert code == 2
    assert "another series" in err
    assert file.read_text("utf-8") == kept


# ---------------------------------------------------------------- a game without an evaluator
def test_a_game_without_an_evaluator_is_played_to_its_end() -> None:
    """The toy game has simultaneous secret bids, draws and interrupts, and no `evaluator.py`."""
    toy = ToyGame(TOY_COMPONENTS)
    options = complete_options(toy.settings, {})
    found = arena.play_game(toy, ("captain", "random"), 3, 0, "camp", options, Budget(max_playouts=2))
    assert found.levels == ("captain", "random", "random")
    assert found.moves > 10
    assert found == msgspec.structs.replace(
        arena.play_game(toy, ("captain", "random"), 3, 0, "camp", options, Budget(max_playouts=2)), costs=found.costs
    )
