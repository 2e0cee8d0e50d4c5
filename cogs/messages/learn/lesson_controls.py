"""What the buttons of lessons and puzzles hold, and how their moves are read."""

from __future__ import annotations

from typing import NamedTuple

import discord

from engine.host.service.play.lessons import Learner
from engine.host.service.play.tryout import MoveReader
from engine.kernel.menu import Menu, Words
from engine.kernel.text import UserError, say
from engine.learning.course import Course, LessonPlace


class LessonControls(NamedTuple):
    """What a control of a lesson holds: the lesson, the place, the packed moves since the step began, and the words after them."""

    course: Course
    place: LessonPlace
    tried: str
    path: str


class RewrittenLessonError(UserError):
    """Raised for controls of an earlier version of a lesson, or of an earlier move. The caller shows the step as it is now."""

    def __init__(self, course: Course) -> None:
        if course.is_practice:
            super().__init__(say("That button is from an earlier move. Here is your practice game as it stands now."))
        else:
            super().__init__(say("This lesson has been rewritten since then. Here is where you are in it now."))
        self.course = course


def find_learner(interaction: discord.Interaction) -> Learner:
    """Return the person who takes the lesson."""
    return Learner(interaction.user.id, interaction.user.display_name)


def note_move(read_move: MoveReader, moves: list[Words], menu: Menu) -> Words:
    """Read a move and add it to `moves`."""
    moves.append(read_move(menu))
    return moves[-1]
