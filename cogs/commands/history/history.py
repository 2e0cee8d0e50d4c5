"""/history: the finished and closed games, by channel, person and game."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions
from cogs.interactions import deferral
from cogs.interactions.press import Press, describe_unknown_button
from cogs.interactions.visibility import can_see_past_table, find_guild_id, load_visible_table
from cogs.messages.history.history import (
    GAMES_PER_PAGE,
    FinalStill,
    HistoryQuery,
    build_game_message,
    build_history_message,
    unpack_query,
)
from cogs.messages.layout import build_message
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import Picture, create_files, list_pictures
from engine.host.store.history.past_tables import PastTable
from engine.kernel.text import Text, UserError, say


class HistoryCommands(TableCog):
    """The list of finished and closed games."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(
            self, {"history": self._on_page, "past": self._on_choose_game}, is_allowed_anywhere=True
        )

    @app_commands.command(description="Games that are over, with their last boards, results and links")
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
    @allow_everywhere
    async def history(
        self,
        interaction: discord.Interaction,
        where: str = "server",
        person: discord.User | None = None,
        game: str = "",
    ) -> None:
        """Show the newest page to this person."""
        slug = ""
        if game:
            slug = self.bot.catalogue.match_game(game).slug
        channel = 0
        if where == "channel":
            channel = interaction.channel_id or 0
        query = HistoryQuery(channel, person.id if person else 0, slug)
        view, pictures = await deferral.await_or_defer(interaction, self._build_list(interaction, query))
        await deferral.send_answer(interaction, view, create_files(*pictures))

    @history.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return self.build_game_choices(typed)

    # -------------------------------------------------------- buttons, selects
    async def _on_page(self, press: Press) -> None:
        listing = self._build_list(press.interaction, _unpack_query(press.rest))
        view, pictures = await deferral.await_or_defer(press.interaction, listing, edits=True)
        await update_message(press.interaction, view, pictures)

    async def _on_choose_game(self, press: Press) -> None:
        showing = self._build_game(press.interaction, press.chosen_number, _unpack_query(press.rest))
        view, pictures = await deferral.await_or_defer(press.interaction, showing, edits=True)
        await update_message(press.interaction, view, pictures)

    # ---------------------------------------------------------------- parts
    async def _build_list(
        self, interaction: discord.Interaction, query: HistoryQuery
    ) -> tuple[discord.ui.LayoutView, Sequence[Picture]]:
        fmt = await self.create_private_formatter(interaction)
        finished = await self.tables.archive.list_over(
            find_guild_id(interaction),
            channel_id=query.channel_id or None,
            user_id=query.user_id or None,
            game=query.game or None,
        )
        visible = [table for table in finished if can_see_past_table(interaction, table)]
        if not visible:
            return build_message(fmt(_describe_empty(interaction, query))), []
        last_page = (len(visible) - 1) // GAMES_PER_PAGE
        query = query.turn_page(min(query.page, last_page))
        on_page = visible[query.page * GAMES_PER_PAGE : (query.page + 1) * GAMES_PER_PAGE]
        stills: list[FinalStill] = []
        for table in on_page:
            computer_moves = (await self.tables.load_table(table.id)).computer_moves
            stills.append(FinalStill(table, computer_moves, await self._load_still(interaction, table)))
        titles = {game.slug: game.title for game in self.bot.catalogue.list_games()}
        view = build_history_message(stills, query, len(visible), titles, fmt)
        return view, [still.picture for still in stills if still.picture is not None]

    async def _load_still(self, interaction: discord.Interaction, table: PastTable) -> Picture | None:
        """Draw the last board as a spectator saw it, with its own file name. Return None if it can no longer be shown."""
        try:
            snapshot = await self.tables.snapshots.take_snapshot(table.id, None)
        except UserError:
            return None
        language = await self.bot.locales.find_person_language(interaction)
        tone = (await self.load_preferences(interaction)).tone
        picture = await self.bot.picture_service.draw_board(snapshot, language, tone)
        if picture is None:
            return None
        return msgspec.structs.replace(picture, name=f"game-{table.id}.png")

    async def _build_game(
        self, interaction: discord.Interaction, table_id: int, query: HistoryQuery
    ) -> tuple[discord.ui.LayoutView, Sequence[Picture]]:
        table = await load_visible_table(self.tables, interaction, table_id)
        fmt = await self.create_private_formatter(interaction, table)
        snapshot = await self.tables.snapshots.take_snapshot(table.id, None)
        preferences = await self.load_preferences(interaction)
        tone = preferences.tone
        language = await self.bot.locales.find_person_language(interaction)
        board = await self.bot.picture_service.draw_board(snapshot, language, tone)
        replay = await self.tables.history.load_replay(table.id)
        poster = await self.bot.picture_service.draw_poster(snapshot, replay, language, tone)
        pictures = list_pictures(poster, board)
        lines = [say("Opened {time}.", time=f"<t:{table.opened_at}:f>")]
        if table.seals_open_at is not None:
            lines.append(say("Its end can be taken back until {time}.", time=f"<t:{table.seals_open_at}:f>"))
        title = self.bot.catalogue.load_game(table.game).title
        shown = preferences.arrange_pictures(*pictures)
        return build_game_message(snapshot, shown, title, query, fmt, lines), pictures


def _describe_empty(interaction: discord.Interaction, query: HistoryQuery) -> Text:
    if query.channel_id or query.user_id or query.game:
        return say("No such finished game is found here. {/history} alone shows them all.")
    if interaction.guild_id is None:
        return say("You have not finished a game here yet. {/solo} begins one.")
    return say("No finished game is found here. {/play} opens a table.")


def _unpack_query(text: str) -> HistoryQuery:
    try:
        return unpack_query(text)
    except ValueError:
        raise describe_unknown_button() from None


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(HistoryCommands(bot))
