//! The figures that the paper published: Tables 1 to 6 and the self-play match.
//! The data are the files experiments/paper/*.toml, embedded so that the program works anywhere.
//! They are for comparison; nothing is computed from them.

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The variant that the paper's percentages refer to.
#[cfg(test)]
const BASELINE: &str = "vrfd:r=3";

/// What a table counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Measure {
    /// Nodes in total over the suite, main and quiescence search together.
    Nodes,
    /// Positions whose task was fulfilled.
    Solved,
}

/// One table of the paper.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaperTable {
    /// Number of the table.
    pub(crate) table: u8,
    /// Section of the paper in which it stands.
    pub(crate) section: String,
    /// What is counted.
    pub(crate) measure: Measure,
    /// The caption as printed, without the number.
    pub(crate) caption: String,
    /// The test suite in full words.
    pub(crate) suite: String,
    /// The rows from the top.
    pub(crate) rows: Vec<PaperRow>,
}

/// One row: a depth, or in Table 6 a suite with its depth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaperRow {
    /// Which suite, where the rows are suites: `mate4` or `mate5`.
    pub(crate) suite: Option<String>,
    /// The row's first cell as printed, where it is not the depth.
    pub(crate) label: Option<String>,
    /// Nominal search depth in plies.
    pub(crate) depth: u8,
    /// Number of positions in the suite.
    pub(crate) positions: u64,
    /// One figure per column from the left.
    pub(crate) figures: Vec<PaperFigure>,
}

/// One cell as printed.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaperFigure {
    /// Canonical specification of the variant.
    pub(crate) variant: String,
    /// Nodes in total, or positions solved.
    pub(crate) count: u64,
    /// Difference in percent to verified R = 3, with its sign, as printed: of the 18 percentages
    /// 16 are truncated, and the two of Table 4 that would differ are rounded.
    pub(crate) percent: Option<String>,
}

/// The self-play match (section 4, last paragraph).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelfPlay {
    /// Section of the paper.
    pub(crate) section: String,
    /// Number of games.
    pub(crate) games: u32,
    /// Points of `player`.
    pub(crate) score: f64,
    /// Canonical specification of the variant that scored.
    pub(crate) player: String,
    /// Canonical specification of its opponent.
    pub(crate) opponent: String,
    /// Time control.
    pub(crate) minutes_per_game: u32,
}

impl PaperTable {
    /// The row of this depth; of a suite (`mate4`, `mate5`) in Table 6, whose rows are suites.
    pub(crate) fn row(&self, suite: Option<&str>, depth: u8) -> Option<&PaperRow> {
        self.rows.iter().find(|row| row.suite.as_deref() == suite && row.depth == depth)
    }
}

impl PaperRow {
    /// The figure in the column of a variant.
    pub(crate) fn figure(&self, variant: &str) -> Option<&PaperFigure> {
        self.figures.iter().find(|figure| figure.variant == variant)
    }
}

macro_rules! data {
    ($($file:literal),+) => {
        [$(($file, include_str!(concat!("../../../../experiments/paper/", $file)))),+]
    };
}

const TABLES: [(&str, &str); 6] =
    data!("table1.toml", "table2.toml", "table3.toml", "table4.toml", "table5.toml", "table6.toml");
const SELF_PLAY: [(&str, &str); 1] = data!("self_play.toml");

/// A table of the paper by its number.
pub(crate) fn table(number: u8) -> anyhow::Result<PaperTable> {
    let file = usize::from(number).checked_sub(1).and_then(|index| TABLES.get(index));
    parse(file.with_context(|| format!("the paper has no Table {number}; choose 1 to 6"))?)
}

/// The self-play match.
pub(crate) fn self_play() -> anyhow::Result<SelfPlay> {
    parse(&SELF_PLAY[0])
}

