"""Standing orders: they answer like moves nobody has to make, in their owner's name, and nobody else learns of them."""

from __future__ import annotations

import pytest

from engine.host.service.play.live import Late
from engine.kernel.text import Illegal, Refusal, plain
from engine.ops import doctor
from tests.host.harness import ANA, BEN, CHANNEL, CY, NEVER, Inn, bid, finish, waiting, walker

PEOPLE = (ANA, BEN, CY)


async def the_walk(inn: Inn) -> tuple[int, int, list[int]]:
    """All have bid: table, who walks, and the others in the order in which they are asked."""
    for user in PEOPLE:
        await bid(inn.tables, user)
    user = await walker(inn.tables)
    return (await inn.tables.in_channel(CHANNEL)).id, user, [one for one in PEOPLE if one != user]


WALK = ("walk", "south", "1")


async def test_an_order_answers_in_its_owners_place(trio: Inn) -> None:
    table_id, user, (first, second) = await the_walk(trio)
    await trio.tables.orders.leave(table_id, first, NEVER)
    await trio.tables.moves.play(table_id, user, WALK)
    assert await waiting(trio.tables, table_id) == [second], "the one without an order is asked"
    moves = (await trio.tables.history.record(table_id)).moves
    assert (moves[-1].seat, moves[-1].words) == (PEOPLE.index(first), ("pass",))
    assert [report.verdict for report in doctor.examine(trio.path)] == ["same"]


async def test_an_order_left_while_being_asked_answers_at_once(trio: Inn) -> None:
    table_id, user, (first, second) = await the_walk(trio)
    await trio.tables.moves.play(table_id, user, WALK)
    assert await waiting(trio.tables, table_id) == [first]
    await trio.tables.orders.leave(table_id, first, NEVER)
    assert await waiting(trio.tables, table_id) == [second]


async def test_a_lapsed_order_is_forgotten_and_the_player_asked(trio: Inn) -> None:
    """Orders of round 1 are over in round 2."""
    table_id, user, others = await the_walk(trio)
    for other in others:
        await trio.tables.orders.leave(table_id, other, NEVER)
    await trio.tables.moves.play(table_id, user, WALK)
    assert (await trio.tables.snapshots.take(table_id, None)).view.round == 2
    assert [await trio.tables.orders.of(table_id, other) for other in others] == [[], []]


async def test_nobody_else_learns_of_an_order(trio: Inn) -> None:
    table_id, user, (first, second) = await the_walk(trio)
    rev = (await trio.tables.table(table_id)).rev
    await trio.tables.orders.leave(table_id, first, NEVER)
    assert (await trio.tables.table(table_id)).rev == rev, "leaving one changes nothing that others see"
    await trio.tables.moves.play(table_id, user, WALK)
    for other in (user, second, None):
        seat = None if other is None else PEOPLE.index(other)
        log = [plain(line.text) for line in await trio.tables.history.log(table_id, seat)]
        assert not any("order" in line for line in log)
        if other is not None:
            assert await trio.tables.orders.of(table_id, other) == []
    own = [plain(line.text) for line in await trio.tables.history.log(table_id, PEOPLE.index(first))]
    assert "Your standing order has answered for you: “Pass”." in own


async def test_an_order_is_no_forced_move_so_the_walker_cannot_take_back_alone(trio: Inn) -> None:
    table_id, user, (first, _) = await the_walk(trio)
    await trio.tables.orders.leave(table_id, first, NEVER)
    await trio.tables.moves.play(table_id, user, WALK)
    assert await trio.tables.undo.take_back(table_id, user) is not None


async def test_a_move_taken_back_leaves_the_orders_that_have_nothing_to_do_with_it(trio: Inn) -> None:
    """The walker has left word for the whistling of others, and takes back a walk."""
    table_id, user, (first, second) = await the_walk(trio)
    await trio.tables.orders.leave(table_id, user, NEVER)
    await trio.tables.orders.leave(table_id, first, NEVER)
    await trio.tables.moves.play(table_id, user, WALK)
    await trio.tables.undo.take_back(table_id, user)
    rev = (await trio.tables.table(table_id)).rev
    for other in (first, second):
        await trio.tables.undo.answer(table_id, other, rev, agree=True)
    assert await waiting(trio.tables, table_id) == [user]
    assert await trio.tables.orders.of(table_id, user) == [NEVER]
    assert await trio.tables.orders.of(table_id, first) == [NEVER]


async def test_orders_are_left_once_replaced_and_cancelled(trio: Inn) -> None:
    table_id = (await trio.tables.in_channel(CHANNEL)).id
    for _ in range(2):
        await trio.tables.orders.leave(table_id, BEN, NEVER)
    assert await trio.tables.orders.of(table_id, BEN) == [NEVER]
    await trio.tables.orders.cancel(table_id, BEN, NEVER)
    assert await trio.tables.orders.of(table_id, BEN) == []


async def test_what_is_no_order_is_refused(trio: Inn) -> None:
    table = await trio.tables.in_channel(CHANNEL)
    with pytest.raises(Illegal, match="not a choice here"):
        await trio.tables.orders.leave(table.id, BEN, ("pass", "9"))
    with pytest.raises(Illegal, match="not finished"):
        await trio.tables.orders.leave(table.id, BEN, ("pass",))
    with pytest.raises(Refusal, match="not in this game"):
        await trio.tables.orders.leave(table.id, 99, NEVER)
    with pytest.raises(Late, match="gone on"):
        await trio.tables.orders.leave(table.id, BEN, NEVER, asked=table.asked - 1)
    assert await trio.tables.orders.of(table.id, BEN) == []


async def test_an_order_survives_a_restart(trio: Inn) -> None:
    table_id, user, (first, second) = await the_walk(trio)
    await trio.tables.orders.leave(table_id, first, NEVER)
    tables = await trio.restart()
    await tables.moves.play(table_id, user, WALK)
    assert await waiting(tables, table_id) == [second]


async def test_orders_end_with_the_game_and_with_their_seat(trio: Inn) -> None:
    table_id = (await trio.tables.in_channel(CHANNEL)).id
    for user in PEOPLE:
        await trio.tables.orders.leave(table_id, user, NEVER)
    await trio.tables.moves.resign(table_id, CY)
    rows = await trio.store.all("SELECT seat FROM standing_orders")
    assert [row["seat"] for row in rows] == [0, 1]
    await finish(trio.tables)
    assert not await trio.store.all("SELECT seat FROM standing_orders")


async def test_a_game_without_orders_says_so(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.kernel.toy import Toy

    table = await inn.tables.lobby.open(1, CHANNEL, ANA, "Ana", "toy", {})
    await inn.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(Refusal, match="has not begun"):
        await inn.tables.orders.menu(table.id, ANA)
    await inn.tables.lobby.start(table.id, ANA)
    monkeypatch.setattr(Toy, "orders", lambda *_: None)
    assert (await inn.tables.orders.menu(table.id, ANA))[2] is None
    with pytest.raises(Refusal, match="nothing to leave word for"):
        await inn.tables.orders.leave(table.id, ANA, NEVER)


async def test_an_order_that_answers_what_is_not_allowed_leaves_the_player_asked(
    trio: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.kernel.toy import Toy

    table_id, user, (first, _) = await the_walk(trio)
    await trio.tables.orders.leave(table_id, first, NEVER)
    monkeypatch.setattr(Toy, "obey", lambda *_: ("fly",))
    await trio.tables.moves.play(table_id, user, WALK)
    assert await waiting(trio.tables, table_id) == [first]
