"""Custom ids: what a button, select or modal says when it is used, whole, so that it needs no memory and survives restarts.

    ow:<b|s|m>:<act>:<table>:<revision>:<rest>

"b" buttons, "s" selects and "m" modals; table and revision in base 36; `rest` belongs to the act, for moves the words so far.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

import msgspec

from cogs.interactions.limits import CUSTOM_ID
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Illegal, Text, say

BUTTON = r"ow:b:(?P<act>[a-z]+):(?P<table>[0-9a-z]+):(?P<rev>[0-9a-z]+):(?P<rest>.*)"
SELECT = BUTTON.replace("ow:b", "ow:s")
MODAL = BUTTON.replace("ow:b", "ow:m")


class Pressed(msgspec.Struct, frozen=True):
    """A custom id taken apart."""

    act: str
    table: int
    rev: int
    rest: str = ""


def parse(match: re.Match[str]) -> Pressed:
    """The parts of a custom id that one of the patterns matched."""
    return Pressed(match["act"], int(match["table"], 36), int(match["rev"], 36), match["rest"])


def parsed(custom_id: str) -> Pressed:
    """The parts of a custom id made here."""
    match = next(filter(None, (re.fullmatch(kind, custom_id) for kind in (BUTTON, SELECT, MODAL))), None)
    if match is None:
        raise ValueError("not a custom id of ours")
    return parse(match)


def ids_in(components: Iterable[object]) -> Iterator[Pressed]:
    """What the controls of a message say, those of others left out."""
    for part in components:
        try:
            yield parsed(getattr(part, "custom_id", None) or "")
        except ValueError:
            yield from ids_in(getattr(part, "children", ()))


def button(act: str, table: int, rev: int, rest: str = "") -> str:
    """The custom id of a button. Raises ValueError when it is too long for Discord."""
    return _made("b", act, table, rev, rest)


def select(act: str, table: int, rev: int, rest: str = "") -> str:
    """The custom id of a select. Raises ValueError when it is too long for Discord."""
    return _made("s", act, table, rev, rest)


def modal(act: str, table: int, rev: int, rest: str = "") -> str:
    """The custom id of a modal. Raises ValueError when it is too long for Discord."""
    return _made("m", act, table, rev, rest)


def room(act: str, table: int, rev: int) -> int:
    """How many characters are left for `rest`."""
    return CUSTOM_ID - len(_made("b", act, table, rev, ""))


def pack(root: Menu, words: Words, room: int) -> str:
    """The words of a path in at most `room` characters: themselves, or the options' numbers with a checksum."""
    plain = " ".join(words)
    if len(plain) <= room:
        return plain
    numbers: list[str] = []
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        names = [option.word for option in at.options]
        numbers.append("+".join(base36(names.index(pick)) for pick in (word.split("+") if at.hi > 1 else [word])))
        at = at.then(word)
    packed = f"#{_checksum(plain)}.{'.'.join(numbers)}"
    if len(packed) > room:
        raise ValueError(f"a path of {len(words)} words does not fit {room} characters")
    return packed


def unpack(root: Menu, text: str) -> Words:
    """The words of a packed path. Raises Illegal when the numbers no longer mean the words they were made from."""
    if not text.startswith("#"):
        return tuple(text.split())
    check, *numbers = text[1:].split(".")
    words: list[str] = []
    at: Menu | None = root
    for number in numbers:
        picks = [int(pick, 36) for pick in number.split("+")]
        if at is None or max(picks) >= len(at.options):
            raise Illegal(outdated())
        words.append("+".join(at.options[pick].word for pick in picks))
        at = at.then(words[-1])
    if _checksum(" ".join(words)) != check:
        raise Illegal(outdated())
    return tuple(words)


def outdated() -> Text:
    """What a late presser reads."""
    return say("Those buttons are from an earlier turn; here is how things stand now.")


def base36(n: int) -> str:
    """A number in few characters."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[n] if n < 36 else base36(n // 36) + digits[n % 36]


def _made(kind: str, act: str, table: int, rev: int, rest: str) -> str:
    made = f"ow:{kind}:{act}:{base36(table)}:{base36(rev)}:{rest}"
    if len(made) > CUSTOM_ID:
        raise ValueError(f"custom id of {len(made)} characters")
    return made


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
