"""Standing orders: they answer in their owner's name like ordinary moves, and nobody else learns of them."""

from __future__ import annotations

import msgspec
import pytest

from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.text import IllegalMoveError, UserError, write_plain_text
from engine.ops import doctor
from tests.host.harness import (
    ANA,
    BEN,
    CHANNEL,
    CY,
    PASS_UNTIL_ROUND_END,
    ServiceHarness,
    find_walker,
    list_order_words,
    list_waiting_users,
    play_bid,
    play_to_end,
)

USER_IDS = (ANA, BEN, CY)


async def play_to_walk(service: ServiceHarness) -> tuple[int, int, list[int]]:
    """Bid for all, and return the table, the walker, and the others in the order in which they are asked."""
    for user in USER_IDS:
        await play_bid(service.tables, user)
    user = await find_walker(service.tables)
    return (await service.tables.find_channel_table(CHANNEL)).id, user, [one for one in USER_IDS if one != user]


WALK_ORDER = ("walk", "south", "1")


async def test_an_order_answers_in_its_owners_place(paced_trio: ServiceHarness) -> None:
    table_id, user, (first, second) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    assert await list_waiting_users(paced_trio.tables, table_id) == [second], "the one without an order is asked"
    moves = (await paced_trio.tables.history.build_record(table_id)).moves
    assert (moves[-1].seat, moves[-1].words) == (USER_IDS.index(first), ("pass",))
    assert [report.verdict for report in doctor.check_tables(paced_trio.path)] == ["same"]


async def test_an_order_left_while_being_asked_answers_at_once(paced_trio: ServiceHarness) -> None:
    table_id, user, (first, second) = await play_to_walk(paced_trio)
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    assert await list_waiting_users(paced_trio.tables, table_id) == [first]
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    assert await list_waiting_users(paced_trio.tables, table_id) == [second]


