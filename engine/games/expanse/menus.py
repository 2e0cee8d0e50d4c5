"""The decisions of a normal turn: a faction, a card or a Kept Event, and an Event that is offered.

`scoring_menus.py` has the decisions of a Scoring turn.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.games.expanse import actions, effects, pieces
from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.events import Again, CountAs
from engine.games.expanse.meta import STEPS_BY_VERB
from engine.games.expanse.state import SCORE_CARD, Card, State
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
_DECLINE_OPTION: Final = Option("decline", say("Decline"))
_NO_OPTION: Final = Option("no", say("No"))
_ASK_FACTION: Final = say("Which faction do you play? {/card} shows what each of them can do.")


def build_move_menu(choice: Choice, verb: Word) -> Menu:
    """Build a menu with this verb only; behind it are the choice and all the seat's own choices that follow."""
    below: Menu | None = None

    def find_next_menu(_: Word) -> Menu:
        nonlocal below
        below = below or choice.build_menu(_MENU_NAMES[verb])
        return below

    return Menu("verb", choice.prompt, _VERB_OPTIONS[verb], find_next_menu)


def _build_only_option(word: Word, label: Text) -> tuple[Option]:
    return (Option(word, label),)


def _link_names(first: str, *rest: str) -> MenuNames:
    """Link the names of the menus behind a verb, each with the names behind it."""
    return first, _link_names(*rest) if rest else None


_MENU_NAMES: Final = {verb: _link_names(*names) for verb, names in STEPS_BY_VERB.items()}
"""The names of the menus behind each verb."""
_VERB_OPTIONS: Final = {
    word: LazyOptions((word,), partial(_build_only_option, word, label))
    for word, label in (
        ("event", say("The Event offered")),
        ("scoring", say("Event step")),
        ("choose", say("Choose")),
    )
}
"""The only option of the first menu of a question that is no turn of its own, by its verb."""


# ---------------------------------------------------------------- E1.2 factions
def build_faction_menu(board: Board, state: State) -> Menu:
    """Build the menu of the factions that are left."""
    taken = [side.faction for side in state.sides]
    left = [faction for faction in board.list_factions(state.seats) if faction not in taken]
    options = [Option(faction, _describe_mat(board, faction), spot=f"faction-{faction}") for faction in left]
    below = Menu("faction", _ASK_FACTION, tuple(options))
    return Menu("verb", _ASK_FACTION, (Option("faction", say("Choose a faction")),), lambda _: below)


def _describe_mat(board: Board, faction: Faction) -> Text:
    """Describe a faction by its home and the ability of its mat."""
    data = board.components.factions[faction]
    return say(
        "{faction}, from {home}: {ability}",
        faction=board.faction_names[faction],
        home=board.orbital_names[data.home],
        ability=say(data.ability.name),
    )


# ---------------------------------------------------------------- E2 a turn
class TurnMenu:
    """The menu of a turn: the verbs, and the choices behind each verb."""

    __slots__ = ("_choices", "_menus", "work")

    def __init__(self, work: WorkingCopy) -> None:
        self.work = work
        self._choices: dict[Word, Choice] = {}
        self._menus: dict[Word, Menu] = {}

    def build_menu(self) -> Menu:
        """Build the menu of the verbs."""
        words = ["take", "play"] if list_playable_events(self.work) else ["take"]
        return Menu("verb", _ASK_TURN, LazyOptions(words, self._list_verb_options), self._find_menu)

    def _list_verb_options(self) -> tuple[Option, Option]:
        why_not = None
        if not list_playable_events(self.work):
            why_not = _ONLY_KEPT if self.work.actor.kept else _NOTHING_KEPT
        return _TAKE_OPTION, Option("play", say("Play a Kept Event"), why_not=why_not)

    def find_choice(self, verb: Word) -> Choice:
        """Return the choice behind a verb."""
        choice = self._choices.get(verb)
        if choice is None:
            build_choice = _build_card_choice if verb == "take" else _build_kept_choice
            choice = self._choices[verb] = build_choice(self.work)
        return choice

    def _find_menu(self, verb: Word) -> Menu:
        menu = self._menus.get(verb)
        if menu is None:
            menu = self._menus[verb] = self.find_choice(verb).build_menu(_MENU_NAMES[verb])
        return menu


