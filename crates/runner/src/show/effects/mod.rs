//! The table of effects of a factorial run: what each level of a factor changes, alone and beside
//! others, with intervals. `crates/docs/laboratory.md` has the rules. The contrasts are those of
//! the design (`contrast`), formed at each position from what its searches say (`response`); the
//! position is the sampling unit.

mod contrast;
mod layout;
mod response;

use std::array;
use std::collections::BTreeMap;

use anyhow::{bail, ensure};

use crate::record::manifest::{Manifest, SuiteEntry};
use crate::show::table::Counted;
use crate::stats::{self, Estimate, least};
pub(crate) use contrast::Contrast;
use contrast::contrasts;
pub(crate) use response::Response;
use response::{Ends, Position};

/// An estimate that leaves out more of the positions is marked.
const MOST_LEFT_OUT: f64 = 0.05;

/// The effects of a run.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// Heading.
    pub(crate) title: String,
    /// Warnings.
    pub(crate) notes: Vec<String>,
    /// For each suite.
    pub(crate) suites: Vec<OfSuite>,
    /// Number of intervals in the whole.
    pub(crate) intervals: usize,
}

/// The effects on one suite.
#[derive(Clone, Debug)]
pub(crate) struct OfSuite {
    /// Begins the ids: `laboratory.wcs`.
    pub(crate) id: String,
    /// Name and number of positions.
    pub(crate) title: String,
    /// Name that the experiment asks for.
    pub(crate) suite: String,
    /// Positions that count at a lesser depth than the suite's.
    pub(crate) lesser: usize,
    /// The effects, main ones first.
    pub(crate) effects: Vec<Effect>,
}

/// One contrast on one suite.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    /// What is compared.
    pub(crate) contrast: Contrast,
    /// For each of [`Response::ALL`]; `None` where no position has a value.
    pub(crate) found: [Option<Found>; 6],
}

/// What a contrast is for one response.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Found {
    /// In ln nodes, or as a difference of shares.
    pub(crate) estimate: Estimate,
    /// Of the test against 0.
    pub(crate) p: Option<f64>,
    /// Positions left out.
    pub(crate) left_out: usize,
    /// Does it survive Holm's procedure over all intervals of the table?
    pub(crate) survives: bool,
}

impl Effect {
    /// What it is for a response.
    pub(crate) fn of(&self, response: Response) -> Option<Found> {
        self.found[Response::ALL.iter().position(|own| *own == response)?]
    }
}

impl Found {
    /// Are too many positions left out?
    pub(crate) fn is_incomplete(&self) -> bool {
        let all = self.left_out + self.estimate.samples;
        self.left_out as f64 > MOST_LEFT_OUT * all as f64
    }
}

impl Effects {
    /// Estimates all; `records` has one list per suite of the manifest, with all iterations.
    ///
    /// # Errors
    /// When the run has no factors, or a cell no records.
    pub(crate) fn new(manifest: &Manifest, records: &[Vec<Counted>]) -> anyhow::Result<Effects> {
        let cells = cells(manifest)?;
        let design = contrasts(&manifest.factors, &cells);
        let (holes, design): (Vec<_>, Vec<_>) =
            design.into_iter().partition(|contrast| contrast.combinations.is_empty());
        let mut notes = manifest.notes.clone();
        if !holes.is_empty() {
            let holes: Vec<String> = holes.iter().map(Contrast::name).collect();
            notes.push(format!("Holes of the design, not estimated: {}.", holes.join(", ")));
        }
        let mut suites = Vec::new();
        for (suite, records) in manifest.suites.iter().zip(records) {
            let deepest = suite.depths.last().copied().unwrap_or(1);
            let positions = positions(manifest, suite, records, deepest)?;
            let measured = positions.iter().filter_map(|position| position.common);
            let (whole, measured) =
                (measured.clone().filter(|&depth| depth == deepest).count(), measured.count());
            let lesser = measured - whole;
            notes.extend((whole < suite.searched).then(|| {
                format!(
                    "{}: of {} positions {lesser} count at a lesser depth than {deepest}, the deepest \
                     that every cell finished, and {} at none.",
                    suite.name,
                    suite.searched,
                    suite.searched.saturating_sub(measured)
                )
            }));
            let effect = |contrast: &Contrast| Effect {
                contrast: contrast.clone(),
                found: array::from_fn(|of| found(contrast, of, &positions, suite.searched)),
            };
            suites.push(OfSuite {
                id: match manifest.suites.len() {
                    1 => manifest.experiment.clone(),
                    _ => format!("{}.{}", manifest.experiment, suite.wanted),
                },
                title: suite.describe(),
                suite: suite.wanted.clone(),
                lesser,
                effects: design.iter().map(effect).collect(),
            });
        }
        notes.extend(manifest.remarks.iter().cloned());
        let mut effects = Effects { title: manifest.title.clone(), notes, suites, intervals: 0 };
        effects.mark();
        Ok(effects)
    }

