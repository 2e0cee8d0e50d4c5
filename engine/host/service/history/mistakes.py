"""“Learn from my mistakes”: the worst moves of a player in an analysed game, each as a puzzle from its position."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.host.model.table import Table, format_place
from engine.host.service.history.analyses import Analyses, MomentLabels
from engine.host.service.history.whole_game import WholeGame, load_whole_game
from engine.host.service.service_context import ServiceContext
from engine.kernel.lesson import Chapter, Lesson, PositionSource, Step
from engine.kernel.position import Position
from engine.kernel.text import Text, UserError, say
from engine.learning.course import MISTAKES, Course, GameSource
from engine.players.analysis.game_analysis import Moment


class Mistakes:
    """The puzzles that analyses of finished games make of their players' worst moves."""

    def __init__(self, context: ServiceContext, analyses: Analyses) -> None:
        self._context = context
        self._analyses = analyses

    async def load_course(self, table_id: int, user_id: int) -> Course:
        """Return a player's own mistakes at a table. Raises UserError for others, and if there are none."""
        finished = await self._analyses.load_analysis(table_id)
        if finished is None:
            raise UserError(say("No computer has looked at this game yet. {/analysis} asks one to."))
        seat = next((person.seat for person in finished.table.seats if person.user_id == user_id), None)
        if seat is None:
            raise UserError(
                say("You did not play in this game, so it has no mistakes of yours. {/puzzle} has other puzzles.")
            )
        mistakes = finished.analysis.list_worst_moves(seat)
        if not mistakes:
            raise UserError(
                say("The computer found no move of yours in this game that was clearly a mistake. Well played!")
            )
        whole_game, positions = await load_whole_game(self._context, finished.table)
        tasks: list[Text] = []
        puzzle_positions: list[Position[Any]] = []
        for moment in mistakes:
            index = moment.number - finished.first_move
            labels = finished.describe_moment(index)[1]
            tasks.append(_describe_mistake(finished.table, moment, labels))
            puzzle_positions.append(positions[index])
        digest = hashlib.sha256(msgspec.json.encode((table_id, user_id, mistakes))).hexdigest()
        source = GameSource(tuple(puzzle_positions), tuple(tasks), "captain")
        chapters = tuple(_build_chapter(whole_game, moment) for moment in mistakes)
        return Course(whole_game.game, Lesson(chapters), int(digest[:8], 16), f"{MISTAKES}{table_id}", source)


def _build_chapter(whole_game: WholeGame, mistake: Moment) -> Chapter:
    step = Step(text="", task="play", moves=(" ".join(mistake.alternative),))
    source = PositionSource(seed=whole_game.seed, seats=whole_game.seats)
    return Chapter(title="", steps=(step,), position=source, seat=mistake.seat)


def _describe_mistake(table: Table, mistake: Moment, labels: MomentLabels) -> Text:
    return say(
        "Move {move} of the game in {channel}: {played} lost {n} % of your chance. Find the better move.",
        move=mistake.number + 1,
        channel=format_place(table.guild_id, table.channel_id),
        played=join_labels(labels.played),
        n=round(100 * mistake.gain),
    )


def join_labels(labels: Sequence[Text]) -> Text:
    """Join the labels of a move's choices in their order."""
    joined = labels[0]
    for label in labels[1:]:
        joined = say("{one} › {other}", one=joined, other=label)
    return joined
