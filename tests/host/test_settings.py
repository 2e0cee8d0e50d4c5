"""Settings of users and servers: stored, read back, and applied to their tables."""

from __future__ import annotations

import pytest

from engine.host.model.settings import DISCORD_LANGUAGE
from engine.host.store import user_data
from engine.kernel.text import UserError
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, ServiceHarness

LANGUAGES = {"en": "English", "es": "Español"}


async def test_nothing_chosen_is_the_first_value_of_everything(service: ServiceHarness) -> None:
    values = (await service.tables.settings.load_settings("person", ANA)).values
    assert values == {
        "language": DISCORD_LANGUAGE,
        "tone": "day",
        "picture": "part",
        "motion": "still",
        "shortcuts": "yes",
        "help": "yes",
        "words": "no",
        "calls": "channel",
        "confirm": "usual",
        "ping": "always",
        "statistics": "yes",
    }
    assert await service.tables.settings.load_language("person", ANA) is None
    assert (await service.tables.settings.load_settings("server", GUILD)).channel_ids == ()


async def test_a_choice_is_kept_over_a_restart_and_is_only_ones_own(service: ServiceHarness) -> None:
    service.tables.settings.languages = LANGUAGES
    await service.tables.settings.save_setting("person", ANA, "language", "es")
    await service.tables.settings.save_setting("person", ANA, "tone", "night")
    await service.tables.settings.save_setting("server", ANA, "tone", "contrast")  # a server with the id of Ana
    (await service.restart()).settings.languages = LANGUAGES
    assert await service.tables.settings.load_language("person", ANA) == "es"
    assert (await service.tables.settings.load_settings("person", ANA)).values["tone"] == "night"
    assert (await service.tables.settings.load_settings("server", ANA)).values["tone"] == "contrast"
    assert await service.tables.settings.load_language("server", ANA) is None
    assert await service.tables.settings.load_language("person", BEN) is None


async def test_who_goes_back_to_every_default_is_not_kept(service: ServiceHarness) -> None:
    await service.tables.settings.save_setting("person", ANA, "tone", "night")
    await service.tables.settings.save_setting("person", ANA, "tone", "day")
    await service.tables.settings.save_channels(GUILD, [CHANNEL])
    await service.tables.settings.save_channels(GUILD, [])
    assert await service.store.fetch_all("SELECT * FROM user_settings") == []
    assert await service.store.fetch_all("SELECT * FROM guild_settings") == []


async def test_what_there_is_not_cannot_be_chosen(service: ServiceHarness) -> None:
    for name, value in (("tone", "pink"), ("hat", "red"), ("language", "es")):
        with pytest.raises(UserError, match="another version"):
            await service.tables.settings.save_setting("person", ANA, name, value)
    assert await service.store.fetch_all("SELECT * FROM user_settings") == []


async def test_a_language_that_is_spoken_no_more_counts_as_not_chosen(service: ServiceHarness) -> None:
    service.tables.settings.languages = LANGUAGES
    await service.tables.settings.save_setting("person", ANA, "language", "es")
    await service.restart()
    assert await service.tables.settings.load_language("person", ANA) is None


async def test_asking_again_does_not_ask_the_file_again(
    service: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await service.tables.settings.save_setting("person", ANA, "ping", "never")
    await service.tables.settings.load_settings("person", BEN)

    async def none_here(*_: object) -> None:
        raise AssertionError("the file was asked")

    monkeypatch.setattr(user_data, "load_settings", none_here)
    assert await service.tables.settings.list_users_to_call([ANA, BEN]) == [BEN]


async def test_the_language_is_english_rather_than_an_error(service: ServiceHarness) -> None:
    await service.store.close()
    assert await service.tables.settings.load_language("person", ANA) is None
    await service.open()


async def test_who_wants_to_be_mentioned(service: ServiceHarness) -> None:
    await service.tables.settings.save_setting("person", BEN, "ping", "reminders")
    await service.tables.settings.save_setting("person", CY, "ping", "never")
    assert await service.tables.settings.list_users_to_call([ANA, BEN, CY], is_turn=True) == [ANA]
    assert await service.tables.settings.list_users_to_call([ANA, BEN, CY]) == [ANA, BEN]


async def test_a_new_table_has_the_pace_of_its_server(service: ServiceHarness) -> None:
    await service.tables.settings.save_setting("server", GUILD, "pace", "48")
    assert (await service.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})).pace_h == 48
    assert (await service.tables.lobby.open(GUILD + 1, CHANNEL + 1, ANA, "Ana", "toy", {})).pace_h == 0


async def test_moderators_only_may_open(service: ServiceHarness) -> None:
    await service.tables.settings.require_may_open(GUILD, [CHANNEL], is_moderator=False)
    await service.tables.settings.save_setting("server", GUILD, "opening", "moderators")
    with pytest.raises(UserError, match="moderators open the tables"):
        await service.tables.settings.require_may_open(GUILD, [CHANNEL], is_moderator=False)
    await service.tables.settings.require_may_open(GUILD, [CHANNEL], is_moderator=True)


async def test_tables_in_some_channels_and_their_threads_only(service: ServiceHarness) -> None:
    await service.tables.settings.save_channels(GUILD, [CHANNEL, CHANNEL + 1])
    with pytest.raises(UserError) as no:
        await service.tables.settings.require_may_open(GUILD, [CHANNEL + 2], is_moderator=True)
    assert f"<#{CHANNEL}>, <#{CHANNEL + 1}>" in str(no.value)
    await service.tables.settings.require_may_open(GUILD, [999, CHANNEL], is_moderator=False)


async def test_moderators_only_may_close(running_table: ServiceHarness) -> None:
    table = await running_table.tables.find_channel_table(CHANNEL)
    await running_table.tables.settings.save_setting("server", GUILD, "closing", "moderators")
    with pytest.raises(UserError, match="moderators close the tables"):
        await running_table.tables.lobby.close(table.id, ANA)
    assert (await running_table.tables.lobby.close(table.id, 99, is_moderator=True)).status == "closed"
