#!/usr/bin/env python3
"""How busy N threads are kept, computed from the records of a run.

    scripts/tail.py results/table4/records.csv.gz 10

Searches are handed out one by one, each taking as long as its nodes, in four orders: by these nodes
themselves (unknown beforehand), by position in the suite, at random, and by trials some plies less
deep, which come first and count as extra work. Printed is the share of the threads' time spent on
the searches proper; the first column is the bound that the longest search sets.
"""

import argparse
import csv
import gzip
import heapq
import random
from collections import defaultdict

FALLS_SHORT = (8, 7, 6, 5)  # crates/runner/src/run/cost.rs takes 7, from 32 threads on 5


def span(lengths, threads):
    """When the last thread ends."""
    ends = [0] * threads
    for length in lengths:
        heapq.heapreplace(ends, ends[0] + length)
    return max(ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("records", help="records.csv or records.csv.gz")
    parser.add_argument("depth", type=int)
    parser.add_argument("--threads", default="2,4,8,16,64")
    options = parser.parse_args()
    nodes = defaultdict(dict)  # of each search, by depth
    with (gzip.open if options.records.endswith(".gz") else open)(options.records, "rt") as file:
        for row in csv.DictReader(file):
            nodes[row["index"], row["variant"]][int(row["depth"])] = int(row["nodes"])
    searches = [s for s in nodes.values() if options.depth in s]
    if not searches:
        parser.error(f"{options.records} has no records of depth {options.depth}")
    lengths = [s[options.depth] for s in searches]
    total, shuffled = sum(lengths), random.Random(1).sample(lengths, len(lengths))
    less = [plies for plies in FALLS_SHORT if plies < options.depth]
    print(f"{len(searches)} searches, {total} nodes")
    print("threads  perfect  suite  chance" + "".join(f"  -{plies} plies" for plies in less))
    for threads in map(int, options.threads.split(",")):
        orders = [sorted(lengths, reverse=True), lengths, shuffled]
        shares = [total / threads / span(order, threads) for order in orders]
        for plies in less:
            trial = options.depth - plies
            order = [s[options.depth] for s in sorted(searches, key=lambda s: -s[trial])]
            end = span([s[trial] for s in searches], threads) + span(order, threads)
            shares.append(total / threads / end)
        print(f"{threads:7}" + "".join(f"{share:8.2%}" if i < 3 else f"{share:10.2%}" for i, share in enumerate(shares)))


main()
