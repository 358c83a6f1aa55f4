//! The map of settings: R = 2 over R = 3 against R = 3 over verified R = 3, a panel a depth, with the paper's
//! place and the region in which other positions of that kind would put it.

use super::data::Datum;
use super::figure;
use crate::report::numbers::Numbers;
use crate::report::page::{FigureBlock, Source};
use crate::report::settings::{Map, Setting, maps};
use crate::show::canvas::palette::{self, Colour, Marker, Style};
use crate::show::canvas::{GREY, INK, Stroke};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Place, Series};

const HORIZONTAL: &str = "R = 2 / R = 3";
const VERTICAL: &str = "R = 3 / verified R = 3";

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let maps = maps(source.evidence, source.numbers);
    let Some(first) = maps.first() else { return Ok(Vec::new()) };
    let data: Vec<Datum> = maps.iter().flat_map(data).collect();
    let samples = || first.settings.iter().filter(|setting| setting.is_sample);
    let subtitle = format!(
        "Nodes of all positions, both on log scales; WCS, n = {}, bars: 95 % intervals over positions; small \
         marks: samples of {} positions, without intervals. Dashed: where 95 of 100 suites of the kind would put \
         the paper's point{}.",
        first.positions,
        super::range(samples().map(|setting| setting.n as u64)),
        match fewest(first) {
            Some(n) => format!(", and of {n} such positions (outer)"),
            None => String::new(),
        }
    );
    let panels: Vec<Panel> = maps.iter().map(|map| panel(map, &maps)).collect();
    let body = Body::Panels { columns: 2, panels, height: 330.0 };
    let picture = Picture::new([heading(source.numbers), subtitle], key(first), body);
    let shows =
        "Points of settings by two ratios of tree sizes, and the paper's point, a panel a depth.";
    figure("settings", &picture, shows, data)
}

/// How a setting looks.
fn look(setting: &Setting, is_first: bool) -> Look {
    let Style { colour, marker } = match (is_first, setting.is_allowed) {
        (true, _) => Style { colour: INK, marker: Marker::Square },
        (_, true) => palette::ALLOWED,
        (_, false) => palette::NOT_ALLOWED,
    };
    let colour = if setting.is_sample { colour.pale() } else { colour };
    point(colour, marker)
}

fn point(colour: Colour, marker: Marker) -> Look {
    Look { colour, marker: Some(marker), hollow: false, stroke: None }
}

fn paper() -> Look {
    Look { hollow: true, ..point(INK, Marker::Diamond) }
}

/// The size of the smallest sample.
fn fewest(map: &Map) -> Option<usize> {
    map.settings.iter().filter(|setting| setting.is_sample).map(|setting| setting.n).min()
}

fn panel(map: &Map, all: &[Map]) -> Panel {
    let place = |[x, y]: [f64; 2]| Place { x, y, interval: None };
    let scale = |i: usize| {
        let ends = all.iter().flat_map(move |map| {
            let intervals = map.settings.iter().filter_map(move |s| Some(s.intervals?[i]));
            let places = map.settings.iter().map(move |setting| setting.place[i]);
            let regions = fewest(map).into_iter().chain([map.positions]);
            let around = regions.flat_map(|n| map.region(n)).map(move |place| place[i]);
            intervals.flatten().chain(places).chain(around).collect::<Vec<f64>>()
        });
        ends.collect::<Vec<f64>>()
    };
    let (horizontal, vertical) = (scale(0), scale(1));
    let extreme = |values: &[f64], of: fn(f64, f64) -> f64| values.iter().copied().reduce(of);
    let [low, high] = [f64::min as fn(f64, f64) -> f64, f64::max]
        .map(|of| [&horizontal, &vertical].map(|values| extreme(values, of).unwrap_or(1.0)));
    // Where R = 2 needs as much as verified: x times y is 1.
    let even = [low[0].max(1.0 / high[1]), high[0].min(1.0 / low[1])];
    let even = even.map(|x| place([x, 1.0 / x])).to_vec();
    let line =
        |colour, stroke, points| Series::new(Look::line(colour, stroke), Mark::Bars, "", points);
    let mut series = vec![line(GREY, Stroke::Solid, even)];
    let region = |n: usize, colour| {
        let around = map.region(n).into_iter().map(place).collect();
        line(colour, Stroke::Dashed, around)
    };
    series.extend(fewest(map).map(|n| region(n, GREY)));
    series.push(region(map.positions, INK));
    let samples = map.settings.iter().filter(|setting| setting.is_sample);
    series.extend(samples.map(|setting| {
        Series::new(look(setting, false), Mark::Dots, "", vec![place(setting.place)])
    }));
    for (i, setting) in numbered(map) {
        let look = look(setting, i == 1);
        let [x, y] = setting.place;
        if let Some([[from, to], interval]) = setting.intervals {
            let across = [from, to].map(|x| place([x, y])).to_vec();
            let thin = Look { marker: None, stroke: Some(Stroke::Solid), ..look };
            series.push(Series::new(thin, Mark::Bars, "", across));
            let own = Place { x, y, interval: Some(interval) };
            series.push(Series::new(look, Mark::Tags, i.to_string(), vec![own]));
        } else {
            series.push(Series::new(look, Mark::Tags, i.to_string(), vec![place([x, y])]));
        }
    }
    series.push(Series::new(paper(), Mark::Tags, "paper", vec![place(map.paper)]));
    Panel {
        title: format!("Depth {}: {VERTICAL}", map.depth),
        x: Axis::ratio(HORIZONTAL, horizontal),
        y: Axis::ratio("", vertical),
        rules: Vec::new(),
        series,
    }
}