fn parse<T: DeserializeOwned>((file, text): &(&str, &str)) -> anyhow::Result<T> {
    toml::from_str(text).with_context(|| format!("experiments/paper/{file} is broken; correct it"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;

    use super::*;
    use crate::base::number::thousands;

    fn all() -> Vec<PaperTable> {
        (1..=6).map(|n| table(n).unwrap()).collect()
    }

    #[test]
    fn tables_1_to_6_are_there_and_no_others() {
        assert!(all().iter().zip(1..).all(|(t, n)| t.table == n));
        for number in [0, 7] {
            let error = table(number).unwrap_err().to_string();
            assert!(error.contains(&format!("no Table {number}")), "{error}");
        }
    }

    /// The difference of two counts in percent with two places, truncated or rounded.
    fn percent(count: u64, base: u64, round: bool) -> String {
        let sign = if count < base { '-' } else { '+' };
        let (difference, base) = (u128::from(count.abs_diff(base)), u128::from(base));
        let hundredths = (difference * 20_000 + u128::from(round) * base) / (2 * base);
        format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
    }

    #[test]
    fn printed_percentages_are_truncated_but_for_two_of_table_4_that_are_rounded() {
        let (mut checked, mut rounded) = (0, Vec::new());
        for table in all().iter().filter(|t| t.measure == Measure::Nodes) {
            for row in &table.rows {
                let base = row.figure(BASELINE).unwrap();
                assert_eq!(base.percent, None);
                for figure in row.figures.iter().filter(|f| f.variant != BASELINE) {
                    let printed = figure.percent.as_deref().unwrap();
                    if printed != percent(figure.count, base.count, false) {
                        assert_eq!(printed, percent(figure.count, base.count, true));
                        rounded.push((table.table, row.depth, figure.variant.clone()));
                    }
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, 2 * 3 + 3 * 2 + 3 * 2);
        assert_eq!(rounded, [(4, 8, "std:r=2".to_string()), (4, 10, "std:r=3".to_string())]);
    }

    #[test]
    fn solved_tables_have_no_percentages_and_no_count_above_the_suite() {
        for row in all().iter().filter(|t| t.measure == Measure::Solved).flat_map(|t| &t.rows) {
            assert!(row.figures.iter().all(|f| f.percent.is_none() && f.count <= row.positions));
        }
    }

    /// The rows of the table in the layout of the paper's text.
    fn as_in_the_text(table: &PaperTable, row: &PaperRow) -> Vec<String> {
        let cells = |f: &dyn Fn(&PaperFigure) -> String| {
            row.figures.iter().map(|figure| format!(" {} |", f(figure))).collect::<String>()
        };
        let first = row.label.clone().unwrap_or(row.depth.to_string());
        let counts = format!("| {first} |{}", cells(&|f| thousands(f.count)));
        let second = match (&row.label, table.measure) {
            (Some(_), _) => format!("| Depth {} plies |", row.depth),
            (None, Measure::Nodes) => {
                let percent = |f: &PaperFigure| f.percent.clone();
                let show = |f: &PaperFigure| percent(f).map_or("-".into(), |p| format!("({p}%)"));
                format!("| |{}", cells(&show))
            }
            (None, Measure::Solved) => String::new(),
        };
        vec![counts, second]
    }

    /// Typed a second time from the paper, for use where its text is not available: table, row,
    /// counts.
    const SECOND_TIME: &str = "
        1 9 1652668804 603549661 267208422 449744588
        1 10 11040766367 1892829685 862153828 1449589289
        2 9 64 62 53 60
        2 10 71 66 65 71
        3 9 5374275763 2483951601 4848596820
        3 10 16952333579 7920812800 14439185304
        3 11 105488197524 24644668194 51080338048
        4 8 783461647 533282695 906225552
        4 9 3742064688 1316719980 2539057043
        4 10 11578143939 4871295877 7889544754
        5 8 762 760 782
        5 9 838 812 838
        5 10 850 849 866
        6 8 433 385 379 431
        6 10 347 292 286 340";

    #[test]
    fn every_figure_is_the_one_that_was_typed_a_second_time() {
        let columns = ["std:r=1", "std:r=2", "std:r=3", "vrfd:r=3"];
        let mut typed = SECOND_TIME.lines().skip(1);
        for table in all() {
            let positions = [138, 138, 869, 999, 999, 434][usize::from(table.table) - 1];
            for row in &table.rows {
                let counts = row.figures.iter().map(|figure| format!(" {}", figure.count));
                let line = format!("{} {}{}", table.table, row.depth, counts.collect::<String>());
                assert_eq!(Some(line.as_str()), typed.next().map(str::trim));
                let of_row = if row.suite.as_deref() == Some("mate5") { 353 } else { positions };
                assert_eq!(row.positions, of_row, "{line}");
                let variants: Vec<&str> = row.figures.iter().map(|f| f.variant.as_str()).collect();
                assert!(columns.ends_with(&variants), "{line}: {variants:?}");
            }
        }
        assert_eq!(typed.next(), None);
        let games = self_play().unwrap();
        assert_eq!((games.games, games.score, games.minutes_per_game), (100, 68.5, 60));
        assert_eq!((games.player.as_str(), games.opponent.as_str()), ("vrfd:r=3", "std:r=2"));
    }

    #[test]
    fn every_figure_occurs_in_the_text_of_the_paper() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/papers");
        let Ok(text) = std::fs::read_to_string(folder.join("verified-null-move-pruning.txt"))
        else {
            // Unlike println!, not captured: the person running the tests should see it.
            let _ = writeln!(std::io::stderr(), "SKIPPED: the paper's text is not here");
            return;
        };
        for table in all() {
            let caption = format!("Table {}: {}", table.table, table.caption);
            let end = text.find(&caption).unwrap_or_else(|| panic!("no such caption: {caption}"));
            // The table stands above its caption, below the line of column titles.
            let start = text[..end].rfind("Std $R =").unwrap();
            let body = &text[start..end];
            for row in &table.rows {
                assert!(table.caption.contains(&row.positions.to_string()));
                for line in as_in_the_text(&table, row) {
                    assert!(body.contains(&line), "Table {}: {line}", table.table);
                }
            }
            let rows = body.lines().filter(|line| line.contains(|c: char| c.is_ascii_digit()));
            assert_eq!(
                rows.skip(1).filter(|l| !l.starts_with("|--")).count(),
                table
                    .rows
                    .iter()
                    .flat_map(|row| as_in_the_text(&table, row))
                    .filter(|line| !line.is_empty())
                    .count()
            );
        }
        let games = self_play().unwrap();
        assert!(text.contains(&format!("conducted {} self-play games", games.games)));
        assert!(text.contains(&format!("scored {} out of {}", games.score, games.games)));
        assert!(text.contains(&format!("{} minutes per game", games.minutes_per_game)));
    }
}
