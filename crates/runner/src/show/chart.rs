//! The chart of a finished table: tree size against depth, as the paper's Figure 4 shows it.

use crate::base::number;
use crate::show::plot::{Axis, Body, Datum, Drawn, Look, Mark, Panel, Picture, Series, places};
use crate::show::table::{Measure, RowRequest, Table};
use crate::stats::{Estimate, Interval, least, mean_count, ratio_of_totals};

/// Smallest height of the axes, and the height that each line's label needs.
const HEIGHT: f64 = 340.0;
const LABEL: f64 = 15.0;
/// With more variants than this, intervals appear only in the CSV, and titles give no order.
const FEW: usize = 5;

/// Lines against depth in one panel.
pub(crate) fn of_depths(
    [title, subtitle]: [String; 2],
    notes: Vec<String>,
    y: Axis,
    series: Vec<Series>,
) -> Picture {
    let places = series.iter().flat_map(|line| &line.points);
    let x = Axis::plies(places.map(|place| place.x.round()));
    let height = HEIGHT.max(LABEL * series.len() as f64);
    let panels = vec![Panel { title: String::new(), x, y, rules: Vec::new(), series }];
    let body = Body::Panels { panels, columns: 1, height };
    Picture { title, subtitle, key: Vec::new(), body, notes }
}

/// Figure 4: tree size against depth for every column of a table of node totals, with the
/// paper's figures at the same depths. Nodes per position, because suites differ in size; intervals from
/// what the rows add up. `None` where no depth was finished on every position by any variant.
///
/// # Errors
/// When the data cannot be written.
pub(crate) fn tree_sizes(
    title: &str,
    table: &Table,
    rows: &[RowRequest],
) -> anyhow::Result<Option<Drawn>> {
    let lines = lines(table, rows);
    let ours = || lines.iter().filter(|line| line.source == "ours");
    if ours().next().is_none() || table.measure != Measure::Nodes {
        return Ok(None);
    }
    let is_few = table.columns.len() <= FEW;
    let series: Vec<Series> = lines.iter().map(|line| line.series(is_few)).collect();
    let data: Vec<Datum> = lines.into_iter().flat_map(|line| line.data).collect();
    let places = series.iter().flat_map(|line| &line.points);
    let ends = places.flat_map(|p| p.interval.into_iter().flatten().chain([p.y]));
    let y = Axis::counts("Nodes per position (log scale)", ends);
    // Different numbers of positions need no warning here: the chart is per position.
    let notes = table.caption.notes.iter().filter(|&n| Some(n) != table.comparability.as_ref());
    let notes = notes.cloned().collect();
    let title = format!("{title}{}", order(table, rows));
    let picture = of_depths([title, subtitle(table, &data, is_few)], notes, y, series);
    Ok(Some(Drawn::of("chart", picture, &data)?))
}

/// A variant's points, ours or the paper's.
struct Line<'a> {
    variant: &'a str,
    title: &'a str,
    source: &'static str,
    data: Vec<Datum>,
}

/// The paper's lines, then ours, so that these stay on top.
fn lines<'a>(table: &'a Table, rows: &[RowRequest]) -> Vec<Line<'a>> {
    let per_position = |nodes: u64, n: u64| (n > 0).then(|| nodes as f64 / n as f64);
    let datum = |source: &'static str, row: usize, column: usize| {
        let (of, cell) = (&table.rows[row], &table.rows[row].cells[column]);
        let (datum, n) = match source {
            "ours" => {
                let (nodes, n) = (cell.count?, of.positions?);
                let variant = &table.columns[column].variant;
                let all: Vec<u64> =
                    rows.get(row).map_or(Vec::new(), |r| r.nodes(variant).into_values().collect());
                let interval = mean_count(&all, least::MEAN).and_then(|mean| mean.interval);
                let value = per_position(nodes, n)?;
                (Datum::of(Some(Estimate { value, interval, samples: 0 })), n)
            }
            _ => {
                let (nodes, n) = (cell.paper.as_ref()?.count, of.paper_positions?);
                (Datum { source, value: per_position(nodes, n), ..Datum::default() }, n)
            }
        };
        let title = &table.columns[column].title;
        Some(Datum { n: Some(n), ..datum }.at("", title, f64::from(of.depth)))
    };
    let line = |source: &'static str| {
        let of_column = move |(i, column): (usize, &'a crate::show::table::Column)| {
            let data: Vec<Datum> =
                (0..table.rows.len()).filter_map(|row| datum(source, row, i)).collect();
            (!data.is_empty()).then_some(Line {
                variant: &column.variant,
                title: &column.title,
                source,
                data,
            })
        };
        table.columns.iter().enumerate().filter_map(of_column)
    };
    line("paper").chain(line("ours")).collect()
}

