"""A bot whose timers between processes run four times as fast, so that tests need not wait for half a minute."""

from tests.process.program import BOT_FILE

SPEED_FACTOR = 4
SPEED_UP_CODE = (
    "import sys\n"
    f"sys.path.insert(0, {str(BOT_FILE.parent)!r})\n"
    "from engine.host.service import rate_limit, shard_group\n"
    "from cogs.services import shard_membership\n"
    "for name in ('RENEWAL_INTERVAL_S', 'RENEWAL_RETRY_S', 'LEASE_LIFETIME_S', 'STANDBY_INTERVAL_S', 'TAKEOVER_AFTER_S'):\n"
    f"    setattr(shard_group, name, getattr(shard_group, name) / {SPEED_FACTOR})\n"
    "shard_membership.STANDBY_INTERVAL_S = shard_group.STANDBY_INTERVAL_S\n"
    "rate_limit.IDENTIFY_INTERVAL_MS -= 5_000 - 5_000 // "
    f"{SPEED_FACTOR}\n"
)
