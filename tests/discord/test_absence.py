"""Vacations, standing orders, votes and seats that change hands, by commands and buttons."""

from __future__ import annotations

import pytest
import simcord

from engine.host.service.seat_checks import StaleControlsError
from tests.discord.camp_game import (
    HOUR_S,
    find_mover,
    list_called_users,
    list_reminders,
    list_sent_bodies,
    pass_hours,
    play_first_bid,
    play_words,
)
from tests.discord.fake_server import USER_SELECT_TYPE, FakeServer, Message, list_components, list_controls, read_text
from tests.discord.held_interactions import answer_after_deferral, deliver_held, hold_interaction
from tests.discord.panels import find_answer, leave_order, press_label


async def start_waiting_game(server: FakeServer) -> list[simcord.MemberActor]:
    table = await server.load_table()
    return [
        server.find_actor(table.find_seat_user(seat))
        for seat in (await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats
    ]


# -------------------------------------------------------------- vacation
async def test_a_vacation_rests_the_clock_and_the_table_sees_it(camp: FakeServer) -> None:
    posts = len(camp.games.history())
    shown = (await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-02"})).response
    assert shown is not None
    assert "You are away from 2026-01-01 to 2026-01-02 (UTC)" in read_text(shown)
    assert len(camp.games.history()) == posts, "the post is changed, nobody is called"
    back = 1767398400  # 3 January 2026, 00:00 UTC
    assert f"**Cy** is away until <t:{back}:D>; their time rests." in read_text(camp.newest_post)
    await pass_hours(camp, 48)
    assert list_reminders(camp) == []
    await pass_hours(camp, 6.1)
    assert [list_called_users(body) for body in list_reminders(camp)] == [[camp.cy.id]]


async def test_somebody_comes_back_early(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-20"})
    shown = (await camp.run_command(camp.cy, "vacation")).response
    assert shown is not None
    result = await camp.click_button(camp.cy, shown, "I am back")
    assert "no vacation is set" in read_text(result.response)
    assert "**Cy** is back." in read_text(camp.newest_post)
    assert "until <t:" in read_text(camp.newest_post)
    await pass_hours(camp, 6.1)
    assert len(list_reminders(camp)) == 1


async def test_days_are_offered_and_wrong_ones_refused(camp: FakeServer) -> None:
    offers = await camp.cy.autocomplete(camp.games, "vacation", "from", "")
    assert offers[0]["value"] == "2026-01-01"
    offers = await camp.cy.autocomplete(camp.games, "vacation", "to", "", **{"from": "2026-01-20"})
    assert offers[0]["value"] == "2026-01-20"
    for first, last, words in (
        ("2026-01-05", "2026-01-04", "before it begins"),
        ("2025-12-01", "2025-12-02", "over already"),
        ("Friday", "2026-01-04", "not a day"),
    ):
        result = await camp.run_command(camp.cy, "vacation", **{"from": first, "to": last})
        assert words in read_text(result.response)
    assert "away on 2026-01-07" in read_text(
        (await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-07"})).response
    )


# -------------------------------------------------------------- orders
async def play_to_walk(server: FakeServer) -> tuple[simcord.MemberActor, list[simcord.MemberActor]]:
    await play_first_bid(server, server.cy)
    who = await find_mover(server)
    return who, [one for one in (server.ana, server.ben, server.cy) if one != who]


async def order_passes(server: FakeServer, user: simcord.MemberActor) -> Message:
    """Leave the order never to whistle in this round."""
    return await leave_order(server, user, "Never whistle", "Until this round ends")


async def test_an_order_is_left_like_a_move_and_answers(camp: FakeServer) -> None:
    who, (first, second) = await play_to_walk(camp)
    posts, rev = len(camp.games.history()), (await camp.load_table()).revision
    left = read_text(await order_passes(camp, first))
    assert "Noted. It answers for you" in left
    assert "1. Never whistle › Until this round ends" in left
    assert (len(camp.games.history()), (await camp.load_table()).revision) == (posts, rev), (
        "nobody sees that an order was left"
    )
    await play_words(camp, who, "walk south 1")
    assert await start_waiting_game(camp) == [second]
    assert "order" not in "".join(read_text(message) for message in camp.games.history())
    own = (await camp.run_command(first, "hand")).response
    assert "Your standing order has answered for you: “Pass”." in read_text(own)


async def test_the_panel_offers_orders_also_out_of_turn(camp: FakeServer) -> None:
    _, (first, _) = await play_to_walk(camp)
    for who in (await find_mover(camp), first):
        panel = find_answer(await camp.run_command(who, "hand"))
        opened = await press_label(camp, who, panel, "Standing orders")
        assert "Never whistle" in read_text(opened)
        back = [part for part in list_controls(opened) if part.get("label") == "Back to your move"]
        assert bool(back) == (who != first), "only who is asked has a move to go back to"
        if back:
            again = (await camp.click_button(who, opened, "Back to your move")).response
            assert "Never whistle" not in read_text(again)
            assert "What do you do?" in read_text(again), "the panel of the move, in the same message"
    stranger = await camp.run_command(camp.dee, "orders")
    assert "not in this game" in read_text(stranger.response)


async def test_an_order_while_being_asked_answers_at_once(camp: FakeServer) -> None:
    who, (first, second) = await play_to_walk(camp)
    await play_words(camp, who, "walk south 1")
    assert await start_waiting_game(camp) == [first]
    panel = find_answer(await camp.run_command(first, "orders"))
    part = list_controls(panel)[0]
    values = [option["value"] for option in part.get("options", [])][:1]
    press, twice = (hold_interaction(camp.env, first, panel, part["custom_id"], values) for _ in range(2))
    await deliver_held(camp.env, press, twice)
    assert press.result.acknowledged
    assert "gone on meanwhile" in read_text(twice.result.response), "the second press is from before the answer"
    assert await start_waiting_game(camp) == [second]
    assert list_called_users(list_sent_bodies(camp)[-1]) == [second.id]


async def test_an_order_is_taken_back_or_checked_first(camp: FakeServer) -> None:
    _, (first, _) = await play_to_walk(camp)
    await order_passes(camp, first)
    panel = await leave_order(camp, first, "Ask me about whistles", "Until this round ends")
    assert "1. Ask me about whistles › Until this round ends" in read_text(panel)
    ranks = {
        part["custom_id"].split(":")[2]: [option["value"] for option in part["options"]]
        for part in list_controls(panel)
        if part.get("options")
    }
    (second_rank,) = ranks["ofirst"]
    custom_id = next(part["custom_id"] for part in list_controls(panel) if ":ofirst:" in part["custom_id"])
    panel = find_answer(await camp.choose_values(first, panel, second_rank, custom_id=custom_id))
    assert "1. Never whistle › Until this round ends" in read_text(panel)
    for n in (1, 0):
        part = next(part for part in list_controls(panel) if ":ocancel:" in part["custom_id"])
        value = part["options"][0]["value"]
        panel = find_answer(await camp.choose_values(first, panel, value, custom_id=part["custom_id"]))
        assert "Taken back" in read_text(panel)
        assert len((await camp.bot.tables.orders.load_sheet(1, first.id)).orders) == n


# -------------------------------------------------------------- votes
async def call_vote(server: FakeServer, **options: object) -> simcord.ResponseMessage:
    """Call a vote about Cy as Ana, twelve hours later."""
    await pass_hours(server, 12.1)
    message = (await server.run_command(server.ana, "vote", **options)).response
    assert message is not None
    return message


async def test_no_vote_while_there_is_time(camp: FakeServer) -> None:
    assert "**Cy** has time yet: a vote is possible in 12 hours" in read_text(
        (await camp.run_command(camp.ana, "vote")).response
    )
    assert "not in this game" in read_text((await camp.run_command(camp.dee, "vote")).response)


async def test_my_tables_leads_to_the_vote(camp: FakeServer) -> None:
    await call_vote(camp)
    waits = "you are asked** in a vote about a seat"
    assert waits in read_text((await camp.run_command(camp.ben, "mytables")).response)
    assert waits not in read_text((await camp.run_command(camp.cy, "mytables")).response), "it is about his own seat"


async def test_a_safe_move_by_vote(camp: FakeServer) -> None:
    message = await call_vote(camp)
    assert not message.ephemeral
    assert f"<@{camp.ana.id}>, <@{camp.ben.id}>: <@{camp.cy.id}> has been asked" in read_text(message)
    voted = await camp.click_button(camp.ana, message, "Play a safe move")
    assert "**Ana**: Play a safe move" in read_text(voted.response)
    done = await camp.click_button(camp.ben, message, "Play a safe move")
    assert "a safe move is played for **Cy**, who stays in the game" in read_text(done.response)
    assert not list_controls(done.response)  # type: ignore[arg-type]
    assert await start_waiting_game(camp) != [camp.cy]
    assert "By a vote, a safe move is played for **Cy**" in "".join(read_text(m) for m in camp.games.history())


async def test_the_vote_of_somebody_else_and_ones_own(camp: FakeServer) -> None:
    message = await call_vote(camp)
    for who, words in ((camp.cy, "your own seat"), (camp.dee, "not in this game")):
        assert words in read_text((await camp.click_button(who, message, "Wait")).response)


async def test_a_move_ends_the_vote_and_its_message_says_so(camp: FakeServer) -> None:
    message = await call_vote(camp)
    press = hold_interaction(
        camp.env,
        camp.ben,
        message,
        next(p["custom_id"] for p in list_controls(message) if p["label"] == "Drop the seat"),
    )
    await camp.click_button(camp.ana, message, "Drop the seat")
    await play_first_bid(camp, camp.cy)
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "this vote is over" in read_text(shown)
    assert not list_controls(shown)
    await deliver_held(camp.env, press)
    assert "vote is over" in read_text(press.result.response)
    assert not any(person.has_left for person in (await camp.load_table()).seats)


async def test_two_last_ballots_at_once(camp: FakeServer) -> None:
    message = await call_vote(camp)
    await camp.click_button(camp.ana, message, "Play a safe move")
    custom_id = next(part["custom_id"] for part in list_controls(message) if part["label"] == "Play a safe move")
    presses = [hold_interaction(camp.env, camp.ben, message, custom_id) for _ in range(2)]
    await deliver_held(camp.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    moved = [m for m in camp.games.history() if "By a vote" in read_text(m)]
    assert len(moved) == 1


async def test_dropping_a_seat_by_vote_and_a_restart_in_between(camp: FakeServer) -> None:
    message = await call_vote(camp)
    await camp.click_button(camp.ana, message, "Drop the seat")
    await camp.restart()
    await camp.click_button(camp.ben, message, "Drop the seat")
    table = await camp.load_table()
    assert [person.has_left for person in table.seats] == [False, False, True]
    assert table.status == "running"
    assert camp.cy not in await start_waiting_game(camp)


async def test_a_voter_who_leaves(camp: FakeServer) -> None:
    """Ana votes for a safe move, and Ben gives up without a vote. Ana is the only voter left, so the scheduler counts."""
    message = await call_vote(camp)
    await camp.click_button(camp.ana, message, "Play a safe move")
    asked = (await camp.run_command(camp.ben, "resign")).response
    assert asked is not None
    await camp.click_button(camp.ben, asked, "Give up")
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "a safe move is played" in read_text(shown)


async def test_a_voter_who_has_left_the_server_is_not_waited_for(camp: FakeServer) -> None:
    """Ben cannot answer any more, so Ana decides alone after twice the time, as in a game of two."""
    message = await call_vote(camp)
    camp.guild.remove_member(camp.ben)
    await camp.env.settle()
    soon = await camp.click_button(camp.ana, message, "Drop the seat")
    assert list_controls(soon.response), "Cy has time yet"  # type: ignore[arg-type]
    await pass_hours(camp, 12.1)
    (done,) = [post for post in camp.games.history() if post.id == message.id]
    assert "a computer plays on in the seat of **Cy**." in read_text(done)
    table = await camp.load_table()
    assert [person.has_left for person in table.seats] == [False, False, True], (
        "Ben keeps his seat: nobody voted about it"
    )


async def test_a_voter_who_is_only_slow_is_waited_for(camp: FakeServer) -> None:
    message = await call_vote(camp)
    path = f"/guilds/{camp.guild.id}/members/{camp.ben.id}"
    camp.env.inject_error("GET", path, status=503)
    done = await camp.click_button(camp.ana, message, "Drop the seat")
    assert list_controls(done.response), "while Discord does not say, Ben is here"  # type: ignore[arg-type]
    assert not any(person.has_left for person in (await camp.load_table()).seats)


async def test_a_ballot_is_acknowledged_while_discord_is_asked_about_people(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several look-ups may together take longer than Discord waits for an answer."""
    message = await call_vote(camp)
    asked = read_text(message)
    answer_after_deferral(monkeypatch, camp.bot.members, "has_left_if_known", answer=False)
    await camp.click_button(camp.ana, message, "Drop the seat")
    (shown,) = [post for post in camp.games.history() if post.id == message.id]
    assert read_text(shown) != asked, "her ballot is counted"
    assert list_controls(shown)


async def test_the_tables_notice_leads_to_the_vote(camp: FakeServer) -> None:
    await pass_hours(camp, 24.1)
    assert "I stop reminding" in read_text(camp.newest_post)
    opened = (await camp.click_button(camp.ben, camp.newest_post, "Vote")).response
    assert "What shall be done?" in read_text(opened)


async def test_a_vote_asked_for_again_moves_to_the_newer_message(camp: FakeServer) -> None:
    first = await call_vote(camp)
    await camp.click_button(camp.ana, first, "Wait")
    await pass_hours(camp, 4)
    second = (await camp.run_command(camp.ben, "vote")).response
    assert "**Ana**: Wait" in read_text(second), "what was voted is kept"
    (shown,) = [one for one in camp.games.history() if one.id == first.id]
    assert "newer message" in read_text(shown)
    assert not list_controls(shown)


async def test_in_a_game_of_two_a_rival_who_left_the_server_is_voted_about_at_once(race: FakeServer) -> None:
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    assert "all the time it needs" in read_text((await race.run_command(race.ana, "vote")).response)
    race.guild.remove_member(race.ben)
    await race.env.settle()
    message = (await race.run_command(race.ana, "vote")).response
    assert message is not None
    await race.click_button(race.ana, message, "Drop the seat")
    table = await race.load_table()
    assert table.status == "finished"
    assert table.result.winners == (0,)


# -------------------------------------------------------------- replace
async def test_a_seat_is_handed_to_a_friend(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "replace", who=camp.dee)
    offer = camp.newest_post
    assert f"<@{camp.dee.id}>, **Cy** would like to hand you this seat" in read_text(offer)
    assert "held out to somebody else" in read_text(
        (await camp.click_button(camp.ana, offer, "Take the seat")).response
    )
    presses = [hold_interaction(camp.env, camp.dee, offer, list_controls(offer)[0]["custom_id"]) for _ in range(2)]
    await deliver_held(camp.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    table = await camp.load_table()
    assert table.player_names == ("Ana", "Ben", "Dee")
    assert len(table.past_holders) == 1
    assert f"<@{camp.dee.id}>, it is your move" in read_text(camp.newest_post), "a new post: an edit would call nobody"
    log = read_text((await camp.run_command(camp.ana, "log")).response)
    assert "**Cy** hands the seat on." in log
    assert "**Dee** plays on in that seat." in log
    assert "not in this game" in read_text((await camp.run_command(camp.cy, "hand")).response)
    panel = (await camp.run_command(camp.dee, "hand")).response
    assert panel is not None
    assert list_controls(panel)


async def test_a_seat_is_not_wanted(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "replace", who=camp.dee)
    result = await camp.click_button(camp.dee, camp.newest_post, "No, thanks")
    assert "**Cy** keeps the seat: the offer was declined" in read_text(result.response)
    await pass_hours(camp, 4)
    await camp.run_command(camp.cy, "replace", who=camp.dee)
    result = await camp.click_button(camp.cy, camp.newest_post, "No, thanks")
    assert "the offer was withdrawn" in read_text(result.response)
    assert "seen another hand" in read_text((await camp.run_command(camp.cy, "replace", who=camp.ana)).response)


async def test_a_vote_hands_the_seat_to_a_friend(camp: FakeServer) -> None:
    message = await call_vote(camp, heir=camp.dee)
    await camp.click_button(camp.ana, message, "Hand the seat to Dee")
    done = await camp.click_button(camp.ben, message, "Hand the seat to Dee")
    assert "the seat of **Cy** is offered to a friend" in read_text(done.response)
    offer = camp.newest_post
    assert f"<@{camp.dee.id}>, the table offers you the seat of **Cy**" in read_text(offer)
    assert list_called_users(list_sent_bodies(camp)[-1]) == [camp.dee.id]
    await camp.click_button(camp.dee, offer, "Take the seat")
    assert (await camp.load_table()).player_names == ("Ana", "Ben", "Dee")
    assert (await camp.bot.tables.snapshots.take_snapshot(1, None)).seat_waits[0].asked_at > 1767225600 + 12 * HOUR_S


async def test_an_offer_by_vote_ends_with_the_players_move(camp: FakeServer) -> None:
    message = await call_vote(camp, heir=camp.dee)
    for who in (camp.ana, camp.ben):
        await camp.click_button(who, message, "Hand the seat to Dee")
    offer = camp.newest_post
    await play_first_bid(camp, camp.cy)
    assert "no longer stands" in read_text((await camp.click_button(camp.dee, offer, "Take the seat")).response)


# -------------------------------------------------------------- heirs
async def test_an_heir_is_named_in_a_vote_that_is_open(camp: FakeServer) -> None:
    """The notice's own button opens a vote without an heir."""
    await pass_hours(camp, 24.1)
    opened = (await camp.click_button(camp.ben, camp.newest_post, "Vote")).response
    assert opened is not None
    assert "name a friend below" in read_text(opened)
    which = next(part["custom_id"] for part in list_components(opened) if part["type"] == USER_SELECT_TYPE)
    named = (await camp.ana.select(opened, [camp.dee], custom_id=which)).response
    assert named is not None
    assert not [part for part in list_components(named) if part["type"] == USER_SELECT_TYPE]
    for who in (camp.ana, camp.ben):
        await camp.click_button(who, opened, "Hand the seat to Dee")
    assert f"<@{camp.dee.id}>, the table offers you the seat of **Cy**" in read_text(camp.newest_post)


async def test_an_heir_is_named_by_the_command_too(camp: FakeServer) -> None:
    await pass_hours(camp, 24.1)
    opened = (await camp.click_button(camp.ben, camp.newest_post, "Vote")).response
    await camp.run_command(camp.ana, "vote", heir=camp.dee)
    assert opened is not None
    (newer,) = [message for message in camp.games.history() if message.id == opened.id]
    for who in (camp.ana, camp.ben):
        await camp.click_button(who, newer, "Hand the seat to Dee")
    offers = [
        message for message in camp.games.history() if "the table offers you the seat of **Cy**" in read_text(message)
    ]
    assert len(offers) == 1


async def test_who_cannot_take_the_seat_is_not_named(camp: FakeServer) -> None:
    await pass_hours(camp, 24.1)
    opened = (await camp.click_button(camp.ben, camp.newest_post, "Vote")).response
    assert opened is not None
    which = next(part["custom_id"] for part in list_components(opened) if part["type"] == USER_SELECT_TYPE)
    robot = camp.guild.add_member(camp.env.create_user("robot", global_name="Robot", bot=True))
    for wrong, why in ((robot, "A bot cannot play"), (camp.ana, "seat")):
        told = (await camp.ana.select(opened, [wrong], custom_id=which)).response
        assert why in read_text(told)
    assert "vote is about your own seat" in read_text(
        (await camp.cy.select(opened, [camp.dee], custom_id=which)).response
    )
    await play_first_bid(camp, camp.cy)
    with pytest.raises(StaleControlsError, match="vote is over"):
        await camp.bot.tables.votes.name_successor(1, camp.ana.id, 1, (camp.dee.id, "Dee"))
    assert (await camp.bot.tables.votes.load_vote(1)).successor_id is None


async def test_an_heir_who_has_left_the_server_is_named_no_more(camp: FakeServer) -> None:
    message = await call_vote(camp, heir=camp.dee)
    await camp.click_button(camp.ana, message, "Hand the seat to Dee")
    camp.guild.remove_member(camp.dee)
    await camp.env.settle()
    result = await camp.click_button(camp.ben, message, "Hand the seat to Dee")
    assert "That friend cannot take the seat any more" in "".join(read_text(one) for one in result.followups)
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "Hand the seat to Dee" not in read_text(shown)
    assert list_controls(shown), "the vote goes on"


async def test_an_heir_who_left_before_the_count_is_offered_nothing(camp: FakeServer) -> None:
    """Ben gives up, and Ana's ballot decides. The scheduler counts, and asks Discord about Dee first."""
    message = await call_vote(camp, heir=camp.dee)
    await camp.click_button(camp.ana, message, "Hand the seat to Dee")
    camp.guild.remove_member(camp.dee)
    asked = (await camp.run_command(camp.ben, "resign")).response
    assert asked is not None
    await camp.click_button(camp.ben, asked, "Give up")
    await pass_hours(camp, 12)
    assert not [one for one in camp.games.history() if "the table offers you" in read_text(one)]
    assert (await camp.bot.tables.votes.load_vote(1)).successor_id is None


async def test_what_the_table_has_offered_is_not_the_late_ones_to_withdraw(camp: FakeServer) -> None:
    message = await call_vote(camp, heir=camp.dee)
    for who in (camp.ana, camp.ben):
        await camp.click_button(who, message, "Hand the seat to Dee")
    offer = camp.newest_post
    assert "offered your seat by a vote" in read_text((await camp.click_button(camp.cy, offer, "No, thanks")).response)
    eve = camp.guild.add_member(camp.env.create_user("eve", global_name="Eve"))
    assert "offered your seat by a vote" in read_text((await camp.run_command(camp.cy, "replace", who=eve)).response)
    await camp.click_button(camp.dee, offer, "Take the seat")
    assert (await camp.load_table()).player_names == ("Ana", "Ben", "Dee")


async def test_an_offer_that_may_not_be_posted_is_offered_later(camp: FakeServer) -> None:
    message = await call_vote(camp, heir=camp.dee)
    await camp.click_button(camp.ana, message, "Hand the seat to Dee")
    path = f"/channels/{camp.games.id}/messages"
    camp.env.inject_error("POST", path, status=403, code=50013, times=2)
    await camp.click_button(camp.ben, message, "Hand the seat to Dee")
    assert not [one for one in camp.games.history() if "the table offers you" in read_text(one)]
    await pass_hours(camp, 0.6)
    offers = [one for one in camp.games.history() if "the table offers you" in read_text(one)]
    assert len(offers) == 1
    await camp.click_button(camp.dee, offers[0], "Take the seat")
    assert (await camp.load_table()).player_names == ("Ana", "Ben", "Dee")
