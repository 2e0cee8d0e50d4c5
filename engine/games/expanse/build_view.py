"""The view of a table: what `view.py` describes, counted from the state."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Faction
from engine.games.expanse.state import SCORE_CARD, Base, Card, FactionState, Fleets, Orbital, State
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
"""The totals of bases, as `BoardNumbers.compute_all_totals` finds them."""


def build_view(board: Board, state: State, seat: Seat | None, winners: Sequence[Seat]) -> View:
    """All that this seat may know; None is a spectator (E1.12)."""
    data = board.components
    undrawn = state.deck.count(SCORE_CARD)
    sector_names = data.sectors.names
    counted, sides = board.compute_all_totals(state), {side.faction: side for side in state.sides}
    return View(
        viewer=seat,
        seats=state.seats,
        phase="points" if state.phase == "event" and state.spender >= 0 else state.phase,
        turn=state.turn,
        active=state.active,
        bands=data.bands.order,
        names={**sector_names, **data.bands.names},
        orbitals=tuple([_build_orbital(board, state, orbital, counted) for orbital in board.orbitals]),
        bases=tuple([_build_base(board, state, base, sides, counted.get(base, {})) for base in board.bases]),
        sides=tuple(_build_faction(board, state, seat, side) for seat, side in enumerate(state.sides)),
        mats=tuple(_build_mat(board, one) for one in board.list_factions(state.seats) if one not in sides)
        if state.phase == "factions"
        else (),
        track=tuple(
            TrackCard(i, price, build_card(board, state, card))
            for i, (price, card) in enumerate(zip(data.track.prices, state.track, strict=False), 1)
        ),
        prices=data.track.prices,
        deck=len(state.deck),
        top=build_card(board, state, state.deck[-1]) if state.known and state.deck else None,
        discards=tuple(build_card(board, state, card) for card in state.discards),
        drawn=SCORE_CARD_COUNT - undrawn,
        scores=SCORE_CARD_COUNT,
        chart=tuple(
            ChartRow(n, points, state.used[n - 1] if n <= len(state.used) else None)
            for n, points in enumerate(data.scoring.bonus, 1)
        ),
        final=data.scoring.final,
        sectors=tuple(
            VisibleSector(word, sector_names[word], data.scoring.sector_markers - state.used.count(word))
            for word in data.sectors.bands
        ),
        bonus=state.bonus if state.bonus and seat in state.knows else None,
        sealed=bool(state.bonus),
        initiative=tuple(state.initiative),
        holder=state.holder,
        rocinante=find_rocinante(state),
        crew=tuple(VisibleCrew(word, crew.name, crew.text) for word, crew in data.crew.items()),
        offered=build_card(board, state, state.offer) if state.offer else None,
        spending=Spending(state.spender, state.points) if state.spender >= 0 else None,
        last=tuple(ScoredBase(one.base, one.influence, one.points) for one in state.last),
        ended="over" if state.phase == "over" else "",
        winners=tuple(winners),
    )


def build_card(board: Board, state: State, word: Card) -> VisibleCard:
    """A card as everybody sees it."""
    if word == SCORE_CARD:
        return VisibleCard(SCORE_CARD, "SCORE", score=True)
    found = board.visible_cards.get((word, state.seats))
    if found is None:
        card, keep = board.cards[word], board.find_printed_keep_price(word)
        factions = tuple(faction for faction in board.list_factions(state.seats) if faction in card.factions)
        found = board.visible_cards[word, state.seats] = VisibleCard(
            word,
            card.name,
            score=False,
            ap=card.ap,
            factions=factions,
            text=card.text,
            keep=keep,
            house=card.house_values,
        )
    return found


def find_rocinante(state: State) -> Orbital | None:
    """Where the Rocinante lies; None before the game begins."""
    if not state.sides or state.phase == "factions":
        return None
    held = state.sides[state.holder].fleets
    return next((orbital for orbital, fleets in held.items() if "r" in fleets), None)


def _build_orbital(board: Board, state: State, word: Orbital, counted: BaseTotals) -> VisibleOrbital:
    data = board.components
    by_faction = {side.faction: side.fleets.get(word, "") for side in state.sides}
    control = board.find_controller(state, word)
    return VisibleOrbital(
        word=word,
        name=data.orbitals.names[word],
        band=board.band_by_orbital[word],
        sector=board.sector_by_orbital[word],
        bases=board.bases_by_orbital[word],
        squadrons=tuple(
            _build_squadron(board, faction, by_faction[faction]) for faction in FACTIONS if by_faction.get(faction)
        ),
        control=control,
        control_bonus=board.compute_control_bonus(state, control)
        if control and _does_control_count(board, state, word, control, counted)
        else 0,
        home=next((side.faction for side in state.sides if data.factions[side.faction].home == word), None),
    )


def _does_control_count(board: Board, state: State, orbital: Orbital, control: Faction, counted: BaseTotals) -> bool:
    """Whether Orbital Control counts on any base there: with influence of its holder and without a token (E8.2, E14.15)."""
    tokens = {base for side in state.sides for base in side.samples}
    return any(control in counted.get(base, ()) for base in board.bases_by_orbital[orbital] if base not in tokens)


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
    return VisibleBase(
        word=word,
        name=data.name,
        orbital=data.orbital,
        band=board.band_by_orbital[data.orbital],
        sector=board.sector_by_orbital[data.orbital],
        resource=data.resource,
        is_open=state.seats > 2 or data.two,
        presence=tuple(
            [
                BasePresence(
                    faction, sides[faction].cubes.get(word, 0), sides[faction].diplomats.get(word, 0), totals[faction]
                )
                for faction in FACTIONS
                if faction in totals
            ]
        ),
        places=tuple((*places, (), ())[:3]),
        control=places[0][0] if places[0] else None,
        sample=next((side.faction for side in state.sides if word in side.samples), None),
    )


def _build_mat(board: Board, faction: Faction) -> VisibleMat:
    data = board.components.factions[faction]
    return VisibleMat(faction, data.name, board.components.orbitals.names[data.home], data.ability.text)


def _build_faction(board: Board, state: State, seat: Seat, side: FactionState) -> VisibleFaction:
    data = board.components.factions[side.faction]
    force = len(state.used)
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
        kept=tuple(build_card(board, state, card) for card in side.kept),
        abilities=tuple(
            VisibleAbility(n, ability.name, ability.text, n <= force, ability.find_source("text") == "house")
            for n, ability in enumerate((data.ability, *data.techs))
        ),
        earned=tuple(side.earned),
    )
