"""Run the game: the setup, turns, offered Events and Scoring turns, in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.expanse import menus, meta, scoring, scoring_menus
from engine.games.expanse.board import Board, sort_fleets
from engine.games.expanse.components import Faction
from engine.games.expanse.pieces import build_fleet
from engine.games.expanse.state import SCORE_CARD, Card, FactionState, State
from engine.games.expanse.steps import MoveEnd, MovePause, Step, WorkingCopy, create_working_copy, follow_words
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import Seat, SeatMention, Text, say


# ---------------------------------------------------------------- E1 setup
def set_up_table(board: Board, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
    """Shuffle the deck and draw the first player; the rest follows when every seat has a faction."""
    parts = board.components.deck
    cards: list[Card] = out.shuffle([word for word, card in board.cards.items() if seat_count in card.sets], "cards")
    top = [cards.pop() for _ in range(parts.top[seat_count])]
    deck: list[Card] = []
    for pile in ("first", "second", "third"):  # E1.8
        held = [cards.pop() for _ in range(parts.pile[seat_count])] + [SCORE_CARD] * parts.score
        deck += out.shuffle(held, f"pile/{pile}")
    state = State(_convert_options(options), seat_count, out.roll_below(seat_count, "first"), [*deck, *top], cards)
    if options["factions"] == "random":  # E1.2
        for faction in out.shuffle(board.list_factions(seat_count), "factions"):
            _add_faction(board, state, faction, out)
        _begin_game(board, state, out)
    return state


def _convert_options(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options as the state stores them.

    Older tables have no free-fleet option and build the strongest fleet. That value is left out, so that their records keep
    their digests.
    """
    stored = dict(options)
    if stored.get(meta.FREE_FLEET_OPTION) == meta.STRONGEST_FLEET:
        del stored[meta.FREE_FLEET_OPTION]
    return stored


