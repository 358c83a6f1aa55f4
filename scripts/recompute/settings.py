"""The search for the paper's engine: finished points, and how many settings lie where the paper does,
by R = 2 over R = 3 and R = 3 over verified R = 3 on the suite of Table 4."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd

from recompute.evidence import Evidence, Run, toml
from recompute.number import Number, Numbers
from recompute.statistics import resampled

R2, R3, V = METHODS = ("std:r=2", "std:r=3", "vrfd:r=3")
DEPTHS = (8, 9)
LEFT_OUT_AT_MOST = 0.05
# Squared distance within which a bivariate normal distribution has 95 %.
WITHIN = -2 * np.log(0.05)


@dataclasses.dataclass(frozen=True)
class Setting:
    """Log ratios by depth, the number of positions at each, and the levels."""

    logs: dict[int, np.ndarray]
    n: dict[int, int]
    levels: dict[str, str]
    sampled: bool


def of_settings(evidence: Evidence, experiments: Path) -> Numbers:
    """Everything of the kind `explain.*`."""
    numbers: Numbers = {}
    sweep = evidence.sweeps.get("explain")
    if sweep is not None and sweep.levels:
        finished = sweep.points["point"].nunique()
        numbers["explain.points"] = Number(finished, "count", "explain", n=len(sweep.levels))
    table = evidence.runs.get("table4")
    if table is None:
        return numbers
    forbidden = toml(experiments / "explain/not-allowed.toml")
    settings = _settings(evidence, table)
    is_allowed = [not any(s.levels.get(k) in bad for k, bad in forbidden.items()) for s in settings]
    rows = {row["depth"]: row["figures"] for row in toml(experiments / "paper/table4.toml")["rows"]}
    inside = np.ones(len(settings), bool)
    for depth in DEPTHS:
        counts = {figure["variant"]: figure["count"] for figure in rows[depth]}
        paper = _logs(*(np.float64(counts[method]) for method in METHODS))
        columns = table.parts[0].node_columns(depth, *METHODS)
        spread = np.cov(_logs(*(resampled(len(columns)) @ columns).T))
        own = np.array([_within(s, depth, paper, spread * len(columns)) for s in settings])
        numbers[f"explain.map.d{depth}.inside"] = _count(own, settings)
        inside &= own
    numbers["explain.map.settings"] = _count(np.ones(len(settings)), settings)
    numbers["explain.map.allowed"] = _count(is_allowed, settings)
    numbers["explain.map.sampled"] = _count([s.sampled for s in settings], settings)
    numbers["explain.map.inside"] = _count(inside, settings)
    numbers["explain.map.allowed-inside"] = _count(inside & is_allowed, settings)
    return numbers


def _count(chosen: object, settings: list[Setting]) -> Number:
    return Number(int(np.sum(chosen)), "count", "", n=len(settings))


def _logs(two: np.ndarray, three: np.ndarray, verified: np.ndarray) -> np.ndarray:
    return np.array([np.log(two / three), np.log(three / verified)])


def _within(setting: Setting, depth: int, paper: np.ndarray, spread: np.ndarray) -> bool:
    away = setting.logs[depth] - paper
    return away @ np.linalg.solve(spread / setting.n[depth], away) <= WITHIN


def _settings(evidence: Evidence, table: Run) -> list[Setting]:
    """Each set of levels once for each number of positions, those on the whole suite first."""
    found: dict[object, Setting] = {}
    usual = table.manifest["settings"]

    def add(setting: Setting | None, searched: int) -> None:
        if setting:
            changed = {item for item in setting.levels.items() if usual.get(item[0]) != item[1]}
            found.setdefault((frozenset(changed), searched), setting)

    for name, run in sorted(evidence.runs.items(), key=lambda pair: (pair[0] != "table4", pair[0])):
        searched = name in ("table4", "reprobe-wcs") or name.startswith("explain-")
        if searched and run.parts[0].suite["sha256"] == table.parts[0].suite["sha256"]:
            own = run.manifest["settings"]
            levels = {key: value for key, value in own.items() if usual.get(key) != value}
            add(_of_run(run, levels), run.parts[0].suite["searched"])
    for sweep in evidence.sweeps.values():
        for name, rows in sweep.points.groupby("point"):
            if name in sweep.levels:
                deepest = rows[rows.depth == DEPTHS[-1]].iloc[0]
                searched = int(deepest.positions + deepest.left_out)
                add(_of_point(rows, sweep.levels[name]), searched)
    return list(found.values())


def _of_run(run: Run, levels: dict[str, str]) -> Setting | None:
    part, logs, n = run.parts[0], {}, {}
    every = run.variants if run.manifest.get("node_limit") else []
    for depth in DEPTHS:
        columns = part.node_columns(depth, *METHODS, *every)[:, :3]
        if len(columns) < (1 - LEFT_OUT_AT_MOST) * part.suite["searched"] or not len(columns):
            return None
        logs[depth], n[depth] = _logs(*columns.sum(axis=0)), len(columns)
    return Setting(logs, n, levels, part.suite["searched"] < part.suite["positions"])


def _of_point(rows: pd.DataFrame, levels: dict[str, str]) -> Setting | None:
    deepest = rows[rows.depth == DEPTHS[-1]].iloc[0]
    if deepest.left_out > LEFT_OUT_AT_MOST * (deepest.left_out + deepest.positions):
        return None
    nodes = rows.pivot(index="variant", columns="depth", values="nodes").astype(float)
    positions = rows.groupby("depth")["positions"].first()
    logs = {depth: _logs(*(nodes.loc[method, depth] for method in METHODS)) for depth in DEPTHS}
    return Setting(logs, {depth: int(positions[depth]) for depth in DEPTHS}, levels, True)
