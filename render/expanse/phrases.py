"""The words of the pictures of The Expanse Board Game: turns, phases, strength and places."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.expanse.view import FACTIONS, ChartRow, Faction, View, VisibleFaction
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.fonts import clean
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.story import MAX_RECENT_EVENTS

NUMERALS = ("I", "II", "III", "IV", "V", "VI")


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """List the seats to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.active, ended=bool(scene.view.ended))


def list_factions(view: View) -> tuple[Faction, ...]:
    """List the factions in play (E1.2), in the order of their slots on the plates."""
    return FACTIONS[: view.seats]


def find_faction(view: View, seat: Seat | None) -> VisibleFaction | None:
    """Return the faction of a seat, None for a spectator and before the seat has one."""
    return next((side for side in view.sides if side.seat == seat), None)


def find_viewer_faction(view: View) -> VisibleFaction | None:
    """Return the viewer's faction while there are cards to use.

    It is None for a spectator, before the factions are chosen and at the end.
    """
    if view.ended or view.phase == "factions":
        return None
    return find_faction(view, view.viewer)


def find_headline_faction(scene: Scene) -> VisibleFaction | None:
    """Return the faction of the only winner, or of the only seat to act; None if there are several."""
    view: View = scene.view
    seats = view.winners if view.ended else scene.winners or list_acting_seats(scene)
    return find_faction(view, seats[0]) if len(seats) == 1 else None


def find_next_faction(view: View) -> VisibleFaction | None:
    """Return the faction whose turn is next; None before the factions are chosen and at the end."""
    if view.ended or view.phase == "factions":
        return None
    return find_faction(view, (view.active + 1) % view.seats)


def list_by_initiative(view: View) -> tuple[VisibleFaction, ...]:
    """List the factions from the top of the Initiative Track down; with two players in the order of turns."""
    return tuple(sorted(view.sides, key=lambda side: (side.place, side.seat)))


def format_headline(scene: Scene) -> Text:
    """Say whose turn it is, or who has won."""
    view: View = scene.view
    if view.ended:
        return banner.describe_winners(view.winners)
    seats = list_acting_seats(scene)
    if not seats:
        return banner.describe_winners(scene.winners)
    if view.phase == "factions" and len(seats) == 1:
        return say("{seat} to choose", seat=SeatMention(seats[0]))
    return banner.describe_acting(seats, view.active)


def count_scorings(view: View) -> int:
    """Count the Scoring turns with a Bonus Sector that are over."""
    return sum(row.sector is not None for row in view.chart)


def describe_phase(scene: Scene) -> Text:
    """Describe the phase, or say that the game is over."""
    view: View = scene.view
    if scene.end_reason is not None and not view.ended:
        return say("The game is over")
    match view.phase:
        case "factions":
            return say("Factions are being chosen")
        case "points" if view.spending:
            return count("{n} Action Point to spend", "{n} Action Points to spend", view.spending.left)
        case "points":
            return say("Action Points")
        case "offer":
            return say("An Event is on offer")
        case "event":
            return say("An Event is under way")
        case "scoring":
            return say("Scoring turn {n}", n=count_scorings(view) + 1)
        case "fleets":
            return say("Fleets come home")
        case "final":
            return say("Final scoring")
        case "over":
            return say("Final scores")
        case _:
            return say("Turn {n}", n=view.turn)


def list_phase_wordings(scene: Scene) -> tuple[Text, ...]:
    """List the descriptions of the phase for a banner, the preferred one first."""
    view: View = scene.view
    if view.phase == "points" and view.spending:
        return describe_phase(scene), say("{n} AP to spend", n=view.spending.left)
    return (describe_phase(scene),)


def describe_resources(scene: Scene) -> Text | None:
    """Describe the Action Points that the player to move can still spend, None if there are none."""
    view: View = scene.view
    return describe_phase(scene) if view.spending else None


def format_strength(strength: int) -> str:
    """Format a fleet strength in halves as a number: 7 is "3½"."""
    if strength == 1:
        return "½"
    return str(strength // 2) + "½" * (strength % 2)


def name_sector(word: str, name: str) -> Text:
    """Name a Sector in one word; `name` is its full name."""
    short = {"inner": say("Inner"), "belt": say("Belt"), "outer": say("Outer")}
    return short.get(word, Text(name))


def shorten_faction(faction: Faction) -> Text:
    """Name a faction in a few letters."""
    return {"un": say("UN"), "mcr": say("MCR"), "opa": say("OPA"), "pg": say("PG")}[faction]


def name_resource(word: str) -> Text:
    """Name a resource."""
    names = {"food": say("Food"), "water": say("Water"), "minerals": say("Minerals"), "tech": say("Tech")}
    return names[word]


def find_next_space(view: View) -> ChartRow | None:
    """Return the next free space of the bonus chart, None if all are filled."""
    return next((row for row in view.chart if row.sector is None), None)


def count_techs(view: View) -> int:
    """Count the Tech cards that each faction has in force."""
    return max((sum(ability.is_active for ability in side.abilities) - 1 for side in view.sides), default=0)


def split_name(name: str, word: str) -> list[tuple[str, bool]]:
    """Split a base's name into parts, each with whether it is the word of the base in moves.

    >>> split_name("The Rings", "rings")
    [('The', False), ('Rings', True)]
    >>> split_name("Londres Nova", "nova-b")
    [('Londres Nova', True)]
    """
    parts = clean(name).split()
    if word in (part.lower() for part in parts):
        return [(part, part.lower() == word) for part in parts]
    return [(" ".join(parts), True)]


class ChangedPlaces(NamedTuple):
    """The places that recent events name, by word, each with the faction that changed it."""

    bases: dict[str, Faction]
    orbitals: dict[str, Faction]


def find_changed_places(scene: Scene) -> ChangedPlaces:
    """Find the places that the events name which the panel tells; none while a choice is marked."""
    view: View = scene.view
    changed = ChangedPlaces({}, {})
    if view.ended or scene.marks:
        return changed
    bases = {base.name: base.word for base in view.bases}
    orbitals = {orbital.name: orbital.word for orbital in view.orbitals}
    for event in scene.recent_events[-MAX_RECENT_EVENTS:]:
        side = find_faction(view, find_subject(event))
        if side is None:
            continue
        for key, arg in event.args.items():
            if not isinstance(arg, (Text, str)):
                continue
            name = arg if isinstance(arg, str) else arg.template  # older logs hold plain names
            if name in bases and (key == "base" or name not in orbitals):
                changed.bases[bases[name]] = side.faction
            elif name in orbitals:
                changed.orbitals[orbitals[name]] = side.faction
    return changed


def list_relevant_cards(scene: Scene) -> tuple[str, ...]:
    """List the kinds of cards that matter to the viewer: "track", "kept", "crew".

    They are the kinds to choose from or, without a choice, the kinds that the viewer can use.
    """
    view: View = scene.view
    kinds = ("track", "kept", "crew")
    marked_kinds = {spot.partition("-")[0] for spot in scene.marks}
    if not marked_kinds.isdisjoint(kinds):
        return tuple(kind for kind in kinds if kind in marked_kinds)
    if view.phase not in ("scoring", "final"):
        return ("track", "kept")
    return ("kept", "crew") if view.holder == view.viewer else ("kept",)
