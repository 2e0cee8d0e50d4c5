"""The question to the others whether a move may be taken back.

It carries the moment at which it was asked in its buttons, so that the bot can find it in the channel when it does not know
whether it was sent, and tells it from an earlier one.
"""

from __future__ import annotations

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import GREEN, button, message, rows
from cogs.messages.past.log import as_then, struck
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table, UndoRequest
from engine.host.service.play.undo import Retraction
from engine.kernel.text import Text, Translate, Who, say


def mark(request: UndoRequest) -> str:
    """The part of a button's id that belongs to one question only."""
    return f"{request.seat}.{custom_ids.base36(request.asked_at)}"


def is_it(sent: discord.Message, table: Table, request: UndoRequest) -> bool:
    """Return whether a message of the channel is this question."""
    return any(
        (pressed.act, pressed.table, pressed.rev, pressed.rest) == ("agree", table.id, request.rev, mark(request))
        for pressed in custom_ids.ids_in(sent.components)
    )


def owing(table: Table, request: UndoRequest) -> list[int]:
    """The people who have not answered yet."""
    return [person.user for person in table.playing if person.seat not in request.agreed]


def overtaken() -> Text:
    """What a question says that the game has gone past."""
    return say("The game has gone on since this was asked, so the move stands.")


def question_message(table: Table, request: UndoRequest, found: Retraction, translate: Translate) -> ui.LayoutView:
    """The question, with its two buttons. It mentions whoever has not answered."""
    fmt = TextFormatter(table, translate=translate, mention=True)
    waiting = owing(table, request)
    what = say(
        "{others}: {seat} would like to take back: {moves}. It showed something new, or others have moved since, so you "
        "are asked. Answer until {time}.",
        others=[Who(person.seat) for person in table.seats if person.user in waiting],
        seat=Who(request.seat),
        moves=[*as_then(found.moves, table, TextFormatter(table, translate=translate))],
        time=f"<t:{request.expires}:f>",
    )
    return message(
        fmt(what),
        struck(found.lines, table, TextFormatter(table, translate=translate)),
        *rows(
            [
                button(fmt(label), custom_ids.button(act, table.id, request.rev, mark(request)), *style)
                for label, act, style in ((say("Agree"), "agree", [GREEN]), (say("No, it stands"), "refuse", []))
            ]
        ),
    )
