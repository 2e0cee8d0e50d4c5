"""The Expanse Board Game in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.expanse.view import (
    Squadron,
    View,
    VisibleBase,
    VisibleCard,
    VisibleFaction,
    VisibleMat,
    VisibleOrbital,
)
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.expanse import phrases
from render.expanse.hand_sheet import describe_offer
from render.expanse.story import list_turn_summaries
from render.kit.alt_text import AltText
from render.kit.scene import Scene


def describe_board(scene: Scene, translate: Translate) -> str:
    """Whose turn, standings, fleets and influence by Orbital, the track, Kept Events, the chart, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = list_turn_summaries(scene)
    for told in happened:
        sentences.add(0, told)
    sentences.add(
        0, say("{headline}. {now}.", headline=phrases.format_headline(scene), now=phrases.describe_phase(scene))
    )
    if scene.end_reason:
        sentences.add(1, scene.end_reason)
    if view.offered is not None and not view.offered.score:
        # Always say which card it is, however long the text gets; what it does can be read in the panel too.
        sentences.add(0, say("{what}: {card}.", what=describe_offer(view), card=_describe_card_briefly(view.offered)))
        sentences.add(2, say(view.offered.text))
    for line in (
        *(_describe_faction(view, side) for side in phrases.list_by_initiative(view)),
        *map(_describe_mat, view.mats),
    ):
        sentences.add(0, line)
    bases = {base.word: base for base in view.bases}
    for orbital in view.orbitals:
        if sentence := _describe_orbital(orbital, [bases[word] for word in orbital.bases]):
            sentences.add(1, sentence)
    if view.initiative and not view.ended:
        sentences.add(
            2, say("Initiative: {factions}.", factions=[phrases.shorten_faction(one) for one in view.initiative])
        )
    if view.track and not view.ended:
        cards = [say("{price} CP {card}", price=on.price, card=_describe_card_briefly(on.card)) for on in view.track]
        sentences.add(3, say("Track: {cards}.", cards=cards))
    for side in view.sides:
        if side.kept:
            names = [say(card.name) for card in side.kept]
            sentences.add(2, say("{seat} keeps {names}.", seat=SeatMention(side.seat), names=list(names)))
    sentences.add(4, _describe_chart(view))
    if scene.recent_events and not happened:
        sentences.add(5, say("Last: {event}", event=scene.recent_events[-1]))
    if not view.ended:
        deck = count("{n} card in the deck", "{n} cards in the deck", view.deck)
        sentences.add(
            6, say("{deck}, {drawn} of {all} SCORE cards drawn.", deck=deck, drawn=view.drawn, all=view.scores)
        )
        for event in _describe_events(view):
            sentences.add(7, event)
    return sentences.build_text()


def describe_hand(scene: Scene, translate: Translate) -> str:
    """The cards on the track and the viewer's Kept Events with their letters and texts."""
    view: View = scene.view
    side = phrases.find_viewer_faction(view)
    sentences = AltText(scene.names, translate)
    if side is None:
        sentences.add(0, say("You hold no cards."))
        return sentences.build_text()
    if view.offered is not None and not view.offered.score:
        sentences.add(0, say("{what}: {card}", what=describe_offer(view), card=_describe_card(view.offered)))
    shown = phrases.list_relevant_cards(scene)
    for on in view.track if "track" in shown else ():
        line = say("{price} CP: {card}", price=on.price, card=_describe_card(on.card))
        sentences.add(1, _prefix_letter(scene.marks.get(f"track-{on.space}", ""), line))
    for card in side.kept if "kept" in shown else ():
        line = say("Kept: {card}", card=_describe_card(card))
        sentences.add(1, _prefix_letter(scene.marks.get(f"kept-{side.seat}-{card.word}", ""), line))
    for one in view.crew if "crew" in shown else ():
        line = say("{name}: {text}", name=say(one.name), text=say(one.text))
        sentences.add(1, _prefix_letter(scene.marks.get(f"crew-{one.word}", ""), line))
    powers = [say(one.name) for one in side.abilities if one.is_active]
    if powers:
        sentences.add(2, say("Your powers: {powers}.", powers=list(powers)))
    return sentences.build_text()


