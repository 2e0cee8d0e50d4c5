"""/analysis: started by command or button, computed once, shown to one or to all, and closed while an undo of the end
is possible.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.players import analysis
from tests.discord.fake_server import GALLERY_TYPE, FakeServer, list_components, list_controls, list_pictures, read_text
from tests.discord.player import RandomPlayer
from tests.golden_records import read_record


@pytest.fixture
async def finished_race(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    """Start a race that has ended for good."""
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    await server.resume_record(read_record("amundsen", "frozen-by-declaration"), 2)
    return server


async def run_analysis(server: FakeServer, asking: Any, **options: Any) -> Any:
    return (await server.run_command(asking, "analysis", **options)).response


def describe_message(message: Any) -> list[str]:
    return [
        item["description"]
        for part in list_components(message)
        if part["type"] == GALLERY_TYPE
        for item in part["items"]
    ]


async def test_the_button_below_the_final_post_has_the_game_analysed(finished_race: FakeServer) -> None:
    table = await finished_race.load_table()
    found = (await finished_race.click_button(finished_race.ben, finished_race.newest_post, "Analysis")).response
    assert found is not None
    assert found.ephemeral
    assert "looks at the game" not in read_text(found), "what was said while it was made has given way to it"
    kept = await finished_race.bot.tables.analyses.load_analysis(table.id)
    assert kept is not None
    curve, *boards = describe_message(found)
    assert "everybody’s chance over" in curve
    assert len(curve) <= 1000
    assert len(boards) == len(kept.turning_points) == len(await list_pictures(found)) - 1
    for n, (told, alt) in enumerate(zip(kept.turning_points, boards, strict=True), 1):
        assert alt.startswith(f"Turning point {n}.")
        assert f"**{n}.** Move {told.turning_point.number + 1}, " in read_text(found)
    assert "The captain would have played" in read_text(found)
    assert "is no master" in read_text(found)
    assert len({await attachment.read() for attachment in found.attachments}) == len(found.attachments)
    assert [part["label"] for part in list_controls(found)] == ["Replay"]


async def test_it_is_made_once_and_is_the_same_for_all(finished_race: FakeServer) -> None:
    first = await run_analysis(finished_race, finished_race.ana)
    finished_race.move_service.requests.clear()
    again = await run_analysis(finished_race, finished_race.cy)
    assert read_text(again) == read_text(first)
    assert await list_pictures(again) == await list_pictures(first)
    assert finished_race.move_service.requests == []
    await run_analysis(finished_race, finished_race.ana, who="everybody")
    assert read_text(finished_race.newest_post) == read_text(first)


async def test_who_waits_sees_how_far_it_is(finished_race: FakeServer) -> None:
    finished_race.move_service.hold()
    finished_race.move_service.queue_length = 9
    waiting = await finished_race.click_button(finished_race.ana, finished_race.newest_post, "Analysis")
    assert waiting.response is not None
    assert "▱ 0 %" in read_text(waiting.response)
    assert "moves go first" in read_text(waiting.response)
    other = (await finished_race.run_command(finished_race.ana, "analysis")).response
    assert "▱ 0 %" in read_text(other), "asked again, it is the same one"
    finished_race.move_service.release()
    await finished_race.env.settle()
    for message in (waiting.response, other):
        assert "The captain would have played" in read_text(message)


async def test_what_was_waited_for_is_made_at_the_next_start(finished_race: FakeServer) -> None:
    table = await finished_race.load_table()
    await finished_race.bot.tables.analyses.request_analysis(table.id, finished_race.ana.id)
    await finished_race.restart()
    assert "The captain would have played" in read_text(await run_analysis(finished_race, finished_race.ben))


async def test_who_cannot_compute_says_so_and_can_be_asked_again(finished_race: FakeServer) -> None:
    finished_race.move_service.fails = True
    assert "Ask again in a while" in read_text(await run_analysis(finished_race, finished_race.ana))
    finished_race.move_service.fails = False
    assert "The captain would have played" in read_text(await run_analysis(finished_race, finished_race.ana))


async def test_it_stays_closed_while_a_game_goes_on(race: FakeServer) -> None:
    assert "when it is over" in read_text(await run_analysis(race, race.ana))


async def test_it_stays_closed_until_the_seals_open(camp: FakeServer) -> None:
    player = RandomPlayer(camp, "to the end")
    while (who := await player.find_asked_user()) is not None:
        await player.play_by_buttons(who)
    assert "Analysis" not in [part["label"] for part in list_controls(camp.newest_post)]
    assert "can be taken back until <t:" in read_text(await run_analysis(camp, camp.ana))


async def test_it_works_from_another_channel(finished_race: FakeServer) -> None:
    table = await finished_race.load_table()
    elsewhere = (
        await finished_race.run_command(finished_race.ana, "analysis", finished_race.expedition, table=table.id)
    ).response
    assert "The captain would have played" in read_text(elsewhere)
    refused = (
        await finished_race.run_command(
            finished_race.ana, "analysis", finished_race.expedition, table=table.id, who="everybody"
        )
    ).response
    assert "in its own channel" in read_text(refused)


async def test_a_game_in_a_direct_message_is_analysed_there(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "POSITION_SHARE", 10**6)
    ana = server.ana.user
    server.record_result(await ana.slash("solo", game="amundsen", level="cadet"))
    server.games, server.people = ana.dm_channel, [ana]
    await server.env.settle()
    for _ in range(3):
        await RandomPlayer(server, "direct").play_by_buttons(ana)
        await server.env.settle()
    asked = server.record_result(await ana.slash("resign")).response
    assert asked is not None
    give_up = next(part for part in list_controls(asked) if part["label"] == "Give up")
    server.record_result(await ana.click(asked, custom_id=give_up["custom_id"]))
    assert (await server.load_table()).status == "finished"
    found = server.record_result(await ana.slash("analysis")).response
    assert "Choices" in read_text(found)
    assert "who stood how well" not in read_text(found)
    assert await list_pictures(found)
