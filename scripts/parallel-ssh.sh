#!/usr/bin/env bash
# Runs an experiment on several computers with GNU parallel over ssh, and merges it. All of them
# need the program at the same path, and this folder under the same name on a network disk.
#
#   scripts/parallel-ssh.sh SHARDS HOSTS OUT EXPERIMENT [OPTIONS...]
#   scripts/parallel-ssh.sh 64 8/alpha,8/beta,: results/runs/table3 table3 --depth 11
#
# HOSTS as parallel's --sshlogin takes them: jobs/name, separated by commas; ":" is this computer.
# Nothing is lost if a host fails: its shards are tried again elsewhere, up to twice.
set -euo pipefail
if [ $# -lt 4 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 2
fi
shards=$1 hosts=$2 out=$3 vnmp=${VNMP:-vnmp}
shift 3
seq 1 "$shards" |
    parallel --sshlogin "$hosts" --workdir "$PWD" --retries 3 --quote \
        "$vnmp" "$@" --out "$out" --shard "{}/$shards" --threads 1 --quiet || true
exec "$vnmp" merge "$out"
