"""Named scenes of La Aventura del Paso del Noroeste on legal tables, with a complete set of tokens, tiles and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from engine.games.paso.components import TOKEN_KINDS, TREASURE_EFFECTS
from engine.games.paso.game import Paso
from engine.games.paso.state import Piece, Player, State
from engine.games.paso.view import View
from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun, Position
from engine.kernel.script import complete_options
from engine.kernel.text import SeatMention, Text, say
from render.kit.scene import Scene
from tests.images.recorded_moments import replay_moment

PLAYER_NAMES = ("Franklin", "Ана", "Peña", "Benedikt")
MARK_LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"A{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]

THREE_PLAYER_TILES = (
    "a20 a13r b6 b19r a8r a24 b1r b4 a21r a7r b13r b11 a23 a16r b2r b21 a22 a11r b5r b7 a17r a15r b15r b10 a1r a14r b18 b12 "
    "a12 a18 b24 b20r a3"
)
THREE_PLAYER_ROUTES = (
    *(
        "2 c3 a1 a2 a3",
        "0 x1 a1",
        "1 x1 a1",
        "2 s3 a4 b5 b6",
        "0 u1 a6",
        "2 s2 c7 c8",
        "2 u1 c9",
        "0 x1 b6",
        "0 s2 c9 c10",
    ),
    *("2 s2 b10 c11", "0 x1 b10", "1 s2 d9 d10", "2 s2 b12 c13"),
)
FOUR_PLAYER_TILES = (
    "a18r b8 b7 a10r c13r b24 a15 b6 b15r a6r c20r c23 a2 c18r b17 a12r b9 c5 a11r b12r b23r a19 c4 b22 a21r c12r c7r a8 c3r "
    "c17r a17r c22r b13 a3r b21 b19 a14r c16r c10r a24r b3 c24 a7 c2r c21r a13r c14r b2"
)
FOUR_PLAYER_ROUTES = (
    *("2 j4 e1 d2 d3 d4", "3 x1 e1", "3 s2 d4 e5", "0 u1 h1", "0 s2 g1 f2", "1 x1 d2", "-1 ice d3", "3 s3 d6 d7 c8"),
    *(
        "0 s2 g3 f4",
        "1 s2 e3 e4",
        "2 u1 d5",
        "2 x1 d6",
        "-1 ice d7",
        "0 c3 f5 f6 g6",
        "-1 ice e3",
        "-1 ice d5",
        "-1 ice c6",
    ),
    *(
        "2 u1 e7",
        "3 c3 b8 b9 b10",
        "0 u1 h7",
        "1 x1 e5",
        "2 s2 f7 f8",
        "-1 ice b9",
        "-1 ice g6",
        "1 x1 e7",
        "2 c3 f9 e9 d10",
    ),
    *("-1 water c11", "3 c3 c10 d11 c12"),
)
TWO_PLAYER_TILES = "a24r a18r a21 a12 a11r a5 a15r a3r a16 a6 a23r a1 a9 a20r a8 a14r a13 a17 a10r a4r a19 a22 a7r a2r"
TWO_PLAYER_ROUTES = (
    *(
        "0 u1 c1",
        "0 u1 b2",
        "1 s2 d1 c2",
        "-1 ice c1",
        "0 u1 b3",
        "1 x1 b2",
        "1 s2 b3 a4",
        "0 u1 b4",
        "1 s4 b5 b6 c7 c8",
    ),
    *(
        "0 x1 b5",
        "-1 ice b4",
        "1 c3 c9 c10 c11",
        "1 c3 b12 b13 b14",
        "0 s2 b14 b15",
        "1 s2 c15 c16",
        "-1 ice b14",
        "0 x1 c15",
    ),
    *("1 s2 c17 b18", "1 u1 b19", "-1 ice b15", "1 s2 a20 a21", "1 c3 a22 a23 a24"),
)


@cache
def load_game() -> Paso:
    """Load the game with its own components."""
    loaded = registry.load_game("paso")
    assert isinstance(loaded, Paso)
    return loaded


def build_player(ship: str = "", character: str = "", *hand: str, **fields: Any) -> Player:
    """Build a player; `build_state` counts the tokens."""
    usual: dict[str, Any] = {"reserve": [], "removed": [], "left": []}
    return Player(hand=list(hand), character=character, ship=ship, **{**usual, **fields})  # type: ignore[arg-type]


def build_state(laid: str, pieces: Sequence[str], players: list[Player], **fields: Any) -> State:
    """Build a table: unused components are in reserves, piles and decks.

    Pieces are "0 s3 b1 c2 c3", from the supply "-1 ice c4".
    """
    components, seats = load_game().components, len(players)
    lying = [Piece(int(owner), kind, tuple(hexes)) for owner, kind, *hexes in map(str.split, pieces)]  # type: ignore[arg-type]
    for seat, one in enumerate(players):
        one.removed = one.removed or [0] * len(TOKEN_KINDS)
        one.left = one.left or [""] * seats
        used = [sum(piece.owner == seat and piece.kind == kind for piece in lying) for kind in TOKEN_KINDS]
        one.reserve = [
            n - gone - out for n, gone, out in zip(components.tokens.list_counts(), one.removed, used, strict=True)
        ]
        assert min(one.reserve) >= 0
    down = {word.removesuffix("r") for word in laid.split()}
    rest = {letter: [f"{letter}{n}" for n in range(1, 25) if f"{letter}{n}" not in down] for letter in "abc"}
    deck = [effect for effect in TREASURE_EFFECTS for _ in range(components.treasures.count_copies(effect, seats))]
    for effect in [*fields.get("discards", ()), *(card for one in players for card in one.hand)]:
        deck.remove(effect)
    sirs = fields.get("sirs", [])
    taken = {word for one in players for word in (one.character, *one.offer)}
    free = [card for card in components.characters.cards if card.word not in taken]
    sides = ("sirs", "explorers") if sirs else ("",)
    roster = [[card.word for card in free if side in ("", card.side)] for side in sides]
    twos = rest["b"] + (rest["c"] if seats == 4 else []) if seats > 2 else []
    half = len(twos) // 2 if seats == 4 else len(twos)
    usual: dict[str, Any] = {
        "options": complete_options(load_game().settings, {"mode": "teams"} if sirs else {}),
        "first": 0,
        "to_move": 0,
        "turn": 1,
        "points": components.turn.points,
        "cards": components.turn.cards,
        "phase": "race",
    }
    return State(
        players=players,
        laid=laid.split(),
        four=rest["a"],
        left=twos[:half],
        right=twos[half:],
        deck=deck,
        roster=roster,
        icebergs=components.supply.iceberg - sum(piece.kind == "ice" for piece in lying),
        waters=components.supply.water - sum(piece.kind == "water" for piece in lying),
        pieces=lying,
        **{**usual, **fields},
    )


def build_view(state: State, viewer: int | None) -> View:
    """Build the table as a seat sees it."""
    return load_game().build_view(state, viewer)


def build_news(*events: tuple[int, str]) -> tuple[Text, ...]:
    """Build events of the named seats; words in brackets are places."""
    found = []
    for seat, what in events:
        text, _, hexes = what.partition(" @ ")
        args: dict[str, SeatMention | list[str]] = {
            "seat": SeatMention(seat),
            **({"hexes": hexes.split()} if hexes else {}),
        }
        found.append(say("{seat} " + text + (" {hexes}." if hexes else "."), **args))
    return tuple(found)


# ------------------------------------------------------------------------- moments
def make_start() -> State:
    """Make the state before the race: all players choose one of two characters."""
    offers = (["rae", "baffin"], ["franklin", "cook"], ["hudson", "gilbert"])
    return build_state(
        " ".join(THREE_PLAYER_TILES.split()[:8]),
        (),
        [build_player(offer=offer) for offer in offers],
        phase="choose",
        turn=0,
        points=0,
    )


def make_pair() -> State:
    """Make the state before the team game: a pair chooses among four, and one partner has chosen."""
    offers: tuple[list[str], ...] = (
        ["parry", "franklin", "mcclure", "john-ross"],
        ["rae", "hudson", "amundsen", "davis"],
        [],
        [],
    )
    players = [build_player(offer=offer) for offer in offers]
    players[0].picked = 2
    return build_state(
        " ".join(FOUR_PLAYER_TILES.split()[:12]), (), players, phase="choose", turn=0, points=0, sirs=[0, 2]
    )


def make_middle() -> State:
    """Make three players on row 13: one raids close behind the leader, with two points left."""
    three = [
        build_player("b10", "cook", "rob", behind="c10", raiding=2, left=["", "", "c9"]),
        build_player("d10", "amundsen", behind="d9", silenced=True, left=["", "", "c8"], slowed=2),
        build_player("c13", "parry", "extra", "water", "two-more", behind="b12", shielded=True),
    ]
    return build_state(
        THREE_PLAYER_TILES,
        THREE_PLAYER_ROUTES,
        three,
        discards=["shield", "silence", "slow"],
        turn=14,
        points=3,
        moved=True,
    )


def make_teams() -> State:
    """Make Sirs against Explorers: raids, icebergs, a water tile, and four ships from row 7 to row 12."""
    four = [
        build_player("h7", "clark-ross", behind="g6"),
        build_player("e7", "cook", "catch-up", behind="d6", raiding=2, left=["", "", "d2", "d6"]),
        build_player("d10", "frobisher", "two-more", "turn", "rob", behind="e9", left=["", "", "", "d6"]),
        build_player("c12", "amundsen", behind="d11", left=["", "", "d4", ""]),
    ]
    return build_state(
        FOUR_PLAYER_TILES,
        FOUR_PLAYER_ROUTES,
        four,
        discards=["return", "redraw", "slow", "iceberg"],
        turn=23,
        sirs=[0, 2],
        to_move=1,
    )


def make_late() -> State:
    """Make two players, with the leader on row 24 and four rows ahead."""
    two = [
        build_player("a20", "clark-ross", behind="b19", raiding=1, left=["", "b14"]),
        build_player("a24", "rae", "discard", "extra", behind="a23", left=["b3", ""], removed=[0, 1, *[0] * 8]),
    ]
    gone = ["redraw", "eliminate", "turn", "swap", "silence"]
    return build_state(TWO_PLAYER_TILES, TWO_PLAYER_ROUTES, two, discards=gone, turn=19)


def make_end() -> State:
    """Make the late state after the leader has sailed out."""
    at = make_late()
    at.players[1].ship, at.players[1].exited = "", True
    at.phase, at.to_move, at.points, at.turn = "over", 1, 3, 20
    return at


def build_scene(
    state: State,
    viewer: int | None,
    marks: Mapping[str, str] | None = None,
    recent: tuple[Text, ...] = (),
    names: tuple[str, ...] = PLAYER_NAMES,
    reason: Text | None = None,
) -> Scene:
    """Build the painter's scene."""
    waiting: tuple[int, ...] = () if state.phase == "over" else (state.to_move,)
    if state.phase == "choose":
        waiting = tuple(range(len(state.players)))
    return Scene(build_view(state, viewer), names[: len(state.players)], waiting, recent, dict(marks or {}), reason)


