"""Discord on a loopback port, for a bot in its own process. It records the requests, and can hold back answers.

    async with FakeDiscord() as discord:
        bot = await BotProcess.start(tmp_path, env=discord.environment(tmp_path))
        await discord.await_connected()
        interaction = await discord.run_command(ANA, "play", game="amundsen")
        await discord.await_answer(interaction)
        with discord.hold_requests("POST", "/channels/*/messages") as gate:
            await discord.press(ANA, message, custom_id)
            await gate.await_first()
            bot.kill()

`hold_requests(..., takes_effect_first=True)` applies a request and holds back only its answer.
Modelled: gateway (its address, shards, hello, identify, resume, ready, guild), commands, interactions and their messages,
channel messages with pictures and history, the nonce, archived threads (50083), a forum that wants tags (40067) and holds no
messages of its own (50008), direct messages and people who take none (50007), members who have left (10007), 10062 and 40060.
Any other request is answered with 404 and recorded in `unknown_calls`.
"""

from __future__ import annotations

import asyncio
import fnmatch
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

from aiohttp import BodyPartReader, WSMsgType, web

from tests.process import payloads
from tests.process.payloads import ANA, APPLICATION_ID, BEN, FORUM_ID, GAMES_CHANNEL_ID, GUILD_ID, FakePerson
from tests.process.program import PROCESS_TIMEOUT_S

__all__ = [
    "ANA",
    "BEN",
    "FORUM_ID",
    "GAMES_CHANNEL_ID",
    "GUILD_ID",
    "ApiCall",
    "FakeDiscord",
    "FakePerson",
    "SentInteraction",
]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
EPHEMERAL = 64


@dataclass
class ApiCall:
    """A request of the bot. `status` is None until it is answered."""

    method: str
    path: str
    query: Mapping[str, str]
    json: Any
    files: dict[str, bytes]
    status: int | None = None


class SentInteraction(NamedTuple):
    """An interaction as it was sent to the bot."""

    id: int
    token: str
    payload: Mapping[str, Any]


@dataclass
class InteractionAnswer:
    """The bot's answer to an interaction: a message or a modal."""

    id: int
    channel_id: int
    source_message: dict[str, Any] | None
    asked_at: float
    acknowledged_at: float = math.inf
    """The times of the interaction and of its first response, on the loop's clock."""
    message: dict[str, Any] | None = None
    is_answer_due: bool = False
    """Whether only an acknowledgement has come yet, and an edit or another message follows."""
    modal: dict[str, Any] | None = None


@dataclass
class RequestGate:
    """Holds back matching requests until `open`. A request is lost if its bot ends before."""

    method: str
    path: str
    takes_effect_first: bool
    calls: list[ApiCall] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def await_first(self) -> ApiCall:
        """Wait for the first request that is held back, and return it."""
        await asyncio.wait_for(self.arrived.wait(), PROCESS_TIMEOUT_S)
        return self.calls[0]

    async def hold(self, call: ApiCall) -> None:
        """Hold back a request."""
        self.calls.append(call)
        self.arrived.set()
        await self.opened.wait()

    def open(self) -> None:
        """Let everything through from now on."""
        self.opened.set()


@dataclass
class RequestFault:
    """Answers the next `times` matching requests with an error."""

    method: str
    path: str
    status: int
    code: int
    times: int


