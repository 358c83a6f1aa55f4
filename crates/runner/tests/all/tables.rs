//! Tables as a user asks for them: with other rows and references, as LaTeX, several at once, of a
//! sweep, and on a narrow terminal.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::desk::{Desk, assert_contains, files};

const RUN: &str = "--suite tiny.epd --hash-entries 2^12 --threads 1 --quiet";

fn json(desk: &Desk, line: &str) -> Value {
    serde_json::from_str(&desk.ok(&format!("{line} --format json")).0).unwrap()
}

fn depths(table: &Value) -> Vec<u64> {
    table["rows"].as_array().unwrap().iter().map(|row| row["depth"].as_u64().unwrap()).collect()
}

#[test]
fn any_depth_and_reference_can_be_shown_of_a_run_that_has_ended() {
    let desk = Desk::new();
    desk.ok(&format!("table3 --depth 4 {RUN} --out a"));
    assert_eq!(depths(&json(&desk, "table a")), [4]);
    let table = json(&desk, "table a --depths 2-3,1 --reference r2");
    assert_eq!(depths(&table), [1, 2, 3]);
    assert_eq!(table["baseline"], "std:r=2");
    let cells = table["rows"][2]["cells"].as_array().unwrap();
    let count = |i: usize| cells[i]["count"].as_u64().unwrap() as f64;
    assert_eq!(cells[0]["ratio_to_baseline"], Value::Null);
    assert_eq!(cells[2]["ratio_to_baseline"].as_f64().unwrap(), count(2) / count(0));
    // It is the table of a run that was asked for these rows.
    desk.ok(&format!("table3 --depths 1-3 --reference r2 {RUN} --out b"));
    assert_eq!(json(&desk, "table b")["rows"], table["rows"]);
    let before = files(&desk.path("a"));
    for (options, wrong) in [
        ("--depths 5", "--depths: the records of tiny end at depth 4, before 5"),
        ("--reference r1", "'std:r=1' is not among the columns: std:r=2, std:r=3, vrfd:r=3"),
        ("--reference nonsense", "--reference: "),
    ] {
        assert_contains(&desk.fails(&format!("table a {options}")).1, &[wrong]);
    }
    let clap = |line: &str| desk.run(line).status.code();
    assert_eq!(clap("table a --write --depths 2"), Some(2));
    assert_eq!(clap("table3 --depth 3 --depths 2"), Some(2));
    assert_eq!(clap("table a --depths 0-3"), Some(2));
    assert_eq!(files(&desk.path("a")), before);
}

#[test]
fn nodes_to_solution_are_a_table_of_the_run_or_of_its_records_later() {
    let desk = Desk::new();
    let experiment = BASE.replace("'nodes', 'solved'", "'nodes', 'to-solution'");
    let experiment = experiment.replace("'T'", "'b'"); // the name, which titles a table made later
    desk.file("both.toml", &experiment);
    desk.file("nodes.toml", &experiment.replace(", 'to-solution'", ""));
    let options = "--threads 1 --quiet --hash-entries 2^12";
    let text = desk.ok(&format!("run both.toml {options} --out both")).0;
    assert_contains(&text, &["b: nodes to solution", "Nodes to solution", "P(A fewer) %"]);
    desk.ok(&format!("run nodes.toml {options} --out nodes"));
    let before = files(&desk.path("nodes"));
    desk.ok("table nodes --tables to-solution --write");
    let (both, nodes) = (files(&desk.path("both")), files(&desk.path("nodes")));
    for (name, bytes) in before.iter().filter(|(name, _)| *name != "manifest.json") {
        assert_eq!(&nodes[name], bytes, "{name:?}");
    }
    let own = |name: &&String| name.contains("-to-solution.");
    let names: Vec<String> = nodes.keys().filter(own).cloned().collect();
    let stems = ["curves", "profile", "table"];
    for (stem, endings) in
        stems.iter().zip([["csv", "png", "svg"], ["csv", "png", "svg"], ["csv", "json", "md"]])
    {
        for ending in endings {
            let name = format!("{stem}-to-solution.{ending}");
            assert!(names.iter().any(|own| own.ends_with(&name)), "{name} of {names:?}");
        }
    }
    for name in nodes.keys().filter(own) {
        assert_eq!(nodes[name], both[name], "{name:?}: depths that are not reported count too");
    }
    // A search counts as solved from the nodes at which, by its records, it holds the solution.
    let csv = desk.ok("table nodes --tables to-solution --format csv").0;
    let records = fs::read_to_string(desk.path("nodes/records.csv")).unwrap();
    let deepest = records.lines().filter(|line| line.contains("std:r=2,3,"));
    let solved = deepest.filter(|line| line.contains(",true,")).count();
    assert_contains(&csv, &[&format!("tiny,std:r=2,,solved,,{solved}.0,,,")]);
    for format in ["text", "markdown", "json", "latex"] {
        let solved = desk.ok(&format!("table nodes --tables solved --format {format}")).0;
        assert_contains(&solved, &["b: positions solved"]);
        desk.ok(&format!("table nodes --tables solved,to-solution --format {format}"));
    }
}

