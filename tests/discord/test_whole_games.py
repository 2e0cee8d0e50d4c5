"""A whole game by buttons and a whole game by slash commands: every answer is within Discord's limits, and every hand
stays secret.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel import registry
from engine.ops import doctor
from tests.discord.fake_server import FakeServer, read_text
from tests.discord.fake_server import list_pictures as shown
from tests.discord.lightweight_bot import draw_sparsely
from tests.discord.player import MAX_DECISIONS, RandomPlayer
from tests.discord.reading_player import READ_INTERVAL, ReadingPlayer, has_reader
from tests.game_bounds import load_bounds
from tests.game_cases import list_game_cases


def list_setting_cases() -> list[Any]:
    """List each game with each of its settings. The long games are marked for `make soak`."""
    cases: list[Any] = []
    for slug in registry.list_slugs():
        marks = [pytest.mark.soak] if load_bounds(slug).has_long_game else []
        for options in ({}, *load_bounds(slug).also):
            name, seat_count = "-".join((slug, *options.values())), registry.load_game(slug).seat_counts[-1]
            cases.append(pytest.param(slug, seat_count, options, id=name, marks=marks))
    return cases


@pytest.fixture(autouse=True)
def sparse_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_sparsely(monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats", "options"), list_setting_cases())
async def test_a_whole_game_by_buttons(server: FakeServer, slug: str, seats: int, options: dict[str, str]) -> None:
    """The players see no picture: they play by texts and labels, and read every tenth position from "In words"."""
    await server.start_game(slug, seats, **options)
    player, presses = ReadingPlayer(server, "presses"), list[int]()
    await player.choose_words_first(*server.people[:seats])
    while (who := await player.find_asked_user()) is not None:
        if len(presses) % READ_INTERVAL == 0:
            await player.read_position(who)
        presses.append(await player.play_by_buttons(who))
        assert len(presses) < MAX_DECISIONS
    assert player.read_count or not has_reader(slug)
    table = await server.load_table()
    assert table.status == "finished"
    for who in server.people[:seats]:
        await server.click_button(who, server.newest_post, "It is over")
    assert ("seed" in read_text(server.newest_post)) == registry.load_game(slug).kind.has_chance
    assert len(await shown(server.newest_post)) == 2, "the board and the poster"
    assert ("won" in read_text(server.newest_post)) == bool(table.result.winners)
    assert sorted(presses)[len(presses) // 2] <= 5
    assert min(presses) == load_bounds(slug).presses, "so many presses for a simple move"
    assert [report.verdict for report in doctor.check_tables(server.config.store.path)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_game_cases())
async def test_a_whole_game_by_slash_commands(server: FakeServer, slug: str) -> None:
    await server.start_game(slug, registry.load_game(slug).seat_counts[-1])
    player, turns = RandomPlayer(server, "commands"), 0
    while (who := await player.find_asked_user()) is not None:
        await player.play_by_command(who)
        turns += 1
        assert turns < MAX_DECISIONS
    assert (await server.load_table()).status == "finished"
    assert [report.verdict for report in doctor.check_tables(server.config.store.path)] == ["same"]


async def test_every_turn_calls_the_one_who_is_to_move_and_nobody_else(race: FakeServer) -> None:
    player = RandomPlayer(race, "calls")
    for _ in range(12):
        who = await player.find_asked_user()
        if who is None:
            break
        path = f"/channels/{race.games.id}/messages"
        posts = [r.json for r in race.env.http_requests if r.method == "POST" and r.path == path]
        assert posts[-1]["allowed_mentions"]["users"] == [who.id]
        assert posts[-1]["allowed_mentions"].get("parse", []) == []
        assert f"<@{who.id}>" in read_text(race.newest_post)
        await player.play_by_buttons(who)


async def test_a_hand_never_reaches_anything_public(race: FakeServer) -> None:
    """Each player's start card is face down: its name must be in the owner's own messages only."""
    player = RandomPlayer(race, "secrets")
    hidden_seen = 0
    for _ in range(30):
        who = await player.find_asked_user()
        if who is None:
            break
        table = await race.load_table()
        await player.play_by_buttons(who)
        for seat in (0, 1):
            snapshot = await race.bot.tables.snapshots.take_snapshot(table.id, seat)
            rival = await race.bot.tables.snapshots.take_snapshot(table.id, 1 - seat)
            mine = {line.text.template: line for line in snapshot.private_lines}
            hidden_seen += len(mine)
            for line in snapshot.private_lines:
                assert line not in rival.private_lines
        public = "\n".join(read_text(message) for message in race.games.history())
        assert "You begin with" not in public
        assert "You draw" not in public
    assert hidden_seen
