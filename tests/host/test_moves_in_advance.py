"""Moves in advance: played once if nothing has changed, else dropped; only their player learns of them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from engine.host.service.play.orders import MAX_ORDERS
from engine.host.service.seat_checks import StaleControlsError
from engine.kernel.answer_rules import MOVE_WORD
from engine.kernel.menu import Words, follow_words, generate_moves
from engine.kernel.text import IllegalMoveError, UserError, write_plain_text
from engine.ops import doctor
from tests.host.any_game import USER_IDS as MANY_USER_IDS
from tests.host.any_game import open_service, start_table
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
)

USER_IDS = (ANA, BEN, CY)
WALK: Words = ("walk", "south", "1")
KEEP_RULE: Words = ("shown-yes", "game")


async def find_table_id(service: ServiceHarness) -> int:
    return (await service.tables.find_channel_table(CHANNEL)).id


async def bid_and_plan(service: ServiceHarness, user: int, move: Words = WALK, *, keeps: bool = False) -> None:
    """Bid, and leave a move in advance for the turn of who has bid most; all bids are shown before it."""
    await play_bid(service.tables, user)
    table_id = await find_table_id(service)
    if keeps:
        await service.tables.orders.add_order(table_id, user, KEEP_RULE)
    await service.tables.orders.add_order(table_id, user, (MOVE_WORD, *move))


async def read_log(service: ServiceHarness, user: int | None) -> str:
    seat = None if user is None else USER_IDS.index(user)
    lines = await service.tables.history.load_log(await find_table_id(service), seat)
    return "\n".join(write_plain_text(line.text) for line in lines)


async def test_a_move_in_advance_is_played_once_and_only_its_player_learns_of_it(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await bid_and_plan(paced_trio, ANA, keeps=True)
    before = (await paced_trio.tables.load_table(table_id)).revision
    await bid_and_plan(paced_trio, CY, keeps=True)
    assert (await paced_trio.tables.load_table(table_id)).revision == before + 1, "only the bid is seen"
    await play_bid(paced_trio.tables, BEN)
    moves = (await paced_trio.tables.history.build_record(table_id)).moves
    walker = USER_IDS[moves[3].seat]
    assert moves[3].words == WALK
    row = await paced_trio.store.fetch_first("SELECT kind, is_barrier FROM entries WHERE words = 'walk south 1'")
    assert row is not None
    assert (row["kind"], row["is_barrier"]) == ("auto", 1), "nobody else can take back alone what led to it"
    assert await list_order_words(paced_trio.tables, table_id, walker) == [KEEP_RULE]
    for reader in (*USER_IDS, None):
        was_told = "Your move in advance was played: “1 step”." in await read_log(paced_trio, reader)
        assert was_told == (reader == walker)
        if reader != walker:
            assert "Your move in advance was played" not in await read_log(paced_trio, reader)
    assert [report.verdict for report in doctor.check_tables(paced_trio.path)] == ["same"]


async def test_a_reveal_drops_moves_in_advance_and_their_players_are_told(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    for user in (ANA, BEN):
        await bid_and_plan(paced_trio, user)
    await play_bid(paced_trio.tables, CY)
    assert len((await paced_trio.tables.history.build_record(table_id)).moves) == 3, "the walker is asked"
    for reader in (*USER_IDS, None):
        dropped = "Your move in advance “walk south 1” is dropped, since something new was shown."
        assert (dropped in await read_log(paced_trio, reader)) == (reader in (ANA, BEN))
    assert [await list_order_words(paced_trio.tables, table_id, user) for user in USER_IDS] == [[], [], []]


async def bid_and_plan_to_burn(service: ServiceHarness, card_index: int) -> int:
    """Let Ana and Cy bid, and plan to burn a card; the one that they bid is still on that list. Return the table."""
    table_id = await find_table_id(service)
    for user in (ANA, CY):
        await play_bid(service.tables, user)
        menu = (await service.tables.orders.load_sheet(table_id, user)).menu
        assert menu is not None
        cards = follow_words(menu, (MOVE_WORD, "burn"))
        assert cards is not None
        await service.tables.orders.add_order(table_id, user, KEEP_RULE)
        await service.tables.orders.add_order(table_id, user, (MOVE_WORD, "burn", cards.open_words[card_index]))
    await play_bid(service.tables, BEN)
    return table_id


async def test_who_keeps_moves_despite_reveals_has_them_played_while_what_was_chosen_is_the_same(
    paced_trio: ServiceHarness,
) -> None:
    """The list of cards has become shorter by the one that was bid."""
    table_id = await bid_and_plan_to_burn(paced_trio, -1)
    moves = (await paced_trio.tables.history.build_record(table_id)).moves
    assert "Your move in advance was played" in await read_log(paced_trio, USER_IDS[moves[3].seat])


async def test_other_choices_than_the_player_saw_drop_it(paced_trio: ServiceHarness) -> None:
    """The card to burn has been bid."""
    table_id = await bid_and_plan_to_burn(paced_trio, 0)
    walker = await find_walker(paced_trio.tables)
    assert await list_order_words(paced_trio.tables, table_id, walker) == [KEEP_RULE]
    assert "is dropped, since your choices are no longer the same." in await read_log(paced_trio, walker)


async def test_an_undo_of_anybody_drops_it(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await bid_and_plan(paced_trio, ANA, keeps=True)
    await play_bid(paced_trio.tables, BEN)
    assert await paced_trio.tables.undo.take_back(table_id, BEN) is None, "a bid that nobody saw"
    assert await list_order_words(paced_trio.tables, table_id, ANA) == [KEEP_RULE]
    for reader in (*USER_IDS, None):
        told = "Your move in advance “walk south 1” went with it" in await read_log(paced_trio, reader)
        assert told == (reader == ANA)


async def test_a_moderators_rewind_drops_it_and_a_vacation_does_not(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    await bid_and_plan(paced_trio, ANA)
    await paced_trio.tables.schedules.set_vacation(ANA, date(2026, 1, 1), date(2026, 1, 9))
    assert await list_order_words(paced_trio.tables, table_id, ANA) == [WALK]
    plan = await paced_trio.tables.rewind.plan(table_id, 0)
    await paced_trio.tables.rewind.carry_out(table_id, 99, 0, plan.revision)
    assert await list_order_words(paced_trio.tables, table_id, ANA) == []


async def test_a_move_in_advance_is_left_out_of_turn_only_and_for_the_position_that_was_seen(
    paced_trio: ServiceHarness,
) -> None:
    table_id = await find_table_id(paced_trio)
    with pytest.raises(IllegalMoveError, match="not a choice here"):
        await paced_trio.tables.orders.add_order(table_id, ANA, (MOVE_WORD, *WALK))
    await play_bid(paced_trio.tables, ANA)
    asked = (await paced_trio.tables.load_table(table_id)).asked_revision
    with pytest.raises(StaleControlsError):
        await paced_trio.tables.orders.add_order(table_id, ANA, (MOVE_WORD, *WALK), asked_revision=asked - 1)
    with pytest.raises(IllegalMoveError):
        await paced_trio.tables.orders.add_order(table_id, ANA, (MOVE_WORD, "walk", "west"))


async def test_a_list_is_full_and_is_put_in_order(paced_trio: ServiceHarness) -> None:
    table_id = await find_table_id(paced_trio)
    orders = paced_trio.tables.orders
    await orders.add_order(table_id, ANA, PASS_UNTIL_ROUND_END)
    await orders.add_order(table_id, ANA, ("whistle-ask", "1"))
    assert await list_order_words(paced_trio.tables, table_id, ANA) == [("whistle-ask", "1"), PASS_UNTIL_ROUND_END]
    await orders.move_first(table_id, ANA, (await orders.load_sheet(table_id, ANA)).orders[1].rank)
    assert await list_order_words(paced_trio.tables, table_id, ANA) == [PASS_UNTIL_ROUND_END, ("whistle-ask", "1")]
    for rank in range(MAX_ORDERS - 2):
        await paced_trio.store.write(
            lambda tx, rank=rank: tx.execute(
                "INSERT INTO standing_orders (table_id, seat, list_rank, words) VALUES (?, 0, ?, 'whistle-no 2')",
                table_id,
                rank,
            )
        )
    with pytest.raises(UserError, match="You have left 20 orders"):
        await orders.add_order(table_id, ANA, KEEP_RULE)


async def test_several_moves_in_advance_follow_each_other(tmp_path: Path) -> None:
    """In the Passage, a seat plans an action and the end of its turn; both are played, and nothing else."""
    async with open_service(tmp_path / "bot.db") as (tables, _):
        table_id = await start_table(tables, "northwest")
        for _ in MANY_USER_IDS:
            (user,) = await list_waiting_users(tables, table_id)
            _, _, menu = await tables.moves.load_menu(table_id, user)
            await tables.moves.play(table_id, user, next(generate_moves(menu)))
        (mover,) = await list_waiting_users(tables, table_id)
        order = [user for user in MANY_USER_IDS if user != mover]
        planned = 0
        for user in order:
            menu = (await tables.orders.load_sheet(table_id, user)).menu
            assert menu is not None
            planned_menu = menu.next_menu(MOVE_WORD)
            assert planned_menu is not None
            for words in generate_moves(planned_menu):
                if words[0] == "place":
                    await tables.orders.add_order(table_id, user, (MOVE_WORD, *words))
                    await tables.orders.add_order(table_id, user, (MOVE_WORD, "end"))
                    planned += 1
                    break
        assert planned == 3
        await tables.moves.play(table_id, mover, ("pass",))
        moves = (await tables.history.build_record(table_id)).moves
        played = [move.words[0] for move in moves[5:]]
        assert played[:2] == ["place", "end"], "the next in order has planned both"
