"""The board post: what the channel sees after every change, posted from what is stored, so that nothing depends on being first.

Each table has one worker that shows its newest state only. It posts a new message when the turn passes (an edit calls
nobody) and edits in place while the same seats go on. A post that fails is tried again; the move stands all the same.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

import discord

from cogs import ids
from cogs.final_post import final_buttons, final_text
from cogs.languages import Language
from cogs.layout import BLUE, button, message, rows
from cogs.lobby_post import lobby_message
from cogs.pictures import Picture, Studio
from cogs.press import PressButton
from cogs.speech import Speech
from cogs.words import Reader
from engine.host.pace import pace_name
from engine.host.table import Post, Sight, Table
from engine.host.tables import Tables
from engine.kernel.script import Game
from engine.kernel.text import Text, Who, count, say

log = logging.getLogger("overwinter.posts")
NEWS = 8
"""Lines of news in one post; the log has the rest."""
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TRIES = 5
SECONDS = 30
"""How long one send may take before it is tried again."""
Channels = Callable[[int], discord.PartialMessageable]


class Posts:
    """Keeps the board post of every table up to date."""

    def __init__(self, tables: Tables, studio: Studio, speech: Speech, channels: Channels) -> None:
        self._tables = tables
        self._studio = studio
        self._speech = speech
        self._channels = channels
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    def poke(self, table_id: int) -> None:
        """The table has changed: show it soon."""
        self._again.add(table_id)
        if table_id not in self._workers:
            self._workers[table_id] = asyncio.create_task(self._work(table_id), name=f"post-{table_id}")

    async def drain(self, seconds: float = 5) -> None:
        """Wait for what is being posted; what does not finish in time is posted at the next start."""
        if self._workers:
            await asyncio.wait(self._workers.values(), timeout=seconds)
        for worker in list(self._workers.values()):
            worker.cancel()

    async def _work(self, table_id: int) -> None:
        try:
            await self._catch_up(table_id)
        finally:
            # Before anything else can run: a poke from now on needs a new worker.
            del self._workers[table_id]

    async def _catch_up(self, table_id: int) -> None:
        tries = 0
        while table_id in self._again:
            self._again.discard(table_id)
            try:
                await self._show(table_id)
            except discord.NotFound as gone:
                log.info("table %s: its channel is not there (%s)", table_id, gone.code)
                if gone.code == UNKNOWN_CHANNEL:
                    await self._tables.abandon(table_id)
            except discord.Forbidden:
                log.warning("table %s: not allowed to post in its channel; /board shows it all the same", table_id)
            except (discord.HTTPException, OSError, TimeoutError) as failed:
                tries += 1
                log.warning(
                    "table %s: could not post (%s), try %s of %s", table_id, type(failed).__name__, tries, TRIES
                )
                if tries < TRIES:
                    self._again.add(table_id)
                    await asyncio.sleep(2**tries)
            except Exception:
                log.exception("table %s: could not draw or post", table_id)

    async def _show(self, table_id: int, *, fresh: bool = False) -> None:
        sight = await self._tables.sight(table_id, None)
        table = sight.table
        last = await self._tables.post(table_id)
        if last is not None and last.rev >= table.rev and not fresh:
            return
        channel = self._channels(table.channel)
        view, picture, calls = await self.compose(sight)
        files = [picture.file()] if picture else []
        waiting = sight.waiting if table.status == "running" else ()
        if last is not None and not fresh and not _calls_anew(sight, last):
            try:
                async with asyncio.timeout(SECONDS):
                    await channel.get_partial_message(last.message).edit(view=view, attachments=files)
            except discord.NotFound as gone:
                if gone.code != UNKNOWN_MESSAGE:
                    raise
                # Somebody deleted the post: a new one takes its place.
            else:
                await self._tables.posted(table_id, Post(table.rev, table.channel, last.message, waiting))
                return
            files = [picture.file()] if picture else []
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in calls])
        # The nonce makes Discord return the earlier message when a crash came between the send and our note of it.
        nonce = secrets.token_hex(8) if fresh else f"t{table.id}:{table.rev}"
        async with asyncio.timeout(SECONDS):
            sent = await channel.send(view=view, files=files, nonce=nonce, allowed_mentions=mentions)
        await self._tables.posted(table_id, Post(table.rev, table.channel, sent.id, waiting))

    async def repost(self, table_id: int) -> None:
        """Post the board again as a new message, whatever was shown before."""
        await self._show(table_id, fresh=True)

    async def compose(self, sight: Sight) -> tuple[discord.ui.LayoutView, Picture | None, list[int]]:
        """The public message for a sight in the server's language, its picture and the people it calls."""
        table = sight.table
        game = self._tables.shelf.game(table.game)
        language = await self._speech.to_server(table.guild)
        if sight.view is None:
            return lobby_message(table, game, language), None, []
        picture = await self._studio.board(sight, language)
        calls = [table.user_of(seat) for seat in sight.waiting]
        seed = await self._tables.seed(table.id)
        text = _text(sight, game, seed, language)
        return message(*text, picture, *rows(_buttons(table, language))), picture, calls


