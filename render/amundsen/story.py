"""The latest turns of Amundsen vs Scott: sentences for them, and the marks of the walked spaces."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, Card, Side, View, VisibleExplorer
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """Summarize each of the latest turns in a sentence."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """List the phrases of each of the latest turns, without the turns before the choice of explorers."""
    found: list[tuple[Seat, Phrases]] = []
    for turn in list_turns(scene):
        if turn.before.explorers:
            found.append((turn.seat, list_phrases(turn)))
    return found


class RouteStep(NamedTuple):
    """A spot that an explorer left or reached in a turn: a space, or the "?" behind it."""

    side: Side
    space: int
    is_lost: bool


class TurnMarks(NamedTuple):
    """The way of an explorer in a turn: the first spot, then the spots that the explorer walked to."""

    seat: Seat
    start: RouteStep
    walked_steps: tuple[RouteStep, ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """List the ways of both explorers in the latest turns, in the order of the turns.

    A rival who is driven off the route gets marks too, with the seat of the player who moved.
    """
    found: list[TurnMarks] = []
    for turn in list_turns(scene):
        for before in turn.before.explorers:
            after = _find_explorer(turn.after, before.seat)
            start = _find_step(before)
            if start != _find_step(after):
                found.append(TurnMarks(turn.seat, start, _list_walked_steps(before, after)))
    return found


def _find_step(explorer: VisibleExplorer) -> RouteStep:
    return RouteStep(explorer.side, explorer.space, explorer.is_lost)


def _list_walked_steps(before: VisibleExplorer, after: VisibleExplorer) -> tuple[RouteStep, ...]:
    """List every space of an advance, or only the last spot of another move."""
    if after.is_lost or after.space <= before.space:
        return (_find_step(after),)
    steps: list[RouteStep] = []
    for space in range(before.space + 1, after.space + 1):
        steps.append(RouteStep(after.side, space, is_lost=False))
    return tuple(steps)


def list_phrases(turn: TurnChange) -> list[Text]:
    """List what a side did in its turn: its way, the rival's way, the cards taken and spent."""
    view_before: View = turn.before
    view_after: View = turn.after
    before, after = _find_explorer(view_before, turn.seat), _find_explorer(view_after, turn.seat)
    found = _list_steps(view_after, before, after)
    for rival in view_after.explorers:
        if rival.seat != turn.seat:
            found += _list_rival_steps(_find_explorer(view_before, rival.seat), rival)
    gained, hidden_count = _find_gained_cards(before, after)
    if gained:
        found.append(say("takes {cards}", cards=list(cards.name_cards(gained))))
    if hidden_count:
        found.append(count("takes a card unseen", "takes {n} cards unseen", hidden_count))
    spent = _find_spent_cards(view_before, view_after)
    if spent:
        found.append(say("spends {cards}", cards=list(cards.name_cards(spent))))
    if not found and view_after.ended == "frozen":
        return [say("lets both explorers freeze")]
    return found or [say("ends the turn")]


def _find_explorer(view: View, seat: Seat) -> VisibleExplorer:
    explorer = view.find_explorer(seat)
    assert explorer is not None, "each seat has an explorer while the game goes on"
    return explorer


def _list_steps(view: View, before: VisibleExplorer, after: VisibleExplorer) -> list[Text]:
    """List the moves of the explorer whose turn it was."""
    pole = len(view.track.find_route(after.side).colours) + 1
    if after.space == pole and before.space != pole:
        return [say("reaches the South Pole")]
    if before.is_lost and not after.is_lost:
        if after.space:
            return [say("finds the route again at space {space}", space=after.space)]
        return [say("goes back to the ship")]
    steps = after.space - before.space
    if steps > 0:
        return [count("advances a space, to {space}", "advances {n} spaces, to {space}", steps, space=after.space)]
    if steps < 0:
        return [say("goes back to space {space}", space=after.space)]
    if after.is_lost and not before.is_lost:
        return [say("loses the route behind space {space}", space=after.space)]
    return []


def _list_rival_steps(before: VisibleExplorer, after: VisibleExplorer) -> list[Text]:
    """List where the turn drove the rival."""
    if _find_step(before) == _find_step(after):
        return []
    rival = SeatMention(after.seat)
    if after.is_lost:
        return [say("drives {rival} off the route behind space {space}", rival=rival, space=after.space)]
    return [say("drives {rival} back to space {space}", rival=rival, space=after.space)]


def _find_gained_cards(before: VisibleExplorer, after: VisibleExplorer) -> tuple[list[Card], int]:
    """Return the new cards of a hand that the viewer knows, and the number of the other new cards."""
    gained = _count_hand(after) - _count_hand(before)
    hidden_count = gained.pop(CARD_BACK, 0)
    return sorted(gained.elements()), hidden_count


def _count_hand(explorer: VisibleExplorer) -> Counter[Card]:
    return Counter(held.card for held in explorer.hand)


def _find_spent_cards(before: View, after: View) -> list[Card]:
    """List the new cards on the discards; none if the discards became a new deck."""
    if after.shuffles != before.shuffles or len(after.discards) < len(before.discards):
        return []
    return list(after.discards[len(before.discards) :])
