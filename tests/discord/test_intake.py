"""Two processes get the same interactions while one takes over from the other: each is answered by one of them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.interactions import errors, intake, vacuum
from cogs.interactions.intake import InteractionIntake


class PressedButton:
    """An interaction; Discord refuses its acknowledgement if another process has answered it."""

    def __init__(self, number: int, *, is_answered: bool = False) -> None:
        self.id, self.is_answered = number, is_answered
        self.type, self.extras = discord.InteractionType.component, dict[str, bool]()
        self.is_deferred = False
        self.response = SimpleNamespace(is_done=lambda: self.is_deferred, defer=self._defer)

    async def _defer(self, **_: object) -> None:
        if self.is_answered:
            raise discord.HTTPException(cast("Any", SimpleNamespace(status=400, reason="")), {"code": 40060})
        self.is_deferred = True


def take(process: InteractionIntake, button: PressedButton) -> asyncio.Task[bool]:
    return asyncio.create_task(process.take(cast("Any", button)))


async def test_each_of_two_processes_answers_its_part() -> None:
    former, successor = InteractionIntake(), InteractionIntake()
    successor.hold()
    buttons = [PressedButton(number) for number in range(4)]
    held = [take(successor, button) for button in buttons]
    assert [await take(former, button) for button in buttons[:2]] == [True, True]
    former.close()
    assert [await take(former, button) for button in buttons[2:]] == [False, False]
    successor.open(former.taken_ids)
    assert await asyncio.gather(*held) == [False, False, True, True]
    assert await take(successor, PressedButton(9))


async def test_a_long_takeover_is_bridged_by_an_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    async def note(interaction: Any, text: object) -> None:
        assert text == vacuum.SAVED
        told.append(interaction.id)

    monkeypatch.setattr(errors, "answer_privately", note)
    monkeypatch.setattr(vacuum, "ACKNOWLEDGE_AFTER_S", 0.01)
    monkeypatch.setattr(intake, "ANSWER_LIMIT_S", 0.03)
    successor = InteractionIntake()
    successor.hold()
    early = PressedButton(1)
    taken = [take(successor, early)]
    await asyncio.sleep(0.02)
    assert not early.is_deferred, "the former process has not been asked yet, so it answers"
    successor.is_handover_requested = True
    mine, answered, overtaken = PressedButton(2), PressedButton(3, is_answered=True), PressedButton(4)
    taken += [take(successor, button) for button in (mine, answered, overtaken)]
    await asyncio.sleep(0.05)
    successor.open([overtaken.id])
    assert await asyncio.gather(*taken) == [False, True, False, False]
    assert told == [overtaken.id], "the former process has done it, and could not answer any more"


async def test_who_was_acknowledged_is_told_if_the_takeover_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot then signs in once more, and knows nothing of what it has held back."""
    told: list[int] = []

    async def note(interaction: Any, _: object) -> None:
        told.append(interaction.id)

    monkeypatch.setattr(intake, "refuse_interaction", note)
    monkeypatch.setattr(vacuum, "ACKNOWLEDGE_AFTER_S", 0.01)
    successor = InteractionIntake()
    successor.hold()
    successor.is_handover_requested = True
    held = [take(successor, button) for button in (PressedButton(1), PressedButton(2, is_answered=True))]
    await asyncio.sleep(0.02)
    await successor.refuse_held(LanguageRegistry())
    assert told == [1]
    for task in held:
        task.cancel()
