"""A lesson through Discord: private, in any channel, with wrong moves, a restart in the middle, and what follows it."""

from __future__ import annotations

import itertools

import pytest
import simcord

from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from engine.learning.course import PUZZLES, Course, LessonPlace, load_course
from engine.learning.positions import play_moves
from tests.discord.fake_server import BUTTON_TYPE, FakeServer, Message, list_controls, read_text
from tests.discord.forged_interactions import ForgedClient
from tests.discord.lesson_moves import choose_words
from tests.discord.lightweight_bot import draw_sparsely
from tests.discord.panels import find_answer
from tests.game_cases import list_game_cases

TAUGHT_GAMES = ("amundsen", "expanse", "northwest", "paso")
FORGED_RESTS = (
    "amundsen.0.0.",
    "amundsen.0.2.x!take 1",
    "amundsen.0.2.take 1!take 1",
    "amundsen.9.9.",
    "amundsen.0.2.!#abcdef.9",
    "chess.0.0.",
    "x",
    "",
)


@pytest.fixture(autouse=True)
def draw_few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one picture of each kind: other tests cover all pictures."""
    draw_sparsely(monkeypatch)


def load_lesson(slug: str) -> Course:
    course = load_course(slug)
    assert course is not None
    return course


async def play_step(server: FakeServer, course: Course, place: LessonPlace, panel: Message) -> Message:
    """Do what a step asks, with the model answer."""
    step = course.find_step(place)
    if step.task == "look":
        return find_answer(await server.click_button(server.dee, panel, "Next"))
    run = course.create_run(place)
    seat = course.find_chapter(place).seat
    for line in step.moves:
        words = tuple(line.split())
        panel = await choose_words(server, server.dee, panel, run.build_menu(seat), words)
        run.play(seat, words)
    return panel


@pytest.mark.parametrize("slug", list_game_cases(slugs=TAUGHT_GAMES))
async def test_a_lesson_is_taken_to_its_end_with_a_restart_in_the_middle(server: FakeServer, slug: str) -> None:
    course = load_lesson(slug)
    panel = find_answer(await server.run_command(server.dee, "learn", server.expedition, game=slug))
    assert isinstance(panel, simcord.ResponseMessage)
    assert panel.ephemeral
    places = course.list_places()
    for place, following in itertools.pairwise(places):
        assert course.find_step(place).text in read_text(panel)
        if place == (1, 2):
            await server.restart()
        panel = await play_step(server, course, place, panel)
        assert course.find_step(following).text in read_text(panel), f"after {place}"
    labels = [part["label"] for part in list_controls(panel) if part["type"] == BUTTON_TYPE]
    assert labels[:3] == ["Play now against an easy computer", "Open a table here", "Show me the rules"]


async def open_lesson(server: FakeServer, slug: str, place: LessonPlace) -> Message:
    """Open a lesson at a place."""
    await server.bot.tables.lessons.save_place(load_lesson(slug), server.dee.id, place)
    return find_answer(await server.run_command(server.dee, "learn", game=slug))


async def test_a_wrong_move_is_explained_and_can_be_tried_again(server: FakeServer) -> None:
    course, place = load_lesson("amundsen"), LessonPlace(0, 3)
    panel = await open_lesson(server, "amundsen", place)
    assert "takes green Blizzard" in read_text(panel), "what the rival has just done"
    root = course.create_run(place).build_menu(0)
    panel = await choose_words(server, server.dee, panel, root, ("take", "1"))
    assert "takes green Blizzard" not in read_text(panel), "once is enough"
    assert "the second dog would go to Scott" in read_text(panel)
    assert "Take two cards" in read_text(panel), "and what to try"
    panel = await choose_words(server, server.dee, panel, root, ("take", "2", "rs"))
    assert course.find_step(LessonPlace(0, 4)).text in read_text(panel)


async def test_another_answer_counts_and_the_lesson_goes_on_as_if_the_model_was_played(server: FakeServer) -> None:
    course, place = load_lesson("northwest"), LessonPlace(0, 1)
    panel = await open_lesson(server, "northwest", place)
    panel = await choose_words(server, server.dee, panel, course.create_run(place).build_menu(0), ("draw", "l43"))
    assert "✓ Yours is good too. The lesson goes on with its own answer: **Draw a tile › tile L44**" in read_text(panel)
    assert "draw l44" not in read_text(panel), "a command that nobody typed"
    assert course.find_step(LessonPlace(0, 2)).text in read_text(panel)


async def test_the_buttons_show_the_answer_go_back_explain_and_leave(server: FakeServer) -> None:
    course, place = load_lesson("paso"), LessonPlace(1, 1)
    panel = await open_lesson(server, "paso", place)
    why = find_answer(await server.click_button(server.dee, panel, "Why?"))
    assert "**P6**" in read_text(why)
    panel = find_answer(await server.click_button(server.dee, panel, "Show me"))
    assert course.find_step(LessonPlace(1, 2)).text in read_text(panel)
    panel = find_answer(await server.click_button(server.dee, panel, "Step back"))
    assert course.find_step(place).text in read_text(panel)
    left = find_answer(await server.click_button(server.dee, panel, "Leave"))
    panel = find_answer(await server.click_button(server.dee, left, "Go on with the lesson"))
    assert course.find_step(place).text in read_text(panel)


async def test_controls_of_an_earlier_version_of_a_lesson_show_it_as_it_is_now(race: FakeServer) -> None:
    panel = await open_lesson(race, "amundsen", LessonPlace(0, 0))
    (going_on,) = [part["custom_id"] for part in list_controls(panel) if part["label"] == "Next"]
    version = going_on.split(":")[4]
    pressed = await ForgedClient(race, "1").press(race.dee, race.games, going_on.replace(f":{version}:", ":zz:"))
    assert "rewritten since then" in pressed.answer
    assert load_lesson("amundsen").find_step(LessonPlace(0, 0)).text in pressed.answer


async def test_forged_controls_of_a_lesson_are_answered_in_a_sentence(race: FakeServer) -> None:
    panel = await open_lesson(race, "amundsen", LessonPlace(0, 2))
    version = list_controls(panel)[0]["custom_id"].split(":")[4]
    forger = ForgedClient(race, "1")
    for rest in FORGED_RESTS:
        for act in ("lgo", "lplay", "lstep", "lshow", "lwhy", "lleave", "learn", "solo", "contents"):
            pressed = await forger.press(race.dee, race.games, f"ow:b:{act}:0:{version}:{rest}")
            assert pressed.answer, (act, rest)
            assert not race.bot.metrics.incidents, (act, rest)


async def open_end(server: FakeServer, slug: str) -> Message:
    """Open the last step of a lesson, from the step before it."""
    panel = await open_lesson(server, slug, load_lesson(slug).list_places()[-2])
    return find_answer(await server.click_button(server.dee, panel, "Show me"))


async def test_a_finished_lesson_begins_again(server: FakeServer) -> None:
    course = load_lesson("amundsen")
    opening = course.find_step(LessonPlace()).text
    panel = await open_end(server, "amundsen")
    again = find_answer(await server.run_command(server.dee, "learn", game="amundsen"))
    assert opening in read_text(again), "the end is no place to go on from"
    panel = await open_end(server, "amundsen")
    left = find_answer(await server.click_button(server.dee, panel, "Leave"))
    assert "/learn begins it again" in read_text(left)
    panel = find_answer(await server.click_button(server.dee, left, "From the beginning"))
    assert opening in read_text(panel)
    panel = await open_end(server, "amundsen")
    panel = find_answer(await server.click_button(server.dee, panel, "From the beginning"))
    assert opening in read_text(panel)


async def test_after_a_lesson_people_play_against_a_greenhand_or_read_the_rules(server: FakeServer) -> None:
    panel = await open_end(server, "amundsen")
    rules = find_answer(await server.click_button(server.dee, panel, "Show me the rules"))
    assert "Losing the route" in read_text(rules)
    await server.click_button(server.dee, panel, "Play now against an easy computer")
    table = await server.load_table()
    assert table.status == "running"
    assert table.find_seat(server.dee.id) == 0
    assert table.seats[1].computer_level == "greenhand"


async def test_a_lesson_works_in_a_direct_message(server: FakeServer) -> None:
    answer = await server.dee.user.slash("learn", game="paso")
    assert load_lesson("paso").find_step(LessonPlace(0, 0)).text in read_text(answer.response)


@pytest.mark.soak
@pytest.mark.parametrize("slug", TAUGHT_GAMES)
async def test_every_screen_of_wrong_moves_fits_a_message(server: FakeServer, slug: str) -> None:
    """Walk through the screens of random moves at every step: the controls fit their ids, and the message fits Discord."""
    course, dice, rolls = load_lesson(slug), Dice("screens"), itertools.count()

    def roll_below(upper_bound: int) -> int:
        return dice.roll_below(upper_bound, next(rolls), "move-")

    for place in course.list_places():
        if course.find_step(place).task == "look":
            continue
        root = course.create_run(place).build_menu(course.find_chapter(place).seat)
        for _ in range(10):
            panel = await open_lesson(server, slug, place)
            await choose_words(server, server.dee, panel, root, sample_move(root, roll_below))


# ------------------------------------------------------------------- puzzles
def load_puzzles(slug: str) -> Course:
    course = load_course(f"{slug}{PUZZLES}")
    assert course is not None
    return course


async def test_a_puzzle_is_tried_explained_and_solved_with_a_restart_in_the_middle(server: FakeServer) -> None:
    course = load_puzzles("paso")
    place = next(place for place in course.list_places() if len(course.find_step(place).moves) > 2)
    await server.bot.tables.lessons.save_place(course, server.dee.id, place)
    panel = find_answer(await server.run_command(server.dee, "puzzle", server.expedition, game="paso"))
    assert isinstance(panel, simcord.ResponseMessage)
    assert panel.ephemeral
    assert f"Puzzle {place.chapter + 1} of {len(course.list_places())}" in read_text(panel)
    panel = find_answer(await server.click_button(server.dee, panel, "Hint"))
    assert "💡 It begins with:" in read_text(panel)
    run, seat = course.create_run(place), course.find_chapter(place).seat
    wrong = await choose_words(server, server.dee, panel, run.build_menu(seat), ("end",))
    assert "Try again from the beginning" in read_text(wrong)
    for number, words in enumerate(course.find_step(place).model_moves):
        if number == 1:
            await server.restart()
        panel = await choose_words(server, server.dee, panel, run.build_menu(seat), words)
        play_moves(run, seat, [words])
    assert "✓" in read_text(panel)
    assert [attachment.filename.rpartition(".")[2] for attachment in panel.attachments] == ["gif"]
    panel = find_answer(await server.click_button(server.dee, panel, "Next puzzle"))
    assert f"Puzzle {place.chapter + 2} of" in read_text(panel)


async def test_a_puzzle_shows_its_line_and_keeps_the_place(server: FakeServer) -> None:
    panel = find_answer(await server.run_command(server.dee, "puzzle", game="amundsen"))
    shown = find_answer(await server.click_button(server.dee, panel, "Show me"))
    assert load_puzzles("amundsen").find_step(LessonPlace()).moves[0] in read_text(shown)
    left = find_answer(await server.click_button(server.dee, shown, "Leave"))
    assert "/puzzle goes on" in read_text(left)
    again = find_answer(await server.click_button(server.dee, left, "Go on with the puzzles"))
    assert "Puzzle 2 of" in read_text(again)


async def test_after_the_last_puzzle_comes_the_first(server: FakeServer) -> None:
    course = load_puzzles("amundsen")
    await server.bot.tables.lessons.save_place(course, server.dee.id, course.list_places()[-1])
    panel = find_answer(await server.run_command(server.dee, "puzzle", game="amundsen"))
    panel = find_answer(await server.click_button(server.dee, panel, "Next puzzle"))
    assert "Puzzle 1 of" in read_text(panel)
