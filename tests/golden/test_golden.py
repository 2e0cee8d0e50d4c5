"""Recorded games replay to the digest. A file name says how the game ends; a line "; ends: …" says it exactly.

; ends: 0: seat 1 reaches the Pole.        winners by seat, counted from 0 ("nobody" when all have lost), and the reason
; ends: goes on                            the record stops in the middle of a game
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.position import resolve_situation
from engine.kernel.record import format_record, parse_record
from tests.golden_records import load_records
from tests.programs.golden.show import describe_difference, describe_ending, replay_record

GOLDEN_DIRECTORY = Path(__file__).parent
RECORD_FILES = sorted(GOLDEN_DIRECTORY.glob("*/*.record"))


@pytest.mark.parametrize("file", RECORD_FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_record_replays(file: Path) -> None:
    text = file.read_text("utf-8")
    record = parse_record(text)
    assert record.game == file.parent.name
    assert record.moves
    assert all(move.digest for move in record.moves), "a golden record has a digest after every move"
    found = describe_difference(record)
    assert not found, f"{file.relative_to(GOLDEN_DIRECTORY)}\n{found}"
    _, position, _ = replay_record(record)
    result = resolve_situation(registry.load_game(record.game), position, record.seed).result
    ends = [line.removeprefix("; ends:").strip() for line in text.splitlines() if line.startswith("; ends:")]
    assert ends in ([], [describe_ending(result)])


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_every_game_has_records_that_end(slug: str) -> None:
    assert any(
        resolve_situation(registry.load_game(slug), replay_record(record)[1], record.seed).result
        for record in load_records(slug)
    )


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_a_difference_is_shown_with_the_board_before_it(slug: str) -> None:
    record = load_records(slug)[0]
    middle = len(record.moves) // 2
    changed_moves = [
        *record.moves[:middle],
        msgspec.structs.replace(record.moves[middle], digest="00000000"),
        *record.moves[middle + 1 :],
    ]
    shown = describe_difference(msgspec.structs.replace(record, moves=tuple(changed_moves)))
    words = " ".join([str(record.moves[middle].seat), *record.moves[middle].words])
    assert shown.startswith(f"Move {middle + 1}, “{words} #00000000”")
    assert "\n-" in shown
    assert "\n+" in shown
    illegal = msgspec.structs.replace(
        record, moves=(msgspec.structs.replace(record.moves[0], words=("fly",)), *record.moves[1:])
    )
    assert "“fly” is not a choice here." in describe_difference(illegal)
    assert parse_record(format_record(record)) == record
