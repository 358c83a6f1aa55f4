//! The spot audit: repeats a seeded sample of the committed searches and compares every column of
//! their records. Searches that cannot be repeated are named.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use vnmp_engine::SearchSettings;
use vnmp_variants::Variant;

use crate::base::number::thousands;
use crate::base::progress::Progress;
use crate::base::rng::Rng;
use crate::base::terminal;
use crate::experiment::TableKind;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::record::RunRecord;
use crate::record::key::ENGINE_SOURCE;
use crate::report::evidence::{self, Evidence};
use crate::run::audit::first_field;
use crate::run::execute::collect;
use crate::run::search::Searches;
use crate::suite::{self, LookupOptions, Suite, Task};

/// Which searches are done again.
pub(crate) struct Draw {
    /// Share of all searches that can be done again, above 0 to 1.
    pub(crate) share: f64,
    /// Another seed draws others.
    pub(crate) seed: u64,
    /// Searches that would exceed this total number of nodes, by their records, are left out.
    pub(crate) nodes: Option<u64>,
}

/// The searches of a run on one suite, with what they need.
struct Part<'a> {
    of: evidence::Part<'a>,
    suite: Suite,
    settings: SearchSettings,
    searchers: Vec<Searcher>,
}

/// A search by the indices of its part, searcher and position, and what it costs by its records.
#[derive(Clone, Copy)]
struct Candidate {
    part: usize,
    searcher: usize,
    position: usize,
    nodes: u64,
}

/// Repeats the searches and reports what was done, for each run and suite.
///
/// # Errors
/// When the results are damaged, nothing can be searched, or a column differs.
pub(crate) fn audit(results: &Path, draw: &Draw, threads: NonZeroUsize) -> anyhow::Result<()> {
    let evidence = Evidence::read(results)?;
    let (parts, mut text) = parts(&evidence)?;
    let all: Vec<Candidate> =
        parts.iter().enumerate().flat_map(|(i, part)| part.candidates(i)).collect();
    ensure!(!all.is_empty(), "nothing below {} can be searched again:\n{text}", results.display());
    let (drawn, dropped) = drawn(&all, draw);
    let progress = Progress::new(0, drawn.len(), "searches", false);
    let (mut records, mut differences) = (0, Vec::new());
    for (i, part) in parts.iter().enumerate() {
        let own: Vec<&Candidate> = drawn.iter().filter(|one| one.part == i).collect();
        if own.is_empty() {
            continue;
        }
        let (compared, found) = part.search(&own, threads, &progress)?;
        let verdict = if found.is_empty() { "the same" } else { "DIFFERENT" };
        let searches = if own.len() == 1 { "search" } else { "searches" };
        let count = own.len();
        writeln!(text, "{}: {count} {searches}, {compared} records, {verdict}", part.name())?;
        records += compared;
        differences.extend(found);
    }
    let (searches, records) = (thousands(all.len() as u64), thousands(records as u64));
    let (count, seed) = (drawn.len(), draw.seed);
    writeln!(text, "{count} of {searches} searches again (seed {seed}), {records} records")?;
    if dropped > 0 {
        writeln!(text, "{dropped} more were drawn, but would exceed the node limit")?;
    }
    terminal::print(&text)?;
    if !differences.is_empty() {
        bail!("searches that differ: {}\n{}", differences.len(), differences.join("\n"));
    }
    Ok(())
}

