"""/analysis: started by command or button, computed once, shown to one or to all, and closed while an undo of the end
is possible.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.history.analysis import describe_moment
from engine.host.service.history.analyses import FinishedAnalysis
from engine.kernel.text import UserError, say, translate_to_english
from engine.learning.course import LessonPlace
from engine.players.analysis import position_analysis
from engine.players.analysis.game_analysis import Analysis, Moment
from tests.discord.camp_game import finish_game
from tests.discord.fake_server import GALLERY_TYPE, FakeServer, list_components, list_controls, list_pictures, read_text
from tests.discord.lesson_moves import choose_words
from tests.discord.panels import find_answer
from tests.discord.player import RandomPlayer
from tests.golden_records import read_record


@pytest.fixture
async def finished_race(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    """Start a race that has ended for good."""
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)
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
    (curve,) = describe_message(found)
    assert "everybody’s chance over" in curve
    assert len(curve) <= 1000
    assert len(await list_pictures(found)) == 1
    assert "accuracy" in read_text(found)
    assert "the best move in" in read_text(found)
    assert "is no master" in read_text(found)
    assert [part["label"] for part in list_controls(found) if "label" in part] == ["Go through the moves", "Replay"]


async def test_the_curve_is_paged_to_a_move_with_its_board(finished_race: FakeServer) -> None:
    overview = await run_analysis(finished_race, finished_race.ana)
    kept = await finished_race.bot.tables.analyses.load_analysis(1)
    assert kept is not None
    turning = [moment.number for moment in kept.analysis.turning]
    page = find_answer(await finished_race.click_button(finished_race.ana, overview, "Go through the moves"))
    assert f"Move {turning[0] + 1}, " in read_text(page)
    assert "Played: " in read_text(page)
    curve, board = describe_message(page)
    assert "everybody’s chance over" in curve
    assert board != curve
    assert len(await list_pictures(page)) == 2
    if len(turning) > 1:
        following = find_answer(await finished_race.click_button(finished_race.ana, page, "Next turning point"))
        assert f"Move {turning[1] + 1}, " in read_text(following)
        page = find_answer(await finished_race.click_button(finished_race.ana, following, "Turning point before"))
    page = find_answer(await finished_race.click_button(finished_race.ana, page, "Later"))
    assert f"Move {turning[0] + 2}, " in read_text(page)
    page = find_answer(await finished_race.click_button(finished_race.ana, page, "Earlier"))
    start = find_answer(await finished_race.click_button(finished_race.ana, page, "Play from here"))
    assert f"after move {turning[0]}, alone" in read_text(start)
    again = find_answer(await finished_race.click_button(finished_race.ana, page, "Whole analysis"))
    assert read_text(again) == read_text(overview)
    labels = [option["label"] for part in list_controls(again) for option in part.get("options", ())]
    assert any("Ana" in label or "Ben" in label for label in labels)
    assert not any("*" in label for label in labels), "a list shows no bold names"
    chosen = find_answer(await finished_race.choose_values(finished_race.ana, again, str(turning[-1])))
    assert f"Move {turning[-1] + 1}, " in read_text(chosen)


async def test_a_turning_point_at_the_end_says_how_the_game_ended(finished_race: FakeServer) -> None:
    await run_analysis(finished_race, finished_race.ana)
    kept = await finished_race.bot.tables.analyses.load_analysis(1)
    assert kept is not None
    assert kept.table.result is not None
    moments = [msgspec.structs.replace(one, chances=(0.5, 0.5), gain=0.0, push=()) for one in kept.analysis.moments]
    fmt = TextFormatter(kept.table, translate=translate_to_english)
    for index, is_last in ((10, False), (len(moments) - 2, True)):
        chances = [moments[0].chances] * (index + 1) + [(0.9, 0.1)] * (len(moments) - index)
        risen = [msgspec.structs.replace(one, chances=before) for one, before in zip(moments, chances, strict=False)]
        whole = Analysis(tuple(risen), chances[-1])
        shown = msgspec.structs.replace(kept, analysis=whole)
        (turning,) = whole.find_turning_points()
        text = describe_moment(shown, turning, fmt)
        assert "A turning point" in text
        assert (fmt(kept.table.result.reason) in text) == is_last


async def test_a_page_of_a_public_analysis_is_private(finished_race: FakeServer) -> None:
    await run_analysis(finished_race, finished_race.ana)
    await run_analysis(finished_race, finished_race.ana, who="everybody")
    shown = read_text(finished_race.newest_post)
    page = find_answer(
        await finished_race.click_button(finished_race.ben, finished_race.newest_post, "Go through the moves")
    )
    assert page.ephemeral
    assert read_text(finished_race.newest_post) == shown


def make_mistake(found: FinishedAnalysis, seat: int) -> FinishedAnalysis:
    """Return the analysis with a move of the seat that another one was clearly better than."""
    moments = list(found.analysis.moments)
    index = next(n for n, one in enumerate(moments) if one.seat == seat and one.is_checked)
    moments[index] = msgspec.structs.replace(moments[index], gain=0.25)
    labels = list(found.labels)
    labels[index] = msgspec.structs.replace(labels[index], plan=((say("Raid"), say("c11")), (say("Exit"),)))
    analysis = msgspec.structs.replace(found.analysis, moments=tuple(moments))
    return msgspec.structs.replace(found, analysis=analysis, labels=tuple(labels))


async def plant_mistake(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> Moment:
    """Have the game analysed, and let Ana have made one clear mistake in it."""
    await run_analysis(server, server.ana)
    kept = await server.bot.tables.analyses.load_analysis(1)
    assert kept is not None
    known = make_mistake(kept, 0)
    (mistake,) = known.analysis.list_worst_moves(0)

    async def load_known(_table_id: int) -> FinishedAnalysis:
        return known

    monkeypatch.setattr(server.bot.tables.analyses, "load_analysis", load_known)
    return mistake


async def test_a_player_learns_from_a_mistake(finished_race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = await plant_mistake(finished_race, monkeypatch)
    overview = await run_analysis(finished_race, finished_race.ana)
    page = find_answer(await finished_race.choose_values(finished_race.ana, overview, str(mistake.number)))
    assert "instead of" in read_text(page).partition("Played: ")[0]
    assert "Better: " in read_text(page)
    assert "Then: Raid › c11, Exit." in read_text(page)
    overview = find_answer(await finished_race.click_button(finished_race.ana, page, "Whole analysis"))
    puzzle = find_answer(await finished_race.click_button(finished_race.ana, overview, "Learn from my mistakes"))
    assert f"Move {mistake.number + 1} of the game in" in read_text(puzzle)
    assert "lost 25 % of your chance" in read_text(puzzle)
    hint = find_answer(await finished_race.click_button(finished_race.ana, puzzle, "Hint"))
    assert "It begins with" in read_text(hint)
    course = await finished_race.bot.tables.lessons.load_course("mistakes-1", finished_race.ana.id)
    root = course.create_run(LessonPlace()).build_menu(0)
    wrong = await choose_words(finished_race, finished_race.ana, hint, root, mistake.played)
    assert "thinks more of another move" in read_text(wrong)
    solved = await choose_words(finished_race, finished_race.ana, wrong, root, mistake.alternative)
    assert f"✓ `{' '.join(mistake.alternative)}`" in read_text(solved)
    left = find_answer(await finished_race.click_button(finished_race.ana, solved, "Leave"))
    again = find_answer(await finished_race.click_button(finished_race.ana, left, "Go on with my mistakes"))
    assert "lost 25 %" in read_text(again)
    for other, reason in ((finished_race.ben, "clearly a mistake"), (finished_race.cy, "did not play in this game")):
        shown = await run_analysis(finished_race, other)
        told = find_answer(await finished_race.click_button(other, shown, "Learn from my mistakes"))
        assert reason in read_text(told)


async def test_a_better_line_is_a_short_film(finished_race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins before the better move, and ends before the player's next turn; the real replay stays the real one."""
    mistake = await plant_mistake(finished_race, monkeypatch)
    overview = await run_analysis(finished_race, finished_race.cy)
    page = find_answer(await finished_race.choose_values(finished_race.cy, overview, str(mistake.number)))
    film = find_answer(await finished_race.click_button(finished_race.cy, page, "See the better line"))
    assert "Nobody played this" in read_text(film)
    assert "Then: Raid › c11, Exit." in read_text(film)
    line = await finished_race.bot.tables.better_lines.play(1, mistake.number, finished_race.cy.id)
    played = [(move.seat, move.words) for move in line.replay.moves[mistake.number :]]
    assert played[0] == (0, mistake.alternative)
    assert {seat for seat, _ in played} == {0, 1}
    assert all(seat == 1 for seat, _ in played[1:])
    (picture,) = await list_pictures(film)
    assert Image.open(BytesIO(picture)).n_frames >= 3  # type: ignore[attr-defined]
    assert f"moves {mistake.number} to {line.replay.last}" in describe_message(film)[0]
    assert "Play from here" in [part.get("label") for part in list_controls(film)]


