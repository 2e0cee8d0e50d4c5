"""The question to the others whether a move may be taken back.

Its buttons have a mark with the moment at which it was asked. By the mark the bot finds out whether the question was sent, and
tells it from an earlier one.
"""

from __future__ import annotations

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.history.log import format_past_lines, format_struck_lines
from cogs.messages.layout import GREEN_STYLE, build_button, build_button_rows, build_message
from engine.host.model.table import Table, UndoRequest
from engine.host.service.play.undo import UndoPreview
from engine.kernel.text import SeatMention, Text, Translate, say


def build_request_mark(request: UndoRequest) -> str:
    """Build the part of a custom id that belongs to one question only."""
    return f"{request.seat}.{custom_ids.format_base36(request.asked_at)}"


def list_unanswered(table: Table, request: UndoRequest) -> list[int]:
    """List the users who have not answered yet."""
    return [person.user_id for person in table.active_players if person.seat not in request.agreed_seats]


def describe_overtaken() -> Text:
    """Describe why a question that the game has overtaken has no effect."""
    return say("The game has gone on since this was asked, so the move stands.")


def build_undo_question(
    table: Table, request: UndoRequest, preview: UndoPreview, translate: Translate
) -> ui.LayoutView:
    """Build the question with its two buttons. It mentions the players who have not answered."""
    fmt = TextFormatter(table, translate=translate, mentioned=True)
    silent_fmt = TextFormatter(table, translate=translate)
    unanswered = list_unanswered(table, request)
    what = say(
        "{others}: {seat} would like to take back: {moves}. It showed something new, or others have moved since, so you "
        "are asked. Answer until {time}.",
        others=[SeatMention(person.seat) for person in table.seats if person.user_id in unanswered],
        seat=SeatMention(request.seat),
        moves=[*format_past_lines(preview.moves, table, silent_fmt)],
        time=f"<t:{request.expires_at}:f>",
    )
    mark = build_request_mark(request)
    agree_id = custom_ids.build_button_id("agree", table.id, request.revision, mark)
    refuse_id = custom_ids.build_button_id("refuse", table.id, request.revision, mark)
    buttons = [
        build_button(fmt(say("Agree")), agree_id, GREEN_STYLE),
        build_button(fmt(say("No, it stands")), refuse_id),
    ]
    struck_lines = format_struck_lines(preview.lines, table, silent_fmt)
    return build_message(fmt(what), struck_lines, *build_button_rows(buttons))
