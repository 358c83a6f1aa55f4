//! The map of settings: where each setting that was searched for the paper's engine lies, by its ratios of
//! R = 2 to R = 3 and of R = 3 to verified R = 3 on the suite of Table 4, and where the paper does.
//! `experiments/explain/README.md` has the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use vnmp_engine::SearchSettings;

use super::evidence::{Evidence, Part, Run};
use super::numbers::{Numbers, id};
use super::points::PointRow;
use crate::experiment::paper;
use crate::stats::{Covariance, IN_THE_PLANE, covariance};

/// The table whose suite is searched.
const TABLE: &str = "table4";
/// Depths that are compared.
const DEPTHS: [u8; 2] = [8, 9];
/// Whose ratios are taken: each over the next.
const METHODS: [&str; 3] = ["std:r=2", "std:r=3", "vrfd:r=3"];
/// Largest share of positions that the node limit may leave out.
const LEFT_OUT: f64 = 0.05;
/// Of the outline of the paper's region.
const POINTS: u32 = 72;

/// Settings that the text does not allow.
static NOT_ALLOWED: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    const FILE: &str = include_str!("../../../../experiments/explain/not-allowed.toml");
    toml::from_str(FILE).unwrap_or_default()
});

/// The map at one depth. Places are R = 2 over R = 3, then R = 3 over verified R = 3.
pub(crate) struct Map {
    /// Plies.
    pub(crate) depth: u8,
    /// The paper's place.
    pub(crate) paper: [f64; 2],
    /// Of the logarithms of ours as reproduced, under resampling of positions.
    spread: Covariance,
    /// On how many positions.
    pub(crate) positions: usize,
    /// In the order of their runs and points.
    pub(crate) settings: Vec<Setting>,
}

/// What a setting is known by: levels that are not the reproduction's, and how many positions of the suite
/// are searched.
type Key = (BTreeSet<String>, usize);

/// A setting, or several together.
pub(crate) struct Setting {
    key: Key,
    /// What differs from the reproduction, or a sweep's folder and point; no two have the same.
    pub(crate) name: String,
    pub(crate) place: [f64; 2],
    /// Intervals of both; none of a sweep's point.
    pub(crate) intervals: Option<[[f64; 2]; 2]>,
    /// Positions that are counted.
    pub(crate) n: usize,
    /// Does the paper's text allow it?
    pub(crate) is_allowed: bool,
    /// Is it searched on a sample of the suite only?
    pub(crate) is_sample: bool,
}

impl Map {
    /// Could different positions alone explain the distance between the setting and the paper?
    pub(crate) fn holds(&self, setting: &Setting) -> bool {
        let factor = self.positions as f64 / setting.n as f64;
        let away = [0, 1].map(|i| (setting.place[i] / self.paper[i]).ln());
        self.spread.distance(away, factor) <= IN_THE_PLANE
    }

    /// The places that 95 of 100 suites of `n` positions of the kind would give where the paper is.
    pub(crate) fn region(&self, n: usize) -> Vec<[f64; 2]> {
        let factor = self.positions as f64 / n as f64;
        let around = self.spread.outline(IN_THE_PLANE * factor, POINTS);
        around
            .into_iter()
            .map(|[x, y]| [self.paper[0] * x.exp(), self.paper[1] * y.exp()])
            .collect()
    }
}

/// The maps of all depths, with the same settings in the same order; none without the table's run.
pub(crate) fn maps(evidence: &Evidence, numbers: &Numbers) -> Vec<Map> {
    let maps = DEPTHS.into_iter().filter_map(|depth| map(evidence, numbers, depth));
    let mut maps: Vec<Map> = maps.collect();
    let keys = |map: &Map| -> BTreeSet<Key> {
        map.settings.iter().map(|setting| setting.key.clone()).collect()
    };
    let all: Vec<BTreeSet<Key>> = maps.iter().map(keys).collect();
    for map in &mut maps {
        map.settings.retain(|setting| all.iter().all(|keys| keys.contains(&setting.key)));
    }
    maps
}