#[test]
fn tables_that_a_folder_cannot_have_are_refused() {
    let desk = Desk::new();
    desk.ok(&format!("table3 --depth 2 {RUN} --out a"));
    let unknown = desk.run("table a --tables nosuch");
    assert_eq!(unknown.status.code(), Some(2));
    assert_contains(&crate::desk::stderr(&unknown), &["nosuch", "to-solution"]);
    desk.ok("match r2 r3 --games 2 --depth 1 --quiet --out m");
    assert_contains(&desk.fails("table m --tables nodes").1, &["leave out --tables"]);
    let records = desk.path("a/records.csv");
    let text = fs::read_to_string(&records).unwrap();
    fs::write(&records, text.replacen(",1,", ",2,", 1)).unwrap();
    assert_contains(&desk.fails("table a --tables to-solution").1, &["records.csv", "digest"]);
}

#[test]
fn a_suite_without_solutions_has_nothing_to_solve_and_says_so() {
    let desk = Desk::new();
    desk.file("bare.epd", "r3k3/8/8/8/8/8/8/4K2R w - - id \"bare\";\n");
    desk.ok("table3 --depth 2 --suite bare.epd --quiet --out a");
    let text = desk.ok("table a --tables to-solution").0;
    assert_contains(&text, &["bare gives no solutions (bm, am or dm)"]);
    assert!(!text.contains("Kaplan"), "{text}");
}

#[test]
fn without_a_reference_there_are_no_lines_of_dashes() {
    let desk = Desk::new();
    let text = desk.ok(&format!("table3 --depth 3 --variants r2,r3 {RUN} --out a")).0;
    assert!(!text.contains('–'), "{text}");
    let text = desk.ok("table a --reference r2").0;
    assert_contains(&text, &["Percentages: difference to Std R = 2"]);
}

#[test]
fn the_papers_percentages_appear_only_beside_their_own_reference() {
    let desk = Desk::new();
    desk.ok(&format!("table5 --depth 8 --positions 1 {RUN} --out a --variants r2,v3"));
    desk.ok(&format!("table4 --depth 8 --positions 1 {RUN} --out b --variants r2,v3"));
    assert_contains(&desk.ok("table b").0, &["(-13.55%)"]);
    let other = desk.ok("table b --reference r2").0;
    assert!(!other.contains("13.55"), "a difference to verified R = 3:\n{other}");
    assert_contains(&other, &["783,461,647"]);
}

#[test]
fn latex_has_a_macro_in_letters_for_every_number() {
    let desk = Desk::new();
    desk.ok(&format!("table3 --depths 2-3 {RUN} --out a"));
    let text = desk.ok("table a --format latex").0;
    let macros: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("\\newcommand{\\")?.split_once("}{"))
        .map(|(name, rest)| (name, rest.split("} % ").next().unwrap()))
        .collect();
    assert_eq!(macros.len(), 2 * (1 + 3 + 2), "positions, nodes, differences");
    assert!(macros.iter().all(|(name, _)| name.chars().all(|c| c.is_ascii_alphabetic())), "{text}");
    let (head, table) = text.split_once("\\begin{table}").unwrap();
    for (name, _) in &macros {
        assert!(table.contains(&format!("\\{name}")), "{name} is not used");
    }
    assert!(head.starts_with("% \\usepackage{booktabs,graphicx}\n"));
    assert_contains(table, &["\\toprule", "\\midrule", "\\bottomrule", "Std R = 2 &", "NOTE: "]);
    let body = table.lines().filter(|line| line.ends_with("\\\\") && line.contains("\\vnmp"));
    for line in body {
        let bare: String = line.split("\\vnmp").skip(1).collect();
        assert!(!bare.contains(|c: char| c.is_ascii_digit()), "a bare number: {line}");
    }
    let nodes = json(&desk, "table a")["rows"][1]["cells"][2]["count"].as_u64().unwrap();
    let shown = macros.iter().find(|(name, _)| *name == "vnmpTableThreeDThreeVrfdRThreeNodes");
    assert_eq!(shown.unwrap().1.replace(',', ""), nodes.to_string());
}

