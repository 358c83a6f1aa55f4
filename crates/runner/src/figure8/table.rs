//! The table behind the chart of Figure 8, made from records (and times) alone: each method's
//! totals relative to the reference, with bootstrap intervals over positions. Nothing is rounded.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::record::{MINIMAL, SurveyRecord, TimeRecord};
use crate::base::json;
use crate::record::manifest::Manifest;
use crate::show::grid::Caption;
use crate::stats::{Estimate, Scale, bootstrap, least};

/// Name of the minimal tree by formula.
pub(crate) const FORMULA: &str = "minimal (formula)";

/// Most cells that one estimate may rest on: methods times depths.
const MOST_CELLS: usize = 64;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Measure {
    /// Evaluations at remaining depth 0: the usual basis of such comparisons, says the survey.
    Horizon,
    /// All nodes, quiescence included.
    Nodes,
    /// Seconds of processor time: the basis of the survey's figure.
    Cpu,
}

impl Measure {
    /// Every measure.
    pub(crate) const ALL: [Measure; 3] = [Measure::Horizon, Measure::Nodes, Measure::Cpu];
    /// Those that are the same in every run.
    pub(crate) const DETERMINISTIC: [Measure; 2] = [Measure::Horizon, Measure::Nodes];

    /// For headings.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Measure::Horizon => "Horizon nodes",
            Measure::Nodes => "All nodes",
            Measure::Cpu => "Processor time",
        }
    }

    /// For file names.
    pub(crate) fn name(self) -> String {
        json::name(&self)
    }
}

/// One value per position for each (measure, method, depth) that covers all positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Data {
    /// Number of positions.
    pub(crate) positions: usize,
    values: BTreeMap<(Measure, String, u8), Vec<f64>>,
    /// The positions that a method solves at a depth, by their place in the suite.
    solved: BTreeMap<(String, u8), BTreeSet<u32>>,
    ids: BTreeMap<u32, String>,
    /// Average width of the reference's trees by depth.
    widths: BTreeMap<u8, f64>,
}

impl Data {
    /// Gathers records and times. `reference` gives the widths for the minimal tree by formula.
    pub(crate) fn new(records: &[SurveyRecord], times: &[TimeRecord], reference: &str) -> Data {
        let ids: BTreeMap<u32, String> =
            records.iter().map(|record| (record.index, record.id.clone())).collect();
        let place: BTreeMap<u32, usize> = ids.keys().copied().zip(0..).collect();
        let mut data = Data { positions: place.len(), ids, ..Data::default() };
        let mut cells: BTreeMap<(Measure, &str, u8), Vec<Option<f64>>> = BTreeMap::new();
        let mut put = |measure, method, depth, index, value| {
            let Some(&place) = place.get(&index) else { return };
            let cell = cells.entry((measure, method, depth));
            cell.or_insert_with(|| vec![None; data.positions])[place] = Some(value);
        };
        let mut widths: BTreeMap<u8, (f64, f64)> = BTreeMap::new();
        for record in records {
            let SurveyRecord { index, method, depth, .. } = record;
            let horizon = record.horizon_nodes as f64;
            put(Measure::Horizon, method.as_str(), *depth, *index, horizon);
            put(Measure::Nodes, method.as_str(), *depth, *index, record.nodes() as f64);
            if let Some(width) = record.width().filter(|_| method == reference) {
                let nodes = minimal_terminal_nodes(width, *depth);
                put(Measure::Horizon, FORMULA, *depth, *index, nodes);
                let sum = widths.entry(*depth).or_default();
                *sum = (sum.0 + width, sum.1 + 1.0);
            }
            if let Some(solved) = record.solved {
                let all = data.solved.entry((method.clone(), *depth)).or_default();
                all.extend(solved.then_some(*index));
            }
        }
        for TimeRecord { index, method, depth, cpu_s } in times {
            put(Measure::Cpu, method.as_str(), *depth, *index, *cpu_s);
        }
        for ((measure, method, depth), values) in cells {
            if let Some(values) = values.into_iter().collect::<Option<Vec<f64>>>() {
                data.values.insert((measure, method.to_owned(), depth), values);
            }
        }
        data.widths = widths.into_iter().map(|(depth, (sum, n))| (depth, sum / n)).collect();
        data
    }

