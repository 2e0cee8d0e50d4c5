"""A bot whose time among several processes runs four times as fast, so that a test need not wait for what takes half a minute."""

from tests.process.program import BOT

TIMES = 4
"""So many times faster."""
HURRY = (
    "import sys\n"
    f"sys.path.insert(0, {str(BOT.parent)!r})\n"
    "from engine.host.service import allowance, group\n"
    "from cogs.services import membership\n"
    "for name in ('BEAT', 'SOON', 'LIFE', 'LOOK', 'SILENCE'):\n"
    f"    setattr(group, name, getattr(group, name) / {TIMES})\n"
    "membership.LOOK = group.LOOK\n"
    f"allowance.SIGNING_IN -= 5_000 - 5_000 // {TIMES}\n"  # what it is longer than Discord's five seconds is for the way there
)
