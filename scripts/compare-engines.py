#!/usr/bin/env python3
"""Nodes per second of processor time, ours and other engines', in one interleaved run.

    cargo build --release
    scripts/compare-engines.py [--depth 8] [--rounds 5] [--program target/release/vnmp]

Every engine searches the 24 Bratko-Kopec positions (the bench positions where that suite has not
been imported) with one thread and a table of 64 MB, one engine after the other, several times.
Printed are medians over the rounds of the engine's own processor time between `go` and `bestmove`,
then perft against Stockfish's. Linux only. Missing engines are named and left out; nothing is
installed.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = {"Hash": "64", "OwnBook": "false", "Threads": "1", "Number of Threads": "1"}
# name, command, Debian package, plies beyond --depth (Stockfish's trees are so small that its start-up would count)
ENGINES = [
    ("GNU Chess", "gnuchess --uci", "gnuchess", 0),
    ("Toga II", "toga2", "toga2", 0),
    ("Glaurung", "glaurung", "glaurung", 0),
    ("Stockfish", "stockfish", "stockfish", 5),
]
PERFT = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
]


class Engine:
    """A running UCI engine."""

    def __init__(self, command):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, text=True, bufsize=1, **pipes)
        self.name, options = command[0], []
        for line in self.ask("uci", "uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            if line.startswith("option name "):
                options.append(line.removeprefix("option name ").split(" type ")[0])
        for option in set(options) & set(OPTIONS):
            self.send(f"setoption name {option} value {OPTIONS[option]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, text):
        self.process.stdin.write(text + "\n")

    def ask(self, text, end):
        """The lines of the answer, up to and including the one that begins with `end`."""
        self.send(text)
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(end):
                return lines
        sys.exit(f"error: {self.name} ended during `{text}`")

    def cpu(self):
        """Seconds of processor time of all its threads: Linux's clock for another process."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def search(self, fen, depth):
        """(nodes, seconds) of a search with an empty table."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.ask("isready", "readyok")
        start = self.cpu()
        lines = self.ask(f"go depth {depth}", "bestmove")
        seconds = self.cpu() - start
        words = [line.split() for line in lines if line.startswith("info") and " nodes " in line]
        return max(int(w[w.index("nodes") + 1]) for w in words), seconds

    def perft(self, fen, depth):
        """(leaves, seconds)"""
        self.send(f"position fen {fen}")
        self.ask("isready", "readyok")
        start = self.cpu()
        lines = self.ask(f"go perft {depth}", "Nodes searched")
        return int(lines[-1].split()[-1]), self.cpu() - start


def our_perft(program, fen, depth):
    """The same from `vnmp perft`; the time includes the start of the program."""
    process = subprocess.Popen([program, "perft", fen, str(depth)], stdout=subprocess.PIPE)
    leaves = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status:
        sys.exit(f"error: {program} perft failed")
    return int(leaves), usage.ru_utime + usage.ru_stime


def positions():
    """(source, FENs)"""
    for folder in [os.environ.get("VNMP_SUITES"), ROOT / "suites/imported"]:
        file = Path(folder or "") / "bk.epd"
        if folder and file.is_file():
            lines = file.read_text().splitlines()
            return "Bratko-Kopec", [" ".join(line.split()[:4]) + " 0 1" for line in lines if line.strip()]
    print("NOTE: Bratko-Kopec is not here (vnmp suites import FILE --as bk); the bench positions instead")
    lines = (ROOT / "crates/runner/src/bench_positions.fen").read_text().splitlines()
    return "bench", [line for line in lines if line and not line.startswith("#")]


def find(command):
    """The command with the full path of its program, or None. Debian keeps games apart."""
    program, *arguments = command.split()
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/games")
    return path and [path, *arguments]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--program", default=str(ROOT / "target/release/vnmp"))
    options = parser.parse_args()
    if not Path(options.program).is_file():
        sys.exit(f"error: {options.program} is missing; cargo build --release")

    runs = [("vnmp", [options.program, "uci"], 0)]
    for name, command, package, extra in ENGINES:
        if found := find(command):
            runs.append((name, found, extra))
        else:
            print(f"NOTE: {name} is left out: no `{command.split()[0]}`; on Debian: apt-get install {package}")

    source, fens = positions()
    print(f"{len(fens)} positions ({source}), depth {options.depth}, {options.rounds} rounds, medians\n")
    rates, nodes, names = {}, {}, {}
    for _ in range(options.rounds):
        for name, command, extra in runs:
            with Engine(command) as engine:
                found = [engine.search(fen, options.depth + extra) for fen in fens]
                names[name] = engine.name
            nodes[name] = sum(n for n, _ in found)
            rates.setdefault(name, []).append(nodes[name] / sum(s for _, s in found))
    ours = statistics.median(rates["vnmp"])
    print(f"{'engine':20} {'depth':>5} {'nodes':>13} {'Mnodes/s':>9} {'lowest':>7} {'highest':>7} {'vnmp is':>9}")
    for name, _, extra in runs:
        rate = statistics.median(rates[name])
        low, high = min(rates[name]) / 1e6, max(rates[name]) / 1e6
        print(
            f"{names[name]:20} {options.depth + extra:5} {nodes[name]:13,} {rate / 1e6:9.2f} {low:7.2f}"
            f" {high:7.2f} {ours / rate:8.1f}x"
        )

    stockfish = find("stockfish")
    print(f"\n{'perft, M leaves/s':26} {'vnmp':>9}" + (f" {'Stockfish':>9} {'vnmp is':>9}" if stockfish else ""))
    for name, fen, depth, leaves in PERFT:
        ours, theirs = [], []
        for _ in range(options.rounds):
            count, seconds = our_perft(options.program, fen, depth)
            assert count == leaves, f"{name}: {count} instead of {leaves}"
            ours.append(leaves / seconds)
            if stockfish:
                with Engine(stockfish) as engine:
                    count, seconds = engine.perft(fen, depth)
                assert count == leaves, f"{name}: {count} instead of {leaves}"
                theirs.append(leaves / seconds)
        rate = statistics.median(ours)
        line = f"{f'{name}, depth {depth}':26} {rate / 1e6:9.0f}"
        if stockfish:
            line += f" {statistics.median(theirs) / 1e6:9.0f} {rate / statistics.median(theirs):8.1f}x"
        print(line)


if __name__ == "__main__":
    main()
