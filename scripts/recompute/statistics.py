"""Estimates with 95 % intervals, by scipy where it has them, else from the papers.

The bootstrap is done twice. Once with the program's documented generator and seed (O'Neill's PCG64,
2,000 resamples), which must give the published digits; and once, with ten times as many resamples
of numpy's own generator, to see that those digits are not a quirk of that seed or generator: an end
of the interval must then lie among the independent resamples where it should, within what chance
allows.
"""

import dataclasses
import functools
import math
from collections.abc import Callable

import numpy as np
from scipy import stats

CONFIDENCE = 0.95
TAILS = ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2)
RESAMPLES, SEED = 2_000, 2002
INDEPENDENT, INDEPENDENT_SEED = 20_000, 1991
# Standard errors by which an end may be off its place. Not quite 2,000 ends are looked at, and
# chance puts one in 1.7 million beyond five.
TOLERANCE = 5

Statistic = Callable[[np.ndarray], np.ndarray]


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A figure, its interval where the sample gives one, and what it rests on."""

    value: float
    interval: tuple[float, float] | None
    n: int
    # What an independent resampling has against the interval.
    doubt: str | None = None

    def map(self, show: Callable[[float], float]) -> "Estimate":
        """In another unit."""
        if self.interval is None:
            return dataclasses.replace(self, value=show(self.value))
        low, high = sorted(map(show, self.interval))
        return dataclasses.replace(self, value=show(self.value), interval=(low, high))


@functools.lru_cache(maxsize=2)
def _pinned_weights(n: int) -> np.ndarray:
    """How often each resample of the program's generator takes each of n positions."""
    # The seed is stretched to 32 bytes by PCG32, the first half the state and the second the stream.
    state, words = SEED, []
    for _ in range(8):
        state = (state * 6364136223846793005 + 11634580027462260723) % 2**64
        mixed, turn = ((state >> 18 ^ state) >> 27) % 2**32, state >> 59
        words.append((mixed >> turn | mixed << (32 - turn)) % 2**32)
    whole = sum(word << 32 * place for place, word in enumerate(words))
    start, increment = whole % 2**128, whole >> 128 | 1
    multiplier = 0x2360ED051FC65DA44385DF649FCCF645
    generator = np.random.PCG64()
    known = generator.state
    known["state"] = {
        "state": ((start + increment) * multiplier + increment) % 2**128,
        "inc": increment,
    }
    generator.state = known
    raw = generator.random_raw(RESAMPLES * n)
    # A position is the upper half of the product of 64 random bits and n.
    upper, lower, n64 = raw >> np.uint64(32), raw & np.uint64(2**32 - 1), np.uint64(n)
    places = (upper * n64 + (lower * n64 >> np.uint64(32))) >> np.uint64(32)
    return _weights(places.astype(np.int64).reshape(RESAMPLES, n))


