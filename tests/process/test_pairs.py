"""Two processes on one PostgreSQL, each with its own shards and one that stands by. `make soak` kills more, on 200 servers."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.postgres import Server
from tests.programs.soak.pairs import pairs


@pytest.mark.slow
async def test_two_groups_on_one_postgres_lose_and_double_nothing_when_killed(
    postgres_server: Server, tmp_path: Path
) -> None:
    asked = argparse.Namespace(kills=2, guilds=8, tables=16, seed="pair", hurry=True)
    wrong, figures = await pairs(asked, await postgres_server.new(), tmp_path)
    assert not wrong, (wrong, figures)
    assert figures["hand-overs"] >= 1, figures
    assert figures["moves acknowledged"] >= 5, figures
