"""Two languages at one table: what one person sees is in theirs, what all see is in the server's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.commands.play.game_commands import LabelMatcher, resolve
from cogs.interactions import limits
from cogs.words.languages import Language, Languages, catalogue, homes
from cogs.words.locale_resolver import LocaleResolver
from engine import rulebook
from engine.host.model.settings import Whose
from engine.kernel import registry
from tests.discord.hut import Hut, controls, hut, parts, pictures, text
from tests.discord.player import Player

DECISIONS = 16
"""As many of a game as show all it has to say often enough."""
SPANISH, CHILEAN, FRENCH, ENGLISH = "es-ES", "es-419", "fr", "en-GB"


@pytest.fixture
async def english_house(home: Hut, locales: dict[int, str]) -> Hut:
    """An English server; Ana's Discord speaks Spanish, Ben's English."""
    locales |= {home.ana.id: SPANISH, home.ben.id: ENGLISH}
    return home


@pytest.fixture
async def spanish_house(tmp_path: Path, locales: dict[int, str]) -> AsyncIterator[Hut]:
    """A Spanish server; Ana's Discord speaks English, Ben's Spanish as it is spoken in Chile, Cy's French."""
    async with hut(tmp_path) as home:
        hispanic(home)
        locales |= {home.ana.id: ENGLISH, home.ben.id: CHILEAN, home.cy.id: FRENCH}
        yield home


def hispanic(home: Hut) -> None:
    home.env.backend.edit_guild(home.guild.id, {"preferred_locale": SPANISH})


async def begin(home: Hut, game: str = "amundsen", *, join: str, start: str) -> None:
    await home.slash(home.ana, "play", game=game)
    await home.click(home.ben, home.post, join)
    await home.click(home.ana, home.post, start)


# ------------------------------------------------------------- English server
async def test_a_spanish_player_reads_spanish_on_an_english_server(english_house: Hut) -> None:
    home = english_house
    refused = await home.slash(home.ana, "move", words="take 1")
    assert text(refused.response) == "En este canal no hay ninguna mesa. /jugar abre una."
    await begin(home, join="Join", start="Start")
    assert "it is your move" in text(home.post)
    assert "chooses an explorer" in text(home.post)
    panel = (await home.slash(home.ana, "hand")).response
    assert panel is not None
    assert panel.ephemeral
    assert "¿Qué explorador eres? Amundsen mueve primero." in text(panel)
    chosen = await home.click(home.ana, panel, custom_id=controls(panel)[0]["custom_id"])
    assert "Hecho." in text(chosen.response)
    assert "is Amundsen and moves first" in text(home.post)


async def test_the_other_player_reads_english_there(english_house: Hut) -> None:
    home = english_house
    await begin(home, join="Join", start="Start")
    refused = await home.slash(home.ben, "move", words="choose scott")
    assert "It is not your turn: **Ana** is to move" in text(refused.response)


# ------------------------------------------------------------- Spanish server
async def test_everybody_reads_spanish_in_public_on_a_spanish_server(spanish_house: Hut) -> None:
    home = spanish_house
    await home.slash(home.ana, "play", game="amundsen")
    assert "Faltan amigos: hace falta 1 más. Pulsa Unirse." in text(home.post)
    assert "Lleva tus perros de trineo" in text(home.post)
    await home.click(home.ben, home.post, "Unirse")
    assert "Todo listo" in text(home.post)
    await home.click(home.ana, home.post, "Empezar")
    assert "te toca mover" in text(home.post)
    assert [one["label"] for one in controls(home.post)][:3] == ["Tu jugada", "Mirar", "Deshacer"]


async def test_an_english_player_reads_english_alone_on_a_spanish_server(spanish_house: Hut) -> None:
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    panel = (await home.slash(home.ana, "hand")).response
    assert "Which explorer are you? Amundsen moves first." in text(panel)
    assert "No es tu turno: le toca mover a **Ana**" in text(
        (await home.slash(home.ben, "move", words="choose scott")).response
    )


async def test_an_unknown_language_is_english(spanish_house: Hut) -> None:
    assert "/play opens one" in text((await spanish_house.slash(spanish_house.cy, "board")).response)


async def test_the_picture_and_its_text_are_in_the_language_of_their_readers(spanish_house: Hut) -> None:
    """Cy and the channel are both spectators: whoever looks second is not shown what was drawn for the other."""
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    for_ben, for_cy = [(await home.slash(who, "board")).response for who in (home.ben, home.cy)]
    assert for_ben is not None
    assert for_cy is not None
    told = [next(part for part in parts(one) if part["type"] == 12) for one in (home.post, for_ben, for_cy)]
    public, spanish, english = [part["items"][0]["description"] for part in told]
    assert "El Fram, el barco de Amundsen" in public
    assert "El Fram, el barco de Amundsen" in spanish
    assert "Amundsen’s ship Fram" in english
    assert await pictures(for_cy) != await pictures(home.post)


