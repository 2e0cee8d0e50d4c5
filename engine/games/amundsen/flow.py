"""In what order things happen: the table laid out, and a turn from its first question to its end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.games.amundsen import cards, menus
from engine.games.amundsen.cards import EXPLORER
from engine.games.amundsen.components import Components
from engine.games.amundsen.rules import Turn, leaves_first
from engine.games.amundsen.state import SIDES, Card, Explorer, Held, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import Script, one
from engine.kernel.text import Text, Who, count, say

PATRONS: Final[Mapping[Side, tuple[str, ...]]] = {
    "amundsen": ("architect", "army-officer", "press-baron", "philanthropist"),
    "scott": ("engineer", "army-officer", "show-manager", "politician"),
}
_ANIMALS: Final = (cards.DOG, cards.HORSE)


# ---------------------------------------------------------------- A1 setup
def setup(components: Components, options: Mapping[str, str], out: Effects) -> State:
    """The shuffled deck; the rest follows at once when the dice choose the explorers, else after the choice."""
    state = State(dict(options), out.shuffled(cards.deck(components.deck), "deck"))
    if options["explorers"] == "random":  # A1.1
        _begin(components, state, "amundsen" if out.below(2, "explorers") == 0 else "scott", out)
    return state


def _begin(components: Components, state: State, first_seat: Side, out: Effects) -> None:
    seats = (0, 1) if first_seat == "amundsen" else (1, 0)
    for side, seat in zip(SIDES, seats, strict=True):
        state.explorers[side] = Explorer(seat, components.limits.hand)
    out.tell(
        say("{amundsen} is Amundsen and moves first; {scott} is Scott.", amundsen=Who(seats[0]), scott=Who(seats[1]))
    )
    if state.options["patrons"] == "yes":  # A13
        for side, explorer in state.explorers.items():
            _draw_patron(components, side, explorer, out)
    _fill_row(state, out)  # A1.2
    for explorer in state.explorers.values():
        _begin_race(components, state, explorer, out)


def _draw_patron(components: Components, side: Side, explorer: Explorer, out: Effects) -> None:
    patron = PATRONS[side][out.below(len(PATRONS[side]), f"patron/{side}")]
    explorer.patron = patron
    if patron == "army-officer":  # A13.3
        explorer.officer = components.patrons.horses_removed if side == "amundsen" else components.patrons.dogs_removed
    out.tell(say("{explorer} has a patron: the {patron}.", explorer=EXPLORER[side], patron=cards.patron_name(patron)))


def _begin_race(components: Components, state: State, explorer: Explorer, out: Effects) -> None:
    """The start hand and the start space (A1.2, A13.1, A13.2)."""
    patrons = components.patrons
    hands = {"architect": patrons.architect_hand, "engineer": patrons.engineer_hand}
    for _ in range(hands.get(explorer.patron, components.limits.start_hand)):
        card = _draw(state, out)
        if card is not None:
            explorer.hand.append(Held(card, "own"))
    if explorer.patron in ("press-baron", "show-manager"):
        explorer.space = 1
    if explorer.patron not in ("army-officer", *cards.WILD_PATRONS):
        explorer.patron = ""
    names = cards.names(held.card for held in explorer.hand)
    out.reveal(say("You begin with {cards}, face down for your rival.", cards=names), explorer.seat)


# ---------------------------------------------------------------- A1.3 a turn
def turn(components: Components, state: State, out: Effects) -> Script[None]:
    """The choice of explorers, or one turn of the race."""
    if not state.explorers:  # A1.1
        _, side = yield from one(0, menus.explorers)
        _begin(components, state, "amundsen" if side == "amundsen" else "scott", out)
        return
    at = Turn(components, state)
    if not menus.can_go_on(at):  # A2.5
        out.tell(say("{seat} can do nothing any more. Both explorers freeze in the Antarctic.", seat=Who(at.me.seat)))
        state.ended = "frozen"
        return
    words = yield from one(at.me.seat, partial(menus.actions, at))
    match words:
        case ("take", *_):
            yield from _take(at, words, out)
        case ("advance", spaces, payment):
            _advance(at, int(spaces), payment, out)
        case ("pole", payment):
            _reach_the_pole(at, payment, out)
        case ("blizzard" | "crevasse", payment):
            _attack(at, payment, out)
        case ("return", space, card):
            _return(at, int(space), card, out)
        case ("compass",):
            _compass(at, out)
        case ("equipment",):
            yield from _equipment(at, out)
        case _:
            _freeze(at, out)
    if not state.ended:
        state.to_move = at.rival_side
        state.turn += 1


def _freeze(at: Turn, out: Effects) -> None:
    at.state.ended = "frozen"  # A2.4
    out.tell(
        say(
            "{seat} declares a Take that the row cannot serve. Both explorers freeze in the Antarctic.",
            seat=Who(at.me.seat),
        )
    )


# ---------------------------------------------------------------- A3 take
def _take(at: Turn, words: Words, out: Effects) -> Script[None]:
    state, me = at.state, at.me
    n = int(words[1])
    discarded = _leave(me, words[2]) if len(words) > 2 else []
    state.discards += discarded
    taken = state.row[: -n - 1 : -1]
    del state.row[-n:]
    me.hand += [Held(card) for card in taken]
    if discarded:
        out.tell(
            say(
                "{seat} discards {discards} and takes {cards}.",
                seat=Who(me.seat),
                discards=cards.names(discarded),
                cards=cards.names(taken),
            )
        )
    else:
        out.tell(say("{seat} takes {cards}.", seat=Who(me.seat), cards=cards.names(taken)))
    _fill_row(state, out)  # A3.2
    if discarded:
        symbols = {card[1] for card in discarded}
        kinds = [kind for kind in menus.EFFECTS.values() if kind in symbols]
        if kinds:  # A3.3
            yield from _effect(at, kinds, out)


def _fill_row(state: State, out: Effects) -> None:
    """Slide and fill from the left; an Army Officer takes the animals that he waits for (A13.3)."""
    size = int(state.options["row"])
    new: list[Card] = []
    while len(state.row) < size:
        card = _draw(state, out)
        if card is None:
            break
        if card[1] in _ANIMALS and _officer_takes(state, card, out):
            continue
        state.row.insert(0, card)
        new.append(card)
    if new:
        out.reveal(say("New in the row: {cards}.", cards=cards.names(new)))


def _officer_takes(state: State, card: Card, out: Effects) -> bool:
    for side, explorer in state.explorers.items():
        if explorer.officer and card[1] == (cards.HORSE if side == "amundsen" else cards.DOG):
            explorer.officer -= 1
            state.removed.append(card)
            out.reveal(
                say(
                    "{explorer}’s Army Officer removes a {card} from the game.",
                    explorer=EXPLORER[side],
                    card=cards.name(card),
                )
            )
            if not explorer.officer:
                explorer.patron = ""
            return True
    return False


def _draw(state: State, out: Effects) -> Card | None:
    """The top card of the deck; None when the deck has run out for the second time."""
    if not state.deck and not state.shuffles:  # A2.2
        state.deck, state.discards, state.shuffles = out.shuffled(state.discards, "reshuffle"), [], 1
        out.tell(
            count(
                "The deck is empty: the one discard is the new deck, and the last.",
                "The deck is empty: the {n} discards are shuffled into a new one, the last.",
                len(state.deck),
            )
        )
    card = state.deck.pop() if state.deck else None
    if not state.deck and state.shuffles == 1:  # A2.3
        state.shuffles = 2
        out.tell(
            say(
                "The deck has run out for the second time: a Take that the row cannot serve now freezes both explorers."
            )
        )
    return card


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def _effect(at: Turn, kinds: list[str], out: Effects) -> Script[None]:
    whys = [(kind, why) for kind in kinds if (why := at.why_no_effect(kind)) is not None]
    if len(whys) == len(kinds):
        for kind, why in whys:
            out.tell(say("{effect} has no effect. {why}", effect=cards.kind_name(kind), why=why))
        return
    _, which = yield from one(at.me.seat, partial(menus.effects, at, kinds))
    match which:
        case "supplies":
            _drop_supplies(at, out)
        case "sacrifice":
            _sacrifice(at, out)
        case "weather":
            yield from _good_weather(at, out)


def _drop_supplies(at: Turn, out: Effects) -> None:
    me, rival = at.me, at.rival
    held = rival.hand.pop(out.below(len(rival.hand), "supplies"))  # A10
    me.hand.append(held)
    name = cards.name(held.card)
    if held.known == "all":
        out.reveal(
            say(
                "{seat} uses Drop Supplies and takes the {card} of {rival}.",
                seat=Who(me.seat),
                card=name,
                rival=Who(rival.seat),
            )
        )
        return
    held.known = "rival"  # A10.1
    out.tell(
        say("{seat} uses Drop Supplies and takes a hidden card of {rival}.", seat=Who(me.seat), rival=Who(rival.seat))
    )
    out.reveal(say("The card that you take is {card}.", card=name), me.seat)
    out.reveal(say("The card that you lose is {card}.", card=name), rival.seat)


def _sacrifice(at: Turn, out: Effects) -> None:
    rival = at.rival
    shown = [held.card for held in rival.hand]
    lost = [card for card in shown if cards.kind(card) in (cards.WEATHER, cards.ANIMAL[at.rival_side])]  # A11
    rival.hand = [Held(card) for card in shown if card not in lost]
    at.state.discards += lost
    out.reveal(
        say(
            "{seat} uses Sacrifice: {rival} shows {cards}.",
            seat=Who(at.me.seat),
            rival=Who(rival.seat),
            cards=cards.names(shown),
        )
    )
    if lost:
        out.tell(say("{rival} discards {cards}.", rival=Who(rival.seat), cards=cards.names(lost)))
    else:
        out.tell(say("{rival} has nothing to discard.", rival=Who(rival.seat)))


def _good_weather(at: Turn, out: Effects) -> Script[None]:
    me = at.me
    card = _draw(at.state, out)
    if card is None:
        return
    drawn = Held(card, "own")
    me.hand.append(drawn)
    name = cards.name(card)
    out.tell(say("{seat} uses Good Weather and draws a card.", seat=Who(me.seat)))
    out.reveal(say("You draw {card}.", card=name), me.seat)
    _, do = yield from one(me.seat, partial(menus.weather, at, card))
    if do == "advance":  # A12.1
        drawn.known = "all"
        me.space += 1
        out.reveal(
            say("{seat} shows {card} and advances to space {space}.", seat=Who(me.seat), card=name, space=me.space)
        )
    else:  # A12.3
        out.tell(say("{seat} keeps the card face down.", seat=Who(me.seat)))


# ---------------------------------------------------------------- A4 advance, A5 the Pole
def _advance(at: Turn, spaces: int, payment: str, out: Effects) -> None:
    paid = _pay(at, payment)
    at.me.space += spaces
    out.tell(
        count(
            "{seat} advances to space {space} with {cards}.",
            "{seat} advances {n} spaces to space {space} with {cards}.",
            spaces,
            seat=Who(at.me.seat),
            space=at.me.space,
            cards=paid,
        )
    )


def _reach_the_pole(at: Turn, payment: str, out: Effects) -> None:
    paid = _pay(at, payment)
    at.me.space += 1
    at.state.ended = "pole"
    out.tell(say("{seat} reaches the South Pole with {cards}!", seat=Who(at.me.seat), cards=paid))


# ---------------------------------------------------------------- A6 losing the route, A7 back to it
def _attack(at: Turn, payment: str, out: Effects) -> None:
    paid = _pay(at, payment)
    rival = at.rival
    if rival.lost:
        rival.space -= 1  # A6.3
        out.tell(
            say(
                "{seat} plays {cards}: {rival} goes back to the “?” behind space {space}.",
                seat=Who(at.me.seat),
                cards=paid,
                rival=Who(rival.seat),
                space=rival.space,
            )
        )
    else:
        rival.lost = True  # A6
        out.tell(
            say(
                "{seat} plays {cards}: {rival} loses the route and stands on the “?” behind space {space}.",
                seat=Who(at.me.seat),
                cards=paid,
                rival=Who(rival.seat),
                space=rival.space,
            )
        )


def _return(at: Turn, space: int, card: str, out: Effects) -> None:
    paid = _pay(at, card)
    me = at.me
    me.space, me.lost = space, False
    if space:
        out.tell(
            say(
                "{seat} is back on the route with {cards}, on space {space}.",
                seat=Who(me.seat),
                cards=paid,
                space=space,
            )
        )
    else:
        out.tell(say("{seat} is back on the ship with {cards}.", seat=Who(me.seat), cards=paid))


# ---------------------------------------------------------------- A8 Compass, A9 Equipment Loss
def _compass(at: Turn, out: Effects) -> None:
    me = at.me
    at.state.discards += _leave(me, cards.COMPASS)
    before, me.space = me.space, at.compass_goes_to()
    where = say("space {space}", space=me.space) if me.space else say("the ship")
    if me.space > before:
        out.tell(say("{seat} plays a Compass and goes forward to {where}.", seat=Who(me.seat), where=where))
    else:
        out.tell(say("{seat} plays a Compass and goes back to {where}.", seat=Who(me.seat), where=where))


def _equipment(at: Turn, out: Effects) -> Script[None]:
    _leave(at.me, cards.EQUIPMENT)  # A9.2: it lies in front of the rival from now on
    rival = at.rival
    rival.lost_equipment = True
    rival.limit = min(rival.limit, at.components.limits.hand_after_loss)
    out.tell(
        say(
            "{seat} plays Equipment Loss: {rival} may hold {limit} cards at most from now on.",
            seat=Who(at.me.seat),
            rival=Who(rival.seat),
            limit=rival.limit,
        )
    )
    if len(rival.hand) > rival.limit:  # A9.1
        _, chosen = yield from one(rival.seat, partial(menus.excess, rival, at.side))
        gone = _leave(rival, chosen)
        at.state.discards += gone
        out.tell(say("{seat} discards {cards}.", seat=Who(rival.seat), cards=cards.names(gone)))


# ---------------------------------------------------------------- cards out of a hand
def _leave(explorer: Explorer, word: str) -> list[Card]:
    """The cards that a word spells, out of the hand; of equal ones the best known (A3.4)."""
    gone = [spelling[:2] for spelling in word.split("+")]
    for card in gone:
        del explorer.hand[leaves_first(explorer.hand, card)]
    return gone


def _pay(at: Turn, payment: str) -> list[Text]:
    """Cards to the discards, a wild patron out of the game (A13.4); what was paid, by name."""
    me, patron = at.me, at.me.patron
    paid = payment.split("+")
    for card in paid:
        if card == cards.PATRON:
            me.patron = ""
        else:
            del me.hand[leaves_first(me.hand, card)]
            at.state.discards.append(card)
    return cards.names(paid, patron)
