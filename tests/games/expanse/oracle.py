"""The core of the game once more: scoring and control, what things cost, initiative, where influence may go.

Written from RULES.md alone and as plainly as possible, to hold the engine against. It is all dictionaries and loops over a
position as JSON has it; nothing of the engine is used. Names of bases, cards and prices come from components.toml as text.
Turns are generators: they say which words may come next, are sent the one that does, and change the position as they go.
What an Event does is left out: there they yield ANYTHING and stop looking.
"""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]
"""A position, or something of it, as JSON has it."""
Words = set[str]
Asking = Generator[Words, str, bool]
"""Yields what may be said, receives what is; returns whether the position is known afterwards."""

ANYTHING: Words = set()
DATA: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[3] / "engine" / "games" / "expanse" / "components.toml").read_text("utf-8")
)
BASES: dict[str, Any] = DATA["bases"]
CARDS: dict[str, Any] = DATA["cards"]
ORBITALS: dict[str, str] = DATA["orbitals"]["band"]
BANDS = ("inner", "belt", "jupiter", "saturn")
UNUSED_BY_TWO = ("luna", "vesta", "io", "rings")
HOME = {"un": "earth", "mcr": "mars", "opa": "tycho", "pg": "thoth"}
ONLY_KEPT = ("miller", "mao")
FREE_TO_KEEP = ("miller", "cotyar", "mao")
STRENGTH = {"f": Fraction(1), "b": Fraction(2), "h": Fraction(1), "s": Fraction(1, 2), "r": Fraction(1)}


# ---------------------------------------------------------------- reading a position
def side(p: Json, seat: int) -> Json:
    found: Json = p["sides"][seat]
    return found


def faction(p: Json, seat: int) -> str:
    return str(side(p, seat)["faction"])


def seats(p: Json) -> list[int]:
    return list(range(len(p["sides"])))


def tech(p: Json, who: str, number: int) -> bool:
    """E10: whether a faction that plays has its Tech card I, II or III."""
    return len(p["used"]) >= number and any(one["faction"] == who for one in p["sides"])


def open_bases(p: Json) -> list[str]:
    return [base for base in BASES if p["seats"] > 2 or base not in UNUSED_BY_TWO]


def sector(base: str) -> str:
    band = ORBITALS[BASES[base]["orbital"]]
    return "outer" if band in ("jupiter", "saturn") else band


def fleets(p: Json, seat: int, orbital: str) -> str:
    return str(side(p, seat)["fleets"].get(orbital, ""))


def strength(p: Json, seat: int, orbital: str) -> Fraction:
    return sum((STRENGTH[letter] for letter in fleets(p, seat, orbital)), Fraction(0))


def influence(p: Json, seat: int, base: str) -> int:
    """E14.2: a Diplomat counts as 2."""
    one = side(p, seat)
    return int(one["cubes"].get(base, 0)) + 2 * int(one["diplomats"].get(base, 0))


# ---------------------------------------------------------------- E8 scoring and control
def controller(p: Json, orbital: str) -> int | None:
    """E8.3."""
    for seat in seats(p):
        mine = strength(p, seat, orbital)
        if mine > 0 and all(strength(p, other, orbital) < mine for other in seats(p) if other != seat):
            return seat
    return None


def counted(p: Json, base: str) -> dict[int, int]:
    """E8.2, E14.14, E14.15: what everybody with influence on a base counts there."""
    counts = {seat: influence(p, seat, base) for seat in seats(p) if influence(p, seat, base)}
    owners = [seat for seat in seats(p) if base in side(p, seat)["samples"]]
    if owners:
        return {seat: n + (1 if seat in owners else 0) for seat, n in counts.items()}
    holder = controller(p, BASES[base]["orbital"])
    if holder in counts:
        counts[holder] += 2 if faction(p, holder) == "pg" and tech(p, "pg", 1) else 1
    return counts


