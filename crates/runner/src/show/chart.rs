//! The chart of a finished table: tree size against depth, as the paper's Figure 4 shows it.

use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Place, Series};
use crate::show::table::{Cell, Measure, Row, Table};

/// Least height of the axes, and what each line needs for its label.
const HEIGHT: f64 = 340.0;
const LABEL: f64 = 15.0;

/// Lines against depth in one panel.
pub(crate) fn of_depths(
    [title, subtitle]: [String; 2],
    notes: Vec<String>,
    y: Axis,
    series: Vec<Series>,
) -> Picture {
    let places = series.iter().flat_map(|line| &line.points);
    let x = Axis::plies(places.map(|place| place.x));
    let height = HEIGHT.max(LABEL * series.len() as f64);
    let panels = vec![Panel { title: String::new(), x, y, rules: Vec::new(), series }];
    let body = Body::Panels { panels, columns: 1, height };
    Picture { title, subtitle, key: Vec::new(), body, notes }
}

/// Figure 4: tree size against depth for every column of a table of node totals, with the
/// paper's figures at the same depths. Nodes per position, because suites differ in size. `None`
/// where no depth was finished on every position by any variant.
pub(crate) fn tree_sizes(title: &str, table: &Table) -> Option<Picture> {
    let line = |column: usize, look, label: String, of: fn(&Row, &Cell) -> Option<[u64; 2]>| {
        let nodes = |row: &Row| {
            let [nodes, positions] = of(row, &row.cells[column])?;
            let place =
                Place { x: row.depth.into(), y: nodes as f64 / positions as f64, interval: None };
            (positions > 0).then_some(place)
        };
        let mut points: Vec<Place> = table.rows.iter().filter_map(nodes).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        (!points.is_empty()).then(|| Series::new(look, Mark::Bars, label, points))
    };
    let columns = || table.columns.iter().enumerate();
    let paper = columns().filter_map(|(i, column)| {
        let label = format!("{}, paper", column.title);
        line(i, Look::paper(&column.variant), label, |row, cell| {
            Some([cell.paper.as_ref()?.count, row.paper_positions?])
        })
    });
    let ours: Vec<Series> = columns()
        .filter_map(|(i, column)| {
            let look = Look::ours(&column.variant);
            line(i, look, column.title.clone(), |row, cell| Some([cell.count?, row.positions?]))
        })
        .collect();
    if ours.is_empty() || table.measure != Measure::Nodes {
        return None;
    }
    // The paper's lines first, so that ours stay on top.
    let series: Vec<Series> = paper.chain(ours).collect();
    let mut subtitle = format!("Suite: {}", table.caption.suite);
    if let Some(positions) = table.rows.iter().find_map(|row| row.paper_positions) {
        subtitle += &format!("; paper: {positions} positions");
    }
    // That counts of positions differ is no warning here: the chart is per position.
    let notes = table.caption.notes.iter().filter(|&n| Some(n) != table.comparability.as_ref());
    let places = series.iter().flat_map(|line| &line.points);
    let y = Axis::amounts("Nodes per position", places.map(|place| place.y));
    let title = format!("{title}{}", order(table));
    Some(of_depths([title, subtitle], notes.cloned().collect(), y, series))
}

/// Most variants that are named in a title.
const NAMED: usize = 5;