def _describe_events(view: View) -> list[Text]:
    """What the cards on the Track do."""
    cards = [on.card for on in view.track if not on.card.score]
    return [say("{name}: {text}", name=say(card.name), text=say(card.text)) for card in cards]


def _prefix_letter(mark: str, line: Text) -> Text:
    return say("{mark}: {line}", mark=mark, line=line) if mark else line


def _describe_mat(mat: VisibleMat) -> Text:
    return say(
        "Not chosen yet: {faction} ({home}). {text}", faction=say(mat.name), home=say(mat.home), text=say(mat.text)
    )


def _describe_faction(view: View, side: VisibleFaction) -> Text:
    parts: list[Text] = [count("{n} CP", "{n} CP", side.cp)]
    if side.rocinante:
        parts.append(say("Rocinante at {orbital}", orbital=_name_rocinante_orbital(view)))
    return say(
        "{seat} ({faction}): {parts}.",
        seat=SeatMention(side.seat),
        faction=phrases.shorten_faction(side.faction),
        parts=parts,
    )


def _name_rocinante_orbital(view: View) -> Text | str:
    """The name of the Orbital with the Rocinante."""
    return next((say(one.name) for one in view.orbitals if one.word == view.rocinante), "")


def _describe_orbital(orbital: VisibleOrbital, bases: list[VisibleBase]) -> Text | None:
    """Fleets by strength and influence as it counts, with Orbital Control; None where there is nothing."""
    fleets = [_describe_squadron(one) for one in orbital.squadrons]
    parts: list[Text] = [say("fleets {fleets}", fleets=list(fleets))] if fleets else []
    parts.extend(_describe_base(base, is_only_base=len(bases) == 1) for base in bases if base.presence)
    if not parts:
        return None
    listed = parts[0]
    for part in parts[1:]:
        listed = say("{before}; {part}", before=listed, part=part)
    return say("{orbital}: {told}.", orbital=say(orbital.name), told=listed)


def _describe_base(base: VisibleBase, *, is_only_base: bool) -> Text:
    name = say("influence") if is_only_base else say(base.name)
    held = [say("{faction} {n}", faction=phrases.shorten_faction(one.faction), n=one.total) for one in base.presence]
    return say("{base} {held}", base=name, held=list(held))


def _describe_squadron(squadron: Squadron) -> Text:
    return say(
        "{faction} {strength}",
        faction=phrases.shorten_faction(squadron.faction),
        strength=phrases.format_strength(squadron.strength),
    )


def _describe_card_briefly(card: VisibleCard) -> Text:
    if card.score:
        return say(card.name)
    return say(
        "{name} ({n} AP; {factions})",
        name=say(card.name),
        n=card.ap,
        factions=[phrases.shorten_faction(one) for one in card.factions],
    )


def _describe_card(card: VisibleCard) -> Text:
    if card.score:
        return say("{name}.", name=say(card.name))
    return say("{card} {text}", card=_describe_card_briefly(card), text=say(card.text))


def _describe_chart(view: View) -> Text:
    names = {one.word: say(one.name) for one in view.sectors}
    done = [say("{n} {sector}", n=row.number, sector=names[row.sector]) for row in view.chart if row.sector]
    row = phrases.find_next_space(view)
    if view.ended or row is None:
        return say("Bonus Sectors: {done}.", done=list(done) or [say("none")])
    pays = "/".join(map(str, row.points))
    if not done:
        return say("The next Bonus Sector pays {pays}.", pays=pays)
    return say("Bonus Sectors: {done}; the next pays {pays}.", done=list(done), pays=pays)
