"""The order of play: setup, the choice of characters, one action and its effects, the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.paso import menus, play, treasures
from engine.games.paso.card_menus import parse_effect, parse_seat
from engine.games.paso.components import TEAM_SIDES, TREASURE_EFFECTS, Characters, TreasureEffect
from engine.games.paso.game_box import GameBox
from engine.games.paso.names import format_points, name_card, name_side
from engine.games.paso.rules import TurnOptions
from engine.games.paso.state import Player, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, UserError, count, mention_seats, say


# ---------------------------------------------------------------- P1 setup
def set_up_table(box: GameBox, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
    """Create the state before the choice of characters.

    Raises:
        UserError: Teams were chosen without four players (P13).
    """
    parts, is_team_game = box.components, options["mode"] == "teams"
    if is_team_game and seat_count != 4:
        raise UserError(
            say("Sirs against Explorers is a game for four players. Choose “each for himself” or find more.")
        )
    four_tiles = out.shuffle([tile for tile in box.faces if tile[0] == "a"], "tiles/four")  # P1.4
    side_groups = {2: (), 3: ("b",), 4: ("b", "c")}[seat_count]
    side_tiles = out.shuffle([tile for tile in box.faces if tile[0] in side_groups], "tiles/two")
    left_size = len(side_tiles) // 2 if seat_count == 4 else len(side_tiles)
    deck: list[TreasureEffect] = []
    for effect in TREASURE_EFFECTS:
        deck += [effect] * parts.treasures.count_copies(effect, seat_count)
    first = out.roll_below(seat_count, "first")  # P1.7
    state = State(
        options=dict(options),
        players=[Player(parts.tokens.list_counts(), [0] * 10, [""] * seat_count) for _ in range(seat_count)],  # P1.1
        laid=[],
        four=four_tiles,
        left=side_tiles[:left_size],
        right=side_tiles[left_size:],
        deck=out.shuffle(deck, "treasures"),  # P1.3
        roster=_shuffle_characters(parts.characters, out, is_team_game=is_team_game),
        icebergs=parts.supply.iceberg,
        waters=parts.supply.water,
        first=first,
        to_move=first,
    )
    if is_team_game:
        _set_up_teams(state, out)
    else:
        for player in state.players:  # P1.2
            player.offer = [state.roster[0].pop() for _ in range(2)]
    play.discover_rows(box, state, out)  # P1.5
    out.announce(say("{seat} will move first. Everybody chooses a character.", seat=SeatMention(first)))
    return state


def _shuffle_characters(characters: Characters, out: Effects, *, is_team_game: bool) -> list[list[str]]:
    """Shuffle the characters into one deck, or in the team game into one deck for each side."""
    if not is_team_game:
        return [out.shuffle([card.word for card in characters.cards], f"roster/{TEAM_SIDES[0]}")]
    decks: list[list[str]] = []
    for side in TEAM_SIDES:
        words = []
        for card in characters.cards:
            if card.side == side:
                words.append(card.word)
        decks.append(out.shuffle(words, f"roster/{side}"))
    return decks


def _set_up_teams(state: State, out: Effects) -> None:
    state.sirs = [0, 2] if out.roll_below(2, "sirs") == 0 else [1, 3]  # P13.1
    for n, pair in enumerate(_list_pairs(state)):  # P13.2
        state.players[pair[0]].offer = [state.roster[n].pop() for _ in range(4)]
        out.announce(say("{seats} are {side}.", seats=mention_seats(pair), side=name_side(TEAM_SIDES[n])))


def _list_pairs(state: State) -> list[list[Seat]]:
    """Return the seats of each side, the Sirs first."""
    return [state.sirs, [seat for seat in range(len(state.players)) if seat not in state.sirs]]


def _choose_characters(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Let each player choose a character (P1.2; in the team game P13.2), and begin the race."""
    if state.sirs:
        yield from _choose_in_pairs(box, state, out)
    else:
        yield from _choose_alone(box, state)
    for n, cards in enumerate(state.roster):
        state.roster[n] = out.shuffle(cards, f"returned/{TEAM_SIDES[n]}")
    for seat, player in enumerate(state.players):
        player.offer, player.picked = [], None
        out.reveal(
            say("{seat} sails with {name}.", seat=SeatMention(seat), name=box.find_character(player.character).name)
        )
    if state.options["gift"] == "yes" and len(state.players) == 2:  # P1.9
        play.draw_treasure(state, 1 - state.first, out)
    state.phase = "race"
    begin_turn(box, state, out)


def _choose_alone(box: GameBox, state: State) -> TurnScript[None]:
    """Let each player keep one of two characters (P1.2)."""
    questions = {}
    for seat, player in enumerate(state.players):
        questions[seat] = partial(menus.build_character_menu, box, player.offer, None)
    answers = yield questions
    for seat, words in answers.items():
        player = state.players[seat]
        player.character = words[1]
        state.roster[0] += [word for word in player.offer if word != words[1]]


