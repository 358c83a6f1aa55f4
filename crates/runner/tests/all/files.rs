//! All of a file or nothing: when writing fails, the old file stays as it was.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::desk::{Desk, assert_contains, program, stderr};

/// Runs the program where files may not grow beyond `kib` KiB, with SIGXFSZ ignored.
#[cfg(unix)]
fn on_a_small_disk(desk: &Desk, kib: usize, line: &str) -> Output {
    let blocks = kib * 2; // of 512 bytes in `dash`; `bash` as `sh` takes the same blocks
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {line}", program());
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(desk.path("")).env_remove("VNMP_SUITES");
    shell.output().unwrap()
}

/// Temporary files that were left in a folder.
fn left_over(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter(|name| name.starts_with('.') || name.contains("tmp")).collect()
}

#[cfg(unix)]
#[test]
fn a_report_that_cannot_be_written_leaves_the_readme_whole() {
    let desk = Desk::new();
    let run = "--suite middlegames60 --positions 2 --depth 2 --quiet --compress --threads 1";
    desk.ok(&format!("table3 {run} --out results/table3"));
    // Larger than any file of the report, with a part that the report rewrites.
    let prose = "All that a hand has written.\n".repeat(150_000);
    let readme = format!("{prose}<!-- vnmp report: verdict -->\nold\n<!-- end -->\n");
    desk.file("README.md", &readme);
    let output = on_a_small_disk(&desk, 3 << 10, "report");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["cannot write README.md"]);
    assert!(fs::read_to_string(desk.path("README.md")).unwrap() == readme, "README.md is damaged");
    assert_eq!(left_over(&desk.path("")), [""; 0]);
    desk.ok("report");
    let renewed = fs::read_to_string(desk.path("README.md")).unwrap();
    assert!(renewed.starts_with(&prose) && !renewed.contains("\nold\n"));
}

#[test]
fn a_report_on_results_elsewhere_leaves_the_readme_here_alone() {
    let desk = Desk::new();
    let run = "--suite middlegames60 --positions 2 --depth 2 --quiet --compress --threads 1";
    desk.ok(&format!("table3 {run} --out elsewhere/results/table3"));
    let readme = "<!-- vnmp report: verdict -->\nold\n<!-- end -->\n";
    let (here, there) = ("README.md", "elsewhere/README.md");
    for path in [here, there, "given.md"] {
        desk.file(path, readme);
    }
    let is_renewed = |path: &str| !fs::read_to_string(desk.path(path)).unwrap().contains("\nold\n");
    desk.ok("report --results elsewhere/results --out out --readme given.md");
    assert_eq!([here, there, "given.md"].map(is_renewed), [false, false, true]);
    desk.ok("report --results elsewhere/results --out out");
    assert_eq!([here, there].map(is_renewed), [false, true]);
}

#[cfg(unix)]
#[test]
fn a_drawing_a_suite_and_a_baseline_that_cannot_be_written_leave_the_old_ones() {
    let desk = Desk::new();
    let old = "old, and worth keeping";
    fs::create_dir(desk.path("suites")).unwrap();
    let large = fs::read_to_string(desk.path("tiny.epd")).unwrap().repeat(40);
    desk.file("large.epd", &large);
    for (file, line) in [
        ("tree.svg", "tree startpos --depth 4 --out tree.svg"),
        ("suites/mate2.epd", "suites make mate2 --count 20 --quiet --out suites"),
        ("suites/mine.epd", "suites import large.epd --as mine --force --suite-dir suites"),
        ("base.txt", "baseline accept --file base.txt --depth 3 --quiet"),
    ] {
        let old = match file {
            "base.txt" => {
                desk.ok("baseline accept --file base.txt --depth 1 --variants r2 --quiet");
                fs::read_to_string(desk.path(file)).unwrap()
            }
            _ => old.to_owned(),
        };
        desk.file(file, &old);
        let output = on_a_small_disk(&desk, 1, line);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        assert_contains(&stderr(&output), &["cannot write", file]);
        assert_eq!(fs::read_to_string(desk.path(file)).unwrap(), old, "{line}");
        assert_eq!(left_over(desk.path(file).parent().unwrap()), [""; 0], "{line}");
    }
}

