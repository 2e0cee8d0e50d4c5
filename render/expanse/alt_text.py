"""The Expanse Board Game in words: what somebody who cannot see the picture needs in order to play."""

from __future__ import annotations

from engine.games.expanse.view import SeenBase, SeenCard, SeenMat, SeenOrbital, SeenSide, Squadron, View
from engine.kernel.text import Text, Translate, Who, count, say
from render.expanse import phrases
from render.expanse.hand_sheet import offered
from render.expanse.story import news
from render.kit.alt_text import AltText
from render.kit.scene import Scene


def alt(scene: Scene, translate: Translate) -> str:
    """Whose turn, standings, fleets and influence by Orbital, the track, Kept Events, the chart, the last event."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    happened = news(scene)
    for told in happened:
        sentences.add(0, told)
    sentences.add(0, say("{headline}. {now}.", headline=phrases.headline(scene), now=phrases.now(scene)))
    if scene.reason:
        sentences.add(1, scene.reason)
    if view.offered is not None and not view.offered.score:
        # Always say which card it is, however long the text gets; what it does can be read in the panel too.
        sentences.add(0, say("{what}: {card}.", what=offered(view), card=_short(view.offered)))
        sentences.add(2, say(view.offered.text))
    for line in (*(_standing(view, side) for side in phrases.ranked(view)), *map(_mat, view.mats)):
        sentences.add(0, line)
    bases = {base.word: base for base in view.bases}
    for orbital in view.orbitals:
        if sentence := _orbital(orbital, [bases[word] for word in orbital.bases]):
            sentences.add(1, sentence)
    if view.initiative and not view.ended:
        sentences.add(2, say("Initiative: {factions}.", factions=[phrases.tag(one) for one in view.initiative]))
    if view.track and not view.ended:
        cards = [say("{price} CP {card}", price=on.price, card=_short(on.card)) for on in view.track]
        sentences.add(3, say("Track: {cards}.", cards=cards))
    for side in view.sides:
        if side.kept:
            names = [say(card.name) for card in side.kept]
            sentences.add(2, say("{seat} keeps {names}.", seat=Who(side.seat), names=list(names)))
    sentences.add(4, _chart(view))
    if scene.recent and not happened:
        sentences.add(5, say("Last: {event}", event=scene.recent[-1]))
    if not view.ended:
        deck = count("{n} card in the deck", "{n} cards in the deck", view.deck)
        sentences.add(
            6, say("{deck}, {drawn} of {all} SCORE cards drawn.", deck=deck, drawn=view.drawn, all=view.scores)
        )
        for event in _events(view):
            sentences.add(7, event)
    return sentences.text()


def hand_alt(scene: Scene, translate: Translate) -> str:
    """The cards on the track and the viewer's Kept Events with their letters and texts."""
    view: View = scene.view
    side = phrases.holding(view)
    sentences = AltText(scene.names, translate)
    if side is None:
        sentences.add(0, say("You hold no cards."))
        return sentences.text()
    if view.offered is not None and not view.offered.score:
        sentences.add(0, say("{what}: {card}", what=offered(view), card=_long(view.offered)))
    shown = phrases.cards(scene)
    for on in view.track if "track" in shown else ():
        line = say("{price} CP: {card}", price=on.price, card=_long(on.card))
        sentences.add(1, _lettered(scene.marks.get(f"track-{on.space}", ""), line))
    for card in side.kept if "kept" in shown else ():
        line = say("Kept: {card}", card=_long(card))
        sentences.add(1, _lettered(scene.marks.get(f"kept-{side.seat}-{card.word}", ""), line))
    for one in view.crew if "crew" in shown else ():
        line = say("{name}: {text}", name=say(one.name), text=say(one.text))
        sentences.add(1, _lettered(scene.marks.get(f"crew-{one.word}", ""), line))
    powers = [say(one.name) for one in side.abilities if one.active]
    if powers:
        sentences.add(2, say("Your powers: {powers}.", powers=list(powers)))
    return sentences.text()


def _events(view: View) -> list[Text]:
    """What the cards on the Track do."""
    cards = [on.card for on in view.track if not on.card.score]
    return [say("{name}: {text}", name=say(card.name), text=say(card.text)) for card in cards]


def _lettered(mark: str, line: Text) -> Text:
    return say("{mark}: {line}", mark=mark, line=line) if mark else line


def _mat(mat: SeenMat) -> Text:
    return say(
        "Not chosen yet: {faction} ({home}). {text}", faction=say(mat.name), home=say(mat.home), text=say(mat.text)
    )


def _standing(view: View, side: SeenSide) -> Text:
    parts: list[Text] = [count("{n} CP", "{n} CP", side.cp)]
    if side.rocinante:
        parts.append(say("Rocinante at {orbital}", orbital=_where(view)))
    return say("{seat} ({faction}): {parts}.", seat=Who(side.seat), faction=phrases.tag(side.faction), parts=parts)


def _where(view: View) -> Text | str:
    """The name of the Orbital with the Rocinante."""
    return next((say(one.name) for one in view.orbitals if one.word == view.rocinante), "")


def _orbital(orbital: SeenOrbital, bases: list[SeenBase]) -> Text | None:
    """Fleets by strength and influence as it counts, with Orbital Control; None where there is nothing."""
    fleets = [_squadron(one) for one in orbital.squadrons]
    parts: list[Text] = [say("fleets {fleets}", fleets=list(fleets))] if fleets else []
    parts.extend(_base(base, alone=len(bases) == 1) for base in bases if base.presence)
    if not parts:
        return None
    listed = parts[0]
    for part in parts[1:]:
        listed = say("{before}; {part}", before=listed, part=part)
    return say("{orbital}: {told}.", orbital=say(orbital.name), told=listed)


def _base(base: SeenBase, *, alone: bool) -> Text:
    name = say("influence") if alone else say(base.name)
    held = [say("{faction} {n}", faction=phrases.tag(one.faction), n=one.total) for one in base.presence]
    return say("{base} {held}", base=name, held=list(held))


def _squadron(one: Squadron) -> Text:
    return say("{faction} {strength}", faction=phrases.tag(one.faction), strength=phrases.halves(one.strength))


def _short(card: SeenCard) -> Text:
    if card.score:
        return say(card.name)
    return say(
        "{name} ({n} AP; {factions})",
        name=say(card.name),
        n=card.ap,
        factions=[phrases.tag(one) for one in card.factions],
    )


def _long(card: SeenCard) -> Text:
    if card.score:
        return say("{name}.", name=say(card.name))
    return say("{card} {text}", card=_short(card), text=say(card.text))


def _chart(view: View) -> Text:
    names = {one.word: say(one.name) for one in view.sectors}
    done = [say("{n} {sector}", n=row.number, sector=names[row.sector]) for row in view.chart if row.sector]
    row = phrases.coming(view)
    if view.ended or row is None:
        return say("Bonus Sectors: {done}.", done=list(done) or [say("none")])
    pays = "/".join(map(str, row.points))
    if not done:
        return say("The next Bonus Sector pays {pays}.", pays=pays)
    return say("Bonus Sectors: {done}; the next pays {pays}.", done=list(done), pays=pays)
