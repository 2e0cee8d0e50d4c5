"""The marks on the pictures of 1911 Amundsen vs Scott in words."""

from __future__ import annotations

from engine.kernel.text import say
from render.amundsen.cards import (
    draw_card_back,
    draw_card_face,
    draw_card_place,
    draw_exhausted_deck,
    draw_hidden_eye,
    draw_patron_card,
    draw_pile,
    draw_symbol_sprite,
)
from render.amundsen.chart import draw_chart, draw_chosen_ship
from render.amundsen.explorer_choice import draw_portrait
from render.amundsen.journeys import draw_detour, draw_stretch
from render.amundsen.marks import draw_hand_icon, draw_small_card
from render.amundsen.pieces import (
    draw_emblem,
    draw_flag_sprite,
    draw_halo,
    draw_pawn,
    draw_snowflake,
    draw_space_sprite,
)
from render.kit.legend import Legend, Variants
from render.kit.marks import draw_medal

LEGEND: Legend = {
    draw_pawn: Variants(
        "side",
        {
            "amundsen": say("Figure with an A and the Norwegian flag: Amundsen"),
            "scott": say("Figure with an S and the British flag: Scott"),
        },
    ),
    draw_snowflake: say("Snowflake on a figure: the race is over, and both freeze (A2.4)"),
    "lost-place": say("?: where an explorer stands who has lost the route (A6)"),
    "parallel": say("85°: up to this line a Compass leads forward, beyond it back (A8)"),
    "pole": say("South Pole: one card of each colour leads there (A5)"),
    draw_halo: say("Dark ring round a space: an explorer stands there"),
    draw_chosen_ship: say("Gold rim round a ship: it can be chosen"),
    draw_medal: say("White disc with a number: so many cards a Take takes, from the right (A3)"),
    "price": say("discard with a number, or − with a number: the cards to discard for it (A3)"),
    draw_space_sprite: say(
        "Coloured disc: a colour of the route; red triangle, green square, blue circle, yellow diamond"
    ),
    draw_card_face: say("Card: its colour on top, with the same sign as the spaces, its effect below (A4.1)"),
    draw_card_back: say("Card with a ?: face down for you (A1.4)"),
    draw_hidden_eye: say("Eye on a card: not everybody has seen it (A1.4)"),
    draw_hand_icon: say("Two cards with numbers: cards in hand, and how many a hand may hold (A2)"),
    draw_small_card: say("Small card with a number: the cards to discard for it (A3)"),
    draw_pile: say("Pile with a number below: the cards in the deck (A2.2)"),
    draw_exhausted_deck: say("Crossed place: the deck has run out for good (A2.3)"),
    draw_emblem: say("Round emblem: the patron, as long as it has a use (A13)"),
    draw_patron_card: say("Card with an emblem: your patron (A13)"),
    draw_symbol_sprite: say("Animal or sign: what a card can do for you"),
    draw_stretch: say("Line along the spaces: the way of an explorer so far"),
    draw_detour: say("Line to a ?: where an explorer lost the route"),
    draw_flag_sprite: say("Flag: Norway for Amundsen, Britain for Scott"),
    draw_card_place: None,
    draw_chart: None,
    draw_portrait: None,
}
"""The words for the marks, in the order of a legend."""
