//! THIRD-PARTY.md lists what the program contains when built for Linux, no more and no less.

use std::process::Command;

const NOTICES: &str = include_str!("../../../../THIRD-PARTY.md");
const TREE: &str = "tree -p vnmp --locked --offline -e normal,no-proc-macro --prefix none --format";

#[test]
fn the_notices_list_every_crate_in_the_program_with_version_and_licence() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(TREE.split(' ')).arg("| {p} | {l} |").current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap().replace(" (*)", "");
    let mut crates: Vec<&str> = tree.lines().filter(|line| !line.starts_with("| vnmp")).collect();
    crates.sort_unstable();
    crates.dedup();
    assert!(crates.len() > 50, "{crates:?}");
    let listed: Vec<&str> =
        NOTICES.lines().skip_while(|line| *line != "|---|---|").skip(1).collect();
    assert!(listed == crates, "the table in THIRD-PARTY.md should be:\n{}", crates.join("\n"));
}