async def test_a_move_without_a_better_one_has_no_better_line(finished_race: FakeServer) -> None:
    await run_analysis(finished_race, finished_race.ana)
    kept = await finished_race.bot.tables.analyses.load_analysis(1)
    assert kept is not None
    index = next(n for n in range(len(kept.labels)) if not kept.has_better_move(n))
    for number in (kept.first_move + index, -1, 10**6):
        with pytest.raises(UserError, match="No better move was found"):
            await finished_race.bot.tables.better_lines.play(1, number, finished_race.ana.id)


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
        assert "the best move in" in read_text(message)


async def test_what_was_waited_for_is_made_at_the_next_start(finished_race: FakeServer) -> None:
    table = await finished_race.load_table()
    await finished_race.bot.tables.analyses.request_analysis(table.id, finished_race.ana.id)
    await finished_race.restart()
    assert "the best move in" in read_text(await run_analysis(finished_race, finished_race.ben))


async def test_who_cannot_compute_says_so_and_can_be_asked_again(finished_race: FakeServer) -> None:
    finished_race.move_service.fails = True
    assert "Ask again in a while" in read_text(await run_analysis(finished_race, finished_race.ana))
    finished_race.move_service.fails = False
    assert "the best move in" in read_text(await run_analysis(finished_race, finished_race.ana))


async def test_it_stays_closed_while_a_game_goes_on(race: FakeServer) -> None:
    assert "when it is over" in read_text(await run_analysis(race, race.ana))


async def test_it_stays_closed_until_the_seals_open(camp: FakeServer) -> None:
    await finish_game(camp)
    assert "Analysis" not in [part["label"] for part in list_controls(camp.newest_post)]
    assert "can be taken back until <t:" in read_text(await run_analysis(camp, camp.ana))


async def test_it_works_from_another_channel(finished_race: FakeServer) -> None:
    table = await finished_race.load_table()
    elsewhere = (
        await finished_race.run_command(finished_race.ana, "analysis", finished_race.expedition, table=table.id)
    ).response
    assert "the best move in" in read_text(elsewhere)
    refused = (
        await finished_race.run_command(
            finished_race.ana, "analysis", finished_race.expedition, table=table.id, who="everybody"
        )
    ).response
    assert "in its own channel" in read_text(refused)


async def test_a_game_in_a_direct_message_is_analysed_there(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_analysis, "POSITION_SHARE", 10**6)
    monkeypatch.setattr(position_analysis, "MAX_PLAYOUTS", 1)
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
