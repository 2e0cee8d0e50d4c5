"""The settings of a game: defaults, and the refusal of unknown names and values."""

from __future__ import annotations

import pytest

from engine.kernel.script import complete_options
from engine.kernel.text import UserError
from tests.kernel.toy_game import ToyGame


def test_settings_that_are_not_chosen_have_their_defaults() -> None:
    assert complete_options(ToyGame.meta.settings, {}) == {"weather": "yes", "rounds": "4"}
    assert complete_options(ToyGame.meta.settings, {"rounds": "2"}) == {"weather": "yes", "rounds": "2"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"snow": "yes"}, "There is no option “snow” in this game. Its options: weather, rounds."),
        ({"rounds": "5"}, "“5” is not a value of “rounds”. Choose one of: 4, 2, 6."),
    ],
)
def test_unknown_settings_and_values_are_refused(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(UserError) as raised:
        complete_options(ToyGame.meta.settings, given)
    assert str(raised.value) == sentence
