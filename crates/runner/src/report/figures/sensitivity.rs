//! The published ratios under other search settings, one changed at a time, with the noise floor apart.

use super::data::{Datum, ratio};
use super::{figure, suite_name, variant_name};
use crate::report::evidence::{Part, Run};
use crate::report::numbers::{
    NOISE, Number, OF_SUITE, Published, SWEEPS, id, published, whole_suite,
};
use crate::report::page::{FigureBlock, Source};
use crate::show::plot::{Body, HeatCell, HeatMap, HeatRow, Picture};

/// Series of the noise floor begin so.
const NOISE_ROW: &str = "noise: ";

/// A column: what the paper published of a variant at a depth, and its name.
struct Column {
    title: String,
    published: Published,
}

impl Column {
    /// Its heading.
    fn lines(&self) -> [String; 2] {
        let depth = format!("depth {}", self.published.depth);
        [self.title.trim_end_matches(&depth).trim_end().to_owned(), depth]
    }
}

/// One figure a sweep.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let sweeps = SWEEPS.iter().map(|folder| of_sweep(source, folder));
    Ok(sweeps.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The figure of the sweep in a folder.
pub(crate) fn of_sweep(source: &Source, folder: &str) -> anyhow::Result<Vec<FigureBlock>> {
    let runs = source.evidence.points(folder);
    let Some(&first) = runs.first() else { return Ok(Vec::new()) };
    let columns = columns(first)?;
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let mut data = Vec::new();
    let papers: Vec<Option<HeatCell>> = columns
        .iter()
        .map(|column| {
            let datum =
                Datum { source: "paper", value: Some(column.published.ratio), ..Datum::default() };
            data.push(datum.at(&column.title, "paper", None));
            Some(cell(column.published.ratio, false, false))
        })
        .collect();
    let is_noise = |run: &Run| NOISE.iter().any(|noise| noise.covers(run));
    let mut rows = vec![HeatRow { label: "the paper".into(), cells: papers }];
    for run in runs.iter().filter(|run| run.changes().is_empty() || !is_noise(run)) {
        let label = run.setting().replace(", ", ",");
        let cells = columns.iter().map(|column| {
            let number = number(source, run, column);
            let datum = Datum::ours(number, ratio).at(&column.title, &label, None);
            let value = datum.value?;
            let ends = datum.ends();
            let is_pale = ends.is_none_or(|[low, high]| low <= 1.0 && 1.0 <= high);
            let holds = ends.is_some_and(|[low, high]| {
                low <= column.published.ratio && column.published.ratio <= high
            });
            data.push(datum);
            Some(cell(value, is_pale, holds))
        });
        rows.push(HeatRow { cells: cells.collect(), label: label.clone() });
    }
    let is_without = data.iter().any(|one| one.source == "ours" && one.low.is_none());
    let noise = noise(source, folder, &columns, &mut data);
    let suites: Vec<String> = first
        .manifest
        .suites
        .iter()
        .map(|suite| {
            format!("{}, {} of {} positions", suite_name(suite), suite.searched, suite.positions)
        })
        .collect();
    let subtitle = format!(
        "Tree over that of verified R = 3 under the same setting; {}, one setting changed at a \
         time. As reproduced: all positions.",
        suites.join("; ")
    );
    let body = Body::Heat(HeatMap {
        columns: columns.iter().map(Column::lines).collect(),
        groups: vec![(String::new(), rows), noise],
        notes: [
            match is_without {
                true => "pale: the 95 % interval holds 1×, or there are too few positions for one",
                false => "pale: the 95 % interval holds 1×, so that no side is decided",
            }
            .to_owned(),
            "framed: the 95 % interval holds the paper's ratio".to_owned(),
        ],
    });
    let map = Picture::new([heading(&columns, &data), subtitle], Vec::new(), body);
    let shows = "A table of ratios in colour, a row a setting, the paper's in the first row.";
    figure(folder, &map, shows, data)
}

/// The ratios of the paper's table at the depths of the sweep, in the order of its variants.
fn columns(run: &Run) -> anyhow::Result<Vec<Column>> {
    let place = |one: &Published| {
        run.manifest.variants.iter().position(|variant| variant.spec == one.variant)
    };
    let mut all = published(run)?;
    all.retain(|one| place(one).is_some());
    all.sort_by_key(place);
    let column = |published: Published| {
        let title = format!("{} depth {}", variant_name(run, &published.variant), published.depth);
        Column { title, published }
    };
    Ok(all.into_iter().map(column).collect())
}

/// The ratio of the full suite: measured for the reproduction, estimated from the paired change of
/// the sample for other settings; that of the sample where the full suite was not searched.
fn number<'a>(source: &'a Source, run: &Run, column: &Column) -> Option<&'a Number> {
    let part = run.part(None)?;
    let find = |part: Part, what: &str| {
        let row = id::row(part, column.published.depth);
        source.numbers.find(&format!("{row}.{}.{what}", column.published.variant))
    };
    let full = || find(whole_suite(source.evidence, part)?, "vs-reference");
    let full = if run.changes().is_empty() { full() } else { None };
    full.or_else(|| find(part, OF_SUITE)).or_else(|| find(part, "vs-reference"))
}

