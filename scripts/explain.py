#!/usr/bin/env python3
"""Reads what the search for the paper's engine has found (experiments/explain/README.md has the rules).

    scripts/explain.py                         the points of results/explain/points.csv
    scripts/explain.py --points FOLDER         those of another folder, e.g. results/explain/horizon
    scripts/explain.py RUN... [--depths D...]  folders of whole runs, e.g. results/table4 results/table3
    scripts/explain.py RUN... --without RUN    without the positions of another run
    scripts/explain.py --points FOLDER --nominate [--first N]
                                               which allowed combinations a linear model of a design, or of its
                                               first N points, predicts nearest
    scripts/explain.py --points FOLDER --first N
                                               the first N points of a design alone
    scripts/explain.py --points FOLDER --ratios POINT...
                                               ratios of these points at every depth, and how far R2/R3 of the others is from theirs
    scripts/explain.py ... --count main        in nodes of the main search, instead of all
    scripts/explain.py ... --count calls       in calls of search(), of runs with quiescence-counted=leaf
    scripts/explain.py ... --last              in nodes of the last iteration alone, instead of all iterations
    scripts/explain.py --cells RUN...          which of the paper's ratios agree, in every count of the runs
    scripts/explain.py --others RUN            other engines' R2/R3, with and without the largest tree of R = 2
    scripts/explain.py --deeper RUN...         R2/V at every depth of the table, in both counts, and how it changes

    scripts/explain.py --check                 are the committed outputs reproduced? --write updates them

For points it prints the nearest and, for a design, the effects of settings, which --save writes beside them; for a run, its vector beside
the paper's, the ratios with intervals, the distance, and the share of the largest trees.
Needs numpy and pandas; exits with 77 without them.
"""
import argparse
import contextlib
import io
import itertools
import json
import signal
import sys
import tomllib
from pathlib import Path

try:
    import numpy as np
    import pandas as pd
