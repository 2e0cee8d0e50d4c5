"""What was played: /undo with the others' consent, /record, and /resign."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from cogs import ids
from cogs.client import Overwinter
from cogs.errors import answer
from cogs.layout import GREEN, RED, button, message, rows
from cogs.press import Press
from cogs.table_cog import TableCog
from cogs.words import Reader
from engine.host.table import Table, UndoRequest
from engine.kernel.record import dump
from engine.kernel.text import Refusal, Who, say


class History(TableCog):
    """Going back, giving up, and taking the game home."""

    async def cog_load(self) -> None:
        """Answer the buttons."""
        self.bot.presses |= {
            "undo": self._undo_pressed,
            "agree": self._agreed,
            "refuse": self._refused,
            "resigned": self._resign_confirmed,
        }

    @app_commands.command(description="Take back your last move; the others are asked when it showed something new")
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take back, or ask."""
        await self._undo(interaction, await self.tables.in_channel(interaction.channel_id or 0))

    @app_commands.command(description="The game of this channel as a text file")
    async def record(self, interaction: discord.Interaction) -> None:
        """Send the record to this person."""
        table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        if table.status == "lobby":
            raise Refusal(
                say("The game has not begun, so there is nothing to record. Press Start when everybody has joined.")
            )
        text = dump(await self.tables.record(table.id))
        file = discord.File(io.BytesIO(text.encode()), f"{table.game}-{table.id}.record.txt")
        note = say("The whole game. It can be replayed move by move.")
        if table.status != "finished":
            note = say("The game so far. The seed and what is still secret follow when it is over.")
        read = await self.alone(interaction, table)
        await interaction.response.send_message(read(note), file=file, ephemeral=True)

    @app_commands.command(description="Give up your seat in this channel's game")
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask whether to give up."""
        table = await self.tables.in_channel(interaction.channel_id or 0)
        if table.status == "lobby":
            raise Refusal(say("The game has not begun. /leave gives your seat back."))
        if table.seat_of(interaction.user.id) is None:
            raise Refusal(say("You are not in this game, so there is nothing to give up."))
        read = await self.alone(interaction, table)
        two = len(table.seats) == 2
        what = (
            say("Give up? Your friend wins, and the game is over.")
            if two
            else say("Give up? Your seat goes on with safe moves, and you cannot come back.")
        )
        await interaction.response.send_message(
            ephemeral=True,
            view=message(
                read(what),
                *rows(
                    [
                        button(read(say("Give up")), ids.button("resigned", table.id, table.rev), RED),
                        button(read(say("Play on")), ids.button("keep", table.id, table.rev)),
                    ]
                ),
            ),
        )

    # -------------------------------------------------------------- buttons
    async def _undo_pressed(self, press: Press) -> None:
        await self._undo(press.interaction, await self.tables.table(press.table))

    async def _agreed(self, press: Press) -> None:
        await self._answered(press, agree=True)

    async def _refused(self, press: Press) -> None:
        await self._answered(press, agree=False)

    async def _resign_confirmed(self, press: Press) -> None:
        table = await self.tables.resign(press.table, press.interaction.user.id, interaction=press.interaction.id)
        read = await self.alone(press.interaction)
        await press.interaction.response.edit_message(
            view=message(read(say("You have given up. Thank you for playing.")))
        )
        self.posts.poke(table.id)

    # ---------------------------------------------------------------- parts
    async def _undo(self, interaction: discord.Interaction, table: Table) -> None:
        request = await self.tables.undo(table.id, interaction.user.id, interaction=interaction.id)
        if request is None:
            await answer(interaction, say("Taken back. It is your move again."), table)
            self.posts.poke(table.id)
            return
        asked = [person.user for person in table.seats if person.seat not in request.agreed and not person.left]
        await interaction.response.send_message(
            view=_question(await self.aloud(table, mention=True), table, request),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in asked]
            ),
        )

    async def _answered(self, press: Press, *, agree: bool) -> None:
        user = press.interaction.user.id
        done = await self.tables.answer_undo(
            press.table, user, press.rev, agree=agree, interaction=press.interaction.id
        )
        table = await self.tables.table(press.table)
        read = await self.aloud(table)
        seat = Who(table.seat_of(user) or 0)
        if done:
            await press.interaction.response.edit_message(
                view=message(read(say("Everybody agrees: the move is taken back.")))
            )
            self.posts.poke(table.id)
            return
        request = (await self.tables.sight(table.id, None)).undo
        if request is None:
            text = say("{seat} would rather not. The move stands, and the game goes on.", seat=seat)
            await press.interaction.response.edit_message(view=message(read(text)))
        else:
            view = _question(await self.aloud(table, mention=True), table, request)
            await press.interaction.response.edit_message(view=view)


def _question(read: Reader, table: Table, request: UndoRequest) -> discord.ui.LayoutView:
    others = [Who(person.seat) for person in table.seats if person.seat not in request.agreed and not person.left]
    what = say(
        "{others}: {seat} would like to take the last move back. It showed something new, so you are asked.",
        others=others,
        seat=Who(request.seat),
    )
    return message(
        read(what),
        *rows(
            [
                button(read(say("Agree")), ids.button("agree", table.id, request.rev), GREEN),
                button(read(say("No, it stands")), ids.button("refuse", table.id, request.rev)),
            ]
        ),
    )


async def setup(bot: Overwinter) -> None:
    """Called by discord.py."""
    await bot.add_cog(History(bot))
