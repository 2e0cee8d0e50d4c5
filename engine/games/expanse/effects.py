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
    Either,
    EventEffect,
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
from engine.games.expanse.state import SCORE_CARD, Base, Card
from engine.games.expanse.steps import Continuation, MoveEnd, MovePause, Step, WorkingCopy, ask_seat, ask_unless_forced
from engine.kernel.event import Effects
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, SeatMention, Text, say

MAX_LABEL_CHARS: Final = 95
"""Characters of a label with a letter before it, less those between name and text."""
_ASK_EITHER: Final = say("Which do you do?")
_ASK_TRACK_EVENT: Final = say("Which Event on the Track do you use?")
_ASK_DISCARD: Final = say("Assassin: which Kept Event do you discard?")
_BOOST_OPTIONS: Final = {"yes": Option("yes", say("Discard it")), "no": Option("no", say("Keep it"))}
_ASK_HYBRID_BASE: Final = say("On which base? The top card of the deck then says how much influence is removed.")


def carry_out_effects(effects: tuple[EventEffect, ...], work: WorkingCopy, then: Continuation) -> Step:
    """These effects in order, then what comes after them."""
    if not effects:
        return then(work)
    first, rest = effects[0], effects[1:]

    def on(after: WorkingCopy) -> Step:
        return carry_out_effects(rest, after, then)

    if type(first) is Place:
        return influence.place_influence(first, work, on, _count_placed_next(rest) if rest else 0)
    return carry_out_effect(first, work, on)


def _count_placed_next(effects: tuple[EventEffect, ...]) -> int:
    """How much influence the effects place before one does something else."""
    places = takewhile(lambda one: isinstance(one, Place) and not one.each, effects)
    return sum(one.n for one in places if isinstance(one, Place))


def carry_out_event(effects: tuple[EventEffect, ...], work: WorkingCopy, then: Continuation) -> Step:
    """An Event from its beginning: "there" is nowhere yet, no fleet has moved and no cube been placed. One that can do nothing
    says so."""
    fresh = work.set_place()
    fresh.moved, fresh.placed = {}, {}
    before = len(work.log)

    def after(done: WorkingCopy) -> Step:
        if len(done.log) == before:
            done = done.set_place().add_texts(say("Nothing changes."))
        return then(done)

    return carry_out_effects(effects, fresh, after)


def carry_out_effect(effect: EventEffect, work: WorkingCopy, then: Continuation) -> Step:
    """One effect."""
    return _EFFECT_FUNCTIONS[type(effect)](effect, work, then)


# ---------------------------------------------------------------- either, run
def _choose_either(effect: Either, work: WorkingCopy, then: Continuation) -> Step:
    both = {"first": effect.first, "second": effect.second}
    words = [word for word, part in both.items() if _does_something(part, work)]
    if not words:
        return then(work)
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_EITHER,
        words,
        lambda word: Option(word, _describe_effect(both[word])),
        lambda word: carry_out_effect(both[word], work, then),
    )


def _describe_effect(effect: EventEffect) -> Text:
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


def _does_something(effect: EventEffect, work: WorkingCopy) -> bool:
    """Whether it asks for anything or changes anything."""
    step = carry_out_effect(effect, work, MoveEnd)
    return not (isinstance(step, MoveEnd) and step.work.log == work.log)


def _run_event(_effect: Run, work: WorkingCopy, then: Continuation) -> Step:
    """Kenzo Gabriel: an Event on the Track as if the actor's faction were on its card."""
    board = work.board
    words = [card for card in work.state.track if card != SCORE_CARD and card not in board.only_kept]
    if not words:
        return then(work)

    def shown(card: Word) -> Option:
        return Option(card, format_titled(board.cards[card].name, board.cards[card].text))

    def go(card: Word) -> Step:
        told = work.set_place().add_texts(
            say("{seat} uses the Event of {card}.", seat=SeatMention(work.seat), card=board.name_card(card))
        )
        return carry_out_event(board.cards[card].effects, told, then)

    return ask_seat(work, work.seat, _ASK_TRACK_EVENT, words, shown, go)


# ---------------------------------------------------------------- Kept Events
def build_kept_option(work: WorkingCopy, seat: Seat, card: Card, reason: Text | None = None) -> Option:
    """A Kept Event by its name."""
    printed = work.board.cards[card]
    return Option(card, format_titled(printed.name, printed.text), why_not=reason, spot=f"kept-{seat}-{card}")


def format_titled(name: str, text: str) -> Text:
    """A name with what it does behind it, where a label has room for that."""
    told = Text(name)
    return say("{name}: {text}", name=told, text=Text(text)) if len(name) + len(text) < MAX_LABEL_CHARS else told


def _discard_kept_events(_effect: DiscardKept, work: WorkingCopy, then: Continuation) -> Step:
    """Everybody discards a Kept Event (E16.5)."""
    seats = len(work.state.sides)
    return _discard_next(work, [(work.seat + n) % seats for n in range(seats)], then)


def _discard_next(work: WorkingCopy, seats: list[Seat], then: Continuation) -> Step:
    """One after the other, the actor first, discards a Kept Event."""
    if not seats:
        return then(work)
    seat, rest = seats[0], seats[1:]
    kept = work.state.sides[seat].kept
    if not kept:
        return _discard_next(work, rest, then)

    def go(card: Word) -> Step:
        text = say("{seat} discards {card}.", seat=SeatMention(seat), card=work.board.name_card(card))
        return _discard_next(pieces.discard_kept(work, seat, card, text), rest, then)

    return ask_unless_forced(work, seat, _ASK_DISCARD, kept, lambda card: build_kept_option(work, seat, card), go)


