"""Amundsen vs Scott in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.view import BACK, Card, SeenExplorer, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.amundsen import phrases
from render.amundsen.story import news
from render.kit.alt_text import AltText
from render.kit.scene import Scene


def alt(scene: Scene, translate: Translate) -> str:
    """Whose turn, where both stand, the row with its prices, hands as far as the viewer knows them, the piles, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = news(scene)
    for sentence in happened:
        sentences.add(0, sentence)
    if view.explorers and not view.ended:
        sentences.add(0, say("Turn {number}: {headline}.", number=view.turn, headline=phrases.headline(scene)))
    else:
        sentences.add(0, say("{headline}.", headline=phrases.headline(scene)))
    if scene.reason:
        sentences.add(2, scene.reason)
    if not view.explorers:
        sentences.add(0, say("Amundsen’s ship Fram and Scott’s ship Terra Nova lie in the Ross Sea."))
        sentences.add(3, say("Amundsen goes first, and dogs are wild for him; for Scott horses are wild."))
    for explorer in view.explorers:
        sentences.add(0, _position(view, explorer))
    _row(sentences, view)
    for explorer in view.explorers:
        _hand(sentences, explorer)
    _piles(sentences, view)
    if view.unseen is not None:
        sentences.add(6, _hidden(view.unseen))
    if scene.recent and not happened:
        sentences.add(4, say("Last: {event}", event=scene.recent[-1]))
    return sentences.text()


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The viewer's cards in order, each with its letter if it is lettered, and what it does."""
    view: View = scene.view
    explorer = next((seen for seen in view.explorers if seen.seat == view.viewer), None)
    sentences = AltText(scene.names, translate)
    if explorer is None:
        sentences.add(0, say("You hold no cards."))
        return sentences.text()
    sentences.add(
        0,
        count(
            "You hold {n} card of at most {limit}:",
            "You hold {n} cards of at most {limit}:",
            len(explorer.hand),
            limit=explorer.limit,
        )
        if explorer.hand
        else say("Your hand is empty."),
    )
    for k, held in enumerate(explorer.hand):
        does = phrases.does(held.card, explorer, view.track)
        line = say("{card} ({does})", card=cards.name(held.card), does=does)
        if held.secret:
            line = say("{card}, not seen by everybody", card=line)
        if mark := scene.marks.get(f"hand-{k}"):
            line = say("{mark}: {card}", mark=mark, card=line)
        sentences.add(1, say("{card};", card=line) if k < len(explorer.hand) - 1 else say("{card}.", card=line))
    use = phrases.patron_use(explorer)
    if explorer.patron and use:
        line = say("Your patron, the {patron}: {use}.", patron=cards.patron_name(explorer.patron), use=use)
        mark = scene.marks.get("patron")
        sentences.add(2, say("{mark}: {card}", mark=mark, card=line) if mark else line)
    if view.unseen is not None:
        sentences.add(3, _hidden(view.unseen))
    return sentences.text()


def _position(view: View, explorer: SeenExplorer) -> Text:
    name, seat, space = phrases.explorer_name(explorer.side), Who(explorer.seat), explorer.space
    colours = phrases.route(view.track, explorer.side).colours
    if explorer.lost:
        return say(
            "{explorer} ({seat}) is lost at the “?” behind space {space}.", explorer=name, seat=seat, space=space
        )
    if space > len(colours):
        return say("{explorer} ({seat}) is at the Pole.", explorer=name, seat=seat)
    if not space:
        ahead = cards.colour_name(colours[0])
        return say("{explorer} ({seat}) is on the ship; space 1 is {ahead}.", explorer=name, seat=seat, ahead=ahead)
    here = cards.colour_name(colours[space - 1])
    if space == len(colours):
        return say(
            "{explorer} ({seat}) is on space {space}, {colour}; the Pole is next.",
            explorer=name,
            seat=seat,
            space=space,
            colour=here,
        )
    return say(
        "{explorer} ({seat}) is on space {space}, {colour}; the next is {ahead}.",
        explorer=name,
        seat=seat,
        space=space,
        colour=here,
        ahead=cards.colour_name(colours[space]),
    )


def _row(sentences: AltText, view: View) -> None:
    if not view.row:
        if view.explorers:
            sentences.add(1, say("The row is empty."))
        return
    shown: list[Text] = []
    for n, card in enumerate(reversed(view.row), 1):
        name = cards.name(card)
        shown.append(
            say("{number} {card} ({cost})", number=n, card=name, cost=phrases.price(view, n))
            if n in view.prices
            else name
        )
    sentences.add(0, say("Row, from the right: {cards}.", cards=list(shown)))


def _hand(sentences: AltText, explorer: SeenExplorer) -> None:
    name = phrases.explorer_name(explorer.side)
    known: list[Card] = [held.card for held in explorer.hand if held.card != BACK]
    backs = len(explorer.hand) - len(known)
    shown: list[Text] = [*cards.names(known)]
    if backs:
        shown.append(count("{n} face down", "{n} face down", backs))
    if shown:
        sentences.add(
            1,
            say(
                "{explorer} holds {held} of {limit}: {cards}.",
                explorer=name,
                held=len(explorer.hand),
                limit=explorer.limit,
                cards=list(shown),
            ),
        )
    else:
        sentences.add(1, say("{explorer} holds no cards.", explorer=name))
    secret = [held.card for held in explorer.hand if held.secret and held.card != BACK]
    if secret:
        sentences.add(5, say("Not seen by everybody: {cards}.", cards=list(cards.names(secret))))
    if explorer.lost_equipment:
        sentences.add(2, say("Equipment Loss lies before {explorer}.", explorer=name))
    if explorer.patron:
        use = phrases.patron_use(explorer)
        patron = cards.patron_name(explorer.patron)
        if explorer.officer and use:
            sentences.add(3, say("{explorer}’s patron, the {patron}, {use}.", explorer=name, patron=patron, use=use))
        else:
            sentences.add(3, say("{explorer}’s patron is the {patron}.", explorer=name, patron=patron))


def _piles(sentences: AltText, view: View) -> None:
    deck = (say("first deck; it will be renewed once"), say("last deck"), say("the deck is gone for good"))[
        min(view.shuffles, 2)
    ]
    sentences.add(2, count("Deck: {n} card ({deck}).", "Deck: {n} cards ({deck}).", view.deck, deck=deck))
    if view.discards:
        top = cards.name(view.discards[-1])
        sentences.add(
            3, count("Discards: {n} card, {top}.", "Discards: {n} cards, {top} on top.", len(view.discards), top=top)
        )


def _hidden(unseen: tuple[Card, ...]) -> Text:
    return (
        say("Still hidden: {cards}.", cards=list(cards.names(unseen))) if unseen else say("Nothing is hidden any more.")
    )
