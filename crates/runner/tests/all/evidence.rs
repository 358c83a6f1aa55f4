//! From committed results to claims and report, as a user runs it, on a suite of our own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::desk::{element, packed};

fn vnmp(dir: &Path, line: &str) -> Output {
    let mut command = Command::new(crate::desk::program());
    command.args(line.split_whitespace()).current_dir(dir).env_remove("VNMP_SUITES");
    command.output().unwrap()
}

fn ok(dir: &Path, line: &str) -> String {
    let output = vnmp(dir, line);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn fails(dir: &Path, line: &str) -> String {
    let output = vnmp(dir, line);
    assert!(!output.status.success(), "{line} succeeds");
    String::from_utf8(output.stderr).unwrap()
}

/// A folder with results of Tables 3 and 5 on four positions of our own.
fn results() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let run = "--suite middlegames60 --positions 4 --depth 4 --quiet --compress --threads 1";
    ok(dir.path(), &format!("table3 {run} --out results/table3"));
    ok(dir.path(), &format!("table5 {run} --out results/table5"));
    dir
}

#[test]
fn the_report_is_the_same_bytes_every_time_and_can_be_checked() {
    let dir = results();
    let dir = dir.path();
    ok(dir, "report");
    let html = fs::read(dir.join("results/report/report.html")).unwrap();
    let markdown = fs::read_to_string(dir.join("results/report/report.md")).unwrap();
    ok(dir, "report --out again");
    assert_eq!(html, fs::read(dir.join("again/report.html")).unwrap());
    ok(dir, "report --check");
    // Files that are not in git may be missing.
    fs::remove_file(dir.join("results/report/report.html")).unwrap();
    ok(dir, "report --check");

    fs::write(dir.join("results/report/report.md"), markdown + "\n").unwrap();
    let error = fails(dir, "report --check");
    assert!(error.contains("report.md; run `vnmp report` and commit"), "{error}");
}

#[test]
fn a_changed_number_is_noticed() {
    let dir = results();
    let dir = dir.path();
    ok(dir, "report");
    let file = dir.join("results/report/numbers.json");
    let text = fs::read_to_string(&file).unwrap();
    let numbers: serde_json::Value = serde_json::from_str(&text).unwrap();
    let nodes = &numbers["numbers"]["table3.d4.std:r=2.nodes"];
    assert_eq!((&nodes["unit"], &nodes["n"]), (&"nodes".into(), &4.into()), "{nodes}");
    assert!(numbers["numbers"]["cost.table3.wall"]["value"].is_number());
    let changed = text.replace(&format!("\"value\":{}", nodes["value"]), "\"value\":1");
    assert_ne!(text, changed);
    fs::write(&file, changed).unwrap();
    let error = fails(dir, "report --check");
    assert!(error.contains("numbers.json; run `vnmp report` and commit"), "{error}");
}

#[test]
fn coverage_is_simulated_again_whatever_the_old_file_holds() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let games = dir.join("results/match/v3-r2-fast");
    fs::create_dir_all(&games).unwrap();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/match/v3-r2-fast");
    for name in ["summary.json", "games.csv.gz"] {
        fs::copy(committed.join(name), games.join(name)).unwrap();
    }
    let file = dir.join("results/coverage/coverage.csv");
    ok(dir, "claims coverage");
    let simulated = fs::read_to_string(&file).unwrap();
    assert!(simulated.contains("\nmatch-score,match/v3-r2-fast,50,300,"), "{simulated}");
    ok(dir, "claims coverage --check");

    fs::write(&file, simulated.clone() + "kind-of-old,table3,4,300,280\n").unwrap();
    let error = fails(dir, "claims coverage --check");
    assert!(error.contains("coverage.csv:"), "{error}");
    ok(dir, "claims coverage");
    assert_eq!(fs::read_to_string(&file).unwrap(), simulated);

    fs::write(&file, simulated + "ratio,table3.std:r=2.d9,20,300,280\n").unwrap();
    let error = fails(dir, "claims coverage --check");
    assert!(error.contains("run `vnmp claims coverage` and commit"), "{error}");
}

