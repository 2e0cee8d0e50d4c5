"""The catalogues match the code: they are complete, up to date and sound in every sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from string import Formatter

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from cogs.i18n.command_names import find_root_name
from cogs.i18n.languages import LanguageRegistry, generate_catalogue_folders, load_catalogue
from engine.rulebook import ENGLISH_CODE
from tests.discord.fake_server import FakeServer
from tests.programs.i18n.update import build_catalogue_files, is_untranslated

LANGUAGE_REGISTRY = LanguageRegistry()
LANGUAGE_CODES = [code for code in LANGUAGE_REGISTRY.codes if code != ENGLISH_CODE]
CATALOGUE_CASES = [
    pytest.param(load_catalogue(home, code), id=f"{code}-{game or 'general'}")
    for code in LANGUAGE_CODES
    for game, home in generate_catalogue_folders(code)
]
LITERAL_COMMAND_PATTERN = re.compile(r"(?<![\w/{<>.…])/[a-zñáéíóú]")
RULE_PATTERN = re.compile(r"\b[A-Z]\d+(?:\.\d+)*\b")
PRESS_PATTERN = re.compile(r"\b[Pp]ress (Join|Start)\b")


def list_messages(held: Catalog) -> list[Message]:
    return [message for message in held if message.id]


def list_ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def list_forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def list_placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_spanish_is_spoken() -> None:
    assert (
        LANGUAGE_REGISTRY.find_language("es-ES")
        is LANGUAGE_REGISTRY.find_language("es-419")
        is not LANGUAGE_REGISTRY.english
    )


@pytest.mark.parametrize("code", LANGUAGE_CODES)
async def test_the_catalogues_are_what_the_code_says(code: str) -> None:
    """For new, changed and removed sentences run `make words`."""
    for file, text in (await build_catalogue_files(code)).items():
        assert file.read_bytes() == text, f"{file.name} of {file.parent.name} is out of date: run make words"


@pytest.mark.parametrize("held", CATALOGUE_CASES)
def test_everything_is_translated(held: Catalog) -> None:
    assert not [list_ids(message) for message in list_messages(held) if is_untranslated(message)]
    assert not [list_ids(message) for message in list_messages(held) if message.fuzzy], (
        "look these over and take “fuzzy” away"
    )
    assert not list(held.obsolete.values()), "nothing says these any more: delete them"


@pytest.mark.parametrize("held", CATALOGUE_CASES)
def test_a_translation_has_the_same_fields(held: Catalog) -> None:
    """Each form has the fields that every English form has, no field that no English form has, and cites the same rules."""
    for message in list_messages(held):
        english = [list_placeholders(template) for template in list_ids(message)]
        for form in list_forms(message):
            assert set.intersection(*english) <= list_placeholders(form) <= set.union(*english), (
                list_ids(message),
                form,
            )
            assert sorted(RULE_PATTERN.findall(form)) == sorted(RULE_PATTERN.findall(list_ids(message)[0])), (
                list_ids(message),
                form,
            )


@pytest.mark.parametrize("held", CATALOGUE_CASES)
def test_every_plural_has_all_forms_of_the_language(held: Catalog) -> None:
    counted = [message for message in list_messages(held) if message.pluralizable]
    assert not [list_ids(message) for message in counted if len(list_forms(message)) != held.num_plurals]
    assert not [
        list_ids(message)
        for message in list_messages(held)
        if not message.pluralizable and len(list_forms(message)) != 1
    ]


@pytest.mark.parametrize("held", CATALOGUE_CASES)
def test_a_translation_begins_and_ends_as_the_template_does(held: Catalog) -> None:
    """No stray spaces; a colon, an ellipsis or nothing at the end as in English, since more may follow."""
    for message in list_messages(held):
        for form in list_forms(message):
            assert form == form.strip()
            assert form.endswith(":") == list_ids(message)[0].endswith(":"), form


@pytest.mark.parametrize("code", LANGUAGE_CODES)
def test_the_same_english_is_the_same_everywhere(code: str) -> None:
    """All catalogues are read as one. If two games need different translations, their English has to differ first."""
    told: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for _, home in generate_catalogue_folders(code):
        for message in list_messages(load_catalogue(home, code)):
            told[message.context or "", list_ids(message)[0]].add(list_forms(message))
    assert not {key: found for key, found in told.items() if len(found) > 1}


@pytest.mark.parametrize("code", LANGUAGE_CODES)
async def test_texts_name_commands_by_fields_only(code: str, server: FakeServer) -> None:
    """`write_command` alone writes a command's name. Descriptions of commands are exempt: Discord shows no mention in them."""
    names: set[str] = set()
    for command in server.bot.tree.walk_commands(type=discord.AppCommandType.chat_input):
        names.add(f"/{command.qualified_name}")
        if isinstance(command, app_commands.Command):
            names.update(f"/{find_root_name(command)}@{parameter.display_name}" for parameter in command.parameters)
    templates: list[str] = []
    for _, folder in generate_catalogue_folders(code):
        for message in list_messages(load_catalogue(folder, code)):
            if not all(place.startswith("/") for place, _ in message.locations):
                templates += [*list_ids(message), *list_forms(message)]
    fields = {field for template in templates for field in list_placeholders(template) if field.startswith("/")}
    assert "/play" in fields
    assert fields <= names
    assert not [template for template in templates if LITERAL_COMMAND_PATTERN.search(template)]


@pytest.mark.parametrize("code", LANGUAGE_CODES)
def test_a_button_is_called_as_it_is_labelled(code: str) -> None:
    general, *_ = held = [load_catalogue(place, code) for _, place in generate_catalogue_folders(code)]
    labels = {one: general.get(one) for one in ("Join", "Start")}
    sentences = [
        message for one in held for message in list_messages(one) if PRESS_PATTERN.search(list_ids(message)[0])
    ]
    assert len(sentences) > len(labels)
    for message in sentences:
        for label in PRESS_PATTERN.findall(list_ids(message)[0]):
            assert all(labels[label].string in form for form in list_forms(message)), list_forms(message)
