"""Undo in every game, at every move of a random game: free if nothing was shown, by agreement past each barrier."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from engine.host.service.game_log import list_active_entries
from engine.host.service.seat_checks import StaleControlsError
from engine.host.store.entries import load_entries
from engine.host.store.tables import load_stored_table
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, begin_game, compute_digest, decode_position
from engine.kernel.script import complete_options
from engine.kernel.text import UserError
from engine.ops import doctor
from tests.game_bounds import load_bounds
from tests.game_cases import list_game_cases
from tests.host.any_game import (
    AnyGameService,
    agree_to_undo,
    open_service,
    play_random_move,
    read_fixed_clock,
    start_table,
)

MOVE_COUNT = 40
SLUGS = registry.list_slugs()


@pytest.fixture
async def any_game_service(store_address: Path | str) -> AsyncIterator[AnyGameService]:
    async with open_service(store_address) as made:
        yield made


def compute_digests(
    slug: str, options: dict[str, str], seed: str, seats: int, moves: list[tuple[int, tuple[str, ...]]]
) -> list[str]:
    """Compute the digests after 0, 1, 2 … moves in the kernel alone."""
    game = registry.load_game(slug)
    begun = begin_game(game, seats, complete_options(game.settings, options), seed)
    run = GameRun(game, begun.position, seed)
    return [
        compute_digest(begun.position, seed),
        *(compute_digest(run.play(seat, words).position, seed) for seat, words in moves),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("slug", list_game_cases("paso", slugs=SLUGS))
async def test_each_move_is_taken_back_to_exactly_where_it_was(any_game_service: AnyGameService, slug: str) -> None:
    tables, luck = any_game_service.tables, Dice(f"undo {slug}")
    table_id = await start_table(tables, slug)
    seen: set[str] = set()
    for n in range(MOVE_COUNT):
        if (await tables.load_table(table_id)).status != "running":
            break
        before = list_active_entries(await load_entries(tables.store, table_id))
        user = await play_random_move(tables, table_id, luck, n)
        table = await tables.load_table(table_id)
        if table.status != "running":
            break
        new = list_active_entries(await load_entries(tables.store, table_id))[len(before) :]
        barrier = any(entry.is_barrier for entry in new)
        seen.add("barrier" if barrier else "free")
        told = await tables.undo.preview_undo(table_id, user)
        assert told.needs_consent == barrier
        assert (await tables.undo.take_back(table_id, user, revision=told.revision) is not None) == told.needs_consent
        if barrier:
            assert list_active_entries(await load_entries(tables.store, table_id))[-1].seq == new[-1].seq, (
                "a wish changes nothing"
            )
            await agree_to_undo(tables, table_id, user)
        after = list_active_entries(await load_entries(tables.store, table_id))
        assert [entry.seq for entry in after] == [entry.seq for entry in before]
        with pytest.raises(StaleControlsError):
            await tables.moves.play(table_id, user, ("anything",), asked_revision=table.asked_revision)
        again = await play_random_move(tables, table_id, luck, n)
        assert again == user
        replayed = list_active_entries(await load_entries(tables.store, table_id))[len(before) :]
        assert [(e.words, e.digest) for e in replayed] == [(e.words, e.digest) for e in new], (
            "the same move has the same luck"
        )
    kind = registry.load_game(slug).kind
    kinds = {
        "free": load_bounds(slug).free,
        "barrier": kind.has_hidden_information or kind.has_chance or kind.has_simultaneous_moves,
    }
    assert seen == {name for name, there in kinds.items() if there}
    row = await load_stored_table(tables.store, table_id)
    assert row is not None
    stand = list_active_entries(await load_entries(tables.store, table_id))
    made = [(entry.seat or 0, tuple(entry.words.split())) for entry in stand if entry.is_move]
    assert [e.digest for e in stand] == compute_digests(slug, row.table.options, row.seed, len(row.table.seats), made)
    assert compute_digest(decode_position(registry.load_game(slug), row.position_json), row.seed) == stand[-1].digest
    assert [report.verdict for report in doctor.check_tables(any_game_service.path)] == ["same"]


@pytest.mark.parametrize("slug", SLUGS)
async def test_past_somebody_elses_move_all_are_asked(any_game_service: AnyGameService, slug: str) -> None:
    tables, luck = any_game_service.tables, Dice(f"others {slug}")
    table_id = await start_table(tables, slug)
    first = await play_random_move(tables, table_id, luck, 0)
    n, last = 1, first
    while last == first:
        last = await play_random_move(tables, table_id, luck, n)
        n += 1
    stand = list_active_entries(await load_entries(tables.store, table_id))
    assert await tables.undo.take_back(table_id, first) is not None
    await agree_to_undo(tables, table_id, first)
    left = list_active_entries(await load_entries(tables.store, table_id))
    seat = (await tables.load_table(table_id)).find_seat(first)
    own = [entry for entry in stand if entry.kind == "move" and entry.seat == seat][-1]
    assert left == [entry for entry in stand if entry.seq < own.seq], "all from the own last move on is gone"


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_deal_and_a_resignation_stand(any_game_service: AnyGameService, slug: str) -> None:
    tables = any_game_service.tables
    table_id = await start_table(tables, slug)
    people = [person.user_id for person in (await tables.load_table(table_id)).seats]
    with pytest.raises(UserError, match="no move to take back"):
        await tables.undo.take_back(table_id, people[0])
    mover = await play_random_move(tables, table_id, Dice(slug), 0)
    if len(people) > 2:
        await tables.moves.resign(table_id, next(user for user in people if user != mover))
        with pytest.raises(UserError, match="resigned since"):
            await tables.undo.take_back(table_id, mover)


@pytest.mark.parametrize("slug", SLUGS)
async def test_past_a_safe_move_of_the_tables_all_are_asked(store_address: Path | str, slug: str) -> None:
    """A player moves, the next one does not, and the others vote for a safe move: the first player cannot undo that alone."""
    hours = [0]
    async with open_service(store_address, lambda: read_fixed_clock() + timedelta(hours=hours[0])) as room:
        tables, luck = room.tables, Dice(f"votes {slug}")
        table_id = await start_table(tables, slug, pace=12)
        for n in count():
            mover = await play_random_move(tables, table_id, luck, n)
            table = await tables.load_table(table_id)
            (late, *_) = (await tables.snapshots.take_snapshot(table_id, None)).waiting_seats
            if table.find_seat_user(late) != mover:
                break
        stand = list_active_entries(await load_entries(tables.store, table_id))
        hours[0] = 24
        others = [person.user_id for person in table.seats if person.seat != late]
        vote = await tables.votes.open(table_id, others[0], late)
        for user in others:
            if (await tables.votes.load_vote(vote.id)).state == "open":
                await tables.votes.cast(table_id, user, vote.id, "stall")
        assert (await tables.votes.load_vote(vote.id)).state == "stall"
        told = await tables.undo.preview_undo(table_id, mover)
        assert told.needs_consent
        assert await tables.undo.take_back(table_id, mover, revision=told.revision) is not None
        await agree_to_undo(tables, table_id, mover)
        own = [entry for entry in stand if entry.kind == "move" and entry.seat == table.find_seat(mover)][-1]
        assert list_active_entries(await load_entries(tables.store, table_id)) == [
            entry for entry in stand if entry.seq < own.seq
        ]
        assert [report.verdict for report in doctor.check_tables(room.path)] == ["same"]
