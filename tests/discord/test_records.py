"""A record as an attachment: opened as a table, seats chosen by people, or refused with a sentence to its sender alone."""

from __future__ import annotations

import io

import msgspec
import pytest
from PIL import Image

from engine.kernel.record import Change, dump, parse
from engine.ops import doctor
from tests.discord.hut import Hut, controls, pictures, text
from tests.recorded import cut, recorded

RACE = recorded("amundsen", "scott-at-the-pole")


async def test_a_finished_game_is_opened_and_looked_at(home: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.pictures.film_service.FRAMES", 20)
    answer = await home.slash(home.ana, "record", file=("race.txt", RACE))
    assert "plays from its first move to its last" in text(answer.response)
    assert "A game from a record" in text(home.post)
    assert "1. **Ana**" in text(home.post)
    assert "2. free" in text(home.post)
    await home.choose(home.ana, home.post, "1")
    assert "2. **Ana**" in text(home.post)
    await home.click(home.ben, home.post, "Join")
    assert "1. **Ben**" in text(home.post)
    await home.click(home.ben, home.post, "Start")
    table = await home.table()
    assert table.status == "finished"
    assert "has won!" in text(home.post)
    assert "opened from a record" in text(home.post)
    exported = (await home.slash(home.cy, "record")).response
    assert exported is not None
    again = parse((await exported.attachments[0].read()).decode())
    assert again.moves == parse(RACE.decode()).moves
    film = (await home.click(home.cy, home.post, "Replay")).response
    assert film is not None
    shots = Image.open(io.BytesIO((await pictures(film))[0]))
    assert 10 < shots.n_frames <= 22, "the moves, a title and the poster"  # type: ignore[attr-defined]
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]


async def test_somebody_alone_may_look_at_a_finished_game(home: Hut) -> None:
    await home.slash(home.ana, "record", file=("race.txt", RACE))
    await home.click(home.ana, home.post, "Start")
    assert "**Player 2**" in text(home.post)
    assert "<@0>" not in text(home.post)
    await home.click(home.ana, home.post, "Rematch")
    assert "a rematch?" not in text(home.post), "there is nobody to ask"


async def test_a_game_that_stops_in_the_middle_goes_on(home: Hut) -> None:
    await home.slash(home.ana, "record", file=("half.txt", cut(RACE, 10)))
    assert "Still free: 2" in text((await home.click(home.ana, home.post, "Start")).followups[0])
    await home.click(home.ben, home.post, "Join")
    await home.click(home.ana, home.post, "Start")
    assert "it is your move" in text(home.post)
    who = home.actor((await home.table()).user_of((await home.bot.tables.snapshots.take(1, None)).waiting[0]))
    panel = (await home.click(who, home.post, "Your move")).response
    assert panel is not None
    assert controls(panel)


async def test_the_lobby_says_that_the_future_is_known(home: Hut) -> None:
    await home.slash(home.ana, "record", file=("half.txt", cut(RACE, 10)))
    assert "The record stops before the end, and whoever has the file may know" in text(home.post)
    assert "never counts" in text(home.post)
    await home.click(home.ana, home.post, "Close")
    await home.slash(home.ana, "close")
    await home.bot.tables.lobby.close(1, home.ana.id)
    await home.slash(home.ana, "record", file=("race.txt", RACE))
    assert "to the end of the game" in text(home.post)


async def test_a_seat_that_was_given_up_is_not_offered(home: Hut) -> None:
    record = parse(recorded("expanse", "three-clear").decode())
    given_up = msgspec.structs.replace(record, moves=record.moves[:3], changes=(Change(2, 1),))
    await home.slash(home.ana, "record", file=("game.txt", dump(given_up).encode()))
    assert "2. given up" in text(home.post)
    await home.click(home.ben, home.post, "Join")
    assert "3. **Ben**" in text(home.post)
    assert "All 2 seats are taken" in text((await home.click(home.cy, home.post, "Join")).response)


async def test_free_seats_are_named_in_the_readers_language(home: Hut, locales: dict[int, str]) -> None:
    locales[home.ana.id] = "es-ES"
    await home.slash(home.ana, "record", file=("race.txt", RACE))
    await home.click(home.ana, home.post, "Start")
    assert "Jugador" in text((await home.slash(home.ana, "board")).response)
    assert "**Player 2**" in text(home.post)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"hello", "línea 1"),
        (RACE.replace(b"seats 2", b"seats two"), "cabecera"),
        (RACE.replace(b"seats 2", b"seats 3"), "jugadores"),
        (RACE.replace(b"seed ", b"seed _"), "semilla"),
    ],
)
async def test_reasons_are_told_in_the_readers_language(
    home: Hut, locales: dict[int, str], data: bytes, reason: str
) -> None:
    locales[home.ana.id] = "es-ES"
    result = await home.slash(home.ana, "record", file=("race.txt", data))
    assert reason in text(result.response) + text(next(iter(result.followups), None))


async def test_what_is_no_record_is_told_to_its_sender(home: Hut) -> None:
    for data, sentence in (
        (b"hello", "cannot be opened as a game"),
        (b"\xff\xfe\x00", "not text"),
        (b"x" * 300_000, "too large"),
        (RACE.replace(b"seed ", b"seed sha256:"), "its secret moves are sealed"),
        (RACE.replace(b"\n0 take", b"\n0 steal", 1), "Line "),
    ):
        result = await home.slash(home.ana, "record", file=("race.txt", data))
        assert sentence in text(result.response) + text(next(iter(result.followups), None))
        assert result.response is not None
        assert result.response.ephemeral
    assert not home.games.history()


async def test_a_channel_with_a_table_takes_no_record(race: Hut) -> None:
    result = await race.slash(race.ana, "record", file=("race.txt", RACE))
    assert "already a table in this channel" in text(result.response) + text(next(iter(result.followups), None))
