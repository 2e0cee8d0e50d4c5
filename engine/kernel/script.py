"""The shape of a game: a turn written as a generator over plain data, and the protocol every game folder fulfils."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Optional, Protocol, TypeVar

import msgspec

from engine.kernel.event import Effects
from engine.kernel.menu import Menu, Word, Words
from engine.kernel.text import Refusal, Seat, Text, say

Ask = Mapping[Seat, Callable[[], Menu]]
"""Who is asked what. Several seats answer at the same time and learn nothing of each other's answers until all are in."""

T = TypeVar("T")
Script = Generator[Ask, Mapping[Seat, Words], T]
"""A turn: yields an Ask, receives every asked seat's Words. It works on its own copy of the state and may be run again
from its start at any time, so: no clock, no `random`, no input or output, no iteration over sets, no try/finally round a yield."""

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct, covariant=True)


def one(seat: Seat, menu: Callable[[], Menu]) -> Script[Words]:
    """Ask a single seat and return its words."""
    return (yield {seat: menu})[seat]


class Setting(msgspec.Struct, frozen=True):
    """An option of a game, chosen in the lobby: `values` maps each word to its label; the first is the default.

    `formerly` was the default once, "" where it never changed: a stored table or record that does not name the option was
    played with it.
    """

    name: str
    label: Text
    values: dict[str, Text]
    formerly: str = ""

    @property
    def default(self) -> str:
        """The first value."""
        return next(iter(self.values))


class Verb(msgspec.Struct, frozen=True):
    """A slash command of a game: the first word of a move, and the names of the menus that may follow, in order."""

    name: str
    help: Text
    params: tuple[str, ...] = ()


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score sheet."""

    label: Text
    points: int


class Printed(msgspec.Struct, frozen=True):
    """A card as it is printed, the same for everybody and wherever it lies.

    `word` is its own among the cards of its game, [a-z0-9-]; `kind` what sort of card it is, `text` what is on it line by line,
    `rules` the numbers of the rules that say more. `source` tells where it comes from, as in components ("printed", "rules",
    "found", "inferred", "house"), `elsewhere` which things on it come from another source.
    """

    word: Word
    name: Text
    source: str
    kind: Optional[Text] = None
    text: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()
    elsewhere: tuple[tuple[Text, str], ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `ranking` is best first, ties share a tuple; `winners` is empty when everybody lost.

    `sides` are the seats that won or lost together, empty when each played alone. `feats` are numbers worth remembering
    that are no points: the largest island, the longest day. `roles` is what each seat played as, in games whose roles differ.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: Text
    scores: dict[Seat, tuple[ScoreLine, ...]] = {}
    sides: tuple[tuple[Seat, ...], ...] = ()
    highlights: dict[Seat, tuple[ScoreLine, ...]] = msgspec.field(default_factory=dict, name="feats")
    roles: dict[Seat, Text] = {}


class Game(Protocol[S, V]):
    """A game's rules over one set of components. Stateless: every method is a function of its arguments."""

    @property
    def slug(self) -> str:
        """Its name in commands, records and the store; never changes."""
        ...

    @property
    def title(self) -> str:
        """Its name on the box."""
        ...

    @property
    def blurb(self) -> Text:
        """One sentence that makes people want to play."""
        ...

    @property
    def rules_version(self) -> int:
        """Raised by every change that could make a stored game go differently."""
        ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What can be chosen in the lobby; settled in `setup`."""
        ...

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The slash commands it answers to."""
        ...

    @property
    def components(self) -> msgspec.Struct:
        """What is on the cards and the board, with provenance."""
        ...

    @property
    def state_type(self) -> type[S]:
        """The struct that `setup` makes and `turn` changes."""
        ...

    def printed(self) -> tuple[Printed, ...]:
        """Every card that can be looked up, in the order of the box; none in a game without cards."""
        ...

    def setup(self, seats: int, options: Mapping[str, str], out: Effects) -> S:
        """The table laid out. `options` holds a value for every setting."""
        ...

    def turn(self, state: S, out: Effects) -> Script[None]:
        """One turn, from one resting point to the next, changing `state`."""
        ...

    def result(self, state: S) -> Result | None:
        """The end of the game, or None while it goes on; asked at resting points only."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """All that this seat may know; None is a spectator."""
        ...

    def inventory(self, state: S) -> Mapping[str, int]:
        """How many there are of every physical piece, wherever it lies: the same after every move of a game."""
        ...

    def resample(self, state: S, seat: Seat | None, shuffle: Callable[[list[Any]], list[Any]]) -> S:
        """A new state that looks the same to this seat (None: a spectator): what it cannot know is dealt afresh.

        `shuffle` returns a new list in random order. Views must not change by it, which is how leaks are found.
        """
        ...

    def stall(self, seat: Seat, menu: Menu) -> Words:
        """A legal, harmless move for somebody absent."""
        ...

    def orders(self, state: S, seat: Seat) -> Menu | None:
        """The standing orders this seat may leave now: what to answer while it is away. None where there are none.

        An order is the Words of a complete walk through this menu. It holds public things only and says by itself how
        long it lasts ("decline", "turn", "12"), so that nothing else needs to be stored with it.
        """
        ...

    def obey(self, state: S, seat: Seat, order: Words, menu: Menu) -> Words | None:
        """What a standing order answers to a question; None when it has no answer, then the player is asked."""
        ...

    def lapsed(self, state: S, seat: Seat, order: Words) -> bool:
        """Whether a standing order is over and can be forgotten."""
        ...

    def upgrade(self, raw: dict[str, Any], from_version: int) -> dict[str, Any]:
        """A stored state of an older `rules_version` as today's."""
        ...


class NoOrders:
    """The orders of a game in which nothing sensible can be said in advance."""

    def orders(self, state: msgspec.Struct, seat: Seat) -> Menu | None:  # noqa: ARG002 - the protocol's shape
        """None: there are none."""
        return None

    def obey(self, state: msgspec.Struct, seat: Seat, order: Words, menu: Menu) -> Words | None:  # noqa: ARG002
        """No answer."""
        return None

    def lapsed(self, state: msgspec.Struct, seat: Seat, order: Words) -> bool:  # noqa: ARG002
        """Always: there are none to keep."""
        return True


class NoCards:
    """The cards of a game that has none, or none that say anything."""

    def printed(self) -> tuple[Printed, ...]:
        """None."""
        return ()


def settle(settings: Sequence[Setting], given: Mapping[str, str]) -> dict[str, str]:
    """A value for every setting: what was given, else its default. Raises Refusal for an unknown name or value."""
    known = {setting.name: setting for setting in settings}
    for name, value in given.items():
        if name not in known:
            raise Refusal(
                say("There is no option “{name}” in this game. Its options: {names}.", name=name, names=list(known))
            )
        if value not in known[name].values:
            raise Refusal(
                say(
                    "“{value}” is not a value of “{name}”. Choose one of: {values}.",
                    name=name,
                    value=value,
                    values=list(known[name].values),
                )
            )
    return {setting.name: given.get(setting.name, setting.default) for setting in settings}


def restored(settings: Sequence[Setting], stored: Mapping[str, str]) -> dict[str, str]:
    """The options of a stored table or record: what it does not name is what it was played with. Raises Refusal as `settle`."""
    return settle(settings, {**{one.name: one.formerly for one in settings if one.formerly}, **stored})
