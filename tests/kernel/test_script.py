"""The settings of a lobby."""

from __future__ import annotations

import pytest

from engine.kernel.script import complete_options
from engine.kernel.text import UserError
from tests.kernel.toy_game import ToyGame


def test_what_is_not_chosen_has_its_default() -> None:
    assert complete_options(ToyGame.meta.settings, {}) == {"weather": "yes", "rounds": "4"}
    assert complete_options(ToyGame.meta.settings, {"rounds": "2"}) == {"weather": "yes", "rounds": "2"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"snow": "yes"}, "There is no option “snow” in this game. Its options: weather, rounds."),
        ({"rounds": "5"}, "“5” is not a value of “rounds”. Choose one of: 4, 2, 6."),
    ],
)
def test_unknown_choices_are_refused(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(UserError) as no:
        complete_options(ToyGame.meta.settings, given)
    assert str(no.value) == sentence