impl Line<'_> {
    fn series(&self, has_intervals: bool) -> Series {
        let mut points = places(&self.data);
        if !has_intervals {
            points.iter_mut().for_each(|place| place.interval = None);
        }
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        match self.source {
            "ours" => Series::new(Look::ours(self.variant), Mark::Band, self.title, points),
            _ => {
                let label = format!("{}, paper", self.title);
                Series::new(Look::paper(self.variant), Mark::Band, label, points)
            }
        }
    }
}

/// Suite, unit, positions and intervals.
fn subtitle(table: &Table, data: &[Datum], is_few: bool) -> String {
    let ours = data.iter().filter(|datum| datum.source == "ours");
    let n = number::range(ours.filter_map(|datum| datum.n));
    let mut text = format!("Suite {}; n = {n}", table.caption.suite);
    if let Some(positions) = table.rows.iter().find_map(|row| row.paper_positions) {
        text += &format!("; hollow: the paper, {positions} positions");
    }
    text + match data.iter().any(|datum| datum.low.is_some()) {
        true if is_few => ". Bands: 95 % intervals over positions.",
        true => ". 95 % intervals over positions are in the CSV.",
        false => ". Too few positions for intervals.",
    }
}

/// The variants by tree size at the greatest depth that all have finished: `: at depth 9 A < B ≈ C`, the
/// latter where the interval of their ratio includes equality. Empty for a single one, and where any two
/// have too few positions for that interval.
fn order(table: &Table, rows: &[RowRequest]) -> String {
    let sizes = |i: usize| {
        let cells = table.columns.iter().zip(&table.rows[i].cells);
        cells.map(|(column, cell)| Some((cell.count?, column))).collect::<Option<Vec<_>>>()
    };
    let found = (0..table.rows.len()).filter_map(|i| Some((table.rows[i].depth, i, sizes(i)?)));
    let Some((depth, i, mut sizes)) = found.max_by_key(|row| row.0) else { return String::new() };
    if !(2..=FEW).contains(&sizes.len()) {
        return String::new();
    }
    sizes.sort_by_key(|size| size.0);
    let mut text = format!(": at depth {depth} {}", sizes[0].1.title);
    for pair in sizes.windows(2) {
        let [less, more] = [0, 1].map(|k| &pair[k].1.variant);
        let interval = rows.get(i).and_then(|row| interval_of_ratio(row, less, more));
        let Some(interval) = interval else { return String::new() };
        let sign = match interval.contains(1.0) {
            _ if pair[0].0 == pair[1].0 => "=",
            true => "≈",
            false => "<",
        };
        text += &format!(" {sign} {}", pair[1].1.title);
    }
    text
}

