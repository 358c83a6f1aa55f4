use super::*;
use crate::experiment::factors::Factor;
use crate::record::manifest::VariantEntry;
use crate::show::grid::{Format, Show};

/// A null move `a` or `b`, a rule `x` or none.
fn manifest(cells: &[&str], searched: usize, depth: u8, limit: Option<u64>) -> Manifest {
    let factor = |name: &str, levels: &[&str]| Factor {
        name: name.to_owned(),
        levels: levels.iter().map(|&level| level.to_owned()).collect(),
    };
    let variant = |cell: &&str| VariantEntry {
        spec: (*cell).to_owned(),
        title: (*cell).to_owned(),
        source: String::new(),
        parameters: BTreeMap::new(),
        levels: cell.split(' ').map(str::to_owned).collect(),
    };
    let suite = SuiteEntry {
        name: "s".into(),
        wanted: "s".into(),
        depths: vec![depth],
        positions: searched,
        searched,
        ..SuiteEntry::default()
    };
    Manifest {
        experiment: "l".into(),
        title: "T".into(),
        factors: vec![factor("n", &["a", "b"]), factor("m", &["off", "x"])],
        variants: cells.iter().map(variant).collect(),
        suites: vec![suite],
        node_limit: limit.and_then(std::num::NonZeroU64::new),
        ..Manifest::default()
    }
}

const CELLS: [&str; 4] = ["a off", "a x", "b off", "b x"];

/// Iterations of depth 1, 2, ...: nodes and whether they solve.
fn search<'a>(index: u32, cell: &'a str, iterations: &[(u64, bool)]) -> Vec<Counted<'a>> {
    let record = |(depth, &(nodes, solved)): (u8, &(u64, bool))| Counted {
        index,
        variant: cell,
        depth,
        nodes,
        solved: Some(solved),
    };
    (1..).zip(iterations).map(record).collect()
}

/// One depth; `b` doubles the nodes, `x` halves them, and both together multiply them by a further
/// factor that differs by position.
fn factorial(more: &[u64]) -> Vec<Counted<'static>> {
    let of = |(index, &more): (u32, &u64)| {
        CELLS
            .into_iter()
            .zip([100, 50, 200, 100 * more])
            .flat_map(move |(cell, nodes)| search(index, cell, &[(nodes, cell.starts_with('b'))]))
    };
    (0..).zip(more).flat_map(of).collect()
}

fn effects(manifest: &Manifest, records: Vec<Counted>) -> Effects {
    Effects::new(manifest, &[records]).unwrap()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} {b}");
}

/// The estimate of a contrast for a response.
fn of(effects: &Effects, contrast: &str, response: Response) -> Option<Found> {
    effects.suites[0].effects.iter().find(|e| e.contrast.name() == contrast)?.of(response)
}

#[test]
fn effects_are_means_over_the_other_factor_and_interactions_differences_of_differences() {
    let all = effects(&manifest(&CELLS, 3, 1, None), factorial(&[2, 2, 8]));
    let value = |name: &str| of(&all, name, Response::Nodes).unwrap();
    // ln 2 + ln more / 2 at each position; more is 2, 2 and 8
    near(value("b").estimate.value, (2.0_f64).ln() * (1.0 + 5.0 / 6.0));
    near(value("x").estimate.value, (2.0_f64).ln() * (-1.0 + 5.0 / 6.0));
    near(value("b x x").estimate.value, (2.0_f64).ln() * 5.0 / 3.0);
    let interval = value("b x x").estimate.interval.unwrap();
    // contrasts 1, 1 and 3 ln 2: error 2/3 ln 2, and t of two degrees of freedom
    near(interval.high - value("b x x").estimate.value, 4.302_652_729_749_464 * 2.0_f64.ln() / 1.5);
    let solved = of(&all, "b", Response::Solved).unwrap();
    near(solved.estimate.value, 1.0);
    assert_eq!((solved.estimate.interval, solved.p), (None, None), "all positions are alike");
    assert_eq!(of(&all, "x", Response::Solved).unwrap().estimate.value, 0.0, "ties are no effect");
    assert_eq!(all.intervals, 3);
}

#[test]
fn one_position_gives_an_estimate_without_an_interval() {
    let all = effects(&manifest(&CELLS, 1, 1, None), factorial(&[2]));
    let found = of(&all, "b", Response::Nodes).unwrap();
    assert_eq!((found.estimate.samples, found.estimate.interval), (1, None));
    assert_eq!(all.intervals, 0);
}

#[test]
fn a_hole_is_named_and_the_other_effects_rest_on_what_is_there() {
    let cells = &CELLS[..3];
    let records = factorial(&[2, 8]).into_iter().filter(|record| record.variant != "b x");
    let all = effects(&manifest(cells, 2, 1, None), records.collect());
    near(of(&all, "b", Response::Nodes).unwrap().estimate.value, 2.0_f64.ln());
    assert_eq!(all.notes, ["Holes of the design, not estimated: b x x."]);
}

