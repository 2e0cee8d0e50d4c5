"""An independent implementation of the core rules: scoring and control, prices, initiative, and the places for influence.

It follows RULES.md alone in simple dictionaries and loops over a position as JSON, and uses nothing of the engine.
Names of bases, cards and prices come from components.toml as text. Turns are generators: they yield the words that
may come next, receive the chosen one, and change the position on the way. The effects of Events are missing: there a
turn yields ANYTHING and stops the comparison.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]
"""A position, or a part of it, as JSON."""
Words = set[str]
MoveGenerator = Generator[Words, str, bool]
"""Yields the possible words and receives the chosen one. Returns whether the position is known afterwards."""

ANY_WORD: Words = set()
COMPONENTS: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "engine" / "games" / "expanse" / "components.toml").read_text("utf-8")
)
BASE_DATA: dict[str, Any] = COMPONENTS["bases"]
CARD_DATA: dict[str, Any] = COMPONENTS["cards"]
BANDS_BY_ORBITAL: dict[str, str] = COMPONENTS["orbitals"]["band"]
BAND_ORDER = ("inner", "belt", "jupiter", "saturn")
UNUSED_BY_TWO = ("luna", "vesta", "io", "rings")
HOME_BY_FACTION = {"un": "earth", "mcr": "mars", "opa": "tycho", "pg": "thoth"}
ONLY_KEPT = ("miller", "mao")
FREE_TO_KEEP = ("miller", "cotyar", "mao")
FLEET_STRENGTHS = {"f": Fraction(1), "b": Fraction(2), "h": Fraction(1), "s": Fraction(1, 2), "r": Fraction(1)}


# ---------------------------------------------------------------- reading a position
def find_side(p: Json, seat: int) -> Json:
    found: Json = p["sides"][seat]
    return found


def find_faction(p: Json, seat: int) -> str:
    return str(find_side(p, seat)["faction"])


def list_seats(p: Json) -> list[int]:
    return list(range(len(p["sides"])))


def has_tech(p: Json, who: str, number: int) -> bool:
    """Return whether a playing faction has its Tech card I, II or III (E10)."""
    return len(p["used"]) >= number and any(one["faction"] == who for one in p["sides"])


def list_open_bases(p: Json) -> list[str]:
    return [base for base in BASE_DATA if p["seats"] > 2 or base not in UNUSED_BY_TWO]


def find_sector(base: str) -> str:
    band = BANDS_BY_ORBITAL[BASE_DATA[base]["orbital"]]
    return "outer" if band in ("jupiter", "saturn") else band


def find_fleets(p: Json, seat: int, orbital: str) -> str:
    return str(find_side(p, seat)["fleets"].get(orbital, ""))


def compute_strength(p: Json, seat: int, orbital: str) -> Fraction:
    return sum((FLEET_STRENGTHS[letter] for letter in find_fleets(p, seat, orbital)), Fraction(0))


def compute_influence(p: Json, seat: int, base: str) -> int:
    """Count the influence of a seat on a base; a Diplomat counts as 2 (E14.2)."""
    one = find_side(p, seat)
    return int(one["cubes"].get(base, 0)) + 2 * int(one["diplomats"].get(base, 0))


# ---------------------------------------------------------------- E8 scoring and control
def find_controller(p: Json, orbital: str) -> int | None:
    """Find the seat that controls an Orbital (E8.3)."""
    for seat in list_seats(p):
        mine = compute_strength(p, seat, orbital)
        if mine > 0 and all(compute_strength(p, other, orbital) < mine for other in list_seats(p) if other != seat):
            return seat
    return None


def count_influence(p: Json, base: str) -> dict[int, int]:
    """Count the influence of every seat on a base (E8.2, E14.14, E14.15)."""
    counts = {seat: compute_influence(p, seat, base) for seat in list_seats(p) if compute_influence(p, seat, base)}
    owners = [seat for seat in list_seats(p) if base in find_side(p, seat)["samples"]]
    if owners:
        return {seat: n + (1 if seat in owners else 0) for seat, n in counts.items()}
    holder = find_controller(p, BASE_DATA[base]["orbital"])
    if holder in counts:
        counts[holder] += 2 if find_faction(p, holder) == "pg" and has_tech(p, "pg", 1) else 1
    return counts


def find_place(p: Json, base: str, seat: int) -> int:
    """Find the place whose points a seat scores, 9 for none (E8.4, E8.7, E14.4)."""
    counts = count_influence(p, base)
    if seat not in counts:
        return 9
    better = 1 + sum(n > counts[seat] for n in counts.values())
    rivals = [other for other in counts if other != seat and counts[other] == counts[seat]]
    if not rivals:
        return better
    if better == 3 and has_tech(p, "un", 3) and find_faction(p, seat) == "un":
        return 3
    return better + 1


def compute_points(p: Json, base: str, seat: int) -> int:
    """Compute the points that a base pays a seat now (E8.1, E8.5, E8.6, E13.4)."""
    turn = len(p["used"])
    if p["phase"] == "final":
        chart = [5, 3, 1]
    elif find_sector(base) == p["bonus"]:
        chart = [[2, 1, 0], [3, 1, 0], [3, 1, 0], [4, 2, 1], [4, 2, 1]][turn]
    else:
        chart = [1, 0, 0]
    at = find_place(p, base, seat)
    got = chart[at - 1] if at <= 3 else 0
    if at == 1 and BASE_DATA[base]["resource"] in list_critical(p, seat):
        got += 1
    return got


def list_critical(p: Json, seat: int) -> tuple[str, ...]:
    """List the critical resources of a seat (E8.6)."""
    if p["seats"] == 2:
        return ()
    mcr = ("water", "tech") if p["seats"] == 4 else ("water", "minerals")
    table = {"un": ("food", "minerals"), "mcr": mcr, "opa": ("food", "water"), "pg": ("minerals", "tech")}
    return table[find_faction(p, seat)]


def compute_earnings(p: Json, seat: int) -> int:
    """Compute the points of all bases together."""
    return sum(compute_points(p, base, seat) for base in list_open_bases(p))


def is_lower(p: Json, seat: int, other_seat: int) -> bool:
    """Return whether a seat is lower on the Initiative Track."""
    track = p["initiative"]
    return bool(track.index(find_faction(p, seat)) > track.index(find_faction(p, other_seat)))


def find_poorest(p: Json) -> int:
    """Find the seat that gets the Rocinante (E11)."""
    least = min(one["cp"] for one in p["sides"])
    tied = [seat for seat in list_seats(p) if find_side(p, seat)["cp"] == least]
    if len(tied) > 1 and p["seats"] == 2:
        return int(p["holder"])
    return next(seat for seat in tied if all(is_lower(p, seat, other) for other in tied if other != seat))


def find_winner(p: Json) -> int:
    """Find the winner (E13.5)."""
    most = max(one["cp"] for one in p["sides"])
    tied = [seat for seat in list_seats(p) if find_side(p, seat)["cp"] == most]
    if len(tied) > 1 and p["seats"] == 2:
        return int(p["holder"])
    return next(seat for seat in tied if all(is_lower(p, other, seat) for other in tied if other != seat))


# ---------------------------------------------------------------- E3.3, E7.3, E9.2 questions to the seats
def list_offered_seats(p: Json, card: str, spender: int) -> list[int]:
    """List the seats that are offered the Event, in order (E3.3, E3.5)."""
    if p["seats"] == 2:
        order = [1 - spender]
    else:
        order = [next(seat for seat in list_seats(p) if find_faction(p, seat) == who) for who in p["initiative"]]
    return [seat for seat in order if seat != spender and find_faction(p, seat) in CARD_DATA[card]["factions"]]


def list_from_left(p: Json, last: int) -> list[int]:
    return [(last + n) % p["seats"] for n in range(1, p["seats"] + 1)]


def may_play(p: Json, seat: int) -> bool:
    """Return whether a seat has anything to play before the bases are scored (E7.3, E12.2, E14.16)."""
    one = find_side(p, seat)
    kept = [card for card in one["kept"] if card not in ONLY_KEPT]
    containment = one["faction"] == "pg" and has_tech(p, "pg", 3) and one["samples"]
    return bool(kept) or p["holder"] == seat or bool(containment)


def may_build(p: Json, seat: int) -> bool:
    """Return whether a seat has a fleet to build for free (E9.2)."""
    return p["options"].get("free-fleet") == "ask" and any(letter != "s" for letter in find_side(p, seat)["off"])


# ---------------------------------------------------------------- E2, E3 a turn
def ask_turn(p: Json, seat: int) -> MoveGenerator:
    """Take a card, or play a Kept Event."""
    me = find_side(p, seat)
    playable = {card for card in me["kept"] if card not in ONLY_KEPT}
    if (yield {"take"} | ({"play"} if playable else set())) == "play":
        card = yield playable
        me["kept"].remove(card)
        return (yield ANY_WORD) == "unknown"
    prices = [0, 1, 1, 2, 2]  # E2.1
    n = int((yield {str(n) for n in range(1, len(p["track"]) + 1) if prices[n - 1] <= me["cp"]}))
    card = p["track"].pop(n - 1)
    me["cp"] -= prices[n - 1]
    me["spent"] += prices[n - 1]
    if card == "score":
        return True
    mine = me["faction"] in CARD_DATA[card]["factions"]
    uses = {"points"} | list_keep_words(p, seat, card)
    if mine and card not in ONLY_KEPT:
        uses.add("event")
    if "mao" in me["kept"] and CARD_DATA[card]["ap"] < 4:
        uses.add("boost")
    use = yield uses
    if use == "keep":
        keep_event(p, seat, card)
        return True
    if use == "event":
        return (yield ANY_WORD) == "unknown"
    ap = CARD_DATA[card]["ap"]
    if use == "boost":
        ap = 4
        me["kept"].remove("mao")
    known = yield from ask_spending(p, seat, ap)
    if known and "miller" in me["kept"] and mine and card not in ONLY_KEPT and (yield {"again", "no"}) == "again":
        me["kept"].remove("miller")
        return (yield ANY_WORD) == "unknown"
    return known


def find_keep_price(card: str) -> int:
    """Find the price to keep a card (E3.2, E16)."""
    return 0 if card in FREE_TO_KEEP else 1


def list_keep_words(p: Json, seat: int, card: str) -> Words:
    me = find_side(p, seat)
    return {"keep"} if me["faction"] in CARD_DATA[card]["factions"] and find_keep_price(card) <= me["cp"] else set()


def keep_event(p: Json, seat: int, card: str) -> None:
    find_side(p, seat)["cp"] -= find_keep_price(card)
    find_side(p, seat)["spent"] += find_keep_price(card)
    find_side(p, seat)["kept"].append(card)


def ask_offer(p: Json, seat: int, card: str) -> MoveGenerator:
    """Offer a seat an Event that another seat has not used (E3.3, E3.4)."""
    event = set() if card in ONLY_KEPT else {"event"}
    answer = yield {"decline"} | event | list_keep_words(p, seat, card)
    if answer == "decline":
        return True
    if p["seats"] > 2:
        p["initiative"].remove(find_faction(p, seat))
        p["initiative"].append(find_faction(p, seat))
    if answer == "keep":
        keep_event(p, seat, card)
        return True
    return (yield ANY_WORD) == "unknown"


# ---------------------------------------------------------------- E5 Action Points
def ask_spending(p: Json, seat: int, points_left: int) -> MoveGenerator:
    """Spend points on MOVE, INFLUENCE, BUILD and the powers, until no points are left or "done" is chosen."""
    once: Words = set()
    while points_left > 0:
        word = yield list_actions(p, seat, points_left, once) | {"done"}
        if word == "done":
            break
        if word == "drop":
            return (yield ANY_WORD) == "unknown"
        points_left -= yield from ACTION_GENERATORS[word](p, seat, points_left, once)
    return True


def list_actions(p: Json, seat: int, points_left: int, powers_used: Words) -> Words:
    """List the actions that these points can pay for; `powers_used` are the powers used already."""
    who = find_faction(p, seat)
    network = who == "pg" or (who == "opa" and has_tech(p, "opa", 3))
    can = {
        "move": find_side(p, seat)["fleets"],
        "place": find_placing_costs(p, seat, points_left),
        "build": list_buildable(p, seat),
        "engage": who == "mcr" and points_left >= find_engage_price(p) and find_engage_targets(p, seat),
        "network": network and "network" not in powers_used and find_network_moves(p, seat),
        "drop": who == "mcr" and has_tech(p, "mcr", 1) and "drop" not in powers_used and list_drop_bases(p, seat),
        "sample": who == "pg" and has_tech(p, "pg", 2) and find_sample_moves(p, seat),
    }
    return {word for word, found in can.items() if found}


PaidAction = Generator[Words, str, int]
"""An action in progress; returns its cost."""


def act_move(p: Json, seat: int, _left: int, once: Words) -> PaidAction:
    """Move a fleet (E5.1, E14.3, E14.7)."""
    me, who = find_side(p, seat), find_faction(p, seat)
    far = (who == "un" and has_tech(p, "un", UN_MOVE_TECH)) or (who == "mcr" and has_tech(p, "mcr", 2))
    start = yield set(me["fleets"])
    group = yield from skip_single(list_groups(me["fleets"][start]))
    end = yield list_reachable(start, 2 if far and "move" not in once else 1)
    shift_fleets(me, start, group, end)
    once.add("move")
    return 1


def act_place(p: Json, seat: int, left: int, _once: Words) -> PaidAction:
    """Place influence (E5.2)."""
    costs = find_placing_costs(p, seat, left)
    base = yield set(costs)
    yield from ask_placement(p, seat, base)
    return costs[base]


def act_build(p: Json, seat: int, _left: int, _once: Words) -> PaidAction:
    """Build a fleet (E5.5)."""
    me, home = find_side(p, seat), HOME_BY_FACTION[find_faction(p, seat)]
    letter = yield from skip_single(set(list_buildable(p, seat)))
    me["off"] = me["off"].replace(letter, "", 1)
    me["fleets"][home] = sort_letters(me["fleets"].get(home, "") + letter)
    return 1


def act_engage(p: Json, seat: int, _left: int, _once: Words) -> PaidAction:
    """Engage a fleet (E14.5, E14.6)."""
    weaker = find_engage_targets(p, seat)
    orbital = yield set(weaker)
    remove_fleet(p, orbital, (yield from skip_single(weaker[orbital])))
    return find_engage_price(p)


def act_network(p: Json, seat: int, _left: int, once: Words) -> PaidAction:
    """Move influence between bases of one resource (E14.12, E14.13)."""
    cubes, pairs = find_side(p, seat)["cubes"], find_network_moves(p, seat)
    start = yield set(pairs)
    end = yield pairs[start]
    subtract_influence(cubes, start)
    cubes[end] = cubes.get(end, 0) + 1
    once.add("network")
    return 1


def act_sample(p: Json, seat: int, _left: int, _once: Words) -> PaidAction:
    """Place or move a Protomolecule token (E14.15)."""
    me, tokens = find_side(p, seat), find_sample_moves(p, seat)
    start = yield from skip_single(set(tokens))
    end = yield tokens[start]
    if start == "hand":
        me["tokens"] -= 1
    else:
        me["samples"].remove(start)
    me["samples"].append(end)
    return 1


ACTION_GENERATORS = {
    "move": act_move,
    "place": act_place,
    "build": act_build,
    "engage": act_engage,
    "network": act_network,
    "sample": act_sample,
}


UN_MOVE_TECH = 1
"""The number of the UN's Tech card with which it moves over two Bands (E14.3)."""
UN_DIPLOMAT_TECH = 2
"""The number of the UN's Tech card that brings its Diplomats (E14.2)."""


