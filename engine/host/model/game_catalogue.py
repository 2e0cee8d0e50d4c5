"""The games of this house, each with the components it is played with here or, for an old table, was started with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.kernel import registry
from engine.kernel.record import compute_components_digest, encode_components
from engine.kernel.registry import AnyGame
from engine.kernel.text import UserError, say


class GameCatalogue:
    """Games by slug; `components` maps a slug to an owner's TOML text that replaces the built-in one.

    Raises registry.BadComponents, naming the key, when such a text does not fit.
    """

    def __init__(self, components: Mapping[str, str] | None = None) -> None:
        own = components or {}
        self._games: dict[str, AnyGame] = {
            slug: registry.load_game(slug, own.get(slug)) for slug in registry.list_slugs()
        }
        self._components_json = {slug: encode_components(game).decode() for slug, game in self._games.items()}
        self._digests = {slug: compute_components_digest(game) for slug, game in self._games.items()}
        self._load_old = lru_cache(maxsize=16)(registry.reload_game)

    def list_games(self) -> tuple[AnyGame, ...]:
        """Every game, by slug."""
        return tuple(self._games.values())

    def load_game(self, slug: str) -> AnyGame:
        """A game as a new table would play it. Raises Refusal for an unknown slug."""
        if slug not in self._games:
            raise UserError(
                say(
                    "There is no game called “{slug}” here. You can play: {games}.",
                    slug=slug[:40],
                    games=list(self._games),
                )
            )
        return self._games[slug]

    def match_game(self, typed: str) -> AnyGame:
        """The game that somebody means: by its slug, its title (whatever a list says after that), or a part that only one of
        them has. Raises Refusal."""
        wanted = " ".join(typed.split()).casefold()
        names = {slug: game.title.casefold() for slug, game in self._games.items()}
        for fits in (
            [slug for slug, title in names.items() if wanted in (slug, title) or wanted.startswith(f"{title}:")],
            [slug for slug, title in names.items() if wanted and (wanted in slug or wanted in title)],
        ):
            if len(fits) == 1:
                return self._games[fits[0]]
        return self.load_game(typed)

    def components_digest(self, slug: str) -> str:
        """The digest of the components a new table gets."""
        return self._digests[slug]

    def restore_game(self, slug: str, digest: str, data: str) -> AnyGame:
        """The game with the components a table was started with."""
        todays = self._digests[slug] == digest and self.components_json(slug) == data  # a digest alone has 32 bits
        return self._games[slug] if todays else self._load_old(slug, data.encode())

    def components_json(self, slug: str) -> str:
        """The components of a new table as JSON, to be stored with it."""
        return self._components_json[slug]
