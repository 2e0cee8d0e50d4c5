"""The texts and buttons of a lesson: the step, the answer to a move, and what to do after the last step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.controls import ActionSet
from cogs.messages.layout import BLUE_STYLE, GREEN_STYLE, GREY_STYLE, Button, build_button
from cogs.messages.presenter import MoveScreen, build_offers, find_leading_choice, show_places
from cogs.messages.result import describe_ending
from engine.host.service.history.mistakes import join_labels
from engine.host.service.play.lessons import LessonMoment
from engine.kernel.menu import Words
from engine.kernel.text import Text, Translate, say
from engine.learning.course import PUZZLES, Course, LessonPlace, load_course
from engine.learning.positions import play_moves
from engine.learning.verdicts import Verdict
from render.kit.scene import choose_spot_picture, load_painter

LESSON_ACTIONS = ActionSet("lplay", "lstep", "lpick", "lgroup", say("Play it"), several="lmany")
FROM_BEGINNING = say("From the beginning")
MAX_PATH_LABELS, MAX_MODEL_LABELS = 1, 2
"""The choices that a screen names of an unfinished move, and of a model answer."""


def pack_place(course: Course, place: LessonPlace, tried: str = "") -> str:
    """Write the place and the moves since the step began for a custom id."""
    return f"{course.key}.{place.chapter}.{place.step}.{tried}"


def describe_step(course: Course, place: LessonPlace) -> Text:
    """Describe a step: its number in the chapter, its rules, and its text; of a puzzle its number and what to reach."""
    if course.is_practice:
        return say("**Practice**\n{task}", task=course.describe_task(place))
    if course.has_puzzles:
        return _describe_puzzle(course, place)
    chapter, step = course.find_chapter(place), course.find_step(place)
    return say(
        "-# {chapter} · {step} of {n}\n{text}",
        chapter=Text(chapter.title),
        step=place.step + 1,
        n=len(chapter.steps),
        text=Text(step.text),
    )


def _describe_puzzle(course: Course, place: LessonPlace) -> Text:
    return say(
        "**Puzzle {number} of {n}**\n{task}",
        number=place.chapter + 1,
        n=len(course.lesson.chapters),
        task=course.describe_task(place),
    )


def describe_end(course: Course, moment: LessonMoment) -> list[Text]:
    """Describe why a practice game asks nothing: it is over, or a computer still owes a move."""
    if not course.is_practice:
        return []
    if moment.result is None:
        return [say("A computer could not think this through. “Go on” asks it once more.")]
    return [describe_ending(moment.result), moment.result.reason]


def format_question(screen: MoveScreen, fmt: TextFormatter) -> list[str]:
    """Format the last choices of the way so far, and the question of a screen."""
    lines = [fmt(screen.prompt)]
    if screen.path:
        way = [fmt(label) for label in screen.path[-MAX_PATH_LABELS:]]
        if len(way) < len(screen.path):
            way.insert(0, "…")
        lines.insert(0, "**" + " › ".join(way) + "**")
    return lines


def describe_wrong(course: Course, place: LessonPlace, verdict: Verdict) -> Text:
    """Describe why a move is no answer here, and what to try."""
    step = course.find_step(place)
    if course.has_mistakes:
        return say("↩ The computer thinks more of another move. Try again; “Hint” says how it begins.")
    if course.has_puzzles:
        missed = verdict.reason or say("That line is longer than it need be.")
        return say("↩ {missed} Try again from the beginning.", missed=missed)
    if verdict.reason is not None:
        return say("↩ {reason} {hint}", reason=verdict.reason, hint=Text(step.hint))
    return say(
        "↩ The rules allow that, but this step is about {numbers}. {hint}",
        numbers=list(step.rules),
        hint=Text(step.hint),
    )


def describe_done(course: Course, place: LessonPlace, verdict: Verdict) -> Text:
    """Describe that a step is done, and how the lesson goes on if another answer than the model one was given."""
    step = course.find_step(place)
    if not verdict.is_model:
        model = describe_model(course, place)
        return say("✓ Yours is good too. The lesson goes on with its own answer: **{model}**", model=model)
    return say("✓ {told}", told=Text(step.done)) if step.done else say("✓ Done.")


def describe_model(course: Course, place: LessonPlace) -> Text:
    """Describe the model answer of a step by the labels of its first choices."""
    run, seat = course.create_run(place), course.find_chapter(place).seat
    labels: list[Text] = []
    for words in course.find_step(place).model_moves:
        labels += build_offers(run.build_menu(seat), words).path
        play_moves(run, seat, [words])
    return join_labels(labels[:MAX_MODEL_LABELS])


def describe_hint(screen: MoveScreen, words: Words) -> Text | None:
    """Describe how a line begins: the choice on the first screen that leads to it."""
    found = find_leading_choice(screen, words)
    if found is None:
        return None
    return say("💡 It begins with: {choice}", choice=found[1].label)


def describe_line(course: Course, place: LessonPlace, moves: Sequence[Words]) -> Text:
    """Describe the line that was played or shown, and that it is what the puzzle asked for."""
    line = [" ".join(words) for words in moves]
    return say("{puzzle}\n✓ `{line}`", puzzle=_describe_puzzle(course, place), line=line)


def describe_leave(course: Course, place: LessonPlace, translate: Translate) -> tuple[str, Button]:
    """Describe where a lesson or puzzles go on after somebody leaves, with the button that goes on there."""
    told, label = say("Your place is kept. {/learn} goes on from here, in any channel."), say("Go on with the lesson")
    if course.is_practice:
        told, label = (
            say("Your practice game is kept. This button goes on with it."),
            say("Go on with the practice game"),
        )
    elif course.has_mistakes:
        told, label = say("Your place is kept. This button goes on with your mistakes."), say("Go on with my mistakes")
    elif course.has_puzzles:
        told, label = (
            say("Your place is kept. {/puzzle} goes on from here, in any channel."),
            say("Go on with the puzzles"),
        )
    if course.is_end(place):
        told, label = say("You have taken the whole lesson. {/learn} begins it again, in any channel."), FROM_BEGINNING
    return TextFormatter(translate=translate)(told), build_teach_button(label, course.key, translate)


def build_line_buttons(course: Course, place: LessonPlace, translate: Translate) -> list[Button]:
    """Build the buttons below the film of a line: the next puzzle, this one again, and away."""
    fmt = TextFormatter(translate=translate)
    following = course.find_neighbour(place, 1) or LessonPlace()
    return [
        *_build_next_buttons(course, place, fmt, GREEN_STYLE),
        _build_button(fmt(say("Once more")), "lgo", course, place),
        _build_button(fmt(say("Leave")), "lleave", course, following),
    ]


class PicturePlaces(NamedTuple):
    """The places to mark on a picture with their letters, whether that is the hand, and the screen with these letters."""

    marks: dict[str, str]
    is_hand: bool
    screen: MoveScreen | None = None


def choose_places(course: Course, place: LessonPlace, screen: MoveScreen | None) -> PicturePlaces:
    """Choose the picture, and the places to mark on it: the spots of a step on its first screen, and the places of the choices.

    The first screen shows the picture with most of the spots. Without spots, and later, it is the one with most choices. Choices
    on another picture have no letter.
    """
    painter = load_painter(course.game.slug)
    is_first_screen = screen is None or screen.back_prefix is None
    pointed = course.find_step(place).spots if is_first_screen else ()
    shown = choose_spot_picture(painter, pointed or (screen.marks if screen is not None else ()))
    marks = {spot: "" for spot in pointed if painter.find_picture(spot) == shown}
    if screen is not None:
        screen = show_places(screen, lambda spot: painter.find_picture(spot) == shown)
        marks |= screen.marks
    return PicturePlaces(marks, shown != "board", screen)


def build_lesson_buttons(
    course: Course, place: LessonPlace, translate: Translate, *, is_in_move: bool = False, is_waiting: bool = False
) -> list[Button]:
    """Build the buttons below every step: onwards or the answer, back, the rules, and away.

    Within a move the button back belongs to the move. `is_waiting`: in a practice game a computer owes a move.
    """
    fmt = TextFormatter(translate=translate)
    if course.is_practice:
        onwards = [_build_button(fmt(say("Go on")), "lgo", course, place, GREEN_STYLE)] if is_waiting else []
        again = build_button(fmt(FROM_BEGINNING), custom_ids.build_button_id("pagain", 0, course.version))
        return [*onwards, again, _build_button(fmt(say("Leave")), "lleave", course, place)]
    if course.has_puzzles:
        return _build_puzzle_buttons(course, place, fmt)
    step = course.find_step(place)
    before, after = course.find_neighbour(place, -1), course.find_neighbour(place, 1)
    buttons: list[Button] = []
    if step.task == "look" and after is not None:
        buttons.append(_build_button(fmt(say("Next")), "lgo", course, after, GREEN_STYLE))
    if step.task != "look":
        buttons.append(_build_button(fmt(say("Show me")), "lshow", course, place))
    if before is not None and after is not None and not is_in_move:
        buttons.append(_build_button(fmt(say("Step back")), "lgo", course, before))
    if after is None:
        buttons.append(_build_button(fmt(FROM_BEGINNING), "lgo", course, LessonPlace()))
    if step.rules:
        buttons.append(_build_button(fmt(say("Why?")), "lwhy", course, place))
    return [*buttons, _build_button(fmt(say("Leave")), "lleave", course, place)]


def _build_puzzle_buttons(course: Course, place: LessonPlace, fmt: TextFormatter) -> list[Button]:
    return [
        _build_button(fmt(say("Hint")), "lhint", course, place),
        _build_button(fmt(say("Show me")), "lshow", course, place),
        *_build_next_buttons(course, place, fmt),
        _build_button(fmt(say("Leave")), "lleave", course, place),
    ]


def _build_next_buttons(
    course: Course, place: LessonPlace, fmt: TextFormatter, style: ButtonStyle = GREY_STYLE
) -> list[Button]:
    """Build the button to the next puzzle, none if there is only one."""
    following = course.find_neighbour(place, 1) or LessonPlace()
    return [] if following == place else [_build_button(fmt(say("Next puzzle")), "lgo", course, following, style)]


def build_end_buttons(course: Course, translate: Translate) -> list[Button]:
    """Build what the last step offers: a game against a greenhand, a table for friends, and the rules."""
    fmt, slug = TextFormatter(translate=translate), course.game.slug
    puzzles_key = f"{slug}{PUZZLES}"
    puzzles = build_teach_button(say("Try a puzzle"), puzzles_key, translate)
    return [
        build_button(
            fmt(say("Play now against an easy computer")), custom_ids.build_button_id("solo", 0, 0, slug), GREEN_STYLE
        ),
        build_button(fmt(say("Open a table here")), custom_ids.build_button_id("open", 0, 0, slug), BLUE_STYLE),
        build_button(fmt(say("Show me the rules")), custom_ids.build_button_id("contents", 0, 0, slug)),
        *([puzzles] if load_course(puzzles_key) is not None else []),
    ]


def build_teach_button(label: Text, key: str, translate: Translate) -> Button:
    """Build the button that begins, or goes on with, a lesson or puzzles."""
    return build_button(TextFormatter(translate=translate)(label), custom_ids.build_button_id("learn", 0, 0, key))


def build_step_button(label: Text, course: Course, place: LessonPlace, translate: Translate) -> Button:
    """Build the button that opens a step of a lesson."""
    return _build_button(TextFormatter(translate=translate)(label), "lgo", course, place)


def _build_button(label: str, act: str, course: Course, place: LessonPlace, style: ButtonStyle = GREY_STYLE) -> Button:
    return build_button(label, custom_ids.build_button_id(act, 0, course.version, pack_place(course, place)), style)
