#!/usr/bin/env bash
# Instructions a node, by callgrind: repeatable, whatever else the machine does.
# Usage: scripts/instructions.sh [VARIANT [DEPTH]]      RUSTFLAGS are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."
variant=${1:-vrfd:r=3}
depth=${2:-6}
if ! command -v valgrind > /dev/null; then
    echo "valgrind is missing; on Debian: apt-get install valgrind" >&2
    exit 1
fi
cargo build --release --quiet --locked -p vnmp-variants --example instructions
program=${CARGO_TARGET_DIR:-target}/release/examples/instructions

# prints "NODES INSTRUCTIONS"
count() {
    local log nodes
    log=$(mktemp)
    nodes=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$variant" "$1" 2> "$log")
    echo "$nodes $(sed -n 's/.*refs: *//p' "$log" | tr -d ,)"
    rm "$log"
}

read -r start_nodes start <<< "$(count 1)" # what starting up costs
read -r nodes total <<< "$(count "$depth")"
awk -v n=$((nodes - start_nodes)) -v i=$((total - start)) -v v="$variant" -v d="$depth" \
    'BEGIN {printf "%s, depth %d: %d nodes, %d instructions, %.1f instructions a node\n", v, d, n, i, i / n}'
