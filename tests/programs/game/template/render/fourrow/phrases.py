"""What the picture says, and the alt text with it."""

from __future__ import annotations

from engine.games.fourrow.view import View

from engine.kernel.text import Text, Who, count, say


def headline(view: View) -> Text:
    """Whose turn it is, or who has won."""
    if not view.ended:
        return say("{seat} to drop a disc", seat=Who(view.to_move))
    if len(view.winners) == 1:
        return say("{seat} has the row", seat=Who(view.winners[0]))
    return say("Nobody has the row")


def left(discs: int) -> Text:
    """What somebody has yet to drop."""
    return count("{n} disc left", "{n} discs left", discs)


def wanted(goal: int) -> Text:
    """What wins."""
    return say("{goal} in a row win", goal=goal)
