//! An experiment with its suites read: which positions are searched, and what a reader of the
//! tables must know about them. When the paper's suite is not there, a fallback takes its place
//! and every output says so.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;

use anyhow::ensure;

use crate::base::distinct::distinct;
use crate::engines::Engine;
use crate::experiment::paper;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::experiment::{ColumnSpec, Experiment, SuiteRows, TableKind};
use crate::suite::{self, EpdRecord, KNOWN_SUITES, LookupOptions, Suite, SuiteError, Task};

/// Remarks on a suite that stand with the tables; the manifest has all.
const REMARKS: usize = 10;
/// Begins the note on settings.
pub(crate) const OTHER_SETTINGS: &str = "Search settings other than the reproduction's:";

/// What will be run.
pub(crate) struct Plan {
    /// The experiment.
    pub(crate) experiment: Experiment,
    /// Its suites in the order of the experiment.
    pub(crate) parts: Vec<Part>,
    /// Who searches its columns.
    pub(crate) searchers: Vec<Searcher>,
}

/// One suite of a plan.
pub(crate) struct Part {
    /// The experiment's entry.
    pub(crate) rows: SuiteRows,
    /// The suite that is searched.
    pub(crate) suite: Suite,
    /// The positions that are searched: all, those of the ids listed, or an evenly spread sample.
    pub(crate) positions: Vec<EpdRecord>,
    /// What every figure must mention, in one sentence or more each.
    pub(crate) notes: Vec<String>,
    /// Does another suite replace the one in the experiment?
    pub(crate) is_substitute: bool,
    /// Positions whose task is no mate, by index, where one table counts mates and another all tasks.
    pub(crate) other_tasks: Vec<u32>,
}

impl Part {
    /// A table of mates counts mates only: a best move that is held is not one. Other tasks go, unless
    /// another table counts them.
    fn count_mates(&mut self, keep_others: bool) {
        let others = self.positions.iter_mut().filter(|p| !matches!(p.task, Task::Mate { .. }));
        let mut count = 0;
        for position in others {
            count += 1;
            match (&position.task, keep_others) {
                (Task::None, _) => {}
                (_, true) => self.other_tasks.push(position.index),
                (_, false) => position.task = Task::None,
            }
        }
        if count > 0 {
            let (all, name) = (self.positions.len(), &self.suite.name);
            self.notes.push(format!("{count} of the {all} positions of {name} give no mate."));
        }
    }
}

impl Plan {
    /// Reads the suites. `sample` limits the positions of each; `meet` identifies an engine.
    ///
    /// # Errors
    /// When neither a suite nor one of its fallbacks is found, or one has bad lines; when an
    /// engine is not known or does not start.
    pub(crate) fn new(
        experiment: Experiment,
        lookup: &LookupOptions,
        sample: Option<NonZeroU32>,
        meet: &dyn Fn(&str) -> anyhow::Result<Engine>,
    ) -> anyhow::Result<Plan> {
        let parts = experiment
            .suites
            .iter()
            .map(|rows| {
                let mut part = part(rows, lookup, sample, experiment.paper)?;
                if experiment.tables.contains(&TableKind::Mates) {
                    part.count_mates(experiment.tables.contains(&TableKind::Solved));
                }
                Ok(part)
            })
            .collect::<Result<_, SuiteError>>()?;
        let searcher = |column: &ColumnSpec| {
            Ok(match column {
                ColumnSpec::Variant(variant) => Searcher::Variant(variant.clone()),
                ColumnSpec::Engine(name) => Searcher::Engine(Box::new(meet(name)?)),
            })
        };
        let searchers = experiment.columns.iter().map(searcher);
        let searchers = searchers.collect::<anyhow::Result<_>>()?;
        Ok(Plan { experiment, parts, searchers })
    }

    /// The searches in the order of the records: by suite, position and variant.
    pub(crate) fn units(&self) -> Vec<Unit<'_>> {
        let mut units = Vec::new();
        let node_limit = self.experiment.node_limit.map(NonZeroU64::get);
        for (suite, part) in self.parts.iter().enumerate() {
            let depth = part.rows.deepest();
            for position in &part.positions {
                for searcher in &self.searchers {
                    units.push(Unit { suite, position, searcher, depth, node_limit });
                }
            }
        }
        units
    }

    /// All notes without repetition: of the suites, then of the settings.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = distinct(self.parts.iter().flat_map(|part| part.notes.iter().cloned()));
        let changed = self.experiment.settings.to_string();
        if !changed.is_empty() {
            notes.push(format!("{OTHER_SETTINGS} {changed}."));
        }
        notes
    }
}

