//! results/README.md explains every column and key that a run writes, and lists every committed run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::desk::Desk;

const DICTIONARY: &str = include_str!("../../../../results/README.md");

/// A factorial of four cells.
const FACTORS: &str = "name = 'f'\ntitle = 'T'\ntables = ['effects']\n\
    [[factors]]\nname = 'null'\nlevels = ['r3', 'v3']\n\
    [[factors]]\nname = 'rule'\nlevels = ['off', 'lmr']\n\
    [[suites]]\nsuite = 'tiny.epd'\ndepths = [2]\n";

/// The keys of a recorded tree's node and of those below it.
fn node_keys(node: &Value, found: &mut BTreeSet<String>) {
    found.extend(node.as_object().unwrap().keys().cloned());
    let children = node.get("children").and_then(Value::as_array);
    children.into_iter().flatten().for_each(|child| node_keys(child, found));
}

/// The text between backticks.
fn explained() -> BTreeSet<&'static str> {
    let lines = DICTIONARY.lines();
    lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

fn columns(desk: &Desk, file: &str) -> Vec<String> {
    let text = fs::read_to_string(desk.path(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    text.lines().next().unwrap().split(',').map(str::to_owned).collect()
}

fn keys(desk: &Desk, file: &str) -> Vec<String> {
    let text = fs::read(desk.path(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let value: Value = serde_json::from_slice(&text).unwrap();
    value.as_object().unwrap().keys().cloned().collect()
}

/// The first cells of the tables in a section of the dictionary: the columns that it explains, each
/// with a unit or a meaning.
fn explained_in(section: &str) -> BTreeSet<String> {
    let text = DICTIONARY.split(&format!("### {section}\n")).nth(1).expect(section);
    let text = text.split("\n### ").next().unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let mut columns = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells.len() == 3 && cells[1..].iter().any(|cell| !cell.is_empty()), "{row}");
        columns.extend(cells[0].split('`').skip(1).step_by(2).map(str::to_owned));
    }
    columns
}

#[test]
fn the_sections_explain_the_columns_of_their_files_and_no_others() {
    let desk = Desk::new();
    let run = "--suite tiny.epd --depth 2 --threads 1 --quiet --hash-entries 2^12 --out";
    desk.ok(&format!("table5 {run} t"));
    desk.ok(&format!("census table5 {run} c"));
    desk.file("factors.toml", FACTORS);
    desk.ok("run factors.toml --quiet --out e");
    desk.ok("match r2 r3 --games 2 --depth 1 --quiet --out m");
    desk.file("to.csv", &desk.ok("table t --tables to-solution --format csv").0);
    desk.file("diff.csv", &desk.ok("diff t --variants r2,v3 --format csv --fail-if nothing").0);
    let committed = |name: &str| {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
        fs::copy(results.join(name), desk.path("committed.csv")).unwrap();
        columns(&desk, "committed.csv")
    };
    for (section, found) in [
        ("Records of searches", columns(&desk, "t/records.csv")),
        ("Tables", columns(&desk, "t/table.csv")),
        ("Effects", columns(&desk, "e/table.csv")),
        ("Comparisons", columns(&desk, "diff.csv")),
        ("Nodes to solution", columns(&desk, "to.csv")),
        ("Games", columns(&desk, "m/games.csv")),
        ("Tables of the survey", committed("figure8/table.csv")),
        ("Verdicts", committed("figure8/findings.csv")),
        ("Coverage", committed("coverage/coverage.csv")),
    ] {
        assert_eq!(explained_in(section), found.into_iter().collect(), "{section}");
    }
    let census: BTreeSet<String> = columns(&desk, "c/table.csv").into_iter().collect();
    let own = ["index", "id", "nodes"].map(str::to_owned).into();
    assert_eq!(explained_in("Census"), census.union(&own).cloned().collect());
    let dictionary = explained();
    for key in keys(&desk, "c/manifest.json").into_iter().chain(keys(&desk, "e/manifest.json")) {
        assert!(dictionary.contains(key.as_str()), "{key}");
    }
}

#[test]
fn every_column_and_key_of_every_file_is_explained() {
    let desk = Desk::new();
    desk.file(
        "base.toml",
        "name = 'b'\ntitle = 'T'\ntables = ['nodes']\nvariants = ['r2']\n\
         [[suites]]\nsuite = 'tiny.epd'\ndepths = [1]\n",
    );
    desk.file("s.toml", "name = 's'\nbase = 'base.toml'\n[[points]]\nname = 'p'\n");
    desk.file(
        "f.toml",
        "name = 'f'\ntitle = 'T'\nsuite = 'tiny.epd'\ndepths = [1]\nmethods = ['ab']\n\
         reference = 'ab'\n",
    );
    desk.ok("sweep s.toml --quiet --out s");
    desk.ok("figure8 f.toml --quiet --out f");
    desk.ok("match r2 r3 --games 2 --depth 1 --quiet --out m");
    let tables = [
        "s/design.csv",
        "s/p/records.csv",
        "s/p/table.csv",
        "s/points.csv",
        "f/records.csv",
        "f/cpu.csv",
        "m/games.csv",
    ];
    let tree = "../../results/tree/zugzwang-verified.json";
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(tree), desk.path("t.json")).unwrap();
    let objects =
        ["s/p/manifest.json", "s/p/times.json", "m/manifest.json", "m/summary.json", "t.json"];
    let tables = tables.iter().map(|file| (file, columns(&desk, file)));
    let objects = objects.iter().map(|file| (file, keys(&desk, file)));
    let tree: Value = serde_json::from_slice(&fs::read(desk.path("t.json")).unwrap()).unwrap();
    let mut of_nodes = BTreeSet::new();
    node_keys(&tree["tree"], &mut of_nodes);
    assert!(of_nodes.contains("research"));
    let nodes = std::iter::once((&"t.json", of_nodes.into_iter().collect::<Vec<String>>()));
    let explained = explained();
    for (file, names) in tables.chain(objects).chain(nodes) {
        for name in names {
            assert!(explained.contains(name.as_str()), "{name} of {file}");
        }
    }
}

/// The manifests below a folder, each with its folder's name as the list gives it.
fn manifests(folder: &Path, listed: &str, found: &mut Vec<(String, Value)>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && path != folder.join("runs") {
            manifests(&path, &format!("{listed}{name}/"), found);
        } else if name == "manifest.json" {
            let text = fs::read(&path).unwrap();
            found.push((listed.to_owned(), serde_json::from_slice(&text).unwrap()));
        }
    }
}

