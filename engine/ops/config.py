"""The administrator's settings: one TOML file, and environment variables for secrets.

A wrong setting stops the start with a sentence that names the file, the key and the reason.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""The names of TOML's types in messages."""


class ConfigError(ValueError):
    """Raised for a setting that cannot be used. The message is a sentence for the administrator."""

    def __init__(self, file: Path | str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (str(file), key, reason) if part))


class Secret:
    """A text that must not be shown. Only `reveal()` returns it; it is in no repr, log or error."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text itself, for the one place that needs it."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(set)" if self else "Secret(empty)"


class DiscordConfig(msgspec.Struct, frozen=True):
    """The bot's token and shards. Without a token the bot opens the local table.

    `shards` is "auto" for all, as many as Discord recommends. If several processes share a token, it names their
    shards and the total number ("0-7/16").
    """

    token: Secret = msgspec.field(default_factory=Secret)
    shards: str = AUTO_SHARDS

    @property
    def shard_range(self) -> ShardRange | None:
        """The named shards, None for "auto". Raises ValueError with a sentence if they cannot be read."""
        if self.shards == AUTO_SHARDS:
            return None
        return ShardRange.parse(self.shards)


class StoreConfig(msgspec.Struct, frozen=True):
    """The store with the tables of all servers: the file `path`, or the PostgreSQL database `url` if it is set.

    The process keeps small files of its own next to `path` in any case.
    """

    path: str = "data/overwinter.db"
    url: Secret = msgspec.field(default_factory=Secret)

    @property
    def address(self) -> Path | str:
        """The argument of `open_store`."""
        return self.url.reveal() or Path(self.path)


class BackupConfig(msgspec.Struct, frozen=True):
    """The nightly backups: their folder ("": `backups` next to the store), how many to keep (0: none), and their hour in UTC."""

    folder: str = ""
    keep: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 14
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] = 4


class LogConfig(msgspec.Struct, frozen=True):
    """The level of the log, one of LOG_LEVELS, and its format, one of LOG_FORMATS."""

    level: str = "info"
    format: str = "text"


class MetricsConfig(msgspec.Struct, frozen=True):
    """The port of the metrics for Prometheus, on this machine only. 0 offers none."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0


class LocalTableConfig(msgspec.Struct, frozen=True):
    """The local table: its port (0: any free one), its players, and the file with its games."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 1911
    players: tuple[str, ...] = ("Ana", "Ben")
    path: str = "data/local.db"


class PlayersConfig(msgspec.Struct, frozen=True):
    """The number of worker processes for computer players, at most; the pool starts the second while the first is busy."""

    workers: Annotated[int, msgspec.Meta(ge=1, le=16)] = 2


class PicturesConfig(msgspec.Struct, frozen=True):
    """The memory for cached pictures, in megabytes, and the number of processes that draw.

    `processes` is 1 for a process that draws if the bot may use more than one core, 0 for threads of the bot.
    """

    memory: Annotated[int, msgspec.Meta(ge=0, le=4096)] = 112
    processes: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1


class OwnerConfig(msgspec.Struct, frozen=True):
    """What /about says of the person who runs the bot: how to reach them, and the addresses of their pages ("": none)."""

    contact: Annotated[str, msgspec.Meta(max_length=200)] = ""
    privacy: Annotated[str, msgspec.Meta(max_length=400)] = ""
    terms: Annotated[str, msgspec.Meta(max_length=400)] = ""
    source: Annotated[str, msgspec.Meta(max_length=400)] = ""


class Config(msgspec.Struct, frozen=True):
    """All settings. `components` maps a game's slug to the TOML text that replaces its built-in components."""

    discord: DiscordConfig = msgspec.field(default_factory=DiscordConfig)
    owner: OwnerConfig = msgspec.field(default_factory=OwnerConfig)
    store: StoreConfig = msgspec.field(default_factory=StoreConfig)
    components: dict[str, str] = {}
    backup: BackupConfig = msgspec.field(default_factory=BackupConfig)
    log: LogConfig = msgspec.field(default_factory=LogConfig)
    local: LocalTableConfig = msgspec.field(default_factory=LocalTableConfig)
    players: PlayersConfig = msgspec.field(default_factory=PlayersConfig)
    metrics: MetricsConfig = msgspec.field(default_factory=MetricsConfig)
    pictures: PicturesConfig = msgspec.field(default_factory=PicturesConfig)