def find_menu(state: State, *words: str) -> Menu:
    """Find the menu that the player to move reaches by these words."""
    found: Menu | None = GameRun(load_game(), Position(state), "scene").build_menu(state.to_move)
    for word in words:
        assert found is not None
        found = found.next_menu(word)
    assert found is not None
    return found


def assign_letters(menu: Menu) -> dict[str, str]:
    """Assign letters to the spots of a menu, in order."""
    spots = dict.fromkeys(option.spot for option in menu.list_open_options() if option.spot)
    return dict(zip(spots, MARK_LETTERS, strict=False))


def list_ways() -> Scene:
    """Make the fourth player's choice of ways to the hex with the most of them."""
    at = make_teams()
    at.to_move = 3
    words = [option.word for option in find_menu(at, "advance").list_open_options() if option.spot]
    most = max(words, key=lambda word: len(find_menu(at, "advance", word).list_open_options()))
    return build_scene(at, 3, assign_letters(find_menu(at, "advance", most)))


MIDDLE_NEWS = build_news((1, "draws a treasure"), (2, "lays two over @ b12 c13"), (0, "raids Peña on @ b10"))
TEAM_NEWS = build_news((2, "lays curve over @ f9 e9 d10"), (3, "lays curve over @ c10 d11 c12"))