const SWEEP: &str = "name = 's'\nbase = 'base.toml'\n[[points]]\nname = 'as-is'\n\
    [[points]]\nname = 'killers'\nset = ['killers=on']\n";
const BASE: &str = "name = 'b'\ntitle = 'T'\ntables = ['nodes', 'solved']\nvariants = ['r2', 'v3']\n\
    reference = 'v3'\n[[suites]]\nsuite = 'tiny.epd'\ndepths = [2, 3]\n";

#[test]
fn a_sweep_ends_in_one_table_of_points_by_variants() {
    let desk = Desk::new();
    desk.file("base.toml", BASE);
    desk.file("s.toml", SWEEP);
    let sweep = "sweep s.toml --threads 1 --quiet --hash-entries 2^12 --out s";
    let text = desk.ok(sweep).0;
    assert_contains(&text, &["s: T", "as reproduced", "killers=on", "Positions solved"]);
    assert_contains(&text, &["Nodes, difference to vrfd:r=3"]);
    assert!(!text.contains("ours"), "no point prints a table of its own:\n{text}");
    assert_eq!(desk.ok("table s").0, text);
    assert_eq!(desk.ok(sweep).0, text, "all points are done");
    let table = json(&desk, "table s");
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4, "2 points at 2 depths");
    let of_run = json(&desk, "table s/killers");
    let last = rows.last().unwrap();
    assert_eq!((&last["point"], &last["settings"]), (&"killers".into(), &"killers=on".into()));
    assert_eq!(last["cells"][0]["nodes"], of_run[0]["rows"][1]["cells"][0]["count"]);
    assert_eq!(last["cells"][0]["solved"], of_run[1]["rows"][1]["cells"][0]["count"]);
    let csv = desk.ok("table s --format csv --depths 3 --reference r2").0;
    assert_eq!(csv.lines().count(), 1 + 2 * 2, "{csv}");
    assert!(csv.starts_with("point,settings,depth,variant,positions,left_out,nodes,"));
    assert_contains(&desk.fails("table s --depths 9").1, &["no row at the depths"]);
    assert_contains(&desk.fails("table s --reference r3").1, &["not among the columns"]);
    // The runs alone give the same table, in the order of their names.
    fs::remove_file(desk.path("s/points.csv")).unwrap();
    assert_eq!(json(&desk, "table s")["rows"], table["rows"]);
}

#[test]
fn a_sweep_that_is_damaged_empty_or_not_done_says_so() {
    let desk = Desk::new();
    desk.file("base.toml", BASE);
    desk.file("s.toml", SWEEP);
    desk.ok("sweep s.toml --threads 1 --quiet --hash-entries 2^12 --out s");
    let path = desk.path("s/points.csv");
    let text = fs::read_to_string(&path).unwrap();
    let first: Vec<&str> = text.lines().filter(|line| !line.starts_with("killers,")).collect();
    fs::write(&path, first.join("\n") + "\n").unwrap();
    assert_contains(&desk.ok("table s").0, &["NOTE: 1 of 2 points are not done"]);
    fs::write(&path, text.replacen(",vrfd:r=3,", ",vrfd:r=3,x", 1)).unwrap();
    assert_contains(&desk.fails("table s").1, &["s/points.csv:", "not a record"]);
    fs::write(&path, text.lines().next().unwrap()).unwrap();
    assert_contains(&desk.fails("table s").1, &["no point of the sweep is done yet"]);
    fs::write(&path, &text).unwrap();
    fs::remove_file(desk.path("s/design.csv")).unwrap();
    assert_contains(&desk.fails("table s").1, &["s/design.csv: the file is missing"]);
    fs::create_dir(desk.path("empty")).unwrap();
    assert_contains(&desk.fails("table empty").1, &["empty is not a run folder"]);
}

/// A mate in 2 and in 1, and a best move.
const MIXED: &str = "2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - dm 2; id \"m2\";\n\
    6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id \"m1\";\n\
    6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"move\";\n";