#[test]
fn a_missing_cell_is_refused_by_name() {
    let records: Vec<Counted> =
        factorial(&[2]).into_iter().filter(|record| record.variant != "b x").collect();
    let error = |manifest: &Manifest, records: &[Counted]| {
        Effects::new(manifest, &[records.to_vec()]).unwrap_err().to_string()
    };
    let missing = error(&manifest(&CELLS, 1, 1, None), &records);
    assert!(missing.starts_with("records of s: cell 'b x' is missing"), "{missing}");
    let foreign = error(&manifest(&CELLS[..3], 1, 1, None), &factorial(&[2]));
    assert!(foreign.contains("no cell 'b x'"), "{foreign}");
    let mut bare = manifest(&CELLS, 1, 1, None);
    bare.variants[1].levels.pop();
    assert!(error(&bare, &records).contains("which levels 'a x' has"));
    bare.factors.clear();
    assert!(error(&bare, &records).contains("has no factors"));
}

#[test]
fn a_censored_search_moves_its_position_to_the_depth_that_all_cells_finished() {
    let mut records = Vec::new();
    for (index, depth_of_b) in [(0, 2), (1, 1)] {
        for cell in CELLS {
            let size = if cell.starts_with('b') { 3 } else { 1 };
            let all = [(10 * size, false), (100 * size * size, true)];
            let depth = if cell.starts_with('b') { depth_of_b } else { 2 };
            records.extend(search(index, cell, &all[..depth]));
        }
    }
    let all = effects(&manifest(&CELLS, 3, 2, Some(500)), records);
    let nodes = of(&all, "b", Response::Nodes).unwrap();
    near(nodes.estimate.value, 3.0_f64.ln() * 1.5);
    assert_eq!((nodes.estimate.samples, nodes.left_out), (2, 1), "position 2 has no iteration");
    assert!(nodes.is_incomplete());
    let note = "s: of 3 positions 1 count at a lesser depth than 2, the deepest that every cell \
                finished, and 1 at none.";
    assert_eq!(all.notes, [note]);
    let held = of(&all, "b", Response::Held).unwrap();
    assert_eq!((held.estimate.samples, held.left_out), (1, 1), "nothing stands before depth 1");
    assert_eq!(held.estimate.value, 0.0, "solved at depth 2 only");
}

#[test]
fn a_budget_counts_the_last_iteration_within_it_and_leaves_out_what_ended_before() {
    let k = 1000;
    let records = |a: &[(u64, bool)], b: &[(u64, bool)]| {
        let own = |cell: &str| if cell.starts_with('b') { b.to_vec() } else { a.to_vec() };
        CELLS.iter().flat_map(|cell| search(0, cell, &own(cell))).collect::<Vec<Counted>>()
    };
    let b_at = |a: &[(u64, bool)], b: &[(u64, bool)], limit, budget| {
        let all = effects(&manifest(&CELLS, 1, 3, limit), records(a, b));
        of(&all, "b", Response::Within(budget)).map(|found| found.estimate.value)
    };
    let a = [(k, false), (9 * k, false), (50 * k, true)];
    let b = [(2 * k, false), (10 * k, true), (20 * k, false)];
    assert_eq!(b_at(&a, &b, None, 10 * k), Some(1.0), "of b its depth 2, of a the same");
    assert_eq!(b_at(&a, &b, None, 100 * k), None, "both had more to spend");
    assert_eq!(b_at(&a, &b[..2], Some(15 * k), 10 * k), Some(1.0), "b met its limit");
    assert_eq!(b_at(&a, &b[..2], Some(9 * k), 10 * k), None, "the limit is below the budget");
    let late = [(20 * k, true), (30 * k, true), (40 * k, true)];
    assert_eq!(b_at(&a, &late, None, 10 * k), Some(0.0), "none ended in time: not solved");
}

#[test]
fn the_table_says_what_it_compares_and_marks_what_is_certain_or_incomplete() {
    let more: Vec<u64> = (0..30).map(|i| 2 + i % 2).collect();
    let mut all = effects(&manifest(&CELLS, 30, 1, None), factorial(&more));
    all.suites[0].effects[1].found[0].as_mut().unwrap().left_out = 2;
    insta::assert_snapshot!(all.render(Format::Text).unwrap(), @r#"
    T

    s (30 positions): effects
    ───────────────────────────────────────────────────────────
     Level   Against                            nodes   solved
    ═══════════════════════════════════════════════════════════
     b       a                  3.130 [3.012, 3.253]*   +100.0
     x       off       0.783 [0.753, 0.813]* ! n = 30     +0.0
    ───────────────────────────────────────────────────────────

    s (30 positions): interactions
    ──────────────────────────────────────────────────
     Level   Against                   nodes   solved
    ══════════════════════════════════════════════════
     b x x   a x off   2.449 [2.268, 2.646]*     +0.0
    ──────────────────────────────────────────────────
    nodes: factor on the nodes at equal depth. The others: percentage points of the positions with a task, solved at that depth, by it and the one before (held), or within that number of nodes. Interactions: the effect of both less the effects of each (a ratio of factors for nodes).
    In brackets 95 % intervals, Student's t over positions; 3 of them, and * marks what survives Holm's procedure over all. ! more than 5 % of the positions are left out, n are not.
    Without brackets: the positions do not differ.
    "#);
    let csv = all.csv().unwrap();
    assert_eq!(csv.lines().count(), 1 + 3 * 2, "held and the budgets have no estimate: {csv}");
    assert!(csv.contains("s,n,b,a,m,x,off,nodes,"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&all.json()).unwrap();
    assert_eq!(json["effects"].as_array().unwrap().len(), 6);
    let latex = all.render(Format::Latex).unwrap();
    assert!(latex.contains("\\newcommand{\\vnmpLNBNodes}"), "{latex}");
    assert!(all.render(Format::Markdown).unwrap().contains("| b | a | "));
}
