"""The page's web server, on this machine only, for the owner of the secret in the address.

The page is a few files without a build step. Its requests are JSON over POST below /api; they carry the secret in a
header, so that no log and no history has it: in the address it follows the #.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any, Final

import discord
import msgspec
import simcord
from aiohttp import web

from cogs.client import Overwinter
from cogs.local_table import page_state, page_texts
from cogs.local_table.developer import DeveloperPage
from cogs.local_table.user_actions import ActionResult, ActionUnavailableError, UserActions
from cogs.local_table.world import LocalWorld

LISTEN_ADDRESS: Final = "127.0.0.1"
RESPONSE_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
    "img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
CONTENT_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
PAGE_FONTS: Final = ("PTF75F.ttf",)
"""The font of the page's title, one of the boards' fonts."""
MAX_REQUEST_BYTES: Final = 4 * 1024 * 1024
"""The size of a request, which may hold the file of a record."""
MAX_MESSAGES: Final = 1000
AUTH_HEADER_NAME: Final = "X-Overwinter-Secret"

RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageRequest(msgspec.Struct):
    """A request of the page. Ids are strings, as in Discord's JSON. `seen` is the version that the page shows."""

    who: str = ""
    channel: str = ""
    language: str = ""
    span: int = page_state.DEFAULT_MESSAGE_COUNT
    seen: str = ""
    kind: str = ""
    message: str = ""
    custom_id: str = ""
    modal: str = ""
    command: str = ""
    option: str = ""
    typed: str = ""
    words: str = ""
    values: list[str] | dict[str, Any] = []
    options: dict[str, Any] = {}


