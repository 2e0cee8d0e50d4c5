"""Every registered game, with every number of seats and every value of every setting, through every check."""

from __future__ import annotations

import gc
import json
import os
import random
import re
import subprocess
import sys
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

import msgspec
import pytest

from cogs.messages.presenter import refused
from engine.commands import opening, random_play, simulate
from engine.kernel import registry
from engine.kernel.menu import sample
from engine.kernel.position import Run, encode, start
from engine.kernel.script import settle
from engine.kernel.text import plain
from engine.ops.rule_search import cited
from engine.rulebook import rules
from tests.bounds import bounds
from tests.conformance.checks import CHECKS
from tests.conformance.journey import Case, Check, Journey, cases, journey
from tests.conformance.kinds import met, promised
from tests.conformance.pictures import pictures_hide, posters_hide

NAME = re.compile(r"[a-z0-9-]{1,32}")
SOURCES = {"printed", "rules", "found", "inferred", "house"}
SLUGS = registry.slugs()
GAMES = [registry.load(slug) for slug in SLUGS]
CASES = {f"{game.slug}-{case}": (game.slug, case) for game in GAMES for case in cases(game)}


def _marks(case: Case) -> list[pytest.MarkDecorator]:
    """One game with the defaults for each number of seats is enough for the everyday loop."""
    return [pytest.mark.slow] if not case.options and not case.seed.endswith("-0") else []


KEPT = [
    pytest.param(name, check, id=f"{name}-{check.__name__}", marks=_marks(case))
    for name, (slug, case) in CASES.items()
    for check in (*CHECKS, *promised(registry.load(slug).kind))
]


@lru_cache(maxsize=2)
def _journey(name: str) -> Journey:
    """The checks of one game come one after the other: it is played for the first of them."""
    slug, case = CASES[name]
    return journey(registry.load(slug), case)


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Journey:
    return _journey(request.param).afresh()


@pytest.mark.parametrize(("played", "check"), KEPT, indirect=["played"])
def test_game_keeps(played: Journey, check: Check) -> None:
    check(played)


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_game_says_of_itself_is_met(slug: str) -> None:
    """Chance, answers at the same time, and teams: a game that has none must not claim them, so that the tests fit it."""
    game = registry.load(slug)
    assert met(game, reversed(cases(game))) == game.kind


@pytest.mark.parametrize("played", CASES, indirect=True)
def test_refusals_name_their_rule(played: Journey) -> None:
    """Every reason ends with the number of the rule it comes from, so that /why can quote it."""
    listed = rules(played.game.slug)
    if not listed:
        return  # a game without RULES.md has no numbers to name
    for moment in played.some(12):
        for seat in moment.here.ask:
            for no in refused(moment.here.menu(seat)):
                sentence = plain(no.why)
                assert cited(sentence, listed), played.where(moment) + f"{sentence} names no rule of RULES.md"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_a_painter(slug: str) -> None:
    assert find_spec(f"render.{slug}"), f"render/{slug}/__init__.py is missing: the painter, see render/kit/scene.py"


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in SLUGS for seats in registry.load(slug).seats])
def test_pictures_hide_what_the_view_hides(slug: str, seats: int) -> None:
    pictures_hide(journey(registry.load(slug), Case(seats, {}, "pictures")))


@pytest.mark.parametrize("slug", SLUGS)
def test_posters_hide_what_the_view_hides(slug: str) -> None:
    posters_hide(journey(registry.load(slug), Case(registry.load(slug).seats[-1], {}, "pictures")))


