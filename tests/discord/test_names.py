"""Names with markup, mentions, links and invisible characters, in everything that the bot writes."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.i18n import text_formatter
from cogs.i18n.display_names import escape_message_name
from cogs.messages.screen_size import PHONE, count_lines
from tests.discord.camp_game import offer_only_camp, pass_hours, play_first_bid, start_game
from tests.discord.checked_server import open_checked_server
from tests.discord.fake_server import TEXT_TYPE, FakeServer, Message, list_components
from tests.i18n.nasty_names import ESCAPED_NAMES

OWN_MARKUP_PATTERN = re.compile(
    r"<@\d{15,}>|<#\d{15,}>|</[^:>]+:\d{15,}>|<t:\d+:[RfD]>|\]\(https://discord\.com/channels/[\d/]+\)|`(\d+|Terra Nova)`"
    r"|^- ~~|~~$",
    re.MULTILINE,
)
"""The bot's own markup: simcord's ids are long."""
MARKUP_PATTERN = re.compile(r"<|@|https?:/|\]\(|:\w+:|discord\.gg/|__|~~|\|\||`")
INVISIBLE_PATTERN = re.compile(r"[\x00-\x08\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3164]")
NAME_ATTRIBUTES = ("display_name", "global_name", "successor_name", "player_names")
PERSON_VARIABLES = ("person", "holder", "user", "member", "friend", "rating", "seat", "offer")
NAME_GROUPS = [list(ESCAPED_NAMES)[i : i + 4] for i in range(0, len(ESCAPED_NAMES), 4)]
MESSAGE_KINDS = 3
"""Kinds of messages that show names: each has a test, and each group of names goes through one of them in `make test`."""


def list_group_cases(kind: int) -> list[Any]:
    """List the groups of names for a kind of messages: all in `make soak`, every third one in `make test`."""
    return [
        pytest.param(names, marks=[] if number % MESSAGE_KINDS == kind else pytest.mark.soak, id=str(number))
        for number, names in enumerate(NAME_GROUPS)
    ]


def set_names(server: FakeServer, names: list[str]) -> None:
    """Rename Ana, Ben, Cy and Dee."""
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
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "·", OWN_MARKUP_PATTERN.sub("", written.replace("`terra-nova`", "terra-nova")))
    assert not MARKUP_PATTERN.search(bare), bare
    assert bare.count("**") % 2 == 0, bare
    assert "****" not in bare
    read = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written)
    for one in shown_names:
        assert one in read, read
    for label in (*list_labels(message), written):
        assert not INVISIBLE_PATTERN.search(label), label


def check_everything_shown(server: FakeServer, names: list[str]) -> None:
    """Check that no answer and no message of the server holds one of the names unescaped, or an invisible character."""
    answers = [message for result in server.results for message in (result.response, *result.followups) if message]
    posts = [post for channel in (server.games, server.expedition) for post in channel.history()]
    dangerous_names = [one for one in names if escape_message_name(one) != ESCAPED_NAMES[one]]
    for message in (*answers, *posts):
        written = list_texts(message)
        bare = re.sub(r"\\[^0-9A-Za-z\s]", "·", written)
        assert not [one for one in dangerous_names if ESCAPED_NAMES[one] in bare], bare
        for label in (*list_labels(message), written):
            assert not INVISIBLE_PATTERN.search(label), label


@pytest.mark.parametrize("names", list_group_cases(0))
async def test_names_are_plain_text(camp_lobby: FakeServer, names: list[str]) -> None:
    """Show the names in all messages about a lobby and a running game."""
    home = camp_lobby
    set_names(home, names)
    ana, ben, cy = (ESCAPED_NAMES[one] or f"Player {seat}" for seat, one in enumerate(names[:3], 1))
    await start_game(home)
    check_plain(home.newest_post, cy)
    check_plain((await home.click_button(home.cy, home.newest_post, "Your move")).response)
    for command in ("hand", "board", "log", "tables", "history", "record", "undo", "orders", "help", "why"):
        await home.run_command(home.ana, command)
    check_plain((await home.run_command(home.dee, "tables")).response, ESCAPED_NAMES[names[0]] or "Player 1")
    check_plain((await home.run_command(home.ana, "mytables")).response, ESCAPED_NAMES[names[2]] or "Somebody")
    check_plain((await home.run_command(home.ben, "replace", who=home.dee)).response, ben)
    closing = (await home.run_command(home.ben, "close")).response
    assert closing is not None
    await home.click_button(home.ben, closing, "Ask the others")
    await pass_hours(home, 12.1)
    vote = (await home.run_command(home.ana, "vote", heir=home.dee)).response
    check_plain(vote)  # which mentions whom it is about
    assert vote is not None
    check_plain((await home.click_button(home.ana, vote, "Wait")).response, ana)
    check_plain((await home.run_command(home.ana, "pace", time=24)).response, ana)
    await home.run_command(home.ben, "computer")
    check_plain((await home.run_command(home.ana, "mytables")).response)
    check_everything_shown(home, names)


@pytest.mark.parametrize("names", list_group_cases(1))
async def test_names_at_the_end_of_a_game_are_plain_text(server: FakeServer, names: list[str]) -> None:
    """Show the names in all messages about a game that is over, and in statistics."""
    set_names(server, names)
    ana, ben_at_table = (ESCAPED_NAMES[one] or f"Player {seat}" for seat, one in enumerate(names[:2], 1))
    await server.start_game("amundsen", 2)
    assert ana[:12] in " ".join(list_labels(server.newest_post)), "the alt text calls her by name"
    await server.run_command(server.ana, "move", words="choose scott")
    await server.run_command(server.ana, "undo")
    await server.play_safe_moves(4)  # a game that somebody leaves earlier counts for nobody
    asked = (await server.run_command(server.ana, "resign")).response
    assert asked is not None
    await server.click_button(server.ana, asked, "Give up")
    check_plain(server.newest_post, ana)
    check_plain((await server.run_command(server.ana, "log")).response, ana)
    check_plain((await server.click_button(server.cy, server.newest_post, "In words")).response)
    await server.bot.tables.settings.save_setting("person", server.cy.id, "words", "yes")
    check_plain((await server.run_command(server.cy, "board")).response)
    listed = (await server.run_command(server.ana, "history")).response
    check_plain(listed, ana, ben_at_table)
    assert listed is not None
    check_plain((await server.choose_values(server.ana, listed, "1")).response, ben_at_table)
    ben = ESCAPED_NAMES[names[1]] or "Somebody"
    check_plain((await server.run_command(server.ana, "stats", person=server.ben)).response, ben)
    check_plain((await server.run_command(server.ana, "stats", person=server.dee)).response)
    check_plain((await server.run_command(server.ana, "leaderboard")).response, ben)
    for command in ("replay", "record", "board"):
        await server.run_command(server.ana, command)
    check_everything_shown(server, names)


async def press(server: FakeServer, user: simcord.MemberActor, message: Message | None, label: str) -> Message | None:
    """Press a button of a message, and return the answer."""
    assert message is not None
    return (await server.click_button(user, message, label)).response


@pytest.mark.parametrize("names", list_group_cases(2))
async def test_names_in_decisions_are_plain_text(camp_lobby: FakeServer, names: list[str]) -> None:
    """Show the names in questions about undo, seats handed on, acts of moderators, and their outcomes."""
    home = camp_lobby
    set_names(home, names)
    await start_game(home)
    ana, ben, cy, dee = home.people
    await play_first_bid(home, cy)
    await press(home, cy, (await home.run_command(cy, "undo")).response, "Ask the others")
    check_plain(home.newest_post)
    await press(home, ana, home.newest_post, "No, it stands")
    offer = (await home.run_command(cy, "replace", who=dee)).response
    check_plain(await press(home, dee, offer, "No, thanks"))
    await pass_hours(home, 5)
    check_plain(await press(home, dee, (await home.run_command(cy, "replace", who=dee)).response, "Take the seat"))
    moderator = discord.Permissions(manage_channels=True).value
    for who in (ana, cy):  # Ana plays, Cy has played
        rule = Overwrite(target_id=who.id, type=OverwriteType.MEMBER, allow=moderator, deny=0)
        home.env.backend.set_overwrite(home.games.id, rule)
    await home.env.settle()
    await press(home, ana, (await home.run_command(ana, "undo", move=1)).response, "Ask the others")
    check_plain(home.newest_post)
    check_plain(await press(home, ben, home.newest_post, "No, leave it as it is"))
    await press(home, ben, (await home.run_command(ben, "computer")).response, "Ask everybody")
    check_plain(home.newest_post)
    for who in (ana, dee):
        check_plain(await press(home, who, home.newest_post, "Agree"))
    await press(home, dee, (await home.run_command(dee, "resign")).response, "Give up")
    check_plain((await home.run_command(ana, "reinstate", who=dee)).response)
    check_plain(await press(home, ben, home.newest_post, "Agree"))
    check_plain((await home.run_command(cy, "reinstate", who=ben)).response)
    await pass_hours(home, 30)
    for who in (ana, ben, dee):
        await home.run_command(who, "vote")
    await home.run_command(ben, "vacation", **{"from": "2026-01-04", "to": "2026-01-05"})
    await home.run_command(ben, "play", home.expedition, game="toy")
    for who in (cy, dee):
        await home.run_command(who, "join", home.expedition)
    await home.run_command(ben, "options", home.expedition, name="rated", value="no")
    check_plain((await home.run_command(ben, "start", home.expedition)).response)
    await home.run_command(ben, "invite", home.expedition, friend=ana)
    await home.run_command(ben, "leave", home.expedition, person=cy)
    check_everything_shown(home, names)
    shown = "\n".join(list_texts(post) for post in home.games.history())
    for words in ("plays on in this seat", "keeps the seat", "All have agreed", "has the seat again", "The vote ends"):
        assert words in shown, words
    home.env.backend.delete_channel(home.games.id)
    home.games = home.expedition
    await home.run_command(ben, "close")
    await pass_hours(home, 2)
    check_everything_shown(home, names)


def test_a_name_enters_a_text_by_the_formatter_only() -> None:
    """No message formats a name in another way, whether a test shows it or not."""
    folder = Path(text_formatter.__file__).parents[1]
    found = [
        f"{file.relative_to(folder)}:{part.lineno}"
        for file in folder.rglob("*.py")
        for part in ast.walk(ast.parse(file.read_text("utf-8")))
        if has_bare_name(part)
    ]
    assert found == []


def has_bare_name(part: ast.AST) -> bool:
    """Return whether a part of the code is a text or a formatted string with a person's name as it is."""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in ("say", "count"):
        values = [keyword.value for keyword in part.keywords]
    elif isinstance(part, ast.JoinedStr):
        values = part.values
    else:
        return False
    return any(is_bare_name(value.value if isinstance(value, ast.FormattedValue) else value) for value in values)


