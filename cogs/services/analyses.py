"""Run the analyses of finished games, one task per game, and continue unfinished ones at the next start."""

from __future__ import annotations

import asyncio
import logging

from engine.host.service.table_services import TableServices
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel.text import IllegalMoveError, UserError
from engine.players.analysis.game_analysis import Analysis
from engine.workers.requests import UnansweredError

log = logging.getLogger("overwinter.players")


class AnalysisJob:
    """The analysis of one game.

    `so_far` is the part of the analysis that is done, from the first move on. If the job fails, its task ends with the exception.
    """

    __slots__ = ("done_steps", "so_far", "task", "total_steps")

    def __init__(self) -> None:
        self.done_steps, self.total_steps = 0, 1
        self.so_far: Analysis | None = None
        self.task: asyncio.Task[None]

    def report_progress(self, done_steps: int, total_steps: int, so_far: Analysis) -> None:
        """Record the progress."""
        self.done_steps, self.total_steps, self.so_far = done_steps, total_steps, so_far

    @property
    def percent(self) -> int:
        """The share of the steps that is done, in whole percent."""
        return 100 * self.done_steps // self.total_steps


class AnalysisRunner:
    """Runs the analyses that people wait for."""

    def __init__(self, tables: TableServices) -> None:
        self._tables = tables
        self._jobs_by_table: dict[int, AnalysisJob] = {}

    async def start(self) -> None:
        """Continue the analyses that were unfinished when the bot stopped."""
        for demand in await self._tables.analyses.list_demands():
            self.start_or_join(demand)

    async def stop(self) -> None:
        """Cancel all analyses. The next start runs the unfinished ones again."""
        tasks = [job.task for job in self._jobs_by_table.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def start_or_join(self, demand: AnalysisDemand) -> AnalysisJob:
        """Return the running job of the demand's table, or start one."""
        job = self._jobs_by_table.get(demand.table_id)
        if job is None:
            job = self._jobs_by_table[demand.table_id] = AnalysisJob()
            job.task = asyncio.create_task(self._run_analysis(demand, job), name=f"analysis-{demand.table_id}")
            job.task.add_done_callback(_ignore_exception)
        return job

    async def _run_analysis(self, demand: AnalysisDemand, job: AnalysisJob) -> None:
        try:
            await self._tables.analyses.make_analysis(demand, job.report_progress)
        except (UnansweredError, IllegalMoveError) as error:
            log.warning("table %s: nobody could look at the game (%s)", demand.table_id, error)
            raise
        except UserError:  # the person who asked is told; nothing is wrong with the bot
            raise
        except Exception:
            log.exception(
                "table %s: its analysis could not be made; it is tried again at the next start", demand.table_id
            )
            raise
        finally:
            del self._jobs_by_table[demand.table_id]


def _ignore_exception(task: asyncio.Task[None]) -> None:
    """Mark the task's exception as retrieved: it is in the log, and maybe nobody awaits the task."""
    if not task.cancelled():
        task.exception()
