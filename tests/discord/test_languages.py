"""Two languages at one table: private texts are in the person's language, public texts in the server's."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.results import to_discord_message

from cogs.commands.play.game_commands import LabelMatcher, resolve_word
from cogs.i18n.languages import Language, LanguageRegistry, generate_catalogue_folders, load_catalogue
from cogs.i18n.locale_resolver import LocaleResolver
from cogs.interactions import limits
from engine import rulebook
from engine.host.model.settings import SettingOwner
from engine.kernel import registry
from tests.discord.fake_server import (
    FakeServer,
    list_components,
    list_controls,
    list_pictures,
    list_texts,
    open_server,
    read_text,
)
from tests.discord.player import RandomPlayer
from tests.game_cases import list_game_cases

MAX_DECISIONS = 10
"""The number of decisions that shows all texts of a game often enough."""
TRANSLATED_GAMES = [slug for slug, _ in generate_catalogue_folders("es") if slug]
SPANISH_LOCALE, CHILEAN_LOCALE, FRENCH_LOCALE, ENGLISH_LOCALE = "es-ES", "es-419", "fr", "en-GB"


@pytest.fixture
async def english_server(server: FakeServer, locales: dict[int, str]) -> FakeServer:
    """Set up an English server; Ana's Discord speaks Spanish, Ben's English."""
    locales |= {server.ana.id: SPANISH_LOCALE, server.ben.id: ENGLISH_LOCALE}
    return server


@pytest.fixture
async def spanish_server(tmp_path: Path, locales: dict[int, str]) -> AsyncIterator[FakeServer]:
    """Set up a Spanish server; Ana's Discord speaks English, Ben's Chilean Spanish, Cy's French."""
    async with open_server(tmp_path) as home:
        translate_server(home)
        locales |= {home.ana.id: ENGLISH_LOCALE, home.ben.id: CHILEAN_LOCALE, home.cy.id: FRENCH_LOCALE}
        yield home


def translate_server(server: FakeServer) -> None:
    server.env.backend.edit_guild(server.guild.id, {"preferred_locale": SPANISH_LOCALE})


async def start_game(server: FakeServer, game: str = "amundsen", *, join: str, start: str) -> None:
    await server.run_command(server.ana, "play", game=game)
    await server.click_button(server.ben, server.newest_post, join)
    await server.click_button(server.ana, server.newest_post, start)


# ------------------------------------------------------------- English server
async def test_a_spanish_player_reads_spanish_on_an_english_server(english_server: FakeServer) -> None:
    home = english_server
    refused = await home.run_command(home.ana, "move", words="take 1")
    assert read_text(refused.response) == "En este canal no hay ninguna mesa. /jugar abre una."
    await start_game(home, join="Join", start="Start")
    assert "it is your move" in read_text(home.newest_post)
    assert "chooses an explorer" in read_text(home.newest_post)
    panel = (await home.run_command(home.ana, "hand")).response
    assert panel is not None
    assert panel.ephemeral
    assert "¿Qué explorador eres? Amundsen mueve primero." in read_text(panel)
    chosen = await home.click_button(home.ana, panel, custom_id=list_controls(panel)[0]["custom_id"])
    assert "Hecho." in read_text(chosen.response)
    assert "is Amundsen and moves first" in read_text(home.newest_post)


async def test_the_other_player_reads_english_there(english_server: FakeServer) -> None:
    home = english_server
    await start_game(home, join="Join", start="Start")
    refused = await home.run_command(home.ben, "move", words="choose scott")
    assert "It is not your turn: **Ana** is to move" in read_text(refused.response)


# ------------------------------------------------------------- Spanish server
async def test_everybody_reads_spanish_in_public_on_a_spanish_server(spanish_server: FakeServer) -> None:
    home = spanish_server
    await home.run_command(home.ana, "play", game="amundsen")
    assert "Faltan amigos: hace falta 1 más. Pulsa Unirse." in read_text(home.newest_post)
    assert "Lleva tus perros de trineo" in read_text(home.newest_post)
    await home.click_button(home.ben, home.newest_post, "Unirse")
    assert "Todo listo" in read_text(home.newest_post)
    await home.click_button(home.ana, home.newest_post, "Empezar")
    assert "te toca mover" in read_text(home.newest_post)
    assert [one["label"] for one in list_controls(home.newest_post)][:3] == ["Tu jugada", "Mirar", "Deshacer"]


