#!/usr/bin/env python3
"""Prints the licence texts of the crates and of the font in the program, each text once.

The crates are those that THIRD-PARTY.md lists. Exits with 1 if one of them ships no text.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TREE = "cargo tree -p vnmp --locked -e normal,no-proc-macro --prefix none --format"
METADATA = "cargo metadata --locked --format-version 1 --filter-platform"
FONT = Path(__file__).parent.parent / "crates/runner/src/show/canvas/dejavu-sans.txt"
NAMES = re.compile(r"licen[cs]e|copying|notice|ofl|ufl", re.IGNORECASE)


def output(command, *more):
    return subprocess.run([*command.split(), *more], check=True, capture_output=True, text=True).stdout


def texts_of(folder):
    """The licence files in a crate's folder and in those directly below it."""
    files = (path for path in [*sorted(folder.glob("*")), *sorted(folder.glob("*/*"))] if path.is_file())
    named = [path for path in files if NAMES.search(path.name) and path.suffix in ("", ".txt", ".md")]
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in named]


def main():
    host = re.search(r"host: (\S+)", output("rustc -vV")).group(1)
    packages = json.loads(output(METADATA, host))["packages"]
    folders = {f"{p['name']} v{p['version']}": Path(p["manifest_path"]).parent for p in packages}
    lines = {line.removesuffix(" (*)") for line in output(TREE, "{p}").splitlines()}
    users, without = {FONT.read_text(encoding="utf-8").strip(): ["DejaVu Sans"]}, []
    for crate in sorted(line for line in lines if not line.startswith("vnmp")):
        texts = texts_of(folders[crate])
        for text in texts:
            users.setdefault(text, []).append(crate)
        if not texts:
            without.append(crate)
    for text, crates in sorted(users.items(), key=lambda item: item[1]):
        print("=" * 100, ", ".join(dict.fromkeys(crates)), "-" * 100, text, sep="\n", end="\n\n")
    if without:
        sys.exit(f"no licence text in the packages {', '.join(without)}")


if __name__ == "__main__":
    main()
