"""What people have learnt: where they are in a lesson or a practice game, and which questions were explained to them.

Every function is one query or one change.
"""

from __future__ import annotations

import msgspec

from engine.host.store.database import Queries, Store, Transaction
from engine.kernel.text import Seat


class LessonProgress(msgspec.Struct, frozen=True):
    """The chapter and the step at which a person is, from 0."""

    chapter: int
    step: int


class PracticeGame(msgspec.Struct, frozen=True):
    """A game that a person plays on alone from a move of a finished game, against computers of a level.

    `position` is the one before the person's newest move, as JSON, and `moves` are the moves since, lines as in a record.
    `is_fresh`: what the person's seat could not know was dealt again.
    """

    table_id: int
    move_number: int
    seat: Seat
    level: str
    is_fresh: bool
    seed: str
    position: str
    moves: tuple[str, ...] = ()


async def load_progress(store: Store, user_id: int, course: str) -> LessonProgress | None:
    """Load a person's place in a lesson or among puzzles, None if they have not begun it."""
    row = await store.fetch_first(
        "SELECT chapter, step FROM lesson_progress WHERE user_id = ? AND course = ?", user_id, course
    )
    return None if row is None else LessonProgress(row["chapter"], row["step"])


async def save_progress(tx: Transaction, user_id: int, course: str, progress: LessonProgress) -> None:
    """Store a person's place in a lesson or among puzzles."""
    await tx.execute(
        "INSERT INTO lesson_progress VALUES (?, ?, ?, ?) ON CONFLICT (user_id, course) DO UPDATE SET "
        "chapter = excluded.chapter, step = excluded.step",
        user_id,
        course,
        progress.chapter,
        progress.step,
    )


async def load_practice(store: Queries, user_id: int) -> PracticeGame | None:
    """Load a person's practice game, None if there is none."""
    row = await store.fetch_first("SELECT * FROM practice_games WHERE user_id = ?", user_id)
    if row is None:
        return None
    moves = msgspec.json.decode(row["moves"], type=tuple[str, ...])
    return PracticeGame(
        row["table_id"],
        row["move_number"],
        row["seat"],
        row["level"],
        bool(row["is_fresh"]),
        row["seed"],
        row["position"],
        moves,
    )


async def save_practice(tx: Transaction, user_id: int, practice: PracticeGame) -> None:
    """Store a person's practice game in place of their former one."""
    await tx.execute("DELETE FROM practice_games WHERE user_id = ?", user_id)
    await tx.execute(
        "INSERT INTO practice_games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        user_id,
        practice.table_id,
        practice.move_number,
        practice.seat,
        practice.level,
        int(practice.is_fresh),
        practice.seed,
        practice.position,
        msgspec.json.encode(practice.moves).decode(),
    )


async def list_explained_questions(store: Store, user_id: int, game: str) -> frozenset[str] | None:
    """List the kinds of questions of a game that were explained to a person; None if they have finished a game of it."""
    rows = await store.fetch_all(
        "SELECT kind FROM explained_questions WHERE user_id = ?1 AND game = ?2 UNION ALL "
        "SELECT '' FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user_id = ?1 AND t.game = ?2 AND t.status = 'finished'",
        user_id,
        game,
    )
    kinds = frozenset(row["kind"] for row in rows)
    return None if "" in kinds else kinds


async def save_explained_question(tx: Transaction, user_id: int, game: str, kind: str) -> None:
    """Store that a kind of question was explained to a person."""
    await tx.execute(
        "INSERT INTO explained_questions VALUES (?, ?, ?) ON CONFLICT (user_id, game, kind) DO NOTHING",
        user_id,
        game,
        kind,
    )
