"""The finished games of a server: /stats and /leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import deferral
from cogs.interactions.limits import MAX_ALT_TEXT_CHARS, shorten
from cogs.interactions.visibility import find_guild_id
from cogs.messages.computers import find_badge, format_level_result
from cogs.messages.layout import build_message
from cogs.pictures.picture_service import Picture, create_files
from engine.host.service.people.statistics import BestScore, Career, ComputerScore, PlayerRating, SubstitutedGames
from engine.kernel.text import Text, Translate, UserError, count, say, write_text
from render import leaderboard, statistics
from render.kit.encode import encode_png
from render.kit.theme import Tone

MAX_PEOPLE_SHOWN = 10
"""People on a leaderboard."""
MAX_RECORDS_SHOWN = 25


class StatisticsCommands(TableCog):
    """The statistics of finished games."""

    @app_commands.command(description="Who plays best on this server")
    @app_commands.describe(game="Which game; all of them if left out")
    async def leaderboard(self, interaction: discord.Interaction, game: str = "") -> None:
        """Show the ten best ratings, as a picture and as text."""
        if game:
            game = self.bot.catalogue.match_game(game).slug
        title = self._format_title(game)
        ratings = await self.tables.statistics.rank_players(find_guild_id(interaction), game or None)
        ratings = ratings[:MAX_PEOPLE_SHOWN]
        if not ratings:
            raise UserError(say("Nobody has finished a game here yet. {/play} opens a table."))
        language = await self.bot.locales.find_server_language(find_guild_id(interaction))
        fmt = TextFormatter(translate=language)
        tone = (await self.load_preferences(interaction, private=False)).tone
        drawing = self._draw_leaderboard(title, ratings, language, tone)
        picture = await deferral.await_or_defer(interaction, drawing, private=False)
        lines = "\n".join(
            f"{place}. {fmt(_format_rating(rating, language))}" for place, rating in enumerate(ratings, 1)
        )
        view = build_message(f"### {fmt(title)}", picture, lines, f"-# {fmt(_describe_method())}")
        await deferral.send_answer(interaction, view, [picture.create_file()], private=False)

    @app_commands.command(description="Games, wins and records: yours or a friend’s")
    @app_commands.describe(person="Who; you if left out")
    @allow_everywhere
    async def stats(self, interaction: discord.Interaction, person: discord.User | None = None) -> None:
        """Show one person's figures in every game, and the server's records."""
        guild, fmt = find_guild_id(interaction), await self.create_private_formatter(interaction)
        whom = person or interaction.user
        played = await self.tables.statistics.list_player_ratings(guild, whom.id)
        own = await self.tables.statistics.list_computer_scores(guild, whom.id)
        substituted = await self.tables.statistics.list_substituted_games(guild, whom.id)
        if not played and not own and not substituted:
            if interaction.guild_id is None:
                raise UserError(say("You have not finished a game here yet. {/solo} begins one."))
            raise UserError(
                say(
                    "{person} has not finished a game here yet. {/play} opens a table.",
                    person=format_name(whom.display_name, fmt.translate),
                )
            )
        preferences = await self.load_preferences(interaction)
        language = await self.bot.locales.find_person_language(interaction)
        name = format_name(whom.display_name, fmt.translate, is_label=True)
        picture: Picture | None = None
        if played:  # games with computers count nowhere else
            drawing = _draw_career(
                name, await self.tables.statistics.build_career(guild, whom.id), language, preferences.tone
            )
            picture = await deferral.await_or_defer(interaction, drawing)
        texts = [f"### {format_name(whom.display_name, fmt.translate)}", *preferences.arrange_pictures(picture)]
        texts.append(self._format_games([(slug, _format_figures(rating)) for slug, rating in played], fmt, "**"))
        if own:
            texts += [f"**{fmt(find_badge(own))}**", self._format_scores(own, fmt)]
        texts.append(self._format_games([(one.game, _format_substituted_games(one)) for one in substituted], fmt))
        if own:
            texts += await self._format_server_scores(interaction, fmt)
        texts += await self._format_records(guild, {slug for slug, _ in played}, fmt)
        if played:
            texts.append(f"-# {fmt(_describe_method())}")
        await deferral.send_answer(interaction, build_message(*texts), create_files(picture))

    async def _format_server_scores(self, interaction: discord.Interaction, fmt: TextFormatter) -> list[str]:
        """Format the scores of everybody on this server against computers under a heading; nothing without scores."""
        scores = await self._list_server_scores(interaction)
        if not scores:
            return []
        return [f"**{fmt(say('Everybody on this server against computers'))}**", self._format_scores(scores, fmt)]

    async def _format_records(self, guild: int, games: Collection[str], fmt: TextFormatter) -> list[str]:
        """Format the server's records in some games under a heading; nothing without records."""
        records: list[tuple[str, Text]] = []
        for score in await self.tables.statistics.list_best_scores(guild):
            if score.game in games:
                records.append((score.game, _format_record(score, fmt.translate)))
        if not records:
            return []
        return [f"**{fmt(say('Records of this server'))}**", self._format_games(records[:MAX_RECORDS_SHOWN], fmt)]

    async def _list_server_scores(self, interaction: discord.Interaction) -> list[ComputerScore]:
        """List the scores of everybody on this server against computers; there are none in direct messages."""
        if interaction.guild_id is None:
            return []
        return await self.tables.statistics.list_computer_scores(find_guild_id(interaction))

    def _format_scores(self, scores: list[ComputerScore], fmt: TextFormatter) -> str:
        return self._format_games([(score.game, format_level_result(score)) for score in scores], fmt)

    def _format_games(self, told: Iterable[tuple[str, Text]], fmt: TextFormatter, markup: str = "") -> str:
        """Format a text about each of some games in a line that begins with the game's title, with `markup` round it."""
        lines: list[str] = []
        for slug, text in told:
            lines.append(f"- {markup}{self._find_title(slug)}{markup}: {fmt(text)}")
        return "\n".join(lines)

    def _find_title(self, slug: str) -> str:
        return self.bot.catalogue.load_game(slug).title

    @leaderboard.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return self.build_game_choices(typed)

    def _format_title(self, game: str) -> Text:
        """Format the title of the leaderboard of a game, or of all games."""
        if not game:
            return say("Leaderboard")
        return say("Leaderboard: {title}", title=self.bot.catalogue.load_game(game).title)

    async def _draw_leaderboard(
        self, title: Text, ratings: list[PlayerRating], language: Language, tone: Tone
    ) -> Picture:
        fmt = TextFormatter(translate=language)
        rows: list[leaderboard.LeaderboardRow] = []
        for rating in ratings:
            name = format_name(rating.name, language, is_label=True)
            rows.append(leaderboard.LeaderboardRow(name, rating.rating, rating.game_count, rating.win_count))
        data = await asyncio.to_thread(
            lambda: encode_png(leaderboard.draw_leaderboard(title, rows, language), leaderboard.load_palette(), tone)
        )
        words = " ".join(fmt(text) for text in leaderboard.describe_leaderboard(title, rows))
        return Picture(data, "leaderboard.png", shorten(words, MAX_ALT_TEXT_CHARS))


