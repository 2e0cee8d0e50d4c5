"""In what order things happen: the table laid out, the characters chosen, an action and what follows from it, the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.paso import menus, play, treasures
from engine.games.paso.cards import effect_of, seat_of
from engine.games.paso.components import EFFECTS, SIDES, Effect
from engine.games.paso.names import card_name, side_name
from engine.games.paso.names import points as points_name
from engine.games.paso.rules import Box, Turn
from engine.games.paso.state import Player, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import Script, one
from engine.kernel.text import Refusal, Seat, Who, count, say


# ---------------------------------------------------------------- P1 setup
def setup(box: Box, seats: int, options: Mapping[str, str], out: Effects) -> State:
    """The table laid out up to the choice of the characters. Raises Refusal for teams without four players (P13)."""
    parts, teams = box.components, options["mode"] == "teams"
    if teams and seats != 4:
        raise Refusal(say("Sirs against Explorers is a game for four players. Choose “each for himself” or find more."))
    four = out.shuffled([word for word in box.faces if word[0] == "a"], "tiles/four")  # P1.4
    pair = [word for word in box.faces if (word[0] == "b" and seats > 2) or (word[0] == "c" and seats > 3)]
    pair = out.shuffled(pair, "tiles/two")
    half = len(pair) // 2 if seats == 4 else len(pair)
    deck: list[Effect] = [effect for effect in EFFECTS for _ in range(parts.treasures.copies(effect, seats))]
    characters = parts.characters.cards
    roster = [[card.word for card in characters if not teams or card.side == side] for side in SIDES[: 1 + teams]]
    first = out.below(seats, "first")  # P1.7
    state = State(
        options=dict(options),
        players=[Player(parts.tokens.counts(), [0] * 10, [""] * seats) for _ in range(seats)],  # P1.1
        laid=[],
        four=four,
        left=pair[:half],
        right=pair[half:],
        deck=out.shuffled(deck, "treasures"),  # P1.3
        roster=[out.shuffled(cards, f"roster/{SIDES[n]}") for n, cards in enumerate(roster)],
        icebergs=parts.supply.iceberg,
        waters=parts.supply.water,
        first=first,
        to_move=first,
    )
    if teams:
        state.sirs = [0, 2] if out.below(2, "sirs") == 0 else [1, 3]  # P13.1
        for n, pair_of in enumerate(_pairs(state)):  # P13.2
            state.players[pair_of[0]].offer = [state.roster[n].pop() for _ in range(4)]
            out.tell(say("{seats} are {side}.", seats=[Who(seat) for seat in pair_of], side=side_name(SIDES[n])))
    else:
        for player in state.players:  # P1.2
            player.offer = [state.roster[0].pop() for _ in range(2)]
    play.discover(box, state, out)  # P1.5
    out.tell(say("{seat} will move first. Everybody chooses a character.", seat=Who(first)))
    return state


def _pairs(state: State) -> list[list[Seat]]:
    """The seats of each side, the Sirs first."""
    return [state.sirs, [seat for seat in range(len(state.players)) if seat not in state.sirs]]


def _choose(box: Box, state: State, out: Effects) -> Script[None]:
    """Everybody keeps one of two characters (P1.2); of a pair first one partner, then the other, takes one of four (P13.2)."""
    players = state.players
    if state.sirs:
        for stage in (0, 1):
            ask = {}
            for pair in _pairs(state):
                chief = players[pair[0]]
                ask[pair[stage]] = partial(menus.choose, box, chief.offer, chief.picked)
            answers = yield dict(sorted(ask.items()))
            for pair in _pairs(state):
                offer, word = players[pair[0]].offer, answers[pair[stage]][1]
                players[pair[stage]].picked = offer.index(word)
                if stage == 0:
                    name = box.character(word).name
                    out.tell(say("{seat} will sail with {name}.", seat=Who(pair[0]), name=name), pair[1])
        for n, pair in enumerate(_pairs(state)):
            offer = players[pair[0]].offer
            for seat in pair:
                players[seat].character = offer[players[seat].picked or 0]
            kept = [players[seat].character for seat in pair]
            state.roster[n] += [word for word in offer if word not in kept]
    else:
        answers = yield {seat: partial(menus.choose, box, player.offer, None) for seat, player in enumerate(players)}
        for seat, words in answers.items():
            players[seat].character = words[1]
            state.roster[0] += [word for word in players[seat].offer if word != words[1]]
    for n, cards in enumerate(state.roster):
        state.roster[n] = out.shuffled(cards, f"returned/{SIDES[n]}")
    for seat, player in enumerate(players):
        player.offer, player.picked = [], None
        out.reveal(say("{seat} sails with {name}.", seat=Who(seat), name=box.character(player.character).name))
    if state.options["gift"] == "yes" and len(players) == 2:  # P1.9
        play.draw(state, 1 - state.first, out)
    state.phase = "race"
    _begin_turn(box, state, out)


# ---------------------------------------------------------------- P3 turns
def turn(box: Box, state: State, out: Effects) -> Script[None]:
    """The choice of characters, or one action of a player and what follows from it."""
    if state.phase == "choose":
        yield from _choose(box, state, out)
        return
    at = Turn(box, state)
    if not at.may_act and at.why_no_cards() is not None:  # P3.3
        yield from _end_turn(at, out)
        return
    words = yield from one(at.seat, partial(menus.actions, at))
    if words[0] == "end":
        yield from _end_turn(at, out)
        return
    state.acted = True
    yield from _act(at, words, out)


def _act(at: Turn, words: Words, out: Effects) -> Script[None]:
    match words:
        case ("advance", hex_, way):
            yield from play.advance(at, hex_, way, out)
        case ("raid", hex_, *whose):
            yield from play.raid(at, hex_, seat_of(whose[0]) if whose else None, out)
        case ("exit",):
            _exit(at, out)
        case ("fresh",):
            _fresh(at, out)
        case ("card", card, *on):
            yield from play.card(at, effect_of(card), on, out)
        case ("recover", token):
            _recover(at, token, out)
        case ("drop",):
            _drop(at, out)
        case _:
            raise ValueError(f"not an action: {words}")


def _begin_turn(box: Box, state: State, out: Effects) -> None:
    me = state.players[state.to_move]
    state.points = box.points(me)
    if me.slowed:  # P10.7
        state.points = max(0, state.points - me.slowed)
        out.tell(
            count(
                "{seat} has {n} action point in this turn.",
                "{seat} has {n} action points in this turn.",
                state.points,
                seat=Who(state.to_move),
            )
        )
    me.slowed, me.shielded = 0, False
    state.cards = box.components.turn.cards
    state.moved = state.advanced = state.fresh = state.acted = False
    state.turn += 1


def _end_turn(at: Turn, out: Effects) -> Script[None]:
    state, me, limits = at.state, at.me, at.components.turn
    spare = len(me.hand) - limits.hand
    if spare > 0:  # P3.2
        _, cards = yield from one(at.seat, partial(menus.discard, me.hand, spare))
        held = treasures.card_words(me.hand)
        places = [held[word] for word in cards.split("+")]
        gone = [me.hand[place] for place in places]
        me.hand = [card for place, card in enumerate(me.hand) if place not in places]
        state.discards += gone
        out.tell(say("{seat} discards {cards}.", seat=Who(at.seat), cards=[card_name(card) for card in gone]))
    out.tell(say("{seat} ends the turn.", seat=Who(at.seat)))
    me.silenced = False  # P10.2
    state.idle = 0 if state.acted else state.idle + 1
    rounds = at.components.rulings.pass_rounds
    if state.idle >= rounds * len(state.players):  # P12.2
        state.phase = "over"
        out.tell(say("Nobody has moved for {rounds} rounds: the race is over.", rounds=rounds))
        return
    state.to_move = (state.to_move + 1) % len(state.players)  # P1.7
    _begin_turn(at.box, state, out)


# ---------------------------------------------------------------- P5 to P8, P12 the short actions
def _recover(at: Turn, token: str, out: Effects) -> None:
    state = at.state
    state.points -= at.components.costs.recover
    piece = state.pieces.pop(treasures.token_words(at, at.recoverable)[token])
    play.put_back(at.me, piece)
    out.tell(
        say(
            "{seat} takes a token back: {token} from {hexes}.",
            seat=Who(at.seat),
            token=play.piece_name(piece),
            hexes=list(piece.hexes),
        )
    )


def _drop(at: Turn, out: Effects) -> None:
    state = at.state
    state.points -= at.drop_price
    play.put(state, "ice", at.me.behind)
    out.tell(say("{seat} drops an iceberg on {hex}.", seat=Who(at.seat), hex=at.me.behind))


def _fresh(at: Turn, out: Effects) -> None:
    """The points take the place of those left, or come on top of them (P8.1)."""
    state, gain = at.state, at.fresh_points
    state.points = gain + (state.points if state.options["fresh"] == "added" else 0)
    state.fresh = True
    out.tell(
        say(
            "{seat} sails in the Fresh Waters behind {other}: {points} to advance.",
            seat=Who(at.seat),
            other=Who(at.me.raiding or 0),
            points=points_name(state.points),
        )
    )


def _exit(at: Turn, out: Effects) -> None:
    """The first ship past the last row wins at once (P12, P12.1)."""
    at.state.points -= at.components.costs.exit
    at.me.exited, at.me.ship, at.me.raiding = True, "", None
    at.state.phase = "over"
    out.tell(say("{seat} sails past row {row} into the open Pacific.", seat=Who(at.seat), row=at.passage.last_row))
