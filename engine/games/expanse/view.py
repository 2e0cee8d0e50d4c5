"""Who may know what: the table as one seat, or a spectator, sees it. Everything a painter needs is here, already counted.

Hidden are only the order of the deck, the cards in the box, and during a Scoring turn the Bonus Sector (E1.12). Kept Events
lie open. So all viewers see nearly the same; `viewer` says whose eyes these are.

Words. Factions are "un", "mcr", "opa", "pg"; Bands "inner", "belt", "jupiter", "saturn"; Sectors "inner", "belt", "outer";
Orbitals "earth", "mars", "ceres", "tycho", "eros", "thoth", "vesta", "jupiter", "saturn"; bases "eurasia", "africa", "luna",
"mariner", "londres", "ceres", "tycho", "eros", "thoth", "vesta", "europa", "ganymede", "io", "rhea", "titan", "rings";
resources "food", "water", "minerals", "tech". The places of an owner's data file are the same; names, resources and which base
lies where may differ, so take them from here.

Fleet strength is counted in halves everywhere: a fleet is 2, a Battleship 4 (turned over 2), a Scrap Ship 1, the Rocinante 2.

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

__all__ = [
    "FACTIONS",
    "Base",
    "BasePresence",
    "Card",
    "ChartRow",
    "Faction",
    "Orbital",
    "Phase",
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
    """The fleets of one faction in one Orbital: how many of each kind, and their strength together in halves.

    `damaged` are Battleships turned over. `rocinante`: the Rocinante is there, for this faction.
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
        """How many tokens lie there, the Rocinante included."""
        return self.fleets + self.battleships + self.damaged + self.scrap + self.rocinante


class VisibleOrbital(msgspec.Struct, frozen=True):
    """An Orbital. `squadrons` are in faction order, `control` who has Orbital Control (None: empty or a tie),
    `control_bonus` what that
    adds to their influence on its bases, 0 where it counts on none of them. `home` is whose home it is, None for nobody in this
    game. `bases` are attached to it."""

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
    """One faction's influence on a base: its cubes (Diplomats not among them), its Diplomats, and `total` what counts now with
    Orbital Control, Diplomats and tokens added."""

    faction: Faction
    cubes: int
    diplomats: int
    total: int


class VisibleBase(msgspec.Struct, frozen=True):
    """A base. `is_open` is False for the four that are out of play with two players. `presence` lists, in faction order, those with
    influence there; `control` is who would gain the first place points now (None: nobody, or a tie), `places` who takes the 1st,
    2nd and 3rd place. `sample` is the faction whose Protomolecule token lies there."""

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
    """A card. `score`: a SCORE card, which has no Action Points and no factions. `factions` are those on it that play in this
    game, `text` its Event. `keep` is what keeping costs by the card itself. `house` names what on it is designed here ("ap",
    "event", a faction, …), "all" for the whole card."""

    word: Card
    name: str
    score: bool
    ap: int = 0
    factions: tuple[Faction, ...] = ()
    text: str = ""
    keep: int = 0
    house: tuple[str, ...] = ()


class TrackCard(msgspec.Struct, frozen=True):
    """A card on the Action Track: its space from 1, what it costs in CP, and the card."""

    space: int
    price: int
    card: VisibleCard


class VisibleAbility(msgspec.Struct, frozen=True):
    """A mat (`number` 0) or a Tech card (1, 2, 3); `is_active` once it is in force, `house` when its text is designed here."""

    number: int
    name: str
    text: str
    is_active: bool
    house: bool


class VisibleMat(msgspec.Struct, frozen=True):
    """A faction that is still to be chosen, the name of its home, and what its mat can do."""

    faction: Faction
    name: str
    home: str
    text: str


class VisibleFaction(msgspec.Struct, frozen=True):
    """A faction at the table. `place` is its place on the Initiative Track, 1 the highest, 0 with two players.

    `supply` cubes and `diplomats` are beside the map and can be placed (Diplomats from their tech on); `cubes` is how many
    there are in all. `off` are the fleets beside the map. `tokens` are Protomolecule tokens in hand. `earned` are the CP of each
    Scoring turn so far, the final one last.
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
    """A space of the bonus chart: the number of the Scoring turn, its points for 1st, 2nd and 3rd place, and the Sector whose
    marker lies there (None: not yet)."""

    number: int
    points: tuple[int, int, int]
    sector: Optional[Sector]


class VisibleSector(msgspec.Struct, frozen=True):
    """A Sector and how many of its markers can still be chosen (E7.1)."""

    word: Sector
    name: str
    left: int


class Spending(msgspec.Struct, frozen=True):
    """Somebody is spending Action Points: the seat and how many are left."""

    seat: int
    left: int


class ScoredBase(msgspec.Struct, frozen=True):
    """A base in the last Scoring turn: what counted, and what it brought, by faction."""

    base: Base
    influence: dict[Faction, int]
    points: dict[Faction, int]


class VisibleCrew(msgspec.Struct, frozen=True):
    """A crew member of the Rocinante and what it may do in a Scoring turn."""

    word: str
    name: str
    text: str


class View(msgspec.Struct, frozen=True):
    """The table as seen.

    `phase`: "factions" are being chosen (then `sides` is incomplete, and `mats` are those that are left), "turn" somebody is to
    move, "points" Action Points are being spent, "offer" an Event is offered to one faction after the other, "event" one is being
    carried out, "scoring" and "final" a Scoring turn is under way, "fleets" removed fleets come home at its end,
    "over". `is_active`
    is the seat whose turn it is (in a Scoring turn, who took the SCORE card), `turn` counts from 1. `bands` and `sectors` run from
    the Sun outwards, `names` has the name of every band and sector by word.

    `orbitals` and `bases` are in the order of the map. `track` runs from space 1 on. `prices` are the costs of the spaces.
    `deck` is how many cards are left in it, `top` the top one if everybody knows it. `discards` are in the order of leaving.
    `drawn` of `scores` SCORE cards have been drawn. `chart` has a row for each Scoring turn that there can be, `final` are the
    points of the last one. `bonus` is the Bonus Sector chosen in this Scoring turn, for those who know it; `sealed`: one lies
    face down. `initiative` runs from the top down, empty with two players. `holder` is the seat with the Rocinante, `rocinante`
    the Orbital where it lies. `offered` is the card whose Event is under way or offered.
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
