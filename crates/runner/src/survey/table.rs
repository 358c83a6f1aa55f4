//! The table behind the chart of Figure 8, made from records (and times) alone: each method's
//! totals relative to the reference, with bootstrap intervals over positions. Nothing is rounded.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::bounds::minimal_terminal_nodes;
use super::record::{MINIMAL, SurveyRecord, TimeRecord};
use super::stats::{Estimate, estimate, weighted_sum};

/// Name of the minimal tree by formula.
pub const FORMULA: &str = "minimal (formula)";

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Evaluations at remaining depth 0: the usual basis of such comparisons, says the survey.
    Horizon,
    /// All nodes, quiescence included.
    Nodes,
    /// Seconds of processor time: the basis of the survey's figure.
    Cpu,
}

impl Measure {
    /// Those that are the same in every run.
    pub const DETERMINISTIC: [Measure; 2] = [Measure::Horizon, Measure::Nodes];

    /// For headings.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Horizon => "Horizon nodes",
            Measure::Nodes => "All nodes",
            Measure::Cpu => "Processor time",
        }
    }

    /// For file names.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Horizon => "horizon",
            Measure::Nodes => "nodes",
            Measure::Cpu => "cpu",
        }
    }
}

/// One value per position for each (measure, method, depth) that covers all positions.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Number of positions.
    pub positions: usize,
    values: BTreeMap<(Measure, String, u8), Vec<f64>>,
    solved: BTreeMap<(String, u8), u64>,
    /// Average width of the reference's trees by depth.
    widths: BTreeMap<u8, f64>,
}

impl Data {
    /// Gathers records and times. `reference` gives the widths for the minimal tree by formula.
    pub fn new(records: &[SurveyRecord], times: &[TimeRecord], reference: &str) -> Data {
        let indices: BTreeSet<u32> = records.iter().map(|record| record.index).collect();
        let place: BTreeMap<u32, usize> = indices.into_iter().zip(0..).collect();
        let mut data = Data { positions: place.len(), ..Data::default() };
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
                *data.solved.entry((method.clone(), *depth)).or_default() += u64::from(solved);
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
    pub fn values(&self, measure: Measure, method: &str, depth: u8) -> Option<&[f64]> {
        self.values.get(&(measure, method.to_owned(), depth)).map(Vec::as_slice)
    }

    /// The total over positions, each counted as often as `weights` say.
    pub fn total(&self, measure: Measure, method: &str, depth: u8, weights: &[u32]) -> Option<f64> {
        self.values(measure, method, depth).map(|values| weighted_sum(values, weights))
    }

    /// Depths at which anything is known, ascending.
    pub fn depths(&self) -> Vec<u8> {
        let depths: BTreeSet<u8> = self.values.keys().map(|(_, _, depth)| *depth).collect();
        depths.into_iter().collect()
    }
}

/// One method at one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Nodes or seconds over all positions.
    pub total: f64,
    /// Percent of the reference's total, with its 95 % interval over positions.
    pub percent: Estimate,
    /// Geometric mean over positions of the percentage.
    pub geometric_percent: f64,
}

/// One method.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its specification, or the name of a minimal tree.
    pub method: String,
    /// By depth; `None` where not every position was searched.
    pub cells: Vec<Option<Cell>>,
}

/// One measure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    /// What is compared.
    pub measure: Measure,
    /// One row a method.
    pub rows: Vec<Row>,
}

/// The table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure8 {
    /// Heading.
    pub title: String,
    /// Suite and number of positions.
    pub suite: String,
    /// Warnings.
    pub notes: Vec<String>,
    /// The method that is 100 %.
    pub reference: String,
    /// Columns.
    pub depths: Vec<u8>,
    /// Mean width of the reference's trees by depth.
    pub widths: Vec<Option<f64>>,
    /// The measures.
    pub sections: Vec<Section>,
    /// Positions solved by method and depth; empty if the suite has no tasks.
    pub solved: Vec<(String, Vec<Option<u64>>)>,
}

/// What stands above a table.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// Title.
    pub title: &'a str,
    /// Suite and number of positions.
    pub suite: &'a str,
    /// Warnings.
    pub notes: &'a [String],
    /// The method that is 100 %.
    pub reference: &'a str,
}

impl Figure8 {
    /// Makes the table of these measures.
    pub fn new(
        heading: &Heading,
        data: &Data,
        methods: &[String],
        measures: &[Measure],
    ) -> Figure8 {
        let depths = data.depths();
        let mut names = methods.to_vec();
        names.extend([MINIMAL, FORMULA].map(str::to_owned));
        let section = |&measure: &Measure| {
            let rows = names.iter().filter_map(|method| {
                let cell = |&depth: &u8| cell(data, measure, method, heading.reference, depth);
                let cells: Vec<_> = depths.iter().map(cell).collect();
                cells.iter().any(Option::is_some).then(|| Row { method: method.clone(), cells })
            });
            Section { measure, rows: rows.collect() }
        };
        let solved = methods.iter().filter_map(|method| {
            let count = |&depth: &u8| data.solved.get(&(method.clone(), depth)).copied();
            let counts: Vec<_> = depths.iter().map(count).collect();
            counts.iter().any(Option::is_some).then(|| (method.clone(), counts))
        });
        Figure8 {
            title: heading.title.to_owned(),
            suite: heading.suite.to_owned(),
            notes: heading.notes.to_vec(),
            reference: heading.reference.to_owned(),
            widths: depths.iter().map(|depth| data.widths.get(depth).copied()).collect(),
            sections: measures.iter().map(section).collect(),
            solved: solved.collect(),
            depths,
        }
    }
}

fn cell(data: &Data, measure: Measure, method: &str, reference: &str, depth: u8) -> Option<Cell> {
    let values = data.values(measure, method, depth)?;
    let base = data.values(measure, reference, depth)?;
    let percent = estimate(data.positions, |weights| {
        let base = weighted_sum(base, weights);
        (base > 0.0).then(|| 100.0 * weighted_sum(values, weights) / base)
    })?;
    let logs = values.iter().zip(base).map(|(value, base)| (value / base).ln());
    Some(Cell {
        total: values.iter().sum(),
        percent,
        geometric_percent: 100.0 * (logs.sum::<f64>() / values.len() as f64).exp(),
    })
}