def _build_card_choice(work: WorkingCopy) -> Choice:
    """Build the choice of a card on the Action Track (E2.1)."""
    board, cp, track = work.board, work.actor.cp, work.state.track

    def list_options() -> list[Option]:
        spaces = zip(board.track_spaces, track, strict=False)
        return [_build_card_option(space, price, board.name_card(card), cp) for (space, price), card in spaces]

    return Choice(
        [space for space, price in board.track_spaces[: len(track)] if price <= cp],
        list_options,
        work=work,
        seat=work.seat,
        prompt=_ASK_CARD,
        next_step=lambda space: _take_card(work, int(space)),
    )


def _build_card_option(space: Word, price: int, card: Text, cp: int) -> Option:
    label = say("{card}, free", card=card)
    if price:
        label = count("{card}, {n} CP", "{card}, {n} CP", price, card=card)
    why_not = None
    if price > cp:
        why_not = count("You have {n} CP only (E2.2).", "You have {n} CP only (E2.2).", cp)
    return Option(space, label, why_not=why_not, spot=f"track-{space}")


def _take_card(work: WorkingCopy, space: int) -> Step:
    """Take the card and ask for its use; a SCORE card ends the move."""
    paid, card = _pay_card(work, space)
    if card == SCORE_CARD:
        return MoveEnd(paid)
    return _ask_card_use(paid, card)


def _pay_card(work: WorkingCopy, space: int) -> tuple[WorkingCopy, Card]:
    """Move the card from the Track to the table, against its price in CP."""
    board, new = work.board, work.fork(work.seat)
    state, actor = new.state, new.actor
    state.track = state.track.copy()
    card, price = state.track.pop(space - 1), board.components.track.prices[space - 1]
    state.offer, state.phase = card, "event"
    actor.cp -= price
    actor.spent += price
    player, name = SeatMention(new.seat), board.name_card(card)
    text = say("{seat} takes {card}.", seat=player, card=name)
    if price:
        text = count(
            "{seat} takes {card} for {n} CP.",
            "{seat} takes {card} for {n} CP.",
            price,
            seat=player,
            card=name,
        )
    return new.add_texts(text), card


def _ask_card_use(work: WorkingCopy, card: Card) -> Step:
    """Ask what a card is used for: its Action Points, with or without Mao-Kwikowski, or its Event (E2.4, E16.2)."""
    printed = work.board.cards[card]
    booster = _find_useful_booster(work, printed.ap)

    def list_options() -> list[Option]:
        options = [Option("points", count("Use {n} Action Point", "Use {n} Action Points", printed.ap))]
        if booster is not None:
            label = say(
                "Use {n} Action Points with {card}",
                n=effects.count_boosted_points(work, booster),
                card=work.board.name_card(booster),
            )
            options.append(Option("boost", label, spot=f"kept-{work.seat}-{booster}"))
        return [*options, *_list_event_options(work, card)]

    def use_card(word: Word) -> Step:
        if word == "event":
            return _use_event(work, card, MoveEnd)
        if word == "keep":
            return MoveEnd(keep_event(work, card))
        if word == "boost" and booster is not None:
            points = effects.count_boosted_points(work, booster)
            return actions.spend_points(effects.discard_booster(work, booster), points, _offer_second_event)
        return actions.spend_points(work, printed.ap, _offer_second_event)

    words = ["points"]
    if booster is not None:
        words.append("boost")
    words += _list_event_words(work, card)
    prompt = say("What do you use {card} for?", card=work.board.name_card(card))
    return Choice(words, list_options, work=work, seat=work.seat, prompt=prompt, next_step=use_card)


def _find_useful_booster(work: WorkingCopy, points: int) -> Card | None:
    """Return the Kept Event that counts a card's points as more than they are, if the actor has it."""
    booster = effects.find_kept_event(work, work.seat, CountAs)
    if booster is None or effects.count_boosted_points(work, booster) <= points:
        return None
    return booster


def _list_event_words(work: WorkingCopy, card: Card) -> list[Word]:
    """List the words for using an Event now and for keeping it, if they can be chosen (E3.1)."""
    board, actor = work.board, work.actor
    words: list[Word] = []
    if actor.faction not in board.cards[card].factions:
        return words
    if card not in board.only_kept:
        words.append("event")
    if board.compute_keep_price(work.state, actor, card) <= actor.cp:
        words.append("keep")
    return words


def _list_event_options(work: WorkingCopy, card: Card) -> list[Option]:
    """List the options for using an Event now and for keeping it, with the reason why one cannot be chosen."""
    board, actor = work.board, work.actor
    price = board.compute_keep_price(work.state, actor, card)
    why_not_use = why_not_keep = None
    if actor.faction not in board.cards[card].factions:
        why_not_use = why_not_keep = say("Your faction is not on this card (E3.1).")
    elif price > actor.cp:
        why_not_keep = count("You have {n} CP only (E3.2).", "You have {n} CP only (E3.2).", actor.cp)
    if why_not_use is None and card in board.only_kept:
        why_not_use = _ONLY_KEPT
    return [
        Option("event", say("Use the Event"), why_not=why_not_use),
        Option("keep", count("Keep the Event for {n} CP", "Keep the Event for {n} CP", price), why_not=why_not_keep),
    ]


