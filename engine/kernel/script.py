"""The shape of a game: a turn written as a generator over plain data, and the class that every game extends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, Literal, Optional, TypeVar

import msgspec

from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.state_codec import copy_state
from engine.kernel.text import Seat, Text, UserError, say

Questions = Mapping[Seat, Callable[[], Menu]]
"""Who is asked what. Several seats answer independently, and learn nothing of each other's answers until all are in."""

T = TypeVar("T")
TurnScript = Generator[Questions, Mapping[Seat, Words], T]
"""A turn: it yields an Ask and receives the Words of every seat asked. It works on its own copy of the state and may be run again
from its start at any time, so: no clock, no `random`, no I/O, no iteration over sets, no try/finally around a yield."""

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct, covariant=True)

ShuffleFunction = Callable[[list[Any]], list[Any]]
"""Returns a new list of the same things in random order."""

Source = Literal["printed", "rules", "found", "inferred", "house"]
"""Where a value in components comes from: a printed copy of the game, its rules, elsewhere, inference, or us."""


def ask_one(seat: Seat, build_menu: Callable[[], Menu]) -> TurnScript[Words]:
    """Ask one seat, and return its words."""
    return (yield {seat: build_menu})[seat]


class Setting(msgspec.Struct, frozen=True):
    """An option of a game, chosen in the lobby: `values` maps each word to its label; the first is the default.

    `former_default` was the default once, "" where it never changed: a stored table or record that does not name the option was
    played with it.
    """

    name: str
    label: Text
    values: dict[str, Text]
    former_default: str = ""

    @property
    def default(self) -> str:
        """The first value."""
        return next(iter(self.values))


class Verb(msgspec.Struct, frozen=True):
    """A slash command of a game: the first word of a move, and the names of the menus that may follow, in order."""

    name: str
    help: Text
    menu_names: tuple[str, ...] = ()


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score sheet."""

    label: Text
    points: int


class CardInfo(msgspec.Struct, frozen=True):
    """A card as it is printed, the same for everybody wherever it lies.

    `word` is unique among the cards of its game, [a-z0-9-]; `kind` is what sort of card it is, `text` what is on it line by
    line, `rules` the numbers of the rules that say more. `source` says where it comes from, `other_sources` which things on it come
    from another source.
    """

    word: Word
    name: Text
    source: Source
    kind: Optional[Text] = None
    text: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()
    other_sources: tuple[tuple[Text, Source], ...] = ()


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended. `ranking` is best first, and ties share a tuple; `winners` is empty when everybody lost.

    `list_teams` are the seats that won or lost together, empty when each played alone. `highlights` are numbers worth remembering
    that are not points: the largest island, the longest day. `roles` is what each seat played as, where roles differ.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: Text
    scores: dict[Seat, tuple[ScoreLine, ...]] = {}
    sides: tuple[tuple[Seat, ...], ...] = ()
    highlights: dict[Seat, tuple[ScoreLine, ...]] = msgspec.field(default_factory=dict, name="feats")
    roles: dict[Seat, Text] = {}


class GameMeta(msgspec.Struct, frozen=True, kw_only=True):
    """What a lobby, a list of games and the slash commands show of a game.

    `slug` is its name in commands, records and the store and never changes; `title` is its name on the box, `blurb` one
    sentence that makes people want to play. `rules_version` is raised by every change that could make a stored game go
    differently. `seat_counts` is how many may play, `settings` what can be chosen in the lobby, `verbs` the commands it answers to.
    """

    slug: str
    title: str
    blurb: Text
    kind: GameKind
    rules_version: int
    seat_counts: range
    settings: tuple[Setting, ...]
    verbs: tuple[Verb, ...]


class NoComponents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The components of a game without `components.toml`."""


