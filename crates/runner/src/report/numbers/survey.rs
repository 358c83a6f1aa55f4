//! Comparisons of the survey's methods.

use super::{Number, Numbers, Unit, id};
use crate::figure8::table::{Measure, Solved};
use crate::report::evidence::SurveyRun;

/// Each method's size in percent of the reference's, and what it solves.
pub(super) fn add(numbers: &mut Numbers, name: &str, run: &SurveyRun) {
    let table = run.table(&Measure::ALL);
    for section in &table.sections {
        for row in &section.rows {
            for (&depth, cell) in table.depths.iter().zip(&row.cells) {
                let Some(cell) = cell else { continue };
                let number = Number::estimate(&cell.percent, Unit::Percent, name, |n| n);
                numbers.insert(id::method(name, section.measure, depth, &row.method), number);
            }
        }
    }
    for (method, cells) in &table.solved {
        for (&depth, cell) in table.depths.iter().zip(cells) {
            let Some(Solved { count, lost, gained }) = cell else { continue };
            let counts = [("solved", *count), ("lost", lost.len()), ("gained", gained.len())];
            for (what, count) in counts {
                let number = Number::count(count as u64, Unit::Positions, name);
                let id = id::solved(name, depth, method, what);
                numbers.insert(id, number.out_of(run.data.positions as u64));
            }
        }
    }
}
