"""What could have followed the better move that an analysis found: computers play on until it is the player's turn again."""

from __future__ import annotations

from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.service.history.analyses import Analyses, MomentLabels, play_line
from engine.host.service.history.game_history import GameReplay
from engine.host.service.history.whole_game import WholeGame, load_whole_game
from engine.host.service.play.computer_moves import ComputerTurn, choose_computer_move
from engine.host.service.service_context import ServiceContext
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, Move
from engine.kernel.text import Seat, UserError, say
from engine.workers.requests import UnansweredError

LINE_LEVEL = "mate"
"""The level of the computers that play on for all seats."""
MAX_LINE_MOVES = 24
"""The moves of a line: more than a round of four players has in nearly all games."""


class BetterLine(msgspec.Struct, frozen=True):
    """A line that was not played. Its replay begins before the better move; `labels` name what was played, and that move."""

    replay: GameReplay
    labels: MomentLabels


class BetterLines:
    """Plays the better lines of analysed games. Without a move service a line has one move."""

    def __init__(self, context: ServiceContext, analyses: Analyses, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._analyses = analyses
        self._move_service = move_service

    async def play(self, table_id: int, move_number: int, user_id: int) -> BetterLine:
        """Play the better line instead of move `move_number`, and what follows. Raises UserError if none was found."""
        finished = await self._analyses.load_analysis(table_id)
        index = -1 if finished is None else move_number - finished.first_move
        if finished is None or not 0 <= index < len(finished.analysis.moments) or not finished.has_better_move(index):
            raise UserError(
                say("No better move was found here. {/analysis} shows what the computer thinks of the game.")
            )
        moment, labels = finished.describe_moment(index)
        whole_game, positions = await load_whole_game(self._context, finished.table)
        run: GameRun[Any] = GameRun(whole_game.game, positions[index], whole_game.seed)
        line = [Move(moment.seat, words) for _, words in play_line(run, moment.seat, moment.other_line)]
        await self._play_on(whole_game, run, line, user_id)
        replay = GameReplay(
            msgspec.structs.replace(finished.table, result=None),
            whole_game.game,
            whole_game.seed,
            whole_game.origin,
            (*whole_game.log[:index], *line),
            whole_game.origin.move_count,
        )
        replay.shown_from = move_number
        return BetterLine(replay, labels)

    async def _play_on(self, whole_game: WholeGame, run: GameRun[Any], line: list[Move], user_id: int) -> None:
        """Add moves to a line until its first seat is asked again after others, or the game is over."""
        if self._move_service is None:
            return
        turn = ComputerTurn(whole_game.game, whole_game.components, whole_game.seed, LINE_LEVEL)
        while run.result is None and len(line) < MAX_LINE_MOVES:
            seat = min(run.situation.questions)
            if _begins_next_turn(seat, line):
                return
            dice = Dice(self._context.seeds())
            try:
                words = await choose_computer_move(self._move_service, turn, run.position, seat, dice, user_id)
            except UnansweredError:
                return
            run.play(seat, words)
            line.append(Move(seat, words))


def _begins_next_turn(seat: Seat, line: list[Move]) -> bool:
    return seat == line[0].seat and any(move.seat != seat for move in line)