def _use_event(work: WorkingCopy, card: Card, on_done: Continuation) -> Step:
    announced = work.set_place().add_texts(
        say("{seat} uses the Event of {card}.", seat=SeatMention(work.seat), card=work.board.name_card(card))
    )
    return effects.carry_out_event(work.board.cards[card].effects, announced, on_done)


def keep_event(work: WorkingCopy, card: Card) -> WorkingCopy:
    """Keep the Event of a card for its price (E3.2)."""
    price = work.board.compute_keep_price(work.state, work.actor, card)
    new = work.fork(work.seat)
    actor = new.actor
    actor.kept = [*actor.kept, card]
    actor.cp -= price
    actor.spent += price
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
    """Ask for the Event of the card whose Action Points were spent, if Josephus Miller is kept (E16.1)."""
    card = work.state.offer
    miller = effects.find_kept_event(work, work.seat, Again)
    if miller is None or not card or card in work.board.only_kept:
        return MoveEnd(work)
    if work.faction not in work.board.cards[card].factions:
        return MoveEnd(work)
    name = work.board.name_card(miller)

    def make_option(word: Word) -> Option:
        if word == "no":
            return _NO_OPTION
        return Option(word, say("Discard {card} for it", card=name), spot=f"kept-{work.seat}-{miller}")

    def use_second_event(word: Word) -> Step:
        if word == "no":
            return MoveEnd(work)
        text = say("{seat} discards {card}.", seat=SeatMention(work.seat), card=name)
        new = pieces.discard_kept(work, work.seat, miller, text)
        new.state.offer = ""
        new.state.discards = [*new.state.discards, card]
        return _use_event(new, card, MoveEnd)

    return ask_seat(work, work.seat, _ASK_SECOND_EVENT, ["again", "no"], make_option, use_second_event)


# ---------------------------------------------------------------- E4 Kept Events
def list_playable_events(work: WorkingCopy) -> list[Card]:
    """List the actor's Kept Events that can be played alone (E16)."""
    return [card for card in work.actor.kept if card not in work.board.only_kept]


def list_kept_options(work: WorkingCopy) -> list[Option]:
    """List the options of all the actor's Kept Events."""
    options: list[Option] = []
    for card in work.actor.kept:
        why_not = _ONLY_KEPT if card in work.board.only_kept else None
        options.append(effects.build_kept_option(work, work.seat, card, why_not))
    return options


def _build_kept_choice(work: WorkingCopy) -> Choice:
    """Build the choice of a Kept Event (E4)."""
    return Choice(
        list_playable_events(work),
        lambda: list_kept_options(work),
        work=work,
        seat=work.seat,
        prompt=_ASK_KEPT_EVENT,
        next_step=lambda card: play_kept_event(work, card),
    )


def play_kept_event(work: WorkingCopy, card: Card) -> Step:
    """Carry out a Kept Event; the card becomes the one in use."""
    new = work.fork(work.seat)
    actor, state = new.actor, new.state
    actor.kept = [other for other in actor.kept if other != card]
    state.offer = card
    if state.phase == "turn":
        state.phase = "event"
    return _use_event(new, card, MoveEnd)


# ---------------------------------------------------------------- E3.3 an Event that is offered
def build_offer_choice(work: WorkingCopy) -> Choice:
    """Build the choice between using, keeping and declining an Event that is offered."""
    card = work.state.offer
    prompt = say("{card} is offered to you.", card=work.board.name_card(card))

    def answer_offer(word: Word) -> Step:
        if word == "decline":
            return MoveEnd(work.set_place().add_texts(say("{seat} declines the Event.", seat=SeatMention(work.seat))))
        new = work.fork()
        new.state.phase = "event"
        if new.state.initiative:  # E3.4
            others = [faction for faction in new.state.initiative if faction != new.faction]
            new.state.initiative = [*others, new.faction]
        if word == "keep":
            return MoveEnd(keep_event(new, card))
        return _use_event(new, card, MoveEnd)

    words = [*_list_event_words(work, card), "decline"]
    return Choice(
        words,
        lambda: [*_list_event_options(work, card), _DECLINE_OPTION],
        work=work,
        seat=work.seat,
        prompt=prompt,
        next_step=answer_offer,
    )
