"""Custom ids, `ow:<b|s|m>:<act>:<table>:<revision>:<rest>`: all that is needed to handle a button, select or modal, also after
a restart. Table and revision are in base 36. `rest` depends on the act: for a move, it holds the words so far."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from cogs.interactions.limits import MAX_CUSTOM_ID_CHARS
from engine.host.service.play.tryout import MoveReader
from engine.kernel.menu import Menu, Words, generate_levels
from engine.kernel.text import IllegalMoveError, Text, say

NUMBER_PATTERN = r"[0-9a-z]{1,12}"
"""The pattern of a number in base 36, which fits the 63 bits of the store."""
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
    """Parse a custom id. Raises ValueError if it is not one of ours."""
    for pattern in (BUTTON_PATTERN, SELECT_PATTERN, MODAL_PATTERN):
        match = re.fullmatch(pattern, custom_id)
        if match is not None:
            return parse_match(match)
    raise ValueError("not a custom id of ours")


def generate_custom_ids(components: Iterable[object]) -> Iterator[CustomId]:
    """Yield the custom ids of a message's components, also of nested ones. Ids that are not ours are left out."""
    for part in components:
        try:
            yield parse_custom_id(getattr(part, "custom_id", None) or "")
        except ValueError:
            yield from generate_custom_ids(getattr(part, "children", ()))


def build_button_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """Build the custom id of a button. Raises ValueError if it is too long for Discord."""
    return _build_id("b", act, table_id, revision, rest)


def build_select_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """Build the custom id of a select. Raises ValueError if it is too long for Discord."""
    return _build_id("s", act, table_id, revision, rest)


def build_modal_id(act: str, table_id: int, revision: int, rest: str = "") -> str:
    """Build the custom id of a modal. Raises ValueError if it is too long for Discord."""
    return _build_id("m", act, table_id, revision, rest)


def count_free_chars(act: str, table_id: int, revision: int) -> int:
    """Return how many characters `rest` may have."""
    return MAX_CUSTOM_ID_CHARS - len(_build_id("b", act, table_id, revision, ""))


def pack_path(root: Menu, words: Words, max_chars: int) -> str:
    """Write a path in at most `max_chars` characters: as its words, or else as option numbers with a checksum.

    Raises ValueError if neither fits.
    """
    plain = " ".join(words)
    if len(plain) <= max_chars:
        return plain
    numbers: list[str] = []
    for menu, picked in generate_levels(root, words):
        options = list(menu.options)
        numbers.append("+".join(format_base36(options.index(option)) for option in picked))
    packed = f"#{_compute_checksum(plain)}.{'.'.join(numbers)}"
    if len(packed) > max_chars:
        raise ValueError(f"a path of {len(words)} words does not fit {max_chars} characters")
    return packed


def fits_path(root: Menu, words: Words, max_chars: int) -> bool:
    """Return whether `pack_path` can write a path in `max_chars` characters."""
    try:
        pack_path(root, words, max_chars)
    except ValueError:
        return False
    return True


def pack_shortest(root: Menu, words: Words) -> str:
    """Write a path as short as possible."""
    plain = " ".join(words)
    try:
        return pack_path(root, words, len(plain) - 1)
    except ValueError:
        return plain


def make_nth_path(packed: str, nth: int) -> str:
    """Mark a path for the nth select (counted from 0) after the same words, since all ids of a message must differ."""
    if nth:
        return f"{packed}~{nth}"
    return packed


def unpack_path(root: Menu, text: str) -> Words:
    """Read a packed path. Raises IllegalMoveError if its numbers no longer stand for the same words."""
    text = text.partition("~")[0]
    if not text.startswith("#"):
        return tuple(text.split())
    checksum, *numbers = text[1:].split(".")
    words: list[str] = []
    menu: Menu | None = root
    for packed in numbers:
        try:
            picks = [parse_number(pick, 36) for pick in packed.split("+")]
        except ValueError:
            raise IllegalMoveError(describe_outdated()) from None
        if menu is None or max(picks) >= len(menu.options):
            raise IllegalMoveError(describe_outdated())
        words.append("+".join(menu.options[pick].word for pick in picks))
        menu = menu.next_menu(words[-1])
    if _compute_checksum(" ".join(words)) != checksum:
        raise IllegalMoveError(describe_outdated())
    return tuple(words)


def list_readers(tried: str) -> list[MoveReader]:
    """Return a reader of each of some tried moves: packed paths, joined by "_". A reader needs the menu that its move answers."""
    return [partial(_read_move, packed) for packed in tried.split("_") if packed]


def _read_move(packed: str, menu: Menu) -> Words:
    return unpack_path(menu, packed)


def describe_outdated() -> Text:
    """Return the answer to an outdated button."""
    return say("Those buttons are from an earlier turn; here is how things stand now.")


def parse_number(text: str, base: int = 10) -> int:
    """Parse a number from the `rest` of an id or from a chosen value. Raises ValueError for text that this program never
    writes there."""
    if not re.fullmatch(NUMBER_PATTERN, text):
        raise ValueError(f"not a number of ours: {text[:20]!r}")
    return int(text, base)


def format_base36(n: int) -> str:
    """Format a number in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    if n < 36:
        return digits[n]
    return format_base36(n // 36) + digits[n % 36]


def _build_id(kind: str, act: str, table_id: int, revision: int, rest: str) -> str:
    custom_id = f"ow:{kind}:{act}:{format_base36(table_id)}:{format_base36(revision)}:{rest}"
    if len(custom_id) > MAX_CUSTOM_ID_CHARS:
        raise ValueError(f"custom id of {len(custom_id)} characters")
    return custom_id


def _compute_checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
