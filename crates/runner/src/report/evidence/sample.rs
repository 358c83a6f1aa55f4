//! The records of one suite, sorted so that variants can be compared position by position.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::bail;

use crate::record::RunRecord;
use crate::record::held::held_from;

/// Records by variant, depth and position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    records: BTreeMap<String, BTreeMap<u8, BTreeMap<u32, RunRecord>>>,
}

impl Sample {
    /// Sorts records; `file` is named in errors.
    pub(crate) fn new(records: Vec<RunRecord>, file: &Path) -> anyhow::Result<Sample> {
        let mut sample = Sample::default();
        for record in records {
            let depths = sample.records.entry(record.variant.clone()).or_default();
            let (index, depth) = (record.index, record.depth);
            if let Some(twice) = depths.entry(depth).or_default().insert(index, record) {
                let (file, variant) = (file.display(), twice.variant);
                bail!(
                    "{file}: position {index} occurs twice for variant '{variant}' at depth {depth}; \
                     run the experiment again to rewrite it"
                );
            }
        }
        Ok(sample)
    }

    /// All records, by variant, depth and position.
    pub(crate) fn all(&self) -> impl Iterator<Item = &RunRecord> {
        self.records.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values)
    }

    /// The variants, sorted by specification.
    pub(crate) fn variants(&self) -> impl Iterator<Item = &str> {
        self.records.keys().map(String::as_str)
    }

    /// The depths of a variant, ascending.
    pub(crate) fn depths(&self, variant: &str) -> impl DoubleEndedIterator<Item = u8> + use<'_> {
        self.records.get(variant).into_iter().flat_map(|depths| depths.keys().copied())
    }

    /// The records of a variant at a depth, by position.
    pub(crate) fn at(&self, variant: &str, depth: u8) -> Option<&BTreeMap<u32, RunRecord>> {
        self.records.get(variant)?.get(&depth)
    }

    /// All positions, ascending.
    pub(crate) fn positions(&self) -> BTreeSet<u32> {
        let depths = self.records.values().flat_map(BTreeMap::values);
        depths.flat_map(|records| records.keys().copied()).collect()
    }

    /// Positions that all these variants have finished at this depth, with their records in the
    /// order of `variants`. Without a depth each record is the position's deepest.
    pub(crate) fn together(
        &self,
        variants: &[&str],
        depth: impl Into<Option<u8>>,
    ) -> Vec<Vec<&RunRecord>> {
        let depth = depth.into();
        let records = |variant: &&str| -> Option<BTreeMap<u32, &RunRecord>> {
            match depth {
                Some(depth) => {
                    Some(self.at(variant, depth)?.iter().map(|(&i, r)| (i, r)).collect())
                }
                None => Some(self.last(variant)),
            }
        };
        let Some(all) = variants.iter().map(records).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let of = |index: &u32| all.iter().map(|own| own.get(index).copied()).collect();
        all.first().into_iter().flat_map(BTreeMap::keys).filter_map(of).collect()
    }

    /// Nodes of two variants at a depth, position by position.
    pub(crate) fn node_pairs(&self, first: &str, second: &str, depth: u8) -> Vec<(u64, u64)> {
        let rows = self.together(&[first, second], depth);
        rows.iter().map(|row| (row[0].nodes, row[1].nodes)).collect()
    }

    /// The same at two depths or in two samples, position by position; `None` if their positions
    /// differ, so that they are not paired.
    pub(crate) fn paired_nodes(
        parts: [(&Sample, u8); 2],
        first: &str,
        second: &str,
    ) -> Option<[Vec<(u64, u64)>; 2]> {
        let rows = parts.map(|(sample, depth)| sample.together(&[first, second], depth));
        let positions = |rows: &[Vec<&RunRecord>]| -> Vec<u32> {
            rows.iter().map(|row| row[0].index).collect()
        };
        let is_paired = positions(&rows[0]) == positions(&rows[1]);
        let nodes = |row: &Vec<&RunRecord>| (row[0].nodes, row[1].nodes);
        is_paired.then(|| rows.map(|rows| rows.iter().map(nodes).collect()))
    }

    /// Solved or not by two variants at a depth, or where each search ended, over the positions with
    /// a task; by id.
    pub(crate) fn solved_by_id(
        &self,
        first: &str,
        second: &str,
        depth: impl Into<Option<u8>>,
    ) -> Vec<(&str, (bool, bool))> {
        let rows = self.together(&[first, second], depth).into_iter();
        rows.filter_map(|row| Some((row[0].id.as_str(), (row[0].solved?, row[1].solved?))))
            .collect()
    }

    /// The same without the ids.
    pub(crate) fn solved_pairs(
        &self,
        first: &str,
        second: &str,
        depth: impl Into<Option<u8>>,
    ) -> Vec<(bool, bool)> {
        self.solved_by_id(first, second, depth).into_iter().map(|(_, pair)| pair).collect()
    }

    /// The nodes of the positions that these variants have finished at a depth.
    pub(crate) fn nodes<const K: usize>(&self, variants: [&str; K], depth: u8) -> Vec<[f64; K]> {
        let rows = self.together(&variants, depth);
        rows.iter().map(|row| std::array::from_fn(|i| row[i].nodes as f64)).collect()
    }

    /// Positions solved, and positions with a task; `None` without any.
    pub(crate) fn solved(&self, variant: &str, depth: u8) -> Option<(u64, u64)> {
        let verdicts: Vec<bool> =
            self.at(variant, depth)?.values().filter_map(|r| r.solved).collect();
        let solved = verdicts.iter().filter(|solved| **solved).count() as u64;
        (!verdicts.is_empty()).then_some((solved, verdicts.len() as u64))
    }

    /// Total of a count over the positions of a variant at a depth.
    pub(crate) fn total(
        &self,
        variant: &str,
        depth: u8,
        count: fn(&RunRecord) -> u64,
    ) -> Option<u64> {
        let records = self.at(variant, depth).filter(|records| !records.is_empty())?;
        Some(records.values().map(count).sum())
    }

    /// Mean nodes of the variant that spent least: beyond this, not every variant has searched.
    pub(crate) fn longest(&self) -> u64 {
        let mean = |variant: &str| {
            let records = self.at(variant, self.depths(variant).next_back()?)?;
            Some(records.values().map(|r| r.nodes).sum::<u64>() / records.len().max(1) as u64)
        };
        self.variants().filter_map(mean).min().unwrap_or(0)
    }

    /// The name of a position.
    pub(crate) fn id(&self, index: u32) -> String {
        let found = self.all().find(|record| record.index == index);
        found.map_or_else(|| index.to_string(), |record| record.id.clone())
    }

    /// The deepest iteration of every position that a variant has finished: under a node limit
    /// searches end at different depths.
    pub(crate) fn last(&self, variant: &str) -> BTreeMap<u32, &RunRecord> {
        let depths = self.records.get(variant).into_iter().flat_map(BTreeMap::values);
        depths.flatten().map(|(&index, record)| (index, record)).collect()
    }

    /// The first depth from which on every iteration finds the solution, with the cumulative
    /// nodes up to it. `None` if the last iteration does not find it, or there is no task.
    pub(crate) fn held_from(&self, variant: &str, index: u32) -> Option<(u8, u64)> {
        let deepest_first = self.records.get(variant)?.values().rev();
        let own = deepest_first.filter_map(|records| records.get(&index));
        held_from(own.map(|record| (record.depth, record.nodes, record.solved)))
    }
}

