"""Vacations, standing orders, votes and seats that change hands, by commands and buttons."""

from __future__ import annotations

import pytest
import simcord

from engine.host.service.play.live import Late
from tests.discord.camp import HOUR, bid, called, pass_hours, play, reminders, sent, walker
from tests.discord.hold import deliver, hold
from tests.discord.hut import USER_SELECT, Hut, controls, parts, text


async def waiting(home: Hut) -> list[simcord.MemberActor]:
    table = await home.table()
    return [home.actor(table.user_of(seat)) for seat in (await home.bot.tables.snapshots.take(table.id, None)).waiting]


# -------------------------------------------------------------- vacation
async def test_a_vacation_rests_the_clock_and_the_table_sees_it(camp: Hut) -> None:
    posts = len(camp.games.history())
    shown = (await camp.slash(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-02"})).response
    assert shown is not None
    assert "You are away from 2026-01-01 to 2026-01-02 (UTC)" in text(shown)
    assert len(camp.games.history()) == posts, "the post is changed, nobody is called"
    back = 1767398400  # 3 January 2026, 00:00 UTC
    assert f"**Cy** is away until <t:{back}:D>; their time rests." in text(camp.post)
    await pass_hours(camp, 48)
    assert reminders(camp) == []
    await pass_hours(camp, 6.1)
    assert [called(body) for body in reminders(camp)] == [[camp.cy.id]]


async def test_somebody_comes_back_early(camp: Hut) -> None:
    await camp.slash(camp.cy, "vacation", **{"from": "2026-01-01", "to": "2026-01-20"})
    shown = (await camp.slash(camp.cy, "vacation")).response
    assert shown is not None
    result = await camp.click(camp.cy, shown, "I am back")
    assert "no vacation is set" in text(result.response)
    assert "**Cy** is back." in text(camp.post)
    assert "until <t:" in text(camp.post)
    await pass_hours(camp, 6.1)
    assert len(reminders(camp)) == 1


async def test_days_are_offered_and_wrong_ones_refused(camp: Hut) -> None:
    offers = await camp.cy.autocomplete(camp.games, "vacation", "from", "")
    assert offers[0]["value"] == "2026-01-01"
    offers = await camp.cy.autocomplete(camp.games, "vacation", "to", "", **{"from": "2026-01-20"})
    assert offers[0]["value"] == "2026-01-20"
    for first, last, words in (
        ("2026-01-05", "2026-01-04", "before it begins"),
        ("2025-12-01", "2025-12-02", "over already"),
        ("Friday", "2026-01-04", "not a day"),
    ):
        result = await camp.slash(camp.cy, "vacation", **{"from": first, "to": last})
        assert words in text(result.response)
    assert "away on 2026-01-07" in text((await camp.slash(camp.cy, "vacation", **{"from": "2026-01-07"})).response)


# -------------------------------------------------------------- orders
async def the_walk(home: Hut) -> tuple[simcord.MemberActor, list[simcord.MemberActor]]:
    await bid(home, home.cy)
    who = await walker(home)
    return who, [one for one in (home.ana, home.ben, home.cy) if one != who]


async def test_an_order_is_left_like_a_move_and_answers(camp: Hut) -> None:
    who, (first, second) = await the_walk(camp)
    panel = (await camp.slash(first, "orders")).response
    assert panel is not None
    assert panel.ephemeral
    posts, rev = len(camp.games.history()), (await camp.table()).rev
    left = (await camp.click(first, panel, "Until this round ends")).response
    assert "Noted. It answers for you" in text(left)
    assert "Your standing order: Never whistle › Until this round ends" in text(left)
    assert (len(camp.games.history()), (await camp.table()).rev) == (posts, rev), "nobody sees that an order was left"
    await play(camp, who, "walk south 1")
    assert await waiting(camp) == [second]
    assert "order" not in "".join(text(message) for message in camp.games.history()).replace("Standing orders", "")
    own = (await camp.slash(first, "hand")).response
    assert "Your standing order has answered for you: “Pass”." in text(own)


async def test_the_panel_offers_orders_also_out_of_turn(camp: Hut) -> None:
    _, (first, _) = await the_walk(camp)
    for who in (await walker(camp), first):
        panel = (await camp.slash(who, "hand")).response
        assert panel is not None
        opened = await camp.click(who, panel, "Standing orders")
        assert opened.response is not None
        assert "Never whistle" in text(opened.response)
        assert "How long?" in text(opened.response)
        back = [part for part in controls(opened.response) if part.get("label") == "Back to your move"]
        assert bool(back) == (who != first), "only who is asked has a move to go back to"
        if back:
            again = (await camp.click(who, opened.response, "Back to your move")).response
            assert "Never whistle" not in text(again)
            assert "Standing orders" in text(again), "the panel of the move, in the same message"
    stranger = await camp.slash(camp.dee, "orders")
    assert "not in this game" in text(stranger.response)


async def test_an_order_while_being_asked_answers_at_once(camp: Hut) -> None:
    who, (first, second) = await the_walk(camp)
    await play(camp, who, "walk south 1")
    assert await waiting(camp) == [first]
    panel = (await camp.slash(first, "orders")).response
    assert panel is not None
    press = hold(camp.env, first, panel, controls(panel)[0]["custom_id"])
    twice = hold(camp.env, first, panel, controls(panel)[0]["custom_id"])
    await deliver(camp.env, press, twice)
    assert press.result.acknowledged
    assert "gone on meanwhile" in text(twice.result.response), "the second press is from before the answer"
    assert await waiting(camp) == [second]
    assert called(sent(camp)[-1]) == [second.id]


async def test_an_order_is_taken_back(camp: Hut) -> None:
    _, (first, _) = await the_walk(camp)
    panel = (await camp.slash(first, "orders")).response
    assert panel is not None
    left = (await camp.click(first, panel, "Until this round ends")).response
    assert left is not None
    result = await camp.click(first, left, "Take back: Never whistle › Until this round ends")
    assert "Taken back" in text(result.response)
    assert await camp.bot.tables.orders.of(1, first.id) == []


# -------------------------------------------------------------- votes
async def the_vote(home: Hut, **options: object) -> simcord.ResponseMessage:
    """Twelve hours later Ana calls a vote about Cy."""
    await pass_hours(home, 12.1)
    message = (await home.slash(home.ana, "vote", **options)).response
    assert message is not None
    return message


async def test_no_vote_while_there_is_time(camp: Hut) -> None:
    assert "**Cy** has time yet: a vote is possible in 12 hours" in text((await camp.slash(camp.ana, "vote")).response)
    assert "not in this game" in text((await camp.slash(camp.dee, "vote")).response)


async def test_my_tables_leads_to_the_vote(camp: Hut) -> None:
    await the_vote(camp)
    waits = "you are asked** in a vote about a seat"
    assert waits in text((await camp.slash(camp.ben, "mytables")).response)
    assert waits not in text((await camp.slash(camp.cy, "mytables")).response), "it is about his own seat"


async def test_a_safe_move_by_vote(camp: Hut) -> None:
    message = await the_vote(camp)
    assert not message.ephemeral
    assert f"<@{camp.ana.id}>, <@{camp.ben.id}>: **Cy** has been asked" in text(message)
    voted = await camp.click(camp.ana, message, "Play a safe move")
    assert "**Ana**: Play a safe move" in text(voted.response)
    done = await camp.click(camp.ben, message, "Play a safe move")
    assert "a safe move is played for **Cy**, who stays in the game" in text(done.response)
    assert not controls(done.response)  # type: ignore[arg-type]
    assert await waiting(camp) != [camp.cy]
    assert "By a vote, a safe move is played for **Cy**" in "".join(text(m) for m in camp.games.history())


async def test_the_vote_of_somebody_else_and_ones_own(camp: Hut) -> None:
    message = await the_vote(camp)
    for who, words in ((camp.cy, "your own seat"), (camp.dee, "not in this game")):
        assert words in text((await camp.click(who, message, "Wait")).response)


async def test_a_move_ends_the_vote_and_its_message_says_so(camp: Hut) -> None:
    message = await the_vote(camp)
    press = hold(
        camp.env, camp.ben, message, next(p["custom_id"] for p in controls(message) if p["label"] == "Drop the seat")
    )
    await camp.click(camp.ana, message, "Drop the seat")
    await bid(camp, camp.cy)
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "this vote is over" in text(shown)
    assert not controls(shown)
    await deliver(camp.env, press)
    assert "vote is over" in text(press.result.response)
    assert not any(person.left for person in (await camp.table()).seats)


async def test_two_last_ballots_at_once(camp: Hut) -> None:
    message = await the_vote(camp)
    await camp.click(camp.ana, message, "Play a safe move")
    custom_id = next(part["custom_id"] for part in controls(message) if part["label"] == "Play a safe move")
    presses = [hold(camp.env, camp.ben, message, custom_id) for _ in range(2)]
    await deliver(camp.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    moved = [m for m in camp.games.history() if "By a vote" in text(m)]
    assert len(moved) == 1


async def test_dropping_a_seat_by_vote_and_a_restart_in_between(camp: Hut) -> None:
    message = await the_vote(camp)
    await camp.click(camp.ana, message, "Drop the seat")
    await camp.restart()
    await camp.click(camp.ben, message, "Drop the seat")
    table = await camp.table()
    assert [person.left for person in table.seats] == [False, False, True]
    assert table.status == "running"
    assert camp.cy not in await waiting(camp)


async def test_a_voter_who_leaves(camp: Hut) -> None:
    """Ana wants a safe move, Ben gives up without voting: Ana is the only voter left, and the scheduler counts."""
    message = await the_vote(camp)
    await camp.click(camp.ana, message, "Play a safe move")
    asked = (await camp.slash(camp.ben, "resign")).response
    assert asked is not None
    await camp.click(camp.ben, asked, "Give up")
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "a safe move is played" in text(shown)


async def test_a_voter_who_has_left_the_server_is_not_waited_for(camp: Hut) -> None:
    """Ben owes nothing and cannot answer any more: Ana is alone, and decides after twice the time as in a game of two."""
    message = await the_vote(camp)
    camp.guild.remove_member(camp.ben)
    await camp.env.settle()
    soon = await camp.click(camp.ana, message, "Drop the seat")
    assert controls(soon.response), "Cy has time yet"  # type: ignore[arg-type]
    await pass_hours(camp, 12.1)
    (done,) = [post for post in camp.games.history() if post.id == message.id]
    assert "a computer plays on in **Cy (computer)**’s seat" in text(done)
    table = await camp.table()
    assert [person.left for person in table.seats] == [False, False, True], "Ben keeps his seat: nobody voted about it"


async def test_a_voter_who_is_only_slow_is_waited_for(camp: Hut) -> None:
    message = await the_vote(camp)
    path = f"/guilds/{camp.guild.id}/members/{camp.ben.id}"
    camp.env.inject_error("GET", path, status=503)
    done = await camp.click(camp.ana, message, "Drop the seat")
    assert controls(done.response), "while Discord does not say, Ben is here"  # type: ignore[arg-type]
    assert not any(person.left for person in (await camp.table()).seats)


async def test_the_tables_notice_leads_to_the_vote(camp: Hut) -> None:
    await pass_hours(camp, 24.1)
    assert "I stop reminding" in text(camp.post)
    opened = (await camp.click(camp.ben, camp.post, "Vote")).response
    assert "What shall be done?" in text(opened)


async def test_a_vote_asked_for_again_moves_to_the_newer_message(camp: Hut) -> None:
    first = await the_vote(camp)
    await camp.click(camp.ana, first, "Wait")
    second = (await camp.slash(camp.ben, "vote")).response
    assert "**Ana**: Wait" in text(second), "what was voted is kept"
    (shown,) = [one for one in camp.games.history() if one.id == first.id]
    assert "newer message" in text(shown)
    assert not controls(shown)


async def test_in_a_game_of_two_a_rival_who_left_the_server_is_voted_about_at_once(race: Hut) -> None:
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    assert "all the time it needs" in text((await race.slash(race.ana, "vote")).response)
    race.guild.remove_member(race.ben)
    await race.env.settle()
    message = (await race.slash(race.ana, "vote")).response
    assert message is not None
    await race.click(race.ana, message, "Drop the seat")
    table = await race.table()
    assert table.status == "finished"
    assert table.result.winners == (0,)


# -------------------------------------------------------------- replace
async def test_a_seat_is_handed_to_a_friend(camp: Hut) -> None:
    await camp.slash(camp.cy, "replace", who=camp.dee)
    offer = camp.post
    assert f"<@{camp.dee.id}>, **Cy** would like to hand you this seat" in text(offer)
    assert "held out to somebody else" in text((await camp.click(camp.ana, offer, "Take the seat")).response)
    presses = [hold(camp.env, camp.dee, offer, controls(offer)[0]["custom_id"]) for _ in range(2)]
    await deliver(camp.env, *presses)
    assert all(press.result.acknowledged for press in presses)
    table = await camp.table()
    assert table.names == ("Ana", "Ben", "Dee")
    assert len(table.past) == 1
    assert f"<@{camp.dee.id}>, it is your move" in text(camp.post), "a new post: an edit would call nobody"
    log = text((await camp.slash(camp.ana, "log")).response)
    assert "**Cy** hands the seat on." in log
    assert "**Dee** plays on in that seat." in log
    assert "not in this game" in text((await camp.slash(camp.cy, "hand")).response)
    panel = (await camp.slash(camp.dee, "hand")).response
    assert panel is not None
    assert controls(panel)


async def test_a_seat_is_not_wanted(camp: Hut) -> None:
    await camp.slash(camp.cy, "replace", who=camp.dee)
    result = await camp.click(camp.dee, camp.post, "No, thanks")
    assert "**Cy** keeps the seat: the offer was declined" in text(result.response)
    await camp.slash(camp.cy, "replace", who=camp.dee)
    result = await camp.click(camp.cy, camp.post, "No, thanks")
    assert "the offer was withdrawn" in text(result.response)
    assert "seen another hand" in text((await camp.slash(camp.cy, "replace", who=camp.ana)).response)


async def test_a_vote_hands_the_seat_to_a_friend(camp: Hut) -> None:
    message = await the_vote(camp, heir=camp.dee)
    await camp.click(camp.ana, message, "Hand the seat to Dee")
    done = await camp.click(camp.ben, message, "Hand the seat to Dee")
    assert "seat is offered to a friend" in text(done.response)
    offer = camp.post
    assert f"<@{camp.dee.id}>, the table offers you **Cy**’s seat" in text(offer)
    assert called(sent(camp)[-1]) == [camp.dee.id]
    await camp.click(camp.dee, offer, "Take the seat")
    assert (await camp.table()).names == ("Ana", "Ben", "Dee")
    assert (await camp.bot.tables.snapshots.take(1, None)).clocks[0].since > 1767225600 + 12 * HOUR


async def test_an_offer_by_vote_ends_with_the_players_move(camp: Hut) -> None:
    message = await the_vote(camp, heir=camp.dee)
    for who in (camp.ana, camp.ben):
        await camp.click(who, message, "Hand the seat to Dee")
    offer = camp.post
    await bid(camp, camp.cy)
    assert "no longer stands" in text((await camp.click(camp.dee, offer, "Take the seat")).response)


# -------------------------------------------------------------- heirs
async def test_an_heir_is_named_in_a_vote_that_is_open(camp: Hut) -> None:
    """The notice's own button opens a vote without one."""
    await pass_hours(camp, 24.1)
    opened = (await camp.click(camp.ben, camp.post, "Vote")).response
    assert opened is not None
    assert "name a friend below" in text(opened)
    which = next(part["custom_id"] for part in parts(opened) if part["type"] == USER_SELECT)
    named = (await camp.ana.select(opened, [camp.dee], custom_id=which)).response
    assert named is not None
    assert not [part for part in parts(named) if part["type"] == USER_SELECT]
    for who in (camp.ana, camp.ben):
        await camp.click(who, opened, "Hand the seat to Dee")
    assert f"<@{camp.dee.id}>, the table offers you **Cy**’s seat" in text(camp.post)


async def test_an_heir_is_named_by_the_command_too(camp: Hut) -> None:
    await pass_hours(camp, 24.1)
    await camp.click(camp.ben, camp.post, "Vote")
    newer = (await camp.slash(camp.ana, "vote", heir=camp.dee)).response
    assert newer is not None
    for who in (camp.ana, camp.ben):
        await camp.click(who, newer, "Hand the seat to Dee")
    assert f"<@{camp.dee.id}>, the table offers you **Cy**’s seat" in text(camp.post)


async def test_who_cannot_take_the_seat_is_not_named(camp: Hut) -> None:
    await pass_hours(camp, 24.1)
    opened = (await camp.click(camp.ben, camp.post, "Vote")).response
    assert opened is not None
    which = next(part["custom_id"] for part in parts(opened) if part["type"] == USER_SELECT)
    robot = camp.guild.add_member(camp.env.create_user("robot", global_name="Robot", bot=True))
    for wrong, why in ((robot, "A bot cannot play"), (camp.ana, "seat")):
        told = (await camp.ana.select(opened, [wrong], custom_id=which)).response
        assert why in text(told)
    assert "vote is about your own seat" in text((await camp.cy.select(opened, [camp.dee], custom_id=which)).response)
    await bid(camp, camp.cy)
    with pytest.raises(Late, match="vote is over"):
        await camp.bot.tables.votes.name(1, camp.ana.id, 1, (camp.dee.id, "Dee"))
    assert (await camp.bot.tables.votes.vote(1)).heir is None


async def test_an_heir_who_has_left_the_server_is_named_no_more(camp: Hut) -> None:
    message = await the_vote(camp, heir=camp.dee)
    await camp.click(camp.ana, message, "Hand the seat to Dee")
    camp.guild.remove_member(camp.dee)
    await camp.env.settle()
    result = await camp.click(camp.ben, message, "Hand the seat to Dee")
    assert "That friend cannot take the seat any more" in "".join(text(one) for one in result.followups)
    (shown,) = [one for one in camp.games.history() if one.id == message.id]
    assert "Hand the seat to Dee" not in text(shown)
    assert controls(shown), "the vote goes on"


async def test_an_heir_who_left_before_the_count_is_offered_nothing(camp: Hut) -> None:
    """Ben gives up, and Ana's ballot decides: the scheduler counts, and asks Discord about Dee first."""
    message = await the_vote(camp, heir=camp.dee)
    await camp.click(camp.ana, message, "Hand the seat to Dee")
    camp.guild.remove_member(camp.dee)
    asked = (await camp.slash(camp.ben, "resign")).response
    assert asked is not None
    await camp.click(camp.ben, asked, "Give up")
    await pass_hours(camp, 12)
    assert not [one for one in camp.games.history() if "the table offers you" in text(one)]
    assert (await camp.bot.tables.votes.vote(1)).heir is None


async def test_what_the_table_has_offered_is_not_the_late_ones_to_withdraw(camp: Hut) -> None:
    message = await the_vote(camp, heir=camp.dee)
    for who in (camp.ana, camp.ben):
        await camp.click(who, message, "Hand the seat to Dee")
    offer = camp.post
    assert "offered your seat by a vote" in text((await camp.click(camp.cy, offer, "No, thanks")).response)
    eve = camp.guild.add_member(camp.env.create_user("eve", global_name="Eve"))
    assert "offered your seat by a vote" in text((await camp.slash(camp.cy, "replace", who=eve)).response)
    await camp.click(camp.dee, offer, "Take the seat")
    assert (await camp.table()).names == ("Ana", "Ben", "Dee")


async def test_an_offer_that_may_not_be_posted_is_offered_later(camp: Hut) -> None:
    message = await the_vote(camp, heir=camp.dee)
    await camp.click(camp.ana, message, "Hand the seat to Dee")
    path = f"/channels/{camp.games.id}/messages"
    camp.env.inject_error("POST", path, status=403, code=50013, times=1)
    await camp.click(camp.ben, message, "Hand the seat to Dee")
    assert not [one for one in camp.games.history() if "the table offers you" in text(one)]
    await pass_hours(camp, 0.6)
    offers = [one for one in camp.games.history() if "the table offers you" in text(one)]
    assert len(offers) == 1
    await camp.click(camp.dee, offers[0], "Take the seat")
    assert (await camp.table()).names == ("Ana", "Ben", "Dee")
