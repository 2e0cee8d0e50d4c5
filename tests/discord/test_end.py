"""The end of a game: the final post, everything readable afterwards, and the rematch."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from engine.kernel.record import dump, parse
from tests.discord.hut import TEXT, Hut, controls, parts, text
from tests.recorded import cut, recorded

FROZEN = Path(__file__).parents[1] / "golden" / "amundsen" / "frozen-by-declaration.record"


@pytest.fixture
async def over(race: Hut) -> Hut:
    """Ana gives up; Ben has won."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    asked = (await race.slash(race.ana, "resign")).response
    assert asked is not None
    await race.click(race.ana, asked, "Give up")
    return race


async def test_the_final_post_says_who_won_and_why(over: Hut) -> None:
    final = text(over.post)
    assert f"<@{over.ben.id}> has won!" in final
    assert "is the last one in the game" in final
    said = [part["content"] for part in parts(over.post) if part["type"] == TEXT]
    assert "\n".join(said).count("is the last one in the game") == 1
    assert final.index("1. **Ben**") < final.index("2. **Ana**")
    assert over.post.attachments
    assert [part["label"] for part in controls(over.post)] == ["Rematch", "Replay", "Look", "Log", "Record", "Analysis"]


async def test_the_last_picture_says_who_has_won_once(over: Hut) -> None:
    for shown in (
        over.post,
        (await over.slash(over.ben, "board")).response,
        (await over.slash(over.ben, "hand")).response,
    ):
        assert shown is not None
        words = text(shown)
        assert "to play" not in words
        assert "to answer" not in words
    described = [item["description"] for part in parts(over.post) for item in part.get("items", [])]
    assert len(described) == 2, "the last board, and the poster"
    assert described[0].count("is the last one in the game") == 1
    assert "Ben has won" in described[0]


async def test_the_hand_after_the_end_tells_of_the_end(over: Hut) -> None:
    assert "You begin with" in text((await over.slash(over.ben, "log")).response), (
        "what he was told, and has not moved since"
    )
    shown = text((await over.slash(over.ben, "hand")).response)
    assert "This game is over" in shown
    assert "You begin with" not in shown


async def test_the_score_sheet_is_broken_down_by_rule_in_order_of_rank(home: Hut) -> None:
    record = recorded("northwest", "mainland-counts")
    last = parse(record.decode()).moves[-1]
    await home.resume(cut(record, -1), 3)
    who = home.actor((await home.table()).user_of(last.seat))
    await home.slash(who, "move", words=" ".join(last.words))
    table, final = await home.table(), text(home.post)
    assert table.status == "finished"
    result = table.result
    seats = [seat for tied in result.ranking for seat in tied]
    places = [final.index(f". **{table.names[seat]}**: ") for seat in seats]
    assert places == sorted(places)
    for seat in seats:
        for line in result.scores[seat]:
            assert f": {line.points:+d}" in final
    totals = [sum(line.points for line in result.scores[seat]) for seat in seats]
    assert all(f"{total} point" in final for total in totals)


async def test_a_finished_game_stays_readable(over: Hut) -> None:
    for command in ("board", "log", "record", "replay"):
        shown = (await over.slash(over.cy, command)).response
        assert shown is not None
        assert shown.ephemeral
    await over.slash(over.ana, "play", game="amundsen")
    asked = (await over.slash(over.ana, "close")).response
    assert asked is not None
    await over.click(over.ana, asked, "Close the table")
    assert "gives up" in text((await over.slash(over.cy, "log")).response), "the game that was played, not the lobby"
    for command, given in (
        ("move", {"words": "take 1"}),
        ("amundsen take", {"cards": "1"}),
        ("orders", {}),
        ("resign", {}),
    ):
        assert "This game is over" in text((await over.slash(over.ben, command, **given)).response), command
    elsewhere = (await over.slash(over.ben, "move", over.expedition, words="take 1")).response
    assert "no table in this channel" in text(elsewhere)


