"""The game as the kernel knows it: `Expanse` connects the parts of this package to the kernel's interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.expanse import flow, orders, scoring, scoring_menus
from engine.games.expanse.board import Board
from engine.games.expanse.build_view import build_view
from engine.games.expanse.card_catalogue import list_cards
from engine.games.expanse.components import Components, Faction, TypedComponents
from engine.games.expanse.meta import META
from engine.games.expanse.scoring import create_goals
from engine.games.expanse.state import SCORE_CARD, FactionState, State
from engine.games.expanse.view import View
from engine.kernel.answer_rules import AnswerRule
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript
from engine.kernel.text import Seat, SeatMention, Text, say


class Expanse(Game[State, View]):
    """The Expanse Board Game with one set of components."""

    meta = META
    state_type = State
    typed_components = TypedComponents

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.board = Board(components)
        self.parts = self.board.components
        self.goals = create_goals(self.board)

    def list_cards(self) -> tuple[CardInfo, ...]:
        """List the cards, the factions, the bases and the pieces."""
        return list_cards(self.board)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """Set up the table until factions are to be chosen, or until the first turn."""
        return flow.set_up_table(self.board, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """Play the choice of a faction, or one player's turn with everything that follows from it."""
        return flow.play_turn(self.board, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Return the result after the final scoring, None before it (E13)."""
        if state.phase != "over":
            return None
        order = scoring.rank_players(state)
        scores: dict[Seat, tuple[ScoreLine, ...]] = {}
        roles: dict[Seat, Text] = {}
        for seat, side in enumerate(state.sides):
            scores[seat] = _list_score_lines(self.board, side)
            roles[seat] = self.board.faction_names[side.faction]
        ranking = tuple((seat,) for seat in order)
        return GameResult((order[0],), ranking, _describe_reason(self.board, state, order), scores, roles=roles)

    def build_view(self, state: State, seat: Seat | None) -> View:
        """Build the view of a seat; None is a spectator."""
        winners = scoring.rank_players(state)[:1] if state.phase == "over" else ()
        return build_view(self.board, state, seat, winners)

    def describe_standing(self, view: View) -> Text | None:
        """Describe where the viewer stands."""
        return scoring.describe_standing(view)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Count every card, cube, token and fleet of the game; factions not chosen yet have all their pieces."""
        pieces: Counter[str] = Counter([*state.deck, *state.box, *state.track, *state.discards])
        if state.offer:
            pieces[state.offer] += 1
        chosen = {side.faction for side in state.sides}
        for faction in self.board.list_factions(state.seats):
            if faction not in chosen:
                pieces.update(_count_printed_pieces(self.board, faction))
        for side in state.sides:
            pieces.update(side.kept)
            pieces.update(_count_side_pieces(side))
        if not pieces["rocinante"] and state.phase == "factions":
            pieces["rocinante"] = 1
        return pieces

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """Sample again the unseen Action cards, the SCORE cards within each pile and a Bonus Sector unknown to the seat (E1.12)."""
        _resample_cards(self.board, state, shuffle)
        if state.bonus and seat not in state.knows:
            state.bonus = shuffle(self.board.list_open_sectors(state))[0]

    def list_warnings(self, words: Words, before: State, after: State, seat: Seat) -> tuple[Text, ...]:
        """Warn before a Sector is the Bonus Sector for the last time, as far as the seat knows it."""
        sector = after.bonus if seat in after.knows and "dice" not in words else ""
        if not sector or before.bonus or after.used.count(sector) + 1 < self.parts.scoring.sector_markers:
            return ()
        name = self.board.sector_names[sector]
        return (say("{sector} cannot be the Bonus Sector again after this (E7.2).", sector=name),)

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Decline, pass and stop if possible; take the first card for its points and spend none.

        The dice choose the Bonus Sector: any other rule for an absent player would give it away.
        """

        def pick_word(level: Menu) -> Word:
            words = [option.word for option in level.list_open_options()]
            for word in _HARMLESS_WORDS:
                if word in words:
                    return word
            return words[0]

        return compose_move(menu, pick_word)

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        """Let the seat's next turn begin with the Action Track as it is now."""
        if state.phase != "turn":
            return False
        while state.active != seat:
            state.turn += 1
        return True

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:
        """List the rules about Events that are offered to the seat, and about the Event step of Scoring turns (E17)."""
        return orders.list_rules(self.board, state, seat, menu)


_HARMLESS_WORDS: Final = ("decline", "pass", "stop", "done", "none", "no", "points", scoring_menus.DICE_WORD)


def _count_printed_pieces(board: Board, faction: Faction) -> Counter[str]:
    """Count the pieces that a faction's mat shows."""
    data = board.components.factions[faction]
    pieces = Counter({f"{faction} cubes": data.cubes})
    pieces[f"{faction} diplomats"] = data.diplomats
    pieces[f"{faction} tokens"] = data.tokens
    pieces.update(f"{faction} {letter}" for letter in "".join((*data.fleets.values(), data.off)))
    return pieces


def _count_side_pieces(side: FactionState) -> Counter[str]:
    """Count the pieces of a side; a damaged Battleship is a Battleship."""
    fleets = "".join((*side.fleets.values(), side.off)).replace("h", "b")
    pieces = Counter({f"{side.faction} cubes": side.supply + sum(side.cubes.values())})
    pieces[f"{side.faction} diplomats"] = side.diplomats_left + sum(side.diplomats.values())
    pieces[f"{side.faction} tokens"] = side.tokens + side.tokens_gone + len(side.samples)
    pieces.update(f"{side.faction} {letter}" for letter in fleets if letter != "r")
    pieces["rocinante"] = fleets.count("r")
    return pieces


def _resample_cards(board: Board, state: State, shuffle: ShuffleFunction) -> None:
    """Deal the unseen cards again: Action cards among all their places, SCORE cards within their pile."""
    known = [state.deck.pop()] if state.known else []
    size = board.components.deck.pile[state.seats] + board.components.deck.score
    pool = shuffle([card for card in (*state.deck, *state.box) if card != SCORE_CARD])
    deck: list[str] = []
    for start in range(0, len(state.deck), size):
        deck += shuffle([card == SCORE_CARD for card in state.deck[start : start + size]])
    state.deck[:] = [*(SCORE_CARD if score else pool.pop() for score in deck), *known]
    state.box[:] = pool


def _describe_reason(board: Board, state: State, order: list[Seat]) -> Text:
    """Describe why the first seat of the order has won."""
    best, cp = SeatMention(order[0]), state.sides[order[0]].cp
    name = board.faction_names[state.sides[order[0]].faction]
    if state.sides[order[1]].cp < cp:
        return say("{winner} wins with {faction} and {cp} CP.", winner=best, faction=name, cp=cp)
    if state.initiative:
        return say(
            "{winner} wins with {faction} and {cp} CP, tied, but higher on the Initiative Track.",
            winner=best,
            faction=name,
            cp=cp,
        )
    return say(
        "{winner} wins with {faction} and {cp} CP, tied, but holding the Rocinante.", winner=best, faction=name, cp=cp
    )


def _list_score_lines(board: Board, side: FactionState) -> tuple[ScoreLine, ...]:
    """List where a side's CP come from."""
    lines = [ScoreLine(say("At the start"), board.components.numbers.cp)]
    for n, cp in enumerate(side.earned[:-1], 1):
        lines.append(ScoreLine(say("Scoring turn {n}", n=n), cp))
    return (
        *lines,
        ScoreLine(say("Final scoring"), side.earned[-1]),
        ScoreLine(say("Events"), side.gained),
        ScoreLine(say("Cards and keeping"), -side.spent),
    )
