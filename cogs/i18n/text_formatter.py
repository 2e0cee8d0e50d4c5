"""Formats texts for Discord: translated, with names in bold or as mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from cogs.i18n.display_names import clean_label_name, escape_message_name
from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.kernel.text import Seat, Text, Translate, say, write_text


class TextFormatter:
    """Formats texts in one language: call it with a Text. `mention` makes all names, or those of some seats, mentions.

    Where the whole text is bold, `strong=False` leaves names as they are.
    """

    def __init__(
        self,
        table: Table | None = None,
        *,
        translate: Translate,
        mentioned: bool | Collection[Seat] = False,
        is_bold: bool = True,
    ) -> None:
        self.translate = translate
        people = table.seats if table else ()
        around = "**" if is_bold else ""
        called = mentioned if not isinstance(mentioned, bool) else [person.seat for person in people if mentioned]
        self._names = _SeatNames(
            translate,
            {
                person.seat: f"<@{person.user_id}>"
                if person.seat in called and person.user_id > NO_USER
                else f"{around}{_format_name(person, translate, escape_message_name)}{around}"
                for person in people
            },
        )

    def __call__(self, text: Text) -> str:
        """The formatted text."""
        return write_text(text, self._names, self.translate)


def format_name(person: SeatAssignment, translate: Translate) -> str:
    """The name of somebody at a table, for labels and pictures."""
    return _format_name(person, translate, clean_label_name)


def _format_name(person: SeatAssignment, translate: Translate, cleaned: Callable[[str], str]) -> str:
    """A cleaned name. A seat that nobody has taken, and somebody whose name shows nothing, are called by number; somebody who
    was erased by the seat. That a computer plays is said behind it."""
    if person.computer_level:
        own = msgspec.structs.replace(person, computer_level="", user_id=person.user_id or 1)
        return write_text(say("{name} (computer)", name=_format_name(own, translate, cleaned)), (), translate)
    if person.user_id >= NO_USER:
        shown = cleaned(person.name) if person.user_id > NO_USER else ""
        return shown or write_text(say("Player {number}", number=person.seat + 1), (), translate)
    return write_text(say("Somebody (seat {number})", number=person.seat + 1), (), translate)


def list_names(table: Table, translate: Translate) -> tuple[str, ...]:
    """The names of everybody at a table, by seat."""
    return tuple(format_name(person, translate) for person in table.seats)


def format_person(name: str, translate: Translate) -> str:
    """A person's name in a message where there is no seat to call them by."""
    return escape_message_name(name) or write_text(say("Somebody"), (), translate)


class _SeatNames(dict[Seat, str]):
    """Names by seat; a seat without a known person is called by its number."""

    def __init__(self, translate: Translate, names: Mapping[Seat, str]) -> None:
        super().__init__(names)
        self._translate = translate

    def __missing__(self, seat: Seat) -> str:
        return write_text(say("seat {number}", number=seat + 1), self, self._translate)


def format_plain_label(text: Text, table: Table | None, translate: Translate) -> str:
    """A text without markup: for buttons, select options and autocomplete."""
    return write_text(
        text, _SeatNames(translate, dict(enumerate(list_names(table, translate) if table else ()))), translate
    )
