"""Computer analyses of finished games: requested once, computed in short studies after all moves, stored with the table.

A request is a row, so an analysis that a restart interrupted starts again. Games that can still go on are refused,
because an analysis shows hidden cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import Table, format_place
from engine.host.service.game_log import list_active_entries, list_moves
from engine.host.service.service_context import ServiceContext
from engine.host.store import entries
from engine.host.store.database import ConstraintError, Transaction
from engine.host.store.history import table_archive
from engine.host.store.history.table_archive import AnalysisDemand
from engine.kernel import position as kernel
from engine.kernel.dice import compute_commitment
from engine.kernel.menu import Menu, Words
from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Text, UserError, say
from engine.players.analysis import MAX_DEEP_MOMENTS, Analysis, Moment, share_victory
from engine.players.evaluator import has_evaluator
from engine.workers.requests import AnalysisRequest, UnansweredError

MOVES_PER_STUDY = 5
"""Moves of one study: at most about two seconds, for which a computer's move at another table may wait."""
BUSY_QUEUE_LENGTH = 3
"""Queued jobs from which a waiting user is told about the queue."""
ProgressCallback = Callable[[int, int], None]
"""Called after each study with the number done and the total."""


class TurningPointText(msgspec.Struct, frozen=True):
    """A turning point with the labels of the choices played, and of those a captain would have made."""

    turning_point: Moment
    played_labels: tuple[Text, ...]
    best_labels: tuple[Text, ...]


class StoredAnalysis(msgspec.Struct, frozen=True):
    """An analysis as it is stored, with its turning points in words: to show it again, no move is played."""

    analysis: Analysis
    turning_points: tuple[TurningPointText, ...]


class FinishedAnalysis(msgspec.Struct, frozen=True):
    """A finished game with its analysis and its turning points in words."""

    table: Table
    analysis: Analysis
    turning_points: tuple[TurningPointText, ...]


