"""/card: what is printed on any card, for everybody alike, in any channel."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec
import pytest

from cogs.interactions import limits
from engine.kernel import registry
from engine.kernel.text import plain
from tests.discord.camp import begin, put_on_the_shelf
from tests.discord.hut import Hut, hut, text

EXPANSE = registry.load("expanse")
ACTION_CARDS = [card for card in EXPANSE.printed() if card.kind is not None and plain(card.kind) == "Action card"]


async def read(home: Hut, name: str, **options: object) -> str:
    """What Ana reads of a card in #games."""
    result = await home.slash(home.ana, "card", name=name, **options)
    assert result.response is not None
    assert result.response.ephemeral
    return text(result.response)


async def offered(home: Hut, typed: str, channel: object = None, **options: object) -> list[str]:
    offers = await home.ana.autocomplete(channel or home.games, "card", "name", typed, **options)
    assert len(offers) <= limits.AUTOCOMPLETE_CHOICES
    assert all(0 < len(offer["name"]) <= limits.SELECT_TEXT for offer in offers)
    return [offer["value"] for offer in offers]


async def test_a_card_in_full_at_its_table(home: Hut) -> None:
    await home.begin("expanse", 4)
    *card, source = (await read(home, "drummer")).splitlines()
    assert card == [
        "### Camina Drummer",
        "-# Action card · The Expanse Board Game",
        "3 Action Points",
        "Event of MCR, OPA: Take actions worth 1 Action Point.",
        "Keeping the Event costs 1 CP.",
        "In games of 2, 3, 4 players.",
    ]
    assert source.startswith("-# Source: found elsewhere, but whether it shows OPA (our own), ")
    assert source.endswith("its use with three players (inferred).")
    assert "**E16.6** The Hybrid: choose a base" in await read(home, "The Hybrid")
    assert "-# Source: our own." in await read(home, "grey-market")


async def test_a_card_is_found_by_its_name_or_a_part_of_it(home: Hut) -> None:
    await home.begin("expanse", 2)
    for typed in ("Josephus Miller", "  josephus   miller ", "Josephus", "MILLER"):
        assert (await read(home, typed)).startswith("### Josephus Miller")


async def test_all_52_cards_of_the_expanse_and_what_else_is_printed(home: Hut) -> None:
    assert len(ACTION_CARDS) == 52
    for card in EXPANSE.printed():
        shown = await read(home, card.word, game="expanse")
        assert shown.startswith(f"### {plain(card.name)}\n")
        assert all(plain(line) in shown for line in card.text)
        assert "-# Source: " in shown


@pytest.mark.parametrize("slug", registry.slugs())
async def test_every_card_of_every_game_is_offered_and_shown(home: Hut, slug: str) -> None:
    for card in registry.load(slug).printed():
        assert card.word in await offered(home, plain(card.name), game=slug)
        assert f"### {plain(card.name)}\n" in await read(home, card.word, game=slug)


async def test_whoever_has_a_card_the_answer_is_the_same(home: Hut) -> None:
    """One lies on the Track, one is kept, the others lie in the deck or the box: nothing of it shows."""
    before = {card.word: await read(home, card.word, game="expanse") for card in ACTION_CARDS}
    await home.begin("expanse", 4)
    for faction, who in zip(("un", "mcr", "opa", "pg"), home.people, strict=True):
        await home.slash(who, "expanse faction", faction=faction)
    table = await home.table()
    view = (await home.bot.tables.snapshots.take(table.id, None)).view
    mover = home.actor(table.user_of(view.active))
    mine = view.sides[view.active].faction
    space = next(on.space for on in view.track if mine in on.card.factions and on.price + on.card.keep <= 10)
    await home.slash(mover, "expanse take", space=str(space), use="keep")
    assert (await home.bot.tables.snapshots.take(table.id, None)).view.sides[view.active].kept
    assert {card.word: await read(home, card.word) for card in ACTION_CARDS} == before


