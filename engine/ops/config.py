"""What the person who runs the bot may set: one TOML file, and the token also in the environment.

A wrong setting stops the start: BadConfig is a sentence with the file, the key and the reason.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec

from engine.environment import STORE_URL, TOKEN, TOKEN_FILE
from engine.host.model.shard_range import ShardRange
from engine.host.store.database import is_address
from engine.kernel import registry

CONFIG_FILE = "config.toml"
AUTO_SHARDS = "auto"
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")
TOML_TYPE_NAMES = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list in [brackets]",
    "object": "a section",
}
"""What people call the types of TOML."""


class ConfigError(ValueError):
    """A setting that cannot be used; the message is a sentence for the person who runs the bot."""

    def __init__(self, file: Path | str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (str(file), key, reason) if part))


class Secret:
    """A text that must not be shown: it comes out by `reveal()` only, never in a repr, a log or an error."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one place that needs it."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(set)" if self else "Secret(empty)"


class DiscordConfig(msgspec.Struct, frozen=True):
    """How the bot signs in. Without a token it is the local table.

    `shards`: "auto" for all, as many as Discord recommends, or which of how many ("0-7/16") where several processes share a token.
    """

    token: Secret = msgspec.field(default_factory=Secret)
    shards: str = AUTO_SHARDS

    @property
    def shard_range(self) -> ShardRange | None:
        """The shards that are named, None where they are not. Raises ValueError, a sentence, for what is no list of shards."""
        return None if self.shards == AUTO_SHARDS else ShardRange.parse(self.shards)


class StoreConfig(msgspec.Struct, frozen=True):
    """Where the tables of all servers are kept: in the file `path`, or in PostgreSQL where there is a `url`. Small files of the
    process itself lie beside `path` in any case."""

    path: str = "data/overwinter.db"
    url: Secret = msgspec.field(default_factory=Secret)

    @property
    def address(self) -> Path | str:
        """What `StoreConfig.open` takes."""
        return self.url.reveal() or Path(self.path)


class BackupConfig(msgspec.Struct, frozen=True):
    """The nightly copies of the store: where ("": in a folder `backups` beside it), how many are kept (0: none are made),
    and at which full hour, in UTC."""

    folder: str = ""
    keep: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 14
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] = 4


class LogConfig(msgspec.Struct, frozen=True):
    """How much the bot says about itself, one of LEVELS, and how: as "text", or as "json", an object a line."""

    level: str = "info"
    format: str = "text"


class MetricsConfig(msgspec.Struct, frozen=True):
    """Figures for Prometheus, on this machine only: the port (0: none are given)."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0


class LocalTableConfig(msgspec.Struct, frozen=True):
    """The local table: its port (0: any free one), who sits at it, and the file that keeps its games."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 1911
    players: tuple[str, ...] = ("Ana", "Ben")
    path: str = "data/local.db"


class PlayersConfig(msgspec.Struct, frozen=True):
    """Computer players: how many processes think for them."""

    workers: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1


class PicturesConfig(msgspec.Struct, frozen=True):
    """What painters keep so as not to draw it again, in megabytes at most; and how many processes draw: one where the bot has more
    than one core, or none, then threads of the bot do."""

    memory: Annotated[int, msgspec.Meta(ge=0, le=4096)] = 96
    processes: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1


class Config(msgspec.Struct, frozen=True):
    """All settings. `components` maps a game's slug to the TOML text that replaces its built-in components."""

    discord: DiscordConfig = msgspec.field(default_factory=DiscordConfig)
    store: StoreConfig = msgspec.field(default_factory=StoreConfig)
    components: dict[str, str] = {}
    backup: BackupConfig = msgspec.field(default_factory=BackupConfig)
    log: LogConfig = msgspec.field(default_factory=LogConfig)
    local: LocalTableConfig = msgspec.field(default_factory=LocalTableConfig)
    players: PlayersConfig = msgspec.field(default_factory=PlayersConfig)
    metrics: MetricsConfig = msgspec.field(default_factory=MetricsConfig)
    pictures: PicturesConfig = msgspec.field(default_factory=PicturesConfig)


def load_config(file: Path | str | None, environ: Mapping[str, str]) -> Config:
    """The settings of a file; without one, of `config.toml` in the working directory if there is one.

    Relative paths in it start at its own folder. DISCORD_TOKEN in `environ` goes before the file that DISCORD_TOKEN_FILE names, and
    that before the settings' own. Raises BadConfig.
    """
    path = Path(file if file is not None else CONFIG_FILE)
    raw = _parse_toml(path) if file is not None or path.exists() else {}
    _require_known_keys(path, "", raw, Config)
    try:
        config = msgspec.convert(raw, Config, dec_hook=_decode_secret)
    except msgspec.ValidationError as bad:
        key, reason = _split_error(bad)
        raise ConfigError(path, _format_key(*key.split(".", 1)), reason) from None
    _validate(path, config)
    home = path.parent
    found = Config(
        discord=msgspec.structs.replace(config.discord, token=_load_token(path, config, environ)),
        store=StoreConfig(str(home / config.store.path), _load_url(path, config, environ)),
        components={slug: _load_components(path, slug, home / name) for slug, name in config.components.items()},
        backup=msgspec.structs.replace(
            config.backup, folder=str(home / config.backup.folder) if config.backup.folder else ""
        ),
        log=config.log,
        local=msgspec.structs.replace(config.local, path=str(home / config.local.path)),
        players=config.players,
        metrics=config.metrics,
        pictures=config.pictures,
    )
    share = found.discord.shard_range
    if share is not None and not share.is_complete and not found.store.url:
        reason = "other processes serve the others, which need one database: name it in [store] url."
        raise ConfigError(path, "[discord] shards", reason)
    return found


