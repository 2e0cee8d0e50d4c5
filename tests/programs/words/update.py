"""Bring the catalogues up to date with the code: `python -m tests.programs.words.update`, or `make words`.

What is new stands there without a translation, or with one marked fuzzy where the sentence was only changed; what is gone goes to
the end of its file behind "#~". A message that another catalogue has translated already takes the translation over.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from cogs.words.languages import Languages, catalogue, homes
from engine.rulebook import ENGLISH
from tests.programs.words.extract import catalogues

HEADER = """\
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
"""Of one message: babel has a list for plurals it has read."""


async def updated(code: str) -> dict[Path, bytes]:
    """What every catalogue of a language should hold, by file."""
    wanted = await catalogues()
    old = {game: catalogue(home, code) for game, home in homes(code)}
    memory = {
        (message.context, _ids(message)): message.string
        for held in old.values()
        for message in held
        if message.id and not missing(message) and not message.fuzzy
    }
    return {
        Path(str(home / f"{code}.po")): _file(merged(old[game], wanted[game], memory)) for game, home in homes(code)
    }


def merged(old: Catalog, wanted: Catalog, memory: Mapping[tuple[str | None, tuple[str, ...]], Translation]) -> Catalog:
    """The old translations of the messages that are wanted, in their order; `memory` helps out, others become obsolete."""
    old.update(wanted, update_creation_date=False)
    for key, gone in list(old.obsolete.items()):
        if missing(gone):
            del old.obsolete[key]
    for message in old:
        known = memory.get((message.context, _ids(message)))
        if message.id and known and (missing(message) or message.fuzzy):
            message.string = known
            message.flags.discard("fuzzy")
    return old


def missing(message: Message) -> bool:
    """Whether a message has no translation, or lacks a plural form."""
    return not message.string if isinstance(message.string, str) else not message.string or not all(message.string)


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _file(catalogue: Catalog) -> bytes:
    """The file of a catalogue: a header without dates, no line numbers, so that two branches rarely touch the same line."""
    body = io.BytesIO()
    write_po(body, catalogue, width=120, omit_header=True, include_lineno=False)
    head = HEADER.format(code=catalogue.locale_identifier, plurals=catalogue.plural_forms.rstrip(";") + ";")
    return head.encode() + body.getvalue()


def main() -> None:
    """Write every catalogue of the languages given, or of all there are."""
    for code in sys.argv[1:] or [code for code in Languages().codes if code != ENGLISH]:
        for file, text in asyncio.run(updated(code)).items():
            file.write_bytes(text)
            print(file)


if __name__ == "__main__":
    main()
