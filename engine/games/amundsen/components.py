"""The cards, the limits and the track as typed data, read from components.toml or an owner's file of the same shape."""

from __future__ import annotations

import msgspec

from engine.games.amundsen.state import Side
from engine.kernel.script import Source

Point = tuple[float, float]
"""x and y on the chart, which is 100 units wide and 140 high, with the Pole at the top."""


class DeckCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of copies of each card, by colour letter (r, g, b, y)."""

    source: Source
    horse: dict[str, int]
    dog: dict[str, int]
    advance: dict[str, int]
    blizzard: dict[str, int]
    crevasse: dict[str, int]
    supplies: dict[str, int]
    sacrifice: dict[str, int]
    weather: dict[str, int]
    compass: int
    equipment: int

    def __post_init__(self) -> None:
        coloured = (
            self.horse,
            self.dog,
            self.advance,
            self.blizzard,
            self.crevasse,
            self.supplies,
            self.sacrifice,
            self.weather,
        )
        counts = [self.compass, self.equipment]
        for copies in coloured:
            if set(copies) - set("rgby"):
                raise ValueError("copies are counted by r, g, b, y")
            counts += copies.values()
        if min(counts) < 0 or sum(counts) < 30:
            raise ValueError(f"a deck has 30 cards or more, not {sum(counts)}")


class HandLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hand sizes, in cards."""

    source: Source
    hand: int
    hand_after_loss: int
    start_hand: int

    def __post_init__(self) -> None:
        if not 1 <= self.start_hand <= self.hand_after_loss <= self.hand:
            raise ValueError("hand sizes must grow: 1, start_hand, hand_after_loss, hand")


class PatronNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers printed on patrons."""

    source: Source
    architect_hand: int
    engineer_hand: int
    horses_removed: int
    dogs_removed: int


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The route of one side.

    `colours` holds the colours of space 1, 2, …; `parallels` the space before each parallel. `lost[0]` is the "?" behind space 2.
    """

    colours: str
    parallels: dict[str, int]
    ship: Point
    spaces: tuple[Point, ...]
    lost: tuple[Point, ...]

    def __post_init__(self) -> None:
        length = len(self.colours)
        if set(self.colours) - set("rgby"):
            raise ValueError(f"colours must be of r, g, b, y, not {self.colours!r}")
        if len(self.spaces) != length or len(self.lost) != length - 1:
            raise ValueError(f"{length} colours need {length} spaces and {length - 1} lost places")
        if set(self.parallels) != {"75", "80", "85", "88"}:
            raise ValueError("parallels must be 75, 80, 85 and 88")
        if not 0 <= self.parallels["85"] < length:
            raise ValueError("the 85th parallel must run before the last space")


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board: two routes of equal length that meet at the Pole."""

    source: Source
    pole: Point
    ship_from_first_lost: int
    amundsen: Route
    scott: Route

    def __post_init__(self) -> None:
        if len(self.amundsen.colours) != len(self.scott.colours):
            raise ValueError("both routes must have the same number of spaces")

    def find_route(self, side: Side) -> Route:
        """Return the route of a side."""
        return self.amundsen if side == "amundsen" else self.scott


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The components of the game."""

    deck: DeckCounts
    limits: HandLimits
    patrons: PatronNumbers
    track: Track

    def __post_init__(self) -> None:
        if max(self.patrons.architect_hand, self.patrons.engineer_hand) > self.limits.hand:
            raise ValueError("a patron deals more cards than limits.hand allows")
