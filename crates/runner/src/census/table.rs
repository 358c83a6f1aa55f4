//! Rates of error by variant, claim and remaining depth.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::CensusRecord;
use super::plane;
use super::points::{self, PHASES, Point, SIDES};
use crate::base::json;
use crate::base::number::thousands;
use crate::record::manifest::Manifest;
use crate::show::grid::{ABSENT, Caption, Cell, Grid, Sheet, Show, csv};
use crate::show::plot::Drawn;
use crate::stats::proportion;

/// Fewer tests than this give no rate.
const LEAST: u64 = 20;

/// A line of `table.csv`: one cell over all positions.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
struct Row {
    variant: String,
    claim: String,
    depth: i32,
    r: i32,
    side: String,
    phase: String,
    total: u64,
    tested: u64,
    wrong: u64,
    unfinished: u64,
}

impl Row {
    /// The counts of all `rows`, of no cell.
    fn sum<'a>(rows: impl Iterator<Item = &'a Row>) -> Row {
        rows.fold(Row::default(), |sum, row| Row {
            total: sum.total + row.total,
            tested: sum.tested + row.tested,
            wrong: sum.wrong + row.wrong,
            unfinished: sum.unfinished + row.unfinished,
            ..sum
        })
    }
}

/// The records of a census, added up.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    caption: Caption,
    closing: String,
    rows: Vec<Row>,
    points: Vec<Point>,
}

impl Rates {
    /// Of the records of a run.
    pub(crate) fn new(manifest: &Manifest, records: &[CensusRecord]) -> Rates {
        let mut cells: BTreeMap<_, Row> = BTreeMap::new();
        for r in records.iter().filter(|record| !record.claim.is_empty()) {
            let key = (&r.variant, &r.claim, r.depth, r.r, &r.side, &r.phase);
            let row = cells.entry(key).or_insert_with(|| Row {
                variant: r.variant.clone(),
                claim: r.claim.clone(),
                depth: r.depth,
                r: r.r,
                side: r.side.clone(),
                phase: r.phase.clone(),
                ..Row::default()
            });
            row.total += r.total;
            row.tested += r.tested;
            row.wrong += r.wrong;
            row.unfinished += r.unfinished;
        }
        let sample = manifest.census.as_ref().map_or(String::new(), |census| {
            format!(
                "At most {} of each search's claims by depth, R, side and phase, seed {}; given \
                 up after {} nodes.",
                census.per_cell,
                census.seed,
                thousands(census.limit.get())
            )
        });
        let mut notes = manifest.notes.clone();
        if cells.is_empty() {
            notes.push(
                "There is no claim to test: no null move failed high, and no rule acted.".into(),
            );
        }
        Rates {
            caption: Caption { title: manifest.title.clone(), suite: manifest.searched(), notes },
            closing: sample,
            rows: cells.into_values().collect(),
            points: points::points(records),
        }
    }

    /// What each null move and rule saves, and how often it is wrong.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The plane of cost against error, if there are points to draw.
    ///
    /// # Errors
    /// When its data cannot be written.
    pub(crate) fn figure(&self) -> anyhow::Result<Option<Drawn>> {
        plane::figure(&self.caption.suite, &self.points)
    }

    /// The share of wrong ones among all claims: each cell's share, weighted by how often it
    /// occurs. `None` if a cell has no test, and its weight is more than a hundredth of all.
    fn weighted(rows: &[&Row]) -> Option<f64> {
        let all: u64 = rows.iter().map(|row| row.total).sum();
        let tested = rows.iter().filter(|row| row.tested > 0);
        let covered: u64 = tested.clone().map(|row| row.total).sum();
        let wrong = tested.map(|row| row.total as f64 * row.wrong as f64 / row.tested as f64);
        (covered > 0 && covered * 100 >= all * 99).then(|| wrong.sum::<f64>() / covered as f64)
    }

    fn grid(rows: &[&Row]) -> Grid {
        let head = [
            "Depth",
            "Claims",
            "Tested",
            "Wrong",
            "Given up",
            "% wrong",
            "95 %",
            "Root side",
            "Opponent",
            "Opening",
            "Middlegame",
            "Endgame",
        ];
        let mut grid = Grid::new(&head, 0);
        let depths: BTreeSet<i32> = rows.iter().map(|row| row.depth).collect();
        for depth in depths {
            let own = || rows.iter().copied().filter(|row| row.depth == depth);
            let count = Row::sum(own());
            let sides = SIDES.map(|side| Row::sum(own().filter(|row| row.side == side)));
            let phases = PHASES.map(|phase| Row::sum(own().filter(|row| row.phase == phase)));
            let numbers = [count.total, count.tested, count.wrong, count.unfinished].map(thousands);
            let mut row = vec![Cell::from(depth.to_string())];
            row.extend(numbers.map(Cell::from));
            row.extend([share(&count), interval(&count)].map(Cell::from));
            row.extend(sides.into_iter().chain(phases).map(|part| Cell::from(share(&part))));
            grid.rows.push(row);
        }
        grid
    }
}

