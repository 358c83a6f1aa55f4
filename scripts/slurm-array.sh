#!/bin/sh
# One task of the job array: one shard. Started by slurm-submit.sh, which sets VNMP and SHARDS.
# The program is not started with `exec`: a task killed with its node then exits with 137, and a
# cluster with RequeueExit=137 requeues it; a complete shard is skipped.
#SBATCH --requeue
"${VNMP:-vnmp}" "$@" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