BOARD_SCENES: dict[str, Callable[[], Scene]] = {
    "begin": lambda: build_scene(make_start(), None),
    "middle": lambda: build_scene(make_middle(), None, recent=MIDDLE_NEWS),
    "advance": lambda: build_scene(make_middle(), 0, assign_letters(find_menu(make_middle(), "advance")), MIDDLE_NEWS),
    "teams": lambda: build_scene(make_teams(), None, recent=TEAM_NEWS),
    "spread": lambda: build_scene(
        make_teams(),
        1,
        {
            hex_: MARK_LETTERS[k]
            for k, hex_ in enumerate(["a2", *(f"{x}{row}" for row in (13, 14, 15) for x in "abcdefgh")])
        },
        TEAM_NEWS,
        ("Maximiliane-Alexandrina von Hohenstein", "Жюль Верн из Нанта", "李", "Benedikt"),
    ),
    "late": lambda: build_scene(make_late(), 0, {"ship-0": "A", "ship-1": "B", "reserve-1-s3": "C"}),
    "over": lambda: build_scene(
        make_end(), None, reason=say("{seat} is first through the Northwest Passage.", seat=SeatMention(1))
    ),
    "turns": lambda: replay_moment("paso", "four-through", 60),
}
HAND_SCENES: dict[str, Callable[[], Scene]] = {
    "hand": lambda: build_scene(make_middle(), 2, {"card-0": "A", "card-2": "B"}),
    "hand-offer": lambda: build_scene(make_start(), 0, {"character-0": "A", "character-1": "B"}),
    "hand-pair": lambda: build_scene(make_pair(), 2, {"character-0": "A", "character-1": "B", "character-3": "C"}),
    "hand-ways": list_ways,
}
