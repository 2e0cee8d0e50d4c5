"""Events of The Expanse Board Game that are offered to people who are not there: kept Events, standing orders, restarts in
the middle of an offer, all of it in one game for four."""

from __future__ import annotations

import re

import pytest
import simcord

from engine.kernel.menu import Menu, Words, sample
from engine.ops import doctor
from tests.discord.camp import called, sent
from tests.discord.expanse_table import seen, the_factions
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, Message, controls, text
from tests.discord.player import MOST, Player


async def owed(home: Hut, who: simcord.MemberActor) -> Menu:
    _, _, root = await home.bot.tables.moves.menu((await home.table()).id, who.id)
    return root


async def command(home: Hut, who: simcord.MemberActor, words: Words) -> simcord.InteractionResult:
    """A move as a slash command: every word under the name of its menu."""
    given: dict[str, str] = {}
    at = (await owed(home, who)).then(words[0])
    for word in words[1:]:
        assert at is not None
        given[at.name] = word
        at = at.then(word)
    return await home.slash(who, f"expanse {words[0]}", **given)


async def revision(home: Hut) -> int:
    return int((await home.table()).rev)


async def moves(home: Hut) -> list[tuple[int, str]]:
    """Seat and words of all moves so far; what is secret reads "?"."""
    record = await home.bot.tables.history.record((await home.table()).id)
    return [(move.seat, " ".join(move.words)) for move in record.moves]


def placeholders(panel: Message) -> str:
    """What stands in the selects before anything is chosen."""
    return "\n".join(part.get("placeholder", "") for part in controls(panel))


async def ask_only_about(home: Hut, who: simcord.MemberActor, *cards: str) -> None:
    """Leave word by /orders, as one does it: the kind of order, the cards, and that it is meant."""
    panel = (await home.slash(who, "orders")).response
    assert panel is not None
    assert "Ask me only about certain cards" in placeholders(panel)
    meant = (await home.choose(who, panel, *cards)).response
    assert meant is not None
    assert "Leave this order?" in text(meant)
    left = (await home.click(who, meant, "Leave this order")).response
    assert "Noted. It answers for you" in text(left)


# ------------------------------------------------------------------ restarts
async def by_an_old_panel(home: Hut, who: simcord.MemberActor) -> None:
    """The panel is from before the restart. Its button is pressed twice, and Discord delivers one of the presses twice."""
    panel = (await home.click(who, home.post, "Your move")).response
    assert panel is not None
    decline = next(part for part in controls(panel) if part.get("label") == "Decline")
    press, other = (hold(home.env, who, panel, decline["custom_id"]) for _ in range(2))
    await home.restart()
    before, seat = len(await moves(home)), home.people.index(who)
    for held in (press, press, other):
        await deliver(home.env, held)
    assert press.result.acknowledged
    assert other.result.acknowledged
    since = (await moves(home))[before:]
    assert since[0] == (seat, "event decline")
    assert since.count((seat, "event decline")) == 1


async def by_the_old_post(home: Hut, who: simcord.MemberActor) -> None:
    """Only the public post is left from before the restart."""
    post = home.post
    await home.restart()
    before = len(await moves(home))
    panel = (await home.click(who, post, "Your move")).response
    assert panel is not None
    label = next(
        part["label"] for part in controls(panel) if part.get("label", "").startswith(("Keep the Event", "Decline"))
    )
    await home.click(who, panel, label)
    assert (await moves(home))[before][0] == home.people.index(who)
    assert (await moves(home))[before][1] in ("event keep", "event decline")
    again = await home.click(who, post, "Your move")
    assert again.response is not None
    assert len(await moves(home)) - before <= 2, "one answer, and at most one by Dee's order"


async def by_command(home: Hut, who: simcord.MemberActor) -> None:
    """No panel at all: the command answers, and the same command again does not."""
    await home.restart()
    before, seat = len(await moves(home)), home.people.index(who)
    await home.slash(who, "expanse event", answer="decline")
    again = await home.slash(who, "expanse event", answer="decline")
    since = (await moves(home))[before:]
    assert since[0] == (seat, "event decline")
    assert since.count((seat, "event decline")) == 1
    assert any(words in text(again.response) for words in ("It is not your turn", "belongs to another moment"))


RESTARTS = (by_an_old_panel, by_the_old_post, by_command)


