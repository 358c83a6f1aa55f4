#!/usr/bin/env python3
"""Runs the pandas example of results/README.md as printed, and compares its results with the
committed table.

    scripts/readme-test.py

Needs pandas.
"""

import contextlib
import io
import json
import os
import pathlib
import re
import sys

try:
    import pandas  # noqa: F401
except ImportError:
    print("missing: pandas; python3 -m pip install pandas", file=sys.stderr)
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
if wrong:
    sys.exit("FAILED: " + "; ".join(wrong))
print(f"{len(found['rows'])} records read by pandas; totals and positions solved equal the tables'")
