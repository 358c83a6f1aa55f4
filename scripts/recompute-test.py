#!/usr/bin/env python3
"""Tests that scripts/recompute.py can fail: damages a copy of some results, a digit or a row at a
time, and expects exit 1 with the damaged id or file named; the undamaged copy must pass.

    PYTHONPATH=DIR scripts/recompute-test.py       DIR has numpy, pandas and scipy

The copy goes into a temporary folder. Exits with 77 where a package is missing.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest.mock
from collections.abc import Callable
from pathlib import Path

try:
    import numpy as np
    import pandas  # noqa: F401
    import scipy  # noqa: F401
except ImportError as missing:
    print(f"missing: {missing.name}; python3 -m pip install numpy pandas scipy", file=sys.stderr)
    sys.exit(77)

from recompute import claims, statistics

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("table1", "forward-pruning/mate2", "match/r3-r2-clock", "coverage")
CLAIM = "claim.greater-r-smaller-tree.ours"


def copy(to: Path) -> None:
    """Some small runs, all numbers, and the published figures."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / "results" / folder, to / "results" / folder)
    (to / "results/report").mkdir()
    shutil.copy(ROOT / "results/report/numbers.json", to / "results/report")
    shutil.copytree(ROOT / "experiments", to / "experiments")


def run(tree: Path, only: str) -> tuple[int, str]:
    """Exit code and output of the script on a tree."""
    command = [sys.executable, str(ROOT / "scripts/recompute.py"), "--only", only]
    command += ["--results", str(tree / "results"), "--experiments", str(tree / "experiments")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def number(id: str, field: str, change: Callable) -> Callable[[Path], None]:
    """Changes a field of a number, or without a field the number itself; None removes it."""

    def damage(tree: Path) -> None:
        path = tree / "results/report/numbers.json"
        file = json.loads(path.read_text())
        if field:
            file["numbers"][id][field] = change(file["numbers"][id][field])
        elif (changed := change(file["numbers"].pop(id, None))) is not None:
            file["numbers"][id] = changed
        path.write_text(json.dumps(file))

    return damage


def text(file: str, pattern: str, new: str) -> Callable[[Path], None]:
    """Replaces the first match of a pattern in a file."""

    def damage(tree: Path) -> None:
        path = tree / file
        packed = path.suffix == ".gz"
        old = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()
        changed, count = re.subn(pattern.encode(), new.encode(), old, count=1, flags=re.MULTILINE)
        assert count == 1 and changed != old, f"{file} has no '{pattern}'"
        path.write_bytes(gzip.compress(changed) if packed else changed)

    return damage


def both(*damages: Callable[[Path], None]) -> Callable[[Path], None]:
    """Several changes, one after the other."""

    def damage(tree: Path) -> None:
        for one in damages:
            one(tree)

    return damage


def without_costs(tree: Path) -> None:
    """Removes the costs of runs."""
    path = tree / "results/report/numbers.json"
    file = json.loads(path.read_text())
    file["numbers"] = {id: n for id, n in file["numbers"].items() if not id.startswith("cost.")}
    path.write_text(json.dumps(file))


RECORDS = "results/table1/records.csv.gz"
# The damage, the ids compared, and what the output must name.
CASES: list[tuple[str, Callable[[Path], None], str, list[str]]] = [
    (
        "the last digit of a total",
        number("table1.d9.std:r=2.nodes", "value", lambda value: value + 1),
        "table1.*",
        ["table1.d9.std:r=2.nodes: value"],
    ),
    (
        "the sixth digit of an interval's end",
        number("table1.d9.std:r=2.geometric-mean", "low", lambda low: low * (1 + 1e-5)),
        "table1.*",
        ["table1.d9.std:r=2.geometric-mean: low"],
    ),
    (
        "the sixth digit of a resampled interval's end",
        number("table1.d9.std:r=2.vs-reference", "high", lambda high: high * (1 + 1e-5)),
        "table1.*",
        ["table1.d9.std:r=2.vs-reference: high"],
    ),
    (
        "a probability",
        number("table1.d9.std:r=2.mcnemar-p", "value", lambda p: p - 0.001),
        "table1.*",
        ["table1.d9.std:r=2.mcnemar-p: value"],
    ),
    (
        "a figure of the paper",
        number("table1.d9.std:r=2.nodes", "paper", lambda paper: paper - 1),
        "table1.*",
        ["table1.d9.std:r=2.nodes: paper"],
    ),
    (
        "the number of positions, and an id that is gone",
        both(
            number("table1.d9.std:r=2.half", "n", lambda n: n + 1),
            number("table1.d10.tasks", "", lambda old: None),
        ),
        "table1.*",
        ["table1.d9.std:r=2.half: n", "table1.d10.tasks: is not in the file"],
    ),
    (
        "an id and a field that nothing computes",
        both(
            number("table1.d9.good", "", lambda old: {"value": 1}),
            number("table1.d9.tasks", "", lambda old: old | {"mode": 2}),
        ),
        "table1.*",
        ["table1.d9.good: published, but neither", "table1.d9.tasks: has a field 'mode'"],
    ),
    (
        "a verdict on both axes",
        both(
            number(CLAIM, "direction", lambda direction: f"not-{direction}"),
            number(CLAIM, "inside", lambda inside: not inside),
            number(CLAIM, "factor", lambda factor: -factor),
        ),
        CLAIM,
        [f"{CLAIM}: direction", f"{CLAIM}: inside", f"{CLAIM}: factor"],
    ),
    (
        "a count of the paper's, from which a claim's published value is computed",
        text("experiments/paper/table1.toml", "603_549_661", "603_649_661"),
        CLAIM,
        [f"{CLAIM}: paper"],
    ),
    (
        "a row of the records",
        text(RECORDS, r"^0,tactics\.001,std:r=2,9,.*\n", ""),
        "table1.d9.*",
        [
            "results/table1/records.csv.gz: not the SHA-256",
            "5519 rows, the manifest names 5520",
            "at depth 9: all columns have 137 positions",
            "1 searches lack an iteration",
            "table1.d9.std:r=2.geometric-mean: value: published",
        ],
    ),
    (
        "a row that occurs twice",
        text(RECORDS, r"^(0,tactics\.001,std:r=2,9,.*\n)", r"\1\1"),
        "table1.d9.*",
        ["results/table1: a position occurs twice"],
    ),
    (
        "a count of nodes",
        text(RECORDS, r"^(0,tactics\.001,std:r=2,9),\d", r"\1,9"),
        "table1.d9.*",
        ["table1.d9.std:r=2.nodes: value", "table1.d9.std:r=2.vs-reference: value"],
    ),
    (
        "what was solved",
        text(RECORDS, r"^(.*,vrfd:r=3,9,.*),true$", r"\1,false"),
        "table1.d9.*",
        ["solved is 0.0, by the suite 1.0", "table1.d9.vrfd:r=3.solved: value"],
    ),
    (
        "a processor time",
        text(
            "results/forward-pruning/mate2/cpu.csv", r"^(0,pvs\+trans\+qhist,2,\S*)\d$", r"\g<1>99"
        ),
        "survey.forward-pruning.*",
        ["survey.forward-pruning.mate2.cpu.d2.pvs+trans+qhist+razor.percent: value"],
    ),
    (
        "the interval of a match by older rules",
        text("results/match/r3-r2-clock/summary.json", r'"elo_low": .*,', '"elo_low": -26.55,'),
        "match.r3-r2-clock",
        ["r3-r2-clock/summary.json: Elo [31.35"],
    ),
    (
        "another interval in the report of a match",
        text("results/match/r3-r2-clock/report.txt", r"\[-30.4, ", "[-26.6, "),
        "match.r3-r2-clock",
        ["r3-r2-clock/report.txt: it does not say +31.4 [-30.4, +92.6]"],
    ),
    (
        "the result of a game",
        text("results/match/r3-r2-clock/games.pgn.gz", r'^\[Result "1-0"', '[Result "0-1"'),
        "match.r3-r2-clock.*",
        ["match/r3-r2-clock/summary.json: 100 games give", "match.r3-r2-clock.wins: value"],
    ),
    (
        "nothing that an entry of the allow-list allows for",
        without_costs,
        "*",
        ["the allow-list's 'cost.*'"],
    ),
]


def resampling() -> str | None:
    """A generator that leaves out the last tenth of the positions must be doubted, and a sound one must not."""
    pairs = np.random.default_rng(1).lognormal(9, 2, size=(300, 2))
    sound, pinned = statistics.ratio_of_totals(pairs), statistics._pinned_weights(300)
    biased = np.hstack([pinned[:, :270], np.zeros((len(pinned), 30))])
    pairs[270:, 0] *= 9
    with unittest.mock.patch.object(statistics, "_pinned_weights", lambda n: biased):
        other = statistics.ratio_of_totals(pairs)
    if sound is None or other is None or sound.doubt or not other.doubt:
        return f"sound resamples: {sound}; biased ones: {other}"
    return None


def rankings() -> str | None:
    """A ranking has an interval with 100 positions or more, and none with fewer."""

    def has_interval(n: int) -> bool:
        sizes = unittest.mock.Mock(depths=[5])
        nodes = np.random.default_rng(1).lognormal(9, 1, size=(n, 3))
        sizes.columns = lambda by, depth, *methods: nodes
        found = claims._same_ranking(sizes, "all", ["a", "b", "c"])
        return found is not None and found.interval is not None

    found = [has_interval(99), has_interval(100)]
    return None if found == [False, True] else f"intervals of rankings of 99 and 100: {found}"


def counts() -> str | None:
    """Published intervals: Tango's of 1 and 7 of 21 at 95 % (Fagerland and others, 2014), and Clopper and Pearson's of
    15 of 148 (Newcombe 1998); and no interval of fewer than 20 pairs."""
    with unittest.mock.patch.object(statistics, "LEVEL_SOLVED", 0.95):
        low, high = statistics.Paired(2, 1, 7, 21).difference().interval
    share = statistics.proportion(15, 148).interval
    found = [round(end, 3) for end in (low / 21, high / 21, *share)]
    given = [statistics.Paired(n, n, 0, n).difference().interval is not None for n in (19, 20)]
    is_sound = found == [-0.517, -0.026, 0.058, 0.162] and given == [False, True]
    return None if is_sound else f"intervals of 1 and 7 of 21 and of 15 of 148: {found}; of 19 and 20: {given}"


def main() -> int:
    failures = [failure for failure in [resampling(), rankings(), counts()] if failure]
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "sound"
        copy(sound)
        for only in ("table1.*", CLAIM, "survey.forward-pruning.mate2.*"):
            code, output = run(sound, only)
            if code != 0:
                failures.append(f"undamaged, {only}: exit {code}\n{output}")
        for what, damage, only, named in CASES:
            tree = Path(folder) / "damaged"
            shutil.copytree(sound, tree)
            damage(tree)
            code, output = run(tree, only)
            missed = [name for name in named if name not in output]
            if code != 1 or missed:
                failures.append(f"{what}: exit {code}, not named: {missed}\n{output}")
            shutil.rmtree(tree)
    for failure in failures:
        print(f"FAILED: {failure}")
    print(f"{len(CASES)} damages, a biased generator, small rankings and counts: {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
