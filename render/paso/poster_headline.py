"""The headline of the poster of La Aventura del Paso del Noroeste."""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.text import SeatMention, Text, say
from render.kit.poster import Finale
from render.kit.poster.facts import HeadlineFact, find_headline_fact
from render.paso.phrases import find_winning_side


def choose_headline(finale: Finale) -> Text:
    """Choose the headline: what was most remarkable in this game."""
    view: View = finale.scene.view
    fact = find_headline_fact(finale)
    winners = finale.result.winners
    side = find_winning_side(view, winners)
    if side is not None and len(winners) > 1:
        if side == "sirs":
            return say("The Sirs take the Passage")
        return say("The Explorers take the Passage")
    return _describe_course(fact, is_through=has_reached_sea(view))


def has_reached_sea(view: View) -> bool:
    """Check whether a ship has sailed past the last row."""
    for player in view.players:
        if player.row > view.rows:
            return True
    return False


def _describe_course(fact: HeadlineFact, *, is_through: bool) -> Text:
    match fact:
        case ("left", int(winner), _, _):
            return say("{seat} alone in the Passage", seat=SeatMention(winner))
        case ("overtaken", int(winner), int(rival), _):
            return say("{seat} slips past {rival} at the last", seat=SeatMention(winner), rival=SeatMention(rival))
        case ("close", int(winner), int(rival), _):
            return say("{seat} a bowsprit ahead of {rival}", seat=SeatMention(winner), rival=SeatMention(rival))
        case ("comeback", int(winner), _, _):
            return say("{seat} comes up from astern", seat=SeatMention(winner))
        case ("runaway", int(winner), _, _):
            return say("{seat} over the horizon", seat=SeatMention(winner))
        case ("led", int(winner), _, _):
            return say("{seat} in front from bay to bay", seat=SeatMention(winner))
        case ("won", int(winner), _, _):
            if is_through:
                return say("{seat} through the Passage", seat=SeatMention(winner))
            return say("{seat} furthest ahead", seat=SeatMention(winner))
    return say("The ice held them all")
