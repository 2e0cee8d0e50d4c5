"""The rules at hand: by number, by word, page by page, and as the reason why something cannot be done."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from cogs.commands.learn.rules import PAGE, pages
from cogs.messages.presenter import refused
from engine.kernel import registry
from engine.kernel.menu import Menu, Option
from engine.kernel.text import plain, say
from engine.ops.rule_search import cited, found
from engine.rulebook import rules
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, hut, text
from tests.discord.player import Player

NUMBER = re.compile(r"\*\*([A-Z]+\d+(?:\.\d+)*)\*\*")


async def read(home: Hut, rule: str = "", **options: str) -> str:
    answer = (await home.slash(home.cy, "rules", rule=rule, **options)).response
    assert answer is not None
    assert answer.ephemeral
    return text(answer)


async def test_the_contents_name_every_chapter_and_what_is_ours(race: Hut) -> None:
    contents = await read(race)
    assert "**Hand and deck** A2–A2.5" in contents
    assert "track (our own)" in contents


async def test_the_contents_name_house_cards_too_and_take_printed_ones_from_an_owner(tmp_path: Path) -> None:
    ours = resources.files("engine.games.expanse").joinpath("components.toml").read_text("utf-8")
    async with hut(tmp_path) as home:
        contents = await read(home, game="expanse")
        assert "cards (found elsewhere, inferred, our own)" in contents
        assert "factions (" in contents
        theirs = re.sub('"(found|inferred|house)"', '"printed"', ours)
        home.config = msgspec.structs.replace(home.config, components={"expanse": theirs})
        await home.restart()
        contents = await read(home, game="expanse")
        assert "No rule text prints" not in contents


async def test_a_chapter_of_one_rule_is_no_span(race: Hut) -> None:
    assert not re.search(r"(\b[A-Z]\d+)–\1\b(?!\.)", await read(race))


async def test_a_rule_by_its_number_comes_with_its_details(race: Hut) -> None:
    assert NUMBER.findall(await read(race, "A6")) == ["A6", "A6.1", "A6.2", "A6.3", "A6.4", "A6.5"]
    assert NUMBER.findall(await read(race, " a6.2 ")) == ["A6.2"]


async def test_rules_by_words_in_any_order(race: Hut) -> None:
    assert "A8" in NUMBER.findall(await read(race, "compass"))
    assert NUMBER.findall(await read(race, "horse WILD")) == NUMBER.findall(await read(race, "wild horse"))
    assert "No rule says “zeppelin”" in await read(race, "zeppelin")


def test_the_chapter_of_that_name_comes_first() -> None:
    assert [rule.number for rule in found(rules("amundsen"), "compass")][:3] == ["A8", "A8.1", "A8.2"]


async def test_suggestions_go_by_number_by_heading_and_by_word(race: Hut) -> None:
    async def offered(typed: str) -> list[str]:
        return [offer["value"] for offer in await race.cy.autocomplete(race.games, "rules", "rule", typed)]

    assert (await offered(""))[0] == "A1"
    assert set(await offered("a13")) == {"A13", "A13.1", "A13.2", "A13.3", "A13.4"}
    assert (await offered("losing the route"))[0] == "A6"
    assert await offered("blizzard")
    assert not await offered("zeppelin")
    names = [offer["name"] for offer in await race.cy.autocomplete(race.games, "rules", "rule", "a6.4")]
    assert names == ["A6.4 · Losing the route · A rival on the first “?” cannot be sent back further. (Ours)"]


async def test_every_suggestion_leads_to_its_rule(race: Hut) -> None:
    for offer in await race.cy.autocomplete(race.games, "rules", "rule", "card"):
        assert f"**{offer['value']}**" in await read(race, offer["value"])


async def test_long_answers_are_turned_page_by_page(race: Hut) -> None:
    answer = (await race.slash(race.cy, "rules", rule="the")).response
    assert answer is not None
    seen, presses = NUMBER.findall(text(answer)), 0
    while any(part.get("label") == "Next page" for part in controls(answer)):
        answer = (await race.click(race.cy, answer, "Next page")).response
        assert answer is not None
        seen += NUMBER.findall(text(answer))
        presses += 1
    assert presses > 1
    assert seen == [rule.number for rule in found(rules("amundsen"), "the")], "each once, none lost between the pages"
    before = (await race.click(race.cy, answer, "Page before")).response
    assert f"Page {presses} of {presses + 1}" in text(before)


async def test_a_chapter_is_chosen_below_any_page(race: Hut) -> None:
    answer = (await race.click(race.cy, race.post, "Rules")).response
    assert answer is not None
    chapter = (await race.choose(race.cy, answer, "1")).response
    assert chapter is not None
    assert NUMBER.findall(text(chapter)) == ["A2", "A2.1", "A2.2", "A2.3", "A2.4", "A2.5"]
    assert controls(chapter), "another one can be chosen there"


@pytest.mark.parametrize("slug", registry.slugs())
def test_no_page_is_too_long_and_no_rule_is_torn(slug: str) -> None:
    listed = list(rules(slug))
    parted = pages(listed)
    assert [rule for page in parted for rule in page] == listed
    for page in parted:
        assert sum(len(rule.text) + len(rule.number) + 5 for rule in page) <= PAGE


async def test_another_games_rules_by_name(race: Hut) -> None:
    assert "**N9.1**" in await read(race, "N9", game="northwest")
    nowhere = (await race.slash(race.cy, "rules", race.expedition)).response
    assert "Say which game" in text(nowhere)


async def test_a_game_without_written_rules_says_so(race: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rulebook.page", lambda *_: "")
    assert "are not written down here yet. Ask somebody who plays it." in await read(race, "")
    assert "No rule says" in await read(race, "ship")


# ------------------------------------------------------------------- why not?
@pytest.fixture
async def started(race: Hut) -> Hut:
    """Ben is Amundsen and to move, with one card in hand: most is out of reach."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    return race


