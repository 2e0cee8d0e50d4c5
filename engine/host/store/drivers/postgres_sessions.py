"""The advisory locks by which the holder of a lease shows that it is connected."""

from __future__ import annotations

import hashlib

LOCK_SQL = "SELECT pg_advisory_lock_shared(?)"
FIND_LOCK_SQL = (
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint << 32) | objid::bigint = ? "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def build_lock_key(holder: str) -> int:
    """Return the key of the advisory lock of a holder: 64 bits, with a sign."""
    return int.from_bytes(hashlib.blake2b(holder.encode(), digest_size=8).digest(), signed=True)
