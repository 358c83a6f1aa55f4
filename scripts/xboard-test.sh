#!/usr/bin/env bash
# XBoard's match mode, through PolyGlot, plays two games with `vnmp uci` on both sides, at 3 seconds
# a game. Both must end on the board.
#   scripts/xboard-test.sh [PROGRAM]      default: target/release/vnmp
#
# Needs Debian's packages: apt-get install -y --no-install-recommends xboard polyglot xvfb xauth
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$here/target/release/vnmp}")
export PATH=/usr/games:$PATH
for tool in xboard polyglot xvfb-run xauth; do
    command -v "$tool" >/dev/null || {
        echo "missing: $tool; apt-get install -y --no-install-recommends xboard polyglot xvfb xauth" >&2
        exit 77
    }
done

root=$(mktemp -d /tmp/vnmp-xboard.XXXXXX)
touch "$root/games.pgn"
finished() { grep -cE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$root/games.pgn" || true; }
HOME=$root timeout 120 xvfb-run -a xboard -mg 2 -tc 0:03 -inc 0 -xponder -sgf "$root/games.pgn" \
    -fcp "$program uci" -fd "$root" -fUCI -scp "$program uci" -sd "$root" -sUCI \
    >"$root/log" 2>&1 &
xboard=$!
trap 'kill $xboard 2>/dev/null || true; wait; rm -rf "$root"' EXIT
# XBoard stays open to show the result of the match.
while [ "$(finished)" -lt 2 ] && kill -0 $xboard 2>/dev/null; do sleep 1; done
sleep 1

results=$(finished)
end='\{[^}]*\} *(1-0|0-1|1/2-1/2)$'
unfair=$(grep -oE "$end" "$root/games.pgn" | grep -ciE 'forfeit|illegal|exited|time' || true)
grep -oE "$end" "$root/games.pgn" || true
if [ "$results" != 2 ] || [ "$unfair" != 0 ]; then
    echo "FAILED: $results of 2 games have a result, $unfair did not end on the board" >&2
    tail -n 20 "$root/log" "$root/games.pgn" >&2
    exit 1
fi
echo "XBoard: 2 games played to their end"
