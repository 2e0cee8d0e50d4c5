"""In what order things happen: the table laid out, a turn, the Events that it offers, and the six steps of a Scoring turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.expanse import menus, meta, scoring
from engine.games.expanse.board import Board, sort_fleets
from engine.games.expanse.components import Faction
from engine.games.expanse.pieces import build_fleet
from engine.games.expanse.state import SCORE, Card, Side, State
from engine.games.expanse.steps import Done, Pause, Step, Work, begin, follow
from engine.kernel.event import Effects
from engine.kernel.script import Script, one
from engine.kernel.text import Seat, Text, Who, say


# ---------------------------------------------------------------- E1 setup
def setup(board: Board, seats: int, options: Mapping[str, str], out: Effects) -> State:
    """The deck put together and the first player drawn; the rest follows once everybody has a faction."""
    parts = board.components.deck
    cards: list[Card] = out.shuffled([word for word, card in board.cards.items() if seats in card.sets], "cards")
    top = [cards.pop() for _ in range(parts.top[seats])]
    deck: list[Card] = []
    for pile in ("first", "second", "third"):  # E1.8
        held = [cards.pop() for _ in range(parts.pile[seats])] + [SCORE] * parts.score
        deck += out.shuffled(held, f"pile/{pile}")
    state = State(_stored(options), seats, out.below(seats, "first"), [*deck, *top], cards)
    if options["factions"] == "random":  # E1.2
        for faction in out.shuffled(board.playing(seats), "factions"):
            _join(board, state, faction, out)
        _begin(board, state, out)
    return state


def _stored(options: Mapping[str, str]) -> dict[str, str]:
    """The options as a table remembers them. One whose free fleets come by themselves is, to the byte, a table from before
    that could be chosen (`meta.FREE_FLEET`), so records from then keep their digests."""
    return {name: value for name, value in options.items() if (name, value) != (meta.FREE_FLEET, meta.STRONGEST)}


def _join(board: Board, state: State, faction: Faction, out: Effects) -> None:
    """A faction's pieces as its mat shows them (E1.3)."""
    data = board.components.factions[faction]
    closed = board.closed if state.seats == 2 else frozenset[str]()
    start = [base for base in data.influence if base not in closed]
    out.tell(say("{seat} plays {faction}.", seat=Who(len(state.sides)), faction=say(data.name)))
    state.sides.append(
        Side(
            faction,
            board.components.numbers.cp,
            data.cubes - len(start),
            data.diplomats,
            data.tokens,
            data.off,
            cubes={base: start.count(base) for base in start},
            fleets={orbital: sort_fleets(held) for orbital, held in data.fleets.items()},
        )
    )


def _begin(board: Board, state: State, out: Effects) -> None:
    order = [(state.first + n) % state.seats for n in range(state.seats)]
    if state.seats > 2:  # E1.4
        state.initiative = [state.sides[seat].faction for seat in reversed(order)]
    state.holder = order[-1]  # E1.5
    last = state.sides[state.holder]
    home = board.components.factions[last.faction].home
    last.fleets[home] = sort_fleets(last.fleets.get(home, "") + "r")
    state.phase = "turn"
    out.tell(
        say(
            "{first} moves first. {last} moves last and has the Rocinante.",
            first=Who(order[0]),
            last=Who(state.holder),
        )
    )
    _fill_track(board, state, out)  # E1.9


def _fill_track(board: Board, state: State, out: Effects) -> bool:
    """Slide up and deal until five cards lie there (E4.2); True when the sixth SCORE card has come (E13.1).

    A turn empties one space at most, so nothing is dealt behind that card.
    """
    new: list[Text] = []
    deck, track, spaces = state.deck, state.track, len(board.spaces)
    while deck and len(track) < spaces:
        card = deck.pop()
        state.known = False
        track.append(card)
        new.append(board.name(card))
    if new:
        out.reveal(say("New on the Action Track: {cards}.", cards=list(new)))
    return SCORE not in deck


# ---------------------------------------------------------------- moves put together step by step
def perform(state: State, step: Step, verb: str, out: Effects) -> Script[None]:
    """Ask for what a step needs, move by move, until it is done; `state` is the table after each of them."""
    told = 0
    while True:
        work = step.work
        for text in work.log[told:]:
            out.tell(text)
        adopt(state, work)
        if type(step) is Done:
            return
        told = len(work.log)
        if type(step) is Pause:
            step = step.go(work, out)
            continue
        words = (yield {step.seat: partial(menus.as_move, step, verb)})[step.seat]
        step = follow(step, words[1:])
        verb = "choose"


def adopt(state: State, work: Work) -> None:
    """The table becomes what the work has made of it: all that a step can change. The decks and the Bonus Sector are not among
    it, since they lie face down."""
    made = work.state
    if made is state:
        return
    state.sides, state.initiative, state.once = made.sides, made.initiative, made.once
    state.phase, state.spender, state.points = made.phase, made.spender, made.points
    state.track, state.offer, state.discards = made.track, made.offer, made.discards
    state.known, state.knows = made.known, made.knows


# ---------------------------------------------------------------- E2 turns
def turn(board: Board, state: State, out: Effects) -> Script[None]:
    """A choice of faction, or one player's turn."""
    if state.phase == "factions":
        seat = len(state.sides)
        words = yield from one(seat, partial(menus.faction, board, state))
        _join(board, state, next(one for one in board.playing(state.seats) if one == words[1]), out)
        if len(state.sides) == state.seats:
            _begin(board, state, out)
        return
    active = state.active
    root = menus.Turn(begin(board, state, active))
    words = (yield {active: root.menu})[active]
    step = follow(root.below(words[0]), words[1:])
    yield from perform(state, step, "choose", out)
    if state.offer == SCORE:
        yield from _scoring_turn(board, state, out)
    elif words[0] == "take" and words[2] in ("points", "boost") and state.offer:
        yield from _offers(board, state, out)
    _discard_offer(state)
    state.once = []
    if _fill_track(board, state, out):
        yield from _final_scoring(board, state, out)
        return
    state.turn += 1
    state.phase = "turn"


