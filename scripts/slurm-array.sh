#!/bin/sh
# One task of the job array: one shard. Started by slurm-submit.sh, which sets VNMP and SHARDS.
# The program is not started by `exec`: a task killed with its node then ends with 137, which a
# cluster with RequeueExit=137 puts back into the queue; a shard that is complete is skipped.
#SBATCH --requeue
"${VNMP:-vnmp}" "$@" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
