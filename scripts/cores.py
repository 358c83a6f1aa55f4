#!/usr/bin/env python3
"""Do N threads do N times the work of one? One process of N threads against N processes of one.

    cargo build --release
    scripts/cores.py [--threads 2] [--rounds 3] [--depth 7] [--program target/release/vnmp]

The two take turns at the same searches, so that a machine busy with other things slows both down
alike. Printed are nodes per second of wall-clock time and of processor time, and CPU utilisation:
processor time over wall-clock time and threads. Interference between threads shows in nodes per
processor second; a lock, or a tail in which some threads have nothing left to do, shows in nodes per
wall-clock second, which is also much noisier.
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
    """Nodes per second of wall-clock and of processor time, and CPU utilisation, of processes run side by side."""
    with tempfile.TemporaryDirectory() as folder:
        started = [start(options, threads, f"{folder}/{i}") for i in range(processes)]
        if any([process.wait() for process in started]):
            sys.exit("error: a run failed")
        times = [json.loads(Path(f"{folder}/{i}/run/times.json").read_text()) for i in range(processes)]
    rate = sum(t["nodes"] / t["wall_s"] for t in times)
    of_cpu = sum(t["nodes"] for t in times) / sum(t["cpu_s"] for t in times)
    return rate, of_cpu, statistics.mean(t["efficiency"] for t in times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=7)
    parser.add_argument("--program", default=str(ROOT / "target/release/vnmp"))
    options = parser.parse_args()
    n, ratios, cpu_ratios = options.threads, [], []
    print(f"Mnodes a second of wall-clock time, of processor time, and share of {n} cores in use\n")
    print(f"{'round':>5} {f'1 process x {n} threads':>26} {f'{n} processes x 1 thread':>26} {'ratios':>15}")
    for i in range(options.rounds):
        together, together_cpu, used = run(options, 1, n)
        apart, apart_cpu, control = run(options, n, 1)
        ratios.append(together / apart)
        cpu_ratios.append(together_cpu / apart_cpu)
        print(
            f"{i + 1:5} {together / 1e6:10.2f} {together_cpu / 1e6:7.2f} {used:7.1%}"
            f" {apart / 1e6:10.2f} {apart_cpu / 1e6:7.2f} {control:7.1%}"
            f" {ratios[-1]:7.3f} {cpu_ratios[-1]:7.3f}"
        )
    medians = statistics.median(ratios), statistics.median(cpu_ratios)
    print("\nmedian ratios: wall-clock {:.3f}, processor time {:.3f} (goal: 0.97)".format(*medians))


if __name__ == "__main__":
    main()
