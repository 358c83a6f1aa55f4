"""Pruning on one side: what each search changes compared with the one that does not prune, with Student's t."""

import math

import numpy as np
import pandas as pd

from recompute.evidence import Evidence, Run
from recompute.laboratory import mean_with_test
from recompute.number import Number, Numbers

FOLDER = "laboratory-sides"
SIDES = ("own", "opponent")
RESPONSES = ("changed", "solved", "nodes")


def of_sides(evidence: Evidence) -> Numbers:
    """Each technique on each side, and the opponent's side less one's own."""
    numbers: Numbers = {}
    runs = [evidence.runs.get(f"{FOLDER}/{side}") for side in SIDES]
    if None in runs:
        return numbers
    for variant in runs[0].variants:
        if variant == runs[0].reference:
            continue
        own, opponent = (_responses(run, variant) for run in runs)
        both = own.index.intersection(opponent.index)
        tables = {f"{variant}.own": own.loc[both], f"{variant}.opponent": opponent.loc[both]}
        tables[variant] = opponent.loc[both] - own.loc[both]
        for of, table in tables.items():
            for response in RESPONSES:
                estimate, _ = mean_with_test(table[response].to_numpy())
                points = response == "solved" or response == "changed" and of == variant
                unit = "percentage-points" if points else "percent"
                show = (lambda ln: math.expm1(ln) * 100) if response == "nodes" else (lambda s: s * 100)
                numbers[f"{FOLDER}.{of}.{response}"] = Number.of(estimate.map(show), unit, FOLDER)
    return numbers


def _responses(run: Run, variant: str) -> pd.DataFrame:
    """A row for each position: the mean over the last two depths."""
    part = run.parts[0]
    depths = part.suite["depths"][-2:]
    searches = [
        part.of_variant(own).set_index(["index", "depth"])[["best_move", "solved", "nodes"]]
        for own in (variant, run.reference)
    ]
    own, none = searches[0].align(searches[1], join="inner", axis=0)
    table = pd.DataFrame(
        {
            "changed": (own["best_move"] != none["best_move"]).astype(float),
            "solved": own["solved"] - none["solved"],
            "nodes": np.log(own["nodes"] / none["nodes"]),
        }
    ).dropna()
    table = table[table.index.get_level_values("depth").isin(depths)]
    by_position = table.groupby("index")
    return by_position.mean()[by_position.size() == len(depths)]
