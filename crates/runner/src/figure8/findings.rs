//! The ratios that decide the survey's findings (a) to (f). The findings themselves are
//! `experiments/claims/survey.toml`, and `claims` judges them by the rules of all claims.

use serde::Deserialize;

use super::table::{Data, FORMULA, Measure};
use crate::stats::{Estimate, bootstrap};

/// Which depths of a run a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Depths {
    /// All from 2 on.
    All,
    /// Odd ones from 3 on.
    Odd,
    /// 2 to 5: "shallow searches (D < 6)".
    Shallow,
}

impl Depths {
    fn has(self, depth: u8) -> bool {
        match self {
            Depths::All => depth >= 2,
            Depths::Odd => depth >= 3 && depth % 2 == 1,
            Depths::Shallow => (2..6).contains(&depth),
        }
    }
}

/// Total of `of` over the least total of `to` at a depth; geometric mean over depths. `to` may be
/// [`FORMULA`].
pub(crate) fn ratio(
    data: &Data,
    by: Measure,
    of: &str,
    to: &[String],
    depths: Depths,
) -> Option<Estimate> {
    let used: Vec<u8> = data.depths().into_iter().filter(|&depth| depths.has(depth)).collect();
    bootstrap(data.positions, |chosen| {
        mean(used.iter().map(|&depth| {
            let least = to.iter().map(|to| total(data, by, to, depth, chosen));
            let least = least.collect::<Option<Vec<_>>>()?.into_iter().reduce(f64::min)?;
            Some(total(data, by, of, depth, chosen)? / least)
        }))
    })
}

/// How many times the minimal tree a search visits at an odd depth, over the geometric mean of the
/// same at the even depths on either side; geometric mean over the odd depths.
pub(crate) fn odd_over_even(data: &Data, by: Measure, of: &str) -> Option<Estimate> {
    let depths = data.depths();
    let between = |depth: &u8| {
        Depths::Odd.has(*depth) && depths.contains(&(depth - 1)) && depths.contains(&(depth + 1))
    };
    let odd: Vec<u8> = depths.iter().copied().filter(between).collect();
    bootstrap(data.positions, |chosen| {
        let excess = |depth: u8| {
            Some(total(data, by, of, depth, chosen)? / total(data, by, FORMULA, depth, chosen)?)
        };
        mean(
            odd.iter().map(|&depth| {
                Some(excess(depth)? / (excess(depth - 1)? * excess(depth + 1)?).sqrt())
            }),
        )
    })
}

/// `of` over `to` at the deepest search, over the same at the shallowest from depth 3 on: above 1
/// if the ratio grows.
pub(crate) fn growth(data: &Data, by: Measure, of: &str, to: &str) -> Option<Estimate> {
    let depths: Vec<u8> = data.depths().into_iter().filter(|&depth| depth >= 3).collect();
    let (first, last) = (*depths.first()?, *depths.last()?);
    bootstrap(data.positions, |chosen| {
        let ratio =
            |depth| Some(total(data, by, of, depth, chosen)? / total(data, by, to, depth, chosen)?);
        (first < last).then_some(())?;
        Some(ratio(last)? / ratio(first)?)
    })
}

fn total(data: &Data, by: Measure, method: &str, depth: u8, chosen: &[usize]) -> Option<f64> {
    data.total(by, method, depth, chosen).filter(|&total| total > 0.0)
}

/// Geometric mean; `None` if there is nothing or anything is missing.
fn mean(ratios: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let ratios = ratios.collect::<Option<Vec<f64>>>().filter(|ratios| !ratios.is_empty())?;
    Some((ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure8::record::SurveyRecord;
    use crate::figure8::table::minimal_terminal_nodes;

    /// A method with its horizon nodes by depth.
    type Nodes<'a> = (&'a str, fn(u8) -> f64);

    /// Records of four positions at depths 2 to 5 with these horizon nodes by method.
    fn data(nodes: &[Nodes]) -> Data {
        let mut records = Vec::new();
        for (method, count) in nodes {
            for index in 0..4 {
                records.extend((2..=5).map(|depth| SurveyRecord {
                    index,
                    method: (*method).to_owned(),
                    depth,
                    horizon_nodes: count(depth) as u64 * u64::from(index + 1),
                    expanded_nodes: 10,
                    generated_moves: 300,
                    ..SurveyRecord::default()
                }));
            }
        }
        Data::new(&records, &[], "ab")
    }

    fn near(found: Option<Estimate>, expected: f64) -> bool {
        (found.unwrap().value - expected).abs() < 1e-3 * expected
    }

    #[test]
    fn ratios_are_those_of_a_hand_count() {
        let data = data(&[
            ("ab", |d| 1000.0 * 2f64.powi(d.into())),
            ("iter", |d| 1100.0 * 2f64.powi(d.into())),
            ("pvs", |d| if d < 4 { 4000.0 } else { 9000.0 }),
        ]);
        let ratio = |of: &str, to: &[&str], depths| {
            let to: Vec<String> = to.iter().map(|to| (*to).to_owned()).collect();
            super::ratio(&data, Measure::Horizon, of, &to, depths)
        };
        assert!(near(ratio("iter", &["ab"], Depths::All), 1.1));
        // The lesser of the two at each depth: pvs at 3 (4,000) and 5 (9,000), ab has more.
        assert!(near(ratio("iter", &["ab", "pvs"], Depths::Odd), (2.2f64 * 35.2 / 9.0).sqrt()));
        let Some(Estimate { interval: Some(interval), .. }) = ratio("iter", &["ab"], Depths::All)
        else {
            panic!("there is an interval");
        };
        assert!(interval.high - interval.low < 1e-9, "every position has the same ratio");
        assert_eq!(ratio("iter", &["asp"], Depths::All), None);
        assert_eq!(
            super::ratio(&data, Measure::Cpu, "iter", &["ab".to_owned()], Depths::All),
            None
        );
    }

    #[test]
    fn odd_depths_are_compared_with_their_neighbours_of_the_minimal_tree() {
        fn minimal(depth: u8) -> f64 {
            1000.0 * minimal_terminal_nodes(30.0, depth)
        }
        let odd = data(&[("ab", |d| minimal(d) * if d % 2 == 1 { 2.0 } else { 4.0 })]);
        assert!(near(odd_over_even(&odd, Measure::Horizon, "ab"), 0.5));
        // The formula counts horizon nodes and nothing else.
        assert_eq!(odd_over_even(&odd, Measure::Nodes, "ab"), None);
    }

    #[test]
    fn growth_is_the_deepest_over_the_shallowest_from_depth_3() {
        let data = data(&[
            ("small", |d| 1000.0 * f64::from(d) * 2f64.powi(d.into())),
            ("large", |d| 1000.0 * 2f64.powi(d.into())),
        ]);
        assert!(near(growth(&data, Measure::Horizon, "small", "large"), 5.0 / 3.0));
    }
}
