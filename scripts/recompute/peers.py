"""What others measured: each test, the guards pooled by random effects, ratios of R = 2 to R = 3, the
paper's figure in another engine."""

from pathlib import Path

import numpy as np
from scipy import stats

from recompute.evidence import toml
from recompute.number import Number, Numbers


def pooled(effects: np.ndarray, errors: np.ndarray) -> tuple[float, float, float, float]:
    """DerSimonian and Laird: mean, its standard error, tau, I^2."""
    weights = errors**-2.0
    spread = np.cov(effects, aweights=weights, ddof=0) * weights.sum()  # Cochran's Q
    excess = max(0.0, float(spread) - (len(effects) - 1))
    tau_squared = excess / (weights.sum() - (weights**2).sum() / weights.sum())
    weights = 1 / (errors**2 + tau_squared)
    mean = float(np.average(effects, weights=weights))
    return mean, float(weights.sum() ** -0.5), float(tau_squared**0.5), excess / float(spread)


def of_peers(experiments: Path) -> Numbers:
    """All numbers of `peers.toml`."""
    peers = toml(experiments / "peers.toml")
    numbers: Numbers = {}
    for test in peers["tests"]:
        low, high = test["elo"] - test["half"], test["elo"] + test["half"]
        number = Number(test["elo"], "elo", "", low, high, n=test["games"])
        numbers[f"peers.test.{test['id']}.elo"] = number
    guards = [test for test in peers["tests"] if test["kind"] == "guard"]
    z = float(stats.norm.ppf(0.975))
    effects, halves = (np.array([test[key] for test in guards]) for key in ("elo", "half"))
    mean, error, tau, heterogeneity = pooled(effects, halves / z)
    low, high = mean - z * error, mean + z * error
    numbers["peers.guards.elo"] = Number(mean, "elo", "", low, high, n=len(guards))
    numbers["peers.guards.tau"] = Number(tau, "elo", "")
    numbers["peers.guards.heterogeneity"] = Number(100 * heterogeneity, "percent", "")
    numbers["peers.guards.games"] = Number(sum(test["games"] for test in guards), "games", "")
    ratios = []
    for engine in peers["nodes"]:
        for depth, ratio in engine["over_r3"].items():
            ratios.append(ratio)
            number = Number(ratio, "factor", "", n=engine["positions"])
            numbers[f"peers.nodes.{engine['id']}.d{depth}.over-r3"] = number
    summary = {"mean": stats.gmean(ratios), "least": min(ratios), "greatest": max(ratios)}
    for what, value in summary.items():
        numbers[f"peers.nodes.over-r3.{what}"] = Number(float(value), "factor", "", n=len(ratios))
    for row in peers["patch"]:
        for variant, key in (("std:r=2", "r2"), ("std:r=3", "r3")):
            change = 100 * (row[key] - row["verified"]) / row["verified"]
            id = f"peers.patch.d{row['depth']}.{variant}.vs-reference"
            numbers[id] = Number(change, "percent", "")
    solved, names = peers["solved"], {"std:r=1": "r1", "std:r=2": "r2", "std:r=3": "r3", "vrfd:r=3": "verified"}
    for variant, key in names.items():
        number = Number(solved[key], "positions", "", n=solved["positions"])
        numbers[f"peers.patch.d{solved['depth']}.{variant}.solved"] = number
    return numbers