def list_exposed_files(file: Path | str | None, database: Path) -> Iterator[str]:
    """A sentence for every file that others on this machine can read though it is nobody else's: settings with a token or a
    password, and a database of an earlier version, which did not see to it. `file` as for `load_config`; Windows has no
    such rights to
    look at."""
    path = Path(file if file is not None else CONFIG_FILE)
    if _is_readable_by_others(path) and _parse_toml(path).get("discord", {}).get("token"):
        yield f"{path} holds the bot's token and others on this machine can read it. Say: chmod 600 {path}"
    if _is_readable_by_others(path) and urlsplit(str(_parse_toml(path).get("store", {}).get("url", ""))).password:
        yield f"{path} holds the database's password and others on this machine can read it. Say: chmod 600 {path}"
    if _is_readable_by_others(database):
        yield f"Others on this machine can read {database}, with every hand and note. Say: chmod 600 {database}"


def _is_readable_by_others(path: Path) -> bool:
    return os.name == "posix" and path.is_file() and bool(path.stat().st_mode & 0o077)


def _parse_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read_text(path))
    except tomllib.TOMLDecodeError as bad:
        raise ConfigError(path, "", f"this is not TOML: {bad}.") from None


def _read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(path, "", "there is no such file.") from None
    except UnicodeDecodeError:
        raise ConfigError(path, "", "this file is not UTF-8 text.") from None
    except OSError as bad:
        raise ConfigError(path, "", f"this file cannot be read ({bad.strerror}).") from None


def _require_known_keys(path: Path, section: str, raw: Mapping[str, Any], struct_type: type[msgspec.Struct]) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(struct_type)}
    for key, value in raw.items():
        if key not in fields:
            where = _format_key(section, key) if section else _format_key(key)
            raise ConfigError(path, where, f"there is no such setting; {_suggest_key(key, fields)}")
        inner = fields[key]
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct) and isinstance(value, Mapping):
            _require_known_keys(path, key, value, inner)


def _suggest_key(word: str, known_words: Iterable[str]) -> str:
    known_words = list(known_words)
    close = difflib.get_close_matches(word, known_words, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(known_words)}."


def _format_key(section: str, key: str = "") -> str:
    return f"[{section}] {key}".rstrip()


def _split_error(error: Exception) -> tuple[str, str]:
    reason, _, at = str(error).partition(" - at `$.")
    for kind, words in TOML_TYPE_NAMES.items():
        reason = reason.replace(f"`{kind}`", words)
    return re.sub(r"\[[^]]*\]", "", at.rstrip("`")), f"{reason[:1].lower()}{reason[1:]}."


def _decode_secret(kind: type, value: object) -> object:
    if kind is Secret and isinstance(value, str):
        return Secret(value)
    raise ValueError("Expected `str`")


def _validate(path: Path, config: Config) -> None:
    if config.log.level not in LOG_LEVELS:
        raise ConfigError(path, "[log] level", f"this must be one of {', '.join(LOG_LEVELS)}.")
    if config.log.format not in LOG_FORMATS:
        raise ConfigError(path, "[log] format", f"this must be one of {', '.join(LOG_FORMATS)}.")
    try:
        config.discord.shard_range  # noqa: B018 - it is read to see whether it can be
    except ValueError as wrong:
        raise ConfigError(path, "[discord] shards", str(wrong)) from None
    players = config.local.players
    if not 2 <= len(players) <= 4 or len(set(players)) < len(players):
        raise ConfigError(path, "[local] players", "name two to four friends, each once.")
    if not all(name.strip() == name and 1 <= len(name) <= 32 for name in players):
        raise ConfigError(path, "[local] players", "a name has 1 to 32 characters and no space at its ends.")
    for key, value in (("[store] path", config.store.path), ("[local] path", config.local.path)):
        if not value:
            raise ConfigError(path, key, "name a file.")


def _load_token(path: Path, config: Config, environ: Mapping[str, str]) -> Secret:
    file = environ.get(TOKEN_FILE, "")
    sources: list[tuple[Path | str, str, str]] = [
        (TOKEN, "", environ.get(TOKEN, "")),
        (file, "", _read_text(Path(file)) if file else ""),
        (path, "[discord] token", config.discord.token.reveal()),
    ]
    for where, key, text in sources:
        token = text.strip()
        if not re.fullmatch(r"[\w.\-]*", token, re.ASCII):
            reason = "a token is one word of letters, digits, dots, dashes and underscores; copy it again."
            raise ConfigError(where, key, reason)
        if token:
            return Secret(token)
    return Secret()


def _load_url(path: Path, config: Config, environ: Mapping[str, str]) -> Secret:
    sources = ((STORE_URL, "", environ.get(STORE_URL, "")), (path, "[store] url", config.store.url.reveal()))
    for where, key, text in sources:
        url = text.strip()
        if url and not is_address(url):
            raise ConfigError(where, key, "this must begin with postgresql://; an SQLite file goes into [store] path.")
        if url:
            return Secret(url)
    return Secret()


def _load_components(path: Path, slug: str, file: Path) -> str:
    if slug not in registry.list_slugs():
        raise ConfigError(
            path, f"[components] {slug}", f"there is no such game; {_suggest_key(slug, registry.list_slugs())}"
        )
    text = _read_text(file)
    try:
        registry.load_game(slug, text)
    except registry.ComponentsError as bad:
        key, reason = _split_error(bad)
        raise ConfigError(
            file, key, f"{reason} For all that is wrong in it: python -m engine components {slug} --check {file}"
        ) from bad
    return text
