"""Every registered game, with every number of seats and every value of every setting, passes every check."""

from __future__ import annotations

import gc
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

import msgspec
import pytest

from cogs.messages.rules.refused import list_refused_options
from engine.commands import play_random_moves, simulate_games, start_game
from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, begin_game, encode_position
from engine.kernel.script import complete_options
from engine.kernel.text import write_plain_text
from engine.ops.rule_search import find_cited_rules
from engine.rulebook import load_rules
from tests.conformance.checks import GENERAL_CHECKS
from tests.conformance.kinds import list_kind_checks, observe_kind
from tests.conformance.pictures import check_pictures_hide, check_posters_hide
from tests.conformance.random_game import Check, GameCase, RandomGame, list_cases, play_random_game
from tests.game_bounds import load_bounds

NAME_PATTERN = re.compile(r"[a-z0-9-]{1,32}")
KNOWN_SOURCES = {"printed", "rules", "found", "inferred", "house"}
GAME_SLUGS = registry.list_slugs()
LOADED_GAMES = [registry.load_game(slug) for slug in GAME_SLUGS]
CASES_BY_GAME = {game.slug: list_cases(game) for game in LOADED_GAMES}
CASES_BY_NAME = {f"{slug}-{case}": (slug, case) for slug, cases in CASES_BY_GAME.items() for case in cases}


def _list_marks(slug: str, case: GameCase) -> list[pytest.MarkDecorator]:
    """Leave further games to `make soak`.

    `make test` plays one with the defaults for each number of seats, and one with each other value of a setting, among
    the defaults only if it does not occur together with others.
    """
    if not case.options:
        return [] if case.seed.endswith("-0") else [pytest.mark.soak]
    others = [other for other in CASES_BY_GAME[slug] if len(other.options) > len(case.options)]
    is_repeated = any(case.options.items() <= other.options.items() for other in others)
    return [pytest.mark.soak] if is_repeated else []


def check_refusals(random_game: RandomGame) -> None:
    """Check that every reason ends with the number of its rule, so that /why can quote it."""
    listed = load_rules(random_game.game.slug)
    if not listed:
        return  # a game without RULES.md has no rule numbers
    for moment in random_game.sample_moments(12):
        for seat in moment.situation.questions:
            for refused in list_refused_options(moment.situation.build_menu(seat)):
                sentence = write_plain_text(refused.reason)
                assert find_cited_rules(sentence, listed), (
                    random_game.describe_moment(moment) + f"{sentence} names no rule of RULES.md"
                )


def _list_check_parameters() -> Iterator[Any]:
    for name, (slug, case) in CASES_BY_NAME.items():
        marks = _list_marks(slug, case)
        for check in (*GENERAL_CHECKS, check_refusals, *list_kind_checks(registry.load_game(slug).kind)):
            yield pytest.param(name, check, id=f"{name}-{check.__name__}", marks=marks)


@lru_cache(maxsize=2)
def _play_case(name: str) -> RandomGame:
    """Play the case's game. All checks of one game follow each other, so it is played once."""
    slug, case = CASES_BY_NAME[name]
    return play_random_game(registry.load_game(slug), case)


@pytest.fixture
def random_game(request: pytest.FixtureRequest) -> RandomGame:
    return _play_case(request.param).restart_dice()