async def test_an_english_player_reads_english_alone_on_a_spanish_server(spanish_server: FakeServer) -> None:
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    panel = (await home.run_command(home.ana, "hand")).response
    assert "Which explorer are you? Amundsen moves first." in read_text(panel)
    assert "No es tu turno: le toca mover a **Ana**" in read_text(
        (await home.run_command(home.ben, "move", words="choose scott")).response
    )


async def test_an_unknown_language_is_english(spanish_server: FakeServer) -> None:
    assert "/play opens one" in read_text((await spanish_server.run_command(spanish_server.cy, "board")).response)


async def test_the_picture_and_its_text_are_in_the_language_of_their_readers(spanish_server: FakeServer) -> None:
    """Cy and the channel are both spectators. The second reader does not get the picture drawn for the first."""
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    for_ben, for_cy = [(await home.run_command(who, "board")).response for who in (home.ben, home.cy)]
    assert for_ben is not None
    assert for_cy is not None
    told = [
        next(part for part in list_components(one) if part["type"] == 12) for one in (home.newest_post, for_ben, for_cy)
    ]
    public, spanish, english = [part["items"][0]["description"] for part in told]
    assert "El Fram, el barco de Amundsen" in public
    assert "El Fram, el barco de Amundsen" in spanish
    assert "Amundsen’s ship Fram" in english
    assert await list_pictures(for_cy) != await list_pictures(home.newest_post)


async def test_a_question_to_the_others_is_public_and_a_doubt_is_not(spanish_server: FakeServer) -> None:
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    await home.run_command(home.ana, "amundsen choose", explorer="amundsen")
    await home.run_command(home.ana, "amundsen take", cards="1")
    sure = (await home.run_command(home.ana, "resign")).response
    assert "Give up?" in read_text(sure)
    told = (await home.run_command(home.ana, "undo")).response
    assert told is not None
    await home.click_button(home.ana, told, "Ask the others")
    assert "querría deshacer" in read_text(home.newest_post)
    assert [one["label"] for one in list_controls(home.newest_post)] == ["De acuerdo", "No, la jugada vale"]
    await home.click_button(home.ben, home.newest_post, "No, la jugada vale")
    assert "prefiere que no" in "".join(read_text(post) for post in home.games.history())


async def test_a_typed_label_is_understood_as_it_is_read(spanish_server: FakeServer) -> None:
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    await home.run_command(home.ana, "amundsen choose", explorer="scott")
    offers = await home.ben.autocomplete(home.games, "amundsen take", "cards", "")
    assert any("descarta 1" in offer["name"] for offer in offers)
    assert "no hace falta" in read_text(
        (await home.run_command(home.ben, "amundsen take", cards="1", discard="ra")).response
    )
    assert "«descarte»" in read_text(
        (await home.run_command(home.ben, "amundsen take", cards="1", discard="ra")).response
    )
    _, _, root = await home.bot.tables.moves.load_menu((await home.load_table()).id, home.ben.id)
    below = root.next_menu("take")
    assert below is not None
    ear = LabelMatcher("amundsen", home.bot.languages.find_language(SPANISH_LOCALE))
    assert resolve_word(below, ear.format_label(below.options[0].label).upper(), ear) == "1"


async def test_a_card_is_found_and_read_in_the_readers_language(english_server: FakeServer) -> None:
    home = english_server
    offers = await home.ana.autocomplete(home.games, "card", "name", "perr", game="amundsen")
    assert [(offer["name"], offer["value"]) for offer in offers] == [("Perro", "dog")]
    for typed in ("Perro", "Dog"):
        shown = read_text((await home.run_command(home.ana, "card", name=typed, game="amundsen")).response)
        assert shown.startswith("### Perro")
        assert "-# Origen: reglas publicadas." in shown
    assert read_text((await home.run_command(home.ben, "card", name="Dog", game="amundsen")).response).startswith(
        "### Dog"
    )


async def test_names_out_of_the_components_are_each_readers_own(spanish_server: FakeServer) -> None:
    """Factions, cards and places are names in a file; they are offered, typed and shown in the reader's language."""
    home = spanish_server
    await start_game(home, "expanse", join="Unirse", start="Empezar")
    offers = await home.ana.autocomplete(home.games, "expanse faction", "faction", "")
    assert [offer["name"] for offer in offers] == [
        "UN, from Earth: Diplomatic Immunity · un",
        "MCR, from Mars: Engage · mcr",
    ]
    done = await home.run_command(home.ana, "expanse faction", faction="MCR")
    assert "The Hybrid, 2 CP" in read_text(done.response)
    assert "juega con RCM" in read_text(home.newest_post)
    assert "juega con ONU" in read_text(home.newest_post)
    told = next(part for part in list_components(home.newest_post) if part["type"] == 12)["items"][0]["description"]
    assert "Júpiter: flotas ONU 1, RCM 1; Europa RCM 1." in told
    assert "2 PC El Híbrido" in told


