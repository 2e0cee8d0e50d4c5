"""The first screen of each kind of question: its height on a phone and on a desk, its controls and words, and the presses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from cogs.i18n.languages import LanguageRegistry
from cogs.messages.screen_size import DESK, PHONE
from engine.commands import start_game
from engine.kernel import registry
from engine.kernel.position import GameRun
from engine.players.computer_levels import GreedyPlayer
from tests.discord.panel_screens import find_first_screen, list_labels, show_screen
from tests.programs.presses.count import count_decision, find_quantile
from tests.programs.presses.decisions import play_decisions

MAX_QUESTION_CHARS = 44
SCREENS_HEADER = (
    f"{'game':<12}{'question':<46}{'screens':>8}{'390 px':>8}{'1280 px':>8}{'controls':>9}{'words':>6}{'presses':>12}"
)


class FirstScreen(NamedTuple):
    """What a player meets: heights in pixels, controls, the words of texts and buttons, and the presses of the move."""

    phone_px: int
    desk_px: int
    controls: int
    words: int
    presses: int


def list_first_screens(slug: str, seats: int, seed: str) -> Iterator[tuple[str, FirstScreen]]:
    """Play a game and yield the question and the first screen of each decision."""
    game, language = registry.load_game(slug), LanguageRegistry().find_language("en")
    position = start_game(game, seats, {}, seed).position
    for decision in play_decisions(game, position, seed, GreedyPlayer(worlds=1)):
        run: GameRun[Any] = GameRun(game, decision.position, seed)
        screen = find_first_screen(run, decision.seat, decision.menu)
        shown = show_screen(run, decision.seat, decision.menu, screen, language, seats)
        words = len(" ".join([shown.text, *list_labels(shown, with_options=False)]).split())
        presses = count_decision(game, decision, seed).presses
        heights = shown.height_px
        yield (
            screen.prompt.template,
            FirstScreen(heights[PHONE], heights[DESK], len(shown.controls), words, presses),
        )


def format_screens(games: int) -> Iterator[str]:
    """Yield a line for each kind of question, after `games` games for two players. Sizes are the largest, words the median."""
    yield SCREENS_HEADER + "  (median / 95 %)"
    for slug in registry.list_slugs():
        by_question: dict[str, list[FirstScreen]] = defaultdict(list)
        for k in range(games):
            for question, screen in list_first_screens(slug, 2, f"presses-{k}"):
                by_question[question].append(screen)
        for question, screens in sorted(by_question.items(), key=lambda item: -len(item[1])):
            presses = [screen.presses for screen in screens]
            yield (
                f"{slug:<12}{question[:MAX_QUESTION_CHARS]:<46}{len(screens):>8}"
                f"{max(screen.phone_px for screen in screens):>8}{max(screen.desk_px for screen in screens):>8}"
                f"{max(screen.controls for screen in screens):>9}"
                f"{find_quantile([screen.words for screen in screens], 0.5):>6}"
                f"{find_quantile(presses, 0.5):>8} / {find_quantile(presses, 0.95)}"
            )
