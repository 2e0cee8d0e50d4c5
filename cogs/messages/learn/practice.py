"""The question where a practice game begins: the seat, the level of the others, and what becomes of hidden things."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.messages.layout import Button, build_button, build_button_rows, build_message, build_select
from engine.host.model.table import Table
from engine.kernel.kind import GameKind
from engine.kernel.text import Seat, SeatMention, Text, Translate, say
from engine.players.computer_levels import LEVELS

SAME_LABELS: Mapping[str, Text] = MappingProxyType(
    {
        "greenhand": say("Against greenhands"),
        "cadet": say("Against cadets"),
        "mate": say("Against mates"),
        "captain": say("Against captains"),
    }
)
FRESH_LABELS: Mapping[str, Text] = MappingProxyType(
    {
        "greenhand": say("Greenhands, dealt afresh"),
        "cadet": say("Cadets, dealt afresh"),
        "mate": say("Mates, dealt afresh"),
        "captain": say("Captains, dealt afresh"),
    }
)


def build_practice_button(table: Table, move_number: int, translate: Translate) -> Button:
    """Build the button that asks how to play on after a move."""
    label = TextFormatter(translate=translate)(say("Play from here"))
    return build_button(label, custom_ids.build_button_id("pfrom", table.id, 0, str(move_number)))


def build_start_message(
    table: Table, kind: GameKind, move_number: int, seat: Seat, language: Language
) -> ui.LayoutView:
    """Build the question how to play on after a move as a seat."""
    fmt = TextFormatter(table, translate=language)
    where = say(
        "### Play from here\nYou play {seat} after move {move}, alone against computers. Only you see it, and it counts nowhere.",
        seat=SeatMention(seat),
        move=move_number,
    )
    told = say("Everything hidden lies as it lay in the game:")
    rows: list[str | ui.ActionRow[Any]] = [fmt(where)]
    if len(table.seats) > 1:
        rows.append(_build_seat_select(table, move_number, seat, language))
    has_hidden = kind.has_hidden_information or kind.has_chance
    rows += [fmt(told) if has_hidden else "", *_build_level_rows(table, f"{move_number}.{seat}", SAME_LABELS, fmt)]
    if has_hidden:
        afresh = say("Or what you could not know is dealt again, and cards and dice come as they like:")
        rows += [fmt(afresh), *_build_level_rows(table, f"{move_number}.{seat}", FRESH_LABELS, fmt)]
    return build_message(*rows)


def _build_seat_select(table: Table, move_number: int, seat: Seat, language: Language) -> ui.ActionRow[Any]:
    select_id = custom_ids.build_select_id("pseat", table.id, 0, str(move_number))
    names = [(str(person.seat), format_name(person, language, is_label=True)) for person in table.seats]
    return build_select(
        select_id, TextFormatter(translate=language)(say("Play another seat")), names, chosen=[str(seat)]
    )


def _build_level_rows(
    table: Table, where: str, labels: Mapping[str, Text], fmt: TextFormatter
) -> list[ui.ActionRow[Any]]:
    fresh = int(labels is FRESH_LABELS)
    return build_button_rows(
        [
            build_button(
                fmt(labels[level]), custom_ids.build_button_id("pstart", table.id, 0, f"{where}.{level}.{fresh}")
            )
            for level in LEVELS
        ]
    )
