"""Events of The Expanse Board Game that are offered to absent people: kept Events, standing orders, and restarts in the
middle of an offer, all in one game for four.
"""

from __future__ import annotations

import re

import pytest
import simcord

from engine.kernel.menu import Menu, Words, sample_move
from engine.ops import doctor
from tests.discord.camp_game import list_called_users, list_sent_bodies
from tests.discord.expanse_table import assign_factions, read_public_view
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.panels import find_answer, leave_order, press_label
from tests.discord.player import MAX_DECISIONS, RandomPlayer


async def load_decision(server: FakeServer, user: simcord.MemberActor) -> Menu:
    _, _, root = await server.bot.tables.moves.load_menu((await server.load_table()).id, user.id)
    return root


async def run_move_command(server: FakeServer, user: simcord.MemberActor, words: Words) -> simcord.InteractionResult:
    """Run a move as a slash command: every word under the name of its menu."""
    given: dict[str, str] = {}
    at = (await load_decision(server, user)).next_menu(words[0])
    for word in words[1:]:
        assert at is not None
        given[at.name] = word
        at = at.next_menu(word)
    return await server.run_command(user, f"expanse {words[0]}", **given)


async def read_revision(server: FakeServer) -> int:
    return int((await server.load_table()).revision)


async def list_moves(server: FakeServer) -> list[tuple[int, str]]:
    """List seat and words of all moves so far; secret words read "?"."""
    record = await server.bot.tables.history.build_record((await server.load_table()).id)
    return [(move.seat, " ".join(move.words)) for move in record.moves]


async def order_cards(server: FakeServer, user: simcord.MemberActor, *cards: str) -> None:
    """Decline all Events but the ones of certain cards, about which the person is asked."""
    await leave_order(server, user, "Ask me about Events offered", "Certain cards", *cards)
    await leave_order(server, user, "Decline Events offered to me", "Until the game ends")
    panel = find_answer(await server.run_command(user, "orders"))
    if len([part for part in list_controls(panel) if ":ofirst:" in part["custom_id"]]) == 1:
        part = next(part for part in list_controls(panel) if ":ofirst:" in part["custom_id"])
        await server.choose_values(user, panel, part["options"][-1]["value"], custom_id=part["custom_id"])


# ------------------------------------------------------------------ restarts
async def press_old_panel(server: FakeServer, user: simcord.MemberActor) -> None:
    """Press a button twice on a panel from before the restart. Discord delivers one of the presses twice."""
    panel = (await server.click_button(user, server.newest_post, "Your move")).response
    assert panel is not None
    decline = next(part for part in list_controls(panel) if part.get("label") == "Decline")
    press, other = (hold_interaction(server.env, user, panel, decline["custom_id"]) for _ in range(2))
    await server.restart()
    before, seat = len(await list_moves(server)), server.people.index(user)
    for held in (press, press, other):
        await deliver_held(server.env, held)
    assert press.result.acknowledged
    assert other.result.acknowledged
    since = (await list_moves(server))[before:]
    assert since[0] == (seat, "event decline")
    assert since.count((seat, "event decline")) == 1


async def press_old_post(server: FakeServer, user: simcord.MemberActor) -> None:
    """Press the public post, which is all that is left from before the restart."""
    post = server.newest_post
    await server.restart()
    before = len(await list_moves(server))
    panel = (await server.click_button(user, post, "Your move")).response
    assert panel is not None
    label = next(
        part["label"]
        for part in list_controls(panel)
        if part.get("label", "").startswith(("Keep the Event", "Decline"))
    )
    await server.click_button(user, panel, label)
    assert (await list_moves(server))[before][0] == server.people.index(user)
    assert (await list_moves(server))[before][1] in ("event keep", "event decline")
    again = await server.click_button(user, post, "Your move")
    assert again.response is not None
    assert len(await list_moves(server)) - before <= 2, "one answer, and at most one by Dee's order"


async def move_by_command(server: FakeServer, user: simcord.MemberActor) -> None:
    """Move by the command without a panel, and check that a second try does nothing."""
    await server.restart()
    before, seat = len(await list_moves(server)), server.people.index(user)
    await server.run_command(user, "expanse event", answer="decline")
    again = await server.run_command(user, "expanse event", answer="decline")
    since = (await list_moves(server))[before:]
    assert since[0] == (seat, "event decline")
    assert since.count((seat, "event decline")) == 1
    assert any(words in read_text(again.response) for words in ("It is not your turn", "belongs to another moment"))


MOVES_AFTER_RESTART = (press_old_panel, press_old_post, move_by_command)


