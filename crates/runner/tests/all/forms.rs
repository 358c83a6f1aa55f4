//! The READMEs explain every key of the files that the program reads, and none that it does not know.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::Value;

use crate::desk::Desk;

const EXPERIMENTS: &str = include_str!("../../../../experiments/README.md");
const SUITES: &str = include_str!("../../../../suites/README.md");

/// The name in the first column of each row, by the headings above it: `Sweep/[design]`.
fn explained(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let (mut major, mut minor) = (String::new(), String::new());
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            (major, minor) = (heading.replace('`', ""), String::new());
        } else if let Some(heading) = line.strip_prefix("### ") {
            minor = format!("/{}", heading.replace('`', ""));
        } else if let Some(name) = line.strip_prefix("| `").and_then(|row| row.split('`').next()) {
            keys.entry(format!("{major}{minor}")).or_default().insert(name.to_owned());
        }
    }
    keys
}

/// The keys that the program accepts, taken from its refusal of an unknown one.
fn expected(desk: &Desk, command: &str, table: &str) -> BTreeSet<String> {
    desk.file("form.toml", &format!("{table}\nno-such-key = 1\n"));
    let (_, error) = desk.fails(command);
    let (_, list) = error.split_once("unknown field `no-such-key`, expected ").expect(&error);
    list.lines().next().unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_key_of_files_that_a_command_reads_is_explained() {
    let desk = Desk::new();
    let engines = "match v3 uci:NAME --games 2 --engines form.toml";
    let errata = "table3 --depth 1 --suite tiny.epd --errata=form.toml";
    let match_of = "[[match]]";
    for (readme, section, command, table) in [
        (EXPERIMENTS, "Experiment", "run form.toml", ""),
        (EXPERIMENTS, "Experiment/[[suites]]", "run form.toml", "[[suites]]"),
        (EXPERIMENTS, "Experiment/[[factors]]", "run form.toml", "[[factors]]"),
        (EXPERIMENTS, "Sweep", "sweep form.toml", ""),
        (EXPERIMENTS, "Sweep/[[points]]", "sweep form.toml", "[[points]]"),
        (EXPERIMENTS, "Sweep/[design]", "sweep form.toml", "[design]"),
        (EXPERIMENTS, "Sweep/[[design.factors]]", "sweep form.toml", "[[design.factors]]"),
        (EXPERIMENTS, "Matches/[[match]]", "match --file form.toml", match_of),
        (EXPERIMENTS, "Survey", "figure8 form.toml", ""),
        (EXPERIMENTS, "Engines/[NAME]", engines, "[NAME]"),
        (SUITES, "Errata/[[suite]]", errata, "[[suite]]"),
        (SUITES, "Errata/[[suite.position]]", errata, "[[suite]]\n[[suite.position]]"),
    ] {
        assert_eq!(explained(readme)[section], expected(&desk, command, table), "{section}");
    }
}

/// The keys of a value and of everything in it, by the path to them; a `quantity` is listed by its
/// `kind`.
fn collect(value: &Value, at: &str, keys: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                keys.entry(at.to_owned()).or_default().insert(key.clone());
                collect(value, &format!("{at}/{key}"), keys);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, at, keys)),
        Value::String(text) if at.ends_with("/kind") => {
            keys.entry(at.to_owned()).or_default().insert(text.clone());
        }
        _ => {}
    }
}

/// The keys of all files in a folder below `experiments/`. They are part of the program, which
/// refuses keys that it does not know.
fn used(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut keys = BTreeMap::new();
    for entry in fs::read_dir(experiments.join(folder)).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        collect(&toml::from_str(&text).unwrap(), "", &mut keys);
    }
    keys
}

#[test]
fn every_key_of_claims_and_published_figures_is_explained() {
    let explained = explained(EXPERIMENTS);
    let claims = used("claims");
    assert_eq!(explained["Claims"], claims[""]);
    assert_eq!(explained["Claims/[[claims]]"], claims["/claims"]);
    assert_eq!(explained["Claims/expect"], claims["/claims/expect"]);
    assert_eq!(explained["Claims/[[margins]]"], claims["/margins"]);
    assert_eq!(explained["Claims/[[changes]]"], claims["/changes"]);
    assert_eq!(explained["Claims/[[questions]]"], claims["/questions"]);
    assert_eq!(explained["Claims/[[questions.groups]]"], claims["/questions/groups"]);
    let of_quantity = [&claims["/claims/quantity"], &claims["/claims/quantity/kind"]];
    let of_quantity: BTreeSet<String> = of_quantity.into_iter().flatten().cloned().collect();
    assert_eq!(explained["Claims/quantity"], of_quantity);
    let mut peers = BTreeMap::new();
    collect(
        &toml::from_str(include_str!("../../../../experiments/peers.toml")).unwrap(),
        "",
        &mut peers,
    );
    assert_eq!(explained["Peers"], peers[""]);
    for (section, key) in
        [("[[tests]]", "/tests"), ("[[nodes]]", "/nodes"), ("[[patch]]", "/patch")]
    {
        assert_eq!(explained[&format!("Peers/{section}")], peers[key]);
    }
    assert_eq!(explained["Peers/[solved]"], peers["/solved"]);
    let published: BTreeSet<String> = used("paper").into_values().flatten().collect();
    assert_eq!(explained["Published figures"], published);
}
