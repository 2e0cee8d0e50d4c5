"""The cards, the crew of the Rocinante, the mats and the Tech cards as they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Ability, Entry, Power
from engine.games.expanse.events import (
    Again,
    CountAs,
    DiscardKept,
    Effect,
    Move,
    Peek,
    Rebuild,
    Reveal,
    Run,
    Trade,
    parts,
)
from engine.games.expanse.state import SCORE, Card
from engine.kernel.script import Printed, Source
from engine.kernel.text import Text, count, say

_EVENTS: Final[dict[type[Effect], tuple[str, ...]]] = {
    Again: ("E16", "E16.1"),
    CountAs: ("E16", "E16.2"),
    Peek: ("E16.3",),
    Run: ("E16.4",),
    DiscardKept: ("E16.5",),
    Reveal: ("E16.6",),
    Trade: ("E16.7",),
    Rebuild: ("E16.9",),
}
"""What the rules say about Events with these effects."""
_POWERS: Final[dict[Power, tuple[str, ...]]] = {
    "immunity": ("E14.1",),
    "diplomats": ("E14.2", "E15.3"),
    "hegemony": ("E14.17", "E8.4"),
    "solidarity": ("E14.4", "E8.4"),
    "supremacy": ("E14.14", "E8.2"),
    "budget": ("E14.17", "E3.2"),
    "scrap-yard": ("E14.10", "E15.2"),
    "sample": ("E14.15",),
}
_FROM_SECOND: Final = ("E14.17", "E8.4")
"""What they say about winning ties for second place, too: E14.4 is about third place."""
_NUMERALS: Final = ("I", "II", "III")


def printed(board: Board) -> tuple[Printed, ...]:
    """All that can be looked up."""
    score = Printed(SCORE, say("SCORE card"), board.components.deck.source, rules=("E2.3", "E7", "E13", "E13.2"))
    return (*_cards(board), score, *_crew(board), *_abilities(board))


def _cards(board: Board) -> Iterator[Printed]:
    kind = say("Action card")
    for word, card in board.cards.items():
        keep = board.keep_price(word)
        yield Printed(
            word,
            say(card.name),
            card.source,
            kind,
            (
                count("{n} Action Point", "{n} Action Points", card.ap),
                say("Event of {factions}: {text}", factions=list(_names(board, word)), text=say(card.text)),
                count("Keeping the Event costs {n} CP.", "Keeping the Event costs {n} CP.", keep),
                say("In games of {players} players.", players=list(card.sets)),
            ),
            _more(card.effects),
            _elsewhere(board, card),
        )


def _names(board: Board, card: Card) -> list[Text]:
    """The factions on a card, those too that do not play."""
    return [board.faction_names[faction] for faction in FACTIONS if faction in board.cards[card].factions]


def _more(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """The rules about these effects, each once."""
    found: list[str] = []
    for effect in parts(effects):
        found += _EVENTS.get(type(effect), ())
        if isinstance(effect, Move) and effect.lost:
            found.append("E16.8")
    return tuple(dict.fromkeys(found))


def _crew(board: Board) -> Iterator[Printed]:
    kind = say("Crew of the Rocinante")
    for word, crew in board.components.crew.items():
        yield Printed(
            f"crew-{word}",
            say(crew.name),
            crew.source,
            kind,
            (say(crew.text),),
            ("E12.2",),
            _elsewhere(board, crew),
        )


def _abilities(board: Board) -> Iterator[Printed]:
    """The mat and the Tech cards of each faction."""
    for faction in FACTIONS:
        data = board.components.factions[faction]
        name = board.faction_names[faction]
        yield _ability(board, f"{faction}-mat", data.ability, say("Mat of {faction}", faction=name))
        for n, tech in zip(_NUMERALS, data.techs, strict=True):
            kind = say("Tech card {n} of {faction}", n=n, faction=name)
            yield _ability(board, f"{faction}-tech-{n.lower()}", tech, kind)


def _ability(board: Board, word: str, ability: Ability, kind: Text) -> Printed:
    more, text = _POWERS.get(ability.power, ()), say(ability.text)
    if ability.power == "solidarity" and ability.ties_from == 2:
        more = _FROM_SECOND
    return Printed(word, say(ability.name), ability.source, kind, (text,), more, _elsewhere(board, ability))


def _elsewhere(board: Board, entry: Entry) -> tuple[tuple[Text, Source], ...]:
    """What on a card comes from another source than the rest."""
    known: dict[str, Text] = {
        "name": say("the name"),
        "text": say("the wording"),
        "ap": say("the Action Points"),
        "event": say("the Event"),
        "keep": say("the price of keeping it"),
        "2p": say("its use with two players"),
        "3p": say("its use with three players"),
    }
    for faction, name in board.faction_names.items():
        known[faction] = say("whether it shows {faction}", faction=name)
    return tuple((known.get(value, say("{value}", value=value)), source) for value, source in entry.sources.items())