def _add_faction(board: Board, state: State, faction: Faction, out: Effects) -> None:
    """Add the next seat's faction with its pieces as the mat shows them (E1.3)."""
    data = board.components.factions[faction]
    closed = board.closed_bases if state.seats == 2 else frozenset[str]()
    start = []
    for base in data.influence:
        if base not in closed:
            start.append(base)
    out.announce(say("{seat} plays {faction}.", seat=SeatMention(len(state.sides)), faction=say(data.name)))
    state.sides.append(
        FactionState(
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


def _begin_game(board: Board, state: State, out: Effects) -> None:
    """Set up the Initiative Track, the Rocinante and the Action Track."""
    order = [(state.first + n) % state.seats for n in range(state.seats)]
    if state.seats > 2:  # E1.4
        state.initiative = [state.sides[seat].faction for seat in reversed(order)]
    state.holder = order[-1]  # E1.5
    last = state.sides[state.holder]
    home = board.components.factions[last.faction].home
    last.fleets[home] = sort_fleets(last.fleets.get(home, "") + "r")
    state.phase = "turn"
    out.announce(
        say(
            "{first} moves first. {last} moves last and has the Rocinante.",
            first=SeatMention(order[0]),
            last=SeatMention(state.holder),
        )
    )
    _fill_track(board, state, out)  # E1.9


def _fill_track(board: Board, state: State, out: Effects) -> bool:
    """Deal until the Action Track is full (E4.2). Return whether the sixth SCORE card has come (E13.1).

    A turn empties at most one space, so no card is dealt after that one.
    """
    new: list[Text] = []
    deck, track, spaces = state.deck, state.track, len(board.track_spaces)
    while deck and len(track) < spaces:
        card = deck.pop()
        state.known = False
        track.append(card)
        new.append(board.name_card(card))
    if new:
        out.reveal(say("New on the Action Track: {cards}.", cards=list(new)))
    return SCORE_CARD not in deck


# ---------------------------------------------------------------- moves in steps
def perform_step(state: State, step: Step, verb: str, out: Effects) -> TurnScript[None]:
    """Ask for the moves that a step needs until it is done; `state` is updated after each move."""
    announced_count = 0
    while True:
        work = step.work
        for text in work.log[announced_count:]:
            out.announce(text)
        adopt_result(state, work)
        if type(step) is MoveEnd:
            return
        announced_count = len(work.log)
        if type(step) is MovePause:
            step = step.resume(work, out)
            continue
        words = (yield {step.seat: partial(menus.build_move_menu, step, verb)})[step.seat]
        step = follow_words(step, words[1:])
        verb = "choose"


def adopt_result(state: State, work: WorkingCopy) -> None:
    """Copy everything that a step can change from the working copy into the state.

    A step never changes the deck and the Bonus Sector, since they lie face down.
    """
    result = work.state
    if result is state:
        return
    state.sides, state.initiative, state.once = result.sides, result.initiative, result.once
    state.phase, state.spender, state.points = result.phase, result.spender, result.points
    state.track, state.offer, state.discards = result.track, result.offer, result.discards
    state.known, state.knows = result.known, result.knows


# ---------------------------------------------------------------- E2 turns
def play_turn(board: Board, state: State, out: Effects) -> TurnScript[None]:
    """Play a choice of faction, or one player's turn."""
    if state.phase == "factions":
        yield from _choose_faction(board, state, out)
        return
    active = state.active
    root = menus.TurnMenu(create_working_copy(board, state, active))
    words = (yield {active: root.build_menu})[active]
    step = follow_words(root.find_choice(words[0]), words[1:])
    yield from perform_step(state, step, "choose", out)
    if state.offer == SCORE_CARD:
        yield from _play_scoring_turn(board, state, out)
    elif words[0] == "take" and words[2] in ("points", "boost") and state.offer:
        yield from _offer_event(board, state, out)
    _discard_offer(state)
    state.once = []
    if _fill_track(board, state, out):
        yield from _play_final_scoring(board, state, out)
        return
    state.turn += 1
    state.phase = "turn"


def _choose_faction(board: Board, state: State, out: Effects) -> TurnScript[None]:
    """Ask the next seat for its faction; the last choice begins the game."""
    words = yield from ask_one(len(state.sides), partial(menus.build_faction_menu, board, state))
    for faction in board.list_factions(state.seats):
        if faction == words[1]:
            _add_faction(board, state, faction, out)
    if len(state.sides) == state.seats:
        _begin_game(board, state, out)


# ---------------------------------------------------------------- E3.3 the Event is offered to others
def _offer_event(board: Board, state: State, out: Effects) -> TurnScript[None]:
    """Offer the Event to one eligible faction after the other, until one takes it."""
    state.phase = "offer"
    for seat in list_eligible_seats(board, state):
        choice = menus.build_offer_choice(create_working_copy(board, state, seat))
        words = yield from ask_one(seat, partial(menus.build_move_menu, choice, "event"))
        yield from perform_step(state, follow_words(choice, words[1:]), "choose", out)
        if words[1] != "decline":
            return


def list_eligible_seats(board: Board, state: State) -> list[Seat]:
    """List the seats that may take the Event of the card used for its points, in the order of asking (E3.3)."""
    factions = board.cards[state.offer].factions
    seats: dict[Faction, Seat] = {}
    for seat, side in enumerate(state.sides):
        if seat != state.active and side.faction in factions:
            seats[side.faction] = seat
    return [seats[faction] for faction in state.initiative if faction in seats] or [*seats.values()]


# ---------------------------------------------------------------- E7 a Scoring turn
def _play_scoring_turn(board: Board, state: State, out: Effects) -> TurnScript[None]:
    """Play the six steps of a Scoring turn."""
    taker = state.active
    state.phase = "scoring"
    _discard_offer(state)
    _, sector = yield from ask_one(taker, partial(scoring_menus.build_sector_menu, board, state))  # step 1
    if sector == scoring_menus.DICE_WORD:
        open_sectors = board.list_open_sectors(state)
        sector = open_sectors[out.roll_below(len(open_sectors), "bonus")]
        if len(open_sectors) > 1:  # a single Sector is no secret: everybody can count the markers
            out.announce(say("The dice choose {sector}.", sector=board.sector_names[sector]), taker)
    state.bonus, state.knows = sector, [taker]
    out.announce(say("{seat} has chosen the Bonus Sector.", seat=SeatMention(taker)))
    yield from _play_event_step(board, state, taker, out)  # step 2
    out.reveal(say("The Bonus Sector is {sector}.", sector=board.sector_names[state.bonus]))
    scoring.score_bases(board, state, out)  # step 3
    state.used.append(state.bonus)  # E9.1
    state.bonus, state.knows = "", []
    _activate_techs(board, state, out)  # step 4
    yield from _build_free_fleets(board, state, taker, out)  # step 5
    _pass_rocinante(state, out)  # step 6


def _play_event_step(board: Board, state: State, last_seat: Seat, out: Effects) -> TurnScript[None]:
    """Ask every seat for an Event, beginning after `last_seat` and ending with it (E7.3)."""
    for n in range(1, state.seats + 1):
        work = create_working_copy(board, state, (last_seat + n) % state.seats)
        yield from perform_step(state, scoring_menus.build_scoring_step(work), "scoring", out)
        _discard_offer(state)


def _discard_offer(state: State) -> None:
    """Discard the card in use, if there is one."""
    if state.offer:
        state.discards = [*state.discards, state.offer]
        state.offer = ""


def _activate_techs(board: Board, state: State, out: Effects) -> None:
    """Bring the next Tech cards into force after each of the first three Scoring turns (E10)."""
    n = len(state.used)
    if n > 3:
        return
    for seat, side in enumerate(state.sides):
        tech = board.components.factions[side.faction].techs[n - 1]
        out.announce(
            say("{seat} gains {tech}: {text}", seat=SeatMention(seat), tech=say(tech.name), text=say(tech.text))
        )
        if tech.power == "scrap-yard":
            work = create_working_copy(board, state, seat)
            for letter in side.off:
                if letter == "s":
                    work = build_fleet(work, seat, letter, board.components.factions[side.faction].home)
            _apply_result(state, work, out)


def _build_free_fleets(board: Board, state: State, last_seat: Seat, out: Effects) -> TurnScript[None]:
    """Let every seat build one removed fleet at home, in the order of the event step (E9.2)."""
    state.phase = "fleets"
    is_asked = state.options.get(meta.FREE_FLEET_OPTION, meta.STRONGEST_FLEET) != meta.STRONGEST_FLEET
    for n in range(1, state.seats + 1):
        work = create_working_copy(board, state, (last_seat + n) % state.seats)
        yield from perform_step(state, scoring_menus.build_free_fleet(work, is_asked=is_asked), "choose", out)


def _apply_result(state: State, work: WorkingCopy, out: Effects) -> None:
    for text in work.log:
        out.announce(text)
    adopt_result(state, work)


def _pass_rocinante(state: State, out: Effects) -> None:
    """Pass the Rocinante to the player with the fewest CP; its token stays in its Orbital (E11, E12.3)."""
    seat = scoring.find_poorest_seat(state)
    if seat == state.holder:
        out.announce(say("{seat} keeps the Rocinante.", seat=SeatMention(seat)))
        return
    before, after = state.sides[state.holder], state.sides[seat]
    orbital = next(place for place, held in before.fleets.items() if "r" in held)
    left = before.fleets[orbital].replace("r", "")
    before.fleets = {place: held for place, held in before.fleets.items() if place != orbital}
    if left:
        before.fleets[orbital] = left
    after.fleets = {**after.fleets, orbital: sort_fleets(after.fleets.get(orbital, "") + "r")}
    state.holder = seat
    out.announce(say("{seat} has the fewest CP and gets the Rocinante.", seat=SeatMention(seat)))


# ---------------------------------------------------------------- E13 the end
def _play_final_scoring(board: Board, state: State, out: Effects) -> TurnScript[None]:
    """Play the final scoring, which the sixth SCORE card begins at once (E13)."""
    out.announce(say("The sixth SCORE card ends the game: all bases are scored a last time."))
    state.discards += [card for card in state.track if card == SCORE_CARD]  # E13.2
    state.track = [card for card in state.track if card != SCORE_CARD]
    state.phase = "final"
    yield from _play_event_step(board, state, state.holder, out)
    scoring.score_bases(board, state, out)
    state.phase = "over"
