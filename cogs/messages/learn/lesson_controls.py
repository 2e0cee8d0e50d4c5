"""What the buttons of lessons and puzzles hold, and how their moves are read."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import discord

from cogs.interactions import custom_ids
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


def list_readers(tried: str) -> list[MoveReader]:
    """Return readers of the moves since a step began, which `tried` holds."""
    return [partial(_read_move, packed) for packed in tried.split("_") if packed]


def note_move(read_move: MoveReader, moves: list[Words], menu: Menu) -> Words:
    """Read a move and add it to `moves`."""
    moves.append(read_move(menu))
    return moves[-1]


def _read_move(packed: str, menu: Menu) -> Words:
    return custom_ids.unpack_path(menu, packed)


def return_words(words: Words, _menu: Menu) -> Words:
    """Return the words, as a reader of a move that is known."""
    return words
