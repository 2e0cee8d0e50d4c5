"""The search finds what players type: every `*questions.toml` of this folder, in the same form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cogs.i18n.languages import Language, LanguageRegistry
from cogs.messages.rules.lookup import Answer, list_piece_names, search_everything
from engine import rulebook
from engine.kernel import registry

LANGUAGES = LanguageRegistry()
MIN_FOUND_SHARE = 0.95
MAX_ANSWERS = 3


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, and the numbers of rules or the names of pieces that answer it."""

    ask: str
    find: tuple[str, ...]


def load_questions(file: Path) -> Iterator[tuple[str, str, Question]]:
    """Yield game, language and question."""
    for slug, by_language in tomllib.loads(file.read_text("utf-8")).items():
        for code, listed in by_language.items():
            for question in msgspec.convert(listed, list[Question]):
                yield slug, code, question


QUESTION_FILES = sorted(Path(__file__).parent.glob("*questions*.toml"))
QUESTIONS = [line for file in QUESTION_FILES for line in load_questions(file)]


def list_keys(answer: Answer, language: Language) -> list[str]:
    """List what a question may call an answer, in lower case."""
    if answer.rule is not None:
        return [answer.rule.number.casefold()]
    assert answer.piece is not None
    return [name.casefold() for name in list_piece_names(answer.piece, language)]


def search(slug: str, code: str, ask: str) -> list[list[str]]:
    """Return the names of the first answers."""
    language = LANGUAGES.find_language(code)
    found = search_everything(registry.load_game(slug), language, ask)
    return [list_keys(answer, language) for answer in found[:MAX_ANSWERS]]


def test_questions_find_an_answer_among_the_first_three() -> None:
    missed = []
    for slug, code, question in QUESTIONS:
        found = search(slug, code, question.ask)
        wanted = {key.casefold() for key in question.find}
        if not any(wanted.intersection(names) for names in found):
            missed.append(f"{slug} {code} “{question.ask}”: {[names[0] for names in found]}, not {question.find}")
    assert len(missed) <= (1 - MIN_FOUND_SHARE) * len(QUESTIONS), "\n".join(missed)


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_listed_questions_lead_to_rules_and_pieces(slug: str) -> None:
    known = {rule.number for rule in rulebook.load_rules(slug)} | {
        card.word for card in registry.load_game(slug).list_cards()
    }
    for code in rulebook.list_languages(slug):
        assert set(rulebook.load_questions(slug, code)) <= known
