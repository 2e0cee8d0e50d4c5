"""Custom ids: all that a button, select or modal needs to be handled, so that it needs no memory and survives restarts.

    ow:<b|s|m>:<act>:<table>:<revision>:<rest>

"b" is a button, "s" a select, "m" a modal; table and revision are in base 36; `rest` depends on the act: for a move, the words
so far.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

import msgspec

from cogs.interactions.limits import CUSTOM_ID
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Illegal, Text, say

NUMBER = r"[0-9a-z]{1,12}"
"""A number in base 36 that fits the store's 63 bits."""
BUTTON = rf"ow:b:(?P<act>[a-z]+):(?P<table>{NUMBER}):(?P<rev>{NUMBER}):(?P<rest>.*)"
SELECT = BUTTON.replace("ow:b", "ow:s")
MODAL = BUTTON.replace("ow:b", "ow:m")


class Pressed(msgspec.Struct, frozen=True):
    """The parts of a custom id."""

    act: str
    table: int
    rev: int
    rest: str = ""


def parse(match: re.Match[str]) -> Pressed:
    """Parse a match of one of the patterns."""
    return Pressed(match["act"], int(match["table"], 36), int(match["rev"], 36), match["rest"])


def parsed(custom_id: str) -> Pressed:
    """Parse a custom id. Raises ValueError when it is not one of ours."""
    match = next(filter(None, (re.fullmatch(kind, custom_id) for kind in (BUTTON, SELECT, MODAL))), None)
    if match is None:
        raise ValueError("not a custom id of ours")
    return parse(match)


def ids_in(components: Iterable[object]) -> Iterator[Pressed]:
    """The custom ids of a message's components, nested ones too; ids that are not ours are left out."""
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
    """How many characters `rest` may have."""
    return CUSTOM_ID - len(_made("b", act, table, rev, ""))


def pack(root: Menu, words: Words, room: int) -> str:
    """Write a path in at most `room` characters: as its words, or as option numbers with a checksum."""
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


def fits(root: Menu, words: Words, room: int) -> bool:
    """Whether a path can be written in so many characters."""
    try:
        pack(root, words, room)
    except ValueError:
        return False
    return True


def shortest(root: Menu, words: Words) -> str:
    """A path as short as it can be written."""
    plain = " ".join(words)
    try:
        return pack(root, words, len(plain) - 1)
    except ValueError:
        return plain


def another(packed: str, nth: int) -> str:
    """The path of the nth select (counted from 0) that goes on from the same words: all ids of a message differ."""
    return f"{packed}~{nth}" if nth else packed


def unpack(root: Menu, text: str) -> Words:
    """Read a packed path. Raises Illegal when the numbers no longer stand for the same words."""
    text = text.partition("~")[0]
    if not text.startswith("#"):
        return tuple(text.split())
    check, *numbers = text[1:].split(".")
    words: list[str] = []
    at: Menu | None = root
    for packed in numbers:
        try:
            picks = [number(pick, 36) for pick in packed.split("+")]
        except ValueError:
            raise Illegal(outdated()) from None
        if at is None or max(picks) >= len(at.options):
            raise Illegal(outdated())
        words.append("+".join(at.options[pick].word for pick in picks))
        at = at.then(words[-1])
    if _checksum(" ".join(words)) != check:
        raise Illegal(outdated())
    return tuple(words)


def outdated() -> Text:
    """The answer to an outdated button."""
    return say("Those buttons are from an earlier turn; here is how things stand now.")


def number(text: str, base: int = 10) -> int:
    """A number from the part of an id that depends on the act, or from a chosen value. Raises ValueError for anything that
    this program does not write there."""
    if not re.fullmatch(NUMBER, text):
        raise ValueError(f"not a number of ours: {text[:20]!r}")
    return int(text, base)


def base36(n: int) -> str:
    """A number in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[n] if n < 36 else base36(n // 36) + digits[n % 36]


def _made(kind: str, act: str, table: int, rev: int, rest: str) -> str:
    made = f"ow:{kind}:{act}:{base36(table)}:{base36(rev)}:{rest}"
    if len(made) > CUSTOM_ID:
        raise ValueError(f"custom id of {len(made)} characters")
    return made


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
