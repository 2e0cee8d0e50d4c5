"""Carry out Events: their effects one after the other, each as completely as possible (E6.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.games.expanse import actions, fleet_removal, fleets, influence, influence_removal, pieces
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
"""The limit of a label, less the letter before it and the characters between name and text."""
_ALL_INFLUENCE: Final = 999
_ASK_EITHER: Final = say("Which do you do?")
_ASK_TRACK_EVENT: Final = say("Which Event on the Track do you use?")
_ASK_DISCARD: Final = say("Assassin: which Kept Event do you discard?")
_BOOST_OPTIONS: Final = {"yes": Option("yes", say("Discard it")), "no": Option("no", say("Keep it"))}
_ASK_HYBRID_BASE: Final = say("On which base? The top card of the deck then says how much influence is removed.")


def carry_out_effects(effects: tuple[EventEffect, ...], work: WorkingCopy, on_done: Continuation) -> Step:
    """Carry out the effects in order, then continue with `on_done`."""
    if not effects:
        return on_done(work)
    effect, rest = effects[0], effects[1:]

    def carry_out_rest(after: WorkingCopy) -> Step:
        return carry_out_effects(rest, after, on_done)

    if type(effect) is Place:
        return influence.place_influence(effect, work, carry_out_rest, _count_placed_next(rest))
    return carry_out_effect(effect, work, carry_out_rest)


def _count_placed_next(effects: tuple[EventEffect, ...]) -> int:
    """Count the influence that the effects place before one of them asks something else."""
    total = 0
    for effect in effects:
        if not isinstance(effect, Place) or effect.each:
            break
        total += effect.n
    return total


def carry_out_event(effects: tuple[EventEffect, ...], work: WorkingCopy, on_done: Continuation) -> Step:
    """Carry out an Event from its beginning: "there" names no place yet, nothing has been moved or placed.

    An Event that changes nothing announces that.
    """
    fresh = work.set_place()
    fresh.moved, fresh.placed = {}, {}
    before = len(work.log)

    def finish(after: WorkingCopy) -> Step:
        if len(after.log) == before:
            after = after.set_place().add_texts(say("Nothing changes."))
        return on_done(after)

    return carry_out_effects(effects, fresh, finish)


def carry_out_effect(effect: EventEffect, work: WorkingCopy, on_done: Continuation) -> Step:
    """Carry out a single effect."""
    return _EFFECT_FUNCTIONS[type(effect)](effect, work, on_done)


# ---------------------------------------------------------------- either, run
def _choose_either(effect: Either, work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for one of the two effects that can do something."""
    parts = {"first": effect.first, "second": effect.second}
    words = [word for word, part in parts.items() if _does_something(part, work)]
    if not words:
        return on_done(work)
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_EITHER,
        words,
        lambda word: Option(word, _describe_effect(parts[word])),
        lambda word: carry_out_effect(parts[word], work, on_done),
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
    """Return whether an effect asks anything or changes anything."""
    step = carry_out_effect(effect, work, MoveEnd)
    return not isinstance(step, MoveEnd) or step.work.log != work.log


def _run_event(_effect: Run, work: WorkingCopy, on_done: Continuation) -> Step:
    """Carry out an Event on the Track as if the actor's faction were on its card: Kenzo Gabriel (E16.4)."""
    board = work.board
    words = [card for card in work.state.track if card != SCORE_CARD and card not in board.only_kept]
    if not words:
        return on_done(work)

    def make_option(card: Word) -> Option:
        return Option(card, format_titled(board.cards[card].name, board.cards[card].text))

    def use_event(card: Word) -> Step:
        announced = work.set_place().add_texts(
            say("{seat} uses the Event of {card}.", seat=SeatMention(work.seat), card=board.name_card(card))
        )
        return carry_out_event(board.cards[card].effects, announced, on_done)

    return ask_seat(work, work.seat, _ASK_TRACK_EVENT, words, make_option, use_event)


# ---------------------------------------------------------------- Kept Events
def build_kept_option(work: WorkingCopy, seat: Seat, card: Card, reason: Text | None = None) -> Option:
    """Return the option of a Kept Event; `reason` says why it cannot be chosen."""
    printed = work.board.cards[card]
    return Option(card, format_titled(printed.name, printed.text), why_not=reason, spot=f"kept-{seat}-{card}")


def format_titled(name: str, text: str) -> Text:
    """Return a name followed by its text, or the name alone if both are too long for a label."""
    if len(name) + len(text) >= MAX_LABEL_CHARS:
        return Text(name)
    return say("{name}: {text}", name=Text(name), text=Text(text))


def _discard_kept_events(_effect: DiscardKept, work: WorkingCopy, on_done: Continuation) -> Step:
    """Let every player discard a Kept Event, the actor first (E16.5)."""
    seats = len(work.state.sides)
    return _discard_next(work, [(work.seat + n) % seats for n in range(seats)], on_done)


def _discard_next(work: WorkingCopy, seats: list[Seat], on_done: Continuation) -> Step:
    """Ask the first of these seats, then the others."""
    if not seats:
        return on_done(work)
    seat, rest = seats[0], seats[1:]
    kept = work.state.sides[seat].kept
    if not kept:
        return _discard_next(work, rest, on_done)

    def discard(card: Word) -> Step:
        text = say("{seat} discards {card}.", seat=SeatMention(seat), card=work.board.name_card(card))
        return _discard_next(pieces.discard_kept(work, seat, card, text), rest, on_done)

    return ask_unless_forced(work, seat, _ASK_DISCARD, kept, lambda card: build_kept_option(work, seat, card), discard)