/// The parts that can be searched again, and a line for each that cannot, with the reason.
fn parts(evidence: &Evidence) -> anyhow::Result<(Vec<Part<'_>>, String)> {
    let (suites, mut parts, mut text) = (by_digest(), Vec::new(), String::new());
    for run in evidence.runs.values() {
        for of in run.parts() {
            let Some(name) = suites.get(&of.suite.sha256) else {
                writeln!(text, "{} ({}): skipped: the suite is not here", run.name, of.suite.name)?;
                continue;
            };
            let part = Part::open(of, name)?;
            for other in &run.manifest.variants {
                if Variant::parse(&other.spec).is_err() {
                    writeln!(text, "{}: skipped: '{}' is another engine", run.name, other.spec)?;
                }
            }
            parts.push(part);
        }
    }
    for (kind, names) in [
        ("games", evidence.matches.keys().collect::<Vec<_>>()),
        ("searches of the survey", evidence.surveys.keys().collect()),
    ] {
        for name in names {
            writeln!(text, "{name}: skipped: {kind}")?;
        }
    }
    Ok((parts, text))
}

/// The suites that can be found, by the digest that manifests have: what to call them by.
fn by_digest() -> HashMap<String, String> {
    let options = LookupOptions::default();
    let suites = suite::available(&options).into_iter();
    let by_digest = suites.filter_map(|own| {
        let name = own.path.map_or(own.name, |path| path.display().to_string());
        let sha256 = suite::find(&name, &options).ok()?.sha256;
        Some((sha256, name))
    });
    by_digest.collect()
}

