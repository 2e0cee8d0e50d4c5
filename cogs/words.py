"""Texts made readable on Discord: translated, with names in bold or as mentions, nothing in a name taken for markup."""

from __future__ import annotations

from collections.abc import Collection

from discord.utils import escape_markdown

from engine.host.table import Table
from engine.kernel.text import Seat, Text, Translate, english, write


class Reader:
    """Writes texts for one reader: call it with a Text. `mention` writes all names, or those of some seats, as mentions."""

    def __init__(
        self,
        table: Table | None = None,
        *,
        mention: bool | Collection[Seat] = False,
        translate: Translate = english,
    ) -> None:
        self.translate = translate
        called: Collection[Seat] = (
            mention if not isinstance(mention, bool) else range(len(table.seats) if table and mention else 0)
        )
        self._names = _Names(
            (person.seat, f"<@{person.user}>" if person.seat in called else f"**{escape_markdown(person.name)}**")
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