fn share(count: &Row) -> String {
    let rate = proportion(count.wrong, count.tested).filter(|_| count.tested >= LEAST);
    rate.map_or(ABSENT.to_owned(), |rate| format!("{:.2}", 100.0 * rate.value))
}

fn interval(count: &Row) -> String {
    let rate = proportion(count.wrong, count.tested).filter(|_| count.tested >= LEAST);
    let interval = rate.and_then(|rate| rate.interval);
    interval.map_or(ABSENT.to_owned(), |i| format!("[{:.2}, {:.2}]", 100.0 * i.low, 100.0 * i.high))
}

impl Show for Rates {
    fn sheet(&self) -> Sheet {
        let groups: BTreeSet<_> = self.rows.iter().map(|row| (&row.variant, &row.claim)).collect();
        let grid = |(variant, claim): (&String, &String)| {
            let of = |row: &&Row| (&row.variant, &row.claim) == (variant, claim);
            let rows: Vec<&Row> = self.rows.iter().filter(of).collect();
            let all = Rates::weighted(&rows).map_or(String::new(), |share| {
                format!("; {:.2} % of all, each cell weighted by its claims", 100.0 * share)
            });
            (Some(format!("{variant}: {claim}{all}")), Rates::grid(&rows))
        };
        let closing = [
            self.closing.as_str(),
            "Wrong: searched to its full depth without null moves and rules, from an empty table, the node's value \
             contradicts the claim. In the first table each cell of each search is weighted by its claims, nodes are \
             the geometric mean over positions as a multiple of those of the same variant without the rule or null \
             move, and intervals are over positions, from 100 on. Below, intervals are Clopper and Pearson's and take \
             tests for independent, though a search gives several.",
        ];
        let points = (Some("Cost and error".to_owned()), plane::grid(&self.points));
        let points = (!self.points.is_empty()).then_some(points);
        Sheet {
            caption: self.caption.clone(),
            grids: points.into_iter().chain(groups.into_iter().map(grid)).collect(),
            closing: closing.iter().map(|text| text.to_string()).collect(),
        }
    }

    fn csv(&self) -> anyhow::Result<String> {
        csv(self.rows.iter().cloned())
    }

    fn json(&self) -> String {
        json::pretty(&serde_json::json!({ "points": self.points, "cells": self.rows }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(depth: i32, side: &str, total: u64, tested: u64, wrong: u64) -> CensusRecord {
        let (claim, phase) = ("cutoff".to_owned(), "opening".to_owned());
        let (variant, side) = ("std:r=2".to_owned(), side.to_owned());
        CensusRecord {
            variant,
            claim,
            depth,
            side,
            phase,
            total,
            tested,
            wrong,
            ..CensusRecord::default()
        }
    }

    fn rates(records: &[CensusRecord]) -> Rates {
        Rates::new(&Manifest::default(), records)
    }

    #[test]
    fn cells_are_added_up_and_rates_are_shares_of_tests() {
        let records = [
            record(3, "root", 900, 30, 3),
            record(3, "root", 100, 10, 1),
            record(3, "opponent", 500, 50, 0),
        ];
        let rates = rates(&records);
        let table = &rates.sheet().grids[1];
        assert_eq!(
            table.0.as_deref().unwrap(),
            "std:r=2: cutoff; 6.67 % of all, each cell weighted by its \
             claims"
        );
        let row: Vec<&str> = table.1.rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(row[..6], ["3", "1,500", "90", "4", "0", "4.44"]);
        assert_eq!(row[7..], ["10.00", "0.00", "4.44", "–", "–"]);
        assert_eq!(rates.csv().unwrap().lines().count(), 3);
    }

    #[test]
    fn few_tests_give_no_rate_and_an_empty_census_gives_no_table() {
        let table = &rates(&[record(1, "root", 5000, 19, 2)]).sheet().grids[1];
        assert_eq!(
            (table.1.rows[0][5].text.as_str(), table.1.rows[0][6].text.as_str()),
            ("–", "–")
        );
        assert!(rates(&[]).sheet().grids.is_empty());
    }

    #[test]
    fn without_tests_where_fail_highs_are_there_is_no_weighted_rate() {
        let records = [record(1, "root", 1000, 0, 0), record(2, "root", 1000, 40, 4)];
        let title = rates(&records).sheet().grids[1].0.clone().unwrap();
        assert_eq!(title, "std:r=2: cutoff");
    }
}
