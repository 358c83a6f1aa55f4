//! The table for a README or a report: a GitHub table that also reads well as it is.

use super::grid::{LEADING, grid};
use super::{Render, Table, TableError};
use crate::base::escape;

/// GitHub-flavoured Markdown.
pub(crate) struct Markdown;

impl Render for Markdown {
    fn render(&self, table: &Table) -> Result<String, TableError> {
        let mut text = format!("**{}**\n", escape::markdown(&table.caption.title));
        if !table.caption.suite.is_empty() {
            text += &format!("\nSuite: {}\n", escape::markdown(&table.caption.suite));
        }
        for note in table.notes() {
            text += &format!("\n> **NOTE:** {}\n", escape::markdown(note));
        }
        let layout = grid(table);
        let rule = (0..layout.header.len()).map(|i| if i + 1 < LEADING { "---" } else { "---:" });
        text += &format!("\n{}", line(layout.header.iter().map(String::as_str)));
        text += &line(rule);
        for cells in layout.rows.iter().flatten() {
            text += &line(cells.iter().map(String::as_str));
        }
        if let Some(legend) = layout.legend {
            text += &format!("\n{}\n", escape::markdown(&legend));
        }
        Ok(text)
    }
}

/// One line of the table.
fn line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(escape::markdown).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
        insta::assert_snapshot!(Markdown.render(&samples::nodes()).unwrap(), @r#"
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
        insta::assert_snapshot!(Markdown.render(&samples::solved()).unwrap(), @r#"
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
        insta::assert_snapshot!(Markdown.render(&samples::mates()).unwrap(), @r#"
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
        insta::assert_snapshot!(Markdown.render(&samples::empty()).unwrap(), @r#"
        **Empty**

        | Depth |  | Positions |
        | --- | --- | ---: |
        "#);
    }
}
