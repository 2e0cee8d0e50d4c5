"""Opening a table and sitting down: /play, /join, /leave, /options, /start, /close and the lobby's buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import Suggestions, TableCog, allow_everywhere
from cogs.i18n.display_names import clean_label_name
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.limits import MAX_SELECT_CHARS, MAX_SUGGESTIONS, MAX_THREAD_NAME_CHARS, shorten
from cogs.interactions.permissions import can_open_threads, find_tables_forum, require_opening, require_posting
from cogs.interactions.press import Press, parse_snowflake
from cogs.interactions.visibility import find_place, find_public_parent
from cogs.messages.layout import RED_STYLE, allow_mentions, build_button, build_button_rows, build_message
from cogs.messages.lobby import build_games_message, build_lobby_message, build_options_message, list_settings
from engine.host.model.table import NO_USER, BoardPost, Table
from engine.host.service.seat_checks import has_others_to_ask, require_seat
from engine.kernel.text import SeatMention, Text, UserError, say

MAX_POST_TAGS: Final = 5
"""Tags that a post may have, at most."""
ARCHIVE_AFTER_MINUTES: Final = 10080
"""Minutes of silence after which Discord archives a thread; the next post reopens it."""


class LobbyCommands(TableCog):
    """Everything before the first move."""

    async def cog_load(self) -> None:
        """Register the lobby's buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "join": self._on_join,
                "close": self._on_close,
                "closed": self._on_confirm_close,
                "keep": self._on_keep,
                "rematch": self._on_rematch,
                "sit": self._on_choose_seat,
            },
        )
        self.bot.press_handlers.register(
            self,
            {
                "leave": self._on_leave,
                "options": self._on_options,
                "option": self._on_choose_option,
                "start": self._on_start,
                "off": self._on_remove_player,
                "stay": self._on_stay,
            },
            audience="player",
        )
        self.bot.press_handlers.register(self, {"open": self._on_open}, is_allowed_anywhere=True)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Open a table in this channel, or in a thread of its own")
    @app_commands.describe(
        game="Which game; leave it out to see them all", thread="A thread of its own, so that you can talk there"
    )
    @app_commands.choices(
        thread=[app_commands.Choice(name="yes", value="yes"), app_commands.Choice(name="no", value="no")]
    )
    async def play(self, interaction: discord.Interaction, game: str = "", thread: str = "no") -> None:
        """Open a table and show its lobby; without a game, list the games."""
        require_posting(interaction)
        await require_opening(self.tables, interaction)
        if not game:
            view = build_games_message(
                self.bot.catalogue.list_games(), await self.bot.locales.find_person_language(interaction)
            )
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        chosen = self.bot.catalogue.match_game(game)
        game, title = chosen.slug, chosen.title
        channel = interaction.channel
        forum = await find_tables_forum(self.tables, interaction)
        if (
            thread == "yes"
            and forum is None
            and isinstance(channel, discord.TextChannel)
            and can_open_threads(interaction)
        ):
            await interaction.response.defer(thinking=True)
            name = shorten(
                f"{title} · {clean_label_name(interaction.user.display_name)}".rstrip(" ·"), MAX_THREAD_NAME_CHARS
            )
            try:
                own = await channel.create_thread(
                    name=name, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_AFTER_MINUTES
                )
            except discord.HTTPException:
                raise UserError(
                    say("Discord would not open a thread here. /play without one opens a table in the channel.")
                ) from None
            table = await self._open_table(interaction, own.id, game, channel.id)
            self.board_posts.request_post(table.id)
            where = (await self.create_public_formatter(table))(
                say("A table of {title}, in a thread of its own: {thread}", title=title, thread=own.mention)
            )
            await interaction.followup.send(where)
            return
        table = await self._open_here(interaction, game)
        if thread == "yes" and forum is None and not isinstance(channel, discord.Thread):
            why = say("I may not open threads here, so the table is in this channel. A moderator can allow it.")
            await answer_privately(interaction, why, table)

    async def _open_post(self, interaction: discord.Interaction, forum: discord.ForumChannel, game: str) -> Table:
        """Open a table as a post of the server's forum; the post's first message becomes the lobby. Raises Refusal."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        title = self.bot.catalogue.load_game(game).title
        name = shorten(
            f"{title} · {clean_label_name(interaction.user.display_name)}".rstrip(" ·"), MAX_THREAD_NAME_CHARS
        )
        fmt = TextFormatter(translate=await self.bot.locales.find_server_language(forum.guild.id))
        opens = build_message(f"### {title}", fmt(say("A table opens here.")))
        try:
            made = await forum.create_thread(
                name=name,
                view=opens,
                applied_tags=choose_tags(forum, game, title),
                auto_archive_duration=ARCHIVE_AFTER_MINUTES,
            )
        except discord.HTTPException:
            raise UserError(
                say(
                    "Discord would not open a post in {forum}. Ask a moderator whether I may post there.",
                    forum=forum.mention,
                )
            ) from None
        table = await self._open_table(interaction, made.thread.id, game, forum.id)
        await self.tables.snapshots.record_post(table.id, BoardPost(0, made.thread.id, made.message.id, ()))
        self.board_posts.request_post(table.id)
        await answer_privately(interaction, say("Your table is open: {thread}", thread=made.thread.mention), table)
        return table

    async def _open_here(self, interaction: discord.Interaction, game: str) -> Table:
        """Open a table in this channel; the answer is the lobby, for everybody. Where the server has a forum for tables, it opens
        as a post there."""
        forum = await find_tables_forum(self.tables, interaction)
        if forum is not None:
            return await self._open_post(interaction, forum, game)
        parent = find_public_parent(interaction.channel)
        table = await self._open_table(interaction, interaction.channel_id or 0, game, parent)
        language = await self.bot.locales.find_server_language(table.guild_id)
        sent = await interaction.response.send_message(
            view=build_lobby_message(table, self.bot.catalogue.load_game(game), language)
        )
        if sent.message_id is not None:
            await self.tables.snapshots.record_post(
                table.id, BoardPost(table.revision, table.channel_id, sent.message_id, ())
            )
        return table

    async def _open_table(
        self, interaction: discord.Interaction, channel_id: int, game: str, parent_channel_id: int | None
    ) -> Table:
        user = interaction.user
        return await self.tables.lobby.open(
            find_place(interaction),
            channel_id,
            user.id,
            user.display_name,
            game,
            {},
            parent_channel_id=parent_channel_id,
        )

    @play.autocomplete("game")
    async def _suggest_games(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        fmt = await self.create_private_formatter(interaction)
        return [
            app_commands.Choice(name=shorten(f"{game.title}: {fmt(game.blurb)}", MAX_SELECT_CHARS), value=game.slug)
            for game in self.suggest_games(typed)
        ]

    @app_commands.command(description="Sit down at the table in this channel")
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat."""
        table, user = await self._load_channel_table(interaction), interaction.user
        if table.status == "running":
            table = await self.tables.computer_seats.replace_computer(table.id, user.id, user.display_name)
            await self._answer_change(
                interaction, table, say("You play on in the seat of a computer. /hand shows what you have.")
            )
            return
        table = await self.tables.lobby.join(table.id, user.id, user.display_name)
        await self._answer_change(
            interaction, table, say("You have seat {n}.", n=1 + require_seat(table, interaction.user.id))
        )

    @app_commands.command(description="Invite a friend to the table in this channel")
    @app_commands.describe(friend="Who should join")
    async def invite(self, interaction: discord.Interaction, friend: discord.Member) -> None:
        """Let a friend join, and notify them."""
        if friend.bot:
            raise UserError(say("A bot cannot play. Name a friend."))
        table = await self.tables.lobby.invite(
            (await self._load_channel_table(interaction)).id, interaction.user.id, friend.id
        )
        fmt = await self.create_public_formatter(table)
        seat, title = (
            SeatMention(require_seat(table, interaction.user.id)),
            self.bot.catalogue.load_game(table.game).title,
        )
        text = (
            say(
                "{friend}, {seat} invites you to a game of {title} that goes on: /join takes the seat of a computer.",
                friend=friend.mention,
                seat=seat,
                title=title,
            )
            if table.status == "running"
            else say(
                "{friend}, {seat} invites you to a game of {title}: press Join above, or type /join.",
                friend=friend.mention,
                seat=seat,
                title=title,
            )
        )
        await interaction.response.send_message(
            view=build_message(fmt(text)),
            allowed_mentions=allow_mentions(*await self.tables.settings.list_users_to_call([friend.id])),
        )

    @app_commands.command(description="Get up from the table before the game begins")
    @app_commands.describe(person="For who opened the table: take this person off it")
    async def leave(self, interaction: discord.Interaction, person: discord.Member | None = None) -> None:
        """Give the seat back, or take somebody off the table."""
        if person is not None and person.id != interaction.user.id:
            here = await self._load_channel_table(interaction)
            table = await self.tables.lobby.remove_user(here.id, interaction.user.id, person.id)
            await self._answer_change(interaction, table, say("Their seat is free again."))
            return
        table = await self.tables.lobby.leave((await self._load_channel_table(interaction)).id, interaction.user.id)
        await self._answer_change(interaction, table, say("Your seat is free again."))

    @app_commands.command(description="Change how this table plays, before the game begins")
    @app_commands.describe(name="Which option", value="What to set it to")
    async def options(self, interaction: discord.Interaction, name: str, value: str) -> None:
        """Set one option."""
        table = await self.tables.lobby.set_option(
            (await self._load_channel_table(interaction)).id, interaction.user.id, name, value
        )
        settings = list_settings(table, self.bot.catalogue.load_game(table.game))
        setting = next(one for one in settings if one.name == name)
        told = say("{name}: **{value}**", name=setting.label, value=setting.values[value])
        await self._answer_change(interaction, table, say("Set. {option}", option=told))

    @options.autocomplete("name")
    async def _suggest_options(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        table = await self._load_channel_table(interaction)
        settings = list_settings(table, self.bot.catalogue.load_game(table.game))
        fmt = await self.create_private_formatter(interaction)
        offers = [(f"{setting.name}: {fmt(setting.label)}", setting.name) for setting in settings]
        return _filter_offers(offers, typed)

    @options.autocomplete("value")
    async def _suggest_values(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        table = await self._load_channel_table(interaction)
        settings = list_settings(table, self.bot.catalogue.load_game(table.game))
        chosen = next((setting for setting in settings if setting.name == interaction.namespace.name), None)
        values = chosen.values if chosen else {}
        fmt = await self.create_private_formatter(interaction)
        return _filter_offers([(f"{word}: {fmt(label)}", word) for word, label in values.items()], typed)

    @app_commands.command(description="Begin the game at the table in this channel")
    async def start(self, interaction: discord.Interaction) -> None:
        """Start the game."""
        table = await self._start_game(
            interaction,
            await self._load_channel_table(interaction),
            lambda: interaction.response.defer(ephemeral=True, thinking=True),
        )
        await answer_privately(interaction, say("The game has begun; the board is on its way."), table)

    @app_commands.command(description="Close the table in this channel without a result")
    @allow_everywhere
    async def close(self, interaction: discord.Interaction) -> None:
        """Ask whether to close the table."""
        await self._ask_close(interaction, await self._load_channel_table(interaction))

    # -------------------------------------------------------------- buttons
    async def _on_open(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        await self._open_here(press.interaction, press.rest)

    async def _on_join(self, press: Press) -> None:
        user = press.interaction.user
        await self._change_and_show(press, lambda: self.tables.lobby.join(press.table_id, user.id, user.display_name))

    async def _on_choose_seat(self, press: Press) -> None:
        user, seat = press.interaction.user, press.chosen_number
        await self._change_and_show(
            press, lambda: self.tables.lobby.take_seat(press.table_id, user.id, user.display_name, seat)
        )

    async def _on_leave(self, press: Press) -> None:
        await self._change_and_show(press, lambda: self.tables.lobby.leave(press.table_id, press.interaction.user.id))

    async def _on_start(self, press: Press) -> None:
        await self._start_game(
            press.interaction, await self.tables.load_table(press.table_id), press.interaction.response.defer
        )
        if (
            press.rest and not press.interaction.response.is_done()
        ):  # the call that the table is full: it has done its work
            fmt = await self.create_public_formatter(await self.tables.load_table(press.table_id))
            begun = build_message(fmt(say("The game has begun; the board is on its way.")))
            await press.interaction.response.edit_message(view=begun)
        elif not press.interaction.response.is_done():
            await press.interaction.response.defer()  # the message that was pressed is changed by `BoardPosts`

    async def _on_rematch(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        user = press.interaction.user
        table = await self.tables.lobby.open_rematch(press.table_id, user.id, user.display_name)
        last = await self.tables.load_table(press.table_id)
        others = [person for person in last.seats if person.user_id > NO_USER and person.user_id != user.id]
        asked = (await self.create_public_formatter(last, mention=True))(
            say(
                "{others}: a rematch? Press Join to play again.", others=[SeatMention(person.seat) for person in others]
            )
        )
        language = await self.bot.locales.find_server_language(table.guild_id)
        sent = await press.interaction.response.send_message(
            view=build_lobby_message(
                table, self.bot.catalogue.load_game(table.game), language, asked if others else ""
            ),
            allowed_mentions=allow_mentions(
                *await self.tables.settings.list_users_to_call([person.user_id for person in others])
            ),
        )
        if sent.message_id is not None:
            await self.tables.snapshots.record_post(
                table.id, BoardPost(table.revision, table.channel_id, sent.message_id, ())
            )

    async def _on_options(self, press: Press) -> None:
        table = await self.tables.load_table(press.table_id)
        if table.status != "lobby":
            raise UserError(say("The game has begun, so its options stay as they are."))
        language = await self.bot.locales.find_person_language(press.interaction)
        await press.interaction.response.send_message(
            view=build_options_message(
                table, self.bot.catalogue.load_game(table.game), language, press.interaction.user.id
            ),
            ephemeral=True,
        )

    async def _on_choose_option(self, press: Press) -> None:
        table = await self.tables.lobby.set_option(press.table_id, press.interaction.user.id, press.rest, press.chosen)
        language = await self.bot.locales.find_person_language(press.interaction)
        view = build_options_message(
            table, self.bot.catalogue.load_game(table.game), language, press.interaction.user.id
        )
        await press.interaction.response.edit_message(view=view)
        self.board_posts.request_post(table.id)

    async def _on_remove_player(self, press: Press) -> None:
        user = press.interaction.user.id
        table = await self.tables.lobby.remove_user(press.table_id, user, parse_snowflake(press.chosen))
        language = await self.bot.locales.find_person_language(press.interaction)
        view = build_options_message(table, self.bot.catalogue.load_game(table.game), language, user)
        await press.interaction.response.edit_message(view=view)
        self.board_posts.request_post(table.id)

    async def _on_stay(self, press: Press) -> None:
        table = await self.tables.idle_lobbies.keep_open(press.table_id, press.interaction.user.id)
        fmt = await self.create_public_formatter(table)
        await press.interaction.response.edit_message(view=build_message(fmt(say("The table stays open."))))

    async def _on_close(self, press: Press) -> None:
        await self._ask_close(press.interaction, await self.tables.load_table(press.table_id))

    async def _on_confirm_close(self, press: Press) -> None:
        user, moderator = press.interaction.user.id, press.interaction.permissions.manage_channels
        table, fmt = (
            await self.tables.load_table(press.table_id),
            await self.create_private_formatter(press.interaction),
        )
        if table.status == "running" and not moderator and has_others_to_ask(table, user):
            await self.tables.lobby.require_may_close(table, user, is_moderator=False)
            motion = await self.tables.proposals.propose_close(table.id, user)
            await press.interaction.response.edit_message(view=build_message(fmt(say("The others are asked."))))
            await self.post_proposal(press.interaction, table, motion)
            return
        table = await self.tables.lobby.close(press.table_id, user, is_moderator=moderator)
        await press.interaction.response.edit_message(view=build_message(fmt(say("The table is closed."))))
        self.board_posts.request_post(table.id)

    async def _on_keep(self, press: Press) -> None:
        fmt = await self.create_private_formatter(press.interaction)
        await press.interaction.response.edit_message(
            view=build_message(fmt(say("Nothing has changed. The game goes on.")))
        )

    # ---------------------------------------------------------------- parts
    async def _load_channel_table(self, interaction: discord.Interaction) -> Table:
        return await self.tables.find_channel_table(interaction.channel_id or 0)

    async def _start_game(
        self, interaction: discord.Interaction, table: Table, defer: Callable[[], Awaitable[object]]
    ) -> Table:
        """Begin the game, whatever was pressed or typed; `defer` asks Discord for time. What the channel sees of it, the seal of
        the shuffle above all, is made by `BoardPosts` from what is stored."""
        require_posting(interaction)
        if table.is_imported:  # its record is played from the first move on
            await defer()
        table = await self.tables.lobby.start(table.id, interaction.user.id)
        self.board_posts.request_post(table.id)
        return table

    async def _change_and_show(self, press: Press, change: Callable[[], Awaitable[Table]]) -> None:
        """Make a change from the lobby's message and show it there."""
        table = await change()
        language = await self.find_message_language(press.interaction, table)
        view = build_lobby_message(table, self.bot.catalogue.load_game(table.game), language)
        await press.interaction.response.edit_message(view=view)
        last = await self.tables.snapshots.load_post(table.id)
        pressed = press.interaction.message
        if last is not None and pressed is not None and pressed.id == last.message_id:
            await self.tables.snapshots.record_post(
                table.id, BoardPost(table.revision, table.channel_id, last.message_id, ())
            )
        self.board_posts.request_post(table.id)

    async def _answer_change(self, interaction: discord.Interaction, table: Table, text: Text) -> None:
        await answer_privately(interaction, text, table)
        self.board_posts.request_post(table.id)

    async def _ask_close(self, interaction: discord.Interaction, table: Table) -> None:
        moderator = interaction.permissions.manage_channels
        await self.tables.lobby.require_may_close(table, interaction.user.id, is_moderator=moderator)
        fmt = await self.create_private_formatter(interaction)
        asks = table.status == "running" and not moderator and has_others_to_ask(table, interaction.user.id)
        what = (
            say("Close this table? All who play are asked; if they agree, the game is abandoned, without a result.")
            if asks
            else say("Close this table? The game ends without a result, for everybody.")
        )
        await interaction.response.send_message(
            ephemeral=True,
            view=build_message(
                fmt(what),
                *build_button_rows(
                    [
                        build_button(
                            fmt(say("Ask the others") if asks else say("Close the table")),
                            custom_ids.build_button_id("closed", table.id, table.revision),
                            RED_STYLE,
                        ),
                        build_button(fmt(say("Keep it")), custom_ids.build_button_id("keep", table.id, table.revision)),
                    ]
                ),
            ),
        )


def choose_tags(forum: discord.ForumChannel, game: str, title: str) -> list[discord.ForumTag]:
    """The tags of a forum that fit a game, by its name; where a tag is required and none fits, the first that may be used."""
    usable = [tag for tag in forum.available_tags if not tag.moderated]
    names = {game.casefold(), title.casefold()}
    fitting = [tag for tag in usable if tag.name.casefold() in names or tag.name.casefold() in title.casefold()][
        :MAX_POST_TAGS
    ]
    return fitting or (usable[:1] if forum.flags.require_tag else [])


def _filter_offers(offers: list[tuple[str, str]], typed: str) -> Suggestions:
    """The (label, value) pairs whose label contains the typed text."""
    return [
        app_commands.Choice(name=shorten(label, MAX_SELECT_CHARS), value=value)
        for label, value in offers
        if typed.casefold() in label.casefold()
    ][:MAX_SUGGESTIONS]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCommands(bot))