def skip_single(words: Words) -> Generator[Words, str, str]:
    """Return a single possible word without a question; otherwise ask."""
    return next(iter(words)) if len(words) == 1 else (yield words)


def list_reachable(start: str, bands: int) -> Words:
    """List every other Orbital within a number of Bands (E5.1)."""
    here = BAND_ORDER.index(BANDS_BY_ORBITAL[start])
    return {
        end for end in BANDS_BY_ORBITAL if end != start and abs(BAND_ORDER.index(BANDS_BY_ORBITAL[end]) - here) <= bands
    }


def list_groups(held: str) -> Words:
    """List every combination of these fleets."""
    found: Words = set()
    for mask in range(1, 2 ** len(held)):
        found.add(sort_letters("".join(letter for i, letter in enumerate(held) if mask >> i & 1)))
    return found


def sort_letters(letters: str) -> str:
    return "".join(sorted(letters, key="bhfsr".index))


def shift_fleets(side: Json, start: str, group: str, end: str) -> None:
    for letter in group:
        side["fleets"][start] = side["fleets"][start].replace(letter, "", 1)
    if not side["fleets"][start]:
        del side["fleets"][start]
    side["fleets"][end] = sort_letters(side["fleets"].get(end, "") + group)


def find_placing_costs(p: Json, seat: int, points_left: int) -> dict[str, int]:
    """Map the bases that an INFLUENCE action reaches to its cost there (E5.2, E14.9, E14.11)."""
    found = {}
    for base in list_open_bases(p):
        afar = find_faction(p, seat) == "opa" and (find_sector(base) != "inner" or has_tech(p, "opa", 2))
        if afar or find_fleets(p, seat, BASE_DATA[base]["orbital"]):
            found[base] = 1
    return {base: cost for base, cost in found.items() if cost <= points_left}