def load_config(file: Path | str | None, environ: Mapping[str, str]) -> Config:
    """Load the settings of a file; by default of `config.toml` in the working directory, if there is one.

    Relative paths start at the folder of the file. DISCORD_TOKEN in `environ` overrides the file that
    DISCORD_TOKEN_FILE names, and that overrides the settings' own token.

    Raises:
        ConfigError: A setting cannot be used.
    """
    path = Path(file if file is not None else CONFIG_FILE)
    raw: dict[str, Any] = {}
    if file is not None or path.exists():
        raw = _parse_toml(path)
    _require_known_keys(path, "", raw, Config)
    try:
        config = msgspec.convert(raw, Config, dec_hook=_decode_secret)
    except msgspec.ValidationError as error:
        key, reason = _split_error(error)
        raise ConfigError(path, _format_key(*key.split(".", 1)), reason) from None
    _validate(path, config)
    config = _resolve(path, config, environ)
    shard_range = config.discord.shard_range
    if shard_range is not None and not shard_range.is_complete and not config.store.url:
        reason = "other processes serve the others, which need one database: name it in [store] url."
        raise ConfigError(path, "[discord] shards", reason)
    return config


def _resolve(path: Path, config: Config, environ: Mapping[str, str]) -> Config:
    """Return the settings with the texts of the files they name, paths from the folder of `path`, and secrets."""
    folder = path.parent
    backup = config.backup
    if backup.folder:
        backup = msgspec.structs.replace(backup, folder=str(folder / backup.folder))
    return msgspec.structs.replace(
        config,
        discord=msgspec.structs.replace(config.discord, token=_load_token(path, config, environ)),
        store=StoreConfig(str(folder / config.store.path), _load_url(path, config, environ)),
        components={slug: _load_components(path, slug, folder / name) for slug, name in config.components.items()},
        backup=backup,
        local=msgspec.structs.replace(config.local, path=str(folder / config.local.path)),
    )


def warn_of_exposed_files(file: Path | str | None, database: Path) -> Iterator[str]:
    """Yield a sentence for every private file that other users of this machine can read.

    These are settings with a token or a password, and a database that an earlier version created. `file` is as for
    `load_config`. On Windows there are no such permissions to check.
    """
    path = Path(file if file is not None else CONFIG_FILE)
    if _is_readable_by_others(path):
        raw = _parse_toml(path)
        if raw.get("discord", {}).get("token"):
            yield f"{path} holds the bot's token and others on this machine can read it. Say: chmod 600 {path}"
        if urlsplit(str(raw.get("store", {}).get("url", ""))).password:
            yield f"{path} holds the database's password and others on this machine can read it. Say: chmod 600 {path}"
    if _is_readable_by_others(database):
        yield f"Others on this machine can read {database}, with every hand and note. Say: chmod 600 {database}"


def _is_readable_by_others(path: Path) -> bool:
    return os.name == "posix" and path.is_file() and bool(path.stat().st_mode & 0o077)


def _parse_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, "", f"this is not TOML: {error}.") from None


def _read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(path, "", "there is no such file.") from None
    except UnicodeDecodeError:
        raise ConfigError(path, "", "this file is not UTF-8 text.") from None
    except OSError as error:
        raise ConfigError(path, "", f"this file cannot be read ({error.strerror}).") from None


