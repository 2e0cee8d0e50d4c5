"""The same examples on every run, since hypothesis must not make a test pass today and fail tomorrow; and a PostgreSQL server."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.postgres import Server, serving

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server of this process of the test run, started when a test first asks for it."""
    with serving() as server:
        yield server
