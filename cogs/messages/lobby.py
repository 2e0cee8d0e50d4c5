"""The lobby as a message: who has a seat, which options are set, and the buttons to change that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.crew import computer_select, remove_select, short_level
from cogs.messages.layout import BLUE, GREEN, RED, Button, button, message, rows, select
from cogs.words.text_formatter import TextFormatter, name_of
from engine.host.model.pace import PACES, pace_name
from engine.host.model.table import HOUSE, NOBODY, Table
from engine.kernel.script import Game, Setting, restored
from engine.kernel.text import Text, Translate, Who, count, say
from engine.ops.owner_files import house_parts


def games_message(games: Iterable[Game[Any, Any]], translate: Translate) -> ui.LayoutView:
    """Every game we have, each with a button that opens a table."""
    fmt, known = TextFormatter(translate=translate), list(games)
    return message(
        fmt(say("Which game? Press one, and its table opens here for everybody.")),
        *(f"**{game.title}** · {fmt(_players(game))}\n{fmt(game.blurb)}" for game in known),
        *rows([button(game.title, custom_ids.button("open", 0, 0, game.slug), GREEN) for game in known]),
    )


def _players(game: Game[Any, Any]) -> Text:
    least, most = min(game.seats), max(game.seats)
    return say("{n} players", n=least) if least == most else say("{least} to {most} players", least=least, most=most)


def lobby_message(table: Table, game: Game[Any, Any], translate: Translate, asked: str = "") -> ui.LayoutView:
    """The lobby, or the notice that it was closed; `asked` is a line above it that invites people."""
    fmt = TextFormatter(table, translate=translate)
    if table.status == "closed":
        return message(
            f"### {game.title}", fmt(say("This table was closed before the game began. /play opens a new one."))
        )
    if table.imported:
        return _from_record(table, game, fmt)
    people = _people(table, fmt)
    free = max(game.seats) - len(table.seats)
    if len(table.seats) in game.seats:
        step = say("Ready: press Start.") if not free else say("Ready: press Start, or wait for more friends.")
    else:
        step = count(
            "Waiting for friends: {n} more is needed. Press Join.",
            "Waiting for friends: {n} more are needed. Press Join.",
            min(n for n in game.seats if n > len(table.seats)) - len(table.seats),
        )
    options = restored(game.settings, table.options)
    chosen = [
        say("{name}: **{value}**", name=setting.label, value=setting.values[options[setting.name]])
        for setting in game.settings
    ]
    chosen += _house(table)
    if table.crewed:
        chosen.append(say("Games with computers count in a list of their own: /stats."))
    if any("house" in sources for sources in house_parts(game.components).values()):
        chosen.append(say("Some of what no rule text prints is our own design; /rules lists it."))
    names = [
        (say("Join"), "join", GREEN),
        (say("Leave"), "leave", None),
        (say("Options"), "options", None),
        (say("Start"), "start", BLUE),
        (say("Close"), "close", RED),
    ]
    return message(
        asked,
        f"### {game.title}",
        fmt(game.blurb),
        people,
        "\n".join(f"-# {fmt(line)}" for line in chosen),
        fmt(step),
        computer_select(table, fmt) if free else None,
        *rows(_buttons(table, fmt, names)),
    )


def begun_message(table: Table, game: Game[Any, Any], seal: str, translate: Translate) -> ui.LayoutView:
    """What the lobby's message becomes when the game begins: who plays, and the seal of the shuffle. It has no buttons."""
    fmt = TextFormatter(table, translate=translate)
    people = [Who(person.seat) for person in table.seats]
    return message(
        f"### {game.title}",
        fmt(
            say("The game goes on from its record: {people}.", people=list(people))
            if table.imported
            else say("The game has begun: {people}.", people=list(people))
        ),
        seal_line(table, game, seal, translate),
    )


def seal_line(table: Table, game: Game[Any, Any], seal: str, translate: Translate) -> str:
    """The seal of the shuffle in small print; "" where nothing was shuffled, or the seed is known from a record."""
    if table.imported or not game.kind.chance:
        return ""
    told = say("Everything is laid out. Seal of the shuffle: {seal}", seal=seal)
    return f"-# {TextFormatter(translate=translate)(told)}"