    /// The values of all positions; the minimal trees have no time of their own.
    pub(crate) fn values(&self, measure: Measure, method: &str, depth: u8) -> Option<&[f64]> {
        self.values.get(&(measure, method.to_owned(), depth)).map(Vec::as_slice)
    }

    /// The same of the chosen positions, some of them perhaps repeatedly.
    pub(crate) fn of(&self, chosen: &[usize]) -> Data {
        let pick = |values: &Vec<f64>| chosen.iter().map(|&place| values[place]).collect();
        let values = self.values.iter().map(|(cell, values)| (cell.clone(), pick(values)));
        Data { positions: chosen.len(), values: values.collect(), ..Data::default() }
    }

    /// Estimates a statistic of totals: those of the cells, method and depth, in their order. `None`
    /// where a cell does not cover all positions or has a total of 0.
    pub(crate) fn estimate(
        &self,
        measure: Measure,
        cells: &[(&str, u8)],
        statistic: impl Fn(&[f64]) -> Option<f64>,
    ) -> Option<Estimate> {
        let columns = cells.iter().map(|&(method, depth)| self.values(measure, method, depth));
        let columns: Vec<&[f64]> = columns.collect::<Option<_>>()?;
        let width = columns.len();
        let statistic = |totals: &[f64]| {
            let totals = &totals[..width];
            totals.iter().all(|&total| total > 0.0).then(|| statistic(totals))?
        };
        match width {
            0..=2 => self.bootstrap::<2>(&columns, statistic),
            3..=12 => self.bootstrap::<12>(&columns, statistic),
            13..=MOST_CELLS => self.bootstrap::<MOST_CELLS>(&columns, statistic),
            _ => None,
        }
    }

    /// The columns, filled up with zeros to the number that the bootstrap is compiled for.
    fn bootstrap<const K: usize>(
        &self,
        columns: &[&[f64]],
        statistic: impl Fn(&[f64]) -> Option<f64>,
    ) -> Option<Estimate> {
        let value = |place: usize, k: usize| columns.get(k).map_or(0.0, |column| column[place]);
        let row = |place| std::array::from_fn(|k| value(place, k));
        let rows: Vec<[f64; K]> = (0..self.positions).map(row).collect();
        bootstrap(&rows, least::SURVEY, Scale::Log, |totals| statistic(totals))
    }

    /// What a method solves; `None` where the suite gives no tasks.
    fn solved(&self, method: &str, reference: &str, depth: u8) -> Option<Solved> {
        let of = |method: &str| self.solved.get(&(method.to_owned(), depth));
        let (own, other) = (of(method)?, of(reference)?);
        let ids = |only: Vec<&u32>| only.into_iter().map(|index| self.ids[index].clone()).collect();
        Some(Solved {
            count: own.len(),
            lost: ids(other.difference(own).collect()),
            gained: ids(own.difference(other).collect()),
        })
    }

    /// Forgets all other depths.
    pub(crate) fn keep(&mut self, kept: &[u8]) {
        self.values.retain(|(_, _, depth), _| kept.contains(depth));
        self.solved.retain(|(_, depth), _| kept.contains(depth));
    }

    /// Depths at which anything is known, ascending.
    pub(crate) fn depths(&self) -> Vec<u8> {
        let depths: BTreeSet<u8> = self.values.keys().map(|(_, _, depth)| *depth).collect();
        depths.into_iter().collect()
    }
}

/// A comparison of the survey's methods.
#[derive(Clone, Debug)]
pub(crate) struct SurveyRun {
    /// What was run.
    pub(crate) manifest: Manifest,
    /// Its records.
    pub(crate) data: Data,
}

/// What a method solves at one depth, beside the reference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Solved {
    /// Positions solved.
    pub(crate) count: usize,
    /// Ids of those that only the reference solves.
    pub(crate) lost: Vec<String>,
    /// Ids of those that the reference does not solve.
    pub(crate) gained: Vec<String>,
}

/// One method at one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Cell {
    /// Nodes or seconds over all positions.
    pub(crate) total: f64,
    /// Percent of the reference's total, with its 95 % interval over positions.
    pub(crate) percent: Estimate,
    /// Geometric mean over positions of the percentage.
    pub(crate) geometric_percent: f64,
}