/// Code without its tests, which come last in a file.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap()
}

#[test]
fn no_other_code_writes_files() {
    // Journals are appended to; the audit damages one on purpose.
    let exempt = ["base/file.rs", "journal.rs", "journal/", "run/audit.rs"];
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut found) = (Vec::new(), Vec::new());
    crate::rooms::sources(&src, &mut files);
    for file in files {
        let name = file.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
        if exempt.iter().any(|exempt| name.contains(exempt)) || name.ends_with("_tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in (1..).zip(without_tests(&text).lines()) {
            let writes = ["fs::write", "File::create", "fs::rename", "OpenOptions", "fs::copy"];
            if writes.iter().any(|call| line.contains(call)) {
                found.push(format!("{name}:{number}: {line}"));
            }
        }
    }
    assert!(found.is_empty(), "write with base/file.rs:\n{}", found.join("\n"));
}

/// What a run leaves of its records in each form.
#[test]
fn a_run_repeated_in_another_form_leaves_no_file_of_the_first() {
    let desk = Desk::new();
    let plain = ["records.csv", "records.json"];
    for (line, plain, packed) in [
        ("table5 --depth 2", plain.to_vec(), vec!["records.csv.gz"]),
        (
            "figure8 --depth 2",
            [&["cpu.csv"], &plain[..]].concat(),
            vec!["cpu.csv.gz", "records.csv.gz"],
        ),
    ] {
        let line = format!("{line} --suite tiny.epd --quiet --out {}", &line[..7].trim());
        let out = line.rsplit(' ').next().unwrap();
        let files = || -> Vec<String> {
            let names =
                fs::read_dir(desk.path(out)).unwrap().map(|entry| entry.unwrap().file_name());
            let names = names.map(|name| name.into_string().unwrap());
            let mut own: Vec<String> = names
                .filter(|name| ["records", "cpu"].contains(&name.split('.').next().unwrap()))
                .collect();
            own.sort();
            own
        };
        desk.ok(&line);
        assert_eq!(files(), plain);
        desk.ok(&format!("{line} --compress"));
        assert_eq!(files(), packed);
        desk.ok(&line);
        assert_eq!(files(), plain);
        desk.ok(&format!("table {out}"));
    }
}

#[test]
fn processor_times_that_are_lost_are_named() {
    let desk = Desk::new();
    desk.ok("figure8 --suite tiny.epd --depth 2 --quiet --compress --out out");
    fs::remove_file(desk.path("out/cpu.csv.gz")).unwrap();
    let (_, error) = desk.fails("table out");
    assert_contains(&error, &["out/manifest.json", "the file of the processor times is missing"]);
}

/// A prepared folder must not have files elsewhere read or removed.
#[test]
fn a_manifest_that_names_a_file_elsewhere_is_refused() {
    let desk = Desk::new();
    let line = "table5 --suite tiny.epd --depth 2 --quiet --out out";
    desk.ok(line);
    desk.file("precious.csv", "mine\n");
    let manifest = fs::read_to_string(desk.path("out/manifest.json")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let entry = value["files"]["records.csv"].clone();
    value["files"]["../precious.csv"] = entry;
    for key in ["checksum", "schema"] {
        value.as_object_mut().unwrap().remove(key);
    }
    fs::write(desk.path("out/manifest.json"), value.to_string()).unwrap();
    let (_, error) = desk.fails("table out");
    assert_contains(&error, &["out/manifest.json", "'../precious.csv' is not the name of a file"]);
    desk.ok(&format!("{line} --set killers=on --force"));
    assert_eq!(fs::read_to_string(desk.path("precious.csv")).unwrap(), "mine\n");
}
