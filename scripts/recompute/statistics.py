"""Estimates with 95 % intervals, from scipy where it has them, else from the papers.

The bootstrap is done twice: once with the program's documented generator and seed (O'Neill's PCG64,
2,000 resamples), which must give the published digits; and once with ten times as many resamples
of numpy's own generator, to see that those digits are not a quirk of that seed or generator: the
quantile from which the interval is made must then lie among the independent resamples where it
should, within what chance allows.
"""

import dataclasses
import functools
import math
from collections.abc import Callable

import numpy as np
from scipy import optimize, stats

CONFIDENCE = 0.95
TAILS = ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2)
RESAMPLES, SEED = 2_000, 2002
# Level of the resamples' distances in standard errors: by the rules, 98 % for intervals that hold the
# truth in 95 %.
LEVEL = 0.98
# Relative step of slopes.
STEP = 1e-6
# The program's slopes have steps of 1e-5 in double precision, which leaves eleven digits, or fewer where
# the influences of two settings nearly cancel: this part of an interval's width is not significant.
SLACK = 1e-7
# Fewest positions for an interval; of the survey's methods.
LEAST, LEAST_SURVEY, LEAST_CONTRAST, LEAST_SOLVED = 100, 24, 139, 20
# Level of the interval of differences of solved positions, which at 95 % would hold the truth in 93 %.
LEVEL_SOLVED = 0.97
# The scale on which an interval is symmetric.
LOG, PLAIN = "log", "plain"
INDEPENDENT, INDEPENDENT_SEED = 20_000, 1991
# Standard errors by which a quantile may be out of place. Fewer than 2,000 are compared, and chance
# puts one in 1.7 million beyond five.
TOLERANCE = 5