# ---------------------------------------------------------------- whole game
def choose_by_policy(root: Menu, player: RandomPlayer, n: int) -> Words:
    """Choose as all four players do: spend points, so that Events are offered; keep what they can; play it later."""
    verbs = {option.word for option in root.list_open_options()}
    if "event" in verbs:
        answers = {option.word for option in root.next_menu("event").list_open_options()}  # type: ignore[union-attr]
        return ("event", "keep") if "keep" in answers and n % 2 else ("event", "decline")
    if "scoring" in verbs and n % 2:
        return ("scoring", "pass")
    if "play" in verbs and n % 3 == 0:
        verbs = {"play"}
    elif "take" in verbs:
        spaces = root.next_menu("take")
        assert spaces is not None
        cheapest = spaces.list_open_options()[0].word
        below = spaces.next_menu(cheapest)
        if below is not None:
            uses = {option.word for option in below.list_open_options()}
            if "keep" in uses and n % 4 == 1:
                return ("take", cheapest, "keep")
            words = ("take", cheapest, "points", "done")
            spending = below.next_menu("points")
            assert spending is not None
            more = spending.next_menu("done")  # Josephus Miller asks whether to use the card's Event as well
            return (*words, more.list_open_options()[-1].word) if more is not None else words
        return ("take", cheapest)
    verb = next(option.word for option in root.list_open_options() if option.word in verbs)
    below = root.next_menu(verb)
    return (verb, *sample_move(below, player.roll_below)) if below is not None else (verb,)


@pytest.mark.soak
async def test_a_game_for_four_with_kept_events_standing_orders_and_restarts_in_offers(server: FakeServer) -> None:
    await assign_factions(server)
    await order_cards(server, server.dee, "transponder")
    player, restarts, n, asked_dee = RandomPlayer(server, "offers"), list(MOVES_AFTER_RESTART), 0, 0
    while (who := await player.find_asked_user()) is not None:
        view, before = await read_public_view(server), await read_revision(server)
        if view.phase == "offer":
            assert view.offered is not None
            assert f"<@{who.id}>, it is your move: The Expanse Board Game" in read_text(server.newest_post)
            assert f"On offer: {view.offered.name}" in read_text(server.newest_post)
            assert list_called_users(list_sent_bodies(server)[-1]) == [who.id], "nobody else is called"
            if who is server.dee:
                asked_dee += 1
                assert view.offered.word == "transponder", "she is asked about this card only"
        if view.phase == "offer" and restarts:
            await restarts.pop(0)(server, who)
        else:
            await run_move_command(server, who, choose_by_policy(await load_decision(server, who), player, n))
        assert await read_revision(server) > before
        n += 1
        assert n < MAX_DECISIONS
    table = await server.load_table()
    assert table.status == "finished"
    assert restarts == []
    assert [report.verdict for report in doctor.check_tables(server.config.store.path)] == ["same"]
    for one in server.people[:4]:
        await server.click_button(one, server.newest_post, "It is over")  # until then secrets stay secret
    played = await list_moves(server)
    assert any(words.startswith("play ") for _, words in played), "a kept Event was played for a turn"
    assert any(re.match(r"scoring (?!pass|crew)", words) for _, words in played), "and one in a Scoring turn"
    assert sum(words == "event keep" or words.endswith(" keep") for _, words in played) > 3
    assert any(words.startswith("bonus ") for _, words in played)
    declined = sum(move == (3, "event decline") for move in played)
    assert declined >= 3, "the order has answered for Dee"
    assert asked_dee <= 1


# ---------------------------------------------------------- standing orders
async def spend_card_points(server: FakeServer, faction: str) -> str:
    """Let the others decline until the faction's player can take the first card with its symbol, and take it for its points.

    Return the card's word.
    """
    for _ in range(40):
        view = await read_public_view(server)
        table = await server.load_table()
        who = server.find_actor(
            table.find_seat_user((await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0])
        )
        root = await load_decision(server, who)
        if view.phase == "offer":
            await run_move_command(server, who, ("event", "decline"))
            continue
        mover = next(side for side in view.sides if side.seat == view.active)
        if "take" not in {option.word for option in root.list_open_options()}:
            await run_move_command(server, who, server.bot.catalogue.load_game("expanse").safe_move(view.active, root))
            continue
        cards = [on for on in view.track if faction in on.card.factions and on.price <= mover.cp]
        if mover.faction != faction and cards:
            await run_move_command(server, who, ("take", str(cards[0].space), "points", "done"))
            return cards[0].card.word
        await run_move_command(
            server, who, ("take", "1", "points", "done") if not view.track[0].card.score else ("take", "1")
        )
    raise AssertionError("nobody took such a card")


