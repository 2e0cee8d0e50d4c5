"""The course of the game: the setup, and a turn from its first question to its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.games.amundsen import cards, menus
from engine.games.amundsen.cards import EXPLORER_NAMES
from engine.games.amundsen.components import Components
from engine.games.amundsen.deck import draw_card, fill_row
from engine.games.amundsen.payments import find_card_to_remove
from engine.games.amundsen.rules import TurnOptions
from engine.games.amundsen.state import SIDES, Card, Explorer, HeldCard, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, Text, count, say

SIDE_PATRONS: Final[Mapping[Side, tuple[str, ...]]] = {
    "amundsen": ("architect", "army-officer", "press-baron", "philanthropist"),
    "scott": ("engineer", "army-officer", "show-manager", "politician"),
}


# ---------------------------------------------------------------- A1 setup
def set_up_table(components: Components, options: Mapping[str, str], out: Effects) -> State:
    """Shuffle the deck, and set up the rest if the dice choose the explorers; otherwise the choice comes first."""
    state = State(dict(options), out.shuffle(cards.build_deck(components.deck), "deck"))
    if options["explorers"] == "random":  # A1.1
        _assign_explorers(components, state, SIDES[out.roll_below(2, "explorers")], out)
    return state


def _assign_explorers(components: Components, state: State, side_of_seat_0: Side, out: Effects) -> None:
    seats = (0, 1) if side_of_seat_0 == "amundsen" else (1, 0)
    for side, seat in zip(SIDES, seats, strict=True):
        state.explorers[side] = Explorer(seat, components.limits.hand)
    out.announce(
        say(
            "{amundsen} is Amundsen and moves first; {scott} is Scott.",
            amundsen=SeatMention(seats[0]),
            scott=SeatMention(seats[1]),
        )
    )
    if state.options["patrons"] == "yes":  # A13
        for side, explorer in state.explorers.items():
            _draw_patron(components, side, explorer, out)
    fill_row(state, out)  # A1.2
    for explorer in state.explorers.values():
        _begin_race(components, state, explorer, out)


def _draw_patron(components: Components, side: Side, explorer: Explorer, out: Effects) -> None:
    patron = SIDE_PATRONS[side][out.roll_below(len(SIDE_PATRONS[side]), f"patron/{side}")]
    explorer.patron = patron
    if patron == "army-officer":  # A13.3
        numbers = components.patrons
        explorer.officer = numbers.horses_removed if side == "amundsen" else numbers.dogs_removed
    out.announce(
        say("{explorer} has a patron: the {patron}.", explorer=EXPLORER_NAMES[side], patron=cards.name_patron(patron))
    )


def _begin_race(components: Components, state: State, explorer: Explorer, out: Effects) -> None:
    """Deal the start hand and set the start space (A1.2, A13.1, A13.2)."""
    patrons = components.patrons
    hands = {"architect": patrons.architect_hand, "engineer": patrons.engineer_hand}
    for _ in range(hands.get(explorer.patron, components.limits.start_hand)):
        card = draw_card(state, out)
        if card is not None:
            explorer.hand.append(HeldCard(card, "own"))
    if explorer.patron in ("press-baron", "show-manager"):
        explorer.space = 1
    if explorer.patron not in ("army-officer", *cards.WILD_PATRONS):
        explorer.patron = ""  # the others act at the start only
    names = cards.name_cards(held.card for held in explorer.hand)
    out.reveal(say("You begin with {cards}, face down for your rival.", cards=names), explorer.seat)


# ---------------------------------------------------------------- A1.3 a turn
def play_turn(components: Components, state: State, out: Effects) -> TurnScript[None]:
    """Play the choice of explorers or one turn of the race."""
    if not state.explorers:  # A1.1
        _, side = yield from ask_one(0, menus.build_explorer_menu)
        _assign_explorers(components, state, "amundsen" if side == "amundsen" else "scott", out)
        return
    turn = TurnOptions(components, state)
    seat = turn.me.seat
    if not menus.can_continue(turn):  # A2.5
        out.announce(
            say("{seat} can do nothing any more. Both explorers freeze in the Antarctic.", seat=SeatMention(seat))
        )
        state.ended = "frozen"
        return
    words = yield from ask_one(seat, partial(menus.build_action_menu, turn))
    match words:
        case ("take", *_):
            yield from _take_cards(turn, words, out)
        case ("advance", spaces, payment):
            _advance_explorer(turn, int(spaces), payment, out)
        case ("pole", payment):
            _reach_pole(turn, payment, out)
        case ("blizzard" | "crevasse", payment):
            _attack_rival(turn, payment, out)
        case ("return", space, card):
            _return_to_route(turn, int(space), card, out)
        case ("compass",):
            _play_compass(turn, out)
        case ("equipment",):
            yield from _play_equipment_loss(turn, out)
        case ("freeze",):
            _freeze_explorers(turn, out)
        case _:
            raise AssertionError(words)
    if not state.ended:
        state.to_move = turn.rival_side
        state.turn += 1


def _freeze_explorers(turn: TurnOptions, out: Effects) -> None:
    turn.state.ended = "frozen"  # A2.4
    out.announce(
        say(
            "{seat} declares a Take that the row cannot serve. Both explorers freeze in the Antarctic.",
            seat=SeatMention(turn.me.seat),
        )
    )


# ---------------------------------------------------------------- A3 take
def _take_cards(turn: TurnOptions, words: Words, out: Effects) -> TurnScript[None]:
    state, me = turn.state, turn.me
    n = int(words[1])
    discarded = _remove_from_hand(me, words[2]) if len(words) > 2 else []
    state.discards += discarded
    taken = state.row[: -n - 1 : -1]
    del state.row[-n:]
    me.hand += [HeldCard(card) for card in taken]
    if discarded:
        out.announce(
            say(
                "{seat} discards {discards} and takes {cards}.",
                seat=SeatMention(me.seat),
                discards=cards.name_cards(discarded),
                cards=cards.name_cards(taken),
            )
        )
    else:
        out.announce(say("{seat} takes {cards}.", seat=SeatMention(me.seat), cards=cards.name_cards(taken)))
    fill_row(state, out)  # A3.2
    if discarded:
        symbols = {card[1] for card in discarded}
        kinds = [kind for kind in menus.EFFECT_SYMBOLS.values() if kind in symbols]
        if kinds:  # A3.3
            yield from _use_effect(turn, kinds, out)


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def _use_effect(turn: TurnOptions, kinds: list[str], out: Effects) -> TurnScript[None]:
    reasons: dict[str, Text] = {}
    for kind in kinds:
        why = turn.explain_no_effect(kind)
        if why is not None:
            reasons[kind] = why
    if len(reasons) == len(kinds):
        for kind, why in reasons.items():
            out.announce(say("{effect} has no effect. {why}", effect=cards.name_symbol(kind), why=why))
        return
    _, which = yield from ask_one(turn.me.seat, partial(menus.build_effect_menu, turn, kinds))
    match which:
        case "supplies":
            _drop_supplies(turn, out)
        case "sacrifice":
            _sacrifice_animals(turn, out)
        case "weather":
            yield from _use_good_weather(turn, out)


def _drop_supplies(turn: TurnOptions, out: Effects) -> None:
    me, rival = turn.me, turn.rival
    held = rival.hand.pop(out.roll_below(len(rival.hand), "supplies"))  # A10
    me.hand.append(held)
    name = cards.name_card(held.card)
    if held.known == "all":
        out.reveal(
            say(
                "{seat} uses Drop Supplies and takes the {card} of {rival}.",
                seat=SeatMention(me.seat),
                card=name,
                rival=SeatMention(rival.seat),
            )
        )
        return
    held.known = "rival"  # A10.1
    out.announce(
        say(
            "{seat} uses Drop Supplies and takes a hidden card of {rival}.",
            seat=SeatMention(me.seat),
            rival=SeatMention(rival.seat),
        )
    )
    out.reveal(say("The card that you take is {card}.", card=name), me.seat)
    out.reveal(say("The card that you lose is {card}.", card=name), rival.seat)


def _sacrifice_animals(turn: TurnOptions, out: Effects) -> None:
    rival = turn.rival
    shown = [held.card for held in rival.hand]
    lost_kinds = (cards.WEATHER_SYMBOL, cards.SIDE_ANIMALS[turn.rival_side])  # A11
    lost = [card for card in shown if cards.find_symbol(card) in lost_kinds]
    rival.hand = [HeldCard(card) for card in shown if card not in lost]
    turn.state.discards += lost
    out.reveal(
        say(
            "{seat} uses Sacrifice: {rival} shows {cards}.",
            seat=SeatMention(turn.me.seat),
            rival=SeatMention(rival.seat),
            cards=cards.name_cards(shown),
        )
    )
    if lost:
        out.announce(say("{rival} discards {cards}.", rival=SeatMention(rival.seat), cards=cards.name_cards(lost)))
    else:
        out.announce(say("{rival} has nothing to discard.", rival=SeatMention(rival.seat)))


def _use_good_weather(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    me = turn.me
    card = draw_card(turn.state, out)
    if card is None:
        return
    drawn = HeldCard(card, "own")
    me.hand.append(drawn)
    name = cards.name_card(card)
    out.announce(say("{seat} uses Good Weather and draws a card.", seat=SeatMention(me.seat)))
    out.reveal(say("You draw {card}.", card=name), me.seat)
    _, choice = yield from ask_one(me.seat, partial(menus.build_weather_menu, turn, card))
    if choice == "advance":  # A12.1
        drawn.known = "all"
        me.space += 1
        out.reveal(
            say(
                "{seat} shows {card} and advances to space {space}.",
                seat=SeatMention(me.seat),
                card=name,
                space=me.space,
            )
        )
    else:  # A12.3
        out.announce(say("{seat} keeps the card face down.", seat=SeatMention(me.seat)))


# ---------------------------------------------------------------- A4 advance, A5 the Pole
def _advance_explorer(turn: TurnOptions, spaces: int, payment: str, out: Effects) -> None:
    paid = _pay_cards(turn, payment)
    turn.me.space += spaces
    out.announce(
        count(
            "{seat} advances to space {space} with {cards}.",
            "{seat} advances {n} spaces to space {space} with {cards}.",
            spaces,
            seat=SeatMention(turn.me.seat),
            space=turn.me.space,
            cards=paid,
        )
    )


def _reach_pole(turn: TurnOptions, payment: str, out: Effects) -> None:
    paid = _pay_cards(turn, payment)
    turn.me.space += 1
    turn.state.ended = "pole"
    out.announce(say("{seat} reaches the South Pole with {cards}!", seat=SeatMention(turn.me.seat), cards=paid))


# ---------------------------------------------------------------- A6 losing the route, A7 back to it
def _attack_rival(turn: TurnOptions, payment: str, out: Effects) -> None:
    paid = _pay_cards(turn, payment)
    rival = turn.rival
    if rival.lost:
        rival.space -= 1  # A6.3
        out.announce(
            say(
                "{seat} plays {cards}: {rival} goes back to the “?” behind space {space}.",
                seat=SeatMention(turn.me.seat),
                cards=paid,
                rival=SeatMention(rival.seat),
                space=rival.space,
            )
        )
    else:
        rival.lost = True  # A6
        out.announce(
            say(
                "{seat} plays {cards}: {rival} loses the route and stands on the “?” behind space {space}.",
                seat=SeatMention(turn.me.seat),
                cards=paid,
                rival=SeatMention(rival.seat),
                space=rival.space,
            )
        )


def _return_to_route(turn: TurnOptions, space: int, card: str, out: Effects) -> None:
    paid = _pay_cards(turn, card)
    me = turn.me
    me.space, me.lost = space, False
    if space:
        out.announce(
            say(
                "{seat} is back on the route with {cards}, on space {space}.",
                seat=SeatMention(me.seat),
                cards=paid,
                space=space,
            )
        )
    else:
        out.announce(say("{seat} is back on the ship with {cards}.", seat=SeatMention(me.seat), cards=paid))


# ---------------------------------------------------------------- A8 Compass, A9 Equipment Loss
def _play_compass(turn: TurnOptions, out: Effects) -> None:
    me = turn.me
    turn.state.discards += _remove_from_hand(me, cards.COMPASS_CODE)
    before, me.space = me.space, turn.find_compass_target()
    where = say("space {space}", space=me.space) if me.space else say("the ship")
    if me.space > before:
        out.announce(say("{seat} plays a Compass and goes forward to {where}.", seat=SeatMention(me.seat), where=where))
    else:
        out.announce(say("{seat} plays a Compass and goes back to {where}.", seat=SeatMention(me.seat), where=where))


def _play_equipment_loss(turn: TurnOptions, out: Effects) -> TurnScript[None]:
    _remove_from_hand(turn.me, cards.EQUIPMENT_LOSS_CODE)  # A9.2: it lies in front of the rival from now on
    rival = turn.rival
    rival.lost_equipment = True
    rival.limit = min(rival.limit, turn.components.limits.hand_after_loss)
    out.announce(
        say(
            "{seat} plays Equipment Loss: {rival} may hold {limit} cards at most from now on.",
            seat=SeatMention(turn.me.seat),
            rival=SeatMention(rival.seat),
            limit=rival.limit,
        )
    )
    if len(rival.hand) > rival.limit:  # A9.1
        _, word = yield from ask_one(rival.seat, partial(menus.build_excess_menu, rival, turn.side))
        discarded = _remove_from_hand(rival, word)
        turn.state.discards += discarded
        out.announce(say("{seat} discards {cards}.", seat=SeatMention(rival.seat), cards=cards.name_cards(discarded)))


# ---------------------------------------------------------------- cards out of a hand
def _remove_from_hand(explorer: Explorer, word: str) -> list[Card]:
    """Remove the cards that a word spells from the hand, of equal cards the best known (A3.4); return them."""
    removed = [spelling[:2] for spelling in word.split("+")]  # "ra2" is the second card "ra"
    for card in removed:
        del explorer.hand[find_card_to_remove(explorer.hand, card)]
    return removed


def _pay_cards(turn: TurnOptions, payment: str) -> list[Text]:
    """Discard the cards of a payment, remove a wild patron from the game (A13.4), and name them."""
    me, patron = turn.me, turn.me.patron
    paid = payment.split("+")
    for card in paid:
        if card == cards.WILD_PATRON_CODE:
            me.patron = ""
        else:
            del me.hand[find_card_to_remove(me.hand, card)]
            turn.state.discards.append(card)
    return cards.name_cards(paid, patron)
