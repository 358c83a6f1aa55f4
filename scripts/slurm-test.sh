#!/usr/bin/env bash
# Tests on a real Slurm that a sharded run survives a dead node: a cluster of two nodes on this
# machine, 40 shards, and every process of one node killed mid-run. The merged result must be the
# unsharded run byte for byte; if a shard is missing, the merge must fail and name it.
#
#   [DEPTH=7] scripts/slurm-test.sh [PROGRAM]      default: target/release/vnmp
#
# Needs Linux, root, and Debian's packages; it installs nothing:
#   apt-get install -y --no-install-recommends slurm-wlm slurm-client munge iproute2
# Writes /etc/slurm/slurm.conf and cgroup.conf (kept as *.before if they exist), makes two network
# namespaces and a bridge, and removes all of it at the end. Takes about a minute.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
export VNMP
VNMP=$(realpath "${1:-$here/target/release/vnmp}")
missing=()
for tool in sbatch slurmctld slurmd munged ip unshare; do
    command -v $tool >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "missing: ${missing[*]}; apt-get install -y --no-install-recommends slurm-wlm slurm-client munge iproute2" >&2
    exit 77
fi
# Not every container allows namespaces and bridges to be made, even by root.
probe() {
    unshare -u true && ip netns add vnmp-probe && ip netns del vnmp-probe &&
        ip link add vnmp-probe type bridge && ip link del vnmp-probe
}
probe 2>/dev/null || { echo "needs root and the right to make network namespaces" >&2; exit 77; }