fn map(evidence: &Evidence, numbers: &Numbers, depth: u8) -> Option<Map> {
    let usual = evidence.runs.get(TABLE)?;
    let Part { suite, sample, .. } = usual.part(None)?;
    let rows = sample.nodes(METHODS, depth);
    let spread = covariance(&rows, |&[a, b, c]| [(a / b).ln(), (b / c).ln()])?;
    let table = paper::table(usual.manifest.paper_table?).ok()?;
    let published = table.row(None, depth)?;
    let counts = METHODS.map(|method| published.figure(method).map(|figure| figure.count as f64));
    let [Some(a), Some(b), Some(c)] = counts else { return None };
    let is_searched = |run: &&Run| {
        let name = run.name.as_str();
        let same = run.part(None).is_some_and(|own| own.suite.sha256 == suite.sha256);
        same && ([TABLE, "reprobe-wcs"].contains(&name) || name.starts_with("explain-"))
    };
    // The reproduction itself comes first.
    let others = evidence.runs.values().filter(is_searched).filter(|run| run.name != TABLE);
    let runs = std::iter::once(usual).chain(others).filter_map(|run| of_run(numbers, run, depth));
    let settings = distinct(runs.chain(of_sweeps(evidence, depth)));
    Some(Map { depth, paper: [a / b, b / c], spread, positions: rows.len(), settings })
}

/// The same setting on the same positions counts once.
fn distinct(found: impl Iterator<Item = Setting>) -> Vec<Setting> {
    let mut known = BTreeSet::new();
    found.filter(|setting| known.insert(setting.key.clone())).collect()
}

fn key<'a>(levels: impl Iterator<Item = &'a str>, searched: usize) -> Key {
    let usual: BTreeSet<String> = SearchSettings::default()
        .describe()
        .into_iter()
        .map(|(name, level)| format!("{name}={level}"))
        .collect();
    let changed = levels.filter(|level| !level.is_empty() && !usual.contains(*level));
    (changed.map(str::to_owned).collect(), searched)
}

fn of_run(numbers: &Numbers, run: &Run, depth: u8) -> Option<Setting> {
    let part = run.part(None)?;
    let (suite, row) = (part.suite, id::row(part, depth));
    let over_r3 = numbers.find(&format!("{row}.{}.over-r3", METHODS[0]))?;
    let over_verified = numbers.find(&format!("{row}.{}.vs-reference", METHODS[1]))?;
    let ratio = |percent: f64| 1.0 + percent / 100.0;
    let n = over_r3.n? as usize;
    let changes = run.changes();
    let intervals = over_r3.interval().zip(over_verified.interval());
    let is_sample = suite.searched < suite.positions;
    let name = if changes.is_empty() { "as reproduced" } else { &changes };
    let is_finished = n as f64 >= (1.0 - LEFT_OUT) * suite.searched as f64;
    is_finished.then_some(Setting {
        place: [over_r3.value?, ratio(over_verified.value?)],
        intervals: intervals.map(|(a, b)| [[a.low, a.high], [ratio(b.low), ratio(b.high)]]),
        n,
        is_allowed: is_allowed(changes.split(", ")),
        is_sample,
        name: match is_sample {
            true => format!("{name}, {} positions", suite.searched),
            false => name.to_owned(),
        },
        key: key(changes.split(", "), suite.searched),
    })
}

/// Points whose settings are known.
fn of_sweeps(evidence: &Evidence, depth: u8) -> impl Iterator<Item = Setting> {
    evidence.explain.iter().flat_map(move |(folder, sweep)| {
        let points = sweep.points.iter();
        points.filter_map(move |(point, rows)| {
            let settings = sweep.settings.get(point)?;
            of_point(&format!("{folder}/{point}"), settings, rows, depth)
        })
    })
}

