"""Has finished games looked at: one task a game, resumed at the next start; whoever waits watches its progress."""

from __future__ import annotations

import asyncio
import logging

from engine.host.service.table_services import TableServices
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel.text import IllegalMoveError, UserError
from engine.workers.requests import UnansweredError

log = logging.getLogger("overwinter.players")


class AnalysisJob:
    """A game that is being looked at: `done` of `of` steps, and the task that ends when it is over, with what kept it from
    being made as its exception."""

    __slots__ = ("done", "of", "task")

    def __init__(self) -> None:
        self.done, self.of = 0, 1
        self.task: asyncio.Task[None]

    def report_progress(self, done_steps: int, total_steps: int) -> None:
        """So much has been done."""
        self.done, self.of = done_steps, total_steps

    @property
    def percent(self) -> int:
        """How much is done, in whole hundredths."""
        return 100 * self.done // self.of


class AnalysisRunner:
    """The looks that are under way, by table."""

    def __init__(self, tables: TableServices) -> None:
        self._tables = tables
        self._jobs_by_table: dict[int, AnalysisJob] = {}

    async def start(self) -> None:
        """Go on with what was waited for when the bot ended."""
        for wish in await self._tables.analyses.list_demands():
            self.start_or_join(wish)

    async def stop(self) -> None:
        """Stop; what is not finished is made again after the next start."""
        tasks = [look.task for look in self._jobs_by_table.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def start_or_join(self, request: AnalysisDemand) -> AnalysisJob:
        """The look that somebody waits for, begun now if nobody has begun it."""
        look = self._jobs_by_table.get(request.table_id)
        if look is None:
            look = self._jobs_by_table[request.table_id] = AnalysisJob()
            look.task = asyncio.create_task(self._run_analysis(request, look), name=f"analysis-{request.table_id}")
            look.task.add_done_callback(_ignore_exception)
        return look

    async def _run_analysis(self, request: AnalysisDemand, job: AnalysisJob) -> None:
        try:
            await self._tables.analyses.make_analysis(request, job.report_progress)
        except (UnansweredError, IllegalMoveError) as why:
            log.warning("table %s: nobody could look at the game (%s)", request.table_id, why)
            raise
        except UserError:
            raise
        except Exception:
            log.exception(
                "table %s: its analysis could not be made; it is tried again at the next start", request.table_id
            )
            raise
        finally:
            del self._jobs_by_table[request.table_id]


def _ignore_exception(task: asyncio.Task[None]) -> None:
    """What went wrong is in the log, also where nobody waits for it."""
    if not task.cancelled():
        task.exception()
