"""`python -m render`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from engine.kernel import position, registry
from engine.kernel.menu import sample_move
from engine.kernel.position import Move
from engine.kernel.record import GameRecord, compute_components_digest, format_record
from engine.kernel.script import complete_options
from render import rule_pages
from render.__main__ import main


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write nine moves of a game of Amundsen vs Scott."""
    game = registry.load_game("amundsen")
    options = complete_options(game.settings, {})
    at = position.begin_game(game, 2, options, "seed").position
    moves = []
    for n in range(9):
        now = position.resolve_situation(game, at, "seed")
        seat = min(now.questions)
        words = sample_move(now.build_menu(seat), lambda below, n=n: n % below)
        at = position.play_move(game, at, "seed", seat, words).position
        moves.append(Move(seat, words, position.compute_digest(at, "seed")))
    file = tmp_path_factory.mktemp("record") / "game.record"
    played = GameRecord(
        "amundsen", game.rules_version, compute_components_digest(game), 2, options, "seed", tuple(moves)
    )
    file.write_text(format_record(played), "utf-8")
    return file


def test_a_moment_becomes_a_picture(record_file: Path, tmp_path: Path):
    out = tmp_path / "board.png"
    assert main([str(record_file), "--upto", "4", "--seat", "0", "--out", str(out)]) == 0
    with Image.open(out) as drawn:
        assert drawn.size == (1650, 1050)


def test_a_hand_becomes_a_picture(record_file: Path, tmp_path: Path):
    out = tmp_path / "hand.png"
    assert main([str(record_file), "--seat", "1", "--hand", "--out", str(out)]) == 0
    with Image.open(out) as drawn:
        assert drawn.width == 1100


def test_words_go_to_standard_output(record_file: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(record_file), "--upto", "1", "--alt"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Turn 1: Player")
    assert told.count("1 face down") == 2
    assert main([str(record_file), "--upto", "1", "--seat", "0", "--alt"]) == 0
    assert capsys.readouterr().out.count("1 face down") == 1


def test_another_seats_events_stay_unseen(record_file: Path, capsys: pytest.CaptureFixture[str]):
    main([str(record_file), "--upto", "1", "--alt"])
    public = capsys.readouterr().out
    main([str(record_file), "--upto", "1", "--seat", "1", "--alt"])
    assert "You begin with" not in public
    assert "You begin with" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--upto", "10"], "the record holds 9 moves"),
        (["--seat", "2"], "--seat is public or a number from 0 to 1"),
        (["--hand"], "holds nothing"),
    ],
)
def test_the_reason_is_given_for_pictures_that_cannot_be_drawn(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], why: str
):
    assert main([str(record_file), "--out", str(tmp_path / "no.png"), *more]) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "no.png").exists()


def test_a_broken_record_is_named_with_its_move(record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    broken = tmp_path / "broken.record"
    lines = record_file.read_text("utf-8").splitlines()
    broken.write_text("\n".join([*lines[:-1], "0 take 99"]), "utf-8")
    assert main([str(broken), "--out", str(tmp_path / "no.png")]) == 1
    assert "move 9 does not play" in capsys.readouterr().err


def test_a_running_game_cannot_be_replayed(record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    running = tmp_path / "running.record"
    running.write_text(record_file.read_text("utf-8").replace("seed seed", "seed sha256:00"), "utf-8")
    assert main([str(running)]) == 1
    assert "still runs" in capsys.readouterr().err


def test_the_rules_are_written_as_a_page_with_pictures(tmp_path: Path) -> None:
    assert rule_pages.main(["amundsen", "--out", str(tmp_path / "pages")]) == 0
    page = (tmp_path / "pages" / "amundsen.html").read_text("utf-8")
    assert '<p id="A4.2"><strong>A4.2</strong>' in page
    names = re.findall(r'<img src="([^"]+)"', page)
    assert len(names) >= 20
    assert sorted(names) == sorted(path.name for path in (tmp_path / "pages").glob("*.png"))
    assert rule_pages.main(["chess", "--out", str(tmp_path)]) == 1
