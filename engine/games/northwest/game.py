"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.games.northwest import flow, scoring
from engine.games.northwest.board import GAP_TILE
from engine.games.northwest.build_view import build_view
from engine.games.northwest.components import Components
from engine.games.northwest.meta import META
from engine.games.northwest.rules import GameBox
from engine.games.northwest.state import State
from engine.games.northwest.view import View
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, Text, say


class Northwest(Game[State, View]):
    """Expedition: Northwest Passage with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.game_box = GameBox(components)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """The table laid out up to the choice of the first tiles."""
        return flow.set_up_table(self.game_box, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """The choice of a first tile, or one action and what follows from it."""
        return flow.play_turn(self.game_box, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """After round 10 or with everybody home (N11): most points win, earlier return breaks ties (N11.8)."""
        if not state.ended:
            return None
        lines = scoring.compute_scores(self.components, state, self.game_box.arrow_cells)
        totals = [sum(line.values()) for line in lines]
        ranking = scoring.rank_players(state, totals)
        scores = {
            seat: tuple(ScoreLine(scoring.name_line(what), points) for what, points in line.items())
            for seat, line in enumerate(lines)
        }
        highlights: dict[Seat, tuple[ScoreLine, ...]] = {
            seat: (
                ScoreLine(say("Largest island mapped, in tiles"), one.largest),
                ScoreLine(say("Tokens found"), sum(one.tokens.values())),
            )
            for seat, one in enumerate(state.expeditions)
        }
        return GameResult(
            ranking[0], tuple(ranking), _describe_reason(state, ranking, totals), scores, highlights=highlights
        )

    def build_view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        return build_view(self.game_box, state, seat)

    def map_piece_places(self, view: View) -> Mapping[str, str]:
        """The first cell of the tile on which each ship lies and each sled stands that is out: "ship-0" on "c12"."""
        on: dict[str, int] = {}
        for seen in view.expeditions:
            on[f"ship-{seen.seat}"] = seen.ship.tile_index
            if seen.sled.tile_index is not None:
                on[f"sled-{seen.seat}"] = seen.sled.tile_index
        names = {(cell.x, cell.y): cell.name for cell in view.cells}
        return {piece: names[view.laid_tiles[tile].cells[0]] for piece, tile in on.items()}

    def count_pieces(self, state: State) -> Mapping[str, int]:
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
        placed = [tile for words in state.placed if (tile := words.split(" ")[0]) != GAP_TILE]
        symbols = {tile: piece.symbol for tile, piece in self.game_box.pieces.items()}
        symbols.update({printed.name: printed.symbol for printed in self.components.board.printed})
        found.update(tile if tile[0] == "l" else "small" for tile in (*stock, *placed))
        placed += [printed.name for printed in self.components.board.printed]
        tokens = [*stock, *(tile for tile in placed if tile not in state.taken)]
        found.update(symbols[tile] for tile in tokens if symbols[tile])
        return {piece: n for piece, n in sorted(found.items()) if n}

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:  # noqa: ARG002
        """The order of the bag; all else lies open to everybody (N1.8)."""
        state.bag[:] = shuffle(state.bag)

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Passes where that is possible, else takes the first of everything."""

        def pick(level: Menu) -> Word:
            words = [option.word for option in level.list_open_options()]
            return "pass" if "pass" in words else words[0]

        return compose_move(menu, pick)


def _describe_reason(state: State, ranking: list[tuple[Seat, ...]], totals: list[int]) -> Text:
    """Who has won, with how many points, and how a tie was broken."""
    best = ranking[0]
    points, home = totals[best[0]], all(one.home for one in state.expeditions)
    if len(best) > 1:
        return say(
            "{winners} share the victory with {points} points: none of them came back.",
            winners=[SeatMention(seat) for seat in best],
            points=points,
        )
    winner = SeatMention(best[0])
    if len(ranking) > 1 and totals[ranking[1][0]] == points:
        return say(
            "{winner} wins with {points} points, tied, but back in Greenland first.", winner=winner, points=points
        )
    if home:
        return say(
            "Every expedition is back in Greenland: {winner} wins with {points} points.", winner=winner, points=points
        )
    return say("The last round is over: {winner} wins with {points} points.", winner=winner, points=points)
