"""/card: the whole text of a card, or of another piece with a name.

It depends only on the components of a game, so it reveals nothing about a table.
"""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.client import Overwinter
from cogs.commands.cog import TableCog, allow_everywhere
from cogs.commands.suggestions import Suggestions, build_choices
from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from cogs.interactions import custom_ids, deferral
from cogs.interactions.limits import shorten
from cogs.interactions.press import Press, describe_unknown_button, split_parts
from cogs.messages.layout import build_button, build_button_rows, build_message
from cogs.messages.rules.lookup import find_named_pieces, list_piece_names, search_pieces
from cogs.messages.rules.rule_text import describe_card_picture, list_card_blocks
from cogs.messages.updates import update_message
from cogs.pictures.picture_service import Picture, create_files
from engine.kernel.registry import AnyGame
from engine.kernel.script import CardInfo
from engine.kernel.text import UserError, say

MAX_SIMILAR_CARDS = 5
"""Cards that are suggested for an unknown name."""
MAX_REPEATED_CHARS = 40
"""Characters of an unknown name that the answer repeats."""


class CardCommands(TableCog):
    """The command that looks up cards."""

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.press_handlers.register(self, {"card": self._on_card}, is_allowed_anywhere=True)

    @app_commands.command(description="What is printed on a card, or what a piece does")
    @app_commands.describe(name="The card", game="Which game; this channel's if left out")
    @allow_everywhere
    async def card(self, interaction: discord.Interaction, name: str, game: str = "") -> None:
        """Show one card to this person."""
        chosen = await self._find_game(interaction, game)
        view, pictures = await deferral.await_or_defer(interaction, self._compose_answer(interaction, chosen, name))
        await deferral.send_answer(interaction, view, create_files(*pictures))

    @card.autocomplete("name")
    async def _suggest_cards(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        try:
            game = await self._find_game(interaction, str(getattr(interaction.namespace, "game", "") or ""))
        except UserError:
            return []
        language = await self.bot.locales.find_person_language(interaction)
        offers = [(_format_list_entry(card, language), card) for card in game.list_cards()]
        wanted = typed.strip().casefold()
        found = [card for label, card in offers if wanted in f"{label} {card.word}".casefold()]
        named = find_named_pieces(game, language, typed)
        listed = [*named, *(card for card in found if card not in named)] or list_nearest_cards(game, typed, language)
        return build_choices((_format_list_entry(card, language), card.word) for card in listed)

    @card.autocomplete("game")
    async def _suggest_games(self, _interaction: discord.Interaction, typed: str) -> Suggestions:
        return [
            app_commands.Choice(name=game.title, value=game.slug)
            for game in self.suggest_games(typed)
            if game.list_cards()
        ]

    async def _on_card(self, press: Press) -> None:
        slug, word = split_parts(press.rest, 2)
        game = self.bot.catalogue.load_game(slug)
        if not any(card.word == word for card in game.list_cards()):
            raise describe_unknown_button()
        work = self._compose_answer(press.interaction, game, word)
        view, pictures = await deferral.await_or_defer(press.interaction, work, edits=True)
        await update_message(press.interaction, view, pictures)

    async def _compose_answer(
        self, interaction: discord.Interaction, game: AnyGame, typed: str
    ) -> tuple[discord.ui.LayoutView, list[Picture]]:
        """Compose the answer to a typed name: a card with its picture, or buttons for the nearest names. Raises UserError."""
        language = await self.bot.locales.find_person_language(interaction)
        if not game.list_cards():
            raise UserError(say("{game} has no cards to look up. {/rules} tells how it is played.", game=game.title))
        card = find_card(game, typed, language)
        if card is None:
            return build_suggestions(game, typed, language), []
        name, *texts = list_card_blocks(game, card, language)
        if card.face is None:
            return build_message(name, *texts), []
        tone, alt = (await self.load_preferences(interaction)).tone, describe_card_picture(card, language)
        picture = await self.bot.picture_service.draw_piece(game.slug, card.face, alt, language, tone)
        return build_message(name, picture, *texts), [] if picture is None else [picture]

    async def _find_game(self, interaction: discord.Interaction, slug: str) -> AnyGame:
        """Find the game that was named, or this channel's, with the components of its table. Raises UserError."""
        if slug:
            slug = self.bot.catalogue.match_game(slug).slug
        try:
            table = await self.load_channel_table(interaction, live_only=False)
        except UserError:
            if not slug:
                raise UserError(
                    say(
                        "There is no table in this channel. Say which game’s card you want to see: {/card} {/card@game}"
                    )
                ) from None
            table = None
        if table is not None and slug in ("", table.game):
            return await self.tables.snapshots.load_game(table.id)
        return self.bot.catalogue.load_game(slug)


def build_suggestions(game: AnyGame, typed: str, language: Language) -> discord.ui.LayoutView:
    """Build the answer to a name that no card has: buttons for the nearest names. Raises UserError if there are none."""
    name = shorten(typed.strip(), MAX_REPEATED_CHARS)
    nearest = list_nearest_cards(game, typed, language)
    if not nearest:
        raise UserError(
            say(
                "There is no card “{name}” in {game}. Begin to type and choose one that is offered.",
                name=name,
                game=game.title,
            )
        )
    told = say("There is no card “{name}” in {game}. Did you mean one of these?", name=name, game=game.title)
    buttons = [
        build_button(
            _format_list_entry(card, language), custom_ids.build_button_id("card", 0, 0, f"{game.slug}:{card.word}")
        )
        for card in nearest
    ]
    return build_message(TextFormatter(translate=language)(told), *build_button_rows(buttons))


def find_card(game: AnyGame, typed: str, language: Language) -> CardInfo | None:
    """Find the card or piece that was typed: by its name, or by a part that only one name has."""
    named = find_named_pieces(game, language, typed)
    found = named if len(named) == 1 else _list_cards_with(game, typed, language)
    return found[0] if len(found) == 1 else None


def list_nearest_cards(game: AnyGame, typed: str, language: Language) -> list[CardInfo]:
    """List some cards that may be meant: those whose names contain the text, then those whose names resemble it."""
    parts = _list_cards_with(game, typed, language)
    similar = [] if parts else search_pieces(game, language, typed)
    return [*parts, *similar][:MAX_SIMILAR_CARDS]


def _list_cards_with(game: AnyGame, typed: str, language: Language) -> list[CardInfo]:
    """List the cards whose name, in this language or in English, contains a text."""
    wanted = " ".join(typed.split()).casefold()
    return [
        card
        for card in game.list_cards()
        if wanted and any(wanted in name.casefold() for name in list_piece_names(card, language))
    ]


def _format_list_entry(card: CardInfo, language: Language) -> str:
    """Format a card in a list: its name and kind."""
    name = format_plain_label(card.name, None, language)
    if not card.kind:
        return name
    return f"{name} · {format_plain_label(card.kind, None, language)}"


async def setup(bot: Overwinter) -> None:
    """Load the cog."""
    await bot.add_cog(CardCommands(bot))
