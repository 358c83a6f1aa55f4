#!/usr/bin/env python3
"""Chooses the positions of experiments/table2-ecm.toml: tactics of the Encyclopedia of Chess Middlegames, in the
mixture of easy and hard that our searches should solve as often as the paper's solved its own.

    scripts/matched.py            prints the ids
    scripts/matched.py --check    compares them with the file

The rule, committed before any of them was joined with a search of ours:

1. A position is a tactic by suites/evidence-ecm.csv: an outside engine agrees with the book, and how.
2. It is hard if that engine holds the move from depth 9 or later, which halves the tactics, and easy if from depth 8
   or earlier.
3. The solved share of a stratum is the mean over R = 2, R = 3 and verified at depths 9 and 10 in results/table3.
4. The number of hard ones among 138 is the one whose expected share is the paper's (Table 2, the same mean); all or
   none if no mixture reaches it.
5. Within a stratum those are taken whose SHA-256 of "tactics-ecm INDEX" is least. No position is chosen by our results.
"""

import argparse
import hashlib
import json
import signal
import sys
import tomllib
from pathlib import Path

try:
    import pandas as pd
except ImportError as missing:
    print(f"{missing}; python3 -m pip install pandas", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "experiments" / "table2-ecm.toml"
POSITIONS, HARD_FROM = 138, 9
VARIANTS, DEPTHS = ["std:r=2", "std:r=3", "vrfd:r=3"], [9, 10]


def papers_share() -> float:
    """The mean share solved in Table 2 of the paper, over VARIANTS and DEPTHS."""
    table = tomllib.loads((ROOT / "experiments/paper/table2.toml").read_text())
    counts = [
        figure["count"] / row["positions"]
        for row in table["rows"] if row["depth"] in DEPTHS
        for figure in row["figures"] if figure["variant"] in VARIANTS
    ]
    assert len(counts) == len(VARIANTS) * len(DEPTHS)
    return sum(counts) / len(counts)


def number_of_hard(easy: float, hard: float, wanted: float) -> int:
    """How many of POSITIONS are hard, so that the expected share is `wanted`."""
    if easy <= hard:
        sys.exit(f"matched.py: the hard positions are solved as often as the easy ones ({hard:.3f}, {easy:.3f})")
    return round(POSITIONS * min(1.0, max(0.0, (easy - wanted) / (easy - hard))))


def first(indices: pd.Series, count: int) -> list[int]:
    """The first `count` in the order of their digests."""
    if count > len(indices):
        sys.exit(f"matched.py: {count} positions wanted, the stratum has {len(indices)}")
    key = lambda index: hashlib.sha256(f"tactics-ecm {index}".encode()).hexdigest()
    return sorted(indices, key=key)[:count]


def chosen() -> tuple[list[str], str]:
    """The ids in the order of the suite, and what the choice rests on, in a line."""
    evidence = tomllib.loads((ROOT / "suites/evidence-ecm.toml").read_text())
    searched = json.loads((ROOT / "results/table3/manifest.json").read_text())["suites"][0]
    if evidence["suite_sha256"] != searched["sha256"]:
        sys.exit("matched.py: suites/evidence-ecm.csv and results/table3 are of different files; their indices differ; survey the file of the records again: vnmp suites survey --published")
    tactics = pd.read_csv(ROOT / "suites/evidence-ecm.csv").set_index("game")["held"]
    records = pd.read_csv(ROOT / "results/table3/records.csv.gz", usecols=["index", "id", "variant", "depth", "solved"])
    own = records[records["variant"].isin(VARIANTS) & records["depth"].isin(DEPTHS)]
    solved = own.assign(solved=own["solved"].astype(float)).groupby("index")["solved"].mean()
    easy, hard = (solved[tactics[which].index] for which in (tactics < HARD_FROM, tactics >= HARD_FROM))
    count = number_of_hard(easy.mean(), hard.mean(), papers_share())
    indices = first(hard.index, count) + first(easy.index, POSITIONS - count)
    ids = records.drop_duplicates("index").set_index("index")["id"]
    told = (
        f"{count} of {len(hard)} hard tactics (solved {hard.mean():.3f}), {POSITIONS - count} of {len(easy)} easy ones "
        f"({easy.mean():.3f}); expected {solved[indices].mean():.3f}, paper {papers_share():.3f}"
    )
    return list(ids[sorted(indices)]), told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with experiments/table2-ecm.toml")
    arguments = parser.parse_args()
    ids, told = chosen()
    print(told)
    if not arguments.check:
        print("ids = [")
        for start in range(0, len(ids), 8):
            print("    " + " ".join(f'"{id}",' for id in ids[start : start + 8]))
        print("]")
    elif tomllib.loads(FILE.read_text())["suites"][0]["ids"] != ids:
        sys.exit(f"{FILE.relative_to(ROOT)}: ids are not those of the rule; scripts/matched.py prints them")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `scripts/matched.py | head` ends without a traceback
    main()
