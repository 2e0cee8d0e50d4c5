"""A lesson through Discord: private, in any channel, with wrong moves, a restart in the middle, and what follows it."""

from __future__ import annotations

import itertools

import pytest
import simcord

from cogs.messages.presenter import build_screen, find_leading_choice
from engine.kernel.menu import Menu, Words
from engine.lessons import Course, LessonPlace, load_course
from tests.discord.fake_server import BUTTON_TYPE, FakeServer, Message, list_controls, read_text
from tests.discord.panels import find_answer


def load_lesson(slug: str) -> Course:
    course = load_course(slug)
    assert course is not None
    return course


async def choose_words(server: FakeServer, panel: Message, root: Menu, words: Words) -> Message:
    """Make a move by the controls of the panel, choice by choice."""
    prefix: Words = ()
    while prefix != words:
        screen = build_screen(root, prefix)
        found = find_leading_choice(screen, words)
        assert found is not None, (screen, words)
        block, choice = found
        if block.kind == "buttons":
            part = next(
                part for part in list_controls(panel) if part["custom_id"].endswith(f"!{' '.join(choice.words)}")
            )
            result = await server.click_button(server.dee, panel, custom_id=part["custom_id"])
        else:
            picked = words[len(block.prefix) : len(choice.words) - choice.silent_steps]
            values = picked[0].split("+") if block.kind == "subset" else [" ".join(picked)]
            result = await server.choose_values(server.dee, panel, *values)
        panel = find_answer(result)
        prefix = words[: len(choice.words)] if block.kind == "subset" else choice.words
    return panel


async def play_step(server: FakeServer, course: Course, place: LessonPlace, panel: Message) -> Message:
    """Do what a step asks, with the model answer."""
    step = course.find_step(place)
    if step.task == "look":
        return find_answer(await server.click_button(server.dee, panel, "Next"))
    run = course.create_run(place)
    seat = course.find_chapter(place).seat
    for line in step.moves:
        words = tuple(line.split())
        panel = await choose_words(server, panel, run.build_menu(seat), words)
        run.play(seat, words)
    return panel


@pytest.mark.parametrize("slug", ["amundsen", "expanse", "northwest", "paso"])
async def test_a_lesson_is_taken_to_its_end_with_a_restart_in_the_middle(server: FakeServer, slug: str) -> None:
    course = load_lesson(slug)
    panel = find_answer(await server.run_command(server.dee, "learn", server.expedition, game=slug))
    assert isinstance(panel, simcord.ResponseMessage)
    assert panel.ephemeral
    places = course.list_places()
    for place, following in itertools.pairwise(places):
        assert course.find_step(place).text in read_text(panel)
        if place == (1, 2):
            await server.restart()
        panel = await play_step(server, course, place, panel)
        assert course.find_step(following).text in read_text(panel), f"after {place}"
    labels = [part["label"] for part in list_controls(panel) if part["type"] == BUTTON_TYPE]
    assert labels[:3] == ["Play against a cadet now", "Open a table here", "Show me the rules"]
