"""/card: the print of any card, the same for everybody, in any channel."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import msgspec
import pytest

from cogs.interactions import limits
from engine.kernel import registry
from engine.kernel.text import write_plain_text
from tests.discord.camp_game import offer_only_camp, start_game
from tests.discord.fake_server import FakeServer, Message, list_components, list_controls, open_server, read_text
from tests.game_cases import list_game_cases

EXPANSE_GAME = registry.load_game("expanse")
ACTION_CARDS = [
    card for card in EXPANSE_GAME.list_cards() if card.kind is not None and write_plain_text(card.kind) == "Action card"
]


async def read_card(server: FakeServer, name: str, channel: object = None, **options: object) -> str:
    """Return a card as Ana reads it in #games, or in another channel."""
    result = await server.run_command(server.ana, "card", channel, name=name, **options)
    assert result.response is not None
    assert result.response.ephemeral
    return read_text(result.response)


def list_alt_texts(message: Message) -> list[str]:
    return [item["description"] for part in list_components(message) for item in part.get("items", [])]


async def list_suggestions(server: FakeServer, typed: str, channel: object = None, **options: object) -> list[str]:
    offers = await server.ana.autocomplete(channel or server.games, "card", "name", typed, **options)
    assert len(offers) <= limits.MAX_SUGGESTIONS
    assert all(0 < len(offer["name"]) <= limits.MAX_SELECT_CHARS for offer in offers)
    return [offer["value"] for offer in offers]


async def test_a_card_in_full_at_its_table(server: FakeServer) -> None:
    await server.start_game("expanse", 4)
    *card, source, alt = (await read_card(server, "drummer")).splitlines()
    assert card == [
        "### Camina Drummer",
        "-# Action card · The Expanse Board Game",
        "3 Action Points",
        "Event of MCR, OPA: Take actions worth 1 Action Point.",
        "Keeping the Event costs 1 CP.",
        "In games of 2, 3, 4 players.",
    ]
    assert alt.startswith("Picture: Camina Drummer, Action card. 3 Action Points")
    assert source.startswith("-# Source: found elsewhere, but whether it shows OPA (our own), ")
    assert source.endswith("its use with three players (inferred).")
    assert "**E16.6** The Hybrid: choose a base" in await read_card(server, "The Hybrid")
    assert "-# Source: our own." in await read_card(server, "grey-market")


async def test_a_card_is_found_by_its_name_or_a_part_of_it(server: FakeServer) -> None:
    await server.start_game("expanse", 2)
    for typed in ("Josephus Miller", "  josephus   miller ", "Josephus", "MILLER"):
        assert (await read_card(server, typed)).startswith("### Josephus Miller")


def test_the_expanse_has_52_cards() -> None:
    assert len(ACTION_CARDS) == 52


@pytest.mark.parametrize("slug", list_game_cases())
async def test_every_card_of_every_game_is_offered_and_shown(server: FakeServer, slug: str) -> None:
    for card in registry.load_game(slug).list_cards():
        assert card.word in await list_suggestions(server, write_plain_text(card.name), game=slug)
        shown = await read_card(server, card.word, game=slug)
        assert f"### {write_plain_text(card.name)}\n" in shown
        if slug == "expanse":
            assert all(write_plain_text(line) in shown for line in card.text)
            assert "-# Source: " in shown


async def test_whoever_has_a_card_the_answer_is_the_same(server: FakeServer) -> None:
    """Cards lie on the Track, one is kept, the others lie in the deck or the box. The answer shows nothing of this."""
    await server.start_game("expanse", 4)
    for faction, who in zip(("un", "mcr", "opa", "pg"), server.people, strict=True):
        await server.run_command(who, "expanse faction", faction=faction)
    table = await server.load_table()
    view = (await server.bot.tables.snapshots.take_snapshot(table.id, None)).view
    mover = server.find_actor(table.find_seat_user(view.active))
    mine = view.sides[view.active].faction
    taken = next(on for on in view.track if mine in on.card.factions and on.price + on.card.keep <= 10)
    await server.run_command(mover, "expanse take", space=str(taken.space), use="keep")
    assert (await server.bot.tables.snapshots.take_snapshot(table.id, None)).view.sides[view.active].kept
    shown = {taken.card.word, *(on.card.word for on in view.track)}
    hidden = [card.word for card in ACTION_CARDS if card.word not in shown]
    for word in [*shown, *hidden[::6]]:
        assert await read_card(server, word) == await read_card(server, word, server.expedition, game="expanse")


async def test_names_are_offered_as_they_are_typed(server: FakeServer) -> None:
    await server.start_game("expanse", 2)
    assert await list_suggestions(server, "drum") == ["drummer"]
    assert await list_suggestions(server, "of ProtoGen") == ["pg-mat", "pg-tech-i", "pg-tech-ii", "pg-tech-iii"]
    assert len(await list_suggestions(server, "")) == 25
    assert await list_suggestions(server, "no such thing") == []


async def test_games_are_offered_that_have_cards(server: FakeServer) -> None:
    offers = await server.ana.autocomplete(server.games, "card", "game", "")
    games = [slug for slug in registry.list_slugs() if registry.load_game(slug).list_cards()]
    assert {"amundsen", "expanse", "northwest", "paso"} <= set(games)
    assert [offer["value"] for offer in offers] == games
    assert [o["value"] for o in await server.ana.autocomplete(server.games, "card", "game", "1911")] == ["amundsen"]


