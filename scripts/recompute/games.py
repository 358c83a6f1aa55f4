"""Scores of matches, from the first side's point of view; what runs took; how often simulated
intervals held the truth."""

import math
from pathlib import Path

from recompute.evidence import Evidence, Match, toml
from recompute.number import Number, Numbers, dotted
from recompute.statistics import Estimate, pairs_of_games


def estimates(match: Match) -> tuple[Estimate, Estimate]:
    """Score and Elo."""
    return pairs_of_games(match.pairs)


def of_matches(evidence: Evidence, experiments: Path) -> Numbers:
    """Every match, beside the paper's where the sides are the same."""
    numbers: Numbers = {}
    paper = toml(experiments / "paper/self_play.toml")
    for name, match in evidence.matches.items():
        id, (score, elo) = f"match.{dotted(name.removeprefix('match/'))}", estimates(match)
        counts = {"wins": match.wins, "draws": match.draws, "losses": match.losses}
        for what, count in (counts | {"games": sum(counts.values())}).items():
            numbers[f"{id}.{what}"] = Number(count, "games", name)
        same = match.sides == (paper["player"], paper["opponent"])
        beside = 100 * paper["score"] / paper["games"] if same else None
        number = Number.of(score.map(lambda share: 100 * share), "percent", name)
        numbers[f"{id}.score"] = number.beside(beside)
        theirs = None if beside is None else -400 * math.log10(100 / beside - 1)
        numbers[f"{id}.elo"] = Number.of(elo, "elo", name).beside(theirs)
    return numbers


def of_times(evidence: Evidence) -> Numbers:
    """What runs took, according to their `times.json`, the only source. A run that searched nothing itself, because
    another run's journal had everything, has no cost worth printing."""
    numbers: Numbers = {}
    for name, times in evidence.times.items():
        if not times["nodes"]:
            continue
        for what, key, unit in (
            ("wall", "wall_s", "seconds"),
            ("processor", "cpu_s", "seconds"),
            ("nodes", "nodes", "nodes"),
            ("threads", "threads", "count"),
        ):
            numbers[f"cost.{dotted(name)}.{what}"] = Number(times[key], unit, name)
    return numbers


def of_coverage(evidence: Evidence) -> Numbers:
    """How often intervals held the truth, from the counts of the simulation."""
    numbers: Numbers = {}
    for row in evidence.coverage.itertuples():
        population = dotted(row.population.replace(" ", "-"))
        number = Number(100 * row.held / row.samples, "percent", "coverage", n=row.samples)
        numbers[f"coverage.{row.kind}.{population}.n{row.n}"] = number
    return numbers
