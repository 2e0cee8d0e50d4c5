"""The Bands, Sectors, Orbitals and bases of the components, with the tables that the rules look up in them.

It knows the map only, not the pieces on it. A place word of the components is "any", "far" (all Sectors but the innermost), a
resource, or the name of a Sector, Band, Orbital or base.
"""

from __future__ import annotations

from typing import Final

from engine.games.expanse.components import RESOURCES, TypedComponents
from engine.games.expanse.state import Base, Orbital, Sector

SEAT_COUNTS: Final = (2, 3, 4)
"""The numbers of players of a game (E1.1)."""


class SolarMap:
    """The map with its lookup tables.

    `closed_bases` are out of play with two players (E1.10).
    """

    def __init__(self, parts: TypedComponents) -> None:
        self.orbitals: tuple[Orbital, ...] = tuple(parts.orbitals.band)
        self.bases: tuple[Base, ...] = tuple(parts.bases)
        self.closed_bases = frozenset(word for word, base in parts.bases.items() if not base.two)
        self.resource_by_base = {word: base.resource for word, base in parts.bases.items()}
        self.band_by_orbital = parts.orbitals.band
        self._map_sectors(parts)
        self._map_bases(parts)
        self._orbitals_within = self._map_reachable_orbitals(parts.bands.order)
        self._bases_by_place: dict[tuple[str, bool], tuple[Base, ...]] = {}
        self._inhabited_orbitals: dict[int, frozenset[Orbital]] = {}
        self._same_resource_bases: dict[int, dict[Base, tuple[Base, ...]]] = {}
        for seats in SEAT_COUNTS:
            bases = self.list_bases("any", seats)
            self._inhabited_orbitals[seats] = frozenset(self.orbital_by_base[base] for base in bases)
            self._same_resource_bases[seats] = self._map_same_resource(bases)

    def _map_sectors(self, parts: TypedComponents) -> None:
        """Fill in the Sector of every Orbital and find the innermost Sector."""
        sector_by_band: dict[str, Sector] = {}
        for sector, bands in parts.sectors.bands.items():
            sector_by_band.update(dict.fromkeys(bands, sector))
        self.sector_by_orbital: dict[Orbital, Sector] = {}
        for orbital, band in self.band_by_orbital.items():
            self.sector_by_orbital[orbital] = sector_by_band[band]
        self._innermost_sector = sector_by_band[parts.bands.order[0]]

    def _map_bases(self, parts: TypedComponents) -> None:
        """Fill in the Orbital of every base, and the bases of every Orbital."""
        self.orbital_by_base: dict[Base, Orbital] = {}
        attached: dict[Orbital, list[Base]] = {orbital: [] for orbital in self.orbitals}
        for word, base in parts.bases.items():
            self.orbital_by_base[word] = base.orbital
            attached[base.orbital].append(word)
        self.bases_by_orbital: dict[Orbital, tuple[Base, ...]] = {}
        for orbital, bases in attached.items():
            self.bases_by_orbital[orbital] = tuple(bases)

    def _map_reachable_orbitals(self, band_order: tuple[str, ...]) -> list[dict[Orbital, tuple[Orbital, ...]]]:
        """Map each Orbital to the other Orbitals within n Bands, for every n. The index in the list is n; 0 is no limit."""
        position_by_band = {band: position for position, band in enumerate(band_order)}
        maps_by_limit: list[dict[Orbital, tuple[Orbital, ...]]] = []
        for max_bands in range(len(band_order) + 1):
            ends_by_start: dict[Orbital, tuple[Orbital, ...]] = {}
            for start in self.orbitals:
                ends = []
                for end in self.orbitals:
                    start_band, end_band = self.band_by_orbital[start], self.band_by_orbital[end]
                    distance = abs(position_by_band[start_band] - position_by_band[end_band])
                    if end != start and (not max_bands or distance <= max_bands):
                        ends.append(end)
                ends_by_start[start] = tuple(ends)
            maps_by_limit.append(ends_by_start)
        return maps_by_limit

    def _map_same_resource(self, bases: tuple[Base, ...]) -> dict[Base, tuple[Base, ...]]:
        """Map each of these bases to the others with its resource; leave out bases without any."""
        others_by_base: dict[Base, tuple[Base, ...]] = {}
        for base in bases:
            others = []
            for other in bases:
                if other != base and self.resource_by_base[other] == self.resource_by_base[base]:
                    others.append(other)
            if others:
                others_by_base[base] = tuple(others)
        return others_by_base

    def list_bases(self, where: str, seats: int) -> tuple[Base, ...]:
        """List the bases of a place word in the order of the map, without those that are out of play (E1.10)."""
        has_two_players = seats == 2
        key = (where, has_two_players)
        found = self._bases_by_place.get(key)
        if found is None:
            closed = self.closed_bases if has_two_players else frozenset[Base]()
            found = tuple(base for base in self.bases if self._is_in_place(base, where) and base not in closed)
            self._bases_by_place[key] = found
        return found

    def _is_in_place(self, base: Base, where: str) -> bool:
        orbital = self.orbital_by_base[base]
        if where == "any":
            return True
        if where == "far":
            return self.sector_by_orbital[orbital] != self._innermost_sector
        if where in RESOURCES:
            return self.resource_by_base[base] == where
        return where in (self.sector_by_orbital[orbital], self.band_by_orbital[orbital], orbital, base)

    def list_orbitals(self, where: str) -> tuple[Orbital, ...]:
        """List the Orbitals that have a base in the place of a place word."""
        found = {self.orbital_by_base[base] for base in self.list_bases(where, max(SEAT_COUNTS))}
        return tuple(orbital for orbital in self.orbitals if orbital in found)

    def list_orbitals_within(self, start: Orbital, bands: int) -> tuple[Orbital, ...]:
        """List the other Orbitals within `bands` Bands, 0 for all of them (E5.1, E6.6)."""
        return self._orbitals_within[min(bands, len(self._orbitals_within) - 1)][start]

    def list_inhabited_orbitals(self, seats: int) -> frozenset[Orbital]:
        """Return the Orbitals with bases in play."""
        return self._inhabited_orbitals[seats]

    def map_same_resource_bases(self, seats: int) -> dict[Base, tuple[Base, ...]]:
        """Map each base to the other bases in play with its resource; leave out bases without any."""
        return self._same_resource_bases[seats]
