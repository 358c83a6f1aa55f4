//! The table as the model has it: raw counts, ratios not rounded, absent values null.

use serde::Serialize;

use super::{Column, Measure, Published, Render, Table, TableError};

/// Indented JSON.
pub(crate) struct Json;

#[derive(Serialize)]
struct Document<'a> {
    title: &'a str,
    suite: &'a str,
    notes: Vec<&'a str>,
    measure: Measure,
    baseline: Option<&'a str>,
    columns: &'a [Column],
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    label: Option<&'a str>,
    depth: u8,
    positions: Option<u64>,
    paper_positions: Option<u64>,
    cells: Vec<Cell<'a>>,
}

/// A cell with its variant, so that it can be read without counting columns.
#[derive(Serialize)]
struct Cell<'a> {
    variant: &'a str,
    count: Option<u64>,
    ratio_to_baseline: Option<f64>,
    paper: Option<&'a Published>,
}

impl Render for Json {
    fn render(&self, table: &Table) -> Result<String, TableError> {
        let rows = table.rows.iter().map(|row| Row {
            label: row.label.as_deref(),
            depth: row.depth,
            positions: row.positions,
            paper_positions: row.paper_positions,
            cells: table
                .columns
                .iter()
                .zip(&row.cells)
                .map(|(column, cell)| Cell {
                    variant: &column.variant,
                    count: cell.ours.as_ref().map(|f| f.count),
                    ratio_to_baseline: cell.ours.as_ref().and_then(|f| f.ratio()),
                    paper: cell.paper.as_ref(),
                })
                .collect(),
        });
        let document = Document {
            title: &table.caption.title,
            suite: &table.caption.suite,
            notes: table.notes().collect(),
            measure: table.measure,
            baseline: table.baseline.as_ref().map(|column| &column.variant[..]),
            columns: &table.columns,
            rows: rows.collect(),
        };
        let text = serde_json::to_string_pretty(&document);
        let failed =
            |e: serde_json::Error| TableError::Write { format: "JSON", reason: e.to_string() };
        text.map(|text| text + "\n").map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
        let mut table = samples::nodes();
        table.rows.drain(..2); // one row says it all
        insta::assert_snapshot!(Json.render(&table).unwrap(), @r#"
        {
          "title": "Table 3: Total node count",
          "suite": "own (2 positions)",
          "notes": [
            "This is not the paper's suite (ECM).",
            "Std R = 3 at depth 10 covers 1 of 2 positions and gives no figure.",
            "The paper counts another number of positions than we do: only the percentages can be compared."
          ],
          "measure": "nodes",
          "baseline": "vrfd:r=3",
          "columns": [
            {
              "variant": "std:r=2",
              "title": "Std R = 2"
            },
            {
              "variant": "std:r=3",
              "title": "Std R = 3"
            },
            {
              "variant": "vrfd:r=3",
              "title": "Vrfd R = 3"
            },
            {
              "variant": "heinz",
              "title": "Heinz | adaptive"
            }
          ],
          "rows": [
            {
              "label": null,
              "depth": 10,
              "positions": 2,
              "paper_positions": 869,
              "cells": [
                {
                  "variant": "std:r=2",
                  "count": 9009000,
                  "ratio_to_baseline": 1.125,
                  "paper": {
                    "count": 16952333579,
                    "percent": "+17.40"
                  }
                },
                {
                  "variant": "std:r=3",
                  "count": null,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 7920812800,
                    "percent": "-45.14"
                  }
                },
                {
                  "variant": "vrfd:r=3",
                  "count": 8008000,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 14439185304,
                    "percent": null
                  }
                },
                {
                  "variant": "heinz",
                  "count": null,
                  "ratio_to_baseline": null,
                  "paper": null
                }
              ]
            }
          ]
        }
        "#);
    }

    #[test]
    fn solved_counts_have_no_percentages() {
        insta::assert_snapshot!(Json.render(&samples::solved()).unwrap(), @r#"
        {
          "title": "Table 5: Solved positions",
          "suite": "own (2 positions)",
          "notes": [
            "This is not the paper's suite (ECM).",
            "The paper counts another number of positions than we do: only the shares solved can be compared."
          ],
          "measure": "solved",
          "baseline": null,
          "columns": [
            {
              "variant": "std:r=2",
              "title": "Std R = 2"
            },
            {
              "variant": "std:r=3",
              "title": "Std R = 3"
            },
            {
              "variant": "vrfd:r=3",
              "title": "Vrfd R = 3"
            }
          ],
          "rows": [
            {
              "label": null,
              "depth": 8,
              "positions": 2,
              "paper_positions": 999,
              "cells": [
                {
                  "variant": "std:r=2",
                  "count": 1,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 762,
                    "percent": null
                  }
                },
                {
                  "variant": "std:r=3",
                  "count": 0,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 760,
                    "percent": null
                  }
                },
                {
                  "variant": "vrfd:r=3",
                  "count": 2,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 782,
                    "percent": null
                  }
                }
              ]
            },
            {
              "label": null,
              "depth": 9,
              "positions": 2,
              "paper_positions": 999,
              "cells": [
                {
                  "variant": "std:r=2",
                  "count": 1,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 838,
                    "percent": null
                  }
                },
                {
                  "variant": "std:r=3",
                  "count": 1,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 812,
                    "percent": null
                  }
                },
                {
                  "variant": "vrfd:r=3",
                  "count": 1,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 838,
                    "percent": null
                  }
                }
              ]
            }
          ]
        }
        "#);
    }

    #[test]
    fn mates_are_rows_by_suite_and_a_suite_not_run_is_empty() {
        insta::assert_snapshot!(Json.render(&samples::mates()).unwrap(), @r#"
        {
          "title": "Table 6: Mates",
          "suite": "",
          "notes": [
            "The paper counts another number of positions than we do: only the shares solved can be compared."
          ],
          "measure": "solved",
          "baseline": null,
          "columns": [
            {
              "variant": "std:r=2",
              "title": "Std R = 2"
            },
            {
              "variant": "std:r=3",
              "title": "Std R = 3"
            },
            {
              "variant": "vrfd:r=3",
              "title": "Vrfd R = 3"
            }
          ],
          "rows": [
            {
              "label": "\"Mate in 4\"",
              "depth": 8,
              "positions": 2,
              "paper_positions": 434,
              "cells": [
                {
                  "variant": "std:r=2",
                  "count": 1,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 385,
                    "percent": null
                  }
                },
                {
                  "variant": "std:r=3",
                  "count": 0,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 379,
                    "percent": null
                  }
                },
                {
                  "variant": "vrfd:r=3",
                  "count": 2,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 431,
                    "percent": null
                  }
                }
              ]
            },
            {
              "label": "\"Mate in 5\"",
              "depth": 10,
              "positions": null,
              "paper_positions": 353,
              "cells": [
                {
                  "variant": "std:r=2",
                  "count": null,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 292,
                    "percent": null
                  }
                },
                {
                  "variant": "std:r=3",
                  "count": null,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 286,
                    "percent": null
                  }
                },
                {
                  "variant": "vrfd:r=3",
                  "count": null,
                  "ratio_to_baseline": null,
                  "paper": {
                    "count": 340,
                    "percent": null
                  }
                }
              ]
            }
          ]
        }
        "#);
    }

    #[test]
    fn an_empty_table_is_still_well_formed() {
        insta::assert_snapshot!(Json.render(&samples::empty()).unwrap(), @r#"
        {
          "title": "Empty",
          "suite": "",
          "notes": [],
          "measure": "nodes",
          "baseline": null,
          "columns": [],
          "rows": []
        }
        "#);
    }
}
