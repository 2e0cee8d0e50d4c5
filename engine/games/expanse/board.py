"""The components as the rules use them: the map, cards and abilities looked up quickly, and what follows from a state.

It computes fleet strength, Orbital Control, influence and places. It changes no state and asks no player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from engine.games.expanse.component_parser import parse_components
from engine.games.expanse.components import FACTIONS, Ability, Components, Faction, Power
from engine.games.expanse.events import KEPT_MODIFIERS
from engine.games.expanse.solar_map import SolarMap
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
from engine.kernel.text import Text, count, say

STOP_OPTION: Final = Option("stop", say("No more"))
NONE_OPTION: Final = Option("none", say("None"))


@lru_cache
def build_done_option(points: int) -> Option:
    """Build the option that ends the actions and loses the points that are left."""
    return Option("done", say("End my actions"), loses=count("{n} Action Point", "{n} Action Points", points))


class _StrengthCache(dict[Fleets, int]):
    """The strength in halves of each group of fleets that has been asked for."""

    def __init__(self, strength_by_letter: Mapping[str, int]) -> None:
        super().__init__()
        self._strength_by_letter = strength_by_letter

    def __missing__(self, fleets: Fleets) -> int:
        strength = self[fleets] = sum([self._strength_by_letter[fleet] for fleet in fleets])
        return strength


class Board(SolarMap):
    """The components with everything that follows from them.

    Raises:
        ValueError: A part does not fit; the message has its key and the reason.
    """

    def __init__(self, components: Components) -> None:
        self.components = parts = parse_components(components)
        super().__init__(parts)
        self._index_cards()
        self._index_fleets()
        self._index_abilities()
        self._create_names()
        self._create_options()
        self.visible_cards: dict[tuple[Card, int], VisibleCard] = {}
        """The cards as views show them, by card and number of seats; `build_card` fills it."""

    def _index_cards(self) -> None:
        """Index the cards by their effects and prices."""
        parts = self.components
        self.cards = parts.cards
        only_kept: set[Card] = set()
        cards_by_effect: dict[type, set[Card]] = {kind: set() for kind in KEPT_MODIFIERS}
        self._keep_prices: dict[Card, int] = {}
        for word, card in parts.cards.items():
            self._keep_prices[word] = card.keep if card.keep >= 0 else parts.numbers.keep
            if all(isinstance(effect, KEPT_MODIFIERS) for effect in card.effects):
                only_kept.add(word)
            for effect in card.effects:
                if isinstance(effect, KEPT_MODIFIERS):
                    cards_by_effect[type(effect)].add(word)
        self.only_kept = frozenset(only_kept)
        """The cards whose effects work only while they are kept."""
        self.cards_by_effect = cards_by_effect
        """The cards by a kind of effect that works while they are kept."""
        self.track_spaces = tuple((str(space), price) for space, price in enumerate(parts.track.prices, 1))
        """The spaces of the Action Track, each with the price of a card there."""

    def _index_fleets(self) -> None:
        """Read the strength of fleets in halves."""
        numbers = self.components.numbers
        self.strength_by_letter = {
            "b": numbers.battleship,
            "h": numbers.damaged,
            "f": numbers.fleet,
            "s": numbers.scrap,
            "r": numbers.rocinante,
        }
        self._strengths = _StrengthCache(self.strength_by_letter)
        self._target_words: dict[tuple[Faction, Fleets], tuple[Word, ...]] = {}

    def _index_abilities(self) -> None:
        """Find the abilities in force after each number of Scoring turns."""
        parts = self.components
        scoring_counts = range(parts.scoring.sector_markers * len(parts.sectors.bands) + 1)
        self._powers: dict[Faction, list[dict[Power, Ability]]] = {}
        for faction in FACTIONS:
            self._powers[faction] = [self._select_best_abilities(faction, n) for n in scoring_counts]
        self._immune_factions: list[frozenset[Faction]] = []
        for n in scoring_counts:
            immune = [faction for faction in FACTIONS if "immunity" in self._powers[faction][n]]
            self._immune_factions.append(frozenset(immune))

    def _create_names(self) -> None:
        """Create the names that players read."""
        parts = self.components
        self._card_names: dict[Card, Text] = {SCORE_CARD: say("SCORE")}
        for word, card in parts.cards.items():
            self._card_names[word] = say(card.name)
        self.base_names = {word: say(base.name) for word, base in parts.bases.items()}
        self.orbital_names = _create_texts(parts.orbitals.names)
        self.sector_names = _create_texts(parts.sectors.names)
        self.faction_names = {word: say(parts.factions[word].name) for word in FACTIONS}

    def _create_options(self) -> None:
        """Create the options of the questions that ask for a base, an Orbital or a faction."""
        bases, origins, factions = list[Option](), list[Option](), list[Option]()
        orbitals, starts = list[Option](), list[Option]()
        for word, name in self.base_names.items():
            spot = f"base-{word}"
            bases.append(Option(word, name, spot=spot))
            origins.append(Option(word, say("From {base}", base=name), spot=spot))
        for orbital in self.orbitals:
            name, spot = self.orbital_names[orbital], f"orbital-{orbital}"
            orbitals.append(Option(orbital, name, spot=spot))
            starts.append(Option(orbital, name, say("From {place}", place=name), spot=spot))
        self.immune_options: dict[Faction, Option] = {}
        for faction, name in self.faction_names.items():
            factions.append(Option(faction, name))
            self.immune_options[faction] = Option(
                faction,
                say("{faction} influence: {faction} chooses which", faction=name),
                spot=f"faction-{faction}",
            )
        self.base_option = _map_options(bases)
        self.origin_option = _map_options(origins)
        self.orbital_option = _map_options(orbitals)
        self.start_option = _map_options(starts)
        self.faction_option = _map_options(factions)

    # -------------------------------------------------------------- sectors and fleets
    def list_open_sectors(self, state: State) -> list[Sector]:
        """List the Sectors that have a marker left and can be the Bonus Sector (E7.2)."""
        markers = self.components.scoring.sector_markers
        return [sector for sector in self.components.sectors.bands if state.used.count(sector) < markers]

    def compute_strength(self, fleets: Fleets) -> int:
        """Return the fleet strength in halves."""
        return self._strengths[fleets]

    def list_targets(self, faction: Faction, fleets: Fleets) -> tuple[Word, ...]:
        """List the words of a faction's fleets that can be removed, one for each kind.

        The Rocinante can never be removed (E12.1).
        """
        found = self._target_words.get((faction, fleets))
        if found is None:
            found = tuple(f"{faction}-{letter}" for letter in FLEET_LETTERS if letter in fleets and letter != "r")
            self._target_words[faction, fleets] = found
        return found

    def find_controller(self, state: State, orbital: Orbital) -> Faction | None:
        """Return the faction with Orbital Control: the greatest fleet strength, None in a tie (E8.3)."""
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
        """Map every Orbital with fleets to the faction that `find_controller` returns."""
        best_strengths: dict[Orbital, int] = {}
        leaders: dict[Orbital, Faction | None] = {}
        for side in state.sides:
            for orbital, fleets in side.fleets.items():
                strength, best = self._strengths[fleets], best_strengths.get(orbital, 0)
                if strength > best:
                    best_strengths[orbital], leaders[orbital] = strength, side.faction
                elif strength == best:
                    leaders[orbital] = None
        return leaders

    # -------------------------------------------------------------- abilities
    def list_abilities(self, state: State, faction: Faction) -> tuple[Ability, ...]:
        """List the abilities in force: the mat and the Tech cards.

        A Tech card comes into force after each of the first three Scoring turns (E10).
        """
        return self._list_active_abilities(faction, len(state.used))

    def _list_active_abilities(self, faction: Faction, scorings: int) -> tuple[Ability, ...]:
        data = self.components.factions[faction]
        return (data.ability, *data.techs[:scorings])

    def map_powers(self, state: State, faction: Faction) -> dict[Power, Ability]:
        """Map each power in force to its best ability."""
        return self._powers[faction][len(state.used)]

    def find_power(self, state: State, faction: Faction, power: Power) -> Ability | None:
        """Return the best ability with this power, None if the power is not in force."""
        return self._powers[faction][len(state.used)].get(power)

    def find_immune_factions(self, state: State) -> frozenset[Faction]:
        """Return the factions that choose among their own influence when another player acts (E14.1)."""
        return self._immune_factions[len(state.used)]

    def _select_best_abilities(self, faction: Faction, scorings: int) -> dict[Power, Ability]:
        best: dict[Power, Ability] = {}
        for ability in self._list_active_abilities(faction, scorings):
            other = best.get(ability.power)
            if other is None or _rank_ability(ability) <= _rank_ability(other):
                best.pop(ability.power, None)  # the better ability takes its own position in the order
                best[ability.power] = ability
        return best

    # -------------------------------------------------------------- influence
    def find_diplomat_weight(self, state: State) -> int:
        """Return how much influence a Diplomat counts as."""
        for side in state.sides:
            tech = self.find_power(state, side.faction, "diplomats")
            if tech is not None:
                return tech.n
        return 1

    def count_influence(self, state: State, side: FactionState, base: Base) -> int:
        """Count a faction's cubes and Diplomats on a base, without the bonus of fleets and tokens."""
        n = side.cubes.get(base, 0)
        if side.diplomats:
            n += side.diplomats.get(base, 0) * self.find_diplomat_weight(state)
        return n

    def compute_totals(self, state: State, base: Base) -> dict[Faction, int]:
        """Compute the influence on a base by faction, with Orbital Control and tokens (E8.2).

        Factions without influence there are left out.
        """
        totals = {side.faction: n for side in state.sides if (n := self.count_influence(state, side, base))}
        owner = next((side.faction for side in state.sides if base in side.samples), None)
        self._add_bonus_influence(state, totals, owner, self.find_controller(state, self.orbital_by_base[base]))
        return totals

    def compute_all_totals(self, state: State) -> dict[Base, dict[Faction, int]]:
        """Compute `compute_totals` for every base with influence."""
        totals: dict[Base, dict[Faction, int]] = {}
        for side in state.sides:
            faction = side.faction
            held = side.cubes
            if side.diplomats:
                held, weight = held.copy(), self.find_diplomat_weight(state)
                for base, n in side.diplomats.items():
                    held[base] = held.get(base, 0) + n * weight
            for base, n in held.items():
                here = totals.get(base)
                if here is None:
                    totals[base] = {faction: n}
                else:
                    here[faction] = n
        owners = {base: side.faction for side in state.sides for base in side.samples}
        for orbital, leader in self.map_controllers(state).items():
            if leader is None:
                continue
            for base in self.bases_by_orbital[orbital]:
                if leader in totals.get(base, ()) and base not in owners:
                    self._add_bonus_influence(state, totals[base], None, leader)
        for base, owner in owners.items():
            if base in totals:
                self._add_bonus_influence(state, totals[base], owner, None)
        return totals

    def _add_bonus_influence(
        self, state: State, totals: dict[Faction, int], owner: Faction | None, leader: Faction | None
    ) -> None:
        """Add the bonus of a token's owner, or else of the faction with Orbital Control (E8.2, E14.15)."""
        if owner is not None:
            if owner in totals:
                sample = self.find_power(state, owner, "sample")
                totals[owner] += sample.n if sample else 0
        elif leader is not None and leader in totals:
            totals[leader] += self.compute_control_bonus(state, leader)

    def compute_control_bonus(self, state: State, faction: Faction) -> int:
        """Return the influence that Orbital Control adds for a faction (E8.2, E14.17)."""
        supremacy = self.find_power(state, faction, "supremacy")
        return supremacy.n if supremacy else self.components.scoring.control

    def rank_factions(
        self, state: State, base: Base, totals: dict[Faction, int] | None = None
    ) -> list[tuple[Faction, ...]]:
        """Rank the factions on a base: index 0 is the first place; a place may be empty (E8.4).

        A place is one more than the number of players with more influence; tied players take the place below. Hegemony
        breaks a tie first, then Solidarity (E14). `totals` saves computing `compute_totals` again.
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
        """Return the faction that controls a base: it would gain the first-place points now."""
        first = self.rank_factions(state, base)[0]
        return first[0] if first else None

    # -------------------------------------------------------------- seats and cards
    def list_factions(self, seats: int) -> tuple[Faction, ...]:
        """List the factions of a game (E1.2)."""
        return FACTIONS[:seats]

    def list_critical_resources(self, state: State, faction: Faction) -> tuple[str, ...]:
        """List the critical resources of a faction; with two players there are none (E8.6)."""
        if state.seats == 2:
            return ()
        return self.components.factions[faction].critical.get(state.seats, ())

    def find_printed_keep_price(self, card: Card) -> int:
        """Return the printed price in CP of keeping a card's Event."""
        return self._keep_prices[card]

    def compute_keep_price(self, state: State, side: FactionState, card: Card) -> int:
        """Return the price in CP that a side pays for keeping a card's Event."""
        price, budget = self._keep_prices[card], self.find_power(state, side.faction, "budget")
        return min(price, budget.n) if budget is not None else price

    def name_card(self, card: Card) -> Text:
        """Return the name of a card."""
        return self._card_names[card]


def _map_options(options: Iterable[Option]) -> Callable[[Word], Option]:
    """Return a function from a word to its option; it also knows the words that end a list."""
    return {option.word: option for option in (STOP_OPTION, NONE_OPTION, *options)}.__getitem__


def _create_texts(names: Mapping[str, str]) -> dict[str, Text]:
    return {word: Text(name) for word, name in names.items()}


def _rank_ability(ability: Ability) -> tuple[int, int]:
    """Return a sort key, lower for the better ability of a power: it is cheaper, or wins ties for more places."""
    return ability.ap, ability.ties_from if ability.power == "solidarity" else 0


def find_seat(state: State, faction: str) -> int:
    """Return the seat of a faction.

    Raises:
        ValueError: The faction does not play.
    """
    for seat, side in enumerate(state.sides):
        if side.faction == faction:
            return seat
    raise ValueError(f"{faction} does not play")


@lru_cache(maxsize=512)
def sort_fleets(fleets: Fleets) -> Fleets:
    """Return the letters in the order of `FLEET_LETTERS`."""
    return "".join(sorted(fleets, key=FLEET_LETTERS.index))
