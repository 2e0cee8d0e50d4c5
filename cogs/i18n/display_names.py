"""What people call themselves, made harmless: names may hold markup, mentions, links, and characters that nobody sees.

`clean_label_name` is for what shows no markup: buttons, selects, suggestions, pictures, alt texts, titles of threads.
`escape_message_name` is for texts of messages, where Discord reads markup.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

INVISIBLE_CATEGORIES = frozenset(("Cc", "Cf", "Co", "Cs"))
"""Categories that show nothing themselves, such as zero-width joiners, but turn or hide what stands beside them."""
BLANK_CHARACTERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks without a shape."""
MARKUP_PATTERN = re.compile(r"[\\`*_~|<>@#:\[\]()/]|^[-+=]|(?<=^\d)\.|(?<=^\d\d)\.")
"""What begins or ends formatting, a mention, a timestamp, an emoji or a link anywhere, and a list at the start of a line."""


@lru_cache(maxsize=1024)
def clean_label_name(name: str) -> str:
    """The name without what nobody sees; "" if nothing is left to be seen.

    >>> label_name(" An\\u202ea\\u200b\\n")
    'Ana'
    """
    seen = BLANK_CHARACTERS.sub(
        " ", "".join(char for char in name if char.isspace() or unicodedata.category(char) not in INVISIBLE_CATEGORIES)
    )
    bare = all(unicodedata.category(char)[0] in "MZ" for char in seen if not char.isspace())
    return "" if bare else " ".join(seen.split())


@lru_cache(maxsize=1024)
def escape_message_name(name: str) -> str:
    r"""The name as a message shows it as it is: every character that Discord would read as markup is escaped.

    >>> print(message_name("<@1> *Ana*"))
    \<\@1\> \*Ana\*
    """
    return MARKUP_PATTERN.sub(r"\\\g<0>", clean_label_name(name))
