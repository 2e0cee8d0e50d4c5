"""What Events do: every effect that the data can name, one after the other, each as fully as possible (E6.1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any, Final

from engine.games.expanse import actions, fleets, influence, pieces
from engine.games.expanse.events import (
    Again,
    Bring,
    Build,
    ChooseOrbital,
    CountAs,
    DiscardKept,
    Effect,
    Either,
    Move,
    Peek,
    Place,
    Points,
    Rebuild,
    Remove,
    RemoveFleet,
    Replace,
    Reveal,
    Run,
    Swap,
    Trade,
    Trim,
)
from engine.games.expanse.state import SCORE, Base, Card
from engine.games.expanse.steps import Done, Pause, Step, Then, Work, ask, single
from engine.kernel.event import Effects
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, Text, Who, say

LABEL: Final = 95
"""Characters of a label with a letter before it, less those between name and text."""
_EITHER: Final = say("Which do you do?")
_RUN: Final = say("Which Event on the Track do you use?")
_DISCARD: Final = say("Assassin: which Kept Event do you discard?")
_BOOST: Final = {"yes": Option("yes", say("Discard it")), "no": Option("no", say("Keep it"))}
_BASE: Final = say("On which base? The top card of the deck then says how much influence is removed.")


def carry_out(effects: tuple[Effect, ...], work: Work, then: Then) -> Step:
    """These effects in order, then what comes after them."""
    if not effects:
        return then(work)
    first, rest = effects[0], effects[1:]

    def on(after: Work) -> Step:
        return carry_out(rest, after, then)

    if type(first) is Place:
        return influence.place(first, work, on, _placed_next(rest) if rest else 0)
    return carry(first, work, on)


def _placed_next(effects: tuple[Effect, ...]) -> int:
    """How much influence the effects place before one does something else."""
    places = takewhile(lambda one: isinstance(one, Place) and not one.each, effects)
    return sum(one.n for one in places if isinstance(one, Place))


def event(effects: tuple[Effect, ...], work: Work, then: Then) -> Step:
    """An Event from its beginning: "there" is nowhere yet, no fleet has moved and no cube been placed. One that can do nothing
    says so."""
    fresh = work.there()
    fresh.moved, fresh.placed = {}, {}
    before = len(work.log)

    def after(done: Work) -> Step:
        if len(done.log) == before:
            done = done.there().says(say("Nothing changes."))
        return then(done)

    return carry_out(effects, fresh, after)


def carry(effect: Effect, work: Work, then: Then) -> Step:
    """One effect."""
    return _EFFECTS[type(effect)](effect, work, then)


# ---------------------------------------------------------------- either, run
def _either(effect: Either, work: Work, then: Then) -> Step:
    both = {"first": effect.first, "second": effect.second}
    words = [word for word, part in both.items() if _does_something(part, work)]
    if not words:
        return then(work)
    return single(
        work,
        work.seat,
        _EITHER,
        words,
        lambda word: Option(word, _what(both[word])),
        lambda word: carry(both[word], work, then),
    )


def _what(effect: Effect) -> Text:
    match effect:
        case RemoveFleet():
            return say("Remove a fleet")
        case Remove():
            return say("Remove influence")
        case Place():
            return say("Place influence")
        case Move():
            return say("Move fleets")
        case Build():
            return say("Build a fleet")
        case Points():
            return say("Take actions")
        case _:
            return say("The other effect")


def _does_something(effect: Effect, work: Work) -> bool:
    """Whether it asks for anything or changes anything."""
    step = carry(effect, work, Done)
    return not (isinstance(step, Done) and step.work.log == work.log)


def _run(_effect: Run, work: Work, then: Then) -> Step:
    """Kenzo Gabriel: an Event on the Track as if the actor's faction were on its card."""
    board = work.board
    words = [card for card in work.state.track if card != SCORE and card not in board.only_kept]
    if not words:
        return then(work)

    def shown(card: Word) -> Option:
        return Option(card, titled(board.cards[card].name, board.cards[card].text))

    def go(card: Word) -> Step:
        told = work.there().says(say("{seat} uses the Event of {card}.", seat=Who(work.seat), card=board.name(card)))
        return event(board.cards[card].effects, told, then)

    return ask(work, work.seat, _RUN, words, shown, go)


# ---------------------------------------------------------------- Kept Events
def kept_option(work: Work, seat: Seat, card: Card, why_not: Text | None = None) -> Option:
    """A Kept Event by its name."""
    printed = work.board.cards[card]
    return Option(card, titled(printed.name, printed.text), why_not=why_not, spot=f"kept-{seat}-{card}")


def titled(name: str, text: str) -> Text:
    """A name with what it does behind it, where a label has room for that."""
    told = Text(name)
    return say("{name}: {text}", name=told, text=Text(text)) if len(name) + len(text) < LABEL else told


def _discard_kept(_effect: DiscardKept, work: Work, then: Then) -> Step:
    """Everybody discards a Kept Event (E16.5)."""
    seats = len(work.state.sides)
    return _discard(work, [(work.seat + n) % seats for n in range(seats)], then)


