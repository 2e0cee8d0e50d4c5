"""How often a command may call other users: it is refused, with the moment from which it works again."""

from __future__ import annotations

from engine.host.model.pace import HOUR_S
from engine.host.service.service_context import ServiceContext
from engine.host.store.database import Transaction
from engine.host.store.shards import rate_limits
from engine.kernel.text import UserError, say

CALL_INTERVAL_S = 4 * HOUR_S
"""Seconds between two calls of one command about the same target."""
MAX_INVITATIONS_PER_HOUR = 5
NAME_PREFIX = "call "
REPORT = "report"
"""The command that tells the person who runs the bot what is wrong."""


class CooldownError(UserError):
    """Raised if a command has called users a short while ago. `allowed_at` is when it works again, in unix seconds."""

    def __init__(self, allowed_at: int) -> None:
        super().__init__(
            say("Everybody concerned was called already. You can call them again {when}.", when=f"<t:{allowed_at}:R>")
        )
        self.allowed_at = allowed_at


async def claim_call(tx: Transaction, now: int, command: str, *target: int, interval_s: int = CALL_INTERVAL_S) -> None:
    """Book a call of a command about a target, such as a table and a seat. Raises CooldownError."""
    await rate_limits.delete_spent(tx, NAME_PREFIX, now * 1000)
    allowed_at_ms = await rate_limits.claim_slot(tx, _build_name(command, target), now * 1000, interval_s * 1000)
    if allowed_at_ms > now * 1000:
        raise CooldownError(-(-allowed_at_ms // 1000))


async def claim_hour(tx: Transaction, now: int, user_id: int, nonce: str) -> int:
    """Book the one call of a user in an hour. Return from when it is allowed, at most `now` if it is booked.

    A message that is sent again has the same nonce, and keeps the call that it has booked.
    """
    await rate_limits.delete_spent(tx, NAME_PREFIX, now * 1000)
    group = _build_name("hour", (user_id,)) + " "
    allowed_at_ms = await rate_limits.claim_shared_slot(tx, group, group + nonce, now * 1000, HOUR_S * 1000)
    return -(-allowed_at_ms // 1000)


class Cooldowns:
    """The calls that commands have made."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def require_free(self, command: str, *target: int) -> None:
        """Raise CooldownError if the command has called users about this target a short while ago."""
        now = self._context.now()
        name = _build_name(command, target)
        allowed_at_ms = await rate_limits.find_next_slot(self._context.store, name, now * 1000, CALL_INTERVAL_S * 1000)
        if allowed_at_ms > now * 1000:
            raise CooldownError(-(-allowed_at_ms // 1000))

    async def claim(self, command: str, *target: int) -> None:
        """Book a call of a command about a target. Raises CooldownError."""
        await self._context.write(lambda tx: claim_call(tx, self._context.now(), command, *target))

    async def claim_invitation(self, user_id: int) -> None:
        """Book one of a user's invitations in this hour. Raises CooldownError if all are used."""

        async def work(tx: Transaction) -> None:
            first_allowed_at: int | None = None
            for number in range(MAX_INVITATIONS_PER_HOUR):
                try:
                    await claim_call(tx, self._context.now(), "inviter", user_id, number, interval_s=HOUR_S)
                except CooldownError as error:
                    first_allowed_at = min(first_allowed_at or error.allowed_at, error.allowed_at)
                else:
                    return
            assert first_allowed_at is not None
            raise CooldownError(first_allowed_at)

        await self._context.write(work)

    async def claim_report(self, user_id: int) -> None:
        """Book a user's report in this hour. Raises UserError if one was sent already."""
        try:
            await self._context.write(
                lambda tx: claim_call(tx, self._context.now(), REPORT, user_id, interval_s=HOUR_S)
            )
        except CooldownError as error:
            raise UserError(
                say(
                    "You have sent a report within the last hour. The next can go {when}.",
                    when=f"<t:{error.allowed_at}:R>",
                )
            ) from None

    async def release_report(self, user_id: int) -> None:
        """Give back a user's report that could not be sent."""
        await self._context.write(lambda tx: rate_limits.delete_limit(tx, _build_name(REPORT, (user_id,))))


def _build_name(command: str, target: tuple[int, ...]) -> str:
    return " ".join([f"{NAME_PREFIX}{command}", *map(str, target)])
