"""Every place in every game's rules that rolls dice or reveals something: no player undoes a move past it alone."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import games
from engine.host.service.game_log import list_active_entries
from engine.host.store.entries import load_entries
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.event import Effects
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, Move, begin_game, compute_digest
from engine.kernel.record import GameRecord, compute_components_digest, format_record
from engine.kernel.script import complete_options
from engine.kernel.text import UserError
from engine.ops import doctor
from tests.golden_records import load_records
from tests.host.any_game import USER_IDS, AnyGameService, agree_to_undo, open_service
from tests.host.harness import CHANNEL, GUILD

SLUGS = registry.list_slugs()
MAX_RANDOM_MOVES, MAX_GAMES = 400, 300
"""The moves of a random game, and the number of games to search."""
BARRIER_CALLS = ("roll_below", "shuffle", "reveal")


class BarrierCall(NamedTuple):
    """A call in a game's rules that prevents an undo without consent."""

    file: str
    line: int
    kind: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.kind}"


@cache
def find_barrier_calls(slug: str) -> dict[BarrierCall, range]:
    """Find every such call in a game's source, with its lines."""
    found = {}
    for file in sorted((Path(games.__path__[0]) / slug).glob("*.py")):
        source = file.read_text("utf-8")
        if not any(f"out.{kind}(" in source for kind in BARRIER_CALLS):
            continue  # parsing all modules of all games takes each worker of the test run a second
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in BARRIER_CALLS
                and ast.unparse(node.func.value).split(".")[-1] == "out"
            ):
                place = BarrierCall(file.name, node.lineno, node.func.attr)
                found[place] = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return found


class BarrierWatch:
    """A recorder of the barrier calls that are passed during a game."""

    def __init__(self, slug: str, patch: pytest.MonkeyPatch) -> None:
        self._places, self.seen = find_barrier_calls(slug), set[BarrierCall]()
        self._folder = str(Path(games.__path__[0]) / slug)
        for kind in BARRIER_CALLS:
            patch.setattr(Effects, kind, self._wrap_call(kind, getattr(Effects, kind)))

    def _wrap_call(self, kind: str, real: Any) -> Any:
        def call(out: Effects, *what: Any, **how: Any) -> Any:
            frame = inspect.currentframe()
            assert frame is not None
            frame = frame.f_back
            assert frame is not None
            file = Path(frame.f_code.co_filename)
            if str(file.parent) == self._folder:
                (place,) = (
                    place
                    for place, lines in self._places.items()
                    if place.kind == kind and place.file == file.name and frame.f_lineno in lines
                )
                self.seen.add(place)
            return real(out, *what, **how)

        return call


class PassedBarrier(NamedTuple):
    """A record in which move number `move_number` passes a barrier call."""

    record: GameRecord
    move_number: int


def generate_games(slug: str) -> Iterator[GameRecord]:
    """Yield the golden records, then an endless sequence of random games with any number of players and any options."""
    yield from load_records(slug)
    game = registry.load_game(slug)
    for k in count():
        seed, seats = f"barrier-{k}", game.seat_counts[k % len(game.seat_counts)]
        luck = Dice(seed)
        chosen = {one.name: list(one.values)[luck.roll_below(len(one.values), 0, one.name)] for one in game.settings}
        try:
            yield _play_random_game(slug, seats, complete_options(game.settings, chosen), seed)
        except UserError:  # options that do not fit the number of players
            yield _play_random_game(slug, seats, complete_options(game.settings, {}), seed)


def _play_random_game(slug: str, seats: int, options: dict[str, str], seed: str) -> GameRecord:
    game, luck = registry.load_game(slug), Dice(seed)
    run = GameRun(game, begin_game(game, seats, options, seed).position, seed)
    made: list[Move] = []

    def below(n: int) -> int:
        return luck.roll_below(n, len(made), f"p{next(picks)}x")

    while run.result is None and len(made) < MAX_RANDOM_MOVES:
        seat, picks = min(run.situation.questions), count()
        words = sample_move(run.build_menu(seat), below)
        made.append(Move(seat, words, compute_digest(run.play(seat, words).position, seed)))
    return GameRecord(slug, game.rules_version, compute_components_digest(game), seats, options, seed, tuple(made))


@cache
def find_passed_barriers(slug: str) -> tuple[frozenset[BarrierCall], dict[BarrierCall, PassedBarrier]]:
    """Find the calls passed in the setup, and for each call passed by a move a game that continues after it."""
    laid_out, found = set[BarrierCall](), dict[BarrierCall, PassedBarrier]()
    with pytest.MonkeyPatch.context() as patch:
        watch = BarrierWatch(slug, patch)
        game, wanted = registry.load_game(slug), find_barrier_calls(slug).keys()
        for record in islice(generate_games(slug), MAX_GAMES):
            if wanted <= found.keys() | laid_out:
                break
            watch.seen.clear()
            run = GameRun(game, begin_game(game, record.seat_count, record.options, record.seed).position, record.seed)
            laid_out |= watch.seen
            for n, move in enumerate(record.moves):
                watch.seen.clear()
                run.play(move.seat, move.words)
                if run.result is None:
                    for place in watch.seen - found.keys():
                        found[place] = PassedBarrier(record, n)
    return frozenset(laid_out), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "place"),
    [pytest.param(slug, place, id=f"{slug} {place}") for slug in SLUGS for place in find_barrier_calls(slug)],
)
async def test_nobody_goes_back_past_it_alone(store_address: Path | str, slug: str, place: BarrierCall) -> None:
    laid_out, found = find_passed_barriers(slug)
    if place not in found:
        assert place in laid_out, "no game passes here: draw a golden record that does"
        return  # nobody undoes the setup: tests.host.test_undo_in_games
    record, n = found[place]
    async with open_service(store_address) as room:
        await _undo_needs_consent(room, msgspec.structs.replace(record, moves=record.moves[: n + 1]))


async def _undo_needs_consent(room: AnyGameService, record: GameRecord) -> None:
    tables = room.tables
    table = await tables.lobby.open_record(GUILD, CHANNEL, USER_IDS[0], "Ana", format_record(record))
    for user in USER_IDS[1 : record.seat_count]:
        await tables.lobby.join(table.id, user, f"Friend {user}")
    table = await tables.lobby.start(table.id, USER_IDS[0])
    before = list_active_entries(await load_entries(tables.store, table.id))
    own = [entry for entry in before if entry.kind == "move"][-1]  # undone together with the automatic moves
    assert own.seat is not None
    user = table.find_seat_user(own.seat)
    told = await tables.undo.preview_undo(table.id, user)
    assert told.needs_consent
    assert await tables.undo.take_back(table.id, user, revision=told.revision) is not None
    assert list_active_entries(await load_entries(tables.store, table.id)) == before, "a wish changes nothing"
    await agree_to_undo(tables, table.id, user)
    assert list_active_entries(await load_entries(tables.store, table.id)) == [
        entry for entry in before if entry.seq < own.seq
    ]
    assert [report.verdict for report in doctor.check_tables(room.path)] == ["same"]
