//! JSON of the sample tables.

use crate::show::grid::{Format, Show};
use crate::show::table::samples;

#[test]
fn node_totals_appear_above_their_percentages_and_gaps_stay_gaps() {
    let mut table = samples::nodes();
    table.rows.drain(..2); // one row says it all
    insta::assert_snapshot!(table.render(Format::Json).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::solved().render(Format::Json).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::mates().render(Format::Json).unwrap(), @r#"
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
    insta::assert_snapshot!(samples::empty().render(Format::Json).unwrap(), @r#"
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
