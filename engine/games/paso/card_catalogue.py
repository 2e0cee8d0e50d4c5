"""The treasures and the characters as they are printed, the tokens and the other pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS, Ability, Components
from engine.games.paso.names import name_card, name_side, name_token
from engine.games.paso.view import CharacterFace
from engine.kernel.script import CardInfo, PieceFace, Source
from engine.kernel.text import Text, say


def list_cards(components: Components) -> tuple[CardInfo, ...]:
    """List every treasure with its copies, and every character, in the order of P10 and P11, then the pieces.

    The rules show the effects of the treasures as pictures without words, so the names of the treasures are always ours.
    """
    return (*_list_treasures(components), *_list_characters(components), *_generate_pieces(components))


def _list_treasures(components: Components) -> list[CardInfo]:
    treasures, kind, source = components.treasures, say("Treasure"), components.effects.source
    named: tuple[Text, Source] = (say("the name"), "house")
    other_sources = (named, *_list_other_sources(source, (say("the number of copies"), treasures.source)))
    cards: list[CardInfo] = []
    for n, effect in enumerate(TREASURE_EFFECTS, 1):
        copies = say(
            "Copies with two, three and four players: {copies}.",
            copies=[treasures.count_copies(effect, seats) for seats in (2, 3, 4)],
        )
        face = PieceFace("treasure", effect)
        cards.append(
            CardInfo(effect, name_card(effect), source, kind, (copies,), (f"P10.{n}",), other_sources, face=face)
        )
    return cards


def _list_characters(components: Components) -> list[CardInfo]:
    name_source, source = components.characters.source, components.abilities.source
    other_sources = _list_other_sources(source, (say("the name"), name_source), (say("the side"), name_source))
    abilities = get_args(Ability)
    cards: list[CardInfo] = []
    for card in components.characters.cards:
        name, kind = say("{name}", name=card.name), say("Character ({side})", side=name_side(card.side))
        rules = (f"P11.{abilities.index(card.ability) + 1}",)
        face = CharacterFace("character", card.word, card.ability, card.side)
        cards.append(CardInfo(card.word, name, source, kind, rules=rules, other_sources=other_sources, face=face))
    return cards


def _generate_pieces(components: Components) -> Iterator[CardInfo]:
    """Generate the progress tokens, the pieces of the supply and the chest."""
    tokens, kind = components.tokens, say("Progress token")
    for word, copies in zip(TOKEN_KINDS, tokens.list_counts(), strict=True):
        text = say("Each player has {n}.", n=copies)
        rules = ("P7",) if word == "x1" else ("P4.1", "P4.2")
        face = PieceFace("token", word)
        yield CardInfo(f"token-{word}", name_token(word), tokens.source, kind, (text,), rules, face=face)
    supply = components.supply.source
    ice, water = PieceFace("supply", "iceberg"), PieceFace("supply", "water")
    yield CardInfo("supply-iceberg", say("Iceberg of the supply"), supply, rules=("P1.6", "P6", "P6.2"), face=ice)
    yield CardInfo("supply-water", say("Water of the supply"), supply, rules=("P1.6", "P4.9", "P10.14"), face=water)
    treasure, chest = (say("Treasure"), say("Treasure card")), PieceFace("chest", "chest")
    yield CardInfo("chest", say("Chest"), "rules", rules=("P9", "P3.1", "P3.2"), other_names=treasure, face=chest)


def _list_other_sources(source: Source, *parts: tuple[Text, Source]) -> tuple[tuple[Text, Source], ...]:
    """Return the parts of a card whose source is not the source of the card."""
    return tuple([part for part in parts if part[1] != source])
