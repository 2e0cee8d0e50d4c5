"""Finds texts that answer a question: by stems, synonyms, beginnings of words and near misses.

It knows nothing of rules or cards.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
import snowballstemmer
from rapidfuzz import fuzz, process

WORDS_FILE: Final = Path(__file__).with_name("search_words.toml")
WORD_PATTERN = re.compile(r"\w+|(?<=[“«\"'])\?|(?<=\s)\?(?=\s*\w)|^\?$")
"""Matches a word, also the “?” that is printed on a board, but no question mark at the end of a sentence."""
MAX_QUERY_WORDS = 12
"""Words of a question that the search reads."""
SYNONYM_WEIGHT = 0.6
NEAR_WEIGHT = 0.9
PREFIX_WEIGHT = 0.7
MIN_NEAR_PERCENT = 80
"""The similarity from which an unknown word counts as a known one with a slip."""
MIN_NEAR_CHARS = 4
"""Letters of a word that may have a slip; shorter ones resemble too many others."""
MIN_PREFIX_CHARS = 2
"""Letters that count as the beginning of a word."""
MAX_NEAR_WORDS = 5
MIN_LITERAL_CHARS = 8
"""Letters of a query without a word of its own, such as "what can I do", that is looked up as a whole."""
SATURATION = 1.2
"""How slowly repetitions of a word add to the score (k1 of BM25)."""
LENGTH_PENALTY = 0.5
"""How much a long text counts less for each of its words (b of BM25)."""
QUESTION_FACTOR = 2.5
"""How much a listed question counts that says the same as the query, compared with words in the text."""
MIN_COVERED_SHARE = 0.3
"""The score of a text without most of the query's words is reduced to this share."""


class SearchText(msgspec.Struct, frozen=True):
    """A text that can be found by its key: parts with their weights, and questions that it answers.

    `importance` is a factor of its score.
    """

    key: str
    parts: tuple[tuple[float, str], ...]
    questions: tuple[str, ...] = ()
    importance: float = 1.0


class _WordLists(msgspec.Struct, frozen=True):
    """The part of `search_words.toml` about a language."""

    stemmer: str
    ignored: str
    synonyms: tuple[str, ...]


class SearchLanguage:
    """Splits texts of a language into stems."""

    def __init__(self, words: _WordLists) -> None:
        self._stemmer = snowballstemmer.stemmer(words.stemmer)
        self._stems: dict[str, str] = {}
        self._ignored = frozenset(words.ignored.split())
        self._synonyms: dict[str, set[str]] = {}
        for group in words.synonyms:
            stems = {self.find_stem(word) for word in group.split()}
            for stem in stems:
                self._synonyms.setdefault(stem, set()).update(stems - {stem})

    def find_stem(self, word: str) -> str:
        """Return the stem of a word as `split_words` returns it."""
        if word not in self._stems:
            self._stems[word] = self._stemmer.stemWord(word)
        return self._stems[word]

    def list_synonyms(self, stem: str) -> frozenset[str]:
        """Return the stems of words that mean about the same."""
        return frozenset(self._synonyms.get(stem, ()))

    def list_query_words(self, text: str) -> list[str]:
        """Return the words of a query that are not ignored, each once."""
        wanted = [word for word in split_words(text) if word not in self._ignored]
        return list(dict.fromkeys(wanted))[:MAX_QUERY_WORDS]

    def count_stems(self, text: str) -> Counter[str]:
        """Count the stems of the words that are not ignored."""
        return Counter(self.find_stem(word) for word in split_words(text) if word not in self._ignored)


def split_words(text: str) -> list[str]:
    """Split a text into words in lower case, without accents and apostrophes."""
    text = re.sub(r"['’](s\b)?", "", text.casefold())
    letters = [letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)]
    return WORD_PATTERN.findall("".join(letters))


@lru_cache(maxsize=8)
def load_search_language(code: str) -> SearchLanguage:
    """Load a language; one without word lists is treated like English."""
    lists = msgspec.convert(tomllib.loads(WORDS_FILE.read_text("utf-8")), dict[str, _WordLists])
    return SearchLanguage(lists.get(code, lists["en"]))


class _QueryWord(msgspec.Struct, frozen=True):
    """A word of a query: how rare it is, and the known stems that it may mean with the weight of a match."""

    rarity: float
    weights: Mapping[str, float]


