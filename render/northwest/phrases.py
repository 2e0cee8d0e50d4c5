"""What the pictures of Expedition: Northwest Passage say about finds, scores, the sun and whose turn it is."""

from __future__ import annotations

from engine.games.northwest.view import Kind, SunStep, View, VisibleExpedition
from engine.kernel.text import Seat, Text, say
from render.kit import banner
from render.kit.scene import Scene
from render.northwest.layout import ROW_LETTERS

TOKEN_KINDS: tuple[Kind, ...] = ("cairn", "inuit", "franklin", "strait", "cartography")
"""Discovery tokens in the order of their columns; the last three count for a majority."""


def name_kind(word: str) -> Text:
    """The name of a discovery."""
    names = {
        "cairn": say("Cairn"),
        "inuit": say("Inuit"),
        "franklin": say("Franklin"),
        "strait": say("Strait"),
        "cartography": say("Cartography"),
    }
    return names[word]


def name_line(word: str) -> Text:
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


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.to_move, ended=scene.view.ended)


def format_headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
    view: View = scene.view
    winners = view.winners if view.ended else scene.winners
    return (
        banner.describe_acting(list_acting_seats(scene), view.to_move)
        if list_acting_seats(scene)
        else banner.describe_winners(winners)
    )


def describe_round(view: View) -> Text:
    """The round."""
    if view.is_drafting:
        return say("First tiles")
    return say("Round {round} of {rounds}", round=view.sun.round, rounds=view.rounds)


def describe_ice(rows: int) -> Text:
    """How far the ice reaches."""
    if not rows:
        return say("no ice")
    return say("ice on row a") if rows == 1 else say("ice on rows a to {row}", row=ROW_LETTERS[rows - 1])


def describe_ice_reach(rows: int) -> Text:
    """The same, shorter, where it is clear that ice is meant."""
    if not rows:
        return say("none")
    return say("row a") if rows == 1 else say("a to {row}", row=ROW_LETTERS[rows - 1])


def describe_next_suns(suns: tuple[SunStep, ...]) -> Text | None:
    """What the next two steps of the sun bring; None after the last one."""
    ahead = [say("round {round}: {ice}", round=sun.round, ice=describe_ice(sun.frozen_rows)) for sun in suns[:2]]
    return say("{ahead}", ahead=ahead) if ahead else None


def describe_resources(view: View) -> Text | None:
    """Whom the viewer can still send: what is done is paid for with crewmen."""
    own = next((seen for seen in view.expeditions if seen.seat == view.viewer), None)
    if own is None:
        return None
    return say("Crew ready: ship {ship}, sled {sled}", ship=own.crew["ship"].available, sled=own.crew["sled"].available)


def describe_crew(expedition: VisibleExpedition, vehicle: str) -> Text:
    """How many crewmen of a column are available."""
    column = expedition.crew["ship" if vehicle == "ship" else "sled"]
    return say("{available}/{all}", available=column.available, all=column.available + column.resting)