def place(p: Json, base: str, seat: int) -> int:
    """E8.4, E8.7, E14.4: the place whose points a seat takes; 9 for none."""
    counts = counted(p, base)
    if seat not in counts:
        return 9
    better = 1 + sum(n > counts[seat] for n in counts.values())
    rivals = [other for other in counts if other != seat and counts[other] == counts[seat]]
    if not rivals:
        return better
    if better == 3 and tech(p, "un", 3) and faction(p, seat) == "un":
        return 3
    return better + 1


def points(p: Json, base: str, seat: int) -> int:
    """E8.1, E8.5, E8.6, E13.4: what a base pays a seat now."""
    turn = len(p["used"])
    if p["phase"] == "final":
        chart = [5, 3, 1]
    elif sector(base) == p["bonus"]:
        chart = [[2, 1, 0], [3, 1, 0], [3, 1, 0], [4, 2, 1], [4, 2, 1]][turn]
    else:
        chart = [1, 0, 0]
    at = place(p, base, seat)
    got = chart[at - 1] if at <= 3 else 0
    if at == 1 and BASES[base]["resource"] in critical(p, seat):
        got += 1
    return got


def critical(p: Json, seat: int) -> tuple[str, ...]:
    """E8.6."""
    if p["seats"] == 2:
        return ()
    mcr = ("water", "tech") if p["seats"] == 4 else ("water", "minerals")
    table = {"un": ("food", "minerals"), "mcr": mcr, "opa": ("food", "water"), "pg": ("minerals", "tech")}
    return table[faction(p, seat)]


def earned(p: Json, seat: int) -> int:
    """All bases together."""
    return sum(points(p, base, seat) for base in open_bases(p))


def lower(p: Json, seat: int, other: int) -> bool:
    """Whether a seat stands lower on the Initiative Track."""
    track = p["initiative"]
    return bool(track.index(faction(p, seat)) > track.index(faction(p, other)))


def poorest(p: Json) -> int:
    """E11: who gets the Rocinante."""
    least = min(one["cp"] for one in p["sides"])
    tied = [seat for seat in seats(p) if side(p, seat)["cp"] == least]
    if len(tied) > 1 and p["seats"] == 2:
        return int(p["holder"])
    return next(seat for seat in tied if all(lower(p, seat, other) for other in tied if other != seat))


def winner(p: Json) -> int:
    """E13.5."""
    most = max(one["cp"] for one in p["sides"])
    tied = [seat for seat in seats(p) if side(p, seat)["cp"] == most]
    if len(tied) > 1 and p["seats"] == 2:
        return int(p["holder"])
    return next(seat for seat in tied if all(lower(p, other, seat) for other in tied if other != seat))


# ---------------------------------------------------------------- E3.3, E7.3, E9.2 who is asked
def offered_to(p: Json, card: str, spender: int) -> list[int]:
    """E3.3, E3.5: who is asked whether they take the Event, in order."""
    if p["seats"] == 2:
        order = [1 - spender]
    else:
        order = [next(seat for seat in seats(p) if faction(p, seat) == who) for who in p["initiative"]]
    return [seat for seat in order if seat != spender and faction(p, seat) in CARDS[card]["factions"]]


def from_the_left(p: Json, last: int) -> list[int]:
    return [(last + n) % p["seats"] for n in range(1, p["seats"] + 1)]


def may_play(p: Json, seat: int) -> bool:
    """E7.3, E12.2, E14.16: whether somebody has anything to play before the bases are scored."""
    one = side(p, seat)
    kept = [card for card in one["kept"] if card not in ONLY_KEPT]
    containment = one["faction"] == "pg" and tech(p, "pg", 3) and one["samples"]
    return bool(kept) or p["holder"] == seat or bool(containment)


def may_build(p: Json, seat: int) -> bool:
    """E9.2: whether somebody has a fleet that may come home for nothing."""
    return p["options"].get("free-fleet") == "ask" and any(letter != "s" for letter in side(p, seat)["off"])


