"""A game of Four in a Row that reads like play.

t = table().play("0 drop d", "1 drop d")
assert t.discs() == {"d1": 0, "d2": 1}
"""

from __future__ import annotations

from engine.games.fourrow.game import Fourrow
from engine.games.fourrow.state import State

from engine.kernel.position import start
from engine.kernel.script import settle
from tests.rules.playing import Playing, changed


class Table(Playing[Fourrow, State]):
    """A position that moves are played on; printing it shows the grid."""

    def drop(self, columns: str) -> Table:
        """Discs into these columns, in turn."""
        for letter in columns.replace(" ", ""):
            self.play(f"{self.state.to_move} drop {letter}")
        return self

    def discs(self) -> dict[str, int]:
        """Whose discs lie where."""
        return self.rules.view(self.state, None).discs

    def __repr__(self) -> str:
        grid, discs = self.rules.components.grid, self.discs()
        return "\n".join(
            "".join(str(discs.get(f"{letter}{row}", ".")) for letter in grid.letters) for row in range(grid.rows, 0, -1)
        )


def game(*changes: tuple[str, str]) -> Fourrow:
    """The game with its own components, some of them changed."""
    return changed(Fourrow, *changes)


def table(rules: Fourrow | None = None, **options: str) -> Table:
    """A game from its beginning."""
    rules = rules or game()
    return Table(start(rules, 2, settle(rules.settings, options), "seed").position, rules)
