"""A game is what its `GameKind` says, no more and no less: what each promise asks of a random game, kept or broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unittest.mock import patch

import msgspec

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import secret
from engine.kernel.position import Position, Run, encode, now, play, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from engine.kernel.text import Illegal, plain
from tests.conformance.journey import Case, Check, Journey, journey
from tests.conformance.secrecy import MOMENTS, SECRECY, who

ELSEWHERE = ("elsewhere", "far away", "beyond")
"""Seeds that no case is played with."""


def everybody_sees_everything(journey: Journey) -> None:
    """All views are the spectator's, nothing can be dealt afresh, nobody is told or asked anything alone."""
    game = journey.game
    for moment in journey.some(MOMENTS):
        state, where = moment.here.state, journey.where(moment)
        seen = msgspec.json.encode(game.view(state, None))
        for pov in journey.povs:
            assert msgspec.json.encode(game.view(state, pov)) == seen, (
                f"{where}{who(pov)} sees what a spectator does not"
            )
            assert game.resample(state, pov, journey.shuffle) == state, where + "something can be dealt afresh"
    for moment in journey.moments:
        alone = [plain(event.text) for event in moment.step.played.events if event.to is not None]
        assert not alone, f"{journey.where(moment)}told to some only: {alone}"
        if len(Run(game, moment.position, journey.case.seed).ask) == 1:
            assert not secret(moment.here.menu(moment.step.seat), moment.step.words), (
                journey.where(moment) + "the question is secret, and nobody else is asked"
            )


def what_looks_alike_is_alike(journey: Journey) -> None:
    """Where the same moves under another seed lead to the same view, they lead to the same state: no deck lies face down."""
    game, where = journey.game, f"{journey.game.slug} {journey.case}"
    for seed in ELSEWHERE:
        for moment, position in zip(journey.moments, _retold(journey, seed), strict=False):
            state, other = moment.here.state, now(game, position, seed).state
            if game.view(other, None) == game.view(state, None):
                assert other == state, f"{where}, move {moment.at}: the view does not show all:\n{state}\n{other}"


def no_dice_are_thrown(journey: Journey) -> None:
    """Nothing is ever asked of the dice, and the same moves are the same game under every seed."""

    def throw(_: Effects, label: str) -> None:
        raise AssertionError(f"{journey.game.slug} {journey.case} throws dice: {label}")

    with patch.object(Effects, "_claim", throw):
        for seed in ELSEWHERE:
            played = [encode(position) for position in _retold(journey, seed)]
            assert played == [encode(position) for position in _positions(journey)], (
                f"the seed {seed!r} changes the game"
            )


def _positions(journey: Journey) -> Iterator[Position[msgspec.Struct]]:
    yield from (moment.position for moment in journey.moments)
    yield journey.last


def _retold(journey: Journey, seed: str) -> Iterator[Position[msgspec.Struct]]:
    """The positions that the same moves lead to under another seed, as far as they can be made."""
    case = journey.case
    try:
        position = start(journey.game, case.seats, settle(journey.game.settings, case.options), seed).position
        yield position
        for moment in journey.moments:
            position = play(journey.game, position, seed, moment.step.seat, moment.step.words).position
            yield position
    except Illegal:
        return


def one_seat_is_asked_at_a_time(journey: Journey) -> None:
    for moment in journey.moments:
        assert len(moment.here.ask) == 1, journey.where(moment) + "several are asked at the same time"


def nobody_shares_an_end(journey: Journey) -> None:
    result = now(journey.game, journey.last, journey.case.seed).result
    assert result is None or not result.sides, f"{journey.game.slug} {journey.case} ends with sides: {result}"


def sides_are_known_all_along(journey: Journey) -> None:
    """A side that gives up in the middle has lost as it would have at the end."""
    end = now(journey.game, journey.last, journey.case.seed)
    if end.result is not None:
        for moment in journey.moments:
            sides = journey.game.sides(moment.here.state)
            assert sides == end.result.sides, journey.where(moment) + f"other sides than at the end: {sides}"


def every_move_can_be_taken_back_alone(journey: Journey) -> None:
    """Where nothing is hidden, thrown or answered at the same time, nothing can be revealed."""
    for moment in journey.moments:
        assert not moment.step.played.barrier, journey.where(moment) + "nothing was hidden, but something is revealed"


def promised(kind: GameKind) -> tuple[Check, ...]:
    """The checks that a game of this kind must pass in every random game."""
    checks: list[Check] = [*SECRECY] if kind.hidden else [everybody_sees_everything, what_looks_alike_is_alike]
    checks += [] if kind.chance else [no_dice_are_thrown]
    checks += [] if kind.simultaneous else [one_seat_is_asked_at_a_time]
    checks += [sides_are_known_all_along] if kind.teams else [nobody_shares_an_end]
    checks += [] if kind.hidden or kind.chance or kind.simultaneous else [every_move_can_be_taken_back_alone]
    return tuple(checks)


def met(game: AnyGame, cases: Iterable[Case]) -> GameKind:
    """What was met of chance, simultaneous answers and teams in some of these games; it looks until the kind is complete.

    What is hidden is met in every single game, see `secrecy.views_hide`.
    """
    found = GameKind(hidden=game.kind.hidden)
    for case in cases:
        played = journey(game, case)
        result = now(game, played.last, case.seed).result
        elsewhere = [encode(position) for position in _retold(played, ELSEWHERE[0])]
        found = GameKind(
            hidden=found.hidden,
            chance=found.chance or elsewhere != [encode(position) for position in _positions(played)],
            simultaneous=found.simultaneous or any(len(moment.here.ask) > 1 for moment in played.moments),
            teams=found.teams or bool(result and result.sides),
        )
        if found == game.kind:
            break
    return found