/// The settings that have a number, from 1: those searched on the whole suite.
fn numbered(map: &Map) -> impl Iterator<Item = (usize, &Setting)> {
    (1..).zip(map.settings.iter().filter(|setting| !setting.is_sample))
}

fn key(map: &Map) -> Vec<(Look, String)> {
    let style = |Style { colour, marker }| point(colour, marker);
    let mut key = vec![
        (paper(), "the paper".to_owned()),
        (style(palette::ALLOWED), "allowed by the paper's text".to_owned()),
        (style(palette::NOT_ALLOWED), "not allowed".to_owned()),
        (
            Look::line(GREY, Stroke::Solid),
            "R = 2 needs as much as verified; more to the right".to_owned(),
        ),
    ];
    key.extend(
        numbered(map).map(|(i, setting)| (look(setting, i == 1), format!("{i}: {}", setting.name))),
    );
    key
}

fn data(map: &Map) -> Vec<Datum> {
    let panel = |what: &str| format!("depth {}: {what}", map.depth);
    let paper = |i: usize, what: &str| {
        let datum = Datum { source: "paper", value: Some(map.paper[i]), ..Datum::default() };
        datum.at(&panel(what), "the paper", None)
    };
    let mut data = vec![paper(0, HORIZONTAL), paper(1, VERTICAL)];
    for setting in &map.settings {
        for (i, what) in [HORIZONTAL, VERTICAL].into_iter().enumerate() {
            let ends = setting.intervals.map(|intervals| intervals[i]);
            let datum = Datum {
                source: "ours",
                value: Some(setting.place[i]),
                low: ends.map(|ends| ends[0]),
                high: ends.map(|ends| ends[1]),
                n: Some(setting.n as u64),
                verdict: match (setting.is_allowed, map.holds(setting)) {
                    (true, true) => "allowed, within".to_owned(),
                    (true, false) => "allowed".to_owned(),
                    (false, true) => "within".to_owned(),
                    (false, false) => String::new(),
                },
                ..Datum::default()
            };
            data.push(datum.at(&panel(what), &setting.name, None));
        }
    }
    data
}

/// How many settings lie in the paper's region.
fn heading(numbers: &Numbers) -> String {
    let count = |what: &str| numbers.find(&format!("explain.map.{what}"))?.whole();
    let (Some(all), Some(inside), Some(allowed)) =
        (count("settings"), count("inside"), count("allowed-inside"))
    else {
        return "The settings that were searched".to_owned();
    };
    let ratios = "both of the paper's ratios at both depths";
    match (inside, allowed) {
        (0, _) => format!("Of {all} settings none has {ratios}"),
        (1, 0) => {
            format!("Of {all} settings 1 has {ratios}, and the paper's text does not allow it")
        }
        (n, 0) => {
            format!("Of {all} settings {n} have {ratios}; the paper's text allows none of them")
        }
        (n, allowed) => {
            format!("Of {all} settings {n} have {ratios}; the text allows {allowed} of them")
        }
    }
}
