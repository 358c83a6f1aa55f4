#!/usr/bin/env bash
# Runs an experiment as a Slurm job array and merges it. Start it where the compute nodes see the
# same folder, e.g. in a home or project folder on a network disk.
#
#   scripts/slurm-submit.sh SHARDS OUT EXPERIMENT [OPTIONS...]
#   scripts/slurm-submit.sh 400 results/runs/table3 table3 --depth 11
#
# SHARDS: at most 1,000 on a cluster with the default MaxArraySize; six per core balance well.
# OUT: the run's folder; repeat the command to do what is missing.
# Environment: VNMP (program), SBATCH_OPTIONS (e.g. "--cpus-per-task=4 --partition=long"),
# ROUNDS (how often missing shards are resubmitted, default 3).
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0"
    exit 2
fi
export SHARDS=$1 VNMP=${VNMP:-vnmp}
out=$2
shift 2
job=$(dirname "$0")/slurm-array.sh
list=1-$SHARDS
for round in $(seq 1 "${ROUNDS:-3}"); do
    echo "round $round: shards $list" >&2
    # --wait returns when all tasks have ended; a failed task must not end this script.
    # shellcheck disable=SC2086
    sbatch --wait --requeue --export=ALL --job-name=vnmp --output="${LOGS:-/dev/null}" \
        --array="$list" ${SBATCH_OPTIONS:-} "$job" "$@" --out "$out" >&2 || true
    if list=$("$VNMP" merge "$out"); then
        printf '%s\n' "$list" # the tables
        exit 0
    fi
    [ -n "$list" ] || exit 1 # nothing that another round could repair
done
echo "shards $list are still missing after the last round; see the logs of their tasks" >&2
exit 1
