"""Named scenes of Amundsen vs Scott for the golden pictures, with a complete set of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.components import Components
from engine.games.amundsen.rules import DISCARD_COSTS
from engine.games.amundsen.state import SIDES, Card
from engine.games.amundsen.view import CARD_BACK, View, VisibleCard, VisibleExplorer
from engine.kernel.text import SeatMention, Text, say
from render.kit.scene import Scene
from tests.images.recorded_moments import replay_moment

PLAYER_NAMES = ("Ana", "Benedikt")


@cache
def load_components() -> Components:
    """Load the game's own cards and track."""
    home = resources.files("engine.games.amundsen").joinpath("components.toml")
    return msgspec.toml.decode(home.read_bytes(), type=Components)


def parse_cards(spelled: str, *, owner: bool) -> tuple[VisibleCard, ...]:
    """Parse cards from words. "rd co!" holds a Compass that only its owner has seen; others see its back."""
    found = []
    for word in spelled.split():
        secret = word.endswith("!")
        found.append(VisibleCard(CARD_BACK if secret and not owner else word.rstrip("!"), is_secret=secret))
    return tuple(found)


def build_explorer(seat: int, spelled: str, viewer: int | None, **fields: Any) -> VisibleExplorer:
    """Build an explorer; seat 0 is Amundsen, seat 1 Scott. Defaults: on the ship, on the route, limit 7, no patron."""
    usual = {"space": 0, "is_lost": False, "limit": 7, "patron": "", "officer": 0, "has_lost_equipment": False}
    return VisibleExplorer(
        side=SIDES[seat], seat=seat, hand=parse_cards(spelled, owner=viewer == seat), **{**usual, **fields}
    )


def build_view(
    viewer: int | None,
    amundsen: str,
    scott: str,
    a: Mapping[str, Any] | None = None,
    s: Mapping[str, Any] | None = None,
    **fields: Any,
) -> View:
    """Build the table as a seat sees it. Cards that are nowhere else are in the deck, unless `deck` gives its size."""
    seen = (build_explorer(0, amundsen, viewer, **(a or {})), build_explorer(1, scott, viewer, **(s or {})))
    laid = (("row", "gh bc rd"), ("discards", ""), ("removed", ""))
    piles = {name: tuple(str(fields.pop(name, usual)).split()) for name, usual in laid}
    rest = cards.build_deck(load_components().deck)
    for card in [
        *(card for pile in piles.values() for card in pile),
        *amundsen.replace("!", "").split(),
        *scott.replace("!", "").split(),
        *["eq"] * sum(one.has_lost_equipment for one in seen),
    ]:
        rest.remove(card)
    others = " ".join(spelled for k, spelled in enumerate((amundsen, scott)) if viewer != k)
    hidden: list[Card] = [word[:2] for word in others.split() if "!" in word]
    unseen = tuple(sorted([*rest, *hidden])) if fields.pop("open_deck", False) else None
    usual = {
        "row_size": 3,
        "prices": DISCARD_COSTS,
        "deck": len(rest),
        "shuffles": 0,
        "turn": 1,
        "to_move": "amundsen",
        "ended": "",
        "winner": None,
    }
    return View(
        viewer=viewer, track=load_components().track, explorers=seen, unseen=unseen, **{**usual, **piles, **fields}
    )


def format_take(seat: int, dropped: list[Card], taken: list[Card]) -> Text:
    """Return the game's sentence about a Take."""
    if not dropped:
        return say("{seat} takes {cards}.", seat=SeatMention(seat), cards=list(cards.name_cards(taken)))
    return say(
        "{seat} discards {discards} and takes {cards}.",
        seat=SeatMention(seat),
        discards=list(cards.name_cards(dropped)),
        cards=list(cards.name_cards(taken)),
    )


def format_new_row(*row: Card) -> Text:
    """Return the game's sentence about a new row."""
    return say("New in the row: {cards}.", cards=list(cards.name_cards(row)))


def make_choice() -> Scene:
    """Make the scene before the choice of explorers."""
    at = View(0, load_components().track, (), (), 3, DISCARD_COSTS, 55, (), (), 0, 1, "amundsen", "", None, None)
    return Scene(at, PLAYER_NAMES, waiting_seats=(0,), marks={"amundsen-0": "A", "scott-0": "B"})


