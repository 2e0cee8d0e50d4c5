"""The marks on the pictures of La Aventura del Paso del Noroeste in words."""

from __future__ import annotations

from engine.kernel.text import Text, say
from render.kit.legend import Legend, Variants
from render.paso.card_pictures import draw_character, draw_treasure
from render.paso.ground import (
    draw_hexagon,
    draw_inner_hexagon,
    draw_piece,
    draw_rim,
    draw_swatch,
    draw_unknown_hexagon,
)
from render.paso.pieces import (
    draw_card_fan,
    draw_chest,
    draw_flag,
    draw_halo,
    draw_hexagon_frame,
    draw_path_outline,
    draw_pip,
    draw_pointer,
    draw_price_tag,
    draw_raid_token,
    draw_shield,
    draw_side_sign,
    draw_silence_sign,
    draw_token,
    draw_trace,
)
from render.paso.ribbons import draw_joint, draw_overview_line, draw_overview_link, draw_ribbon

TERRAINS: dict[str, Text | None] = {
    "water": say("Dark blue hex with waves: water (P4.1)"),
    "land": say("Sandy hex: land (P4.1)"),
    "snow": say("White hex with stars: snow (P4.1)"),
    "iceberg": say("Light blue hex with peaks: iceberg (P4.1)"),
}
LEGEND: Legend = {
    draw_hexagon: Variants("kind", TERRAINS),
    draw_inner_hexagon: Variants("kind", TERRAINS),
    draw_swatch: say(
        "Small hexes with numbers: what a hex of this terrain costs, or pieces left in the supply (P4.1, P1.6)"
    ),
    draw_chest: say("Chest: a token laid here draws a treasure; with a number: treasures in a hand (P9)"),
    draw_halo: say("Gold hex: the ship to move, or a choice"),
    draw_price_tag: say("Letter and number: a choice, and the action points that it costs at least"),
    draw_ribbon: say("Band in a player’s colour: the player’s route (P4.3)"),
    draw_joint: say("Thin band between two tokens: the route goes on here (P4.3)"),
    draw_path_outline: say("Gold outline: the hexes of a choice"),
    draw_raid_token: say("Disc with an arrow: a raid token, or the price of a raid (P7)"),
    draw_piece: Variants(
        "kind",
        {
            "iceberg": say("Framed iceberg: an iceberg of the supply that somebody put here (P6)"),
            "water": say("Framed water: a water of the supply that somebody put here (P10.14)"),
        },
    ),
    draw_pip: say("Dots: action points left, and used (P3)"),
    draw_token: say("Small hexes: a token of this shape is left, or so many; hollow: none (P1.1)"),
    "slowed": say("− with a number: so many action points less in the next turn (P10.7)"),
    draw_shield: say("Shield: cannot be raided (P10.4)"),
    draw_silence_sign: say("Crossed card: plays no cards (P10.2)"),
    draw_card_fan: say("Card with a number: cards that may still be played, or are left in the deck (P3.1)"),
    "leads": say("Golden row: this ship leads the race (P12)"),
    "level": say("= before a golden row: several ships lead together (P12)"),
    draw_side_sign: Variants(
        "side",
        {
            "sirs": say("Sign of the Sirs (P13)"),
            "explorers": say("Sign of the Explorers (P13)"),
        },
    ),
    draw_flag: say("Flags: the open sea; who sails there first wins (P12)"),
    draw_pointer: say("Pointer with a badge and a number: a ship outside the picture, and its row"),
    draw_hexagon_frame: say("Frame in a player’s colour: passed or taken in the latest turns"),
    draw_trace: say("Broken white frame: something happened here in the latest turns"),
    draw_overview_line: say("Lines on the narrow map: the routes of all players"),
    draw_overview_link: None,
    draw_rim: None,
    draw_unknown_hexagon: say("Plain hex: not discovered yet (P4.6)"),
    draw_treasure: None,
    draw_character: None,
}
"""The words for the marks, in the order of a legend."""
