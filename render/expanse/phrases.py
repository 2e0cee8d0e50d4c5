"""What the pictures of The Expanse Board Game say about turns, phases, strength and places."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.expanse.view import FACTIONS, ChartRow, Faction, View, VisibleFaction
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit import banner
from render.kit.news import find_subject
from render.kit.scene import Scene
from render.kit.text import MIN_DATA_SIZE_PX, Role, clean, measure_width

MAX_CHANGED_PLACES = 8
"""The most places that are shown as changed."""
NUMERALS = ("I", "II", "III", "IV", "V", "VI")


def list_acting_seats(scene: Scene) -> tuple[Seat, ...]:
    """The seats to act, none at the end."""
    return banner.list_acting_seats(scene, scene.view.active, ended=bool(scene.view.ended))


def list_factions(view: View) -> tuple[Faction, ...]:
    """The factions in play (E1.2), in the order of the plates."""
    return FACTIONS[: view.seats]


def find_faction(view: View, seat: Seat | None) -> VisibleFaction | None:
    """The faction of a seat; None before it has one, and for a spectator."""
    return next((side for side in view.sides if side.seat == seat), None)


def find_viewer_faction(view: View) -> VisibleFaction | None:
    """The viewer's faction while there are cards to use; None for a spectator, before the factions are chosen, at the end."""
    return None if view.ended or view.phase == "factions" else find_faction(view, view.viewer)


def list_by_initiative(view: View) -> tuple[VisibleFaction, ...]:
    """The factions from the top of the Initiative Track down; with two players in the order of turns."""
    return tuple(sorted(view.sides, key=lambda side: (side.place, side.seat)))


def format_headline(scene: Scene) -> Text:
    """Whose turn it is, or who has won."""
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
    """How many Scoring turns with a Bonus Sector are over."""
    return sum(row.sector is not None for row in view.chart)


def describe_phase(scene: Scene) -> Text:
    """What is under way, or that the game is over."""
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


def describe_resources(scene: Scene) -> Text | None:
    """What the player to move can still spend."""
    view: View = scene.view
    return describe_phase(scene) if view.spending else None


def format_strength(strength: int) -> str:
    """Fleet strength, counted in halves, as a number: 7 is "3½"."""
    whole = str(strength // 2) if strength > 1 or not strength else ""
    return whole + "½" * (strength % 2)


def name_sector(word: str, name: str) -> Text:
    """A Sector in one word."""
    short = {"inner": say("Inner"), "belt": say("Belt"), "outer": say("Outer")}
    return short.get(word, Text(name))


def choose_name_role(name: str, role: Role, room: int) -> Role:
    """This role for a name on the map, or a narrow one where the name would be too long in this language."""
    return role if measure_width(name, role, MIN_DATA_SIZE_PX) <= room else "bold"


def shorten_faction(faction: Faction) -> Text:
    """A faction in a few letters."""
    return {"un": say("UN"), "mcr": say("MCR"), "opa": say("OPA"), "pg": say("PG")}[faction]


def name_resource(word: str) -> Text:
    """The name of a resource."""
    names = {"food": say("Food"), "water": say("Water"), "minerals": say("Minerals"), "tech": say("Tech")}
    return names[word]


def find_next_space(view: View) -> ChartRow | None:
    """The next space of the bonus chart to be filled; None when all are."""
    return next((row for row in view.chart if row.sector is None), None)


def count_techs(view: View) -> int:
    """How many Tech cards of each faction are in force."""
    return max((sum(one.is_active for one in side.abilities) - 1 for side in view.sides), default=0)


def split_name(name: str, word: str) -> list[tuple[str, bool]]:
    """A base's name in parts, and which of them moves call it by: The Rings is "rings".

    >>> spelled("The Rings", "rings")
    [('The', False), ('Rings', True)]
    >>> spelled("Londres Nova", "nova-b")
    [('Londres Nova', True)]
    """
    parts = clean(name).split()
    if word in (part.lower() for part in parts):
        return [(part, part.lower() == word) for part in parts]
    return [(" ".join(parts), True)]


class ChangedPlaces(NamedTuple):
    """The places that the news name, by word, and the faction that changed them."""

    bases: dict[str, Faction]
    orbitals: dict[str, Faction]


def find_changed_places(scene: Scene) -> ChangedPlaces:
    """The places that the news name; none while something is to be chosen, nor when too many are named for any to stand out."""
    view: View = scene.view
    found = ChangedPlaces({}, {})
    bases = {base.name: base.word for base in view.bases}
    orbitals = {orbital.name: orbital.word for orbital in view.orbitals}
    for event in () if view.ended or scene.marks else scene.recent_events:
        side = find_faction(view, find_subject(event))
        for key, arg in event.args.items():
            if side is None or not isinstance(arg, (Text, str)):
                continue
            name = arg if isinstance(arg, str) else arg.template  # older logs hold plain names
            if name in bases and (key == "base" or name not in orbitals):
                found.bases[bases[name]] = side.faction
            elif name in orbitals:
                found.orbitals[orbitals[name]] = side.faction
    return found if len(found.bases) + len(found.orbitals) <= MAX_CHANGED_PLACES else ChangedPlaces({}, {})


def list_relevant_cards(scene: Scene) -> tuple[str, ...]:
    """Which cards matter to the viewer ("track", "kept", "crew"): those to choose from or, without a choice, to use."""
    view: View = scene.view
    kinds = ("track", "kept", "crew")
    asked = tuple(kind for kind in kinds if any(spot.startswith(f"{kind}-") for spot in scene.marks))
    if asked:
        return asked
    if view.phase in ("scoring", "final"):
        return kinds[1:] if view.holder == view.viewer else kinds[1:2]
    return kinds[:2]