#[test]
fn a_table_of_mates_leaves_other_tasks_to_a_table_of_solutions() {
    let desk = Desk::new();
    desk.file("mixed.epd", MIXED);
    let base = |tables: &str| {
        format!(
            "name = 'e'\ntitle = 'T'\ntables = [{tables}]\nvariants = ['none', 'v3']\n\
             [[suites]]\nlabel = 'All'\nsuite = 'mixed.epd'\ndepths = [4]\n"
        )
    };
    let run = |tables: &str, out: &str| {
        desk.file("e.toml", &base(tables));
        let line = format!("run e.toml --threads 1 --quiet --hash-entries 2^12 --out {out}");
        json(&desk, &line)
    };
    let positions = |table: &Value| table["rows"][0]["positions"].as_u64().unwrap();
    let alone = [run("'solved'", "solved"), run("'mates'", "mates")];
    assert_eq!(alone.each_ref().map(positions), [3, 2]);
    let both = run("'solved', 'mates'", "both");
    let both = both.as_array().unwrap();
    assert_eq!(both.len(), 2);
    for (table, alone) in both.iter().zip(&alone) {
        assert_eq!(table["rows"][0]["cells"], alone["rows"][0]["cells"]);
        assert_eq!(positions(table), positions(alone));
    }
    assert_eq!(json(&desk, "table both"), Value::from(both.clone()), "from the records alone");
    let text = desk.ok("table both").0;
    assert_eq!(text.matches("1 of the 3 positions of mixed give no mate.").count(), 1, "{text}");
    let csv = desk.ok("table both --format csv").0;
    assert_eq!(csv.lines().filter(|line| line.starts_with("row,")).count(), 1, "{csv}");
    assert_eq!(csv.lines().count(), 1 + 2 * 2);
}

#[test]
fn a_substitute_is_named_once_before_the_run_and_once_with_the_tables() {
    let desk = Desk::new();
    let line = "table3 --depth 2 --suite tiny.epd --threads 1 --out";
    let (out, error) = desk.ok(&format!("{line} a"));
    assert_eq!(error.matches("NOTE: ").count(), 1, "{error}");
    assert_contains(&error, &["NOTE: suite tiny replaces ecm; the table says more."]);
    assert_eq!(out.matches("NOTE: Run on suite 'tiny', which is NOT").count(), 1, "{out}");
    assert!(out.lines().all(|line| line.chars().count() < 120), "{out}");
    assert!(!desk.ok(&format!("{line} b --quiet")).1.contains("NOTE"));
    desk.file("base.toml", &BASE.replace("'tiny.epd'", "'ecm'\nfallback = ['tiny.epd']"));
    desk.file("s.toml", SWEEP);
    let error = desk.ok("sweep s.toml --threads 1 --hash-entries 2^12 --out s").1;
    assert_eq!(error.matches("NOTE: suite tiny replaces ecm").count(), 1, "{error}");
}

#[test]
fn positions_chosen_by_id_are_searched_alone_and_named() {
    let desk = Desk::new();
    let ids = |ids: &str| desk.file("e.toml", &format!("{BASE}ids = {ids}\n"));
    ids("['rooks', 'opposite sides']");
    let text = desk.ok("run e.toml --threads 1 --quiet --hash-entries 2^12 --out one").0;
    assert!(text.contains("2 of the 6 positions of tiny, chosen by id."), "{text}");
    let records = &fs::read_to_string(desk.path("one/records.csv")).unwrap();
    let searched: BTreeSet<&str> = records
        .lines()
        .skip(1)
        .map(|line| line.split(",std:").next().unwrap().split(",vrfd:").next().unwrap())
        .collect();
    assert_eq!(
        searched,
        BTreeSet::from(["1,opposite sides", "4,rooks"]),
        "an index stays the suite's"
    );
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(desk.path("one/manifest.json")).unwrap()).unwrap();
    let suite = &manifest["suites"][0];
    assert_eq!((&suite["positions"], &suite["searched"]), (&6.into(), &2.into()));
    assert_eq!(suite["ids"], serde_json::json!(["rooks", "opposite sides"]));
    // as many others are another run
    ids("['rooks', 'queens']");
    desk.ok("run e.toml --threads 1 --quiet --hash-entries 2^12 --out two");
    let other: Value =
        serde_json::from_str(&fs::read_to_string(desk.path("two/manifest.json")).unwrap()).unwrap();
    assert_ne!(manifest["fingerprint"], other["fingerprint"]);
    for (list, told) in [
        ("['knights']", "no position of 'tiny' that is searched has the id 'knights'"),
        ("['rooks', 'rooks']", "id 'rooks' is given twice"),
        ("[]", "ids is empty; give at least one, or leave it out"),
    ] {
        ids(list);
        let error = desk.fails("run e.toml --threads 1 --quiet --out three").1;
        assert!(error.contains(told), "{error}");
        assert!(!desk.path("three").exists());
    }
}