def _text(sight: Sight, game: Game[Any, Any], seed: str, language: Language) -> list[str]:
    table = sight.table
    read, bold = Reader(table, mention=True, translate=language), Reader(table, translate=language)
    news = [line for line in sight.news if table.result is None or line.text != table.result.reason]
    lines = [Reader(table.as_of(line.seq), translate=language)(line.text) for line in news[-NEWS:]]
    if len(news) > NEWS:
        lines.insert(0, bold(count("{n} line before this: /log", "{n} lines before this: /log", len(news) - NEWS)))
    if table.status == "closed":
        return [f"### {game.title}", *lines, read(say("This table is closed. /play opens a new one."))]
    if table.result is not None:
        title, ending, *rest = final_text(sight, game.title, seed, language)
        return [title, "\n".join(lines), ending, *rest]
    return [f"### {game.title}", read(_call(sight, game)), "\n".join(lines), _time_left(sight, bold)]


def _calls_anew(sight: Sight, last: Post) -> bool:
    """Whether somebody has to be called who was not called by the last post, or has been away from the move since."""
    if sight.table.status == "finished":
        return True
    if any(held.until > last.rev and held.seat in sight.waiting for held in sight.table.past):
        return True  # the seat was called, but not the person who has it now
    return not set(sight.waiting) <= set(last.waiting) or (
        bool(sight.waiting) and not set(sight.movers) <= set(last.waiting)
    )


def _call(sight: Sight, game: Game[Any, Any]) -> Text:
    """Whose move it is, with all that a notification on a telephone does not show otherwise: the game and the channel."""
    channel = f"<#{sight.table.channel}>"
    if len(sight.waiting) == 1:
        who = Who(sight.waiting[0])
        return say("{seat}, it is your move: {game}, {channel}.", seat=who, game=game.title, channel=channel)
    seats = [Who(seat) for seat in sight.waiting]
    return say(
        "{seats}: each of you has a choice to make: {game}, {channel}.", seats=seats, game=game.title, channel=channel
    )


def _time_left(sight: Sight, read: Reader) -> str:
    """The pace, who has how long, and who is away."""
    lines = []
    if sight.table.pace:
        lines.append(say("Pace: {pace}.", pace=pace_name(sight.table.pace)))
    for clock in sight.clocks:
        who = Who(clock.seat)
        if clock.back is not None:
            lines.append(say("{seat} is away until {back}; their time rests.", seat=who, back=f"<t:{clock.back}:D>"))
        elif clock.ends is not None:
            lines.append(say("{seat} has until {ends}.", seat=who, ends=f"<t:{clock.ends}:f>"))
    return "-# " + " ".join(read(line) for line in lines) if lines else ""


def _buttons(table: Table, language: Language) -> list[PressButton]:
    read = Reader(translate=language)
    if table.status == "finished":
        return final_buttons(table.id, language)
    if table.status != "running":
        return [
            button(read(say("Look")), ids.button("board", table.id, 0)),
            button(read(say("Log")), ids.button("log", table.id, 0)),
        ]
    return [
        button(read(say("Your move")), ids.button("move", table.id, table.asked), BLUE),
        button(read(say("Look")), ids.button("board", table.id, 0)),
        button(read(say("Take back")), ids.button("undo", table.id, table.rev)),
        button(read(say("Log")), ids.button("log", table.id, 0)),
        button(read(say("Rules")), ids.button("rules", table.id, 0)),
    ]
