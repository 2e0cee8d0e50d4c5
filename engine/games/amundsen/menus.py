"""How the choices are put to a player: every decision of the game as a menu. What is allowed is asked of `rules`.

A decision is looked at several times (asked, drawn, checked): each menu below it is made once, and labels are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COMPASS_CODE, EQUIPMENT_LOSS_CODE, EXPLORER_NAMES, WILD_PATRON_CODE
from engine.games.amundsen.rules import (
    DISCARD_COSTS,
    Payment,
    TurnOptions,
    explain_no_attack,
    explain_too_far,
    spell_hand,
)
from engine.games.amundsen.state import SIDES, Card, Explorer, Side
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Text, count, say

EFFECT_SYMBOLS: Final = {
    "supplies": cards.SUPPLIES_SYMBOL,
    "sacrifice": cards.SACRIFICE_SYMBOL,
    "weather": cards.WEATHER_SYMBOL,
}
"""The word of every discard effect and the symbol that grants it."""

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
    """Who races as whom."""
    prompt = say("Which explorer are you? Amundsen moves first.")
    options = tuple(Option(side, say("{explorer}", explorer=EXPLORER_NAMES[side]), spot=f"{side}-0") for side in SIDES)
    below = Menu("explorer", prompt, options)
    return Menu("verb", prompt, (_build_action_option("choose"),), lambda _: below)


# ---------------------------------------------------------------- a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """All that a turn may be (A1.3). What a player would look for in vain stands there with the reason."""
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
    """Whether there is anything left to do but to freeze (A2.5)."""
    if turn.state.row and len(turn.me.hand) < turn.me.limit:
        return True
    return any(option.why_not is None and option.word != "freeze" for option in _list_action_options(turn))


def _list_action_options(turn: TurnOptions) -> list[Option]:
    me, kinds, side, rival = turn.me, turn.kinds, turn.side, turn.rival
    options = [_build_take_menu(turn), _build_action_option("advance", turn.explain_no_advance())]
    if me.space == turn.last_space:
        options.append(
            Option("pole", _label_action("pole"), why_not=turn.explain_no_pole(), spot=f"{side}-{turn.last_space + 1}")
        )
    if cards.BLIZZARD_SYMBOL in kinds:
        options.append(
            _build_attack_option(
                side, cards.BLIZZARD_SYMBOL, kinds.count(cards.BLIZZARD_SYMBOL), rival.space, rival_lost=rival.lost
            )
        )
    if cards.CREVASSE_SYMBOL in kinds:
        options.append(
            _build_attack_option(
                side, cards.CREVASSE_SYMBOL, kinds.count(cards.CREVASSE_SYMBOL), rival.space, rival_lost=rival.lost
            )
        )
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
    return _build_open_action(verb) if why is None else Option(verb, _label_action(verb), why_not=why)


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


def _build_take_menu(turn: TurnOptions) -> Option:
    if turn.state.row and len(turn.hand) < turn.me.limit:
        return _build_open_action("take")
    whys = [turn.explain_no_take(n) for n in DISCARD_COSTS]
    return _build_action_option("take", None if None in whys else whys[0])


@cache
def _build_attack_option(side: Side, kind: str, held: int, rival_space: int, *, rival_lost: bool) -> Option:
    verb = "blizzard" if kind == cards.BLIZZARD_SYMBOL else "crevasse"
    rival: Side = "scott" if side == "amundsen" else "amundsen"
    why = explain_no_attack(side, kind, held, rival_space, rival_lost=rival_lost)
    if rival_lost:
        label = say(
            "Play a {card}: {rival} goes back one “?”", card=cards.name_attack(kind, 1), rival=EXPLORER_NAMES[rival]
        )
    else:
        label = say(
            "Play two {cards}: {rival} loses the route", cards=cards.name_attack(kind, 2), rival=EXPLORER_NAMES[rival]
        )
    return Option(verb, label, why_not=why, spot="" if why else f"{rival}-q{rival_space - rival_lost}")


def _build_compass_option(turn: TurnOptions) -> Option:
    why = turn.explain_no_compass()
    space = turn.find_compass_target()
    label = (
        say("Play the Compass: one space forward") if space > turn.me.space else say("Play the Compass: one space back")
    )
    return Option("compass", label, why_not=why, spot="" if why else f"{turn.side}-{space}")


def _build_next_menu(turn: TurnOptions, verb: Word) -> Menu | None:
    match verb:
        case "take":
            numbers = [str(n) for n in DISCARD_COSTS if turn.explain_no_take(n) is None]
            taken = LazyOptions(numbers, lambda: [_build_take_option(turn, n) for n in DISCARD_COSTS])
            return Menu("cards", _ASK_TAKE_COUNT, taken, cache_menus(partial(_build_discard_menu, turn)))
        case "advance":
            missing = turn.count_missing_cards()
            numbers = [str(n) for n, short in enumerate(missing, 1) if not short]
            return Menu(
                "spaces",
                _ASK_DISTANCE,
                LazyOptions(numbers, lambda: _build_space_menu(turn, missing)),
                cache_menus(partial(_build_fare_menu, turn)),
            )
        case "pole":
            return _build_payment_menu(turn, "with", _ASK_PAYMENT, turn.list_pole_payments())
        case "blizzard":
            return _build_payment_menu(turn, "cards", _ASK_CARDS, turn.list_attacks(cards.BLIZZARD_SYMBOL))
        case "crevasse":
            return _build_payment_menu(turn, "cards", _ASK_CARDS, turn.list_attacks(cards.CREVASSE_SYMBOL))
        case "return":
            options = tuple(
                _build_return_option(turn, space, colours) for space, colours in turn.list_return_spaces().items()
            )
            return Menu("space", _ASK_RETURN_SPACE, options, cache_menus(partial(_build_guide_menu, turn)))
        case _:
            return None


# ---------------------------------------------------------------- A3 take
def _build_take_option(turn: TurnOptions, n: int) -> Option:
    option = _build_open_take(n, *turn.state.row[-n:])
    why = turn.explain_no_take(n)
    return option if why is None else Option(option.word, option.label, why_not=why)


@lru_cache(maxsize=512)
def _build_open_take(n: int, *taken: Card) -> Option:
    names = (
        [cards.name_card(card) for card in reversed(taken)] if len(taken) == n else [count("{n} card", "{n} cards", n)]
    )
    if n == 1:
        return Option("1", say("{cards}", cards=names))
    return Option(str(n), count("{cards}, for a discard", "{cards}, for {n} discards", DISCARD_COSTS[n], cards=names))


def _build_discard_menu(turn: TurnOptions, taken: Word) -> Menu | None:
    cost = DISCARD_COSTS[int(taken)]
    if not cost:
        return None
    held = [(word, i) for i, word in enumerate(spell_hand(turn.me.hand)) if cost > 1 or len(word) == 2]
    words = [word for word, _ in held if cards.is_discardable(word[:2])]
    options = LazyOptions(words, lambda: [_build_discard_option(word, i) for word, i in held])
    return Menu(
        "discard", _ASK_ONE_DISCARD if cost == 1 else _ASK_THREE_DISCARDS, options, min_picks=cost, max_picks=cost
    )


@cache
def _build_discard_option(word: Word, i: int) -> Option:
    locked = None if cards.is_discardable(word[:2]) else say("This card cannot be discarded in a Take (A3.1).")
    return Option(word, cards.name_card(word[:2]), why_not=locked, spot=f"hand-{i}")


@cache
def _build_card_option(word: Word, i: int) -> Option:
    return Option(word, cards.name_card(word[:2]), spot=f"hand-{i}")


# ---------------------------------------------------------------- A4 advance, A5 the Pole, A6 attacks
def _build_space_menu(turn: TurnOptions, missing: Sequence[int]) -> list[Option]:
    side, space, colours = turn.side, turn.me.space, turn.route.colours
    return [
        _build_space_option(side, n, space + n, colours[space + n - 1], short) for n, short in enumerate(missing, 1)
    ]


@cache
def _build_space_option(side: Side, n: int, space: int, colour: str, short: int) -> Option:
    label = count(
        "{n} space, to space {space} ({colour})",
        "{n} spaces, to space {space} ({colour})",
        n,
        space=space,
        colour=cards.name_colour(colour),
    )
    return Option(
        str(n), label, why_not=explain_too_far(side, n, space, colour, short) if short else None, spot=f"{side}-{space}"
    )


def _build_fare_menu(turn: TurnOptions, spaces: Word) -> Menu:
    return _build_payment_menu(turn, "with", _ASK_PAYMENT, turn.list_fares(int(spaces)))


def _build_payment_menu(turn: TurnOptions, parameter: str, prompt: Text, payments: Sequence[Payment]) -> Menu:
    words = ["+".join(payment) for payment in payments]
    return Menu(
        parameter, prompt, LazyOptions(words, lambda: [_build_payment_option(turn, payment) for payment in payments])
    )


def _build_payment_option(turn: TurnOptions, payment: Payment) -> Option:
    if len(payment) == 1:
        return _build_single_option(turn, payment[0])
    if len(payment) < 6:
        return _build_set_option(payment, turn.me.patron if WILD_PATRON_CODE in payment else "")
    # Seven names are too long for a button: what stays is shorter than what goes.
    stays = [*turn.hand, *([WILD_PATRON_CODE] if turn.patron_is_wild else [])]
    for card in payment:
        stays.remove(card)
    label = say("All but {cards}", cards=cards.name_cards(stays, turn.me.patron)) if stays else say("All your cards")
    return Option("+".join(payment), label)


@lru_cache(maxsize=1024)
def _build_set_option(payment: Payment, patron: str) -> Option:
    return Option("+".join(payment), say("{cards}", cards=cards.name_cards(payment, patron)))


def _build_single_option(turn: TurnOptions, card: Card) -> Option:
    if card == WILD_PATRON_CODE:
        return Option(card, cards.name_patron(turn.me.patron), spot="patron")
    return _build_card_option(card, spell_hand(turn.me.hand).index(card))


# ---------------------------------------------------------------- A7 back to the route
def _build_return_option(turn: TurnOptions, space: int, colours: str) -> Option:
    if space:
        label = say("Space {space} ({colour})", space=space, colour=cards.name_colour(turn.route.colours[space - 1]))
    else:
        label = say("The ship")
    why = None if turn.list_guide_cards(colours) else say("You have no card that leads there (A7).")
    return Option(str(space), label, why_not=why, spot=f"{turn.side}-{space}")


def _build_guide_menu(turn: TurnOptions, space: Word) -> Menu:
    guides = turn.list_guide_cards(turn.list_return_spaces()[int(space)])
    return Menu(
        "with", _ASK_GUIDE_CARD, LazyOptions(guides, lambda: [_build_single_option(turn, card) for card in guides])
    )


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def build_effect_menu(turn: TurnOptions, kinds: Sequence[str]) -> Menu:
    """The effects among the discards, given by their symbols; one may be used."""
    labels = {
        "supplies": say("Drop Supplies: take a random card of your rival"),
        "sacrifice": say("Sacrifice: your rival shows the hand, and loses Good Weather and animals"),
        "weather": say("Good Weather: draw a card, and advance if it fits"),
    }
    options = [
        Option(word, labels[word], why_not=turn.explain_no_effect(kind))
        for word, kind in EFFECT_SYMBOLS.items()
        if kind in kinds
    ]
    below = Menu("which", _ASK_EFFECT, (*options, Option("skip", say("Use none"))))
    return Menu("verb", _ASK_EFFECT, (_build_action_option("effect"),), lambda _: below)


def build_weather_menu(turn: TurnOptions, card: Card) -> Menu:
    """Asked whatever was drawn: who is asked must not betray the card (A12.3)."""
    name = cards.name_card(card)
    show = Option(
        "advance",
        say("Show the {card} and advance", card=name),
        why_not=turn.explain_no_match(card),
        spot=f"{turn.side}-{turn.me.space + 1}",
    )
    below = Menu(
        "do", _ASK_WEATHER_ADVANCE, (show, Option("keep", say("Keep the {card} face down", card=name))), is_secret=True
    )
    return Menu("verb", _ASK_WEATHER_ADVANCE, (_build_action_option("weather"),), lambda _: below)


# ---------------------------------------------------------------- A9 Equipment Loss
def build_excess_menu(rival: Explorer, excess_count: Side) -> Menu:
    """What goes from a hand that Equipment Loss has made too large."""
    n = len(rival.hand) - rival.limit
    prompt = count(
        "{by} plays Equipment Loss: discard one card to keep {limit}.",
        "{by} plays Equipment Loss: discard {n} cards to keep {limit}.",
        n,
        by=EXPLORER_NAMES[excess_count],
        limit=rival.limit,
    )
    below = Menu(
        "cards",
        prompt,
        tuple(_build_card_option(word, i) for i, word in enumerate(spell_hand(rival.hand))),
        min_picks=n,
        max_picks=n,
    )
    return Menu("verb", prompt, (_build_action_option("discard"),), lambda _: below)