# ---------------------------------------------------------------- E2, E3 a turn
def turn(p: Json, seat: int) -> Asking:
    """A card, or a Kept Event."""
    me = side(p, seat)
    playable = {card for card in me["kept"] if card not in ONLY_KEPT}
    if (yield {"take"} | ({"play"} if playable else set())) == "play":
        card = yield playable
        me["kept"].remove(card)
        return (yield ANYTHING) == "unknown"
    prices = [0, 1, 1, 2, 2]  # E2.1
    n = int((yield {str(n) for n in range(1, len(p["track"]) + 1) if prices[n - 1] <= me["cp"]}))
    card = p["track"].pop(n - 1)
    me["cp"] -= prices[n - 1]
    me["spent"] += prices[n - 1]
    if card == "score":
        return True
    mine = me["faction"] in CARDS[card]["factions"]
    uses = {"points"} | keeping(p, seat, card)
    if mine and card not in ONLY_KEPT:
        uses.add("event")
    if "mao" in me["kept"] and CARDS[card]["ap"] < 4:
        uses.add("boost")
    use = yield uses
    if use == "keep":
        keep(p, seat, card)
        return True
    if use == "event":
        return (yield ANYTHING) == "unknown"
    ap = CARDS[card]["ap"]
    if use == "boost":
        ap = 4
        me["kept"].remove("mao")
    known = yield from spend(p, seat, ap)
    if known and "miller" in me["kept"] and mine and card not in ONLY_KEPT and (yield {"again", "no"}) == "again":
        me["kept"].remove("miller")
        return (yield ANYTHING) == "unknown"
    return known


def price(card: str) -> int:
    """E3.2, E16."""
    return 0 if card in FREE_TO_KEEP else 1


def keeping(p: Json, seat: int, card: str) -> Words:
    me = side(p, seat)
    return {"keep"} if me["faction"] in CARDS[card]["factions"] and price(card) <= me["cp"] else set()


def keep(p: Json, seat: int, card: str) -> None:
    side(p, seat)["cp"] -= price(card)
    side(p, seat)["spent"] += price(card)
    side(p, seat)["kept"].append(card)


def offer(p: Json, seat: int, card: str) -> Asking:
    """E3.3, E3.4: an Event that somebody else has not used."""
    event = set() if card in ONLY_KEPT else {"event"}
    answer = yield {"decline"} | event | keeping(p, seat, card)
    if answer == "decline":
        return True
    if p["seats"] > 2:
        p["initiative"].remove(faction(p, seat))
        p["initiative"].append(faction(p, seat))
    if answer == "keep":
        keep(p, seat, card)
        return True
    return (yield ANYTHING) == "unknown"


# ---------------------------------------------------------------- E5 Action Points
def spend(p: Json, seat: int, left: int) -> Asking:
    """MOVE, INFLUENCE, BUILD and the powers, until the points are gone or "done" is said."""
    once: Words = set()
    while left > 0:
        word = yield actions(p, seat, left, once) | {"done"}
        if word == "done":
            break
        if word == "drop":
            return (yield ANYTHING) == "unknown"
        left -= yield from ACTIONS[word](p, seat, left, once)
    return True


def actions(p: Json, seat: int, left: int, once: Words) -> Words:
    """What so many points can be spent on; `once` are powers that have served."""
    who = faction(p, seat)
    network = who == "pg" or (who == "opa" and tech(p, "opa", 3))
    can = {
        "move": side(p, seat)["fleets"],
        "place": placing(p, seat, left),
        "build": removed(p, seat),
        "engage": who == "mcr" and left >= engage_price(p) and engaging(p, seat),
        "network": network and "network" not in once and moving_on(p, seat),
        "drop": who == "mcr" and tech(p, "mcr", 1) and "drop" not in once and dropping(p, seat),
        "sample": who == "pg" and tech(p, "pg", 2) and sampling(p, seat),
    }
    return {word for word, found in can.items() if found}


