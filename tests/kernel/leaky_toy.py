"""The toy game with a view that gives a secret away."""

from __future__ import annotations

import msgspec

from engine.kernel.text import Seat
from tests.kernel.toy_game import State, ToyGame, View


class ToyShowingTopCard(ToyGame):
    """A toy game whose view shows everybody the top card."""

    def build_view(self, state: State, seat: Seat | None) -> View:
        return msgspec.structs.replace(super().build_view(state, seat), top=state.deck[-1] if state.deck else "")
