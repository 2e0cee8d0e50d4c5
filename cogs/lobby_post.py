"""The lobby as a message: who sits, which options are set, and the buttons to change that."""

from __future__ import annotations

from typing import Any

from discord import ui

from cogs import ids
from cogs.layout import BLUE, GREEN, RED, button, message, rows, select
from cogs.words import Reader
from engine.host.table import HOUSE, Table
from engine.kernel.script import Game
from engine.kernel.text import Who, say


def lobby_message(table: Table, game: Game[Any, Any]) -> ui.LayoutView:
    """The lobby, or how it ended."""
    read = Reader(table)
    if table.status == "closed":
        return message(
            f"### {game.title}", read(say("This table was closed before the game began. /play opens a new one."))
        )
    people = "\n".join(read(say("{n}. {seat}", n=person.seat + 1, seat=Who(person.seat))) for person in table.seats)
    free = max(game.seats) - len(table.seats)
    if len(table.seats) in game.seats:
        step = say("Ready: press Start.") if not free else say("Ready: press Start, or wait for more friends.")
    else:
        step = say("Waiting for friends: press Join.")
    chosen = [
        say("{name}: **{value}**", name=setting.label, value=setting.values[table.options[setting.name]])
        for setting in game.settings
    ]
    chosen += [
        say("{name}: **{value}**", name=setting.label, value=setting.values[table.house[setting.name]])
        for setting in HOUSE
        if table.house[setting.name] != setting.default
    ]
    names = [
        (say("Join"), "join", GREEN),
        (say("Leave"), "leave", None),
        (say("Options"), "options", None),
        (say("Start"), "start", BLUE),
        (say("Close"), "close", RED),
    ]
    buttons = [
        button(read(label), ids.button(act, table.id, table.rev), *([style] if style else []))
        for label, act, style in names
    ]
    return message(
        f"### {game.title}",
        read(game.blurb),
        people,
        "\n".join(f"-# {read(line)}" for line in chosen),
        read(step),
        *rows(buttons),
    )


def options_message(table: Table, game: Game[Any, Any]) -> ui.LayoutView:
    """The options as selects."""
    read = Reader(table)
    selects = [
        select(
            ids.select("option", table.id, table.rev, setting.name),
            read(setting.label),
            [
                (value, read(say("{name}: {value}", name=setting.label, value=label)))
                for value, label in setting.values.items()
            ],
            chosen={**table.options, **table.house}[setting.name],
        )
        for setting in (*game.settings, *HOUSE)
    ]
    return message(read(say("Choose how you play. The lobby shows it to everybody.")), *selects)
