"""Trying out: it knows no more than its player, and changes nothing."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.commands import opening
from engine.host.model.table import Table
from engine.host.service.play.live import Loaded
from engine.host.service.play.tryout import Tried, tried
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, forced, sample
from engine.kernel.position import Position, Run
from engine.kernel.text import Refusal, Seat

GAMES, STEPS = 2, 3


def loaded(slug: str, position: Position[msgspec.Struct], seed: str) -> Loaded:
    """A table with a position, as the host holds it."""
    game = registry.load(slug)
    run = Run(game, position, seed)
    table = msgspec.convert(
        {"id": 1, "guild": 1, "channel": 1, "game": slug, "rules_version": 1, "options": {}, "status": "running"}
        | {"rev": position.moves, "asked": run.asked, "opened_by": 1, "opened_at": 0, "seats": []},
        Table,
        strict=False,
    )
    return Loaded(table, game, seed, position, run.now)


def outcome(live: Loaded, seat: Seat, luck: str) -> tuple[list[Words], list[object]]:
    """Some moves tried one after the other, and all that was shown on the way."""
    dice, moves, shown = random.Random(luck), list[Words](), list[object]()  # noqa: S311 - no secrets here

    def noted(words: Words) -> Words:
        return words

    for _ in range(STEPS):
        try:
            at: Tried = tried(live, seat, [lambda _, words=words: noted(words) for words in moves])
        except Refusal as no:
            shown.append(no.text)
            break
        shown += [at.view, at.told, at.stop]
        if at.menu is None:
            break
        moves.append(sample(at.menu, dice.randrange))
    return moves, shown


@pytest.mark.parametrize("slug", registry.slugs())
def test_whatever_is_hidden_a_try_out_is_the_same(slug: str) -> None:
    game, compared = registry.load(slug), 0
    for seats in (game.seats[0], game.seats[-1]):
        for k in range(GAMES):
            luck = random.Random(f"{slug}-{seats}-{k}")  # noqa: S311 - no secrets here
            seed = f"{k}"
            run = Run(game, opening(game, seats, {}, seed).position, seed)
            for n in range(60):
                if run.result is not None:
                    break
                seat = min(run.now.ask)
                if n % 6 == 0 and not run.answers:
                    position = run.position
                    other = Position(
                        game.resample(position.base, seat, lambda things, luck=luck: luck.sample(things, len(things))),
                        position.tick,
                    )
                    one, twin = loaded(slug, position, seed), loaded(slug, other, "another seed")
                    assert outcome(one, seat, f"{n}") == outcome(twin, seat, f"{n}")
                    assert one.position == run.position, "and nothing has changed"
                    compared += 1
                run.play(seat, forced(run.menu(seat)) or sample(run.menu(seat), luck.randrange))
    assert compared > 5


def test_it_stops_before_what_nobody_knows() -> None:
    game = registry.load("amundsen")
    begun = opening(game, 2, {"explorers": "random"}, "x").position
    seat = min(Run(game, begun, "x").now.ask)
    live = loaded("amundsen", begun, "x")

    def take(_: Menu) -> Words:
        return ("take", "1")

    at = tried(live, seat, [take])
    assert at.menu is None
    assert at.stop is not None
    assert at.view == game.view(Run(game, begun, "x").state, seat), "the card that is turned up is not shown"
