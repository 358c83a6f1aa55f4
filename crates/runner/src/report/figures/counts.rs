//! What is counted: R = 2 over R = 3 and over verified R = 3, by depth, in all nodes and in calls of
//! `search()`, as reproduced and with the point whose signs are nearest to the paper's.

use super::data::{Datum, ratio};
use super::{extent, figure, places, suite_name};
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::palette::{self, Style};
use crate::show::canvas::{GREY, Stroke};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Rule, Series};

/// The tables whose suites are searched; their runs have these names.
const TABLES: [&str; 2] = ["table4", "table3"];
/// Folder and ending of the runs of a line, its name and its style.
const LINES: [(&str, &str, &str, Style); 3] = [
    ("", "", "all nodes", palette::COUNTED[0]),
    ("calls/", "", "calls", palette::COUNTED[1]),
    ("calls/", "-material", "calls, material", palette::COUNTED[2]),
];
const THE_PAPER: &str = "paper";
/// What R = 2 is compared with: title, end of the number's id, and whether it is a percentage.
const OVER: [(&str, &str, bool); 2] =
    [("R = 2 over R = 3", "over-r3", false), ("R = 2 over verified", "vs-reference", true)];

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let run = |name: &str| source.evidence.runs.get(name).and_then(|run| run.part(None));
    if TABLES.iter().all(|table| run(&format!("calls/{table}")).is_none()) {
        return Ok(Vec::new());
    }
    let (mut data, mut titles): (Vec<Datum>, Vec<String>) = Default::default();
    for table in TABLES {
        for (over, end, is_percent) in OVER {
            let show = |value: f64| if is_percent { ratio(value) } else { value };
            let Some(first) = run(table) else { continue };
            let title = format!("{over}, {}", suite_name(first.suite));
            for (folder, ending, name, _) in LINES {
                let Some(part) = run(&format!("{folder}{table}{ending}")) else { continue };
                for &depth in first.suite.depths.iter().filter(|d| part.suite.depths.contains(d)) {
                    let id = format!("{}.std:r=2.{end}", id::row(part, depth));
                    let number = source.numbers.find(&id);
                    let x = f64::from(depth);
                    data.push(Datum::ours(number, show).at(&title, name, x));
                    if folder.is_empty() {
                        data.push(Datum::paper(number, show).at(&title, THE_PAPER, x));
                    }
                }
            }
            titles.push(title);
        }
    }
    data.retain(|datum| datum.value.is_some());
    let panels = titles.iter().map(|title| panel(title, &data)).collect();
    let subtitle = "Log scales; bands: 95 % intervals over positions. Calls of search(): nodes of the main search and its leaves, \
                    without what quiescence searches below them. As reproduced, or (material) with an evaluation of \
                    material alone, the null move at the horizon answered by it, the second probe stored and the table's \
                    flags ignored, which was chosen when 100 of these positions were known. A sign counts if the \
                    whole interval has it.";
    let picture = Picture::new(
        [heading(&data), subtitle.to_owned()],
        Vec::new(),
        Body::Panels { panels, columns: 2, height: 210.0 },
    );
    let shows =
        "R = 2 over R = 3 and over verified, against depth; a line a count, and the paper's.";
    figure("counts", &picture, shows, data)
}

fn panel(title: &str, data: &[Datum]) -> Panel {
    let own = || data.iter().filter(|datum| datum.panel == title);
    let looks = LINES.map(|(.., name, style)| {
        (name, Look { marker: Some(style.marker), ..Look::line(style.colour, Stroke::Solid) })
    });
    let series = looks.into_iter().chain([(THE_PAPER, Look::paper("none"))]);
    let series = series.filter_map(|(name, look)| {
        let points = places(own().filter(|datum| datum.series == name));
        (!points.is_empty()).then(|| Series::new(look, Mark::Band, name, points))
    });
    let values: Vec<Datum> = own().cloned().collect();
    Panel {
        title: title.to_owned(),
        x: Axis::plies(own().filter_map(|datum| datum.x)),
        y: Axis::ratio("", extent(&values).into_iter().chain([1.0])),
        rules: vec![Rule::new(1.0, "", GREY)],
        series: series.collect(),
    }
}

/// How often each line has the paper's sign over verified.
fn heading(data: &[Datum]) -> String {
    let of = |name: &str| -> Vec<&Datum> {
        let is_own = |d: &&Datum| d.series == name && d.panel.starts_with(OVER[1].0);
        data.iter().filter(is_own).collect()
    };
    let paper = of(THE_PAPER);
    let agreeing = |name: &str| {
        let with_paper: Vec<bool> = of(name)
            .into_iter()
            .filter_map(|datum| {
                let mut same = paper.iter().filter(|d| (&d.panel, d.x) == (&datum.panel, datum.x));
                let (value, (low, high)) = (same.next()?.value?, datum.low.zip(datum.high)?);
                Some(if value > 1.0 { low > 1.0 } else { high < 1.0 })
            })
            .collect();
        (with_paper.iter().filter(|agrees| **agrees).count(), with_paper.len())
    };
    let lines =
        LINES.iter().map(|(.., name, _)| (name, agreeing(name))).filter(|(_, (_, all))| *all > 0);
    let told: Vec<String> =
        lines.map(|(name, (agree, all))| format!("{agree} of {all} in {name}")).collect();
    format!("The paper's sign of R = 2 against verified: {}", told.join("; "))
}
