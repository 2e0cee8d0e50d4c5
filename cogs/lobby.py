"""Opening a table and sitting down: /play, /join, /leave, /options, /start, /close and the lobby's buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs import ids
from cogs.client import Overwinter
from cogs.errors import answer
from cogs.layout import RED, button, message, rows
from cogs.limits import AUTOCOMPLETE_CHOICES, SELECT_TEXT, fit
from cogs.lobby_post import lobby_message, options_message
from cogs.press import Press
from cogs.table_cog import TableCog
from cogs.words import Reader
from engine.host.table import HOUSE, Post, Table
from engine.host.tables import seated
from engine.kernel.text import Refusal, Text, Who, plain, say

Choices = list[app_commands.Choice[str]]


class Lobby(TableCog):
    """Everything before the first move."""

    async def cog_load(self) -> None:
        """Answer the lobby's buttons."""
        self.bot.presses |= {
            "join": self._join_pressed,
            "leave": self._leave_pressed,
            "options": self._options_pressed,
            "option": self._option_chosen,
            "start": self._start_pressed,
            "close": self._close_pressed,
            "closed": self._close_confirmed,
            "keep": self._kept,
        }

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(game="Which game")
    async def play(self, interaction: discord.Interaction, game: str) -> None:
        """Open a table and show its lobby."""
        assert interaction.channel_id is not None
        require_posting(interaction)
        table = await self.tables.open(
            interaction.guild_id or 0,
            interaction.channel_id,
            interaction.user.id,
            interaction.user.display_name,
            game,
            {},
        )
        sent = await interaction.response.send_message(view=lobby_message(table, self.bot.shelf.game(game)))
        if sent.message_id is not None:
            await self.tables.posted(table.id, Post(table.rev, table.channel, sent.message_id, ()))

    @play.autocomplete("game")
    async def _games(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [
            app_commands.Choice(name=fit(f"{game.title}: {plain(game.blurb)}", SELECT_TEXT), value=game.slug)
            for game in self.bot.shelf.games()
            if typed.casefold() in f"{game.slug} {game.title}".casefold()
        ][:AUTOCOMPLETE_CHOICES]

    @app_commands.command(description="Sit down at the table in this channel")
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat."""
        table = await self._here(interaction)
        table = await self.tables.join(table.id, interaction.user.id, interaction.user.display_name)
        await self._changed(interaction, table, say("You have seat {n}.", n=len(table.seats)))

    @app_commands.command(description="Invite a friend to the table in this channel")
    @app_commands.describe(friend="Who should join")
    async def invite(self, interaction: discord.Interaction, friend: discord.Member) -> None:
        """Let a friend join, and tell them."""
        table = await self.tables.invite((await self._here(interaction)).id, interaction.user.id, friend.id)
        read = Reader(table)
        text = say(
            "{friend}, {seat} invites you to a game of {title}: press Join above, or type /join.",
            friend=friend.mention,
            seat=Who(seated(table, interaction.user.id)),
            title=self.bot.shelf.game(table.game).title,
        )
        await interaction.response.send_message(
            view=message(read(text)),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=[friend]),
        )

    @app_commands.command(description="Get up from the table before the game begins")
    async def leave(self, interaction: discord.Interaction) -> None:
        """Give the seat back."""
        table = await self.tables.leave((await self._here(interaction)).id, interaction.user.id)
        await self._changed(interaction, table, say("Your seat is free again."))

    @app_commands.command(description="Change how this table plays, before the game begins")
    @app_commands.describe(name="Which option", value="What to set it to")
    async def options(self, interaction: discord.Interaction, name: str, value: str) -> None:
        """Set one option."""
        table = await self.tables.set_option((await self._here(interaction)).id, interaction.user.id, name, value)
        await self._changed(interaction, table, say("Set: {name} is now {value}.", name=name, value=value))

    @options.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, typed: str) -> Choices:
        settings = (*self.bot.shelf.game((await self._here(interaction)).game).settings, *HOUSE)
        return [
            app_commands.Choice(name=fit(f"{setting.name}: {plain(setting.label)}", SELECT_TEXT), value=setting.name)
            for setting in settings
            if typed.casefold() in f"{setting.name} {plain(setting.label)}".casefold()
        ][:AUTOCOMPLETE_CHOICES]

    @options.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, typed: str) -> Choices:
        settings = (*self.bot.shelf.game((await self._here(interaction)).game).settings, *HOUSE)
        chosen = next((setting for setting in settings if setting.name == interaction.namespace.name), None)
        values = chosen.values if chosen else {}
        return [
            app_commands.Choice(name=fit(f"{word}: {plain(label)}", SELECT_TEXT), value=word)
            for word, label in values.items()
            if typed.casefold() in f"{word} {plain(label)}".casefold()
        ]

    @app_commands.command(description="Begin the game at the table in this channel")
    async def start(self, interaction: discord.Interaction) -> None:
        """Deal and call the first player."""
        require_posting(interaction)
        table = await self.tables.start((await self._here(interaction)).id, interaction.user.id)
        await self._changed(interaction, table, say("The game has begun; the board is on its way."))

    @app_commands.command(description="Close the table in this channel without a result")
    async def close(self, interaction: discord.Interaction) -> None:
        """Ask whether to close the table."""
        await self._ask_close(interaction, await self._here(interaction))

    # -------------------------------------------------------------- buttons
    async def _join_pressed(self, press: Press) -> None:
        user = press.interaction.user
        await self._shown(press, lambda: self.tables.join(press.table, user.id, user.display_name))

    async def _leave_pressed(self, press: Press) -> None:
        await self._shown(press, lambda: self.tables.leave(press.table, press.interaction.user.id))

    async def _start_pressed(self, press: Press) -> None:
        require_posting(press.interaction)
        table = await self.tables.start(press.table, press.interaction.user.id)
        read = Reader(table)
        people = [Who(person.seat) for person in table.seats]
        game = self.bot.shelf.game(table.game)
        begun = message(
            f"### {game.title}",
            read(say("The game has begun: {people}.", people=list(people))),
            "-# "
            + read(say("The cards are dealt. Seal of the shuffle: {seal}", seal=await self.tables.seed(table.id))),
        )
        await press.interaction.response.edit_message(view=begun)
        self.posts.poke(table.id)

    async def _options_pressed(self, press: Press) -> None:
        table = await self.tables.table(press.table)
        if table.status != "lobby":
            raise Refusal(say("The game has begun, so its options stay as they are."))
        if table.seat_of(press.interaction.user.id) is None:
            raise Refusal(say("You have no seat at this table yet. Press Join first."))
        await press.interaction.response.send_message(
            view=options_message(table, self.bot.shelf.game(table.game)), ephemeral=True
        )

    async def _option_chosen(self, press: Press) -> None:
        table = await self.tables.set_option(press.table, press.interaction.user.id, press.rest, press.values[0])
        await press.interaction.response.edit_message(view=options_message(table, self.bot.shelf.game(table.game)))
        self.posts.poke(table.id)

    async def _close_pressed(self, press: Press) -> None:
        await self._ask_close(press.interaction, await self.tables.table(press.table))

    async def _close_confirmed(self, press: Press) -> None:
        table = await self.tables.close(
            press.table, press.interaction.user.id, moderator=press.interaction.permissions.manage_channels
        )
        await press.interaction.response.edit_message(view=message(Reader(table)(say("The table is closed."))))
        self.posts.poke(table.id)

    async def _kept(self, press: Press) -> None:
        await press.interaction.response.edit_message(
            view=message(Reader()(say("Nothing has changed. The game goes on.")))
        )

    # ---------------------------------------------------------------- parts
    async def _here(self, interaction: discord.Interaction) -> Table:
        return await self.tables.in_channel(interaction.channel_id or 0)

    async def _shown(self, press: Press, change: Callable[[], Awaitable[Table]]) -> None:
        """Make a change from the lobby's own message and show it there."""
        table = await change()
        await press.interaction.response.edit_message(view=lobby_message(table, self.bot.shelf.game(table.game)))
        last = await self.tables.post(table.id)
        pressed = press.interaction.message
        if last is not None and pressed is not None and pressed.id == last.message:
            await self.tables.posted(table.id, Post(table.rev, table.channel, last.message, ()))
        self.posts.poke(table.id)

    async def _changed(self, interaction: discord.Interaction, table: Table, text: Text) -> None:
        await answer(interaction, text, table)
        self.posts.poke(table.id)

    async def _ask_close(self, interaction: discord.Interaction, table: Table) -> None:
        if not table.live:
            raise Refusal(say("This table is closed already. /play opens a new one."))
        if interaction.user.id != table.opened_by and not interaction.permissions.manage_channels:
            raise Refusal(
                say(
                    "Only the person who opened the table, or a moderator, can close it. /resign gives up your own seat."
                )
            )
        read = Reader(table)
        what = say("Close this table? The game ends without a result, for everybody.")
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                read(what),
                *rows(
                    [
                        button(read(say("Close the table")), ids.button("closed", table.id, table.rev), RED),
                        button(read(say("Keep it")), ids.button("keep", table.id, table.rev)),
                    ]
                ),
            ),
        )


def require_posting(interaction: discord.Interaction) -> None:
    """Raise Refusal, naming what is missing, when the bot may not post pictures in this channel."""
    may = interaction.app_permissions
    send = may.send_messages_in_threads if isinstance(interaction.channel, discord.Thread) else may.send_messages
    missing: list[Text] = [
        name
        for has, name in (
            (may.view_channel, say("View Channel")),
            (send, say("Send Messages")),
            (may.attach_files, say("Attach Files")),
        )
        if not has
    ]
    if missing:
        raise Refusal(
            say(
                "I cannot show a board in this channel: I lack the right to {rights}. "
                "Ask a moderator, or play in another channel.",
                rights=list(missing),
            )
        )


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(Lobby(bot))
