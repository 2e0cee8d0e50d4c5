"""Scoring: what a base pays, who is poorest, and who has won."""

from __future__ import annotations

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import Base, BaseScore, Sector, State
from engine.kernel.event import Effects
from engine.kernel.text import Seat, SeatMention, Text, count, say


def find_place_points(board: Board, state: State, sector: Sector) -> tuple[int, int, int]:
    """The points for 1st, 2nd and 3rd place on a base now: more in the Bonus Sector, the same everywhere at the end (E8.1)."""
    scoring = board.components.scoring
    if state.phase == "final":
        return scoring.final
    if sector == state.bonus:
        return scoring.bonus[len(state.used)]
    return scoring.normal


def compute_payouts(
    board: Board, state: State, base: Base, totals: dict[Faction, int], prizes: tuple[int, int, int]
) -> dict[Faction, int]:
    """What a base pays for its places where this much counts, by faction; those who get nothing are left out (E8)."""
    points: dict[Faction, int] = {}
    places = board.rank_factions(state, base, totals)
    for prize, factions in zip(prizes, places, strict=False):
        if prize:
            for faction in factions:
                points[faction] = prize
    leader = places[0][0] if places[0] else None
    if leader is not None and board.resource_by_base[base] in board.list_critical_resources(state, leader):  # E8.5
        points[leader] = points.get(leader, 0) + board.components.scoring.critical
    return points


def score_bases(board: Board, state: State, out: Effects) -> None:
    """Every base pays; all gain their points together."""
    counted = board.compute_all_totals(state)
    prizes = {sector: find_place_points(board, state, sector) for sector in board.sector_names}
    state.last = [
        BaseScore(
            base,
            totals,
            compute_payouts(board, state, base, totals, prizes[board.sector_by_orbital[board.orbital_by_base[base]]]),
        )
        for base in board.list_bases("any", state.seats)
        if (totals := counted.get(base))
    ]
    gained = {side.faction: 0 for side in state.sides}
    told: dict[Faction, list[Text]] = {faction: [] for faction in gained}
    for one in state.last:
        base = board.base_names[one.base]
        for faction, n in one.points.items():
            gained[faction] += n
            told[faction].append(say("{base} {n}", base=base, n=n))
    for seat, side in enumerate(state.sides):
        n, lines = gained[side.faction], told[side.faction]
        side.cp += n
        side.earned = [*side.earned, n]
        out.announce(
            count(
                "{seat} scores {n} CP: {bases}.",
                "{seat} scores {n} CP: {bases}.",
                n,
                seat=SeatMention(seat),
                bases=lines,
            )
            if lines
            else say("{seat} scores nothing.", seat=SeatMention(seat))
        )


def find_poorest_seat(state: State) -> Seat:
    """Who gets the Rocinante: the fewest CP; of those tied the lowest in initiative, with two players its holder (E11)."""
    least = min(side.cp for side in state.sides)
    tied = [seat for seat, side in enumerate(state.sides) if side.cp == least]
    if not state.initiative:
        return tied[0] if len(tied) == 1 else state.holder
    return max(tied, key=lambda seat: state.initiative.index(state.sides[seat].faction))


def rank_players(state: State) -> list[Seat]:
    """Best first: CP, then the higher in initiative, with two players the holder of the Rocinante (E13.5)."""

    def rank(seat: Seat) -> tuple[int, int]:
        side = state.sides[seat]
        if state.initiative:
            return -side.cp, state.initiative.index(side.faction)
        return -side.cp, 0 if seat == state.holder else 1

    return sorted(range(len(state.sides)), key=rank)
