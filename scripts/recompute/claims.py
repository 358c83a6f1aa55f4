"""The claims of `experiments/claims`: what each measures, and the verdict by the rules written there."""

import dataclasses
import functools
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from recompute import survey
from recompute.evidence import Evidence, Part, Run, toml
from recompute.games import estimates
from recompute.number import Number, Numbers
from recompute.statistics import (
    LEAST_SURVEY,
    PLAIN,
    Estimate,
    Paired,
    bootstrap,
    paired_change,
    proportion,
    ratio_of_totals,
)

DIRECTIONS = ("as-claimed", "opposite", "none", "undecided", "needs-run")
# Seconds of processor time from which a search's time counts.
MEASURABLE = 1e-3

RATIO, SHARE, PART, WAY = "ratio", "share", "part", "way"
SCALES = {
    "node-ratio": RATIO,
    "ratio-growth": RATIO,
    "between": RATIO,
    "method-ratio": RATIO,
    "odd-over-even": RATIO,
    "growth": RATIO,
    "pooled-ratio": RATIO,
    "same-ranking": RATIO,
    "solved-difference": SHARE,
    "position": WAY,
    "rescued": PART,
    "research-share": PART,
    "below-beta-share": PART,
    "match-score": PART,
}
DEPTHS: dict[str, Callable[[int], bool]] = {
    "all": lambda depth: depth >= 2,
    "odd": lambda depth: depth >= 3 and depth % 2 == 1,
    "shallow": lambda depth: 2 <= depth <= 5,
}


def percent(scale: str, value: float) -> float:
    """As displayed: ratios as a difference from 1; a position between two trees unchanged."""
    if scale == WAY:
        return value
    return 100 * (value - 1) if scale == RATIO else 100 * value


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Direction and size; no size where the source prints none or we have no interval."""

    direction: str
    inside: bool | None = None
    factor: float | None = None


def of_claims(evidence: Evidence, experiments: Path) -> Numbers:
    """A number for each claim, how many have each direction, and how many the source's size."""
    numbers: Numbers = {}
    for file, counts in (("paper", "claims"), ("survey", "claims.survey")):
        verdicts = []
        for claim in toml(experiments / f"claims/{file}.toml")["claims"]:
            printed = claim.get("published-table")
            value = _printed(claim, toml(experiments / f"paper/table{printed}.toml")) if printed else None
            ends = _ends(claim.get("published", value))
            for by in claim.get("by", [None]):
                scale = SCALES[claim["quantity"]["kind"]]
                run, ours = _measured(evidence, claim, by)
                verdicts.append(verdict(claim["expect"], ends, ours, scale))
                unit = {SHARE: "percentage-points", WAY: "factor"}.get(scale, "percent")
                number = Number(None, unit, "")
                if ours:
                    number = Number.of(ours.map(functools.partial(percent, scale)), unit, run)
                if ends:
                    least, greatest = (percent(scale, end) for end in ends)
                    number = number.beside(least)
                    if least < greatest:
                        number = dataclasses.replace(number, paper_to=greatest)
                number = dataclasses.replace(number, **dataclasses.asdict(verdicts[-1]))
                name = claim["id"] if by is None else f"{claim['id']}.{by}"
                numbers[f"claim.{name}.ours"] = number
        numbers[f"{counts}.all"] = Number(len(verdicts), "count", "")
        having = Counter(verdict.direction for verdict in verdicts)
        for name in DIRECTIONS:
            numbers[f"{counts}.direction.{name}"] = Number(having[name], "count", "")
        sizes = [verdict.inside for verdict in verdicts if verdict.inside is not None]
        numbers[f"{counts}.size.inside"] = Number(sum(sizes), "count", "", n=len(sizes))
    return numbers


def _ends(published: float | list[float] | None) -> tuple[float, float] | None:
    if published is None:
        return None
    values = published if isinstance(published, list) else [published]
    return min(values), max(values)


def _printed(claim: dict, table: dict) -> float:
    """The quantity computed from the counts that the paper's table prints."""
    q = claim["quantity"]

    def row(depth: int) -> dict:
        wanted = (q.get("suite"), depth)
        return next(r for r in table["rows"] if (r.get("suite"), r["depth"]) == wanted)

    def count(variant: str, depth: int) -> int:
        return next(f["count"] for f in row(depth)["figures"] if f["variant"] == variant)

    depth = q["depth"]
    own = count(q["variant"], depth)
    match q["kind"]:
        case "node-ratio":
            return own / count(q["to"], depth)
        case "ratio-growth":
            before = count(q["variant"], q["from-depth"]) / count(q["to"], q["from-depth"])
            return own / count(q["to"], depth) / before
        case "position":
            near, far = count(q["near"], depth), count(q["far"], depth)
            return (own - near) / (far - near)
        case "solved-difference":
            return (own - count(q["to"], depth)) / row(depth)["positions"]
    raise ValueError(f"{claim['id']}: no table prints {q}")


