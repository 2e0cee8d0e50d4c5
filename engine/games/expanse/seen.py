"""The view of a table: what `view.py` describes, counted from the state."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Faction
from engine.games.expanse.state import SCORE, Base, Card, Fleets, Orbital, Side, State
from engine.games.expanse.view import (
    ChartRow,
    Presence,
    ScoredBase,
    SeenAbility,
    SeenBase,
    SeenCard,
    SeenCrew,
    SeenMat,
    SeenOrbital,
    SeenSector,
    SeenSide,
    Spending,
    Squadron,
    TrackCard,
    View,
)
from engine.kernel.text import Seat

SCORES = 6
Counted = dict[Base, dict[Faction, int]]
"""The totals of bases, as `Board.counted` finds them."""


def view(board: Board, state: State, seat: Seat | None, winners: Sequence[Seat]) -> View:
    """All that this seat may know; None is a spectator (E1.12)."""
    data = board.components
    undrawn = state.deck.count(SCORE)
    sector_names = data.sectors.names
    counted, sides = board.counted(state), {side.faction: side for side in state.sides}
    return View(
        viewer=seat,
        seats=state.seats,
        phase="points" if state.phase == "event" and state.spender >= 0 else state.phase,
        turn=state.turn,
        active=state.active,
        bands=data.bands.order,
        names={**sector_names, **data.bands.names},
        orbitals=tuple([_orbital(board, state, orbital, counted) for orbital in board.orbitals]),
        bases=tuple([_base(board, state, base, sides, counted.get(base, {})) for base in board.bases]),
        sides=tuple(_side(board, state, seat, side) for seat, side in enumerate(state.sides)),
        mats=tuple(_mat(board, one) for one in board.playing(state.seats) if one not in sides)
        if state.phase == "factions"
        else (),
        track=tuple(
            TrackCard(i, price, card_of(board, state, card))
            for i, (price, card) in enumerate(zip(data.track.prices, state.track, strict=False), 1)
        ),
        prices=data.track.prices,
        deck=len(state.deck),
        top=card_of(board, state, state.deck[-1]) if state.known and state.deck else None,
        discards=tuple(card_of(board, state, card) for card in state.discards),
        drawn=SCORES - undrawn,
        scores=SCORES,
        chart=tuple(
            ChartRow(n, points, state.used[n - 1] if n <= len(state.used) else None)
            for n, points in enumerate(data.scoring.bonus, 1)
        ),
        final=data.scoring.final,
        sectors=tuple(
            SeenSector(word, sector_names[word], data.scoring.sector_markers - state.used.count(word))
            for word in data.sectors.bands
        ),
        bonus=state.bonus if state.bonus and seat in state.knows else None,
        sealed=bool(state.bonus),
        initiative=tuple(state.initiative),
        holder=state.holder,
        rocinante=rocinante(state),
        crew=tuple(SeenCrew(word, crew.name, crew.text) for word, crew in data.crew.items()),
        offered=card_of(board, state, state.offer) if state.offer else None,
        spending=Spending(state.spender, state.points) if state.spender >= 0 else None,
        last=tuple(ScoredBase(one.base, one.influence, one.points) for one in state.last),
        ended="over" if state.phase == "over" else "",
        winners=tuple(winners),
    )


def card_of(board: Board, state: State, word: Card) -> SeenCard:
    """A card as everybody sees it."""
    if word == SCORE:
        return SeenCard(SCORE, "SCORE", score=True)
    found = board.seen.get((word, state.seats))
    if found is None:
        card, keep = board.cards[word], board.keep_price(word)
        factions = tuple(faction for faction in board.playing(state.seats) if faction in card.factions)
        found = board.seen[word, state.seats] = SeenCard(
            word, card.name, score=False, ap=card.ap, factions=factions, text=card.text, keep=keep, house=card.house
        )
    return found


def rocinante(state: State) -> Orbital | None:
    """Where the Rocinante lies; None before the game begins."""
    if not state.sides or state.phase == "factions":
        return None
    held = state.sides[state.holder].fleets
    return next((orbital for orbital, fleets in held.items() if "r" in fleets), None)


def _orbital(board: Board, state: State, word: Orbital, counted: Counted) -> SeenOrbital:
    data = board.components
    by_faction = {side.faction: side.fleets.get(word, "") for side in state.sides}
    control = board.controller(state, word)
    return SeenOrbital(
        word=word,
        name=data.orbitals.names[word],
        band=board.band[word],
        sector=board.sector[word],
        bases=board.attached[word],
        squadrons=tuple(
            _squadron(board, faction, by_faction[faction]) for faction in FACTIONS if by_faction.get(faction)
        ),
        control=control,
        lends=board.lends(state, control) if control and _counts(board, state, word, control, counted) else 0,
        home=next((side.faction for side in state.sides if data.factions[side.faction].home == word), None),
    )


def _counts(board: Board, state: State, orbital: Orbital, control: Faction, counted: Counted) -> bool:
    """Whether Orbital Control counts on any base there: with influence of its holder and without a token (E8.2, E14.15)."""
    tokens = {base for side in state.sides for base in side.samples}
    return any(control in counted.get(base, ()) for base in board.attached[orbital] if base not in tokens)


def _squadron(board: Board, faction: Faction, fleets: Fleets) -> Squadron:
    return Squadron(
        faction,
        fleets=fleets.count("f"),
        battleships=fleets.count("b"),
        damaged=fleets.count("h"),
        scrap=fleets.count("s"),
        rocinante="r" in fleets,
        strength=board.strength(fleets),
    )


def _base(board: Board, state: State, word: Base, sides: dict[Faction, Side], totals: dict[Faction, int]) -> SeenBase:
    data = board.components.bases[word]
    places = board.placing(state, word, totals)
    return SeenBase(
        word=word,
        name=data.name,
        orbital=data.orbital,
        band=board.band[data.orbital],
        sector=board.sector[data.orbital],
        resource=data.resource,
        open=state.seats > 2 or data.two,
        presence=tuple(
            [
                Presence(
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


def _mat(board: Board, faction: Faction) -> SeenMat:
    data = board.components.factions[faction]
    return SeenMat(faction, data.name, board.components.orbitals.names[data.home], data.ability.text)


def _side(board: Board, state: State, seat: Seat, side: Side) -> SeenSide:
    data = board.components.factions[side.faction]
    force = len(state.used)
    return SeenSide(
        seat=seat,
        faction=side.faction,
        name=data.name,
        cp=side.cp,
        home=data.home,
        critical=board.critical(state, side.faction),
        place=state.initiative.index(side.faction) + 1 if side.faction in state.initiative else 0,
        rocinante=state.holder == seat and state.phase != "factions",
        active=state.active == seat,
        supply=side.supply,
        cubes=data.cubes,
        diplomats=side.diplomats_left,
        tokens=side.tokens,
        off=_squadron(board, side.faction, side.off),
        kept=tuple(card_of(board, state, card) for card in side.kept),
        abilities=tuple(
            SeenAbility(n, ability.name, ability.text, n <= force, ability.of("text") == "house")
            for n, ability in enumerate((data.ability, *data.techs))
        ),
        earned=tuple(side.earned),
    )
