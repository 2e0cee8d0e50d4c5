"""The changes of the latest turns of The Expanse Board Game, as phrases and as marks on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.games.expanse.view import BasePresence, Faction, Squadron, View, VisibleCard, VisibleFaction
from engine.kernel.text import Seat, Text, count, say
from render.expanse import phrases
from render.kit.scene import Scene
from render.kit.story import Phrases, TurnChange, build_sentences, list_turns


class PlaceChange(NamedTuple):
    """The change of a faction's influence on a base, or of its ships in an Orbital, in a turn."""

    place: str
    faction: Faction
    amount: int


def list_turn_summaries(scene: Scene) -> tuple[Text, ...]:
    """Write a sentence for each of the latest turns."""
    return build_sentences(list_turn_phrases(scene))


def list_turn_phrases(scene: Scene) -> list[tuple[Seat, Phrases]]:
    """List the phrases of each of the latest turns in which every seat has a faction."""
    found: list[tuple[Seat, Phrases]] = []
    for turn in list_turns(scene):
        if len(turn.before.sides) == turn.before.seats:
            found.append((turn.seat, list_phrases(turn)))
    return found


class TurnMarks(NamedTuple):
    """The changes of a turn on the map, and the faction whose turn it was."""

    faction: Faction
    influence: tuple[PlaceChange, ...]
    ships: tuple[PlaceChange, ...]


def list_turn_marks(scene: Scene) -> list[TurnMarks]:
    """List the changes of the latest turns on the map; after the end there are none, since the last scoring clears it."""
    if scene.view.ended:
        return []
    marks: list[TurnMarks] = []
    for turn in list_turns(scene):
        if len(turn.before.sides) == turn.before.seats:
            faction = _find_faction(turn.after, turn.seat).faction
            marks.append(TurnMarks(faction, tuple(list_influence_changes(turn)), tuple(list_ship_changes(turn))))
    return marks


def list_phrases(turn: TurnChange) -> list[Text]:
    """List the results of a turn: cards taken, played and kept, influence, fleets, the Rocinante and CP."""
    was, now = _find_faction(turn.before, turn.seat), _find_faction(turn.after, turn.seat)
    newly_kept = _list_other_cards(now.kept, was.kept)
    taken = _find_taken_card(turn)
    found: list[Text] = []
    if taken is not None and taken not in newly_kept:
        found.append(say("takes {card}", card=say(taken.name)))
    for card in _list_other_cards(was.kept, now.kept):
        found.append(say("plays {card}", card=say(card.name)))
    # Fleets first: their ways are on the map also if room is missing for words.
    found += _list_fleet_phrases(turn, now.faction)
    found += _list_influence_phrases(turn, now.faction)
    for card in newly_kept:
        found.append(say("keeps {card}", card=say(card.name)))
    if now.rocinante and not was.rocinante:
        found.append(say("gets the Rocinante"))
    if not turn.after.ended:  # the final scores have the CP
        found += _list_cp_phrases(now.cp - was.cp)
    return found or [say("ends the turn")]


def _find_taken_card(turn: TurnChange) -> VisibleCard | None:
    """Find the first card that has left the Action Track; None if all are still there."""
    still_on_track = {space.card.word for space in turn.after.track}
    for space in turn.before.track:
        if space.card.word not in still_on_track:
            card: VisibleCard = space.card
            return card
    return None


def _list_cp_phrases(change: int) -> list[Text]:
    if change > 0:
        return [count("gains {n} CP", "gains {n} CP", change)]
    if change < 0:
        return [count("pays {n} CP", "pays {n} CP", -change)]
    return []


def _list_other_cards(cards: Sequence[VisibleCard], excluded: Sequence[VisibleCard]) -> list[VisibleCard]:
    """List the cards that are not among the excluded ones."""
    words = [card.word for card in excluded]
    return [card for card in cards if card.word not in words]