def _require_known_keys(path: Path, section: str, raw: Mapping[str, Any], struct_type: type[msgspec.Struct]) -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(struct_type)}
    for key, value in raw.items():
        if key not in fields:
            where = _format_key(section, key) if section else _format_key(key)
            raise ConfigError(path, where, f"there is no such setting; {_suggest_key(key, fields)}")
        field_type = fields[key]
        is_section = isinstance(field_type, type) and issubclass(field_type, msgspec.Struct)
        if is_section and isinstance(value, Mapping):
            _require_known_keys(path, key, value, field_type)


def _suggest_key(word: str, known_words: Iterable[str]) -> str:
    known_words = list(known_words)
    for match in difflib.get_close_matches(word, known_words, n=1):
        return f"did you mean {match}?"
    return f"there are {', '.join(known_words)}."


def _format_key(section: str, key: str = "") -> str:
    return f"[{section}] {key}".rstrip()


def _split_error(error: Exception) -> tuple[str, str]:
    """Split the message of a validation error into the key and a reason in plain words."""
    reason, _, key = str(error).partition(" - at `$.")
    for type_name, plain_name in TOML_TYPE_NAMES.items():
        reason = reason.replace(f"`{type_name}`", plain_name)
    return re.sub(r"\[[^]]*\]", "", key.rstrip("`")), f"{reason[:1].lower()}{reason[1:]}."


def _decode_secret(kind: type, value: object) -> object:
    if kind is Secret and isinstance(value, str):
        return Secret(value)
    raise ValueError("Expected `str`")


def _validate(path: Path, config: Config) -> None:
    for name, value, allowed in (("level", config.log.level, LOG_LEVELS), ("format", config.log.format, LOG_FORMATS)):
        if value not in allowed:
            raise ConfigError(path, f"[log] {name}", f"this must be one of {', '.join(allowed)}.")
    try:
        config.discord.shard_range  # noqa: B018 - reading it raises the error
    except ValueError as error:
        raise ConfigError(path, "[discord] shards", str(error)) from None
    for name in ("privacy", "terms", "source"):
        address = getattr(config.owner, name)
        if address and not re.fullmatch(r"https://[!-~]+", address):
            raise ConfigError(path, f"[owner] {name}", "this must be a web address that begins with https://.")
    _check_players(path, config.local.players)
    for key, value in (("[store] path", config.store.path), ("[local] path", config.local.path)):
        if not value:
            raise ConfigError(path, key, "name a file.")


def _check_players(path: Path, players: Sequence[str]) -> None:
    """Raise ConfigError unless the names can be the players of the local table."""
    if not 2 <= len(players) <= 4 or len(set(players)) < len(players):
        raise ConfigError(path, "[local] players", "name two to four friends, each once.")
    for name in players:
        if name.strip() != name or not 1 <= len(name) <= 32:
            raise ConfigError(path, "[local] players", "a name has 1 to 32 characters and no space at its ends.")


def _load_token(path: Path, config: Config, environ: Mapping[str, str]) -> Secret:
    file = environ.get(TOKEN_FILE, "")
    sources: list[tuple[Path | str, str, str]] = [
        (TOKEN, "", environ.get(TOKEN, "")),
        (file, "", _read_text(Path(file)) if file else ""),
        (path, "[discord] token", config.discord.token.reveal()),
    ]
    for source, key, text in sources:
        token = text.strip()
        if not re.fullmatch(r"[\w.\-]*", token, re.ASCII):
            reason = "a token is one word of letters, digits, dots, dashes and underscores; copy it again."
            raise ConfigError(source, key, reason)
        if token:
            return Secret(token)
    return Secret()


def _load_url(path: Path, config: Config, environ: Mapping[str, str]) -> Secret:
    sources = ((STORE_URL, "", environ.get(STORE_URL, "")), (path, "[store] url", config.store.url.reveal()))
    for source, key, text in sources:
        url = text.strip()
        if url and not is_address(url):
            raise ConfigError(source, key, "this must begin with postgresql://; an SQLite file goes into [store] path.")
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
    except registry.ComponentsError as error:
        key, reason = _split_error(error)
        raise ConfigError(
            file, key, f"{reason} For all that is wrong in it: python -m engine components {slug} --check {file}"
        ) from error
    return text
