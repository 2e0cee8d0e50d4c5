"""The end of a game: the final post, full public access afterwards, and the rematch."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from engine.kernel.record import format_record, parse_record
from tests.discord.camp_game import HOUR_S
from tests.discord.fake_server import TEXT_TYPE, FakeServer, list_components, list_controls, read_text
from tests.golden_records import cut_record, read_record

FROZEN_RECORD = Path(__file__).parents[1] / "golden" / "amundsen" / "frozen-by-declaration.record"


@pytest.fixture
async def finished_race(race: FakeServer) -> FakeServer:
    """Let Ana give up, so that Ben has won."""
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    asked = (await race.run_command(race.ana, "resign")).response
    assert asked is not None
    await race.click_button(race.ana, asked, "Give up")
    return race


async def test_the_final_post_says_who_won_and_why(finished_race: FakeServer) -> None:
    final = read_text(finished_race.newest_post)
    assert f"<@{finished_race.ben.id}> has won!" in final
    assert "is the last one in the game" in final
    said = [part["content"] for part in list_components(finished_race.newest_post) if part["type"] == TEXT_TYPE]
    assert "\n".join(said).count("is the last one in the game") == 1
    assert final.index("1. **Ben**") < final.index("2. **Ana**")
    assert finished_race.newest_post.attachments
    assert [part["label"] for part in list_controls(finished_race.newest_post)] == [
        "Rematch",
        "Replay",
        "Look",
        "In words",
        "Log",
        "Record",
        "Analysis",
    ]


@pytest.mark.parametrize("parameter", ["name", "value"])
async def test_options_of_a_finished_game_are_no_failure(
    finished_race: FakeServer, caplog: pytest.LogCaptureFixture, parameter: str
) -> None:
    (offer,) = await finished_race.ana.autocomplete(finished_race.games, "options", parameter, "")
    assert offer["name"] == "This game is over. /play starts a new one."
    assert str(finished_race.ana.id) not in caplog.text


async def test_the_last_picture_says_who_has_won_once(finished_race: FakeServer) -> None:
    for shown in (
        finished_race.newest_post,
        (await finished_race.run_command(finished_race.ben, "board")).response,
        (await finished_race.run_command(finished_race.ben, "hand")).response,
    ):
        assert shown is not None
        words = read_text(shown)
        assert "to play" not in words
        assert "to answer" not in words
    described = [
        item["description"] for part in list_components(finished_race.newest_post) for item in part.get("items", [])
    ]
    assert len(described) == 2, "the last board, and the poster"
    assert described[0].count("is the last one in the game") == 1
    assert "Ben has won" in described[0]


async def test_the_hand_after_the_end_tells_of_the_end(finished_race: FakeServer) -> None:
    assert "You begin with" in read_text((await finished_race.run_command(finished_race.ben, "log")).response), (
        "what he was told, and has not moved since"
    )
    shown = read_text((await finished_race.run_command(finished_race.ben, "hand")).response)
    assert "This game is over" in shown
    assert "You begin with" not in shown


async def test_the_score_sheet_is_broken_down_by_rule_in_order_of_rank(server: FakeServer) -> None:
    record = read_record("northwest", "mainland-counts")
    last = parse_record(record.decode()).moves[-1]
    await server.resume_record(cut_record(record, -1), 3)
    who = server.find_actor((await server.load_table()).find_seat_user(last.seat))
    await server.run_command(who, "move", words=" ".join(last.words))
    table, final = await server.load_table(), read_text(server.newest_post)
    assert table.status == "finished"
    result = table.result
    seats = [seat for tied in result.ranking for seat in tied]
    places = [final.index(f". **{table.player_names[seat]}**: ") for seat in seats]
    assert places == sorted(places)
    for seat in seats:
        for line in result.scores[seat]:
            assert f": {line.points:+d}" in final
    totals = [sum(line.points for line in result.scores[seat]) for seat in seats]
    assert all(f"{total} point" in final for total in totals)


async def test_a_finished_game_stays_readable(finished_race: FakeServer) -> None:
    for command in ("board", "log", "record", "replay"):
        shown = (await finished_race.run_command(finished_race.cy, command)).response
        assert shown is not None
        assert shown.ephemeral
    await finished_race.run_command(finished_race.ana, "play", game="amundsen")
    asked = (await finished_race.run_command(finished_race.ana, "close")).response
    assert asked is not None
    await finished_race.click_button(finished_race.ana, asked, "Close the table")
    assert "gives up" in read_text((await finished_race.run_command(finished_race.cy, "log")).response), (
        "the game that was played, not the lobby"
    )
    for command, given in (
        ("move", {"words": "take 1"}),
        ("amundsen take", {"cards": "1"}),
        ("orders", {}),
        ("resign", {}),
    ):
        assert "This game is over" in read_text(
            (await finished_race.run_command(finished_race.ben, command, **given)).response
        ), command
    elsewhere = (
        await finished_race.run_command(finished_race.ben, "move", finished_race.expedition, words="take 1")
    ).response
    assert "no table in this channel" in read_text(elsewhere)


async def test_below_the_last_board_is_the_poster(finished_race: FakeServer) -> None:
    board, poster = finished_race.newest_post.attachments
    assert (board.filename, poster.filename) == ("board.png", "poster.png")
    assert poster.description is not None
    assert "1911 Amundsen vs Scott, the end." in poster.description
    with Image.open(io.BytesIO(await poster.read())) as picture:
        assert picture.size == (1650, 1050)
    assert read_text(finished_race.newest_post).index("has won") >= 0


async def test_the_poster_is_found_again_after_a_restart(finished_race: FakeServer) -> None:
    before = await finished_race.newest_post.attachments[1].read()
    await finished_race.restart()
    listed = (await finished_race.run_command(finished_race.cy, "history")).response
    assert listed is not None
    one = (await finished_race.choose_values(finished_race.cy, listed, "1")).response
    assert one is not None
    names = [file.filename for file in one.attachments]
    assert names == ["poster.png", "board.png"]
    assert await one.attachments[0].read() == before, "drawn from the log, it is the same poster"


async def test_the_poster_names_nobody_who_was_erased(finished_race: FakeServer) -> None:
    assert "Ana" in str(finished_race.newest_post.attachments[1].description)
    await finished_race.bot.tables.erasure.erase(finished_race.ana.id)
    listed = (await finished_race.run_command(finished_race.cy, "history")).response
    assert listed is not None
    one = (await finished_race.choose_values(finished_race.cy, listed, "1")).response
    assert one is not None
    assert "Ana" not in str(one.attachments[0].description)
    assert "Somebody" in str(one.attachments[0].description)


async def test_the_final_posts_buttons_work_while_the_next_game_runs(finished_race: FakeServer) -> None:
    final = finished_race.newest_post
    await finished_race.run_command(finished_race.ana, "play", game="amundsen")
    assert "gives up" in read_text((await finished_race.click_button(finished_race.cy, final, "Log")).response)
    replay = (await finished_race.click_button(finished_race.cy, final, "Replay")).response
    assert replay is not None
    assert replay.attachments[0].filename == "replay.gif"


async def test_a_rematch_calls_the_same_people_and_moves_the_seats_up(finished_race: FakeServer) -> None:
    options = (await finished_race.load_table()).options
    await finished_race.env.advance_time(HOUR_S)
    await finished_race.click_button(finished_race.ana, finished_race.newest_post, "Rematch")
    table = await finished_race.load_table()
    assert (table.status, table.options, table.rematch_of) == ("lobby", options, 1)
    assert [seat.user_id for seat in table.seats] == [finished_race.ana.id]
    assert f"<@{finished_race.ben.id}>" in read_text(finished_race.newest_post)
    sent = next(r.json for r in reversed(finished_race.env.http_requests) if "a rematch?" in str(r.json))
    assert sent["data"]["allowed_mentions"]["users"] == [finished_race.ben.id]
    await finished_race.click_button(finished_race.ben, finished_race.newest_post, "Join")
    assert [seat.user_id for seat in (await finished_race.load_table()).seats] == [
        finished_race.ben.id,
        finished_race.ana.id,
    ]
    await finished_race.click_button(finished_race.ana, finished_race.newest_post, "Start")
    assert (await finished_race.load_table()).status == "running"


async def test_a_rematch_is_for_those_who_played_and_opened_once(finished_race: FakeServer) -> None:
    final = finished_race.newest_post
    assert "people of that game" in read_text(
        (await finished_race.click_button(finished_race.cy, final, "Rematch")).response
    )
    await finished_race.click_button(finished_race.ben, final, "Rematch")
    assert "already a table in this channel" in read_text(
        (await finished_race.click_button(finished_race.ana, final, "Rematch")).response
    )


async def test_a_press_that_would_end_the_game_asks_first(server: FakeServer) -> None:
    record = parse_record(FROZEN_RECORD.read_text("utf-8"))
    last, cut = record.moves[-1], msgspec.structs.replace(record, moves=record.moves[:-1])
    await server.run_command(server.ana, "record", file=("nearly.txt", format_record(cut).encode()))
    await server.click_button(server.ben, server.newest_post, "Join")
    await server.click_button(server.ana, server.newest_post, "Start")
    who = server.people[last.seat]
    panel = (await server.click_button(who, server.newest_post, "Your move")).response
    assert panel is not None
    pressed = next(one["custom_id"] for one in list_controls(panel) if one["custom_id"].endswith(":" + last.words[0]))
    asked = (await server.click_button(who, panel, custom_id=pressed)).response
    assert asked is not None
    assert (await server.load_table()).status == "running"
    back = (await server.click_button(who, asked, "Back")).response
    assert back is not None
    asked = (await server.click_button(who, back, custom_id=pressed)).response
    assert asked is not None
    assert (await server.load_table()).status == "running"
    await server.click_button(who, asked, "Play it")
    assert (await server.load_table()).status == "finished"