@pytest.mark.parametrize("slug", SLUGS)
def test_turns_leave_nothing_to_the_garbage_collector(slug: str) -> None:
    """Menus, choices and states that know each other in a ring would lie about until it comes, which cost a fifth of the time."""
    game, luck = registry.load(slug), random.Random(slug)  # noqa: S311 - choices, no secrets
    run = Run(game, opening(game, game.seats[-1], {}, slug).position, slug)
    gc.collect()
    gc.disable()
    try:
        for _ in range(60):
            if run.now.result is not None:
                break
            seat = min(run.now.ask)
            run.play(seat, sample(run.menu(seat), luck.randrange))
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = {type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith("engine.")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left


@pytest.mark.parametrize("slug", SLUGS)
def test_same_seed_same_start(slug: str) -> None:
    game = registry.load(slug)
    options = settle(game.settings, {})
    one, two, other = (
        encode(start(registry.load(slug), game.seats[-1], options, seed).position) for seed in ("a", "a", "b")
    )
    assert one == two
    assert game.kind.chance or one == other


@pytest.mark.parametrize("slug", SLUGS)
def test_the_order_of_a_dictionary_decides_nothing(slug: str) -> None:
    """Components come back from the store, and from an owner's file, with their keys in any order."""
    game = registry.load(slug)
    plain = msgspec.to_builtins(game.components, str_keys=True)
    options = settle(game.settings, {})
    for backwards in (False, True):
        other = registry.reload(slug, msgspec.json.encode(_reordered(plain, backwards=backwards)))
        for seats in game.seats:
            ours, theirs = (
                [
                    step.played.position
                    for step in islice(random_play(one, opening(one, seats, options, "order").position, "order"), 60)
                ]
                for one in (game, other)
            )
            assert [encode(position) for position in ours] == [encode(position) for position in theirs]


def _reordered(held: Any, *, backwards: bool) -> Any:
    if isinstance(held, dict):
        keys = sorted(held, reverse=backwards)
        return {key: _reordered(held[key], backwards=backwards) for key in keys}
    return [_reordered(one, backwards=backwards) for one in held] if isinstance(held, list | tuple) else held


@pytest.mark.parametrize("slug", SLUGS)
def test_commands_and_lobby_have_names_and_helps_that_fit(slug: str) -> None:
    """Discord takes names of 32 lower-case characters, helps of 100, and 25 of a kind."""
    game = registry.load(slug)
    assert NAME.fullmatch(game.slug)
    assert 0 < len(game.title) <= 100
    assert 0 < len(plain(game.blurb)) <= 200
    assert min(game.seats) >= 1
    for names in (
        [verb.name for verb in game.verbs],
        [setting.name for setting in game.settings],
        *(verb.params for verb in game.verbs),
        *(list(setting.values) for setting in game.settings),
    ):
        assert len(set(names)) == len(names) <= 25
    names = [
        *(name for verb in game.verbs for name in (verb.name, *verb.params)),
        *(setting.name for setting in game.settings),
    ]
    assert [name for name in names if not NAME.fullmatch(name)] == []
    texts = [
        *(verb.help for verb in game.verbs),
        *(setting.label for setting in game.settings),
        *(label for setting in game.settings for label in setting.values.values()),
    ]
    assert [text for text in texts if not 0 < len(plain(text)) <= 100] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_simulations_tell_who_played_as_what(slug: str) -> None:
    """So that the spread of winners by role can be counted; where all seats are alike there are no roles."""
    known = bounds(slug).roles
    for seats in registry.load(slug).seats if not known else map(int, known):
        results = [json.loads(line)["result"] for line in simulate(slug, seats, 3, "roles", {})]
        roles = known.get(str(seats), ())
        assert [sorted(result["roles"].values()) for result in results] == [sorted(roles)] * 3
        assert [sorted(result["roles"]) for result in results] == [[str(seat) for seat in range(len(roles))]] * 3


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_can_be_looked_up(slug: str) -> None:
    """A word and a name of its own each, something to read, rules that there are, and a source."""
    game = registry.load(slug)
    numbers = {rule.number for rule in rules(slug)}
    printed = game.printed()
    assert len({card.word for card in printed}) == len({plain(card.name) for card in printed}) == len(printed)
    for card in printed:
        assert NAME.fullmatch(card.word), card.word
        assert 0 < len(plain(card.name)) <= 60
        assert card.kind is None or plain(card.kind)
        assert card.text or card.rules, card.word
        assert all(plain(line) for line in card.text)
        assert set(card.rules) <= numbers, card.word
        assert {card.source, *(source for _, source in card.elsewhere)} <= SOURCES


@pytest.mark.parametrize(
    ("slug", "case"), [(slug, cases(registry.load(slug))[n]) for slug in SLUGS for n in (0, -1)], ids=str
)
def test_same_game_in_every_process(slug: str, case: Case) -> None:
    options = [part for name, value in case.options.items() for part in ("--option", f"{name}={value}")]
    command = [
        sys.executable,
        "-m",
        "engine",
        "transcript",
        slug,
        "--seats",
        str(case.seats),
        "--seed",
        "hash",
        *options,
    ]
    worlds = [{**os.environ, "PYTHONHASHSEED": salt} for salt in ("1", "2")]
    runs = [subprocess.run(command, env=world, capture_output=True, check=True).stdout for world in worlds]
    assert runs[0] == runs[1]
    assert runs[0].startswith(f"game {slug}\n".encode())
