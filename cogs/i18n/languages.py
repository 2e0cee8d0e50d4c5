"""The languages of the bot. English is in the code; the others are in gettext catalogues: `cogs/i18n/<code>.po` for all
games, `engine/games/<slug>/<code>.po` for one game and its painter."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import product

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cogs.i18n.command_mentions import write_command
from engine.kernel import registry
from engine.rulebook import ENGLISH_CODE


class Language:
    """One language, which implements `engine.kernel.text.Translate`. A text without a translation stays English.

    Commands are called as in the catalogues `command_names`: Discord lists them in the language of a person's client. Two
    languages that differ in that only are equal, since no picture and no label names a command.
    """

    __slots__ = ("_catalogues", "_command_ids", "_command_names", "code")

    def __init__(
        self,
        code: str,
        catalogues: NullTranslations,
        command_names: NullTranslations | None = None,
        command_ids: Mapping[str, int] | None = None,
    ) -> None:
        self.code = code
        self._catalogues = catalogues
        self._command_names = command_names or NullTranslations()
        self._command_ids = {} if command_ids is None else command_ids

    def __eq__(self, other: object) -> bool:
        """Return whether both translate alike."""
        return isinstance(other, Language) and self._catalogues is other._catalogues

    def __hash__(self) -> int:
        """Return the hash of the catalogues."""
        return hash(self._catalogues)

    def mention_command(self, field: str) -> str:
        """Write a command as a mention, for texts in which Discord shows mentions."""
        return write_command(field, self._command_names.pgettext, self._command_ids)

    def __call__(self, template: str, plural_template: str, n: int) -> str:
        """Translate a template, in the plural form for `n` if it has one. A command is written as people type it."""
        if template.startswith("/"):
            return write_command(template, self._command_names.pgettext)
        if plural_template:
            return self._catalogues.ngettext(template, plural_template, n)
        if template:
            return self._catalogues.gettext(template)
        return ""

    def translate_name(self, context: str, word: str) -> str:
        """Translate a name in a context (see `cogs.i18n.command_names`). A name without a translation stays as it is.

        The context tells words apart that are a verb in one place and a noun in another.
        """
        return self._catalogues.pgettext(context, word)


class LanguageRegistry:
    """All languages with a general catalogue. Each language is a single object, so that it can be part of a cache key.

    `command_ids` are Discord's ids of our commands, by the first word of their names.
    """

    def __init__(self) -> None:
        files = [file.name for file in _find_general_folder().iterdir()]
        codes = sorted(name.removesuffix(".po") for name in files if name.endswith(".po"))
        self.codes = (ENGLISH_CODE, *codes)
        """All codes, English first."""
        self.command_ids: dict[str, int] = {}
        catalogues: dict[str, NullTranslations] = {ENGLISH_CODE: NullTranslations()}
        for code in codes:
            catalogues[code] = _load_catalogues(code, registry.GAMES_PACKAGE)
        self._languages: dict[tuple[str, str], Language] = {}
        for code, command_code in product(self.codes, repeat=2):
            language = Language(code, catalogues[code], catalogues[command_code], self.command_ids)
            self._languages[code, command_code] = language
        self.english = self.find_language(ENGLISH_CODE)

    def find_language(self, locale: str, command_locale: str = ENGLISH_CODE) -> Language:
        """Return the language of a Discord locale ("es-419", "en-GB"), or English if there is no catalogue for it.

        It calls commands as a client with the `command_locale` lists them, by default by their English names, which
        every client finds.
        """
        return self._languages[self._find_code(locale), self._find_code(command_locale)]

    def _find_code(self, locale: str) -> str:
        code = locale.partition("-")[0]
        if code in self.codes:
            return code
        return ENGLISH_CODE

    @property
    def names(self) -> dict[str, str]:
        """The names of the languages, each in its own language, by code."""
        return {code: (Locale.parse(code).display_name or code).capitalize() for code in self.codes}


def generate_catalogue_folders(code: str) -> Iterator[tuple[str, Traversable]]:
    """Yield the folders with catalogues of a language: ("", general folder), then (slug, folder) of each game that has one.

    To begin the catalogue of a game, put an empty `<code>.po` into its folder.
    """
    yield "", _find_general_folder()
    for slug in registry.list_slugs():
        folder = resources.files(f"{registry.GAMES_PACKAGE}.{slug}")
        if folder.joinpath(f"{code}.po").is_file():
            yield slug, folder


def load_catalogue(folder: Traversable, code: str) -> Catalog:
    """Read the catalogue of a language from a folder; it is empty if there is no file. Raises PoFileError."""
    file = folder.joinpath(f"{code}.po")
    text = b""
    if file.is_file():
        text = file.read_bytes()
    return read_po(io.BytesIO(text), locale=code, charset="utf-8", abort_invalid=True)


@cache
def _load_catalogues(code: str, _games_package: str) -> NullTranslations:
    """Load the catalogues of a language as one chain. The package of the games is part of the cache key, since it decides which
    files are read."""
    chain: GNUTranslations | None = None
    for _, folder in generate_catalogue_folders(code):
        compiled = io.BytesIO()
        write_mo(compiled, load_catalogue(folder, code))
        compiled.seek(0)
        translations = GNUTranslations(compiled)
        if chain is None:
            chain = translations
        else:
            chain.add_fallback(translations)
    return chain or NullTranslations()


def _find_general_folder() -> Traversable:
    return resources.files("cogs.i18n")
