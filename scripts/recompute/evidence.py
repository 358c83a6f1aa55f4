"""What was committed: runs with their records, comparisons of the survey's methods, matches, times."""

import csv
import dataclasses
import functools
import gzip
import hashlib
import json
import re
import tomllib
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from recompute.statistics import pairs_of_games


ROOT = Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass(frozen=True)
class Part:
    """A suite of a run. `nodes` and `solved` have a row for each position and a column for each
    (variant, depth); NaN where there is no record, in `solved` also where there is no task."""

    suite: dict
    records: pd.DataFrame
    nodes: pd.DataFrame
    solved: pd.DataFrame

    @staticmethod
    def of(suite: dict, records: pd.DataFrame) -> "Part":
        """Sorts records by position; no position may occur twice."""
        records = records.sort_values(["index", "depth"])
        table = {
            value: records.pivot(index="index", columns=["variant", "depth"], values=value)
            for value in ("nodes", "solved")
        }
        return Part(suite, records, table["nodes"], table["solved"])

    @functools.cached_property
    def main_nodes(self) -> pd.DataFrame:
        """Like `nodes`, but of the main search; other engines and Figure 8 have none."""
        known = "main_nodes" in self.records
        records = self.records if known else self.records.assign(main_nodes=np.nan)
        return records.pivot(index="index", columns=["variant", "depth"], values="main_nodes")

    def node_columns(self, depth: int, *variants: str, count: str = "nodes") -> np.ndarray:
        """Nodes, a column for each variant, over the positions that all have finished at this depth."""
        columns = [(variant, depth) for variant in variants]
        return getattr(self, count).reindex(columns=columns).dropna().to_numpy(float)

    def solved_columns(self, depth: int | None, *variants: str) -> np.ndarray:
        """The same with 1 for solved and 0 for not; without a depth, at the deepest record of each."""
        if depth is None:
            ends = [self.deepest(variant)["solved"] for variant in variants]
            return pd.concat(ends, axis=1).dropna().to_numpy(float)
        columns = [(variant, depth) for variant in variants]
        return self.solved.reindex(columns=columns).dropna().to_numpy(float)

    def depths(self, variant: str) -> list[int]:
        """The depths at which a variant has any record."""
        return sorted(depth for own, depth in self.nodes.columns if own == variant)

    def of_variant(self, variant: str) -> pd.DataFrame:
        """Its records, by position and depth."""
        return self.records[self.records["variant"] == variant]

    def deepest(self, variant: str) -> pd.DataFrame:
        """The deepest record of each position: a search that the node limit ended before the last row
        still has one."""
        return self.of_variant(variant).drop_duplicates("index", keep="last").set_index("index")

    def held(self, variant: str) -> pd.DataFrame:
        """For each position that is solved at its deepest record: `depth` and `nodes` of the first
        record from which it stays solved."""
        records = self.of_variant(variant)
        unsolved = records["depth"].where(records["solved"] != 1)
        last_miss = unsolved.groupby(records["index"]).transform("max").fillna(0)
        held = records[records["depth"] > last_miss].drop_duplicates("index", keep="first")
        return held[["id", "depth", "nodes"]]


@dataclasses.dataclass(frozen=True)
class Run:
    """A folder with a manifest and records of searches."""

    name: str
    manifest: dict
    parts: list[Part]

    @property
    def variants(self) -> list[str]:
        """Specifications, in the order of the columns."""
        return [variant["spec"] for variant in self.manifest["variants"]]

    @property
    def reference(self) -> str | None:
        """What totals are compared with."""
        return self.manifest.get("reference")

    def part(self, suite: str | None) -> Part | None:
        """The part of the suite with this requested or actual name; the first if none is given."""
        for part in self.parts:
            if suite in (None, part.suite["wanted"], part.suite["name"]):
                return part
        return None


@dataclasses.dataclass(frozen=True, eq=False)
class Survey:
    """A folder with a comparison of the survey's methods; `times` is empty where none were taken."""

    name: str
    manifest: dict
    records: pd.DataFrame
    times: pd.DataFrame


@dataclasses.dataclass(frozen=True, eq=False)
class Census:
    """A folder with a census of errors."""

    name: str
    manifest: dict
    records: pd.DataFrame


@dataclasses.dataclass(frozen=True)
class Match:
    """A match of two variants: how it ended, from its games where all were kept."""

    name: str
    sides: tuple[str, str]
    wins: int
    draws: int
    losses: int
    pairs: list[int]


@dataclasses.dataclass(frozen=True)
class Sweep:
    """Totals of a sweep's finished points, and the level of each setting at each point of its design."""

    points: pd.DataFrame
    levels: dict[str, dict[str, str]]


