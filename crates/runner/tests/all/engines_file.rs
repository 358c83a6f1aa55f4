//! An engines file says which programs are started, so it is read only when it is named.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::desk::{Desk, assert_contains};

#[test]
fn an_engines_file_that_lies_in_the_folder_starts_nothing() {
    let desk = Desk::new();
    let trap = desk.file("trap.sh", "#!/bin/sh\ntouch sprung\necho uciok\n");
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    desk.file("engines.toml", "[gnuchess]\ncommand = './trap.sh'\n[mine]\ncommand = './trap.sh'\n");
    for line in [
        "match r3 uci:gnuchess --games 2 --depth 1 --out match --quiet",
        "table4 --depth 1 --suite tiny.epd -v r2,uci:gnuchess --out table --quiet",
    ] {
        desk.run(line); // fails, or plays against Debian's engine where that is installed
        assert!(!desk.path("sprung").exists(), "{line}");
    }
    let (_, said) = desk.fails("match r3 uci:mine --games 2 --depth 1 --quiet");
    assert_contains(&said, &["no engine 'mine'", "--engines FILE"]);
    desk.run("match r3 uci:mine --games 2 --depth 1 --out mine --quiet --engines engines.toml");
    assert!(desk.path("sprung").exists(), "a file that is named is read");
}

#[test]
fn the_help_says_what_an_engines_file_can_do() {
    let desk = Desk::new();
    for command in ["match", "table4", "run"] {
        let (help, _) = desk.ok(&format!("{command} --help"));
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_contains(&words, &["trust it like a script"]);
    }
}
