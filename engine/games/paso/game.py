"""The game's implementation of the kernel's `Game`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.paso import flow
from engine.games.paso.build_view import build_view, rank_players
from engine.games.paso.card_catalogue import list_cards
from engine.games.paso.components import TOKEN_KINDS, Components
from engine.games.paso.game_box import GameBox
from engine.games.paso.goals import GOALS
from engine.games.paso.meta import META
from engine.games.paso.names import format_points
from engine.games.paso.standing import describe_standing
from engine.games.paso.state import Player, State
from engine.games.paso.view import View
from engine.kernel.answer_rules import KEEP_AFTER_REVEAL, AnswerRule, build_end_turn_rule
from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.script import CardInfo, Game, GameResult, ScoreLine, ShuffleFunction, TurnScript, restore_options
from engine.kernel.text import Seat, SeatMention, Text, count, mention_seats, say


class Paso(Game[State, View]):
    """La Aventura del Paso del Noroeste with one set of components."""

    meta = META
    goals = GOALS
    state_type = State

    def __init__(self, components: Components) -> None:
        self.components: Components = components
        self.game_box = GameBox(components)

    def list_cards(self) -> tuple[CardInfo, ...]:
        """List the treasures, the characters and the pieces."""
        return list_cards(self.components)

    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
        """Create the state before the choice of characters; see `flow.set_up_table`."""
        return flow.set_up_table(self.game_box, seat_count, options, out)

    def play_turn(self, state: State, out: Effects) -> TurnScript[None]:
        """Run the choice of characters, or one action of the player to move."""
        return flow.play_turn(self.game_box, state, out)

    def find_result(self, state: State) -> GameResult | None:
        """Return the result: the first ship past the last row wins (P12.1), in the team game for its side (P13.6)."""
        if state.phase != "over":
            return None
        ranks = rank_players(self.game_box, state)
        row = say("Row reached")
        scores: dict[Seat, tuple[ScoreLine, ...]] = {}
        for seat, reached in enumerate(self.game_box.list_rows(state)):
            scores[seat] = (ScoreLine(row, reached),)
        roles: dict[Seat, Text] = {}
        for seat, player in enumerate(state.players):
            if not player.character:  # some positions have no characters
                continue
            roles[seat] = say("{character}", character=self.game_box.find_character(player.character).name)
        return GameResult(
            ranks[0], tuple(ranks), _describe_reason(state, ranks), scores, self.list_teams(state), roles=roles
        )

    def list_teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the Sirs and the Explorers; no teams outside the team game (P13.1)."""
        if not state.sirs:
            return ()
        explorers = tuple(seat for seat in range(len(state.players)) if seat not in state.sirs)
        return tuple(state.sirs), explorers

    def build_view(self, state: State, seat: Seat | None) -> View:
        """Build the table as one seat sees it; None is a spectator."""
        return build_view(self.game_box, state, seat)

    def describe_standing(self, view: View) -> Text | None:
        """Describe where the viewer stands."""
        return describe_standing(view)

    def count_pieces(self, state: State) -> Mapping[str, int]:
        """Count every token, tile and card, wherever it lies."""
        counts: Counter[str] = Counter(ice=state.icebergs, water=state.waters)
        for seat, player in enumerate(state.players):
            for n, kind in enumerate(TOKEN_KINDS):
                counts[f"{kind} of {seat}"] += player.reserve[n] + player.removed[n]
            counts.update(f"card {card}" for card in player.hand)
            if player.character:
                counts[player.character] += 1
            counts.update(player.offer)
        for piece in state.pieces:
            counts[piece.kind if piece.owner < 0 else f"{piece.kind} of {piece.owner}"] += 1
        counts.update(f"card {card}" for card in (*state.deck, *state.discards))
        for cards in state.roster:
            counts.update(cards)
        counts.update(tile.removesuffix("r") for tile in (*state.laid, *state.four, *state.left, *state.right))
        return counts

    def resample_hidden(self, state: State, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """Resample the piles, the deck, the other hands and the characters that others choose from (P9.4)."""
        state.four[:] = shuffle(state.four)
        pairs = shuffle([*state.left, *state.right])
        state.left[:], state.right[:] = pairs[: len(state.left)], pairs[len(state.left) :]
        others = [player for other, player in enumerate(state.players) if other != seat]
        cards = state.deck.copy()
        for player in others:
            cards += player.hand
        cards = shuffle(cards)
        for player in others:
            player.hand[:] = [cards.pop() for _ in player.hand]
        state.deck[:] = cards
        for n, roster in enumerate(state.roster):
            choosers = _list_hidden_choosers(state, seat, n)
            characters = roster.copy()
            for player in choosers:
                characters += player.offer
            characters = shuffle(characters)
            for player in choosers:
                player.offer[:] = [characters.pop() for _ in player.offer]
                if player.picked is not None:
                    player.picked = shuffle(list(range(len(player.offer))))[0]
            roster[:] = characters

    def upgrade_state(self, stored_state: dict[str, Any], from_version: int) -> dict[str, Any]:
        """Upgrade a stored state to the present rules; the state has the same form in all versions.

        Rules 2 turn the tile that Cook chooses, lay rows after a raid, take P11.4 and P10.12 by their words and find
        all walks. A stored state without the option `fresh` was played by its default of rules 1.
        """
        if from_version < 2:
            stored_state["options"] = restore_options(self.meta.settings, stored_state["options"])
        return stored_state

    def skip_to_turn(self, state: State, seat: Seat) -> bool:
        """Begin the seat's turn."""
        if state.phase != "race":
            return False
        state.to_move = seat
        flow.begin_turn(self.game_box, state, Effects("", 0))
        return True

    def list_rules(self, state: State, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:  # noqa: ARG002
        """List the rule to end a turn in which nothing else is possible, and the one about reveals."""
        return build_end_turn_rule(menu), KEEP_AFTER_REVEAL

    def list_warnings(self, words: Words, before: State, after: State, seat: Seat) -> tuple[Text, ...]:
        """Warn before the last token, before the last one of four hexes, and before sailing back, except by a raid."""
        warnings = self._warn_of_last_token(before, after, seat)
        rows_lost = self.game_box.find_row(before, seat) - self.game_box.find_row(after, seat)
        if rows_lost > 0 and words[:1] != ("raid",):
            sails_back = count(
                "This sails back: {n} row lost (P4.8).", "This sails back: {n} rows lost (P4.8).", rows_lost
            )
            return (sails_back, *warnings)
        return warnings

    def _warn_of_last_token(self, before: State, after: State, seat: Seat) -> tuple[Text, ...]:
        reserve_before, reserve_after = before.players[seat].reserve, after.players[seat].reserve
        price = self.components.costs.recover
        if any(reserve_before) and not any(reserve_after):
            return (say("That is your last token; to take one back costs {price} (P5).", price=format_points(price)),)
        if _count_largest_tokens(reserve_before) > 0 == _count_largest_tokens(reserve_after):
            return (
                say(
                    "That is your last token of four hexes; to take one back costs {price} (P5).",
                    price=format_points(price),
                ),
            )
        return ()

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Compose a move that ends the turn, or else keeps new tiles as they lie, or else takes the first options."""
        return compose_move(menu, _pick_safely)


def _count_largest_tokens(reserve: Sequence[int]) -> int:
    """Count the tokens of four hexes in a reserve."""
    return sum(n for kind, n in zip(TOKEN_KINDS, reserve, strict=True) if kind.endswith("4"))


def _pick_safely(menu: Menu) -> Word:
    words = [option.word for option in menu.list_open_options()]
    if menu.name == "verb":
        for safe_word in ("end", "keep"):
            if safe_word in words:
                return safe_word
    return "+".join(words[: menu.min_picks])


def _list_hidden_choosers(state: State, seat: Seat | None, deck_index: int) -> list[Player]:
    """Return the players who choose from a deck of characters and whose offer the seat does not see (P13.2)."""
    choosers: list[Player] = []
    for other, player in enumerate(state.players):
        if not player.offer:
            continue
        if state.sirs:
            uses_deck = (other in state.sirs) == (deck_index == 0)
            is_hidden = uses_deck and (seat in state.sirs) != (deck_index == 0)
        else:
            is_hidden = other != seat
        if is_hidden:
            choosers.append(player)
    return choosers


def _describe_reason(state: State, ranking: list[tuple[Seat, ...]]) -> Text:
    """Describe who has won, and how."""
    winners = mention_seats(ranking[0])
    through = next((SeatMention(seat) for seat, player in enumerate(state.players) if player.exited), None)
    if state.sirs and len(winners) == 2:
        return _describe_team_reason(winners, through, are_sirs=ranking[0][0] in state.sirs)
    if through is not None:
        return say("{winner} is the first through the Northwest Passage.", winner=through)
    if len(winners) > 1:
        return say("The ships lie still; {winners} share the victory in front.", winners=winners)
    return say("The ships lie still; {winner} wins, being furthest ahead.", winner=winners[0])


def _describe_team_reason(winners: list[SeatMention], through: SeatMention | None, *, are_sirs: bool) -> Text:
    if through is None:
        if are_sirs:
            return say("The ships lie still; {winners} win for the Sirs, being furthest ahead.", winners=winners)
        return say("The ships lie still; {winners} win for the Explorers, being furthest ahead.", winners=winners)
    if are_sirs:
        return say(
            "{winner} is first through the Passage: {winners} win for the Sirs.", winner=through, winners=winners
        )
    return say(
        "{winner} is first through the Passage: {winners} win for the Explorers.", winner=through, winners=winners
    )
