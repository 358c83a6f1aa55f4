//! CSV of the sample tables.

use crate::show::grid::{Format, Show};
use crate::show::table::samples;

#[test]
fn node_totals_appear_above_their_percentages_and_gaps_stay_gaps() {
    insta::assert_snapshot!(samples::nodes().render(Format::Csv).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::solved().render(Format::Csv).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::mates().render(Format::Csv).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::empty().render(Format::Csv).unwrap(), @r#"
    row,depth,variant,title,measure,positions,count,ratio_to_baseline,paper_positions,paper_count,paper_percent
    "#);
}