def find_kept_event(work: WorkingCopy, seat: Seat, kind: type[Again | CountAs]) -> Card | None:
    """Return a seat's Kept Event with an effect of this kind, None if there is none."""
    cards = work.board.cards_by_effect[kind]
    for card in work.state.sides[seat].kept:
        if card in cards:
            return card
    return None


def count_boosted_points(work: WorkingCopy, card: Card) -> int:
    """Return the Action Points that a Kept Event counts a card as, 0 if it has no such effect."""
    return max((effect.ap for effect in work.board.cards[card].effects if isinstance(effect, CountAs)), default=0)


# ---------------------------------------------------------------- hidden things
def _peek_at_sector(_effect: Peek, work: WorkingCopy, on_done: Continuation) -> Step:
    """Show the actor the Bonus Sector, if there is one (E16.3)."""
    if not work.state.bonus:
        return on_done(work)

    def look(after: WorkingCopy, out: Effects) -> Step:
        new = after.fork()
        new.state.knows = sorted({*new.state.knows, new.seat})
        sector = new.board.sector_names[new.state.bonus]
        out.reveal(say("The Bonus Sector is {sector}.", sector=sector), new.seat)
        return on_done(new)

    announced = work.set_place().add_texts(say("{seat} looks at the Bonus Sector.", seat=SeatMention(work.seat)))
    return MovePause(announced, look)


def _reveal_top_card(_effect: Reveal, work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for a base; the top card of the deck then says how much influence it loses: The Hybrid (E16.6)."""
    board = work.board
    held: set[Base] = set()
    for side in work.state.sides:
        held.update(side.cubes, side.diplomats)
    words = [base for base in board.bases if base in held]
    if not words or not work.state.deck:
        return on_done(work)
    return ask_seat(
        work,
        work.seat,
        _ASK_HYBRID_BASE,
        words,
        board.base_option,
        lambda base: MovePause(
            _choose_hybrid_base(work, base), lambda after, out: _turn_top_card(after, base, out, on_done)
        ),
    )


def _choose_hybrid_base(work: WorkingCopy, base: Base) -> WorkingCopy:
    name = work.board.base_names[base]
    return work.set_place(base=base).add_texts(say("{seat} chooses {base}.", seat=SeatMention(work.seat), base=name))


def _turn_top_card(work: WorkingCopy, base: Base, out: Effects, on_done: Continuation) -> Step:
    """Turn the top card and take influence for its points; the actor may raise them by Mao-Kwikowski (E16.2)."""
    new, board = work.fork(), work.board
    new.state.known = True
    card = new.state.deck[-1]
    if card == SCORE_CARD:
        out.reveal(say("The top card is a SCORE card: all influence there is removed."))
        return influence_removal.take_from_base(new, base, _ALL_INFLUENCE, on_done)
    ap = board.cards[card].ap
    out.reveal(say("The top card is {card}, with {n} Action Points.", card=board.name_card(card), n=ap))
    booster = find_kept_event(new, new.seat, CountAs)
    boosted = 0 if booster is None else count_boosted_points(new, booster)
    if booster is None or boosted <= ap:
        return influence_removal.take_from_base(new, base, ap, on_done)

    def answer_boost(word: Word) -> Step:
        if word == "no":
            return influence_removal.take_from_base(new, base, ap, on_done)
        return influence_removal.take_from_base(discard_booster(new, booster), base, boosted, on_done)

    prompt = say("Discard {card} to count it as {n}?", card=board.name_card(booster), n=boosted)
    return ask_seat(new, new.seat, prompt, [*_BOOST_OPTIONS], _BOOST_OPTIONS.__getitem__, answer_boost)


def discard_booster(work: WorkingCopy, card: Card) -> WorkingCopy:
    """Discard Mao-Kwikowski Mercantile for its effect (E16.2)."""
    text = say(
        "{seat} discards {card}: the Action Points count as {n}.",
        seat=SeatMention(work.seat),
        card=work.board.name_card(card),
        n=count_boosted_points(work, card),
    )
    return pieces.discard_kept(work, work.seat, card, text)


def _spend_points(effect: Points, work: WorkingCopy, on_done: Continuation) -> Step:
    return actions.spend_points(work, effect.n, on_done)


def _skip_effect(_effect: Again | CountAs, work: WorkingCopy, on_done: Continuation) -> Step:
    """Do nothing: the effect works only while its card is kept (E16)."""
    return on_done(work)


_EFFECT_FUNCTIONS: Final[dict[type[EventEffect], Callable[[Any, WorkingCopy, Continuation], Step]]] = {
    Place: influence.place_influence,
    Remove: influence_removal.remove_influence,
    Replace: influence.replace_influence,
    Swap: influence.swap_influence,
    Trim: influence_removal.trim_influence,
    RemoveFleet: fleet_removal.remove_fleets,
    Move: fleets.move_fleets,
    Build: fleets.build_fleets,
    Bring: fleets.bring_fleet,
    Rebuild: fleets.rebuild_fleets,
    ChooseOrbital: fleets.choose_orbital,
    Trade: fleet_removal.trade_fleets,
    Points: _spend_points,
    Either: _choose_either,
    Run: _run_event,
    DiscardKept: _discard_kept_events,
    Peek: _peek_at_sector,
    Reveal: _reveal_top_card,
    Again: _skip_effect,
    CountAs: _skip_effect,
}