#[test]
fn a_comparison_of_the_survey_reads_the_same_from_packed_records() {
    let desk = Desk::new();
    let line = "figure8 --suite tiny.epd --depth 2 --methods ab,pvs --quiet --out";
    desk.ok(&format!("{line} plain"));
    desk.ok(&format!("{line} packed --compress --omit-positions"));
    let names: Vec<String> = files(&desk.path("packed")).into_keys().collect();
    let data = |name: &&String| name.starts_with("records") || name.starts_with("cpu");
    let data: Vec<&String> = names.iter().filter(data).collect();
    assert_eq!(data, ["cpu.csv.gz", "records.csv.gz"]);
    let table = |run: &str| fs::read_to_string(desk.path(run).join("table.csv")).unwrap();
    let first = table("packed");
    assert_eq!(first, table("plain"));
    fs::remove_file(desk.path("packed/table.csv")).unwrap();
    desk.ok("table packed --write");
    assert_eq!(table("packed"), first);
    for (name, without) in
        [("cpu.csv.gz", "the processor times is missing"), ("records.csv.gz", "records")]
    {
        let whole = fs::read(desk.path("packed").join(name)).unwrap();
        fs::write(desk.path("packed").join(name), "").unwrap();
        let told = format!("packed/{name}: not the file that the manifest beside it describes");
        assert_contains(&desk.fails("table packed").1, &[&told]);
        fs::remove_file(desk.path("packed").join(name)).unwrap();
        assert_contains(&desk.fails("table packed").1, &[without]);
        fs::write(desk.path("packed").join(name), whole).unwrap();
    }
}

#[test]
fn records_of_several_suites_have_the_names_that_the_readme_promises() {
    let desk = Desk::new();
    desk.ok("table6 --depth 2 --positions 2 --threads 1 --quiet --hash-entries 2^12 --out a");
    let names: BTreeSet<String> = files(&desk.path("a")).into_keys().collect();
    let readme = include_str!("../../../../results/README.md");
    for name in ["records-mate4.csv", "records-mate5.csv"] {
        assert!(names.contains(name), "{names:?}");
    }
    assert!(readme.contains("`records-mate4.csv`"));
}

#[cfg(unix)]
mod terminal {
    use std::fs::File;
    use std::io::Read;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    use super::*;

    /// Standard output of a command on a terminal with this number of columns.
    fn on_a_terminal(desk: &Desk, columns: u16, line: &str) -> String {
        let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&user).unwrap();
        unlockpt(&user).unwrap();
        let name = ptsname(&user, Vec::new()).unwrap().into_string().unwrap();
        let terminal = File::options().read(true).write(true).open(name).unwrap();
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let mut command = desk.command(line);
        let mut child = command.stdout(terminal).spawn().unwrap();
        drop(command); // our last handle
        let (mut text, mut user) = (Vec::new(), File::from(user));
        let mut buffer = [0; 4096];
        // Linux ends the output with an error, other systems with an empty read.
        while let Ok(read @ 1..) = user.read(&mut buffer) {
            text.extend(&buffer[..read]);
        }
        assert!(child.wait().unwrap().success());
        String::from_utf8(text).unwrap().replace('\r', "")
    }

    #[test]
    fn sixty_columns_hold_any_table_and_a_pipe_gets_it_as_it_is() {
        let desk = Desk::new();
        let variants = "none,r1,r2,r3,v3,vrfd:r=2,vrfd:r=4,nmr,double:r=3";
        desk.ok(&format!("table3 --depths 2-3 {RUN} --variants {variants} --out a"));
        let piped = desk.ok("table a").0;
        assert_eq!(piped, fs::read_to_string(desk.path("a/table.txt")).unwrap());
        let widest = |text: &str| {
            let lines =
                text.lines().filter(|line| !line.starts_with("NOTE") && !line.contains("ours "));
            lines.map(|line| line.chars().count()).max().unwrap()
        };
        assert!(widest(&piped) > 100, "{piped}");
        let narrow = on_a_terminal(&desk, 60, "table a");
        let table = narrow.split("Percentages").next().unwrap();
        let lines = table.lines().filter(|line| !line.starts_with("NOTE"));
        assert!(lines.clone().all(|line| line.chars().count() <= 60), "{narrow}");
        let numbers =
            piped.split_whitespace().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        for number in numbers {
            assert!(narrow.contains(number), "{number} is missing in\n{narrow}");
        }
        assert_eq!(on_a_terminal(&desk, 250, "table a"), piped);
    }
}
