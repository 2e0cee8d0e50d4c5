"""The shape of a game: a turn written as a generator over plain data, and the class that every game extends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, Literal, Optional, TypeVar

import msgspec

from engine.kernel.answer_rules import AnswerRule
from engine.kernel.event import Effects
from engine.kernel.kind import GameKind
from engine.kernel.lesson import Goal
from engine.kernel.menu import Menu, Word, Words, compose_move
from engine.kernel.state_codec import copy_state
from engine.kernel.text import Seat, Text, UserError, say

Questions = Mapping[Seat, Callable[[], Menu]]
"""The seats that are asked, each with its decision. No seat learns another's answer until all have answered."""

T = TypeVar("T")
TurnScript = Generator[Questions, Mapping[Seat, Words], T]
"""A turn: it yields Questions and receives the Words of every seat asked. It works on its own copy of the state and may run
again from its start at any time, so: no clock, no `random`, no I/O, no iteration over sets, no try/finally around a yield."""

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct, covariant=True)

ShuffleFunction = Callable[[list[Any]], list[Any]]
"""A function that returns a new list of the same things in random order."""

Source = Literal["printed", "rules", "found", "inferred", "house"]
"""The origin of a value in components: a printed copy of the game, its rules, elsewhere, inference, or ourselves."""


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


class PieceFace(msgspec.Struct, frozen=True):
    """What a painter needs to draw a piece that belongs to no table: its kind, and its word among the pieces of the kind.

    A game whose pieces have more printed on them adds it in a struct of its `view.py`.
    """

    kind: str
    word: Word


class CardInfo(msgspec.Struct, frozen=True):
    """A card, or another piece that has a name, as it is printed, independent of its place in a game.

    `word` is unique among the cards of its game, [a-z0-9-]; `kind` is the sort of card, `text` its printed lines, `rules` the
    numbers of the rules that say more. `source` is the origin of the card, `other_sources` lists the parts of it that have
    another. `other_names` are what players may call it, such as what is printed on single copies. `face` is its look, None if the
    painter has no picture of it.
    """

    word: Word
    name: Text
    source: Source
    kind: Optional[Text] = None
    text: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()
    other_sources: tuple[tuple[Text, Source], ...] = ()
    other_names: tuple[Text, ...] = ()
    face: Optional[PieceFace] = None


class GameResult(msgspec.Struct, frozen=True):
    """The end of a game. `ranking` is best first, and ties share a tuple; `winners` is empty if everybody lost.

    `sides` are the seats that won or lost together, empty if each played alone. `highlights` are numbers worth remembering that
    are not points: the largest island, the longest day. `roles` is each seat's role, where roles differ.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: Text
    scores: dict[Seat, tuple[ScoreLine, ...]] = {}
    sides: tuple[tuple[Seat, ...], ...] = ()
    highlights: dict[Seat, tuple[ScoreLine, ...]] = msgspec.field(default_factory=dict, name="feats")
    roles: dict[Seat, Text] = {}


class GameMeta(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a game for lobbies, lists of games and slash commands.

    `slug` is its name in commands, records and the store and never changes; `title` is its name on the box, `blurb` one
    sentence that makes people want to play, and `effort` says how long a game takes and how heavy it is. `rules_version` is
    raised by every change that could make a stored game go differently. `seat_counts` is how many may play, `settings` are the
    options of the lobby, `verbs` the slash commands.
    """

    slug: str
    title: str
    blurb: Text
    kind: GameKind
    rules_version: int
    seat_counts: range
    settings: tuple[Setting, ...]
    verbs: tuple[Verb, ...]
    effort: Optional[Text] = None


