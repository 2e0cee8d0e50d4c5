"""The game as the kernel knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.games.paso import flow
from engine.games.paso.build_view import build_view, rank_players
from engine.games.paso.card_catalogue import list_cards
from engine.games.paso.components import TOKEN_KINDS, Components
from engine.games.paso.meta import META
from engine.games.paso.rules import GameBox
from engine.games.paso.state import State
from engine.games.paso.view import View
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript, restore_options
from engine.kernel.text import Seat, SeatMention, Text, say


class Paso(Game[State, View]):
    """La Aventura del Paso del Noroeste with one set of components."""

    meta = META
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.game_box = GameBox(components)

    def list_cards(self) -> tuple[CardInfo, ...]:
        """The treasures and the characters."""
        return list_cards(self.components)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """The table laid out up to the choice of the characters. Raises Refusal for teams without four players."""
        return flow.set_up_table(self.game_box, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """The choice of characters, or one action and what follows from it."""
        return flow.play_turn(self.game_box, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """The first ship past the last row wins (P12.1), for its side in the team game (P13.6)."""
        if state.phase != "over":
            return None
        ranks = rank_players(self.game_box, state)
        row = say("Row reached")
        scores: dict[Seat, tuple[ScoreLine, ...]] = {
            seat: (ScoreLine(row, reached),) for seat, reached in enumerate(self.game_box.list_rows(state))
        }
        return GameResult(ranks[0], tuple(ranks), _describe_reason(state, ranks), scores, self.list_teams(state))

    def list_teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Sirs and Explorers, in the team game (P13.1)."""
        explorers = tuple(seat for seat in range(len(state.players)) if seat not in state.sirs)
        return (tuple(state.sirs), explorers) if state.sirs else ()

    def build_view(self, state: State, seat: Seat | None) -> View:
        """The table as this seat, or a spectator, sees it."""
        return build_view(self.game_box, state, seat)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Every token, tile and card, wherever it lies."""
        found: Counter[str] = Counter(ice=state.icebergs, water=state.waters)
        for seat, player in enumerate(state.players):
            for n, kind in enumerate(TOKEN_KINDS):
                found[f"{kind} of {seat}"] += player.reserve[n] + player.removed[n]
            found.update(f"card {card}" for card in player.hand)
            found.update([player.character] if player.character else [])
            found.update(player.offer)
        for piece in state.pieces:
            found[piece.kind if piece.owner < 0 else f"{piece.kind} of {piece.owner}"] += 1
        found.update(f"card {card}" for card in (*state.deck, *state.discards))
        for cards in state.roster:
            found.update(cards)
        found.update(tile.removesuffix("r") for tile in (*state.laid, *state.four, *state.left, *state.right))
        return {piece: n for piece, n in sorted(found.items()) if n}

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """The piles, the deck, other hands and the characters that others choose from (P9.4)."""
        state.four[:] = shuffle(state.four)
        pairs = shuffle([*state.left, *state.right])
        state.left[:], state.right[:] = pairs[: len(state.left)], pairs[len(state.left) :]
        hands = [player for other, player in enumerate(state.players) if other != seat]
        cards = shuffle([*state.deck, *(card for player in hands for card in player.hand)])
        for player in hands:
            player.hand[:] = [cards.pop() for _ in player.hand]
        state.deck[:] = cards
        for n, roster in enumerate(state.roster):
            hidden = [
                player
                for other, player in enumerate(state.players)
                if player.offer
                and (
                    (other in state.sirs) == (n == 0) and (seat in state.sirs) != (n == 0)
                    if state.sirs
                    else other != seat
                )
            ]
            pool = shuffle([*roster, *(card for player in hidden for card in player.offer)])
            for player in hidden:
                player.offer[:] = [pool.pop() for _ in player.offer]
            roster[:] = pool

    def upgrade_state(self, stored_state: dict[str, Any], from_version: int) -> dict[str, Any]:
        """Rules 2 turn the tile that Cook chooses, lay rows after a raid, take P11.4 and P10.12 by their words and find all walks:
        the state is the same. What it does not say of Fresh Waters was played as by rules 1."""
        if from_version < 2:
            stored_state["options"] = restore_options(self.meta.settings, stored_state["options"])
        return stored_state

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Ends the turn, leaves new tiles as they lie, and takes the first of everything else."""

        def pick(level: Menu) -> Word:
            words = [option.word for option in level.list_open_options()]
            safe = next((word for word in ("end", "keep") if level.name == "verb" and word in words), None)
            return safe or "+".join(words[: level.min_picks])

        return compose_move(menu, pick)


def _describe_reason(state: State, ranking: list[tuple[Seat, ...]]) -> Text:
    """Who has won, and how."""
    winners = [SeatMention(seat) for seat in ranking[0]]
    first = next((seat for seat, player in enumerate(state.players) if player.exited), None)
    if state.sirs and len(winners) == 2:
        sirs = ranking[0][0] in state.sirs
        if first is None:
            return (
                say("The ships lie still; {winners} win for the Sirs, being furthest ahead.", winners=winners)
                if sirs
                else say("The ships lie still; {winners} win for the Explorers, being furthest ahead.", winners=winners)
            )
        return (
            say(
                "{winner} is first through the Passage: {winners} win for the Sirs.",
                winner=SeatMention(first),
                winners=winners,
            )
            if sirs
            else say(
                "{winner} is first through the Passage: {winners} win for the Explorers.",
                winner=SeatMention(first),
                winners=winners,
            )
        )
    if first is not None:
        return say("{winner} is the first through the Northwest Passage.", winner=SeatMention(first))
    if len(winners) > 1:
        return say("The ships lie still; {winners} share the victory in front.", winners=winners)
    return say("The ships lie still; {winner} wins, being furthest ahead.", winner=winners[0])
