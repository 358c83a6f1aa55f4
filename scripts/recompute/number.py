"""A published number, and when two of them are the same."""

import dataclasses
import math
from collections.abc import Iterator

from recompute.statistics import Estimate

# The file has twelve digits: half a unit in the last place, and as much again for the arithmetic. Ends
# of intervals have six: half a unit in the last place.
RELATIVE, RELATIVE_END = 1e-11, 5.1e-6
# Percentages are differences of ratios from 1, which cancel; below this there is only rounding error.
ABSOLUTE = 1e-11


@dataclasses.dataclass(frozen=True)
class Number:
    """The fields of an entry of the file; None where it has no such field."""

    value: float | None
    unit: str
    source: str
    low: float | None = None
    high: float | None = None
    n: int | None = None
    paper: float | None = None
    paper_to: float | None = None
    direction: str | None = None
    inside: bool | None = None
    factor: float | None = None
    # The objection of an independent resampling to the interval; not in the file.
    doubt: str | None = dataclasses.field(default=None, compare=False)
    # The part of the interval's width by which its ends may differ.
    slack: float = dataclasses.field(default=0.0, compare=False)

    @staticmethod
    def of(estimate: Estimate, unit: str, source: str) -> "Number":
        """An estimate in the file's unit."""
        low, high = estimate.interval or (None, None)
        number = Number(estimate.value, unit, source, low, high, estimate.n)
        return dataclasses.replace(number, doubt=estimate.doubt, slack=estimate.slack)

    @staticmethod
    def ratio(estimate: Estimate, source: str) -> "Number":
        """A ratio, as a difference in percent."""
        return Number.of(estimate.map(lambda ratio: (ratio - 1) * 100), "percent", source)

    def beside(self, paper: float | None) -> "Number":
        """With the published figure."""
        return dataclasses.replace(self, paper=paper)

    def differences(self, published: dict) -> Iterator[str]:
        """Each field that differs from the file; fields that only the file has come first."""
        own = {f.name: getattr(self, f.name) for f in dataclasses.fields(self) if f.compare}
        for field in sorted(published.keys() - own.keys()):
            yield f"has a field '{field}', which nothing here computes"
        for field, ours in own.items():
            theirs = published.get(field)
            is_end = field in ("low", "high")
            slack, relative = 0.0, RELATIVE_END if is_end else RELATIVE
            if is_end and self.low is not None and self.high is not None:
                slack = self.slack * (self.high - self.low)
            if not same(theirs, ours, slack, relative):
                yield f"{field}: published {show(theirs)}, recomputed {show(ours)}"
        if self.doubt:
            yield self.doubt


Numbers = dict[str, Number]


def same(
    published: object, ours: object, slack: float = 0.0, relative: float = RELATIVE
) -> bool:
    """Equal to the digits that the file has, or within `slack`."""
    if isinstance(published, bool) or isinstance(ours, bool):
        return published is ours
    if isinstance(published, int | float) and isinstance(ours, int | float):
        return math.isclose(published, ours, rel_tol=relative, abs_tol=max(ABSOLUTE, slack))
    return published == ours


def show(value: object) -> str:
    """A field for a message."""
    if value is None:
        return "nothing"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def dotted(folder: str) -> str:
    """A folder below the results in an id: `sensitivity.seed-1`."""
    return folder.replace("/", ".")