@dataclasses.dataclass(frozen=True)
class Evidence:
    """Everything, by folder below the results; `damage` lists what contradicts its manifest."""

    runs: dict[str, Run]
    surveys: dict[str, Survey]
    censuses: dict[str, Census]
    matches: dict[str, Match]
    times: dict[str, dict]
    coverage: pd.DataFrame
    # sweeps in search of the paper's engine, by folder
    sweeps: dict[str, Sweep]
    damage: list[str]


def read(results: Path) -> Evidence:
    """Reads all folders except those of casual runs."""
    coverage = results / "coverage/coverage.csv"
    simulated = pd.read_csv(coverage) if coverage.is_file() else pd.DataFrame()
    evidence = Evidence({}, {}, {}, {}, {}, simulated, _sweeps(results, ROOT / "experiments/explain"), [])
    for folder in sorted(path for path in results.rglob("*") if path.is_dir()):
        name = folder.relative_to(results).as_posix()
        if name.split("/")[0] == "runs" or any(part.startswith(".") for part in name.split("/")):
            continue
        if (folder / "manifest.json").is_file():
            try:
                manifest = _json(folder / "manifest.json")
                evidence.damage.extend(
                    f"results/{name}/{line}" for line in _damage(folder, manifest)
                )
                _read_run(evidence, folder, name, manifest)
            except (OSError, EOFError, zlib.error, ValueError, KeyError) as error:
                evidence.damage.append(f"results/{name}: cannot be read: {error!r}")
        if (folder / "summary.json").is_file() and (match := _match(evidence, folder, name)):
            evidence.matches[name] = match
        if (folder / "times.json").is_file() and name in evidence.runs | evidence.surveys:
            evidence.times[name] = _json(folder / "times.json")
    return evidence


def _sweeps(results: Path, experiments: Path) -> dict[str, Sweep]:
    sweeps = {}
    for folder in ("explain", "explain-first", "explain/count", "explain/horizon", "explain/material", "explain/nominated", "explain/nominated-all"):
        points, design = results / folder / "points.csv", results / folder / "design.csv"
        if points.is_file():
            listed = experiments / f"{folder.rpartition('/')[2]}.toml"
            rows = toml(listed).get("points", []) if "/" in folder else []
            settings = {row["name"]: row["set"] for row in rows}
            if design.is_file():
                table = pd.read_csv(design)
                settings |= dict(zip(table.point, table.settings.str.split()))
            levels = {name: dict(s.split("=") for s in own) for name, own in settings.items()}
            sweeps[folder] = Sweep(pd.read_csv(points), levels)
    return sweeps


def _holes(run: Run) -> Iterator[str]:
    """Rows that lack a searched position not named as left out by the manifest, and searches that lack an
    iteration (other engines need not report each)."""
    left_out = {
        (row["suite"], row["depth"]): row["positions"] for row in run.manifest.get("left_out") or []
    }
    for part in run.parts:
        suite = part.suite
        for depth in suite["depths"]:
            finished = len(part.node_columns(depth, *run.variants))
            missing = len(left_out.get((suite["name"], depth), []))
            if finished != suite["searched"] - missing:
                yield (
                    f"{suite['name']} at depth {depth}: all columns have {finished} positions, of "
                    f"{suite['searched']} the manifest leaves out {missing}"
                )
        ours = part.records[~part.records["variant"].str.startswith("uci:")]
        searches = ours.groupby(["variant", "index"])["depth"].agg(["min", "max", "count"])
        gaps = (searches["min"] != 1) | (searches["max"] != searches["count"])
        if gaps.any():
            yield f"{suite['name']}: {gaps.sum()} searches lack an iteration"
        if part.records["index"].max() >= suite["positions"]:
            yield f"{suite['name']}: it has {suite['positions']} positions, a record has a larger index"


def _read_run(evidence: Evidence, folder: Path, name: str, manifest: dict) -> None:
    kind = manifest.get("kind", "search")
    if kind == "search":
        parts = []
        for suite in manifest["suites"]:
            stem = "records" if len(manifest["suites"]) == 1 else f"records-{suite['wanted']}"
            records = _records(folder / f"{stem}.csv")
            twice = records.duplicated(["variant", "depth", "index"])
            if twice.any():
                evidence.damage.append(
                    f"results/{name}: a position occurs twice: {twice.sum()} rows"
                )
            parts.append(Part.of(suite, records[~twice]))
        run = evidence.runs[name] = Run(name, manifest, parts)
        evidence.damage.extend(f"results/{name}: {line}" for line in _holes(run))
    elif kind == "census":
        records = _records(folder / "records.csv")
        evidence.censuses[name] = Census(name, manifest, records)
        searched = sum(suite["searched"] for suite in manifest["suites"])
        for variant in manifest["variants"]:
            own = records[records["variant"] == variant["spec"]]
            if (positions := len(own[["index", "id"]].drop_duplicates())) != searched:
                evidence.damage.append(
                    f"results/{name}: {positions} of {searched} positions of {variant['spec']}"
                )
    elif kind == "survey":
        empty = pd.DataFrame(columns=["index", "method", "depth", "cpu_s"])
        named = manifest.get("files") or ("cpu.csv",)
        found = [folder / name for name in ("cpu.csv.gz", "cpu.csv") if name in named and (folder / name).is_file()]
        times = pd.read_csv(found[0]) if found else empty
        evidence.surveys[name] = Survey(name, manifest, _records(folder / "records.csv"), times)


