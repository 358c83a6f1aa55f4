//! A run's tables, with the certainty and concentration of their figures.

use super::standard::{Standard, standard};
use super::{Number, Numbers, Unit, id};
use crate::experiment::{TableKind, paper};
use crate::record::RunRecord;
use crate::record::manifest::Manifest;
use crate::report::evidence::{Part, Run};
use crate::show::assemble::counted;
use crate::show::table::{Cell, Measure, Table};
use crate::stats::{concentration, geometric_mean, least, mcnemar, mean_count, ratio_of_totals};

/// Standard null-move pruning, whose ratio has no part of verification.
const R2: &str = "std:r=2";
const R3: &str = "std:r=3";

/// What is counted: every node, or those of the main search, which the paper's "total node count" may
/// mean as well.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    All,
    Main,
}

impl Count {
    fn of(self, record: &RunRecord) -> Option<u64> {
        match self {
            Count::All => Some(record.nodes),
            Count::Main => record.main_nodes,
        }
    }

    /// The last part of an id.
    fn id(self, what: &str) -> String {
        match self {
            Count::All => what.to_owned(),
            Count::Main => format!("main-{what}"),
        }
    }
}

/// Totals and positions solved by row and column, each with what the paper prints, and the ratio to
/// the reference; in full also what a section about a single run needs.
pub(super) fn add(numbers: &mut Numbers, run: &Run, in_full: bool) {
    for measure in [Measure::Nodes, Measure::Solved] {
        if let Some(table) = table(run, measure) {
            cells(numbers, run, &table);
        }
    }
    let has = |spec| run.specs().any(|own| own == spec);
    for part in run.parts() {
        for &depth in &part.suite.depths {
            ratios(numbers, part, depth, Count::All);
            if [R2, R3].into_iter().all(has) {
                ratios(numbers, part, depth, Count::Main);
            }
            if in_full {
                pairs(numbers, part, depth);
            }
        }
        if in_full {
            growth(numbers, part);
        }
    }
}

/// The run's table of nodes or of positions solved; `None` if its records contradict each other.
pub(crate) fn table(run: &Run, measure: Measure) -> Option<Table> {
    let kind = match measure {
        Measure::Nodes => TableKind::Nodes,
        Measure::Solved if run.manifest.tables.contains(&TableKind::Mates) => TableKind::Mates,
        Measure::Solved => TableKind::Solved,
    };
    // The report shows the notes elsewhere.
    let manifest = Manifest { notes: vec![], left_out: vec![], ..run.manifest.clone() };
    counted(&manifest, &run.counted(), kind).ok()
}

fn cells(numbers: &mut Numbers, run: &Run, table: &Table) {
    let (positions, count, unit) = match table.measure {
        Measure::Nodes => ("positions", "nodes", Unit::Nodes),
        Measure::Solved => ("tasks", "solved", Unit::Positions),
    };
    let rows = run.rows().map(|(part, depth)| id::row(part, depth));
    for (row, id) in table.rows.iter().zip(rows) {
        if row.positions.or(row.paper_positions).is_some() {
            let ours = Number::of(row.positions.map(|n| n as f64), Unit::Positions, &run.name);
            let paper = row.paper_positions.map(|n| n as f64);
            numbers.insert(format!("{id}.{positions}"), ours.beside(paper));
        }
        for Cell { variant, count: ours, paper, .. } in &row.cells {
            if ours.is_none() && paper.is_none() {
                continue;
            }
            let n = ours.and(row.positions);
            let ours = Number::of(ours.map(|count| count as f64), unit, &run.name);
            let paper = paper.as_ref().map(|f| f.count as f64);
            numbers.insert(format!("{id}.{variant}.{count}"), ours.out_of(n).beside(paper));
        }
    }
}

/// Nodes of a variant and of the reference over the positions of the row's totals: under a node limit
/// those that every column has finished, else those that both have.
pub(crate) fn node_pairs(part: Part, variant: &str, other: &str, depth: u8) -> Vec<(u64, u64)> {
    pairs_of(part, [variant, other], depth, Count::All)
}

/// The same of what is counted.
fn pairs_of(part: Part, pair: [&str; 2], depth: u8, count: Count) -> Vec<(u64, u64)> {
    let mut columns = pair.to_vec();
    if part.run.manifest.node_limit.is_some() {
        columns.extend(part.run.specs());
    }
    let rows = part.sample.together(&columns, depth);
    rows.iter().filter_map(|row| Some((count.of(row[0])?, count.of(row[1])?))).collect()
}

