"""/undo, with the others' consent where it is needed, and /resign."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, TableCog
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer
from cogs.interactions.permissions import require_posting
from cogs.interactions.press import Press, numbered
from cogs.messages.layout import BLUE, RED, button, message, rows
from cogs.messages.past.log import as_then, struck
from cogs.messages.question import question_message
from cogs.messages.updates import update
from engine.host.model.table import Table, UndoRequest
from engine.host.service.play.undo import Expired
from engine.kernel.text import Refusal, Who, count, say

log = logging.getLogger("overwinter")


class Undo(TableCog):
    """Taking moves back, and giving up."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self,
            {
                "undo": self._undo_pressed,
                "retract": self._retract_confirmed,
                "agree": self._agreed,
                "refuse": self._refused,
                "resigned": self._resign_confirmed,
            },
            who="player",
        )
        self.bot.presses.register(self, {"rewind": self._rewind_confirmed})

    @app_commands.command(description="See what taking your last move back would undo, then do it or ask the others")
    @app_commands.describe(move="For moderators: back to the board after this move; the numbers stand in /log")
    @ANYWHERE
    async def undo(self, interaction: discord.Interaction, move: app_commands.Range[int, 0] | None = None) -> None:
        """Show what would be taken back, and ask."""
        if move is not None:
            await self._tell_rewinding(interaction, move)
            return
        await self._tell_undo(interaction, await self.tables.in_channel(interaction.channel_id or 0, live_only=False))

    async def _tell_rewinding(self, interaction: discord.Interaction, move: int) -> None:
        _require_moderator(interaction)
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        found = await self.tables.rewind.plan(table.id, move)
        fmt = await self.private_formatter(interaction, table)
        what = count(
            "Take the table back to the board after move {move}? {n} move is undone, and everybody is told.",
            "Take the table back to the board after move {move}? {n} moves are undone, and everybody is told.",
            found.undone,
            move=move,
        )
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                fmt(what),
                struck(found.lines, table, fmt),
                *rows(
                    [
                        button(fmt(say("Take back")), custom_ids.button("rewind", table.id, found.rev, str(move)), RED),
                        button(fmt(say("Leave it")), custom_ids.button("keep", table.id, found.rev)),
                    ]
                ),
            ),
        )

    @app_commands.command(description="Give up your seat in this channel's game")
    @ANYWHERE
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask whether to give up."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        if table.status == "lobby":
            raise Refusal(say("The game has not begun. /leave gives your seat back."))
        if table.seat_of(interaction.user.id) is None:
            raise Refusal(say("You are not in this game, so there is nothing to give up."))
        fmt = await self.private_formatter(interaction, table)
        what, end = (
            (
                say("Give up? A computer plays on in your seat, and you cannot come back.")
                if self.tables.context.crewed
                else say("Give up? Your seat goes on with safe moves, and you cannot come back.")
            ),
            None,
        )
        if table.live:
            end = await self.tables.moves.resigning(table.id, interaction.user.id)
        if end is not None:
            winners = [Who(seat) for seat in end.winners]
            what = count(
                "Give up? {winners} wins then, and the game is over.",
                "Give up? {winners} win then, and the game is over.",
                len(winners),
                winners=[*winners],
            )
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                fmt(what),
                *rows(
                    [
                        button(fmt(say("Give up")), custom_ids.button("resigned", table.id, table.rev), RED),
                        button(fmt(say("Play on")), custom_ids.button("keep", table.id, table.rev)),
                    ]
                ),
            ),
        )

    @app_commands.command(description="For moderators: give a seat that was given up, or dropped, back to its person")
    @app_commands.describe(who="Who plays on in the seat they had")
    @app_commands.default_permissions(manage_channels=True)
    async def reinstate(self, interaction: discord.Interaction, who: discord.User) -> None:
        """Give somebody back the seat they had."""
        if not interaction.permissions.manage_channels:
            raise Refusal(say("Moderators give a seat back. Ask one of them to use /reinstate here."))
        table = await self.tables.in_channel(interaction.channel_id or 0)
        seat = await self.tables.handover.reinstate(table.id, who.id)
        self.posts.poke(table.id)
        table = await self.tables.table(table.id)
        await answer(interaction, say("{seat} has the seat again, and plays on.", seat=Who(seat)), table)

    # -------------------------------------------------------------- buttons
    async def _undo_pressed(self, press: Press) -> None:
        await self._tell_undo(press.interaction, await self.tables.table(press.table))

    async def _retract_confirmed(self, press: Press) -> None:
        interaction = press.interaction
        if not (await self.tables.undo.retraction(press.table, interaction.user.id)).alone:
            require_posting(interaction)  # the others are asked by a message of the bot's own
        request = await self.tables.undo.take_back(
            press.table, interaction.user.id, rev=press.rev, interaction=interaction.id
        )
        table = await self.tables.table(press.table)
        fmt = await self.private_formatter(interaction, table)
        if request is None:
            self.posts.poke(table.id)
            await update(interaction, message(fmt(say("Taken back. It is your move again."))))
            return
        # The scheduler posts the question, once, whatever happens meanwhile.
        await update(interaction, message(fmt(say("The others are asked; the log will tell."))))

    async def _agreed(self, press: Press) -> None:
        await self._answered(press, agree=True)

    async def _refused(self, press: Press) -> None:
        await self._answered(press, agree=False)

    async def _resign_confirmed(self, press: Press) -> None:
        table = await self.tables.moves.resign(press.table, press.interaction.user.id, interaction=press.interaction.id)
        fmt = await self.private_formatter(press.interaction)
        self.posts.poke(table.id)
        await update(press.interaction, message(fmt(say("You have given up. Thank you for playing."))))

    async def _rewind_confirmed(self, press: Press) -> None:
        interaction = press.interaction
        _require_moderator(interaction)  # the right may be gone since it was asked
        require_posting(interaction)
        table = await self.tables.rewind.carry_out(
            press.table, interaction.user.id, press.number, press.rev, interaction.id
        )
        log.info("table %s: taken back to move %s by a moderator", table.id, press.number)
        self.posts.poke(table.id)
        fmt = await self.private_formatter(interaction, table)
        await update(interaction, message(fmt(say("Taken back. The table is told."))))

    # ---------------------------------------------------------------- parts
    async def _tell_undo(self, interaction: discord.Interaction, table: Table) -> None:
        found = await self.tables.undo.retraction(table.id, interaction.user.id)
        fmt = await self.private_formatter(interaction, table)
        moves = as_then(found.moves, table, fmt)
        what, label = (
            (say("This would take back: {moves}.", moves=[*moves]), say("Take back"))
            if found.alone
            else (
                say(
                    "This would take back: {moves}. It showed something new, or others have moved since: all are asked first.",
                    moves=[*moves],
                ),
                say("Ask the others"),
            )
        )
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                fmt(what),
                struck(found.lines, table, fmt),
                *rows(
                    [
                        button(fmt(label), custom_ids.button("retract", table.id, found.rev), BLUE),
                        button(fmt(say("Leave it")), custom_ids.button("keep", table.id, found.rev)),
                    ]
                ),
            ),
        )

    async def _answered(self, press: Press, *, agree: bool) -> None:
        user = press.interaction.user.id
        table = await self.tables.table(press.table)
        seat = Who(table.seat_of(user) or 0)
        try:
            done = await self.tables.undo.answer(
                press.table,
                user,
                press.rev,
                agree=agree,
                asker=numbered(press.rest.partition(".")[0]) if press.rest else None,
                interaction=press.interaction.id,
            )
        except Expired as expired:
            await press.interaction.response.edit_message(
                view=message((await self.public_formatter(table))(expired.text))
            )
            return
        table = await self.tables.table(press.table)
        fmt = await self.public_formatter(table)
        if done:
            await press.interaction.response.edit_message(
                view=message(fmt(say("Everybody agrees: the move is taken back.")))
            )
            self.posts.poke(table.id)
            return
        request = await self.tables.undo.request(table.id)
        if request is None:
            text = say("{seat} would rather not. The move stands, and the game goes on.", seat=seat)
            await press.interaction.response.edit_message(view=message(fmt(text)))
        else:
            await press.interaction.response.edit_message(view=await self._question(table, request))

    async def _question(self, table: Table, request: UndoRequest) -> discord.ui.LayoutView:
        found = await self.tables.undo.wished(request, table.id)
        return question_message(table, request, found, await self.bot.locales.to_server(table.guild))


def _require_moderator(interaction: discord.Interaction) -> None:
    """Raise Refusal for who does not manage the channel."""
    if not interaction.permissions.manage_channels:
        raise Refusal(
            say("Only a moderator can take a table back to any move. /undo without a number takes back yours.")
        )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Undo(bot))
