//! `vnmp report RUN`: a page about the user's own run, without the paper.

use std::fs;

use crate::desk::Desk;

/// The Markdown of a run's report.
fn page(desk: &Desk, run: &str) -> String {
    desk.ok(&format!("report {run}"));
    fs::read_to_string(desk.path(&format!("{run}/report/report.md"))).unwrap()
}

#[test]
fn a_run_has_tables_ratios_discordant_positions_figures_and_explorer_and_nothing_of_the_paper() {
    let desk = Desk::new();
    desk.ok("table3 --suite tiny.epd --depth 4 --variants r2,r3,v3 --quiet --out mine");
    let text = page(&desk, "mine");
    for part in [
        "## Nodes",
        "## Solved",
        "McNemar",
        "Discordant positions",
        "## Equal effort",
        "## Every position",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("`none`") || text.contains("| Command | vnmp table3"), "{text}");
    assert!(!text.contains("| paper |") && !text.contains("Verdict"), "{text}");
    let read = |name: &str| fs::read_to_string(desk.path("mine/report").join(name)).unwrap();
    assert!(read("report.html").contains("<title>Table 3"));
    assert!(read("numbers.json").contains("\"mine.d4.std:r=2.vs-reference\""));
    assert!(!read("numbers.json").contains("\"claim"));
    let figures: Vec<&str> =
        text.lines().filter_map(|l| l.split_once("](figures/")?.1.strip_suffix(')')).collect();
    assert!(!figures.is_empty(), "{text}");
    // Ratios at every depth, each with its data.
    assert!(text.contains("**Nodes over those of verified R = 3:"), "{text}");
    let ratios = read("figures/ratio.csv");
    assert!(ratios.contains(",R = 3,ours,4,") && ratios.contains(",R = 2,ours,1,"), "{ratios}");
    assert!(!ratios.contains("paper,"), "{ratios}");
    for figure in figures {
        assert!(read(&format!("figures/{figure}")).contains("<svg"), "{figure}");
    }
    desk.ok("report mine --out again");
    let again = fs::read(desk.path("again/report.html")).unwrap();
    assert!(again == read("report.html").into_bytes(), "the same bytes");
}

#[test]
fn one_variant_no_tasks_and_a_match_have_what_they_allow() {
    let desk = Desk::new();
    desk.file("plain.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n");
    desk.ok("table4 --suite plain.epd --depth 3 --variants r2 --quiet --out plain");
    let text = page(&desk, "plain");
    assert!(text.contains("nothing is compared") && text.contains("## Nodes"), "{text}");
    assert!(!text.contains("## Solved") && !text.contains("## Equal effort"), "{text}");

    desk.ok(
        "match r2 r3@killers=on --games 4 --depth 1 --sprt elo0=0 elo1=400 --quiet --out games",
    );
    let text = page(&desk, "games");
    for part in [
        "# Std R = 2 against std:r=3@killers=on",
        "| Pairs with 0, ½, 1, 1½, 2 points |",
        "| Sequential test | elo0 = 0, elo1 = 400: log-likelihood ratio ",
        "| Ends | ",
        "| Second side | std:r=3 killers=on |",
        "| Command | vnmp match r2 r3@killers=on --games 4 ",
        "](figures/elo.svg)",
        "`vnmp report RUN --figure elo --out FOLDER`",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("| paper |"), "{text}");
    desk.ok("report games --figure elo --out elo");
    let [figure, own] =
        ["elo/elo.svg", "games/report/figures/elo.svg"].map(|f| fs::read(desk.path(f)));
    assert_eq!(figure.unwrap(), own.unwrap());
    let (_, error) = desk.fails("report games --figure nodes --out elo");
    assert!(error.contains("have no figure 'nodes'; they have elo"), "{error}");

    desk.ok("figure8 --suite tiny.epd --depth 2 --methods ab,iter --quiet --out survey");
    assert!(page(&desk, "survey").contains("in percent of ab"));
}

#[test]
fn a_run_that_was_resumed_gives_the_page_of_one_that_was_not() {
    let desk = Desk::new();
    let run = "table3 --suite tiny.epd --quiet --variants r2,v3 --journal j";
    desk.ok(&format!("{run} --depth 2 --out shallow")); // what an interruption leaves: some units
    desk.ok(&format!("{run} --depth 3 --out resumed/mine"));
    desk.ok(
        "table3 --suite tiny.epd --quiet --variants r2,v3 --journal k --depth 3 --out whole/mine",
    );
    let tables = |text: String| text.split("## The run").next().unwrap().to_owned();
    assert_eq!(tables(page(&desk, "resumed/mine")), tables(page(&desk, "whole/mine")));
}

#[test]
fn anything_but_a_finished_run_is_refused_with_the_cure() {
    let desk = Desk::new();
    let (_, error) = desk.fails("report nowhere");
    assert!(
        error.contains("nowhere is not a run folder; give one that has a manifest.json"),
        "{error}"
    );
    desk.ok("table3 --suite tiny.epd --depth 2 --quiet --out mine");
    fs::write(desk.path("mine/records.csv"), "index\n").unwrap();
    let (_, error) = desk.fails("report mine");
    assert!(error.contains("records.csv"), "{error}");
    let manifest = fs::read_to_string(desk.path("mine/manifest.json")).unwrap();
    let mut open: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    open["files"] = serde_json::json!({});
    open.as_object_mut().unwrap().remove("checksum");
    fs::write(desk.path("mine/manifest.json"), open.to_string()).unwrap();
    let (_, error) = desk.fails("report mine");
    assert!(error.contains("mine"), "{error}");
}
