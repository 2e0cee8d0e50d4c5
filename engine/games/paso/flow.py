"""In what order things happen: the table laid out, the characters chosen, an action and what follows from it, the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.paso import menus, play, treasures
from engine.games.paso.card_menus import parse_effect, parse_seat
from engine.games.paso.components import TEAM_SIDES, TREASURE_EFFECTS, TreasureEffect
from engine.games.paso.names import format_points as points_name
from engine.games.paso.names import name_card, name_side
from engine.games.paso.rules import GameBox, TurnOptions
from engine.games.paso.state import Player, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, UserError, count, say


# ---------------------------------------------------------------- P1 setup
def set_up_table(box: GameBox, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
    """The table laid out up to the choice of the characters. Raises Refusal for teams without four players (P13)."""
    parts, teams = box.components, options["mode"] == "teams"
    if teams and seat_count != 4:
        raise UserError(
            say("Sirs against Explorers is a game for four players. Choose “each for himself” or find more.")
        )
    four = out.shuffle([word for word in box.faces if word[0] == "a"], "tiles/four")  # P1.4
    pair = [word for word in box.faces if (word[0] == "b" and seat_count > 2) or (word[0] == "c" and seat_count > 3)]
    pair = out.shuffle(pair, "tiles/two")
    half = len(pair) // 2 if seat_count == 4 else len(pair)
    deck: list[TreasureEffect] = [
        effect for effect in TREASURE_EFFECTS for _ in range(parts.treasures.count_copies(effect, seat_count))
    ]
    characters = parts.characters.cards
    roster = [[card.word for card in characters if not teams or card.side == side] for side in TEAM_SIDES[: 1 + teams]]
    first = out.roll_below(seat_count, "first")  # P1.7
    state = State(
        options=dict(options),
        players=[Player(parts.tokens.list_counts(), [0] * 10, [""] * seat_count) for _ in range(seat_count)],  # P1.1
        laid=[],
        four=four,
        left=pair[:half],
        right=pair[half:],
        deck=out.shuffle(deck, "treasures"),  # P1.3
        roster=[out.shuffle(cards, f"roster/{TEAM_SIDES[n]}") for n, cards in enumerate(roster)],
        icebergs=parts.supply.iceberg,
        waters=parts.supply.water,
        first=first,
        to_move=first,
    )
    if teams:
        state.sirs = [0, 2] if out.roll_below(2, "sirs") == 0 else [1, 3]  # P13.1
        for n, pair_of in enumerate(_list_pairs(state)):  # P13.2
            state.players[pair_of[0]].offer = [state.roster[n].pop() for _ in range(4)]
            out.announce(
                say("{seats} are {side}.", seats=[SeatMention(seat) for seat in pair_of], side=name_side(TEAM_SIDES[n]))
            )
    else:
        for player in state.players:  # P1.2
            player.offer = [state.roster[0].pop() for _ in range(2)]
    play.discover_rows(box, state, out)  # P1.5
    out.announce(say("{seat} will move first. Everybody chooses a character.", seat=SeatMention(first)))
    return state


def _list_pairs(state: State) -> list[list[Seat]]:
    """The seats of each side, the Sirs first."""
    return [state.sirs, [seat for seat in range(len(state.players)) if seat not in state.sirs]]


def _choose_characters(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Everybody keeps one of two characters (P1.2); of a pair first one partner, then the other, takes one of four (P13.2)."""
    players = state.players
    if state.sirs:
        for stage in (0, 1):
            ask = {}
            for pair in _list_pairs(state):
                chief = players[pair[0]]
                ask[pair[stage]] = partial(menus.build_character_menu, box, chief.offer, chief.picked)
            answers = yield dict(sorted(ask.items()))
            for pair in _list_pairs(state):
                offer, word = players[pair[0]].offer, answers[pair[stage]][1]
                players[pair[stage]].picked = offer.index(word)
                if stage == 0:
                    name = box.find_character(word).name
                    out.announce(say("{seat} will sail with {name}.", seat=SeatMention(pair[0]), name=name), pair[1])
        for n, pair in enumerate(_list_pairs(state)):
            offer = players[pair[0]].offer
            for seat in pair:
                players[seat].character = offer[players[seat].picked or 0]
            kept = [players[seat].character for seat in pair]
            state.roster[n] += [word for word in offer if word not in kept]
    else:
        answers = yield {
            seat: partial(menus.build_character_menu, box, player.offer, None) for seat, player in enumerate(players)
        }
        for seat, words in answers.items():
            players[seat].character = words[1]
            state.roster[0] += [word for word in players[seat].offer if word != words[1]]
    for n, cards in enumerate(state.roster):
        state.roster[n] = out.shuffle(cards, f"returned/{TEAM_SIDES[n]}")
    for seat, player in enumerate(players):
        player.offer, player.picked = [], None
        out.reveal(
            say("{seat} sails with {name}.", seat=SeatMention(seat), name=box.find_character(player.character).name)
        )
    if state.options["gift"] == "yes" and len(players) == 2:  # P1.9
        play.draw_treasure(state, 1 - state.first, out)
    state.phase = "race"
    _begin_turn(box, state, out)


