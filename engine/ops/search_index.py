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
from itertools import chain
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
        return list(dict.fromkeys(self._list_words(text)))[:MAX_QUERY_WORDS]

    def count_stems(self, text: str) -> Counter[str]:
        """Count the stems of the words that are not ignored."""
        return Counter(self.find_stem(word) for word in self._list_words(text))

    def _list_words(self, text: str) -> list[str]:
        """List the words of a text that are not ignored."""
        return [word for word in split_words(text) if word not in self._ignored]


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


class _IndexedText(msgspec.Struct, frozen=True):
    """A text as the index holds it: the stems of its parts and questions, and its questions as plain words."""

    key: str
    importance: float
    parts: tuple[tuple[float, Counter[str]], ...]
    questions: tuple[Counter[str], ...]
    question_lines: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of words in its parts."""
        return sum(stems.total() for _, stems in self.parts)

    def weigh_stems(self, mean_size: float) -> dict[str, float]:
        """Weigh the stems by the parts in which they occur. A stem in a question weighs as much as a word of the text."""
        norm = 1 - LENGTH_PENALTY + LENGTH_PENALTY * self.size / mean_size
        weights: dict[str, float] = {}
        for weight, stems in self.parts:
            for stem, times in stems.items():
                before = weights.get(stem, 0.0)
                weights[stem] = before + weight * times / norm
        for stem in chain(*self.questions):
            before = weights.get(stem, 0.0)
            weights[stem] = max(before, 1.0)
        return weights


def _index_text(text: SearchText, language: SearchLanguage) -> _IndexedText:
    """Split a text into stems."""
    parts: list[tuple[float, Counter[str]]] = []
    for weight, part in text.parts:
        parts.append((weight, language.count_stems(part)))
    questions = tuple(map(language.count_stems, text.questions))
    lines = tuple(map(_join_words, text.questions))
    return _IndexedText(text.key, text.importance, tuple(parts), questions, lines)


def _join_words(line: str) -> str:
    return " ".join(split_words(line))


class SearchIndex:
    """The index of some texts in one language.

    The score is BM25 over weighted parts, plus the similarity to the most similar listed question.
    """

    def __init__(self, texts: Sequence[SearchText], language: SearchLanguage) -> None:
        self._language = language
        self._texts = [_index_text(text, language) for text in texts]
        mean_size = _find_mean_size(self._texts)
        self._weights = [text.weigh_stems(mean_size) for text in self._texts]
        frequencies = Counter(chain(*self._weights))
        self._rarity = {stem: math.log(1 + len(texts) / n) for stem, n in frequencies.items()}
        self._max_rarity = math.log(1 + len(texts))
        self._known_words = _list_known_words(texts, language, frequencies)

    def search(self, query: str) -> list[str]:
        """Return the keys of the texts that answer the query, best first; none if no word is known."""
        words = self._join_split_words(self._language.list_query_words(query))
        if not words:
            return self._search_questions(query)
        wanted = list(map(self._read_word, words))
        scores: dict[str, float] = {}
        for number, text in enumerate(self._texts):
            score = self._score(number, wanted)
            if score > 0:
                scores[text.key] = score
        return sorted(scores, key=lambda key: -scores[key])

    def _search_questions(self, query: str) -> list[str]:
        """Find texts by listed questions that contain a query of ignored words only, such as "what can I do"."""
        asked = _join_words(query)
        if len(asked) < MIN_LITERAL_CHARS:
            return []
        return [text.key for text in self._texts if asked in "\n".join(text.question_lines)]

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
        synonyms = self._language.list_synonyms(stem) & self._rarity.keys()
        weights = dict.fromkeys(sorted(synonyms), SYNONYM_WEIGHT)
        if stem in self._rarity:
            weights[stem] = 1.0
            return _QueryWord(self._rarity[stem], weights)
        longer = self._find_longer_stems(word)
        weights |= longer
        if not weights:
            weights = self._find_near_stems(word)
        rarities = map(self._rarity.__getitem__, weights)
        return _QueryWord(min(rarities, default=self._max_rarity), weights)

    def _find_longer_stems(self, word: str) -> dict[str, float]:
        """Return the stems of known words that begin with an unknown one."""
        if len(word) < MIN_PREFIX_CHARS:
            return {}
        words = [other for other in self._known_words if other.startswith(word)]
        stems = map(self._language.find_stem, words)
        return dict.fromkeys(stems, PREFIX_WEIGHT)

    def _find_near_stems(self, word: str) -> dict[str, float]:
        """Return the stems of known words that an unknown one resembles, each by its most similar word."""
        weights: dict[str, float] = {}
        if len(word) < MIN_NEAR_CHARS:
            return weights
        known = list(self._known_words)
        near = process.extract(word, known, scorer=fuzz.ratio, score_cutoff=MIN_NEAR_PERCENT, limit=MAX_NEAR_WORDS)
        for other, percent, _ in near:
            stem = self._language.find_stem(other)
            weights.setdefault(stem, NEAR_WEIGHT * percent / 100)
        return weights

    def _score(self, n: int, wanted: Sequence[_QueryWord]) -> float:
        total = covered = asked = 0.0
        for word in wanted:
            asked += word.rarity
            best = self._find_best_match(n, word)
            if best:
                total += best
                covered += word.rarity
        if not covered:
            return 0.0
        text = self._texts[n]
        share = MIN_COVERED_SHARE + (1 - MIN_COVERED_SHARE) * covered / asked
        similarities = [self._compare(stems, wanted) for stems in text.questions]
        similarity = max(similarities, default=0.0)
        by_question = QUESTION_FACTOR * asked * similarity**2
        return text.importance * (total * share + by_question)

    def _find_best_match(self, n: int, word: _QueryWord) -> float:
        """Return the weight of the best match of a query word in a text."""
        best = 0.0
        for stem, weight in word.weights.items():
            match = weight * self._weigh_match(n, stem)
            best = max(best, match)
        return best

    def _weigh_match(self, n: int, stem: str) -> float:
        weight = self._weights[n].get(stem, 0.0)
        return self._rarity[stem] * weight * (SATURATION + 1) / (weight + SATURATION)

    def _compare(self, stems: Mapping[str, int], wanted: Sequence[_QueryWord]) -> float:
        """Return how much a listed question and the query have in common, from 0 to 1."""
        common = asked = 0.0
        for word in wanted:
            asked += word.rarity
            shared = word.weights.keys() & stems.keys()
            weight = max(map(word.weights.__getitem__, shared), default=0.0)
            common += word.rarity * weight
        if not common:
            return 0.0
        listed = sum(map(self._rarity.__getitem__, stems))
        return min(1.0, 2 * common / (asked + listed))


def _find_mean_size(texts: Sequence[_IndexedText]) -> float:
    """Return the mean number of words of the texts, 1 if there are none."""
    total = sum(text.size for text in texts)
    if not total:
        return 1.0
    return total / len(texts)


def _list_known_words(texts: Iterable[SearchText], language: SearchLanguage, stems: Collection[str]) -> dict[str, None]:
    """List the words of the texts, each once, whose stems are among these."""
    words: dict[str, None] = {}
    for text in texts:
        for line in (*[part for _, part in text.parts], *text.questions):
            for word in split_words(line):
                if language.find_stem(word) in stems:
                    words[word] = None
    return words