async def test_a_question_to_the_others_is_public_and_a_doubt_is_not(spanish_house: Hut) -> None:
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    await home.slash(home.ana, "amundsen choose", explorer="amundsen")
    await home.slash(home.ana, "amundsen take", cards="1")
    sure = (await home.slash(home.ana, "resign")).response
    assert "Give up?" in text(sure)
    told = (await home.slash(home.ana, "undo")).response
    assert told is not None
    await home.click(home.ana, told, "Ask the others")
    assert "querría deshacer" in text(home.post)
    assert [one["label"] for one in controls(home.post)] == ["De acuerdo", "No, la jugada vale"]
    await home.click(home.ben, home.post, "No, la jugada vale")
    assert "prefiere que no" in "".join(text(post) for post in home.games.history())


async def test_a_typed_label_is_understood_as_it_is_read(spanish_house: Hut) -> None:
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    await home.slash(home.ana, "amundsen choose", explorer="scott")
    offers = await home.ben.autocomplete(home.games, "amundsen take", "cards", "")
    assert any("por un descarte" in offer["name"] for offer in offers)
    assert "no hace falta" in text((await home.slash(home.ben, "amundsen take", cards="1", discard="ra")).response)
    assert "«descarte»" in text((await home.slash(home.ben, "amundsen take", cards="1", discard="ra")).response)
    _, _, root = await home.bot.tables.moves.menu((await home.table()).id, home.ben.id)
    below = root.then("take")
    assert below is not None
    ear = LabelMatcher("amundsen", home.bot.languages.of(SPANISH))
    assert resolve(below, ear.label(below.options[0].label).upper(), ear) == "1"


async def test_a_card_is_found_and_read_in_the_readers_language(english_house: Hut) -> None:
    home = english_house
    offers = await home.ana.autocomplete(home.games, "card", "name", "perr", game="amundsen")
    assert [(offer["name"], offer["value"]) for offer in offers] == [("Perro", "dog")]
    for typed in ("Perro", "Dog"):
        shown = text((await home.slash(home.ana, "card", name=typed, game="amundsen")).response)
        assert shown.startswith("### Perro")
        assert "-# Origen: reglas publicadas." in shown
    assert text((await home.slash(home.ben, "card", name="Dog", game="amundsen")).response).startswith("### Dog")


async def test_names_out_of_the_components_are_each_readers_own(spanish_house: Hut) -> None:
    """Factions, cards and places are names in a file; they are offered, typed and told in the language of whoever reads."""
    home = spanish_house
    await begin(home, "expanse", join="Unirse", start="Empezar")
    offers = await home.ana.autocomplete(home.games, "expanse faction", "faction", "")
    assert [offer["name"] for offer in offers] == [
        "UN, from Earth: Diplomatic Immunity · un",
        "MCR, from Mars: Engage · mcr",
    ]
    done = await home.slash(home.ana, "expanse faction", faction="MCR")
    assert "The Hybrid, 2 CP" in text(done.response)
    assert "juega con RCM" in text(home.post)
    assert "juega con ONU" in text(home.post)
    told = next(part for part in parts(home.post) if part["type"] == 12)["items"][0]["description"]
    assert "Júpiter: flotas ONU 1, RCM 1; Europa RCM 1." in told
    assert "2 PC El Híbrido" in told