@functools.lru_cache(maxsize=2)
def _independent_weights(n: int) -> np.ndarray:
    """The same of numpy's generator, and ten times as many."""
    generator = np.random.Generator(np.random.Philox(INDEPENDENT_SEED + n))
    blocks = range(INDEPENDENT // RESAMPLES)  # at once they would take four times the memory
    weights = np.empty((len(blocks), RESAMPLES, n))
    for block in blocks:
        weights[block] = _weights(generator.integers(0, n, size=(RESAMPLES, n), dtype=np.int64))
    return weights.reshape(-1, n)


def _weights(places: np.ndarray) -> np.ndarray:
    """Counts of each place by row."""
    rows, n = places.shape
    flat = places + n * np.arange(rows)[:, None]
    return np.bincount(flat.ravel(), minlength=rows * n).reshape(rows, n).astype(float)


def bootstrap(columns: np.ndarray, statistic: Statistic) -> Estimate | None:
    """A statistic of totals over positions, with its percentile interval.

    `columns` has a row for each position; `statistic` makes one value of each row of totals, NaN
    where it is not defined. None without positions, or where the sample itself gives no value; no
    interval with one position, or where most resamples give none.
    """
    n = len(columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(statistic(columns.sum(axis=0, keepdims=True))[0]) if n else np.nan
        if not np.isfinite(value):
            return None
        if n < 2:
            return Estimate(value, None, n)
        pinned = _finite(statistic(_pinned_weights(n) @ columns))
        if 2 * len(pinned) <= RESAMPLES:
            return Estimate(value, None, n)
        low, high = np.quantile(pinned, TAILS).tolist()
        independent = _finite(statistic(_independent_weights(n) @ columns))
    doubt = _doubt(low, TAILS[0], independent) or _doubt(high, TAILS[1], independent)
    return Estimate(value, (low, high), n, doubt)


def _finite(values: np.ndarray) -> np.ndarray:
    return values[np.isfinite(values)]


def _doubt(end: float, tail: float, independent: np.ndarray) -> str | None:
    """Is the share of independent resamples below an end its tail?

    The published end is a quantile of `RESAMPLES` draws, the share one of `INDEPENDENT`: their
    difference has the standard error of two binomial shares, whatever the distribution.
    """
    error = np.sqrt(tail * (1 - tail) * (1 / RESAMPLES + 1 / len(independent)))
    slack = 1e-9 * max(1.0, abs(end))
    below, up_to = np.mean(independent < end - slack), np.mean(independent <= end + slack)
    if below - TOLERANCE * error <= tail <= up_to + TOLERANCE * error:
        return None
    return (
        f"{100 * below:.2f} % of {len(independent)} independent resamples lie below the interval's end "
        f"{end:.6g}, where {100 * tail:.1f} % should (standard error {100 * error:.2f} %)"
    )


def ratio_of_totals(pairs: np.ndarray) -> Estimate | None:
    """Total of the first column over that of the second, paired by position."""
    return bootstrap(pairs, lambda totals: totals[:, 0] / totals[:, 1])


def geometric_mean(pairs: np.ndarray) -> Estimate | None:
    """Of first over second; Student's interval on the logarithms. Pairs with a zero are left out."""
    logs = np.log(pairs[(pairs > 0).all(axis=1)])
    if not len(logs):
        return None
    logs, n = logs[:, 0] - logs[:, 1], len(logs)
    mean = float(np.mean(logs))
    if n < 2:
        return Estimate(math.exp(mean), None, n)
    half = stats.t.ppf(TAILS[1], n - 1) * stats.sem(logs)
    return Estimate(math.exp(mean), (math.exp(mean - half), math.exp(mean + half)), n)


def wilson(k: int, n: int) -> Estimate | None:
    """A share, with Wilson's interval."""
    if n == 0:
        return None
    low, high = stats.binomtest(k, n).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(k / n, (float(low), float(high)), n)


@dataclasses.dataclass(frozen=True)
class Paired:
    """Two ways to solve the same positions."""

    first: int
    only_first: int
    only_second: int
    n: int

    @staticmethod
    def of(pairs: np.ndarray) -> "Paired":
        """Of two columns of 0 and 1."""
        first, second = pairs[:, 0] == 1, pairs[:, 1] == 1
        only_first, only_second = int((first & ~second).sum()), int((second & ~first).sum())
        return Paired(int(first.sum()), only_first, only_second, len(pairs))

    def p_value(self) -> float:
        """McNemar's exact test: the sign test of the discordant positions."""
        discordant = self.only_first + self.only_second
        return float(stats.binomtest(self.only_first, discordant).pvalue) if discordant else 1.0

    def difference(self) -> Estimate:
        """Solved by the first less by the second, in positions; interval of Agresti and Min (2005),
        who add half an observation to each of the four cells."""
        value = float(self.only_first - self.only_second)
        if self.n < 2:
            return Estimate(value, None, self.n)
        n, b, c = self.n + 2, self.only_first + 0.5, self.only_second + 0.5
        share = (b - c) / n
        error = np.sqrt((b + c) / n - share**2) / np.sqrt(n)
        reach = stats.norm.ppf(TAILS[1]) * error
        low, high = np.clip([share - reach, share + reach], -1, 1).tolist()
        return Estimate(value, (self.n * low, self.n * high), self.n)


def pairs_of_games(pairs: list[int]) -> tuple[Estimate, Estimate]:
    """Score and Elo from how many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.

    Student's interval over pairs, to which one lost and one won pair are added, as Agresti and
    Coull do for shares; they count for no degree of freedom. `n` counts games. Elo ends stop where a
    side would have lost a quarter of a game less than it can.
    """
    count = sum(pairs)
    points = np.repeat(np.linspace(0, 1, 5), pairs)
    padded = np.append(points, [0.0, 1.0])
    reach = stats.t.ppf(TAILS[1], max(count - 1, 1)) * stats.sem(padded)
    low, high = np.clip([np.mean(padded) - reach, np.mean(padded) + reach], 0, 1).tolist()
    least = 0.5 / (2 * count + 1)

    def elo(share: float) -> float:
        return -400 * math.log10(1 / min(max(share, least), 1 - least) - 1)

    score = Estimate(float(np.mean(points)), (low, high), 2 * count)
    return score, score.map(elo)


def largest_half(nodes: np.ndarray) -> tuple[int, float] | None:
    """The fewest positions that together hold half of the total, and the share of the largest."""
    held = np.cumsum(np.sort(nodes)[::-1])
    if not len(held) or held[-1] == 0:
        return None
    return int(np.argmax(2 * held >= held[-1])) + 1, float(held[0] / held[-1])
