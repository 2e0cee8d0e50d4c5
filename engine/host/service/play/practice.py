"""Practice: any position of a game that is over for good, played on alone against computers. It counts nowhere.

A practice game is a course of one step that never ends (`engine/learning/course.py`), so lessons show it and read its moves. A
person has one, in one row. The computers know no more than their seats.
"""

from __future__ import annotations

import hashlib
from typing import Any, Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.table import Table, format_place
from engine.host.service.history.whole_game import load_open_table, load_whole_game
from engine.host.service.live_game import LoadedTable
from engine.host.service.play.computer_moves import ComputerTurn, choose_computer_move
from engine.host.service.service_context import ServiceContext
from engine.host.store import lesson_progress
from engine.host.store.database import Transaction
from engine.host.store.lesson_progress import PracticeGame
from engine.kernel import position as kernel
from engine.kernel.dice import Dice
from engine.kernel.lesson import Chapter, Lesson, PositionSource, Step
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.text import IllegalMoveError, Seat, Text, UserError, say
from engine.learning.course import PRACTICE, Course, GameSource
from engine.learning.positions import deal_afresh, find_forced_answer, parse_line
from engine.players.arena import MAX_GAME_MOVES
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import LEVELS
from engine.workers.requests import UnansweredError


class PracticeStart(msgspec.Struct, frozen=True):
    """Where a practice game begins: after a move of a table, for a seat, against a level.

    `is_fresh`: what the seat could not know is dealt again, and else it is as it was.
    """

    table_id: int
    move_number: int
    seat: Seat
    level: str
    is_fresh: bool