class NoComponents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The components of a game without `components.toml`."""


class Game(ABC, Generic[S, V]):
    """A game's rules over one set of components. Stateless: every method is a function of its arguments.

    A game sets `meta` and `state_type` (the struct that `set_up_table` makes and `play_turn` changes), and implements the
    abstract methods. `components` holds the printed values of cards and board, with their sources; `typed_components` is a struct
    with a type for every value in them, if their own struct leaves some as plain data. The other methods default to a game with
    no cards to look up, no counted pieces, nothing hidden and no answers in advance, whose stored states still fit.
    """

    meta: GameMeta
    state_type: type[S]
    components: msgspec.Struct = NoComponents()
    typed_components: type[msgspec.Struct] | None = None
    goals: tuple[Goal, ...] = ()
    """The goals that its lessons and puzzles name."""

    @property
    def slug(self) -> str:
        """The game's name in commands, records and the store."""
        return self.meta.slug

    @property
    def title(self) -> str:
        """The game's name on the box."""
        return self.meta.title

    @property
    def blurb(self) -> Text:
        """One sentence that makes people want to play."""
        return self.meta.blurb

    @property
    def kind(self) -> GameKind:
        """The traits of the game."""
        return self.meta.kind

    @property
    def rules_version(self) -> int:
        """The version of the rules, raised by every change that could make a stored game go differently."""
        return self.meta.rules_version

    @property
    def seat_counts(self) -> range:
        """The numbers of seats that the game allows."""
        return self.meta.seat_counts

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The options of the lobby, which `set_up_table` applies."""
        return self.meta.settings

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """The slash commands of the game."""
        return self.meta.verbs

    def list_cards(self) -> tuple[CardInfo, ...]:
        """Return every card that can be looked up, in the order of the box; none in a game without cards."""
        return ()

    @abstractmethod
    def set_up_table(self, seat_count: int, options: Mapping[str, str], out: Effects) -> S:
        """Return the initial state. `options` holds a value for every setting. Raises UserError if they do not go together."""

    @abstractmethod
    def play_turn(self, state: S, out: Effects) -> TurnScript[None]:
        """Play one turn, from one resting point to the next, changing `state`."""

    @abstractmethod
    def find_result(self, state: S) -> GameResult | None:
        """Return the result if the game is over, else None. Called at resting points only."""

    @abstractmethod
    def build_view(self, state: S, seat: Seat | None) -> V:
        """Return all that this seat may know; None is a spectator."""

    def describe_standing(self, view: Any) -> Text | None:  # noqa: ANN401, ARG002 - its own view
        """Describe in one short line where the viewer of a view stands; None if there is nothing to tell."""
        return None

    def count_pieces(self, state: S) -> Mapping[str, int]:  # noqa: ARG002
        """Count every physical piece on all its places: the counts stay the same throughout a game. Optional."""
        return {}

    def resample_state(self, state: S, seat: Seat | None, shuffle: ShuffleFunction) -> S:
        """Return a new state that looks the same to this seat (None: a spectator), with all that it cannot know dealt afresh.

        The seat's view must stay the same; the conformance suite finds leaks by this.
        """
        resampled = copy_state(state)
        self.resample_hidden(resampled, seat, shuffle)
        return resampled

    def resample_hidden(self, state: S, seat: Seat | None, shuffle: ShuffleFunction) -> None:
        """Deal all that this seat cannot know among its possible places, in `state` itself."""

    def list_teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        """Return the seats that win or lose together, empty if each plays alone; in any position as in the `GameResult`."""
        return ()

    def safe_move(self, seat: Seat, menu: Menu) -> Words:  # noqa: ARG002 - the menu is the seat's own
        """Return a legal, harmless move for an absent player: the first of everything."""
        return compose_move(menu, lambda level: "+".join(level.open_words[: level.min_picks]))

    def list_warnings(self, words: Words, before: S, after: S, seat: Seat) -> tuple[Text, ...]:  # noqa: ARG002
        """Return what a move of this seat makes impossible for good, each with its rule, the most important first. Optional.

        `before` and `after` are the states around it. Both are sampled from what the seat knows, so a warning is no advice and
        reveals nothing.
        """
        return ()

    def skip_to_turn(self, state: S, seat: Seat) -> bool:  # noqa: ARG002
        """Change a state at a resting point as if the seat's next turn began now and the others did nothing before it.

        Return False if the seat has no such turn, or none that could still be as it looks now; then no move in advance is
        offered. It rolls no dice and uses only what the seat may know.
        """
        return False

    def list_rules(self, state: S, seat: Seat, menu: Menu | None) -> Sequence[AnswerRule]:  # noqa: ARG002
        """List the kinds of questions that this seat may answer in advance, made of public things only.

        `menu` is the decision that the seat is asked now, None if it is asked nothing. Built-in rules are in `answer_rules`.
        """
        return ()

    def upgrade_state(self, stored_state: dict[str, Any], from_version: int) -> dict[str, Any]:  # noqa: ARG002
        """Convert a stored state of an older `rules_version` to the current one."""
        return stored_state


def complete_options(settings: Sequence[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every setting: the chosen one, else its default.

    Raises UserError for an unknown name or value.
    """
    known = {setting.name: setting for setting in settings}
    for name, value in chosen.items():
        if name not in known:
            unknown_name = say(
                "There is no option “{name}” in this game. Its options: {names}.", name=name[:40], names=list(known)
            )
            raise UserError(unknown_name)
        if value not in known[name].values:
            unknown_value = say(
                "“{value}” is not a value of “{name}”. Choose one of: {values}.",
                name=name,
                value=value[:40],
                values=list(known[name].values),
            )
            raise UserError(unknown_value)
    return {setting.name: chosen.get(setting.name, setting.default) for setting in settings}


def restore_options(settings: Sequence[Setting], stored_options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a stored table or record. An option that it does not name has its former default.

    Raises UserError as `complete_options`.
    """
    defaults = {setting.name: setting.former_default for setting in settings if setting.former_default}
    return complete_options(settings, {**defaults, **stored_options})
