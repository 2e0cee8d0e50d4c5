"""Two processes on one PostgreSQL, each with its own shards and one that stands by. `make soak` kills more, on 200 servers."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.postgres import PostgresServer
from tests.process.fake_discord import GAMES_CHANNEL_ID, FakeDiscord
from tests.programs.soak.pairs import count_traces, run_pairs


@pytest.mark.soak
async def test_two_groups_on_one_postgres_lose_and_double_nothing_when_killed(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    asked = argparse.Namespace(kills=2, guilds=8, tables=16, seed="pair", hurry=True)
    wrong, figures = await run_pairs(asked, await postgres_server.create_database(), tmp_path)
    assert not wrong, (wrong, figures)
    assert figures["hand-overs"] >= 1, figures
    assert figures["moves acknowledged"] >= 5, figures


def test_a_long_channel_shows_its_newest_messages_first() -> None:
    """The bot looks among them for a post that it may have sent before a kill."""
    discord = FakeDiscord()
    numbers = [int(discord.create_message(GAMES_CHANNEL_ID, {"content": str(n)}, {})["id"]) for n in range(30)]

    def ids(**query: str) -> list[int]:
        return [int(message["id"]) for message in discord.list_history(GAMES_CHANNEL_ID, query)]

    assert ids(limit="20") == numbers[:9:-1]
    assert ids(limit="5", after=str(numbers[3])) == numbers[8:3:-1]


LOG_TEXT = """\
2026-11-22 10:00:00,123 INFO    overwinter.shards: standing by
2026-11-22 10:00:01,123 ERROR   overwinter.posts: not posted
Traceback (most recent call last):
  File "postgres.py", line 1, in fetch
TimeoutError

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "postgres.py", line 2, in _told
engine.host.store.database.StoreError: PostgreSQL here/db cannot be reached (TimeoutError). Is the server running?
2026-11-22 10:00:02,123 ERROR   overwinter.posts: not posted
Traceback (most recent call last):
  File "posts.py", line 1, in post
KeyError: 7
2026-11-22 10:00:03,123 ERROR   overwinter.shards: the shards 0-1/4 are not this process's own any more: it stops
Traceback (most recent call last):
IndexError: whatever then happens to what was under way
"""


def test_slow_store_warnings_are_told_from_errors() -> None:
    (wrong,), late = count_traces(LOG_TEXT)
    assert wrong.splitlines()[-1] == "KeyError: 7"
    assert late == 1