# ---------------------------------------------------------------- E3.3 the Event goes to somebody else
def _offers(board: Board, state: State, out: Effects) -> Script[None]:
    """One eligible faction after the other, until one takes the Event."""
    state.phase = "offer"
    for seat in eligible(board, state):
        choice = menus.offer(begin(board, state, seat))
        words = yield from one(seat, partial(menus.as_move, choice, "event"))
        yield from perform(state, follow(choice, words[1:]), "choose", out)
        if words[1] != "decline":
            return


def eligible(board: Board, state: State) -> list[Seat]:
    """Who may take the Event of the card that was used for its points, in order (E3.3)."""
    active, factions = state.active, board.cards[state.offer].factions
    seats = {side.faction: seat for seat, side in enumerate(state.sides) if seat != active and side.faction in factions}
    return [seats[one] for one in state.initiative if one in seats] or [*seats.values()]


# ---------------------------------------------------------------- E7 a Scoring turn
def _scoring_turn(board: Board, state: State, out: Effects) -> Script[None]:
    """The six steps."""
    taker = state.active
    state.phase = "scoring"
    _discard_offer(state)
    _, sector = yield from one(taker, partial(menus.bonus, board, state))  # step 1
    if sector == menus.DICE:
        left = board.sectors_left(state)
        sector = left[out.below(len(left), "bonus")]
        if len(left) > 1:  # else everybody can count which one it is
            out.tell(say("The dice choose {sector}.", sector=board.sector_names[sector]), taker)
    state.bonus, state.knows = sector, [taker]
    out.tell(say("{seat} has chosen the Bonus Sector.", seat=Who(taker)))
    yield from _event_step(board, state, taker, out)  # step 2
    out.reveal(say("The Bonus Sector is {sector}.", sector=board.sector_names[state.bonus]))
    scoring.score_bases(board, state, out)  # step 3
    state.used.append(state.bonus)  # E9.1
    state.bonus, state.knows = "", []
    _techs(board, state, out)  # step 4
    yield from _free_fleets(board, state, taker, out)  # step 5
    _pass_rocinante(state, out)  # step 6


def _event_step(board: Board, state: State, last: Seat, out: Effects) -> Script[None]:
    """Everybody in turn from the left of the last, who comes last (E7.3)."""
    for n in range(1, state.seats + 1):
        work = begin(board, state, (last + n) % state.seats)
        yield from perform(state, menus.scoring(work), "scoring", out)
        _discard_offer(state)


def _discard_offer(state: State) -> None:
    """The card in use goes to the discards."""
    if state.offer:
        state.discards = [*state.discards, state.offer]
        state.offer = ""


def _techs(board: Board, state: State, out: Effects) -> None:
    """After each of the first three Scoring turns a Tech card comes into force (E10)."""
    n = len(state.used)
    if n > 3:
        return
    for seat, side in enumerate(state.sides):
        tech = board.components.factions[side.faction].techs[n - 1]
        out.tell(say("{seat} gains {tech}: {text}", seat=Who(seat), tech=say(tech.name), text=say(tech.text)))
        if tech.power == "scrap-yard":
            work = begin(board, state, seat)
            for letter in side.off:
                if letter == "s":
                    work = build_fleet(work, seat, letter, board.components.factions[side.faction].home)
            _apply(state, work, out)


def _free_fleets(board: Board, state: State, last: Seat, out: Effects) -> Script[None]:
    """Everybody may bring one removed fleet home, in the order of the event step (E9.2)."""
    state.phase = "fleets"
    asked = state.options.get(meta.FREE_FLEET, meta.STRONGEST) != meta.STRONGEST
    for n in range(1, state.seats + 1):
        work = begin(board, state, (last + n) % state.seats)
        yield from perform(state, menus.free_fleet(work, asked=asked), "choose", out)


def _apply(state: State, work: Work, out: Effects) -> None:
    for text in work.log:
        out.tell(text)
    adopt(state, work)


def _pass_rocinante(state: State, out: Effects) -> None:
    """To whoever has the fewest CP; the token stays where it lies (E11)."""
    seat = scoring.poorest(state)
    if seat == state.holder:
        out.tell(say("{seat} keeps the Rocinante.", seat=Who(seat)))
        return
    before, after = state.sides[state.holder], state.sides[seat]
    orbital = next(place for place, held in before.fleets.items() if "r" in held)
    left = before.fleets[orbital].replace("r", "")
    before.fleets = {place: held for place, held in before.fleets.items() if place != orbital}
    if left:
        before.fleets[orbital] = left
    after.fleets = {**after.fleets, orbital: sort_fleets(after.fleets.get(orbital, "") + "r")}
    state.holder = seat
    out.tell(say("{seat} has the fewest CP and gets the Rocinante.", seat=Who(seat)))


# ---------------------------------------------------------------- E13 the end
def _final_scoring(board: Board, state: State, out: Effects) -> Script[None]:
    """The sixth SCORE card ends the game at once; the holder of the Rocinante plays the last Event (E13)."""
    out.tell(say("The sixth SCORE card ends the game: all bases are scored a last time."))
    state.discards += [card for card in state.track if card == SCORE]  # E13.2
    state.track = [card for card in state.track if card != SCORE]
    state.phase = "final"
    yield from _event_step(board, state, state.holder, out)
    scoring.score_bases(board, state, out)
    state.phase = "over"
