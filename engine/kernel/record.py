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

When the rules were corrected during a game, its record begins with the position at that moment, in a header line `origin`.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from engine.kernel.position import Move, Position, decode, start
from engine.kernel.script import Game, restored
from engine.kernel.text import Seat


class Record(msgspec.Struct, frozen=True):
    """A game from its beginning. While it runs, `seed` is its commitment ("sha256:…") and moves that are still secret
    read "?": such a record can be read but not replayed.

    `resigned` holds the seats that gave up, each with the number of moves made before that. `origin` is the position
    before the first move as JSON, "" where it follows from options and seed.
    """

    game: str
    rules: int
    components: str
    seats: int
    options: dict[str, str]
    seed: str
    moves: tuple[Move, ...]
    resigned: tuple[tuple[int, Seat], ...] = ()
    origin: str = ""

    @property
    def sealed(self) -> bool:
        """Whether it still holds a secret, and so cannot be replayed."""
        return self.seed.startswith("sha256:") or any("?" in move.words for move in self.moves)


class BadRecord(ValueError):
    """A text that is not a record: which line, and why."""


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
    options = " ".join(f"{name}={value}" for name, value in sorted(record.options.items()))
    head = [
        f"game {record.game}",
        f"rules {record.rules}",
        f"components {record.components}",
        f"seats {record.seats}",
        f"options {options}".rstrip(),
        f"seed {record.seed}",
        # A space in JSON stands inside a string only: written like this no reader can swallow it.
        *([f"origin {record.origin.replace(' ', _SPACE)}"] if record.origin else []),
        "",
    ]
    lines = [line(move) for move in record.moves]
    for before, seat in reversed(record.resigned):
        lines.insert(before, f"resign {seat}")
    return "\n".join([*head, *lines]) + "\n"


def line(move: Move) -> str:
    """One move as a line of a record."""
    return f"{move.seat} {' '.join(move.words)}" + (f" #{move.digest}" if move.digest else "")


def parse(text: str) -> Record:
    """A record from its text. Blank lines and lines that begin with ";" are ignored. Raises BadRecord."""
    head: dict[str, str] = {}
    moves: list[Move] = []
    resigned: list[tuple[int, Seat]] = []
    for n, raw in enumerate(text.splitlines(), 1):
        words = raw.split()
        if not words or words[0].startswith(";"):
            continue
        if words[0].isdecimal():
            moves.append(_move(n, words))
        elif words[0] == "resign" and len(words) == 2 and words[1].isdecimal():
            resigned.append((len(moves), int(words[1])))
        elif moves or words[0] in head or words[0] not in (*_KEYS, _ORIGIN):
            raise BadRecord(f"line {n}: expected a move such as “0 take 1”, found “{raw.strip()[:40]}”")
        else:
            head[words[0]] = " ".join(words[1:])
    missing = [key for key in _KEYS if key not in head]
    if missing:
        raise BadRecord(f"the header lacks {', '.join(missing)}")
    try:
        options = dict(pair.split("=", 1) for pair in head["options"].split())
        return Record(
            head["game"],
            int(head["rules"]),
            head["components"],
            int(head["seats"]),
            options,
            head["seed"],
            tuple(moves),
            tuple(resigned),
            head.get(_ORIGIN, ""),
        )
    except ValueError as bad:
        raise BadRecord(f"the header does not read: {bad}") from bad


def line_of(text: str, n: int) -> tuple[int, str]:
    """The line of a record that holds move n (from 0): its number (from 1) and its text."""
    moves = [(at, raw.strip()) for at, raw in enumerate(text.splitlines(), 1) if raw.strip()[:1].isdecimal()]
    return moves[n]


_KEYS = ("game", "rules", "components", "seats", "options", "seed")
_ORIGIN = "origin"
_SPACE = "\\u0020"


def _move(n: int, words: list[str]) -> Move:
    digest = words.pop()[1:] if words[-1].startswith("#") else ""
    if len(words) < 2:
        raise BadRecord(f"line {n}: a move needs a seat and at least one word")
    return Move(int(words[0]), tuple(words[1:]), digest)
