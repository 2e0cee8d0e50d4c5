"""A game of Four in a Row that reads like play.

t = table().play("0 drop d", "1 drop d")
assert t.discs() == {"d1": 0, "d2": 1}
"""

from __future__ import annotations

from engine.games.fourrow.game import Fourrow
from engine.games.fourrow.state import State
from engine.kernel.position import begin_game
from engine.kernel.script import complete_options
from tests.rules.playing import Playing, load_changed_game


class PlayedTable(Playing[Fourrow, State]):
    """A position that moves are played on; printing it shows the grid."""

    def drop_discs(self, columns: str) -> PlayedTable:
        """Discs into these columns, in turn."""
        for letter in columns.replace(" ", ""):
            self.play(f"{self.state.to_move} drop {letter}")
        return self

    def list_discs(self) -> dict[str, int]:
        """Whose discs lie where."""
        return self.rules.build_view(self.state, None).discs

    def __repr__(self) -> str:
        grid, discs = self.rules.components.grid, self.list_discs()
        return "\n".join(
            "".join(str(discs.get(f"{letter}{row}", ".")) for letter in grid.letters) for row in range(grid.rows, 0, -1)
        )


def load_game(*changes: tuple[str, str]) -> Fourrow:
    """Load the game with its own components, some of them changed."""
    return load_changed_game(Fourrow, *changes)


def start_table(rules: Fourrow | None = None, **options: str) -> PlayedTable:
    """Start a game from its beginning."""
    rules = rules or load_game()
    return PlayedTable(begin_game(rules, 2, complete_options(rules.settings, options), "seed").position, rules)
