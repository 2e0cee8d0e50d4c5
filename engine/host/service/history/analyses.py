"""Computer analyses of finished games: requested once, computed in short studies after all moves, stored with the table.

A request is a row, so an analysis that a restart interrupted starts again. Games that can still go on are refused,
because an analysis shows hidden cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import count, takewhile
from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import Table, format_place
from engine.host.service.history.whole_game import WholeGame, load_open_table, load_whole_game
from engine.host.service.service_context import ServiceContext
from engine.host.store.database import ConstraintError, Transaction
from engine.host.store.history import table_archive
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel import position as kernel
from engine.kernel.dice import compute_commitment
from engine.kernel.menu import Menu, Words, generate_levels
from engine.kernel.position import GameRun, Position
from engine.kernel.text import IllegalMoveError, Seat, Text, UserError, say
from engine.players.analysis.game_analysis import Analysis, Moment, StudyDepth, share_victory
from engine.players.analysis.round_average import average_rounds
from engine.players.analysis.turn_lines import MAX_FURTHER_MOVES
from engine.players.draw import can_make
from engine.players.evaluator import has_evaluator
from engine.workers.requests import AnalysisRequest, UnansweredError

MOVES_PER_STUDY = 5
"""Moves of one study: at most about two seconds, for which a computer's move at another table may wait."""
BUSY_QUEUE_LENGTH = 3
"""Queued jobs from which a waiting user is told about the queue."""
MAX_STUDIES_AT_A_TIME = 2
"""Studies for which workers are asked at the same time: as many as most machines have cores."""
SECOND_LOOKS = 2
"""How often moves are looked at for a second time: what one look finds out makes other moves notable, which the next looks at."""
MAX_SECOND_LOOKS_PER_SEAT = 8
"""About how many moves of a seat are looked at twice, to say how much is done before that is known."""
ProgressCallback = Callable[[int, int, Analysis], None]
"""Called after each study with the number done, the total, and the analysis of the moves so far, from the first one on."""


class MomentLabels(msgspec.Struct, frozen=True):
    """The labels of the choices that make up a move, the alternative to it, and each of the moves behind that."""

    played: tuple[Text, ...]
    alternative: tuple[Text, ...]
    plan: tuple[tuple[Text, ...], ...] = ()


class StoredAnalysis(msgspec.Struct, frozen=True):
    """An analysis as it is stored, with its moves in words: to show it again, no move is played."""

    analysis: Analysis
    labels: tuple[MomentLabels, ...]


class FinishedAnalysis(msgspec.Struct, frozen=True):
    """A finished game with its analysis, and the labels of each moment."""

    table: Table
    analysis: Analysis
    labels: tuple[MomentLabels, ...]

    @property
    def first_move(self) -> int:
        """The number of moves before the first moment."""
        return self.analysis.moments[0].number

    def describe_moment(self, index: int) -> tuple[Moment, MomentLabels]:
        """Return a moment with its labels."""
        return self.analysis.moments[index], self.labels[index]

    def has_better_move(self, index: int) -> bool:
        """Return whether another move than the one made was clearly better."""
        moment, labels = self.describe_moment(index)
        return moment.is_mistake and bool(labels.alternative)


class _FoundMoments:
    """The moments that were found so far, by index, and how many of the steps are done."""

    def __init__(self, final: tuple[float, ...], progress: ProgressCallback) -> None:
        self._moments: dict[int, Moment] = {}
        self._final = final
        self._progress = progress
        self._done_steps = 0
        self.total_steps = 1

    def add(self, first_index: int, moments: Sequence[Moment]) -> None:
        """Add moments, in place of what was known of them, and report the progress."""
        self._moments.update(enumerate(moments, first_index))
        self._done_steps += 1
        self._progress(self._done_steps, max(self._done_steps, self.total_steps), self.analysis)

    def find_estimate(self, index: int) -> Moment:
        """Return the moment as it was estimated, not averaged."""
        return self._moments[index].without_comparison

    @property
    def analysis(self) -> Analysis:
        """The analysis of the moves from the first one up to the first that was not looked at yet."""
        indices = takewhile(self._moments.__contains__, count())
        return average_rounds([self._moments[index] for index in indices], self._final)


