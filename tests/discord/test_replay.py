"""A game as an animation and the still of any move: the right frames, within Discord's limits, with nothing hidden in them."""

from __future__ import annotations

import io
import threading
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.pictures import film_service
from engine.kernel.text import Refusal, english, say
from render.kit.film.parts import FOOT
from tests.discord.hut import PATIENCE, Hut, controls, parts, pictures, text
from tests.discord.player import Player


@pytest.fixture
async def played(race: Hut) -> Hut:
    """A race twelve decisions long."""
    player = Player(race, "film")
    for _ in range(12):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
    return race


def apart(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (one, other))
    return ImageChops.difference(first, second).getbbox()


async def film(home: Hut) -> Image.Image:
    shown = (await home.slash(home.cy, "replay")).response
    assert shown is not None
    (data,) = await pictures(shown)
    return Image.open(io.BytesIO(data))


async def test_the_replay_of_a_running_game(played: Hut) -> None:
    shown = (await played.slash(played.cy, "replay")).response
    assert shown is not None
    assert shown.ephemeral
    assert "being drawn" not in text(shown), "the word that it is being drawn has given way to the film"
    (data,) = await pictures(shown)
    assert data[:6] == b"GIF89a"
    assert len(data) < 8_000_000
    replay = await played.bot.tables.history.replay(1)
    assert replay.last >= 12
    shots = Image.open(io.BytesIO(data))
    assert 3 <= shots.n_frames <= replay.last + 2, "a title before the boards"  # type: ignore[attr-defined]
    assert shots.size == (825, 525 + FOOT)
    assert shots.info["loop"] == 0
    (item,) = next(part for part in parts(shown) if part["type"] == 12)["items"]
    assert "At the end:" in item["description"]
    again = (await played.slash(played.ana, "replay")).response
    assert again is not None
    assert await pictures(again) == [data], "a player is shown what a spectator sees"


async def test_the_film_of_a_finished_game_ends_with_its_poster(played: Hut) -> None:
    running = await film(played)
    asked = (await played.slash(played.ana, "resign")).response
    assert asked is not None
    await played.click(played.ana, asked, "Give up")
    with Image.open(io.BytesIO((await pictures(played.post))[1])) as poster:
        small = poster.convert("RGB").reduce(2)
    over = await film(played)
    assert over.n_frames > 2  # type: ignore[attr-defined]
    over.seek(over.n_frames - 1)  # type: ignore[attr-defined]
    difference = ImageChops.difference(over.convert("RGB").crop((0, 0, 825, 525)), small)
    assert sum(ImageStat.Stat(difference).mean) < 6, "the poster, shrunk"
    running.seek(running.n_frames - 1)  # type: ignore[attr-defined]
    assert sum(ImageStat.Stat(ImageChops.difference(running.convert("RGB").crop((0, 0, 825, 525)), small)).mean) > 60


async def test_a_film_has_the_colours_that_were_chosen(played: Hut) -> None:
    bright = await film(played)
    await played.bot.tables.settings.choose("person", played.cy.id, "tone", "night")
    dark = await film(played)
    assert sum(ImageStat.Stat(dark.convert("RGB")).mean) < 0.85 * sum(ImageStat.Stat(bright.convert("RGB")).mean)


async def test_everybody_may_be_shown(played: Hut) -> None:
    await played.slash(played.cy, "replay", who="everybody")
    assert played.post.attachments[0].filename == "replay.gif"


async def test_a_still_of_any_move_and_turning_the_pages(played: Hut) -> None:
    last = (await played.bot.tables.history.replay(1)).last
    shown = (await played.slash(played.cy, "replay", move=last)).response
    assert shown is not None
    assert shown.ephemeral
    assert f"after move {last} of {last}" in text(shown)
    board = await pictures((await played.slash(played.cy, "board")).response)  # type: ignore[arg-type]
    still = await pictures(shown)
    assert still == board, f"the last still is the board, but for {apart(still[0], board[0])}"
    assert [part["label"] for part in controls(shown)] == ["Earlier"]
    turned = (await played.click(played.cy, shown, "Earlier")).response
    assert turned is not None
    earlier = (await played.slash(played.cy, "replay", move=last - 1)).response
    assert earlier is not None
    assert await pictures(earlier) == await pictures(turned) != board
    first = (await played.slash(played.cy, "replay", move=0)).response
    assert first is not None
    assert [part["label"] for part in controls(first)] == ["Later"]


