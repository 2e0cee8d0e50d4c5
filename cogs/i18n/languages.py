"""The languages of the bot: English is in the code, the others in gettext catalogues beside what they translate.

`cogs/i18n/<code>.po` holds what all games share, `engine/games/<slug>/<code>.po` what a game and its painter say. A message
is found by its template, and a command's name by its context too, since the same word may be a verb in one place and a noun in
another.
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
from engine.rulebook import ENGLISH_CODE


class Language:
    """One language. It is called as an `engine.kernel.text.Translate`; what it lacks stays English."""

    __slots__ = ("_catalogues", "code")

    def __init__(self, code: str, book: NullTranslations) -> None:
        self.code = code
        self._catalogues = book

    def __call__(self, template: str, plural_template: str, n: int) -> str:
        """The template in this language, in the plural form for n if it has one."""
        if plural_template:
            return self._catalogues.ngettext(template, plural_template, n)
        return self._catalogues.gettext(template) if template else ""

    def translate_name(self, context: str, word: str) -> str:
        """A word in one context (see `cogs.i18n.command_names`); the word itself where the language has no translation."""
        return self._catalogues.pgettext(context, word)


class LanguageRegistry:
    """All languages with a general catalogue. Each is one object, so that it can be part of a cache key."""

    def __init__(self) -> None:
        codes = [
            found.name.removesuffix(".po") for found in _find_general_folder().iterdir() if found.name.endswith(".po")
        ]
        self._by_code = {code: Language(code, _load_catalogues(code, registry.GAMES_PACKAGE)) for code in sorted(codes)}
        self.english = Language(ENGLISH_CODE, NullTranslations())

    def find_language(self, locale: str) -> Language:
        """The language of a Discord locale ("es-419", "en-GB"); English if we do not have it."""
        return self._by_code.get(locale.partition("-")[0], self.english)

    @property
    def codes(self) -> tuple[str, ...]:
        """All codes, English first."""
        return (ENGLISH_CODE, *self._by_code)

    @property
    def names(self) -> dict[str, str]:
        """Each language's name in itself, by its code."""
        return {code: (Locale.parse(code).display_name or code).capitalize() for code in self.codes}


def list_catalogue_folders(code: str) -> Iterator[tuple[str, Traversable]]:
    """The folders that hold catalogues of a language: ("", the general one), then each game's with its slug.

    A game that has no catalogue speaks English; an empty `<code>.po` in its folder begins one.
    """
    yield "", _find_general_folder()
    for slug in registry.list_slugs():
        home = resources.files(f"{registry.GAMES_PACKAGE}.{slug}")
        if home.joinpath(f"{code}.po").is_file():
            yield slug, home


def load_catalogue(home: Traversable, code: str) -> Catalog:
    """A catalogue as it stands in its file, empty when there is none. Raises PoFileError when it cannot be read."""
    file = home.joinpath(f"{code}.po")
    text = file.read_bytes() if file.is_file() else b""
    return read_po(io.BytesIO(text), locale=code, charset="utf-8", abort_invalid=True)


@cache
def _load_catalogues(code: str, _home: str) -> NullTranslations:
    """The catalogues of a language, chained; cached, since a process always reads the same files of a home."""
    whole: GNUTranslations | None = None
    for _, home in list_catalogue_folders(code):
        compiled = io.BytesIO()
        write_mo(compiled, load_catalogue(home, code))
        compiled.seek(0)
        book = GNUTranslations(compiled)
        if whole is None:
            whole = book
        else:
            whole.add_fallback(book)
    return whole or NullTranslations()


def _find_general_folder() -> Traversable:
    return resources.files("cogs.i18n")
