#!/usr/bin/env python3
"""Do N threads do N times the work of one? One process of N threads against N processes of one.

    cargo build --release
    scripts/cores.py [--threads 2] [--rounds 3] [--depth 7] [--program target/release/vnmp]

Both do the same searches at the same time of day, in turn: a machine that is busy with other
things slows both down alike, so that the ratio says what threads lose to each other, to a lock,
or to a tail in which some have nothing left to do. Shown are nodes a second of wall-clock time,
and each run's processor time over wall-clock time and threads.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def start(options, threads, folder):
    """Starts a run of Table 3 on the shipped middlegames."""
    command = [options.program, "table3", "--suite", str(ROOT / "suites/middlegames60.epd")]
    command += ["--depth", str(options.depth), "--threads", str(threads), "--fresh", "--quiet"]
    command += ["--out", f"{folder}/run", "--journal", f"{folder}/journal"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run(options, processes, threads):
    """(nodes a second, efficiency) of so many processes side by side."""
    with tempfile.TemporaryDirectory() as folder:
        started = [start(options, threads, f"{folder}/{i}") for i in range(processes)]
        if any(process.wait() for process in started):
            sys.exit("error: a run failed")
        times = [json.loads(Path(f"{folder}/{i}/run/times.json").read_text()) for i in range(processes)]
    rate = sum(t["nodes"] / t["wall_s"] for t in times)
    return rate, statistics.mean(t["efficiency"] for t in times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=7)
    parser.add_argument("--program", default=str(ROOT / "target/release/vnmp"))
    options = parser.parse_args()
    n, ratios = options.threads, []
    print(f"{'':>8} {f'1 process x {n} threads':>28} {f'{n} processes x 1 thread':>28}")
    print(f"{'round':>8} {'Mnodes/s':>18} {'of cores':>9} {'Mnodes/s':>18} {'of cores':>9} {'ratio':>7}")
    for i in range(options.rounds):
        together, used = run(options, 1, n)
        apart, control = run(options, n, 1)
        ratios.append(together / apart)
        print(
            f"{i + 1:8} {together / 1e6:18.2f} {used:9.1%} {apart / 1e6:18.2f} {control:9.1%} {ratios[-1]:7.3f}"
        )
    print(f"\nmedian ratio {statistics.median(ratios):.3f} (goal: 0.97)")


if __name__ == "__main__":
    main()