/// Each variant's total against the reference's, in nodes of the main search only those of R = 2 and
/// R = 3, and that of R = 2 against R = 3's, of other engines as well.
fn ratios(numbers: &mut Numbers, part: Part, depth: u8, count: Count) {
    let (run, row) = (part.run, id::row(part, depth));
    let reference = run.manifest.reference.as_deref();
    for variant in run.specs().filter(|own| count == Count::All || [R2, R3].contains(own)) {
        let other = reference.filter(|&reference| reference != variant);
        let pairs = other.map(|other| pairs_of(part, [variant, other], depth, count));
        let ratio = pairs.and_then(|pairs| ratio_of_totals(&pairs, least::RATIO));
        let ratio = ratio.map(|ratio| Number::ratio(&ratio, &run.name));
        let paper = published(part, depth, variant);
        if ratio.is_some() || paper.is_some() {
            let ratio = ratio.unwrap_or_else(|| Number::of(None, Unit::Percent, &run.name));
            let id = format!("{row}.{variant}.{}", count.id("vs-reference"));
            numbers.insert(id, ratio.beside(paper));
        }
    }
    for Standard { columns, .. } in standard(run) {
        let [_, Some(r2), Some(r3)] = columns else { continue };
        let pairs = pairs_of(part, [r2, r3], depth, count);
        if let Some(ratio) = ratio_of_totals(&pairs, least::RATIO) {
            let number = Number::estimate(&ratio, Unit::Factor, &run.name, |ratio| ratio);
            let id = format!("{row}.{r2}.{}", count.id("over-r3"));
            numbers.insert(id, number.beside(published_over_r3(part, depth)));
        }
    }
}

/// How evenly the nodes are spread, and McNemar's test of the positions solved.
fn pairs(numbers: &mut Numbers, part: Part, depth: u8) {
    let Part { run, sample, .. } = part;
    let Some(reference) = run.manifest.reference.as_deref() else { return };
    let source = run.name.as_str();
    for variant in run.specs() {
        let id = format!("{}.{variant}", id::row(part, depth));
        let mut insert = |what: &str, number| numbers.insert(format!("{id}.{what}"), number);
        let nodes = node_pairs(part, variant, reference, depth);
        let own: Vec<u64> = nodes.iter().map(|pair| pair.0).collect();
        if let Some(held) = concentration(&own) {
            let n = held.positions as u64;
            let half = Number::count(held.half as u64, Unit::Positions, source);
            insert("half", half.out_of(n));
            let largest = Number::of(held.largest * 100.0, Unit::Percent, source);
            insert("largest", largest.out_of(n));
        }
        if variant == reference {
            continue;
        }
        if let Some(mean) = geometric_mean(&nodes) {
            insert("geometric-mean", Number::ratio(&mean, source));
        }
        let solved = sample.solved_pairs(variant, reference, depth);
        let Some(test) = mcnemar(&solved) else { continue };
        let n = solved.len() as u64;
        let count = |count: usize| Number::count(count as u64, Unit::Positions, source).out_of(n);
        insert("solved-of-both", count(solved.iter().filter(|pair| pair.0).count()));
        insert("only-variant", count(test.only_first.len()));
        insert("only-reference", count(test.only_second.len()));
        let difference = Number::estimate(&test.difference, Unit::Positions, source, |n| n);
        insert("solved-vs-reference", difference);
        insert("mcnemar-p", Number::of(test.p_value, Unit::Probability, source).out_of(n));
    }
}

/// The paper's total of standard R = 2 over that of R = 3, in which verification has no part.
fn published_over_r3(part: Part, depth: u8) -> Option<f64> {
    let row = published_row(part, depth)?;
    Some(row.figure(R2)?.count as f64 / row.figure(R3)?.count as f64)
}

/// The paper's difference from its reference in percent, by the counts that it prints.
fn published(part: Part, depth: u8, variant: &str) -> Option<f64> {
    let row = published_row(part, depth)?;
    let reference = row.figure(part.run.manifest.reference.as_deref()?);
    let reference = reference.filter(|figure| figure.percent.is_none())?;
    let figure = row.figure(variant).filter(|figure| figure.percent.is_some())?;
    Some((figure.count as f64 / reference.count as f64 - 1.0) * 100.0)
}

/// The row of a table of nodes of the paper's.
fn published_row(Part { run, suite, .. }: Part, depth: u8) -> Option<paper::PaperRow> {
    let paper = run.manifest.paper().ok()??;
    let of_suite = (run.manifest.suites.len() > 1).then_some(suite.wanted.as_str());
    let row = paper.row(of_suite, depth);
    row.filter(|_| paper.measure == Measure::Nodes).cloned()
}

/// Nodes per position at every depth to which a variant has searched all positions; in the rows of the
/// table with an interval.
fn growth(numbers: &mut Numbers, part: Part) {
    let Part { run, suite, sample } = part;
    let positions = sample.positions().len();
    for variant in run.specs() {
        for depth in sample.depths(variant) {
            let complete = sample.at(variant, depth).filter(|r| r.len() == positions);
            let counts = complete.into_iter().flat_map(|records| records.values());
            let counts: Vec<u64> = counts.map(|record| record.nodes).collect();
            let least = if suite.depths.contains(&depth) { least::MEAN } else { usize::MAX };
            let Some(mean) = mean_count(&counts, least) else { continue };
            let id = format!("{}.{variant}.nodes-per-position", id::row(part, depth));
            numbers.insert(id, Number::estimate(&mean, Unit::Nodes, &run.name, |nodes| nodes));
        }
    }
}