    /// Marks what survives Holm's procedure.
    fn mark(&mut self) {
        let effects = self.suites.iter_mut().flat_map(|suite| &mut suite.effects);
        let found = effects.flat_map(|effect| effect.found.iter_mut().flatten());
        let mut tested: Vec<&mut Found> = found.filter(|found| found.p.is_some()).collect();
        let p: Vec<f64> = tested.iter().filter_map(|found| found.p).collect();
        for (found, survives) in tested.iter_mut().zip(stats::holm(&p)) {
            found.survives = survives;
        }
        self.intervals = p.len();
    }
}

/// The levels of each column.
fn cells(manifest: &Manifest) -> anyhow::Result<Vec<&[String]>> {
    let factors = &manifest.factors;
    ensure!(
        !factors.is_empty(),
        "'{}' has no factors, which a table of effects needs; see experiments/laboratory.toml",
        manifest.experiment
    );
    for variant in &manifest.variants {
        let mut levels = variant.levels.iter().zip(factors);
        let known = variant.levels.len() == factors.len()
            && levels.all(|(level, factor)| factor.levels.contains(level));
        ensure!(known, "the manifest does not say which levels '{}' has; run again", variant.spec);
    }
    Ok(manifest.variants.iter().map(|variant| variant.levels.as_slice()).collect())
}

/// The positions with the iterations of every cell.
fn positions(
    manifest: &Manifest,
    suite: &SuiteEntry,
    records: &[Counted],
    deepest: u8,
) -> anyhow::Result<Vec<Position>> {
    let columns = manifest.variants.iter().enumerate();
    let columns: BTreeMap<&str, usize> = columns.map(|(i, v)| (v.spec.as_str(), i)).collect();
    let mut searches = BTreeMap::new();
    let mut is_there = vec![false; columns.len()];
    for record in records {
        let Some(&cell) = columns.get(record.variant) else {
            bail!("records: the run has no cell '{}'", record.variant)
        };
        is_there[cell] = true;
        let own =
            searches.entry(record.index).or_insert_with(|| vec![BTreeMap::new(); is_there.len()]);
        own[cell].insert(record.depth, *record);
    }
    if let Some(missing) = is_there.iter().position(|there| !there) {
        bail!(
            "records of {}: cell '{}' is missing; run again, or declare it in leave_out",
            suite.name,
            manifest.variants[missing].spec
        );
    }
    let depth = records.iter().map(|record| record.depth).fold(deepest, u8::max);
    let ends = Ends { depth, limit: manifest.node_limit.map(u64::from) };
    Ok(searches.values().map(|own| Position::new(own, deepest, ends)).collect())
}

/// The mean contrast over the positions with a value, for one of [`Response::ALL`].
fn found(contrast: &Contrast, of: usize, positions: &[Position], searched: usize) -> Option<Found> {
    let is_nodes = Response::ALL[of] == Response::Nodes;
    let with_task = || positions.iter().filter(|position| position.has_task);
    let all = if is_nodes { searched } else { with_task().count() };
    let values = positions.iter().filter(|position| is_nodes || position.has_task);
    let values: Vec<f64> =
        values.filter_map(|position| at(contrast, &position.values[of])).collect();
    let stats::Mean { estimate, p } = stats::mean(&values)?;
    let left_out = all.saturating_sub(values.len());
    let is_given = is_nodes || values.len() >= least::CONTRAST;
    let estimate = Estimate { interval: estimate.interval.filter(|_| is_given), ..estimate };
    Some(Found { estimate, p: p.filter(|_| is_given), left_out, survives: false })
}

/// A contrast at one position, of the cells' values: the mean over its combinations.
fn at(contrast: &Contrast, values: &[Option<f64>]) -> Option<f64> {
    let cells = contrast.combinations.iter().flatten();
    let sum: f64 = cells.map(|&(cell, sign)| Some(sign * values[cell]?)).sum::<Option<f64>>()?;
    Some(sum / contrast.combinations.len() as f64)
}

#[cfg(test)]
mod tests;
