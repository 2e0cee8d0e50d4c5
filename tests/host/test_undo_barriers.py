"""Every place in every game where dice are thrown or something hidden is shown: nobody takes a move back past it alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import games
from engine.host.service.play.standing import standing
from engine.host.store.entries import entries
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.event import Effects
from engine.kernel.menu import sample
from engine.kernel.position import Move, Run, digest, start
from engine.kernel.record import Record, components_digest, dump
from engine.kernel.script import settle
from engine.kernel.text import Refusal
from engine.ops import doctor
from tests.host.any_game import PEOPLE, Room, agreed, opened_room
from tests.host.harness import CHANNEL, GUILD
from tests.recorded import records

SLUGS = registry.slugs()
LONGEST, MOST = 400, 300
"""Moves of a random game, and games that are looked through."""
KINDS = ("below", "shuffled", "reveal")


class Place(NamedTuple):
    """A call in a game's rules that makes a move one that cannot be taken back alone."""

    file: str
    line: int
    kind: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.kind}"


def written(slug: str) -> dict[Place, range]:
    """Every such call in a game's source, with the lines it takes."""
    found = {}
    for file in sorted((Path(games.__path__[0]) / slug).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in KINDS
                and ast.unparse(node.func.value).split(".")[-1] == "out"
            ):
                place = Place(file.name, node.lineno, node.func.attr)
                found[place] = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return found


class Watch:
    """Notes the places that are passed while a game is played."""

    def __init__(self, slug: str, patch: pytest.MonkeyPatch) -> None:
        self._places, self.seen = written(slug), set[Place]()
        self._folder = str(Path(games.__path__[0]) / slug)
        for kind in KINDS:
            patch.setattr(Effects, kind, self._watched(kind, getattr(Effects, kind)))

    def _watched(self, kind: str, real: Any) -> Any:
        def call(out: Effects, *what: Any, **how: Any) -> Any:
            frame = sys._getframe(1)
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


class Met(NamedTuple):
    """A record in which a place is passed by move number `n`."""

    record: Record
    n: int


def games_of(slug: str) -> Iterator[Record]:
    """The golden records, then random games without end, of any number of players and with any options."""
    yield from records(slug)
    game = registry.load(slug)
    for k in count():
        seed, seats = f"barrier-{k}", game.seats[k % len(game.seats)]
        luck = Dice(seed)
        chosen = {one.name: list(one.values)[luck.below(len(one.values), 0, one.name)] for one in game.settings}
        try:
            yield _random(slug, seats, settle(game.settings, chosen), seed)
        except Refusal:  # options that are not for so many players
            yield _random(slug, seats, settle(game.settings, {}), seed)


def _random(slug: str, seats: int, options: dict[str, str], seed: str) -> Record:
    game, luck = registry.load(slug), Dice(seed)
    run = Run(game, start(game, seats, options, seed).position, seed)
    made: list[Move] = []

    def below(n: int) -> int:
        return luck.below(n, len(made), f"p{next(picks)}x")

    while run.result is None and len(made) < LONGEST:
        seat, picks = min(run.now.ask), count()
        words = sample(run.menu(seat), below)
        made.append(Move(seat, words, digest(run.play(seat, words).position, seed)))
    return Record(slug, game.rules_version, components_digest(game), seats, options, seed, tuple(made))


@cache
def met(slug: str) -> tuple[frozenset[Place], dict[Place, Met]]:
    """Places passed while a table is laid out, and for those passed by a move a game that goes on after it."""
    laid_out, found = set[Place](), dict[Place, Met]()
    with pytest.MonkeyPatch.context() as patch:
        watch = Watch(slug, patch)
        game, wanted = registry.load(slug), written(slug).keys()
        for record in islice(games_of(slug), MOST):
            if wanted <= found.keys() | laid_out:
                break
            watch.seen.clear()
            run = Run(game, start(game, record.seats, record.options, record.seed).position, record.seed)
            laid_out |= watch.seen
            for n, move in enumerate(record.moves):
                watch.seen.clear()
                run.play(move.seat, move.words)
                if run.result is None:
                    for place in watch.seen - found.keys():
                        found[place] = Met(record, n)
    return frozenset(laid_out), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "place"),
    [pytest.param(slug, place, id=f"{slug} {place}") for slug in SLUGS for place in written(slug)],
)
async def test_nobody_goes_back_past_it_alone(where: Path | str, slug: str, place: Place) -> None:
    laid_out, found = met(slug)
    if place not in found:
        assert place in laid_out, "no game passes here: draw a golden record that does"
        return  # the deal, which nobody takes back: tests.host.test_undo_in_games
    record, n = found[place]
    async with opened_room(where) as room:
        await _asked_for(room, msgspec.structs.replace(record, moves=record.moves[: n + 1]))


async def _asked_for(room: Room, record: Record) -> None:
    tables = room.tables
    table = await tables.lobby.open_record(GUILD, CHANNEL, PEOPLE[0], "Ana", dump(record))
    for user in PEOPLE[1 : record.seats]:
        await tables.lobby.join(table.id, user, f"Friend {user}")
    table = await tables.lobby.start(table.id, PEOPLE[0])
    before = standing(await entries(tables.store, table.id))
    own = [entry for entry in before if entry.kind == "move"][-1]  # what came of it by itself went with it
    assert own.seat is not None
    user = table.user_of(own.seat)
    told = await tables.undo.retraction(table.id, user)
    assert not told.alone
    assert await tables.undo.take_back(table.id, user, rev=told.rev) is not None
    assert standing(await entries(tables.store, table.id)) == before, "a wish changes nothing"
    await agreed(tables, table.id, user)
    assert standing(await entries(tables.store, table.id)) == [entry for entry in before if entry.seq < own.seq]
    assert [report.verdict for report in doctor.examine(room.path)] == ["same"]
