#!/usr/bin/env python3
"""Does the memory of a run grow with its searches? Peak resident memory of runs of several sizes.

    cargo build --release
    scripts/memory.py [--sizes 10000x10x1,10000x10x3] [--program target/release/vnmp]

The suites are made here: kings behind their pawns, knights and pawns wherever they do not give check.
Sizes are positions x variants x depth, and a search leaves one record for each depth. One thread
with a table of 1 MB.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def rank_of(men):
    """A rank of FEN from {file: letter}."""
    text, empty = "", 0
    for file in range(8):
        if file in men:
            text += (str(empty) if empty else "") + men[file]
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")


def positions():
    """Endless distinct FENs: white knights on ranks 3 and 4, black ones on 5 and 6."""
    pairs = list(itertools.combinations(range(16), 2))
    for pawns in range(1, 1024):
        for white, black in itertools.product(pairs, pairs):
            ranks = [{} for _ in range(8)]
            for square in white:
                ranks[2 + square // 8][square % 8] = "N"
            for square in black:
                ranks[4 + square // 8][square % 8] = "n"
            ranks[0], ranks[7] = {6: "K"}, {6: "k"}
            ranks[1] = {f: "P" for f in range(8) if f > 4 or pawns >> f & 1}
            ranks[6] = {f: "p" for f in range(8) if f > 4 or pawns >> (f + 5) & 1}
            yield "/".join(rank_of(rank) for rank in reversed(ranks)) + " w - -"


def peak(program, size, variants, depth):
    """Peak resident memory of a run over this number of positions, in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        suite = Path(folder) / "many.epd"
        with suite.open("w") as file:
            for i, fen in enumerate(itertools.islice(positions(), size)):
                file.write(f'{fen} id "p{i}";\n')
        command = [program, "table3", "--suite", str(suite), "--depth", str(depth), "--variants", variants]
        command += ["--hash-entries", "65536", "--threads", "1", "--quiet", "--fresh"]
        command += ["--out", f"{folder}/run", "--journal", f"{folder}/journal"]
        quiet = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_WRONLY, 0) for n in (1, 2)]
        pid = os.posix_spawn(program, command, os.environ, file_actions=quiet)
        _, status, usage = os.wait4(pid, 0)
        if status:
            sys.exit("error: the run failed")
        with (Path(folder) / "run/records.csv").open() as file:
            records = sum(1 for _ in file) - 1
        assert records == size * depth * len(variants.split(",")), f"{records} records"
    return usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", default="10x1x1,10000x1x1,10000x10x1,10000x10x2,10000x10x3,100000x1x1")
    parser.add_argument("--program", default=str(ROOT / "target/release/vnmp"))
    options = parser.parse_args()
    print(f"{'positions':>9} {'variants':>8} {'depth':>5} {'searches':>8} {'records':>8} {'peak MiB':>9}")
    for size in options.sizes.split(","):
        positions, variants, depth = map(int, size.split("x"))
        found = peak(options.program, positions, ",".join(f"std:r={r}" for r in range(variants)), depth)
        searches = positions * variants
        print(f"{positions:9} {variants:8} {depth:5} {searches:8} {searches * depth:8} {found / 2**20:9.1f}", flush=True)


if __name__ == "__main__":
    main()