#[test]
fn the_report_holds_verdicts_tables_figures_and_boards_of_our_own_positions() {
    let dir = results();
    let dir = dir.path();
    ok(dir, "report");
    let read = |name: &str| fs::read_to_string(dir.join("results/report").join(name)).unwrap();
    let (html, markdown) = (read("report.html"), read("report.md"));
    for text in
        ["Table 3", "Table 5", "Equal effort", "Is the verified tree smaller", "without a run"]
    {
        assert!(html.contains(text) && markdown.contains(text), "{text}");
    }
    assert!(html.find("Is the verified tree") < html.find("id=\"run-table3\""));
    let figures: Vec<&str> = markdown
        .lines()
        .filter_map(|line| line.split_once("](figures/")?.1.strip_suffix(".svg)"))
        .collect();
    assert!(figures.contains(&"ratio") && figures.contains(&"figure4"));
    for figure in figures {
        assert!(read(&format!("figures/{figure}.svg")).starts_with("<svg"));
        assert!(html.contains(&format!("id=\"figure-{figure}\"")));
        assert!(read(&format!("figures/{figure}.csv")).starts_with("panel,series,source,x,value,"));
        assert!(dir.join(format!("results/report/figures/{figure}.png")).exists());
    }
    ok(dir, "report --figure ratio --out one");
    for ending in ["svg", "csv"] {
        let one = fs::read_to_string(dir.join(format!("one/ratio.{ending}"))).unwrap();
        assert_eq!(one, read(&format!("figures/ratio.{ending}")));
    }
    assert!(dir.join("one/ratio.png").exists());
    let error = fails(dir, "report --figure rat --out one");
    assert!(error.contains("no figure 'rat'; they have") && error.contains("ratio"), "{error}");
    let parts: serde_json::Value = serde_json::from_str(&element(&html, "parts")).unwrap();
    let records = packed(&html, &parts[0]["data"]);
    let indices = records.lines().skip(1).map(|line| line.split(',').next().unwrap());
    assert_eq!(indices.collect::<std::collections::BTreeSet<_>>().len(), 4);
    let fen = packed(&html, &parts[0]["suite_data"]);
    assert_eq!(fen.split(' ').next().unwrap().matches('/').count(), 7, "{fen}");
}

#[test]
fn claims_are_judged_or_said_to_be_untested() {
    let dir = results();
    let text = ok(dir.path(), "claims --verbose");
    for part in ["needs a run", "Rules", "What was decided when", "ecm-r2-11"] {
        assert!(text.contains(part), "{part}");
    }
    let csv = ok(dir.path(), "claims --format csv");
    assert!(
        csv.starts_with("id,by,section,place,published,published_to,ours,low,high,direction,size,")
    );
    let line = csv.lines().find(|line| line.starts_with("ecm-r2-11,")).unwrap();
    // From the counts that the paper prints.
    let printed = 105_488_197_524.0 / 51_080_338_048.0;
    assert_eq!(line, format!("ecm-r2-11,,4,Table 3,{printed},{printed},,,,needs-run,,,,,"));
    let error = fails(dir.path(), "claims --results nowhere");
    assert!(error.contains("nowhere") && error.contains("--results"), "{error}");
}

#[test]
fn the_surveys_findings_are_judged_by_every_count_and_reported() {
    let dir = results();
    let dir = dir.path();
    // Not bk, which may be installed where the test runs.
    let experiment = include_str!("../../../../experiments/figure8.toml");
    assert!(experiment.contains("\"bk\""), "{experiment}");
    fs::write(dir.join("figure8.toml"), experiment.replace("\"bk\"", "\"nobodys\"")).unwrap();
    let run = "figure8 figure8.toml --positions 4 --depth 5 --quiet";
    let list = "ab,iter,pvs,pvs+trans,pvs+trans=1048576,pvs+qhist+nbest=6";
    let error = fails(dir, &format!("{run} --suite nowhere --out results/figure8"));
    assert!(error.contains("nowhere"), "{error}");
    let table = ok(dir, &format!("{run} --methods {list} --out results/figure8"));
    assert!(table.contains("middlegames60 (4 positions)"), "{table}");
    assert!(table.contains("Positions solved (lost and gained against ab)"), "{table}");

    let csv = ok(dir, "claims --format csv");
    let verdict = |begin: &str| -> Vec<String> {
        let line = csv.lines().find(|line| line.starts_with(begin)).unwrap();
        line.split(',').map(str::to_owned).collect()
    };
    for by in ["horizon", "nodes", "cpu"] {
        let line = verdict(&format!("survey-a,{by},"));
        assert!(line.iter().any(|cell| cell == "figure8"), "{line:?}");
        assert!(line.iter().all(|cell| cell != "needs-run"), "{line:?}");
        assert!(verdict(&format!("survey-b,{by},")).contains(&"needs-run".to_owned()));
    }
    // The run's own folder says the same.
    let findings = fs::read_to_string(dir.join("results/figure8/findings.csv")).unwrap();
    let own = findings.lines().find(|line| line.starts_with("survey-a,nodes,")).unwrap();
    assert!(csv.contains(own), "{own}");

    ok(dir, "report");
    let markdown = fs::read_to_string(dir.join("results/report/survey.md")).unwrap();
    for text in ["## Figure 8", "in place of nobodys", "figures/figure8.svg", "survey"] {
        assert!(markdown.contains(text), "{text}");
    }
    fs::remove_file(dir.join("results/figure8/records.csv")).unwrap();
    assert_eq!(ok(dir, "claims --format csv"), csv, "records.json has the same");
    fs::remove_file(dir.join("results/figure8/records.json")).unwrap();
    let error = fails(dir, "claims");
    assert!(error.contains("the records of 'middlegames60' is missing"), "{error}");
}

