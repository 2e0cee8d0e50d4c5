"""Finding what is to be translated, and bringing a catalogue up to date."""

from __future__ import annotations

import msgspec
import pytest
from babel.messages.catalog import Catalog

from engine.kernel.text import Name
from tests.programs.words.extract import BadTemplate, game_of, in_source, names_in
from tests.programs.words.update import merged, missing

HEAD = "from engine.kernel.text import say, count\n"


class Card(msgspec.Struct):
    word: str
    name: Name


class Step(msgspec.Struct, tag="step"):
    name: Name


class Leap(msgspec.Struct, tag="leap"):
    title: Name


class Box(msgspec.Struct):
    source: str
    deck: tuple[Card, ...]
    map: dict[str, Card]
    joker: Card | None = None
    title: Name = "The box"
    moves: tuple[Step | Leap, ...] = ()


def found(source: str) -> list[tuple[str, ...]]:
    return [message.templates for message in in_source(HEAD + source, "cogs/somewhere.py")]


def test_say_and_count_are_found_in_the_order_of_the_code() -> None:
    assert found('def f():\n    b = count("{n} card", "{n} cards", 3)\n    return say("a " "b", x=say("c"))') == [
        ("{n} card", "{n} cards"),
        ("a b",),
        ("c",),
    ]


def test_a_say_of_somebody_else_is_not_ours() -> None:
    assert not list(in_source('def welcome(say):\n    say("hello")', "cogs/somewhere.py"))
    renamed = 'from engine.kernel.text import say as tell\ntell("hello")'
    assert [message.templates for message in in_source(renamed, "cogs/somewhere.py")] == [("hello",)]


@pytest.mark.parametrize(
    "source", ['say(f"{seat} sails")', "say(template)", 'say("a" + b)', 'count("{n} card", many, 2)']
)
def test_a_template_that_nobody_could_find_is_refused(source: str) -> None:
    with pytest.raises(BadTemplate, match="write the template out"):
        found(source)


def test_names_in_components_are_found_by_their_type() -> None:
    box = Box("house", (Card("pole", "Pole"),), {"sea": Card("ross", "Ross Sea")}, Card("fox", "Fox"))
    assert list(names_in(box, Box)) == ["Pole", "Ross Sea", "Fox", "The box"]
    moves = Box("house", (), {}, moves=(Leap("Over"), Step("On")))
    assert list(names_in(moves, Box)) == ["The box", "Over", "On"]
    assert list(found("say(card.name)")) == []


def test_texts_belong_to_the_game_in_whose_files_they_stand() -> None:
    assert game_of("engine/games/amundsen/rules.py") == game_of("render/amundsen/hand_sheet.py") == "amundsen"
    assert game_of("render/northwest/__init__.py") == "northwest"
    assert (
        game_of("render/kit/alt_text.py")
        == game_of("engine/host/service/context.py")
        == game_of("cogs/commands/play/look.py")
        == ""
    )


def wanted(*ids: str | tuple[str, str]) -> Catalog:
    made = Catalog(fuzzy=False)
    for one in ids:
        made.add(one)
    return made


def spanish(**told: str) -> Catalog:
    made = Catalog("es", fuzzy=False)
    for template, string in told.items():
        made.add(template, string)
    return made


def test_what_is_new_waits_for_a_translation_and_what_is_gone_is_stale() -> None:
    now = merged(spanish(ship="barco", pole="polo"), wanted("ship", "Take up to three cards"), {})
    assert now.get("ship").string == "barco"
    assert missing(now.get("Take up to three cards"))
    assert [message.id for message in now.obsolete.values()] == ["pole"]


def test_a_changed_sentence_keeps_its_translation_to_be_looked_over() -> None:
    old = Catalog("es", fuzzy=False)
    old.add("Which card do you discard?", "¿Qué carta descartas?")
    (changed,) = [message for message in merged(old, wanted("Which card do you discard now?"), {}) if message.id]
    assert changed.string == "¿Qué carta descartas?"
    assert changed.fuzzy


def test_what_another_catalogue_says_already_is_taken_over() -> None:
    now = merged(
        Catalog("es"),
        wanted(("{n} card", "{n} cards")),
        {(None, ("{n} card", "{n} cards")): ("{n} carta", "{n} cartas")},
    )
    assert now.get("{n} card").string == ("{n} carta", "{n} cartas")
    assert not missing(now.get("{n} card"))
    assert missing(merged(Catalog("es"), wanted(("{n} tile", "{n} tiles")), {}).get("{n} tile"))
