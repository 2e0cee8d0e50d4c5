"""The `lesson_progress` table: where a person is in a game's lesson. Every function is one query or one change."""

from __future__ import annotations

import msgspec

from engine.host.store.database import Store, Transaction


class LessonProgress(msgspec.Struct, frozen=True):
    """The chapter and the step at which a person is, from 0."""

    chapter: int
    step: int


async def load_progress(store: Store, user_id: int, game: str) -> LessonProgress | None:
    """Load a person's place in a game's lesson, None if they have not begun it."""
    row = await store.fetch_first(
        "SELECT chapter, step FROM lesson_progress WHERE user_id = ? AND game = ?", user_id, game
    )
    return None if row is None else LessonProgress(row["chapter"], row["step"])


async def save_progress(tx: Transaction, user_id: int, game: str, progress: LessonProgress) -> None:
    """Store a person's place in a game's lesson."""
    await tx.execute(
        "INSERT INTO lesson_progress VALUES (?, ?, ?, ?) ON CONFLICT (user_id, game) DO UPDATE SET "
        "chapter = excluded.chapter, step = excluded.step",
        user_id,
        game,
        progress.chapter,
        progress.step,
    )
