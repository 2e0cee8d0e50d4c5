"""A whole game by buttons and a whole game by slash commands: every answer within Discord's limits, every hand kept."""

from __future__ import annotations

import pytest

from engine.kernel import registry
from engine.ops import doctor
from tests.bounds import bounds
from tests.discord.hut import Hut, text
from tests.discord.hut import pictures as shown
from tests.discord.player import MOST, Player
from tests.discord.sparing import draw_few

GAMES = [
    pytest.param(slug, registry.load(slug).seats[-1], options, id="-".join((slug, *options.values())))
    for slug in registry.slugs()
    for options in ({}, *bounds(slug).also)
]


@pytest.fixture(autouse=True)
def sparing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_few(monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
async def test_a_whole_game_by_buttons(home: Hut, slug: str, seats: int, options: dict[str, str]) -> None:
    await home.begin(slug, seats, **options)
    player, presses = Player(home, "presses"), list[int]()
    while (who := await player.waiting()) is not None:
        presses.append(await player.by_buttons(who))
        assert len(presses) < MOST
    table = await home.table()
    assert table.status == "finished"
    for who in home.people[:seats]:
        await home.click(who, home.post, "It is over")
    assert ("seed" in text(home.post)) == registry.load(slug).kind.chance
    assert len(await shown(home.post)) == 2, "the board and the poster"
    assert ("won" in text(home.post)) == bool(table.result.winners)
    assert sorted(presses)[len(presses) // 2] <= 5
    assert min(presses) == bounds(slug).presses, "so many presses for a simple move"
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]


@pytest.mark.slow
@pytest.mark.parametrize("slug", registry.slugs())
async def test_a_whole_game_by_slash_commands(home: Hut, slug: str) -> None:
    await home.begin(slug, registry.load(slug).seats[-1])
    player, turns = Player(home, "commands"), 0
    while (who := await player.waiting()) is not None:
        await player.by_command(who)
        turns += 1
        assert turns < MOST
    assert (await home.table()).status == "finished"
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]


async def test_every_turn_calls_the_one_who_is_to_move_and_nobody_else(race: Hut) -> None:
    player = Player(race, "calls")
    for _ in range(12):
        who = await player.waiting()
        if who is None:
            break
        path = f"/channels/{race.games.id}/messages"
        posts = [r.json for r in race.env.http_requests if r.method == "POST" and r.path == path]
        assert posts[-1]["allowed_mentions"]["users"] == [who.id]
        assert posts[-1]["allowed_mentions"].get("parse", []) == []
        assert f"<@{who.id}>" in text(race.post)
        await player.by_buttons(who)


async def test_a_hand_never_reaches_anything_public(race: Hut) -> None:
    """Each player's start card is face down: its name must be in the owner's own messages only."""
    player = Player(race, "secrets")
    hidden_seen = 0
    for _ in range(30):
        who = await player.waiting()
        if who is None:
            break
        table = await race.table()
        await player.by_buttons(who)
        for seat in (0, 1):
            snapshot = await race.bot.tables.snapshots.take(table.id, seat)
            rival = await race.bot.tables.snapshots.take(table.id, 1 - seat)
            mine = {line.text.template: line for line in snapshot.whispers}
            hidden_seen += len(mine)
            for line in snapshot.whispers:
                assert line not in rival.whispers
        public = "\n".join(text(message) for message in race.games.history())
        assert "You begin with" not in public
        assert "You draw" not in public
    assert hidden_seen
