"""The lobby of a table: /join, /invite, /leave, /options, /start, /close and its buttons. `opening.py` opens tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions, build_matching_choices, build_reason_choice
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press, parse_snowflake
from cogs.messages.layout import RED_STYLE, allow_mentions, build_button, build_button_rows, build_message
from cogs.messages.lobby import build_options_message, list_settings
from engine.host.model.table import Table
from engine.host.service.lobby.options import list_unconfirmed
from engine.host.service.moderation import is_involved
from engine.host.service.seat_checks import has_others_to_ask, require_seat
from engine.kernel.script import Setting
from engine.kernel.text import SeatMention, Text, UserError, say


class LobbyCommands(TableCog):
    """The commands and buttons of a table before its first move."""

    async def cog_load(self) -> None:
        """Register the lobby's buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "join": self._on_join,
                "close": self._on_close,
                "closed": self._on_confirm_close,
                "keep": self._on_keep,
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

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Sit down at the table in this channel")
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat."""
        table, user = await self.load_channel_table(interaction), interaction.user
        if table.status == "running":
            table = await self.tables.computer_seats.replace_computer(table.id, user.id, user.display_name)
            await self._answer_change(
                interaction, table, say("You play on in the seat of a computer. {/hand} shows what you have.")
            )
            return
        table = await self.tables.lobby.join(table.id, user.id, user.display_name)
        await self._answer_change(interaction, table, say("You have seat {n}.", n=1 + require_seat(table, user.id)))

    @app_commands.command(description="Invite a friend to the table in this channel")
    @app_commands.describe(friend="Who should join")
    async def invite(self, interaction: discord.Interaction, friend: discord.Member) -> None:
        """Let a friend join, and notify them."""
        if friend.bot:
            raise UserError(say("A bot cannot play. Name a friend."))
        table = await self.load_channel_table(interaction)
        await self.tables.cooldowns.require_free("invite", table.id, friend.id)
        table = await self.tables.lobby.invite(table.id, interaction.user.id, friend.id)
        await self.tables.cooldowns.claim_invitation(interaction.user.id)
        await self.tables.cooldowns.claim("invite", table.id, friend.id)
        fmt = await self.create_public_formatter(table)
        seat = SeatMention(require_seat(table, interaction.user.id))
        title = self.bot.catalogue.load_game(table.game).title
        if table.status == "running":
            text = say(
                "{friend}, {seat} invites you to a game of {title} that goes on: {/join} takes the seat of a computer.",
                friend=friend.mention,
                seat=seat,
                title=title,
            )
        else:
            text = say(
                "{friend}, {seat} invites you to a game of {title}: press Join above, or type {/join}.",
                friend=friend.mention,
                seat=seat,
                title=title,
            )
        users = await self.tables.calls.call_users(table.id, [friend.id], str(interaction.id))
        await interaction.response.send_message(view=build_message(fmt(text)), allowed_mentions=allow_mentions(*users))

    @app_commands.command(description="Get up from the table before the game begins")
    @app_commands.describe(person="For who opened the table: take this person off it")
    async def leave(self, interaction: discord.Interaction, person: discord.Member | None = None) -> None:
        """Give the seat back, or take somebody off the table."""
        table, user = await self.load_channel_table(interaction), interaction.user
        if person is not None and person.id != user.id:
            table = await self.tables.lobby.remove_user(table.id, user.id, person.id)
            await self._answer_change(interaction, table, say("Their seat is free again."))
            return
        table = await self.tables.lobby.leave(table.id, user.id)
        await self._answer_change(interaction, table, say("Your seat is free again."))

    @app_commands.command(description="Change how this table plays, before the game begins")
    @app_commands.describe(name="Which option", value="What to set it to")
    async def options(self, interaction: discord.Interaction, name: str, value: str) -> None:
        """Set one option."""
        table = await self.load_channel_table(interaction)
        table = await self.tables.lobby.set_option(table.id, interaction.user.id, name, value)
        settings = {setting.name: setting for setting in self._list_settings(table)}
        option = say("{name}: **{value}**", name=settings[name].label, value=settings[name].values[value])
        text = say("Set. {option}", option=option)
        unconfirmed = list_unconfirmed(table.seats)
        if unconfirmed:
            text = say(
                "Set. {option} Before it begins, {people} must press Start again.", option=option, people=[*unconfirmed]
            )
        await self._answer_change(interaction, table, text)

    @options.autocomplete("name")
    async def _suggest_options(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest_words(interaction, typed, _list_option_names)

    @options.autocomplete("value")
    async def _suggest_values(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        name = getattr(interaction.namespace, "name", "")
        return await self._suggest_words(interaction, typed, lambda settings: _list_option_values(settings, name))

    async def _suggest_words(
        self,
        interaction: discord.Interaction,
        typed: str,
        list_words: Callable[[Sequence[Setting]], Mapping[str, Text]],
    ) -> Suggestions:
        """Suggest words of the table's settings, each with its label, or say why there are none."""
        fmt = await self.create_private_formatter(interaction)
        try:
            words = list_words(self._list_settings(await self.load_channel_table(interaction)))
        except UserError as refused:
            return build_reason_choice(format_plain_label(refused.text, None, fmt.translate), typed)
        return build_matching_choices(((f"{word}: {fmt(label)}", word) for word, label in words.items()), typed)

    @app_commands.command(description="Begin the game at the table in this channel")
    async def start(self, interaction: discord.Interaction) -> None:
        """Start the game."""
        table = await self._start_game(
            interaction,
            await self.load_channel_table(interaction),
            lambda: interaction.response.defer(ephemeral=True, thinking=True),
        )
        await answer_privately(interaction, say("The game has begun; the board is on its way."), table)

    @app_commands.command(description="Close the table in this channel without a result")
    @allow_everywhere
    async def close(self, interaction: discord.Interaction) -> None:
        """Ask whether to close the table."""
        await self._ask_close(interaction, await self.load_channel_table(interaction))

    # -------------------------------------------------------------- buttons
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
        response = press.interaction.response
        table = await self.tables.load_table(press.table_id)
        await self._start_game(press.interaction, table, response.defer)
        if response.is_done():
            return
        if not press.rest:
            await response.defer()  # `BoardPosts` changes the message that was pressed
            return
        # The button was on the message that calls the players to a full table.
        fmt = await self.create_public_formatter(await self.tables.load_table(press.table_id))
        await response.edit_message(view=build_message(fmt(say("The game has begun; the board is on its way."))))

    async def _on_options(self, press: Press) -> None:
        table = await self.tables.load_table(press.table_id)
        if table.status != "lobby":
            raise UserError(say("The game has begun, so its options stay as they are."))
        view = await self._build_options(press, table)
        await press.interaction.response.send_message(view=view, ephemeral=True)

    async def _on_choose_option(self, press: Press) -> None:
        table = await self.tables.lobby.set_option(press.table_id, press.interaction.user.id, press.rest, press.chosen)
        self.board_posts.request_post(table.id)
        await press.interaction.response.edit_message(view=await self._build_options(press, table))

    async def _on_remove_player(self, press: Press) -> None:
        user = press.interaction.user.id
        table = await self.tables.lobby.remove_user(press.table_id, user, parse_snowflake(press.chosen))
        self.board_posts.request_post(table.id)
        await press.interaction.response.edit_message(view=await self._build_options(press, table))

    async def _on_stay(self, press: Press) -> None:
        table = await self.tables.idle_lobbies.keep_open(press.table_id, press.interaction.user.id)
        fmt = await self.create_public_formatter(table)
        await press.interaction.response.edit_message(view=build_message(fmt(say("The table stays open."))))

    async def _on_close(self, press: Press) -> None:
        await self._ask_close(press.interaction, await self.tables.load_table(press.table_id))

    async def _on_confirm_close(self, press: Press) -> None:
        user, is_moderator = press.interaction.user.id, press.interaction.permissions.manage_channels
        table = await self.tables.load_table(press.table_id)
        fmt = await self.create_private_formatter(press.interaction)
        if _needs_consent(table, press.interaction):
            await self.tables.lobby.require_may_close(table, user, is_moderator=is_moderator)
            proposal = await self.tables.proposals.propose_close(table.id, user)
            await press.interaction.response.edit_message(view=build_message(fmt(say("The others are asked."))))
            await self.post_proposal(press.interaction, table, proposal)
            return
        was_open, has_acted_for_others = table.status == "lobby", has_others_to_ask(table, user)
        table = await self.tables.lobby.close(press.table_id, user, is_moderator=is_moderator)
        self.board_posts.request_post(table.id)
        await press.interaction.response.edit_message(view=build_message(fmt(say("The table is closed."))))
        if was_open and has_acted_for_others and user != table.opened_by:  # a lobby has no log that names the moderator
            told = say("{moderator}, a moderator, has closed this table.", moderator=press.interaction.user.mention)
            public_fmt = await self.create_public_formatter(table)
            await press.interaction.followup.send(view=build_message(public_fmt(told)))

    async def _on_keep(self, press: Press) -> None:
        fmt = await self.create_private_formatter(press.interaction)
        await press.interaction.response.edit_message(
            view=build_message(fmt(say("Nothing has changed. The game goes on.")))
        )

    # ---------------------------------------------------------------- parts
    async def _start_game(
        self, interaction: discord.Interaction, table: Table, defer: Callable[[], Awaitable[object]]
    ) -> Table:
        """Start the game of a table. `defer` asks Discord for time. `BoardPosts` then posts the board and the seal."""
        require_posting(interaction)
        if table.is_imported:  # the whole record is replayed, which takes a while
            await defer()
        try:
            return await self.tables.lobby.start(table.id, interaction.user.id)
        finally:  # also if others must press Start, since the lobby then names them
            self.board_posts.request_post(table.id)

    async def _change_and_show(self, press: Press, change: Callable[[], Awaitable[Table]]) -> None:
        """Change a lobby from its message, and show it there."""
        await self.show_lobby(press, await change())

    async def _answer_change(self, interaction: discord.Interaction, table: Table, text: Text) -> None:
        self.board_posts.request_post(table.id)
        await answer_privately(interaction, text, table)

    async def _ask_close(self, interaction: discord.Interaction, table: Table) -> None:
        is_moderator = interaction.permissions.manage_channels
        await self.tables.lobby.require_may_close(table, interaction.user.id, is_moderator=is_moderator)
        fmt = await self.create_private_formatter(interaction)
        if _needs_consent(table, interaction):
            question = say(
                "Close this table? All who play are asked; if they agree, the game is abandoned, without a result."
            )
            label = say("Ask the others")
        elif table.status == "lobby":
            question = say("Close this table? It has not begun, so nothing is lost; {/play} opens another.")
            label = say("Close the table")
        else:
            question = say("Close this table? The game ends without a result, for everybody.")
            label = say("Close the table")
        buttons = [
            build_button(fmt(label), custom_ids.build_button_id("closed", table.id, table.revision), RED_STYLE),
            build_button(fmt(say("Keep it")), custom_ids.build_button_id("keep", table.id, table.revision)),
        ]
        await interaction.response.send_message(
            view=build_message(fmt(question), *build_button_rows(buttons)), ephemeral=True
        )

    async def _build_options(self, press: Press, table: Table) -> discord.ui.LayoutView:
        """Build the options of a table for the person who pressed."""
        language = await self.bot.locales.find_person_language(press.interaction)
        game = self.bot.catalogue.load_game(table.game)
        return build_options_message(table, game, language, press.interaction.user.id)

    def _list_settings(self, table: Table) -> Sequence[Setting]:
        return list_settings(table, self.bot.catalogue.load_game(table.game))


def _list_option_names(settings: Sequence[Setting]) -> dict[str, Text]:
    return {setting.name: setting.label for setting in settings}


def _list_option_values(settings: Sequence[Setting], name: str) -> Mapping[str, Text]:
    for setting in settings:
        if setting.name == name:
            return setting.values
    return {}


def _needs_consent(table: Table, interaction: discord.Interaction) -> bool:
    """Return whether closing the table needs the other players' consent."""
    if table.status != "running":
        return False
    if interaction.permissions.manage_channels and not is_involved(table, interaction.user.id):
        return False
    return has_others_to_ask(table, interaction.user.id)


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCommands(bot))
