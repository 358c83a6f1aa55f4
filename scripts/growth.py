#!/usr/bin/env python3
"""A model of how trees grow under a null move, beside what was counted and what the paper printed.

    scripts/growth.py [--deepest D]     for Table 4's run, with `none` and R = 1 from results/variants
    scripts/growth.py --check           is results/explain/growth.txt up to date?

Expected sizes below cut nodes C and all nodes A of the minimal tree (Knuth and Moore 1975): w moves at an all node,
one at a cut node, q nodes of quiescence below a leaf. A null move is tried at both, never twice in a row (C', A'):

    C(d)  = 1 + A'(d-1-R) + (1 - p) A(d-1)      it fails high with probability p, which cuts off
    A(d)  = 1 + C'(d-1-R) + w C(d-1)            it never fails high
    C'(d) = 1 + A(d-1),    A'(d) = 1 + w C(d-1)

With p = 1 the growth is w^(1/(R+2)) a ply, without null moves w^(1/2). Verification (Figure 3 of the paper) adds
p A(d-2), searched without it, at the cut nodes of which no null move above has failed high.

Nothing is fitted to the printed ratios: w comes from the growth of `none`, q from the share of quiescence, p from the
share of null moves that fail high, each as counted at the greatest depth. Needs numpy and pandas; exits with 77
without them.
"""
import argparse
import sys
import tomllib
from functools import lru_cache
from pathlib import Path

try:
    import numpy as np
    import pandas as pd
