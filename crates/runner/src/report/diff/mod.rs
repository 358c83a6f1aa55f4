//! Compares two sides position by position: runs by two builds, variants of one run, or
//! a run and the results of another program. Positions are matched by id; only those that both sides
//! have searched to a depth are compared there. Ratios are B over A.

mod foreign;
mod parting;
mod row;
mod show;
mod side;
mod verdict;

use std::collections::BTreeSet;

use anyhow::{bail, ensure};
use serde::Serialize;

use crate::experiment::Depths;
pub(crate) use foreign::Columns;
use foreign::UNTOLD;
use parting::Parting;
use row::{Row, Worst};
pub(crate) use side::Side;
use side::{Positions, SuiteSide};
pub(crate) use verdict::Condition;

/// What is compared.
pub(crate) struct Question<'a> {
    /// The side that is measured against.
    pub(crate) a: &'a Side,
    /// The other; `None` compares variants of `a`.
    pub(crate) b: Option<&'a Side>,
    /// Canonical specifications; empty for all.
    pub(crate) variants: &'a [String],
    /// The rows, if not those that both report.
    pub(crate) depths: Option<&'a Depths>,
    /// How many of the largest ratios are listed.
    pub(crate) top: usize,
}

/// The comparison; as JSON, what programs read.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Diff {
    /// Side A as it was typed.
    pub(crate) a: String,
    /// Side B.
    pub(crate) b: String,
    /// Other differences between the sides, and what one of them lacks.
    pub(crate) notes: Vec<String>,
    /// By suite, variant and depth.
    pub(crate) rows: Vec<Row>,
    /// The largest ratios above 1 at the deepest row of each suite and variant.
    pub(crate) worst: Vec<Worst>,
    /// The same variant on both sides: where its records part, if they do.
    pub(crate) partings: Vec<Parting>,
    /// Pairs of the same variant whose iterations were compared.
    #[serde(skip)]
    pub(crate) same: Vec<String>,
    /// Positions of only one side.
    pub(crate) missing: Vec<Missing>,
    /// Variants of only one side, of those to compare.
    pub(crate) missing_variants: Vec<MissingVariants>,
    /// The differences that count under the requested conditions; empty if there are none.
    pub(crate) different: Vec<String>,
}

/// Positions of a suite that only one side has, or that are others under the same id.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Missing {
    /// Name of the suite.
    pub(crate) suite: String,
    /// `A` or `B`: the side that has them; `both` where the position under the id is another.
    pub(crate) only: &'static str,
    /// By id.
    pub(crate) ids: Vec<String>,
}

/// Variants that only one side has.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MissingVariants {
    /// `A` or `B`: the side that has them.
    pub(crate) only: &'static str,
    /// By canonical specification.
    pub(crate) variants: Vec<String>,
}