Paying = Generator[Words, str, int]
"""An action that is under way; returns what it has cost."""


def act_move(p: Json, seat: int, _left: int, once: Words) -> Paying:
    """E5.1, E14.3, E14.7."""
    me, who = side(p, seat), faction(p, seat)
    far = (who == "un" and tech(p, "un", UN_MOVES)) or (who == "mcr" and tech(p, "mcr", 2))
    start = yield set(me["fleets"])
    group = yield from only(groups(me["fleets"][start]))
    end = yield reach(start, 2 if far and "move" not in once else 1)
    shift(me, start, group, end)
    once.add("move")
    return 1


def act_place(p: Json, seat: int, left: int, _once: Words) -> Paying:
    """E5.2."""
    costs = placing(p, seat, left)
    base = yield set(costs)
    yield from put(p, seat, base)
    return costs[base]


def act_build(p: Json, seat: int, _left: int, _once: Words) -> Paying:
    """E5.5."""
    me, home = side(p, seat), HOME[faction(p, seat)]
    letter = yield from only(set(removed(p, seat)))
    me["off"] = me["off"].replace(letter, "", 1)
    me["fleets"][home] = in_order(me["fleets"].get(home, "") + letter)
    return 1


def act_engage(p: Json, seat: int, _left: int, _once: Words) -> Paying:
    """E14.5, E14.6."""
    weaker = engaging(p, seat)
    orbital = yield set(weaker)
    hit(p, orbital, (yield from only(weaker[orbital])))
    return engage_price(p)


def act_network(p: Json, seat: int, _left: int, once: Words) -> Paying:
    """E14.12, E14.13."""
    cubes, pairs = side(p, seat)["cubes"], moving_on(p, seat)
    start = yield set(pairs)
    end = yield pairs[start]
    less(cubes, start)
    cubes[end] = cubes.get(end, 0) + 1
    once.add("network")
    return 1


def act_sample(p: Json, seat: int, _left: int, _once: Words) -> Paying:
    """E14.15."""
    me, tokens = side(p, seat), sampling(p, seat)
    start = yield from only(set(tokens))
    end = yield tokens[start]
    if start == "hand":
        me["tokens"] -= 1
    else:
        me["samples"].remove(start)
    me["samples"].append(end)
    return 1


ACTIONS = {
    "move": act_move,
    "place": act_place,
    "build": act_build,
    "engage": act_engage,
    "network": act_network,
    "sample": act_sample,
}


UN_MOVES = 1
"""The number of the UN's Tech card with which it moves over two Bands (E14.3)."""
UN_DIPLOMATS = 2
"""The number of the UN's Tech card that brings its Diplomats (E14.2)."""


def only(words: Words) -> Generator[Words, str, str]:
    """Where one thing alone can be chosen nobody is asked."""
    return next(iter(words)) if len(words) == 1 else (yield words)


def reach(start: str, bands: int) -> Words:
    """E5.1: every other Orbital within so many Bands."""
    here = BANDS.index(ORBITALS[start])
    return {end for end in ORBITALS if end != start and abs(BANDS.index(ORBITALS[end]) - here) <= bands}


def groups(held: str) -> Words:
    """Every handful of these fleets."""
    found: Words = set()
    for mask in range(1, 2 ** len(held)):
        found.add(in_order("".join(letter for i, letter in enumerate(held) if mask >> i & 1)))
    return found


def in_order(letters: str) -> str:
    return "".join(sorted(letters, key="bhfsr".index))


def shift(me: Json, start: str, group: str, end: str) -> None:
    for letter in group:
        me["fleets"][start] = me["fleets"][start].replace(letter, "", 1)
    if not me["fleets"][start]:
        del me["fleets"][start]
    me["fleets"][end] = in_order(me["fleets"].get(end, "") + group)


