"""Has finished games looked at: one task a game, resumed at the next start; whoever waits watches its progress."""

from __future__ import annotations

import asyncio
import logging

from engine.host.service.tables import Tables
from engine.host.store.past.archive import Wish
from engine.kernel.text import Illegal, Refusal
from engine.workers.requests import UnansweredError

log = logging.getLogger("overwinter.players")


class Look:
    """A game that is being looked at: `done` of `of` steps, and the task that ends when it is over, with what kept it from
    being made as its exception."""

    __slots__ = ("done", "of", "task")

    def __init__(self) -> None:
        self.done, self.of = 0, 1
        self.task: asyncio.Task[None]

    def step(self, done: int, of: int) -> None:
        """So much has been done."""
        self.done, self.of = done, of

    @property
    def percent(self) -> int:
        """How much is done, in whole hundredths."""
        return 100 * self.done // self.of


class AnalysisRunner:
    """The looks that are under way, by table."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._looks: dict[int, Look] = {}

    async def start(self) -> None:
        """Go on with what was waited for when the bot ended."""
        for wish in await self._tables.analyses.waiting():
            self.follow(wish)

    async def stop(self) -> None:
        """Stop; what is not finished is made again after the next start."""
        tasks = [look.task for look in self._looks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def follow(self, wish: Wish) -> Look:
        """The look that somebody waits for, begun now if nobody has begun it."""
        look = self._looks.get(wish.table)
        if look is None:
            look = self._looks[wish.table] = Look()
            look.task = asyncio.create_task(self._make(wish, look), name=f"analysis-{wish.table}")
            look.task.add_done_callback(_heard)
        return look

    async def _make(self, wish: Wish, look: Look) -> None:
        try:
            await self._tables.analyses.make(wish, look.step)
        except (UnansweredError, Illegal) as why:
            log.warning("table %s: nobody could look at the game (%s)", wish.table, why)
            raise
        except Refusal:
            raise
        except Exception:
            log.exception("table %s: its analysis could not be made; it is tried again at the next start", wish.table)
            raise
        finally:
            del self._looks[wish.table]


def _heard(task: asyncio.Task[None]) -> None:
    """What went wrong is in the log, also where nobody waits for it."""
    if not task.cancelled():
        task.exception()
