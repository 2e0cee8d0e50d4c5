"""Print how long questions wait between two people who are never awake together, with and without answers in advance.

    python -m tests.programs.day_and_night --games 3

Each line is one game of each kind: the hours from a question to its answer, the presses for an answer, and how many answers were
given in advance.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.discord.day_and_night import RULES_BY_GAME, play_day_and_night


def main() -> None:
    """Play the games and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--slug", choices=[*RULES_BY_GAME], nargs="*", default=[*RULES_BY_GAME])
    asked = parser.parse_args()
    for slug in asked.slug:
        for n in range(asked.games):
            for name, rules in (("without", None), ("with", RULES_BY_GAME[slug])):
                with tempfile.TemporaryDirectory() as folder:
                    report = play_day_and_night(Path(folder), slug, f"night {n}", rules)
                print(
                    f"{slug} {n} {name}: median {report.median_hours:.1f} h, mean "
                    f"{sum(report.hours) / len(report.hours):.1f} h, {report.presses_an_answer:.2f} presses an answer, "
                    f"{report.automatic_count} of {len(report.hours)} answers in advance",
                    flush=True,
                )


if __name__ == "__main__":
    main()
