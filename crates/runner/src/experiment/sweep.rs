//! A sweep: one experiment again and again, each time with other search settings. The points are
//! listed, or drawn from factors and levels as a Latin hypercube (McKay, Beckman and Conover 1979):
//! every level of a factor occurs equally often, or one time more.

use anyhow::{anyhow, ensure};
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;
use serde::Deserialize;
use toml::Spanned;
use vnmp_engine::SearchSettings;

use crate::base::lines::Lines;

/// A sweep.
#[derive(Debug)]
pub(crate) struct Sweep {
    /// Name of the sweep, and of its folder.
    pub(crate) name: String,
    /// The experiment that is repeated: a name such as `table4`, or a file beside this one.
    pub(crate) base: String,
    /// The points, in the order in which they are run.
    pub(crate) points: Vec<Point>,
}

/// One choice of settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    /// Name of its folder.
    pub(crate) name: String,
    /// Settings that differ from the experiment's, as `--set` takes them.
    pub(crate) set: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    base: String,
    #[serde(default)]
    points: Vec<FilePoint>,
    design: Option<Spanned<Design>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePoint {
    name: Spanned<String>,
    #[serde(default)]
    set: Vec<String>,
}

/// A Latin hypercube over the levels of factors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Design {
    /// Number of points.
    points: u16,
    /// Of the permutations.
    seed: u64,
    factors: Vec<Factor>,
}

/// A setting and the values that it takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Factor {
    setting: Spanned<String>,
    levels: Spanned<Vec<String>>,
}

impl Sweep {
    /// Reads a sweep from its text; `file` is named in errors.
    ///
    /// # Errors
    /// When it is no sweep, names a point twice, or a setting or a value that does not exist.
    pub(crate) fn parse(text: &str, file: &str) -> anyhow::Result<Sweep> {
        let lines = Lines { file, text };
        let parsed: File = lines.parse()?;
        let mut points: Vec<Point> = Vec::new();
        for point in parsed.points {
            let name = lines.name(&point.name)?;
            let (is_new, at) = (points.iter().all(|p| p.name != name), lines.at(point.name.span()));
            ensure!(is_new, "{at}: point '{name}' occurs twice; rename one");
            points.push(Point { name, set: point.set });
        }
        if let Some(design) = &parsed.design {
            design.get_ref().check(&lines)?;
            points.extend(design.get_ref().points());
        }
        ensure!(!points.is_empty(), "{}: points is empty; give at least one", lines.at(0..0));
        Ok(Sweep { name: lines.name(&parsed.name)?, base: parsed.base, points })
    }
}

impl Design {
    fn check(&self, lines: &Lines) -> anyhow::Result<()> {
        for factor in &self.factors {
            let (at, levels) = (lines.at(factor.levels.span()), factor.levels.get_ref());
            ensure!(!levels.is_empty(), "{at}: levels is empty; give at least one");
            for level in levels {
                let set = SearchSettings::default().set(factor.setting.get_ref(), level);
                set.map_err(|error| anyhow!("{at}: {error}"))?;
            }
        }
        Ok(())
    }

    /// `p001`, `p002`, ... Each factor's levels are dealt out by a permutation of its own, so that
    /// any first part of the list is a random sample of the design.
    fn points(&self) -> impl Iterator<Item = Point> {
        let count = usize::from(self.points);
        let columns: Vec<(&Factor, Vec<usize>)> = (self.factors.iter().zip(0..))
            .map(|(factor, stream)| (factor, permutation(count, self.seed, stream)))
            .collect();
        (0..count).map(move |point| Point {
            name: format!("p{:03}", point + 1),
            set: (columns.iter())
                .map(|(factor, order)| {
                    let levels = factor.levels.get_ref();
                    let level = &levels[order[point] * levels.len() / count];
                    format!("{}={level}", factor.setting.get_ref())
                })
                .collect(),
        })
    }
}

/// 0 to `count - 1` in an order drawn from a seed (Fisher and Yates).
fn permutation(count: usize, seed: u64, stream: u64) -> Vec<usize> {
    let mut rng = Pcg64::seed_from_u64(seed ^ (stream << 32));
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, ((u128::from(rng.next_u64()) * (i as u128 + 1)) >> 64) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn designed(points: u16, seed: u64) -> Vec<Point> {
        let text = format!(
            "name = \"s\"\nbase = \"table4\"\n[design]\npoints = {points}\nseed = {seed}\n\
             [[design.factors]]\nsetting = \"null-min-depth\"\nlevels = [\"1\", \"2\", \"3\"]\n\
             [[design.factors]]\nsetting = \"history\"\nlevels = [\"on\", \"off\"]\n"
        );
        Sweep::parse(&text, "s.toml").unwrap().points
    }

    #[test]
    fn every_level_occurs_equally_often_and_the_seed_decides_where() {
        let points = designed(60, 1);
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for point in &points {
            point.set.iter().for_each(|set| *counts.entry(set).or_default() += 1);
        }
        let expected = [
            ("history=off", 30),
            ("history=on", 30),
            ("null-min-depth=1", 20),
            ("null-min-depth=2", 20),
            ("null-min-depth=3", 20),
        ];
        assert_eq!(counts, BTreeMap::from(expected));
        assert_eq!(points, designed(60, 1));
        assert_ne!(points, designed(60, 2));
        assert_eq!(points[59].name, "p060");
    }

    #[test]
    fn the_factors_are_dealt_out_independently() {
        let points = designed(600, 7);
        let both = points.iter().filter(|p| p.set == ["null-min-depth=1", "history=on"]).count();
        assert!((80..=120).contains(&both), "{both} of 100 expected");
    }

    #[test]
    fn the_list_of_points_is_pinned() {
        assert_eq!(permutation(8, 1, 0), [2, 5, 1, 3, 4, 7, 0, 6]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |body: &str| {
            let text = format!("name = \"s\"\nbase = \"table4\"\n{body}");
            Sweep::parse(&text, "s.toml").unwrap_err().to_string()
        };
        let twice = error("[[points]]\nname = \"a\"\n[[points]]\nname = \"a\"\n");
        assert_eq!(twice, "s.toml:6: point 'a' occurs twice; rename one");
        assert_eq!(error(""), "s.toml:1: points is empty; give at least one");
        let factor = |setting: &str, levels: &str| {
            let head = "[design]\npoints = 2\nseed = 1\n[[design.factors]]\n";
            error(&format!("{head}setting = \"{setting}\"\nlevels = {levels}\n"))
        };
        assert!(
            factor("histroy", "[\"on\"]").contains("s.toml:8: unknown search setting 'histroy'")
        );
        assert!(factor("history", "[\"often\"]").starts_with("s.toml:8: search setting 'history'"));
        assert!(factor("history", "[]").contains("levels is empty"));
        assert!(error("[design]\npoints = 2\n").starts_with("s.toml:3"));
    }
}
