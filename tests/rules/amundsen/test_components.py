"""An owner's components file is checked before a game is played with it."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from engine.kernel import registry
from engine.kernel.position import begin_game
from engine.kernel.script import complete_options

COMPONENTS_TEXT = resources.files("engine.games.amundsen").joinpath("components.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        ("compass = 2", "compass = -2", "a deck has 30 cards or more"),
        ("horse = { r = 1, g = 1, b = 1, y = 1 }", "horse = { p = 4 }", "copies are counted by r, g, b, y"),
        ("hand_after_loss = 5", "hand_after_loss = 8", "hand sizes must grow"),
        ("engineer_hand = 4", "engineer_hand = 9", "a patron deals more cards than limits.hand allows"),
        ('colours = "rygryrgrygy"', 'colours = "rygryrgrygp"', "colours must be of r, g, b, y"),
        ('colours = "rygryrgrygy"', 'colours = "rygryrgryg"', "10 colours need 10 spaces and 9 lost places"),
        ("80 = 4, 85 = 7, 88 = 10", "80 = 4, 85 = 11, 88 = 11", "the 85th parallel must run before the last space"),
        ("80 = 4, 85 = 7, 88 = 10", "80 = 4, 85 = 7", "parallels must be 75, 80, 85 and 88"),
        ("pole = [50, 10]", "pole = 50", "track.pole"),
        ("hand = 7", "hand = 7\nfeet = 2", "feet"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(line: str, instead: str, reason: str):
    assert line in COMPONENTS_TEXT
    with pytest.raises(registry.ComponentsError, match=re.escape(reason)):
        registry.load_game("amundsen", COMPONENTS_TEXT.replace(line, instead, 1))


def test_another_board_is_played_without_a_change_of_the_code():
    shorter = COMPONENTS_TEXT.replace('"rygryrgrygy"', '"rygy"').replace('"ygbygbybgyg"', '"ygby"')
    shorter = re.sub(r"85 = \d", "85 = 2", shorter)
    shorter = re.sub(r"spaces = .*", "spaces = [[1, 1], [2, 2], [3, 3], [4, 4]]", shorter)
    shorter = re.sub(r"\nlost = .*", "\nlost = [[1, 1], [2, 2], [3, 3]]", shorter)
    game = registry.load_game("amundsen", shorter)
    position = begin_game(game, 2, complete_options(game.settings, {"explorers": "random"}), "short").position
    assert len(game.build_view(position.base, None).track.amundsen.colours) == 4
