"""Compose the content of a board post from a snapshot: its texts, pictures and buttons, and the users it notifies.

Sending the post is up to `cogs.services.board_posts`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import discord

from cogs.i18n.languages import Language
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.board import build_board_buttons, describe_no_picture, format_board
from cogs.messages.layout import build_button_rows, build_message
from cogs.messages.lobby import build_lobby_message, format_seal
from cogs.pictures.picture_service import (
    Picture,
    PictureService,
    describe_recent_turns,
    list_pictures,
    read_preferences,
)
from engine.host.model.table import BoardPost, Table, TableSnapshot
from engine.host.service.table_services import TableServices
from engine.kernel.text import Seat, UserError
from render.kit.theme import Tone


class ComposedPost(NamedTuple):
    """A board post that can be sent: the message, its pictures, the ids of the users it notifies, and the line with the seal."""

    view: discord.ui.LayoutView
    pictures: list[Picture]
    called_users: list[int]
    seal: str = ""


class BoardComposer:
    """Composes board posts in the language of the table's server."""

    def __init__(self, tables: TableServices, picture_service: PictureService, locales: LocaleResolver) -> None:
        self._tables = tables
        self._pictures = picture_service
        self._locales = locales

    async def compose_post(self, snapshot: TableSnapshot, *, edits: bool = False) -> ComposedPost:
        """Compose the post of a lobby or of a board, as a new message or to edit the table's last one.

        The first board of a game has the seal of the shuffle below it, also when it is edited. The last board of a
        finished game has its poster below it.
        """
        table = snapshot.table
        language = await self._locales.find_server_language(table.guild_id)
        if snapshot.view is None:
            lobby = build_lobby_message(table, self._tables.catalogue.load_game(table.game), language)
            return ComposedPost(lobby, [], [])
        pictures = await self._draw_pictures(snapshot, language)
        called_users = await self._call_users(snapshot, edits=edits)
        texts = await self._format_texts(snapshot, language, called_users)
        seal = ""
        message_id = snapshot.post.message_id if edits and snapshot.post is not None else None
        if snapshot.first_board_id in {None, message_id}:
            seal = await self._format_seal(table, language)
        view = build_message(*texts, *pictures, seal, *_build_controls(table, language))
        return ComposedPost(view, pictures, called_users, seal)

    async def draw_public_board(self, table_id: int, language: Language) -> Picture | None:
        """Draw the board of a table as everybody may see it, for a direct message."""
        snapshot = await self._tables.snapshots.take_snapshot(table_id, None)
        if snapshot.view is None:
            return None
        settings = await self._tables.settings.load_settings("server", snapshot.table.guild_id)
        return await self._pictures.draw_board(snapshot, language, read_preferences(settings.values).tone, posted=True)

    async def compose_without_picture(self, snapshot: TableSnapshot, post: ComposedPost) -> discord.ui.LayoutView:
        """Compose the post with a text in place of its pictures, for a channel where the bot may not attach files."""
        language = await self._locales.find_server_language(snapshot.table.guild_id)
        texts = await self._format_texts(snapshot, language, post.called_users)
        missing = TextFormatter(translate=language)(describe_no_picture())
        return build_message(*texts, missing, post.seal, *_build_controls(snapshot.table, language))

    async def _format_seal(self, table: Table, language: Language) -> str:
        seal = await self._tables.snapshots.load_seed_commitment(table.id)
        return format_seal(table, self._tables.catalogue.load_game(table.game), seal, language)

    async def _draw_pictures(self, snapshot: TableSnapshot, language: Language) -> list[Picture]:
        """Draw the board, and the poster of a finished game. A picture that cannot be drawn is left out."""
        table = snapshot.table
        settings = await self._tables.settings.load_settings("server", table.guild_id)
        preferences = read_preferences(settings.values)
        pictures = [
            await self._pictures.draw_board(
                snapshot, language, preferences.tone, moving=preferences.is_animated, posted=True
            )
        ]
        if table.status == "finished":
            pictures.append(await self._draw_poster(snapshot, language, preferences.tone))
        return list_pictures(*pictures)

    async def _draw_poster(self, snapshot: TableSnapshot, language: Language, tone: Tone) -> Picture | None:
        """Draw the poster of a finished game. Return None if its log cannot be replayed: the last board needs no poster."""
        try:
            replay = await self._tables.history.load_replay(snapshot.table.id)
        except UserError:
            return None
        return await self._pictures.draw_poster(snapshot, replay, language, tone, posted=True)

    async def _format_texts(
        self, snapshot: TableSnapshot, language: Language, called_users: Collection[int]
    ) -> list[str]:
        game = self._tables.catalogue.load_game(snapshot.table.game)
        seats = [person.seat for person in snapshot.table.seats if person.user_id in called_users]
        seed = await self._tables.snapshots.load_seed(snapshot.table.id)
        return format_board(snapshot, game, seed, language, seats, describe_recent_turns(snapshot, language))

    async def _call_users(self, snapshot: TableSnapshot, *, edits: bool) -> list[int]:
        """Return the users that the post mentions: those who are to move, or at the end those who played.

        Users who want no calls, or none at this hour, are only named, and in a new post also those whom the last one called.
        """
        table = snapshot.table
        if table.status == "finished":
            return await self._call_users_at_end(snapshot, edits=edits)
        uncalled_seats = {wait.seat for wait in snapshot.seat_waits if wait.is_asleep}
        if not edits:
            uncalled_seats |= _list_seats_called_before(snapshot)
        called_users = []
        for seat in snapshot.waiting_seats:
            if seat in uncalled_seats:
                continue
            user_id = table.find_user_to_call(seat)
            if user_id and await self._tables.settings.wants_mention(user_id, is_turn=True):
                called_users.append(user_id)
        return called_users

    async def list_users_to_call(self, snapshot: TableSnapshot) -> list[int]:
        """List the users who want to be called to a new post, at some time and by some means.

        Players whom the last post about the same question was for are not called again in the same channel.
        """
        table, last_post, settings = snapshot.table, _find_post_in_channel(snapshot), self._tables.settings
        users: list[int] = []
        if table.status == "finished":
            for user_id in await self._list_players_called_now(table):
                if await settings.wants_call(user_id):
                    users.append(user_id)
            return users
        called_before: tuple[Seat, ...] = ()
        if last_post is not None and table.asked_revision <= last_post.revision:
            called_before = last_post.waiting_seats
        for seat in snapshot.waiting_seats:
            user = table.find_user_to_call(seat)
            if user is None or seat in called_before:
                continue
            if await settings.wants_call(user, is_turn=True):
                users.append(user)
        return users

    async def _list_players_called_now(self, table: Table) -> list[int]:
        """List the players of a finished game, without those who are called when their night is over."""
        later_seats = await self._tables.snapshots.list_seats_called_later(table.id)
        return [person.user_id for person in table.reachable_players if person.seat not in later_seats]

    async def _call_users_at_end(self, snapshot: TableSnapshot, *, edits: bool) -> list[int]:
        """Return the users that the last post of a game mentions. A new post books their calls, an edited one does not."""
        table, last_post = snapshot.table, snapshot.post
        players: list[int] = []
        for user_id in await self._list_players_called_now(table):
            if await self._tables.settings.wants_mention(user_id):
                players.append(user_id)
        if edits:
            return await self._tables.settings.list_users_to_call(players)
        if last_post is not None and last_post.revision >= table.revision:  # the same end once more
            return []
        return await self._tables.calls.call_users(table.id, players, build_post_nonce(table), news_revision=0)


