#!/usr/bin/env bash
# Compiles what `--format latex` prints, a table of every kind with every macro used in the text,
# and expects no error, nothing wider than the text and no character that the font lacks.
#
#   scripts/latex-test.sh [PROGRAM [FOLDER]]     default: target/release/vnmp, a temporary folder
#
# FOLDER keeps the document, all.tex and all.pdf.
# Needs pdflatex: apt-get install -y --no-install-recommends texlive-latex-recommended
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$here/target/release/vnmp}")
if ! command -v pdflatex >/dev/null || ! kpsewhich booktabs.sty >/dev/null; then
    echo "missing: pdflatex with booktabs; apt-get install -y --no-install-recommends texlive-latex-recommended" >&2
    exit 77
fi
if [ $# -ge 2 ]; then
    mkdir -p "$2"
    cd "$2"
else
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
    cd "$out"
fi
results=$here/results
# table NAME COMMAND...: adds what the command prints to the document.
tables=()
table() {
    local name=$1
    shift
    "$program" "$@" --format latex >"$name.tex" 2>"$name.err" || [ $# = 0 ] || [ -s "$name.tex" ] ||
        { cat "$name.err" >&2; exit 1; }
    tables+=("$name")
}
table nodes table "$results/table4" --tables nodes
table solved table "$results/table5"
table mates table "$results/table6"
table figure4 table "$results/table3" --tables figure4
table to-solution table "$results/table4" --tables to-solution
table effects table "$results/laboratory"
table wide table "$results/variants"
table survey table "$results/figure8"
table census table "$results/laboratory-census"
table sweep table "$results/sensitivity"
table diff diff "$results/table4" --variants v3,r2
"$program" match v3 r2 --games 4 --nodes 300 --set hash-entries=2^12 --quiet --out match --journal journal >/dev/null 2>&1
table match table match

{
    printf '%s\n' '\documentclass{article}'
    sed -n 's/^% \(\\usepackage.*\)/\1/p' ./*.tex | sort -u
    printf '%s\n' '\begin{document}'
    for name in "${tables[@]}"; do
        # a group each, as two runs of one table define the same macros
        printf '\\begingroup\\input{%s}\n\\par\\tiny\\raggedright ' "$name"
        sed -n 's/^\\newcommand{\(\\[A-Za-z]*\)}.*/\1\\ /p' "$name.tex"
        printf '\\par\\endgroup\\clearpage\n'
    done
    printf '%s\n' '\end{document}'
} >all.tex
pdflatex -interaction=nonstopmode -halt-on-error all.tex >all.txt || { grep -A 5 '^!' all.txt >&2; exit 1; }
if grep -E 'Missing character|undefined|Overfull \\hbox' all.txt >&2; then
    exit 1
fi
macros=$(grep -ch '^\\newcommand' ./*.tex | awk '{n += $1} END {print n}')
echo "${#tables[@]} tables, $macros macros: $(grep -o 'Output written.*' all.txt)"
