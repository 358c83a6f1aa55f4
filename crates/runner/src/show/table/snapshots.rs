//! Every format of the sample tables, as they are written.

mod text {
    use crate::show::grid::{Format, Show};
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
        insta::assert_snapshot!(samples::nodes().render(Format::Text).unwrap(), @r#"
        Table 3: Total node count
        Suite: own (2 positions)
        NOTE: This is not the paper's suite (ECM).
        NOTE: Std R = 3 at depth 10 covers 1 of 2 positions and gives no figure.
        NOTE: The paper counts another number of positions than we do: only the percentages can be compared.
        ────────────────────────────────────────────────────────────────────────────────────────────────
         Depth           Positions        Std R = 2       Std R = 3       Vrfd R = 3   Heinz | adaptive
        ════════════════════════════════════════════════════════════════════════════════════════════════
         8       ours            2          600,700         300,300          700,700                  –
                                          (-14.27%)       (-57.14%)                –                  –
        ────────────────────────────────────────────────────────────────────────────────────────────────
         9       ours            2        4,104,000       1,101,000        2,002,000                  –
                                         (+105.00%)       (-45.00%)                –                  –
                 paper         869    5,374,275,763   2,483,951,601    4,848,596,820                  –
                                          (+10.84%)       (-48.76%)                –                  –
        ────────────────────────────────────────────────────────────────────────────────────────────────
         10      ours            2        9,009,000               –        8,008,000                  –
                                          (+12.50%)               –                –                  –
                 paper         869   16,952,333,579   7,920,812,800   14,439,185,304                  –
                                          (+17.40%)       (-45.14%)                –                  –
        ────────────────────────────────────────────────────────────────────────────────────────────────
        Percentages: difference to Vrfd R = 3; ours rounded, the paper's as printed.
        "#);
    }

    #[test]
    fn solved_counts_have_no_percentages() {
        insta::assert_snapshot!(samples::solved().render(Format::Text).unwrap(), @r#"
        Table 5: Solved positions
        Suite: own (2 positions)
        NOTE: This is not the paper's suite (ECM).
        NOTE: The paper counts another number of positions than we do: only the shares solved can be compared.
        ────────────────────────────────────────────────────────────────
         Depth           Positions   Std R = 2   Std R = 3   Vrfd R = 3
        ════════════════════════════════════════════════════════════════
         8       ours            2           1           0            2
                 paper         999         762         760          782
        ────────────────────────────────────────────────────────────────
         9       ours            2           1           1            1
                 paper         999         838         812          838
        ────────────────────────────────────────────────────────────────
        "#);
    }

    #[test]
    fn mates_are_rows_by_suite_and_a_suite_not_run_is_empty() {
        insta::assert_snapshot!(samples::mates().render(Format::Text).unwrap(), @r#"
        Table 6: Mates
        NOTE: The paper counts another number of positions than we do: only the shares solved can be compared.
        ─────────────────────────────────────────────────────────────────────────
         Test suite               Positions   Std R = 2   Std R = 3   Vrfd R = 3
        ═════════════════════════════════════════════════════════════════════════
         "Mate in 4"      ours            2           1           0            2
         Depth 8 plies    paper         434         385         379          431
        ─────────────────────────────────────────────────────────────────────────
         "Mate in 5"      ours            –           –           –            –
         Depth 10 plies   paper         353         292         286          340
        ─────────────────────────────────────────────────────────────────────────
        "#);
    }

    #[test]
    fn an_empty_table_is_still_well_formed() {
        insta::assert_snapshot!(samples::empty().render(Format::Text).unwrap(), @r#"
        Empty
        ───────────────────────
         Depth       Positions
        ═══════════════════════
        ───────────────────────
        "#);
    }
}

mod markdown {
    use crate::show::grid::{Format, Show};
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
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
}

mod csv {
    use crate::show::grid::{Format, Show};
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
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
}

mod json {
    use crate::show::grid::{Format, Show};
    use crate::show::table::samples;

    #[test]
    fn node_totals_stand_above_their_percentages_and_gaps_stay_gaps() {
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
}
