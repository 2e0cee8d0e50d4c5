"""Named scenes of The Expanse Board Game, with a complete set of influence, fleets and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.expanse.board import Board
from engine.games.expanse.build_view import SCORE_CARD_COUNT
from engine.games.expanse.build_view import build_view as looked
from engine.games.expanse.components import FACTIONS, Components, Faction
from engine.games.expanse.state import SCORE_CARD, BaseScore, FactionState, State
from engine.games.expanse.view import View
from engine.kernel.text import Seat, SeatMention, Text, say
from render.kit.scene import Scene
from tests.images.recorded_moments import replay_moment

PLAYER_NAMES = ("Chrisjen", "Надежда", "Fred", "Jules-Pierre")


@cache
def load_board() -> Board:
    """Load the game's own map and cards."""
    home = resources.files("engine.games.expanse").joinpath("components.toml")
    return Board(msgspec.toml.decode(home.read_bytes(), type=Components))


def build_side(faction: Faction, cp: int, cubes: str, fleets: str, kept: str = "", **fields: Any) -> FactionState:
    """Build a faction. `cubes` is "luna 2 io 1", `fleets` "earth ff mars f"; all other pieces are off the map."""
    data = load_board().components.factions[faction]
    words = cubes.split()
    placed = {base: int(n) for base, n in zip(words[::2], words[1::2], strict=True)}
    words = fleets.split()
    lying = dict(zip(words[::2], words[1::2], strict=True))
    off = "".join(data.fleets.values()) + data.off
    for fleet in "".join(lying.values()).replace("h", "b").replace("r", ""):
        assert fleet in off, (faction, fleet, off)
        off = off.replace(fleet, "", 1)
    diplomats: dict[str, int] = fields.get("diplomats", {})
    samples: list[str] = fields.get("samples", [])
    supply = data.cubes - sum(placed.values())
    left = data.diplomats - sum(diplomats.values())
    assert supply >= 0
    assert left >= 0
    return FactionState(
        faction, cp, supply, left, data.tokens - len(samples), off, placed, fleets=lying, kept=kept.split(), **fields
    )


def build_state(
    sides: list[FactionState], track: str, discards: str = "", *, deck: int, drawn: int = 0, **fields: Any
) -> State:
    """Build a table. `drawn` SCORE cards have left the deck; it has `deck` cards with the others, and the rest is in the box."""
    shown = [*track.split(), *discards.split(), *(card for one in sides for card in one.kept)]
    seats = fields.pop("seats", len(sides))
    rest = [word for word, card in load_board().cards.items() if seats in card.sets and word not in shown]
    hidden = deck - (SCORE_CARD_COUNT - drawn)
    assert 0 <= hidden <= len(rest), (hidden, len(rest))
    usual: dict[str, Any] = {
        "options": {},
        "first": 0,
        "phase": "turn",
        "initiative": [] if seats == 2 else [one.faction for one in reversed(sides)],
        "holder": next((seat for seat, one in enumerate(sides) if "r" in "".join(one.fleets.values())), 0),
    }
    return State(
        seats=seats,
        deck=[SCORE_CARD] * (SCORE_CARD_COUNT - drawn) + rest[:hidden],
        box=rest[hidden:],
        sides=sides,
        track=track.split(),
        discards=discards.split(),
        **{**usual, **fields},
    )


def build_view(state: State, viewer: Seat | None, winners: tuple[Seat, ...] = ()) -> View:
    """Build the table as a seat sees it."""
    return looked(load_board(), state, viewer, winners)


def build_scene(
    state: State,
    viewer: Seat | None,
    marks: Mapping[str, str] | None = None,
    recent: tuple[Text, ...] = (),
    **fields: Any,
) -> Scene:
    """Build the painter's scene."""
    over = state.phase == "over"
    waiting = () if over else fields.pop("waiting", (state.active,))
    winners, names, reason = fields.pop("winners", ()), fields.pop("names", PLAYER_NAMES), fields.pop("reason", None)
    return Scene(build_view(state, viewer, winners), names[: state.seats], waiting, recent, dict(marks or {}), reason)


def assign_letters(*spots: str) -> Mapping[str, str]:
    """Assign letters to spots, in order."""
    return {spot: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k] for k, spot in enumerate(spots)}


def build_news(*events: tuple[Seat, str]) -> tuple[Text, ...]:
    """Build events of the named seats."""
    return tuple(say("{seat} " + what, seat=SeatMention(seat)) for seat, what in events)


