"""The alternative texts of the pictures of The Expanse Board Game, for players who cannot see the pictures.

The number of each sentence is its rank: if the text is too long, the highest ranks are left out first.
"""

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
    """Describe the latest turns, the standings, fleets and influence by Orbital, the cards and the chart of Bonus Sectors."""
    return collect_board(scene, translate).build_text()


def collect_board(scene: Scene, translate: Translate) -> AltText:
    """Collect the sentences about the board, for an alt text or as a part of the position text."""
    view: View = scene.view
    sentences = AltText(scene.names, translate)
    summaries = list_turn_summaries(scene)
    for summary in summaries:
        sentences.add(0, summary)
    sentences.add(
        0, say("{headline}. {now}.", headline=phrases.format_headline(scene), now=phrases.describe_phase(scene))
    )
    if scene.end_reason:
        sentences.add(1, scene.end_reason)
    if view.offered is not None and not view.offered.score:
        # The name of the card comes first, since it must not be cut; its Event can be read in the panel too.
        sentences.add(0, say("{what}: {card}.", what=describe_offer(view), card=describe_card_briefly(view.offered)))
        sentences.add(2, say(view.offered.text))
    for side in phrases.list_by_initiative(view):
        sentences.add(0, _describe_faction(view, side))
    for mat in view.mats:
        sentences.add(0, _describe_mat(mat))
    _add_orbitals(sentences, view)
    _add_cards(sentences, view)
    sentences.add(4, _describe_chart(view))
    if scene.recent_events and not summaries:
        sentences.add(5, say("Last: {event}", event=scene.recent_events[-1]))
    if not view.ended:
        deck = count("{n} card in the deck", "{n} cards in the deck", view.deck)
        sentences.add(
            6, say("{deck}, {drawn} of {all} SCORE cards drawn.", deck=deck, drawn=view.drawn, all=view.scores)
        )
        for event in _describe_events(view):
            sentences.add(7, event)
    return sentences


def _add_orbitals(sentences: AltText, view: View) -> None:
    """Add a sentence for each Orbital with fleets or influence."""
    bases = {base.word: base for base in view.bases}
    for orbital in view.orbitals:
        sentence = _describe_orbital(orbital, [bases[word] for word in orbital.bases])
        if sentence is not None:
            sentences.add(1, sentence)


def _add_cards(sentences: AltText, view: View) -> None:
    """Add the Initiative Track, the Action Track and the Kept Events."""
    if view.initiative and not view.ended:
        factions = [phrases.shorten_faction(faction) for faction in view.initiative]
        sentences.add(2, say("Initiative: {factions}.", factions=factions))
    if view.track and not view.ended:
        cards: list[Text] = []
        for space in view.track:
            cards.append(say("{price} CP {card}", price=space.price, card=describe_card_briefly(space.card)))
        sentences.add(3, say("Track: {cards}.", cards=cards))
    for side in view.sides:
        if side.kept:
            names = [say(card.name) for card in side.kept]
            sentences.add(2, say("{seat} keeps {names}.", seat=SeatMention(side.seat), names=list(names)))


def describe_hand(scene: Scene, translate: Translate) -> str:
    """Describe the cards on the track and the viewer's Kept Events, with their letters and texts."""
    sentences = AltText(scene.names, translate)
    add_hand(sentences, scene)
    return sentences.build_text()


def add_hand(sentences: AltText, scene: Scene) -> None:
    """Add the sentences about the cards that the viewer can use."""
    view: View = scene.view
    side = phrases.find_viewer_faction(view)
    if side is None:
        sentences.add(0, say("You hold no cards."))
        return
    if view.offered is not None and not view.offered.score:
        sentences.add(0, say("{what}: {card}", what=describe_offer(view), card=describe_card(view.offered)))
    for spot, line in _list_hand_lines(view, side, phrases.list_relevant_cards(scene)):
        mark = scene.marks.get(spot)
        if mark:
            sentences.add(1, say("{mark}: {line}", mark=mark, line=line))
        else:
            sentences.add(1, line)
    powers = [say(ability.name) for ability in side.abilities if ability.is_active]
    if powers:
        sentences.add(2, say("Your powers: {powers}.", powers=list(powers)))