#[test]
fn every_committed_run_is_listed_with_its_engine() {
    let mut found = Vec::new();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    manifests(&results, "", &mut found);
    assert!(found.len() > 20);
    for (folder, manifest) in found {
        let name = folder.trim_end_matches('/');
        let many = name.split('/').next().unwrap().to_owned() + "/*";
        let row = DICTIONARY.lines().find(|line| {
            let names = line.split('|').nth(1).unwrap_or_default();
            [name, many.as_str()].iter().any(|name| names.contains(&format!("`{name}`")))
        });
        let row = row.unwrap_or_else(|| panic!("{name} is not listed"));
        let engine = manifest["engine_source"].as_str().unwrap_or_default();
        assert!(row.contains(&engine[..engine.len().min(8)]), "{name}: {engine}");
    }
}

/// Charts below a folder that have no data beside them. The data of drawn trees are JSON, and a user's own
/// runs are not committed.
fn without_data(folder: &Path, found: &mut Vec<String>, charts: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_left_out = path.ends_with("results/tree") || path.ends_with("results/runs");
        if path.is_dir() && !is_left_out {
            without_data(&path, found, charts);
        } else if path.extension().is_some_and(|ending| ending == "svg") {
            *charts += 1;
            found
                .extend((!path.with_extension("csv").exists()).then(|| path.display().to_string()));
        }
    }
}

#[test]
fn every_committed_chart_has_its_data_beside_it() {
    let (mut found, mut charts) = (Vec::new(), 0);
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    without_data(&results, &mut found, &mut charts);
    assert_eq!(found, [""; 0]);
    assert!(charts > 25, "only {charts} charts are committed");
}
