"""The Action cards, the crew of the Rocinante, the mats, the Tech cards, the bases and the pieces for the card look-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Ability, Faction, Power, Resource, SourcedEntry
from engine.games.expanse.events import (
    Again,
    CountAs,
    DiscardKept,
    EventEffect,
    Move,
    Peek,
    Rebuild,
    Reveal,
    Run,
    Trade,
    list_parts,
)
from engine.games.expanse.state import SCORE_CARD, Card
from engine.games.expanse.view import AbilityFace, BaseFace, CardFace, PiecesFace, VisibleCard
from engine.kernel.script import CardInfo, Source
from engine.kernel.text import Text, count, say

_EVENT_RULES: Final[dict[type[EventEffect], tuple[str, ...]]] = {
    Again: ("E16", "E16.1"),
    CountAs: ("E16", "E16.2"),
    Peek: ("E16.3",),
    Run: ("E16.4",),
    DiscardKept: ("E16.5",),
    Reveal: ("E16.6",),
    Trade: ("E16.7",),
    Rebuild: ("E16.9",),
}
"""The rules about Events with these effects."""
_POWER_RULES: Final[dict[Power, tuple[str, ...]]] = {
    "immunity": ("E14.1",),
    "diplomats": ("E14.2", "E15.3"),
    "hegemony": ("E14.17", "E8.4"),
    "solidarity": ("E14.4", "E8.4"),
    "supremacy": ("E14.14", "E8.2"),
    "budget": ("E14.17", "E3.2"),
    "scrap-yard": ("E14.10", "E15.2"),
    "sample": ("E14.15",),
}
"""The rules about these powers."""
_SECOND_PLACE_RULES: Final = ("E14.17", "E8.4")
"""The rules about winning ties from second place on; E14.4 is about third place only."""
_FACTION_RULES: Final[dict[Faction, tuple[str, ...]]] = {
    "un": ("E14.1", "E14.2", "E14.3", "E14.4"),
    "mcr": ("E14.5", "E14.6", "E14.7", "E14.8"),
    "opa": ("E14.9", "E14.10", "E14.11", "E14.12"),
    "pg": ("E14.13", "E14.14", "E14.15", "E14.16"),
}
_ROMAN_NUMERALS: Final = ("I", "II", "III")


def list_cards(board: Board) -> tuple[CardInfo, ...]:
    """List all cards that can be looked up."""
    face = CardFace("card", SCORE_CARD, VisibleCard(SCORE_CARD, "SCORE", score=True))
    rules = ("E2.3", "E7", "E13", "E13.2")
    score = CardInfo(SCORE_CARD, say("SCORE card"), board.components.deck.source, rules=rules, face=face)
    cards = (*_generate_action_cards(board), score, *_generate_crew_cards(board), *_generate_ability_cards(board))
    return (*cards, *_generate_factions(board), *_generate_bases(board), *_generate_pieces(board))


def _generate_action_cards(board: Board) -> Iterator[CardInfo]:
    kind = say("Action card")
    for word, card in board.cards.items():
        keep = board.find_printed_keep_price(word)
        factions = tuple(faction for faction in FACTIONS if faction in card.factions)
        visible = VisibleCard(word, card.name, score=False, ap=card.ap, factions=factions, text=card.text, keep=keep)
        yield CardInfo(
            word,
            say(card.name),
            card.source,
            kind,
            (
                count("{n} Action Point", "{n} Action Points", card.ap),
                say("Event of {factions}: {text}", factions=list(_name_factions(board, word)), text=say(card.text)),
                count("Keeping the Event costs {n} CP.", "Keeping the Event costs {n} CP.", keep),
                say("In games of {players} players.", players=list(card.sets)),
            ),
            _list_effect_rules(card.effects),
            _list_other_sources(board, card),
            face=CardFace("card", word, visible),
        )


def _name_factions(board: Board, card: Card) -> list[Text]:
    """Name the factions on a card, also those that do not play."""
    return [board.faction_names[faction] for faction in FACTIONS if faction in board.cards[card].factions]


def _list_effect_rules(effects: tuple[EventEffect, ...]) -> tuple[str, ...]:
    """List the rules about these effects, each once."""
    rules: list[str] = []
    for effect in list_parts(effects):
        rules += _EVENT_RULES.get(type(effect), ())
        if isinstance(effect, Move) and effect.lost:
            rules.append("E16.8")
    return tuple(dict.fromkeys(rules))


def _generate_crew_cards(board: Board) -> Iterator[CardInfo]:
    kind = say("Crew of the Rocinante")
    for word, crew in board.components.crew.items():
        yield CardInfo(
            f"crew-{word}",
            say(crew.name),
            crew.source,
            kind,
            (say(crew.text),),
            ("E12.2",),
            _list_other_sources(board, crew),
            face=AbilityFace("ability", f"crew-{word}", crew.name, crew.text, ""),
        )


def _generate_ability_cards(board: Board) -> Iterator[CardInfo]:
    """Generate the mat and the Tech cards of each faction."""
    for faction in FACTIONS:
        data = board.components.factions[faction]
        name = board.faction_names[faction]
        face = AbilityFace("ability", f"{faction}-mat", data.ability.name, data.ability.text, faction)
        yield _create_ability_card(board, face, data.ability, say("Mat of {faction}", faction=name))
        for n, tech in zip(_ROMAN_NUMERALS, data.techs, strict=True):
            kind = say("Tech card {n} of {faction}", n=n, faction=name)
            face = AbilityFace("ability", f"{faction}-tech-{n.lower()}", tech.name, tech.text, faction)
            yield _create_ability_card(board, face, tech, kind)


def _create_ability_card(board: Board, face: AbilityFace, ability: Ability, kind: Text) -> CardInfo:
    rules, text = _POWER_RULES.get(ability.power, ()), say(ability.text)
    if ability.power == "solidarity" and ability.ties_from == 2:
        rules = _SECOND_PLACE_RULES
    name, others = say(ability.name), _list_other_sources(board, ability)
    return CardInfo(face.word, name, ability.source, kind, (text,), rules, others, face=face)


def _generate_factions(board: Board) -> Iterator[CardInfo]:
    kind = say("Faction")
    for faction, rules in _FACTION_RULES.items():
        data = board.components.factions[faction]
        text = say("Home Orbital: {orbital}.", orbital=board.orbital_names[data.home])
        name, face = board.faction_names[faction], PiecesFace("faction", faction, (faction,))
        yield CardInfo(faction, name, data.source, kind, (text,), (*rules, "E8.6"), face=face)


def _generate_bases(board: Board) -> Iterator[CardInfo]:
    kind = say("Base")
    for word, data in board.components.bases.items():
        text = say(
            "Resource: {resource}. Orbital: {orbital}.",
            resource=_name_resource(data.resource),
            orbital=board.orbital_names[data.orbital],
        )
        source = data.sources.get("resource", data.source)
        face = BaseFace("base", word, data.name, data.resource, data.orbital)
        yield CardInfo(f"base-{word}", board.base_names[word], source, kind, (text,), ("E5.2", "E8.2"), face=face)


def _generate_pieces(board: Board) -> Iterator[CardInfo]:
    data = board.components.factions
    battleships = tuple(faction for faction in FACTIONS if "b" in "".join(data[faction].fleets.values()))
    scrap_ships = tuple(faction for faction in FACTIONS if data[faction].off)
    diplomats = tuple(faction for faction in FACTIONS if data[faction].diplomats)
    yield _create_piece("fleet", say("Fleet"), FACTIONS, "E5.1", "E5.5", "E8.3")
    yield _create_piece("influence", say("Influence"), FACTIONS, "E5.2", "E5.3", "E8.2")
    yield _create_piece("battleship", say("Battleship"), battleships, "E15.1", "E8.3")
    yield _create_piece("scrap-ship", say("Scrap Ship"), scrap_ships, "E14.10", "E15.2", "E8.3")
    yield _create_piece("diplomat", say("Diplomat"), diplomats, "E14.2", "E15.3")
    yield _create_piece("protomolecule", say("Protomolecule token"), (), "E14.15", "E14.16")
    yield _create_piece("rocinante", say("Rocinante"), (), "E11", "E12.1", "E12.2", "E12.3")


def _create_piece(word: str, name: Text, factions: tuple[Faction, ...], *rules: str) -> CardInfo:
    return CardInfo(word, name, "rules", say("Piece"), rules=rules, face=PiecesFace("piece", word, factions))


def _name_resource(resource: Resource) -> Text:
    names = {"food": say("Food"), "water": say("Water"), "minerals": say("Minerals"), "tech": say("Tech")}
    return names[resource]


def _list_other_sources(board: Board, entry: SourcedEntry) -> tuple[tuple[Text, Source], ...]:
    """Name the values of an entry that have another source than the rest, each with its source."""
    names: dict[str, Text] = {
        "name": say("the name"),
        "text": say("the wording"),
        "ap": say("the Action Points"),
        "event": say("the Event"),
        "keep": say("the price of keeping it"),
        "2p": say("its use with two players"),
        "3p": say("its use with three players"),
    }
    for faction, name in board.faction_names.items():
        names[faction] = say("whether it shows {faction}", faction=name)
    return tuple((names.get(value, say("{value}", value=value)), source) for value, source in entry.sources.items())
