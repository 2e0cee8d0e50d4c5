"""The decisions that the rules put to a player: a faction, a turn, an Event that is offered, the event step of a Scoring turn."""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.games.expanse import actions, effects, fleets, influence, pieces
from engine.games.expanse.board import Board
from engine.games.expanse.components import Ability, Faction
from engine.games.expanse.events import Again, CountAs
from engine.games.expanse.meta import STEPS
from engine.games.expanse.state import SCORE, Card, Side, State
from engine.games.expanse.steps import Choice, Done, Names, Step, Then, Work, ask
from engine.kernel.menu import Lazy, Menu, Option, Word
from engine.kernel.text import Text, Who, count, say

_TURN: Final = say("It is your turn: take a card, or play a Kept Event.")
_TAKE: Final = Option("take", say("Take a card"))
_CARD: Final = say("Which card do you take?")
_KEPT: Final = say("Which Kept Event do you play?")
_NOTHING_KEPT: Final = say("You have kept no Event (E2).")
_ONLY_KEPT: Final = say("It serves only once it is kept, together with an Action card (E16).")
_AFTER: Final = say("Use the Event of this card too?")
_SECTOR: Final = say("Which Sector is the Bonus Sector? Nobody else learns it before the bases are scored.")
DICE: Final = "dice"
"""The word that leaves the choice of the Bonus Sector to chance."""
_DICE: Final = Option(DICE, say("Let the dice choose"))
_SCORING: Final = say("A Scoring turn: play one Event before the bases are scored?")
_TOKEN: Final = say("From which base do you discard a Protomolecule token?")
_PASS: Final = Option("pass", say("Play none"))
_DECLINE: Final = Option("decline", say("Decline"))
_NO: Final = Option("no", say("No"))
_LEAVE: Final = Option("leave", say("Build none"))
_FACTION: Final = say("Which faction do you play? /card shows what each of them can do.")
_MARKERS: Final = say("Both markers of this Sector have been used (E7.2).")


def as_move(choice: Choice, verb: Word) -> Menu:
    """A choice with all the seat's own choices behind it, as the words behind a verb."""
    below: Menu | None = None

    def then(_: Word) -> Menu:
        nonlocal below
        below = below or choice.menu(_NAMES[verb])
        return below

    return Menu("verb", choice.prompt, _VERBS[verb], then)


def _verb(word: Word, label: Text) -> tuple[Option]:
    return (Option(word, label),)


def _linked(first: str, *rest: str) -> Names:
    return first, _linked(*rest) if rest else None


_NAMES: Final = {verb: _linked(*names) for verb, names in STEPS.items()}
_VERBS: Final = {
    word: Lazy((word,), partial(_verb, word, label))
    for word, label in (
        ("event", say("The Event offered")),
        ("scoring", say("Event step")),
        ("choose", say("Choose")),
    )
}


# ---------------------------------------------------------------- E1.2 factions
def faction(board: Board, state: State) -> Menu:
    """Who plays what."""
    taken = [side.faction for side in state.sides]
    options = tuple(
        Option(one, _mat(board, one), spot=f"faction-{one}") for one in board.playing(state.seats) if one not in taken
    )
    below = Menu("faction", _FACTION, options)
    return Menu("verb", _FACTION, (Option("faction", say("Choose a faction")),), lambda _: below)


def _mat(board: Board, faction: Faction) -> Text:
    """A faction with what sets it apart."""
    data = board.components.factions[faction]
    return say(
        "{faction}, from {home}: {ability}",
        faction=board.faction_names[faction],
        home=board.orbital_names[data.home],
        ability=say(data.ability.name),
    )


