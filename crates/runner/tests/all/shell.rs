//! Completions and manual pages name every command that the help names.

use std::fs;

use crate::desk::{Desk, assert_contains};

/// The commands that `vnmp --help` lists.
fn commands(desk: &Desk) -> Vec<String> {
    let (help, _) = desk.ok("--help");
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<String> =
        names.filter(|name| !["", "help"].contains(name)).map(str::to_owned).collect();
    assert!(names.len() > 20 && names.iter().any(|name| name == "table3"), "{names:?}");
    names
}

#[test]
fn completions_name_every_command_in_every_shell() {
    let desk = Desk::new();
    let commands = commands(&desk);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, _) = desk.ok(&format!("completions {shell}"));
        let words: Vec<&str> = script.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        for command in &commands {
            assert!(words.contains(&command.as_str()), "{shell}: {command}");
        }
    }
    let refused = desk.run("completions tcsh");
    assert_contains(&crate::desk::stderr(&refused), &["possible values", "zsh"]);
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let desk = Desk::new();
    let (page, _) = desk.ok("man");
    desk.ok("man --out pages");
    assert_eq!(fs::read_to_string(desk.path("pages/vnmp.1")).unwrap(), page);
    for command in commands(&desk) {
        assert_contains(&page, &[&format!("vnmp\\-{command}(1)")]);
        let page = fs::read_to_string(desk.path(&format!("pages/vnmp-{command}.1"))).unwrap();
        assert_contains(&page, &[".SH NAME", &format!("vnmp\\-{command} ")]);
    }
    assert!(!desk.path("pages/vnmp-keep.1").exists(), "it is hidden");
}