class SearchIndex:
    """The index of some texts in one language.

    The score is BM25 over weighted parts, plus the similarity to the most similar listed question.
    """

    def __init__(self, texts: Sequence[SearchText], language: SearchLanguage) -> None:
        self._language = language
        self._keys = [text.key for text in texts]
        self._importances = [text.importance for text in texts]
        self._questions = [tuple(language.count_stems(line) for line in text.questions) for text in texts]
        self._literal_questions = [[" ".join(split_words(line)) for line in text.questions] for text in texts]
        self._weights = _weigh_stems(texts, self._questions, language)
        frequencies = Counter(stem for weights in self._weights for stem in weights)
        self._rarity = {stem: math.log(1 + len(texts) / n) for stem, n in frequencies.items()}
        self._max_rarity = math.log(1 + len(texts))
        self._known_words = _list_known_words(texts, language, frequencies)

    def search(self, query: str) -> list[str]:
        """Return the keys of the texts that answer the query, best first; none if no word is known."""
        words = self._join_split_words(self._language.list_query_words(query))
        if not words:
            return self._search_questions(query)
        wanted = [self._read_word(word) for word in words]
        scores = {key: self._score(n, wanted) for n, key in enumerate(self._keys)}
        return sorted((key for key in self._keys if scores[key] > 0), key=lambda key: -scores[key])

    def _search_questions(self, query: str) -> list[str]:
        """Find texts by listed questions that contain a query of ignored words only, such as "what can I do"."""
        asked = " ".join(split_words(query))
        if len(asked) < MIN_LITERAL_CHARS:
            return []
        return [
            key
            for key, lines in zip(self._keys, self._literal_questions, strict=True)
            if any(asked in line for line in lines)
        ]

    def _join_split_words(self, words: list[str]) -> list[str]:
        """Join neighbours that make one known word, as in "battle ship"."""
        joined: list[str] = []
        for word in words:
            if joined and joined[-1] + word in self._known_words:
                joined[-1] += word
            else:
                joined.append(word)
        return joined

    def _read_word(self, word: str) -> _QueryWord:
        stem = self._language.find_stem(word)
        weights = {other: SYNONYM_WEIGHT for other in self._language.list_synonyms(stem) if other in self._rarity}
        if stem in self._rarity:
            return _QueryWord(self._rarity[stem], weights | {stem: 1.0})
        weights |= self._find_similar_stems(word, is_near_allowed=not weights)
        return _QueryWord(min((self._rarity[other] for other in weights), default=self._max_rarity), weights)

    def _find_similar_stems(self, word: str, *, is_near_allowed: bool) -> dict[str, float]:
        """Return the stems of known words that begin with an unknown one, or else of those that it resembles."""
        weights: dict[str, float] = {}
        if len(word) >= MIN_PREFIX_CHARS:
            longer_words = [other for other in self._known_words if other.startswith(word)]
            weights = dict.fromkeys(map(self._language.find_stem, longer_words), PREFIX_WEIGHT)
        if weights or not is_near_allowed or len(word) < MIN_NEAR_CHARS:
            return weights
        near = process.extract(
            word, list(self._known_words), scorer=fuzz.ratio, score_cutoff=MIN_NEAR_PERCENT, limit=MAX_NEAR_WORDS
        )
        for other, percent, _ in near:
            weights.setdefault(self._language.find_stem(other), NEAR_WEIGHT * percent / 100)
        return weights

    def _score(self, n: int, wanted: Sequence[_QueryWord]) -> float:
        total = covered = asked = 0.0
        for word in wanted:
            asked += word.rarity
            best = max((weight * self._weigh_match(n, stem) for stem, weight in word.weights.items()), default=0.0)
            total += best
            covered += word.rarity if best else 0.0
        if not covered:
            return 0.0
        share = MIN_COVERED_SHARE + (1 - MIN_COVERED_SHARE) * covered / asked
        similarity = max((self._compare(stems, wanted) for stems in self._questions[n]), default=0.0)
        return self._importances[n] * (total * share + QUESTION_FACTOR * asked * similarity**2)

    def _weigh_match(self, n: int, stem: str) -> float:
        weight = self._weights[n].get(stem, 0.0)
        return self._rarity[stem] * weight * (SATURATION + 1) / (weight + SATURATION)

    def _compare(self, stems: Mapping[str, int], wanted: Sequence[_QueryWord]) -> float:
        """Return how much a listed question and the query have in common, from 0 to 1."""
        common = asked = 0.0
        for word in wanted:
            asked += word.rarity
            common += word.rarity * max((word.weights.get(stem, 0.0) for stem in stems), default=0.0)
        listed = sum(self._rarity[stem] for stem in stems)
        return min(1.0, 2 * common / (asked + listed)) if common else 0.0


def _list_known_words(texts: Iterable[SearchText], language: SearchLanguage, stems: Collection[str]) -> dict[str, None]:
    """List the words of the texts, each once, whose stems are among these."""
    words: dict[str, None] = {}
    for text in texts:
        for line in (*(part for _, part in text.parts), *text.questions):
            words |= dict.fromkeys(split_words(line))
    return {word: None for word in words if language.find_stem(word) in stems}


def _weigh_stems(
    texts: Iterable[SearchText], questions: Iterable[Sequence[Mapping[str, int]]], language: SearchLanguage
) -> list[dict[str, float]]:
    """Weigh the stems of each text by the parts in which they occur, questions included."""
    counted = [[(weight, language.count_stems(part)) for weight, part in text.parts] for text in texts]
    sizes = [sum(sum(stems.values()) for _, stems in parts) for parts in counted]
    mean_size = sum(sizes) / len(sizes) if sizes else 1.0
    found: list[dict[str, float]] = []
    for lines, parts, size in zip(questions, counted, sizes, strict=True):
        weights: dict[str, float] = {}
        norm = 1 - LENGTH_PENALTY + LENGTH_PENALTY * size / (mean_size or 1.0)
        for weight, stems in parts:
            for stem, n in stems.items():
                weights[stem] = weights.get(stem, 0.0) + weight * n / norm
        for line in lines:
            weights |= {stem: max(weights.get(stem, 0.0), 1.0) for stem in line}
        found.append(weights)
    return found