def _from_record(table: Table, game: Game[Any, Any], fmt: TextFormatter) -> ui.LayoutView:
    """The lobby of a game that began elsewhere: people say who they are in it."""
    names = [
        (say("Join"), "join", GREEN),
        (say("Leave"), "leave", None),
        (say("Options"), "options", None),
        (say("Start"), "start", BLUE),
        (say("Close"), "close", RED),
    ]
    free = [person.seat for person in table.seats if person.user == NOBODY and not person.left and not person.own]
    seats = [(str(seat), fmt(say("Seat {n}", n=seat + 1))) for seat in free]
    return message(
        f"### {game.title}",
        fmt(say("A game from a record. Choose who you are in it, then press Start.")),
        fmt(
            say(
                "The record stops before the end, and whoever has the file may know what would come next. The game goes on for "
                "fun: it never counts."
            )
            if table.stops_short
            else say("The record goes to the end of the game, to be looked at. It never counts.")
        ),
        _people(table, fmt),
        "\n".join(f"-# {fmt(line)}" for line in _house(table)),
        select(custom_ids.select("sit", table.id, table.rev), fmt(say("Another seat")), seats) if seats else None,
        computer_select(table, fmt) if seats else None,
        *rows(_buttons(table, fmt, names)),
    )


def _house(table: Table) -> list[Text]:
    """The settings that every game has, as far as they are worth showing."""
    return [
        say("{name}: **{value}**", name=say("Pace"), value=pace_name(table.pace)),
        *(
            say("{name}: **{value}**", name=setting.label, value=setting.values[table.house[setting.name]])
            for setting in HOUSE
            if table.house[setting.name] != setting.default
        ),
    ]


def _people(table: Table, fmt: TextFormatter) -> str:
    return "\n".join(
        fmt(
            say("{n}. given up", n=person.seat + 1)
            if person.left
            else say("{n}. free", n=person.seat + 1)
            if person.user == NOBODY and not person.level
            else say("{n}. {seat}: {level}", n=person.seat + 1, seat=Who(person.seat), level=short_level(person.level))
            if person.own
            else say("{n}. {seat}", n=person.seat + 1, seat=Who(person.seat))
        )
        for person in table.seats
    )


def _buttons(
    table: Table, fmt: TextFormatter, names: Sequence[tuple[Text, str, discord.ButtonStyle | None]]
) -> list[Button]:
    return [
        button(fmt(label), custom_ids.button(act, table.id, table.rev), *([style] if style else []))
        for label, act, style in names
    ]


def settings_of(table: Table, game: Game[Any, Any]) -> list[Setting]:
    """What can be chosen in a lobby. A game from a record has its options from there, and never counts."""
    return [one for one in (*game.settings, *HOUSE) if one.name == "joining" or not table.imported]


def options_message(table: Table, game: Game[Any, Any], translate: Translate, user: int) -> ui.LayoutView:
    """The options as selects; who opened the table can also take somebody off it."""
    fmt = TextFormatter(table, translate=translate)
    selects = [
        select(
            custom_ids.select("option", table.id, table.rev, setting.name),
            fmt(setting.label),
            [
                (value, fmt(say("{name}: {value}", name=setting.label, value=label)))
                for value, label in setting.values.items()
            ],
            chosen={**restored(game.settings, table.options), **table.house}[setting.name],
        )
        for setting in settings_of(table, game)
    ]
    pace = select(
        custom_ids.select("pace", table.id, table.rev),
        fmt(say("Pace")),
        [(str(hours), fmt(say("{name}: {value}", name=say("Pace"), value=pace_name(hours)))) for hours in PACES],
        chosen=str(table.pace),
    )
    others = [(str(person.user), name_of(person, translate)) for person in table.played if person.user != user]
    off = (
        select(custom_ids.select("off", table.id, table.rev), fmt(say("Take somebody off the table")), others)
        if others
        else None
    )
    return message(
        fmt(say("Choose how you play. The lobby shows it to everybody.")),
        *selects,
        pace,
        off if user == table.opened_by else None,
        remove_select(table, fmt, translate) if user == table.opened_by else None,
    )
