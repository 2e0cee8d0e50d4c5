"""Settings of the whole test run: fixed hypothesis examples, a PostgreSQL server, and work that is done once for all tests."""

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
    """Collect garbage less often: each collection would traverse all collected tests, which cost a sixth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Yield a PostgreSQL server of this process of the test run, started when a test first asks for it."""
    with start_server() as server:
        yield server