def is_bare_name(value: ast.expr) -> bool:
    if not isinstance(value, ast.Attribute):
        return False
    owner = value.value.id if isinstance(value.value, ast.Name) else ""
    return value.attr in NAME_ATTRIBUTES or (value.attr == "name" and owner in PERSON_VARIABLES)


def test_the_search_for_bare_names_finds_them() -> None:
    for code in (
        'say("{name}", name=person.name)',
        'f"{user.display_name} moves"',
        'count("{n}", "{n}", 1, who=vote.successor_name)',
    ):
        assert any(has_bare_name(part) for part in ast.walk(ast.parse(code))), code
    assert not any(
        has_bare_name(part) for part in ast.walk(ast.parse('say("{name}", name=format_name(person, language))'))
    )


def test_only_the_formatter_cleans_names() -> None:
    """Other modules have chosen between the two functions wrongly."""
    folder = Path(text_formatter.__file__).parents[1]
    importing = [file.name for file in folder.rglob("*.py") if "i18n.display_names" in file.read_text("utf-8")]
    assert importing == ["text_formatter.py"]


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


def test_the_escapes_of_a_name_take_no_space_in_a_line() -> None:
    name = "_" * PHONE.line_chars
    assert len(escape_message_name(name)) > PHONE.line_chars
    assert count_lines(escape_message_name(name)) == 1
