"""The finished games of a server: /stats and /leaderboard."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions import deferral
from cogs.interactions.limits import ALT_TEXT, fit
from cogs.interactions.visibility import place_of
from cogs.messages.crew import against_line, badge
from cogs.messages.layout import message
from cogs.pictures.picture_service import Picture
from cogs.words.display_names import label_name
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, somebody
from engine.host.service.people.statistics import Best, Career, Standing
from engine.kernel.text import Refusal, Text, Translate, count, say, write
from render import leaderboard, statistics
from render.kit.encode import png
from render.kit.theme import Tone

SHOWN = 10
"""People on a leaderboard."""


class Statistics(TableCog):
    """Statistics of finished games."""

    @app_commands.command(description="Who plays best on this server")
    @app_commands.describe(game="Which game; all of them if left out")
    async def leaderboard(self, interaction: discord.Interaction, game: str = "") -> None:
        """Show the ten best ratings, as a picture and as text."""
        game = self.bot.catalogue.named(game).slug if game else ""
        title = self._title(game)
        found = (await self.tables.statistics.leaderboard(place_of(interaction), game or None))[:SHOWN]
        if not found:
            raise Refusal(say("Nobody has finished a game here yet. /play opens a table."))
        language = await self.bot.locales.to_server(place_of(interaction))
        fmt = TextFormatter(translate=language)
        tone = (await self.preferences(interaction, private=False)).tone
        drawing = self._picture(title, found, language, tone)
        picture = await deferral.in_time(interaction, drawing, private=False)
        lines = "\n".join(f"{place}. {fmt(_line(one, language))}" for place, one in enumerate(found, 1))
        view = message(f"### {fmt(title)}", picture, lines, f"-# {fmt(_how())}")
        await deferral.send(interaction, view, [picture.file()], private=False)

    @app_commands.command(description="Games, wins and records: yours or a friend’s")
    @app_commands.describe(person="Who; you if left out")
    @ANYWHERE
    async def stats(self, interaction: discord.Interaction, person: discord.User | None = None) -> None:
        """Show one person's figures in every game, and the server's records."""
        guild, fmt = place_of(interaction), await self.private_formatter(interaction)
        whom = person or interaction.user
        played = await self.tables.statistics.played(guild, whom.id)
        own = await self.tables.statistics.against_computers(guild, whom.id)
        if not played and not own:
            if interaction.guild_id is None:
                raise Refusal(say("You have not finished a game here yet. /solo begins one."))
            raise Refusal(
                say(
                    "{person} has not finished a game here yet. /play opens a table.",
                    person=somebody(whom.display_name, fmt.translate),
                )
            )
        titles = {game.slug: game.title for game in self.bot.catalogue.games()}
        lines = "\n".join(f"- **{titles[slug]}**: {fmt(_figures(one))}" for slug, one in played)
        computers = "\n".join(f"- {titles[one.game]}: {fmt(against_line(one))}" for one in own)
        everybody = await self.tables.statistics.against_computers(guild) if own and interaction.guild_id else []
        all_of_us = "\n".join(f"- {titles[one.game]}: {fmt(against_line(one))}" for one in everybody)
        best = [one for one in await self.tables.statistics.best(guild) if one.game in dict(played)]
        records = "\n".join(f"- {titles[one.game]}: {fmt(_record(one, fmt.translate))}" for one in best[:25])
        tone = (await self.preferences(interaction)).tone
        language = await self.bot.locales.to_person(interaction)
        name = label_name(whom.display_name) or fmt(say("Somebody"))
        picture: Picture | None = None
        if played:  # games with computers count nowhere else
            drawing = _career(name, await self.tables.statistics.career(guild, whom.id), language, tone)
            picture = await deferral.in_time(interaction, drawing)
        view = message(
            f"### {somebody(whom.display_name, fmt.translate)}",
            picture,
            lines,
            f"**{fmt(badge(own))}**" if own else "",
            computers,
            f"**{fmt(say('Everybody on this server against computers'))}**" if everybody else "",
            all_of_us,
            f"**{fmt(say('Records of this server'))}**" if records else "",
            records,
            f"-# {fmt(_how())}" if played else "",
        )
        await deferral.send(interaction, view, [picture.file()] if picture else [])

    @leaderboard.autocomplete("game")
    async def _games(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [app_commands.Choice(name=game.title, value=game.slug) for game in self.games_like(typed)]

    def _title(self, game: str) -> Text:
        """The title of the leaderboard."""
        return say("Leaderboard: {title}", title=self.bot.catalogue.game(game).title) if game else say("Leaderboard")

    async def _picture(self, title: Text, found: list[Standing], language: Language, tone: Tone) -> Picture:
        lines = [
            leaderboard.Line(
                label_name(one.name) or TextFormatter(translate=language)(say("Somebody")),
                one.rating,
                one.games,
                one.wins,
            )
            for one in found
        ]
        data = await asyncio.to_thread(
            lambda: png(leaderboard.paint(title, lines, language), leaderboard.palette(), tone)
        )
        return Picture(data, "leaderboard.png", TextFormatter(translate=language)(title))


async def _career(name: str, career: Career, language: Language, tone: Tone) -> Picture:
    """Somebody's ratings, sides and friends."""
    fmt = TextFormatter(translate=language, strong=False)
    sides = [statistics.Row(fmt(one.name), one.games, one.wins) for one in career.sides]
    friends = [
        statistics.Row(label_name(write(one.name, ())) or fmt(say("Somebody")), one.games, one.wins, person=True)
        for one in career.friends
    ]

    def draw() -> bytes:
        image = statistics.paint(name, career.ratings, sides, friends, language)
        return png(image, statistics.palette(image), tone)

    words = " ".join(fmt(text) for text in statistics.alt(career.ratings, sides, friends))
    return Picture(await asyncio.to_thread(draw), "statistics.png", fit(words, ALT_TEXT))


def _line(one: Standing, translate: Translate) -> Text:
    return say("{name}: {rating}, {wins}", name=somebody(one.name, translate), rating=one.rating, wins=_wins(one))


def _wins(one: Standing) -> Text:
    return count("won {wins} of {n} game", "won {wins} of {n} games", one.games, wins=one.wins)


def _figures(one: Standing) -> Text:
    if one.margin:
        return count(
            "rating {rating}, {wins}, by {n} point at most",
            "rating {rating}, {wins}, by {n} points at most",
            one.margin,
            rating=one.rating,
            wins=_wins(one),
        )
    return say("rating {rating}, {wins}", rating=one.rating, wins=_wins(one))


def _record(one: Best, translate: Translate) -> Text:
    return say(
        "{what}: **{points}** by {name}",
        what=one.label,
        points=one.points,
        name=somebody(one.name, translate),
    )


def _how() -> Text:
    return say(
        "A rating begins at 1000 and counts what a player is surely worth, so it grows with every game that goes well. "
        "Only finished games that count are in it; /settings takes you out."
    )


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Statistics(bot))