/// Samples for tests of their readers.
#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    /// Position, depth, cumulative nodes, solved.
    pub(crate) type Row = (u32, u8, u64, bool);

    /// Records of variant `v`.
    pub(crate) fn sample(rows: &[Row]) -> Sample {
        of_variants(&[("v", rows)])
    }

    /// The same for several variants.
    pub(crate) fn of_variants(variants: &[(&str, &[Row])]) -> Sample {
        let records: Vec<RunRecord> =
            variants.iter().flat_map(|(variant, rows)| records(variant, rows)).collect();
        Sample::new(records, Path::new("records.csv")).unwrap()
    }

    fn records(variant: &str, rows: &[Row]) -> Vec<RunRecord> {
        let records = rows.iter().map(|&(index, depth, nodes, solved)| RunRecord {
            index,
            depth,
            nodes,
            id: format!("p{index}"),
            variant: variant.into(),
            solved: Some(solved),
            ..RunRecord::default()
        });
        records.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::samples::sample;
    use super::*;

    #[test]
    fn a_record_that_occurs_twice_is_refused() {
        let once = sample(&[(0, 1, 5, true)]);
        let record = once.at("v", 1).unwrap()[&0].clone();
        let twice = Sample::new(vec![record.clone(), record], Path::new("r.csv")).unwrap_err();
        assert!(twice.to_string().starts_with("r.csv: position 0 occurs twice"), "{twice}");
    }

    #[test]
    fn variants_are_compared_only_where_both_have_finished() {
        let sample = sample(&[(0, 1, 5, true), (1, 1, 6, false), (1, 2, 9, true)]);
        assert_eq!(sample.node_pairs("v", "v", 1), [(5, 5), (6, 6)]);
        assert_eq!(sample.node_pairs("v", "v", 2), [(9, 9)]);
        assert_eq!(sample.node_pairs("v", "other", 1), []);
        assert_eq!(sample.solved("v", 1), Some((1, 2)));
        assert_eq!(sample.solved("other", 1), None);
        assert_eq!(sample.total("v", 1, |r| r.nodes), Some(11));
        assert_eq!(sample.total("v", 7, |r| r.nodes), None);
    }

    #[test]
    fn two_depths_are_paired_by_position_and_not_by_order() {
        let rows = [(0, 1, 5, true), (1, 1, 6, true), (0, 2, 50, true), (2, 2, 70, true)];
        let paired = |sample: &Sample, depths: [u8; 2]| {
            Sample::paired_nodes(depths.map(|depth| (sample, depth)), "v", "v")
        };
        assert_eq!(paired(&sample(&rows), [1, 2]), None, "as many, but not the same");
        assert_eq!(paired(&sample(&rows), [2, 2]).unwrap()[0], [(50, 50), (70, 70)]);
    }

    #[test]
    fn a_search_that_ended_early_holds_what_its_own_last_iteration_holds() {
        // Position 0 ended at depth 2, position 1 went on; 2 lost it at its end, 3 was never solved.
        let sample = sample(&[
            (0, 1, 5, false),
            (0, 2, 9, true),
            (1, 1, 5, true),
            (1, 2, 9, true),
            (1, 3, 20, true),
            (2, 1, 5, true),
            (2, 2, 9, false),
            (3, 3, 9, false),
        ]);
        assert_eq!(sample.held_from("v", 0), Some((2, 9)));
        assert_eq!(sample.held_from("v", 1), Some((1, 5)));
        assert_eq!(sample.held_from("v", 2), None);
        assert_eq!(sample.held_from("v", 3), None);
        assert_eq!(sample.held_from("v", 4), None, "no record at any depth");
        assert_eq!(sample.held_from("other", 0), None);
        let ends: Vec<u8> = sample.last("v").values().map(|record| record.depth).collect();
        assert_eq!(ends, [2, 3, 2, 3]);
        let solved = |depth: Option<u8>| -> Vec<bool> {
            sample.solved_pairs("v", "v", depth).iter().map(|pair| pair.0).collect()
        };
        assert_eq!(solved(None), [true, true, false, false]);
        assert_eq!(solved(Some(3)), [true, false], "only two were searched so deep");
        assert!(sample.solved_pairs("v", "other", None).is_empty());
    }
}
