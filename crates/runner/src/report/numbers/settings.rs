//! The search for the paper's engine: its progress, and how many settings lie in the paper's region.

use super::{Number, Numbers, Unit};
use crate::report::evidence::{EXPLAIN, Evidence};
use crate::report::settings::{Setting, maps};

/// Counts of points and settings.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) {
    if let Some(sweep) = evidence.explain.get(EXPLAIN).filter(|sweep| !sweep.settings.is_empty()) {
        let finished = Number::count(sweep.points.len() as u64, Unit::Count, EXPLAIN);
        let designed = sweep.settings.len() as u64;
        numbers.insert("explain.points".into(), finished.out_of(designed));
    }
    let maps = maps(evidence, numbers);
    let Some(first) = maps.first() else { return };
    let all = first.settings.len();
    let mut insert = |what: String, count: usize| {
        let number = Number::count(count as u64, Unit::Count, "").out_of(all as u64);
        numbers.insert(format!("explain.map.{what}"), number);
    };
    let count = |is: &dyn Fn(&Setting) -> bool| first.settings.iter().filter(|s| is(s)).count();
    insert("settings".into(), all);
    insert("allowed".into(), count(&|setting| setting.is_allowed));
    insert("sampled".into(), count(&|setting| setting.is_sample));
    for map in &maps {
        let inside = map.settings.iter().filter(|setting| map.holds(setting)).count();
        insert(format!("d{}.inside", map.depth), inside);
    }
    let inside: Vec<usize> =
        (0..all).filter(|&i| maps.iter().all(|map| map.holds(&map.settings[i]))).collect();
    insert("inside".into(), inside.len());
    insert(
        "allowed-inside".into(),
        inside.iter().filter(|&&i| first.settings[i].is_allowed).count(),
    );
}