Statistic = Callable[[np.ndarray], np.ndarray]


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A figure, its interval where the sample gives one, and what it rests on."""

    value: float
    interval: tuple[float, float] | None
    n: int
    # The objection of an independent resampling to the interval.
    doubt: str | None = None
    # The part of the interval's width by which an end may differ.
    slack: float = 0.0

    def map(self, show: Callable[[float], float]) -> "Estimate":
        """In another unit."""
        if self.interval is None:
            return dataclasses.replace(self, value=show(self.value))
        low, high = sorted(map(show, self.interval))
        return dataclasses.replace(self, value=show(self.value), interval=(low, high))


@functools.lru_cache(maxsize=2)
def _pinned_weights(n: int) -> np.ndarray:
    """How often each resample of the program's generator takes each of n positions."""
    # PCG32 expands the seed to 32 bytes: the first half is the state, the second the stream.
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
    """The same from numpy's generator, ten times as many."""
    generator = np.random.Generator(np.random.Philox(INDEPENDENT_SEED + n))
    blocks = range(INDEPENDENT // RESAMPLES)  # all at once would take four times the memory
    weights = np.empty((len(blocks), RESAMPLES, n))
    for block in blocks:
        weights[block] = _weights(generator.integers(0, n, size=(RESAMPLES, n), dtype=np.int64))
    return weights.reshape(-1, n)


def _weights(places: np.ndarray) -> np.ndarray:
    """Counts of each place by row."""
    rows, n = places.shape
    flat = places + n * np.arange(rows)[:, None]
    return np.bincount(flat.ravel(), minlength=rows * n).reshape(rows, n).astype(float)


def resampled(n: int) -> np.ndarray:
    """How often each resample of the program takes each of n positions, a row a resample."""
    return _pinned_weights(n)


def bootstrap(
    columns: np.ndarray, statistic: Statistic, least: int = LEAST, scale: str = LOG
) -> Estimate | None:
    """A statistic of totals over positions, with its studentised interval.

    `columns` has a row for each position; `statistic` turns each row of totals into one value, NaN
    where it is not defined. None without positions, or where the sample itself gives no value; no
    interval with fewer than `least` positions, or where most resamples give none. The interval is
    symmetric on the scale: its reach is the sample's standard error times the quantile `LEVEL` of
    how many of their own standard errors resamples lie away.
    """
    n = len(columns)
    to, back = (np.log, math.exp) if scale == LOG else (np.positive, float)

    def scaled(totals: np.ndarray) -> np.ndarray:
        return to(statistic(totals))

    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(statistic(columns.sum(axis=0, keepdims=True))[0]) if n else np.nan
        if not np.isfinite(value):
            return None
        centres, errors = _studentised(np.ones((1, n)), columns, scaled)
        centre, error = float(centres[0]), float(errors[0])
        if n < max(least, 2) or not np.isfinite(error):
            return Estimate(value, None, n)
        doubt, reach = None, 0.0
        if not _is_nothing(error, centre):
            pinned = _distances(_pinned_weights(n), columns, scaled, centre)
            if 2 * len(pinned) <= RESAMPLES:
                return Estimate(value, None, n)
            distance = float(np.quantile(pinned, LEVEL))
            reach = distance * error
            independent = _distances(_independent_weights(n), columns, scaled, centre, float)
            doubt = _doubt(distance, LEVEL, independent)
        return Estimate(value, (back(centre - reach), back(centre + reach)), n, doubt, SLACK)


def _distances(
    weights: np.ndarray,
    columns: np.ndarray,
    scaled: Statistic,
    centre: float,
    digits: type = np.longdouble,
) -> np.ndarray:
    """How many of its own standard errors each resample lies away; those without one are dropped."""
    values, errors = _studentised(weights, columns, scaled, digits)
    kept = np.isfinite(errors) & ~_is_nothing(errors, values)
    return np.abs(values[kept] - centre) / errors[kept]


def _is_nothing(error, value):
    """Positions in exact proportion have only rounding error."""
    return error <= 1e-9 * np.maximum(1.0, np.abs(value))


def _studentised(
    weights: np.ndarray,
    columns: np.ndarray,
    scaled: Statistic,
    digits: type = np.longdouble,
) -> tuple[np.ndarray, np.ndarray]:
    """The statistic of each row of weights, and its standard error by linearisation (delta method):
    the variance of a position's influence, slopes times its counts, times n^2 / n."""
    n, width = columns.shape
    mean = columns.mean(axis=0)
    size = np.where(mean != 0, mean, 1.0)
    unit = columns / size  # so that cancellation costs as little in columns of any size
    firsts, seconds = np.triu_indices(width)
    both = weights @ np.hstack([columns, unit[:, firsts] * unit[:, seconds]])  # in one pass
    totals, products = both[:, :width], both[:, width:]
    # Slopes by central differences, in extended precision where the step must cost no digits.
    wide = totals.astype(digits)
    values = scaled(wide)
    slopes = np.empty(totals.shape)
    for column in range(width):
        step = np.maximum(np.abs(wide[:, column]), np.finfo(float).tiny) * digits(STEP)
        up, down = wide.copy(), wide.copy()
        up[:, column] += step
        down[:, column] -= step
        slopes[:, column] = (scaled(up) - scaled(down)) / (2 * step) * size[column]
    influence = (slopes * (totals / size)).sum(axis=1) / n
    terms = products * slopes[:, firsts] * slopes[:, seconds] * np.where(firsts == seconds, 1, 2)
    squares = terms.sum(axis=1) - n * influence**2
    # Near cancellations are summed again position by position.
    for row in np.flatnonzero(squares < 1e-4 * np.abs(terms).sum(axis=1)):
        squares[row] = weights[row] @ (unit @ slopes[row] - influence[row]) ** 2
    errors = np.sqrt(squares * n / (n - 1)) if n > 1 else np.full(len(weights), np.nan)
    return values.astype(float), np.where(np.isfinite(values.astype(float)), errors, np.nan)


def _doubt(distance: float, level: float, independent: np.ndarray) -> str | None:
    """Does the share of independent resamples nearer than the quantile match its level?

    The published one is a quantile of `RESAMPLES` draws, the share one of `INDEPENDENT`: their
    difference has the standard error of two binomial shares, whatever the distribution.
    """
    error = np.sqrt(level * (1 - level) * (1 / RESAMPLES + 1 / len(independent)))
    slack = 1e-9 * max(1.0, distance)
    below = np.mean(independent < distance - slack)
    up_to = np.mean(independent <= distance + slack)
    if below - TOLERANCE * error <= level <= up_to + TOLERANCE * error:
        return None
    return (
        f"{100 * below:.2f} % of {len(independent)} independent resamples are nearer than "
        f"{distance:.6g} standard errors, where {100 * level:.1f} % should be (standard error "
        f"{100 * error:.2f} %)"
    )


def ratio_of_totals(pairs: np.ndarray, least: int = LEAST) -> Estimate | None:
    """Total of the first column over that of the second, paired by position."""
    return bootstrap(pairs, lambda totals: totals[:, 0] / totals[:, 1], least)


def mean_count(counts: np.ndarray, least: int = LEAST) -> Estimate | None:
    """The mean over positions."""
    columns = np.column_stack([counts, np.ones(len(counts))])
    return bootstrap(columns, lambda totals: totals[:, 0] / totals[:, 1], least)


def paired_change(columns: np.ndarray, least: int = LEAST) -> Estimate | None:
    """The ratio of the first two columns' totals over the ratio of the other two."""
    return bootstrap(columns, lambda t: t[:, 0] / t[:, 1] / (t[:, 2] / t[:, 3]), least)


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


def proportion(k: int, n: int) -> Estimate | None:
    """A share, with Clopper and Pearson's exact interval."""
    if n == 0:
        return None
    low, high = stats.binomtest(k, n).proportion_ci(CONFIDENCE, method="exact")
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
        """Solved by the first less by the second, in positions; Tango's score interval (1998)."""
        value = float(self.only_first - self.only_second)
        if self.n < LEAST_SOLVED:
            return Estimate(value, None, self.n)
        reach = float(stats.norm.ppf((1 + LEVEL_SOLVED) / 2))
        low = -Paired(0, self.only_second, self.only_first, self.n)._upper(reach)
        return Estimate(value, (low, self._upper(reach)), self.n)

    def _upper(self, reach: float) -> float:
        """The largest difference, in positions, below which the one found lies `reach` standard errors at most."""
        found = (self.only_first - self.only_second) / self.n
        last = 1 - 1e-12
        if found >= last or self._below(last) <= reach:
            return float(self.n)
        start = found + 1e-9 * (1 - found)
        return self.n * optimize.brentq(lambda d: self._below(d) - reach, start, last, xtol=1e-14)

    def _below(self, difference: float) -> float:
        """How many standard errors the difference found lies below another, if the shares are the likeliest that
        have the other."""
        b, c, d, same = self.only_first, self.only_second, difference, self.n - self.only_first - self.only_second
        least, most = max(0.0, -d), (1 - d) / 2

        def slope(q: float) -> float:
            return b / (q + d) + (c / q if c else 0.0) - 2 * same / (1 - 2 * q - d)

        # The likelihood is concave in the share that only the second solves.
        inner = (least + 1e-15, most - 1e-15)
        if slope(inner[0]) <= 0:
            q = least
        elif same == 0 or slope(inner[1]) >= 0:
            q = most
        else:
            q = optimize.brentq(slope, *inner, xtol=1e-16, rtol=1e-13)
        error = math.sqrt(max(2 * q + d - d * d, 0) / self.n)
        return (d - (b - c) / self.n) / error if error else 0.0


def pairs_of_games(pairs: list[int]) -> tuple[Estimate, Estimate]:
    """Score and Elo from how many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.

    Student's interval over pairs, to which one lost and one won pair are added, as Agresti and
    Coull do for shares; they add no degrees of freedom. `n` counts games. Elo ends stop where a
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
