"""The command line, with the toy game in the registry."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import rulebook
from engine.__main__ import run_command
from engine.commands import count_sequences
from engine.kernel import registry
from engine.kernel.menu import generate_moves
from engine.kernel.position import Position, begin_game, play_move, resolve_situation
from engine.ops import doctor
from tests.kernel.toy_game import State, ToyGame

RUN_WITH_TOY_GAMES = """
import sys
from engine.kernel import registry
registry.GAMES_PACKAGE = "tests.kernel.games"
from engine.__main__ import run_command
sys.exit(run_command(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def toy_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES_PACKAGE", "tests.kernel.games")
    monkeypatch.setattr(rulebook, "GAMES_PACKAGE", "tests.kernel.games")


def run_command_line(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    """Run a command, and return its exit code, standard output and standard error."""
    try:
        code = run_command(command.split())
    except SystemExit as left:
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def toy_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "game.record"
    file.write_text(run_command_line(capsys, "transcript toy --seats 3 --seed tale --option rounds=6")[1], "utf-8")
    return file


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command_line(capsys, "games")
    assert code == 0
    assert json.loads(out) == [
        {
            "slug": "toy",
            "title": "Toy",
            "seats": [2, 3, 4],
            "rules_version": 1,
            "options": {"weather": ["yes", "no"], "rounds": ["4", "2", "6"]},
        }
    ]


def test_simulate_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command_line(
        capsys, "simulate toy --seats 2 --games 3 --seed x --option rounds=2 --option weather=no"
    )
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["seed"] for line in lines] == ["x-1", "x-2", "x-3"]
    for line in lines:
        assert line["moves"] >= 4
        assert line["seconds"] >= 0
        assert set(line["result"]) == {"winners", "ranking", "reason", "roles", "scores"}


def test_transcript_is_the_game_that_simulate_played(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = (json.loads(line) for line in run_command_line(capsys, "simulate toy --seats 3 --seed x")[1].splitlines())
    _, out, _ = run_command_line(capsys, "transcript toy --seats 3 --seed x-1")
    assert len([line for line in out.splitlines() if "#" in line]) == game["moves"]
    assert out.startswith("game toy\nrules 1\ncomponents 9c056568\nseats 3\noptions rounds=4 weather=yes\nseed x-1\n\n")


def test_replay_tells_the_result(capsys: pytest.CaptureFixture[str], toy_record: Path) -> None:
    code, out, err = run_command_line(capsys, f"replay {toy_record}")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert told["to_move"] == []
    assert told["result"]["reason"] in {"The camp is reached.", "The cards are out."}


def test_replay_upto_tells_whose_turn_it_is(capsys: pytest.CaptureFixture[str], toy_record: Path) -> None:
    first = json.loads(run_command_line(capsys, f"replay {toy_record} --upto 0")[1])
    assert first == {
        "game": "toy",
        "moves": 0,
        "digest": first["digest"],
        "to_move": [0, 1, 2],
        "result": None,
        "asked": {"0": "Bid a card.", "1": "Bid a card.", "2": "Bid a card."},
    }
    later = json.loads(run_command_line(capsys, f"replay {toy_record} --upto 3")[1])
    assert later["moves"] == 3
    assert list(later["asked"].values()) == ["What do you do?"]


def test_replay_stops_at_the_first_move_that_fails_and_names_it(
    capsys: pytest.CaptureFixture[str], toy_record: Path
) -> None:
    lines = toy_record.read_text("utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("0 bid"))
    lines[at] = "0 bid f99"
    toy_record.write_text("\n".join(lines), "utf-8")
    code, out, err = run_command_line(capsys, f"replay {toy_record}")
    assert (code, out) == (1, "")
    assert err.startswith(f"Move {at - 6}, “0 bid f99”: “f99” is not a choice here.")


def test_replay_notices_another_position(capsys: pytest.CaptureFixture[str], toy_record: Path) -> None:
    text = toy_record.read_text("utf-8")
    digest = text.splitlines()[9].split("#")[1]
    toy_record.write_text(text.replace(digest, "00000000"), "utf-8")
    code, _, err = run_command_line(capsys, f"replay {toy_record}")
    assert code == 1
    assert "Move 3, “" in err
    assert err.endswith("the position after it is not the recorded one\n")


def test_replay_with_an_owners_components(capsys: pytest.CaptureFixture[str], tmp_path: Path, toy_record: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[cards]\nsource = "rules"\nsuits = "pq"\nranks = 12\n', "utf-8")
    code, _, err = run_command_line(capsys, f"replay {toy_record} --components {own}")
    assert code == 1
    assert err.endswith("(it was played with other components; give their file with --components)\n")


def test_perft_counts_what_a_walk_over_all_moves_counts(capsys: pytest.CaptureFixture[str]) -> None:
    position = begin_game(ToyGame(), 3, {"weather": "yes", "rounds": "4"}, "p").position

    def walked(at: Position[State], depth: int) -> int:
        here = resolve_situation(ToyGame(), at, "p")
        if not depth or not here.questions:
            return not depth
        seat = min(here.questions)
        return sum(
            walked(play_move(ToyGame(), at, "p", seat, words).position, depth - 1)
            for words in generate_moves(here.build_menu(seat))
        )

    for depth in range(6):
        assert count_sequences(ToyGame(), position, "p", depth) == walked(position, depth)
    assert run_command_line(capsys, "perft toy --seats 3 --seed p --depth 5") == (0, f"{walked(position, 5)}\n", "")


def test_perft_divides_by_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command_line(capsys, "perft toy --seats 2 --seed p --depth 3 --divide")
    *rows, total = out.splitlines()
    assert code == 0
    assert len(rows) == 3
    assert sum(int(row.split(": ")[1]) for row in rows) == int(total)
    assert all(row.startswith("bid ") for row in rows)


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command_line(capsys, "rules toy")
    assert code == 0
    assert out.splitlines()[:3] == ["", "The round", "T1 A round is a dawn, a bid and a walk."]


def test_a_game_without_numbered_rules_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "load_page", lambda *_: "Rules without numbers.")
    code, _, why = run_command_line(capsys, "rules toy")
    assert (code, "RULES.md is missing or has no numbers" in why) == (2, True)


def test_components_name_their_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command_line(capsys, "components toy") == (0, "cards: house\n", "")
    own = tmp_path / "own.toml"
    own.write_text('[cards]\nsource = "rules"\nsuits = "pq"\nranks = 12\n', "utf-8")
    assert run_command_line(capsys, f"components toy --check {own}") == (0, f"cards: rules\n{own} fits.\n", "")
    own.write_text('[cards]\nsource = "rules"\nsuits = "pq"\nranks = "many"\n', "utf-8")
    assert run_command_line(capsys, f"components toy --check {own}") == (
        1,
        "",
        f"{own}: cards.ranks: Expected `int`, got `str`\n",
    )


def test_simulations_are_played_with_an_owners_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[cards]\nsource = "rules"\nsuits = "pqrs"\nranks = 12\n', "utf-8")
    ours = run_command_line(capsys, "simulate toy --seats 2 --seed s --games 3")
    theirs = run_command_line(capsys, f"simulate toy --seats 2 --seed s --games 3 --components {own}")
    assert ours[0] == theirs[0] == 0
    assert [json.loads(line)["moves"] for line in ours[1].splitlines()] != [
        json.loads(line)["moves"] for line in theirs[1].splitlines()
    ]
    code, _, why = run_command_line(capsys, "simulate toy --seats 2 --seed s --components gone.toml")
    assert (code, "gone.toml" in why) == (2, True)


def test_doctor_prints_a_line_for_each_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [
        doctor.ReplayReport(1, "toy", "same"),
        doctor.ReplayReport(2, "toy", "differs", 7, "it is another position"),
    ]
    monkeypatch.setattr(doctor, "check_tables", lambda _: reports)
    assert run_command_line(capsys, "doctor bot.db") == (
        1,
        "table 1 (toy): same\ntable 2 (toy): differs at 7: it is another position\n",
        "1 of 2 tables do not replay.\n",
    )
    del reports[1]
    assert run_command_line(capsys, "doctor bot.db") == (0, "table 1 (toy): same\n", "")


def test_doctor_finds_the_bots_tables_and_stands_behind_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    examined: list[Path | str] = []
    behind: list[int] = []
    monkeypatch.setattr(doctor, "check_tables", lambda where: examined.append(where) or [])
    monkeypatch.setattr("os.nice", behind.append)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OVERWINTER_STORE_URL", raising=False)
    Path("config.toml").write_text('[store]\npath = "here.db"\n', "utf-8")
    Path("other.toml").write_text('[store]\nurl = "postgresql://localhost/ours"\n', "utf-8")
    assert run_command_line(capsys, "doctor --online") == (0, "", "")
    assert behind == [10]
    assert run_command_line(capsys, "doctor --config other.toml") == (0, "", "")
    assert run_command_line(capsys, "doctor that.db") == (0, "", "")
    assert [str(where) for where in examined] == ["here.db", "postgresql://localhost/ours", "that.db"]
    assert behind == [10], "only beside a bot"


@pytest.mark.parametrize(
    "command",
    [
        "transcript chess --seats 2 --seed x",
        "transcript toy --seats 7 --seed x",
        "transcript toy --seats two --seed x",
        "transcript toy --seats 2",
        "transcript toy --seats 2 --seed x --option snow=yes",
        "transcript toy --seats 2 --seed x --option rounds=9",
        "transcript toy --seats 2 --seed x --option rounds",
        "simulate toy --seats 2 --seed x --games -1",
        "perft toy --seats 2 --seed x",
        "rules chess",
        "components chess",
        "components toy --check nowhere.toml",
        "replay nowhere.record",
        "replay {folder}",
        "replay {binary}",
        "replay {prose}",
        "replay {sealed}",
        "replay {secret}",
        "replay {stranger}",
        "replay {record} --upto 9999",
        "replay {record} --upto x",
        "doctor nowhere.db",
        "doctor {prose}",
        "dance",
        "",
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, toy_record: Path, command: str
) -> None:
    text = toy_record.read_text("utf-8")
    made = {
        "binary": b"\xff\x00",
        "prose": b"Once upon a time",
        "sealed": text.replace("seed tale", "seed sha256:ab").encode(),
        "secret": text.replace(" bid ", " ? ").encode(),
        "stranger": text.replace("game toy", "game chess").encode(),
    }
    for name, raw in made.items():
        (tmp_path / name).write_bytes(raw)
    code, out, err = run_command_line(
        capsys, command.format(folder=tmp_path, record=toy_record, **{name: tmp_path / name for name in made})
    )
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1, err


def test_same_game_in_every_process() -> None:
    command = [sys.executable, "-c", RUN_WITH_TOY_GAMES, "transcript", "toy", "--seats", "4", "--seed", "hash"]
    worlds = [{**os.environ, "PYTHONHASHSEED": salt} for salt in "12"]
    runs = [subprocess.run(command, env=world, capture_output=True, check=True).stdout for world in worlds]
    assert runs[0] == runs[1]
    assert runs[0].startswith(b"game toy\n")


def test_a_reader_who_stops_early_is_no_fault() -> None:
    command = [
        sys.executable,
        "-c",
        RUN_WITH_TOY_GAMES,
        "simulate",
        "toy",
        "--seats",
        "2",
        "--games",
        "500",
        "--seed",
        "x",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
