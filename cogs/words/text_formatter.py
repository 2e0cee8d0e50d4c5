"""Formats texts for Discord: translated, with names in bold or as mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from cogs.words.display_names import label_name, message_name
from engine.host.model.table import NOBODY, Seated, Table
from engine.kernel.text import Seat, Text, Translate, say, write


class TextFormatter:
    """Formats texts in one language: call it with a Text. `mention` makes all names, or those of some seats, mentions.

    Where the whole text is bold, `strong=False` leaves names as they are.
    """

    def __init__(
        self,
        table: Table | None = None,
        *,
        translate: Translate,
        mention: bool | Collection[Seat] = False,
        strong: bool = True,
    ) -> None:
        self.translate = translate
        people = table.seats if table else ()
        around = "**" if strong else ""
        called = mention if not isinstance(mention, bool) else [person.seat for person in people if mention]
        self._names = _Names(
            translate,
            {
                person.seat: f"<@{person.user}>"
                if person.seat in called and person.user > NOBODY
                else f"{around}{_name(person, translate, message_name)}{around}"
                for person in people
            },
        )

    def __call__(self, text: Text) -> str:
        """The formatted text."""
        return write(text, self._names, self.translate)


def name_of(person: Seated, translate: Translate) -> str:
    """The name of somebody at a table, for labels and pictures."""
    return _name(person, translate, label_name)


def _name(person: Seated, translate: Translate, cleaned: Callable[[str], str]) -> str:
    """A cleaned name. A seat that nobody has taken, and somebody whose name shows nothing, are called by number; somebody who
    was erased by the seat. That a computer plays is said behind it."""
    if person.level:
        own = msgspec.structs.replace(person, level="", user=person.user or 1)
        return write(say("{name} (computer)", name=_name(own, translate, cleaned)), (), translate)
    if person.user >= NOBODY:
        shown = cleaned(person.name) if person.user > NOBODY else ""
        return shown or write(say("Player {number}", number=person.seat + 1), (), translate)
    return write(say("Somebody (seat {number})", number=person.seat + 1), (), translate)


def names_of(table: Table, translate: Translate) -> tuple[str, ...]:
    """The names of everybody at a table, by seat."""
    return tuple(name_of(person, translate) for person in table.seats)


def somebody(name: str, translate: Translate) -> str:
    """A person's name in a message where there is no seat to call them by."""
    return message_name(name) or write(say("Somebody"), (), translate)


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
