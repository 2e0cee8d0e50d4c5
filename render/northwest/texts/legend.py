"""The marks on the pictures of Expedition: Northwest Passage in words."""

from __future__ import annotations

from engine.kernel.text import say
from render.kit.legend import Legend, Variants
from render.kit.marks import draw_medal
from render.kit.seats import draw_ship
from render.kit.theme import CREAM
from render.northwest.paper import draw_empty_chart
from render.northwest.pieces import (
    PAST_SUN_COLOUR,
    draw_coin,
    draw_crewman,
    draw_crystal,
    draw_home_sign,
    draw_ice_warning,
    draw_name_plate,
    draw_sack,
    draw_sled,
    draw_sun,
    draw_thaw_warning,
    draw_token,
)
from render.northwest.tiles import draw_tile

LEGEND: Legend = {
    "zone": Variants(
        "factor",
        {
            factor: say("×{factor}: finds in these columns count this many times (N10)", factor=factor)
            for factor in range(1, 10)
        },
    ),
    "uncharted": say("Empty paper: not charted yet; tiles are laid here (N5)"),
    "frozen": say("Square with cracks: frozen, so sleds cross it and ships do not (N3.2)"),
    "ice-edge": say("Line with icicles: the edge of the ice now (N3)"),
    "next-ice-edge": say("Dashed or dotted line: the edge of the ice in the next rounds (N3.1)"),
    draw_sun: say("Sun with a number: the round and the place of the sun, which freezes and thaws the rows (N3)"),
    draw_medal: Variants(
        "fill",
        {
            CREAM: say("White disc with a number on the arch: the sun stands there in that round (N3.1)"),
            PAST_SUN_COLOUR: None,
        },
    ),
    draw_token: Variants(
        "kind",
        {
            "cairn": say("Black square with a cairn: a cairn to discover, 2 crew (N9.1)"),
            "inuit": say("Green disc with an igloo: Inuit to discover, 2 crew (N9.1)"),
            "franklin": say("Red diamond with a flag: a Franklin site to explore, 3 crew (N9)"),
            "strait": say("Blue hexagon: a strait to explore, 3 crew (N9)"),
            "cartography": say("Brown octagon with a star: cartography, for finished islands (N6.1)"),
        },
    ),
    draw_ship: Variants(
        "is_held",
        {
            False: say("Ship in a player’s colour; it goes by open sea (N7.1)"),
            True: say("Ship on an ice floe: held by the ice until the thaw (N3.3)"),
        },
    ),
    draw_ice_warning: Variants(
        "now",
        {
            True: say("Snowflake at a ship: the ice holds it now (N3.3)"),
            False: say("Snowflake ahead of a ship: the ice will hold it next round (N3.3)"),
        },
    ),
    draw_sled: say("Sled in a player’s colour; it goes over land and ice (N7.3)"),
    draw_thaw_warning: Variants(
        "lost",
        {
            True: say("Warning at a sled: it is lost with its crew in the next thaw (N3.6)"),
            False: say("Warning at a sled: it must move in the next thaw (N3.5)"),
        },
    ),
    draw_crewman: say("Little person with two numbers: the crew that is ready, of the whole crew (N2.2)"),
    draw_home_sign: say("House: home in Greenland (N10.5)"),
    draw_coin: say("Dark coin with a number: the points of a token from an arrow (N10.2, N10.4)"),
    draw_name_plate: Variants(
        "label",
        {
            "NW": say("NW: the Northwest Passage, and what its tokens are worth (N10.2)"),
            "G": say("G: Greenland, and what its tokens are worth to those who come home (N10.4)"),
        },
    ),
    "pays": say("pays: the points for the most, second and third most of this kind (N11.1)"),
    "majority": say("+ with a number: the points for this majority as things are now (N11.1)"),
    draw_sack: say("Sack: finds on tiles that are not placed yet"),
    draw_crystal: say("Ice crystal: how far the ice reaches"),
    draw_tile: say(
        "Small picture of a tile: it can be drawn, or is in a reserve; × with a number below: that many left (N4)"
    ),
    draw_empty_chart: None,
}
"""The words for the marks, in the order of a legend."""
