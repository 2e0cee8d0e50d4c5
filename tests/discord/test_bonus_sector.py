"""The Bonus Sector of The Expanse Board Game: until the bases are scored nothing that others get to see depends on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import simcord

from tests.discord.expanse_table import seen, the_factions
from tests.discord.hut import Hut, Message, hut, pictures, text


def words(message: Message | None) -> str:
    """What is read of a message, without the ids of messages that it links to: those are Discord's."""
    return re.sub(r"\d{15,}", "#", text(message))


async def taken(home: Hut) -> simcord.MemberActor:
    """Play on, by the safest moves, until somebody has taken a SCORE card; everybody keeps an Event if they can, so that
    there is somebody left to ask before the bases are scored. Returns who it is."""
    await the_factions(home)
    table, tables = await home.table(), home.bot.tables
    game = home.bot.catalogue.game("expanse")
    for _ in range(200):
        seat = (await tables.snapshots.take(table.id, None)).waiting[0]
        user = table.user_of(seat)
        _, _, menu = await tables.moves.menu(table.id, user)
        if [option.word for option in menu.open()] == ["bonus"]:
            await home.env.settle()  # what is posted of the moves so far is no news
            return home.actor(user)
        move = game.stall(seat, menu)
        if move[:1] == ("event",):
            answers = {option.word for option in menu.then("event").open()}  # type: ignore[union-attr]
            move = ("event", "keep") if "keep" in answers else ("event", "decline")
        await tables.moves.play(table.id, user, move)
    raise AssertionError("no SCORE card came")


async def others_see(tmp_path: Path, word: str) -> tuple[str, list[object]]:
    """The Sector, and all that the others get to see after it was chosen with this word."""
    async with hut(tmp_path) as home:
        taker = await taken(home)
        posts = len(home.games.history())
        own = await home.slash(taker, "expanse bonus", sector=word)
        assert "Done" in text(own.response)
        view = await seen(home)
        assert (view.phase, view.sealed, view.bonus) == ("scoring", True, None)
        table = await home.table()
        sector = (await home.bot.tables.snapshots.take(table.id, table.seat_of(taker.id))).view.bonus
        found: list[object] = [(words(message), await pictures(message)) for message in home.games.history()[posts:]]
        assert found, "the post has been renewed"
        for who in (one for one in home.people if one != taker):
            for name in ("board", "log", "hand", "record"):
                shown = (await home.slash(who, name)).response
                assert shown is not None
                found.append((who.id, name, words(shown), await pictures(shown)))
        kept = (await home.slash(taker, "record")).response
        assert kept is not None
        (record,) = await pictures(kept)
        seat = table.seat_of(taker.id)
        assert f"\n{seat} ?\n" in record.decode(), "sealed in the taker's own record too: it may be handed round"
        found.append(record)
        return sector, found


async def test_nothing_that_others_see_depends_on_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    inner, seen_inner = await others_see(tmp_path_factory.mktemp("inner"), "inner")
    outer, seen_outer = await others_see(tmp_path_factory.mktemp("outer"), "outer")
    thrown, seen_thrown = await others_see(tmp_path_factory.mktemp("dice"), "dice")
    assert (inner, outer) == ("inner", "outer")
    assert thrown in ("inner", "belt", "outer")
    assert seen_inner == seen_outer
    assert seen_inner == seen_thrown, "nor whether it was chosen or thrown for"


async def test_of_somebody_who_has_left_nobody_can_tell_it(tmp_path: Path) -> None:
    """A seat that was given up takes a SCORE card: the dice choose, and no post, log or record says what."""
    async with hut(tmp_path) as home:
        taker = await taken(home)
        seat = (await home.table()).seat_of(taker.id)
        asked = (await home.slash(taker, "resign")).response
        assert asked is not None
        await home.click(taker, asked, "Give up")
        assert (await seen(home)).sealed, "somebody else has an Event to play first"
        friend = next(who for who in home.people if who != taker)
        told = text((await home.slash(friend, "log")).response)
        assert "has chosen the Bonus Sector." in told
        public = told + "".join(text(post) for post in home.games.history())
        assert "The dice choose" not in public
        assert "The Bonus Sector is" not in public
        kept = (await home.slash(friend, "record")).response
        assert kept is not None
        (record,) = await pictures(kept)
        assert f"\nresign {seat}\n{seat} ?\n" in record.decode()
        assert "bonus" not in record.decode()
