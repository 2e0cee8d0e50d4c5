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
from cogs.local_table import sight, words
from cogs.local_table.acts import Acts, Answer, Impossible
from cogs.local_table.developer import DeveloperPage
from cogs.local_table.world import World

ADDRESS: Final = "127.0.0.1"
HEADERS: Final = {
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
KINDS: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
FONTS: Final = ("PTF75F.ttf",)
"""Of the boards' fonts, the one in which the page's name is written."""
LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a request: a record is opened from a file."""
MESSAGES: Final = 1000
"""As many messages as are shown at most."""
HEADER: Final = "X-Overwinter-Secret"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Asked(msgspec.Struct):
    """A request of the page. Ids are strings, as in all JSON of Discord's; `seen` is the version that the page shows."""

    who: str = ""
    channel: str = ""
    language: str = ""
    span: int = sight.SPAN
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


class Server:
    """Serves the page until it is closed."""

    def __init__(self, bot: Overwinter, world: World, acts: Acts, secret: str) -> None:
        self._bot, self._world, self._acts, self._secret = bot, world, acts, secret
        self._developer = DeveloperPage(world, acts)
        self._born = secrets.token_hex(8)
        self._files = _files()
        self._runner: web.AppRunner | None = None
        self._hosts: frozenset[str] = frozenset()
        self.url = ""

    async def open(self, port: int) -> None:
        """Listen on a port of this machine, 0 for any free one. Raises OSError."""
        app = web.Application(middlewares=[self._guard], client_max_size=LARGEST)
        app.router.add_get("/", self._static)
        app.router.add_get("/page/{name}", self._static)
        app.router.add_get("/words", self._words)
        app.router.add_post("/api/look", self._look)
        app.router.add_post("/api/act", self._act)
        app.router.add_post("/api/commands", self._commands)
        app.router.add_post("/api/developer", self._open_developer)
        app.router.add_get("/api/file/{path:.+}", self._file)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, ADDRESS, port).start()
        at = self._runner.addresses[0][1]
        names = (ADDRESS, "localhost")
        self._hosts = frozenset({f"{name}:{at}" for name in names} | (set(names) if at == 80 else set()))
        self.url = f"http://{ADDRESS}:{at}/#{self._secret}"

    async def close(self) -> None:
        """Stop listening."""
        await self._developer.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only this machine by its own names, the page itself, and for everything but the page's files the secret."""
        try:
            if request.headers.get("Host", "") not in self._hosts:
                raise web.HTTPForbidden(text="not here")
            origin = request.headers.get("Origin")
            if origin is not None and origin.removeprefix("http://") not in self._hosts:
                raise web.HTTPForbidden(text="not from there")
            given = request.headers.get(HEADER, "").encode("utf-8", "surrogateescape")
            if request.path.startswith("/api/") and not hmac.compare_digest(given, self._secret.encode()):
                raise web.HTTPUnauthorized(text="the secret is missing")
            answer = await handler(request)
        except web.HTTPException as refused:
            refused.headers.update(HEADERS)
            raise
        answer.headers.update(HEADERS)
        return answer

    # ---------------------------------------------------------------------- the page
    async def _static(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "index.html")
        if name not in self._files:
            raise web.HTTPNotFound
        body, kind = self._files[name]
        return web.Response(body=body, content_type=kind, charset=None if kind == KINDS[".ttf"] else "utf-8")

    async def _words(self, request: web.Request) -> web.Response:
        language = self._bot.languages.of(request.query.get("language", ""))
        return _json({"language": language.code, "words": words.in_language(language)})

    # ------------------------------------------------------------------- what is seen
    async def _look(self, request: web.Request) -> web.Response:
        asked = await _body(request)
        waiting = {
            friend.id: {
                table.channel
                for table in await self._bot.tables.people.my_tables(friend.id)
                if table.mine and table.running and table.guild == self._world.hut.id
            }
            for friend in self._world.friends
        }
        who = self._who(asked)
        shown = sight.places(self._world, who, waiting[who.id])
        ids = [place["id"] for place in shown]
        here = asked.channel if asked.channel in ids else str(self._world.channels[0].id)
        span = min(max(asked.span, 1), MESSAGES)
        messages, more = sight.messages(self._world, who, int(here), span)
        seen = {
            "born": self._born,
            "guild": str(self._world.hut.id),
            "server": self._world.hut.name,
            "friends": [
                {"id": str(one.id), "name": _called(one), "waiting": bool(waiting[one.id])}
                for one in self._world.friends
            ],
            "who": str(who.id),
            "places": shown,
            "channel": here,
            "messages": messages,
            "more": more,
            "people": sight.people(self._world),
        }
        version = hashlib.blake2b(msgspec.json.encode(seen), digest_size=12).hexdigest()
        return _json({"version": version} | ({} if asked.seen == version else seen))

    async def _commands(self, request: web.Request) -> web.Response:
        asked = await _body(request)
        try:
            channel = self._world.channel(asked.channel).id
        except (KeyError, ValueError) as gone:
            raise web.HTTPNotFound from gone
        return _json(sight.commands(self._world, self._who(asked), channel, _locale(asked)))

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["path"]
        data = self._world.env.backend.cdn.get(sight.FILES + name)
        if data is None:
            raise web.HTTPNotFound
        picture = {"png": "image/png", "gif": "image/gif", "webp": "image/webp"}.get(name.rpartition(".")[2])
        return web.Response(body=data, content_type=picture or "application/octet-stream")

    # ------------------------------------------------------------------- what is done
    async def _act(self, request: web.Request) -> web.Response:
        asked = await _body(request)
        try:
            answer = await self._done(self._who(asked), asked)
        except (Impossible, KeyError, ValueError) as why:
            return _json({"refused": str(why)})
        return _json(answer)

    async def _done(self, who: simcord.MemberActor, asked: Asked) -> Answer:
        acts, locale, place = self._acts, _locale(asked), asked.channel
        match asked:
            case Asked(kind="press"):
                return await acts.press(who, place, asked.message, asked.custom_id, locale)
            case Asked(kind="choose", values=list() as values):
                return await acts.choose(who, place, asked.message, asked.custom_id, values, locale)
            case Asked(kind="submit", values=dict() as filled):
                return await acts.submit(who, asked.modal, filled, locale)
            case Asked(kind="write"):
                return await acts.write(who, place, asked.words)
            case Asked(kind="run"):
                return await acts.run(who, place, self._command(who, asked), asked.options, locale)
            case Asked(kind="suggest"):
                command = self._command(who, asked)
                return await acts.suggest(who, place, command, asked.option, asked.typed, asked.options, locale)
        raise Impossible("nobody can do that")

    def _command(self, who: simcord.MemberActor, asked: Asked) -> dict[str, Any]:
        known = sight.commands(self._world, who, self._world.channel(asked.channel).id, _locale(asked))
        return {one["name"]: one for one in known}[asked.command]

    async def _open_developer(self, _: web.Request) -> web.Response:
        return _json({"url": await self._developer.open()})

    def _who(self, asked: Asked) -> simcord.MemberActor:
        try:
            return self._world.friend(asked.who)
        except KeyError:
            return self._world.friends[0]


def _called(friend: simcord.MemberActor) -> str:
    return friend.user.global_name or friend.name


def _files() -> dict[str, tuple[bytes, str]]:
    """The page's files with their kinds, by name."""
    page = resources.files("cogs.local_table").joinpath("page")
    fonts = resources.files("render.kit").joinpath("fonts")
    found = [*page.iterdir(), *(fonts.joinpath(name) for name in FONTS)]
    kinds = {file.name: KINDS.get(file.name[file.name.rfind(".") :]) for file in found}
    return {file.name: (file.read_bytes(), kind) for file in found if (kind := kinds[file.name])}


def _locale(asked: Asked) -> str:
    """Discord's name for the reader's language; English for one that Discord does not speak."""
    wished = asked.language
    known = [locale.value for locale in discord.Locale]
    alike = [locale for locale in known if locale.partition("-")[0] == wished.partition("-")[0]]
    return wished if wished in known else next(iter(alike), discord.Locale.american_english.value)


def _json(answer: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(answer), content_type="application/json")


async def _body(request: web.Request) -> Asked:
    try:
        return msgspec.json.decode(await request.read(), type=Asked)
    except msgspec.DecodeError as broken:
        raise web.HTTPBadRequest(text="that is not what the page asks") from broken
