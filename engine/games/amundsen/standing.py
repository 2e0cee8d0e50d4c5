"""Where a player stands in the race, in one line."""

from __future__ import annotations

from engine.games.amundsen.cards import name_colour
from engine.games.amundsen.view import View, VisibleExplorer
from engine.kernel.text import SeatMention, Text, count, say


def describe_standing(view: View) -> Text | None:
    """Describe the viewer's lead, and what the rival needs next; None for a spectator, and before and after the race."""
    me = view.find_explorer(view.viewer)
    if me is None or view.ended:
        return None
    rival = next(explorer for explorer in view.explorers if explorer is not me)
    return say("{lead}; {need}.", lead=_describe_lead(me.space - rival.space), need=_describe_need(view, rival))


def _describe_lead(spaces: int) -> Text:
    if not spaces:
        return say("You are level")
    if spaces > 0:
        return count("You lead by {n} space", "You lead by {n} spaces", spaces)
    return count("You are {n} space behind", "You are {n} spaces behind", -spaces)


def _describe_need(view: View, rival: VisibleExplorer) -> Text:
    if rival.is_lost:
        return say("{rival} is lost", rival=SeatMention(rival.seat))
    colours = view.track.find_route(rival.side).colours
    if rival.space >= len(colours):
        return say("{rival} needs all 4", rival=SeatMention(rival.seat))
    return say("{rival} needs {colour}", rival=SeatMention(rival.seat), colour=name_colour(colours[rival.space]))
