#!/usr/bin/env bash
# release.sh TAG TARGET: packs target/release/vnmp with manual pages, completions and licences into
# target/dist/vnmp-TAG-TARGET.tar.gz and writes its SHA-256 beside it. The same commit and program give
# the same bytes. TAG must be `v` and the version in Cargo.toml.
set -euo pipefail
cd "$(dirname "$0")/.."
tag=$1 target=$2 program=${VNMP:-target/release/vnmp}

version=$("$program" --version | cut -d ' ' -f 2)
if [ "$tag" != "v$version" ]; then
    echo "the tag is $tag, but the version of the program is $version" >&2
    exit 1
fi

name=vnmp-$tag-$target dist=target/dist
rm -rf "$dist"
mkdir -p "$dist/$name/completions"
cp "$program" "$dist/$name/vnmp"
cp README.md CHANGELOG.md CITATION.cff LICENSE-APACHE LICENSE-MIT THIRD-PARTY.md "$dist/$name"
scripts/licences.py >"$dist/$name/THIRD-PARTY-LICENCES.txt"
"$program" man --out "$dist/$name/man"
for shell in bash elvish fish powershell zsh; do
    "$program" completions "$shell" >"$dist/$name/completions/vnmp.$shell"
done

tar --directory "$dist" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="$(git log -1 --format=%cI)" --create "$name" | gzip --no-name >"$dist/$name.tar.gz"
rm -r "${dist:?}/$name"
cd "$dist"
sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
cat "$name.tar.gz.sha256"