fn of_point(name: &str, settings: &[String], rows: &[PointRow], depth: u8) -> Option<Setting> {
    let find = |method: &str| rows.iter().find(|row| row.depth == depth && row.variant == method);
    let [Some(a), Some(b), Some(c)] = METHODS.map(find) else { return None };
    let deepest = rows.iter().find(|row| Some(&row.depth) == DEPTHS.last())?;
    let searched = deepest.positions + deepest.left_out;
    let levels = || settings.iter().map(String::as_str);
    let ratio = |over: &PointRow, under: &PointRow| over.nodes as f64 / under.nodes as f64;
    (deepest.left_out as f64 <= LEFT_OUT * searched as f64).then_some(Setting {
        key: key(levels(), searched),
        name: format!("{name}, {searched} positions"),
        place: [ratio(a, b), ratio(b, c)],
        intervals: None,
        n: a.positions,
        is_allowed: is_allowed(levels()),
        is_sample: true,
    })
}

fn is_allowed<'a>(mut settings: impl Iterator<Item = &'a str>) -> bool {
    settings.all(|setting| {
        let (name, level) = setting.split_once('=').unwrap_or((setting, ""));
        NOT_ALLOWED.get(name).is_none_or(|levels| !levels.iter().any(|other| other == level))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::evidence::Explain;

    #[test]
    fn a_setting_is_allowed_unless_the_rules_name_it() {
        assert!(is_allowed([].into_iter()) && is_allowed(["null-horizon=evaluation"].into_iter()));
        assert!(!is_allowed(["null-horizon=evaluation", "history=off"].into_iter()));
        assert!(is_allowed(["null-min-depth=1"].into_iter()));
        assert!(!is_allowed(["null-min-depth=3"].into_iter()));
    }

    #[test]
    fn the_same_levels_on_the_same_positions_are_one_setting_whatever_its_name() {
        let rows = |positions: usize| {
            let row = |variant: &str| PointRow {
                variant: variant.to_owned(),
                depth: 9,
                positions,
                nodes: 5,
                ..PointRow::default()
            };
            METHODS.map(row).to_vec()
        };
        let sweep = |points: &[(&str, &[&str], usize)]| Explain {
            points: points.iter().map(|&(name, _, n)| (name.to_owned(), rows(n))).collect(),
            settings: points
                .iter()
                .map(|(name, set, _)| {
                    ((*name).to_owned(), set.iter().map(|&level| level.to_owned()).collect())
                })
                .collect(),
        };
        let (stored, bound) = ("reprobe-after-reduction=stored", "null-stored=bound");
        let count = [("both", &[bound, stored][..], 100), ("few", &[stored, bound], 40)];
        let material =
            [("both", &[bound][..], 100), ("usual", &[stored, bound, "history=on"], 100)];
        let folders = [("explain/count", sweep(&count)), ("explain/material", sweep(&material))];
        let mut evidence = Evidence::default();
        evidence.explain.extend(folders.map(|(folder, sweep)| (folder.to_owned(), sweep)));
        let settings = distinct(of_sweeps(&evidence, 9));
        let names: Vec<&str> = settings.iter().map(|setting| setting.name.as_str()).collect();
        let expected = [
            "explain/count/both, 100 positions",
            "explain/count/few, 40 positions",
            "explain/material/both, 100 positions",
        ];
        assert_eq!(
            names, expected,
            "`usual` is `both` of the first with a level of the reproduction's"
        );
    }

    #[test]
    fn fewer_positions_may_be_farther_away() {
        let spread = Covariance { xx: 0.0001, xy: 0.0, yy: 0.0001 };
        let map = Map { depth: 9, paper: [2.0, 0.5], spread, positions: 900, settings: vec![] };
        let at = |x: f64, n| Setting {
            key: (BTreeSet::new(), n),
            name: String::new(),
            place: [2.0 * x, 0.5],
            intervals: None,
            n,
            is_allowed: true,
            is_sample: n < 900,
        };
        // At 900 positions a standard error is 1 %; the edge lies 2.45 of them away.
        assert!(map.holds(&at(1.02, 900)) && !map.holds(&at(1.03, 900)));
        assert!(map.holds(&at(1.07, 100)) && !map.holds(&at(1.08, 100)));
        let edge = map.region(100);
        assert!((edge[0][0] - 2.0 * (3.0 * 0.01 * IN_THE_PLANE.sqrt()).exp()).abs() < 1e-9);
    }
}
