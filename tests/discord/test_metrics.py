"""Metrics for Prometheus: their values, their readers, and the facts that they never contain."""

from __future__ import annotations

import re
import socket
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.ops.config import MetricsConfig
from tests.discord.fake_server import FakeServer, open_server
from tests.discord.forged_interactions import ForgedClient


@pytest.fixture
def find_free_port() -> int:
    """Find a port that was free a moment ago."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def scrape_metrics(port: int) -> tuple[str, dict[tuple[str, str], float]]:
    """Return the metrics page, and its values by name and first label."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        page = await answer.text()
    samples = [one for family in text_string_to_metric_families(page) for one in family.samples]
    return page, {(one.name, next(iter(one.labels.values()), "")): one.value for one in samples}


async def test_a_game_shows_in_the_figures(tmp_path: Path, find_free_port: int) -> None:
    async with open_server(tmp_path, metrics=MetricsConfig(find_free_port)) as home:
        await home.start_game("amundsen", 2)
        await home.click_button(home.ana, home.newest_post, "Your move")
        page, found = await scrape_metrics(find_free_port)
    assert found["overwinter_connected", ""] == 1
    assert found["overwinter_servers", ""] == 1
    assert found["overwinter_tables", "running"] == 1
    assert found["overwinter_handling_seconds_count", "/play"] == 1
    assert found["overwinter_acknowledgement_seconds_count", "button move"] == 1
    assert found["overwinter_waiting", "writes"] == 0
    assert found["overwinter_store_bytes", ""] > 10_000
    assert found["process_resident_memory_bytes", ""] > 0
    for secret in ("Ana", "Ben", str(home.ana.id), str(home.games.id)):
        assert not re.search(rf"\b{secret}\b", page)


async def test_the_page_answers_only_to_its_own_name(tmp_path: Path, find_free_port: int) -> None:
    """A web page that resolves its own name to this machine must not read the figures."""
    address = f"http://127.0.0.1:{find_free_port}/metrics"
    answers: dict[str, int] = {}
    async with open_server(tmp_path, metrics=MetricsConfig(find_free_port)), aiohttp.ClientSession() as session:
        for host in (f"localhost:{find_free_port}", "evil.example", f"evil.example:{find_free_port}", ""):
            async with session.get(address, headers={"Host": host}) as answer:
                answers[host] = answer.status
    assert list(answers.values()) == [200, 403, 403, 403]


async def test_nothing_listens_unless_it_is_wanted(server: FakeServer) -> None:
    assert server.bot.exporter is None


async def test_a_taken_port_keeps_nobody_from_playing(
    tmp_path: Path, find_free_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", find_free_port))
        other.listen()
        async with open_server(tmp_path, metrics=MetricsConfig(find_free_port)) as home:
            await home.start_game("amundsen", 2)
    assert f"No metrics: port {find_free_port}" in caplog.text


async def test_made_up_buttons_are_all_of_one_kind(server: FakeServer) -> None:
    """A modified client could name a thousand kinds of buttons and fill the memory with them."""
    await server.start_game("amundsen", 2)
    forger = ForgedClient(server, "1")
    made_up = [letter * 9 for letter in "abcde"]
    for act in made_up:
        await forger.press(server.ana, server.games, f"ow:b:{act}:1:0:")
    kinds = {one.name: one.count for one in server.bot.metrics.list_figures()}
    assert kinds["unknown button"] == len(made_up)
    assert not kinds.keys() & {f"button {act}" for act in made_up}
