"""Bring the catalogues up to date with the code: `python -m tests.programs.i18n.update`, or `make words`.

A new message has no translation, or a fuzzy one if only its sentence changed. Removed messages go to the end of their
file behind "#~". A message takes over an existing translation from another catalogue.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from cogs.i18n.languages import LanguageRegistry, generate_catalogue_folders, load_catalogue
from engine.rulebook import ENGLISH_CODE
from tests.programs.i18n.extract import build_catalogues

CATALOGUE_HEADER = """\
# Overwinter in the language "{code}". `make words` brings this file up to date with the code; see CONTRIBUTING.md, Words.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


Translation = str | tuple[str, ...] | list[str] | None
"""Of one message: babel gives a list for plurals that it has read."""


async def build_catalogue_files(code: str) -> dict[Path, bytes]:
    """Build the content of every catalogue of a language, by file."""
    wanted = await build_catalogues()
    old = {game: load_catalogue(home, code) for game, home in generate_catalogue_folders(code)}
    memory = {
        (message.context, _list_ids(message)): message.string
        for held in old.values()
        for message in held
        if message.id and not is_untranslated(message) and not message.fuzzy
    }
    return {
        Path(str(home / f"{code}.po")): _format_catalogue(merge_translations(old[game], wanted[game], memory))
        for game, home in generate_catalogue_folders(code)
    }


def merge_translations(
    old: Catalog, messages: Catalog, memory: Mapping[tuple[str | None, tuple[str, ...]], Translation]
) -> Catalog:
    """Merge the old translations into the current messages, in their order.

    `memory` offers translations for other messages. Unused translations become obsolete.
    """
    old.update(messages, update_creation_date=False)
    for key, gone in list(old.obsolete.items()):
        if is_untranslated(gone):
            del old.obsolete[key]
    for message in old:
        known = memory.get((message.context, _list_ids(message)))
        if message.id and known and (is_untranslated(message) or message.fuzzy):
            message.string = known
            message.flags.discard("fuzzy")
    return old


def is_untranslated(message: Message) -> bool:
    """Whether a message has no translation, or lacks a plural form."""
    return not message.string if isinstance(message.string, str) else not message.string or not all(message.string)


def _list_ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _format_catalogue(catalogue: Catalog) -> bytes:
    """Format the file of a catalogue.

    The header has no dates and there are no line numbers, so that two branches rarely touch the same line.
    """
    body = io.BytesIO()
    write_po(body, catalogue, width=120, omit_header=True, include_lineno=False)
    head = CATALOGUE_HEADER.format(code=catalogue.locale_identifier, plurals=catalogue.plural_forms.rstrip(";") + ";")
    return head.encode() + body.getvalue()


def main() -> None:
    """Write every catalogue of the given languages, or of all languages."""
    for code in sys.argv[1:] or [code for code in LanguageRegistry().codes if code != ENGLISH_CODE]:
        for file, text in asyncio.run(build_catalogue_files(code)).items():
            file.write_bytes(text)
            print(file)


if __name__ == "__main__":
    main()