# ---------------------------------------------------------------- P3 turns
def play_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """The choice of characters, or one action of a player and what follows from it."""
    if state.phase == "choose":
        yield from _choose_characters(box, state, out)
        return
    at = TurnOptions(box, state)
    if not at.can_act and at.explain_no_cards() is not None:  # P3.3
        yield from _end_turn(at, out)
        return
    words = yield from ask_one(at.seat, partial(menus.build_action_menu, at))
    if words[0] == "end":
        yield from _end_turn(at, out)
        return
    state.acted = True
    yield from _carry_out_action(at, words, out)


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


def _begin_turn(box: GameBox, state: State, out: Effects) -> None:
    me = state.players[state.to_move]
    state.points = box.count_turn_points(me)
    if me.slowed:  # P10.7
        state.points = max(0, state.points - me.slowed)
        out.announce(
            count(
                "{seat} has {n} action point in this turn.",
                "{seat} has {n} action points in this turn.",
                state.points,
                seat=SeatMention(state.to_move),
            )
        )
    me.slowed, me.shielded = 0, False
    state.cards = box.components.turn.cards
    state.moved = state.advanced = state.fresh = state.acted = False
    state.turn += 1


def _end_turn(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    state, me, limits = turn.state, turn.player, turn.components.turn
    spare = len(me.hand) - limits.hand
    if spare > 0:  # P3.2
        _, cards = yield from ask_one(turn.seat, partial(menus.build_discard_menu, me.hand, spare))
        held = treasures.map_card_words(me.hand)
        places = [held[word] for word in cards.split("+")]
        gone = [me.hand[place] for place in places]
        me.hand = [card for place, card in enumerate(me.hand) if place not in places]
        state.discards += gone
        out.announce(
            say("{seat} discards {cards}.", seat=SeatMention(turn.seat), cards=[name_card(card) for card in gone])
        )
    out.announce(say("{seat} ends the turn.", seat=SeatMention(turn.seat)))
    me.silenced = False  # P10.2
    state.idle = 0 if state.acted else state.idle + 1
    rounds = turn.components.rulings.pass_rounds
    if state.idle >= rounds * len(state.players):  # P12.2
        state.phase = "over"
        out.announce(say("Nobody has moved for {rounds} rounds: the race is over.", rounds=rounds))
        return
    state.to_move = (state.to_move + 1) % len(state.players)  # P1.7
    _begin_turn(turn.game_box, state, out)


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
    """The points take the place of those left, or come on top of them (P8.1)."""
    state, gain = turn.state, turn.fresh_points
    state.points = gain + (state.points if state.options["fresh"] == "added" else 0)
    state.fresh = True
    out.announce(
        say(
            "{seat} sails in the Fresh Waters behind {other}: {points} to advance.",
            seat=SeatMention(turn.seat),
            other=SeatMention(turn.player.raiding or 0),
            points=points_name(state.points),
        )
    )


def _sail_out(turn: TurnOptions, out: Effects) -> None:
    """The first ship past the last row wins at once (P12, P12.1)."""
    turn.state.points -= turn.components.costs.exit
    turn.player.exited, turn.player.ship, turn.player.raiding = True, "", None
    turn.state.phase = "over"
    out.announce(
        say(
            "{seat} sails past row {row} into the open Pacific.", seat=SeatMention(turn.seat), row=turn.passage.last_row
        )
    )
