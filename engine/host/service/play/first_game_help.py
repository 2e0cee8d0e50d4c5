"""The help in a person's first game: a line for each kind of question, shown once."""

from __future__ import annotations

from engine.host.model.settings import ChosenSettings
from engine.host.service.service_context import ServiceContext
from engine.host.store import lesson_progress
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text
from engine.learning.question_help import find_question_kind, load_help_lines, say_help_line


class FirstGameHelp:
    """The lines that explain questions to people who have not finished a game yet."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def take_line(
        self, user_id: int, game: str, settings: ChosenSettings, root: Menu, prefix: Words
    ) -> Text | None:
        """Return the line for the question after `prefix`, and store that it was shown.

        None if it was shown before, the person has finished a game of this kind or wants no help, or there is no line.
        """
        help_lines = load_help_lines(game)
        if settings.values["help"] == "no" or not help_lines.lines:
            return None
        kind = find_question_kind(help_lines.lines, root, prefix)
        if kind is None:
            return None
        explained = await lesson_progress.list_explained_questions(self._context.store, user_id, game)
        if explained is None or kind in explained:
            return None
        await self._context.write(lambda tx: lesson_progress.save_explained_question(tx, user_id, game, kind))
        return say_help_line(help_lines, kind)
