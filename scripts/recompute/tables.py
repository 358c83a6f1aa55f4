"""Runs of searches: totals, positions solved, ratios to the reference, how evenly nodes are spread,
paired tests, nodes per position, solutions held to the end, and the effect of re-searches."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from recompute.evidence import Evidence, Part, Run, toml
from recompute.number import Number, Numbers, dotted
from recompute.statistics import (
    LEAST,
    Paired,
    geometric_mean,
    largest_half,
    mean_count,
    paired_change,
    ratio_of_totals,
)

BUDGETS = (1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000)
SWEEPS = ("sensitivity", "sensitivity-ecm")
R2, R3 = "std:r=2", "std:r=3"
# Largest suite whose zugzwangs are listed one by one.
LISTED = 50
NOISE = {"hash-keys": "hash-seed", "table-size": "hash-entries"}


class Paper:
    """The published Tables 1 to 6."""

    def __init__(self, experiments: Path):
        self._tables = {n: toml(experiments / f"paper/table{n}.toml") for n in range(1, 7)}
        self._suites = {
            n: {
                name
                for row in toml(experiments / f"table{n}.toml")["suites"]
                for name in (row["suite"], *row.get("fallback", []))
            }
            for n in range(1, 7)
        }

    def row(self, run: Run, part: Part, depth: int, measure: str | None = None) -> dict:
        """The paper's row beside a row of ours; empty if there is none or it counts something else. Rows are
        depths, or in Table 6 suites with their depth."""
        number = run.manifest.get("paper_table") or 0
        table = self._tables.get(number)
        if any(self._of_another(number, own.suite) for own in run.parts):
            return {}
        if table is None or measure not in (None, table["measure"]):
            return {}
        by_suite = len(run.parts) > 1 or (measure == "solved" and "mates" in run.manifest["tables"])
        suite = part.suite["wanted"] if by_suite else None
        rows = (row for row in table["rows"] if (row.get("suite"), row["depth"]) == (suite, depth))
        return next(rows, {})

    def solved(self, number: int | None, suite: str, depth: int) -> dict[str, int]:
        """A row of a table of solved positions: counts by variant. Table 6 has a row for each suite."""
        rows = self._tables[number]["rows"] if number else []
        found = (row for row in rows if row["depth"] == depth and row.get("suite", suite) == suite)
        return {cell["variant"]: cell["count"] for row in found for cell in row["figures"]}

    def _of_another(self, number: int, suite: dict) -> bool:
        """Does it replace this table's suite but belong to another table, as mates do?"""
        is_own = suite["name"] in self._suites.get(number, ())
        others = any(suite["name"] in names for names in self._suites.values())
        return suite["is_substitute"] and not is_own and others


def figure(row: dict, variant: str) -> dict:
    """A variant's cell of a row of the paper."""
    return next((cell for cell in row.get("figures", []) if cell["variant"] == variant), {})


def part_id(run: Run, part: Part) -> str:
    """A run's id with its suite, which is left out if it is the only one."""
    suites = len(run.parts) > 1
    return f"{dotted(run.name)}.{part.suite['wanted']}" if suites else dotted(run.name)


def rows(run: Run) -> Iterator[tuple[Part, int, str]]:
    """The rows of its tables, with their ids."""
    for part in run.parts:
        for depth in part.suite["depths"]:
            yield part, depth, f"{part_id(run, part)}.d{depth}"


def in_full(run: Run) -> bool:
    """Does it have a section of its own in the report?"""
    return run.name.startswith("table") or run.name in ("figure4", "variants")


def totals(run: Run, paper: Paper) -> Numbers:
    """Nodes and positions solved by row and column. Under a node limit a row counts the positions that
    every column has finished; without one, a column that has not finished them all has no figure."""
    numbers: Numbers = {}
    for part, depth, row in rows(run):
        columns = [(variant, depth) for variant in run.variants]
        nodes = part.nodes.reindex(columns=columns)
        wanted = part.suite["searched"]
        if run.manifest.get("node_limit"):
            nodes = nodes.dropna()
            wanted = len(nodes)
        tasks = part.solved.reindex(index=nodes.index, columns=columns)
        finished = nodes.notna().sum() == wanted if wanted else pd.Series(False, columns)
        for measure, counted, label, count, unit in (
            ("nodes", nodes, "positions", "nodes", "nodes"),
            ("solved", tasks, "tasks", "solved", "positions"),
        ):
            published = paper.row(run, part, depth, measure)
            figures = {}
            for variant, column in zip(run.variants, columns, strict=True):
                if finished[column] and counted[column].notna().any():
                    figures[variant] = (counted[column].sum(), int(counted[column].notna().sum()))
            n = next((rest for _, rest in reversed(figures.values())), None)
            if n is not None or published:
                number = Number(n, "positions", run.name, paper=published.get("positions"))
                numbers[f"{row}.{label}"] = number
            for variant in run.variants:
                beside = figure(published, variant).get("count")
                if variant in figures or beside is not None:
                    total = figures.get(variant, (None, None))[0]
                    of = n if variant in figures else None
                    number = Number(total, unit, run.name, n=of, paper=beside)
                    numbers[f"{row}.{variant}.{count}"] = number
    return numbers


