//! Searches of a few positions: solved, censored, tied, single, empty and damaged.

use super::*;
use crate::record::RunRecord;
use crate::show::canvas;
use crate::show::grid::{Format, Show};
use crate::show::plot::{NARROW, WIDE};
use crate::show::table::samples::{column, record};

/// Iterations of one search: variant, position, and nodes and verdict by depth.
type Search<'a> = (&'a str, u32, &'a [(u64, Option<bool>)]);

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);

fn records(searches: &[Search]) -> Vec<RunRecord> {
    let of = |&(variant, index, iterations): &Search| {
        let rows: Vec<RunRecord> = (1..)
            .zip(iterations)
            .map(|(depth, &(nodes, solved))| record(index, variant, depth, nodes, solved))
            .collect();
        rows
    };
    searches.iter().flat_map(of).collect()
}

fn build(searches: &[Search]) -> anyhow::Result<Part> {
    build_to(searches, u8::MAX)
}

fn build_to(searches: &[Search], deepest: u8) -> anyhow::Result<Part> {
    let records = records(searches);
    let counted: Vec<Counted> = records.iter().map(Counted::from).collect();
    let columns = ["a", "b"].map(|variant| column(variant, &variant.to_uppercase()));
    Part::build("own", &columns, &counted, deepest)
}

fn table(part: Part) -> ToSolution {
    let caption = Caption { title: "T".into(), ..Caption::default() };
    ToSolution { caption, reference: None, parts: vec![part] }
}

/// A finds position 0, loses it and finds it again; B gets there sooner. A alone solves 1, where
/// B's search ends early; nobody solves 2; both need the same for 3.
fn four() -> Part {
    build(&[
        ("a", 0, &[(10, YES), (20, NO), (40, YES), (80, YES)]),
        ("b", 0, &[(5, NO), (20, YES)]),
        ("a", 1, &[(30, YES)]),
        ("b", 1, &[(25, NO)]),
        ("a", 2, &[(50, YES), (60, NO)]),
        ("b", 2, &[(70, NO)]),
        ("a", 3, &[(7, YES)]),
        ("b", 3, &[(7, YES)]),
    ])
    .unwrap()
}

#[test]
fn a_search_costs_the_nodes_from_which_it_holds_the_solution() {
    let part = four();
    assert_eq!((part.positions, part.solved_by_none), (4, 1));
    let [a, b] = &part.variants[..] else { panic!() };
    assert_eq!((a.solved, b.solved), (3, 2));
    assert_eq!(a.quantiles.map(|quantile| quantile.value), [Some(7), Some(30), Some(40)]);
    // 7, 20, then censored at 25 and 70
    assert_eq!(b.quantiles.map(|quantile| quantile.value), [Some(7), Some(20), None]);
    assert_eq!(a.profile.map(|share| share.unwrap().value), [0.5, 0.5, 0.75, 0.75, 0.75]);
    assert_eq!(b.profile.map(|share| share.unwrap().value), [0.5; 5]);
    assert_eq!(b.undecided, [1; 5], "B's search of 1 ended at 25 of 30 nodes");
    assert_eq!(a.undecided, [0; 5]);
    let Superiority { first, ties, second, neither, cut_short, probability } = &part.pairs[0].found;
    assert_eq!((*first, *ties, *second, *neither, *cut_short), (0, 1, 1, 1, 1));
    assert_eq!(probability.unwrap().value, 0.25);
}

#[test]
fn a_shallower_row_ends_the_searches_there() {
    let part = build_to(&[("a", 0, &[(10, YES), (20, NO), (40, YES)])], 1).unwrap();
    assert_eq!(part.variants[0].quantiles[1].value, Some(10));
    let all = build(&[("a", 0, &[(10, YES), (20, NO), (40, YES)])]).unwrap();
    assert_eq!(all.variants[0].quantiles[1].value, Some(40));
}

