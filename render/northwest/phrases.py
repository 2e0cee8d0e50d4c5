"""What the pictures of Expedition: Northwest Passage say about finds, scores, the sun and whose turn it is."""

from __future__ import annotations

from engine.games.northwest.view import Freeze, Kind, Seen, View
from engine.kernel.text import Seat, Text, say
from render.kit import banner
from render.kit.scene import Scene
from render.northwest.layout import ROW_LETTERS

KINDS: tuple[Kind, ...] = ("cairn", "inuit", "franklin", "strait", "cartography")
"""Discovery tokens in the order of their columns; the last three count for a majority."""


def kind(word: str) -> Text:
    """The name of a discovery."""
    names = {
        "cairn": say("Cairn"),
        "inuit": say("Inuit"),
        "franklin": say("Franklin"),
        "strait": say("Strait"),
        "cartography": say("Cartography"),
    }
    return names[word]


def line(word: str) -> Text:
    """The name of a line of the score sheet."""
    names = {
        "finds": say("Finds"),
        "islands": say("Islands"),
        "passage": say("Passage"),
        "greenland": say("Greenland"),
        "franklin": say("Franklin"),
        "strait": say("Straits"),
        "cartography": say("Cartography"),
        "sets": say("Sets of five"),
        "losses": say("Losses"),
    }
    return names[word]


def acting(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act, none at the end."""
    return banner.acting(scene, scene.view.to_move, ended=scene.view.ended)


def headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
    view: View = scene.view
    winners = view.winners if view.ended else scene.winners
    return banner.to_act(acting(scene), view.to_move) if acting(scene) else banner.won(winners)


def now(view: View) -> Text:
    """The round."""
    if view.drafting:
        return say("First tiles")
    return say("Round {round} of {rounds}", round=view.sun.round, rounds=view.rounds)


def ice(rows: int) -> Text:
    """How far the ice reaches."""
    if not rows:
        return say("no ice")
    return say("ice on row a") if rows == 1 else say("ice on rows a to {row}", row=ROW_LETTERS[rows - 1])


def reach(rows: int) -> Text:
    """The same, shorter, where it is clear that ice is meant."""
    if not rows:
        return say("none")
    return say("row a") if rows == 1 else say("a to {row}", row=ROW_LETTERS[rows - 1])


def coming(suns: tuple[Freeze, ...]) -> Text | None:
    """What the next two steps of the sun bring; None after the last one."""
    ahead = [say("round {round}: {ice}", round=sun.round, ice=ice(sun.frozen_rows)) for sun in suns[:2]]
    return say("{ahead}", ahead=ahead) if ahead else None


def remains(view: View) -> Text | None:
    """Whom the viewer can still send: what is done is paid for with crewmen."""
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    if own is None:
        return None
    return say("Crew ready: ship {ship}, sled {sled}", ship=own.crew["ship"].available, sled=own.crew["sled"].available)


def crew(seen: Seen, vehicle: str) -> Text:
    """How many crewmen of a column are available."""
    column = seen.crew["ship" if vehicle == "ship" else "sled"]
    return say("{available}/{all}", available=column.available, all=column.available + column.resting)
