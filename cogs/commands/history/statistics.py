"""The finished games of a server: /stats and /leaderboard."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import Suggestions, TableCog, allow_everywhere
from cogs.i18n.display_names import clean_label_name
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_person
from cogs.interactions import deferral
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.interactions.visibility import find_place
from cogs.messages.computers import find_badge, format_level_result
from cogs.messages.layout import build_message
from cogs.pictures.picture_service import Picture
from engine.host.service.people.statistics import BestScore, Career, PlayerRating
from engine.kernel.text import Text, Translate, UserError, count, say, write_text
from render import leaderboard, statistics
from render.kit.encode import encode_png
from render.kit.theme import Tone

MAX_PEOPLE_SHOWN = 10
"""People on a leaderboard."""


class StatisticsCommands(TableCog):
    """Statistics of finished games."""

    @app_commands.command(description="Who plays best on this server")
    @app_commands.describe(game="Which game; all of them if left out")
    async def leaderboard(self, interaction: discord.Interaction, game: str = "") -> None:
        """Show the ten best ratings, as a picture and as text."""
        game = self.bot.catalogue.match_game(game).slug if game else ""
        title = self._format_title(game)
        found = (await self.tables.statistics.rank_players(find_place(interaction), game or None))[:MAX_PEOPLE_SHOWN]
        if not found:
            raise UserError(say("Nobody has finished a game here yet. /play opens a table."))
        language = await self.bot.locales.find_server_language(find_place(interaction))
        fmt = TextFormatter(translate=language)
        tone = (await self.load_preferences(interaction, private=False)).tone
        drawing = self._draw_leaderboard(title, found, language, tone)
        picture = await deferral.await_or_defer(interaction, drawing, private=False)
        lines = "\n".join(f"{place}. {fmt(_format_rating(one, language))}" for place, one in enumerate(found, 1))
        view = build_message(f"### {fmt(title)}", picture, lines, f"-# {fmt(_describe_method())}")
        await deferral.send_answer(interaction, view, [picture.create_file()], private=False)

    @app_commands.command(description="Games, wins and records: yours or a friend’s")
    @app_commands.describe(person="Who; you if left out")
    @allow_everywhere
    async def stats(self, interaction: discord.Interaction, person: discord.User | None = None) -> None:
        """Show one person's figures in every game, and the server's records."""
        guild, fmt = find_place(interaction), await self.create_private_formatter(interaction)
        whom = person or interaction.user
        played = await self.tables.statistics.list_player_ratings(guild, whom.id)
        own = await self.tables.statistics.list_computer_scores(guild, whom.id)
        if not played and not own:
            if interaction.guild_id is None:
                raise UserError(say("You have not finished a game here yet. /solo begins one."))
            raise UserError(
                say(
                    "{person} has not finished a game here yet. /play opens a table.",
                    person=format_person(whom.display_name, fmt.translate),
                )
            )
        titles = {game.slug: game.title for game in self.bot.catalogue.list_games()}
        lines = "\n".join(f"- **{titles[slug]}**: {fmt(_format_figures(one))}" for slug, one in played)
        computers = "\n".join(f"- {titles[one.game]}: {fmt(format_level_result(one))}" for one in own)
        everybody = await self.tables.statistics.list_computer_scores(guild) if own and interaction.guild_id else []
        all_of_us = "\n".join(f"- {titles[one.game]}: {fmt(format_level_result(one))}" for one in everybody)
        best = [one for one in await self.tables.statistics.list_best_scores(guild) if one.game in dict(played)]
        records = "\n".join(f"- {titles[one.game]}: {fmt(_format_record(one, fmt.translate))}" for one in best[:25])
        tone = (await self.load_preferences(interaction)).tone
        language = await self.bot.locales.find_person_language(interaction)
        name = clean_label_name(whom.display_name) or fmt(say("Somebody"))
        picture: Picture | None = None
        if played:  # games with computers count nowhere else
            drawing = _build_career(name, await self.tables.statistics.build_career(guild, whom.id), language, tone)
            picture = await deferral.await_or_defer(interaction, drawing)
        view = build_message(
            f"### {format_person(whom.display_name, fmt.translate)}",
            picture,
            lines,
            f"**{fmt(find_badge(own))}**" if own else "",
            computers,
            f"**{fmt(say('Everybody on this server against computers'))}**" if everybody else "",
            all_of_us,
            f"**{fmt(say('Records of this server'))}**" if records else "",
            records,
            f"-# {fmt(_describe_method())}" if played else "",
        )
        await deferral.send_answer(interaction, view, [picture.create_file()] if picture else [])

    @leaderboard.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return [app_commands.Choice(name=game.title, value=game.slug) for game in self.suggest_games(typed)]

    def _format_title(self, game: str) -> Text:
        """The title of the leaderboard."""
        return (
            say("Leaderboard: {title}", title=self.bot.catalogue.load_game(game).title) if game else say("Leaderboard")
        )

    async def _draw_leaderboard(
        self, title: Text, ratings: list[PlayerRating], language: Language, tone: Tone
    ) -> Picture:
        lines = [
            leaderboard.LeaderboardRow(
                clean_label_name(one.name) or TextFormatter(translate=language)(say("Somebody")),
                one.rating,
                one.game_count,
                one.win_count,
            )
            for one in ratings
        ]
        data = await asyncio.to_thread(
            lambda: encode_png(leaderboard.draw_leaderboard(title, lines, language), leaderboard.load_palette(), tone)
        )
        return Picture(data, "leaderboard.png", TextFormatter(translate=language)(title))


async def _build_career(name: str, career: Career, language: Language, tone: Tone) -> Picture:
    """Somebody's ratings, sides and friends."""
    fmt = TextFormatter(translate=language, is_bold=False)
    sides = [statistics.StatisticsRow(fmt(one.name), one.game_count, one.win_count) for one in career.sides]
    friends = [
        statistics.StatisticsRow(
            clean_label_name(write_text(one.name, ())) or fmt(say("Somebody")),
            one.game_count,
            one.win_count,
            is_person=True,
        )
        for one in career.friends
    ]

    def draw() -> bytes:
        image = statistics.draw_statistics(name, career.ratings, sides, friends, language)
        return encode_png(image, statistics.build_palette(image), tone)

    words = " ".join(fmt(text) for text in statistics.describe_statistics(career.ratings, sides, friends))
    return Picture(await asyncio.to_thread(draw), "statistics.png", shorten(words, MAX_ALT_TEXT_CHARS))


def _format_rating(rating: PlayerRating, translate: Translate) -> Text:
    return say(
        "{name}: {rating}, {wins}",
        name=format_person(rating.name, translate),
        rating=rating.rating,
        wins=_format_wins(rating),
    )


def _format_wins(rating: PlayerRating) -> Text:
    return count("won {wins} of {n} game", "won {wins} of {n} games", rating.game_count, wins=rating.win_count)


def _format_figures(rating: PlayerRating) -> Text:
    if rating.best_margin:
        return count(
            "rating {rating}, {wins}, by {n} point at most",
            "rating {rating}, {wins}, by {n} points at most",
            rating.best_margin,
            rating=rating.rating,
            wins=_format_wins(rating),
        )
    return say("rating {rating}, {wins}", rating=rating.rating, wins=_format_wins(rating))


def _format_record(record: BestScore, translate: Translate) -> Text:
    return say(
        "{what}: **{points}** by {name}",
        what=record.label,
        points=record.points,
        name=format_person(record.name, translate),
    )


def _describe_method() -> Text:
    return say(
        "A rating begins at 1000 and counts what a player is surely worth, so it grows with every game that goes well. "
        "Only finished games that count are in it; /settings takes you out."
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(StatisticsCommands(bot))
