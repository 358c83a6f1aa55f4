"""The census of errors: what null moves and rules save, and how often a full search contradicts them."""

import numpy as np
import pandas as pd

from recompute.evidence import Census, Evidence
from recompute.number import Number, Numbers, dotted
from recompute.statistics import Estimate, bootstrap, geometric_mean

# Columns of a position's row.
WRONG, TESTED, CLAIMS, NODES = range(4)


def of_censuses(evidence: Evidence) -> Numbers:
    """The numbers of every census."""
    numbers: Numbers = {}
    for census in evidence.censuses.values():
        numbers |= _of_census(census)
    return numbers


def _of_census(census: Census) -> Numbers:
    numbers: Numbers = {}
    records = census.records.copy()
    # claims on both sides of the window belong to one rule
    records["who"] = records["claim"].str.removesuffix("-low")
    nodes = {
        variant: own.groupby(["index", "id"])["nodes"].first()
        for variant, own in records.groupby("variant")
    }
    for (variant, who), own in records.dropna(subset="who").groupby(["variant", "who"]):
        id = f"{dotted(census.name)}.{variant}.{who}"
        for what, column in (("claims", "total"), ("tested", "tested")):
            numbers[f"{id}.{what}"] = Number(int(own[column].sum()), "count", census.name)
        parts = {"wrong": own}
        parts |= {f"wrong.{side}": own[own["side"] == side] for side in ("root", "opponent")}
        phases = ("opening", "middlegame", "endgame")
        parts |= {f"wrong.{phase}": own[own["phase"] == phase] for phase in phases}
        parts |= {f"wrong.d{depth}": of for depth, of in own.groupby("depth")}
        for what, part in parts.items():
            if share := _share(_sums(part, nodes[variant])):
                percent = share.map(lambda share: share * 100)
                numbers[f"{id}.{what}"] = Number.of(percent, "percent", census.name)
        if rate := _estimate(_sums(own, nodes[variant]), _per_1000):
            numbers[f"{id}.per-1000"] = Number.of(rate, "count", census.name)
        base = _without(variant, who)
        if base in nodes and base != variant:
            pairs = pd.concat([nodes[variant], nodes[base]], axis=1).dropna().to_numpy(float)
            numbers[f"{id}.nodes"] = Number.ratio(geometric_mean(pairs), census.name)
    return numbers


def _without(variant: str, who: str) -> str:
    """The specification without the rule that makes the claim."""
    family, *rules = variant.split("+")
    if who in ("cutoff", "reduction"):
        family = "none"
    rules = [rule for rule in rules if rule.split(":")[0] != who]
    return "+".join([family, *rules])


def _sums(records: pd.DataFrame, nodes: pd.Series) -> np.ndarray:
    """A row for each position: wrong claims as estimated from the tests of their cells, claims in cells
    with tests, all claims, and nodes."""
    tested = records["tested"] > 0
    share = records["wrong"] / records["tested"].where(tested)
    columns = pd.DataFrame(
        {
            "index": records["index"],
            "id": records["id"],
            "wrong": (records["total"] * share).where(tested, 0.0),
            "tested": records["total"].where(tested, 0),
            "claims": records["total"],
        }
    )
    sums = columns.groupby(["index", "id"]).sum().reindex(nodes.index, fill_value=0.0)
    return np.column_stack([sums.to_numpy(float), nodes.to_numpy(float)])


def _estimate(rows: np.ndarray, statistic) -> Estimate | None:
    """None where cells without any test hold more than a hundredth of the claims."""
    totals = rows.sum(axis=0)
    if totals[TESTED] < 0.99 * totals[CLAIMS]:
        return None
    return bootstrap(rows, statistic)


def _share(rows: np.ndarray) -> Estimate | None:
    """The share of claims that are wrong, over the positions that have claims; no interval exceeds 100 %."""
    found = _estimate(rows[rows[:, CLAIMS] > 0], lambda t: t[:, WRONG] / t[:, TESTED])
    if found is None or found.interval is None:
        return found
    low, high = found.interval
    return Estimate(found.value, (low, min(high, 1.0)), found.n, found.doubt, found.slack)


def _per_1000(totals: np.ndarray) -> np.ndarray:
    return 1000 * totals[:, WRONG] / totals[:, TESTED] * totals[:, CLAIMS] / totals[:, NODES]
