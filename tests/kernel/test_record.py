"""Records: a game as text that people can read, send and keep."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.position import Move, begin_game, encode_position
from engine.kernel.record import (
    GameRecord,
    RecordError,
    SeatChange,
    build_opening,
    compute_components_digest,
    find_move_line,
    format_move,
    format_record,
    parse_record,
)
from tests.kernel.toy_game import Cards, Components, ToyGame

RECORD_TEXT = """\
game toy
rules 1
components 6c8e3f0a
seats 2
options rounds=2 weather=yes
seed s

0 bid f1 #a1b2c3d4
1 bid g2
"""
TOY_RECORD = GameRecord(
    "toy",
    1,
    "6c8e3f0a",
    2,
    {"rounds": "2", "weather": "yes"},
    "s",
    (Move(0, ("bid", "f1"), "a1b2c3d4"), Move(1, ("bid", "g2"))),
)

words = st.text("abcdefghijklmnopqrstuvwxyz0123456789+-", min_size=1, max_size=8)
moves = st.builds(
    Move,
    st.integers(0, 9),
    st.lists(words, min_size=1, max_size=4).map(tuple),
    st.just("") | st.text("0123456789abcdef", min_size=8, max_size=8),
)
records = st.builds(
    GameRecord,
    words,
    st.integers(0, 99),
    words,
    st.integers(1, 9),
    st.dictionaries(words, words),
    words,
    st.lists(moves).map(tuple),
)


def test_record_reads_as_its_text() -> None:
    assert format_record(TOY_RECORD) == RECORD_TEXT
    assert parse_record(RECORD_TEXT) == TOY_RECORD


@given(records)
def test_every_record_is_read_as_it_was_written(record: GameRecord) -> None:
    assert parse_record(format_record(record)) == record


def test_resignations_stand_between_the_moves_and_an_origin_in_the_header() -> None:
    record = msgspec.structs.replace(
        TOY_RECORD,
        changes=(SeatChange(0, 1), SeatChange(1, 0), SeatChange(1, 0, "replace"), SeatChange(2, 1)),
        origin='{"a": "b  c"}',
    )
    text = format_record(record)
    assert text.splitlines()[6:] == [
        r'origin {"a":\u0020"b\u0020\u0020c"}',
        "",
        "resign 1",
        "0 bid f1 #a1b2c3d4",
        "resign 0",
        "replace 0",
        "1 bid g2",
        "resign 1",
    ]
    assert parse_record(text).changes == record.changes
    assert msgspec.structs.replace(parse_record(text), origin="") == msgspec.structs.replace(record, origin="")


def test_an_origin_is_where_the_moves_begin() -> None:
    toy = ToyGame()
    begun = begin_game(toy, 2, {"rounds": "2", "weather": "no"}, "s").position
    kept = msgspec.structs.replace(TOY_RECORD, options={"rounds": "2", "weather": "no"})
    assert build_opening(toy, kept) == begun
    later = msgspec.structs.replace(begun, tick=7)
    assert (
        build_opening(
            toy, parse_record(format_record(msgspec.structs.replace(kept, origin=encode_position(later).decode())))
        )
        == later
    )


def test_the_line_of_a_move() -> None:
    assert find_move_line("; hello\n" + RECORD_TEXT, 0) == (9, "0 bid f1 #a1b2c3d4")
    assert find_move_line(RECORD_TEXT.replace("1 bid", "resign 1\n\n  1 bid"), 1) == (11, "1 bid g2")


def test_comments_blank_lines_and_spaces_do_not_matter() -> None:
    loose = "; a fine game\n\n" + RECORD_TEXT.replace("0 bid f1", "\n  0   bid f1 ").replace("\n", "\r\n") + "; ends: 0"
    assert parse_record(loose) == TOY_RECORD


def test_a_game_without_options_has_an_empty_line() -> None:
    assert parse_record(RECORD_TEXT.replace("options rounds=2 weather=yes", "options")).options == {}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("seed s\n", "", "the header lacks seed"),
        ("rules 1\n", "", "the header lacks rules"),
        ("seed s", "seed s\nseed t", "line 7: expected a move"),
        ("seed s", "seed s\nweather bad", "line 7: expected a move"),
        ("1 bid g2", "Ana bids g2", "line 9: expected a move such as “0 take 1”, found “Ana bids g2”"),
        ("1 bid g2", "1", "line 9: a move needs a seat and at least one word"),
        ("1 bid g2", "1 #a1b2c3d4", "line 9: a move needs a seat and at least one word"),
        ("seats 2", "seats two", "the header does not read"),
        ("rounds=2", "rounds", "the header does not read"),
        ("1 bid g2", "² bid g2", "line 9: expected a move"),
        ("1 bid g2", "٣ bid g2", "line 9: expected a move"),
        ("1 bid g2", "9" * 4400 + " bid g2", "line 9: expected a move"),
        ("1 bid g2", "resign " + "9" * 4400, "line 9: expected a move"),
        ("1 bid g2", "replace x", "line 9: expected a move"),
        ("1 bid g2", "1 bid " + "g" * 1000, "line 9 is longer than 1000 characters"),
        ("rules 1", "rules " + "9" * 4400, "the header does not read: “rules 9999"),
        ("seats 2", "seats " + "9" * 4400, "the header does not read"),
        ("seats 2", "seats -2", "the header does not read"),
        ("seed s", "seed " + "s" * 201, "the header does not read"),
        ("rounds=2", "rounds=2 rounds=3", "the header does not read: “options rounds=2 rounds=3"),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        parse_record(RECORD_TEXT.replace(old, new))


record_lines = st.sampled_from([*RECORD_TEXT.splitlines(), "0", "# #", "options =", "rules", "٣ x", "² x", ";"])


@given(st.text() | st.lists(record_lines).map("\n".join))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with suppress(RecordError):
        assert isinstance(parse_record(text), GameRecord)


def test_line_of_a_move() -> None:
    assert format_move(Move(1, ("walk", "south", "2"), "0f9e8d7c")) == "1 walk south 2 #0f9e8d7c"
    assert format_move(Move(1, ("rest",))) == "1 rest"


class ComponentsWithIntKeys(msgspec.Struct):
    by_seats: dict[int, int]


class ToyWithIntKeys(ToyGame):
    def __init__(self) -> None:
        self.components = ComponentsWithIntKeys({3: 1, 2: 5})


def test_components_have_a_digest() -> None:
    other = ToyGame(Components(Cards("house", "fgh", 8)))
    assert compute_components_digest(ToyGame()) == compute_components_digest(ToyGame()) == "9c056568"
    assert compute_components_digest(other) != compute_components_digest(ToyGame())
    assert compute_components_digest(ToyWithIntKeys()) != compute_components_digest(ToyGame())
