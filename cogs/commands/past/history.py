"""/history: every finished game can be found again, by channel, person and game."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions import deferral
from cogs.interactions.press import Press, unknown_button
from cogs.interactions.visibility import may_see, place_of, visible
from cogs.messages.layout import message
from cogs.messages.past.history import PAGE, Still, Wanted, game_message, history_message, unpack
from cogs.messages.updates import update
from cogs.pictures.picture_service import Picture
from engine.host.store.past.games import PastTable
from engine.kernel.text import Refusal, Text, say


class History(TableCog):
    """Finding finished games."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(self, {"history": self._turned, "past": self._chosen}, anywhere=True)

    @app_commands.command(description="Finished games, with their last boards, results and links")
    @app_commands.describe(
        where="Those of this channel and its threads, or of the whole server",
        person="Those somebody has played, from whichever channel",
        game="Those of one game",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="this server", value="server"),
            app_commands.Choice(name="this channel", value="channel"),
        ]
    )
    @ANYWHERE
    async def history(
        self,
        interaction: discord.Interaction,
        where: str = "server",
        person: discord.User | None = None,
        game: str = "",
    ) -> None:
        """Show the newest page to this person."""
        slug = self.bot.catalogue.named(game).slug if game else ""
        channel = (interaction.channel_id or 0) if where == "channel" else 0
        wanted = Wanted(channel, person.id if person else 0, slug)
        view, pictures = await deferral.in_time(interaction, self._list(interaction, wanted))
        await deferral.send(interaction, view, [picture.file() for picture in pictures])

    @history.autocomplete("game")
    async def _games(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [app_commands.Choice(name=game.title, value=game.slug) for game in self.games_like(typed)]

    # -------------------------------------------------------- buttons, selects
    async def _turned(self, press: Press) -> None:
        listing = self._list(press.interaction, _unpacked(press.rest))
        view, pictures = await deferral.in_time(press.interaction, listing, edits=True)
        await update(press.interaction, view, pictures)

    async def _chosen(self, press: Press) -> None:
        showing = self._one(press.interaction, press.chosen_number, _unpacked(press.rest))
        view, pictures = await deferral.in_time(press.interaction, showing, edits=True)
        await update(press.interaction, view, pictures)

    # ---------------------------------------------------------------- parts
    async def _list(
        self, interaction: discord.Interaction, wanted: Wanted
    ) -> tuple[discord.ui.LayoutView, Sequence[Picture]]:
        fmt = await self.private_formatter(interaction)
        found = await self.tables.archive.finished(
            place_of(interaction),
            channel=wanted.channel or None,
            user=wanted.user or None,
            game=wanted.game or None,
        )
        seen = [one for one in found if may_see(interaction, one.guild, one.channel, one.parent, one.users)]
        if not seen:
            return message(fmt(_nothing(interaction, wanted))), []
        last = (len(seen) - 1) // PAGE
        wanted = wanted.turned(min(wanted.page, last))
        shown = seen[wanted.page * PAGE : (wanted.page + 1) * PAGE]
        stills = [Still(one, await self._still(interaction, one)) for one in shown]
        titles = {game.slug: game.title for game in self.bot.catalogue.games()}
        view = history_message(stills, wanted, len(seen), titles, fmt)
        return view, [still.picture for still in stills if still.picture is not None]

    async def _still(self, interaction: discord.Interaction, table: PastTable) -> Picture | None:
        """The last board as a spectator saw it, under a name of its own; None where it can no longer be shown."""
        try:
            snapshot = await self.tables.snapshots.take(table.id, None)
        except Refusal:
            return None
        language = await self.bot.locales.to_person(interaction)
        tone = (await self.preferences(interaction)).tone
        picture = await self.bot.picture_service.board(snapshot, language, tone)
        return None if picture is None else msgspec.structs.replace(picture, name=f"game-{table.id}.png")

    async def _one(
        self, interaction: discord.Interaction, number: int, back: Wanted
    ) -> tuple[discord.ui.LayoutView, Sequence[Picture]]:
        table = await visible(self.tables, interaction, number)
        fmt = await self.private_formatter(interaction, table)
        snapshot = await self.tables.snapshots.take(table.id, None)
        tone, language = (await self.preferences(interaction)).tone, await self.bot.locales.to_person(interaction)
        board = await self.bot.picture_service.board(snapshot, language, tone)
        replay = await self.tables.history.replay(table.id)
        poster = await self.bot.picture_service.poster(snapshot, replay, language, tone)
        pictures = [picture for picture in (poster, board) if picture is not None]
        told = [say("Opened {time}.", time=f"<t:{table.opened_at}:f>")]
        if table.sealed_until is not None:
            told.append(say("Its end can be taken back until {time}.", time=f"<t:{table.sealed_until}:f>"))
        title = self.bot.catalogue.game(table.game).title
        return game_message(snapshot, pictures, title, back, fmt, told), pictures


def _nothing(interaction: discord.Interaction, wanted: Wanted) -> Text:
    if wanted.channel or wanted.user or wanted.game:
        return say("No such finished game is found here. /history alone shows them all.")
    if interaction.guild_id is None:
        return say("You have not finished a game here yet. /solo begins one.")
    return say("No finished game is found here. /play opens a table.")


def _unpacked(text: str) -> Wanted:
    try:
        return unpack(text)
    except ValueError:
        raise unknown_button() from None


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(History(bot))