# ---------------------------------------------------------------- whole game
def policy(root: Menu, player: Player, n: int) -> Words:
    """What the four like to do: spend points, so that Events are offered; keep what they can; play it later."""
    verbs = {option.word for option in root.open()}
    if "event" in verbs:
        answers = {option.word for option in root.then("event").open()}  # type: ignore[union-attr]
        return ("event", "keep") if "keep" in answers and n % 2 else ("event", "decline")
    if "scoring" in verbs and n % 2:
        return ("scoring", "pass")
    if "play" in verbs and n % 3 == 0:
        verbs = {"play"}
    elif "take" in verbs:
        spaces = root.then("take")
        assert spaces is not None
        cheapest = spaces.open()[0].word
        below = spaces.then(cheapest)
        if below is not None:
            uses = {option.word for option in below.open()}
            if "keep" in uses and n % 4 == 1:
                return ("take", cheapest, "keep")
            words = ("take", cheapest, "points", "done")
            spending = below.then("points")
            assert spending is not None
            more = spending.then("done")  # Josephus Miller asks whether the card's Event is used as well
            return (*words, more.open()[-1].word) if more is not None else words
        return ("take", cheapest)
    verb = next(option.word for option in root.open() if option.word in verbs)
    below = root.then(verb)
    return (verb, *sample(below, player.below)) if below is not None else (verb,)


@pytest.mark.slow
async def test_a_game_for_four_with_kept_events_standing_orders_and_restarts_in_offers(home: Hut) -> None:
    await the_factions(home)
    await ask_only_about(home, home.dee, "transponder")
    player, restarts, n, asked_dee = Player(home, "offers"), list(RESTARTS), 0, 0
    while (who := await player.waiting()) is not None:
        view, before = await seen(home), await revision(home)
        if view.phase == "offer":
            assert view.offered is not None
            assert f"<@{who.id}>, it is your move: The Expanse Board Game" in text(home.post)
            assert f"On offer: {view.offered.name}" in text(home.post)
            assert called(sent(home)[-1]) == [who.id], "nobody else is called"
            if who is home.dee:
                asked_dee += 1
                assert view.offered.word == "transponder", "she is asked about this card only"
        if view.phase == "offer" and restarts:
            await restarts.pop(0)(home, who)
        else:
            await command(home, who, policy(await owed(home, who), player, n))
        assert await revision(home) > before
        n += 1
        assert n < MOST
    table = await home.table()
    assert table.status == "finished"
    assert restarts == []
    assert [report.verdict for report in doctor.examine(home.config.store.path)] == ["same"]
    for one in home.people[:4]:
        await home.click(one, home.post, "It is over")  # until then what was secret stays so
    played = await moves(home)
    assert any(words.startswith("play ") for _, words in played), "a kept Event was played for a turn"
    assert any(re.match(r"scoring (?!pass|crew)", words) for _, words in played), "and one in a Scoring turn"
    assert sum(words == "event keep" or words.endswith(" keep") for _, words in played) > 3
    assert any(words.startswith("bonus ") for _, words in played)
    declined = sum(move == (3, "event decline") for move in played)
    assert declined >= 3, "the order has answered for Dee"
    assert asked_dee <= 1