async def test_the_rules_of_a_game_are_read_in_spanish(spanish_house: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    home = spanish_house
    chapters = {
        "amundsen": "Perder la ruta",
        "expanse": "Un turno de recuento",
        "northwest": "Hallazgos",
        "paso": "Aguas Frescas",
    }
    for game, chapter in chapters.items():
        told = text((await home.slash(home.ben, "rules", game=game)).response)
        assert chapter in told
        assert "traducidas" not in told
    page = rulebook._page
    monkeypatch.setattr(rulebook, "_page", lambda slug, language: page(slug, "en" if language == "en" else "none"))
    told = text((await home.slash(home.ben, "rules", game="amundsen")).response)
    assert "traducidas" in told, "a game without a page in the reader's language"
    assert "Losing the route" in told


async def test_a_lobby_that_one_person_looks_at_stays_in_their_language(spanish_house: Hut) -> None:
    home = spanish_house
    await home.slash(home.ben, "play", game="amundsen")
    alone = (await home.slash(home.ana, "board")).response
    assert alone is not None
    joined = await home.click(home.ana, alone, "Join")
    assert "Ready: press Start." in text(joined.response)
    assert "Todo listo: pulsa «Empezar»." in text(home.post)


# -------------------------------------------------------------- who hears what
async def test_posts_after_a_start_are_in_the_servers_language(spanish_house: Hut) -> None:
    """Before Discord has told us of the server we know its language from the last time."""
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    nobody = LocaleResolver(home.bot.languages, home.bot.store, lambda _: None, home.bot.tables.settings.language)
    assert (await nobody.to_server(home.guild.id)).code == "es"
    assert (await nobody.to_server(home.expedition.id)).code == "en"
    await home.restart()
    await home.bot.repost()
    assert "te toca mover" in text(home.post)


async def test_a_server_that_changes_its_language_is_heard(english_house: Hut) -> None:
    home = english_house
    await begin(home, join="Join", start="Start")
    hispanic(home)
    await home.slash(home.ana, "amundsen choose", explorer="scott")
    assert "te toca mover" in text(home.post)


async def test_a_setting_goes_before_the_language_of_discord(english_house: Hut) -> None:
    home = english_house
    asked: list[tuple[Whose, int]] = []

    async def setting(whose: Whose, who: int) -> str | None:
        asked.append((whose, who))
        return {home.ana.id: "en", home.guild.id: "es"}.get(who)

    home.bot.locales._setting = setting
    await home.slash(home.ana, "play", game="amundsen")
    assert "Faltan amigos" in text(home.post)
    assert "You already have a seat" in text((await home.slash(home.ana, "join")).response)
    assert ("person", home.ana.id) in asked
    assert ("server", home.guild.id) in asked


# ---------------------------------------------------------------- commands
async def test_commands_are_told_in_every_language(home: Hut) -> None:
    (told,) = [one.json for one in home.env.http_requests if one.method == "PUT" and "/commands" in one.path]
    commands = {command["name"]: command for command in told}
    assert commands["hand"]["name_localizations"] == {SPANISH: "mano", CHILEAN: "mano"}
    assert commands["hand"]["description_localizations"][SPANISH] == "Tu mano, y tu jugada si es tu turno"
    view = next(one for one in commands["board"]["options"] if one["name"] == "view")
    assert view["name_localizations"][SPANISH] == "vista"
    assert [choice["name_localizations"][SPANISH] for choice in view["choices"]] == ["entero", "lo mío"]
    group = commands["amundsen"]
    assert group["name_localizations"] == {}
    take = next(one for one in group["options"] if one["name"] == "take")
    assert take["name_localizations"][SPANISH] == "tomar"
    assert [one["name_localizations"][SPANISH] for one in take["options"]] == ["cartas", "descarte"]
    assert not [problem for command in told for problem in limits.command_problems(command)]


async def test_a_new_translation_is_told_to_discord(home: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    key = f"commands of {home.bot.application_id}"
    before = await home.bot.store.fact(key)
    await home.bot._sync()
    assert await home.bot.store.fact(key) == before
    spanish = home.bot.languages.of(SPANISH)
    monkeypatch.setattr(type(spanish), "name", lambda _self, _context, word: "puño" if word == "hand" else word)
    await home.bot._sync()
    assert await home.bot.store.fact(key) != before


async def test_what_is_typed_in_a_move_has_no_language(spanish_house: Hut) -> None:
    home = spanish_house
    await begin(home, join="Unirse", start="Empezar")
    done = await home.slash(home.ana, "move", words="choose scott")
    assert "Done" in text(done.response)
    done = await home.slash(home.ben, "move", words="take 1")
    assert "Hecho" in text(done.response)


@pytest.mark.slow
@pytest.mark.parametrize("game", [slug for slug, _ in homes("es") if slug])
async def test_a_game_in_spanish_by_buttons(
    spanish_house: Hut, locales: dict[int, str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Every panel on the way within Discord's limits (`Hut` looks at each), and every sentence in a catalogue."""
    home = spanish_house
    locales |= dict.fromkeys([who.id for who in home.people], SPANISH)
    known = {
        template
        for _, place in homes("es")
        for message in catalogue(place, "es")
        for template in ((message.id,) if isinstance(message.id, str) else message.id)
    }
    unknown: set[str] = set()
    speak = Language.__call__

    def listen(language: Language, template: str, many: str, n: int) -> str:
        unknown.update({template, many} - known)
        return speak(language, template, many, n)

    monkeypatch.setattr(Language, "__call__", listen)
    await home.slash(home.ana, "play", game=game)
    for who in home.people[1 : registry.load(game).seats[-1]]:
        await home.click(who, home.post, "Unirse")
    await home.click(home.ana, home.post, "Empezar")
    player = Player(home, "jugada", "Tu jugada", "Atrás")
    for _ in range(DECISIONS):
        who = await player.waiting()
        if who is None:
            break
        await player.by_buttons(who)
        for command in ("board", "log", "rules"):
            await home.slash(who, command)
        assert not unknown


def test_an_unspoken_language_says_what_the_code_says() -> None:
    languages = Languages()
    assert languages.of("fr") is languages.of("en-US") is languages.of("") is languages.english
    assert languages.english("{n} card", "{n} cards", 2) == "{n} cards"
    assert languages.of(CHILEAN)("{n} card", "{n} cards", 1) == "{n} carta"
    assert languages.of(SPANISH)("nothing that anybody says", "", 0) == "nothing that anybody says"
    assert languages.of(SPANISH)("", "", 0) == ""
