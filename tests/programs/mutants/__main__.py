"""`make mutants`: would the tests of a game's rules notice a wrong rule?

    python -m tests.programs.mutants amundsen -n 150 --seed s --json out/mutants/amundsen.json

The program draws a seeded sample of small changes to the modules with the rules, and runs the game's rules tests and
its oracle against each. It prints survivors with their diffs. Some changes have no visible effect: equivalent.toml says
why. The exit code is 1 when the tests catch fewer than 95 of 100 others.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from engine.kernel.registry import list_slugs
from tests.programs.mutants.mutate import Mutant, list_mutants
from tests.programs.mutants.run import PROJECT_FOLDER, MutantOutcome, SourceCopy

MUTATED_MODULES = (
    "rules", "flow", "actions", "effects", "scoring", "steps", "influence", "influence_removal", "fleets", "fleet_removal",
    "events", "board", "travel", "game_box", "payments", "deck", "treasures", "ship_movement", "play",
)  # fmt: skip
MIN_CAUGHT_SHARE = 0.95


def load_explanations(slug: str) -> dict[str, str]:
    """Load the reasons why mutants change nothing, by module and `Mutant.key`."""
    told = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text("utf-8"))
    return {"\n".join((one["module"], one["diff"].rstrip())): one["why"] for one in told.get(slug, [])}


def sample_mutants(slug: str, n: int, seed: str) -> list[Mutant]:
    """Sample `n` mutants of a game's rules, the same for the same seed, in the order of the code."""
    home = PROJECT_FOLDER / "engine" / "games" / slug
    found = [
        mutant
        for module in MUTATED_MODULES
        if (home / f"{module}.py").exists()
        for mutant in list_mutants(module, (home / f"{module}.py").read_text("utf-8"))
    ]
    picked = sorted(random.Random(seed).sample(range(len(found)), min(n, len(found))))  # noqa: S311 - a sample
    print(f"{slug}: {len(picked)} of {len(found)} mutants, seed {seed}", flush=True)
    return [found[i] for i in picked]


def run_mutants(slug: str, chosen: list[Mutant], workers: int) -> list[MutantOutcome]:
    """Run the tests against every mutant, each worker in its own copy."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[SourceCopy] = SimpleQueue()
        for i in range(workers):
            made = SourceCopy(Path(folder) / str(i))
            print(f"copy {i + 1}: {made.measure_baseline_s(slug):.1f} s without a mutant", flush=True)
            copies.put(made)

        def one(mutant: Mutant) -> MutantOutcome:
            at = copies.get()
            try:
                outcome = at.run_mutant(slug, mutant)
            finally:
                copies.put(at)
            how = f"caught by {outcome.failed_test}" if outcome.is_caught else "SURVIVED"
            print(f"{mutant.module}.py:{mutant.line} {mutant.kind} ({outcome.duration_s:.1f} s) {how}", flush=True)
            if not outcome.is_caught:
                print(mutant.diff, flush=True)
            return outcome

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(one, chosen))


def main() -> int:
    """Run a sample and print the result."""
    ask = argparse.ArgumentParser(description="Would the tests of a game's rules notice a wrong rule?")
    ask.add_argument("game", choices=list_slugs())
    ask.add_argument("-n", type=int, default=150, help="how many mutants")
    ask.add_argument("--seed", default="1", help="another seed is another sample")
    ask.add_argument("--workers", type=int, default=1)
    ask.add_argument("--json", type=Path, help="also write the outcomes to this file")
    asked = ask.parse_args()
    known = load_explanations(asked.game)
    outcomes = run_mutants(asked.game, sample_mutants(asked.game, asked.n, asked.seed), asked.workers)
    left = [one for one in outcomes if not one.is_caught]
    open_ones = [one for one in left if f"{one.mutant.module}\n{one.mutant.key}" not in known]
    counted = len(outcomes) - len(left) + len(open_ones)
    share = 1 - len(open_ones) / counted if counted else 1.0
    print(
        f"\n{asked.game}: {counted - len(open_ones)} of {counted} caught ({share:.1%}), {len(left) - len(open_ones)} argued"
    )
    for one in left:
        why = known.get(f"{one.mutant.module}\n{one.mutant.key}", "survived")
        print(f"\n{one.mutant.module}.py:{one.mutant.line} {one.mutant.kind}: {why}\n{one.mutant.diff}")
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        rows = [
            {
                "module": one.mutant.module,
                "line": one.mutant.line,
                "kind": one.mutant.kind,
                "caught": one.is_caught,
                "by": one.failed_test,
                "seconds": round(one.duration_s, 2),
                "diff": one.mutant.diff,
                "why": known.get(f"{one.mutant.module}\n{one.mutant.key}", ""),
            }
            for one in outcomes
        ]
        asked.json.write_text(json.dumps({"game": asked.game, "share": share, "mutants": rows}, indent=1), "utf-8")
    return 0 if share >= MIN_CAUGHT_SHARE else 1


if __name__ == "__main__":
    sys.exit(main())
