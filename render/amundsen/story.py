"""What was done in the latest turns of Amundsen vs Scott, told in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, Card, Side, View, VisibleExplorer
from engine.kernel.text import Seat, SeatMention, Text, count, say
from render.amundsen import phrases
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """What was done in each of the latest turns; nothing before both have an explorer."""
    return [(turn.seat, list_phrases(turn)) for turn in list_turns(scene) if turn.before.explorers]


class RouteStep(NamedTuple):
    """A spot that an explorer left or came to in a turn: a space, or the "?" behind it."""

    side: Side
    space: int
    is_lost: bool


class TurnMarks(NamedTuple):
    """The way of an explorer in a turn: from the spot where he stood over those that he walked."""

    seat: Seat
    start: RouteStep
    walked_steps: tuple[RouteStep, ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """The ways of both explorers in the latest turns, of one who was driven away too; grouped by who moved."""
    found: list[TurnMarks] = []
    for turn in list_turns(scene):
        for was in turn.before.explorers:
            now = _find_explorer(turn.after, was.seat)
            if (was.space, was.lost) == (now.space, now.is_lost):
                continue
            spaces = range(was.space + 1, now.space + 1) if now.space > was.space and not now.is_lost else ()
            ways = [RouteStep(was.side, space, is_lost=False) for space in spaces] or [
                RouteStep(now.side, now.space, now.is_lost)
            ]
            found.append(TurnMarks(turn.seat, RouteStep(was.side, was.space, was.lost), tuple(ways)))
    return found


def list_phrases(turn: TurnChange) -> list[Text]:
    """What a side did in its turn: its way, what became of the rival, the cards taken and spent."""
    mine = _find_explorer(turn.before, turn.seat), _find_explorer(turn.after, turn.seat)
    found = [*_list_steps(turn.after, *mine)]
    for rival in turn.after.explorers:
        before = _find_explorer(turn.before, rival.seat)
        if rival.seat == turn.seat or (rival.lost, rival.space) == (before.is_lost, before.space):
            continue
        if rival.lost:
            found.append(
                say(
                    "drives {rival} off the route behind space {space}",
                    rival=SeatMention(rival.seat),
                    space=rival.space,
                )
            )
        else:
            found.append(say("drives {rival} back to space {space}", rival=SeatMention(rival.seat), space=rival.space))
    gained, hidden = _find_gained_cards(*mine)
    if gained:
        found.append(say("takes {cards}", cards=list(cards.name_cards(gained))))
    if hidden:
        found.append(count("takes a card unseen", "takes {n} cards unseen", hidden))
    spent = _find_spent_cards(turn.before, turn.after)
    if spent:
        found.append(say("spends {cards}", cards=list(cards.name_cards(spent))))
    return found or [say("ends the turn")]


def _find_explorer(view: View, seat: Seat) -> VisibleExplorer:
    return next(explorer for explorer in view.explorers if explorer.seat == seat)


def _list_steps(view: View, was: VisibleExplorer, now: VisibleExplorer) -> list[Text]:
    pole = len(phrases.find_route(view.track, now.side).colours) + 1
    if now.space == pole and was.space != pole:
        return [say("reaches the South Pole")]
    if was.is_lost and not now.is_lost:
        return [
            say("finds the route again at space {space}", space=now.space)
            if now.space
            else say("goes back to the ship")
        ]
    steps = now.space - was.space
    if steps > 0:
        return [count("advances a space, to {space}", "advances {n} spaces, to {space}", steps, space=now.space)]
    if steps < 0:
        return [say("goes back to space {space}", space=now.space)]
    return [say("loses the route behind space {space}", space=now.space)] if now.is_lost and not was.is_lost else []


def _find_gained_cards(was: VisibleExplorer, now: VisibleExplorer) -> tuple[list[Card], int]:
    """The cards that came into a hand: those that the viewer knows, and how many others."""
    held, here = (Counter(one.card for one in explorer.hand) for explorer in (was, now))
    gained = here - held
    hidden = gained.pop(CARD_BACK, 0)
    return sorted(gained.elements()), hidden


def _find_spent_cards(was: View, now: View) -> list[Card]:
    """The cards that were put on the discards; nothing where they have become a new deck."""
    if now.shuffles != was.shuffles or len(now.discards) < len(was.discards):
        return []
    return list(now.discards[len(was.discards) :])