except ImportError as missing:
    print(f"{missing}; python3 -m pip install numpy pandas", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent
METHODS = {"none": "none", "R1": "std:r=1", "R2": "std:r=2", "R3": "std:r=3", "V": "vrfd:r=3"}
R = {"R1": 1, "R2": 2, "R3": 3, "V": 3}
FAR = 60  # plies up to which the model looks for the crossing of R = 2 and verified


class Tree:
    """Nodes, null moves tried and null moves that cut, of the model's trees by depth."""

    def __init__(self, r: int | None, verified: bool, w: float, q: float, p: float):
        self.r, self.w, self.p = r, w, p
        self.leaf = np.array([q, 0.0, 0.0])
        self.verified = verified
        self.node = lru_cache(maxsize=None)(self._node)

    def _node(self, kind: str, d: int, null: bool, verify: bool) -> np.ndarray:
        if d <= 0:
            return self.leaf
        total = np.array([1.0, 0.0, 0.0])
        tried = null and self.r is not None and not (verify and d == 1)
        p = self.p if tried and kind == "cut" else 0.0
        if tried:
            total += [0.0, 1.0, p]
            total += self.node("all" if kind == "cut" else "cut", d - 1 - self.r, False, verify)
        if kind == "all":
            return total + self.w * self.node("cut", d - 1, True, verify)
        total += (1 - p) * self.node("all", d - 1, True, verify)
        if verify and p:
            total += p * self.node("all", d - 2, True, False)
        return total

    def root(self, depth: int) -> np.ndarray:
        """All iterations to this depth: the principal variation, with cut nodes beside it."""
        total = np.zeros(3)
        for d in range(1, depth + 1):
            for below in range(d):
                total = total + (self.w - 1) * self.node("cut", below, True, self.verified)
        return total

    def nodes(self, depth: int) -> float:
        return float(self.root(depth)[0])

    def share(self, depth: int) -> float:
        _, tried, cut = self.root(depth)
        return float(cut / tried)


def solve(f, low: float, high: float) -> float:
    """Where a rising function is 0, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def counted() -> pd.DataFrame:
    """Totals by method and depth: of Table 4's run, with `none` and R = 1 from the variants' run."""
    columns = ["variant", "depth", "nodes", "main_nodes", "quiescence_nodes", "null_tried", "null_cut", "verifications"]
    runs = {"variants": ("none", "std:r=1"), "table4": ("std:r=2", "std:r=3", "vrfd:r=3")}
    parts = []
    for run, wanted in runs.items():
        records = pd.read_csv(ROOT / "results" / run / "records.csv.gz", usecols=columns)
        parts.append(records[records.variant.isin(wanted)])
    return pd.concat(parts).groupby(["variant", "depth"]).sum()


def bare(totals: pd.DataFrame) -> tuple[int, float, float, float]:
    """Of `none`: its greatest depth, its growth per ply over the last two, and the w and q that give growth and quiescence."""
    none = totals.loc["none"]
    last = int(none.index.max())
    growth = float(np.sqrt(none.nodes[last] / none.nodes[last - 2]))
    share = none.quiescence_nodes[last] / none.nodes[last]

    def tree(w: float, q: float) -> Tree:
        return Tree(None, False, w, q, 0.0)

    def leaf(w: float) -> float:
        return solve(lambda q: 1 - tree(w, 0.0).nodes(last) / tree(w, q).nodes(last) - share, 0.0, 1000.0)

    def surplus(w: float) -> float:
        of = tree(w, leaf(w))
        return of.nodes(last) / of.nodes(last - 2) - growth**2

    w = solve(surplus, 2.0, 60.0)
    return last, growth, w, leaf(w)


def fitted(totals: pd.DataFrame) -> tuple[dict[str, Tree], list[str]]:
    """The model's trees, with a line on what each takes from the counts."""
    last, growth, w, q = bare(totals)
    trees = {"none": Tree(None, False, w, q, 0.0)}
    notes = [f"w = {w:.1f} moves at an all node (growth of none from depth {last - 2} to {last}: {growth:.2f} a ply), "
             f"q = {q:.1f} quiescence nodes below a leaf"]
    for method in ("R1", "R2", "R3", "V"):
        of = totals.loc[METHODS[method]]
        deepest = int(of.index.max())
        high = (of.null_cut[deepest] + of.verifications[deepest]) / of.null_tried[deepest]
        r, verified = R[method], method == "V"
        p = solve(lambda x: Tree(r, verified, w, q, x).share(deepest) - high, 0.0, 1.0)
        trees[method] = Tree(r, verified, w, q, p)
        notes.append(f"{method}: {high:.1%} of the null moves fail high (depth {deepest}), so p = {p:.3f}; "
                     f"growth a ply with p = 1: {w ** (1 / (r + 2)):.2f}")
    return trees, notes


def paper() -> dict[tuple[str, int], float]:
    rows = tomllib.loads((ROOT / "experiments/paper/table4.toml").read_text())["rows"]
    return {(f["variant"], row["depth"]): float(f["count"]) for row in rows for f in row["figures"]}


def report(deepest: int) -> str:
    """What was taken from the counts, growth and ratios by depth, and where R = 2 and verified cross."""
    totals, printed = counted(), paper()
    trees, notes = fitted(totals)
    lines = ["Winning Chess Sacrifices, 999 positions", *notes]

    def ours(method: str, depth: int) -> float | None:
        return totals.nodes.get((METHODS[method], depth))

    def theirs(method: str, depth: int) -> float | None:
        return printed.get((METHODS[method], depth))

    def modelled(method: str, depth: int) -> float:
        return trees[method].nodes(depth)

    def cell(value: float | None) -> str:
        return f"{value:>8.2f}" if value else f"{'':>8}"

    def ratio(of, a: tuple[str, int], b: tuple[str, int]) -> float | None:
        top, bottom = of(*a), of(*b)
        return top / bottom if top and bottom else None

    sources = {"model": modelled, "counted": ours, "paper": theirs}
    heads = "".join(f"{name:>8}" for name in sources)
    lines.append("\nGrowth from the depth before\n     " + "".join(f"{m:>24}" for m in METHODS))
    lines.append("depth" + heads * len(METHODS))
    for d in range(3, deepest + 1):
        lines.append(f"{d:>5}" + "".join(cell(ratio(of, (m, d), (m, d - 1))) for m in METHODS for of in sources.values()))
    pairs = [("R2", "R3"), ("R2", "V"), ("R3", "V")]
    lines.append("\nRatio of two trees\n     " + "".join(f"{a + '/' + b:>24}" for a, b in pairs))
    lines.append("depth" + heads * len(pairs))
    for d in range(2, deepest + 1):
        lines.append(f"{d:>5}" + "".join(cell(ratio(of, (a, d), (b, d))) for a, b in pairs for of in sources.values()))
    below = [d for d in range(2, FAR + 1) if modelled("R2", d) <= modelled("V", d)]
    turn = f"from depth {below[-1] + 1} on" if below[-1] < FAR else f"at no depth to {FAR}"
    lines.append(f"\nIn the model R = 2 needs more nodes than verified {turn}.")
    return "\n".join(line.rstrip() for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deepest", type=int, default=16, metavar="D", help="of the model [default: 16]")
    parser.add_argument("--check", action="store_true", help="compare with results/explain/growth.txt")
    options = parser.parse_args()
    text = report(options.deepest)
    if not options.check:
        print(text)
    elif (ROOT / "results/explain/growth.txt").read_text() != text + "\n":
        sys.exit("results/explain/growth.txt is not what scripts/growth.py prints; write it again")


main()