async def test_below_the_last_board_is_the_poster(over: Hut) -> None:
    board, poster = over.post.attachments
    assert (board.filename, poster.filename) == ("board.png", "poster.png")
    assert poster.description is not None
    assert "1911 Amundsen vs Scott, the end." in poster.description
    with Image.open(io.BytesIO(await poster.read())) as picture:
        assert picture.size == (1650, 1050)
    assert text(over.post).index("has won") >= 0


async def test_the_poster_is_found_again_after_a_restart(over: Hut) -> None:
    before = await over.post.attachments[1].read()
    await over.restart()
    listed = (await over.slash(over.cy, "history")).response
    assert listed is not None
    one = (await over.choose(over.cy, listed, "1")).response
    assert one is not None
    names = [file.filename for file in one.attachments]
    assert names == ["poster.png", "board.png"]
    assert await one.attachments[0].read() == before, "drawn from the log, it is the same poster"


async def test_the_poster_names_nobody_who_was_erased(over: Hut) -> None:
    assert "Ana" in str(over.post.attachments[1].description)
    await over.bot.tables.erasure.erase(over.ana.id)
    listed = (await over.slash(over.cy, "history")).response
    assert listed is not None
    one = (await over.choose(over.cy, listed, "1")).response
    assert one is not None
    assert "Ana" not in str(one.attachments[0].description)
    assert "Somebody" in str(one.attachments[0].description)


async def test_the_final_posts_buttons_work_while_the_next_game_runs(over: Hut) -> None:
    final = over.post
    await over.slash(over.ana, "play", game="amundsen")
    assert "gives up" in text((await over.click(over.cy, final, "Log")).response)
    replay = (await over.click(over.cy, final, "Replay")).response
    assert replay is not None
    assert replay.attachments[0].filename == "replay.gif"


async def test_a_rematch_calls_the_same_people_and_moves_the_seats_up(over: Hut) -> None:
    options = (await over.table()).options
    await over.click(over.ana, over.post, "Rematch")
    table = await over.table()
    assert (table.status, table.options, table.rematch_of) == ("lobby", options, 1)
    assert [person.user for person in table.seats] == [over.ana.id]
    assert f"<@{over.ben.id}>" in text(over.post)
    sent = next(r.json for r in reversed(over.env.http_requests) if "a rematch?" in str(r.json))
    assert sent["data"]["allowed_mentions"]["users"] == [over.ben.id]
    await over.click(over.ben, over.post, "Join")
    assert [person.user for person in (await over.table()).seats] == [over.ben.id, over.ana.id]
    await over.click(over.ana, over.post, "Start")
    assert (await over.table()).status == "running"


async def test_a_rematch_is_for_those_who_played_and_opened_once(over: Hut) -> None:
    final = over.post
    assert "people of that game" in text((await over.click(over.cy, final, "Rematch")).response)
    await over.click(over.ben, final, "Rematch")
    assert "already a table in this channel" in text((await over.click(over.ana, final, "Rematch")).response)


async def test_a_press_that_would_end_the_game_asks_first(home: Hut) -> None:
    record = parse(FROZEN.read_text("utf-8"))
    last, cut = record.moves[-1], msgspec.structs.replace(record, moves=record.moves[:-1])
    await home.slash(home.ana, "record", file=("nearly.txt", dump(cut).encode()))
    await home.click(home.ben, home.post, "Join")
    await home.click(home.ana, home.post, "Start")
    who = home.people[last.seat]
    panel = (await home.click(who, home.post, "Your move")).response
    assert panel is not None
    pressed = next(one["custom_id"] for one in controls(panel) if one["custom_id"].endswith(":" + last.words[0]))
    asked = (await home.click(who, panel, custom_id=pressed)).response
    assert asked is not None
    assert (await home.table()).status == "running"
    back = (await home.click(who, asked, "Back")).response
    assert back is not None
    asked = (await home.click(who, back, custom_id=pressed)).response
    assert asked is not None
    assert (await home.table()).status == "running"
    await home.click(who, asked, "Play it")
    assert (await home.table()).status == "finished"