/// Of two variants' nodes; `None` for too few positions.
fn interval_of_ratio(row: &RowRequest, less: &str, more: &str) -> Option<Interval> {
    let (less, more) = (row.nodes(less), row.nodes(more));
    let pairs: Vec<(u64, u64)> =
        less.iter().filter_map(|(index, &nodes)| Some((nodes, *more.get(index)?))).collect();
    ratio_of_totals(&pairs, least::RATIO)?.interval
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::canvas::{faults, palette};
    use crate::show::plot::{NARROW, WIDE};
    use crate::show::table::samples;

    fn of(title: &str, table: &Table) -> Option<Drawn> {
        tree_sizes(title, table, &[]).unwrap()
    }

    fn chart() -> Picture {
        of("Figure 4: Tree sizes", &samples::nodes()).unwrap().picture
    }

    fn drawn_lines(chart: &Picture) -> &[Series] {
        match &chart.body {
            Body::Panels { panels, .. } => &panels[0].series,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_sources_are_drawn_per_position() {
        let chart = chart();
        let line = |label: &str| {
            let found = drawn_lines(&chart).iter().find(|line| line.label == label);
            found.map(|line| line.points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>())
        };
        assert_eq!(line("Std R = 2").unwrap()[0], (8.0, 600_700.0 / 2.0));
        assert_eq!(line("Std R = 2, paper").unwrap()[0], (9.0, 5_374_275_763.0 / 869.0));
        assert_eq!(line("Std R = 3").unwrap().len(), 2, "depth 10 is incomplete");
        assert_eq!(line("Heinz | adaptive"), None, "a variant without figures has no line");
    }

    #[test]
    fn the_title_orders_the_variants_that_finished_a_depth_together() {
        let title = |positions: u32, nodes: [u64; 3], left_out: Option<(u32, &str)>| {
            let all = ["std:r=2", "std:r=3", "vrfd:r=3"];
            let records: Vec<_> = (0..positions)
                .flat_map(|index| all.into_iter().zip(nodes).map(move |of| (index, of)))
                .filter(|&(index, (variant, _))| Some((index, variant)) != left_out)
                .map(|(index, (v, nodes))| {
                    samples::record(index, v, 8, nodes * (u64::from(index % 7) + 1), None)
                })
                .collect();
            let rows = || samples::depth_rows([8], &records, positions.into(), None);
            order(&samples::table_of(rows()), &rows())
        };
        assert_eq!(title(120, [9, 9, 4], None), ": at depth 8 Vrfd R = 3 < Std R = 2 = Std R = 3");
        assert_eq!(title(120, [9, 9, 4], Some((3, "std:r=3"))), "", "not finished");
        assert_eq!(title(8, [9, 9, 4], None), "", "without intervals no order is claimed");
    }

    #[test]
    fn enough_positions_give_intervals_and_say_what_is_not_decided() {
        let nodes = |index: u32, variant: &str| match variant {
            "std:r=3" => u64::from(index) + 1,
            "std:r=2" => 2 * u64::from(index) + 2 + u64::from(index % 2),
            _ => 2 * u64::from(index) + 3 - u64::from(index % 2) + u64::from(index == 7),
        };
        let all = ["std:r=2", "std:r=3", "vrfd:r=3"];
        let records: Vec<_> = (0..120)
            .flat_map(|index| all.map(|v| samples::record(index, v, 9, nodes(index, v), None)))
            .collect();
        let rows = || samples::depth_rows([9], &records, 120, None);
        let table = samples::table_of(rows());
        let drawn = tree_sizes("T", &table, &rows()).unwrap().unwrap();
        assert_eq!(drawn.picture.title, "T: at depth 9 Std R = 3 < Std R = 2 ≈ Vrfd R = 3");
        assert!(drawn.picture.subtitle.ends_with("Bands: 95 % intervals over positions."));
        let csv = String::from_utf8(drawn.csv).unwrap();
        let line = csv.lines().find(|line| line.starts_with(",Std R = 3,ours,9,60.5,")).unwrap();
        let cells: Vec<&str> = line.split(',').collect();
        let [low, high] = [cells[5], cells[6]].map(|cell| cell.parse::<f64>().unwrap());
        assert!(low < 60.5 && 60.5 < high && cells[7] == "120", "{line}");
        assert!(drawn_lines(&drawn.picture).iter().all(|line| line.points[0].interval.is_some()));
        let few = tree_sizes("T", &table, &[]).unwrap().unwrap();
        assert!(few.picture.subtitle.ends_with("Too few positions for intervals."));
    }

    #[test]
    fn a_chart_without_figures_of_ours_is_refused() {
        assert_eq!(of("", &samples::empty()), None);
        assert_eq!(of("", &samples::solved()), None);
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
        let chart = of("One depth", &table).unwrap().picture;
        assert!(drawn_lines(&chart).iter().all(|line| line.points.len() == 1));
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
            let chart = of("Figure 4: Tree sizes of three variants", &table).unwrap().picture;
            for width in [WIDE, NARROW] {
                assert_eq!(faults::of(&chart.at(width)), [""; 0]);
            }
        }
    }
}
