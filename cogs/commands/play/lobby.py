"""Opening a table and sitting down: /play, /join, /leave, /options, /start, /close and the lobby's buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, SELECT_TEXT, THREAD_NAME, fit
from cogs.interactions.permissions import may_open_threads, require_opening, require_posting, tables_forum
from cogs.interactions.press import Press, snowflake
from cogs.interactions.visibility import place_of, public_parent
from cogs.messages.layout import RED, button, mention_only, message, rows
from cogs.messages.lobby import games_message, lobby_message, options_message, settings_of
from cogs.words.display_names import label_name
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import NOBODY, Post, Table
from engine.host.service.play.live import asks_others, seated
from engine.kernel.text import Refusal, Text, Who, say

TAGS: Final = 5
"""Tags that a post may have, at most."""
WEEK: Final = 10080
"""Minutes of silence after which Discord archives a thread; the next post reopens it."""


class Lobby(TableCog):
    """Everything before the first move."""

    async def cog_load(self) -> None:
        """Register the lobby's buttons."""
        self.bot.presses.register(
            self,
            {
                "join": self._join_pressed,
                "close": self._close_pressed,
                "closed": self._close_confirmed,
                "keep": self._kept,
                "rematch": self._rematch_pressed,
                "sit": self._seat_chosen,
            },
        )
        self.bot.presses.register(
            self,
            {
                "leave": self._leave_pressed,
                "options": self._options_pressed,
                "option": self._option_chosen,
                "start": self._start_pressed,
                "off": self._off_chosen,
                "stay": self._stay_pressed,
            },
            who="player",
        )
        self.bot.presses.register(self, {"open": self._open_pressed}, anywhere=True)

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
            view = games_message(self.bot.catalogue.games(), await self.bot.locales.to_person(interaction))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        chosen = self.bot.catalogue.named(game)
        game, title = chosen.slug, chosen.title
        channel = interaction.channel
        forum = await tables_forum(self.tables, interaction)
        if (
            thread == "yes"
            and forum is None
            and isinstance(channel, discord.TextChannel)
            and may_open_threads(interaction)
        ):
            await interaction.response.defer(thinking=True)
            name = fit(f"{title} · {label_name(interaction.user.display_name)}".rstrip(" ·"), THREAD_NAME)
            try:
                own = await channel.create_thread(
                    name=name, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
                )
            except discord.HTTPException:
                raise Refusal(
                    say("Discord would not open a thread here. /play without one opens a table in the channel.")
                ) from None
            table = await self._open(interaction, own.id, game, channel.id)
            self.posts.poke(table.id)
            where = (await self.public_formatter(table))(
                say("A table of {title}, in a thread of its own: {thread}", title=title, thread=own.mention)
            )
            await interaction.followup.send(where)
            return
        table = await self._open_here(interaction, game)
        if thread == "yes" and forum is None and not isinstance(channel, discord.Thread):
            why = say("I may not open threads here, so the table is in this channel. A moderator can allow it.")
            await answer(interaction, why, table)

    async def _open_post(self, interaction: discord.Interaction, forum: discord.ForumChannel, game: str) -> Table:
        """Open a table as a post of the server's forum; the post's first message becomes the lobby. Raises Refusal."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        title = self.bot.catalogue.game(game).title
        name = fit(f"{title} · {label_name(interaction.user.display_name)}".rstrip(" ·"), THREAD_NAME)
        fmt = TextFormatter(translate=await self.bot.locales.to_server(forum.guild.id))
        opens = message(f"### {title}", fmt(say("A table opens here.")))
        try:
            made = await forum.create_thread(
                name=name, view=opens, applied_tags=tags_for(forum, game, title), auto_archive_duration=WEEK
            )
        except discord.HTTPException:
            raise Refusal(
                say(
                    "Discord would not open a post in {forum}. Ask a moderator whether I may post there.",
                    forum=forum.mention,
                )
            ) from None
        table = await self._open(interaction, made.thread.id, game, forum.id)
        await self.tables.snapshots.posted(table.id, Post(0, made.thread.id, made.message.id, ()))
        self.posts.poke(table.id)
        await answer(interaction, say("Your table is open: {thread}", thread=made.thread.mention), table)
        return table

    async def _open_here(self, interaction: discord.Interaction, game: str) -> Table:
        """Open a table in this channel; the answer is the lobby, for everybody. Where the server has a forum for tables, it opens
        as a post there."""
        forum = await tables_forum(self.tables, interaction)
        if forum is not None:
            return await self._open_post(interaction, forum, game)
        parent = public_parent(interaction.channel)
        table = await self._open(interaction, interaction.channel_id or 0, game, parent)
        language = await self.bot.locales.to_server(table.guild)
        sent = await interaction.response.send_message(
            view=lobby_message(table, self.bot.catalogue.game(game), language)
        )
        if sent.message_id is not None:
            await self.tables.snapshots.posted(table.id, Post(table.rev, table.channel, sent.message_id, ()))
        return table

    async def _open(self, interaction: discord.Interaction, channel: int, game: str, parent: int | None) -> Table:
        user = interaction.user
        return await self.tables.lobby.open(
            place_of(interaction), channel, user.id, user.display_name, game, {}, parent=parent
        )

    @play.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, typed: str) -> Choices:
        fmt = await self.private_formatter(interaction)
        return [
            app_commands.Choice(name=fit(f"{game.title}: {fmt(game.blurb)}", SELECT_TEXT), value=game.slug)
            for game in self.games_like(typed)
        ]

    @app_commands.command(description="Sit down at the table in this channel")
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat."""
        table, user = await self._here(interaction), interaction.user
        if table.status == "running":
            table = await self.tables.crew.take_over(table.id, user.id, user.display_name)
            await self._changed(
                interaction, table, say("You play on in the seat of a computer. /hand shows what you have.")
            )
            return
        table = await self.tables.lobby.join(table.id, user.id, user.display_name)
        await self._changed(interaction, table, say("You have seat {n}.", n=1 + seated(table, interaction.user.id)))

    @app_commands.command(description="Invite a friend to the table in this channel")
    @app_commands.describe(friend="Who should join")
    async def invite(self, interaction: discord.Interaction, friend: discord.Member) -> None:
        """Let a friend join, and notify them."""
        if friend.bot:
            raise Refusal(say("A bot cannot play. Name a friend."))
        table = await self.tables.lobby.invite((await self._here(interaction)).id, interaction.user.id, friend.id)
        fmt = await self.public_formatter(table)
        seat, title = Who(seated(table, interaction.user.id)), self.bot.catalogue.game(table.game).title
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
            view=message(fmt(text)),
            allowed_mentions=mention_only(*await self.tables.settings.to_call([friend.id])),
        )

    @app_commands.command(description="Get up from the table before the game begins")
    @app_commands.describe(person="For who opened the table: take this person off it")
    async def leave(self, interaction: discord.Interaction, person: discord.Member | None = None) -> None:
        """Give the seat back, or take somebody off the table."""
        if person is not None and person.id != interaction.user.id:
            here = await self._here(interaction)
            table = await self.tables.lobby.take_off(here.id, interaction.user.id, person.id)
            await self._changed(interaction, table, say("Their seat is free again."))
            return
        table = await self.tables.lobby.leave((await self._here(interaction)).id, interaction.user.id)
        await self._changed(interaction, table, say("Your seat is free again."))

    @app_commands.command(description="Change how this table plays, before the game begins")
    @app_commands.describe(name="Which option", value="What to set it to")
    async def options(self, interaction: discord.Interaction, name: str, value: str) -> None:
        """Set one option."""
        table = await self.tables.lobby.set_option((await self._here(interaction)).id, interaction.user.id, name, value)
        settings = settings_of(table, self.bot.catalogue.game(table.game))
        setting = next(one for one in settings if one.name == name)
        told = say("{name}: **{value}**", name=setting.label, value=setting.values[value])
        await self._changed(interaction, table, say("Set. {option}", option=told))

    @options.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, typed: str) -> Choices:
        table = await self._here(interaction)
        settings = settings_of(table, self.bot.catalogue.game(table.game))
        fmt = await self.private_formatter(interaction)
        offers = [(f"{setting.name}: {fmt(setting.label)}", setting.name) for setting in settings]
        return _matching(offers, typed)

    @options.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, typed: str) -> Choices:
        table = await self._here(interaction)
        settings = settings_of(table, self.bot.catalogue.game(table.game))
        chosen = next((setting for setting in settings if setting.name == interaction.namespace.name), None)
        values = chosen.values if chosen else {}
        fmt = await self.private_formatter(interaction)
        return _matching([(f"{word}: {fmt(label)}", word) for word, label in values.items()], typed)

    @app_commands.command(description="Begin the game at the table in this channel")
    async def start(self, interaction: discord.Interaction) -> None:
        """Start the game."""
        table = await self._begin(
            interaction,
            await self._here(interaction),
            lambda: interaction.response.defer(ephemeral=True, thinking=True),
        )
        await answer(interaction, say("The game has begun; the board is on its way."), table)

    @app_commands.command(description="Close the table in this channel without a result")
    @ANYWHERE
    async def close(self, interaction: discord.Interaction) -> None:
        """Ask whether to close the table."""
        await self._ask_close(interaction, await self._here(interaction))

    # -------------------------------------------------------------- buttons
    async def _open_pressed(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        await self._open_here(press.interaction, press.rest)

    async def _join_pressed(self, press: Press) -> None:
        user = press.interaction.user
        await self._shown(press, lambda: self.tables.lobby.join(press.table, user.id, user.display_name))

    async def _seat_chosen(self, press: Press) -> None:
        user, seat = press.interaction.user, press.chosen_number
        await self._shown(press, lambda: self.tables.lobby.sit(press.table, user.id, user.display_name, seat))

    async def _leave_pressed(self, press: Press) -> None:
        await self._shown(press, lambda: self.tables.lobby.leave(press.table, press.interaction.user.id))

    async def _start_pressed(self, press: Press) -> None:
        await self._begin(press.interaction, await self.tables.table(press.table), press.interaction.response.defer)
        if (
            press.rest and not press.interaction.response.is_done()
        ):  # the call that the table is full: it has done its work
            fmt = await self.public_formatter(await self.tables.table(press.table))
            begun = message(fmt(say("The game has begun; the board is on its way.")))
            await press.interaction.response.edit_message(view=begun)
        elif not press.interaction.response.is_done():
            await press.interaction.response.defer()  # the message that was pressed is changed by `BoardPosts`

    async def _rematch_pressed(self, press: Press) -> None:
        require_posting(press.interaction)
        await require_opening(self.tables, press.interaction)
        user = press.interaction.user
        table = await self.tables.lobby.rematch(press.table, user.id, user.display_name)
        last = await self.tables.table(press.table)
        others = [person for person in last.seats if person.user > NOBODY and person.user != user.id]
        asked = (await self.public_formatter(last, mention=True))(
            say("{others}: a rematch? Press Join to play again.", others=[Who(person.seat) for person in others])
        )
        language = await self.bot.locales.to_server(table.guild)
        sent = await press.interaction.response.send_message(
            view=lobby_message(table, self.bot.catalogue.game(table.game), language, asked if others else ""),
            allowed_mentions=mention_only(*await self.tables.settings.to_call([person.user for person in others])),
        )
        if sent.message_id is not None:
            await self.tables.snapshots.posted(table.id, Post(table.rev, table.channel, sent.message_id, ()))

    async def _options_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        if table.status != "lobby":
            raise Refusal(say("The game has begun, so its options stay as they are."))
        language = await self.bot.locales.to_person(press.interaction)
        await press.interaction.response.send_message(
            view=options_message(table, self.bot.catalogue.game(table.game), language, press.interaction.user.id),
            ephemeral=True,
        )

    async def _option_chosen(self, press: Press) -> None:
        table = await self.tables.lobby.set_option(press.table, press.interaction.user.id, press.rest, press.chosen)
        language = await self.bot.locales.to_person(press.interaction)
        view = options_message(table, self.bot.catalogue.game(table.game), language, press.interaction.user.id)
        await press.interaction.response.edit_message(view=view)
        self.posts.poke(table.id)

    async def _off_chosen(self, press: Press) -> None:
        user = press.interaction.user.id
        table = await self.tables.lobby.take_off(press.table, user, snowflake(press.chosen))
        language = await self.bot.locales.to_person(press.interaction)
        view = options_message(table, self.bot.catalogue.game(table.game), language, user)
        await press.interaction.response.edit_message(view=view)
        self.posts.poke(table.id)

    async def _stay_pressed(self, press: Press) -> None:
        table = await self.tables.lobby.keep(press.table, press.interaction.user.id)
        fmt = await self.public_formatter(table)
        await press.interaction.response.edit_message(view=message(fmt(say("The table stays open."))))

    async def _close_pressed(self, press: Press) -> None:
        await self._ask_close(press.interaction, await self.tables.table(press.table))

    async def _close_confirmed(self, press: Press) -> None:
        user, moderator = press.interaction.user.id, press.interaction.permissions.manage_channels
        table, fmt = await self.tables.table(press.table), await self.private_formatter(press.interaction)
        if table.status == "running" and not moderator and asks_others(table, user):
            await self.tables.lobby.may_close(table, user, moderator=False)
            motion = await self.tables.motions.close(table.id, user)
            await press.interaction.response.edit_message(view=message(fmt(say("The others are asked."))))
            await self.put_motion(press.interaction, table, motion)
            return
        table = await self.tables.lobby.close(press.table, user, moderator=moderator)
        await press.interaction.response.edit_message(view=message(fmt(say("The table is closed."))))
        self.posts.poke(table.id)

    async def _kept(self, press: Press) -> None:
        fmt = await self.private_formatter(press.interaction)
        await press.interaction.response.edit_message(view=message(fmt(say("Nothing has changed. The game goes on."))))

    # ---------------------------------------------------------------- parts
    async def _here(self, interaction: discord.Interaction) -> Table:
        return await self.tables.in_channel(interaction.channel_id or 0)

    async def _begin(
        self, interaction: discord.Interaction, table: Table, wait: Callable[[], Awaitable[object]]
    ) -> Table:
        """Begin the game, whatever was pressed or typed; `wait` asks Discord for time. What the channel sees of it, the seal of
        the shuffle above all, is made by `BoardPosts` from what is stored."""
        require_posting(interaction)
        if table.imported:  # its record is played from the first move on
            await wait()
        table = await self.tables.lobby.start(table.id, interaction.user.id)
        self.posts.poke(table.id)
        return table

    async def _shown(self, press: Press, change: Callable[[], Awaitable[Table]]) -> None:
        """Make a change from the lobby's message and show it there."""
        table = await change()
        language = await self.message_language(press.interaction, table)
        view = lobby_message(table, self.bot.catalogue.game(table.game), language)
        await press.interaction.response.edit_message(view=view)
        last = await self.tables.snapshots.post(table.id)
        pressed = press.interaction.message
        if last is not None and pressed is not None and pressed.id == last.message:
            await self.tables.snapshots.posted(table.id, Post(table.rev, table.channel, last.message, ()))
        self.posts.poke(table.id)

    async def _changed(self, interaction: discord.Interaction, table: Table, text: Text) -> None:
        await answer(interaction, text, table)
        self.posts.poke(table.id)

    async def _ask_close(self, interaction: discord.Interaction, table: Table) -> None:
        moderator = interaction.permissions.manage_channels
        await self.tables.lobby.may_close(table, interaction.user.id, moderator=moderator)
        fmt = await self.private_formatter(interaction)
        asks = table.status == "running" and not moderator and asks_others(table, interaction.user.id)
        what = (
            say("Close this table? All who play are asked; if they agree, the game is abandoned, without a result.")
            if asks
            else say("Close this table? The game ends without a result, for everybody.")
        )
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                fmt(what),
                *rows(
                    [
                        button(
                            fmt(say("Ask the others") if asks else say("Close the table")),
                            custom_ids.button("closed", table.id, table.rev),
                            RED,
                        ),
                        button(fmt(say("Keep it")), custom_ids.button("keep", table.id, table.rev)),
                    ]
                ),
            ),
        )


def tags_for(forum: discord.ForumChannel, game: str, title: str) -> list[discord.ForumTag]:
    """The tags of a forum that fit a game, by its name; where a tag is required and none fits, the first that may be used."""
    usable = [tag for tag in forum.available_tags if not tag.moderated]
    names = {game.casefold(), title.casefold()}
    fitting = [tag for tag in usable if tag.name.casefold() in names or tag.name.casefold() in title.casefold()][:TAGS]
    return fitting or (usable[:1] if forum.flags.require_tag else [])


def _matching(offers: list[tuple[str, str]], typed: str) -> Choices:
    """The (label, value) pairs whose label contains the typed text."""
    return [
        app_commands.Choice(name=fit(label, SELECT_TEXT), value=value)
        for label, value in offers
        if typed.casefold() in label.casefold()
    ][:AUTOCOMPLETE_CHOICES]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
