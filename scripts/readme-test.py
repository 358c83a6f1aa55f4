#!/usr/bin/env python3
"""Runs the pandas examples of results/README.md and results/match/README.md as printed, and compares what they give with
the committed table and with the text; recomputes every row of the table of matches from games.

    scripts/readme-test.py

Needs pandas, numpy and scipy.
"""

import contextlib
import io
import json
import os
import pathlib
import re
import sys

try:
    from recompute.evidence import games_of, tally_of
    from recompute.games import pairs_of_games
except ImportError as error:
    print(f"missing: {error.name}; python3 -m pip install numpy pandas scipy", file=sys.stderr)
    sys.exit(77)

root = pathlib.Path(__file__).resolve().parent.parent
os.chdir(root)
blocks = re.findall(r"```python\n(.*?)```", pathlib.Path("results/README.md").read_text(), re.S)
if len(blocks) != 1:
    sys.exit(f"FAILED: {len(blocks)} blocks of Python in results/README.md instead of 1")
found, printed = {}, io.StringIO()
with contextlib.redirect_stdout(printed):
    exec(compile(blocks[0], "results/README.md", "exec"), found)

table = json.loads(pathlib.Path("results/table4/table.json").read_text())
row = next(row for row in table["rows"] if row["depth"] == 10)
wrong = []
for cell in row["cells"]:
    variant, total = cell["variant"], found["total"][cell["variant"]]
    if total != cell["count"]:
        wrong.append(f"{variant}: {total} nodes, the table has {cell['count']}")
    ratio = cell["ratio_to_baseline"] or 1.0
    if abs(total / found["total"][table["baseline"]] - ratio) > 1e-12:
        wrong.append(f"{variant}: another ratio than {ratio}")
table = json.loads(pathlib.Path("results/table5/table.json").read_text())
row = next(row for row in table["rows"] if row["depth"] == 10)
for cell in row["cells"]:
    solved = int(found["solved"][cell["variant"]].sum())
    if solved != cell["count"]:
        wrong.append(f"{cell['variant']}: {solved} solved, the table has {cell['count']}")
last = printed.getvalue().splitlines()[-1].split()
if not last or any(not name.startswith("WCSAC.") for name in last):
    wrong.append(f"the last line names no positions: {last}")


def of_match(cells: list[str]) -> str:
    """The row's numbers as its games give them; of a match whose games were not all kept, as its summary does."""
    folder, _, limit, games = cells[:4]
    folder = pathlib.Path("results/match") / folder.strip("`")
    summary = json.loads((folder / "summary.json").read_text())
    count = int(games.removeprefix("first ").replace(",", ""))
    played = games_of(folder, summary["setting"]["names"][0])[:count]
    last = summary["standings"][-1]
    if len(played) < count and last["games"] != count:
        return f"of {games} games neither results nor a summary are kept"
    won, drawn, lost, pairs = tally_of(played) if len(played) == count else [last[key] for key in ("wins", "draws", "losses", "pairs")]
    score, elo = pairs_of_games(pairs)
    low, high = elo.interval
    text = f"{100 * score.value:.1f} %, {elo.value:+.0f} [{low:+.0f}, {high:+.0f}]"
    return " | ".join([games, f"{won:,}", f"{drawn:,}", f"{lost:,}", f"{won + drawn / 2:,.1f}", text])


text = pathlib.Path("results/match/README.md").read_text()
rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| `")]
for cells in rows:
    said, counted = " | ".join(cells[3:9]), of_match(cells)
    if said != counted:
        wrong.append(f"results/match/README.md, {cells[0]}: it says {said}, its games give {counted}")
if len(rows) < 13:
    wrong.append(f"{len(rows)} rows in the table of matches")
code = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    ") and not line.startswith("    vnmp"))
sums = {}
with contextlib.redirect_stdout(io.StringIO()):
    exec(compile(code, "results/match/README.md", "exec"), sums)
of = sums["sums"].T
first, second = of["vrfd:r=3"], of["std:r=2"]
for said in (
    f"{first.nodes / first.ms / 1000:.1f} million against {second.nodes / second.ms / 1000:.1f},",
    f"{first.nodes / first.moves / 1000:.0f},000 against {second.nodes / second.moves / 1000:.0f},000,",
    f"{first.depths / first.moves:.2f} plies against {second.depths / second.moves:.2f}.",
):
    if said not in " ".join(text.split()):
        wrong.append(f"results/match/README.md does not say '{said}'")
played = games_of(pathlib.Path("results/match/v3-r2-2m"), "vrfd:r=3")[:600]
score, _ = pairs_of_games(tally_of(played)[3])
low, high = score.interval
said = f"gave {100 * score.value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
if len(played) < 600 or said not in " ".join(text.split()):
    wrong.append(f"results/match/README.md does not say that the first 600 games at 2,000,000 nodes {said}")
if wrong:
    sys.exit("FAILED: " + "; ".join(wrong))
print(f"{len(rows)} rows of matches are those of their games")
print(f"{len(found['rows'])} records read by pandas; totals and positions solved equal the tables'")