async def test_names_are_offered_as_they_are_typed(home: Hut) -> None:
    await home.begin("expanse", 2)
    assert await offered(home, "drum") == ["drummer"]
    assert await offered(home, "of ProtoGen") == ["pg-mat", "pg-tech-i", "pg-tech-ii", "pg-tech-iii"]
    assert len(await offered(home, "")) == 25
    assert await offered(home, "no such thing") == []


async def test_games_are_offered_that_have_cards(home: Hut) -> None:
    offers = await home.ana.autocomplete(home.games, "card", "game", "")
    games = [slug for slug in registry.slugs() if registry.load(slug).printed()]
    assert {"amundsen", "expanse"} <= set(games) < set(registry.slugs())
    assert [offer["value"] for offer in offers] == games
    assert [o["value"] for o in await home.ana.autocomplete(home.games, "card", "game", "1911")] == ["amundsen"]


async def test_another_game_than_the_channels(home: Hut) -> None:
    await home.begin("amundsen", 2)
    assert "**A10** Drop Supplies" in await read(home, "supplies")
    assert "In the deck: 3 red Dogs, 2 green Dogs, 2 blue Dogs, 2 yellow Dogs." in await read(home, "Dog")
    assert "**P10.5** Wreck:" in await read(home, "Wreck", game="paso")
    assert await offered(home, "wreck", game="paso") == ["eliminate"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Camina Drumer", "Did you mean one of these? Camina Drummer"),
        ("station", "There is no card “station” in The Expanse Board Game."),
        ("zzz", "Begin to type and choose one that is offered."),
        ("x" * 6000, "There is no card “" + "x" * 39 + "…” in The Expanse Board Game."),
        ("   ", "There is no card “” in The Expanse Board Game."),
        ("@everyone {name} `", "There is no card “@everyone {name} `”"),
    ],
)
async def test_no_such_card(home: Hut, typed: str, words: str) -> None:
    await home.begin("expanse", 2)
    assert words in await read(home, typed)


async def test_a_part_that_several_names_have(home: Hut) -> None:
    await home.begin("expanse", 2)
    told = await read(home, "ar")
    assert "Did you mean one of these? " in told
    assert told.count(",") <= 2, "three are named"


async def test_no_table_no_game_and_no_cards(home: Hut) -> None:
    assert "Say which game’s card you want to see: /card game:" in await read(home, "drummer")
    assert await offered(home, "drummer") == []
    assert "no game called “chess” here" in await read(home, "drummer", game="chess")
    assert "has no cards to look up. /rules" in await read(home, "ice", game="northwest")
    assert await offered(home, "", game="northwest") == []


async def test_a_lobby_is_enough(home: Hut) -> None:
    await home.slash(home.ana, "play", game="expanse")
    assert (await read(home, "drummer")).startswith("### Camina Drummer")


async def test_an_owners_cards_and_a_table_that_began_before_them(tmp_path: Path) -> None:
    """Whatever stands in the file, also a text that no message could hold; a table goes on with the cards it began with."""
    ours = resources.files("engine.games.expanse").joinpath("components.toml").read_text("utf-8")
    line = 'text = "Take actions worth 1 Action Point."'
    assert line in ours
    theirs = ours.replace(line, f'text = "{"Printed in a very small hand. " * 300}"')
    async with hut(tmp_path) as home:
        await home.begin("expanse", 2)
        home.config = msgspec.structs.replace(home.config, components={"expanse": theirs})
        await home.restart()
        assert "Take actions worth 1 Action Point." in await read(home, "drummer")
        assert "Take actions worth 1 Action Point." in await read(home, "drummer", game="expanse")
        result = await home.slash(home.ana, "card", home.expedition, name="drummer", game="expanse")
        assert "Printed in a very small hand." in text(result.response)
        assert "-# Source: found elsewhere" in text(result.response), "what comes after it has its room"


async def test_a_game_without_cards_says_so_at_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_the_shelf(monkeypatch)
    async with hut(tmp_path) as home:
        await begin(home)
        assert "has no cards to look up" in await read(home, "spade")
