"""The list of one person's tables on all servers, ordered by what waits for them."""

from __future__ import annotations

import msgspec

from engine.host.model.table import UNDO_REQUEST_S, PendingRequestKind, UserTable
from engine.host.store.database import Row, Store

REQUEST_KINDS: tuple[PendingRequestKind, ...] = ("undo", "vote", "motion")
"""Requests to the other seats, in the order in which a list names them."""


async def list_user_tables(store: Store, user_id: int, now: int) -> list[UserTable]:
    """List a person's tables on all servers: first those that wait for the person, longest first.

    The list includes tables where a seat is offered to the person, and finished games whose undo request is open.
    """
    undo = (
        "(SELECT u.message_id FROM undo_requests u WHERE u.table_id = b.id AND u.valid_revision = b.revision "
        "AND u.asked_at > ?2 AND NOT EXISTS (SELECT 1 FROM json_each(u.agreed_seats) WHERE value = me.seat))"
    )
    vote = (
        "(SELECT coalesce(v.message_id, 0) FROM votes v WHERE v.table_id = b.id AND v.state = 'open' AND v.seat <> me.seat "
        "AND NOT EXISTS (SELECT 1 FROM ballots WHERE vote_id = v.id AND seat = me.seat))"
    )
    proposal = (
        "(SELECT coalesce(m.message_id, 0) FROM proposals m WHERE m.table_id = b.id AND m.state = 'open' AND NOT EXISTS "
        "(SELECT 1 FROM json_each(m.agreed_seats) WHERE value = me.seat UNION ALL "
        "SELECT 1 FROM json_each(m.refused_seats) WHERE value = me.seat) ORDER BY m.id LIMIT 1)"
    )
    rows = await store.fetch_all(
        "WITH me AS (SELECT table_id, seat, 0 AS heir, CASE WHEN computer_level IS NULL THEN 1 ELSE 0 END AS here "
        "FROM seats WHERE user_id = ?1 AND left_at IS NULL "
        "UNION ALL SELECT table_id, seat, 1, 0 FROM seat_offers WHERE user_id = ?1), "
        "mine AS (SELECT b.*, me.seat AS seat, me.heir AS heir, me.here AS here, "
        f"CASE WHEN me.here = 1 THEN {undo} END AS undo, CASE WHEN me.here = 1 THEN {vote} END AS vote, "
        f"CASE WHEN me.heir = 0 THEN {proposal} END AS motion FROM me JOIN tables b ON b.id = me.table_id) "
        "SELECT b.id, b.guild_id, b.game, b.channel_id, b.status, b.opened_at, b.heir, b.undo, b.vote, b.motion, p.message_id, "
        "own.asked_at AS mine, "
        "(SELECT json_group_array(json_array(t.seat, s.name, CASE "
        "WHEN s.computer_level IS NULL THEN 0 ELSE 1 END)) FROM turn_deadlines t "
        "JOIN seats s ON s.table_id = t.table_id AND s.seat = t.seat WHERE t.table_id = b.id) AS waiting, "
        "(SELECT min(asked_at) FROM turn_deadlines WHERE table_id = b.id) AS asked_at "
        "FROM mine b LEFT JOIN board_posts p ON p.table_id = b.id "
        "LEFT JOIN turn_deadlines own ON own.table_id = b.id AND own.seat = b.seat AND b.here = 1 "
        "WHERE b.status IN ('lobby', 'running') OR (b.status = 'finished' AND b.undo IS NOT NULL) "
        "ORDER BY coalesce(own.asked_at, b.undo, b.vote, b.motion) IS NULL AND b.heir = 0, own.asked_at NULLS FIRST, "
        "b.status = 'lobby', asked_at NULLS FIRST, b.id",
        user_id,
        now - UNDO_REQUEST_S,
    )
    return [_parse_user_table(row) for row in rows]


def _parse_user_table(row: Row) -> UserTable:
    requests: list[PendingRequestKind] = []
    if row["heir"]:
        requests.append("offer")
    message_id = row["message_id"]
    request_message_ids: list[int] = []
    for kind in REQUEST_KINDS:
        if row[kind] is not None:
            requests.append(kind)
        if row[kind]:  # 0 if the message is not known
            request_message_ids.append(row[kind])
    if request_message_ids and row["mine"] is None:
        message_id = request_message_ids[0]
    waiting_seats = sorted(msgspec.json.decode(row["waiting"], type=list[tuple[int, str, int]]))
    return UserTable(
        row["id"],
        row["guild_id"],
        row["game"],
        row["channel_id"],
        row["status"] == "running",
        row["mine"] is not None,
        tuple(name for _, name, _ in waiting_seats),
        row["mine"] or row["asked_at"] or row["opened_at"],
        message_id,
        tuple(requests),
        tuple(name for _, name, is_computer in waiting_seats if is_computer),
    )
