"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.games.northwest import flow, scoring
from engine.games.northwest.components import Components
from engine.games.northwest.ground import GAP
from engine.games.northwest.meta import META
from engine.games.northwest.rules import Box
from engine.games.northwest.seen import view
from engine.games.northwest.state import State
from engine.games.northwest.view import View
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose
from engine.kernel.script import Game, Result, ScoreLine, Script, Shuffle
from engine.kernel.text import Seat, Text, Who, say


class Northwest(Game[State, View]):
    """Expedition: Northwest Passage with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.box = Box(components)

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> State:
        """The table laid out up to the choice of the first tiles."""
        return flow.setup(self.box, seats, options, out)

    def turn(self, state: State, out: Effects) -> Script[None]:
        """The choice of a first tile, or one action and what follows from it."""
        return flow.turn(self.box, state, out)

    def result(self, state: State) -> Result | None:
        """After round 10 or with everybody home (N11): most points win, earlier return breaks ties (N11.8)."""
        if not state.ended:
            return None
        lines = scoring.scores(self.components, state, self.box.arrow)
        totals = [sum(line.values()) for line in lines]
        ranking = scoring.ranking(state, totals)
        scores = {
            seat: tuple(ScoreLine(scoring.line_name(what), points) for what, points in line.items())
            for seat, line in enumerate(lines)
        }
        highlights: dict[Seat, tuple[ScoreLine, ...]] = {
            seat: (
                ScoreLine(say("Largest island mapped, in tiles"), one.largest),
                ScoreLine(say("Tokens found"), sum(one.tokens.values())),
            )
            for seat, one in enumerate(state.expeditions)
        }
        return Result(ranking[0], tuple(ranking), _reason(state, ranking, totals), scores, highlights=highlights)

    def view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        return view(self.box, state, seat)

    def places(self, view: View) -> Mapping[str, str]:
        """The first cell of the tile on which each ship lies and each sled stands that is out: "ship-0" on "c12"."""
        on: dict[str, int] = {}
        for seen in view.expeditions:
            on[f"ship-{seen.seat}"] = seen.ship.on
            if seen.sled.on is not None:
                on[f"sled-{seen.seat}"] = seen.sled.on
        names = {(cell.x, cell.y): cell.name for cell in view.cells}
        return {piece: names[view.laid[tile].cells[0]] for piece, tile in on.items()}

    def inventory(self, state: State) -> Mapping[str, int]:
        """Every tile, token and crewman, wherever they are."""
        found: Counter[str] = Counter(
            small=sum(state.piles),
            cartography=state.cartography,
            passage=len(state.passage_tokens),
            greenland=len(state.greenland_tokens),
        )
        for one in state.expeditions:
            found["crewmen"] += one.ship_available + one.ship_resting + one.sled_available + one.sled_resting + one.lost
            found.update(one.tokens)
            found["passage"] += one.passage is not None
            found["greenland"] += one.greenland is not None
        stock = [*state.bag, *state.market, *(tile for one in state.expeditions for tile in one.hand)]
        placed = [tile for words in state.placed if (tile := words.split(" ")[0]) != GAP]
        symbols = {tile: piece.symbol for tile, piece in self.box.pieces.items()}
        symbols.update({printed.name: printed.symbol for printed in self.components.board.printed})
        found.update(tile if tile[0] == "l" else "small" for tile in (*stock, *placed))
        placed += [printed.name for printed in self.components.board.printed]
        tokens = [*stock, *(tile for tile in placed if tile not in state.taken)]
        found.update(symbols[tile] for tile in tokens if symbols[tile])
        return {piece: n for piece, n in sorted(found.items()) if n}

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: Shuffle) -> None:  # noqa: ARG002
        """The order of the bag; all else lies open to everybody (N1.8)."""
        state.bag[:] = shuffle(state.bag)

    def stall(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Passes where that is possible, else takes the first of everything."""

        def pick(level: Menu) -> Word:
            words = [option.word for option in level.open()]
            return "pass" if "pass" in words else words[0]

        return compose(menu, pick)


def _reason(state: State, ranking: list[tuple[Seat, ...]], totals: list[int]) -> Text:
    """Who has won, with how many points, and how a tie was broken."""
    best = ranking[0]
    points, home = totals[best[0]], all(one.home for one in state.expeditions)
    if len(best) > 1:
        return say(
            "{winners} share the victory with {points} points: none of them came back.",
            winners=[Who(seat) for seat in best],
            points=points,
        )
    winner = Who(best[0])
    if len(ranking) > 1 and totals[ranking[1][0]] == points:
        return say(
            "{winner} wins with {points} points, tied, but back in Greenland first.", winner=winner, points=points
        )
    if home:
        return say(
            "Every expedition is back in Greenland: {winner} wins with {points} points.", winner=winner, points=points
        )
    return say("The last round is over: {winner} wins with {points} points.", winner=winner, points=points)
