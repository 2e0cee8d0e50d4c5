"""Clicks that are made now and delivered later, together, or twice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord
import pytest
import simcord
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from cogs.interactions import deferral


class HeldInteraction(NamedTuple):
    """An interaction a person has made and Discord has not delivered yet."""

    payload: Mapping[str, Any]
    result: simcord.InteractionResult


def hold_interaction(
    env: simcord.Env,
    user: simcord.MemberActor,
    message: discord.Message | simcord.ResponseMessage,
    custom_id: str,
    values: Sequence[str] = (),
) -> HeldInteraction:
    """Press a button (or choose `values`) of the message as it is now, without delivery."""
    channel = message.channel_id if isinstance(message, simcord.ResponseMessage) else message.channel.id
    stored = env.backend.get_message(channel, message.id)
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
    if values:
        data["values"] = list(values)
    record, payload = base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel,
        guild_id=user.guild.id,
        user_id=user.id,
        data=data,
    )
    payload["message"] = dict(serializers.message_payload(env.backend, stored))
    record.source_message_id = stored.id
    return HeldInteraction(payload, simcord.InteractionResult(env, record))


async def deliver_held(env: simcord.Env, *held: HeldInteraction) -> None:
    """Deliver all of them before the bot can act on the first; then let the bot finish."""
    for one in held:
        env.backend.emit("INTERACTION_CREATE", one.payload)
    await env.settle()


def answer_after_deferral(patch: pytest.MonkeyPatch, owner: object, look_up_name: str, *, answer: Any) -> None:
    """Let a look-up in Discord answer only when the interaction that waits for it has been acknowledged."""
    has_deferred, defer = asyncio.Event(), discord.InteractionResponse.defer

    async def record_deferral(response: Any, **how: Any) -> None:
        await defer(response, **how)
        has_deferred.set()

    async def look_up(*_: object) -> Any:
        await asyncio.wait_for(has_deferred.wait(), 5)
        return answer

    patch.setattr(deferral, "DEFER_AFTER_S", 0.0)
    patch.setattr(discord.InteractionResponse, "defer", record_deferral)
    patch.setattr(owner, look_up_name, look_up)
