"""Computers at the table: /computer, /solo, /watch, and taking one's own seat again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions.errors import answer
from cogs.interactions.limits import SELECT_TEXT, fit
from cogs.interactions.permissions import require_place, require_posting
from cogs.interactions.press import Press
from cogs.interactions.visibility import place_of, public_parent
from cogs.messages.crew import returned_text
from cogs.messages.layout import message
from cogs.messages.lobby import begun_message, lobby_message
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Post, Table
from engine.host.service.play.crew import Returned
from engine.kernel.text import say
from engine.players.computer_levels import LEVELS

CHOICES = [app_commands.Choice(name=level, value=level) for level in LEVELS]
USUAL = "mate"


class Crew(TableCog):
    """Playing with computers, against them, and watching them."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.presses.register(
            self, {"crew": self._added, "uncrew": self._removed, "again": self._came_back}, who="player"
        )

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Add a computer to the table, or let one play your seat until you are back")
    @app_commands.describe(level="How well it plays")
    @app_commands.choices(level=CHOICES)
    @ANYWHERE
    async def computer(self, interaction: discord.Interaction, level: str = USUAL) -> None:
        """Seat a computer before the game begins; in a running game let one stand in."""
        table, user = await self.tables.in_channel(interaction.channel_id or 0), interaction.user.id
        if table.status == "lobby":
            table = await self.tables.crew.add(table.id, user, level)
            await answer(interaction, say("A computer has sat down."), table)
        else:
            table = await self.tables.crew.stand_in(table.id, user, level)
            told = say("A computer plays for you now. “Your move” gives you the seat again, whenever you like.")
            await answer(interaction, told, table)
        self.posts.poke(table.id)

    @app_commands.command(description="Play a game alone against computers, here or in a message to me")
    @app_commands.describe(game="Which game", level="How well they play", seats="How many play, you included")
    @app_commands.choices(level=CHOICES)
    @ANYWHERE
    async def solo(self, interaction: discord.Interaction, game: str, level: str = USUAL, seats: int = 0) -> None:
        """Begin a game of one person against computers."""
        user, slug = interaction.user, self.bot.catalogue.named(game).slug
        await self._begin(
            interaction,
            lambda place, channel, parent: self.tables.crew.solo(
                place, channel, user.id, user.display_name, slug, level, seats, parent=parent
            ),
        )

    @app_commands.command(description="Watch computers play a game among themselves")
    @app_commands.describe(game="Which game", level="How well they play", seats="How many play")
    @app_commands.choices(level=CHOICES)
    async def watch(self, interaction: discord.Interaction, game: str, level: str = USUAL, seats: int = 0) -> None:
        """Begin a game among computers."""
        user, slug = interaction.user.id, self.bot.catalogue.named(game).slug
        await self._begin(
            interaction,
            lambda place, channel, parent: self.tables.crew.watch(
                place, channel, user, slug, level, seats, parent=parent
            ),
        )

    @solo.autocomplete("game")
    @watch.autocomplete("game")
    async def _games(self, interaction: discord.Interaction, typed: str) -> Choices:
        fmt = await self.private_formatter(interaction)
        return [
            app_commands.Choice(name=fit(f"{game.title}: {fmt(game.blurb)}", SELECT_TEXT), value=game.slug)
            for game in self.games_like(typed)
        ]

    async def _begin(
        self, interaction: discord.Interaction, make: Callable[[int, int, int | None], Awaitable[Table]]
    ) -> None:
        """Begin a game at once; its board follows below the answer, which is for everybody."""
        require_posting(interaction)
        await require_place(self.tables, interaction)
        place = place_of(interaction)
        if interaction.guild_id is None:
            await self.tables.settings.speak(place, (await self.bot.locales.to_person(interaction)).code)
        table = await make(place, interaction.channel_id or 0, public_parent(interaction.channel))
        game, language = self.bot.catalogue.game(table.game), await self.bot.locales.to_server(table.guild)
        seal = await self.tables.snapshots.seal(table.id)
        sent = await interaction.response.send_message(view=begun_message(table, game, seal, language))
        if sent.message_id is not None:
            await self.tables.snapshots.posted(table.id, Post(0, table.channel, sent.message_id, ()))
        self.posts.poke(table.id)

    # -------------------------------------------------------------- buttons
    async def _added(self, press: Press) -> None:
        await self._changed(press, lambda user: self.tables.crew.add(press.table, user, press.chosen))

    async def _removed(self, press: Press) -> None:
        await self._changed(press, lambda user: self.tables.crew.remove(press.table, user, press.chosen_number))

    async def _changed(self, press: Press, change: Callable[[int], Awaitable[Table]]) -> None:
        """Change a lobby from its message, and show it there."""
        table = await change(press.interaction.user.id)
        language = await self.message_language(press.interaction, table)
        view = lobby_message(table, self.bot.catalogue.game(table.game), language)
        await press.interaction.response.edit_message(view=view)
        last, pressed = await self.tables.snapshots.post(table.id), press.interaction.message
        if last is not None and pressed is not None and pressed.id == last.message:
            await self.tables.snapshots.posted(table.id, Post(table.rev, table.channel, last.message, ()))
        self.posts.poke(table.id)

    async def _came_back(self, press: Press) -> None:
        interaction = press.interaction
        back = await self.tables.crew.back(press.table, interaction.user.id, interaction=interaction.id)
        await interaction.response.edit_message(view=message(*await self._read(interaction, back)))
        self.posts.poke(press.table)

    async def _read(self, interaction: discord.Interaction, back: Returned) -> list[str]:
        """What somebody reads who has their seat again."""
        return returned_text(back, TextFormatter(back.table, translate=await self.bot.locales.to_person(interaction)))


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Crew(bot))
