"""A program with corrected rules continues from the stored position and never replays a game from its first move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.host.service.game_log import list_active_entries
from engine.host.service.service_context import create_seed
from engine.kernel.position import replay_moves
from engine.kernel.record import build_opening, format_record, parse_record
from engine.kernel.text import UserError, write_plain_text
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, ServiceHarness, play_bid, play_to_end
from tests.kernel.toy_game import ToyGame


async def test_a_table_goes_on_under_corrected_rules(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_bid(running_table.tables, ANA)

    def upgrade(_self: ToyGame, raw: dict[str, Any], from_version: int) -> dict[str, Any]:
        assert from_version == 1
        return raw | {"whistles": [3, 3]}

    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "upgrade_state", upgrade)
    tables = await running_table.restart()
    table = await tables.find_channel_table(CHANNEL)
    assert table.rules_version == 2
    snapshot = await tables.snapshots.take_snapshot(table.id, None)
    assert snapshot.view.whistles == [3, 3]
    assert snapshot.waiting_seats == (1,), "the answer given before still counts"
    assert "rules were corrected" in write_plain_text((await tables.history.load_log(table.id, None))[-1].text)
    await play_bid(tables, BEN)
    await play_to_end(tables)
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same"]


async def test_answers_that_no_longer_fit_are_asked_for_again(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await play_bid(running_table.tables, ANA)

    def upgrade(_self: ToyGame, raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        return raw | {"phase": "walk", "walker": 1}

    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "upgrade_state", upgrade)
    tables = await running_table.restart()
    table = await tables.find_channel_table(CHANNEL)
    assert (await tables.snapshots.take_snapshot(table.id, None)).waiting_seats == (1,)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("table 1 (toy), from rules 1 to 2: the answers of the open turn no longer fit")
    assert "Illegal" in line
    assert "bid" not in line.partition("\n")[0], "which answer it was is nobody's business"


async def test_an_upgrade_that_fails_is_logged_with_its_table(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def upgrade(_self: ToyGame, _raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        raise KeyError("the queen of hearts")

    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "upgrade_state", upgrade)
    tables = await running_table.restart()
    with pytest.raises(KeyError):
        await tables.find_channel_table(CHANNEL)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("table 1 (toy), from rules 1 to 2: the position cannot be carried over (KeyError)")
    assert "in upgrade" in line
    assert "queen of hearts" not in line.replace('raise KeyError("the queen of hearts")', ""), "only the code is shown"


async def test_moves_before_a_correction_are_not_taken_back(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_bid(running_table.tables, ANA)
    monkeypatch.setattr(ToyGame, "rules_version", 2)
    tables = await running_table.restart()
    table = await tables.find_channel_table(CHANNEL)
    with pytest.raises(UserError, match="no move to take back"):
        await tables.undo.take_back(table.id, ANA)


async def test_the_record_of_a_corrected_game_begins_with_its_position(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_bid(running_table.tables, ANA)
    await play_bid(running_table.tables, BEN)

    def upgrade(_self: ToyGame, raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        return raw | {"whistles": [3, 3]}

    monkeypatch.setattr(ToyGame, "rules_version", 2)
    monkeypatch.setattr(ToyGame, "upgrade_state", upgrade)
    tables = await running_table.restart()
    table = await tables.find_channel_table(CHANNEL)
    running = await tables.history.build_record(table.id)
    assert running.origin == "", "the position holds secrets while the game runs"
    assert not running.moves
    await play_to_end(tables)
    text = format_record(await tables.history.build_record(table.id))
    record = parse_record(text)
    game = tables.catalogue.load_game("toy")
    replayed = replay_moves(game, build_opening(game, record), record.seed, record.moves)
    assert replayed.stopped_at is None, "every digest after the correction is met"
    page = await tables.history.load_log_page(table.id, None, 500)
    numbers = [line.move_number for line in page.lines if line.move_number]
    assert (numbers[0], numbers[-1]) == (2, 2 + len(record.moves)), "numbers go on: the first bid told nothing"
    whole = await tables.history.load_replay(table.id)
    assert (whole.first, whole.last) == (2, 2 + len(record.moves))
    assert [frame.move_number for frame in whole.build_frames({2, 3})] == [2, 3]
    with pytest.raises(UserError, match="corrected in the middle"):
        await tables.lobby.open_record(1, CHANNEL, ANA, "Ana", text)


async def test_the_doctor_looks_at_what_was_played_since_the_correction(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_bid(running_table.tables, ANA)
    monkeypatch.setattr(ToyGame, "rules_version", 2)
    assert [(report.verdict, report.is_ok) for report in doctor.check_tables(running_table.path)] == [("older", True)]
    tables = await running_table.restart()
    await play_bid(tables, BEN)
    await running_table.store.write(
        lambda at: at.execute("UPDATE entries SET words = 'old news' WHERE kind = 'move' AND seq < 4")
    )
    assert [report.verdict for report in doctor.check_tables(running_table.path)] == ["same"]


async def test_a_finished_game_of_earlier_rules_stays_as_it_was(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_to_end(running_table.tables)
    monkeypatch.setattr(ToyGame, "rules_version", 2)
    tables = await running_table.restart()
    before = await running_table.store.fetch_all("SELECT * FROM entries")
    table = await tables.find_channel_table(CHANNEL, live_only=False)
    snapshot = await tables.snapshots.take_snapshot(table.id, None)
    assert snapshot.view is not None
    assert snapshot.table.status == "finished"
    assert (await tables.history.build_record(table.id)).moves
    assert await running_table.store.fetch_all("SELECT * FROM entries") == before


async def test_a_table_of_a_newer_program_is_left_alone(
    running_table: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyGame, "rules_version", 0)
    tables = await running_table.restart()
    with pytest.raises(UserError, match="newer version of the bot"):
        await tables.find_channel_table(CHANNEL)


def test_seeds_are_fresh_and_long() -> None:
    assert len({create_seed() for _ in range(50)}) == 50
    assert len(create_seed()) == 32


def test_nothing_stands_in_an_empty_log() -> None:
    assert list_active_entries([]) == []
