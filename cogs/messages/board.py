"""The texts and buttons of the board post: whose move it is, the news, the time left."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE_STYLE, Button, build_button
from cogs.messages.result import build_final_buttons, format_final_post
from engine.host.model.pace import format_pace
from engine.host.model.table import AnnouncedLine, Table, TableSnapshot, format_place
from engine.kernel.script import Game
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, mention_seats, say

MAX_NEWS_LINES = 8
"""The lines of news in one post; the log has the rest."""


def format_board(
    snapshot: TableSnapshot,
    game: Game[Any, Any],
    seed: str,
    language: Language,
    called: Collection[Seat],
    turns: Sequence[Text] = (),
) -> list[str]:
    """Format the texts of the post, from top to bottom. The `called` seats are mentioned, the others named.

    `turns` has a sentence for each of the latest turns, which come first. Other lines announced in them follow in small
    print.
    """
    table = snapshot.table
    fmt = TextFormatter(table, mentioned=called, translate=language)
    bold = TextFormatter(table, translate=language)
    sentences = [bold(turn) for turn in turns]
    lines = _format_news(snapshot, language, sentences)
    if turns:
        lines = sentences + [f"-# {line}" for line in lines]
    if table.status == "closed":
        return [f"### {game.title}", *lines, fmt(say("This table is closed. {/play} opens a new one."))]
    if table.result is not None:
        title, call, ending, *rest = format_final_post(snapshot, game, seed, language, called)
        return [title, call, "\n".join(lines), ending, *rest]
    return [f"### {game.title}", fmt(_format_call(snapshot, game)), "\n".join(lines), _format_time_left(snapshot, bold)]


def _format_news(snapshot: TableSnapshot, language: Language, sentences: Sequence[str]) -> list[str]:
    """Format the newest lines.

    Those that the `sentences` about turns tell are left out, and the reason why a game has ended, which the final post has.
    """
    table = snapshot.table
    news: list[AnnouncedLine] = []
    for line in snapshot.new_lines:
        if table.result is not None and line.text == table.result.reason:
            continue
        fmt = TextFormatter(table.with_holders_at(line.seq), translate=language)
        if not _is_told(line.text, sentences, fmt):
            news.append(line)
    return format_news(table, news, MAX_NEWS_LINES, language)


def format_news(table: Table, news: Sequence[AnnouncedLine], max_lines: int, translate: Translate) -> list[str]:
    """Format the newest of some announced lines, and how many the log has before them."""
    lines = []
    omitted = len(news) - max_lines
    if omitted > 0:
        note = count("{n} line before this: {/log}", "{n} lines before this: {/log}", omitted)
        lines.append(TextFormatter(table, translate=translate)(note))
    for line in news[-max_lines:]:
        fmt = TextFormatter(table.with_holders_at(line.seq), translate=translate)
        lines.append(fmt(line.text))
    return lines


def _is_told(text: Text, sentences: Sequence[str], fmt: TextFormatter) -> bool:
    """Return whether a sentence about the same player names all things that a line names, so that the line says it twice."""
    line = fmt(text)
    if line in sentences:
        return True
    names_thing = False
    subject, words = "", list[str]()
    for thing in _list_things(text):
        word = fmt(say("{name}", name=thing))
        if isinstance(thing, SeatMention) and line.startswith(word):
            subject = word
        names_thing = names_thing or isinstance(thing, str | Text)
        if thing != 1:
            words.append(word)
    if not names_thing or not subject:
        return False
    for sentence in sentences:
        if sentence.startswith(subject) and all(_has_word(sentence, word) for word in words):
            return True
    return False


def _list_things(text: Text) -> list[str | int | SeatMention | Text]:
    """List all arguments of a text, also those in lists."""
    things: list[str | int | SeatMention | Text] = []
    for value in text.args.values():
        if isinstance(value, str | int | SeatMention | Text):
            things.append(value)
        else:
            things += value
    return things


def _has_word(sentence: str, word: str) -> bool:
    """Return whether a sentence holds a word that is no part of a longer one."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence) is not None


def _format_call(snapshot: TableSnapshot, game: Game[Any, Any]) -> Text:
    """Format whose move it is, with the game and the channel, which a phone notification would not show."""
    channel = format_place(snapshot.table.guild_id, snapshot.table.channel_id)
    if all(snapshot.table.seats[seat].computer_level for seat in snapshot.waiting_seats):
        return _format_thinking(snapshot)
    if len(snapshot.waiting_seats) == 1:
        who = SeatMention(snapshot.waiting_seats[0])
        return say("{seat}, it is your move: {game}, {channel}.", seat=who, game=game.title, channel=channel)
    seats = mention_seats(snapshot.waiting_seats)
    return say(
        "{seats}: each of you has a choice to make: {game}, {channel}.", seats=seats, game=game.title, channel=channel
    )


def _format_thinking(snapshot: TableSnapshot) -> Text:
    """Format the call while only computers are to move."""
    seats = mention_seats(snapshot.waiting_seats)
    if not snapshot.table.active_players:
        return count("{seats} is to move.", "{seats} are to move.", len(seats), seats=list(seats))
    return count(
        "{seats} is thinking; other tables come first, so it takes a moment.",
        "{seats} are thinking; other tables come first, so it takes a moment.",
        len(seats),
        seats=list(seats),
    )


def _format_time_left(snapshot: TableSnapshot, fmt: TextFormatter) -> str:
    """Format the pace, the time left of each seat, and who is away."""
    lines = []
    if snapshot.table.pace_h:
        lines.append(say("Pace: {pace}.", pace=format_pace(snapshot.table.pace_h)))
    for clock in snapshot.seat_waits:
        if snapshot.table.seats[clock.seat].computer_level:
            continue
        who = SeatMention(clock.seat)
        if clock.back_at is not None:
            lines.append(say("{seat} is away until {back}; their time rests.", seat=who, back=f"<t:{clock.back_at}:D>"))
        elif clock.ends_at is not None:
            lines.append(say("{seat} has until {ends}.", seat=who, ends=f"<t:{clock.ends_at}:f>"))
    if not lines:
        return ""
    return "-# " + " ".join(map(fmt, lines))


def describe_no_picture() -> Text:
    """Describe why the picture is missing if the bot may not attach files."""
    return say(
        "The picture is missing: I may not attach files in this channel. A moderator can allow it; “Look” shows you the board."
    )


def build_board_buttons(table: Table, language: Language) -> list[Button]:
    """Build the buttons below the post. "Look" has the post's revision, by which the bot recognises the post.

    The log and the rules are below what "Look", "In words" and "Legend" show, so that five buttons are enough.
    """
    fmt = TextFormatter(translate=language)
    if table.status == "finished":
        return build_final_buttons(table, language)
    if table.status != "running":
        return [
            build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, table.revision)),
            build_button(fmt(say("In words")), custom_ids.build_button_id("words", table.id, 0)),
            build_button(fmt(say("Log")), custom_ids.build_button_id("log", table.id, 0)),
        ]
    return [
        build_button(
            fmt(say("Your move")), custom_ids.build_button_id("move", table.id, table.asked_revision), BLUE_STYLE
        ),
        build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, table.revision)),
        build_button(fmt(say("Take back")), custom_ids.build_button_id("undo", table.id, table.revision)),
        build_button(fmt(say("In words")), custom_ids.build_button_id("words", table.id, 0)),
        build_button(fmt(say("Legend")), custom_ids.build_button_id("legend", table.id, 0)),
    ]
