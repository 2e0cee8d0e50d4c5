"""The longest lists of each game, step by step as the panel shows them and as autocomplete offers them, within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

import msgspec
import pytest

from cogs.interactions import limits
from cogs.messages.completion import complete
from cogs.messages.layout import message
from cogs.messages.panel import controls
from cogs.messages.presenter import Screen, screen
from cogs.words.languages import Languages
from cogs.words.text_formatter import plain_label
from engine.kernel import record, registry
from engine.kernel.menu import Menu
from engine.kernel.position import Run, start
from tests.bounds import bounds
from tests.discord.hut import BUTTON, Hut
from tests.discord.hut import controls as controls_of
from tests.discord.panels import answer
from tests.recorded import records

FEW, OFTEN, STEPS, SPANISH = 3, 4, 100, 30
"""Of so many parts of a long list one is followed; every so many moves the lists are measured; so many
steps are looked at, the first of them in Spanish too."""
LANGUAGES = Languages()


def size(menu: Menu, deep: int = 3) -> int:
    """What can be chosen in a decision, looked at so deep."""
    found = len(menu.open())
    if deep > 1 and menu.hi == 1:
        below = (menu.then(option.word) for option in menu.open())
        found += sum(size(one, deep - 1) for one in below if one is not None)
    return found


class Longest(NamedTuple):
    """A decision: the game up to it, who decides, and the menu."""

    record: bytes
    seats: int
    seat: int
    menu: Menu


@cache
def longest(slug: str) -> Longest:
    """The decision with the longest lists in the games recorded with most seats."""
    game = registry.load(slug)
    kept = records(slug)
    most = max(one.seats for one in kept)
    found, longest = 0, None
    for one in [one for one in kept if one.seats == most][:3]:
        run = Run(game, start(game, one.seats, one.options, one.seed).position, one.seed)
        for n, move in enumerate(one.moves):
            if not n % OFTEN and (options := size(run.menu(move.seat))) > found:
                menu = Run(game, run.position, one.seed).menu(move.seat)
                before = record.dump(msgspec.structs.replace(one, moves=one.moves[:n])).encode()
                found, longest = options, Longest(before, one.seats, move.seat, menu)
            run.play(move.seat, move.words)
    assert longest is not None
    return longest


def screens(root: Menu) -> Iterator[Screen]:
    """The steps through a decision, every group of a long one, and of what follows later choices some."""
    todo = [screen(root)]
    while todo:
        step = todo.pop(0)
        yield step
        for block in step.blocks:
            if block.kind == "groups":
                todo += [screen(root, step.prefix, group) for group in range(len(block.choices))]
            elif block.kind != "subset":
                further = [choice for choice in block.choices if choice.alone and not choice.done]
                few = max(1, len(further) // FEW) if step.prefix else 1
                todo += [screen(root, choice.words) for choice in further[::few]]


@pytest.mark.parametrize("slug", registry.slugs())
async def test_the_longest_lists_fit(home: Hut, slug: str) -> None:
    root = longest(slug).menu
    await home.begin(slug, registry.load(slug).seats[-1])
    table = await home.table()
    shown = list(islice(screens(root), STEPS))
    assert size(root) >= bounds(slug).choices, "less would mean that this test looks in the wrong place"
    for language, steps in ((LANGUAGES.english, shown), (LANGUAGES.of("es-ES"), shown[:SPANISH])):
        for step in steps:
            view = message("…", *controls(table, root, step, language))
            assert not limits.problems(view.to_components()), (step.prefix, limits.problems(view.to_components()))
            typed = " ".join(step.prefix)
            offers = complete(root, f"{typed} " if typed else "", partial(plain_label, table=table, translate=language))
            assert len(offers) <= limits.AUTOCOMPLETE_CHOICES
            assert all(label and len(value) <= limits.SELECT_TEXT for label, value in offers)


@pytest.mark.parametrize("slug", registry.slugs())
async def test_the_panel_of_the_longest_decision_fits_with_all_that_can_stand_on_it(home: Hut, slug: str) -> None:
    """With a long note, shortcuts and a try-out, in both languages; `Hut` holds every answer against the limits."""
    at = longest(slug)
    await home.resume(at.record, at.seats)
    table = await home.table()
    who = home.actor(table.user_of(at.seat))
    await home.bot.tables.notes.write(table.id, who.id, "long " * 200)
    for code in ("en", "es"):
        await home.bot.tables.settings.choose("person", who.id, "language", code)
        if (await home.table()).rev != table.rev:
            break  # a game whose moves are one press: it has been played
        panel = answer(await home.click(who, home.post, custom_id=controls_of(home.post)[0]["custom_id"]))
        assert len(controls_of(panel)) >= len(screen(at.menu).blocks)
        trying = next(one["custom_id"] for one in controls_of(panel) if ":try:" in one["custom_id"])
        for step in (panel, answer(await home.click(who, panel, custom_id=trying))):
            first = next(one for one in controls_of(step) if ":play:" not in one["custom_id"])
            if first["type"] == BUTTON:
                await home.click(who, step, custom_id=first["custom_id"])
            else:
                picked = [one["value"] for one in first["options"][-max(1, first.get("min_values", 1)) :]]
                await home.choose(who, step, *picked, custom_id=first["custom_id"])
