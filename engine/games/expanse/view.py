"""The table as one seat, or a spectator, sees it, with everything that a painter needs.

Hidden are the order of the deck, the cards in the box, and during a Scoring turn the Bonus Sector (E1.12). Kept Events lie open,
so the views of all viewers are nearly the same.

Words: factions are "un", "mcr", "opa", "pg"; Bands "inner", "belt", "jupiter", "saturn"; Sectors "inner", "belt", "outer";
Orbitals "earth", "mars", "ceres", "tycho", "eros", "thoth", "vesta", "jupiter", "saturn"; bases "eurasia", "africa", "luna",
"mariner", "londres", "ceres", "tycho", "eros", "thoth", "vesta", "europa", "ganymede", "io", "rhea", "titan", "rings";
resources "food", "water", "minerals", "tech". An owner's data file has the same places, but their names and resources and the
Orbital of a base may differ: read them from the view.

Fleet strength is counted in halves: a fleet is 2, a Battleship 4 (turned over 2), a Scrap Ship 1, the Rocinante 2.

Spots (`Option.spot`), which a painter may mark with a letter:

    base-luna           a base
    orbital-earth       an Orbital: where fleets come from or go to, where they are removed
    track-1 … track-5   a card on the Action Track, by its space
    kept-0-drummer      a Kept Event of a seat, by seat and card
    sector-belt         a Sector
    crew-holden         a crew member of the Rocinante
    faction-opa         a faction, by its mat
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.expanse.components import FACTIONS, Faction
from engine.games.expanse.state import Base, Card, Orbital, Phase, Sector
from engine.kernel.script import PieceFace

__all__ = [
    "FACTIONS",
    "AbilityFace",
    "Base",
    "BaseFace",
    "BasePresence",
    "Card",
    "CardFace",
    "ChartRow",
    "Faction",
    "Orbital",
    "Phase",
    "PiecesFace",
    "ScoredBase",
    "Sector",
    "Spending",
    "Squadron",
    "TrackCard",
    "View",
    "VisibleAbility",
    "VisibleBase",
    "VisibleCard",
    "VisibleCrew",
    "VisibleFaction",
    "VisibleMat",
    "VisibleOrbital",
    "VisibleSector",
]


class Squadron(msgspec.Struct, frozen=True):
    """The fleets of one faction in one Orbital: the number of each kind, and their strength in halves.

    `damaged` are Battleships turned over. `rocinante`: the Rocinante is among them.
    """

    faction: Faction
    fleets: int
    battleships: int
    damaged: int
    scrap: int
    rocinante: bool
    strength: int

    @property
    def token_count(self) -> int:
        """The number of tokens, with the Rocinante."""
        return self.fleets + self.battleships + self.damaged + self.scrap + self.rocinante


class VisibleOrbital(msgspec.Struct, frozen=True):
    """An Orbital with its attached `bases`.

    `squadrons` are in faction order. `control` is the faction with Orbital Control, None if it is empty or tied;
    `control_bonus` is the influence that this adds on the bases, 0 if it counts on none of them. `home` is the faction in this
    game whose home it is, if any.
    """

    word: Orbital
    name: str
    band: str
    sector: Sector
    bases: tuple[Base, ...]
    squadrons: tuple[Squadron, ...]
    control: Optional[Faction]
    control_bonus: int
    home: Optional[Faction]


class BasePresence(msgspec.Struct, frozen=True):
    """One faction's influence on a base: its cubes, its Diplomats, and the `total` with Orbital Control and tokens."""

    faction: Faction
    cubes: int
    diplomats: int
    total: int


class VisibleBase(msgspec.Struct, frozen=True):
    """A base; `is_open` is False if it is out of play with two players.

    `presence` has the factions with influence there, in faction order. `places` are the factions in 1st, 2nd and 3rd place, and
    `control` is the faction that would gain the first-place points now, None in a tie. `sample` is the faction whose
    Protomolecule token lies there.
    """

    word: Base
    name: str
    orbital: Orbital
    band: str
    sector: Sector
    resource: str
    is_open: bool
    presence: tuple[BasePresence, ...]
    places: tuple[tuple[Faction, ...], ...]
    control: Optional[Faction]
    sample: Optional[Faction]


class VisibleCard(msgspec.Struct, frozen=True):
    """A card.

    `score`: a SCORE card, which has no Action Points and no factions. `factions` are the factions on it that play in this game,
    `text` is its Event and `keep` the printed price of keeping it. `house` names the values designed for this edition ("ap",
    "event", a faction, …), "all" for the whole card.
    """

    word: Card
    name: str
    score: bool
    ap: int = 0
    factions: tuple[Faction, ...] = ()
    text: str = ""
    keep: int = 0
    house: tuple[str, ...] = ()


class CardFace(PieceFace, frozen=True):
    """An Action card that belongs to no table."""

    card: VisibleCard


class AbilityFace(PieceFace, frozen=True):
    """A mat, a Tech card or a crew member: its name, its text and its faction, "" for the crew."""

    name: str
    text: str
    faction: str


class BaseFace(PieceFace, frozen=True):
    """A base that belongs to no table, with its resource and the Orbital at which it lies."""

    name: str
    resource: str
    orbital: Orbital


