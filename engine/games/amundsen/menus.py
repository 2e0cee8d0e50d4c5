"""How the choices are put to a player: every decision of the game as a menu. What is allowed is asked of `rules`.

A decision is looked at several times (asked, drawn, checked): each menu below it is made once, and labels are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.cards import COMPASS, EQUIPMENT, EXPLORER, PATRON
from engine.games.amundsen.rules import COST, Payment, Turn, spelled, too_far, why_no_attack
from engine.games.amundsen.state import SIDES, Card, Explorer, Side
from engine.kernel.menu import Lazy, Menu, Option, Word, once
from engine.kernel.text import Text, count, say

EFFECTS: Final = {"supplies": cards.SUPPLIES, "sacrifice": cards.SACRIFICE, "weather": cards.WEATHER}
"""The word of every discard effect and the symbol that grants it."""

_WHAT: Final = say("It is your turn: what do you do?")
_HOW_MANY: Final = say("How many cards do you take? They come from the right end of the row.")
_DISCARD_ONE: Final = say("Which card do you discard?")
_DISCARD_THREE: Final = say("Which three cards do you discard?")
_HOW_FAR: Final = say("How far do you advance?")
_WITH: Final = say("Which cards do you pay with?")
_PLAY: Final = say("Which cards do you play?")
_WHERE: Final = say("Where do you go back to?")
_GUIDE: Final = say("Which card shows you the way?")
_USE: Final = say("Use the effect of a card you discarded?")
_SHOW: Final = say("Show the card you drew and advance, or keep it face down?")


# ---------------------------------------------------------------- A1 the choice of explorers
def explorers() -> Menu:
    """Who races as whom."""
    prompt = say("Which explorer are you? Amundsen moves first.")
    options = tuple(Option(side, say("{explorer}", explorer=EXPLORER[side]), spot=f"{side}-0") for side in SIDES)
    below = Menu("explorer", prompt, options)
    return Menu("verb", prompt, (_action("choose"),), lambda _: below)


# ---------------------------------------------------------------- a turn
def actions(turn: Turn) -> Menu:
    """All that a turn may be (A1.3). What a player would look for in vain stands there with the reason."""
    options = _actions(turn)
    words = [option.word for option in options if option.why_not is None]
    return Menu("verb", _WHAT, Lazy(words, lambda: options), once(partial(_below, turn)), why_not=turn.why_not_at_all)


def can_go_on(turn: Turn) -> bool:
    """Whether there is anything left to do but to freeze (A2.5)."""
    if turn.state.row and len(turn.me.hand) < turn.me.limit:
        return True
    return any(option.why_not is None and option.word != "freeze" for option in _actions(turn))


def _actions(turn: Turn) -> list[Option]:
    me, kinds, side, rival = turn.me, turn.kinds, turn.side, turn.rival
    options = [_take(turn), _action("advance", turn.why_no_advance())]
    if me.space == turn.last:
        options.append(Option("pole", _label("pole"), why_not=turn.why_no_pole(), spot=f"{side}-{turn.last + 1}"))
    if cards.BLIZZARD in kinds:
        options.append(_attack(side, cards.BLIZZARD, kinds.count(cards.BLIZZARD), rival.space, rival_lost=rival.lost))
    if cards.CREVASSE in kinds:
        options.append(_attack(side, cards.CREVASSE, kinds.count(cards.CREVASSE), rival.space, rival_lost=rival.lost))
    if me.lost:
        options.append(_action("return", turn.why_no_return()))
    if COMPASS in turn.hand:
        options.append(_compass(turn))
    if EQUIPMENT in turn.hand:
        options.append(_action("equipment", turn.why_no_equipment()))
    if turn.state.shuffles == 2:
        options.append(_action("freeze", turn.why_no_freeze()))
    return options


def _action(verb: Word, why: Text | None = None) -> Option:
    return _open_action(verb) if why is None else Option(verb, _label(verb), why_not=why)


@cache
def _open_action(verb: Word) -> Option:
    return Option(verb, _label(verb))


@cache
def _label(verb: Word) -> Text:
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


def _take(turn: Turn) -> Option:
    if turn.state.row and len(turn.hand) < turn.me.limit:
        return _open_action("take")
    whys = [turn.why_no_take(n) for n in COST]
    return _action("take", None if None in whys else whys[0])


@cache
def _attack(side: Side, kind: str, held: int, rival_space: int, *, rival_lost: bool) -> Option:
    verb = "blizzard" if kind == cards.BLIZZARD else "crevasse"
    rival: Side = "scott" if side == "amundsen" else "amundsen"
    why = why_no_attack(side, kind, held, rival_space, rival_lost=rival_lost)
    if rival_lost:
        label = say("Play a {card}: {rival} goes back one “?”", card=cards.attack_name(kind, 1), rival=EXPLORER[rival])
    else:
        label = say(
            "Play two {cards}: {rival} loses the route", cards=cards.attack_name(kind, 2), rival=EXPLORER[rival]
        )
    return Option(verb, label, why_not=why, spot="" if why else f"{rival}-q{rival_space - rival_lost}")


def _compass(turn: Turn) -> Option:
    why = turn.why_no_compass()
    space = turn.compass_goes_to()
    label = (
        say("Play the Compass: one space forward") if space > turn.me.space else say("Play the Compass: one space back")
    )
    return Option("compass", label, why_not=why, spot="" if why else f"{turn.side}-{space}")


def _below(turn: Turn, verb: Word) -> Menu | None:
    match verb:
        case "take":
            numbers = [str(n) for n in COST if turn.why_no_take(n) is None]
            taken = Lazy(numbers, lambda: [_take_option(turn, n) for n in COST])
            return Menu("cards", _HOW_MANY, taken, once(partial(_discards, turn)))
        case "advance":
            missing = turn.shortfalls()
            numbers = [str(n) for n, short in enumerate(missing, 1) if not short]
            return Menu("spaces", _HOW_FAR, Lazy(numbers, lambda: _spaces(turn, missing)), once(partial(_fares, turn)))
        case "pole":
            return _payments(turn, "with", _WITH, turn.pole_payments())
        case "blizzard":
            return _payments(turn, "cards", _PLAY, turn.attacks(cards.BLIZZARD))
        case "crevasse":
            return _payments(turn, "cards", _PLAY, turn.attacks(cards.CREVASSE))
        case "return":
            options = tuple(_way_back(turn, space, colours) for space, colours in turn.ways_back().items())
            return Menu("space", _WHERE, options, once(partial(_guides, turn)))
        case _:
            return None


# ---------------------------------------------------------------- A3 take
def _take_option(turn: Turn, n: int) -> Option:
    option = _taking(n, *turn.state.row[-n:])
    why = turn.why_no_take(n)
    return option if why is None else Option(option.word, option.label, why_not=why)


@lru_cache(maxsize=512)
def _taking(n: int, *taken: Card) -> Option:
    names = [cards.name(card) for card in reversed(taken)] if len(taken) == n else [count("{n} card", "{n} cards", n)]
    if n == 1:
        return Option("1", say("{cards}", cards=names))
    return Option(str(n), count("{cards}, for a discard", "{cards}, for {n} discards", COST[n], cards=names))


def _discards(turn: Turn, taken: Word) -> Menu | None:
    cost = COST[int(taken)]
    if not cost:
        return None
    held = [(word, i) for i, word in enumerate(spelled(turn.me.hand)) if cost > 1 or len(word) == 2]
    words = [word for word, _ in held if cards.discardable(word[:2])]
    options = Lazy(words, lambda: [_discard(word, i) for word, i in held])
    return Menu("discard", _DISCARD_ONE if cost == 1 else _DISCARD_THREE, options, lo=cost, hi=cost)


@cache
def _discard(word: Word, i: int) -> Option:
    locked = None if cards.discardable(word[:2]) else say("This card cannot be discarded in a Take (A3.1).")
    return Option(word, cards.name(word[:2]), why_not=locked, spot=f"hand-{i}")


@cache
def _held(word: Word, i: int) -> Option:
    return Option(word, cards.name(word[:2]), spot=f"hand-{i}")


# ---------------------------------------------------------------- A4 advance, A5 the Pole, A6 attacks
def _spaces(turn: Turn, missing: Sequence[int]) -> list[Option]:
    side, space, colours = turn.side, turn.me.space, turn.route.colours
    return [_space(side, n, space + n, colours[space + n - 1], short) for n, short in enumerate(missing, 1)]


@cache
def _space(side: Side, n: int, space: int, colour: str, short: int) -> Option:
    label = count(
        "{n} space, to space {space} ({colour})",
        "{n} spaces, to space {space} ({colour})",
        n,
        space=space,
        colour=cards.colour_name(colour),
    )
    return Option(
        str(n), label, why_not=too_far(side, n, space, colour, short) if short else None, spot=f"{side}-{space}"
    )


def _fares(turn: Turn, spaces: Word) -> Menu:
    return _payments(turn, "with", _WITH, turn.fares(int(spaces)))


def _payments(turn: Turn, parameter: str, prompt: Text, payments: Sequence[Payment]) -> Menu:
    words = ["+".join(payment) for payment in payments]
    return Menu(parameter, prompt, Lazy(words, lambda: [_payment(turn, payment) for payment in payments]))


def _payment(turn: Turn, payment: Payment) -> Option:
    if len(payment) == 1:
        return _single(turn, payment[0])
    if len(payment) < 6:
        return _set(payment, turn.me.patron if PATRON in payment else "")
    # Seven names are too long for a button: what stays is shorter than what goes.
    stays = [*turn.hand, *([PATRON] if turn.patron_is_wild else [])]
    for card in payment:
        stays.remove(card)
    label = say("All but {cards}", cards=cards.names(stays, turn.me.patron)) if stays else say("All your cards")
    return Option("+".join(payment), label)


@lru_cache(maxsize=1024)
def _set(payment: Payment, patron: str) -> Option:
    return Option("+".join(payment), say("{cards}", cards=cards.names(payment, patron)))


def _single(turn: Turn, card: Card) -> Option:
    if card == PATRON:
        return Option(card, cards.patron_name(turn.me.patron), spot="patron")
    return _held(card, spelled(turn.me.hand).index(card))


# ---------------------------------------------------------------- A7 back to the route
def _way_back(turn: Turn, space: int, colours: str) -> Option:
    if space:
        label = say("Space {space} ({colour})", space=space, colour=cards.colour_name(turn.route.colours[space - 1]))
    else:
        label = say("The ship")
    why = None if turn.guides(colours) else say("You have no card that leads there (A7).")
    return Option(str(space), label, why_not=why, spot=f"{turn.side}-{space}")


def _guides(turn: Turn, space: Word) -> Menu:
    guides = turn.guides(turn.ways_back()[int(space)])
    return Menu("with", _GUIDE, Lazy(guides, lambda: [_single(turn, card) for card in guides]))


# ---------------------------------------------------------------- A3.3, A10 to A12 discard effects
def effects(turn: Turn, kinds: Sequence[str]) -> Menu:
    """The effects among the discards, given by their symbols; one may be used."""
    labels = {
        "supplies": say("Drop Supplies: take a random card of your rival"),
        "sacrifice": say("Sacrifice: your rival shows the hand, and loses Good Weather and animals"),
        "weather": say("Good Weather: draw a card, and advance if it fits"),
    }
    options = [
        Option(word, labels[word], why_not=turn.why_no_effect(kind)) for word, kind in EFFECTS.items() if kind in kinds
    ]
    below = Menu("which", _USE, (*options, Option("skip", say("Use none"))))
    return Menu("verb", _USE, (_action("effect"),), lambda _: below)


def weather(turn: Turn, card: Card) -> Menu:
    """Asked whatever was drawn: who is asked must not betray the card (A12.3)."""
    name = cards.name(card)
    show = Option(
        "advance",
        say("Show the {card} and advance", card=name),
        why_not=turn.why_no_match(card),
        spot=f"{turn.side}-{turn.me.space + 1}",
    )
    below = Menu("do", _SHOW, (show, Option("keep", say("Keep the {card} face down", card=name))), secret=True)
    return Menu("verb", _SHOW, (_action("weather"),), lambda _: below)


# ---------------------------------------------------------------- A9 Equipment Loss
def excess(rival: Explorer, by: Side) -> Menu:
    """What goes from a hand that Equipment Loss has made too large."""
    n = len(rival.hand) - rival.limit
    prompt = count(
        "{by} plays Equipment Loss: discard one card to keep {limit}.",
        "{by} plays Equipment Loss: discard {n} cards to keep {limit}.",
        n,
        by=EXPLORER[by],
        limit=rival.limit,
    )
    below = Menu("cards", prompt, tuple(_held(word, i) for i, word in enumerate(spelled(rival.hand))), lo=n, hi=n)
    return Menu("verb", prompt, (_action("discard"),), lambda _: below)
