"""The rules: by number, by word, page by page, and as the reason why a move is not allowed."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from cogs.interactions import limits
from cogs.messages.rules.refused import list_refused_options
from cogs.messages.rules.rule_text import MAX_PAGE_CHARS, format_rule, format_table, split_pages
from engine.kernel import registry
from engine.kernel.menu import Menu, Option
from engine.kernel.text import Text, say, write_plain_text
from engine.learning.examples import find_lesson_step
from engine.ops.rule_search import find_cited_rules
from engine.rulebook import load_fair_play, load_rules
from tests.discord.fake_server import FakeServer, list_controls, open_server, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.panels import find_answer
from tests.discord.player import RandomPlayer

RULE_NUMBER_PATTERN = re.compile(r"\*\*([A-Z]+\d+(?:\.\d+)*)\*\*")


async def read_rules(server: FakeServer, rule: str = "", **options: str) -> str:
    answer = (await server.run_command(server.cy, "rules", rule=rule, **options)).response
    assert answer is not None
    assert answer.ephemeral
    return read_text(answer)


async def test_the_contents_name_every_chapter_and_what_is_ours(race: FakeServer) -> None:
    contents = await read_rules(race)
    assert "**Hand and deck** A2–A2.5" in contents
    assert "track (our own)" in contents


async def test_the_contents_name_own_cards_too_and_take_printed_ones_from_an_owner(tmp_path: Path) -> None:
    ours = resources.files("engine.games.expanse").joinpath("components.toml").read_text("utf-8")
    async with open_server(tmp_path) as home:
        contents = await read_rules(home, game="expanse")
        assert "cards (found elsewhere, inferred, our own)" in contents
        assert "factions (" in contents
        theirs = re.sub('"(found|inferred|house)"', '"printed"', ours)
        home.config = msgspec.structs.replace(home.config, components={"expanse": theirs})
        await home.restart()
        contents = await read_rules(home, game="expanse")
        assert "No rule text prints" not in contents


async def test_a_chapter_of_one_rule_is_no_span(race: FakeServer) -> None:
    assert not re.search(r"(\b[A-Z]\d+)–\1\b(?!\.)", await read_rules(race))


async def test_a_rule_by_its_number_comes_with_its_details(race: FakeServer) -> None:
    assert RULE_NUMBER_PATTERN.findall(await read_rules(race, "A6")) == ["A6", "A6.1", "A6.2", "A6.3", "A6.4", "A6.5"]
    assert RULE_NUMBER_PATTERN.findall(await read_rules(race, " a6.2 ")) == ["A6.2"]


async def test_rules_by_words_in_any_order(race: FakeServer) -> None:
    assert "A8" in RULE_NUMBER_PATTERN.findall(await read_rules(race, "compass"))
    for typed in ("horse WILD", "wild horses"):
        assert RULE_NUMBER_PATTERN.findall(await read_rules(race, typed)) == ["A4.2"]
    assert "No rule says “zeppelin”" in await read_rules(race, "zeppelin")


async def test_the_best_answer_is_shown_in_full_and_the_next_four_as_buttons(race: FakeServer) -> None:
    answer = (await race.run_command(race.cy, "rules", rule="compas?")).response
    assert answer is not None
    assert RULE_NUMBER_PATTERN.findall(read_text(answer)) == ["A8"]
    buttons = [part["label"] for part in list_controls(answer) if part.get("label")]
    assert len(buttons) == 4
    label = next(label for label in buttons if label.startswith("A8.1 · On the last space before the parallel"))
    other = (await race.click_button(race.cy, answer, label)).response
    assert RULE_NUMBER_PATTERN.findall(read_text(other)) == ["A8.1"]
    labels = [part["label"] for part in list_controls(other) if part.get("label")]
    assert any(label.startswith("A8 ·") for label in labels), "the first answer is a button now"


async def test_a_piece_is_an_answer_too(race: FakeServer) -> None:
    told = await read_rules(race, "yellow dog")
    assert "### Dog" in told
    assert "**A4.2**" in told


OTHER_WORDS = (
    ("amundsen", "freeze", "A2.4"),
    ("paso", "tie", "P12.2"),
    ("amundsen", "how do I win", "A1"),
    ("amundsen", "crevases", "A6"),
    ("northwest", "winter", "N3.1"),
    ("paso", "raiding", "P7"),
    ("northwest", "score", "N10"),
    ("expanse", "how many action points", "E5"),
    ("expanse", "fleet cost", "E5.1"),
    ("amundsen", "what can I do?", "A1.3"),
)


async def test_words_that_the_rules_do_not_use(race: FakeServer) -> None:
    for game, typed, number in OTHER_WORDS:
        assert RULE_NUMBER_PATTERN.findall(await read_rules(race, typed, game=game)) == [number]


async def test_a_long_question_fits_its_buttons(race: FakeServer) -> None:
    answer = (await race.run_command(race.cy, "rules", rule="crevasse " * 400)).response
    assert answer is not None
    label = next(part["label"] for part in list_controls(answer) if part.get("label"))
    assert f"**{label.split()[0]}**" in read_text((await race.click_button(race.cy, answer, label)).response)


def test_a_table_is_a_block_of_columns_or_a_list_if_it_is_wide() -> None:
    assert (
        format_table((("", "cards"), ("1 space", "1"), ("2", "3")))
        == "```\n         cards\n1 space  1\n2        3\n```"
    )
    wide = (("Move", "Price", ""), ("A very long name of a move", "1 crewman", "the ship or the sled"))
    assert format_table(wide) == "- **A very long name of a move**: Price 1 crewman · the ship or the sled"


async def test_suggestions_go_by_number_by_heading_and_by_word(race: FakeServer) -> None:
    async def offered(typed: str) -> list[str]:
        return [offer["value"] for offer in await race.cy.autocomplete(race.games, "rules", "rule", typed)]

    assert (await offered(""))[0] == "A1"
    assert set(await offered("a13")) == {"A13", "A13.1", "A13.2", "A13.3", "A13.4"}
    assert (await offered("losing the route"))[0] == "A6"
    assert await offered("blizzard")
    assert not await offered("zeppelin")
    names = [offer["name"] for offer in await race.cy.autocomplete(race.games, "rules", "rule", "a6.4")]
    assert names == ["A6.4 · Losing the route · A rival on the first “?” cannot be sent back further. (Ours)"]


async def test_every_suggestion_leads_to_its_rule(race: FakeServer) -> None:
    for offer in await race.cy.autocomplete(race.games, "rules", "rule", "card"):
        assert f"**{offer['value']}**" in await read_rules(race, offer["value"])


async def test_long_answers_are_turned_page_by_page(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.messages.rules.rule_text.MAX_PAGE_CHARS", 900)
    answer = (await race.run_command(race.cy, "rules", rule="E14", game="expanse")).response
    assert answer is not None
    seen, presses = RULE_NUMBER_PATTERN.findall(read_text(answer)), 0
    while any(part.get("label") == "Next page" for part in list_controls(answer)):
        answer = (await race.click_button(race.cy, answer, "Next page")).response
        assert answer is not None
        seen += RULE_NUMBER_PATTERN.findall(read_text(answer))
        presses += 1
    assert presses > 1
    assert seen == [rule.number for rule in load_rules("expanse") if rule.number.split(".")[0] == "E14"], (
        "each once, none lost between the pages"
    )
    before = (await race.click_button(race.cy, answer, "Page before")).response
    assert f"Page {presses} of {presses + 1}" in read_text(before)


async def test_a_chapter_is_chosen_below_any_page(race: FakeServer) -> None:
    answer = (await race.click_button(race.cy, find_answer(await race.run_command(race.cy, "board")), "Rules")).response
    assert answer is not None
    chapter = (await race.choose_values(race.cy, answer, "1")).response
    assert chapter is not None
    assert RULE_NUMBER_PATTERN.findall(read_text(chapter)) == ["A2", "A2.1", "A2.2", "A2.3", "A2.4", "A2.5"]
    assert list_controls(chapter), "another one can be chosen there"


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_no_page_is_too_long_and_no_rule_is_torn(slug: str) -> None:
    listed = list(load_rules(slug))
    parted = split_pages(listed)
    assert [rule for page in parted for rule in page] == listed
    for page in parted:
        assert sum(len(format_rule(rule)) + 1 for rule in page) <= MAX_PAGE_CHARS


@pytest.mark.parametrize(
    ("locale", "words", "begun"), [("en-US", "fair play", "fair"), ("es-ES", "Juego limpio", "juego l")]
)
async def test_fair_play_is_shown_where_no_table_is(
    server: FakeServer, locales: dict[int, str], locale: str, words: str, begun: str
) -> None:
    locales[server.cy.id] = locale
    shown = re.sub(r"</([^:>]+):\d+>", r"/\1", await read_rules(server, words))  # mentions of commands as their names
    assert RULE_NUMBER_PATTERN.findall(shown) == [rule.number for rule in load_fair_play()]
    for rule in load_fair_play():
        written = re.sub(r"\{(/[^}]+)\}", r"\1", write_plain_text(Text(rule.text)))
        assert (written in shown) == (locale == "en-US")
    one = await read_rules(server, "f3")
    assert RULE_NUMBER_PATTERN.findall(one) == ["F3"]
    assert [choice["value"] for choice in await server.cy.autocomplete(server.games, "rules", "rule", begun)] == [
        "fair play"
    ]


async def test_another_games_rules_by_name(race: FakeServer) -> None:
    assert "**N9.1**" in await read_rules(race, "N9", game="northwest")
    nowhere = (await race.run_command(race.cy, "rules", race.expedition)).response
    assert "Say which game" in read_text(nowhere)


async def test_a_game_without_written_rules_says_so(race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.rulebook.load_page", lambda *_: "")
    assert "are not written down here yet. Ask somebody who plays it." in await read_rules(race, "")
    assert "No rule says" in await read_rules(race, "ship")


# ------------------------------------------------------------------- why not?
@pytest.fixture
async def started_race(race: FakeServer) -> FakeServer:
    """Start a race in which Ben is Amundsen and to move, with one card in hand: most moves are out of reach."""
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    return race


async def test_why_lists_what_is_refused_and_quotes_the_rules(started_race: FakeServer) -> None:
    answer = (await started_race.run_command(started_race.ben, "why")).response
    assert answer is not None
    assert answer.ephemeral
    told = read_text(answer)
    assert "- **Take cards › " in told
    assert "You need 3 cards to discard; Compass and Equipment Loss do not serve (A3.1)." in told
    assert "> **A3.1** Compass and Equipment Loss cannot be discarded in a Take." in told


async def test_why_is_for_who_is_to_move(started_race: FakeServer) -> None:
    assert "not your turn: **Ben** is to move" in read_text(
        (await started_race.run_command(started_race.ana, "why")).response
    )
    assert "not in this game" in read_text((await started_race.run_command(started_race.cy, "why")).response)


async def test_the_panel_has_a_button_for_it(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "move", words="take")
    panel = (await started_race.run_command(started_race.ben, "move", words="take")).response
    assert panel is not None
    answer = (await started_race.click_button(started_race.ben, panel, "Why not?")).response
    told = read_text(answer)
    assert answer is not None
    assert answer.id != panel.id, "the panel stays as it is"
    assert "(A3.1)" in told
    assert "**Advance**" in told, "taking is all that is possible: why nothing else is, belongs to it"


async def test_an_old_button_explains_todays_question(started_race: FakeServer) -> None:
    panel = (await started_race.run_command(started_race.ben, "move", words="take")).response
    assert panel is not None
    more = (await started_race.click_button(started_race.ben, panel, "More")).response
    assert more is not None
    custom_id = next(part["custom_id"] for part in list_controls(more) if part.get("label") == "Why not?")
    panel = more
    old = hold_interaction(started_race.env, started_race.ben, panel, custom_id)
    player = RandomPlayer(started_race, "why")
    for _ in range(2):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
    await deliver_held(started_race.env, old)
    assert "What you cannot do now" in read_text(old.result.response)


async def test_where_nothing_is_refused_it_says_so(race: FakeServer) -> None:
    assert "Nothing is ruled out now" in read_text((await race.run_command(race.ana, "why")).response)


def test_only_what_is_refused_is_listed_two_levels_deep() -> None:
    def menu(depth: int) -> Menu:
        options = (
            Option("go", say("Go {n}", n=depth)),
            Option("stay", say("Stay"), why_not=say("No {n} (A{n}).", n=depth)),
        )
        return Menu("m", say("?"), options, lambda _: menu(depth + 1) if depth < 4 else None)

    assert [
        ([write_plain_text(label) for label in no.path], write_plain_text(no.reason))
        for no in list_refused_options(menu(1))
    ] == [
        (["Stay"], "No 1 (A1)."),
        (["Go 1", "Stay"], "No 2 (A2)."),
    ]
    assert [write_plain_text(no.reason) for no in list_refused_options(menu(1), ("go",))] == [
        "No 2 (A2).",
        "No 3 (A3).",
    ]


def test_numbers_are_found_in_sentences() -> None:
    listed = load_rules("amundsen")
    assert [rule.number for rule in find_cited_rules("Not so (A3.1), see A4 and C12; (A99).", listed)] == ["A3.1", "A4"]


async def test_a_rule_is_shown_on_the_board_before_and_after_a_move(server: FakeServer) -> None:
    answer = (await server.run_command(server.cy, "rules", rule="N6.2", game="northwest")).response
    assert answer is not None
    assert [attachment.filename for attachment in answer.attachments] == ["before.png", "after.png"]
    assert "`place l49 b13 b180 sled`: L49 on b13 completes two islands at once" in read_text(answer)
    assert not limits.find_problems([*answer.components])
    asked = (await server.run_command(server.cy, "rules", rule="close an island", game="northwest")).response
    assert asked is not None
    plain = (await server.run_command(server.cy, "rules", rule="N12", game="northwest")).response
    assert plain is not None
    assert not plain.attachments, "a rule without an example"


async def test_why_leads_to_the_step_of_the_lesson_that_teaches_the_rule(started_race: FakeServer) -> None:
    answer = (await started_race.run_command(started_race.ben, "why")).response
    assert answer is not None
    label = next(part["label"] for part in list_controls(answer) if part["label"].startswith("Learn "))
    number = label.removeprefix("Learn ")
    step = find_lesson_step("amundsen", number)
    assert step is not None
    lesson = (await started_race.click_button(started_race.ben, answer, label)).response
    assert step.course.find_step(step.place).text in read_text(lesson)
