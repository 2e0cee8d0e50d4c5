"""The try-out: it uses only the player's knowledge and changes nothing."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.commands import start_game
from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable
from engine.host.service.play.tryout import TryOutResult, compute_try_out
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, find_forced_move, sample_move
from engine.kernel.position import GameRun, Position
from engine.kernel.text import Seat, UserError, write_plain_text

GAME_COUNT, STEP_COUNT = 2, 3


def build_loaded_table(slug: str, position: Position[msgspec.Struct], seed: str) -> LoadedTable:
    """Build a table with a position, as the host holds it."""
    game = registry.load_game(slug)
    run = GameRun(game, position, seed)
    table = Table(
        id=1,
        guild_id=1,
        channel_id=1,
        game=slug,
        rules_version=1,
        options={},
        status="running",
        revision=position.move_count,
        asked_revision=run.asked_at_move,
        opened_by=1,
        opened_at=0,
    )
    return LoadedTable(table, game, seed, position, run.situation)


def collect_try_outs(live: LoadedTable, seat: Seat, random_source: str) -> tuple[list[Words], list[object]]:
    """Try some moves in sequence, and return them with everything that was shown."""
    dice, moves, shown = random.Random(random_source), list[Words](), list[object]()  # noqa: S311 - no secrets here

    def noted(words: Words) -> Words:
        return words

    for _ in range(STEP_COUNT):
        try:
            at: TryOutResult = compute_try_out(live, seat, [lambda _, words=words: noted(words) for words in moves])
        except UserError as no:
            shown.append(no.text)
            break
        shown += [at.view, at.announced_lines, at.stop_reason]
        if at.menu is None:
            break
        moves.append(sample_move(at.menu, dice.randrange))
    return moves, shown


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_whatever_is_hidden_a_try_out_is_the_same(slug: str) -> None:
    game, compared = registry.load_game(slug), 0
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for k in range(GAME_COUNT):
            luck = random.Random(f"{slug}-{seats}-{k}")  # noqa: S311 - no secrets here
            seed = f"{k}"
            run = GameRun(game, start_game(game, seats, {}, seed).position, seed)
            for n in range(60):
                if run.result is not None:
                    break
                seat = min(run.situation.questions)
                if n % 6 == 0 and not run.answers:
                    position = run.position
                    other = Position(
                        game.resample_state(
                            position.base, seat, lambda things, luck=luck: luck.sample(things, len(things))
                        ),
                        position.tick,
                    )
                    one, twin = (
                        build_loaded_table(slug, position, seed),
                        build_loaded_table(slug, other, "another seed"),
                    )
                    assert collect_try_outs(one, seat, f"{n}") == collect_try_outs(twin, seat, f"{n}")
                    assert one.position == run.position, "and nothing has changed"
                    compared += 1
                run.play(
                    seat, find_forced_move(run.build_menu(seat)) or sample_move(run.build_menu(seat), luck.randrange)
                )
    assert compared > 5


def test_it_says_whose_move_follows() -> None:
    """Ana tries a last action without luck; the next to move is Ben, also on the picture."""
    game = registry.load_game("northwest")
    run = GameRun(game, start_game(game, 2, {}, "x").position, "x")
    while not run.state.round:
        seat = min(run.situation.questions)
        run.play(seat, game.safe_move(seat, run.build_menu(seat)))
    seat = min(run.situation.questions)
    at = compute_try_out(build_loaded_table("northwest", run.position, "x"), seat, [lambda _: ("pass",)])
    assert at.waiting_seats == (1 - seat,)
    assert at.stop_reason is not None
    assert write_plain_text(at.stop_reason) == f"Then seat {2 - seat} would be to move, and what they do nobody knows."


def test_it_stops_before_what_nobody_knows() -> None:
    game = registry.load_game("amundsen")
    begun = start_game(game, 2, {"explorers": "random"}, "x").position
    seat = min(GameRun(game, begun, "x").situation.questions)
    live = build_loaded_table("amundsen", begun, "x")

    def take(_: Menu) -> Words:
        return ("take", "1")

    at = compute_try_out(live, seat, [take])
    assert at.menu is None
    assert at.stop_reason is not None
    assert at.view == game.build_view(GameRun(game, begun, "x").state, seat), "the card that is turned up is not shown"