def ask_placement(p: Json, seat: int, base: str) -> Generator[Words, str, None]:
    """Place one influence on a base (E5.2, E5.3, E5.4, E14.2)."""
    me = find_side(p, seat)
    if me["faction"] == "un" and has_tech(p, "un", UN_DIPLOMAT_TECH) and me["diplomats_left"]:
        kinds = {"cube", "diplomat"} | ({"swap"} if me["cubes"].get(base) else set())
        kind = yield kinds
        if kind != "cube":
            me["diplomats_left"] -= 1
            me["diplomats"][base] = me["diplomats"].get(base, 0) + 1
            if kind == "swap":
                subtract_influence(me["cubes"], base)
                me["supply"] += 1
            return
    if me["supply"]:
        me["supply"] -= 1
    else:
        others = {other for other in me["cubes"] if other != base}
        if not others:
            return
        subtract_influence(me["cubes"], (yield others))
    me["cubes"][base] = me["cubes"].get(base, 0) + 1


def subtract_influence(influence_held: dict[str, int], base: str) -> None:
    influence_held[base] -= 1
    if not influence_held[base]:
        del influence_held[base]


def list_buildable(p: Json, seat: int) -> str:
    """List the fleets that BUILD may bring (E5.5, E14.10)."""
    scrap = find_faction(p, seat) == "opa" and has_tech(p, "opa", 1)
    return "".join(letter for letter in find_side(p, seat)["off"] if letter != "s" or scrap)


