"""Names with markup, mentions, links and invisible characters, in everything that the bot writes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.discord.camp_game import offer_only_camp, pass_hours, start_game
from tests.discord.checked_server import open_checked_server
from tests.discord.fake_server import TEXT_TYPE, FakeServer, Message, list_components
from tests.i18n.nasty_names import ESCAPED_NAMES

OWN_MARKUP_PATTERN = re.compile(
    r"<@\d{15,}>|<#\d{15,}>|<t:\d+:[RfD]>|\]\(https://discord\.com/channels/[\d/]+\)|`(\d+|Terra Nova)`"
)
"""The bot's own markup: simcord's ids are long."""
MARKUP_PATTERN = re.compile(r"<|@|https?:/|\]\(|:\w+:|discord\.gg/|__|~~|\|\||`")
INVISIBLE_PATTERN = re.compile(r"[\x00-\x08\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3164]")
NAME_TRIOS = [list(ESCAPED_NAMES)[i : i + 3] for i in range(0, len(ESCAPED_NAMES) - 2, 3)]


def set_names(server: FakeServer, names: list[str]) -> None:
    """Rename Ana, Ben and Cy."""
    for who, called in zip(server.people, names, strict=False):
        server.env.backend.users[who.id].global_name = called


@pytest.fixture
async def camp_lobby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeServer]:
    """Start a server that offers only the toy game, with no players yet."""
    offer_only_camp(monkeypatch)
    async with open_checked_server(tmp_path) as running:
        yield running


def list_labels(message: Message) -> Iterator[str]:
    """List the texts that show no markup: labels, placeholders, alt texts."""
    for part in list_components(message):
        yield from (part.get("label") or "", part.get("placeholder") or "")
        yield from (option["label"] for option in part.get("options", []))
        yield from (item.get("description") or "" for item in part.get("items", []))


def list_texts(message: Message) -> str:
    return "\n".join(part["content"] for part in list_components(message) if part["type"] == TEXT_TYPE)


def check_plain(message: Message | None, *shown_names: str) -> None:
    """Check that the message shows only the bot's own words and these names."""
    assert message is not None
    written = list_texts(message)
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", OWN_MARKUP_PATTERN.sub("", written.replace("`terra-nova`", "terra-nova")))
    assert not MARKUP_PATTERN.search(bare), bare
    assert bare.count("**") % 2 == 0, bare
    assert "****" not in bare
    read = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written)
    for one in shown_names:
        assert one in read, read
    for label in (*list_labels(message), written):
        assert not INVISIBLE_PATTERN.search(label), label


@pytest.mark.parametrize("names", NAME_TRIOS, ids=range(len(NAME_TRIOS)))
async def test_names_are_plain_text(camp_lobby: FakeServer, names: list[str]) -> None:
    set_names(camp_lobby, names)
    ana, _, cy = (ESCAPED_NAMES[one] or f"Player {seat}" for seat, one in enumerate(names, 1))
    await start_game(camp_lobby)
    check_plain(camp_lobby.newest_post, cy)
    check_plain((await camp_lobby.click_button(camp_lobby.cy, camp_lobby.newest_post, "Your move")).response)
    check_plain((await camp_lobby.run_command(camp_lobby.ana, "hand")).response, cy)
    check_plain((await camp_lobby.run_command(camp_lobby.ana, "log")).response)
    check_plain(
        (await camp_lobby.run_command(camp_lobby.ana, "mytables")).response, ESCAPED_NAMES[names[2]] or "Somebody"
    )
    await pass_hours(camp_lobby, 12.1)
    vote = (await camp_lobby.run_command(camp_lobby.ana, "vote", heir=camp_lobby.dee)).response
    check_plain(vote, cy)
    assert vote is not None
    check_plain((await camp_lobby.click_button(camp_lobby.ana, vote, "Wait")).response, ana, cy)


@pytest.mark.parametrize("names", NAME_TRIOS, ids=range(len(NAME_TRIOS)))
async def test_names_at_the_end_of_a_game_are_plain_text(server: FakeServer, names: list[str]) -> None:
    set_names(server, names)
    ana, _, _ = (ESCAPED_NAMES[one] or f"Player {seat}" for seat, one in enumerate(names, 1))
    await server.start_game("amundsen", 2)
    check_plain(server.newest_post)
    assert ana[:12] in " ".join(list_labels(server.newest_post)), "the alt text calls her by name"
    await server.play_safe_moves(4)  # a game that somebody leaves earlier counts for nobody
    asked = (await server.run_command(server.ana, "resign")).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Give up")
    check_plain(server.newest_post, ana)
    check_plain((await server.run_command(server.ana, "log")).response, ana)
    ben = ESCAPED_NAMES[names[1]] or "Somebody"
    check_plain((await server.run_command(server.ana, "stats", person=server.ben)).response, ben)
    check_plain((await server.run_command(server.ana, "leaderboard")).response, ben)


async def test_suggestions_call_people_by_name(server: FakeServer) -> None:
    """A reason why nothing can be suggested names the player on the move, in a choice of plain text."""
    set_names(server, ["Ana", "**Ben** <@1>"])
    await server.start_game("amundsen", 2)
    await server.run_command(server.ana, "amundsen choose", explorer="scott")
    late = (
        server.ana if (await server.bot.tables.snapshots.take_snapshot(1, None)).waiting_seats == (1,) else server.ben
    )
    seen = "**Ben** <@1>" if late is server.ana else "Ana"
    for command, parameter in (("move", "words"), ("amundsen choose", "explorer")):
        (offer,) = await late.autocomplete(server.games, command, parameter, "")
        assert seen in offer["name"]
        assert "seat" not in offer["name"]
