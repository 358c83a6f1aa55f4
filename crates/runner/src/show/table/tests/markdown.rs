//! Markdown of the sample tables.

use crate::show::grid::{Format, Show};
use crate::show::table::samples;

#[test]
fn node_totals_appear_above_their_percentages_and_gaps_stay_gaps() {
    insta::assert_snapshot!(samples::nodes().render(Format::Markdown).unwrap(), @r#"
    **Table 3: Total node count**

    Suite: own (2 positions)

    > **NOTE:** This is not the paper's suite (ECM).

    > **NOTE:** Std R = 3 at depth 10 covers 1 of 2 positions and gives no figure.

    > **NOTE:** The paper counts another number of positions than we do: only the percentages can be compared.

    | Depth |  | Positions | Std R = 2 | Std R = 3 | Vrfd R = 3 | Heinz \| adaptive |
    | --- | --- | ---: | ---: | ---: | ---: | ---: |
    | 8 | ours | 2 | 600,700 | 300,300 | 700,700 | – |
    |  |  |  | (-14.27%) | (-57.14%) | – | – |
    | 9 | ours | 2 | 4,104,000 | 1,101,000 | 2,002,000 | – |
    |  |  |  | (+105.00%) | (-45.00%) | – | – |
    |  | paper | 869 | 5,374,275,763 | 2,483,951,601 | 4,848,596,820 | – |
    |  |  |  | (+10.84%) | (-48.76%) | – | – |
    | 10 | ours | 2 | 9,009,000 | – | 8,008,000 | – |
    |  |  |  | (+12.50%) | – | – | – |
    |  | paper | 869 | 16,952,333,579 | 7,920,812,800 | 14,439,185,304 | – |
    |  |  |  | (+17.40%) | (-45.14%) | – | – |

    Percentages: difference to Vrfd R = 3; ours rounded, the paper's as printed.
    "#);
}

#[test]
fn solved_counts_have_no_percentages() {
    insta::assert_snapshot!(samples::solved().render(Format::Markdown).unwrap(), @r#"
    **Table 5: Solved positions**

    Suite: own (2 positions)

    > **NOTE:** This is not the paper's suite (ECM).

    > **NOTE:** The paper counts another number of positions than we do: only the shares solved can be compared.

    | Depth |  | Positions | Std R = 2 | Std R = 3 | Vrfd R = 3 |
    | --- | --- | ---: | ---: | ---: | ---: |
    | 8 | ours | 2 | 1 | 0 | 2 |
    |  | paper | 999 | 762 | 760 | 782 |
    | 9 | ours | 2 | 1 | 1 | 1 |
    |  | paper | 999 | 838 | 812 | 838 |
    "#);
}

#[test]
fn mates_are_rows_by_suite_and_a_suite_not_run_is_empty() {
    insta::assert_snapshot!(samples::mates().render(Format::Markdown).unwrap(), @r#"
    **Table 6: Mates**

    > **NOTE:** The paper counts another number of positions than we do: only the shares solved can be compared.

    | Test suite |  | Positions | Std R = 2 | Std R = 3 | Vrfd R = 3 |
    | --- | --- | ---: | ---: | ---: | ---: |
    | "Mate in 4" | ours | 2 | 1 | 0 | 2 |
    | Depth 8 plies | paper | 434 | 385 | 379 | 431 |
    | "Mate in 5" | ours | – | – | – | – |
    | Depth 10 plies | paper | 353 | 292 | 286 | 340 |
    "#);
}

#[test]
fn an_empty_table_is_still_well_formed() {
    insta::assert_snapshot!(samples::empty().render(Format::Markdown).unwrap(), @r#"
    **Empty**

    | Depth |  | Positions |
    | --- | --- | ---: |
    "#);
}