async def _draw_career(name: str, career: Career, language: Language, tone: Tone) -> Picture:
    """Draw the ratings, sides and friends of a person."""
    fmt = TextFormatter(translate=language, is_bold=False)
    sides = [statistics.StatisticsRow(fmt(side.name), side.game_count, side.win_count) for side in career.sides]
    friends: list[statistics.StatisticsRow] = []
    for friend in career.friends:
        friend_name = format_name(write_text(friend.name, ()), language, is_label=True)
        friends.append(statistics.StatisticsRow(friend_name, friend.game_count, friend.win_count, is_person=True))

    def draw() -> bytes:
        image = statistics.draw_statistics(name, career.ratings, sides, friends, language)
        return encode_png(image, statistics.build_palette(image), tone)

    words = " ".join(fmt(text) for text in statistics.describe_statistics(career.ratings, sides, friends))
    return Picture(await asyncio.to_thread(draw), "statistics.png", shorten(words, MAX_ALT_TEXT_CHARS))


def _format_rating(rating: PlayerRating, translate: Translate) -> Text:
    return say(
        "{name}: {rating}, {wins}",
        name=format_name(rating.name, translate),
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


def _format_substituted_games(substituted: SubstitutedGames) -> Text:
    moves = count("a computer made {n} move", "a computer made {n} moves", substituted.move_count)
    return count("{moves} for them, in {n} game", "{moves} for them, in {n} games", substituted.game_count, moves=moves)


def _format_record(record: BestScore, translate: Translate) -> Text:
    return say(
        "{what}: **{points}** by {name}",
        what=record.label,
        points=record.points,
        name=format_name(record.name, translate),
    )


def _describe_method() -> Text:
    return say(
        "A rating begins at 1000 and counts what a player is surely worth, so it grows with every game that goes well. "
        "Only finished games that count are in it; {/settings} takes you out."
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(StatisticsCommands(bot))
