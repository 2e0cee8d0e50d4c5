"""The catalogues beside the code: complete, in step with it, and sound in every sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from cogs.words.command_names import command_context
from cogs.words.languages import Languages, catalogue, homes
from engine.rulebook import ENGLISH
from tests.discord.hut import Hut
from tests.programs.words.update import missing, updated

LANGUAGES = Languages()
CODES = [code for code in LANGUAGES.codes if code != ENGLISH]
PLACES = [
    pytest.param(catalogue(home, code), id=f"{code}-{game or 'general'}")
    for code in CODES
    for game, home in homes(code)
]
COMMAND = re.compile(r"(?<![\w/])/([a-z]+)\b")
RULE = re.compile(r"\b[A-Z]\d+(?:\.\d+)*\b")
PRESS = re.compile(r"\b[Pp]ress (Join|Start)\b")


def messages(held: Catalog) -> list[Message]:
    return [message for message in held if message.id]


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_spanish_is_spoken() -> None:
    assert LANGUAGES.of("es-ES") is LANGUAGES.of("es-419") is not LANGUAGES.english


@pytest.mark.parametrize("code", CODES)
async def test_the_catalogues_are_what_the_code_says(code: str) -> None:
    """New sentences, changed ones and such as are gone: `make words` puts them where they belong."""
    for file, text in (await updated(code)).items():
        assert file.read_bytes() == text, f"{file.name} of {file.parent.name} is out of date: run make words"


@pytest.mark.parametrize("held", PLACES)
def test_everything_is_translated(held: Catalog) -> None:
    assert not [ids(message) for message in messages(held) if missing(message)]
    assert not [ids(message) for message in messages(held) if message.fuzzy], "look these over and take “fuzzy” away"
    assert not list(held.obsolete.values()), "nothing says these any more: delete them"


@pytest.mark.parametrize("held", PLACES)
def test_a_translation_has_the_same_fields(held: Catalog) -> None:
    """Each form has the fields that every English form has, none that no English form has, and cites the same rules."""
    for message in messages(held):
        english = [placeholders(template) for template in ids(message)]
        for form in forms(message):
            assert set.intersection(*english) <= placeholders(form) <= set.union(*english), (ids(message), form)
            assert sorted(RULE.findall(form)) == sorted(RULE.findall(ids(message)[0])), (ids(message), form)


@pytest.mark.parametrize("held", PLACES)
def test_every_plural_has_all_forms_of_the_language(held: Catalog) -> None:
    counted = [message for message in messages(held) if message.pluralizable]
    assert not [ids(message) for message in counted if len(forms(message)) != held.num_plurals]
    assert not [ids(message) for message in messages(held) if not message.pluralizable and len(forms(message)) != 1]


@pytest.mark.parametrize("held", PLACES)
def test_a_translation_begins_and_ends_as_the_template_does(held: Catalog) -> None:
    """No stray spaces; a colon, an ellipsis or nothing at the end where the English has it, since more may follow."""
    for message in messages(held):
        for form in forms(message):
            assert form == form.strip()
            assert form.endswith(":") == ids(message)[0].endswith(":"), form


@pytest.mark.parametrize("code", CODES)
def test_the_same_english_is_the_same_everywhere(code: str) -> None:
    """All catalogues are read as one. Where two games need two words for one, their English has to differ first."""
    told: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for _, home in homes(code):
        for message in messages(catalogue(home, code)):
            told[message.context or "", ids(message)[0]].add(forms(message))
    assert not {key: found for key, found in told.items() if len(found) > 1}


@pytest.mark.parametrize("code", CODES)
async def test_a_command_is_called_as_the_readers_discord_calls_it(code: str, home: Hut) -> None:
    language = LANGUAGES.of(code)
    names = {one.name for one in home.bot.tree.get_commands() if isinstance(one, app_commands.Command)}
    for _, place in homes(code):
        for message in messages(catalogue(place, code)):
            wanted = {
                language.name(command_context(), name) for name in COMMAND.findall(ids(message)[0]) if name in names
            }
            for form in forms(message):
                assert wanted <= {found[1] for found in re.finditer(r"/([\w-]+)", form)}, form


@pytest.mark.parametrize("code", CODES)
def test_a_button_is_called_as_it_is_labelled(code: str) -> None:
    general, *_ = held = [catalogue(place, code) for _, place in homes(code)]
    labels = {one: general.get(one) for one in ("Join", "Start")}
    sentences = [message for one in held for message in messages(one) if PRESS.search(ids(message)[0])]
    assert len(sentences) > len(labels)
    for message in sentences:
        for label in PRESS.findall(ids(message)[0]):
            assert all(labels[label].string in form for form in forms(message)), forms(message)
