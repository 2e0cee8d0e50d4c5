"""A game as an animation and the still of any move: the right frames, within Discord's limits, without secrets."""

from __future__ import annotations

import io
import threading
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat
from simcord.results import to_discord_message

from cogs.pictures import film_service
from engine.host.store import board_posts
from engine.kernel.text import UserError, say, translate_to_english
from render.kit.film.parts import STRIP_HEIGHT_PX
from tests.discord.camp_game import play_random_moves
from tests.discord.fake_server import (
    ANSWER_TIMEOUT_S,
    FakeServer,
    list_components,
    list_controls,
    list_pictures,
    read_text,
)
from tests.discord.player import RandomPlayer


@pytest.fixture
async def started_replay(race: FakeServer) -> FakeServer:
    """Start a race and play twelve decisions."""
    await play_random_moves(race, "film", 12)
    return race


def find_difference_box(picture: bytes, other_picture: bytes) -> tuple[int, int, int, int] | None:
    """Return the box in which two pictures differ, None if they are equal."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (picture, other_picture))
    return ImageChops.difference(first, second).getbbox()


async def read_film(server: FakeServer) -> Image.Image:
    shown = (await server.run_command(server.cy, "replay")).response
    assert shown is not None
    (data,) = await list_pictures(shown)
    return Image.open(io.BytesIO(data))


async def test_the_replay_of_a_running_game(started_replay: FakeServer) -> None:
    shown = (await started_replay.run_command(started_replay.cy, "replay")).response
    assert shown is not None
    assert shown.ephemeral
    assert "being drawn" not in read_text(shown), "the word that it is being drawn has given way to the film"
    (data,) = await list_pictures(shown)
    assert data[:6] == b"GIF89a"
    assert len(data) < 8_000_000
    replay = await started_replay.bot.tables.history.load_replay(1)
    assert replay.last >= 12
    shots = Image.open(io.BytesIO(data))
    assert 3 <= shots.n_frames <= replay.last + 2, "a title before the boards"  # type: ignore[attr-defined]
    assert shots.size == (825, 525 + STRIP_HEIGHT_PX)
    assert shots.info["loop"] == 0
    (item,) = next(part for part in list_components(shown) if part["type"] == 12)["items"]
    assert "At the end:" in item["description"]
    again = (await started_replay.run_command(started_replay.ana, "replay")).response
    assert again is not None
    assert await list_pictures(again) == [data], "a player is shown what a spectator sees"
    still = (await started_replay.click_button(started_replay.cy, shown, "Move by move")).response
    assert f"The board after move 0 of {replay.last}." in read_text(still)
    assert [part["label"] for part in list_controls(still)] == ["Later"], "nobody plays on from a running game"


async def test_the_film_of_a_finished_game_ends_with_its_poster(started_replay: FakeServer) -> None:
    running = await read_film(started_replay)
    asked = (await started_replay.run_command(started_replay.ana, "resign")).response
    assert asked is not None
    await started_replay.click_button(started_replay.ana, asked, "Give up")
    with Image.open(io.BytesIO((await list_pictures(started_replay.newest_post))[1])) as poster:
        small = poster.convert("RGB").reduce(2)
    over = await read_film(started_replay)
    assert over.n_frames > 2  # type: ignore[attr-defined]
    over.seek(over.n_frames - 1)  # type: ignore[attr-defined]
    difference = ImageChops.difference(over.convert("RGB").crop((0, 0, 825, 525)), small)
    assert sum(ImageStat.Stat(difference).mean) < 6, "the poster, shrunk"
    running.seek(running.n_frames - 1)  # type: ignore[attr-defined]
    assert sum(ImageStat.Stat(ImageChops.difference(running.convert("RGB").crop((0, 0, 825, 525)), small)).mean) > 60


async def test_a_film_has_the_colours_that_were_chosen(started_replay: FakeServer) -> None:
    bright = await read_film(started_replay)
    await started_replay.bot.tables.settings.save_setting("person", started_replay.cy.id, "tone", "night")
    dark = await read_film(started_replay)
    assert sum(ImageStat.Stat(dark.convert("RGB")).mean) < 0.85 * sum(ImageStat.Stat(bright.convert("RGB")).mean)


async def test_everybody_may_be_shown(started_replay: FakeServer) -> None:
    await started_replay.run_command(started_replay.cy, "replay", who="everybody")
    assert started_replay.newest_post.attachments[0].filename == "replay.gif"


async def test_a_still_of_any_move_and_turning_the_pages(started_replay: FakeServer) -> None:
    last = (await started_replay.bot.tables.history.load_replay(1)).last
    shown = (await started_replay.run_command(started_replay.cy, "replay", move=last)).response
    assert shown is not None
    assert shown.ephemeral
    assert f"after move {last} of {last}. A turn can have several moves." in read_text(shown)
    board = await list_pictures((await started_replay.run_command(started_replay.cy, "board")).response)  # type: ignore[arg-type]
    still = await list_pictures(shown)
    assert still == board, f"the last still is the board, but for {find_difference_box(still[0], board[0])}"
    assert [part["label"] for part in list_controls(shown)] == ["Earlier"]
    turned = (await started_replay.click_button(started_replay.cy, shown, "Earlier")).response
    assert turned is not None
    earlier = (await started_replay.run_command(started_replay.cy, "replay", move=last - 1)).response
    assert earlier is not None
    assert await list_pictures(earlier) == await list_pictures(turned) != board
    first = (await started_replay.run_command(started_replay.cy, "replay", move=0)).response
    assert first is not None
    assert [part["label"] for part in list_controls(first)] == ["Later"]


async def test_a_move_that_was_not_made(started_replay: FakeServer) -> None:
    result = await started_replay.run_command(started_replay.cy, "replay", move=5000)
    assert "The game has" in read_text(result.response)


async def test_a_game_of_one_move_has_one_move(race: FakeServer) -> None:
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    assert "The game has 1 move. Choose" in read_text((await race.run_command(race.cy, "replay", move=9)).response)


async def test_no_replay_before_the_game_begins(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    assert "nothing to show" in read_text((await server.run_command(server.ana, "replay")).response)


async def test_a_taken_back_move_is_in_no_film(started_replay: FakeServer) -> None:
    before = (await started_replay.bot.tables.history.load_replay(1)).last
    who = await RandomPlayer(started_replay, "undo").find_asked_user()
    assert who is not None
    await RandomPlayer(started_replay, "undo").play_by_buttons(who)
    told = (await started_replay.run_command(who, "undo")).response
    assert told is not None
    label = next(part["label"] for part in list_controls(told))
    await started_replay.click_button(who, told, label)
    if label == "Ask the others":
        for other in (started_replay.ana, started_replay.ben):
            if other is not who:
                await started_replay.click_button(other, started_replay.newest_post, "Agree")
    assert (await started_replay.bot.tables.history.load_replay(1)).last == before


async def test_how_far_the_film_is(started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.pictures.film_service.PROGRESS_FRAMES", 4)
    told = len(started_replay.env.http_requests)
    await read_film(started_replay)
    said = [str(request.json) for request in started_replay.env.http_requests[told:]]
    assert any("being drawn: " in one for one in said)
    assert "replay.gif" in said[-1]


async def test_a_replay_that_cannot_be_drawn_says_so(
    started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(*_: object) -> object:
        raise RuntimeError("no film")

    monkeypatch.setattr("cogs.pictures.film_service.render_film", torn)
    assert "could not be drawn" in read_text((await started_replay.run_command(started_replay.cy, "replay")).response)
    monkeypatch.undo()
    assert (await read_film(started_replay)).format == "GIF", "and the next one is made anew"


async def test_a_log_that_no_longer_plays_says_so(started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> object:
        raise UserError(say("up to move {n} only", n=3))

    monkeypatch.setattr("cogs.pictures.film_service.render_film", refused)
    assert "up to move 3 only" in read_text((await started_replay.run_command(started_replay.cy, "replay")).response)


async def test_a_film_that_grows_too_large_is_made_of_fewer_pictures(started_replay: FakeServer) -> None:
    replay = await started_replay.bot.tables.history.load_replay(1)
    told: list[int] = []
    whole = film_service.render_film(replay, lambda _done, of: told.append(of), 8_000_000, lambda one, _many, _n: one)
    half = len(whole.data) * 2 // 3
    small = film_service.render_film(replay, lambda _done, of: told.append(of), half, lambda one, _many, _n: one)
    assert len(small.data) <= half
    assert told[-1] < told[0]


async def test_a_film_ends_even_if_one_picture_is_too_large(started_replay: FakeServer) -> None:
    replay = await started_replay.bot.tables.history.load_replay(1)
    film = film_service.render_film(replay, lambda *_: None, 10, translate_to_english)
    assert getattr(Image.open(io.BytesIO(film.data)), "n_frames", 1) == 1


async def test_a_film_has_a_picture_a_turn_for_as_long_as_its_words(
    started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await started_replay.bot.tables.history.load_replay(1)
    ends = replay.list_turn_ends()
    assert (ends[0], ends[-1]) == (replay.first, replay.last)
    assert film_service.choose_moves(replay) == ends
    film = Image.open(
        io.BytesIO(film_service.render_film(replay, lambda *_: None, 8_000_000, translate_to_english).data)
    )
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(film)][1:-1]
    assert len(durations) <= len(ends)
    assert min(durations) >= film_service.MIN_FRAME_MS
    assert len({*durations}) > 1
    monkeypatch.setattr(film_service, "MAX_TURN_FRAMES", 4)
    rounds = film_service.choose_moves(replay)
    assert {rounds[0], rounds[-1]} == {replay.first, replay.last}
    assert len(rounds) <= len(ends) // len(replay.table.seats) + 2


def test_an_even_choice_of_moves() -> None:
    assert film_service.thin_out(range(10), 300) == list(range(10))
    assert film_service.thin_out([3], 300) == [3]
    assert film_service.thin_out(range(10), 1) == [9]
    chosen = film_service.thin_out(range(5, 1005), 300)
    assert len(chosen) == len(set(chosen)) == 300
    assert (chosen[0], chosen[-1]) == (5, 1004)
    assert {later - sooner for sooner, later in pairwise(chosen)} == {3, 4}


async def test_films_are_made_once_and_not_too_many_at_a_time(
    started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await started_replay.bot.tables.history.load_replay(1)
    first, second = (
        started_replay.bot.film_service.start_film(replay, 8_000_000, translate_to_english) for _ in range(2)
    )
    assert first is second
    await first.task
    monkeypatch.setattr("cogs.pictures.film_service.MAX_QUEUED_FILMS", 0)
    waiting = started_replay.bot.film_service.start_film(replay, 7_000_000, translate_to_english)
    with pytest.raises(UserError, match="Ask again in a minute"):
        started_replay.bot.film_service.start_film(replay, 6_000_000, translate_to_english)
    await waiting.task


async def test_a_long_film_holds_up_no_board_and_no_still(
    started_replay: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The film waits for a board and a still that were requested after it. This ends only if they do not wait for the film."""
    others = threading.Event()
    render_film = film_service.render_film

    def long(*how: Any) -> Any:
        assert others.wait(ANSWER_TIMEOUT_S)
        return render_film(*how)

    monkeypatch.setattr("cogs.pictures.film_service.render_film", long)
    replay = await started_replay.bot.tables.history.load_replay(1)
    film = started_replay.bot.film_service.start_film(replay, 8_000_000, translate_to_english)
    started_replay.bot.picture_service.forget_pictures()
    assert (
        await started_replay.bot.picture_service.draw_board(
            await started_replay.bot.tables.snapshots.take_snapshot(1, None), translate_to_english, "day"
        )
        is not None
    )
    assert await started_replay.bot.film_service.draw_stills(replay, [3], translate_to_english, "day")
    assert not film.task.done()
    others.set()
    assert (await film.task).name == "replay.gif"