fn cell(ratio: f64, is_pale: bool, is_framed: bool) -> HeatCell {
    HeatCell { text: format!("{ratio:.2}×"), ratios: vec![ratio], is_pale, is_framed }
}

/// From the least to the greatest ratio when only keys or size of the table change.
fn noise(
    source: &Source,
    folder: &str,
    columns: &[Column],
    data: &mut Vec<Datum>,
) -> (String, Vec<HeatRow>) {
    let rows = NOISE.iter().filter_map(|&noise| {
        let mut runs = 0;
        let cells: Vec<Option<HeatCell>> = columns
            .iter()
            .map(|column| {
                let end = |end: &str| {
                    let of = |kind: &str| {
                        format!("d{}.{}.{kind}", column.published.depth, column.published.variant)
                    };
                    let find =
                        |kind| source.numbers.find(&id::noise(folder, noise, &of(kind), end));
                    find(OF_SUITE).or_else(|| find("vs-reference"))
                };
                let (least, greatest) = (end("least")?, end("greatest")?);
                runs = least.n.unwrap_or(0);
                let [low, high] = [ratio(least.value?), ratio(greatest.value?)];
                for value in [low, high] {
                    let datum = Datum { source: "ours", value: Some(value), ..Datum::default() };
                    let datum = Datum { n: least.n, ..datum };
                    data.push(datum.at(
                        &column.title,
                        &format!("{NOISE_ROW}{}", noise.title),
                        None,
                    ));
                }
                let text = format!("{low:.2} to {high:.2}×");
                Some(HeatCell { text, ratios: vec![low, high], is_pale: false, is_framed: false })
            })
            .collect();
        let label = format!("{}, {runs} runs", noise.title);
        cells.iter().any(Option::is_some).then_some(HeatRow { label, cells })
    });
    let rows: Vec<HeatRow> = rows.collect();
    let heading = if rows.is_empty() {
        ""
    } else {
        "Noise floor: least and greatest ratio when only the table's keys or size change"
    };
    (heading.to_owned(), rows)
}

/// Does it belong to the noise floor?
fn is_noise_row(datum: &Datum) -> bool {
    datum.series.starts_with(NOISE_ROW)
}

/// How often a tree that is larger in the paper is larger here.
fn heading(columns: &[Column], data: &[Datum]) -> String {
    let larger: Vec<&Column> =
        columns.iter().filter(|column| column.published.ratio > 1.0).collect();
    let Some(first) = larger.first() else {
        return "The published ratios under other settings".to_owned();
    };
    let own = || {
        let of_column = |d: &&Datum| larger.iter().any(|column| column.title == d.panel);
        data.iter().filter(of_column).filter(|d| d.source == "ours" && !is_noise_row(d))
    };
    let above = own().filter(|datum| datum.value > Some(1.0)).count();
    let surely = own().filter(|datum| datum.low > Some(1.0)).count();
    let paper: Vec<String> =
        larger.iter().map(|column| format!("{:.2}×", column.published.ratio)).collect();
    format!(
        "Where the paper has {} at {}, {above} of {} settings are above 1×, decidedly {surely}",
        first.lines()[0],
        paper.join(", "),
        own().count(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_counts_settings_above_one() {
        let column = |title: &str, ratio| Column {
            title: title.into(),
            published: Published { variant: "v".into(), depth: 9, ratio },
        };
        let datum = |value, low| {
            let datum =
                Datum { source: "ours", value: Some(value), low: Some(low), ..Datum::default() };
            datum.at("R = 2 depth 9", "s", None)
        };
        let data = [datum(1.3, 1.1), datum(1.2, 0.9), datum(0.9, 0.8)];
        let columns = [column("R = 2 depth 9", 1.474), column("R = 3 depth 9", 0.5)];
        assert_eq!(
            heading(&columns, &data),
            "Where the paper has R = 2 at 1.47×, 2 of 3 settings are above 1×, decidedly 1"
        );
        assert_eq!(heading(&[], &[]), "The published ratios under other settings");
    }
}
