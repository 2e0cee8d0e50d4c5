"""/card: what is printed on a card, in full, wherever the card is."""

from __future__ import annotations

import difflib

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import ANYWHERE, Choices, TableCog
from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, SELECT_TEXT, fit
from cogs.messages.layout import message
from cogs.words.languages import Language
from cogs.words.text_formatter import TextFormatter, plain_label
from engine.kernel.registry import AnyGame
from engine.kernel.script import Printed
from engine.kernel.text import Refusal, Text, plain, say
from engine.ops.rule_pages import rules

NEAR = 3
"""Cards that are suggested for an unknown name."""
TEXT = 3000
"""Characters of a card and its rules; an owner's file may have any number."""
LONGEST = 40
"""Characters of an unknown name that the answer repeats."""


class Cards(TableCog):
    """Looking up cards. The answer depends on the game's components alone, so it cannot leak anything about a table."""

    @app_commands.command(description="What is printed on a card: its whole text, whoever has it")
    @app_commands.describe(name="The card", game="Which game; this channel's if left out")
    @ANYWHERE
    async def card(self, interaction: discord.Interaction, name: str, game: str = "") -> None:
        """Show one card to this person."""
        chosen = await self._game(interaction, game)
        language = await self.bot.locales.to_person(interaction)
        found = find(chosen, name, language)
        await interaction.response.send_message(view=shown(chosen, found, language), ephemeral=True)

    @card.autocomplete("name")
    async def _names(self, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            game = await self._game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except Refusal:
            return []
        language = await self.bot.locales.to_person(interaction)
        offers = [(_listed(card, language), card.word) for card in game.printed()]
        wanted = typed.strip().casefold()
        return [
            app_commands.Choice(name=fit(label, SELECT_TEXT), value=word)
            for label, word in offers
            if wanted in f"{label} {word}".casefold()
        ][:AUTOCOMPLETE_CHOICES]

    @card.autocomplete("game")
    async def _games(self, _interaction: discord.Interaction, typed: str) -> Choices:
        return [
            app_commands.Choice(name=game.title, value=game.slug) for game in self.games_like(typed) if game.printed()
        ]

    async def _game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        """The game that was named, else this channel's, with the components of its table. Raises Refusal."""
        slug = self.bot.catalogue.named(slug).slug if slug else ""
        try:
            table = await self.tables.in_channel(interaction.channel_id or 0, live_only=False)
        except Refusal:
            if not slug:
                raise Refusal(
                    say("There is no table in this channel. Say which game’s card you want to see: /card game:")
                ) from None
            table = None
        if table is not None and slug in ("", table.game):
            return await self.tables.snapshots.game_of(table.id)
        return self.bot.catalogue.game(slug)


def find(game: AnyGame, typed: str, language: Language) -> Printed:
    """The card that was meant: by its word, its name, or a part that only one name has. Raises Refusal."""
    cards, wanted = game.printed(), " ".join(typed.split()).casefold()
    if not cards:
        raise Refusal(say("{game} has no cards to look up. /rules tells how it is played.", game=game.title))
    named = {card.word: {card.word, *(name.casefold() for name in _called(card, language))} for card in cards}
    for fits in (
        [card for card in cards if wanted in named[card.word]],
        [card for card in cards if wanted and any(wanted in name for name in named[card.word])],
    ):
        if len(fits) == 1:
            return fits[0]
    if not fits:
        every = {name: word for word, names in named.items() for name in names}
        near = dict.fromkeys(every[name] for name in difflib.get_close_matches(wanted, every, n=2 * NEAR))
        fits = [card for word in near for card in cards if card.word == word]
    fits = fits[:NEAR]
    wrong = fit(typed.strip(), LONGEST)
    if not fits:
        raise Refusal(
            say(
                "There is no card “{name}” in {game}. Begin to type and choose one that is offered.",
                name=wrong,
                game=game.title,
            )
        )
    raise Refusal(
        say(
            "There is no card “{name}” in {game}. Did you mean one of these? {cards}",
            name=wrong,
            game=game.title,
            cards=[card.name for card in fits],
        )
    )


def shown(game: AnyGame, card: Printed, language: Language) -> discord.ui.LayoutView:
    """A card with its text, the rules that say more, and where it comes from."""
    fmt = TextFormatter(translate=language)
    kind = f"{fmt(card.kind)} · {game.title}" if card.kind else game.title
    numbered = {rule.number: rule.text for rule in rules(game, language.code)}
    told = [fmt(line) for line in card.text] + [f"**{number}** {numbered[number]}" for number in card.rules]
    return message(f"### {fmt(card.name)}\n-# {kind}", fit("\n".join(told), TEXT), f"-# {fmt(_provenance(card))}")


def _provenance(card: Printed) -> Text:
    if not card.elsewhere:
        return say("Source: {source}.", source=_source(card.source))
    parts = [say("{part} ({source})", part=part, source=_source(source)) for part, source in card.elsewhere]
    return say("Source: {source}, but {parts}.", source=_source(card.source), parts=list(parts))


def _source(source: str) -> Text:
    """A source in words."""
    return {
        "printed": say("copied from the printed game"),
        "rules": say("the published rules"),
        "found": say("found elsewhere"),
        "inferred": say("inferred"),
        "house": say("our own"),
    }[source]


def _called(card: Printed, language: Language) -> tuple[str, str]:
    """A card's name in this language and in English."""
    return plain_label(card.name, None, language), plain(card.name)


def _listed(card: Printed, language: Language) -> str:
    """A card in a list: its name and kind."""
    name = plain_label(card.name, None, language)
    return f"{name} · {plain_label(card.kind, None, language)}" if card.kind else name


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(Cards(bot))
