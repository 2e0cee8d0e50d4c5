"""Check that hidden information changes nothing that a seat sees: resample the hidden state and compare everything."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.host.service.play.move_warnings import find_warnings
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canonicalize_move, sample_move
from engine.kernel.position import GameRun, Position
from engine.kernel.text import IllegalMoveError, Seat, write_plain_text
from tests.conformance.random_game import Check, GameMoment, RandomGame

Viewer = Seat | None
MAX_MOMENTS = 15
MAX_RESAMPLINGS = 8
"""How often one moment is resampled, since a random deal can give the same cards again."""


def check_views_hide(journey: RandomGame) -> None:
    """Check that no view shows hidden information, and that resampling changes the hidden state and keeps all pieces."""
    game = journey.game
    changed = False
    for moment in journey.sample_moments(MAX_MOMENTS):
        state, before = moment.situation.state, _write_plain(moment.situation.state)
        for pov in journey.viewers:
            other = game.resample_state(state, pov, journey.shuffle)
            assert _write_plain(state) == before, (
                journey.describe_moment(moment) + "resample has changed the state that it was given"
            )
            assert game.count_pieces(other) == game.count_pieces(state), (
                journey.describe_moment(moment) + "resample makes or loses pieces"
            )
            seen, now_seen = _encode_view(journey, state, pov), _encode_view(journey, other, pov)
            assert seen == now_seen, (
                journey.describe_moment(moment) + f"{describe_viewer(pov)} sees hidden things:\n{seen!r}\n{now_seen!r}"
            )
            changed |= _write_plain(other) != before
    assert changed, f"{game.slug} {journey.case}: nothing was ever dealt afresh, so nothing was compared"


def check_private_events(journey: RandomGame) -> None:
    """Check that a private event tells its seat more than a spectator knows, and that the seat's view shows it."""
    told = {seat for moment in journey.moments for event in moment.played_move.result.events for seat in event.to or ()}
    for seat in told:
        states = [moment.situation.state for moment in journey.moments for _ in range(MAX_RESAMPLINGS)]
        dealt = (journey.game.resample_state(state, None, journey.shuffle) for state in states)
        pairs = zip(dealt, states, strict=True)
        assert any(
            _encode_view(journey, other, seat) != _encode_view(journey, state, seat) for other, state in pairs
        ), f"{journey.game.slug} {journey.case}: seat {seat} is told secrets that resample never deals"


def check_questions(journey: RandomGame) -> None:
    """Check that where a seat sees the same, the same seats are asked and it has the same options."""
    compared = 0
    for moment in journey.sample_moments(MAX_MOMENTS):
        for pov in journey.viewers:
            pair = _build_resampled_pair(journey, moment, pov)
            if pair is None:
                continue
            here, there = pair
            compared += 1
            assert sorted(here.situation.questions) == sorted(there.situation.questions), journey.describe_moment(
                moment
            ) + (
                f"who is asked tells {describe_viewer(pov)} of hidden things: {sorted(here.situation.questions)} "
                f"or {sorted(there.situation.questions)}"
            )
            if pov is not None and pov in here.situation.questions:
                are_offers_same(journey, moment, here.build_menu(pov), there.build_menu(pov))
    assert compared, f"{journey.game.slug} {journey.case}: no question could be compared"


def are_offers_same(journey: RandomGame, moment: GameMoment, here: Menu, there: Menu) -> None:
    """Compare the menus along one random path."""
    a: Menu | None = here
    b: Menu | None = there
    for word in sample_move(here, journey.roll_below):
        assert a is not None
        assert b is not None, journey.describe_moment(moment) + f"the menu ends earlier: {word}"
        assert _list_offer(a) == _list_offer(b), journey.describe_moment(moment) + "the menu tells of hidden things"
        a, b = a.next_menu(word), b.next_menu(word)
    assert a is None
    assert b is None, journey.describe_moment(moment) + "the menu goes on further"


def _list_offer(menu: Menu) -> object:
    return menu.name, menu.prompt, menu.options, menu.min_picks, menu.max_picks, menu.is_secret


