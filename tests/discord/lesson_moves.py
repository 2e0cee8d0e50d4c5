"""Make a move of a lesson, a puzzle or a practice game by the controls of its panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.interactions import custom_ids
from cogs.messages.presenter import build_screen, find_leading_choice
from engine.kernel.menu import Menu, Words
from tests.discord.fake_server import FakeServer, Message, list_controls
from tests.discord.panels import find_answer


async def choose_words(server: FakeServer, person: Any, panel: Message, root: Menu, words: Words) -> Message:
    """Make a move by the controls of the panel, choice by choice."""
    prefix: Words = ()
    while prefix != words:
        screen = build_screen(root, prefix)
        found = find_leading_choice(screen, words)
        assert found is not None, (screen, words)
        block, choice = found
        if block.kind in ("buttons", "endings"):
            custom_id = find_control(panel, root, choice.words)
            result = await server.click_button(person, panel, custom_id=custom_id)
        else:
            picked = words[len(block.prefix) : len(choice.words) - choice.silent_steps]
            values = picked[0].split("+") if block.kind == "subset" else [" ".join(picked)]
            result = await server.choose_values(
                person, panel, *values, custom_id=find_control(panel, root, block.prefix, values)
            )
        panel = find_answer(result)
        prefix = words[: len(choice.words)] if block.kind == "subset" else choice.words
    return panel


def find_control(panel: Message, root: Menu, words: Words, values: Sequence[str] = ()) -> str:
    """Return the custom id of the control that holds some words of a move, and offers the values if it is a select."""
    for part in list_controls(panel):
        before, mark, path = part["custom_id"].partition("!")
        offered = {option["value"] for option in part.get("options", [])}
        if not mark or bool(values) != bool(offered) or not set(values) <= offered:
            continue
        if custom_ids.unpack_path(root, path) == words:
            return f"{before}!{path}"
    raise AssertionError(f"no control has {words} {values}")
