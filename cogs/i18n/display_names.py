"""Names of people, made safe to show: they may hold markup, mentions, links and invisible characters. Only
`text_formatter.py` calls these functions; everything else formats names by its `format_name`."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

INVISIBLE_CATEGORIES = frozenset(("Cc", "Cf", "Co", "Cs"))
"""Unicode categories of invisible characters, such as zero-width joiners, which may turn or hide their neighbours."""
BLANK_CHARACTERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks without a shape."""
MARKUP_PATTERN = re.compile(r"[\\`*_~|<>@#:\[\]()/]|^[-+=]|(?<=^\d)\.|(?<=^\d\d)\.")
"""The characters that begin or end formatting, a mention, a timestamp, an emoji or a link, or a list at the start of a line."""


@lru_cache(maxsize=1024)
def clean_label_name(name: str) -> str:
    """Return the name without invisible characters, or "" if nothing visible is left.

    >>> clean_label_name(" An\\u202ea\\u200b\\n")
    'Ana'
    """
    visible = "".join(char for char in name if char.isspace() or not _is_invisible(char))
    words = BLANK_CHARACTERS.sub(" ", visible).split()
    if all(map(_is_mark_or_separator, "".join(words))):
        return ""
    return " ".join(words)


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in INVISIBLE_CATEGORIES


def _is_mark_or_separator(char: str) -> bool:
    return unicodedata.category(char)[0] in "MZ"


@lru_cache(maxsize=1024)
def escape_message_name(name: str) -> str:
    r"""Return the name with every character escaped that Discord would read as markup.

    >>> print(escape_message_name("<@1> *Ana*"))
    \<\@1\> \*Ana\*
    """
    return escape_markup(clean_label_name(name))


def escape_markup(text: str) -> str:
    """Escape every character that Discord would read as markup."""
    return MARKUP_PATTERN.sub(r"\\\g<0>", text)