def build_post_nonce(table: Table) -> str:
    """Build the nonce of the post of a table's newest revision, the same at each attempt."""
    return f"t{table.id}:{table.revision}"


def needs_new_message(snapshot: TableSnapshot, last_post: BoardPost) -> bool:
    """Return whether to send a new message, because an edit of the last one would notify nobody.

    That is so if the last post did not call everybody who is to move, or if others have moved or taken moves back since.
    """
    table = snapshot.table
    if table.status == "finished":
        return bool(last_post.waiting_seats or snapshot.moved_seats)
    if not _list_seats_handed_on(table, last_post).isdisjoint(snapshot.waiting_seats):
        return True  # the last post called the seat, but not the person who has it now
    people = {seat for seat in snapshot.waiting_seats if not table.seats[seat].computer_level}  # their seats
    if not people:
        return False
    if people.intersection(snapshot.undone_seats):
        return True  # they may have asked for it hours ago
    movers = set(snapshot.moved_seats)
    if snapshot.turn_seat in people:  # an answer of a computer in the middle of somebody's turn makes no new turn
        movers -= {person.seat for person in table.seats if person.computer_level}
    called_seats = set(last_post.waiting_seats)
    return not (people <= called_seats and movers <= called_seats)


def _find_post_in_channel(snapshot: TableSnapshot) -> BoardPost | None:
    """Return the last post of a table. A deleted channel takes its calls along, also the calls of the next morning."""
    post = snapshot.post
    if post is not None and post.channel_id == snapshot.table.channel_id:
        return post
    return None


def _list_seats_called_before(snapshot: TableSnapshot) -> set[Seat]:
    """Return the seats that the last post called to the same question, such as before another player took a move back.

    A question that was put again is told from a new one by its time. This machine's clock may have been ahead of Discord's, so
    the revision counts too.
    """
    post = _find_post_in_channel(snapshot)
    if post is None:
        return set()
    posted_at = discord.utils.snowflake_time(post.message_id).timestamp()
    older_seats = {
        wait.seat for wait in snapshot.seat_waits if wait.asked_at <= posted_at or wait.asked_revision <= post.revision
    }
    answered_seats = {*snapshot.moved_seats, *snapshot.undone_seats}
    handed_on = _list_seats_handed_on(snapshot.table, post)
    return older_seats.intersection(post.waiting_seats).difference(answered_seats, handed_on)


def _list_seats_handed_on(table: Table, post: BoardPost) -> set[Seat]:
    """List the seats that somebody else had, or a computer played, at the time of a post."""
    changed: set[Seat] = set()
    for before, now in zip(table.with_holders_at(post.revision).seats, table.seats, strict=True):
        if (before.user_id, before.computer_level) != (now.user_id, now.computer_level):
            changed.add(now.seat)
    return changed


def _build_controls(table: Table, language: Language) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    return build_button_rows(build_board_buttons(table, language))
