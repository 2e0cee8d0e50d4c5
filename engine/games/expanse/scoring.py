"""Score the bases and rank the players (E8, E11, E13), the line about a standing, and the goals of lessons and puzzles."""

from __future__ import annotations

from functools import partial

import msgspec

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import SCORE_CARD, Base, BaseScore, Sector, State
from engine.games.expanse.view import View
from engine.kernel.event import Effects
from engine.kernel.lesson import Goal
from engine.kernel.standing import find_lead
from engine.kernel.text import Seat, SeatMention, Text, count, say


def find_place_points(board: Board, state: State, sector: Sector) -> tuple[int, int, int]:
    """Return the points for 1st, 2nd and 3rd place on the bases of a Sector now (E8.1, E13.4)."""
    scoring = board.components.scoring
    if state.phase == "final":
        return scoring.final
    if sector == state.bonus:
        return scoring.bonus[len(state.used)]
    return scoring.normal


def is_final_next(state: State) -> bool:
    """Return whether the next scoring is the final one, which begins when the last SCORE card is dealt (E13)."""
    return state.phase == "final" or [*state.track, *state.deck].count(SCORE_CARD) <= 1


def compute_payouts(
    board: Board, state: State, base: Base, totals: dict[Faction, int], prizes: tuple[int, int, int]
) -> dict[Faction, int]:
    """Compute the points of a base by faction; factions without points are left out (E8).

    `totals` is the influence on the base, `prizes` the points for its places.
    """
    points: dict[Faction, int] = {}
    places = board.rank_factions(state, base, totals)
    for prize, factions in zip(prizes, places, strict=False):
        if prize:
            points.update(dict.fromkeys(factions, prize))
    leader = places[0][0] if places[0] else None
    if leader is not None and board.resource_by_base[base] in board.list_critical_resources(state, leader):  # E8.5
        points[leader] = points.get(leader, 0) + board.components.scoring.critical
    return points


def score_bases(board: Board, state: State, out: Effects) -> None:
    """Score every base; all players gain their points at the same time."""
    state.last = _compute_base_scores(board, state)
    gained = {side.faction: 0 for side in state.sides}
    lines: dict[Faction, list[Text]] = {faction: [] for faction in gained}
    for score in state.last:
        name = board.base_names[score.base]
        for faction, n in score.points.items():
            gained[faction] += n
            lines[faction].append(say("{base} {n}", base=name, n=n))
    for seat, side in enumerate(state.sides):
        n = gained[side.faction]
        side.cp += n
        side.earned = [*side.earned, n]
        out.announce(_describe_score(seat, n, lines[side.faction]))


def estimate_scoring(board: Board, state: State, sector: Sector) -> list[int]:
    """Return the points of each seat if the bases were scored now with this Bonus Sector."""
    points: list[int] = []
    scores = _compute_base_scores(board, msgspec.structs.replace(state, bonus=sector))
    for side in state.sides:
        points.append(sum(score.points.get(side.faction, 0) for score in scores))
    return points


def forecast_base_points(board: Board, state: State, scored_as: State) -> dict[Base, dict[Faction, int]]:
    """Return what each base pays whom if the bases are scored as the next scoring of another position does it.

    A Bonus Sector counts if only one is left.
    """
    if is_final_next(scored_as):
        scored = msgspec.structs.replace(state, phase="final")
    else:
        sectors = board.list_open_sectors(scored_as)
        bonus = scored_as.bonus or (sectors[0] if len(sectors) == 1 else "")
        scored = msgspec.structs.replace(state, phase=scored_as.phase, used=scored_as.used, bonus=bonus)
    return {score.base: score.points for score in _compute_base_scores(board, scored)}


def _compute_base_scores(board: Board, state: State) -> list[BaseScore]:
    """Compute the score of every base in play with influence."""
    all_totals = board.compute_all_totals(state)
    scores: list[BaseScore] = []
    for base in board.list_bases("any", state.seats):
        totals = all_totals.get(base)
        if totals:
            prizes = find_place_points(board, state, board.sector_by_orbital[board.orbital_by_base[base]])
            scores.append(BaseScore(base, totals, compute_payouts(board, state, base, totals, prizes)))
    return scores


