"""/help: the purpose of the bot, the state of this channel's game, and what to press or type next."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.messages.layout import build_message
from engine.host.model.table import Table
from engine.kernel.text import Text, UserError, say


class HelpCommands(TableCog):
    """The command that explains the bot."""

    @app_commands.command(name="help", description="What I do here, and what to press or type next")
    @allow_everywhere
    async def show_help(self, interaction: discord.Interaction) -> None:
        """Show the help to this person."""
        fmt = await self.create_private_formatter(interaction)
        here = await self._describe_channel(interaction)
        lines = fmt.format_lines(_list_ways(in_server=interaction.guild_id is not None), "- ")
        view = build_message(fmt(_describe_purpose()), fmt(here), lines)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _describe_channel(self, interaction: discord.Interaction) -> Text:
        """Describe the state of this channel's game. Everybody in the channel may know it."""
        try:
            table: Table | None = await self.load_channel_table(interaction)
        except UserError:
            table = None
        if table is None:
            if interaction.guild_id is None:
                return say("**Here** there is no game yet: {/solo} begins one against computers.")
            return say("**Here** there is no game yet: {/play} opens a table, and your friends press Join.")
        title = self.bot.catalogue.load_game(table.game).title
        if table.status == "lobby":
            return say("**Here** a table of {game} waits for players: press Join on it, or type {/join}.", game=title)
        if table.find_seat(interaction.user.id) is None:
            return say("**Here** others play {game}: {/board} shows it, {/log} tells what has happened.", game=title)
        return say(
            "**Here** you play {game}: when it is your move, press “Your move” below the board, or type {/hand}.",
            game=title,
        )


def _describe_purpose() -> Text:
    return say(
        "I host board games for friends who play over days and weeks. I draw the board after every turn, call whoever is next, "
        "and forget nothing."
    )


def _list_ways(*, in_server: bool) -> list[Text]:
    """List what people can do, with the commands for it. Some work only on a server."""
    alone = say("**Play alone**: {/solo}, against computers, here or in a message to me.")
    if not in_server:
        begin = [alone]
    else:
        begin = [
            say("**Play with friends**: {/play} opens a table here, {/tables} lists what is open on this server."),
            alone,
        ]
    return [
        *begin,
        say(
            "**Your turn**: “Your move” shows your cards and all that you can do, to you alone. {/undo} takes a move back."
        ),
        say(
            "**Not sure?** {/learn} teaches a game in ten minutes, {/rules} has the rules, {/card} every card, and "
            "{/why} tells what "
            "you cannot do now and which rule says so."
        ),
        say(
            "**Over weeks**: {/mytables} shows what waits for you, {/quiet} and {/vacation} tell me when not to call you."
        ),
        say(
            "**Afterwards**: {/history} has every finished game, {/replay} shows one move by move, {/analysis} where it was won."
        ),
        say(
            "**About you**: {/settings} has language, colours and mentions; {/forget-me} erases all that I know of you."
        ),
    ]


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCommands(bot))
