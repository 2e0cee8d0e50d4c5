"""A program with corrected rules goes on from the stored position; it never rebuilds a game from its first move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.host.service.context import new_seed
from engine.host.service.play.standing import standing
from engine.kernel.position import replay
from engine.kernel.record import dump, opening, parse
from engine.kernel.text import Refusal, plain
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, Inn, bid, finish
from tests.kernel.toy import Toy


async def test_a_table_goes_on_under_corrected_rules(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    await bid(camp.tables, ANA)

    def upgrade(_self: Toy, raw: dict[str, Any], from_version: int) -> dict[str, Any]:
        assert from_version == 1
        return raw | {"whistles": [3, 3]}

    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "upgrade", upgrade)
    tables = await camp.restart()
    table = await tables.in_channel(CHANNEL)
    assert table.rules_version == 2
    snapshot = await tables.snapshots.take(table.id, None)
    assert snapshot.view.whistles == [3, 3]
    assert snapshot.waiting == (1,), "the answer given before still counts"
    assert "rules were corrected" in plain((await tables.history.log(table.id, None))[-1].text)
    await bid(tables, BEN)
    await finish(tables)
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same"]


async def test_answers_that_no_longer_fit_are_asked_for_again(
    camp: Inn, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await bid(camp.tables, ANA)

    def upgrade(_self: Toy, raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        return raw | {"phase": "walk", "walker": 1}

    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "upgrade", upgrade)
    tables = await camp.restart()
    table = await tables.in_channel(CHANNEL)
    assert (await tables.snapshots.take(table.id, None)).waiting == (1,)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("table 1 (toy), from rules 1 to 2: the answers of the open turn no longer fit")
    assert "Illegal" in line
    assert "bid" not in line.partition("\n")[0], "which answer it was is nobody's business"


async def test_an_upgrade_that_fails_is_logged_with_its_table(
    camp: Inn, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def upgrade(_self: Toy, _raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        raise KeyError("the queen of hearts")

    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "upgrade", upgrade)
    tables = await camp.restart()
    with pytest.raises(KeyError):
        await tables.in_channel(CHANNEL)
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert line.startswith("table 1 (toy), from rules 1 to 2: the position cannot be carried over (KeyError)")
    assert "in upgrade" in line
    assert "queen of hearts" not in line.replace('raise KeyError("the queen of hearts")', ""), "only the code is shown"


async def test_moves_before_a_correction_are_not_taken_back(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    await bid(camp.tables, ANA)
    monkeypatch.setattr(Toy, "rules_version", 2)
    tables = await camp.restart()
    table = await tables.in_channel(CHANNEL)
    with pytest.raises(Refusal, match="no move to take back"):
        await tables.undo.take_back(table.id, ANA)


async def test_the_record_of_a_corrected_game_begins_with_its_position(
    camp: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bid(camp.tables, ANA)
    await bid(camp.tables, BEN)

    def upgrade(_self: Toy, raw: dict[str, Any], _from_version: int) -> dict[str, Any]:
        return raw | {"whistles": [3, 3]}

    monkeypatch.setattr(Toy, "rules_version", 2)
    monkeypatch.setattr(Toy, "upgrade", upgrade)
    tables = await camp.restart()
    table = await tables.in_channel(CHANNEL)
    running = await tables.history.record(table.id)
    assert running.origin == "", "the position holds secrets while the game runs"
    assert not running.moves
    await finish(tables)
    text = dump(await tables.history.record(table.id))
    record = parse(text)
    game = tables.catalogue.game("toy")
    replayed = replay(game, opening(game, record), record.seed, record.moves)
    assert replayed.stopped_at is None, "every digest after the correction is met"
    page = await tables.history.log_page(table.id, None, 500)
    numbers = [line.move for line in page.lines if line.move]
    assert (numbers[0], numbers[-1]) == (2, 2 + len(record.moves)), "numbers go on: the first bid told nothing"
    whole = await tables.history.replay(table.id)
    assert (whole.first, whole.last) == (2, 2 + len(record.moves))
    assert [frame.move for frame in whole.frames({2, 3})] == [2, 3]
    with pytest.raises(Refusal, match="corrected in the middle"):
        await tables.lobby.open_record(1, CHANNEL, ANA, "Ana", text)


async def test_the_doctor_looks_at_what_was_played_since_the_correction(
    camp: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bid(camp.tables, ANA)
    monkeypatch.setattr(Toy, "rules_version", 2)
    assert [(report.verdict, report.in_order) for report in doctor.examine(camp.path)] == [("older", True)]
    tables = await camp.restart()
    await bid(tables, BEN)
    await camp.store.write(lambda at: at.run("UPDATE entries SET words = 'old news' WHERE kind = 'move' AND seq < 4"))
    assert [report.verdict for report in doctor.examine(camp.path)] == ["same"]


async def test_a_finished_game_of_earlier_rules_stays_as_it_was(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(camp.tables)
    monkeypatch.setattr(Toy, "rules_version", 2)
    tables = await camp.restart()
    before = await camp.store.all("SELECT * FROM entries")
    table = await tables.in_channel(CHANNEL, live_only=False)
    snapshot = await tables.snapshots.take(table.id, None)
    assert snapshot.view is not None
    assert snapshot.table.status == "finished"
    assert (await tables.history.record(table.id)).moves
    assert await camp.store.all("SELECT * FROM entries") == before


async def test_a_table_of_a_newer_program_is_left_alone(camp: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "rules_version", 0)
    tables = await camp.restart()
    with pytest.raises(Refusal, match="newer version of the bot"):
        await tables.in_channel(CHANNEL)


def test_seeds_are_fresh_and_long() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
    assert len(new_seed()) == 32


def test_nothing_stands_in_an_empty_log() -> None:
    assert standing([]) == []
