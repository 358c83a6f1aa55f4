//! The table for other programs: one line per cell, raw numbers, absent values empty.
//! Title and warnings are not here; the manifest of the run has them.

use std::borrow::Cow;

use serde::Serialize;

use super::{Measure, Render, Table, TableError};
use crate::base::escape;

/// Comma-separated values, one line per row and column of the table.
pub(crate) struct Csv;

/// One line.
#[derive(Default, Serialize)]
struct Line<'a> {
    row: Cow<'a, str>,
    depth: Option<u8>,
    variant: Cow<'a, str>,
    title: Cow<'a, str>,
    measure: Option<Measure>,
    positions: Option<u64>,
    count: Option<u64>,
    ratio_to_baseline: Option<f64>,
    paper_positions: Option<u64>,
    paper_count: Option<u64>,
    paper_percent: Option<&'a str>,
}

impl Render for Csv {
    fn render(&self, table: &Table) -> Result<String, TableError> {
        let failed = |reason: String| TableError::Write { format: "CSV", reason };
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &table.rows {
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                let (ours, paper) = (cell.ours.as_ref(), cell.paper.as_ref());
                let line = Line {
                    row: escape::cell(row.label.as_deref().unwrap_or_default()),
                    depth: Some(row.depth),
                    variant: escape::cell(&column.variant),
                    title: escape::cell(&column.title),
                    measure: Some(table.measure),
                    positions: ours.and(row.positions),
                    count: ours.map(|f| f.count),
                    ratio_to_baseline: ours.and_then(|f| f.ratio()),
                    paper_positions: paper.and(row.paper_positions),
                    paper_count: paper.map(|f| f.count),
                    paper_percent: paper.and_then(|f| f.percent.as_deref()),
                };
                writer.serialize(line).map_err(|e| failed(e.to_string()))?;
            }
        }
        let empty = table.rows.is_empty() || table.columns.is_empty();
        if empty {
            writer.serialize(Line::default()).map_err(|e| failed(e.to_string()))?;
        }
        let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
        let mut text = String::from_utf8(bytes).map_err(|e| failed(e.to_string()))?;
        if empty {
            text.truncate(text.find('\n').map_or(0, |end| end + 1)); // the header alone
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
        insta::assert_snapshot!(Csv.render(&samples::nodes()).unwrap(), @r#"
        row,depth,variant,title,measure,positions,count,ratio_to_baseline,paper_positions,paper_count,paper_percent
        ,8,std:r=2,Std R = 2,nodes,2,600700,0.8572855715712858,,,
        ,8,std:r=3,Std R = 3,nodes,2,300300,0.42857142857142855,,,
        ,8,vrfd:r=3,Vrfd R = 3,nodes,2,700700,,,,
        ,8,heinz,Heinz | adaptive,nodes,,,,,,
        ,9,std:r=2,Std R = 2,nodes,2,4104000,2.04995004995005,869,5374275763,+10.84
        ,9,std:r=3,Std R = 3,nodes,2,1101000,0.5499500499500499,869,2483951601,-48.76
        ,9,vrfd:r=3,Vrfd R = 3,nodes,2,2002000,,869,4848596820,
        ,9,heinz,Heinz | adaptive,nodes,,,,,,
        ,10,std:r=2,Std R = 2,nodes,2,9009000,1.125,869,16952333579,+17.40
        ,10,std:r=3,Std R = 3,nodes,,,,869,7920812800,-45.14
        ,10,vrfd:r=3,Vrfd R = 3,nodes,2,8008000,,869,14439185304,
        ,10,heinz,Heinz | adaptive,nodes,,,,,,
        "#);
    }

    #[test]
    fn solved_counts_have_no_percentages() {
        insta::assert_snapshot!(Csv.render(&samples::solved()).unwrap(), @r#"
        row,depth,variant,title,measure,positions,count,ratio_to_baseline,paper_positions,paper_count,paper_percent
        ,8,std:r=2,Std R = 2,solved,2,1,,999,762,
        ,8,std:r=3,Std R = 3,solved,2,0,,999,760,
        ,8,vrfd:r=3,Vrfd R = 3,solved,2,2,,999,782,
        ,9,std:r=2,Std R = 2,solved,2,1,,999,838,
        ,9,std:r=3,Std R = 3,solved,2,1,,999,812,
        ,9,vrfd:r=3,Vrfd R = 3,solved,2,1,,999,838,
        "#);
    }

    #[test]
    fn mates_are_rows_by_suite_and_a_suite_not_run_is_empty() {
        insta::assert_snapshot!(Csv.render(&samples::mates()).unwrap(), @r#"
        row,depth,variant,title,measure,positions,count,ratio_to_baseline,paper_positions,paper_count,paper_percent
        """Mate in 4""",8,std:r=2,Std R = 2,solved,2,1,,434,385,
        """Mate in 4""",8,std:r=3,Std R = 3,solved,2,0,,434,379,
        """Mate in 4""",8,vrfd:r=3,Vrfd R = 3,solved,2,2,,434,431,
        """Mate in 5""",10,std:r=2,Std R = 2,solved,,,,353,292,
        """Mate in 5""",10,std:r=3,Std R = 3,solved,,,,353,286,
        """Mate in 5""",10,vrfd:r=3,Vrfd R = 3,solved,,,,353,340,
        "#);
    }

    #[test]
    fn an_empty_table_is_still_well_formed() {
        insta::assert_snapshot!(Csv.render(&samples::empty()).unwrap(), @r#"
        row,depth,variant,title,measure,positions,count,ratio_to_baseline,paper_positions,paper_count,paper_percent
        "#);
    }
}