impl Diff {
    /// Compares.
    ///
    /// # Errors
    /// When the sides have nothing in common that could be compared.
    pub(crate) fn new(question: &Question) -> anyhow::Result<Diff> {
        let (a, b) = (question.a, question.b.unwrap_or(question.a));
        let pairs = pairs(question)?;
        let mut diff = Diff { a: a.name.clone(), b: b.name.clone(), ..Diff::default() };
        if question.b.is_none() {
            (diff.a, diff.b) = (pairs[0].0.clone(), "the others".to_owned());
            if let [(_, only)] = &pairs[..] {
                diff.b = only.clone();
            }
        }
        diff.missing_variants = missing_variants(question, &pairs)?;
        diff.notes = show::notes(question, &diff.missing_variants);
        let mut told = BTreeSet::new();
        for (suite_a, suite_b) in suites(a, b)? {
            let suite = if suite_a.name.is_empty() { &suite_b.name } else { &suite_a.name };
            let rows = rows(question, suite_a, suite_b)?;
            for (variant_a, variant_b) in &pairs {
                let none = Positions::new();
                let sides = [(suite_a, variant_a), (suite_b, variant_b)];
                let [own_a, own_b] = sides.map(|(side, v)| side.variants.get(v).unwrap_or(&none));
                let missing = missing(suite, own_a, own_b, &rows);
                let others: BTreeSet<String> = missing
                    .iter()
                    .filter(|m| m.only == "both")
                    .flat_map(|m| m.ids.clone())
                    .collect();
                let compared = row::Compared {
                    suite,
                    variant_a,
                    variant_b,
                    a: own_a,
                    b: own_b,
                    others: &others,
                };
                let of_pair: Vec<Row> = rows
                    .iter()
                    .map(|depths| row::row(compared, *depths))
                    .filter(|row| row.positions > 0)
                    .collect();
                let deepest =
                    rows.iter().rfind(|row| of_pair.iter().any(|own| own.depth == row.shown));
                diff.worst.extend(
                    deepest.into_iter().flat_map(|d| row::worst(compared, *d, question.top)),
                );
                diff.rows.extend(of_pair);
                if variant_a == variant_b && a.manifest.is_some() && b.manifest.is_some() {
                    diff.same.push(variant_a.clone());
                    diff.partings.extend(parting::first(compared));
                }
                for mut missing in missing {
                    let Missing { suite, only, ids } = &mut missing;
                    ids.retain(|id| told.insert((suite.clone(), *only, id.clone())));
                    diff.missing.extend((!missing.ids.is_empty()).then_some(missing));
                }
            }
        }
        diff.same.sort();
        diff.same.dedup();
        for depth in question.depths.into_iter().flat_map(Depths::list) {
            ensure!(
                diff.rows.iter().any(|row| row.depth == Some(*depth)),
                "--depths: {} and {} have no position in common at depth {depth}; A has depths {}, B \
                 has {}",
                diff.a,
                diff.b,
                a.depths(),
                b.depths()
            );
        }
        ensure!(
            !diff.rows.is_empty(),
            "{} and {} have no position in common at any requested depth; positions are matched by id",
            diff.a,
            diff.b
        );
        ensure!(
            diff.rows.iter().any(|row| row.nodes_a.is_some() || row.tasks > 0),
            "{} and {} have positions in common, but neither nodes nor solved on both sides",
            diff.a,
            diff.b
        );
        Ok(diff)
    }
}

/// The variants that are compared, A's and B's.
fn pairs(question: &Question) -> anyhow::Result<Vec<(String, String)>> {
    let Question { a, b, variants: asked, .. } = question;
    let of_a = a.chosen(asked)?;
    let Some(b) = b else {
        let all = a.variants();
        for wanted in *asked {
            ensure!(
                all.contains(&wanted.as_str()),
                "{} has no variant {wanted}; it has {}",
                a.name,
                all.join(", ")
            );
        }
        let asked: Vec<&str> = match asked.len() {
            0 => all.clone(),
            _ => asked.iter().map(String::as_str).collect(),
        };
        let [first, others @ ..] = &asked[..] else { bail!("{} has no variants", a.name) };
        ensure!(
            !others.is_empty(),
            "one variant of one run has nothing to be compared with; give another run, or two of its \
             variants with --variants ({})",
            all.join(", ")
        );
        return Ok(others.iter().map(|other| ((*first).to_owned(), (*other).to_owned())).collect());
    };
    let of_b = b.chosen(asked)?;
    let common: Vec<_> = of_a.iter().filter(|v| of_b.contains(v)).collect();
    if !common.is_empty() {
        return Ok(common.into_iter().map(|v| ((*v).to_owned(), (*v).to_owned())).collect());
    }
    match (&of_a[..], &of_b[..]) {
        ([one], [other]) => Ok(vec![((*one).to_owned(), (*other).to_owned())]),
        _ => bail!(
            "{} has {}, {} has {}; choose one of each with --variants",
            a.name,
            listed(&of_a),
            b.name,
            listed(&of_b)
        ),
    }
}

/// Variants chosen that are in no pair, where two sides are compared.
fn missing_variants(
    question: &Question,
    pairs: &[(String, String)],
) -> anyhow::Result<Vec<MissingVariants>> {
    let Some(b) = question.b else { return Ok(Vec::new()) };
    let mut missing = Vec::new();
    for (only, side) in [("A", question.a), ("B", b)] {
        let of_pair =
            |pair: &(String, String)| if only == "A" { pair.0.clone() } else { pair.1.clone() };
        let compared: Vec<String> = pairs.iter().map(of_pair).collect();
        let chosen = side.chosen(question.variants)?.into_iter().map(str::to_owned);
        let variants: Vec<String> = chosen.filter(|variant| !compared.contains(variant)).collect();
        missing.extend((!variants.is_empty()).then_some(MissingVariants { only, variants }));
    }
    Ok(missing)
}

fn listed(variants: &[&str]) -> String {
    match variants {
        [""] => "no column of variants".to_owned(),
        _ => variants.join(", "),
    }
}

