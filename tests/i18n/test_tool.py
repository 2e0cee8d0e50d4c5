"""The catalogue tools: find the messages, and bring a catalogue up to date."""

from __future__ import annotations

import msgspec
import pytest
from babel.messages.catalog import Catalog

from engine.kernel.text import TranslatedName
from tests.programs.i18n.extract import BadTemplateError, extract_from_file, find_game, list_names
from tests.programs.i18n.update import is_untranslated, merge_translations

SOURCE_HEADER = "from engine.kernel.text import say, count\n"


class Card(msgspec.Struct):
    word: str
    name: TranslatedName


class Step(msgspec.Struct, tag="step"):
    name: TranslatedName


class Leap(msgspec.Struct, tag="leap"):
    title: TranslatedName


class Box(msgspec.Struct):
    source: str
    deck: tuple[Card, ...]
    map: dict[str, Card]
    joker: Card | None = None
    title: TranslatedName = "The box"
    moves: tuple[Step | Leap, ...] = ()


def extract_messages(source: str) -> list[tuple[str, ...]]:
    return [message.templates for message in extract_from_file(SOURCE_HEADER + source, "cogs/somewhere.py")]


def test_say_and_count_are_found_in_the_order_of_the_code() -> None:
    assert extract_messages(
        'def f():\n    b = count("{n} card", "{n} cards", 3)\n    return say("a " "b", x=say("c"))'
    ) == [
        ("{n} card", "{n} cards"),
        ("a b",),
        ("c",),
    ]


def test_a_say_of_somebody_else_is_not_ours() -> None:
    assert not list(extract_from_file('def welcome(say):\n    say("hello")', "cogs/somewhere.py"))
    renamed = 'from engine.kernel.text import say as tell\ntell("hello")'
    assert [message.templates for message in extract_from_file(renamed, "cogs/somewhere.py")] == [("hello",)]


@pytest.mark.parametrize(
    "source", ['say(f"{seat} sails")', "say(template)", 'say("a" + b)', 'count("{n} card", many, 2)']
)
def test_a_template_that_nobody_could_find_is_refused(source: str) -> None:
    with pytest.raises(BadTemplateError, match="write the template out"):
        extract_messages(source)


def test_names_in_components_are_found_by_their_type() -> None:
    box = Box("house", (Card("pole", "Pole"),), {"sea": Card("ross", "Ross Sea")}, Card("fox", "Fox"))
    assert list(list_names(box, Box)) == ["Pole", "Ross Sea", "Fox", "The box"]
    moves = Box("house", (), {}, moves=(Leap("Over"), Step("On")))
    assert list(list_names(moves, Box)) == ["The box", "Over", "On"]
    assert list(extract_messages("say(card.name)")) == []


def test_texts_belong_to_the_game_in_whose_files_they_stand() -> None:
    assert find_game("engine/games/amundsen/rules.py") == find_game("render/amundsen/hand_sheet.py") == "amundsen"
    assert find_game("render/northwest/__init__.py") == "northwest"
    assert (
        find_game("render/kit/alt_text.py")
        == find_game("engine/host/service/service_context.py")
        == find_game("cogs/commands/play/board.py")
        == ""
    )


def build_messages(*ids: str | tuple[str, str]) -> Catalog:
    made = Catalog(fuzzy=False)
    for one in ids:
        made.add(one)
    return made


def build_catalogue(**translations: str) -> Catalog:
    made = Catalog("es", fuzzy=False)
    for template, string in translations.items():
        made.add(template, string)
    return made


def test_what_is_new_waits_for_a_translation_and_what_is_gone_is_stale() -> None:
    now = merge_translations(
        build_catalogue(ship="barco", pole="polo"), build_messages("ship", "Take up to three cards"), {}
    )
    assert now.get("ship").string == "barco"
    assert is_untranslated(now.get("Take up to three cards"))
    assert [message.id for message in now.obsolete.values()] == ["pole"]


def test_a_changed_sentence_keeps_its_translation_to_be_looked_over() -> None:
    old = Catalog("es", fuzzy=False)
    old.add("Which card do you discard?", "¿Qué carta descartas?")
    (changed,) = [
        message
        for message in merge_translations(old, build_messages("Which card do you discard now?"), {})
        if message.id
    ]
    assert changed.string == "¿Qué carta descartas?"
    assert changed.fuzzy


def test_what_another_catalogue_says_already_is_taken_over() -> None:
    now = merge_translations(
        Catalog("es"),
        build_messages(("{n} card", "{n} cards")),
        {(None, ("{n} card", "{n} cards")): ("{n} carta", "{n} cartas")},
    )
    assert now.get("{n} card").string == ("{n} carta", "{n} cartas")
    assert not is_untranslated(now.get("{n} card"))
    assert is_untranslated(
        merge_translations(Catalog("es"), build_messages(("{n} tile", "{n} tiles")), {}).get("{n} tile")
    )
