"""After the last move: everybody who played is called once, the end can be taken back, and "It is over" opens the seals."""

from __future__ import annotations

import pytest

from engine.host.model.table import REOPENED
from tests.discord.camp import called, pass_hours, sent
from tests.discord.hut import Hut, controls, text
from tests.discord.player import Player

HOURS = REOPENED / 3600


async def over(camp: Hut) -> Hut:
    """Camp is played to its end, by moves."""
    player = Player(camp, "to the end")
    while (who := await player.waiting()) is not None:
        await player.by_buttons(who)
    return camp


def labels(camp: Hut) -> list[str]:
    return [part["label"] for part in controls(camp.post)]


async def take_back(camp: Hut) -> None:
    """Whoever made the last move asks, and everybody agrees."""
    record = await camp.bot.tables.history.record(1)
    table = await camp.table()
    who = camp.actor(table.user_of(record.moves[-1].seat))
    asked = (await camp.click(who, camp.post, "Take back")).response
    assert asked is not None
    await camp.click(who, asked, next(part["label"] for part in controls(asked)))
    if "would like to take back" in text(camp.post):
        question = camp.post
        for other in camp.people[:3]:
            if other.id != who.id:
                await camp.click(other, question, "Agree")


async def test_everybody_who_played_is_called_once(camp: Hut) -> None:
    await over(camp)
    final = sent(camp)[-1]
    assert sorted(called(final)) == sorted(who.id for who in camp.people[:3])
    for who in camp.people[:3]:
        assert f"<@{who.id}>" in text(camp.post)
    posts = len(sent(camp))
    await camp.restart()
    await pass_hours(camp, HOURS + 1)
    assert len(sent(camp)) == posts, "nothing calls them again, the opening of the seals included"


async def test_who_is_asleep_then_is_called_when_the_quiet_hours_end(camp: Hut) -> None:
    await camp.bot.tables.people.set_hours(camp.ben.id, quiet=(0, 8 * 60))  # it is midnight
    await over(camp)
    assert camp.ben.id not in called(sent(camp)[-1])
    posts = len(sent(camp))
    await pass_hours(camp, 7)
    assert len(sent(camp)) == posts
    await camp.restart()
    await pass_hours(camp, 2)
    (late,) = sent(camp)[posts:]
    assert called(late) == [camp.ben.id]
    assert "your game of Camp has ended" in text(camp.post)


async def test_until_then_the_seed_stays_closed_and_then_the_same_post_tells_it(camp: Hut) -> None:
    await over(camp)
    final = camp.post
    assert labels(camp) == ["Rematch", "Replay", "Look", "Log", "Record", "Take back", "It is over"]
    assert "Until <t:" in text(final)
    assert "Terra Nova" not in text(final)
    news = [line for line in text(final).splitlines() if "ends" in line or "wins" in line]
    record = (await camp.click(camp.dee, final, "Record")).response
    assert record is not None
    assert "Terra Nova" not in (await record.attachments[0].read()).decode()
    assert "over for good" in text(record)
    assert "Terra Nova" not in text((await camp.slash(camp.dee, "audit")).response)
    await pass_hours(camp, HOURS + 1)
    assert camp.post.id == final.id
    assert "from the seed `Terra Nova`" in text(camp.post)
    assert all(line in text(camp.post) for line in news)
    assert labels(camp) == ["Rematch", "Replay", "Look", "Log", "Record", "Analysis"]
    record = (await camp.click(camp.dee, camp.post, "Record")).response
    assert record is not None
    assert "seed Terra Nova" in (await record.attachments[0].read()).decode()
    assert "over for good" in text((await camp.slash(camp.ana, "undo")).response)


async def test_it_is_over_opens_the_seals_when_all_have_pressed_it(camp: Hut) -> None:
    final = (await over(camp)).post
    assert "not in this game" in text((await camp.click(camp.dee, final, "It is over")).response)
    told = text((await camp.click(camp.ana, final, "It is over")).response)
    assert "Still to press it: **Ben**, **Cy**" in told
    await camp.click(camp.ben, final, "It is over")
    assert "Terra Nova" not in text(camp.post)
    assert "over for good" in text((await camp.click(camp.cy, final, "It is over")).response)
    assert camp.post.id == final.id
    assert "from the seed `Terra Nova`" in text(camp.post)


async def test_the_end_is_taken_back_and_comes_once_more(camp: Hut) -> None:
    final = (await over(camp)).post
    assert [file.filename for file in final.attachments] == ["board.png", "poster.png"]
    await take_back(camp)
    assert (await camp.table()).status == "running"
    old = await camp.channel().fetch_message(final.id)
    assert "This end was taken back" in text(old)
    assert "won" not in text(old)
    assert (old.attachments, controls(old)) == ([], [])
    assert "it is your move" in text(camp.post) or "a choice to make" in text(camp.post)
    await over(camp)
    assert camp.post.id != final.id
    assert "has won" in text(camp.post) or "have won" in text(camp.post) or "nobody has won" in text(camp.post)


async def test_a_rematch_in_the_making_stands_in_the_way_and_says_so(camp: Hut) -> None:
    final = (await over(camp)).post
    await camp.click(camp.ana, final, "Rematch")
    record = await camp.bot.tables.history.record(1)
    table = await camp.bot.tables.table(1)
    who = camp.actor(table.user_of(record.moves[-1].seat))
    asked = (await camp.click(who, final, "Take back")).response
    assert asked is not None
    result = await camp.click(who, asked, next(part["label"] for part in controls(asked)))
    if "would like to take back" in text(camp.post):
        question = camp.post
        others = [other for other in camp.people[:3] if other.id != who.id]
        for other in others:
            result = await camp.click(other, question, "Agree")
    assert "Close it first" in "".join(text(one) for one in [result.response, *result.followups])
    assert (await camp.bot.tables.table(1)).status == "finished"


@pytest.mark.parametrize("command", ["board", "log", "replay"])
async def test_what_spectators_see_stays_open(camp: Hut, command: str) -> None:
    await over(camp)
    assert (await camp.slash(camp.dee, command)).response is not None
