"""Formats texts for Discord: translated, with names in bold or as mentions, and markup in names escaped."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from discord.utils import escape_markdown

from engine.host.model.table import NOBODY, Seated, Table
from engine.kernel.text import Seat, Text, Translate, say, write


class TextFormatter:
    """Formats texts in one language: call it with a Text. `mention` makes all names, or those of some seats, mentions."""

    def __init__(
        self, table: Table | None = None, *, translate: Translate, mention: bool | Collection[Seat] = False
    ) -> None:
        self.translate = translate
        people = table.seats if table else ()
        called = mention if not isinstance(mention, bool) else [person.seat for person in people if mention]
        self._names = _Names(
            translate,
            {
                person.seat: f"<@{person.user}>"
                if person.seat in called and person.user > NOBODY
                else f"**{escape_markdown(name_of(person, translate))}**"
                for person in people
            },
        )

    def __call__(self, text: Text) -> str:
        """The formatted text."""
        return write(text, self._names, self.translate)


def name_of(person: Seated, translate: Translate) -> str:
    """The name of somebody at a table; a seat that nobody has taken, and somebody who was erased, are called by the seat."""
    if person.user > NOBODY:
        return person.name
    if person.user == NOBODY:
        return write(say("Player {number}", number=person.seat + 1), (), translate)
    return write(say("Somebody (seat {number})", number=person.seat + 1), (), translate)


def names_of(table: Table, translate: Translate) -> tuple[str, ...]:
    """The names of everybody at a table, by seat."""
    return tuple(name_of(person, translate) for person in table.seats)


class _Names(dict[Seat, str]):
    """Names by seat; a seat without a known person is called by its number."""

    def __init__(self, translate: Translate, names: Mapping[Seat, str]) -> None:
        super().__init__(names)
        self._translate = translate

    def __missing__(self, seat: Seat) -> str:
        return write(say("seat {number}", number=seat + 1), self, self._translate)


def plain_label(text: Text, table: Table | None, translate: Translate) -> str:
    """A text without markup: for buttons, select options and autocomplete."""
    return write(text, _Names(translate, dict(enumerate(names_of(table, translate) if table else ()))), translate)
