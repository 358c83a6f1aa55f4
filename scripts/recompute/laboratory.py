"""Factorial runs: what each level of a factor changes, alone and beside another, with Student's t over
positions, and which intervals survive Holm's procedure."""

import dataclasses
import itertools
import math

import numpy as np
import pandas as pd
from scipy import stats

from recompute.evidence import Evidence, Part, Run
from recompute.number import Number, Numbers, dotted
from recompute.statistics import CONFIDENCE, LEAST_CONTRAST, Estimate
from recompute.tables import part_id

BUDGETS = {"solved-10k": 10_000, "solved-100k": 100_000, "solved-1m": 1_000_000}
POSITIONS = "positions"


def of_laboratory(evidence: Evidence) -> Numbers:
    """Of every run whose manifest has factors."""
    numbers: Numbers = {}
    for run in evidence.runs.values():
        if factors := run.manifest.get("factors"):
            numbers |= _effects(run, [(factor["name"], factor["levels"]) for factor in factors])
    return numbers


def _effects(run: Run, factors: list[tuple[str, list[str]]]) -> Numbers:
    numbers: Numbers = {}
    tests: list[float] = []
    cells = {tuple(variant["levels"]): variant["spec"] for variant in run.manifest["variants"]}
    single = [[(f, level)] for f, (_, levels) in enumerate(factors) for level in levels[1:]]
    double = [a + b for a, b in itertools.combinations(single, 2) if a[0][0] != b[0][0]]
    for part in run.parts:
        responses, common = _responses(run, part)
        for changes in single + double:
            name = ".".join(f"{factors[f][0]}.{level}" for f, level in changes)
            for response, values in responses.items():
                contrasts = _contrasts(values, cells, factors, changes)
                if contrasts is None or contrasts.empty:
                    continue
                estimate, p = mean_with_test(contrasts.to_numpy())
                if response != "nodes" and estimate.n < LEAST_CONTRAST:
                    estimate, p = dataclasses.replace(estimate, interval=None), None
                tests += [p] if p is not None else []
                show, unit = (lambda share: share * 100), "percentage-points"
                if response == "nodes":
                    show, unit = (lambda ln: math.expm1(ln) * 100), "percent"
                number = Number.of(estimate.map(show), unit, run.name)
                numbers[f"{part_id(run, part)}.{name}.{response}"] = number
        lesser = int((common < part.suite["depths"][-1]).sum())
        number = Number(lesser, POSITIONS, run.name, n=part.suite["searched"])
        numbers[f"{part_id(run, part)}.lesser-depth"] = number
    surviving = Number(_holm(tests), "count", run.name, n=len(tests))
    numbers[f"{dotted(run.name)}.surviving"] = surviving
    numbers[f"{dotted(run.name)}.cells"] = Number(len(cells), "count", run.name)
    return numbers


def _responses(run: Run, part: Part) -> tuple[dict[str, pd.DataFrame], pd.Series]:
    """For each response a row for each position and a column for each cell, NaN where a search gives
    none; and the depth at which each position is measured."""
    records = part.records
    last = records.drop_duplicates(["variant", "index"], keep="last")
    ends = {value: last.pivot(index="index", columns="variant", values=value) for value in ("depth", "nodes")}
    reached = ends["depth"].reindex(columns=run.variants)
    common = reached[reached.notna().all(axis=1)].min(axis=1).clip(upper=part.suite["depths"][-1])

    def at(value: str, depth: pd.Series) -> pd.DataFrame:
        """The value at the iteration to this depth."""
        own = records[records["depth"] == records["index"].map(depth)]
        return own.pivot(index="index", columns="variant", values=value)

    nodes, solved = at("nodes", common), at("solved", common)
    before = at("solved", common - 1).reindex_like(solved)
    held = (solved * before).where(solved.notna() & before.notna())
    responses = {"nodes": np.log(nodes.where(nodes > 0)), "solved": solved, "held": held}
    deepest = max(records["depth"].max(), part.suite["depths"][-1])
    limit = run.manifest.get("node_limit") or 0
    tasks = records.groupby("index")["solved"].apply(lambda own: own.notna().any())
    for name, budget in BUDGETS.items():
        within = records[records["nodes"] <= budget]
        within = within.drop_duplicates(["variant", "index"], keep="last")
        found = within.pivot(index="index", columns="variant", values="solved")
        found = found.reindex_like(ends["nodes"]).fillna(0.0)
        stopped = ~(ends["depth"] >= deepest) & (limit >= budget)
        spent = (ends["nodes"] > budget) | stopped
        responses[name] = found.where(spent)[tasks.reindex(found.index)]
    return responses, common


def _contrasts(
    values: pd.DataFrame,
    cells: dict[tuple, str],
    factors: list[tuple[str, list[str]]],
    changes: list[tuple[int, str]],
) -> pd.Series | None:
    """At each position where all of its cells have a value: the mean over the other factors' combinations of
    the difference, or of the difference of differences."""
    changed = dict(changes)
    others = [levels if f not in changed else [None] for f, (_, levels) in enumerate(factors)]
    terms = []
    for combination in itertools.product(*others):
        term = 0.0
        for choice in itertools.product((False, True), repeat=len(changes)):
            levels = list(combination)
            for (f, level), is_new in zip(changes, choice, strict=True):
                levels[f] = level if is_new else factors[f][1][0]
            spec = cells.get(tuple(levels))
            if spec is None:
                break
            sign = (-1) ** (len(changes) - sum(choice))
            term = term + sign * values.reindex(columns=[spec])[spec]
        else:
            terms.append(term)
    if not terms:
        return None
    return pd.concat(terms, axis=1).dropna().mean(axis=1)


def mean_with_test(contrasts: np.ndarray) -> tuple[Estimate, float | None]:
    """With its interval and two-sided test from scipy; without them where nothing varies."""
    value, n = float(contrasts.mean()), len(contrasts)
    if n < 2 or np.ptp(contrasts) < 1e-12:
        return Estimate(value, None, n), None
    test = stats.ttest_1samp(contrasts, 0.0)
    interval = test.confidence_interval(CONFIDENCE)
    return Estimate(value, (float(interval.low), float(interval.high)), n), float(test.pvalue)


def _holm(p: list[float]) -> int:
    """How many of the tests reject."""
    rejected = 0
    for rank, own in enumerate(sorted(p)):
        if own > (1 - CONFIDENCE) / (len(p) - rank):
            break
        rejected += 1
    return rejected
