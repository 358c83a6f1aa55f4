//! The noise floor of a sweep: how far figures move when only the table's keys or size change.

use super::{Number, Numbers, Unit, id};
use crate::experiment::paper;
use crate::report::evidence::{Evidence, Part, Run, Sample};
use crate::stats::{least, paired_change};

/// Folders of sweeps below the results.
pub(crate) const SWEEPS: [&str; 2] = ["sensitivity", "sensitivity-ecm"];

/// A change that should have no effect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Noise {
    /// In ids.
    pub(super) name: &'static str,
    /// In words.
    pub(crate) title: &'static str,
    /// The setting that is changed.
    setting: &'static str,
}

/// Every such change.
pub(crate) const NOISE: [Noise; 2] = [
    Noise { name: "hash-keys", title: "hash keys", setting: "hash-seed=" },
    Noise { name: "table-size", title: "table size", setting: "hash-entries=" },
];

impl Noise {
    /// Is a run the reproduction, or changed in this alone? No table is no size.
    pub(crate) fn covers(self, run: &Run) -> bool {
        let changes = run.changes();
        let only = changes.starts_with(self.setting) && !changes.contains(", ");
        changes.is_empty() || only && changes != "hash-entries=0"
    }
}

/// A sample's estimate for its suite: the paired change of the ratio to the reference from the reproduction's
/// to that under other settings, times the ratio of the full suite.
fn of_suites(numbers: &mut Numbers, evidence: &Evidence, folder: &str) {
    let Some(base) = evidence.below(folder).find(|run| run.changes().is_empty()) else { return };
    let Some(before) = base.part(None) else { return };
    let whole = whole_suite(evidence, before);
    let (Some(whole), Some(reference)) = (whole, &base.manifest.reference) else { return };
    for run in evidence.below(folder) {
        let Some(now) = run.part(None) else { continue };
        for (depth, variant) in now.suite.depths.iter().flat_map(|&depth| {
            run.manifest.variants.iter().map(move |variant| (depth, &variant.spec))
        }) {
            let total = |variant: &str| whole.sample.total(variant, depth, |record| record.nodes);
            let (Some(a), Some(b)) = (total(variant), total(reference)) else { continue };
            let parts = [now, before].map(|part| (part.sample, depth));
            let Some([now, before]) = Sample::paired_nodes(parts, variant, reference) else {
                continue;
            };
            let change = paired_change(&now, &before, least::PAIRED_CHANGE);
            let Some(change) = change.filter(|_| variant != reference && b > 0) else { continue };
            let ratio = |change: f64| (change * a as f64 / b as f64 - 1.0) * 100.0;
            let number = Number::estimate(&change, Unit::Percent, &run.name, ratio);
            numbers.insert(format!("{}.d{depth}.{variant}.{OF_SUITE}", id::run(&run.name)), number);
        }
    }
}

/// The whole suite of a sample, searched as reproduced.
pub(crate) fn whole_suite<'a>(evidence: &'a Evidence, sample: Part) -> Option<Part<'a>> {
    let is_whole = |Part { suite, .. }: &Part| {
        suite.sha256 == sample.suite.sha256 && suite.searched == suite.positions
    };
    let runs = evidence.runs.values().filter(|run| run.is_table() && run.changes().is_empty());
    runs.filter_map(|run| run.part(None)).find(is_whole)
}

/// The ids of such numbers.
pub(crate) const OF_SUITE: &str = "of-suite";

/// The least and the greatest of each figure over the runs that a change covers; `n` is how many.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    for folder in SWEEPS {
        of_suites(numbers, evidence, folder);
    }
    for (folder, noise) in SWEEPS.iter().flat_map(|folder| NOISE.map(|noise| (folder, noise))) {
        let runs: Vec<&Run> = evidence.below(folder).filter(|run| noise.covers(run)).collect();
        let Some(first) = runs.first() else { continue };
        let columns = first.manifest.rows().flat_map(|(_, depth)| {
            first.manifest.variants.iter().map(move |variant| (depth, &variant.spec))
        });
        let kinds = ["nodes", "vs-reference", OF_SUITE];
        for (depth, variant) in columns {
            for of in kinds.map(|kind| format!("d{depth}.{variant}.{kind}")) {
                extremes(numbers, &runs, folder, noise, &of);
            }
        }
    }
}

