"""What this Discord keeps when the bot is killed: every message of the bot in a channel, noted as it arrives.

Discord does not forget when the bot's process ends, simcord does. So the next process puts the newest messages back, and the
bot can find in a channel what it sent just before the end. Afterwards the notes tell whether anything was sent twice.
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

KEPT = 8
"""Messages of a channel that are there again after a kill, and stay when simcord is tidied up."""


class Sent(NamedTuple):
    """A message that the bot sent of its own: in a channel, not as an answer. `marks` tell what it is."""

    id: int
    channel: int
    marks: frozenset[str]


class Journal:
    """The notes of one process, in the file of all of them."""

    def __init__(self, backend: Backend, path: Path) -> None:
        self._backend = backend
        self.lose = 0
        """So many of the next messages arrive, and the bot hears of a failure."""
        self.lost = 0
        self._put_back(path)
        self._file = path.open("a", encoding="utf-8")
        commit, edit = backend.commit_message, backend.edit_message

        def noted(message: Message, *, broadcast: bool = True) -> Message:
            message = commit(message, broadcast=broadcast)
            self._note(message)
            if self.lose and own(message):
                self.lose, self.lost = self.lose - 1, self.lost + 1
                raise BackendError(503, 0, "The answer is lost (injected by test)")
            return message

        def edited(channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
            message = edit(channel_id, message_id, fields)
            self._note(message)
            return message

        backend.commit_message = noted  # type: ignore[method-assign]
        backend.edit_message = edited  # type: ignore[method-assign]

    def _note(self, message: Message) -> None:
        if message.flags & EPHEMERAL_FLAG or message.author_id != self._backend.bot_user.id:
            return
        said = {
            "id": message.id,
            "channel_id": message.channel_id,
            "author_id": message.author_id,
            "timestamp": message.timestamp,
            "flags": message.flags,
            "components": message.components,
            "own": own(message),
        }
        self._file.write(json.dumps(said) + "\n")
        self._file.flush()

    def _put_back(self, path: Path) -> None:
        newest: dict[int, dict[int, Message]] = defaultdict(dict)
        for said in _read(path):
            said.pop("own")
            newest[said["channel_id"]][said["id"]] = Message(**said)
        for channel, messages in newest.items():
            for number in sorted(messages)[-KEPT:]:
                self._backend.messages[channel][number] = messages[number]


def own(message: Message) -> bool:
    """Whether the bot sent it of its own, rather than as an answer."""
    return message.interaction_metadata is None and message.webhook_id is None


def sent(path: Path) -> list[Sent]:
    """Every message the bot sent of its own, in all processes, as it was first sent."""
    found: dict[int, Sent] = {}
    for said in _read(path):
        if said["own"] and said["id"] not in found:
            found[said["id"]] = Sent(said["id"], said["channel_id"], frozenset(_marks(said["components"])))
    return list(found.values())


def _read(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue  # half a line: the plug was pulled while it was written


def _marks(components: list[dict[str, Any]]) -> Iterator[str]:
    """ "notice 7" or "table 3 at 12": what a message is about, from its buttons."""
    for part in walk_components(components):
        try:
            pressed = custom_ids.parsed(part.get("custom_id") or "")
        except ValueError:
            continue
        if pressed.act in ("board", "mute", "vote", "move") and pressed.rest.startswith("n"):
            yield f"notice {int(pressed.rest[1:], 36)}"
        elif pressed.act in ("board", "join") and not pressed.rest:
            yield f"table {pressed.table} at {pressed.rev}"
