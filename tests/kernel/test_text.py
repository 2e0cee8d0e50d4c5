"""Texts are data until they are rendered for a reader."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import msgspec
import pytest

import engine.kernel
from engine.kernel.text import IllegalMoveError, SeatMention, Text, UserError, count, say, write_plain_text, write_text

UPPER_CASE_TEXTS = {"{seat} sails to {tile}": "{tile}: {seat} ARRIVES"}


def translate_to_upper_case(template: str, many: str, n: int) -> str:
    return UPPER_CASE_TEXTS.get(template, many if many and n > 1 else template)


def test_seat_becomes_the_readers_name() -> None:
    text = say("{seat} sails to {tile}", seat=SeatMention(1), tile="c12")
    assert write_text(text, ["Ana", "Ben"]) == "Ben sails to c12"
    assert write_text(text, {1: "<@7>"}) == "<@7> sails to c12"
    assert write_plain_text(text) == "seat 2 sails to c12"


def test_text_in_a_text_and_lists_are_written_too() -> None:
    cards: list[str | int | SeatMention | Text] = [say("Dog"), count("{n} horse", "{n} horses", 2), SeatMention(0), 3]
    assert write_text(say("You hold {cards}.", cards=cards), ["Ana"]) == "You hold Dog, 2 horses, Ana, 3."


@pytest.mark.parametrize(("n", "written"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_count_chooses_its_form(n: int, written: str) -> None:
    assert write_plain_text(count("{n} card", "{n} cards", n)) == written


def test_translation_reaches_inner_texts_and_sees_the_number() -> None:
    inner = say("{seat} sails to {tile}", seat=SeatMention(0), tile="c12")
    seen: list[int] = []

    def noting(template: str, many: str, n: int) -> str:
        seen.append(n)
        return translate_to_upper_case(template, many, n)

    assert write_text(say("News: {what}", what=inner), ["Ana"], noting) == "News: c12: Ana ARRIVES"
    assert write_text(count("one", "more", 5), [], noting) == "more"
    assert seen == [0, 0, 5]


def test_braces_in_an_argument_are_not_a_field() -> None:
    assert write_plain_text(say("You wrote {what}.", what="{seat}")) == "You wrote {seat}."


def test_text_without_arguments_is_left_alone() -> None:
    assert write_plain_text(say("100 % {sure}")) == "100 % {sure}"


def test_text_survives_json() -> None:
    text = say("{who}: {what}", who=SeatMention(2), what=[say("a"), 1, SeatMention(0)])
    assert msgspec.json.decode(msgspec.json.encode(text), type=Text) == text


def test_a_user_error_reads_as_its_sentence() -> None:
    assert str(UserError(say("It is {seat}'s turn.", seat=SeatMention(0)))) == "It is seat 1's turn."
    assert issubclass(IllegalMoveError, UserError)


@pytest.mark.parametrize("name", [module.name for module in iter_modules(engine.kernel.__path__)])
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(f"engine.kernel.{name}")).failed == 0


def test_there_are_examples() -> None:
    assert doctest.testmod(import_module("engine.kernel.text")).attempted >= 2