def _pairs(run: Run, part: Part, depth: int, variant: str, to: str | None = None, count: str = "nodes") -> np.ndarray:
    """Nodes of a variant and of another, by default the reference, over the positions of the row's totals:
    those that both have finished, under a node limit those that every column has."""
    every = run.variants if run.manifest.get("node_limit") else []
    return part.node_columns(depth, variant, to or run.reference, *every, count=count)[:, :2]


def ratios(run: Run, paper: Paper) -> Numbers:
    """Each variant's total nodes against the reference's, and those of R = 2 against R = 3's; where a run has both,
    also in nodes of the main search."""
    numbers = _ratios(run, paper, run.variants, "nodes", "")
    both = [variant for variant in run.variants if variant in (R2, R3)]
    return numbers | _ratios(run, paper, both, "main_nodes", "main-") if len(both) == 2 else numbers


def _ratios(run: Run, paper: Paper, variants: list[str], count: str, prefix: str) -> Numbers:
    numbers: Numbers = {}
    for part, depth, row in rows(run):
        for variant in variants:
            ratio = None
            if run.reference is not None and run.reference != variant:
                ratio = ratio_of_totals(_pairs(run, part, depth, variant, count=count))
            beside = _published(paper.row(run, part, depth, "nodes"), variant, run.reference)
            if ratio is not None or beside is not None:
                number = Number(None, "percent", run.name)
                number = Number.ratio(ratio, run.name) if ratio else number
                numbers[f"{row}.{variant}.{prefix}vs-reference"] = number.beside(beside)
        cells = paper.row(run, part, depth, "nodes")
        theirs = [figure(cells, name).get("count") for name in (R2, R3)]
        beside = None if None in theirs else theirs[0] / theirs[1]
        for two, three in _twos_and_threes(run):
            if ratio := ratio_of_totals(_pairs(run, part, depth, two, three, count)):
                numbers[f"{row}.{two}.{prefix}over-r3"] = Number.of(ratio, "factor", run.name).beside(beside)
    return numbers


def _twos_and_threes(run: Run) -> list[tuple[str, str]]:
    """Columns with standard R = 2 and R = 3, ours and those of each other engine: pairs that differ in nothing else."""
    option = "option NullMove Reduction"
    engines: dict[tuple, dict[str, list[str]]] = {}
    for variant in run.manifest["variants"]:
        parameters = dict(variant.get("parameters", {}))
        if variant["spec"].startswith("uci:") and (r := parameters.pop(option, None)):
            alike = engines.setdefault(tuple(sorted(parameters.items())), {"2": [], "3": []})
            alike.setdefault(r, []).append(variant["spec"])
    pairs = [pair for alike in engines.values() for pair in zip(alike["2"], alike["3"])]
    return pairs + ([(R2, R3)] if {R2, R3} <= set(run.variants) else [])


def _published(row: dict, variant: str, reference: str | None) -> float | None:
    """The paper's difference from its reference in percent, from the counts that it prints."""
    own, other = figure(row, variant), figure(row, reference or "")
    if "percent" not in own or not other or "percent" in other:
        return None
    return 100 * (own["count"] / other["count"] - 1)


def spread(run: Run, paper: Paper) -> Numbers:
    """The fewest positions that hold half of a variant's nodes, and the geometric mean of ratios."""
    numbers: Numbers = {}
    if run.reference is None:
        return numbers
    for part, depth, row in rows(run):
        for variant in run.variants:
            pairs = _pairs(run, part, depth, variant)
            if half := largest_half(pairs[:, 0]):
                count, largest = half
                n = len(pairs)
                numbers[f"{row}.{variant}.half"] = Number(count, "positions", run.name, n=n)
                number = Number(100 * largest, "percent", run.name, n=n)
                numbers[f"{row}.{variant}.largest"] = number
            if variant != run.reference and (mean := geometric_mean(pairs)):
                numbers[f"{row}.{variant}.geometric-mean"] = Number.ratio(mean, run.name)
    return numbers


