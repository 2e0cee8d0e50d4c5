"""The questions of a turn, as menus: what can be chosen, what it is called, and what cannot be chosen and why not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import compress
from typing import Final

from engine.games.paso import treasures
from engine.games.paso.cards import card, lying, player, tiles
from engine.games.paso.components import Effect
from engine.games.paso.hexes import Passage
from engine.games.paso.names import ability_text, card_text, points
from engine.games.paso.rules import Box, Turn
from engine.games.paso.ways import destinations
from engine.kernel.menu import Lazy, Menu, Option, Word, once
from engine.kernel.text import Seat, Text, Who, count, say

_CHARACTER: Final = say("Who sails your ship?")
_VERB: Final = say("What do you do?")
_VERBS: Final = ("advance", "raid", "exit", "fresh", "card", "recover", "drop", "end")
_RAID: Final = say("Which hex do you raid?")
_WHOSE: Final = say("Whose route do you enter?")
_TOKEN: Final = say("Which token do you take back?")
_NEW: Final = say("You may turn one of the new tiles round.")


# ---------------------------------------------------------------- P1.2 characters
def choose(box: Box, offer: Sequence[str], taken: int | None) -> Menu:
    """One of the characters on offer; `taken` is the place of the one that the partner has (P13.2)."""
    options = tuple(
        [
            Option(
                word,
                say(
                    "{name}: {ability}",
                    name=box.character(word).name,
                    ability=ability_text(box.character(word).ability),
                ),
                why_not=say("Your partner sails with this one (P13.2).") if n == taken else None,
                spot=f"character-{n}",
            )
            for n, word in enumerate(offer)
        ]
    )
    below = Menu("character", _CHARACTER, options, secret=True)
    return Menu("verb", _CHARACTER, (Option("choose", say("Choose")),), lambda _: below, secret=True)


# ---------------------------------------------------------------- P3 a turn
def actions(turn: Turn) -> Menu:
    """All that a player may do now; what would be looked for in vain stands there with the reason.

    The answer is kept secret where only the hand decides whether there is anything to choose: that a player had no choice
    would tell of the cards.
    """
    cards = turn.why_no_cards() is None
    may = (
        turn.may_advance,
        turn.raids,
        turn.may_exit,
        turn.fresh_points,
        cards and any(treasures.why_not(turn, one) is None for one in turn.me.hand),
        turn.may_recover,
        turn.may_drop,
        True,
    )
    words = [*compress(_VERBS, may)]
    hidden = cards and not turn.may_act
    return Menu("verb", _VERB, Lazy(words, partial(_verbs, turn)), once(partial(_below, turn)), secret=hidden)


def _verbs(turn: Turn) -> list[Option]:
    state, costs = turn.state, turn.components.costs
    raid = min((_raid_price(turn, owners) for owners in turn.raids.values()), default=costs.raid)
    return [
        _action(_verb("advance"), turn.why_no_advance()),
        _action(_verb("raid", raid), turn.why_no_raid()),
        _action(_verb("exit", costs.exit), turn.why_no_exit()),
        _fresh(turn),
        _action(_verb("card"), _why_no_card(turn)),
        _action(_verb("recover", costs.recover), turn.why_no_recovery()),
        _action(_verb("drop", turn.drop_price), turn.why_no_drop(), turn.me.behind),
        _verb("end", state.points),
    ]


def _raid_price(turn: Turn, owners: Sequence[Seat]) -> int:
    return min(turn.box.raid_price(turn.state, owner) for owner in owners)


@cache
def _verb(verb: Word, n: int = 0, left: int = 0) -> Option:
    """A verb with its price, or with what is left for it."""
    match verb:
        case "advance":
            label = say("Advance")
        case "raid":
            label = say("Raid ({price})", price=points(n))
        case "exit":
            label = say("Sail past the last row and win ({price})", price=points(n))
        case "fresh":
            label = say("Fresh Waters")
        case "instead":
            label = say("Fresh Waters: {gain} to advance, for the {left} you have left", gain=points(n), left=left)
        case "added":
            label = say("Fresh Waters: {gain} more to advance", gain=points(n))
        case "card":
            label = say("Play a treasure")
        case "recover":
            label = say("Take a token back ({price})", price=points(n))
        case "drop":
            label = say("Drop an iceberg behind you ({price})", price=points(n))
        case _:
            label = count("End your turn, with {n} point unused", "End your turn, with {n} points unused", n)
            label = label if n else say("End your turn")
    return Option(verb, label)


def _fresh(turn: Turn) -> Option:
    """Fresh Waters with what they bring and take (P8.1)."""
    state, why = turn.state, turn.why_no_fresh()
    if why is not None:
        return _action(_verb("fresh"), why)
    how = state.options["fresh"] if state.points else "added"
    return Option("fresh", _verb(how, turn.fresh_points, state.points).label, spot=f"ship-{turn.me.raiding}")


def _action(option: Option, why: Text | None, spot: str = "") -> Option:
    if why is None:
        return Option(option.word, option.label, spot=spot) if spot else option
    return Option(option.word, option.label, why_not=why)


def _why_no_card(turn: Turn) -> Text | None:
    why = turn.why_no_cards()
    if why is not None:
        return why
    whys = [treasures.why_not(turn, effect) for effect in turn.me.hand]
    if None in whys:
        return None
    return whys[0] if all(why == whys[0] for why in whys) else say("None of your treasures can be played now (P10).")


def _below(turn: Turn, verb: Word) -> Menu | None:
    match verb:
        case "advance":
            return destinations(turn, "to", turn.ways)
        case "raid":
            return _raid(turn)
        case "card":
            return card(turn)
        case "recover":
            return _recover(turn)
        case _:
            return None


# ---------------------------------------------------------------- P5 recover
def _recover(turn: Turn) -> Menu:
    words = treasures.token_words(turn, turn.recoverable)
    return Menu("token", _TOKEN, Lazy([*words], lambda: [lying(turn, word, n, None) for word, n in words.items()]))


# ---------------------------------------------------------------- P7 raid
def _raid(turn: Turn) -> Menu:
    """The hexes that can be raided, and beside them the reason why one cannot."""
    names, passage = turn.passage.names, turn.passage
    hexes = sorted(turn.raids, key=lambda hex_: (-passage.rows[hex_], hex_))
    words = [names[hex_] for hex_ in hexes]

    def shown() -> list[Option]:
        options = [_prey(turn, names[hex_], turn.raids[hex_]) for hex_ in hexes]
        for hex_, owner in turn.sailor.raidable(turn.stand):
            why = turn.why_not_raided(owner, turn.state.points)
            if hex_ not in turn.raids and why is not None and all(option.word != names[hex_] for option in options):
                options.append(Option(names[hex_], say("{hex}", hex=names[hex_]), why_not=why))
        return options

    return Menu("to", _RAID, Lazy(words, shown), once(lambda word: _whose(turn, turn.raids[passage.numbers[word]])))


def _prey(turn: Turn, name: str, owners: Sequence[Seat]) -> Option:
    price = _raid_price(turn, owners)
    label = say(
        "{hex}, on the route of {seats}: {price}",
        hex=name,
        seats=[Who(owner) for owner in owners],
        price=points(price),
    )
    return Option(name, label, spot=f"to-{price}-{name}")


def _whose(turn: Turn, owners: Sequence[Seat]) -> Menu | None:
    """Asked where several routes share the hex (P7.4)."""
    if len(owners) == 1:
        return None
    options = tuple([player(owner, points(turn.box.raid_price(turn.state, owner))) for owner in owners])
    return Menu("whose", _WHOSE, options)


# ---------------------------------------------------------------- P3.2 discarding, P11.10 new tiles
def discard(hand: Sequence[Effect], n: int) -> Menu:
    """So many cards to discard."""
    prompt = count("Discard one card.", "Discard {n} cards.", n)
    options = tuple(
        [Option(word, card_text(hand[at]), spot=f"card-{at}") for word, at in treasures.card_words(hand).items()]
    )
    below = Menu("cards", prompt, options, lo=n, hi=n)
    return Menu("verb", prompt, (Option("discard", say("Discard")),), lambda _: below)


def new_tiles(passage: Passage, new: Sequence[int]) -> Menu:
    """One of the tiles just laid to be turned, or none (P11.10)."""
    below = Menu("tile", _NEW, tiles(passage, new))
    options = (Option("turn", say("Turn one")), Option("keep", say("Leave them as they lie")))
    return Menu("verb", _NEW, options, lambda word: below if word == "turn" else None)