def _discard(work: Work, seats: list[Seat], then: Then) -> Step:
    """One after the other, the actor first, discards a Kept Event."""
    if not seats:
        return then(work)
    seat, rest = seats[0], seats[1:]
    kept = work.state.sides[seat].kept
    if not kept:
        return _discard(work, rest, then)

    def go(card: Word) -> Step:
        text = say("{seat} discards {card}.", seat=Who(seat), card=work.board.name(card))
        return _discard(pieces.discard_kept(work, seat, card, text), rest, then)

    return single(work, seat, _DISCARD, kept, lambda card: kept_option(work, seat, card), go)


def holds(work: Work, seat: Seat, kind: type[Again | CountAs]) -> Card | None:
    """A Kept Event of a seat with such an effect."""
    cards = work.board.doing[kind]
    for card in work.state.sides[seat].kept:
        if card in cards:
            return card
    return None


def counts_as(work: Work, card: Card) -> int:
    """What a Kept Event makes of a card's Action Points."""
    return max((effect.ap for effect in work.board.cards[card].effects if isinstance(effect, CountAs)), default=0)


# ---------------------------------------------------------------- hidden things
def _peek(_effect: Peek, work: Work, then: Then) -> Step:
    """A look at the Bonus Sector, if one lies there (E16.3)."""
    if not work.state.bonus:
        return then(work)

    def look(after: Work, out: Effects) -> Step:
        new = after.fork()
        new.state.knows = sorted({*new.state.knows, new.seat})
        sector = new.board.sector_names[new.state.bonus]
        out.reveal(say("The Bonus Sector is {sector}.", sector=sector), new.seat)
        return then(new)

    told = work.there().says(say("{seat} looks at the Bonus Sector.", seat=Who(work.seat)))
    return Pause(told, look)


def _reveal(_effect: Reveal, work: Work, then: Then) -> Step:
    """The Hybrid: a base first, then the top card of the deck says how much goes (E16.6)."""
    board = work.board
    held = {base for side in work.state.sides for base in (*side.cubes, *side.diplomats)}
    words = [base for base in board.bases if base in held]
    if not words or not work.state.deck:
        return then(work)
    return ask(
        work,
        work.seat,
        _BASE,
        words,
        board.base_option,
        lambda base: Pause(_chosen(work, base), lambda after, out: _turn(after, base, out, then)),
    )


def _chosen(work: Work, base: Base) -> Work:
    name = work.board.base_names[base]
    return work.there(base=base).says(say("{seat} chooses {base}.", seat=Who(work.seat), base=name))


def _turn(work: Work, base: Base, out: Effects, then: Then) -> Step:
    new, board = work.fork(), work.board
    new.state.known = True
    card = new.state.deck[-1]
    if card == SCORE:
        out.reveal(say("The top card is a SCORE card: all influence there is removed."))
        return influence.take_from(new, base, 999, then)
    ap = board.cards[card].ap
    out.reveal(say("The top card is {card}, with {n} Action Points.", card=board.name(card), n=ap))
    booster = holds(new, new.seat, CountAs)
    if booster is None or counts_as(new, booster) <= ap:
        return influence.take_from(new, base, ap, then)

    def go(word: Word) -> Step:
        if word == "no":
            return influence.take_from(new, base, ap, then)
        return influence.take_from(boost(new, booster), base, counts_as(new, booster), then)

    prompt = say("Discard {card} to count it as {n}?", card=board.name(booster), n=counts_as(new, booster))
    return ask(new, new.seat, prompt, [*_BOOST], _BOOST.__getitem__, go)


def boost(work: Work, card: Card) -> Work:
    """Mao-Kwikowski Mercantile is discarded for its effect."""
    text = say(
        "{seat} discards {card}: the Action Points count as {n}.",
        seat=Who(work.seat),
        card=work.board.name(card),
        n=counts_as(work, card),
    )
    return pieces.discard_kept(work, work.seat, card, text)


def _points(effect: Points, work: Work, then: Then) -> Step:
    return actions.spend(work, effect.n, then)


def _kept_only(_effect: Again | CountAs, work: Work, then: Then) -> Step:
    return then(work)


_EFFECTS: Final[dict[type[Effect], Callable[[Any, Work, Then], Step]]] = {
    Place: influence.place,
    Remove: influence.remove,
    Replace: influence.replace,
    Swap: influence.swap,
    Trim: influence.trim,
    RemoveFleet: fleets.remove_fleet,
    Move: fleets.move,
    Build: fleets.build,
    Bring: fleets.bring,
    Rebuild: fleets.rebuild,
    ChooseOrbital: fleets.choose_orbital,
    Trade: fleets.trade,
    Points: _points,
    Either: _either,
    Run: _run,
    DiscardKept: _discard_kept,
    Peek: _peek,
    Reveal: _reveal,
    Again: _kept_only,
    CountAs: _kept_only,
}