class Analyses:
    """The analyses of finished games; without a move service only stored ones are available."""

    def __init__(self, context: ServiceContext, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service

    async def load_analysis(self, table_id: int) -> FinishedAnalysis | None:
        """Return the stored analysis of a finished game, None if there is none. Raises UserError if the game may still go on."""
        table = await self._load_open_table(table_id)
        analysis_json = await table_archive.load_analysis(self._context.store, table_id)
        if analysis_json is None:
            return None
        stored = msgspec.json.decode(analysis_json, type=StoredAnalysis)
        return FinishedAnalysis(table, stored.analysis, stored.turning_points)

    async def request_analysis(self, table_id: int, user_id: int) -> AnalysisDemand:
        """Request an analysis, or return the open request for the same table.

        Raises UserError if the game may still go on, has no evaluator, or the user has another request.
        """
        table = await self._load_open_table(table_id)
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
        """Whether the queue is so long that the user should be told."""
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
        assert self._move_service is not None
        table = await self._load_open_table(demand.table_id)
        assert table.result is not None
        whole_game, positions = await self._load_whole_game(table)
        move_count = len(whole_game.log)
        studies = [
            whole_game.build_study(positions, first, first + MOVES_PER_STUDY)
            for first in range(0, move_count, MOVES_PER_STUDY)
        ]
        step_count = len(studies) + min(MAX_DEEP_MOMENTS, move_count)
        moments: list[Moment] = []
        for step, study in enumerate(studies, 1):
            moments += await self._move_service.analyse_moves(study, demand.user_id)
            progress(step, step_count)
        final = share_victory(table.result, len(table.seats))
        turns = Analysis(tuple(moments), final).find_turning_points(MAX_DEEP_MOMENTS)
        for step, index in enumerate(turns, len(studies) + 1):
            # The positions before and after the move are estimated alike, and both are points of the curve.
            deep_study = msgspec.structs.replace(whole_game.build_study(positions, index, index + 2), is_deep=True)
            moments[index : index + 2] = await self._move_service.analyse_moves(deep_study, demand.user_id)
            progress(step, step_count)
        progress(step_count, step_count)
        analysis = Analysis(tuple(moments), final)
        turning_indices = [index for index in analysis.find_turning_points() if moments[index].best]
        analysis = msgspec.structs.replace(analysis, turning=tuple(moments[index] for index in turning_indices))
        texts = tuple(
            _describe_turning_point(whole_game, positions[index], moments[index]) for index in turning_indices
        )
        return StoredAnalysis(analysis, texts)

    async def _load_whole_game(self, table: Table) -> tuple[_WholeGame, Sequence[Position[Any]]]:
        """Return the game and the position before each of its moves. Raises UserError if its log no longer plays."""
        loaded, row = await self._context.load_playable(table.id), await self._context.load_stored(table.id)
        origin = kernel.decode_position(loaded.game, await entries.load_origin(self._context.store, table.id))
        log = list_moves(list_active_entries(await entries.load_entries(self._context.store, table.id)))
        if not log:
            raise UserError(say("No move was made in this game, so there is nothing to look at."))
        whole_game = _WholeGame(loaded.game, row.components_data, loaded.seed, len(table.seats), tuple(log))
        # In a thread, since a long game must not delay the other tables.
        return whole_game, await asyncio.to_thread(whole_game.replay_positions, origin)

    async def _load_open_table(self, table_id: int) -> Table:
        """Return a table whose hidden information may be shown. Raises UserError."""
        table = await self._context.load_table(table_id)
        if table.status == "closed":
            raise UserError(say("This game was closed without a result, so there is nothing to look at."))
        if table.status != "finished":
            raise UserError(say("A game is looked at when it is over: until then nobody may know its cards."))
        if table.is_sealed:
            raise UserError(
                say(
                    "The last move can be taken back until {time}. Then, or when all have pressed “It is over”, {/analysis} looks "
                    "at the game.",
                    time=f"<t:{table.seals_open_at}:f>",
                )
            )
        return table


class _WholeGame(msgspec.Struct, frozen=True):
    """A finished game, to be cut into studies."""

    game: AnyGame
    components: str
    seed: str
    seats: int
    log: tuple[Move, ...]

    def replay_positions(self, origin: Position[Any]) -> list[Position[Any]]:
        """Return the position before each move. Raises UserError if the log no longer plays."""
        run: GameRun[Any] = GameRun(self.game, origin, self.seed)
        positions: list[Position[Any]] = []
        for move in self.log:
            positions.append(run.position)
            try:
                run.play(move.seat, move.words)
            except IllegalMoveError:
                raise UserError(
                    say("This game was played under rules that are no more, so it cannot be looked at.")
                ) from None
        return positions

    def build_study(self, positions: Sequence[Position[Any]], first_move: int, last_move: int) -> AnalysisRequest:
        """Build the request for some moves."""
        return AnalysisRequest(
            self.game.slug,
            self.components,
            kernel.encode_position(positions[first_move]).decode(),
            self.seed,
            self.seats,
            tuple((move.seat, move.words) for move in self.log[first_move:last_move]),
            compute_commitment(self.seed),
        )


def _describe_turning_point(whole_game: _WholeGame, position: Position[Any], turning_point: Moment) -> TurningPointText:
    menu = GameRun(whole_game.game, position, whole_game.seed).build_menu(turning_point.seat)
    return TurningPointText(
        turning_point, list_labels(menu, turning_point.played), list_labels(menu, turning_point.best)
    )


def list_labels(menu: Menu, words: Words) -> tuple[Text, ...]:
    """List the labels of the choices that make up a complete move."""
    labels: list[Text] = []
    level: Menu | None = menu
    for word in words:
        if level is None:
            break
        label_by_word = {option.word: option.label for option in level.options}
        picks = [word]
        if word not in label_by_word:  # several options picked at once
            picks = word.split("+")
        labels += [label_by_word[pick] for pick in picks if pick in label_by_word]
        level = level.next_menu(word)
    return tuple(labels)