fn extremes(numbers: &mut Numbers, runs: &[&Run], folder: &str, noise: Noise, of: &str) {
    let found = runs.iter().filter_map(|run| {
        let number = numbers.find(&format!("{}.{of}", id::run(&run.name)))?;
        Some((number.value?, number.unit))
    });
    let found: Vec<_> = found.collect();
    let (2.., Some(&(_, unit))) = (found.len(), found.first()) else { return };
    let values = || found.iter().map(|(value, _)| *value);
    for (end, value) in
        [("least", values().reduce(f64::min)), ("greatest", values().reduce(f64::max))]
    {
        let number = Number::of(value, unit, folder).out_of(found.len() as u64);
        numbers.insert(id::noise(folder, noise, of, end), number);
    }
}

/// A ratio that the paper published.
pub(crate) struct Published {
    /// Canonical specification.
    pub(crate) variant: String,
    /// Depth in plies.
    pub(crate) depth: u8,
    /// Nodes over those of the reference.
    pub(crate) ratio: f64,
}

impl Published {
    /// As a difference in percent.
    pub(crate) fn percent(&self) -> f64 {
        (self.ratio - 1.0) * 100.0
    }
}

/// The ratios of the paper's table at the depths of the sweep.
pub(crate) fn published(run: &Run) -> anyhow::Result<Vec<Published>> {
    let Some(table) = run.manifest.paper_table.map(paper::table).transpose()? else {
        return Ok(Vec::new());
    };
    let Some(reference) = run.manifest.reference.clone() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for &depth in run.manifest.suites.iter().flat_map(|suite| &suite.depths) {
        let Some(row) = table.row(None, depth) else { continue };
        let Some(base) = row.figure(&reference) else { continue };
        for figure in row.figures.iter().filter(|figure| figure.variant != reference) {
            found.push(Published {
                variant: figure.variant.clone(),
                depth,
                ratio: figure.count as f64 / base.count as f64,
            });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::evidence::sample::samples::{Row, of_variants};

    /// A run of two variants at depth 1 on `positions` of 200 positions; at odd positions the first
    /// needs `times` the reference's nodes.
    fn run(name: &str, positions: u32, times: u64, settings: &[(&str, &str)]) -> (String, Run) {
        let rows = |nodes: &dyn Fn(u32) -> u64| -> Vec<Row> {
            (0..positions).map(|i| (i, 1, nodes(i), true)).collect()
        };
        let (base, other) = (rows(&|_| 100), rows(&|i| if i % 2 == 1 { 100 * times } else { 100 }));
        let variant = |spec: &str| serde_json::json!({"spec": spec, "title": spec, "source": ""});
        let variants = ["std:r=2", "vrfd:r=3"].map(variant);
        let settings: std::collections::BTreeMap<_, _> = settings.iter().copied().collect();
        let manifest = serde_json::from_value(serde_json::json!({
            "experiment": "e", "title": "t", "tables": ["nodes"], "fingerprint": "f",
            "reference": "vrfd:r=3", "variants": variants, "settings": settings,
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "x",
                "depths": [1], "positions": 200, "searched": positions}]
        }))
        .unwrap();
        let samples = vec![of_variants(&[("std:r=2", &other), ("vrfd:r=3", &base)])];
        (name.into(), Run { name: name.into(), manifest, samples, files: Vec::new() })
    }

    fn of(runs: impl IntoIterator<Item = (String, Run)>) -> Numbers {
        let evidence = Evidence { runs: runs.into_iter().collect(), ..Evidence::default() };
        let mut numbers = Numbers::default();
        add(&mut numbers, &evidence);
        numbers
    }

    #[test]
    fn a_sample_is_its_paired_change_times_the_full_suites_ratio() {
        let full = run("table4", 200, 2, &[]);
        let base = run("sensitivity/as-reproduced", 120, 3, &[]);
        let other = run("sensitivity/killers", 120, 5, &[("killers", "on")]);
        let numbers = of([full.clone(), base.clone(), other]);
        // Full: 1.5; sample: 2 and 3, a change of 1.5.
        let changed = numbers.get("sensitivity.killers.d1.std:r=2.of-suite");
        assert!((changed.value.unwrap() - 125.0).abs() < 1e-9, "{changed:?}");
        assert!(changed.low < changed.value && changed.value < changed.high);
        let same = numbers.get("sensitivity.as-reproduced.d1.std:r=2.of-suite");
        assert!((same.value.unwrap() - 50.0).abs() < 1e-9 && same.low == same.high, "{same:?}");
        let small = run("sensitivity/killers", 20, 5, &[("killers", "on")]);
        let small_base = run("sensitivity/as-reproduced", 20, 3, &[]);
        let few = of([full, small_base, small]);
        assert_eq!(few.get("sensitivity.killers.d1.std:r=2.of-suite").low, None, "n too small");
        assert_eq!(of([base]).find("sensitivity.as-reproduced.d1.std:r=2.of-suite"), None);
        assert_eq!(of([]), Numbers::default());
    }
}
