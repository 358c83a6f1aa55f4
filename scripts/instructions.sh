#!/usr/bin/env bash
# Instructions per node, by callgrind: repeatable, whatever else the machine is doing.
# Usage: scripts/instructions.sh [VARIANT [DEPTH [MOST]]]      RUSTFLAGS are passed on.
# Fails if there are more than MOST instructions per node; the number depends slightly on the compiler.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
variant=${1:-vrfd:r=3}
depth=${2:-6}
most=${3:-}
if ! command -v valgrind > /dev/null; then
    echo "valgrind is missing; on Debian: apt-get install valgrind" >&2
    exit 77 # skipped, not failed
fi
cargo build --release --quiet --locked --workspace --example instructions
program=${CARGO_TARGET_DIR:-target}/release/examples/instructions

# prints "NODES INSTRUCTIONS"
count() {
    local log nodes
    log=$(mktemp)
    nodes=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$variant" "$1" 2> "$log")
    echo "$nodes $(sed -n 's/.*refs: *//p' "$log" | tr -d ,)"
    rm "$log"
}

first=$(count 1) # the cost of starting up
last=$(count "$depth")
read -r start_nodes start <<< "$first"
read -r nodes total <<< "$last"
nodes=$((nodes - start_nodes))
instructions=$((total - start))
if [ "$nodes" -le 0 ] || [ "$instructions" -le 0 ]; then
    echo "error: nothing was measured: '$first' and '$last' (nodes, instructions)" >&2
    exit 1
fi
awk -v n="$nodes" -v i="$instructions" -v v="$variant" -v d="$depth" -v most="$most" '
    BEGIN {
        printf "%s, depth %d: %d nodes, %d instructions, %.1f instructions a node\n", v, d, n, i, i / n
        if (most != "" && i / n > most) {
            print "error: more than " most " instructions a node" > "/dev/stderr"
            exit 1
        }
    }'
