"""Phrases on the pictures of Expedition: Northwest Passage: finds, scores, the sun and the seat to move."""

from __future__ import annotations

from engine.games.northwest.view import Kind, SunStep, View, VisibleExpedition
from engine.kernel.text import Seat, Text, say
from render.kit import banner
from render.kit.scene import Scene
from render.northwest.layout import ROW_LETTERS

TOKEN_KINDS: tuple[Kind, ...] = ("cairn", "inuit", "franklin", "strait", "cartography")
"""Discovery tokens in the order of their columns."""
MAJORITY_KINDS = TOKEN_KINDS[2:]
"""The discovery tokens with a majority."""


def name_kind(word: str) -> Text:
    """Name a kind of discovery."""
    names = {
        "cairn": say("Cairn"),
        "inuit": say("Inuit"),
        "franklin": say("Franklin"),
        "strait": say("Strait"),
        "cartography": say("Cartography"),
    }
    return names[word]


def name_line(word: str) -> Text:
    """Name a line of the score sheet."""
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
    """List the seats to act; none at the end."""
    return banner.list_acting_seats(scene, scene.view.to_move, ended=scene.view.ended)


def format_headline(scene: Scene) -> Text:
    """Say whose turn it is, or who has won."""
    view: View = scene.view
    acting_seats = list_acting_seats(scene)
    if acting_seats:
        return banner.describe_acting(acting_seats, view.to_move)
    return banner.describe_winners(view.winners if view.ended else scene.winners)


def describe_round(view: View) -> Text:
    """Name the round."""
    if view.is_drafting:
        return say("First tiles")
    return say("Round {round} of {rounds}", round=view.sun.round, rounds=view.rounds)


def list_round_wordings(view: View) -> tuple[Text, ...]:
    """List the names of the round for a narrow panel, the preferred one first."""
    if view.is_drafting:
        return (describe_round(view),)
    return describe_round(view), say("Round {round}/{rounds}", round=view.sun.round, rounds=view.rounds)


def describe_ice(rows: int) -> Text:
    """Say how far the ice reaches."""
    if not rows:
        return say("no ice")
    if rows == 1:
        return say("ice on row a")
    return say("ice on rows a to {row}", row=ROW_LETTERS[rows - 1])


def describe_ice_reach(rows: int) -> Text:
    """Say how far the ice reaches, in short where the subject is clear."""
    if not rows:
        return say("none")
    if rows == 1:
        return say("row a")
    return say("a to {row}", row=ROW_LETTERS[rows - 1])


def describe_next_suns(suns: tuple[SunStep, ...]) -> Text | None:
    """Describe the ice after the next two steps of the sun; None after the last step."""
    ahead = [say("round {round}: {ice}", round=sun.round, ice=describe_ice(sun.frozen_rows)) for sun in suns[:2]]
    if ahead:
        return say("{ahead}", ahead=ahead)
    return None


def find_own_expedition(view: View) -> VisibleExpedition | None:
    """Find the viewer's expedition; None for a spectator."""
    if view.viewer is None:
        return None
    return view.expeditions[view.viewer]


def describe_resources(view: View) -> Text | None:
    """Describe the available crewmen of the viewer, who pay for actions; None for a spectator."""
    own = find_own_expedition(view)
    if own is None:
        return None
    return say("Crew ready: ship {ship}, sled {sled}", ship=own.crew["ship"].available, sled=own.crew["sled"].available)


def describe_crew(expedition: VisibleExpedition, vehicle: str) -> Text:
    """Describe the available crewmen of a column and all of them: "3/5"."""
    column = expedition.crew["ship" if vehicle == "ship" else "sled"]
    return say("{available}/{all}", available=column.available, all=column.available + column.resting)
