"""The map and the cards looked up quickly, and what can be read off a table: strength, Orbital Control, influence, places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from engine.games.expanse.components import FACTIONS, RESOURCES, Ability, Components, Faction, Power, parse_components
from engine.games.expanse.events import KEPT_MODIFIERS
from engine.games.expanse.state import (
    FLEET_LETTERS,
    SCORE_CARD,
    Base,
    Card,
    FactionState,
    Fleets,
    Orbital,
    Sector,
    State,
)
from engine.games.expanse.view import VisibleCard
from engine.kernel.menu import Option, Word
from engine.kernel.text import Text, say

STOP_OPTION: Final = Option("stop", say("No more"))
NONE_OPTION: Final = Option("none", say("None"))


class _StrengthCache(dict[Fleets, int]):
    """The strength of fleets in halves, worked out once for each group of them."""

    def __init__(self, strength_by_letter: Mapping[str, int]) -> None:
        super().__init__()
        self._strength_by_letter = strength_by_letter

    def __missing__(self, fleets: Fleets) -> int:
        found = self[fleets] = sum([self._strength_by_letter[fleet] for fleet in fleets])
        return found


class Board:
    """The components with everything that follows from them. Raises ValueError with key and reason for what does not fit."""

    def __init__(self, components: Components) -> None:
        self.components = parts = parse_components(components)
        self.cards = parts.cards
        self.only_kept = frozenset(
            word
            for word, card in parts.cards.items()
            if all(isinstance(effect, KEPT_MODIFIERS) for effect in card.effects)
        )
        """The cards that do something only while they are kept."""
        self.cards_by_effect = {
            kind: frozenset(
                word for word, card in parts.cards.items() if any(isinstance(one, kind) for one in card.effects)
            )
            for kind in KEPT_MODIFIERS
        }
        """The cards with an effect of such a kind."""
        self._keep_prices = {
            word: parts.numbers.keep if card.keep < 0 else card.keep for word, card in parts.cards.items()
        }
        self.orbitals: tuple[Orbital, ...] = tuple(parts.orbitals.band)
        self.bases: tuple[Base, ...] = tuple(parts.bases)
        self.band_by_orbital = parts.orbitals.band
        self.orbital_by_base: dict[Base, Orbital] = {word: base.orbital for word, base in parts.bases.items()}
        self.resource_by_base = {word: base.resource for word, base in parts.bases.items()}
        band_sector = {band: sector for sector, bands in parts.sectors.bands.items() for band in bands}
        self.sector_by_orbital: dict[Orbital, Sector] = {
            orbital: band_sector[band] for orbital, band in self.band_by_orbital.items()
        }
        self._innermost_sector = band_sector[parts.bands.order[0]]
        self.bases_by_orbital: dict[Orbital, tuple[Base, ...]] = {
            orbital: tuple(base for base in self.bases if self.orbital_by_base[base] == orbital)
            for orbital in self.orbitals
        }
        order = {band: i for i, band in enumerate(parts.bands.order)}
        self._orbitals_by_bands: tuple[dict[Orbital, tuple[Orbital, ...]], ...] = tuple(
            {
                start: tuple(
                    end
                    for end in self.orbitals
                    if end != start
                    and (
                        not bands or abs(order[self.band_by_orbital[start]] - order[self.band_by_orbital[end]]) <= bands
                    )
                )
                for start in self.orbitals
            }
            for bands in range(len(order) + 1)
        )
        self.closed_bases = frozenset(word for word, base in parts.bases.items() if not base.two)
        self._bases_by_place: dict[tuple[str, bool], tuple[Base, ...]] = {}
        numbers = parts.numbers
        self.strength_by_letter = {
            "b": numbers.battleship,
            "h": numbers.damaged,
            "f": numbers.fleet,
            "s": numbers.scrap,
            "r": numbers.rocinante,
        }
        self._strengths = _StrengthCache(self.strength_by_letter)
        self._target_words: dict[tuple[Faction, Fleets], tuple[Word, ...]] = {}
        most = parts.scoring.sector_markers * len(parts.sectors.bands)
        self._powers = {
            faction: [self._select_best_abilities(faction, n) for n in range(most + 1)] for faction in FACTIONS
        }
        self._immune_factions = [
            frozenset(one for one in FACTIONS if "immunity" in self._powers[one][n]) for n in range(most + 1)
        ]
        self.visible_cards: dict[tuple[Card, int], VisibleCard] = {}
        """How views show a card with so many seats, once somebody has looked (see `visible_cards`)."""
        self.track_spaces = tuple((str(space), price) for space, price in enumerate(parts.track.prices, 1))
        """The spaces of the Action Track with what a card there costs."""
        self._card_names = {SCORE_CARD: say("SCORE"), **{word: say(card.name) for word, card in parts.cards.items()}}
        self._inhabited_orbitals = [
            frozenset(
                orbital for base, orbital in self.orbital_by_base.items() if not (two and base in self.closed_bases)
            )
            for two in (False, True)
        ]
        self._twin_bases = [self._group_by_resource(self.list_bases("any", seats)) for seats in (4, 2)]
        self.base_names = {word: say(base.name) for word, base in parts.bases.items()}
        self.orbital_names = _create_texts(parts.orbitals.names)
        self.sector_names = _create_texts(parts.sectors.names)
        self.faction_names = {word: say(parts.factions[word].name) for word in FACTIONS}
        self.base_option = _map_options(
            [Option(word, name, spot=f"base-{word}") for word, name in self.base_names.items()]
        )
        self.origin_option = _map_options(
            [Option(word, say("From {base}", base=name), spot=f"base-{word}") for word, name in self.base_names.items()]
        )
        self.orbital_option = _map_options(
            [Option(word, self.orbital_names[word], spot=f"orbital-{word}") for word in self.orbitals]
        )
        self.immune_options = {
            word: Option(
                word,
                say("{faction} influence: {faction} chooses which", faction=self.faction_names[word]),
                spot=f"faction-{word}",
            )
            for word in FACTIONS
        }
        self.faction_option = _map_options([Option(word, name) for word, name in self.faction_names.items()])

    # -------------------------------------------------------------- the map
    def list_bases(self, where: str, seats: int) -> tuple[Base, ...]:
        """The bases of a place word, in the order of the map; those out of play with two players left out (E1.10)."""
        key = (where, seats == 2)
        found = self._bases_by_place.get(key)
        if found is None:
            found = tuple(
                base
                for base in self.bases
                if self._is_in_place(base, where) and not (key[1] and base in self.closed_bases)
            )
            self._bases_by_place[key] = found
        return found

    def list_inhabited_orbitals(self, seats: int) -> frozenset[Orbital]:
        """The Orbitals with bases in play."""
        return self._inhabited_orbitals[seats == 2]

    def map_twin_bases(self, seats: int) -> dict[Base, tuple[Base, ...]]:
        """The other bases in play with the same resource, for each base that has any."""
        return self._twin_bases[seats == 2]

    def _group_by_resource(self, bases: tuple[Base, ...]) -> dict[Base, tuple[Base, ...]]:
        ends = {
            base: tuple(
                end for end in bases if end != base and self.resource_by_base[end] == self.resource_by_base[base]
            )
            for base in bases
        }
        return {base: others for base, others in ends.items() if others}

    def _is_in_place(self, base: Base, where: str) -> bool:
        orbital = self.orbital_by_base[base]
        if where == "any":
            return True
        if where == "far":
            return self.sector_by_orbital[orbital] != self._innermost_sector
        if where in RESOURCES:
            return self.resource_by_base[base] == where
        return where in (self.sector_by_orbital[orbital], self.band_by_orbital[orbital], orbital, base)

    def list_orbitals_within(self, start: Orbital, bands: int) -> tuple[Orbital, ...]:
        """The other Orbitals within so many Bands, 0 for all (E5.1, E6.6)."""
        return self._orbitals_by_bands[min(bands, len(self._orbitals_by_bands) - 1)][start]

    def list_orbitals(self, where: str) -> tuple[Orbital, ...]:
        """The Orbitals of a place word."""
        bases = self.list_bases(where, 4)
        return tuple(
            orbital for orbital in self.orbitals if any(self.orbital_by_base[base] == orbital for base in bases)
        )

    def list_open_sectors(self, state: State) -> list[Sector]:
        """The Sectors that have a marker left to be the Bonus Sector with (E7.2)."""
        most = self.components.scoring.sector_markers
        return [sector for sector in self.components.sectors.bands if state.used.count(sector) < most]

    # -------------------------------------------------------------- fleets
    def compute_strength(self, fleets: Fleets) -> int:
        """Fleet strength in halves."""
        return self._strengths[fleets]

    def list_targets(self, faction: Faction, fleets: Fleets) -> tuple[Word, ...]:
        """The words of a faction's fleets that can be removed, a kind each: never the Rocinante (E12.1)."""
        found = self._target_words.get((faction, fleets))
        if found is None:
            found = tuple(f"{faction}-{letter}" for letter in FLEET_LETTERS if letter in fleets and letter != "r")
            self._target_words[faction, fleets] = found
        return found

    def find_controller(self, state: State, orbital: Orbital) -> Faction | None:
        """Who has Orbital Control: the greatest fleet strength, nobody in a tie (E8.3)."""
        best, leader = 0, None
        for side in state.sides:
            fleets = side.fleets.get(orbital)
            if fleets:
                strength = self._strengths[fleets]
                if strength > best:
                    best, leader = strength, side.faction
                elif strength == best:
                    leader = None
        return leader

    def map_controllers(self, state: State) -> dict[Orbital, Faction | None]:
        """Who has Orbital Control where there are fleets, as `find_controller`."""
        best: dict[Orbital, int] = {}
        leaders: dict[Orbital, Faction | None] = {}
        for side in state.sides:
            for orbital, fleets in side.fleets.items():
                strength, most = self._strengths[fleets], best.get(orbital, 0)
                if strength > most:
                    best[orbital], leaders[orbital] = strength, side.faction
                elif strength == most:
                    leaders[orbital] = None
        return leaders

    # -------------------------------------------------------------- abilities
    def list_abilities(self, state: State, faction: Faction) -> tuple[Ability, ...]:
        """The mat and the Tech cards in force: one after each of the first three Scoring turns, all together (E10)."""
        return self._list_active_abilities(faction, len(state.used))

    def _list_active_abilities(self, faction: Faction, scorings: int) -> tuple[Ability, ...]:
        data = self.components.factions[faction]
        return (data.ability, *data.techs[:scorings])

    def map_powers(self, state: State, faction: Faction) -> dict[Power, Ability]:
        """The abilities in force by their power, the best of several."""
        return self._powers[faction][len(state.used)]

    def find_power(self, state: State, faction: Faction, power: Power) -> Ability | None:
        """The ability with this power, the best of several, None where it is not in force."""
        return self._powers[faction][len(state.used)].get(power)

    def find_immune_factions(self, state: State) -> frozenset[Faction]:
        """Who chooses among its own influence whoever acts (E14.1)."""
        return self._immune_factions[len(state.used)]

    def _select_best_abilities(self, faction: Faction, scorings: int) -> dict[Power, Ability]:
        found: dict[Power, Ability] = {}
        for ability in self._list_active_abilities(faction, scorings):
            other = found.get(ability.power)
            if other is None or _rank_ability(ability) <= _rank_ability(other):
                found.pop(ability.power, None)  # it stands where the better one does
                found[ability.power] = ability
        return found

    # -------------------------------------------------------------- influence
    def find_diplomat_weight(self, state: State) -> int:
        """What a Diplomat counts as."""
        for side in state.sides:
            tech = self.find_power(state, side.faction, "diplomats")
            if tech is not None:
                return tech.n
        return 1

    def count_influence(self, state: State, side: FactionState, base: Base) -> int:
        """A faction's influence on a base, without what fleets and tokens add."""
        n = side.cubes.get(base, 0)
        if side.diplomats:
            n += side.diplomats.get(base, 0) * self.find_diplomat_weight(state)
        return n

    def compute_totals(self, state: State, base: Base) -> dict[Faction, int]:
        """What counts on a base by faction, Orbital Control and tokens with it, for those who have influence there (E8.2)."""
        found = {side.faction: n for side in state.sides if (n := self.count_influence(state, side, base))}
        owner = next((side.faction for side in state.sides if base in side.samples), None)
        self._compute_added_influence(state, found, owner, self.find_controller(state, self.orbital_by_base[base]))
        return found

    def compute_all_totals(self, state: State) -> dict[Base, dict[Faction, int]]:
        """The totals of every base where somebody has influence."""
        found: dict[Base, dict[Faction, int]] = {}
        for side in state.sides:
            faction = side.faction
            held = side.cubes
            if side.diplomats:
                held, weight = held.copy(), self.find_diplomat_weight(state)
                for base, n in side.diplomats.items():
                    held[base] = held.get(base, 0) + n * weight
            for base, n in held.items():
                here = found.get(base)
                if here is None:
                    found[base] = {faction: n}
                else:
                    here[faction] = n
        owners = {base: side.faction for side in state.sides for base in side.samples}
        for orbital, leader in self.map_controllers(state).items():
            if leader is None:
                continue
            for base in self.bases_by_orbital[orbital]:
                if leader in found.get(base, ()) and base not in owners:
                    self._compute_added_influence(state, found[base], None, leader)
        for base, owner in owners.items():
            if base in found:
                self._compute_added_influence(state, found[base], owner, None)
        return found

    def _compute_added_influence(
        self, state: State, totals: dict[Faction, int], owner: Faction | None, leader: Faction | None
    ) -> None:
        """What the owner of a token there adds, or else who has Orbital Control (E8.2, E14.15)."""
        if owner is not None:
            if owner in totals:
                sample = self.find_power(state, owner, "sample")
                totals[owner] += sample.n if sample else 0
        elif leader is not None and leader in totals:
            totals[leader] += self.compute_control_bonus(state, leader)

    def compute_control_bonus(self, state: State, faction: Faction) -> int:
        """What Orbital Control adds to a faction's influence (E8.2, E14.17)."""
        supremacy = self.find_power(state, faction, "supremacy")
        return supremacy.n if supremacy else self.components.scoring.control

    def rank_factions(
        self, state: State, base: Base, totals: dict[Faction, int] | None = None
    ) -> list[tuple[Faction, ...]]:
        """Who takes which place on a base: index 0 is the first place, and so on; a place may be empty (E8.4).
        `compute_totals` are what
        counts on it, if that is known already.

        A place is one more than the number of players above; those tied for it take the one below. Hegemony breaks a tie
        first, then Solidarity (E14).
        """
        totals = self.compute_totals(state, base) if totals is None else totals
        if len(totals) == 1:
            return [(*totals,), (), ()]
        if len(set(totals.values())) == len(totals):  # nobody is tied
            return [*[(faction,) for faction in sorted(totals, key=totals.__getitem__, reverse=True)], (), ()]
        places: list[tuple[Faction, ...]] = [()] * (len(totals) + 2)
        above = 0
        for n in sorted(set(totals.values()), reverse=True):
            tied = [faction for faction in FACTIONS if totals.get(faction) == n]
            while len(tied) > 1 and (winner := self._break_tie(state, tied, above)):
                places[above] = (winner,)
                tied.remove(winner)
                above += 1
            places[above + (len(tied) > 1)] = tuple(tied)
            above += len(tied)
        return places

    def _break_tie(self, state: State, tied: list[Faction], above: int) -> Faction | None:
        for faction in tied:
            if self.find_power(state, faction, "hegemony"):
                return faction
        for faction in tied:
            tech = self.find_power(state, faction, "solidarity")
            if tech and above >= tech.ties_from - 1:
                return faction
        return None

    def find_leader(self, state: State, base: Base) -> Faction | None:
        """Who controls a base: who would gain its first place points now."""
        first = self.rank_factions(state, base)[0]
        return first[0] if first else None

    # -------------------------------------------------------------- seats and cards
    def list_factions(self, seats: int) -> tuple[Faction, ...]:
        """The factions of a game (E1.2)."""
        return FACTIONS[:seats]

    def list_critical_resources(self, state: State, faction: Faction) -> tuple[str, ...]:
        """The critical resources; none with two players (E8.6)."""
        return () if state.seats == 2 else self.components.factions[faction].critical.get(state.seats, ())

    def find_printed_keep_price(self, card: Card) -> int:
        """What keeping this card's Event costs by what is printed."""
        return self._keep_prices[card]

    def compute_keep_price(self, state: State, side: FactionState, card: Card) -> int:
        """What keeping this card's Event costs a side."""
        price, budget = self._keep_prices[card], self.find_power(state, side.faction, "budget")
        return min(price, budget.n) if budget is not None else price

    def name_card(self, card: Card) -> Text:
        """A card's name."""
        return self._card_names[card]


def _map_options(options: list[Option]) -> Callable[[Word], Option]:
    """How these words are shown, and those that end a list."""
    return {option.word: option for option in (STOP_OPTION, NONE_OPTION, *options)}.__getitem__


def _create_texts(names: Mapping[str, str]) -> dict[str, Text]:
    return {word: Text(name) for word, name in names.items()}


def _rank_ability(ability: Ability) -> tuple[int, int]:
    """Lower for the better one of two with the same power: it is cheaper, or wins ties for more places."""
    return ability.ap, ability.ties_from if ability.power == "solidarity" else 0


def find_seat(state: State, faction: str) -> int:
    """Where a faction sits. Raises ValueError for one that does not play."""
    return [side.faction for side in state.sides].index(faction)  # type: ignore[arg-type]


@lru_cache(maxsize=512)
def sort_fleets(fleets: Fleets) -> Fleets:
    """The letters in their order."""
    return "".join(sorted(fleets, key=FLEET_LETTERS.index))
