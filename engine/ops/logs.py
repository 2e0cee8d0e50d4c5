"""Lines for the log, to be read or to be parsed. Whatever was logged, they hold no token.

What else must stay out is kept out where it is said: seeds, hands, moves and what people type are never given to a logger.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

QUIET_LOGGERS = ("discord", "aiosqlite", "asyncio", "PIL")
"""Libraries that at debug write down what passes through them: interaction tokens, every value of every SQL statement."""
TOKEN_URL_PATTERN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+")
"""Addresses of the API that hold a token of their own."""


CUSTOM_ID_PATTERN = re.compile(r"(\bow:[bsm]:[a-z]+:[0-9a-z]+:[0-9a-z]+:)[^'\"\n]*")
"""Custom ids, which end in the words of a move."""
LABEL_PATTERN = re.compile(r"""\blabel=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
"""Labels of buttons where a library prints the button: they may name a card in a hand."""


class PlainLogFormatter(logging.Formatter):
    """A line of text, and the trace below it."""

    def __init__(self, token: str) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line and its trace, tokens blotted out."""
        return self._redact(super().format(record))

    def _redact(self, line: str) -> str:
        line = LABEL_PATTERN.sub(
            "label=[label]", CUSTOM_ID_PATTERN.sub(r"\1[words]", TOKEN_URL_PATTERN.sub(r"\1[token]", line))
        )
        return line.replace(self._token, "[token]") if self._token else line


class JsonLogFormatter(PlainLogFormatter):
    """A line of JSON: `at`, `level`, `logger`, `message`, the `facts` that a call gave as extra, and `trace`."""

    def format(self, record: logging.LogRecord) -> str:
        """One object, one line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redact(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self._redact(self.formatException(record.exc_info))
        return self._redact(json.dumps(line, ensure_ascii=False, default=str))
