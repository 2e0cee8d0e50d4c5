"""What was done in the latest turns of Amundsen vs Scott, told in words."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from engine.games.amundsen import cards
from engine.games.amundsen.view import BACK, Card, SeenExplorer, Side, View
from engine.kernel.text import Seat, Text, Who, count, say
from render.amundsen import phrases
from render.kit.scene import Scene
from render.kit.story import Parts, Turn, sentences, turns


def news(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return sentences(told(scene))


def told(scene: Scene) -> list[tuple[Seat, Parts]]:
    """What was done in each of the latest turns; nothing before both have an explorer."""
    return [(turn.seat, parts(turn)) for turn in turns(scene) if turn.was.explorers]


class Step(NamedTuple):
    """A spot that an explorer left or came to in a turn: a space, or the "?" behind it."""

    side: Side
    space: int
    lost: bool


class Trace(NamedTuple):
    """The way of an explorer in a turn: from the spot where he stood over those that he walked."""

    seat: Seat
    left: Step
    walked: tuple[Step, ...]


def traces(scene: Scene) -> list[Trace]:
    """The ways of both explorers in the latest turns, of one who was driven away too; grouped by who moved."""
    found: list[Trace] = []
    for turn in turns(scene):
        for was in turn.was.explorers:
            now = _of(turn.now, was.seat)
            if (was.space, was.lost) == (now.space, now.lost):
                continue
            spaces = range(was.space + 1, now.space + 1) if now.space > was.space and not now.lost else ()
            ways = [Step(was.side, space, lost=False) for space in spaces] or [Step(now.side, now.space, now.lost)]
            found.append(Trace(turn.seat, Step(was.side, was.space, was.lost), tuple(ways)))
    return found


def parts(turn: Turn) -> list[Text]:
    """What a side did in its turn: its way, what became of the rival, the cards taken and spent."""
    mine = _of(turn.was, turn.seat), _of(turn.now, turn.seat)
    found = [*_walk(turn.now, *mine)]
    for rival in turn.now.explorers:
        before = _of(turn.was, rival.seat)
        if rival.seat == turn.seat or (rival.lost, rival.space) == (before.lost, before.space):
            continue
        if rival.lost:
            found.append(
                say("drives {rival} off the route behind space {space}", rival=Who(rival.seat), space=rival.space)
            )
        else:
            found.append(say("drives {rival} back to space {space}", rival=Who(rival.seat), space=rival.space))
    gained, hidden = _gained(*mine)
    if gained:
        found.append(say("takes {cards}", cards=list(cards.names(gained))))
    if hidden:
        found.append(count("takes a card unseen", "takes {n} cards unseen", hidden))
    spent = _spent(turn.was, turn.now)
    if spent:
        found.append(say("spends {cards}", cards=list(cards.names(spent))))
    return found or [say("ends the turn")]


def _of(view: View, seat: Seat) -> SeenExplorer:
    return next(explorer for explorer in view.explorers if explorer.seat == seat)


def _walk(view: View, was: SeenExplorer, now: SeenExplorer) -> list[Text]:
    pole = len(phrases.route(view.track, now.side).colours) + 1
    if now.space == pole and was.space != pole:
        return [say("reaches the South Pole")]
    if was.lost and not now.lost:
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
    return [say("loses the route behind space {space}", space=now.space)] if now.lost and not was.lost else []


def _gained(was: SeenExplorer, now: SeenExplorer) -> tuple[list[Card], int]:
    """The cards that came into a hand: those that the viewer knows, and how many others."""
    held, here = (Counter(one.card for one in explorer.hand) for explorer in (was, now))
    gained = here - held
    hidden = gained.pop(BACK, 0)
    return sorted(gained.elements()), hidden


def _spent(was: View, now: View) -> list[Card]:
    """The cards that were put on the discards; nothing where they have become a new deck."""
    if now.shuffles != was.shuffles or len(now.discards) < len(was.discards):
        return []
    return list(now.discards[len(was.discards) :])