def _describe_score(seat: Seat, n: int, lines: list[Text]) -> Text:
    """Describe what a seat scores, with a line for each base that pays."""
    if not lines:
        return say("{seat} scores nothing.", seat=SeatMention(seat))
    return count(
        "{seat} scores {n} CP: {bases}.",
        "{seat} scores {n} CP: {bases}.",
        n,
        seat=SeatMention(seat),
        bases=lines,
    )


def find_poorest_seat(state: State) -> Seat:
    """Return the seat that gets the Rocinante: the fewest CP (E11).

    Of tied players it is the lowest in initiative; with two players it stays with its holder.
    """
    least = min(side.cp for side in state.sides)
    tied = [seat for seat, side in enumerate(state.sides) if side.cp == least]
    if not state.initiative:
        return tied[0] if len(tied) == 1 else state.holder
    return max(tied, key=lambda seat: state.initiative.index(state.sides[seat].faction))


def rank_players(state: State) -> list[Seat]:
    """Rank the seats, best first: by CP, then by initiative, with two players by the Rocinante (E13.5)."""

    def sort_key(seat: Seat) -> tuple[int, int]:
        side = state.sides[seat]
        if state.initiative:
            return -side.cp, state.initiative.index(side.faction)
        return -side.cp, 0 if seat == state.holder else 1

    return sorted(range(len(state.sides)), key=sort_key)


# ---------------------------------------------------------------- standing
def describe_standing(view: View) -> Text | None:
    """Describe the viewer's lead in CP; None for a spectator, and before and after the game."""
    if view.viewer is None or view.phase in ("factions", "over"):
        return None
    lead, rival = find_lead({side.seat: side.cp for side in view.sides}, view.viewer)
    if not lead:
        return say("You are level with {rival}.", rival=SeatMention(rival))
    if lead > 0:
        return count("You lead by {n} CP.", "You lead by {n} CP.", lead)
    return count("{rival} is {n} CP ahead.", "{rival} is {n} CP ahead.", -lead, rival=SeatMention(rival))


# ---------------------------------------------------------------- goals
def create_goals(board: Board) -> tuple[Goal, ...]:
    """Create the goals of a game with these components."""
    return (
        Goal("influence-placed", say("No influence of yours has come onto the map."), _has_placed_influence),
        Goal("new-base", say("You have no influence on a base where you had none."), _has_new_base),
        Goal(
            "control-gained",
            say("You have gained Orbital Control nowhere: it needs the most fleet strength in an Orbital."),
            partial(_has_gained_control, board),
        ),
        Goal(
            "game-won",
            say("Somebody else wins the game then."),
            _has_won,
            lambda _: say("Win the game in this turn."),
        ),
        Goal(
            "base-points",
            say("Your influence can pay more than that."),
            partial(_count_base_points, board),
            lambda n: count(
                "Place and fight so that your bases, scored now, pay {n} CP more than before.",
                "Place and fight so that your bases, scored now, pay {n} CP more than before.",
                n,
            ),
        ),
    )


def _has_won(_before: State, after: State, seat: Seat) -> bool:
    return after.phase == "over" and rank_players(after)[0] == seat


def _has_placed_influence(before: State, after: State, seat: Seat) -> bool:
    return _count_influence(after, seat) > _count_influence(before, seat)


def _count_influence(state: State, seat: Seat) -> int:
    side = state.sides[seat]
    return sum(side.cubes.values()) + sum(side.diplomats.values())


def _has_new_base(before: State, after: State, seat: Seat) -> bool:
    return not after.sides[seat].cubes.keys() <= before.sides[seat].cubes.keys()


def _has_gained_control(board: Board, before: State, after: State, seat: Seat) -> bool:
    faction, earlier = after.sides[seat].faction, board.map_controllers(before)
    return any(
        controller == faction and earlier.get(orbital) != faction
        for orbital, controller in board.map_controllers(after).items()
    )


def _count_base_points(board: Board, before: State, after: State, seat: Seat) -> int:
    """Count what a seat's bases would pay more than before if all bases were scored now, without a Bonus Sector.

    It is 0 while factions are chosen.
    """
    if before.phase == "factions":
        return 0
    return _sum_points(board, after, seat) - _sum_points(board, before, seat)


def _sum_points(board: Board, state: State, seat: Seat) -> int:
    faction, prizes = state.sides[seat].faction, board.components.scoring.normal
    all_totals = board.compute_all_totals(state)
    return sum(
        compute_payouts(board, state, base, all_totals[base], prizes).get(faction, 0)
        for base in board.list_bases("any", state.seats)
        if base in all_totals
    )