async def test_the_menu_of_a_post_shows_its_board(started_replay: FakeServer) -> None:
    """A friend opens the menu of an older post: the board after its newest move, as the replay shows it, for them alone."""
    home = started_replay
    posts = await board_posts.list_posted_revisions(home.bot.store, 1)
    older = posts[-1].message_id
    shown_at = max(post.revision for post in posts if post.message_id == older)
    message = to_discord_message(home.env, home.env.backend.messages[home.games.id][older])
    assert shown_at == (await home.load_table()).revision
    result = home.record_result(await home.dee.context_menu(home.games, "Board after this move", message))
    assert result.response is not None
    assert result.response.ephemeral
    replay = await home.bot.tables.history.load_replay(1)
    assert f"The board after move {replay.last} of {replay.last}." in read_text(result.response)
    (still,) = await home.bot.film_service.draw_stills(replay, [replay.last], translate_to_english, "day")
    assert await list_pictures(result.response) == [still.data]
    first = to_discord_message(home.env, home.env.backend.messages[home.games.id][posts[0].message_id])
    result = home.record_result(await home.dee.context_menu(home.games, "Board after this move", first))
    assert "The board after move 0 of" in read_text(result.response)


async def test_the_menu_of_another_message_says_what_to_choose(race: FakeServer) -> None:
    written = await race.ana.send(race.games, "Good morning")
    result = race.record_result(await race.ben.context_menu(race.games, "Board after this move", written))
    assert "shows no board" in read_text(result.response)
