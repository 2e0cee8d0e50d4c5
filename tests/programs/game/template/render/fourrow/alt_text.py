"""Four in a Row in words: what somebody who cannot see the picture needs to play."""

from __future__ import annotations

from engine.games.fourrow.view import View
from engine.kernel.text import SeatMention, Translate, say
from render.fourrow.phrases import describe_goal, format_headline, list_turn_summaries
from render.kit.alt_text import AltText, TextSection
from render.kit.scene import Scene


def describe_board(scene: Scene, translate: Translate) -> str:
    """Whose turn it is, the columns from below, and what happened last."""
    return collect_board(scene, translate).build_text()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board."""
    view: View = scene.view
    words = AltText(scene.names, translate)
    words.add(0, say("{headline}; {wanted}.", headline=format_headline(scene), wanted=describe_goal(view.goal)))
    if scene.end_reason:
        words.add(1, scene.end_reason)
    for seat in range(len(view.left)):
        words.add(1, say("{seat} plays discs {number}.", seat=SeatMention(seat), number=seat + 1))
    for letter in view.letters:
        discs = [view.discs[cell] + 1 for row in range(view.rows) if (cell := f"{letter}{row + 1}") in view.discs]
        if discs:
            words.add(0, say("Column {column} from below: {discs}.", column=letter.upper(), discs=discs))
    if not view.discs:
        words.add(0, say("The grid is empty."))
    for told in list_turn_summaries(scene) or scene.recent_events[-1:]:
        words.add(2, told)
    return words


def describe_hand(scene: Scene, translate: Translate) -> str:  # noqa: ARG001 - the painter's shape
    """Nothing: there are no hands."""
    return ""


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything on the table: the alt text has it all."""
    return collect_board(scene, translate).build_sections()