def find_engage_price(p: Json) -> int:
    """Find the price of an ENGAGE action (E14.5, E14.6)."""
    return 1 if has_tech(p, "mcr", 3) else 2


def find_engage_targets(p: Json, seat: int) -> dict[str, Words]:
    """Map each Orbital to the fleets of weaker opponents, never the Rocinante (E14.5, E12.1)."""
    found: dict[str, Words] = {}
    for orbital in BANDS_BY_ORBITAL:
        for other in list_seats(p):
            if other != seat and compute_strength(p, other, orbital) < compute_strength(p, seat, orbital):
                for letter in find_fleets(p, other, orbital).replace("r", ""):
                    found.setdefault(orbital, set()).add(f"{find_faction(p, other)}-{letter}")
    return found


def remove_fleet(p: Json, orbital: str, target: str) -> None:
    """Remove a fleet; a Battleship at full strength is turned over instead (E6.5, E15.1)."""
    who, letter = target.split("-")
    one = next(one for one in p["sides"] if one["faction"] == who)
    left = one["fleets"][orbital].replace(letter, "", 1) + ("h" if letter == "b" else "")
    if left:
        one["fleets"][orbital] = sort_letters(left)
    else:
        del one["fleets"][orbital]
    if letter != "b":
        one["off"] = sort_letters(one["off"] + ("b" if letter == "h" else letter))


def find_network_moves(p: Json, seat: int) -> dict[str, Words]:
    """Map each base to the other bases with the same resource (E14.12, E14.13)."""
    found = {}
    for base in find_side(p, seat)["cubes"]:
        ends = {
            end
            for end in list_open_bases(p)
            if end != base and BASE_DATA[end]["resource"] == BASE_DATA[base]["resource"]
        }
        if ends:
            found[base] = ends
    return found


def list_drop_bases(p: Json, seat: int) -> list[str]:
    """List the bases with opposing influence in Orbitals that the seat controls (E14.8)."""
    return [
        base
        for base in list_open_bases(p)
        if find_controller(p, BASE_DATA[base]["orbital"]) == seat
        and any(compute_influence(p, other, base) for other in list_seats(p) if other != seat)
    ]


def find_sample_moves(p: Json, seat: int) -> dict[str, Words]:
    """Map each token, in hand or on a base, to its possible places (E14.15)."""
    me = find_side(p, seat)
    taken = {base for one in p["sides"] for base in one["samples"]}
    ends = {base for base in me["cubes"] if base not in taken}
    if not ends:
        return {}
    return dict.fromkeys((["hand"] if me["tokens"] else []) + list(me["samples"]), ends)