@pytest.mark.parametrize("order", ["This turn", "Until my turn"])
async def test_an_order_answers_at_once_and_betrays_nothing(server: FakeServer, order: str) -> None:
    """The others read the same as if Dee had declined by hand."""
    await assign_factions(server)
    posts, before = len(server.games.history()), await read_revision(server)
    left = await leave_order(server, server.dee, "Decline Events offered to me", order)
    assert f"1. Decline Events offered to me › {order}" in read_text(left)
    assert (len(server.games.history()), await read_revision(server)) == (posts, before), (
        "nobody sees that an order was left"
    )
    view = await read_public_view(server)
    space = next(on.space for on in view.track if {"pg"} < {*on.card.factions, "un"} and "pg" in on.card.factions)
    await server.run_command(server.ana, "expanse take", space=str(space), use="points", **{"step-1": "done"})
    while (await read_public_view(server)).phase == "offer":
        await server.run_command(server.cy, "expanse event", answer="decline")
    assert (3, "event decline") in await list_moves(server)
    public = "\n".join(read_text(message) for message in server.games.history())
    assert "**Dee** declines the Event." in public
    for word in ("order", "Until my turn", "This turn"):
        assert word not in public
    for other in (server.ana, server.ben, server.cy):
        log = read_text((await server.run_command(other, "log")).response)
        assert "**Dee** declines the Event." in log
        assert "standing order" not in log
        record = (await server.run_command(other, "record")).response
        assert record is not None
        kept = (await record.attachments[0].read()).decode()
        assert "\n3 event decline\n" in kept
        assert "order" not in kept
    assert "Your standing order has answered for you: “Decline”." in read_text(
        (await server.run_command(server.dee, "log")).response
    )
    assert server.dee.id not in [user for body in list_sent_bodies(server)[-2:] for user in list_called_users(body)], (
        "she was not called"
    )


async def test_an_order_about_certain_cards_leaves_the_question_about_these(server: FakeServer) -> None:
    await assign_factions(server)
    view = await read_public_view(server)
    mine = [on for on in view.track if "pg" in on.card.factions and "un" not in on.card.factions]
    await order_cards(server, server.dee, mine[0].card.word, "assassin")
    await server.run_command(server.ana, "expanse take", space=str(mine[0].space), use="points", **{"step-1": "done"})
    while (await read_public_view(server)).phase == "offer" and f"<@{server.dee.id}>" not in read_text(
        server.newest_post
    ):
        await server.run_command(server.cy, "expanse event", answer="decline")
    assert f"<@{server.dee.id}>, it is your move" in read_text(server.newest_post), "she asked to be asked"
    await server.restart()
    await server.run_command(server.dee, "expanse event", answer="decline")
    card = await spend_card_points(server, "pg")
    assert card not in (mine[0].card.word, "assassin")
    assert (await list_moves(server)).count((3, "event decline")) == 2
    assert (
        f"<@{server.dee.id}>" not in read_text(server.newest_post) or (await read_public_view(server)).phase != "offer"
    )
    opened = (await server.run_command(server.dee, "orders")).response
    named = f"Ask me about Events offered › Certain cards › {mine[0].card.name}, Assassin"
    assert f"1. {named}" in read_text(opened), "though the one has been used up and is offered no more"
    assert mine[0].card.word not in {"assassin", *[on.card.word for on in (await read_public_view(server)).track]}


async def test_an_order_left_during_the_offer_survives_a_restart_and_a_withdrawal(server: FakeServer) -> None:
    """Asked in the middle of an offer, Dee leaves an order, which answers. Later she takes it back and is asked again."""
    await assign_factions(server)
    assert await spend_card_points(server, "pg")
    while f"<@{server.dee.id}>, it is your move" not in read_text(server.newest_post):
        await server.run_command(server.cy, "expanse event", answer="decline")
    await order_cards(server, server.dee, "assassin")
    assert (await list_moves(server))[-1] == (3, "event decline")
    await server.restart()
    opened = (await server.run_command(server.dee, "orders")).response
    assert opened is not None
    assert "1. Ask me about Events offered › Certain cards › Assassin" in read_text(opened)
    await press_label(server, server.dee, opened, "2. Decline Events offered to me")
    await spend_card_points(server, "pg")
    while (await read_public_view(server)).phase == "offer" and f"<@{server.dee.id}>" not in read_text(
        server.newest_post
    ):
        table = await server.load_table()
        who = server.find_actor(
            table.find_seat_user((await server.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0])
        )
        await server.run_command(who, "expanse event", answer="decline")
    assert f"<@{server.dee.id}>, it is your move" in read_text(server.newest_post)
