"""The longest lists of each game, in the panel and in autocomplete, within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

import msgspec
import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import format_plain_label
from cogs.interactions import limits
from cogs.messages.completion import list_completions
from cogs.messages.controls import ControlOptions, build_controls
from cogs.messages.layout import build_message
from cogs.messages.learn.lesson import LESSON_ACTIONS
from cogs.messages.presenter import MoveScreen, build_screen
from engine.kernel import record, registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun, begin_game
from engine.learning.course import PRACTICE
from tests.discord.fake_server import BUTTON_TYPE, FakeServer
from tests.discord.fake_server import list_controls as controls_of
from tests.discord.panels import find_answer
from tests.game_bounds import load_bounds
from tests.game_cases import list_game_cases
from tests.golden_records import load_records

BRANCH_DIVISOR, POSITION_INTERVAL, MAX_STEPS, SPANISH_STRETCH = 3, 4, 100, 30
"""One in BRANCH_DIVISOR parts of a long list is followed. The lists are measured every POSITION_INTERVAL moves. At most
MAX_STEPS steps are looked at, the first SPANISH_STRETCH of them in Spanish too.
"""
LANGUAGE_REGISTRY = LanguageRegistry()
PRACTICE_OPTIONS = ControlOptions(msgspec.structs.replace(LESSON_ACTIONS, before=f"{PRACTICE}.0.1.!"))
"""The controls of a practice game, which hold more than the controls of a table."""


def count_choices(menu: Menu, max_depth: int = 3) -> int:
    """Count the choices of a decision, down to `max_depth` menus."""
    found = len(menu.list_open_options())
    if max_depth > 1 and menu.max_picks == 1:
        below = (menu.next_menu(option.word) for option in menu.list_open_options())
        found += sum(count_choices(one, max_depth - 1) for one in below if one is not None)
    return found


class LongestDecision(NamedTuple):
    """A decision: the game up to it, the seat that decides, and the menu."""

    record: bytes
    seats: int
    seat: int
    menu: Menu


@cache
def find_longest_decision(slug: str) -> LongestDecision:
    """Find the decision with the longest lists in the recorded games with the most seats."""
    game = registry.load_game(slug)
    kept = load_records(slug)
    most = max(one.seat_count for one in kept)
    found, longest = 0, None
    for one in [one for one in kept if one.seat_count == most][:3]:
        run = GameRun(game, begin_game(game, one.seat_count, one.options, one.seed).position, one.seed)
        for n, move in enumerate(one.moves):
            if not n % POSITION_INTERVAL and (options := count_choices(run.build_menu(move.seat))) > found:
                menu = GameRun(game, run.position, one.seed).build_menu(move.seat)
                before = record.format_record(msgspec.structs.replace(one, moves=one.moves[:n])).encode()
                found, longest = options, LongestDecision(before, one.seat_count, move.seat, menu)
            run.play(move.seat, move.words)
    assert longest is not None
    return longest


def list_screens(root: Menu) -> Iterator[MoveScreen]:
    """List the steps through a decision: every group of a long list, and a sample of the later choices."""
    todo = [build_screen(root)]
    while todo:
        step = todo.pop(0)
        yield step
        for block in step.blocks:
            if block.kind == "groups":
                todo += [build_screen(root, step.prefix, group) for group in range(len(block.choices))]
            elif block.kind != "subset":
                further = [choice for choice in block.choices if choice.is_alone and not choice.is_complete]
                few = max(1, len(further) // BRANCH_DIVISOR) if step.prefix else 1
                todo += [build_screen(root, choice.words) for choice in further[::few]]


@pytest.mark.parametrize("slug", list_game_cases("paso"))
async def test_the_longest_lists_fit(server: FakeServer, slug: str) -> None:
    root = find_longest_decision(slug).menu
    await server.start_game(slug, registry.load_game(slug).seat_counts[-1])
    table = await server.load_table()
    practice_table = msgspec.structs.replace(table, id=0, revision=2**32 - 1, asked_revision=2**32 - 1)
    shown = list(islice(list_screens(root), MAX_STEPS))
    assert count_choices(root) >= load_bounds(slug).choices, "less would mean that this test looks in the wrong place"
    for language, steps in (
        (LANGUAGE_REGISTRY.english, shown),
        (LANGUAGE_REGISTRY.find_language("es-ES"), shown[:SPANISH_STRETCH]),
    ):
        for step in steps:
            view = build_message("…", *build_controls(table, root, step, language).all_rows)
            assert not limits.find_problems(view.to_components()), (
                step.prefix,
                limits.find_problems(view.to_components()),
            )
            view = build_message("…", *build_controls(practice_table, root, step, language, PRACTICE_OPTIONS).all_rows)
            assert not limits.find_problems(view.to_components()), step.prefix
            typed = " ".join(step.prefix)
            offers = list_completions(
                root, f"{typed} " if typed else "", partial(format_plain_label, table=table, translate=language)
            )
            assert len(offers) <= limits.MAX_SUGGESTIONS
            assert all(label and len(value) <= limits.MAX_SELECT_CHARS for label, value in offers)


@pytest.mark.parametrize("slug", list_game_cases("expanse"))
async def test_the_panel_of_the_longest_decision_fits_with_all_that_can_stand_on_it(
    server: FakeServer, slug: str
) -> None:
    """The panel has a long note, shortcuts and a try-out, in both languages.

    `FakeServer` checks every answer against the limits.
    """
    at = find_longest_decision(slug)
    await server.resume_record(at.record, at.seats)
    table = await server.load_table()
    who = server.find_actor(table.find_seat_user(at.seat))
    await server.bot.tables.notes.save_note(table.id, who.id, "long " * 200)
    for code in ("en", "es"):
        await server.bot.tables.settings.save_setting("person", who.id, "language", code)
        if (await server.load_table()).revision != table.revision:
            break  # a game with one-press moves: the move has been played
        panel = find_answer(
            await server.click_button(
                who, server.newest_post, custom_id=controls_of(server.newest_post)[0]["custom_id"]
            )
        )
        assert len(controls_of(panel)) >= len(build_screen(at.menu).blocks)
        more_id = next(one["custom_id"] for one in controls_of(panel) if ":more:" in one["custom_id"])
        more = find_answer(await server.click_button(who, panel, custom_id=more_id))
        trying = next(one["custom_id"] for one in controls_of(more) if ":try:" in one["custom_id"])
        for step in (panel, find_answer(await server.click_button(who, more, custom_id=trying))):
            first = next(one for one in controls_of(step) if ":play:" not in one["custom_id"])
            if first["type"] == BUTTON_TYPE:
                await server.click_button(who, step, custom_id=first["custom_id"])
            else:
                picked = [one["value"] for one in first["options"][-max(1, first.get("min_values", 1)) :]]
                await server.choose_values(who, step, *picked, custom_id=first["custom_id"])