#[test]
fn damaged_results_are_named() {
    let dir = results();
    let file = dir.path().join("results/table3/manifest.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"fingerprint\"", "\"fingerprant\"")).unwrap();
    let error = fails(dir.path(), "report");
    assert!(error.contains("manifest.json") && error.contains("fingerprint"), "{error}");
    fs::remove_file(&file).unwrap();
    for command in ["claims", "report", "report --check"] {
        let error = fails(dir.path(), command);
        let what = "table3/records.csv.gz: there is no manifest.json beside these records";
        assert!(error.contains(what), "{command}: {error}");
    }
    fs::write(&file, text).unwrap();
    fs::remove_file(dir.path().join("results/table3/records.csv.gz")).unwrap();
    for command in ["claims", "report", "table results/table3"] {
        let error = fails(dir.path(), command);
        assert!(error.contains("the records of 'middlegames60' is missing"), "{error}");
    }
    let error = fails(tempfile::tempdir().unwrap().path(), "report --results .");
    assert!(error.contains("no committed results"), "{error}");
}

/// Every reader of evidence gives this error.
fn refused(dir: &Path, expected: &str) {
    for command in ["claims", "report", "report --check", "table results/table4"] {
        let error = fails(dir, command);
        assert!(error.contains(expected), "{command}: {error}");
    }
}

#[test]
fn records_that_are_not_the_runs_give_no_verdict() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    ok(dir, "table4 --suite middlegames60 --positions 4 --depth 4 --quiet --out results/table4");
    let [records, manifest] =
        ["records.csv", "manifest.json"].map(|n| dir.join("results/table4").join(n));
    let (whole, signed) = (fs::read_to_string(&records).unwrap(), fs::read(&manifest).unwrap());
    ok(dir, "claims");
    let without = |cut: &dyn Fn(&str) -> bool| -> String {
        whole.split_inclusive('\n').filter(|line| !cut(line)).collect()
    };
    let lacks_a_position = without(&|line| line.starts_with("15,"));
    let lacks_a_depth = without(&|line| line.starts_with("15,") && line.contains(",std:r=2,4,"));
    let lacks_an_iteration =
        without(&|line| line.starts_with("15,") && line.contains(",std:r=2,2,"));
    let more_nodes = whole.replacen(",std:r=2,4,", ",std:r=2,4,1", 1);
    for changed in [&lacks_a_position, &lacks_a_depth, &lacks_an_iteration, &more_nodes] {
        assert!(*changed != whole);
        fs::write(&records, changed).unwrap();
        refused(dir, "its digest differs");
    }
    // A manifest of the first schema has no digests; positions and iterations are counted all the same.
    let mut unsigned: serde_json::Value = serde_json::from_slice(&signed).unwrap();
    let fields = unsigned.as_object_mut().unwrap();
    for name in ["schema", "files", "checksum"] {
        fields.remove(name).unwrap();
    }
    fs::write(&manifest, unsigned.to_string()).unwrap();
    for (changed, expected) in [
        (&lacks_a_position, "3 of 4 positions at depth 4"),
        (&lacks_a_depth, "3 of 4 positions at depth 4"),
        (&lacks_an_iteration, "position 15 has no iteration to depth 2 of std:r=2"),
        (&whole.replacen("\n0,", "\n9999,", 1), "position 9999 of"),
        (&whole.replace(",vrfd:r=3,", ",vrfd:r=4,"), "no variant 'vrfd:r=4'"),
    ] {
        fs::write(&records, changed).unwrap();
        refused(dir, expected);
    }
    fs::write(&records, whole).unwrap();
    ok(dir, "claims");
}