# --------------------------------------------------------------------- moments
def make_start(chosen_count: int = 4) -> State:
    """Make the start with four factions as their mats say, or with the first `chosen_count` while the others are being chosen."""
    sides = []
    for faction in FACTIONS[:chosen_count]:
        data = load_board().components.factions[faction]
        fleets = {**data.fleets, "thoth": data.fleets.get("thoth", "") + "r"} if faction == "pg" else data.fleets
        sides.append(
            build_side(
                faction,
                10,
                " ".join(f"{base} 1" for base in data.influence),
                " ".join(f"{orbital} {lying}" for orbital, lying in fleets.items()),
            )
        )
    if chosen_count < 4:
        return build_state(sides, "", deck=50, seats=4, phase="factions", initiative=[])
    return build_state(sides, "drummer mao black-ops grey-market razorback", deck=45)


def make_middle(**more: Any) -> State:
    """Make four factions after the first Scoring turn: the second SCORE card is on the track, and the OPA has two points left."""
    four = [
        build_side(
            "un",
            17,
            "eurasia 3 africa 2 luna 1 ceres 2 vesta 1 ganymede 2",
            "earth ff ceres f vesta f jupiter f",
            diplomats={"rhea": 1},
            earned=[6],
        ),
        build_side(
            "mcr",
            21,
            "africa 1 mariner 3 londres 2 ceres 1 europa 2 ganymede 1 titan 2 rings 1",
            "mars bb ceres f jupiter f saturn f",
            "nauvoo",
            earned=[8],
        ),
        build_side(
            "opa",
            15,
            "londres 1 ceres 3 tycho 2 eros 2 ganymede 1 rhea 2 titan 1 rings 2",
            "ceres f tycho f eros fs saturn ff",
            "slingshot uprising",
            earned=[4],
        ),
        build_side(
            "pg",
            12,
            "eurasia 1 luna 2 tycho 1 eros 2 thoth 3 europa 1 ganymede 1 io 2",
            "earth f eros f thoth ff jupiter f saturn r",
            earned=[3],
        ),
    ]
    usual: dict[str, Any] = {"turn": 19, "phase": "points", "spender": 2, "points": 2, "offer": "helix"}
    return build_state(
        four,
        "drummer mao black-ops score razorback",
        "covert",
        deck=31,
        drawn=2,
        used=["belt"],
        initiative=["pg", "un", "mcr", "opa"],
        holder=3,
        **{**usual, **more},
    )


def make_crowd() -> State:
    """Make a late state: every fleet at Ceres, all influence on a few bases, all Techs in force, a Scoring turn begins."""
    four = [
        build_side(
            "un", 34, "eurasia 5 ceres 4 titan 3", "ceres fffff", "drummer", diplomats={"ceres": 2}, earned=[6, 9, 8]
        ),
        build_side("mcr", 34, "eurasia 2 mariner 4 ceres 3 titan 8", "ceres bhfff", "nauvoo helix", earned=[8, 6, 7]),
        build_side(
            "opa", 33, "eurasia 1 ceres 11 titan 5", "ceres fffffss", "slingshot uprising cortazar", earned=[4, 9, 11]
        ),
        build_side(
            "pg",
            29,
            "eurasia 3 ceres 2 titan 12",
            "ceres fffffr",
            "clean-room mao",
            samples=["titan"],
            earned=[3, 7, 7],
        ),
    ]
    return build_state(
        four,
        "quarantine security lobbyists refugees transponder",
        "covert score score score score",
        deck=12,
        drawn=4,
        turn=38,
        phase="scoring",
        used=["belt", "outer", "belt"],
        bonus="inner",
        knows=[1],
        initiative=["opa", "mcr", "un", "pg"],
        holder=3,
    )


def make_two_players() -> State:
    """Make an early game of two players: four bases are out of play."""
    pair = [
        build_side("un", 9, "eurasia 1 africa 2 rhea 1 tycho 1", "earth ff ceres f tycho f jupiter f"),
        build_side("mcr", 10, "mariner 1 londres 1 europa 1 titan 1", "mars bbr ceres f jupiter f saturn f"),
    ]
    return build_state(pair, "terraforming deimos burn julie souther", "covert", deck=30, turn=2, holder=1)