root=$(mktemp -d /tmp/vnmp-slurm.XXXXXX)
started=()
say() { echo "[$SECONDS s] $*"; }
fail() { say "FAILED: $*"; tail -n 20 "$root"/*.log >&2 || true; exit 1; }

clean() {
    for node in n1 n2; do
        ip netns pids $node 2>/dev/null | xargs -r kill -9 2>/dev/null || true
    done
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    [ -f "$root/munged.pid" ] && kill "$(cat "$root/munged.pid")" 2>/dev/null || true
    [ -f "$root/ctld.pid" ] && kill -9 "$(cat "$root/ctld.pid")" 2>/dev/null || true
    for i in 1 2; do ip netns del n$i 2>/dev/null || true; done
    ip link del vnmp0 2>/dev/null || true
    for file in slurm.conf cgroup.conf; do
        rm -f /etc/slurm/$file
        [ -f /etc/slurm/$file.before ] && mv /etc/slurm/$file.before /etc/slurm/$file
    done
    rm -rf "$root"
}
trap clean EXIT

ip link add vnmp0 type bridge
ip addr add 10.77.0.254/24 dev vnmp0
ip link set vnmp0 up
for i in 1 2; do
    ip netns add n$i
    ip link add ve$i type veth peer name eth0 netns n$i
    ip link set ve$i master vnmp0 up
    ip -n n$i addr add 10.77.0.$i/24 dev eth0
    ip -n n$i link set eth0 up
    ip -n n$i link set lo up
done
mkdir -p "$root/state" "$root/spool.n1" "$root/spool.n2" "$root/work" /etc/slurm /run/munge
chown munge:munge /run/munge
chmod 755 /run/munge "$root"
for file in slurm.conf cgroup.conf; do
    [ -f /etc/slurm/$file ] && mv /etc/slurm/$file /etc/slurm/$file.before
done
echo CgroupPlugin=cgroup/v1 >/etc/slurm/cgroup.conf # without it slurmd dies under ip netns exec
cat >/etc/slurm/slurm.conf <<CONF
ClusterName=ci
SlurmctldHost=ctl(10.77.0.254)
SlurmUser=root
AuthType=auth/munge
CryptoType=crypto/munge
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$root/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
StateSaveLocation=$root/state
SlurmdSpoolDir=$root/spool.%n
SlurmctldPidFile=$root/ctld.pid
SlurmdPidFile=$root/slurmd.%n.pid
SlurmctldLogFile=$root/ctld.log
SlurmdLogFile=$root/slurmd.%n.log
SlurmctldPort=6817
SlurmdPort=6818
ReturnToService=2
SlurmdTimeout=6
KillWait=2
MinJobAge=300
JobRequeue=1
RequeueExit=137
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=1,bf_interval=1,bf_max_job_test=1000
NodeName=n1 NodeAddr=10.77.0.1 NodeHostname=n1 CPUs=2 RealMemory=2000 State=UNKNOWN
NodeName=n2 NodeAddr=10.77.0.2 NodeHostname=n2 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
[ -f /etc/munge/munge.key ] || runuser -u munge -- /usr/sbin/mungekey
if [ ! -S /run/munge/munge.socket.2 ]; then
    runuser -u munge -- /usr/sbin/munged
    cp /run/munge/munged.pid "$root/munged.pid"
fi
start_node() {
    setsid ip netns exec "$1" unshare -u sh -c "hostname $1; exec slurmd -D -N $1" \
        >"$root/slurmd.$1.out.log" 2>&1 &
    started+=($!)
    disown
}
setsid unshare -u sh -c 'hostname ctl; exec slurmctld -D' >"$root/ctld.out.log" 2>&1 &
started+=($!)
disown
start_node n1
start_node n2
# until_true CONDITION SECONDS WHAT
until_true() {
    local deadline=$((SECONDS + $2))
    until eval "$1"; do
        [ $SECONDS -lt $deadline ] || fail "$3 not after $2 s"
        sleep 0.2
    done
}
until_true '[ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ]' 120 "two idle nodes"
say "two nodes are up"

cd "$root/work"
shards=40
experiment=(table4 --depth "${DEPTH:-7}" --suite "$here/suites/middlegames60.epd" --hash-entries '2^14')
"$VNMP" "${experiment[@]}" --out whole --journal whole-journal --quiet >/dev/null 2>&1
say "the unsharded run is done"

# Every task notes its node, to check that both did some work.
cat >"$root/task.sh" <<TASK
#!/bin/sh
hostname >"$root/work/host.\$SLURM_ARRAY_TASK_ID.\$SLURM_RESTART_COUNT"
"$VNMP" "\$@" --shard "\$SLURM_ARRAY_TASK_ID/\$SHARDS" --threads 1 --journal journal --quiet
TASK
mkdir scripts
cp "$here/scripts/slurm-submit.sh" scripts/
cp "$root/task.sh" scripts/slurm-array.sh
SBATCH_OPTIONS=--mem=1 LOGS="$root/task.%a.log" \
    scripts/slurm-submit.sh $shards out "${experiment[@]}" >merged.txt 2>submit.log &
submit=$!
count() { find out/shards -name '*.shard' 2>/dev/null | wc -l; }
until_true '[ "$(count)" -ge 8 ]' 120 "eight shards"
# Kill the node while it runs a task.
until_true '[ -n "$(squeue -h -w n2 -t running -o %i)" ]' 120 "a task on n2"
ip netns pids n2 | xargs kill -9 2>/dev/null || true # some have already ended
say "node n2 is dead after $(count) shards"
until_true 'grep -q NODE_FAIL "$root/jobcomp.txt" 2>/dev/null' 120 "a record of the node's failure"
say "Slurm has noticed"
start_node n2
wait $submit || { cat submit.log >&2; fail "the run did not end well"; }
say "merged after $(grep -c ^round submit.log) round(s)"

for host in n1 n2; do
    grep -qx $host host.* || fail "no task ran on $host"
done
grep -c NODE_FAIL "$root/jobcomp.txt" | sed 's/^/tasks lost with the node: /'
rm -f whole/times.json
diff -r --exclude=shards whole out || fail "the merged run differs from the unsharded one"
diff whole/table.txt merged.txt || fail "the printed table differs"
say "the merged run is the unsharded run, byte for byte: $(sha256sum <out/records.csv | cut -c1-16)"

rm out/shards/shard-0017-of-0040.shard out/records.csv
if list=$("$VNMP" merge out 2>/dev/null); then fail "merged without shard 17"; fi
[ "$list" = 17 ] || fail "the list of missing shards is '$list', not 17"
[ ! -e out/records.csv ] || fail "a failed merge wrote results"
say "without shard 17 the merge fails and names it"
say "passed"
