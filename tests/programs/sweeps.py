"""`python -m tests.programs.sweeps`: how long a move waits beside a /forget-me, in a file of so many megabytes.

The file is filled as games fill it, a move here and a move there. Then somebody is forgotten, while small changes are written
one after the other; one JSON line says how large the file is, how long being forgotten took, how many changes were made
meanwhile, and how long the longest of them took, in milliseconds. With `--quiet` first: the same without the /forget-me.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from engine.host.model.catalogue import Catalogue
from engine.host.service.tables import Tables
from engine.host.store.database import Store
from tests.host.any_game import midnight
from tests.host.traces import ZEB, traces
from tests.migrated import lay_out

PEOPLE = 400
PAUSE = 0.01
"""Seconds between two changes."""


def fill(path: Path, megabytes: int) -> None:
    """Write moves of random tables until the file is as large as that."""
    dice = random.Random("sweeps")  # noqa: S311 - a program's dice
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        for pragma in ("secure_delete=ON", "journal_mode=WAL", "synchronous=OFF"):
            base.execute(f"PRAGMA {pragma}")
        base.execute("BEGIN")
        base.execute("INSERT INTO components VALUES ('none', 'toy', '{}')")
        tables = megabytes * 10
        for table in range(1, tables + 1):
            base.execute(
                "INSERT INTO tables (id, guild, channel, game, rules_version, components, options, seed, status, rev, asked, "
                "opened_by, opened_at) VALUES (?, 1, ?, 'toy', 1, 'none', '{}', 'seed', 'closed', 0, 0, ?, 0)",
                (table, table, ZEB + table % PEOPLE),
            )
            base.executemany(
                "INSERT INTO seats (table_id, seat, user, name) VALUES (?, ?, ?, ?)",
                [(table, seat, ZEB + (table + seat) % PEOPLE, f"Friend {seat}") for seat in range(4)],
            )
            base.execute("INSERT INTO positions VALUES (?, 0, ?)", (table, "x" * 4000))
        base.execute("COMMIT")
        seqs, number = [0] * (tables + 1), 0
        while path.stat().st_size < megabytes * 1_000_000:
            base.execute("BEGIN")
            for _ in range(5000):
                table, number = dice.randint(1, tables), number + 1
                seqs[table] += 1
                user = ZEB + (table + dice.randrange(4)) % PEOPLE
                base.execute(
                    "INSERT INTO entries (table_id, seq, kind, seat, words, digest, user, at, interaction) "
                    "VALUES (?, ?, 'move', 0, ?, ?, ?, 0, ?)",
                    (table, seqs[table], "place t7 c12 r3", f"{number:016x}", user, number << 22),
                )
                text = json.dumps({"text": "{seat} sails to {tile}", "args": {"tile": number, "seat": 1}})
                base.execute("INSERT INTO said VALUES (?, ?, 0, NULL, ?)", (table, seqs[table], text))
            base.execute("COMMIT")
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def measured(path: Path, *, quiet: bool) -> dict[str, float]:
    """Forget somebody beside small changes, or with `quiet` nobody for five seconds."""
    async with await Store.open(path) as store:
        tables = Tables(store, Catalogue(), midnight)
        waits: list[float] = []
        done = asyncio.Event()

        async def play() -> None:
            while not done.is_set():
                at = time.perf_counter()
                await store.set_fact("beside", str(len(waits)))
                waits.append(time.perf_counter() - at)
                await asyncio.sleep(PAUSE)

        playing = asyncio.create_task(play())
        begun = time.perf_counter()
        if quiet:
            await asyncio.sleep(5)
        else:
            await tables.erasure.erase(ZEB)
            assert await tables.erasure.sweep()
        lasted = time.perf_counter() - begun
        done.set()
        await playing
        assert quiet or not traces(path, name="Nobody At All")
    waits.sort()
    return {
        "MB": _megabytes(path),
        "seconds": round(lasted, 2),
        "changes": len(waits),
        "95 in 100, ms": round(waits[len(waits) * 95 // 100] * 1000, 1),
        "longest, ms": round(waits[-1] * 1000, 1),
    }


def _megabytes(path: Path) -> int:
    return path.stat().st_size // 1_000_000


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.sweeps")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--quiet", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "bot.db"
        lay_out(path)
        fill(path, asked.megabytes)
        if asked.quiet:
            print(json.dumps({"way": "nobody is forgotten"} | asyncio.run(measured(path, quiet=True))), flush=True)
        print(json.dumps({"way": "somebody is forgotten"} | asyncio.run(measured(path, quiet=False))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