def check_moves(journey: RandomGame) -> None:
    """Check that a move without a barrier has the same events and views for any hidden information."""
    compared = 0
    for moment in journey.sample_moments(2 * MAX_MOMENTS):
        for pov in journey.viewers:
            pair = _build_resampled_pair(journey, moment, pov)
            if pair is None or not _is_move_allowed(pair[1], moment.played_move.seat, moment.played_move.words):
                continue
            news = [_describe_move(run, moment.played_move.seat, moment.played_move.words, pov) for run in pair]
            if None in news:
                continue
            compared += 1
            move = f"{journey.describe_moment(moment)}“{' '.join(moment.played_move.words)}”"
            assert news[0] == news[1], f"{move} tells {describe_viewer(pov)}:\n{news[0]}\nor\n{news[1]}"
            here, there = (_encode_view(journey, run.state, pov) for run in pair)
            assert here == there, f"{move} shows {describe_viewer(pov)}:\n{here!r}\nor\n{there!r}"
    assert compared, f"{journey.game.slug} {journey.case}: no move could be compared"


def check_warnings(journey: RandomGame) -> None:
    """Check that the warnings before a move are the same in every world that looks the same to its player."""
    for moment in journey.sample_moments(2 * MAX_MOMENTS):
        seat, words = moment.played_move.seat, moment.played_move.words
        texts = [
            find_warnings(journey.game, moment.position, journey.case.seed, seat, words, number) for number in range(3)
        ]
        assert texts[0] == texts[1] == texts[2], journey.describe_moment(moment) + f"“{' '.join(words)}”: {texts}"


def _build_resampled_pair(
    journey: RandomGame, moment: GameMoment, pov: Viewer
) -> tuple[GameRun[Any], GameRun[Any]] | None:
    """Return the moment and a resampled one that looks the same, or None if the answers so far do not fit the resampled one."""
    position, seed = moment.position, journey.case.seed
    here = _is_ongoing(journey, position, position.base, seed)
    there = _is_ongoing(journey, position, journey.game.resample_state(position.base, pov, journey.shuffle), seed)
    assert here is not None, journey.describe_moment(moment)
    return (
        (here, there)
        if there is not None and _build_view(journey, here, pov) == _build_view(journey, there, pov)
        else None
    )


def _is_ongoing(journey: RandomGame, position: Position[Any], base: Any, seed: str) -> GameRun[Any] | None:
    run: GameRun[Any] = GameRun(journey.game, Position(base, position.tick), seed)
    heard = run.out.events
    try:
        for seat, words in position.answers:
            heard = [*heard, *run.play(seat, words).events]
    except IllegalMoveError:
        return None
    run.out.events = heard  # The viewer saw the events of the whole turn, not only of its last move.
    return run


def _is_move_allowed(run: GameRun[Any], seat: Seat, words: Words) -> bool:
    try:
        canonicalize_move(run.build_menu(seat), words)
    except IllegalMoveError:
        return False
    return True


def _describe_move(run: GameRun[Any], seat: Seat, words: Words, pov: Viewer) -> list[str] | None:
    """Describe the events of the move for the viewer. Return None if the move is a barrier."""
    try:
        played = run.play(seat, words)
    except IllegalMoveError:
        return None
    return None if played.is_barrier else _list_announced(list(played.events), pov)


def _list_announced(events: list[Event], pov: Viewer) -> list[str]:
    return [write_plain_text(event.text) for event in events if event.to is None or pov in event.to]


def _build_view(journey: RandomGame, run: GameRun[Any], pov: Viewer) -> object:
    return _encode_view(journey, run.state, pov), _list_announced(run.out.events, pov), run.result


def _encode_view(journey: RandomGame, state: Any, pov: Viewer) -> bytes:
    return msgspec.json.encode(journey.game.build_view(state, pov))


def _write_plain(state: msgspec.Struct) -> bytes:
    return msgspec.json.encode(state)


def describe_viewer(pov: Viewer) -> str:
    """Describe the viewer in words."""
    return "a spectator" if pov is None else f"seat {pov}"


SECRECY_CHECKS: tuple[Check, ...] = (
    check_views_hide,
    check_private_events,
    check_questions,
    check_moves,
    check_warnings,
)
