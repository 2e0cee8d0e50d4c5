"""All that the store holds about a person, table by table, for the person to read.

A query selects rows about this person only, and no column from which they could learn something hidden: no seed, no
position and no digest of one. What `user_data.erase_user` erases is all here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.host.store.database import Reader, Store

# The field {} of a query is the name of its table.
OWN_SEATS = "(SELECT table_id, seat FROM seats WHERE user_id = ?1)"
OWN_ROWS = "SELECT * FROM {} WHERE user_id = ?1"
OWN_SEAT_ROWS = f"SELECT * FROM {{}} WHERE (table_id, seat) IN {OWN_SEATS}"
QUERIES: Mapping[str, str] = MappingProxyType(
    {
        "user_settings": OWN_ROWS,
        "user_schedules": OWN_ROWS,
        "past_vacations": OWN_ROWS,
        "game_subscriptions": OWN_ROWS,
        "followers": OWN_ROWS,
        "lesson_progress": OWN_ROWS,
        "practice_games": "SELECT user_id, table_id, move_number, seat, level, is_fresh FROM {} WHERE user_id = ?1",
        "explained_questions": OWN_ROWS,
        "tables": "SELECT id, guild_id, channel_id, game, status, opened_at, opened_by FROM {} WHERE opened_by = ?1",
        "seats": OWN_ROWS,
        "past_seat_holders": OWN_ROWS,
        "entries": (
            "SELECT table_id, seq, kind, seat, words, is_secret, user_id, written_at, interaction_id FROM {} "
            "WHERE user_id = ?1"
        ),
        "notes": OWN_ROWS,
        "standing_orders": OWN_SEAT_ROWS,
        "early_notice_requests": OWN_SEAT_ROWS,
        "turn_deadlines": OWN_SEAT_ROWS,
        "answered_turns": OWN_SEAT_ROWS,
        "undo_requests": OWN_SEAT_ROWS,
        "proposals": OWN_SEAT_ROWS,
        "finish_confirmations": OWN_SEAT_ROWS,
        "ballots": (
            "SELECT b.*, v.table_id FROM {} b JOIN votes v ON v.id = b.vote_id "
            f"WHERE (v.table_id, b.seat) IN {OWN_SEATS}"
        ),
        "votes": "SELECT id, table_id, seat, successor_user_id, successor_name FROM {} WHERE successor_user_id = ?1",
        "seat_offers": OWN_ROWS,
        "invitations": OWN_ROWS,
        "vote_pauses": OWN_ROWS,
        "analyses": "SELECT table_id, user_id, requested_at FROM {} WHERE user_id = ?1",
        "moderator_acts": OWN_ROWS,
        "outbox": (
            "SELECT table_id, kind, subject_id, created_at, due_at FROM {} "
            "WHERE kind IN ('opened', 'call', 'news', 'lost') AND subject_id = ?1"
        ),
        # A name is a text such as "call invite 17 1234"; the id of a person is one of its words.
        "rate_limits": (
            "SELECT * FROM {} WHERE name LIKE 'call %' "
            "AND name || ' ' LIKE '% ' || CAST(CAST(?1 AS BIGINT) AS TEXT) || ' %'"
        ),
    }
)
"""The query of each table of the database that holds something about people; `?1` is the person."""


async def load_personal_rows(store: Store, user_id: int) -> dict[str, list[dict[str, object]]]:
    """Load the rows about a person by the name of their table, at one moment.

    The query scans all entries, so it takes its time in a large store.
    """

    async def work(reader: Reader) -> dict[str, list[dict[str, object]]]:
        found: dict[str, list[dict[str, object]]] = {}
        for table, query in QUERIES.items():
            rows = await reader.fetch_all(query.format(table), user_id)
            found[table] = [dict(zip(row.keys(), row, strict=True)) for row in rows]
        return found

    return await store.read(work)
