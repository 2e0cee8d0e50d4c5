"""The alternative texts of the pictures of Amundsen vs Scott, complete enough to play without the pictures."""

from __future__ import annotations

from engine.games.amundsen import cards
from engine.games.amundsen.view import CARD_BACK, Card, View, VisibleExplorer
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.amundsen import phrases
from render.amundsen.story import list_turn_summaries
from render.kit.alt_text import AltText
from render.kit.scene import Scene


def describe_board(scene: Scene, translate: Translate) -> str:
    """Describe the turn, both places, the row with its prices, the hands as the viewer knows them, the piles and the last event."""
    return collect_board(scene, translate).build_text()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    summaries = list_turn_summaries(scene)
    for summary in summaries:
        sentences.add(0, summary)
    headline = phrases.format_headline(scene)
    if view.explorers and not view.ended:
        sentences.add(0, say("Turn {number}: {headline}.", number=view.turn, headline=headline))
    else:
        sentences.add(0, say("{headline}.", headline=headline))
    if scene.end_reason:
        sentences.add(2, scene.end_reason)
    if not view.explorers:
        sentences.add(0, say("Amundsen’s ship Fram and Scott’s ship Terra Nova lie in the Ross Sea."))
        sentences.add(3, say("Amundsen goes first, and dogs are wild for him; for Scott horses are wild."))
    for explorer in view.explorers:
        sentences.add(0, _describe_position(view, explorer))
    _describe_row(sentences, view)
    for explorer in view.explorers:
        _describe_hand(sentences, explorer)
    _describe_piles(sentences, view)
    if view.unseen is not None:
        sentences.add(6, _describe_hidden(view.unseen))
    if scene.recent_events and not summaries:
        sentences.add(4, say("Last: {event}", event=scene.recent_events[-1]))
    return sentences


def describe_hand(scene: Scene, translate: Translate) -> str:
    """Describe the viewer's cards in order, each with its letter, if any, and its effect."""
    sentences = AltText(scene.names, translate)
    add_hand(sentences, scene)
    return sentences.build_text()


def add_hand(sentences: AltText, scene: Scene) -> None:
    """Add the sentences about the viewer's hand."""
    view: View = scene.view
    explorer = view.find_explorer(view.viewer)
    if explorer is None:
        sentences.add(0, say("You hold no cards."))
        return
    sentences.add(0, _describe_hand_size(explorer))
    lines = [_describe_held_card(scene, explorer, k) for k in range(len(explorer.hand))]
    for line in lines[:-1]:
        sentences.add(1, say("{card};", card=line))
    for line in lines[-1:]:
        sentences.add(1, say("{card}.", card=line))
    use = phrases.describe_patron_use(explorer)
    if explorer.patron and use:
        line = say("Your patron, the {patron}: {use}.", patron=cards.name_patron(explorer.patron), use=use)
        sentences.add(2, _add_mark(scene, "patron", line))
    if view.unseen is not None:
        sentences.add(3, _describe_hidden(view.unseen))


def _describe_hand_size(explorer: VisibleExplorer) -> Text:
    if not explorer.hand:
        return say("Your hand is empty.")
    return count(
        "You hold {n} card of at most {limit}:",
        "You hold {n} cards of at most {limit}:",
        len(explorer.hand),
        limit=explorer.limit,
    )


def _describe_held_card(scene: Scene, explorer: VisibleExplorer, k: int) -> Text:
    view: View = scene.view
    held = explorer.hand[k]
    effect = phrases.describe_card_effect(held.card, explorer, view.track)
    line = say("{card} ({does})", card=cards.name_card(held.card), does=effect)
    if held.is_secret:
        line = say("{card}, not seen by everybody", card=line)
    return _add_mark(scene, f"hand-{k}", line)


def _add_mark(scene: Scene, spot: str, line: Text) -> Text:
    """Put the letter of a spot, if any, before a line."""
    mark = scene.marks.get(spot)
    if mark:
        return say("{mark}: {card}", mark=mark, card=line)
    return line


def _describe_position(view: View, explorer: VisibleExplorer) -> Text:
    name, seat, space = phrases.name_explorer(explorer.side), SeatMention(explorer.seat), explorer.space
    colours = view.track.find_route(explorer.side).colours
    if explorer.is_lost:
        return say(
            "{explorer} ({seat}) is lost at the “?” behind space {space}.", explorer=name, seat=seat, space=space
        )
    if space > len(colours):
        return say("{explorer} ({seat}) is at the Pole.", explorer=name, seat=seat)
    if not space:
        ahead = cards.name_colour(colours[0])
        return say("{explorer} ({seat}) is on the ship; space 1 is {ahead}.", explorer=name, seat=seat, ahead=ahead)
    here = cards.name_colour(colours[space - 1])
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
        ahead=cards.name_colour(colours[space]),
    )


def _describe_row(sentences: AltText, view: View) -> None:
    if not view.row:
        if view.explorers:
            sentences.add(1, say("The row is empty."))
        return
    shown: list[Text] = []
    for n, card in enumerate(reversed(view.row), 1):
        name = cards.name_card(card)
        if n in view.prices:
            name = say("{number} {card} ({cost})", number=n, card=name, cost=phrases.describe_price(view, n))
        shown.append(name)
    sentences.add(0, say("Row, from the right: {cards}.", cards=list(shown)))


def _describe_hand(sentences: AltText, explorer: VisibleExplorer) -> None:
    name = phrases.name_explorer(explorer.side)
    known: list[Card] = []
    secret: list[Card] = []
    for held in explorer.hand:
        if held.card == CARD_BACK:
            continue
        known.append(held.card)
        if held.is_secret:
            secret.append(held.card)
    backs = len(explorer.hand) - len(known)
    shown: list[Text] = [*cards.name_cards(known)]
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
    if secret:
        sentences.add(5, say("Not seen by everybody: {cards}.", cards=list(cards.name_cards(secret))))
    if explorer.has_lost_equipment:
        sentences.add(2, say("Equipment Loss lies before {explorer}.", explorer=name))
    if explorer.patron:
        sentences.add(3, _describe_patron(explorer, explorer.patron))


def _describe_patron(explorer: VisibleExplorer, patron_word: str) -> Text:
    name, patron = phrases.name_explorer(explorer.side), cards.name_patron(patron_word)
    use = phrases.describe_patron_use(explorer)
    if explorer.officer and use:
        return say("{explorer}’s patron, the {patron}, {use}.", explorer=name, patron=patron, use=use)
    return say("{explorer}’s patron is the {patron}.", explorer=name, patron=patron)


def _describe_piles(sentences: AltText, view: View) -> None:
    decks = (say("first deck; it will be renewed once"), say("last deck"), say("the deck is gone for good"))
    deck = decks[min(view.shuffles, 2)]
    sentences.add(2, count("Deck: {n} card ({deck}).", "Deck: {n} cards ({deck}).", view.deck, deck=deck))
    if view.discards:
        top = cards.name_card(view.discards[-1])
        sentences.add(
            3, count("Discards: {n} card, {top}.", "Discards: {n} cards, {top} on top.", len(view.discards), top=top)
        )


def _describe_hidden(unseen: tuple[Card, ...]) -> Text:
    if not unseen:
        return say("Nothing is hidden any more.")
    return say("Still hidden: {cards}.", cards=list(cards.name_cards(unseen)))