/// One method.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Row {
    /// Its specification, or the name of a minimal tree.
    pub(crate) method: String,
    /// By depth; `None` where not every position was searched.
    pub(crate) cells: Vec<Option<Cell>>,
}

/// One measure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Section {
    /// What is compared.
    pub(crate) measure: Measure,
    /// One row a method.
    pub(crate) rows: Vec<Row>,
}

/// The table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Figure8 {
    /// Title, suite and warnings.
    #[serde(flatten)]
    pub(crate) caption: Caption,
    /// The method that is 100 %.
    pub(crate) reference: String,
    /// Columns.
    pub(crate) depths: Vec<u8>,
    /// Mean width of the reference's trees by depth.
    pub(crate) widths: Vec<Option<f64>>,
    /// The measures.
    pub(crate) sections: Vec<Section>,
    /// Positions solved by method and depth; empty if the suite has no tasks.
    pub(crate) solved: Vec<(String, Vec<Option<Solved>>)>,
}

impl SurveyRun {
    /// The table of these measures.
    pub(crate) fn table(&self, measures: &[Measure]) -> Figure8 {
        let SurveyRun { manifest, data } = self;
        let (depths, methods) = (data.depths(), manifest.specs());
        let reference = manifest.reference.as_deref().unwrap_or_default();
        let mut names = methods.clone();
        names.extend([MINIMAL, FORMULA].map(str::to_owned));
        let section = |&measure: &Measure| {
            let rows = names.iter().filter_map(|method| {
                let cell = |&depth: &u8| cell(data, measure, method, reference, depth);
                let cells: Vec<_> = depths.iter().map(cell).collect();
                cells.iter().any(Option::is_some).then(|| Row { method: method.clone(), cells })
            });
            Section { measure, rows: rows.collect() }
        };
        let solved = methods.iter().filter_map(|method| {
            let solved = |&depth: &u8| data.solved(method, reference, depth);
            let counts: Vec<_> = depths.iter().map(solved).collect();
            counts.iter().any(Option::is_some).then(|| (method.clone(), counts))
        });
        Figure8 {
            caption: Caption {
                title: manifest.title.clone(),
                suite: manifest.suite_line(),
                notes: manifest.notes.clone(),
            },
            reference: reference.to_owned(),
            widths: depths.iter().map(|depth| data.widths.get(depth).copied()).collect(),
            sections: measures.iter().map(section).collect(),
            solved: if measures == [Measure::Cpu] { Vec::new() } else { solved.collect() },
            depths,
        }
    }
}

fn cell(data: &Data, measure: Measure, method: &str, reference: &str, depth: u8) -> Option<Cell> {
    let values = data.values(measure, method, depth)?;
    let base = data.values(measure, reference, depth)?;
    let percent = data.estimate(measure, &[(method, depth), (reference, depth)], |t| {
        Some(100.0 * (t[0] / t[1]))
    })?;
    let logs = values.iter().zip(base).map(|(value, base)| (value / base).ln());
    Some(Cell {
        total: values.iter().sum(),
        percent,
        geometric_percent: 100.0 * (logs.sum::<f64>() / values.len() as f64).exp(),
    })
}

/// The terminal nodes of the minimal game tree by formula (section 2.3):
/// W^ceil(D/2) + W^floor(D/2) - 1 in a uniform tree of width W and depth D. Chess trees are not
/// uniform: W is the average width of a position's own tree.
pub(super) fn minimal_terminal_nodes(width: f64, depth: u8) -> f64 {
    let half = i32::from(depth / 2);
    width.powi(i32::from(depth) - half) + width.powi(half) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_knuth_and_moores_counts() {
        assert_eq!(minimal_terminal_nodes(34.0, 1), 34.0);
        assert_eq!(minimal_terminal_nodes(34.0, 2), 67.0);
        assert_eq!(minimal_terminal_nodes(34.0, 3), 34.0 * 34.0 + 33.0);
        assert_eq!(minimal_terminal_nodes(2.0, 4), 7.0);
        assert_eq!(minimal_terminal_nodes(1.0, 9), 1.0);
    }
}
