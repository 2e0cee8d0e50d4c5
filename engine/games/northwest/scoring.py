"""Points: finds, islands, majorities, sets and losses (N6, N10, N11), and the ranking of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from engine.games.northwest.components import MAJORITY_KINDS, Components
from engine.games.northwest.state import SET_KINDS, Cell, Expedition, State
from engine.kernel.text import Text, say

ScoreItem = Literal["finds", "islands", "passage", "greenland", "franklin", "strait", "cartography", "sets", "losses"]
SCORE_ITEMS: Final[tuple[ScoreItem, ...]] = get_args(ScoreItem)


def find_multiplier(components: Components, column: int) -> int:
    """Find the multiplier of a column, counted from 0 in the west.

    Raises:
        ValueError: The column lies beyond the eastern edge.
    """
    zone_end = 0
    for zone in components.board.zones:
        zone_end += zone.columns
        if column < zone_end:
            return zone.multiplier
    raise ValueError("beyond the eastern edge")


def compute_find_points(components: Components, kind: str, column: int) -> int:
    """Compute the points for a find whose symbol lies in a column (N10, N10.1)."""
    points: int = getattr(components.finds, kind)
    return points * find_multiplier(components, column)


def compute_island_points(components: Components, tile_count: int) -> int:
    """Compute the points for an island of two or more tiles (N6.1)."""
    points = components.islands.points
    return points[min(tile_count - 2, len(points) - 1)]


def rank_majority(counts: Sequence[int], place_points: Sequence[int]) -> list[tuple[int, int]]:
    """Compute (place, points) of each player from the numbers of tokens (N11.1 to N11.3).

    `place_points` are the points for the first place, the second and so on. Players with equally many tokens fill as many places
    together and each is paid for the lowest of these places. Without a token there is no pay; the place is then 0.

    >>> rank_majority([3, 1, 3, 0], [11, 5, 2])
    [(2, 5), (3, 2), (2, 5), (0, 0)]
    """
    ranks: list[tuple[int, int]] = []
    for tokens in counts:
        place = sum(other >= tokens for other in counts) if tokens else 0
        points = place_points[place - 1] if 0 < place <= len(place_points) else 0
        ranks.append((place, points))
    return ranks


def count_sets(expedition: Expedition) -> int:
    """Count the sets of all five kinds that an expedition has (N11.4)."""
    return min([expedition.tokens.get(kind, 0) for kind in SET_KINDS])


def compute_losses(components: Components, expedition: Expedition, arrow: Sequence[Cell]) -> int:
    """Compute the points that are lost for ship and crew away from Greenland if the game ends now (N11.5 to N11.7).

    `arrow` are the cells of the Greenland arrow.
    """
    finds = components.finds
    losses, lost_crew = 0, expedition.lost
    if expedition.ship not in arrow:
        losses += finds.lost_ship
        lost_crew += expedition.ship_available + expedition.ship_resting
    if not _is_sled_home(expedition, arrow):
        lost_crew += expedition.sled_available + expedition.sled_resting
    return losses + finds.lost_crewman * lost_crew


def _is_sled_home(expedition: Expedition, arrow: Sequence[Cell]) -> bool:
    """Return whether the sled is on the Greenland arrow, or aboard a ship there."""
    if expedition.sled_lost:
        return False
    if expedition.sled:
        return expedition.sled.split("-")[0] in arrow
    return expedition.ship in arrow


def compute_track_points(expedition: Expedition) -> int:
    """Compute the points that count at once, as the disc on the track shows them."""
    return expedition.trail + expedition.islands + (expedition.passage or 0) + (expedition.greenland or 0)


def compute_scores(components: Components, state: State, arrow: Sequence[Cell]) -> list[dict[ScoreItem, int]]:
    """Compute every line of every seat's score, as if the game ended now.

    The lines are in the order of `SCORE_ITEMS`.
    """
    majorities = {kind: rank_seats_by_tokens(components, state, kind) for kind in MAJORITY_KINDS}
    scores: list[dict[ScoreItem, int]] = []
    for seat, expedition in enumerate(state.expeditions):
        scores.append(
            {
                "finds": expedition.trail,
                "islands": expedition.islands,
                "passage": expedition.passage or 0,
                "greenland": expedition.greenland or 0,
                "franklin": majorities["franklin"][seat][1],
                "strait": majorities["strait"][seat][1],
                "cartography": majorities["cartography"][seat][1],
                "sets": components.finds.set_of_five * count_sets(expedition),
                "losses": compute_losses(components, expedition, arrow),
            }
        )
    return scores


def rank_seats_by_tokens(
    components: Components, state: State, kind: Literal["franklin", "strait", "cartography"]
) -> list[tuple[int, int]]:
    """Compute (place, points) of each seat in the majority of one kind of token."""
    counts = [expedition.tokens.get(kind, 0) for expedition in state.expeditions]
    return rank_majority(counts, getattr(components, kind).points)


def rank_players(state: State, totals: Sequence[int]) -> list[tuple[int, ...]]:
    """Rank the seats from the best to the last, by points, then by the earlier return to Greenland (N11.8).

    Seats that are equal in both share a place.
    """
    # Later than every place in the order of return, which is `home`.
    never = len(totals) + 1
    seats_by_key: dict[tuple[int, int], list[int]] = {}
    for seat, total in enumerate(totals):
        key = -total, state.expeditions[seat].home or never
        seats_by_key.setdefault(key, []).append(seat)
    return [tuple(seats_by_key[key]) for key in sorted(seats_by_key)]


def name_line(item: ScoreItem) -> Text:
    """Name a line of the score sheet."""
    names: dict[ScoreItem, Text] = {
        "finds": say("Finds on the trail"),
        "islands": say("Islands mapped"),
        "passage": say("Northwest Passage"),
        "greenland": say("Return to Greenland"),
        "franklin": say("Most Franklin sites"),
        "strait": say("Most straits"),
        "cartography": say("Most islands mapped"),
        "sets": say("Sets of five"),
        "losses": say("Lost and abandoned"),
    }
    return names[item]