def list_influence_changes(turn: TurnChange) -> list[PlaceChange]:
    """List the changes of influence on bases, in the order of the map."""
    before = {base.word: base.presence for base in turn.before.bases}
    changes: list[PlaceChange] = []
    for base in turn.after.bases:
        if base.presence == before[base.word]:
            continue
        for faction in phrases.list_factions(turn.after):
            amount = _count_influence(base.presence, faction) - _count_influence(before[base.word], faction)
            if amount:
                changes.append(PlaceChange(base.word, faction, amount))
    return changes


def list_ship_changes(turn: TurnChange) -> list[PlaceChange]:
    """List the changes of the number of ships in Orbitals, in the order of the map."""
    before = {orbital.word: orbital.squadrons for orbital in turn.before.orbitals}
    changes: list[PlaceChange] = []
    for orbital in turn.after.orbitals:
        if orbital.squadrons == before[orbital.word]:
            continue
        for faction in phrases.list_factions(turn.after):
            amount = _count_ships(orbital.squadrons, faction) - _count_ships(before[orbital.word], faction)
            if amount:
                changes.append(PlaceChange(orbital.word, faction, amount))
    return changes


def _count_influence(presence: Sequence[BasePresence], faction: Faction) -> int:
    return sum(held.cubes + held.diplomats for held in presence if held.faction == faction)


def _count_ships(squadrons: Sequence[Squadron], faction: Faction) -> int:
    return sum(squadron.token_count for squadron in squadrons if squadron.faction == faction)


def _list_influence_phrases(turn: TurnChange, own: Faction) -> list[Text]:
    names = {base.word: say(base.name) for base in turn.after.bases}
    placed, left, removed = list[Text](), list[Text](), list[Text]()
    for change in list_influence_changes(turn):
        base = _format_times(names[change.place], abs(change.amount))
        if change.faction == own and change.amount > 0:
            placed.append(base)
        elif change.faction == own:
            left.append(base)
        elif change.amount < 0:
            removed.append(say("{faction} on {base}", faction=phrases.shorten_faction(change.faction), base=base))
    found: list[Text] = []
    if placed and left:
        found.append(say("moves influence from {left} to {bases}", left=left, bases=placed))
    elif placed:
        found.append(say("places influence on {bases}", bases=placed))
    elif left:
        found.append(say("loses influence on {bases}", bases=left))
    if removed:
        found.append(say("removes influence: {lost}", lost=removed))
    return found


def _list_fleet_phrases(turn: TurnChange, own: Faction) -> list[Text]:
    names = {orbital.word: say(orbital.name) for orbital in turn.after.orbitals}
    reached, left, moved, removed = list[Text](), list[Text](), list[Text](), list[Text]()
    changes = list_ship_changes(turn)
    balances = Counter[Faction]()
    for change in changes:
        balances[change.faction] += change.amount
    for change in changes:
        orbital, faction = names[change.place], phrases.shorten_faction(change.faction)
        if change.faction == own and change.amount > 0:
            reached.append(orbital)
        elif change.faction == own:
            left.append(orbital)
        elif change.amount > 0:
            moved.append(say("{faction} to {orbital}", faction=faction, orbital=orbital))
        elif balances[change.faction] < 0:
            removed.append(say("{faction} at {orbital}", faction=faction, orbital=orbital))
    found: list[Text] = []
    if reached and left:
        found.append(say("moves fleets to {orbitals}", orbitals=reached))
    elif reached:
        found.append(say("builds fleets at {orbitals}", orbitals=reached))
    elif left:
        found.append(say("loses fleets at {orbitals}", orbitals=left))
    if moved:
        found.append(say("moves fleets: {moved}", moved=moved))
    if removed:
        found.append(say("removes fleets: {lost}", lost=removed))
    return found


def _format_times(name: Text, n: int) -> Text:
    if n > 1:
        return say("{name} ×{n}", name=name, n=n)
    return name


def _find_faction(view: View, seat: Seat) -> VisibleFaction:
    side = phrases.find_faction(view, seat)
    assert side is not None, "every seat has a faction"
    return side
