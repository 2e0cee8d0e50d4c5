"""Formatting of texts for Discord: translated, with names in bold or as mentions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

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
        seats: Sequence[SeatAssignment] = ()
        if table is not None:
            seats = table.seats
        if isinstance(mentioned, bool):
            mentioned = [person.seat for person in seats] if mentioned else ()
        names: dict[Seat, str] = {}
        for person in seats:
            names[person.seat] = format_name(person, translate)
            if is_bold:
                names[person.seat] = f"**{names[person.seat]}**"
            if person.seat in mentioned and person.user_id > NO_USER:
                names[person.seat] = f"<@{person.user_id}>"
        self._names = _SeatNames(translate, names)

    def __call__(self, text: Text) -> str:
        """Format a text."""
        return write_text(text, self._names, self._translate)

    def format_lines(self, texts: Iterable[Text], prefix: str = "") -> str:
        """Format texts in a line each, which begins with `prefix`."""
        return "\n".join(prefix + self(text) for text in texts)

    def format_path(self, labels: Iterable[Text]) -> str:
        """Format the labels of a path through menus."""
        return " › ".join(self(label) for label in labels)

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
    clean = escape_message_name
    if is_label:
        clean = clean_label_name
    if isinstance(person, str):
        return clean(person) or write_text(say("Somebody"), (), translate)
    if person.computer_level:
        human = msgspec.structs.replace(person, computer_level="", user_id=person.user_id or 1)
        return format_computer_name(format_name(human, translate, is_label=is_label), translate)
    if person.user_id < NO_USER:
        return write_text(say("Somebody (seat {number})", number=person.seat + 1), (), translate)
    name = ""
    if person.user_id > NO_USER:
        name = clean(person.name)
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
    names: dict[Seat, str] = {}
    if table is not None:
        names = dict(enumerate(list_names(table, translate)))
    return write_text(text, _SeatNames(translate, names), translate)