@pytest.mark.parametrize(("random_game", "check"), list(_list_check_parameters()), indirect=["random_game"])
def test_game_passes_the_check(random_game: RandomGame, check: Check) -> None:
    check(random_game)


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_a_declared_kind_is_observed(slug: str) -> None:
    """A game that has no chance, simultaneous answers or teams must not declare them, so that the right checks run."""
    game = registry.load_game(slug)
    assert observe_kind(game, reversed(CASES_BY_GAME[slug])) == game.kind


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_every_game_has_a_painter(slug: str) -> None:
    assert find_spec(f"render.{slug}"), f"render/{slug}/__init__.py is missing: the painter, see render/kit/scene.py"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "seats"),
    [
        pytest.param(game.slug, seats, marks=[] if seats == game.seat_counts[0] else [pytest.mark.soak])
        for game in LOADED_GAMES
        for seats in game.seat_counts
    ],
)
def test_pictures_hide_what_the_view_hides(slug: str, seats: int) -> None:
    check_pictures_hide(play_random_game(registry.load_game(slug), GameCase(seats, {}, "pictures")))


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_posters_hide_what_the_view_hides(slug: str) -> None:
    check_posters_hide(
        play_random_game(registry.load_game(slug), GameCase(registry.load_game(slug).seat_counts[-1], {}, "pictures"))
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_turns_leave_nothing_to_the_garbage_collector(slug: str) -> None:
    """Reference cycles of menus and choices would wait for the garbage collector, which cost a fifth of the time."""
    game, rng = registry.load_game(slug), random.Random(slug)  # noqa: S311 - choices, no secrets
    run = GameRun(game, start_game(game, game.seat_counts[-1], {}, slug).position, slug)
    gc.collect()
    gc.disable()
    try:
        for _ in range(60):
            if run.situation.result is not None:
                break
            seat = min(run.situation.questions)
            run.play(seat, sample_move(run.build_menu(seat), rng.randrange))
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = {type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith("engine.")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_same_seed_same_start(slug: str) -> None:
    game = registry.load_game(slug)
    options = complete_options(game.settings, {})
    first, repeated, other = (
        encode_position(begin_game(registry.load_game(slug), game.seat_counts[-1], options, seed).position)
        for seed in ("a", "a", "b")
    )
    assert first == repeated
    assert game.kind.has_chance or first == other


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_the_order_of_a_dictionary_decides_nothing(slug: str) -> None:
    """Components from the store or from an owner's file can have their keys in any order."""
    game = registry.load_game(slug)
    plain = msgspec.to_builtins(game.components, str_keys=True)
    options = complete_options(game.settings, {})
    for backwards in (False, True):
        other = registry.reload_game(slug, msgspec.json.encode(_reverse_dictionaries(plain, backwards=backwards)))
        for seats in game.seat_counts:
            ours, theirs = (
                [
                    step.result.position
                    for step in islice(
                        play_random_moves(one, start_game(one, seats, options, "order").position, "order"), 60
                    )
                ]
                for one in (game, other)
            )
            assert [encode_position(position) for position in ours] == [
                encode_position(position) for position in theirs
            ]


def _reverse_dictionaries(held: Any, *, backwards: bool) -> Any:
    if isinstance(held, dict):
        keys = sorted(held, reverse=backwards)
        return {key: _reverse_dictionaries(held[key], backwards=backwards) for key in keys}
    return [_reverse_dictionaries(one, backwards=backwards) for one in held] if isinstance(held, list | tuple) else held


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_commands_and_lobby_have_names_and_helps_that_fit(slug: str) -> None:
    """Discord allows names of 32 lower-case characters, helps of 100 characters, and 25 items of a kind."""
    game = registry.load_game(slug)
    assert NAME_PATTERN.fullmatch(game.slug)
    assert 0 < len(game.title) <= 100
    assert 0 < len(write_plain_text(game.blurb)) <= 200
    assert min(game.seat_counts) >= 1
    for names in (
        [verb.name for verb in game.verbs],
        [setting.name for setting in game.settings],
        *(verb.menu_names for verb in game.verbs),
        *(list(setting.values) for setting in game.settings),
    ):
        assert len(set(names)) == len(names) <= 25
    names = [
        *(name for verb in game.verbs for name in (verb.name, *verb.menu_names)),
        *(setting.name for setting in game.settings),
    ]
    assert [name for name in names if not NAME_PATTERN.fullmatch(name)] == []
    texts = [
        *(verb.help for verb in game.verbs),
        *(setting.label for setting in game.settings),
        *(label for setting in game.settings for label in setting.values.values()),
    ]
    assert [text for text in texts if not 0 < len(write_plain_text(text)) <= 100] == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_simulations_report_roles(slug: str) -> None:
    """Roles let the simulation count winners by role. A game has none, or one for each seat; it may name which."""
    known = load_bounds(slug).roles
    for seats in registry.load_game(slug).seat_counts if not known else map(int, known):
        results = [json.loads(line)["result"] for line in simulate_games(slug, seats, 3, "roles", {})]
        all_seats = [str(seat) for seat in range(seats)]
        assert [sorted(result["roles"]) for result in results] in ([[]] * 3, [all_seats] * 3)
        if known:
            roles = known[str(seats)]
            assert [sorted(result["roles"].values()) for result in results] == [sorted(roles)] * 3


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_cards_can_be_looked_up(slug: str) -> None:
    """Every card has its own word and name, a text, existing rules and a source."""
    game = registry.load_game(slug)
    numbers = {rule.number for rule in load_rules(slug)}
    printed = game.list_cards()
    assert (
        len({card.word for card in printed}) == len({write_plain_text(card.name) for card in printed}) == len(printed)
    )
    for card in printed:
        assert NAME_PATTERN.fullmatch(card.word), card.word
        assert 0 < len(write_plain_text(card.name)) <= 60
        assert card.kind is None or write_plain_text(card.kind)
        assert card.text or card.rules, card.word
        assert all(write_plain_text(line) for line in card.text)
        assert set(card.rules) <= numbers, card.word
        assert {card.source, *(source for _, source in card.other_sources)} <= KNOWN_SOURCES


@pytest.mark.slow
def test_same_games_in_every_process() -> None:
    """Play the first and the last case of each game in two processes that order sets differently."""
    commands: list[list[str]] = []
    for game in LOADED_GAMES:
        for case in (list_cases(game)[0], list_cases(game)[-1]):
            options = [part for name, value in case.options.items() for part in ("--option", f"{name}={value}")]
            commands.append(["transcript", game.slug, "--seats", str(case.seat_count), "--seed", "hash", *options])
    program = f"from engine.__main__ import run_command\nfor arguments in {commands}: run_command(arguments)"
    environments = [{**os.environ, "PYTHONHASHSEED": salt} for salt in ("1", "2")]
    texts = [
        subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, check=True).stdout
        for env in environments
    ]
    assert texts[0] == texts[1]
    assert texts[0].startswith(f"game {GAME_SLUGS[0]}\n".encode())
    for slug in GAME_SLUGS:
        assert texts[0].count(f"game {slug}\n".encode()) == 2
