"""Judge the moves that somebody makes at a step of a lesson or at a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Optional

import msgspec

from engine.kernel.lesson import Goal, Step
from engine.kernel.menu import Words
from engine.kernel.position import GameRun
from engine.kernel.text import Seat, Text


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of the moves since a step began: it is done, more moves are needed, or the last one is no answer.

    `reason` says why a move is wrong; `is_generic` if nothing was written for its kind. `is_model`: the moves lead where the
    model answer leads.
    """

    kind: Literal["done", "more", "wrong"]
    reason: Optional[Text] = None
    is_generic: bool = False
    is_model: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The moves of a seat since a step began, with the runs before and after them, and after the model answer."""

    seat: Seat
    moves: tuple[Words, ...]
    before: GameRun[Any]
    after: GameRun[Any]
    model: GameRun[Any]


def judge_answer(step: Step, goal: Goal | None, answer: Answer) -> Verdict:
    """Judge an answer to the task of a step."""
    if _is_done(step, goal, answer):
        return Verdict("done", is_model=answer.model.position == answer.after.position)
    if _may_go_on(step, answer):
        return Verdict("more")
    written = _find_written_reason(step, answer.moves[-1])
    if written is not None:
        return Verdict("wrong", written)
    if goal is not None:
        return Verdict("wrong", goal.missed)
    return Verdict("wrong", is_generic=True)


def _is_done(step: Step, goal: Goal | None, answer: Answer) -> bool:
    match step.task:
        case "find" | "best":
            return goal is not None and _measure(goal, answer) >= step.target
        case "choose":
            return _is_accepted(step, answer)
    if len(answer.moves) != len(step.moves):
        return False
    return list(answer.moves) == step.model_moves or answer.model.position == answer.after.position


def _is_accepted(step: Step, answer: Answer) -> bool:
    """Return whether the last move is of an accepted kind, or a turn of several moves is over before it without a mistake."""
    if len(answer.moves) >= len(step.moves) and _begins_like(answer.moves[-1], step.accept):
        return True
    is_over = answer.seat not in answer.after.situation.questions
    return is_over and len(step.moves) > 1 and _find_written_reason(step, answer.moves[-1]) is None


def _measure(goal: Goal, answer: Answer) -> int:
    return goal.measure(answer.before.state, answer.after.state, answer.seat)


def _may_go_on(step: Step, answer: Answer) -> bool:
    """Return whether further moves can make the answer right."""
    waiting = answer.after.situation.questions
    if step.task == "best":
        return list(waiting) == [answer.seat]
    if answer.seat not in waiting:
        return False
    if len(answer.moves) >= len(step.moves):
        return step.task == "choose" and len(step.moves) > 1
    return step.task != "play" or list(answer.moves) == step.model_moves[: len(answer.moves)]


def _begins_like(words: Words, beginnings: Sequence[str]) -> bool:
    return any(words[: len(beginning.split())] == tuple(beginning.split()) for beginning in beginnings)


def _find_written_reason(step: Step, words: Words) -> Text | None:
    """Return the reason for the longest beginning that fits a wrong move."""
    fitting = [beginning for beginning in step.wrong if _begins_like(words, [beginning])]
    if not fitting:
        return None
    return Text(step.wrong[max(fitting, key=len)])
