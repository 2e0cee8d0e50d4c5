"""Named scenes of Expedition: Northwest Passage on legal boards, with a complete set of tiles, tokens and crews."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.games.northwest import Components
from engine.games.northwest.components import FIND_KINDS, SYMBOL_LETTERS
from engine.games.northwest.game import Northwest
from engine.games.northwest.state import Expedition, Kind, State
from engine.games.northwest.view import View
from engine.kernel import registry
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, Text, say
from render.kit.scene import Scene
from tests.images.recorded_moments import replay_moment

PLAYER_NAMES = ("Franklin", "Ана", "Peña", "Benedikt")

EAST_TILES = ["l20 d14 f180", "l18 d12 f0", "l28 e11 f180", "l59 e10 b270", "l61 f8 b0"]
WEST_TILES = [
    *EAST_TILES,
    "l31 f6 f0",
    "l39 f4 f0",
    "l55 g3 f180",
    "l16 f2 f90",
    "l52 h2 f180",
    "l12 e1 b90",
    "s2 g1 f270",
    "l46 g5 f90",
    "l38 d1 b0",
    "l37 i3 b270",
    "s3 i2 f90",
    "l21 i4 b180",
    "s4 h4 f0",
    "l54 d3 f0",
    "l35 c2 f0",
    "l48 b1 f90",
]
ALL_TILES = [
    *WEST_TILES,
    "l51 e6 f180",
    "l19 g7 f180",
    "l14 a2 b90",
    "s1 a1 f180",
    "l45 g6 f270",
    "l04 c4 f0",
    "l57 i6 b90",
    "l02 b3 b180",
    "l17 j4 b0",
    "l11 b5 b180",
    "l26 e3 b0",
    "s2 e2 f0",
    "s4 f3 f180",
    "l25 d5 b180",
    "s1 e5 f90",
    "l09 i7 f180",
    "l13 d7 b0",
    "l40 a4 f180",
    "s3 a3 f0",
    "l36 c7 f0",
    "s2 c6 f90",
    "l27 g9 f0",
]


@cache
def load_game() -> Northwest:
    """Load the game with its own components."""
    loaded = registry.load_game("northwest")
    assert isinstance(loaded, Northwest)
    return loaded


def load_components() -> Components:
    """Load the game's own tiles and board."""
    return load_game().components


def build_expedition(
    ship: str, crew: tuple[int, int, int, int], *hand: str, tokens: str = "", **fields: Any
) -> Expedition:
    """Build an expedition.

    `crew` is ship available, ship resting, sled available, sled resting; `tokens` has the letters C I F S, and M for
    cartography.
    """
    letters = msgspec.convert({**SYMBOL_LETTERS, "M": "cartography"}, dict[str, Kind])
    held = {kind: tokens.count(letter) for letter, kind in letters.items() if letter in tokens}
    return Expedition(
        ship, *crew[:2], sled_available=crew[2], sled_resting=crew[3], hand=list(hand), tokens=held, **fields
    )


def build_state(placed: list[str], expeditions: list[Expedition], market: str, **fields: Any) -> State:
    """Build a table. Tiles that are nowhere else are in the bag; the players' tokens are taken from placed tiles."""
    large = {f"l{n:02}": tile for n, tile in enumerate(load_components().tiles.large)}
    piles = [design.count for design in load_components().tiles.small]
    gone = [
        *(words.split(" ")[0] for words in placed),
        *market.split(),
        *(tile for one in expeditions for tile in one.hand),
    ]
    for tile in gone:
        if tile[0] == "s":
            piles[int(tile[1:])] -= 1
    seats = str(len(expeditions))
    passage, greenland = list(load_components().tokens.passage[seats]), list(load_components().tokens.greenland[seats])
    for one in expeditions:
        for tokens, value in ((passage, one.passage), (greenland, one.greenland)):
            if value is not None:
                tokens.remove(value)
    taken: list[str] = []
    wanted = {
        kind: sum(n for one in expeditions for held, n in one.tokens.items() if held == kind) for kind in FIND_KINDS
    }
    for words in [*placed, "cape", "continent"]:
        tile = words.split(" ")[0]
        kind = (
            SYMBOL_LETTERS.get(large[tile][6], "")
            if tile in large
            else "cairn"
            if tile in ("cape", "continent")
            else ""
        )
        if kind and wanted[kind]:
            wanted[kind] -= 1
            taken.append(tile)
    assert not any(wanted.values()), wanted
    out = [seat for seat, one in enumerate(expeditions) if not one.home]
    usual: dict[str, Any] = {
        "order": out,
        "to_move": out[0] if out else 0,
        "options": complete_options(load_game().settings, {}),
        "round": 1,
    }
    mapped = sum(one.tokens.get("cartography", 0) for one in expeditions)
    return State(
        expeditions=expeditions,
        bag=sorted(set(large) - set(gone)),
        market=market.split(),
        piles=piles,
        cartography=load_components().tokens.cartography - mapped,
        passage_tokens=passage,
        greenland_tokens=greenland,
        placed=placed,
        taken=taken,
        **{**usual, **fields},
    )


def build_view(state: State, viewer: int | None) -> View:
    """Build the table as a seat sees it."""
    return load_game().build_view(state, viewer)


def build_news(*events: tuple[int, str]) -> tuple[Text, ...]:
    """Build events of the named seats."""
    return tuple(say("{seat} " + what, seat=SeatMention(seat)) for seat, what in events)


# --------------------------------------------------------------------- moments
def make_spring() -> State:
    """Make the start of a game of four, each with a first tile."""
    four = [build_expedition("b15", (7, 0, 0, 0), tile) for tile in ("l10", "l31", "l42", "l03")]
    return build_state([], four, "l16 l29 l58 l07", round=1)


