"""Undo in every game there is, at every move of a random game: free where nothing was shown, by agreement past each barrier."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from engine.host.service.play.live import Late
from engine.host.service.play.standing import standing
from engine.host.store.entries import entries
from engine.host.store.tables import stored
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import Run, decode, digest, start
from engine.kernel.script import settle
from engine.kernel.text import Refusal
from engine.ops import doctor
from tests.bounds import bounds
from tests.host.any_game import Room, agreed, begun, midnight, moved, opened_room

MOVES = 40
SLUGS = registry.slugs()


@pytest.fixture
async def room(where: Path | str) -> AsyncIterator[Room]:
    async with opened_room(where) as made:
        yield made


def truth(
    slug: str, options: dict[str, str], seed: str, seats: int, made: list[tuple[int, tuple[str, ...]]]
) -> list[str]:
    """Digests after 0, 1, 2 … moves, as the kernel alone plays them."""
    game = registry.load(slug)
    begun = start(game, seats, settle(game.settings, options), seed)
    run = Run(game, begun.position, seed)
    return [digest(begun.position, seed), *(digest(run.play(seat, words).position, seed) for seat, words in made)]


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
async def test_each_move_is_taken_back_to_exactly_where_it_was(room: Room, slug: str) -> None:
    tables, luck = room.tables, Dice(f"undo {slug}")
    table_id = await begun(tables, slug)
    seen: set[str] = set()
    for n in range(MOVES):
        if (await tables.table(table_id)).status != "running":
            break
        before = standing(await entries(tables.store, table_id))
        user = await moved(tables, table_id, luck, n)
        table = await tables.table(table_id)
        if table.status != "running":
            break
        new = standing(await entries(tables.store, table_id))[len(before) :]
        barrier = any(entry.barrier for entry in new)
        seen.add("barrier" if barrier else "free")
        told = await tables.undo.retraction(table_id, user)
        assert told.alone == (not barrier)
        assert (await tables.undo.take_back(table_id, user, rev=told.rev) is None) == told.alone
        if barrier:
            assert standing(await entries(tables.store, table_id))[-1].seq == new[-1].seq, "a wish changes nothing"
            await agreed(tables, table_id, user)
        after = standing(await entries(tables.store, table_id))
        assert [entry.seq for entry in after] == [entry.seq for entry in before]
        with pytest.raises(Late):
            await tables.moves.play(table_id, user, ("anything",), asked=table.asked)
        again = await moved(tables, table_id, luck, n)
        assert again == user
        replayed = standing(await entries(tables.store, table_id))[len(before) :]
        assert [(e.words, e.digest) for e in replayed] == [(e.words, e.digest) for e in new], (
            "the same move has the same luck"
        )
    kind = registry.load(slug).kind
    kinds = {"free": bounds(slug).free, "barrier": kind.hidden or kind.chance or kind.simultaneous}
    assert seen == {name for name, there in kinds.items() if there}
    row = await stored(tables.store, table_id)
    assert row is not None
    stand = standing(await entries(tables.store, table_id))
    made = [(entry.seat or 0, tuple(entry.words.split())) for entry in stand if entry.is_move]
    assert [e.digest for e in stand] == truth(slug, row.table.options, row.seed, len(row.table.seats), made)
    assert digest(decode(registry.load(slug), row.position), row.seed) == stand[-1].digest
    assert [report.verdict for report in doctor.examine(room.path)] == ["same"]


@pytest.mark.parametrize("slug", SLUGS)
async def test_past_somebody_elses_move_all_are_asked(room: Room, slug: str) -> None:
    tables, luck = room.tables, Dice(f"others {slug}")
    table_id = await begun(tables, slug)
    first = await moved(tables, table_id, luck, 0)
    n, last = 1, first
    while last == first:
        last = await moved(tables, table_id, luck, n)
        n += 1
    stand = standing(await entries(tables.store, table_id))
    assert await tables.undo.take_back(table_id, first) is not None
    await agreed(tables, table_id, first)
    left = standing(await entries(tables.store, table_id))
    seat = (await tables.table(table_id)).seat_of(first)
    own = [entry for entry in stand if entry.kind == "move" and entry.seat == seat][-1]
    assert left == [entry for entry in stand if entry.seq < own.seq], "all from the own last move on is gone"


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_deal_and_a_resignation_stand(room: Room, slug: str) -> None:
    tables = room.tables
    table_id = await begun(tables, slug)
    people = [person.user for person in (await tables.table(table_id)).seats]
    with pytest.raises(Refusal, match="no move to take back"):
        await tables.undo.take_back(table_id, people[0])
    mover = await moved(tables, table_id, Dice(slug), 0)
    if len(people) > 2:
        await tables.moves.resign(table_id, next(user for user in people if user != mover))
        with pytest.raises(Refusal, match="resigned since"):
            await tables.undo.take_back(table_id, mover)


@pytest.mark.parametrize("slug", SLUGS)
async def test_past_a_safe_move_of_the_tables_all_are_asked(where: Path | str, slug: str) -> None:
    """Somebody moves, the next one does not, and the others vote for a safe move: who moved cannot take that back alone."""
    hours = [0]
    async with opened_room(where, lambda: midnight() + timedelta(hours=hours[0])) as room:
        tables, luck = room.tables, Dice(f"votes {slug}")
        table_id = await begun(tables, slug, pace=12)
        for n in count():
            mover = await moved(tables, table_id, luck, n)
            table = await tables.table(table_id)
            (late, *_) = (await tables.snapshots.take(table_id, None)).waiting
            if table.user_of(late) != mover:
                break
        stand = standing(await entries(tables.store, table_id))
        hours[0] = 24
        others = [person.user for person in table.seats if person.seat != late]
        vote = await tables.votes.open(table_id, others[0], late)
        for user in others:
            if (await tables.votes.vote(vote.id)).state == "open":
                await tables.votes.cast(table_id, user, vote.id, "stall")
        assert (await tables.votes.vote(vote.id)).state == "stall"
        told = await tables.undo.retraction(table_id, mover)
        assert not told.alone
        assert await tables.undo.take_back(table_id, mover, rev=told.rev) is not None
        await agreed(tables, table_id, mover)
        own = [entry for entry in stand if entry.kind == "move" and entry.seat == table.seat_of(mover)][-1]
        assert standing(await entries(tables.store, table_id)) == [entry for entry in stand if entry.seq < own.seq]
        assert [report.verdict for report in doctor.examine(room.path)] == ["same"]
