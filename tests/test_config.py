"""The settings: they are read or refused in one sentence, and the token is never shown."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from engine.host.model.shard_range import ShardRange
from engine.kernel import registry
from engine.ops import config
from engine.ops.config import Config, ConfigError

ROOT = Path(__file__).parents[1]
TOKEN = "MTIz.abc-DEF_4"  # noqa: S105 - shaped like one, nobody's


def read_config(tmp_path: Path, text: str, environ: dict[str, str] | None = None) -> Config:
    file = tmp_path / "my.toml"
    file.write_text(text)
    return config.load_config(file, environ or {})


def read_refusal(tmp_path: Path, text: str, environ: dict[str, str] | None = None) -> str:
    with pytest.raises(ConfigError) as bad:
        read_config(tmp_path, text, environ)
    return str(bad.value).replace(f"{tmp_path}/", "")


def test_without_a_file_every_setting_has_its_usual_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert msgspec.to_builtins(config.load_config(None, {}), enc_hook=repr) == msgspec.to_builtins(
        Config(), enc_hook=repr
    )


def test_a_config_toml_in_the_working_directory_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text("[local]\nport = 8123\n")
    assert config.load_config(None, {}).local.port == 8123


def test_the_example_names_every_setting_with_its_usual_value() -> None:
    example = config.load_config(ROOT / "config.example.toml", {})
    text = (ROOT / "config.example.toml").read_text()
    for section in msgspec.structs.fields(Config):
        assert f"[{section.name}]" in text
        for field in msgspec.structs.fields(section.type) if section.name != "components" else ():
            assert f"\n{field.name} = " in text
    assert not example.discord.token
    assert example.log == Config().log
    assert example.local.players == Config().local.players
    assert Path(example.store.path) == ROOT / Config().store.path


def test_relative_paths_start_at_the_file(tmp_path: Path) -> None:
    assert read_config(tmp_path, '[store]\npath = "games.db"').store.path == str(tmp_path / "games.db")
    assert read_config(tmp_path, '[store]\npath = "/srv/games.db"').store.path == "/srv/games.db"


def test_the_address_of_a_database_goes_before_the_file_and_is_never_shown(tmp_path: Path) -> None:
    where = "postgresql://ana:crevasse@db/overwinter"
    settings = read_config(tmp_path, f'[store]\nurl = "{where}"')
    assert settings.store.address == where
    assert "crevasse" not in f"{settings} {settings!r}"
    assert read_config(tmp_path, "").store.address == tmp_path / Config().store.path
    assert (
        read_config(tmp_path, f'[store]\nurl = "{where}"', {"OVERWINTER_STORE_URL": "postgres://b"}).store.address
        == "postgres://b"
    )
    told = read_refusal(tmp_path, '[store]\nurl = "mysql://ana:crevasse@db"')
    assert "[store] url: this must begin with postgresql://" in told
    assert "crevasse" not in told + read_refusal(tmp_path, "", {"OVERWINTER_STORE_URL": "ana:crevasse@db"})


def test_the_token_of_the_environment_goes_first(tmp_path: Path) -> None:
    file = f'[discord]\ntoken = "{TOKEN}"'
    assert read_config(tmp_path, file).discord.token.reveal() == TOKEN
    assert read_config(tmp_path, file, {"DISCORD_TOKEN": " other \n"}).discord.token.reveal() == "other"
    assert read_config(tmp_path, file, {"DISCORD_TOKEN": ""}).discord.token.reveal() == TOKEN
    (tmp_path / "token").write_text("a.third\n")
    named = {"DISCORD_TOKEN_FILE": str(tmp_path / "token")}
    assert read_config(tmp_path, file, named).discord.token.reveal() == "a.third"
    assert read_config(tmp_path, file, named | {"DISCORD_TOKEN": "other"}).discord.token.reveal() == "other"


def test_a_token_is_never_shown(tmp_path: Path) -> None:
    settings = read_config(tmp_path, f'[discord]\ntoken = "{TOKEN}"')
    assert TOKEN not in f"{settings} {settings!r} {settings.discord.token} {[settings.discord.token]}"
    assert "abc" not in read_refusal(tmp_path, '[discord]\ntoken = "abc def"')
    assert "abc" not in read_refusal(tmp_path, "", {"DISCORD_TOKEN": "Bot abc"})
    (tmp_path / "token").write_text("Bot abc")
    told = read_refusal(tmp_path, "", {"DISCORD_TOKEN_FILE": str(tmp_path / "token")})
    assert "token: a token is one word" in told
    assert "abc" not in told
    gone = {"DISCORD_TOKEN_FILE": str(tmp_path / "gone")}
    assert read_refusal(tmp_path, "", gone) == "gone: there is no such file."
    assert "abc" not in read_refusal(tmp_path, "[discord]\ntoken = abc")
    assert "abc" not in read_refusal(tmp_path, '[discord]\ntoken = ["abc"]')
    with pytest.raises(TypeError):
        msgspec.json.encode(settings)


def test_shards_are_all_or_named(tmp_path: Path) -> None:
    assert read_config(tmp_path, "").discord.shard_range is None
    assert read_config(tmp_path, '[discord]\nshards = "auto"').discord.shard_range is None
    several = '[discord]\nshards = "0-7/16"\n[store]\nurl = "postgresql://here/bot"'
    named = read_config(tmp_path, several, {"DISCORD_TOKEN": TOKEN}).discord
    assert (named.shard_range, named.token.reveal()) == (ShardRange(0, 7, 16), TOKEN)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '[discord]\nshards = "0-7/16"',
            "my.toml: [discord] shards: other processes serve the others, which need one database: name it in [store] url.",
        ),
        (
            '[discord]\nshards = "0-16/16"',
            "my.toml: [discord] shards: of 16 shards the last one is 15, since they count from 0.",
        ),
        (
            '[discord]\nshards = "1,2"',
            'my.toml: [discord] shards: say "auto", or which shards of how many: "0-7/16" are the first eight of sixteen.',
        ),
        ("[discord]\nshards = 16", "my.toml: [discord] shards: expected a text in quotes, got a whole number."),
        ('[discord]\ntokn = "x"', "my.toml: [discord] tokn: there is no such setting; did you mean token?"),
        ("[lokal]\nport = 1", "my.toml: [lokal]: there is no such setting; did you mean local?"),
        (
            "verbose = true",
            (
                "my.toml: [verbose]: there is no such setting; there are discord, owner, store, components, backup, log, local, "
                "players, metrics, pictures."
            ),
        ),
        ("[local]\nport = 70000", "my.toml: [local] port: expected a whole number <= 65535."),
        ('[local]\nport = "80"', "my.toml: [local] port: expected a whole number, got a text in quotes."),
        ('[local]\nplayers = ["Ana"]', "my.toml: [local] players: name two to four friends, each once."),
        ('[local]\nplayers = ["Ana", "Ana"]', "my.toml: [local] players: name two to four friends, each once."),
        (
            '[local]\nplayers = ["Ana", ""]',
            "my.toml: [local] players: a name has 1 to 32 characters and no space at its ends.",
        ),
        ('[local]\nplayers = ["Ana", 2]', "my.toml: [local] players: expected a text in quotes, got a whole number."),
        ('[log]\nlevel = "loud"', "my.toml: [log] level: this must be one of debug, info, warning, error."),
        ('[store]\npath = ""', "my.toml: [store] path: name a file."),
        (
            '[owner]\nterms = "javascript:alert(1)"',
            "my.toml: [owner] terms: this must be a web address that begins with https://.",
        ),
        (
            '[owner]\nsource = "https://"',
            "my.toml: [owner] source: this must be a web address that begins with https://.",
        ),
        ("discord = 3", "my.toml: [discord]: expected a section, got a whole number."),
        ("[discord", "my.toml: this is not TOML: Expected ']' at the end of a table declaration (at end of document)."),
        (
            '[components]\namundsn = "a.toml"',
            "my.toml: [components] amundsn: there is no such game; did you mean amundsen?",
        ),
        ('[components]\namundsen = "gone.toml"', "gone.toml: there is no such file."),
        ("[components]\namundsen = 3", "my.toml: [components]: expected a text in quotes, got a whole number."),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    assert read_refusal(tmp_path, text) == sentence


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: there is no such file"):
        config.load_config(tmp_path / "none.toml", {})
    with pytest.raises(ConfigError, match="this file cannot be read"):
        config.load_config(tmp_path, {})
    (tmp_path / "latin.toml").write_bytes("# caf\xe9".encode("latin-1"))
    with pytest.raises(ConfigError, match="not UTF-8"):
        config.load_config(tmp_path / "latin.toml", {})


def read_components(slug: str) -> str:
    return registry.own_components(slug)


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_an_owner_may_bring_the_components_of_any_game(tmp_path: Path, slug: str) -> None:
    (tmp_path / "own.toml").write_text(read_components(slug))
    assert read_config(tmp_path, f'[components]\n{slug} = "own.toml"').components == {slug: read_components(slug)}


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_wrong_components_are_refused_with_file_and_key(tmp_path: Path, slug: str) -> None:
    (tmp_path / "own.toml").write_text('surplus = "x"\n' + read_components(slug))
    sentence = read_refusal(tmp_path, f'[components]\n{slug} = "own.toml"')
    assert sentence.endswith(f"python -m engine components {slug} --check own.toml")
    assert sentence.startswith("own.toml: ")
    assert "surplus" in sentence


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_a_token_or_a_database_that_others_can_read_is_told(tmp_path: Path) -> None:
    file, database = tmp_path / "my.toml", tmp_path / "games.db"
    file.write_text(f'[discord]\ntoken = "{TOKEN}"\n')
    database.touch()
    for one in (file, database):
        one.chmod(0o644)  # independent of the umask of this process
    told = list(config.warn_of_exposed_files(file, database))
    assert [f"Say: chmod 600 {one}" in line for one, line in zip((file, database), told, strict=True)] == [True, True]
    assert TOKEN not in str(told)
    for one in (file, database):
        one.chmod(0o600)
    assert not list(config.warn_of_exposed_files(file, database))
    file.write_text('[store]\nurl = "postgresql://ana:crevasse@db/overwinter"\n')
    file.chmod(0o644)
    (told_of_it,) = config.warn_of_exposed_files(file, database)
    assert "password" in told_of_it
    assert "crevasse" not in told_of_it
    file.write_text('[store]\nurl = "postgresql://ana@db/overwinter"\n')
    assert not list(config.warn_of_exposed_files(file, database))
    file.write_text('[log]\nlevel = "info"\n')
    assert not list(config.warn_of_exposed_files(file, database)), "a token in the environment is in no file"
