"""The games that this bot offers, each with today's components or with those that an old table was started with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.kernel import registry
from engine.kernel.record import compute_components_digest, encode_components
from engine.kernel.registry import AnyGame
from engine.kernel.text import UserError, say


class GameCatalogue:
    """The games by slug. `components` maps a slug to an owner's TOML text that replaces the built-in one.

    Raises registry.ComponentsError, naming the key, if such a text does not fit.
    """

    def __init__(self, components: Mapping[str, str] | None = None) -> None:
        replacements = components or {}
        self._games: dict[str, AnyGame] = {}
        self._components_json: dict[str, str] = {}
        self._digests: dict[str, str] = {}
        for slug in registry.list_slugs():
            game = registry.load_game(slug, replacements.get(slug))
            self._games[slug] = game
            self._components_json[slug] = encode_components(game).decode()
            self._digests[slug] = compute_components_digest(game)
        self._load_old = lru_cache(maxsize=16)(registry.reload_game)

    def list_games(self) -> tuple[AnyGame, ...]:
        """Return every game, by slug."""
        return tuple(self._games.values())

    def load_game(self, slug: str) -> AnyGame:
        """Return a game as a new table plays it. Raises UserError for an unknown slug."""
        if slug not in self._games:
            raise UserError(
                say(
                    "There is no game called “{slug}” here. You can play: {games}.",
                    slug=slug[:40],
                    games=[game.title for game in self._games.values()],
                )
            )
        return self._games[slug]

    def match_game(self, typed: str) -> AnyGame:
        """Find a game by its slug, by its title (also with the text that a list shows after it), or by an unambiguous part of them.

        Raises UserError if no game or more than one fits.
        """
        wanted = " ".join(typed.split()).casefold()
        exact: list[AnyGame] = []
        partial: list[AnyGame] = []
        for slug, game in self._games.items():
            title = game.title.casefold()
            if wanted in (slug, title) or wanted.startswith(f"{title}:"):
                exact.append(game)
            if wanted and (wanted in slug or wanted in title):
                partial.append(game)
        for matches in (exact, partial):
            if len(matches) == 1:
                return matches[0]
        return self.load_game(typed)

    def components_digest(self, slug: str) -> str:
        """Return the digest of the components of a new table."""
        return self._digests[slug]

    def restore_game(self, slug: str, digest: str, data: str) -> AnyGame:
        """Return the game with the components a table was started with."""
        if self._digests[slug] == digest and self.components_json(slug) == data:  # a digest alone has 32 bits
            return self._games[slug]
        return self._load_old(slug, data.encode())

    def components_json(self, slug: str) -> str:
        """Return the components of a new table as JSON, to be stored with it."""
        return self._components_json[slug]