except ImportError as missing:
    print(f"{missing}; python3 -m pip install numpy pandas", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parent.parent
R1, R2, R3, V = "std:r=1", "std:r=2", "std:r=3", "vrfd:r=3"
FITTED = (8, 9)
RESAMPLES, SEED = 2000, 2002
LEFT_OUT_AT_MOST = 0.05
# Combinations that a model may nominate, and resamples of its effects.
NOMINATED, NOMINATING_RESAMPLES = 10, 500
# Factors that interact: what answers a null move at the horizon, with what says how often it gets there and with the other answer.
INTERACTING = [("null-horizon", other) for other in ("null-min-depth", "null-depth-above", "quiescence-captures")]
PAIRS = [{"null-horizon", "null-depth-above"}, {"null-horizon", "quiescence-captures"}, {"null-depth-above", "quiescence-captures"}]
# Where the level as reproduced is not the first that the design declares.
REPRODUCED = {"positional-percent": "100"}
# The column of each count, and how texts name it. Calls are counted instead of all nodes, by runs of their own.
COUNTS = {"all": "nodes", "main": "main_nodes", "calls": "nodes"}
COUNTED = {"all": "both searches", "main": "the main search", "calls": "the main search and its leaves"}
# The same of the last iteration alone.
LAST = "-last"
COUNTS |= {count + LAST: column for count, column in COUNTS.items()}
COUNTED |= {count + LAST: f"{counted}, the last iteration alone" for count, counted in COUNTED.items()}
# What the text does not allow.
FORBIDDEN = tomllib.loads((ROOT / "experiments/explain/not-allowed.toml").read_text())


def vector(totals: dict[tuple[str, int], float], depths: tuple[int, ...]) -> np.ndarray:
    """Log ratios to verified at each depth, then log growth of verified."""
    ratios = [np.log(totals[m, d] / totals[V, d]) for d in depths for m in (R2, R3)]
    growth = [np.log(totals[V, b] / totals[V, a]) for a, b in itertools.pairwise(depths)]
    return np.array(ratios + growth)


def labels(depths: tuple[int, ...]) -> list[str]:
    ratios = [f"ln {m}/V d{d}" for d in depths for m in ("R2", "R3")]
    return ratios + [f"ln growth V d{a}-{b}" for a, b in itertools.pairwise(depths)]


def published(table: int) -> dict[tuple[str, int], float]:
    """Totals as the paper prints them."""
    text = (ROOT / f"experiments/paper/table{table}.toml").read_bytes().decode()
    rows = tomllib.loads(text)["rows"]
    return {(f["variant"], row["depth"]): float(f["count"]) for row in rows for f in row["figures"]}


def nodes(run: Path, count: str) -> pd.DataFrame:
    """Nodes by position (rows) and (variant, depth), of positions that all variants finished."""
    file = next(path for name in ("records.csv.gz", "records.csv") if (path := run / name).exists())
    records = pd.read_csv(file, usecols=["id", "variant", "depth", COUNTS[count]])
    table = records.pivot(index="id", columns=["variant", "depth"], values=COUNTS[count])
    return last_iterations(table) if count.endswith(LAST) else table


def last_iterations(table: pd.DataFrame) -> pd.DataFrame:
    """Nodes of each depth's own iteration: records have the sums of all up to it."""
    return pd.DataFrame({(m, d): table[m, d] - (table[m, d - 1] if (m, d - 1) in table else 0) for m, d in table if d == 1 or (m, d - 1) in table})


def as_reproduced(table: int, count: str) -> pd.DataFrame:
    """Nodes of a table's run as reproduced, of which S is taken: of the last iteration for a straight search."""
    run = ROOT / "results" / ("calls" if count.startswith("calls") else "") / f"table{table}"
    if not run.exists():
        sys.exit(f"{run.relative_to(ROOT)}: Table {table} as reproduced has not been searched in this count, and the distance needs it; "
                 "results/explain/RESUME.md has the command, and --cells needs no distance")
    return nodes(run, count)


def is_straight(settings: dict[str, str]) -> bool:
    """Are depths searched straight? Then a row counts the nodes of its own depth."""
    return settings.get("iterative-deepening") == "off"


def counts_of(run: Path) -> list[str]:
    """The counts that a run's records have, those of the last iteration after the others."""
    settings = json.loads((run / "manifest.json").read_text())["settings"]
    counts = ["calls"] if settings.get("quiescence-counted") == "leaf" else ["all", "main"]
    return counts + [count + LAST for count in counts if not is_straight(settings)]


def counted(runs: list[Path], last: bool) -> list[tuple[Path, str]]:
    """Each run with each count that its records have, of all iterations or of the last alone."""
    return [(run, count) for run in runs for count in counts_of(run) if count.endswith(LAST) == last]


def totals_of(table: pd.DataFrame) -> dict[tuple[str, int], float]:
    sums = table.sum()
    return {key: float(sums[key]) for key in table.columns}


def resampled(table: pd.DataFrame, depths: tuple[int, ...]) -> np.ndarray:
    """The vector (columns) under resampling of positions (rows)."""
    keys = [(m, d) for d in depths for m in (R2, R3, V)]
    counts = table[keys].dropna().to_numpy(dtype=float)
    generator = np.random.default_rng(SEED)
    size = len(counts)
    vectors = []
    for _ in range(RESAMPLES):
        weights = np.bincount(generator.integers(0, size, size), minlength=size)
        vectors.append(vector(dict(zip(keys, weights @ counts)), depths))
    return np.array(vectors)


def covariance(table: pd.DataFrame, depths: tuple[int, ...], searched: int) -> np.ndarray:
    """Covariance of the vector, for a sample of `searched` positions."""
    return np.cov(resampled(table, depths), rowvar=False) * len(table[V, depths[-1]].dropna()) / searched


def distance(x: np.ndarray, paper: np.ndarray, spread: np.ndarray) -> float:
    difference = x - paper
    return float(np.sqrt(difference @ np.linalg.solve(spread, difference) / len(paper)))


def parity(totals: dict[tuple[str, int], float], method: str) -> float:
    """Log growth from depth 8 to 9, less the mean of its neighbours (without depth 10: less that from 7 to 8)."""
    growth = {d: np.log(totals[method, d] / totals[method, d - 1]) for d in (8, 9, 10)
              if (method, d) in totals and (method, d - 1) in totals}
    around = [growth[d] for d in (8, 10) if d in growth]
    return growth[9] - float(np.mean(around))


def is_design(levels: dict[str, dict[str, str]]) -> bool:
    """Does every point have a level of every factor? Points of a list differ in what they set."""
    return len({frozenset(point) for point in levels.values()}) == 1


def levels_of_points(folder: Path) -> dict[str, dict[str, str]]:
    """What each point sets; empty where that was not kept."""
    if not (folder / "design.csv").exists():
        return {}
    table = pd.read_csv(folder / "design.csv")
    return {row.point: dict(pair.split("=") for pair in row.settings.split()) for row in table.itertuples()}


def totals_of_points(folder: Path, count: str) -> pd.DataFrame:
    """A row for each finished point, method and depth, in a count that the folder has."""
    rows = pd.read_csv(folder / "points.csv")
    if COUNTS[count] not in rows:
        sys.exit(f"{folder}/points.csv: no column {COUNTS[count]}; written before the program counted them")
    inside = folder.resolve().parents
    is_calls = any(ROOT / "results" / name in inside for name in ("calls", "straight"))
    is_ours = ROOT / "results/explain" in inside
    kind = count.removesuffix(LAST)
    if (kind == "all" and is_calls) or (kind == "calls" and is_ours):
        sys.exit(f"{folder}: its nodes are {'calls of search()' if is_calls else 'all nodes'}; give the other --count")
    return rows


def points(folder: Path, count: str) -> pd.DataFrame:
    """A row for each finished point: distance, ratios, parity, levels."""
    rows = totals_of_points(folder, count)
    searched = (rows.positions + rows.left_out).unique()
    if len(searched) != 1:
        sys.exit(f"{folder}/points.csv: points on {', '.join(map(str, searched))} positions; give points of one size")
    design, paper = levels_of_points(folder), vector(published(4), FITTED)
    straight = bool(design) and all(is_straight(levels) for levels in design.values())
    spread = covariance(as_reproduced(4, count + LAST if straight else count), FITTED, searched=int(searched[0]))
    found = []
    for name, part in rows.groupby("point"):
        totals = {(r.variant, r.depth): float(getattr(r, COUNTS[count])) for r in part.itertuples()}
        if count.endswith(LAST):
            if part.left_out.any():
                sys.exit(f"{folder}/points.csv: {name} left out positions, so that its depths' totals are not of the same and have no difference")
            totals = {(m, d): total - totals[m, d - 1] for (m, d), total in totals.items() if (m, d - 1) in totals}
        deepest = part[part.depth == FITTED[-1]].iloc[0]
        share = deepest.left_out / (deepest.left_out + deepest.positions)
        levels = design.get(name, {})
        x = vector(totals, FITTED)
        found.append({
            "point": name,
            "distance": distance(x, paper, spread),
            "vector": x,
            "searched": int(searched[0]),
            "left_out": share,
            "ranked": share <= LEFT_OUT_AT_MOST,
            "allowed": not any(levels.get(f) in bad for f, bad in FORBIDDEN.items()),
            "R2/R3 d8": totals[R2, 8] / totals[R3, 8],
            "R2/R3 d9": totals[R2, 9] / totals[R3, 9],
            "R2/V d9": totals[R2, 9] / totals[V, 9],
            "R3/V d9": totals[R3, 9] / totals[V, 9],
            "parity": parity(totals, R2),
            **levels,
        })
    return pd.DataFrame(found).sort_values("distance").reset_index(drop=True)


def first_of(found: pd.DataFrame, first: int | None) -> pd.DataFrame:
    """The first points in the order of their names, which is that of a design; all without a number."""
    return found[found.point.isin(found.point.sort_values()[:first])].reset_index(drop=True)


def effect(values: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[float, float, float]:
    """Difference of means, second less first, with a 95 % interval from resampled points."""
    generator = np.random.default_rng(SEED)
    a, b = values[first], values[second]
    means = [generator.choice(b, len(b)).mean() - generator.choice(a, len(a)).mean()
             for _ in range(RESAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    return b.mean() - a.mean(), low, high


def effects(found: pd.DataFrame, factors: list[str]) -> pd.DataFrame:
    """Main effects, each level against the factor's first, and interactions of pairs of levels."""
    rows = []
    measures = {"parity": found["parity"], "ln R2/R3 d9": np.log(found["R2/R3 d9"]),
                "ln R2/V d9": np.log(found["R2/V d9"])}
    for measure, column in measures.items():
        values = column.to_numpy()
        contrasts = []
        for factor in factors:
            first, *others = found[factor].drop_duplicates().sort_values().tolist()
            for level in others:
                is_first = (found[factor] == first).to_numpy()
                is_level = (found[factor] == level).to_numpy()
                if min(is_first.sum(), is_level.sum()) < 2:
                    continue
                size, low, high = effect(values, is_first, is_level)
                rows.append((measure, f"{factor}: {first} to {level}", size, low, high,
                             int(is_first.sum() + is_level.sum())))
                contrasts.append((factor, first, level, is_first, is_level))
        for (f, f0, f1, a0, a1), (g, g0, g1, b0, b1) in itertools.combinations(contrasts, 2):
            cells = [values[x & y] for x, y in ((a0, b0), (a0, b1), (a1, b0), (a1, b1))]
            if f == g or min(map(len, cells)) < 4:
                continue
            means = [cell.mean() for cell in cells]
            error = np.sqrt(sum(cell.var(ddof=1) / len(cell) for cell in cells))
            size = means[3] - means[2] - means[1] + means[0]
            rows.append((measure, f"{f}: {f0} to {f1} x {g}: {g0} to {g1}", size,
                         size - 1.96 * error, size + 1.96 * error, sum(map(len, cells))))
    columns = ["measure", "contrast", "effect", "low", "high", "points"]
    return pd.DataFrame(rows, columns=columns)


def as_factors(effects: pd.DataFrame) -> pd.DataFrame:
    """The same with a column of effects on logarithms as factors."""
    logs = np.exp(effects[["effect", "low", "high"]])
    return effects.assign(factor=[f"{size:.2f} [{low:.2f}, {high:.2f}]" for size, low, high in logs.to_numpy()])


def of_points(folder: Path, count: str, save: bool, first: int | None) -> None:
    found, design = first_of(points(folder, count), first), levels_of_points(folder)
    suffix = "" if count == "all" else f"-{count}"
    if save:
        found.drop(columns=["vector", "searched"]).to_csv(folder / f"nearest{suffix}.csv", index=False, float_format="%.4f")
    paper, ranked = published(4), found[found.ranked]
    print(f"{len(found)} points{f' of {len(design)}' if design else ''}; {len(ranked)} ranked, "
          f"{int(ranked.allowed.sum())} of them allowed")
    print(f"the paper: R2/R3 {paper[R2, 8] / paper[R3, 8]:.2f} and {paper[R2, 9] / paper[R3, 9]:.2f}, "
          f"R2/V {paper[R2, 9] / paper[V, 9]:.2f}, R3/V {paper[R3, 9] / paper[V, 9]:.2f} at depth 9")
    shown = ["point", "distance", "allowed", "R2/R3 d8", "R2/R3 d9", "R2/V d9", "R3/V d9", "parity"]
    print("\nNearest:\n" + ranked[shown].head(10).to_string(index=False, float_format="%.2f"))
    if not is_design(design):
        return
    all_effects = effects(ranked, list(next(iter(design.values()))))
    if save:
        all_effects.to_csv(folder / f"effects{suffix}.csv", index=False, float_format="%.4f")
    for measure, part in all_effects.groupby("measure", sort=False):
        main = part[~part.contrast.str.contains(" x ")]
        decided = main[(main.low > 0) | (main.high < 0)]
        order = decided.effect.abs().sort_values(ascending=False).index
        print(f"\nMain effects on {measure} whose interval excludes 0 ({len(decided)} of {len(main)}):")
        decided = decided.loc[order].drop(columns="measure")
        print((as_factors(decided) if measure.startswith("ln ") else decided).to_string(index=False, float_format="%.3f"))
        pairs = part[part.contrast.map(lambda contrast: {half.split(":")[0] for half in contrast.split(" x ")} in PAIRS)]
        print(f"\nInteractions of what answers and what admits a null move on {measure}, all {len(pairs)}:")
        print(pairs.drop(columns="measure").to_string(index=False, float_format="%.3f"))
    horizon(ranked)


def horizon(ranked: pd.DataFrame) -> None:
    """The effect of the null move at the horizon within the groups that its two partners make."""
    print("\nEffect of null-horizon: quiescence to evaluation, within groups of points:")
    above, captures = (sorted(ranked[factor].unique()) for factor in ("null-depth-above", "quiescence-captures"))
    for measure in ("R2/R3 d9", "R2/V d9"):
        values = np.log(ranked[measure].to_numpy())
        for a, c in itertools.product(above, captures):
            group = ((ranked["null-depth-above"] == a) & (ranked["quiescence-captures"] == c)).to_numpy()
            first, second = (group & (ranked["null-horizon"] == level).to_numpy() for level in ("quiescence", "evaluation"))
            if min(first.sum(), second.sum()) >= 4:
                size, low, high = effect(values, first, second)
                print(f"  ln {measure}, null-depth-above={a}, quiescence-captures={c}: "
                      f"{size:+.3f} [{low:+.3f}, {high:+.3f}], {int(first.sum() + second.sum())} points")


class Terms:
    """The terms of a linear model: a level of one factor, or of two that interact, against the first levels."""

    def __init__(self, levels: dict[str, list[str]]) -> None:
        single = [((factor, level),) for factor, of in levels.items() for level in of[1:]]
        pairs = [(a, b) for (f, g), (a,), (b,) in itertools.product(INTERACTING, single, single) if (a[0], b[0]) == (f, g)]
        self.terms: list[tuple[tuple[str, str], ...]] = [(), *single, *pairs]

    def __len__(self) -> int:
        return len(self.terms)

    def matrix(self, points: pd.DataFrame) -> np.ndarray:
        """A row for each point, a column for each term."""
        holds = {pair: (points[pair[0]] == pair[1]).to_numpy(dtype=float) for term in self.terms for pair in term}
        return np.column_stack([np.prod([np.ones(len(points)), *(holds[pair] for pair in term)], axis=0) for term in self.terms])

    def fit(self, points: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
        """Least squares: the effect of each term (rows) on each number of the vector, and the share of the variance of each
        number that the model predicts of points left out one at a time."""
        design, vectors = self.matrix(points), np.stack(points["vector"])
        inverse = np.linalg.pinv(design)
        effects = inverse @ vectors
        leverage = np.clip(np.einsum("ij,ji->i", design, inverse), None, 1 - 1e-9)
        left_out = (vectors - design @ effects) / (1 - leverage)[:, None]
        return effects, 1 - (left_out ** 2).sum(axis=0) / ((vectors - vectors.mean(axis=0)) ** 2).sum(axis=0)

    def deciding(self, points: pd.DataFrame) -> set[str]:
        """The factors of which a term moves a number of the vector with its whole 99 % interval, over resampled points."""
        generator, size = np.random.default_rng(SEED), len(points)
        samples = [self.fit(points.iloc[generator.integers(0, size, size)])[0] for _ in range(NOMINATING_RESAMPLES)]
        low, high = np.percentile(samples, [0.5, 99.5], axis=0)
        excludes = ((low > 0) | (high < 0)).any(axis=1)
        return {factor for term, moves in zip(self.terms, excludes) if moves for factor, _ in term}


def nominate(folder: Path, count: str, first: int | None) -> None:
    """The allowed combinations that a linear model of a design's points predicts nearest to the paper."""
    found, design = first_of(points(folder, count), first), levels_of_points(folder)
    if not is_design(design):
        sys.exit(f"{folder}: not the points of a design; --nominate models a level of every factor")
    declared = tomllib.loads((ROOT / "experiments/explain/design.toml").read_text())["design"]["factors"]
    levels = {f["setting"]: sorted(f["levels"], key=lambda level: level != REPRODUCED.get(f["setting"], f["levels"][0])) for f in declared}
    ranked, terms = found[found.ranked], Terms(levels)
    if len(ranked) < 2 * len(terms):
        return print(f"{len(ranked)} ranked points; the model has {len(terms)} terms and needs {2 * len(terms)} points")
    effects, explained = terms.fit(ranked)
    names, decided = labels(FITTED), terms.deciding(ranked)
    print(f"{len(ranked)} ranked points, {len(terms)} terms; predicted of points left out: "
          + ", ".join(f"{share:.0%} of {name}" for share, name in zip(explained, names)))
    print(f"Factors with an effect whose 99 % interval excludes 0: {', '.join(f for f in levels if f in decided)}; the others as reproduced")
    allowed = {f: [level for level in of if level not in FORBIDDEN.get(f, [])] if f in decided else of[:1] for f, of in levels.items()}
    combinations = pd.DataFrame(itertools.product(*allowed.values()), columns=list(allowed))
    vectors, paper = terms.matrix(combinations) @ effects, vector(published(4), FITTED)
    spread = covariance(as_reproduced(4, count), FITTED, searched=int(found.searched.iloc[0]))
    distances = [distance(x, paper, spread) for x in vectors]
    for i in np.argsort(distances, kind="stable")[:NOMINATED]:
        at = dict(zip(names, vectors[i]))
        ratios_there = [f"{label} d{d} {np.exp(value):.2f}" for d in FITTED for label, value in (
            ("R2/R3", at[f"ln R2/V d{d}"] - at[f"ln R3/V d{d}"]), ("R2/V", at[f"ln R2/V d{d}"]))]
        changed = [f"{f}={level}" for f, level in combinations.iloc[i].items() if level != levels[f][0]]
        print(f"  {distances[i]:5.2f}  {', '.join(ratios_there)}; {' '.join(changed) or 'as reproduced'}")


RATIOS = (("R2/R3", R2, R3), ("R2/V", R2, V), ("R3/V", R3, V))


def ratios_of_points(folder: Path, names: list[str], count: str) -> None:
    """R2/R3, R2/V and R3/V of points at every depth, and between which multiples of its R2/R3 those of the others lie."""
    rows = totals_of_points(folder, count)
    totals = rows.pivot(index=["point", "depth"], columns="variant", values=COUNTS[count])
    found = pd.DataFrame({label: totals[a] / totals[b] for label, a, b in RATIOS})
    table = found["R2/R3"].unstack("depth")
    for name in names:
        if name not in table.index:
            sys.exit(f"{folder}/points.csv: no point {name}; it has {', '.join(sorted(rows.point.unique()))}")
        for depth, line in found.loc[name].iterrows():
            print(f"{name} d{depth}: {', '.join(f'{label} {value:.2f}' for label, value in line.items())}")
        others = (table.drop(name) / table.loc[name]).to_numpy()
        print(f"R2/R3 of the other points over that of {name}, at any depth: {np.nanmin(others):.2f} to {np.nanmax(others):.2f}")


def cells(runs: list[Path], last: bool) -> None:
    """A line for each run, count and depth of the paper: which ratios agree, and the size of the trees relative to the paper's."""
    lines = []
    for run, count in counted(runs, last):
        table = json.loads((run / "manifest.json").read_text()).get("paper_table")
        if table not in (3, 4):
            continue
        paper, ours = published(table), nodes(run, count)
        for depth in sorted({d for _, d in paper} & {d for _, d in ours.columns}):
            keys = [(m, depth) for m in (R2, R3, V)]
            counts = ours[keys].dropna().to_numpy(dtype=float)
            generator, size = np.random.default_rng(SEED), len(counts)
            weights = generator.multinomial(size, np.full(size, 1 / size), RESAMPLES)
            value, samples = (dict(zip((R2, R3, V), sums)) for sums in (counts.sum(axis=0), (weights @ counts).T))
            line = {"run": run.name, "count": count, "suite": "ecm" if table == 3 else "wcs", "positions": size, "depth": depth}
            agree = []
            for label, a, b in RATIOS:
                low, high = np.percentile(samples[a] / samples[b], [2.5, 97.5])
                agree.append(low <= paper[a, depth] / paper[b, depth] <= high)
                line[label] = f"{value[a] / value[b]:.2f}" + ("*" if agree[-1] else "")
            whole = {3: 869, 4: 999}[table]
            line["V/paper's V"] = f"{value[V] / size / (paper[V, depth] / whole):.3f}"
            lines.append(line | {"agree": sum(agree)})
    if not lines:
        sys.exit("no run of Table 3 or 4 was given; --cells compares with these tables only")
    found = pd.DataFrame(lines)
    print("*: the paper's ratio lies in the 95 % interval over resampled positions. V/paper's V: nodes a position, over the paper's.\n")
    print(found.to_string(index=False))
    print(f"\n{len(found)} cells; all three ratios agree in {(found.agree == 3).sum()}, two in {(found.agree == 2).sum()}, "
          f"one in {(found.agree == 1).sum()}")


def deeper(runs: list[Path], last: bool) -> None:
    """R2/V at each depth of a run's table and its change from the first to the last, with 95 % percentile intervals."""
    for run, count in counted(runs, last):
        depths = json.loads((run / "manifest.json").read_text())["suites"][0]["depths"]
        counts = nodes(run, count)[[(m, d) for d in depths for m in (R2, V)]].dropna().to_numpy(dtype=float)
        size = len(counts)
        weights = np.random.default_rng(SEED).multinomial(size, np.full(size, 1 / size), RESAMPLES)
        value, samples = ((sums[..., ::2] / sums[..., 1::2]) for sums in (counts.sum(axis=0), weights @ counts))
        print(f"{run.relative_to(ROOT) if run.is_absolute() else run}: {size} positions, nodes of {COUNTED[count]}")
        for i, depth in enumerate(depths):
            low, high = np.percentile(samples[:, i], [2.5, 97.5])
            print(f"  R2/V d{depth:<11}{value[i]:>6.3f} [{low:.3f}, {high:.3f}]")
        low, high = np.percentile(samples[:, -1] / samples[:, 0], [2.5, 97.5])
        print(f"  change d{depths[0]} to d{depths[-1]:<4}{value[-1] / value[0]:>6.3f} [{low:.3f}, {high:.3f}]")


def others(run: Path) -> None:
    """R2/R3 of each other engine at each depth of a run's table, and what the largest tree of R = 2 does to it."""
    manifest, table = json.loads((run / "manifest.json").read_text()), nodes(run, "all")
    engines = {v["spec"].removesuffix("-r2"): v["source"] for v in manifest["variants"] if v["spec"].endswith("-r2")}
    for engine, source in engines.items():
        for depth in manifest["suites"][0]["depths"]:
            both = table[[(f"{engine}-r{r}", depth) for r in (2, 3)]].dropna().set_axis(["R2", "R3"], axis=1)
            largest, rest = both.R2.idxmax(), both.drop(index=both.R2.idxmax()).sum()
            print(f"{source} d{depth}: R2/R3 {both.R2.sum() / both.R3.sum():.3f}; {largest} has {both.R2.max() / both.R2.sum():.1%} of R2's "
                  f"nodes, {both.R2[largest]:,.0f}, and {both.R3[largest]:,.0f} with R3; without it {rest.R2 / rest.R3:.3f}")


def ratios(x: np.ndarray, samples: np.ndarray, paper: np.ndarray, depths: tuple[int, ...]) -> None:
    """R2/R3, R2/V and R3/V at each depth, then each method's growth, with 95 % percentile intervals."""
    for i, depth in enumerate(depths):
        r2, r3 = 2 * i, 2 * i + 1
        for label, a, b in (("R2/R3", r2, r3), ("R2/V", r2, None), ("R3/V", r3, None)):
            of = lambda v: np.exp(v[..., a] - (0 if b is None else v[..., b]))
            low, high = np.percentile(of(samples), [2.5, 97.5])
            print(f"  {label:<6}d{depth:<3}{of(x):>7.3f} [{low:.3f}, {high:.3f}]  paper {of(paper):.3f}")
    for i, (depth, next_depth) in enumerate(itertools.pairwise(depths)):
        for label, ratio in (("R2", 2 * i), ("R3", 2 * i + 1), ("V", None)):
            of = lambda v: np.exp(v[..., 2 * len(depths) + i] + (0 if ratio is None else v[..., ratio + 2] - v[..., ratio]))
            low, high = np.percentile(of(samples), [2.5, 97.5])
            print(f"  growth of {label:<2} {f'd{depth}-{next_depth}':<7}{of(x):>5.2f} [{low:.2f}, {high:.2f}]  paper {of(paper):.2f}")


def of_run(run: Path, wanted: list[int] | None, count: str, without: Path | None) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    table = manifest.get("paper_table")
    if table not in (3, 4):
        sys.exit(f"{run}: not the run of Table 3 or 4, so the paper has no totals to compare")
    if count not in counts_of(run):
        counts = [of for of in counts_of(run) if of.endswith(LAST) == count.endswith(LAST)]
        sys.exit(f"{run}: its records count {' and '.join(counts) or 'a depth at a time'}, not {count}")
    paper, ours = published(table), nodes(run, count)
    depths = tuple(sorted({d for _, d in paper} & {d for _, d in ours.columns} & set(wanted or range(99))))
    keys = [(m, d) for d in depths for m in (R2, R3, V)]
    whole = ours[keys].dropna()
    if without is not None:
        whole = whole[~whole.index.isin(nodes(without, count).index)]
    straight = is_straight(manifest["settings"])
    spread = covariance(as_reproduced(table, count + LAST if straight else count), depths, searched=len(whole))
    x, p = vector(totals_of(whole), depths), vector(paper, depths)
    print(f"{run.name}: {len(whole)} positions, depths {min(depths)} to {max(depths)}, "
          f"distance {distance(x, p, spread):.2f}{'' if count == 'all' else f' in nodes of {COUNTED[count]}'}")
    for label, a, b in zip(labels(depths), x, p):
        print(f"  {label:<18}{a:>8.3f}  paper {b:>7.3f}")
    ratios(x, resampled(whole, depths), p, depths)
    deepest = depths[-1]
    for left in (1, 3, 10):
        for method in (R2, V):
            largest = whole[method, deepest].nlargest(left)
            rest = totals_of(whole.drop(largest.index))
            share = largest.sum() / whole[method, deepest].sum()
            print(f"  without the {left} largest trees of {method} (depth {deepest}, {share:.1%} of its nodes): "
                  f"R2/R3 {rest[R2, deepest] / rest[R3, deepest]:.3f}, R2/V {rest[R2, deepest] / rest[V, deepest]:.3f}")


def committed() -> dict[Path, list[list[str]]]:
    """Each committed output below results/, with the commands that print it."""
    results = ROOT / "results"

    def runs(*groups: str, without: str = "") -> list[str]:
        found = sorted(path for group in groups for path in (results / group).glob("*/manifest.json"))
        return [f"results/{path.parent.relative_to(results)}" for path in found if path.parent.name != without]

    def of_round(name: str) -> list[list[str]]:
        return [["--points", f"results/explain/{name}", "--count", count] for count in both]

    def nearest(*names: str) -> list[str]:
        return [f"results/explain-nearest/{name}" for name in names]

    both = ["all", "main"]
    first = ["--points", "results/explain-first"]
    tables = ["results/table4", "results/table3"]
    # `reprobe` has the searches of reprobe-wcs.
    all_runs = runs("explain-alone", "explain-held-out", "explain-nearest", "calls", "straight", without="reprobe")
    return {
        results / "explain/cells.txt": [["--cells", *tables, "results/reprobe-wcs", *all_runs]],
        results / "straight/last.txt": [["--cells", "--last", *tables, *all_runs]],
        results / "straight/round/nearest.txt": [["--points", "results/straight/round", "--count", count] for count in ("calls", "main")],
        results / "straight/distances.txt": [["results/straight/table4", "--count", "calls"]],
        results / "explain/others.txt": [["--others", "results/explain-others"]],
        results / "explain/deeper.txt": [["--deeper", "results/adaptive", "results/explain-deeper"]],
        results / "explain-nearest/distances.txt": [
            *([*runs_of, "--depths", *depths, "--count", count] for count in both for runs_of, depths in (
                (nearest("horizon-stored-flags-off", "material"), ("8", "9", "10")),
                (nearest("ecm-all-horizon-stored-flags-off", "ecm-all-material", "ecm-all-recursive"), ("9", "10", "11")))),
            # Judged as well without the positions that an earlier run had.
            [*nearest("ecm-all-horizon-stored-flags-off"), "--without", *nearest("ecm-horizon-stored-flags-off"), "--depths", "9", "10",
             "--count", "main"]],
        results / "calls/distances.txt": [
            [*(run for run in runs("calls") if f"/table{table}" in run), "--count", "calls"]
            for table in (3, 4)],
        results / "explain-alone/distances.txt": [
            ["results/table4", "results/reprobe-wcs", *runs("explain-alone"), "--depths", "8", "9"]],
        **{results / f"explain/{name}/nearest.txt": of_round(name) for name in ("count", "material", "nominated", "nominated-all")},
        results / "explain/horizon/nearest.txt": of_round("horizon")[:1],
        **{results / f"calls/{name}/nearest.txt": [["--points", f"results/calls/{name}", "--count", "calls"]]
           for name in ("horizon", "count", "material", "combined")},
        **{results / name / "ratios.txt": [["--points", f"results/{name}", "--ratios", *of, "--count", count] for count in counts]
           for name, of, counts in (("explain/material", ["material"], both), ("explain/nominated", ["last", "last-mobility"], both[:1]),
                                    ("calls/combined", ["material-all-stored", "material-last-stored"], ["calls"]))},
        # Also as they were when the fifth round was nominated.
        results / "explain-first/effects.txt": [*([*first, "--count", count] for count in both), [*first, "--first", "131", "--count", "all"]],
        # The fifth round was nominated when the first look had 131 points.
        results / "explain-first/nominated.txt": [[*first, "--nominate", "--first", "131", "--count", count] for count in both],
        results / "explain-first/nominated-all.txt": [[*first, "--nominate", "--count", count] for count in both],
    }


def renewed(commands: list[list[str]]) -> str:
    texts = []
    for command in commands:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            main(command)
        texts.append(f"$ scripts/explain.py {' '.join(command)}\n{out.getvalue()}")
    return "".join(texts)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", type=Path, help="folders of runs of Table 3 or 4")
    parser.add_argument("--points", type=Path, metavar="FOLDER", default=ROOT / "results/explain",
                        help="with points.csv and design.csv [default: results/explain]")
    parser.add_argument("--depths", type=int, nargs="+", metavar="D", help="of the runs [default: all in both]")
    parser.add_argument("--without", type=Path, metavar="RUN", help="leave out the positions of this run")
    parser.add_argument("--nominate", action="store_true", help="which allowed combinations the points' linear model predicts nearest")
    parser.add_argument("--first", type=int, metavar="N", help="only the first points of the design")
    parser.add_argument("--ratios", nargs="+", metavar="POINT", help="only the ratios of these points at every depth")
    parser.add_argument("--cells", action="store_true", help="only say which ratios of the runs agree, in every count")
    parser.add_argument("--others", action="store_true", help="only R2/R3 of the other engines in a run")
    parser.add_argument("--deeper", action="store_true", help="only R2/V of the runs by depth, in both counts")
    parser.add_argument("--last", action="store_true", help="in nodes of the last iteration alone")
    parser.add_argument("--count", choices=["all", "main", "calls"], default="all", help="nodes of both searches, of the main search, or of the main search and its leaves")
    parser.add_argument("--save", action="store_true", help="write the points' tables as CSV beside them")
    parser.add_argument("--check", action="store_true", help="fail if a committed output is not reproduced")
    parser.add_argument("--write", action="store_true", help="update the committed outputs")
    options = parser.parse_args(arguments)
    if options.first is not None and (options.first < 1 or options.runs or options.ratios):
        parser.error("--first takes a number from 1, and is for the points of a design")
    runs = options.runs
    if options.check or options.write:
        texts = {file: renewed(commands) for file, commands in committed().items()}
        differ = [str(file.relative_to(ROOT)) for file, text in texts.items() if not file.exists() or file.read_text() != text]
        if options.check and differ:
            sys.exit(f"{', '.join(differ)}: not what the records give; run scripts/explain.py --write and commit")
        for file, text in texts.items():
            if options.write:
                file.write_text(text)
        print(f"{len(texts)} committed outputs: {len(differ)} {'updated' if options.write else 'differ'}")
        return
    if options.cells:
        return cells(runs, options.last)
    if options.others:
        return others(*runs)
    if options.deeper:
        return deeper(runs, options.last)
    count = options.count + (LAST if options.last else "")
    if options.nominate:
        return nominate(options.points, count, options.first)
    if options.ratios:
        return ratios_of_points(options.points, options.ratios, count)
    for run in runs:
        of_run(run, options.depths, count, options.without)
    if not runs:
        of_points(options.points, count, options.save, options.first)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `scripts/explain.py | head` ends without a traceback
    main()
