"""What a seat cannot know must change nothing that it can see. Hidden things are dealt afresh and everything is compared."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canon, sample
from engine.kernel.position import Position, Run
from engine.kernel.text import Illegal, Seat, plain
from tests.conformance.journey import Check, Journey, Moment

Pov = Seat | None
MOMENTS = 15
TRIES = 8
"""How often one moment is dealt afresh where chance could give the same cards again."""


def views_hide(journey: Journey) -> None:
    """Nobody's view shows what they cannot know; and dealing afresh is honest: it changes something, and makes no pieces."""
    game = journey.game
    changed = False
    for moment in journey.some(MOMENTS):
        state, before = moment.here.state, _plain(moment.here.state)
        for pov in journey.povs:
            other = game.resample(state, pov, journey.shuffle)
            assert _plain(state) == before, journey.where(moment) + "resample has changed the state that it was given"
            assert game.inventory(other) == game.inventory(state), (
                journey.where(moment) + "resample makes or loses pieces"
            )
            seen, now_seen = _view(journey, state, pov), _view(journey, other, pov)
            assert seen == now_seen, journey.where(moment) + f"{who(pov)} sees hidden things:\n{seen!r}\n{now_seen!r}"
            changed |= _plain(other) != before
    assert changed, f"{game.slug} {journey.case}: nothing was ever dealt afresh, so nothing was compared"


def private_news_is_private(journey: Journey) -> None:
    """Who was told something alone knows more than a spectator: what a spectator cannot know shows in that seat's view."""
    told = {seat for moment in journey.moments for event in moment.step.played.events for seat in event.to or ()}
    for seat in told:
        states = [moment.here.state for moment in journey.moments for _ in range(TRIES)]
        dealt = (journey.game.resample(state, None, journey.shuffle) for state in states)
        pairs = zip(dealt, states, strict=True)
        assert any(_view(journey, other, seat) != _view(journey, state, seat) for other, state in pairs), (
            f"{journey.game.slug} {journey.case}: seat {seat} is told secrets that resample never deals"
        )


def questions_betray_nothing(journey: Journey) -> None:
    """Where a seat sees the same, the same seats are asked and it is offered the same."""
    compared = 0
    for moment in journey.some(MOMENTS):
        for pov in journey.povs:
            pair = _twins(journey, moment, pov)
            if pair is None:
                continue
            here, there = pair
            compared += 1
            assert sorted(here.now.ask) == sorted(there.now.ask), journey.where(moment) + (
                f"who is asked tells {who(pov)} of hidden things: {sorted(here.now.ask)} or {sorted(there.now.ask)}"
            )
            if pov is not None and pov in here.now.ask:
                _same_offer(journey, moment, here.menu(pov), there.menu(pov))
    assert compared, f"{journey.game.slug} {journey.case}: no question could be compared"


def _same_offer(journey: Journey, moment: Moment, here: Menu, there: Menu) -> None:
    """The menus along one random path."""
    a: Menu | None = here
    b: Menu | None = there
    for word in sample(here, journey.below):
        assert a is not None
        assert b is not None, journey.where(moment) + f"the menu ends earlier: {word}"
        assert _offer(a) == _offer(b), journey.where(moment) + "the menu tells of hidden things"
        a, b = a.then(word), b.then(word)
    assert a is None
    assert b is None, journey.where(moment) + "the menu goes on further"


def _offer(menu: Menu) -> object:
    return menu.name, menu.prompt, menu.options, menu.lo, menu.hi, menu.secret


def moves_betray_nothing(journey: Journey) -> None:
    """A move that reveals nothing tells and shows the same whatever lies hidden. Else it must be a barrier."""
    compared = 0
    for moment in journey.some(2 * MOMENTS):
        for pov in journey.povs:
            pair = _twins(journey, moment, pov)
            if pair is None or not _allows(pair[1], moment.step.seat, moment.step.words):
                continue
            news = [_news(run, moment.step.seat, moment.step.words, pov) for run in pair]
            if None in news:
                continue
            compared += 1
            move = f"{journey.where(moment)}“{' '.join(moment.step.words)}”"
            assert news[0] == news[1], f"{move} tells {who(pov)}:\n{news[0]}\nor\n{news[1]}"
            here, there = (_view(journey, run.state, pov) for run in pair)
            assert here == there, f"{move} shows {who(pov)}:\n{here!r}\nor\n{there!r}"
    assert compared, f"{journey.game.slug} {journey.case}: no move could be compared"


def _twins(journey: Journey, moment: Moment, pov: Pov) -> tuple[Run[Any], Run[Any]] | None:
    """The moment and one with other hidden things that looks the same; None where the answers given do not fit the other."""
    position, seed = moment.position, journey.case.seed
    here = _alive(journey, position, position.base, seed)
    there = _alive(journey, position, journey.game.resample(position.base, pov, journey.shuffle), seed)
    assert here is not None, journey.where(moment)
    return (here, there) if there is not None and _seen(journey, here, pov) == _seen(journey, there, pov) else None


def _alive(journey: Journey, position: Position[Any], base: Any, seed: str) -> Run[Any] | None:
    run: Run[Any] = Run(journey.game, Position(base, position.tick), seed)
    heard = run.out.events
    try:
        for seat, words in position.answers:
            heard = [*heard, *run.play(seat, words).events]
    except Illegal:
        return None
    run.out.events = heard  # all of the turn so far, not of its last move only
    return run


def _allows(run: Run[Any], seat: Seat, words: Words) -> bool:
    try:
        canon(run.menu(seat), words)
    except Illegal:
        return False
    return True


def _news(run: Run[Any], seat: Seat, words: Words, pov: Pov) -> list[str] | None:
    """What the move tells the onlooker; None when it is a barrier."""
    try:
        played = run.play(seat, words)
    except Illegal:
        return None
    return None if played.barrier else _heard(list(played.events), pov)


def _heard(events: list[Event], pov: Pov) -> list[str]:
    return [plain(event.text) for event in events if event.to is None or pov in event.to]


def _seen(journey: Journey, run: Run[Any], pov: Pov) -> object:
    return _view(journey, run.state, pov), _heard(run.out.events, pov), run.result


def _view(journey: Journey, state: Any, pov: Pov) -> bytes:
    return msgspec.json.encode(journey.game.view(state, pov))


def _plain(state: msgspec.Struct) -> bytes:
    return msgspec.json.encode(state)


def who(pov: Pov) -> str:
    """The onlooker in words."""
    return "a spectator" if pov is None else f"seat {pov}"


SECRECY: tuple[Check, ...] = (views_hide, private_news_is_private, questions_betray_nothing, moves_betray_nothing)