async def test_an_expired_order_is_deleted_and_the_player_asked(paced_trio: ServiceHarness) -> None:
    """Orders of round 1 expire in round 2."""
    table_id, user, others = await play_to_walk(paced_trio)
    for other in others:
        await paced_trio.tables.orders.add_order(table_id, other, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    assert (await paced_trio.tables.snapshots.take_snapshot(table_id, None)).view.round == 2
    assert [await list_order_words(paced_trio.tables, table_id, other) for other in others] == [[], []]


async def test_nobody_else_learns_of_an_order(paced_trio: ServiceHarness) -> None:
    table_id, user, (first, second) = await play_to_walk(paced_trio)
    rev = (await paced_trio.tables.load_table(table_id)).revision
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    assert (await paced_trio.tables.load_table(table_id)).revision == rev, "leaving one changes nothing that others see"
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    for other in (user, second, None):
        seat = None if other is None else USER_IDS.index(other)
        log = [write_plain_text(line.text) for line in await paced_trio.tables.history.load_log(table_id, seat)]
        assert not any("order" in line for line in log)
        if other is not None:
            assert await list_order_words(paced_trio.tables, table_id, other) == []
    own = [
        write_plain_text(line.text)
        for line in await paced_trio.tables.history.load_log(table_id, USER_IDS.index(first))
    ]
    assert "Your standing order has answered for you: “Pass”." in own


async def test_an_order_is_no_forced_move_so_the_walker_cannot_take_back_alone(paced_trio: ServiceHarness) -> None:
    table_id, user, (first, _) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    assert await paced_trio.tables.undo.take_back(table_id, user) is not None


async def test_a_move_taken_back_leaves_the_orders_that_have_nothing_to_do_with_it(paced_trio: ServiceHarness) -> None:
    """The walker has an order for the whistles of others, and undoes a walk."""
    table_id, user, (first, second) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, user, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    await paced_trio.tables.undo.take_back(table_id, user)
    rev = (await paced_trio.tables.load_table(table_id)).revision
    for other in (first, second):
        await paced_trio.tables.undo.answer(table_id, other, rev, agrees=True)
    assert await list_waiting_users(paced_trio.tables, table_id) == [user]
    assert await list_order_words(paced_trio.tables, table_id, user) == [PASS_UNTIL_ROUND_END]
    assert await list_order_words(paced_trio.tables, table_id, first) == [PASS_UNTIL_ROUND_END]


async def test_who_loses_an_order_by_a_rewind_is_told_and_nobody_else(paced_trio: ServiceHarness) -> None:
    table_id, _, (first, second) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    plan = await paced_trio.tables.rewind.plan(table_id, 0)
    await paced_trio.tables.rewind.carry_out(table_id, 99, 0, plan.revision)
    assert await list_order_words(paced_trio.tables, table_id, first) == []
    told: dict[int, bool] = {}
    for user in (first, second):
        lines = await paced_trio.tables.history.load_log(table_id, USER_IDS.index(user))
        told[user] = "Your standing order “whistle-no 1” went with it" in write_plain_text(lines[-1].text)
    assert told == {first: True, second: False}


async def test_orders_are_left_once_replaced_and_cancelled(paced_trio: ServiceHarness) -> None:
    table_id = (await paced_trio.tables.find_channel_table(CHANNEL)).id
    for _ in range(2):
        await paced_trio.tables.orders.add_order(table_id, BEN, PASS_UNTIL_ROUND_END)
    assert await list_order_words(paced_trio.tables, table_id, BEN) == [PASS_UNTIL_ROUND_END]
    (order,) = (await paced_trio.tables.orders.load_sheet(table_id, BEN)).orders
    await paced_trio.tables.orders.cancel_order(table_id, BEN, order.rank)
    assert await list_order_words(paced_trio.tables, table_id, BEN) == []


async def test_what_is_no_order_is_refused(paced_trio: ServiceHarness) -> None:
    table = await paced_trio.tables.find_channel_table(CHANNEL)
    with pytest.raises(IllegalMoveError, match="not a choice here"):
        await paced_trio.tables.orders.add_order(table.id, BEN, ("whistle-no", "9"))
    with pytest.raises(IllegalMoveError, match="not finished"):
        await paced_trio.tables.orders.add_order(table.id, BEN, ("whistle-no",))
    with pytest.raises(UserError, match="not in this game"):
        await paced_trio.tables.orders.add_order(table.id, 99, PASS_UNTIL_ROUND_END)
    with pytest.raises(StaleControlsError, match="gone on"):
        await paced_trio.tables.orders.add_order(
            table.id, BEN, PASS_UNTIL_ROUND_END, asked_revision=table.asked_revision - 1
        )
    assert await list_order_words(paced_trio.tables, table.id, BEN) == []


async def test_an_order_survives_a_restart(paced_trio: ServiceHarness) -> None:
    table_id, user, (first, second) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    tables = await paced_trio.restart()
    await tables.moves.play(table_id, user, WALK_ORDER)
    assert await list_waiting_users(tables, table_id) == [second]


async def test_orders_end_with_the_game_and_with_their_seat(paced_trio: ServiceHarness) -> None:
    table_id = (await paced_trio.tables.find_channel_table(CHANNEL)).id
    for user in USER_IDS:
        await paced_trio.tables.orders.add_order(table_id, user, PASS_UNTIL_ROUND_END)
    await paced_trio.tables.moves.resign(table_id, CY)
    rows = await paced_trio.store.fetch_all("SELECT seat FROM standing_orders")
    assert [row["seat"] for row in rows] == [0, 1]
    await play_to_end(paced_trio.tables)
    assert not await paced_trio.store.fetch_all("SELECT seat FROM standing_orders")


async def test_a_game_without_orders_says_so(service: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.kernel.toy_game import ToyGame

    table = await service.tables.lobby.open(1, CHANNEL, ANA, "Ana", "toy", {})
    await service.tables.lobby.join(table.id, BEN, "Ben")
    with pytest.raises(UserError, match="has not begun"):
        await service.tables.orders.load_sheet(table.id, ANA)
    await service.tables.lobby.start(table.id, ANA)
    monkeypatch.setattr(ToyGame, "list_rules", lambda *_: ())
    assert (await service.tables.orders.load_sheet(table.id, ANA)).menu is None
    with pytest.raises(UserError, match="nothing to leave word for"):
        await service.tables.orders.add_order(table.id, ANA, PASS_UNTIL_ROUND_END)


async def test_an_order_that_answers_what_is_not_allowed_leaves_the_player_asked(
    paced_trio: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.kernel.toy_game import ToyGame

    table_id, user, (first, _) = await play_to_walk(paced_trio)
    await paced_trio.tables.orders.add_order(table_id, first, PASS_UNTIL_ROUND_END)
    list_rules = ToyGame.list_rules
    monkeypatch.setattr(
        ToyGame,
        "list_rules",
        lambda *known: [msgspec.structs.replace(rule, moves={"no": ("fly",)}) for rule in list_rules(*known)],
    )
    await paced_trio.tables.moves.play(table_id, user, WALK_ORDER)
    assert await list_waiting_users(paced_trio.tables, table_id) == [first]