def _json(path: Path) -> dict:
    return json.loads(path.read_text())


def toml(path: Path) -> dict:
    """One of our own files."""
    return tomllib.loads(path.read_text())


def _records(path: Path) -> pd.DataFrame:
    """Records, compressed or not; `solved` as 1, 0 and NaN."""
    if not path.is_file():
        path = path.with_name(path.name + ".gz")
    text = ("id", "variant", "method", "best_move", "pv", "solved", "claim", "side", "phase")
    records = pd.read_csv(
        path, dtype=dict.fromkeys(text, str), keep_default_na=False, na_values=[""]
    )
    records["id"] = records["id"].fillna("")
    if "solved" not in records:
        return records
    records["solved"] = records["solved"].map({"true": 1.0, "false": 0.0})
    return records


def _damage(folder: Path, manifest: dict) -> Iterator[str]:
    """Files that differ from what the manifest says."""
    for file, said in manifest.get("files", {}).items():
        path = folder / file
        if not path.is_file():
            yield f"{file}: is missing"
            continue
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != said["sha256"]:
            yield f"{file}: not the SHA-256 that the manifest names"
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        if path.suffix == ".json":
            rows = len(json.loads(text))
        else:
            rows = sum(1 for _ in csv.reader(text.decode().splitlines(keepends=True))) - 1
        if "rows" in said and rows != said["rows"]:
            yield f"{file}: {rows} rows, the manifest names {said['rows']}"


def _match(evidence: Evidence, folder: Path, name: str) -> Match | None:
    """From `summary.json`, or from the games if all were kept; the two must agree."""
    summary = _json(folder / "summary.json")
    first, second = (side.get("variant") for side in summary["setting"]["sides"])
    standings = summary["standings"]
    if first is None or second is None or not standings or standings[-1]["estimate"] is None:
        return None
    games = games_of(folder, summary["setting"]["names"][0])
    for standing in standings:
        kept = games[: standing["games"]]
        said = tuple(standing[key] for key in ("wins", "draws", "losses", "pairs"))
        if len(kept) == standing["games"] and tally_of(kept) != said:
            evidence.damage.append(
                f"results/{name}/summary.json: {len(kept)} games give {tally_of(kept)}, it says {said}"
            )
        tally = tally_of(kept) if len(kept) == standing["games"] else said
        _, elo = pairs_of_games(tally[3])
        counted = (elo.value, *elo.interval)
        of_file = [standing["estimate"][key] for key in ("elo", "elo_low", "elo_high")]
        if not np.allclose(of_file, counted, rtol=1e-6, atol=1e-6):
            evidence.damage.append(f"results/{name}/summary.json: Elo {of_file}, its games give {counted}")
        text = "{:+.1f} [{:+.1f}, {:+.1f}]".format(*counted)
        if text not in (folder / "report.txt").read_text():
            evidence.damage.append(f"results/{name}/report.txt: it does not say {text}")
    return Match(name, (first, second), *tally)


def games_of(folder: Path, first: str) -> list[int]:
    """Half points of the first side, game by game, from `games.csv` or the PGN."""
    for path in sorted(folder.glob("games*.csv*")):
        games = pd.read_csv(path).sort_values("game")
        return [{"win": 2, "draw": 1, "loss": 0}[points] for points in games["points"]]
    games = []
    for path in sorted(folder.glob("games*.pgn*")):
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        tags = re.findall(r'^\[(White|Result) "(.*)"\]$', text.decode(), re.MULTILINE)
        for (_, white), (_, result) in zip(tags[::2], tags[1::2], strict=True):
            of_white = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[result]
            games.append(of_white if white == first else 2 - of_white)
    return games


def tally_of(games: list[int]) -> tuple[int, int, int, list[int]]:
    """Wins, draws, losses, and pairs by their half points."""
    pairs = [games[i] + games[i + 1] for i in range(0, len(games) - 1, 2)]
    wins, draws, losses = (games.count(half) for half in (2, 1, 0))
    return wins, draws, losses, [pairs.count(half) for half in range(5)]