def verdict(
    expect: dict, published: tuple[float, float] | None, ours: Estimate | None, scale: str
) -> Verdict:
    """By the rules: the interval decides the side, and whether the source's size agrees with ours."""
    if ours is None:
        return Verdict("needs-run")
    if ours.interval is None:
        return Verdict("undecided")
    low, high = ours.interval
    ((side, limit),) = expect.items()
    boundary = 0.0 if side == "within" else limit
    distance = functools.partial(_distance, scale, boundary=boundary)
    inside = factor = None
    if published:
        least, greatest = published
        inside = not (greatest < low or high < least)
        nearest = sorted((least, ours.value, greatest))[1]
        if nearest != boundary:
            factor = distance(ours.value) / distance(nearest)
    return Verdict(_direction(side, limit, published, (low, high), distance), inside, factor)


def _direction(
    side: str,
    limit: float,
    published: tuple[float, float] | None,
    interval: tuple[float, float],
    distance: Callable[[float], float],
) -> str:
    """Where the interval lies: on one side of the boundary, or within the margin around it, which is
    half of the source's effect."""
    near, far = map(distance, interval)
    if side == "within":
        if max(abs(near), abs(far)) <= limit:
            return "as-claimed"
        return "opposite" if near > limit or far < -limit else "undecided"
    if near > 0 or far < 0:
        return "as-claimed" if (near > 0) == (side == "above") else "opposite"
    if published:
        margin = min(abs(distance(end)) for end in published) / 2
        if max(abs(near), abs(far)) <= margin:
            return "none"
    return "undecided"


def _distance(scale: str, value: float, boundary: float) -> float:
    return math.log(value / boundary) if scale == RATIO else value - boundary


def _measured(evidence: Evidence, claim: dict, by: str | None) -> tuple[str, Estimate | None]:
    """From the first of the claim's runs that can give it."""
    quantity = claim["quantity"]
    for name in claim["runs"]:
        ours = None
        if quantity["kind"] == "match-score":
            ours = _match_score(evidence, name, quantity)
        elif by is not None and name in evidence.surveys:
            ours = _of_survey(survey.sizes(evidence.surveys[name]), by, quantity)
        elif by is None and name in evidence.runs:
            run = evidence.runs[name]
            part = run.part(quantity.get("suite"))
            ours = None if part is None else _of_part(part, quantity)
        if ours is not None:
            return name, ours
    return "", None


def _of_part(part: Part, q: dict) -> Estimate | None:
    """Without a depth: at the deepest iteration of each search, which a node limit may have ended."""
    depth: Any = q.get("depth")
    match q["kind"]:
        case "node-ratio":
            return ratio_of_totals(part.node_columns(depth, q["variant"], q["to"]))
        case "ratio-growth":
            return _ratio_growth(part, q)
        case "position":
            return bootstrap(
                part.node_columns(depth, q["variant"], q["near"], q["far"]),
                lambda t: (t[:, 0] - t[:, 1]) / (t[:, 2] - t[:, 1]),
                scale=PLAIN,
            )
        case "between":
            return bootstrap(
                part.node_columns(depth, q["lower"], q["middle"], q["upper"]),
                lambda t: np.minimum(t[:, 2] / t[:, 1], t[:, 1] / t[:, 0]),
            )
        case "solved-difference":
            pairs = part.solved_columns(depth, q["variant"], q["to"])
            if not len(pairs):
                return None
            return Paired.of(pairs).difference().map(lambda positions: positions / len(pairs))
        case "rescued":
            return proportion(*_rescued(part, q))
        case "research-share" | "below-beta-share":
            records = part.records
            chosen = records[(records["variant"] == q["variant"]) & (records["depth"] == depth)]
            columns = ["researches", "verifications"]
            if q["kind"] == "below-beta-share":
                columns = ["researches_below_beta", "researches"]
            counts = chosen[columns].to_numpy(float)
            return None if np.isnan(counts).any() else ratio_of_totals(counts)
    raise ValueError(f"no way is known to measure {q}")


def _ratio_growth(part: Part, q: dict) -> Estimate | None:
    columns = [
        (v, depth) for depth in (q["depth"], q["from-depth"]) for v in (q["variant"], q["to"])
    ]
    if any(column not in part.nodes.columns for column in columns):
        return None
    totals = part.nodes[columns]
    if len(totals.dropna()) != len(totals.dropna(how="all")):
        return None
    return paired_change(totals.dropna().to_numpy(float))


