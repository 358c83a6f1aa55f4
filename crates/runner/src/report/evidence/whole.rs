//! Are a run's records complete? A verdict from part of them would be a different verdict.

use std::collections::BTreeSet;

use super::Sample;
use crate::record::manifest::{Manifest, SuiteEntry};

/// Prefix of other engines' specifications: their records may have gaps, which tables leave out.
const OTHERS: &str = "uci:";

/// What is wrong with the records of a suite: missing or superfluous positions or iterations. Every
/// position searched has every iteration to the deepest row, in every column, but for those that
/// the manifest says the node limit left out.
pub(super) fn fault(manifest: &Manifest, suite: &SuiteEntry, sample: &Sample) -> Option<String> {
    let all = manifest.variants.iter().map(|variant| variant.spec.as_str());
    if let Some(extra) = sample.variants().find(|own| !all.clone().any(|spec| spec == *own)) {
        return Some(format!("the run has no variant '{extra}'"));
    }
    let own: Vec<&str> = all.clone().filter(|spec| !spec.starts_with(OTHERS)).collect();
    let positions = sample.positions();
    if let Some(index) = positions.last().filter(|&&index| index as usize >= suite.positions) {
        return Some(format!("position {index} of {}", suite.positions));
    }
    for variant in &own {
        if let Some(gap) = gap(sample, variant) {
            return Some(gap);
        }
    }
    let is_limited = manifest.node_limit.is_some();
    if own.is_empty() || is_limited && own.len() < manifest.variants.len() {
        return None;
    }
    suite.depths.iter().find_map(|&depth| {
        let of_row = manifest.left_out.iter().find(|l| l.suite == suite.name && l.depth == depth);
        let left_out = of_row.map_or(&[][..], |row| &row.positions);
        let expected = suite.searched.saturating_sub(left_out.len());
        let finished = sample.together(&own, depth);
        let listed = finished.iter().find(|row| is_limited && left_out.contains(&row[0].id));
        if let Some(row) = listed {
            return Some(format!("{} is left out at depth {depth}, but has records", row[0].id));
        }
        let (found, of) = (finished.len(), format!("{expected} positions at depth {depth}"));
        (found != expected).then(|| format!("{found} of {of} have records of every variant"))
    })
}

/// An iteration without those before it.
fn gap(sample: &Sample, variant: &str) -> Option<String> {
    let indices = |depth: u8| -> BTreeSet<u32> {
        sample.at(variant, depth).into_iter().flatten().map(|(&index, _)| index).collect()
    };
    let deepest = sample.depths(variant).next_back()?;
    (1..deepest).rev().find_map(|depth| {
        let (before, after) = (indices(depth), indices(depth + 1));
        let index = after.difference(&before).next()?;
        Some(format!("position {index} has no iteration to depth {depth} of {variant}"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::samples::{Row, of_variants};
    use super::*;

    /// Two positions to depth 2, the only row, of one variant or more.
    fn manifest(limit: Option<u64>, left_out: &[&str], variants: &[&str]) -> Manifest {
        let variants: Vec<_> = variants
            .iter()
            .map(|spec| serde_json::json!({"spec": spec, "title": spec, "source": ""}))
            .collect();
        let left_out = serde_json::json!({"suite": "s", "depth": 2, "positions": left_out});
        serde_json::from_value(serde_json::json!({
            "experiment": "e", "title": "t", "fingerprint": "f", "node_limit": limit,
            "variants": variants, "left_out": [left_out],
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [2], "positions": 2, "searched": 2}]
        }))
        .unwrap()
    }

    fn fault_of(manifest: &Manifest, records: &[(&str, &[Row])]) -> Option<String> {
        fault(manifest, &manifest.suites[0], &of_variants(records))
    }

    const BOTH: &[Row] = &[(0, 1, 5, true), (0, 2, 9, true), (1, 1, 5, true), (1, 2, 9, true)];
    const ONE: &[Row] = &[(0, 1, 5, true), (0, 2, 9, true), (1, 1, 5, true)];

    #[test]
    fn without_a_limit_every_position_has_every_iteration_of_every_variant() {
        let manifest = manifest(None, &[], &["a", "b"]);
        assert_eq!(fault_of(&manifest, &[("a", BOTH), ("b", BOTH)]), None);
        let missing = fault_of(&manifest, &[("a", BOTH), ("b", ONE)]).unwrap();
        assert_eq!(missing, "1 of 2 positions at depth 2 have records of every variant");
        assert!(fault_of(&manifest, &[("a", BOTH)]).is_some());
        assert!(fault_of(&manifest, &[]).is_some());
        let hole: &[Row] = &[BOTH[0], BOTH[1], BOTH[3]];
        let hole = fault_of(&manifest, &[("a", BOTH), ("b", hole)]).unwrap();
        assert_eq!(hole, "position 1 has no iteration to depth 1 of b");
        let extra = fault_of(&manifest, &[("a", BOTH), ("b", BOTH), ("c", BOTH)]).unwrap();
        assert_eq!(extra, "the run has no variant 'c'");
        let larger: &[Row] = &[(2, 1, 5, true), (2, 2, 9, true)];
        assert_eq!(fault_of(&manifest, &[("a", larger)]).unwrap(), "position 2 of 2");
    }

    #[test]
    fn under_a_limit_what_is_missing_is_what_the_manifest_names() {
        let (some, none) = (["p1"], []);
        let named = manifest(Some(99), &some, &["a", "b"]);
        assert_eq!(fault_of(&named, &[("a", BOTH), ("b", ONE)]), None);
        assert!(fault_of(&named, &[("a", BOTH), ("b", BOTH)]).unwrap().contains("but has records"));
        let unnamed = manifest(Some(99), &none, &["a", "b"]);
        assert!(fault_of(&unnamed, &[("a", BOTH), ("b", ONE)]).is_some());
        let other = manifest(Some(99), &["p7"], &["a", "b"]);
        assert_eq!(fault_of(&other, &[("a", BOTH), ("b", ONE)]), None, "p7 has no records at all");
    }

    #[test]
    fn external_engines_may_have_gaps() {
        let manifest = manifest(None, &[], &["uci:a", "uci:b"]);
        assert_eq!(fault_of(&manifest, &[("uci:a", BOTH), ("uci:b", &ONE[1..])]), None);
    }
}
