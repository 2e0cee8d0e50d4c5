"""The decisions that the rules put to a player: a faction, a turn, an Event that is offered, the event step of a Scoring turn."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.games.expanse import actions, effects, fleets, influence, pieces
from engine.games.expanse.board import Board
from engine.games.expanse.components import Ability, Faction
from engine.games.expanse.events import Again, CountAs
from engine.games.expanse.meta import STEPS_BY_VERB
from engine.games.expanse.state import SCORE_CARD, Card, FactionState, State
from engine.games.expanse.steps import Choice, Continuation, MenuNames, MoveEnd, Step, WorkingCopy, ask_seat
from engine.kernel.menu import LazyOptions, Menu, Option, Word
from engine.kernel.text import SeatMention, Text, count, say

_ASK_TURN: Final = say("It is your turn: take a card, or play a Kept Event.")
_TAKE_OPTION: Final = Option("take", say("Take a card"))
_ASK_CARD: Final = say("Which card do you take?")
_ASK_KEPT_EVENT: Final = say("Which Kept Event do you play?")
_NOTHING_KEPT: Final = say("You have kept no Event (E2).")
_ONLY_KEPT: Final = say("It serves only once it is kept, together with an Action card (E16).")
_ASK_SECOND_EVENT: Final = say("Use the Event of this card too?")
_ASK_SECTOR: Final = say("Which Sector is the Bonus Sector? Nobody else learns it before the bases are scored.")
DICE_WORD: Final = "dice"
"""The word that leaves the choice of the Bonus Sector to chance."""
_DICE_OPTION: Final = Option(DICE_WORD, say("Let the dice choose"))
_ASK_SCORING_EVENT: Final = say("A Scoring turn: play one Event before the bases are scored?")
_ASK_TOKEN: Final = say("From which base do you discard a Protomolecule token?")
_PASS_OPTION: Final = Option("pass", say("Play none"))
_DECLINE_OPTION: Final = Option("decline", say("Decline"))
_NO_OPTION: Final = Option("no", say("No"))
_LEAVE_OPTION: Final = Option("leave", say("Build none"))
_ASK_FACTION: Final = say("Which faction do you play? /card shows what each of them can do.")
_NO_MARKERS: Final = say("Both markers of this Sector have been used (E7.2).")


def build_move_menu(choice: Choice, verb: Word) -> Menu:
    """A choice with all the seat's own choices behind it, as the words behind a verb."""
    below: Menu | None = None

    def then(_: Word) -> Menu:
        nonlocal below
        below = below or choice.build_menu(_MENU_NAMES[verb])
        return below

    return Menu("verb", choice.prompt, _VERB_OPTIONS[verb], then)


def _list_verb_options(word: Word, label: Text) -> tuple[Option]:
    return (Option(word, label),)


def _link_names(first: str, *rest: str) -> MenuNames:
    return first, _link_names(*rest) if rest else None


_MENU_NAMES: Final = {verb: _link_names(*names) for verb, names in STEPS_BY_VERB.items()}
_VERB_OPTIONS: Final = {
    word: LazyOptions((word,), partial(_list_verb_options, word, label))
    for word, label in (
        ("event", say("The Event offered")),
        ("scoring", say("Event step")),
        ("choose", say("Choose")),
    )
}


# ---------------------------------------------------------------- E1.2 factions
def build_faction_menu(board: Board, state: State) -> Menu:
    """Who plays what."""
    taken = [side.faction for side in state.sides]
    options = tuple(
        Option(one, _build_mat_option(board, one), spot=f"faction-{one}")
        for one in board.list_factions(state.seats)
        if one not in taken
    )
    below = Menu("faction", _ASK_FACTION, options)
    return Menu("verb", _ASK_FACTION, (Option("faction", say("Choose a faction")),), lambda _: below)


def _build_mat_option(board: Board, faction: Faction) -> Text:
    """A faction with what sets it apart."""
    data = board.components.factions[faction]
    return say(
        "{faction}, from {home}: {ability}",
        faction=board.faction_names[faction],
        home=board.orbital_names[data.home],
        ability=say(data.ability.name),
    )


