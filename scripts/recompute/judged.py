"""Solved positions of the engines nearest to the paper's: verified R = 3 less standard R = 2 and R = 3."""

import dataclasses

from recompute.evidence import Evidence
from recompute.number import Number, Numbers
from recompute.parity import SOLVED, VERIFIED
from recompute.statistics import Paired
from recompute.tables import Paper, part_id

RUNS = ("horizon-stored-flags-off", "material", "table1", "table1-material", "mates", "mates-mixed", "mates-material")


def of_judged(evidence: Evidence, paper: Paper) -> Numbers:
    """Each difference that the paper has too, and whether the interval contains the paper's."""
    numbers: Numbers = {}
    names = (f"explain-nearest/{name}" for name in RUNS)
    for run in (evidence.runs[name] for name in names if name in evidence.runs):
        for part in run.parts:
            suite = part.suite["wanted"]
            for depth in part.suite["depths"]:
                counts = paper.solved(SOLVED.get(suite), suite, depth)
                for standard in ("std:r=2", "std:r=3") if counts else ():
                    ours = Paired.of(part.solved_columns(depth, VERIFIED, standard)).difference()
                    theirs = counts[VERIFIED] - counts[standard]
                    inside = ours.interval and ours.interval[0] <= theirs <= ours.interval[1]
                    number = Number.of(ours, "positions", run.name).beside(theirs)
                    number = dataclasses.replace(number, inside=inside)
                    numbers[f"judged.{part_id(run, part)}.d{depth}.{standard}.difference"] = number
    return numbers