impl<'a> Part<'a> {
    fn open(of: evidence::Part<'a>, suite: &str) -> anyhow::Result<Part<'a>> {
        let evidence::Part { run, suite: entry, .. } = of;
        let skip_bad = !entry.skipped_lines.is_empty();
        let mut suite = suite::find(suite, &LookupOptions { skip_bad, ..Default::default() })?;
        if run.manifest.tables.contains(&TableKind::Mates) {
            let others = suite.positions.iter_mut();
            let others = others.filter(|position| !matches!(position.task, Task::Mate { .. }));
            others.for_each(|position| position.task = Task::None);
        }
        let mut settings = SearchSettings::default();
        for (name, value) in &run.manifest.settings {
            settings.set(name, value).with_context(|| format!("{}: manifest.json", run.name))?;
        }
        let variants = run.manifest.variants.iter();
        let searchers =
            variants.filter_map(|own| Variant::parse(&own.spec).ok().map(Searcher::Variant));
        Ok(Part { of, suite, settings, searchers: searchers.collect() })
    }

    fn name(&self) -> String {
        format!("{} ({})", self.of.run.name, self.of.suite.name)
    }

    /// The rows of a search, by depth.
    fn committed(&self, searcher: usize, position: usize) -> Vec<&RunRecord> {
        let (spec, index) = (self.searchers[searcher].spec(), self.suite.positions[position].index);
        let depths = self.of.sample.depths(&spec);
        depths.filter_map(|depth| self.of.sample.at(&spec, depth)?.get(&index)).collect()
    }

    fn candidates(&self, part: usize) -> Vec<Candidate> {
        let searched = self.of.sample.positions();
        let positions = self.suite.positions.iter().enumerate();
        let positions = positions.filter(|(_, own)| searched.contains(&own.index));
        let candidate = |(position, searcher): (usize, usize)| {
            let rows = self.committed(searcher, position);
            let is_short = rows.last().is_none_or(|last| last.depth < self.depth());
            let limit = self.limit().filter(|_| is_short);
            let nodes = limit.or(rows.last().map(|last| last.nodes)).unwrap_or(0);
            Candidate { part, searcher, position, nodes }
        };
        let searchers = 0..self.searchers.len();
        let pairs = positions.flat_map(|(i, _)| searchers.clone().map(move |own| (i, own)));
        pairs.map(candidate).collect()
    }

    fn depth(&self) -> u8 {
        self.of.suite.depths.iter().copied().max().unwrap_or(0)
    }

    fn limit(&self) -> Option<u64> {
        self.of.run.manifest.node_limit.map(std::num::NonZeroU64::get)
    }

    /// Records compared, and what differs.
    fn search(
        &self,
        own: &[&Candidate],
        threads: NonZeroUsize,
        progress: &Progress,
    ) -> anyhow::Result<(usize, Vec<String>)> {
        let unit = |one: &&Candidate| Unit {
            suite: 0,
            position: &self.suite.positions[one.position],
            searcher: &self.searchers[one.searcher],
            depth: self.depth(),
            node_limit: self.limit(),
        };
        let work = Searches::of(own.iter().map(unit).collect(), &self.settings);
        let order: Vec<usize> = (0..own.len()).collect();
        let outcomes = collect(&work, &order, threads, progress)?;
        let (mut compared, mut differences) = (0, Vec::new());
        for ((one, unit), outcome) in own.iter().zip(&work.units).zip(outcomes) {
            let outcome = outcome.context("a search is missing; please report")?;
            let committed = self.committed(one.searcher, one.position);
            compared += committed.len();
            if let Some(what) = self.difference(&committed, outcome.records(unit), unit)? {
                let (id, spec) = (&unit.position.id, unit.searcher.spec());
                let made_by = match &self.of.run.manifest.engine_source {
                    source if source.is_empty() || source == ENGINE_SOURCE => String::new(),
                    source => format!(" (by engine source {source}; this is {ENGINE_SOURCE})"),
                };
                let name = self.name();
                differences.push(format!("{name}: position {id}, variant {spec}, {what}{made_by}"));
            }
        }
        Ok((compared, differences))
    }

    /// The first column that differs; suite, position and solution only where they are committed.
    fn difference(
        &self,
        committed: &[&RunRecord],
        mut found: Vec<RunRecord>,
        unit: &Unit,
    ) -> anyhow::Result<Option<String>> {
        if committed.len() != found.len() {
            let (found, committed) = (found.len(), committed.len());
            return Ok(Some(format!("{found} iterations, not the committed {committed}")));
        }
        for (committed, found) in committed.iter().zip(&mut found) {
            if !committed.fen.is_empty() {
                let position = &unit.position.position;
                found.suite.clone_from(&self.of.suite.name);
                (found.fen, found.solution) =
                    (position.to_fen(), unit.position.task.text(position));
            }
            if *committed != found {
                let (depth, field) = (committed.depth, first_field(committed, found)?);
                return Ok(Some(format!("depth {depth}: {field}")));
            }
        }
        Ok(None)
    }
}

/// The sampled searches, and how many more would exceed the node limit.
fn drawn(all: &[Candidate], draw: &Draw) -> (Vec<Candidate>, usize) {
    let (mut order, mut rng): (Vec<usize>, _) = ((0..all.len()).collect(), Rng::new(draw.seed));
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last + 1));
    }
    let count = (draw.share * all.len() as f64).ceil() as usize;
    let (mut drawn, mut dropped, mut nodes) = (Vec::new(), 0, 0);
    for &index in order.iter().take(count) {
        let one = all[index];
        if draw.nodes.is_some_and(|limit| nodes + one.nodes > limit) {
            dropped += 1;
            continue;
        }
        nodes += one.nodes;
        drawn.push(one);
    }
    (drawn, dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_a_share_in_whole_searches_and_stays_within_its_nodes() {
        let candidate = |position| Candidate { part: 0, searcher: 0, position, nodes: 10 };
        let all: Vec<Candidate> = (0..200).map(candidate).collect();
        let positions = |share, seed, nodes| {
            let (drawn, dropped) = drawn(&all, &Draw { share, seed, nodes });
            (drawn.iter().map(|one| one.position).collect::<Vec<_>>(), dropped)
        };
        let (first, dropped) = positions(0.051, 1, None);
        assert_eq!((first.len(), dropped), (11, 0));
        assert_eq!(positions(0.051, 1, None).0, first);
        assert_ne!(positions(0.051, 2, None).0, first);
        assert_eq!(positions(0.051, 1, Some(35)), (first[..3].to_vec(), 8));
        let mut whole = positions(1.0, 1, None).0;
        whole.sort_unstable();
        assert_eq!(whole, (0..200).collect::<Vec<_>>());
    }
}
