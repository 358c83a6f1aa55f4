"""Nodes until positions are solved: Kaplan-Meier curves from scipy, and who needs fewer on the same position."""

import warnings

import numpy as np
import pandas as pd
from scipy import stats

from recompute.evidence import Evidence, Part, Run
from recompute.number import Number, Numbers
from recompute.statistics import CONFIDENCE, Paired
from recompute.tables import part_id

RUNS = ("table3", "table4", "laboratory", "laboratory-ecm")
QUARTERS = (25, 50, 75)
BUDGETS = (10_000, 100_000, 1_000_000, 10_000_000)
# If a search has ended unsolved, the curve ends once fewer than this share are still being searched.
LEAST_SEARCHED = 0.1


def of_solution(evidence: Evidence) -> Numbers:
    """Every suite of the runs; of a factorial, only the variants that change its first two factors."""
    numbers: Numbers = {}
    for run in (evidence.runs[name] for name in RUNS if name in evidence.runs):
        for part in run.parts:
            numbers |= _of_part(run, part)
    return numbers


def _columns(run: Run) -> list[str]:
    factors = run.manifest.get("factors") or []
    plain = lambda levels: all(  # noqa: E731
        level == factor["levels"][0] for factor, level in zip(factors[2:], levels[2:], strict=True)
    )
    return [v["spec"] for v in run.manifest["variants"] if not factors or plain(v["levels"])]


def _of_part(run: Run, part: Part) -> Numbers:
    numbers: Numbers = {}
    of, columns = f"to-solution.{part_id(run, part)}", _columns(run)
    tasks = part.solved.notna().any(axis=1)
    positions = part.solved.index[tasks]
    n = len(positions)
    if not n:
        return numbers
    times = {variant: _times(part, variant, positions) for variant in columns}
    for variant, (at, happened) in times.items():
        id = f"{of}.{variant}"
        numbers[f"{id}.solved"] = Number(int(happened.sum()), "positions", run.name, n=n)
        curve = _Curve(at, happened)
        for quarter in QUARTERS:
            value, low, high = curve.quantile(quarter / 100)
            if value is not None:
                numbers[f"{id}.q{quarter}"] = Number(value, "nodes", run.name, low, high, n)
        for budget in BUDGETS:
            if (share := curve.within(budget)) is not None:
                value, low, high = (None if x is None else 100 * x for x in share)
                number = Number(value, "percent", run.name, low, high, n)
                numbers[f"{id}.within-{budget}"] = number
    for i, first in enumerate(columns):
        for second in columns[i + 1 :]:
            numbers |= _pair(f"{of}.{first}", second, times[first], times[second], run.name)
    return numbers


def _times(part: Part, variant: str, positions: pd.Index) -> tuple[np.ndarray, np.ndarray]:
    """Nodes until solved, or until the search ended, and whether it is solved."""
    held = part.held(variant)["nodes"]
    held.index = part.records.loc[held.index, "index"]
    ended = part.deepest(variant)["nodes"].reindex(positions).fillna(0)
    happened = positions.isin(held.index)
    return ended.mask(happened, held.reindex(positions)).to_numpy(float), happened


class _Curve:
    """The share still unsolved after each number of nodes at which a position is solved."""

    def __init__(self, at: np.ndarray, happened: np.ndarray):
        self.n = len(at)
        self.steps: list[tuple[float, float, float | None, float | None]] = []
        self.end: float | None = 0.0  # nothing is known beyond it; None if all are solved
        if not happened.any():
            self.end = self._end(at, happened)
            return
        censored = stats.CensoredData(uncensored=at[happened], right=at[~happened])
        left = stats.ecdf(censored).sf
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # if none or all are solved
            ends = left.confidence_interval(CONFIDENCE, method="log-log")
        self.end = self._end(at, happened)
        for time, share, low, high in zip(
            left.quantiles, left.probabilities, ends.low.probabilities, ends.high.probabilities,
            strict=True,
        ):  # fmt: skip
            if time <= self.end and time in at[happened]:
                known = share > 1e-12 and np.isfinite([low, high]).all()
                self.steps.append((time, share, *((low, high) if known else (None, None))))
        if self.steps and self.steps[-1][1] <= 1e-12:
            self.end = None

    def _end(self, at: np.ndarray, happened: np.ndarray) -> float:
        """The last time at which enough positions are still being searched."""
        end = 0.0
        for time in np.unique(at):
            searched, has_lost = (at >= time).sum(), (~happened & (at < time)).any()
            if has_lost and searched < LEAST_SEARCHED * self.n:
                break
            end = time
        return end

    def quantile(self, share: float) -> tuple[float | None, float | None, float | None]:
        """The fewest nodes by which this share is solved, with the ends of Brookmeyer and Crowley's interval."""
        line = 1 - share + 1e-9
        first = lambda column: next(  # noqa: E731
            (step[0] for step in self.steps if column(step) is not None and column(step) <= line),
            None,
        )
        lower = lambda step: step[1] if step[2] is None else step[2]  # noqa: E731
        return first(lambda step: step[1]), first(lower), first(lambda step: step[3])

    def within(self, nodes: float) -> tuple[float, float | None, float | None] | None:
        """The share that is solved."""
        if self.end is not None and nodes > self.end:
            return None
        steps = [step for step in self.steps if step[0] <= nodes]
        if not steps:
            return 0.0, None, None
        _, left, low, high = steps[-1]
        return 1 - left, None if high is None else 1 - high, None if low is None else 1 - low


def _pair(of: str, second: str, a: tuple, b: tuple, source: str) -> Numbers:
    """Ties count half. Pairs without an order: neither is solved, or the unsolved one was searched for less
    than the other needed."""
    (at, happened), (other_at, other_happened) = a, b
    both = happened & other_happened
    first = (both & (at < other_at)) | (happened & ~other_happened & (at <= other_at))
    other = (both & (other_at < at)) | (other_happened & ~happened & (other_at <= at))
    ties = both & (at == other_at)
    n = int((first | other | ties).sum())
    undecided = Number(len(at) - n, "positions", source, n=len(at))
    numbers = {f"{of}.undecided-with.{second}": undecided}
    if n:
        order = Paired(int((first | ties).sum()), int(first.sum()), int(other.sum()), n)
        half = order.difference().map(lambda more: 100 * (0.5 + more / (2 * n)))
        numbers[f"{of}.fewer-than.{second}"] = Number.of(half, "percent", source)
    return numbers
