"""Formats log lines as text or JSON, and removes tokens and moves from them.

Other secrets are never given to a logger: seeds, hands, moves, and texts that people type.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from engine.host.store.database import StoreError

QUIET_LOGGERS = ("discord", "aiosqlite", "asyncio", "PIL")
"""Libraries that log private data at debug level: interaction tokens, and every value of every SQL statement."""
TOKEN_URL_PATTERN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+")
"""Matches URLs of Discord's API that contain a token."""
CUSTOM_ID_PATTERN = re.compile(r"(\bow:[bsm]:[a-z]+:[0-9a-z]+:[0-9a-z]+:)[^'\"\n]*")
"""Matches custom ids, which end in the words of a move."""
LABEL_PATTERN = re.compile(r"""\blabel=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
"""Matches button labels in the repr of a button. They may name a card in a hand."""

OUTAGE_INTERVAL_S = 60
"""The time between two lines about a store that is away."""


class OutageFilter(logging.Filter):
    """Limits what is logged while the store is away to a line a minute, without a traceback.

    Every press fails then, and nothing but the reason matters. Other errors of the store are logged as they are.
    """

    _logged_at = 0.0
    _dropped_count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record about a store that is away, and return whether to log it."""
        error = _find_outage(record)
        if error is None:
            return True
        if 0 <= record.created - self._logged_at < OUTAGE_INTERVAL_S:
            self._dropped_count += 1
            return False
        message, reason = record.getMessage(), str(error)
        if reason not in message:
            message = f"{message}: {reason}"
        if self._dropped_count:
            message += f" ({self._dropped_count} records like it were left out)"
        record.msg, record.args, record.exc_info, record.exc_text = message, (), None, None
        self._logged_at, self._dropped_count = record.created, 0
        return True


def _find_outage(record: logging.LogRecord) -> StoreError | None:
    """Find a temporary error of the store in a record's values, or among the causes of its exception."""
    values = record.args if isinstance(record.args, tuple) else ()
    found: list[object] = [*values, record.exc_info[1] if record.exc_info else None]
    for value in found:
        error = value if isinstance(value, BaseException) else None
        while error is not None:
            if isinstance(error, StoreError) and error.is_temporary:
                return error
            error = error.__cause__ or error.__context__
    return None


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
