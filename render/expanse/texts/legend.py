"""The marks on the pictures of The Expanse Board Game in words."""

from __future__ import annotations

from engine.kernel.text import say
from render.expanse.pieces import (
    FACTION_STYLES,
    FOCUS_COLOUR,
    draw_action_points,
    draw_chevron,
    draw_control_badge,
    draw_cube,
    draw_faction_mark,
    draw_faction_seal,
    draw_fleet,
    draw_frame,
    draw_halo,
    draw_plus,
    draw_podium,
    draw_price_ring,
    draw_protomolecule,
    draw_resource,
    draw_rocinante,
    draw_sector_sign,
    draw_track_marker,
    draw_unclaimed_ring,
)
from render.kit.legend import Legend, Variants
from render.kit.marks import draw_letter_ground

FACTIONS = {
    "un": say("Blue circle: UN; with a number on a base: its influence (E8.2)"),
    "mcr": say("Red triangle: MCR; with a number on a base: its influence (E8.2)"),
    "opa": say("Yellow square: OPA; with a number on a base: its influence (E8.2)"),
    "pg": say("Green diamond: ProtoGen; with a number on a base: its influence (E8.2)"),
}
LEGEND: Legend = {
    draw_letter_ground: say("White tag with a letter: a choice, with the same letter on its control"),
    draw_faction_mark: Variants("faction", FACTIONS),
    "influence": Variants("faction", FACTIONS),
    draw_faction_seal: None,
    "leads": say("Filled plate round a number: this faction leads on the base (E8.2)"),
    "most-points": say("Control Points in a faction’s colour: nobody has more (E1)"),
    "diplomats": say("Sign of the UN with a ring: Diplomats are among its influence (E14.2)"),
    draw_plus: say("Small plus: Orbital Control adds to this number (E8.2)"),
    draw_fleet: Variants(
        "battleships",
        {
            False: say("Arrow head with a number: fleets, by strength (E8.3)"),
            True: say("Double arrow head with a number: fleets with Battleships, by strength (E15.1)"),
        },
    ),
    draw_rocinante: say("White ship: the Rocinante, or who holds it (E12)"),
    draw_control_badge: say("Badge at an Orbital with a number: Orbital Control, and what it adds on the bases (E8.3)"),
    draw_halo: Variants(
        "colour",
        {
            FOCUS_COLOUR: say("White ring: this can be chosen"),
            **{
                style.colour: say("Coloured ring round an Orbital: who has Orbital Control, or changed it (E8.3)")
                for style in FACTION_STYLES.values()
            },
        },
    ),
    draw_unclaimed_ring: say("Broken ring round an Orbital: nobody has Orbital Control (E8.3)"),
    draw_frame: Variants(
        "colour",
        {
            FOCUS_COLOUR: say("White frame: whose turn it is, or what can be chosen"),
            **{
                style.colour: say("Coloured frame: changed by this faction in the latest turns")
                for style in FACTION_STYLES.values()
            },
        },
    ),
    draw_resource: Variants(
        "kind",
        {
            "food": say("Ear of corn: Food (E8.5)"),
            "water": say("Drop: Water (E8.5)"),
            "minerals": say("Gem: Minerals (E8.5)"),
            "tech": say("Chip: Tech (E8.5)"),
        },
    ),
    draw_protomolecule: say("Dark spiral: a Protomolecule token (E14.15)"),
    draw_price_ring: say("Ring with a number: the price of a card in CP (E2.1)"),
    draw_action_points: say("Chevrons on a card: its Action Points (E5)"),
    draw_podium: say("Podium on a card: a SCORE card, which begins a Scoring turn (E2.3)"),
    "bonus-points": say(
        "Three numbers in a row: what a base of the Bonus Sector pays for first, second and third place (E8.1)"
    ),
    "next-bonus": say(
        "Framed space: the next Scoring turn; a ? means that its Bonus Sector is chosen and secret (E7.1)"
    ),
    draw_sector_sign: Variants(
        "word",
        {
            "inner": say("One disc: Inner Planets was the Bonus Sector (E7.2)"),
            "belt": say("Several small discs: the Belt was the Bonus Sector (E7.2)"),
            "outer": say("Disc with a ring: the Outer Planets were the Bonus Sector (E7.2)"),
        },
    ),
    draw_track_marker: say("Markers on the scale: the CP of the factions (E1)"),
    "initiative": say("Number before a faction below the map: its place on the Initiative Track (E1.4)"),
    draw_cube: say("Cube with a number: influence that can still be placed (E5.3)"),
    draw_chevron: say("Chevron with a number: fleets that are off the map (E6.5)"),
}
"""The words for the marks, in the order of a legend."""
