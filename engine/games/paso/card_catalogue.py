"""The treasures and the characters as they are printed."""

from __future__ import annotations

from typing import get_args

from engine.games.paso.components import TREASURE_EFFECTS, Ability, Components
from engine.games.paso.names import name_card, name_side
from engine.kernel.script import CardInfo, Source
from engine.kernel.text import Text, say


def list_cards(components: Components) -> tuple[CardInfo, ...]:
    """Every treasure with its copies, and every character. P10 and P11 tell of them in the order of the components.

    What a card does is in the rules, as pictures without a word: the names of the treasures are always ours.
    """
    treasures, treasure = components.treasures, say("Treasure")
    effects, people, able = components.effects.source, components.characters.source, components.abilities.source
    named: tuple[Text, Source] = (say("the name"), "house")
    copied = _list_other_sources(effects, (say("the number of copies"), treasures.source))
    known = _list_other_sources(able, (say("the name"), people), (say("the side"), people))
    found = [
        CardInfo(
            effect,
            name_card(effect),
            effects,
            treasure,
            (
                say(
                    "Copies with two, three and four players: {copies}.",
                    copies=[treasures.count_copies(effect, seats) for seats in (2, 3, 4)],
                ),
            ),
            (f"P10.{n}",),
            (named, *copied),
        )
        for n, effect in enumerate(TREASURE_EFFECTS, 1)
    ]
    abilities = get_args(Ability)
    found += [
        CardInfo(
            card.word,
            say("{name}", name=card.name),
            able,
            say("Character ({side})", side=name_side(card.side)),
            rules=(f"P11.{abilities.index(card.ability) + 1}",),
            other_sources=known,
        )
        for card in components.characters.cards
    ]
    return tuple(found)


def _list_other_sources(source: Source, *parts: tuple[Text, Source]) -> tuple[tuple[Text, Source], ...]:
    """The parts of a card that come from another source than the card."""
    return tuple([part for part in parts if part[1] != source])