def paired_tests(run: Run) -> Numbers:
    """Positions solved by a variant and by the reference, over those that both have finished."""
    numbers: Numbers = {}
    if run.reference is None:
        return numbers
    for part, depth, row in rows(run):
        for variant in run.variants:
            if variant == run.reference:
                continue
            pairs = part.solved_columns(depth, variant, run.reference)
            if not len(pairs):
                continue
            test = Paired.of(pairs)
            counts = {
                "solved-of-both": test.first,
                "only-variant": test.only_first,
                "only-reference": test.only_second,
            }
            for what, count in counts.items():
                number = Number(count, "positions", run.name, n=test.n)
                numbers[f"{row}.{variant}.{what}"] = number
            difference = Number.of(test.difference(), "positions", run.name)
            numbers[f"{row}.{variant}.solved-vs-reference"] = difference
            number = Number(test.p_value(), "probability", run.name, n=test.n)
            numbers[f"{row}.{variant}.mcnemar-p"] = number
    return numbers


def growth(run: Run) -> Numbers:
    """Nodes per position at every depth to which a variant has searched all positions; in the rows of the
    table with an interval."""
    numbers: Numbers = {}
    for part in run.parts:
        for variant, depth in part.nodes[part.nodes.columns[part.nodes.notna().all()]]:
            if variant in run.variants:
                least = LEAST if depth in part.suite["depths"] else sys.maxsize
                mean = mean_count(part.nodes[variant, depth].to_numpy(float), least)
                id = f"{part_id(run, part)}.d{depth}.{variant}.nodes-per-position"
                numbers[id] = Number.of(mean, "nodes", run.name)
    return numbers


def held(run: Run, each: bool) -> Numbers:
    """How many positions a variant has solved at its deepest record of each; for `each`, the depth from
    which it stays so."""
    numbers: Numbers = {}
    for part in run.parts:
        for variant in run.variants:
            if not part.depths(variant):
                continue
            found, id = part.held(variant), part_id(run, part)
            number = Number(len(found), "positions", run.name, n=len(part.nodes))
            numbers[f"{id}.{variant}.held"] = number
            for position in found.itertuples() if each else []:
                number = Number(position.depth, "plies", run.name)
                numbers[f"{id}.{position.id}.{variant}.held-from"] = number
    return numbers


def researches(run: Run) -> Numbers:
    """Null moves, verifications and re-searches, over the deepest record of each position."""
    numbers: Numbers = {}
    columns = ["null_tried", "verifications", "researches", "researches_below_beta"]
    for part in run.parts:
        for variant in run.variants:
            tried, verified, again, below = part.deepest(variant)[columns].fillna(0).sum()
            counts = {
                "null-moves": tried,
                "verifications": verified,
                "researches": again,
                "researches-below-beta": below,
                "researches-that-changed-the-outcome": again - below,
            }
            for what, count in counts.items():
                numbers[f"{part_id(run, part)}.{variant}.{what}"] = Number(count, "count", run.name)
    return numbers


def effort(run: Run) -> Numbers:
    """Positions solved at a fixed depth, and within a budget of nodes per position: the average that the
    cheapest variant spends at its greatest depth."""
    numbers: Numbers = {}
    for part in run.parts:
        id, n = f"effort.{part_id(run, part)}", len(part.nodes)
        complete = part.nodes.columns[part.nodes.notna().all()]
        with_tasks = complete[part.solved[complete].notna().any()]
        if not any(variant in run.variants for variant, _ in with_tasks):
            continue
        for variant, depth in with_tasks:
            solved = part.solved[variant, depth].sum()
            number = Number(solved, "positions", run.name, n=n)
            numbers[f"{id}.d{depth}.{variant}.solved"] = number
        spent = [part.nodes[v, part.depths(v)[-1]].mean() for v in run.variants if part.depths(v)]
        for variant in run.variants:
            needed = part.held(variant)["nodes"]
            for budget in BUDGETS:
                if budget <= min(spent):
                    number = Number((needed <= budget).sum(), "positions", run.name, n=n)
                    numbers[f"{id}.n{budget}.{variant}.solved"] = number
    return numbers


