"""Named moments of Expedition: Northwest Passage on boards laid by the rules, with all tiles, tokens and crews added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from engine.games.northwest import Components
from engine.games.northwest.components import KINDS, LETTER
from engine.games.northwest.game import Northwest
from engine.games.northwest.state import Expedition, Kind, State
from engine.games.northwest.view import View
from engine.kernel import registry
from engine.kernel.script import settle
from engine.kernel.text import Text, Who, say
from render.kit.scene import Scene
from tests.images.recorded import recorded_moment

NAMES = ("Franklin", "Ана", "Peña", "Benedikt")

EAST = ["l20 d14 f180", "l18 d12 f0", "l28 e11 f180", "l59 e10 b270", "l61 f8 b0"]
WEST = [
    *EAST,
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
FULL = [
    *WEST,
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
def game() -> Northwest:
    """The game with the components it comes with."""
    loaded = registry.load("northwest")
    assert isinstance(loaded, Northwest)
    return loaded


def components() -> Components:
    """The tiles and the board the game comes with."""
    return game().components


def expedition(ship: str, crew: tuple[int, int, int, int], *hand: str, tokens: str = "", **more: Any) -> Expedition:
    """`crew` is ship available, ship resting, sled available, sled resting; `tokens` letters: C I F S and M for cartography."""
    letters = msgspec.convert({**LETTER, "M": "cartography"}, dict[str, Kind])
    held = {kind: tokens.count(letter) for letter, kind in letters.items() if letter in tokens}
    return Expedition(
        ship, *crew[:2], sled_available=crew[2], sled_resting=crew[3], hand=list(hand), tokens=held, **more
    )


def state(placed: list[str], expeditions: list[Expedition], market: str, **more: Any) -> State:
    """A table. Tiles that are nowhere else lie in the bag; tokens of every kind that players hold are taken from placed tiles."""
    large = {f"l{n:02}": tile for n, tile in enumerate(components().tiles.large)}
    piles = [design.count for design in components().tiles.small]
    gone = [
        *(words.split(" ")[0] for words in placed),
        *market.split(),
        *(tile for one in expeditions for tile in one.hand),
    ]
    for tile in gone:
        if tile[0] == "s":
            piles[int(tile[1:])] -= 1
    seats = str(len(expeditions))
    passage, greenland = list(components().tokens.passage[seats]), list(components().tokens.greenland[seats])
    for one in expeditions:
        for tokens, value in ((passage, one.passage), (greenland, one.greenland)):
            if value is not None:
                tokens.remove(value)
    taken: list[str] = []
    wanted = {kind: sum(n for one in expeditions for held, n in one.tokens.items() if held == kind) for kind in KINDS}
    for words in [*placed, "cape", "continent"]:
        tile = words.split(" ")[0]
        kind = LETTER.get(large[tile][6], "") if tile in large else "cairn" if tile in ("cape", "continent") else ""
        if kind and wanted[kind]:
            wanted[kind] -= 1
            taken.append(tile)
    assert not any(wanted.values()), wanted
    out = [seat for seat, one in enumerate(expeditions) if not one.home]
    usual: dict[str, Any] = {
        "order": out,
        "to_move": out[0] if out else 0,
        "options": settle(game().settings, {}),
        "round": 1,
    }
    mapped = sum(one.tokens.get("cartography", 0) for one in expeditions)
    return State(
        expeditions=expeditions,
        bag=sorted(set(large) - set(gone)),
        market=market.split(),
        piles=piles,
        cartography=components().tokens.cartography - mapped,
        passage_tokens=passage,
        greenland_tokens=greenland,
        placed=placed,
        taken=taken,
        **{**usual, **more},
    )


def seen(at: State, viewer: int | None) -> View:
    """The table as a seat sees it."""
    return game().view(at, viewer)


def news(*told: tuple[int, str]) -> tuple[Text, ...]:
    """Events of the seats named."""
    return tuple(say("{seat} " + what, seat=Who(seat)) for seat, what in told)


# --------------------------------------------------------------------- moments
def spring() -> State:
    """The beginning, four at the table, each with a first tile."""
    four = [expedition("b15", (7, 0, 0, 0), tile) for tile in ("l10", "l31", "l42", "l03")]
    return state([], four, "l16 l29 l58 l07", round=1)


def winter() -> State:
    """Round 4: one ship caught in the ice, two sleds out."""
    three = [
        expedition("i4", (2, 1, 2, 2), "l42", "l45", "s4", tokens="IFFM", sled="d3-nw", trail=9, islands=2),
        expedition("f4", (4, 3, 0, 0), "l60", tokens="CSSM", trail=6, islands=1),
        expedition("d12", (0, 3, 2, 2), "l34", "l13", tokens="II", sled="c2-nw", trail=4),
    ]
    return state(WEST, three, "l09 l27 l02 l14", round=4, acted=1, order=[0, 2, 1])


def late() -> State:
    """Round 8, four players: one home, one sled lost, one passed, much found."""
    four = [
        expedition(
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
        expedition("b15", (0, 4, 0, 3), tokens="CFSSM", trail=11, islands=2, greenland=10, home=1),
        expedition("g7", (0, 4, 0, 0), "l50", tokens="IIFM", trail=13, islands=4, passage=10, sled_lost=True, lost=3),
        expedition(
            "i3", (5, 1, 0, 1), "l53", "l62", "s3", "s2", tokens="CSSMM", sled="h2-se", trail=12, islands=3, passage=6
        ),
    ]
    return state(FULL, four, "l05 l41 l47 l56", round=8, order=[3, 0, 2], passed=[2], to_move=3)


def over() -> State:
    """After round 10: two home, one left in the ice."""
    three = [
        expedition("b15", (3, 4, 0, 0), tokens="CIFFSMM", trail=22, islands=7, passage=13, greenland=7, home=1),
        expedition("d12", (0, 3, 0, 4), tokens="CFSSM", trail=14, islands=2, passage=3),
        expedition(
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
    return state(FULL, three, "l05 l41 l47 l56", round=10, order=[1], ended=True)


def rotations(at: State, seat: int, tile: str, cell: str) -> Mapping[str, str]:
    """Every way in which the rules of matching let a tile lie on a cell, lettered."""
    shown = seen(at, seat)
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


def scene(
    at: State,
    viewer: int | None,
    marks: Mapping[str, str] | None = None,
    recent: tuple[Text, ...] = (),
    names: tuple[str, ...] = NAMES,
    reason: Text | None = None,
) -> Scene:
    """What the painter gets."""
    waiting = () if at.ended else (at.to_move,)
    return Scene(seen(at, viewer), names[: len(at.expeditions)], waiting, recent, dict(marks or {}), reason)


def lettered(*spots: str) -> Mapping[str, str]:
    """Letters for spots, in order."""
    return {spot: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k] for k, spot in enumerate(spots)}


WINTER_NEWS = news((2, "moves the sled to c2."), (1, "discovers a cairn: +4 points."), (0, "moves the ship to i4."))

BOARDS: dict[str, Callable[[], Scene]] = {
    "start": lambda: scene(spring(), None),
    "winter": lambda: scene(winter(), None, recent=WINTER_NEWS),
    "where": lambda: scene(winter(), 0, lettered("h6", "i6", "j4", "j5"), WINTER_NEWS),
    "rotations": lambda: scene(winter(), 0, rotations(winter(), 0, "l42", "i6"), WINTER_NEWS),
    "tiles": lambda: scene(late(), 3, lettered("tile-0", "tile-1", "tile-2", "tile-3")),
    "late": lambda: scene(
        late(),
        3,
        lettered("symbol-j4", "i6", "j3-se", "ship-3", "market-0", "market-2", "small-1"),
        names=("Maximiliane-Alexandrina von Hohenstein", "Жюль Верн", "李", "Benedikt"),
    ),
    "over": lambda: scene(over(), None, reason=say("Round 10 is over; {seat} has the most points.", seat=Who(0))),
    "turns": lambda: recorded_moment("northwest", "tie-broken", 100),
}
HANDS: dict[str, Callable[[], Scene]] = {
    "hand": lambda: scene(late(), 0, lettered("tile-0", "tile-1", "tile-2", "tile-3", "tile-4")),
    "hand-rotations": lambda: scene(winter(), 0, rotations(winter(), 0, "l42", "i6")),
}
