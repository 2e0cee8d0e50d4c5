"""The line about a player's standing: on the first screen of a turn, within a line of a phone, and from the view alone."""

from __future__ import annotations

import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.messages.screen_size import PHONE
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.registry import list_slugs
from engine.kernel.script import Game
from engine.kernel.text import write_text
from tests.golden_records import list_decisions

LANGUAGES = LanguageRegistry()
MOMENT_INTERVAL = 17
NAMES = ("Ana", "Ben", "Cy", "Dee")
"""With longer names the line may take two lines, and the panel leaves it out if there is no space."""


@pytest.mark.parametrize("slug", list_slugs())
def test_the_standing_is_one_line_and_tells_nothing_hidden(slug: str) -> None:
    dice, shown, decisions = Dice("standing"), 0, 0
    for number, (run, seat, _, _) in enumerate(list_decisions(slug, MOMENT_INTERVAL)):
        game = run.game
        assert game.describe_standing(game.build_view(run.state, None)) is None, "a spectator has none"
        standing = game.describe_standing(game.build_view(run.state, seat))
        decisions += 1
        if standing is None:
            continue
        shown += 1
        for code in LANGUAGES.codes:
            line = write_text(standing, NAMES, LANGUAGES.find_language(code))
            assert len(line) <= PHONE.line_chars, line
        if not run.answers:
            shuffle = lambda things, label=f"deal {number}": dice.shuffle(things, 0, label)  # noqa: E731
            resampled = run.game.resample_state(run.state, seat, shuffle)
            assert game.describe_standing(game.build_view(resampled, seat)) == standing
    is_declared = type(registry.load_game(slug)).describe_standing is not Game.describe_standing
    assert not is_declared or shown >= 0.7 * decisions, f"{shown} of {decisions}"
