//! Charts from finished tables: tree size against depth, as the paper's Figure 4 shows it.
//! The model (`Chart`) says what is drawn; `draw` says how.

mod axis;
mod draw;

use crate::show::table::{Measure, Table};

/// A line chart over depths.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Chart {
    /// Title, drawn large.
    pub(crate) title: String,
    /// One line below the title: suite and number of positions, ours and the paper's.
    pub(crate) subtitle: String,
    /// Warnings, drawn below the chart as `NOTE:`.
    pub(crate) notes: Vec<String>,
    /// What stands on the vertical axis.
    pub(crate) y: YAxis,
    /// The lines, in the order of the legend.
    pub(crate) series: Vec<Series>,
}

/// The vertical axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum YAxis {
    /// Nodes per position, in a fitting unit.
    Nodes,
    /// Percentages from 0, with this axis title.
    Percent(String),
    /// The same on a logarithmic scale.
    LogPercent(String),
}

/// One line of a chart.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Series {
    /// Canonical specification of the variant; gives colour and marker.
    pub(crate) variant: String,
    /// Text of the legend.
    pub(crate) label: String,
    /// Whose figures these are.
    pub(crate) source: Source,
    /// Depth in plies and what the vertical axis says, by depth.
    pub(crate) points: Vec<(u8, f64)>,
}

/// Whose figures a line shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Ours: a solid line, filled markers.
    Ours,
    /// The paper's: a dashed line, hollow markers.
    Paper,
    /// A bound from theory: a dashed line without markers.
    Bound,
}

impl Chart {
    /// Figure 4: tree size against depth for every column of a table of node totals, with the
    /// paper's figures at the same depths. Nodes per position, because suites differ in size. `None`
    /// where no depth was finished on every position by any variant.
    pub(crate) fn tree_sizes(title: &str, table: &Table) -> Option<Chart> {
        let mut series = Vec::new();
        for (i, column) in table.columns.iter().enumerate() {
            for source in [Source::Ours, Source::Paper] {
                let points = points(table, i, source);
                if points.is_empty() {
                    continue;
                }
                let label = match source {
                    Source::Ours => column.title.clone(),
                    _ => format!("{}, paper", column.title),
                };
                series.push(Series { variant: column.variant.clone(), label, source, points });
            }
        }
        let has_ours = series.iter().any(|line| line.source == Source::Ours);
        if !has_ours || table.measure != Measure::Nodes {
            return None;
        }
        let mut subtitle = format!("Suite: {}", table.caption.suite);
        if let Some(positions) = table.rows.iter().find_map(|row| row.paper_positions) {
            subtitle += &format!("; paper: {positions} positions");
        }
        // That counts of positions differ is no warning here: the chart is per position.
        let notes = table.caption.notes.iter().filter(|&n| Some(n) != table.comparability.as_ref());
        let (title, notes) = (title.to_owned(), notes.cloned().collect());
        Some(Chart { title, subtitle, notes, y: YAxis::Nodes, series })
    }
}

/// Nodes per position of one column, where they are known.
fn points(table: &Table, column: usize, source: Source) -> Vec<(u8, f64)> {
    let mut points: Vec<(u8, f64)> = table
        .rows
        .iter()
        .filter_map(|row| {
            let cell = &row.cells[column];
            let (count, positions) = match source {
                Source::Ours => (cell.count?, row.positions?),
                _ => (cell.paper.as_ref()?.count, row.paper_positions?),
            };
            (positions > 0).then(|| (row.depth, count as f64 / positions as f64))
        })
        .collect();
    points.sort_by_key(|&(depth, _)| depth);
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::canvas::{Figure, palette};
    use crate::show::table::samples;

    fn chart() -> Chart {
        Chart::tree_sizes("Figure 4: Tree sizes", &samples::nodes()).unwrap()
    }

    #[test]
    fn both_sources_are_drawn_per_position() {
        let chart = chart();
        let line = |label: &str| {
            let found = chart.series.iter().find(|line| line.label == label);
            found.map(|line| line.points.clone())
        };
        assert_eq!(line("Std R = 2").unwrap()[0], (8, 600_700.0 / 2.0));
        assert_eq!(line("Std R = 2, paper").unwrap()[0], (9, 5_374_275_763.0 / 869.0));
        assert_eq!(line("Std R = 3").unwrap().len(), 2, "depth 10 is incomplete");
        assert_eq!(line("Heinz | adaptive"), None, "a variant without figures has no line");
    }

    #[test]
    fn a_chart_without_figures_of_ours_is_refused() {
        assert_eq!(Chart::tree_sizes("", &samples::empty()), None);
        assert_eq!(Chart::tree_sizes("", &samples::solved()), None);
    }

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        assert_eq!(chart().svg().unwrap(), chart().svg().unwrap());
        assert_eq!(chart().png().unwrap(), chart().png().unwrap());
    }

    #[test]
    fn the_svg_holds_the_titles_the_legend_and_the_warnings() {
        let svg = chart().svg().unwrap();
        let texts = [
            "Figure 4: Tree sizes",
            "Depth (plies)",
            "Nodes per position (million)",
            "Vrfd R = 3, paper",
            "NOTE: This is not the paper's suite (ECM).",
        ];
        for text in texts {
            let escaped = text.replace('\'', "&apos;");
            assert!(svg.contains(text) || svg.contains(&escaped), "{text} is not in the SVG");
        }
    }

    #[test]
    fn the_png_has_the_size_it_says_and_is_not_blank() {
        let bytes = chart().png().unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let (width, height) = chart().size();
        assert_eq!((info.width, info.height), (2 * width, 2 * height));
        let colour = palette::style("std:r=2").colour;
        let drawn = pixels.chunks_exact(3).filter(|p| p == &[colour.0, colour.1, colour.2]);
        assert!(drawn.count() > 500, "the line of standard R = 2 is missing");
    }

    #[test]
    fn a_single_depth_is_a_chart_too() {
        let mut table = samples::nodes();
        table.rows.truncate(1);
        let chart = Chart::tree_sizes("One depth", &table).unwrap();
        assert!(chart.series.iter().all(|line| line.points.len() == 1));
        assert!(chart.svg().unwrap().contains("Nodes per position (thousand)"));
        assert!(!chart.png().unwrap().is_empty());
    }

    /// `VNMP_CHART_DIR=/tmp cargo test -p vnmp write_charts -- --ignored`
    #[test]
    #[ignore = "writes files to look at"]
    fn write_charts_to_look_at() {
        let dir = std::env::var("VNMP_CHART_DIR").unwrap();
        let title = "Figure 4: Tree sizes of standard R = 2, R = 3, and verified R = 3 at depths \
                     9, 10, and 11, for 1 test position";
        let figure = Chart::tree_sizes(title, &samples::figure4()).unwrap();
        for (name, chart) in [("gaps", chart()), ("figure4", figure)] {
            std::fs::write(format!("{dir}/{name}.svg"), chart.svg().unwrap()).unwrap();
            std::fs::write(format!("{dir}/{name}.png"), chart.png().unwrap()).unwrap();
        }
    }
}
