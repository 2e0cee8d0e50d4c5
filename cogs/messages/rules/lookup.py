"""Finds what players ask for in /rules and /card: rules by what they say, and pieces by their names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_plain_label
from engine import rulebook
from engine.kernel.registry import AnyGame
from engine.kernel.script import CardInfo
from engine.kernel.text import write_plain_text
from engine.ops.rule_pages import load_rules
from engine.ops.rule_search import list_search_texts
from engine.ops.search_index import SearchIndex, SearchText, load_search_language, split_words
from engine.rulebook import Rule

NAME_WEIGHT, KIND_WEIGHT, TEXT_WEIGHT = 2.0, 0.5, 0.5
"""The weights of the parts of a piece in the search."""


class Answer(msgspec.Struct, frozen=True):
    """A rule or a piece that answers a query; one of the two is set."""

    rule: Rule | None = None
    piece: CardInfo | None = None


class _Lookup:
    """The indexes of a game in one language. `_found` has every rule and every piece by its key in them."""

    def __init__(self, game: AnyGame, language: Language) -> None:
        words = load_search_language(language.code if rulebook.has_page(game.slug, language.code) else "en")
        questions = rulebook.load_questions(game.slug, language.code)
        self._found = {rule.number: Answer(rule=rule) for rule in load_rules(game, language.code)}
        self.words_by_name: dict[tuple[str, ...], list[str]] = {}
        pieces: list[SearchText] = []
        for card in game.list_cards():
            key = f"piece {card.word}"
            self._found[key] = Answer(piece=card)
            pieces.append(SearchText(key, _list_parts(card, language), tuple(questions.get(card.word, ()))))
            for name in list_piece_names(card, language):
                self.words_by_name.setdefault(tuple(split_words(name)), []).append(key)
        self.pieces = SearchIndex(pieces, words)
        self.everything = SearchIndex([*list_search_texts(game, language.code), *pieces], words)

    def list_answers(self, keys: Iterable[str]) -> list[Answer]:
        """List the rules and pieces of these keys, each once."""
        return [self._found[key] for key in dict.fromkeys(keys)]


@lru_cache(maxsize=16)
def _load_lookup(game: AnyGame, language: Language) -> _Lookup:
    return _Lookup(game, language)


def search_everything(game: AnyGame, language: Language, query: str) -> list[Answer]:
    """Find rules and pieces, best first. A piece of exactly this name comes first."""
    lookup = _load_lookup(game, language)
    named = lookup.words_by_name.get(tuple(split_words(query)), [])
    return lookup.list_answers([*named, *lookup.everything.search(query)])


def find_named_pieces(game: AnyGame, language: Language, name: str) -> list[CardInfo]:
    """Find the pieces with exactly this name."""
    lookup = _load_lookup(game, language)
    keys = lookup.words_by_name.get(tuple(split_words(name)), [])
    return [answer.piece for answer in lookup.list_answers(keys) if answer.piece is not None]


def search_pieces(game: AnyGame, language: Language, query: str) -> list[CardInfo]:
    """Find pieces, best first. Pieces with exactly this name come first."""
    found = _load_lookup(game, language).list_answers(_load_lookup(game, language).pieces.search(query))
    pieces = find_named_pieces(game, language, query)
    for answer in found:
        if answer.piece is not None and answer.piece not in pieces:
            pieces.append(answer.piece)
    return pieces


def list_piece_names(card: CardInfo, language: Language) -> list[str]:
    """List what a piece is called, in this language and in English."""
    translated: list[str] = []
    english: list[str] = []
    for name in (card.name, *card.other_names):
        translated.append(format_plain_label(name, None, language))
        english.append(write_plain_text(name))
    return [card.word, *translated, *english]


def _list_parts(card: CardInfo, language: Language) -> tuple[tuple[float, str], ...]:
    fmt = TextFormatter(translate=language)
    kind = ""
    if card.kind:
        kind = format_plain_label(card.kind, None, language)
    return (
        (NAME_WEIGHT, " ".join(dict.fromkeys(list_piece_names(card, language)))),
        (KIND_WEIGHT, kind),
        (TEXT_WEIGHT, " ".join(map(fmt, card.text))),
    )
