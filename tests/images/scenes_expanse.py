"""Named moments of The Expanse Board Game, with all influence, fleets and cards added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.expanse.board import Board
from engine.games.expanse.components import FACTIONS, Components, Faction
from engine.games.expanse.seen import SCORES
from engine.games.expanse.seen import view as looked
from engine.games.expanse.state import SCORE, Scored, Side, State
from engine.games.expanse.view import View
from engine.kernel.text import Seat, Text, Who, say
from render.kit.scene import Scene
from tests.images.recorded import recorded_moment

NAMES = ("Chrisjen", "Надежда", "Fred", "Jules-Pierre")


@cache
def board() -> Board:
    """The map and the cards the game comes with."""
    home = resources.files("engine.games.expanse").joinpath("components.toml")
    return Board(msgspec.toml.decode(home.read_bytes(), type=Components))


def side(faction: Faction, cp: int, cubes: str, fleets: str, kept: str = "", **more: Any) -> Side:
    """A faction. `cubes` is "luna 2 io 1", `fleets` "earth ff mars f": what is not there lies beside the map."""
    data = board().components.factions[faction]
    words = cubes.split()
    placed = {base: int(n) for base, n in zip(words[::2], words[1::2], strict=True)}
    words = fleets.split()
    lying = dict(zip(words[::2], words[1::2], strict=True))
    off = "".join(data.fleets.values()) + data.off
    for fleet in "".join(lying.values()).replace("h", "b").replace("r", ""):
        assert fleet in off, (faction, fleet, off)
        off = off.replace(fleet, "", 1)
    diplomats: dict[str, int] = more.get("diplomats", {})
    samples: list[str] = more.get("samples", [])
    supply = data.cubes - sum(placed.values())
    left = data.diplomats - sum(diplomats.values())
    assert supply >= 0
    assert left >= 0
    return Side(
        faction, cp, supply, left, data.tokens - len(samples), off, placed, fleets=lying, kept=kept.split(), **more
    )


def state(sides: list[Side], track: str, discards: str = "", *, deck: int, drawn: int = 0, **more: Any) -> State:
    """A table. `drawn` SCORE cards have left the deck, which holds `deck` cards with the others; the rest lies in the box."""
    shown = [*track.split(), *discards.split(), *(card for one in sides for card in one.kept)]
    seats = more.pop("seats", len(sides))
    rest = [word for word, card in board().cards.items() if seats in card.sets and word not in shown]
    hidden = deck - (SCORES - drawn)
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
        deck=[SCORE] * (SCORES - drawn) + rest[:hidden],
        box=rest[hidden:],
        sides=sides,
        track=track.split(),
        discards=discards.split(),
        **{**usual, **more},
    )


def seen(at: State, viewer: Seat | None, winners: tuple[Seat, ...] = ()) -> View:
    """The table as a seat sees it."""
    return looked(board(), at, viewer, winners)


def scene(
    at: State,
    viewer: Seat | None,
    marks: Mapping[str, str] | None = None,
    recent: tuple[Text, ...] = (),
    **more: Any,
) -> Scene:
    """What the painter gets."""
    over = at.phase == "over"
    waiting = () if over else more.pop("waiting", (at.active,))
    winners, names, reason = more.pop("winners", ()), more.pop("names", NAMES), more.pop("reason", None)
    return Scene(seen(at, viewer, winners), names[: at.seats], waiting, recent, dict(marks or {}), reason)


def lettered(*spots: str) -> Mapping[str, str]:
    """Letters for spots, in order."""
    return {spot: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[k] for k, spot in enumerate(spots)}


def news(*told: tuple[Seat, str]) -> tuple[Text, ...]:
    """Events of the seats named."""
    return tuple(say("{seat} " + what, seat=Who(seat)) for seat, what in told)


# --------------------------------------------------------------------- moments
def start(chosen: int = 4) -> State:
    """The beginning with four factions, as their mats say, or with the first so many while the others are being chosen."""
    sides = []
    for faction in FACTIONS[:chosen]:
        data = board().components.factions[faction]
        fleets = {**data.fleets, "thoth": data.fleets.get("thoth", "") + "r"} if faction == "pg" else data.fleets
        sides.append(
            side(
                faction,
                10,
                " ".join(f"{base} 1" for base in data.influence),
                " ".join(f"{orbital} {lying}" for orbital, lying in fleets.items()),
            )
        )
    if chosen < 4:
        return state(sides, "", deck=50, seats=4, phase="factions", initiative=[])
    return state(sides, "drummer mao black-ops grey-market razorback", deck=45)


def middle(**more: Any) -> State:
    """Four factions after the first Scoring turn: the second SCORE card lies on the track, and OPA has two points left."""
    four = [
        side(
            "un",
            17,
            "eurasia 3 africa 2 luna 1 ceres 2 vesta 1 ganymede 2",
            "earth ff ceres f vesta f jupiter f",
            diplomats={"rhea": 1},
            earned=[6],
        ),
        side(
            "mcr",
            21,
            "africa 1 mariner 3 londres 2 ceres 1 europa 2 ganymede 1 titan 2 rings 1",
            "mars bb ceres f jupiter f saturn f",
            "nauvoo",
            earned=[8],
        ),
        side(
            "opa",
            15,
            "londres 1 ceres 3 tycho 2 eros 2 ganymede 1 rhea 2 titan 1 rings 2",
            "ceres f tycho f eros fs saturn ff",
            "slingshot uprising",
            earned=[4],
        ),
        side(
            "pg",
            12,
            "eurasia 1 luna 2 tycho 1 eros 2 thoth 3 europa 1 ganymede 1 io 2",
            "earth f eros f thoth ff jupiter f saturn r",
            earned=[3],
        ),
    ]
    usual: dict[str, Any] = {"turn": 19, "phase": "points", "spender": 2, "points": 2, "offer": "helix"}
    return state(
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


def crowd() -> State:
    """Late: every fleet of four factions at Ceres, all influence on a few bases, all Techs in force, a Scoring turn begins."""
    four = [
        side("un", 34, "eurasia 5 ceres 4 titan 3", "ceres fffff", "drummer", diplomats={"ceres": 2}, earned=[6, 9, 8]),
        side("mcr", 34, "eurasia 2 mariner 4 ceres 3 titan 8", "ceres bhfff", "nauvoo helix", earned=[8, 6, 7]),
        side(
            "opa", 33, "eurasia 1 ceres 11 titan 5", "ceres fffffss", "slingshot uprising cortazar", earned=[4, 9, 11]
        ),
        side(
            "pg",
            29,
            "eurasia 3 ceres 2 titan 12",
            "ceres fffffr",
            "clean-room mao",
            samples=["titan"],
            earned=[3, 7, 7],
        ),
    ]
    return state(
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


def two() -> State:
    """Two players, early: four bases are out of play."""
    pair = [
        side("un", 9, "eurasia 1 africa 2 rhea 1 tycho 1", "earth ff ceres f tycho f jupiter f"),
        side("mcr", 10, "mariner 1 londres 1 europa 1 titan 1", "mars bbr ceres f jupiter f saturn f"),
    ]
    return state(pair, "terraforming deimos burn julie souther", "covert", deck=30, turn=2, holder=1)


def three() -> State:
    """Three players: an Event is offered to the MCR, then the UN."""
    trio = [
        side(
            "un",
            23,
            "eurasia 3 africa 3 luna 2 europa 1",
            "earth fff jupiter f",
            "drummer mao",
            diplomats={"rhea": 1},
            earned=[6, 7],
        ),
        side("mcr", 19, "mariner 3 londres 3 ceres 2 titan 4", "mars bh saturn ff", "nauvoo", earned=[5, 8]),
        side("opa", 26, "tycho 3 ceres 3 eros 2 vesta 2 rings 4", "tycho f ceres fss eros f saturn fr", earned=[8, 9]),
    ]
    return state(
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


def over() -> State:
    """After the final scoring of four."""
    at = crowd()
    for one, final in zip(at.sides, (14, 19, 14, 12), strict=True):
        one.earned = [*one.earned, 5, final]
        one.cp += 5 + final
    at.phase, at.used, at.bonus, at.knows, at.deck = "over", [*at.used, "inner"], "", [], [SCORE]
    at.deck = []
    at.last = [Scored("titan", {"pg": 13, "mcr": 8}, {"pg": 5, "mcr": 3})]
    return at


MIDDLE_NEWS = (
    say("{seat} takes {card} for {n} CP.", seat=Who(1), card="Covert Op", n=1),
    say("{seat} swaps influence of {other} on {base}.", seat=Who(3), other="OPA", base="Luna"),
    say("{seat} takes {card}.", seat=Who(2), card="Star Helix"),
    say("{seat} moves a fleet to {place}.", seat=Who(2), place="Saturn"),
    say("{seat} places influence on {base}.", seat=Who(2), base="Rhea"),
)
EVERYWHERE = (
    *(f"base-{base}" for base in board().bases),
    *(f"orbital-{orbital}" for orbital in ("earth", "mars", "tycho", "eros", "jupiter", "saturn")),
    "track-2",
    "faction-un",
    "sector-outer",
)

BOARDS: dict[str, Callable[[], Scene]] = {
    "factions": lambda: scene(start(2), 2, waiting=(2,)),
    "start": lambda: scene(start(), None),
    "two": lambda: scene(two(), 1, recent=news((0, "takes Covert Op and places 1 influence on Tycho."))),
    "three-offer": lambda: scene(
        three(),
        1,
        recent=news((2, "takes Julie Mao for 1 CP and spends its 4 Action Points.")),
        waiting=(1,),
        names=("Maximiliane-Alexandrina von Hohenstein", "Жюль Верн", "李"),
    ),
    "middle": lambda: scene(middle(), None, recent=MIDDLE_NEWS, waiting=(2,)),
    "where": lambda: scene(
        middle(),
        2,
        lettered("base-ceres", "base-eros", "base-vesta", "base-ganymede", "base-rhea", "orbital-saturn"),
        MIDDLE_NEWS,
        waiting=(2,),
    ),
    "everywhere": lambda: scene(crowd(), 3, dict(list(lettered(*EVERYWHERE).items())), waiting=(3,)),
    "scoring": lambda: scene(
        crowd(), None, recent=news((1, "takes the SCORE card and seals a Bonus Sector.")), waiting=(2,)
    ),
    "over": lambda: scene(
        over(),
        None,
        winners=(1,),
        reason=say("The sixth SCORE card was drawn; {seat} has the most Control Points.", seat=Who(1)),
    ),
    "turns": lambda: recorded_moment("expanse", "four-clear", 33),
}
HANDS: dict[str, Callable[[], Scene]] = {
    "hand": lambda: scene(
        middle(phase="turn", spender=-1, points=0, offer=""),
        2,
        lettered(*(f"track-{k}" for k in (1, 2, 3, 4, 5)), "kept-2-slingshot", "kept-2-uprising"),
        waiting=(2,),
    ),
    "hand-scoring": lambda: scene(
        crowd(),
        3,
        lettered("kept-3-clean-room", "kept-3-mao", *(f"crew-{one}" for one in ("holden", "naomi", "alex", "amos"))),
        waiting=(3,),
    ),
}
