"""The same examples on every run, since hypothesis must not make a test pass today and fail tomorrow; a PostgreSQL server; and
what thousands of tests in one process need not do again each time."""

import gc
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

from engine.kernel import registry
from engine.kernel.registry import AnyGame
from tests.postgres import PostgresServer, start_server

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("fixed")


def pytest_configure(config: pytest.Config) -> None:
    """Read every game's components once: games never change, and each start of a bot asks for all of them."""
    load = registry.load_game

    @cache
    def once(_home: str, slug: str) -> AnyGame:
        return load(slug)

    def loaded(slug: str, components: bytes | str | None = None) -> AnyGame:
        return once(registry.GAMES_PACKAGE, slug) if components is None else load(slug, components)

    patch = pytest.MonkeyPatch()
    patch.setattr(registry, "load_game", loaded)
    config.add_cleanup(patch.undo)


def pytest_collection_finish() -> None:
    """Look for garbage less often: all tests that were collected are gone through each time, a sixth of the whole run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Yield a PostgreSQL server of this process of the test run, started when a test first asks for it."""
    with start_server() as server:
        yield server