def of_suites(evidence: Evidence) -> Numbers:
    """What a sweep's sample says about its suite: the change of the ratio to the reference under the
    setting, position by position, times the ratio of the full suite."""
    numbers: Numbers = {}
    for folder in SWEEPS:
        usual = evidence.runs.get(f"{folder}/as-reproduced")
        full = usual and _in_whole(evidence, usual)
        if usual is None or full is None:
            continue
        for run in (run for k, run in evidence.runs.items() if k.startswith(f"{folder}/")):
            part, before = run.parts[0], usual.parts[0]
            for depth in part.suite["depths"]:
                for variant in run.variants:
                    columns = [(variant, depth), (usual.reference, depth)]
                    tables = [own.nodes.reindex(columns=columns).dropna() for own in (part, before)]
                    if variant == usual.reference or len(tables[0]) != len(tables[1]):
                        continue
                    change = paired_change(pd.concat(tables, axis=1).dropna().to_numpy(float))
                    whole = full.nodes.reindex(columns=columns).dropna().sum()
                    if change is None or not whole.all():
                        continue
                    ratio = whole.iloc[0] / whole.iloc[1]
                    scaled = change.map(lambda change, ratio=ratio: change * ratio)
                    id = f"{dotted(run.name)}.d{depth}.{variant}.of-suite"
                    numbers[id] = Number.ratio(scaled, run.name)
    return numbers


def _in_whole(evidence: Evidence, usual: Run) -> Part | None:
    """The table's run on the whole suite from which a sweep takes its sample."""
    for _, run in sorted(evidence.runs.items()):
        part = run.parts[0]
        whole = part.suite["searched"] == part.suite["positions"]
        same = part.suite["sha256"] == usual.parts[0].suite["sha256"]
        settings = run.manifest["settings"] == usual.manifest["settings"]
        if run.name.startswith("table") and whole and same and settings:
            return part
    return None


def noise(evidence: Evidence, known: Numbers) -> Numbers:
    """The smallest and largest of each figure over the runs of a sweep that differ from the reproduction
    in nothing, only in the table's keys, or only in its size (a run without a table is left out)."""
    numbers: Numbers = {}
    for folder in SWEEPS:
        sweep = {k: run for k, run in evidence.runs.items() if k.startswith(f"{folder}/")}
        usual = evidence.runs.get(f"{folder}/as-reproduced")
        if usual is None:
            continue
        for name, setting in NOISE.items():
            covered = [run for run in sweep.values() if _only_differs_in(setting, run, usual)]
            for _, depth, _ in rows(usual):
                for variant in usual.variants:
                    for kind in ("nodes", "vs-reference", "of-suite"):
                        of = f"d{depth}.{variant}.{kind}"
                        ids = [f"{dotted(run.name)}.{of}" for run in covered]
                        found = [known[id] for id in ids if id in known]
                        values = [number.value for number in found if number.value is not None]
                        if len(values) < 2:
                            continue
                        for end, value in (("least", min(values)), ("greatest", max(values))):
                            number = Number(value, found[0].unit, folder, n=len(values))
                            numbers[f"{folder}.noise.{name}.{of}.{end}"] = number
    return numbers


def _only_differs_in(setting: str, run: Run, usual: Run) -> bool:
    ours, theirs = run.manifest["settings"], usual.manifest["settings"]
    changed = {key: value for key, value in ours.items() if theirs.get(key) != value}
    return changed.keys() <= {setting} and changed.get("hash-entries") != "0"


def of_run(evidence: Evidence, run: Run, paper: Paper) -> Numbers:
    """All numbers of a run except comparisons with other runs."""
    numbers = totals(run, paper) | ratios(run, paper)
    if in_full(run):
        numbers |= spread(run, paper) | paired_tests(run) | growth(run)
    zugzwang = run.name.startswith("zugzwang")
    if zugzwang or run.name == "variants-mates":
        listed = zugzwang and all(len(part.nodes) <= LISTED for part in run.parts)
        numbers |= held(run, each=listed)
    if zugzwang:
        numbers |= researches(run)
    return numbers


def of_effort(evidence: Evidence) -> Numbers:
    """The runs that are compared at equal effort: that of Table 5, else 4, and that of all variants."""
    names = ("table5" if "table5" in evidence.runs else "table4", "variants")
    numbers: Numbers = {}
    for name in names:
        if name in evidence.runs:
            numbers |= effort(evidence.runs[name])
    return numbers
