"""Formats log lines as text or JSON, and removes tokens and moves from them.

Other secrets are never given to a logger: seeds, hands, moves, and texts that people type.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

QUIET_LOGGERS = ("discord", "aiosqlite", "asyncio", "PIL")
"""Libraries that log private data at debug level: interaction tokens, and every value of every SQL statement."""
TOKEN_URL_PATTERN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+")
"""Matches URLs of Discord's API that contain a token."""
CUSTOM_ID_PATTERN = re.compile(r"(\bow:[bsm]:[a-z]+:[0-9a-z]+:[0-9a-z]+:)[^'\"\n]*")
"""Matches custom ids, which end in the words of a move."""
LABEL_PATTERN = re.compile(r"""\blabel=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
"""Matches button labels in the repr of a button. They may name a card in a hand."""


class PlainLogFormatter(logging.Formatter):
    """Formats a record as a line of text, with the traceback below it."""

    def __init__(self, token: str) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Format the record, and replace tokens and moves by placeholders."""
        return self._redact(super().format(record))

    def _redact(self, line: str) -> str:
        line = TOKEN_URL_PATTERN.sub(r"\1[token]", line)
        line = CUSTOM_ID_PATTERN.sub(r"\1[words]", line)
        line = LABEL_PATTERN.sub("label=[label]", line)
        if self._token:
            line = line.replace(self._token, "[token]")
        return line


class JsonLogFormatter(PlainLogFormatter):
    """Formats a record as one JSON object a line: `at`, `level`, `logger`, `message`, `trace`, and the call's extra `facts`."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record, and replace tokens and moves by placeholders."""
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
