#!/usr/bin/env bash
# Applies crates/docs/own-variant.patch to a copy of the working tree, as an outsider adding a
# variant would: it must apply, pass the variants' node counts, be listed, and search.
#
#   scripts/own-variant-test.sh
#
# Dependencies are taken from target/debug; the workspace itself is built in target/own-variant,
# which is removed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
copy=$(mktemp -d)
trap 'rm -rf "$copy" "$here/target/own-variant"' EXIT

git ls-files -z -- . ':!results' | xargs -0 cp -a --parents -t "$copy"
rm -rf target/own-variant
if [ -d target/debug/deps ]; then
    mkdir -p target/own-variant/debug/deps
    cp -a target/debug/.fingerprint target/debug/build target/own-variant/debug/
    find target/debug/deps -name '*.rlib' -o -name '*.rmeta' -o -name '*.so' -o -name '*.d' |
        xargs cp -a -t target/own-variant/debug/deps
fi
export CARGO_TARGET_DIR=$here/target/own-variant CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=0 # built only once

cd "$copy"
git apply "$here/crates/docs/own-variant.patch"
# In one command for the whole workspace: other selections need dependencies with other features.
cargo build --quiet --locked --workspace --test golden --bin vnmp
cargo test --quiet --locked --workspace --test golden -- families family
vnmp=$CARGO_TARGET_DIR/debug/vnmp
"$vnmp" variants | grep -A 3 scaled
"$vnmp" search startpos --variant scaled:r=2,per=5 --depth 6 | tail -n 3
