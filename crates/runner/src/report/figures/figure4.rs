//! Figure 4 of the paper with our curves, and the ratios that its scale hides.

use super::data::Datum;
use super::{extent, figure, key, places, ratio, suite_name, variant_name};
use crate::report::evidence::Part;
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Series};

/// The table that Figure 4 shows.
const TABLE: u8 = 3;

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let runs = source.evidence.runs.values().filter(|run| run.is_table());
    let mut runs = runs.filter(|run| run.manifest.paper_table == Some(TABLE));
    let Some(part) = runs.find_map(|run| run.part(None)) else { return Ok(Vec::new()) };
    let Part { run, suite, .. } = part;
    let (title, mut data, mut series) = ("Nodes per position", Vec::new(), Vec::new());
    for variant in run.specs() {
        let name = variant_name(run, variant);
        let at = |what: fn(&Datum) -> bool, depth: u8| {
            let row = id::row(part, depth);
            let find = |what: &str| source.numbers.find(&format!("{row}.{what}"));
            let mean = find(&format!("{variant}.nodes-per-position"));
            let ours = Datum::ours(mean, |nodes| nodes);
            let of = find("positions").and_then(|positions| positions.paper);
            let paper = of.map_or(Datum { source: "paper", ..Datum::default() }, |positions| {
                Datum::paper(find(&format!("{variant}.nodes")), |nodes| nodes / positions)
            });
            [ours, paper].into_iter().find(what).unwrap_or_default().at(
                title,
                &name,
                f64::from(depth),
            )
        };
        let line = |what| -> Vec<Datum> { suite.depths.iter().map(|&d| at(what, d)).collect() };
        let (own, theirs) = (line(|d| d.source == "ours"), line(|d| d.source == "paper"));
        series.push(Series::new(Look::paper(variant), Mark::Band, "paper", places(&theirs)));
        series.push(Series::new(Look::ours(variant), Mark::Band, name, places(&own)));
        data.extend(own.into_iter().chain(theirs));
    }
    series.retain(|series| !series.points.is_empty());
    let depths = || suite.depths.iter().map(|&depth| f64::from(depth));
    let nodes = Panel {
        title: format!("{title} (log scale)"),
        x: Axis::plies(depths()),
        y: Axis::counts("", extent(&data)),
        rules: Vec::new(),
        series,
    };
    let of_verified = "Over verified R = 3";
    let lines = ratio::lines(source, part, of_verified);
    let ratios = || lines.iter().flat_map(|line| line.ours.iter().chain(&line.paper));
    let scale = extent(ratios());
    let panels = vec![
        nodes,
        ratio::panel(run, &suite.depths, &format!("{of_verified} (log scale)"), &lines, scale),
    ];
    let heading = heading(&data, suite.depths.last().copied());
    data.extend(ratios().cloned());
    let subtitle = format!(
        "Left: nodes per position. Right: the same over those of verified R = 3. Bands: 95 % \
         intervals over positions; n = {}.",
        suite.searched
    );
    let body = Body::Panels { columns: 2, panels, height: 260.0 };
    let picture = Picture::new(
        [format!("Figure 4, {}: {heading}", suite_name(suite)), subtitle],
        key(),
        body,
    );
    let shows = "Tree size against depth, the paper's and ours, and its ratio to verified R = 3.";
    figure("figure4", &picture, shows, data)
}

/// How the variants are ordered by tree size at a depth, in ours and in the paper.
fn heading(data: &[Datum], depth: Option<u8>) -> String {
    let Some(depth) = depth else { return "no depth".to_owned() };
    let order = |source: &str| -> Vec<String> {
        let mut found: Vec<(&str, f64)> = data
            .iter()
            .filter(|datum| datum.source == source && datum.x == Some(f64::from(depth)))
            .filter_map(|datum| Some((datum.series.as_str(), datum.value?)))
            .collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found.into_iter().map(|(name, _)| name.to_owned()).collect()
    };
    let (ours, paper) = (order("ours"), order("paper"));
    let text = |order: &[String]| order.join(" < ");
    match () {
        () if paper.is_empty() => format!("at depth {depth} {}", text(&ours)),
        () if ours == paper => format!("at depth {depth} {}, as in the paper", text(&ours)),
        () => format!("at depth {depth} {}; in the paper {}", text(&ours), text(&paper)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_orders_the_variants_by_size() {
        let datum = |series: &str, source, value| {
            let datum = Datum { source, value, ..Datum::default() };
            datum.at("", series, 9.0)
        };
        let ours = [datum("a", "ours", Some(2.0)), datum("b", "ours", Some(1.0))];
        assert_eq!(heading(&ours, Some(9)), "at depth 9 b < a");
        let mut data = ours.to_vec();
        data.extend([datum("a", "paper", Some(1.0)), datum("b", "paper", Some(3.0))]);
        assert_eq!(heading(&data, Some(9)), "at depth 9 b < a; in the paper a < b");
        assert_eq!(heading(&data, None), "no depth");
    }
}