def _list_hand_lines(view: View, side: VisibleFaction, kinds: tuple[str, ...]) -> list[tuple[str, Text]]:
    """List the spots of the cards of these kinds, each with a line about its card."""
    lines: list[tuple[str, Text]] = []
    if "track" in kinds:
        for space in view.track:
            line = say("{price} CP: {card}", price=space.price, card=describe_card(space.card))
            lines.append((f"track-{space.space}", line))
    if "kept" in kinds:
        for card in side.kept:
            line = say("Kept: {card}", card=describe_card(card))
            lines.append((f"kept-{side.seat}-{card.word}", line))
    if "crew" in kinds:
        for member in view.crew:
            line = say("{name}: {text}", name=say(member.name), text=say(member.text))
            lines.append((f"crew-{member.word}", line))
    return lines


def _describe_events(view: View) -> list[Text]:
    """Describe the Events of the cards on the Track."""
    events: list[Text] = []
    for space in view.track:
        if not space.card.score:
            events.append(say("{name}: {text}", name=say(space.card.name), text=say(space.card.text)))
    return events


def _describe_mat(mat: VisibleMat) -> Text:
    """Describe the mat of a faction that nobody has chosen yet."""
    return say(
        "Not chosen yet: {faction} ({home}). {text}", faction=say(mat.name), home=say(mat.home), text=say(mat.text)
    )


def _describe_faction(view: View, side: VisibleFaction) -> Text:
    """Describe a seat with its faction, its CP and the place of its Rocinante."""
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
    """Name the Orbital with the Rocinante."""
    for orbital in view.orbitals:
        if orbital.word == view.rocinante:
            return say(orbital.name)
    return ""


def _describe_orbital(orbital: VisibleOrbital, bases: list[VisibleBase]) -> Text | None:
    """Describe the fleets by strength and the influence as it counts; return None if there is neither."""
    parts: list[Text] = []
    if orbital.squadrons:
        fleets = [_describe_squadron(squadron) for squadron in orbital.squadrons]
        parts.append(say("fleets {fleets}", fleets=list(fleets)))
    for base in bases:
        if base.presence:
            parts.append(_describe_base(base, is_only_base=len(bases) == 1))
    if not parts:
        return None
    # A list of texts is joined with commas, which the parts have inside.
    joined = parts[0]
    for part in parts[1:]:
        joined = say("{before}; {part}", before=joined, part=part)
    return say("{orbital}: {told}.", orbital=say(orbital.name), told=joined)


def _describe_base(base: VisibleBase, *, is_only_base: bool) -> Text:
    """Describe the influence at a base by faction; the only base of an Orbital needs no name."""
    name = say("influence") if is_only_base else say(base.name)
    totals: list[Text] = []
    for held in base.presence:
        totals.append(say("{faction} {n}", faction=phrases.shorten_faction(held.faction), n=held.total))
    return say("{base} {held}", base=name, held=totals)


def _describe_squadron(squadron: Squadron) -> Text:
    return say(
        "{faction} {strength}",
        faction=phrases.shorten_faction(squadron.faction),
        strength=phrases.format_strength(squadron.strength),
    )


def describe_card_briefly(card: VisibleCard) -> Text:
    """Describe a card by name, Action Points and factions."""
    if card.score:
        return say(card.name)
    return say(
        "{name} ({n} AP; {factions})",
        name=say(card.name),
        n=card.ap,
        factions=[phrases.shorten_faction(faction) for faction in card.factions],
    )


def describe_card(card: VisibleCard) -> Text:
    """Describe a card with its Event."""
    if card.score:
        return say("{name}.", name=say(card.name))
    return say("{card} {text}", card=describe_card_briefly(card), text=say(card.text))


def _describe_chart(view: View) -> Text:
    """Describe the chosen Bonus Sectors, and the points by rank that the next one pays."""
    names = {sector.word: say(sector.name) for sector in view.sectors}
    chosen: list[Text] = []
    for row in view.chart:
        if row.sector:
            chosen.append(say("{n} {sector}", n=row.number, sector=names[row.sector]))
    next_row = phrases.find_next_space(view)
    if view.ended or next_row is None:
        return say("Bonus Sectors: {done}.", done=list(chosen) or [say("none")])
    pays = "/".join(map(str, next_row.points))
    if not chosen:
        return say("The next Bonus Sector pays {pays}.", pays=pays)
    return say("Bonus Sectors: {done}; the next pays {pays}.", done=list(chosen), pays=pays)
