"""A table older than an option, or than its current default, keeps the rules that it began with."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.host.harness import ANA, BEN, CHANNEL, GUILD, ServiceHarness


async def test_a_lobby_that_stores_no_option_begins_with_the_reading_of_its_time(tmp_path: Path) -> None:
    harness = ServiceHarness(tmp_path / "bot.db")
    tables = await harness.open()
    table = await tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "northwest", {})
    assert table.options == {"mainland": "island"}, "a new table"
    await tables.lobby.join(table.id, BEN, "Ben")
    await harness.store.write(lambda tx: tx.execute("UPDATE tables SET options = '{}'"))
    tables = await harness.restart()
    await tables.lobby.start(table.id, ANA)
    stored = await harness.store.fetch_all("SELECT data FROM positions WHERE table_id = ?", table.id)
    assert msgspec.json.decode(stored[0][0])["base"]["options"] == {"mainland": "coast"}
    await harness.store.close()