def _rescued(part: Part, q: dict) -> tuple[int, int]:
    """Of the positions that `by` solves and `missed-by` does not, how many `variant` solves, and their number."""
    names = (q["variant"], q["by"], q["missed-by"])
    own, by, missed = part.solved_columns(q.get("depth"), *names).T
    chosen = own[(by == 1) & (missed == 0)]
    return int(chosen.sum()), len(chosen)


def _match_score(evidence: Evidence, name: str, q: dict) -> Estimate | None:
    match = evidence.matches.get(name)
    if match is None or set(match.sides) != {q["variant"], q["to"]}:
        return None
    score, _ = estimates(match)
    return score if match.sides[0] == q["variant"] else score.map(lambda share: 1 - share)


def _of_survey(sizes: survey.Sizes, by: str, q: dict) -> Estimate | None:
    """Ratios of totals at several depths are pooled by their geometric mean."""
    match q["kind"]:
        case "method-ratio":
            depths = [depth for depth in sizes.depths if DEPTHS[q["depths"]](depth)]
            found = [sizes.columns(by, depth, q["of"], *q["to"]) for depth in depths]
            return _mean_ratio(found, lambda t: t[:, 0] / t[:, 1:].min(axis=1))
        case "odd-over-even":
            known = set(sizes.depths)
            odd = [d for d in sizes.depths if DEPTHS["odd"](d) and {d - 1, d + 1} <= known]
            found = [_beside(sizes, by, (d - 1, d, d + 1), q["of"], survey.FORMULA) for d in odd]
            return _mean_ratio(
                found,
                lambda t: t[:, 2] / t[:, 3] / np.sqrt(t[:, 0] / t[:, 1] * t[:, 4] / t[:, 5]),
            )
        case "growth":
            depths = [depth for depth in sizes.depths if depth >= 3]
            if len(depths) < 2:
                return None
            table = _beside(sizes, by, (depths[-1], depths[0]), q["of"], q["to"])
            return (
                None
                if table is None
                else paired_change(table, LEAST_SURVEY)
            )
        case "same-ranking":
            return _same_ranking(sizes, by, q["methods"])
        case "pooled-ratio":
            return _pooled(sizes, by, q["of"], q["to"])
    raise ValueError(f"no way is known to measure {q}")


def _beside(
    sizes: survey.Sizes, by: str, depths: tuple[int, ...], of: str, to: str
) -> np.ndarray | None:
    """Both methods at each of these depths, as columns."""
    tables = [table for d in depths if (table := sizes.columns(by, d, of, to)) is not None]
    return np.hstack(tables) if len(tables) == len(depths) else None


def _mean_ratio(
    found: list[np.ndarray | None], ratio: Callable[[np.ndarray], np.ndarray]
) -> Estimate | None:
    """Geometric mean of a ratio of totals, of a table of columns for each depth."""
    tables = [table for table in found if table is not None]
    if not tables or len(tables) < len(found):
        return None
    width = tables[0].shape[1]

    def statistic(totals: np.ndarray) -> np.ndarray:
        totals = np.where(totals > 0, totals, np.nan)
        parts = [totals[:, i * width : (i + 1) * width] for i in range(len(tables))]
        return np.exp(np.mean([np.log(ratio(part)) for part in parts], axis=0))

    return bootstrap(np.hstack(tables), statistic, LEAST_SURVEY)


def _same_ranking(sizes: survey.Sizes, by: str, methods: list[str]) -> Estimate | None:
    """The least ratio of a method's total to that of the preceding one, ordered by horizon nodes, at the
    greatest depth."""
    depth = sizes.depths[-1]
    horizon = sizes.columns("horizon", depth, *methods)
    if horizon is None:
        return None
    ordered = [methods[i] for i in np.argsort(horizon.sum(axis=0), kind="stable")]
    found = sizes.columns(by, depth, *ordered)
    if found is None:
        return None
    return bootstrap(found, lambda t: (t[:, 1:] / t[:, :-1]).min(axis=1))


def _pooled(sizes: survey.Sizes, by: str, of: str, to: str) -> Estimate | None:
    """The ratio of totals over all depths at which a search of either takes long enough."""

    def is_long(depth: int) -> bool:
        times = sizes.columns("cpu", depth, of, to)
        return times is not None and bool((times.mean(axis=0) > MEASURABLE).all())

    found = [sizes.columns(by, depth, of, to) for depth in sizes.depths if is_long(depth)]
    tables = [table for table in found if table is not None]
    if not tables or len(tables) < len(found):
        return None
    return ratio_of_totals(np.sum(tables, axis=0), LEAST_SURVEY)