#[test]
fn claims_of_ones_own_are_judged_by_the_same_rules() {
    let dir = results();
    let dir = dir.path();
    let claims = "source = \"mine\"\n[[claims]]\nid = \"mine\"\ntext = \"R = 3 is smaller\"\n\
        quantity = { kind = \"node-ratio\", variant = \"std:r=3\", to = \"vrfd:r=3\", depth = 4 }\n\
        expect = { below = 1.0 }\npublished = [0.4, 0.6]\n";
    fs::write(dir.join("my.toml"), claims).unwrap();
    let csv = ok(dir, "claims results/table3 --file my.toml --format csv");
    assert!(csv.lines().nth(1).unwrap().starts_with("mine,,,,0.4,0.6,"), "{csv}");
    let text = ok(dir, "claims results/table3 --file my.toml");
    assert!(text.contains("n too small") && text.contains("undecided"), "{text}");
    fs::write(dir.join("my.toml"), claims.replace("below", "beneath")).unwrap();
    let error = fails(dir, "claims results/table3 --file my.toml");
    assert!(error.contains("my.toml") && error.contains("beneath"), "{error}");
    fails(dir, "claims --file my.toml");
    fs::write(dir.join("my.toml"), claims).unwrap();
    let plan = ok(dir, "claims plan results/table3 --file my.toml");
    assert!(plan.contains("\nmine "), "{plan}");
    // A preset's name does as well as a specification; whatever the run does not have is named with its line.
    fs::write(dir.join("my.toml"), claims.replace("std:r=3", "r3")).unwrap();
    assert_eq!(ok(dir, "claims results/table3 --file my.toml --format csv"), csv);
    let by = "quantity = { kind = \"match-score\", variant = \"std:r=3\", to = \"vrfd:r=3\" }";
    let quantity = claims.lines().find(|line| line.starts_with("quantity")).unwrap();
    for (changed, line, told) in [
        (claims.replace("std:r=3", "std:r=4"), 5, "the run has no 'std:r=4'; it has std:r=2, "),
        (claims.replace("std:r=3", "r33"), 5, "the run has no 'r33'"),
        (claims.replace("depth = 4", "depth = 9"), 5, "no depth 9 of "),
        (claims.replace("depth = 4", "depth = 4, suite = \"wac\""), 5, "no suite 'wac'; it has "),
        (claims.replace(quantity, by), 5, "is measured in a match, and this is a run of searches"),
        (claims.replace("quantity", "by = [\"nodes\"]\nquantity"), 6, "remove it"),
        (claims.to_owned() + claims.split_once('\n').unwrap().1, 9, "a second claim 'mine'"),
        (claims.replace("{ below = 1.0 }", "{ below = 1.0, above = 1.0 }"), 6, "exactly one of"),
        (claims.replace("{ below = 1.0 }", "{ below = nan }"), 6, "finite"),
    ] {
        fs::write(dir.join("my.toml"), changed).unwrap();
        for command in ["claims", "claims plan"] {
            let error = fails(dir, &format!("{command} results/table3 --file my.toml"));
            assert!(
                error.contains(&format!("my.toml:{line}: ")) && error.contains(told),
                "{error}"
            );
        }
    }
    fs::write(dir.join("my.toml"), claims).unwrap();
    fs::create_dir(dir.join("empty")).unwrap();
    let error = fails(dir, "claims empty --file my.toml");
    assert!(error.contains("empty holds no finished run"), "{error}");
    let error = fails(dir, "claims results --file my.toml");
    assert!(error.contains("several runs; name one of them: results/"), "{error}");
    let plan = ok(dir, "claims plan");
    assert!(plan.contains("n for a side") && plan.contains("ecm-r2-11"), "{plan}");
}