/// The variants by tree size at the greatest depth that all have finished: `: at depth 9 A < B`. Empty for
/// a single one.
fn order(table: &Table) -> String {
    let sizes = |row: &Row| {
        let size = |(column, cell): (_, &Cell)| Some((cell.count?, column));
        table.columns.iter().zip(&row.cells).map(size).collect::<Option<Vec<_>>>()
    };
    let rows = table.rows.iter().filter_map(|row| Some((row.depth, sizes(row)?)));
    let Some((depth, mut sizes)) = rows.max_by_key(|row| row.0) else { return String::new() };
    if !(2..=NAMED).contains(&sizes.len()) {
        return String::new();
    }
    sizes.sort_by_key(|size| size.0);
    let mut text = format!(": at depth {depth} {}", sizes[0].1.title);
    for pair in sizes.windows(2) {
        let sign = if pair[0].0 < pair[1].0 { "<" } else { "=" };
        text += &format!(" {sign} {}", pair[1].1.title);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::canvas::{faults, palette};
    use crate::show::plot::{NARROW, WIDE};
    use crate::show::table::samples;

    fn chart() -> Picture {
        tree_sizes("Figure 4: Tree sizes", &samples::nodes()).unwrap()
    }

    fn lines(chart: &Picture) -> &[Series] {
        match &chart.body {
            Body::Panels { panels, .. } => &panels[0].series,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_sources_are_drawn_per_position() {
        let chart = chart();
        let line = |label: &str| {
            let found = lines(&chart).iter().find(|line| line.label == label);
            found.map(|line| line.points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>())
        };
        assert_eq!(line("Std R = 2").unwrap()[0], (8.0, 600_700.0 / 2.0));
        assert_eq!(line("Std R = 2, paper").unwrap()[0], (9.0, 5_374_275_763.0 / 869.0));
        assert_eq!(line("Std R = 3").unwrap().len(), 2, "depth 10 is incomplete");
        assert_eq!(line("Heinz | adaptive"), None, "a variant without figures has no line");
    }

    #[test]
    fn the_title_orders_the_variants_that_finished_a_depth_together() {
        let mut table = samples::nodes();
        let mut row = table.rows[0].clone();
        row.cells.truncate(2);
        table.columns.truncate(2);
        table.rows = vec![row];
        let counts = |first, second| {
            let mut table = table.clone();
            table.rows[0].cells[0].count = first;
            table.rows[0].cells[1].count = second;
            order(&table)
        };
        let [a, b] = [0, 1].map(|i| table.columns[i].title.clone());
        assert_eq!(counts(Some(9), Some(4)), format!(": at depth 8 {b} < {a}"));
        assert_eq!(counts(Some(4), Some(4)), format!(": at depth 8 {a} = {b}"));
        assert_eq!(counts(Some(4), None), "");
    }

    #[test]
    fn a_chart_without_figures_of_ours_is_refused() {
        assert_eq!(tree_sizes("", &samples::empty()), None);
        assert_eq!(tree_sizes("", &samples::solved()), None);
    }

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        assert_eq!(chart().svg(), chart().svg());
        assert_eq!(chart().png().unwrap(), chart().png().unwrap());
    }

    #[test]
    fn the_svg_holds_the_titles_the_legend_and_the_warnings() {
        let svg = chart().svg();
        let texts = [
            "Figure 4: Tree sizes",
            "Depth (plies)",
            "Nodes per position",
            " M</text>",
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
        let drawing = chart().at(WIDE);
        let [width, height] = [drawing.width, drawing.height].map(|length| length.ceil() as u32);
        assert_eq!((info.width, info.height), (2 * width, 2 * height));
        let colour = palette::style("std:r=2").colour;
        let drawn = pixels.chunks_exact(3).filter(|p| p == &[colour.0, colour.1, colour.2]);
        assert!(drawn.count() > 500, "the line of standard R = 2 is missing");
    }

    #[test]
    fn a_single_depth_is_a_chart_too() {
        let mut table = samples::nodes();
        table.rows.truncate(1);
        let chart = tree_sizes("One depth", &table).unwrap();
        assert!(lines(&chart).iter().all(|line| line.points.len() == 1));
        assert!(chart.svg().contains(" k</text>"));
        assert!(!chart.png().unwrap().is_empty());
    }

    #[test]
    fn nothing_is_clipped_or_covered_however_many_lines_there_are() {
        let mut many = samples::nodes();
        for i in 0..20 {
            many.columns.push(many.columns[i % 4].clone());
            many.rows.iter_mut().for_each(|row| row.cells.push(row.cells[i % 4].clone()));
        }
        for table in [many, samples::nodes(), samples::figure4()] {
            let chart = tree_sizes("Figure 4: Tree sizes of three variants", &table).unwrap();
            for width in [WIDE, NARROW] {
                assert_eq!(faults::of(&chart.at(width)), [""; 0]);
            }
        }
    }
}
