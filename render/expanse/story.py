"""What was done in the latest turns of The Expanse Board Game, told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import BasePresence, Faction, Squadron, View, VisibleFaction
from engine.kernel.text import Seat, Text, count, say
from render.expanse import phrases
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns


class PlaceChange(NamedTuple):
    """How a faction's influence on a base, or its ships in an Orbital, have changed in a turn."""

    place: str
    faction: Faction
    amount: int


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """A sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """What was done in each of the latest turns, once all have a faction."""
    return [
        (turn.seat, list_phrases(turn)) for turn in list_turns(scene) if len(turn.before.sides) == turn.before.seats
    ]


class TurnMarks(NamedTuple):
    """What a turn has changed on the map: influence on bases and ships in Orbitals, by the faction whose turn it was."""

    faction: Faction
    influence: tuple[PlaceChange, ...]
    ships: tuple[PlaceChange, ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """What the latest turns have changed on the map; nothing once the last scoring has cleared it."""
    if scene.view.ended:
        return []
    return [
        TurnMarks(
            _find_faction(turn.after, turn.seat).faction,
            tuple(list_influence_changes(turn)),
            tuple(list_ship_changes(turn)),
        )
        for turn in list_turns(scene)
        if len(turn.before.sides) == turn.before.seats
    ]


def list_phrases(turn: TurnChange) -> list[Text]:
    """What came of a turn: the card taken, influence placed and removed, fleets built, moved and lost, a card kept, CP."""
    was, now = _find_faction(turn.before, turn.seat), _find_faction(turn.after, turn.seat)
    found: list[Text] = []
    left = {on.card.word for on in turn.after.track}
    taken = [on.card for on in turn.before.track if on.card.word not in left]
    new = [card for card in now.kept if card.word not in {one.word for one in was.kept}]
    found += [say("takes {card}", card=say(card.name)) for card in taken[:1] if card not in new]
    kept = [card for card in was.kept if card.word not in {one.word for one in now.kept}]
    found += [say("plays {card}", card=say(card.name)) for card in kept]
    found += _list_influence_phrases(turn, now.faction)
    found += _list_fleet_phrases(turn, now.faction)
    found += [say("keeps {card}", card=say(card.name)) for card in new]
    if now.rocinante and not was.rocinante:
        found.append(say("gets the Rocinante"))
    if now.cp != was.cp:
        by = now.cp - was.cp
        found.append(count("gains {n} CP", "gains {n} CP", by) if by > 0 else count("pays {n} CP", "pays {n} CP", -by))
    return found or [say("ends the turn")]


def list_influence_changes(turn: TurnChange) -> list[PlaceChange]:
    """The changes of influence on bases, in the order of the map."""
    before = {base.word: base.presence for base in turn.before.bases}
    return [
        PlaceChange(base.word, faction, by)
        for base in turn.after.bases
        if base.presence != before[base.word]
        for faction in phrases.list_factions(turn.after)
        if (by := _count_influence(base.presence, faction) - _count_influence(before[base.word], faction))
    ]


def list_ship_changes(turn: TurnChange) -> list[PlaceChange]:
    """The changes of how many ships lie in the Orbitals, in the order of the map."""
    before = {one.word: one.squadrons for one in turn.before.orbitals}
    return [
        PlaceChange(one.word, faction, by)
        for one in turn.after.orbitals
        if one.squadrons != before[one.word]
        for faction in phrases.list_factions(turn.after)
        if (by := _find_squadron(one.squadrons, faction) - _find_squadron(before[one.word], faction))
    ]


def _count_influence(presence: Sequence[BasePresence], faction: Faction) -> int:
    return sum(one.cubes + one.diplomats for one in presence if one.faction == faction)


def _find_squadron(squadrons: Sequence[Squadron], faction: Faction) -> int:
    return sum(one.token_count for one in squadrons if one.faction == faction)


def _list_influence_phrases(turn: TurnChange, own: Faction) -> list[Text]:
    names = {base.word: say(base.name) for base in turn.after.bases}
    changes = list_influence_changes(turn)
    found: list[Text] = []
    placed = [_format_times(names[one.place], one.amount) for one in changes if one.faction == own and one.amount > 0]
    left = [_format_times(names[one.place], -one.amount) for one in changes if one.faction == own and one.amount < 0]
    if placed and left:
        found.append(say("moves influence from {left} to {bases}", left=left, bases=placed))
    elif placed:
        found.append(say("places influence on {bases}", bases=placed))
    elif left:
        found.append(say("loses influence on {bases}", bases=left))
    lost = [
        say(
            "{faction} on {base}",
            faction=phrases.shorten_faction(one.faction),
            base=_format_times(names[one.place], -one.amount),
        )
        for one in changes
        if one.amount < 0 and one.faction != own
    ]
    if lost:
        found.append(say("removes influence: {lost}", lost=lost))
    return found


def _list_fleet_phrases(turn: TurnChange, own: Faction) -> list[Text]:
    names = {one.word: say(one.name) for one in turn.after.orbitals}
    every = list_ship_changes(turn)
    changes = [one for one in every if one.faction == own]
    came, went = ([one for one in changes if one.amount * sign > 0] for sign in (1, -1))
    there = [names[one.place] for one in came]
    found: list[Text] = []
    if came and went:
        found.append(say("moves fleets to {orbitals}", orbitals=there))
    elif came:
        found.append(say("builds fleets at {orbitals}", orbitals=there))
    elif went:
        found.append(say("loses fleets at {orbitals}", orbitals=[names[one.place] for one in went]))
    others = [one for one in every if one.faction != own and one.amount < 0]
    if others:
        found.append(
            say(
                "removes fleets: {lost}",
                lost=[
                    say(
                        "{faction} at {orbital}", faction=phrases.shorten_faction(one.faction), orbital=names[one.place]
                    )
                    for one in others
                ],
            )
        )
    return found


def _format_times(name: Text, n: int) -> Text:
    return say("{name} ×{n}", name=name, n=n) if n > 1 else name


def _find_faction(view: View, seat: Seat) -> VisibleFaction:
    return next(side for side in view.sides if side.seat == seat)