def _choose_in_pairs(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Let the partners of each pair, one after the other, take one of four characters (P13.2)."""
    players, pairs = state.players, _list_pairs(state)
    for stage in (0, 1):
        questions = {}
        for pair in pairs:
            first_partner = players[pair[0]]
            questions[pair[stage]] = partial(menus.build_character_menu, box, first_partner.offer, first_partner.picked)
        answers = yield dict(sorted(questions.items()))
        for pair in pairs:
            offer, word = players[pair[0]].offer, answers[pair[stage]][1]
            players[pair[stage]].picked = offer.index(word)
            if stage == 0:
                name = box.find_character(word).name
                out.announce(say("{seat} will sail with {name}.", seat=SeatMention(pair[0]), name=name), pair[1])
    for n, pair in enumerate(pairs):
        offer = players[pair[0]].offer
        for seat in pair:
            players[seat].character = offer[players[seat].picked or 0]
        kept = [players[seat].character for seat in pair]
        state.roster[n] += [word for word in offer if word not in kept]


# ---------------------------------------------------------------- P3 turns
def play_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Run the choice of characters, or one action of the player to move."""
    if state.phase == "choose":
        yield from _choose_characters(box, state, out)
        return
    turn = TurnOptions(box, state)
    if not turn.can_act and turn.explain_no_cards() is not None:  # P3.3
        yield from _end_turn(turn, out)
        return
    words = yield from ask_one(turn.seat, partial(menus.build_action_menu, turn))
    if words[0] == "end":
        yield from _end_turn(turn, out)
        return
    state.acted = True
    yield from _carry_out_action(turn, words, out)


def _carry_out_action(turn: TurnOptions, words: Words, out: Effects) -> TurnScript[None]:
    match words:
        case ("advance", hex_, way):
            yield from play.advance(turn, hex_, way, out)
        case ("raid", hex_, *whose):
            yield from play.raid(turn, hex_, parse_seat(whose[0]) if whose else None, out)
        case ("exit",):
            _sail_out(turn, out)
        case ("fresh",):
            _use_fresh_waters(turn, out)
        case ("card", card, *on):
            yield from play.play_card(turn, parse_effect(card), on, out)
        case ("recover", token):
            _recover_token(turn, token, out)
        case ("drop",):
            _drop_iceberg(turn, out)
        case _:
            raise ValueError(f"not an action: {words}")


def begin_turn(box: GameBox, state: State, out: Effects) -> None:
    """Give the player to move the points and cards of a new turn."""
    player = state.players[state.to_move]
    state.points = box.count_turn_points(player)
    if player.slowed:  # P10.7
        state.points = max(0, state.points - player.slowed)
        out.announce(
            count(
                "{seat} has {n} action point in this turn.",
                "{seat} has {n} action points in this turn.",
                state.points,
                seat=SeatMention(state.to_move),
            )
        )
    player.slowed, player.shielded = 0, False
    state.cards = box.components.turn.cards
    state.moved = state.advanced = state.fresh = state.acted = False
    state.turn += 1


def _end_turn(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    state = turn.state
    yield from _discard_to_limit(turn, out)
    out.announce(say("{seat} ends the turn.", seat=SeatMention(turn.seat)))
    turn.player.silenced = False  # P10.2
    state.idle = 0 if state.acted else state.idle + 1
    rounds = turn.components.rulings.pass_rounds
    if state.idle >= rounds * len(state.players):  # P12.2
        state.phase = "over"
        out.announce(say("Nobody has moved for {rounds} rounds: the race is over.", rounds=rounds))
        return
    state.to_move = (state.to_move + 1) % len(state.players)  # P1.7
    begin_turn(turn.game_box, state, out)


def _discard_to_limit(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    """Let the player discard the cards above the hand limit (P3.2)."""
    player = turn.player
    excess = len(player.hand) - turn.components.turn.hand
    if excess <= 0:
        return
    _, answer = yield from ask_one(turn.seat, partial(menus.build_discard_menu, player.hand, excess))
    index_by_word = treasures.map_card_words(player.hand)
    indices = [index_by_word[word] for word in answer.split("+")]
    discarded = [player.hand[index] for index in indices]
    player.hand = [card for index, card in enumerate(player.hand) if index not in indices]
    turn.state.discards += discarded
    player.discarded += discarded
    out.announce(
        say("{seat} discards {cards}.", seat=SeatMention(turn.seat), cards=[name_card(card) for card in discarded])
    )


# ---------------------------------------------------------------- P5 to P8, P12 the short actions
def _recover_token(turn: TurnOptions, token: str, out: Effects) -> None:
    state = turn.state
    state.points -= turn.components.costs.recover
    piece = state.pieces.pop(treasures.map_token_words(turn, turn.recoverable_tokens)[token])
    play.return_token(turn.player, piece)
    out.announce(
        say(
            "{seat} takes a token back: {token} from {hexes}.",
            seat=SeatMention(turn.seat),
            token=play.name_piece(piece),
            hexes=list(piece.hexes),
        )
    )


def _drop_iceberg(turn: TurnOptions, out: Effects) -> None:
    state = turn.state
    state.points -= turn.drop_price
    play.place_special_tile(state, "ice", turn.player.behind)
    out.announce(say("{seat} drops an iceberg on {hex}.", seat=SeatMention(turn.seat), hex=turn.player.behind))


def _use_fresh_waters(turn: TurnOptions, out: Effects) -> None:
    """Replace the points that are left, or add to them, by the option `fresh` (P8.1)."""
    state, gain = turn.state, turn.fresh_points
    state.points = gain + (state.points if state.options["fresh"] == "added" else 0)
    state.fresh = True
    out.announce(
        say(
            "{seat} sails in the Fresh Waters behind {other}: {points} to advance.",
            seat=SeatMention(turn.seat),
            other=SeatMention(turn.player.raiding or 0),
            points=format_points(state.points),
        )
    )


def _sail_out(turn: TurnOptions, out: Effects) -> None:
    """Sail past the last row: the first ship there wins at once (P12, P12.1)."""
    turn.state.points -= turn.components.costs.exit
    turn.player.exited, turn.player.ship, turn.player.raiding = True, "", None
    turn.state.phase = "over"
    out.announce(
        say(
            "{seat} sails past row {row} into the open Pacific.", seat=SeatMention(turn.seat), row=turn.passage.last_row
        )
    )
