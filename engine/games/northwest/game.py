"""The game as the kernel knows it. The rules are in `flow`, `actions` and `rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.games.northwest import cautions, flow, scoring
from engine.games.northwest.board import GAP_TILE
from engine.games.northwest.build_view import build_view
from engine.games.northwest.card_catalogue import list_cards
from engine.games.northwest.components import Components
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.goals import GOALS
from engine.games.northwest.meta import META
from engine.games.northwest.standing import describe_standing
from engine.games.northwest.state import State
from engine.games.northwest.view import View
from engine.kernel.answer_rules import KEEP_AFTER_REVEAL, AnswerRule, RuleAnswer, RuleSpan, build_end_turn_rule
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, Text, mention_seats, say


class Northwest(Game[State, View]):
    """Expedition: Northwest Passage with one set of components."""

    meta = META
    goals = GOALS
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.game_box = GameBox(components)

    def list_cards(self) -> tuple[CardInfo, ...]:
        """List the tokens, the other pieces and the tiles."""
        return list_cards(self.game_box)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """Set up the table up to the choice of the first tiles."""
        return flow.set_up_table(self.game_box, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """Play the choice of a first tile, or one action with its consequences."""
        return flow.play_turn(self.game_box, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Find the result after the last round or with everybody home: most points win, earlier return breaks ties (N11.8)."""
        if not state.ended:
            return None
        totals: list[int] = []
        scores: dict[Seat, tuple[ScoreLine, ...]] = {}
        highlights: dict[Seat, tuple[ScoreLine, ...]] = {}
        for seat, score in enumerate(scoring.compute_scores(self.components, state, self.game_box.arrow_cells)):
            totals.append(sum(score.values()))
            scores[seat] = tuple(ScoreLine(scoring.name_line(item), points) for item, points in score.items())
            expedition = state.expeditions[seat]
            highlights[seat] = (
                ScoreLine(say("Largest island mapped, in tiles"), expedition.largest),
                ScoreLine(say("Tokens found"), sum(expedition.tokens.values())),
            )
        ranking = scoring.rank_players(state, totals)
        reason = _describe_reason(state, ranking, totals)
        return GameResult(ranking[0], tuple(ranking), reason, scores, highlights=highlights)

    def build_view(self, state: State, seat: Seat | None) -> View:
        """Build the view of a seat, or of a spectator if `seat` is None."""
        return build_view(self.game_box, state, seat)

    def map_piece_places(self, view: View) -> Mapping[str, str]:
        """Map each ship, and each sled that is out, to the first cell of its tile: "ship-0" to "c12"."""
        names = {(cell.x, cell.y): cell.name for cell in view.cells}
        places: dict[str, str] = {}
        for expedition in view.expeditions:
            tile = view.laid_tiles[expedition.ship.tile_index]
            places[f"ship-{expedition.seat}"] = names[tile.cells[0]]
            if expedition.sled.tile_index is not None:
                tile = view.laid_tiles[expedition.sled.tile_index]
                places[f"sled-{expedition.seat}"] = names[tile.cells[0]]
        return places

    def describe_standing(self, view: View) -> Text | None:
        """Describe where the viewer stands."""
        return describe_standing(view)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Count every tile, token and crewman of the table, in all places together."""
        pieces: Counter[str] = Counter(
            small=sum(state.piles),
            cartography=state.cartography,
            passage=len(state.passage_tokens),
            greenland=len(state.greenland_tokens),
        )
        tiles = [*state.bag, *state.market]
        for expedition in state.expeditions:
            tiles += expedition.hand
            pieces["crewmen"] += expedition.ship_available + expedition.ship_resting
            pieces["crewmen"] += expedition.sled_available + expedition.sled_resting + expedition.lost
            pieces["passage"] += expedition.passage is not None
            pieces["greenland"] += expedition.greenland is not None
            pieces.update(expedition.tokens)
        placed = [words.split(" ")[0] for words in state.placed]
        tiles += [tile for tile in placed if tile != GAP_TILE]
        symbols = {tile: piece.symbol for tile, piece in self.game_box.pieces.items()}
        for tile in tiles:
            pieces[tile if tile[0] == "l" else "small"] += 1
            if symbols[tile] and tile not in state.taken:
                pieces[symbols[tile]] += 1
        for printed in self.components.board.printed:
            if printed.symbol and printed.name not in state.taken:
                pieces[printed.symbol] += 1
        return pieces

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:  # noqa: ARG002
        """Shuffle the bag; everything else is open to all players (N1.8)."""
        state.bag[:] = shuffle(state.bag)

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        """Let the seat move next, unless it has passed in this round or is home."""
        if not state.round or seat not in state.order or seat in state.passed:
            return False
        state.to_move, state.acted = seat, 0
        return True

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:
        """List the rules to pass for the rest of the round, and to end a turn in which nothing else is possible."""
        rules = [build_end_turn_rule(menu), KEEP_AFTER_REVEAL]
        if state.round and seat in state.order and seat not in state.passed:
            span = RuleSpan(f"round-{state.round}", say("Until this round ends"))
            moves: dict[RuleAnswer, Words] = {}
            if menu is not None and "pass" in menu.open_words:
                moves["yes"] = ("pass",)
            rules.append(AnswerRule("pass", {"yes": say("Pass when it is my turn")}, (span,), moves))
        return rules

    def list_warnings(self, words: Words, before: State, after: State, seat: Seat) -> tuple[Text, ...]:  # noqa: ARG002
        """Warn of a ship that can no longer come home."""
        return cautions.list_warnings(self.game_box, before, after, seat)

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Pass where that is possible, else choose the first option of every menu."""

        def pick(level: Menu) -> Word:
            words = [option.word for option in level.list_open_options()]
            if "pass" in words:
                return "pass"
            return words[0]

        return compose_move(menu, pick)


def _describe_reason(state: State, ranking: list[tuple[Seat, ...]], totals: list[int]) -> Text:
    """Say who has won, with how many points, and how a tie was broken."""
    best = ranking[0]
    points = totals[best[0]]
    if len(best) > 1:
        return say(
            "{winners} share the victory with {points} points: none of them came back.",
            winners=mention_seats(best),
            points=points,
        )
    winner = SeatMention(best[0])
    if len(ranking) > 1 and totals[ranking[1][0]] == points:
        return say(
            "{winner} wins with {points} points, tied, but back in Greenland first.", winner=winner, points=points
        )
    if all(expedition.home for expedition in state.expeditions):
        return say(
            "Every expedition is back in Greenland: {winner} wins with {points} points.", winner=winner, points=points
        )
    return say("The last round is over: {winner} wins with {points} points.", winner=winner, points=points)
