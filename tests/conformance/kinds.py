"""Check that a game is exactly what its `GameKind` declares: each promise is tested on a random game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unittest.mock import patch

import msgspec

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import passes_secret_menu
from engine.kernel.position import GameRun, Position, begin_game, encode_position, play_move, resolve_situation
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.kernel.text import IllegalMoveError, write_plain_text
from tests.conformance.hidden_information import MAX_MOMENTS, SECRECY_CHECKS, describe_viewer
from tests.conformance.random_game import Check, GameCase, RandomGame, play_random_game

OTHER_SEEDS = ("elsewhere", "far away", "beyond")
"""Seeds that no case uses."""


def check_nothing_hidden(journey: RandomGame) -> None:
    """Check that all views equal the spectator's, resampling changes nothing, and no event or question is private."""
    game = journey.game
    for moment in journey.sample_moments(MAX_MOMENTS):
        state, where = moment.situation.state, journey.describe_moment(moment)
        seen = msgspec.json.encode(game.build_view(state, None))
        for pov in journey.viewers:
            assert msgspec.json.encode(game.build_view(state, pov)) == seen, (
                f"{where}{describe_viewer(pov)} sees what a spectator does not"
            )
            assert game.resample_state(state, pov, journey.shuffle) == state, where + "something can be dealt afresh"
    for moment in journey.moments:
        alone = [write_plain_text(event.text) for event in moment.played_move.result.events if event.to is not None]
        assert not alone, f"{journey.describe_moment(moment)}told to some only: {alone}"
        if len(GameRun(game, moment.position, journey.case.seed).questions) == 1:
            assert not passes_secret_menu(
                moment.situation.build_menu(moment.played_move.seat), moment.played_move.words
            ), journey.describe_moment(moment) + "the question is secret, and nobody else is asked"


def check_no_hidden_chance(journey: RandomGame) -> None:
    """Check that the same view means the same state when the moves are replayed with another seed: no deck is hidden."""
    game, where = journey.game, f"{journey.game.slug} {journey.case}"
    for seed in OTHER_SEEDS:
        for moment, position in zip(journey.moments, _replay_with_seed(journey, seed), strict=False):
            state, other = moment.situation.state, resolve_situation(game, position, seed).state
            if game.build_view(other, None) == game.build_view(state, None):
                assert other == state, (
                    f"{where}, move {moment.move_index}: the view does not show all:\n{state}\n{other}"
                )


def check_no_dice(journey: RandomGame) -> None:
    """Check that no die is rolled, and that the same moves give the same game with every seed."""

    def throw(_: Effects, label: str) -> None:
        raise AssertionError(f"{journey.game.slug} {journey.case} throws dice: {label}")

    with patch.object(Effects, "_claim_label", throw):
        for seed in OTHER_SEEDS:
            played = [encode_position(position) for position in _replay_with_seed(journey, seed)]
            assert played == [encode_position(position) for position in _list_positions(journey)], (
                f"the seed {seed!r} changes the game"
            )


def _list_positions(journey: RandomGame) -> Iterator[Position[msgspec.Struct]]:
    yield from (moment.position for moment in journey.moments)
    yield journey.last_position


def _replay_with_seed(journey: RandomGame, seed: str) -> Iterator[Position[msgspec.Struct]]:
    """Yield the positions of the same moves with another seed, as long as the moves are legal."""
    case = journey.case
    try:
        position = begin_game(
            journey.game, case.seat_count, complete_options(journey.game.settings, case.options), seed
        ).position
        yield position
        for moment in journey.moments:
            position = play_move(
                journey.game, position, seed, moment.played_move.seat, moment.played_move.words
            ).position
            yield position
    except IllegalMoveError:
        return


def check_one_seat_at_a_time(journey: RandomGame) -> None:
    for moment in journey.moments:
        assert len(moment.situation.questions) == 1, (
            journey.describe_moment(moment) + "several are asked at the same time"
        )


def check_no_teams(journey: RandomGame) -> None:
    result = resolve_situation(journey.game, journey.last_position, journey.case.seed).result
    assert result is None or not result.sides, f"{journey.game.slug} {journey.case} ends with sides: {result}"


def check_teams(journey: RandomGame) -> None:
    """Check that the teams at every moment equal the teams of the final result."""
    end = resolve_situation(journey.game, journey.last_position, journey.case.seed)
    if end.result is not None:
        for moment in journey.moments:
            sides = journey.game.list_teams(moment.situation.state)
            assert sides == end.result.sides, journey.describe_moment(moment) + f"other sides than at the end: {sides}"


def check_no_barriers(journey: RandomGame) -> None:
    """Check that a game without hidden information, dice and simultaneous answers has no barriers."""
    for moment in journey.moments:
        assert not moment.played_move.result.is_barrier, (
            journey.describe_moment(moment) + "nothing was hidden, but something is revealed"
        )


def list_kind_checks(kind: GameKind) -> tuple[Check, ...]:
    """List the checks that every random game of this kind must pass."""
    checks: list[Check] = (
        [*SECRECY_CHECKS] if kind.has_hidden_information else [check_nothing_hidden, check_no_hidden_chance]
    )
    checks += [] if kind.has_chance else [check_no_dice]
    checks += [] if kind.has_simultaneous_moves else [check_one_seat_at_a_time]
    checks += [check_teams] if kind.has_teams else [check_no_teams]
    checks += (
        [] if kind.has_hidden_information or kind.has_chance or kind.has_simultaneous_moves else [check_no_barriers]
    )
    return tuple(checks)


def observe_kind(game: AnyGame, cases: Iterable[GameCase]) -> GameKind:
    """Return the chance, simultaneous answers and teams that were observed in these games.

    The search stops once all are found.

    Hidden information is checked in every game, see `hidden_information.check_views_hide`.
    """
    found = GameKind(has_hidden_information=game.kind.has_hidden_information)
    for case in cases:
        played = play_random_game(game, case)
        result = resolve_situation(game, played.last_position, case.seed).result
        elsewhere = [encode_position(position) for position in _replay_with_seed(played, OTHER_SEEDS[0])]
        found = GameKind(
            has_hidden_information=found.has_hidden_information,
            has_chance=found.has_chance
            or elsewhere != [encode_position(position) for position in _list_positions(played)],
            has_simultaneous_moves=found.has_simultaneous_moves
            or any(len(moment.situation.questions) > 1 for moment in played.moments),
            has_teams=found.has_teams or bool(result and result.sides),
        )
        if found == game.kind:
            break
    return found
