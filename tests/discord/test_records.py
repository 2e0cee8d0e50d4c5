"""A record as an attachment: opened as a table, with seats that people choose, or refused with a sentence to its sender alone."""

from __future__ import annotations

import io

import msgspec
import pytest
from PIL import Image

from engine.kernel.record import SeatChange, format_record, parse_record
from engine.ops import doctor
from tests.discord.fake_server import FakeServer, list_controls, list_pictures, read_text
from tests.golden_records import cut_record, read_record

RACE_RECORD = read_record("amundsen", "scott-at-the-pole")


async def test_a_finished_game_is_opened_and_looked_at(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.pictures.film_service.MAX_FRAMES", 20)
    answer = await server.run_command(server.ana, "record", file=("race.txt", RACE_RECORD))
    assert "plays from its first move to its last" in read_text(answer.response)
    assert "A game from a record" in read_text(server.newest_post)
    assert "1. **Ana**" in read_text(server.newest_post)
    assert "2. free" in read_text(server.newest_post)
    await server.choose_values(server.ana, server.newest_post, "1")
    assert "2. **Ana**" in read_text(server.newest_post)
    await server.click_button(server.ben, server.newest_post, "Join")
    assert "1. **Ben**" in read_text(server.newest_post)
    await server.click_button(server.ben, server.newest_post, "Start")
    table = await server.load_table()
    assert table.status == "finished"
    assert "has won!" in read_text(server.newest_post)
    assert "opened from a record" in read_text(server.newest_post)
    exported = (await server.run_command(server.cy, "record")).response
    assert exported is not None
    again = parse_record((await exported.attachments[0].read()).decode())
    assert again.moves == parse_record(RACE_RECORD.decode()).moves
    film = (await server.click_button(server.cy, server.newest_post, "Replay")).response
    assert film is not None
    shots = Image.open(io.BytesIO((await list_pictures(film))[0]))
    assert 10 < shots.n_frames <= 22, "the moves, a title and the poster"  # type: ignore[attr-defined]
    assert [report.verdict for report in doctor.check_tables(server.config.store.path)] == ["same"]


async def test_somebody_alone_may_look_at_a_finished_game(server: FakeServer) -> None:
    await server.run_command(server.ana, "record", file=("race.txt", RACE_RECORD))
    await server.click_button(server.ana, server.newest_post, "Start")
    assert "**Player 2**" in read_text(server.newest_post)
    assert "<@0>" not in read_text(server.newest_post)
    await server.click_button(server.ana, server.newest_post, "Rematch")
    assert "a rematch?" not in read_text(server.newest_post), "there is nobody to ask"


async def test_a_game_that_stops_in_the_middle_goes_on(server: FakeServer) -> None:
    await server.run_command(server.ana, "record", file=("half.txt", cut_record(RACE_RECORD, 10)))
    assert "Still free: 2" in read_text(
        (await server.click_button(server.ana, server.newest_post, "Start")).followups[0]
    )
    await server.click_button(server.ben, server.newest_post, "Join")
    await server.click_button(server.ana, server.newest_post, "Start")
    assert "it is your move" in read_text(server.newest_post)
    who = server.find_actor(
        (await server.load_table()).find_seat_user(
            (await server.bot.tables.snapshots.take_snapshot(1, None)).waiting_seats[0]
        )
    )
    panel = (await server.click_button(who, server.newest_post, "Your move")).response
    assert panel is not None
    assert list_controls(panel)


async def test_the_lobby_says_that_the_future_is_known(server: FakeServer) -> None:
    await server.run_command(server.ana, "record", file=("half.txt", cut_record(RACE_RECORD, 10)))
    assert "The record stops before the end, and whoever has the file may know" in read_text(server.newest_post)
    assert "never counts" in read_text(server.newest_post)
    await server.click_button(server.ana, server.newest_post, "Close")
    await server.run_command(server.ana, "close")
    await server.bot.tables.lobby.close(1, server.ana.id)
    await server.run_command(server.ana, "record", file=("race.txt", RACE_RECORD))
    assert "to the end of the game" in read_text(server.newest_post)


async def test_a_seat_that_was_given_up_is_not_offered(server: FakeServer) -> None:
    record = parse_record(read_record("expanse", "three-clear").decode())
    given_up = msgspec.structs.replace(record, moves=record.moves[:3], changes=(SeatChange(2, 1),))
    await server.run_command(server.ana, "record", file=("game.txt", format_record(given_up).encode()))
    assert "2. given up" in read_text(server.newest_post)
    await server.click_button(server.ben, server.newest_post, "Join")
    assert "3. **Ben**" in read_text(server.newest_post)
    assert "All 2 seats are taken" in read_text(
        (await server.click_button(server.cy, server.newest_post, "Join")).response
    )


async def test_free_seats_are_named_in_the_readers_language(server: FakeServer, locales: dict[int, str]) -> None:
    locales[server.ana.id] = "es-ES"
    await server.run_command(server.ana, "record", file=("race.txt", RACE_RECORD))
    await server.click_button(server.ana, server.newest_post, "Start")
    assert "Jugador" in read_text((await server.run_command(server.ana, "board")).response)
    assert "**Player 2**" in read_text(server.newest_post)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"hello", "línea 1"),
        (RACE_RECORD.replace(b"seats 2", b"seats two"), "cabecera"),
        (RACE_RECORD.replace(b"seats 2", b"seats 3"), "jugadores"),
        (RACE_RECORD.replace(b"seed ", b"seed _"), "semilla"),
    ],
)
async def test_reasons_are_told_in_the_readers_language(
    server: FakeServer, locales: dict[int, str], data: bytes, reason: str
) -> None:
    locales[server.ana.id] = "es-ES"
    result = await server.run_command(server.ana, "record", file=("race.txt", data))
    assert reason in read_text(result.response) + read_text(next(iter(result.followups), None))


async def test_what_is_no_record_is_told_to_its_sender(server: FakeServer) -> None:
    for data, sentence in (
        (b"hello", "cannot be opened as a game"),
        (b"\xff\xfe\x00", "not text"),
        (b"x" * 300_000, "too large"),
        (RACE_RECORD.replace(b"seed ", b"seed sha256:"), "its secret moves are sealed"),
        (RACE_RECORD.replace(b"\n0 take", b"\n0 steal", 1), "Line "),
    ):
        result = await server.run_command(server.ana, "record", file=("race.txt", data))
        assert sentence in read_text(result.response) + read_text(next(iter(result.followups), None))
        assert result.response is not None
        assert result.response.ephemeral
    assert not server.games.history()


async def test_a_channel_with_a_table_takes_no_record(race: FakeServer) -> None:
    result = await race.run_command(race.ana, "record", file=("race.txt", RACE_RECORD))
    assert "already a table in this channel" in read_text(result.response) + read_text(
        next(iter(result.followups), None)
    )