#[test]
fn a_sweep_is_a_run_for_every_point() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let sweep = "name = \"s\"\nbase = \"table4\"\n[[points]]\nname = \"as-reproduced\"\n\
                 [[points]]\nname = \"killers\"\nset = [\"killers=on\"]\n";
    fs::write(dir.join("s.toml"), sweep).unwrap();
    let shallow = "--suite middlegames60 --positions 3 --depth 3 --quiet --compress --threads 1";
    ok(dir, &format!("sweep s.toml {shallow} --out results/sensitivity"));
    ok(dir, "report");
    let markdown = fs::read_to_string(dir.join("results/report/report.md")).unwrap();
    assert!(markdown.contains("## Sensitivity") && markdown.contains("| killers=on |"));

    // A point in points.csv is not run again even if its folder is gone; a changed point is.
    let points = dir.join("results/sensitivity/points.csv");
    let rows = fs::read_to_string(&points).unwrap();
    assert_eq!(rows.lines().count(), 1 + 2 * 3, "{rows}"); // points by variants, one depth
    assert!(rows.lines().nth(1).unwrap().starts_with("as-reproduced,"), "{rows}");
    fs::remove_dir_all(dir.join("results/sensitivity/killers")).unwrap();
    ok(dir, &format!("sweep s.toml {shallow} --out results/sensitivity"));
    assert!(!dir.join("results/sensitivity/killers").exists());
    fs::write(dir.join("s.toml"), sweep.replace("killers=on", "killers=off")).unwrap();
    ok(dir, &format!("sweep s.toml {shallow} --out results/sensitivity"));
    assert!(dir.join("results/sensitivity/killers").exists());
    let again = fs::read_to_string(&points).unwrap();
    assert_eq!(again.lines().take(4).collect::<Vec<_>>(), rows.lines().take(4).collect::<Vec<_>>());
    assert_ne!(again, rows);

    // A design's points are runs like those of a list.
    let design = "name = \"d\"\nbase = \"table4\"\n[design]\npoints = 2\nseed = 1\n\
                  [[design.factors]]\nsetting = \"killers\"\nlevels = [\"on\", \"off\"]\n";
    fs::write(dir.join("d.toml"), design).unwrap();
    ok(dir, &format!("sweep d.toml {shallow} --out results/design"));
    assert_eq!(
        fs::read_to_string(dir.join("results/design/points.csv")).unwrap().lines().count(),
        7
    );
    fs::write(dir.join("s.toml"), sweep.replace("killers\"\n", "as-reproduced\"\n")).unwrap();
    let error = fails(dir, &format!("sweep s.toml {shallow} --out again"));
    assert!(error.contains("'as-reproduced' occurs twice"), "{error}");
}

#[test]
fn drawn_trees_are_linked_beside_the_results_and_copied_elsewhere() {
    let dir = results();
    let dir = dir.path();
    fs::create_dir(dir.join("results/tree")).unwrap();
    ok(dir, "tree startpos --depth 3 --out results/tree/own.svg");
    let report = |folder: &str| fs::read_to_string(dir.join(folder).join("report.md")).unwrap();
    ok(dir, "report");
    assert!(report("results/report").contains("(../tree/own.svg)"));
    assert!(!dir.join("results/report/figures/tree-own.svg").exists());
    ok(dir, "report --out again/there");
    assert!(report("again/there").contains("(figures/tree-own.svg)"));
    let [drawn, copied] = ["results/tree/own.svg", "again/there/figures/tree-own.svg"]
        .map(|file| fs::read(dir.join(file)).unwrap());
    assert!(drawn == copied);
    ok(dir, "report --check");
    ok(dir, "report --check --out ./results/../results/report");
}

#[test]
fn a_report_on_this_folder_updates_the_readme_beside_it() {
    let dir = results();
    let dir = dir.path();
    let old = "<!-- vnmp report: verdict -->\nold\n<!-- end -->\n";
    let [within, beside] = ["results/README.md", "README.md"].map(|file| dir.join(file));
    for file in [&within, &beside] {
        fs::write(file, old).unwrap();
    }
    ok(&dir.join("results"), "report --results .");
    assert_eq!(fs::read_to_string(within).unwrap(), old);
    assert!(!fs::read_to_string(beside).unwrap().contains("\nold\n"));
}

#[test]
fn a_tree_is_drawn_as_svg_and_dot() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let svg = ok(dir, "tree startpos --depth 4");
    assert!(svg.starts_with("<svg") && svg.contains("Vrfd R = 3") && svg.contains("null, d = "));
    ok(dir, "tree startpos --depth 3 --format dot --out tree.dot");
    // The ending says the format.
    ok(dir, "tree startpos --depth 3 --out again.dot");
    let [given, by_ending] =
        ["tree.dot", "again.dot"].map(|name| fs::read(dir.join(name)).unwrap());
    assert_eq!(given, by_ending);
    ok(dir, "tree startpos --depth 3 --out tree.png");
    assert!(fs::read(dir.join("tree.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(fails(dir, "tree startpos --format png").contains("--out FILE.png"));
    assert!(fs::read_to_string(dir.join("tree.dot")).unwrap().starts_with("digraph"));
    assert!(fails(dir, "tree startpos --variant nothing").contains("unknown variant 'nothing'"));
}