class Game(ABC, Generic[S, V]):
    """A game's rules over one set of components. Stateless: every method is a function of its arguments.

    A game sets `meta` and `state_type` (the struct that `set_up_table` makes and `play_turn` changes), and implements the abstract
    methods. `components` says what is on the cards and the board, with provenance. The other methods default to a game
    with no cards to look up, no counted pieces, nothing hidden and no standing orders, whose stored states still fit.
    """

    meta: GameMeta
    state_type: type[S]
    components: msgspec.Struct = NoComponents()

    @property
    def slug(self) -> str:
        """Its name in commands, records and the store."""
        return self.meta.slug

    @property
    def title(self) -> str:
        """Its name on the box."""
        return self.meta.title

    @property
    def blurb(self) -> Text:
        """One sentence that makes people want to play."""
        return self.meta.blurb

    @property
    def kind(self) -> GameKind:
        """What sort of game it is."""
        return self.meta.kind

    @property
    def rules_version(self) -> int:
        """Raised by every change that could make a stored game go differently."""
        return self.meta.rules_version

    @property
    def seat_counts(self) -> range:
        """How many may play."""
        return self.meta.seat_counts

    @property
    def settings(self) -> tuple[Setting, ...]:
        """What can be chosen in the lobby; settled in `set_up_table`."""
        return self.meta.settings

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The slash commands it answers to."""
        return self.meta.verbs

    def list_cards(self) -> tuple[CardInfo, ...]:
        """Every card that can be looked up, in the order of the box; none in a game without cards."""
        return ()

    @abstractmethod
    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> S:
        """The table laid out. `options` holds a value for every setting. Raises Refusal where they do not go together."""

    @abstractmethod
    def play_turn(self, state: S, out: Effects) -> TurnScript[None]:
        """One turn, from one resting point to the next, changing `state`."""

    @abstractmethod
    def find_result(self, state: S) -> GameResult | None:
        """The end of the game, or None while it goes on; asked at resting points only."""

    @abstractmethod
    def build_view(self, state: S, seat: Seat | None) -> V:
        """All that this seat may know; None is a spectator."""

    def count_pieces(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Count every physical piece, wherever it lies: the same throughout a game. A game may leave it out."""
        return {}

    def resample_state(self, state: S, seat: Seat | None, shuffle: ShuffleFunction) -> S:
        """A new state that looks the same to this seat (None: a spectator), with all that it cannot know dealt afresh.

        No view of this seat may change by it, which is how leaks are found.
        """
        new = copy_state(state)
        self.resample_hidden(new, seat, shuffle)
        return new

    def resample_hidden(self, state: S, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """Deal all that this seat cannot know among the places where it may lie, in `state` itself."""

    def list_teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        """The seats that win or lose together, empty where each plays alone; in any position as in the `GameResult`."""
        return ()

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """A legal, harmless move for somebody absent: the first of everything."""
        return compose_move(
            menu, lambda level: "+".join(option.word for option in level.list_open_options()[: level.min_picks])
        )

    def order_menu(self, state: S, seat: Seat) -> Menu | None:  # noqa: ARG002
        """The standing orders this seat may leave now: what to answer while it is away. None where there are none.

        An order is a complete move through this menu. It holds only public things and says itself how long it lasts
        ("decline", "turn", "12"), so that nothing else needs to be stored with it.
        """
        return None

    def answer_by_order(self, state: S, seat: Seat, order: Words, menu: Menu) -> Words | None:  # noqa: ARG002
        """What a standing order answers to a question; None when it has no answer and the player must be asked."""
        return None

    def is_order_expired(self, state: S, seat: Seat, order: Words) -> bool:  # noqa: ARG002
        """Whether a standing order is over and can be forgotten."""
        return True

    def do_orders_conflict(self, order: Words, other: Words) -> bool:  # noqa: ARG002
        """Whether two standing orders of a seat cannot both be meant: the one left later takes the other's place."""
        return False

    def upgrade_state(self, stored_state: dict[str, Any], from_version: int) -> dict[str, Any]:  # noqa: ARG002
        """A stored state of an older `rules_version`, converted to the current one."""
        return stored_state


def complete_options(settings: Sequence[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """A value for every setting: what was given, else its default. Raises Refusal for an unknown name or value."""
    known = {setting.name: setting for setting in settings}
    for name, value in chosen.items():
        if name not in known:
            none = say(
                "There is no option “{name}” in this game. Its options: {names}.", name=name[:40], names=list(known)
            )
            raise UserError(none)
        if value not in known[name].values:
            wrong = say(
                "“{value}” is not a value of “{name}”. Choose one of: {values}.",
                name=name,
                value=value[:40],
                values=list(known[name].values),
            )
            raise UserError(wrong)
    return {setting.name: chosen.get(setting.name, setting.default) for setting in settings}


def restore_options(settings: Sequence[Setting], stored_options: Mapping[str, str]) -> dict[str, str]:
    """The options of a stored table or record: what it does not name is what it was played with. Raises Refusal as
    `complete_options`."""
    return complete_options(
        settings, {**{one.name: one.former_default for one in settings if one.former_default}, **stored_options}
    )
