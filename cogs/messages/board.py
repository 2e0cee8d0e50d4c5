"""The texts and buttons of the board post: whose move it is, the news, the time left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE, Button, button
from cogs.messages.result import final_buttons, final_text
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter
from engine.host.model.pace import pace_name
from engine.host.model.table import Table, TableSnapshot, place
from engine.kernel.script import Game
from engine.kernel.text import Seat, Text, Who, count, say

NEWS = 8
"""Lines of news in one post; the log has the rest."""


def board_texts(
    snapshot: TableSnapshot,
    game: Game[Any, Any],
    seed: str,
    language: Language,
    called: Collection[Seat],
    turns: Sequence[Text] = (),
) -> list[str]:
    """The texts of the post, from top to bottom; the seats that are `called` are mentioned, the others named.

    A sentence for each of the latest `turns` leads; what else was announced in them follows in small print.
    """
    table = snapshot.table
    fmt, bold = TextFormatter(table, mention=called, translate=language), TextFormatter(table, translate=language)
    news = [line for line in snapshot.news if table.result is None or line.text != table.result.reason]
    lines = [TextFormatter(table.as_of(line.seq), translate=language)(line.text) for line in news[-NEWS:]]
    if len(news) > NEWS:
        lines.insert(0, bold(count("{n} line before this: /log", "{n} lines before this: /log", len(news) - NEWS)))
    if turns:
        told = [bold(turn) for turn in turns]
        lines = [*told, *(f"-# {line}" for line in lines if line not in told)]
    if table.status == "closed":
        return [f"### {game.title}", *lines, fmt(say("This table is closed. /play opens a new one."))]
    if table.result is not None:
        title, call, ending, *rest = final_text(snapshot, game, seed, language, called)
        return [title, call, "\n".join(lines), ending, *rest]
    return [f"### {game.title}", fmt(_call(snapshot, game)), "\n".join(lines), _time_left(snapshot, bold)]


def _call(snapshot: TableSnapshot, game: Game[Any, Any]) -> Text:
    """Whose move it is, with what a phone notification would not show: the game and the channel."""
    channel = place(snapshot.table.guild, snapshot.table.channel)
    if all(snapshot.table.seats[seat].level for seat in snapshot.waiting):
        return _thinking(snapshot)
    if len(snapshot.waiting) == 1:
        who = Who(snapshot.waiting[0])
        return say("{seat}, it is your move: {game}, {channel}.", seat=who, game=game.title, channel=channel)
    seats = [Who(seat) for seat in snapshot.waiting]
    return say(
        "{seats}: each of you has a choice to make: {game}, {channel}.", seats=seats, game=game.title, channel=channel
    )


def _thinking(snapshot: TableSnapshot) -> Text:
    """What is said while nobody but computers is to move."""
    seats = [Who(seat) for seat in snapshot.waiting]
    if not snapshot.table.playing:
        return count("{seats} is to move.", "{seats} are to move.", len(seats), seats=list(seats))
    return count(
        "{seats} is thinking; other tables come first, so it takes a moment.",
        "{seats} are thinking; other tables come first, so it takes a moment.",
        len(seats),
        seats=list(seats),
    )


def _time_left(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """The pace, who has how long, and who is away."""
    lines = []
    if snapshot.table.pace:
        lines.append(say("Pace: {pace}.", pace=pace_name(snapshot.table.pace)))
    for clock in snapshot.clocks:
        if snapshot.table.seats[clock.seat].level:
            continue
        who = Who(clock.seat)
        if clock.back is not None:
            lines.append(say("{seat} is away until {back}; their time rests.", seat=who, back=f"<t:{clock.back}:D>"))
        elif clock.ends is not None:
            lines.append(say("{seat} has until {ends}.", seat=who, ends=f"<t:{clock.ends}:f>"))
    return "-# " + " ".join(fmt(line) for line in lines) if lines else ""


def no_picture() -> Text:
    """The text in place of the picture where the bot may not attach files."""
    return say(
        "The picture is missing: I may not attach files in this channel. A moderator can allow it; “Look” shows you the board."
    )


def board_buttons(table: Table, language: Language) -> list[Button]:
    """The buttons below the post. "Look" carries the revision that the post shows, by which the post is recognised."""
    fmt = TextFormatter(translate=language)
    if table.status == "finished":
        return final_buttons(table, language)
    if table.status != "running":
        return [
            button(fmt(say("Look")), custom_ids.button("board", table.id, table.rev)),
            button(fmt(say("Log")), custom_ids.button("log", table.id, 0)),
        ]
    return [
        button(fmt(say("Your move")), custom_ids.button("move", table.id, table.asked), BLUE),
        button(fmt(say("Look")), custom_ids.button("board", table.id, table.rev)),
        button(fmt(say("Take back")), custom_ids.button("undo", table.id, table.rev)),
        button(fmt(say("Log")), custom_ids.button("log", table.id, 0)),
        button(fmt(say("Rules")), custom_ids.button("rules", table.id, 0)),
    ]
