"""Comparisons of the survey's methods (Figure 8, forward pruning): sizes in percent of the reference's,
positions solved, lost and gained."""

import dataclasses
import functools

import numpy as np

from recompute.evidence import Survey
from recompute.number import Number, Numbers, dotted
from recompute.statistics import LEAST_SURVEY, ratio_of_totals

MEASURES = ("horizon", "nodes", "cpu")
# The minimal tree: measured with the best move first, a row of the records; and by formula, from the tree's width.
MINIMAL, FORMULA = "minimal", "minimal (formula)"


@dataclasses.dataclass(frozen=True)
class Sizes:
    """A value for each position, by (measure, method, depth), if every position has one."""

    positions: int
    values: dict[tuple[str, str, int], np.ndarray]

    @property
    def depths(self) -> list[int]:
        """The depths at which anything is known."""
        return sorted({depth for _, _, depth in self.values})

    def columns(self, measure: str, depth: int, *methods: str) -> np.ndarray | None:
        """A column for each method; None if one is unknown."""
        keys = [(measure, method, depth) for method in methods]
        if any(key not in self.values for key in keys):
            return None
        return np.column_stack([self.values[key] for key in keys])


@functools.cache
def sizes(survey: Survey) -> Sizes:
    """From records and processor times. The formula is section 2.3's: W^ceil(D/2) + W^floor(D/2) - 1
    horizon nodes, with W the moves at an average expanded node of the reference's tree."""
    records = survey.records.copy()
    records["nodes"] = records[["interior_nodes", "horizon_nodes", "quiescence_nodes"]].sum(axis=1)
    records["horizon"] = records["horizon_nodes"]
    own = records[records["method"] == survey.manifest["reference"]].copy()
    own = own[own["expanded_nodes"] > 0]
    width, depth = own["generated_moves"] / own["expanded_nodes"], own["depth"]
    own["horizon"] = width ** np.ceil(depth / 2) + width ** np.floor(depth / 2) - 1
    own["method"] = FORMULA
    found = {}
    for frame, measure, value in (
        (records, "horizon", "horizon"),
        (records, "nodes", "nodes"),
        (own, "horizon", "horizon"),
        (survey.times, "cpu", "cpu_s"),
    ):
        table = frame.pivot(index="index", columns=["method", "depth"], values=value)
        table = table.reindex(index=sorted(records["index"].unique()))
        for method, depth in table.columns[table.notna().all()]:
            found[measure, method, int(depth)] = table[method, depth].to_numpy(float)
    return Sizes(records["index"].nunique(), found)


def of_survey(survey: Survey) -> Numbers:
    """All numbers of a comparison."""
    methods = [method["method"] for method in survey.manifest["methods"]]
    return _percent(survey, [*methods, MINIMAL, FORMULA]) | _solved(survey, methods)


def _percent(survey: Survey, methods: list[str]) -> Numbers:
    numbers: Numbers = {}
    all_sizes, reference = sizes(survey), survey.manifest["reference"]
    for measure in MEASURES:
        for depth in all_sizes.depths:
            for method in methods:
                pairs = all_sizes.columns(measure, depth, method, reference)
                ratio = None if pairs is None else ratio_of_totals(pairs, LEAST_SURVEY)
                if ratio is not None:
                    name = "minimal-formula" if method == FORMULA else method
                    id = f"survey.{dotted(survey.name)}.{measure}.d{depth}.{name}.percent"
                    percent = ratio.map(lambda ratio: 100 * ratio)
                    numbers[id] = Number.of(percent, "percent", survey.name)
    return numbers


def _solved(survey: Survey, methods: list[str]) -> Numbers:
    """Positions solved, those lost and those gained compared with the reference."""
    numbers: Numbers = {}
    tasks = survey.records.dropna(subset="solved")
    table = tasks.pivot(index="index", columns=["method", "depth"], values="solved")
    n = survey.records["index"].nunique()
    for method, depth in table.columns:
        base = (survey.manifest["reference"], depth)
        if method not in methods or base not in table.columns:
            continue
        own, other = table[method, depth] == 1, table[base] == 1
        counts = {"solved": own, "lost": other & ~own, "gained": own & ~other}
        for what, positions in counts.items():
            id = f"survey.{dotted(survey.name)}.d{depth}.{method}.{what}"
            numbers[id] = Number(int(positions.sum()), "positions", survey.name, n=n)
    return numbers
