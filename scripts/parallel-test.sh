#!/usr/bin/env bash
# Tests scripts/parallel-ssh.sh on three "computers": two ssh servers on this machine, one of which
# is killed mid-run with all its work, and one that never answers. The merged result must be the
# unsharded run byte for byte.
#
#   [DEPTH=7] scripts/parallel-test.sh [PROGRAM]      default: target/release/vnmp
#
# Needs Debian's packages: apt-get install -y --no-install-recommends parallel openssh-server procps
# Leaves nothing behind; the servers listen on 127.0.0.1 only, with keys of their own.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
export VNMP PARALLEL_SSH PARALLEL_HOME
VNMP=$(realpath "${1:-$here/target/release/vnmp}")
for tool in parallel ssh ssh-keygen pgrep /usr/sbin/sshd; do
    command -v "$tool" >/dev/null || {
        echo "missing: $tool; apt-get install -y --no-install-recommends parallel openssh-server procps" >&2
        exit 77
    }
done

root=$(mktemp -d /tmp/vnmp-parallel.XXXXXX)
PARALLEL_HOME=$root/parallel
PARALLEL_SSH="ssh -F $root/ssh_config"
servers=()
say() { echo "[$SECONDS s] $*"; }
fail() { say "FAILED: $*"; tail -n 20 "$root"/*.log >&2 || true; exit 1; }

# A process and all its descendants.
tree() {
    echo "$1"
    for child in $(pgrep -P "$1" || true); do tree "$child"; done
}
kill_tree() {
    # shellcheck disable=SC2046
    kill -9 $(tree "$1") 2>/dev/null || true
}
clean() {
    for server in "${servers[@]}"; do kill_tree "$server"; done
    rm -rf "$root"
}
trap clean EXIT

mkdir "$root/work" "$PARALLEL_HOME"
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$root/host"
ssh-keygen -q -t ed25519 -N '' -f "$root/user"
cp "$root/user.pub" "$root/authorized"
port=$((20000 + $$ % 10000))
for name in alpha beta silent; do
    port=$((port + 1))
    while (: </dev/tcp/127.0.0.1/$port) 2>/dev/null; do port=$((port + 1)); done # in use by another program
    cat >>"$root/ssh_config" <<CONF
Host $name
    HostName 127.0.0.1
    Port $port
    IdentityFile $root/user
    IdentitiesOnly yes
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
CONF
    [ $name != silent ] || continue
    # At this shell level bash reads no start-up files, whose programs a killed host could leave half done.
    /usr/sbin/sshd -D -f /dev/null -o ListenAddress=127.0.0.1 -o Port=$port -o HostKey="$root/host" \
        -o AuthorizedKeysFile="$root/authorized" -o StrictModes=no -o UsePAM=no -o SetEnv=SHLVL=1 \
        -o PidFile=none -E "$root/$name.log" &
    servers+=($!)
    disown
done
for name in alpha beta; do
    for _ in $(seq 600); do
        $PARALLEL_SSH $name true 2>/dev/null && continue 2
        sleep 0.1
    done
    fail "the ssh server $name does not answer"
done
say "two ssh servers are up"

cd "$root/work"
experiment=(table4 --depth "${DEPTH:-7}" --suite "$here/suites/middlegames60.epd" --hash-entries '2^14')
"$VNMP" "${experiment[@]}" --out whole --journal whole-journal --quiet >whole.txt
say "the unsharded run is done"

"$here/scripts/parallel-ssh.sh" 40 1/silent,2/alpha,2/beta out "${experiment[@]}" >merged.txt 2>"$root/parallel.log" &
run=$!
count() { find out/shards -name '*.shard' 2>/dev/null | wc -l; }
until [ "$(count)" -ge 8 ]; do
    kill -0 $run 2>/dev/null || fail "the run ended early"
    sleep 0.05
done
victims=$(tree "${servers[0]}" | wc -l)
kill_tree "${servers[0]}"
say "host alpha is dead after $(count) shards, with $((victims - 1)) processes of its own"
wait $run || fail "the run did not end well"
rm -f whole/times.json
diff -r --exclude=shards whole out || fail "the merged run differs from the unsharded one"
diff whole.txt merged.txt || fail "the printed table differs"
say "the merged run is the unsharded run, byte for byte: $(sha256sum <out/records.csv | cut -c1-16)"
say "passed"
