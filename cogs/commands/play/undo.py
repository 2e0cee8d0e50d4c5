"""/undo, with the consent of the others where it is needed, /resign, and /reinstate for moderators."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.limits import MAX_THREAD_NAME_CHARS, THREAD_ARCHIVE_MINUTES, shorten
from cogs.interactions.permissions import can_open_threads, require_posting
from cogs.interactions.press import Press, parse_number
from cogs.messages.history.log import format_past_lines, format_struck_lines
from cogs.messages.layout import BLUE_STYLE, RED_STYLE, build_button, build_button_rows, build_message
from cogs.messages.undo_question import build_undo_question
from cogs.messages.updates import update_message
from engine.host.model.table import Table, UndoRequest
from engine.host.service.moderation import is_involved
from engine.host.service.play.undo import RequestExpiredError
from engine.host.service.table_channels import ChannelTakenError
from engine.kernel.text import SeatMention, UserError, count, mention_seats, say

log = logging.getLogger("overwinter")
T = TypeVar("T")


class UndoCommands(TableCog):
    """The commands and buttons that take moves back, give a seat up, and give it back."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "undo": self._on_undo,
                "retract": self._on_confirm_retract,
                "agree": self._on_agree,
                "refuse": self._on_refuse,
                "resigned": self._on_confirm_resign,
            },
            audience="player",
        )
        self.bot.press_handlers.register(self, {"rewind": self._on_confirm_rewind})

    @app_commands.command(description="See what taking your last move back would undo, then do it or ask the others")
    @app_commands.describe(move="For moderators: back to the board after this move; the numbers stand in /log")
    @allow_everywhere
    async def undo(self, interaction: discord.Interaction, move: app_commands.Range[int, 0] | None = None) -> None:
        """Show what would be taken back, and ask for confirmation."""
        if move is not None:
            await self._explain_rewind(interaction, move)
            return
        await self._explain_undo(interaction, await self.load_channel_table(interaction, live_only=False))

    async def _explain_rewind(self, interaction: discord.Interaction, move: int) -> None:
        _require_moderator(interaction)
        table = await self.load_channel_table(interaction, live_only=False)
        preview = await self.tables.rewind.plan(table.id, move)
        fmt = await self.create_private_formatter(interaction, table)
        label = say("Take back")
        what = count(
            "Take the table back to the board after move {move}? {n} move is undone, and everybody is told.",
            "Take the table back to the board after move {move}? {n} moves are undone, and everybody is told.",
            preview.undone_moves,
            move=move,
        )
        if is_involved(table, interaction.user.id):
            label = say("Ask the others")
            what = count(
                "Take the table back to the board after move {move}? {n} move is undone. You have played here, so all are asked.",
                "Take the table back to the board after move {move}? {n} moves are undone. You have played here, so all are asked.",
                preview.undone_moves,
                move=move,
            )
        await interaction.response.send_message(
            ephemeral=True,
            view=build_message(
                fmt(what),
                format_struck_lines(preview.lines, table, fmt),
                *build_button_rows(
                    [
                        build_button(
                            fmt(label),
                            custom_ids.build_button_id("rewind", table.id, preview.revision, str(move)),
                            RED_STYLE,
                        ),
                        build_button(
                            fmt(say("Leave it")), custom_ids.build_button_id("keep", table.id, preview.revision)
                        ),
                    ]
                ),
            ),
        )

    @app_commands.command(description="Give up your seat in this channel's game")
    @allow_everywhere
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask whether to give up."""
        table = await self.load_channel_table(interaction)
        if table.status == "lobby":
            raise UserError(say("The game has not begun. {/leave} gives your seat back."))
        if table.find_seat(interaction.user.id) is None:
            raise UserError(say("You are not in this game, so there is nothing to give up."))
        fmt = await self.create_private_formatter(interaction, table)
        result = None
        if table.is_live:
            result = await self.tables.moves.preview_resignation(table.id, interaction.user.id)
        if result is not None:
            what = count(
                "Give up? {winners} wins then, and the game is over.",
                "Give up? {winners} win then, and the game is over.",
                len(result.winners),
                winners=mention_seats(result.winners),
            )
        elif self.tables.context.has_computers:
            what = say("Give up? A computer plays on in your seat, and you cannot come back.")
        else:
            what = say("Give up? Your seat goes on with safe moves, and you cannot come back.")
        await interaction.response.send_message(
            ephemeral=True,
            view=build_message(
                fmt(what),
                *build_button_rows(
                    [
                        build_button(
                            fmt(say("Give up")),
                            custom_ids.build_button_id("resigned", table.id, table.revision),
                            RED_STYLE,
                        ),
                        build_button(fmt(say("Play on")), custom_ids.build_button_id("keep", table.id, table.revision)),
                    ]
                ),
            ),
        )

    @app_commands.command(description="For moderators: give a seat that was given up, or dropped, back to its person")
    @app_commands.describe(who="Who plays on in the seat they had")
    @app_commands.default_permissions(manage_channels=True)
    async def reinstate(self, interaction: discord.Interaction, who: discord.User) -> None:
        """Give a seat back to the person who had it."""
        if not interaction.permissions.manage_channels:
            raise UserError(say("Moderators give a seat back. Ask one of them to use {/reinstate} here."))
        table = await self.load_channel_table(interaction)
        if is_involved(table, interaction.user.id):
            require_posting(interaction)
            proposal = await self.tables.proposals.propose_reinstatement(table.id, interaction.user.id, who.id)
            await self.post_proposal(interaction, table, proposal)
            return
        seat = await self.tables.handover.reinstate_player(table.id, who.id, interaction.user.id)
        self.board_posts.request_post(table.id)
        table = await self.tables.load_table(table.id)
        await answer_privately(
            interaction, say("{seat} has the seat again, and plays on.", seat=SeatMention(seat)), table
        )

    # -------------------------------------------------------------- buttons
    async def _on_undo(self, press: Press) -> None:
        await self._explain_undo(press.interaction, await self.tables.load_table(press.table_id))

    async def _on_confirm_retract(self, press: Press) -> None:
        interaction = press.interaction
        preview = await self.tables.undo.preview_undo(press.table_id, interaction.user.id)
        if preview.needs_consent:
            require_posting(interaction)  # the bot asks the others in a message
        request = await self._reopen_somewhere(
            press,
            lambda: self.tables.undo.take_back(
                press.table_id, interaction.user.id, revision=press.revision, interaction_id=interaction.id
            ),
        )
        if request is None:
            self.board_posts.request_post(press.table_id)
        table = await self.tables.load_table(press.table_id)
        fmt = await self.create_private_formatter(interaction, table)
        if request is None:
            await update_message(interaction, build_message(fmt(say("Taken back. It is your move again."))))
            return
        # The scheduler posts the question once, also after a restart.
        await update_message(interaction, build_message(fmt(say("The others are asked; the log will tell."))))

    async def _on_agree(self, press: Press) -> None:
        await self._answer_request(press, agree=True)

    async def _on_refuse(self, press: Press) -> None:
        await self._answer_request(press, agree=False)

    async def _on_confirm_resign(self, press: Press) -> None:
        table = await self.tables.moves.resign(
            press.table_id, press.interaction.user.id, interaction_id=press.interaction.id
        )
        self.board_posts.request_post(table.id)
        fmt = await self.create_private_formatter(press.interaction)
        await update_message(press.interaction, build_message(fmt(say("You have given up. Thank you for playing."))))

    async def _on_confirm_rewind(self, press: Press) -> None:
        interaction = press.interaction
        _require_moderator(interaction)  # they may have lost the right since the question
        require_posting(interaction)
        table = await self.tables.load_table(press.table_id)
        if is_involved(table, interaction.user.id):
            proposal = await self.tables.proposals.propose_rewind(table.id, interaction.user.id, press.number)
            fmt = await self.create_private_formatter(interaction, table)
            await update_message(interaction, build_message(fmt(say("The others are asked."))))
            await self.post_proposal(interaction, table, proposal)
            return
        table = await self._reopen_somewhere(
            press,
            lambda: self.tables.rewind.carry_out(
                press.table_id, interaction.user.id, press.number, press.revision, interaction.id
            ),
        )
        log.info("table %s: taken back to move %s by a moderator", table.id, press.number)
        self.board_posts.request_post(table.id)
        fmt = await self.create_private_formatter(interaction, table)
        await update_message(interaction, build_message(fmt(say("Taken back. The table is told."))))

    # ---------------------------------------------------------------- parts
    async def _explain_undo(self, interaction: discord.Interaction, table: Table) -> None:
        preview = await self.tables.undo.preview_undo(table.id, interaction.user.id)
        fmt = await self.create_private_formatter(interaction, table)
        moves = format_past_lines(preview.moves, table, fmt)
        if not preview.needs_consent:
            what, label = say("This would take back: {moves}.", moves=[*moves]), say("Take back")
        else:
            what = say(
                "This would take back: {moves}. It showed something new, or others have moved since: all are asked first.",
                moves=[*moves],
            )
            label = say("Ask the others")
        await interaction.response.send_message(
            ephemeral=True,
            view=build_message(
                fmt(what),
                format_struck_lines(preview.lines, table, fmt),
                *build_button_rows(
                    [
                        build_button(
                            fmt(label), custom_ids.build_button_id("retract", table.id, preview.revision), BLUE_STYLE
                        ),
                        build_button(
                            fmt(say("Leave it")), custom_ids.build_button_id("keep", table.id, preview.revision)
                        ),
                    ]
                ),
            ),
        )

    async def _reopen_somewhere(self, press: Press, reopen: Callable[[], Awaitable[T]]) -> T:
        """Take a move back. If another table runs in the channel of a finished game, the game goes on in a thread.

        Raises ChannelTakenError if the bot cannot open one.
        """
        try:
            return await reopen()
        except ChannelTakenError:
            interaction, channel = press.interaction, press.interaction.channel
            parent = channel
            if isinstance(channel, discord.Thread):
                parent = channel.parent
            if not isinstance(parent, discord.TextChannel) or not can_open_threads(interaction):
                raise
            table = await self.tables.load_table(press.table_id)
            title = self.bot.catalogue.load_game(table.game).title
            try:
                thread = await parent.create_thread(
                    name=shorten(f"{title} · #{table.id}", MAX_THREAD_NAME_CHARS),
                    type=discord.ChannelType.public_thread,
                    auto_archive_duration=THREAD_ARCHIVE_MINUTES,
                )
            except discord.HTTPException:
                raise ChannelTakenError from None
            await self.tables.channels.move_table(table.id, thread.id, parent.id)
            done = await reopen()
            fmt = await self.create_public_formatter(table)
            told = say("Another table plays here, so the game goes on in {thread}.", thread=thread.mention)
            await self.bot.get_partial_messageable(interaction.channel_id or 0).send(view=build_message(fmt(told)))
            return done

    async def _answer_request(self, press: Press, *, agree: bool) -> None:
        user = press.interaction.user.id
        table = await self.tables.load_table(press.table_id)
        seat = SeatMention(table.find_seat(user) or 0)
        try:
            done = await self._reopen_somewhere(
                press,
                lambda: self.tables.undo.answer(
                    press.table_id,
                    user,
                    press.revision,
                    agrees=agree,
                    asking_seat=parse_number(press.rest.partition(".")[0]) if press.rest else None,
                    interaction_id=press.interaction.id,
                ),
            )
        except RequestExpiredError as expired:
            await press.interaction.response.edit_message(
                view=build_message((await self.create_public_formatter(table))(expired.text))
            )
            return
        if done:
            self.board_posts.request_post(press.table_id)
        table = await self.tables.load_table(press.table_id)
        fmt = await self.create_public_formatter(table)
        if done:
            await press.interaction.response.edit_message(
                view=build_message(fmt(say("Everybody agrees: the move is taken back.")))
            )
            return
        request = await self.tables.undo.load_request(table.id)
        if request is None:
            text = say("{seat} would rather not. The move stands, and the game goes on.", seat=seat)
            await press.interaction.response.edit_message(view=build_message(fmt(text)))
        else:
            await press.interaction.response.edit_message(view=await self._ask_players(table, request))

    async def _ask_players(self, table: Table, request: UndoRequest) -> discord.ui.LayoutView:
        preview = await self.tables.undo.preview_request(request, table.id)
        return build_undo_question(table, request, preview, await self.bot.locales.find_server_language(table.guild_id))


def _require_moderator(interaction: discord.Interaction) -> None:
    """Raise UserError if the person does not manage the channel."""
    if not interaction.permissions.manage_channels:
        raise UserError(
            say("Only a moderator can take a table back to any move. {/undo} without a number takes back yours.")
        )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(UndoCommands(bot))
