"""A journal of every message that the bot sends to a channel, written as it arrives.

Unlike Discord, simcord forgets its messages when the bot's process ends. The next process therefore restores the newest
messages, and the bot can find in a channel what it sent just before the end. Afterwards the journal shows whether
anything was sent twice.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.backend.models.message import EPHEMERAL_FLAG
from simcord.backend.state import Backend
from simcord.components import walk_components

from cogs.interactions import custom_ids

MAX_MESSAGES_KEPT = 8
"""Messages of a channel that come back after a kill, and stay when simcord drops old ones."""


class SentMessage(NamedTuple):
    """A message that the bot sent outside an interaction. `marks` identify it."""

    id: int
    channel: int
    marks: frozenset[str]


class MessageJournal:
    """The journal of one process, in the file of all processes."""

    def __init__(self, backend: Backend, path: Path) -> None:
        self._backend = backend
        self.loses_answer = 0
        """The number of next messages that arrive although the bot is told of a failure."""
        self.lost_ids = 0
        self._restore_messages(path)
        self._file = path.open("a", encoding="utf-8")
        commit, edit = backend.commit_message, backend.edit_message

        def noted(message: Message, *, broadcast: bool = True) -> Message:
            message = commit(message, broadcast=broadcast)
            self._write_message(message)
            if self.loses_answer and is_own_message(message):
                self.loses_answer, self.lost_ids = self.loses_answer - 1, self.lost_ids + 1
                raise BackendError(503, 0, "The answer is lost (injected by test)")
            return message

        def edited(channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
            message = edit(channel_id, message_id, fields)
            self._write_message(message)
            return message

        backend.commit_message = noted  # type: ignore[method-assign]
        backend.edit_message = edited  # type: ignore[method-assign]

    def _write_message(self, message: Message) -> None:
        if message.flags & EPHEMERAL_FLAG or message.author_id != self._backend.bot_user.id:
            return
        said = {
            "id": message.id,
            "channel_id": message.channel_id,
            "author_id": message.author_id,
            "timestamp": message.timestamp,
            "flags": message.flags,
            "components": message.components,
            "own": is_own_message(message),
        }
        self._file.write(json.dumps(said) + "\n")
        self._file.flush()

    def _restore_messages(self, path: Path) -> None:
        newest: dict[int, dict[int, Message]] = defaultdict(dict)
        for said in _read_journal(path):
            said.pop("own")
            newest[said["channel_id"]][said["id"]] = Message(**said)
        for channel, messages in newest.items():
            for number in sorted(messages)[-MAX_MESSAGES_KEPT:]:
                self._backend.messages[channel][number] = messages[number]


def is_own_message(message: Message) -> bool:
    """Whether the bot sent the message outside an interaction."""
    return message.interaction_metadata is None and message.webhook_id is None


def read_sent_messages(path: Path) -> list[SentMessage]:
    """Read every message that the bot sent outside interactions, in all processes, in its first form."""
    found: dict[int, SentMessage] = {}
    for said in _read_journal(path):
        if said["own"] and said["id"] not in found:
            found[said["id"]] = SentMessage(said["id"], said["channel_id"], frozenset(_find_marks(said["components"])))
    return list(found.values())


def _read_journal(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue  # half a line: the process was killed while it wrote


def _find_marks(components: list[dict[str, Any]]) -> Iterator[str]:
    """Yield "notice 7" or "table 3 at 12" for the subject of a message, from its buttons."""
    for part in walk_components(components):
        try:
            pressed = custom_ids.parse_custom_id(part.get("custom_id") or "")
        except ValueError:
            continue
        if pressed.act in ("board", "mute", "vote", "move") and pressed.rest.startswith("n"):
            yield f"notice {int(pressed.rest[1:], 36)}"
        elif pressed.act in ("board", "join") and not pressed.rest:
            yield f"table {pressed.table_id} at {pressed.revision}"
