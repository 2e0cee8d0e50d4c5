"""Computer players at a table: /computer, /solo, /watch, and taking the seat back from a substitute."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import LEVEL_CHOICES, Suggestions
from cogs.interactions import custom_ids
from cogs.interactions.errors import answer_privately
from cogs.interactions.permissions import require_place, require_posting
from cogs.interactions.press import Press
from cogs.interactions.visibility import find_guild_id, find_public_parent
from cogs.messages.computers import build_return_text, format_level, format_short_level
from cogs.messages.layout import build_button, build_button_rows, build_message
from cogs.messages.lobby import build_started_message
from cogs.messages.updates import update_message
from engine.host.model.table import BoardPost, Table
from engine.host.service.play.substitutes import RatedGameError
from engine.host.service.seat_checks import require_seat
from engine.kernel.text import Text, say
from engine.players.computer_levels import LEVELS

DEFAULT_LEVEL = "mate"


class ComputerCommands(TableCog):
    """The commands and buttons about computer players."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self,
            {
                "crew": self._on_add,
                "uncrew": self._on_remove,
                "relieve": self._on_substitute,
                "again": self._on_return,
                "unrate": self._on_ask_everybody,
            },
            audience="player",
        )
        self.bot.press_handlers.register(self, {"solo": self._on_solo}, is_allowed_anywhere=True)

    # ------------------------------------------------------------- commands
    @app_commands.command(description="Add a computer to the table, or let one play your seat until you are back")
    @app_commands.describe(level="How well it plays")
    @app_commands.choices(level=LEVEL_CHOICES)
    @allow_everywhere
    async def computer(self, interaction: discord.Interaction, level: str = "") -> None:
        """Add a computer to a lobby. In a running game, let one play the person's seat; ask first if no level is named."""
        table, user = await self.load_channel_table(interaction), interaction.user.id
        if table.status == "lobby":
            table = await self.tables.computer_seats.add(table.id, user, level or DEFAULT_LEVEL)
            self.board_posts.request_post(table.id)
            await answer_privately(interaction, say("A computer has sat down."), table)
        elif not level and table.is_rated:
            require_seat(table, user)
            await self._offer_question(interaction, table, RatedGameError().text)
        elif not level:
            await self._ask_level(interaction, table)
        else:
            substituted_table = await self._substitute(interaction, table, level)
            if substituted_table is not None:
                await answer_privately(interaction, _describe_substitute(substituted_table, user), substituted_table)

    async def _substitute(self, interaction: discord.Interaction, table: Table, level: str) -> Table | None:
        """Let a computer play the person's seat. Return None if the game counts; then they may ask everybody."""
        try:
            substituted_table = await self.tables.substitutes.substitute(table.id, interaction.user.id, level)
        except RatedGameError as error:
            await self._offer_question(interaction, table, error.text)
            return None
        self.board_posts.request_post(table.id)
        return substituted_table

    async def _offer_question(self, interaction: discord.Interaction, table: Table, text: Text) -> None:
        """Show why no computer plays in a rated game, with the button that asks everybody to let it count no more."""
        fmt = await self.create_private_formatter(interaction, table)
        ask = build_button(fmt(say("Ask everybody")), custom_ids.build_button_id("unrate", table.id, 0))
        view = build_message(fmt(text), *build_button_rows([ask]))
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(description="Play a game alone against computers, here or in a message to me")
    @app_commands.describe(game="Which game", level="How well they play", seats="How many play, you included")
    @app_commands.choices(level=LEVEL_CHOICES)
    @allow_everywhere
    async def solo(
        self, interaction: discord.Interaction, game: str, level: str = DEFAULT_LEVEL, seats: int = 0
    ) -> None:
        """Begin a game of one person against computers."""
        await self._start_solo(interaction, self.bot.catalogue.match_game(game).slug, level, seats)

    @app_commands.command(description="Watch computers play a game among themselves")
    @app_commands.describe(game="Which game", level="How well they play", seats="How many play")
    @app_commands.choices(level=LEVEL_CHOICES)
    async def watch(
        self, interaction: discord.Interaction, game: str, level: str = DEFAULT_LEVEL, seats: int = 0
    ) -> None:
        """Begin a game among computers."""
        user, slug = interaction.user.id, self.bot.catalogue.match_game(game).slug
        await self._start_game(
            interaction,
            lambda place, channel, parent: self.tables.computer_seats.start_watched(
                place, channel, user, slug, level, seats, parent_channel_id=parent
            ),
        )

    @solo.autocomplete("game")
    @watch.autocomplete("game")
    async def _suggest_games(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return self.build_game_choices(typed, await self.create_private_formatter(interaction))

    async def _start_solo(self, interaction: discord.Interaction, slug: str, level: str, seats: int) -> None:
        user = interaction.user
        await self._start_game(
            interaction,
            lambda place, channel, parent: self.tables.computer_seats.start_solo(
                place, channel, user.id, user.display_name, slug, level, seats, parent_channel_id=parent
            ),
        )

    async def _start_game(
        self, interaction: discord.Interaction, create_table: Callable[[int, int, int | None], Awaitable[Table]]
    ) -> None:
        """Start the game of a new table at once. The answer is for everybody; the board is posted below it."""
        require_posting(interaction)
        await require_place(self.tables, interaction)
        guild_id = find_guild_id(interaction)
        if interaction.guild_id is None:
            language = await self.bot.locales.find_person_language(interaction)
            await self.tables.settings.set_language(guild_id, language.code)
        table = await create_table(guild_id, interaction.channel_id or 0, find_public_parent(interaction.channel))
        game = self.bot.catalogue.load_game(table.game)
        language = await self.bot.locales.find_server_language(table.guild_id)
        try:
            sent = await interaction.response.send_message(view=build_started_message(table, game, language))
            if sent.message_id is not None:
                await self.tables.snapshots.record_post(table.id, BoardPost(0, table.channel_id, sent.message_id, ()))
        finally:  # the board follows below the answer, also if Discord does not take that
            self.board_posts.request_post(table.id)

    # -------------------------------------------------------------- buttons
    async def _on_solo(self, press: Press) -> None:
        """Begin a game against the weakest computers, as the end of a lesson offers."""
        await self._start_solo(press.interaction, self.bot.catalogue.load_game(press.rest).slug, LEVELS[0], 0)

    async def _on_add(self, press: Press) -> None:
        await self._change_lobby(press, lambda user: self.tables.computer_seats.add(press.table_id, user, press.chosen))

    async def _on_remove(self, press: Press) -> None:
        await self._change_lobby(
            press, lambda user: self.tables.computer_seats.remove(press.table_id, user, press.chosen_number)
        )

    async def _change_lobby(self, press: Press, change: Callable[[int], Awaitable[Table]]) -> None:
        """Change a lobby from its message, and show it there."""
        await self.show_lobby(press, await change(press.interaction.user.id))

    async def _ask_level(self, interaction: discord.Interaction, table: Table) -> None:
        """Ask the person how well a computer should play their seat. Nothing is played before they press."""
        require_seat(table, interaction.user.id)
        fmt = await self.create_private_formatter(interaction, table)
        question = say(
            "Should a computer play your seat until you take it back? Choose how well it plays, or dismiss this message."
        )
        buttons = [
            build_button(
                fmt(format_level(level)), custom_ids.build_button_id("relieve", table.id, table.revision, level)
            )
            for level in LEVELS
        ]
        await interaction.response.send_message(
            view=build_message(fmt(question), *build_button_rows(buttons)), ephemeral=True
        )

    async def _on_substitute(self, press: Press) -> None:
        interaction = press.interaction
        table = await self._substitute(interaction, await self.tables.load_table(press.table_id), press.rest)
        if table is None:
            return
        fmt = await self.create_private_formatter(interaction, table)
        await update_message(interaction, build_message(fmt(_describe_substitute(table, interaction.user.id))))

    async def _on_ask_everybody(self, press: Press) -> None:
        proposal = await self.tables.proposals.propose_unrated(press.table_id, press.interaction.user.id)
        fmt = await self.create_private_formatter(press.interaction)
        await press.interaction.response.edit_message(view=build_message(fmt(say("The others are asked."))))
        await self.post_proposal(press.interaction, await self.tables.load_table(press.table_id), proposal)

    async def _on_return(self, press: Press) -> None:
        interaction = press.interaction
        back = await self.tables.substitutes.end_substitution(
            press.table_id, interaction.user.id, interaction_id=interaction.id
        )
        self.board_posts.request_post(press.table_id)
        fmt = await self.create_private_formatter(interaction, back.table)
        # A panel's picture goes with the panel.
        await update_message(interaction, build_message(*build_return_text(back, fmt)))


def _describe_substitute(table: Table, user_id: int) -> Text:
    """Describe which computer plays a person's seat."""
    level = table.seats[require_seat(table, user_id)].computer_level or DEFAULT_LEVEL
    return say(
        "A computer plays for you now: {level}. “Your move” gives you the seat again, whenever you like.",
        level=format_short_level(level),
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(ComputerCommands(bot))