async def test_another_game_than_the_channels(server: FakeServer) -> None:
    await server.start_game("amundsen", 2)
    assert "**A10** Drop Supplies" in await read_card(server, "supplies")
    assert "In the deck: 3 red Dogs, 2 green Dogs, 2 blue Dogs, 2 yellow Dogs." in await read_card(server, "Dog")
    assert "**P10.5** Wreck:" in await read_card(server, "Wreck", game="paso")
    assert await list_suggestions(server, "wreck", game="paso") == ["eliminate"]


UNKNOWN_NAMES = (
    ("Camina Drumer", "Did you mean one of these?"),
    ("station", "There is no card “station” in The Expanse Board Game."),
    ("zzz", "Begin to type and choose one that is offered."),
    ("x" * 6000, "There is no card “" + "x" * 39 + "…” in The Expanse Board Game."),
    ("   ", "There is no card “” in The Expanse Board Game."),
    ("@everyone {name} `", "There is no card “@everyone {name} `”"),
)


async def test_no_such_card(server: FakeServer) -> None:
    await server.start_game("expanse", 2)
    for typed, words in UNKNOWN_NAMES:
        assert words in await read_card(server, typed)


async def test_a_piece_is_shown_with_its_picture_and_alt_text(server: FakeServer, locales: dict[int, str]) -> None:
    await server.start_game("expanse", 2)
    answer = (await server.run_command(server.ana, "card", name="yellow Dog", game="amundsen")).response
    assert answer is not None
    alts = ["Picture: Dog. In the deck: 3 red Dogs, 2 green Dogs, 2 blue Dogs, 2 yellow Dogs."]
    assert [attachment.filename for attachment in answer.attachments] == ["piece.png"]
    assert list_alt_texts(answer) == alts
    locales[server.ana.id] = "es-ES"
    spanish = (await server.run_command(server.ana, "card", name="ceres", game="expanse")).response
    assert spanish is not None
    assert list_alt_texts(spanish) == ["Imagen: Ceres, Base. Recurso: Minerales. Orbital: Ceres."]


async def test_a_piece_without_a_picture_is_shown_in_words(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.expanse.draw_piece_face", lambda *_: None)
    answer = (await server.run_command(server.ana, "card", name="ceres", game="expanse")).response
    assert answer is not None
    assert not answer.attachments
    assert read_text(answer).startswith("### Ceres")


async def test_a_part_that_several_names_have(server: FakeServer) -> None:
    await server.start_game("expanse", 2)
    told = await read_card(server, "ar")
    assert "There is no card “ar” in The Expanse Board Game. Did you mean one of these?" in told


async def test_the_nearest_name_is_a_button_to_its_card(server: FakeServer) -> None:
    await server.start_game("expanse", 2)
    answer = (await server.run_command(server.ana, "card", name="Camina Drumer")).response
    assert answer is not None
    assert next(part["label"] for part in list_controls(answer)) == "Camina Drummer · Action card"
    shown = await server.click_button(server.ana, answer, "Camina Drummer · Action card")
    assert read_text(shown.response).startswith("### Camina Drummer")


NAMED_PIECES = (
    ("amundsen", "yellow Dog", "Dog"),
    ("amundsen", "Amundsen", "Amundsen"),
    ("northwest", "L60", "tile L60"),
    ("northwest", "tile l60", "tile L60"),
    ("northwest", "sled", "sled"),
    ("paso", "treasure", "Chest"),
    ("paso", "zigzag", "zigzag"),
    ("paso", "Hudson", "Henry Hudson"),
    ("expanse", "UN", "UN"),
    ("expanse", "MCR", "MCR"),
    ("expanse", "ceres", "Ceres"),
    ("expanse", "Battleship", "Battleship"),
)


async def test_anything_with_a_name_is_found(server: FakeServer) -> None:
    for game, typed, name in NAMED_PIECES:
        assert (await read_card(server, typed, game=game)).startswith(f"### {name}\n")


async def test_no_table_and_no_game(server: FakeServer) -> None:
    assert "Say which game’s card you want to see: /card game:" in await read_card(server, "drummer")
    assert await list_suggestions(server, "drummer") == []
    assert "no game called “chess” here" in await read_card(server, "drummer", game="chess")


async def test_a_lobby_is_enough(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="expanse")
    assert (await read_card(server, "drummer")).startswith("### Camina Drummer")


async def test_an_owners_cards_and_a_table_that_began_before_them(tmp_path: Path) -> None:
    """An owner's file may hold any text, even one too long for a message; a table keeps the cards it began with."""
    ours = resources.files("engine.games.expanse").joinpath("components.toml").read_text("utf-8")
    line = 'text = "Take actions worth 1 Action Point."'
    assert line in ours
    theirs = ours.replace(line, f'text = "{"Printed in a very small hand. " * 300}"')
    async with open_server(tmp_path) as home:
        await home.start_game("expanse", 2)
        home.config = msgspec.structs.replace(home.config, components={"expanse": theirs})
        await home.restart()
        assert "Take actions worth 1 Action Point." in await read_card(home, "drummer")
        assert "Take actions worth 1 Action Point." in await read_card(home, "drummer", game="expanse")
        result = await home.run_command(home.ana, "card", home.expedition, name="drummer", game="expanse")
        assert "Printed in a very small hand." in read_text(result.response)
        assert "-# Source: found elsewhere" in read_text(result.response), "what comes after it has its room"


async def test_a_game_without_cards_says_so_at_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer_only_camp(monkeypatch)
    async with open_server(tmp_path) as home:
        await start_game(home)
        assert "has no cards to look up" in await read_card(home, "spade")