/// The suites that both sides have; where each has one, these two.
fn suites<'a>(a: &'a Side, b: &'a Side) -> anyhow::Result<Vec<(&'a SuiteSide, &'a SuiteSide)>> {
    if let ([one], [other]) = (&a.suites[..], &b.suites[..]) {
        return Ok(vec![(one, other)]);
    }
    let both = |own: &'a SuiteSide| Some((own, b.suites.iter().find(|s| s.name == own.name)?));
    for (side, other) in [(a, b), (b, a)] {
        ensure!(
            side.suites.iter().all(|suite| !suite.name.is_empty()),
            "{} does not say which suite each position belongs to, and {} has {}; choose one with --suite, or \
             name a column with --suite-column",
            side.name,
            other.name,
            other.suite_names()
        );
    }
    let pairs: Vec<_> = a.suites.iter().filter_map(both).collect();
    ensure!(
        !pairs.is_empty(),
        "{} and {} have no suite in common ({}; {})",
        a.name,
        b.name,
        a.suite_names(),
        b.suite_names()
    );
    Ok(pairs)
}

/// Where the points of a row are found on either side.
#[derive(Clone, Copy)]
struct RowDepth {
    /// `None` where neither side tells.
    shown: Option<u8>,
    a: u8,
    b: u8,
}

/// The rows of two suites: as asked, or the depths that both report.
fn rows(question: &Question, a: &SuiteSide, b: &SuiteSide) -> anyhow::Result<Vec<RowDepth>> {
    let is_untold = |side: &SuiteSide| side.depths == [UNTOLD];
    if is_untold(a) && is_untold(b) {
        return Ok(vec![RowDepth { shown: None, a: UNTOLD, b: UNTOLD }]);
    }
    let in_both =
        |d: &u8| (is_untold(a) || a.depths.contains(d)) && (is_untold(b) || b.depths.contains(d));
    let common: BTreeSet<u8> = a.depths.iter().chain(&b.depths).copied().filter(in_both).collect();
    let depths: Vec<u8> = match question.depths {
        Some(depths) => depths.list().to_vec(),
        None => Vec::from_iter(common),
    };
    let reported = || format!("{:?} and {:?}", a.depths, b.depths);
    ensure!(
        !depths.is_empty(),
        "the sides report no depth in common: {}; give --depths",
        reported()
    );
    ensure!(
        depths.len() == 1 || !is_untold(a) && !is_untold(b),
        "a CSV without depths can be compared with one row only; give --depths D, or --depth-column"
    );
    let own = |side: &SuiteSide, depth| if is_untold(side) { UNTOLD } else { depth };
    Ok(depths
        .into_iter()
        .map(|depth| RowDepth { shown: Some(depth), a: own(a, depth), b: own(b, depth) })
        .collect())
}

/// Which positions are on one side only, at any of the depths, and which are others under the same id.
fn missing(suite: &str, a: &Positions, b: &Positions, rows: &[RowDepth]) -> Vec<Missing> {
    let only = |own: &Positions, other: &Positions, depths: fn(&RowDepth) -> (u8, u8)| {
        let is_alone = |(id, position): &(&String, &side::Position)| {
            let there = other.get(*id);
            let lacks = |(own, other): (u8, u8)| {
                position.points.contains_key(&own)
                    && there.is_some_and(|there| !there.points.contains_key(&other))
            };
            there.is_none() || rows.iter().map(depths).any(lacks)
        };
        let mut ids: Vec<_> = own.iter().filter(is_alone).collect();
        ids.sort_by_key(|(_, position)| position.place);
        ids.into_iter().map(|(id, _)| id.clone()).collect::<Vec<String>>()
    };
    let is_other = |id: &String| {
        let (one, other) = (&a[id].fen, &b[id].fen);
        !one.is_empty() && !other.is_empty() && one != other
    };
    let both = a.keys().filter(|id| b.contains_key(*id) && is_other(id)).cloned().collect();
    let (in_a, in_b) = (only(a, b, |row| (row.a, row.b)), only(b, a, |row| (row.b, row.a)));
    [("A", in_a), ("B", in_b), ("both", both)]
        .into_iter()
        .filter(|(_, ids): &(_, Vec<String>)| !ids.is_empty())
        .map(|(only, ids)| Missing { suite: suite.to_owned(), only, ids })
        .collect()
}
