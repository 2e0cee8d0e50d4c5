"""Everything on the table of The Expanse Board Game in words: every base with its resource, the Orbitals, tracks and cards."""

from __future__ import annotations

from engine.games.expanse.view import Squadron, View, VisibleBase, VisibleFaction, VisibleOrbital
from engine.kernel.text import SeatMention, Text, Translate, count, say
from render.expanse import phrases
from render.expanse.alt_text import add_hand, collect_board, describe_card, describe_card_briefly
from render.kit.alt_text import AltText, TextSection
from render.kit.scene import Scene


def describe_position(scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
    """Describe everything that the viewer may know."""
    view: View = scene.view
    sentences = collect_board(scene, translate)
    bases = {base.word: base for base in view.bases}
    for orbital in view.orbitals:
        _add_orbital(sentences, view, orbital, [bases[word] for word in orbital.bases])
    for side in phrases.list_by_initiative(view):
        _add_faction(sentences, side)
    _add_chart(sentences, view)
    _add_cards(sentences, view)
    if phrases.find_viewer_faction(view) is not None:
        sentences.add_heading(say("Cards that you can use"), is_hand=True)
        add_hand(sentences, scene)
    return sentences.build_sections()


def _add_orbital(sentences: AltText, view: View, orbital: VisibleOrbital, bases: list[VisibleBase]) -> None:
    """Add an Orbital with its Sector, fleets, Orbital Control and bases."""
    sentences.add_heading(say("{orbital} ({band})", orbital=say(orbital.name), band=Text(view.names[orbital.band])))
    sectors = {sector.word: sector.name for sector in view.sectors}
    sentences.add_detail(say("Sector: {sector}.", sector=Text(sectors[orbital.sector])))
    if orbital.home is not None:
        sentences.add_detail(say("Home of {faction}.", faction=phrases.shorten_faction(orbital.home)))
    for squadron in orbital.squadrons:
        sentences.add_detail(_describe_squadron(squadron))
    if orbital.control is not None:
        sentences.add_detail(
            say(
                "Orbital Control: {faction}, +{n} on its bases.",
                faction=phrases.shorten_faction(orbital.control),
                n=orbital.control_bonus,
            )
        )
    for base in bases:
        sentences.add_detail(_describe_base(base))


def _describe_squadron(squadron: Squadron) -> Text:
    """Describe the ships of a faction in an Orbital by kind, and their strength."""
    parts: list[Text] = []
    if squadron.fleets:
        parts.append(count("{n} fleet", "{n} fleets", squadron.fleets))
    if squadron.battleships:
        parts.append(count("{n} Battleship", "{n} Battleships", squadron.battleships))
    if squadron.damaged:
        parts.append(count("{n} damaged Battleship", "{n} damaged Battleships", squadron.damaged))
    if squadron.scrap:
        parts.append(count("{n} Scrap Ship", "{n} Scrap Ships", squadron.scrap))
    if squadron.rocinante:
        parts.append(say("the Rocinante"))
    return say(
        "{faction}: {ships}; strength {strength}.",
        faction=phrases.shorten_faction(squadron.faction),
        ships=parts or [say("none")],
        strength=phrases.format_strength(squadron.strength),
    )


def _describe_base(base: VisibleBase) -> Text:
    """Describe a base: its resource, and the influence of each faction."""
    name = say("{base} ({resource})", base=say(base.name), resource=phrases.name_resource(base.resource))
    if not base.is_open:
        return say("{base}: not in play.", base=name)
    parts: list[Text] = []
    for held in base.presence:
        cubes = count("{n} cube", "{n} cubes", held.cubes)
        if held.diplomats:
            cubes = count("{cubes} and {n} Diplomat", "{cubes} and {n} Diplomats", held.diplomats, cubes=cubes)
        parts.append(
            say(
                "{faction} {cubes}, {n} in all",
                faction=phrases.shorten_faction(held.faction),
                cubes=cubes,
                n=held.total,
            )
        )
    if base.sample is not None:
        parts.append(say("Protomolecule of {faction}", faction=phrases.shorten_faction(base.sample)))
    if parts:
        text = parts[0]
    else:
        text = say("no influence")
    for part in parts[1:]:
        text = say("{before}; {part}", before=text, part=part)
    return say("{base}: {influence}.", base=name, influence=text)


def _add_faction(sentences: AltText, side: VisibleFaction) -> None:
    """Add what a faction has besides the map."""
    sentences.add_heading(say("{faction} ({seat})", faction=say(side.name), seat=SeatMention(side.seat)))
    sentences.add_detail(
        say(
            "Critical resources: {resources}.",
            resources=[phrases.name_resource(resource) for resource in side.critical],
        )
    )
    sentences.add_detail(
        say(
            "To place: {cubes} of {all} cubes, {diplomats} Diplomats, {tokens} Protomolecule.",
            cubes=side.supply,
            all=side.cubes,
            diplomats=side.diplomats,
            tokens=side.tokens,
        )
    )
    if side.off.token_count:
        sentences.add_detail(say("Off the map: {ships}", ships=_describe_squadron(side.off)))
    for ability in side.abilities:
        line = say("{name}: {text}", name=say(ability.name), text=say(ability.text))
        sentences.add_detail(line if ability.is_active else say("Not yet in force: {ability}", ability=line))
    for card in side.kept:
        sentences.add_detail(say("Kept: {card}", card=describe_card(card)))
    if side.earned:
        sentences.add_detail(say("CP of the Scoring turns so far: {points}.", points=list(side.earned)))


def _add_chart(sentences: AltText, view: View) -> None:
    """Add the chart of Bonus Sectors, and the markers that are left."""
    sentences.add_heading(say("Scoring turns"))
    names = {sector.word: say(sector.name) for sector in view.sectors}
    for row in view.chart:
        pays = "/".join(map(str, row.points))
        if row.sector:
            sentences.add_detail(say("{n} pays {pays}: {sector}.", n=row.number, pays=pays, sector=names[row.sector]))
        else:
            sentences.add_detail(say("{n} pays {pays}.", n=row.number, pays=pays))
    sentences.add_detail(say("The final Scoring turn pays {pays}.", pays="/".join(map(str, view.final))))
    left = [say("{n} {sector}", n=sector.left, sector=names[sector.word]) for sector in view.sectors]
    sentences.add_detail(say("Markers left: {markers}.", markers=left))
    if view.bonus is not None:
        sentences.add_detail(say("Bonus Sector now: {sector}.", sector=names[view.bonus]))
    elif view.sealed:
        sentences.add_detail(say("A Bonus Sector is chosen and still secret."))


def _add_cards(sentences: AltText, view: View) -> None:
    """Add the Action Track with all texts, the top card if everybody knows it, and the discards."""
    sentences.add_heading(say("The Action Track"))
    for space in view.track:
        card = describe_card(space.card)
        sentences.add_detail(say("Space {n}, {price} CP: {card}", n=space.space, price=space.price, card=card))
    if view.top is not None:
        sentences.add_detail(say("On top of the deck: {card}", card=describe_card(view.top)))
    if view.discards:
        cards = [describe_card_briefly(card) for card in view.discards]
        sentences.add_detail(say("Discards, the oldest first: {cards}.", cards=cards))
