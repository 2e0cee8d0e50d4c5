"""Build the view of a seat, as `view.py` describes it, from the state."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Faction, FactionData
from engine.games.expanse.state import SCORE_CARD, Base, Card, FactionState, Fleets, Orbital, Phase, State
from engine.games.expanse.view import (
    BasePresence,
    ChartRow,
    ScoredBase,
    Spending,
    Squadron,
    TrackCard,
    View,
    VisibleAbility,
    VisibleBase,
    VisibleCard,
    VisibleCrew,
    VisibleFaction,
    VisibleMat,
    VisibleOrbital,
    VisibleSector,
)
from engine.kernel.text import Seat

SCORE_CARD_COUNT = 6
BaseTotals = dict[Base, dict[Faction, int]]
"""The totals of bases, as `Board.compute_all_totals` returns them."""


def build_view(board: Board, state: State, seat: Seat | None, winners: Sequence[Seat]) -> View:
    """Build the view of everything that a seat may know; None is a spectator (E1.12)."""
    data = board.components
    orbitals, bases = _build_map(board, state)
    phase: Phase = state.phase
    spending = None
    if state.spender >= 0:
        spending = Spending(state.spender, state.points)
        if phase == "event":
            phase = "points"
    return View(
        viewer=seat,
        seats=state.seats,
        phase=phase,
        turn=state.turn,
        active=state.active,
        bands=data.bands.order,
        names={**data.sectors.names, **data.bands.names},
        orbitals=orbitals,
        bases=bases,
        sides=tuple([_build_faction(board, state, seat, side) for seat, side in enumerate(state.sides)]),
        mats=_build_mats(board, state),
        track=_build_track(board, state),
        prices=data.track.prices,
        deck=len(state.deck),
        top=_build_optional_card(board, state, state.deck[-1] if state.known and state.deck else ""),
        discards=tuple([build_card(board, state, card) for card in state.discards]),
        drawn=SCORE_CARD_COUNT - state.deck.count(SCORE_CARD),
        scores=SCORE_CARD_COUNT,
        chart=_build_chart(board, state),
        final=data.scoring.final,
        sectors=_build_sectors(board, state),
        bonus=state.bonus if state.bonus and seat in state.knows else None,
        sealed=bool(state.bonus),
        initiative=tuple(state.initiative),
        holder=state.holder,
        rocinante=find_rocinante(state),
        crew=tuple(VisibleCrew(word, crew.name, crew.text) for word, crew in data.crew.items()),
        offered=_build_optional_card(board, state, state.offer),
        spending=spending,
        last=tuple([ScoredBase(score.base, score.influence, score.points) for score in state.last]),
        ended="over" if state.phase == "over" else "",
        winners=tuple(winners),
    )


def _build_map(board: Board, state: State) -> tuple[tuple[VisibleOrbital, ...], tuple[VisibleBase, ...]]:
    """Build all Orbitals and all bases."""
    totals, sides = board.compute_all_totals(state), {side.faction: side for side in state.sides}
    orbitals: list[VisibleOrbital] = []
    for orbital in board.orbitals:
        orbitals.append(_build_orbital(board, state, orbital, totals))
    bases: list[VisibleBase] = []
    for base in board.bases:
        bases.append(_build_base(board, state, base, sides, totals.get(base, {})))
    return tuple(orbitals), tuple(bases)


def _build_optional_card(board: Board, state: State, word: Card) -> VisibleCard | None:
    """Build a card; None for no card ("")."""
    if not word:
        return None
    return build_card(board, state, word)


def build_card(board: Board, state: State, word: Card) -> VisibleCard:
    """Build a card as everybody sees it."""
    if word == SCORE_CARD:
        return VisibleCard(SCORE_CARD, "SCORE", score=True)
    visible = board.visible_cards.get((word, state.seats))
    if visible is None:
        card, keep = board.cards[word], board.find_printed_keep_price(word)
        factions = tuple(faction for faction in board.list_factions(state.seats) if faction in card.factions)
        visible = board.visible_cards[word, state.seats] = VisibleCard(
            word,
            card.name,
            score=False,
            ap=card.ap,
            factions=factions,
            text=card.text,
            keep=keep,
            house=card.house_values,
        )
    return visible


def _build_mats(board: Board, state: State) -> tuple[VisibleMat, ...]:
    """Build the mats that can still be chosen."""
    if state.phase != "factions":
        return ()
    chosen = [side.faction for side in state.sides]
    mats: list[VisibleMat] = []
    for faction in board.list_factions(state.seats):
        data = board.components.factions[faction]
        if faction not in chosen:
            home = board.components.orbitals.names[data.home]
            mats.append(VisibleMat(faction, data.name, home, data.ability.text))
    return tuple(mats)


def _build_track(board: Board, state: State) -> tuple[TrackCard, ...]:
    prices, cards = board.components.track.prices, []
    for space, (price, card) in enumerate(zip(prices, state.track, strict=False), 1):
        cards.append(TrackCard(space, price, build_card(board, state, card)))
    return tuple(cards)


def _build_chart(board: Board, state: State) -> tuple[ChartRow, ...]:
    rows: list[ChartRow] = []
    for n, points in enumerate(board.components.scoring.bonus, 1):
        sector = state.used[n - 1] if n <= len(state.used) else None
        rows.append(ChartRow(n, points, sector))
    return tuple(rows)


def _build_sectors(board: Board, state: State) -> tuple[VisibleSector, ...]:
    data, sectors = board.components, []
    for word in data.sectors.bands:
        left = data.scoring.sector_markers - state.used.count(word)
        sectors.append(VisibleSector(word, data.sectors.names[word], left))
    return tuple(sectors)


def find_rocinante(state: State) -> Orbital | None:
    """Return the Orbital of the Rocinante, None before the game begins."""
    if not state.sides or state.phase == "factions":
        return None
    for orbital, fleets in state.sides[state.holder].fleets.items():
        if "r" in fleets:
            return orbital
    return None


def _build_orbital(board: Board, state: State, word: Orbital, totals: BaseTotals) -> VisibleOrbital:
    data = board.components
    control, control_bonus = board.find_controller(state, word), 0
    if control is not None and _does_control_count(board, state, word, control, totals):
        control_bonus = board.compute_control_bonus(state, control)
    home = None
    for side in state.sides:
        if data.factions[side.faction].home == word:
            home = side.faction
            break
    return VisibleOrbital(
        word=word,
        name=data.orbitals.names[word],
        band=board.band_by_orbital[word],
        sector=board.sector_by_orbital[word],
        bases=board.bases_by_orbital[word],
        squadrons=_build_squadrons(board, state, word),
        control=control,
        control_bonus=control_bonus,
        home=home,
    )


def _build_squadrons(board: Board, state: State, orbital: Orbital) -> tuple[Squadron, ...]:
    """Build the squadrons in an Orbital, in faction order."""
    squadrons: list[Squadron] = []
    for side in state.sides:
        if orbital in side.fleets:
            squadrons.append(_build_squadron(board, side.faction, side.fleets[orbital]))
    squadrons.sort(key=lambda squadron: FACTIONS.index(squadron.faction))
    return tuple(squadrons)


def _does_control_count(board: Board, state: State, orbital: Orbital, control: Faction, totals: BaseTotals) -> bool:
    """Return whether Orbital Control counts on a base there (E8.2, E14.15).

    It counts where its faction has influence and no token lies.
    """
    tokens: set[Base] = set()
    for side in state.sides:
        tokens.update(side.samples)
    return any(control in totals.get(base, ()) for base in board.bases_by_orbital[orbital] if base not in tokens)


def _build_squadron(board: Board, faction: Faction, fleets: Fleets) -> Squadron:
    return Squadron(
        faction,
        fleets=fleets.count("f"),
        battleships=fleets.count("b"),
        damaged=fleets.count("h"),
        scrap=fleets.count("s"),
        rocinante="r" in fleets,
        strength=board.compute_strength(fleets),
    )


def _build_base(
    board: Board, state: State, word: Base, sides: dict[Faction, FactionState], totals: dict[Faction, int]
) -> VisibleBase:
    data = board.components.bases[word]
    places = board.rank_factions(state, word, totals)
    sample_owner = None
    for side in state.sides:
        if word in side.samples:
            sample_owner = side.faction
            break
    return VisibleBase(
        word=word,
        name=data.name,
        orbital=data.orbital,
        band=board.band_by_orbital[data.orbital],
        sector=board.sector_by_orbital[data.orbital],
        resource=data.resource,
        is_open=state.seats > 2 or data.two,
        presence=_build_presence(word, sides, totals),
        places=tuple((*places, (), ())[:3]),
        control=places[0][0] if places[0] else None,
        sample=sample_owner,
    )


def _build_presence(
    base: Base, sides: dict[Faction, FactionState], totals: dict[Faction, int]
) -> tuple[BasePresence, ...]:
    """Build the influence on a base, in faction order."""
    presence: list[BasePresence] = []
    for faction in FACTIONS:
        if faction in totals:
            cubes, diplomats = sides[faction].cubes.get(base, 0), sides[faction].diplomats.get(base, 0)
            presence.append(BasePresence(faction, cubes, diplomats, totals[faction]))
    return tuple(presence)


def _build_faction(board: Board, state: State, seat: Seat, side: FactionState) -> VisibleFaction:
    data = board.components.factions[side.faction]
    return VisibleFaction(
        seat=seat,
        faction=side.faction,
        name=data.name,
        cp=side.cp,
        home=data.home,
        critical=board.list_critical_resources(state, side.faction),
        place=state.initiative.index(side.faction) + 1 if side.faction in state.initiative else 0,
        rocinante=state.holder == seat and state.phase != "factions",
        active=state.active == seat,
        supply=side.supply,
        cubes=data.cubes,
        diplomats=side.diplomats_left,
        tokens=side.tokens,
        off=_build_squadron(board, side.faction, side.off),
        kept=tuple([build_card(board, state, card) for card in side.kept]),
        abilities=_build_abilities(data, len(state.used)),
        earned=tuple(side.earned),
    )


def _build_abilities(data: FactionData, scorings: int) -> tuple[VisibleAbility, ...]:
    """Build the mat and the Tech cards of a faction after a number of Scoring turns."""
    abilities: list[VisibleAbility] = []
    for n, ability in enumerate((data.ability, *data.techs)):
        is_house = ability.find_source("text") == "house"
        abilities.append(VisibleAbility(n, ability.name, ability.text, n <= scorings, is_house))
    return tuple(abilities)
