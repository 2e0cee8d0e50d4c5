"""`make mutants`: would the tests of a game's rules notice a wrong rule?

    python -m tests.programs.mutants amundsen -n 150 --seed s --json out/mutants/amundsen.json

A seeded sample of small changes to the modules that hold the rules; against each the game's rules tests and its oracle are run.
Survivors are printed with their diffs. Some change nothing that anybody can see: equivalent.toml says why. Exit code 1 when
fewer than 95 of 100 others are caught.
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

from engine.kernel.registry import slugs
from tests.programs.mutants.mutate import Mutant, mutants
from tests.programs.mutants.run import ROOT, Copy, Outcome

MODULES = (
    "rules", "flow", "voyage", "actions", "effects", "scoring",
    "ground", "travel", "play", "treasures", "ways", "steps", "influence", "fleets", "events",
)  # fmt: skip
ENOUGH = 0.95


def argued(slug: str) -> dict[str, str]:
    """Why a mutant changes nothing, by module and `Mutant.key`."""
    told = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text("utf-8"))
    return {"\n".join((one["module"], one["diff"].rstrip())): one["why"] for one in told.get(slug, [])}


def sample(slug: str, n: int, seed: str) -> list[Mutant]:
    """So many mutants of a game's rules, the same for the same seed, in the order of the code."""
    home = ROOT / "engine" / "games" / slug
    found = [
        mutant
        for module in MODULES
        if (home / f"{module}.py").exists()
        for mutant in mutants(module, (home / f"{module}.py").read_text("utf-8"))
    ]
    picked = sorted(random.Random(seed).sample(range(len(found)), min(n, len(found))))  # noqa: S311 - a sample
    print(f"{slug}: {len(picked)} of {len(found)} mutants, seed {seed}", flush=True)
    return [found[i] for i in picked]


def tried(slug: str, chosen: list[Mutant], workers: int) -> list[Outcome]:
    """Every mutant against the tests, each worker in its own copy."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for i in range(workers):
            made = Copy(Path(folder) / str(i))
            print(f"copy {i + 1}: {made.unchanged(slug):.1f} s without a mutant", flush=True)
            copies.put(made)

        def one(mutant: Mutant) -> Outcome:
            at = copies.get()
            try:
                outcome = at.run(slug, mutant)
            finally:
                copies.put(at)
            how = f"caught by {outcome.by}" if outcome.caught else "SURVIVED"
            print(f"{mutant.module}.py:{mutant.line} {mutant.kind} ({outcome.seconds:.1f} s) {how}", flush=True)
            if not outcome.caught:
                print(mutant.diff, flush=True)
            return outcome

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(one, chosen))


def main() -> int:
    """Run a sample and say how it went."""
    ask = argparse.ArgumentParser(description="Would the tests of a game's rules notice a wrong rule?")
    ask.add_argument("game", choices=slugs())
    ask.add_argument("-n", type=int, default=150, help="how many mutants")
    ask.add_argument("--seed", default="1", help="another seed is another sample")
    ask.add_argument("--workers", type=int, default=1)
    ask.add_argument("--json", type=Path, help="also write the outcomes to this file")
    asked = ask.parse_args()
    known = argued(asked.game)
    outcomes = tried(asked.game, sample(asked.game, asked.n, asked.seed), asked.workers)
    left = [one for one in outcomes if not one.caught]
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
                "caught": one.caught,
                "by": one.by,
                "seconds": round(one.seconds, 2),
                "diff": one.mutant.diff,
                "why": known.get(f"{one.mutant.module}\n{one.mutant.key}", ""),
            }
            for one in outcomes
        ]
        asked.json.write_text(json.dumps({"game": asked.game, "share": share, "mutants": rows}, indent=1), "utf-8")
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