# ---------------------------------------------------------- standing orders
async def spend_points_on(home: Hut, faction: str) -> str:
    """Whoever is on the move takes the first card that the faction is on, for its points, and the others before it decline.
    Returns the card's word."""
    for _ in range(40):
        view = await seen(home)
        table = await home.table()
        who = home.actor(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
        root = await owed(home, who)
        if view.phase == "offer":
            await command(home, who, ("event", "decline"))
            continue
        mover = next(side for side in view.sides if side.seat == view.active)
        if "take" not in {option.word for option in root.open()}:
            await command(home, who, home.bot.catalogue.game("expanse").stall(view.active, root))
            continue
        cards = [on for on in view.track if faction in on.card.factions and on.price <= mover.cp]
        if mover.faction != faction and cards:
            await command(home, who, ("take", str(cards[0].space), "points", "done"))
            return cards[0].card.word
        await command(home, who, ("take", "1", "points", "done") if not view.track[0].card.score else ("take", "1"))
    raise AssertionError("nobody took such a card")


@pytest.mark.parametrize("order", ["Decline all this turn", "Decline until my turn"])
async def test_an_order_answers_at_once_and_betrays_nothing(home: Hut, order: str) -> None:
    """What the others read is what they would read if Dee had declined by hand."""
    await the_factions(home)
    panel = (await home.slash(home.dee, "orders")).response
    assert panel is not None
    posts, before = len(home.games.history()), await revision(home)
    left = (await home.click(home.dee, panel, order)).response
    assert f"Your standing order: {order}" in text(left)
    assert (len(home.games.history()), await revision(home)) == (posts, before), "nobody sees that an order was left"
    view = await seen(home)
    space = next(on.space for on in view.track if {"pg"} < {*on.card.factions, "un"} and "pg" in on.card.factions)
    await home.slash(home.ana, "expanse take", space=str(space), use="points", **{"step-1": "done"})
    while (await seen(home)).phase == "offer":
        await home.slash(home.cy, "expanse event", answer="decline")
    assert (3, "event decline") in await moves(home)
    public = "\n".join(text(message) for message in home.games.history())
    assert "**Dee** declines the Event." in public
    for word in ("order", "until my turn", "all this turn"):
        assert word not in public
    for other in (home.ana, home.ben, home.cy):
        log = text((await home.slash(other, "log")).response)
        assert "**Dee** declines the Event." in log
        assert "standing order" not in log
        record = (await home.slash(other, "record")).response
        assert record is not None
        kept = (await record.attachments[0].read()).decode()
        assert "\n3 event decline\n" in kept
        assert "order" not in kept
    assert "Your standing order has answered for you: “Decline”." in text((await home.slash(home.dee, "log")).response)
    assert home.dee.id not in [user for body in sent(home)[-2:] for user in called(body)], "she was not called"


async def test_an_order_about_certain_cards_leaves_the_question_about_these(home: Hut) -> None:
    await the_factions(home)
    view = await seen(home)
    mine = [on for on in view.track if "pg" in on.card.factions and "un" not in on.card.factions]
    await ask_only_about(home, home.dee, mine[0].card.word, "assassin")
    await home.slash(home.ana, "expanse take", space=str(mine[0].space), use="points", **{"step-1": "done"})
    while (await seen(home)).phase == "offer" and f"<@{home.dee.id}>" not in text(home.post):
        await home.slash(home.cy, "expanse event", answer="decline")
    assert f"<@{home.dee.id}>, it is your move" in text(home.post), "she asked to be asked"
    await home.restart()
    await home.slash(home.dee, "expanse event", answer="decline")
    card = await spend_points_on(home, "pg")
    assert card not in (mine[0].card.word, "assassin")
    assert (await moves(home)).count((3, "event decline")) == 2
    assert f"<@{home.dee.id}>" not in text(home.post) or (await seen(home)).phase != "offer"
    opened = (await home.slash(home.dee, "orders")).response
    named = f"Ask me only about certain cards › {mine[0].card.name}, Assassin"
    assert f"Your standing order: {named}" in text(opened), "though the one has been used up and is offered no more"
    assert mine[0].card.word not in {"assassin", *[on.card.word for on in (await seen(home)).track]}


async def test_an_order_left_during_the_offer_survives_a_restart_and_a_withdrawal(home: Hut) -> None:
    """Asked in the middle of an offer, Dee leaves word, which answers; later she takes it back and is asked again."""
    await the_factions(home)
    assert await spend_points_on(home, "pg")
    while f"<@{home.dee.id}>, it is your move" not in text(home.post):
        await home.slash(home.cy, "expanse event", answer="decline")
    await ask_only_about(home, home.dee, "assassin")
    assert (await moves(home))[-1] == (3, "event decline")
    await home.restart()
    opened = (await home.slash(home.dee, "orders")).response
    assert opened is not None
    assert "Your standing order: Ask me only about certain cards › Assassin" in text(opened)
    back = next(part["label"] for part in controls(opened) if part.get("label", "").startswith("Take back: "))
    await home.click(home.dee, opened, back)
    await spend_points_on(home, "pg")
    while (await seen(home)).phase == "offer" and f"<@{home.dee.id}>" not in text(home.post):
        table = await home.table()
        who = home.actor(table.user_of((await home.bot.tables.snapshots.take(table.id, None)).waiting[0]))
        await home.slash(who, "expanse event", answer="decline")
    assert f"<@{home.dee.id}>, it is your move" in text(home.post)


async def test_an_order_takes_the_place_of_one_that_says_the_opposite(home: Hut) -> None:
    await the_factions(home)
    await ask_only_about(home, home.dee, "assassin")
    await home.bot.tables.orders.leave(1, home.dee.id, ("never", "transponder"))
    assert await home.bot.tables.orders.of(1, home.dee.id) == [("never", "transponder")]
    shown = text((await home.slash(home.dee, "orders")).response)
    assert "Your standing order: Decline certain cards" in shown
    assert "Your standing order: Ask me only" not in shown
