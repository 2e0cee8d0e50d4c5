"""The languages we speak: English is in the code, the others in gettext catalogues beside what they translate.

`cogs/<code>.po` holds what every game shares, `engine/games/<slug>/<code>.po` what a game and its painter say. A message is
found by its template, and the names of commands by a context as well, since a word alone may be a verb here and a noun there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.kernel import registry
from engine.kernel.rulebook import ENGLISH


class Language:
    """One language. Call it as painters and readers do (`engine.kernel.text.Translate`); what it lacks stays English."""

    __slots__ = ("_book", "code")

    def __init__(self, code: str, book: NullTranslations) -> None:
        self.code = code
        self._book = book

    def __call__(self, template: str, many: str, n: int) -> str:
        """The template in this language, in the form that goes with n where there is a plural."""
        if many:
            return self._book.ngettext(template, many, n)
        return self._book.gettext(template) if template else ""

    def name(self, context: str, word: str) -> str:
        """A word in one context (see `cogs.command_names`), itself where the language has none for it."""
        return self._book.pgettext(context, word)


class Languages:
    """All languages there is a general catalogue for, each made once, so that it can be part of a key."""

    def __init__(self) -> None:
        codes = [found.name.removesuffix(".po") for found in _general().iterdir() if found.name.endswith(".po")]
        self._by_code = {code: Language(code, _book(code, registry.HOME)) for code in sorted(codes)}
        self.english = Language(ENGLISH, NullTranslations())

    def of(self, locale: str) -> Language:
        """The language of a locale as Discord names them ("es-419", "en-GB"); English where we do not speak it."""
        return self._by_code.get(locale.partition("-")[0], self.english)

    @property
    def codes(self) -> tuple[str, ...]:
        """All of them, English first."""
        return (ENGLISH, *self._by_code)

    @property
    def names(self) -> dict[str, str]:
        """What each calls itself, by its code."""
        return {code: (Locale.parse(code).display_name or code).capitalize() for code in self.codes}


def homes(code: str) -> Iterator[tuple[str, Traversable]]:
    """The folders that hold catalogues of a language: ("", the general one), then each game's with its slug.

    A game that has no catalogue speaks English; an empty `<code>.po` in its folder begins one.
    """
    yield "", _general()
    for slug in registry.slugs():
        home = resources.files(f"{registry.HOME}.{slug}")
        if home.joinpath(f"{code}.po").is_file():
            yield slug, home


def catalogue(home: Traversable, code: str) -> Catalog:
    """A catalogue as it stands in its file, empty when there is none. Raises PoFileError when it cannot be read."""
    file = home.joinpath(f"{code}.po")
    text = file.read_bytes() if file.is_file() else b""
    return read_po(io.BytesIO(text), locale=code, charset="utf-8", abort_invalid=True)


@cache
def _book(code: str, _home: str) -> NullTranslations:
    """The catalogues of a language, one behind the other; kept, since a process reads the same files of a home every time."""
    whole: GNUTranslations | None = None
    for _, home in homes(code):
        compiled = io.BytesIO()
        write_mo(compiled, catalogue(home, code))
        compiled.seek(0)
        book = GNUTranslations(compiled)
        if whole is None:
            whole = book
        else:
            whole.add_fallback(book)
    return whole or NullTranslations()


def _general() -> Traversable:
    return resources.files("cogs.words")
