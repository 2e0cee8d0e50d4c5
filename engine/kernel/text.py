"""Sentences for people, kept as data until somebody reads them.

A `Text` is a template with its arguments. It can be stored, compared and translated; a seat in it becomes a name or a
mention only when it is written out for a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Final, Union

import msgspec

Seat = int
TextArg = Union[str, int, "SeatMention", "Text", Sequence[Union[str, int, "SeatMention", "Text"]]]


class SeatMention(msgspec.Struct, frozen=True, tag="who", gc=False):
    """A seat in a text; the reader sees that seat's name."""

    seat: Seat


class Text(msgspec.Struct, frozen=True, tag="text", omit_defaults=True, gc=False):
    """A translatable sentence: `template` with `{name}` fields, `many` its plural form chosen by the argument `n`."""

    template: str
    args: dict[str, TextArg] = {}
    many: str = ""


Translate = Callable[[str, str, int], str]
"""(template, plural template or "", n) -> the template in the reader's language."""

COMMAND_FIELD: Final = "{/"
"""The beginning of a field that names a command, such as `{/play}`, or its parameter, such as `{/vacation@from}`."""
TRANSLATED_META: Final = {"translated": True}
TranslatedName = Annotated[str, msgspec.Meta(extra=TRANSLATED_META)]
"""A string in components.toml that players read: `say(card.name)`. The catalogues find it by the type of its field."""


def mention_seats(seats: Iterable[Seat]) -> list[SeatMention]:
    """Return a mention of each seat."""
    return [SeatMention(seat) for seat in seats]


def say(template: str, /, **args: TextArg) -> Text:
    """Create a text from its template. The catalogues find templates by this call, so write them out in it.

    >>> write_text(say("{seat} sails to {tile}", seat=SeatMention(0), tile="c12"), ["Ana"])
    'Ana sails to c12'
    """
    return Text(template, args)


def count(one: str, many: str, n: int, /, **args: TextArg) -> Text:
    """Create a text that depends on a number, available to both templates as `{n}`.

    >>> write_text(count("{n} card", "{n} cards", 3), [])
    '3 cards'
    """
    return Text(one, {"n": n, **args}, many)


def translate_to_english(template: str, many: str, n: int) -> str:
    """Return the template as it is in the code."""
    return many if many and n != 1 else template


def write_text(
    text: Text, names: Sequence[str] | Mapping[Seat, str], translate: Translate = translate_to_english
) -> str:
    """Write the sentence for one reader: translated, with `names[seat]` for every seat. Lists are joined with commas.

    A field that begins with a slash is a command: `translate` writes the template "/play" for the field `{/play}`.
    """
    n = text.args.get("n", 0)
    template = translate(text.template, text.many, n if isinstance(n, int) else 0)
    if not text.args and COMMAND_FIELD not in template:
        return template
    fields = _Fields({key: _write_arg(arg, names, translate) for key, arg in text.args.items()})
    fields.translate = translate
    return template.format_map(fields)


class _Fields(dict[str, str]):
    """The written fields of a template. Commands are written when they are looked up."""

    translate: Translate

    def __missing__(self, key: str) -> str:
        if not key.startswith("/"):
            raise KeyError(key)
        return self.translate(key, "", 0)


def _write_arg(arg: TextArg, names: Sequence[str] | Mapping[Seat, str], translate: Translate) -> str:
    if isinstance(arg, SeatMention):
        return names[arg.seat]
    if isinstance(arg, Text):
        return write_text(arg, names, translate)
    if isinstance(arg, (list, tuple)):
        return ", ".join(_write_arg(item, names, translate) for item in arg)
    return str(arg)


class UserError(Exception):
    """Raised if a person's request cannot be done. `text` says why and what to do next; nothing has changed."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text

    def __str__(self) -> str:
        return write_text(self.text, _SeatNumbers())


class IllegalMoveError(UserError):
    """Raised for a move that the menu does not offer, with a reason to show to the player."""


class _SeatNumbers(dict[Seat, str]):
    """Names for texts without players: in logs, in tests and on the command line."""

    def __missing__(self, seat: Seat) -> str:
        return f"seat {seat + 1}"


def write_plain_text(text: Text) -> str:
    """Write the English sentence with seats as numbers, for logs, tests and the command line."""
    return write_text(text, _SeatNumbers())
