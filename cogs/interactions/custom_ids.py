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

from cogs.interactions.limits import MAX_CUSTOM_ID_CHARS
from engine.kernel.menu import Menu, Words
from engine.kernel.text import IllegalMoveError, Text, say

NUMBER_PATTERN = r"[0-9a-z]{1,12}"
"""A number in base 36 that fits the store's 63 bits."""
BUTTON_PATTERN = rf"ow:b:(?P<act>[a-z]+):(?P<table>{NUMBER_PATTERN}):(?P<rev>{NUMBER_PATTERN}):(?P<rest>.*)"
SELECT_PATTERN = BUTTON_PATTERN.replace("ow:b", "ow:s")
MODAL_PATTERN = BUTTON_PATTERN.replace("ow:b", "ow:m")


class CustomId(msgspec.Struct, frozen=True):
    """The parts of a custom id."""

    act: str
    table_id: int
    revision: int
    rest: str = ""


def parse_match(match: re.Match[str]) -> CustomId:
    """Parse a match of one of the patterns."""
    return CustomId(match["act"], int(match["table"], 36), int(match["rev"], 36), match["rest"])


def parse_custom_id(custom_id: str) -> CustomId:
    """Parse a custom id. Raises ValueError when it is not one of ours."""
    match = next(
        filter(None, (re.fullmatch(kind, custom_id) for kind in (BUTTON_PATTERN, SELECT_PATTERN, MODAL_PATTERN))), None
    )
    if match is None:
        raise ValueError("not a custom id of ours")
    return parse_match(match)


def list_custom_ids(components: Iterable[object]) -> Iterator[CustomId]:
    """The custom ids of a message's components, nested ones too; ids that are not ours are left out."""
    for part in components:
        try:
            yield parse_custom_id(getattr(part, "custom_id", None) or "")
        except ValueError:
            yield from list_custom_ids(getattr(part, "children", ()))


def build_button_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """The custom id of a button. Raises ValueError when it is too long for Discord."""
    return _build_id("b", act, table_id, revision, rest)


def build_select_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """The custom id of a select. Raises ValueError when it is too long for Discord."""
    return _build_id("s", act, table_id, revision, rest)


def build_modal_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """The custom id of a modal. Raises ValueError when it is too long for Discord."""
    return _build_id("m", act, table_id, revision, rest)


def count_free_chars(act: str, table_id: int, revision: int) -> int:
    """How many characters `rest` may have."""
    return MAX_CUSTOM_ID_CHARS - len(_build_id("b", act, table_id, revision, ""))


def pack_path(root: Menu, words: Words, room: int) -> str:
    """Write a path in at most `count_free_chars` characters: as its words, or as option numbers with a checksum."""
    plain = " ".join(words)
    if len(plain) <= room:
        return plain
    numbers: list[str] = []
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        names = [option.word for option in at.options]
        numbers.append(
            "+".join(format_base36(names.index(pick)) for pick in (word.split("+") if at.max_picks > 1 else [word]))
        )
        at = at.next_menu(word)
    packed = f"#{_compute_checksum(plain)}.{'.'.join(numbers)}"
    if len(packed) > room:
        raise ValueError(f"a path of {len(words)} words does not fit {room} characters")
    return packed


def fits_path(root: Menu, words: Words, room: int) -> bool:
    """Whether a path can be written in so many characters."""
    try:
        pack_path(root, words, room)
    except ValueError:
        return False
    return True


def pack_shortest(root: Menu, words: Words) -> str:
    """A path as short as it can be written."""
    plain = " ".join(words)
    try:
        return pack_path(root, words, len(plain) - 1)
    except ValueError:
        return plain


def make_nth_path(packed: str, nth: int) -> str:
    """The path of the nth select (counted from 0) that goes on from the same words: all ids of a message differ."""
    return f"{packed}~{nth}" if nth else packed


def unpack_path(root: Menu, text: str) -> Words:
    """Read a packed path. Raises Illegal when the numbers no longer stand for the same words."""
    text = text.partition("~")[0]
    if not text.startswith("#"):
        return tuple(text.split())
    check, *numbers = text[1:].split(".")
    words: list[str] = []
    at: Menu | None = root
    for packed in numbers:
        try:
            picks = [parse_number(pick, 36) for pick in packed.split("+")]
        except ValueError:
            raise IllegalMoveError(describe_outdated()) from None
        if at is None or max(picks) >= len(at.options):
            raise IllegalMoveError(describe_outdated())
        words.append("+".join(at.options[pick].word for pick in picks))
        at = at.next_menu(words[-1])
    if _compute_checksum(" ".join(words)) != check:
        raise IllegalMoveError(describe_outdated())
    return tuple(words)


def describe_outdated() -> Text:
    """The answer to an outdated button."""
    return say("Those buttons are from an earlier turn; here is how things stand now.")


def parse_number(text: str, base: int = 10) -> int:
    """A number from the part of an id that depends on the act, or from a chosen value. Raises ValueError for anything that
    this program does not write there."""
    if not re.fullmatch(NUMBER_PATTERN, text):
        raise ValueError(f"not a number of ours: {text[:20]!r}")
    return int(text, base)


def format_base36(n: int) -> str:
    """A number in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[n] if n < 36 else format_base36(n // 36) + digits[n % 36]


def _build_id(kind: str, act: str, table_id: int, revision: int, rest: str) -> str:
    made = f"ow:{kind}:{act}:{format_base36(table_id)}:{format_base36(revision)}:{rest}"
    if len(made) > MAX_CUSTOM_ID_CHARS:
        raise ValueError(f"custom id of {len(made)} characters")
    return made


def _compute_checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