async def test_a_move_that_was_not_made(played: Hut) -> None:
    result = await played.slash(played.cy, "replay", move=5000)
    assert "The game has" in text(result.response)


async def test_a_game_of_one_move_has_one_move(race: Hut) -> None:
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    assert "The game has 1 move. Choose" in text((await race.slash(race.cy, "replay", move=9)).response)


async def test_no_replay_before_the_game_begins(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    assert "nothing to show" in text((await home.slash(home.ana, "replay")).response)


async def test_a_taken_back_move_is_in_no_film(played: Hut) -> None:
    before = (await played.bot.tables.history.replay(1)).last
    who = await Player(played, "undo").waiting()
    assert who is not None
    await Player(played, "undo").by_buttons(who)
    told = (await played.slash(who, "undo")).response
    assert told is not None
    label = next(part["label"] for part in controls(told))
    await played.click(who, told, label)
    if label == "Ask the others":
        for other in (played.ana, played.ben):
            if other is not who:
                await played.click(other, played.post, "Agree")
    assert (await played.bot.tables.history.replay(1)).last == before


async def test_how_far_the_film_is(played: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.pictures.film_service.STEP", 4)
    told = len(played.env.http_requests)
    await film(played)
    said = [str(request.json) for request in played.env.http_requests[told:]]
    assert any("being drawn: " in one for one in said)
    assert "replay.gif" in said[-1]


async def test_a_replay_that_cannot_be_drawn_says_so(played: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(*_: object) -> object:
        raise RuntimeError("no film")

    monkeypatch.setattr("cogs.pictures.film_service.render_film", torn)
    assert "could not be drawn" in text((await played.slash(played.cy, "replay")).response)
    monkeypatch.undo()
    assert (await film(played)).format == "GIF", "and the next one is made anew"


async def test_a_log_that_no_longer_plays_says_so(played: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> object:
        raise Refusal(say("up to move {n} only", n=3))

    monkeypatch.setattr("cogs.pictures.film_service.render_film", refused)
    assert "up to move 3 only" in text((await played.slash(played.cy, "replay")).response)


async def test_a_film_that_grows_too_large_is_made_of_fewer_pictures(played: Hut) -> None:
    replay = await played.bot.tables.history.replay(1)
    told: list[int] = []
    whole = film_service.render_film(replay, lambda _done, of: told.append(of), 8_000_000, lambda one, _many, _n: one)
    half = len(whole.data) * 2 // 3
    small = film_service.render_film(replay, lambda _done, of: told.append(of), half, lambda one, _many, _n: one)
    assert len(small.data) <= half
    assert told[-1] < told[0]


def test_an_even_choice_of_moves() -> None:
    assert film_service.spread(0, 9, 300) == list(range(10))
    assert film_service.spread(3, 3, 300) == [3]
    assert film_service.spread(0, 9, 1) == [9]
    chosen = film_service.spread(5, 1004, 300)
    assert len(chosen) == len(set(chosen)) == 300
    assert (chosen[0], chosen[-1]) == (5, 1004)
    assert {later - sooner for sooner, later in pairwise(chosen)} == {3, 4}


async def test_films_are_made_once_and_not_too_many_at_a_time(played: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = await played.bot.tables.history.replay(1)
    first, second = (played.bot.film_service.film(replay, 8_000_000, english) for _ in range(2))
    assert first is second
    await first.task
    monkeypatch.setattr("cogs.pictures.film_service.QUEUE", 0)
    waiting = played.bot.film_service.film(replay, 7_000_000, english)
    with pytest.raises(Refusal, match="Ask again in a minute"):
        played.bot.film_service.film(replay, 6_000_000, english)
    await waiting.task


async def test_a_long_film_holds_up_no_board_and_no_still(played: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """The film waits for a board and a still that were asked for after it: that only ends if they do not wait for the film."""
    others = threading.Event()
    render_film = film_service.render_film

    def long(*how: Any) -> Any:
        assert others.wait(PATIENCE)
        return render_film(*how)

    monkeypatch.setattr("cogs.pictures.film_service.render_film", long)
    replay = await played.bot.tables.history.replay(1)
    film = played.bot.film_service.film(replay, 8_000_000, english)
    played.bot.picture_service.forget()
    assert (
        await played.bot.picture_service.board(await played.bot.tables.snapshots.take(1, None), english, "day")
        is not None
    )
    assert await played.bot.film_service.still(replay, 3, english, "day")
    assert not film.task.done()
    others.set()
    assert (await film.task).name == "replay.gif"
