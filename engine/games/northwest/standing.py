"""Where a player stands, in one line."""

from __future__ import annotations

from engine.games.northwest.view import View
from engine.kernel.standing import find_lead
from engine.kernel.text import SeatMention, Text, count, say


def describe_standing(view: View) -> Text | None:
    """Describe the viewer's lead in points on the track, and the round; None for a spectator, and before and after the rounds."""
    if view.viewer is None or view.is_drafting or view.ended:
        return None
    points, rival = find_lead({one.seat: one.track_points for one in view.expeditions}, view.viewer)
    lead = _describe_lead(points, SeatMention(rival))
    return say("{lead}; round {round} of {rounds}.", lead=lead, round=view.sun.round, rounds=view.rounds)


def _describe_lead(points: int, rival: SeatMention) -> Text:
    if not points:
        return say("You are level with {rival}", rival=rival)
    if points > 0:
        return count("You lead by {n} point", "You lead by {n} points", points)
    return count("{rival} is {n} point ahead", "{rival} is {n} points ahead", -points, rival=rival)
