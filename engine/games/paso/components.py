"""The board, the tokens, the tiles and the cards as typed data, read from components.toml or an owner's file of the same shape."""

from __future__ import annotations

import re
from typing import Literal, get_args

import msgspec

from engine.kernel.script import Source

TokenKind = Literal["s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1", "x1"]
TOKEN_KINDS: tuple[TokenKind, ...] = get_args(TokenKind)
"""The progress tokens, in the order in which a reserve counts them: straight 4, L, inverse L, zigzag, inverse zigzag,
straight 3, curve 3, straight 2, single, raid. The digit is the size.
"""
Ability = Literal[
    "opens",
    "snow",
    "drops",
    "guarded",
    "raider",
    "water-chests",
    "bold",
    "icebreaker",
    "iceberg",
    "turns",
    "raided",
    "own-route",
    "shore-chests",
    "far-fresh",
]
TeamSide = Literal["sirs", "explorers"]
TEAM_SIDES: tuple[TeamSide, TeamSide] = ("sirs", "explorers")
TreasureEffect = Literal[
    "discard",
    "silence",
    "two-more",
    "shield",
    "eliminate",
    "iceberg",
    "slow",
    "turn",
    "rob",
    "redraw",
    "return",
    "catch-up",
    "swap",
    "water",
    "extra",
]
TREASURE_EFFECTS: tuple[TreasureEffect, ...] = get_args(TreasureEffect)
"""The treasure cards, each named by its effect."""


class SourcedValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Values with a provenance: `source` for the group, `sources` for single values by name."""

    source: Source
    sources: dict[str, Source] = {}

    def find_source(self, value: str) -> Source:
        """Return the source of a value."""
        return self.sources.get(value, self.source)


class BoardNumbers(SourcedValues, frozen=True, kw_only=True):
    """The rows of the passage, and the number of rows that must lie open ahead of the foremost ship."""

    rows: int
    visible: int

    def __post_init__(self) -> None:
        if not 4 <= self.rows <= 99 or self.rows % 2:
            raise ValueError("the passage has an even number of rows, 4 to 98")
        if self.visible % 2 or not 2 <= self.visible <= self.rows:
            raise ValueError("an even number of rows lies open ahead")


class Costs(SourcedValues, frozen=True, kw_only=True):
    """The prices of actions and of entering hexes, in action points."""

    water: int
    land: int
    snow: int
    iceberg: int
    route: int
    raid: int
    recover: int
    drop: int
    exit: int

    def __post_init__(self) -> None:
        if min(self.water, self.land, self.snow, self.iceberg, self.route, self.raid, self.recover, self.drop) < 1:
            raise ValueError("every action but the exit costs a point at least")


class TurnLimits(SourcedValues, frozen=True, kw_only=True):
    """The action points and cards of a turn, and the hand limit at its end."""

    points: int
    cards: int
    hand: int


class FreshWaters(SourcedValues, frozen=True, kw_only=True):
    """The points of Fresh Waters directly behind a ship."""

    points: int


class TokenCounts(SourcedValues, frozen=True, kw_only=True):
    """The progress tokens of a player, by kind."""

    s4: int
    l4: int
    j4: int
    z4: int
    n4: int
    s3: int
    c3: int
    s2: int
    u1: int
    x1: int

    def list_counts(self) -> list[int]:
        """Return the counts in the order of `TOKEN_KINDS`."""
        return [getattr(self, kind) for kind in TOKEN_KINDS]


TokenTravels = tuple[tuple[TokenKind, tuple[str, ...]], ...]
"""The ways to travel each token; see `TokenShapes`."""


class TokenShapes(SourcedValues, frozen=True, kw_only=True):
    """The ways to travel a token of size three or four: the turns between its steps, "s" straight on, "l" or "r" by 60
    degrees.
    """

    s4: tuple[str, ...]
    l4: tuple[str, ...]
    j4: tuple[str, ...]
    z4: tuple[str, ...]
    n4: tuple[str, ...]
    s3: tuple[str, ...]
    c3: tuple[str, ...]

    def __post_init__(self) -> None:
        for kind in ("s4", "l4", "j4", "z4", "n4", "s3", "c3"):
            turn_count = int(kind[1]) - 2
            travels: tuple[str, ...] = getattr(self, kind)
            if not travels or not all(re.fullmatch(rf"[slr]{{{turn_count}}}", turns) for turns in travels):
                raise ValueError(f"the turns of {kind} are {turn_count} of the letters s, l, r")

    def list_travels(self) -> TokenTravels:
        """Return the turns of every such token, by kind."""
        return tuple([(kind, getattr(self, kind)) for kind in TOKEN_KINDS if hasattr(self, kind)])


class TileSupply(SourcedValues, frozen=True, kw_only=True):
    """The special tiles of one hex in the common supply."""

    iceberg: int
    water: int


class ScenarioTiles(SourcedValues, frozen=True, kw_only=True):
    """The scenario tiles, by group: `four` for all, `two` for three and four players, `two_for_four` for four players.

    Each tile is the letters of its hexes from left to right: W water, L land, S snow, I iceberg. A "*" means that the
    hex before it has a chest.
    """

    four: tuple[str, ...]
    two: tuple[str, ...]
    two_for_four: tuple[str, ...]

    def __post_init__(self) -> None:
        for tiles, size in ((self.four, 4), (self.two, 2), (self.two_for_four, 2)):
            for tile in tiles:
                if not re.fullmatch(rf"([WLSI]\*?){{{size}}}", tile):
                    raise ValueError(f"a tile of {size} hexes looks like {'WL*WS'[: size + 1]}, not {tile!r}")


class TreasureCounts(SourcedValues, frozen=True, kw_only=True, rename=lambda name: name.rstrip("_").replace("_", "-")):
    """The copies of each treasure card: for two or more players, more for three, more for four."""

    discard: tuple[int, int, int]
    silence: tuple[int, int, int]
    two_more: tuple[int, int, int]
    shield: tuple[int, int, int]
    eliminate: tuple[int, int, int]
    iceberg: tuple[int, int, int]
    slow: tuple[int, int, int]
    turn: tuple[int, int, int]
    rob: tuple[int, int, int]
    redraw: tuple[int, int, int]
    return_: tuple[int, int, int]
    catch_up: tuple[int, int, int]
    swap: tuple[int, int, int]
    water: tuple[int, int, int]
    extra: tuple[int, int, int]

    def count_copies(self, effect: TreasureEffect, seats: int) -> int:
        """Return how many copies of a card are in the deck for a number of players."""
        name = "return_" if effect == "return" else effect.replace("-", "_")
        copies: tuple[int, int, int] = getattr(self, name)
        return sum(copies[: seats - 1])


class EffectNumbers(SourcedValues, frozen=True, kw_only=True):
    """The numbers on the treasure cards."""

    cards: int
    slow: int
    slow_leader: int
    extra: int
    extra_last: int
    catch_up: int


class AbilityNumbers(SourcedValues, frozen=True, kw_only=True):
    """The numbers of the characters' abilities."""

    snow: int
    iceberg: int
    drop: int
    raided: int
    opened: int
    opened_ice: int
    points: int
    far_fresh: int


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character card: the word used in moves, the name, the ability and the side in the team game."""

    word: str
    name: str
    ability: Ability
    side: TeamSide

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z0-9-]{1,24}", self.word):
            raise ValueError(f"a character's word has small letters, digits and hyphens only, not {self.word!r}")


class Characters(SourcedValues, frozen=True, kw_only=True):
    """All character cards."""

    cards: tuple[Character, ...]

    def __post_init__(self) -> None:
        if len({card.word for card in self.cards}) != len(self.cards):
            raise ValueError("two characters have the same word")
        if any(sum(card.side == side for card in self.cards) < 4 for side in TEAM_SIDES):
            raise ValueError("each side needs four characters")


class Rulings(SourcedValues, frozen=True, kw_only=True):
    """The rulings on what the rules leave open."""

    fresh_needs_plain_advance: bool
    iceberg_breaks_route: bool
    chest_reusable: bool
    salvage: bool
    pass_rounds: int

    def __post_init__(self) -> None:
        if self.pass_rounds < 1:
            raise ValueError("the race is over after one round without a move, or more")


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All parts of the game."""

    board: BoardNumbers
    costs: Costs
    turn: TurnLimits
    fresh: FreshWaters
    tokens: TokenCounts
    shapes: TokenShapes
    supply: TileSupply
    tiles: ScenarioTiles
    treasures: TreasureCounts
    effects: EffectNumbers
    abilities: AbilityNumbers
    characters: Characters
    rulings: Rulings

    def __post_init__(self) -> None:
        for name, group in msgspec.structs.asdict(self).items():
            known = [field.encode_name for field in msgspec.structs.fields(group)]
            wrong = [value for value in group.sources if value not in known]
            if wrong:
                raise ValueError(f"{name}.sources: there is no value {wrong[0]!r} in this group")
        rows = self.board.rows
        if (len(self.tiles.four), len(self.tiles.two), len(self.tiles.two_for_four)) != (rows, rows, rows):
            raise ValueError(f"there are {rows} tiles of each of the three groups, one for every row")
