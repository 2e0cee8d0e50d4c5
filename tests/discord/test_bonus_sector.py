"""The Bonus Sector of The Expanse Board Game: nothing that others see depends on it until the bases are scored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import simcord

from tests.discord.expanse_table import assign_factions, read_public_view
from tests.discord.fake_server import FakeServer, Message, list_pictures, open_server, read_text


def read_words(message: Message | None) -> str:
    """Return a message's words without the ids of messages that it links to: Discord chooses those."""
    return re.sub(r"\d{15,}", "#", read_text(message))


async def play_until_score_card(server: FakeServer) -> simcord.MemberActor:
    """Play the safest moves until a player takes a SCORE card. Return that player.

    Players keep an Event if they can, so that somebody is left to ask before the bases are scored.
    """
    await assign_factions(server)
    table, tables = await server.load_table(), server.bot.tables
    game = server.bot.catalogue.load_game("expanse")
    for _ in range(200):
        seat = (await tables.snapshots.take_snapshot(table.id, None)).waiting_seats[0]
        user = table.find_seat_user(seat)
        _, _, menu = await tables.moves.load_menu(table.id, user)
        if [option.word for option in menu.list_open_options()] == ["bonus"]:
            await server.env.settle()  # skip the posts of the moves so far
            return server.find_actor(user)
        move = game.safe_move(seat, menu)
        if move[:1] == ("event",):
            answers = {option.word for option in menu.next_menu("event").list_open_options()}  # type: ignore[union-attr]
            move = ("event", "keep") if "keep" in answers else ("event", "decline")
        await tables.moves.play(table.id, user, move)
    raise AssertionError("no SCORE card came")


async def read_public_views(tmp_path: Path, word: str) -> tuple[str, list[object]]:
    """Choose the Sector with this word, "dice" for a roll. Return the Sector, and all that the others see afterwards."""
    async with open_server(tmp_path) as home:
        taker = await play_until_score_card(home)
        post_count = len(home.games.history())
        answer = await home.run_command(taker, "expanse bonus", sector=word)
        assert "Done" in read_text(answer.response)
        view = await read_public_view(home)
        assert (view.phase, view.sealed, view.bonus) == ("scoring", True, None)
        table = await home.load_table()
        sector = (await home.bot.tables.snapshots.take_snapshot(table.id, table.find_seat(taker.id))).view.bonus
        public: list[object] = [
            (read_words(message), await list_pictures(message)) for message in home.games.history()[post_count:]
        ]
        assert public, "the post has been renewed"
        for other in (person for person in home.people if person != taker):
            for name in ("board", "log", "hand", "record"):
                shown = (await home.run_command(other, name)).response
                assert shown is not None
                public.append((other.id, name, read_words(shown), await list_pictures(shown)))
        answer_with_file = (await home.run_command(taker, "record")).response
        assert answer_with_file is not None
        (record,) = await list_pictures(answer_with_file)
        seat = table.find_seat(taker.id)
        assert f"\n{seat} ?\n" in record.decode(), "sealed in the taker's own record too: it may be handed round"
        public.append(record)
        return sector, public


async def test_nothing_that_others_see_depends_on_the_bonus_sector(tmp_path_factory: pytest.TempPathFactory) -> None:
    inner, seen_inner = await read_public_views(tmp_path_factory.mktemp("inner"), "inner")
    outer, seen_outer = await read_public_views(tmp_path_factory.mktemp("outer"), "outer")
    rolled, seen_rolled = await read_public_views(tmp_path_factory.mktemp("dice"), "dice")
    assert (inner, outer) == ("inner", "outer")
    assert rolled in ("inner", "belt", "outer")
    assert seen_inner == seen_outer
    assert seen_inner == seen_rolled, "a roll looks like a choice"


async def test_the_bonus_sector_of_a_given_up_seat_is_hidden(tmp_path: Path) -> None:
    """A given-up seat takes a SCORE card: the dice choose the Sector, and no post, log or record shows it."""
    async with open_server(tmp_path) as home:
        taker = await play_until_score_card(home)
        seat = (await home.load_table()).find_seat(taker.id)
        confirmation = (await home.run_command(taker, "resign")).response
        assert confirmation is not None
        await home.click_button(taker, confirmation, "Give up")
        assert (await read_public_view(home)).sealed, "somebody else has an Event to play first"
        friend = next(person for person in home.people if person != taker)
        log = read_text((await home.run_command(friend, "log")).response)
        assert "has chosen the Bonus Sector." in log
        public = log + "".join(read_text(post) for post in home.games.history())
        assert "The dice choose" not in public
        assert "The Bonus Sector is" not in public
        answer_with_file = (await home.run_command(friend, "record")).response
        assert answer_with_file is not None
        (record,) = await list_pictures(answer_with_file)
        assert f"\nresign {seat}\n{seat} ?\n" in record.decode()
        assert "bonus" not in record.decode()
