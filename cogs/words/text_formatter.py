"""Texts made readable on Discord: translated, with names in bold or as mentions, nothing in a name taken for markup."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from discord.utils import escape_markdown

from engine.host.model.table import NOBODY, Seated, Table
from engine.kernel.text import Seat, Text, Translate, say, write


class TextFormatter:
    """Writes texts for one reader: call it with a Text. `mention` writes all names, or those of some seats, as mentions."""

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
        """The sentence for this reader."""
        return write(text, self._names, self.translate)


def name_of(person: Seated, translate: Translate) -> str:
    """What somebody at a table is called; who was erased has no name, but a seat."""
    if person.user >= NOBODY:
        return person.name
    return write(say("Somebody (seat {number})", number=person.seat + 1), (), translate)


def names_of(table: Table, translate: Translate) -> tuple[str, ...]:
    """What everybody at a table is called, by seat."""
    return tuple(name_of(person, translate) for person in table.seats)


class _Names(dict[Seat, str]):
    """Names by seat; a seat nobody is known for is called by its number."""

    def __init__(self, translate: Translate, names: Mapping[Seat, str]) -> None:
        super().__init__(names)
        self._translate = translate

    def __missing__(self, seat: Seat) -> str:
        return write(say("seat {number}", number=seat + 1), self, self._translate)


def plain_label(text: Text, table: Table | None, translate: Translate) -> str:
    """A text for places without markup: buttons, select options, autocomplete."""
    return write(text, _Names(translate, dict(enumerate(names_of(table, translate) if table else ()))), translate)
