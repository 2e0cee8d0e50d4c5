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

from engine.kernel.position import Move, Position, decode, start
from engine.kernel.script import Game, restored
from engine.kernel.text import Seat, Text, plain, say

LINE, VALUE = 1_000, 200
"""Characters that the line of a move may have, and a line of the header, options and origin apart."""
ChangeKind = Literal["resign", "replace"]


class Change(msgspec.Struct, frozen=True):
    """After `before` moves a seat is given up, or another person plays on in it, also in one that was given up."""

    before: int
    seat: Seat
    kind: ChangeKind = "resign"


class Record(msgspec.Struct, frozen=True):
    """A game from its beginning. While it runs, `seed` is its commitment ("sha256:…") and moves that are still secret
    read "?": such a record can be read but not replayed.

    `changes` tells who left the seats and who took them, by seat and without names, in order. `origin` is the position
    before the first move as JSON, "" where it follows from options and seed.
    """

    game: str
    rules: int
    components: str
    seats: int
    options: dict[str, str]
    seed: str
    moves: tuple[Move, ...]
    changes: tuple[Change, ...] = ()
    origin: str = ""

    @property
    def sealed(self) -> bool:
        """Whether it still holds a secret, and so cannot be replayed."""
        return self.seed.startswith("sha256:") or any("?" in move.words for move in self.moves)


class BadRecord(ValueError):
    """A text that is not a record. `text` says which line, and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(plain(text))
        self.text = text


def components_json(game: Game[Any, Any]) -> bytes:
    """The components a game is played with as JSON, always the same bytes for the same components."""
    return msgspec.json.encode(msgspec.to_builtins(game.components, str_keys=True), order="deterministic")


def components_digest(game: Game[Any, Any]) -> str:
    """Eight hex digits for the components a game is played with. They may collide: code that stores by them must check."""
    return hashlib.sha256(components_json(game)).hexdigest()[:8]


def opening(game: Game[Any, Any], record: Record) -> Position[Any]:
    """The position before the first move of a record. Raises Refusal for unknown options, msgspec.ValidationError for a
    position that does not fit the game."""
    if record.origin:
        return decode(game, record.origin)
    return start(game, record.seats, restored(game.settings, record.options), record.seed).position


def dump(record: Record) -> str:
    """The record as text."""
    head = [
        f"game {record.game}",
        f"rules {record.rules}",
        f"components {record.components}",
        f"seats {record.seats}",
        f"options {' '.join(map('='.join, sorted(record.options.items())))}".rstrip(),
        f"seed {record.seed}",
        # A space in JSON stands inside a string only: written like this no reader can swallow it.
        *([f"origin {record.origin.replace(' ', _SPACE)}"] if record.origin else []),
        "",
    ]
    lines = [line(move) for move in record.moves]
    for change in reversed(record.changes):
        lines.insert(change.before, f"{change.kind} {change.seat}")
    return "\n".join((*head, *lines, ""))


def line(move: Move) -> str:
    """One move as a line of a record."""
    return f"{move.seat} {' '.join(move.words)}" + (f" #{move.digest}" if move.digest else "")


def parse(text: str) -> Record:
    """A record from its text. Blank lines and lines that begin with ";" are ignored. Raises BadRecord."""
    head: dict[str, str] = {}
    moves: list[Move] = []
    changes: list[Change] = []
    for n, raw in enumerate(map(str.strip, text.splitlines()), 1):
        words = raw.split()
        if not words or words[0].startswith(";"):
            continue
        if _SEAT.fullmatch(words[0]):
            moves.append(_move(n, raw, words))
        elif words[0] in ("resign", "replace") and len(words) == 2 and _SEAT.fullmatch(words[1]):
            changes.append(Change(len(moves), int(words[1]), cast("ChangeKind", words[0])))
        elif moves or words[0] in head or words[0] not in (*_KEYS, _ORIGIN):
            raise BadRecord(
                say("line {line}: expected a move such as “0 take 1”, found “{found}”", line=n, found=raw[:40])
            )
        else:
            head[words[0]] = " ".join(words[1:])
    if missing := [key for key in _KEYS if key not in head]:
        raise BadRecord(say("the header lacks {names}", names=list(missing)))
    if long := next((key for key in ("game", "components", "seed") if len(head[key]) > VALUE), ""):
        raise _unread(long, head[long])
    rules, seats, options = _number(head, "rules"), _number(head, "seats"), _options(head["options"])
    played = tuple(moves), tuple(changes), head.get(_ORIGIN, "")
    return Record(head["game"], rules, head["components"], seats, options, head["seed"], *played)


def line_of(text: str, n: int) -> tuple[int, str]:
    """The line of a record that holds move n (from 0): its number (from 1) and its text."""
    return [(at, raw.strip()) for at, raw in enumerate(text.splitlines(), 1) if raw.strip()[:1].isdecimal()][n]


_KEYS = ("game", "rules", "components", "seats", "options", "seed")
_ORIGIN, _SPACE = "origin", "\\u0020"
_SEAT = re.compile("[0-9]{1,2}")


def _move(n: int, raw: str, words: list[str]) -> Move:
    if len(raw) > LINE:
        raise BadRecord(say("line {line} is longer than {most} characters", line=n, most=LINE))
    digest = words.pop()[1:] if words[-1].startswith("#") else ""
    if len(words) < 2:
        raise BadRecord(say("line {line}: a move needs a seat and at least one word", line=n))
    return Move(int(words[0]), tuple(words[1:]), digest)


def _number(head: dict[str, str], key: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", head[key]):
        raise _unread(key, head[key])
    return int(head[key])


def _options(line: str) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in line.split()]
    options = {name: value for name, equals, value in pairs if equals}
    if len(options) == len(pairs):
        return options
    raise _unread("options", line)


def _unread(key: str, value: str) -> BadRecord:
    return BadRecord(say("the header does not read: “{line}”", line=f"{key} {value}"[:40]))