class PageServer:
    """Serves the page until it is closed."""

    def __init__(self, bot: Overwinter, world: LocalWorld, user_actions: UserActions, secret: str) -> None:
        self._bot, self._world, self._user_actions, self._secret = bot, world, user_actions, secret
        self._developer = DeveloperPage(world, user_actions)
        self._started_at = secrets.token_hex(8)
        self._files = _load_files()
        self._runner: web.AppRunner | None = None
        self._hosts: frozenset[str] = frozenset()
        self.url = ""

    async def open(self, port: int) -> None:
        """Listen on a port of this machine, 0 for any free one. Raises OSError."""
        app = web.Application(middlewares=[self._check_request], client_max_size=MAX_REQUEST_BYTES)
        app.router.add_get("/", self._serve_static)
        app.router.add_get("/page/{name}", self._serve_static)
        app.router.add_get("/words", self._serve_words)
        app.router.add_post("/api/look", self._serve_state)
        app.router.add_post("/api/act", self._serve_act)
        app.router.add_post("/api/commands", self._serve_commands)
        app.router.add_post("/api/developer", self._serve_developer)
        app.router.add_get("/api/file/{path:.+}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, LISTEN_ADDRESS, port).start()
        actual_port = self._runner.addresses[0][1]
        names = {LISTEN_ADDRESS, "localhost"}
        hosts = {f"{name}:{actual_port}" for name in names}
        if actual_port == 80:
            hosts |= names
        self._hosts = frozenset(hosts)
        self.url = f"http://{LISTEN_ADDRESS}:{actual_port}/#{self._secret}"

    async def close(self) -> None:
        """Stop listening."""
        await self._developer.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _check_request(self, request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        """Refuse requests from other hosts and origins, and requests below /api without the secret."""
        try:
            if request.headers.get("Host", "") not in self._hosts:
                raise web.HTTPForbidden(text="not here")
            origin = request.headers.get("Origin")
            if origin is not None and origin.removeprefix("http://") not in self._hosts:
                raise web.HTTPForbidden(text="not from there")
            secret = request.headers.get(AUTH_HEADER_NAME, "").encode("utf-8", "surrogateescape")
            if request.path.startswith("/api/") and not hmac.compare_digest(secret, self._secret.encode()):
                raise web.HTTPUnauthorized(text="the secret is missing")
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(RESPONSE_HEADERS)
            raise
        response.headers.update(RESPONSE_HEADERS)
        return response

    # ---------------------------------------------------------------------- the page
    async def _serve_static(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        if name not in self._files:
            raise web.HTTPNotFound
        body, content_type = self._files[name]
        charset = None if content_type == CONTENT_TYPES[".ttf"] else "utf-8"
        return web.Response(body=body, content_type=content_type, charset=charset)

    async def _serve_words(self, request: web.Request) -> web.Response:
        language = self._bot.languages.find_language(request.query.get("language", ""))
        return _create_json_response({"language": language.code, "words": page_texts.translate_texts(language)})

    # ------------------------------------------------------------------- what is seen
    async def _serve_state(self, request: web.Request) -> web.Response:
        page_request = await _read_body(request)
        waiting = {friend.id: await self._list_waiting_channels(friend) for friend in self._world.users}
        user = self._find_user(page_request)
        channels = page_state.list_channels(self._world, user, waiting[user.id])
        channel_id = page_request.channel
        if all(channel["id"] != channel_id for channel in channels):
            channel_id = str(self._world.channels[0].id)
        friends = [
            {"id": str(friend.id), "name": _format_user(friend), "waiting": int(channel_id) in waiting[friend.id]}
            for friend in self._world.users
        ]
        max_count = min(max(page_request.span, 1), MAX_MESSAGES)
        messages, has_more = page_state.list_messages(
            self._world, user, int(channel_id), max_count, _find_locale(page_request)
        )
        state = {
            "born": self._started_at,
            "guild": str(self._world.guild.id),
            "server": self._world.guild.name,
            "friends": friends,
            "who": str(user.id),
            "places": channels,
            "channel": channel_id,
            "messages": messages,
            "more": has_more,
            "people": page_state.list_people(self._world),
        }
        version = hashlib.blake2b(msgspec.json.encode(state), digest_size=12).hexdigest()
        if page_request.seen == version:
            return _create_json_response({"version": version})
        return _create_json_response({"version": version, **state})

    async def _list_waiting_channels(self, user: simcord.MemberActor) -> set[int]:
        """Return the ids of the channels in which a friend is to move."""
        return {
            table.channel_id
            for table in await self._bot.tables.schedules.list_user_tables(user.id)
            if table.is_waiting_for_user and table.is_running and table.guild_id == self._world.guild.id
        }

    async def _serve_commands(self, request: web.Request) -> web.Response:
        page_request = await _read_body(request)
        try:
            channel = self._world.find_channel(page_request.channel)
        except (KeyError, ValueError) as error:
            raise web.HTTPNotFound from error
        user = self._find_user(page_request)
        return _create_json_response(
            page_state.list_commands(self._world, user, channel.id, _find_locale(page_request))
        )

    async def _serve_file(self, request: web.Request) -> web.Response:
        name = request.match_info["path"]
        data = self._world.env.backend.cdn.get(page_state.ATTACHMENT_URL + name)
        if data is None:
            raise web.HTTPNotFound
        content_type = {"png": "image/png", "gif": "image/gif", "webp": "image/webp"}.get(name.rpartition(".")[2])
        return web.Response(body=data, content_type=content_type or "application/octet-stream")

    # ------------------------------------------------------------------- what is done
    async def _serve_act(self, request: web.Request) -> web.Response:
        page_request = await _read_body(request)
        try:
            result = await self._run_action(self._find_user(page_request), page_request)
        except (ActionUnavailableError, KeyError, ValueError) as error:
            return _create_json_response({"refused": str(error)})
        return _create_json_response(result)

    async def _run_action(self, user: simcord.MemberActor, page_request: PageRequest) -> ActionResult:
        user_actions, locale, place = self._user_actions, _find_locale(page_request), page_request.channel
        match page_request:
            case PageRequest(kind="press"):
                return await user_actions.press(user, place, page_request.message, page_request.custom_id, locale)
            case PageRequest(kind="choose", values=list() as values):
                return await user_actions.choose(
                    user, place, page_request.message, page_request.custom_id, values, locale
                )
            case PageRequest(kind="submit", values=dict() as filled):
                return await user_actions.submit_modal(user, page_request.modal, filled, locale)
            case PageRequest(kind="menu"):
                return await user_actions.use_menu(user, place, page_request.message, page_request.command, locale)
            case PageRequest(kind="write"):
                return await user_actions.write_message(user, place, page_request.words)
            case PageRequest(kind="run"):
                command = self._find_command(user, page_request)
                return await user_actions.run_command(user, place, command, page_request.options, locale)
            case PageRequest(kind="suggest"):
                command = self._find_command(user, page_request)
                return await user_actions.suggest(
                    user, place, command, page_request.option, page_request.typed, page_request.options, locale
                )
        raise ActionUnavailableError("nobody can do that")

    def _find_command(self, user: simcord.MemberActor, page_request: PageRequest) -> dict[str, Any]:
        """Return the command that a request names. Raises KeyError."""
        channel = self._world.find_channel(page_request.channel)
        commands = page_state.list_commands(self._world, user, channel.id, _find_locale(page_request))
        return {command["name"]: command for command in commands}[page_request.command]

    async def _serve_developer(self, _: web.Request) -> web.Response:
        return _create_json_response({"url": await self._developer.open()})

    def _find_user(self, page_request: PageRequest) -> simcord.MemberActor:
        try:
            return self._world.find_user(page_request.who)
        except KeyError:
            return self._world.users[0]


def _format_user(friend: simcord.MemberActor) -> str:
    return friend.user.global_name or friend.name


def _load_files() -> dict[str, tuple[bytes, str]]:
    """Load the page's files with their content types, by name."""
    page = resources.files("cogs.local_table").joinpath("page")
    fonts = resources.files("render.kit").joinpath("fonts")
    files = {}
    for file in [*page.iterdir(), *(fonts.joinpath(name) for name in PAGE_FONTS)]:
        content_type = CONTENT_TYPES.get(file.name[file.name.rfind(".") :])
        if content_type:
            files[file.name] = (file.read_bytes(), content_type)
    return files


def _find_locale(page_request: PageRequest) -> str:
    """Return Discord's name for the reader's language, English if Discord does not have it."""
    language = page_request.language
    locales = [locale.value for locale in discord.Locale]
    if language in locales:
        return language
    for locale in locales:
        if locale.partition("-")[0] == language.partition("-")[0]:
            return locale
    return discord.Locale.american_english.value


def _create_json_response(answer: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(answer), content_type="application/json")


async def _read_body(request: web.Request) -> PageRequest:
    try:
        return msgspec.json.decode(await request.read(), type=PageRequest)
    except msgspec.DecodeError as error:
        raise web.HTTPBadRequest(text="that is not what the page asks") from error