def make_three_players() -> State:
    """Make a game of three players: an Event is offered to the MCR, then the UN."""
    trio = [
        build_side(
            "un",
            23,
            "eurasia 3 africa 3 luna 2 europa 1",
            "earth fff jupiter f",
            "drummer mao",
            diplomats={"rhea": 1},
            earned=[6, 7],
        ),
        build_side("mcr", 19, "mariner 3 londres 3 ceres 2 titan 4", "mars bh saturn ff", "nauvoo", earned=[5, 8]),
        build_side(
            "opa", 26, "tycho 3 ceres 3 eros 2 vesta 2 rings 4", "tycho f ceres fss eros f saturn fr", earned=[8, 9]
        ),
    ]
    return build_state(
        trio,
        "slingshot score helix convoy miller",
        "covert score score",
        deck=14,
        drawn=3,
        turn=27,
        phase="offer",
        offer="julie",
        used=["inner", "outer"],
        holder=2,
    )


def make_end() -> State:
    """Make the end of a game of four, after the final scoring."""
    at = make_crowd()
    for one, final in zip(at.sides, (14, 19, 14, 12), strict=True):
        one.earned = [*one.earned, 5, final]
        one.cp += 5 + final
    at.phase, at.used, at.bonus, at.knows, at.deck = "over", [*at.used, "inner"], "", [], [SCORE_CARD]
    at.deck = []
    at.last = [BaseScore("titan", {"pg": 13, "mcr": 8}, {"pg": 5, "mcr": 3})]
    return at


MIDDLE_NEWS = (
    say("{seat} takes {card} for {n} CP.", seat=SeatMention(1), card="Covert Op", n=1),
    say("{seat} swaps influence of {other} on {base}.", seat=SeatMention(3), other="OPA", base="Luna"),
    say("{seat} takes {card}.", seat=SeatMention(2), card="Star Helix"),
    say("{seat} moves a fleet to {place}.", seat=SeatMention(2), place="Saturn"),
    say("{seat} places influence on {base}.", seat=SeatMention(2), base="Rhea"),
)
ALL_SPOTS = (
    *(f"base-{base}" for base in load_board().bases),
    *(f"orbital-{orbital}" for orbital in ("jupiter", "saturn")),
    "track-2",
    "faction-un",
    "sector-outer",
)

BOARD_SCENES: dict[str, Callable[[], Scene]] = {
    "factions": lambda: build_scene(make_start(2), 2, waiting=(2,)),
    "start": lambda: build_scene(make_start(), None),
    "two": lambda: build_scene(
        make_two_players(), 1, recent=build_news((0, "takes Covert Op and places 1 influence on Tycho."))
    ),
    "three-offer": lambda: build_scene(
        make_three_players(),
        1,
        recent=build_news((2, "takes Julie Mao for 1 CP and spends its 4 Action Points.")),
        waiting=(1,),
        names=("Maximiliane-Alexandrina von Hohenstein", "Жюль Верн", "李"),
    ),
    "middle": lambda: build_scene(make_middle(), None, recent=MIDDLE_NEWS, waiting=(2,)),
    "where": lambda: build_scene(
        make_middle(),
        2,
        assign_letters("base-ceres", "base-eros", "base-vesta", "base-ganymede", "base-rhea", "orbital-saturn"),
        MIDDLE_NEWS,
        waiting=(2,),
    ),
    "orbitals": lambda: build_scene(
        make_crowd(), 3, assign_letters(*(f"orbital-{orbital}" for orbital in load_board().orbitals)), waiting=(3,)
    ),
    "everywhere": lambda: build_scene(make_crowd(), 3, dict(list(assign_letters(*ALL_SPOTS).items())), waiting=(3,)),
    "scoring": lambda: build_scene(
        make_crowd(), None, recent=build_news((1, "takes the SCORE card and seals a Bonus Sector.")), waiting=(2,)
    ),
    "over": lambda: build_scene(
        make_end(),
        None,
        winners=(1,),
        reason=say("The sixth SCORE card was drawn; {seat} has the most Control Points.", seat=SeatMention(1)),
    ),
    "turns": lambda: replay_moment("expanse", "four-clear", 33),
}
HAND_SCENES: dict[str, Callable[[], Scene]] = {
    "hand": lambda: build_scene(
        make_middle(phase="turn", spender=-1, points=0, offer=""),
        2,
        assign_letters(*(f"track-{k}" for k in (1, 2, 3, 4, 5)), "kept-2-slingshot", "kept-2-uprising"),
        waiting=(2,),
    ),
    "hand-scoring": lambda: build_scene(
        make_crowd(),
        3,
        assign_letters(
            "kept-3-clean-room", "kept-3-mao", *(f"crew-{one}" for one in ("holden", "naomi", "alex", "amos"))
        ),
        waiting=(3,),
    ),
}
