"""Formatting of texts for Discord: translated, with names in bold or as mentions."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import msgspec

from cogs.i18n.display_names import clean_label_name, escape_markup, escape_message_name
from cogs.i18n.languages import Language
from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.kernel.text import Seat, Text, Translate, say, write_text


class TextFormatter:
    """Formats texts in one language: call it with a Text.

    `mentioned` makes the names of all or some seats mentions. `is_bold=False` leaves names plain, for texts that
    are bold. Commands become mentions.
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
        names: dict[Seat, str] = {}
        for person in table.seats if table else ():
            is_mentioned = mentioned if isinstance(mentioned, bool) else person.seat in mentioned
            if is_mentioned and person.user_id > NO_USER:
                names[person.seat] = f"<@{person.user_id}>"
            else:
                name = format_name(person, translate)
                names[person.seat] = f"**{name}**" if is_bold else name
        self._names = _SeatNames(translate, names)

    def __call__(self, text: Text) -> str:
        """Format a text."""
        return write_text(text, self._names, self._translate)

    def _translate(self, template: str, plural_template: str, n: int) -> str:
        """Translate a template, and write a command as a mention."""
        if template.startswith("/") and isinstance(self.translate, Language):
            return self.translate.mention_command(template)
        return self.translate(template, plural_template, n)


def format_name(person: SeatAssignment | str, translate: Translate, *, is_label: bool = False) -> str:
    """Format a name, or the person of a seat, with all markup escaped. No name enters a message in another way.

    `is_label` leaves the characters of markup as they are, for places without markup: labels and pictures. A seat is marked
    if a computer plays it; a free seat and its person without a visible name are "Player" and a number, and an erased person
    is "Somebody".
    """
    clean = clean_label_name if is_label else escape_message_name
    if isinstance(person, str):
        return clean(person) or write_text(say("Somebody"), (), translate)
    if person.computer_level:
        human = msgspec.structs.replace(person, computer_level="", user_id=person.user_id or 1)
        return format_computer_name(format_name(human, translate, is_label=is_label), translate)
    if person.user_id < NO_USER:
        return write_text(say("Somebody (seat {number})", number=person.seat + 1), (), translate)
    name = clean(person.name) if person.user_id > NO_USER else ""
    return name or write_text(say("Player {number}", number=person.seat + 1), (), translate)


def format_computer_name(name: str, translate: Translate) -> str:
    """Format a name from `format_name` as the name of a computer, or of a person for whom a computer plays."""
    return write_text(say("{name} (computer)", name=name), (), translate)


NUMBER_DOT_PATTERN = re.compile(r"(?<=\d)\.")
"""A dot after a number, which begins a list at the start of a line."""


def escape_text(text: str) -> str:
    """Escape a text without markup, such as an alt text with names in it, for a message."""
    return NUMBER_DOT_PATTERN.sub(r"\\.", escape_markup(text))


def list_names(table: Table, translate: Translate) -> tuple[str, ...]:
    """List the names of everybody at a table, by seat, for labels and pictures."""
    return tuple(format_name(person, translate, is_label=True) for person in table.seats)


class _SeatNames(dict[Seat, str]):
    """Names by seat. A seat without a known person is called by its number."""

    def __init__(self, translate: Translate, names: Mapping[Seat, str]) -> None:
        super().__init__(names)
        self._translate = translate

    def __missing__(self, seat: Seat) -> str:
        return write_text(say("seat {number}", number=seat + 1), self, self._translate)


def format_plain_label(text: Text, table: Table | None, translate: Translate) -> str:
    """Format a text without markup, for buttons, select options and suggestions."""
    names = list_names(table, translate) if table else ()
    return write_text(text, _SeatNames(translate, dict(enumerate(names))), translate)