def find_kept_event(work: WorkingCopy, seat: Seat, kind: type[Again | CountAs]) -> Card | None:
    """A Kept Event of a seat with such an effect."""
    cards = work.board.cards_by_effect[kind]
    for card in work.state.sides[seat].kept:
        if card in cards:
            return card
    return None


def count_boosted_points(work: WorkingCopy, card: Card) -> int:
    """What a Kept Event makes of a card's Action Points."""
    return max((effect.ap for effect in work.board.cards[card].effects if isinstance(effect, CountAs)), default=0)


# ---------------------------------------------------------------- hidden things
def _peek_at_sector(_effect: Peek, work: WorkingCopy, then: Continuation) -> Step:
    """A look at the Bonus Sector, if one lies there (E16.3)."""
    if not work.state.bonus:
        return then(work)

    def look(after: WorkingCopy, out: Effects) -> Step:
        new = after.fork()
        new.state.knows = sorted({*new.state.knows, new.seat})
        sector = new.board.sector_names[new.state.bonus]
        out.reveal(say("The Bonus Sector is {sector}.", sector=sector), new.seat)
        return then(new)

    told = work.set_place().add_texts(say("{seat} looks at the Bonus Sector.", seat=SeatMention(work.seat)))
    return MovePause(told, look)


def _reveal_top_card(_effect: Reveal, work: WorkingCopy, then: Continuation) -> Step:
    """The Hybrid: a base first, then the top card of the deck says how much goes (E16.6)."""
    board = work.board
    held = {base for side in work.state.sides for base in (*side.cubes, *side.diplomats)}
    words = [base for base in board.bases if base in held]
    if not words or not work.state.deck:
        return then(work)
    return ask_seat(
        work,
        work.seat,
        _ASK_HYBRID_BASE,
        words,
        board.base_option,
        lambda base: MovePause(
            _choose_hybrid_base(work, base), lambda after, out: _turn_top_card(after, base, out, then)
        ),
    )


def _choose_hybrid_base(work: WorkingCopy, base: Base) -> WorkingCopy:
    name = work.board.base_names[base]
    return work.set_place(base=base).add_texts(say("{seat} chooses {base}.", seat=SeatMention(work.seat), base=name))


def _turn_top_card(work: WorkingCopy, base: Base, out: Effects, then: Continuation) -> Step:
    new, board = work.fork(), work.board
    new.state.known = True
    card = new.state.deck[-1]
    if card == SCORE_CARD:
        out.reveal(say("The top card is a SCORE card: all influence there is removed."))
        return influence.take_from_base(new, base, 999, then)
    ap = board.cards[card].ap
    out.reveal(say("The top card is {card}, with {n} Action Points.", card=board.name_card(card), n=ap))
    booster = find_kept_event(new, new.seat, CountAs)
    if booster is None or count_boosted_points(new, booster) <= ap:
        return influence.take_from_base(new, base, ap, then)

    def go(word: Word) -> Step:
        if word == "no":
            return influence.take_from_base(new, base, ap, then)
        return influence.take_from_base(discard_booster(new, booster), base, count_boosted_points(new, booster), then)

    prompt = say(
        "Discard {card} to count it as {n}?", card=board.name_card(booster), n=count_boosted_points(new, booster)
    )
    return ask_seat(new, new.seat, prompt, [*_BOOST_OPTIONS], _BOOST_OPTIONS.__getitem__, go)


def discard_booster(work: WorkingCopy, card: Card) -> WorkingCopy:
    """Mao-Kwikowski Mercantile is discarded for its effect."""
    text = say(
        "{seat} discards {card}: the Action Points count as {n}.",
        seat=SeatMention(work.seat),
        card=work.board.name_card(card),
        n=count_boosted_points(work, card),
    )
    return pieces.discard_kept(work, work.seat, card, text)


def _spend_points(effect: Points, work: WorkingCopy, then: Continuation) -> Step:
    return actions.spend_points(work, effect.n, then)


def _refuse_kept_only(_effect: Again | CountAs, work: WorkingCopy, then: Continuation) -> Step:
    return then(work)


_EFFECT_FUNCTIONS: Final[dict[type[EventEffect], Callable[[Any, WorkingCopy, Continuation], Step]]] = {
    Place: influence.place_influence,
    Remove: influence.remove_influence,
    Replace: influence.replace_influence,
    Swap: influence.swap_influence,
    Trim: influence.trim_influence,
    RemoveFleet: fleets.remove_fleets,
    Move: fleets.move_fleets,
    Build: fleets.build_fleets,
    Bring: fleets.bring_fleet,
    Rebuild: fleets.rebuild_fleets,
    ChooseOrbital: fleets.choose_orbital,
    Trade: fleets.trade_fleets,
    Points: _spend_points,
    Either: _choose_either,
    Run: _run_event,
    DiscardKept: _discard_kept_events,
    Peek: _peek_at_sector,
    Reveal: _reveal_top_card,
    Again: _refuse_kept_only,
    CountAs: _refuse_kept_only,
}