#[test]
fn all_censored_none_censored_one_position_and_none_have_defined_answers() {
    let none_solved = build(&[("a", 0, &[(10, NO)]), ("b", 0, &[(12, NO)])]).unwrap();
    assert_eq!(none_solved.variants[0].solved, 0);
    assert_eq!(none_solved.variants[0].profile.map(|share| share.unwrap().value), [0.0; 5]);
    assert_eq!(none_solved.pairs[0].found.probability, None);
    assert!(none_solved.figures().unwrap().is_empty());
    let one = build(&[("a", 0, &[(10, YES)]), ("b", 0, &[(12, YES)])]).unwrap();
    let probability = one.pairs[0].found.probability.unwrap();
    assert_eq!((probability.value, probability.interval), (1.0, None));
    assert_eq!(one.variants[0].profile[0].unwrap().interval, None);
    assert_eq!(one.figures().unwrap().len(), 2);
    let empty = build(&[]).unwrap();
    assert_eq!((empty.positions, empty.variants[0].profile), (0, [None; 5]));
    let without_task = build(&[("a", 0, &[(10, None)])]).unwrap();
    assert_eq!(without_task.positions, 0);
    let not_searched = build(&[("a", 0, &[(10, YES)])]).unwrap();
    let found = &not_searched.pairs[0].found;
    assert_eq!((found.cut_short, found.probability), (1, None), "B has finished no iteration");
    for part in [none_solved, one, empty, without_task, not_searched] {
        let table = table(part);
        for format in Format::ALL.into_iter().chain([Format::Latex]) {
            let text = table.render(format).unwrap();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

#[test]
fn damaged_records_are_refused() {
    let mut doubled = records(&[("a", 0, &[(10, YES)])]);
    doubled.extend(doubled.clone());
    let counted: Vec<Counted> = doubled.iter().map(Counted::from).collect();
    let error = Part::build("own", &[column("a", "A")], &counted, 9).unwrap_err().to_string();
    assert!(error.starts_with("records: position 0 occurs twice for variant 'a'"), "{error}");
    let error = build(&[("b", 3, &[(10, NO), (9, YES)])]).unwrap_err().to_string();
    assert!(error.contains("position 3 fall from depth 1 to 2 for variant 'b'"), "{error}");
}

#[test]
fn the_table_has_a_line_for_every_figure_and_its_labels_can_be_read() {
    let table = table(four());
    let text = table.sheet().text();
    for row in [
        " A                 4        3     7 [7, 40]     30 [7, –]     40 [7, –]",
        // two pairs are too few for an interval
        " B         50.0 [6.8, 93.2]   50.0 [6.8, 93.2]    50.0 [6.8, 93.2]    50.0 [6.8, 93.2]    50.0 [6.8, 93.2]      1 to 1",
        " A   B         0       1         1         1           1           25.0",
    ] {
        assert!(text.contains(row), "{row} in\n{text}");
    }
    let csv = table.csv().unwrap();
    let line = |begin: &str| csv.lines().find(|line| line.starts_with(begin)).expect(begin);
    assert_eq!(line("suite"), "suite,variant,versus,measure,at,value,low,high,n");
    assert_eq!(line("own,a,,solved,"), "own,a,,solved,,3.0,,,4");
    assert!(line("own,a,,nodes-to-solution,0.5").starts_with("own,a,,nodes-to-solution,0.5,30.0,"));
    assert_eq!(line("own,a,b,cut-short"), "own,a,b,cut-short,,1.0,,,4");
    assert!(line("own,a,b,probability").starts_with("own,a,b,probability-fewer,,0.25,"));
    assert!(line("own,a,b,probability").ends_with(",2"), "of two pairs");
    assert_eq!(csv.lines().count(), 1 + 2 * (1 + 3 + 4 + 2 * 5) + 6);
    let json: serde_json::Value = serde_json::from_str(&table.json()).unwrap();
    assert_eq!(json["parts"][0]["pairs"][0]["cut_short"], 1);
    assert_eq!(json["parts"][0]["variants"][1]["quantiles"][2]["value"], serde_json::Value::Null);
}

#[test]
fn with_many_variants_pairs_are_shown_with_the_reference_and_written_all() {
    let names: Vec<String> = (0..8).map(|i| format!("v{i}")).collect();
    let searches: Vec<Search> =
        names.iter().map(|name| (name.as_str(), 0, &[(10, YES)][..])).collect();
    let records = records(&searches);
    let counted: Vec<Counted> = records.iter().map(Counted::from).collect();
    let columns: Vec<Column> = names.iter().map(|name| column(name, name)).collect();
    let part = Part::build("own", &columns, &counted, 9).unwrap();
    let figures = part.figures().unwrap();
    let table = ToSolution { reference: Some("v3".into()), ..table(part) };
    let sheet = table.sheet();
    let (heading, pairs) = sheet.grids.last().unwrap();
    assert_eq!(
        (heading.as_deref(), pairs.rows.len()),
        (Some("Which needs fewer nodes, with v3"), 7)
    );
    assert_eq!(table.csv().unwrap().matches("probability-fewer").count(), 8 * 7 / 2);
    for figure in figures {
        assert!(figure.picture.png().is_ok() && !figure.picture.svg().contains("NaN"));
        for width in [WIDE, NARROW] {
            assert_eq!(canvas::faults::of(&figure.picture.at(width)), [""; 0], "{width}");
        }
    }
}

#[test]
fn titles_state_what_the_data_say() {
    let figures = four().figures().unwrap();
    let has = |i: usize, text: &str| assert_eq!(figures[i].picture.title, text);
    let title =
        "Half of the positions are solved after 20 to 30 nodes; the variants' intervals overlap";
    has(0, title);
    has(1, "Fewest nodes to the solution: A on 50.0 % of positions, B on 50.0 %");
    let csv = String::from_utf8(figures[1].csv.clone()).unwrap();
    assert!(csv.contains("own,A,ours,1,50,"), "{csv}");
    let few = build(&[
        ("a", 0, &[(10, YES)]),
        ("b", 0, &[(10, NO)]),
        ("a", 1, &[(10, NO)]),
        ("b", 1, &[(10, NO)]),
        ("a", 2, &[(10, NO)]),
        ("b", 2, &[(10, NO)]),
    ]);
    let figures = few.unwrap().figures().unwrap();
    assert_eq!(
        figures[0].picture.title,
        "No variant solves half of the positions; A solves most: 1"
    );
}

#[test]
fn a_title_names_variants_whose_intervals_part() {
    let times: Vec<[(u64, Option<bool>); 2]> =
        (1..=40).map(|nodes| [(nodes, YES), (90 + nodes, YES)]).collect();
    let searches = |(i, [a, b]): (u32, &[(u64, Option<bool>); 2])| [("a", i, [*a]), ("b", i, [*b])];
    let all: Vec<_> = (0..).zip(&times).flat_map(searches).collect();
    let all: Vec<Search> = all.iter().map(|(variant, i, own)| (*variant, *i, &own[..])).collect();
    let figures = build(&all).unwrap().figures().unwrap();
    let title = "Half of the positions are solved after 20 nodes by A, 110 by B";
    assert_eq!(figures[0].picture.title, title);
}

#[test]
fn counts_are_shown_with_three_digits() {
    let shown = [0, 950, 1_000, 12_345, 99_999, 100_000, 1_652_668, 52_000_000_000]
        .map(super::layout::short);
    assert_eq!(shown, ["0", "950", "1 k", "12.3 k", "100 k", "100 k", "1.65 M", "52 G"]);
}
