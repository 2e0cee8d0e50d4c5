"""Names with markup, mentions, links and characters that nobody sees, in all that the bot says."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.discord.camp import begin, pass_hours, put_on_the_shelf
from tests.discord.checked import checked
from tests.discord.hut import TEXT, Hut, Message, parts
from tests.words.nasty_names import NAMES

OWN = re.compile(r"<@\d{15,}>|<#\d{15,}>|<t:\d+:[RfD]>|\]\(https://discord\.com/channels/[\d/]+\)|`(\d+|Terra Nova)`")
"""What the bot writes itself: simcord's ids are long."""
READ = re.compile(r"<|@|https?:/|\]\(|:\w+:|discord\.gg/|__|~~|\|\||`")
UNSEEN = re.compile(r"[\x00-\x08\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3164]")
TRIOS = [list(NAMES)[i : i + 3] for i in range(0, len(NAMES) - 2, 3)]


def name(home: Hut, names: list[str]) -> None:
    """Ana, Ben and Cy have called themselves something else."""
    for who, called in zip(home.people, names, strict=False):
        home.env.backend.users[who.id].global_name = called


@pytest.fixture
async def tent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hut]:
    """Camp is on the shelf, and nobody has sat down yet."""
    put_on_the_shelf(monkeypatch)
    async with checked(tmp_path) as running:
        yield running


def labels(message: Message) -> Iterator[str]:
    """What shows no markup: labels, placeholders, alt texts."""
    for part in parts(message):
        yield from (part.get("label") or "", part.get("placeholder") or "")
        yield from (option["label"] for option in part.get("options", []))
        yield from (item.get("description") or "" for item in part.get("items", []))


def texts(message: Message) -> str:
    return "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT)


def plain(message: Message | None, *seen: str) -> None:
    """The message is read as the bot's own words with these names in them, and nothing else."""
    assert message is not None
    written = texts(message)
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", OWN.sub("", written.replace("`terra-nova`", "terra-nova")))
    assert not READ.search(bare), bare
    assert bare.count("**") % 2 == 0, bare
    assert "****" not in bare
    read = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written)
    for one in seen:
        assert one in read, read
    for label in (*labels(message), written):
        assert not UNSEEN.search(label), label


@pytest.mark.parametrize("names", TRIOS, ids=range(len(TRIOS)))
async def test_names_are_plain_text(tent: Hut, names: list[str]) -> None:
    name(tent, names)
    ana, _, cy = (NAMES[one] or f"Player {seat}" for seat, one in enumerate(names, 1))
    await begin(tent)
    plain(tent.post, cy)
    plain((await tent.click(tent.cy, tent.post, "Your move")).response)
    plain((await tent.slash(tent.ana, "hand")).response, cy)
    plain((await tent.slash(tent.ana, "log")).response)
    plain((await tent.slash(tent.ana, "mytables")).response, NAMES[names[2]] or "Somebody")
    await pass_hours(tent, 12.1)
    vote = (await tent.slash(tent.ana, "vote", heir=tent.dee)).response
    plain(vote, cy)
    assert vote is not None
    plain((await tent.click(tent.ana, vote, "Wait")).response, ana, cy)


@pytest.mark.parametrize("names", TRIOS, ids=range(len(TRIOS)))
async def test_names_at_the_end_of_a_game_are_plain_text(home: Hut, names: list[str]) -> None:
    name(home, names)
    ana, _, _ = (NAMES[one] or f"Player {seat}" for seat, one in enumerate(names, 1))
    await home.begin("amundsen", 2)
    plain(home.post)
    assert ana[:12] in " ".join(labels(home.post)), "the alt text calls her by name"
    asked = (await home.slash(home.ana, "resign")).response
    assert asked is not None
    await home.click(home.ana, asked, "Give up")
    plain(home.post, ana)
    plain((await home.slash(home.ana, "log")).response, ana)
    ben = NAMES[names[1]] or "Somebody"
    plain((await home.slash(home.ana, "stats", person=home.ben)).response, ben)
    plain((await home.slash(home.ana, "leaderboard")).response, ben)


async def test_suggestions_call_people_by_name(home: Hut) -> None:
    """A reason why nothing can be suggested names who is on the move, in a choice that is plain text."""
    name(home, ["Ana", "**Ben** <@1>"])
    await home.begin("amundsen", 2)
    await home.slash(home.ana, "amundsen choose", explorer="scott")
    late = home.ana if (await home.bot.tables.snapshots.take(1, None)).waiting == (1,) else home.ben
    seen = "**Ben** <@1>" if late is home.ana else "Ana"
    for command, parameter in (("move", "words"), ("amundsen choose", "explorer")):
        (offer,) = await late.autocomplete(home.games, command, parameter, "")
        assert seen in offer["name"]
        assert "seat" not in offer["name"]
