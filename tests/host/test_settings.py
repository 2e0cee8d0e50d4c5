"""What people and servers choose: kept, read back, and what follows from it at the tables."""

from __future__ import annotations

import pytest

from engine.host.model.settings import OWN
from engine.host.store import people
from engine.kernel.text import Refusal
from tests.host.harness import ANA, BEN, CHANNEL, CY, GUILD, Inn

SPOKEN = {"en": "English", "es": "Español"}


async def test_nothing_chosen_is_the_first_value_of_everything(inn: Inn) -> None:
    values = (await inn.tables.settings.chosen("person", ANA)).values
    assert values == {
        "language": OWN,
        "tone": "day",
        "picture": "part",
        "motion": "still",
        "shortcuts": "yes",
        "ping": "always",
        "statistics": "yes",
    }
    assert await inn.tables.settings.language("person", ANA) is None
    assert (await inn.tables.settings.chosen("server", GUILD)).channels == ()


async def test_a_choice_is_kept_over_a_restart_and_is_only_ones_own(inn: Inn) -> None:
    inn.tables.settings.languages = SPOKEN
    await inn.tables.settings.choose("person", ANA, "language", "es")
    await inn.tables.settings.choose("person", ANA, "tone", "night")
    await inn.tables.settings.choose("server", ANA, "tone", "contrast")  # a server that has Ana's number
    (await inn.restart()).settings.languages = SPOKEN
    assert await inn.tables.settings.language("person", ANA) == "es"
    assert (await inn.tables.settings.chosen("person", ANA)).values["tone"] == "night"
    assert (await inn.tables.settings.chosen("server", ANA)).values["tone"] == "contrast"
    assert await inn.tables.settings.language("server", ANA) is None
    assert await inn.tables.settings.language("person", BEN) is None


async def test_who_goes_back_to_every_default_is_not_kept(inn: Inn) -> None:
    await inn.tables.settings.choose("person", ANA, "tone", "night")
    await inn.tables.settings.choose("person", ANA, "tone", "day")
    await inn.tables.settings.choose_channels(GUILD, [CHANNEL])
    await inn.tables.settings.choose_channels(GUILD, [])
    assert await inn.store.all("SELECT * FROM user_settings") == []
    assert await inn.store.all("SELECT * FROM guild_settings") == []


async def test_what_there_is_not_cannot_be_chosen(inn: Inn) -> None:
    for name, value in (("tone", "pink"), ("hat", "red"), ("language", "es")):
        with pytest.raises(Refusal, match="another version"):
            await inn.tables.settings.choose("person", ANA, name, value)
    assert await inn.store.all("SELECT * FROM user_settings") == []


async def test_a_language_that_is_spoken_no_more_counts_as_not_chosen(inn: Inn) -> None:
    inn.tables.settings.languages = SPOKEN
    await inn.tables.settings.choose("person", ANA, "language", "es")
    await inn.restart()
    assert await inn.tables.settings.language("person", ANA) is None


async def test_asking_again_does_not_ask_the_file_again(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    await inn.tables.settings.choose("person", ANA, "ping", "never")
    await inn.tables.settings.chosen("person", BEN)

    async def none_here(*_: object) -> None:
        raise AssertionError("the file was asked")

    monkeypatch.setattr(people, "chosen", none_here)
    assert await inn.tables.settings.to_call([ANA, BEN]) == [BEN]


async def test_the_language_is_english_rather_than_an_error(inn: Inn) -> None:
    await inn.store.close()
    assert await inn.tables.settings.language("person", ANA) is None
    await inn.open()


async def test_who_wants_to_be_mentioned(inn: Inn) -> None:
    await inn.tables.settings.choose("person", BEN, "ping", "reminders")
    await inn.tables.settings.choose("person", CY, "ping", "never")
    assert await inn.tables.settings.to_call([ANA, BEN, CY], turn=True) == [ANA]
    assert await inn.tables.settings.to_call([ANA, BEN, CY]) == [ANA, BEN]


async def test_a_new_table_has_the_pace_of_its_server(inn: Inn) -> None:
    await inn.tables.settings.choose("server", GUILD, "pace", "48")
    assert (await inn.tables.lobby.open(GUILD, CHANNEL, ANA, "Ana", "toy", {})).pace == 48
    assert (await inn.tables.lobby.open(GUILD + 1, CHANNEL + 1, ANA, "Ana", "toy", {})).pace == 0


async def test_moderators_only_may_open(inn: Inn) -> None:
    await inn.tables.settings.may_open(GUILD, [CHANNEL], moderator=False)
    await inn.tables.settings.choose("server", GUILD, "opening", "moderators")
    with pytest.raises(Refusal, match="moderators open the tables"):
        await inn.tables.settings.may_open(GUILD, [CHANNEL], moderator=False)
    await inn.tables.settings.may_open(GUILD, [CHANNEL], moderator=True)


async def test_tables_in_some_channels_and_their_threads_only(inn: Inn) -> None:
    await inn.tables.settings.choose_channels(GUILD, [CHANNEL, CHANNEL + 1])
    with pytest.raises(Refusal) as no:
        await inn.tables.settings.may_open(GUILD, [CHANNEL + 2], moderator=True)
    assert f"<#{CHANNEL}>, <#{CHANNEL + 1}>" in str(no.value)
    await inn.tables.settings.may_open(GUILD, [999, CHANNEL], moderator=False)


async def test_moderators_only_may_close(camp: Inn) -> None:
    table = await camp.tables.in_channel(CHANNEL)
    await camp.tables.settings.choose("server", GUILD, "closing", "moderators")
    with pytest.raises(Refusal, match="moderators close the tables"):
        await camp.tables.lobby.close(table.id, ANA)
    assert (await camp.tables.lobby.close(table.id, BEN, moderator=True)).status == "closed"
