"""/analysis: asked for by command or button, made once, shown to one or to all, and closed as long as the end can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.players import analysis
from tests.discord.hut import GALLERY, Hut, controls, parts, pictures, text
from tests.discord.player import Player
from tests.recorded import recorded


@pytest.fixture
async def raced(home: Hut, monkeypatch: pytest.MonkeyPatch) -> Hut:
    """A race that is over for good."""
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    await home.resume(recorded("amundsen", "frozen-by-declaration"), 2)
    return home


async def shown(home: Hut, asking: Any, **options: Any) -> Any:
    return (await home.slash(asking, "analysis", **options)).response


def described(message: Any) -> list[str]:
    return [item["description"] for part in parts(message) if part["type"] == GALLERY for item in part["items"]]


async def test_the_button_below_the_final_post_has_the_game_looked_at(raced: Hut) -> None:
    table = await raced.table()
    found = (await raced.click(raced.ben, raced.post, "Analysis")).response
    assert found is not None
    assert found.ephemeral
    assert "looks at the game" not in text(found), "what was said while it was made has given way to it"
    kept = await raced.bot.tables.analyses.kept(table.id)
    assert kept is not None
    curve, *boards = described(found)
    assert "everybody’s chance over" in curve
    assert len(curve) <= 1000
    assert len(boards) == len(kept.turning) == len(await pictures(found)) - 1
    for n, (told, alt) in enumerate(zip(kept.turning, boards, strict=True), 1):
        assert alt.startswith(f"Turning point {n}.")
        assert f"**{n}.** Move {told.moment.number + 1}, " in text(found)
    assert "The captain would have played" in text(found)
    assert "is no master" in text(found)
    assert len({await attachment.read() for attachment in found.attachments}) == len(found.attachments)
    assert [part["label"] for part in controls(found)] == ["Replay"]


async def test_it_is_made_once_and_is_the_same_for_all(raced: Hut) -> None:
    first = await shown(raced, raced.ana)
    raced.move_service.requests.clear()
    again = await shown(raced, raced.cy)
    assert text(again) == text(first)
    assert await pictures(again) == await pictures(first)
    assert raced.move_service.requests == []
    await shown(raced, raced.ana, who="everybody")
    assert text(raced.post) == text(first)


async def test_who_waits_sees_how_far_it_is(raced: Hut) -> None:
    raced.move_service.hold()
    raced.move_service.queue_length = 9
    waiting = await raced.click(raced.ana, raced.post, "Analysis")
    assert waiting.response is not None
    assert "▱ 0 %" in text(waiting.response)
    assert "moves go first" in text(waiting.response)
    other = (await raced.slash(raced.ana, "analysis")).response
    assert "▱ 0 %" in text(other), "asked again, it is the same one"
    raced.move_service.release()
    await raced.env.settle()
    for message in (waiting.response, other):
        assert "The captain would have played" in text(message)


async def test_what_was_waited_for_is_made_at_the_next_start(raced: Hut) -> None:
    table = await raced.table()
    await raced.bot.tables.analyses.ask(table.id, raced.ana.id)
    await raced.restart()
    assert "The captain would have played" in text(await shown(raced, raced.ben))


async def test_who_cannot_think_says_so_and_can_be_asked_again(raced: Hut) -> None:
    raced.move_service.fails = True
    assert "Ask again in a while" in text(await shown(raced, raced.ana))
    raced.move_service.fails = False
    assert "The captain would have played" in text(await shown(raced, raced.ana))


async def test_it_stays_closed_while_a_game_goes_on(race: Hut) -> None:
    assert "when it is over" in text(await shown(race, race.ana))


async def test_it_stays_closed_until_the_seals_open(camp: Hut) -> None:
    player = Player(camp, "to the end")
    while (who := await player.waiting()) is not None:
        await player.by_buttons(who)
    assert "Analysis" not in [part["label"] for part in controls(camp.post)]
    assert "can be taken back until <t:" in text(await shown(camp, camp.ana))


async def test_it_works_from_another_channel(raced: Hut) -> None:
    table = await raced.table()
    elsewhere = (await raced.slash(raced.ana, "analysis", raced.expedition, table=table.id)).response
    assert "The captain would have played" in text(elsewhere)
    refused = (await raced.slash(raced.ana, "analysis", raced.expedition, table=table.id, who="everybody")).response
    assert "in its own channel" in text(refused)


async def test_a_game_in_a_direct_message_is_looked_at_there(home: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    ana = home.ana.user
    home._answered(await ana.slash("solo", game="amundsen", level="cadet"))
    home.games, home.people = ana.dm_channel, [ana]
    await home.env.settle()
    for _ in range(3):
        await Player(home, "direct").by_buttons(ana)
        await home.env.settle()
    asked = home._answered(await ana.slash("resign")).response
    assert asked is not None
    give_up = next(part for part in controls(asked) if part["label"] == "Give up")
    home._answered(await ana.click(asked, custom_id=give_up["custom_id"]))
    assert (await home.table()).status == "finished"
    found = home._answered(await ana.slash("analysis")).response
    assert "Choices" in text(found)
    assert "who stood how well" not in text(found)
    assert await pictures(found)
