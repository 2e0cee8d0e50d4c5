"""Finished and imported games: records, replays, analyses, audits."""
