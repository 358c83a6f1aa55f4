//! The noise floor of a sweep: how far figures move when only the table's keys or size change.

use super::{Number, Numbers, id};
use crate::report::evidence::{Evidence, Run};

/// Folders of sweeps below the results.
pub(crate) const SWEEPS: [&str; 2] = ["sensitivity", "sensitivity-ecm"];

/// A change that should not matter.
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
    fn covers(self, run: &Run) -> bool {
        let changes = run.changes();
        let only = changes.starts_with(self.setting) && !changes.contains(", ");
        changes.is_empty() || only && changes != "hash-entries=0"
    }
}

/// The least and the greatest of each figure over the runs that a change covers; `n` is how many.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    for (folder, noise) in SWEEPS.iter().flat_map(|folder| NOISE.map(|noise| (folder, noise))) {
        let runs: Vec<&Run> = evidence.below(folder).filter(|run| noise.covers(run)).collect();
        let Some(first) = runs.first() else { continue };
        let columns = first.manifest.rows().flat_map(|(_, depth)| {
            first.manifest.variants.iter().map(move |variant| (depth, &variant.spec))
        });
        let kinds = ["nodes", "vs-reference"];
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
