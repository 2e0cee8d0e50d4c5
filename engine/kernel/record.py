"""A game as plain text: a header, then one move a line. `/record` exports it, golden tests and bug reports consist of it.

game amundsen
rules 1
components 5f0c2b7e
seats 2
options explorers=choose open-deck=no patrons=no row=3 wild-at-pole=yes
seed 3b1f…

0 amundsen #a1b2c3d4
0 take 1 #0f9e8d7c
resign 1
replace 1

A seat that is given up is played by safe moves from then on, until another person plays on in it. When the rules were corrected
during a game, its record begins with the position at that moment, in a header line `origin`.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Literal, cast

import msgspec

from engine.kernel.position import Move, Position, begin_game, decode_position
from engine.kernel.script import Game, restore_options
from engine.kernel.text import Seat, Text, say, write_plain_text

MAX_MOVE_LINE_CHARS = 1_000
"""The longest line of a move."""
MAX_HEADER_LINE_CHARS = 200
"""The longest line of the header except options and origin."""
MAX_QUOTED_CHARS = 40
"""The part of a wrong line that an error quotes."""
HEADER_KEYS = ("game", "rules", "components", "seats", "options", "seed")
"""The words that begin the lines of the header. `ORIGIN_KEY` may follow."""
ORIGIN_KEY = "origin"
ESCAPED_SPACE = "\\u0020"
SEAT_PATTERN = re.compile("[0-9]{1,2}")
ChangeKind = Literal["resign", "replace"]


class SeatChange(msgspec.Struct, frozen=True):
    """A change after `moves_before` moves: a seat is given up, or another person plays on in it."""

    moves_before: int
    seat: Seat
    kind: ChangeKind = "resign"


class GameRecord(msgspec.Struct, frozen=True):
    """A game from its beginning.

    While it runs, `seed` is its commitment ("sha256:…") and moves that are still secret read "?": such a record can be read but
    not replayed. `changes` are the seats that were given up or taken over, without names, in order. `origin` is the position
    before the first move as JSON, "" where it follows from options and seed.
    """

    game: str
    rules_version: int
    components_digest: str
    seat_count: int
    options: dict[str, str]
    seed: str
    moves: tuple[Move, ...]
    changes: tuple[SeatChange, ...] = ()
    origin: str = ""

    @property
    def is_sealed(self) -> bool:
        """Whether the record still holds a secret, and so cannot be replayed."""
        return self.seed.startswith("sha256:") or any("?" in move.words for move in self.moves)


class RecordError(ValueError):
    """Raised for a text that is not a record. `text` says which line, and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(write_plain_text(text))
        self.text = text


def encode_components(game: Game[Any, Any]) -> bytes:
    """Return the components a game is played with as JSON, always the same bytes for the same components."""
    return msgspec.json.encode(msgspec.to_builtins(game.components, str_keys=True), order="deterministic")


def compute_components_digest(game: Game[Any, Any]) -> str:
    """Return eight hex digits for the components a game is played with.

    They may collide: code that stores by them must check.
    """
    return hashlib.sha256(encode_components(game)).hexdigest()[:8]


def build_opening(game: Game[Any, Any], record: GameRecord) -> Position[Any]:
    """Return the position before the first move of a record.

    Raises UserError for unknown options, msgspec.ValidationError for a position that does not fit the game.
    """
    if record.origin:
        return decode_position(game, record.origin)
    return begin_game(game, record.seat_count, restore_options(game.settings, record.options), record.seed).position


def format_record(record: GameRecord) -> str:
    """Return the record as text."""
    head = [
        f"game {record.game}",
        f"rules {record.rules_version}",
        f"components {record.components_digest}",
        f"seats {record.seat_count}",
        f"options {' '.join(map('='.join, sorted(record.options.items())))}".rstrip(),
        f"seed {record.seed}",
    ]
    if record.origin:
        # A space in JSON occurs inside a string only; escaped, it survives readers that collapse spaces.
        head.append(f"origin {record.origin.replace(' ', ESCAPED_SPACE)}")
    lines = [format_move(move) for move in record.moves]
    for change in reversed(record.changes):
        lines.insert(change.moves_before, f"{change.kind} {change.seat}")
    return "\n".join((*head, "", *lines, ""))


