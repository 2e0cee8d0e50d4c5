"""The Bands, Sectors, Orbitals and bases of the components, with the tables that the rules look up in them.

It knows the map only, not the pieces on it.
"""

from __future__ import annotations

from engine.games.expanse.components import RESOURCES, TypedComponents
from engine.games.expanse.state import Base, Orbital, Sector


class SolarMap:
    """The map with its lookup tables.

    `closed_bases` are out of play with two players (E1.10).
    """

    def __init__(self, parts: TypedComponents) -> None:
        self.orbitals: tuple[Orbital, ...] = tuple(parts.orbitals.band)
        self.bases: tuple[Base, ...] = tuple(parts.bases)
        closed_bases = []
        for word, base in parts.bases.items():
            if not base.two:
                closed_bases.append(word)
        self.closed_bases = frozenset(closed_bases)
        self.resource_by_base = {word: base.resource for word, base in parts.bases.items()}
        self.band_by_orbital = parts.orbitals.band
        self._map_sectors(parts)
        self._map_bases(parts)
        self._orbitals_by_bands = self._map_distances(parts.bands.order)
        self._bases_by_place: dict[tuple[str, bool], tuple[Base, ...]] = {}
        self._inhabited_orbitals = [self._find_inhabited_orbitals(seats) for seats in (4, 2)]
        self._twin_bases = [self._group_by_resource(self.list_bases("any", seats)) for seats in (4, 2)]

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

    def _map_distances(self, band_order: tuple[str, ...]) -> list[dict[Orbital, tuple[Orbital, ...]]]:
        """Return the other Orbitals within a number of Bands by Orbital; the index is the number, 0 for no limit."""
        position = {band: i for i, band in enumerate(band_order)}
        within: list[dict[Orbital, tuple[Orbital, ...]]] = []
        for bands in range(len(band_order) + 1):
            ends_by_start: dict[Orbital, tuple[Orbital, ...]] = {}
            for start in self.orbitals:
                ends = []
                for end in self.orbitals:
                    distance = abs(position[self.band_by_orbital[start]] - position[self.band_by_orbital[end]])
                    if end != start and (not bands or distance <= bands):
                        ends.append(end)
                ends_by_start[start] = tuple(ends)
            within.append(ends_by_start)
        return within

    def _find_inhabited_orbitals(self, seats: int) -> frozenset[Orbital]:
        return frozenset(self.orbital_by_base[base] for base in self.list_bases("any", seats))

    def _group_by_resource(self, bases: tuple[Base, ...]) -> dict[Base, tuple[Base, ...]]:
        twins: dict[Base, tuple[Base, ...]] = {}
        for base in bases:
            resource = self.resource_by_base[base]
            twins_of_base = []
            for other in bases:
                if other != base and self.resource_by_base[other] == resource:
                    twins_of_base.append(other)
            others = tuple(twins_of_base)
            if others:
                twins[base] = others
        return twins

    def list_bases(self, where: str, seats: int) -> tuple[Base, ...]:
        """List the bases of a place word in the order of the map, without those that are out of play (E1.10)."""
        key = (where, seats == 2)
        found = self._bases_by_place.get(key)
        if found is None:
            closed = self.closed_bases if seats == 2 else frozenset[Base]()
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
        found = {self.orbital_by_base[base] for base in self.list_bases(where, 4)}
        inhabited = []
        for orbital in self.orbitals:
            if orbital in found:
                inhabited.append(orbital)
        return tuple(inhabited)

    def list_orbitals_within(self, start: Orbital, bands: int) -> tuple[Orbital, ...]:
        """List the other Orbitals within `bands` Bands, 0 for all of them (E5.1, E6.6)."""
        return self._orbitals_by_bands[min(bands, len(self._orbitals_by_bands) - 1)][start]

    def list_inhabited_orbitals(self, seats: int) -> frozenset[Orbital]:
        """Return the Orbitals with bases in play."""
        return self._inhabited_orbitals[seats == 2]

    def map_twin_bases(self, seats: int) -> dict[Base, tuple[Base, ...]]:
        """Map each base to the other bases in play with its resource; leave out bases without any."""
        return self._twin_bases[seats == 2]