async def test_why_lists_what_is_refused_and_quotes_the_rules(started: Hut) -> None:
    answer = (await started.slash(started.ben, "why")).response
    assert answer is not None
    assert answer.ephemeral
    told = text(answer)
    assert "- **Take cards › " in told
    assert "You need 3 cards to discard; Compass and Equipment Loss do not serve (A3.1)." in told
    assert "> **A3.1** Compass and Equipment Loss cannot be discarded in a Take." in told


async def test_why_is_for_who_is_to_move(started: Hut) -> None:
    assert "not your turn: **Ben** is to move" in text((await started.slash(started.ana, "why")).response)
    assert "not in this game" in text((await started.slash(started.cy, "why")).response)


async def test_the_panel_has_a_button_for_it(started: Hut) -> None:
    await started.slash(started.ben, "move", words="take")
    panel = (await started.slash(started.ben, "move", words="take")).response
    assert panel is not None
    answer = (await started.click(started.ben, panel, "Why not?")).response
    told = text(answer)
    assert answer is not None
    assert answer.id != panel.id, "the panel stays as it is"
    assert "(A3.1)" in told
    assert "**Advance**" in told, "taking is all that is possible: why nothing else is, belongs to it"


async def test_an_old_button_explains_todays_question(started: Hut) -> None:
    panel = (await started.slash(started.ben, "move", words="take")).response
    assert panel is not None
    custom_id = next(part["custom_id"] for part in controls(panel) if part.get("label") == "Why not?")
    old = hold(started.env, started.ben, panel, custom_id)
    player = Player(started, "why")
    for _ in range(2):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
    await deliver(started.env, old)
    assert "What you cannot do now" in text(old.result.response)


async def test_where_nothing_is_refused_it_says_so(race: Hut) -> None:
    assert "Nothing is ruled out now" in text((await race.slash(race.ana, "why")).response)


def test_only_what_is_refused_is_listed_two_levels_deep() -> None:
    def menu(depth: int) -> Menu:
        options = (
            Option("go", say("Go {n}", n=depth)),
            Option("stay", say("Stay"), why_not=say("No {n} (A{n}).", n=depth)),
        )
        return Menu("m", say("?"), options, lambda _: menu(depth + 1) if depth < 4 else None)

    assert [([plain(label) for label in no.path], plain(no.why)) for no in refused(menu(1))] == [
        (["Stay"], "No 1 (A1)."),
        (["Go 1", "Stay"], "No 2 (A2)."),
    ]
    assert [plain(no.why) for no in refused(menu(1), ("go",))] == ["No 2 (A2).", "No 3 (A3)."]


def test_numbers_are_found_in_sentences() -> None:
    listed = rules("amundsen")
    assert [rule.number for rule in cited("Not so (A3.1), see A4 and C12; (A99).", listed)] == ["A3.1", "A4"]