class PiecesFace(PieceFace, frozen=True):
    """A piece, and the factions that have it; none for a piece of nobody."""

    factions: tuple[Faction, ...]


class TrackCard(msgspec.Struct, frozen=True):
    """A card on the Action Track: its space from 1, its price in CP, and the card."""

    space: int
    price: int
    card: VisibleCard


class VisibleAbility(msgspec.Struct, frozen=True):
    """A mat (`number` 0) or a Tech card (1, 2, 3); `house`: its text is designed for this edition."""

    number: int
    name: str
    text: str
    is_active: bool
    house: bool


class VisibleMat(msgspec.Struct, frozen=True):
    """A faction that can still be chosen, with the name of its home and the text of its mat."""

    faction: Faction
    name: str
    home: str
    text: str


class VisibleFaction(msgspec.Struct, frozen=True):
    """A faction at the table; `place` is its place on the Initiative Track, 1 the highest, 0 with two players.

    `supply` and `diplomats` are the cubes and Diplomats that can be placed (Diplomats once their tech is in force); `cubes` is
    the number of cubes in all. `off` are the fleets off the map, `tokens` the Protomolecule tokens in hand. `earned` are the CP
    of each Scoring turn so far, the final one last.
    """

    seat: int
    faction: Faction
    name: str
    cp: int
    home: Orbital
    critical: tuple[str, ...]
    place: int
    rocinante: bool
    active: bool
    supply: int
    cubes: int
    diplomats: int
    tokens: int
    off: Squadron
    kept: tuple[VisibleCard, ...]
    abilities: tuple[VisibleAbility, ...]
    earned: tuple[int, ...]


class ChartRow(msgspec.Struct, frozen=True):
    """A space of the bonus chart: the Scoring turn, its points for 1st, 2nd and 3rd place, and the Sector of the marker there."""

    number: int
    points: tuple[int, int, int]
    sector: Optional[Sector]


class VisibleSector(msgspec.Struct, frozen=True):
    """A Sector and the number of its markers that are left (E7.1)."""

    word: Sector
    name: str
    left: int


class Spending(msgspec.Struct, frozen=True):
    """The seat that spends Action Points, and the number left."""

    seat: int
    left: int


class ScoredBase(msgspec.Struct, frozen=True):
    """A base in the last Scoring turn: its influence and points by faction."""

    base: Base
    influence: dict[Faction, int]
    points: dict[Faction, int]


class VisibleCrew(msgspec.Struct, frozen=True):
    """A crew member of the Rocinante with its Event."""

    word: str
    name: str
    text: str


class View(msgspec.Struct, frozen=True):
    """The table as `viewer` sees it; None is a spectator.

    Values of `phase`:

    * "factions": factions are being chosen; `sides` is incomplete and `mats` has the factions that are left;
    * "turn": the active seat is to move;
    * "points": a seat spends Action Points;
    * "offer": an Event is offered to one faction after the other;
    * "event": an Event is being carried out;
    * "scoring", "final": a Scoring turn, or the final one, is under way;
    * "fleets": removed fleets come home at the end of a Scoring turn;
    * "over": the game has ended.

    `active` is the seat whose turn it is; in a Scoring turn it took the SCORE card. `turn` counts from 1. `bands` and `sectors`
    run from the Sun outwards; `names` has the names of both by word. `orbitals` and `bases` are in the order of the map. `track`
    runs from space 1 on, and `prices` are the prices of the spaces.

    `deck` is the number of cards left in it, `top` the top card if everybody knows it. `discards` are in the order of leaving.
    `drawn` of `scores` SCORE cards have been drawn. `chart` has a row for each possible Scoring turn, and `final` are the points
    of the final one. `bonus` is the Bonus Sector of this Scoring turn for viewers who know it; `sealed`: one has been chosen.
    `initiative` runs from the top down and is empty with two players. `holder` is the seat with the Rocinante, `rocinante` the
    Orbital of its token. `offered` is the card whose Event is under way or offered.
    """

    viewer: Optional[int]
    seats: int
    phase: Phase
    turn: int
    active: int
    bands: tuple[str, ...]
    names: dict[str, str]
    orbitals: tuple[VisibleOrbital, ...]
    bases: tuple[VisibleBase, ...]
    sides: tuple[VisibleFaction, ...]
    mats: tuple[VisibleMat, ...]
    track: tuple[TrackCard, ...]
    prices: tuple[int, ...]
    deck: int
    top: Optional[VisibleCard]
    discards: tuple[VisibleCard, ...]
    drawn: int
    scores: int
    chart: tuple[ChartRow, ...]
    final: tuple[int, int, int]
    sectors: tuple[VisibleSector, ...]
    bonus: Optional[Sector]
    sealed: bool
    initiative: tuple[Faction, ...]
    holder: int
    rocinante: Optional[Orbital]
    crew: tuple[VisibleCrew, ...]
    offered: Optional[VisibleCard]
    spending: Optional[Spending]
    last: tuple[ScoredBase, ...]
    ended: Literal["", "over"]
    winners: tuple[int, ...]