def format_move(move: Move) -> str:
    """Return a move as a line of a record."""
    line = f"{move.seat} {' '.join(move.words)}"
    return f"{line} #{move.digest}" if move.digest else line


def parse_record(text: str) -> GameRecord:
    """Parse the text of a record. Raises RecordError.

    Blank lines and lines that begin with ";" are ignored.
    """
    head: dict[str, str] = {}
    moves: list[Move] = []
    changes: list[SeatChange] = []
    for line_number, line in enumerate(map(str.strip, text.splitlines()), 1):
        words = line.split()
        if not words or words[0].startswith(";"):
            continue
        if SEAT_PATTERN.fullmatch(words[0]):
            moves.append(_parse_move(line_number, line, words))
        elif _is_seat_change(words):
            changes.append(SeatChange(len(moves), int(words[1]), cast("ChangeKind", words[0])))
        elif moves or words[0] in head or words[0] not in (*HEADER_KEYS, ORIGIN_KEY):
            raise RecordError(
                say(
                    "line {line}: expected a move such as “0 take 1”, found “{found}”",
                    line=line_number,
                    found=line[:MAX_QUOTED_CHARS],
                )
            )
        else:
            head[words[0]] = " ".join(words[1:])
    _check_header(head)
    return GameRecord(
        head["game"],
        _parse_number(head, "rules"),
        head["components"],
        _parse_number(head, "seats"),
        _parse_options(head["options"]),
        head["seed"],
        tuple(moves),
        tuple(changes),
        head.get(ORIGIN_KEY, ""),
    )


def _is_seat_change(words: list[str]) -> bool:
    return words[0] in ("resign", "replace") and len(words) == 2 and bool(SEAT_PATTERN.fullmatch(words[1]))


def _check_header(head: dict[str, str]) -> None:
    """Raise RecordError if a line of the header is missing or too long."""
    missing_keys = [key for key in HEADER_KEYS if key not in head]
    if missing_keys:
        raise RecordError(say("the header lacks {names}", names=list(missing_keys)))
    for key in ("game", "components", "seed"):
        if len(head[key]) > MAX_HEADER_LINE_CHARS:
            raise _build_header_error(key, head[key])


def find_move_line(text: str, move_index: int) -> tuple[int, str]:
    """Return the number (from 1) and the text of the line that holds the move `move_index` (from 0)."""
    numbered_lines = enumerate(map(str.strip, text.splitlines()), 1)
    return [(number, line) for number, line in numbered_lines if line[:1].isdecimal()][move_index]


def _parse_move(line_number: int, line_text: str, words: list[str]) -> Move:
    if len(line_text) > MAX_MOVE_LINE_CHARS:
        raise RecordError(
            say("line {line} is longer than {most} characters", line=line_number, most=MAX_MOVE_LINE_CHARS)
        )
    seat, *move_words = words
    digest = ""
    if words[-1].startswith("#"):
        digest = move_words.pop()[1:]
    if not move_words:
        raise RecordError(say("line {line}: a move needs a seat and at least one word", line=line_number))
    return Move(int(seat), tuple(move_words), digest)


def _parse_number(head: dict[str, str], key: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", head[key]):
        raise _build_header_error(key, head[key])
    return int(head[key])


def _parse_options(line: str) -> dict[str, str]:
    """Parse the options, "row=3 patrons=no". Raises RecordError if a word has no "=" or an option occurs twice."""
    options: dict[str, str] = {}
    for word in line.split():
        name, equals, value = word.partition("=")
        if not equals or name in options:
            raise _build_header_error("options", line)
        options[name] = value
    return options


def _build_header_error(key: str, value: str) -> RecordError:
    return RecordError(say("the header does not read: “{line}”", line=f"{key} {value}"[:MAX_QUOTED_CHARS]))
