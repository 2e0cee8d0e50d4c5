"""Texts made readable on Discord: translated, with names in bold or as mentions, nothing in a name taken for markup."""

from __future__ import annotations

from discord.utils import escape_markdown

from engine.host.table import NOBODY, Table
from engine.kernel.text import Seat, Text, Translate, english, write


class Reader:
    """Writes texts for one reader: call it with a Text."""

    def __init__(self, table: Table | None = None, *, mention: bool = False, translate: Translate = english) -> None:
        self.translate = translate
        self._names = _Names(
            (
                person.seat,
                f"<@{person.user}>" if mention and person.user != NOBODY else f"**{escape_markdown(person.name)}**",
            )
            for person in (table.seats if table else ())
        )

    def __call__(self, text: Text) -> str:
        """The sentence for this reader."""
        return write(text, self._names, self.translate)


class _Names(dict[Seat, str]):
    """Names by seat; a seat nobody is known for is called by its number."""

    def __missing__(self, seat: Seat) -> str:
        return f"seat {seat + 1}"


def plain_label(text: Text, table: Table, translate: Translate = english) -> str:
    """A text for places without markup: buttons, select options, autocomplete."""
    return write(text, _Names(enumerate(table.names)), translate)