def make_midgame(viewer: int | None) -> Scene:
    """Make a scene where Amundsen on space 6 chooses a distance; Scott is lost behind space 7."""
    at = build_view(
        viewer,
        "rd yb ga bx co! ga",
        "ya bc gw rs rc!",
        {"space": 6},
        {"space": 7, "is_lost": True},
        turn=31,
        shuffles=1,
        discards="ra ra rb gd ya yc ba gb rc ra yd gc rb",
    )
    attack = say(
        "{seat} plays {cards}: {rival} loses the route behind space {space}.",
        seat=SeatMention(0),
        rival=SeatMention(1),
        space=7,
        cards=list(cards.name_cards(["rb", "gb"])),
    )
    marks = {"amundsen-7": "A", "amundsen-8": "B", "hand-2": "C", "hand-5": "D"} if viewer == 0 else {}
    return Scene(
        at,
        PLAYER_NAMES,
        waiting_seats=(0,),
        recent_events=(attack, format_take(1, ["rb"], ["rs", "gw"]), format_new_row("gh", "bc")),
        marks=marks,
    )


def make_excess() -> Scene:
    """Make the scene where Scott must discard down to five out of turn: a row of six, patrons and an open deck."""
    at = build_view(
        1,
        "ra gd ga",
        "yb! bh gc ya gb rc gd",
        {"space": 4, "patron": "army-officer", "officer": 1},
        {"space": 3, "limit": 5, "patron": "politician", "has_lost_equipment": True},
        row="ya yd rc bx ra yh",
        row_size=6,
        turn=18,
        discards="gb yc",
        open_deck=True,
    )
    played = say(
        "{seat} plays Equipment Loss: {rival} may hold {limit} cards at most from now on.",
        seat=SeatMention(0),
        rival=SeatMention(1),
        limit=5,
    )
    return Scene(
        at,
        PLAYER_NAMES,
        waiting_seats=(1,),
        recent_events=(format_new_row("ya"), played),
        marks={f"hand-{k}": "ABCDEFG"[k] for k in range(7)},
    )


def make_empty_deck() -> Scene:
    """Make a scene where the deck has run out twice, and Scott is lost near his ship with Equipment Loss before him."""
    at = build_view(
        None,
        "ra gd ga yh yb",
        "yb! gc ya",
        {"space": 10, "patron": "philanthropist"},
        {"space": 3, "is_lost": True, "limit": 5, "has_lost_equipment": True},
        row="ya gd",
        row_size=6,
        turn=88,
        shuffles=2,
        deck=0,
        to_move="scott",
        discards="gb yc",
    )
    out = say(
        "The deck has run out for the second time. "
        "Whoever now declares a Take that the row cannot serve freezes both explorers."
    )
    return Scene(
        at,
        ("Ana-Lucía Fernández de la Torre", "Жюль Верн"),
        waiting_seats=(1,),
        recent_events=(format_take(0, [], ["yb"]), out),
        marks={"scott-1": "A", "scott-2": "B", "scott-0": "C"},
    )


def make_pole() -> Scene:
    """Make the scene where Amundsen has reached the Pole, with Scott on the last space."""
    at = build_view(
        1,
        "gd",
        "ya bc gw rs bh ga",
        {"space": 12},
        {"space": 11},
        turn=63,
        shuffles=1,
        discards="ra ga ba ya",
        ended="pole",
        winner="amundsen",
    )
    won = say(
        "{seat} reaches the South Pole with {cards}!",
        seat=SeatMention(0),
        cards=list(cards.name_cards(["ra", "ga", "ba", "ya"])),
    )
    reason = say("{winner} was the first at the South Pole.", winner=SeatMention(0))
    return Scene(at, PLAYER_NAMES, recent_events=(format_take(1, ["rc"], ["bh", "ga"]), won), end_reason=reason)


def make_frozen() -> Scene:
    """Make the scene where both explorers have frozen."""
    at = build_view(
        0,
        "rd yb ga co! ga ra",
        "ya bc gw rs",
        {"space": 11},
        {"space": 9},
        row="gh bc",
        turn=97,
        shuffles=2,
        deck=0,
        discards="ra ra rb",
        ended="frozen",
        to_move="scott",
    )
    end = say(
        "{seat} declares a Take that the row cannot serve. Both explorers freeze in the Antarctic.", seat=SeatMention(1)
    )
    reason = say("Both explorers froze in the Antarctic; nobody reached the Pole.")
    return Scene(at, PLAYER_NAMES, recent_events=(format_take(0, [], ["ra"]), end), end_reason=reason)


BOARD_SCENES: dict[str, Callable[[], Scene]] = {
    "choice": make_choice,
    "midgame-amundsen": lambda: make_midgame(0),
    "midgame-scott": lambda: make_midgame(1),
    "midgame-public": lambda: make_midgame(None),
    "excess": make_excess,
    "deck-gone": make_empty_deck,
    "pole": make_pole,
    "frozen": make_frozen,
    "turns": lambda: replay_moment("amundsen", "patrons-and-six", 40),
}
HAND_SCENES: dict[str, Callable[[], Scene]] = {"hand": lambda: make_midgame(0), "hand-open-deck": make_excess}