# ---------------------------------------------------------------- E2 a turn
class TurnMenu:
    """A turn's first choice: the verb, and behind it the choices that belong to it."""

    __slots__ = ("_choices", "_menus", "work")

    def __init__(self, work: WorkingCopy) -> None:
        self.work = work
        self._choices: dict[Word, Choice] = {}
        self._menus: dict[Word, Menu] = {}

    def build_menu(self) -> Menu:
        """The verbs."""
        options = LazyOptions(
            ["take", "play"] if _list_playable_events(self.work) else ["take"], self._list_verb_options
        )
        return Menu("verb", _ASK_TURN, options, self._find_menu)

    def _list_verb_options(self) -> tuple[Option, Option]:
        why = None if _list_playable_events(self.work) else _ONLY_KEPT if self.work.actor.kept else _NOTHING_KEPT
        return _TAKE_OPTION, Option("play", say("Play a Kept Event"), why_not=why)

    def find_choice(self, verb: Word) -> Choice:
        """The choice behind a verb."""
        found = self._choices.get(verb)
        if found is None:
            found = self._choices[verb] = (
                _build_card_choice(self.work) if verb == "take" else _build_kept_choice(self.work)
            )
        return found

    def _find_menu(self, verb: Word) -> Menu:
        found = self._menus.get(verb)
        if found is None:
            found = self._menus[verb] = self.find_choice(verb).build_menu(_MENU_NAMES[verb])
        return found


def _build_card_choice(work: WorkingCopy) -> Choice:
    """A card at its price (E2.1)."""
    board, cp, track = work.board, work.actor.cp, work.state.track

    def shown() -> list[Option]:
        spaces = zip(board.track_spaces, track, strict=False)
        return [_build_card_option(space, price, board.name_card(card), cp) for (space, price), card in spaces]

    return Choice(
        [space for space, price in board.track_spaces[: len(track)] if price <= cp],
        shown,
        work=work,
        seat=work.seat,
        prompt=_ASK_CARD,
        next_step=lambda space: _take_card(work, int(space)),
    )


def _build_card_option(space: Word, price: int, card: Text, cp: int) -> Option:
    label = say("{card}, free", card=card) if not price else count("{card}, {n} CP", "{card}, {n} CP", price, card=card)
    poor = count("You have {n} CP only (E2.2).", "You have {n} CP only (E2.2).", cp) if price > cp else None
    return Option(space, label, why_not=poor, spot=f"track-{space}")


def _take_card(work: WorkingCopy, space: int) -> Step:
    board, new = work.board, work.fork(work.seat)
    state, me = new.state, new.actor
    state.track = state.track.copy()
    card, price = state.track.pop(space - 1), board.components.track.prices[space - 1]
    state.offer, state.phase = card, "event"
    me.cp -= price
    me.spent += price
    name = board.name_card(card)
    new = new.add_texts(
        count(
            "{seat} takes {card} for {n} CP.",
            "{seat} takes {card} for {n} CP.",
            price,
            seat=SeatMention(new.seat),
            card=name,
        )
        if price
        else say("{seat} takes {card}.", seat=SeatMention(new.seat), card=name)
    )
    if card == SCORE_CARD:
        return MoveEnd(new)
    printed = board.cards[card]
    booster = effects.find_kept_event(new, new.seat, CountAs)
    if booster is not None and effects.count_boosted_points(new, booster) <= printed.ap:
        booster = None

    def shown() -> list[Option]:
        points = [Option("points", count("Use {n} Action Point", "Use {n} Action Points", printed.ap))]
        if booster is not None:
            boosted = say(
                "Use {n} Action Points with {card}",
                n=effects.count_boosted_points(new, booster),
                card=work.board.name_card(booster),
            )
            points.append(Option("boost", boosted, spot=f"kept-{new.seat}-{booster}"))
        return [*points, *_list_event_options(new, card)]

    def go(use: Word) -> Step:
        if use == "event":
            return _use_event(new, card, MoveEnd)
        if use == "keep":
            return MoveEnd(keep_event(new, card))
        if use == "boost" and booster is not None:
            return actions.spend_points(
                effects.discard_booster(new, booster), effects.count_boosted_points(new, booster), _offer_second_event
            )
        return actions.spend_points(new, printed.ap, _offer_second_event)

    words = ["points", *(["boost"] if booster is not None else []), *_list_event_words(new, card)]
    prompt = say("What do you use {card} for?", card=name)
    return Choice(words, shown, work=new, seat=new.seat, prompt=prompt, next_step=go)


def _list_event_words(work: WorkingCopy, card: Card) -> list[Word]:
    """Using an Event now and keeping it (E3.1)."""
    board, me = work.board, work.actor
    printed = board.cards[card]
    if me.faction not in printed.factions:
        return []
    now = [] if card in board.only_kept else ["event"]
    return [*now, "keep"] if board.compute_keep_price(work.state, me, card) <= me.cp else now


