//! What the system hands us or refuses: odd arguments, no threads, circular links, endless files.
//! Each case ends soon, with a message.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::desk::{Desk, assert_contains, program, stderr};
use crate::running::{Running, on_this_machine};

/// The output of a command that must end by itself.
fn soon(mut command: Command) -> Output {
    Running(command.spawn().unwrap()).ends()
}

#[test]
fn arguments_that_are_not_text_are_paths_or_are_named() {
    let desk = Desk::new();
    let folder = OsStr::from_bytes(b"r\xe9sultats");
    let mut command = desk.command("table5 --depth 1 --suite tiny.epd --quiet --out");
    let output = soon_with(&mut command, folder);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(desk.path("").join(folder).join("records.csv").exists());
    let output = soon_with(&mut desk.command("table5 --depth 1 --suite"), folder);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["invalid UTF-8"]);
}

fn soon_with(command: &mut Command, argument: &OsStr) -> Output {
    command.arg(argument).output().unwrap()
}

/// Runs a line without privileges, with a limit on threads per user; root becomes a user that has
/// no other process.
#[cfg(target_os = "linux")]
fn with_threads(desk: &Desk, threads: usize, line: &str) -> Output {
    let own = desk.path("vnmp");
    if !own.exists() {
        fs::copy(program(), &own).unwrap();
        for path in [desk.path(""), own.clone()] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
        }
    }
    let mut limited = Command::new("prlimit");
    limited.arg(format!("--nproc={threads}")).arg(own).args(line.split_whitespace());
    limited.current_dir(desk.path("")).env_remove("VNMP_SUITES");
    limited.stdout(Stdio::piped()).stderr(Stdio::piped());
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        limited.uid(54_321).gid(54_321);
    }
    soon(limited)
}

#[test]
#[cfg(target_os = "linux")]
fn threads_that_the_system_refuses_end_in_a_message() {
    let desk = Desk::new();
    for threads in 1..5 {
        for line in [
            "table5 --depth 1 --suite tiny.epd --threads 1 --out out --force",
            "match r2 r3 --games 2 --nodes 50 --threads 1 --out games --force",
        ] {
            let output = with_threads(&desk, threads, line);
            let code = output.status.code();
            assert!(code.is_some_and(|code| code < 2), "{threads}: {line}: {}", stderr(&output));
            assert!(code == Some(0) || stderr(&output).contains("error: "), "{}", stderr(&output));
        }
    }
}

#[test]
fn circular_links_among_the_results_are_ignored() {
    let desk = Desk::new();
    let run = "--suite tiny.epd --depth 2 --quiet --threads 1";
    desk.ok(&format!("table3 {run} --out results/table3"));
    desk.ok(&format!("table3 {run} --out other/run"));
    let (before, _) = desk.ok("claims");
    for link in ["results/a", "results/b", "results/table3/c", "results/table3/d", "other/e"] {
        symlink(desk.path("results"), desk.path(link)).unwrap();
    }
    symlink(desk.path("other"), desk.path("results/z")).unwrap();
    symlink(desk.path("other"), desk.path("other/again")).unwrap();
    let output = soon(desk.command("claims"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), before);
    assert!(soon(desk.command("report")).status.success());
    let report = fs::read_to_string(desk.path("results/report/report.md")).unwrap();
    assert_contains(&report, &["z/run"]);
}

#[test]
fn anything_but_a_regular_file_is_refused_by_name() {
    let desk = Desk::new();
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    fs::create_dir(desk.path("folder.d")).unwrap();
    for (path, what) in [
        ("/dev/zero", "a device or a pipe"),
        ("pipe", "a device or a pipe"),
        ("folder.d", "a folder"),
    ] {
        for line in [
            format!("table5 --depth 1 --suite {path}"),
            format!("suites import {path} --as mine --suite-dir ."),
            format!("table5 --depth 1 --suite tiny.epd --errata={path}"),
            format!("run {path}"),
            format!("sweep {path}"),
            format!("match --file {path}"),
            format!("baseline check --file {path}"),
        ] {
            let output = soon(desk.command(&line));
            assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
            assert_contains(&stderr(&output), &[path, what]);
        }
    }
    fs::create_dir(desk.path("mine")).unwrap();
    fs::rename(desk.path("pipe"), desk.path("mine/pipe.epd")).unwrap();
    assert!(soon(desk.command("suites --suite-dir mine")).status.success());
}

#[test]
fn a_file_too_large_is_refused() {
    let desk = Desk::new();
    let file = fs::File::create(desk.path("large.epd")).unwrap();
    file.set_len(1 << 40).unwrap(); // sparse
    let output = soon(desk.command("table5 --depth 1 --suite large.epd"));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["large.epd", "larger than 256 MiB"]);
}

#[test]
fn a_field_larger_than_the_memory_is_refused_at_once() {
    let desk = Desk::new();
    desk.ok("table3 --suite tiny.epd --depth 1 --quiet --compress --out results/table3");
    let packed = desk.path("results/table3/records.csv.gz");
    let manifest = desk.path("results/table3/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["files", "schema", "checksum"] {
        value.as_object_mut().unwrap().remove(key); // as it was before records had digests
    }
    fs::write(&manifest, value.to_string()).unwrap();
    // Concatenated members unpack to one text; each is 16 MiB of the same field.
    let member = |bytes: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(bytes).unwrap();
        gzip.finish().unwrap()
    };
    let piece = member(&vec![b'x'; 16 << 20]);
    for quote in ["", "\""] {
        let header = "index,id,variant,depth,nodes,main_nodes,quiescence_nodes,null_tried,null_cut,\
                      verifications,researches,researches_below_beta,score_cp,mate,best_move,pv,solved\n";
        let mut bytes = member(format!("{header}0,{quote}").as_bytes());
        for _ in 0..6 * 64 {
            bytes.extend_from_slice(&piece);
        }
        fs::write(&packed, bytes).unwrap();
        let script = format!("ulimit -v 2000000; exec {} claims", program());
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(desk.path(""));
        let begin = Instant::now();
        let output = soon({
            shell.stdout(Stdio::piped()).stderr(Stdio::piped());
            shell
        });
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_contains(&stderr(&output), &["records.csv.gz:", "longer than 1024 KiB"]);
        // Unpacking the whole field takes far longer.
        assert!(begin.elapsed() < on_this_machine(Duration::from_secs(5)));
    }
}

#[test]
fn of_very_many_bad_lines_some_are_shown_and_all_are_counted() {
    let desk = Desk::new();
    desk.file("bad.epd", &"no position\n".repeat(50_000));
    let (_, error) = desk.fails("table5 --depth 1 --suite bad.epd");
    assert_contains(&error, &["50000 bad lines in bad.epd", "bad.epd:20: ", "49980 more"]);
    assert!(error.lines().count() < 30, "{} lines", error.lines().count());
}
