"""The page's web server: on this machine only, for whoever has the secret of the address.

The page is a handful of files without a build step. All else is JSON over POST under /api, and pictures; both ask for the secret in
a header, so that it stands in no log and no history but the address itself, behind the #.
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
"""Of the boards' fonts, the one in which the page's name is written."""
MAX_REQUEST_BYTES: Final = 4 * 1024 * 1024
"""Bytes of a request: a record is opened from a file."""
MAX_MESSAGES: Final = 1000
"""As many messages as are shown at most."""
AUTH_HEADER_NAME: Final = "X-Overwinter-Secret"

RequestHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageRequest(msgspec.Struct):
    """A request of the page. Ids are strings, as in all JSON of Discord's; `seen` is the version that the page shows."""

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

    def __init__(self, bot: Overwinter, world: LocalWorld, acts: UserActions, secret: str) -> None:
        self._bot, self._world, self._acts, self._secret = bot, world, acts, secret
        self._developer = DeveloperPage(world, acts)
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
        at = self._runner.addresses[0][1]
        names = (LISTEN_ADDRESS, "localhost")
        self._hosts = frozenset({f"{name}:{at}" for name in names} | (set(names) if at == 80 else set()))
        self.url = f"http://{LISTEN_ADDRESS}:{at}/#{self._secret}"

    async def close(self) -> None:
        """Stop listening."""
        await self._developer.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _check_request(self, request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        """Only this machine by its own names, the page itself, and for everything but the page's files the secret."""
        try:
            if request.headers.get("Host", "") not in self._hosts:
                raise web.HTTPForbidden(text="not here")
            origin = request.headers.get("Origin")
            if origin is not None and origin.removeprefix("http://") not in self._hosts:
                raise web.HTTPForbidden(text="not from there")
            given = request.headers.get(AUTH_HEADER_NAME, "").encode("utf-8", "surrogateescape")
            if request.path.startswith("/api/") and not hmac.compare_digest(given, self._secret.encode()):
                raise web.HTTPUnauthorized(text="the secret is missing")
            answer = await handler(request)
        except web.HTTPException as refused:
            refused.headers.update(RESPONSE_HEADERS)
            raise
        answer.headers.update(RESPONSE_HEADERS)
        return answer

    # ---------------------------------------------------------------------- the page
    async def _serve_static(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        if name not in self._files:
            raise web.HTTPNotFound
        body, kind = self._files[name]
        return web.Response(body=body, content_type=kind, charset=None if kind == CONTENT_TYPES[".ttf"] else "utf-8")

    async def _serve_words(self, request: web.Request) -> web.Response:
        language = self._bot.languages.find_language(request.query.get("language", ""))
        return _create_json_response({"language": language.code, "words": page_texts.translate_texts(language)})

    # ------------------------------------------------------------------- what is seen
    async def _serve_state(self, request: web.Request) -> web.Response:
        asked = await _read_body(request)
        waiting = {
            friend.id: {
                table.channel_id
                for table in await self._bot.tables.schedules.list_user_tables(friend.id)
                if table.is_waiting_for_user and table.is_running and table.guild_id == self._world.guild.id
            }
            for friend in self._world.users
        }
        who = self._find_user(asked)
        shown = page_state.list_channels(self._world, who, waiting[who.id])
        ids = [place["id"] for place in shown]
        here = asked.channel if asked.channel in ids else str(self._world.channels[0].id)
        span = min(max(asked.span, 1), MAX_MESSAGES)
        messages, more = page_state.list_messages(self._world, who, int(here), span)
        seen = {
            "born": self._started_at,
            "guild": str(self._world.guild.id),
            "server": self._world.guild.name,
            "friends": [
                {"id": str(one.id), "name": _format_user(one), "waiting": bool(waiting[one.id])}
                for one in self._world.users
            ],
            "who": str(who.id),
            "places": shown,
            "channel": here,
            "messages": messages,
            "more": more,
            "people": page_state.list_people(self._world),
        }
        version = hashlib.blake2b(msgspec.json.encode(seen), digest_size=12).hexdigest()
        return _create_json_response({"version": version} | ({} if asked.seen == version else seen))

    async def _serve_commands(self, request: web.Request) -> web.Response:
        asked = await _read_body(request)
        try:
            channel = self._world.find_channel(asked.channel).id
        except (KeyError, ValueError) as gone:
            raise web.HTTPNotFound from gone
        return _create_json_response(
            page_state.list_commands(self._world, self._find_user(asked), channel, _find_locale(asked))
        )

    async def _serve_file(self, request: web.Request) -> web.Response:
        name = request.match_info["path"]
        data = self._world.env.backend.cdn.get(page_state.ATTACHMENT_URL + name)
        if data is None:
            raise web.HTTPNotFound
        picture = {"png": "image/png", "gif": "image/gif", "webp": "image/webp"}.get(name.rpartition(".")[2])
        return web.Response(body=data, content_type=picture or "application/octet-stream")

    # ------------------------------------------------------------------- what is done
    async def _serve_act(self, request: web.Request) -> web.Response:
        asked = await _read_body(request)
        try:
            answer = await self._run_act(self._find_user(asked), asked)
        except (ActionUnavailableError, KeyError, ValueError) as why:
            return _create_json_response({"refused": str(why)})
        return _create_json_response(answer)

    async def _run_act(self, user: simcord.MemberActor, page_request: PageRequest) -> ActionResult:
        acts, locale, place = self._acts, _find_locale(page_request), page_request.channel
        match page_request:
            case PageRequest(kind="press"):
                return await acts.press(user, place, page_request.message, page_request.custom_id, locale)
            case PageRequest(kind="choose", values=list() as values):
                return await acts.choose(user, place, page_request.message, page_request.custom_id, values, locale)
            case PageRequest(kind="submit", values=dict() as filled):
                return await acts.submit_modal(user, page_request.modal, filled, locale)
            case PageRequest(kind="write"):
                return await acts.write_message(user, place, page_request.words)
            case PageRequest(kind="run"):
                return await acts.run_command(
                    user, place, self._run_command(user, page_request), page_request.options, locale
                )
            case PageRequest(kind="suggest"):
                command = self._run_command(user, page_request)
                return await acts.suggest(
                    user, place, command, page_request.option, page_request.typed, page_request.options, locale
                )
        raise ActionUnavailableError("nobody can do that")

    def _run_command(self, user: simcord.MemberActor, page_request: PageRequest) -> dict[str, Any]:
        known = page_state.list_commands(
            self._world, user, self._world.find_channel(page_request.channel).id, _find_locale(page_request)
        )
        return {one["name"]: one for one in known}[page_request.command]

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
    """The page's files with their kinds, by name."""
    page = resources.files("cogs.local_table").joinpath("page")
    fonts = resources.files("render.kit").joinpath("fonts")
    found = [*page.iterdir(), *(fonts.joinpath(name) for name in PAGE_FONTS)]
    kinds = {file.name: CONTENT_TYPES.get(file.name[file.name.rfind(".") :]) for file in found}
    return {file.name: (file.read_bytes(), kind) for file in found if (kind := kinds[file.name])}


def _find_locale(page_request: PageRequest) -> str:
    """Discord's name for the reader's language; English for one that Discord does not speak."""
    wished = page_request.language
    known = [locale.value for locale in discord.Locale]
    alike = [locale for locale in known if locale.partition("-")[0] == wished.partition("-")[0]]
    return wished if wished in known else next(iter(alike), discord.Locale.american_english.value)


def _create_json_response(answer: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(answer), content_type="application/json")


async def _read_body(request: web.Request) -> PageRequest:
    try:
        return msgspec.json.decode(await request.read(), type=PageRequest)
    except msgspec.DecodeError as broken:
        raise web.HTTPBadRequest(text="that is not what the page asks") from broken