def placing(p: Json, seat: int, left: int) -> dict[str, int]:
    """E5.2, E14.9, E14.11: the bases that an INFLUENCE action reaches, and what it costs there."""
    found = {}
    for base in open_bases(p):
        afar = faction(p, seat) == "opa" and (sector(base) != "inner" or tech(p, "opa", 2))
        if afar or fleets(p, seat, BASES[base]["orbital"]):
            found[base] = 1
    return {base: cost for base, cost in found.items() if cost <= left}


def put(p: Json, seat: int, base: str) -> Generator[Words, str, None]:
    """E5.2, E5.3, E5.4, E14.2: one influence onto a base."""
    me = side(p, seat)
    if me["faction"] == "un" and tech(p, "un", UN_DIPLOMATS) and me["diplomats_left"]:
        kinds = {"cube", "diplomat"} | ({"swap"} if me["cubes"].get(base) else set())
        kind = yield kinds
        if kind != "cube":
            me["diplomats_left"] -= 1
            me["diplomats"][base] = me["diplomats"].get(base, 0) + 1
            if kind == "swap":
                less(me["cubes"], base)
                me["supply"] += 1
            return
    if me["supply"]:
        me["supply"] -= 1
    else:
        others = {other for other in me["cubes"] if other != base}
        if not others:
            return
        less(me["cubes"], (yield others))
    me["cubes"][base] = me["cubes"].get(base, 0) + 1


def less(held: dict[str, int], base: str) -> None:
    held[base] -= 1
    if not held[base]:
        del held[base]


def removed(p: Json, seat: int) -> str:
    """E5.5, E14.10: the fleets that BUILD may bring."""
    scrap = faction(p, seat) == "opa" and tech(p, "opa", 1)
    return "".join(letter for letter in side(p, seat)["off"] if letter != "s" or scrap)


def engage_price(p: Json) -> int:
    """E14.5, E14.6."""
    return 1 if tech(p, "mcr", 3) else 2


def engaging(p: Json, seat: int) -> dict[str, Words]:
    """E14.5, E12.1: fleets of weaker opponents by Orbital, never the Rocinante."""
    found: dict[str, Words] = {}
    for orbital in ORBITALS:
        for other in seats(p):
            if other != seat and strength(p, other, orbital) < strength(p, seat, orbital):
                for letter in fleets(p, other, orbital).replace("r", ""):
                    found.setdefault(orbital, set()).add(f"{faction(p, other)}-{letter}")
    return found


def hit(p: Json, orbital: str, target: str) -> None:
    """E6.5, E15.1: a fleet is removed, a Battleship at full strength turned over."""
    who, letter = target.split("-")
    one = next(one for one in p["sides"] if one["faction"] == who)
    left = one["fleets"][orbital].replace(letter, "", 1) + ("h" if letter == "b" else "")
    if left:
        one["fleets"][orbital] = in_order(left)
    else:
        del one["fleets"][orbital]
    if letter != "b":
        one["off"] = in_order(one["off"] + ("b" if letter == "h" else letter))


def moving_on(p: Json, seat: int) -> dict[str, Words]:
    """E14.12, E14.13: from which base to which others with the same resource."""
    found = {}
    for base in side(p, seat)["cubes"]:
        ends = {end for end in open_bases(p) if end != base and BASES[end]["resource"] == BASES[base]["resource"]}
        if ends:
            found[base] = ends
    return found


def dropping(p: Json, seat: int) -> list[str]:
    """E14.8: bases with opposing influence in Orbitals that the seat controls."""
    return [
        base
        for base in open_bases(p)
        if controller(p, BASES[base]["orbital"]) == seat
        and any(influence(p, other, base) for other in seats(p) if other != seat)
    ]


def sampling(p: Json, seat: int) -> dict[str, Words]:
    """E14.15: tokens, in hand or on a base, and where each may go."""
    me = side(p, seat)
    taken = {base for one in p["sides"] for base in one["samples"]}
    ends = {base for base in me["cubes"] if base not in taken}
    if not ends:
        return {}
    return dict.fromkeys((["hand"] if me["tokens"] else []) + list(me["samples"]), ends)
