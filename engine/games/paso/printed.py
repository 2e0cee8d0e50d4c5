"""The treasures and the characters as they are printed."""

from __future__ import annotations

from typing import get_args

from engine.games.paso.components import EFFECTS, Ability, Components
from engine.games.paso.names import card_name, side_name
from engine.kernel.script import Printed
from engine.kernel.text import say


def printed(components: Components) -> tuple[Printed, ...]:
    """Every treasure with its copies, and every character. P10 and P11 tell of them in the order of the components."""
    treasures, treasure = components.treasures, say("Treasure")
    found = [
        Printed(
            effect,
            card_name(effect),
            treasures.source,
            treasure,
            (
                say(
                    "Copies with two, three and four players: {copies}.",
                    copies=[treasures.copies(effect, seats) for seats in (2, 3, 4)],
                ),
            ),
            (f"P10.{n}",),
        )
        for n, effect in enumerate(EFFECTS, 1)
    ]
    abilities = get_args(Ability)
    found += [
        Printed(
            card.word,
            say("{name}", name=card.name),
            components.characters.source,
            say("Character ({side})", side=side_name(card.side)),
            rules=(f"P11.{abilities.index(card.ability) + 1}",),
        )
        for card in components.characters.cards
    ]
    return tuple(found)
