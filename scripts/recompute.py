#!/usr/bin/env python3
"""Recomputes every number of results/report/numbers.json with independent code.

    python3 -m pip install --target DIR numpy pandas scipy
    PYTHONPATH=DIR scripts/recompute.py [--only 'table3.*'] [--results results]

Reads records, games, times and manifests below results/, and the paper's figures and the claims below
experiments/. Prints each number that differs (at most 20), as published and as recomputed, ids that
only one side has, and files that do not match their manifest. Exits with 1 if there are any, with 77
if a package is missing. Where a run's suite is present (or below $VNMP_SUITES), `solved` is judged
again too. Takes a minute and a half.
"""

import argparse
import fnmatch
import json
import os
import sys
from collections import ChainMap
from pathlib import Path

try:
    import numpy  # noqa: F401
    import pandas  # noqa: F401
    import scipy  # noqa: F401
except ImportError as missing:
    print(f"missing: {missing.name}; python3 -m pip install numpy pandas scipy", file=sys.stderr)
    sys.exit(77)

from recompute import (
    census,
    claims,
    evidence,
    games,
    judged,
    laboratory,
    parity,
    peers,
    settings,
    sides,
    solution,
    suites,
    survey,
    tables,
)
from recompute.number import Numbers

# Copied from the only file that has it: there is nothing left from which to compute it.
ALLOWED = {
    **{
        f"coverage.{kind}.*": "the simulation is not repeated: percentages are those of coverage.csv's counts"
        for kind in ("ratio", "paired-change", "mean", "between", "geometric-mean", "solved", "share", "events", "contrast")
        + ("student", "match-score", "survey", "ranking")
    },
    "cost.*": "clock times of that session; its times.json is the only source",
}
SHOWN = 20
ROOT = Path(__file__).resolve().parent.parent


def recompute(found: evidence.Evidence, experiments: Path) -> Numbers:
    """Every number that the evidence gives, family by family; no id may occur in two."""
    paper = tables.Paper(experiments)
    of_runs = [tables.of_run(found, run, paper) for run in found.runs.values()]
    of_runs.append(tables.of_suites(found))
    families = [
        *of_runs,
        tables.noise(found, dict(ChainMap(*of_runs))),
        tables.of_effort(found),
        *(survey.of_survey(comparison) for comparison in found.surveys.values()),
        games.of_matches(found, experiments),
        games.of_times(found),
        games.of_coverage(found),
        parity.of_parity(found, paper),
        judged.of_judged(found, paper),
        laboratory.of_laboratory(found),
        census.of_censuses(found),
        solution.of_solution(found),
        sides.of_sides(found),
        peers.of_peers(experiments),
        settings.of_settings(found, experiments),
        claims.of_claims(found, experiments),
    ]
    numbers: Numbers = {}
    for family in families:
        if twice := numbers.keys() & family.keys():
            raise ValueError(f"two families compute {sorted(twice)[0]}")
        numbers |= family
    return numbers


def compare(published: dict[str, dict], ours: Numbers) -> list[str]:
    """A line for each difference, ordered by id."""
    lines = []
    for id in sorted(published.keys() | ours.keys()):
        if id not in ours:
            lines.append(f"{id}: published, but neither recomputed nor allowed for")
        elif id not in published:
            lines.append(f"{id}: is not in the file; recomputed {ours[id].value}")
        else:
            lines.extend(f"{id}: {line}" for line in ours[id].differences(published[id]))
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=Path, default=ROOT / "results")
    parser.add_argument("--experiments", type=Path, default=ROOT / "experiments")
    parser.add_argument(
        "--only", default="*", help="compare only the ids that match, e.g. 'table3.*'"
    )
    options = parser.parse_args()

    found = evidence.read(options.results)
    file = json.loads((options.results / "report/numbers.json").read_text())
    chosen = lambda numbers: {  # noqa: E731
        id: number for id, number in numbers.items() if fnmatch.fnmatchcase(id, options.only)
    }
    published, ours = chosen(file["numbers"]), chosen(recompute(found, options.experiments))

    folders = [ROOT / "suites", ROOT / "suites/imported", Path(os.environ.get("VNMP_SUITES", "."))]
    judged, misjudged = suites.check(found, folders)
    problems = found.damage + misjudged
    if file["schema"] != 1:
        problems.append(f"numbers.json has schema {file['schema']}; this reads 1")
    copied = set()
    for pattern, reason in ALLOWED.items():
        matched = fnmatch.filter(published, pattern)
        copied.update(matched)
        if not matched and options.only == "*":
            problems.append(f"the allow-list's '{pattern}' ({reason}) matches no id; take it out")
    problems += compare(published, ours)

    for line in problems[:SHOWN]:
        print(line)
    intervals = sum(number.low is not None for number in ours.values())
    print(
        f"{len(published)} numbers: {len(published.keys() & ours.keys() - copied)} computed again, "
        f"{len(copied)} copied from their only source, {intervals} intervals; of {judged} records "
        f"`solved` judged again; {len(problems)} differences"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