class FakeDiscord:
    """A guild with #games and a forum, and Ana and Ben as members.

    With more shards there is another guild on each. `shards` is also the number that Discord recommends. `guilds` is
    the number of all guilds.
    """

    def __init__(self, shards: int = 1, guilds: int | None = None) -> None:
        self.shards = shards
        self.guilds = [payloads.neighbour_guild_id(n) for n in range(shards if guilds is None else guilds)]
        self.max_concurrency = 16
        """How many shards may identify within five seconds."""
        self.repeated_nonces = 0
        """How often a shard has identified that another process had signed in already."""
        self.identified_shards: list[tuple[int, float]] = []
        """Each identified shard, with the time on the loop's clock."""
        self.limit_requests = math.inf
        """The time on that clock of the bot's last request for the number of shards that may identify at once."""
        self.calls: list[ApiCall] = []
        self.unknown_calls: list[ApiCall] = []
        self.commands: list[dict[str, Any]] = []
        self.refused_calls = 0
        """How many gateway connections to refuse before the next one is let in."""
        self.messages: dict[int, dict[str, Any]] = {}
        self.archived_threads: set[int] = set()
        """Threads in which no message can be changed (50083): a new one, or a PATCH of the thread, opens them again."""
        self.locked_threads: set[int] = set()
        """The archived threads that only a moderator can open."""
        self.current_channel: dict[str, Any] = payloads.games_channel_id()
        """The channel in which people type and press."""
        self.unreachable_users: set[int] = set()
        """People who take no direct messages."""
        self.absent_users: set[int] = set()
        """People who have left the guild."""
        self.direct_messages: dict[int, int] = {}
        """The channels of direct messages, by the id of their user."""
        self._nonces: dict[tuple[int, str], int] = {}
        self._answers: dict[str, InteractionAnswer] = {}
        self._gates: list[RequestGate] = []
        self._faults: list[RequestFault] = []
        self._changed = asyncio.Condition()
        self._sockets: dict[int, list[web.WebSocketResponse]] = defaultdict(list)
        """The sessions of each shard. Each of them gets every event, as is assumed of Discord."""
        self._sequence = 0
        self._last_id = (int(datetime.now(UTC).timestamp() * 1000) - 1_420_070_400_000) << 22
        self._port = 0
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gw", self._serve_gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._serve_request)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        for gate in self._gates:
            gate.open()
        for socket in self._open_shards():
            await socket.close()
        assert self._runner is not None
        await self._runner.cleanup()

    def build_environment(self, folder: Path, extra_code: str = "") -> dict[str, str]:
        """Return environment variables that send a Python process here instead of to Discord, with a hook written to `folder`.

        `extra_code` are lines of Python that the process runs first, for values that no variable sets.
        """
        hooks = folder / "hooks"
        hooks.mkdir(exist_ok=True)
        (hooks / "sitecustomize.py").write_text(
            "import discord.gateway, discord.http, yarl\n"
            f"discord.http.Route.BASE = 'http://127.0.0.1:{self._port}/api/v10'\n"
            f"discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL('ws://127.0.0.1:{self._port}/gw')\n"
            f"{extra_code}"
        )
        return {"PYTHONPATH": str(hooks), "DISCORD_TOKEN": "not.a.token"}

    # ------------------------------------------------------- people's actions
    async def run_command(self, person: FakePerson, name: str, /, **options: Any) -> SentInteraction:
        """Run a command by its path ("northwest place")."""
        return await self._send(person, COMMAND, payloads.build_command_data(self.commands, name, options))

    async def autocomplete(
        self, person: FakePerson, name: str, focused: str, typed: str, /, **options: Any
    ) -> SentInteraction:
        """Type into an option of a command."""
        data = payloads.build_command_data(self.commands, name, options | {focused: typed}, focused=focused)
        return await self._send(person, AUTOCOMPLETE, data)

    async def press(
        self, person: FakePerson, message: int, custom_id: str, values: Sequence[str] = ()
    ) -> SentInteraction:
        """Press a button of a message, or choose `values` in a select of it."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        return await self._send(person, COMPONENT, data, self.messages[message])

    async def submit(self, person: FakePerson, answer: SentInteraction, values: Mapping[str, str]) -> SentInteraction:
        """Fill in the modal that the bot answered `answer` with; `values` by custom id."""
        modal = self._answers[answer.token].modal
        assert modal is not None, "the bot has not answered with a modal"
        return await self._send(person, MODAL, payloads.build_modal_data(modal, values))

    async def deliver_again(self, interaction: SentInteraction) -> None:
        """Deliver the same interaction once more."""
        await self._dispatch("INTERACTION_CREATE", interaction.payload)

    async def _send(
        self, person: FakePerson, kind: int, data: Mapping[str, Any], message: Any = None
    ) -> SentInteraction:
        number = self._next_id()
        asked = SentInteraction(
            number,
            f"token-{number}",
            payloads.build_interaction(number, f"token-{number}", kind, person, data, message, self.current_channel),
        )
        now = asyncio.get_running_loop().time()
        self._answers[asked.token] = InteractionAnswer(number, int(self.current_channel["id"]), message, now)
        await self.deliver_again(asked)
        return asked

    # ------------------------------------------------------ the bot's requests
    async def await_connected(self) -> None:
        """Wait until every shard is signed in and has got its guilds."""
        await self.await_condition(lambda: all(self.is_online(shard) for shard in range(self.shards)))

    async def await_disconnected(self) -> None:
        """Wait until no bot is connected."""
        await self.await_condition(lambda: not self._open_shards())

    def _open_shards(self) -> list[web.WebSocketResponse]:
        return list(filter(_is_open, chain.from_iterable(self._sockets.values())))

    def is_online(self, shard: int) -> bool:
        """Whether a bot is signed in for a shard."""
        return self.count_sessions(shard) > 0

    def count_sessions(self, shard: int = 0) -> int:
        """Count the sessions of a shard: two while one process takes over from another."""
        return len(list(filter(_is_open, self._sockets[shard])))

    async def await_call(self, method: str, path: str, number: int = 1) -> ApiCall:
        """Wait for the `number`-th request that matches, answered or held back. `path` may contain asterisks."""

        def found() -> list[ApiCall]:
            return [call for call in self.calls if _matches(call, method, path)]

        await self.await_condition(lambda: len(found()) >= number)
        return found()[number - 1]

    async def await_answer(self, interaction: SentInteraction) -> ApiCall:
        """Wait for the bot's first response to an interaction."""
        return await self.await_call("POST", f"/interactions/{interaction.id}/{interaction.token}/callback")

    def list_delays(self) -> list[float]:
        """List the seconds until the first response to each interaction, infinity for those without one."""
        return [heard.acknowledged_at - heard.asked_at for heard in self._answers.values()]

    async def await_response(self, interaction: SentInteraction) -> dict[str, Any]:
        """Wait for the message that answers an interaction, which may follow a deferred answer."""
        heard = self._answers[interaction.token]
        await self.await_condition(
            lambda: (
                heard.message is not None
                and not heard.is_answer_due
                and not heard.message["flags"] & payloads.LOADING_FLAG
            )
        )
        assert heard.message is not None
        return heard.message

    def list_posts(self, channel: int = GAMES_CHANNEL_ID) -> list[dict[str, Any]]:
        """List the public messages of a channel, oldest first."""
        public = [message for _, message in sorted(self.messages.items()) if not message["flags"] & EPHEMERAL]
        return [message for message in public if int(message["channel_id"]) == channel]

    async def await_condition(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true.

        Raises:
            TimeoutError: It was not true within PROCESS_TIMEOUT_S. The message lists the bot's requests.
        """
        try:
            async with asyncio.timeout(PROCESS_TIMEOUT_S), self._changed:
                await self._changed.wait_for(condition)
        except TimeoutError:
            done = "\n".join(f"{call.method} {call.path} -> {call.status}" for call in self.calls)
            raise TimeoutError(f"not within {PROCESS_TIMEOUT_S} s; the bot's requests:\n{done}") from None

    @contextmanager
    def hold_requests(self, method: str, path: str, *, takes_effect_first: bool = False) -> Iterator[RequestGate]:
        """Hold back the answers to matching requests until the end of the block.

        If `takes_effect_first` is set, the requests are applied at once.
        """
        gate = RequestGate(method, path, takes_effect_first)
        self._gates.append(gate)
        try:
            yield gate
        finally:
            gate.open()
            self._gates.remove(gate)

    def fail_requests(self, method: str, path: str, status: int, code: int = 0, times: int = 1) -> None:
        """Answer the next matching requests with an error."""
        self._faults.append(RequestFault(method, path, status, code, times))

    async def change_thread(self, thread: int, *, archived: bool, locked: bool = False) -> None:
        """Archive or open a thread, as Discord does after a week of silence, or a moderator."""
        for held, wanted in ((self.archived_threads, archived), (self.locked_threads, locked)):
            held.add(thread) if wanted else held.discard(thread)
        await self._dispatch("THREAD_UPDATE", payloads.build_thread(thread, is_archived=archived, is_locked=locked))

    async def hang_up(self) -> None:
        """End the gateway's connection."""
        assert self._open_shards(), "no bot is connected"
        for socket in self._open_shards():
            await socket.close()

    def forget_nonces(self) -> None:
        """Forget the nonces, as Discord does after a few minutes."""
        self._nonces.clear()

    # --------------------------------------------------------------- gateway
    async def _serve_gateway(self, request: web.Request) -> web.WebSocketResponse:
        call = ApiCall("GET", "/gw", dict(request.query), None, {})
        if (gate := self._find_gate(call)) is not None:
            await gate.hold(call)
            if request.transport is None:
                raise web.HTTPServiceUnavailable  # the caller has ended
        if self.refused_calls > 0:
            self.refused_calls -= 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            sent = json.loads(frame.data)
            if sent["op"] == 1:
                await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
            elif sent["op"] == 2:
                shard, count = sent["d"].get("shard", (0, 1))
                self.repeated_nonces += self.is_online(shard)
                self.identified_shards.append((shard, asyncio.get_running_loop().time()))
                here = [number for number in self.guilds if (number >> 22) % count == shard]
                await self._send_event(socket, "READY", payloads.build_ready((shard, count), here))
                for number in here:
                    await self._send_event(socket, "GUILD_CREATE", payloads.build_guild(number))
                await self._add_session(shard, socket)
            elif sent["op"] == 6:
                shard = int(sent["d"]["session_id"].split()[-1])
                await self._send_event(socket, "RESUMED", {})
                await self._add_session(shard, socket)
        await self._notify_waiters()
        return socket

    async def _add_session(self, shard: int, socket: web.WebSocketResponse) -> None:
        self._sockets[shard] = [*filter(_is_open, self._sockets[shard]), socket]
        await self._notify_waiters()

    async def _dispatch(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event to all sessions of its guild's shard."""
        shard = (int(payload.get("guild_id", 0)) >> 22) % self.shards
        assert self.is_online(shard), f"no bot is connected for shard {shard}"
        for socket in filter(_is_open, self._sockets[shard]):
            with suppress(ConnectionError):  # that bot ends at this moment
                await self._send_event(socket, event, payload)

    async def _send_event(self, socket: web.WebSocketResponse, event: str, payload: Mapping[str, Any]) -> None:
        self._sequence += 1
        await socket.send_json({"op": 0, "t": event, "s": self._sequence, "d": payload})
        await self._notify_waiters()

    async def _notify_waiters(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # ------------------------------------------------------------------ REST
    async def _serve_request(self, request: web.Request) -> web.StreamResponse:
        body, files = await _read_body(request)
        call = ApiCall(request.method, "/" + request.match_info["path"], dict(request.query), body, files)
        self.calls.append(call)
        await self._notify_waiters()
        gate = self._find_gate(call)
        answer = self._apply_call(call) if gate is None or gate.takes_effect_first else None
        if gate is not None:
            bots = self._open_shards()
            await gate.hold(call)
            if request.transport is None or (bots and all(bot.closed for bot in bots)):
                return web.Response(status=499)  # the caller has ended; the request has no effect
        status, data = answer or self._apply_call(call)
        call.status = status
        await self._notify_waiters()
        if data is None:
            return web.Response(status=status)
        # discord.py decodes JSON only when the type is exactly this, without a charset.
        return web.Response(status=status, body=json.dumps(data).encode(), headers={"Content-Type": "application/json"})

    def _find_gate(self, call: ApiCall) -> RequestGate | None:
        """Return the gate that holds back a request, if there is one."""
        shut = (gate for gate in self._gates if _matches(call, gate.method, gate.path) and not gate.opened.is_set())
        return next(shut, None)

    def _apply_call(self, call: ApiCall) -> tuple[int, Any]:
        for fault in self._faults:
            if fault.times > 0 and _matches(call, fault.method, fault.path):
                fault.times -= 1
                return fault.status, {"code": fault.code, "message": "made to fail"}
        match call.method, call.path.strip("/").split("/"):
            case "POST", ["interactions", _, token, "callback"]:
                return self._apply_callback(token, call)
            case _, ["channels", channel, *_] if (closed := self._check_archived(call, int(channel))) is not None:
                return closed
            case "POST", ["channels", channel, "messages"]:
                return self._create_post(int(channel), call)
            case "GET", ["channels", channel, "messages"]:
                return 200, self.list_history(int(channel), call.query)
            case method, ["channels", _, "messages", message]:
                return self._apply_to_message(method, int(message), call)
            case "POST", ["channels", channel, "threads"] if int(channel) == FORUM_ID:
                return self._open_post(call)
            case "POST", ["webhooks", _, token] if token in self._answers:
                self._answers[token].is_answer_due = False
                return self._apply_follow_up(self._answers[token], call)
            case method, ["webhooks", _, token, "messages", name] if token in self._answers:
                self._answers[token].is_answer_due = False
                original = self._answers[token].message or {"id": 0}
                return self._apply_to_message(method, int(original["id"] if name == "@original" else name), call)
        return self._answer_lookup(call)

    def _answer_lookup(self, call: ApiCall) -> tuple[int, Any]:
        """Answer a request that is not about a message: about the bot, its commands or people."""
        match call.method, call.path.strip("/").split("/"):
            case "GET", ["users", "@me"]:
                return 200, payloads.BOT_USER
            case "GET", ["gateway", "bot"]:
                self.limit_requests = asyncio.get_running_loop().time()
                limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": self.max_concurrency}
                url = f"ws://127.0.0.1:{self._port}/gw"
                return 200, {"url": url, "shards": self.shards, "session_start_limit": limit}
            case "GET", ["oauth2", "applications", "@me"]:
                return 200, payloads.build_application()
            case "GET", ["applications", _, "commands"]:
                return 200, self.commands
            case "PUT", ["applications", _, "commands"]:
                made = {"application_id": str(APPLICATION_ID), "version": "1"}
                self.commands = [command | made | {"id": str(self._next_id())} for command in call.json]
                return 200, self.commands
            case "POST", ["users", "@me", "channels"]:
                letters = self._next_id()
                self.direct_messages[letters] = int(call.json["recipient_id"])
                return 200, payloads.build_direct_channel(letters, self.direct_messages[letters])
            case "GET", ["guilds", _, "members", number]:
                known = {person.id: person for person in (ANA, BEN) if person.id not in self.absent_users}
                if int(number) not in known:
                    return 404, {"code": 10007, "message": "Unknown Member"}
                return 200, payloads.build_member(known[int(number)])
        self.unknown_calls.append(call)
        return 404, {"code": 0, "message": "404: Not Found"}

    def _check_archived(self, call: ApiCall, channel: int) -> tuple[int, Any] | None:
        """Return the answer to a request that an archived thread refuses, None if it allows the request."""
        what = (call.method, "messages" in call.path)
        if what == ("PATCH", False):
            if channel in self.locked_threads:
                return 403, {"code": 50013, "message": "Missing Permissions"}
            self.archived_threads.discard(channel)
            return 200, payloads.games_channel_id()
        if what == ("POST", True) and channel not in self.locked_threads:
            self.archived_threads.discard(channel)  # a new message opens a thread
        if call.method != "GET" and channel in self.archived_threads:
            return 400, {"code": 50083, "message": "Thread is archived"}
        return None

    def _apply_callback(self, token: str, call: ApiCall) -> tuple[int, Any]:
        here = self._answers.get(token)
        if here is None:
            return 404, {"code": 10062, "message": "Unknown interaction"}
        if here.acknowledged_at < math.inf:
            return 400, {"code": 40060, "message": "Interaction has already been acknowledged."}
        here.acknowledged_at = asyncio.get_running_loop().time()
        kind, data = call.json["type"], call.json.get("data") or {}
        if kind == 4:
            here.message = self.create_message(here.channel_id, data, call.files)
        elif kind == 5:
            here.message = self.create_message(
                here.channel_id, {"flags": data.get("flags", 0) | payloads.LOADING_FLAG}, {}
            )
        elif kind in (6, 7):
            here.message, here.is_answer_due = here.source_message, kind == 6
        elif kind == 9:
            here.modal = data
        if kind == 7 and here.source_message is not None:
            payloads.edit_message(here.source_message, data, call.files, self._next_id)
        return 200, payloads.build_callback(here.id, kind, here.message)

    def _apply_follow_up(self, answer: InteractionAnswer, call: ApiCall) -> tuple[int, Any]:
        if answer.message is not None and answer.message["flags"] & payloads.LOADING_FLAG:
            return self._apply_to_message("PATCH", int(answer.message["id"]), call)
        return 200, self.create_message(answer.channel_id, call.json, call.files)

    def _open_post(self, call: ApiCall) -> tuple[int, Any]:
        """Create a post of the forum: a thread, and its first message with the same id."""
        if not call.json.get("applied_tags"):
            return 400, {"code": 40067, "message": "A tag is required to create a forum post in this channel"}
        first = self.create_message(0, call.json["message"], call.files)
        first["channel_id"] = first["id"]
        thread = payloads.build_thread(int(first["id"]), parent=FORUM_ID)
        return 201, thread | {key: call.json[key] for key in ("name", "applied_tags")} | {"message": first}

    def _create_post(self, channel: int, call: ApiCall) -> tuple[int, Any]:
        if channel == FORUM_ID:
            return 400, {"code": 50008, "message": "Cannot send messages in a non-text channel"}
        if self.direct_messages.get(channel) in self.unreachable_users:
            return 403, {"code": 50007, "message": "Cannot send messages to this user"}
        key = (channel, str(call.json.get("nonce")))
        if call.json.get("enforce_nonce") and key in self._nonces:
            return 200, self.messages[self._nonces[key]]
        message = self.create_message(channel, call.json, call.files)
        self._nonces[key] = int(message["id"])
        return 200, message

    def list_history(self, channel: int, query: Mapping[str, str]) -> list[dict[str, Any]]:
        """List the newest messages, or the first ones after a message; newest first, as Discord does."""
        after, limit = int(query.get("after", 0)), int(query.get("limit", 50))
        posts = [message for message in self.list_posts(channel) if int(message["id"]) > after]
        page = posts[:limit] if after else posts[-limit:]
        return page[::-1]

    def _apply_to_message(self, method: str, number: int, call: ApiCall) -> tuple[int, Any]:
        message = self.messages.get(number)
        if message is None:
            return 404, {"code": 10008, "message": "Unknown Message"}
        if method == "DELETE":
            del self.messages[number]
            return 204, None
        if method == "PATCH":
            payloads.edit_message(message, call.json, call.files, self._next_id)
        return 200, message

    def create_message(self, channel: int, data: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Any]:
        """Store a message of the bot in a channel."""
        message = payloads.build_message(self._next_id(), channel, data)
        self.messages[int(message["id"])] = message
        payloads.edit_message(message, data, files, self._next_id)
        message["edited_timestamp"] = None
        return message

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id


def _is_open(socket: web.WebSocketResponse) -> bool:
    return not socket.closed


def _matches(call: ApiCall, method: str, path: str) -> bool:
    return method in ("*", call.method) and fnmatch.fnmatchcase(call.path, path)


async def _read_body(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    if not request.content_type.startswith("multipart/"):
        with suppress(ValueError):
            return (await request.json() if request.can_read_body else {}), {}
        return {}, {}
    body: Any = {}
    files: dict[str, bytes] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(data)
        else:
            files[part.filename or ""] = data
    return body, files
