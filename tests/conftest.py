"""Settings of the whole test run: fixed hypothesis examples, a PostgreSQL server, and work that is done once for all tests."""

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache

import pytest
from hypothesis import settings

from engine.kernel import registry
from engine.kernel.registry import AnyGame
from tests.postgres import PostgresServer, start_server

IS_SOAK = os.environ.get("OVERWINTER_STORES") == "all"
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=100 if IS_SOAK else 10)
settings.load_profile("fixed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests marked `soak` to `make soak`, and begin with the test of a new game, which takes longest."""
    if not IS_SOAK:
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    items.sort(key=lambda item: item.path.parts[-2:-1] != ("game",))


def pytest_configure(config: pytest.Config) -> None:
    """Find the games and read their components once: they never change, and each start of a bot asks for all of them."""
    load, list_games = registry.load_game, registry.list_slugs

    @cache
    def once(_home: str, slug: str) -> AnyGame:
        return load(slug)

    def loaded(slug: str, components: bytes | str | None = None) -> AnyGame:
        return once(registry.GAMES_PACKAGE, slug) if components is None else load(slug, components)

    @cache
    def list_once(_home: str) -> tuple[str, ...]:
        return list_games()

    patch = pytest.MonkeyPatch()
    patch.setattr(registry, "load_game", loaded)
    patch.setattr(registry, "list_slugs", lambda: list_once(registry.GAMES_PACKAGE))
    config.add_cleanup(patch.undo)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without the garbage collector: they are all kept, and it would traverse them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


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