class Analyses:
    """The analyses of finished games; without a move service only stored ones are available."""

    def __init__(self, context: ServiceContext, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service

    async def load_analysis(self, table_id: int) -> FinishedAnalysis | None:
        """Return the stored analysis of a finished game, None if there is none. Raises UserError if the game may still go on."""
        table = await load_open_table(self._context, table_id)
        analysis_json = await table_archive.load_analysis(self._context.store, table_id)
        if analysis_json is None:
            return None
        stored = msgspec.json.decode(analysis_json, type=StoredAnalysis)
        return FinishedAnalysis(table, stored.analysis, stored.labels)

    async def request_analysis(self, table_id: int, user_id: int) -> AnalysisDemand:
        """Request an analysis, or return the open request for the same table.

        Raises UserError if the game may still go on, has no evaluator, or the user has another request.
        """
        table = await load_open_table(self._context, table_id)
        if self._move_service is None:
            raise UserError(say("Computers do not play here, so none can look at this game."))
        if not has_evaluator(self._context.catalogue.load_game(table.game)):
            raise UserError(say("No computer has learned to judge this game yet."))
        new_demand = AnalysisDemand(table_id, user_id, self._context.now())

        async def work(tx: Transaction) -> AnalysisDemand:
            for demand in await table_archive.list_demands(tx):
                if demand.table_id == table_id:
                    return demand
            await table_archive.save_demand(tx, new_demand)
            return new_demand

        try:
            return await self._context.write(work)
        except ConstraintError:  # the user has another request, or this analysis was stored in this moment
            raise UserError(await self._explain_refusal(user_id)) from None

    async def _explain_refusal(self, user_id: int) -> Text:
        """Explain which request of the user is still open."""
        for demand in await table_archive.list_demands(self._context.store):
            if demand.user_id == user_id:
                table = await self._context.load_table(demand.table_id)
                return say(
                    "Your analysis of {game} in {channel} is still being made. Ask for this one when it is there.",
                    game=self._context.catalogue.load_game(table.game).title,
                    channel=format_place(table.guild_id, table.channel_id),
                )
        return say("This analysis is there. Ask once more to see it.")

    async def list_demands(self) -> list[AnalysisDemand]:
        """List the open requests, oldest first."""
        if self._move_service is None:
            return []
        return await table_archive.list_demands(self._context.store, self._context.shard_range)

    def must_wait(self, user_id: int) -> bool:
        """Return whether the queue is so long that the user should be told."""
        if self._move_service is None:
            return False
        return self._move_service.count_ahead(user_id) >= BUSY_QUEUE_LENGTH

    async def make_analysis(self, demand: AnalysisDemand, progress: ProgressCallback) -> None:
        """Compute and store an analysis. Raises UnansweredError, which also deletes the request."""
        try:
            analysis = await self._compute_analysis(demand, progress)
        except (UnansweredError, UserError, IllegalMoveError):
            await self._context.write(lambda tx: table_archive.delete_analysis(tx, demand.table_id))
            raise
        data = msgspec.json.encode(analysis).decode()
        async with self._context.table_lock(demand.table_id):
            await self._context.write(lambda tx: table_archive.save_analysis(tx, demand.table_id, data))

    async def _compute_analysis(self, demand: AnalysisDemand, progress: ProgressCallback) -> StoredAnalysis:
        table = await load_open_table(self._context, demand.table_id)
        assert table.result is not None
        whole_game, positions = await load_whole_game(self._context, table)
        move_count = len(whole_game.log)
        first_moves = range(0, move_count, MOVES_PER_STUDY)
        found = _FoundMoments(share_victory(table.result, len(table.seats)), progress)
        found.total_steps = len(first_moves) + MAX_SECOND_LOOKS_PER_SEAT * len(table.seats)
        studies = [(first, build_study(whole_game, positions, first, first + MOVES_PER_STUDY)) for first in first_moves]
        await self._run_studies(studies, demand.user_id, found)
        looked = set[int]()
        for _ in range(SECOND_LOOKS):
            plan = {index: depth for index, depth in found.analysis.plan_second_look().items() if index not in looked}
            looked |= plan.keys()
            found.total_steps = len(studies) + len(looked)
            looks: list[tuple[int, AnalysisRequest]] = []
            for index, depth in plan.items():
                study = build_study(whole_game, positions, index, index + 1)
                known_depth = msgspec.structs.replace(depth, estimate=found.find_estimate(index), max_moves=1)
                looks.append((index, msgspec.structs.replace(study, depth=known_depth)))
            await self._run_studies(looks, demand.user_id, found)
        analysis = found.analysis
        turning = tuple(analysis.moments[index] for index in analysis.find_turning_points())
        analysis = msgspec.structs.replace(analysis, turning=turning)
        labels = await asyncio.to_thread(_list_all_labels, whole_game, positions, analysis.moments)
        return StoredAnalysis(analysis, labels)

    async def _run_studies(
        self, studies: Sequence[tuple[int, AnalysisRequest]], user_id: int, found: _FoundMoments
    ) -> None:
        """Make studies in order, a few at the same time, and add what each finds. Raises UnansweredError."""
        assert self._move_service is not None
        move_service, waiting = self._move_service, iter(studies)

        async def run_in_turn() -> None:
            for index, study in waiting:
                found.add(index, await move_service.analyse_moves(study, user_id))

        runners = [asyncio.create_task(run_in_turn(), name="analysis studies") for _ in range(MAX_STUDIES_AT_A_TIME)]
        try:
            await asyncio.gather(*runners)
        finally:
            for runner in runners:
                runner.cancel()
            await asyncio.gather(*runners, return_exceptions=True)


def build_study(
    whole_game: WholeGame, positions: Sequence[Position[Any]], first_move: int, last_move: int
) -> AnalysisRequest:
    """Build the request for some moves, with those after them by which the last turn goes on."""
    known_moves = whole_game.log[first_move : last_move + MAX_FURTHER_MOVES]
    return AnalysisRequest(
        whole_game.game.slug,
        whole_game.components,
        kernel.encode_position(positions[first_move]).decode(),
        whole_game.seed,
        whole_game.seats,
        tuple((move.seat, move.words) for move in known_moves),
        compute_commitment(whole_game.seed),
        StudyDepth(max_moves=last_move - first_move),
    )


def _list_all_labels(
    whole_game: WholeGame, positions: Sequence[Position[Any]], moments: Sequence[Moment]
) -> tuple[MomentLabels, ...]:
    """List the labels of all moves and of the alternatives that were looked at twice."""
    labels: list[MomentLabels] = []
    for position, moment in zip(positions, moments, strict=False):
        run: GameRun[Any] = GameRun(whole_game.game, position, whole_game.seed)
        played = list_option_labels(run.build_menu(moment.seat), moment.played)
        line = moment.other_line if moment.is_checked else ()
        line_labels = [list_option_labels(menu, words) for menu, words in play_line(run, moment.seat, line)]
        alternative, *plan = line_labels or [()]
        labels.append(MomentLabels(played, alternative, tuple(plan)))
    return tuple(labels)


def play_line(run: GameRun[Any], seat: Seat, line: Sequence[Words]) -> Iterator[tuple[Menu, Words]]:
    """Play a line as long as it is legal, and yield each move with the decision that it answers, before it is made."""
    for words in line:
        if not can_make(run, seat, words):
            return
        yield run.build_menu(seat), words
        run.play(seat, words)


def list_option_labels(menu: Menu, words: Words) -> tuple[Text, ...]:
    """List the labels of all options that make up a complete move, with what it leaves unused."""
    labels: list[Text] = []
    for _, picked in generate_levels(menu, words):
        for option in picked:
            label = option.label
            if option.loses is not None:
                label = say("{what}, {loss} unused", what=label, loss=option.loses)
            labels.append(label)
    return tuple(labels)