def _list_event_options(work: WorkingCopy, card: Card) -> list[Option]:
    """The same as it is shown, with why not."""
    board, me = work.board, work.actor
    printed, price = board.cards[card], board.compute_keep_price(work.state, me, card)
    off = None if me.faction in printed.factions else say("Your faction is not on this card (E3.1).")
    now = off or (_ONLY_KEPT if card in board.only_kept else None)
    poor = None if price <= me.cp else count("You have {n} CP only (E3.2).", "You have {n} CP only (E3.2).", me.cp)
    keeping = count("Keep the Event for {n} CP", "Keep the Event for {n} CP", price)
    return [
        Option("event", say("Use the Event"), why_not=now),
        Option("keep", keeping, why_not=off or poor),
    ]


def _use_event(work: WorkingCopy, card: Card, then: Continuation) -> Step:
    told = work.set_place().add_texts(
        say("{seat} uses the Event of {card}.", seat=SeatMention(work.seat), card=work.board.name_card(card))
    )
    return effects.carry_out_event(work.board.cards[card].effects, told, then)


def keep_event(work: WorkingCopy, card: Card) -> WorkingCopy:
    """The Event is kept (E3.2)."""
    price = work.board.compute_keep_price(work.state, work.actor, card)
    new = work.fork(work.seat)
    me = new.actor
    me.kept = [*me.kept, card]
    me.cp -= price
    me.spent += price
    new.state.offer = ""
    return new.add_texts(
        count(
            "{seat} keeps {card} for {n} CP.",
            "{seat} keeps {card} for {n} CP.",
            price,
            seat=SeatMention(new.seat),
            card=work.board.name_card(card),
        )
    )


def _offer_second_event(work: WorkingCopy) -> Step:
    """Josephus Miller: the Event of the card whose Action Points were spent, too (E16.1)."""
    card, state = work.state.offer, work.state
    miller = effects.find_kept_event(work, work.seat, Again)
    printed = work.board.cards[card]
    if miller is None or work.faction not in printed.factions or card in work.board.only_kept:
        return MoveEnd(work)
    name = work.board.name_card(miller)

    def shown(word: Word) -> Option:
        if word == "no":
            return _NO_OPTION
        return Option(word, say("Discard {card} for it", card=name), spot=f"kept-{work.seat}-{miller}")

    def go(word: Word) -> Step:
        if word == "no":
            return MoveEnd(work)
        text = say("{seat} discards {card}.", seat=SeatMention(work.seat), card=name)
        new = pieces.discard_kept(work, work.seat, miller, text)
        new.state.offer = ""
        new.state.discards = [*new.state.discards, card]
        return _use_event(new, card, MoveEnd)

    return ask_seat(work, work.seat, _ASK_SECOND_EVENT, ["again", "no"], shown, go) if state.offer else MoveEnd(work)


# ---------------------------------------------------------------- E4 Kept Events
def _list_playable_events(work: WorkingCopy) -> list[Card]:
    kept = work.actor.kept
    return [card for card in kept if card not in work.board.only_kept] if kept else []


def _list_kept_options(work: WorkingCopy) -> list[Option]:
    playable = _list_playable_events(work)
    return [
        effects.build_kept_option(work, work.seat, card, None if card in playable else _ONLY_KEPT)
        for card in work.actor.kept
    ]


def _build_kept_choice(work: WorkingCopy) -> Choice:
    """A Kept Event instead of a card (E4)."""
    return Choice(
        _list_playable_events(work),
        lambda: _list_kept_options(work),
        work=work,
        seat=work.seat,
        prompt=_ASK_KEPT_EVENT,
        next_step=lambda card: _play_kept_event(work, card),
    )


def _play_kept_event(work: WorkingCopy, card: Card) -> Step:
    new = work.fork(work.seat)
    me, state = new.actor, new.state
    me.kept = [one for one in me.kept if one != card]
    state.offer = card
    state.phase = "event" if state.phase == "turn" else state.phase
    return _use_event(new, card, MoveEnd)


# ---------------------------------------------------------------- E3.3 an Event that is offered
def build_offer_choice(work: WorkingCopy) -> Choice:
    """Use, keep or decline the Event of a card whose Action Points somebody else has spent."""
    card = work.state.offer
    prompt = say("{card} is offered to you.", card=work.board.name_card(card))

    def go(word: Word) -> Step:
        if word == "decline":
            return MoveEnd(work.set_place().add_texts(say("{seat} declines the Event.", seat=SeatMention(work.seat))))
        moved = work.fork()
        moved.state.phase = "event"
        if moved.state.initiative:  # E3.4
            me = moved.faction
            moved.state.initiative = [*[one for one in moved.state.initiative if one != me], me]
        return MoveEnd(keep_event(moved, card)) if word == "keep" else _use_event(moved, card, MoveEnd)

    words = [*_list_event_words(work, card), "decline"]
    return Choice(
        words,
        lambda: [*_list_event_options(work, card), _DECLINE_OPTION],
        work=work,
        seat=work.seat,
        prompt=prompt,
        next_step=go,
    )