async def test_the_rules_of_a_game_are_read_in_spanish(
    spanish_server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = spanish_server
    chapters = {
        "amundsen": "Perder la ruta",
        "expanse": "Un turno de recuento",
        "northwest": "Hallazgos",
        "paso": "Aguas Frescas",
    }
    for game, chapter in chapters.items():
        told = read_text((await home.run_command(home.ben, "rules", game=game)).response)
        assert chapter in told
        assert "traducidas" not in told
    page = rulebook.find_page
    monkeypatch.setattr(rulebook, "find_page", lambda slug, language: page(slug, "en" if language == "en" else "none"))
    told = read_text((await home.run_command(home.ben, "rules", game="amundsen")).response)
    assert "traducidas" in told, "a game without a page in the reader's language"
    assert "Losing the route" in told


async def test_a_lobby_that_one_person_looks_at_stays_in_their_language(spanish_server: FakeServer) -> None:
    home = spanish_server
    await home.run_command(home.ben, "play", game="amundsen")
    alone = (await home.run_command(home.ana, "board")).response
    assert alone is not None
    joined = await home.click_button(home.ana, alone, "Join")
    assert "Ready: press Start." in read_text(joined.response)
    assert "Todo listo: pulsa «Empezar»." in read_text(home.newest_post)


# -------------------------------------------------------------- languages of texts
async def test_posts_after_a_start_are_in_the_servers_language(spanish_server: FakeServer) -> None:
    """Before Discord announces the server, the bot uses the language from the last time."""
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    nobody = LocaleResolver(home.bot.languages, home.bot.store, lambda _: None, home.bot.tables.settings.load_language)
    assert (await nobody.find_server_language(home.guild.id)).code == "es"
    assert (await nobody.find_server_language(home.expedition.id)).code == "en"
    await home.restart()
    await home.bot.repost_boards()
    assert "te toca mover" in read_text(home.newest_post)


async def test_a_server_that_changes_its_language_is_heard(english_server: FakeServer) -> None:
    home = english_server
    await start_game(home, join="Join", start="Start")
    translate_server(home)
    await home.run_command(home.ana, "amundsen choose", explorer="scott")
    assert "te toca mover" in read_text(home.newest_post)


async def test_a_setting_goes_before_the_language_of_discord(english_server: FakeServer) -> None:
    home = english_server
    asked: list[tuple[SettingOwner, int]] = []

    async def setting(whose: SettingOwner, who: int) -> str | None:
        asked.append((whose, who))
        return {home.ana.id: "en", home.guild.id: "es"}.get(who)

    home.bot.locales.load_setting = setting
    await home.run_command(home.ana, "play", game="amundsen")
    assert "Faltan amigos" in read_text(home.newest_post)
    assert "You already have a seat" in read_text((await home.run_command(home.ana, "join")).response)
    assert ("person", home.ana.id) in asked
    assert ("server", home.guild.id) in asked


# ---------------------------------------------------------------- commands
async def test_commands_are_told_in_every_language(server: FakeServer) -> None:
    (told,) = [one.json for one in server.env.http_requests if one.method == "PUT" and "/commands" in one.path]
    commands = {command["name"]: command for command in told}
    assert commands["hand"]["name_localizations"] == {SPANISH_LOCALE: "mano", CHILEAN_LOCALE: "mano"}
    assert commands["hand"]["description_localizations"][SPANISH_LOCALE] == "Tu mano, y tu jugada si es tu turno"
    view = next(one for one in commands["board"]["options"] if one["name"] == "view")
    assert view["name_localizations"][SPANISH_LOCALE] == "vista"
    assert [choice["name_localizations"][SPANISH_LOCALE] for choice in view["choices"]] == ["entero", "lo mío"]
    group = commands["amundsen"]
    assert group["name_localizations"] == {}
    take = next(one for one in group["options"] if one["name"] == "take")
    assert take["name_localizations"][SPANISH_LOCALE] == "tomar"
    assert [one["name_localizations"][SPANISH_LOCALE] for one in take["options"]] == ["cartas", "descarte"]
    assert not [problem for command in told for problem in limits.find_command_problems(command)]


COMMAND_MENTIONS = (
    (ENGLISH_LOCALE, "es", "En este canal no hay ninguna mesa. </play:{id}> abre una."),
    (SPANISH_LOCALE, "es", "En este canal no hay ninguna mesa. </jugar:{id}> abre una."),
    (SPANISH_LOCALE, "en", "There is no table in this channel. </jugar:{id}> opens one."),
    (FRENCH_LOCALE, "own", "There is no table in this channel. </play:{id}> opens one."),
)


async def test_a_private_answer_mentions_commands_as_the_client_lists_them(
    server: FakeServer, locales: dict[int, str]
) -> None:
    for locale, setting, shown in COMMAND_MENTIONS:
        locales[server.ana.id] = locale
        await server.bot.tables.settings.save_setting("person", server.ana.id, "language", setting)
        refused = (await server.run_command(server.ana, "move", words="take 1")).response
        assert refused is not None
        command_id = server.bot.languages.command_ids["play"]
        assert shown.format(id=command_id) in list_texts(refused)
        suggested = await server.ana.autocomplete(server.games, "move", "words", "take")
        assert ["/jugar" if locale == SPANISH_LOCALE else "/play"] == re.findall(r"</?\w+:|/\w+", suggested[0]["name"])


async def test_a_public_post_mentions_commands_by_their_default_names(spanish_server: FakeServer) -> None:
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    posted = home.env.backend.messages[home.games.id].values()
    told = "".join(text for message in posted for text in list_texts(to_discord_message(home.env, message)))
    assert f"</audit:{home.bot.languages.command_ids['audit']}>" in told
    assert "/auditar" not in told


async def test_a_new_translation_is_told_to_discord(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    key = f"commands of {server.bot.application_id}"
    before = await server.bot.store.load_fact(key)
    await server.bot.sync_commands()
    assert await server.bot.store.load_fact(key) == before
    spanish = server.bot.languages.find_language(SPANISH_LOCALE)
    monkeypatch.setattr(
        type(spanish), "translate_name", lambda _self, _context, word: "puño" if word == "hand" else word
    )
    await server.bot.sync_commands()
    assert await server.bot.store.load_fact(key) != before


async def test_what_is_typed_in_a_move_has_no_language(spanish_server: FakeServer) -> None:
    home = spanish_server
    await start_game(home, join="Unirse", start="Empezar")
    done = await home.run_command(home.ana, "move", words="choose scott")
    assert "Done" in read_text(done.response)
    done = await home.run_command(home.ben, "move", words="take 1")
    assert "Hecho" in read_text(done.response)


@pytest.mark.slow
@pytest.mark.parametrize("game", list_game_cases(slugs=TRANSLATED_GAMES))
async def test_a_game_in_spanish_by_buttons(
    spanish_server: FakeServer, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Every panel is within Discord's limits (`FakeServer` checks each), and every sentence is in a catalogue."""
    home = spanish_server
    locales |= dict.fromkeys([who.id for who in home.people], SPANISH_LOCALE)
    known = {
        template
        for _, place in generate_catalogue_folders("es")
        for message in load_catalogue(place, "es")
        for template in ((message.id,) if isinstance(message.id, str) else message.id)
    }
    unknown: set[str] = set()
    speak = Language.__call__

    def listen(language: Language, template: str, many: str, n: int) -> str:
        unknown.update({template, many} - known)
        return speak(language, template, many, n)

    monkeypatch.setattr(Language, "__call__", listen)
    await home.run_command(home.ana, "play", game=game)
    for who in home.people[1 : registry.load_game(game).seat_counts[-1]]:
        await home.click_button(who, home.newest_post, "Unirse")
    await home.click_button(home.ana, home.newest_post, "Empezar")
    player = RandomPlayer(home, "jugada", "Tu jugada", "Atrás")
    for _ in range(MAX_DECISIONS):
        who = await player.find_asked_user()
        if who is None:
            break
        await player.play_by_buttons(who)
        for command in ("board", "log", "rules"):
            await home.run_command(who, command)
        assert not unknown


def test_an_unspoken_language_says_what_the_code_says() -> None:
    languages = LanguageRegistry()
    assert (
        languages.find_language("fr")
        is languages.find_language("en-US")
        is languages.find_language("")
        is languages.english
    )
    assert languages.english("{n} card", "{n} cards", 2) == "{n} cards"
    assert languages.find_language(CHILEAN_LOCALE)("{n} card", "{n} cards", 1) == "{n} carta"
    assert languages.find_language(SPANISH_LOCALE)("nothing that anybody says", "", 0) == "nothing that anybody says"
    assert languages.find_language(SPANISH_LOCALE)("", "", 0) == ""