/// The suite of a row, or its replacement; `paper` is the number of the paper's table.
///
/// # Errors
/// When neither it nor a fallback is found, or it has bad lines.
pub(crate) fn part(
    rows: &SuiteRows,
    lookup: &LookupOptions,
    sample: Option<NonZeroU32>,
    paper: Option<u8>,
) -> Result<Part, SuiteError> {
    let suite = match &rows.chosen {
        Some(name) => suite::find(name, lookup)?,
        None => find_or_fall_back(rows, lookup)?,
    };
    let is_substitute = match paper {
        Some(table) => !suite.known.is_some_and(|known| known.is_of_table(table)),
        None => rows.chosen.is_none() && !is_named(&suite, &rows.suite),
    };
    let mut notes = Vec::new();
    if is_substitute {
        notes.push(substitute_note(&suite, &rows.suite, paper));
    }
    let remarks = suite.notes.iter().take(REMARKS);
    notes.extend(remarks.map(|remark| format!("{}: {remark}", suite.name)));
    if let Some(more @ 1..) = suite.notes.len().checked_sub(REMARKS) {
        notes.push(format!("{}: and {more} more remarks, in the manifest.", suite.name));
    }
    let listed = listed(&suite, &rows.ids)?;
    if !rows.ids.is_empty() {
        let (some, all) = (listed.len(), suite.positions.len());
        notes.push(format!("{some} of the {all} positions of {}, chosen by id.", suite.name));
    }
    let positions = spread(&listed, sample);
    if positions.len() < listed.len() {
        let (some, all) = (positions.len(), listed.len());
        notes.push(format!("A sample of {some} of the {all} positions of {}.", suite.name));
    }
    if !suite.skipped.is_empty() {
        let (count, name) = (suite.skipped.len(), &suite.name);
        let lines = if count == 1 { "line" } else { "lines" };
        notes.push(format!("{count} bad {lines} of {name} skipped."));
    }
    Ok(Part { rows: rows.clone(), suite, positions, notes, is_substitute, other_tasks: vec![] })
}

fn find_or_fall_back(rows: &SuiteRows, lookup: &LookupOptions) -> Result<Suite, SuiteError> {
    let wanted = suite::find(&rows.suite, lookup);
    rows.fallback.iter().fold(wanted, |found, name| match found {
        Err(missing @ SuiteError::NotFound(_)) => match suite::find(name, lookup) {
            Err(SuiteError::NotFound(_)) => Err(missing),
            other => other,
        },
        found => found,
    })
}

/// Is it the suite of this name, or the file of this path?
fn is_named(suite: &Suite, name: &str) -> bool {
    let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy());
    let alias = suite.known.is_some_and(|known| known.names().any(|known| known == name));
    alias || stem.is_some_and(|stem| stem == suite.name)
}

fn substitute_note(used: &Suite, wanted: &str, paper: Option<u8>) -> String {
    let name = &used.name;
    let known = suite::by_name(wanted);
    let Some(table) = paper else {
        let cure = match known {
            Some(_) => "`vnmp suites` says how to get it.".to_owned(),
            None => format!("Put {wanted}.epd into suites/ or give --suite-dir."),
        };
        return format!("Run on suite '{name}', not on the one asked for, '{wanted}'. {cure}");
    };
    let of_paper = KNOWN_SUITES.iter().find(|known| known.is_of_table(table));
    let in_place = known.filter(|known| known.is_in_place_of(table) && used.known != Some(known));
    let cure = match (of_paper, in_place) {
        (Some(_), _) => "`vnmp suites` says how to get it.".to_owned(),
        (None, Some(known)) => format!(
            "The paper's suite is not public; the nearest is {}: `vnmp suites` says how to get it.",
            known.name
        ),
        (None, None) => "The paper's suite is not public.".to_owned(),
    };
    let title = match of_paper {
        Some(of_paper) => format!(" ('{}')", of_paper.name),
        None => paper::table(table).map_or(String::new(), |table| format!(" ({})", table.suite)),
    };
    let own = if used.path.is_none() { "this program's own suite" } else { "suite" };
    format!("Run on {own} '{name}', which is NOT the paper's suite{title}. {cure}")
}

/// The positions with these ids, in the order of the suite; all if none is given.
///
/// # Errors
/// When no position has one of them, or several have.
fn listed(suite: &Suite, ids: &[String]) -> anyhow::Result<Vec<EpdRecord>> {
    if ids.is_empty() {
        return Ok(suite.positions.clone());
    }
    for id in ids {
        let count = suite.positions.iter().filter(|position| position.id == *id).count();
        let name = &suite.name;
        ensure!(
            count > 0,
            "no position of '{name}' that is searched has the id '{id}'; correct ids"
        );
        ensure!(
            count == 1,
            "{count} positions of '{name}' have the id '{id}'; leave it out of ids"
        );
    }
    let wanted = |position: &&EpdRecord| ids.contains(&position.id);
    Ok(suite.positions.iter().filter(wanted).cloned().collect())
}

/// At most `sample` positions, evenly spread over the suite; their indices stay those of the suite.
fn spread(positions: &[EpdRecord], sample: Option<NonZeroU32>) -> Vec<EpdRecord> {
    let all = positions.len();
    let count = sample.map_or(all, |n| all.min(n.get() as usize));
    (0..count).map(|i| positions[i * all / count].clone()).collect()
}
