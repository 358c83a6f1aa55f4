"""The column `solved`, judged again from the held move or mate and the task of the suite.

A suite is taken where a file here is, byte for byte, the one that the manifest names; those that are
not ours to ship are looked for in suites/imported and below $VNMP_SUITES.
"""

import dataclasses
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from recompute.evidence import Evidence

# Piece, origin if given, target, promotion; moves are compared on what both of them give.
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])=?([QRBN]?)")


@dataclasses.dataclass(frozen=True)
class Task:
    """The task of an EPD line: to mate in a number of moves, to play one of the best moves, or none of those to avoid."""

    id: str
    best: list[str]
    avoid: list[str]
    mate: int | None

    def solved(self, move: str | None, mate: float) -> float:
        """1 or 0. A mate counts if it is short enough, whatever the first move."""
        if self.mate is not None:
            return float(0 < mate <= self.mate)
        if move is None or not (self.best or self.avoid):
            return 0.0
        held = not self.best or any(same(move, best) for best in self.best)
        return float(held and not any(same(move, avoid) for avoid in self.avoid))


def same(move: str, other: str) -> bool:
    """The same move, written more or less fully."""
    move, other = (text.rstrip("+#!?").replace("0", "O") for text in (move, other))
    if move == other:
        return True
    first, second = SAN.fullmatch(move), SAN.fullmatch(other)
    if not first or not second:
        return False
    pairs = list(zip(first.groups(), second.groups(), strict=True))
    said = all(a == b for a, b in (pairs[0], *pairs[3:]))
    return said and all(a == b or not a or not b for a, b in pairs[1:3])


def tasks(path: Path) -> list[Task]:
    """The lines of an EPD file; one without an id goes by its line number."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        rest = line.split(maxsplit=4)[4]
        operations = re.findall(r'(\w+)((?:\s+(?:"[^"]*"|[^;"\s]+))*)\s*;', rest)
        said = {name: operands.split() for name, operands in operations}
        id = re.search(r'\bid\s+"([^"]*)"', rest)
        mate = int(said["dm"][0]) if "dm" in said else None
        found.append(
            Task(id[1] if id else f"line {number}", said.get("bm", []), said.get("am", []), mate)
        )
    return found


def check(evidence: Evidence, folders: list[Path]) -> tuple[int, list[str]]:
    """How many records were judged again, and those that only one of the two judges calls solved."""
    files = {
        hashlib.sha256(path.read_bytes()).hexdigest(): path
        for folder in folders
        for path in sorted(folder.glob("*.epd"))
    }
    judged, wrong = 0, []
    for name, suite, records in _samples(evidence):
        corrected = any(remark.startswith("corrected by") for remark in suite.get("remarks", []))
        if suite["sha256"] not in files or corrected:
            continue
        left_out = suite.get("discarded", [])
        asked = [task for task in tasks(files[suite["sha256"]]) if task.id not in left_out]
        columns = ["index", "id", "depth", "best_move", "mate", "solved"]
        for record in records.dropna(subset="solved")[columns].itertuples(index=False):
            task = asked[record.index] if record.index < len(asked) else None
            move = record.best_move if isinstance(record.best_move, str) else None
            ours = task.solved(move, record.mate) if task and task.id == record.id else None
            judged += 1
            if ours != record.solved:
                wrong.append(
                    f"results/{name}: {record.id} at depth {record.depth}: solved is "
                    f"{record.solved}, by the suite {ours}"
                )
    return judged, wrong


def _samples(evidence: Evidence) -> Iterator[tuple[str, dict, pd.DataFrame]]:
    for name, run in evidence.runs.items():
        for part in run.parts:
            yield name, part.suite, part.records
    for name, survey in evidence.surveys.items():
        yield name, survey.manifest["suites"][0], survey.records
