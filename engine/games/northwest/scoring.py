"""What everything is worth: finds, islands, majorities, sets and losses (N6, N10, N11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from engine.games.northwest.components import MAJORITY_KINDS, Components
from engine.games.northwest.state import SET_KINDS, Cell, Expedition, State
from engine.kernel.text import Text, say

ScoreItem = Literal["finds", "islands", "passage", "greenland", "franklin", "strait", "cartography", "sets", "losses"]
SCORE_ITEMS: Final[tuple[ScoreItem, ...]] = get_args(ScoreItem)


def find_multiplier(components: Components, column: int) -> int:
    """The multiplier of a column, counted from 0 in the west."""
    for part in components.board.zones:
        if column < part.columns:
            return part.multiplier
        column -= part.columns
    raise ValueError("beyond the eastern edge")


def compute_find_points(components: Components, kind: str, column: int) -> int:
    """Points for a find whose symbol lies in column x (N10, N10.1)."""
    worth: int = getattr(components.finds, kind)
    return worth * find_multiplier(components, column)


def compute_island_points(components: Components, tile_count: int) -> int:
    """Points for an island of so many tiles, two or more (N6.1)."""
    points = components.islands.points
    return points[min(tile_count - 2, len(points) - 1)]


def rank_majority(counts: Sequence[int], place_points: Sequence[int]) -> list[tuple[int, int]]:
    """Place and points of each player for so many tokens: n players with equally many fill n places, and each is paid for the
    lowest of them; nobody is paid for nothing, and that is place 0 (N11.1 to N11.3).

    >>> majority([3, 1, 3, 0], [11, 5, 2])
    [(2, 5), (3, 2), (2, 5), (0, 0)]
    """
    found: list[tuple[int, int]] = []
    for tokens in counts:
        place = sum(other >= tokens for other in counts) if tokens else 0
        found.append((place, place_points[place - 1] if 0 < place <= len(place_points) else 0))
    return found


def count_sets(expedition: Expedition) -> int:
    """How many sets of all five kinds an expedition has (N11.4)."""
    return min(expedition.tokens.get(kind, 0) for kind in SET_KINDS)


def compute_losses(components: Components, expedition: Expedition, arrow: Sequence[Cell]) -> int:
    """What is lost, in points, if the game ends now: whatever is not back on the arrow (N11.5 to N11.7).

    `arrow` are the cells of the Greenland arrow.
    """
    finds = components.finds
    ship_home = expedition.ship in arrow
    if expedition.sled_lost:
        sled_home = False
    elif expedition.sled:
        sled_home = expedition.sled.split("-")[0] in arrow
    else:
        sled_home = ship_home
    crew = expedition.lost
    if not ship_home:
        crew += expedition.ship_available + expedition.ship_resting
    if not sled_home:
        crew += expedition.sled_available + expedition.sled_resting
    return finds.lost_crewman * crew + (0 if ship_home else finds.lost_ship)


def compute_track_points(expedition: Expedition) -> int:
    """The points that are counted at once, as the disc on the track shows them."""
    return expedition.trail + expedition.islands + (expedition.passage or 0) + (expedition.greenland or 0)


def compute_scores(components: Components, state: State, arrow: Sequence[Cell]) -> list[dict[ScoreItem, int]]:
    """Every line of every seat's score, as if the game ended now."""
    found: list[dict[ScoreItem, int]] = [
        {
            "finds": one.trail,
            "islands": one.islands,
            "passage": one.passage or 0,
            "greenland": one.greenland or 0,
            "sets": components.finds.set_of_five * count_sets(one),
            "losses": compute_losses(components, one, arrow),
        }
        for one in state.expeditions
    ]
    for kind in MAJORITY_KINDS:
        for lines, (_, points) in zip(found, rank_seats(components, state, kind), strict=True):
            lines[kind] = points
    return [{line: lines[line] for line in SCORE_ITEMS} for lines in found]


def rank_seats(
    components: Components, state: State, kind: Literal["franklin", "strait", "cartography"]
) -> list[tuple[int, int]]:
    """Place and points of each seat in one majority."""
    return rank_majority([one.tokens.get(kind, 0) for one in state.expeditions], getattr(components, kind).points)


def rank_players(state: State, totals: Sequence[int]) -> list[tuple[int, ...]]:
    """The seats from the best to the last: by points, then by who was back in Greenland earlier; those who are equal in both
    share a place (N11.8)."""
    never = len(totals) + 1
    keys = {seat: (-total, state.expeditions[seat].home or never) for seat, total in enumerate(totals)}
    return [tuple(seat for seat, key in keys.items() if key == rank) for rank in sorted(set(keys.values()))]


def name_line(item: ScoreItem) -> Text:
    """A line of the score sheet."""
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