# ---------------------------------------------------------------- E7 Scoring turns
def build_sector_menu(board: Board, state: State) -> Menu:
    """The secret choice of the Bonus Sector (E7.1), of one's own or by the dice: somebody absent would be predictable."""
    left = board.list_open_sectors(state)
    options = tuple(
        Option(
            sector,
            board.sector_names[sector],
            why_not=None if sector in left else _NO_MARKERS,
            spot=f"sector-{sector}",
        )
        for sector in board.components.sectors.bands
    )
    below = Menu("sector", _ASK_SECTOR, (*options, _DICE_OPTION), is_secret=True)
    return Menu("verb", _ASK_SECTOR, (Option("bonus", say("Bonus Sector")),), lambda _: below)


def build_scoring_step(work: WorkingCopy) -> Step:
    """One Kept Event, a crew member of the Rocinante, or nothing (E7.3)."""
    board, state, me = work.board, work.state, work.actor
    crew = [f"crew-{word}" for word in board.components.crew] if state.holder == work.seat else []
    tech = board.find_power(state, me.faction, "containment") if me.samples else None
    words = [*_list_playable_events(work), *crew, *(["containment"] if tech is not None else [])]
    if not words:
        return MoveEnd(work)

    def shown() -> list[Option]:
        options = [*_list_kept_options(work), *(_build_crew_option(board, word) for word in crew)]
        if tech is not None:
            options.append(Option("containment", effects.format_titled(tech.name, tech.text)))
        return [*options, _PASS_OPTION]

    def go(word: Word) -> Step:
        if word == "pass":
            return MoveEnd(work.set_place().add_texts(say("{seat} plays no Event.", seat=SeatMention(work.seat))))
        if word.startswith("crew-"):
            return _use_crew(work, word.removeprefix("crew-"))
        if word == "containment" and tech is not None:
            return _use_containment(work, me, tech)
        return _play_kept_event(work, word)

    return Choice([*words, "pass"], shown, work=work, seat=work.seat, prompt=_ASK_SCORING_EVENT, next_step=go)


def _build_crew_option(board: Board, word: Word) -> Option:
    crew = board.components.crew[word.removeprefix("crew-")]
    return Option(word, effects.format_titled(crew.name, crew.text), spot=word)


def build_free_fleet(work: WorkingCopy, *, is_asked: bool) -> Step:
    """One removed fleet that is built at home for nothing, Scrap Ships excepted (E9.2); unasked it is the strongest."""
    off = work.actor.off.replace("s", "")
    if not off:
        return MoveEnd(work)
    home = work.board.components.factions[work.faction].home

    def go(letter: Word) -> Step:
        if letter == "leave":
            return MoveEnd(work.set_place().add_texts(say("{seat} builds no fleet.", seat=SeatMention(work.seat))))
        return MoveEnd(pieces.build_fleet(work, work.seat, letter, home))

    if not is_asked:
        return go(off[0])
    prompt = say("Which fleet do you build at {place} for nothing?", place=work.board.orbital_names[home])
    words = [*dict.fromkeys(off), "leave"]
    return ask_seat(
        work,
        work.seat,
        prompt,
        words,
        lambda word: _LEAVE_OPTION if word == "leave" else fleets.build_kind_option(word),
        go,
    )


def _use_crew(work: WorkingCopy, word: Word) -> Step:
    crew = work.board.components.crew[word]
    told = work.set_place().add_texts(
        say("{seat} uses {crew} of the Rocinante.", seat=SeatMention(work.seat), crew=say(crew.name))
    )
    return effects.carry_out_event(crew.effects, told, MoveEnd)


def _use_containment(work: WorkingCopy, me: FactionState, tech: Ability) -> Step:
    board = work.board

    def discard(base: Word) -> Step:
        new = work.fork(work.seat)
        new.actor.samples = [one for one in me.samples if one != base]
        new.actor.tokens_gone += 1
        told = new.add_texts(
            say(
                "{seat} uses {power} on {base}.",
                seat=SeatMention(new.seat),
                power=say(tech.name),
                base=board.base_names[base],
            )
        )
        others = tuple(seat for seat in range(len(new.state.sides)) if seat != new.seat)
        return influence.take_one_each(told, base, others, MoveEnd)

    return ask_seat(work, work.seat, _ASK_TOKEN, me.samples, board.base_option, discard)