# ---------------------------------------------------------------- E2 a turn
class Turn:
    """A turn's first choice: the verb, and behind it the choices that belong to it."""

    __slots__ = ("_choices", "_menus", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self._choices: dict[Word, Choice] = {}
        self._menus: dict[Word, Menu] = {}

    def menu(self) -> Menu:
        """The verbs."""
        options = Lazy(["take", "play"] if _playable(self.work) else ["take"], self._verbs)
        return Menu("verb", _TURN, options, self._then)

    def _verbs(self) -> tuple[Option, Option]:
        why = None if _playable(self.work) else _ONLY_KEPT if self.work.me.kept else _NOTHING_KEPT
        return _TAKE, Option("play", say("Play a Kept Event"), why_not=why)

    def below(self, verb: Word) -> Choice:
        """The choice behind a verb."""
        found = self._choices.get(verb)
        if found is None:
            found = self._choices[verb] = _take(self.work) if verb == "take" else _play(self.work)
        return found

    def _then(self, verb: Word) -> Menu:
        found = self._menus.get(verb)
        if found is None:
            found = self._menus[verb] = self.below(verb).menu(_NAMES[verb])
        return found


def _take(work: Work) -> Choice:
    """A card at its price (E2.1)."""
    board, cp, track = work.board, work.me.cp, work.state.track

    def shown() -> list[Option]:
        spaces = zip(board.spaces, track, strict=False)
        return [_card_option(space, price, board.name(card), cp) for (space, price), card in spaces]

    return Choice(
        [space for space, price in board.spaces[: len(track)] if price <= cp],
        shown,
        work=work,
        seat=work.seat,
        prompt=_CARD,
        next=lambda space: _taken(work, int(space)),
    )


def _card_option(space: Word, price: int, card: Text, cp: int) -> Option:
    label = say("{card}, free", card=card) if not price else count("{card}, {n} CP", "{card}, {n} CP", price, card=card)
    poor = count("You have {n} CP only (E2.2).", "You have {n} CP only (E2.2).", cp) if price > cp else None
    return Option(space, label, why_not=poor, spot=f"track-{space}")


def _taken(work: Work, space: int) -> Step:
    board, new = work.board, work.fork(work.seat)
    state, me = new.state, new.me
    state.track = state.track.copy()
    card, price = state.track.pop(space - 1), board.components.track.prices[space - 1]
    state.offer, state.phase = card, "event"
    me.cp -= price
    me.spent += price
    name = board.name(card)
    new = new.says(
        count(
            "{seat} takes {card} for {n} CP.", "{seat} takes {card} for {n} CP.", price, seat=Who(new.seat), card=name
        )
        if price
        else say("{seat} takes {card}.", seat=Who(new.seat), card=name)
    )
    if card == SCORE:
        return Done(new)
    printed = board.cards[card]
    booster = effects.holds(new, new.seat, CountAs)
    if booster is not None and effects.counts_as(new, booster) <= printed.ap:
        booster = None

    def shown() -> list[Option]:
        points = [Option("points", count("Use {n} Action Point", "Use {n} Action Points", printed.ap))]
        if booster is not None:
            boosted = say(
                "Use {n} Action Points with {card}", n=effects.counts_as(new, booster), card=work.board.name(booster)
            )
            points.append(Option("boost", boosted, spot=f"kept-{new.seat}-{booster}"))
        return [*points, *_event_options(new, card)]

    def go(use: Word) -> Step:
        if use == "event":
            return _use(new, card, Done)
        if use == "keep":
            return Done(keep(new, card))
        if use == "boost" and booster is not None:
            return actions.spend(effects.boost(new, booster), effects.counts_as(new, booster), _again)
        return actions.spend(new, printed.ap, _again)

    words = ["points", *(["boost"] if booster is not None else []), *_event_words(new, card)]
    prompt = say("What do you use {card} for?", card=name)
    return Choice(words, shown, work=new, seat=new.seat, prompt=prompt, next=go)


def _event_words(work: Work, card: Card) -> list[Word]:
    """Using an Event now and keeping it (E3.1)."""
    board, me = work.board, work.me
    printed = board.cards[card]
    if me.faction not in printed.factions:
        return []
    now = [] if card in board.only_kept else ["event"]
    return [*now, "keep"] if board.price(work.state, me, card) <= me.cp else now


def _event_options(work: Work, card: Card) -> list[Option]:
    """The same as it is shown, with why not."""
    board, me = work.board, work.me
    printed, price = board.cards[card], board.price(work.state, me, card)
    off = None if me.faction in printed.factions else say("Your faction is not on this card (E3.1).")
    now = off or (_ONLY_KEPT if card in board.only_kept else None)
    poor = None if price <= me.cp else count("You have {n} CP only (E3.2).", "You have {n} CP only (E3.2).", me.cp)
    keeping = count("Keep the Event for {n} CP", "Keep the Event for {n} CP", price)
    return [
        Option("event", say("Use the Event"), why_not=now),
        Option("keep", keeping, why_not=off or poor),
    ]


def _use(work: Work, card: Card, then: Then) -> Step:
    told = work.there().says(say("{seat} uses the Event of {card}.", seat=Who(work.seat), card=work.board.name(card)))
    return effects.event(work.board.cards[card].effects, told, then)


def keep(work: Work, card: Card) -> Work:
    """The Event is kept (E3.2)."""
    price = work.board.price(work.state, work.me, card)
    new = work.fork(work.seat)
    me = new.me
    me.kept = [*me.kept, card]
    me.cp -= price
    me.spent += price
    new.state.offer = ""
    return new.says(
        count(
            "{seat} keeps {card} for {n} CP.",
            "{seat} keeps {card} for {n} CP.",
            price,
            seat=Who(new.seat),
            card=work.board.name(card),
        )
    )


def _again(work: Work) -> Step:
    """Josephus Miller: the Event of the card whose Action Points were spent, too (E16.1)."""
    card, state = work.state.offer, work.state
    miller = effects.holds(work, work.seat, Again)
    printed = work.board.cards[card]
    if miller is None or work.faction not in printed.factions or card in work.board.only_kept:
        return Done(work)
    name = work.board.name(miller)

    def shown(word: Word) -> Option:
        if word == "no":
            return _NO
        return Option(word, say("Discard {card} for it", card=name), spot=f"kept-{work.seat}-{miller}")

    def go(word: Word) -> Step:
        if word == "no":
            return Done(work)
        text = say("{seat} discards {card}.", seat=Who(work.seat), card=name)
        new = pieces.discard_kept(work, work.seat, miller, text)
        new.state.offer = ""
        new.state.discards = [*new.state.discards, card]
        return _use(new, card, Done)

    return ask(work, work.seat, _AFTER, ["again", "no"], shown, go) if state.offer else Done(work)


# ---------------------------------------------------------------- E4 Kept Events
def _playable(work: Work) -> list[Card]:
    kept = work.me.kept
    return [card for card in kept if card not in work.board.only_kept] if kept else []


def _kept_options(work: Work) -> list[Option]:
    playable = _playable(work)
    return [
        effects.kept_option(work, work.seat, card, None if card in playable else _ONLY_KEPT) for card in work.me.kept
    ]


def _play(work: Work) -> Choice:
    """A Kept Event instead of a card (E4)."""
    return Choice(
        _playable(work),
        lambda: _kept_options(work),
        work=work,
        seat=work.seat,
        prompt=_KEPT,
        next=lambda card: _played(work, card),
    )


def _played(work: Work, card: Card) -> Step:
    new = work.fork(work.seat)
    me, state = new.me, new.state
    me.kept = [one for one in me.kept if one != card]
    state.offer = card
    state.phase = "event" if state.phase == "turn" else state.phase
    return _use(new, card, Done)


# ---------------------------------------------------------------- E3.3 an Event that is offered
def offer(work: Work) -> Choice:
    """Use, keep or decline the Event of a card whose Action Points somebody else has spent."""
    card = work.state.offer
    prompt = say("{card} is offered to you.", card=work.board.name(card))

    def go(word: Word) -> Step:
        if word == "decline":
            return Done(work.there().says(say("{seat} declines the Event.", seat=Who(work.seat))))
        moved = work.fork()
        moved.state.phase = "event"
        if moved.state.initiative:  # E3.4
            me = moved.faction
            moved.state.initiative = [*[one for one in moved.state.initiative if one != me], me]
        return Done(keep(moved, card)) if word == "keep" else _use(moved, card, Done)

    words = [*_event_words(work, card), "decline"]
    return Choice(
        words,
        lambda: [*_event_options(work, card), _DECLINE],
        work=work,
        seat=work.seat,
        prompt=prompt,
        next=go,
    )


# ---------------------------------------------------------------- E7 Scoring turns
def bonus(board: Board, state: State) -> Menu:
    """The secret choice of the Bonus Sector (E7.1), of one's own or by the dice: somebody absent would be predictable."""
    left = board.sectors_left(state)
    options = tuple(
        Option(
            sector,
            board.sector_names[sector],
            why_not=None if sector in left else _MARKERS,
            spot=f"sector-{sector}",
        )
        for sector in board.components.sectors.bands
    )
    below = Menu("sector", _SECTOR, (*options, _DICE), secret=True)
    return Menu("verb", _SECTOR, (Option("bonus", say("Bonus Sector")),), lambda _: below)


def scoring(work: Work) -> Step:
    """One Kept Event, a crew member of the Rocinante, or nothing (E7.3)."""
    board, state, me = work.board, work.state, work.me
    crew = [f"crew-{word}" for word in board.components.crew] if state.holder == work.seat else []
    tech = board.power(state, me.faction, "containment") if me.samples else None
    words = [*_playable(work), *crew, *(["containment"] if tech is not None else [])]
    if not words:
        return Done(work)

    def shown() -> list[Option]:
        options = [*_kept_options(work), *(_crew_option(board, word) for word in crew)]
        if tech is not None:
            options.append(Option("containment", effects.titled(tech.name, tech.text)))
        return [*options, _PASS]

    def go(word: Word) -> Step:
        if word == "pass":
            return Done(work.there().says(say("{seat} plays no Event.", seat=Who(work.seat))))
        if word.startswith("crew-"):
            return _crew(work, word.removeprefix("crew-"))
        if word == "containment" and tech is not None:
            return _containment(work, me, tech)
        return _played(work, word)

    return Choice([*words, "pass"], shown, work=work, seat=work.seat, prompt=_SCORING, next=go)


def _crew_option(board: Board, word: Word) -> Option:
    crew = board.components.crew[word.removeprefix("crew-")]
    return Option(word, effects.titled(crew.name, crew.text), spot=word)


def free_fleet(work: Work, *, asked: bool) -> Step:
    """One removed fleet that is built at home for nothing, Scrap Ships excepted (E9.2); unasked it is the strongest."""
    off = work.me.off.replace("s", "")
    if not off:
        return Done(work)
    home = work.board.components.factions[work.faction].home

    def go(letter: Word) -> Step:
        if letter == "leave":
            return Done(work.there().says(say("{seat} builds no fleet.", seat=Who(work.seat))))
        return Done(pieces.build_fleet(work, work.seat, letter, home))

    if not asked:
        return go(off[0])
    prompt = say("Which fleet do you build at {place} for nothing?", place=work.board.orbital_names[home])
    words = [*dict.fromkeys(off), "leave"]
    return ask(work, work.seat, prompt, words, lambda word: _LEAVE if word == "leave" else fleets.kind_option(word), go)


def _crew(work: Work, word: Word) -> Step:
    crew = work.board.components.crew[word]
    told = work.there().says(say("{seat} uses {crew} of the Rocinante.", seat=Who(work.seat), crew=say(crew.name)))
    return effects.event(crew.effects, told, Done)


def _containment(work: Work, me: Side, tech: Ability) -> Step:
    board = work.board

    def discard(base: Word) -> Step:
        new = work.fork(work.seat)
        new.me.samples = [one for one in me.samples if one != base]
        new.me.tokens_gone += 1
        told = new.says(
            say(
                "{seat} uses {power} on {base}.",
                seat=Who(new.seat),
                power=say(tech.name),
                base=board.base_names[base],
            )
        )
        others = tuple(seat for seat in range(len(new.state.sides)) if seat != new.seat)
        return influence.take_of(told, base, others, Done)

    return ask(work, work.seat, _TOKEN, me.samples, board.base_option, discard)