def make_winter() -> State:
    """Make round 4: one ship caught in the ice, two sleds out."""
    three = [
        build_expedition("i4", (2, 1, 2, 2), "l42", "l45", "s4", tokens="IFFM", sled="d3-nw", trail=9, islands=2),
        build_expedition("f4", (4, 3, 0, 0), "l60", tokens="CSSM", trail=6, islands=1),
        build_expedition("d12", (0, 3, 2, 2), "l34", "l13", tokens="II", sled="c2-nw", trail=4),
    ]
    return build_state(WEST_TILES, three, "l09 l27 l02 l14", round=4, acted=1, order=[0, 2, 1])


def make_late() -> State:
    """Make round 8 with four players: one home, one sled lost, one passed, many finds."""
    four = [
        build_expedition(
            "i7",
            (3, 2, 1, 1),
            "l63",
            "l00",
            "s1",
            "l22",
            "l33",
            tokens="CIFFSM",
            sled="e6-nw",
            trail=19,
            islands=6,
            passage=15,
        ),
        build_expedition("b15", (0, 4, 0, 3), tokens="CFSSM", trail=11, islands=2, greenland=10, home=1),
        build_expedition(
            "g7", (0, 4, 0, 0), "l50", tokens="IIFM", trail=13, islands=4, passage=10, sled_lost=True, lost=3
        ),
        build_expedition(
            "i3", (5, 1, 0, 1), "l53", "l62", "s3", "s2", tokens="CSSMM", sled="h2-se", trail=12, islands=3, passage=6
        ),
    ]
    return build_state(ALL_TILES, four, "l05 l41 l47 l56", round=8, order=[3, 0, 2], passed=[2], to_move=3)


def make_end() -> State:
    """Make the end after round 10: two home, one left in the ice."""
    three = [
        build_expedition("b15", (3, 4, 0, 0), tokens="CIFFSMM", trail=22, islands=7, passage=13, greenland=7, home=1),
        build_expedition("d12", (0, 3, 0, 4), tokens="CFSSM", trail=14, islands=2, passage=3),
        build_expedition(
            "b15",
            (2, 2, 0, 0),
            "l50",
            tokens="IIFM",
            trail=13,
            islands=4,
            passage=7,
            greenland=3,
            home=2,
            sled_lost=True,
            lost=3,
        ),
    ]
    return build_state(ALL_TILES, three, "l05 l41 l47 l56", round=10, order=[1], ended=True)


def list_rotations(state: State, seat: int, tile: str, cell: str) -> Mapping[str, str]:
    """List the legal rotations of a tile on a cell by the rules of matching, with letters."""
    shown = build_view(state, seat)
    corners = {(one.x + dx, one.y + dy): one.land[2 * dy + dx] for one in shown.cells for dx in (0, 1) for dy in (0, 1)}
    x, y = int(cell[1:]) - 1, ord(cell[0]) - ord("a")
    held = next(one for one in shown.expeditions[seat].hand if one.tile == tile)
    fits = [
        lie.rotation
        for lie in held.lies
        if all(
            corners.get((x + i, y + j), land == "1") == (land == "1")
            for j, row in enumerate(lie.rows.split("/"))
            for i, land in enumerate(row)
        )
    ]
    return {f"rotation-{tile}-{cell}-{rotation}": "ABCDEFGH"[k] for k, rotation in enumerate(fits)}


def build_scene(
    state: State,
    viewer: int | None,
    marks: Mapping[str, str] | None = None,
    recent: tuple[Text, ...] = (),
    names: tuple[str, ...] = PLAYER_NAMES,
    reason: Text | None = None,
) -> Scene:
    """Build the painter's scene."""
    waiting = () if state.ended else (state.to_move,)
    return Scene(build_view(state, viewer), names[: len(state.expeditions)], waiting, recent, dict(marks or {}), reason)


def assign_letters(*spots: str) -> Mapping[str, str]:
    """Assign letters to spots, in order."""
    return {spot: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k] for k, spot in enumerate(spots)}


WINTER_NEWS = build_news(
    (2, "moves the sled to c2."), (1, "discovers a cairn: +4 points."), (0, "moves the ship to i4.")
)

BOARD_SCENES: dict[str, Callable[[], Scene]] = {
    "start": lambda: build_scene(make_spring(), None),
    "winter": lambda: build_scene(make_winter(), None, recent=WINTER_NEWS),
    "where": lambda: build_scene(make_winter(), 0, assign_letters("h6", "i6", "j4", "j5"), WINTER_NEWS),
    "tiles": lambda: build_scene(make_late(), 3, assign_letters("tile-0", "tile-1", "tile-2", "tile-3")),
    "late": lambda: build_scene(
        make_late(),
        3,
        assign_letters("symbol-j4", "i6", "j3-se", "ship-3", "market-0", "market-2", "small-1"),
        names=("Maximiliane-Alexandrina von Hohenstein", "Жюль Верн", "李", "Benedikt"),
    ),
    "over": lambda: build_scene(
        make_end(), None, reason=say("Round 10 is over; {seat} has the most points.", seat=SeatMention(0))
    ),
    "turns": lambda: replay_moment("northwest", "tie-broken", 100),
}
HAND_SCENES: dict[str, Callable[[], Scene]] = {
    "hand": lambda: build_scene(make_late(), 0, assign_letters("tile-0", "tile-1", "tile-2", "tile-3", "tile-4")),
    "hand-rotations": lambda: build_scene(make_winter(), 0, list_rotations(make_winter(), 0, "l42", "i6")),
}
