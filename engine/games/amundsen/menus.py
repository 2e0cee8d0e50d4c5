"""The menus of the game's decisions. `rules` says what is legal.

Menus and labels are cached, because the program asks, draws and checks each decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Final

import msgspec

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COMPASS_CODE, EQUIPMENT_LOSS_CODE, EXPLORER_NAMES, WILD_PATRON_CODE
from engine.games.amundsen.payments import Payment, spell_hand
from engine.games.amundsen.rules import DISCARD_COSTS, TurnOptions, explain_no_attack, explain_too_far
from engine.games.amundsen.state import SIDES, Card, Explorer, Side, find_rival_side
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Text, count, say

EFFECT_SYMBOLS: Final = {
    "supplies": cards.SUPPLIES_SYMBOL,
    "sacrifice": cards.SACRIFICE_SYMBOL,
    "weather": cards.WEATHER_SYMBOL,
}
"""The symbol that grants each discard effect, by the word of the effect."""

_ASK_ACTION: Final = say("It is your turn: what do you do?")
_ASK_TAKE_COUNT: Final = say("How many cards do you take? They come from the right end of the row.")
_ASK_ONE_DISCARD: Final = say("Which card do you discard?")
_ASK_THREE_DISCARDS: Final = say("Which three cards do you discard?")
_ASK_DISTANCE: Final = say("How far do you advance?")
_ASK_PAYMENT: Final = say("Which cards do you pay with?")
_ASK_CARDS: Final = say("Which cards do you play?")
_ASK_RETURN_SPACE: Final = say("Where do you go back to?")
_ASK_GUIDE_CARD: Final = say("Which card shows you the way?")
_ASK_EFFECT: Final = say("Use the effect of a card you discarded?")
_ASK_WEATHER_ADVANCE: Final = say("Show the card you drew and advance, or keep it face down?")


# ---------------------------------------------------------------- A1 the choice of explorers
def build_explorer_menu() -> Menu:
    """Build the menu for the choice of explorers."""
    prompt = say("Which explorer are you? Amundsen moves first.")
    options = tuple(Option(side, say("{explorer}", explorer=EXPLORER_NAMES[side]), spot=f"{side}-0") for side in SIDES)
    return _build_single_action_menu("choose", Menu("explorer", prompt, options))


def _build_single_action_menu(verb: Word, next_menu: Menu) -> Menu:
    """Build a menu with one verb, which leads to the next menu."""
    return Menu("verb", next_menu.prompt, (_build_action_option(verb),), lambda _: next_menu)


# ---------------------------------------------------------------- a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """Build the menu for the action of a turn (A1.3). Actions that are impossible now have a reason."""
    options = _list_action_options(turn)
    words = [option.word for option in options if option.why_not is None]
    return Menu(
        "verb",
        _ASK_ACTION,
        LazyOptions(words, lambda: options),
        cache_menus(partial(_build_next_menu, turn)),
        why_not=turn.explain_unlisted_verb,
    )


def can_continue(turn: TurnOptions) -> bool:
    """Return whether the explorer can do more than freeze (A2.5)."""
    if _can_take_one(turn):
        return True
    return any(option.why_not is None and option.word != "freeze" for option in _list_action_options(turn))


def _can_take_one(turn: TurnOptions) -> bool:
    return bool(turn.state.row) and len(turn.me.hand) < turn.me.limit


def _list_action_options(turn: TurnOptions) -> list[Option]:
    me, rival = turn.me, turn.rival
    options = [_build_take_option(turn), _build_action_option("advance", turn.explain_no_advance())]
    if me.space == turn.last_space:
        spot = f"{turn.side}-{turn.last_space + 1}"
        options.append(Option("pole", _label_action("pole"), why_not=turn.explain_no_pole(), spot=spot))
    for kind in (cards.BLIZZARD_SYMBOL, cards.CREVASSE_SYMBOL):
        held = turn.kinds.count(kind)
        if held:
            options.append(_build_attack_option(turn.side, kind, held, rival.space, rival_lost=rival.lost))
    if me.lost:
        options.append(_build_action_option("return", turn.explain_no_return()))
    if COMPASS_CODE in turn.hand:
        options.append(_build_compass_option(turn))
    if EQUIPMENT_LOSS_CODE in turn.hand:
        options.append(_build_action_option("equipment", turn.explain_no_equipment()))
    if turn.state.shuffles == 2:
        options.append(_build_action_option("freeze", turn.explain_no_freeze()))
    return options


def _build_action_option(verb: Word, why: Text | None = None) -> Option:
    if why is None:
        return _build_open_action(verb)
    return Option(verb, _label_action(verb), why_not=why)


@cache
def _build_open_action(verb: Word) -> Option:
    return Option(verb, _label_action(verb))


@cache
def _label_action(verb: Word) -> Text:
    labels = {
        "choose": say("Choose an explorer"),
        "take": say("Take cards"),
        "advance": say("Advance"),
        "pole": say("Reach the Pole"),
        "return": say("Back to the route"),
        "equipment": say("Play Equipment Loss"),
        "effect": say("Discard effect"),
        "weather": say("Good Weather"),
        "discard": say("Discard"),
        "freeze": say("Freeze: declare an impossible Take"),
    }
    return labels[verb]


def _build_take_option(turn: TurnOptions) -> Option:
    if _can_take_one(turn):
        return _build_open_action("take")
    whys = [turn.explain_no_take(n) for n in DISCARD_COSTS]
    why = None if None in whys else whys[0]
    return _build_action_option("take", why)


@cache
def _build_attack_option(side: Side, kind: str, held: int, rival_space: int, *, rival_lost: bool) -> Option:
    verb = "blizzard" if kind == cards.BLIZZARD_SYMBOL else "crevasse"
    rival = find_rival_side(side)
    name = EXPLORER_NAMES[rival]
    why = explain_no_attack(side, kind, held, rival_space, rival_lost=rival_lost)
    if rival_lost:
        label = say("A {card}: {rival} goes back one “?”", card=cards.name_attacks(kind, 1), rival=name)
    else:
        label = say("2 {cards}: {rival} loses the route", cards=cards.name_attacks(kind, 2), rival=name)
    spot = "" if why else f"{rival}-q{rival_space - rival_lost}"
    return Option(verb, label, why_not=why, spot=spot)


def _build_compass_option(turn: TurnOptions) -> Option:
    why = turn.explain_no_compass()
    space = turn.find_compass_target()
    label = say("Play the Compass: one space back")
    if space > turn.me.space:
        label = say("Play the Compass: one space forward")
    spot = "" if why else f"{turn.side}-{space}"
    return Option("compass", label, why_not=why, spot=spot)


def _build_next_menu(turn: TurnOptions, verb: Word) -> Menu | None:
    match verb:
        case "take":
            return _build_take_count_menu(turn)
        case "advance":
            return _build_distance_menu(turn)
        case "pole":
            return _build_payment_menu(turn, "with", _ASK_PAYMENT, turn.list_pole_payments())
        case "blizzard":
            return _build_payment_menu(turn, "cards", _ASK_CARDS, turn.list_attacks(cards.BLIZZARD_SYMBOL))
        case "crevasse":
            return _build_payment_menu(turn, "cards", _ASK_CARDS, turn.list_attacks(cards.CREVASSE_SYMBOL))
        case "return":
            return _build_return_menu(turn)
        case _:
            return None


# ---------------------------------------------------------------- A3 take
def _build_take_count_menu(turn: TurnOptions) -> Menu:
    words = [str(n) for n in DISCARD_COSTS if turn.explain_no_take(n) is None]
    options = LazyOptions(words, lambda: [_build_take_count_option(turn, n) for n in DISCARD_COSTS])
    return Menu("cards", _ASK_TAKE_COUNT, options, cache_menus(partial(_build_discard_menu, turn)))


def _build_take_count_option(turn: TurnOptions, n: int) -> Option:
    option = _build_open_take(n, *turn.state.row[-n:])
    why = turn.explain_no_take(n)
    return option if why is None else Option(option.word, option.label, why_not=why)


@lru_cache(maxsize=512)
def _build_open_take(n: int, *taken: Card) -> Option:
    name = cards.name_card(taken[0]) if len(taken) == n else say("from the deck")
    if n == 1:
        return Option("1", say("{card}, free", card=name))
    label = say("{count} with {card}, discard {n}", count=n, card=name, n=DISCARD_COSTS[n])
    return Option(str(n), label)


def _build_discard_menu(turn: TurnOptions, taken: Word) -> Menu | None:
    cost = DISCARD_COSTS[int(taken)]
    if not cost:
        return None
    # Words of more than two characters are further copies; a single discard does not need them.
    held = [(word, i) for i, word in enumerate(spell_hand(turn.me.hand)) if cost > 1 or len(word) == 2]
    words = [word for word, _ in held if cards.is_discardable(word[:2])]
    options = LazyOptions(words, lambda: [_build_discard_option(word, i) for word, i in held])
    prompt = _ASK_ONE_DISCARD if cost == 1 else _ASK_THREE_DISCARDS
    return Menu("discard", prompt, options, min_picks=cost, max_picks=cost)


@cache
def _build_discard_option(word: Word, i: int) -> Option:
    locked = None if cards.is_discardable(word[:2]) else say("This card cannot be discarded in a Take (A3.1).")
    return Option(word, cards.name_card(word[:2]), why_not=locked, spot=f"hand-{i}")


@cache
def _build_card_option(word: Word, i: int) -> Option:
    return Option(word, cards.name_card(word[:2]), spot=f"hand-{i}")


# ---------------------------------------------------------------- A4 advance, A5 the Pole, A6 attacks
def _build_distance_menu(turn: TurnOptions) -> Menu:
    missing = turn.count_missing_cards()
    words = [str(n) for n, short in enumerate(missing, 1) if not short]
    options = LazyOptions(words, lambda: _list_space_options(turn, missing))
    return Menu("spaces", _ASK_DISTANCE, options, cache_menus(partial(_build_fare_menu, turn)))


def _list_space_options(turn: TurnOptions, missing: Sequence[int]) -> list[Option]:
    options: list[Option] = []
    for n, short in enumerate(missing, 1):
        space = turn.me.space + n
        options.append(_build_space_option(turn.side, n, space, turn.route.colours[space - 1], short))
    return options


@cache
def _build_space_option(side: Side, n: int, space: int, colour: str, short: int) -> Option:
    label = say("space {space} ({colour})", space=space, colour=cards.name_colour(colour))
    why = explain_too_far(side, n, space, colour, short) if short else None
    return Option(str(n), label, why_not=why, spot=f"{side}-{space}")


def _build_fare_menu(turn: TurnOptions, spaces: Word) -> Menu:
    return _build_payment_menu(turn, "with", _ASK_PAYMENT, turn.list_fares(int(spaces)))


def _build_payment_menu(turn: TurnOptions, parameter: str, prompt: Text, payments: Sequence[Payment]) -> Menu:
    words = ["+".join(payment) for payment in payments]
    options = LazyOptions(words, lambda: _list_payment_options(turn, payments))
    return Menu(parameter, prompt, options)


def _list_payment_options(turn: TurnOptions, payments: Sequence[Payment]) -> list[Option]:
    """List the payments. A label names the cards that are in every payment last, since a long label is cut off there."""
    shared: Counter[Card] = Counter(payments[0])
    for payment in payments:
        shared &= Counter(payment)
    options = [_build_payment_option(turn, payment, shared) for payment in payments]
    if len(options) > 1 or len(payments[0]) > 1:
        return options
    return [msgspec.structs.replace(options[0], label=say("pay {cards}", cards=options[0].label))]


def _build_payment_option(turn: TurnOptions, payment: Payment, shared: Counter[Card]) -> Option:
    if len(payment) == 1:
        return _build_single_option(turn, payment[0])
    spot = " ".join(_generate_payment_spots(turn, payment))
    if len(payment) < 6:
        patron = turn.me.patron if WILD_PATRON_CODE in payment else ""
        return _build_set_option(payment, tuple(sorted(payment, key=shared.__contains__)), patron, spot)
    # Six names or more are too long for a button: the label names the few cards that the player keeps.
    kept = list(turn.hand)
    if turn.patron_is_wild:
        kept.append(WILD_PATRON_CODE)
    for card in payment:
        kept.remove(card)
    label = say("All your cards")
    if kept:
        label = say("All but {cards}", cards=cards.name_cards(kept, turn.me.patron))
    return Option("+".join(payment), label, spot=spot, is_price=True)


@lru_cache(maxsize=1024)
def _build_set_option(payment: Payment, named: Payment, patron: str, spot: str) -> Option:
    label = say("{cards}", cards=cards.name_cards(named, patron))
    return Option("+".join(payment), label, spot=spot, is_price=True)


def _generate_payment_spots(turn: TurnOptions, payment: Payment) -> Iterator[str]:
    """List the places of the cards of a payment: for each its first copies in the hand."""
    spelled = spell_hand(turn.me.hand)
    copies: Counter[Card] = Counter()
    for card in payment:
        copies[card] += 1
        if card == WILD_PATRON_CODE:
            yield "patron"
        else:
            yield f"hand-{spelled.index(card if copies[card] == 1 else f'{card}{copies[card]}')}"


def _build_single_option(turn: TurnOptions, card: Card) -> Option:
    if card == WILD_PATRON_CODE:
        return Option(card, cards.name_patron(turn.me.patron), spot="patron")
    return _build_card_option(card, spell_hand(turn.me.hand).index(card))


# ---------------------------------------------------------------- A7 back to the route
def _build_return_menu(turn: TurnOptions) -> Menu:
    spaces = turn.list_return_spaces().items()
    options = tuple(_build_return_option(turn, space, colours) for space, colours in spaces)
    return Menu("space", _ASK_RETURN_SPACE, options, cache_menus(partial(_build_guide_menu, turn)))


def _build_return_option(turn: TurnOptions, space: int, colours: str) -> Option:
    if space:
        label = say("Space {space} ({colour})", space=space, colour=cards.name_colour(turn.route.colours[space - 1]))
    else:
        label = say("The ship")
    why = None if turn.list_guide_cards(colours) else say("You have no card that leads there (A7).")
    return Option(str(space), label, why_not=why, spot=f"{turn.side}-{space}")


def _build_guide_menu(turn: TurnOptions, space: Word) -> Menu:
    guides = turn.list_guide_cards(turn.list_return_spaces()[int(space)])
    options = LazyOptions(guides, lambda: [_build_single_option(turn, card) for card in guides])
    return Menu("with", _ASK_GUIDE_CARD, options)


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def build_effect_menu(turn: TurnOptions, kinds: Sequence[str]) -> Menu:
    """Build the menu for the effect to use, from the symbols on the discards."""
    labels = {
        "supplies": say("Drop Supplies: take a rival’s card"),
        "sacrifice": say("Sacrifice: your rival loses animals"),
        "weather": say("Good Weather: draw, maybe advance"),
    }
    options: list[Option] = []
    for word, kind in EFFECT_SYMBOLS.items():
        if kind in kinds:
            options.append(Option(word, labels[word], why_not=turn.explain_no_effect(kind)))
    options.append(Option("skip", say("Use none")))
    return _build_single_action_menu("effect", Menu("which", _ASK_EFFECT, tuple(options)))


def build_weather_menu(turn: TurnOptions, card: Card) -> Menu:
    """Build the menu for the card drawn with Good Weather.

    The program asks for every card: otherwise the question would show the rival that the card fits (A12.3).
    """
    name = cards.name_card(card)
    show = Option(
        "advance",
        say("Show the {card} and advance", card=name),
        why_not=turn.explain_no_match(card),
        spot=f"{turn.side}-{turn.me.space + 1}",
    )
    keep = Option("keep", say("Keep the {card} face down", card=name))
    return _build_single_action_menu("weather", Menu("do", _ASK_WEATHER_ADVANCE, (show, keep), is_secret=True))


# ---------------------------------------------------------------- A9 Equipment Loss
def build_excess_menu(rival: Explorer, attacker: Side) -> Menu:
    """Build the menu for the discards from a hand that Equipment Loss made too large."""
    n = len(rival.hand) - rival.limit
    prompt = count(
        "{by} plays Equipment Loss: discard one card to keep {limit}.",
        "{by} plays Equipment Loss: discard {n} cards to keep {limit}.",
        n,
        by=EXPLORER_NAMES[attacker],
        limit=rival.limit,
    )
    options = tuple(_build_card_option(word, i) for i, word in enumerate(spell_hand(rival.hand)))
    return _build_single_action_menu("discard", Menu("cards", prompt, options, min_picks=n, max_picks=n))
