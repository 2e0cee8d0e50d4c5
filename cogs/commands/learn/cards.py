"""/card: the whole text of a card. It depends only on the components of a game, so it reveals nothing about a table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions, build_choices
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions.limits import shorten
from cogs.messages.layout import build_message
from engine.kernel.registry import AnyGame
from engine.kernel.script import CardInfo
from engine.kernel.text import Text, UserError, say, write_plain_text
from engine.ops.rule_pages import load_rules

MAX_SIMILAR_CARDS = 3
"""Cards that are suggested for an unknown name."""
MAX_CARD_CHARS = 3000
"""Characters of a card and its rules; an owner's file may have any number."""
MAX_REPEATED_CHARS = 40
"""Characters of an unknown name that the answer repeats."""


class CardCommands(TableCog):
    """The command that looks up cards."""

    @app_commands.command(description="What is printed on a card: its whole text, whoever has it")
    @app_commands.describe(name="The card", game="Which game; this channel's if left out")
    @allow_everywhere
    async def card(self, interaction: discord.Interaction, name: str, game: str = "") -> None:
        """Show one card to this person."""
        chosen = await self._find_game(interaction, game)
        language = await self.bot.locales.find_person_language(interaction)
        card_info = find_card(chosen, name, language)
        await interaction.response.send_message(view=format_card(chosen, card_info, language), ephemeral=True)

    @card.autocomplete("name")
    async def _suggest_cards(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        try:
            game = await self._find_game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except UserError:
            return []
        language = await self.bot.locales.find_person_language(interaction)
        offers = [(_format_list_entry(card, language), card.word) for card in game.list_cards()]
        typed = typed.strip().casefold()
        return build_choices((label, word) for label, word in offers if typed in f"{label} {word}".casefold())

    @card.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return [
            app_commands.Choice(name=game.title, value=game.slug)
            for game in self.suggest_games(typed)
            if game.list_cards()
        ]

    async def _find_game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        """Find the game that was named, or this channel's, with the components of its table. Raises UserError."""
        if slug:
            slug = self.bot.catalogue.match_game(slug).slug
        try:
            table = await self.load_channel_table(interaction, live_only=False)
        except UserError:
            if not slug:
                raise UserError(
                    say("There is no table in this channel. Say which game’s card you want to see: /card game:")
                ) from None
            table = None
        if table is not None and slug in ("", table.game):
            return await self.tables.snapshots.load_game(table.id)
        return self.bot.catalogue.load_game(slug)


def find_card(game: AnyGame, typed: str, language: Language) -> CardInfo:
    """Find the card that was typed: by its word, its name, or a part that only one card has. Raises UserError."""
    cards, wanted = game.list_cards(), " ".join(typed.split()).casefold()
    if not cards:
        raise UserError(say("{game} has no cards to look up. /rules tells how it is played.", game=game.title))
    names_by_word = {card.word: _list_search_names(card, language) for card in cards}
    matching = [card for card in cards if wanted in names_by_word[card.word]]
    if len(matching) != 1:
        matching = [card for card in cards if wanted and _is_part_of_any(wanted, names_by_word[card.word])]
    if len(matching) == 1:
        return matching[0]
    if not matching:
        similar_words = _find_similar_words(wanted, names_by_word)
        matching = [card for word in similar_words for card in cards if card.word == word]
    name = shorten(typed.strip(), MAX_REPEATED_CHARS)
    if not matching:
        raise UserError(
            say(
                "There is no card “{name}” in {game}. Begin to type and choose one that is offered.",
                name=name,
                game=game.title,
            )
        )
    raise UserError(
        say(
            "There is no card “{name}” in {game}. Did you mean one of these? {cards}",
            name=name,
            game=game.title,
            cards=[card.name for card in matching[:MAX_SIMILAR_CARDS]],
        )
    )


def _list_search_names(card: CardInfo, language: Language) -> set[str]:
    """List the names by which a card is found, in lower case."""
    return {card.word, *(name.casefold() for name in _format_card_names(card, language))}


def _is_part_of_any(text: str, names: Iterable[str]) -> bool:
    return any(text in name for name in names)


def _find_similar_words(wanted: str, names_by_word: Mapping[str, Iterable[str]]) -> list[str]:
    """Find the words of the cards whose names are most similar to a text, each once."""
    word_by_name = {name: word for word, names in names_by_word.items() for name in names}
    similar_names = difflib.get_close_matches(wanted, word_by_name, n=2 * MAX_SIMILAR_CARDS)
    return list(dict.fromkeys(word_by_name[name] for name in similar_names))


def format_card(game: AnyGame, card: CardInfo, language: Language) -> discord.ui.LayoutView:
    """Format a card with its text, the rules that it refers to, and its sources."""
    fmt = TextFormatter(translate=language)
    kind = f"{fmt(card.kind)} · {game.title}" if card.kind else game.title
    numbered = {rule.number: rule.text for rule in load_rules(game, language.code)}
    lines = [fmt(line) for line in card.text] + [f"**{number}** {numbered[number]}" for number in card.rules]
    return build_message(
        f"### {fmt(card.name)}\n-# {kind}",
        shorten("\n".join(lines), MAX_CARD_CHARS),
        f"-# {fmt(_format_provenance(card))}",
    )


def _format_provenance(card: CardInfo) -> Text:
    if not card.other_sources:
        return say("Source: {source}.", source=_format_source(card.source))
    parts = [say("{part} ({source})", part=part, source=_format_source(source)) for part, source in card.other_sources]
    return say("Source: {source}, but {parts}.", source=_format_source(card.source), parts=list(parts))


def _format_source(source: str) -> Text:
    """Describe a source."""
    return {
        "printed": say("copied from the printed game"),
        "rules": say("the published rules"),
        "found": say("found elsewhere"),
        "inferred": say("inferred"),
        "house": say("our own"),
    }[source]


def _format_card_names(card: CardInfo, language: Language) -> tuple[str, str]:
    """Return a card's name in this language and in English."""
    return format_plain_label(card.name, None, language), write_plain_text(card.name)


def _format_list_entry(card: CardInfo, language: Language) -> str:
    """Format a card in a list: its name and kind."""
    name = format_plain_label(card.name, None, language)
    if not card.kind:
        return name
    return f"{name} · {format_plain_label(card.kind, None, language)}"


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(CardCommands(bot))