class PracticeGames:
    """The practice games of all people; without a move service there are none."""

    def __init__(self, context: ServiceContext, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._move_service = move_service

    def can_begin(self, table: Table) -> bool:
        """Return whether a table's game can be played on: computers play here, and the game is over for good."""
        return self._move_service is not None and table.status == "finished" and not table.is_sealed

    async def load_start_table(self, table_id: int) -> Table:
        """Return the table of a game that can be played on. Raises UserError for others."""
        if self._move_service is None:
            raise UserError(say("Computers do not play here, so nobody can play on with you."))
        return await load_open_table(self._context, table_id)

    async def begin(self, user_id: int, start: PracticeStart) -> Course:
        """Begin a practice game, in place of the person's former one, and let the others move. Raises UserError."""
        table = await self.load_start_table(start.table_id)
        if start.level not in LEVELS or start.seat >= len(table.seats):
            raise UserError(say("There is no such seat or level in this game. Press “Play from here” once more."))
        whole_game, positions = await load_whole_game(self._context, table)
        move_index = start.move_number - whole_game.origin.move_count
        if not 0 <= move_index < len(positions):
            raise UserError(say("The game has no such move. Press “Play from here” once more."))
        position, seed = positions[move_index], whole_game.seed
        if kernel.resolve_situation(whole_game.game, position, seed).result is not None:
            raise UserError(say("The game was over after this move. Choose an earlier one to play on from."))
        if start.is_fresh:
            seed = self._context.seeds()
            run = deal_afresh(whole_game.game, position, whole_game.seed, start.seat, Dice(seed), start.move_number)
            if run is None:
                raise UserError(
                    say(
                        "Something was turned up in this turn, so its hidden things cannot be dealt afresh. Begin an earlier "
                        "move, or play on with everything as it was."
                    )
                )
            position = run.position
        position_json = kernel.encode_position(position).decode()
        practice = PracticeGame(
            start.table_id, start.move_number, start.seat, start.level, start.is_fresh, seed, position_json
        )
        await self._context.write(lambda tx: lesson_progress.save_practice(tx, user_id, practice))
        return await self.let_others_move(user_id)

    async def begin_again(self, user_id: int) -> Course:
        """Begin a person's practice game again where it began; what was dealt afresh is dealt once more."""
        practice = await self._load_practice(user_id)
        start = PracticeStart(practice.table_id, practice.move_number, practice.seat, practice.level, practice.is_fresh)
        return await self.begin(user_id, start)

    async def load_course(self, user_id: int) -> Course:
        """Return a person's practice game. Raises UserError if there is none, or its game is no longer open."""
        return await self._build_course(user_id, await self._load_practice(user_id))

    async def play(self, user_id: int, version: int, words: Words) -> Course:
        """Make a person's move and let the others answer. A move in an earlier version of the game changes nothing.

        Raises IllegalMoveError for a move that is not offered.
        """
        practice = await self._load_practice(user_id)
        if _compute_version(user_id, practice) == version:
            run = _create_run(await self._load_loaded(practice), practice)
            position_json = kernel.encode_position(run.position).decode()
            run.play(practice.seat, words)
            moved = msgspec.structs.replace(
                practice, position=position_json, moves=(_write_line(practice.seat, words),)
            )
            await self._replace(user_id, practice, moved)
        return await self.let_others_move(user_id)

    async def let_others_move(self, user_id: int) -> Course:
        """Let the computers move until the person is asked or the game is over. A computer that fails is asked the next time."""
        practice = await self._load_practice(user_id)
        loaded = await self._load_loaded(practice)
        stored = await self._context.load_stored(practice.table_id)
        turn = ComputerTurn(loaded.game, stored.components_data, practice.seed, practice.level)
        run, moves = _create_run(loaded, practice), list(practice.moves)
        while run.result is None and run.position.move_count < MAX_GAME_MOVES:
            answer = _find_forced_answer(run)
            if answer is None and practice.seat in run.situation.questions:
                break
            if answer is None:
                seat = min(run.situation.questions)
                try:
                    answer = seat, await self._choose_move(turn, run, seat, moves, user_id)
                except UnansweredError:
                    break
            run.play(*answer)
            moves.append(_write_line(*answer))
        after = msgspec.structs.replace(practice, moves=tuple(moves))
        return await self._build_course(user_id, await self._replace(user_id, practice, after))

    async def _choose_move(
        self, turn: ComputerTurn, run: GameRun[Any], seat: Seat, moves: list[str], user_id: int
    ) -> Words:
        assert self._move_service is not None
        if needs_safe_move(_count_moves_in_row(moves, seat)):
            return turn.game.safe_move(seat, run.build_menu(seat))
        resample_dice = Dice(self._context.seeds())
        return await choose_computer_move(self._move_service, turn, run.position, seat, resample_dice, user_id)

    async def _load_practice(self, user_id: int) -> PracticeGame:
        """Return a person's practice game. Raises UserError if there is none, or its game is no longer open."""
        practice = await lesson_progress.load_practice(self._context.store, user_id)
        if practice is None:
            raise UserError(
                say(
                    "You play no practice game. “Play from here” begins one, below {/replay} and {/analysis} of a finished game."
                )
            )
        await self.load_start_table(practice.table_id)
        return practice

    async def _load_loaded(self, practice: PracticeGame) -> LoadedTable:
        return await self._context.load_playable(practice.table_id)

    async def _replace(self, user_id: int, old: PracticeGame, new: PracticeGame) -> PracticeGame:
        """Store a change of a practice game, unless another press has changed it first. Return the stored one."""

        async def work(tx: Transaction) -> PracticeGame:
            stored = await lesson_progress.load_practice(tx, user_id)
            if stored != old:
                return stored or old
            await lesson_progress.save_practice(tx, user_id, new)
            return new

        return await self._context.write(work)

    async def _build_course(self, user_id: int, practice: PracticeGame) -> Course:
        loaded = await self._load_loaded(practice)
        position = _decode_position(loaded, practice)
        source = PositionSource(seed=practice.seed, seats=len(loaded.table.seats))
        steps = (Step(text="", replies=practice.moves), Step(text="", task="free"))
        chapter = Chapter(title="", steps=steps, position=source, seat=practice.seat)
        task = _describe_practice(loaded.table, practice)
        return Course(
            loaded.game,
            Lesson((chapter,)),
            _compute_version(user_id, practice),
            PRACTICE,
            GameSource((position,), (task,), practice.level),
        )


def _describe_practice(table: Table, practice: PracticeGame) -> Text:
    channel = format_place(table.guild_id, table.channel_id)
    if practice.is_fresh:
        return say(
            "After move {move} of the game in {channel}, dealt afresh. Only you see it, and it counts nowhere.",
            move=practice.move_number,
            channel=channel,
        )
    return say(
        "After move {move} of the game in {channel}, as it was. Only you see it, and it counts nowhere.",
        move=practice.move_number,
        channel=channel,
    )


def _compute_version(user_id: int, practice: PracticeGame) -> int:
    """Compute a number that differs for each person and after each move."""
    content = msgspec.json.encode((user_id, practice))
    return int(hashlib.sha256(content).hexdigest()[:8], 16)


def _decode_position(loaded: LoadedTable, practice: PracticeGame) -> Position[Any]:
    try:
        return kernel.decode_position(loaded.game, practice.position)
    except msgspec.ValidationError:
        raise _describe_former_rules() from None


def _create_run(loaded: LoadedTable, practice: PracticeGame) -> GameRun[Any]:
    """Return the run after all moves of a practice game. Raises UserError if it no longer plays."""
    run: GameRun[Any] = GameRun(loaded.game, _decode_position(loaded, practice), practice.seed)
    try:
        for line in practice.moves:
            run.play(*parse_line(line))
    except IllegalMoveError:
        raise _describe_former_rules() from None
    return run


def _describe_former_rules() -> UserError:
    return UserError(say("This practice game was played under former rules. Begin another with “Play from here”."))


def _find_forced_answer(run: GameRun[Any]) -> tuple[Seat, Words] | None:
    """Return the first seat that has no choice, and its move."""
    for seat in sorted(run.situation.questions):
        words = find_forced_answer(run, seat)
        if words is not None:
            return seat, words
    return None


def _write_line(seat: Seat, words: Words) -> str:
    return " ".join((str(seat), *words))


def _count_moves_in_row(moves: list[str], seat: Seat) -> int:
    count = 0
    for line in reversed(moves):
        if parse_line(line)[0] != seat:
            break
        count += 1
    return count
