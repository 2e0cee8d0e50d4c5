"""Where a player stands in the race, in one line."""

from __future__ import annotations

from engine.games.paso.view import View
from engine.kernel.standing import find_lead
from engine.kernel.text import SeatMention, Text, count, say


def describe_standing(view: View) -> Text | None:
    """Describe the viewer's lead, and the rows to the end; None for a spectator, and before and after the race."""
    if view.viewer is None or view.phase != "race":
        return None
    rows = {player.seat: player.row for player in view.players}
    lead, rival = find_lead(rows, view.viewer)
    left = view.rows - rows[view.viewer]
    return say("{lead}; {left}.", lead=_describe_lead(lead, SeatMention(rival)), left=_describe_way(left))


def _describe_lead(rows: int, rival: SeatMention) -> Text:
    if not rows:
        return say("You are level with {rival}", rival=rival)
    if rows > 0:
        return count("You lead by {n} row", "You lead by {n} rows", rows)
    return count("{rival} is {n} row ahead", "{rival} is {n} rows ahead", -rows, rival=rival)


def _describe_way(rows: int) -> Text:
    if not rows:
        return say("you are on the last row")
    return count("{n} row to the end", "{n} rows to the end", rows)
