"""Rules about ratings: nobody gains by a game that they have not played from its first move to its last."""

from __future__ import annotations

from engine.host.service.people.ratings import INITIAL_RATING
from tests.discord.simulation.simulation_state import SimulationState


class RatingWatch:
    """Compares each new leaderboard with what people did, as the log of their moves tells it."""

    def __init__(self, state: SimulationState) -> None:
        self._state = state
        self._ratings: dict[int, int] = {}
        self._known_users: set[int] = set()
        """Everybody who was ever listed. Who leaves the statistics and comes back may have played meanwhile."""
        self._seen_tables: set[int] = set()

    async def check_gains(self) -> None:
        """Check that everybody who has gained rating has played one of the games that ended meanwhile."""
        state = self._state
        rows = await state.home.bot.store.fetch_all(
            "SELECT id FROM tables WHERE status = 'finished' AND seals_open_at IS NULL ORDER BY id"
        )
        tables = [row["id"] for row in rows if row["id"] not in self._seen_tables]
        ratings = {
            one.user_id: one.rating for one in await state.home.bot.tables.statistics.rank_players(state.home.guild.id)
        }
        players = {user for table in tables for user in await self._list_players(table)}
        for user, rating in ratings.items():
            has_come_back = user in self._known_users and user not in self._ratings
            if not has_come_back and rating > self._ratings.get(user, INITIAL_RATING) and user not in players:
                state.record_violation(f"user {user} has gained rating by tables {tables}, played by {sorted(players)}")
        self._ratings = ratings
        self._known_users.update(ratings)
        self._seen_tables.update(row["id"] for row in rows)
        state.action_counts["rated"] = len(ratings)

    async def _list_players(self, table_id: int) -> list[int]:
        """List the users who may gain by a game: each made all moves of one seat, and holds it at the end."""
        store = self._state.home.bot.store
        table = await self._state.home.bot.tables.load_table(table_id)
        if table.table_options.get("rated") != "yes" or table.table_options.get("hints", "no") != "no":
            return []
        rows = await store.fetch_all(
            "SELECT seat, kind, user_id FROM entries WHERE table_id = ? AND kind IN ('move', 'computer')", table_id
        )
        players: list[int] = []
        for person in table.seats:
            acts = {(row["kind"], row["user_id"]) for row in rows if row["seat"] == person.seat}
            if acts == {("move", person.user_id)} and not person.has_left:
                players.append(person.user_id)
        return players
