"""In what order things happen: the table laid out, and a turn from its first question to its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.games.amundsen import cards, menus
from engine.games.amundsen.cards import EXPLORER_NAMES
from engine.games.amundsen.components import Components
from engine.games.amundsen.rules import TurnOptions, find_card_to_remove
from engine.games.amundsen.state import SIDES, Card, Explorer, HeldCard, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, Text, count, say

SIDE_PATRONS: Final[Mapping[Side, tuple[str, ...]]] = {
    "amundsen": ("architect", "army-officer", "press-baron", "philanthropist"),
    "scott": ("engineer", "army-officer", "show-manager", "politician"),
}
_ANIMAL_SYMBOLS: Final = (cards.DOG_SYMBOL, cards.HORSE_SYMBOL)


# ---------------------------------------------------------------- A1 setup
def set_up_table(components: Components, options: Mapping[str, str], out: Effects) -> State:
    """The shuffled deck; the rest follows at once when the dice choose the explorers, else after the choice."""
    state = State(dict(options), out.shuffle(cards.build_deck(components.deck), "deck"))
    if options["explorers"] == "random":  # A1.1
        _assign_explorers(components, state, "amundsen" if out.roll_below(2, "explorers") == 0 else "scott", out)
    return state


def _assign_explorers(components: Components, state: State, first_seat: Side, out: Effects) -> None:
    seats = (0, 1) if first_seat == "amundsen" else (1, 0)
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
    _fill_row(state, out)  # A1.2
    for explorer in state.explorers.values():
        _begin_race(components, state, explorer, out)


def _draw_patron(components: Components, side: Side, explorer: Explorer, out: Effects) -> None:
    patron = SIDE_PATRONS[side][out.roll_below(len(SIDE_PATRONS[side]), f"patron/{side}")]
    explorer.patron = patron
    if patron == "army-officer":  # A13.3
        explorer.officer = components.patrons.horses_removed if side == "amundsen" else components.patrons.dogs_removed
    out.announce(
        say("{explorer} has a patron: the {patron}.", explorer=EXPLORER_NAMES[side], patron=cards.name_patron(patron))
    )


def _begin_race(components: Components, state: State, explorer: Explorer, out: Effects) -> None:
    """The start hand and the start space (A1.2, A13.1, A13.2)."""
    patrons = components.patrons
    hands = {"architect": patrons.architect_hand, "engineer": patrons.engineer_hand}
    for _ in range(hands.get(explorer.patron, components.limits.start_hand)):
        card = _draw_card(state, out)
        if card is not None:
            explorer.hand.append(HeldCard(card, "own"))
    if explorer.patron in ("press-baron", "show-manager"):
        explorer.space = 1
    if explorer.patron not in ("army-officer", *cards.WILD_PATRONS):
        explorer.patron = ""
    names = cards.name_cards(held.card for held in explorer.hand)
    out.reveal(say("You begin with {cards}, face down for your rival.", cards=names), explorer.seat)


# ---------------------------------------------------------------- A1.3 a turn
def play_turn(components: Components, state: State, out: Effects) -> TurnScript[None]:
    """The choice of explorers, or one turn of the race."""
    if not state.explorers:  # A1.1
        _, side = yield from ask_one(0, menus.build_explorer_menu)
        _assign_explorers(components, state, "amundsen" if side == "amundsen" else "scott", out)
        return
    at = TurnOptions(components, state)
    if not menus.can_continue(at):  # A2.5
        out.announce(
            say("{seat} can do nothing any more. Both explorers freeze in the Antarctic.", seat=SeatMention(at.me.seat))
        )
        state.ended = "frozen"
        return
    words = yield from ask_one(at.me.seat, partial(menus.build_action_menu, at))
    match words:
        case ("take", *_):
            yield from _take_cards(at, words, out)
        case ("advance", spaces, payment):
            _advance_explorer(at, int(spaces), payment, out)
        case ("pole", payment):
            _reach_pole(at, payment, out)
        case ("blizzard" | "crevasse", payment):
            _attack_rival(at, payment, out)
        case ("return", space, card):
            _return_to_route(at, int(space), card, out)
        case ("compass",):
            _play_compass(at, out)
        case ("equipment",):
            yield from _play_equipment_loss(at, out)
        case _:
            _freeze_explorer(at, out)
    if not state.ended:
        state.to_move = at.rival_side
        state.turn += 1


def _freeze_explorer(turn: TurnOptions, out: Effects) -> None:
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
    _fill_row(state, out)  # A3.2
    if discarded:
        symbols = {card[1] for card in discarded}
        kinds = [kind for kind in menus.EFFECT_SYMBOLS.values() if kind in symbols]
        if kinds:  # A3.3
            yield from _use_effect(turn, kinds, out)


def _fill_row(state: State, out: Effects) -> None:
    """Slide and fill from the left; an Army Officer takes the animals that he waits for (A13.3)."""
    size = int(state.options["row"])
    new: list[Card] = []
    while len(state.row) < size:
        card = _draw_card(state, out)
        if card is None:
            break
        if card[1] in _ANIMAL_SYMBOLS and _take_for_officer(state, card, out):
            continue
        state.row.insert(0, card)
        new.append(card)
    if new:
        out.reveal(say("New in the row: {cards}.", cards=cards.name_cards(new)))


def _take_for_officer(state: State, card: Card, out: Effects) -> bool:
    for side, explorer in state.explorers.items():
        if explorer.officer and card[1] == (cards.HORSE_SYMBOL if side == "amundsen" else cards.DOG_SYMBOL):
            explorer.officer -= 1
            state.removed.append(card)
            out.reveal(
                say(
                    "{explorer}’s Army Officer removes a {card} from the game.",
                    explorer=EXPLORER_NAMES[side],
                    card=cards.name_card(card),
                )
            )
            if not explorer.officer:
                explorer.patron = ""
            return True
    return False


def _draw_card(state: State, out: Effects) -> Card | None:
    """The top card of the deck; None when the deck has run out for the second time."""
    if not state.deck and not state.shuffles:  # A2.2
        state.deck, state.discards, state.shuffles = out.shuffle(state.discards, "reshuffle"), [], 1
        out.announce(
            count(
                "The deck is empty: the one discard is the new deck, and the last.",
                "The deck is empty: the {n} discards are shuffled into a new one, the last.",
                len(state.deck),
            )
        )
    card = state.deck.pop() if state.deck else None
    if not state.deck and state.shuffles == 1:  # A2.3
        state.shuffles = 2
        out.announce(
            say(
                "The deck has run out for the second time: a Take that the row cannot serve now freezes both explorers."
            )
        )
    return card


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def _use_effect(turn: TurnOptions, kinds: list[str], out: Effects) -> TurnScript[None]:
    whys = [(kind, why) for kind in kinds if (why := turn.explain_no_effect(kind)) is not None]
    if len(whys) == len(kinds):
        for kind, why in whys:
            out.announce(say("{effect} has no effect. {why}", effect=cards.name_kind(kind), why=why))
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
    lost = [
        card for card in shown if cards.find_symbol(card) in (cards.WEATHER_SYMBOL, cards.SIDE_ANIMALS[turn.rival_side])
    ]  # A11
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
    card = _draw_card(turn.state, out)
    if card is None:
        return
    drawn = HeldCard(card, "own")
    me.hand.append(drawn)
    name = cards.name_card(card)
    out.announce(say("{seat} uses Good Weather and draws a card.", seat=SeatMention(me.seat)))
    out.reveal(say("You draw {card}.", card=name), me.seat)
    _, do = yield from ask_one(me.seat, partial(menus.build_weather_menu, turn, card))
    if do == "advance":  # A12.1
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
        _, chosen = yield from ask_one(rival.seat, partial(menus.build_excess_menu, rival, turn.side))
        gone = _remove_from_hand(rival, chosen)
        turn.state.discards += gone
        out.announce(say("{seat} discards {cards}.", seat=SeatMention(rival.seat), cards=cards.name_cards(gone)))


# ---------------------------------------------------------------- cards out of a hand
def _remove_from_hand(explorer: Explorer, word: str) -> list[Card]:
    """The cards that a word spells, out of the hand; of equal ones the best known (A3.4)."""
    gone = [spelling[:2] for spelling in word.split("+")]
    for card in gone:
        del explorer.hand[find_card_to_remove(explorer.hand, card)]
    return gone


def _pay_cards(turn: TurnOptions, payment: str) -> list[Text]:
    """Cards to the discards, a wild patron out of the game (A13.4); what was paid, by name."""
    me, patron = turn.me, turn.me.patron
    paid = payment.split("+")
    for card in paid:
        if card == cards.WILD_PATRON_CODE:
            me.patron = ""
        else:
            del me.hand[find_card_to_remove(me.hand, card)]
            turn.state.discards.append(card)
    return cards.name_cards(paid, patron)
